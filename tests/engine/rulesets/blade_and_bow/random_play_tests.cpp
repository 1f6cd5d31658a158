/// Seeded battles of random legal choices to the end: nothing breaks, what is written reads back, the same events give the same state.
#include <algorithm>
#include <cstdlib>

#include "engine/rulesets/blade_and_bow/text_json.hpp"
#include "models/data/data.hpp"
#include "tests/support/catch.hpp"

using namespace polemarch;
using namespace polemarch::blade_and_bow;
using engine::Json;

namespace {

struct Chance {
  std::uint64_t seed;
  int below(int n) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<int>((seed >> 33) % static_cast<std::uint64_t>(n));
  }
};

std::vector<int> cards_in_pile(const State& state) {
  std::vector<int> pile;
  for (const Card& card : state.deck)
    if (judge_draw(state, {card.number}, true).allowed()) pile.push_back(card.number);
  return pile;
}

engine::AnswerWait random_answer(const State& state, const engine::Wait& wait, Chance& chance) {
  engine::AnswerWait answer{.wait = wait.id, .answer = {}};
  if (wait.chance && wait.chance->source == "deck") {
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

std::ptrdiff_t advances(const Command& command) {
  const auto* move = std::get_if<MoveUnits>(&command);
  return move == nullptr ? 0 : std::count(move->moves.front().path.begin(), move->moves.front().path.end(), Manoeuvre::Advance);
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
    // The boldest of three: who never comes near never fights.
    Command best = allowed[static_cast<std::size_t>(chance.below(static_cast<int>(allowed.size())))];
    for (int i = 0; i < 2; ++i) {
      const Command& other_one = allowed[static_cast<std::size_t>(chance.below(static_cast<int>(allowed.size())))];
      if (advances(other_one) > advances(best)) best = other_one;
    }
    return best;
  }
  if (state.action) return FinishAction{};
  return Pass{};
}

struct Played {
  int commands = 0, melees = 0, routs = 0, eliminated = 0;
  std::string degree;
};

Played play(const State& start, std::uint64_t seed, bool thorough) {
  Chance chance{seed};
  State state = start;
  std::vector<std::string> log;
  Played played;
  while (state.turn.phase != Phase::Over && played.commands < 3000) {
    const auto open = state.agenda.open_waits();
    Command command = Pass{};
    Viewer by = Viewer::Umpire;
    if (!open.empty()) {
      by = open.front().who;
      command = random_answer(state, open.front(), chance);
      if (std::string(std::visit([](const auto& s) { return s.kName; }, state.agenda.lanes.back().stack.back().step)) == "commit_spend" &&
          chance.below(2) == 0)
        for (const auto& card : state.army(by == Viewer::A ? Side::A : Side::B).hand)
          if (const Command wish = Commit{.cards = {card.value.value_or(0)}, .points = {}, .spend = {}};
              Rules::judge(state, by, wish).allowed())
            command = wish;
    } else {
      by = viewer_of(*state.turn.active);
      command = random_action(state, by, chance);
    }
    const State before = state;
    const engine::Verdict verdict = Rules::judge(state, by, command);
    REQUIRE(before == state);
    INFO(Rules::say(state, command) << ": " << (verdict.reasons.empty() ? "" : verdict.reasons.front().text));
    REQUIRE(verdict.allowed());
    const std::vector<Event> events = Rules::decide(state, by, command);
    REQUIRE_FALSE(events.empty());
    for (const Event& event : events) {
      played.melees += std::holds_alternative<FightBegan>(event) ? 1 : 0;
      played.routs += std::holds_alternative<UnitRouted>(event) ? 1 : 0;
      played.eliminated += std::holds_alternative<UnitEliminated>(event) ? 1 : 0;
      const std::string text = engine::variant_to_json(event, "event").dump();
      if (thorough) REQUIRE(engine::variant_from_json<Event>(Json::parse(text), "event") == event);
      (void)Rules::tell(state, event);
      state = Rules::evolve(std::move(state), event);
      log.push_back(text);
    }
    // Between commands nothing may be broken (within one, a unit may be on its way through another's square).
    const auto broken = Rules::broken_invariant(state);
    INFO(broken.value_or(""));
    REQUIRE_FALSE(broken.has_value());
    if (thorough && played.commands % 40 == 0) {
      const Json text = state;
      REQUIRE(Json::parse(text.dump()).get<State>() == state);
      for (const Viewer viewer : {Viewer::A, Viewer::B, Viewer::Both}) (void)Rules::windows(state, viewer);
    }
    ++played.commands;
  }
  REQUIRE(state.turn.phase == Phase::Over);
  played.degree = state.outcome->degree;
  State refolded = start;
  for (const std::string& event : log)
    refolded = Rules::evolve(std::move(refolded), engine::variant_from_json<Event>(Json::parse(event), "event"));
  REQUIRE(refolded == state);
  REQUIRE(Json(refolded).dump() == Json(state).dump());
  return played;
}

}  // namespace

TEST_CASE("random battles run to their end, unbroken and repeatable", "[bb][random]") {
  const bool all = std::getenv("POLEMARCH_LONG") != nullptr;
  const int battles = all ? 1000 : 20;
  int melees = 0, routs = 0, eliminated = 0, commands = 0;
  for (int i = 0; i < battles; ++i) {
    const char* const names[] = {"sample", "marathon", "thermopylae", "plataea", "mycale"};
    const std::string file = std::string("blade_and_bow_") + names[i % 5] + ".json";
    auto start = Rules::initial(find_embedded(data::embedded_files(), file), file);
    REQUIRE(start);
    start->scenario.last_turn = all ? 12 : 5;  // the short form plays five turns
    while (start->turn.phase == Phase::Setup) {
      for (const Viewer by : {Viewer::A, Viewer::B})
        if (Rules::judge(*start, by, Ready{}).allowed())
          for (const Event& event : Rules::decide(*start, by, Ready{})) *start = Rules::evolve(std::move(*start), event);
    }
    const Played played = play(*start, 7919ULL * static_cast<std::uint64_t>(i + 1), i % 5 == 0);
    melees += played.melees;
    routs += played.routs;
    eliminated += played.eliminated;
    commands += played.commands;
  }
  // The battles are worth the name: there is fighting in them.
  CHECK(melees > battles);
  CHECK(commands > battles * 40);
  if (all) CHECK(routs + eliminated > battles / 2);
}
