#pragma once
/// A Paean battle as a plain value: bases, formations, leaders, terrain, turn, agenda. Table mm. Pure.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/agenda.hpp"
#include "engine/core/checked.hpp"
#include "engine/rulesets/paean/nouns.hpp"
#include "engine/rulesets/paean/options.hpp"
#include "engine/rulesets/paean/state_fight.hpp"
#include "engine/rulesets/paean/steps.hpp"

namespace polemarch::paean {

/// A foe in contact, and which side of this formation it touches.
struct Contact {
  UnitId foe;
  Flank on = Flank::Front;
  bool operator==(const Contact&) const = default;
};

/// What happened to a formation; the counters of a bound are cleared when its side's bound or the enemy's begins.
struct Status {
  int orders = 0;                  ///< rolled orders received this bound (PA-ACT-02)
  int reactions = 0;               ///< successful contact reactions this bound (PA-REA-03)
  bool moved = false;              ///< this bound (PA-INT-04)
  engine::Checked<UnitId> passed;  ///< friends that went through it or it through them this bound (PA-INT-05)
  bool no_orders = false;          ///< it may receive no more orders this bound (PA-ACT-04, PA-RES-09)
  std::optional<int> rallying;     ///< bound in which it was pushed back (PA-RAL-01)
  bool turned = false;             ///< it turned to face (PA-EVA-13)
  bool caught = false;             ///< it stood and was contacted in flank or rear (PA-FLR-05)
  Rush rush = Rush::None;
  bool stood = false;                    ///< its hero stopped the push backs of this phase (PA-HER-40)
  int phases = 0;                        ///< fought in the present combat
  bool fought = false;                   ///< a compulsory phase this bound (PA-SEQ-03)
  bool powered = false, mighty = false;  ///< it had its free action this bound (PA-CMD-09, PA-HER-11)
  bool operator==(const Status&) const = default;
};

struct Formation {
  Side side = Side::A;
  std::string name;
  Arm arm = Arm::Infantry;
  Weight weight = Weight::H;
  engine::Checked<BaseId> bases;  ///< rows from the front, each from left to right; empty: dispersed or merged into another
  UnitId commander;               ///< controlling subordinate, or empty: the army commander alone
  UnitId origin;                  ///< the roster unit it came from
  bool spread = false;            ///< unformed (PA-UNF-01); a single base counts as unformed anyway
  engine::Checked<Contact> contacts;
  Status status;
  bool operator==(const Formation&) const = default;

  bool in_play() const { return !bases.empty(); }
  bool heavier() const { return weight == Weight::M || weight == Weight::LH || weight == Weight::H; }
  bool hoplite() const { return weight == Weight::LH || weight == Weight::H; }
  /// Unformed: only the heavier three are (PA-UNF-05); a single base of them always is (PA-UNF-04).
  bool unformed() const { return heavier() && (spread || bases.size() == 1); }
};

/// A commander or hero (PA-CMD, PA-HER).
struct Leader {
  Side side = Side::A;
  std::string name;
  LeaderKind kind = LeaderKind::Subordinate;
  int value = 9;  ///< CV or HV as it stands: permanent reductions are taken off (PA-CHL-11)
  Ability ability = Ability::None;
  BaseId base;
  UnitId with;         ///< formation he is attached to, or empty
  int leads_from = 0;  ///< bound from which he leads it (PA-CMD-42)
  bool alive = true;
  int reactions = 0;  ///< successful contact reactions this bound, alone (PA-REA-03, PA-AMB-84)
  Commanding command = Commanding::Waiting;
  int moves = 0, bows = 0, heavy_orders = 0, medium_orders = 0;  ///< hero's counters of this round (PA-HER-T1)
  bool rolls_value = false, rolls_ability = false;               ///< thrown before the battle (PA-CMD-04, PA-HER-T2)
  bool reroll_used = false;                                      ///< PA-HER-T2, Light of Apollo
  bool run_over = false;                                         ///< his heroic actions of this bound have ended
  engine::Checked<UnitId> challenged;                            ///< whom he has challenged (PA-CHL-09)
  bool operator==(const Leader&) const = default;

  bool hero() const { return kind == LeaderKind::Hero; }
};

/// An action somebody may take now (PA-ACT-01).
struct Permit {
  UnitId unit;  ///< the formation; or a hero who acts alone
  Source source = Source::Order;
  UnitId by;  ///< commander or hero, empty for skirmishers
  bool operator==(const Permit&) const = default;
};

/// A run of tests (PA-SKI-03, PA-HER-10): the light formation or hero in hand.
struct Run {
  UnitId unit;
  int tests = 0;  ///< passed so far
  bool operator==(const Run&) const = default;
};

struct Turn {
  int bound = 0;  ///< 1, 2, 3 ...: A's and B's counted through
  Phase phase = Phase::Deployment;
  Side active = Side::A, first = Side::A;
  engine::CheckedMaybe<Permit> permit;
  engine::CheckedMaybe<Run> run;
  engine::Checked<UnitId> done;  ///< light formations whose run has ended this bound
  UnitId commanding;             ///< the commander in hand in the orders phase (PA-SEQ-13)
  int orders_given = 0;          ///< this battle: every order, free or rolled, and every skirmish or heroic action
  UnitId last_ordered;
  std::optional<Side> winner;
  std::string why, why_rule;  ///< how it ended
  bool operator==(const Turn&) const = default;
};

struct State {
  int k = 1;
  Options options;
  Length width, depth, tolerance{3000};
  engine::Checked<Piece> terrain;
  std::map<BaseId, Base> bases;
  std::map<UnitId, Formation> formations;
  std::map<UnitId, Leader> leaders;
  Fights fights;
  Turn turn;
  engine::Agenda<Step> agenda;

  // Made once, in made_once.cpp: every file that names a State would make its own.
  State();
  State(const State& other);
  State(State&& other) noexcept;
  State& operator=(const State& other);
  State& operator=(State&& other) noexcept;
  ~State();
  bool operator==(const State& other) const;
};

}  // namespace polemarch::paean
