/// Lines in exact contact: charges of flush phalanxes, marches through who touches them, pursuits side by side, a battle nobody can go on.
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/closing.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "tests/engine/rulesets/hoplomachia/contact_support.hpp"
#include "tests/engine/rulesets/hoplomachia/moves_support.hpp"

namespace flush_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using hoplomachia::Mode;
using hoplomachia::State;
using test::hoplomachia_room::Table;

namespace {

/// Three lochoi, two deep, stand by stand; every stand off by up to so much.
Json taxis(const std::string& id, double x, double y, bool up, int seed, double off_mm, double off_deg, bool strategos = false) {
  Json unit{{"unit", id}, {"type", "hoplite"}, {"bases", 6}, {"poses", Json::array()}};
  if (strategos) unit["strategos"] = true;
  std::uint32_t noise =
      static_cast<std::uint32_t>(seed) * 7919U + static_cast<std::uint32_t>(id[0]) * 131U + static_cast<std::uint32_t>(id[1]);
  const auto off = [&](double most) {
    noise = noise * 1664525U + 1013904223U;
    return most * (static_cast<double>(noise >> 8) / 8388608.0 - 1);
  };
  for (int i = 0; i < 6; ++i) {
    const double side = 40.0 * (i % 3 - 1), back = i < 3 ? 0 : 20;
    unit["poses"].push_back({{"base", id + "." + std::to_string(i + 1)},
                             {"x_mm", x + (up ? side : -side) + off(off_mm)},
                             {"y_mm", y + (up ? -back : back) + off(off_mm)},
                             {"heading_deg", (up ? 90 : 270) + off(off_deg)}});
  }
  return unit;
}

/// A1, A2, A3 flush, the first on the right, against B3, B2, B1 as many; A's all under Charge, B's too where they come.
struct Lines {
  double aside = 0, apart = 80;  ///< mm
  int seed = 0;
  double off_mm = 0, off_deg = 0;
  bool both = false;
};
Json lines_of(const Lines& l) {
  Json a = Json::array(), b = Json::array();
  for (int i = 0; i < 3; ++i) {
    const double x = 720 - 120 * i;
    a.push_back(taxis("A" + std::to_string(i + 1), x, 500, true, l.seed, l.off_mm, l.off_deg, i == 2));
    b.push_back(taxis("B" + std::to_string(3 - i), x + l.aside, 520 + l.apart, false, l.seed, l.off_mm, l.off_deg, i == 2));
  }
  Json setup = fight_setup(a, b, "epidromos");
  setup["state"]["armies"] = {{"a", {{"sphagia_done", true}}}, {"b", {{"sphagia_done", true}}}};
  for (const char* side : {"A", "B"})
    for (int i = 1; i < 4 && (l.both || side == std::string("A")); ++i) {
      const std::string id = side + std::to_string(i);
      charge_order(setup, id);
      setup["state"]["units"][id]["mode"] = "charge";
    }
  return setup;
}

/// Whoever may charge does; A's checks pass, B's where both come. All events of the phase.
std::vector<Json> charges(Table& table, bool both) {
  std::vector<Json> events;
  const auto add = [&](const std::vector<Json>& more) { events.insert(events.end(), more.begin(), more.end()); };
  for (int i = 0; i < 60 && table.phase() == "epidromos"; ++i) {
    if (table.asked()) {
      const engine::Wait wait = table.wait();
      if (!wait.chance)
        add(table.choose(wait.options.front().key));
      else if (wait.chance->count == 1)
        add(table.dice({both ? 4 : 5}));
      else
        add(table.dice(both || wait.who == Viewer::A ? std::vector<int>{1, 2} : std::vector<int>{6, 6}));
      continue;
    }
    bool said = false;
    for (const char* side : {"A", "B"})
      for (const auto& offer : table.battle().offers(side == std::string("A") ? Viewer::A : Viewer::B, engine::AboutAll{})) {
        const Json command = Json::parse(offer.command);
        if (said || !offer.verdict.allowed() || command.at("do") != "charge") continue;
        add(table.allowed(side, command));
        said = true;
      }
    if (!said) break;
  }
  return events;
}
/// How many lochoi of a side have an enemy in front.
std::size_t faced(const std::vector<Json>& events, char side) {
  std::set<std::string> lochoi;
  for (const Json& event : of_kind(events, "contact_made"))
    if (event.at("contact").value("on", "front") == "front") {
      for (const Json& ref : {event.at("lochos"), event.at("contact").at("foe")})
        if (ref.at("unit").get<std::string>().front() == side) lochoi.insert(ref.dump());
    }
  return lochoi.size();
}
/// The deepest that two stands of different lochoi lie in each other, mm.
double deepest(Table& table) {
  double most = 0;
  const auto places = table.battle().places();
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t k = i + 1; k < places.size(); ++k) {
      if (!places[i].on_table || !places[k].on_table) continue;
      const auto a = geometry::placed(places[i].footprint, places[i].pose), b = geometry::placed(places[k].footprint, places[k].pose);
      most = std::max(most, -geometry::gap_between(a, b).signed_gap.value.mm());
    }
  return most;
}
std::string moved_text(const std::vector<Json>& events, const std::string& unit) {
  std::string text;
  for (const Json& event : of_kind(events, "stands_moved"))
    if (event.at("unit") == unit) text = event.value("how", "");
  return text;
}

