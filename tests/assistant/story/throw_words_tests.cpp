/// What throws came to, in words, and who dealt what a later test lost.
#include "assistant/story/throw_words.hpp"

#include "assistant/story/chapters.hpp"
#include "assistant/story/dealers.hpp"
#include "assistant/story/words.hpp"
#include "tests/assistant/story/told_battle.hpp"

namespace throw_words_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::story;

namespace {

engine::Thrown thrown(const char* unit, const char* purpose, const char* outcome, const char* at = "",
                      engine::Aim aim = engine::Aim::Other) {
  engine::Thrown one;
  one.aim = aim;
  one.thrower = {unit};
  one.purpose = purpose;
  one.outcome = outcome;
  one.at = {at};
  one.values = {4, 2};
  return one;
}

/// Moments of one turn and phase, their acts and sentences made.
Story told_of(std::vector<Moment> moments) {
  Story story;
  story.sides = story.armies = {"Republic", "Tribes"};
  story.members = {{{"A1"}, Side::A, "Archers", "", true, ""},
                   {{"A2"}, Side::A, "Scorpion", "", true, ""},
                   {{"B1"}, Side::B, "Young riders", "", true, ""},
                   {{"B2"}, Side::B, "Warband of the elm", "", true, ""}};
  for (std::size_t i = 0; i < moments.size(); ++i) {
    moments[i].seq = static_cast<std::int64_t>(i) + 1;
    if (moments[i].order == 0) moments[i].order = moments[i].seq;
    moments[i].turn = 1;
    moments[i].ruling = "allowed";
  }
  story.chapters = {{1, Viewer::A, 0, static_cast<std::uint32_t>(moments.size() - 1)}};
  story.moments = std::move(moments);
  gather_acts(story);
  write_sentences(story);
  return story;
}

Moment answer(engine::Thrown one) {
  Moment moment;
  moment.deed = Deed::Answer;
  moment.throws = {std::move(one)};
  return moment;
}

}  // namespace

TEST_CASE("story: a check says what it was of and what follows, of whom it is", "[story][words]") {
  Moment charge;
  charge.deed = Deed::Charge, charge.unit = {"A1"}, charge.clause = "Archers charge", charge.phase = "epidromos";
  Moment own = answer(thrown("A1", "andreia, Charging", "fails: halts", "", engine::Aim::Check)),
         others = answer(thrown("B2", "andreia, Charging", "passes: maintains", "", engine::Aim::Check));
  own.order = others.order = 1;
  own.phase = others.phase = "epidromos";
  CHECK(act_text(told_of({charge, own}).acts[0], told_of({charge, own})) == "Archers charge: fail andreia and halt");
  const Story theirs = told_of({charge, others});
  CHECK(act_text(theirs.acts[0], theirs) == "Archers charge: Warband of the elm passes andreia and maintains");
}

TEST_CASE("story: checks that stand alone name what they are of in their title", "[story][words]") {
  Moment both = answer(thrown("B2", "andreia, Katastrophe", "fails: routs", "", engine::Aim::Check));
  both.throws.push_back(thrown("B1", "andreia, Katastrophe", "passes: maintains", "", engine::Aim::Check));
  const Story story = told_of({both});
  CHECK(act_text(story.acts[0], story) == "Andreia, Katastrophe: Warband of the elm fails and routs; Young riders pass and maintain");
  Moment runs_on = answer(thrown("B1", "andreia, recovering", "fails: routs on", "", engine::Aim::Check));
  runs_on.throws.push_back(thrown("B1", "routs", "14.0 in", "", engine::Aim::Flight));
  const Story alone = told_of({runs_on});
  CHECK(act_text(alone.acts[0], alone) == "Young riders, andreia, recovering: fail and rout on, 14.0 in");
}

TEST_CASE("story: a test that stands alone names its unit once, its verb as the name wants it", "[story][words]") {
  const Story held = told_of({answer(thrown("B2", "break test, ranged", "hold"))});
  CHECK(act_text(held.acts[0], held) == "Warband of the elm, break test, ranged: holds");
  const Story many = told_of({answer(thrown("B1", "break test, ranged", "retreat disordered"))});
  CHECK(act_text(many.acts[0], many) == "Young riders, break test, ranged: retreat disordered");
}

