/// What commands and events are about, in every ruleset.
#include <algorithm>
#include <string>
#include <vector>

#include "engine/core/battle.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/sample_battles.hpp"

namespace gist_tests {

using namespace polemarch;
using engine::Deed;
using engine::Gist;
using engine::Glyph;
using engine::News;

std::unique_ptr<engine::Battle> sample_of(const std::string& key) {
  for (const engine::RegisteredRuleset& room : engine::rulesets())
    if (room.info().key == key) return test::sample(room);
  FAIL("no ruleset " + key);
  return nullptr;
}

TEST_CASE("an event says what it is to a reader, and what became of a unit", "[doors][gist]") {
  struct Said {
    const char *room, *event;
    Gist gist;
  };
  const std::vector<Said> said{
      {"to_the_strongest", R"({"event":"disorder_set","unit":"A1","level":2})", {News::Result, Glyph::DoublyDisordered}},
      {"to_the_strongest", R"({"event":"disorder_set","unit":"A1","level":0})", {News::Result, {}}},
      {"to_the_strongest", R"({"event":"unit_lost","unit":"A1","why":"a hit too many"})", {News::Loss, Glyph::Gone}},
      {"to_the_strongest", R"({"event":"phase_set","phase":"battle"})", {News::Course, {}}},
      {"to_the_strongest", R"({"event":"card_turned","side":"A","purpose":"save","units":["A1"],"card":4,"need":6})", {News::Throw, {}}},
      {"hoplomachia", R"({"event":"thrown","who":"A","thrower":"A1","purpose":"epidromos","values":[4]})", {News::Throw, {}}},
      {"blade_and_bow", R"({"event":"unit_disrupted","unit":"A1","rule":""})", {News::Result, Glyph::Disordered}},
      {"blade_and_bow", R"({"event":"unit_routed","unit":"A1","leaders":[],"rule":""})", {News::Result, Glyph::Routed}},
      {"blade_and_bow", R"({"event":"phase_began","phase":"draw","turn":2})", {News::Course, {}}},
      {"blade_and_bow", R"({"event":"phase_went","done":1})", {News::Note, {}}},
      {"hail_caesar", R"({"event":"disorder_set","unit":"A1","disordered":true,"rule":""})", {News::Result, Glyph::Disordered}},
      {"hail_caesar", R"({"event":"unit_broke","unit":"A1","shattered":true})", {News::Result, Glyph::Gone}},
      {"hail_caesar",
       R"({"event":"break_tested","unit":"A1","table":"ranged","roll":8,"modifier":0,"score":8,"result":"hold","casualties":0})",
       {News::Result, {}}},
      {"paean", R"({"event":"initiative_won","side":"A"})", {News::Note, {}}},
      {"paean", R"({"event":"battle_ended","winner":"A","why":"","rule":""})", {News::Decision, {}}},
      {"hoplomachia", R"({"event":"disarrayed","unit":"A1","lochoi":[],"why":"","rule":""})", {News::Result, Glyph::Disordered}},
      {"hoplomachia", R"({"event":"strategos_lost","strategos":"x","how":"","rule":""})", {News::Loss, Glyph::Gone}},
  };
  for (const Said& one : said) {
    CAPTURE(one.room, one.event);
    CHECK((sample_of(one.room)->gist(one.event) == one.gist));
  }
  for (const engine::RegisteredRuleset& room : engine::rulesets()) {
    CAPTURE(room.info().key);
    const auto battle = test::sample(room);
    CHECK((battle->gist(R"({"event":"step_closed","lane":1})") == Gist{News::Agenda, {}}));
    CHECK((battle->gist(R"({"event":"held","by":"A"})") == Gist{}));
    CHECK((battle->gist("no event") == Gist{}));
    CHECK((battle->gist(R"({"sealed":"ab"})") == Gist{}));
  }
}

TEST_CASE("a command says whether it does nothing but end something", "[doors][gist]") {
  struct Said {
    const char *room, *command;
    bool only_ends;
  };
  const std::vector<Said> said{
      {"to_the_strongest", R"({"by":"A","do":"end_turn"})", true}, {"to_the_strongest", R"({"by":"A","do":"pass"})", true},
      {"blade_and_bow", R"({"by":"A","do":"pass"})", true},        {"blade_and_bow", R"({"by":"A","do":"end_action"})", true},
      {"hail_caesar", R"({"by":"A","do":"end_phase"})", true},     {"hail_caesar", R"({"by":"A","do":"end_battle"})", false},
      {"paean", R"({"by":"A","do":"end_phase"})", true},           {"paean", R"({"by":"A","do":"begin"})", false},
      {"hoplomachia", R"({"by":"A","do":"end_commands"})", true},  {"hoplomachia", R"({"by":"A","do":"stand_all"})", false},
      {"hoplomachia", R"({"by":"A","do":"undo"})", false},         {"hoplomachia", "no command", false}};
  for (const Said& one : said) {
    CAPTURE(one.room, one.command);
    CHECK(sample_of(one.room)->only_ends(one.command) == one.only_ends);
  }
}

TEST_CASE("a command says what somebody is told to do", "[doors][gist]") {
  struct Said {
    const char *room, *command;
    Deed deed;
  };
  const std::vector<Said> said{
      {"to_the_strongest", R"({"by":"A","do":"shoot","unit":"A1","target":"B1"})", Deed::Shoot},
      {"to_the_strongest", R"({"by":"A","do":"rally","unit":"A1"})", Deed::Rally},
      {"to_the_strongest", R"({"by":"A","do":"end_turn"})", Deed::Other},
      {"blade_and_bow", R"({"by":"A","do":"melee","units":["A1"],"target":"B1"})", Deed::Charge},
      {"blade_and_bow", R"({"by":"A","do":"face","unit":"A1","facing":"N"})", Deed::Move},
      {"hail_caesar", R"({"by":"A","do":"order","general":"A.General","unit":"A1"})", Deed::Order},
      {"hail_caesar", R"({"by":"A","do":"countercharge","unit":"A1"})", Deed::Charge},
      {"hail_caesar", R"({"by":"A","do":"move","unit":"A1","ahead_in":6})", Deed::Move},
      {"hail_caesar", R"({"by":"A","do":"move","unit":"A1","formation":"column"})", Deed::Other},
      {"paean", R"({"by":"A","do":"reorder","unit":"A1"})", Deed::Other},
      {"paean", R"({"by":"A","do":"move","unit":"A1","ahead_cm":4})", Deed::Move},
      {"hoplomachia", R"({"by":"A","do":"belos_charge","unit":"A1"})", Deed::Charge},
      {"hoplomachia", R"({"by":"A","do":"verbal","unit":"A1","order":"march"})", Deed::Order},
  };
  for (const Said& one : said) {
    CAPTURE(one.room, one.command);
    CHECK(sample_of(one.room)->deed(one.command) == one.deed);
  }
  for (const engine::RegisteredRuleset& room : engine::rulesets()) {
    const auto battle = test::sample(room);
    CHECK(battle->deed(R"({"by":"A","do":"undo"})") == Deed::Other);
    CHECK(battle->deed("no command") == Deed::Other);
    CHECK(battle->route("no command").legs.empty());
  }
}

TEST_CASE("a move names its route part by part", "[doors][gist]") {
  using enum engine::RouteLeg::Kind;
  const auto legs = [](const char* room, const char* command) { return sample_of(room)->route(command).legs; };
  const auto paean = legs("paean", R"({"by":"A","do":"move","unit":"A1","legs":[{"ahead_cm":10},{"back_cm":4},{"wheel_right_deg":30}]})");
  REQUIRE(paean.size() == 3);
  CHECK((paean[0].kind == Ahead && paean[0].distance == 100_mm));
  CHECK((paean[1].kind == Ahead && paean[1].distance == -40_mm));
  CHECK((paean[2].kind == Wheel && paean[2].angle == -30_deg));
  const auto taxis = legs("hoplomachia", R"({"by":"A","do":"move","unit":"A1","legs":[{"turn_deg":90},{"ahead_in":2},{"right_in":1}]})");
  REQUIRE(taxis.size() == 3);
  CHECK(taxis[0].kind == Form);
  CHECK((taxis[1].kind == Ahead && taxis[1].distance == Length::from_mm(50.8)));
  CHECK((taxis[2].kind == Echelon && taxis[2].angle == -90_deg));
  const auto straight = legs("hail_caesar", R"({"by":"A","do":"move","unit":"A1","ahead_in":6})");
  REQUIRE(straight.size() == 1);
  CHECK(straight[0].distance == Length::from_mm(152.4));
  CHECK(legs("to_the_strongest", R"({"by":"A","do":"move","unit":"A1","to":"c3"})").empty());
}

}  // namespace gist_tests
