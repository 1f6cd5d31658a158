/// A last line without its newline is torn; any other damage is not.
#include "tests/assistant/session/log_support.hpp"

namespace torn_log_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::test;

TEST_CASE("a torn end is kept beside, each under a name of its own", "[session][torn]") {
  const LogFolder folder;
  const std::string log = folder / "game.battle";
  begun(log);
  const std::string whole = bytes_of(log);
  for (const std::string torn : {R"({"seq":2,"t":3)", "{}", "x"}) {
    put_bytes(log, whole + torn);
    const auto read = Session::open_read_only(log);  // a reader warns and cuts nothing
    REQUIRE(read);
    CHECK((*read)->warning());
    CHECK(bytes_of(log) == whole + torn);
    const auto session = Session::open(log);
    REQUIRE(session);
    REQUIRE((*session)->warning());
    CHECK((*session)->warning()->find("line 3 (seq 2)") != std::string::npos);
    CHECK((*session)->warning()->find("game.battle.torn-") != std::string::npos);
    CHECK(bytes_of(log) == whole);
  }
  CHECK(bytes_of(log + ".torn-1") == R"({"seq":2,"t":3)");
  CHECK(bytes_of(log + ".torn-2") == "{}");
  CHECK(bytes_of(log + ".torn-3") == "x");
}

TEST_CASE("a complete last line that does not fit is damage, not a torn end", "[session][torn]") {
  const LogFolder folder;
  const std::string log = folder / "game.battle";
  begun(log);
  const std::string whole = bytes_of(log);
  for (const std::string line : {"garbage\n", "{}\n", "\n", "{\"seq\":2,\"t\":3\n"}) {
    INFO(line);
    put_bytes(log, whole + line);
    for (const bool writing : {false, true}) {
      const auto session = writing ? Session::open(log) : Session::open_read_only(log);
      REQUIRE_FALSE(session);
      CHECK(session.error().line.find("line 3 (seq 2): damaged") != std::string::npos);
    }
    CHECK(bytes_of(log) == whole + line);
  }
}

TEST_CASE("verify says that a line is torn", "[session][torn]") {
  const LogFolder folder;
  const std::string log = folder / "game.battle";
  begun(log);
  CHECK(Session::verify(log)->left_out.empty());
  put_bytes(log, bytes_of(log) + "{\"seq\":2");
  const auto verified = Session::verify(log);
  REQUIRE(verified);
  CHECK(verified->same);
  REQUIRE(verified->left_out.size() == 1);
  CHECK(verified->left_out.front().find("line 3 (seq 2): was torn") != std::string::npos);
}

}  // namespace torn_log_tests
