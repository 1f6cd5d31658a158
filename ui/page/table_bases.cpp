/// Bases and leaders' tokens: who they are by plate and line, where they face by a triangle on the front edge.
#include <algorithm>
#include <cmath>
#include <map>

#include "ui/page/glyphs.hpp"
#include "ui/page/table_labels.hpp"
#include "ui/shapes.hpp"

namespace polemarch::ui::page {

namespace {

constexpr Paint kCasing{0x0A, 0x0E, 0x12, 235};

struct BaseShape {
  std::vector<Px> corners;  ///< front-left, front-right, rear-right, rear-left; of a round base points round it
  Px centre, front;         ///< middle of it and of its front edge
  double radius = 0;        ///< of a round one, pixels; else 0
  std::optional<Side> side;
  bool hidden = false;
};

Px between(Px a, Px b, double share = 0.5) { return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share}; }
double apart(Px a, Px b) { return std::hypot(b.x - a.x, b.y - a.y); }

/// A unit's name and its place in ViewState::units: of two moments side by side each has one of that name.
using Owner = std::pair<std::string, std::size_t>;

/// Whose a base is that stands there: the unit's of that name, of several the one that is nearest.
Owner owner_of(const ViewState& view, const TableFit& fit, const std::string& name, Px centre) {
  std::size_t owner = view.units.size();
  double nearest = 0;
  for (std::size_t i = 0; i < view.units.size(); ++i) {
    if (view.units[i].unit.text != name) continue;
    const double away = view.units[i].on_table ? apart(fit.to_px(view.units[i].at), centre) : 1e9;
    if (owner < view.units.size() && away >= nearest) continue;
    owner = i, nearest = away;
    if (!view.replay || !view.replay->pinned) break;  // one moment has one of each name
  }
  return {name, owner};
}

/// Bases of each unit, as the scene has them: a base, then its front, which names the unit.
std::map<Owner, std::vector<BaseShape>> bases_of(const ViewState& view, const TableFit& fit) {
  std::map<Owner, std::vector<BaseShape>> units;
  const std::vector<SceneItem>& items = view.scene.items;
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const SceneItem& item = items[i];
    if (item.meaning != "base" && item.meaning != "base_hidden") continue;
    BaseShape base;
    for (const Vec2 p : outline_of(item, 1.0).points) base.corners.push_back(fit.to_px(p));
    if (base.corners.size() < 4) continue;
    if (item.tone == Tone::SideA || item.tone == Tone::SideB) base.side = item.tone == Tone::SideA ? Side::A : Side::B;
    base.hidden = item.meaning == "base_hidden";
    if (const auto* round = std::get_if<Circle>(&item.shape)) {
      base.centre = fit.to_px(round->centre);
      base.radius = round->radius_mm * fit.scale;
      base.front = base.centre;
    } else {
      base.front = between(base.corners[0], base.corners[1]);
      base.centre = between(base.corners[0], base.corners[2]);
    }
    units[owner_of(view, fit, items[i + 1].about, base.centre)].push_back(std::move(base));
  }
  return units;
}

/// Each side half a width longer at both ends, so that the corners are whole.
void outline(Pen& pen, const std::vector<Px>& points, Paint paint, double width) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Px a = points[i], b = points[(i + 1) % points.size()];
    const double length = apart(a, b);
    if (length < 0.5) continue;
    const Px more{(b.x - a.x) / length * pen.px(width) / 2, (b.y - a.y) / length * pen.px(width) / 2};
    pen.line({a.x - more.x, a.y - more.y}, {b.x + more.x, b.y + more.y}, paint, width);
  }
}

/// The four corners moved inwards by `in` pixels.
std::vector<Px> inset(const std::vector<Px>& corners, double in) {
  const double wide = apart(corners[0], corners[1]), deep = apart(corners[1], corners[2]);
  if (wide <= 2 * in || deep <= 2 * in) return {};
  const Px along{(corners[1].x - corners[0].x) / wide * in, (corners[1].y - corners[0].y) / wide * in};
  const Px back{(corners[2].x - corners[1].x) / deep * in, (corners[2].y - corners[1].y) / deep * in};
  return {{corners[0].x + along.x + back.x, corners[0].y + along.y + back.y},
          {corners[1].x - along.x + back.x, corners[1].y - along.y + back.y},
          {corners[2].x - along.x - back.x, corners[2].y - along.y - back.y},
          {corners[3].x + along.x - back.x, corners[3].y + along.y - back.y}};
}

