/// Dice as they fell, with what they come to: how far an order is under or over its number, what a break test makes of the unit.
#include <algorithm>
#include <cstdlib>

#include "engine/rulesets/hail_caesar/show/viewing.hpp"
#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/topics/command.hpp"
#include "engine/rulesets/hail_caesar/topics/measure.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

namespace {

int dice_sum(const std::vector<int>& values) {
  int sum = 0;
  for (const int value : values) sum += value;
  return sum;
}

std::string_view does(Outcome outcome) {
  switch (outcome) {
    case Outcome::Hold:
      return "holds";
    case Outcome::Choice:
      return "may hold Disordered or retreat";
    case Outcome::RetreatGood:
      return "retreats in good order";
    case Outcome::RetreatDisordered:
      return "retreats Disordered";
    case Outcome::GiveGroundWithSupports:
      return "gives ground in good order, with supports";
    case Outcome::GiveGroundDisordered:
      return "gives ground Disordered";
    case Outcome::GiveGroundDisorderedWithSupports:
      return "gives ground with supports, Disordered";
    case Outcome::Break:
      return "breaks";
  }
  return "";
}

/// "gives ground Disordered (8 - 1 = 7)".
std::string tested_words(const State& state, const BreakTest& test, int roll) {
  const Unit& unit = unit_at(state, test.unit);
  const Cell cell = break_cell(test.table, roll + test.modifier, unit.profile.break_category, state.config.scan);
  std::string text = std::to_string(roll);
  if (test.modifier != 0)
    text += (test.modifier < 0 ? " - " : " + ") + std::to_string(std::abs(test.modifier)) + " = " + std::to_string(roll + test.modifier);
  return std::string(does(outcome_of(cell, is_shaken(unit, state.config), unit.casualties > 0))) + " (" + text + ")";
}

/// "5, 3 under: 3 moves".
std::string ordered_words(const State& state, const OrderTest& test, int roll) {
  const std::vector<int>& bad = state.config.command.blunder_roll;
  const std::string text = std::to_string(roll) + ", ";
  if (std::find(bad.begin(), bad.end(), roll) != bad.end()) return text + "a blunder";
  if (roll > test.needed) return text + std::to_string(roll - test.needed) + " over: not obeyed";
  const int moves = moves_for(state, test.kind, test.needed, roll);
  const bool counts = test.kind != OrderKind::Rally && test.kind != OrderKind::Courage;
  return text + (roll == test.needed ? "just made" : std::to_string(test.needed - roll) + " under") + ": " +
         (!counts ? "obeyed" : std::to_string(moves) + (moves == 1 ? " move" : " moves"));
}

}  // namespace

std::vector<Thrown> Showing::fallen(const State& state, const Wait& wait, const std::vector<int>& values) {
  const auto asked = pending(state, wait);
  if (!asked) return {};
  Thrown thrown = settled(*asked, values);
  const Step& step = *asking_step(state.agenda, wait.id);
  if (const auto* test = std::get_if<BreakTest>(&step)) thrown.outcome = tested_words(state, *test, dice_sum(values));
  if (const auto* order = std::get_if<OrderTest>(&step)) thrown.outcome = ordered_words(state, *order, dice_sum(values));
  return {std::move(thrown)};
}

}  // namespace polemarch::hail_caesar
