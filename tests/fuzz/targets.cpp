#include "tests/fuzz/targets.hpp"

#include <algorithm>
#include <cstdint>
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

namespace {
bool g_one_in_sixteen = false;
}

void show_one_in_sixteen() { g_one_in_sixteen = true; }

bool is_shown(std::string_view bytes) {
  if (!g_one_in_sixteen) return true;
  std::uint32_t sum = 2166136261U;  // FNV-1a
  for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 16777619U;
  return (sum >> 8) % 16 == 0;
}

void promise(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

void promise_one_line(const InputError& error) {
  promise(!error.line.empty(), "a complaint says something");
  promise(on_a_line(error.line) == error.line, "a complaint is one line");
}

}  // namespace polemarch::fuzz
