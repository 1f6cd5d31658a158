#include "engine/geometry/gap.hpp"
#include "engine/geometry/shape.hpp"
#include "engine/rulesets/paean/rules.hpp"

namespace polemarch::paean {

using engine::Advice;
using engine::Meaning;
using State = engine::MeasuringState<Card>;

namespace {

constexpr int kChargeStopCm = 2;       // PA-CHG-07
constexpr int kCallOfPowerCm = 10;     // PA-CMD-07
constexpr int kRelinquishMoveCm = 20;  // PA-CMD-17
constexpr int kHeroMoveCm = 20;        // PA-MOV-09

double mm(const Card& card, int cm) { return 10.0 * cm * card.k; }

std::vector<geometry::Shape> shapes_of(const engine::MeasuredUnit<Card>& unit) {
  std::vector<geometry::Shape> shapes;
  for (const engine::StandingBase& base : unit.bases)
    if (base.on_table) shapes.push_back(geometry::placed(base.footprint, base.at));
  return shapes;
}

std::string cm_text(int cm, const Card& card) { return std::to_string(cm * card.k) + " cm"; }

/// Centimetres with one decimal and two standard deviations, e.g. "12.3 cm +-0.1".
std::string cm_text(geometry::Measure gap) {
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
    advice.shapes.push_back({Circle{base.centre, base.radius() + mm(card, kCallOfPowerCm), false}, Meaning::CommandRange,
                             "call of power " + cm_text(kCallOfPowerCm, card), "PA-CMD-07", about});
  }
  for (const int ring : {10, 20, 30})  // PA-ROL: bands of the command roll
    advice.shapes.push_back(
        {Circle{base.centre, base.radius() + mm(card, ring), false}, Meaning::RangeBand, cm_text(ring, card), "PA-ROL-T1", about});
  advice.shapes.push_back({Circle{base.centre, mm(card, kRelinquishMoveCm), false}, Meaning::LegalMove,
                           "move " + cm_text(kRelinquishMoveCm, card) + " on relinquishing", "PA-CMD-17", about});
}

}  // namespace

Advice Room::advise(const State& state, const engine::Selection& selection) {
  Advice advice;
  const auto at = state.units.find(selection.unit);
  if (at == state.units.end()) return advice;
  const Card& card = at->second.card;
  const std::vector<geometry::Shape> own = shapes_of(at->second);
  for (const geometry::Shape& base : own) {
    const std::string about = selection.unit.text;
    if (card.arm == Arm::Commander) {
      add_commander(advice, base, card, about);
      continue;
    }
    if (card.arm == Arm::Hero) {
      advice.shapes.push_back({Circle{base.centre, mm(card, kHeroMoveCm), false}, Meaning::LegalMove,
                               "hero move " + cm_text(kHeroMoveCm, card), "PA-MOV-09", about});
      continue;
    }
    const double move = mm(card, move_cm(card));
    advice.shapes.push_back({lane(base, move), Meaning::ChargeReach, "straight " + cm_text(move_cm(card), card), "PA-CHG-22", about});
    advice.shapes.push_back(
        {lane(base, move - mm(card, kChargeStopCm)), Meaning::Note, "stop " + cm_text(kChargeStopCm, card) + " short", "PA-CHG-07", about});
    if (const int range = missile_range_cm(card); range > 0) {
      const Pose pose = at->second.bases.front().at.pose;
      const double heading = pose.heading.deg(), half = fire_half_arc_deg(card);
      advice.shapes.push_back({ArcShape{base.front_centre(), mm(card, range), heading - half, heading + half, true}, Meaning::ArcOfFire,
                               cm_text(range, card), card.weight == Weight::L ? "PA-MIS-03" : "PA-MIS-04", about});
    }
  }
  if (own.empty()) {
    advice.lines.push_back({Meaning::Note, {"", selection.unit.text + " is not on the table", {}, {}, {}, {}}});
    return advice;
  }
  for (const auto& [id, unit] : state.units) {
    const bool asked = selection.target ? id == *selection.target : unit.side != at->second.side;
    const std::vector<geometry::Shape> theirs = shapes_of(unit);
    if (!asked || theirs.empty()) continue;
    const geometry::Gap gap = geometry::gap_between(own, theirs);
    engine::Reason line{"PA-GEO-16",
                        "to " + id.text + " " + cm_text(gap.distance()),
                        gap.distance().value.mm() / 10.0,
                        {},
                        "cm",
                        gap.distance().sd.mm() / 10.0};
    if (missile_range_cm(card) > 0) line.limit = missile_range_cm(card) * card.k;
    advice.lines.push_back({Meaning::Measure, std::move(line)});
  }
  return advice;
}

}  // namespace polemarch::paean
