#pragma once
/// Words that every room needs: how many of something, and a piece by id and name. Pure.

#include <concepts>
#include <string>
#include <string_view>

#include "models/ids.hpp"

namespace polemarch {

/// "1 hit", "2 hits"; `many` where it is not the word with an s ("dice").
template <std::integral Number>
std::string counted(Number n, std::string_view one, std::string_view many = {}) {
  std::string out = std::to_string(n) + " ";
  if (n == 1 || many.empty()) out += one;
  if (n != 1) out += many.empty() ? std::string_view("s") : many;
  return out;
}

/// "A1 First cohort"; the id alone where it has no other name.
inline std::string called(const UnitId& id, std::string_view name) {
  return name.empty() || name == id.text ? id.text : id.text + " " + std::string(name);
}

}  // namespace polemarch
