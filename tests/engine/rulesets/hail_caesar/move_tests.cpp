/// Moves, proximity, charges, terrain.
#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace move_tests {

using namespace field;

namespace {
/// A1 with moves in hand and one foe.
std::unique_ptr<Battle> ordered(int moves, json a1, json b1, json more = json::object()) {
  more["state"]["units"][a1.at("unit").get<std::string>()]["turn"] = {{"ordered", true}, {"moves_left", moves}};
  return in_phase("orders", {a1, general("GA", 2, 2)}, {b1}, more);
}
}  // namespace

TEST_CASE("a formed unit within 12 inches of an enemy must turn to face it", "[hc][HC-PRX-01][HC-PRX-03][HC-PRX-04][HC-DX-09]") {
  // The foe stands 10 in to the right of the way; its base is turned so that the gap is edge to edge along x.
  const auto at_gap = [](double gap, json more = json::object()) {
    return ordered(1, unit("A1", 20, 20, 90, more), unit("B1", 20 + 1 + gap + 0.5, 20, 180));
  };
  const json past = move("A1", 20, 25, 90), facing = move("A1", 22, 20, 0), still = move("A1", 20, 20, 0);
  auto near = at_gap(10);
  CHECK(refusal(*near, past) == "HC-PRX-04");
  CHECK(names(judged(*near, past), "HC-PRX-03"));
  CHECK(allowed(*near, facing));
  CHECK(allowed(*near, still));
  CHECK(refusal(*near, move("A1", 20, 24, 0)) == "HC-PRX-03");  // faces it, but slides past
  CHECK(allowed(*near, move("A1", 18, 20, 0)));                 // backs away facing
  CHECK(allowed(*at_gap(13), past));
  CHECK(allowed(*at_gap(12.1), past));
  CHECK(refusal(*at_gap(12), past) == "HC-PRX-04");
}

TEST_CASE("in open order the rule bites within 6 inches only", "[hc][HC-PRX-02][HC-DX-09]") {
  const auto at_gap = [](double gap, json options = json::object()) {
    return ordered(1, unit("A1", 20, 20, 90, {{"formation", "open_order"}}), unit("B1", 20 + 1 + gap + 0.5, 20, 180),
                   {{"options", options}});
  };
  const json past = move("A1", 20, 25, 90);
  CHECK(allowed(*at_gap(7), past));
  CHECK(refusal(*at_gap(6), past) == "HC-PRX-04");
  CHECK(names(judged(*at_gap(6), past), "HC-PRX-02"));
  // Read by the enemy's state instead: it is formed, so 12 in.
  CHECK(refusal(*at_gap(7, {{"proximity_state", "enemy"}}), past) == "HC-PRX-04");
}

TEST_CASE("the proximity rule is looked at again where each single move begins", "[hc][HC-PRX-01]") {
  // Three moves of 6 in: after two of them the foe is near the flank.
  auto b = ordered(3, unit("A1", 20, 20), unit("B1", 32, 34, 180));
  CHECK(refusal(*b, move("A1", 20, 38, 90)) == "HC-PRX-04");
  CHECK(allowed(*b, move("A1", 20, 26, 90)));
}

TEST_CASE("units fighting hand-to-hand and generals are no matter of proximity", "[hc][HC-PRX-01][HC-VIS-14]") {
  auto b = in_phase("orders", {unit("A1", 20, 20), general("GA", 2, 2)}, {unit("B1", 20, 60, 270), general("GB", 24, 20)},
                    {{"state", {{"units", {{"A1", {{"turn", {{"moves_left", 1}}}}}}}}}});
  CHECK(allowed(*b, move("A1", 20, 25, 90)));
}

TEST_CASE("a move within its distance passes, and doubt of the camera favours the mover", "[hc][HC-MOV-01]") {
  auto b = ordered(1, unit("A1", 20, 10), unit("B1", 20, 60, 270));
  CHECK(allowed(*b, move("A1", 20, 16)));
  CHECK(allowed(*b, move("A1", 20, 16 + 2.9 / 25.4)));  // the table's tolerance of 3 mm
  CHECK(refusal(*b, move("A1", 20, 16 + 3.1 / 25.4)) == "HC-MOV-01");
  json measured = move("A1", 20, 16 + 4.5 / 25.4);
  measured["to"]["cov"] = {1000000, 0, 0, 1000000, 0, 0};  // 1 mm
  CHECK(allowed(*b, measured));
}

