#include "calibration/sheets/strip_items.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "vision/detect/strips/plane/strip_plane.hpp"
#include "vision/prints/strip_artwork.hpp"

namespace polemarch::calibration {
namespace {

// A piece is folded twice over the rear edge of its base: the code on top, the wall upright behind it, the tongue underneath.
constexpr double kWallMm = 3.0;
constexpr double kTongueMm = 9.0;
constexpr double kTickMm = 2.6;   // cut marks above and below
constexpr double kSideMm = 2.0;   // paper left and right, for the marks
constexpr double kClearMm = 0.6;  // between a mark and the piece

/// The print in item coordinates: marker frame (v up) to paper (y down).
void draw_print(Drawing& drawing, const vision::StripArtwork& art, SheetPoint centre) {
  const auto on_paper = [centre](const std::vector<Vec2>& outline) {
    std::vector<SheetPoint> out;
    out.reserve(outline.size());
    for (const Vec2& p : outline) out.push_back({centre.x + p.x, centre.y - p.y});
    return out;
  };
  drawing.fill_polygon(on_paper(art.ground));
  if (!art.hole.empty()) drawing.fill_polygon(on_paper(art.hole), Ink::White);
  // One shape, so that no renderer shows seams between spine and teeth.
  FillShape white;
  white.ink = Ink::White;
  for (const auto& area : art.white) white.outlines.push_back(on_paper(area));
  drawing.shapes.emplace_back(std::move(white));
}

std::string mm(double value) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%g", value);
  return text.data();
}

/// The strip family for a base of this width and depth, by name.
std::string family_for(double width_mm, double depth_mm) {
  const char* length = width_mm >= 40 ? "40" : width_mm >= 25 ? "25" : "20";
  return std::string("STRIP") + length + "x" + mm(depth_mm);
}

/// What its owner reads behind the base, and underneath.
void draw_names(Drawing& drawing, const UnitMarker& m, double left, double width, double wall, double tongue) {
  const std::string unit = printed_id(m), name = printed_name(m);
  const std::string number = std::to_string(m.mount.marker.number);
  const bool both = !unit.empty() && !name.empty();
  const std::string wall_line = both ? unit + " " + name : unit.empty() && name.empty() ? "#" + number : unit + name;
  drawing.text({left + width / 2, wall + 2.2}, wall_line, 2.3, TextAlign::Centre, width - 2);
  drawing.rect(left + 0.5, tongue + 0.5, width - 1, kTongueMm - 1, 0.15, Ink::Grey, m.second_side);
  // The tongue lies folded under: its arrow points away from the code, which is towards the front of the base.
  const double arrow = left + 3.6;
  drawing.text({arrow, tongue + 2.3}, "front", 1.5, TextAlign::Centre);
  drawing.fill_polygon({{arrow - 1.8, tongue + 3.2}, {arrow + 1.8, tongue + 3.2}, {arrow, tongue + 6.8}});
  const double number_mm = number.size() > 2 ? 4.6 : 6.0;
  const double number_width = width < 30 ? width / 3 : 12.0;
  drawing.text({left + 6.6 + number_width / 2, tongue + 6.6}, number, number_mm, TextAlign::Centre, number_width);
  const double words = left + 7.4 + number_width, room = left + width - 1.2 - words;
  drawing.text({words, tongue + (both ? 3.8 : 5.6)}, unit.empty() ? name : unit, 2.9, TextAlign::Left, room);
  if (both) drawing.text({words, tongue + 7.2}, name, 2.5, TextAlign::Left, room);
}

/// The strip with all that must stay with it: nothing that matters lies beyond the cuts. No line is drawn in or beside the code.
SheetItem folded_piece(const UnitMarker& m, const vision::StripLayout& layout, const vision::StripArtwork& art) {
  const double w = layout.length_mm, h = layout.depth_mm, whole = h + kWallMm + kTongueMm;
  SheetItem item{"", w + 2 * kSideMm, whole + 2 * kTickMm, {}, false};
  Drawing& d = item.drawing;
  const double left = kSideMm, right = kSideMm + w, top = kTickMm, wall = top + h, tongue = wall + kWallMm, bottom = tongue + kTongueMm;
  draw_print(d, art, {left + w / 2, top + h / 2});
  draw_names(d, m, left, w, wall, tongue);
  // Marks for knife and ruler, in line with the edges and clear of them: columns first, then across; dashed: fold.
  for (const double x : {left, right}) {
    d.line({x, 0}, {x, top - kClearMm}, 0.15);
    d.line({x, bottom + kClearMm}, {x, bottom + kTickMm}, 0.15);
  }
  for (const double y : {top, wall, tongue, bottom}) {
    const bool fold = y == wall || y == tongue;
    d.line({0, y}, {left - kClearMm, y}, 0.15, Ink::Black, fold);
    d.line({right + kClearMm, y}, {right + kSideMm, y}, 0.15, Ink::Black, fold);
  }
  // In the margin of a sheet: what is done first, second, third.
  constexpr double kNote = 1.7;
  item.above.text({left + w / 2, top - kClearMm - 0.5}, "1 cut the columns", kNote, TextAlign::Centre, w - 4);
  item.beside.text({-0.6, top + 0.6}, "2 cut", kNote, TextAlign::Right);
  item.beside.text({-0.6, wall + 0.6}, "3 fold", kNote, TextAlign::Right);
  return item;
}

SheetItem ring_item(const UnitMarker& m, const vision::StripLayout& layout, const vision::StripArtwork& art) {
  const double d = layout.length_mm;
  SheetItem item{"", d + 2, d + 2, {}, false};
  const SheetPoint centre{d / 2 + 1, d / 2 + 1};
  draw_print(item.drawing, art, centre);
  const double inner = layout.row_range(0).low;
  item.drawing.cut_circle(centre, inner);
  // Up is where tooth 0 is: the front of the base.
  item.drawing.text({centre.x, centre.y - inner + 4.2}, "front", 2.2, TextAlign::Centre);
  item.drawing.text({centre.x, centre.y}, name_line(m), 2.6, TextAlign::Centre, 2 * inner - 4);
  item.drawing.text({centre.x, centre.y + 3.4}, std::string(layout.name), 1.8, TextAlign::Centre, 2 * inner - 6);
  return item;
}

}  // namespace

