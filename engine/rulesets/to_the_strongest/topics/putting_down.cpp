#include "engine/rulesets/to_the_strongest/topics/putting_down.hpp"

#include <algorithm>

#include "engine/rulesets/to_the_strongest/topics/crossing.hpp"
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/suggested_deployment.hpp"

namespace polemarch::to_the_strongest {
namespace {

using engine::allow;
using engine::impossible;
using engine::refuse;
using engine::Verdict;

bool any_of_command(const State& state, const UnitId& command, bool (*is)(const Unit&)) {
  return std::any_of(state.units.begin(), state.units.end(), [&](const auto& e) { return e.second.command == command && is(e.second); });
}

/// Anything of it stands already.
bool is_begun(const State& state, const UnitId& command) {
  return any_of_command(state, command, [](const Unit& unit) { return on_table(unit); }) ||
         std::any_of(state.generals.begin(), state.generals.end(),
                     [&](const auto& e) { return e.second.command == command && !e.second.attached && e.second.where == Where::OnTable; });
}

/// It stands, and the other side has put down nothing since.
bool may_be_set_right(const State& state, const ArmyCommand& command) {
  if (!command.deployed || !command.stood) return false;
  return std::none_of(state.commands.begin(), state.commands.end(), [&](const auto& e) {
    const ArmyCommand& theirs = e.second;
    if (theirs.side == command.side) return false;
    if (theirs.deployed) return theirs.stood && *theirs.stood > *command.stood;
    return any_of_command(state, theirs.id, is_waiting) && is_begun(state, theirs.id);  // else the set-up has placed it
  });
}

/// What the whole command looks like with the unit in that box: asked of its last unit, and of who is moved once all stand.
Verdict whole_command(const State& state, const Unit& unit, Box box) {
  const ArmyCommand* command = state.command(unit.command);
  const bool others_wait = std::any_of(state.units.begin(), state.units.end(), [&](const auto& e) {
    return e.first != unit.id && e.second.command == unit.command && is_waiting(e.second);
  });
  if (command == nullptr || others_wait || (!is_waiting(unit) && !command->deployed)) return allow();
  const std::set<Box> before = boxes_of(state, unit.command);
  std::set<Box> after = boxes_of(state, unit.command, unit.id);
  after.insert(box);
  // What does not hang together already, by agreement, need not.
  if (!connected(after) && (!command->deployed || connected(before))) return refuse("TTS-DEP-07", "its boxes do not hang together");
  return allow();
}

/// Units that stand are moved by agreement wherever there is room for them.
Verdict room_for(const Board& board, const Unit& unit, Box box, Facing facing) {
  if (!may_stand_on(board, unit, box)) return refuse("TTS-TER-10", name_of(box) + " is impassable");
  const auto full = cannot_end_in(board, unit, nullptr, box, facing);
  return full ? refuse(full->rule, full->text) : allow();
}

Verdict unit_down(const Board& board, Viewer by, const Unit& unit, Box box, Facing facing) {
  const State& state = board.state();
  if (!is_waiting(unit) && !on_table(unit)) return refuse("TTS-DEP-08", unit.id.text + " is not to be deployed");
  if (on_table(unit) && (by == Viewer::Both || by == Viewer::Umpire)) return room_for(board, unit, box, facing);
  if (Verdict now = time_to_place(state, unit.side, state.command(unit.command), is_waiting(unit)); !now.allowed()) return now;
  if (Verdict there = deploying_in(board, unit, box, facing); !there.allowed()) return there;
  return whole_command(state, unit, box);
}

Verdict general_down(const Board& board, Viewer by, const General& general, Box box) {
  const State& state = board.state();
  if (general.attached) return refuse("TTS-GEN-10", general.id.text + " is attached and stays with his unit");
  if (general.where != Where::Undeployed && general.where != Where::OnTable)
    return refuse("TTS-DEP-08", general.id.text + " is not to be deployed");
  const bool agreed = general.where == Where::OnTable && (by == Viewer::Both || by == Viewer::Umpire);
  const ArmyCommand* command = is_without_command(state, general) ? nullptr : state.command(general.command);
  const bool all_stand = !next_to_deploy(state);
  if (!agreed && !(command == nullptr && general.where == Where::Undeployed && all_stand))
    if (Verdict now = time_to_place(state, general.side, command, false); !now.allowed()) return now;
  return general_in(board, general, box);
}

Verdict camp_down(const State& state, Viewer by, const Camp& camp, Box box) {
  const ArmyCommand* command = state.command(camp.command);
  if (camp.off_table || command == nullptr) return refuse("TTS-DEP-02", "its command stands already");
  const bool agreed = camp.box.somewhere() && (by == Viewer::Both || by == Viewer::Umpire);
  if (!agreed)
    if (Verdict now = time_to_place(state, camp.owner, command, false); !now.allowed()) return now;
  const std::vector<Box> open = boxes_for_camp(state, camp);
  if (std::find(open.begin(), open.end(), box) != open.end()) return allow();
  const int row = own_row(state.field, camp.owner, box);
  if (row != 1) return refuse("TTS-DEP-06", "a camp stands on its own table edge", row, 1, "rows");
  const GroundRow& ground = row_of(state.field.ground(box));
  if (ground.rough || ground.impassable) return refuse("TTS-CAMP-04", "no camp in rough terrain");
  return refuse("TTS-CAMP-04", "a camp stands next to a unit of its command");
}

std::optional<Side> owner_of(const State& state, const UnitId& id) {
  if (const Unit* unit = state.unit(id)) return unit->side;
  if (const General* general = state.general(id)) return general->side;
  if (const auto camp = state.camps.find(id); camp != state.camps.end()) return camp->second.owner;
  return std::nullopt;
}

/// The facing a pose means, and the boxes.
Verdict in_box(const Board& board, Viewer by, const engine::PlaceBases& place, Box box) {
  return putting_down(board, by, place.unit, box, facing_near(place.poses.front().at.pose.heading));
}

}  // namespace

std::set<Box> boxes_of(const State& state, const UnitId& command, const UnitId& but) {
  std::set<Box> boxes;
  for (const auto& [id, unit] : state.units)
    if (unit.command == command && id != but && on_table(unit)) boxes.insert(unit.box);
  return boxes;
}

bool is_beside(const Camp& camp, const std::set<Box>& boxes) {
  return std::any_of(boxes.begin(), boxes.end(),
                     [&](Box box) { return std::abs(box.col - camp.box.col) + std::abs(box.row - camp.box.row) <= 1; });
}

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

bool has_units(const State& state, const UnitId& command) {
  return std::any_of(state.units.begin(), state.units.end(), [&](const auto& e) { return e.second.command == command; });
}

bool is_without_command(const State& state, const General& general) {
  return general.command.empty() || (general.senior && !has_units(state, general.command));
}

Verdict time_to_place(const State& state, Side side, const ArmyCommand* command, bool begins) {
  if (state.scenario == 5) return allow();  // TTS-SCN-07: drawn on paper, shown together
  if (command != nullptr && command->deployed)
    return may_be_set_right(state, *command) ? allow() : refuse("TTS-DEP-02", "its command stands already");
  const auto next = next_to_deploy(state);
  if (command == nullptr)
    for (const auto& [id, own] : state.commands)
      if (own.side == side && may_be_set_right(state, own)) return allow();
  if (next && *next != side) return refuse("TTS-DEP-01", "side " + std::string(name_of(*next)) + " deploys next");
  if (!begins || command == nullptr) return allow();
  for (const auto& [id, own] : state.commands)
    if (own.side == side && id != command->id && !own.deployed && any_of_command(state, id, is_waiting) &&
        any_of_command(state, id, [](const Unit& unit) { return on_table(unit); }))
      return refuse("TTS-DEP-01", "the rest of command " + id.text + " comes first");
  return allow();
}

Verdict general_in(const Board& board, const General& general, Box box) {
  const Field& field = board.field();
  const Side side = general.side;
  if (!field.holds(box)) return impossible(name_of(box) + " is not on the table");
  if (box.col == 1 || box.col == field.columns) return refuse("TTS-DEP-05", general.id.text + " in the outermost column");
  const int row = own_row(field, side, box), depth = deployment_depth(board.state(), side);
  if (row > depth) return refuse(field.rows >= 9 ? "TTS-DEP-04" : "TTS-DEP-03", general.id.text + " too far forward", row, depth, "rows");
  if (board.impassable(box)) return refuse("TTS-GEN-16", name_of(box) + " is impassable");
  if (board.has_enemy_of(side, box)) return refuse("TTS-GEN-17", "enemy in " + name_of(box));
  return allow();
}

Verdict putting_down(const Board& board, Viewer by, const UnitId& id, Box box, Facing facing) {
  const State& state = board.state();
  if (const Unit* unit = state.unit(id)) return unit_down(board, by, *unit, box, facing);
  if (const General* general = state.general(id)) return general_down(board, by, *general, box);
  if (const auto camp = state.camps.find(id); camp != state.camps.end()) return camp_down(state, by, camp->second, box);
  return impossible("nothing is owed there");
}

std::vector<BoxChance> boxes_meant(const State& state, Viewer by, const engine::PlaceBases& place) {
  std::vector<BoxChance> near = boxes_near(state, place.poses.front().at), open;
  if (state.phase != Phase::Deployment) return near;
  const Board board(state);
  std::copy_if(near.begin(), near.end(), std::back_inserter(open),
               [&](const BoxChance& chance) { return in_box(board, by, place, chance.box).allowed(); });
  return open.empty() ? near : open;
}

Verdict judge_putting_down(const State& state, Viewer by, const engine::PlaceBases& place) {
  const auto side = owner_of(state, place.unit);
  if (!side) return impossible("nothing is owed there");
  if (!engine::may_answer(by, viewer_of(*side))) return impossible(place.unit.text + " is not yours to place");
  if (place.poses.empty()) return impossible("placing needs \"poses\"");
  const std::vector<BoxChance> near = boxes_near(state, place.poses.front().at);
  if (near.empty()) return impossible("that is not on the grid");
  if (state.phase != Phase::Deployment)
    return state.unit(place.unit) == nullptr ? impossible("nothing is owed there")
                                             : refuse("TTS-ACT-01", "nothing is owed there: name what the unit does");
  const Board board(state);
  for (const BoxChance& chance : near)  // which of those it stands in is asked
    if (in_box(board, by, place, chance.box).allowed()) return allow();
  return in_box(board, by, place, near.front().box);
}

}  // namespace polemarch::to_the_strongest
