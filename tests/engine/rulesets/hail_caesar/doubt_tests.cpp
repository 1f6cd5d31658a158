/// Limits name their doubt: what the measuring leaves open is left to the players or to the table's tie-break, and told.
#include <algorithm>
#include <cmath>

#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace doubt_tests {

using namespace field;

namespace {

/// The same unit measured with so many millimetres of error (and half a degree).
json blurred(json j, double mm = 1) {
  const auto um2 = static_cast<std::int64_t>(mm * mm * 1e6);
  j["at"]["cov"] = {um2, 0, 0, um2, 0, mm > 0 ? 250000 : 0};
  return j;
}
json shoot(const std::string& target = "B1", json more = json::object()) {
  json j = act("shoot", {{"unit", "A1"}, {"target", target}});
  if (more.is_object()) j.update(more);
  return j;
}
/// A1 and a B1 that is measured, so far apart from edge to edge.
std::unique_ptr<Battle> duel(double gap, json a1 = json::object(), json b1 = json::object(), json more = json::object(), double mm = 1) {
  return in_phase("shooting", {unit("A1", 20, 20, 90, a1)}, {blurred(unit("B1", 20, 21 + gap, 270, b1), mm)}, more);
}
bool told(const Verdict& verdict, const std::string& part) {
  for (const auto& reason : verdict.reasons)
    if (reason.text.find(part) != std::string::npos) return true;
  return false;
}
const json kActive{{"options", {{"tie_break", "active"}}}};

}  // namespace

TEST_CASE("short or long ranged value: the players say where the gap is too close to call", "[hc][HC-CFG-T1][HC-SHO-T2][HC-AMB-50]") {
  const json values{{"short_ranged", 4}, {"long_ranged", 2}};
  const Verdict open = judged(*duel(6.02, values), shoot());
  CHECK(open.ruling == Ruling::TooCloseToCall);
  CHECK(open.reasons.front().text == "short ranged value (say \"short_range\"): too close to call");
  REQUIRE(open.reasons.front().sd);
  const auto dice = [&](double gap, json word, json more = json::object(), json own = json{{"short_ranged", 4}, {"long_ranged", 2}}) {
    auto b = duel(gap, std::move(own), {}, std::move(more));
    go(*b, shoot("B1", std::move(word)));
    return dice_asked(*b);
  };
  CHECK(dice(6.02, {{"short_range", true}}) == 4);
  CHECK(dice(6.02, {{"short_range", false}}) == 2);
  CHECK(dice(5.8, {}) == 4);
  CHECK(dice(6.2, {}) == 2);
  CHECK(dice(6.02, {}, kActive) == 4);  // the active side shoots
  CHECK(told(judged(*duel(6.02, values, {}, kActive), shoot()), "the tie-break counts it"));
  CHECK(dice(6.02, {}, kActive, {{"short_ranged", 2}, {"long_ranged", 4}}) == 4);
  CHECK(dice(6.02, {}, {}, {{"short_ranged", 3}, {"long_ranged", 3}}) == 3);  // nothing hangs on it
  // Ruled without a word, the measured value counts.
  auto ruled = duel(6.02, values);
  REQUIRE(ruled->submit(shoot().dump()));
  go(*ruled, act("rule", {{"allow", true}}, "both"));
  CHECK(dice_asked(*ruled) == 2);
}

TEST_CASE("extreme range: the players say where it is too close to call", "[hc][HC-SHO-10][HC-AMB-21]") {
  const json gun{{"weapons", {"light_artillery"}}};
  CHECK(judged(*duel(12.02, gun), shoot()).ruling == Ruling::TooCloseToCall);
  CHECK(told(judged(*duel(12.02, gun), shoot()), "extreme range (say \"extreme\"): too close to call"));
  const auto needed = [&](json word, json more = json::object()) {
    auto b = duel(12.02, gun, {}, std::move(more));
    go(*b, shoot("B1", std::move(word)));
    return question(*b).find("5 or more") != std::string::npos ? 5 : 4;
  };
  CHECK(needed({{"extreme", true}}) == 5);
  CHECK(needed({{"extreme", false}}) == 4);
  CHECK(needed({}, kActive) == 4);
  CHECK(judged(*duel(12.3, gun), shoot()).allowed());
}

