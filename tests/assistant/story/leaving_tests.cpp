/// A battle that leaves another one at any command.
#include <filesystem>
#include <string>

#include "assistant/session/branch.hpp"
#include "assistant/session/session.hpp"
#include "tests/assistant/story/told_battle.hpp"

namespace leaving_tests {

using namespace polemarch;
using namespace polemarch::assistant;

TEST_CASE("what if: a battle leaves another one at any command and goes its own way", "[story][branch]") {
  const test::LogFolder folder;
  const std::string log = folder / "m.battle", other = folder / "what-if.battle";
  test::play_marathon(log);
  REQUIRE_FALSE(branch_log(log, 6, other));
  auto session = Session::open(other);
  INFO((session ? "" : session.error().line));
  REQUIRE(session);
  CHECK((*session)->battle().seq() == 6);
  CHECK((*session)->state_hash() == (*Session::open_read_only(log, 6))->state_hash());
  REQUIRE((*session)->submit(test::marathon_commands()[6], "typed", 60.0));
  session->reset();
  CHECK(Session::verify(other)->same);
  CHECK((*Session::open_read_only(log))->battle().seq() > 6);
  CHECK(branch_log(log, 6, other));                   // never over a file that is there
  CHECK(branch_log(log, 4711, folder / "x.battle"));  // no such command
  CHECK_FALSE(std::filesystem::exists(folder / "x.battle"));
}

TEST_CASE("what if: without the keys of what is hidden no battle is begun that nobody could play", "[story][branch]") {
  const test::LogFolder folder;
  const std::string log = folder / "m.battle", other = folder / "what-if.battle";
  test::play_marathon(log);
  std::filesystem::remove(folder / "m.keys");
  const auto refused = branch_log(log, 6, other);
  REQUIRE(refused);
  CHECK(refused->line.find("m.keys: is not there") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(other));
}

TEST_CASE("what if: a battle that opened its keys needs no file of them", "[story][branch]") {
  const test::LogFolder folder;
  const std::string log = folder / "m.battle", other = folder / "what-if.battle";
  test::play_marathon(log);
  {
    auto session = Session::open(log);
    REQUIRE(session);
    REQUIRE((*session)->submit(R"({"by":"both","do":"open_keys"})", "typed", 90.0));
  }
  std::filesystem::remove(folder / "m.keys");
  REQUIRE_FALSE(branch_log(log, 6, other));
  const auto session = Session::open(other);
  INFO((session ? "" : session.error().line));
  CHECK(session);
}

}  // namespace leaving_tests
