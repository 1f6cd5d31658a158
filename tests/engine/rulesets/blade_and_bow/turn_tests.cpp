#include "engine/rulesets/blade_and_bow/topics/cards.hpp"

#include <algorithm>

#include "engine/rulesets/blade_and_bow/topics/morale.hpp"
#include "engine/rulesets/blade_and_bow/topics/returning.hpp"
#include "engine/rulesets/blade_and_bow/topics/victory.hpp"
#include "tests/engine/rulesets/blade_and_bow/table.hpp"
#include "tests/support/catch.hpp"

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {
/// Leaders of value 3, sixty cards; card n gives {1, 2, 3, 1} actions but for the reshuffle card, number 60.
TestTable war(Phase phase = Phase::Draw) {
  TestTable t;
  t.leader("AL", at(0, 0), 3, 6, 1, Colour::Red);
  t.leader("BL", at(11, 11), 3, 6, 1, Colour::White);
  t.add("A1", "spears", at(0, 0), Facing::N);
  t.add("B1", "spears", at(11, 11), Facing::S);
  for (int n = 1; n <= 60; ++n)
    t.state.deck.push_back({.number = n,
                            .title = "Card " + std::to_string(n),
                            .commitment = n == 60 ? std::nullopt : std::optional<int>(1),
                            .timing = "any",
                            .actions = {1, 2, 3, 1},
                            .reshuffle = n == 60});
  t.state.turn = {.number = 1, .phase = phase};
  return t;
}
/// Lets the sequence go on from where it stands, as after a command.
void go_on(TestTable& t) {
  t.state.turn.phase = t.state.turn.phase == Phase::Setup ? Phase::Draw : t.state.turn.phase;
  if (t.state.agenda.idle()) t.overrule(R"({"do":"look","unit":"A1"})");  // a harmless command: its course runs on
}
void finish_impulses(TestTable& t) {
  t.state.armies[0].impulses = t.state.armies[1].impulses = 0;
  t.state.turn.phase = Phase::Impulses;
  t.state.turn.active = Side::A;
  t.state.turn.actions = 0;
  go_on(t);
}
}  // namespace

TEST_CASE("the first turn fills both hands, later turns give one card",
          "[bb][BB-SET-10][BB-SEQ-01][BB-SEQ-02][BB-CARD-27][BB-SET-17][BB-CARD-09]") {
  TestTable t = war();
  go_on(t);
  REQUIRE(t.waiting() == "take_cards");
  CHECK(t.wait().who == Viewer::A);
  CHECK(t.dice_asked() == 4);
  REQUIRE(t.dice({1, 2, 3, 4}));
  CHECK(t.wait().who == Viewer::B);
  CHECK(t.judge(R"({"by":"B","do":"answer","cards":[4,5,6,7]})").allowed());  // a refusal would tell that A holds card 4
  CHECK_FALSE(t.judge(R"({"by":"B","do":"answer","cards":[5,5,6,7]})").allowed());
  REQUIRE(t.dice({5, 6, 7, 0}));  // one kept face down
  CHECK(t.state.army(Side::B).hand.size() == 4);
  CHECK_FALSE(t.state.army(Side::B).hand.back().known());
  CHECK_FALSE(t.state.army(Side::B).hand.front().open_to(Viewer::A));
  CHECK(t.waiting() == "roll_initiative");
  // Turn two: one card although two are missing.
  t.state.turn = {.number = 2, .phase = Phase::Draw};
  t.state.agenda = {};
  t.state.army(Side::A).hand.resize(2);
  go_on(t);
  CHECK(t.dice_asked() == 1);
  REQUIRE(t.dice({9}));
  CHECK(t.state.army(Side::A).hand.size() == 3);
  CHECK(t.waiting() == "roll_initiative");  // B's hand is full
}

TEST_CASE("impulses are the scenario's less leaders killed and camps lost",
          "[bb][BB-SET-14][BB-SEQ-03][BB-SEQ-14][BB-SCN-08][BB-SET-24][BB-AMB-19]") {
  TestTable t = war();
  t.state.army(Side::A).impulses_base = 4;
  t.leader("AM", at(1, 1), 2, 4, 2).box = Box::Eliminated;
  t.camp("AC", at(2, 2)).sacked = true;
  CHECK(impulses_due(t.state, Side::A) == 2);
  CHECK(impulses_due(t.state, Side::B) == 3);
  t.state.army(Side::A).impulses_base = 1;
  CHECK(impulses_due(t.state, Side::A) == 0);  // never below none
  t.state.army(Side::A).hand.resize(4);
  t.state.army(Side::B).hand.resize(4);
  go_on(t);
  CHECK(t.state.army(Side::B).impulses == 3);
}