TEST_CASE("half of the target in view, and all of it, are limits with doubt", "[hc][HC-VIS-10][HC-SHO-03]") {
  // A wall hides the target from x on; its base runs from 19 to 21.
  const auto behind = [](double from_x, json more = json::object(), double mm = 2) {
    more["terrain"] = json::array({{{"id", "T"}, {"kind", "building"}, {"box", {from_x, 29.9, 30, 30.2}}}});
    return in_phase("shooting", {unit("A1", 20, 20)}, {blurred(unit("B1", 20, 31, 270), mm)}, more);
  };
  CHECK(judged(*behind(20.9), shoot()).ruling == Ruling::TooCloseToCall);  // is it 95 %?
  CHECK(told(judged(*behind(20.9), shoot()), "partly obscured (say \"obscured\"): too close to call"));
  const Verdict plain = judged(*behind(20.9, {}, 0), shoot());
  REQUIRE(plain.allowed());
  CHECK(names(plain, "HC-SHO-03") == (plain.reasons.size() > 1));
  CHECK(judged(*behind(20.9), shoot("B1", {{"obscured", true}})).allowed());
  CHECK(judged(*behind(20.9), shoot("B1", {{"obscured", false}})).allowed());
  CHECK_FALSE(names(judged(*behind(20.9, kActive), shoot()), "HC-SHO-T1"));
  CHECK(told(judged(*behind(20.9, kActive), shoot()), "leaves it out"));
  CHECK(judged(*behind(20.5), shoot()).allowed());                                                    // surely obscured
  CHECK(judged(*behind(20.02), shoot("B1", {{"obscured", true}})).ruling == Ruling::TooCloseToCall);  // is half of it seen, is its middle?
  CHECK(judged(*behind(20.02, {}, 0), shoot("B1", {{"obscured", true}})).allowed());
  CHECK(judged(*behind(19.3), shoot()).ruling == Ruling::Refused);
}

TEST_CASE("whether something stands in the way at all may be in doubt", "[hc][HC-VIS-07][HC-AMB-16][HC-AMB-17]") {
  // The gun is about to stand on the hill, or not.
  const json gun{{"weapons", {"light_artillery"}}};
  const auto over = [&](double hill_top, double mm) {
    return in_phase("shooting", {blurred(unit("A1", 20, 20, 90, gun), mm), unit("A2", 20, 25)}, {unit("B1", 20, 31, 270)},
                    {{"terrain", {{{"id", "H"}, {"kind", "hill"}, {"box", {10, 10, 30, hill_top}}, {"height_mm", 40}}}}});
  };
  CHECK(judged(*over(20.02, 0), shoot()).allowed());
  CHECK(judged(*over(19.98, 0), shoot()).ruling == Ruling::Refused);
  CHECK(judged(*over(20.02, 1), shoot()).ruling == Ruling::TooCloseToCall);
  CHECK(judged(*over(21, 1), shoot()).allowed());
  // A wood two inches deep before the target.
  const auto wood = [](double from_y, double mm) {
    return in_phase("shooting", {unit("A1", 20, 20)}, {blurred(unit("B1", 20, 31, 270), mm)},
                    {{"terrain", {{{"id", "T"}, {"kind", "wood"}, {"box", {10, from_y, 30, 40}}}}}});
  };
  CHECK(judged(*wood(29.02, 0), shoot()).allowed());
  CHECK(judged(*wood(28.98, 0), shoot()).ruling == Ruling::Refused);
  CHECK(judged(*wood(29.02, 1), shoot()).ruling == Ruling::TooCloseToCall);
}

TEST_CASE("shields count in the front quarter, at its edge the players are asked", "[hc][HC-SHO-06]") {
  const json heavy{{"shielded", true}, {"heavy_infantry", true}};
  // The quarter's line runs from the corner at (21, 30.5) at 45 degrees.
  const auto from = [&](double x, double mm) {
    return in_phase("shooting", {blurred(unit("A1", x, 20.5, 135), mm)}, {unit("B1", 20, 31, 270, heavy)});
  };
  CHECK(names(judged(*from(30.9, 0), shoot()), "HC-SHO-06"));
  CHECK_FALSE(names(judged(*from(31.1, 0), shoot()), "HC-SHO-06"));
  const Verdict open = judged(*from(31.02, 1), shoot());
  CHECK(told(open, "in the front quarter: too close to call"));
}

