#include "models/nearest_word.hpp"
#include "tests/support/catch.hpp"

namespace nearest_word_tests {

using namespace polemarch;

TEST_CASE("a mistyped word is answered with the nearest one, anything else with all of them", "[models]") {
  const std::vector<std::string> verbs{"play", "replay", "report", "end_turn"};
  CHECK(meant_instead_of("plya", verbs) == "did you mean play?");
  CHECK(meant_instead_of("end_trun", verbs) == "did you mean end_turn?");
  CHECK(meant_instead_of("zzz", verbs) == "there are play, replay, report, end_turn");
  CHECK(meant_instead_of("x", verbs) == "there are play, replay, report, end_turn");
  CHECK(meant_instead_of("", verbs) == "there are play, replay, report, end_turn");
  CHECK(meant_instead_of(std::string(100000, 'p'), verbs) == "there are play, replay, report, end_turn");
}

}  // namespace nearest_word_tests
