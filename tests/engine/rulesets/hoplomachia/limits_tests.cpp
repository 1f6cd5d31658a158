/// Numbers at their edge: what a hair more or less, one rank or one stand more changes.
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/command.hpp"
#include "engine/rulesets/hoplomachia/topics/melee.hpp"
#include "engine/rulesets/hoplomachia/topics/recognise.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"
#include "engine/rulesets/hoplomachia/topics/striking.hpp"
#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace limits_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using hoplomachia::Arrangement;
using hoplomachia::Shapes;
using hoplomachia::State;
using hoplomachia::Strikes;
using test::hoplomachia_room::Table;

namespace {

geometry::Shape stand_at(double x, double y, double heading) {
  return geometry::placed({Outline::Rectangle, 40_mm, 20_mm}, Pose{Length::from_mm(x), Length::from_mm(y), Angle::from_deg(heading)});
}
/// A1 of one lochos so many ranks deep, B1 before it.
State deep(int ranks, int max_depth) {
  Json unit = unit_at("A1", "hoplite", ranks, 900, 300, true);
  unit["ranks"] = ranks;
  unit["max_depth"] = max_depth;
  return in_state(fight_setup(Json::array({unit}), Json::array({unit_at("B1", "hoplite", 2, 900, 500, true)}), "marches"));
}
/// The same sequence of numbers every run: below 1 and above -1.
class Shaking {
 public:
  double next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(static_cast<std::int64_t>(state_ >> 33) - (1LL << 30)) / static_cast<double>(1LL << 30);
  }

 private:
  std::uint64_t state_ = 7;
};

}  // namespace

TEST_CASE("ranks beyond what the card permits do not push", "[hoplomachia][HM-ATK-06][HM-AMB-50][HM-AMB-121]") {
  for (const auto& [ranks, max_depth, depth] : {std::tuple{2, 4, 0}, {3, 4, 1}, {4, 4, 2}, {4, 3, 1}, {4, 2, 0}, {3, 2, 0}}) {
    CAPTURE(ranks, max_depth);
    const State state = deep(ranks, max_depth);
    const int flat = hoplomachia::attack_of(deep(2, 2), {{"A1"}, 0}, true).total;
    CHECK(hoplomachia::attack_of(state, {{"A1"}, 0}, true).total == flat + depth);
    CHECK(hoplomachia::attack_of(state, {{"A1"}, 0}, false).total == hoplomachia::attack_of(deep(2, 2), {{"A1"}, 0}, false).total);
  }
}

TEST_CASE("predominantly behind is more than half of the body", "[hoplomachia][HM-FLK-04]") {
  const Shapes target{stand_at(900, 490, 90), stand_at(900, 470, 90)};  // faces up the table; its rear is at 460
  const auto from = [&](std::initializer_list<std::pair<double, double>> places) {
    Shapes striker;
    for (const auto& [x, y] : places) striker.push_back(stand_at(x, y, 90));
    return hoplomachia::struck_from(striker, target).side;
  };
  CHECK(from({{900, 300}}) == Strikes::Rear);
  CHECK(from({{900, 300}, {960, 520}, {940, 300}}) == Strikes::Rear);  // two of three
  CHECK(from({{860, 300}, {990, 520}}) != Strikes::Rear);              // half is not most
  CHECK(from({{860, 300}, {990, 520}, {1030, 520}}) != Strikes::Rear);
}

TEST_CASE("who was given Halt but did not stand all the turn does not recover", "[hoplomachia][HM-DIS-12]") {
  State state = deep(2, 2);
  hoplomachia::Taxis& unit = state.units.at({"A1"});
  unit.order = {hoplomachia::OrderType::Halt, hoplomachia::OrderSource::Salpinx, 3, false};
  unit.mode = hoplomachia::Mode::Halt;
  unit.lochoi[0].disarrayed = true;
  CHECK(hoplomachia::recovers(state, {"A1"}));
  unit.turn.halted_all = false;  // it marched when the turn began, or pursued
  CHECK_FALSE(hoplomachia::recovers(state, {"A1"}));
  unit.turn.halted_all = true;
  unit.turn.moved = 1_in;
  CHECK_FALSE(hoplomachia::recovers(state, {"A1"}));
  unit.turn.moved = {};
  unit.order.type = hoplomachia::OrderType::March;
  CHECK_FALSE(hoplomachia::recovers(state, {"A1"}));
  unit.order = {hoplomachia::OrderType::Halt, hoplomachia::OrderSource::None, 0, false};
  CHECK_FALSE(hoplomachia::recovers(state, {"A1"}));  // nobody ordered it
}

