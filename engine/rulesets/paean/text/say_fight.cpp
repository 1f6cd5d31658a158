#include <algorithm>
#include <functional>

#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/text/words.hpp"
#include "engine/rulesets/paean/topics/shooting.hpp"
#include "models/counted.hpp"

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
  return counted(part.hits, "part hit") + " of " + part.by.text + " at " + part.at.text + " kept for its next order";
}
std::string tell_one(const State& state, const KeptHitsSet& e) {
  for (const KeptHits& was : state.fights.kept) {  // a run is over, or turns to another target: too few are lost (PA-MIS-14)
    const auto still = [&](const KeptHits& one) { return one.run == was.run && one.at == was.at; };
    if (std::any_of(e.kept.begin(), e.kept.end(), still) || find_formation(state, was.at) == nullptr) continue;
    if (const int each = hits_per_base(state, was.at); was.hits < each)
      return counted(was.hits, "hit") + " at " + was.at.text + " in all: no base lost, a base takes " + std::to_string(each);
  }
  if (e.kept.empty() || e.kept.size() < state.fights.kept.size()) return {};
  const KeptHits& kept = e.kept.back();
  return counted(kept.hits, "hit") + " at " + kept.at.text + " so far in this run";
}
std::string tell_one(const State&, const CombatsSet&) { return {}; }
std::string tell_one(const State& state, const ChargeDeclared& e) {
  if (state.leaders.contains(e.target)) return called(state, e.unit) + " charges " + called(state, e.target);
  return called(state, e.unit) + (e.support ? " joins the combat at the " : " charges the ") + std::string(word_of(e.side)) + " of " +
         called(state, e.target);
}
std::string tell_one(const State& state, const Reacted& e) {
  if (const UnitId hero = hero_with(state, e.unit); !hero.empty() && e.rule == "PA-HER-40")
    return called(state, hero) + " stops the push back: a draw";
  const bool goes = e.how == "evades" || e.how == "counter charges";  // the move that follows says it, and how far
  if (goes && state.formations.contains(e.unit)) return {};
  if (e.how == "challenges") return called(state, e.unit) + " challenges " + called(state, e.to);
  if (e.rule == "PA-CHL-08")
    return called(state, e.unit) + " and " + called(state, e.to) + " draw: they fight again in the next compulsory combat";
  return called(state, e.unit) + " " + e.how;
}
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
  const auto [more, less] = std::minmax(e.hits_a, e.hits_b, std::greater<>());
  return "close combat of " + names + ": " +
         (e.winner ? std::string(name_of(*e.winner)) + " wins by " + counted(more, "hit") + " to " + std::to_string(less)
                   : "a draw, " + counted(more, "hit") + " each");
}

}  // namespace polemarch::paean
