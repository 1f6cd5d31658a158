/// Decisions on unclear points (HC-AMB-*), each on a test that fails when the other reading is played: orders, moves, break tests.
#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace decision_order_tests {

using namespace field;

namespace {

json order(const std::string& id = "A1", const std::string& general = "GA") { return act("order", {{"unit", id}, {"general", general}}); }
const json kBroken{{"divisions", {{"A.Centre", {{"broken", true}}}}}};
/// A1 of a Broken Division, its general beside it, a sound Wing far off.
std::unique_ptr<Battle> broken_division(json a1 = json::object(), json options = json::object()) {
  options["army_broken_at"] = 1;
  return in_phase(
      "orders",
      {unit("A1", 20, 20, 90, a1), unit("A2", 60, 20, 90, {{"division", "Wing"}}), general("GA", 20, 18, {{"army_commander", true}})},
      {unit("B1", 20, 60, 270)}, {{"state", kBroken}, {"options", options}});
}

}  // namespace

TEST_CASE("Where is your courage cancels the Broken state for the turn, or does nothing", "[hc][HC-AMB-11]") {
  const auto retires = [](const std::string& effect, std::vector<int> dice) {
    auto b = in_phase("orders",
                      {unit("A1", 20, 20), unit("A2", 60, 20, 90, {{"division", "Wing"}}), general("GC", 60, 18),
                       general("GA", 20, 18, {{"army_commander", true}, {"division", "Wing"}})},
                      {unit("B1", 20, 60, 270)}, {{"state", kBroken}, {"options", {{"army_broken_at", 1}, {"wiyc_effect", effect}}}});
    go(*b, act("where_is_your_courage", {{"general", "GA"}, {"unit", "A1"}}));
    const json events = go(*b, answer("A", std::move(dice)));
    CHECK(event_named(events, "order_resolved")->value("ordered", json::array()).empty());
    return allowed(*b, act("retire", {{"unit", "A1"}, {"to", at(20, 15)}}));
  };
  CHECK_FALSE(retires("unbreak", {4, 4}));
  CHECK(retires("unbreak", {5, 4}));
  CHECK(retires("none", {4, 4}));
}

TEST_CASE("courage found leaves the retirement to a unit that nobody can order any more", "[hc][HC-AMB-11][HC-ORD-08][HC-ORD-17]") {
  const json retire = act("retire", {{"unit", "A1"}, {"to", at(20, 15)}});
  auto b = broken_division();
  go(*b, act("where_is_your_courage", {{"general", "GA"}, {"unit", "A1"}}));
  go(*b, answer("A", {4, 4}));
  CHECK(refusal(*b, order()) == "HC-ORD-08");
  CHECK(allowed(*b, retire));
}

TEST_CASE("a retirement is a move, no forming up on the spot", "[hc][HC-ORD-16][HC-ORD-26]") {
  auto b = broken_division();
  CHECK(refusal(*b, act("retire", {{"unit", "A1"}, {"formation", "square"}})) == "HC-ORD-16");
  CHECK(allowed(*b, act("retire", {{"unit", "A1"}, {"to", at(20, 15)}})));
}

TEST_CASE("a failed Follow-me costs the retirement move too, unless the table plays it otherwise", "[hc][HC-AMB-12]") {
  const auto retires = [](bool blocks) {
    auto b = broken_division({}, {{"follow_me_blocks_retirement", blocks}});
    go(*b, act("follow_me", {{"general", "GA"}, {"unit", "A1"}}));
    go(*b, answer("A", {6, 5}));
    return allowed(*b, act("retire", {{"unit", "A1"}, {"to", at(20, 15)}}));
  };
  CHECK_FALSE(retires(true));
  CHECK(retires(false));
}

TEST_CASE("only a failed Follow-me costs the Free Move, not another failed order with a general beside", "[hc][HC-AMB-40]") {
  auto b = in_phase("orders",
                    {unit("A1", 20, 10, 90, {{"formation", "column"}}), general("GA", 20, 8),
                     general("GC", 24, 8, {{"army_commander", true}, {"division", "Wing"}})},
                    {unit("B1", 20, 60, 270)});
  go(*b, act("join", {{"general", "GA"}, {"unit", "A1"}}));
  go(*b, order("A1", "GC"));
  go(*b, answer("A", {6, 5}));
  CHECK(allowed(*b, move("A1", 20, 12)));
}