TEST_CASE("slow ground counts double", "[hc][HC-CFG-T1]") {
  const json wood = {{{"id", "W"}, {"kind", "wood"}, {"box", {0, 12, 40, 30}}}};
  auto b = ordered(1, unit("A1", 20, 10), unit("B1", 20, 60, 270), {{"terrain", wood}});
  CHECK(allowed(*b, move("A1", 20, 14)));
  CHECK(refusal(*b, move("A1", 20, 15)) == "HC-MOV-01");
}

TEST_CASE("artillery that is not portable turns but does not move", "[hc][HC-MOV-T1]") {
  auto b = ordered(1, unit("A1", 20, 10, 90, {{"move_class", "artillery"}}), unit("B1", 20, 60, 270));
  CHECK(allowed(*b, move("A1", 20, 10, 45)));
  CHECK(refusal(*b, move("A1", 20, 11, 90)) == "HC-AMB-36");
}

TEST_CASE("a change of formation takes a move of its own", "[hc][HC-CFG-04]") {
  auto b = ordered(1, unit("A1", 20, 10, 90, {{"allowed_formations", {"line", "column"}}}), unit("B1", 20, 60, 270));
  const auto form = [](const std::string& formation, json more = json::object()) {
    json j = act("move", {{"unit", "A1"}, {"formation", formation}});
    j.update(more);
    return j;
  };
  CHECK(refusal(*b, form("column", {{"to", at(20, 12)}})) == "HC-MOV-01");
  CHECK(refusal(*b, form("square")) == "HC-CFG-04");
  go(*b, form("column"));
  CHECK(unit_state(*b, "A1").at("formation") == "column");
  CHECK(unit_state(*b, "A1").at("turn").at("moves_left") == 0);
  auto open = ordered(1, unit("A1", 20, 10, 90, {{"always_open_order", true}}), unit("B1", 20, 60, 270));
  CHECK(unit_state(*open, "A1").at("formation") == "open_order");
  CHECK(refusal(*open, form("line")) == "HC-CFG-03");
}

TEST_CASE("an ordered move may be a charge, it ends in contact", "[hc][HC-ORD-24]") {
  auto b = ordered(2, unit("A1", 20, 10), unit("B1", 20, 20, 270));
  CHECK(refusal(*b, act("charge", {{"unit", "A1"}, {"target", "B1"}, {"to", at(20, 18)}})) == "HC-ORD-24");
  CHECK(refusal(*b, move("A1", 20, 19, 90)) == "HC-ORD-24");  // contact without a charge
  const json events = go(*b, act("charge", {{"unit", "A1"}, {"target", "B1"}}));
  REQUIRE(event_named(events, "unit_charged"));
  CHECK(event_named(events, "unit_charged")->at("on") == "front");
  CHECK(unit_state(*b, "A1").at("stands")[0].at("at").at("y_mm") == Approx(19 * 25.4));
  CHECK(unit_state(*b, "A1").at("turn").at("charged") == true);
  CHECK(unit_state(*b, "B1").at("contacts").size() == 1);
  auto short_of = ordered(1, unit("A1", 20, 10), unit("B1", 20, 20, 270));
  CHECK(refusal(*short_of, act("charge", {{"unit", "A1"}, {"target", "B1"}})) == "HC-MOV-01");
  auto early = in_phase("initiative", {unit("A1", 20, 10)}, {unit("B1", 20, 14, 270)});
  CHECK(refusal(*early, act("charge", {{"unit", "A1"}, {"target", "B1"}})) == "HC-ORD-24");
}

TEST_CASE("a charge hits the edge before which it began", "[hc][HC-HTH-08]") {
  auto flank = ordered(2, unit("A1", 10, 20, 0), unit("B1", 20, 20, 270));
  go(*flank, act("charge", {{"unit", "A1"}, {"target", "B1"}}));
  CHECK(unit_state(*flank, "B1").at("contacts")[0].at("on") == "right");
  auto rear = ordered(2, unit("A1", 20, 30, 270), unit("B1", 20, 22, 270));
  go(*rear, act("charge", {{"unit", "A1"}, {"target", "B1"}}));
  CHECK(unit_state(*rear, "B1").at("contacts")[0].at("on") == "rear");
}