TEST_CASE("which of two enemies is nearer may be too close to call", "[hc][HC-AMB-35][HC-VIS-14]") {
  const auto two = [](double y2, double mm, json more = json::object()) {
    return in_phase("shooting", {unit("A1", 20, 20)}, {blurred(unit("B1", 18, 31, 270), mm), unit("B2", 22, y2, 270)}, more);
  };
  CHECK(judged(*two(30.98, 0), shoot()).ruling == Ruling::Refused);
  CHECK(judged(*two(30.98, 1), shoot()).ruling == Ruling::TooCloseToCall);
  CHECK(judged(*two(31.02, 1), shoot()).ruling == Ruling::TooCloseToCall);  // though measured as the nearer one
  CHECK(judged(*two(30.5, 1), shoot()).ruling == Ruling::Refused);
  CHECK(judged(*two(31.5, 1), shoot()).allowed());
  CHECK(judged(*two(30.98, 1, kActive), shoot()).allowed());
  CHECK(told(judged(*two(30.98, 1, kActive), shoot()), "tie-break"));
}

TEST_CASE("cover of the target in doubt makes the shot the players' question", "[hc][HC-SAV-T1]") {
  const auto at_wood = [](double from_y, double mm, json more = json::object()) {
    more["terrain"] = json::array({{{"id", "T"}, {"kind", "wood"}, {"box", {10, from_y, 30, 40}}}});
    return in_phase("shooting", {unit("A1", 20, 20)}, {blurred(unit("B1", 20, 31, 270), mm)}, more);
  };
  CHECK(judged(*at_wood(31.02, 0), shoot()).allowed());
  CHECK(told(judged(*at_wood(31.02, 1), shoot()), "B1 in cover: too close to call"));
  const auto save = [&](double from_y) {
    auto b = at_wood(from_y, 1, kActive);
    go(*b, shoot());
    go(*b, answer("A", {6, 1, 1}));
    return question(*b);
  };
  CHECK(save(30.98) == "B1 saves on 4 or more");  // the active side shoots
  CHECK(save(30.5) == "B1 saves on 4 or more (die +1)");
}

TEST_CASE("a full distance step from the general is a condition with doubt", "[hc][HC-CFG-01]") {
  const auto at_gap = [](double gap, double mm, json more = json::object()) {
    return in_phase("orders", {unit("A1", 20, 40), blurred(general("GA", 20, 39 - gap), mm)}, {unit("B1", 20, 70, 270)}, more);
  };
  const json order = act("order", {{"unit", "A1"}, {"general", "GA"}});
  CHECK(judged(*at_gap(12.02, 1), order).ruling == Ruling::TooCloseToCall);
  CHECK(judged(*at_gap(11.98, 1), order).ruling == Ruling::TooCloseToCall);
  const auto needed = [&](double gap, double mm, json more = json::object()) {
    auto b = at_gap(gap, mm, std::move(more));
    go(*b, order);
    return question(*b).substr(question(*b).rfind(", ") + 2);
  };
  CHECK(needed(12.2, 1) == "7 or less");
  CHECK(needed(11.8, 1) == "8 or less");
  CHECK(needed(12, 0) == "7 or less");
  CHECK(needed(12.02, 1, kActive) == "8 or less");
}

TEST_CASE("facing the enemy near by, and going toward it, are conditions with doubt", "[hc][HC-PRX-04][HC-AMB-14]") {
  const auto ordered = [](double mm) {
    return in_phase("orders", {unit("A1", 20, 20), general("GA", 2, 2)}, {blurred(unit("B1", 27, 27, 270), mm)},
                    {{"state", {{"units", {{"A1", {{"turn", {{"ordered", true}, {"moves_left", 1}}}}}}}}}});
  };
  // From (20, 20) the enemy stands at 45 degrees; the front quarter of a base 2 by 1 ends a little beyond 90.
  json turn = act("move", {{"unit", "A1"}});
  const auto heading = [&](double degrees) {
    json j = turn;
    j["to"] = at(20, 20, degrees);
    return j;
  };
  double edge = 90;
  while (edge < 180 && allowed(*ordered(0), heading(edge))) edge += 0.05;
  REQUIRE(edge < 100);
  CHECK(refusal(*ordered(0), heading(edge)) == "HC-PRX-04");
  CHECK(judged(*ordered(2), heading(edge - 0.06)).ruling == Ruling::TooCloseToCall);
  CHECK(judged(*ordered(2), heading(edge)).ruling == Ruling::TooCloseToCall);
  CHECK(judged(*ordered(2), heading(45)).allowed());
}

