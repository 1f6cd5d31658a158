/// The text doors of every ruleset: set-ups, commands, events of a log.
#include <fstream>
#include <memory>
#include <sstream>

#include "engine/core/json_types.hpp"
#include "engine/registry/registry.hpp"
#include "models/io/measured.hpp"
#include "tests/fuzz/event_reader.hpp"
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

/// The sample of a room, set up once: every input gets a copy, which costs a hundredth.
class Sample {
 public:
  explicit Sample(const engine::RegisteredRuleset& room) : room_(room) {}

  const Battle& battle() {
    if (battle_ == nullptr) {
      auto made = room_.make(sample_of(std::string(room_.info().key)), "sample");
      promise(static_cast<bool>(made), "the sample can be set up");
      battle_ = std::move(*made);
    }
    return *battle_;
  }

 private:
  const engine::RegisteredRuleset& room_;
  std::unique_ptr<Battle> battle_;
};

void read_commands(Battle& battle, std::string_view bytes) {
  std::istringstream lines{std::string(bytes)};
  for (std::string line; std::getline(lines, line);) {
    static_cast<void>(battle.say(line));
    const std::int64_t before = battle.seq();
    const auto outcome = battle.submit(line);
    if (!outcome) {
      promise_one_line(outcome.error());
      promise(battle.seq() == before, "malformed text has no seq");
    } else {
      for (const std::string& event : outcome->events) promise(static_cast<bool>(battle.todays(event)), "events read back");
    }
  }
}

}  // namespace

void add_battle_targets(std::vector<Target>& to) {
  for (const engine::RegisteredRuleset& room : engine::rulesets()) {
    const std::string key(room.info().key);
    const auto sample = std::make_shared<Sample>(room);
    to.push_back({"setup_" + key, [&room](std::string_view bytes) {
                    const auto json = io::parse_message(bytes, "battle.json", io::kFileLimits);
                    if (!json) return promise_one_line(json.error());  // as the session reads it
                    const auto battle = room.make(bytes, "battle.json");
                    if (!battle) return promise_one_line(battle.error());
                    show(**battle);
                  }});
    to.push_back({"command_" + key, [sample](std::string_view bytes) { read_commands(*sample->battle().copy(), bytes); }});
    const auto reader = std::make_shared<EventReader>([sample]() -> const Battle& { return sample->battle(); });
    to.push_back({"event_" + key, [reader](std::string_view bytes) { reader->read(bytes); }, [reader] { reader->settle(); }});
  }
}

}  // namespace polemarch::fuzz
