/// What belongs together, and what it came to: throws of several units, hits that are kept, ranks that are lost.
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "assistant/report/cards.hpp"
#include "assistant/story/chapters.hpp"
#include "assistant/story/stats.hpp"
#include "assistant/story/words.hpp"
#include "tests/support/catch.hpp"

namespace outcome_tests {

using namespace polemarch;
using namespace polemarch::assistant::story;

namespace {

Story told_of(std::vector<Moment> moments) {
  Story story;
  story.sides = story.armies = {"Greeks", "Persians"};
  story.members = {{{"A1"}, Side::A, "Hoplites 1", "", true, ""},
                   {{"A2"}, Side::A, "Javelins", "", true, ""},
                   {{"B1"}, Side::B, "Horse", "", true, ""},
                   {{"GB1"}, Side::B, "Chieftain", "", false, ""}};
  for (std::size_t i = 0; i < moments.size(); ++i) {
    moments[i].seq = static_cast<std::int64_t>(i) + 1;
    if (moments[i].order == 0) moments[i].order = moments[i].seq;
    moments[i].ruling = "allowed";
    moments[i].turn = 1;
  }
  story.chapters = {{1, Viewer::Both, 0, static_cast<std::uint32_t>(moments.size() - 1)}};
  story.moments = std::move(moments);
  gather_acts(story);
  write_sentences(story);
  return story;
}

engine::Thrown thrown(const char* unit, const char* purpose, int need, int value, const char* outcome) {
  engine::Thrown one;
  one.thrower = {unit};
  one.purpose = purpose;
  one.need = need;
  one.better = engine::Better::Low;
  one.values = {value};
  one.good = value <= need ? 1 : 0;
  one.per_mille = need * 1000 / 6;
  one.outcome = outcome;
  return one;
}

Moment order(const char* unit, Deed deed, const char* clause) {
  Moment moment;
  moment.deed = deed;
  moment.unit = {unit};
  moment.clause = clause;
  return moment;
}

Moment answer(std::int64_t to, std::vector<engine::Thrown> throws) {
  Moment moment;
  moment.deed = Deed::Answer;
  moment.order = to;
  moment.throws = std::move(throws);
  return moment;
}

engine::Lost bases(const char* unit, const char* by, const char* how) {
  engine::Lost lost;
  lost.unit = {unit};
  lost.by = {by};
  lost.bases = {{std::string(unit) + ".1"}};
  lost.how = how;
  return lost;
}

}  // namespace

TEST_CASE("story: dice thrown at once for several units are told one by one", "[story]") {
  const Story story = told_of({order("A1", Deed::Rally, "Hoplites 1 and Javelins rally"),
                               answer(1, {thrown("A1", "to rally", 2, 3, "not rallied"), thrown("A2", "to rally", 3, 2, "rallied")})});
  CHECK(story.moments[1].sentence ==
        "Hoplites 1, to rally, needs 2 or less, throws 3; Javelins, to rally, needs 3 or less, throws 2: "
        "Hoplites 1 not rallied, Javelins rallied");
  REQUIRE(story.acts.size() == 1);
  CHECK(story.acts[0].outcome == "Hoplites 1 not rallied, Javelins rallied");
  const auto luck = luck_of(story);
  CHECK(luck[0].all.thrown == 2);
  CHECK(luck[0].all.good == 1);
  CHECK(std::abs(luck[0].all.expected - (333 + 500) / 1000.0) < 1e-9);
}

TEST_CASE("story: hits of one unit's dice that need different numbers are summed up", "[story]") {
  engine::Thrown first = thrown("A1", "attack dice", 2, 2, "1 hit"), second = thrown("A1", "attack dice", 3, 3, "2 hits");
  first.at = second.at = {"B1"};
  second.values = {3, 1};
  second.good = 2;
  const Story story = told_of({order("A1", Deed::Charge, "Hoplites 1 attack Horse"), answer(1, {first, second})});
  CHECK(story.moments[1].sentence ==
        "Hoplites 1, attack dice, needs 2 or less, throws 2; attack dice, needs 3 or less, throws 3 and 1: 3 hits");
}

TEST_CASE("story: how a fight ended is told, not that its attackers went in", "[story]") {
  engine::Thrown hits = thrown("A1", "attack dice", 2, 2, "2 hits"), cancelled = thrown("B1", "defence dice", 4, 5, "1 cancelled");
  const Story story =
      told_of({order("A1", Deed::Charge, "Hoplites 1 and Javelins attack Horse"),
               answer(1, {thrown("A1", "commitment dice", 4, 2, "attacks"), thrown("A2", "commitment dice", 3, 2, "attacks")}),
               answer(1, {hits}), answer(1, {cancelled})});
  CHECK(story.moments[1].sentence.ends_with(": Hoplites 1 attack, Javelins attack"));
  CHECK(story.acts[0].outcome == "2 hits, 1 cancelled");
}

TEST_CASE("story: what kept hits cost is told behind the test that ended their run, and the reaction stands by itself", "[story]") {
  Moment shot = order("A2", Deed::Shoot, "Javelins shoot at Horse");
  shot.target = {"B1"};
  Moment test = answer(3, {thrown("A2", "initiative test", 5, 6, "failed")});
  test.losses = {bases("B1", "A2", "missile fire")};
  Moment reaction = answer(3, {thrown("B1", "missile reaction", 1, 4, "is dispersed")});
  reaction.losses = {bases("B1", "", "missile reaction")};
  const Story story = told_of({shot, answer(1, {thrown("A2", "missile fire", 4, 4, "1 hit")}),
                               order("A2", Deed::Other, "Javelins test their initiative"), test, reaction});
  REQUIRE(story.acts.size() == 3);
  CHECK(story.acts[1].outcome == "Failed; then from missiles, Horse loses 1 base");
  CHECK(story.moments[3].sentence == "Javelins, initiative test, needs 5 or less, throws 6: failed; then Horse loses 1 base");
  CHECK(story.acts[2].title == "Horse, missile reaction");
  CHECK(story.acts[2].moments == std::vector<std::uint32_t>{4});
}

TEST_CASE("story: a part of a unit has its name, and ranks that are lost are no lost unit", "[story]") {
  Moment hit = answer(1, {thrown("A1", "attack dice", 2, 2, "1 hit")});
  engine::Lost rank = bases("B1", "A1", "close combat");
  rank.bases.clear();
  rank.what = "a rank", rank.part = true;
  hit.losses = {rank};
  const Story story = told_of({order("A1", Deed::Charge, "Hoplites 1 attack Horse"), hit});
  CHECK(story.name({"B1.3"}) == "Horse");
  CHECK(story.acts[0].outcome == "Horse loses a rank");
  CHECK(losses_of(story, story.chapters[0]) == std::vector<std::string>{"Horse loses a rank"});
  CHECK(deeds_of(story).at({"B1"}).life == std::vector<char>{' '});
}

TEST_CASE("story: who runs is lost as a part or as a whole, and the part is told with the whole", "[story]") {
  Moment first = answer(1, {}), last = answer(1, {});
  engine::Lost part = bases("B1", "A1", "routed");
  part.bases.clear();
  part.what = "the 2nd lochos", part.part = true;
  engine::Lost whole = part;
  whole.what = "the unit", whole.part = false;
  first.losses = {part};
  const Story some = told_of({order("A1", Deed::Charge, "Hoplites 1 attack Horse"), first});
  CHECK(some.acts[0].outcome == "The 2nd lochos of Horse is routed");
  CHECK(losses_of(some, some.chapters[0]) == std::vector<std::string>{"the 2nd lochos of Horse is routed"});
  last.losses = {whole};
  const Story all = told_of({order("A1", Deed::Charge, "Hoplites 1 attack Horse"), first, last});
  CHECK(all.acts[0].outcome == "Horse is routed");
  CHECK(losses_of(all, all.chapters[0]) == std::vector<std::string>{"Horse (routed)"});
}

TEST_CASE("story: a charge counts where the unit went in, and who charges against it charges too", "[story]") {
  const Moment charge = order("A1", Deed::Charge, "Hoplites 1 charge Horse"), shoot = order("A2", Deed::Shoot, "Javelins shoot at Horse");
  const auto charges = [](const Story& story, const char* unit) { return deeds_of(story).at({unit}).charges; };
  const auto good = answer(1, {thrown("A1", "order card", 5, 3, "succeeds")}),
             bad = answer(1, {thrown("A1", "order card", 2, 3, "failed")});
  CHECK(charges(told_of({charge, good}), "A1") == 1);
  CHECK(charges(told_of({charge, bad}), "A1") == 0);
  CHECK(deeds_of(told_of({charge, bad})).at({"A1"}).life == std::vector<char>{' '});
  CHECK(charges(told_of({charge, answer(1, {thrown("B1", "contact reaction", 2, 3, "failed")})}), "A1") == 1);  // another's throw
  Moment against = answer(1, {});
  against.charges = {{"A1"}, {"B1"}, {"B1"}};
  CHECK(charges(told_of({charge, good, against}), "A1") == 1);
  CHECK(charges(told_of({charge, good, against}), "B1") == 1);
  CHECK(deeds_of(told_of({shoot, answer(1, {thrown("A2", "order card", 5, 3, "succeeds")})})).at({"A2"}).shots == 1);
  CHECK(deeds_of(told_of({shoot, answer(1, {thrown("A2", "order card", 2, 3, "failed")})})).at({"A2"}).shots == 0);
  engine::Thrown miss = thrown("A2", "missiles", 2, 3, "no hits");
  miss.aim = engine::Aim::Shot;
  CHECK(deeds_of(told_of({shoot, answer(1, {miss})})).at({"A2"}).shots == 1);  // it shot, and missed
}

TEST_CASE("story: who won a fight heads it, not the least that came of it", "[story]") {
  Moment fought = answer(1, {thrown("A1", "close combat", 4, 3, "9 hits"), thrown("B1", "close combat", 4, 3, "5 hits")});
  fought.told = {"Close combat of Hoplites 1, Horse: Greeks win by 9 hits to 5", "Horse rallies until the end of bound 2"};
  fought.gists = {{engine::News::Decision, {}}, {}};
  const Story story = told_of({order("A1", Deed::Charge, "Hoplites 1 charge Horse"), fought});
  CHECK(act_text(story.acts[0], story) == "Hoplites 1 charge Horse: Greeks win by 9 hits to 5");
  CHECK(decisions_of(story, story.acts[0]).empty());  // said
  const Story later = told_of({order("A2", Deed::Move, "Javelins move"), fought});
  CHECK(decisions_of(later, later.acts[0]) == std::vector<std::string>{"Greeks win by 9 hits to 5"});
}

TEST_CASE("story: hits are what blows and shots did, whatever else was thrown at somebody", "[story]") {
  const auto good = [](engine::Aim aim, int good, bool goes_on = false) {
    engine::Thrown one = thrown("A1", "dice", 4, 3, "");
    one.at = {"B1"}, one.aim = aim, one.good = good, one.goes_on = goes_on;
    return one;
  };
  const Story story = told_of({order("A1", Deed::Charge, "Hoplites 1 attack Horse"),
                               answer(1, {good(engine::Aim::Blow, 2), good(engine::Aim::Shot, 1), good(engine::Aim::Shot, 3, true),
                                          good(engine::Aim::Check, 1), good(engine::Aim::Other, 1), good(engine::Aim::Save, 1)})});
  const UnitDeeds did = deeds_of(story).at({"A1"});
  CHECK(did.hits == 3);
  CHECK(did.saves == 1);
  CHECK(did.saves_due == 1);
}

TEST_CASE("story: an outcome is found by whole words and names nobody twice", "[story]") {
  Moment ordered = answer(1, {thrown("GB1", "order to the division", 6, 2, "3 moves")});
  ordered.told = {"Chieftain orders the division (Noble horse, Young riders): 2 for 6, 3 moves"};
  const Story division = told_of({order("GB1", Deed::Order, "Chieftain orders his division"), ordered});
  CHECK(division.acts[0].outcome == "3 moves");
  Moment saved = answer(1, {thrown("B1", "to save", 4, 4, "1 saved")});
  saved.told = {"Horse: 1 hit, 1 saved (1 of 5 casualties)"};
  Moment shot = order("A2", Deed::Shoot, "Javelins shoot at Horse");
  shot.target = {"B1"};
  Story volley = told_of({shot, saved});
  CHECK(act_text(volley.acts[0], volley) == "Javelins shoot at Horse: 1 hit, 1 saved (1 of 5 casualties)");
  volley = told_of({order("A2", Deed::Charge, "Javelins fight"), saved});
  CHECK(act_text(volley.acts[0], volley) == "Javelins fight: Horse takes 1 hit, 1 saved (1 of 5 casualties)");
  saved.told = {"Horse: 1 hit, 1 saved"};
  volley = told_of({shot, saved});
  CHECK(act_text(volley.acts[0], volley) == "Javelins shoot at Horse: 1 hit, 1 saved");
}

TEST_CASE("story: who rallies and who evades says so once", "[story]") {
  const auto told = [](const char* line, const char* clause, Deed deed) {
    Moment moment = order("B1", deed, clause);
    moment.told = {line};
    const Story story = told_of({moment});
    return act_text(story.acts[0], story);
  };
  CHECK(told("Horse is disordered", "Horse rallies", Deed::Rally) == "Horse rallies: only disordered now");
  CHECK(told("Horse evades from b7 to c6", "Hoplites 1 charge Horse", Deed::Charge) ==
        "Hoplites 1 charge Horse: Horse evades from b7 to c6");
  const auto rallied = [](const char* outcome) {
    const Story story = told_of({order("B1", Deed::Rally, "Horse rallies"), answer(1, {thrown("B1", "to rally", 3, 2, outcome)})});
    return act_text(story.acts[0], story);
  };
  CHECK(rallied("rallied") == "Horse rallies");
  CHECK(rallied("not rallied") == "Horse rallies: in vain");
}

TEST_CASE("story: a second step back is told by the one command that it takes back", "[story][undo]") {
  Moment pass, move, back;
  pass.turn = move.turn = back.turn = 1;
  pass.clause = "Greeks pass", move.clause = "Slingers move to h3";
  back.deed = Deed::Repair, back.action = "undo", back.back_to = 2;
  Moment again = back;
  again.back_to = 1;
  const Story story = told_of({pass, pass, move, back, again});
  CHECK(story.moments[3].sentence == "Taken back: Slingers move to h3");
  CHECK(story.moments[4].sentence == "Taken back: Greeks pass");
  CHECK(assistant::report::note_of(story, story.moments[4]).find("Taken back</strong>: Greeks pass.") != std::string::npos);
}

}  // namespace outcome_tests
