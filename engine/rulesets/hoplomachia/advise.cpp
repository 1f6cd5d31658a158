#include "engine/geometry/compare.hpp"
#include "engine/geometry/gap.hpp"
#include "engine/geometry/shape.hpp"
#include "engine/rulesets/hoplomachia/rules.hpp"

namespace polemarch::hoplomachia {

using engine::Advice;
using engine::Meaning;
using State = engine::MeasuringState<Card>;

namespace {

constexpr double kInch = 25.4;
constexpr int kBelosHalfArc = 22;  // HM-BEL-10
constexpr int kHopliteHalt = 3;    // HM-PROX-01
constexpr int kBelosLine = 1;      // HM-PROX-03
constexpr int kStade = 6;          // HM-SCALE-01, HM-OTYP-05
constexpr int kVerbalOrder = 8;    // HM-VERB-03

std::vector<geometry::Shape> shapes_of(const engine::MeasuredUnit<Card>& unit) {
  std::vector<geometry::Shape> shapes;
  for (const engine::StandingBase& base : unit.bases)
    if (base.on_table) shapes.push_back(geometry::placed(base.footprint, base.at));
  return shapes;
}

/// Inches to the quarter, as the rules measure: "2 1/4 in" written 2.25.
std::string quarters(double inches) {
  const auto quarter = static_cast<int>(inches * 4 + 0.5);
  std::string text = std::to_string(quarter / 4);
  const int rest = quarter % 4;
  if (rest != 0) text += rest == 1 ? ".25" : rest == 2 ? ".5" : ".75";
  return text + " in";
}

Polygon lane(const geometry::Shape& base, double length) {
  using geometry::operator+;
  using geometry::operator*;
  const Vec2 left = base.corner(geometry::Corner::FrontLeft), right = base.corner(geometry::Corner::FrontRight);
  return {{left, right, right + length * base.ahead, left + length * base.ahead}, true, false};
}

void add_moves(Advice& advice, const Card& card, const geometry::Shape& base, const std::string& about) {
  const auto add = [&](std::optional<double> inches, const char* arrangement) {
    if (!inches) return;
    advice.shapes.push_back(
        {lane(base, *inches * kInch), Meaning::LegalMove, std::string(arrangement) + " " + quarters(*inches), "HM-TROOP-03", about});
  };
  add(card.mov_cf, "CF");
  add(card.mov_of, "OF");
  add(card.mov_nf, "NF");
}

/// What stops this unit near that enemy, if anything: 3 in between hoplites, 1 in for belos troops.
engine::Reason proximity(const UnitId& id, const engine::MeasuredUnit<Card>& unit, const Card& mine, const geometry::Gap& gap) {
  const double inches = gap.distance().value.mm() / kInch;
  engine::Reason line{"HM-SCALE-04", "to " + id.text + " " + quarters(inches), inches, {}, "in", gap.distance().sd.mm() / kInch};
  if (mine.troop == TroopClass::Hoplite && unit.card.troop == TroopClass::Hoplite) {
    line.rule = "HM-PROX-01";
    line.limit = kHopliteHalt;
  } else if (is_belos_class(mine.troop)) {
    line.rule = "HM-PROX-03";
    line.limit = kBelosLine;
  }
  return line;
}

}  // namespace

Advice Room::advise(const State& state, const engine::Selection& selection) {
  Advice advice;
  const auto at = state.units.find(selection.unit);
  if (at == state.units.end()) return advice;
  const Card& card = at->second.card;
  const std::string about = selection.unit.text;
  const std::vector<geometry::Shape> own = shapes_of(at->second);
  if (own.empty()) {
    advice.lines.push_back({Meaning::Note, {"", about + " is not on the table", {}, {}, {}, {}}});
    return advice;
  }
  std::size_t index = 0;
  for (const engine::StandingBase& standing : at->second.bases) {
    if (!standing.on_table) continue;
    const geometry::Shape& base = own[index++];
    add_moves(advice, card, base, about);
    if (card.range) {
      const double heading = standing.at.pose.heading.deg();
      advice.shapes.push_back({ArcShape{base.front_centre(), *card.range * kInch, heading - kBelosHalfArc, heading + kBelosHalfArc, true},
                               Meaning::ArcOfFire, "belos " + quarters(*card.range), "HM-BEL-10", about});
    }
    const int line = is_belos_class(card.troop) ? kBelosLine : kHopliteHalt;
    advice.shapes.push_back({Circle{base.centre, base.half_front + line * kInch, false}, Meaning::Proximity, std::to_string(line) + " in",
                             is_belos_class(card.troop) ? "HM-PROX-03" : "HM-PROX-01", about});
  }
  advice.shapes.push_back({Circle{own.front().centre, kStade * kInch, false}, Meaning::RangeBand, "stade 6 in", "HM-SCALE-01", about});
  if (card.strategos)
    advice.shapes.push_back(
        {Circle{own.front().centre, kVerbalOrder * kInch, false}, Meaning::CommandRange, "verbal 8 in", "HM-VERB-03", about});
  for (const auto& [id, unit] : state.units) {
    const bool asked = selection.target ? id == *selection.target : unit.side != at->second.side;
    const std::vector<geometry::Shape> theirs = shapes_of(unit);
    if (!asked || theirs.empty()) continue;
    const geometry::Gap gap = geometry::gap_between(own, theirs);
    advice.lines.push_back({Meaning::Measure, proximity(id, unit, card, gap)});
    if (card.range) {
      const Length range = Length::from_mm(*card.range * kInch);
      advice.lines.push_back(
          {geometry::within(gap.distance(), range) == engine::Ruling::Refused ? Meaning::NotATarget : Meaning::ShootTarget,
           {"HM-BEL-05",
            id.text + (geometry::within(gap.distance(), range) == engine::Ruling::Refused ? " is out of range" : " is in range"),
            gap.distance().value.mm() / kInch, *card.range, "in", gap.distance().sd.mm() / kInch}});
    }
  }
  return advice;
}

}  // namespace polemarch::hoplomachia
