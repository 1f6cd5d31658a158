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
struct OneOf : List {
  using List::variant;
  using Alternatives = List;

  OneOf();
  OneOf(const OneOf& other);
  OneOf(OneOf&& other) noexcept;
  OneOf& operator=(const OneOf& other);
  OneOf& operator=(OneOf&& other) noexcept;
  ~OneOf();
  bool operator==(const OneOf& other) const;
};

template <class List>
OneOf<List>::OneOf() = default;
template <class List>
OneOf<List>::OneOf(const OneOf& other) = default;
template <class List>
OneOf<List>::OneOf(OneOf&& other) noexcept = default;
template <class List>
OneOf<List>& OneOf<List>::operator=(const OneOf& other) = default;
template <class List>
OneOf<List>& OneOf<List>::operator=(OneOf&& other) noexcept = default;
template <class List>
OneOf<List>::~OneOf() = default;
template <class List>
bool OneOf<List>::operator==(const OneOf& other) const {
  return static_cast<const List&>(*this) == static_cast<const List&>(other);
}

}  // namespace polemarch::engine