TEST_CASE("a Column of a Broken Division takes one move, free or retirement, as it chooses", "[hc][HC-AMB-52][HC-AMB-39]") {
  for (const char* as : {"free", "retirement"}) {
    auto b = broken_division({{"formation", "column"}});
    go(*b, order());
    go(*b, answer("A", {6, 5}));
    json toward = move("A1", 20, 25), away = move("A1", 20, 15);
    toward["as"] = away["as"] = as;
    CHECK(allowed(*b, away));
    CHECK(allowed(*b, toward) == (std::string(as) == "free"));
    go(*b, away);
    CHECK(refusal(*b, move("A1", 20, 14)) == "HC-ORD-26");
    CHECK(refusal(*b, act("retire", {{"unit", "A1"}, {"to", at(20, 14)}})) == "HC-ORD-26");
  }
  auto two =
      in_phase("orders", {unit("A1", 20, 20), unit("A2", 24, 20), unit("A9", 60, 20, 90, {{"division", "Wing"}}), general("GA", 22, 18)},
               {unit("B1", 20, 60, 270)}, {{"state", kBroken}, {"options", {{"army_broken_at", 1}}}});
  go(*two, move("A1", 20, 15));
  go(*two, move("A2", 24, 15));  // one for each of its units
}

TEST_CASE("a unit of a Broken Division that moved on its initiative had no order tested and may retire", "[hc][HC-AMB-39][HC-ORD-17]") {
  auto b = in_phase("initiative",
                    {unit("A1", 20, 20), unit("A2", 60, 20, 90, {{"division", "Wing"}}), general("GA", 20, 18, {{"army_commander", true}})},
                    {unit("B1", 20, 31, 270)}, {{"state", kBroken}, {"options", {{"army_broken_at", 1}}}});
  go(*b, move("A1", 20, 21));
  go(*b, end_phase());
  const json retire = act("retire", {{"unit", "A1"}, {"to", at(20, 16)}});
  CHECK(names(judged(*b, retire), "HC-ORD-17"));
  go(*b, retire);
  CHECK(refusal(*b, act("retire", {{"unit", "A1"}, {"to", at(20, 15)}})) == "HC-ORD-26");
}

TEST_CASE("an order after an initiative move is refused, unless the table plays it so", "[hc][HC-AMB-33]") {
  const auto after = [](bool allowed_then) {
    auto b = in_phase("initiative", {unit("A1", 20, 10), general("GA", 20, 8)}, {unit("B1", 20, 20, 270)},
                      {{"options", {{"initiative_then_order", allowed_then}}}});
    go(*b, move("A1", 20, 12));
    go(*b, end_phase());
    return refusal(*b, order());
  };
  CHECK(after(false) == "HC-INI-03");
  CHECK(after(true) == "allowed");
}

TEST_CASE("artillery that is not man-portable moves as far as its parameter says", "[hc][HC-AMB-36]") {
  const auto gun = [](double in) {
    return in_phase("orders", {unit("A1", 20, 10, 90, {{"move_class", "artillery"}}), general("GA", 2, 2)}, {unit("B1", 20, 60, 270)},
                    {{"state", {{"units", {{"A1", {{"turn", {{"moves_left", 1}}}}}}}}}, {"options", {{"move_other_artillery_in", in}}}});
  };
  CHECK(refusal(*gun(0), move("A1", 20, 11)) == "HC-AMB-36");
  CHECK(allowed(*gun(3), move("A1", 20, 13)));
  CHECK(refusal(*gun(3), move("A1", 20, 13.2)) == "HC-MOV-T1");
}

TEST_CASE("near an enemy a unit goes toward it or backs away, or has only to face it", "[hc][HC-AMB-14]") {
  const auto slide = [](const std::string& moves) {
    auto b = in_phase("orders", {unit("A1", 20, 20), general("GA", 2, 2)}, {unit("B1", 31.5, 20, 180), general("GB", 20, 24)},
                      {{"state", {{"units", {{"A1", {{"turn", {{"moves_left", 1}}}}}}}}}, {"options", {{"proximity_moves", moves}}}});
    return refusal(*b, move("A1", 20, 24, 0));  // a general of the enemy is no matter of proximity
  };
  CHECK(slide("toward_or_away") == "HC-PRX-03");
  CHECK(slide("face_only") == "allowed");
}

