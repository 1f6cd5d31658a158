#pragma once
/// What the code of a folder may not name, whatever header brought it in and however it is spelt.

#include <string>
#include <vector>

#include "tests/architecture/code_text.hpp"
#include "tests/architecture/layers.hpp"

namespace polemarch::architecture {

/// What a folder is kept from.
struct Kept {
  bool chance = false, clock = false, threads = false, world = false, files = false;
  bool engine = false;  ///< the same on every machine: no libm, no order by address or hash, integers in what is stored
  bool plain = false;   ///< no pragma, attribute or builtin of one compiler, nothing declared by hand
};

std::vector<Violation> named_in_vain(const std::string& path, const std::vector<CodeLine>& lines, const Kept& kept);

constexpr const char* kLasting = "engine and models keep nothing between two calls: what lasts is const";

/// Variables that outlive a call and can be changed: engine and models have none.
std::vector<Violation> lasting_variables(const std::string& path, const std::vector<CodeLine>& lines);

}  // namespace polemarch::architecture
