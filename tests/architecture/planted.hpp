#pragma once
/// A breach planted in the text of a file that is not there.

#include <string>
#include <vector>

#include "tests/architecture/bans.hpp"
#include "tests/architecture/layers.hpp"

namespace polemarch::architecture {

/// Today's rulesets and a sixth. A breach stands alone, without a function round it: that it would be a variable of the namespace too is
/// left out.
inline std::vector<Violation> planted(const std::string& path, const std::string& text) {
  std::vector<Violation> found =
      check_text(path, text, {"basilike", "blade_and_bow", "hail_caesar", "hoplomachia", "paean", "to_the_strongest"});
  std::erase_if(found, [](const Violation& violation) { return violation.what == kLasting; });
  return found;
}
/// Breaches of another kind left out: variables that outlive a call.
inline std::size_t lasting(const std::string& path, const std::string& text) { return lasting_variables(path, code_lines(text)).size(); }
/// One breach, told once.
inline bool seen(const std::string& path, const std::string& text) { return planted(path, text).size() == 1; }
inline bool clean(const std::string& path, const std::string& text) { return planted(path, text).empty(); }

inline const std::string kCore = "engine/core/x.cpp";
inline const std::string kGeometry = "engine/geometry/x.cpp";
inline const std::string kRoom = "engine/rulesets/paean/judge/x.cpp";

}  // namespace polemarch::architecture
