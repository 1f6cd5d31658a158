/// Where a unit that gives ground or retreats goes: away from whom, how far, with whom, and where it cannot go.
#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace retreat_tests {

using namespace field;

namespace {

json touching(const std::string& foe, const std::string& on = "front") { return {{"foe", foe}, {"on", on}, {"fresh", false}}; }
std::pair<double, double> place(const Battle& b, const std::string& id) {
  const json stand = unit_state(b, id).at("stands")[0].at("at");
  return {stand.at("x_mm").get<double>() / 25.4, stand.at("y_mm").get<double>() / 25.4};
}
double y_of(const Battle& b, const std::string& id) { return place(b, id).second; }

/// B1 has a test from shots due and retreats 6 in, disordered; A's units stand where told.
std::unique_ptr<Battle> shot_at(double heading, json a, json more = json::object()) {
  more["state"]["units"]["B1"]["due"] = {{"table", "ranged"}, {"modifier", 0}, {"rules", {"HC-SHO-12"}}};
  auto b = in_phase("shooting", std::move(a), {unit("B1", 20, 30, heading), unit("B9", 60, 60, 270)}, more);
  go(*b, end_phase());
  go(*b, answer("B", {2, 2}));
  return b;
}

/// Who of A touches B1 and on which of its edges.
using Foes = std::vector<std::pair<json, std::string>>;
/// B1 is beaten by these foes, 2 to 0 and its own supports, and throws this total.
std::unique_ptr<Battle> beaten(const Foes& foes, json b1, std::vector<int> dice, json more_b = json::array(), json more = json::object()) {
  json a = json::array(), b{std::move(b1)};
  json& units = more["state"]["units"];
  for (const auto& [foe, edge] : foes) {
    a.push_back(foe);
    units[foe.at("unit").get<std::string>()]["contacts"] = {touching("B1")};
    units["B1"]["contacts"].push_back(touching(foe.at("unit"), edge));
  }
  for (const json& unit : more_b) b.push_back(unit);
  b.push_back(unit("B9", 60, 60, 270));
  more["options"]["army_broken_at"] = 1;
  auto battle = in_phase("hand_to_hand", a, b, more);
  go(*battle, act("fight", {{"unit", "A1"}}));
  while (question(*battle).find("break test") == std::string::npos) {
    std::vector<int> thrown(static_cast<std::size_t>(dice_asked(*battle)), 1);
    if (question(*battle).find("A1 fights") == 0) thrown[0] = thrown[1] = 6;
    go(*battle, answer("umpire", thrown));
  }
  go(*battle, answer("umpire", std::move(dice)));
  return battle;
}

}  // namespace

TEST_CASE("who turned its back on the enemy retreats away from him, its facing kept", "[hc][HC-AMB-32][HC-BRK-T2][HC-CFG-T1]") {
  CHECK(y_of(*shot_at(270, {unit("A1", 20, 20)}), "B1") == Approx(36));
  auto turned = shot_at(90, {unit("A1", 20, 20)});
  CHECK(y_of(*turned, "B1") == Approx(36));
  CHECK(unit_state(*turned, "B1").at("stands")[0].at("at").at("heading_deg") == Approx(90));
  // Between enemies it does not go ahead where that leads to a nearer one.
  CHECK(y_of(*shot_at(90, {unit("A1", 20, 20), unit("A2", 20, 33)}), "B1") == Approx(24));
  // An enemy at its side does not drive it ahead.
  CHECK(y_of(*shot_at(270, {unit("A1", 26, 28)}), "B1") == Approx(36));
}

TEST_CASE("supports give ground the way of the unit they support, wherever they face", "[hc][HC-BRK-05][HC-AMB-32][HC-AMB-46]") {
  for (const double heading : {270.0, 90.0, 0.0}) {
    INFO(heading);
    auto b = beaten({{unit("A1", 20, 20), "front"}}, unit("B1", 20, 21, 270), {4, 4}, {unit("B2", 20, 24.5, heading)});
    CHECK(y_of(*b, "B1") == Approx(24));
    CHECK(place(*b, "B2").first == Approx(20));
    CHECK(y_of(*b, "B2") == Approx(27.5));
    CHECK(unit_state(*b, "B2").at("stands")[0].at("at").at("heading_deg") == Approx(heading));
  }
}

