#include "engine/rulesets/to_the_strongest/commands.hpp"

#include <utility>

namespace polemarch::to_the_strongest {
namespace {

template <std::size_t... Kinds>
Command wrap(Order&& order, std::index_sequence<Kinds...>) {
  Command command;
  (void)((static_cast<std::size_t>(order.kind) == Kinds && (command = OrderOf<static_cast<OrderKind>(Kinds)>{std::move(order)}, true)) ||
         ...);
  return command;
}

}  // namespace

Command command_of(Order order) { return wrap(std::move(order), std::make_index_sequence<kOrderKinds>{}); }

}  // namespace polemarch::to_the_strongest
