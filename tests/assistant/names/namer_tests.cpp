#include "assistant/names/namer.hpp"

#include "tests/support/catch.hpp"

namespace polemarch::assistant::names::namer_tests {
namespace {

using Json = nlohmann::json;

Namer sample() {
  return {{"Greeks", "Republic"},
          {{{"A1"}, Side::A, "Slingers", "", true, ""},
           {{"A2"}, Side::A, "Slingers", "", true, ""},
           {{"B3"}, Side::B, "Third legion", "", true, ""}}};
}

}  // namespace

TEST_CASE("a target is said as rulebooks print it, a count of what may come is not", "[names]") {
  const Namer namer = sample();
  CHECK(namer("B3 saves on 5 or more") == "Third legion saves on 5+");
  CHECK(namer("B3 at A1, missile fire, each needs 2 or more: 3 1") == "Third legion at Slingers (A1), missile fire, each needs 2+: 3 1");
  CHECK(namer("armour: 3 D6, 2 or more") == "armour: 3 D6, 2+");
  CHECK(namer("2 or more") == "2 or more");
  CHECK(namer("needs 7 or less") == "needs 7 or less");
}

TEST_CASE("names in -i are of many, but never one person's", "[names]") {
  const Namer namer({"Rome", "Insubres"},
                    {{{"A1"}, Side::A, "Hastati", "", true, ""}, {{"AG"}, Side::A, "Giovanni", "general", false, ""}});
  CHECK(namer("A1 is placed and takes its place") == "Hastati are placed and take their place");
  CHECK(namer("AG is placed and takes its place") == "Giovanni is placed and takes its place");
}

TEST_CASE("a number is never a unit's name, whatever the units are called by", "[names]") {
  const Namer numbered({"Greeks", "Republic"}, {{{"1"}, Side::A, "Slingers", "", true, ""}, {{"2"}, Side::B, "Legion", "", true, ""}});
  CHECK(numbered("Turn 1, shooting: 2 medals") == "Turn 1, shooting: 2 medals");
}

TEST_CASE("two armies that would be called alike are told apart, and a name with a side's letter in it is said once", "[names]") {
  const auto called = [](const std::string& a, const std::string& b) {
    return muster_of(Json{{"sides", {{"A", {{"army", a}}}, {"B", {{"army", b}}}}}}).sides;
  };
  CHECK(called("Army of Rome", "Army of the Picts") == std::array<std::string, 2>{"Army of Rome", "Army of the Picts"});
  CHECK(called("Romans of the Rhine", "Romans") == std::array<std::string, 2>{"Romans of the Rhine", "Romans"});
  CHECK(called("Thebes", "Thebes") == std::array<std::string, 2>{"Thebes A", "Thebes B"});
  CHECK(called("Romans of the Rhine", "Army of Gaul") == std::array<std::string, 2>{"Romans", "Army"});
  const Namer alike({"Thebes A", "Thebes B"}, {{{"A1"}, Side::A, "Slingers", "", true, ""}});
  CHECK(alike("Thebes A: begin the battle") == "Thebes A: begin the battle");
  CHECK(alike("A has 5 left, Thebes B has 5 left; A1 shoots at B") ==
        "Thebes A has 5 left, Thebes B has 5 left; Slingers shoot at Thebes B");
  CHECK(alike.speaks_of("Thebes B: begin") == Side::B);
  const Namer team({"The B team", "Gaul"}, {});
  CHECK(team("The B team: A passes") == "The B team: The B team passes");
}

TEST_CASE("a side's letter is its army's name with a verb to fit, and the article A is left alone", "[names]") {
  const Namer namer = sample();
  CHECK(namer("A has 2 actions") == "Greeks have 2 actions");
  CHECK(namer("A (Greeks of old): losses 0 of 7") == "Greeks (Greeks of old): losses 0 of 7");
  CHECK(namer("B passes; A carries on") == "Republic passes; Greeks carry on");
  CHECK(namer("impulses: A 3, B 2") == "impulses: Greeks 3, Republic 2");
  CHECK(namer("A moves: B3") == "Greeks move: Third legion");
  CHECK(namer("A re-rolls: 6") == "Greeks re-roll: 6");
  CHECK(namer("A counter charges, 2.0 cm") == "Greeks counter charge, 2.0 cm");
  CHECK(namer("B3 counter charges, 2.0 cm") == "Third legion counter charges, 2.0 cm");
  CHECK(namer("side A wins; side B, dice") == "Greeks win; Republic, dice");
  CHECK(namer("does army A take breakfast?") == "does the army of Greeks take breakfast?");
  CHECK(namer("A: initiative") == "Greeks: initiative");
  CHECK(namer("B's line breaks, A's holds") == "Republic's line breaks, Greeks' holds");
  CHECK(namer("2 lochoi of B land") == "2 lochoi of Republic land");
  CHECK(namer("given to B.") == "given to Republic.");
  CHECK(namer("the low hill of A in e3 goes") == "the low hill of Greeks in e3 goes");
  CHECK(namer("A card is discarded") == "A card is discarded");
  CHECK(namer("A draw: the last bound is played") == "A draw: the last bound is played");
  CHECK(namer("B3 and command B-1") == "Third legion and command B-1");
}

TEST_CASE("bases of one unit in brackets are told by their ids behind its name", "[names]") {
  Namer namer = sample();
  namer.know_parts({{"B3.5"}, {"B3.6"}, {"B3.8"}});
  CHECK(namer("B3 (B3.5 to B3.8) are pushed back") == "Third legion (B3.5 to B3.8) are pushed back");
  CHECK(namer("B3 (B3.5, B3.6 and B3.8) rally") == "Third legion (B3.5, B3.6 and B3.8) rally");
  CHECK(namer("lost (2 of 4): B3.5") == "lost (2 of 4): Third legion (B3.5)");
}

TEST_CASE("a line is of the side, or of the unit's side, that it begins with", "[names]") {
  const Namer namer = sample();
  CHECK(namer.speaks_of("A has 2 actions") == Side::A);
  CHECK(namer.speaks_of("B: skirmish actions") == Side::B);
  CHECK(namer.speaks_of("A1 shoots at B3") == Side::A);
  CHECK(namer.speaks_of("B3.2 is lost") == Side::B);
  CHECK(namer.speaks_of("Third legion (B3) advances") == Side::B);
  CHECK(namer.speaks_of("the 1st lochos of B3 is broken by the 2nd lochos of A1") == Side::B);
  CHECK(namer.speaks_of("the hero (B3) is lost") == std::nullopt);
  CHECK(namer.speaks_of("turn 2, A: movement") == std::nullopt);
  CHECK(namer.speaks_of("") == std::nullopt);
}

TEST_CASE("a unit is named once, however its id and name stand together", "[names]") {
  const Namer namer = sample();
  CHECK(namer("B3 is lost") == "Third legion is lost");
  CHECK(namer("B3  Third legion is lost") == "Third legion is lost");
  CHECK(namer("Third legion (B3) is lost") == "Third legion is lost");
  CHECK(namer("legion (B3) is lost") == "legion (Third legion) is lost");
  CHECK(namer("the base B3.2 of B3.") == "the base B3.2 of Third legion.");
  CHECK(namer("Slingers (A1) shoots") == "Slingers (A1) shoot");
  CHECK(namer("B3 Third legionaries") == "Third legion Third legionaries");
}

TEST_CASE("a name that two units share keeps the id behind it", "[names]") {
  const Namer namer = sample();
  CHECK(namer("A1 shoots at B3") == "Slingers (A1) shoot at Third legion");
  CHECK(namer("A1 Slingers, A2 Slingers") == "Slingers (A1), Slingers (A2)");
  CHECK(namer("Slingers (A2) and slingers (A1)") == "Slingers (A2) and slingers (A1)");
}

TEST_CASE("a unit's verb and possessive fit its name, people and camps are one", "[names]") {
  const Namer namer({"Greeks", "Republic"}, {{{"A1"}, Side::A, "Cretan archers", "", true, ""},
                                             {{"AG"}, Side::A, "Aristides", "", false, ""},
                                             {{"B3"}, Side::B, "Third legion", "", true, ""}});
  CHECK(namer("A1 shoots at B3") == "Cretan archers shoot at Third legion");
  CHECK(namer("A1 Cretan archers has 2 hits; B3 has 1") == "Cretan archers have 2 hits; Third legion has 1");
  CHECK(namer("AG rides to A1") == "Aristides rides to Cretan archers");
  CHECK(namer("A1's save, B3's save") == "Cretan archers' save, Third legion's save");
  CHECK(namer("the camp of A1 is lost, base A1 stands") == "the camp of Cretan archers is lost, base Cretan archers stands");
  CHECK(namer("A1 towards B3, A1 bases: 3") == "Cretan archers towards Third legion, Cretan archers bases: 3");
}

TEST_CASE("what is told of a plural name is theirs, until somebody else is named", "[names]") {
  const Namer namer({"Athenians", "Thebes"}, {{{"A1"}, Side::A, "Cretan archers", "", true, ""},
                                              {{"A2"}, Side::A, "Sacred band", "", true, ""},
                                              {{"AG"}, Side::A, "Laches", "", false, ""}});
  CHECK(namer("A1 has passed: its reaction?") == "Cretan archers have passed: their reaction?");
  CHECK(namer("A2 has passed: its reaction?") == "Sacred band has passed: its reaction?");
  CHECK(namer("A1 shows itself; its front") == "Cretan archers show themselves; its front");
  CHECK(namer("A1 charges A2 in its flank") == "Cretan archers charge Sacred band in its flank");
  CHECK(namer("A sends its herald and is heard; it is one") == "Athenians send their herald and are heard; it is one");
  CHECK(namer("A1 moves 4.0 in, drifts 0.5 in to the right") == "Cretan archers move 4.0 in, drift 0.5 in to the right");
  CHECK(namer("does A1 test for its fire?") == "do Cretan archers test for their fire?");
  CHECK(namer("Does A1 test for its fire? it does") == "Do Cretan archers test for their fire? it does");
  CHECK(namer("A1 reverses: morale") == "Cretan archers reverse: morale");
  CHECK(namer("A: Is A1 hidden?").ends_with("Are Cretan archers hidden?"));
  CHECK(namer("A1 turns 90 degrees left, moves 6 in and halts") == "Cretan archers turn 90 degrees left, move 6 in and halt");
  CHECK(namer("marches: A first, Firm against Shaken") == "marches: Athenians first, Firm against Shaken");
  CHECK(namer("A: is A1 hidden?") == "Athenians: are Cretan archers hidden?");
  CHECK(namer("does A2 test?") == "does Sacred band test?");
  CHECK(namer("does AG speak?") == "does Laches speak?");
  CHECK(namer("what A1 does A1 has") == "what Cretan archers do Cretan archers have");
}

TEST_CASE("a name behind a preposition and a noun that ends as a verb does change no verb", "[names]") {
  const Namer namer({"Athenians", "Thebes"}, {{{"A1"}, Side::A, "Hippeis", "", true, ""}});
  CHECK(namer("nothing of A is left in the field") == "nothing of Athenians is left in the field");
  CHECK(namer("A1 lochos 2 checks andreia") == "Hippeis lochos 2 checks andreia");
  CHECK(namer("A1 belos charge") == "Hippeis belos charge");
  CHECK(namer("A1 routs: 6.0 in and a die") == "Hippeis rout: 6.0 in and a die");
}

TEST_CASE("a detachment that its line names keeps its id behind the name", "[names]") {
  const Namer namer({"Athens", "Thebes"}, {{{"A1"}, Side::A, "Tribal hoplites", "", true, ""}});
  CHECK(namer("A1.3 Tribal hoplites charges B2") == "Tribal hoplites (A1.3) charge B2");
  CHECK(namer("A1-2 Tribal hoplites draws in its left flank") == "Tribal hoplites (A1-2) draw in their left flank");
  CHECK(namer("A1.3 has passed") == "A1.3 has passed");
  CHECK(namer("A1 splits: some of its bases turn to face") == "Tribal hoplites split: some of their bases turn to face");
  CHECK(namer.name({"A1-2"}) == "Tribal hoplites");
  Namer told = namer;
  told.know_parts({{"A1"}, {"A1.3"}, {"B2"}});
  CHECK(told("A1.3 has passed: its reaction?") == "Tribal hoplites (A1.3) have passed: their reaction?");
  CHECK(told("passes through A1.3") == "passes through Tribal hoplites (A1.3)");
  CHECK(told("A1.4 is in range") == "A1.4 is in range");  // a base, no unit
  CHECK(namer.name({"A2-2"}).empty());
}

TEST_CASE("a namer that knows nobody leaves a line as it is", "[names]") {
  CHECK(Namer()("A has A1 and B, B's A2") == "A has A1 and B, B's A2");
  CHECK(Namer().name({"A1"}).empty());
}

TEST_CASE("a set-up says who fights: armies, players, units, leaders and camps wherever they stand in it", "[names]") {
  const Muster muster = muster_of(Json::parse(R"json({"sides": {
    "A": {"army": "Romans of the Rhine (sample)", "player": "Ann",
          "units": [{"unit": "A1", "name": "First cohort", "type": "heavy_infantry", "general": "AG"}, {"unit": "A2"}],
          "leaders": [{"leader": "AG", "name": "Cassius"}], "camps": [{"camp": "AC"}]},
    "B": {"commands": [{"bodies": [{"id": "B1", "name": "Levy", "bases": 4, "type": "LM"}]}]}}})json"));
  CHECK(muster.armies == std::array<std::string, 2>{"Romans of the Rhine", "B"});
  CHECK(muster.sides == std::array<std::string, 2>{"Romans", "B"});
  CHECK(muster.players[0] == "Ann");
  const Namer namer(muster);
  CHECK(namer("A1 with AG by AC, B1") == "First cohort with Cassius by Romans' camp, Levy");
  CHECK(namer("camp AC in c2, Camp AC is taken") == "Romans' camp in c2, Romans' camp is taken");
  CHECK(namer.name({"A2"}).empty());
  for (const Member& member : muster.members) {
    if (member.unit.text == "A1") CHECK((member.fights && member.type == "heavy infantry"));
    if (member.unit.text == "AG" || member.unit.text == "AC") CHECK_FALSE(member.fights);
    if (member.unit.text == "B1") CHECK((member.side == Side::B && member.type == "light medium infantry"));
  }
  CHECK(muster.members.size() == 5);
  CHECK(muster_of(Json::array()).members.empty());
}

}  // namespace polemarch::assistant::names::namer_tests
