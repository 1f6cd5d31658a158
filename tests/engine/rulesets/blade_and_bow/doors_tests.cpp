#include <algorithm>

#include "engine/rulesets/blade_and_bow/topics/cards.hpp"
#include "engine/rulesets/blade_and_bow/topics/morale.hpp"
#include "models/data/data.hpp"
#include "tests/engine/rulesets/blade_and_bow/table.hpp"
#include "tests/support/catch.hpp"

namespace doors_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {
std::string what_is_shown(const engine::Advice& advice) {
  std::string text;
  for (const auto& shape : advice.shapes)
    text += std::string(engine::name_of(shape.meaning)) + " " + shape.label + " " + shape.about + "\n";
  for (const auto& line : advice.lines)
    text += line.reason.rule + " " + line.reason.text + " " + (line.reason.value ? std::to_string(*line.reason.value) : "") + "\n";
  return text;
}
int count(const engine::Advice& advice, engine::Meaning meaning) {
  return static_cast<int>(std::count_if(advice.shapes.begin(), advice.shapes.end(), [&](const auto& s) { return s.meaning == meaning; }));
}
std::unique_ptr<engine::Battle> sample() {
  auto battle = make_battle(find_embedded(data::embedded_files(), "blade_and_bow_sample.json"), "blade_and_bow_sample.json");
  REQUIRE(battle);
  return std::move(*battle);
}
std::string setup_error(const std::string& from, const std::string& to) {
  std::string text(find_embedded(data::embedded_files(), "blade_and_bow_sample.json"));
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), to);
  const auto state = Rules::initial(text, "battle.json");
  return state ? "" : state.error().line;
}
}  // namespace

TEST_CASE("rally dice: a leader beside, Immortals, an enemy zone add up",
          "[bb][BB-RAL-04][BB-RAL-05][BB-RAL-06][BB-RAL-07][BB-LDR-34][BB-EZ-20][BB-MOR-T1]") {
  TestTable t;
  t.leader("AL", at(0, 0), 3);
  t.disrupted("A1", "immortals", at(5, 5), Facing::N);
  CHECK(rally_check(t.state, t.unit("A1")).modifier == -1);
  t.leader("AM", at(5, 4), 2, 4, 2);
  CHECK(rally_check(t.state, t.unit("A1")).modifier == -2);
  t.leader("AN", at(7, 5), 2, 4, 3);  // two squares away: nothing
  CHECK(rally_check(t.state, t.unit("A1")).modifier == -2);
  t.add("B1", "spears", at(6, 6), Facing::S);
  CHECK(rally_check(t.state, t.unit("A1")).modifier == -1);
  // The rows of the morale table: which modifiers each check knows.
  t.camp("AC", at(9, 9)).sacked = true;
  CHECK(rally_check(t.state, t.unit("A1")).modifier == 0);
  CHECK(plain_check(t.state, t.unit("A1")).modifier == 1);  // rout, recoil, reverse, leader leaving: camp only
  CHECK(plain_check(t.state, t.unit("A1")).dice == 1);
  CHECK(continuation_check(t.state, t.unit("A1")).modifier == 1);
  CHECK(management_check(t.state, Side::A).modifier == 1);
  t.state.units.at({"A1"}).disrupted = false;
  CHECK(commitment_check(t.state, t.unit("A1"), &t.unit("B1")).modifier == 1 - 2 - 1 - 1);  // leaders -2 and -1, Immortals -1
  CHECK(chance_to_pass({.dice = 2, .value = 3}) == Approx(0.25));
}

TEST_CASE("a disrupted unit may neither reverse nor be modified for", "[bb][BB-DIS-07][BB-DIS-06]") {
  TestTable t;
  t.disrupted("A1", "maniple", at(5, 5), Facing::N, 1);
  CHECK(t.judge(R"({"do":"move","unit":"A1","path":["reverse"]})").reasons.front().rule == "BB-MOV-13");
}

