// Options of the table, several players of a side, allies and slaves, and corners of the flow that need a test of their own.
#include "engine/rulesets/to_the_strongest/topics/army_lists.hpp"
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace options_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

namespace {
const std::string kRest = "; A8 spearmen a1 N; A9 spearmen b1 N; B8 spearmen l8 S; B9 spearmen k8 S";

bool has(const std::vector<std::string>& keys, const char* key) { return std::find(keys.begin(), keys.end(), key) != keys.end(); }
}  // namespace

TEST_CASE("a missed shot is replayed only where the table plays it so", "[tts][TTS-AMB-39][TTS-HERO-08]") {
  const std::string armies = "A1 bowmen e3 N hero; AG general with=A1 heroic; B1 spearmen e5 S; BG general with=B8" + kRest;
  Game book(armies);
  book.act("shoot A1 target=B1 cards=2", 5).cards({3, 4});
  CHECK(book.idle());
  CHECK(book.unit("A1").hero);
  Game g(armies, 12, 8, R"("options":{"replay_shooting":true})");
  g.act("shoot A1 target=B1 cards=2", 5).cards({3, 4});
  CHECK(g.asks() == "TTS-AMB-39");
  CHECK(g.options() == std::vector<std::string>{"no", "hero", "AG"});
  CHECK(g.unit("A1").ammo == 4);
  g.say("hero").cards({8});
  CHECK_FALSE(g.unit("A1").hero);
  CHECK(g.options() == std::vector<std::string>{"no", "AG"});  // one missed card is left, and only he
  g.say("AG").cards({9});
  CHECK(g.general("AG").ability_used);
  CHECK(g.asks() == "TTS-SAV-01");
  g.cards({2, 2});
  CHECK(g.unit("B1").where == Where::Lost);
  CHECK(g.unit("A1").ammo == 4);  // replays cost no chits
}

TEST_CASE("with markers on the table nothing is asked and what is told is counted", "[tts][TTS-GRID-12][TTS-GRID-13]") {
  Game g(
      "A1 legionaries e3 N; A2 bowmen c3 N; A3 cavalry g3 N; AG general with=A1; B1 warriors e4 S; B2 spearmen c5 S; B3 spearmen g6 S; "
      "BG general with=B2" +
          kRest,
      12, 8, R"("options":{"table_markers":true})");
  g.give("move A3 to=g4 card=4");
  CHECK(g.idle());
  CHECK(g.unit("A3").box == at("g4"));
  CHECK(g.unit("A3").activation == 4);
  CHECK(g.need("turn A3 facing=E") == 6);
  g.give("charge A1 target=B1");  // cards, blows and saves are the players'
  CHECK(g.idle());
  CHECK(g.unit("A1").box == at("e3"));
  g.give(R"({"do":"mark","unit":"B1","disorder":2})").give(R"({"do":"mark","unit":"A1","activation":7,"shock":0})");
  CHECK(g.unit("B1").disorder == 2);
  CHECK(g.unit("A1").shock == 0);
  CHECK(g.need("charge A1 target=B1") == 8);
  const int medals = g.state().side(Side::B).medals;
  g.give(R"({"do":"mark","unit":"B1","lost":true})").give(R"({"do":"mark","unit":"A1","box":"e4"})");
  CHECK(g.state().side(Side::B).medals == medals - 3);
  CHECK(g.unit("A1").box == at("e4"));
  g.give("shoot A2 target=B2 card=3").give(R"({"do":"mark","unit":"A2","chits":5})");
  CHECK(g.idle());
  CHECK(g.unit("A2").ammo == 5);
  CHECK(g.rule(R"({"do":"mark","unit":"A2","ammo":9})") == "TTS-AMMO-06");
  CHECK(g.rule(R"({"do":"mark","unit":"A1","disorder":2})") == "TTS-FAIL-04");
  CHECK(g.rule(R"({"do":"mark","unit":"A1","box":"c5"})") == "TTS-MOV-11");
}

