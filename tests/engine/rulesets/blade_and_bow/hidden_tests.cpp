/// Hidden ranks and hands: whatever they are, the other side and a spectator see, are offered and are advised the same. Two battles that
/// differ only in what a viewer may not know are compared over random play, so that a value leaking anywhere shows as a difference.

#include <algorithm>
#include <sstream>
#include <tuple>

#include "engine/core/hidden.hpp"
#include "engine/rulesets/blade_and_bow/text/json_commands.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"
#include "tests/engine/rulesets/blade_and_bow/player.hpp"
#include "tests/support/catch.hpp"

namespace hidden_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;
using engine::Json;

namespace {

std::string advice_text(const engine::Advice& advice) {
  std::string text;
  for (const auto& shape : advice.shapes) text += shape.label + "|" + shape.rule + "|" + shape.about + "\n";
  for (const auto& line : advice.lines) text += engine::reason_json(line.reason).dump() + "\n";
  return text;
}

/// Everything the doors tell this viewer.
std::string told(const State& state, Viewer viewer) {
  std::string text = engine::hide_secrets(Json(state), viewer).dump() + "\n";
  for (const std::string& line : Rules::describe(state, viewer)) text += line + "\n";
  for (const auto& window : Rules::windows(state, viewer)) text += engine::window_json(window).dump() + "\n";
  for (const auto& wait : state.agenda.open_waits())
    if (wait.audience == Viewer::Both || wait.audience == viewer) text += engine::wait_json(wait).dump() + "\n";
  for (const auto& offer : Rules::offers(state, viewer, engine::AboutAll{}))
    text += engine::variant_to_json(offer.command, "do").dump() + engine::verdict_json(offer.verdict).dump() +
            Rules::say(state, offer.command) + "\n";
  std::size_t turn = 0;
  for (const auto& [id, unit] : state.units) {
    if (++turn % 5 != 0) continue;  // every fifth unit is selected
    const Unit* enemy = nullptr;
    for (const auto& [other_id, other_unit] : state.units)
      if (other_unit.side != unit.side && other_unit.on_map()) enemy = &other_unit;
    text += advice_text(Rules::advise(state, {id, enemy != nullptr ? std::optional(enemy->id) : std::nullopt}, viewer));
  }
  return text;
}

/// The same battle with other hidden values: every rank marker and card that `viewer` may not see.
State otherwise(State state, Viewer viewer) {
  for (auto& [id, unit] : state.units)
    if (unit.has_ranks() && unit.ranks.value && !unit.ranks.open_to(viewer)) unit.ranks.value = (*unit.ranks.value + 2) % 7;
  std::vector<int> free;
  engine::ChanceSpec any;
  any.highest = static_cast<int>(state.deck.size());
  const engine::Pile pile = draw_pile(state, any);
  for (const Card& card : state.deck)
    if (!card.tough_luck && !card.reshuffle && pile.left.at(static_cast<std::size_t>(card.number - any.lowest)) > 0)
      free.push_back(card.number);
  for (Army& army : state.armies)
    for (Secret<int>& card : army.hand)
      if (card.value && !card.open_to(viewer) && !free.empty()) {
        card.value = free.back();
        free.pop_back();
      }
  return state;
}

int hidden_values(const State& state, Viewer viewer) {
  int hidden = 0;
  for (const auto& [id, unit] : state.units) hidden += unit.has_ranks() && unit.ranks.value && !unit.ranks.open_to(viewer) ? 1 : 0;
  for (const Army& army : state.armies)
    for (const Secret<int>& card : army.hand) hidden += card.value && !card.open_to(viewer) ? 1 : 0;
  return hidden;
}

}  // namespace

TEST_CASE("what a side may not know shows in nothing it is told, over random play", "[bb][hidden][BB-UNIT-17][BB-UNIT-23]") {
  int compared = 0;
  for (const char* name : {"marathon", "plataea"}) {
    State state = shipped_battle(name);
    state.scenario.last_turn = 4;
    Chance chance{4242};
    for (int step = 0; step < 300 && state.turn.phase != Phase::Over; ++step) {
      if (step % 50 == 0) {
        for (const Viewer viewer : {Viewer::A, Viewer::B, Viewer::Both}) {
          const State changed = otherwise(state, viewer);
          if (hidden_values(state, viewer) == 0) continue;
          REQUIRE(changed != state);
          INFO(name << " step " << step << " viewer " << name_of(viewer));
          std::istringstream is(told(state, viewer)), would_be(told(changed, viewer));
          for (std::string line, other; std::getline(is, line) && std::getline(would_be, other);) REQUIRE(line == other);
          REQUIRE(is.eof());
          CHECK(would_be.peek() == std::istringstream::traits_type::eof());
          ++compared;
        }
      }
      const auto [by, command] = random_word(state, chance);
      for (const Event& event : Rules::decide(state, by, command)) state = Rules::evolve(std::move(state), event);
    }
  }
  CHECK(compared > 10);
}

TEST_CASE("the words of an event do not give away a card drawn to the hand or a rank marker", "[bb][hidden][BB-CARD-05]") {
  State state = shipped_battle("marathon");
  const auto events = Rules::decide(state, Viewer::A, engine::AnswerWait{{}, {{11, 12, 13, 14}, {}, {}}});
  int taken = 0;
  for (const Event& event : events) {
    if (const auto* card = std::get_if<CardTaken>(&event)) {
      CardTaken another = *card;
      another.card.value = 47;
      CHECK(Rules::tell(state, event) == Rules::tell(state, Event{another}));
      const Json shown = engine::hide_secrets(engine::variant_to_json(event, "event"), Viewer::B);
      CHECK(shown == engine::hide_secrets(engine::variant_to_json(Event{another}, "event"), Viewer::B));
      CHECK(engine::variant_to_json(event, "event") != engine::variant_to_json(Event{another}, "event"));
      ++taken;
    }
    state = Rules::evolve(std::move(state), event);
  }
  CHECK(taken == 4);
}

