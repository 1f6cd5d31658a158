/// What a battle offers that belongs to no unit, phase by phase, and the figures of a unit.
#include <algorithm>
#include <optional>
#include <set>

#include "engine/rulesets/to_the_strongest/show/offering.hpp"
#include "engine/rulesets/to_the_strongest/show/viewing.hpp"
#include "engine/rulesets/to_the_strongest/topics/places.hpp"
#include "engine/rulesets/to_the_strongest/topics/terrain_method.hpp"
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace menu_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::Game;

namespace {

using Offered = std::vector<engine::Offer<Command>>;

Offered menu(const State& state, Viewer viewer) { return Rules::offers(state, viewer, engine::AboutNothing{}); }

template <class Said>
std::vector<Said> allowed(const Offered& offers) {
  std::vector<Said> out;
  for (const auto& offer : offers)
    if (const auto* said = std::get_if<Said>(&offer.command); said != nullptr && offer.verdict.allowed() && offer.whole)
      out.push_back(*said);
  return out;
}

const std::string kTwo =
    "A1 legionaries; A2 auxiliaries; A3 light_infantry_javelin; AG general with=A1; AC camp; "
    "B1 warriors; B2 warriors; BG general detached; BC camp";

Game deploying() { return Game(kTwo, 12, 8, R"("phase":"deployment")"); }

}  // namespace

TEST_CASE("a whole command can be deployed by one choice, its camp and detached general with it", "[tts][TTS-DEP-01][TTS-CAMP-04]") {
  Game g = deploying();
  CHECK(allowed<Deploy>(menu(g.state(), Viewer::A)).empty());  // the passive side begins
  const auto first = allowed<Deploy>(menu(g.state(), Viewer::B));
  REQUIRE(first.size() == 1);
  g.apply(Command{first.front()}, Viewer::B);
  CHECK(on_table(g.unit("B1")));
  CHECK(on_table(g.unit("B2")));
  CHECK(g.general("BG").where == Where::OnTable);
  CHECK(g.state().camps.at({"BC"}).box.row == 8);
  const auto second = allowed<Deploy>(menu(g.state(), Viewer::A));
  REQUIRE(second.size() == 1);
  g.apply(Command{second.front()}, Viewer::A);
  REQUIRE(allowed<DeploymentDone>(menu(g.state(), Viewer::A)).size() == 1);
  g.apply(Command{DeploymentDone{}}, Viewer::A);
  CHECK(g.state().phase == Phase::Battle);
}

TEST_CASE("where a whole command goes is named by the corners of what it stands in", "[tts][TTS-DEP-01]") {
  Game g = deploying();
  Deploy deploy = allowed<Deploy>(menu(g.state(), Viewer::B)).front();
  int boxes = 0;
  for (Posting& posting : deploy.postings)
    if (posting.unit == UnitId{"B1"} || posting.unit == UnitId{"B2"}) posting.box = boxes++ == 0 ? Box{6, 8} : Box{7, 7};
  REQUIRE(boxes == 2);
  CHECK(Rules::say(g.state(), Command{deploy}).find(" in f7 to g8") != std::string::npos);
}

TEST_CASE("units put down box by box end in a deployed command", "[tts][TTS-DEP-02][TTS-DEP-03][TTS-DEP-05]") {
  Game g = deploying();
  for (const char* id : {"B1", "B2"}) {
    const auto places = allowed<engine::PlaceBases>(Rules::offers(g.state(), Viewer::B, UnitId{id}));
    REQUIRE(places.size() >= (std::string(id) == "B1" ? 19 : 2));  // two rows of ten, less what is full; the last one beside the first
    for (const auto& place : places) {
      Game there = g;
      there.apply(Command{place}, Viewer::B);
      const Box box = there.unit(id).box;
      CHECK(box.row >= 7);
      CHECK(box.col > 1);
      CHECK(box.col < 12);
    }
    g.apply(Command{places.front()}, Viewer::B);
    CHECK(g.state().commands.at({"B-1"}).deployed == (std::string(id) == "B2"));
  }
  CHECK(g.general("BG").where == Where::OnTable);
  CHECK(g.state().camps.at({"BC"}).box.somewhere());
  CHECK(allowed<engine::PlaceBases>(Rules::offers(g.state(), Viewer::A, UnitId{"A1"})).size() >= 19);
}

