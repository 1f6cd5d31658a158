#pragma once
/// A battle of Hoplomachia as a plain value: armies, units of lochoi of stands, strategoi, cards and charts, terrain, turn, agenda. Free
/// measurement, table frame. Fighting's share stands in state_fight.hpp. Pure.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/core/checked.hpp"
#include "engine/core/room.hpp"
#include "engine/core/secret.hpp"
#include "engine/rulesets/hoplomachia/card.hpp"
#include "engine/rulesets/hoplomachia/options.hpp"
#include "engine/rulesets/hoplomachia/state_fight.hpp"
#include "engine/rulesets/hoplomachia/steps.hpp"
#include "models/footprint.hpp"

namespace polemarch::hoplomachia {

/// One stand and where the rules have it.
struct Stand {
  BaseId base;
  Footprint footprint;
  MeasuredPose at;
  std::optional<MarkerId> marker;
  bool lost = false;  ///< killed; off the table for good
  bool operator==(const Stand&) const = default;
};

/// A sub-unit: lochos, ile, or a single undisciplined stand (HM-TROOP-40).
struct Lochos {
  engine::Checked<Stand> stands;  ///< front rank first
  Fate fate = Fate::Waiting;
  bool disarrayed = false;
  bool scored = false;     ///< its loss stands in both arete tracks already (HM-AMB-58)
  bool epilektoi = false;  ///< optional 7
  bool hamippoi = false;   ///< attached, not lost
  bool left = false;       ///< went off the board by its own move: neither lost nor scored
  int enters = 0;          ///< turn in which its lot brings it on (HM-AMB-89); 0: none was drawn, its unit's counts
  LochosFight fight;
  bool operator==(const Lochos&) const = default;

  bool on_table() const { return fate == Fate::Sound || fate == Fate::Routing; }
  bool sound() const { return fate == Fate::Sound; }
};

/// The order a unit acts under (HM-ORD-16).
struct Order {
  OrderType type = OrderType::Halt;
  OrderSource source = OrderSource::None;
  int turn = 0;
  bool exempt = false;  ///< a verbal order keeps it from salpinx signals until it is fulfilled (HM-VERB-02)
  bool operator==(const Order&) const = default;
};

/// Cleared when a turn begins.
struct TurnFlags {
  Length moved;                   ///< most that a stand of it moved
  std::set<std::string> crossed;  ///< kinds of terrain (HM-AMB-17)
  bool rearranged = false;        ///< changed its arrangement
  bool for_charge = false;        ///< changed it before the charges of this turn (HM-AMB-115)
  bool moved_away = false;        ///< ended further from the enemy core by its own move (HM-EVT-10)
  bool evaded = false;            ///< evaded or marched back
  bool halted_all = true;         ///< stood halted since the turn began (HM-DIS-12)
  bool recovered = false;         ///< an R result: may react, not act (HM-AMB-77)
  bool spent = false;             ///< does nothing more this turn (HM-AMB-114)
  bool routers_through = false;   ///< routers moved through it (HM-KAT-06)
  bool operator==(const TurnFlags&) const = default;
};

/// A taxis, a hipparchy, or a group of undisciplined stands.
struct Taxis {
  Side side = Side::A;
  std::string name, nation;
  std::string card;  ///< key into State::cards
  TroopClass troop = TroopClass::Hoplite;
  engine::Checked<Lochos> lochoi;  ///< from the right; the taxiarch stands in the first (HM-TROOP-12)
  Arrangement arrangement = Arrangement::CF;
  Mode mode = Mode::Halt;
  Order order;
  bool core = false;    ///< heavy melee troops of its army (HM-SALP-03)
  bool hidden = false;  ///< in ambush (HM-GEN-18)
  bool baggage = false;
  UnitId allied_to;                                                        ///< lights: the core unit of the same origin (HM-ORD-14)
  std::string commander;                                                   ///< key of the strategos who commands it; empty: the hegemon
  int approach_moves = 0;                                                  ///< since its last Halt or charge (HM-APPR-09)
  bool moved_last_turn = false;                                            ///< in the turn before this one (HM-PAR-15)
  bool surprised = false;                                                  ///< the surprise die was thrown for it (HM-EVT-16)
  int enters = 0;                                                          ///< turn in which it comes on (HM-BATT-A3); 0: with the army
  std::optional<LochosRef> ekdromoi_of;                                    ///< optional 6: the lochos that sent these men out
  bool scenery = false;                                                    ///< psiloi on a city wall (HM-AMB-91): part of no army
  std::optional<engine::Secret<std::vector<engine::PlacedBase>>> hideout;  ///< where it lies in ambush (HM-GEN-18)
  engine::Checked<engine::PlacedBase> stood;                               ///< before its first move of this turn (HM-AMB-31)
  TurnFlags turn;
  TaxisFight fight;
  bool operator==(const Taxis&) const = default;

