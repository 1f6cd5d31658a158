#include "tests/fuzz/targets.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace polemarch::fuzz {

const std::vector<Target>& targets() {
  static const std::vector<Target> all = [] {
    std::vector<Target> made;
    add_file_targets(made);
    add_battle_targets(made);
    add_wire_targets(made);
    std::sort(made.begin(), made.end(), [](const Target& a, const Target& b) { return a.name < b.name; });
    return made;
  }();
  return all;
}

void promise(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

void promise_one_line(const InputError& error) {
  promise(!error.line.empty(), "a complaint says something");
  promise(error.line.find('\n') == std::string::npos, "a complaint is one line");
}

}  // namespace polemarch::fuzz
