/// Routs, evasions and pursuits begin and end; lochoi and units are lost (HM-ROUT, HM-EVA, HM-PUR, HM-EVT).
#include <algorithm>

#include "engine/rulesets/hoplomachia/play/fight.hpp"
#include "engine/rulesets/hoplomachia/topics/arete.hpp"
#include "engine/rulesets/hoplomachia/topics/checks.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"

namespace polemarch::hoplomachia {

std::string verb_of(Mode mode) { return mode == Mode::Rout ? "routs" : mode == Mode::Evade ? "evades" : "pursues"; }

std::vector<int> sound_lochoi(const Taxis& unit) {
  std::vector<int> out;
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i)
    if (unit.lochoi[i].sound()) out.push_back(static_cast<int>(i));
  return out;
}

namespace {

/// Who stops running stands; who was called by Muster or told something on the way does that next (HM-OTYP-01, HM-MOVE-03).
Mode mode_after_running(const Taxis& unit, int since) {
  const bool told = unit.order.source == OrderSource::Verbal && unit.order.turn > since;
  return told || unit.order.type == OrderType::Muster ? mode_under(unit.order.type, unit) : Mode::Halt;
}

}  // namespace

Angle away_of(const State& state, const UnitId& id, const UnitId& foe) {
  const Taxis& unit = taxis_at(state, id);
  const Shapes own = shapes_of(unit);
  const Shapes theirs = foe.empty() ? Shapes{} : shapes_of(taxis_at(state, foe));
  if (own.empty() || theirs.empty()) return unit.side == Side::A ? 270_deg : 90_deg;
  return away_from(own, theirs);
}

void lose_hamippoi(Unfold& u, const LochosRef& ref, std::string why, std::string rule) {
  if (lochos_at(u.state(), ref).hamippoi) u.emit(HamippoiLost{ref, std::move(why), std::move(rule)});
}

void leave_flight(Unfold& u, const LochosRef& ref, std::string how, std::string rule) {
  const Flight* old = flight_of(u.state(), ref);
  if (old == nullptr) return;
  Flight left = *old;
  std::erase(left.lochoi, ref.at);
  if (left.lochoi.empty())
    u.emit(FlightOver{left.id, ref.unit, std::move(how), std::move(rule)});
  else
    u.emit(FlightKept{left, verb_of(left.mode)});
}

int begin_flight(Unfold& u, Mode mode, const UnitId& id, std::vector<int> lochoi, const UnitId& foe, Angle away) {
  if (lochoi.empty()) return 0;
  Flight flight{.id = u.state().fight.next_flight, .mode = mode, .unit = id, .lochoi = lochoi, .foe = foe, .away = away};
  flight.since = u.state().at.turn;
  for (const int at : lochoi) {
    const LochosRef ref{id, at};
    leave_flight(u, ref, verb_of(mode), "");
    if (mode != Mode::Pursue) end_contacts(u, ref);
    if (mode == Mode::Rout)
      keep_lochos(u, ref, [](LochosFought& kept) {
        kept.fate = Fate::Routing;
        kept.fight.routed_this_turn = true;
      });
    if (mode != Mode::Pursue) lose_hamippoi(u, ref, verb_of(mode), mode == Mode::Rout ? "HM-ROUT-13" : "HM-EVA-06");
  }
  const std::string rule = mode == Mode::Rout ? "HM-DIS-02" : "HM-DIS-11";
  disarray(u, id, verb_of(mode), mode == Mode::Pursue ? "HM-PUR-04" : rule, lochoi);
  flight.id = u.state().fight.next_flight;
  u.emit(FlightKept{flight, verb_of(mode)});
  if (mode != Mode::Pursue) {
    // Turned about in place (HM-ROUT-03, HM-EVA-03).
    std::vector<engine::PlacedBase> poses;
    for (const int at : lochoi)
      for (const Stand& stand : lochos_at(u.state(), {id, at}).stands)
        if (!stand.lost) poses.push_back({stand.base, {turned_about(stand.at.pose), stand.at.error}});
    move_stands(u, id, std::move(poses), {}, {}, "turns about", mode == Mode::Rout ? "HM-ROUT-03" : "HM-EVA-03");
  }
  if (standing_lochoi(u.state(), id).empty()) set_mode(u, id, mode);
  return flight.id;
}

