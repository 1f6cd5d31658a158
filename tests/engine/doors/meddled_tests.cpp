/// A log that was meddled with: any value of any event of a battle changed to another. Every ruleset refuses the event in one line, or goes
/// on with what it made of it: whatever is shown is shown, and what does not hold together is said in a line when a command meets it.
/// Nothing is read that is not there (under sanitizers), nothing asserts, nothing is thrown.

#include "tests/engine/doors/meddling.hpp"
#include "tests/support/sample_battles.hpp"
#include "tests/support/seeds.hpp"

namespace meddled_tests {

using namespace polemarch;
using test::goes_on;
using test::Meddler;
using test::RandomPlayer;
using test::sample;

namespace {

/// What a report, a replay and the page ask of an event, upon the battle before it.
void read_before(const engine::Battle& battle, const std::vector<std::string>& events, const std::string& event) {
  static_cast<void>(battle.tell(event));
  static_cast<void>(battle.gist(event));
  static_cast<void>(battle.happened(events));
  static_cast<void>(battle.todays(event));
}

}  // namespace

TEST_CASE("an event that was meddled with is refused, or the battle goes on with it, in every ruleset", "[doors][random]") {
  const test::Seeds seeds = test::seeds(1);
  for (const engine::RegisteredRuleset& one : engine::rulesets()) {
    const std::string room(one.info().key);
    int refused = 0;
    std::map<std::string, int> came;
    for (unsigned seed = seeds.first; seed <= seeds.last; ++seed) {
      auto battle = sample(one);
      RandomPlayer player(seed, 10);
      Meddler meddler(seed + 1000);
      for (int i = 0; i < 80; ++i) {
        const auto command = player.next(*battle);
        if (!command) break;
        const auto before = battle->copy();
        const auto outcome = battle->submit(*command);
        REQUIRE(outcome);
        for (int often = 0; often < 3 && !outcome->events.empty(); ++often) {
          auto events = outcome->events;
          std::string& event = events[meddler.below(events.size())];
          const std::string was = event;
          const auto [changed, at] = meddler.meddled(was);
          if (changed == was) continue;
          event = changed;
          INFO(room << " seed " << seed << " " << *command << "\n" << at << " of " << was << "\nnow " << changed);
          CHECK_NOTHROW(read_before(*before, events, changed));
          const auto meddled = before->copy();
          const auto folded = meddled->fold(*command, events);
          if (!folded) {
            ++refused;
            CHECK(folded.error().line.find('\n') == std::string::npos);
            continue;
          }
          std::string so;
          CHECK_NOTHROW(so = goes_on(*meddled, often == 0, seed + static_cast<unsigned>(i)));
          ++came[so];
        }
      }
    }
    if (seeds.at_length)
      WARN(room << ": refused " << refused << ", played on " << came["played on"] << ", lost " << came["lost"] << ", nothing to do "
                << came["nothing to do"]);
    INFO(room << ": refused " << refused << ", played on " << came["played on"] << ", lost " << came["lost"]);
    CHECK(refused > 50);
    CHECK(came["played on"] > 30);  // what was changed does not matter: a word of a question
  }
}

}  // namespace meddled_tests
