/// The text doors of every ruleset: set-ups, commands, events of a log.
#include <fstream>
#include <map>
#include <memory>
#include <sstream>

#include "engine/core/json_types.hpp"
#include "engine/registry/registry.hpp"
#include "models/io/measured.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/support/source_dir.hpp"

namespace polemarch::fuzz {

namespace {

using engine::Battle;

std::string sample_of(const std::string& key) {
  std::ifstream in(test::source_dir() + "/models/data/battles/" + key + "_sample.json");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// What a screen and a log ask of a battle.
void show(const Battle& battle) {
  for (const Viewer viewer : {Viewer::A, Viewer::Both, Viewer::Umpire}) {
    static_cast<void>(battle.state_text(viewer));
    static_cast<void>(battle.describe(viewer));
    static_cast<void>(battle.waits(viewer));
    static_cast<void>(battle.windows(viewer));
  }
  static_cast<void>(battle.now());
  static_cast<void>(battle.ending());
  static_cast<void>(battle.counters());
  static_cast<void>(battle.broken_invariant());
  const auto places = battle.places();
  if (places.empty()) return;
  static_cast<void>(battle.offers(viewer_of(places.front().side), places.front().unit));
  static_cast<void>(battle.advise({places.front().unit, places.back().unit}, Viewer::Umpire));
  static_cast<void>(battle.figures(places.front().unit, Viewer::Umpire));
}

std::unique_ptr<Battle> begun(const engine::RegisteredRuleset& room, const std::string& setup) {
  auto battle = room.make(setup, "sample");
  promise(static_cast<bool>(battle), "the sample can be set up");
  return std::move(*battle);
}

}  // namespace

void add_battle_targets(std::vector<Target>& to) {
  for (const engine::RegisteredRuleset& room : engine::rulesets()) {
    const std::string key(room.info().key);
    to.push_back({"setup_" + key, [&room](std::string_view bytes) {
                    const auto json = io::parse_message(bytes, "battle.json", io::kFileLimits);
                    if (!json) return promise_one_line(json.error());  // as the session reads it
                    const auto battle = room.make(bytes, "battle.json");
                    if (!battle) return promise_one_line(battle.error());
                    show(**battle);
                  }});
    to.push_back({"command_" + key, [&room, key](std::string_view bytes) {
                    static std::map<std::string, std::unique_ptr<Battle>> battles;
                    std::unique_ptr<Battle>& battle = battles[key];
                    if (battle == nullptr) battle = begun(room, sample_of(key));
                    std::istringstream lines{std::string(bytes)};
                    for (std::string line; std::getline(lines, line);) {
                      static_cast<void>(battle->say(line));
                      const std::int64_t before = battle->seq();
                      const auto outcome = battle->submit(line);
                      if (!outcome) {
                        promise_one_line(outcome.error());
                        promise(battle->seq() == before, "malformed text has no seq");
                      } else {
                        for (const std::string& event : outcome->events)
                          promise(static_cast<bool>(battle->todays(event)), "events read back");
                      }
                    }
                    if (battle->seq() > 0) battle.reset();
                  }});
    to.push_back({"event_" + key, [&room, key](std::string_view bytes) {
                    const auto battle = begun(room, sample_of(key));
                    std::istringstream lines{std::string(bytes)};
                    for (std::string line; std::getline(lines, line);) {
                      static_cast<void>(battle->tell(line));
                      const std::string before = battle->state_text();
                      const auto folded = battle->fold("{}", std::vector<std::string>{line});
                      if (folded) continue;
                      promise_one_line(folded.error());
                      promise(battle->state_text() == before, "an event that is no event changes nothing");
                      return;
                    }
                    static_cast<void>(battle->state_text(Viewer::Both));
                    static_cast<void>(battle->describe(Viewer::Both));
                    static_cast<void>(battle->broken_invariant());
                  }});
  }
}

}  // namespace polemarch::fuzz
