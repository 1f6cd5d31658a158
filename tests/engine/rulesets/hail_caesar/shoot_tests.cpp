/// Sight, shooting, saves and the tests shots cause.
#include <set>

#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace shoot_tests {

using namespace field;

namespace {
json shoot(const std::string& id = "A1", const std::string& target = "B1", const std::string& by = "A") {
  return act("shoot", {{"unit", id}, {"target", target}}, by);
}
std::unique_ptr<Battle> range(json a, json b, json more = json::object()) {
  return in_phase("shooting", std::move(a), std::move(b), std::move(more));
}
/// A1 and B1 face to face, 10 in apart from edge to edge.
std::unique_ptr<Battle> duel(json a1 = json::object(), json b1 = json::object(), json more = json::object()) {
  return range({unit("A1", 20, 20, 90, a1)}, {unit("B1", 20, 31, 270, b1)}, more);
}
/// Sum of the to-hit modifiers with this rule in the reasons of a shot; 0 when none.
int modifier(const Battle& battle, const std::string& rule, const json& command = shoot()) {
  for (const auto& reason : judged(battle, command).reasons)
    if (reason.rule == rule) return static_cast<int>(reason.value.value_or(0));
  return 0;
}
json blocks(const std::string& kind, double height = 0) {
  return {{{"id", "T"}, {"kind", kind}, {"box", {10, 24, 30, 26}}, {"height_mm", height}}};
}
}  // namespace

TEST_CASE("units shoot in their own side's shooting step, once", "[hc][HC-SHO-01]") {
  auto b = duel();
  CHECK(refusal(*b, shoot("B1", "A1", "B")) == "HC-SHO-01");
  go(*b, shoot());
  go(*b, answer("A", {1, 1, 1}));
  CHECK(refusal(*b, shoot()) == "HC-SHO-01");
  auto early = in_phase("orders", {unit("A1", 20, 20)}, {unit("B1", 20, 31, 270)});
  CHECK(refusal(*early, shoot()) == "HC-SHO-01");
}

TEST_CASE("a target beyond the weapon's range or outside the arc is refused", "[hc][HC-SHO-T1]") {
  const auto at_gap = [](double gap) { return range({unit("A1", 20, 20)}, {unit("B1", 20, 21 + gap, 270)}); };
  CHECK(allowed(*at_gap(18), shoot()));
  CHECK(refusal(*at_gap(18.1), shoot()) == "HC-SHO-T1");
  auto behind = range({unit("A1", 20, 40, 90)}, {unit("B1", 20, 31, 90)});
  CHECK(refusal(*behind, shoot()) == "HC-CFG-04");
}

TEST_CASE("hills, woods, buildings and other terrain between block sight",
          "[hc][HC-VIS-01][HC-VIS-02][HC-VIS-03][HC-VIS-04][HC-VIS-05][HC-VIS-11][HC-VIS-12]") {
  for (const auto& [kind, rule] : {std::pair{"hill", "HC-VIS-04"}, {"wood", "HC-VIS-11"}, {"building", "HC-VIS-12"}}) {
    auto b = duel({}, {}, {{"terrain", blocks(kind)}});
    INFO(kind);
    CHECK(refusal(*b, shoot()) == "HC-VIS-03");
    CHECK(names(judged(*b, shoot()), rule));
    CHECK(names(judged(*b, shoot()), "HC-VIS-01"));
  }
  auto crag = duel({}, {}, {{"terrain", blocks("crag")}, {"terrain_kinds", {{{"kind", "crag"}, {"blocks_sight", true}}}}});
  CHECK(names(judged(*crag, shoot()), "HC-VIS-05"));
  CHECK(allowed(*duel({}, {}, {{"terrain", blocks("wall")}}), shoot()));
  // Sight is from the centre of the front: a wood beside the line hides nothing of it.
  const json beside = {{{"id", "T"}, {"kind", "wood"}, {"box", {22.5, 24, 30, 26}}}};
  CHECK(allowed(*duel({}, {}, {{"terrain", beside}}), shoot()));
}

TEST_CASE("a unit on the hill or at the edge of the wood sees and is seen", "[hc][HC-AMB-16][HC-VIS-04][HC-VIS-11]") {
  const auto foe_in = [](const std::string& kind, double y0) {
    return duel({}, {}, {{"terrain", {{{"id", "T"}, {"kind", kind}, {"box", {10, y0, 30, 40}}}}}});
  };
  CHECK(allowed(*foe_in("hill", 28), shoot()));
  CHECK(allowed(*foe_in("wood", 30), shoot()));
  CHECK(refusal(*foe_in("wood", 28.5), shoot()) == "HC-VIS-03");  // 2.5 in deep
}

