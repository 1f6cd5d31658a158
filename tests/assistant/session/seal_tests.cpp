#include <unistd.h>
#include <filesystem>

#include "assistant/session/seals.hpp"
#include "tests/support/catch.hpp"

using namespace polemarch;
using assistant::Seals;
namespace fs = std::filesystem;

namespace {
const std::string kEvent =
    R"({"answer":{"owner":"A","revealed":false,"secret":"answer.w1","value":{"values":[5]}},"event":"wait_answered","wait":"w1"})";
}

TEST_CASE("a sealed value cannot be read from the log, and comes back from the secrets file", "[session][secret]") {
  const std::string path = (fs::temp_directory_path() / ("polemarch_seals_" + std::to_string(::getpid()))).string();
  fs::remove(path);
  std::string sealed;
  {
    auto seals = Seals::open(path);
    REQUIRE(seals);
    sealed = seals->sealed(kEvent);
    CHECK(sealed.find("[5]") == std::string::npos);
    CHECK(seals->sealed(kEvent) == sealed);  // the same secret has one seal: state hashes agree
  }
  auto later = Seals::open(path);
  REQUIRE(later);
  bool missing = false;
  CHECK(later->unsealed(sealed, missing) == kEvent);
  CHECK_FALSE(missing);
  CHECK((fs::status(path).permissions() & fs::perms::others_read) == fs::perms::none);
  fs::remove(path);
}

TEST_CASE("without the secrets file the value is unknown, not wrong", "[session][secret]") {
  Seals writer;
  const std::string sealed = writer.sealed(kEvent);
  const Seals stranger;
  bool missing = false;
  const std::string back = stranger.unsealed(sealed, missing);
  CHECK(missing);
  CHECK(back.find("value\"") == std::string::npos);
}

TEST_CASE("two battles seal the same value differently", "[session][secret]") {
  Seals one, two;
  CHECK(one.sealed(kEvent) != two.sealed(kEvent));
}

TEST_CASE("a revealed value is not sealed", "[session][secret]") {
  Seals seals;
  std::string open = kEvent;
  open.replace(open.find("false"), 5, "true");
  CHECK(seals.sealed(open) == open);
}