TEST_CASE("support and higher ground in doubt make the fight the players' question", "[hc][HC-CFG-T1][HC-HTH-05]") {
  const json touching{{"units",
                       {{"A1", {{"contacts", json::array({{{"foe", "B1"}, {"on", "front"}, {"fresh", false}}})}}},
                        {"B1", {{"contacts", json::array({{{"foe", "A1"}, {"on", "front"}, {"fresh", false}}})}}}}}};
  const json fight = act("fight", {{"unit", "A1"}});
  const auto supported = [&](double y, json options) {
    return in_phase("hand_to_hand", {unit("A1", 20, 20)}, {unit("B1", 20, 21, 270), blurred(unit("B2", 20, y, 270))},
                    {{"state", touching}, {"options", options}});
  };
  CHECK(judged(*supported(28.02, json::object()), fight).ruling == Ruling::TooCloseToCall);
  CHECK(told(judged(*supported(28.02, json::object()), fight), "B2 supports B1: too close to call"));
  CHECK(judged(*supported(27.7, json::object()), fight).allowed());
  const auto score = [&](double y) {
    auto b = supported(y, {{"tie_break", "active"}});
    go(*b, fight);
    go(*b, answer("A", {1, 1, 1, 1, 1}));
    return event_named(go(*b, answer("B", {1, 1, 1, 1, 1})), "combat_resolved")->at("score_b").get<int>();
  };
  CHECK(score(27.98) == 0);  // it is A's turn
  CHECK(score(27.7) == 1);
  const json hill = {{"state", touching}, {"terrain", {{{"id", "H"}, {"kind", "hill"}, {"box", {10, 10, 30, 20.02}}, {"height_mm", 30}}}}};
  auto slope = in_phase("hand_to_hand", {blurred(unit("A1", 20, 20))}, {unit("B1", 20, 21, 270)}, hill);
  CHECK(told(judged(*slope, fight), "A1 uphill of B1: too close to call"));
}

TEST_CASE("a front that may have been crossed leaves traversing shots to the players", "[hc][HC-SHO-09]") {
  // The zone before B1 reaches 6 in from its front at y 29.5.
  const auto crossing = [](double y, double mm, json more = json::object()) {
    more["state"]["units"]["A1"]["turn"]["moves_left"] = 3;
    more["options"]["proximity_formed_in"] = 0;
    auto b = in_phase("orders", {unit("A1", 10, y), general("GA", 2, 2)},
                      {blurred(unit("B1", 20, 30, 270, {{"can_traversing_shot", true}}), mm)}, more);
    go(*b, move("A1", 26, y, 90));
    return judged(*b, act("traversing_shot", {{"unit", "B1"}, {"target", "A1"}}, "B")).ruling;
  };
  CHECK(crossing(23.52, 0) == Ruling::Allowed);
  CHECK(crossing(23.48, 0) == Ruling::Refused);
  CHECK(crossing(23.52, 1) == Ruling::TooCloseToCall);
  CHECK(crossing(23.48, 1) == Ruling::TooCloseToCall);
  CHECK(crossing(23.48, 1, kActive) == Ruling::Refused);  // it is the mover's turn
}

TEST_CASE("the tie-break favours the active side, whoever asks, and is told", "[hc][HC-ORD-07][HC-HTH-15]") {
  const auto joins = [](const std::string& by, const std::string& general_id, const std::string& unit_id, const std::string& rule) {
    auto b = in_phase("hand_to_hand", {unit("A1", 20, 20), blurred(general("GA", 20, 7.02))},
                      {unit("B1", 20, 40, 270), blurred(general("GB", 20, 52.98))}, {{"options", {{"tie_break", rule}}}});
    return judged(*b, act("join", {{"general", general_id}, {"unit", unit_id}}, by));
  };
  CHECK(joins("A", "GA", "A1", "ask").ruling == Ruling::TooCloseToCall);
  CHECK(joins("B", "GB", "B1", "ask").ruling == Ruling::TooCloseToCall);
  CHECK(joins("A", "GA", "A1", "active").ruling == Ruling::Allowed);
  CHECK(joins("B", "GB", "B1", "active").ruling == Ruling::Refused);
  CHECK(told(joins("A", "GA", "A1", "active"), "the tie-break favours the active side"));
}

