// Deployment put down by hand: a unit, a general or a camp at a time, and set right while it may be.
#include "engine/rulesets/to_the_strongest/show/viewing.hpp"
#include "engine/rulesets/to_the_strongest/topics/places.hpp"
#include "tests/engine/rulesets/to_the_strongest/before_battle.hpp"
#include "tests/support/catch.hpp"

namespace by_hand_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

namespace {

const std::string kPassiveA = R"("phase":"deployment","active":"B")";
const std::string kThree =
    "A1 legionaries; A2 legionaries; A3 bowmen; AG general detached mounted; AC camp; B1 warriors; BG general detached";

/// What stands in the middle of a box, aside by so many tenths of a box and measured to `sd_mm`.
std::string put(const Game& g, const std::string& id, const char* box, const char* facing = "N", double east = 0, double sd_mm = 0) {
  const Point centre = centre_of(g.state(), at(box));
  const std::string cov = std::to_string(static_cast<int>(sd_mm * sd_mm * 1e6));
  return R"({"do":"place","unit":")" + id + R"(","poses":[{"base":")" + id + R"(.1","x_mm":)" +
         std::to_string(centre.x.mm() + east * g.state().box_size.mm() / 10) + R"(,"y_mm":)" + std::to_string(centre.y.mm()) +
         R"(,"heading_deg":)" + std::to_string(heading_of(*facing_named(facing)).deg()) +
         (sd_mm > 0 ? R"(,"cov":[)" + cov + ",0,0," + cov + ",0,100]" : "") + "}]}";
}
std::string rule(const Game& g, const std::string& id, const char* box, Viewer by, const char* facing = "N") {
  return g.rule(put(g, id, box, facing), by);
}
Game& down(Game& g, const std::string& id, const char* box, Viewer by) { return g.give(put(g, id, box), by); }
std::vector<engine::PlaceBases> offered(const Game& g, Viewer viewer, const char* id) {
  std::vector<engine::PlaceBases> out;
  for (const auto& offer : Rules::offers(g.state(), viewer, UnitId{id}))
    if (const auto* place = std::get_if<engine::PlaceBases>(&offer.command)) {
      CHECK(offer.verdict.allowed());
      out.push_back(*place);
    }
  return out;
}

}  // namespace

TEST_CASE("a unit that stands is set right by the rules of its first placing, as long as its command does not stand",
          "[tts][TTS-DEP-01][TTS-DEP-03][TTS-DEP-05][TTS-TER-11][TTS-BOX-02][TTS-BOX-03]") {
  Game g(kThree + "; A4 pikemen; A5 legionaries; small_lake h2", 12, 8, kPassiveA);
  down(g, "A1", "c2", Viewer::A);
  CHECK(rule(g, "A1", "h2", Viewer::A) == "TTS-TER-10");
  CHECK(rule(g, "A1", "f6", Viewer::A) == "TTS-DEP-03");
  CHECK(rule(g, "A1", "a2", Viewer::A) == "TTS-DEP-05");
  CHECK_FALSE(offered(g, Viewer::A, "A1").empty());
  CHECK(offered(g, Viewer::B, "A1").empty());
  down(g, "A1", "d2", Viewer::A);
  CHECK(g.unit("A1").box == at("d2"));
  down(g, "A2", "e2", Viewer::A);
  down(g, "A3", "e2", Viewer::A);
  CHECK(rule(g, "A1", "e2", Viewer::A) == "TTS-BOX-02");
  down(g, "A4", "f2", Viewer::A);
  CHECK(rule(g, "A1", "f2", Viewer::A) == "TTS-BOX-03");
}

