/// What to show about a unit: moves, lines of proximity, command reach, gaps.
#include "engine/geometry/compare.hpp"
#include "engine/geometry/shape.hpp"
#include "engine/rulesets/hoplomachia/show/show.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/cards.hpp"
#include "engine/rulesets/hoplomachia/topics/forming.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/recognise.hpp"
#include "engine/rulesets/hoplomachia/topics/runners_way.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"

namespace polemarch::hoplomachia {

using engine::Advice;
using engine::Meaning;

namespace {

constexpr double kInch = 25.4;
constexpr int kBelosHalfArc = 22;  // HM-BEL-10
constexpr int kHopliteHalt = 3;    // HM-PROX-01
constexpr int kBelosLine = 1;      // HM-PROX-03
constexpr int kStade = 6;          // HM-SCALE-01, HM-OTYP-05
constexpr int kVerbalOrder = 8;    // HM-VERB-03

/// Inches to the quarter, as the rules measure: "2 1/4 in" written 2.25.
std::string quarters(double in) {
  const auto quarter = static_cast<int>(in * 4 + 0.5);
  std::string text = std::to_string(quarter / 4);
  const int rest = quarter % 4;
  if (rest != 0) text += rest == 1 ? ".25" : rest == 2 ? ".5" : ".75";
  return text + " in";
}

Polygon lane_ahead(const geometry::Shape& base, double length) {
  using geometry::operator+;
  using geometry::operator*;
  const Vec2 left = base.corner(geometry::Corner::FrontLeft), right = base.corner(geometry::Corner::FrontRight);
  return {{left, right, right + length * base.ahead, left + length * base.ahead}, true, false};
}

/// What stops this unit near that enemy, if anything: 3 in between hoplites, 1 in for belos troops.
engine::Reason proximity_line(const UnitId& id, const Taxis& mine, const Taxis& theirs, Measure gap) {
  const double in = gap.value.mm() / kInch;
  engine::Reason line{"HM-SCALE-04", "to " + id.text + " " + quarters(in), in, {}, "in", gap.sd.mm() / kInch};
  if (mine.troop == TroopClass::Hoplite && theirs.troop == TroopClass::Hoplite) {
    line.rule = "HM-PROX-01";
    line.limit = kHopliteHalt;
  } else if (is_belos_class(mine.troop)) {
    line.rule = "HM-PROX-03";
    line.limit = kBelosLine;
  }
  return line;
}

void note(Advice& advice, std::string rule, std::string text, std::optional<double> value = {}, std::optional<double> limit = {},
          std::string unit = {}) {
  advice.lines.push_back({Meaning::Note, {std::move(rule), std::move(text), value, limit, std::move(unit), {}}});
}

/// What its card lacks, what contradicts itself on it, and the card as it was typed.
void tell_card(const UnitCard& card, Advice& advice) {
  for (const std::string& lacks : card_gaps(card)) note(advice, "HM-NIS-01", "its card has no " + lacks);
  for (const std::string& odd : card_contradictions(card)) note(advice, "HM-CARD-T1", "its card contradicts itself: " + odd);
  for (const std::string& line : printed(card)) note(advice, "HM-CARD-T1", line);
}

/// Order, files, disarray against the qualifier, what is left to move.
void tell_unit(const Facts& facts, const UnitId& id, const Taxis& unit, const UnitCard& card, Advice& advice) {
  const State& state = facts.state();
  const Order& order = unit.order;
  if (order.source == OrderSource::None) {
    note(advice, "HM-ORD-16", "under no order yet");
  } else {
    note(advice, order.source == OrderSource::Salpinx ? "HM-SALP-01" : "HM-VERB-01",
         "under " + std::string(name_of(order.type)) + (order.source == OrderSource::Salpinx ? " by salpinx" : " by word") +
             (order.exempt ? ", heeds no signal" : ""));
  }
  note(advice, "HM-ARR-01", std::string(name_of(unit.arrangement)) + (unit.disarrayed() ? ", disarrayed" : ""));
  const Reading read = read_arrangement(state, id);
  if (!read.fits) note(advice, "HM-ARR-14", "its stands look like " + read.text);
  if (card.disarray_qualifier && unit.arrangement != Arrangement::NF)
    note(advice, "HM-DIS-07", "disarray of the ground crossed this turn", disarray_sum(state, unit.turn.crossed), *card.disarray_qualifier);
  const Taxis stands = body_of(state, id);
  for (const Arrangement arrangement : {Arrangement::CF, Arrangement::OF, Arrangement::NF})
    if (card.movement(arrangement))
      note(advice, arrangement == unit.arrangement ? "HM-MOVE-01" : "HM-ARR-07", "left to move in " + std::string(word_of(arrangement)),
           (arrangement == unit.arrangement              ? left_of(state, stands, arrangement)
            : left_of(state, stands, arrangement) > 1_in ? left_of(state, stands, arrangement) - 1_in
                                                         : Length{})
               .inches(),
           card.movement(arrangement)->inches(), "in");
  if (unit.troop == TroopClass::Hoplite) {
    const int lochoi = facts.lochoi_in_phalanx(id);
    note(advice, lochoi >= kDrifts ? "HM-APPR-04" : "HM-APPR-06",
         std::to_string(lochoi) + " lochoi in its phalanx: " + (lochoi >= kDrifts ? "drifts half an inch to the right" : "no drift"),
         lochoi, kDrifts);
  }
  tell_card(card, advice);
}

/// Where the runners to this unit, or of its strategos, go.
void draw_runners(const State& state, const UnitId& id, Advice& advice) {
  for (const Runner& runner : state.runners) {
    const auto from = state.strategoi.find(runner.from);
    const bool his = from != state.strategoi.end() && from->second.in.unit == id;
    if (runner.to != id && !his) continue;
    Polygon way{{}, false, false};
    for (const Point& point : runner.path) way.points.push_back(geometry::vec(point));
    advice.shapes.push_back({way, Meaning::CommandRange, "arrives in turn " + std::to_string(runner.arrives), "HM-VERB-06", id.text});
    note(advice, "HM-VERB-06", "a runner with " + std::string(name_of(runner.order)) + " arrives in turn", runner.arrives);
  }
}

/// Before a verbal order is given: the way its runner would go, and when it would be there.
void draw_way_of_order(const Facts& facts, const UnitId& id, Viewer viewer, Advice& advice) {
  const State& state = facts.state();
  if (state.at.phase != Phase::Commands) return;
  for (const auto& [key, who] : state.strategoi) {
    const VerbalOrder order{key, id, "", OrderType::March, {}};
    if (who.in.unit == id || !may_order(facts, order, viewer).allowed()) continue;
    const auto way = runners_way(facts, order);
    if (!way) continue;
    const std::string when = way->turns == 0 ? "at once" : "in turn " + std::to_string(state.at.turn + way->turns);
    Polygon line{{}, false, false};
    for (const Point& point : way->path) line.points.push_back(geometry::vec(point));
    advice.shapes.push_back({line, Meaning::CommandRange, "an order arrives " + when, "HM-VERB-04", id.text});
    note(advice, "HM-VERB-04", "an order of " + key + " arrives " + when);
  }
}

/// Numbers on the table: in which order units come from now on.
void draw_sequence(const Facts& facts, Advice& advice) {
  const State& state = facts.state();
  if (!is_action(state.at.phase)) return;
  int number = 0;
  for (const UnitId& id : to_come(facts)) {
    const Taxis& unit = taxis_at(state, id);
    if (!unit.on_table()) continue;
    const Point at = centre_of(unit);
    advice.shapes.push_back(
        {TextShape{{at.x.mm(), at.y.mm()}, std::to_string(++number), 18, 0}, Meaning::Note, std::to_string(number), "HM-ASEQ-09", id.text});
  }
}

/// Where a side sets up (HM-DEPL-06).
void draw_zone(const State& state, Side side, Advice& advice) {
  const double depth = state.depth.mm(), width = state.width.mm(), zone = zone_of(state).mm();
  const double near = side == Side::A ? 0 : depth - zone, far = near + zone;
  advice.shapes.push_back(
      {Polygon{{{0, near}, {width, near}, {width, far}, {0, far}}, true, true}, Meaning::LegalMove, "set-up zone", "HM-DEPL-06", {}});
}

}  // namespace

void advise_frame(const Facts& facts, const engine::Selection& selection, Viewer viewer, Advice& advice) {
  const State& state = facts.state();
  const Taxis& unit = taxis_at(state, selection.unit);
  const UnitCard& card = card_of(state, unit);
  const std::string about = selection.unit.text;
  const bool belos = is_belos_class(unit.troop);
  const Shapes& own = facts.whole(selection.unit);
  for (const Lochos& lochos : unit.lochoi) {
    const Stand* front = lochos.on_table() ? front_of(lochos) : nullptr;
    if (front == nullptr) continue;
    const geometry::Shape base = geometry::placed(front->footprint, front->at);
    for (const Arrangement arrangement : {Arrangement::CF, Arrangement::OF, Arrangement::NF})
      if (const auto most = card.movement(arrangement))
        advice.shapes.push_back({lane_ahead(base, most->mm()), Meaning::LegalMove,
                                 std::string(word_of(arrangement)) + " " + quarters(most->inches()), "HM-TROOP-03", about});
    if (card.range) {
      const double heading = front->at.pose.heading.deg();
      advice.shapes.push_back({ArcShape{base.front_centre(), card.range->mm(), heading - kBelosHalfArc, heading + kBelosHalfArc, true},
                               Meaning::ArcOfFire, "belos " + quarters(card.range->inches()), "HM-BEL-10", about});
    }
    advice.shapes.push_back(
        {Circle{base.centre, base.half_front + kStade * kInch, false}, Meaning::RangeBand, "stade 6 in", "HM-SCALE-01", about});
    const int line = belos ? kBelosLine : kHopliteHalt;
    advice.shapes.push_back({Circle{base.centre, base.half_front + line * kInch, false}, Meaning::Proximity, std::to_string(line) + " in",
                             belos ? "HM-PROX-03" : "HM-PROX-01", about});
  }
  if (own.empty()) return;
  for (const auto& [key, who] : state.strategoi)
    if (who.alive && who.in.unit == selection.unit)
      advice.shapes.push_back(
          {Circle{own.front().centre, kVerbalOrder * kInch, false}, Meaning::CommandRange, "verbal 8 in", "HM-VERB-03", about});
  if (const Length drift = approach_drift(state, selection.unit); drift.um > 0)
    if (const auto left = left_of(state, unit, Arrangement::CF); left.um > 0) {
      Polygon ghost{{}, true, false};
      const Taxis there = standing(unit, shifted(unit, left, drift));
      for (const geometry::Shape& shape : shapes_of(there))
        ghost.points = {shape.corners[0], shape.corners[1], shape.corners[2], shape.corners[3]};
      advice.shapes.push_back({ghost, Meaning::Ghost, "after the drift", "HM-APPR-05", about});
    }
  tell_unit(facts, selection.unit, unit, card, advice);
  draw_runners(state, selection.unit, advice);
  draw_way_of_order(facts, selection.unit, viewer, advice);
  draw_sequence(facts, advice);
  for (const auto& [id, other_unit] : state.units) {
    const bool asked = selection.target ? id == *selection.target : other_unit.side != unit.side;
    if (!asked || !other_unit.on_table() || other_unit.hidden) continue;
    const Measure gap = geometry::gap_between(own, facts.whole(id)).distance();
    advice.lines.push_back({Meaning::Measure, proximity_line(id, unit, other_unit, gap)});
    if (card.range && other_unit.side != unit.side) {
      const bool out = geometry::within(gap, *card.range) == engine::Ruling::Refused;
      advice.lines.push_back({out ? Meaning::NotATarget : Meaning::ShootTarget,
                              {"HM-BEL-05", id.text + (out ? " is out of range" : " is in range"), gap.value.mm() / kInch,
                               card.range->inches(), "in", gap.sd.mm() / kInch}});
    }
  }
}

engine::Advice Rules::advise(const State& state, const engine::Selection& selection, Viewer viewer) {
  Advice advice;
  const auto at = state.units.find(selection.unit);
  if (at == state.units.end()) return advice;
  if (!at->second.on_table() || (at->second.hidden && !engine::may_answer(viewer, viewer_of(at->second.side)))) {
    advice.lines.push_back({Meaning::Note, {"", selection.unit.text + " is not on the table", {}, {}, {}, {}}});
    if (state.at.phase == Phase::Deployment) draw_zone(state, at->second.side, advice);
    if (engine::may_answer(viewer, viewer_of(at->second.side))) tell_card(card_of(state, at->second), advice);
    return advice;
  }
  const Facts facts(state);
  advise_frame(facts, selection, viewer, advice);
  advise_fight(facts, selection, viewer, advice);
  return advice;
}

}  // namespace polemarch::hoplomachia
