#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"

#include <algorithm>
#include <set>

#include "engine/rulesets/to_the_strongest/invariants.hpp"
#include "engine/rulesets/to_the_strongest/rules.hpp"
#include "engine/rulesets/to_the_strongest/topics/army_lists.hpp"
#include "engine/rulesets/to_the_strongest/topics/board.hpp"
#include "engine/rulesets/to_the_strongest/topics/putting_down.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"
#include "engine/rulesets/to_the_strongest/topics/suggested_deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/terrain_method.hpp"

namespace polemarch::to_the_strongest {
namespace {

using engine::allow;
using engine::impossible;
using engine::refuse;
using engine::Verdict;

/// "a4 holds both sides (TTS-BOX-01)": its rule.
std::string rule_in(const std::string& broken) {
  const std::size_t at = broken.rfind("(TTS-");
  return at == std::string::npos ? "TTS-BOX-02" : broken.substr(at + 1, broken.size() - at - 2);
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

int deployment_depth(const State& state, Side side) {
  return (state.field.rows >= 9 ? 3 : 2) + (state.scenario == 6 && side != state.active ? 1 : 0);
}

int deployment_depth(const State& state, const Unit& unit) {
  const bool further = unit.mounted_infantry || ((state.scenario == 4 || state.scenario == 5) && is_passable_light(unit));
  const bool all_further = state.scenario == 6 && unit.side != state.active;
  return deployment_depth(state, unit.side) + (further && !all_further ? 1 : 0);
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
  if (Verdict now = time_to_place(state, command->side, command, true); !now.allowed()) return now;
  State after = state;
  std::set<Box> boxes = boxes_of(state, command->id);  // of those who were put down one by one
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
    } else if (const General* general = state.general(posting.unit); general != nullptr) {
      const bool with_any = is_without_command(state, *general) && general->side == command->side;
      if (general->command != command->id && !with_any) return refuse("TTS-DEP-01", posting.unit.text + " leads another command");
      if (general->attached) continue;
      if (Verdict there = general_in(Board(state), *general, posting.box); !there.allowed()) return there;
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
    if (camp.command == command->id && !camp.off_table && !camp.box.somewhere() && !named.contains(id))
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
    if (!named.contains(id)) continue;  // one that stands goes along
    const bool beside = std::any_of(boxes.begin(), boxes.end(), [&camp = camp](Box box) {
      return std::abs(box.col - camp.box.col) + std::abs(box.row - camp.box.row) <= 1;
    });
    if (!beside) return refuse("TTS-CAMP-04", "a camp stands next to a unit of its command");
  }
  for (const std::string& edge : deploy.fortifications) {
    const auto named_edge = edge_named(edge);
    if (!named_edge || !state.field.holds(named_edge->first))
      return impossible("fortifications are edges such as \"c1/c2\"", "TTS-FORT-01");
    const int row = own_row(state.field, command->side, named_edge->first), depth = deployment_depth(state, command->side);
    if (row > depth && !boxes.contains(named_edge->first))
      return refuse("TTS-FORT-10", "a fortification protects a box of the own deployment rows", row, depth, "rows");
  }
  const std::vector<std::string> was = broken_invariants(state);
  for (const std::string& broken : broken_invariants(after))  // what is broken already, by agreement or by the enemy, is not judged again
    if (std::find(was.begin(), was.end(), broken) == was.end()) return refuse(rule_in(broken), broken);
  return allow();
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