TEST_CASE("a told card that is too low ends the command, medals told to be gone end the battle", "[tts][TTS-SEQ-04][TTS-VIC-03]") {
  Game g("A1 legionaries e3 N; AG general with=A1; A2 spearmen c2 N command=2; AH general with=A2 command=2; B1 warriors e6 S" + kRest, 12,
         8, R"("options":{"table_markers":true})");
  g.give("turn A1 facing=E card=1");
  CHECK(g.unit("A1").facing == Facing::N);
  CHECK(g.rule("turn A1 facing=E") == "TTS-SEQ-04");
  CHECK(g.may("move A2 to=c3"));
  g.give(R"({"do":"mark","side":"B","medals":0})");
  CHECK(g.state().winner == "A");
  Game kept("A1 legionaries e3 N; B1 warriors e6 S" + kRest);
  CHECK_FALSE(kept.may(R"({"do":"mark","unit":"A1","disorder":1})"));
}

TEST_CASE("commands of several players run side by side while they share no box", "[tts][TTS-SEQ-01][TTS-SEQ-08]") {
  const std::string armies =
      "A1 legionaries b3 N; AG general with=A1; A2 spearmen i3 N command=2; AH general with=A2 command=2; A3 spearmen c3 N command=2; B1 "
      "warriors b4 S; B2 warriors i5 S; BG general with=B1";
  Game g(armies, 12, 8, R"("sides":{"A":{"commands":[{"id":1,"player":"Ann"},{"id":2,"player":"Bob"}]}})");
  g.give("charge A1 target=B1 shock=false");
  CHECK(g.rule("move A3 to=c4") == "TTS-SEQ-08");  // too near Ann's charge
  g.give("move A2 to=i4");
  CHECK(g.state().agenda.lanes.size() == 2);
  CHECK(g.state().agenda.open_waits().size() == 2);
  CHECK(g.rule("turn A2 facing=E") == "TTS-SEQ-08");  // Bob's own order comes first
  // Bob's card is turned while Ann's charge is still open, then hers.
  const auto waits = g.state().agenda.open_waits();
  g.apply(engine::AnswerWait{.wait = waits[1].id, .answer = {.values = {5}}}, Viewer::A);
  CHECK(g.unit("A2").box == at("i4"));
  CHECK(g.state().commands.at({"A-1"}).status == CommandStatus::Active);
  CHECK(g.state().commands.at({"A-2"}).status == CommandStatus::Active);
  g.apply(engine::AnswerWait{.wait = waits[0].id, .answer = {.values = {1}}}, Viewer::A);
  CHECK(g.asks() == "TTS-GEN-05");
  g.say("no");
  CHECK(g.state().commands.at({"A-1"}).status == CommandStatus::Ended);
  CHECK(g.state().commands.at({"A-2"}).status == CommandStatus::Active);  // Ann's failure does not end Bob's turn
  CHECK(g.may("turn A3 facing=E"));
  Game alone(armies);
  alone.give("charge A1 target=B1 shock=false");
  CHECK(alone.rule("move A2 to=i4") == "TTS-SEQ-08");  // one player, one thing at a time
}

TEST_CASE("allied contingents are held against their own list", "[tts][TTS-LST-02]") {
  const std::string britons =
      "A1 warriors a1 N hero; A2 warriors b1 N hero; A3 warriors c1 N hero; A4 warriors d1 N hero; A5 warriors e1 N; A6 light_chariots f1 "
      "N; A7 light_chariots g1 N; A8 light_cavalry h1 N; A9 light_cavalry i1 N; AG general with=A1 heroic; AC camp a2; B1 spearmen l8 S";
  const auto breaches = [&](const std::string& more) {
    int count = 0;
    for (const engine::Reason& reason : against_list(Game(britons + more).state(), Side::A, *army_list("ancient_british"), {.year = 43}))
      count += reason.rule == "TTS-LST-02" ? 1 : 0;
    return count;
  };
  CHECK(breaches("") == 0);
  CHECK(breaches("; AX legionaries a3 N ally=principate_roman") == 0);
  CHECK(breaches("; AX pikemen a3 N ally=principate_roman") == 1);
  CHECK(breaches("; AX legionaries a3 N ally=sarmatian") == 1);
  std::string many;
  for (int i = 0; i < 9; ++i)
    many += "; AX" + std::to_string(i) + " legionaries " + static_cast<char>('a' + i) + "3 N ally=principate_roman";
  CHECK(breaches(many) == 1);
}

