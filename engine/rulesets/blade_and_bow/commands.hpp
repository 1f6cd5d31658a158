#pragma once
/// What players may say. JSON forms with an example each: README.md. Pure.

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/commands.hpp"
#include "engine/core/one_of.hpp"
#include "engine/rulesets/blade_and_bow/state.hpp"
#include "engine/rulesets/blade_and_bow/topics/movement.hpp"

namespace polemarch::blade_and_bow {

// clang-format off
// Setup.
struct AdjustRanks { static constexpr const char* kName = "adjust_ranks"; std::map<UnitId, int> ranks; bool operator==(const AdjustRanks&) const = default; };
struct PlaceLeader { static constexpr const char* kName = "place_leader"; static constexpr engine::Deed kDeed = engine::Deed::Place; UnitId leader; Square to; bool operator==(const PlaceLeader&) const = default; };
struct PlaceCamp { static constexpr const char* kName = "place_camp"; static constexpr engine::Deed kDeed = engine::Deed::Place; UnitId camp; Square to; bool operator==(const PlaceCamp&) const = default; };
struct Ready { static constexpr const char* kName = "ready"; static constexpr bool kOnlyEnds = true; bool operator==(const Ready&) const = default; };

// Formations.
struct Activate { static constexpr const char* kName = "activate"; static constexpr engine::Deed kDeed = engine::Deed::Order; ActionKind action = ActionKind::Move; std::vector<UnitId> units; UnitId leader; bool operator==(const Activate&) const = default; };
struct FinishAction { static constexpr const char* kName = "end_action"; static constexpr bool kOnlyEnds = true; static constexpr const char* kAlso[] = {"finish"}; bool operator==(const FinishAction&) const = default; };

// Actions.
/// `together`: all the same way, in whatever order they are named; else each moves when its turn in `moves` comes.
struct MoveUnits { static constexpr const char* kName = "move"; static constexpr engine::Deed kDeed = engine::Deed::Move; static constexpr const char* kAlso[] = {"march", "wheel", "advance", "reverse", "turn_about"}; std::vector<UnitMove> moves; UnitId leader; bool together = false; bool operator==(const MoveUnits&) const = default; };
struct MoveLeader { static constexpr const char* kName = "move_leader"; static constexpr engine::Deed kDeed = engine::Deed::Move; static constexpr const char* kAlso[] = {"leader_move"}; UnitId leader; Square to; bool operator==(const MoveLeader&) const = default; };
struct FormWall { static constexpr const char* kName = "form_shield_wall"; static constexpr const char* kAlso[] = {"shield_wall", "form_wall"}; std::vector<UnitId> units; UnitId leader; bool operator==(const FormWall&) const = default; };
struct Shoot { static constexpr const char* kName = "shoot"; static constexpr engine::Deed kDeed = engine::Deed::Shoot; static constexpr const char* kAlso[] = {"fire", "ranged"}; std::vector<UnitId> units; UnitId target; UnitId leader; bool operator==(const Shoot&) const = default; };
struct Attack { static constexpr const char* kName = "melee"; static constexpr engine::Deed kDeed = engine::Deed::Charge; static constexpr const char* kAlso[] = {"attack", "charge"}; std::vector<UnitId> units; UnitId target; UnitId lead; UnitId leader; bool operator==(const Attack&) const = default; };
struct Rally { static constexpr const char* kName = "rally"; static constexpr engine::Deed kDeed = engine::Deed::Rally; std::vector<UnitId> units; UnitId leader; std::map<UnitId, Facing> facings; bool operator==(const Rally&) const = default; };
/// `heading` as the camera saw it stands for `facing`.
struct Face { static constexpr const char* kName = "face"; static constexpr engine::Deed kDeed = engine::Deed::Move; static constexpr const char* kAlso[] = {"turn"}; UnitId unit; Facing facing = Facing::N; std::optional<Angle> heading, heading_sd; bool operator==(const Face&) const = default; };
struct DiscardCard { static constexpr const char* kName = "discard"; static constexpr const char* kAlso[] = {"discard_card"}; int card = 0; bool operator==(const DiscardCard&) const = default; };
struct PurchaseCard { static constexpr const char* kName = "purchase"; static constexpr const char* kAlso[] = {"purchase_card", "buy_card"}; bool operator==(const PurchaseCard&) const = default; };
struct Pass { static constexpr const char* kName = "pass"; static constexpr bool kOnlyEnds = true; bool operator==(const Pass&) const = default; };

// Cards and looks.
/// `effect` and `amount` are for paper cards, whose meaning the engine does not hold.
struct PlayCard { static constexpr const char* kName = "play_card"; static constexpr const char* kAlso[] = {"play"}; int card = 0; UnitId unit; std::optional<EffectKind> effect; std::optional<int> amount; std::string text; bool operator==(const PlayCard&) const = default; };
/// Cards for commitment points; `points` for paper cards; `spend` = points by unit and die, else they go where they help most.
struct Commit { static constexpr const char* kName = "commit"; static constexpr const char* kAlso[] = {"commit_cards"}; std::vector<int> cards; std::optional<int> points; std::map<UnitId, std::vector<int>> spend; bool operator==(const Commit&) const = default; };
struct Look { static constexpr const char* kName = "look"; UnitId unit; bool operator==(const Look&) const = default; };
/// One side concedes, or both agree to stop; `winner` nobody: a draw, or, where its speaker `gives_up`, the other side.
struct EndBattle { static constexpr const char* kName = "end_battle"; static constexpr const char* kAlso[] = {"concede"}; static constexpr bool kEnds = true; std::optional<Side> winner; bool gives_up = false; bool operator==(const EndBattle&) const = default; };
// clang-format on

using CommandList =
    std::variant<engine::AnswerWait, engine::PlaceBases, AdjustRanks, PlaceLeader, PlaceCamp, Ready, Activate, FinishAction, MoveUnits,
                 MoveLeader, FormWall, Shoot, Attack, Rally, Face, DiscardCard, PurchaseCard, Pass, PlayCard, Commit, Look, EndBattle>;
struct Command : engine::OneOf<CommandList> {
  using OneOf::OneOf;
};

}  // namespace polemarch::blade_and_bow
extern template struct polemarch::engine::OneOf<polemarch::blade_and_bow::CommandList>;