  bool on_table() const {
    for (const Lochos& lochos : lochoi)
      if (lochos.on_table()) return true;
    return false;
  }
  /// Any sub-unit is (HM-AMB-75).
  bool disarrayed() const {
    for (const Lochos& lochos : lochoi)
      if (lochos.on_table() && lochos.disarrayed) return true;
    return false;
  }
};

/// HM-STRAT.
struct Strategos {
  Side side = Side::A;
  std::string name, nation;
  bool hegemon = false;
  std::optional<Character> character;
  std::optional<Stance> stance;
  LochosRef in;  ///< the sub-unit he stands in
  bool alive = true, rhetoria_allowed = false, rhetoria_done = false;
  int orders_given = 0;  ///< this turn (HM-ORD-02)
  int arrived = 0;       ///< turn in which he was generated (HM-STRAT-17)
  bool operator==(const Strategos&) const = default;
};

/// A verbal order under way (HM-VERB-06): the die shows the turn of arrival.
struct Runner {
  int id = 0;  ///< shown as r1
  Side side = Side::A;
  std::string from;  ///< strategos
  UnitId to;         ///< unit; the whole command when `whole_command`
  std::string to_strategos;
  OrderType order = OrderType::March;
  int sent = 0, arrives = 0;
  engine::Checked<Point> path;  ///< table points
  bool operator==(const Runner&) const = default;
};

/// One entry of the arete track's log.
struct AreteEntry {
  int turn = 0;
  Phase phase = Phase::PreGame;
  int by = 0, to = 0;
  std::string rule, why;
  bool operator==(const AreteEntry&) const = default;
};

/// Optional 4: a signal that speaks to these units alone, written down before the battle.
struct UnitSignal {
  OrderType order = OrderType::Charge;
  engine::Checked<UnitId> units;
  bool operator==(const UnitSignal&) const = default;
};

struct Army {
  std::string name, nation, home_city;
  engine::Checked<std::string> allies;
  Role role = Role::Invader;
  bool hellenic = true, thracian = false, spartan = false;
  AreteTrack track;
  int arete = 0;
  engine::Checked<AreteEntry> arete_log;
  std::optional<int> base_die;    ///< HM-PAR-01, once thrown
  std::optional<bool> breakfast;  ///< taken; empty: not decided
  std::optional<int> hieres;      ///< rolls made; empty: not decided
  bool rhetoria_asked = false;
  std::optional<Plan> plan;
  std::optional<ArmyFormation> formation;
  std::optional<engine::Secret<std::string>> counter;  ///< the salpinx counter of this turn: the order's word or "none" (HM-SALP-01)
  std::optional<OrderType> signal;                     ///< revealed this turn
  std::optional<OrderType> standing;                   ///< last signal revealed: what the army is under
  UnitId senior;                                       ///< senior taxis (HM-AMB-85)
  bool senior_scored = false;                          ///< its rout was scored
  bool commands_done = false;                          ///< no more verbal orders this turn
  bool ready = false;                                  ///< deployed
  bool sphagia_done = false;                           ///< HM-INSP-08
  bool approach_barred = false;                        ///< signalled; barred until a melee is won (HM-INSP-03)
  bool approach_halted = false;                        ///< may be resumed without a paean (HM-EVT-18)
  bool charge_since_paean = false;
  bool home_rout_used = false;                            ///< HM-AND-13
  int hoplites_at_start = 0;                              ///< hoplite lochoi on the table when the turn began (HM-AMB-104)
  int stands_at_start = 0;                                ///< of the whole battle
  int landing = 0;                                        ///< lochoi that may still land this turn (HM-BATT-G4)
  bool willing_to_end = false;                            ///< not willing to fight on (HM-NIKE-03)
  std::optional<engine::Secret<UnitSignal>> unit_signal;  ///< HM-OPT4-02
  int exited = 0;                                         ///< lochoi off by the enemy's edge or gate (HM-BATT-B5, HM-BATT-D7)
  int gate_used = 0;                                      ///< turn in which it came or went by the gate (HM-BATT-D5)
  bool operator==(const Army&) const = default;
};

/// Both armies, by side.
struct Armies {
  Army a, b;
  bool operator==(const Armies&) const = default;
  Army& operator[](Side side) { return side == Side::A ? a : b; }
  const Army& operator[](Side side) const { return side == Side::A ? a : b; }
};

struct Terrain {
  std::string id, kind;
  engine::Checked<Point> outline;
  Length height;
  bool operator==(const Terrain&) const = default;
};

/// What kind of battle (HM-GEN, HM-BATT); what is not agreed yet is asked before the battle.
struct BattlePlan {
  std::optional<Situation> situation;
  std::optional<BattleType> type;
  std::optional<StartType> start;
  BoardShape board = BoardShape::Broad;
  std::optional<Side> invader;
  std::optional<DeploymentMethod> deployment;
  std::optional<Side> first_to_deploy;
  int epoch = 2;                         ///< 1 to 5 (HM-EPOCH-T1)
  Length metaichmion = 24_in;            ///< depth of the central zone (HM-GEN-14)
  bool invader_without_pregame = false;  ///< variant B7
  std::map<std::string, std::string> variant;
  bool operator==(const BattlePlan&) const = default;
};

/// Where the turn stands (HM-SEQ, HM-ASEQ).
struct Sequence {
  int turn = 0;
  Phase phase = Phase::PreGame;
  int stage = 0;              ///< within the phase (topics/sequence.hpp)
  Side precedence = Side::A;  ///< fixed when the phase began (HM-ASEQ-07)
  Side next = Side::A;        ///< who acts next while both have units able to
  UnitId called;              ///< the unit the player with precedence put first (HM-ASEQ-08), or the one in the middle of its action
  std::set<UnitId> acted;     ///< in this stage
  std::set<UnitId> reacted;   ///< in this phase, other than M (HM-ASEQ-12)
  bool operator==(const Sequence&) const = default;
};

struct State {
  Options options;
  Length width, depth, tolerance{3000};
  engine::Checked<Terrain> terrain;
  std::map<std::string, UnitCard> cards;
  Charts charts;
  BattlePlan battle;
  Armies armies;
  std::map<UnitId, Taxis> units;
  std::map<std::string, Strategos> strategoi;
  engine::Checked<Runner> runners;
  int next_runner = 1;
  Sequence at;
  BattleFight fight;
  std::map<std::string, bool> gates;  ///< terrain id -> open (HM-BATT-D6)
  std::string winner;                 ///< "A", "B" or "draw" when ended
  std::string ended_by, ended_rule;
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

}  // namespace polemarch::hoplomachia
