#pragma once
/// What players may say. Orders need an activation card; the rest do not. README.md gives a JSON example of each. Pure values.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/commands.hpp"
#include "engine/rulesets/to_the_strongest/prelude_commands.hpp"
#include "engine/rulesets/to_the_strongest/tables.hpp"
#include "models/ids.hpp"

namespace polemarch::to_the_strongest {

/// The activations of Figure VI and section 31.
enum class OrderKind {
  Move,
  Turn,
  Exchange,
  Charge,
  Shoot,
  MoveAndShoot,
  ShootAndMove,
  Resupply,
  Rally,
  Form,
  EmplaceStakes,
  Dismount,
  Board,
  Land,
  Enter,
  Reveal,
  Straddle
};
constexpr int kOrderKinds = 17;
inline constexpr std::array<const char*, kOrderKinds> kOrderNames{
    "move", "turn",           "exchange", "charge", "shoot", "move_and_shoot", "shoot_and_move", "resupply", "rally",
    "form", "emplace_stakes", "dismount", "board",  "land",  "enter",          "reveal",         "straddle"};
constexpr const char* name_of(OrderKind kind) { return kOrderNames[static_cast<std::size_t>(kind)]; }

/// An activation as the player puts it; what is left out is worked out (topics/movement.hpp).
struct Order {
  OrderKind kind = OrderKind::Move;
  std::vector<UnitId> units;     ///< one, or both of a box
  std::vector<UnitId> generals;  ///< detached generals who go along; attached ones always do
  Box to, via;                   ///< where to; by which box
  std::optional<Facing> facing;
  std::string place;  ///< "front" or "behind" of the friend in the box it ends in
  UnitId target;
  int shots = 0;              ///< to-hit cards of a shooting, 0 = one
  std::optional<bool> bonus;  ///< use the lance or elephant card; asked when left out
  std::optional<bool> shock;  ///< throw the shock missile; asked when left out
  Formation formation = Formation::Line;
  bool off_table = false;  ///< leaves the table by this move
  bool operator==(const Order&) const = default;
};

/// Other words for an order that players type.
constexpr std::array<const char*, 2> also_called(OrderKind kind) {
  switch (kind) {
    case OrderKind::Move:
      return {"march", "leave"};
    case OrderKind::Turn:
      return {"face", "change_facing"};
    case OrderKind::Exchange:
      return {"exchange_places", "swap"};
    case OrderKind::Resupply:
      return {"replenish", "reload"};
    case OrderKind::Form:
      return {"formation", "change_formation"};
    case OrderKind::EmplaceStakes:
      return {"place_stakes", "stakes"};
    case OrderKind::Enter:
      return {"enter_table", "arrive"};
    default:
      return {name_of(kind), name_of(kind)};
  }
}

template <OrderKind Kind>
struct OrderOf {
  static constexpr const char* kName = kOrderNames[static_cast<std::size_t>(Kind)];
  static constexpr std::array<const char*, 2> kAlso = also_called(Kind);
  Order order;
  bool operator==(const OrderOf&) const = default;
};

/// A detached general rides without a card. TTS-GEN-14.
struct CommandMove {
  static constexpr const char* kName = "command_move";
  UnitId general;
  Box to;
  UnitId unit;  ///< instead of a box: enter or leave is not meant, join is for attached generals only
  bool operator==(const CommandMove&) const = default;
};

/// Swap the card just played, though it was good enough. TTS-GEN-08.
struct ReplaceCard {
  static constexpr const char* kName = "replace";
  UnitId general;
  bool operator==(const ReplaceCard&) const = default;
};

/// The command stops here for this turn. TTS-ACT-17. Empty = the active one.
struct Pass {
  static constexpr const char* kName = "pass";
  UnitId command;
  bool operator==(const Pass&) const = default;
};

/// All commands of the active side are done. TTS-SEQ-05.
struct EndTurn {
  static constexpr const char* kName = "end_turn";
  bool operator==(const EndTurn&) const = default;
};

/// The players settle what the book leaves open; written down, changes nothing else. TTS-GRID-05.
struct Agree {
  static constexpr const char* kName = "agree";
  std::string text;
  bool operator==(const Agree&) const = default;
};

using CommandText =
    std::variant<engine::AnswerWait, engine::PlaceBases, OrderOf<OrderKind::Move>, OrderOf<OrderKind::Turn>, OrderOf<OrderKind::Exchange>,
                 OrderOf<OrderKind::Charge>, OrderOf<OrderKind::Shoot>, OrderOf<OrderKind::MoveAndShoot>, OrderOf<OrderKind::ShootAndMove>,
                 OrderOf<OrderKind::Resupply>, OrderOf<OrderKind::Rally>, OrderOf<OrderKind::Form>, OrderOf<OrderKind::EmplaceStakes>,
                 OrderOf<OrderKind::Dismount>, OrderOf<OrderKind::Board>, OrderOf<OrderKind::Land>, OrderOf<OrderKind::Enter>,
                 OrderOf<OrderKind::Reveal>, OrderOf<OrderKind::Straddle>, CommandMove, ReplaceCard, Pass, EndTurn, Agree, Deploy,
                 DeploymentDone, DrawStratagem, PlayStratagem, NoteUnit, CutForScouting, ChooseScenario, ChooseTerrain, PlaceTerrain,
                 DealTerrain, Bid>;

/// The order inside a command, or null.
inline const Order* order_in(const CommandText& command) {
  return std::visit(
      [](const auto& c) -> const Order* {
        if constexpr (requires { c.order; }) {
          return &c.order;
        } else {
          return nullptr;
        }
      },
      command);
}

/// Wraps an order in the alternative of its kind.
CommandText command_of(Order order);

}  // namespace polemarch::to_the_strongest
