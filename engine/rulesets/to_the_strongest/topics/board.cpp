#include "engine/rulesets/to_the_strongest/topics/board.hpp"

#include <algorithm>

#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"

namespace polemarch::to_the_strongest {

Box State::box_of(const General& general) const {
  if (general.status != Status::InPlay) return {};
  if (!general.attached) return general.where == Where::OnTable ? general.box : Box{};
  const Unit* with = unit(general.unit);
  return with != nullptr && on_table(*with) ? with->box : Box{};
}

Board::Board(const State& state, const Unit* instead)
    : state_(&state), slots_(static_cast<std::size_t>(state.field.columns * state.field.rows)), cells_(1) {
  bool losses = false;
  cells_.reserve(2 * state.units.size() + 8);
  for (std::vector<const Unit*>& side : standing_) side.reserve(state.units.size());
  for (const auto& [id, listed] : state.units) {
    const Unit& unit = instead != nullptr && instead->id == id ? *instead : listed;
    losses = losses || unit.where == Where::Lost || unit.where == Where::Left;
    if (!on_table(unit)) continue;
    standing_[static_cast<std::size_t>(unit.side)].push_back(&unit);
    stand(unit);
  }
  for (const auto& [id, general] : state.generals) losses = losses || general.status != Status::InPlay || general.where == Where::Left;
  for (const auto& [id, camp] : state.camps) losses = losses || camp.controller != camp.owner;
  if (!losses) return;
  for (const auto& [id, command] : state.commands)
    if (points_lost(state, command) * 2 >= command.victory_points && command.victory_points > 0) demoralised_.push_back(id);
}

Board::Cell& Board::made(Box box) {
  std::uint16_t& slot = slots_[index(box)];
  if (slot == 0) {
    slot = static_cast<std::uint16_t>(cells_.size());
    cells_.emplace_back();
  }
  return cells_[slot];
}

void Board::stand(const Unit& unit) {
  stand_in(unit, unit.box);
  if (unit.second_box.somewhere()) stand_in(unit, unit.second_box);
}
void Board::stand_in(const Unit& unit, Box box) {
  if (!holds(box)) return;
  Cell& cell = made(box);
  if (cell.count < static_cast<int>(cell.units.size())) cell.units[static_cast<std::size_t>(cell.count++)] = &unit;
  const Box front = box + ahead(unit.facing);
  if (!holds(front)) return;
  Cell& covered = made(front);
  if (covered.zone_count < static_cast<int>(covered.zones.size())) covered.zones[static_cast<std::size_t>(covered.zone_count++)] = &unit;
}

void Board::leave(const Unit& unit) {
  const auto take = [&](auto& list, int& count) {
    auto* const end = std::remove_if(list.data(), list.data() + count, [&](const Unit* it) { return it->id == unit.id; });
    count = static_cast<int>(end - list.data());
  };
  for (const Box box : {unit.box, unit.second_box}) {
    if (!holds(box)) continue;
    Cell& left = made(box);
    take(left.units, left.count);
    const Box front = box + ahead(unit.facing);
    if (!holds(front)) continue;
    Cell& covered = made(front);
    take(covered.zones, covered.zone_count);
  }
}

Board Board::with(std::initializer_list<const Unit*> units) const {
  Board then = *this;
  for (const Unit* unit : units) {
    std::vector<const Unit*>& side = then.standing_[static_cast<std::size_t>(unit->side)];
    const auto old = std::find_if(side.begin(), side.end(), [&](const Unit* it) { return it->id == unit->id; });
    if (old == side.end()) continue;
    then.leave(**old);
    *old = unit;
    then.stand(*unit);
  }
  return then;
}

bool Board::has_enemy_of(Side side, Box box) const {
  const Cell& cell = at(box);
  return std::any_of(cell.begin(), cell.end(), [&](const Unit* unit) { return unit->side != side; });
}
bool Board::has_friend_of(Side side, Box box, const Unit* but) const {
  const Cell& cell = at(box);
  return std::any_of(cell.begin(), cell.end(), [&](const Unit* unit) { return unit->side == side && unit != but; });
}

bool Board::rough(Box box) const { return row_of(field().ground(box)).rough || camp(box) != nullptr; }

const Camp* Board::camp(Box box) const {
  if (!box.somewhere()) return nullptr;
  for (const auto& [id, camp] : state_->camps)
    if (camp.box == box && !camp.off_table) return &camp;
  return nullptr;
}

const Unit* Board::mate(const Unit& unit) const {
  for (const Unit* other : at(unit.box))
    if (other->id != unit.id && other->side == unit.side) return other;
  return nullptr;
}

int Board::lead(const Unit& unit) const {
  const Unit* other = mate(unit);
  return other == nullptr ? 0 : (unit.along - other->along) * sign_of(unit.facing);
}

const Unit* Board::friend_ahead(const Unit& unit) const { return lead(unit) < 0 ? mate(unit) : nullptr; }

std::vector<const Unit*> Board::zones_on(const Unit& unit, Box box) const {
  std::vector<const Unit*> binding;
  const Cell& cell = at(box);
  for (int i = 0; i < cell.zone_count; ++i) {
    const Unit* enemy = cell.zones[static_cast<std::size_t>(i)];
    if (enemy->side == unit.side) continue;
    if (is_formed(unit) && is_light(*enemy)) continue;  // TTS-ZOC-08
    binding.push_back(enemy);
  }
  return binding;
}

bool Board::in_zone(const Unit& unit, Box box) const {
  const Cell& cell = at(box);
  for (int i = 0; i < cell.zone_count; ++i) {
    const Unit* enemy = cell.zones[static_cast<std::size_t>(i)];
    if (enemy->side != unit.side && !(is_formed(unit) && is_light(*enemy))) return true;
  }
  return false;
}

std::vector<const Unit*> Board::zones_holding(const Unit& unit) const {
  std::vector<const Unit*> binding = zones_on(unit, unit.box);
  if (!unit.second_box.somewhere()) return binding;
  for (const Unit* enemy : zones_on(unit, unit.second_box))
    if (std::find(binding.begin(), binding.end(), enemy) == binding.end()) binding.push_back(enemy);
  return binding;
}

bool Board::demoralised(const UnitId& command) const {
  return std::find(demoralised_.begin(), demoralised_.end(), command) != demoralised_.end();
}

std::vector<const General*> Board::generals_in(Box box, Side side) const {
  std::vector<const General*> here;
  if (!box.somewhere()) return here;
  for (const auto& [id, general] : state_->generals)
    if (general.side == side && state_->box_of(general) == box) here.push_back(&general);
  return here;
}

/// Off the table and not from the start (TTS-AMB-118): an attached general goes and comes with his unit. One whose unit was just lost has
/// still to say whom he joins (TTS-GEN-11).
static bool has_left(const State& state, const General& general) {
  if (!general.attached) return general.where == Where::Left;
  const Unit* with = state.unit(general.unit);
  if (with == nullptr) return false;
  const bool waits = with->where == Where::Reserve || with->where == Where::Hidden;
  return with->where == Where::Left || (waits && general.where == Where::Left);  // he joined it there
}

int points_lost(const State& state, const ArmyCommand& command) {
  int lost = 0;
  for (const auto& [id, unit] : state.units)
    if (unit.command == command.id && (unit.where == Where::Lost || unit.where == Where::Left)) lost += unit.victory_points;
  if (const General* general = state.general(command.general)) {
    if (general->status != Status::InPlay || has_left(state, *general)) lost += kGeneralMedals;
  }
  for (const auto& [id, camp] : state.camps)
    if (camp.command == command.id && camp.controller != camp.owner) lost += kCampMedals;
  return lost;
}

namespace {

/// What became of a unit's or general's medals.
enum class Medals { Held, LaidAside, Surrendered };

Medals medals_of(const State& state, const Unit& unit, Where where) {
  if (where == Where::Lost || where == Where::Left) return Medals::Surrendered;
  if (where != Where::Reserve && where != Where::Hidden) return Medals::Held;
  return keeps_medals(state, unit) ? Medals::Held : Medals::LaidAside;
}
Medals medals_of(const State& state, const General& general) {
  if (general.status != Status::InPlay || general.where == Where::Lost) return Medals::Surrendered;
  const Unit* with = state.unit(general.unit);
  if (general.attached) {
    // One whose unit was just lost has still to say whom he joins (TTS-GEN-11).
    if (with == nullptr || with->where == Where::Lost) return Medals::Held;
    const Medals theirs = medals_of(state, *with, with->where);
    const bool joined = general.where == Where::Left && with->where == Where::Reserve;  // he has left the table for it
    return joined ? Medals::Surrendered : theirs;
  }
  if (general.where == Where::Left) return Medals::Surrendered;
  if (general.where != Where::Reserve && general.where != Where::Hidden) return Medals::Held;
  return with != nullptr && keeps_medals(state, *with) ? Medals::Held : Medals::LaidAside;
}

int medals_that_are(const State& state, Side side, Medals what) {
  int sum = 0;
  for (const auto& [id, unit] : state.units)
    if (unit.side == side && medals_of(state, unit, unit.where) == what) sum += unit.medals;
  for (const auto& [id, general] : state.generals)
    if (general.side == side && medals_of(state, general) == what) sum += kGeneralMedals;
  for (const auto& [id, camp] : state.camps)
    if (camp.owner == side && camp.controller != side && what == Medals::Surrendered) sum += kCampMedals;
  return sum;
}

}  // namespace

int medals_gone(const State& state, Side side) {
  return medals_that_are(state, side, Medals::LaidAside) + medals_that_are(state, side, Medals::Surrendered);
}

bool is_beaten(const State& state, Side side) {
  if (state.side(side).medals > 0) return false;
  if (state.options.table_markers) return true;  // the players count
  return medals_that_are(state, side, Medals::LaidAside) == 0 || medals_that_are(state, side, Medals::Surrendered) > 0;
}

bool is_demoralised(const State& state, const UnitId& id) {
  const ArmyCommand* command = state.command(id);
  return command != nullptr && command->victory_points > 0 && points_lost(state, *command) * 2 >= command->victory_points;
}

}  // namespace polemarch::to_the_strongest