TEST_CASE("the lower die has the initiative; a tie keeps it, at first the scenario's side has it",
          "[bb][BB-SEQ-04][BB-SEQ-05][BB-SEQ-06][BB-SEQ-07][BB-SCN-12][BB-SET-11][BB-SEQ-15]") {
  const auto roll = [](int a, int b, std::optional<Side> before, Side breaker) {
    TestTable t = war(Phase::Initiative);
    t.state.turn.initiative = before;
    t.state.scenario.tie_breaker = breaker;
    go_on(t);
    REQUIRE(t.dice({a}));
    REQUIRE(t.dice({b}));
    CHECK(t.waiting() == "draw_actions");
    CHECK(t.state.turn.active == t.state.turn.initiative);
    return *t.state.turn.initiative;
  };
  CHECK(roll(2, 3, Side::B, Side::B) == Side::A);
  CHECK(roll(5, 3, Side::A, Side::A) == Side::B);
  CHECK(roll(3, 3, Side::B, Side::A) == Side::B);
  CHECK(roll(3, 3, std::nullopt, Side::B) == Side::B);
  CHECK(roll(3, 3, std::nullopt, Side::A) == Side::A);
}

TEST_CASE("a card can change the initiative die, below one too", "[bb][BB-SEQ-04][BB-CARD-29][BB-CARD-22][BB-AMB-20]") {
  TestTable t = war(Phase::Initiative);
  t.state.deck[0] = {
      .number = 1, .title = "Seize", .effect = EffectKind::InitiativeModifier, .amount = -3, .timing = "initiative", .lasts = "turn"};
  t.state.army(Side::B).hand.push_back({.id = "b", .owner = Viewer::B, .value = 1});
  go_on(t);
  REQUIRE(t.say(R"({"by":"B","do":"play_card","card":1})"));
  REQUIRE(t.dice({1}));
  REQUIRE(t.dice({3}));
  CHECK(t.state.turn.initiative == Side::B);
}

TEST_CASE("an impulse draws a card and takes the number in the commander's colour",
          "[bb][BB-SEQ-08][BB-SET-15][BB-CARD-04][BB-CARD-25][BB-CARD-26][BB-UNIT-06][BB-AMB-14]") {
  for (const auto& [colour, actions] :
       std::vector<std::pair<Colour, int>>{{Colour::White, 1}, {Colour::Black, 2}, {Colour::Red, 3}, {Colour::Yellow, 1}}) {
    TestTable t = war(Phase::Impulses);
    t.state.turn.initiative = Side::A;
    t.state.army(Side::A).impulses = 2;
    t.state.leaders.at({"AL"}).colour = colour;
    go_on(t);
    REQUIRE(t.waiting() == "draw_actions");
    CHECK(t.state.army(Side::A).impulses == 1);
    CHECK_FALSE(t.judge(R"({"by":"A","do":"answer","cards":[0]})").allowed());
    REQUIRE(t.dice({17}));
    CHECK(t.state.turn.actions == actions);
    CHECK(t.state.discards == std::vector<int>{17});
    CHECK(t.state.army(Side::A).hand.empty());
  }
}

TEST_CASE("impulses alternate, and who has none left is passed over", "[bb][BB-SEQ-09][BB-SEQ-10][BB-SEQ-11][BB-SEQ-13][BB-SEQ-17]") {
  TestTable t = war(Phase::Impulses);
  t.state.turn.initiative = Side::B;
  t.state.army(Side::A).impulses = 3;
  t.state.army(Side::B).impulses = 1;
  go_on(t);
  std::string order;
  int card = 10;
  while (t.waiting() == "draw_actions") {
    order += name_of(*t.state.turn.active);
    REQUIRE(t.dice({card++}));
    while (t.state.turn.actions > 0 && t.waiting().empty()) REQUIRE(t.say(R"({"do":"pass"})"));
  }
  CHECK(order == "BAAA");
  CHECK(t.state.turn.number == 2);  // nothing on the rout track: the turn is over and cards are drawn
  CHECK(t.waiting() == "take_cards");
}