void stand_apart(Unfold& u, Mode ran, const UnitId& id, const std::vector<int>& lochoi) {
  const std::vector<int> sound = sound_lochoi(taxis_at(u.state(), id));
  if (std::all_of(sound.begin(), sound.end(), [&](int at) { return std::find(lochoi.begin(), lochoi.end(), at) != lochoi.end(); })) return;
  const int turn = u.state().at.turn;
  for (const int at : lochoi)
    keep_lochos(u, {id, at}, [&](LochosFought& kept) {
      kept.fight.apart_in = turn;
      kept.fight.chased_in.reset();
      if (ran == Mode::Pursue) kept.fight.chased_in = turn;
    });
}

void end_flight(Unfold& u, int id, std::string how, std::string rule) {
  const Flight* flight = flight_at(u.state(), id);
  if (flight == nullptr) return;
  const Flight ended = *flight;
  const bool others_stand = !standing_lochoi(u.state(), ended.unit).empty();
  u.emit(FlightOver{id, ended.unit, std::move(how), std::move(rule)});
  if (ended.mode == Mode::Rout)
    for (const int at : ended.lochoi)
      keep_lochos(u, {ended.unit, at}, [](LochosFought& kept) {
        if (kept.fate == Fate::Routing) kept.fate = Fate::Sound;
      });
  stand_apart(u, ended.mode, ended.unit, ended.lochoi);
  const Taxis& unit = taxis_at(u.state(), ended.unit);
  if (others_stand && unit.mode != ended.mode) return;
  const Mode then = mode_after_running(unit, ended.since);
  set_mode(u, ended.unit, then);
  const int turn = u.state().at.turn;
  if (ended.mode == Mode::Pursue && then == Mode::Halt) keep_unit(u, ended.unit, [&](TaxisFight& fight) { fight.pursued_in = turn; });
}

void recover(Unfold& u, const UnitId& id, std::string rule, const std::vector<int>& lochoi) {
  const Taxis& unit = taxis_at(u.state(), id);
  const std::vector<int> sound = sound_lochoi(unit);
  const bool alone = !lochoi.empty() && std::any_of(sound.begin(), sound.end(),
                                                    [&](int at) { return std::find(lochoi.begin(), lochoi.end(), at) == lochoi.end(); });
  if (alone) return u.emit(Recovered{id, unit.arrangement, std::move(rule), lochoi});
  const bool orderly = unit.arrangement != Arrangement::NF;
  u.emit(Recovered{id, orderly ? Arrangement::OF : Arrangement::NF, std::move(rule), recovering_lochoi(u.state(), id)});
  TurnFlags flags = taxis_at(u.state(), id).turn;
  flags.recovered = true;
  u.emit(TurnFlagged{id, flags});
}

void tell_rout(Unfold& u, const UnitId& id) {
  const State& state = u.state();
  const Side side = taxis_at(state, id).side;
  // A taxis that saw a taxis rout: groups of lights make nobody check, and check for their own losses alone (HM-AND-09, 10).
  for (const UnitId& witness : is_taxis(state, id) ? witnesses_of(state, id) : std::vector<UnitId>{})
    if (is_taxis(u.state(), witness)) keep_unit(u, witness, [](TaxisFight& fight) { fight.katastrophe.insert("HM-KAT-05"); });
  if (!is_allied_army(state, side) || !is_home(state, id) || state.armies[side].home_rout_used) return;
  u.emit(HomeRouted{side});
  for (const UnitId& ally : units_on_table(u.state(), side))
    if (!is_home(u.state(), ally) && is_taxis(u.state(), ally) && ally != id)  // a hipparchy is a taxis (HM-TROOP-40)
      keep_unit(u, ally, [](TaxisFight& fight) { fight.katastrophe.insert("HM-KAT-07"); });
}

namespace {

/// Lights of a core unit that routs try to follow it (HM-ORD-15, HM-AMB-54).
void lights_follow(Unfold& u, const UnitId& core) {
  if (!taxis_at(u.state(), core).core) return;
  std::vector<UnitId> lights;
  for (const auto& [id, unit] : u.state().units)
    if (unit.allied_to == core && !unit.ekdromoi_of && unit.on_table() && !in_melee(unit) && unit.mode != Mode::Rout &&
        unit.mode != Mode::Evade && unit.mode != Mode::Pursue)
      lights.push_back(id);
  for (const UnitId& id : lights)
    u.emit(OrderTaken{id, {OrderType::Withdrawal, OrderSource::Verbal, u.state().at.turn, false}, Mode::March});
}

}  // namespace

int rout_unit(Unfold& u, const UnitId& id, const UnitId& foe, std::string rule) {
  const std::vector<int> lochoi = sound_lochoi(taxis_at(u.state(), id));
  if (lochoi.empty()) return 0;
  const Angle away = away_of(u.state(), id, foe);
  tell_rout(u, id);
  const int rout = begin_flight(u, Mode::Rout, id, lochoi, foe, away);
  score_unit_lost(u, id);
  lights_follow(u, id);
  reacted(u, id, "routs (" + rule + ")");
  return rout;
}

