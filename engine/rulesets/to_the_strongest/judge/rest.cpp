#include <cstdlib>

#include "engine/rulesets/to_the_strongest/judge/judge.hpp"

namespace polemarch::to_the_strongest {

using engine::allow;
using engine::impossible;
using engine::refuse;
using engine::Verdict;

namespace {

/// TTS-AMMO-05..07. Each of two brings up a chit.
Verdict judge_resupply(const State& state, const std::vector<const Unit*>& units) {
  if (!state.options.resupply) return refuse("TTS-BID-05", "this game is played without resupply");
  for (const Unit* unit : units) {
    if (unit->ammo_max == 0) return refuse("TTS-AMMO-05", unit->id.text + " has no ammunition to bring up");
    if (unit->ammo >= unit->ammo_max)
      return refuse("TTS-AMMO-06", (units.size() > 1 ? unit->id.text : "it") + " holds all it can", unit->ammo, unit->ammo_max, "chits");
  }
  const int reserve = state.side(units.front()->side).reserve_ammo, wanted = static_cast<int>(units.size());
  if (reserve < wanted)
    return refuse("TTS-AMMO-07", reserve <= 0 ? "the reserve is empty" : "one chit is left in reserve", reserve, wanted, "chits");
  return allow();
}

Verdict judge_rally(const std::vector<const Unit*>& units) {
  for (const Unit* unit : units) {
    if (unit->disorder == 0) return refuse("TTS-RAL-01", unit->id.text + " is not disordered");
    if (unit->rally_forbidden) return refuse("TTS-STR-19", unit->id.text + " may not rally any more");
  }
  return allow();
}

}  // namespace

Worked work_out_rest(const Board& board, const Order& order, const std::vector<const Unit*>& units) {
  const State& state = board.state();
  const Unit& unit = *units.front();
  Plan plan = in_place(order, unit);
  const auto done = [&](Verdict verdict) { return with_need(board, {std::move(verdict), plan}, units); };
  switch (order.kind) {
    case OrderKind::Resupply:
      return done(judge_resupply(state, units));
    case OrderKind::Rally:
      return done(judge_rally(units));
    case OrderKind::Form:
      return done(judge_form(board, unit, order.formation));
    case OrderKind::EmplaceStakes:
      if (unit.stakes != Stakes::None && unit.stakes == Stakes::Emplaced) return done(refuse("TTS-TER-17", "its stakes stand already"));
      if (unit.stakes == Stakes::None) return done(refuse("TTS-TER-15", unit.id.text + " has no stakes"));
      return done(allow());
    case OrderKind::Dismount: {
      const bool able =
          unit.type == Type::Cavalry || unit.type == Type::Camelry || unit.type == Type::Chariots || unit.type == Type::HeavyChariots;
      if (!state.options.plays("dismounting")) return done(refuse("TTS-SEQ-10", "dismounting is not played"));
      if (!able) return done(refuse("TTS-DSM-01", "only cavalry, camelry and chariots dismount"));
      if (unit.disorder > 0) return done(refuse("TTS-AMB-116", "a disordered unit may not dismount"));
      return done(allow());
    }
    case OrderKind::Straddle: {
      if (!state.options.plays("straddling")) return done(refuse("TTS-SEQ-10", "straddling is not played"));
      const Step2 local = in_frame(unit.facing, order.to - unit.box);
      if (local.dy != 0 || std::abs(local.dx) != 1) return done(refuse("TTS-STD-01", "it straddles with a box beside it"));
      plan.manoeuvre = Manoeuvre::Sideways;
      plan.path = {order.to};
      Verdict verdict = judge_route(board, unit, nullptr, {Manoeuvre::Sideways, {order.to}, unit.facing});
      return with_need(board, {std::move(verdict), plan}, {&unit});
    }
    case OrderKind::Board:
    case OrderKind::Land:
      return done(judge_boat(board, unit, order));
    case OrderKind::Enter:
    case OrderKind::Reveal: {
      Verdict verdict = judge_entry(board, unit, order, plan);
      return done(std::move(verdict));
    }
    default:
      return done(impossible("unknown order"));
  }
}

}  // namespace polemarch::to_the_strongest
