#include "assistant/play/thinking_time.hpp"

#include "tests/support/catch.hpp"

namespace polemarch::assistant::play::thinking_time_tests {

using Used = std::array<double, 2>;

TEST_CASE("the time until a command is its speaker's, and what both do together ends nobody's thought", "[play][time]") {
  ThinkingTime time;
  time.spoke("A", 30);
  time.spoke("B", 50);
  time.spoke("both", 60);
  time.spoke("A", 90);
  CHECK(time.used(Viewer::Both, 90) == Used{70, 20});
}

TEST_CASE("the thought of who has to act runs on, a pause of more than ten minutes is nobody's", "[play][time]") {
  ThinkingTime time;
  time.spoke("A", 30);
  CHECK(time.used(Viewer::B, 100) == Used{30, 70});
  CHECK(time.used(Viewer::B, 631) == Used{30, 0});
  time.spoke("B", 700);
  CHECK(time.used(Viewer::A, 710) == Used{40, 0});
}

TEST_CASE("a stopped program counts for nobody", "[play][time]") {
  ThinkingTime time;
  time.paused(20);
  time.spoke("A", 30);
  CHECK(time.used(Viewer::Both, 30) == Used{10, 0});
}

}  // namespace polemarch::assistant::play::thinking_time_tests