TEST_CASE("what the tie-break settles is told with its measure, its limit and its error", "[hc][HC-AMB-50][HC-SHO-T1]") {
  // A bow reaches 18 inches; the target is measured a hair beyond them.
  const Verdict verdict = judged(*duel(18.02, json::object(), json::object(), kActive), shoot());
  REQUIRE(verdict.allowed());
  const auto settled = std::find_if(verdict.reasons.begin(), verdict.reasons.end(),
                                    [](const auto& reason) { return reason.text.find("the tie-break") != std::string::npos; });
  REQUIRE(settled != verdict.reasons.end());
  CHECK(settled->rule == "HC-SHO-T1");
  CHECK(settled->text == "range of bows: too close to call, the tie-break favours the active side");
  REQUIRE(settled->value);
  CHECK(std::abs(*settled->value - 18.02) < 0.01);
  CHECK(settled->limit == 18.0);
  CHECK(settled->unit == "in");
  REQUIRE(settled->sd);
  CHECK(*settled->sd > 0);
}

TEST_CASE("doubt of the camera favours who moves: no edge, no friend, no retirement is overstepped by its noise",
          "[hc][HC-CFG-04][HC-ORD-16]") {
  const auto measured = [](const std::string& id, double x, double y, double heading = 90) {
    json j = move(id, x, y, heading);
    j["to"]["cov"] = {4000000, 0, 0, 4000000, 0, 0};  // 2 mm
    return j;
  };
  auto b = in_phase("orders", {unit("A1", 20, 10), unit("A2", 20, 14), general("GA", 2, 2)}, {unit("B1", 20, 60, 270)},
                    {{"state", {{"units", {{"A1", {{"turn", {{"moves_left", 3}}}}}}}}}});
  CHECK(refusal(*b, move("A1", 20, 14 - 1 + 3.5 / 25.4)) == "HC-CFG-04");
  CHECK(allowed(*b, measured("A1", 20, 14 - 1 + 3.5 / 25.4)));
  CHECK(refusal(*b, measured("A1", 20, 14 - 1 + 10 / 25.4)) == "HC-CFG-04");
  CHECK(refusal(*b, move("A1", 20, -1 / 25.4, 270)) == "HC-CFG-04");
  CHECK(allowed(*b, measured("A1", 20, -1 / 25.4, 270)));
  CHECK(refusal(*b, measured("A1", 20, -10 / 25.4, 270)) == "HC-CFG-04");
  // Contact with an enemy is a condition.
  auto near = in_phase("orders", {unit("A1", 20, 10), general("GA", 2, 2)}, {unit("B1", 20, 20, 270)},
                       {{"state", {{"units", {{"A1", {{"turn", {{"moves_left", 3}}}}}}}}}});
  CHECK(judged(*near, measured("A1", 20, 19 - 1 / 25.4)).ruling == Ruling::TooCloseToCall);
  CHECK(judged(*near, measured("A1", 20, 19 - 6 / 25.4)).allowed());
  CHECK(allowed(*near, move("A1", 20, 19 - 1 / 25.4)));
}

TEST_CASE("a charge past an enemy that may be near is the players' question", "[hc][HC-PRX-03]") {
  const auto charge = [](double gap, double mm) {
    auto b = in_phase("orders", {unit("A1", 20, 20), general("GA", 2, 2)},
                      {unit("B1", 20, 34, 270), blurred(unit("B2", 20 + 1 + gap + 0.5, 20, 180), mm)},
                      {{"state", {{"units", {{"A1", {{"turn", {{"moves_left", 3}}}}}}}}}, {"options", {{"proximity_formed_in", 8}}}});
    return judged(*b, act("charge", {{"unit", "A1"}, {"target", "B1"}})).ruling;
  };
  CHECK(charge(7.5, 1) == Ruling::Refused);
  CHECK(charge(8.02, 1) == Ruling::TooCloseToCall);
  CHECK(charge(8.02, 0) == Ruling::Allowed);
  CHECK(charge(8.5, 1) == Ruling::Allowed);
}

}  // namespace doubt_tests