TEST_CASE("formations between block sight, open order too, generals not, artillery from a height sees over them",
          "[hc][HC-AMB-17][HC-VIS-06][HC-VIS-07][HC-VIS-08][HC-VIS-13][HC-DX-11]") {
  const auto with = [](json between, json a1 = json::object(), json more = json::object()) {
    return range({unit("A1", 20, 20, 90, a1), between}, {unit("B1", 20, 31, 270)}, more);
  };
  auto formed = with(unit("A2", 20, 25));
  CHECK(refusal(*formed, shoot()) == "HC-VIS-03");
  CHECK(names(judged(*formed, shoot()), "HC-VIS-06"));
  const std::string seen = judged(*formed, shoot()).reasons.front().text;  // what is seen and what would have to be
  CHECK(seen.find(" % of the target seen from the centre front, 50 % needed") != std::string::npos);
  auto open = with(unit("A2", 20, 25, 90, {{"formation", "open_order"}}));
  CHECK(refusal(*open, shoot()) == "HC-VIS-03");
  CHECK(names(judged(*open, shoot()), "HC-VIS-08"));
  CHECK(allowed(*with(general("GA", 20, 25)), shoot()));
  const json slope = {{"terrain", {{{"id", "H"}, {"kind", "hill"}, {"box", {10, 10, 30, 22}}, {"height_mm", 40}}}}};
  CHECK(refusal(*with(unit("A2", 20, 25), {}, slope), shoot()) == "HC-VIS-03");  // even from a slope
  const json gun{{"weapons", {"light_artillery"}}};
  CHECK(allowed(*with(unit("A2", 20, 25), gun, slope), shoot()));
  CHECK(refusal(*with(unit("A2", 20, 25), gun), shoot()) == "HC-VIS-03");
  const json always{{"options", {{"artillery_over", "always"}}}};
  CHECK(allowed(*with(unit("A2", 20, 25), gun, always), shoot()));
}

TEST_CASE("unclear sight is for the players", "[hc][HC-VIS-10]") {
  // The blocker hides two thirds of the target but not its middle.
  auto b = range({unit("A1", 20, 20), unit("A2", 21.35, 29.2, 90, {{"base_mm", {63.5, 12.7}}}),
                  unit("A3", 18.2, 29.2, 90, {{"base_mm", {76.2, 12.7}}})},
                 {unit("B1", 20, 31, 270)});
  const Verdict verdict = judged(*b, shoot());
  CHECK(verdict.ruling == Ruling::TooCloseToCall);
  CHECK(verdict.reasons.front().rule == "HC-VIS-10");
  b->submit(shoot().dump()).value();
  go(*b, act("rule", {{"allow", true}}, "both"));
  CHECK(dice_asked(*b) == 3);
}

TEST_CASE("generals are no targets and never the nearest enemy", "[hc][HC-AMB-35][HC-VIS-09][HC-VIS-14]") {
  auto b = range({unit("A1", 20, 20)}, {unit("B1", 20, 31, 270), general("GB", 20, 24)});
  CHECK(refusal(*b, shoot("A1", "GB")) == "HC-VIS-09");
  CHECK(allowed(*b, shoot()));
  auto two = range({unit("A1", 20, 20)}, {unit("B1", 20, 31, 270), unit("B2", 24, 29, 270)});
  CHECK(refusal(*two, shoot()) == "HC-VIS-14");
  const auto nearer = judged(*two, shoot()).reasons.front();
  CHECK(*nearer.value < *nearer.limit);  // how far the nearer one is, of how far the target is
  CHECK(allowed(*two, shoot("A1", "B2")));
  auto free = range({unit("A1", 20, 20)}, {unit("B1", 20, 31, 270), unit("B2", 24, 29, 270)}, {{"options", {{"target_priority", "free"}}}});
  CHECK(allowed(*free, shoot()));
}

