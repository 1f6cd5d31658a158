#pragma once
/// Steps of shooting, charging and close combat. Pure.

#include <string>
#include <variant>
#include <vector>

#include "engine/core/aim.hpp"
#include "engine/core/checked.hpp"
#include "engine/rulesets/paean/nouns.hpp"
#include "engine/rulesets/paean/volley.hpp"

namespace polemarch::paean {

/// Volleys that are thrown one after the other, each through its hurdles.
struct Rolling {
  engine::Checked<Volley> volleys;
  int volley = 0, hurdle = 0;  ///< what is thrown now
  int left = 0;                ///< dice that have cleared the hurdles before
  engine::Checked<int> hits;   ///< of the volleys done
  bool operator==(const Rolling&) const = default;
};
/// What becomes of missile hits.
enum class Hits {
  Now,    ///< applied at once; part hits are kept for the next order (PA-MIS-15)
  Kept,   ///< for the end of the run (PA-SKI-08, PA-HER-09)
  Reacts  ///< reaction fire: applied at once, nothing is carried (PA-AMB-71)
};
/// Missile dice of a formation (PA-MIS-11) or of a hero's bow.
struct ShotDice {
  static constexpr const char* kName = "shot_dice";
  static constexpr engine::Aim kAim = engine::Aim::Shot;
  UnitId unit, target;
  Hits what = Hits::Now;
  int carried = 0;
  Rolling rolling;
  bool operator==(const ShotDice&) const = default;
};
/// Hits of a run at a target are applied.
struct ApplyHits {
  static constexpr const char* kName = "apply_hits";
  UnitId by, target;
  int hits = 0;
  bool operator==(const ApplyHits&) const = default;
};
/// d4 of a formation that has lost bases to missiles (PA-MRX-02).
struct MissileReaction {
  static constexpr const char* kName = "missile_reaction";
  static constexpr engine::Aim kAim = engine::Aim::Check;
  UnitId unit, by;
  bool operator==(const MissileReaction&) const = default;
};
/// 2d6 of a commander for his life (PA-CMD-26, PA-CMD-30).
struct CommanderTest {
  static constexpr const char* kName = "commander_test";
  static constexpr engine::Aim kAim = engine::Aim::Casualty;
  UnitId leader, by;
  bool missiles = false;
  bool operator==(const CommanderTest&) const = default;
};

/// A charge under way.
struct Charge {
  UnitId charger, target;
  Length left;         ///< of its move
  bool fired = false;  ///< the target has had its reaction fire (PA-REA-21)
  bool countered = false;
  bool fires_first = false;        ///< the target has declared to evade, and tests once more to fire before it goes (PA-AMB-45)
  bool evaded = false;             ///< somebody evaded this charge: no feint (PA-AMB-68)
  bool support = false;            ///< into a combat that is fought (PA-CHG-15)
  bool rough = false;              ///< it has come through ground that unforms it (PA-MOV-05)
  bool second = false;             ///< the target is contacted beside another: it reacts, the charge goes on as the other's reaction has it
  engine::Checked<UnitId> beside;  ///< who has reacted so
  bool operator==(const Charge&) const = default;
};
/// The charger stands two centimetres away: what does the target do (PA-REA-01)?
struct Facing {
  static constexpr const char* kName = "charge_faced";
  Charge charge;
  bool operator==(const Facing&) const = default;
};
struct ReactionDice {
  static constexpr const char* kName = "reaction_dice";
  static constexpr engine::Aim kAim = engine::Aim::Check;
  Charge charge;
  bool operator==(const ReactionDice&) const = default;
};
struct ReactionChoice {
  static constexpr const char* kName = "reaction_choice";
  Charge charge;
  bool operator==(const ReactionChoice&) const = default;
};
/// After reaction fire: another test, or stand (PA-REA-21)?
struct ReactAgain {
  static constexpr const char* kName = "react_again";
  Charge charge;
  bool asked = false;
  bool operator==(const ReactAgain&) const = default;
};
/// How many files turn to face (PA-EVA-15)?
struct TurnChoice {
  static constexpr const char* kName = "turn_choice";
  Charge charge;
  bool operator==(const TurnChoice&) const = default;
};
/// Home, or a feint (PA-CHG-09)?
struct FeintChoice {
  static constexpr const char* kName = "feint_choice";
  Charge charge;
  bool operator==(const FeintChoice&) const = default;
};
/// The charger goes on after an evader (PA-EVA-06).
struct Pursuit {
  static constexpr const char* kName = "pursuit";
  Charge charge;
  bool operator==(const Pursuit&) const = default;
};
/// Contact.
struct CloseIn {
  static constexpr const char* kName = "close_in";
  Charge charge;
  bool operator==(const CloseIn&) const = default;
};
/// Does the charger distend its front to another enemy (PA-CHG-20)?
struct FollowOnChoice {
  static constexpr const char* kName = "follow_on_choice";
  UnitId unit, foe;
  bool operator==(const FollowOnChoice&) const = default;
};
/// On which of its two fronts does it dress (PA-CHG-21)?
struct DressChoice {
  static constexpr const char* kName = "dress_choice";
  UnitId unit;
  bool operator==(const DressChoice&) const = default;
};

/// Which compulsory combat first (PA-AMB-77)?
struct CombatChoice {
  static constexpr const char* kName = "combat_choice";
  bool operator==(const CombatChoice&) const = default;
};
/// A phase of the combat this formation is in begins.
struct FightBegins {
  static constexpr const char* kName = "fight_begins";
  UnitId unit;
  bool compulsory = false;
  bool operator==(const FightBegins&) const = default;
};
/// Both sides' close combat dice (PA-CCD-04).
struct FightDice {
  static constexpr const char* kName = "fight_dice";
  static constexpr engine::Aim kAim = engine::Aim::Blow;
  engine::Checked<UnitId> formations;
  bool compulsory = false;
  Rolling rolling;
  bool operator==(const FightDice&) const = default;
};
/// Hits of difference go to the losers, the most points of contact first; between equals the winner chooses (PA-FLR-10, PA-AMB-78).
struct ShareLosses {
  static constexpr const char* kName = "share_losses";
  engine::Checked<UnitId> losers;
  engine::Checked<int> points;  ///< of contact when the phase was fought, one a loser
  int hits = 0;                 ///< left to share
  bool operator==(const ShareLosses&) const = default;
};
/// A formation of the losing side takes hits of difference (PA-RES-02).
struct TakeHits {
  static constexpr const char* kName = "take_hits";
  UnitId unit, by;
  int hits = 0;
  bool stopped = false;  ///< its hero stops the push backs (PA-HER-40)
  bool operator==(const TakeHits&) const = default;
};
/// Does the hero try to stop the push backs (PA-HER-26)?
struct HeroStopChoice {
  static constexpr const char* kName = "hero_stop_choice";
  UnitId hero, unit, by;
  int hits = 0, pushes = 0;
  bool operator==(const HeroStopChoice&) const = default;
};
struct HeroStopDice {
  static constexpr const char* kName = "hero_stop_dice";
  static constexpr engine::Aim kAim = engine::Aim::Check;
  UnitId hero, unit, by;
  int hits = 0, pushes = 0;
  bool operator==(const HeroStopDice&) const = default;
};
/// The reaction of a friend in the way of a push back (PA-RES-28).
struct CloseRanksDice {
  static constexpr const char* kName = "close_ranks_dice";
  static constexpr engine::Aim kAim = engine::Aim::Check;
  UnitId unit, pushed;
  Flank side = Flank::Left;
  int bases = 1;  ///< pushed against it
  bool operator==(const CloseRanksDice&) const = default;
};
/// Pushed bases are put where they go (PA-RES-14).
struct PlacePushed {
  static constexpr const char* kName = "place_pushed";
  UnitId unit, by;
  engine::Checked<BaseId> bases;
  Angle away;
  Length line;
  bool around = false;  ///< friends in the way stay: the bases go to either side of them (PA-RES-29, PA-RES-42)
  bool operator==(const PlacePushed&) const = default;
};
/// The push of two centimetres and the fracture (PA-RES-11, PA-RES-17).
struct PushOn {
  static constexpr const char* kName = "push_on";
  engine::Checked<UnitId> formations;
  Side winner = Side::A;
  bool operator==(const PushOn&) const = default;
};
/// What the phase means for orders, contacts and cover (PA-RES-08..10).
struct PhaseOutcome {
  static constexpr const char* kName = "phase_outcome";
  engine::Checked<UnitId> formations;
  engine::Checked<UnitId> charged;  ///< they charged in this phase
  bool operator==(const PhaseOutcome&) const = default;
};
/// A light formation gets away after its phase (PA-EVA-20).
struct LightEvades {
  static constexpr const char* kName = "light_evades";
  UnitId unit;
  bool operator==(const LightEvades&) const = default;
};
/// Does an LM formation test to get away (PA-EVA-21)?
struct BreakOffChoice {
  static constexpr const char* kName = "break_off_choice";
  UnitId unit;
  bool operator==(const BreakOffChoice&) const = default;
};
struct BreakOffDice {
  static constexpr const char* kName = "break_off_dice";
  static constexpr engine::Aim kAim = engine::Aim::Check;
  UnitId unit;
  bool operator==(const BreakOffDice&) const = default;
};

/// Does the winner's hero challenge (PA-HER-31)?
struct ChallengeChoice {
  static constexpr const char* kName = "challenge_choice";
  UnitId hero, target;
  bool operator==(const ChallengeChoice&) const = default;
};
/// A challenge is issued (PA-CHL-01).
struct ChallengeIssued {
  static constexpr const char* kName = "challenge_issued";
  UnitId challenger, challenged;
  bool operator==(const ChallengeIssued&) const = default;
};
/// 2d6 of a challenged commander (PA-CHL-03).
struct ChallengeTest {
  static constexpr const char* kName = "challenge_test";
  static constexpr engine::Aim kAim = engine::Aim::Check;
  UnitId challenger, challenged;
  bool operator==(const ChallengeTest&) const = default;
};
struct AcceptChoice {
  static constexpr const char* kName = "accept_choice";
  UnitId challenger, challenged;
  bool operator==(const AcceptChoice&) const = default;
};
/// Single combat (PA-CHL-06).
struct DuelDice {
  static constexpr const char* kName = "duel_dice";
  static constexpr engine::Aim kAim = engine::Aim::Blow;
  UnitId challenger, challenged;
  Rolling rolling;
  bool operator==(const DuelDice&) const = default;
};
/// A hero alone and a formation fight (PA-AMB-36).
struct LoneDice {
  static constexpr const char* kName = "lone_dice";
  static constexpr engine::Aim kAim = engine::Aim::Blow;
  UnitId hero, foe;
  bool countered = false;
  bool charged = false;
  Rolling rolling;
  bool operator==(const LoneDice&) const = default;
};

using FightSteps =
    std::variant<ShotDice, ApplyHits, MissileReaction, CommanderTest, Facing, ReactionDice, ReactionChoice, ReactAgain, TurnChoice,
                 FeintChoice, Pursuit, CloseIn, FollowOnChoice, DressChoice, CombatChoice, FightBegins, FightDice, ShareLosses, TakeHits,
                 HeroStopChoice, HeroStopDice, CloseRanksDice, PlacePushed, PushOn, PhaseOutcome, LightEvades, BreakOffChoice, BreakOffDice,
                 ChallengeChoice, ChallengeIssued, ChallengeTest, AcceptChoice, DuelDice, LoneDice>;

}  // namespace polemarch::paean
