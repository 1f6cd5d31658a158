#pragma once
/// What has happened, complete and in the past tense. JSON forms with an example each: README.md. Pure.

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/checked.hpp"
#include "engine/core/events.hpp"
#include "engine/core/gist.hpp"
#include "engine/core/one_of.hpp"
#include "engine/rulesets/blade_and_bow/state.hpp"

namespace polemarch::blade_and_bow {

using engine::Glyph;
using engine::News;

#define PB_EVENT(Type, name, ...)                 \
  struct Type {                                   \
    static constexpr const char* kName = name;    \
    __VA_ARGS__                                   \
    bool operator==(const Type&) const = default; \
  };

// clang-format off
// Setup and the turn.
PB_EVENT(RanksAdjusted, "ranks_adjusted", Side side = Side::A; std::map<UnitId, Secret<int>> ranks;)
PB_EVENT(CampPlaced, "camp_placed", UnitId camp; Square at;)
PB_EVENT(SideReady, "side_ready", Side side = Side::A; int stage = 0;)
PB_EVENT(PhaseBegan, "phase_began", static constexpr News kNews = News::Course; Phase phase = Phase::Draw; int turn = 1;)
PB_EVENT(PhaseWent, "phase_went", int done = 0;)
PB_EVENT(HandSizeSet, "hand_size_set", Side side = Side::A; int size = 1;)
PB_EVENT(CardTaken, "card_taken", static constexpr News kNews = News::Card; Side side = Side::A; Secret<int> card;)
/// card 0: a paper card the engine was not told. use: "discard", "commit", "effect", "actions".
PB_EVENT(CardSpent, "card_spent", Side side = Side::A; int card = 0; std::string use; bool from_hand = true;)
PB_EVENT(DeckReshuffled, "deck_reshuffled", int card = 0;)
PB_EVENT(ImpulsesSet, "impulses_set", int a = 0; int b = 0;)
PB_EVENT(InitiativeWon, "initiative_won", Side side = Side::A; engine::Checked<int> dice; std::string rule;)
PB_EVENT(ImpulseBegan, "impulse_began", Side side = Side::A; int impulses_left = 0;)
PB_EVENT(ActionsGained, "actions_gained", Side side = Side::A; int actions = 1;)
PB_EVENT(TrackFound, "track_found", std::string name;)
PB_EVENT(ReserveNoted, "reserve_noted", int state = 0; int die = 0; int delay = 0;)
PB_EVENT(BattleEnded, "battle_ended", static constexpr News kNews = News::Decision; Outcome outcome;)

// Actions.
PB_EVENT(ActionOpened, "action_opened", ActionKind kind = ActionKind::Move; Side side = Side::A; engine::Checked<UnitId> units; UnitId leader; bool closes_itself = true;)
PB_EVENT(ActionSpent, "action_spent", Side side = Side::A; std::string what;)
PB_EVENT(ActionClosed, "action_closed", engine::Checked<UnitId> markers_lost; engine::Checked<UnitId> walls_lost;)
PB_EVENT(MayFace, "may_face", UnitId unit; int steps = 0;)
/// aside: played in a fight, but not for its melee dice: it does not close the other side's declarations (BB-CARD-23).
PB_EVENT(EffectBegan, "effect_began", ActiveEffect effect; std::string text; bool aside = false;)
PB_EVENT(EffectsEnded, "effects_ended", std::string lasts;)
/// Cards of this side for this unit that gave what they had to give, though their action goes on.
PB_EVENT(EffectSpent, "effect_spent", Side side = Side::A; EffectKind kind = EffectKind::Reroll; UnitId unit;)
PB_EVENT(EffectCancelled, "effect_cancelled", int card = 0;)
PB_EVENT(RanksShown, "ranks_shown", UnitId unit; int ranks = 0; std::string rule;)

// Units. `leaders` go along.
PB_EVENT(UnitMoved, "unit_moved", UnitId unit; engine::Checked<Square> path; Square to; Facing facing = Facing::N; Progress progress; engine::Checked<UnitId> leaders; std::string stopped_by;)
/// Its way is barred by those who moved before it: it goes on as far as it may, or `stays`.
PB_EVENT(WayBarred, "way_barred", static constexpr News kNews = News::Result; UnitId unit; bool stays = false; std::string rule; std::string why;)
PB_EVENT(UnitDisplaced, "unit_displaced", UnitId unit; Square to; engine::Checked<UnitId> leaders;)
PB_EVENT(UnitFaced, "unit_faced", UnitId unit; Facing facing = Facing::N;)
PB_EVENT(UnitDisrupted, "unit_disrupted", static constexpr News kNews = News::Result; static constexpr Glyph kGlyph = Glyph::Disordered; UnitId unit; std::string rule;)
PB_EVENT(UnitRallied, "unit_rallied", static constexpr News kNews = News::Result; UnitId unit; std::string rule;)
PB_EVENT(RallyFailed, "rally_failed", static constexpr News kNews = News::Result; UnitId unit; int die = 0;)
PB_EVENT(RanksLost, "ranks_lost", UnitId unit; int ranks = 0;)
PB_EVENT(UnitFellBack, "unit_fell_back", static constexpr News kNews = News::Result; UnitId unit; engine::Checked<Square> path; Facing facing = Facing::N; std::string how; engine::Checked<UnitId> leaders;)
PB_EVENT(UnitAdvanced, "unit_advanced", UnitId unit; Square to; Facing facing = Facing::N; engine::Checked<UnitId> leaders;)
PB_EVENT(UnitRouted, "unit_routed", static constexpr News kNews = News::Result; static constexpr Glyph kGlyph = Glyph::Routed; UnitId unit; engine::Checked<UnitId> leaders; std::string rule;)
PB_EVENT(UnitEliminated, "unit_eliminated", static constexpr News kNews = News::Loss; UnitId unit; int losses = 1; std::string rule;)
PB_EVENT(UnitBoxed, "unit_boxed", static constexpr News kNews = News::Result; UnitId unit; Where box = Where::Rallied; engine::Checked<UnitId> leaders; std::string rule;)
PB_EVENT(UnitReturned, "unit_returned", UnitId unit; Square at; Facing facing = Facing::N; bool disrupted = false; std::string rule;)
PB_EVENT(WallFormed, "wall_formed", engine::Checked<UnitId> units;)
/// later: the wall goes at the end of this action, its effects last till then (BB-SW-14).
PB_EVENT(WallLost, "wall_lost", UnitId unit; bool later = false;)
PB_EVENT(CampSacked, "camp_sacked", static constexpr News kNews = News::Loss; UnitId camp; UnitId by;)

// Leaders.
PB_EVENT(LeaderMoved, "leader_moved", UnitId leader; Square to;)
PB_EVENT(LeaderChecked, "leader_checked", UnitId leader; bool unhurt = true;)
PB_EVENT(LeaderKilled, "leader_killed", static constexpr News kNews = News::Loss; UnitId leader; std::string rule;)
PB_EVENT(LeaderCaptured, "leader_captured", static constexpr News kNews = News::Loss; UnitId leader; int return_turn = 0;)
PB_EVENT(LeaderHeld, "leader_held", Side side = Side::A; UnitId unit;)

// Fighting.
PB_EVENT(FightBegan, "fight_began", Fight fight;)
/// `spared`: nobody attacks this target after all; others of the formation may yet (BB-COM-06).
PB_EVENT(CommitmentDecided, "commitment_decided", static constexpr News kNews = News::Result; engine::Checked<UnitId> passed; engine::Checked<UnitId> failed; engine::Checked<UnitId> markers; std::optional<UnitId> spared;)
PB_EVENT(LeadChosen, "lead_chosen", engine::Checked<UnitId> attackers;)
PB_EVENT(DiceThrown, "dice_thrown", bool attack = true; engine::Checked<int> dice; int rerolls = 0;)
PB_EVENT(RerollUsed, "reroll_used", Side side = Side::A; engine::Checked<int> dice; engine::Checked<int> values;)
PB_EVENT(RerollPassed, "reroll_passed", Side side = Side::A;)
PB_EVENT(HitsCounted, "hits_counted", int hits = 0; int cancels = 0; int back_hits = 0; int back_cancels = 0; int net = 0; int back_net = 0;)
PB_EVENT(UnitHit, "unit_hit", UnitId unit; int hits = 0; int ignored = 0; Hurt hurt;)
PB_EVENT(RecoilSpared, "recoil_spared", static constexpr News kNews = News::Result; UnitId unit;)
PB_EVENT(RoutChecked, "rout_checked", static constexpr News kNews = News::Result; UnitId unit; engine::Checked<int> dice; bool passed = true;)
PB_EVENT(AttackGoesOn, "attack_goes_on", UnitId unit; bool disrupt_after = false;)
PB_EVENT(FightEnded, "fight_ended", )
// clang-format on

#undef PB_EVENT

using EventList =
    std::variant<engine::StepOpened<Step>, engine::WaitAnswered, engine::StepClosed, engine::PlacementOwed, engine::Placed, RanksAdjusted,
                 CampPlaced, SideReady, PhaseBegan, PhaseWent, HandSizeSet, CardTaken, CardSpent, DeckReshuffled, ImpulsesSet,
                 InitiativeWon, ImpulseBegan, ActionsGained, TrackFound, ReserveNoted, BattleEnded, ActionOpened, ActionSpent, ActionClosed,
                 MayFace, EffectBegan, EffectsEnded, EffectSpent, EffectCancelled, RanksShown, UnitMoved, WayBarred, UnitDisplaced,
                 UnitFaced, UnitDisrupted, UnitRallied, RallyFailed, RanksLost, UnitFellBack, UnitAdvanced, UnitRouted, UnitEliminated,
                 UnitBoxed, UnitReturned, WallFormed, WallLost, CampSacked, LeaderMoved, LeaderChecked, LeaderKilled, LeaderCaptured,
                 LeaderHeld, FightBegan, CommitmentDecided, LeadChosen, DiceThrown, RerollUsed, RerollPassed, HitsCounted, UnitHit,
                 RecoilSpared, RoutChecked, AttackGoesOn, FightEnded>;
struct Event : engine::OneOf<EventList> {
  using OneOf::OneOf;
};

}  // namespace polemarch::blade_and_bow
extern template struct polemarch::engine::OneOf<polemarch::blade_and_bow::EventList>;