TEST_CASE("who takes close files for an approach owes an inch less of it, and no more",
          "[hoplomachia][HM-APPR-02][HM-APPR-07][HM-ARR-07]") {
  Json open = unit_at("A1", "hoplite", 4, 700, 280, true);
  open["arrangement"] = "OF";
  Json setup = fight_setup(Json::array({open}), Json::array({unit_at("B1", "hoplite", 2, 900, 1190, true)}), "marches");
  setup["state"]["units"]["A1"]["order"] = {{"type", "begin_approach"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
  setup["state"]["units"]["A1"]["mode"] = "approach";
  const auto approach = [&](double inches) {
    return Json{{"do", "move"}, {"unit", "A1"}, {"legs", {{{"arrange", "CF"}}, {{"ahead_in", inches}}}}};
  };
  Table table(setup);
  table.say("A", {{"do", "call"}, {"unit", "A1"}});
  CHECK(table.refused("A", approach(2.5)) == "HM-APPR-07");
  CHECK(table.refused("A", approach(3.5)) == "HM-MOVE-01");
  table.allowed("A", approach(3));
}

TEST_CASE("every further stand that shoots at one target adds one", "[hoplomachia][HM-BEL-14][HM-BCK-01][HM-AMB-117]") {
  for (const int stands : {1, 2, 3, 4}) {
    Json shooters = unit_at("A1", "toxotes", stands, 900, 300);
    shooters["ranks"] = 1;
    Json target = unit_at("B1", "psiloi", 1, 900, 300 + 6 * kInch);
    const State state = in_state(fight_setup(Json::array({shooters, unit_at("A2", "hoplite", 2, 200, 200, true)}),
                                             Json::array({target, unit_at("B2", "hoplite", 2, 200, 1000, true)}), "offensive_belos"));
    const auto shots = hoplomachia::shots_of(state, {"A1"}, false);
    CAPTURE(stands);
    REQUIRE(shots.size() == 1);
    CHECK(shots.front().stands == stands);
    CHECK(shots.front().intensity == 2 + stands - 1);
  }
}

TEST_CASE("two stade behind is twelve inches: a quarter less and the chase goes on", "[hoplomachia][HM-PUR-07][HM-AMB-70]") {
  for (const auto& [left, gives_up] : {std::pair{11.75, false}, {12.0, true}, {12.25, true}}) {
    CAPTURE(left);
    Json setup =
        fight_setup(Json::array({unit_at("A1", "psiloi", 1, 900, 400), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                    Json::array({unit_at("B1", "psiloi", 1, 900, 400 + (left + 7) * kInch), unit_at("B2", "hoplite", 2, 200, 1100, true)}),
                    "automatic");
    setup["state"]["at"]["stage"] = 1;
    const Json state = Table(setup).state();
    setup["state"]["units"]["A1"]["lochoi"] = state.at("units").at("A1").at("lochoi");
    setup["state"]["units"]["A1"]["lochoi"][0]["fate"] = "routing";
    setup["state"]["units"]["A1"]["mode"] = "rout";
    setup["state"]["units"]["B1"]["mode"] = "pursue";
    const Json rout{{"id", 1},     {"mode", "rout"}, {"unit", "A1"}, {"lochoi", {0}},
                    {"foe", "B1"}, {"since", 2},     {"moves", 1},   {"moved_in", 3}};
    const Json pursuit{{"id", 2}, {"mode", "pursue"}, {"unit", "B1"}, {"lochoi", {0}}, {"foe", "A1"}, {"since", 2}, {"moved_in", -1}};
    setup["state"]["fight"] = {{"flights", Json::array({rout, pursuit})}, {"next_flight", 3}};
    Table table(setup);
    REQUIRE(table.wait().rule == "HM-PUR-02");
    table.dice({1});  // six and one
    bool pursues = false;
    for (const Json& flight : flights_of(table)) pursues = pursues || flight.at("mode") == "pursue";
    CHECK(pursues == !gives_up);
  }
}

TEST_CASE("D of a melee check disarrays the whole taxis, Both Disarrayed only who fought",
          "[hoplomachia][HM-AND-33][HM-AMB-75][HM-DIS-17]") {
  const auto fought = [](const std::string& line) {
    Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 880, 300, true)}),
                             Json::array({unit_at("B1", "hoplite", 4, 900, 300, true)}), "melee");
    setup["state"]["at"]["stage"] = 1;
    Json cells = Json::array();
    for (int i = 0; i < 16; ++i) cells.push_back(line);
    setup["charts"]["melee"] = cells;
    setup["sides"]["A"]["units"][0]["spear"] = 6;
    setup["sides"]["B"]["units"][0]["spear"] = line == "both_disarrayed" ? 5 : 1;
    setup["sides"]["B"]["units"][0]["andreia_chart"] = {{"melee", {{"pass", "D"}, {"fail", {"D", "D", "D", "D"}}}}};
    const Json state = Table(setup).state();
    Json a = state.at("units").at("A1").at("lochoi"), b = state.at("units").at("B1").at("lochoi");
    a[0]["fight"]["contacts"] = Json::array({{{"foe", {{"unit", "B1"}, {"at", 1}}}, {"on", "front"}, {"othismos", true}}});
    b[1]["fight"]["contacts"] = Json::array({{{"foe", {{"unit", "A1"}, {"at", 0}}}, {"on", "front"}, {"othismos", true}}});
    a[0]["fight"]["engaged"] = b[1]["fight"]["engaged"] = "othismos";
    setup["state"]["units"]["A1"]["lochoi"] = a;
    setup["state"]["units"]["B1"]["lochoi"] = b;
    Table table(setup);
    if (table.asked() && table.wait().rule == "HM-AND-15") table.dice({1, 1});
    std::string disarrayed;
    for (const std::size_t at : {0, 1}) disarrayed += lochos_of(table, "B1", at).at("disarrayed").get<bool>() ? "D" : "-";
    return disarrayed;
  };
  CHECK(fought("pushed_back") == "DD");
  CHECK(fought("both_disarrayed") == "-D");
  CHECK(fought("no_effect") == "--");
}