TEST_CASE("a camp is put down beside those of its command who stand, and stays where its player put it",
          "[tts][TTS-CAMP-04][TTS-DEP-06][TTS-AMB-55]") {
  Game g = deploying();
  const auto places = [&](Viewer viewer, const char* id) {
    return allowed<engine::PlaceBases>(Rules::offers(g.state(), viewer, UnitId{id}));
  };
  CHECK(places(Viewer::B, "BC").empty());            // beside nobody yet
  for (const auto& place : places(Viewer::B, "B1"))  // on the table's edge, between two boxes
    if (boxes_near(g.state(), place.poses.front().at).front().box == test::at("f8")) g.apply(Command{place}, Viewer::B);
  const Box first = g.unit("B1").box;
  REQUIRE(first == test::at("f8"));
  const auto camps = places(Viewer::B, "BC");
  REQUIRE(camps.size() > 1);
  CHECK(places(Viewer::A, "BC").empty());
  std::set<Box> boxes;
  for (const auto& place : camps) {
    Game there = g;
    there.apply(Command{place}, Viewer::B);
    const Box box = there.state().camps.at({"BC"}).box;
    CHECK(box.row == 8);
    CHECK(std::abs(box.col - first.col) + std::abs(box.row - first.row) <= 1);
    CHECK(boxes.insert(box).second);
    CHECK_FALSE(there.state().commands.at({"B-1"}).deployed);
  }
  const auto pose_in = [&](const char* box) {
    Camp camp = g.state().camps.at({"BC"});
    camp.box = test::at(box);
    return engine::PlaceBases{.owed = {}, .unit = {"BC"}, .poses = {{BaseId{"BC.1"}, {.pose = camp_pose(g.state(), camp)}}}};
  };
  const auto rule = [&](const char* box) { return Rules::judge(g.state(), Viewer::B, Command{pose_in(box)}).reasons.front().rule; };
  CHECK(rule("f7") == "TTS-DEP-06");
  CHECK(rule("l8") == "TTS-CAMP-04");
  CHECK_FALSE(Rules::judge(g.state(), Viewer::A, Command{camps.back()}).allowed());
  g.apply(Command{camps.back()}, Viewer::B);
  const Box chosen = g.state().camps.at({"BC"}).box;
  CHECK(places(Viewer::B, "BC").size() == camps.size() - 1);  // elsewhere, until all stand
  g.apply(Command{places(Viewer::B, "B2").front()}, Viewer::B);
  CHECK(g.state().commands.at({"B-1"}).deployed);
  CHECK(g.state().camps.at({"BC"}).box == chosen);
  CHECK_FALSE(places(Viewer::B, "BC").empty());  // set right until the other side goes on
  g.apply(Command{places(Viewer::A, "A1").front()}, Viewer::A);
  CHECK(places(Viewer::B, "BC").empty());
  CHECK(rule("e8") == "TTS-DEP-02");
}

TEST_CASE("who is still to be placed comes by number, the camp and the general before the last", "[tts][TTS-DEP-06]") {
  Game g(kTwo + "; B10 spearmen; B3 spearmen", 12, 8, R"("phase":"deployment","active":"A")");
  for (const engine::PlacingTurn& turn : Showing::placing(g.state()).turns)
    if (turn.side == Side::B) CHECK(turn.left == std::vector<UnitId>{{"B1"}, {"B2"}, {"B3"}, {"BC"}, {"BG"}, {"B10"}});
}

TEST_CASE("terrain can be listed, placed by turns and dealt from the menu", "[tts][TTS-TPL-04][TTS-TPL-05][TTS-TCH-02]") {
  Game g(kTwo, 12, 8, R"("phase":"terrain")");
  const Offered start = menu(g.state(), Viewer::A);
  CHECK(allowed<ChooseScenario>(start).size() == 11);
  CHECK(allowed<ChooseTerrain>(start).size() >= 2);
  CHECK(allowed<Bid>(start).size() == 1);
  CHECK(allowed<DealTerrain>(start).size() == 1);  // by agreement
  for (int turn = 0; turn < 6; ++turn) {
    const Viewer by = turn % 2 == 0 ? Viewer::A : Viewer::B;
    CHECK(allowed<PlaceTerrain>(menu(g.state(), turn == 0 ? Viewer::A : by)).size() > 10);
    if (turn > 0) CHECK(allowed<PlaceTerrain>(menu(g.state(), by == Viewer::A ? Viewer::B : Viewer::A)).empty());
    const auto zone = static_cast<Zone>(turn / 2);
    const auto pieces = allowed<PlaceTerrain>(menu(g.state(), by));
    const auto piece = std::find_if(pieces.begin(), pieces.end(), [&](const PlaceTerrain& one) {
      return one.boxes.size() == 1 && zone_of(g.state().field, one.boxes.front().col) == zone;
    });
    REQUIRE(piece != pieces.end());
    g.apply(Command{*piece}, by);
    CHECK(allowed<DealTerrain>(menu(g.state(), by)).size() == (turn == 5 ? 1 : 0));
  }
}