TEST_CASE("a unit beaten in its flank goes aside from it, and the winner follows at that flank", "[hc][HC-BRK-05][HC-AMB-32][HC-CFG-T1]") {
  auto right = beaten({{unit("A1", 18.5, 21, 0), "right"}}, unit("B1", 20, 21, 270), {5, 4});
  CHECK(place(*right, "B1").first == Approx(23));
  CHECK(y_of(*right, "B1") == Approx(21));
  const json events = go(*right, act("follow_up", {{"unit", "A1"}}));
  CHECK(event_named(events, "unit_followed_up")->at("on") == "right");
  CHECK(place(*right, "A1").first == Approx(21.5));
  auto left = beaten({{unit("A1", 21.5, 21, 180), "left"}}, unit("B1", 20, 21, 270), {5, 4});
  CHECK(place(*left, "B1").first == Approx(17));
}

TEST_CASE("who gives ground goes on until it stands clear of all it fought", "[hc][HC-BRK-05][HC-CFG-T1]") {
  const json wide{{"base_mm", {152.4, 25.4}}};  // reaches 3 in beyond the middle of B1's flank
  auto b = beaten({{unit("A1", 20, 20), "front"}, {unit("A2", 18.5, 21, 0, wide), "right"}}, unit("B1", 20, 21, 270), {5, 4});
  CHECK(place(*b, "B1").first == Approx(20));
  CHECK(y_of(*b, "B1") > 24.7);
  CHECK(y_of(*b, "B1") < 25.0);
  CHECK_FALSE(unit_state(*b, "B1").contains("contacts"));
}

TEST_CASE("who cannot part from its foes stays and fights on", "[hc][HC-AMB-36][HC-BRK-05]") {
  auto guns = beaten({{unit("A1", 20, 20), "front"}}, unit("B1", 20, 21, 270, {{"move_class", "artillery"}}), {5, 4});
  CHECK(y_of(*guns, "B1") == Approx(21));
  CHECK(unit_state(*guns, "B1").at("contacts").size() == 1);
  CHECK(unit_state(*guns, "A1").at("contacts").size() == 1);
  CHECK(allowed(*guns, end_phase()));
  auto edge = beaten({{unit("A1", 20, 71), "front"}}, unit("B1", 20, 72, 270), {5, 4});  // at the table's edge
  CHECK(unit_state(*edge, "B1").at("contacts").size() == 1);
}

TEST_CASE("giving ground ends before impassable ground, and who stands in it may leave it", "[hc][HC-CFG-T1][HC-AMB-32]") {
  const json lake{{"terrain", {{{"id", "L"}, {"kind", "lake"}, {"box", {10, 23, 30, 26}}}}},
                  {"terrain_kinds", {{{"kind", "lake"}, {"move_factor", 0}}}}};
  auto b = beaten({{unit("A1", 20, 20), "front"}}, unit("B1", 20, 21, 270), {5, 4}, json::array(), lake);
  CHECK(y_of(*b, "B1") == Approx(23 - 1 / 25.4).margin(0.001));
  json more = lake;
  more["state"]["units"]["A1"]["turn"] = {{"ordered", true}, {"moves_left", 1}};
  auto in_it = in_phase("orders", {unit("A1", 20, 24), general("GA", 2, 2)}, {unit("B1", 20, 60, 270)}, more);
  CHECK(allowed(*in_it, move("A1", 20, 28)));
  CHECK(allowed(*in_it, move("A1", 20, 21)));
  CHECK(refusal(*in_it, move("A1", 20, 25)) == "HC-CFG-T1");
}

TEST_CASE("a unit shot in the back retreats away from the nearest enemy, not back to him", "[hc][HC-BRK-T2][HC-AMB-32]") {
  const auto shot = [](double heading) {
    json units;
    units["B1"]["due"] = {{"table", "ranged"}, {"modifier", 0}, {"rules", {"HC-SHO-10"}}};
    auto b = in_phase("shooting", {unit("A1", 20, 20)}, {unit("B1", 20, 30, heading), unit("B9", 60, 60, 270)},
                      {{"options", {{"army_broken_at", 1}}}, {"state", {{"units", units}}}});
    go(*b, end_phase());
    go(*b, answer("B", {2, 2}));  // retreat, disordered
    return unit_state(*b, "B1").at("stands")[0].at("at").at("y_mm").get<double>() / 25.4;
  };
  CHECK(shot(270) == Approx(36));
  CHECK(shot(90) == Approx(36));
}

}  // namespace retreat_tests
