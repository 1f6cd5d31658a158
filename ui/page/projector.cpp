#include "ui/page/projector.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "ui/page/glyphs.hpp"
#include "ui/page/table_labels.hpp"
#include "ui/palette.hpp"
#include "ui/shapes.hpp"

namespace polemarch::ui::page {

namespace {

constexpr Paint kBlack{0, 0, 0, 255}, kWhite{255, 255, 255, 255}, kQuiet{0x9A, 0xA6, 0xB0, 255};
constexpr Paint kSelected{0xFF, 0xF3, 0x4A, 255}, kAllowed{0x2B, 0xFF, 0xB0, 255}, kCorner{0x51, 0x60, 0x6E, 255},
    kRefused{0xFF, 0x8A, 0xCB, 255};
constexpr Paint kSideA{0x6C, 0xC8, 0xFF, 255}, kSideB{0xFF, 0x9A, 0x4C, 255};
constexpr double kClear = 4;  ///< pixels between a base and the line round it
constexpr double kWords = 34, kNeed = 40, kAside = 24;

Paint line_of(Side side) { return side == Side::A ? kSideA : kSideB; }

struct Beam {
  Pen& pen;
  const std::function<Px(Vec2)>& place;

  std::vector<Px> points(const std::vector<Vec2>& table) const {
    std::vector<Px> out;
    for (const Vec2 p : table) out.push_back(place(p));
    return out;
  }
  void path(const std::vector<Px>& points, bool closed, Paint paint, double width) const {
    for (std::size_t i = 0; i + (closed ? 0 : 1) < points.size(); ++i) pen.line(points[i], points[(i + 1) % points.size()], paint, width);
  }
  void dashed(const std::vector<Px>& points, bool closed, Paint paint, double width) const {
    Outline outline{{}, closed, false};
    for (const Px p : points) outline.points.push_back({p.x, p.y});
    for (const Segment& dash : dashes(outline, pen.px(16), pen.px(11)))
      pen.line({dash.first.x, dash.first.y}, {dash.second.x, dash.second.y}, paint, width);
  }
  void words(Px middle, const std::string& text, double size, Paint paint, Face face = Face::Bold) const {
    pen.text(middle.x - pen.width_of(text, size, face) / 2, middle.y, text, size, paint, face);
  }
};

/// The corners moved outwards from their middle by `out` pixels.
std::vector<Px> grown(std::vector<Px> corners, double out) {
  Px middle;
  for (const Px p : corners) middle.x += p.x / static_cast<double>(corners.size()), middle.y += p.y / static_cast<double>(corners.size());
  for (Px& p : corners) {
    const double far = std::hypot(p.x - middle.x, p.y - middle.y);
    if (far > 0) p = {p.x + (p.x - middle.x) / far * out * 1.4, p.y + (p.y - middle.y) / far * out * 1.4};
  }
  return corners;
}

void corners_of_table(const Beam& beam, const ViewState& view) {
  const double w = view.scene.width_mm, d = view.scene.depth_mm, leg = std::min(w, d) * 0.04;
  for (const Vec2 corner : {Vec2{0, 0}, {w, 0}, {w, d}, {0, d}}) {
    const double x = corner.x > 0 ? -leg : leg, y = corner.y > 0 ? -leg : leg;
    beam.path(beam.points({{corner.x + x, corner.y}, corner, {corner.x, corner.y + y}}), false, kCorner, 2);
  }
}

bool is_zone(const SceneItem& item) { return item.meaning.starts_with("zoc"); }

/// A zone of boxes falls where the selected unit stands in it or may go into it; the table is no screen, and little light says more.
bool zone_falls(const SceneItem& item, const ViewState& view) {
  if (!has_boxes(view.scene)) return zone_matters(item, view.scene);
  const std::vector<Vec2> zone = outline_of(item, 1.0).points;
  return std::ranges::any_of(view.units,
                             [&](const UnitView& unit) { return unit.unit.text == view.selected && contains(zone, unit.at); }) ||
         std::ranges::any_of(view.offers, [&](const OptionView& offer) {
           return offer.allowed && offer.region.size() == 4 && contains(zone, middle_of(offer.region));
         });
}

/// What of the advice falls on the table.
bool falls(const SceneItem& item, const ViewState& view) {
  if (std::holds_alternative<TextShape>(item.shape)) return false;
  if (is_zone(item)) return zone_falls(item, view);
  return item.meaning.starts_with("sight") || item.meaning == "arc_of_fire" || item.meaning == "range_band" ||
         item.meaning == "proximity" || item.meaning == "command_range" || item.meaning == "charge_reach" || item.meaning == "rout_path" ||
         item.meaning == "evade_to";
}

/// Whose zone, arc or range falls on the table, and who is spoken of in a tip.
std::set<UnitId> spoken_of(const ViewState& view) {
  std::set<UnitId> units;
  if (view.tip) units.insert(view.tip->at);
  for (const SceneItem& item : view.scene.items)
    if (!item.about.empty() && falls(item, view)) units.insert({item.about});
  return units;
}

/// Zones, arcs, ranges and sight, by line and hatching alone.
void advice(const Beam& beam, const ViewState& view, double px_per_mm) {
  for (const SceneItem& item : view.scene.items) {
    if (!falls(item, view)) continue;
    const bool zone = is_zone(item);
    const Outline outline = outline_of(item, 1.0);
    const Colour c = colour_of(item.tone, Ground::Black);
    Paint paint{c.r, c.g, c.b, 255};
    if (zone)  // whose it is
      for (const UnitView& unit : view.units)
        if (unit.unit.text == item.about) paint = line_of(unit.side);
    const bool hatched = item.pattern == Pattern::HatchLeft || item.pattern == Pattern::HatchRight || item.pattern == Pattern::CrossHatch;
    if (hatched) {
      for (const double angle : {45.0, 135.0}) {
        if (angle > 90 ? item.pattern == Pattern::HatchRight : item.pattern == Pattern::HatchLeft) continue;
        for (const Segment& line : hatching(outline.points, 26 / std::max(0.1, px_per_mm), angle))
          beam.pen.line(beam.place(line.first), beam.place(line.second), paint, 3);
      }
    } else if (item.pattern == Pattern::Solid) {
      beam.path(beam.points(outline.points), outline.closed, paint, 5);
    } else {
      beam.dashed(beam.points(outline.points), outline.closed, paint, 5);
    }
  }
}

/// Corners round the places the orders of the page lead to.
void places(const Beam& beam, const ViewState& view) {
  for (const OptionView& offer : view.offers) {
    if (!offer.allowed || offer.region.size() != 4 || offer.key.empty() || offer.key[0] == '#') continue;
    const std::vector<Px> corners = grown(beam.points(offer.region), -beam.pen.px(6));  // places side by side do not run together
    for (std::size_t i = 0; i < 4; ++i)
      for (const Px there : {corners[(i + 1) % 4], corners[(i + 3) % 4]}) {
        const Px here = corners[i];
        beam.pen.line(here, {here.x + (there.x - here.x) * 0.26, here.y + (there.y - here.y) * 0.26}, kAllowed, 6);
      }
  }
}

/// What has to be thrown for each, beside a base that stands there.
void needs(const Beam& beam, const ViewState& view) {
  std::vector<Px> done;
  for (const OptionView& offer : view.offers) {
    if (!offer.allowed || offer.region.size() != 4 || offer.need.empty() || offer.key.empty() || offer.key[0] == '#') continue;
    const Box box = around(beam.points(offer.region));
    Px middle{box.x + box.w / 2, box.y + box.h / 2};
    if (std::any_of(done.begin(), done.end(), [&](Px p) { return std::hypot(p.x - middle.x, p.y - middle.y) < 4; })) continue;
    done.push_back(middle);
    const bool taken = std::any_of(view.units.begin(), view.units.end(),
                                   [&](const UnitView& unit) { return unit.on_table && contains(offer.region, unit.at); });
    if (taken) middle.y = box.y + beam.pen.px(22);
    beam.words(middle, offer.need, taken ? kAside : kNeed, kWhite);
  }
}

void unit_outline(const Beam& beam, const UnitView& unit, Paint paint, double width) {
  const std::vector<Px> corners = grown(beam.points(unit.outline), beam.pen.px(kClear + width / 2));
  beam.path(corners, true, paint, width);
  const Px left = corners[0], right = corners[1];
  const double wide = std::hypot(right.x - left.x, right.y - left.y);
  if (wide < 1) return;
  const Px along{(right.x - left.x) / wide, (right.y - left.y) / wide}, ahead{along.y, -along.x};
  const Px at{(left.x + right.x) / 2, (left.y + right.y) / 2};
  const double half = beam.pen.px(13), high = beam.pen.px(14);
  beam.pen.poly({{at.x - along.x * half, at.y - along.y * half},
                 {at.x + ahead.x * high, at.y + ahead.y * high},
                 {at.x + along.x * half, at.y + along.y * half}},
                paint);
}

/// The sentence of what is to be done, once for each seat and turned to it; of whoever is asked, though it be the other side's turn.
void sentences(const Beam& beam, const ViewState& view, double width, double height) {
  const bool asked = view.question && !view.question->aside;
  std::optional<Side> who = view.to_play;
  for (const Side side : {Side::A, Side::B})
    if (asked && view.question->who == view.side_names[side == Side::A ? 0 : 1]) who = side;
  std::string words = who ? view.side_names[who == Side::A ? 0 : 1] : std::string();
  std::string moment = view.moment;
  if (!words.empty() && !moment.empty() && moment[0] >= 'A' && moment[0] <= 'Z')  // "Rome, turn 1"
    moment[0] = static_cast<char>(moment[0] - 'A' + 'a');
  if (!moment.empty()) words += (words.empty() ? "" : ", ") + moment;
  std::string todo = asked ? view.question->text : view.call;
  if (!todo.empty() && todo[0] >= 'a' && todo[0] <= 'z') todo[0] = static_cast<char>(todo[0] - 'a' + 'A');
  if (!todo.empty()) words += (words.empty() ? "" : ". ") + todo;
  words = beam.pen.fitted(words, width * 0.8, kWords, Face::Bold);
  const double wide = beam.pen.width_of(words, kWords, Face::Bold), low = height - beam.pen.px(52), high = beam.pen.px(52);
  const auto ink = [&](Side side) { return !who || *who == side ? kWhite : kQuiet; };
  beam.pen.text((width - wide) / 2, low, words, kWords, ink(Side::A), Face::Bold);
  beam.pen.text_turned((width + wide) / 2, high, words, kWords, ink(Side::B), Face::Bold);
}

}  // namespace

Page projector_page(const ViewState& view, double width, double height, const std::function<Px(Vec2)>& place, const Measure& measure) {
  Page page{width, height, kBlack, {0, 0, width, height}, {}, {}, {}};
  Pen pen(page, dark_theme(), measure, height / 1080.0, view.type_scale);
  const Beam beam{pen, place};
  const Px a = place({0, 0}), b = place({view.scene.width_mm, 0});
  const double px_per_mm = view.scene.width_mm > 0 ? std::hypot(b.x - a.x, b.y - a.y) / view.scene.width_mm : 1.0;
  corners_of_table(beam, view);
  advice(beam, view, px_per_mm);
  places(beam, view);
  for (const UnitView& unit : view.units)  // no light on miniatures
    if (unit.on_table && unit.outline.size() == 4) pen.poly(grown(beam.points(unit.outline), pen.px(kClear)), kBlack);
  for (const SceneItem& item : view.scene.items) {
    if (item.meaning != "ghost" && item.meaning != "ordered") continue;
    const Outline outline = outline_of(item, 1.0);
    const auto owner = std::find_if(view.units.begin(), view.units.end(), [&](const UnitView& unit) {
      return item.about == unit.unit.text || item.about.starts_with(unit.unit.text + ".");
    });
    beam.dashed(beam.points(outline.points), outline.closed, owner == view.units.end() ? kWhite : line_of(owner->side), 5);
    if (item.label.empty() || outline.points.empty()) continue;
    const Box box = around(beam.points(outline.points));
    beam.words({box.x + box.w / 2, box.y + box.h + pen.px(22)}, item.label, kAside, kWhite);
  }
  for (const SceneItem& item : view.scene.items)
    if (item.meaning.starts_with("refused")) beam.dashed(beam.points(outline_of(item, 1.0).points), true, kRefused, 6);
  needs(beam, view);
  const std::set<UnitId> outlined = spoken_of(view);
  for (const UnitView& unit : view.units) {
    if (!unit.on_table || unit.outline.size() != 4) continue;
    if (unit.unit.text == view.selected) {
      unit_outline(beam, unit, kSelected, 8);
    } else if (outlined.contains(unit.unit)) {
      unit_outline(beam, unit, line_of(unit.side), 5);
      const Box box = around(beam.points(unit.outline));
      if (!unit.marks.empty())
        draw_glyph(pen, unit.marks.front().glyph, {box.x + box.w, box.y - pen.px(40)}, pen.px(32), line_of(unit.side));
    }
  }
  sentences(beam, view, width, height);
  return page;
}

}  // namespace polemarch::ui::page