TEST_CASE("a held card is offered to its holder alone, with what it can be played on", "[tts][TTS-STR-06][TTS-STR-07]") {
  Game g("A1 legionaries d2 N; A2 auxiliaries e2 N; B1 warriors d7 S; B2 warriors e7 S", 12, 8, R"("phase":"deployment")");
  State state = g.state();
  for (auto& [id, command] : state.commands) command.deployed = true;
  state.side(Side::A).stratagems.push_back({"A.stratagem", Viewer::A, "", false, std::string("JH")});
  state.side(Side::B).stratagems.push_back({"B.stratagem", Viewer::B, "", false, std::string("JC")});
  CHECK(allowed<PlayStratagem>(menu(state, Viewer::A)).size() == 3);  // each alone and both
  const auto effendi = allowed<PlayStratagem>(menu(state, Viewer::B));
  REQUIRE(effendi.size() == 1);
  CHECK(effendi.front().command == UnitId{"A-1"});
  for (const auto& offer : menu(state, Viewer::A))
    if (std::holds_alternative<PlayStratagem>(offer.command)) CHECK(offer.audience == Viewer::A);
}

TEST_CASE("a note of a king and of the doomed unit is offered with its flanks", "[tts][TTS-STR-17][TTS-STR-26][TTS-STR-27]") {
  Game g = deploying();
  State state = g.state();
  const auto notes = [&](const char* card) {
    state.side(Side::A).stratagems = {{"A.stratagem", Viewer::A, "", false, std::string(card)}};
    return allowed<NoteUnit>(Rules::offers(state, Viewer::A, UnitId{"A1"})).size();
  };
  CHECK(notes("KC") == 2);
  CHECK(notes("KD") == 3);
  CHECK(notes("KS") == 1);
  CHECK(notes("QS") == 1);
  CHECK(notes("JH") == 0);
}

TEST_CASE("markers on the table are told from the menu", "[tts]") {
  const Game g("A1 spearmen e3 N; AG general with=A1; B1 warriors e7 S", 12, 8, R"("options":{"table_markers":true})");
  const auto marks = allowed<Mark>(Rules::offers(g.state(), Viewer::A, UnitId{"A1"}));
  const auto tells = [&](auto what) { return std::any_of(marks.begin(), marks.end(), what); };
  CHECK(tells([](const Mark& mark) { return mark.disorder == 1; }));
  CHECK(tells([](const Mark& mark) { return mark.lost == true; }));
  CHECK(tells([](const Mark& mark) { return mark.facing == Facing::E; }));
  CHECK(allowed<Mark>(menu(g.state(), Viewer::A)).size() >= 3);  // medals, and the general
}

TEST_CASE("orders that name a target are offered one a target", "[tts][TTS-MOV-09][TTS-SHT-06]") {
  const Game g("A1 light_infantry_javelin e3 N; A2 bowmen g3 N ammo=4; B1 warriors e5 S; B2 warriors g5 S");
  const auto skirmish = allowed<OrderOf<OrderKind::MoveAndShoot>>(Rules::offers(g.state(), Viewer::A, UnitId{"A1"}));
  REQUIRE(skirmish.size() == 1);
  CHECK(skirmish.front().order.target == UnitId{"B1"});
  const auto shots = allowed<OrderOf<OrderKind::Shoot>>(Rules::offers(g.state(), Viewer::A, UnitId{"A2"}));
  REQUIRE(shots.size() == 2);
  CHECK(shots.back().order.shots == 2);
}

