#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"

#include <algorithm>
#include <set>

#include "engine/rulesets/to_the_strongest/rules.hpp"
#include "engine/rulesets/to_the_strongest/topics/army_lists.hpp"
#include "engine/rulesets/to_the_strongest/topics/board.hpp"
#include "engine/rulesets/to_the_strongest/topics/places.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"
#include "engine/rulesets/to_the_strongest/topics/suggested_deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/terrain_method.hpp"

namespace polemarch::to_the_strongest {
namespace {

using engine::allow;
using engine::impossible;
using engine::refuse;
using engine::Verdict;

bool is_waiting(const Unit& unit) { return unit.where == Where::Undeployed; }

/// All boxes hang together by their sides. TTS-DEP-07.
bool connected(const std::set<Box>& boxes) {
  if (boxes.empty()) return true;
  std::set<Box> reached{*boxes.begin()};
  std::vector<Box> queue{*boxes.begin()};
  while (!queue.empty()) {
    const Box box = queue.back();
    queue.pop_back();
    for (const Facing side : kFacings) {
      const Box next = box + ahead(side);
      if (boxes.contains(next) && reached.insert(next).second) queue.push_back(next);
    }
  }
  return reached.size() == boxes.size();
}

}  // namespace

int scouting_modifier(const State& state, Side side) {
  int each = 0, halves = 0, brilliant = 0;
  for (const auto& [id, unit] : state.units) {
    if (unit.side != side) continue;
    switch (unit.type) {
      case Type::LightCavalry:
      case Type::LightCamelry:
      case Type::LightChariots:
        ++each;
        break;
      case Type::Cavalry:
      case Type::Camelry:
      case Type::Chariots:
      case Type::HeavyChariots:
      case Type::LightInfantryJavelin:
      case Type::LightInfantryOther:
        ++halves;
        break;
      default:
        halves += unit.mounted_infantry ? 1 : 0;
        break;
    }
  }
  for (const auto& [id, general] : state.generals)
    if (general.side == side && general.brilliant) brilliant = 1;
  return each + halves / 2 + brilliant;
}

int deployment_depth(const State& state, const Unit& unit) {
  int depth = state.field.rows >= 9 ? 3 : 2;
  const bool further = unit.mounted_infantry || ((state.scenario == 4 || state.scenario == 5) && is_passable_light(unit)) ||
                       (state.scenario == 6 && unit.side != state.active);
  return depth + (further ? 1 : 0);
}

std::optional<Side> next_to_deploy(const State& state) {
  std::array<int, 2> placed{}, left{};
  for (const auto& [id, command] : state.commands) {
    const auto side = static_cast<std::size_t>(command.side);
    const bool has_units = std::any_of(state.units.begin(), state.units.end(), [&command = command](const auto& e) {
      return e.second.command == command.id && is_waiting(e.second);
    });
    if (command.deployed)
      ++placed[side];
    else if (has_units)
      ++left[side];
  }
  const Side passive = other(state.active);
  const auto p = static_cast<std::size_t>(passive), a = static_cast<std::size_t>(state.active);
  if (left[p] == 0 && left[a] == 0) return std::nullopt;
  if (left[p] == 0) return state.active;
  if (left[a] == 0) return passive;
  return placed[p] <= placed[a] ? passive : state.active;
}

Verdict judge_deploy(const State& state, Viewer by, const Deploy& deploy) {
  const ArmyCommand* command = state.command(deploy.command);
  if (command == nullptr) return impossible("unknown command " + deploy.command.text);
  if (!engine::may_answer(by, viewer_of(command->side))) return impossible(command->id.text + " is not yours to deploy");
  if (command->deployed) return refuse("TTS-DEP-02", command->id.text + " stands already");
  const auto next = state.scenario == 5 ? std::nullopt : next_to_deploy(state);  // TTS-SCN-07: drawn on paper, shown together
  if (next && *next != command->side) return refuse("TTS-DEP-01", "side " + std::string(name_of(*next)) + " deploys next");
  State after = state;
  std::set<Box> boxes;
  std::set<UnitId> named;
  for (const Posting& posting : deploy.postings) {
    named.insert(posting.unit);
    if (!state.field.holds(posting.box)) return impossible(name_of(posting.box) + " is not on the table");
    const int row = own_row(state.field, command->side, posting.box);
    if (const auto at = after.units.find(posting.unit); at != after.units.end()) {
      Unit& unit = at->second;
      if (unit.command != command->id) return refuse("TTS-DEP-01", unit.id.text + " belongs to another command");
      if (!is_waiting(unit)) return refuse("TTS-DEP-08", unit.id.text + " is not to be deployed");
      const int depth = deployment_depth(state, unit);
      if (row > depth)
        return refuse(state.field.rows >= 9 ? "TTS-DEP-04" : "TTS-DEP-03", unit.id.text + " too far forward", row, depth, "rows");
      if (posting.box.col == 1 || posting.box.col == state.field.columns) return refuse("TTS-DEP-05", "no unit in the outermost column");
      unit.box = posting.box;
      unit.facing = posting.facing.value_or(outward(command->side));
      unit.where = Where::OnTable;
      unit.along = posting.place == "front" ? sign_of(unit.facing) : posting.place.empty() ? 0 : -sign_of(unit.facing);
      for (auto& [id, mate] : after.units)
        if (id != unit.id && on_table(mate) && mate.box == unit.box) {
          if (unit.along == 0) unit.along = -sign_of(mate.facing);
          mate.along = -unit.along;
        }
      boxes.insert(posting.box);
    } else if (after.generals.contains(posting.unit)) {
      if (after.generals.at(posting.unit).command != command->id) return refuse("TTS-DEP-01", posting.unit.text + " leads another command");
    } else if (const auto camp = after.camps.find(posting.unit); camp != after.camps.end()) {
      if (camp->second.command != command->id) return refuse("TTS-CAMP-04", posting.unit.text + " belongs to another command");
      if (row != 1) return refuse("TTS-DEP-06", "a camp stands on its own table edge", row, 1, "rows");
      if (row_of(state.field.ground(posting.box)).rough || row_of(state.field.ground(posting.box)).impassable)
        return refuse("TTS-CAMP-04", "no camp in rough terrain");
      camp->second.box = posting.box;
    } else {
      return impossible("unknown unit " + posting.unit.text);
    }
  }
  for (const auto& [id, unit] : state.units)
    if (unit.command == command->id && is_waiting(unit) && !named.contains(id))
      return refuse("TTS-DEP-01", id.text + " is left out: a whole command is placed at once");
  for (const auto& [id, camp] : state.camps)
    if (camp.command == command->id && !camp.off_table && !named.contains(id))
      return refuse("TTS-CAMP-04", "camp " + id.text + " is left out");
  for (const Posting& posting : deploy.postings) {  // TTS-LST-11
    const Unit* unit = state.unit(posting.unit);
    if (unit == nullptr || !belongs_in_camp(state, *unit)) continue;
    const bool inside = std::any_of(after.camps.begin(), after.camps.end(),
                                    [&](const auto& e) { return e.second.owner == unit->side && e.second.box == posting.box; });
    if (!inside) return refuse("TTS-LST-11", unit->id.text + " deploys inside the camp");
  }
  if (!connected(boxes)) return refuse("TTS-DEP-07", "its boxes do not hang together");
  for (const auto& [id, camp] : after.camps) {
    if (!named.contains(id)) continue;
    const bool beside = std::any_of(boxes.begin(), boxes.end(), [&camp = camp](Box box) {
      return std::abs(box.col - camp.box.col) + std::abs(box.row - camp.box.row) <= 1;
    });
    if (!beside) return refuse("TTS-CAMP-04", "a camp stands next to a unit of its command");
  }
  for (const std::string& edge : deploy.fortifications)
    if (const auto named_edge = edge_named(edge); !named_edge || !state.field.holds(named_edge->first))
      return impossible("fortifications are edges such as \"c1/c2\"", "TTS-FORT-01");
  if (const auto broken = Rules::broken_invariant(after)) return refuse("TTS-BOX-02", *broken);
  return allow();
}

Verdict judge_camp(const State& state, Viewer by, const Camp& camp, const engine::PlaceBases& place) {
  if (!engine::may_answer(by, viewer_of(camp.owner))) return impossible("it is not yours to place");
  if (place.poses.empty()) return impossible("placing needs \"poses\"");
  const std::vector<BoxChance> near = boxes_near(state, place.poses.front().at);
  if (near.empty()) return impossible("that is not on the grid");
  const ArmyCommand* command = state.command(camp.command);
  if (state.phase != Phase::Deployment) return impossible("nothing is owed there");
  if (camp.off_table || command == nullptr || command->deployed) return refuse("TTS-DEP-02", "its command stands already");
  const Box box = near.front().box;
  const std::vector<Box> open = boxes_for_camp(state, camp);
  if (std::find(open.begin(), open.end(), box) != open.end()) return allow();
  const int row = own_row(state.field, camp.owner, box);
  if (row != 1) return refuse("TTS-DEP-06", "a camp stands on its own table edge", row, 1, "rows");
  const GroundRow& ground = row_of(state.field.ground(box));
  if (ground.rough || ground.impassable) return refuse("TTS-CAMP-04", "no camp in rough terrain");
  return refuse("TTS-CAMP-04", "a camp stands next to a unit of its command");
}

std::string due_card(const State& state, Side side) {
  for (const auto& held : state.side(side).stratagems)
    if (held.value && (*held.value == "JH" || *held.value == "JC")) return *held.value;
  return {};
}

/// A side is told of the cards it holds itself alone: what the other one may say and do depends on none that it cannot see.
Verdict judge_deployment_done(const State& state, Viewer by) {
  for (const auto& [id, unit] : state.units)
    if (is_waiting(unit)) return refuse("TTS-DEP-02", id.text + " is still to be deployed");
  for (const Side side : {Side::A, Side::B})
    if (by == Viewer::Umpire || by == viewer_of(side))
      if (const std::string card = due_card(state, side); !card.empty()) return refuse("TTS-STR-05", card + " must be played first");
  if (state.scenario == 6) {
    int halves = 0;
    for (const auto& [id, unit] : state.units)
      if (unit.where == Where::GivenUp && unit.side != state.active) halves += half_points_of(unit);
    if (halves < 48) return refuse("TTS-SCN-09", "the passive side gives up units", halves / 2.0, 24, "points");
  }
  return allow();
}

}  // namespace polemarch::to_the_strongest
