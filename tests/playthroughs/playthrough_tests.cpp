#include <cstdlib>
#include <sstream>

#include "assistant/session/files.hpp"
#include "tests/playthroughs/runner.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace playthrough_tests {

using namespace polemarch;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("every playthrough prints what it printed when it was approved", "[playthrough]") {
  const auto stems = playthroughs::all(test::source_dir() + "/tests/playthroughs");
  REQUIRE_FALSE(stems.empty());
  for (const std::string& stem : stems) {
    const std::string played = playthroughs::play(stem);
    const std::string golden = stem + ".expected.txt";
    if (std::getenv("POLEMARCH_APPROVE") != nullptr) REQUIRE_FALSE(assistant::write_text_file(golden, played));
    const auto expected = assistant::read_text_file(golden);
    INFO(stem);
    REQUIRE(expected);
    const auto now = lines_of(played), then = lines_of(*expected);
    for (std::size_t i = 0; i < std::min(now.size(), then.size()); ++i) {
      INFO("line " << i + 1);
      REQUIRE(now[i] == then[i]);
    }
    CHECK(now.size() == then.size());
  }
}

}  // namespace playthrough_tests