TEST_CASE("a command that stands is set right until the other side has put something down, later by agreement where there is room",
          "[tts][TTS-DEP-01][TTS-DEP-02][TTS-CAMP-04][TTS-BOX-01][TTS-BOX-02]") {
  Game g(kThree, 12, 8, kPassiveA);
  down(g, "A1", "c2", Viewer::A);
  down(g, "A2", "d2", Viewer::A);
  down(g, "A3", "e2", Viewer::A);
  REQUIRE(g.state().commands.at({"A-1"}).deployed);
  down(g, "A1", "f2", Viewer::A);
  CHECK(g.unit("A1").box == at("f2"));
  CHECK(g.state().camps.at({"AC"}).box == at("f1"));  // it stood beside A1 alone
  CHECK(rule(g, "A1", "i2", Viewer::A) == "TTS-DEP-07");
  CHECK_FALSE(offered(g, Viewer::A, "A1").empty());
  g.give(put(g, "B1", "f7", "S"), Viewer::B);
  CHECK(rule(g, "A1", "c2", Viewer::A) == "TTS-DEP-02");
  CHECK(offered(g, Viewer::A, "A1").empty());
  CHECK(rule(g, "A1", "c2", Viewer::Both).empty());
  CHECK(rule(g, "A1", "c4", Viewer::Umpire).empty());
  CHECK(rule(g, "A2", "f7", Viewer::Both) == "TTS-MOV-11");
  g.give(put(g, "A2", "e2"), Viewer::Both);
  CHECK(rule(g, "A1", "e2", Viewer::Both) == "TTS-BOX-02");
  CHECK(rule(g, "B1", "g7", Viewer::B, "S").empty());  // the last to stand waits for nobody
}

TEST_CASE("nobody is put down at right angles to his mate, and what one side has done so by agreement does not stop the other",
          "[tts][TTS-BOX-04][TTS-DEP-01]") {
  Game g("A1 legionaries; A2 legionaries; B1 warriors; B2 warriors", 12, 8, kPassiveA);
  down(g, "A1", "d2", Viewer::A);
  CHECK(rule(g, "A2", "d2", Viewer::A, "E") == "TTS-BOX-04");
  CHECK(rule(g, "A2", "d2", Viewer::A, "S").empty());
  State s = g.state();
  for (const Event& event : Rules::decide(s, Viewer::A, Game::command(put(g, "A2", "d2", "E")))) s = Rules::evolve(std::move(s), event);
  REQUIRE(Rules::broken_invariant(s));
  const auto rule_of = [&](const std::string& postings) {
    const engine::Verdict verdict = Rules::judge(s, Viewer::B, Game::command(deploy("B-1", postings)));
    return verdict.allowed() ? std::string() : verdict.reasons.front().rule;
  };
  CHECK(rule_of(post("B1", "f7") + "," + post("B2", "g7")).empty());
  CHECK(rule_of(post("B1", "f7") + R"(,{"unit":"B2","box":"f7","facing":"E"})") == "TTS-BOX-04");
  const auto menu = Rules::offers(s, Viewer::B, engine::AboutNothing{});
  CHECK(std::any_of(menu.begin(), menu.end(), [](const auto& offer) { return std::holds_alternative<Deploy>(offer.command); }));
}

TEST_CASE("the last unit of a command put down by hand joins the others, and its camp is not left alone",
          "[tts][TTS-DEP-07][TTS-CAMP-04]") {
  Game g(kThree, 12, 8, kPassiveA);
  down(g, "A1", "c2", Viewer::A);
  down(g, "A2", "h2", Viewer::A);
  CHECK(rule(g, "A3", "k2", Viewer::A) == "TTS-DEP-07");
  CHECK(g.rule(deploy("A-1", post("A3", "i2") + "," + post("AC", "h1")), Viewer::A) == "TTS-DEP-07");
  down(g, "A2", "d2", Viewer::A);
  down(g, "AC", "c1", Viewer::A);
  CHECK(g.may(deploy("A-1", post("A3", "e2"))));  // the camp stands already
  down(g, "A1", "e2", Viewer::A);                 // and now it stands alone
  Game stands = g;
  down(stands, "A3", "f2", Viewer::A);
  CHECK(stands.state().camps.at({"AC"}).box == at("e1"));
  for (const auto& place : offered(g, Viewer::A, "A3")) {
    Game there = g;
    there.apply(Command{place}, Viewer::A);
    CHECK(there.state().commands.at({"A-1"}).deployed);
  }
}

TEST_CASE("a command is put down to its end before another of its side is begun", "[tts][TTS-DEP-01][TTS-DEP-02]") {
  Game g(kUnplaced, 12, 8, kPassiveA);
  down(g, "A1", "c2", Viewer::A);
  CHECK(rule(g, "A4", "f2", Viewer::A) == "TTS-DEP-01");
  CHECK(g.rule(deploy("A-2", post("A4", "f2")), Viewer::A) == "TTS-DEP-01");
  CHECK(offered(g, Viewer::A, "A4").empty());
  down(g, "A2", "d2", Viewer::A);
  down(g, "A3", "e2", Viewer::A);
  CHECK(rule(g, "A4", "f2", Viewer::A) == "TTS-DEP-01");  // B is next
}

