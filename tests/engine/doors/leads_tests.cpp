/// Where offers lead (engine/core/leading.hpp): what a menu asks to be filled in with poses takes them as measured, in every ruleset.

#include <algorithm>
#include <set>

#include "engine/core/leading.hpp"
#include "tests/support/random_player.hpp"
#include "tests/support/sample_battles.hpp"

namespace leads_tests {

using namespace polemarch;
using test::RandomPlayer;
using test::sample;

TEST_CASE("an offer that needs poses takes them as measured, and speaks of the unit it is about, in every ruleset", "[doors][random]") {
  for (const auto& room : engine::rulesets()) {
    const auto battle = sample(room);
    const engine::Leading* leading = engine::leading(*battle);
    REQUIRE(leading != nullptr);
    RandomPlayer player(7);
    int led = 0, filled = 0;
    for (int i = 0; i < 80; ++i) {
      std::set<UnitId> units;
      if (i % 8 == 0)
        for (const engine::Place& place : battle->places()) units.insert(place.unit);
      for (const UnitId& unit : units) {
        for (const engine::OfferText& offer : battle->offers(Viewer::Umpire, unit)) {
          nlohmann::json command = nlohmann::json::parse(offer.command);
          command["by"] = "umpire";
          const engine::Lead lead = leading->lead(command.dump());
          INFO(offer.command);
          const bool says = lead.set_down || !lead.nowhere() || !lead.by_way.empty() || lead.blank != engine::Blank::None;
          led += lead.takes(unit) && says ? 1 : 0;
          if (offer.whole || std::none_of(offer.still_needed.begin(), offer.still_needed.end(),
                                          [](const engine::Need& need) { return need.kind == engine::NeedKind::Pose; }))
            continue;
          ++filled;
          CHECK(lead.takes(unit));
          CHECK((lead.set_down || lead.blank != engine::Blank::None));
        }
      }
      if (const auto command = player.next(*battle)) REQUIRE(battle->submit(*command));
    }
    CAPTURE(room.info().key, led, filled);
    CHECK(led > 5);
    const bool on_a_grid = room.info().key == "to_the_strongest" || room.info().key == "blade_and_bow";
    CHECK((on_a_grid || filled > 5));
  }
}

TEST_CASE(
    "what an offer still needs has a kind and a word, a pattern names the field to be filled in or wants a yes, a whole command neither",
    "[doors][random]") {
  for (const auto& room : engine::rulesets()) {
    const auto battle = sample(room);
    RandomPlayer player(11);
    int asked = 0;
    for (int i = 0; i < 60; ++i) {
      for (const Viewer side : {Viewer::A, Viewer::B})
        for (const engine::OfferText& offer : battle->offers(side, engine::AboutAll{})) {
          CAPTURE(room.info().key, offer.command);
          CHECK((offer.whole || !offer.still_needed.empty()));
          for (const engine::Need& need : offer.still_needed) {
            CHECK_FALSE(need.word.empty());
            const bool said = need.kind == engine::NeedKind::Yes;  // not every command has a field for it
            CHECK((said || need.field.empty() == offer.whole));
            CHECK((!said || !offer.whole));
            const bool falls = need.kind == engine::NeedKind::Dice || need.kind == engine::NeedKind::Card;
            CHECK((falls || said || !need.field.empty()));
            ++asked;
          }
        }
      if (const auto command = player.next(*battle)) REQUIRE(battle->submit(*command));
    }
    CAPTURE(room.info().key);
    CHECK(asked > 0);
  }
}

}  // namespace leads_tests