TEST_CASE("military slaves deploy inside the camp", "[tts][TTS-LST-11]") {
  const std::string romans =
      R"("sides":{"A":{"list":"principate_roman","year":60,"generals":[{"general":"AG","with":"A1"}],"camps":[{"camp":"AC"}],"units":[)"
      R"({"unit":"A1","type":"legionaries"},{"unit":"A2","type":"light_infantry_javelin","grade":"raw"}]},)"
      R"("B":{"units":[{"unit":"B1","type":"warriors","box":"d7"}]}},"active":"B")";
  Game g("", 12, 8, romans);
  const std::string deploy = R"({"do":"deploy","command":"A-1","postings":[{"unit":"A1","box":"d1"},{"unit":"AC","box":"e1"},)";
  CHECK(g.rule(deploy + R"({"unit":"A2","box":"d2"}]})") == "TTS-LST-11");
  CHECK(g.may(deploy + R"({"unit":"A2","box":"e1"}]})"));
  Game stands("A1 legionaries d2 N; A2 light_infantry_javelin d3 N raw; AC camp d1; AG general with=A1; B1 warriors d7 S", 12, 8,
              R"("sides":{"A":{"list":"principate_roman"}})");
  bool noted = false;
  for (const std::string& line : stands.state().side(Side::A).list_notes) noted = noted || line.starts_with("TTS-LST-11");
  CHECK(noted);
}

TEST_CASE("a general who left with a unit comes back with it", "[tts][TTS-OFF-01][TTS-OFF-07][TTS-LOSS-02]") {
  Game g("A1 cavalry c8 N; AG general c8 detached mounted; A2 warriors a2 N; A3 warriors b2 N; B1 warriors h7 S; BG general with=B1" +
         kRest);
  const int medals = g.state().side(Side::A).medals;
  g.act("move A1 to=off general=AG", 5);
  CHECK(g.state().side(Side::A).medals == medals - 4);
  CHECK(g.general("AG").where == Where::Left);
  g.give("end_turn").give("end_turn");
  CHECK(g.rule("enter A1 to=f8") == "TTS-OFF-03");
  g.act("enter A1 to=d8", 4);
  CHECK(g.unit("A1").box == at("d8"));
  CHECK(g.unit("A1").facing == Facing::S);
  CHECK(g.general("AG").box == at("d8"));
  CHECK(g.state().side(Side::A).medals == medals);
}

TEST_CASE("a success that is swapped puts everybody back", "[tts][TTS-GEN-08][TTS-AMB-04]") {
  Game g("A1 spearmen e3 N; AG general e3 detached; B1 warriors h7 S; BG general with=B1" + kRest);
  g.act("move A1 to=e4 general=AG", 9);
  CHECK(g.general("AG").box == at("e4"));
  g.give("replace AG");
  CHECK(g.unit("A1").box == at("e3"));
  CHECK(g.general("AG").box == at("e3"));
  g.cards({3});
  CHECK(g.unit("A1").box == at("e4"));
  CHECK(g.unit("A1").activation == 3);
  Game low("A1 spearmen e3 N; AG general e3 detached; B1 warriors h7 S; BG general with=B1" + kRest);
  low.act("move A1 to=e4", 9).give("replace AG").cards({1});  // the new card is final
  CHECK(low.unit("A1").box == at("e3"));
  CHECK(low.happened("turn_ended"));
}

