#include "engine/rulesets/hoplomachia/topics/checks.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/geometry/gap.hpp"
#include "engine/rulesets/hoplomachia/topics/andreia.hpp"
#include "engine/rulesets/hoplomachia/topics/arete.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/epidromos_roll.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/striking.hpp"

namespace polemarch::hoplomachia {

namespace geo = geometry;

std::vector<engine::ThrowRow> rows_of_check(const State& state, const AndreiaCheck& check) {
  const Taxis& unit = taxis_at(state, check.unit);
  const UnitCard& card = card_of(state, unit);
  CheckFacts facts;
  facts.andreia = card.andreia.value_or(0);
  facts.arete = arete_modifier(state, unit);
  std::vector<int> phobos;
  for (const UnitId& foe : check.foes)
    if (const UnitCard& theirs = card_of(state, foe); theirs.phobos) phobos.push_back(*theirs.phobos);
  facts.phobos = card.phobos;
  facts.enemy_phobos = highest(phobos);
  for (const auto& [key, who] : state.strategoi) {
    if (!who.alive || who.in.unit != check.unit) continue;  // HM-AMB-15
    facts.promachos = facts.promachos || who.character == Character::Promachos;
    facts.demagogue = facts.demagogue || who.character == Character::Demagogue;
  }
  if (state.options.nemesis)
    for (const UnitId& foe : check.foes) {
      const auto own = state.charts.nemesis.find(unit.nation);
      if (own == state.charts.nemesis.end()) continue;
      const auto entry = own->second.find(taxis_at(state, foe).nation);
      if (entry != own->second.end() && facts.nemesis == 0) facts.nemesis = entry->second;
    }
  return check_rows(facts, check.line);
}

AndreiaCode able_to(const State& state, const AndreiaCheck& check, AndreiaCode code) {
  const Taxis& unit = taxis_at(state, check.unit);
  if (check.why == CheckFor::Charge && code == AndreiaCode::Evade) return AndreiaCode::Halt;  // HM-AND-30
  if (check.why != CheckFor::Target) return code;
  if (code == AndreiaCode::Evade && (in_melee(unit) || unit.troop == TroopClass::Baggage)) return AndreiaCode::Halt;
  if (code != AndreiaCode::Charge) return code;
  // It countercharges only if it could declare that charge itself (HM-AND-29, HM-AMB-78), and not twice in a phase.
  const bool frontal = check.line == AndreiaLine::Charging;
  if (!frontal || in_melee(unit) || unit.fight.charging || !has_epidromos(card_of(state, unit))) return AndreiaCode::Halt;
  if (unit.fight.march_back) return AndreiaCode::Halt;  // it means to go back, and receives the charge halted (HM-AMB-12)
  if (unit.fight.balked) return AndreiaCode::Halt;      // its own charge check failed: no epidromos in this phase (HM-EPI-34)
  // Who has halted by a check of this phase receives any charge standing (HM-AND-32).
  const bool checked = state.at.acted.contains(check.unit) || state.at.reacted.contains(check.unit);
  if (unit.mode == Mode::Halt && (checked || unit.fight.halts_in)) return AndreiaCode::Halt;
  for (const InLane& lane : lane_of(state, check.unit))
    if (!check.foes.empty() && lane.unit == check.foes.front() && eligible(state, check.unit, lane.first, lane.on).allowed()) return code;
  return AndreiaCode::Halt;
}

std::string result_text(const State& state, const AndreiaCheck& check, AndreiaCode code) {
  const Flight* flight = check.why == CheckFor::Recovery ? flight_at(state, check.flight) : nullptr;
  if (flight != nullptr && flight->mode == Mode::Rout && code != AndreiaCode::Recover) return "routs on";  // whatever the card calls it
  const AndreiaCode done = able_to(state, check, code);
  return done == code ? text_of(code) : text_of(code) + ", but cannot: " + text_of(done);
}

std::vector<UnitId> foes_of_check(const State& state, const UnitId& id, int lochos, const UnitId& enemy) {
  std::vector<UnitId> foes{enemy};
  const Taxis& unit = taxis_at(state, id);
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
    if (lochos >= 0 && static_cast<std::size_t>(lochos) != i) continue;
    for (const Contact& contact : unit.lochoi[i].fight.contacts)
      if (std::find(foes.begin(), foes.end(), contact.foe.unit) == foes.end()) foes.push_back(contact.foe.unit);
  }
  return foes;
}

std::string cause_text(const std::string& rule) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kCauses{{{"HM-KAT-02", "a lochos routed in melee"},
                                                                                         {"HM-KAT-03", "a stand of it routed"},
                                                                                         {"HM-KAT-04", "its strategos is lost"},
                                                                                         {"HM-KAT-05", "it saw a taxis rout"},
                                                                                         {"HM-KAT-06", "routers ran through it"},
                                                                                         {"HM-KAT-07", "a taxis of the home city routed"},
                                                                                         {"HM-KAT-09", "a lochos routed under missiles"},
                                                                                         {"HM-KAT-10", "ekdromoi killed a stand of it"}}};
  for (const auto& [id, text] : kCauses)
    if (id == rule) return std::string(text);
  return rule;
}

bool has_to_check(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  if (unit.fight.katastrophe.empty() || unit.fight.checked) return false;
  return std::any_of(unit.lochoi.begin(), unit.lochoi.end(), [](const Lochos& lochos) { return lochos.sound(); });
}

UnitId nearest_foe(const State& state, const UnitId& unit) {
  const std::vector<Foe> foes = enemies_of(state, unit, true);
  return foes.empty() ? UnitId{} : foes.front().unit;
}

std::vector<UnitId> witnesses_of(const State& state, const UnitId& id) {
  std::vector<UnitId> out;
  const Taxis& unit = taxis_at(state, id);
  const Shapes own = shapes_of(unit);
  if (own.empty()) return out;
  for (const auto& [other, friendly] : state.units) {
    if (friendly.side != unit.side || other == id || friendly.scenery || !friendly.on_table()) continue;
    if (far_apart(round_of(unit), round_of(friendly), 6_in)) continue;
    if (std::none_of(friendly.lochoi.begin(), friendly.lochoi.end(), [](const Lochos& l) { return l.sound(); })) continue;
    const geo::Gap gap = geo::gap_between(own, shapes_of(friendly));
    if (gap.distance().value > 6_in) continue;
    if (clear_line(state, geo::vec(gap.on_a), geo::vec(gap.on_b))) out.push_back(other);
  }
  return out;
}

bool is_allied_army(const State& state, Side side) { return !state.armies[side].allies.empty(); }
bool is_taxis(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  return !unit.baggage && !unit.scenery && !unit.ekdromoi_of && (unit.core || card_of(state, unit).disciplined());
}
bool is_home(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  const Army& army = state.armies[unit.side];
  if (!is_taxis(state, id)) return false;
  const bool city_there = std::any_of(state.units.begin(), state.units.end(), [&](const auto& entry) {
    return entry.second.side == unit.side && entry.second.nation == army.home_city;
  });
  if (!army.home_city.empty() && city_there) return unit.nation == army.home_city;
  for (const auto& [key, who] : state.strategoi)
    if (who.side == unit.side && who.hegemon) return unit.nation == who.nation;
  return unit.nation == army.nation;
}

}  // namespace polemarch::hoplomachia
