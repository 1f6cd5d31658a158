#include "engine/rulesets/hoplomachia/topics/cards.hpp"

namespace polemarch::hoplomachia {

namespace {

std::string in_text(Length length) {
  const std::int64_t quarter = (length.um + 3175) / 6350;
  std::string text = std::to_string(quarter / 4);
  if (const auto rest = quarter % 4; rest != 0) text += rest == 1 ? ".25" : rest == 2 ? ".5" : ".75";
  return text;
}
std::string by_condition_text(const ByCondition& values) {
  std::string text;
  for (const Condition condition : kConditions)
    text += (text.empty() ? "" : "/") + std::string(values[at(condition)] > 0 ? "+" : "") + std::to_string(values[at(condition)]);
  return text;
}
constexpr std::string_view kAndreiaLetters = "MRPCEHDXW";
constexpr std::string_view kBelosLetters = "MFCBKEDX";
template <class Code>
std::string codes_text(const std::array<Code, 4>& codes, std::string_view letters) {
  std::string text;
  for (const Code code : codes) text += (text.empty() ? "" : "/") + std::string(1, letters[static_cast<std::size_t>(code)]);
  return text;
}

}  // namespace

std::vector<std::string> card_gaps(const UnitCard& card) {
  std::vector<std::string> gaps;
  const auto lacks = [&](bool missing, const char* what) {
    if (missing) gaps.emplace_back(what);
  };
  const TroopClass troop = card.troop;
  const bool hoplite = troop == TroopClass::Hoplite;
  const bool moves = card.mov_cf || card.mov_of || card.mov_nf;
  lacks(!moves, "movement (HM-MOVE-01)");
  if (troop == TroopClass::Baggage) return gaps;
  lacks(moves && hoplite && !card.mov_cf, "movement in close files (HM-TROOP-04)");
  lacks(moves && (hoplite || card.mov_cf) && !card.mov_of, "movement in open files (HM-TROOP-03)");
  lacks(!hoplite && card.mov_of && !card.mov_cf && !card.mov_nf, "movement in close files or in no files (HM-AMB-88)");
  lacks(!card.spear, "spear factor (HM-ATK-02)");
  lacks(!card.shield, "shield factor (HM-DEF-02)");
  lacks(!card.strength, "strength (HM-PENL-03)");
  lacks(!card.arete_threshold, "arete threshold (HM-PENL-05)");
  lacks(!card.arete_modifier, "arete modifiers (HM-AND-18)");
  lacks(!card.phobos, "phobos (HM-AND-19)");
  lacks(!card.andreia, "andreia number (HM-AND-15)");
  static constexpr std::array<const char*, 4> kLines{"Recovering line (HM-AND-01)", "Charging line (HM-AND-04)", "Melee line (HM-AND-06)",
                                                     "Katastrophe line (HM-AND-07)"};
  for (std::size_t i = 0; i < kLines.size(); ++i) lacks(!card.andreia_chart[i], kLines[i]);
  lacks(!card.belos_check, "belos check number (HM-BCK-04)");
  lacks(card.belos_reactions.empty(), "belos reactions (HM-BCK-06)");
  const bool shooter = troop == TroopClass::Toxotes || troop == TroopClass::Sphendonetes || troop == TroopClass::Hippotoxotes;
  const bool chariot = troop == TroopClass::Chariot;
  lacks(!hoplite && !chariot && !card.belos, "belos number (HM-BEL-01)");
  // Horse with javelins comes near to throw them; whoever else has missiles shoots as well.
  lacks(!hoplite && !chariot && troop != TroopClass::Hippeis && !card.range, "range (HM-BEL-05)");
  const bool in_files = hoplite || card.disciplined() || card.mov_of.has_value();
  lacks(in_files && !card.disarray_qualifier, "disarray qualifier (HM-DIS-07)");
  if (shooter || chariot) return gaps;  // they charge nobody
  lacks(card.epi_charge.empty(), "CHARGE row (HM-EPI-16)");
  lacks(hoplite && card.epi_drift.empty(), "DRIFT row (HM-DRIFT-02)");
  lacks(card.epi_mqual.empty(), "M-QUAL row (HM-MOM-01)");
  lacks(in_files && card.epi_disarray.empty(), "DISARRAY row (HM-EPDIS-01)");
  lacks(!card.mome, "MOME (HM-MOM-03)");
  lacks(!card.othism, "OTHISM (HM-ATK-05)");
  return gaps;
}

std::vector<std::string> card_contradictions(const UnitCard& card) {
  std::vector<std::string> wrong;
  if (card.range && !card.belos) wrong.emplace_back("a range without a belos number (HM-BEL-01)");
  if (!card.epi_drift.empty() && card.epi_charge.empty()) wrong.emplace_back("a DRIFT row without a CHARGE row (HM-DRIFT-02)");
  if (card.rhomboid && card.wedge) wrong.emplace_back("rhomboid and wedge at once (HM-TROOP-29)");
  if (card.troop == TroopClass::Hoplite && !card.disciplined()) wrong.emplace_back("hoplites without CF and OF (HM-TROOP-04)");
  if ((card.troop == TroopClass::Psiloi || card.troop == TroopClass::Toxotes || card.troop == TroopClass::Sphendonetes) &&
      card.disciplined())
    wrong.emplace_back("CF and OF of troops that are always undisciplined (HM-TROOP-22)");
  if (card.ekdromoi && card.troop != TroopClass::Hoplite) wrong.emplace_back("ekdromoi of troops that are no hoplites (HM-EKD-01)");
  if (card.hamippoi_allowed && !is_mounted(card.troop)) wrong.emplace_back("hamippoi without horses (HM-HAM-01)");
  return wrong;
}

std::vector<std::string> printed(const UnitCard& card) {
  std::vector<std::string> lines;
  lines.push_back(card.id + ": " + card.name + (card.sample && !card.name.ends_with("(sample)") ? " (sample)" : ""));
  std::string text = std::string(word_of(card.troop));
  if (!card.nation.empty()) text += ", " + card.nation;
  lines.push_back(text);
  text = "CF " + (card.mov_cf ? in_text(*card.mov_cf) : "-") + "  OF " + (card.mov_of ? in_text(*card.mov_of) : "-") + "  NF " +
         (card.mov_nf ? in_text(*card.mov_nf) : "-");
  lines.push_back(text);
  const auto number = [](const std::optional<int>& value) { return value ? std::to_string(*value) : std::string("-"); };
  lines.push_back("spear " + number(card.spear) + "  shield " + number(card.shield) + "  strength " + number(card.strength) +
                  "  threshold " + (card.arete_threshold ? by_condition_text(*card.arete_threshold) : "-"));
  lines.push_back("arete " + (card.arete_modifier ? by_condition_text(*card.arete_modifier) : "-") + "  phobos " + number(card.phobos) +
                  "  andreia " + number(card.andreia) + "  disarray " + number(card.disarray_qualifier));
  static constexpr std::array<const char*, 4> kLines{"Recovering", "Charging", "Melee", "Katastrophe"};
  for (std::size_t i = 0; i < kLines.size(); ++i)
    if (const auto& row = card.andreia_chart[i])
      lines.push_back(std::string(kLines[i]) + ": pass " + std::string(1, kAndreiaLetters[static_cast<std::size_t>(row->pass)]) +
                      ", fail E/F/U/S " + codes_text(row->fail, kAndreiaLetters));
  if (card.belos) lines.push_back("belos " + number(card.belos) + (card.range ? "  range " + in_text(*card.range) : "  belos charge only"));
  lines.push_back("belos shield " + std::to_string(card.belos_shield) + "  check " + number(card.belos_check));
  for (std::size_t i = 0; i < card.belos_reactions.size(); ++i)
    lines.push_back("intensity " + std::to_string(i + 1) + (i + 1 == card.belos_reactions.size() ? "+" : "") + ": pass " +
                    codes_text(card.belos_reactions[i].pass, kBelosLetters) + ", fail " +
                    codes_text(card.belos_reactions[i].fail, kBelosLetters));
  for (std::size_t die = 0; die < card.epi_charge.size(); ++die)
    lines.push_back("epidromos " + std::to_string(die + 1) + ": charge " + in_text(card.epi_charge[die]) +
                    (die < card.epi_drift.size() ? "  drift " + in_text(card.epi_drift[die]) : "") +
                    (die < card.epi_mqual.size() && card.epi_mqual[die] ? "  momentum" : "") +
                    (die < card.epi_disarray.size() ? "  disarray " + std::to_string(card.epi_disarray[die]) : ""));
  if (!card.epi_charge.empty()) lines.push_back("MOME " + number(card.mome) + "  OTHISM " + number(card.othism));
  return lines;
}

}  // namespace polemarch::hoplomachia
