#pragma once
/// One of a long list of alternatives. std::variant makes its copies, moves, destruction and comparison anew in every file that names it; a
/// list of sixty costs each of them seconds. A room names its list once and has these made in one file:
///
///     using StepList = std::variant<Strike, Parry, Feint>;  // steps.hpp
///     struct Step : engine::OneOf<StepList> {
///       using OneOf::OneOf;
///     };
///     extern template struct polemarch::engine::OneOf<polemarch::toy::StepList>;  // after the namespace
///     template struct polemarch::engine::OneOf<polemarch::toy::StepList>;         // in one source file
///
/// std::visit, std::get, std::get_if and std::holds_alternative take it as they take the variant. Pure.

#include <variant>

namespace polemarch::engine {

template <class List>
struct OneOf;

template <class... Ts>
struct OneOf<std::variant<Ts...>> : std::variant<Ts...> {
  using std::variant<Ts...>::variant;

  OneOf();
  OneOf(const OneOf& other);
  OneOf(OneOf&& other) noexcept;
  OneOf& operator=(const OneOf& other);
  OneOf& operator=(OneOf&& other) noexcept;
  ~OneOf();
  bool operator==(const OneOf& other) const;
};

template <class... Ts>
OneOf<std::variant<Ts...>>::OneOf() = default;
template <class... Ts>
OneOf<std::variant<Ts...>>::OneOf(const OneOf& other) = default;
template <class... Ts>
OneOf<std::variant<Ts...>>::OneOf(OneOf&& other) noexcept = default;
template <class... Ts>
OneOf<std::variant<Ts...>>& OneOf<std::variant<Ts...>>::operator=(const OneOf& other) = default;
template <class... Ts>
OneOf<std::variant<Ts...>>& OneOf<std::variant<Ts...>>::operator=(OneOf&& other) noexcept = default;
template <class... Ts>
OneOf<std::variant<Ts...>>::~OneOf() = default;
template <class... Ts>
bool OneOf<std::variant<Ts...>>::operator==(const OneOf& other) const {
  return static_cast<const std::variant<Ts...>&>(*this) == static_cast<const std::variant<Ts...>&>(other);
}

}  // namespace polemarch::engine
