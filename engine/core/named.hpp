#pragma once
/// Whom and what a value names, wherever in it the name stands: found by type, through the fields that its JSON has (json_fields.hpp). For
/// text*.cpp files only. Pure.

#include <type_traits>
#include <variant>

#include "engine/core/json_fields.hpp"

namespace polemarch::engine {

namespace detail {
template <class T>
inline constexpr bool kIsPair = false;
template <class A, class B>
inline constexpr bool kIsPair<std::pair<A, B>> = true;
template <class T>
concept Alternatives = requires(const T& value) {
  value.valueless_by_exception();
};
template <class T>
concept Items = !std::is_same_v<T, std::string> && requires(const T& value) {
  value.begin() != value.end();
};
}  // namespace detail

/// Calls `found` with every value in `value` that it takes: names of units and bases, squares, boxes. A type whose JSON is written by hand
/// has an `each_field` by hand where it names anything.
template <class T, class Found>
void each_name(const T& value, const Found& found) {
  if constexpr (requires { found(value); }) {
    found(value);
  } else if constexpr (detail::kIsMaybe<T>) {
    if (value) each_name(*value, found);
  } else if constexpr (detail::kIsPair<T>) {
    each_name(value.first, found);
    each_name(value.second, found);
  } else if constexpr (detail::Alternatives<T>) {
    std::visit([&](const auto& one) { each_name(one, found); }, value);
  } else if constexpr (detail::Items<T>) {
    for (const auto& item : value) each_name(item, found);
  } else if constexpr (requires { each_field(value, found); }) {
    each_field(value, [&](const auto& field) { each_name(field, found); });
  }
}

}  // namespace polemarch::engine
