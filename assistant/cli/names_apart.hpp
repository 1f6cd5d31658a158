#pragma once
/// Two armies may call their units alike. A battle's words name nobody twice. Pure.

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace polemarch::assistant {

constexpr std::size_t kMostNameLetters = 60;  ///< of a roster's name in a line of `new`

/// Units, leaders and camps of a set-up's `sides` that have one name get names of their own: of one army they are numbered ("Hoplites 2"),
/// of both it is told whose each is ("Greeks' Horse 1"); armies of one name are A and B. A line for each name that changed.
std::vector<std::string> tell_names_apart(nlohmann::json& sides);

}  // namespace polemarch::assistant