TEST_CASE("which box a base is in is asked of the boxes it may stand in alone", "[tts][TTS-GRID-01][TTS-DEP-05][TTS-BOX-02]") {
  Game g(kThree + "; A4 legionaries", 12, 8, kPassiveA);
  const auto near_line = [&](const char* id, const char* box) { g.give(put(g, id, box, "N", -4.95, 3), Viewer::A); };
  near_line("A1", "b2");  // the outermost column is no choice
  CHECK(g.idle());
  CHECK(g.unit("A1").box == at("b2"));
  near_line("A1", "d2");
  CHECK(g.options() == std::vector<std::string>{"d2", "c2"});
  CHECK(rule(g, "A2", "d2", Viewer::A) == "TTS-SEQ-08");  // its box may be taken by the answer
  g.say("d2", Viewer::A);
  down(g, "A2", "d2", Viewer::A);
  near_line("A3", "e2");  // two stand in d2
  CHECK(g.idle());
  CHECK(g.unit("A3").box == at("e2"));
}

TEST_CASE("a detached general deploys in the rows of his army, on ground he can enter, where no enemy stands",
          "[tts][TTS-DEP-03][TTS-DEP-05][TTS-GEN-02][TTS-GEN-16][TTS-GEN-17]") {
  Game g(kThree + "; small_lake g2", 12, 8, R"("phase":"deployment","active":"A")");
  g.give(deploy("B-1", post("B1", "f7") + "," + post("BG", "f7")));
  const auto with_general = [&](const char* box) {
    return g.rule(
        deploy("A-1", post("A1", "d2") + "," + post("A2", "e2") + "," + post("A3", "f2") + "," + post("AC", "e1") + "," + post("AG", box)));
  };
  CHECK(with_general("f7") == "TTS-DEP-03");
  CHECK(with_general("d3") == "TTS-DEP-03");
  CHECK(with_general("g2") == "TTS-GEN-16");
  CHECK(with_general("l1") == "TTS-DEP-05");
  CHECK(with_general("i1").empty());
  CHECK(rule(g, "AG", "f7", Viewer::A) == "TTS-DEP-03");
  CHECK(rule(g, "AG", "g2", Viewer::A) == "TTS-GEN-16");
  State met = g.state();  // an enemy in the own rows, by agreement
  met.units.at({"B1"}).box = at("e2");
  const engine::Verdict verdict = Rules::judge(met, Viewer::A, Game::command(put(g, "AG", "e2")));
  REQUIRE_FALSE(verdict.allowed());
  CHECK(verdict.reasons.front().rule == "TTS-GEN-17");
}

TEST_CASE("fortifications protect boxes of the own deployment rows", "[tts][TTS-FORT-10]") {
  const Game g(kThree, 12, 8, kPassiveA);
  const auto fortified = [&](const char* edge) {
    return g.rule(R"({"do":"deploy","command":"A-1","postings":[)" + post("A1", "d2") + "," + post("A2", "e2") + "," + post("A3", "f2") +
                  "," + post("AC", "e1") + R"(],"fortifications":[")" + edge + "\"]}");
  };
  CHECK(fortified("f7/f6") == "TTS-FORT-10");
  CHECK(fortified("d3/d4") == "TTS-FORT-10");
  CHECK(fortified("d2/d3").empty());
  CHECK(fortified("a1/a2").empty());  // a camp may lie in the outermost column
}