/// True where every base can be reached from the first over bases that stand near each other, as far apart as open order has them.
bool stand_together(const std::vector<BaseShape>& bases) {
  constexpr double kOpenOrder = 2.2;  // centres apart, in half diagonals of both
  const auto half = [](const BaseShape& base) { return apart(base.corners[0], base.corners[2]) / 2; };
  std::vector<bool> reached(bases.size(), false);
  std::vector<std::size_t> todo{0};
  for (reached[0] = true; !todo.empty();) {
    const BaseShape& from = bases[todo.back()];
    todo.pop_back();
    for (std::size_t i = 0; i < bases.size(); ++i)
      if (!reached[i] && apart(from.centre, bases[i].centre) <= kOpenOrder * (half(from) + half(bases[i])))
        reached[i] = true, todo.push_back(i);
  }
  return std::all_of(reached.begin(), reached.end(), [](bool one) { return one; });
}

/// True where all bases of a unit face one way and stand together: they are one body.
bool one_body(const std::vector<BaseShape>& bases) {
  const auto facing = [](const BaseShape& base) { return std::atan2(base.front.y - base.centre.y, base.front.x - base.centre.x); };
  return std::all_of(bases.begin(), bases.end(),
                     [&](const BaseShape& base) {
                       return base.radius == 0 && base.corners.size() == 4 &&
                              std::abs(std::remainder(facing(base) - facing(bases.front()), 6.283185307179586)) < 0.02;
                     }) &&
         stand_together(bases);
}

void token(Pen& pen, const BaseShape& base, const UnitView* unit, bool selected) {
  const double radius = token_radius(pen, base.radius) / pen.px(1);
  const Side side = base.side.value_or(Side::A);
  pen.disc(base.centre, radius + 2, kCasing);
  pen.disc(base.centre, radius, pen.theme().plate(side), selected ? pen.theme().selected : Paint{0xFF, 0xFF, 0xFF, 255},
           selected ? 5 : 2.5);
  if (unit == nullptr) return;
  const double size = pen.px(radius * 1.2);
  for (const engine::StateMark& mark : unit->marks)
    if (mark.glyph == engine::Glyph::General || mark.glyph == engine::Glyph::SeniorGeneral || mark.glyph == engine::Glyph::Hero) {
      draw_glyph(pen, mark.glyph, {base.centre.x - size / 2, base.centre.y - size / 2}, size, pen.theme().ink_on(side));
      return;
    }
}

void base_of_side(Pen& pen, const BaseShape& base, bool pictured, bool alone) {
  const Theme& theme = pen.theme();
  const Side side = base.side.value_or(Side::A);
  const double least = std::min(apart(base.corners[0], base.corners[1]), apart(base.corners[1], base.corners[2]));
  const double width = least < pen.px(24) ? 1.5 : 3;
  const Paint line = pictured ? dark_theme().line(side) : theme.line(side);
  if (pictured) outline(pen, base.corners, kCasing, width + 4);
  if (base.hidden) {
    pen.poly(base.corners, Paint{0x0A, 0x0E, 0x12, 140});
    Outline round{{}, true, false};
    for (const Px p : base.corners) round.points.push_back({p.x, p.y});
    for (const Segment& dot : dashes(round, pen.px(3), pen.px(6)))
      pen.line({dot.first.x, dot.first.y}, {dot.second.x, dot.second.y}, line, width);
    return;
  }
  if (!pictured) pen.poly(base.corners, base.side ? theme.plate(side) : theme.third);
  outline(pen, base.corners, line, width);
  if (side == Side::B && alone && least >= pen.px(30))
    if (const auto inner = inset(base.corners, pen.px(pictured ? 5 : 4.5)); !inner.empty())
      outline(pen, inner, pictured ? line : theme.ink_b, 1.5);
}