TEST_CASE("a card is spent once, for points, for its text or by discarding", "[bb][BB-CARD-01][BB-CARD-24]") {
  TestTable t;
  t.disrupted("A1", "spears", at(5, 5), Facing::N);
  t.state.deck = {{.number = 1, .title = "Rally", .commitment = 2, .effect = EffectKind::Rally, .timing = "rally"},
                  {.number = 2, .title = "Tough Luck", .timing = "any", .tough_luck = true}};
  for (const int card : {1, 2}) t.state.army(Side::A).hand.push_back({.id = "a", .owner = Viewer::A, .value = card});
  CHECK(t.judge(R"({"do":"play_card","card":2,"unit":"A1"})").reasons.front().rule == "BB-CARD-24");
  REQUIRE(t.say(R"({"do":"play_card","card":1,"unit":"A1"})"));
  CHECK_FALSE(t.unit("A1").disrupted);
  CHECK(t.state.turn.actions == 3);  // no action is spent
  CHECK(t.judge(R"({"do":"discard","card":1})").reasons.front().rule == "BB-CARD-24");
  REQUIRE(t.say(R"({"do":"discard","card":2})"));
  CHECK(t.state.army(Side::A).hand.empty());
}

TEST_CASE("cards that move, cancel or say something of their own", "[bb][BB-CARD-29][BB-CARD-17]") {
  TestTable t;
  t.add("A1", "spears", at(5, 1), Facing::N);
  t.state.deck = {{.number = 1, .title = "Pace", .effect = EffectKind::Movement, .amount = 2, .timing = "move"},
                  {.number = 2, .title = "Countermand", .effect = EffectKind::Cancel, .timing = "any"},
                  {.number = 3, .title = "Text", .text = "The players apply it.", .timing = "any"}};
  t.state.army(Side::A).hand.push_back({.id = "a", .owner = Viewer::A, .value = 1});
  t.state.army(Side::A).hand.push_back({.id = "a", .owner = Viewer::A, .value = 3});
  t.state.army(Side::B).hand.push_back({.id = "b", .owner = Viewer::B, .value = 2});
  const char* far = R"({"do":"move","unit":"A1","path":["advance","advance","advance","advance"]})";
  CHECK_FALSE(t.judge(far).allowed());
  CHECK(t.judge(R"({"by":"B","do":"play_card","card":2})").reasons.front().rule == "BB-CARD-17");
  REQUIRE(t.say(R"({"do":"play_card","card":1,"unit":"A1"})"));
  CHECK(t.judge(far).allowed());
  REQUIRE(t.say(R"({"by":"B","do":"play_card","card":2})"));
  CHECK_FALSE(t.judge(far).allowed());
  REQUIRE(t.say(R"({"do":"play_card","card":3})"));
  CHECK(t.happened("effect_began"));
}

TEST_CASE("the pieces are leaders, units, markers and camps", "[bb][BB-UNIT-01][BB-UNIT-13]") {
  const auto battle = sample();
  CHECK(battle->places().size() == 8 + 9 + 4 + 2);  // units, leaders and camps stand on bases
  for (const Density density : {Density::Open, Density::Dense, Density::Flexible}) {
    Unit unit;
    unit.type.good.density = density;
    CHECK(unit.has_ranks() == (density != Density::Open));
  }
}

TEST_CASE("units start only in setup squares of their own army and type, where the map prints them", "[bb][BB-SET-06]") {
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.state.turn = {.number = 1, .phase = Phase::Setup};
  t.state.map.setup_squares = {{Side::A, "spears", {at(2, 1)}}, {Side::A, "hoplite", {at(3, 1)}}, {Side::B, "spears", {at(4, 1)}}};
  const auto place = [&](int x) {
    return t.judge(R"({"by":"A","do":"place","unit":"A1","poses":[{"base":"A1.1","x_mm":)" + std::to_string(40 * x + 20) +
                   R"(,"y_mm":60,"heading_deg":90}]})");
  };
  CHECK(place(2).allowed());
  CHECK(place(3).reasons.front().rule == "BB-SET-06");
  CHECK(place(4).reasons.front().rule == "BB-SET-06");
}

TEST_CASE("the other side's units are offered no orders, only a look", "[bb]") {
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("B1", "hoplite", at(5, 6), Facing::S, 1);
  for (const auto& offer : Rules::offers(t.state, Viewer::A, UnitId{"B1"})) CHECK(std::holds_alternative<Look>(offer.command));
}

