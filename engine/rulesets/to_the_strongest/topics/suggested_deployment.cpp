#include "engine/rulesets/to_the_strongest/topics/suggested_deployment.hpp"

#include <algorithm>
#include <cstdlib>

#include "engine/rulesets/to_the_strongest/topics/army_lists.hpp"
#include "engine/rulesets/to_the_strongest/topics/crossing.hpp"
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/putting_down.hpp"

namespace polemarch::to_the_strongest {
namespace {

bool camp_ground(const State& state, Box box) {
  const GroundRow& ground = row_of(state.field.ground(box));
  return state.field.holds(box) && !ground.rough && !ground.impassable;
}

int edge_row(const State& state, Side side) { return side == Side::A ? 1 : state.field.rows; }

/// A deployment that grows box by box from one column.
class Growing {
 public:
  Growing(const State& state, const ArmyCommand& command, Box start, std::size_t most_in_a_box)
      : command_(command), state_(state), start_(start), most_(most_in_a_box) {
    deploy_.command = command.id;
    const std::set<Box> standing = boxes_of(state, command.id);  // put down one by one
    boxes_.assign(standing.begin(), standing.end());
  }

  bool camps() {
    for (auto& [id, camp] : state_.camps) {
      if (camp.command != command_.id || camp.off_table) continue;
      if (camp.box.somewhere()) {
        camp_box_ = camp.box;
        continue;
      }
      camp.box = {start_.col, edge_row(state_, command_.side)};
      if (!camp_ground(state_, camp.box)) return false;
      deploy_.postings.push_back({.unit = id, .box = camp.box, .facing = {}, .place = {}});
      camp_box_ = camp.box;
    }
    return true;
  }

  bool units(const std::vector<UnitId>& waiting) {
    for (const UnitId& id : waiting) {
      Unit& unit = state_.units.at(id);
      const Board board(state_);
      const auto box = belongs_in_camp(state_, unit) ? camp_box_ : best_for(board, unit);
      if (!box || !fits(board, unit, *box)) return false;
      const int along = board.at(*box).count == 0 ? 0 : -sign_of((*board.at(*box).begin())->facing);
      for (auto& [mate_id, mate] : state_.units)
        if (on_table(mate) && mate.box == *box) mate.along = -along;
      unit.box = *box;
      unit.facing = outward(unit.side);
      unit.along = along;
      unit.where = Where::OnTable;
      if (std::find(boxes_.begin(), boxes_.end(), *box) == boxes_.end()) boxes_.push_back(*box);
      deploy_.postings.push_back({.unit = id, .box = *box, .facing = {}, .place = {}});
    }
    return true;
  }

  Deploy take() {
    for (const auto& [id, general] : state_.generals)
      if (!general.attached && general.command == command_.id && general.where == Where::Undeployed && !boxes_.empty())
        deploy_.postings.push_back({.unit = id, .box = box_for(general), .facing = {}, .place = {}});
    return std::move(deploy_);
  }

 private:
  /// The first of its boxes in which a general may stand.
  Box box_for(const General& general) const {
    const Board board(state_);
    const auto may = [&](Box box) { return general_in(board, general, box).allowed(); };
    const auto box = std::find_if(boxes_.begin(), boxes_.end(), may);
    return box == boxes_.end() ? boxes_.front() : *box;
  }
  bool fits(const Board& board, const Unit& unit, Box box) const {
    return static_cast<std::size_t>(board.at(box).count) < most_ && may_deploy_in(board, unit, box);
  }

  /// The free box nearest to the start that hangs together with those taken.
  std::optional<Box> best_for(const Board& board, const Unit& unit) const {
    if (boxes_.empty()) return start_;
    std::optional<Box> best;
    int least = 0;
    const int depth = deployment_depth(state_, unit);
    for (int col = 2; col < state_.field.columns; ++col) {
      for (int row = 1; row <= depth; ++row) {
        const Box box{col, command_.side == Side::A ? row : state_.field.rows + 1 - row};
        const bool joins = std::any_of(boxes_.begin(), boxes_.end(),
                                       [&](Box taken) { return std::abs(taken.col - col) + std::abs(taken.row - box.row) <= 1; });
        const int cost = 4 * board.at(box).count + 2 * std::abs(col - start_.col) + std::abs(box.row - start_.row);
        if (!joins || (best && cost >= least) || !fits(board, unit, box)) continue;
        best = box;
        least = cost;
      }
    }
    return best;
  }

