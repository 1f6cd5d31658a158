/// What makes no sense is impossible before anything else; an open question, and whatever the rules refuse, can be overruled and carried
/// out.
#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace sense_tests {

using namespace field;
using polemarch::engine::Refusal;

namespace {
/// "impossible", "by rule" or "allowed", with the first reason.
std::string how(const Battle& battle, const json& command) {
  const Verdict verdict = judged(battle, command);
  if (verdict.allowed()) return "allowed";
  return (verdict.refusal == Refusal::Impossible ? "impossible: " : "by rule: ") +
         (verdict.reasons.empty() ? "" : verdict.reasons.front().text);
}
}  // namespace

TEST_CASE("an event nobody knows is named, without a list of all there are", "[hc]") {
  auto b = in_phase("orders", {unit("A1", 20, 20)}, {unit("B1", 20, 34, 270)}, json::object());
  const std::string told = b->tell(R"({"event":"zzzzzzzzzz"})");
  CHECK(told.find("there is no event \"zzzzzzzzzz\" among the ") != std::string::npos);
  CHECK(told.size() < 120);
  CHECK(b->tell(R"({"event":"unit_move"})").find("did you mean unit_moved?") != std::string::npos);
}

TEST_CASE("unknown and absent units, friends and strange bases are impossible for either side, in any step", "[hc]") {
  for (const char* step : {"rally", "initiative", "orders", "shooting", "hand_to_hand"}) {
    auto b = in_phase(step, {unit("A1", 20, 20), unit("A2", 30, 20), general("GA", 20, 17, {{"army_commander", true}})},
                      {unit("B1", 20, 34, 270), general("GB", 20, 40)},
                      {{"state", {{"units", {{"A2", {{"on_table", false}, {"broken", true}}}}}}}});
    for (const char* by : {"A", "B"}) {
      INFO(step << " " << by);
      CHECK(how(*b, act("move", {{"unit", "A9"}, {"ahead_in", 1}}, by)) == "impossible: there is no unit A9");
      CHECK(how(*b, act("move", {{"unit", "A2"}, {"ahead_in", 1}}, by)) == "impossible: A2 is not on the table");
      CHECK(how(*b, act("move", {{"unit", "A1"}, {"in", "V9"}}, by)) == "impossible: there is no terrain V9");
      json pose = at(20, 22);
      pose["base"] = "B1.1";
      CHECK(how(*b, act("move", {{"unit", "A1"}, {"poses", {pose}}}, by)) == "impossible: A1 has no base B1.1");
      CHECK(how(*b, act("charge", {{"unit", "A1"}, {"target", "A1"}}, by)) == "impossible: that is a friend");
      CHECK(how(*b, act("charge", {{"unit", "A1"}, {"target", "B9"}}, by)) == "impossible: there is no unit B9");
      CHECK(how(*b, act("shoot", {{"unit", "A1"}, {"target", "GB"}}, by)) == "impossible: generals cannot be targeted");
      CHECK(how(*b, act("closing_shot", {{"unit", "A1"}, {"target", "B7"}}, by)) == "impossible: there is no unit B7");
      CHECK(how(*b, act("traversing_shot", {{"unit", "A7"}, {"target", "B1"}}, by)) == "impossible: there is no unit A7");
      CHECK(how(*b, act("fight", {{"unit", "A1"}}, by)) == "impossible: A1 is in no combat");
      CHECK(how(*b, act("follow_up", {{"unit", "A1"}}, by)) == "impossible: no foe gave ground before it");
      CHECK(how(*b, act("join", {{"unit", "A1"}, {"general", "GX"}}, by)) == "impossible: there is no general GX");
      CHECK(how(*b, act("order", {{"unit", "B1"}, {"general", "GA"}}, by)) == "impossible: GA does not order enemy units");
      CHECK(how(*b, act("follow_me", {{"unit", "A1"}}, by)) == "impossible: a general has to join A1 first");
      CHECK(how(*b, act("where_is_your_courage", {{"unit", "A1"}}, by)) == "impossible: a general has to join A1 first");
      CHECK(how(*b, act("reroll", {{"general", "GA"}}, by)) == "impossible: there is no order roll to repeat");
      CHECK(how(*b, act("move_general", {{"general", "GX"}, {"to", at(1, 1)}}, by)) == "impossible: there is no general GX");
    }
    if (std::string(step) == "orders") CHECK(how(*b, act("rally", {{"unit", "A1"}})) == "impossible: a general has to join A1 first");
  }
  auto none = in_phase("orders", {unit("A1", 20, 20), general("GA", 20, 17)}, {unit("B1", 20, 34, 270)});
  CHECK(how(*none, act("general_advance")) == "impossible: there is no army commander");
  CHECK(how(*none, act("reroll")) == "impossible: there is no army commander");
  CHECK(how(*none, act("order", {{"division", "Nowhere"}})) == "impossible: name the general who gives the order");
}

