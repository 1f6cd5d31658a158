/// Virtual cards come out of the pile as the battle has it: over whole battles no card falls more often than it exists between two
/// shuffles, also after an undo and after the log is taken up again. The ledger here counts from the events alone.

#include <map>
#include <nlohmann/json.hpp>

#include "assistant/chance/virtual_chance.hpp"
#include "assistant/session/session.hpp"
#include "tests/assistant/session/log_support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/random_player.hpp"
#include "tests/support/source_dir.hpp"

namespace pile_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using nlohmann::json;

namespace {

using Counts = std::map<int, int>;

/// What is out of each pile, told by the log's events.
struct Ledger {
  struct Out {
    Counts drawn, kept;  ///< kept: in hands or on units, not shuffled with the rest
  };
  std::map<std::string, Out> piles;

  void shuffle(const std::string& pile) { piles[pile].drawn = piles[pile].kept; }

  void draw(const engine::ChanceSpec& wanted, const std::vector<int>& values) {
    Out& out = piles[wanted.source];
    for (const int value : values) {
      int all = 0, gone = 0;
      for (const int count : wanted.pile->all) all += count;
      for (const auto& [drawn, count] : out.drawn) gone += count;
      if (gone >= all) shuffle(wanted.source);
      ++out.drawn[value];
    }
  }

  void hear(const json& event) {
    const std::string name = event.at("event");
    if (name == "turn_ended") piles.erase("deck A"), piles.erase("deck B");
    if (name == "card_turned" && event.at("on_units").get<bool>())
      ++piles["deck " + event.at("side").get<std::string>()].kept[event.at("card")];
    if (name == "deck_reshuffled" && !event.contains("side")) shuffle("deck");
    if (name == "card_taken" && event.at("card").contains("value"))
      piles["deck"].kept[event.at("card").at("value")] = 1, piles["deck"].drawn[event.at("card").at("value")] = 1;
    if (name == "card_spent" && event.at("from_hand").get<bool>()) piles["deck"].kept.erase(event.at("card").get<int>());
  }
};

struct Deck {
  const char* room;
  int cards, of_each;
};

std::vector<engine::Wait> drawn_from_piles(const engine::Battle& battle) {
  std::vector<engine::Wait> out;
  for (engine::Wait& wait : battle.waits(Viewer::Umpire))
    if (wait.chance && wait.chance->pile) out.push_back(std::move(wait));
  return out;
}

}  // namespace

TEST_CASE("no virtual card falls more often than it exists between two shuffles, in any room with cards", "[chance][random]") {
  const Deck deck = GENERATE(Deck{"to_the_strongest", 80, 8}, Deck{"blade_and_bow", 60, 1});
  const unsigned seed = GENERATE(1U, 2U, 3U);
  CAPTURE(deck.room, seed);
  const test::LogFolder folder;
  const std::string log = folder / (std::string(deck.room) + ".battle");
  auto session = Session::open(test::source_dir() + "/models/data/battles/" + deck.room + "_sample.json", log);
  REQUIRE(session);
  chance::VirtualChance cards(seed);
  test::RandomPlayer player(seed, 0, [&](const engine::ChanceSpec& wanted) { return cards.draw(wanted); });
  Ledger ledger;
  std::map<std::int64_t, Ledger> at{{0, ledger}};  // by the seq the battle stood at
  std::vector<std::int64_t> line{0};
  int draws = 0, shuffles = 0, undone = 0, reopened = 0;
  for (int i = 0; i < 480; ++i) {
    const engine::Battle& battle = (*session)->battle();
    if (i % 110 == 109) {
      const auto before = drawn_from_piles(battle);
      *session = nullptr;  // the log is closed before it is taken up again
      session = Session::open(log);
      if (!session) FAIL(session.error().line);
      CHECK(drawn_from_piles((*session)->battle()) == before);
      ++reopened;
      continue;
    }
    std::optional<std::string> command = player.next(battle);
    const bool undo = line.size() > 1 && (!command || player.chance(8));  // once it is over, back into it
    if (undo) command = R"({"by":"umpire","do":"undo"})";
    if (!command) break;
    const json spoken = json::parse(*command);
    if (spoken.contains("values")) {
      for (const engine::Wait& wait : drawn_from_piles(battle)) {
        if ("w" + std::to_string(wait.id.number) != spoken.at("wait")) continue;
        const engine::ChanceSpec& wanted = *wait.chance;
        const bool cut = wanted.pile->shuffled == std::vector{engine::Reshuffle::AtOnce};
        int all = 0;
        for (const int count : wanted.pile->all) all += count;
        CHECK(all == deck.cards);
        if (cut) continue;
        ledger.draw(wanted, spoken.at("values"));
        ++draws;
        for (const auto& [value, count] : ledger.piles[wanted.source].drawn) {
          INFO(wanted.source << " card " << value);
          CHECK(count <= deck.of_each);
          CHECK(count <= wanted.pile->all.at(static_cast<std::size_t>(value - wanted.lowest)));
        }
      }
    }
    const auto outcome = (*session)->submit(*command, "virtual", 0.25 * i);
    INFO(*command);
    REQUIRE(outcome);
    INFO((outcome->verdict.reasons.empty() ? "" : outcome->verdict.reasons.front().text));
    if (spoken.at("do") == "answer") CHECK(outcome->verdict.allowed());
    if (!outcome->verdict.allowed()) continue;
    if (undo) {
      line.pop_back();
      ledger = at.at(line.back());
      ++undone;
      continue;
    }
    for (const std::string& event : outcome->events) {
      const json told = json::parse(event);
      ledger.hear(told);
      shuffles += told.at("event") == "turn_ended" || told.at("event") == "deck_reshuffled" ? 1 : 0;
    }
    line.push_back(outcome->seq);
    at[outcome->seq] = ledger;
  }
  CHECK(draws > 60);
  CHECK(shuffles > 1);
  CHECK(undone > 10);
  CHECK(reopened > 1);
}

}  // namespace pile_tests
