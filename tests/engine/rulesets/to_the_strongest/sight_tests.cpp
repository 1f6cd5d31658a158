// What blocks the sight, and what each kind of ground does.
#include "engine/rulesets/to_the_strongest/topics/shooting.hpp"
#include "tests/engine/rulesets/to_the_strongest/save_rows.hpp"
#include "tests/support/catch.hpp"

namespace sight_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

namespace {

/// Rule of what blocks the sight from one box to another over this field; "" when it is free.
std::string stop(const std::string& field, const char* from = "e2", const char* to = "e5") {
  const Game g("A1 longbowmen a1 N; B1 spearmen l8 S" + (field.empty() ? "" : "; " + field));
  const auto block = sight_blocked(g.board(), at(from), at(to));
  return block ? block->rule : "";
}

}  // namespace

TEST_CASE("which ground blocks the sight",
          "[tts][TTS-LOS-02][TTS-LOS-06][TTS-TER-02][TTS-TER-04][TTS-TER-05][TTS-TER-06][TTS-TER-08][TTS-AMB-58]") {
  CHECK(stop("") == "");
  for (const char* kind : {"low_hill", "steep_hill", "wood", "vines", "building", "rocky_outcrop", "dense_forest"}) {
    INFO(kind);
    CHECK(stop(std::string(kind) + " e3") == "TTS-LOS-02");
    CHECK(stop(std::string(kind) + " e5") == "");  // into it, not through it
    CHECK(stop(std::string(kind) + " e2") == "");  // and out of it
  }
  for (const char* kind : {"field", "broken", "marsh", "small_lake", "water", "bridge"}) {
    INFO(kind);
    CHECK(stop(std::string(kind) + " e3") == "");
  }
  CHECK(stop("stream e3/e4") == "");
}

TEST_CASE("impassable ground: rocks and forests block the sight, lakes and water do not", "[tts][TTS-TER-10][TTS-TER-11][TTS-TER-12]") {
  struct Kind {
    const char* kind;
    const char* sight;
    const char* rule;
  };
  for (const Kind& k : {Kind{"rocky_outcrop", "TTS-LOS-02", "TTS-TER-10"}, Kind{"dense_forest", "TTS-LOS-02", "TTS-TER-10"},
                        Kind{"small_lake", "", "TTS-TER-10"}, Kind{"water", "", "TTS-TER-12"}}) {
    INFO(k.kind);
    CHECK(stop(std::string(k.kind) + " e3") == k.sight);
    for (const char* mover : {"spearmen e2 N", "light_cavalry e2 N", "light_infantry_javelin e2 N"}) {
      const Game g("A1 " + std::string(mover) + "; AG general with=A1; B1 spearmen l8 S; " + k.kind + " e3");
      CHECK(g.rule("move A1 to=e3") == k.rule);
    }
  }
}

TEST_CASE("troops block the sight, friends as well as enemies", "[tts][TTS-LOS-03]") {
  CHECK(stop("A2 spearmen e3 N") == "TTS-LOS-03");
  CHECK(stop("B2 light_infantry_javelin e4 S") == "TTS-LOS-03");
  CHECK(stop("A2 spearmen e6 N") == "");
  CHECK(stop("A2 spearmen f3 N") == "");
}

TEST_CASE("from a hill one sees over what is next to it, except a hill as high", "[tts][TTS-LOS-07][TTS-AMB-61]") {
  for (const char* kind : {"wood", "building", "rocky_outcrop", "dense_forest"})
    CHECK(stop("low_hill e2; " + std::string(kind) + " e3") == "");
  CHECK(stop("low_hill e2; A2 spearmen e3 N") == "");
  CHECK(stop("low_hill e2,e3") == "TTS-LOS-02");
  // Diagonally adjacent boxes are adjacent; a hill counts box by box.
  CHECK(stop("low_hill c2; rocky_outcrop d3", "c2", "e4") == "");
  CHECK(stop("low_hill e2; rocky_outcrop e4") == "TTS-LOS-02");
  CHECK(stop("low_hill d2; rocky_outcrop e3") == "TTS-LOS-02");  // the viewer's own box is flat
}