  const ArmyCommand& command_;
  State state_;
  Box start_;
  std::size_t most_;
  std::optional<Box> camp_box_;
  std::vector<Box> boxes_;
  Deploy deploy_;
};

/// The column the command would take if the side's commands stood side by side.
int own_column(const State& state, const ArmyCommand& command) {
  int before = 0, all = 0;
  for (const auto& [id, other] : state.commands) {
    if (other.side != command.side) continue;
    before += id < command.id ? 1 : 0;
    ++all;
  }
  return (2 * before + 1) * state.field.columns / (2 * all) + 1;
}

}  // namespace

engine::Verdict deploying_in(const Board& board, const Unit& unit, Box box, Facing facing) {
  using engine::refuse;
  const Field& field = board.field();
  if (!field.holds(box)) return engine::impossible(name_of(box) + " is not on the table");
  if (box.col == 1 || box.col == field.columns) return refuse("TTS-DEP-05", "no unit in the outermost column");
  const int row = own_row(field, unit.side, box), depth = deployment_depth(board.state(), unit);
  if (row > depth) return refuse(field.rows >= 9 ? "TTS-DEP-04" : "TTS-DEP-03", "too far forward", row, depth, "rows");
  if (board.has_enemy_of(unit.side, box)) return refuse("TTS-MOV-11", "enemy in " + name_of(box));
  if (!may_stand_on(board, unit, box)) {
    const bool water = field.ground(box) == Ground::Water;
    return refuse(unit.afloat ? "TTS-BOAT-01" : water ? "TTS-TER-12" : "TTS-TER-10", name_of(box) + " is impassable");
  }
  const auto others = std::count_if(board.at(box).begin(), board.at(box).end(), [&](const Unit* other) { return other->id != unit.id; });
  if (others > 1) return refuse("TTS-BOX-02", name_of(box) + " is full");
  const auto full = cannot_end_in(board, unit, nullptr, box, facing);
  if (!full) return engine::allow();
  return refuse(full->rule == "TTS-MOV-13" ? "TTS-BOX-04" : full->rule, full->text);  // nobody moves yet
}

bool may_deploy_in(const Board& board, const Unit& unit, Box box) { return deploying_in(board, unit, box, outward(unit.side)).allowed(); }

std::optional<Deploy> suggested_deployment(const State& state, const ArmyCommand& command) {
  std::vector<UnitId> waiting;
  for (const auto& [id, unit] : state.units)
    if (unit.command == command.id && unit.where == Where::Undeployed) waiting.push_back(id);
  if (waiting.empty()) return std::nullopt;
  // Those who fill the camp last: the others make the boxes hang together.
  std::stable_partition(waiting.begin(), waiting.end(), [&](const UnitId& id) { return !belongs_in_camp(state, state.units.at(id)); });
  const int middle = own_column(state, command), edge = edge_row(state, command.side);
  const int forward = command.side == Side::A ? 1 : -1;
  for (const std::size_t most : {std::size_t{1}, std::size_t{2}}) {
    for (int off = 0; off < 2 * state.field.columns; ++off) {
      const int column = middle + (off % 2 == 0 ? off / 2 : -(off + 1) / 2);
      for (const int row : {edge + forward, edge}) {
        const Box start{column, row};
        if (!state.field.holds(start)) continue;
        Growing growing(state, command, start, most);
        if (!growing.camps() || !growing.units(waiting)) continue;
        Deploy deploy = growing.take();
        if (judge_deploy(state, viewer_of(command.side), deploy).allowed()) return deploy;
      }
    }
  }
  return std::nullopt;
}

std::vector<Box> boxes_for_camp(const State& state, const Camp& camp) {
  std::vector<Box> boxes;
  for (const bool inside : {true, false})  // best where its own guard stands
    for (const auto& [id, unit] : state.units) {
      if (unit.command != camp.command || !on_table(unit)) continue;
      if (inside && !belongs_in_camp(state, unit)) continue;
      for (const Step2 step : {Step2{0, 0}, Step2{0, -1}, Step2{0, 1}, Step2{-1, 0}, Step2{1, 0}}) {
        const Box box = unit.box + step;
        if (box.row != edge_row(state, camp.owner) || !camp_ground(state, box)) continue;
        if (std::find(boxes.begin(), boxes.end(), box) == boxes.end()) boxes.push_back(box);
      }
    }
  return boxes;
}

}  // namespace polemarch::to_the_strongest
