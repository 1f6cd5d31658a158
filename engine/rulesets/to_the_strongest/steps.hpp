#pragma once
/// What is under way: the steps on the agenda, each holding all it needs to go on. Plain values; kName is the "step" in JSON.

#include <variant>
#include <vector>

#include "engine/core/aim.hpp"
#include "engine/core/checked.hpp"
#include "engine/core/one_of.hpp"
#include "engine/rulesets/to_the_strongest/commands.hpp"

namespace polemarch::to_the_strongest {

/// How a unit moves. Figure VI.
enum class Manoeuvre { Straight, Diagonal, Sideways, Back, Turn, Exchange, InPlace };
constexpr std::array<std::string_view, 7> kManoeuvreNames{"straight", "diagonal", "sideways", "back", "turn", "exchange", "in_place"};

/// An order with everything worked out.
struct Plan {
  Order order;
  Side side = Side::A;  ///< who plays the card
  UnitId command;
  Box from;
  Manoeuvre manoeuvre = Manoeuvre::InPlace;
  engine::Checked<Box> path;  ///< boxes entered, in order; of a charge: without the target box
  Facing facing = Facing::N;
  bool march = false, leaves_table = false;
  int along = 0;      ///< place in the last box
  int need = 2;       ///< card needed
  bool free = false;  ///< ordered by the enemy's stratagem: no card (TTS-AMB-69)
  // What was declared before broken ground appeared on the way (TTS-AMB-71).
  bool charge_declared = false;  ///< a charge that only goes as far as that ground
  int boxes_declared = 0;        ///< boxes of a move that halts there; 0: those of the path
  bool operator==(const Plan&) const = default;
};

/// From where a blow falls, in the frame of the unit it falls on. TTS-CHG-11..16.
enum class Attack { Front, Flank, Rear };
constexpr std::array<std::string_view, 3> kAttackNames{"front", "flank", "rear"};

/// The activation card is to be turned.
struct CardStep {
  static constexpr const char* kName = "card";
  static constexpr engine::Aim kAim = engine::Aim::Order;
  Plan plan;
  bool replacement = false;
  UnitId general;       ///< who replaces
  bool remote = false;  ///< a brilliant general from afar (TTS-GEN-32)
  int first_card = 0;
  bool blundered = false;  ///< J diamonds was played on it
  bool operator==(const CardStep&) const = default;
};
/// May a general replace the failed card?
struct ReplaceStep {
  static constexpr const char* kName = "replace_card";
  Plan plan;
  int card = 0;
  bool operator==(const ReplaceStep&) const = default;
};
/// The enemy orders the units (J diamonds). TTS-STR-10.
struct BlunderStep {
  static constexpr const char* kName = "blunder";
  engine::Checked<UnitId> units;
  Side by = Side::A;
  bool operator==(const BlunderStep&) const = default;
};

enum class ChargeStage {
  Meet,  ///< choose the next unit in the box, evade or stand
  EvadeAsked,
  EvadeTested,
  DefenderThrowAsked,
  DefenderThrown,
  DefenderThrowSaved,
  ChargerThrowAsked,
  ChargerThrown,
  ChargerThrowSaved,
  BonusAsked,
  HitPlayed,
  ReplayAsked,
  ReplayPlayed,
  HitsSaved,
  StrikePlayed,
  StrikeSaved,
  AdvanceAsked,
  Struck,  ///< in the box it strikes from, once a general who made way has said whom he joins (TTS-ADV-03)
};
constexpr std::array<std::string_view, 18> kChargeStageNames{"meet",
                                                             "evade_asked",
                                                             "evade_tested",
                                                             "defender_throw_asked",
                                                             "defender_thrown",
                                                             "defender_throw_saved",
                                                             "charger_throw_asked",
                                                             "charger_thrown",
                                                             "charger_throw_saved",
                                                             "bonus_asked",
                                                             "hit_played",
                                                             "replay_asked",
                                                             "replay_played",
                                                             "hits_saved",
                                                             "strike_played",
                                                             "strike_saved",
                                                             "advance_asked",
                                                             "struck"};

/// A charge from its card to its advance. Rules TTS-CHG, TTS-EVD, TTS-MEL.
struct ChargeStep {
  static constexpr const char* kName = "charge";
  Plan plan;
  UnitId charger;
  Box from;  ///< last box before the target
  Box at;    ///< the target box
  ChargeStage stage = ChargeStage::Meet;
  UnitId target;
  Attack attack = Attack::Front;
  bool caught = false;  ///< evaded in vain: no strike back
  Box evade_to;         ///< where it wants to go; with `off_table` nowhere
  bool evade_off = false, evade_behind = false;
  engine::Checked<UnitId> evaded;     ///< or lost evading: the charger may turn parallel to them (TTS-ADV-02)
  bool goes_on = false;               ///< the last target went by evading: the next one is met
  bool lance = false, beast = false;  ///< bonus cards taken
  int cards = 1;
  engine::Checked<int> played;
  int replayed = 0;
  UnitId replay_by;  ///< hero: the charger itself
  int hits = 0;
  bool silenced = false;  ///< no strike back (pikes): TTS-MEL-20
  bool fought = false;    ///< a melee took place (formations revert)
  engine::Aim aim() const {
    switch (stage) {
      case ChargeStage::EvadeTested:
        return engine::Aim::Evade;
      case ChargeStage::DefenderThrown:
      case ChargeStage::ChargerThrown:
        return engine::Aim::Shot;
      default:
        return engine::Aim::Blow;
    }
  }
  bool operator==(const ChargeStep&) const = default;
};

/// Moved: it has moved and still shoots, once a general who made way has said whom he joins (TTS-MOV-12).
enum class ShootStage { Played, ReplayAsked, ReplayPlayed, Saved, Moved };
constexpr std::array<std::string_view, 5> kShootStageNames{"played", "replay_asked", "replay_played", "saved", "moved"};
struct ShootStep {
  static constexpr const char* kName = "shoot";
  static constexpr engine::Aim kAim = engine::Aim::Shot;
  Plan plan;
  UnitId shooter, target;
  Weapon weapon = Weapon::Bow;
  bool thrown = false;  ///< a shock missile
  ShootStage stage = ShootStage::Played;
  int hits = 0, missed = 0;  ///< missed cards nobody has replayed yet (option "replay_shooting")
  UnitId replay_by;
  bool operator==(const ShootStep&) const = default;
};

enum class SaveGroup { Melee, Shooting, Rally, None };
constexpr std::array<std::string_view, 4> kSaveGroupNames{"melee", "shooting", "rally", "none"};

/// One save to take, and what decides its modifiers.
struct SaveDue {
  UnitId who;  ///< unit or general
  bool general = false;
  SaveGroup group = SaveGroup::Melee;
  UnitId by;     ///< charger, shooter or striker
  Box from, at;  ///< whence the blow came, where the saver stands
  Attack attack = Attack::Front;
  bool charged = false;  ///< the saver was charged: rows that help only the charged side count (TTS-SAV-07)
  bool rampage = false;  ///< TTS-AMB-51
  bool burst = false;    ///< its own gun: TTS-AMB-52
  Weapon weapon = Weapon::Bow;
  bool operator==(const SaveDue&) const = default;
};
struct SavesStep {
  static constexpr const char* kName = "saves";
  static constexpr engine::Aim kAim = engine::Aim::Save;
  engine::Checked<SaveDue> queue;  ///< the first is being taken
  bool operator==(const SavesStep&) const = default;
};
struct WoundStep {
  static constexpr const char* kName = "wound";
  static constexpr engine::Aim kAim = engine::Aim::Casualty;
  UnitId general;
  bool operator==(const WoundStep&) const = default;
};
/// A general without a unit chooses where to go. TTS-GEN-11, TTS-ADV-03.
struct JoinStep {
  static constexpr const char* kName = "join";
  UnitId general;
  std::string rule;
  bool operator==(const JoinStep&) const = default;
};
struct RampageStep {
  static constexpr const char* kName = "rampage";
  UnitId unit;
  Box start;
  Facing facing = Facing::N;
  bool operator==(const RampageStep&) const = default;
};
struct RallyStep {
  static constexpr const char* kName = "rally";
  static constexpr engine::Aim kAim = engine::Aim::Rally;
  UnitId unit;
  bool operator==(const RallyStep&) const = default;
};
/// A cannon or organ gun drew an Ace and must save. TTS-TYPE-10.
struct BurstStep {
  static constexpr const char* kName = "burst";
  Plan plan;
  UnitId gun;
  int card = 0;  ///< the card that counts for the activation, 0 = a replacement is still to come
  bool failed = false;
  bool operator==(const BurstStep&) const = default;
};
/// A Lost unit draws its zone. TTS-STR-28, TTS-AMB-73.
struct ZoneStep {
  static constexpr const char* kName = "zone";
  Plan plan;
  int zone = 0;
  bool operator==(const ZoneStep&) const = default;
};
/// Cards for a question before the battle. Each has its own waits.
struct ScoutStep {
  static constexpr const char* kName = "scouting";
  bool operator==(const ScoutStep&) const = default;
};
struct BidStep {
  static constexpr const char* kName = "bidding";
  bool operator==(const BidStep&) const = default;
};
/// Equal bids: a cut for the choice of army. TTS-BID-03.
struct ArmyCutStep {
  static constexpr const char* kName = "army_cut";
  bool operator==(const ArmyCutStep&) const = default;
};
/// Which flank is the coast? TTS-SCN-04.
struct CoastStep {
  static constexpr const char* kName = "coast";
  bool operator==(const CoastStep&) const = default;
};
struct StratagemStep {
  static constexpr const char* kName = "stratagem_draw";
  static constexpr bool kStaysSealed = true;
  Side side = Side::A;
  bool operator==(const StratagemStep&) const = default;
};
struct ScenarioStep {
  static constexpr const char* kName = "scenario_draw";
  bool operator==(const ScenarioStep&) const = default;
};
struct TerrainStep {
  static constexpr const char* kName = "terrain_deal";
  engine::Checked<int> pieces;  ///< in the order dealt
  Side dealer = Side::A;
  bool operator==(const TerrainStep&) const = default;
};
/// A base stands near a grid line: which box? TTS-GRID-01.
struct WhichBoxStep {
  static constexpr const char* kName = "which_box";
  UnitId unit;
  engine::Checked<Box> boxes;
  Facing facing = Facing::N;
  bool operator==(const WhichBoxStep&) const = default;
};

using StepList =
    std::variant<CardStep, ReplaceStep, BlunderStep, ChargeStep, ShootStep, SavesStep, WoundStep, JoinStep, RampageStep, RallyStep,
                 BurstStep, ZoneStep, ScoutStep, BidStep, StratagemStep, ScenarioStep, TerrainStep, WhichBoxStep, ArmyCutStep, CoastStep>;
struct Step : engine::OneOf<StepList> {
  using OneOf::OneOf;
};

}  // namespace polemarch::to_the_strongest
extern template struct polemarch::engine::OneOf<polemarch::to_the_strongest::StepList>;
