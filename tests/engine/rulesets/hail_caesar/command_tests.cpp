/// Turn sequence, rally, initiative, orders, joins, re-rolls, free moves.
#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace command_tests {

using namespace field;

namespace {
/// One infantry unit of A with its general near, one foe far away.
std::unique_ptr<Battle> alone(const std::string& phase, json more_unit = json::object(), json options = json::object(),
                              double general_y = 8) {
  return in_phase(phase, {unit("A1", 20, 10, 90, more_unit), general("GA", 20, general_y, {{"army_commander", true}})},
                  {unit("B1", 20, 60, 270)}, {{"options", options}});
}
json order(const std::string& id = "A1", const std::string& general = "GA") { return act("order", {{"unit", id}, {"general", general}}); }
}  // namespace

TEST_CASE("a player turn is rally, initiative moves, orders, shooting, hand-to-hand, and then the other side's",
          "[hc][HC-SEQ-01][HC-SEQ-03][HC-SEQ-04]") {
  auto b = battle({unit("A1", 20, 10)}, {unit("B1", 20, 60, 270)});
  const std::vector<std::string> steps{"rally", "initiative", "orders", "shooting", "hand_to_hand"};
  for (const std::string side : {"A", "B"}) {
    for (const std::string& step : steps) {
      CHECK(phase(*b) == step);
      CHECK(state(*b).at("active") == side);
      CHECK(state(*b).at("turn") == 1);
      CHECK(refusal(*b, end_phase(side == "A" ? "B" : "A")) == "HC-SEQ-01");
      go(*b, end_phase(side));
    }
  }
  CHECK(state(*b).at("turn") == 2);
  CHECK(state(*b).at("active") == "A");
}

TEST_CASE("Disorder goes at the end of the turn of the side whose turn it was", "[hc][HC-AMB-08][HC-SEQ-05]") {
  const json disordered{{"disordered", true}};
  auto b = in_phase("hand_to_hand", {unit("A1", 20, 10, 90, disordered)}, {unit("B1", 20, 60, 270, disordered)});
  go(*b, end_phase());
  CHECK(unit_state(*b, "A1").at("disordered") == false);
  CHECK(unit_state(*b, "B1").at("disordered") == true);
  auto both = in_phase("hand_to_hand", {unit("A1", 20, 10, 90, disordered)}, {unit("B1", 20, 60, 270, disordered)},
                       {{"options", {{"disorder_removed", "both"}}}});
  go(*both, end_phase());
  CHECK(unit_state(*both, "B1").at("disordered") == false);
}

TEST_CASE("an Elite unit may rally from Disorder before initiative moves", "[hc][HC-AMB-09][HC-INI-01][HC-INI-08][HC-DX-03]") {
  const json elite{{"elite", true}, {"elite_number", 4}, {"disordered", true}, {"casualties", 2}};
  auto b = in_phase("rally", {unit("A1", 20, 10, 90, elite), unit("A2", 30, 10, 90, {{"disordered", true}})}, {unit("B1", 20, 60, 270)});
  CHECK(refusal(*b, act("rally", {{"unit", "A2"}})) == "HC-INI-01");
  go(*b, act("rally", {{"unit", "A1"}}));
  go(*b, answer("A", {3}));
  CHECK(unit_state(*b, "A1").at("disordered") == true);
  CHECK(refusal(*b, act("rally", {{"unit", "A1"}})) == "HC-INI-01");  // once
  auto again = in_phase("rally", {unit("A1", 20, 10, 90, elite)}, {unit("B1", 20, 60, 270)});
  go(*again, act("rally", {{"unit", "A1"}}));
  go(*again, answer("A", {4}));
  CHECK(unit_state(*again, "A1").at("disordered") == false);
  CHECK(unit_state(*again, "A1").at("casualties") == 2);
  CHECK(refusal(*again, act("rally", {{"unit", "A1"}})) == "HC-INI-08");
  auto later = in_phase("initiative", {unit("A1", 20, 10, 90, elite)}, {unit("B1", 20, 60, 270)});
  CHECK(refusal(*later, act("rally", {{"unit", "A1"}})) == "HC-SEQ-04");
  CHECK(refusal(*later, act("rally", {{"unit", "A1"}, {"general", "nobody"}})) == "");  // impossible, whatever the players rule
  REQUIRE(later->submit(act("rally", {{"unit", "A1"}}).dump()));
  go(*later, act("rule", {{"allow", true}}, "both"));
  CHECK(dice_asked(*later) == 1);
  auto automatic = in_phase("rally", {unit("A1", 20, 10, 90, elite)}, {unit("B1", 20, 60, 270)}, {{"options", {{"elite_auto", true}}}});
  go(*automatic, act("rally", {{"unit", "A1"}}));
  CHECK(unit_state(*automatic, "A1").at("disordered") == false);
}