TEST_CASE("the figures of a unit and what decides the battle", "[tts][TTS-VIC-03][TTS-DEM-02]") {
  const Game g("A1 legionaries e3 N disorder=1; AG general with=A1; B1 warriors e7 S");
  const auto figures = Rules::figures(g.state(), {"A1"}, Viewer::A);
  REQUIRE(figures.size() >= 4);
  CHECK(figures.size() <= 6);
  CHECK(figures[0].value == "disordered");
  CHECK(figures[2].value == "6+");
  const auto counters = Rules::counters(g.state());
  REQUIRE(counters.size() == 4);  // medals and one command a side
  CHECK(counters[0].counts_down);
  CHECK(counters[0].value == g.state().side(Side::A).medals);
  CHECK(counters[1].limit == (g.state().commands.at({"A-1"}).victory_points + 1) / 2);
}

TEST_CASE("a unit set down by hand or by choice before a friend takes the front of the box, behind him the rear", "[tts][TTS-BOX-05]") {
  Game g("A1 spearmen; A2 light_infantry_javelin; B1 warriors d8 S", 12, 8, R"("phase":"deployment")");
  const auto into = [](const Game& game, const char* unit, const char* words) -> std::optional<engine::PlaceBases> {
    for (const auto& place : allowed<engine::PlaceBases>(Rules::offers(game.state(), Viewer::A, UnitId{unit})))
      if (Rules::say(game.state(), Command{place}).ends_with(words)) return place;
    return std::nullopt;
  };
  const auto first = into(g, "A1", "deploys in d1");
  REQUIRE(first);
  g.apply(Command{*first}, Viewer::A);
  for (const auto& [words, along] : {std::pair{"deploys in d1 in front of A1", 1}, {"deploys in d1 behind A1", -1}}) {
    INFO(words);
    const auto place = into(g, "A2", words);
    REQUIRE(place);
    Game there = g;
    there.apply(Command{*place}, Viewer::A);
    CHECK(there.unit("A2").along == along);
    CHECK(there.unit("A1").along == -along);
  }
}

TEST_CASE("a unit put down by hand where it may not be deployed is refused with why", "[tts][TTS-DEP-03][TTS-DEP-05]") {
  Game g("A1 spearmen; B1 warriors d8 S", 12, 8, R"("phase":"deployment")");
  const auto places = allowed<engine::PlaceBases>(Rules::offers(g.state(), Viewer::A, UnitId{"A1"}));
  REQUIRE_FALSE(places.empty());
  const auto into = [&](const char* box) {
    engine::PlaceBases place = places.front();
    for (engine::PlacedBase& base : place.poses) {
      base.at.pose.x = centre_of(g.state(), test::at(box)).x;
      base.at.pose.y = centre_of(g.state(), test::at(box)).y;
    }
    const engine::Verdict verdict = Rules::judge(g.state(), Viewer::A, Command{place});
    return verdict.reasons.empty() ? std::string() : verdict.reasons.front().rule;
  };
  CHECK(into("d2").empty());
  CHECK(into("d4") == "TTS-DEP-03");
  CHECK(into("a1") == "TTS-DEP-05");
}

TEST_CASE("who enters a friend's box from the flank is offered both places in it", "[tts][TTS-ENT-03]") {
  Game g("A1 spearmen d3 N; A2 light_infantry_javelin c3 N; AG general with=A1; B1 warriors d8 S");
  std::set<int> along;
  for (const auto& order : allowed<OrderOf<OrderKind::Move>>(Rules::offers(g.state(), Viewer::A, UnitId{"A2"}))) {
    const Command command{order};
    const Order* said = order_in(command);
    REQUIRE(said != nullptr);
    if (said->to != test::at("d3")) continue;
    Game there = g;
    there.apply(command, Viewer::A);
    there.cards({10});
    along.insert(there.unit("A2").along);
  }
  CHECK(along == std::set<int>{-1, 1});
}

TEST_CASE("walls and hedges, pieces elsewhere and fortifications wait in the menu for the players' words",
          "[tts][TTS-TPL-04][TTS-FORT-01]") {
  const auto wanting = [](const Game& g, const std::string& field) {
    std::vector<Command> found;
    for (const auto& offer : menu(g.state(), Viewer::A))
      if (!offer.whole && offer.still_needed.size() == 1 && offer.still_needed.front().field == field) found.push_back(offer.command);
    return found;
  };
  const Game terrain(kTwo, 12, 8, R"("phase":"terrain")");
  CHECK(wanting(terrain, "boxes").size() >= 5);
  std::vector<std::string> lines;
  for (const Command& command : wanting(terrain, "edges")) lines.push_back(std::get<PlaceTerrain>(command).kind);
  CHECK(lines == std::vector<std::string>{"wall", "hedge"});
  Game g = deploying();
  g.apply(Command{allowed<Deploy>(menu(g.state(), Viewer::B)).front()}, Viewer::B);
  const auto fortified = wanting(g, "fortifications");
  REQUIRE(fortified.size() == 1);
  Deploy deploy = std::get<Deploy>(fortified.front());
  deploy.fortifications = {"c1/c2"};
  g.apply(Command{deploy}, Viewer::A);
  CHECK(g.happened("fortification_placed"));
}

