#include "models/io/csv.hpp"
#include "tests/support/catch.hpp"

namespace csv_tests {

using namespace polemarch;

TEST_CASE("a table of text is read as spreadsheets write it", "[models]") {
  const auto csv =
      io::read_csv("\xEF\xBB\xBF# note\r\nName;Missile Dice;Text\r\n\r\nwoods; 1 ;\"a \"\"b\"\"; c\"\r\ntown;2;;;\r\n;;\r\n", "t.csv");
  REQUIRE(csv);
  CHECK(csv->header == std::vector<std::string>{"name", "missile_dice", "text"});
  REQUIRE(csv->rows.size() == 2);
  CHECK(csv->rows[0].line == 4);
  CHECK(csv->rows[0].cells == std::vector<std::string>{"woods", "1", "a \"b\"; c"});
  CHECK(csv->rows[1].cells == std::vector<std::string>{"town", "2", ""});
}

TEST_CASE("a broken table is one line with the place", "[models]") {
  CHECK(io::read_csv("", "t.csv").error().line == "t.csv: empty, expected a header line");
  CHECK(io::read_csv("a,b\n1,2,3\n", "t.csv").error().line == "t.csv: line 2: has 3 cells, the header 2");
  CHECK(io::read_csv("a,b\n\"1,2\n", "t.csv").error().line == "t.csv: line 2: a quote is not closed");
  CHECK(io::read_csv("a,a\n", "t.csv").error().line == "t.csv: line 1: the column \"a\" is there twice");
}

}  // namespace csv_tests
