#include "engine/rulesets/hoplomachia/topics/penetration.hpp"

namespace polemarch::hoplomachia {

std::string text_of(Level level) {
  switch (level) {
    case Level::ZeroHit:
      return "zero hit on shield";
    case Level::ShieldHit:
      return "shield hit, not exceeded";
    case Level::StrengthHit:
      return "strength hit, not exceeded";
    case Level::ThresholdHit:
      return "arete threshold hit, not exceeded";
    case Level::Exceeded:
      return "arete threshold exceeded";
  }
  return {};
}

void Arithmetic::add(std::string rule, std::string text, int value, std::optional<Side> whose) {
  rows.push_back({std::move(rule), std::move(text), value, whose});
  total += value;
}

Arithmetic total_attack(const AttackFacts& facts) {
  Arithmetic sum;
  sum.add("HM-ATK-02", "spear", facts.spear);
  if (facts.arete != 0) sum.add("HM-ATK-03", "arete", facts.arete);
  if (!facts.othismos && facts.momentum && facts.mome != 0) sum.add("HM-ATK-04", "momentum", facts.mome);
  if (facts.othismos) {
    if (facts.othism != 0) sum.add("HM-ATK-05", "shoving", facts.othism);
    if (facts.depth != 0) sum.add("HM-ATK-06", "deep ranks", facts.depth);
    if (facts.hamippoi != 0) sum.add("HM-ATK-07", "hamippoi", facts.hamippoi);
  }
  if (facts.disarrayed && sum.total > 0) sum.add("HM-ATK-08", "disarrayed: half, rounded up", (sum.total + 1) / 2 - sum.total);
  return sum;
}

Arithmetic basic_defence(const DefenceFacts& facts) {
  Arithmetic sum;
  sum.add("HM-DEF-02", "shield", facts.shield);
  const auto bonus = [&](const char* rule, const char* text, int value) {
    if (value > 0 && !facts.positive_count) return;
    if (value != 0) sum.add(rule, text, value);
  };
  bonus("HM-DEF-03", "uphill", facts.uphill);
  bonus("HM-DEF-03", "wall", facts.wall);
  bonus("HM-DEF-03", "stockade", facts.stockade);
  bonus("HM-DEF-04", "gap on the unshielded side", -facts.gap);
  if (!facts.othismos && facts.momentum) bonus("HM-DEF-05", "momentum", facts.mome);
  if (facts.othismos) bonus("HM-DEF-06", "ground given", facts.ground_given);
  return sum;
}

namespace {

/// One stage; true when the attack goes through, `left` is what is left of it then.
bool goes_through(std::vector<engine::Reason>& stages, const char* rule, const char* against, int& left, int limit) {
  const bool through = left > limit;
  stages.push_back({rule,
                    std::string(against) + (through ? ": exceeded" : ": not exceeded"),
                    static_cast<double>(left),
                    static_cast<double>(limit),
                    {},
                    {}});
  if (through) left -= limit;
  return through;
}

}  // namespace

Penetration penetration(Arithmetic attack, const Arithmetic& defence, int strength, int threshold) {
  Penetration result{Level::ZeroHit, std::move(attack), {}};
  int left = result.attack.total;
  if (left < 1) {
    result.stages.push_back({"HM-ATK-09", "total attack below 1: zero hit on shield", static_cast<double>(left), 1.0, {}, {}});
    return result;
  }
  result.level = Level::ShieldHit;
  if (!goes_through(result.stages, "HM-PENL-01", "basic defence", left, defence.total)) return result;
  result.level = Level::StrengthHit;
  if (!goes_through(result.stages, "HM-PENL-03", "strength", left, strength)) return result;
  result.level = Level::ThresholdHit;
  if (!goes_through(result.stages, "HM-PENL-05", "arete threshold", left, threshold)) return result;
  result.level = Level::Exceeded;
  return result;
}

Penetration penetration_unshielded(Arithmetic attack, int threshold) {
  Penetration result{Level::ZeroHit, std::move(attack), {}};
  int left = result.attack.total;
  if (left < 1) {
    result.stages.push_back({"HM-ATK-09", "total attack below 1: zero hit on shield", static_cast<double>(left), 1.0, {}, {}});
    return result;
  }
  result.level =
      goes_through(result.stages, "HM-FLK-13", "arete threshold, unshielded", left, threshold) ? Level::Exceeded : Level::ThresholdHit;
  return result;
}

Penetration no_penetration(std::string rule) {
  return {Level::ZeroHit, {}, {{std::move(rule), "struck on flank or rear: zero hit on shield against it", {}, {}, {}, {}}}};
}

}  // namespace polemarch::hoplomachia