TEST_CASE("story: who saves, stands and passes is told by the verb, whoever gave the order", "[story][words]") {
  Moment charge;
  charge.deed = Deed::Charge, charge.unit = {"A1"}, charge.target = {"B1"}, charge.clause = "Archers charge Young riders";
  const auto told = [&](engine::Thrown one) {
    Moment then = answer(std::move(one));
    then.order = 1;
    const Story story = told_of({charge, then});
    return act_text(story.acts[0], story);
  };
  CHECK(told(thrown("B1", "to save", "saved", "A1", engine::Aim::Save)) == "Archers charge Young riders: Young riders save");
  CHECK(told(thrown("B2", "to save", "not saved", "A1", engine::Aim::Save)) ==
        "Archers charge Young riders: Warband of the elm does not save");
  CHECK(told(thrown("B2", "morale as its leader leaves", "stands")) == "Archers charge Young riders: Warband of the elm stands");
  CHECK(told(thrown("B1", "contact reaction", "passed")) == "Archers charge Young riders: Young riders pass the contact reaction");
}

TEST_CASE("story: a throw says whose check it was, who gains by it, and of one's own danger what lets one live", "[story][words]") {
  const Story story = told_of({Moment{}});
  engine::Thrown volley = thrown("A1", "belos shooting", "intensity 2, check failed: takes close files", "B1", engine::Aim::Shot);
  tell_plainly(story, volley);
  CHECK(volley.outcome == "the check of Young riders fails at intensity 2: they take close files");
  engine::Thrown passed = thrown("A1", "belos shooting", "intensity 1, check passed: maintains", "B2", engine::Aim::Shot);
  tell_plainly(story, passed);
  CHECK(passed.outcome == "the check of Warband of the elm passes at intensity 1: it maintains");
  engine::Thrown gained = thrown("", "sphagia", "1 arete", "", engine::Aim::Spirit),
                 lost = thrown("", "phalanx under belos", "-2 arete", "", engine::Aim::Spirit),
                 none = thrown("", "sphagia", "0 arete", "", engine::Aim::Spirit),
                 theirs = thrown("", "grim resolve", "-1 arete", "", engine::Aim::FoesSpirit);
  lost.who = Side::B;
  for (engine::Thrown* one : {&gained, &lost, &none, &theirs}) tell_plainly(story, *one);
  CHECK(gained.outcome == "gains 1 arete");
  CHECK(lost.outcome == "lose 2 arete");
  CHECK(none.outcome == "gains no arete");
  CHECK(theirs.outcome == "the enemy loses 1 arete");
  engine::Thrown check = thrown("A1", "andreia, Melee", "passes: maintains", "", engine::Aim::Check);
  tell_plainly(story, check);
  CHECK(check.purpose == "andreia, melee");
  engine::Thrown danger = thrown("A1", "casualty of Agis", "lives", "", engine::Aim::Casualty);
  danger.need = 11, danger.counted = engine::Counted::Sum, danger.per_mille = 83;
  tell_plainly(story, danger);
  CHECK(need_text(danger) == "10 or less");
  CHECK(danger.good == 1);
  CHECK(danger.outcome == "he lives");
  CHECK(danger.per_mille == 917);
}

TEST_CASE("story: who runs is told by the verb, each with how far, and how far others go is no outcome of an order", "[story][words]") {
  const Story one = told_of({answer(thrown("B1", "evades", "11.0 in", "", engine::Aim::Flight))});
  CHECK(act_text(one.acts[0], one) == "Young riders evade: 11.0 in");
  CHECK(one.moments[0].sentence.starts_with("Young riders evade, throws 4 and 2"));
  Moment both = answer(thrown("B1", "routs", "7.0 in", "", engine::Aim::Flight));
  both.throws.push_back(thrown("B2", "routs", "9.0 in", "", engine::Aim::Flight));
  const Story several = told_of({both});
  CHECK(act_text(several.acts[0], several) == "Young riders and Warband of the elm rout: Young riders 7.0 in, Warband of the elm 9.0 in");
  both.throws[1] = thrown("B1", "routs", "9.0 in", "", engine::Aim::Flight);
  const Story twice = told_of({both});
  CHECK(act_text(twice.acts[0], twice) == "Young riders rout: 7.0 in, then 9.0 in");
  Moment charge;
  charge.deed = Deed::Charge, charge.unit = {"A1"}, charge.clause = "Archers charge", charge.phase = "epidromos";
  Moment own = answer(thrown("A1", "epidromos", "8.0 in")), other = answer(thrown("B2", "epidromos", "5.0 in"));
  own.order = other.order = 1;
  own.phase = other.phase = "epidromos";
  const Story met = told_of({charge, own, other});
  CHECK(act_text(met.acts[0], met) == "Archers charge: 8.0 in");
}