Result<SheetItem> strip_item(const UnitMarker& m) {
  const auto layout = vision::strip_layout(m.mount.family);
  if (!layout) return layout.error();
  const auto book = vision::load_book(layout->book);
  if (!book) return book.error();
  const int number = m.mount.marker.number;
  if (number < 0 || number >= static_cast<int>(book->words.size())) {
    return InputError{"marker " + std::to_string(number) + ": " + m.mount.family + " has the numbers 0 to " +
                      std::to_string(book->words.size() - 1)};
  }
  const auto art = vision::strip_artwork(*layout, book->words[static_cast<std::size_t>(number)]);
  if (layout->kind == vision::StripKind::Ring) return ring_item(m, *layout, art);
  return folded_piece(m, *layout, art);
}

Result<MarkerMount> strip_mount(const Footprint& base, const std::string& family, MarkerId marker, double height_mm) {
  const auto layout = vision::strip_layout(family);
  if (!layout) return layout.error();
  MarkerMount mount;
  mount.family = family;
  mount.marker = marker;
  mount.size_mm = layout->length_mm;
  mount.height_mm = height_mm;
  if (layout->kind == vision::StripKind::Ring) {
    if (base.outline != Outline::Circle || base.frontage.mm() < layout->length_mm - 0.6) {
      return InputError{family + ": goes round the rim of a round base of " + mm(layout->length_mm) + " mm; give --base " +
                        mm(layout->length_mm)};
    }
    return mount;
  }
  if (base.outline == Outline::Circle || base.frontage.mm() < layout->length_mm - 0.01 || base.depth.mm() < layout->depth_mm) {
    return InputError{family + ": needs a straight rear edge of " + mm(layout->length_mm) + " mm; this base is " + mm(base.frontage.mm()) +
                      " mm wide"};
  }
  mount.offset_x_mm = -base.depth.mm() / 2 + layout->depth_mm / 2;
  return mount;
}

