/// Shapes and lines about what is selected.
#include "engine/geometry/gap.hpp"
#include "engine/geometry/shape.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/topics/lookup.hpp"

namespace polemarch::paean {

using engine::Advice;
using engine::Meaning;

namespace {

double scaled_mm(const Card& card, int cm) { return 10.0 * cm * card.k; }

std::string scaled_cm(int cm, const Card& card) { return std::to_string(cm * card.k) + " cm"; }

/// Centimetres with one decimal and two standard deviations, e.g. "12.3 cm +-0.1".
std::string measured_cm(geometry::Measure gap) {
  const auto tenth_mm = [](std::int64_t um) { return (um + (um >= 0 ? 500 : -500)) / 1000; };
  const std::int64_t tenths = tenth_mm(gap.value.um), sd = tenth_mm(2 * gap.sd.um);
  std::string text = std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " cm";
  if (gap.sd.um > 0) text += " +-" + std::to_string(sd / 10) + "." + std::to_string(sd % 10);
  return text;
}

/// Box straight ahead of a base: the charge lane.
Polygon lane(const geometry::Shape& base, double length) {
  const Vec2 left = base.corner(geometry::Corner::FrontLeft), right = base.corner(geometry::Corner::FrontRight);
  using geometry::operator+;
  using geometry::operator*;
  return {{left, right, right + length * base.ahead, left + length * base.ahead}, true, false};
}

void add_commander(Advice& advice, const geometry::Shape& base, const Card& card, const std::string& about) {
  using engine::AdviceShape;
  if (card.army_commander) {
    advice.shapes.push_back({Circle{base.centre, base.radius() + scaled_mm(card, kCallOfPowerCm), false}, Meaning::CommandRange,
                             "call of power " + scaled_cm(kCallOfPowerCm, card), "PA-CMD-07", about});
  }
  for (const int ring : {10, 20, 30})  // PA-ROL: bands of the command roll
    advice.shapes.push_back(
        {Circle{base.centre, base.radius() + scaled_mm(card, ring), false}, Meaning::RangeBand, scaled_cm(ring, card), "PA-ROL-T1", about});
  advice.shapes.push_back({Circle{base.centre, scaled_mm(card, kRelinquishMoveCm), false}, Meaning::LegalMove,
                           "move " + scaled_cm(kRelinquishMoveCm, card) + " on relinquishing", "PA-CMD-17", about});
}

}  // namespace

Advice Rules::advise(const State& state, const engine::Selection& selection, Viewer) {
  Advice advice;
  if (!side_of(state, selection.unit)) return advice;
  const Card& card = card_of(state, selection.unit);
  const std::vector<geometry::Shape> own = shapes_of(state, selection.unit);
  const std::string about = selection.unit.text;
  for (const geometry::Shape& base : own) {
    if (card.arm == Arm::Commander) {
      add_commander(advice, base, card, about);
      continue;
    }
    if (card.arm == Arm::Hero) {
      advice.shapes.push_back({Circle{base.centre, scaled_mm(card, kHeroMoveCm), false}, Meaning::LegalMove,
                               "hero move " + scaled_cm(kHeroMoveCm, card), "PA-MOV-09", about});
      continue;
    }
    const double move = scaled_mm(card, move_cm(card));
    advice.shapes.push_back({lane(base, move), Meaning::ChargeReach, "straight " + scaled_cm(move_cm(card), card), "PA-CHG-22", about});
    advice.shapes.push_back({lane(base, move - scaled_mm(card, kChargeStopCm)), Meaning::Note,
                             "stop " + scaled_cm(kChargeStopCm, card) + " short", "PA-CHG-07", about});
    if (const int range = missile_range_cm(card); range > 0) {
      const double heading = geometry::direction(base.ahead.x, base.ahead.y).deg(), half = fire_half_arc_deg(card);
      advice.shapes.push_back({ArcShape{base.front_centre(), scaled_mm(card, range), heading - half, heading + half, true},
                               Meaning::ArcOfFire, scaled_cm(range, card), card.weight == Weight::L ? "PA-MIS-03" : "PA-MIS-04", about});
    }
  }
  if (own.empty()) {
    advice.lines.push_back({Meaning::Note, {"", about + " is not on the table", {}, {}, {}, {}}});
    return advice;
  }
  const auto measure = [&](const UnitId& id, Side side) {
    const bool asked = selection.target ? id == *selection.target : side != *side_of(state, selection.unit);
    const std::vector<geometry::Shape> theirs = shapes_of(state, id);
    if (!asked || theirs.empty() || id == selection.unit) return;
    const geometry::Gap gap = geometry::gap_between(own, theirs);
    engine::Reason line{"PA-GEO-16",
                        "to " + id.text + " " + measured_cm(gap.distance()),
                        gap.distance().value.mm() / 10.0,
                        {},
                        "cm",
                        gap.distance().sd.mm() / 10.0};
    if (missile_range_cm(card) > 0) line.limit = missile_range_cm(card) * card.k;
    advice.lines.push_back({Meaning::Measure, std::move(line)});
  };
  for (const auto& [id, formation] : state.formations) measure(id, formation.side);
  for (const auto& [id, leader] : state.leaders) measure(id, leader.side);
  return advice;
}

}  // namespace polemarch::paean
