// Clutter, dice, tapes, trees, hands, heads, shadows, glare.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "vision/capture/simulator/random.hpp"
#include "vision/capture/simulator/stage.hpp"

namespace polemarch::vision::sim {
namespace {

using Layers = std::vector<Layer>;

std::vector<Vec2> box(double x0, double y0, double x1, double y1) { return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}; }

void paint_card(const Thing& t, const Subject::Map& map, Layers& out) {
  const double hx = t.width_mm / 2, hy = t.depth_mm / 2;
  Layer card;
  card.outline = outline_of(map, box(-hx, -hy, hx, hy), t.height_mm);
  card.ground = t.colour;
  card.ink = {35, 35, 40};
  Random random(t.seed);
  // Lines of print, a dark frame of bars, blocks of squares: what quad and code finders stumble over.
  const int columns = 4 + random.below(5), rows = 4 + random.below(6);
  const double cx = 1.7 * hx / columns, cy = 1.7 * hy / rows;
  for (int i = 0; i < columns; ++i)
    for (int j = 0; j < rows; ++j) {
      const double keep = random.unit(), wide = random.between(0.4, 1.0), tall = random.between(0.3, 1.0), dark = random.between(0.4, 1.0);
      if (keep < 0.45) continue;
      const double x = -0.85 * hx + i * cx, y = -0.85 * hy + j * cy;
      card.marks.push_back({outline_of(map, box(x, y, x + cx * wide, y + cy * tall), t.height_mm), dark});
    }
  card.order = t.height_mm < 1 ? -0.5 : t.height_mm;  // a card flat on the table lies under the bases, a raised one over them
  out.push_back(std::move(card));
}

void paint_die(const Thing& t, const Subject::Map& map, Layers& out) {
  const double h = t.width_mm / 2;
  const std::vector<Vec2> square = box(-h, -h, h, h);
  Layer side, top;
  top.outline = outline_of(map, square, t.width_mm);
  std::vector<PixelPoint> both = top.outline, foot = outline_of(map, square, 0);
  both.insert(both.end(), foot.begin(), foot.end());
  side.outline = hull(std::move(both));
  side.ground = shaded(t.colour, 0.6);
  top.ground = t.colour;
  top.ink = {20, 20, 20};
  Random random(t.seed);
  const int pips = 1 + random.below(6);
  const double d = 0.5 * h;
  const std::vector<Vec2> places{{d, d}, {-d, -d}, {-d, d}, {d, -d}, {0, d}, {0, -d}};
  for (int i = 0; i < pips - pips % 2; ++i)
    top.marks.push_back(
        {outline_of(map, disc(places[static_cast<std::size_t>(i)].x, places[static_cast<std::size_t>(i)].y, 0.2 * h, 10), t.width_mm), 1});
  if (pips % 2 == 1) top.marks.push_back({outline_of(map, disc(0, 0, 0.2 * h, 10), t.width_mm), 1});
  top.order = side.order = 0.5;
  out.push_back(std::move(side));
  out.push_back(std::move(top));
}

void paint_tape(const Thing& t, const Subject::Map& map, Layers& out) {
  const double hx = t.width_mm / 2, hy = t.depth_mm / 2;
  Layer tape;
  tape.outline = outline_of(map, box(-hx, -hy, hx, hy), t.height_mm);
  tape.ground = t.colour;
  tape.ink = {20, 20, 20};
  for (int quarter = 0; - hx + 5 + quarter * 25.4 / 4 < hx - 1; ++quarter) {
    const double x = -hx + 5 + quarter * 25.4 / 4;
    const bool inch = quarter % 4 == 0;
    tape.marks.push_back({outline_of(map, box(x, inch ? -hy * 0.4 : hy * 0.2, x + 0.8, hy), t.height_mm), 1});
  }
  tape.order = 1;
  out.push_back(std::move(tape));
}

void paint_dowel(const Thing& t, const Subject::Map& map, Layers& out) {
  Layer rod;
  rod.outline = outline_of(map, box(-t.width_mm / 2, -t.depth_mm / 2, t.width_mm / 2, t.depth_mm / 2), t.height_mm);
  rod.ground = t.colour;
  rod.order = t.height_mm + 1;
  out.push_back(std::move(rod));
}

/// A lumpy ball of discs between two heights.
void paint_crown(const Thing& t, double bottom, const Subject::Map& map, Layers& out) {
  Random random(t.seed);
  const double r = t.width_mm / 2;
  for (int i = 0; i < 9; ++i) {
    const double f = i / 8.0, z = bottom + f * (t.height_mm - bottom), profile = std::sqrt(std::max(0.05, 1 - std::pow(2 * f - 0.9, 2)));
    const double x = random.between(-0.12, 0.12) * r, y = random.between(-0.12, 0.12) * r;
    Layer layer;
    layer.outline = outline_of(map, disc(x, y, r * profile, 18), z);
    layer.ground = shaded(t.colour, 0.6 + 0.5 * f);
    layer.ink = shaded(t.colour, 1.5);
    for (int k = 0; k < 5; ++k) {
      const double a = random.between(0, 6.28), d = random.between(0, 0.7) * r * profile;
      layer.marks.push_back({outline_of(map, disc(x + d * std::cos(a), y + d * std::sin(a), 0.1 * r, 7), z), random.between(0.2, 0.5)});
    }
    layer.order = bottom + f;
    out.push_back(std::move(layer));
  }
}

Layer soft_patch(const Thing& t, const Subject::Map& map, double z, double half_x, double half_y, double softness, double strength,
                 Colour colour) {
  Layer patch;
  patch.outline = outline_of(map, box(-half_x - softness, -half_y - softness, half_x + softness, half_y + softness), z);
  patch.soft = field_of(map, z, half_x, half_y, softness);
  patch.ground = colour;
  patch.alpha = strength;
  patch.casts = false;
  patch.order = t.height_mm;
  return patch;
}

void paint_hand(const Thing& t, const Keyframe& now, const Subject::Map& map, Layers& out) {
  // The arm runs from where its owner stands to the hand; the subject's frame is turned by the heading, so bring `from` into it.
  const double turn = now.heading_deg * std::numbers::pi / 180.0;
  const double fx = t.from_mm.x - now.x_mm, fy = t.from_mm.y - now.y_mm;
  const double ax = fx * std::cos(turn) + fy * std::sin(turn), ay = -fx * std::sin(turn) + fy * std::cos(turn);
  const double length = std::max(1.0, std::hypot(ax, ay)), ux = ax / length, uy = ay / length;
  const double z = t.height_mm, half = t.width_mm / 2, wrist = std::min(100.0, 0.5 * length);
  // Its shadow on everything below.
  Layer shadow;
  const double half_length = length / 2 + 40, cx = ux * length / 2 + 0.5 * z, cy = uy * length / 2 + 0.3 * z;
  const Subject::Map along = [&](double x, double y, double h) { return map(cx + x * ux - y * uy, cy + x * uy + y * ux, h); };
  shadow.outline = outline_of(along, box(-half_length - 80, -half - 80, half_length + 80, half + 80), 0);
  shadow.soft = field_of(along, 0, half_length, half * 0.9, half * 0.5);
  shadow.soft->box = true;
  shadow.ground = {8, 8, 8};
  shadow.alpha = 0.45;
  shadow.casts = false;
  shadow.order = 30;
  out.push_back(std::move(shadow));
  const auto bar = [&](double from, double to, double half_from, double half_to) {
    return std::vector<Vec2>{{ux * from - uy * half_from, uy * from + ux * half_from},
                             {ux * to - uy * half_to, uy * to + ux * half_to},
                             {ux * to + uy * half_to, uy * to - ux * half_to},
                             {ux * from + uy * half_from, uy * from - ux * half_from}};
  };
  Layer sleeve;
  sleeve.outline = outline_of(map, bar(wrist, length, half * 0.8, half * 1.3), z);
  sleeve.ground = t.colour;
  sleeve.ink = shaded(t.colour, 0.6);
  for (int i = 0; i < 6; ++i) {
    const double from = wrist + (length - wrist) * (i + 0.3) / 6;
    sleeve.marks.push_back({outline_of(map, bar(from, from + 14, half * 0.7, half * 0.5), z), 0.8});
  }
  sleeve.order = z;
  out.push_back(std::move(sleeve));
  Layer palm;
  palm.outline = outline_of(map, bar(0, wrist + 10, half * 0.75, half * 0.6), z);
  palm.ground = {125, 155, 205};
  palm.order = z;
  out.push_back(std::move(palm));
  for (int i = 0; i < 4; ++i) {
    const double side = (i - 1.5) * half * 0.38;
    Layer finger;
    finger.outline = outline_of(map,
                                {{-uy * (side - 7) - ux * 45, ux * (side - 7) - uy * 45},
                                 {-uy * (side + 7) - ux * 45, ux * (side + 7) - uy * 45},
                                 {-uy * (side + 7), ux * (side + 7)},
                                 {-uy * (side - 7), ux * (side - 7)}},
                                z);
    finger.ground = {115, 145, 195};
    finger.order = z;
    out.push_back(std::move(finger));
  }
}

}  // namespace

