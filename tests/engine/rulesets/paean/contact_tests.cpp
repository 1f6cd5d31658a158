// Who touches whom when bases do not stand square to each other.
#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace contact_tests {

using namespace polemarch;
using namespace polemarch::paean;
using paean::test::Field;

TEST_CASE("a charge that goes home at a slant is in contact, by whatever angle and at every scale",
          "[paean][PA-GEO-16][PA-CHG-08][PA-CCD-02][PA-GEO-12][PA-GEO-13]") {
  for (const int k : {1, 2, 3})
    for (const double angle : {0.0, 1.5, 2.5, 4.0, 6.0, 8.0, 9.5, 10.5, 14.0})
      for (const double aside : {-15.0, 0.0, 15.0}) {
        CAPTURE(k, angle, aside);
        Field field(k);
        field.put("A1", Side::A, Weight::LH, {.x = 800, .y = 800, .bases = 2, .files = 2});
        field.put("B1", Side::B, Weight::LH, {.x = 800 + aside * k, .y = 800 + 45.0 * k, .bases = 2, .files = 2, .heading = 270 + angle});
        field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
        field.dice({6, 6});
        field.choose("home");
        CHECK(field.touch("A1", "B1"));
        CHECK(field.asked() == "PA-CCD-04");
        REQUIRE(field.formation("B1").contacts.size() == 1);
        CHECK(field.formation("B1").contacts.front().on == Flank::Front);
      }
}

TEST_CASE("corner to corner is no contact at a slant either", "[paean][PA-GEO-16]") {
  for (const double angle : {0.0, 3.0, 6.0}) {
    CAPTURE(angle);
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400});
    field.put("B1", Side::B, Weight::LH, {.x = 641, .y = 401, .heading = 270 + angle});
    CHECK(touches(stands_of(field.state, {"A1"}), stands_of(field.state, {"B1"}), 1, Touching::Now).empty());
  }
}

}  // namespace contact_tests
