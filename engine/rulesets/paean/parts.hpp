#pragma once
/// Commands, steps and events stand in two lists each, movement and fighting; this joins them. Pure.

#include <variant>

namespace polemarch::paean {

template <class... Lists>
struct Joining;
template <class... Ts>
struct Joining<std::variant<Ts...>> {
  using type = std::variant<Ts...>;
};
template <class... Ts, class... Us, class... Rest>
struct Joining<std::variant<Ts...>, std::variant<Us...>, Rest...> {
  using type = typename Joining<std::variant<Ts..., Us...>, Rest...>::type;
};
/// One variant of all the alternatives of several.
template <class... Lists>
using Joined = typename Joining<Lists...>::type;

}  // namespace polemarch::paean