TEST_CASE("actions buy and discard cards", "[bb][BB-ACT-06][BB-ACT-07][BB-CARD-09][BB-CARD-10][BB-CARD-28]") {
  TestTable t = war();
  t.turn_of(Side::A, 3);
  for (int card : {1, 2, 3}) t.state.army(Side::A).hand.push_back({.id = "a", .owner = Viewer::A, .value = card});
  REQUIRE(t.say(R"({"do":"purchase"})"));
  REQUIRE(t.waiting() == "take_cards");
  REQUIRE(t.dice({8}));
  CHECK(t.state.army(Side::A).hand.size() == 4);
  CHECK(t.judge(R"({"do":"purchase"})").reasons.front().rule == "BB-ACT-07");
  CHECK(t.judge(R"({"do":"discard","card":55})").reasons.front().rule == "BB-ACT-06");
  REQUIRE(t.say(R"({"do":"discard","card":2})"));
  CHECK(t.state.army(Side::A).hand.size() == 3);
  CHECK(t.state.discards == std::vector<int>{2});
  CHECK(t.state.turn.actions == 1);
  REQUIRE(t.say(R"({"do":"purchase"})"));
  REQUIRE(t.dice({9}));
  CHECK(t.state.army(Side::A).hand.size() == 4);
}

TEST_CASE("the reshuffle card shuffles at once and is drawn again for a hand", "[bb][BB-CARD-12][BB-AMB-13]") {
  TestTable t = war();
  t.turn_of(Side::A, 3);
  t.state.discards = {40, 41};
  REQUIRE(t.say(R"({"do":"purchase"})"));
  REQUIRE(t.dice({60}));
  CHECK(t.state.discards.empty());
  REQUIRE(t.waiting() == "take_cards");
  CHECK(t.dice_asked() == 1);
  REQUIRE(t.dice({40}));  // back in the pile
  CHECK(t.state.army(Side::A).hand.size() == 1);
  // Drawn for actions it gives its numbers.
  TestTable actions = war(Phase::Impulses);
  actions.state.turn.initiative = Side::A;
  actions.state.army(Side::A).impulses = 1;
  actions.state.discards = {40};
  go_on(actions);
  REQUIRE(actions.dice({60}));
  CHECK(actions.state.turn.actions == 3);
  CHECK(actions.state.discards.empty());
}

TEST_CASE("a reshuffle card without numbers is drawn again for actions", "[bb][BB-CARD-12][BB-AMB-13]") {
  TestTable t = war(Phase::Impulses);
  t.state.turn.initiative = Side::A;
  t.state.army(Side::A).impulses = 1;
  t.state.deck.back().actions = {0, 0, 0, 0};
  go_on(t);
  REQUIRE(t.dice({60}));
  CHECK(t.waiting() == "draw_actions");
  CHECK(t.state.turn.actions == 0);
  REQUIRE(t.dice({7}));
  CHECK(t.state.turn.actions == 3);
}

TEST_CASE("a pile too small for a draw is reshuffled first", "[bb][BB-CARD-13]") {
  TestTable t = war();
  t.turn_of(Side::A, 1);
  for (int n = 1; n <= 60; ++n) t.state.discards.push_back(n);
  CHECK(cards_left(t.state) == 0);
  REQUIRE(t.say(R"({"do":"purchase"})"));
  CHECK(t.state.discards.empty());
  REQUIRE(t.dice({12}));
}

TEST_CASE("a new commander sets the hand size from the next turn, morale at once",
          "[bb][BB-CARD-06][BB-CARD-07][BB-CARD-08][BB-MAR-11][BB-AMB-15]") {
  TestTable t = war();
  t.leader("AM", at(0, 0), 2, 4, 2);
  for (int card : {1, 2, 3, 4}) t.state.army(Side::A).hand.push_back({.id = "a", .owner = Viewer::A, .value = card});
  t.state.army(Side::B).hand.resize(4);
  t.state.leaders.at({"AL"}).box = Box::Eliminated;
  CHECK(army_value(t.state, Side::A) == 2);
  CHECK(t.state.army(Side::A).hand_size == 4);
  t.state.turn.number = 2;
  go_on(t);
  CHECK(t.state.army(Side::A).hand_size == 3);
  CHECK(t.state.army(Side::A).hand.size() == 4);  // nothing need be discarded
  CHECK(t.waiting() == "roll_initiative");
}

