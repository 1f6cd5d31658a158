#pragma once
/// Reasons with a number, as shooting and hand to hand list them. Pure.

#include <string>
#include <utility>

#include "engine/core/verdict.hpp"

namespace polemarch::hail_caesar {

/// A number that stands by itself: "3 attacks".
inline engine::Reason fact(std::string rule, std::string text, int value) {
  return {std::move(rule), std::move(text), static_cast<double>(value), {}, {}, {}};
}

/// "closing shots -1": the value stands in the text too, for plain print.
inline engine::Reason line(std::string rule, std::string text, int value) {
  text += (value > 0 ? " +" : " ") + std::to_string(value);
  return {std::move(rule), std::move(text), static_cast<double>(value), {}, {}, {}};
}

}  // namespace polemarch::hail_caesar
