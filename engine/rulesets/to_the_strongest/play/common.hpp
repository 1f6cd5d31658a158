#pragma once
/// What many commands and steps do: cards are turned and asked for, units move, fight, save and are lost. Each emits events and may open
/// steps; the rules each keeps to stand where it is defined.

#include <optional>
#include <string>
#include <vector>

#include "engine/core/asks.hpp"
#include "engine/rulesets/to_the_strongest/play/play.hpp"
#include "engine/rulesets/to_the_strongest/topics/places.hpp"
#include "engine/rulesets/to_the_strongest/topics/saves.hpp"

namespace polemarch::to_the_strongest {

inline Board board(const Unfold& u) { return Board(u.state()); }
inline const Unit& unit(const Unfold& u, const UnitId& id) { return u.state().units.at(id); }
inline const General& general(const Unfold& u, const UnitId& id) { return u.state().generals.at(id); }

// play/common.cpp
/// A question for activation cards, of the deck that unit or general plays from; of a side before the battle its first player's.
engine::Wait ask_deck(const Unfold& u, const UnitId& who, std::string rule, std::string question, int count = 1);
engine::Wait ask_deck(const Unfold& u, Side side, std::string rule, std::string question, int count = 1);
void play_card(Unfold& u, Side side, const char* purpose, std::vector<UnitId> units, int card, int need, bool success, bool on_units,
               const std::vector<engine::Reason>& reasons = {}, UnitId by_general = {});
/// The rules have the unit elsewhere than the table.
void owe(Unfold& u, const UnitId& unit, std::string rule, bool removed = false);
void medals(Unfold& u, Side side, int change, std::string why, bool extra = false);

// play/orders.cpp
void ask_card(Unfold& u, const Plan& plan);
void fail(Unfold& u, const Plan& plan);
void carry_out(Unfold& u, const Plan& plan);
// play/swap.cpp
/// May a success of this order still be swapped for a new card? TTS-GEN-08.
bool may_be_swapped(const Plan& plan);
/// What is needed to take the success back, told before it is carried out.
ReplaceOpen as_it_stands(const Unfold& u, const Plan& plan, int card, std::vector<UnitId> able);
// play/markers.cpp
void order_by_markers(Unfold& u, const Plan& plan, std::vector<std::string> reasons);

// play/moves.cpp
void move_units(Unfold& u, const Plan& plan);
void move_unit(Unfold& u, const UnitId& id, Box to, Facing facing, int along, const std::string& how, Box second = {});
void leave_table(Unfold& u, const UnitId& id, int zone, const std::string& how);
void come_on(Unfold& u, const UnitId& id, Box box, Facing facing, int along, const std::string& how);
/// Out of ambush; false where it finds no room and stays hidden.
bool come_out(Unfold& u, const UnitId& id, Box box, std::optional<Facing> wish, const std::string& place);
/// An enemy comes next to ambushes: true where one is revealed.
bool reveal_ambushes_near(Unfold& u, Side mover, Box near);
void accompany(Unfold& u, const std::vector<UnitId>& generals, Box to);
void enter_box(Unfold& u, const UnitId& id, Box box);
/// A general of `side` with no unit of his there: he makes way for an enemy.
bool lone_general_in(const Board& board, Side side, Box box);
/// A plan as far as its first `boxes` boxes, or fewer where friends leave no room. TTS-MOV-16, TTS-AMB-146.
void halt_after(const Board& board, Plan& plan, std::size_t boxes);
/// Behind the friend in the box. TTS-ENT-01.
int place_coming_on(const Board& board, Box box);
void enter(Unfold& u, const Plan& plan, Box box);
void special(Unfold& u, const Plan& plan);

// play/charge.cpp
void start_charge(Unfold& u, const Plan& plan);
void conclude(Unfold& u, ChargeStep charge);
void back_into_line(Unfold& u, ChargeStep& charge);
// play/evade.cpp
void ask_evade(Unfold& u, ChargeStep charge);
void after_evade_answer(Unfold& u, ChargeStep charge, const std::string& chosen);
void after_evade_card(Unfold& u, ChargeStep charge, int card);
void evade(Unfold& u, ChargeStep& charge);
// play/melee.cpp
void fight(Unfold& u, ChargeStep charge);
/// It stands in the box it strikes from.
void strike(Unfold& u, ChargeStep charge);
void charger_throws(Unfold& u, ChargeStep charge);
void ask_throw(Unfold& u, ChargeStep charge, ChargeStage thrown);
void after_throw(Unfold& u, ChargeStep charge, int card);
void ask_bonus(Unfold& u, ChargeStep charge);
void after_bonus_answer(Unfold& u, ChargeStep charge, bool used);
void after_hits_played(Unfold& u, ChargeStep charge, const std::vector<int>& cards);
void after_replay_answer(Unfold& u, ChargeStep charge, const std::string& chosen);
void after_replay(Unfold& u, ChargeStep charge, int card);
void after_hits(Unfold& u, ChargeStep charge);
void after_strike(Unfold& u, ChargeStep charge, int card);

// play/shooting.cpp
void start_shooting(Unfold& u, const Plan& plan);
void resupply(Unfold& u, const Plan& plan);

// play/saves.cpp
std::vector<SaveDue> dues_for(const Unfold& u, const SaveDue& pattern, const UnitId& target, int hits);
void open_saves(Unfold& u, std::vector<SaveDue> queue);
/// Q spades saves the noted unit from its first failed save: true where it does.
bool saved_by_hell(Unfold& u, const UnitId& id);
void one_more_disorder(Unfold& u, const UnitId& id, const std::string& why);
void lose_unit(Unfold& u, const UnitId& id, const std::string& why);
void lose_general(Unfold& u, const UnitId& id, Status status);
/// Nothing where he is being asked already. `of_army`: where his command has nobody left, any unit of the army will do.
void join(Unfold& u, const UnitId& id, const std::string& rule, bool of_army = false);
/// Whom he joins is being asked, on whichever lane.
bool is_asked_to_join(const State& state, const UnitId& id);

// play/turn.cpp
void begin_command(Unfold& u, const UnitId& id);

// play/prelude.cpp
void next_phase(Unfold& u);
/// In deployment: where the last unit of the command stands or is away, the command is deployed.
void settle_deployed(Unfold& u, UnitId command);
// play/stratagems.cpp
void spend_stratagem(Unfold& u, Side side, const std::string& card, std::vector<UnitId> units);

}  // namespace polemarch::to_the_strongest
