// What the screen may offer: whole commands, the hand for its holder's eyes, formations, figures and counters.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/show/offering.hpp"
#include "tests/engine/rulesets/blade_and_bow/melee_table.hpp"
#include "tests/engine/rulesets/blade_and_bow/player.hpp"
#include "tests/engine/rulesets/blade_and_bow/table.hpp"
#include "tests/support/catch.hpp"

namespace offers_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {

using OfferList = std::vector<engine::Offer<Command>>;

OfferList about(const State& state, Viewer viewer, const std::string& unit = {}) {
  return unit.empty() ? Rules::offers(state, viewer, engine::AboutNothing{}) : Rules::offers(state, viewer, UnitId{unit});
}

/// The allowed offers of one kind of command.
template <class Kind>
std::vector<Kind> allowed(const OfferList& offers) {
  std::vector<Kind> out;
  for (const auto& offer : offers)
    if (const auto* one = std::get_if<Kind>(&offer.command); one != nullptr && offer.verdict.allowed() && offer.whole) out.push_back(*one);
  return out;
}

Secret<int> held(Side side, std::optional<int> card) { return {.id = "c", .owner = viewer_of(side), .value = card}; }

/// Two friends abreast under a leader, a third behind; an enemy before them.
TestTable line_of_battle() {
  TestTable t;
  t.leader("AL", at(5, 3));
  t.add("A1", "spears", at(5, 4), Facing::N);
  t.add("A2", "spears", at(6, 4), Facing::N);
  t.add("B1", "spears", at(5, 9), Facing::S);
  return t;
}

}  // namespace

TEST_CASE("a card of the hand is offered to its holder, never to both or the other side", "[bb][BB-CARD-26]") {
  TestTable t = line_of_battle();
  t.state.deck = {{.number = 1, .title = "Pace", .commitment = 2, .effect = EffectKind::Movement, .amount = 2, .timing = "move"}};
  t.state.army(Side::A).hand = {held(Side::A, 1)};
  const OfferList mine = about(t.state, Viewer::A);
  const auto plays = allowed<PlayCard>(mine);
  REQUIRE(plays.size() == 2);  // one for each unit it may help
  CHECK(plays[0].unit == UnitId{"A1"});
  CHECK(plays[1].unit == UnitId{"A2"});
  CHECK(allowed<DiscardCard>(mine).size() == 1);
  for (const auto& offer : mine) {
    const bool card = std::holds_alternative<PlayCard>(offer.command) || std::holds_alternative<DiscardCard>(offer.command);
    CHECK((offer.audience == Viewer::A) == card);
  }
  for (const Viewer viewer : {Viewer::B, Viewer::Both})
    for (const auto& offer : Rules::offers(t.state, viewer, engine::AboutAll{})) {
      CHECK_FALSE(std::holds_alternative<PlayCard>(offer.command));
      CHECK_FALSE(std::holds_alternative<DiscardCard>(offer.command));
    }
}

TEST_CASE("a card that rallies names only disrupted units, and none where there is none", "[bb][BB-RAL-08]") {
  TestTable t = line_of_battle();
  t.state.deck = {{.number = 1, .title = "Rally", .effect = EffectKind::Rally, .timing = "rally"}};
  t.state.army(Side::A).hand = {held(Side::A, 1)};
  CHECK(allowed<PlayCard>(about(t.state, Viewer::A)).empty());
  t.state.units.at({"A2"}).disrupted = true;
  const auto plays = allowed<PlayCard>(about(t.state, Viewer::A));
  REQUIRE(plays.size() == 1);
  CHECK(plays[0].unit == UnitId{"A2"});
}

TEST_CASE("a paper card is played as it is printed, what its text changes is typed", "[bb][BB-CARD-03]") {
  TestTable t = line_of_battle();
  t.state.deck.clear();
  t.state.army(Side::A).hand = {held(Side::A, 0), held(Side::A, 0)};
  const OfferList offers = about(t.state, Viewer::A);
  CHECK(allowed<PlayCard>(offers).size() == 1);  // cards face down are alike
  CHECK(allowed<DiscardCard>(offers).size() == 1);
  const auto typed = [](const auto& offer) { return !offer.whole && !std::holds_alternative<EndBattle>(offer.command); };
  std::vector<UnitId> helped;
  for (const auto& offer : offers)
    if (typed(offer)) helped.push_back(std::get<PlayCard>(offer.command).unit);
  CHECK(helped == std::vector<UnitId>{{}, {"A1"}, {"A2"}});  // for the side, and for each unit
  t.state.units.at({"A2"}).disrupted = true;
  CHECK(t.refusal(R"({"do":"play_card","card":0,"unit":"A2","effect":"rally"})").empty());
  CHECK(t.refusal(R"({"do":"play_card","card":0,"unit":"A1","effect":"movement","amount":4})").empty());
}

