#include "engine/rulesets/hoplomachia/topics/charging.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/geometry/compare.hpp"
#include "engine/geometry/path.hpp"
#include "engine/geometry/polygon.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/epidromos_roll.hpp"
#include "engine/rulesets/hoplomachia/topics/melee.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"
#include "engine/rulesets/hoplomachia/topics/squaring.hpp"

namespace polemarch::hoplomachia {

namespace geo = geometry;
using engine::Ruling;
using engine::Verdict;

namespace {

bool shielded_side(Strikes on) { return on == Strikes::Front || on == Strikes::Shielded; }

/// Does this lochos defend a wall or a ditch against an enemy in front of it? Its works lie before its front.
bool defends_works(const State& state, const LochosRef& ref) {
  const Stand* front = front_of(lochos_at(state, ref));
  if (front == nullptr) return false;
  const geo::Shape own = geo::placed(front->footprint, front->at);
  for (const Terrain& piece : state.terrain)
    for (const TerrainKind& kind : state.charts.terrain) {
      if (kind.kind != piece.kind || !is_works(kind)) continue;
      const geo::Outline2 outline = geo::outline_in_mm(piece.outline);
      const Vec2 ahead = own.front_centre() + own.half_front * own.ahead;
      if (geo::distance_to(own, outline) <= own.half_front &&
          (geo::runs_through(outline, own.centre, ahead) || geo::contains(outline, own.front_centre())))
        return true;
    }
  return false;
}

}  // namespace

bool is_works(const TerrainKind& kind) { return kind.wall || kind.kind == "ditch"; }

Verdict eligible(const State& state, const UnitId& id, const LochosRef& target, Strikes on) {
  const Taxis& charger = taxis_at(state, id);
  const UnitCard& card = card_of(state, charger);
  const Taxis& foe = taxis_at(state, target.unit);
  const Lochos& lochos = lochos_at(state, target);
  if (foe.scenery) return engine::refuse("HM-AMB-91", "nobody charges up a city wall");
  const bool shielded_hoplites = foe.troop == TroopClass::Hoplite && shielded_side(on) && !lochos.disarrayed;
  switch (charger.troop) {
    case TroopClass::Hoplite:
    case TroopClass::Chariot:
      break;
    case TroopClass::Hippeis:
      if (defends_works(state, target)) return engine::refuse("HM-EPI-06", "hippeis may not charge who defends a wall or ditch");
      if (shielded_hoplites) return engine::refuse("HM-EPI-07", "hippeis may not charge the shielded side of hoplites in order");
      break;
    case TroopClass::Peltaste:
      if (shielded_hoplites && !card.long_spears)
        return engine::refuse("HM-EPI-08", "peltastes may not charge the shielded side of hoplites in order");
      break;
    case TroopClass::Psiloi:
      if (foe.arrangement == Arrangement::CF && !lochos.disarrayed) return engine::refuse("HM-EPI-10", "psiloi never charge close files");
      if (shielded_hoplites) return engine::refuse("HM-EPI-10", "psiloi may not charge the shielded side of hoplites in order");
      break;
    case TroopClass::Toxotes:
    case TroopClass::Sphendonetes:
    case TroopClass::Hippotoxotes:
      return engine::refuse("HM-EPI-11", "shooters may not charge");
    case TroopClass::Baggage:
      return engine::refuse("HM-EPI-11", "baggage does not charge");
  }
  return engine::allow();
}

bool may_answer_charge(const State& state, const UnitId& target, const UnitId& charger) {
  const std::vector<int> charging = in_hand(state, charger);
  return !charging.empty() && eligible(state, target, {charger, charging.front()}, Strikes::Front).allowed();
}

OpenSides open_sides(const State& state, const LochosRef& target) {
  const Side side = taxis_at(state, target.unit).side;
  const geo::Shape own = column_of(shapes_of(lochos_at(state, target)));
  const Round round = round_of(lochos_at(state, target));
  const Length base = Length::from_mm(2 * own.half_front);
  Shapes line;
  for (const auto& [id, unit] : state.units) {
    if (unit.side != side || unit.hidden || unit.scenery || !unit.on_table() || far_apart(round, round_of(unit), base)) continue;
    for (std::size_t i = 0; i < unit.lochoi.size(); ++i)
      if (unit.lochoi[i].sound() && LochosRef{id, static_cast<int>(i)} != target) add_shapes(unit.lochoi[i], line);
  }
  return {!covered_beside(own, Strikes::Shielded, line), !covered_beside(own, Strikes::Unshielded, line)};
}
StruckFrom struck_from(const State& state, const Shapes& striker, const LochosRef& target) {
  return struck_from(striker, shapes_of(lochos_at(state, target)), open_sides(state, target));
}
StruckFrom struck_from(const Facts& facts, const Shapes& striker, const LochosRef& target) {
  return struck_from(striker, facts.shapes(target), facts.open(target));
}

std::vector<int> in_hand(const State& state, const UnitId& id) {
  std::vector<int> out;
  const Taxis& unit = taxis_at(state, id);
  for (const int at : acting_lochoi(state, id))
    if (unit.lochoi[static_cast<std::size_t>(at)].fight.engaged == Engaged::None) out.push_back(at);
  return out;
}
Shapes shapes_in_hand(const State& state, const UnitId& id) {
  Shapes out;
  const Taxis& unit = taxis_at(state, id);
  out.reserve(unit.lochoi.size() * 2);
  for (const int at : in_hand(state, id)) add_shapes(unit.lochoi.at(static_cast<std::size_t>(at)), out);
  return out;
}

Lane::Lane(const Shapes& body) : ahead_(body.front().ahead), across_(geo::left_of(body.front().ahead)) {
  for (const geo::Shape& shape : body) {
    straight_ = straight_ && geo::dot(shape.ahead, ahead_) > 0.9999;
    for (const Vec2 corner : shape.corners) {
      low_ = std::min(low_, geo::dot(corner, across_));
      high_ = std::max(high_, geo::dot(corner, across_));
      rear_ = std::min(rear_, geo::dot(corner, ahead_));
    }
  }
}
bool Lane::misses(const Round& round) const {
  const Vec2 at = geo::vec(round.at);
  const double r = round.radius.mm() + 1, side = geo::dot(at, across_);
  return straight_ && (side + r < low_ || side - r > high_ || geo::dot(at, ahead_) + r < rear_);
}

namespace {

/// How far a body goes ahead at least before it can touch anything of theirs; 0 when its stands face different ways.
class LeastWay {
 public:
  explicit LeastWay(const Shapes& body) : ahead_(body.front().ahead) {
    for (const geo::Shape& shape : body) {
      straight_ = straight_ && geo::dot(shape.ahead, ahead_) > 0.9999999;
      for (const Vec2 corner : shape.corners) front_ = std::max(front_, geo::dot(corner, ahead_));
    }
  }
  double to(const Shapes& others) const {
    constexpr double kHair = 0.0005;  // mm: half of what lengths are counted in
    if (!straight_) return 0;
    double least = 1e18;
    for (const geo::Shape& shape : others)
      for (const Vec2 corner : shape.corners) least = std::min(least, geo::dot(corner, ahead_));
    return least - front_ + kHair;
  }