TEST_CASE("paper cards are counted, their action number is typed", "[bb]") {
  TestTable t = war();
  t.state.deck.clear();
  go_on(t);
  CHECK(t.state.army(Side::A).hand.size() == 4);
  CHECK(t.waiting() == "roll_initiative");
  REQUIRE(t.dice({1}));
  REQUIRE(t.dice({2}));
  CHECK(t.wait().chance->highest == 3);
  REQUIRE(t.dice({2}));
  CHECK(t.state.turn.actions == 2);
}

TEST_CASE("without living leaders an impulse has one action and no draw", "[bb][BB-AMB-16]") {
  TestTable t = war(Phase::Impulses);
  t.state.turn.initiative = Side::A;
  t.state.army(Side::A).impulses = 1;
  t.state.leaders.at({"AL"}).box = Box::Eliminated;
  go_on(t);
  CHECK(t.waiting().empty());
  CHECK(t.state.turn.actions == 1);
}

namespace {
/// Rout management: A2 is rallied, A3 and A4 are routed; a leader of range two in a corner, a camp at (6,6).
TestTable rout_step() {
  TestTable t = war();
  t.state.leaders.at({"AL"}).range = 2;
  t.camp("AC", at(6, 6));
  t.disrupted("A2", "hoplite", at(3, 3), Facing::E, 1).box = Box::Rallied;
  t.disrupted("A3", "hoplite", at(3, 4), Facing::N, 0).box = Box::Routed;
  t.disrupted("A4", "hoplite", at(3, 5), Facing::N, 1).box = Box::Routed;
  t.add("B2", "spears", at(1, 2), Facing::S);  // strong (1,1), weak (0,1), (2,1), (0,2), (2,2)
  finish_impulses(t);
  REQUIRE(t.waiting() == "return_unit");
  return t;
}
std::vector<std::string> keys_of(const TestTable& t) {
  std::vector<std::string> keys;
  for (const engine::Option& option : t.wait().options) keys.push_back(option.key);
  std::sort(keys.begin(), keys.end());
  return keys;
}
}  // namespace

TEST_CASE("rallied units return before routed ones check", "[bb][BB-ROUT-01][BB-SET-25]") {
  TestTable t = rout_step();
  CHECK(t.unit("A3").box == Box::Routed);
  REQUIRE(t.choose("G7"));
  CHECK(t.waiting() == "roll_management");
}

TEST_CASE("units of the rallied box come back in good order, with the ranks they had, facing as the owner likes",
          "[bb][BB-ROUT-02][BB-AMB-22][BB-AMB-110]") {
  TestTable t = rout_step();
  CHECK(t.unit("A2").disrupted);
  REQUIRE(t.choose("G7"));
  CHECK(t.unit("A2").square == at(6, 6));
  CHECK_FALSE(t.unit("A2").disrupted);
  CHECK(t.unit("A2").ranks.value == 1);
  CHECK(t.state.may_face.at({"A2"}) == 4);
}

TEST_CASE("a rallied unit returns within a leader's range or on and round the camp, in free squares outside enemy zones",
          "[bb][BB-ROUT-03][BB-ROUT-04][BB-ROUT-05][BB-ROUT-06][BB-ROUT-15][BB-EZ-18][BB-AMB-87]") {
  TestTable t = rout_step();
  // Range 2 of (0,0) leaves (1,0) only: (0,0) is taken, (0,1) and (1,1) lie in enemy zones. Round the camp all nine.
  CHECK(keys_of(t) == std::vector<std::string>{"B1", "F6", "F7", "F8", "G6", "G7", "G8", "H6", "H7", "H8"});
  TestTable junior = war();
  junior.state.leaders.at({"AL"}).range = 0;
  junior.leader("AM", at(8, 8), 2, 2, 2);  // any leader's range will do
  junior.add("A2", "hoplite", at(3, 3), Facing::E, 1).box = Box::Rallied;
  finish_impulses(junior);
  CHECK(keys_of(junior) == std::vector<std::string>{"H9", "I10", "I8", "I9", "J9"});
}