TEST_CASE("files that a hand set down up to two millimetres and two degrees off are read for what they are",
          "[hoplomachia][HM-ARR-10][HM-ARR-11][HM-ARR-12][HM-ARR-13][HM-ARR-14]") {
  Shaking shaking;
  for (const auto& [type, arrangement, reading] : {std::tuple{"hoplite", "CF", Arrangement::CF}, {"hoplite", "OF", Arrangement::OF}}) {
    for (int round = 0; round < 60; ++round) {
      Json unit = unit_at("A1", type, 10, 900, 300, true);
      unit["arrangement"] = arrangement;
      State state = in_state(fight_setup(Json::array({unit}), Json::array({unit_at("B1", "hoplite", 2, 900, 900, true)}), "marches"));
      for (auto& lochos : state.units.at({"A1"}).lochoi)
        for (auto& stand : lochos.stands) {
          stand.at.pose.x += Length::from_mm(1.4 * shaking.next());  // both together: two millimetres at most
          stand.at.pose.y += Length::from_mm(1.4 * shaking.next());
          stand.at.pose.heading = (stand.at.pose.heading + Angle::from_deg(2 * shaking.next())).normalised();
        }
      const auto read = hoplomachia::read_arrangement(state, {"A1"});
      CAPTURE(arrangement, round, read.text);
      CHECK(read.fits);
      CHECK(read.arrangement == reading);
      CHECK(read.files == 5);
      CHECK(read.ranks == 2);
      CHECK_FALSE(read.disarrayed);
    }
  }
}

TEST_CASE("a friend a base width to the right leaves a gap though the camera has him a millimetre nearer", "[hoplomachia][HM-GAP-02]") {
  const geometry::Shape own = stand_at(900, 490, 90);
  CHECK(hoplomachia::covered_on_the_right(own, {stand_at(979, 490, 90)}));
  CHECK_FALSE(hoplomachia::covered_on_the_right(own, {stand_at(980, 490, 90)}));
  CHECK_FALSE(hoplomachia::covered_on_the_right(own, {stand_at(979, 490, 90)}, 1.5_mm));
  CHECK(hoplomachia::covered_on_the_right(own, {stand_at(970, 490, 90)}, 1.5_mm));
  // A depth back is not beside it any more.
  CHECK_FALSE(hoplomachia::covered_on_the_right(own, {stand_at(940, 470, 90)}));
  CHECK_FALSE(hoplomachia::covered_on_the_right(own, {stand_at(940, 471, 90)}, 1.5_mm));
  CHECK(hoplomachia::covered_on_the_right(own, {stand_at(940, 471, 90)}));
}