namespace {

State with_hands(std::vector<int> a, std::vector<int> b) {
  State state = shipped_battle("plataea");
  state.turn.phase = Phase::Impulses;
  state.turn.number = 2;
  state.turn.active = Side::A;
  state.turn.actions = 3;
  state.agenda = {};
  for (const auto& [side, cards] : {std::pair{Side::A, a}, std::pair{Side::B, b}})
    for (const int number : cards) {
      engine::Secret<int> held = unknown_card(state, side);
      held.value = number;
      state.army(side).hand.push_back(held);
      ++state.army(side).cards_taken;
    }
  return state;
}

std::string lines_of(const State& state, Viewer viewer) {
  std::string all;
  for (const std::string& line : Rules::describe(state, viewer)) all += line + "\n";
  return all;
}

}  // namespace

TEST_CASE("a drawn card that the other hand holds is accepted: a refusal would tell of that hand", "[bb][hidden][BB-SET-17]") {
  const State state = with_hands({40}, {12});
  CHECK(judge_draw(state, Side::B, {40}, true).allowed());
  CHECK(judge_draw(state, Side::B, {40}, false).allowed());
  CHECK_FALSE(judge_draw(state, Side::B, {12}, true).allowed());  // he holds it himself
  CHECK(judge_draw(state, Side::B, {12}, false).allowed());       // everybody sees this draw, not his hand
  CHECK_FALSE(judge_draw(state, Side::B, {41, 41}, true).allowed());
  State later = state;
  later.discards = {7};
  CHECK_FALSE(judge_draw(later, Side::B, {7}, true).allowed());
  CHECK_FALSE(judge_draw(later, Side::B, {7}, false).allowed());
}

TEST_CASE("a number typed into both hands shows when it has been played, to its other holder alone", "[bb][hidden][BB-CARD-24]") {
  State state = with_hands({40}, {40, 12});
  CHECK_FALSE(Rules::broken_invariant(state));
  CHECK(Rules::judge(state, Viewer::A, DiscardCard{40}).allowed());
  const std::string before = lines_of(state, Viewer::B);
  for (const Event& event : Rules::decide(state, Viewer::A, DiscardCard{40})) state = Rules::evolve(std::move(state), event);
  CHECK(state.army(Side::A).hand.empty());
  CHECK(before.find("typed wrongly") == std::string::npos);
  CHECK(lines_of(state, Viewer::B).find("card 40 of B's hand lies in the discards too") != std::string::npos);
  for (const Viewer other : {Viewer::A, Viewer::Both}) CHECK(lines_of(state, other).find("typed wrongly") == std::string::npos);
  state.turn.active = Side::B;
  state.turn.actions = 3;
  const engine::Verdict twice = Rules::judge(state, Viewer::B, DiscardCard{40});
  REQUIRE(twice.may_be_overruled());
  CHECK(twice.reasons.front().rule == "BB-CARD-24");
  CHECK(Rules::judge(state, Viewer::B, DiscardCard{12}).allowed());
  for (const Event& event : Rules::decide(state, Viewer::B, DiscardCard{40})) state = Rules::evolve(std::move(state), event);
  CHECK(state.army(Side::B).hand.size() == 1);  // ruled in, it is carried out
}

TEST_CASE("a card that lies in the discards is refused before all, whatever the hand holds", "[bb][hidden][BB-CARD-24][BB-CARD-26]") {
  const auto refused = [](const std::vector<std::optional<int>>& hand, const std::string& command) {
    auto setup = nlohmann::json::parse(find_embedded(data::embedded_files(), "blade_and_bow_sample.json"));
    setup["setup"] = "done";
    setup["sides"]["A"]["hand"] = nlohmann::json::array();
    for (const auto card : hand) setup["sides"]["A"]["hand"].push_back(card.value_or(0));
    setup["state"] = {{"turn", {{"number", 2}, {"phase", "impulses"}, {"active", "A"}, {"actions", 2}, {"initiative", "A"}}},
                      {"discards", {37}}};
    const auto battle = make_battle(setup.dump(), "battle");
    REQUIRE(battle);
    const std::vector<engine::Reason> reasons = (*battle)->judge(command)->reasons;
    const engine::Reason why = reasons.empty() ? engine::Reason{} : reasons.front();
    return std::tuple{engine::hides(**battle)->refused_audience(command), why.rule, why.text};
  };
  for (const char* verb : {R"("play_card","unit":"A1","card":37)", R"("discard","card":37)", R"("commit","cards":[37])"}) {
    const std::string command = std::string(R"({"by":"A","do":)") + verb + "}";
    INFO(command);
    const auto spent = refused({12}, command);
    CHECK(std::get<0>(spent) == Viewer::Both);
    for (const auto& hand : {std::vector<std::optional<int>>{std::nullopt}, {37}, {}}) CHECK(refused(hand, command) == spent);
    if (std::string(verb).find("commit") == std::string::npos) CHECK(std::get<1>(spent) == "BB-CARD-24");
  }
  // What is still hidden stays so: a card of the hand, one among those named, one kept face down.
  CHECK(std::get<0>(refused({12}, R"({"by":"A","do":"play_card","card":12})")) == Viewer::A);
  CHECK(std::get<0>(refused({12}, R"({"by":"A","do":"commit","cards":[37,12]})")) == Viewer::A);
  CHECK(std::get<0>(refused({12}, R"({"by":"A","do":"commit","cards":[0,37]})")) == Viewer::A);
}

}  // namespace hidden_tests