TEST_CASE("whatever a rule refused and the table overruled, decide knows an answer", "[bb]") {
  for (const char* wish :
       {R"({"do":"shoot","unit":"A1","target":"BC"})", R"({"do":"shoot","unit":"A1","target":"BL"})",
        R"({"do":"melee","unit":"A1","target":"BL"})", R"({"do":"melee","unit":"A2","target":"B1"})",
        R"({"do":"shoot","unit":"A2","target":"B1"})", R"({"do":"move","unit":"A2","to":"F7"})",
        R"({"do":"move","unit":"A2","path":["reverse","advance","advance","advance","advance"]})", R"({"do":"rally","unit":"A1"})",
        R"({"do":"form_shield_wall","units":["A1","A2"]})", R"({"do":"discard","card":7})", R"({"do":"purchase"})",
        R"({"do":"move_leader","leader":"AL","to":"A1"})", R"({"do":"face","unit":"A1","facing":"S"})", R"({"by":"B","do":"pass"})"}) {
    TestTable t;
    t.leader("AL", at(5, 5));
    t.leader("BL", at(6, 6));
    t.camp("BC", at(5, 8));
    t.add("A1", "spears", at(5, 5), Facing::N);
    t.disrupted("A2", "spears", at(3, 5), Facing::N);
    t.add("B1", "spears", at(5, 6), Facing::S);
    INFO(wish);
    t.overrule(wish);
    CHECK(!t.events.empty());
  }
}

TEST_CASE("a unit is set up by hand within the grid, in a square of its own", "[bb][BB-POS-02]") {
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(6, 5), Facing::N);
  t.state.turn = {.number = 1, .phase = Phase::Setup};
  CHECK_FALSE(t.judge(R"({"by":"A","do":"place","unit":"A1","poses":[{"base":"A1.1","x_mm":260,"y_mm":220,"heading_deg":90}]})").allowed());
  CHECK_FALSE(t.judge(R"({"by":"A","do":"place","unit":"A1","poses":[{"base":"A1.1","x_mm":-20,"y_mm":220,"heading_deg":90}]})").allowed());
  REQUIRE(t.say(R"({"by":"A","do":"place","unit":"A1","poses":[{"base":"A1.1","x_mm":110,"y_mm":60,"heading_deg":2}]})"));
  CHECK(t.unit("A1").square == at(2, 1));
  CHECK(t.unit("A1").facing == Facing::E);
  // An unclear facing is the opponent's to say.
  REQUIRE(t.say(R"({"by":"A","do":"place","unit":"A1","poses":[{"base":"A1.1","x_mm":110,"y_mm":60,"heading_deg":70}]})"));
  REQUIRE(t.waiting() == "ask_facing");
  CHECK(t.wait().who == Viewer::B);
  REQUIRE(t.choose("NE"));
  CHECK(t.unit("A1").facing == Facing::NE);
}

TEST_CASE("advice shows zones, moves, the arc, targets and leaders", "[bb]") {
  TestTable t;
  t.leader("AL", at(5, 1), 3, 6);
  t.add("A1", "archers", at(5, 1), Facing::N);
  t.add("A2", "spears", at(6, 1), Facing::N);
  t.add("B1", "spears", at(5, 4), Facing::N);
  t.add("B2", "spears", at(8, 2), Facing::N);
  const engine::Advice advice = Rules::advise(t.state, {{"A1"}, UnitId{"B1"}}, Viewer::A);
  CHECK(count(advice, engine::Meaning::ZocStrong) == 1);
  CHECK(count(advice, engine::Meaning::ZocWeak) == 4);
  CHECK(count(advice, engine::Meaning::ArcOfFire) == 3 + 5 + 5 + 1);  // within 8 points, depth by depth
  CHECK(count(advice, engine::Meaning::ShootTarget) >= 1);
  CHECK(count(advice, engine::Meaning::LegalMove) > 5);
  CHECK(count(advice, engine::Meaning::Support) == 1);
  CHECK(count(advice, engine::Meaning::SightClear) == 1);
  CHECK(count(Rules::advise(t.state, {{"AL"}, {}}, Viewer::A), engine::Meaning::CommandRange) > 10);
}