Subject thing_subject(const SceneSpec& scene, int index) {
  const Thing t = scene.things[static_cast<std::size_t>(index)];
  Subject subject;
  subject.path = t.path;
  subject.reach_mm = std::hypot(t.width_mm, t.depth_mm) / 2 + t.softness_mm + 10;
  if (t.kind == ThingKind::Hand) subject.reach_mm = 4000;
  if (t.kind == ThingKind::Hand || t.kind == ThingKind::Head) subject.detail_per_px = 0.7;
  subject.paint = [t](const Keyframe& now, double, const Subject::Map& map, Layers& out) {
    switch (t.kind) {
      case ThingKind::Card:
        return paint_card(t, map, out);
      case ThingKind::Die:
        return paint_die(t, map, out);
      case ThingKind::Tape:
        return paint_tape(t, map, out);
      case ThingKind::Dowel:
        return paint_dowel(t, map, out);
      case ThingKind::Tree:
        return paint_crown(t, 0.35 * t.height_mm, map, out);
      case ThingKind::Hand:
        return paint_hand(t, now, map, out);
      case ThingKind::Head:
        return paint_crown(t, t.height_mm - 0.5 * t.width_mm, map, out);
      case ThingKind::Shadow:
        return out.push_back(soft_patch(t, map, t.height_mm, t.width_mm / 2, t.depth_mm / 2, t.softness_mm, t.strength, {6, 6, 6}));
      case ThingKind::Glare:
        return out.push_back(soft_patch(t, map, t.height_mm, t.width_mm / 2, t.depth_mm / 2, t.softness_mm, t.strength, {252, 252, 250}));
    }
  };
  return subject;
}

}  // namespace polemarch::vision::sim
