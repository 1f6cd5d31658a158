/// The name and the rights of a log: what may be made beside it finds room, and nobody reads more than the player lets them.
#include <sys/stat.h>

#include "tests/assistant/session/log_support.hpp"

namespace log_name_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::test;
namespace fs = std::filesystem;

TEST_CASE("a battle whose name leaves no room for a rescue is not begun, one that is begun is rescued", "[session][rescue]") {
  const LogFolder folder;
  const std::string setup = source_dir() + "/models/data/battles/paean_sample.json";
  const auto long_one = Session::open(setup, folder / (std::string(228, 'x') + ".battle"));
  REQUIRE_FALSE(long_one);
  CHECK(long_one.error().line.find("is too long for a battle; at most 231, its ending among them") != std::string::npos);
  CHECK(fs::is_empty(folder.path));
  const std::string longest = folder / (std::string(231 - 7, 'x') + ".battle");
  const auto session = Session::open(setup, longest);
  REQUIRE(session);
  fs::remove(longest);
  REQUIRE((*session)->submit(R"({"by":"both","do":"hold"})", "typed", 1.0));
  CHECK((*session)->log_path() != longest);
  CHECK(fs::exists((*session)->log_path()));
}

TEST_CASE("a log is as open to others as the player's umask has it", "[session]") {
  const LogFolder folder;
  const auto mode_under = [&](mode_t mask, const std::string& name) {
    const mode_t was = ::umask(mask);
    const auto session = Session::open(source_dir() + "/models/data/battles/paean_sample.json", folder / name);
    ::umask(was);
    REQUIRE(session);
    struct stat status {};
    REQUIRE(::stat((folder / name).c_str(), &status) == 0);
    return status.st_mode & 0777;
  };
  CHECK(mode_under(077, "mine.battle") == 0600);
  CHECK(mode_under(022, "ours.battle") == 0644);
}

}  // namespace log_name_tests