TEST_CASE("a command move takes up the general's command", "[tts][TTS-GEN-24][TTS-SEQ-03]") {
  Game g(
      "A1 spearmen e3 N; AG general e3 detached; A2 spearmen h3 N command=2; AH general h3 detached senior mounted command=2; B1 "
      "warriors h7 S; BG general with=B1" +
      kRest);
  g.act("move A1 to=e4", 5);
  g.give("command_move AH to=h5");
  CHECK(g.state().commands.at({"A-2"}).status == CommandStatus::Active);
  CHECK(g.state().commands.at({"A-1"}).status == CommandStatus::Ended);
  CHECK(g.rule("command_move AH to=h4") == "TTS-GEN-14");
}

TEST_CASE("the facing after an advance may be said with the charge", "[tts][TTS-ADV-02][TTS-AMB-138]") {
  Game g("A1 spearmen e3 N; AG general with=A1; B1 light_cavalry e4 S; B2 warriors h7 S; BG general with=B2" + kRest);
  g.act("charge A1 target=B1 facing=S", 5).cards({9});
  CHECK(g.unit("A1").box == at("e4"));
  CHECK(g.unit("A1").facing == Facing::S);
  Game side("A1 spearmen e3 N; AG general with=A1; B1 light_cavalry e4 E; B2 warriors h7 S; BG general with=B2" + kRest);
  side.act("charge A1 target=B1", 5);
  if (!side.options().empty()) side.say("e5");
  side.cards({9});
  CHECK(side.asks() == "TTS-ADV-02");
  CHECK(has(side.options(), "N"));
  CHECK(has(side.options(), "E"));
  CHECK(has(side.options(), "W"));
  CHECK_FALSE(has(side.options(), "S"));
  side.say("W");
  CHECK(side.unit("A1").facing == Facing::W);
}

TEST_CASE("an ambush on the way is revealed and stops the ride into it", "[tts][TTS-STR-25][TTS-AMB-122]") {
  Game g("A1 cavalry e4 N; AG general with=A1; B1 light_infantry_javelin e6 S; B2 warriors j8 S; BG general with=B2; wood e6" + kRest);
  State s = g.state();
  s.units.at({"B1"}).where = Where::Hidden;
  s.units.at({"B1"}).box = {};
  s.side(Side::B).notes.push_back({"B.note1", Viewer::B, "a note", false, NoteUnit{.card = "KH", .unit = {"B1"}, .box = at("e6")}});
  const int medals = s.side(Side::B).medals;
  for (const Event& event : Rules::decide(s, Viewer::A, Game::command("move A1 to=e6"))) s = Rules::evolve(std::move(s), event);
  for (const Event& event : Rules::decide(s, Viewer::A, engine::AnswerWait{.wait = {}, .answer = {.values = {9}}}))
    s = Rules::evolve(std::move(s), event);
  CHECK(s.units.at({"A1"}).box == at("e5"));
  CHECK(s.units.at({"B1"}).box == at("e6"));
  CHECK(s.side(Side::B).medals == medals + 1);
}

TEST_CASE("wheels that turn and leave the rough pay for both", "[tts][TTS-AMB-105][TTS-DIF-03]") {
  Game g("A1 chariots e3 N; A2 war_wagons h3 N; AG general f3 detached; broken e3,h3; B1 warriors j8 S" + kRest);
  CHECK(g.need("turn A1 facing=E") == 4);
  CHECK(g.need("move A1 to=f3 facing=E") == 5);
  CHECK(g.need("turn A2 facing=E") == 4);
}

TEST_CASE("an Ace that loses the last beast settles the battle before the turn ends", "[tts][TTS-TYPE-79][TTS-VIC-03]") {
  Game g("A1 light_camelry e3 N; A2 light_infantry_javelin a1 N; B1 light_cavalry e4 S; B2 warriors l8 S");
  g.act("charge A1 target=B1", 1);
  CHECK(g.state().winner == "B");
  CHECK(g.state().side(Side::A).medals == 0);
  CHECK_FALSE(g.happened("turn_ended"));
}

