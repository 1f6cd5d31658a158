// Units kept off the table by stratagem: ambush, flank march, reserves, lost.
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"
#include "tests/engine/rulesets/to_the_strongest/before_battle.hpp"
#include "tests/support/catch.hpp"

namespace delayed_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

namespace {

Game holding(const std::string& card, const std::string& first = "light_infantry_javelin") {
  return Game(
      "A1 " + first +
          "; A2 spearmen e2 N; A3 spearmen f2 N; A4 indian_elephants; A5 scythed_chariots; AG general with=A2; B1 spearmen e5 S; B2 spearmen l8 "
          "S; BG general with=B1; wood c3; broken c4; wood c6; low_hill b3",
      12, 8, R"("phase":"deployment","sides":{"A":{"stratagem":")" + card + R"("}})");
}
std::string noted(const std::string& fields) { return R"({"do":"note",)" + fields + "}"; }
State submit(State state, Viewer by, const std::string& order) {
  for (const Event& event : Rules::decide(state, by, Game::command(order))) state = Rules::evolve(std::move(state), event);
  return state;
}
State answered(State state, const engine::Answer& answer) {
  for (const Event& event : Rules::decide(state, Viewer::Umpire, engine::AnswerWait{.wait = {}, .answer = answer}))
    state = Rules::evolve(std::move(state), event);
  return state;
}
State turn_card(State state, int card) { return answered(std::move(state), {.values = {card}}); }
std::string rule(const State& state, const std::string& order) {
  const engine::Verdict v = Rules::judge(state, Viewer::A, Game::command(order));
  return v.allowed() ? std::string() : v.reasons.front().rule;
}
/// A1 noted so, the battle under way at that player turn.
State away(const std::string& card, const std::string& fields, int turn = 3) {
  Game g = holding(card);
  g.give(noted(R"("card":")" + card + R"(","unit":"A1")" + fields), Viewer::A);
  State state = g.state();
  state.units.erase({"A4"});
  state.units.erase({"A5"});
  state.phase = Phase::Battle;
  state.turn = turn;
  return state;
}

}  // namespace

TEST_CASE("a king keeps one own unit off the table, not elephants or scythed chariots, its medals are laid aside",
          "[tts][TTS-STR-20][TTS-VP-09][TTS-DEP-08]") {
  const std::vector<std::pair<std::string, std::string>> kings{
      {"KH", R"("box":"c3")"}, {"KC", R"("flank":"left")"}, {"KD", R"("flank":"left")"}, {"KS", R"("box":"")"}};
  for (const auto& [card, where] : kings) {
    INFO(card);
    const Game g = holding(card);
    const auto note = [&card = card, &where = where](const char* unit) {
      return noted(R"("card":")" + card + R"(","unit":")" + unit + "\"" + (card == "KS" ? "" : "," + where));
    };
    for (const char* beast : {"A4", "A5"}) CHECK(g.rule(note(beast), Viewer::A) == "TTS-STR-20");
    Game one = g;
    const int medals = one.state().side(Side::A).medals;
    one.give(note("A1"), Viewer::A);
    CHECK(one.unit("A1").where == Where::Reserve);
    CHECK(one.state().side(Side::A).medals == medals - 1);
    CHECK(one.rule(note("A2"), Viewer::A) == "TTS-STR-03");  // one unit a card
    CHECK(one.rule(deploy("A-1", post("A1", "c2")), Viewer::A) != "");
  }
  Game officer = Game("A1 spearmen; A2 spearmen e2 N; AG general b1 detached; B1 spearmen e5 S; BG general with=B1", 12, 8,
                      R"("phase":"deployment","sides":{"A":{"stratagem":"KC"}})");
  officer.give(noted(R"("card":"KC","unit":"A1","flank":"left","general":"AG")"), Viewer::A);  // with its command's general
  CHECK(officer.general("AG").where == Where::Reserve);
}

TEST_CASE("nobody need say which card keeps a unit away", "[tts][TTS-STR-23]") {
  Game g = holding("KC");
  g.give(noted(R"("card":"KC","unit":"A1","flank":"left")"), Viewer::A);
  CHECK(g.state().side(Side::A).played_stratagems.empty());
  CHECK_FALSE(g.state().side(Side::A).notes.at(0).open_to(Viewer::B));
  // An ambush looks like a flank march in all that happens beside the note.
  Game h = holding("KH");
  h.give(noted(R"("card":"KH","unit":"A1","box":"c3")"), Viewer::A);
  State march = g.state(), ambush = h.state();
  march.side(Side::A).notes.clear();
  ambush.side(Side::A).notes.clear();
  CHECK(march == ambush);
}

