#include "engine/rulesets/hoplomachia/topics/epidromos_roll.hpp"

#include <algorithm>
#include <stdexcept>

namespace polemarch::hoplomachia {

namespace {
std::size_t die_column(int die) {
  if (die < 1 || die > 6) throw std::out_of_range("a die that is none");
  return static_cast<std::size_t>(die - 1);
}
}  // namespace

bool has_epidromos(const UnitCard& card) { return card.epi_charge.size() == 6; }
Length charge_distance(const UnitCard& card, int die) { return card.epi_charge[die_column(die)]; }
Length charge_reach(const UnitCard& card) { return *std::max_element(card.epi_charge.begin(), card.epi_charge.end()); }

Length drift_of(const UnitCard& card, Length moved, int rolled) {
  std::size_t best = die_column(rolled);
  bool found = card.epi_charge[best] >= moved;
  for (std::size_t i = 0; i < card.epi_charge.size(); ++i) {
    if (card.epi_charge[i] < moved || (found && card.epi_charge[i] >= card.epi_charge[best])) continue;
    best = i;
    found = true;
  }
  return best < card.epi_drift.size() ? card.epi_drift[best] : Length{};
}

bool gains_momentum(const UnitCard& card, int die, bool approached, bool close_files) {
  return approached && close_files && die_column(die) < card.epi_mqual.size() && card.epi_mqual[die_column(die)];
}

Arithmetic disarray_sum(const UnitCard& card, int die, bool missed_last_turn, const std::vector<std::pair<std::string, int>>& terrain) {
  Arithmetic sum;
  if (die_column(die) < card.epi_disarray.size()) sum.add("HM-EPDIS-01", "epidromos die", card.epi_disarray[die_column(die)]);
  if (missed_last_turn) sum.add("HM-EPDIS-02", "charged last turn without contact", 3);
  for (const auto& [name, number] : terrain)
    if (number != 0) sum.add("HM-EPDIS-03", name, number);
  return sum;
}

bool disarrays(int sum, std::optional<int> qualifier) { return qualifier && sum > *qualifier; }

Split split(Length gap, Length charger_move, Length charger_charge, Length target_move, Length target_charge) {
  if (charger_charge + target_charge < gap) return {charger_charge, target_charge, false};
  const std::int64_t both = charger_move.um + target_move.um;
  Length share{both == 0 ? gap.um / 2 : (gap.um * charger_move.um + both / 2) / both};
  share = std::clamp(share, gap - target_charge, charger_charge);
  return {share, gap - share, true};
}

}  // namespace polemarch::hoplomachia
