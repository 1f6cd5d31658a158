/// Rooms that keep no turn measure what stands on the table: a unit leaves it once, and by its owner.

#include "engine/core/json_types.hpp"
#include "tests/support/sample_battles.hpp"

using namespace polemarch;
using engine::Json;
using test::sample;

namespace {

engine::Outcome say(engine::Battle& battle, const Json& command) {
  const auto outcome = battle.submit(command.dump());
  if (!outcome) FAIL(outcome.error().line);
  return *outcome;
}

bool is_impossible(const engine::Outcome& outcome) {
  return outcome.verdict.ruling == engine::Ruling::Refused && outcome.verdict.refusal == engine::Refusal::Impossible;
}

int standing(const engine::Battle& battle, const UnitId& unit) {
  int bases = 0;
  for (const engine::Place& place : battle.places()) bases += place.unit == unit && place.on_table ? 1 : 0;
  return bases;
}

/// The rooms that measure, and a unit of A's on the table in each sample battle.
template <class Check>
void in_measuring_rooms(const Check& check) {
  int rooms = 0;
  for (const auto& room : engine::rulesets()) {
    const auto battle = sample(room);
    if (battle->now().phase != "measuring") continue;
    CAPTURE(room.info().key);
    ++rooms;
    const auto places = battle->places();
    const auto mine = std::find_if(places.begin(), places.end(), [](const engine::Place& p) { return p.side == Side::A && p.on_table; });
    REQUIRE(mine != places.end());
    check(*battle, *mine);
  }
  CHECK(rooms == 1);
}

}  // namespace

TEST_CASE("a measured unit leaves the table once", "[doors][measuring]") {
  in_measuring_rooms([](engine::Battle& battle, const engine::Place& place) {
    const Json remove{{"by", "A"}, {"do", "remove"}, {"unit", place.unit.text}};
    CHECK(say(battle, remove).verdict.allowed());
    CHECK(standing(battle, place.unit) == 0);
    CHECK(is_impossible(say(battle, remove)));
    CHECK(is_impossible(say(battle, {{"by", "A"}, {"do", "remove"}, {"unit", place.unit.text}, {"bases", {place.base.text}}})));
    for (const engine::OfferText& offer : battle.offers(Viewer::A, place.unit)) CHECK_FALSE(offer.verdict.allowed());
    const Json pose{{"base", place.base.text}, {"x_mm", 300}, {"y_mm", 300}, {"heading_deg", 90}};
    CHECK(say(battle, {{"by", "A"}, {"do", "place"}, {"unit", place.unit.text}, {"poses", {pose}}}).verdict.allowed());
    CHECK(standing(battle, place.unit) == 1);
    CHECK(say(battle, remove).verdict.allowed());
  });
}

TEST_CASE("a measured unit is placed and taken off by its owner or the umpire alone", "[doors][measuring]") {
  in_measuring_rooms([](engine::Battle& battle, const engine::Place& place) {
    const int stood = standing(battle, place.unit);
    const Json pose{{"base", place.base.text}, {"x_mm", 300}, {"y_mm", 300}, {"heading_deg", 90}};
    CHECK(is_impossible(say(battle, {{"by", "B"}, {"do", "remove"}, {"unit", place.unit.text}})));
    CHECK(is_impossible(say(battle, {{"by", "B"}, {"do", "place"}, {"unit", place.unit.text}, {"poses", {pose}}})));
    CHECK(is_impossible(say(battle, {{"by", "B"}, {"do", "remove"}, {"unit", "nobody"}})));
    CHECK(standing(battle, place.unit) == stood);
    for (const engine::OfferText& offer : battle.offers(Viewer::B, place.unit)) CHECK_FALSE(offer.verdict.allowed());
    CHECK(say(battle, {{"by", "umpire"}, {"do", "remove"}, {"unit", place.unit.text}}).verdict.allowed());
    CHECK(standing(battle, place.unit) == 0);
  });
}
