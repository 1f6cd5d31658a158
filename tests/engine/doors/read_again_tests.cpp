/// Whatever a battle has taken can be read again from its log: slips of the pen that the players let pass, values set by hand that they
/// agreed on, undos behind them.

#include "tests/engine/doors/meddling.hpp"
#include "tests/support/sample_battles.hpp"
#include "tests/support/seeds.hpp"

namespace read_again_tests {

using namespace polemarch;
using engine::Json;
using test::Meddler;
using test::RandomPlayer;
using test::sample;

namespace {

/// A battle, and another that reads what the first has taken.
struct Written {
  std::unique_ptr<engine::Battle> said, read;
  int taken = 0, ruled = 0;

  explicit Written(const engine::RegisteredRuleset& room) : said(sample(room)), read(sample(room)) {}

  /// Says it, and lets it stand by a ruling where the rules refuse it.
  void say(const std::string& command, bool rule) {
    const auto outcome = said->submit(command);
    if (!outcome) return;  // no command, or the battle says that it does not hold together
    CAPTURE(command);
    take(command, *outcome);
    if (!rule || outcome->verdict.allowed() || !outcome->verdict.may_be_overruled()) return;
    const std::string ruling = R"({"by":"both","do":"rule","allow":true,"reason":"as agreed"})";
    const auto let = said->submit(ruling);
    REQUIRE(let);
    ruled += let->verdict.allowed() ? 1 : 0;
    take(ruling, *let);
  }

 private:
  void take(const std::string& command, const engine::Outcome& outcome) {
    const auto folded = read->fold(command, outcome.events, outcome.verdict.may_be_overruled());
    INFO((folded ? std::string() : folded.error().line));
    REQUIRE(folded);
    taken += outcome.verdict.allowed() ? 1 : 0;
    CHECK(read->state_text() == said->state_text());
    const std::string ruling = R"({"by":"umpire","do":"rule","allow":true})";  // it falls on the same command
    const auto now = said->judge(ruling), then = read->judge(ruling);
    REQUIRE(now);
    REQUIRE(then);
    CHECK(now->ruling == then->ruling);
    CHECK((now->reasons.empty() ? "" : now->reasons.front().text) == (then->reasons.empty() ? "" : then->reasons.front().text));
  }
};

}  // namespace

TEST_CASE("whatever was taken can be read again, slips that were let pass and values agreed on too, in every ruleset",
          "[doors][amend][random]") {
  const test::Seeds seeds = test::seeds(2);
  for (const engine::RegisteredRuleset& one : engine::rulesets()) {
    int taken = 0, ruled = 0;
    for (unsigned seed = seeds.first; seed <= seeds.last; ++seed) {
      Written battle(one);
      RandomPlayer player(seed, 10);
      Meddler meddler(seed + 3000);
      for (int i = 0; i < 120; ++i) {
        const auto command = player.next(*battle.said);
        if (!command) break;
        CAPTURE(one.info().key, seed, i);
        std::string slip = meddler.meddled(*command).first;
        if (Json said = Json::parse(slip); said.is_object()) {
          said["by"] = i % 2 == 0 ? "A" : "B";
          battle.say(said.dump(), true);
        }
        if (i % 3 == 0) {
          const auto [path, value] = meddler.amendment(Json::parse(battle.said->state_text()));
          battle.say(Json{{"by", "A"}, {"do", "amend"}, {"path", path}, {"value", value}, {"reason", "?"}}.dump(), true);
        }
        if (i % 7 == 0) battle.say(R"({"by":"both","do":"undo"})", false);
        battle.say(*command, false);
      }
      taken += battle.taken;
      ruled += battle.ruled;
    }
    CAPTURE(one.info().key, taken, ruled);
    CHECK(taken > 50);
    CHECK(ruled > 5);
  }
}

}  // namespace read_again_tests
