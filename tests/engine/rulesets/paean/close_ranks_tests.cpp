// Push backs that meet friends: ranks that close, of themselves or after a test, and those that do not.
#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace close_ranks_tests {

using namespace polemarch;
using namespace polemarch::paean;
using paean::test::Field;
using paean::test::Fight;
using paean::test::gap;

namespace {

/// Close ranks and close shields are one thing, told in one word (PA-AMB-83).
bool closes_ranks(const Field& field) {
  return std::any_of(field.events.begin(), field.events.end(), [](const Event& event) {
    const auto* one = std::get_if<Reacted>(&event);
    return one != nullptr && one->how == "closes ranks";
  });
}

}  // namespace

TEST_CASE("a friend met at the flank tests, turns as many bases to face and closes ranks, the rest is a formation of its own",
          "[paean][PA-EX-22][PA-RES-26][PA-RES-28][PA-RES-29][PA-RES-30][PA-RES-41][PA-AMB-83]") {
  Fight field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2, .heading = 270});
  field.put("B2", Side::B, Weight::LH, {.x = 590, .y = 565, .bases = 6, .files = 6, .heading = 180});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.begin();
  field.fight(2, 0);
  REQUIRE(field.asked() == "PA-RES-28");
  field.dice({4, 4});
  CHECK(closes_ranks(field));
  CHECK(field.formation("B2").bases.size() == 4);
  CHECK(field.formation("B2-2").bases.size() == 2);
  CHECK(field.heading(field.formation("B2-2").bases.front().text) == Approx(270));
  CHECK_FALSE(field.formation("B2-2").unformed());
  for (const char* base : {"B1.1", "B1.2"}) {
    CHECK(field.formation(field.state.bases.at({base}).unit.text).status.rallying == 1);
    for (const BaseId& wall : field.formation("B2-2").bases) CHECK(gap(field, base, wall.text) >= 9.9);
  }
}

TEST_CASE("pushed bases flow round the friends beside them into the room behind, and are not carried past the next formation",
          "[paean][PA-RES-29][PA-RES-15][PA-RES-19]") {
  Fight field;
  field.put("A1", Side::A, Weight::LH, {.x = 590, .y = 400, .bases = 4, .files = 2});
  field.put("B1", Side::B, Weight::H, {.x = 600, .y = 400, .bases = 6, .files = 3, .heading = 270});
  field.put("B2", Side::B, Weight::H, {.x = 497, .y = 450, .bases = 2, .files = 2, .heading = 270});
  field.put("B3", Side::B, Weight::LH, {.x = 707, .y = 450, .bases = 4, .files = 2, .heading = 270});
  field.put("B4", Side::B, Weight::H, {.x = 397, .y = 450, .bases = 2, .files = 2, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.begin();
  field.fight(5, 0);
  CHECK(closes_ranks(field));
  int rallying = 0;
  for (const auto& [id, formation] : field.state.formations) {
    if (!formation.status.rallying || !formation.bases.front().text.starts_with("B1.")) continue;
    ++rallying;
    CAPTURE(id.text, field.at(formation.bases.front().text).x);
    CHECK(std::abs(field.at(formation.bases.front().text).x - 600) < 200);  // the row alone reaches 120 aside
  }
  CHECK(rallying == 5);
}

TEST_CASE("a friend that fails to close ranks is unformed, however large, the pushed bases lie beside it",
          "[paean][PA-EX-23][PA-EX-27][PA-RES-31][PA-RES-33][PA-RES-42][PA-UNF-10]") {
  Fight field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2, .heading = 270});
  field.put("B2", Side::B, Weight::LH, {.x = 590, .y = 845, .bases = 20, .files = 20, .heading = 180});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.begin();
  field.fight(2, 0);
  REQUIRE(field.asked() == "PA-RES-28");
  field.dice({6, 6});
  CHECK(field.gone("B2"));
  CHECK(field.formation("B2.20").bases.size() == 1);
  CHECK(field.formation("B2.20").unformed());
  CHECK(gap(field, "B2.19", "B2.20") >= 9.9);
  for (const char* base : {"B1.1", "B1.2"})
    for (int i = 1; i <= 20; ++i) CHECK(gap(field, base, "B2." + std::to_string(i)) >= 9.9);
}