TEST_CASE("a routed unit that passes its die goes to the rallied box, one that fails is lost with its ranks",
          "[bb][BB-ROUT-08][BB-ROUT-09][BB-ROUT-10][BB-RANK-06][BB-AMB-24][BB-AMB-66]") {
  TestTable t = rout_step();
  REQUIRE(t.choose("G7"));
  CHECK(t.dice_asked() == 2);
  CHECK(t.state.army(Side::A).losses == 0);
  REQUIRE(t.dice({3, 4}));
  CHECK(t.unit("A3").box == Box::Rallied);
  CHECK(t.unit("A4").box == Box::Eliminated);
  CHECK(t.state.army(Side::A).losses == 2);  // itself and its rank
}

TEST_CASE("a rallied unit that finds no place is routed again and checks at once", "[bb][BB-ROUT-07][BB-CAMP-13][BB-AMB-21]") {
  TestTable t = war();
  t.state.leaders.at({"AL"}).range = 0;
  t.camp("AC", at(6, 6)).sacked = true;
  t.add("A2", "hoplite", at(3, 3), Facing::E, 1).box = Box::Rallied;
  finish_impulses(t);
  CHECK(t.unit("A2").box == Box::Routed);
  REQUIRE(t.waiting() == "roll_management");
  REQUIRE(t.dice({2}));
  CHECK(t.unit("A2").box == Box::Rallied);
}

TEST_CASE("a leader on his unsacked camp helps the rout checks, once", "[bb][BB-ROUT-11][BB-ROUT-12][BB-ROUT-16][BB-CAMP-14][BB-CAMP-15]") {
  TestTable t = war();
  t.camp("AC", at(0, 0));
  CHECK(management_check(t.state, Side::A).modifier == -1);
  t.leader("AM", at(0, 0), 2, 4, 2);
  CHECK(management_check(t.state, Side::A).modifier == -1);
  CHECK(management_check(t.state, Side::B).modifier == 0);
  t.state.leaders.at({"AL"}).square = t.state.leaders.at({"AM"}).square = at(1, 0);
  CHECK(management_check(t.state, Side::A).modifier == 0);
  t.state.leaders.at({"AL"}).square = at(0, 0);
  t.state.camps.at({"AC"}).sacked = true;
  CHECK(management_check(t.state, Side::A).modifier == 1);  // no help, and the lost camp counts against it
}

TEST_CASE("routed and captured leaders return in rout management", "[bb][BB-ROUT-14][BB-LDR-18][BB-LDR-33][BB-LDR-38][BB-SET-22]") {
  TestTable t = war();
  t.leader("AM", at(3, 3), 2, 4, 2).box = Box::Routed;
  t.leader("AN", at(3, 3), 2, 4, 3).box = Box::Track;
  t.state.leaders.at({"AN"}).return_turn = 3;
  t.add("B2", "spears", at(5, 5), Facing::S);
  finish_impulses(t);
  REQUIRE(t.waiting() == "return_leader");
  std::vector<std::string> keys;
  for (const engine::Option& option : t.wait().options) keys.push_back(option.key);
  const auto offered = [&](Square s) { return std::find(keys.begin(), keys.end(), name_of(s)) != keys.end(); };
  CHECK(offered(at(0, 0)));
  CHECK(offered(at(9, 2)));
  CHECK(offered(at(4, 4)));        // weak zone
  CHECK_FALSE(offered(at(5, 4)));  // strong zone
  CHECK_FALSE(offered(at(5, 5)));  // an enemy
  REQUIRE(t.choose(name_of(at(9, 2))));
  CHECK(t.state.leaders.at({"AM"}).square == at(9, 2));
  CHECK(t.state.leaders.at({"AN"}).box == Box::Track);
  t.state.turn.number = 3;
  t.state.agenda = {};
  finish_impulses(t);
  REQUIRE(t.waiting() == "return_leader");
  REQUIRE(t.choose(name_of(at(0, 0))));
  CHECK(t.state.leaders.at({"AN"}).on_map());
}

