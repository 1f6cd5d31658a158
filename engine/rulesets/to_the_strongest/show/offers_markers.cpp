/// Option "table_markers": what the players may tell of a unit, a general and a
/// side, one step each.
#include "engine/rulesets/to_the_strongest/judge/judge.hpp"
#include "engine/rulesets/to_the_strongest/show/offering.hpp"

namespace polemarch::to_the_strongest {
namespace {

std::vector<Mark> allowed(const State& state, std::vector<Mark> marks) {
  std::erase_if(marks, [&](const Mark& told) { return !judge_mark(state, Viewer::Umpire, told).allowed(); });
  return marks;
}

}  // namespace

std::vector<Mark> marks_open(const State& state, const Unit& unit) {
  if (!state.options.table_markers || state.phase != Phase::Battle || unit.where == Where::Lost) return {};
  std::vector<Mark> out;
  const auto told = [&](auto set) {
    Mark mark{.unit = unit.id};
    set(mark);
    out.push_back(std::move(mark));
  };
  for (int level = 0; level < unit.hits; ++level)
    if (level != unit.disorder) told([&](Mark& mark) { mark.disorder = level; });
  told([](Mark& mark) { mark.lost = true; });
  if (unit.ammo > 0) told([&](Mark& mark) { mark.ammo = unit.ammo - 1; });
  if (unit.ammo < unit.ammo_max) told([&](Mark& mark) { mark.ammo = unit.ammo + 1; });
  if (unit.shock > 0) told([](Mark& mark) { mark.shock = 0; });
  told([&](Mark& mark) { mark.hero = !unit.hero; });
  for (int card = 0; card <= kHighestCard; ++card)
    if (card != unit.activation && card != 1) told([&](Mark& mark) { mark.activation = card; });
  if (!on_table(unit)) return allowed(state, std::move(out));
  for (const Facing facing : kFacings)
    if (facing != unit.facing) told([&](Mark& mark) { mark.facing = facing; });
  for (int dx = -1; dx <= 1; ++dx)
    for (int dy = -1; dy <= 1; ++dy)
      if (dx != 0 || dy != 0) told([&](Mark& mark) { mark.box = unit.box + Step2{dx, dy}; });
  return allowed(state, std::move(out));
}

std::vector<Mark> marks_open(const State& state, const General& general) {
  if (!state.options.table_markers || state.phase != Phase::Battle || general.status != Status::InPlay) return {};
  std::vector<Mark> out{{.general = general.id, .lost = true}};
  if (!general.light_wound) out.push_back({.general = general.id, .light_wound = true});
  if (!general.ability_used) out.push_back({.general = general.id, .ability_used = true});
  return allowed(state, std::move(out));
}

std::vector<Mark> marks_open(const State& state, Side side) {
  if (!state.options.table_markers || state.phase != Phase::Battle) return {};
  const SideState& mine = state.side(side);
  return allowed(state, {{.side = side, .medals = mine.medals - 1},
                         {.side = side, .medals = mine.medals + 1},
                         {.side = side, .reserve = mine.reserve_ammo - 1},
                         {.side = side, .reserve = mine.reserve_ammo + 1}});
}

}  // namespace polemarch::to_the_strongest
