/// Parts that own their state know each other one way: a part is a header and its source, and no part may include itself round a corner.
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace circle_tests {

namespace {

using Parts = std::map<std::string, std::set<std::string>>;  // part -> parts of the same folder that it includes

/// The tracker itself is three: its door, its parts together, the order of a frame.
std::string part_of(const std::string& stem) { return stem == "inside" || stem == "door" ? "tracker" : stem; }

void read_part(Parts& parts, const std::string& folder, const std::string& stem, const std::string& text) {
  const std::regex include("#include \"" + folder + "(\\w+)\\.hpp\"");
  std::set<std::string>& of = parts[part_of(stem)];
  for (std::sregex_iterator it(text.begin(), text.end(), include), end; it != end; ++it)
    if (part_of((*it)[1]) != part_of(stem)) of.insert(part_of((*it)[1]));
}

/// "a > b > a", or nothing.
std::string circle_from(const Parts& parts, const std::string& part, const std::string& way, std::set<std::string>& done) {
  if ((" " + way).find(" " + part + " >") != std::string::npos) return way + part;
  if (done.contains(part) || !parts.contains(part)) return {};
  for (const std::string& next : parts.at(part)) {
    const std::string found = circle_from(parts, next, way + part + " > ", done);
    if (!found.empty()) return found;
  }
  done.insert(part);
  return {};
}

std::string circle_in(const Parts& parts) {
  std::set<std::string> done;
  for (const auto& [part, includes] : parts) {
    const std::string found = circle_from(parts, part, "", done);
    if (!found.empty()) return found;
  }
  return {};
}

Parts parts_of(const std::string& folder) {
  Parts parts;
  for (const auto& entry : std::filesystem::directory_iterator(polemarch::test::source_dir() + "/" + folder)) {
    const std::string kind = entry.path().extension().string();
    if (kind != ".hpp" && kind != ".cpp") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    read_part(parts, folder, entry.path().stem().string(), text.str());
  }
  return parts;
}

}  // namespace

TEST_CASE("the parts of the tracker include each other one way", "[architecture]") {
  Parts parts = parts_of("vision/track/");
  CHECK(parts.size() > 20);
  CHECK(circle_in(parts).empty());
  INFO("planted: what is reported would be asked by the doubt it reports");
  read_part(parts, "vision/track/", "doubt", "#include \"vision/track/report.hpp\"\n");
  CHECK(circle_in(parts) == "doubt > report > doubt");
}

TEST_CASE("the parts of one followed marker include each other one way", "[architecture]") {
  Parts parts = parts_of("vision/track/followed/");
  CHECK(parts.size() > 10);
  CHECK(circle_in(parts).empty());
  INFO("planted: a mean at rest would know where the border lay");
  read_part(parts, "vision/track/followed/", "rest", "#include \"vision/track/followed/home.hpp\"\n");
  CHECK(circle_in(parts) == "home > rest > home");
}

}  // namespace circle_tests