/// Who stands on the bases: rows of dots for foot, a stroke for the mounted.
void troops(Pen& pen, const ViewState& view, const TableFit& fit) {
  for (const SceneItem& item : view.scene.items) {
    const auto* line = std::get_if<Polygon>(&item.shape);
    if (item.meaning != "troops" || line == nullptr || line->points.size() != 2) continue;
    const Px from = fit.to_px(line->points[0]), to = fit.to_px(line->points[1]);
    const double length = apart(from, to), width = std::max(item.width_mm * fit.scale, pen.px(1.5));
    const Paint ink = pen.theme().ink_on(item.tone == Tone::OnSideB ? Side::B : Side::A);
    if (item.pattern == Pattern::Solid) {
      pen.line(from, to, ink, width / pen.px(1));
      continue;
    }
    const int dots = std::max(2, static_cast<int>(length / (2.6 * width)));
    for (int i = 0; i < dots; ++i) pen.disc(between(from, to, (i + 0.5) / dots), 0.5 * width / pen.px(1), ink);
  }
}

}  // namespace

void front_mark(Pen& pen, Px left, Px right, double depth, Paint paint) {
  const double wide = apart(left, right);
  if (wide < 1) return;
  const double high = std::min(pen.px(10), depth * 0.5), half = std::min(high * 0.9, wide * 0.4);
  const Px along{(right.x - left.x) / wide, (right.y - left.y) / wide}, ahead{along.y, -along.x}, at = between(left, right);
  const auto point = [&](double side, double out) {
    return Px{at.x + along.x * side + ahead.x * out, at.y + along.y * side + ahead.y * out};
  };
  pen.poly({point(-half - pen.px(3), pen.px(-1)), point(0, high + pen.px(4)), point(half + pen.px(3), pen.px(-1))}, kCasing);
  pen.poly({point(-half, pen.px(1)), point(0, high + pen.px(1)), point(half, pen.px(1))}, paint);
}

double token_radius(const Pen& pen, double base_radius) { return std::clamp(base_radius, pen.px(14), pen.px(19)); }

void draw_bases(Pen& pen, const ViewState& view, const TableFit& fit) {
  const bool pictured = view.picture.image && view.show_picture;
  const auto units = bases_of(view, fit);
  for (const bool tokens : {false, true}) {
    if (tokens) troops(pen, view, fit);
    for (const auto& [owner, bases] : units) {
      const std::string& name = owner.first;
      const UnitView* unit = owner.second < view.units.size() ? &view.units[owner.second] : nullptr;
      const bool selected = name == view.selected;
      const bool picked = std::any_of(view.group.begin(), view.group.end(), [&](const UnitId& one) { return one.text == name; });
      const Paint line =
          pictured ? dark_theme().line(bases.front().side.value_or(Side::A)) : pen.theme().line(bases.front().side.value_or(Side::A));
      for (const BaseShape& base : bases) {
        if ((base.radius > 0) != tokens) continue;
        if (tokens)
          token(pen, base, unit, selected);
        else
          base_of_side(pen, base, pictured, bases.size() == 1);
      }
      if (tokens) continue;
      const bool camp = unit != nullptr && std::any_of(unit->marks.begin(), unit->marks.end(),
                                                       [](const engine::StateMark& one) { return one.glyph == engine::Glyph::Camp; });
      const bool body = bases.size() > 1 && one_body(bases) && unit != nullptr && unit->outline.size() == 4;
      std::vector<Px> round;
      if (body)
        for (const Vec2 p : unit->outline) round.push_back(fit.to_px(p));
      const auto mark = [&](const std::vector<Px>& corners) {
        front_mark(pen, corners[0], corners[1], apart(corners[1], corners[2]), selected ? pen.theme().selected : line);
      };
      if (picked)
        for (const BaseShape& base : bases) outline(pen, base.corners, pen.theme().selected, 3);
      if (selected)
        for (const BaseShape& base : bases)
          if (base.radius == 0) {
            if (!body) outline(pen, base.corners, kCasing, 9);
            outline(pen, base.corners, pen.theme().selected, body ? 2 : 5);
          }
      if (body) {
        if (selected) outline(pen, round, kCasing, 9), outline(pen, round, pen.theme().selected, 5);
        mark(round);
      } else {
        for (const BaseShape& base : bases)
          if (base.radius == 0 && !camp) mark(base.corners);
      }
    }
  }
}

}  // namespace polemarch::ui::page
