#pragma once
/// What both halves use to write down what happens: arete, losses, moves, whose turn is over. Pure.

#include <string>
#include <vector>

#include "engine/rulesets/hoplomachia/play/play.hpp"

namespace polemarch::hoplomachia {

// Arete (play/arete.cpp).
/// Changes a track at once, capped at 20, and writes its log (HM-ARE-05, HM-AMB-10). By 0: nothing.
void change_arete(Unfold& u, Side side, int by, std::string rule, std::string why);
/// A lochos was routed or destroyed: -1 and +1, once (HM-EVT-01, 02, HM-AMB-57, 58); stands of undisciplined groups score nothing.
void score_lochos_lost(Unfold& u, const LochosRef& lochos);
/// A whole unit was routed or destroyed: every lochos once, and -5/+3 for the senior taxis (HM-EVT-03, 04, HM-AMB-59).
void score_unit_lost(Unfold& u, const UnitId& unit);
/// A strategos is killed or lost: -2, and who takes command (HM-EVT-05, HM-STRAT-15, 16). `rule` and `how` for the telling.
void lose_strategos(Unfold& u, const std::string& strategos, std::string how, std::string rule);
/// A die on a chart of the army: paean, sphagia, One Step More, under belos, surprise; asks, then changes the track.
void ask_arete(Unfold& u, AreteDie die, Side side, const UnitId& unit = {});
/// A unit has won a melee; when it is of the core that approached, Begin Approach may be signalled again (HM-INSP-03).
void melee_won(Unfold& u, const UnitId& unit);
/// A core unit has charged by order (HM-AMB-67).
void charge_made(Unfold& u, Side side);
/// The strategoi who stand in this lochos (-1: anywhere in the unit) and are alive.
std::vector<std::string> strategoi_in(const State& state, const UnitId& unit, int lochos = -1);

// Moves (play/common.cpp).
/// Gives the stands their new places and owes them on the table; poses that were measured owe nothing (`measured`).
void move_stands(Unfold& u, const UnitId& unit, std::vector<engine::PlacedBase> poses, Length moved, std::set<std::string> crossed,
                 std::string how, std::string rule, bool measured = false);
/// Takes stands off the table for good and owes their removal. Tells the loss.
void take_off(Unfold& u, const LochosRef& lochos, UnitId by, std::string how, std::string rule, Fate fate = Fate::Gone);
void disarray(Unfold& u, const UnitId& unit, std::string why, std::string rule, std::vector<int> lochoi = {});
void set_mode(Unfold& u, const UnitId& unit, Mode mode);
/// The unit had its turn in this stage.
void acted(Unfold& u, const UnitId& unit, std::string what);
/// It reacted, other than by M: no action in this phase (HM-ASEQ-12).
void reacted(Unfold& u, const UnitId& unit, std::string what);
/// A strategos speaks: his die, or what the players' own chart brings (HM-PAR-13, HM-NIS-02).
void ask_rhetoria(Unfold& u, Side side, const std::string& strategos);
/// Is the door held open, or shut (HM-BATT-D6)?
void ask_gate(Unfold& u, Side side, const std::string& gate);
void end_battle(Unfold& u, std::string winner, std::string text, std::string rule);

/// A unit comes out of its ambush: it stands where it lay, and its bases are owed there (HM-AMB-56).
void show_hidden(Unfold& u, const UnitId& unit, std::string why);
/// Rhetoria in an Arrayed battle, when both have deployed (HM-PAR-14); false when nothing is asked.
bool after_deployment(Unfold& u);
/// Battle A: lots decide in which turn the invader's lights come on (HM-AMB-89).
bool draw_lots(Unfold& u);
/// Disarrayed units that stood halted all the turn recover (HM-DIS-12).
void end_turn(Unfold& u);

/// What is to be settled before the battle, one thing after the other (play/pre_game.cpp); false when players have to act.
bool pre_game(Unfold& u);

// What a stage does when it begins; the frame's and the fighting's share (play/stages.cpp, play/fight_stages.cpp).
void begin_stage(Unfold& u);
void begin_fight_stage(Unfold& u);
/// The unit's turn has come in a stage of the fighting: true when the rules act for it (the frame goes on when nothing is open any more).
/// It has to emit UnitActed, or it comes up again.
bool act_alone(Unfold& u, const UnitId& unit);
/// The stage is over: everybody had his turn.
void end_fight_stage(Unfold& u);

}  // namespace polemarch::hoplomachia
