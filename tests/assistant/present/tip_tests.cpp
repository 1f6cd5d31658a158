/// The rows of the tip between two units: each thing once, whoever is in the way by name.
#include <algorithm>
#include <string>
#include <vector>

#include "assistant/present/present.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_battle.hpp"

namespace tip_tests {

using namespace polemarch;
using namespace polemarch::assistant;

namespace {

/// A1 looks at B1 straight ahead, 10 in away; A1 may shoot at it.
struct Aiming {
  test::FakeBattle battle;
  Table table;
  present::Inputs inputs;
  names::Namer namer;
  std::vector<engine::OfferMark> marks{{}};
  Aiming() {
    table.width = 1800_mm;
    table.depth = 1200_mm;
    battle.add("A1", Side::A, 1, {900_mm, 200_mm}, 90_deg);
    battle.add("B1", Side::B, 1, {900_mm, 484_mm}, 270_deg);  // 254 mm between their edges
    battle.menu = {{R"({"do":"shoot","unit":"A1","target":"B1"})", "shoot at B1, 10.0 in, 3 dice", engine::allow(), {}}};
    marks.front().target = {"B1"};
    inputs.battle = &battle;
    inputs.table = &table;
    inputs.side_names = {"Rome", "Carthage"};
    inputs.offer_marks = &marks;
    inputs.selection.unit = {"A1"};
    inputs.pointed = {"B1"};
  }
  std::vector<ui::RowView> rows() const {
    const ui::ViewState view = present::view_of(inputs);
    REQUIRE(view.tip);
    return view.tip->rows;
  }
  static std::ptrdiff_t count(const std::vector<ui::RowView>& rows, const std::string& words) {
    return std::count_if(rows.begin(), rows.end(), [&](const ui::RowView& row) {
      return row.text.find(words) != std::string::npos || row.value.find(words) != std::string::npos;
    });
  }
};

engine::AdviceLine line(engine::Meaning meaning, const std::string& text) {
  engine::AdviceLine out;
  out.meaning = meaning;
  out.reason.text = text;
  return out;
}

}  // namespace

TEST_CASE("an order in a tip does not say the gap once more, nor a line what an order has said", "[present][tip]") {
  Aiming at;
  CHECK(present::view_of(at.inputs).offers.front().text == "shoot at B1, 10.0 in, 3 dice");  // on the panel it does
  at.inputs.tip_advice = {line(engine::Meaning::RangeBand, "3 dice"), line(engine::Meaning::RangeBand, "long range")};
  const auto rows = at.rows();
  CHECK(rows.front().text == "gap");
  CHECK(rows.front().value == "10.0 in");
  CHECK(Aiming::count(rows, "10.0 in") == 1);
  CHECK(Aiming::count(rows, "shoot at B1, 3 dice") == 1);
  CHECK(Aiming::count(rows, "3 dice") == 1);
  CHECK(Aiming::count(rows, "long range") == 1);
}

TEST_CASE("what is seen past others is told once, with their names", "[present][tip]") {
  Aiming at;
  at.battle.add("A7", Side::A, 1, {885_mm, 340_mm}, 90_deg);
  at.namer = names::Namer(names::muster_of(nlohmann::json::parse(
      R"({"sides":{"A":{"army":"Rome","units":[{"unit":"A7","name":"Slingers"}]},"B":{"army":"Carthage","units":[]}}})")));
  at.inputs.namer = &at.namer;
  const auto rows = at.rows();
  REQUIRE(Aiming::count(rows, "seen past other units") == 1);
  CHECK(Aiming::count(rows, "past Slingers") == 1);
  CHECK(Aiming::count(rows, "past A7") == 0);
  // The room tells what is seen itself: no second figure stands beside it.
  at.inputs.tip_advice = {line(engine::Meaning::SightClear, "half of it is seen")};
  CHECK(Aiming::count(at.rows(), "seen past other units") == 0);
  CHECK(Aiming::count(at.rows(), "half of it is seen") == 1);
}

}  // namespace tip_tests
