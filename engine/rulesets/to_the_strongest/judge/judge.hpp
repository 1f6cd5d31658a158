#pragma once
/// Judging by topic; judge/judge.cpp puts it together. judge/orders.cpp works out orders: it asks the right one of judge/moves.cpp,
/// judge/shots.cpp and judge/rest.cpp. Pure.

#include <string>
#include <vector>

#include "engine/rulesets/to_the_strongest/rules.hpp"
#include "engine/rulesets/to_the_strongest/topics/charge.hpp"
#include "engine/rulesets/to_the_strongest/topics/movement.hpp"
#include "engine/rulesets/to_the_strongest/topics/places.hpp"
#include "engine/rulesets/to_the_strongest/topics/saves.hpp"
#include "engine/rulesets/to_the_strongest/topics/shooting.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"

namespace polemarch::to_the_strongest {

/// The order with everything worked out, and whether it may be given (judge/orders.cpp).
struct Worked {
  engine::Verdict verdict;
  Plan plan;
};
/// What a menu has worked out already for the one unit it is about.
struct Known {
  const std::vector<Route>* routes = nullptr;
  const std::vector<ShotCheck>* shots = nullptr;
};
Worked work_out(const Board& board, Viewer by, const Order& order, const Known& known = {});
/// An allowed order that leaves an ambush of its own side no room, said to that side and the umpire alone: menus list it for all, so that
/// they tell nobody of the ambush.
std::optional<engine::Verdict> crowds_own_ambush(const Board& board, Viewer by, const Worked& worked);
/// Does it add a box to a plain move (TTS-MAR-01)? A box straight ahead, beside or behind that a plain move leads to is no march.
bool is_march(const State& state, const Order& order);

/// Why nothing else may be ordered now: the question that is open, where everybody may know it. TTS-SEQ-08.
engine::Verdict unsettled(const State& state);
/// "y", "yes" and "n" where only one thing can be meant; "evade" where there is one box to go to.
engine::Answer plain_answer(const engine::Wait& wait, engine::Answer answer);
/// The order the enemy may give these units now (J diamonds), or null. Empty `units`: any.
const BlunderStep* blunder_of(const State& state, const std::vector<UnitId>& units, int* lane_id = nullptr);

/// What players tell of their markers (judge/markers.cpp).
engine::Verdict judge_mark(const State& state, Viewer by, const Mark& told);
engine::Verdict judge_form(const Board& board, const Unit& unit, Formation formation);
engine::Verdict judge_boat(const Board& board, const Unit& unit, const Order& order);
engine::Verdict judge_entry(const Board& board, const Unit& unit, const Order& order, Plan& plan);
engine::Verdict judge_prelude(const State& state, Viewer by, const Command& command);
/// Has the command anything left that could be ordered?
bool can_act(const State& state, const UnitId& command);
/// The command that a "pass" without a name means: the only active one, or the side's only one. Empty: it is to be named. TTS-ACT-17.
UnitId pass_meant(const State& state);

/// Generals who may replace a card on these units: in their box and of their command, seniors any. TTS-GEN-05, TTS-GEN-22, TTS-GEN-32.
struct Replacer {
  UnitId general;
  bool remote = false;
};
std::vector<Replacer> replacers(const Board& board, const std::vector<UnitId>& units, Side side);
/// Who may replay a missed to-hit card of `unit`: "hero" or generals. TTS-RPL, TTS-HERO.
std::vector<std::string> replayers(const Board& board, const Unit& unit);
/// Boxes of a legal command move. TTS-GEN-14..17.
bool command_move_reaches(const Board& board, const General& general, Box to, int boxes);
int command_move_length(const General& general);

// What the judges of orders share.
inline Worked no(engine::Verdict verdict, Plan plan = {}) { return {std::move(verdict), std::move(plan)}; }
/// Adds to an allowed verdict what the card must be and why. TTS-DIF-03..05.
Worked with_need(const Board& board, Worked worked, const std::vector<const Unit*>& units);
/// The plan of an order that moves nobody.
Plan in_place(const Order& order, const Unit& unit);

Worked work_out_move(const Board& board, const Order& order, const std::vector<const Unit*>& units, const Known& known);
Worked work_out_charge(const Board& board, const Order& order, const Unit& charger);
Worked work_out_shot(const Board& board, Order order, const std::vector<const Unit*>& shooters, const Known& known);
Worked work_out_move_and_shoot(const Board& board, Order order, const Unit& shooter);
Worked work_out_shoot_and_move(const Board& board, Order order, const std::vector<const Unit*>& shooters, const Known& known);
Worked work_out_rest(const Board& board, const Order& order, const std::vector<const Unit*>& units);

}  // namespace polemarch::to_the_strongest