/// A1, A2, A3 flush and marching, with these psiloi.
Json marching(double x, double y) {
  Json a = Json::array();
  for (int i = 0; i < 3; ++i) a.push_back(taxis("A" + std::to_string(i + 1), 1020 - 120 * i, 300, true, 0, 0, 0, i == 0));
  a.push_back(unit_at("A4", "psiloi", 2, x, y));
  Json setup = fight_setup(a, Json::array({unit_at("B1", "hoplite", 4, 780, 1000, true)}), "marches");
  for (const char* unit : {"A1", "A2", "A3", "A4"}) {
    setup["state"]["units"][unit]["order"] = {{"type", "march"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
    setup["state"]["units"][unit]["mode"] = "march";
  }
  return setup;
}
Json with_two(double in) {
  Json command = move("A1", ahead(in));
  command["with"] = {"A2", "A3"};
  return command;
}

}  // namespace

TEST_CASE("a flush line that charges a flush line brings every lochos opposite an enemy into contact, wherever hands have put the stands",
          "[hoplomachia][HM-EPI-25][HM-EPI-26][HM-EPI-28][HM-PEN-01][HM-TROOP-14]") {
  for (const double aside : {0.0, 10.0, 20.0, 30.0})
    for (const auto& [mm, deg] : {std::pair{0.0, 0.0}, {0.0, 1.0}, {1.0, 0.0}, {0.5, 0.5}})
      for (int seed = 0; seed < (mm + deg > 0 ? 3 : 1); ++seed) {
        INFO(aside << " mm aside, " << mm << " mm and " << deg << " degrees off, seed " << seed);
        Table table(lines_of({aside, 80, seed, mm, deg}));
        CHECK(faced(charges(table, false), 'A') == (aside > 20 ? 8 : 9));  // the last one then stands beside the enemy's line
      }
}

TEST_CASE("of two ways to square up a taxis takes the one that leaves its neighbours their lanes, and the neighbour goes beside it",
          "[hoplomachia][HM-EPI-25][HM-EPI-26][HM-PEN-01]") {
  // Half a base off: the first goes to its right, where nobody stands behind.
  Table table(lines_of({20}));
  const double x = stand_of(table, "A1").x;
  const auto events = charges(table, false);
  CHECK(stand_of(table, "A1").x == Approx(x + 20).margin(0.1));
  CHECK(faced(events, 'A') == 9);
  CHECK(moved_text(events, "A2") == "charges 3.1 in");
}

TEST_CASE("who has no room to square up fights the enemy he touches all the same, and it is told",
          "[hoplomachia][HM-EPI-25][HM-EPI-26][HM-MULT-01]") {
  for (const double aside : {20.0, 21.0, 15.0}) {
    Json setup = lines_of({aside, 15});
    for (const char* unit : {"A1", "A3"}) setup["state"]["units"].erase(unit);  // they stand
    Table table(setup);
    table.allowed("A", {{"do", "charge"}, {"unit", "A2"}});
    std::vector<Json> events;
    for (int i = 0; i < 10 && table.asked() && table.phase() == "epidromos"; ++i) {
      const engine::Wait wait = table.wait();
      const auto more = table.dice(wait.chance->count == 1 ? std::vector<int>{5}
                                   : wait.who == Viewer::A ? std::vector<int>{1, 2}
                                                           : std::vector<int>{6, 6});
      events.insert(events.end(), more.begin(), more.end());
    }
    INFO(aside);
    CHECK(faced(events, 'A') == 3);
    CHECK(moved_text(events, "A2").ends_with(", not corner to corner"));
  }
}

TEST_CASE("an enemy touched in front is met at once and never gone through", "[hoplomachia][HM-EPI-25][HM-PEN-01]") {
  State state = in_state(lines_of({20, 0}));
  const auto lane = hoplomachia::chargeable(state, {"A2"});
  REQUIRE_FALSE(lane.empty());
  CHECK(lane.front().way.value == Length{});
}

TEST_CASE("two lines that charge each other share the way, each with who stands most squarely before it, whatever their names",
          "[hoplomachia][HM-EPI-26][HM-EPI-27][HM-AMB-64]") {
  for (const double aside : {0.0, 10.0}) {
    Table table(lines_of({aside, 80, 0, 0, 0, true}));
    const auto events = charges(table, true);
    INFO(aside);
    CHECK(faced(events, 'A') == 9);
    for (const char* unit : {"A1", "A2", "A3", "B1", "B2", "B3"}) CHECK(moved_text(events, unit) == "charges 1.6 in");
  }
}

TEST_CASE("a wheel onto a flank needs room for all who wheel", "[hoplomachia][HM-EPI-29][HM-PEN-01][HM-FLK-05]") {
  const auto wheels = [](double lights_x) {
    Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 6, 800, 510, true)}),
                             Json::array({unit_at("B1", "hoplite", 4, 901, 550), unit_at("B2", "hoplite", 6, 800, 510, true),
                                          unit_at("B5", "psiloi", 1, lights_x, 490)}),
                             "epidromos", "B");
    charge_order(setup, "B1");
    State state = in_state(setup);
    for (int i = 0; i < 3; ++i) touch(state, {{"A1"}, i}, {{"B2"}, 2 - i}, hoplomachia::Strikes::Front, true);
    return hoplomachia::wheel_way(state, {"B1"}, {{"A1"}, 0}).has_value();
  };
  CHECK(wheels(1300));
  CHECK_FALSE(wheels(868));
}

