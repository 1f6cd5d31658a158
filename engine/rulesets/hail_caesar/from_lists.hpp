#pragma once
/// A battle made from two army lists: what they leave unsaid of the chain of command. Pure.

#include <string>
#include <string_view>

#include "models/result.hpp"

namespace polemarch::hail_caesar {

/// The set-up with one division of all units and generals where an army names none, and with its only general, or the first of a division
/// made up so, as army commander where it names none. The error, "<name>: <place>: ...", says who could be ordered by nobody. A set-up that
/// cannot be read stays as it is.
Result<std::string> from_lists(std::string_view setup_json, std::string_view name);

}  // namespace polemarch::hail_caesar
