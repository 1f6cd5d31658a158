#include "calibration/sheets/marker_sheet.hpp"

#include <algorithm>

#include "calibration/sheets/board_sheet.hpp"
#include "calibration/sheets/border_strip.hpp"
#include "calibration/sheets/strip_items.hpp"
#include "vision/prints/strip_layout.hpp"

namespace polemarch::calibration {
namespace {

struct Section {
  const char* heading;
  std::vector<std::string> how_to;
};

Section section_of(Mounting mounting) {
  switch (mounting) {
    case Mounting::TailTab:
      return {"Tail tabs",
              {"Print on card at 100 %. Cut along the outer dashed lines; keep the white rim.",
               "Glue the flap under the base or sabot so that its rear edge lies on the two ticks: the marker stays in sight behind.",
               "The name strip may stay or be cut off at the inner dashed line. Matt card: gloss blinds the camera."}};
    case Mounting::Tile:
      return {"Sabot and base tiles",
              {"Print on card at 100 %. Cut along the outer dashed lines; keep the white rim.",
               "Glue flat, the upper edge of the marker towards the front of the base. The name strip may be cut off."}};
    case Mounting::Disc:
      return {"Round discs",
              {"Print on card at 100 %. Cut along the circle. Glue on the base, the upper edge of the marker towards the front."}};
    case Mounting::Strip:
      return {"Strips for the rear edge", strip_how_to()};
    case Mounting::Ring:
      return {"Rings for round bases", ring_how_to()};
  }
  return {"", {}};
}

/// The markers of one mounting, those of one size together and in order, so that their cuts stand in columns.
std::vector<UnitMarker> by_size(const std::vector<UnitMarker>& units, Mounting mounting) {
  std::vector<UnitMarker> out;
  for (const UnitMarker& unit : units)
    if (mounting_of(unit) == mounting) out.push_back(unit);
  if (mounting == Mounting::Strip)
    std::stable_sort(out.begin(), out.end(), [](const UnitMarker& a, const UnitMarker& b) {
      return a.mount.size_mm != b.mount.size_mm ? a.mount.size_mm > b.mount.size_mm : a.mount.marker.number < b.mount.marker.number;
    });
  return out;
}

}  // namespace

Result<std::vector<SheetPage>> marker_sheet(const MarkerSheet& wanted) {
  SheetBuilder sheet(wanted.page);
  for (const Mounting mounting : {Mounting::TailTab, Mounting::Tile, Mounting::Disc, Mounting::Strip, Mounting::Ring}) {
    bool first = true;
    const std::vector<UnitMarker> units = by_size(wanted.units, mounting);
    for (const UnitMarker& unit : units) {
      const auto item = marker_item(unit);
      if (!item) return InputError{name_line(unit) + ": " + item.error().line};
      if (!sheet.fits(item->width_mm, item->height_mm)) return InputError{name_line(unit) + ": too large for the paper"};
      if (first) {
        const Section text = section_of(mounting);
        sheet.section(text.heading + (": " + std::to_string(units.size())), text.how_to);
      }
      first = false;
      sheet.add(*item);
    }
    if (mounting == Mounting::Strip && !first) {
      sheet.new_row();
      sheet.add(folding_picture());
    }
  }
  const bool strips =
      std::any_of(wanted.units.begin(), wanted.units.end(), [](const UnitMarker& u) { return mounting_of(u) == Mounting::Strip; });
  if (strips) {
    sheet.page_break();
    sheet.section("Where strips go",
                  {"Lay a base on its template, front up the page: the code lies in the middle of the rear edge, its fold on the edge.",
                   "Dashed: the front edge of strips 4, 5 and 6 mm deep."});
    for (const SheetItem& item : rear_edge_templates()) sheet.add(item);
  }
  if (wanted.border) {
    sheet.page_break();
    const auto pieces = border_strip(*wanted.border, sheet.free_area().height_mm);
    if (!pieces) return pieces.error();
    sheet.section(
        "Border strip",
        {"Cut along the dashed lines. Lay the pieces end to end along the table's edges, as numbered, their outer side flush with "
         "the edge; A's and B's edge start at the left as side A sees the table and take the corners. The millimetres on them run "
         "on from piece to piece: check the last one with a tape. Tape them down flat; nothing may cover the black squares."});
    for (const SheetItem& piece : *pieces) sheet.add(piece);
  }
  if (wanted.board) {
    sheet.page_break();
    const auto board = board_item(*wanted.board);
    if (!board) return board.error();
    if (!sheet.fits(board->width_mm, board->height_mm)) return InputError{"board " + text_of(*wanted.board) + ": too large for the paper"};
    sheet.section(
        "Calibration board",
        {"Do not cut. Glue flat on stiff board or glass; a bent board spoils the lens. Take 8 to 15 pictures: all corners of the picture, "
         "near and far, tilted to each side, then: polemarch calibrate --source FOLDER --out camera.json"});
    sheet.add(*board);
  }
  if (wanted.jig) {
    sheet.page_break();
    const auto jig = jig_item();
    if (!jig) return jig.error();
    sheet.section("Base jig", {"Lay a base with its marker into the corner, front edge up, and take a picture from straight above: "
                               "polemarch markers --measure PICTURE --base 60x30 --marker 17 tells the mount for bases.json."});
    sheet.add(*jig);
  }
  return sheet.finish();
}

std::vector<UnitMarker> sample_markers(const std::string& family, int first, int count) {
  std::vector<UnitMarker> units;
  int number = first;
  if (vision::is_strip_family(family)) {
    const auto layout = vision::strip_layout(family);
    for (int i = 0; layout && i < count; ++i) {
      const Length across = Length::from_mm(layout->length_mm);
      const bool ring = layout->kind == vision::StripKind::Ring;
      const Footprint base{ring ? Outline::Circle : Outline::Rectangle, across, ring ? across : Length::from_mm(20)};
      const auto mount = strip_mount(base, family, {number++});
      if (mount) units.push_back({"", "", "", base, *mount});
    }
    return units;
  }
  const auto add = [&](const Footprint& footprint, double size, double behind) {
    for (int i = 0; i < count; ++i) {
      UnitMarker unit{"", "", "", footprint, {}};
      unit.mount.family = family;
      unit.mount.marker = {number++};
      unit.mount.size_mm = size;
      unit.mount.offset_x_mm = behind;
      units.push_back(unit);
    }
  };
  const Footprint base{Outline::Rectangle, Length::from_mm(40), Length::from_mm(20)};
  add(base, 20, -22.5);
  add(base, 16, -20);
  add(base, 20, 0);
  add({Outline::Circle, Length::from_mm(25), Length::from_mm(25)}, 14, 0);
  return units;
}

}  // namespace polemarch::calibration