TEST_CASE("near one enemy a unit may not charge another", "[hc][HC-PRX-03]") {
  auto b = in_phase("orders", {unit("A1", 20, 20), general("GA", 2, 2)}, {unit("B1", 20, 28, 270), unit("B2", 20, 44, 270)},
                    {{"state", {{"units", {{"A1", {{"turn", {{"moves_left", 3}}}}}}}}}, {"options", {{"proximity_formed_in", 12}}}});
  CHECK(refusal(*b, act("charge", {{"unit", "A1"}, {"target", "B2"}, {"to", at(23, 44, 180)}})) != "allowed");
  CHECK(allowed(*b, act("charge", {{"unit", "A1"}, {"target", "B1"}})));
}

TEST_CASE("a charge heeds an enemy near whom one of its later moves begins", "[hc][HC-PRX-03][HC-AMB-14]") {
  const auto charging = [](double x_of_other, const char* target) {
    auto b = in_phase("orders", {unit("A1", 20, 10, 90, {{"move_class", "cavalry"}})},
                      {unit("B1", x_of_other, 27, 270), unit("B2", 20, 37, 270)},
                      {{"state", {{"units", {{"A1", {{"turn", {{"moves_left", 3}}}}}}}}}});
    return refusal(*b, act("charge", {{"unit", "A1"}, {"target", target}}));
  };
  CHECK(charging(30, "B2") == "HC-PRX-03");  // B1 is 10.6 in off where the second move begins, B2 17 in
  CHECK(charging(30, "B1") == "allowed");
  CHECK(charging(40, "B2") == "allowed");
}

TEST_CASE("nothing moves onto another unit or off the table", "[hc][HC-CFG-04]") {
  auto b = in_phase("orders", {unit("A1", 20, 10), unit("A2", 20, 14), general("GA", 2, 2)}, {unit("B1", 20, 60, 270)},
                    {{"state", {{"units", {{"A1", {{"turn", {{"moves_left", 3}}}}}}}}}});
  CHECK(refusal(*b, move("A1", 20, 14)) == "HC-CFG-04");
  CHECK(refusal(*b, move("A1", 20, -1, 270)) == "HC-CFG-04");
  CHECK(allowed(*b, move("A1", 20, 16)));
}

TEST_CASE("a unit occupies buildings it can reach", "[hc][HC-SHO-T3]") {
  const json town = {{{"id", "V"}, {"kind", "building"}, {"box", {18, 14, 22, 18}}},
                     {{"id", "W"}, {"kind", "wood"}, {"box", {40, 14, 42, 18}}}};
  auto b = ordered(1, unit("A1", 20, 10), unit("B1", 20, 60, 270), {{"terrain", town}});
  CHECK(refusal(*b, act("move", {{"unit", "A1"}, {"in", "W"}})) == "HC-SAV-T1");
  go(*b, act("move", {{"unit", "A1"}, {"in", "V"}}));
  CHECK(unit_state(*b, "A1").at("in") == "V");
  auto far = ordered(1, unit("A1", 20, 5), unit("B1", 20, 60, 270), {{"terrain", town}});
  CHECK(refusal(*far, act("move", {{"unit", "A1"}, {"in", "V"}})) == "HC-MOV-01");
}

TEST_CASE("a distance the camera cannot tell is left to the players", "[hc][HC-INI-04]") {
  json foe = unit("B1", 20, 23, 270);
  foe["at"]["cov"] = {1000000, 0, 0, 1000000, 0, 0};
  auto b = in_phase("initiative", {unit("A1", 20, 10)}, {foe});
  const Verdict verdict = judged(*b, move("A1", 20, 11));
  CHECK(verdict.ruling == Ruling::TooCloseToCall);
  REQUIRE(verdict.reasons.front().sd);
  CHECK(*verdict.reasons.front().sd == Approx(1 / 25.4).epsilon(0.01));
  const auto outcome = b->submit(move("A1", 20, 11).dump());
  REQUIRE(outcome);
  CHECK(outcome->events.empty());
  go(*b, act("rule", {{"allow", true}, {"reason", "close enough"}}, "both"));
  CHECK(unit_state(*b, "A1").at("turn").at("initiative_used") == true);
  auto agreed = in_phase("initiative", {unit("A1", 20, 10)}, {foe}, {{"options", {{"tie_break", "active"}}}});
  CHECK(allowed(*agreed, move("A1", 20, 11)));
}