TEST_CASE("a set-up card is pointed at in the menu of its holder before a unit is, for his eyes alone", "[tts][TTS-STR-20][TTS-STR-23]") {
  Game g("A1 legionaries; A2 auxiliaries; AG general with=A1; B1 warriors; B2 warriors; BG general with=B1", 12, 8,
         R"("phase":"stratagems")");
  g.apply(Game::command(R"({"do":"draw_stratagem","unseen":true})"), Viewer::A);
  g.apply(Game::command(R"({"do":"draw_stratagem"})"), Viewer::B);
  g.cards({12});  // K spades
  REQUIRE(g.state().phase == Phase::Scouting);
  g.apply(Command{CutForScouting{}}, Viewer::Umpire);
  g.cards({9, 2});
  REQUIRE(g.state().phase == Phase::Deployment);
  const Offered his = menu(g.state(), Viewer::B);
  const auto notes = allowed<NoteUnit>(his);
  REQUIRE(notes.size() == 2);  // either unit may get lost
  CHECK(notes.front().card == "KS");
  for (const auto& offer : his)
    if (std::holds_alternative<NoteUnit>(offer.command)) CHECK(offer.audience == Viewer::B);
  CHECK(allowed<NoteUnit>(menu(g.state(), Viewer::A)).empty());
}

TEST_CASE("the cut for scouting is told as a sum, and a draw as why it is cut again", "[tts][TTS-SCT-01][TTS-SCT-05]") {
  Game g("A1 cavalry a1 N; A2 cavalry b1 N; AG general with=A1; B1 spearmen l8 S; BG general with=B1", 12, 8, R"("phase":"scouting")");
  g.apply(Command{CutForScouting{}}, Viewer::Umpire);
  const State before = g.state();
  g.cards({4, 5});
  State state = before;
  std::vector<std::string> lines;
  for (const Event& event : g.events()) {
    lines.push_back(Rules::tell(state, event));
    state = Rules::evolve(std::move(state), event);
  }
  for (const char* line : {"A scouts: 4 + 1 = 5", "B scouts: 5 + 0 = 5", "a draw: both cut again"}) {
    INFO(line);
    CHECK(std::find(lines.begin(), lines.end(), line) != lines.end());
  }
}

TEST_CASE("NOW says whose command acts and that an order to another ends its turn", "[tts][TTS-SEQ-02][TTS-SEQ-03]") {
  Game g(
      "A1 spearmen e3 N; A2 spearmen g3 N command=2; AG general with=A1; AH general with=A2 command=2; B1 spearmen e8 S; BG general with=B1");
  CHECK(Rules::now(g.state()).todo == "order a unit, pass a command, or end the turn");
  g.act("move A1 to=e4", 9);
  CHECK(Rules::now(g.state()).todo.find("an order to another ends its turn") != std::string::npos);
  g.act("move A2 to=g4", 9);  // the first one's turn is over
  CHECK(Rules::now(g.state()).todo.find("an order to another") == std::string::npos);
}

TEST_CASE("NOW says how many pieces of terrain each side has still to place", "[tts][TTS-TPL-04]") {
  Game g(kTwo, 12, 8, R"("phase":"terrain")");
  const auto list = [](const char* side) {
    return std::string(R"({"do":"choose_terrain","side":")") + side +
           R"(","pieces":[{"kind":"field","count":3},{"kind":"wood","count":3},{"kind":"low_hill","count":3},{"kind":"broken","count":3}]})";
  };
  g.apply(Game::command(list("A")), Viewer::A);
  g.apply(Game::command(list("B")), Viewer::B);
  g.apply(Game::command(R"({"do":"place_terrain","side":"A","kind":"field","boxes":["c3"]})"), Viewer::A);
  const engine::Now now = Rules::now(g.state());
  CHECK(now.who == Viewer::B);
  CHECK(now.todo == "place a piece of terrain; still to place: A 11, B 12");
}

}  // namespace menu_tests