TEST_CASE("proximity goes by the own unit's state, or by the enemy's", "[hc][HC-AMB-34]") {
  const auto past = [](const char* mine, const char* theirs, const std::string& state) {
    auto b = in_phase("orders", {unit("A1", 20, 20, 90, {{"formation", mine}}), general("GA", 2, 2)},
                      {unit("B1", 30.5, 20, 180, {{"formation", theirs}})},
                      {{"state", {{"units", {{"A1", {{"turn", {{"moves_left", 1}}}}}}}}}, {"options", {{"proximity_state", state}}}});
    return refusal(*b, move("A1", 20, 25, 90));
  };
  CHECK(past("line", "open_order", "own") == "HC-PRX-04");
  CHECK(past("open_order", "line", "own") == "allowed");
  CHECK(past("line", "open_order", "enemy") == "allowed");
  CHECK(past("open_order", "line", "enemy") == "HC-PRX-04");
}

TEST_CASE("give ground is half a move, retreat a whole one, straight back and facing kept, as parameters say", "[hc][HC-AMB-32]") {
  const auto retreat = [](json options) {
    auto b = in_phase("shooting", {unit("A1", 20, 20)}, {unit("B1", 20, 31, 270, {{"casualties", 5}, {"morale_save", 7}})},
                      {{"options", options}});
    go(*b, act("shoot", {{"unit", "A1"}, {"target", "B1"}}));
    go(*b, answer("A", {4, 1, 1}));
    go(*b, end_phase());
    go(*b, answer("B", {2, 2}));  // 4: retreat Disordered
    CHECK(unit_state(*b, "B1").at("stands")[0].at("at").at("heading_deg") == Approx(270));
    CHECK(unit_state(*b, "B1").at("stands")[0].at("at").at("x_mm") == Approx(20 * 25.4));
    return unit_state(*b, "B1").at("stands")[0].at("at").at("y_mm").get<double>() / 25.4;
  };
  CHECK(retreat({}) == Approx(37));
  CHECK(retreat({{"retreat_moves", 2}}) == Approx(43));
  const auto ground = [](json options) {
    options["army_broken_at"] = 1;
    const json touching_a = json::array({{{"foe", "B1"}, {"on", "front"}, {"fresh", false}}});
    const json touching_b = json::array({{{"foe", "A1"}, {"on", "front"}, {"fresh", false}}});
    auto b =
        in_phase("hand_to_hand", {unit("A1", 20, 20)}, {unit("B1", 20, 21, 270, {{"morale_save", 7}})},
                 {{"options", options}, {"state", {{"units", {{"A1", {{"contacts", touching_a}}}, {"B1", {{"contacts", touching_b}}}}}}}});
    go(*b, act("fight", {{"unit", "A1"}}));
    go(*b, answer("A", {6, 1, 1, 1, 1}));
    go(*b, answer("B", {1, 1, 1, 1, 1}));
    go(*b, answer("B", {4, 4}));  // 8 - 1 = 7: give ground
    return unit_state(*b, "B1").at("stands")[0].at("at").at("y_mm").get<double>() / 25.4;
  };
  CHECK(ground({}) == Approx(24));
  CHECK(ground({{"give_ground_moves", 1}}) == Approx(27));
}

TEST_CASE("a unit that is Disordered may still choose to hold, and the choice is its owner's", "[hc][HC-AMB-41][HC-BRK-07]") {
  auto b =
      in_phase("shooting", {unit("A1", 20, 20)}, {unit("B1", 20, 31, 270, {{"casualties", 5}, {"morale_save", 7}, {"disordered", true}})});
  go(*b, act("shoot", {{"unit", "A1"}, {"target", "B1"}}));
  go(*b, answer("A", {4, 1, 1}));
  go(*b, end_phase());
  CHECK(question(*b) == "B1: break test for becoming shaken, modifier -1");
  go(*b, answer("B", {4, 3}));  // 7 - 1 = 6
  CHECK(b->waits(Viewer::B).front().options.back().text == "retreat in good order, 6.0 in");
  CHECK_FALSE(allowed(*b, act("answer", {{"choice", "hold"}})));
  go(*b, act("answer", {{"choice", "hold"}}, "B"));
  CHECK(unit_state(*b, "B1").at("disordered") == true);
  CHECK(b->owed().empty());
}

TEST_CASE("a general joins a unit of his own side only, moved by his own side", "[hc][HC-AMB-31]") {
  auto b = in_phase("hand_to_hand", {unit("A1", 20, 20), general("GA", 20, 18)}, {unit("B1", 20, 30, 270), general("GB", 20, 32)});
  CHECK(allowed(*b, act("join", {{"general", "GB"}, {"unit", "B1"}}, "B")));
  CHECK(refusal(*b, act("join", {{"general", "GB"}, {"unit", "B1"}}, "A")) == "HC-SEQ-01");
  CHECK(refusal(*b, act("join", {{"general", "GB"}, {"unit", "A1"}}, "B")) == "HC-ORD-07");
  CHECK(allowed(*b, act("join", {{"general", "GA"}, {"unit", "A1"}})));
}

