/// A battle that leaves another one at any command.
#include <filesystem>
#include <string>

#include "assistant/session/branch.hpp"
#include "assistant/session/files.hpp"
#include "assistant/session/session.hpp"
#include "tests/assistant/story/told_battle.hpp"
#include "tests/support/source_dir.hpp"

namespace leaving_tests {

using namespace polemarch;
using namespace polemarch::assistant;

namespace {

/// Both sides agree to it.
void open_keys_of(const std::string& log) {
  auto session = Session::open(log);
  REQUIRE(session);
  REQUIRE((*session)->submit(R"({"by":"both","do":"open_keys"})", "typed", 90.0)->verdict.allowed());
}

/// The umpire writes a winner down, and the table is left.
void end(Session& session) {
  for (const char* slip : {R"("path":"/winner","value":"B")", R"("path":"/phase","value":"over")"})
    REQUIRE(session.submit(std::string(R"({"by":"umpire","do":"amend","reason":"end",)") + slip + "}", "typed", 91.0)->verdict.allowed());
  REQUIRE(session.battle().ending());
  REQUIRE_FALSE(session.finish());
}

}  // namespace

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
  open_keys_of(log);
  std::filesystem::remove(folder / "m.keys");
  REQUIRE_FALSE(branch_log(log, 6, other));
  const auto session = Session::open(other);
  INFO((session ? "" : session.error().line));
  CHECK(session);
}

TEST_CASE("what if: it opens no keys of a battle that has not opened them, at its end or when both agree", "[story][branch][secret]") {
  const test::LogFolder folder;
  const std::string log = folder / "t.battle", other = folder / "what-if.battle";
  {
    auto real = Session::open(test::source_dir() + "/models/data/battles/to_the_strongest_sample.json", log);
    REQUIRE(real);
    REQUIRE((*real)->submit(R"({"by":"umpire","do":"hold"})", "typed", 1.0));
  }
  REQUIRE_FALSE(branch_log(log, 1, other));
  {
    auto session = Session::open(other);
    REQUIRE(session);
    const auto told = (*session)->submit(R"({"by":"both","do":"open_keys"})", "typed", 90.0);
    REQUIRE(told);
    CHECK_FALSE(told->verdict.allowed());
    CHECK(told->verdict.reasons.front().text.find("what-if") != std::string::npos);
    end(**session);
  }
  CHECK(read_text_file(other)->find("open_keys") == std::string::npos);
  CHECK(Session::verify(other)->same);
  REQUIRE_FALSE(branch_log(other, 1, folder / "further.battle"));  // nor does one that leaves it
  CHECK(read_text_file(folder / "further.battle")->find("\"shared\":true") != std::string::npos);
  end(**Session::open(log));
  CHECK(read_text_file(log)->find("open_keys") != std::string::npos);  // the battle itself does
}

TEST_CASE("what if: it takes no other battle's keys, and needs none where the log opened its own", "[story][branch][secret]") {
  const test::LogFolder folder;
  const std::string log = folder / "m.battle", other = folder / "what-if.battle";
  test::play_marathon(folder / "another.battle");
  test::play_marathon(log);
  const auto take_theirs = [&] {
    std::filesystem::copy_file(folder / "another.keys", folder / "m.keys", std::filesystem::copy_options::overwrite_existing);
  };
  SECTION("closed") {
    take_theirs();
    const auto refused = branch_log(log, 6, other);
    REQUIRE(refused);
    CHECK(refused->line.find("m.keys: holds the keys of another battle") != std::string::npos);
    for (const char* name : {"what-if.battle", "what-if.keys"}) CHECK_FALSE(std::filesystem::exists(folder / name));
  }
  SECTION("opened") {
    open_keys_of(log);
    take_theirs();
    REQUIRE_FALSE(branch_log(log, 6, other));
    CHECK(Session::open(other));
  }
}

TEST_CASE("what if: one of a battle that opened its keys says that nothing of it is hidden", "[story][branch][secret]") {
  const test::LogFolder folder;
  const std::string log = folder / "m.battle", other = folder / "what-if.battle";
  test::play_marathon(log);
  open_keys_of(log);
  REQUIRE_FALSE(branch_log(log, 6, other));
  CHECK(read_text_file(other)->find("open_keys") != std::string::npos);
  auto session = Session::open(other);
  REQUIRE(session);
  CHECK((*session)->take_notice().value_or("").find("can be read in it") != std::string::npos);
}

}  // namespace leaving_tests