TEST_CASE("story: what befalls the unit of the title goes on in its sentence", "[story][words]") {
  Moment charge;
  charge.deed = Deed::Charge, charge.unit = {"A1"}, charge.clause = "Archers charge";
  charge.losses = {{.unit = {"A1"}, .bases = {{"A1.1"}, {"A1.2"}}, .what = "2 bases", .by = {}, .how = "", .at = {}, .rule = ""}};
  const Story cut = told_of({charge});
  CHECK(act_text(cut.acts[0], cut) == "Archers charge and lose 2 bases");
  charge.losses[0].unit = charge.target = {"B1"};
  const Story other = told_of({charge});
  CHECK(act_text(other.acts[0], other) == "Archers charge: Young riders lose 2 bases");
}

TEST_CASE("story: the result of a break test is said as the name wants it", "[story][words]") {
  const Story back = told_of({answer(thrown("B1", "break test, ranged", "retreats Disordered (8)"))});
  CHECK(act_text(back.acts[0], back) == "Young riders, break test, ranged: retreat, disordered (8)");
  const Story held = told_of({answer(thrown("B2", "break test, ranged", "holds (10 - 1 = 9)"))});
  CHECK(act_text(held.acts[0], held) == "Warband of the elm, break test, ranged: holds (10 - 1 = 9)");
}

TEST_CASE("story: who throws away his own unit is named once", "[story][words]") {
  Moment leaves = answer(thrown("B1", "order card", "obeyed"));
  leaves.losses = {{.unit = {"B1"}, .bases = {}, .what = "the unit", .by = {}, .how = "off the table", .at = {}, .rule = {}}};
  CHECK(told_of({leaves}).moments[0].sentence == "Young riders, order card, throws 4 and 2: leave the table");
  leaves.losses[0].unit = {"B2"};
  CHECK(told_of({leaves}).moments[0].sentence.ends_with("Warband of the elm leaves the table"));
}

TEST_CASE("story: a unit that breaks in a test breaks by whom it could not save against", "[story][dealers]") {
  const auto save = [](const char* from, int good) {
    engine::Thrown one = thrown("B1", "to save", "", from, engine::Aim::Save);
    one.good = good;
    return one;
  };
  Moment broken = answer(thrown("B1", "break test, ranged", "break"));
  broken.losses = {{.unit = {"B1"}, .bases = {}, .what = "the unit", .by = {}, .how = "broken", .at = {}, .rule = {}}};
  const auto dealer = [&](std::vector<engine::Thrown> saves, int turn = 1) {
    std::vector<Moment> before;
    for (engine::Thrown& one : saves) before.push_back(answer(std::move(one)));
    const Story story = told_of(std::move(before));
    Moment moment = broken;
    moment.turn = turn;
    name_dealers(story, moment);
    return moment.losses.front().by.text;
  };
  CHECK(dealer({save("A1", 0)}) == "A1");
  CHECK(dealer({save("A1", 0), save("A2", 2)}) == "A1");  // every hit of the other was saved
  CHECK(dealer({save("A1", 0), save("A2", 1)}).empty());  // two had a part in it
  CHECK(dealer({save("A1", 0)}, 2).empty());              // of an earlier turn
  Moment named = broken;
  named.seq = 1, named.turn = 1, named.ruling = "allowed";
  named.losses.front().by = {"A1"};
  const Story story = told_of({named});
  CHECK(act_text(story.acts[0], story) == "Young riders, break test, ranged: broken by Archers");
}

}  // namespace throw_words_tests