TEST_CASE("a General Advance takes the whole army along, whoever commands it, on one roll without distance modifiers",
          "[hc][HC-ORD-05][HC-ORD-04]") {
  auto b = in_phase("orders",
                    {unit("A1", 20, 40), unit("A2", 60, 40, 90, {{"division", "Wing"}}), unit("A3", 66, 40, 90, {{"division", "East"}}),
                     general("GA", 20, 10, {{"army_commander", true}}), general("GW", 60, 10, {{"division", "Wing"}})},
                    {unit("B1", 20, 70, 270)});
  CHECK(refusal(*b, act("general_advance", {{"general", "GW"}})) == "HC-ORD-04");
  go(*b, act("general_advance"));
  CHECK(question(*b) == "GA: General Advance, 8 or less");  // 29 in and more away
  go(*b, answer("A", {1, 1}));
  for (const char* id : {"A1", "A2", "A3"}) {
    CHECK(unit_state(*b, id).at("turn").at("moves_left") == 1);
    CHECK(unit_state(*b, id).at("turn").at("ordered") == true);
  }
  CHECK(refusal(*b, move("A2", 60, 47)) == "HC-MOV-01");  // a single move
  auto failed = in_phase(
      "orders", {unit("A1", 20, 40), unit("A2", 60, 40, 90, {{"division", "Wing"}}), general("GA", 20, 10, {{"army_commander", true}})},
      {unit("B1", 20, 70, 270)});
  go(*failed, act("general_advance"));
  go(*failed, answer("A", {5, 4}));
  for (const char* id : {"A1", "A2"}) CHECK(unit_state(*failed, id).at("turn").at("order_failed") == true);
}

TEST_CASE("break test dice and each of their modifiers are parameters, the tables start from the finished score", "[hc][HC-CFG-02]") {
  const auto ranged = [](json b1, json a1, json options) {
    b1["morale_save"] = 7;
    auto b = in_phase("shooting", {unit("A1", 20, 20, 90, a1)}, {unit("B1", 20, 31, 270, b1)}, {{"options", options}});
    go(*b, act("shoot", {{"unit", "A1"}, {"target", "B1"}}));
    go(*b, answer("A", {6, 6, 6}));
    go(*b, end_phase());
    const std::string text = question(*b);
    const auto at = text.find("modifier ");
    const int modifier = at == std::string::npos ? 0 : std::stoi(text.substr(at + 9));
    std::vector<int> dice(static_cast<std::size_t>(dice_asked(*b)), 4);
    const json events = go(*b, answer("B", dice));
    const json* tested = event_named(events, "break_tested");
    CHECK(tested->at("score").get<int>() == 4 * static_cast<int>(dice.size()) + modifier);
    return std::pair(static_cast<int>(dice.size()), modifier);
  };
  const json gun{{"weapons", {"light_artillery"}}};
  CHECK(ranged({}, {}, {}) == std::pair(2, 0));
  CHECK(ranged({{"casualties", 5}}, {}, {}) == std::pair(2, -2));  // two over stamina
  CHECK(ranged({{"casualties", 5}}, {}, {{"break_mod_excess", -2}}) == std::pair(2, -4));
  CHECK(ranged({{"disordered", true}}, {}, {}) == std::pair(2, -1));
  CHECK(ranged({{"disordered", true}}, {}, {{"break_mod_disordered", -3}}) == std::pair(2, -3));
  CHECK(ranged({}, gun, {}) == std::pair(2, -1));
  CHECK(ranged({}, gun, {{"break_mod_artillery", -2}}) == std::pair(2, -2));
  CHECK(ranged({{"disordered", true}, {"casualties", 5}}, gun, {}) == std::pair(2, -4));
  CHECK(ranged({}, {}, {{"break_dice", "3d6"}}) == std::pair(3, 0));
  const auto fought = [](json options) {
    options["army_broken_at"] = 1;
    const json touching_a = json::array({{{"foe", "B1"}, {"on", "front"}, {"fresh", false}}});
    const json touching_b = json::array({{{"foe", "A1"}, {"on", "front"}, {"fresh", false}}});
    auto b =
        in_phase("hand_to_hand", {unit("A1", 20, 20)}, {unit("B1", 20, 21, 270, {{"morale_save", 7}, {"disordered", true}})},
                 {{"options", options}, {"state", {{"units", {{"A1", {{"contacts", touching_a}}}, {"B1", {{"contacts", touching_b}}}}}}}});
    go(*b, act("fight", {{"unit", "A1"}}));
    go(*b, answer("A", {6, 6, 6, 1, 1}));
    go(*b, answer("B", {1, 1, 1, 1, 1}));
    return question(*b);
  };
  CHECK(fought({}) == "B1: break test for the combat lost, modifier -3");  // the difference alone
  CHECK(fought({{"break_mod_hth_per_difference", -2}}) == "B1: break test for the combat lost, modifier -6");
  CHECK(fought({{"break_mod_hth_per_difference", 0}}) == "B1: break test for the combat lost");
}

