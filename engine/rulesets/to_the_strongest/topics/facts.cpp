#include "engine/rulesets/to_the_strongest/topics/facts.hpp"

#include <algorithm>

#include "engine/rulesets/to_the_strongest/topics/terrain_method.hpp"

namespace polemarch::to_the_strongest {

UnitDismounted dismounted(const Unit& unit) {
  const bool bow = !unit.weapons.has(Weapon::Javelin) && !unit.weapons.missiles().none();
  Unit light;
  light.type = bow ? Type::LightInfantryOther : Type::LightInfantryJavelin;
  light.size = Size::Light;
  light.grade = unit.grade;
  light.weapons = bow ? unit.weapons.missiles() : only(Weapon::Javelin);
  const int most = starting_ammo(light);
  return {.unit = unit.id,
          .type = light.type,
          .size = light.size,
          .weapons = light.weapons,
          .hits = hits_of(light),
          .medals = victory_points_of(light),
          .chits = std::min(unit.ammo, most),
          .chits_most = most};
}

GroundLaid ground_laid(const State& state) {
  GroundLaid laid{state.field};
  lay_pieces(laid.field, state.pieces);
  return laid;
}

StratagemUsed stratagem_used(const State& state, Side side, std::string card, std::vector<UnitId> units) {
  StratagemUsed used{side, std::move(card), std::move(units), {}, 0};
  if (used.card != "JD") return used;
  for (const auto& lane : state.agenda.lanes)
    if (!lane.stack.empty() && std::holds_alternative<CardStep>(lane.stack.back().step)) used.blundered.push_back(lane.id);
  return used;
}

}  // namespace polemarch::to_the_strongest