TEST_CASE("an enemy within 12 inches, seen or not, gives initiative, open order needs only sight",
          "[hc][HC-AMB-51][HC-INI-02][HC-INI-04][HC-INI-05][HC-INI-06][HC-INI-07][HC-DX-01]") {
  // Gaps are edge to edge: centres 13 in apart leave 12 between 1 in deep bases.
  const json wood = {{{"id", "W"}, {"kind", "wood"}, {"box", {0, 14, 72, 18}}}};
  const auto foe_at = [&](double y, json more = json::object()) {
    return in_phase("initiative", {unit("A1", 20, 10, 90, more)}, {unit("B1", 20, y, 270)}, {{"terrain", wood}});
  };
  auto near = foe_at(23.0);
  CHECK(allowed(*near, move("A1", 20, 11)));
  const json events = go(*near, move("A1", 20, 11));
  CHECK(near->waits(Viewer::Umpire).empty());  // no order test
  CHECK(unit_state(*near, "A1").at("turn").at("initiative_used") == true);
  CHECK(refusal(*foe_at(23.1), move("A1", 20, 11)) == "HC-INI-04");
  const json open{{"formation", "open_order"}};
  CHECK(refusal(*foe_at(40.0, open), move("A1", 20, 11)) == "HC-INI-04");  // the wood hides it
  auto seen = in_phase("initiative", {unit("A1", 20, 10, 90, open)}, {unit("B1", 20, 41, 270)});
  CHECK(allowed(*seen, move("A1", 20, 11)));
  CHECK(names(judged(*in_phase("initiative", {unit("A1", 20, 10)}, {unit("B1", 20, 41, 270)}), move("A1", 20, 11)), "HC-INI-04"));
}

TEST_CASE("a unit makes one initiative move and is then not ordered", "[hc][HC-INI-03]") {
  auto b = in_phase("initiative", {unit("A1", 20, 10), general("GA", 20, 8)}, {unit("B1", 20, 20, 270)});
  CHECK(refusal(*b, move("A1", 20, 17)) == "HC-MOV-01");
  CHECK(names(judged(*b, move("A1", 20, 17)), "HC-INI-03"));
  go(*b, move("A1", 20, 12));
  CHECK(refusal(*b, move("A1", 20, 13)) == "HC-INI-03");
  go(*b, end_phase());
  CHECK(refusal(*b, order()) == "HC-INI-03");
}

TEST_CASE("an order gives one, two or three moves by its margin", "[hc][HC-ORD-01][HC-ORD-02][HC-ORD-06][HC-CFG-01]") {
  struct Row {
    std::vector<int> dice;
    int moves;
  };
  for (const Row& row : {Row{{4, 4}, 1}, Row{{4, 3}, 1}, Row{{4, 2}, 2}, Row{{3, 2}, 3}, Row{{1, 1}, 3}, Row{{5, 4}, 0}}) {
    auto b = alone("orders");
    CHECK(question(*b).empty());
    go(*b, order());
    const json events = go(*b, answer("A", row.dice));
    REQUIRE(event_named(events, "order_resolved"));
    CHECK(event_named(events, "order_resolved")->at("moves") == row.moves);
    CHECK(unit_state(*b, "A1").at("turn").at("moves_left") == row.moves);
    CHECK(unit_state(*b, "A1").at("turn").at("order_failed") == (row.moves == 0));
    CHECK(refusal(*b, order()) == "HC-ORD-01");
    if (row.moves == 2) {
      CHECK(allowed(*b, move("A1", 20, 22)));
      CHECK(refusal(*b, move("A1", 20, 23)) == "HC-MOV-01");
      go(*b, move("A1", 20, 15));
      CHECK(unit_state(*b, "A1").at("turn").at("moves_left") == 1);
      go(*b, move("A1", 20, 21));
      CHECK(refusal(*b, move("A1", 20, 22)) == "HC-ORD-01");
    }
  }
}

