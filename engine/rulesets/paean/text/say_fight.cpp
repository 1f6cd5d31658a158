#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/text/words.hpp"

namespace polemarch::paean {

std::string say_one(const State& state, const Shoot& c) { return called(state, c.unit) + " shoots at " + called(state, c.target); }
std::string say_one(const State& state, const ChargeAt& c) { return called(state, c.unit) + " charges " + called(state, c.target); }
std::string say_one(const State& state, const SupportCharge& c) {
  return called(state, c.unit) +
         (side_of(state, c.unit) == side_of(state, c.target) ? " fights from behind " : " joins the combat against ") +
         called(state, c.target);
}
std::string say_one(const State& state, const FightOn& c) { return called(state, c.unit) + " fights another phase"; }
std::string say_one(const State& state, const ShootBow& c) {
  return called(state, c.hero) + " shoots the Bow of Artemis at " + called(state, c.target);
}
std::string say_one(const State& state, const Challenge& c) { return called(state, c.hero) + " challenges " + called(state, c.target); }

std::string tell_one(const State&, const PartHitsSet& e) {
  if (e.parts.empty()) return {};
  const PartHits& part = e.parts.front();
  return plural(part.hits, "part hit") + " of " + part.by.text + " at " + part.at.text + " kept for its next order";
}
std::string tell_one(const State&, const KeptHitsSet& e) {
  if (e.kept.empty()) return {};
  const KeptHits& kept = e.kept.back();
  return plural(kept.hits, "hit") + " at " + kept.at.text + " so far in this run";
}
std::string tell_one(const State&, const CombatsSet&) { return {}; }
std::string tell_one(const State& state, const ChargeDeclared& e) {
  if (state.leaders.contains(e.target)) return called(state, e.unit) + " charges " + called(state, e.target);
  return called(state, e.unit) + (e.support ? " joins the combat at the " : " charges the ") + std::string(word_of(e.side)) + " of " +
         called(state, e.target);
}
std::string tell_one(const State& state, const Reacted& e) { return called(state, e.unit) + " " + e.how; }
std::string tell_one(const State& state, const ChargeStopped& e) {
  if (e.how == "stops") {  // it comes into no contact, and nobody chose that
    const bool there = state.formations.contains(e.target) || state.leaders.contains(e.target);
    return called(state, e.unit) +
           " stops: " + (there ? "no straight way to " + called(state, e.target) + " is left" : e.target.text + " is gone");
  }
  return called(state, e.unit) + " " + e.how + " " + stop_in_words(state) + " from " + called(state, e.target);
}
std::string tell_one(const State&, const PhaseFought& e) {
  std::string names;
  for (const UnitId& id : e.formations) names += (names.empty() ? "" : ", ") + id.text;
  return "close combat of " + names + ": A " + plural(e.hits_a, "hit") + ", B " + plural(e.hits_b, "hit") +
         (e.winner ? ", " + std::string(name_of(*e.winner)) + " wins" : ", a draw");
}

}  // namespace polemarch::paean
