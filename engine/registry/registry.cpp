#include "engine/registry/registry.hpp"

#include <array>

#include "engine/rulesets/blade_and_bow/from_lists.hpp"
#include "engine/rulesets/blade_and_bow/measures.hpp"
#include "engine/rulesets/blade_and_bow/rules.hpp"
#include "engine/rulesets/hail_caesar/from_lists.hpp"
#include "engine/rulesets/hail_caesar/rules.hpp"
#include "engine/rulesets/hoplomachia/rules.hpp"
#include "engine/rulesets/hoplomachia/unread.hpp"
#include "engine/rulesets/paean/measures.hpp"
#include "engine/rulesets/paean/rules.hpp"
#include "engine/rulesets/paean/unread.hpp"
#include "engine/rulesets/to_the_strongest/measures.hpp"
#include "engine/rulesets/to_the_strongest/rules.hpp"

namespace polemarch::engine {
namespace {

/// Sorted by key.
constexpr std::array kRulesets{
    RegisteredRuleset{&blade_and_bow::Rules::info, &blade_and_bow::make_battle, blade_and_bow::kMeasures, nullptr,
                      &blade_and_bow::from_lists},
    RegisteredRuleset{&hail_caesar::Rules::info, &hail_caesar::make_battle, {}, nullptr, &hail_caesar::from_lists},
    RegisteredRuleset{&hoplomachia::Rules::info, &hoplomachia::make_battle, {}, &hoplomachia::unread},
    RegisteredRuleset{&paean::Rules::info, &paean::make_battle, paean::kMeasures, &paean::unread},
    RegisteredRuleset{&to_the_strongest::Rules::info, &to_the_strongest::make_battle, to_the_strongest::kMeasures},
};

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

Measures measures_of(std::string_view key) {
  const auto room = find_ruleset(key);
  return room ? (*room)->measures : Measures{};
}

}  // namespace polemarch::engine