TEST_CASE("a blunder roll fails whatever the rating", "[hc][HC-CFG-01]") {
  auto b =
      in_phase("orders", {unit("A1", 20, 10), general("GA", 20, 8, {{"rating", 10}})}, {unit("B1", 20, 60, 270)},
               {{"options", {{"blunder_roll", {12, 10}}, {"blunder_table", {{{"d6", 2}, {"text", "moves on its own"}, {"moves", 1}}}}}}});
  go(*b, order());
  go(*b, answer("A", {5, 5}));
  go(*b, answer("A", {2}));
  CHECK(unit_state(*b, "A1").at("turn").at("moves_left") == 1);
  // A die the table does not list: a failed order.
  auto none =
      in_phase("orders", {unit("A1", 20, 10), general("GA", 20, 8, {{"rating", 10}})}, {unit("B1", 20, 60, 270)},
               {{"options", {{"blunder_roll", {12, 10}}, {"blunder_table", {{{"d6", 2}, {"text", "moves on its own"}, {"moves", 1}}}}}}});
  go(*none, order());
  go(*none, answer("A", {5, 5}));
  const json events = go(*none, answer("A", {3}));
  CHECK(event_named(events, "order_resolved")->at("success") == false);
  CHECK(unit_state(*none, "A1").at("turn").at("moves_left") == 0);
  CHECK(unit_state(*none, "A1").at("turn").at("order_failed") == true);
}

TEST_CASE("distance to the general lowers the rating, but not for a General Advance", "[hc][HC-ORD-04][HC-ORD-05][HC-DX-07][HC-CFG-01]") {
  // Bases 1 in deep: a general 27 in behind the unit's centre is 26 in away from edge to edge.
  const auto far = [] {
    return in_phase("orders", {unit("A1", 20, 40), general("GA", 20, 13, {{"army_commander", true}})}, {unit("B1", 20, 70, 270)});
  };
  auto one = far();
  go(*one, order());
  CHECK(question(*one).find("6 or less") != std::string::npos);
  go(*one, answer("A", {3, 3}));
  CHECK(unit_state(*one, "A1").at("turn").at("moves_left") == 1);
  auto three = far();
  go(*three, order());
  go(*three, answer("A", {2, 1}));
  CHECK(unit_state(*three, "A1").at("turn").at("moves_left") == 3);
  auto advance = far();
  go(*advance, act("general_advance", {{"general", "GA"}}));
  CHECK(question(*advance).find("8 or less") != std::string::npos);
  go(*advance, answer("A", {1, 1}));
  CHECK(unit_state(*advance, "A1").at("turn").at("moves_left") == 1);
}

TEST_CASE("an order to a division moves all its units on one roll", "[hc][HC-AMB-13][HC-ORD-03]") {
  auto b = in_phase("orders",
                    {unit("A1", 20, 10), unit("A2", 24, 10), unit("A3", 28, 10, 90, {{"division", "Wing"}}), general("GA", 22, 8),
                     general("GW", 28, 8, {{"division", "Wing"}})},
                    {unit("B1", 20, 60, 270)});
  CHECK(refusal(*b, order("A3")) == "HC-ORD-03");
  go(*b, act("order", {{"general", "GA"}}));
  go(*b, answer("A", {3, 3}));
  CHECK(unit_state(*b, "A1").at("turn").at("moves_left") == 2);
  CHECK(unit_state(*b, "A2").at("turn").at("moves_left") == 2);
  CHECK(unit_state(*b, "A3").at("turn").at("moves_left") == 0);
  CHECK(allowed(*b, order("A3", "GW")));
}

TEST_CASE("a general joins a unit within 12 inches and orders no more", "[hc][HC-ORD-07][HC-ORD-08]") {
  auto b = in_phase("orders", {unit("A1", 20, 23), unit("A2", 20, 24.5), general("GA", 20, 10), general("GB2", 40, 10)},
                    {unit("B1", 20, 60, 270)});
  CHECK(refusal(*b, act("join", {{"general", "GA"}, {"unit", "A2"}})) == "HC-ORD-07");
  go(*b, act("join", {{"general", "GA"}, {"unit", "A1"}}));
  CHECK(state(*b).at("generals").at("GA").at("joined") == "A1");
  CHECK(b->owed().size() == 1);
  CHECK(refusal(*b, order("A2")) == "HC-ORD-08");
}

