#include "engine/rulesets/hoplomachia/topics/andreia.hpp"

#include <algorithm>
#include <string_view>

namespace polemarch::hoplomachia {

namespace {
constexpr std::string_view kCheckLetters = "MRPCEHDXW";
}

char letter_of(AndreiaCode code) { return kCheckLetters[static_cast<std::size_t>(code)]; }
std::optional<AndreiaCode> andreia_code(char letter) {
  const auto at = kCheckLetters.find(letter);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<AndreiaCode>(at);
}
std::string text_of(AndreiaCode code) {
  switch (code) {
    case AndreiaCode::Maintain:
      return "maintains";
    case AndreiaCode::Recover:
      return "recovers";
    case AndreiaCode::Pursue:
      return "pursues";
    case AndreiaCode::Charge:
      return "charges";
    case AndreiaCode::Evade:
      return "evades";
    case AndreiaCode::Halt:
      return "halts";
    case AndreiaCode::Disarrayed:
      return "is disarrayed";
    case AndreiaCode::Routed:
      return "routs";
    case AndreiaCode::Worse:
      return "the next worse result";
  }
  return {};
}

std::vector<engine::ThrowRow> check_rows(const CheckFacts& facts, AndreiaLine line) {
  std::vector<engine::ThrowRow> rows{{"HM-AND-15", "andreia", facts.andreia, {}}};
  if (facts.arete != 0) rows.push_back({"HM-AND-18", "arete", facts.arete, {}});
  if (facts.phobos && facts.enemy_phobos) {
    const int phobos = *facts.phobos - *facts.enemy_phobos;
    if (phobos != 0) rows.push_back({"HM-AND-19", "phobos", phobos, {}});
  }
  if (facts.promachos && line == AndreiaLine::Charging) rows.push_back({"HM-AND-22", "promachos, -1 to the throw", 1, {}});
  if (facts.demagogue && line == AndreiaLine::Katastrophe) rows.push_back({"HM-AND-23", "demagogue, +1 to the throw", -1, {}});
  if (facts.nemesis != 0) rows.push_back({"HM-OPT8-01", "nemesis", facts.nemesis, {}});
  if (facts.epilektoi != 0) rows.push_back({"HM-OPT7-01", "epilektoi", -facts.epilektoi, {}});
  return rows;
}

std::optional<int> highest(const std::vector<int>& phobos) {
  if (phobos.empty()) return std::nullopt;
  return *std::max_element(phobos.begin(), phobos.end());
}

int per_mille_check(int need) { return 1000 - engine::per_mille_sum_at_least(need + 1, 2); }

AndreiaCode code_of(const AndreiaRow& row, bool passed, Condition condition) { return passed ? row.pass : row.fail[at(condition)]; }

}  // namespace polemarch::hoplomachia