TEST_CASE("a unit's line advances together in one whole command, and a leader's formation is activated", "[bb][BB-FORM-03]") {
  TestTable t = line_of_battle();
  const auto in_line = [](const MoveUnits& move) { return move.moves.size() == 2; };
  const auto moves = allowed<MoveUnits>(about(t.state, Viewer::A, "A1"));
  CHECK(std::count_if(moves.begin(), moves.end(), in_line) == 3);  // one, two or three squares ahead, as the players like
  const OfferList orders = about(t.state, Viewer::A, "AL");
  const auto opened = allowed<Activate>(orders);
  REQUIRE(opened.size() >= 2);
  CHECK(opened[0].units.size() == 2);
  const auto under = allowed<MoveUnits>(orders);
  CHECK(std::count_if(under.begin(), under.end(), in_line) == 5);  // three ways ahead, and both wheels
  t.state.leaders.clear();
  const auto alone = allowed<MoveUnits>(about(t.state, Viewer::A, "A1"));
  CHECK(std::count_if(alone.begin(), alone.end(), in_line) == 0);
}

TEST_CASE("units beside the same enemy attack it together, disrupted ones rally together", "[bb][BB-FORM-06][BB-RAL-02]") {
  TestTable t = line_of_battle();
  t.add("B2", "spears", at(5, 5), Facing::S);
  const auto attacks = allowed<Attack>(about(t.state, Viewer::A, "A1"));
  CHECK(std::count_if(attacks.begin(), attacks.end(), [](const Attack& a) { return a.units.size() == 2; }) == 1);
  for (const char* id : {"A1", "A2"}) t.state.units.at({id}).disrupted = true;
  const OfferList shaken = about(t.state, Viewer::A, "A1");
  CHECK(allowed<Attack>(shaken).empty());
  const auto rallies = allowed<Rally>(shaken);
  CHECK(std::count_if(rallies.begin(), rallies.end(), [](const Rally& r) { return r.units.size() == 2; }) == 1);
}

TEST_CASE("units of one chain attack together under any leader who reaches them, not only the one of the longest chain",
          "[bb][BB-FORM-04]") {
  TestTable t = line_of_battle();
  t.state.leaders.clear();
  t.leader("AL", at(1, 5), 3, 9, 1);  // reaches A1 and those west of it, not A2
  t.leader("AM", at(6, 4), 3, 4, 2);  // reaches A1 and A2
  t.add("A3", "spears", at(4, 5), Facing::N);
  t.add("A4", "spears", at(3, 5), Facing::N);
  t.add("B2", "spears", at(5, 5), Facing::S);
  t.state.units.at({"A1"}).square = at(5, 4);
  t.state.units.at({"A2"}).square = at(6, 4);
  const auto attacks = allowed<Attack>(about(t.state, Viewer::A, "A1"));
  const auto with_a2 = [](const Attack& attack) { return attack.units == std::vector<UnitId>{{"A1"}, {"A2"}}; };
  CHECK(std::count_if(attacks.begin(), attacks.end(), with_a2) == 1);
}

TEST_CASE("a question that is left by one of its own answers offers no pass beside it", "[bb][BB-COM-15]") {
  TestTable t = commitment_table({2});
  REQUIRE(t.say(kMelee));
  REQUIRE(t.dice({6, 6, 6, 6}));
  REQUIRE(t.wait().rule == "BB-COM-15");
  CHECK(allowed<Pass>(about(t.state, Viewer::A)).empty());
}

TEST_CASE("a unit that holds an enemy in its zone is offered the look under the marker, once", "[bb][BB-UNIT-20]") {
  TestTable t = line_of_battle();
  t.add("B2", "maniple", at(7, 5), Facing::W, 2);
  t.state.units.at({"B2"}).ranks = {.id = "B2.ranks", .owner = Viewer::B, .revealed = false, .value = 2};
  const auto looks = allowed<Look>(about(t.state, Viewer::A, "A2"));
  REQUIRE(looks.size() == 1);
  CHECK(looks[0].unit == UnitId{"B2"});
  t.state.units.at({"B2"}).ranks.revealed = true;
  CHECK(allowed<Look>(about(t.state, Viewer::A, "A2")).empty());
}

TEST_CASE("everything offered whole and allowed is taken when it is given at once", "[bb][doors]") {
  for (const char* name : {"sample", "plataea", "thermopylae"}) {
    const State state = shipped_battle(name);
    for (const Viewer viewer : {Viewer::A, Viewer::B})
      for (const auto& offer : Rules::offers(state, viewer, engine::AboutAll{})) {
        if (!offer.verdict.allowed() || !offer.whole) continue;
        INFO(name << ": " << Rules::say(state, offer.command));
        CHECK(Rules::judge(state, viewer, offer.command).allowed());
        CHECK_FALSE(Rules::say(state, offer.command).empty());
      }
  }
}