TEST_CASE("advice names the save against every kind of enemy from each side", "[tts][TTS-SAV-06][TTS-MOD-14]") {
  Game g("A1 spearmen e3 N; AG general with=A1; B1 knights l8 S; B2 warriors k8 S; B3 cavalry j8 S; low_hill e3");
  const engine::Advice advice = Rules::advise(g.state(), {.unit = {"A1"}, .target = {}}, Viewer::A);
  const auto need = [&](const std::string& side, const std::string& kind) {
    for (const engine::AdviceLine& line : advice.lines)
      if (line.reason.text.find("charged from " + side) != std::string::npos && line.reason.text.find(kind) != std::string::npos)
        return static_cast<int>(line.reason.value.value_or(0));
    return 0;
  };
  CHECK(need("the front", "knights") == 4);  // uphill, spears, steady
  CHECK(need("the front", "cavalry") == 4);
  CHECK(need("the front", "warriors") == 6);  // uphill only
  CHECK(need("the rear", "knights") == 6);    // from the rear neither spears nor steadiness count
  CHECK(need("the right", "knights") == 6);
}

TEST_CASE("a stream hangs together from edge to edge, only what is on the list is placed", "[tts][TTS-TPL-12][TTS-TPL-10][TTS-TCH-02]") {
  const auto terrain = [] { return Game("A1 spearmen; B1 spearmen; AG general with=A1", 4, 4, R"("phase":"terrain")"); };
  const auto stream = [](const std::string& edges) {
    return R"({"do":"place_terrain","side":"A","kind":"stream","edges":[)" + edges + "]}";
  };
  Game g = terrain();
  CHECK(g.may(stream(R"("a2/a3","b2/b3","c2/c3","d2/d3")")));
  CHECK(g.rule(stream(R"("a2/a3","d2/d3")")) == "TTS-TPL-12");  // two pieces that do not meet
  CHECK(g.rule(stream(R"("b2/b3","c2/c3")")) == "TTS-TPL-12");  // ends in the field
  CHECK(g.may(stream(R"("a2/a3","b2/b3","b3/c3","b4/c4")")));   // round a corner
  g.give(R"({"do":"choose_terrain","side":"A","pieces":[{"kind":"field","boxes":1,"count":1},{"kind":"wood","boxes":1,"count":1}]})");
  CHECK(g.rule(R"({"do":"place_terrain","side":"A","kind":"marsh","boxes":["a1"]})") == "TTS-TCH-02");
  CHECK(g.rule(R"({"do":"place_terrain","side":"A","kind":"wood","boxes":["a1","a2"]})") == "TTS-TCH-02");
  g.give(R"({"do":"place_terrain","side":"A","kind":"woods","boxes":["a1"]})");  // another word for the same
  CHECK(g.rule(R"({"do":"place_terrain","side":"A","kind":"wood","boxes":["a3"]})") == "TTS-TPL-04");
}

TEST_CASE("a boat moves as light infantry does", "[tts][TTS-BOAT-02]") {
  Game g("A1 bowmen e3 N boat afloat=true; A2 spearmen e1 N; AG general e1 detached; water e3,d3,e4,d4,f4; B1 warriors j8 S" + kRest);
  CHECK(g.need("move A1 to=d4") == 2);
  CHECK(g.need("move A1 to=d3") == 2);
  CHECK(g.need("land A1 to=e2") == 3);
}

TEST_CASE("a wedge or rhomboid that is not played spares nothing", "[tts][TTS-SEQ-10][TTS-WED-01][TTS-RHO-01]") {
  const auto need = [](const std::string& formation, const std::string& order, const std::string& off) {
    return Game("A1 cavalry d3 N formations=" + formation + " formation=" + formation + "; AG general with=A1; B1 spearmen l8 S", 12, 8,
                R"("options":{"rules_off":[)" + off + "]}")
        .need(order);
  };
  CHECK(need("wedge", "move A1 to=e4", "") == 2);
  CHECK(need("wedge", "move A1 to=e4", R"("wedge")") == 3);
  CHECK(need("rhomboid", "turn A1 facing=E", "") == 2);
  CHECK(need("rhomboid", "turn A1 facing=E", R"("rhomboid")") == 3);
}

}  // namespace options_tests
