// Forming up: behind the larger formation or beside it, where there is room.
#include "tests/engine/rulesets/paean/field.hpp"

namespace forming_tests {

using namespace phalanx;

namespace {

Field two(json one, json other) { return Field(setup({commander("AC", 600, 200, 11), std::move(one), std::move(other)})); }
json form(const std::string& unit, const std::string& with) { return {{"do", "form"}, {"unit", unit}, {"with", with}}; }
std::string told(const Outcome& outcome) { return outcome.verdict.reasons.front().text; }

}  // namespace

TEST_CASE("who forms up behind takes the open place nearest to it, and another where somebody stands", "[paean][PA-FAC-08][PA-FAC-10]") {
  for (const double x : {540.0, 580.0, 620.0, 660.0}) {
    CAPTURE(x);
    Field field = two(troops("A1", "LH", 4, 600, 300, 90, 4), troops("A2", "LH", 1, x + 6, 265));
    field.order("A2");
    CHECK(told(field.does(form("A2", "A1"))) == "A2 is near enough to A1, and forms up behind it");
    CHECK(field.spot("A2.1").x == Approx(x));
    CHECK(field.spot("A2.1").y == Approx(270));
    CHECK(field.spot("A1.1").x == Approx(540));  // the larger stays
  }
  Field taken(setup({commander("AC", 600, 200, 11), troops("A1", "LH", 4, 600, 300, 90, 4), troops("A2", "LH", 1, 626, 259),
                     troops("A3", "LH", 1, 641, 279)}));  // A3 stands in both places that are nearest
  taken.order("A2");
  taken.does(form("A2", "A1"));
  CHECK(taken.spot("A2.1").x == Approx(580));
}

TEST_CASE("a body that came apart two deep forms up again, the front row first and then those behind",
          "[paean][PA-FAC-08][PA-FAC-09][PA-FAC-10]") {
  std::vector<json> units{commander("AC", 575, 240, 11)};
  for (int i = 0; i < 8; ++i) units.push_back(troops("A" + std::to_string(i + 1), "LH", 1, 500 + 50 * (i % 4), i < 4 ? 300 : 270));
  Field field(setup(units));
  field.go_to("call_of_power");
  for (const char* unit : {"A1", "A3", "A4", "A6", "A7", "A8", "A5"}) {
    CAPTURE(unit);
    field.does({{"do", "call_of_power"}, {"unit", unit}});
    field.does(form(unit, "A2"));
  }
  CHECK(field.bases("A2").size() == 8);
  for (int file = 0; file < 4; ++file) {
    const auto front = field.spot("A" + std::to_string(file + 1) + ".1"), rear = field.spot("A" + std::to_string(file + 5) + ".1");
    CHECK(rear.x == Approx(front.x).margin(0.1));
    CHECK(front.y - rear.y == Approx(20).margin(0.1));
  }
}

TEST_CASE("two bodies side by side with as many rows form one line", "[paean][PA-FAC-08][PA-FAC-10]") {
  for (const double off : {0.0, 1.0, 12.0})
    for (const double side : {-1.0, 1.0}) {
      CAPTURE(off, side);
      Field field = two(troops("A1", "LH", 8, 600, 300, 90, 4), troops("A2", "LH", 8, 600 + side * (160 + off), 300 - off / 2, 90, 4));
      field.order("A2");
      CHECK(told(field.does(form("A2", "A1"))) == "A2 is near enough to A1, and forms up beside it");
      CHECK(field.bases("A1").size() == 16);
      for (int i = 1; i <= 8; ++i) {
        const std::string base = "." + std::to_string(i);
        CHECK(field.spot("A2" + base).x == Approx(field.spot("A1" + base).x + side * 160).margin(0.1));
        CHECK(field.spot("A2" + base).y == Approx(field.spot("A1" + base).y).margin(0.1));
      }
    }
  Field behind = two(troops("A1", "LH", 8, 600, 300, 90, 4), troops("A2", "LH", 4, 600, 255, 90, 4));
  behind.order("A2");
  CHECK(told(behind.does(form("A2", "A1"))) == "A2 is near enough to A1, and forms up behind it");
  CHECK(behind.spot("A2.1").x == Approx(540));
  CHECK(behind.spot("A2.1").y == Approx(250));
}

TEST_CASE("a formation that forms up has had the free orders of both", "[paean][PA-CMD-09][PA-HER-11][PA-FAC-12]") {
  Field field(setup({commander("AC", 600, 200, 11), troops("A1", "LH", 3, 600, 260, 90, 3), troops("A2", "LH", 1, 680, 260),
                     troops("A3", "H", 2, 500, 260)}));
  field.go_to("call_of_power");
  field.does({{"do", "call_of_power"}, {"unit", "A2"}});
  field.does(form("A2", "A1"));
  CHECK(field.bases("A1").size() == 4);
  CHECK(field.why_not({{"do", "call_of_power"}, {"unit", "A1"}}) == "PA-CMD-09");
}

}  // namespace forming_tests