TEST_CASE("each situation takes one from the die to hit",
          "[hc][HC-AMB-19][HC-SHO-02][HC-SHO-04][HC-SHO-05][HC-SHO-06][HC-SHO-07][HC-SHO-17]") {
  CHECK(modifier(*duel(), "HC-SHO-02") == 0);
  CHECK(modifier(*duel({{"disordered", true}}), "HC-SHO-02") == -1);
  CHECK(modifier(*duel({{"casualties", 6}}), "HC-SHO-02") == -1);
  CHECK(modifier(*duel({{"casualties", 6}, {"disordered", true}}), "HC-SHO-02") == -1);
  CHECK(modifier(*duel({}, {{"formation", "open_order"}}), "HC-SHO-04") == -1);
  CHECK(modifier(*duel({}, {{"weapons", {"light_artillery"}}}), "HC-SHO-05") == -1);
  CHECK(modifier(*duel({}, {{"cataphract", true}}), "HC-SHO-07") == -1);
  CHECK(modifier(*duel({}, {{"cataphract", true}, {"formation", "open_order"}}), "HC-SHO-07") == 0);
  CHECK(modifier(*duel({}, {{"baggage", true}}), "HC-SHO-17") == -1);
  const json heavy{{"shielded", true}, {"heavy_infantry", true}};
  CHECK(modifier(*duel({}, heavy), "HC-SHO-06") == -1);
  CHECK(modifier(*duel({}, {{"shielded", true}}), "HC-SHO-06") == 0);
  CHECK(modifier(*duel({}, {{"heavy_infantry", true}}), "HC-SHO-06") == 0);
}

TEST_CASE("shields of heavy infantry count to the front only", "[hc][HC-AMB-48][HC-SHO-06][HC-DX-15]") {
  const json heavy{{"shielded", true}, {"heavy_infantry", true}};
  auto flank = range({unit("A1", 20, 20)}, {unit("B1", 20, 31, 0, heavy)});
  CHECK(modifier(*flank, "HC-SHO-06") == 0);
  json open = heavy;
  open["formation"] = "open_order";
  auto loose = range({unit("A1", 20, 20)}, {unit("B1", 20, 31, 270, open)});
  CHECK(modifier(*loose, "HC-SHO-06") == 0);
  CHECK(modifier(*loose, "HC-SHO-04") == -1);
}

TEST_CASE("a target partly in view is harder to hit, and the players may say otherwise", "[hc][HC-SHO-03]") {
  const json edge = {{{"id", "T"}, {"kind", "wood"}, {"box", {20.4, 28, 30, 29}}}};
  auto b = duel({}, {}, {{"terrain", edge}});
  CHECK(modifier(*b, "HC-SHO-03") == -1);
  json clear = shoot();
  clear["obscured"] = false;
  CHECK(modifier(*b, "HC-SHO-03", clear) == 0);
  CHECK(modifier(*duel(), "HC-SHO-03") == 0);
}

TEST_CASE("modifiers add up, none is positive, and the number needed shows them", "[hc][HC-AMB-49][HC-SHO-11][HC-SHO-18]") {
  auto b = duel({{"disordered", true}}, {{"formation", "open_order"}, {"baggage", true}});
  for (const auto& reason : judged(*b, shoot()).reasons)
    if (reason.rule != "HC-SHO-T2") CHECK(reason.value.value_or(0) < 0);
  go(*b, shoot());
  CHECK(question(*b).find("6 or more") != std::string::npos);
  const json hit = go(*b, answer("A", {5, 5, 6}));
  CHECK(event_named(hit, "shot_fired")->at("needed") == 7);
  CHECK(event_named(hit, "shot_fired")->at("hits") == 1);
  auto single = duel({}, {{"formation", "open_order"}, {"baggage", true}}, {{"options", {{"target_mods_add", false}}}});
  go(*single, shoot());
  CHECK(question(*single).find("5 or more") != std::string::npos);
}

TEST_CASE("artillery beyond half its range shoots at extreme range", "[hc][HC-AMB-21][HC-SHO-10]") {
  const auto gun_at = [](double gap, const std::string& weapon, json options = json::object()) {
    return range({unit("A1", 20, 20, 90, {{"weapons", {weapon}}})}, {unit("B1", 20, 21 + gap, 270)}, {{"options", options}});
  };
  CHECK(modifier(*gun_at(12, "light_artillery"), "HC-SHO-10") == 0);
  CHECK(modifier(*gun_at(12.5, "light_artillery"), "HC-SHO-10") == -1);
  CHECK(modifier(*gun_at(12.5, "medium_artillery"), "HC-SHO-10") == 0);
  CHECK(modifier(*gun_at(12.5, "bow"), "HC-SHO-10") == 0);
  CHECK(modifier(*gun_at(12.5, "bow", {{"extreme_range_for", "all"}}), "HC-SHO-10") == -1);
}

