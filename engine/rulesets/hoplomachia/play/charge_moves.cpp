/// How charges move: ahead, onto the enemy, towards each other, into nothing (HM-EPI-24 to 32, HM-DRIFT, HM-EPDIS).
#include <algorithm>

#include "engine/rulesets/hoplomachia/play/fight.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/epidromos_roll.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/squaring.hpp"

namespace polemarch::hoplomachia {

void note_charge(Unfold& u, const UnitId& id, bool contact) {
  const int turn = u.state().at.turn;
  keep_unit(u, id, [&](TaxisFight& fight) {
    fight.charging = true;
    fight.missed_in = contact ? 0 : turn;
  });
  set_mode(u, id, Mode::Charge);
}

std::string charged_text(Length way) { return "charges " + geometry::inches_text(way); }

namespace {

/// How a charge came to stand, for the table.
std::string came_text(const Closing& closing) {
  if (closing.strikes.empty()) return charged_text(closing.moved) + ", no contact";
  return charged_text(closing.moved) + (closing.squared ? "" : ", not corner to corner");
}

/// Disarray of the die, of a charge that missed last turn, of the ground (HM-EPDIS-01 to 05), and of open files (HM-EPI-04).
void charge_disarray(Unfold& u, const UnitId& id, int die, const std::set<std::string>& crossed) {
  const State& state = u.state();
  const Taxis& unit = taxis_at(state, id);
  const UnitCard& card = card_of(state, unit);
  const bool missed = unit.fight.missed_in != 0 && unit.fight.missed_in == state.at.turn - 1;
  const Arithmetic sum = disarray_sum(card, die, missed, disarray_numbers(state, crossed));
  if (unit.arrangement == Arrangement::OF) disarray(u, id, "charges in open files", "HM-DIS-10");
  if (disarrays(sum.total, card.disarray_qualifier))
    disarray(u, id, "epidromos: " + std::to_string(sum.total) + " over its qualifier of " + std::to_string(*card.disarray_qualifier),
             "HM-EPDIS-04");
}

/// Runners whose stands the move touches (HM-AMB-113).
std::vector<LochosRef> touched_runners(const State& state, const UnitId& id, Length way) {
  std::vector<LochosRef> out;
  const Shapes body = shapes_in_hand(state, id);
  const Side side = taxis_at(state, id).side;
  if (body.empty()) return out;
  for (const Flight& flight : state.fight.flights) {
    if (flight.mode == Mode::Pursue || taxis_at(state, flight.unit).side == side) continue;
    for (const int at : flight.lochoi) {
      const Shapes theirs = shapes_of(lochos_at(state, {flight.unit, at}));
      if (theirs.empty()) continue;
      const auto touch = first_touch(body, Angle{}, theirs);
      if (touch && touch->travel.value <= way) out.push_back({flight.unit, at});
    }
  }
  return out;
}

/// Puts a closing on the table: poses, drift disarray, the die's disarray, contacts.
void put(Unfold& u, const UnitId& id, const Closing& closing, std::string how, std::string rule) {
  const int die = taxis_at(u.state(), id).fight.epidromos_die.value_or(1);
  const std::vector<LochosRef> runners = touched_runners(u.state(), id, closing.moved);
  move_stands(u, id, closing.poses, closing.moved, closing.crossed, std::move(how), std::move(rule));
  if (!closing.overlapped.empty()) disarray(u, id, "drifts into " + closing.overlapped.front().text, "HM-DRIFT-06");
  charge_disarray(u, id, die, closing.crossed);
  for (const Strike& strike : closing.strikes) {
    make_contact(u, {id, strike.lochos}, strike.foe, strike.on, false);
    if (!taxis_at(u.state(), strike.foe.unit).fight.charging)
      keep_lochos(u, {id, strike.lochos}, [](LochosFought& kept) { kept.fight.assails = true; });
  }
  note_charge(u, id, !closing.strikes.empty());
  if (const auto pace = hamippoi_pace(u.state(), taxis_at(u.state(), id)); pace && closing.moved > *pace + u.state().tolerance)
    for (std::size_t i = 0; i < taxis_at(u.state(), id).lochoi.size(); ++i)
      lose_hamippoi(u, {id, static_cast<int>(i)}, "outpaces them", "HM-HAM-05");
  catch_runners(u, id, runners);
}

Length charge_drift(const State& state, const UnitId& id, Length moved) {
  const Taxis& unit = taxis_at(state, id);
  if (unit.troop != TroopClass::Hoplite || lochoi_in_phalanx(state, id) < kDrifts || !unit.fight.epidromos_die) return {};  // HM-DRIFT-01
  return drift_of(card_of(state, unit), moved, *unit.fight.epidromos_die);
}

/// Straight ahead without meeting anybody, or as far as it is free.
void charge_into_nothing(Unfold& u, const UnitId& id, Length reach) {
  const Length way = free_way(u.state(), id, reach);
  put(u, id, closing(u.state(), id, way, way, {}, charge_drift(u.state(), id, way)), charged_text(way) + ", no contact", "HM-EPI-24");
}

/// Onto those enemies, the nearest of them that way off: straight ahead, or in a lane beside it where it is stopped or strikes nobody.
void charge_onto(Unfold& u, const UnitId& id, Length way, Length reach, const std::set<UnitId>& foes, const char* rule = "HM-EPI-25") {
  const State& state = u.state();
  const auto drift = [&](Length moved) { return charge_drift(state, id, moved); };
  const Length free = free_way(state, id, way);
  std::optional<Closing> ahead;
  if (free >= way) ahead = closing(state, id, way, reach, foes, drift(way));
  if (!ahead || ahead->strikes.empty())
    if (auto aside = closing_aside(state, id, reach, foes, drift)) ahead = std::move(aside);
  if (!ahead) return charge_into_nothing(u, id, free);
  put(u, id, *ahead, came_text(*ahead), rule);
}

Length movement_now(const State& state, const UnitId& id) {
  const Taxis unit = body_of(state, id);
  const UnitCard& card = card_of(state, unit);
  const Arrangement moves_as = unit.disarrayed() && card.disciplined() ? Arrangement::OF : unit.arrangement;
  return card.movement(moves_as).value_or(run_rate(state, id));
}

/// Before it has gone its share of the way to that enemy, is a friend or another enemy met?
bool is_stopped_before(const State& state, const UnitId& id, const UnitId& foe, Length share) {
  if (free_way(state, id, share) < share) return true;
  const std::vector<InLane> ahead = chargeable(state, id);
  return std::any_of(ahead.begin(), ahead.end(), [&](const InLane& lane) { return lane.unit != foe && lane.way.value < share; });
}

/// Is one of the enemies it meets before that share of its way one it fights there?
bool strikes_before(const State& state, const UnitId& id, const UnitId& foe, Length share) {
  const std::vector<InLane> ahead = chargeable(state, id);
  return std::any_of(ahead.begin(), ahead.end(), [&](const InLane& lane) {
    return lane.unit != foe && lane.way.value < share && !closing(state, id, lane.way.value, lane.way.value, {lane.unit}).strikes.empty();
  });
}

/// Its answer was a charge, and it has not been caught up in a melee yet.
bool answered_charge(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  return unit.fight.answer == AndreiaCode::Charge && unit.fight.epidromos_die && !in_melee(unit) && !in_hand(state, id).empty();
}

/// Who answered with a charge, and has not made it, comes its share of the way to the one that comes upon it (HM-EPI-27).
void come_to_meet(Unfold& u, const UnitId& foe, const UnitId& id, Length most) {
  const State& state = u.state();
  if (!answered_charge(state, foe) || taxis_at(state, foe).fight.charging) return;
  for (const InLane& lane : chargeable(state, id)) {
    if (lane.unit != foe) continue;
    const Split way = split(lane.way.value, movement_now(state, id), most, movement_now(state, foe), rolled_reach(state, foe));
    if (!way.meet || is_stopped_before(state, foe, id, way.target)) return;
    put(u, foe, closing(state, foe, way.target, way.target, {}, charge_drift(state, foe, way.target)), charged_text(way.target),
        "HM-EPI-27");
    return;
  }
}
/// It came to meet who has reached it now.
void note_meeting(Unfold& u, const UnitId& foe) {
  const TaxisFight& fight = taxis_at(u.state(), foe).fight;
  if (fight.charging && fight.missed_in == u.state().at.turn && in_melee(taxis_at(u.state(), foe))) note_charge(u, foe, true);
}

/// Of those that are as near as the nearest, who stands most squarely before it.
std::optional<InLane> opposite_of(const State& state, const UnitId& id, const std::vector<InLane>& lanes) {
  std::optional<InLane> best;
  for (const InLane& lane : lanes)
    if (lane.way.value <= lanes.front().way.value + state.tolerance &&
        (!best || front_shared(state, id, lane.unit) > front_shared(state, id, best->unit)))
      best = lane;
  return best;
}

std::set<UnitId> units_of(const std::vector<InLane>& lanes) {
  std::set<UnitId> out;
  for (const InLane& lane : lanes) out.insert(lane.unit);
  return out;
}

/// On its own as far as that: onto the nearest enemy in its lane, whoever that is (HM-EPI-25, 28), or into nothing. `opposite`: who
/// shares the way with it and goes by itself.
void charge_on(Unfold& u, const UnitId& id, Length most, const UnitId& opposite = {}) {
  const std::vector<InLane> first = chargeable(u.state(), id);
  const auto before = opposite_of(u.state(), id, first);
  if (before && before->unit != opposite) come_to_meet(u, before->unit, id, most);
  std::vector<InLane> ahead = chargeable(u.state(), id);
  if (ahead.empty() || ahead.front().way.value > most) return charge_into_nothing(u, id, most);
  // Who only lies across a corner of its way has an enemy already: those behind him come too.
  if (closing(u.state(), id, ahead.front().way.value, most, units_of(ahead)).strikes.empty()) {
    for (const InLane& lane : first)
      if (lane.unit != opposite) come_to_meet(u, lane.unit, id, most);
    ahead = chargeable(u.state(), id);
  }
  charge_onto(u, id, ahead.front().way.value, most, units_of(ahead));
  for (const InLane& lane : ahead) note_meeting(u, lane.unit);
}

/// Lochoi whose comrades were met on the way go on to what stands before them, as far as their charge still goes (HM-EPI-25).
void go_on_alone(Unfold& u, const UnitId& id, Length left) {
  if (left.um <= 0 || in_hand(u.state(), id).empty()) return;
  std::vector<UnitId> coming;
  for (const InLane& lane : chargeable(u.state(), id))
    if (lane.way.value <= left + rolled_reach(u.state(), lane.unit)) coming.push_back(lane.unit);
  for (const UnitId& foe : coming) come_to_meet(u, foe, id, left);
  const Closing on = going_on(u.state(), id, left);
  if (!on.strikes.empty()) put(u, id, on, charged_text(on.moved) + " further", "HM-EPI-25");
  for (const UnitId& foe : coming) note_meeting(u, foe);
}

/// Both go: the gap is split, and one squares up to the other (HM-EPI-25, 27). `most`: how far the charger goes, at the pace of hamippoi.
void charge_each_other(Unfold& u, const UnitId& id, const UnitId& foe, Length gap, Length most) {
  const State& state = u.state();
  const auto reach_of = [&](const UnitId& one) { return one == id ? most : rolled_reach(u.state(), one); };
  const Split way = split(gap, movement_now(state, id), most, movement_now(state, foe), reach_of(foe));
  if (!way.meet) {
    charge_on(u, id, way.charger, foe);
    charge_on(u, foe, way.target, id);
    return;
  }
  // Who is stopped by something in between goes first, the other goes on to it, or to what lies there; but for a corner he goes beside it.
  const bool target_stops = is_stopped_before(state, foe, id, way.target), charger_stops = is_stopped_before(state, id, foe, way.charger);
  const UnitId early = target_stops ? foe : id, late = target_stops ? id : foe;
  const auto no_drift = [](Length) { return Length{}; };
  const bool beside = target_stops != charger_stops && !strikes_before(state, early, late, target_stops ? way.target : way.charger) &&
                      closing_aside(state, early, reach_of(early), {late}, no_drift);
  if ((target_stops || charger_stops) && !beside) {
    charge_on(u, early, reach_of(early), late);
    if (!in_melee(taxis_at(u.state(), late))) charge_on(u, late, reach_of(late), early);
    return;
  }
  const bool has_precedence = taxis_at(state, id).side == state.at.precedence;
  const UnitId first = beside ? late : has_precedence ? id : foe, second = first == id ? foe : id;
  const Length first_way = first == id ? way.charger : way.target;
  put(u, first, closing(u.state(), first, first_way, first_way, {}, charge_drift(u.state(), first, first_way)), charged_text(first_way),
      "HM-EPI-27");
  // The other one squares up to it.
  const auto touch = first_met(shapes_in_hand(u.state(), second), shapes_in_hand(u.state(), first));
  Length gone;
  if (beside) {
    const auto drift = [&](Length moved) { return charge_drift(u.state(), second, moved); };
    const auto place = closing_aside(u.state(), second, reach_of(second), {first}, drift);
    if (!place) return charge_into_nothing(u, second, gap - first_way);
    gone = place->moved;
    put(u, second, *place, came_text(*place), "HM-EPI-27");
  } else {
    if (!touch) return charge_into_nothing(u, second, gap - first_way);
    gone = touch->travel.value;
    charge_onto(u, second, gone, reach_of(second), {first}, "HM-EPI-27");
  }
  if (!lochos_at(u.state(), {first, 0}).fight.contacts.empty() || in_melee(taxis_at(u.state(), first))) note_charge(u, first, true);
  go_on_alone(u, first, reach_of(first) - first_way);
  go_on_alone(u, second, reach_of(second) - gone);
}

}  // namespace

void move_charge(Unfold& u, const EpidromosCharge& step) {
  const State& state = u.state();
  const UnitId id = step.unit;
  Length reach = rolled_reach(state, id);
  if (const auto pace = hamippoi_pace(state, taxis_at(state, id)); pace && step.limited) reach = std::min(reach, *pace);  // HM-HAM-04
  if (step.onto) {
    const auto way = wheel_way(state, id, *step.onto);
    if (way && way->cost <= reach + state.tolerance) {
      put(u, id, wheeled(state, id, way->from, way->to, {step.onto->unit}, way->cost),
          "wheels and charges " + geometry::inches_text(way->cost), "HM-EPI-29");
    } else {
      note_charge(u, id, false);  // HM-EPI-30
    }
    return;
  }
  std::vector<InLane> standing, coming;
  for (InLane& lane : chargeable(state, id)) (answered_charge(state, lane.unit) ? coming : standing).push_back(std::move(lane));
  // All its targets ran: it pursues those it may reach instead (HM-EPI-32).
  std::vector<UnitId> near;
  bool all_ran = !step.targets.empty();
  const Length pursuit = run_rate(state, id) + 6_in;
  for (const UnitId& target : step.targets) {
    const Taxis& unit = taxis_at(state, target);
    const bool ran = has_run(state, target);
    all_ran = all_ran && ran;
    if (unit.on_table() && ran && gap_between(taxis_at(state, id), unit).value <= pursuit) near.push_back(target);
  }
  if (all_ran && !near.empty()) {  // who stands beyond its reach is no target and changes nothing
    u.open(ChargePursuit{id, near});
    return;
  }
  const auto nearest = standing.empty() ? std::nullopt : std::optional(standing.front());
  const auto met = opposite_of(state, id, coming);
  const std::set<UnitId> foes = units_of(standing);
  if (met) {
    const Split way = split(met->way.value, movement_now(state, id), reach, movement_now(state, met->unit), rolled_reach(state, met->unit));
    // Who stands nearer and has no front free for it does not hold it up.
    const bool standing_first = nearest && nearest->way.value <= std::min(reach, way.charger) &&
                                (!closing(state, id, nearest->way.value, reach, foes).strikes.empty() ||
                                 closing_aside(state, id, reach, foes, [](Length) { return Length{}; }));
    if (!standing_first) {
      charge_each_other(u, id, met->unit, met->way.value, reach);
    } else {
      charge_onto(u, id, nearest->way.value, reach, foes);
    }
  } else if (nearest && nearest->way.value <= reach) {
    charge_onto(u, id, nearest->way.value, reach, foes);
  } else {
    charge_into_nothing(u, id, reach);
  }
  // Others that countercharge come to it.
  for (const InLane& lane : coming) {
    if (taxis_at(u.state(), lane.unit).fight.charging || in_melee(taxis_at(u.state(), lane.unit))) continue;
    charge_on(u, lane.unit, rolled_reach(u.state(), lane.unit));
  }
  for (const UnitId& met : step.met)
    if (answered_charge(u.state(), met) && !taxis_at(u.state(), met).fight.charging) charge_on(u, met, rolled_reach(u.state(), met));
}

}  // namespace polemarch::hoplomachia
