#include <algorithm>

#include "engine/rulesets/to_the_strongest/rules.hpp"
#include "engine/rulesets/to_the_strongest/topics/board.hpp"

namespace polemarch::to_the_strongest {
namespace {

std::optional<std::string> broken_unit(const State& state, const Unit& unit) {
  const std::string& id = unit.id.text;
  if (unit.disorder < 0 || unit.disorder >= std::max(unit.hits, 1))
    return id + " has disorder " + std::to_string(unit.disorder) + " of " + std::to_string(unit.hits) + " hits";
  if (unit.ammo < 0 || unit.ammo > unit.ammo_max)
    return id + " holds " + std::to_string(unit.ammo) + " of " + std::to_string(unit.ammo_max) + " chits (TTS-AMMO-06)";
  if (unit.shock < 0 || unit.shock > 1) return id + " has " + std::to_string(unit.shock) + " shock missiles";
  if (unit.activation < 0 || unit.activation > kHighestCard) return id + " has activation " + std::to_string(unit.activation);
  if (unit.along < -1 || unit.along > 1) return id + " stands nowhere in its box";
  if (!state.commands.contains(unit.command)) return id + " is in no command";
  if (!on_table(unit)) return unit.box.somewhere() ? std::optional(id + " is off the table yet in " + name_of(unit.box)) : std::nullopt;
  if (!state.field.holds(unit.box)) return id + " stands off the grid";
  if (unit.second_box.somewhere() && !state.field.holds(unit.second_box)) return id + " straddles the table's edge";
  const Ground ground = state.field.ground(unit.box);
  const bool wet = ground == Ground::Water && (unit.afloat || unit.swimmer);
  if (row_of(ground).impassable && !wet) return id + " stands on impassable ground in " + name_of(unit.box);
  return std::nullopt;
}

std::optional<std::string> broken_box(const Board& board, Box box) {
  const auto& cell = board.at(box);
  if (cell.count < 2) return std::nullopt;
  if (cell.count > 2) return name_of(box) + " holds " + std::to_string(cell.count) + " units (TTS-BOX-02)";
  const Unit &a = *cell.units[0], &b = *cell.units[1];
  if (a.side != b.side) return name_of(box) + " holds both sides (TTS-BOX-01)";
  if (!same_axis(a.facing, b.facing)) return name_of(box) + " holds units at right angles (TTS-BOX-04)";
  const auto slips_in = [](const Unit& unit) { return unit.size == Size::Small || is_passable_light(unit); };
  if ((is_deep(a) && !slips_in(b)) || (is_deep(b) && !slips_in(a))) return name_of(box) + " is too full for a deep unit (TTS-BOX-03)";
  if (a.along == b.along && !a.second_box.somewhere() && !b.second_box.somewhere())
    return a.id.text + " and " + b.id.text + " stand in one place";
  return std::nullopt;
}

/// Medals: what the side started with, less what is gone. TTS-VIC-01, TTS-VIC-02.
std::optional<std::string> broken_deck(const State& state) {
  for (const Side side : {Side::A, Side::B}) {
    const Deck& deck = state.side(side).deck;
    for (std::size_t value = 1; value < deck.out.size(); ++value) {
      if (deck.out[value] < 0 || (deck.out[value] > kCardsOfAValue && !state.options.chits))
        return std::to_string(deck.out[value]) + " cards of value " + std::to_string(value) + " are out of deck " +
               std::string(name_of(side)) + " (TTS-DECK-01)";
      if (deck.on_units[value] > deck.out[value]) return "more cards lie on units than were dealt";
    }
    if (state.side(side).reserve_ammo < 0) return "side " + std::string(name_of(side)) + " has a negative reserve";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> Rules::broken_invariant(const State& state) {
  for (const auto& [id, unit] : state.units)
    if (auto broken = broken_unit(state, unit)) return broken;
  const Board board(state);
  for (int col = 1; col <= state.field.columns; ++col)
    for (int row = 1; row <= state.field.rows; ++row)
      if (auto broken = broken_box(board, {col, row})) return broken;
  for (const auto& [id, general] : state.generals) {
    if (general.status == Status::InPlay && general.attached && !general.unit.empty() && !state.units.contains(general.unit))
      return id.text + " is attached to an unknown unit";
    const Box box = state.box_of(general);
    if (box.somewhere() && !state.field.holds(box)) return id.text + " stands off the grid";
  }
  return broken_deck(state);
}

}  // namespace polemarch::to_the_strongest