std::vector<SheetItem> rear_edge_templates() {
  std::vector<SheetItem> items;
  for (const double width : {20.0, 25.0, 40.0, 50.0, 60.0, 80.0, 120.0}) {
    constexpr double kSkirt = 5, kUp = 16;
    SheetItem item{mm(width) + " mm base", width + 2 * kSkirt, kUp + 8, {}, false};
    Drawing& d = item.drawing;
    const double length = width >= 40 ? 40 : width >= 25 ? 25 : 20;
    const double left = kSkirt, right = kSkirt + width, rear = kUp, middle = kSkirt + width / 2;
    // The base's sides and rear edge, the strip's place, the middle.
    d.line({left, 0}, {left, rear}, 0.2);
    d.line({right, 0}, {right, rear}, 0.2);
    d.line({left, rear}, {right, rear}, 0.3);
    for (const double depth : {4.0, 5.0, 6.0})
      d.line({middle - length / 2, rear - depth}, {middle + length / 2, rear - depth}, 0.1, Ink::Grey, true);
    d.line({middle - length / 2, rear}, {middle - length / 2, rear - 6}, 0.15, Ink::Grey);
    d.line({middle + length / 2, rear}, {middle + length / 2, rear - 6}, 0.15, Ink::Grey);
    d.line({middle, rear}, {middle, rear + 2}, 0.2);
    d.text({middle, rear + 4.6}, "rear edge, " + mm(width) + " mm: " + family_for(width, 6) + " in the middle", 2.0, TextAlign::Centre,
           std::max(width, 34.0));
    items.push_back(std::move(item));
  }
  return items;
}

std::vector<std::string> strip_how_to() {
  return {
      "Print at 100 % on matt paper or thin card and check the 200 mm lines. Knife and ruler: cut the columns from top to bottom, then each "
      "ribbon across, rather into the black than into the white. Score along the dashed marks and fold twice, away from you. The first fold "
      "lies on the rear edge of the base, so a strip cannot be glued the wrong way round: code on top, name behind, number and the arrow to "
      "the front underneath.",
      "Keep the code free: figures may touch its front edge but not stand on it. No varnish, or matt varnish. Paint nothing white beside it."};
}

SheetItem folding_picture() {
  SheetItem item{"", 176, 34, {}, false};
  Drawing& d = item.drawing;
  // No code word stands here: a camera must not read the picture.
  const auto dummy = [&](double x, double y, double w, double h) {
    d.fill_rect(x, y, w, h, Ink::Grey);
    d.rect(x, y, w, h, 0.3);
    d.text({x + w / 2, y + h / 2 + 0.8}, "code", 2.4, TextAlign::Centre);
  };
  d.text({0, 4}, "1  cut, fold away from you twice", 3.2);
  dummy(4, 8, 38, 6);
  d.line({1, 14}, {45, 14}, 0.15, Ink::Black, true);
  d.line({1, 17}, {45, 17}, 0.15, Ink::Black, true);
  d.rect(4, 14, 38, 12, 0.15, Ink::Grey);
  d.text({23, 16.3}, "name", 2, TextAlign::Centre);
  d.text({23, 22.3}, "number, name, front", 2, TextAlign::Centre);
  d.text({60, 4}, "2  glue on, behind and under the base", 3.2);
  d.fill_rect(66, 18, 34, 2.6, Ink::Grey);
  d.rect(66, 18, 34, 2.6, 0.2);
  for (const double x : {72.0, 81.0}) d.rect(x, 9, 5, 9, 0.2);
  d.line({91, 17.4}, {100.7, 17.4}, 0.8);
  d.line({100.7, 17.4}, {100.7, 21.2}, 0.8);
  d.line({100.7, 21.2}, {90, 21.2}, 0.8);
  d.text({62, 16.6}, "front", 2.2, TextAlign::Centre);
  d.text({96, 15.6}, "code", 2.2, TextAlign::Centre);
  d.text({102, 20}, "name", 2.2);
  d.text({95, 25}, "number and arrow", 2.2, TextAlign::Centre);
  d.text({124, 4}, "3  seen from above", 3.2);
  d.rect(128, 8, 38, 18, 0.2);
  dummy(128, 20, 38, 6);
  d.fill_polygon({{144, 15}, {150, 15}, {147, 10}});
  d.text({152, 14}, "front", 2.4);
  d.text({147, 18.6}, "miniatures here", 2.2, TextAlign::Centre);
  d.text({0, 32}, "Bases of 1.5 to 3 mm: the wall takes up the difference. Nothing that matters is on the waste.", 2.6);
  return item;
}

std::vector<std::string> ring_how_to() {
  return {"Print at 100 % on matt paper or thin card. Cut round the outer black edge, then along the dashed inner circle.",
          "Glue the ring flat on the rim of the round base, the word front under the figure's front. Figures stay inside the ring."};
}