TEST_CASE("nobody's advice, offers or view holds what the rules hide from him", "[bb][BB-UNIT-23]") {
  for (const int ranks : {0, 3}) {
    TestTable t;
    t.leader("AL", at(5, 4), 3);
    t.add("A1", "spears", at(5, 5), Facing::N);
    t.add("B1", "hoplite", at(5, 6), Facing::S, ranks);
    t.state.army(Side::B).hand.push_back({.id = "card.B.1", .owner = Viewer::B, .value = 17});
    static std::string mine, his;
    const std::string seen = what_is_shown(Rules::advise(t.state, {{"A1"}, UnitId{"B1"}}, Viewer::A));
    const std::string owner = what_is_shown(Rules::advise(t.state, {{"A1"}, UnitId{"B1"}}, Viewer::Umpire));
    if (ranks == 0) {
      mine = seen;
      his = owner;
    } else {
      CHECK(mine == seen);  // A cannot tell +0 from +3
      CHECK(his != owner);
    }
    for (const auto& offer : Rules::offers(t.state, Viewer::A, engine::AboutAll{}))
      CHECK_FALSE((std::holds_alternative<DiscardCard>(offer.command) || std::holds_alternative<PlayCard>(offer.command)));
  }
  // The views of a whole battle: hands and ranks of the other side are not in the text.
  const auto battle = sample();
  REQUIRE(battle->submit(R"({"by":"A","do":"answer","cards":[11,12,13,14]})")->verdict.allowed());
  CHECK(battle->state_text(Viewer::A).find("\"value\":11") != std::string::npos);
  CHECK(battle->state_text(Viewer::B).find("\"value\":11") == std::string::npos);
  CHECK(battle->state_text(Viewer::Both).find("\"value\":11") == std::string::npos);
}

TEST_CASE("offers about a wait are its answers, and about a unit they say why not", "[bb]") {
  TestTable t;
  t.leader("AL", at(0, 0));
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("B1", "psiloi", at(5, 6), Facing::S);
  t.add("B2", "axemen", at(6, 6), Facing::S);
  bool why_not = false;
  for (const auto& offer : Rules::offers(t.state, Viewer::A, UnitId{"A1"}))
    why_not = why_not || (!offer.verdict.allowed() && offer.verdict.reasons.front().rule == "BB-MEL-03");
  CHECK(why_not);
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  const auto answers = Rules::offers(t.state, Viewer::B, t.wait().id);
  CHECK(answers.size() == t.wait().options.size());
  CHECK(std::all_of(answers.begin(), answers.end(), [](const auto& offer) { return offer.verdict.allowed(); }));
  const auto not_yours = Rules::offers(t.state, Viewer::A, t.wait().id);
  CHECK(std::none_of(not_yours.begin(), not_yours.end(), [](const auto& offer) { return offer.verdict.allowed(); }));
}

TEST_CASE("undo takes a melee back and owes the pieces their old places", "[bb]") {
  const auto battle = sample();
  const std::string before = battle->state_text();
  REQUIRE(battle->submit(R"({"by":"A","do":"answer","cards":[11,12,13,14]})")->verdict.allowed());
  REQUIRE(battle->submit(R"({"by":"umpire","do":"undo","to":0})")->verdict.allowed());
  CHECK(battle->state_text() == before);
}

TEST_CASE("setup errors are one line that names the place", "[bb][BB-TER-05]") {
  CHECK(setup_error("\"type\": \"psiloi\"", "\"type\": \"elephants\"")
            .find("/sides/A/units/6/type: unknown counter type \"elephants\"; there are ") != std::string::npos);
  CHECK(setup_error("\"square\": \"H10\"", "\"square\": \"I10\"").find("I10 holds") != std::string::npos);
  CHECK(setup_error("\"square\": \"H10\"", "\"square\": \"Z99\"").find("/sides/A/units/0/square: Z99 is not on the grid") !=
        std::string::npos);
  CHECK(setup_error("\"colour\": \"red\"", "\"colour\": \"pink\"").find("battle.json: /sides/A/leaders/0/colour") != std::string::npos);
  CHECK(setup_error("\"woods\"", "\"swamp\"").find("/map/terrain/swamp: unknown terrain kind") != std::string::npos);
  CHECK(setup_error("\"unit\": \"A2\"", "\"unit\": \"A1\"").find("A1 is there twice") != std::string::npos);
  CHECK(setup_error("\"facing\": \"N\"", "\"fancing\": \"N\"").find("/sides/A/units/0") != std::string::npos);
  CHECK(setup_error("\"deck\": \"sample\"", "\"deck\": \"mine\"").find("/deck") != std::string::npos);
}

}  // namespace doors_tests