TEST_CASE("while a question is open other commands are refused by the rules, and can be overruled", "[hc][HC-SEQ-03]") {
  const json a{unit("A1", 20, 20), unit("A2", 30, 20), general("GA", 25, 17, {{"army_commander", true}})};
  auto b = in_phase("shooting", a, {unit("B1", 20, 34, 270), unit("B2", 30, 34, 270)});
  go(*b, act("shoot", {{"unit", "A1"}, {"target", "B1"}}));
  CHECK(how(*b, act("shoot", {{"unit", "A2"}, {"target", "B2"}})) == "by rule: answer first: A1 shoots at B1: hits on 4 or more");
  CHECK(how(*b, end_phase()) == "by rule: answer first: A1 shoots at B1: hits on 4 or more");
  CHECK(refusal(*b, end_phase()) == "HC-SEQ-03");
  REQUIRE(b->submit(act("shoot", {{"unit", "A2"}, {"target", "B2"}}).dump()));
  go(*b, act("rule", {{"allow", true}, {"reason", "both at once"}}, "both"));
  REQUIRE(b->waits(Viewer::Umpire).size() == 2);  // now both are asked; each is answered by its name
  for (const auto& wait : b->waits(Viewer::Umpire)) {
    json dice = answer("A", {1, 1, 1});
    dice["wait"] = "w" + std::to_string(wait.id.number);
    go(*b, dice);
  }
  CHECK(unit_state(*b, "A1").at("turn").at("shot") == true);
  CHECK(unit_state(*b, "A2").at("turn").at("shot") == true);
  go(*b, end_phase());
}

TEST_CASE("a half-way setup with broken divisions is played on until a unit is lost in play", "[hc]") {
  const json a{unit("A1", 20, 20, 90, {{"division", "Left"}}), unit("A2", 40, 20), general("GA", 22, 18, {{"army_commander", true}})};
  auto b = in_phase("orders", a, {unit("B1", 20, 50, 270)}, {{"state", {{"divisions", {{"A.Left", {{"broken", true}}}}}}}});
  go(*b, act("where_is_your_courage", {{"general", "GA"}, {"unit", "A1"}}));
  const json events = go(*b, answer("A", {4, 4}));
  CHECK(event_named(events, "battle_ended") == nullptr);
  CHECK(event_named(events, "order_resolved")->at("moves") == 0);
  CHECK(phase(*b) == "orders");
}

TEST_CASE("the players' word on sight goes before the computed share", "[hc][HC-VIS-10]") {
  auto b = in_phase("shooting", {unit("A1", 20, 20), unit("A2", 20, 26)}, {unit("B1", 20, 34, 270)});
  CHECK(refusal(*b, act("shoot", {{"unit", "A1"}, {"target", "B1"}})) == "HC-VIS-03");
  CHECK(allowed(*b, act("shoot", {{"unit", "A1"}, {"target", "B1"}, {"seen", true}})));
  CHECK(names(judged(*b, act("shoot", {{"unit", "A1"}, {"target", "B1"}, {"seen", true}})), "HC-VIS-10"));
  auto open = in_phase("shooting", {unit("A1", 20, 20)}, {unit("B1", 20, 34, 270)});
  CHECK(allowed(*open, act("shoot", {{"unit", "A1"}, {"target", "B1"}})));
  CHECK_FALSE(allowed(*open, act("shoot", {{"unit", "A1"}, {"target", "B1"}, {"seen", false}})));
}

TEST_CASE("of a unit of many bases the share seen is that of its bases, not of the box round them", "[hc][HC-VIS-02]") {
  // Two bases far apart: the wood between eye and gap hides nothing of them.
  json pair = unit("B1", 20, 40, 270, {{"bases", 2}});
  pair.erase("at");
  json left = at(14, 40, 270), right = at(26, 40, 270);
  left["base"] = "B1.1", right["base"] = "B1.2";
  pair["poses"] = {left, right};
  auto b = in_phase("shooting", {unit("A1", 20, 28)}, {pair},
                    {{"terrain", json::array({{{"id", "W"}, {"kind", "wood"}, {"box", {19, 34, 21, 36}}}})}});
  const Verdict verdict = judged(*b, act("shoot", {{"unit", "A1"}, {"target", "B1"}}));
  bool whole = verdict.allowed();
  for (const auto& reason : verdict.reasons) whole |= reason.text.find("100 %") != std::string::npos;
  CHECK(whole);
}

}  // namespace sense_tests