StripChoice choose_strip(const Footprint& base, const CameraSharpness& camera, double most_depth_mm) {
  const double scale = camera.px_per_mm;
  std::array<char, 96> seen{};
  std::snprintf(seen.data(), seen.size(), "at %.2f px per mm and a blur of %.1f px, ", scale, camera.psf_px);
  const std::string at = seen.data();
  if (base.outline == Outline::Circle) {
    const double d = base.frontage.mm();
    const char* ring = d >= 40 ? "RING40" : d >= 32 ? "RING32" : d >= 28.4 ? "RING28" : d >= 25 ? "RING25" : "";
    if (*ring == 0) return {"", "a round base under 25 mm has no room for a ring: use a disc or a tail tab"};
    if (scale < 0.8) return {"", at + "a ring's teeth are under 1.6 px: use a disc or tail tab"};
    return {ring, at + "the teeth of the ring are " + mm(std::round(20.6 * scale) / 10) + " px"};
  }
  if (base.frontage.mm() < 20) return {"", "a rear edge under 20 mm has no room for a strip: use a tail tab"};
  if (scale < 0.75) return {"", at + "a strip's rows are under a pixel: bring the camera nearer or use tail tabs"};
  const bool fine = scale >= 1.5;
  if (fine) {
    const double depth = std::min(most_depth_mm, 4.0);
    if (depth < 4) return {"", "less than 4 mm of rear edge: use a tail tab"};
    return {family_for(base.frontage.mm(), 4), at + "4 mm are enough: the spine is " + mm(std::round(10.7 * scale) / 10) + " px wide"};
  }
  if (most_depth_mm >= 6)
    return {family_for(base.frontage.mm(), 6), at + "6 mm are needed: the spine is " + mm(std::round(16 * scale) / 10) + " px wide"};
  // Recall of STRIP40x5 by blur: vision/detect/strips/FIGURES.md.
  constexpr double kSoft = 0.85, kTooSoft = 1.1;
  if (most_depth_mm < 5) return {"", at + "a strip under 5 mm cannot be read: use a tail tab"};
  if (camera.psf_px > kTooSoft) return {"", at + "a strip under 6 mm cannot be read: use a tail tab"};
  if (camera.psf_px > kSoft)
    return {family_for(base.frontage.mm(), 5), at + "some 5 mm strips are not read until the base moves: 6 mm are better"};
  return {family_for(base.frontage.mm(), 5), at + "5 mm are just enough in a sharp picture"};
}

CameraSharpness sharpness_over(Length table_width, Length table_depth, int picture_width, int picture_height, double psf_px) {
  constexpr double kUsed = 0.98;  // of the picture; a rim stays free
  return {kUsed * std::min(picture_width / table_width.mm(), picture_height / table_depth.mm()), psf_px};
}

CameraSharpness sharpness_of(const Camera& camera, bool pose_known, Length table_width, Length table_depth, double psf_px) {
  if (!pose_known) return sharpness_over(table_width, table_depth, camera.lens.width, camera.lens.height, psf_px);
  vision::StripPlane plane;
  plane.camera = camera;
  return {plane.scale(camera.lens.width, camera.lens.height), psf_px};
}

Result<BaseMark> mark_base(const Footprint& base, MarkerId marker, const CameraSharpness& camera, double most_depth_mm, double tab_mm,
                           double height_mm) {
  const StripChoice choice = choose_strip(base, camera, most_depth_mm);
  if (choice.family.empty()) return BaseMark{tail_tab(base, marker, tab_mm), choice.reason};
  const auto layout = vision::strip_layout(choice.family);
  const auto book = layout ? vision::load_book(layout->book) : Result<vision::CodeBook>(layout.error());
  if (!book) return book.error();
  if (marker.number < 0 || marker.number >= static_cast<int>(book->words.size())) {
    return InputError{"marker " + std::to_string(marker.number) + ": " + choice.family + " has the numbers 0 to " +
                      std::to_string(book->words.size() - 1) + "; give another number, or squares (--mount tail25)"};
  }
  auto mount = strip_mount(base, choice.family, marker, height_mm);
  if (!mount) return BaseMark{tail_tab(base, marker, tab_mm), mount.error().line};
  return BaseMark{std::move(*mount), choice.reason};
}

}  // namespace polemarch::calibration
