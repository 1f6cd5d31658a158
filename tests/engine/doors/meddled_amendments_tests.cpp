/// Values set by hand, whatever they are: refused in one line, or the battle goes on with them. By the umpire at the table, and by
/// somebody with an editor in the log.

#include "tests/engine/doors/meddling.hpp"
#include "tests/support/sample_battles.hpp"
#include "tests/support/seeds.hpp"

namespace meddled_amendments_tests {

using namespace polemarch;
using engine::Json;
using test::goes_on;
using test::Meddler;
using test::RandomPlayer;
using test::sample;

namespace {

std::string amend(const std::string& path, const Json& value) {
  return Json{{"by", "umpire"}, {"do", "amend"}, {"path", path}, {"value", value}, {"reason", "?"}}.dump();
}

std::string amended(const std::string& path, const Json& value) {
  return Json{{"event", "amended"}, {"path", path}, {"value", value}, {"reason", "?"}, {"by", "umpire"}}.dump();
}

}  // namespace

TEST_CASE("whatever is set by hand is refused, or the battle goes on with it, in every ruleset", "[doors][amend][random]") {
  const test::Seeds seeds = test::seeds(1);
  for (const engine::RegisteredRuleset& one : engine::rulesets()) {
    const std::string room(one.info().key);
    int refused = 0;
    std::map<std::string, int> came, forged;
    for (unsigned seed = seeds.first; seed <= seeds.last; ++seed) {
      auto battle = sample(one);
      RandomPlayer player(seed, 10);
      Meddler meddler(seed + 2000);
      for (int i = 0; i < 60; ++i) {
        const auto command = player.next(*battle);
        if (!command) break;
        REQUIRE(battle->submit(*command));
        const Json state = Json::parse(battle->state_text());
        for (int often = 0; often < 4; ++often) {
          const auto [path, value] = meddler.amendment(state);
          if (value == state[Json::json_pointer(path)]) continue;
          const bool shown = often == 0 && i % 4 == 0;  // everything that leaves, which takes its time
          INFO(room << " seed " << seed << " " << *command << "\n" << path << " " << value);
          std::string so;
          const auto by_umpire = battle->copy();
          const auto outcome = by_umpire->submit(amend(path, value));
          REQUIRE(outcome);
          if (outcome->verdict.allowed()) {
            CHECK_NOTHROW(so = goes_on(*by_umpire, shown, seed + static_cast<unsigned>(i)));
            ++came[so];
            CHECK(so != "lost");
          } else {
            ++refused;
          }
          const auto by_editor = battle->copy();
          if (const auto folded = by_editor->fold(amend(path, value), std::vector{amended(path, value)}); !folded) {
            CHECK(folded.error().line.find('\n') == std::string::npos);
            ++forged["refused"];
            continue;
          }
          CHECK_NOTHROW(so = goes_on(*by_editor, shown, seed + static_cast<unsigned>(i)));
          ++forged[so];
        }
      }
    }
    INFO(room << ": the umpire's refused " << refused << ", played on " << came["played on"] << "; the editor's refused "
              << forged["refused"] << ", played on " << forged["played on"] << ", lost " << forged["lost"]);
    if (seeds.at_length)
      WARN(room << ": the umpire's refused " << refused << ", played on " << came["played on"] << "; the editor's refused "
                << forged["refused"] << ", played on " << forged["played on"] << ", lost " << forged["lost"]);
    CHECK(refused > 30);
    CHECK(came["played on"] > 20);
    CHECK(forged["refused"] > 20);
  }
}

}  // namespace meddled_amendments_tests
