/// Facing, formation changes, forming, flanks, giving ground, traverse, reordering; unformed formations.
#include <algorithm>
#include <cmath>

#include "tests/engine/rulesets/paean/field.hpp"

namespace shape_tests {

using namespace phalanx;

namespace {

/// Rows of base numbers from the front, as the places of a formation facing up say.
std::vector<std::vector<std::string>> rows_up(const Field& field, const std::string& unit) {
  std::map<double, std::map<double, std::string>, std::greater<>> rows;
  for (const std::string& base : field.bases(unit)) {
    const Field::Spot spot = field.spot(base);
    rows[std::round(spot.y)][std::round(spot.x)] = base.substr(base.find('.') + 1);
  }
  std::vector<std::vector<std::string>> out;
  for (const auto& [y, row] : rows) {
    out.emplace_back();
    for (const auto& [x, base] : row) out.back().push_back(base);
  }
  return out;
}
using Rows = std::vector<std::vector<std::string>>;
std::vector<std::size_t> widths(const Rows& rows) {
  std::vector<std::size_t> out;
  for (const auto& row : rows) out.push_back(row.size());
  return out;
}
json line(int bases, int files = 0, const std::string& type = "LH") {
  return setup({commander("AC", 600, 200, 11), troops("A1", type, bases, 600, 300, 90, files)});
}

}  // namespace

TEST_CASE("about face turns every base on its spot", "[paean][PA-FAC-01]") {
  Field field(line(4, 2));
  const Field::Spot before = field.spot("A1.1");
  field.acts("A1", {{"do", "about_face"}});
  CHECK(field.spot("A1.1").x == before.x);
  CHECK(field.spot("A1.1").y == before.y);
  CHECK(field.spot("A1.1").heading == 270);
  CHECK(field.bases("A1").front() == "A1.4");  // the rear row is the front row now
}

TEST_CASE("change facing turns 90 degrees and reforms, the new front centred on the old side edge",
          "[paean][PA-FAC-02][PA-FAC-03][PA-EX-02]") {
  // 2 wide x 3 deep M, facing right: 3 wide x 2 deep.
  Field field(setup({commander("AC", 600, 200, 11), troops("A1", "M", 6, 600, 300, 90, 2)}));
  field.acts("A1", {{"do", "change_facing"}, {"to", "right"}});
  double least_y = 1e9, most_y = -1e9, most_x = -1e9, least_x = 1e9;
  for (const std::string& base : field.bases("A1")) {
    const Field::Spot spot = field.spot(base);
    CHECK(spot.heading == 0);
    least_y = std::min(least_y, spot.y - 20), most_y = std::max(most_y, spot.y + 20);
    least_x = std::min(least_x, spot.x - 10), most_x = std::max(most_x, spot.x + 10);
  }
  CHECK(most_y - least_y == Approx(120));        // front of three bases
  CHECK(most_x - least_x == Approx(40));         // two deep
  CHECK(most_x == Approx(640));                  // the old right side edge
  CHECK((most_y + least_y) / 2 == Approx(270));  // its middle: fronts 300 to 240
  CHECK(field.bases("A1").size() == 6);
}

TEST_CASE("without room to reform it becomes unformed", "[paean][PA-FAC-04][PA-UNF-08][PA-EX-02]") {
  // The new front stands from y 210 to 330 at x 640: a friend above leaves 12 or 11 cm.
  for (const auto& [edge, room] : std::vector<std::pair<double, bool>>{{331, true}, {320, false}}) {
    Field field(setup({commander("AC", 300, 200, 11), troops("A1", "M", 6, 600, 300, 90, 2), troops("A2", "H", 4, 640, edge + 20, 90)}));
    CAPTURE(edge);
    field.acts("A1", {{"do", "change_facing"}, {"to", "right"}});
    CHECK(field.in_play("A1") == room);
    CHECK(field.in_play("A1.1") != room);
  }
}

TEST_CASE("change formation contracts or expands by up to half the width", "[paean][PA-FAC-05][PA-AMB-22][PA-EX-03]") {
  Field field(line(6));
  field.order("A1");
  CHECK(field.why_not({{"do", "change_formation"}, {"unit", "A1"}, {"files", 2}}) == "PA-FAC-05");
  field.does({{"do", "change_formation"}, {"unit", "A1"}, {"files", 3}});
  CHECK(widths(rows_up(field, "A1")) == std::vector<std::size_t>{3, 3});
  field.acts("A1", {{"do", "change_formation"}, {"files", 2}});
  CHECK(widths(rows_up(field, "A1")) == std::vector<std::size_t>{2, 2, 2});
  field.acts("A1", {{"do", "change_formation"}, {"files", 1}});
  CHECK(widths(rows_up(field, "A1")) == std::vector<std::size_t>(6, 1));
  CHECK(field.spot("A1.1").x == Approx(600));  // centred on the old front
  field.order("A1");
  CHECK(field.why_not({{"do", "change_formation"}, {"unit", "A1"}, {"files", 3}}) == "PA-FAC-05");
  CHECK(field.why_not({{"do", "change_formation"}, {"unit", "A1"}, {"files", 2}}).empty());
  Field three(line(3));  // three contract by one: a half is rounded down
  three.order("A1");
  CHECK(three.why_not({{"do", "change_formation"}, {"unit", "A1"}, {"files", 1}}) == "PA-FAC-05");
  CHECK(three.why_not({{"do", "change_formation"}, {"unit", "A1"}, {"files", 2}}).empty());
}

TEST_CASE("a detachment is a formation of its own, both count as having the order", "[paean][PA-FAC-06][PA-FAC-07][PA-GEO-01]") {
  Field field(line(4));
  field.acts("A1", {{"do", "detach"}, {"bases", {"A1.3", "A1.4"}}});
  CHECK(field.bases("A1") == std::vector<std::string>{"A1.1", "A1.2"});
  CHECK(field.bases("A1-2") == std::vector<std::string>{"A1.3", "A1.4"});
  CHECK(field.status("A1").at("orders") == 1);
  CHECK(field.status("A1-2").at("orders") == 1);
  field.acts("A1", {{"do", "detach"}, {"bases", {"A1.2"}}});
  CHECK(field.bases("A1.2") == std::vector<std::string>{"A1.2"});
  Field middle(line(4));
  middle.order("A1");
  CHECK(middle.why_not({{"do", "detach"}, {"unit", "A1"}, {"bases", {"A1.2"}}}) == "PA-FAC-06");  // what stays would stand apart
}

TEST_CASE("a smaller formation of the same type forms with a larger one within 2 cm, the larger stays",
          "[paean][PA-FAC-08][PA-FAC-09][PA-FAC-10][PA-FAC-11][PA-AMB-23]") {
  const auto battle = [](double apart, const std::string& type = "LH", int bases = 1) {
    return setup({commander("AC", 600, 200, 11), troops("A1", "LH", 3, 600, 300), troops("A2", type, bases, 600, 280 - apart)});
  };
  const json form{{"do", "form"}, {"unit", "A2"}, {"with", "A1"}};
  for (const auto& [apart, rule] : std::vector<std::pair<double, std::string>>{{20, ""}, {22, ""}, {25, "PA-FAC-10"}}) {
    Field field(battle(apart));
    field.order("A2");
    CAPTURE(apart);
    CHECK(field.why_not(form) == rule);
  }
  Field field(battle(15));
  field.acts("A2", {{"do", "form"}, {"with", "A1"}});
  CHECK_FALSE(field.in_play("A2"));
  CHECK(field.bases("A1").size() == 4);
  CHECK(field.spot("A1.1").y == 290);
  CHECK(field.status("A1").at("orders") == 1);
  Field wrong(battle(15, "H"));
  wrong.order("A2");
  CHECK(wrong.why_not(form) == "PA-FAC-08");
  Field large(battle(15, "LH", 5));
  large.order("A2");
  CHECK(large.why_not(form) == "PA-FAC-08");
  Field armed(setup({commander("AC", 600, 200, 11), troops("A1", "M", 3, 600, 300, 90, 0, {{"weapons", {"bow"}}}),
                     troops("A2", "M", 1, 600, 265, 90, 0, {{"weapons", {"thrusting_spear"}}})}));
  armed.order("A2");
  CHECK(armed.why_not(form) == "PA-FAC-08");  // bows and spears are two types
}

TEST_CASE("the merged formation has the highest count of orders", "[paean][PA-FAC-12][PA-EX-04]") {
  json battle = setup(
      {commander("AC", 600, 200, 11), troops("A1", "LH", 3, 600, 300), troops("A2", "LH", 1, 580, 270), troops("A3", "LH", 1, 640, 270)});
  battle["state"] = {{"formations",
                      {{"A1", {{"status", {{"orders", 1}}}}},
                       {"A2", {{"status", {{"orders", 0}}}}},
                       {"A3", {{"status", {{"orders", 2}, {"reactions", 1}}}}}}}};
  Field field(battle);
  field.acts("A2", {{"do", "form"}, {"with", "A1"}});  // 1 and 1
  field.acts("A3", {{"do", "form"}, {"with", "A1"}});  // and 3
  CHECK(field.status("A1").at("orders") == 3);
  CHECK(field.status("A1").at("reactions") == 1);
  CHECK(field.bases("A1").size() == 5);
}

TEST_CASE("single unformed bases become a formed formation again by forming", "[paean][PA-FAC-09][PA-UNF-16]") {
  json battle = setup({commander("AC", 600, 200, 11), troops("A1", "LH", 1, 600, 300), troops("A2", "LH", 1, 650, 300)});
  battle["state"] = {{"formations", {{"A1", {{"spread", true}}}, {"A2", {{"spread", true}}}}}};
  Field field(battle);
  field.acts("A2", {{"do", "form"}, {"with", "A1"}});
  CHECK(field.bases("A1").size() == 2);
  CHECK(field.at("/formations/A1/spread") == false);
  CHECK(field.spot("A2.1").x - field.spot("A1.1").x == Approx(40));
}

TEST_CASE("M, LH and H do not form up in ground that unforms them", "[paean][PA-MOV-05][PA-UNF-06][PA-TER-08]") {
  for (const bool wood : {true, false}) {
    const json ground{{"id", "w"}, {"kind", wood ? "wood" : "open"}, {"outline_mm", {{500, 200}, {800, 200}, {800, 400}, {500, 400}}}};
    Field field(setup({troops("A1", "H", 1, 600, 300), troops("A2", "H", 1, 650, 300)}, {}, {{"table", {{"terrain", {ground}}}}}));
    field.order("A2");
    CHECK(field.why_not({{"do", "form"}, {"unit", "A2"}, {"with", "A1"}}) == (wood ? "PA-MOV-05" : ""));
  }
}

TEST_CASE("a flank draws in by exactly one base an order, the other stays",
          "[paean][PA-FAC-13][PA-FAC-14][PA-FAC-15][PA-EX-05][PA-EX-06]") {
  Field six(line(6));
  for (const std::vector<std::size_t>& wanted : {std::vector<std::size_t>{5, 1}, {4, 2}, {3, 3}}) {
    six.acts("A1", {{"do", "contract"}, {"flank", "left"}});
    CHECK(widths(rows_up(six, "A1")) == wanted);
    CHECK(six.spot("A1.6").x == Approx(700));  // the right end
    CHECK(six.spot("A1.6").y == Approx(290));
    CHECK(six.spot("A1." + rows_up(six, "A1").at(1).back()).x == Approx(700));  // who goes behind stands behind that end
  }
  Field eight(line(8));
  for (int i = 0; i < 4; ++i) eight.acts("A1", {{"do", "contract"}, {"flank", "right"}});
  CHECK(widths(rows_up(eight, "A1")) == std::vector<std::size_t>{4, 4});
  CHECK(eight.spot("A1.1").x == Approx(460));
  eight.acts("A1", {{"do", "expand"}, {"flank", "right"}});
  CHECK(widths(rows_up(eight, "A1")) == std::vector<std::size_t>{5, 3});
  CHECK(eight.spot("A1.1").x == Approx(460));
  Field flat(line(3));
  flat.order("A1");
  CHECK(flat.why_not({{"do", "expand"}, {"unit", "A1"}, {"flank", "left"}}) == "PA-FAC-13");
}

TEST_CASE("giving ground takes the front row to the back, facing kept", "[paean][PA-FAC-16]") {
  Field field(line(6, 3));
  CHECK(rows_up(field, "A1") == Rows{{"1", "2", "3"}, {"4", "5", "6"}});
  field.acts("A1", {{"do", "give_ground"}});
  CHECK(rows_up(field, "A1") == Rows{{"4", "5", "6"}, {"1", "2", "3"}});
  CHECK(field.spot("A1.4").y == 270);
  CHECK(field.spot("A1.1").y == 250);
  CHECK(field.spot("A1.1").heading == 90);
}

TEST_CASE("traverse slides half a base, times the scale", "[paean][PA-FAC-17]") {
  for (const int k : {1, 2, 3}) {
    json battle = line(3);
    battle["scale"] = k;
    Field field(battle);
    const double x = field.spot("A1.2").x;
    field.acts("A1", {{"do", "traverse"}, {"to", "right"}});
    CHECK(field.spot("A1.2").x == Approx(x + 20 * k));
    CHECK(field.spot("A1.2").heading == 90);
  }
}

TEST_CASE("reordering changes the bases about within the formation", "[paean][PA-FAC-18]") {
  Field field(line(3));
  field.order("A1");
  CHECK(field.why_not({{"do", "reorder"}, {"unit", "A1"}, {"bases", {"A1.1", "A1.2"}}}) == "PA-FAC-18");
  field.does({{"do", "reorder"}, {"unit", "A1"}, {"bases", {"A1.3", "A1.1", "A1.2"}}});
  CHECK(rows_up(field, "A1") == Rows{{"3", "1", "2"}});
}

TEST_CASE("LM are neither split nor merged and change shape only by moving", "[paean][PA-FAC-19][PA-ACT-05][PA-UNF-05]") {
  Field field(setup({commander("AC", 600, 200, 11), troops("A1", "LM", 4, 600, 300), troops("A2", "LM", 1, 600, 275)}));
  field.order("A1");
  CHECK(field.why_not({{"do", "detach"}, {"unit", "A1"}, {"bases", {"A1.1"}}}) == "PA-FAC-19");
  CHECK(field.why_not({{"do", "change_formation"}, {"unit", "A1"}, {"files", 2}}) == "PA-FAC-05");
  CHECK(field.why_not({{"do", "about_face"}, {"unit", "A1"}}).empty());
  field.does({{"do", "forgo"}});
  field.order("A2");
  CHECK(field.why_not({{"do", "form"}, {"unit", "A2"}, {"with", "A1"}}) == "PA-FAC-19");
}

TEST_CASE("unformed: every base is a formation of its own with a 1 cm gap round it, and keeps the counts",
          "[paean][PA-UNF-01][PA-UNF-02][PA-UNF-03][PA-UNF-04][PA-UNF-06][PA-AMB-87]") {
  for (const int k : {1, 2}) {
    json battle = setup(
        {commander("AC", 600, 200, 11), troops("A1", "LH", 4, 600, 300, 90, 2)}, {},
        {{"scale", k},
         {"table", {{"terrain", {{{"id", "W"}, {"kind", "wood"}, {"outline_mm", {{300, 310}, {900, 310}, {900, 700}, {300, 700}}}}}}}}});
    battle["state"] = {{"formations", {{"A1", {{"status", {{"reactions", 1}}}}}}}};
    Field field(battle);
    field.acts("A1", {{"do", "move"}, {"ahead_cm", 3}});
    CHECK_FALSE(field.in_play("A1"));
    for (const char* base : {"A1.1", "A1.2", "A1.3", "A1.4"}) {
      REQUIRE(field.bases(base) == std::vector<std::string>{base});
      CHECK(field.status(base).at("orders") == 1);
      CHECK(field.status(base).at("reactions") == 1);
    }
    CHECK(field.spot("A1.2").x - field.spot("A1.1").x == Approx(50 * k));
    CHECK(field.spot("A1.1").y - field.spot("A1.3").y == Approx(30 * k));
    field.order("A1.1");
    CHECK(field.why_not({{"do", "move"}, {"unit", "A1.2"}, {"ahead_cm", 1}}) == "impossible");  // it needs its own roll
    field.does({{"do", "move"}, {"unit", "A1.1"}, {"ahead_cm", 0.5}});
  }
}

TEST_CASE("L and LM never come apart", "[paean][PA-UNF-05]") {
  for (const std::string type : {"LM"}) {
    Field field(setup(
        {commander("AC", 600, 200, 11), troops("A1", type, 4, 600, 300)}, {},
        {{"table", {{"terrain", {{{"id", "W"}, {"kind", "wood"}, {"outline_mm", {{300, 310}, {900, 310}, {900, 700}, {300, 700}}}}}}}}}));
    field.acts("A1", {{"do", "move"}, {"ahead_cm", 10}});
    CHECK(field.bases("A1").size() == 4);
  }
}

TEST_CASE("the room says when bases no longer stand as the formation it knows", "[paean][PA-GEO-01]") {
  for (const auto& [base, x] : {std::pair<std::string, double>{"A1.4", 690}, {"A1.1", 510}}) {
    Field field(setup({commander("AC", 600, 200, 11), troops("A1", "LH", 4, 600, 300)}, {}, {{"first", nullptr}}));
    const std::string wanted = base + " does not stand with A1";
    const auto says = [&] {
      for (const std::string& text : field.battle->describe(Viewer::Both))
        if (text.find(wanted) != std::string::npos) return true;
      return false;
    };
    CHECK_FALSE(says());
    field.does({{"do", "place"}, {"unit", "A1"}, {"poses", {{{"base", base}, {"x_mm", x}, {"y_mm", 290}, {"heading_deg", 90}}}}});
    CHECK(says());
    const engine::Advice advice = field.battle->advise({{"A1"}, {}}, Viewer::A);
    CHECK(std::any_of(advice.lines.begin(), advice.lines.end(),
                      [&](const engine::AdviceLine& one) { return one.reason.text.find(wanted) != std::string::npos; }));
  }
}

TEST_CASE("whatever takes M, LH or H into ground that unforms, it comes apart there", "[paean][PA-MOV-05][PA-UNF-06][PA-TER-08]") {
  const auto stream = [](double x0, double y0, double x1, double y1) {
    return json{{"table", {{"terrain", {{{"id", "T1"}, {"kind", "stream"}, {"outline_mm", {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}}}}}}}};
  };
  const auto acts = [&](const json& ground, json action) {
    Field field(setup({commander("AC", 600, 200), troops("A1", "LH", 4, 600, 400, 90, 2)}, {}, ground));
    field.acts("A1", std::move(action));
    return field.in_play("A1");
  };
  const json behind = stream(500, 300, 700, 358), right = stream(642, 300, 700, 500);
  CHECK_FALSE(acts(behind, {{"do", "give_ground"}}));
  CHECK_FALSE(acts(right, {{"do", "traverse"}, {"to", "right"}}));
  CHECK_FALSE(acts(right, {{"do", "expand"}, {"flank", "right"}}));
  CHECK(acts(right, {{"do", "traverse"}, {"to", "left"}}));
  CHECK(acts(behind, {{"do", "expand"}, {"flank", "right"}}));
}

TEST_CASE("no formation action but a charge ends against an enemy's edge", "[paean][PA-CHG-01][PA-GEO-16]") {
  for (const double gap : {0.0, 12.0}) {
    CAPTURE(gap);
    Field field(setup({commander("AC", 600, 200), troops("A1", "LH", 4, 600, 400, 90, 2)}, {troops("B1", "LH", 1, 672, 400 + gap, 270)}));
    field.order("A1");
    CHECK(field.why_not({{"do", "expand"}, {"unit", "A1"}, {"flank", "right"}}) == (gap > 0 ? "" : "PA-CHG-01"));
    CHECK(field.why_not({{"do", "traverse"}, {"unit", "A1"}, {"to", "right"}}) == (gap > 0 ? "" : "PA-CHG-01"));
  }
}

TEST_CASE("bases that join are put into the ranks and files of the larger formation, wherever their places are said",
          "[paean][PA-FAC-08][PA-FAC-10]") {
  Field field(setup({commander("AC", 900, 200, 11), troops("A1", "LH", 3, 900, 300, 90, 3), troops("A2", "LH", 1, 995, 300)}));
  field.order("A2");
  const auto form = [&](double x, double y, double heading) {
    return field.why_not({{"do", "form"},
                          {"unit", "A2"},
                          {"with", "A1"},
                          {"poses", {{{"base", "A2.1"}, {"x_mm", x}, {"y_mm", y}, {"heading_deg", heading}}}}});
  };
  CHECK(form(980, 290, 90).empty());
  CHECK(form(900, 270, 90).empty());
  CHECK(form(1200, 290, 90) == "PA-FAC-10");
  CHECK(form(980, 290, 0) == "PA-FAC-10");
}

TEST_CASE("a body jostled by two millimetres and two degrees is the same body, a base that is six millimetres off is named",
          "[paean][PA-GEO-01]") {
  for (const double more : {0.0, 3.5}) {
    CAPTURE(more);
    json body = troops("A1", "LH", 4, 0, 0);
    body.erase("at");
    body["poses"] = {{{"base", "A1.1"}, {"x_mm", 518}, {"y_mm", 292}, {"heading_deg", 92}},
                     {{"base", "A1.2"}, {"x_mm", 562}, {"y_mm", 288}, {"heading_deg", 89}},
                     {{"base", "A1.3"}, {"x_mm", 598}, {"y_mm", 292}, {"heading_deg", 88}},
                     {{"base", "A1.4"}, {"x_mm", 642 + more}, {"y_mm", 289}, {"heading_deg", 91}}};
    Field field(setup({body}));
    bool named = false;
    for (const std::string& text : field.battle->describe(Viewer::Both)) named = named || text == "A1.4 does not stand with A1";
    CHECK(named == (more > 0));
    field.order("A1");
    CHECK(field.why_not({{"do", "change_formation"}, {"unit", "A1"}, {"files", 2}}).empty());
    CHECK(field.why_not({{"do", "change_formation"}, {"unit", "A1"}, {"files", 4}}) == "PA-FAC-05");  // it is so already
  }
}

}  // namespace shape_tests