TEST_CASE("a joined unit with 2 hits may be rallied, once", "[hc][HC-AMB-10][HC-ORD-09]") {
  auto b =
      in_phase("orders", {unit("A1", 20, 10, 90, {{"casualties", 2}}), unit("A2", 24, 10, 90, {{"casualties", 1}}), general("GA", 20, 8)},
               {unit("B1", 20, 60, 270)});
  CHECK(refusal(*b, act("rally", {{"unit", "A2"}, {"general", "GA"}})) == "HC-ORD-09");
  go(*b, act("join", {{"general", "GA"}, {"unit", "A1"}}));
  go(*b, act("rally", {{"unit", "A1"}}));
  go(*b, answer("A", {4, 4}));
  CHECK(unit_state(*b, "A1").at("casualties") == 1);
  CHECK(refusal(*b, act("rally", {{"unit", "A1"}})) == "HC-ORD-09");
  auto fails = in_phase("orders", {unit("A1", 20, 10, 90, {{"casualties", 3}}), general("GA", 20, 8)}, {unit("B1", 20, 60, 270)});
  go(*fails, act("rally", {{"unit", "A1"}, {"general", "GA"}}));
  go(*fails, answer("A", {5, 4}));
  CHECK(unit_state(*fails, "A1").at("casualties") == 3);
}

TEST_CASE("Where is your courage is the army commander's, for a unit of a Broken Division", "[hc][HC-ORD-10]") {
  const json broken{{"divisions", {{"A.Centre", {{"broken", true}}}}}};
  auto b = in_phase("orders",
                    {unit("A1", 20, 10), unit("A2", 24, 10, 90, {{"division", "Wing"}}), general("GA", 20, 8),
                     general("GC", 22, 8, {{"army_commander", true}, {"division", "Wing"}})},
                    {unit("B1", 20, 60, 270)}, {{"state", broken}, {"options", {{"army_broken_at", 1}}}});
  const auto courage = [](const std::string& general, const std::string& id) {
    return act("where_is_your_courage", {{"general", general}, {"unit", id}});
  };
  CHECK(refusal(*b, courage("GA", "A1")) == "HC-ORD-10");
  CHECK(refusal(*b, courage("GC", "A2")) == "HC-ORD-10");
  go(*b, courage("GC", "A1"));
  go(*b, answer("A", {2, 2}));
  CHECK(unit_state(*b, "A1").at("turn").at("steadied") == true);
  CHECK(refusal(*b, act("retire", {{"unit", "A1"}, {"to", at(20, 5)}})) == "HC-ORD-01");
}

TEST_CASE("Follow me is three moves or none, and costs a Column its Free Move", "[hc][HC-ORD-11][HC-ORD-12][HC-ORD-13][HC-DX-05]") {
  const json column{{"formation", "column"}};
  auto works = alone("orders", column);
  go(*works, act("follow_me", {{"general", "GA"}, {"unit", "A1"}}));
  go(*works, answer("A", {4, 4}));
  CHECK(unit_state(*works, "A1").at("turn").at("moves_left") == 3);
  const json events = go(*works, move("A1", 20, 28));
  REQUIRE(event_named(events, "general_moved"));
  auto fails = alone("orders", column);
  go(*fails, act("follow_me", {{"general", "GA"}, {"unit", "A1"}}));
  go(*fails, answer("A", {6, 5}));
  CHECK(refusal(*fails, move("A1", 20, 12)) == "HC-ORD-12");
  auto normal = alone("orders", column);
  go(*normal, order());
  go(*normal, answer("A", {6, 5}));
  CHECK(allowed(*normal, move("A1", 20, 12)));
}