TEST_CASE("a move may be spoken as inches ahead after a turn", "[hc][HC-MOV-01]") {
  auto b = ordered(1, unit("A1", 20, 10), unit("B1", 20, 60, 270));
  CHECK(refusal(*b, act("move", {{"unit", "A1"}, {"ahead_in", 6.2}})) == "HC-MOV-01");
  go(*b, act("move", {{"unit", "A1"}, {"turn_deg", -90}, {"ahead_in", 6}}));
  const json stand = unit_state(*b, "A1").at("stands")[0].at("at");
  CHECK(stand.at("x_mm") == Approx(26 * 25.4));
  CHECK(stand.at("y_mm") == Approx(10 * 25.4));
  CHECK(stand.at("heading_deg") == Approx(0));
}

TEST_CASE("units and generals are deployed as whole bodies", "[hc]") {
  json a = unit("A1", 20, 10), g = general("GA", 20, 8);
  a.erase("at");
  g.erase("at");
  auto b = battle({a, g}, {unit("B1", 20, 60, 270)});
  go(*b, act("deploy", {{"unit", "A1"}, {"to", at(20, 10)}}));
  go(*b, act("move_general", {{"general", "GA"}, {"to", at(20, 8)}}));
  CHECK(refusal(*b, act("deploy", {{"unit", "A1"}, {"to", at(20, 60)}})) == "HC-CFG-04");  // on the enemy
  go(*b, act("begin"));
  CHECK(phase(*b) == "rally");
  CHECK(unit_state(*b, "A1").at("on_table") == true);
  CHECK(state(*b).at("generals").at("GA").at("on_table") == true);
}

TEST_CASE("who fights hand-to-hand holds nobody by being near", "[hc][HC-AMB-14][HC-PRX-03][HC-PRX-04]") {
  const auto reserve = [](bool fighting, double y_of_other) {
    json units{{"A2", {{"turn", {{"ordered", true}, {"moves_left", 2}}}}}};
    if (fighting)
      for (const auto& [mine, foe] : {std::pair{"A1", "B1"}, {"B1", "A1"}})
        units[mine]["contacts"] = json::array({{{"foe", foe}, {"on", "front"}, {"fresh", false}}});
    return in_phase("orders", {unit("A1", 20, 20), unit("A2", 24, 18), general("GA", 2, 2)},
                    {unit("B1", 20, 21, 270), unit("B2", 24, y_of_other, 270)}, {{"state", {{"units", units}}}});
  };
  const json past = move("A2", 29, 18, 90);
  CHECK(allowed(*reserve(true, 32), past));
  CHECK(refusal(*reserve(false, 32), past) == "HC-PRX-04");
  CHECK(refusal(*reserve(true, 30), past) == "HC-PRX-03");  // B2 is near and fights nobody
  const json other = act("charge", {{"unit", "A2"}, {"target", "B2"}});
  CHECK(allowed(*reserve(true, 30.2), other));
  json flank = act("charge", {{"unit", "A2"}, {"target", "B1"}});
  flank["to"] = at(21.5, 21, 180);
  CHECK(allowed(*reserve(true, 28), flank));  // the melee may be joined though B2 is near
}

TEST_CASE("straight on and straight back are toward and away though the enemy stands wide or to the side",
          "[hc][HC-PRX-03][HC-PRX-04][HC-AMB-14]") {
  const auto facing = [](double width, double x, double y) {
    return ordered(1, unit("A1", 20, 20, 90, {{"base_mm", {152.4, 25.4}}}), unit("B1", x, y, 270, {{"base_mm", {width * 25.4, 25.4}}}));
  };
  for (const auto& b : {facing(6, 26, 24.5), facing(16, 29, 23.5)}) {  // staggered; its middle far to the side
    CHECK(allowed(*b, move("A1", 20, 17)));
    CHECK(allowed(*b, move("A1", 20, 21.5)));
    CHECK(refusal(*b, move("A1", 22.4, 18.2)) == "HC-PRX-03");  // along its front
    CHECK(refusal(*b, move("A1", 20, 17, 270)) == "HC-PRX-04");
  }
}

}  // namespace move_tests