TEST_CASE("low hills see over troops and ground, not over hills", "[tts][TTS-LOS-08][TTS-TER-04][TTS-AMB-140]") {
  CHECK(stop("low_hill e2; wood e4") == "");
  CHECK(stop("low_hill e2; A2 spearmen e4 N") == "");
  CHECK(stop("low_hill e2; building e3,e4") == "");
  CHECK(stop("low_hill e2,e4") == "TTS-LOS-02");
  CHECK(stop("low_hill e2; steep_hill e3") == "TTS-LOS-02");
  CHECK(stop("low_hill e2; steep_hill e4") == "TTS-LOS-02");
  CHECK(stop("low_hill e2; rocky_outcrop e4") == "TTS-LOS-02");
}

TEST_CASE("steep hills see over low ones, not over steep ones or outcrops", "[tts][TTS-LOS-09][TTS-TER-07][TTS-AMB-140]") {
  CHECK(stop("steep_hill e2; low_hill e4") == "");
  CHECK(stop("steep_hill e2; low_hill e3") == "");
  CHECK(stop("steep_hill e2; dense_forest e4") == "");
  CHECK(stop("steep_hill e2; A2 spearmen e4 N") == "");
  CHECK(stop("steep_hill e2,e4") == "TTS-LOS-02");
  CHECK(stop("steep_hill e2; rocky_outcrop e4") == "TTS-LOS-02");
  // Rough under foot, cover against missiles.
  CHECK(shot("spearmen e4 S", Weapon::Bow, "steep_hill e4") == "S3+1");
  CHECK(Game("A1 spearmen e2 N; AG general with=A1; B1 spearmen l8 S; steep_hill e3").need("move A1 to=e3") == 3);
}

TEST_CASE("from a building one sees over troops in the open", "[tts][TTS-LOS-10][TTS-TER-09]") {
  CHECK(stop("building e2; A2 spearmen e3 N") == "");
  CHECK(stop("building e2; A2 spearmen e4 N; field e4") == "");
  CHECK(stop("building e2; A2 spearmen e3 N; broken e3") == "TTS-LOS-03");
  CHECK(stop("building e2; A2 spearmen e3 N; low_hill e3") == "TTS-LOS-02");
  CHECK(stop("building e2; wood e3") == "TTS-LOS-02");
  CHECK(stop("wood e2; A2 spearmen e3 N") == "TTS-LOS-03");
}

TEST_CASE("fortifications block the sight except to and from their defenders", "[tts][TTS-LOS-11][TTS-FORT-09]") {
  CHECK(stop("fortification e3/e4") == "TTS-LOS-11");
  CHECK(stop("fortification e4/e3") == "TTS-LOS-11");
  CHECK(stop("fortification e2/e3") == "");
  CHECK(stop("fortification e5/e4") == "");
  CHECK(stop("fortification e3/e2") == "TTS-LOS-11");  // it belongs to e3, where neither stands
  CHECK(stop("fortification f3/f4") == "");
}

TEST_CASE("between two boxes at a corner the sight is blocked only by both", "[tts][TTS-LOS-04][TTS-AMB-62]") {
  CHECK(stop("wood f2", "e2", "f3") == "");
  CHECK(stop("wood e3", "e2", "f3") == "");
  CHECK(stop("wood f2,e3", "e2", "f3") == "TTS-LOS-04");
  CHECK(stop("wood f2; A2 spearmen e3 N", "e2", "f3") == "TTS-LOS-04");
  CHECK(stop("wood g3,f4", "e2", "g4") == "TTS-LOS-04");  // at the second corner
  CHECK(stop("wood f3", "e2", "g4") == "TTS-LOS-02");     // through the middle of a box
  // Along an edge the line runs through one box at a time.
  CHECK(stop("wood e3", "e2", "f4") == "TTS-LOS-02");
  CHECK(stop("wood f3", "e2", "f4") == "TTS-LOS-02");
  CHECK(stop("wood d3,f2,g3", "e2", "f4") == "");
}