int rout_evaders(Unfold& u, const Flight& evaders, const UnitId& foe) {
  const UnitId id = evaders.unit;
  const std::vector<int> lochoi = evaders.lochoi, sound = sound_lochoi(taxis_at(u.state(), id));
  // While others of it are sound, these alone rout (HM-AMB-101).
  const bool last =
      std::all_of(sound.begin(), sound.end(), [&](int at) { return std::find(lochoi.begin(), lochoi.end(), at) != lochoi.end(); });
  if (last) tell_rout(u, id);
  const int rout = begin_flight(u, Mode::Rout, id, lochoi, foe, away_of(u.state(), id, foe));
  for (const int at : lochoi) score_lochos_lost(u, {id, at});
  if (!last) return rout;
  score_unit_lost(u, id);
  lights_follow(u, id);
  return rout;
}

void evade_unit(Unfold& u, const UnitId& id, const UnitId& foe) {
  std::vector<int> lochoi = standing_lochoi(u.state(), id);
  if (lochoi.empty() && !has_run(u.state(), id)) lochoi = sound_lochoi(taxis_at(u.state(), id));  // all of it pursues
  if (lochoi.empty()) return;
  const Angle away = away_of(u.state(), id, foe);
  begin_flight(u, Mode::Evade, id, lochoi, foe, away);
  TurnFlags flags = taxis_at(u.state(), id).turn;
  flags.evaded = true;
  u.emit(TurnFlagged{id, flags});
}

void rout_lochos(Unfold& u, const LochosRef& ref, const UnitId& foe, std::string cause) {
  const Lochos& lochos = lochos_at(u.state(), ref);
  if (!lochos.sound()) return;
  if (cause != "HM-OPT9-03") lay_dead(u, ref);  // a check's routers leave no counter (HM-DEAD-04)
  const Shapes own = shapes_of(lochos);
  const Shapes theirs = foe.empty() ? Shapes{} : shapes_of(taxis_at(u.state(), foe));
  const Angle away = theirs.empty() || own.empty() ? away_of(u.state(), ref.unit, foe) : away_from(own, theirs);
  const bool last = sound_lochoi(taxis_at(u.state(), ref.unit)).size() == 1;
  if (last) tell_rout(u, ref.unit);  // the unit is gone as a whole, however small it was
  begin_flight(u, Mode::Rout, ref.unit, {ref.at}, foe, away);
  keep_unit(u, ref.unit, [&](TaxisFight& fight) { fight.katastrophe.insert(cause); });
  score_lochos_lost(u, ref);
  if (!last) return;
  score_unit_lost(u, ref.unit);
  lights_follow(u, ref.unit);
}

void destroy(Unfold& u, const LochosRef& ref, const UnitId& by, std::string how, std::string rule) {
  if (!lochos_at(u.state(), ref).on_table()) return;
  score_lochos_lost(u, ref);
  if (lochos_at(u.state(), ref).fate == Fate::Routing)  // it gave way until it was lost (HM-EVT-10)
    keep_lochos(u, ref, [](LochosFought& kept) { kept.fight.routed_this_turn = true; });
  end_contacts(u, ref);
  take_off(u, ref, by, std::move(how), rule);
  if (const auto of = taxis_at(u.state(), ref.unit).ekdromoi_of) {  // killed ekdromoi are not replaced (HM-OPT6-05)
    keep_lochos(u, *of, [](LochosFought& kept) { kept.fight.ekdromoi_lost = true; });
    change_arete(u, taxis_at(u.state(), ref.unit).side, kLakonianEkdromoiKilled.own, "HM-OPT6-05",
                 "ekdromoi of " + of->unit.text + " are killed");
  }
  leave_flight(u, ref, "gone", rule);
  for (const std::string& who : strategoi_in(u.state(), ref.unit, ref.at)) {  // HM-AMB-106
    keep_unit(u, ref.unit, [](TaxisFight& fight) { fight.katastrophe.insert("HM-KAT-04"); });
    lose_strategos(u, who, "with his lochos", "HM-AMB-106");
  }
  const Taxis& unit = taxis_at(u.state(), ref.unit);
  if (std::none_of(unit.lochoi.begin(), unit.lochoi.end(), [](const Lochos& l) { return l.fate != Fate::Gone && l.fate != Fate::Routing; }))
    score_unit_lost(u, ref.unit);
}

}  // namespace polemarch::hoplomachia
