/// The sequences every ruleset leans on, proved in the toy room.

#include "engine/core/battle.hpp"
#include "engine/core/json_types.hpp"
#include "engine/core/repair.hpp"
#include "tests/support/catch.hpp"

namespace polemarch::toy {
std::unique_ptr<engine::Battle> duel();
}

namespace door_tests {

using namespace polemarch;
using engine::Battle;

namespace {

/// Submits and expects it to go through; returns the events' text.
std::string go(Battle& battle, const std::string& command) {
  const auto outcome = battle.submit(command);
  REQUIRE(outcome);
  INFO(command << (outcome->verdict.reasons.empty() ? "" : ": " + outcome->verdict.reasons.front().text));
  REQUIRE(outcome->verdict.allowed());
  std::string all;
  for (const std::string& event : outcome->events) all += event + "\n";
  return all;
}

engine::Verdict refused(Battle& battle, const std::string& command) {
  const std::string before = battle.state_text();
  const auto outcome = battle.submit(command);
  REQUIRE(outcome);
  INFO(command);
  REQUIRE_FALSE(outcome->verdict.allowed());
  CHECK(outcome->events.empty());
  CHECK(battle.state_text() == before);
  return outcome->verdict;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a reaction inside a reaction resolves from the inside out and resumes what it interrupted", "[core][agenda]") {
  const auto battle = toy::duel();
  go(*battle, R"({"by":"A","do":"strike","unit":"A1","target":"B1"})");
  go(*battle, R"({"by":"B","do":"parry","unit":"B1"})");
  REQUIRE(battle->waits(Viewer::Umpire).size() == 1);
  CHECK(battle->waits(Viewer::Umpire).front().question == "parry: 4 or more");
  go(*battle, R"({"by":"A","do":"feint"})");
  go(*battle, R"({"by":"A","do":"answer","dice":[6]})");  // the feint works
  CHECK(battle->waits(Viewer::Umpire).front().question == "parry: 4 or more");
  go(*battle, R"({"by":"B","do":"answer","dice":[6]})");  // so the parry does not
  CHECK(battle->waits(Viewer::Umpire).front().question == "strike: 4 or more hits");
  CHECK(has(go(*battle, R"({"by":"A","do":"answer","dice":[4]})"), "\"hit\""));
  CHECK(battle->waits(Viewer::Umpire).empty());
}

TEST_CASE("a strike is told as a throw, and the third hit as a loss with who dealt it", "[core][telling]") {
  const auto battle = toy::duel();
  engine::Happened happened;
  for (int hit = 1; hit <= 3; ++hit) {
    go(*battle, R"({"by":"B","do":"strike","unit":"B1","target":"A1"})");
    const auto outcome = battle->submit(R"({"by":"B","do":"answer","dice":[5]})");
    REQUIRE(outcome);
    happened = battle->happened(outcome->events);
    REQUIRE(happened.throws.size() == 1);
    CHECK(happened.throws.front().aim == engine::Aim::Blow);
    CHECK(happened.throws.front().good == 1);
    CHECK(happened.losses.empty() == (hit < 3));
  }
  REQUIRE(happened.losses.size() == 1);
  CHECK(happened.losses.front().by == UnitId{"B1"});
}

TEST_CASE("a parry that works turns the strike it interrupted", "[core][agenda]") {
  const auto battle = toy::duel();
  go(*battle, R"({"by":"A","do":"strike","unit":"A1","target":"B1"})");
  go(*battle, R"({"by":"B","do":"parry","unit":"B1"})");
  go(*battle, R"({"by":"B","do":"answer","dice":[5]})");
  CHECK_FALSE(has(go(*battle, R"({"by":"A","do":"answer","dice":[6]})"), "\"hit\""));
}

TEST_CASE("two sealed answers stay unseen until both are in", "[core][agenda][secret]") {
  const auto battle = toy::duel();
  go(*battle, R"({"by":"A","do":"bid"})");
  CHECK(battle->waits(Viewer::Umpire).size() == 2);
  CHECK(battle->waits(Viewer::A).size() == 1);
  go(*battle, R"({"by":"A","do":"answer","dice":[5]})");
  CHECK(has(battle->state_text(Viewer::A), "\"values\":[5]"));
  CHECK_FALSE(has(battle->state_text(Viewer::B), "\"values\":[5]"));
  CHECK_FALSE(has(battle->state_text(Viewer::Both), "\"values\":[5]"));
  const std::string sealed = battle->sealed_state_text([](const std::string& id, const std::string&) { return "seal-of-" + id; });
  CHECK_FALSE(has(sealed, "\"values\":[5]"));
  CHECK(has(sealed, "seal-of-answer.w1"));
  const std::string events = go(*battle, R"({"by":"B","do":"answer","dice":[2]})");
  CHECK(has(events, "\"revealed\":[{\"values\":[5]},{\"values\":[2]}]"));
  CHECK(has(events, "\"sign\":1"));
}

TEST_CASE("the wait says who answers, even for the other side's unit", "[core][agenda]") {
  const auto battle = toy::duel();
  go(*battle, R"({"by":"B","do":"taunt","unit":"A1"})");
  CHECK(refused(*battle, R"({"by":"A","do":"answer","choice":"left"})").refusal == engine::Refusal::Impossible);
  CHECK(has(go(*battle, R"({"by":"B","do":"answer","choice":"left"})"), "\"x_mm\":80"));
}

TEST_CASE("a window left unused closes with the next answer", "[core][windows]") {
  const auto battle = toy::duel();
  go(*battle, R"({"by":"A","do":"strike","unit":"A1","target":"B1"})");
  REQUIRE(battle->windows(Viewer::B).size() == 1);
  CHECK(battle->windows(Viewer::B).front().who == Viewer::B);
  go(*battle, R"({"by":"A","do":"answer","dice":[1]})");
  CHECK(battle->windows(Viewer::B).empty());
  refused(*battle, R"({"by":"B","do":"parry","unit":"B1"})");
}

TEST_CASE("a late claim goes back to the window when both agree", "[core][undo][windows]") {
  const auto battle = toy::duel();
  go(*battle, R"({"by":"A","do":"strike","unit":"A1","target":"B1"})");
  go(*battle, R"({"by":"A","do":"answer","dice":[6]})");
  CHECK(refused(*battle, R"({"by":"B","do":"undo","to":1})").may_be_overruled());
  go(*battle, R"({"by":"B","do":"undo","to":1,"agreed":true})");
  CHECK(battle->windows(Viewer::B).size() == 1);
  go(*battle, R"({"by":"B","do":"parry","unit":"B1"})");
}

TEST_CASE("a result owes placements, play goes on, and placing closes it", "[core][placement]") {
  const auto battle = toy::duel();
  go(*battle, R"({"by":"A","do":"strike","unit":"A1","target":"B1"})");
  go(*battle, R"({"by":"A","do":"answer","dice":[6]})");
  REQUIRE(battle->owed().size() == 1);
  CHECK(battle->owed().front().poses.front().y == 230_mm);
  go(*battle, R"({"by":"B","do":"bid"})");  // nothing blocks
  CHECK(refused(*battle, R"({"by":"B","do":"place","unit":"B1","poses":[{"base":"B1.1","x_mm":100,"y_mm":240}]})").may_be_overruled());
  go(*battle, R"({"by":"B","do":"place","unit":"B1","poses":[{"base":"B1.1","x_mm":101,"y_mm":231}]})");
  CHECK(battle->owed().empty());
  CHECK(battle->places().back().pose.y == 231_mm);
}

TEST_CASE("an undo of a result that moved a base owes it back", "[core][undo][placement]") {
  const auto battle = toy::duel();
  const std::string start = battle->state_text();
  go(*battle, R"({"by":"A","do":"strike","unit":"A1","target":"B1"})");
  go(*battle, R"({"by":"A","do":"answer","dice":[6]})");
  go(*battle, R"({"by":"B","do":"place","owed":"p1"})");
  go(*battle, R"({"by":"umpire","do":"undo","to":0,"reason":"wrong die"})");
  REQUIRE(battle->owed().size() == 1);
  CHECK(battle->owed().front().poses.front().y == 180_mm);
  CHECK(battle->places().back().pose.y == 180_mm);
  go(*battle, R"({"by":"B","do":"place","owed":"p1"})");
  CHECK(battle->owed().empty());
  // An undo of the undo leads back to the hit.
  go(*battle, R"({"by":"umpire","do":"undo","to":3})");
  CHECK(battle->places().back().pose.y == 230_mm);
}

TEST_CASE("players overrule a refusal by the rules and it is logged, the impossible stays refused", "[core][rule]") {
  const auto battle = toy::duel();
  go(*battle, R"({"by":"umpire","do":"amend","path":"/units/B1/pose/y_mm","value":400,"reason":"knocked"})");
  CHECK(refused(*battle, R"({"by":"A","do":"strike","unit":"A1","target":"B1"})").reasons.front().limit == 100.0);
  const auto ruled = battle->submit(R"({"by":"umpire","do":"rule","reason":"long spear"})");
  REQUIRE(ruled);
  CHECK(ruled->ruled);
  CHECK(has(ruled->events.front(), "command_ruled"));
  CHECK(battle->waits(Viewer::A).size() == 1);
  CHECK(refused(*battle, R"({"by":"A","do":"strike","unit":"A9","target":"B1"})").refusal == engine::Refusal::Impossible);
}

TEST_CASE("a ruling closes its question, and opens it again when it is taken back", "[core][rule]") {
  const auto battle = toy::duel();
  go(*battle, R"({"by":"umpire","do":"amend","path":"/units/B1/pose/y_mm","value":400,"reason":"knocked"})");
  refused(*battle, R"({"by":"A","do":"strike","unit":"A1","target":"B1"})");
  go(*battle, R"({"by":"umpire","do":"rule","seq":2,"reason":"long spear"})");
  CHECK(has(refused(*battle, R"({"by":"umpire","do":"rule","seq":2})").reasons.front().text, "ruled on already"));
  CHECK(refused(*battle, R"({"by":"umpire","do":"rule"})").refusal == engine::Refusal::Impossible);
  go(*battle, R"({"by":"umpire","do":"undo"})");
  go(*battle, R"({"by":"umpire","do":"rule","seq":2,"allow":false,"reason":"no"})");
  CHECK(has(refused(*battle, R"({"by":"umpire","do":"rule","seq":2})").reasons.front().text, "ruled on already"));
}

TEST_CASE("an undo or a release that was refused by rule is carried out when it is overruled", "[core][rule]") {
  const auto battle = toy::duel();
  go(*battle, R"({"by":"A","do":"strike","unit":"A1","target":"B1"})");
  const std::string struck = battle->state_text();
  go(*battle, R"({"by":"A","do":"answer","dice":[6]})");
  refused(*battle, R"({"by":"A","do":"undo"})");  // dice were shown
  go(*battle, R"({"by":"umpire","do":"rule","reason":"it fell off the table"})");
  CHECK(battle->waits(Viewer::Umpire).size() == 1);
  go(*battle, R"({"by":"B","do":"hold"})");
  refused(*battle, R"({"by":"A","do":"release"})");
  go(*battle, R"({"by":"both","do":"rule"})");
  CHECK_FALSE(battle->held_by());
}

TEST_CASE("undo after undo goes back one command at a time", "[core][undo]") {
  const auto battle = toy::duel();
  const std::string start = battle->state_text();
  go(*battle, R"({"by":"umpire","do":"amend","path":"/units/B1/hits","value":1,"reason":""})");
  go(*battle, R"({"by":"umpire","do":"amend","path":"/units/B1/hits","value":2,"reason":""})");
  CHECK(has(go(*battle, R"({"by":"umpire","do":"undo"})"), "\"seqs\":[2]"));
  CHECK(has(go(*battle, R"({"by":"umpire","do":"undo"})"), "\"seqs\":[1,3]"));
  CHECK(battle->state_text() == start);
  CHECK(refused(*battle, R"({"by":"umpire","do":"undo"})").refusal == engine::Refusal::Impossible);
}

TEST_CASE("an amendment is judged for what it breaks itself, not for what was ruled in", "[core][amend]") {
  const auto battle = toy::duel();
  go(*battle, R"({"by":"umpire","do":"amend","path":"/units/B1/hits","value":9,"reason":"nearly done"})");
  for (const char* command : {R"({"by":"A","do":"strike","unit":"A1","target":"B1"})", R"({"by":"A","do":"answer","dice":[6]})"})
    go(*battle, command);
  REQUIRE(battle->broken_invariant());  // ten hits
  go(*battle, R"({"by":"umpire","do":"amend","path":"/units/A1/hits","value":1,"reason":"forgotten"})");
  CHECK(has(refused(*battle, R"({"by":"umpire","do":"amend","path":"/units/A1/hits","value":12,"reason":""})").reasons.front().text, "A1"));
}

TEST_CASE("an amendment that leaves a field out is impossible", "[core][amend]") {
  const auto battle = toy::duel();
  CHECK(
      has(refused(*battle, R"({"by":"umpire","do":"amend","path":"/units/B1","value":{"side":"B","pose":{"x_mm":1,"y_mm":2}},"reason":""})")
              .reasons.front()
              .text,
          "/units/B1/hits"));
}

TEST_CASE("an amendment keeps invariants and names a wrong path", "[core][amend]") {
  const auto battle = toy::duel();
  CHECK(has(refused(*battle, R"({"by":"umpire","do":"amend","path":"/units/B1/hits","value":10,"reason":""})").reasons.front().text,
            "10 hits"));
  CHECK(has(refused(*battle, R"({"by":"umpire","do":"amend","path":"/units/B7/hits","value":1,"reason":""})").reasons.front().text,
            "/units/B7/hits"));
  refused(*battle, R"({"by":"A","do":"amend","path":"/units/B1/hits","value":1,"reason":""})");
  go(*battle, R"({"by":"umpire","do":"amend","path":"/units/B1/hits","value":2,"reason":"forgotten"})");
  CHECK(has(battle->state_text(), "\"hits\":2"));
}

TEST_CASE("hold stops the other side until it is released", "[core][hold]") {
  const auto battle = toy::duel();
  go(*battle, R"({"by":"B","do":"hold"})");
  refused(*battle, R"({"by":"A","do":"bid"})");
  go(*battle, R"({"by":"B","do":"release"})");
  go(*battle, R"({"by":"A","do":"bid"})");
}

TEST_CASE("folding the logged events gives the same state at every seq", "[core][replay]") {
  const auto battle = toy::duel();
  const auto again = toy::duel();
  for (const std::string command :
       {R"({"by":"A","do":"strike","unit":"A1","target":"B1"})", R"({"by":"B","do":"parry","unit":"B1"})",
        R"({"by":"A","do":"parry","unit":"A1"})", R"({"by":"B","do":"answer","dice":[2]})", R"({"by":"A","do":"answer","dice":[5]})",
        R"({"by":"umpire","do":"undo","to":1})", R"({"by":"A","do":"hold"})", R"({"by":"A","do":"answer","dice":[1]})"}) {
    const auto outcome = battle->submit(command);
    REQUIRE(outcome);
    REQUIRE(again->fold(command, outcome->events));
    CHECK(again->state_text() == battle->state_text());
    CHECK(again->seq() == battle->seq());
  }
}

TEST_CASE("events that are refused half-way leave the state, the holder and the seq as they were", "[core][replay]") {
  for (const bool held : {false, true}) {
    const auto battle = toy::duel();
    const std::string said = battle->submit(R"({"by":"B","do":"hold"})")->events.front();
    if (!held) go(*battle, R"({"by":"B","do":"release"})");
    const auto state = battle->state_text();
    const auto seq = battle->seq();
    const auto holder = battle->held_by();
    for (const std::string repair : {R"({"event":"held","by":"A"})", R"({"event":"released"})", R"({"event":"undone","to_seq":0})"}) {
      INFO(repair);
      CHECK_FALSE(battle->fold("{}", std::vector<std::string>{repair, R"({"event":"hit","unit":"Z9"})"}));
      CHECK(battle->state_text() == state);
      CHECK(battle->held_by() == holder);
      CHECK(battle->seq() == seq);
    }
  }
}

TEST_CASE("an event of an older log is read under its new name", "[core][replay]") {
  const std::vector<std::string> commands{R"({"by":"A","do":"strike","unit":"A1","target":"B1"})",
                                          R"({"by":"A","do":"answer","dice":[6]})"};
  const auto today = toy::duel(), from_old_log = toy::duel();
  bool renamed = false;
  for (const std::string& command : commands) {
    const auto outcome = today->submit(command);
    REQUIRE(outcome);
    REQUIRE(outcome->verdict.allowed());
    std::vector<std::string> old = outcome->events;
    for (std::size_t i = 0; i < old.size(); ++i) {
      const std::string name = R"("event":"hit")", unit = R"("unit":)";
      if (!has(old[i], name)) continue;
      old[i].replace(old[i].find(name), name.size(), R"("event":"touched")");
      old[i].replace(old[i].find(unit), unit.size(), R"("who":)");
      renamed = true;
      CHECK(*from_old_log->todays(old[i]) == outcome->events[i]);
    }
    REQUIRE(from_old_log->fold(command, old));
    CHECK(from_old_log->state_text() == today->state_text());
  }
  CHECK(renamed);
  CHECK_FALSE(from_old_log->todays(R"({"event":"danced"})"));
}

TEST_CASE("malformed commands are one line with the place", "[core][input]") {
  const auto battle = toy::duel();
  CHECK(has(battle->submit("{").error().line, "command: "));
  CHECK(has(battle->submit(R"({"do":"bid"})").error().line, "needs \"by\""));
  CHECK(has(battle->submit(R"({"by":"C","do":"bid"})").error().line, "/by: expected"));
  CHECK(has(battle->submit(R"({"by":"A","do":"dance"})").error().line, "there is no \"dance\" here; there are answer, place"));
  CHECK(has(battle->submit(R"({"by":"A","do":"strike","unit":"A1"})").error().line, "needs \"target\""));
  CHECK(has(battle->submit(R"({"by":"A","do":"strike","unit":"A 1","target":"B1"})").error().line, "/unit: expected an id"));
  CHECK(battle->seq() == 0);
}

TEST_CASE("impossible dice are refused without an event", "[core][input]") {
  const auto battle = toy::duel();
  go(*battle, R"({"by":"A","do":"strike","unit":"A1","target":"B1"})");
  refused(*battle, R"({"by":"A","do":"answer","dice":[7]})");
  refused(*battle, R"({"by":"A","do":"answer","dice":[1,2]})");
  refused(*battle, R"({"by":"B","do":"answer","dice":[3]})");
  refused(*battle, R"({"by":"A","do":"answer","wait":"w9","dice":[3]})");
}

TEST_CASE("what players mend is told in their words", "[core][undo][rule]") {
  const auto said = [](const char* event) { return engine::tell_repair(*engine::repair_event_from_json(engine::Json::parse(event))); };
  CHECK(said(R"({"event":"held","by":"both"})") == "Both sides call Hold");
  CHECK(said(R"({"event":"held","by":"A"})") == "A calls Hold");
  CHECK(said(R"({"event":"released","by":"umpire"})") == "The umpire lets the game go on");
  CHECK(said(R"({"event":"amended","by":"both","path":"/units/A1/rear_ranks","value":1,"reason":"seen"})") ==
        "Set by hand: rear ranks of A1 is now 1 (seen)");
  CHECK(said(R"({"event":"amended","by":"both","path":"/phase","value":"open_field","reason":""})") ==
        "Set by hand: phase is now open_field");
  CHECK(said(R"({"event":"undone","to_seq":4,"reason":"","seqs":[6,5]})") == "The last 2 commands are taken back");
  CHECK(said(R"({"event":"undone","to_seq":4,"reason":"","seqs":[5]})") == "The last command is taken back");
}

}  // namespace door_tests
