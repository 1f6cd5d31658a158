#pragma once
/// decide()'s workbench: unfolds events and keeps the state they lead to. One class, one .cpp a topic (play_*.cpp). Internal to the room.

#include <functional>
#include <string>
#include <vector>

#include "engine/rulesets/to_the_strongest/rules.hpp"
#include "engine/rulesets/to_the_strongest/topics/charge.hpp"
#include "engine/rulesets/to_the_strongest/topics/movement.hpp"
#include "engine/rulesets/to_the_strongest/topics/places.hpp"
#include "engine/rulesets/to_the_strongest/topics/saves.hpp"
#include "engine/rulesets/to_the_strongest/topics/shooting.hpp"

namespace polemarch::to_the_strongest {

class Play {
 public:
  Play(const State& state, Viewer by) : unfolding_(state), by_(by) {}
  void decide(const CommandText& command);
  std::vector<Event> take() { return unfolding_.take(); }

 private:
  using Answers = std::vector<engine::Answer>;
  const State& state() const { return unfolding_.state(); }
  Board board() const { return Board(state()); }
  const Unit& unit(const UnitId& id) const { return state().units.at(id); }
  const General& general(const UnitId& id) const { return state().generals.at(id); }
  void emit(Event event) { unfolding_.emit(std::move(event)); }

  // Agenda (play/decide.cpp).
  void open(Step step, std::vector<engine::Wait> waits = {});
  void run();
  /// Homeless generals, demoralisation and victory after something happened; true when it opened a step.
  bool settle();
  engine::Wait card_wait(Side side, std::string rule, std::string question, int count = 1) const;
  engine::Wait choice_wait(Side side, std::string rule, std::string question, std::vector<engine::Option> options) const;
  void owe(const UnitId& unit, std::string rule, bool removed = false);
  void play_card(Side side, const char* purpose, std::vector<UnitId> units, int card, int need, bool success, bool on_units,
                 const std::vector<engine::Reason>& reasons = {}, UnitId by_general = {});

  // Orders (play/orders.cpp).
  void order(const Order& order, bool free_of_card);
  void resume(const CardStep& step, const Answers& answers);
  void resume(const ReplaceStep& step, const Answers& answers);
  void ask_replacement(const ReplaceStep& failed);
  void resume(const BlunderStep& step, const Answers& answers);
  std::optional<Order> blunder_chosen(const engine::Wait& wait, const engine::Answer& answer) const;
  void resume(const RallyStep& step, const Answers& answers);
  void resume(const BurstStep& step, const Answers& answers);
  void resume(const ZoneStep& step, const Answers& answers);
  void ask_card(const Plan& plan);
  void fail(const Plan& plan);
  void carry_out(const Plan& plan);
  void move_units(const Plan& plan);
  void ace_effects(const Plan& plan);
  void replace(const ReplaceCard& command);

  // Markers on the table (play/markers.cpp).
  void order_by_markers(const Plan& plan, std::vector<std::string> reasons);
  void mark(const Mark& told);

  // What moving brings about (play/moves.cpp).
  void move_unit(const UnitId& id, Box to, Facing facing, int along, const std::string& how, Box second = {});
  void leave_table(const UnitId& id, int zone, const std::string& how);
  void come_on(const UnitId& id, Box box, Facing facing, int along, const std::string& how);
  void accompany(const std::vector<UnitId>& generals, Box to);
  void enter_box(const UnitId& id, Box box);
  void reveal_ambushes(Side mover);
  bool reveal_ambushes_near(Side mover, Box near);
  bool stopped_at(const Unit& mover, Box here, Box next) const;
  void special(const Plan& plan);
  void enter(const Plan& plan, Box box);
  void command_move(const CommandMove& command);
  void resume(const WhichBoxStep& step, const Answers& answers);
  void place_bases(const engine::PlaceBases& command);

  // Charges (play/charge.cpp, play/melee.cpp).
  void start_charge(const Plan& plan);
  void resume(const ChargeStep& step, const Answers& answers);
  void meet(ChargeStep charge);
  void test_evade(ChargeStep charge);
  void evade(ChargeStep& charge);
  void fight(ChargeStep charge);
  void charger_throws(ChargeStep charge);
  void ask_bonus(ChargeStep charge);
  void play_hits(ChargeStep charge);
  void after_hit_cards(ChargeStep charge);
  void take_hits(ChargeStep charge);
  void after_hits(ChargeStep charge);
  void conclude(ChargeStep charge);
  void advance(const ChargeStep& charge, Facing facing);
  void throw_saves(ChargeStep next, const UnitId& thrower, const UnitId& at, Box from);

