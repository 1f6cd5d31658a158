#pragma once
/// Which fields of a set-up this room does not read. Pure.

#include <string>
#include <string_view>
#include <vector>

namespace polemarch::hoplomachia {

/// A line each, naming `name`, the place and what may be meant (engine/core/unread_fields.hpp). Nothing for a set-up that cannot be read.
std::vector<std::string> unread(std::string_view setup_json, std::string_view name);

}  // namespace polemarch::hoplomachia