TEST_CASE("a hit by artillery weighs on the tests of its player turn only", "[hc][HC-CFG-02]") {
  auto b =
      in_phase("shooting", {unit("A1", 20, 20, 90, {{"weapons", {"light_artillery"}}})}, {unit("B1", 20, 31, 270, {{"morale_save", 2}})});
  go(*b, act("shoot", {{"unit", "A1"}, {"target", "B1"}}));
  go(*b, answer("A", {1, 1, 1}));
  CHECK(unit_state(*b, "B1").value("hit_by_artillery", false) == false);  // it missed
  auto hit = in_phase("shooting", {unit("A1", 20, 20, 90, {{"weapons", {"light_artillery"}}})}, {unit("B1", 20, 31, 270)});
  go(*hit, act("shoot", {{"unit", "A1"}, {"target", "B1"}}));
  go(*hit, answer("A", {4, 1, 1}));
  go(*hit, answer("B", {6}));
  CHECK(unit_state(*hit, "B1").at("hit_by_artillery") == true);
  go(*hit, end_phase());
  go(*hit, end_phase());
  CHECK(unit_state(*hit, "B1").value("hit_by_artillery", false) == false);
}

TEST_CASE("a division is broken by more than half of its units, not by half", "[hc][HC-CFG-T1]") {
  const auto after_loss = [](int others) {
    json foes{unit("B1", 20, 21, 270, {{"stamina", 1}, {"morale_save", 7}}), unit("B9", 60, 60, 270, {{"division", "Wing"}}),
              unit("B8", 50, 60, 270, {{"division", "East"}})};
    for (int k = 0; k < others; ++k) foes.push_back(unit("B" + std::to_string(k + 2), 40, 40 + 4 * k, 270));
    const json touching_a = json::array({{{"foe", "B1"}, {"on", "front"}, {"fresh", false}}});
    const json touching_b = json::array({{{"foe", "A1"}, {"on", "front"}, {"fresh", false}}});
    auto b = in_phase("hand_to_hand", {unit("A1", 20, 20)}, foes,
                      {{"options", {{"army_broken_at", 1}}},
                       {"state", {{"units", {{"A1", {{"contacts", touching_a}}}, {"B1", {{"contacts", touching_b}}}}}}}});
    go(*b, act("fight", {{"unit", "A1"}}));
    go(*b, answer("A", {6, 6, 6, 1, 1}));
    go(*b, answer("B", {1, 1, 1, 1, 1}));
    return state(*b).at("divisions").at("B.Centre").at("broken").get<bool>();
  };
  CHECK(after_loss(0));
  CHECK_FALSE(after_loss(1));
  CHECK_FALSE(after_loss(2));
}

TEST_CASE("where neither army has a general left either side may stop the battle as a draw", "[hc][HC-CFG-04]") {
  auto b = in_phase("orders", {unit("A1", 20, 10), general("GA", 20, 8)}, {unit("B1", 20, 60, 270), general("GB", 20, 62)});
  const json draw = act("end_battle");
  const auto offered = [&] {
    const auto offers = b->offers(Viewer::A, polemarch::engine::AboutNothing{});
    return std::count_if(offers.begin(), offers.end(), [](const auto& offer) {
      return offer.verdict.allowed() && offer.whole && json::parse(offer.command).at("do") == "end_battle";
    });
  };
  const auto falls = [&](const char* id) {
    go(*b, json{{"by", "umpire"},
                {"do", "amend"},
                {"path", "/generals/" + std::string(id) + "/on_table"},
                {"value", false},
                {"reason", "lost"}});
  };
  falls("GA");
  CHECK(offered() == 0);
  CHECK(refusal(*b, draw) == "HC-CFG-04");
  falls("GB");
  CHECK(offered() == 1);
  CHECK(allowed(*b, draw));
  go(*b, draw);
  REQUIRE(b->ending());
  CHECK_FALSE(b->ending()->winner);
  CHECK(b->ending()->text == "nobody is left to command");
}

}  // namespace decision_order_tests
