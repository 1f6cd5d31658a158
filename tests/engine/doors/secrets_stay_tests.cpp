/// What was hidden does not become known by what players mend: nobody lets stand alone what the other side said in secret, and who has seen
/// a secret opened does not take that back alone.

#include <algorithm>
#include <map>
#include <set>

#include "engine/core/hidden.hpp"
#include "engine/core/json_types.hpp"
#include "tests/support/random_player.hpp"
#include "tests/support/sample_battles.hpp"
#include "tests/support/seeds.hpp"

namespace secrets_stay_tests {

using namespace polemarch;
using engine::Json;
using test::sample;

namespace {

/// Names of the unrevealed secrets by side, read off the state's text.
void hidden_in(const Json& at, std::map<std::string, std::set<std::string>>& out) {
  if (at.is_object() && at.contains("secret") && !at.value("revealed", false)) out[at.value("owner", "")].insert(at.value("secret", ""));
  if (at.is_structured())
    for (const Json& below : at) hidden_in(below, out);
}

std::map<std::string, std::set<std::string>> hidden_in(const engine::Battle& battle) {
  std::map<std::string, std::set<std::string>> out;
  Json state = Json::parse(battle.state_text());
  state.erase("agenda");  // sealed answers: opened by the step that closes
  hidden_in(state, out);
  return out;
}

bool lacks(const std::set<std::string>& before, const std::set<std::string>& after) {
  return !std::includes(after.begin(), after.end(), before.begin(), before.end());
}

engine::Verdict undone(const engine::Battle& battle, const std::string& by, bool agreed) {
  Json command{{"by", by}, {"do", "undo"}};
  if (agreed) command["agreed"] = true;
  const auto verdict = battle.judge(command.dump());
  REQUIRE(verdict);
  return *verdict;
}

}  // namespace

TEST_CASE("nobody takes back alone what opened a secret of the other side", "[doors][secret][random]") {
  std::map<std::string, int> opened;
  for (const auto& room : engine::rulesets()) {
    const test::Seeds seeds = test::seeds(4);
    for (unsigned seed = seeds.first; seed <= seeds.last; ++seed) {
      const auto played = sample(room);
      test::RandomPlayer player(seed);
      for (int i = 0; i < 150; ++i) {
        auto before = hidden_in(*played);
        const auto command = player.next(*played);
        if (!command) break;
        const auto outcome = played->submit(*command);
        REQUIRE(outcome);
        if (!outcome->verdict.allowed() || outcome->events.empty() || Json::parse(*command).value("do", "") == "undo") continue;
        auto after = hidden_in(*played);
        for (const std::string side : {"A", "B"}) {
          if (!lacks(before[side], after[side])) continue;
          CAPTURE(room.info().key, seed, i, *command);
          const std::string other = side == "A" ? "B" : "A";
          const engine::Verdict alone = undone(*played, other, false);
          REQUIRE(!alone.allowed());
          if (alone.reasons.front().text.find("hidden") != std::string::npos)  // else dice keep it already
            ++opened[std::string(room.info().key)];
          CHECK(undone(*played, other, true).allowed());
          CHECK(undone(*played, "both", false).allowed());
        }
      }
    }
  }
  CHECK(opened["blade_and_bow"] > 10);
  CHECK(opened["hoplomachia"] > 4);
}

TEST_CASE("an end that may open the keys is not taken back alone", "[doors][secret]") {
  const auto& rooms = engine::rulesets();
  const auto room = std::find_if(rooms.begin(), rooms.end(), [](const auto& one) { return one.info().key == "blade_and_bow"; });
  REQUIRE(room != rooms.end());
  const auto battle = sample(*room);
  REQUIRE(!hidden_in(*battle)["B"].empty());
  const auto ended = battle->submit(R"({"by":"A","do":"end_battle","winner":"B"})");
  REQUIRE(ended);
  REQUIRE(ended->verdict.allowed());
  CHECK(!undone(*battle, "A", false).allowed());
  CHECK(undone(*battle, "both", false).allowed());
}

TEST_CASE("nobody lets stand alone what the other side said in secret and was refused", "[doors][secret]") {
  const auto& rooms = engine::rulesets();
  const auto room = std::find_if(rooms.begin(), rooms.end(), [](const auto& one) { return one.info().key == "blade_and_bow"; });
  REQUIRE(room != rooms.end());
  const auto battle = sample(*room);
  const auto say = [&](const std::string& command) {
    const auto outcome = battle->submit(command);
    REQUIRE(outcome);
    return *outcome;
  };
  for (int i = 0; i < 40; ++i) {  // until a card can be named
    const auto hidden = engine::hides(*battle);
    REQUIRE(hidden != nullptr);
    const auto waits = battle->waits(Viewer::Umpire);
    if (waits.empty()) break;
    test::RandomPlayer player(1);
    say(player.answer(waits.front()));
  }
  const auto refused = say(R"({"by":"A","do":"play_card","card":59})");
  REQUIRE(refused.verdict.may_be_overruled());
  const auto judged = [&](const std::string& by, bool allow) {
    const auto verdict = battle->judge(Json{{"by", by}, {"do", "rule"}, {"allow", allow}}.dump());
    REQUIRE(verdict);
    return *verdict;
  };
  CHECK(!judged("B", true).allowed());
  CHECK(!judged("B", true).may_be_overruled());
  CHECK(judged("B", true).reasons.front().text.find("in secret") != std::string::npos);
  CHECK(judged("both", true).allowed());
  CHECK(judged("umpire", true).allowed());
  CHECK(engine::hides(*battle)->refused_audience(R"({"by":"B","do":"rule"})") == Viewer::Both);
}

}  // namespace secrets_stay_tests
