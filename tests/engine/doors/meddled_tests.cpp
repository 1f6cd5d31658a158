/// A log that was meddled with: any value of any event of a battle changed to another. Every ruleset refuses the event in one line, or goes
/// on with what it made of it: whatever is shown is shown, and what does not hold together is said in a line when a command meets it.
/// Nothing is read that is not there (under sanitizers), nothing asserts, nothing is thrown.

#include <array>
#include <set>

#include "engine/core/json_types.hpp"
#include "tests/support/leaving.hpp"
#include "tests/support/random_player.hpp"
#include "tests/support/sample_battles.hpp"
#include "tests/support/seeds.hpp"

namespace meddled_tests {

using namespace polemarch;
using engine::Json;
using test::RandomPlayer;
using test::sample;

namespace {

/// Changes one value of an event, as somebody with an editor would: names, numbers and words to others, lists and objects shorter.
class Meddler {
 public:
  explicit Meddler(unsigned seed) : random_(seed) {}

  unsigned below(std::size_t bound) { return random_.below(bound); }

  /// The event with something else in it, and where; the same event where the change changes nothing.
  std::pair<std::string, std::string> meddled(const std::string& event) {
    Json changed = Json::parse(event);
    std::vector<std::string> places;
    places_in(changed, "", places);
    const std::string at = places[below(places.size())];
    if (at != "/event") change(changed[Json::json_pointer(at)]);
    return {changed.dump(), at};
  }

 private:
  void places_in(const Json& j, const std::string& path, std::vector<std::string>& out) {
    out.push_back(path);
    if (j.is_string()) words_.insert(j.get<std::string>());
    if (j.is_structured())
      for (const auto& [key, value] : j.items()) places_in(value, path + "/" + key, out);
  }

  void change(Json& value) {
    static constexpr std::array kNumbers{-1, 0, 1, 2, 7, 99, 1'000'000, 2'147'483'647, -2'147'483'647 - 1};
    if (value.is_string()) {
      const unsigned how = below(4);
      auto word = words_.begin();
      std::advance(word, below(words_.size()));
      value = how == 0 ? std::string("Z9") : how == 1 ? std::string() : *word;
    } else if (value.is_boolean()) {
      value = !value.get<bool>();
    } else if (value.is_number()) {
      value = kNumbers[below(kNumbers.size())];
    } else if (value.is_array() && !value.empty()) {
      const unsigned how = below(3);
      if (how == 0) value.erase(value.size() - 1);
      if (how == 1) value.push_back(Json(value[0]));
      if (how == 2) value = Json::array();
    } else if (value.is_object() && !value.empty()) {
      auto at = value.begin();
      std::advance(at, below(value.size()));
      value.erase(at);
    }
  }

  RandomPlayer random_;
  std::set<std::string> words_;  ///< of the events so far: names, kinds, rules
};

/// What a report, a replay and the page ask of an event, upon the battle before it.
void read_before(const engine::Battle& battle, const std::vector<std::string>& events, const std::string& event) {
  static_cast<void>(battle.tell(event));
  static_cast<void>(battle.gist(event));
  static_cast<void>(battle.happened(events));
  static_cast<void>(battle.todays(event));
}

/// Shows everything, and plays on by a few commands. What came of it, in a line.
std::string goes_on(engine::Battle& battle, bool shown, unsigned seed) {
  if (shown)
    for (const Viewer viewer : {Viewer::Umpire, Viewer::Both}) test::leaves_for(battle, viewer, 6);
  RandomPlayer player(seed, 10);
  for (int more = 0; more < 3; ++more) {
    const auto command = player.next(battle);
    if (!command) return "nothing to do";
    const std::string before = battle.state_text();
    const auto outcome = battle.submit(*command);
    if (outcome) continue;
    CHECK(outcome.error().line.find('\n') == std::string::npos);
    CHECK(battle.state_text() == before);
    return "lost";
  }
  return "played on";
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
