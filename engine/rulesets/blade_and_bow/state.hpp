#pragma once
/// The whole of a Blade & Bow battle as a plain value. Squares, points and counts; nothing here computes. Pure.

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/core/agenda.hpp"
#include "engine/core/checked.hpp"
#include "engine/core/secret.hpp"
#include "engine/rulesets/blade_and_bow/nouns.hpp"
#include "engine/rulesets/blade_and_bow/options.hpp"
#include "engine/rulesets/blade_and_bow/steps.hpp"

namespace polemarch::blade_and_bow {

using engine::Secret;

struct Unit {
  UnitId id;
  Side side = Side::A;
  std::string name;
  UnitType type;
  Where box = Where::Map;
  Square square;
  Facing facing = Facing::N;
  bool disrupted = false;
  Secret<int> ranks;          ///< density marker, +0 to +6; open units have none (BB-UNIT-17, BB-UNIT-24)
  bool melee_marker = false;  ///< BB-COM-08
  bool wall = false;          ///< shield wall marker
  bool operator==(const Unit&) const = default;

  const Profile& profile() const { return disrupted ? type.disrupted : type.good; }
  bool on_map() const { return box == Where::Map; }
  bool has_ranks() const { return type.good.density != Density::Open; }
};

struct Leader {
  UnitId id;
  Side side = Side::A;
  std::string name;
  int rank = 1, range = 0, value = 1;
  Colour colour = Colour::White;
  Where box = Where::Map;
  Square square;
  int return_turn = 0;  ///< on the turn track (BB-LDR-21)
  bool operator==(const Leader&) const = default;
  bool on_map() const { return box == Where::Map; }
};

struct Camp {
  UnitId id;
  Side side = Side::A;
  Square square;
  bool sacked = false;
  int front = 0;                    ///< morale modifier against attackers, all of whom are frontal (BB-AMB-54, BB-AMB-68)
  engine::Checked<Square> choices;  ///< start squares the owner may choose among (BB-PLA-07)
  bool operator==(const Camp&) const = default;
};

struct Army {
  std::string name;
  int losses = 0;
  int rout_level = 7;     ///< as the scenario has it; camps sacked lower it (BB-VIC-10)
  int impulses_base = 3;  ///< as the scenario has it
  int impulses = 0;       ///< left in this turn
  int hand_size = 4;
  engine::Checked<Secret<int>> hand;   ///< card numbers
  int cards_taken = 0;                 ///< names the secrets
  int rank_total = 0, rank_limit = 6;  ///< rank adjustment at setup (BB-SCN-03)
  bool ranks_fixed = true;
  bool walls_allowed = false;  ///< BB-SW-01
  bool walls_at_start = false;
  bool ready = false;  ///< setup done
  bool operator==(const Army&) const = default;
};

enum class Phase { Setup, Draw, Initiative, Impulses, Rout, Victory, TurnEnd, Over };

struct Turn {
  int number = 1;
  Phase phase = Phase::Draw;
  int setup_stage = 0;             ///< 0 ranks, 1 leaders of the side without the tie-breaker, 2 the other's
  std::optional<Side> initiative;  ///< BB-SEQ-07
  std::optional<Side> active;
  int actions = 0;  ///< left in this impulse
  int done = 0;     ///< steps of the phase already taken, so that it resumes where it was
  bool operator==(const Turn&) const = default;
};

/// A card at work.
struct ActiveEffect {
  int card = 0;
  EffectKind kind = EffectKind::Text;
  int amount = 0;
  Side side = Side::A;  ///< who played it
  UnitId unit;          ///< whom it helps; empty: the whole of that side
  std::string lasts = "action";
  bool operator==(const ActiveEffect&) const = default;
};

enum class ActionKind { Move, Shoot, Melee, Rally, Leader, Wall };

/// How far a unit has come in its Move action.
struct Progress {
  int spent = 0;
  bool stopped = false;
  bool free_turn = false;       ///< a light's free 45 degrees on entering (BB-MOV-08)
  bool began = false;           ///< it has made a manoeuvre
  bool reverse_failed = false;  ///< may go on with what is left (BB-AMB-98); so may who has only disrupted himself (BB-MOV-15)
  bool operator==(const Progress&) const = default;
};

/// The action being carried out; it may hold several moves, shots or melees of one formation.
struct Action {
  ActionKind kind = ActionKind::Move;
  Side side = Side::A;
  engine::Checked<UnitId> units;
  UnitId leader;  ///< who formed them; empty for one unit
  bool closes_itself = true;
  std::map<UnitId, Progress> moves;
  std::set<UnitId> used;        ///< shot or attacked in this action (BB-RNG-32, BB-MEL-06)
  std::set<UnitId> targets;     ///< shot at or attacked in this action (BB-RNG-31, BB-MEL-07)
  std::set<UnitId> fought;      ///< keep their melee marker (BB-COM-18)
  std::set<UnitId> barred;      ///< failed commitment (BB-COM-06)
  std::set<UnitId> walls_lost;  ///< wall effects last to the end of this action (BB-SW-14)
  bool operator==(const Action&) const = default;
};

/// What one fighting unit still has to suffer.
struct Hurt {
  bool recoil = false;
  int rout_dice = 0;
  bool hit = false;  ///< a hit took effect (BB-AMB-29)
  bool operator==(const Hurt&) const = default;
};

/// A shot or a melee being resolved.
struct Fight {
  bool melee = false;
  engine::Checked<UnitId> attackers;  ///< those that take part, lead first once it is known
  UnitId target;                      ///< a unit or a camp
  bool camp = false;
  Square target_square;
  std::map<UnitId, Square> from;  ///< where the attackers stand
  UnitId wish_lead;
  int rotation = 0;            ///< steps the shooters turned
  int continuation = 0;        ///< 0 the first attack, then 1, 2 ... (cavalry)
  bool disrupt_after = false;  ///< failed continuation check (BB-CAV-03)
  engine::Checked<int> attack_dice, defence_dice;
  int attack_rerolls = 0, defence_rerolls = 0;
  int passes = 0;
  std::map<UnitId, Hurt> hurt;
  std::set<UnitId> disrupted_here;
  std::set<UnitId> moved;  ///< recoiled, routed or retreated: left their square
  bool off_map = false;    ///< the target left the map
  bool target_recoiled = false;
  bool leader_spent_a = false, leader_spent_b = false;  ///< the one cancelled rout die a combat (BB-AMB-31)
  std::set<UnitId> checked_leaders;                     ///< one casualty check each (BB-AMB-29)
  bool cards_second = false;                            ///< the initiative side has played: the other may not any more (BB-CARD-23)
  bool operator==(const Fight&) const = default;
};

/// Rules of one battle only.
struct Scenario {
  std::string name;
  Side tie_breaker = Side::A;    ///< BB-SCN-12
  std::map<int, int> end_icons;  ///< turn -> highest die that ends the game (BB-NIS-06)
  int last_turn = 12;
  std::optional<Side> goat_path_roller;  ///< BB-THE-10
  std::optional<UnitId> king;            ///< whose death gives the other side a major victory (BB-THE-15)
  std::optional<UnitId> doom_camp;       ///< whose sacking gives the other side a major victory at turn end (BB-THE-16)
  std::optional<Side> default_winner;    ///< minor victory when the game runs out (BB-THE-18)
  std::optional<UnitId> sudden_camp;     ///< its loss ends the battle at once (BB-MYC-12)
  std::optional<Side> reserve_side;      ///< the Spartans' (BB-MYC-07)
  int reserve_state = 0;                 ///< 0 not come, 1 coming, 2 entry chosen and entering, 3 all on
  int entry_die = 0, entry_delay = 0;
  bool operator==(const Scenario&) const = default;
};

struct Outcome {
  std::optional<Side> winner;  ///< nobody: a draw
  std::string degree;          ///< "major", "minor", "marginal", "draw"; "conceded" before its time
  std::string rule;
  std::optional<std::string> why = {};  ///< who gave up, or that both agreed; nothing: degree and rule say it
  bool operator==(const Outcome&) const = default;
};

struct State {
  Map map;
  std::map<UnitId, Unit> units;
  std::map<UnitId, Leader> leaders;
  std::map<UnitId, Camp> camps;
  std::array<Army, 2> armies;
  engine::Checked<Card> deck;  ///< what each number means; empty: paper cards, only counted
  engine::Checked<int> discards;
  Turn turn;
  Scenario scenario;
  Options options;
  engine::CheckedMaybe<Action> action;
  engine::CheckedMaybe<Fight> fight;
  engine::Checked<ActiveEffect> effects;
  std::map<UnitId, int> may_face;  ///< units that may turn freely now, at most so many 45-degree steps (rally 4, advance 1)
  std::optional<Outcome> outcome;
  engine::Agenda<Step> agenda;

  // Made once, in made_once.cpp: every file that names a State would make its own.
  State();
  State(const State& other);
  State(State&& other) noexcept;
  State& operator=(const State& other);
  State& operator=(State&& other) noexcept;
  ~State();
  bool operator==(const State& other) const;

  const Army& army(Side side) const { return armies[static_cast<std::size_t>(side)]; }
  Army& army(Side side) { return armies[static_cast<std::size_t>(side)]; }
};

/// The combat unit on the map in this square, or null.
const Unit* unit_at(const State& state, Square square);
/// The unsacked camp in this square, or null.
const Camp* standing_camp_at(const State& state, Square square);
const Unit* find_unit(const State& state, const UnitId& id);
const Leader* find_leader(const State& state, const UnitId& id);
const Camp* find_camp(const State& state, const UnitId& id);
/// The leaders of `side` in this square, senior first.
std::vector<const Leader*> leaders_at(const State& state, Square square, Side side);
/// The shipped meaning of a card number, or null with paper cards.
const Card* card_numbered(const State& state, int number);

}  // namespace polemarch::blade_and_bow
