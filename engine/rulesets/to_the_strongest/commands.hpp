#pragma once
/// What players may say. Orders need an activation card; the rest do not. README.md gives a JSON example of each. Pure values.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/checked.hpp"
#include "engine/core/commands.hpp"
#include "engine/core/one_of.hpp"
#include "engine/rulesets/to_the_strongest/commands_prelude.hpp"
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
  engine::Checked<UnitId> units;  ///< one, or both of a box
  std::vector<UnitId> generals;   ///< detached generals who go along; attached ones always do
  Box to, via;                    ///< where to; by which box
  std::optional<Facing> facing;
  std::string place;  ///< "front" or "behind" of the friend in the box it ends in
  UnitId target;
  int shots = 0;              ///< to-hit cards of a shooting, 0 = one
  int card = 0;               ///< the activation card as told, only with the option "table_markers"
  std::optional<bool> bonus;  ///< use the lance or elephant card; asked when left out
  std::optional<bool> shock;  ///< throw the shock missile; asked when left out
  Formation formation = Formation::Line;
  bool off_table = false;  ///< leaves the table by this move
  bool operator==(const Order&) const = default;
};

/// Other words for an order that players type.
constexpr std::array<const char*, 3> also_called(OrderKind kind) {
  switch (kind) {
    case OrderKind::Move:
      return {"march", "leave", "retire"};
    case OrderKind::Turn:
      return {"face", "change_facing", "wheel"};
    case OrderKind::Exchange:
      return {"exchange_places", "change_places", "swap"};
    case OrderKind::Charge:
      return {"attack", "charge_home", "declare_charge"};
    case OrderKind::Shoot:
      return {"fire", "shooting", "throw"};
    case OrderKind::MoveAndShoot:
      return {"move_shoot", "move_then_shoot", "advance_and_shoot"};
    case OrderKind::ShootAndMove:
      return {"shoot_move", "shoot_then_move", "shoot_and_retire"};
    case OrderKind::Resupply:
      return {"replenish", "reload", "resupply_ammunition"};
    case OrderKind::Form:
      return {"formation", "change_formation", "form_up"};
    case OrderKind::EmplaceStakes:
      return {"place_stakes", "plant_stakes", "stakes"};
    case OrderKind::Enter:
      return {"enter_table", "arrive", "come_on"};
    default:
      return {name_of(kind), name_of(kind), name_of(kind)};
  }
}

/// What the player's word tells units to do.
constexpr engine::Deed deed_of(OrderKind kind) {
  switch (kind) {
    case OrderKind::Move:
    case OrderKind::Turn:
    case OrderKind::Exchange:
      return engine::Deed::Move;
    case OrderKind::Charge:
      return engine::Deed::Charge;
    case OrderKind::Shoot:
    case OrderKind::MoveAndShoot:
    case OrderKind::ShootAndMove:
      return engine::Deed::Shoot;
    case OrderKind::Rally:
      return engine::Deed::Rally;
    default:
      return engine::Deed::Other;
  }
}

template <OrderKind Kind>
struct OrderOf {
  static constexpr const char* kName = kOrderNames[static_cast<std::size_t>(Kind)];
  static constexpr std::array<const char*, 3> kAlso = also_called(Kind);
  static constexpr engine::Deed kDeed = deed_of(Kind);
  Order order;
  bool operator==(const OrderOf&) const = default;
};

/// A detached general rides without a card. TTS-GEN-14.
struct CommandMove {
  static constexpr const char* kName = "command_move";
  static constexpr engine::Deed kDeed = engine::Deed::Move;
  static constexpr std::array<const char*, 2> kAlso{"move_general", "general_move"};
  UnitId general;
  Box to;
  bool operator==(const CommandMove&) const = default;
};

/// Swap the card just played, though it was good enough. TTS-GEN-08.
struct ReplaceCard {
  static constexpr const char* kName = "replace";
  static constexpr std::array<const char*, 2> kAlso{"replace_card", "replacement"};
  UnitId general;
  bool operator==(const ReplaceCard&) const = default;
};

/// The command stops here for this turn. TTS-ACT-17. Empty = the active one.
struct Pass {
  static constexpr const char* kName = "pass";
  static constexpr std::array<const char*, 2> kAlso{"pass_command", "end_command"};
  static constexpr bool kOnlyEnds = true;
  UnitId command;
  bool operator==(const Pass&) const = default;
};

/// All commands of the active side are done. TTS-SEQ-05.
struct EndTurn {
  static constexpr const char* kName = "end_turn";
  static constexpr bool kOnlyEnds = true;
  bool operator==(const EndTurn&) const = default;
};

/// What the markers on the table say, where the players keep disorder, ammunition, medals and cards themselves (option "table_markers").
/// Only what is set is told; `box` moves the unit there (an evade, an advance).
struct Mark {
  static constexpr const char* kName = "mark";
  static constexpr std::array<const char*, 2> kAlso{"tell", "told"};
  UnitId unit, general;
  std::optional<Side> side;  ///< for medals and reserve
  std::optional<int> disorder, ammo, activation, shock, medals, reserve;
  std::optional<bool> hero, lost, light_wound, ability_used;
  Box box;
  std::optional<Facing> facing;
  bool operator==(const Mark&) const = default;
};

/// One side concedes, or both agree to stop.
struct EndBattle {
  static constexpr const char* kName = "end_battle";
  static constexpr std::array kAlso{"concede"};
  static constexpr bool kEnds = true;
  std::optional<Side> winner;  ///< nobody: a draw
  bool operator==(const EndBattle&) const = default;
};

using CommandList =
    std::variant<engine::AnswerWait, engine::PlaceBases, OrderOf<OrderKind::Move>, OrderOf<OrderKind::Turn>, OrderOf<OrderKind::Exchange>,
                 OrderOf<OrderKind::Charge>, OrderOf<OrderKind::Shoot>, OrderOf<OrderKind::MoveAndShoot>, OrderOf<OrderKind::ShootAndMove>,
                 OrderOf<OrderKind::Resupply>, OrderOf<OrderKind::Rally>, OrderOf<OrderKind::Form>, OrderOf<OrderKind::EmplaceStakes>,
                 OrderOf<OrderKind::Dismount>, OrderOf<OrderKind::Board>, OrderOf<OrderKind::Land>, OrderOf<OrderKind::Enter>,
                 OrderOf<OrderKind::Reveal>, OrderOf<OrderKind::Straddle>, CommandMove, ReplaceCard, Pass, EndTurn, EndBattle, Mark, Deploy,
                 DeploymentDone, DrawStratagem, PlayStratagem, NoteUnit, CutForScouting, ChooseScenario, ChooseTerrain, PlaceTerrain,
                 DealTerrain, Bid>;
struct Command : engine::OneOf<CommandList> {
  using OneOf::OneOf;
};

/// The order inside a command, or null.
inline const Order* order_in(const Command& command) {
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
Command command_of(Order order);

}  // namespace polemarch::to_the_strongest
extern template struct polemarch::engine::OneOf<polemarch::to_the_strongest::CommandList>;
