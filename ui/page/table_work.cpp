/// What is still to be done by hand and the order that waits for its throw: ghosts in their side's dashes, arrows with their distance,
/// names and ticks on the bases of a body that moves, crosses over what goes off the table.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "ui/page/glyphs.hpp"
#include "ui/page/plates.hpp"
#include "ui/page/table_labels.hpp"
#include "ui/shapes.hpp"

namespace polemarch::ui::page {

namespace {

constexpr Paint kWorkCasing{0x0A, 0x0E, 0x12, 235}, kWorkWhite{0xF4, 0xF2, 0xEC, 255};

const UnitView* owner_of(const ViewState& view, const std::string& about) {
  const UnitView* found = nullptr;
  for (const UnitView& unit : view.units)
    if (about == unit.unit.text || about.starts_with(unit.unit.text + ".")) found = &unit;
  return found;
}

bool is_ghost(const SceneItem& item) {
  const auto* polygon = std::get_if<Polygon>(&item.shape);
  const bool closed = std::holds_alternative<Circle>(item.shape) || (polygon != nullptr && polygon->closed && !polygon->filled);
  return closed && (item.meaning == "ghost" || item.meaning == "ordered");
}

Paint side_paint(const Pen& pen, const ViewState& view, const SceneItem& item) {
  const bool pictured = view.picture.image && view.show_picture;
  const Theme& theme = pictured ? dark_theme() : pen.theme();
  if (item.tone == Tone::SideA || item.tone == Tone::SideB) return theme.line(item.tone == Tone::SideA ? Side::A : Side::B);
  const UnitView* unit = owner_of(view, item.about);
  return unit == nullptr ? theme.second : theme.line(unit->side);
}

void ghost(Pen& pen, const ViewState& view, const TableFit& fit, const SceneItem& item) {
  const std::vector<Px> corners = on_page(fit, outline_of(item, 1.0).points);
  Outline round{{}, true, false};
  for (const Px p : corners) round.points.push_back({p.x, p.y});
  if (!view.light || (view.picture.image && view.show_picture))
    for (std::size_t i = 0; i < corners.size(); ++i) pen.line(corners[i], corners[(i + 1) % corners.size()], kWorkCasing, 6);
  const Paint paint = side_paint(pen, view, item);
  for (const Segment& dash : dashes(round, pen.px(9), pen.px(6)))
    pen.line({dash.first.x, dash.first.y}, {dash.second.x, dash.second.y}, paint, 3);
  if (std::holds_alternative<Polygon>(item.shape) && corners.size() == 4)
    front_mark(pen, corners[0], corners[1], std::hypot(corners[2].x - corners[1].x, corners[2].y - corners[1].y), paint);
}

/// Who stands where no rule lets it, with the sign of what is not allowed at its front corner; and whom the reason names.
void refused(Pen& pen, const ViewState& view, const TableFit& fit, const SceneItem& item, bool signed_too) {
  const Paint paint = view.picture.image && view.show_picture ? dark_theme().refused : pen.theme().refused;
  const std::vector<Px> corners = on_page(fit, outline_of(item, 1.0).points);
  Outline round{{}, true, false};
  for (const Px p : corners) round.points.push_back({p.x, p.y});
  for (const Segment& dash : dashes(round, pen.px(12), pen.px(7))) {
    const Px from{dash.first.x, dash.first.y}, to{dash.second.x, dash.second.y};
    pen.line(from, to, kWorkCasing, 7);
    pen.line(from, to, paint, 4);
  }
  if (!signed_too || corners.size() != 4) return;
  const double radius = pen.px(15);
  const Px at = corners[1];
  pen.disc(at, 15, kWorkCasing);
  draw_glyph(pen, engine::Glyph::NotAllowed, {at.x - radius * 0.8, at.y - radius * 0.8}, radius * 1.6, dark_theme().refused);
}

/// Where it was put from, in dots.
void trail(Pen& pen, const TableFit& fit, const SceneItem& item) {
  const auto* line = std::get_if<Polygon>(&item.shape);
  if (line == nullptr || line->points.size() != 2) return;
  const Px from = fit.to_px(line->points[0]), to = fit.to_px(line->points[1]);
  pen.line(from, to, kWorkCasing, 8);
  for (const Segment& dot : dashes(Outline{{{from.x, from.y}, {to.x, to.y}}, false, false}, pen.px(4), pen.px(6)))
    pen.line({dot.first.x, dot.first.y}, {dot.second.x, dot.second.y}, kWorkWhite, 3);
}

struct Way {
  Vec2 from, to;
  std::string about, label;
};
/// A shaft is followed by its head, whose first point is the tip.
std::vector<Way> ways_of(const Scene& scene) {
  std::vector<Way> ways;
  for (std::size_t i = 0; i + 1 < scene.items.size(); ++i) {
    const SceneItem &shaft = scene.items[i], &head = scene.items[i + 1];
    if (shaft.meaning != "owed" && shaft.meaning != "ordered") continue;
    const auto *line = std::get_if<Polygon>(&shaft.shape), *tip = std::get_if<Polygon>(&head.shape);
    if (line == nullptr || tip == nullptr || line->closed || line->points.size() != 2 || !tip->filled || tip->points.size() != 3) continue;
    ways.push_back({line->points[0], tip->points[0], shaft.about, shaft.label});
  }
  return ways;
}

/// On the page, from its foot to its tip.
struct Shaft {
  Px from;
  Px along;
  double length = 0, head = 0;
  Px on(double ahead, double side) const { return {from.x + along.x * ahead - along.y * side, from.y + along.y * ahead + along.x * side}; }
};

/// Whom an attack points at: it stands where the arrow ends.
const UnitView* target_of(const ViewState& view, const UnitView* by, Vec2 end) {
  const auto found = std::find_if(view.units.begin(), view.units.end(), [&](const UnitView& one) {
    return &one != by && one.on_table && !one.round && contains(one.outline, end);
  });
  return found == view.units.end() ? nullptr : &*found;
}

/// From where it leaves its unit to where it reaches a ghost or its target, whose name it leaves free. Where that leaves nothing to see,
/// over the gap between the two.
std::optional<Shaft> shaft_of(const Pen& pen, const ViewState& view, const TableFit& fit, const Way& way) {
  constexpr int kSteps = 100;
  const UnitView* unit = owner_of(view, way.about);
  const auto at = [&](int step) {
    const double t = static_cast<double>(step) / kSteps;
    return Vec2{way.from.x + (way.to.x - way.from.x) * t, way.from.y + (way.to.y - way.from.y) * t};
  };
  int first = 0, last = kSteps;
  if (unit != nullptr && unit->on_table)
    for (int step = 0; step <= kSteps; ++step)
      if (contains(unit->outline, at(step))) first = step;
  for (int step = kSteps; step > first; --step)
    if (std::any_of(view.scene.items.begin(), view.scene.items.end(), [&](const SceneItem& item) {
          return is_ghost(item) && owner_of(view, item.about) == unit && contains(outline_of(item, 1.0).points, at(step));
        }))
      last = step;
  const UnitView* target = last == kSteps ? target_of(view, unit, way.to) : nullptr;
  for (int step = kSteps; step > first && target != nullptr; --step)
    if (contains(target->outline, at(step))) last = step;
  Px a = fit.to_px(at(first)), b = fit.to_px(at(last));
  double length = std::hypot(b.x - a.x, b.y - a.y);
  if (const double least = pen.px(28); target != nullptr && length < least) {
    const Px from = fit.to_px(way.from), to = fit.to_px(way.to), middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
    const double whole = std::hypot(to.x - from.x, to.y - from.y), share = whole > 0 ? least / 2 / whole : 0;
    const Px half{(to.x - from.x) * share, (to.y - from.y) * share};
    a = {middle.x - half.x, middle.y - half.y}, b = {middle.x + half.x, middle.y + half.y};
    length = least;
  } else if (length < pen.px(20)) {
    a = fit.to_px(way.from), b = fit.to_px(way.to);
    length = std::hypot(b.x - a.x, b.y - a.y);
  }
  if (length < 2) return std::nullopt;
  return Shaft{a, {(b.x - a.x) / length, (b.y - a.y) / length}, length, std::min(pen.px(14), length * 0.6)};
}

void arrow(Pen& pen, const Shaft& shaft) {
  const double half = shaft.head * 0.64, neck = shaft.length - shaft.head, out = pen.px(3), behind = neck - pen.px(2);
  pen.line(shaft.from, shaft.on(shaft.length - shaft.head * 0.5, 0), kWorkCasing, 8);
  pen.poly({shaft.on(shaft.length + out, 0), shaft.on(behind, half + out), shaft.on(behind, -half - out)}, kWorkCasing);
  pen.line(shaft.from, shaft.on(shaft.length - shaft.head * 0.5, 0), kWorkWhite, 4);
  pen.poly({shaft.on(shaft.length, 0), shaft.on(neck, half), shaft.on(neck, -half)}, kWorkWhite);
}

/// How far it is, in the arrow.
void distance(Pen& pen, const Shaft& shaft, const Way& way, LabelBoard& board) {
  if (way.label.empty()) return;
  const double width = pen.width_of(way.label, 16, Face::Bold) + pen.px(14), height = pen.px(26);
  const Px middle = shaft.on((shaft.length - shaft.head) / 2, 0);
  const auto place = board.place({middle.x - width / 2, middle.y - height / 2, width, height}, pen.px(1));
  if (!place) return;
  pen.rect(*place, kWorkCasing, {}, 1, 4);
  pen.text(place->x + pen.px(7), place->y + height / 2, way.label, 16, kWorkWhite, Face::Bold);
}

/// The name of a base of a body that is being put elsewhere, with a tick where it stands already.
void base_name(Pen& pen, const TableFit& fit, const SceneItem& item, bool there, LabelBoard& board, bool named = true) {
  const Box box = around(on_page(fit, outline_of(item, 1.0).points));
  const double tick = there ? pen.px(20) : 0, width = pen.width_of(item.about, 14, Face::Bold) + pen.px(10) + tick, height = pen.px(20);
  const Px middle{box.x + box.w / 2, box.y + box.h / 2};
  const bool room = named && width <= box.w && height <= box.h && board.table().contains(middle);
  const Box chip = room ? Box{middle.x - width / 2, middle.y - height / 2, width, height}
                        : Box{box.x + box.w - tick - pen.px(2), middle.y - height / 2, tick, height};
  if (!room && !there) return;
  if (room) {
    pen.rect(chip, kWorkCasing, {}, 1, 3);
    pen.text(chip.x + pen.px(5), middle.y, item.about, 14, kWorkWhite, Face::Bold);
  }
  if (!there) return;
  const double x = chip.x + chip.w - tick, cx = x + tick / 2;
  pen.rect({x, chip.y, tick, height}, dark_theme().allowed, {}, 1, 3);
  pen.line({cx - pen.px(5), middle.y}, {cx - pen.px(1.5), middle.y + pen.px(4)}, kWorkCasing, 2.5);
  pen.line({cx - pen.px(1.5), middle.y + pen.px(4)}, {cx + pen.px(5), middle.y - pen.px(4)}, kWorkCasing, 2.5);
}

void names_and_ticks(Pen& pen, const ViewState& view, const TableFit& fit, LabelBoard& board) {
  const auto owed = [&](const UnitView* unit) {
    return unit != nullptr &&
           std::any_of(view.owed.begin(), view.owed.end(), [&](const OwedView& one) { return one.unit == unit->unit && !one.removed; });
  };
  const auto there = [&](const std::string& base) {
    return std::any_of(view.scene.items.begin(), view.scene.items.end(),
                       [&](const SceneItem& item) { return item.meaning == "in_place" && item.about == base; });
  };
  std::map<const UnitView*, int> bases;
  for (const SceneItem& item : view.scene.items)
    if (item.meaning == "base") ++bases[owner_of(view, item.about)];
  for (const SceneItem& item : view.scene.items) {
    if (item.meaning != "base" || bases[owner_of(view, item.about)] < 2) continue;
    const bool ticked = there(item.about);
    if (ticked || owed(owner_of(view, item.about))) base_name(pen, fit, item, ticked, board);
  }
  for (const SceneItem& item : view.scene.items)  // a unit of one base
    if (item.meaning == "base" && bases[owner_of(view, item.about)] < 2 && there(item.about)) base_name(pen, fit, item, true, board, false);
}

}  // namespace

void draw_ways(Pen& pen, const ViewState& view, const TableFit& fit) {
  for (const Way& way : ways_of(view.scene))
    if (const auto shaft = shaft_of(pen, view, fit, way)) arrow(pen, *shaft);
  std::set<std::string> signed_units;
  for (const SceneItem& item : view.scene.items) {
    if (item.meaning == "trail") trail(pen, fit, item);
    if (item.meaning.starts_with("refused"))
      refused(pen, view, fit, item, item.meaning == "refused" && signed_units.insert(item.about).second);
  }
}

void draw_work(Pen& pen, const ViewState& view, const TableFit& fit, LabelBoard& board) {
  for (const SceneItem& item : view.scene.items) {
    if (is_ghost(item)) ghost(pen, view, fit, item);
    const auto* stroke = std::get_if<Polygon>(&item.shape);
    if (item.meaning != "to_remove" || stroke == nullptr || stroke->points.size() != 2) continue;
    const Px a = fit.to_px(stroke->points[0]), b = fit.to_px(stroke->points[1]);
    pen.line(a, b, kWorkCasing, 9);
    pen.line(a, b, kWorkWhite, 5);
  }
  for (const Way& way : ways_of(view.scene))
    if (const auto shaft = shaft_of(pen, view, fit, way)) distance(pen, *shaft, way, board);
  names_and_ticks(pen, view, fit, board);
  if (!view.question || !view.question->odds || view.question->odds->need.empty()) return;
  for (const SceneItem& item : view.scene.items) {  // what the order needs, where it leads
    if (item.meaning != "ordered" || !is_ghost(item)) continue;
    const Box box = around(on_page(fit, outline_of(item, 1.0).points));
    const std::string& need = view.question->odds->need;
    const double width = need_width(pen, need), height = pen.px(32);
    const auto place = board.place({box.x + (box.w - width) / 2, box.y - height - pen.px(14), width, height}, pen.px(1));
    if (place) draw_need(pen, place->x, place->y + height / 2, need, view.question->odds->cards);
    return;
  }
}

}  // namespace polemarch::ui::page