TEST_CASE("dice are the short or long ranged value changed by size and formation", "[hc][HC-SHO-T2][HC-SHO-T3]") {
  const auto asked = [](json a1, double gap = 10) {
    auto b = range({unit("A1", 20, 20, 90, std::move(a1))}, {unit("B1", 20, 21 + gap, 270)});
    b->submit(shoot().dump()).value();
    return dice_asked(*b);
  };
  CHECK(asked({{"short_ranged", 4}, {"long_ranged", 2}}, 6) == 4);
  CHECK(asked({{"short_ranged", 4}, {"long_ranged", 2}}, 6.1) == 2);
  CHECK(asked({{"size", "large"}}) == 4);
  CHECK(asked({{"size", "small"}}) == 2);
  CHECK(asked({{"size", "tiny"}}) == 1);
  CHECK(asked({{"formation", "square"}}) == 1);
  CHECK(asked({{"formation", "column"}}) == 0);
  CHECK(refusal(*duel({{"formation", "testudo"}}), shoot()) == "HC-SHO-T3");
  const json town = {{{"id", "V"}, {"kind", "building"}, {"box", {18, 18, 22, 22}}}};
  auto garrison = range({unit("A1", 20, 20, 90, {{"in", "V"}})}, {unit("B1", 20, 31, 270), unit("B2", 31, 20, 180)},
                        {{"terrain", town}, {"options", {{"target_priority", "free"}}}});
  go(*garrison, shoot());
  CHECK(dice_asked(*garrison) == 2);
  go(*garrison, answer("A", {1, 1}));
  CHECK(refusal(*garrison, shoot()) == "HC-SHO-T3");  // that face has shot
  CHECK(allowed(*garrison, shoot("A1", "B2")));
}

TEST_CASE("saves come from the same table for shots and blows", "[hc][HC-SAV-02][HC-SAV-T1]") {
  const auto save_asked = [](json b1, json more = json::object(), json a1 = json::object()) {
    auto b = duel(std::move(a1), std::move(b1), std::move(more));
    go(*b, shoot());
    go(*b, answer("A", {6, 1, 1}));
    return question(*b);
  };
  CHECK(save_asked({}) == "B1 saves on 4 or more");
  CHECK(save_asked({{"formation", "wedge"}}) == "B1 saves on 4 or more (die +1)");
  CHECK(save_asked({{"formation", "testudo"}}) == "B1 saves on 4 or more (die +2)");
  CHECK(save_asked({{"formation", "column"}}) == "B1 saves on 4 or more (die -2)");
  CHECK(save_asked({}, json::object(), {{"weapons", {"heavy_artillery"}}}) == "B1 saves on 4 or more (die -2)");
  const json wood = {{"terrain", {{{"id", "T"}, {"kind", "wood"}, {"box", {10, 30, 30, 40}}}}}};
  CHECK(save_asked({}, wood) == "B1 saves on 4 or more (die +1)");
  const json wall = {{"terrain", {{{"id", "T"}, {"kind", "wall"}, {"box", {10, 29.8, 30, 30.2}}}}}};
  CHECK(save_asked({}, wall) == "B1 saves on 4 or more (die +1)");
  const json town = {{"terrain", {{{"id", "T"}, {"kind", "building"}, {"box", {18, 29, 22, 33}}}}}};
  CHECK(save_asked({{"in", "T"}}, town) == "B1 saves on 4 or more (die +2)");
  const json fort = {{"terrain", {{{"id", "T"}, {"kind", "fortification"}, {"box", {18, 29, 22, 33}}}}}};
  CHECK(save_asked({{"in", "T"}}, fort) == "B1 saves on 4 or more (die +3)");
  CHECK(save_asked({{"morale_save", 7}}).empty());
}

TEST_CASE("a target that becomes shaken tests after the shooting, keeps its stamina, and tests again when hit",
          "[hc][HC-SHO-12][HC-SHO-13][HC-SHO-16][HC-DX-17]") {
  auto b = duel({}, {{"casualties", 5}});
  go(*b, shoot());
  go(*b, answer("A", {4, 4, 1}));
  const json taken = go(*b, answer("B", {3, 2}));
  CHECK(event_named(taken, "casualties_taken")->at("casualties") == 7);
  CHECK(event_named(taken, "casualties_taken")->at("shaken") == true);
  REQUIRE(event_named(taken, "break_test_due"));
  CHECK(event_named(taken, "break_test_due")->at("due").at("rules") == json{"HC-SHO-12"});
  CHECK(question(*b).empty());  // not before the shooting ends
  go(*b, end_phase());
  CHECK(question(*b).find("modifier -1") != std::string::npos);  // one casualty over stamina
  go(*b, answer("B", {6, 5}));
  CHECK(unit_state(*b, "B1").at("casualties") == 6);
  CHECK(phase(*b) == "hand_to_hand");
  auto next = duel({}, {{"casualties", 6}});
  go(*next, shoot());
  go(*next, answer("A", {4, 1, 1}));
  const json again = go(*next, answer("B", {1}));
  CHECK(event_named(again, "break_test_due")->at("due").at("rules") == json{"HC-SHO-13"});
}

