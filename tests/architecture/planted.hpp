#pragma once
/// A breach planted in the text of a file that is not there.

#include <string>
#include <vector>

#include "tests/architecture/layers.hpp"

namespace polemarch::architecture {

/// Today's rulesets and a sixth.
inline std::vector<Violation> planted(const std::string& path, const std::string& text) {
  return check_text(path, text, {"basilike", "blade_and_bow", "hail_caesar", "hoplomachia", "paean", "to_the_strongest"});
}
/// One breach, told once.
inline bool seen(const std::string& path, const std::string& text) { return planted(path, text).size() == 1; }
inline bool clean(const std::string& path, const std::string& text) { return planted(path, text).empty(); }

inline const std::string kCore = "engine/core/x.cpp";
inline const std::string kGeometry = "engine/geometry/x.cpp";
inline const std::string kRoom = "engine/rulesets/paean/judge/x.cpp";

}  // namespace polemarch::architecture