TEST_CASE("taxeis that march as one end on no friend of any of them", "[hoplomachia][HM-PEN-01][HM-MAN-16]") {
  Table table(marching(780, 350));  // 10 mm before A3
  CHECK(table.refused("A", with_two(1.5)) == "HM-PEN-01");
}

TEST_CASE("of taxeis that march as one only those who pass through a friend are disarrayed", "[hoplomachia][HM-PEN-05][HM-MAN-16]") {
  Table table(marching(780, 355));
  table.allowed("A", with_two(4));
  CHECK(disarrayed(table, "A3"));
  CHECK_FALSE(disarrayed(table, "A1"));
}

TEST_CASE("who stands in touch across the way is passed through, who stands beside it is not", "[hoplomachia][HM-PEN-03][HM-PEN-05]") {
  Table through(marching(780, 330));  // their rear touches the front of A3
  through.allowed("A", with_two(4));
  CHECK(disarrayed(through, "A3"));
  // Lights go through close files from behind.
  Json behind = marching(780, 270);
  State state = in_state(behind);
  const auto course = hoplomachia::course_of(state, {.unit = {"A4"}, .legs = {{.ahead = 4_in}}});
  REQUIRE(course.passages.size() == 1);
  CHECK(course.passages[0].unit == UnitId{"A3"});
  CHECK(course.passages[0].disarrays_other);
  // Flush beside the line nobody is passed through, and nobody who is only come up to.
  Table beside(marching(680, 310));
  beside.allowed("A", with_two(4));
  CHECK_FALSE(disarrayed(beside, "A3"));
  Table up_to(marching(780, 330 + kInch));
  up_to.allowed("A", with_two(1));
  CHECK_FALSE(disarrayed(up_to, "A3"));
}

TEST_CASE("lights flush beside the line do not stand before it", "[hoplomachia][HM-OTYP-19][HM-FORM-06]") {
  const auto ruling = [](double x) {
    Json setup = marching(x, 300 + kInch);
    setup["state"]["at"]["phase"] = "salpinx";
    return Table(setup).say("A", {{"do", "signal"}, {"order", "begin_approach"}}).verdict.allowed();
  };
  CHECK(ruling(1080 + 40));
  CHECK(ruling(1080 + 38));
  CHECK_FALSE(ruling(1080 + 30));
}

