/// The same checks at the doors of every registered ruleset, on its sample battle.

#include <map>
#include <set>

#include "engine/core/beside.hpp"
#include "engine/core/json_types.hpp"
#include "tests/support/sample_battles.hpp"

namespace registered_tests {

using namespace polemarch;
using engine::Json;
using test::sample;

namespace {

/// Plays up to `count` first allowed offers and simplest answers, so that the checks see more than the first state.
void play_on(engine::Battle& battle, int count) {
  for (int i = 0; i < count; ++i) {
    std::string command;
    const auto waits = battle.waits(Viewer::Umpire);
    if (!waits.empty()) {
      const engine::Wait& wait = waits.front();
      Json j{{"by", std::string(name_of(wait.who == Viewer::Both ? Viewer::Umpire : wait.who))}, {"do", "answer"}, {"wait", wait.id}};
      if (wait.chance) {
        j["values"] = Json::array();
        for (int k = 0; k < wait.chance->count; ++k)
          j["values"].push_back(wait.chance->lowest + (i * 7 + k * 3) % (wait.chance->highest - wait.chance->lowest + 1));
      } else if (!wait.options.empty()) {
        j["choices"] = Json::array();
        for (int k = 0; k < std::max(1, wait.least); ++k) j["choices"].push_back(wait.options[static_cast<std::size_t>(k)].key);
      }
      command = engine::canonical(j);
    } else {
      for (const Viewer side : {Viewer::A, Viewer::B}) {
        const auto offers = battle.offers(side, engine::AboutAll{});
        for (std::size_t k = 0; k < offers.size() && command.empty(); ++k) {
          const auto& offer = offers[(k + static_cast<std::size_t>(i)) % offers.size()];
          if (!offer.verdict.allowed()) continue;
          Json j = Json::parse(offer.command);
          j["by"] = std::string(name_of(side));
          command = engine::canonical(j);
        }
      }
    }
    if (command.empty()) return;
    const auto outcome = battle.submit(command);
    INFO(command);
    REQUIRE(outcome);
    if (!outcome->verdict.allowed()) return;
  }
}

}  // namespace

TEST_CASE("the registry holds each ruleset once, sorted by key", "[doors]") {
  std::vector<std::string> keys;
  for (const auto& room : engine::rulesets()) keys.emplace_back(room.info().key);
  CHECK(std::is_sorted(keys.begin(), keys.end()));
  CHECK(std::set<std::string>(keys.begin(), keys.end()).size() == keys.size());
  for (const auto& room : engine::rulesets()) {
    CHECK_FALSE(room.info().name.empty());
    CHECK_FALSE(room.info().owner.empty());
  }
  CHECK_FALSE(engine::find_ruleset("chess"));
}

TEST_CASE("a ruleset says in what it measures, and the box of its grid where it is played on one", "[doors]") {
  std::vector<std::string> in_cm, on_boxes;
  for (const auto& room : engine::rulesets()) {
    const engine::LengthUnit& length = room.measures.length;
    CAPTURE(room.info().key);
    CHECK((length.name == "cm" ? length.one == 1_cm : length.name == "in" && length.one == 1_in));
    if (length.name == "cm") in_cm.emplace_back(room.info().key);
    if (room.measures.usual_box) on_boxes.emplace_back(room.info().key);
  }
  CHECK(in_cm == std::vector<std::string>{"paean"});
  CHECK(on_boxes == std::vector<std::string>{"blade_and_bow", "to_the_strongest"});
}

TEST_CASE("every ruleset sets up its sample battle and has its bases on the table", "[doors]") {
  for (const auto& room : engine::rulesets()) {
    const auto battle = sample(room);
    CAPTURE(room.info().key);
    CHECK(battle->places().size() >= 4);
    CHECK_FALSE(battle->describe(Viewer::Both).empty());
    CHECK_FALSE(battle->broken_invariant());
  }
}

TEST_CASE("a battle whose last turn is agreed says which that is", "[doors]") {
  const std::map<std::string, int> last{
      {"blade_and_bow", 12}, {"hail_caesar", 0}, {"hoplomachia", 16}, {"paean", 24}, {"to_the_strongest", 0}};
  for (const auto& room : engine::rulesets()) {
    CAPTURE(room.info().key);
    const auto battle = sample(room);
    REQUIRE(engine::beside(*battle) != nullptr);
    CHECK(engine::beside(*battle)->last_turn() == last.at(std::string(room.info().key)));
  }
  Json timed = Json::parse(test::sample_text("hail_caesar"));
  timed["options"] = {{"turn_limit", 9}};
  const auto battle = (*engine::find_ruleset("hail_caesar"))->make(timed.dump(), "timed.json");
  REQUIRE(battle);
  CHECK(engine::beside(**battle)->last_turn() == 9);
}

TEST_CASE("judging changes nothing and a command from offers is always judged the same", "[doors]") {
  for (const auto& room : engine::rulesets()) {
    const auto battle = sample(room);
    CAPTURE(room.info().key);
    for (int round = 0; round < 4; ++round) {
      const std::string before = battle->state_text();
      for (const Viewer side : {Viewer::A, Viewer::B}) {
        std::size_t seen = 0;
        for (const engine::OfferText& offer : battle->offers(side, engine::AboutAll{})) {
          if (!offer.whole) continue;  // a pattern to be filled in: what is judged is what it becomes
          if (++seen > 60) break;
          Json j = Json::parse(offer.command);
          j["by"] = std::string(name_of(side));
          const auto verdict = battle->judge(engine::canonical(j));
          INFO(engine::canonical(j));
          REQUIRE(verdict);
          CHECK(verdict->ruling == offer.verdict.ruling);
        }
      }
      CHECK(battle->state_text() == before);
      play_on(*battle, 5);
    }
  }
}

TEST_CASE("an amendment that changes nothing leaves the same state", "[doors]") {
  for (const auto& room : engine::rulesets()) {
    const auto battle = sample(room);
    CAPTURE(room.info().key);
    const std::string before = battle->state_text();
    const Json state = Json::parse(before);
    for (const auto& [key, value] : state.items()) {
      const Json amend{{"by", "umpire"}, {"do", "amend"}, {"path", "/" + key}, {"value", value}, {"reason", "same"}};
      const auto outcome = battle->submit(engine::canonical(amend));
      INFO(key);
      REQUIRE(outcome);
      CHECK(outcome->verdict.allowed());
      CHECK(battle->state_text() == before);  // the state's text reads back to the same state
    }
  }
}

}  // namespace registered_tests
