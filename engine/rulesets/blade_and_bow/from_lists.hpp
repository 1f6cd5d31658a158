#pragma once
/// A battle made from two army lists, in which leaders and camps stand among the units. Pure.

#include <string>
#include <string_view>

#include "models/result.hpp"

namespace polemarch::blade_and_bow {

/// The set-up with every unit of type "leader" among its side's leaders, every one of type "camp" among its camps. A set-up that cannot be
/// read stays as it is.
Result<std::string> from_lists(std::string_view setup_json, std::string_view name);

}  // namespace polemarch::blade_and_bow
