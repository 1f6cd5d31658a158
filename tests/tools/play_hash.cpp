/// Plays the battles of tests/playthroughs, and random ones of every ruleset's sample, and prints a hash of all that came of each:
/// verdicts, events, states. Built by several compilers at several levels it must print the same (`./run test --compilers`). Needs the
/// engine alone.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/core/json_types.hpp"
#include "engine/registry/registry.hpp"
#include "tests/support/random_player.hpp"
#include "tests/support/source_dir.hpp"

using namespace polemarch;
namespace fs = std::filesystem;

namespace {

/// FNV-1a over texts, each with its end.
struct Sum {
  std::uint64_t value = 14695981039346656037ULL;
  void add(const std::string& text) {
    for (const char c : text + "\n") value = (value ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  }
};

std::string text_in(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::unique_ptr<engine::Battle> battle_in(const fs::path& path) {
  const std::string setup = text_in(path);
  const engine::Json json = engine::Json::parse(setup);
  const auto room = engine::find_ruleset(json.value("ruleset", ""));
  if (!room) return nullptr;
  auto battle = (*room)->make(setup, path.filename().string());
  if (!battle) std::fprintf(stderr, "%s\n", battle.error().line.c_str());
  return battle ? std::move(*battle) : nullptr;
}

void give(engine::Battle& battle, const std::string& command, Sum& sum) {
  const auto outcome = battle.submit(command);
  if (!outcome) return sum.add(outcome.error().line);
  sum.add(engine::verdict_json(outcome->verdict).dump());
  for (const std::string& event : outcome->events) sum.add(event);
  sum.add(battle.state_text());
}

/// What a screen would draw: advice and offers of some units.
void look(const engine::Battle& battle, Sum& sum) {
  for (const engine::Place& place : battle.places()) {
    const engine::Advice advice = battle.advise({place.unit, std::nullopt}, Viewer::Umpire);
    for (const engine::AdviceLine& line : advice.lines) sum.add(engine::reason_json(line.reason).dump());
    for (const auto& offer : battle.offers(viewer_of(place.side), place.unit))
      sum.add(offer.command + engine::verdict_json(offer.verdict).dump());
  }
}

void print(const std::string& name, std::int64_t commands, const Sum& sum) {
  std::printf("%-32s %4lld commands %016llx\n", name.c_str(), static_cast<long long>(commands), static_cast<unsigned long long>(sum.value));
}

}  // namespace

int main() {
  const fs::path root = test::source_dir();
  std::vector<fs::path> setups;
  for (const auto& entry : fs::recursive_directory_iterator(root / "tests/playthroughs"))
    if (entry.path().string().ends_with(".battle.json")) setups.push_back(entry.path());
  std::sort(setups.begin(), setups.end());
  for (const fs::path& setup : setups) {
    const auto battle = battle_in(setup);
    if (battle == nullptr) return 1;
    const std::string stem = setup.string().substr(0, setup.string().size() - std::string(".battle.json").size());
    Sum sum;
    std::istringstream commands(text_in(stem + ".commands.jsonl"));
    for (std::string line; std::getline(commands, line);)
      if (line.starts_with("{")) give(*battle, line, sum);
    look(*battle, sum);
    print(fs::path(stem).filename().string(), battle->seq(), sum);
  }
  for (const auto& room : engine::rulesets()) {
    const std::string key(room.info().key);
    for (const unsigned seed : {1U, 2U}) {
      const auto battle = battle_in(root / "models/data/battles" / (key + "_sample.json"));
      if (battle == nullptr) return 1;
      test::RandomPlayer player(seed, 15);
      Sum sum;
      for (int i = 0; i < 150; ++i) {
        const auto command = player.next(*battle);
        if (!command) break;
        give(*battle, *command, sum);
        if (i % 50 == 0) look(*battle, sum);
      }
      print(key + ", seed " + std::to_string(seed), battle->seq(), sum);
    }
  }
  return 0;
}
