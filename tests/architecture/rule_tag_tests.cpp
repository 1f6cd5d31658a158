#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/architecture/rule_tags.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace rule_tag_tests {

using polemarch::architecture::kMostRuleTags;
using polemarch::architecture::over_tagged;
using polemarch::architecture::torn_names;

namespace {

/// Test folders that hold to it; a room is added as soon as its tests are split.
const std::vector<std::string> kChecked{"tests/engine/rulesets/to_the_strongest",
                                        "tests/engine/rulesets/hoplomachia",
                                        "tests/engine/rulesets/hail_caesar",
                                        "tests/engine/rulesets/blade_and_bow",
                                        "tests/engine/doors",
                                        "tests/engine/core",
                                        "tests/engine/geometry",
                                        "tests/assistant",
                                        "tests/ui"};

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string tagged(int tags) {
  std::string text = "TEST_CASE(\"one (of) \\\"many\\\" rules\",\n          \"[room]";
  for (int i = 1; i <= tags; ++i) text += "[TTS-MOV-" + std::to_string(i) + "]" + (i % 3 == 0 ? "\"\n          \"" : "");
  return "#include <x>\n" + text + "\") {\n  f(\"[TTS-MOV-99]\");\n}\n";
}

}  // namespace

TEST_CASE("no test carries more rule tags than its name can say", "[architecture]") {
  std::string all;
  int files = 0;
  for (const std::string& folder : kChecked)
    for (const auto& entry : std::filesystem::recursive_directory_iterator(polemarch::test::source_dir() + "/" + folder)) {
      if (entry.path().extension() != ".cpp") continue;
      ++files;
      for (const auto& test : over_tagged(text_of(entry.path())))
        all += entry.path().filename().string() + ":" + std::to_string(test.line) + ": \"" + test.test + "\" carries " +
               std::to_string(test.tags) + " rule tags, more than " + std::to_string(kMostRuleTags) + ": split it by rule\n";
    }
  INFO(all);
  CHECK(all.empty());
  CHECK(files > 60);
}

TEST_CASE("a test with too many rule tags is found, its place and number said", "[architecture]") {
  CHECK(over_tagged(tagged(8)).empty());
  const auto found = over_tagged(tagged(9) + tagged(3) + tagged(12));
  REQUIRE(found.size() == 2);
  CHECK(found[0].tags == 9);
  CHECK(found[0].line == 2);
  CHECK(found[0].test.find("one (of)") == 0);
  CHECK(found[1].tags == 12);
  CHECK(over_tagged("TEST_CASE(\"no tags\") {}\nTEST_CASE(\"others\", \"[tts][doors][slow]\") {}").empty());
}

TEST_CASE("no test has a name that ctest takes for two", "[architecture]") {
  const std::string planted =
      std::string("TEST_CASE(\"one is; another goes on\", \"[x]\") { f(\"a; b\"); }\n") + "TEST_CASE(\"one, another\") {}\n";
  CHECK(torn_names(planted) == std::vector<std::string>{"one is; another goes on"});
  std::vector<std::string> all;
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(polemarch::test::source_dir() + "/tests")) {
    if (entry.path().extension() != ".cpp" || entry.path().filename() == "rule_tag_tests.cpp") continue;
    ++files;
    for (const std::string& name : torn_names(text_of(entry.path()))) all.push_back(entry.path().filename().string() + ": " + name);
  }
  CHECK(all == std::vector<std::string>{});
  CHECK(files > 300);
}

}  // namespace rule_tag_tests
