/// Battles of random legal commands played through the log: every line is hash-chained, and read back the battle stands where it stood.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>

#include "assistant/session/session.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace random_log_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using nlohmann::json;

namespace {

/// An answer to the first open question, from what it offers.
json answer_to(const engine::Wait& wait, std::mt19937& rng) {
  json command{{"by", "umpire"}, {"do", "answer"}, {"wait", "w" + std::to_string(wait.id.number)}};
  if (wait.chance) {
    const auto& chance = *wait.chance;
    std::vector<int> values;
    for (int i = 0; i < chance.count; ++i)
      values.push_back(chance.lowest + static_cast<int>(rng() % static_cast<unsigned>(chance.highest - chance.lowest + 1)));
    command["values"] = values;
  } else {
    command["choice"] = wait.options.at(rng() % wait.options.size()).key;
  }
  return command;
}

/// What a random player says next: an answer, or something offered about a random unit; empty when he found nothing.
json next_word(const engine::Battle& battle, std::mt19937& rng) {
  if (const auto waits = battle.waits(Viewer::Umpire); !waits.empty()) return answer_to(waits.front(), rng);
  const auto places = battle.places();
  for (int attempt = 0; attempt < 8; ++attempt) {
    engine::About about = engine::AboutAll{};
    if (attempt < 7 && !places.empty()) about = places[rng() % places.size()].unit;
    std::vector<std::string> open;
    for (const engine::OfferText& offer : battle.offers(Viewer::Umpire, about)) {
      const auto yes = [](const engine::Need& need) { return need.kind == engine::NeedKind::Yes; };  // he ends no battle
      if (offer.verdict.allowed() && std::none_of(offer.still_needed.begin(), offer.still_needed.end(), yes)) open.push_back(offer.command);
    }
    if (open.empty()) continue;
    json command = json::parse(open[rng() % open.size()]);
    command["by"] = "umpire";
    return command;
  }
  return {};
}

}  // namespace

TEST_CASE("random play through the log: chained, read back and judged again the same", "[session][random]") {
  const int commands = std::getenv("POLEMARCH_LONG") != nullptr ? 1500 : 120;
  const std::string room = GENERATE("blade_and_bow", "to_the_strongest", "hail_caesar");
  const std::string log =
      (std::filesystem::temp_directory_path() / ("polemarch_random_" + std::to_string(::getpid()) + "_" + room + ".battle")).string();
  std::filesystem::remove(log);
  INFO(room);
  std::string hash, state;
  int said = 0, allowed = 0;
  {
    auto session = Session::open(test::source_dir() + "/models/data/battles/" + room + "_sample.json", log);
    REQUIRE(session);
    std::mt19937 rng(71);
    for (; said < commands; ++said) {
      const json command = next_word((*session)->battle(), rng);
      if (command.is_null()) break;
      const auto outcome = (*session)->submit(command.dump(), "virtual", 0.5 * said);
      INFO(command.dump());
      REQUIRE(outcome);
      allowed += outcome->verdict.allowed() ? 1 : 0;
    }
    hash = (*session)->state_hash();
    state = (*session)->battle().state_text();
  }
  CHECK(allowed > commands / 2);
  auto again = Session::open_read_only(log);  // refuses a broken chain
  REQUIRE(again);
  CHECK_FALSE((*again)->warning().has_value());
  CHECK((*again)->lines().size() == static_cast<std::size_t>(said));
  CHECK((*again)->state_hash() == hash);
  CHECK((*again)->battle().state_text() == state);
  const auto verified = Session::verify(log);
  REQUIRE(verified);
  INFO(verified->what);
  CHECK(verified->same);
  CHECK(verified->states_compared);
  std::filesystem::remove(log);
  std::filesystem::remove(log.substr(0, log.size() - 7) + ".keys");
}

}  // namespace random_log_tests