TEST_CASE("an ambush hides a light unit in ground of the own half that blocks the sight, hills too, foot in broken ground",
          "[tts][TTS-STR-24][TTS-STR-33]") {
  const auto hides = [](const std::string& unit, const std::string& box) {
    return holding("KH", unit).rule(noted(R"("card":"KH","unit":"A1","box":")" + box + "\""), Viewer::A);
  };
  for (const char* unit : {"light_infantry_javelin", "light_cavalry", "light_chariots"}) {
    CHECK(hides(unit, "c3") == "");
    CHECK(hides(unit, "b3") == "");
    CHECK(hides(unit, "c6") == "TTS-STR-24");  // the enemy's half
    CHECK(hides(unit, "e3") == "TTS-STR-24");  // open ground
  }
  CHECK(hides("light_infantry_javelin", "c4") == "");
  CHECK(hides("spearmen", "c4") == "");
  CHECK(hides("light_cavalry", "c4") == "TTS-STR-24");
  CHECK(hides("spearmen", "c3") == "TTS-STR-24");
  Game g = holding("KH");
  g.give(noted(R"("card":"KH","unit":"A1","box":"c3")"), Viewer::A);
  CHECK(in_ambush(g.state(), g.unit("A1")));
  CHECK_FALSE(g.unit("A1").box.somewhere());
}

TEST_CASE("its owner reveals an ambush with a four, an activation of its command, lower, it stays hidden",
          "[tts][TTS-STR-21][TTS-STR-25][TTS-STR-36][TTS-AMB-122]") {
  const State s = away("KH", R"(,"box":"c3")", 1);
  const State shown = turn_card(submit(s, Viewer::A, "reveal A1 facing=E"), 4);
  CHECK(shown.units.at({"A1"}).box == at("c3"));
  CHECK(shown.units.at({"A1"}).facing == Facing::E);
  CHECK(shown.units.at({"A1"}).activation == 4);
  CHECK(shown.commands.at({"A-1"}).status == CommandStatus::Active);
  const State trying = submit(s, Viewer::A, "reveal A1 facing=E");
  const Plan& plan = std::get<CardStep>(trying.agenda.lanes.back().stack.back().step).plan;
  CHECK_FALSE(plan.order.to.somewhere());  // nobody is told the place before it comes out
  CHECK_FALSE(plan.from.somewhere());
  const State hidden = turn_card(trying, 3);
  CHECK(in_ambush(hidden, hidden.units.at({"A1"})));
  CHECK(hidden.active == Side::B);
  State near = s;
  near.active = Side::B;
  near.units.at({"B1"}).box = at("d5");
  near = turn_card(submit(near, Viewer::B, "move B1 to=d4"), 5);  // diagonally next to it
  CHECK(near.units.at({"A1"}).box == at("c3"));
  CHECK(near.side(Side::A).medals == s.side(Side::A).medals + 1);
}

namespace {

/// A1 hides in c3; A2 and A3 stand so. B1 is light horse.
State beside_ambush(const std::string& a2, const std::string& a3, const std::string& hidden = "light_infantry_javelin",
                    const std::string& where = "c3") {
  Game g(
      "A1 " + hidden + "; A2 " + a2 + "; A3 " + a3 +
          "; A7 spearmen l1 N; AG general c1 detached senior; B1 light_cavalry c7 S; B2 spearmen l8 S; B3 spearmen k8 S; BG general with=B2; "
          "wood c3; broken b3",
      12, 8, R"("phase":"deployment","sides":{"A":{"stratagem":"KH"}})");
  g.give(noted(R"("card":"KH","unit":"A1","box":")" + where + "\""), Viewer::A);
  State state = g.state();
  state.phase = Phase::Battle;
  return state;
}
std::string first_rule(const State& state, Viewer by, const std::string& order) {
  const engine::Verdict v = Rules::judge(state, by, Game::command(order));
  return v.allowed() ? std::string() : v.reasons.front().rule;
}
std::string broken(const State& state) { return Rules::broken_invariant(state).value_or(""); }

}  // namespace