TEST_CASE("rank markers are suggested even and deep, for their side's eyes, with the same total", "[bb][BB-SCN-03][BB-SCN-04]") {
  TestTable t;
  for (int i = 1; i <= 4; ++i) t.add("A" + std::to_string(i), "maniple", at(i, 2), Facing::N, i == 4 ? 4 : 0);
  t.state.turn = {.number = 1, .phase = Phase::Setup};
  Army& army = t.state.army(Side::A);
  army.ranks_fixed = false;
  army.rank_total = 4;
  army.rank_limit = 4;
  army.ready = false;
  const OfferList offers = about(t.state, Viewer::A);
  const auto wishes = allowed<AdjustRanks>(offers);
  REQUIRE(wishes.size() == 2);
  CHECK(wishes[0].ranks == std::map<UnitId, int>{{{"A1"}, 1}, {{"A2"}, 1}, {{"A3"}, 1}, {{"A4"}, 1}});
  CHECK(wishes[1].ranks.at({"A1"}) == 4);
  for (const auto& offer : offers)
    if (std::holds_alternative<AdjustRanks>(offer.command)) CHECK(offer.audience == Viewer::A);
  CHECK(allowed<AdjustRanks>(about(t.state, Viewer::A, "A1")).size() == 1);  // from A4, the one with any
  army.ranks_fixed = true;
  CHECK(allowed<AdjustRanks>(about(t.state, Viewer::A)).empty());
}

TEST_CASE("a unit that stands nowhere is offered the squares printed for it", "[bb][BB-SET-06]") {
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N).box = Where::Undeployed;
  t.state.turn = {.number = 1, .phase = Phase::Setup};
  t.state.map.setup_squares = {{Side::A, "spears", {at(2, 1), at(3, 1)}}};
  const auto places = allowed<engine::PlaceBases>(about(t.state, Viewer::A, "A1"));
  REQUIRE(places.size() == 2);
  CHECK(Rules::say(t.state, places[0]).find("place A1 in ") == 0);
}

TEST_CASE("figures say of hidden ranks only what the viewer may know", "[bb][BB-UNIT-23]") {
  TestTable t = line_of_battle();
  t.add("B2", "maniple", at(7, 8), Facing::S, 2);
  t.state.units.at({"B2"}).ranks = {.id = "B2.ranks", .owner = Viewer::B, .revealed = false, .value = 2};
  const auto shown = [&](Viewer viewer) {
    std::string text;
    for (const engine::Figure& figure : Rules::figures(t.state, {"B2"}, viewer)) text += figure.value + " " + figure.label + "\n";
    return text;
  };
  CHECK(shown(Viewer::B).find("+2 ranks") != std::string::npos);
  for (const Viewer viewer : {Viewer::A, Viewer::Both}) {
    CHECK(shown(viewer).find("+2 ranks") == std::string::npos);
    CHECK(shown(viewer).find("hidden ranks") != std::string::npos);
  }
  CHECK(shown(Viewer::B).find(" movement\n") != std::string::npos);
  for (const char* id : {"A1", "B2", "AL"}) {
    const std::size_t figures = Rules::figures(t.state, {id}, Viewer::A).size();
    CHECK(figures >= 4);
    for (std::size_t i = 0; i < 4; ++i)  // these are always shown, on the smallest screen too
      CHECK(Rules::figures(t.state, {id}, Viewer::A)[i].label.size() <= std::string_view("left, front, right").size());
    CHECK(figures <= 6);
  }
}

TEST_CASE("losses count towards the rout level, a sacked camp lowers it", "[bb][BB-VIC-01][BB-VIC-10]") {
  TestTable t = line_of_battle();
  t.camp("AC", at(1, 1));
  t.state.army(Side::A).losses = 3;
  const auto counter = [&](const std::string& name) {
    for (const engine::Counter& one : Rules::counters(t.state))
      if (one.side == Side::A && one.name == name) return one;
    return engine::Counter{};
  };
  const int level = *counter("losses").limit;
  CHECK(counter("losses").value == 3);
  CHECK(counter("camps").value == 1);
  t.state.camps.at({"AC"}).sacked = true;
  CHECK(counter("losses").limit == level - 1);
  CHECK(counter("camps").value == 0);
}

TEST_CASE("an attack promises commitment dice only where they are thrown", "[bb][BB-COM-09][BB-COM-19]") {
  TestTable t;
  t.leader("AL", at(1, 1));
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("B1", "spears", at(5, 6), Facing::S);
  const auto promised = [&] {
    std::vector<std::string> words;
    for (const auto& offer : about(t.state, Viewer::A, "A1"))
      if (std::holds_alternative<Attack>(offer.command))
        for (const engine::Need& need : offer.still_needed) words.push_back(need.word);
    return words;
  };
  CHECK(promised() == std::vector<std::string>{"commitment dice", "melee dice"});
  t.state.leaders.at({"AL"}).square = at(5, 5);
  CHECK(promised() == std::vector<std::string>{"melee dice"});
}

}  // namespace offers_tests