TEST_CASE("a failed order leaves a single Free Move to Columns, Tiny units and baggage only",
          "[hc][HC-ORD-13][HC-ORD-14][HC-ORD-15][HC-ORD-18][HC-ORD-26]") {
  const auto after_failure = [](json more) {
    auto b = alone("orders", more);
    go(*b, order());
    go(*b, answer("A", {6, 5}));
    return b;
  };
  CHECK(refusal(*after_failure(json::object()), move("A1", 20, 12)) == "HC-ORD-13");
  for (const json& more :
       {json{{"formation", "column"}}, json{{"size", "tiny"}}, json{{"baggage", true}}, json{{"move_class", "wagons"}}}) {
    auto b = after_failure(more);
    INFO(more.dump());
    CHECK(refusal(*b, move("A1", 20, 17)) == "HC-MOV-" + std::string(more.contains("move_class") ? "03" : "01"));
    CHECK(names(judged(*b, move("A1", 20, 17)), "HC-ORD-26"));
    go(*b, move("A1", 20, 16));
    CHECK(b->waits(Viewer::Umpire).empty());
    CHECK(refusal(*b, move("A1", 20, 17)) == "HC-ORD-26");
  }
  auto untested = alone("orders", {{"formation", "column"}});
  CHECK(refusal(*untested, move("A1", 20, 12)) == "HC-ORD-01");
}

TEST_CASE("Free Moves come before shooting", "[hc][HC-ORD-25]") {
  auto b = alone("orders", {{"formation", "column"}});
  go(*b, order());
  go(*b, answer("A", {6, 5}));
  go(*b, end_phase());
  CHECK(refusal(*b, act("free_move", {{"unit", "A1"}, {"to", at(20, 12)}})) == "HC-ORD-25");
}

TEST_CASE("units of a Broken Division retire once, tested and failed or not tested at all",
          "[hc][HC-AMB-39][HC-ORD-16][HC-ORD-17][HC-ORD-26]") {
  const json broken{{"divisions", {{"A.Centre", {{"broken", true}}}}}};
  const auto field = [&] {
    return in_phase("orders", {unit("A1", 20, 20), unit("A2", 60, 20, 90, {{"division", "Wing"}}), general("GA", 20, 18)},
                    {unit("B1", 20, 60, 270)}, {{"state", broken}, {"options", {{"army_broken_at", 1}}}});
  };
  auto untested = field();
  CHECK(refusal(*untested, move("A1", 20, 25)) == "HC-ORD-16");  // nearer to the enemy
  go(*untested, move("A1", 20, 14));
  CHECK(unit_state(*untested, "A1").at("turn").at("retirement_used") == true);
  CHECK(refusal(*untested, move("A1", 20, 13)) == "HC-ORD-26");
  CHECK(refusal(*untested, order()) == "HC-ORD-17");  // that was in place of one
  auto failed = field();
  go(*failed, order());
  go(*failed, answer("A", {6, 5}));
  CHECK(names(judged(*failed, move("A1", 20, 14)), "HC-ORD-16"));
  CHECK(allowed(*failed, move("A1", 20, 14)));
  auto sound = in_phase("orders", {unit("A1", 20, 20)}, {unit("B1", 20, 60, 270)});
  CHECK(refusal(*sound, move("A1", 20, 14)) == "HC-ORD-01");
}

