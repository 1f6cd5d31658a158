/// Bases moved one by one without a camera, in rules that measure freely: one move, judged whole, told once.
#include <algorithm>

#include "tests/assistant/play/text_screens.hpp"

namespace by_hand_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;
using namespace polemarch::assistant::play::test_screen;

namespace {

/// Hoplites against hoplites, in their first marches; the rightmost unit of the Lakonians is next.
struct Marching : At {
  Marching() : At(sample_of("hoplomachia")) {
    for (const char* said : {R"({"by":"A","do":"signal","order":"march"})", R"({"by":"B","do":"signal","order":"march"})",
                             R"({"by":"A","do":"end_commands"})", R"({"by":"B","do":"end_commands"})"})
      desk.wish(GiveCommand{said});
    look();
    REQUIRE(desk.view().phase == "marches and approaches");
  }
  std::vector<engine::Place> bases_of(const std::string& unit) const {
    std::vector<engine::Place> out;
    for (const engine::Place& place : desk.battle().places())
      if (place.unit.text == unit) out.push_back(place);
    return out;
  }
  void drag(const engine::Place& base, double dy) {
    desk.wish(DragBase{base.base, {base.pose.x.mm(), base.pose.y.mm() + dy}, base.pose.heading.deg()});
    look();
  }
  std::int64_t said() const { return desk.battle().seq(); }
  std::vector<double> seen(const std::string& unit) {
    std::vector<double> out;
    const auto now = feed.next();
    for (const ObservedBase& base : now->table.bases)
      if (base.unit.text == unit) out.push_back(base.y_mm);
    return out;
  }
};

}  // namespace

TEST_CASE("four bases dragged one after the other with pauses are one move, told once", "[screen][by_hand]") {
  Marching at;
  const auto before = at.said();
  const auto bases = at.bases_of("A5");
  for (const engine::Place& base : bases) {
    CHECK(at.said() == before);
    at.drag(base, 120);
    for (int i = 0; i < 3; ++i) at.look();
  }
  for (int i = 0; i < 4; ++i) at.look();
  CHECK(at.said() == before + 1);
  const ui::ViewState view = at.desk.view();
  REQUIRE(view.card);
  CHECK(view.card->follows.back().text == "Helots advance 4.7 in");
  CHECK(std::none_of(view.notices.begin(), view.notices.end(), [](const ui::TextLine& line) { return holds(line.text, "4.7 in"); }));
}

TEST_CASE("a step back puts the whole unit where the rules have it again", "[screen][by_hand][undo]") {
  Marching at;
  const auto bases = at.bases_of("A5");
  for (const engine::Place& base : bases) at.drag(base, 120);
  at.desk.wish(SettleNow{});
  at.look();
  for (const engine::Place& base : at.bases_of("B4")) {
    at.drag(base, -20);
    break;
  }
  at.desk.wish(UndoLast{});
  at.look();
  for (const double y : at.seen("A5")) CHECK(y == Approx(280));
}

TEST_CASE("a unit that a hand has touched and that is then lost is gone from the table", "[screen][by_hand]") {
  engine::Place guard;
  guard.base = {"B1.1"}, guard.unit = {"B1"}, guard.on_table = true;
  ManualFeed feed([&] { return std::vector{guard}; }, [] { return 1.0; });
  static_cast<void>(feed.next());
  feed.drag(DragBase{guard.base, {0.4, 0}, 0});
  CHECK(feed.next()->table.bases.front().x_mm == Approx(0.4));
  guard.on_table = false;
  CHECK(feed.next()->table.bases.front().state == Seen::Gone);
}

TEST_CASE("play --text judges a unit put down with the line that puts it down", "[screen][by_hand][text]") {
  Marching at;
  const auto before = at.said();
  const ui::ViewState view = at.desk.view();
  const auto unit = std::find_if(view.units.begin(), view.units.end(), [](const ui::UnitView& one) { return one.unit.text == "A5"; });
  REQUIRE(unit != view.units.end());
  const auto screens = screens_of(at, {{{"drag", "A5"}, {"to", {unit->at.x, unit->at.y + 120}}}, {{"key", "?"}}});
  CHECK(at.said() == before + 1);
  CHECK(after(screens, 1).at("log").back() == "Helots advance 4.7 in");
}

TEST_CASE("play --text takes bases put down one by one for one move, judged by Space or before the next deed", "[screen][by_hand][text]") {
  const auto lines_of = [](const Marching& at, std::size_t count) {
    std::vector<json> lines;
    for (const engine::Place& base : at.bases_of("A5"))
      if (lines.size() < count) lines.push_back({{"drag", base.base.text}, {"to", {base.pose.x.mm(), base.pose.y.mm() + 120}}});
    return lines;
  };
  SECTION("by Space") {
    Marching at;
    const auto before = at.said();
    auto lines = lines_of(at, 3);
    lines.push_back({{"key", "Space"}});
    const auto screens = screens_of(at, lines);
    CHECK(after(screens, 3).at("log") == after(screens, 0).at("log"));
    CHECK(holds(after(screens, 3).at("notices").dump(), "Space: done"));
    CHECK(at.said() == before);  // a base that stayed behind: it is asked about
    CHECK_FALSE(after(screens, 4).at("question").is_null());
  }
  SECTION("with the last of them") {
    Marching at;
    const auto before = at.said();
    const auto screens = screens_of(at, lines_of(at, 9));
    CHECK(after(screens, 3).at("log") == after(screens, 0).at("log"));
    CHECK(at.said() <= before + 1);
  }
  SECTION("before a step back") {
    Marching at;
    const auto before = at.said();
    auto lines = lines_of(at, 9);
    lines.push_back({{"key", "Ctrl-z"}});
    const auto screens = screens_of(at, lines);
    CHECK(at.said() == before + 2);  // told, and taken back
    CHECK(holds(after(screens, static_cast<int>(lines.size())).at("log").dump(), "Helots advance 4.7 in"));
  }
  SECTION("a key that would answer what is asked then is not done") {
    Marching at;
    auto lines = lines_of(at, 2);
    lines.push_back({{"key", "1"}});
    lines.insert(lines.begin(), json{{"select", "A5"}});
    const auto before = at.said();
    const auto screens = screens_of(at, lines);
    CHECK(at.said() == before);
    CHECK(holds(after(screens, 4).at("notices").dump(), "judged first"));
    CHECK_FALSE(after(screens, 4).at("question").is_null());
  }
}

}  // namespace by_hand_tests
