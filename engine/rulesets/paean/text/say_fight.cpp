#include "engine/rulesets/paean/text/words.hpp"

namespace polemarch::paean {

std::string say_one(const State& state, const Shoot& c) { return called(state, c.unit) + " shoots at " + called(state, c.target); }
std::string say_one(const State& state, const ChargeAt& c) { return called(state, c.unit) + " charges " + called(state, c.target); }
std::string tell_one(const State&, const PartHitsSet&) { return {}; }

}  // namespace polemarch::paean
