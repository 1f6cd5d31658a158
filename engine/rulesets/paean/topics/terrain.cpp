#include "engine/rulesets/paean/topics/terrain.hpp"

#include <algorithm>

#include "engine/geometry/trig.hpp"

namespace polemarch::paean {

using geometry::operator+;
using geometry::operator-;
using geometry::operator*;

bool hides(const Piece& piece) {
  return piece.ground == Ground::Wood || piece.ground == Ground::Hill || piece.ground == Ground::Settlement;
}

bool slows(const Piece& piece) {
  return piece.difficult || piece.ground == Ground::Wood || piece.ground == Ground::Stream || piece.ground == Ground::Settlement ||
         piece.ground == Ground::Difficult;
}

bool unforms(const State& state, const Piece& piece) {
  if (piece.ground == Ground::Wood || piece.ground == Ground::Stream || piece.ground == Ground::Settlement) return true;
  return state.options.other_difficult_unforms && slows(piece);
}

bool covers(const Piece& piece) {
  return piece.ground == Ground::Wood || piece.ground == Ground::Settlement || piece.ground == Ground::Works ||
         piece.ground == Ground::Fortification;
}

geometry::Outline2 outline_of(const Piece& piece) { return geometry::outline_in_mm(piece.outline); }

double slow_stretch(const State& state, Vec2 from, Vec2 to) {
  const double length = geometry::length_of(to - from);
  std::vector<std::pair<double, double>> parts;
  for (const Piece& piece : state.terrain)
    if (slows(piece))
      for (const auto& part : geometry::stretches_inside(outline_of(piece), from, to)) parts.push_back(part);
  std::sort(parts.begin(), parts.end());
  double sum = 0, done = 0;
  for (const auto& [begin, end] : parts) {
    sum += std::max(0.0, end - std::max(begin, done));
    done = std::max(done, end);
  }
  return sum * length;
}

const Piece* hidden_by(const State& state, Vec2 from, Vec2 to) {
  for (const Piece& piece : state.terrain) {
    if (!hides(piece)) continue;
    const geometry::Outline2 outline = outline_of(piece);
    const bool holds = geometry::contains(outline, from) || geometry::contains(outline, to);
    if (!holds && geometry::runs_through(outline, from, to)) return &piece;
    if (!holds || piece.ground == Ground::Hill) continue;
    double inside = 0;  // in a wood or settlement one sees 5 cm (PA-TER-05)
    for (const auto& [begin, end] : geometry::stretches_inside(outline, from, to)) inside += end - begin;
    if (inside * geometry::length_of(to - from) > on_table(state, kSightInCoverCm).mm() + 0.001) return &piece;
  }
  return nullptr;
}

bool in_sight(const State& state, const UnitId& from, const UnitId& to) {
  const auto points = [&](const UnitId& id) {
    std::vector<Vec2> out;
    for (const geometry::Shape& shape : shapes_of(state, id)) {
      out.push_back(shape.centre);
      for (const Vec2 corner : geometry::outline_of(shape, 8)) out.push_back(corner);
    }
    return out;
  };
  const std::vector<Vec2> eyes = points(from), aims = points(to);
  const bool any = std::any_of(state.terrain.begin(), state.terrain.end(), [](const Piece& piece) { return hides(piece); });
  if (!any) return true;
  for (const Vec2 eye : eyes)
    for (const Vec2 aim : aims)
      if (hidden_by(state, eye, aim) == nullptr) return true;
  return false;
}

std::vector<const Piece*> pieces_in(const State& state, const Area& area) {
  std::vector<const Piece*> found;
  for (const Piece& piece : state.terrain) {
    Area round;
    for (const Point p : piece.outline) {
      round.low = {std::min(round.low.x, p.x.mm()), std::min(round.low.y, p.y.mm())};
      round.high = {std::max(round.high.x, p.x.mm()), std::max(round.high.y, p.y.mm())};
    }
    if (round.low.x <= area.high.x && area.low.x <= round.high.x && round.low.y <= area.high.y && area.low.y <= round.high.y)
      found.push_back(&piece);
  }
  return found;
}

geometry::Shape drawn_in(geometry::Shape base, double ahead_mm, double aside_mm) {
  const double deep = std::max(base.half_depth / 2, base.half_depth - ahead_mm),
               wide = std::max(base.half_front / 2, base.half_front - aside_mm);
  for (Vec2& corner : base.corners) {
    const Vec2 own = base.own_frame(corner);
    corner = base.on_table({own.x < 0 ? -deep : deep, own.y < 0 ? -wide : wide});
  }
  base.half_depth = deep;
  base.half_front = wide;
  return base;
}

bool reaches_into(const State& state, const geometry::Shape& base, const Piece& piece) {
  const double rim = state.tolerance.mm();
  return geometry::share_inside(drawn_in(base, rim, rim), outline_of(piece)) > 1e-6;
}

bool in_bad_ground(const State& state, const std::vector<geometry::Shape>& bases) {
  return std::any_of(bases.begin(), bases.end(), [&](const geometry::Shape& base) {
    return std::any_of(state.terrain.begin(), state.terrain.end(),
                       [&](const Piece& piece) { return unforms(state, piece) && reaches_into(state, base, piece); });
  });
}

Length height_at(const State& state, Vec2 at) {
  Length height;
  for (const Piece& piece : state.terrain)
    if (piece.ground == Ground::Hill && geometry::contains(outline_of(piece), at)) height = std::max(height, piece.height);
  return height;
}

}  // namespace polemarch::paean
