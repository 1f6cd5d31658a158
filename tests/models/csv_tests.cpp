#include "models/io/csv.hpp"
#include "models/io/roster_io.hpp"
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

TEST_CASE("lines of a table end as on any computer", "[models]") {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    const auto csv = io::read_csv("name,type," + end + end + "First,Hoplites,," + end + "Second,Psiloi", "t.csv");
    REQUIRE(csv);
    CHECK(csv->header == std::vector<std::string>{"name", "type"});
    CHECK(csv->header_line == 1);
    REQUIRE(csv->rows.size() == 2);
    CHECK(csv->rows[1].cells == std::vector<std::string>{"Second", "Psiloi"});
    CHECK(csv->rows[1].line == 4);
    CHECK(io::read_csv("name,type" + end + "X\xE9,Y", "t.csv").error().line.starts_with("t.csv: line 2, column 2: "));
  }
}

TEST_CASE("a roster is a table like any other, and what is wrong with one has its line", "[models]") {
  const auto roster = io::roster_from_text("Name;Type;Bases\r\"First; \"\"old\"\" men\";Hoplites;2\r", "a.csv");
  REQUIRE(roster);
  REQUIRE(roster->units.size() == 1);
  CHECK(roster->units[0].name == "First; \"old\" men");
  CHECK(roster->units[0].bases == 2);
  const auto said = [](const char* text) {
    const auto read = io::roster_from_text(text, "a.csv");
    REQUIRE_FALSE(read);
    return read.error().line;
  };
  CHECK(said("name,type\n\"First,Hoplites\n") == "a.csv: line 2: a quote is not closed");
  CHECK(said("name,type,name\nFirst,Hoplites,Second\n") == "a.csv: line 1: the column \"name\" is there twice");
  CHECK(said("name,type\nFirst,Hoplites\nName,Type\n") == "a.csv: line 3: is the header once more; leave this line out");
  CHECK(said("# note\nname,kind\nFirst,Hoplites\n") == "a.csv: line 2: expected a header line with name, type, bases, marker");
}

}  // namespace csv_tests