TEST_CASE("an ambush is revealed where its box has room for it, and never at right angles to its friends",
          "[tts][TTS-STR-24][TTS-STR-25][TTS-BOX-02][TTS-BOX-04][TTS-MOV-13][TTS-MOV-16][TTS-AMB-122]") {
  const State one = beside_ambush("spearmen c3 E", "spearmen e1 N");
  CHECK(rule(one, "reveal A1 facing=N") == "TTS-MOV-13");
  CHECK(rule(one, "reveal A1 facing=W") == "");
  State shown = turn_card(submit(one, Viewer::A, "reveal A1 facing=W"), 5);
  CHECK(shown.units.at({"A1"}).box == at("c3"));
  CHECK(shown.units.at({"A1"}).facing == Facing::W);
  CHECK(shown.units.at({"A1"}).along == 1);  // a light unit in front of it
  CHECK(shown.units.at({"A2"}).along == -1);
  CHECK(broken(shown).empty());
  const State behind = turn_card(submit(one, Viewer::A, "reveal A1 facing=E place=behind"), 5);
  CHECK(behind.units.at({"A1"}).along == -1);
  CHECK(broken(turn_card(submit(one, Viewer::A, "reveal A1"), 5)).empty());  // without a wish as its friend faces
  const State full = beside_ambush("spearmen c3 N front", "spearmen c3 N rear");
  CHECK(rule(full, "reveal A1 facing=N") == "TTS-BOX-02");
  const State ruled = turn_card(submit(full, Viewer::A, "reveal A1 facing=N"), 9);  // ruled in: it stays hidden
  CHECK(in_ambush(ruled, ruled.units.at({"A1"})));
  CHECK(broken(ruled).empty());
}

TEST_CASE("an enemy next to it reveals an ambush facing as its friends do, and one without room stays hidden",
          "[tts][TTS-STR-25][TTS-BOX-02][TTS-BOX-04][TTS-AMB-122]") {
  const auto comes_near = [](State state) {
    state.active = Side::B;
    return turn_card(submit(std::move(state), Viewer::B, "move B1 to=c5"), 9);
  };
  const auto nearer = [&](State state) {
    state.units.at({"B1"}).box = at("c6");
    state.active = Side::B;
    return turn_card(submit(std::move(state), Viewer::B, "move B1 to=c4"), 9);
  };
  const State far = comes_near(beside_ambush("spearmen c3 E", "spearmen e1 N"));
  CHECK(in_ambush(far, far.units.at({"A1"})));
  const State seen = nearer(beside_ambush("spearmen c3 E", "spearmen e1 N"));
  CHECK(seen.units.at({"A1"}).box == at("c3"));
  CHECK(same_axis(seen.units.at({"A1"}).facing, Facing::E));
  CHECK(broken(seen).empty());
  const State full = nearer(beside_ambush("spearmen c3 E front", "spearmen c3 E rear"));
  CHECK(in_ambush(full, full.units.at({"A1"})));
  CHECK(broken(full).empty());
}

TEST_CASE("an order that leaves an ambush no room is refused to its own side alone, and shows in no menu",
          "[tts][TTS-STR-24][TTS-STR-23][TTS-BOX-02][TTS-BOX-03]") {
  const State one = beside_ambush("spearmen c3 N", "spearmen c2 N");
  for (const Viewer told : {Viewer::A, Viewer::Umpire}) CHECK(first_rule(one, told, "move A3 to=c3") == "TTS-BOX-02");
  CHECK(first_rule(one, Viewer::Both, "move A3 to=c3") == "");
  const State pair = beside_ambush("spearmen c2 N front", "spearmen c2 N rear");
  CHECK(first_rule(pair, Viewer::A, "move A2+A3 to=c3") == "TTS-BOX-02");
  CHECK(first_rule(pair, Viewer::A, "move A2 to=c3") == "");
  State shared = one;  // of another ambush nobody is told
  shared.side(Side::A).notes.clear();
  CHECK(first_rule(shared, Viewer::A, "move A3 to=c3") == "");
  bool offered = false;
  for (const auto& offer : Rules::offers(one, Viewer::A, UnitId{"A3"}))
    if (const Order* order = order_in(offer.command); order != nullptr && order->kind == OrderKind::Move && order->to == at("c3")) {
      offered = true;
      CHECK(offer.verdict.allowed());  // as if nobody lay there
    }
  CHECK(offered);
  const State stays = turn_card(submit(one, Viewer::Both, "move A3 to=c3"), 9);
  CHECK(broken(stays).empty());
  const State deep = beside_ambush("pikemen b2 N", "spearmen e1 N", "auxiliaries", "b3");
  CHECK(first_rule(deep, Viewer::A, "move A2 to=b3") == "TTS-BOX-03");
}