 private:
  Vec2 ahead_;
  double front_ = -1e18;
  bool straight_ = true;
};

}  // namespace

std::vector<InLane> lane_of(const Facts& facts, const UnitId& id) { return facts.lane(id); }

namespace {

/// A body that looks straight ahead, and what spares it a closer look.
struct Looking {
  const Shapes& body;
  Lane lane;
  LeastWay least;
};

/// The nearest sub-unit of an enemy in the lane that does not run, or the nearest whether it runs on or not. Who turned about and has not
/// moved yet is there; who runs is not.
std::optional<InLane> nearest_in_lane(const Facts& facts, const UnitId& id, const Looking& look, const UnitId& other, bool runs_too) {
  const State& state = facts.state();
  const Taxis& foe = taxis_at(state, other);
  const bool anybody_runs = !state.fight.flights.empty();
  std::optional<InLane> nearest;
  for (std::size_t i = 0; i < foe.lochoi.size(); ++i) {
    const LochosRef ref{other, static_cast<int>(i)};
    const Flight* flight = anybody_runs ? flight_of(state, ref) : nullptr;
    const bool sound = foe.lochoi[i].sound();
    if (runs_too && !sound && !(flight != nullptr && flight->moves == 0 && foe.lochoi[i].on_table())) continue;
    if (!runs_too && (!sound || (flight != nullptr && flight->mode != Mode::Pursue))) continue;
    if (look.lane.misses(round_of(foe.lochoi[i]))) continue;
    if (nearest && look.least.to(facts.shapes(ref)) >= nearest->way.value.mm()) continue;  // surely no nearer
    const auto touch = touch_in_lane(look.body, facts.shapes(ref));
    if (!touch || (nearest && touch->travel.value >= nearest->way.value)) continue;
    nearest = InLane{other, ref, touch->travel, Strikes::Front, false, {}};
  }
  if (!nearest) return nearest;
  StruckFrom from = struck_from(look.body, facts.shapes(nearest->first));
  if (from.side != Strikes::Front || from.doubtful) from = struck_from(facts, look.body, nearest->first);
  nearest->on = from.side, nearest->side_doubtful = from.doubtful;
  nearest->may = eligible(state, id, nearest->first, nearest->on);
  if (nearest->may.allowed() && charges_lights(taxis_at(state, id)) && !is_lights(foe))
    nearest->may = engine::refuse("HM-OTYP-13", "sent forward with the psiloi, hippeis charge lights alone");
  return nearest;
}

void nearest_first(std::vector<InLane>& lane) {
  std::stable_sort(lane.begin(), lane.end(), [](const InLane& a, const InLane& b) { return a.way.value < b.way.value; });
}

}  // namespace

std::vector<InLane> look_down_lane(const Facts& facts, const UnitId& id) {
  std::vector<InLane> lane;
  const Shapes& body = facts.in_hand(id);
  if (body.empty()) return lane;
  const Looking look{body, Lane(body), LeastWay(body)};
  const bool anybody_runs = !facts.state().fight.flights.empty();
  for (const auto& [at, taxis, round] : facts.foes(taxis_at(facts.state(), id).side)) {
    if (look.lane.misses(round)) continue;
    // What stands decides where it is struck; who has just turned to run, where nothing else is within reach.
    auto nearest = nearest_in_lane(facts, id, look, *at, false);
    if (anybody_runs && (!nearest || nearest->way.value > target_reach(facts.state(), id)))
      if (auto any = nearest_in_lane(facts, id, look, *at, true))
        if (!nearest || any->way.value <= target_reach(facts.state(), id)) nearest = std::move(any);
    if (nearest) lane.push_back(std::move(*nearest));
  }
  nearest_first(lane);
  return lane;
}

bool runs_on(const State& state, const LochosRef& lochos) {
  const Flight* flight = flight_of(state, lochos);
  return !lochos_at(state, lochos).sound() || (flight != nullptr && flight->mode != Mode::Pursue);
}

std::vector<InLane> chargeable(const State& state, const UnitId& id) {
  std::vector<InLane> out;
  for (InLane& lane : lane_of(state, id))
    if (!runs_on(state, lane.first) && lane.may.allowed()) out.push_back(std::move(lane));
  return out;
}

Length less_for_files(const Taxis& unit, Length reach) { return unit.turn.for_charge ? std::max(reach - 1_in, Length{}) : reach; }

Length rolled_reach(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  const UnitCard& card = card_of(state, unit);
  if (!has_epidromos(card) || !unit.fight.epidromos_die) return {};
  return less_for_files(unit, charge_distance(card, *unit.fight.epidromos_die));
}

Length target_reach(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  const UnitCard& card = card_of(state, unit);
  if (!has_epidromos(card)) return {};
  if (state.options.target_by_rolled_distance && unit.fight.epidromos_die) return rolled_reach(state, id);
  return less_for_files(unit, charge_reach(card));
}

bool under_charge(const Taxis& unit) { return (unit.order.type == OrderType::Charge && !halted_by_check(unit)) || unit.fight.must_charge; }
bool halted_by_check(const Taxis& unit) { return unit.mode == Mode::Halt && unit.fight.halts_in; }
bool goes_back(const Taxis& unit) { return unit.fight.march_back && !unit.fight.must_charge; }
bool charges_lights(const Taxis& unit) {
  return unit.order.type == OrderType::ForwardPsiloi && unit.troop == TroopClass::Hippeis && !unit.core && !under_charge(unit);
}

Targets targets_of(const Facts& facts, const UnitId& id) {
  const State& state = facts.state();
  Targets out;
  const Length reach = target_reach(state, id);
  for (const InLane& foe : facts.lane(id)) {
    if (foe.way.value <= reach) {
      out.units.push_back(foe);
      continue;
    }
    // Out of reach, but charging too and likely to come into it (HM-EPI-19, 20).
    const Taxis& unit = taxis_at(state, foe.unit);
    const UnitCard& card = card_of(state, unit);
    const bool comes = under_charge(unit) && !in_melee(unit) && !state.at.acted.contains(foe.unit) && !state.at.reacted.contains(foe.unit);
    if (!comes || !has_epidromos(card)) continue;
    const bool rolled = unit.fight.epidromos_die.has_value();
    if (foe.way.value > reach + (rolled ? rolled_reach(state, foe.unit) : charge_reach(card))) continue;
    if (!touch_in_lane(facts.in_hand(foe.unit), facts.in_hand(id))) continue;
    if (rolled || foe.way.value <= reach + *std::min_element(card.epi_charge.begin(), card.epi_charge.end()))
      out.units.push_back(foe);
    else if (foe.may.allowed())  // whom it may not charge anyway raises no doubt (HM-AMB-48)
      out.doubts.push_back(foe.unit);
  }
  return out;
}

Verdict may_charge(const Facts& facts, const UnitId& id, const std::optional<LochosRef>& onto) {
  const State& state = facts.state();
  const Taxis& unit = taxis_at(state, id);
  const UnitCard& card = card_of(state, unit);
  if (!has_epidromos(card)) return engine::refuse("HM-NIS-01", "its card has no epidromos chart");
  if (halted_by_check(unit) && !unit.fight.must_charge) return engine::refuse("HM-AND-32", "it halted by its check");
  if (!under_charge(unit) && (onto || !charges_lights(unit))) return engine::refuse("HM-EPI-35", "it is under no charge order");
  if (at_breakfast(state, unit.side) && !unit.fight.must_charge)
    return engine::refuse("HM-PAR-05", "the army had its breakfast: it does not charge of its own will in turn 1");
  if (unit.turn.recovered) return engine::refuse("HM-AMB-77", "it has just recovered");
  if (goes_back(unit)) return engine::refuse("HM-BRX-12", "it is to march back, and charges nobody of its own will");
  if (facts.in_hand(id).empty()) return engine::refuse("HM-EPI-03", "nothing of it is free to charge");
  const Targets targets = targets_of(facts, id);
  if (onto) {
    if (!targets.units.empty()) return engine::refuse("HM-EPI-29", "it has targets straight ahead");
    const std::vector<LochosRef>& may = facts.wheel(id);
    if (std::find(may.begin(), may.end(), *onto) == may.end())
      return engine::refuse("HM-EPI-29",
                            "it cannot wheel onto " + onto->unit.text + ": not charged by a friend, or not on a flank, or out of reach");
    return engine::allow();
  }
  if (targets.units.empty() && targets.doubts.empty()) {
    const std::vector<InLane>& lane = facts.lane(id);
    if (lane.empty()) return engine::refuse("HM-EPI-18", "no enemy straight ahead");
    return geo::verdict_of(geo::within(lane.front().way, target_reach(state, id)), "HM-EPI-18",
                           "straight ahead to " + lane.front().unit.text, lane.front().way, target_reach(state, id));
  }
  // HM-AMB-48: one target it may charge is enough.
  Verdict why;
  bool doubt = false;
  for (const InLane& target : targets.units) {
    if (target.may.allowed()) {
      const Ruling near = geo::within(target.way, target_reach(state, id));
      if (near == Ruling::Allowed && !target.side_doubtful) return engine::allow();
      if (under_charge(taxis_at(state, target.unit)) && near == Ruling::Refused) return engine::allow();
      why = geo::verdict_of(Ruling::TooCloseToCall, "HM-EPI-18", "straight ahead to " + target.unit.text, target.way,
                            target_reach(state, id));
      if (target.side_doubtful)
        why.reasons.push_back({"HM-FLK-01", "whether it strikes the " + text_of(target.on) + " is too close to call", {}, {}, {}, {}});
      doubt = true;
    } else if (!doubt && why.allowed()) {
      why = target.may;
      if (target.side_doubtful) why.ruling = Ruling::TooCloseToCall;
    }
  }
  if (why.allowed() && targets.doubts.empty()) return engine::refuse("HM-EPI-14", "no target it may charge");
  if (!doubt && !targets.doubts.empty()) return engine::allow();  // the enemy's die says whether it has one (HM-EPI-20)
  return why;
}

std::optional<WheelWay> wheel_way(const Facts& facts, const UnitId& id, const LochosRef& onto, std::optional<Length> most) {
  const State& state = facts.state();
  const Taxis& unit = taxis_at(state, id);
  const Shapes& theirs = facts.shapes(onto);
  if (theirs.empty()) return std::nullopt;
  std::optional<WheelWay> best;
  for (const int at : in_hand(state, id)) {
    const Lochos& lochos = unit.lochoi.at(static_cast<std::size_t>(at));
    const Stand* front = front_of(lochos);
    if (front == nullptr || (most && far_apart(round_of(lochos), round_of(lochos_at(state, onto)), *most))) continue;
    const StruckFrom from = struck_from(facts, facts.shapes({id, at}), onto);
    if (from.side == Strikes::Front) continue;
    const Pose to = squared_up(front->footprint, from.side == Strikes::Rear ? theirs.back() : theirs.front(), from.side);
    // No path is shorter than the straight line of its middle less what a wheel saves it.
    const double straight = geo::length_of(geo::vec(to.centre()) - geo::vec(front->at.pose.centre()));
    const double least = straight - front->footprint.frontage.mm() - 3;
    if ((most && least > most->mm()) || (best && least > best->cost.mm())) continue;
    const auto path = geo::cheapest_path(front->footprint, front->at.pose, to);
    if (!path || (best && path->cost >= best->cost)) continue;
    Closers there = closers_of(state, id);  // nobody may stand where it comes to (HM-PEN-01, HM-FLK-05)
    for (Closer& closer : there) closer.pose = carried(closer.pose, front->at.pose, to);
    if (deepest(there, stands_outside(state, id, there)) < -state.tolerance) continue;
    best = WheelWay{path->cost, front->at.pose, to, at};
  }
  return best;
}

std::vector<LochosRef> wheel_targets(const Facts& facts, const UnitId& id) { return facts.wheel(id); }

std::vector<LochosRef> look_for_wheels(const Facts& facts, const UnitId& id) {
  const State& state = facts.state();
  std::vector<LochosRef> out;
  const Taxis& unit = taxis_at(state, id);
  const UnitCard& card = card_of(state, unit);
  if (!has_epidromos(card)) return out;
  const Length reach = target_reach(state, id);
  const Round own = facts.round(id);
  for (const auto& [at, taxis, round] : facts.bodies()) {
    const UnitId& other = *at;
    const Taxis& foe = *taxis;
    if (foe.side == unit.side || foe.hidden || !foe.on_table() || far_apart(own, round, reach)) continue;
    for (std::size_t i = 0; i < foe.lochoi.size(); ++i) {
      const LochosRef ref{other, static_cast<int>(i)};
      const Contact* front = front_contact(foe.lochoi[i]);
      if (!foe.lochoi[i].sound() || front == nullptr || front->foe.unit == id) continue;
      const auto way = wheel_way(facts, id, ref, reach + state.tolerance);
      if (!way || way->cost > reach + state.tolerance) continue;
      const Shapes& mine = facts.shapes({id, way->leading});
      if (eligible(state, id, ref, struck_from(facts, mine, ref).side).allowed()) out.push_back(ref);
    }
  }
  return out;
}

}  // namespace polemarch::hoplomachia