TEST_CASE("ranks close of themselves at the front, a friend of lower armour is unformed without a test",
          "[paean][PA-RES-27][PA-RES-32][PA-INT-06][PA-AMB-83]") {
  for (const bool lower : {false, true}) {
    Fight field;
    field.put("A1", Side::A, Weight::H, {.x = 600, .y = 400, .bases = 2, .files = 2});
    field.put("B1", Side::B, Weight::H, {.x = 600, .y = 400, .bases = 2, .files = 2, .heading = 270});
    field.put("B2", Side::B, lower ? Weight::LH : Weight::H, {.x = 600, .y = 455, .bases = 4, .files = 4, .heading = 270});
    field.contact("A1", Flank::Front, "B1", Flank::Front);
    field.begin();
    field.fight(2, 0);
    CHECK(field.asked().empty());
    CHECK(closes_ranks(field) != lower);
    CHECK(field.gone("B2") == lower);
    if (!lower) CHECK_FALSE(field.formation("B2").unformed());
  }
}

TEST_CASE("a friend who fails to close ranks is unformed where it stands and does not rally, the pushed bases lie to either side of it",
          "[paean][PA-RES-31][PA-RES-32][PA-RES-42][PA-INT-06][PA-RES-19]") {
  for (const bool lower : {false, true}) {
    CAPTURE(lower);
    Fight field;
    field.put("A1", Side::A, Weight::H, {.x = 600, .y = 400, .bases = 6, .files = 3});
    field.put("B1", Side::B, Weight::H, {.x = 600, .y = 400, .bases = 2, .files = 2, .heading = 270});
    field.put("B2", Side::B, lower ? Weight::M : Weight::H, {.x = 600, .y = 480, .bases = 4, .files = 4});  // its rear towards them
    field.contact("A1", Flank::Front, "B1", Flank::Front);
    field.begin();
    field.fight(2, 0);
    if (!lower) {
      REQUIRE(field.asked() == "PA-RES-28");
      field.dice({6, 6});
    }
    CHECK(field.gone("B2"));
    double left = 1e9, right = 0;
    for (const char* base : {"B2.1", "B2.2", "B2.3", "B2.4"}) {
      CHECK_FALSE(field.formation(base).status.rallying);
      CHECK(field.at(base).y == Approx(470));
      left = std::min(left, field.at(base).x);
      right = std::max(right, field.at(base).x);
    }
    for (const char* base : {"B1.1", "B1.2"}) {
      CHECK(field.formation(field.state.bases.at({base}).unit.text).status.rallying == 1);
      CHECK(field.at(base).y == Approx(460));
    }
    CHECK(std::min(field.at("B1.1").x, field.at("B1.2").x) <= left - 50);
    CHECK(std::max(field.at("B1.1").x, field.at("B1.2").x) >= right + 50);
  }
}

TEST_CASE("one file of a deep friend turns to one who is pushed against it, one rank from behind, the passed test counts",
          "[paean][PA-RES-28][PA-REA-03][PA-EX-22]") {
  for (const bool rear : {false, true}) {
    CAPTURE(rear);
    Fight field;
    field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 3, .files = 3});
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 3, .files = 3, .heading = 270});
    if (rear)
      field.put("B2", Side::B, Weight::LH, {.x = 600, .y = 500, .bases = 6, .files = 3, .heading = 90});
    else
      field.put("B2", Side::B, Weight::LH, {.x = 580, .y = 520, .bases = 6, .files = 3, .heading = 180});
    field.contact("A1", Flank::Front, "B1", Flank::Front);
    field.begin();
    field.fight(3, 0);
    REQUIRE(field.asked() == "PA-RES-28");
    field.dice({4, 4});
    CHECK(field.formation("B2-2").bases.size() == (rear ? 3 : 2));  // one rank of three; one file of two
    CHECK(field.formation("B2-2").status.reactions == 1);
  }
}

}  // namespace close_ranks_tests
