#include "tests/engine/rulesets/blade_and_bow/player.hpp"

#include <algorithm>

#include "engine/rulesets/blade_and_bow/topics/cards.hpp"
#include "engine/rulesets/blade_and_bow/topics/planning.hpp"
#include "models/data/data.hpp"
#include "tests/support/catch.hpp"

namespace polemarch::blade_and_bow {
namespace {

std::vector<int> cards_in_pile(const State& state) {
  engine::ChanceSpec any;
  any.highest = static_cast<int>(state.deck.size());
  const engine::Pile lies = draw_pile(state, any);
  std::vector<int> pile;
  for (int number = any.lowest; number <= any.highest; ++number)
    if (lies.left.at(static_cast<std::size_t>(number - any.lowest)) > 0) pile.push_back(number);
  return pile;
}

/// How near a move brings its unit to an enemy: points, less is bolder, and to face him is bolder still. Other commands: as bold as none.
int timidity(const State& state, const Command& command) {
  const auto* move = std::get_if<MoveUnits>(&command);
  if (move == nullptr) return 1000;
  const Mover end = plan_move(state, move->moves.front()).end;
  int least = 1000;
  for (const auto& [id, enemy] : state.units)
    if (enemy.on_map() && enemy.side != end.unit->side)
      least = std::min(least, 2 * points_between(end.at, enemy.square) + (in_arc(state.map, end.at, end.facing, enemy.square) ? 0 : 1));
  return least;
}

}  // namespace

engine::AnswerWait random_answer(const State& state, const engine::Wait& wait, Chance& chance) {
  engine::AnswerWait answer{.wait = wait.id, .answer = {}};
  if (wait.chance && !wait.options.empty() && chance.below(8) == 0) {
    answer.answer.choices = {wait.options.front().key};  // declined
  } else if (wait.chance && wait.chance->source == "deck") {
    std::vector<int> pile = cards_in_pile(state);
    for (int i = 0; i < wait.chance->count; ++i) {
      const auto at = static_cast<std::size_t>(chance.below(static_cast<int>(pile.size())));
      answer.answer.values.push_back(pile[at]);
      pile.erase(pile.begin() + static_cast<std::ptrdiff_t>(at));
    }
  } else if (wait.chance) {
    for (int i = 0; i < wait.chance->count; ++i)
      answer.answer.values.push_back(wait.chance->lowest + chance.below(wait.chance->highest - wait.chance->lowest + 1));
  } else {
    answer.answer.choices = {wait.options[static_cast<std::size_t>(chance.below(static_cast<int>(wait.options.size())))].key};
  }
  return answer;
}

/// A command the active side may give: fights first, else a move of some unit, else a pass.
Command random_action(const State& state, Viewer by, Chance& chance) {
  std::vector<UnitId> mine;
  for (const auto& [id, unit] : state.units)
    if (viewer_of(unit.side) == by && unit.on_map()) mine.push_back(id);
  for (int tries = 0; tries < 6 && !mine.empty(); ++tries) {
    const UnitId id = mine[static_cast<std::size_t>(chance.below(static_cast<int>(mine.size())))];
    std::vector<Command> allowed, fights;
    for (const auto& offer : Rules::offers(state, by, id)) {
      const engine::Verdict again = Rules::judge(state, by, offer.command);
      if (again.ruling != offer.verdict.ruling) INFO(Rules::say(state, offer.command));
      REQUIRE(again.ruling == offer.verdict.ruling);  // a command from offers is judged the same
      if (!offer.verdict.allowed()) {
        REQUIRE_FALSE(offer.verdict.reasons.empty());  // "why not?"
        REQUIRE_FALSE(offer.verdict.reasons.front().text.empty());
        continue;
      }
      (std::holds_alternative<Attack>(offer.command) || std::holds_alternative<Shoot>(offer.command) ? fights : allowed)
          .push_back(offer.command);
    }
    if (!fights.empty() && chance.below(4) > 0) return fights[static_cast<std::size_t>(chance.below(static_cast<int>(fights.size())))];
    if (allowed.empty()) continue;
    // The boldest of six: who never comes near never fights.
    Command best = allowed[static_cast<std::size_t>(chance.below(static_cast<int>(allowed.size())))];
    for (int i = 0; i < 5; ++i) {
      const Command& other_one = allowed[static_cast<std::size_t>(chance.below(static_cast<int>(allowed.size())))];
      if (timidity(state, other_one) < timidity(state, best)) best = other_one;
    }
    return best;
  }
  if (state.action) return FinishAction{};
  return Pass{};
}

Said random_word(const State& state, Chance& chance) {
  const auto open = state.agenda.open_waits();
  if (open.empty()) {
    const Viewer by = viewer_of(*state.turn.active);
    return {by, random_action(state, by, chance)};
  }
  Said said{open.front().who, random_answer(state, open.front(), chance)};
  const Step& top = state.agenda.lanes.back().stack.back().step;
  if (std::holds_alternative<CommitSpend>(top) && chance.below(2) == 0)
    for (const auto& card : state.army(said.by == Viewer::A ? Side::A : Side::B).hand)
      if (const Command wish = Commit{.cards = {card.value.value_or(0)}, .points = {}, .spend = {}};
          Rules::judge(state, said.by, wish).allowed())
        said.command = wish;
  return said;
}

State shipped_battle(const std::string& name) {
  const std::string file = "blade_and_bow_" + name + ".json";
  auto start = Rules::initial(find_embedded(data::embedded_files(), file), file);
  REQUIRE(start);
  while (start->turn.phase == Phase::Setup) {
    for (const Viewer by : {Viewer::A, Viewer::B})
      if (Rules::judge(*start, by, Ready{}).allowed())
        for (const Event& event : Rules::decide(*start, by, Ready{})) *start = Rules::evolve(std::move(*start), event);
  }
  return std::move(*start);
}

}  // namespace polemarch::blade_and_bow