TEST_CASE("a detached general is put down by hand while his command is, and stays where he was put",
          "[tts][TTS-GEN-02][TTS-DEP-01][TTS-DEP-02]") {
  Game g(kThree, 12, 8, kPassiveA);
  down(g, "A1", "d2", Viewer::A);
  down(g, "A2", "e2", Viewer::A);
  const auto places = offered(g, Viewer::A, "AG");
  REQUIRE(places.size() > 2);
  CHECK(Rules::say(g.state(), Command{places[0]}) == "AG: stand in d2 with A1");
  CHECK(Rules::say(g.state(), Command{places[1]}) == "AG: stand in e2 with A2");
  CHECK(rule(g, "AG", "e2", Viewer::B) != "");
  const auto turns = Showing::placing(g.state()).turns;
  REQUIRE_FALSE(turns.empty());
  CHECK(turns.front().left == std::vector<UnitId>{{"AC"}, {"AG"}, {"A3"}});
  down(g, "AG", "e2", Viewer::A);
  down(g, "A3", "f2", Viewer::A);
  CHECK(g.state().commands.at({"A-1"}).deployed);
  CHECK(g.general("AG").box == at("e2"));
  down(g, "AG", "f2", Viewer::A);  // nobody of B stands yet
  CHECK(g.general("AG").box == at("f2"));
  g.give(put(g, "B1", "f7", "S"), Viewer::B);
  CHECK(rule(g, "AG", "d2", Viewer::A) == "TTS-DEP-02");
  CHECK(rule(g, "AG", "d2", Viewer::Both).empty());
  CHECK(g.general("BG").box == at("f7"));  // whom nobody puts down stands with a unit of his
}

TEST_CASE("a senior general without a command of his own is put down with any command of his army",
          "[tts][TTS-GEN-20][TTS-VP-07][TTS-GEN-24]") {
  const std::string army =
      "A1 legionaries; A2 legionaries; A3 bowmen; AG general with=A1; B1 warriors; BG general with=B1; A0 general detached senior mounted ";
  const std::string postings = post("A1", "d2") + "," + post("A2", "e2") + "," + post("A3", "f2") + "," + post("A0", "f2");
  for (const char* none : {"no_command", "command=7"}) {  // a command of nobody is none
    INFO(none);
    Game g(army + none, 12, 8, kPassiveA);
    REQUIRE(g.rule(deploy("A-1", postings), Viewer::A).empty());
    g.give(deploy("A-1", postings), Viewer::A);
    CHECK(g.general("A0").box == at("f2"));
    Game by_hand(army + none, 12, 8, kPassiveA);
    down(by_hand, "A0", "e2", Viewer::A);
    CHECK(by_hand.general("A0").box == at("e2"));
  }
  CHECK(Game(army + "command=2; A4 spearmen command=2", 12, 8, kPassiveA).rule(deploy("A-1", postings), Viewer::A) == "TTS-DEP-01");
  Game battle("A1 legionaries d4 N; A2 legionaries e4 N; AG general with=A1; A0 general e3 detached senior command=7; B1 warriors h8 S");
  battle.act("move A1 to=d5", 5);
  battle.give("command_move A0 to=f3");
  CHECK(battle.state().commands.at({"A-1"}).status == CommandStatus::Active);
  CHECK(battle.may("move A2 to=e5"));
}

TEST_CASE("with the last unit noted off the table the command stands", "[tts][TTS-DEP-02][TTS-DEP-08]") {
  Game g(
      "A1 legionaries; A2 light_cavalry; AG general with=A1; A5 legionaries command=2; AH general with=A5 command=2; B1 warriors; BG "
      "general with=B1",
      12, 8, R"("phase":"deployment","active":"B","sides":{"A":{"stratagem":"KC"}})");
  down(g, "A1", "d2", Viewer::A);
  CHECK_FALSE(g.state().commands.at({"A-1"}).deployed);
  g.give(R"({"do":"note","card":"KC","unit":"A2","flank":"left"})", Viewer::A);
  CHECK(g.state().commands.at({"A-1"}).deployed);
  CHECK(rule(g, "A5", "h2", Viewer::A) == "TTS-DEP-01");  // B is next
  CHECK(rule(g, "A2", "e2", Viewer::A) == "TTS-DEP-08");
}

TEST_CASE("a log that knows no order of deployment is read, and its commands stand", "[tts][TTS-DEP-02]") {
  Game g(kThree, 12, 8, kPassiveA);
  const Event old = Game::event_from(R"({"event":"command_deployed","command":"A-1"})");
  const State s = Rules::evolve(State(g.state()), old);
  CHECK(s.commands.at({"A-1"}).deployed);
  CHECK(Game::text_of(s).find("\"stood\"") == std::string::npos);
  CHECK_FALSE(Rules::judge(s, Viewer::A, Game::command(put(g, "A1", "d2"))).allowed());
}

}  // namespace by_hand_tests
