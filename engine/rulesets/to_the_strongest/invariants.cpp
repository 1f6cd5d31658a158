#include "engine/rulesets/to_the_strongest/invariants.hpp"

#include <algorithm>

#include "engine/rulesets/to_the_strongest/rules.hpp"
#include "engine/rulesets/to_the_strongest/topics/board.hpp"

namespace polemarch::to_the_strongest {
namespace {

using Broken = std::vector<std::string>;

void check_unit(const State& state, const Unit& unit, Broken& broken) {
  const std::string& id = unit.id.text;
  if (unit.disorder < 0 || unit.disorder >= std::max(unit.hits, 1))
    broken.push_back(id + " has disorder " + std::to_string(unit.disorder) + " of " + std::to_string(unit.hits) + " hits");
  if (unit.ammo < 0 || unit.ammo > unit.ammo_max)
    broken.push_back(id + " holds " + std::to_string(unit.ammo) + " of " + std::to_string(unit.ammo_max) + " chits (TTS-AMMO-06)");
  if (unit.shock < 0 || unit.shock > 1) broken.push_back(id + " has " + std::to_string(unit.shock) + " shock missiles");
  if (unit.activation < 0 || unit.activation > kHighestCard) broken.push_back(id + " has activation " + std::to_string(unit.activation));
  if (unit.along < -1 || unit.along > 1) broken.push_back(id + " stands nowhere in its box");
  if (!state.commands.contains(unit.command)) broken.push_back(id + " is in no command");
  if (!on_table(unit)) {
    if (unit.box.somewhere()) broken.push_back(id + " is off the table yet in " + name_of(unit.box));
    return;
  }
  if (!state.field.holds(unit.box)) return broken.push_back(id + " stands off the grid");
  if (unit.second_box.somewhere() && !state.field.holds(unit.second_box)) broken.push_back(id + " straddles the table's edge");
  const Ground ground = state.field.ground(unit.box);
  const bool wet = ground == Ground::Water && (unit.afloat || unit.swimmer);
  if (row_of(ground).impassable && !wet) broken.push_back(id + " stands on impassable ground in " + name_of(unit.box));
}

void check_box(const Board& board, Box box, Broken& broken) {
  const auto& cell = board.at(box);
  if (cell.count < 2) return;
  if (cell.count > 2) return broken.push_back(name_of(box) + " holds " + std::to_string(cell.count) + " units (TTS-BOX-02)");
  const Unit &a = *cell.units[0], &b = *cell.units[1];
  if (a.side != b.side) broken.push_back(name_of(box) + " holds both sides (TTS-BOX-01)");
  if (!same_axis(a.facing, b.facing)) broken.push_back(name_of(box) + " holds units at right angles (TTS-BOX-04)");
  const auto slips_in = [](const Unit& unit) { return unit.size == Size::Small || is_passable_light(unit); };
  if ((is_deep(a) && !slips_in(b)) || (is_deep(b) && !slips_in(a)))
    broken.push_back(name_of(box) + " is too full for a deep unit (TTS-BOX-03)");
  if (a.along == b.along && !a.second_box.somewhere() && !b.second_box.somewhere())
    broken.push_back(a.id.text + " and " + b.id.text + " stand in one place");
}

/// Medals: what the side started with, less what is gone. TTS-VIC-01, TTS-VIC-02.
void check_deck(const State& state, Side side, Broken& broken) {
  const auto check = [&](const Deck& deck, int most, const std::string& whose) {
    for (std::size_t value = 1; value < deck.out.size(); ++value) {
      if (deck.out[value] < 0 || (deck.out[value] > most && !state.options.chits))
        broken.push_back(std::to_string(deck.out[value]) + " cards of value " + std::to_string(value) + " are out of " + whose +
                         " (TTS-DECK-01)");
      if (deck.on_units[value] > deck.out[value]) broken.emplace_back("more cards lie on units than were dealt");
    }
  };
  check(state.side(side).deck, kCardsOfAValue * state.players(side), activation_deck(side));  // of an older log those of several players
  for (const auto& [player, deck] : state.side(side).decks) check(deck, kCardsOfAValue, activation_deck(side, player));
  if (state.side(side).reserve_ammo < 0) broken.push_back("side " + std::string(name_of(side)) + " has a negative reserve");
}

void check_measures(const State& state, Broken& broken) {
  constexpr Length kLeast = 1_mm;
  if (state.box_size < kLeast) broken.emplace_back("boxes smaller than a millimetre");
  const auto is_base = [&](const Footprint& base) { return base.frontage >= kLeast && base.depth >= kLeast; };
  for (const auto& [id, unit] : state.units)
    if (!is_base(unit.footprint)) broken.push_back(id.text + " has a base smaller than a millimetre");
  if (!state.winner.empty() && state.winner != "A" && state.winner != "B" && state.winner != "draw")
    broken.push_back("\"" + state.winner + "\" has won: expected A, B or draw");
}

}  // namespace

std::vector<std::string> broken_invariants(const State& state) {
  Broken broken;
  for (const auto& [id, unit] : state.units) check_unit(state, unit, broken);
  const Board board(state);
  for (int col = 1; col <= state.field.columns; ++col)
    for (int row = 1; row <= state.field.rows; ++row) check_box(board, {col, row}, broken);
  for (const auto& [id, general] : state.generals) {
    if (general.status == Status::InPlay && general.attached && !general.unit.empty() && !state.units.contains(general.unit)) {
      broken.push_back(id.text + " is attached to an unknown unit");
      continue;
    }
    const Box box = state.box_of(general);
    if (box.somewhere() && !state.field.holds(box)) broken.push_back(id.text + " stands off the grid");
  }
  for (const Side side : {Side::A, Side::B}) check_deck(state, side, broken);
  check_measures(state, broken);
  return broken;
}

std::optional<std::string> Rules::broken_invariant(const State& state) {
  const std::vector<std::string> broken = broken_invariants(state);
  return broken.empty() ? std::nullopt : std::optional(broken.front());
}

bool Rules::has(const State& state, const UnitId& id) {
  constexpr std::string_view kHero = "hero";  // who replays a missed card, where it is not a general
  return id.empty() || id.text == kHero || state.units.contains(id) || state.generals.contains(id) || state.camps.contains(id) ||
         state.commands.contains(id);
}
bool Rules::has(const State& state, Box box) {
  constexpr int kBeside = 3;  // boxes off the table's edge, where who leaves it goes
  return box.col >= -kBeside && box.row >= -kBeside && box.col <= state.field.columns + kBeside && box.row <= state.field.rows + kBeside;
}

bool Rules::unsound(const State& state, const Step& step) {
  return std::visit(
      [&](const auto& one) {
        if constexpr (requires { one.plan; }) {
          const auto& units = one.plan.order.units;
          return units.empty() || std::any_of(units.begin(), units.end(), [&](const UnitId& id) { return !state.units.contains(id); });
        }
        return false;
      },
      step);
}

}  // namespace polemarch::to_the_strongest