TEST_CASE("the army commander has order dice rolled again, his own or those of a general near him",
          "[hc][HC-AMB-15][HC-ORD-19][HC-ORD-20][HC-ORD-21][HC-ORD-22][HC-ORD-23]") {
  const auto field = [](double commander_x, bool replacement, json options = json::object()) {
    return in_phase("orders",
                    {unit("A1", 20, 10), unit("A2", 24, 10, 90, {{"division", "Wing"}}), general("GA", 20, 8),
                     general("GC", commander_x, 8, {{"army_commander", true}, {"replacement", replacement}, {"division", "Wing"}})},
                    {unit("B1", 20, 60, 270), general("GB", 24, 9, {{"rating", 7}})}, {{"options", options}});
  };
  const json again = act("reroll", {{"general", "GC"}});
  auto own = field(24, false);
  CHECK(refusal(*own, again) == "HC-ORD-19");  // nothing to repeat yet
  go(*own, order("A2", "GC"));
  go(*own, answer("A", {6, 5}));
  CHECK(names(judged(*own, again), "HC-ORD-19"));
  CHECK(own->windows(Viewer::A).size() == 1);
  go(*own, again);
  go(*own, answer("A", {2, 2}));
  CHECK(unit_state(*own, "A2").at("turn").at("moves_left") == 3);
  CHECK(unit_state(*own, "A2").at("turn").at("order_failed") == false);
  go(*own, order());
  go(*own, answer("A", {6, 5}));
  CHECK(refusal(*own, again) == "HC-AMB-15");  // once a turn
  auto advance = field(24, false);
  go(*advance, act("general_advance", {{"general", "GC"}}));
  go(*advance, answer("A", {6, 5}));
  CHECK(names(judged(*advance, again), "HC-ORD-20"));
  CHECK(allowed(*advance, again));
  auto other = field(32, false);  // 12 in edge to edge, less the bases
  go(*other, order());
  go(*other, answer("A", {6, 5}));
  CHECK(names(judged(*other, again), "HC-ORD-21"));
  CHECK(allowed(*other, again));
  auto far = field(34, false);
  go(*far, order());
  go(*far, answer("A", {6, 5}));
  CHECK(refusal(*far, again) == "HC-ORD-21");
  auto replaced = field(24, true);
  go(*replaced, order("A2", "GC"));
  go(*replaced, answer("A", {6, 5}));
  CHECK(refusal(*replaced, again) == "HC-ORD-23");
  CHECK(refusal(*replaced, act("reroll", {{"general", "GA"}})) == "HC-ORD-19");
  // An enemy commander repeats it only where the table agreed to that.
  const auto enemy_commander = [&](bool agreed) {
    auto b =
        in_phase("orders", {unit("A1", 20, 10), general("GA", 20, 8)},
                 {unit("B1", 20, 60, 270), general("GB", 24, 9, {{"army_commander", true}})}, {{"options", {{"reroll_enemy", agreed}}}});
    go(*b, order());
    go(*b, answer("A", {1, 1}));
    return b;
  };
  CHECK(refusal(*enemy_commander(false), act("reroll", {{"general", "GB"}}, "B")) == "HC-ORD-22");
  CHECK(allowed(*enemy_commander(true), act("reroll", {{"general", "GB"}}, "B")));
}

TEST_CASE("a window for a re-roll closes with the first move", "[hc][HC-ORD-19]") {
  auto b = alone("orders");
  go(*b, order());
  go(*b, answer("A", {2, 2}));
  CHECK(b->windows(Viewer::A).size() == 1);
  go(*b, move("A1", 20, 12));
  CHECK(b->windows(Viewer::A).empty());
  CHECK(refusal(*b, act("reroll")) == "HC-ORD-19");
}

TEST_CASE("Disordered units are not ordered unless the table plays it so", "[hc][HC-CFG-T1]") {
  const json disordered{{"disordered", true}};
  CHECK(refusal(*alone("orders", disordered), order()) == "HC-CFG-T1");
  CHECK(allowed(*alone("orders", disordered, {{"disorder_blocks_orders", false}}), order()));
}

TEST_CASE("an order to a division is its general's, or the army commander's where that one is lost", "[hc][HC-ORD-03]") {
  const auto army = [](bool lost) {
    const json left{{"division", "Left"}};
    return in_phase("orders",
                    {unit("A1", 20, 10), unit("A2", 30, 10, 90, left), unit("A3", 33, 10, 90, left),
                     general("GA", 20, 8, {{"army_commander", true}}), general("GC", 30, 8, left)},
                    {unit("B1", 20, 60, 270)}, {{"state", {{"generals", {{"GC", {{"on_table", !lost}}}}}}}});
  };
  const json by_a = act("order", {{"general", "GA"}, {"division", "Left"}}), unsaid = act("order", {{"division", "Left"}});
  CHECK(refusal(*army(false), by_a) == "HC-ORD-03");
  CHECK(judged(*army(false), act("order", {{"general", "GA"}, {"division", "Nowhere"}})).refusal == polemarch::engine::Refusal::Impossible);
  for (const json& command : {by_a, unsaid}) {
    auto b = army(true);
    const json events = go(*b, command);
    CHECK(question(*b).find("GA: order to the division") == 0);
    go(*b, answer("A", {2, 2}));
    CHECK(unit_state(*b, "A2").at("turn").at("ordered") == true);
    CHECK(unit_state(*b, "A3").at("turn").at("ordered") == true);
    CHECK(unit_state(*b, "A1").at("turn").value("ordered", false) == false);
  }
  auto offered = army(true);
  int found = 0;
  for (const auto& offer : offered->offers(Viewer::A, polemarch::engine::About{polemarch::UnitId{"GA"}}))
    found += offer.verdict.allowed() && json::parse(offer.command).value("division", "") == "Left" ? 1 : 0;
  CHECK(found == 1);
}

}  // namespace command_tests