TEST_CASE("what each kind of ground does: activation, sight, cover, and help in melee", "[tts][TTS-TER-T1][TTS-TER-01]") {
  struct Kind {
    const char* kind;
    int need;  ///< card for auxiliaries that enter it; 0 = not allowed
    bool blocks, cover;
    const char* melee;  ///< rows of steady foot charged there by pikemen from flat ground
  };
  for (const Kind& k :
       {Kind{"field", 2, false, false, ""}, Kind{"low_hill", 2, true, false, "M3+1"}, Kind{"broken", 3, false, false, "M4+1"},
        Kind{"wood", 3, true, true, "M4+1"}, Kind{"steep_hill", 3, true, true, "M3+1 M4+1"}, Kind{"marsh", 3, false, false, "M4+1"},
        Kind{"building", 3, true, true, "M4+1"}, Kind{"bridge", 3, false, false, "M4+1"}, Kind{"rocky_outcrop", 0, true, false, ""},
        Kind{"dense_forest", 0, true, false, ""}, Kind{"small_lake", 0, false, false, ""}, Kind{"water", 0, false, false, ""}}) {
    INFO(k.kind);
    const std::string there = std::string(k.kind) + " e4";
    const Game g("A1 auxiliaries e3 N; AG general with=A1; B1 spearmen l8 S; " + there);
    CHECK((g.may("move A1 to=e4") ? g.need("move A1 to=e4") : 0) == k.need);
    CHECK((stop(there) != "") == k.blocks);
    if (k.need == 0) continue;
    CHECK(shot("auxiliaries e4 S", Weapon::Bow, there) == (k.cover ? "S3+1" : ""));
    CHECK(charged("pikemen e3 N", "auxiliaries e4 S", there) == k.melee);
  }
  const auto need = [](const std::string& field, const std::string& mover) {
    return Game("A1 " + mover + " e3 N; AG general with=A1; B1 spearmen l8 S; " + field).need("move A1 to=e4");
  };
  CHECK(need("AC camp e4", "auxiliaries") == 3);
  for (const char* edge : {"stakes e4/e3", "ditch e4/e3"}) {
    CHECK(need(edge, "auxiliaries") == 2);
    CHECK(need(edge, "cavalry") == 3);
  }
  for (const char* edge : {"stream e4/e3", "wall e4/e3", "hedge e4/e3"}) CHECK(need(edge, "auxiliaries") == 3);
  CHECK(need("fortification e4/e3", "auxiliaries") == 3);
  CHECK(need("fortification e3/e4", "auxiliaries") == 2);
  CHECK(need("wood e4; road e3,e4,e5", "auxiliaries") == 2);
}

TEST_CASE("a straddling unit shoots from the better of its boxes", "[tts][TTS-STD-01][TTS-LOS-05][TTS-PRI-01][TTS-PRI-03]") {
  const auto game = [](const std::string& enemies) { return Game("A1 bowmen e2 N second_box=f2; " + enemies + kFarOff); };
  const Game next = game("B1 spearmen e3 S; B2 spearmen f3 S");
  for (const char* target : {"B1", "B2"}) CHECK(next.rule(std::string("shoot A1 target=") + target) == "");
  const Game further = game("B1 spearmen e4 S; B2 spearmen f4 S");
  for (const char* target : {"B1", "B2"}) CHECK(further.rule(std::string("shoot A1 target=") + target) == "");
  const Game apart = game("B1 spearmen e4 S; B2 spearmen f3 S");
  CHECK(apart.rule("shoot A1 target=B1") == "TTS-PRI-01");
  CHECK(apart.rule("shoot A1 target=B2") == "");
  const Game screened = game("B1 spearmen f4 S; A2 spearmen e3 N");
  CHECK(screened.rule("shoot A1 target=B1") == "");  // past the friend, from the other box
  CHECK(could_shoot_into(screened.board(), screened.unit("A1"), at("f4")));
  CHECK(could_shoot_into(next.board(), next.unit("A1"), at("f3")));
  // Where the shot comes from decides whom it hits and whether it comes from behind the flank.
  Game flank = game("B1 spearmen f3 E");
  flank.act("shoot A1 target=B1", 9).cards({9});
  CHECK(flank.state().agenda.open_waits().size() == 1);
  const ShotLine line = shot_line(flank.board(), flank.unit("A1"), flank.unit("B1"));
  CHECK(line.from == at("f2"));
  CHECK(line.at == at("f3"));
}

}  // namespace sight_tests