TEST_CASE("a six that need not have been one, or two that had to be, make the target test once", "[hc][HC-AMB-23][HC-SHO-14][HC-SHO-15]") {
  auto b = duel();
  go(*b, shoot());
  go(*b, answer("A", {6, 4, 1}));
  go(*b, answer("B", {6, 6}));  // all saved: hits count before saves
  CHECK(unit_state(*b, "B1").at("due").at("rules") == json{"HC-SHO-15"});
  auto sixes = duel({}, {{"formation", "open_order"}, {"baggage", true}});
  go(*sixes, shoot());
  go(*sixes, answer("A", {6, 6, 1}));
  go(*sixes, answer("B", {6, 6}));
  CHECK(unit_state(*sixes, "B1").at("due").at("rules") == json{"HC-SHO-14"});
  auto both = range({unit("A1", 20, 20), unit("A2", 25, 20)}, {unit("B1", 22, 31, 270, {{"casualties", 5}})});
  go(*both, shoot());
  go(*both, answer("A", {6, 1, 1}));
  go(*both, answer("B", {1}));
  go(*both, shoot("A2"));
  go(*both, answer("A", {6, 1, 1}));
  go(*both, answer("B", {1}));
  go(*both, end_phase());
  go(*both, answer("B", {6, 6}));
  CHECK(phase(*both) == "hand_to_hand");  // one test for all its reasons
}

TEST_CASE("results of the ranged table: the owner chooses between holding Disordered and retreating",
          "[hc][HC-BRK-01][HC-BRK-04][HC-BRK-07]") {
  const auto tested = [](json b1, std::vector<int> dice) {
    b1["casualties"] = 5;
    auto b = duel({}, b1);
    go(*b, shoot());
    go(*b, answer("A", {4, 1, 1}));
    go(*b, answer("B", {1}));
    go(*b, end_phase());
    go(*b, answer("B", dice));
    return b;
  };
  auto hold = tested({}, {6, 3});
  CHECK(unit_state(*hold, "B1").at("disordered") == false);
  CHECK(hold->owed().empty());
  for (const std::string choice : {"hold", "retreat"}) {
    auto b = tested({}, {3, 3});
    CHECK(question(*b).find("hold Disordered") != std::string::npos);
    CHECK(judged(*b, act("answer", {{"choice", choice}})).allowed() == false);  // not A's to say
    go(*b, act("answer", {{"choice", choice}}, "B"));
    CHECK(unit_state(*b, "B1").at("disordered") == (choice == "hold"));
    CHECK(b->owed().size() == (choice == "hold" ? 0 : 1));
    if (choice == "retreat") CHECK(unit_state(*b, "B1").at("stands")[0].at("at").at("y_mm") == Approx(37 * 25.4));
  }
  auto horse = tested({{"break_category", "cavalry"}, {"move_class", "cavalry"}}, {3, 3});
  CHECK(unit_state(*horse, "B1").at("disordered") == true);
  CHECK(unit_state(*horse, "B1").at("stands")[0].at("at").at("y_mm") == Approx(40 * 25.4));
  auto breaks = tested({}, {2, 1});
  CHECK(unit_state(*breaks, "B1").at("broken") == true);
  REQUIRE(breaks->owed().size() == 1);
  CHECK(breaks->owed().front().removed);
}