TEST_CASE("who charges in where evaders stood meets the ambush that lies there", "[tts][TTS-STR-25][TTS-EVD-15][TTS-AMB-122]") {
  State s = beside_ambush("light_infantry_javelin c3 N", "spearmen e1 N");
  s.units.at({"B1"}).box = at("c5");
  s.active = Side::B;
  s = turn_card(submit(std::move(s), Viewer::B, "charge B1 target=A2"), 9);
  for (int asked = 0; asked < 6 && !s.agenda.idle(); ++asked) {
    const engine::Wait wait = s.agenda.open_waits().at(0);
    s = wait.options.empty() ? turn_card(std::move(s), 9) : answered(std::move(s), {.choices = {wait.options.back().key}});
    CHECK(broken(s).empty());
  }
  CHECK_FALSE(in_ambush(s, s.units.at({"A1"})));
}

TEST_CASE("a flank march comes on by its noted wing, after the first own turn, on a four, facing the table",
          "[tts][TTS-STR-21][TTS-STR-22][TTS-STR-26][TTS-STR-34][TTS-AMB-110]") {
  CHECK(holding("KC").rule(noted(R"("card":"KC","unit":"A1","flank":"centre")"), Viewer::A) == "TTS-STR-26");
  CHECK(rule(away("KC", R"(,"flank":"left")", 1), "enter A1 to=a4") == "TTS-STR-27");
  const State flank = away("KC", R"(,"flank":"left")");
  for (const char* box : {"a1", "a4", "a5", "a8"}) CHECK(rule(flank, std::string("enter A1 to=") + box) == "");
  for (const char* box : {"l4", "c1", "b8"}) CHECK(rule(flank, std::string("enter A1 to=") + box) == "TTS-OFF-03");
  const State right = away("KC", R"(,"flank":"right")");
  for (const char* box : {"l1", "l4", "l5", "l7"}) CHECK(rule(right, std::string("enter A1 to=") + box) == "");
  State taken = flank;
  taken.units.at({"B1"}).box = at("a6");
  CHECK(rule(taken, "enter A1 to=a6") == "TTS-STR-22");
  const State arrived = turn_card(submit(flank, Viewer::A, "enter A1 to=a6"), 4);
  CHECK(arrived.units.at({"A1"}).box == at("a6"));
  CHECK(arrived.units.at({"A1"}).facing == Facing::E);
  CHECK(arrived.side(Side::A).medals == flank.side(Side::A).medals + 1);
  CHECK(turn_card(submit(flank, Viewer::A, "enter A1 to=a6"), 3).units.at({"A1"}).where == Where::Reserve);
}

TEST_CASE("a flank march or reserve that failed once is Lost from then on", "[tts][TTS-STR-35][TTS-AMB-96]") {
  for (const char* card : {"KC", "KD"}) {
    State failed =
        turn_card(submit(away(card, R"(,"flank":"left")"), Viewer::A, std::string("enter A1 to=") + (card[1] == 'C' ? "a6" : "a1")), 2);
    CHECK(failed.units.at({"A1"}).lost_way);
    failed.active = Side::A;
    failed.turn = 5;
    failed.units.at({"A1"}).tried_to_enter = false;
    for (auto& [id, command] : failed.commands) command.status = CommandStatus::NotYet;
    const State again = turn_card(submit(failed, Viewer::A, "enter A1"), 5);
    CHECK(again.agenda.open_waits().at(0).rule == "TTS-STR-28");  // which zone?
  }
}

TEST_CASE("reserves come on behind their noted part of the base edge", "[tts][TTS-STR-27][TTS-AMB-110]") {
  CHECK(rule(away("KD", R"(,"flank":"centre")", 1), "enter A1 to=f1") == "TTS-STR-27");
  const std::vector<std::pair<std::string, std::vector<const char*>>> parts{
      {"left", {"a1", "d1"}}, {"centre", {"e1", "h1"}}, {"right", {"i1", "l1"}}};
  for (const auto& [flank, boxes] : parts) {
    const State reserve = away("KD", R"(,"flank":")" + flank + "\"");
    for (const auto& [other, theirs] : parts)
      for (const char* box : theirs) CHECK(rule(reserve, std::string("enter A1 to=") + box) == (other == flank ? "" : "TTS-OFF-03"));
  }
}

