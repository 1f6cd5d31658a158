#include "engine/registry/registry.hpp"

#include <array>

namespace polemarch::engine {
namespace {

/// Rooms as they are added: {&<key>::Rules::info, &<key>::make_battle}. std::array<T, 0> is fine while there are none.
constexpr std::array<RegisteredRuleset, 0> kRulesets{};

}  // namespace

std::span<const RegisteredRuleset> rulesets() { return kRulesets; }

Result<const RegisteredRuleset*> find_ruleset(std::string_view key) {
  std::string known;
  for (const RegisteredRuleset& room : rulesets()) {
    if (room.info().key == key) return &room;
    known += (known.empty() ? "" : ", ") + std::string(room.info().key);
  }
  return InputError{"unknown ruleset \"" + std::string(key) + "\"; there are " + known};
}

}  // namespace polemarch::engine