TEST_CASE("closing shots are fired by the unit charged, before the fighting dice, at minus one",
          "[hc][HC-AMB-28][HC-SHO-08][HC-DX-15][HC-HTH-10][HC-HTH-11]") {
  const auto charged = [](json a1, json b1) {
    b1["can_closing_shot"] = true;
    auto b = in_phase("orders", {unit("A1", 20, 20, 90, a1), general("GA", 2, 2)}, {unit("B1", 20, 26, 270, b1)},
                      {{"state", {{"units", {{"A1", {{"turn", {{"moves_left", 2}}}}}}}}}});
    go(*b, act("charge", {{"unit", "A1"}, {"target", "B1"}}));
    return b;
  };
  const json fire = act("closing_shot", {{"unit", "B1"}, {"target", "A1"}}, "B");
  auto b = charged({{"formation", "open_order"}}, {});
  std::set<std::string> open;
  for (const auto& window : b->windows(Viewer::B)) open.insert(window.id);
  CHECK(open == std::set<std::string>{"closing:B1", "evade:B1", "countercharge:B1"});
  CHECK(modifier(*b, "HC-SHO-08", fire) == -1);
  CHECK(modifier(*b, "HC-SHO-04", fire) == -1);
  go(*b, fire);
  CHECK(question(*b).find("6 or more") != std::string::npos);
  go(*b, answer("B", {6, 6, 1}));
  go(*b, answer("A", {6, 6}));
  CHECK(unit_state(*b, "A1").at("due").at("rules") == json{"HC-HTH-10"});
  CHECK(refusal(*b, fire) == "HC-SHO-08");  // once
  go(*b, end_phase());
  go(*b, end_phase());
  CHECK(phase(*b) == "hand_to_hand");
  go(*b, act("fight", {{"unit", "A1"}}));
  CHECK(question(*b).find("A1: break test for two hits by sixes alone, from ranged attacks") != std::string::npos);
  auto formed = charged({}, {});
  go(*formed, fire);
  go(*formed, answer("B", {6, 1, 1}));
  go(*formed, answer("A", {6}));
  CHECK(unit_state(*formed, "A1").at("due").at("rules") == json{"HC-HTH-11"});
  CHECK(refusal(*charged({}, {{"formation", "column"}}), fire) == "HC-SHO-T3");
  CHECK(refusal(*charged({}, {{"formation", "testudo"}}), fire) == "HC-SHO-T3");
}

TEST_CASE("traversing shots are fired at a unit that crossed the front", "[hc][HC-SHO-09]") {
  auto b = in_phase("orders", {unit("A1", 10, 25, 90), general("GA", 2, 2)},
                    {unit("B1", 20, 30, 270, {{"can_traversing_shot", true}}), unit("B2", 40, 30, 270, {{"can_traversing_shot", true}})},
                    {{"state", {{"units", {{"A1", {{"turn", {{"moves_left", 3}}}}}}}}}, {"options", {{"proximity_formed_in", 0}}}});
  go(*b, move("A1", 26, 25, 90));
  const json fire = act("traversing_shot", {{"unit", "B1"}, {"target", "A1"}}, "B");
  CHECK(modifier(*b, "HC-SHO-09", fire) == -1);
  CHECK(refusal(*b, act("traversing_shot", {{"unit", "B2"}, {"target", "A1"}}, "B")) == "HC-SHO-09");
  go(*b, fire);
  CHECK(dice_asked(*b) == 3);
}

TEST_CASE("a front is crossed by a way of a whole millimetre", "[hc][HC-SHO-09]") {
  const auto crossing = [](double mm) {
    auto b = in_phase("orders", {unit("A1", 20, 25, 0), general("GA", 2, 2)}, {unit("B1", 20, 30, 270, {{"can_traversing_shot", true}})},
                      {{"state", {{"units", {{"A1", {{"turn", {{"moves_left", 3}}}}}}}}}, {"options", {{"proximity_formed_in", 0}}}});
    go(*b, move("A1", 20 + mm / 25.4, 25, 0));
    return refusal(*b, act("traversing_shot", {{"unit", "B1"}, {"target", "A1"}}, "B"));
  };
  CHECK(crossing(1.0) == "allowed");
  CHECK(crossing(0.5) == "HC-SHO-09");
}

TEST_CASE("a target outside the front arc is refused, a doubtful one is asked about", "[hc][HC-CFG-04]") {
  const auto text = [](double x, double sd_deg) {
    json shooter = unit("A1", 20, 20);
    if (sd_deg > 0) shooter["at"]["sd_deg"] = sd_deg;
    auto b = in_phase("shooting", {shooter, general("GA", 2, 2)}, {unit("B1", x, 22, 270)});
    return why(judged(*b, act("shoot", {{"unit", "A1"}, {"target", "B1"}})));
  };
  CHECK(text(34, 0).find("B1 is outside the front arc") != std::string::npos);
  CHECK(text(20, 0).find("front arc") == std::string::npos);
}

}  // namespace shoot_tests