TEST_CASE("an army whose losses reach its rout level loses at the victory step, a camp lost counting at once",
          "[bb][BB-VIC-01][BB-VIC-02][BB-VIC-13][BB-SCN-09][BB-AMB-95]") {
  TestTable t = war();
  t.state.army(Side::B).losses = 6;
  CHECK_FALSE(victory_step(t.state).has_value());
  t.state.army(Side::B).losses = 7;
  CHECK(victory_step(t.state) == Outcome{Side::A, "major", "BB-VIC-02"});
  t.state.army(Side::B).losses = 6;
  t.camp("BC", at(9, 9)).sacked = true;
  CHECK(victory_step(t.state) == Outcome{Side::A, "major", "BB-VIC-02"});
}

TEST_CASE("both armies at their rout levels: the one without the tie-breaker wins a marginal victory", "[bb][BB-VIC-03][BB-SEQ-15]") {
  TestTable t = war();
  t.state.army(Side::A).losses = t.state.army(Side::B).losses = 7;
  for (const Side breaker : {Side::A, Side::B}) {
    t.state.scenario.tie_breaker = breaker;
    CHECK(victory_step(t.state) == Outcome{other(breaker), "marginal", "BB-VIC-03"});
  }
}

TEST_CASE("a rout ends the battle at the victory step, not before it, and no end die is rolled", "[bb][BB-VIC-12][BB-AMB-23]") {
  TestTable t = war();
  t.state.army(Side::B).losses = 7;
  t.turn_of(Side::A, 1);
  CHECK(t.judge(R"({"do":"pass"})").allowed());  // play goes on; the lines of the battle warn
  const auto lines = Rules::describe(t.state, Viewer::A);
  CHECK(
      std::any_of(lines.begin(), lines.end(), [](const std::string& line) { return line.find("at its rout level") != std::string::npos; }));
  t.state.scenario.end_icons[1] = 6;
  finish_impulses(t);
  CHECK(t.state.turn.phase == Phase::Over);
  CHECK(t.state.outcome->degree == "major");
  CHECK(t.waiting().empty());
}

TEST_CASE("losses are counted for each side from nought against its scenario's rout level", "[bb][BB-SET-12][BB-SET-13][BB-SET-23]") {
  TestTable t = war();
  CHECK(t.state.army(Side::A).losses == 0);
  CHECK(t.state.army(Side::B).losses == 0);
  CHECK(breaking_distance(t.state, Side::A) == 7);
  t.state.army(Side::A).losses = 2;
  CHECK(breaking_distance(t.state, Side::A) == 5);
  CHECK(breaking_distance(t.state, Side::B) == 7);
}

TEST_CASE("without a rout the army farther from its rout level wins, then the one with fewer losses",
          "[bb][BB-DX-23][BB-VIC-04][BB-VIC-05][BB-VIC-06][BB-AMB-25]") {
  TestTable t = war();
  const auto outcome = [&](int a, int a_level, int b, int b_level) {
    t.state.armies[0].losses = a;
    t.state.armies[0].rout_level = a_level;
    t.state.armies[1].losses = b;
    t.state.armies[1].rout_level = b_level;
    const Outcome o = final_outcome(t.state);
    return (o.winner ? std::string(name_of(*o.winner)) : "-") + " " + o.degree;
  };
  CHECK(outcome(5, 7, 6, 8) == "A marginal");
  CHECK(outcome(5, 7, 5, 7) == "- draw");
  CHECK(outcome(5, 7, 4, 7) == "B minor");
}

TEST_CASE("the end die is rolled where the turn track has an icon, and turn twelve is the last",
          "[bb][BB-VIC-07][BB-VIC-08][BB-VIC-09][BB-SET-18][BB-SET-26][BB-AMB-77][BB-AMB-94]") {
  for (const int die : {2, 3}) {
    TestTable t = war();
    t.state.turn.number = 6;
    t.state.scenario.end_icons[6] = 2;
    finish_impulses(t);
    REQUIRE(t.waiting() == "roll_end");
    REQUIRE(t.dice({die}));
    CHECK((t.state.turn.phase == Phase::Over) == (die == 2));
    CHECK(t.state.turn.number == (die == 2 ? 6 : 7));
  }
  TestTable no_icon = war();
  finish_impulses(no_icon);
  CHECK(no_icon.state.turn.number == 2);
  TestTable last = war();
  last.state.turn.number = 12;
  last.state.scenario.end_icons[12] = 1;
  finish_impulses(last);
  CHECK(last.state.turn.phase == Phase::Over);
}