  // Shooting (play/shooting.cpp).
  void start_shooting(const Plan& plan);
  void resume(const ShootStep& step, const Answers& answers);
  void ask_shot_replay(ShootStep shot);
  void shots_fall(const ShootStep& shot);
  void after_shooting(const Plan& plan);
  void resupply(const Plan& plan);

  // Saves and losses (play/saves.cpp).
  std::vector<SaveDue> dues_for(const SaveDue& pattern, const UnitId& target, int hits) const;
  void open_saves(std::vector<SaveDue> queue);
  void resume(const SavesStep& step, const Answers& answers);
  void resume(const WoundStep& step, const Answers& answers);
  void resume(const JoinStep& step, const Answers& answers);
  void resume(const RampageStep& step, const Answers& answers);
  void fail_save(const UnitId& id, const std::string& why);
  void one_more_disorder(const UnitId& id, const std::string& why);
  void lose_unit(const UnitId& id, const std::string& why);
  void lose_general(const UnitId& id, Status status);
  void join(const UnitId& id, const std::string& rule);
  void put_general_with(const UnitId& id, const UnitId& unit, const char* how);
  void medals(Side side, int change, std::string why, bool extra = false);

  // Turns (play/turn.cpp).
  void begin_command(const UnitId& id);
  void end_command(const UnitId& id, const char* why);
  void end_turn();
  void end_turn_if_done();

  // Before the battle, and stratagems (play/prelude.cpp, play/stratagems.cpp).
  void deploy(const Deploy& command);
  void deployment_done();
  void draw(const DrawStratagem& command);
  void play(const PlayStratagem& command);
  void note(const NoteUnit& command);
  std::vector<engine::Wait> both_cut(const char* rule, const std::function<std::string(Side)>& question) const;
  void scout();
  void scenario(const ChooseScenario& command);
  void list_terrain(const ChooseTerrain& command);
  void place_terrain(const PlaceTerrain& command);
  void deal_terrain();
  void bid();
  void cut_for_army();
  void coast(const std::string& flank);
  void next_phase();
  void all_drawn();
  void put_down(const UnitId& id, Box box, Facing facing);
  void settle_deployed(const UnitId& command);
  void spend_note(Side side, const std::string& card);
  void take_high_ground(const PlayStratagem& command);
  void this_way(const PlayStratagem& command, Side player);
  void where_in_hades(const PlayStratagem& command);
  void cry_havoc();
  void resume(const ScoutStep& step, const Answers& answers);
  void resume(const BidStep& step, const Answers& answers);
  void resume(const ArmyCutStep& step, const Answers& answers);
  void resume(const CoastStep& step, const Answers& answers);
  void resume(const StratagemStep& step, const Answers& answers);
  void resume(const ScenarioStep& step, const Answers& answers);
  void resume(const TerrainStep& step, const Answers& answers);
  void spend_stratagem(Side side, const std::string& card, std::vector<UnitId> units);

  engine::Unfolding<Rules> unfolding_;
  Viewer by_;
  int lane_ = 0;
};

/// The order with everything worked out, and whether it may be given (judge/orders.cpp). `free_of_card`: J diamonds.
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

/// "y", "yes" and "n" where only one thing can be meant; "evade" where there is one box to go to.
engine::Answer plain_answer(const engine::Wait& wait, engine::Answer answer);
/// The order the enemy may give these units now (J diamonds), or null. Empty `units`: any.
const BlunderStep* blunder_of(const State& state, const std::vector<UnitId>& units);

/// What players tell of their markers (judge/markers.cpp).
engine::Verdict judge_mark(const State& state, Viewer by, const Mark& told);
engine::Verdict judge_form(const Board& board, const Unit& unit, Formation formation);
engine::Verdict judge_boat(const Board& board, const Unit& unit, const Order& order);
engine::Verdict judge_entry(const Board& board, const Unit& unit, const Order& order, Plan& plan);
/// Has the command anything left that could be ordered?
bool can_act(const State& state, const UnitId& command);

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

/// Held stratagem cards of a side as far as known.
bool holds_card(const SideState& side, const std::string& card);
const NoteUnit* note_for(const SideState& side, const std::string& card);
/// The unit a Cry havoc, Where in Hades ... would apply to now; see judge_stratagems.cpp.
engine::Verdict judge_stratagem(const State& state, Viewer by, const PlayStratagem& command);
engine::Verdict judge_prelude(const State& state, Viewer by, const CommandText& command);
/// What the phase before the battle asks for.
std::vector<CommandText> prelude_offers(const State& state, Viewer viewer);

}  // namespace polemarch::to_the_strongest
