/// Logged events of core against the agenda they come upon, and lists that are asked for what they have not.

#include "engine/core/fits.hpp"

#include <string>

#include "engine/core/json_types.hpp"
#include "tests/support/catch.hpp"

namespace fits_tests {

using namespace polemarch;
using namespace polemarch::engine;

namespace {

struct Ask {
  static constexpr const char* kName = "ask";
  bool operator==(const Ask&) const = default;
};
using Steps = std::variant<Ask>;

Wait dice(int number) {
  Wait wait;
  wait.id = {number};
  wait.kind = WaitKind::Chance;
  wait.chance = ChanceSpec{2, 1, 6};
  return wait;
}

/// One question is open: w1, two dice, on lane 1.
Agenda<Steps> asking() {
  Agenda<Steps> agenda;
  engine::apply(agenda, open_step(agenda, 0, Steps(Ask{}), {dice(0)}));
  return agenda;
}

std::optional<std::string> opening(int lane, const Wait& wait) { return misfit(asking(), StepOpened<Steps>{lane, Ask{}, {wait}}); }
std::optional<std::string> answering(int wait, const Answer& answer) { return misfit(asking(), WaitAnswered{{wait}, open_value(answer)}); }

}  // namespace

TEST_CASE("what a battle tells of its questions fits", "[core][fits]") {
  CHECK_FALSE(opening(1, dice(2)));
  CHECK_FALSE(opening(2, dice(2)));
  CHECK_FALSE(answering(1, {{3, 4}, {}, {}}));
  CHECK_FALSE(misfit(asking(), StepClosed{1, {}}));
  CHECK_FALSE(misfit(asking(), PlacementOwed{{.id = 1, .unit = {"A1"}, .bases = {{"A1.1"}}, .poses = {Pose{}}}}));
}

TEST_CASE("a question that no battle asks does not fit", "[core][fits]") {
  CHECK(opening(3, dice(2)));
  CHECK(opening(0, dice(2)));
  CHECK(opening(1, dice(0)));
  CHECK(opening(1, dice(3)));
  Wait wait = dice(2);
  wait.chance->count = -1;
  CHECK(opening(1, wait) == "a throw of -1");
  wait.chance->count = 1'000'000;
  CHECK(opening(1, wait) == "a throw of 1000000");
  wait.chance = ChanceSpec{1, 7, 6};
  CHECK(opening(1, wait) == "a throw from 7 to 6");
  wait = dice(2);
  wait.least = -1;
  CHECK(opening(1, wait));
  wait = dice(2);
  wait.answer = open_value(Answer{{1, 1}, {}, {}});
  CHECK(opening(1, wait));
}

TEST_CASE("an answer that its question does not take does not fit", "[core][fits]") {
  CHECK(answering(2, {{3, 4}, {}, {}}) == "answers no open question");
  CHECK(answering(1, {{3}, {}, {}}));
  CHECK(answering(1, {{3, 7}, {}, {}}));
  CHECK(answering(1, {{}, {"yes"}, {}}));
  CHECK(misfit(asking(), StepClosed{2, {}}));
  CHECK(misfit(asking(), PlacementOwed{{.id = 2, .unit = {"A1"}}}));
  CHECK(misfit(asking(), PlacementOwed{{.id = 1, .unit = {"A1"}, .bases = {}, .poses = {Pose{}}}}));
}

TEST_CASE("a throw that may be declined is, and where bases stand is not judged again", "[core][fits]") {
  Wait wait = dice(1);
  wait.options = {{"pass", "no card"}};
  CHECK_FALSE(misfit(wait, Answer{{}, {"pass"}, {}}));
  CHECK(misfit(wait, Answer{{}, {"other"}, {}}));
  Wait placing;
  placing.id = {1};
  placing.kind = WaitKind::Placement;
  placing.bases = {{"A1.1"}};
  placing.region = {{0_mm, 0_mm}, {10_mm, 0_mm}, {10_mm, 10_mm}};
  CHECK_FALSE(misfit(placing, Answer{{}, {}, {{{"A1.1"}, {Pose{900_mm, 900_mm, {}}, {}}}}}));
  CHECK(misfit(placing, Answer{{}, {}, {{{"B1.1"}, {Pose{}, {}}}}}));
}

TEST_CASE("what a checked list or value has not is an error", "[core][checked]") {
  Checked<int> none;
  CHECK_THROWS_AS(none[0], std::out_of_range);
  CHECK_THROWS_AS(none.front(), std::out_of_range);
  CHECK_THROWS_AS(none.back(), std::out_of_range);
  CHECK_THROWS_AS(none.pop_back(), std::out_of_range);
  CHECK_THROWS_AS(none.erase(none.begin()), std::out_of_range);
  const Checked<int> two{4, 5};
  CHECK(two[1] == 5);
  CHECK(two.front() == 4);
  CHECK(two.back() == 5);
  CHECK_THROWS_AS(two[2], std::out_of_range);
  CheckedMaybe<Answer> nothing;
  CHECK_THROWS_AS(nothing->values, std::bad_optional_access);
  CHECK_THROWS_AS(*nothing, std::bad_optional_access);
  nothing = Answer{{4}, {}, {}};
  CHECK(nothing->values.front() == 4);
}

TEST_CASE("numbers beyond those a table counts and measures with are refused", "[core][json]") {
  const auto line = [](auto out, const char* text) {
    const auto read = guarded("it", [&] {
      read_at(Json::parse(text), "n", out);
      return 0;
    });
    return read ? std::string() : read.error().line;
  };
  CHECK(line(0, "1000000").empty());
  CHECK(line(0, "1000001") == "it: /n: expected an integer from -1000000 to 1000000");
  CHECK(line(0, "18446744073709551615") == "it: /n: expected an integer from -1000000 to 1000000");
  CHECK(line(std::int64_t{}, "1000000000000000").empty());
  CHECK(line(std::int64_t{}, "1e20") == "it: /n: expected an integer");
  CHECK(line(Length{}, "1e6").empty());
  CHECK(line(Length{}, "1000001") == "it: /n: expected a length in mm, at most a kilometre");
  CHECK(line(Angle{}, "1e7") == "it: /n: expected an angle in degrees");
  CHECK(line(std::array<std::int64_t, 3>{}, "[1,2]") == "it: /n: expected a list of 3");
  CHECK(line(std::array<std::int64_t, 3>{}, "[1,2,1e20]") == "it: /n/2: expected an integer");
}

}  // namespace fits_tests
