#pragma once
/// Lists that are kept in parts: the commands, events and steps of a large ruleset. Pure.

#include <variant>

namespace polemarch::engine {

template <class... Vs>
struct JoinedOf;
template <class V>
struct JoinedOf<V> {
  using type = V;
};
template <class... As, class... Bs, class... Rest>
struct JoinedOf<std::variant<As...>, std::variant<Bs...>, Rest...> {
  using type = typename JoinedOf<std::variant<As..., Bs...>, Rest...>::type;
};
/// One variant of all alternatives, in order.
template <class... Vs>
using Joined = typename JoinedOf<Vs...>::type;

}  // namespace polemarch::engine
