#include "engine/rulesets/hoplomachia/topics/belos_check.hpp"

#include <algorithm>
#include <string_view>

namespace polemarch::hoplomachia {

namespace {
constexpr std::string_view kReactionLetters = "MFCBKEDX";
}

char letter_of(BelosCode code) { return kReactionLetters[static_cast<std::size_t>(code)]; }
std::optional<BelosCode> belos_code(char letter) {
  const auto at = kReactionLetters.find(letter);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<BelosCode>(at);
}
std::string text_of(BelosCode code) {
  switch (code) {
    case BelosCode::Maintain:
      return "maintains";
    case BelosCode::Formation:
      return "takes close files";
    case BelosCode::Charge:
      return "must charge";
    case BelosCode::BelosCharge:
      return "must make a belos charge";
    case BelosCode::ReleaseEkdromoi:
      return "sends out ekdromoi";
    case BelosCode::Evade:
      return "evades";
    case BelosCode::Disarrayed:
      return "is disarrayed";
    case BelosCode::Routed:
      return "routs";
  }
  return {};
}
bool falls_on_taxis(BelosCode code) {
  return code != BelosCode::Maintain && code != BelosCode::ReleaseEkdromoi && code != BelosCode::Routed;
}

std::optional<BelosCode> reaction_of(const UnitCard& card, bool passed, int intensity, Condition condition) {
  if (card.belos_reactions.empty() || intensity < 1) return std::nullopt;
  const auto row = std::min(static_cast<std::size_t>(intensity - 1), card.belos_reactions.size() - 1);
  const BelosRow& reactions = card.belos_reactions[row];
  return passed ? reactions.pass[at(condition)] : reactions.fail[at(condition)];
}

Arithmetic intensity_of(const BelosFacts& facts) {
  Arithmetic sum;
  sum.add("HM-BCK-01", "belos", facts.belos);
  if (facts.second_rank != 0) sum.add("HM-BCK-09", "second rank", facts.second_rank);
  if (facts.joined != 0) sum.add("HM-BCK-01", "further stands at it", facts.joined);
  if (facts.belos_charge) sum.add("HM-BCH-06", "belos charge", 1);
  if (facts.sheltered) sum.add("HM-BCK-02", "behind a wall", -1);
  if (facts.shield != 0) sum.add("HM-BCK-03", "shield", -facts.shield);
  return sum;
}

std::vector<engine::ThrowRow> belos_rows(int check_number, const Arithmetic& intensity, int epilektoi) {
  std::vector<engine::ThrowRow> rows{{"HM-BCK-04", "belos check", check_number, {}}};
  for (engine::ThrowRow row : intensity.rows) {
    row.value = -row.value;
    rows.push_back(std::move(row));
  }
  if (epilektoi != 0) rows.push_back({"HM-OPT7-01", "epilektoi", -epilektoi, {}});
  return rows;
}

int per_mille_pass(int need) { return 1000 - engine::per_mille_at_least(need + 1); }

}  // namespace polemarch::hoplomachia