TEST_CASE("a pursuit ends on no comrade whose own pursuit is over", "[hoplomachia][HM-PEN-01][HM-PUR-03][HM-PUR-05]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true)}),
                           Json::array({unit_at("B1", "hoplite", 4, 900, 560), unit_at("B2", "hoplite", 2, 200, 1100, true)}), "automatic");
  State state = in_state(setup);
  hoplomachia::Lochos& gone = state.units.at({"B1"}).lochoi[1];
  for (hoplomachia::Stand& stand : gone.stands) stand.at.pose.x = state.units.at({"B1"}).lochoi[0].stands[0].at.pose.x + 5_mm;
  for (std::size_t i = 0; i < 2; ++i) gone.stands[i].at.pose.y = Length::from_mm(400.0 + 20.0 * static_cast<double>(i));
  state.fight.flights = {
      hoplomachia::Flight{.id = 1, .mode = Mode::Rout, .unit = {"A1"}, .lochoi = {0}, .foe = {"B1"}},
      hoplomachia::Flight{
          .id = 2, .mode = Mode::Pursue, .unit = {"B1"}, .lochoi = {1}, .foe = {"A1"}, .moves = 1, .moved_in = state.at.turn}};
  const hoplomachia::Flight chase{.id = 3, .mode = Mode::Pursue, .unit = {"B1"}, .lochoi = {0}, .foe = {"A1"}};
  const auto run = hoplomachia::run_of(state, chase, 6_in);
  REQUIRE(run.poses.size() == 2);
  for (const auto& placed : run.poses)
    for (const hoplomachia::Stand& stand : gone.stands) {
      const auto a = geometry::placed(stand.footprint, placed.at), b = geometry::placed(stand.footprint, stand.at);
      CHECK(geometry::gap_between(a, b).signed_gap.value > -1_mm);
    }
}

TEST_CASE("a pursuer that lies along one stand does not destroy its neighbour by a corner", "[hoplomachia][HM-ROUT-09]") {
  Json routers = unit_at("B4", "psiloi", 2, 920, 430);
  routers["at"]["heading_deg"] = 90;
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 380, true)}),
                           Json::array({routers, unit_at("B2", "hoplite", 2, 200, 1100, true)}), "automatic");
  State state = in_state(setup);
  state.fight.flights = {hoplomachia::Flight{.id = 1, .mode = Mode::Rout, .unit = {"B4"}, .lochoi = {0}, .foe = {"A1"}},
                         hoplomachia::Flight{.id = 2, .mode = Mode::Rout, .unit = {"B4"}, .lochoi = {1}, .foe = {"A1"}}};
  const hoplomachia::Flight chase{.id = 3, .mode = Mode::Pursue, .unit = {"A1"}, .lochoi = {0}, .foe = {"B4"}};
  CHECK(hoplomachia::run_of(state, chase, 6_in).caught.size() == 1);
}

TEST_CASE("a battle in which nobody can do anything any more stops at the beginning of a turn, and can be ended",
          "[hoplomachia][HM-STRAT-16][HM-AMB-106][HM-NIKE-03]") {
  Json setup = lines(3, 3, "katastrophe", 3);
  setup["sides"]["A"]["units"].erase(1);  // lights far off
  setup["sides"]["B"]["units"] = Json::array({unit_at("B1", "hoplite", 6, 900, 300, true)});
  setup["state"]["units"].erase("A9");
  setup = in_contact(setup, {{"A1", 0, "B1", 2, "front"}, {"A1", 1, "B1", 1, "front"}, {"A1", 2, "B1", 0, "front"}}, true);
  for (const char* unit : {"A1", "B1"})
    for (Json& lochos : setup["state"]["units"][unit]["lochoi"]) lochos["disarrayed"] = true;
  Table table(setup);
  for (int i = 0; i < 10 && table.asked(); ++i)  // both strategoi fall, both taxeis stay
    table.dice(table.wait().rule == "HM-AND-15" ? std::vector<int>{1, 1} : std::vector<int>{6, 6});
  CHECK_FALSE(table.asked());
  CHECK(table.phase() == "salpinx");
  table.allowed("A", {{"do", "end_battle"}, {"why", "unwilling"}, {"confirm", true}});
  table.allowed("B", {{"do", "end_battle"}, {"why", "unwilling"}, {"confirm", true}});
  CHECK(table.phase() == "ended");
}

TEST_CASE("who follows up into a line stands on nobody", "[hoplomachia][HM-RES-06][HM-PEN-01]") {
  Json setup = lines_of({15, 15});
  for (const char* unit : {"A1", "A3"}) setup["state"]["units"].erase(unit);
  for (Json& unit : setup["sides"]["A"]["units"]) unit["spear"] = 8, unit["shield"] = 9;
  Table table(setup);
  table.allowed("A", {{"do", "charge"}, {"unit", "A2"}});
  std::vector<Json> events;
  for (int i = 0; i < 20 && of_kind(events, "melee_fought").empty() && (table.asked() || one_on(table, events, {})); ++i) {
    if (!table.asked()) continue;
    const engine::Wait wait = table.wait();
    const auto more = table.dice(wait.chance->count == 1 ? std::vector<int>{5}
                                 : wait.who == Viewer::A ? std::vector<int>{1, 2}
                                                         : std::vector<int>{6, 6});
    events.insert(events.end(), more.begin(), more.end());
  }
  REQUIRE_FALSE(of_kind(events, "melee_fought").empty());
  CHECK(deepest(table) < 2);
}

}  // namespace flush_tests