TEST_CASE("who may charge has something to do in the epidromos phase, and nobody else", "[hoplomachia][HM-ASEQ-09][HM-EPI-18][HM-EPI-35]") {
  Shaking shaking;
  int able = 0, unable = 0;
  for (int round = 0; round < 40; ++round) {
    Json sides[2] = {Json::array(), Json::array()};
    int number = 0;
    for (const char* type : {"hoplite", "peltaste", "psiloi", "hippeis", "toxotes"})
      for (const int side : {0, 1}) {
        Json unit = unit_at(std::string(side == 0 ? "A" : "B") + std::to_string(1 + number / 2), type, 4, 900 + 500 * shaking.next(),
                            600 + (side == 0 ? -150 : 150) + 140 * shaking.next(), std::string(type) == "hoplite");
        if (round % 3 == 1) unit["heading_deg"] = (side == 0 ? 90 : 270) + 30 * shaking.next();
        sides[side].push_back(unit);
        ++number;
      }
    Json setup = fight_setup(sides[0], sides[1], "marches");
    State state = in_state(setup);
    state.at.phase = hoplomachia::Phase::Epidromos;
    for (auto& [id, unit] : state.units) unit.order = {hoplomachia::OrderType::Charge, hoplomachia::OrderSource::Salpinx, 3, false};
    for (const auto& [id, unit] : state.units) {
      const bool may =
          hoplomachia::may_charge(state, id, {}).ruling != engine::Ruling::Refused || !hoplomachia::wheel_targets(state, id).empty();
      CAPTURE(round, id.text);
      CHECK(hoplomachia::able_to_act(state, id) == may);
      (may ? able : unable) += 1;
    }
  }
  CHECK(able > 20);
  CHECK(unable > 20);
}

TEST_CASE("the umpire sets no count that a battle cannot have", "[hoplomachia][amend]") {
  Table table(
      small_setup(Json::array({unit_at("A1", "hoplite", 4, 600, 280, true)}), Json::array({unit_at("B1", "hoplite", 4, 900, 1100, true)})));
  const auto amended = [&](const std::string& path, std::int64_t value) {
    return table.say("umpire", {{"do", "amend"}, {"path", path}, {"value", value}, {"reason", "test"}}).verdict;
  };
  for (const char* path :
       {"/armies/a/arete", "/armies/a/hieres", "/armies/b/stands_at_start", "/armies/b/track/firm", "/units/A1/approach_moves",
        "/units/A1/fight/shots", "/units/A1/lochoi/0/fight/ground_given", "/units/A1/order/turn", "/charts/strategos_killed",
        "/charts/terrain/0/disarray", "/cards/SAMPLE-HOP/epi_disarray/0", "/options/turns", "/strategoi/A1-strategos/orders_given",
        "/next_runner", "/agenda/next_wait"}) {
    CAPTURE(path);
    for (const std::int64_t nonsense : {std::int64_t{-1000}, std::int64_t{1000000000}}) {
      const engine::Verdict verdict = amended(path, nonsense);
      CHECK_FALSE(verdict.allowed());
      REQUIRE_FALSE(verdict.reasons.empty());
      CHECK(verdict.reasons.front().text.find(path) != std::string::npos);
      CHECK(verdict.reasons.front().text.find('\n') == std::string::npos);
    }
  }
  CHECK(amended("/armies/a/arete", -3).allowed());  // it has lost
  CHECK(amended("/armies/a/arete", 20).allowed());
  CHECK_FALSE(amended("/armies/a/arete", 21).allowed());
}

TEST_CASE("nobody marches over any edge of the table", "[hoplomachia][HM-MOVE-01]") {
  for (const auto& [x, y, heading] : {std::tuple{40, 600, 180}, {1790, 600, 0}, {900, 40, 270}, {900, 1180, 90}}) {
    CAPTURE(x, y);
    Json unit = unit_at("A1", "psiloi", 1, x, y);
    unit["at"]["heading_deg"] = heading;
    Json setup = fight_setup(Json::array({unit, unit_at("A2", "hoplite", 2, 300, 300, true)}),
                             Json::array({unit_at("B1", "hoplite", 2, 1500, 900, true)}), "marches");
    setup["state"]["units"]["A1"]["order"] = {{"type", "march"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
    setup["state"]["units"]["A1"]["mode"] = "march";
    setup["state"]["at"]["called"] = "A1";
    Table table(setup);
    CHECK(table.refused("A", {{"do", "move"}, {"unit", "A1"}, {"legs", {{{"ahead_in", 5}}}}}) == "HM-MOVE-01");
  }
}

}  // namespace limits_tests