TEST_CASE("a Lost unit draws its zone after the card and takes a box of it", "[tts][TTS-STR-28][TTS-AMB-73]") {
  CHECK(rule(away("KS", "", 1), "enter A1") == "TTS-STR-27");
  const State lost = away("KS", "");
  State drawn = turn_card(submit(lost, Viewer::A, "enter A1"), 5);
  CHECK(drawn.agenda.open_waits().at(0).rule == "TTS-STR-28");
  drawn = turn_card(drawn, 3);
  CHECK(drawn.units.at({"A1"}).activation == 5);  // the zone card is no activation card
  CHECK(drawn.side(Side::A).deck.on_units[3] == 0);
  CHECK(drawn.agenda.open_waits().at(0).options.front().key == "a1");
  drawn = answered(drawn, {.choices = {"b1"}});
  CHECK(drawn.units.at({"A1"}).box == at("b1"));
  CHECK(drawn.units.at({"A1"}).facing == Facing::N);
  const State failed = turn_card(submit(lost, Viewer::A, "enter A1"), 3);
  CHECK(failed.units.at({"A1"}).where == Where::Reserve);
  CHECK(failed.agenda.idle());
}

TEST_CASE("who comes on by a drawn zone, or as marked, stands behind the friend in its box", "[tts][TTS-ENT-01][TTS-BOX-05][TTS-CHG-17]") {
  Game lost(
      "A1 legionaries b1 N; A4 legionaries; A5 warriors h2 N; B1 warriors b2 S; "
      "B5 warriors h7 S; B6 warriors i7 S; AG general h2 detached; BG "
      "general h7 detached",
      12, 8, R"("phase":"deployment","sides":{"A":{"stratagem":"KS"}})");
  lost.give(R"({"do":"note","card":"KS","unit":"A4"})", Viewer::A).give(R"({"do":"deployment_done"})").give("end_turn").give("end_turn");
  lost.act("enter A4", 5).cards({3}).say("b1");
  CHECK(lost.board().lead(lost.unit("A4")) < 0);
  CHECK(lost.rule("charge A4 target=B1") == "TTS-CHG-17");
  Game marked(
      "A1 legionaries b1 N; A4 legionaries a1 N; A5 warriors h2 N; A6 warriors i2 N; B1 warriors b2 S; "
      "B5 warriors h7 S; AG general b1 detached",
      12, 8, R"("options":{"table_markers":true})");
  marked.give("move A4 to=off card=9").give(R"({"do":"mark","unit":"A4","box":"b1","facing":"N"})");
  CHECK(marked.board().lead(marked.unit("A4")) < 0);
}

TEST_CASE("horse halted by an ambush goes no further than there is room, and stands behind a friend",
          "[tts][TTS-BOX-02][TTS-MOV-16][TTS-AMB-146][TTS-STR-25][TTS-AMB-122]") {
  const auto ridden = [](const std::string& lights) {
    Game g("A1 knights d3 N; " + lights +
               "A5 warriors h2 N; AG general h2 detached; B1 spearmen; B5 warriors h7 S; BG general h7 detached; broken d5,e5",
           12, 8, R"("phase":"deployment","sides":{"B":{"stratagem":"KH"}})");
    g.give(R"({"do":"note","card":"KH","unit":"B1","box":"d5"})", Viewer::B).give(R"({"do":"deployment_done"})");
    g.act("move A1 to=d5", 9);
    CHECK(g.unit("B1").box == at("d5"));
    return g;
  };
  const Game full = ridden("A2 light_infantry_javelin d4 N; A3 light_infantry_javelin d4 N; ");
  CHECK(full.unit("A1").box == at("d3"));
  CHECK(full.board().at(at("d4")).count == 2);
  const Game room = ridden("A2 light_infantry_javelin d4 N; ");
  CHECK(room.unit("A1").box == at("d4"));
  CHECK(room.board().lead(room.unit("A1")) != 0);
}

TEST_CASE("a general whose command waits off the table stands with the army", "[tts][TTS-STR-20][TTS-GEN-20]") {
  Game g(
      "A5 warriors e2 N; A6 warriors f2 N; A2 knights command=2; AG general with=A5; AH general detached senior mounted command=2; B5 "
      "legionaries e7 S; BG general with=B5",
      12, 8, R"("phase":"deployment","sides":{"A":{"stratagem":"KC"}})");
  g.give(R"({"do":"note","card":"KC","unit":"A2","flank":"left"})", Viewer::A).give(R"({"do":"deployment_done"})");
  CHECK(g.general("AH").box == at("e2"));
  CHECK(g.may("command_move AH to=e3"));
}

}  // namespace delayed_tests
