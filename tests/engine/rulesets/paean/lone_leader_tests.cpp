// Leaders alone in the way of formations: who meets a hero is held by him, nobody goes through a leader, the push comes upon him.
#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace lone_leader_tests {

using namespace polemarch;
using namespace polemarch::paean;
using namespace polemarch::paean::test;

namespace {

/// Whoever is asked for dice throws ones.
void miss(Field& field) {
  while (field.dice_asked() > 0) field.dice(std::vector<int>(static_cast<std::size_t>(field.dice_asked()), 1));
}
/// A1 has charged the hero BH, who stood his ground.
Field hero_met() {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.leader("BH", Side::B, LeaderKind::Hero, 10, 600, 440);
  field.order(ChargeAt{{"A1"}, {"BH"}}, "A1");
  field.dice({6, 6});
  field.choose("home");
  miss(field);
  return field;
}
MoveFormation ahead(const std::string& unit, Length way) { return {.unit = {unit}, .ahead = way, .legs = {}, .to = {}, .poses = {}}; }
const ReactionDice* reaction_open(const Field& field) {
  for (const auto& lane : field.state.agenda.lanes)
    if (const auto* dice = std::get_if<ReactionDice>(&lane.stack.back().step)) return dice;
  return nullptr;
}

}  // namespace

TEST_CASE("a hero alone who stands his ground holds the formation: no more orders this bound, no march, no charge",
          "[paean][PA-AMB-36][PA-AMB-42][PA-RES-09]") {
  Field field = hero_met();
  CHECK(field.formation("A1").status.no_orders);
  CHECK(field.rule(GiveOrder{{"AC"}, {"A1"}}) == "PA-RES-09");
  field.permit("A1");
  CHECK(field.rule(ahead("A1", 50_mm)) == "PA-AMB-42");
  CHECK(field.rule(ChargeAt{{"A1"}, {"BH"}}) == "PA-AMB-42");
  CHECK(field.rule(ContractFlank{{"A1"}, Flank::Left}) == "PA-AMB-42");
  CHECK(field.judge(AboutFace{{"A1"}}).allowed());
  CHECK(field.judge(FightOn{{"A1"}}).allowed());
  field.state.leaders.at({"BH"}).with = {"BZ"};  // he has gone away
  field.state.bases.at({"BH.1"}).at.pose.y = 900_mm;
  CHECK(field.judge(ahead("A1", 50_mm)).allowed());
}

TEST_CASE("another phase against a hero alone, and who has killed him may be ordered again",
          "[paean][PA-AMB-36][PA-CMD-25][PA-RES-10][PA-CCD-10]") {
  Field field = hero_met();
  field.order(FightOn{{"A1"}}, "A1");
  REQUIRE(field.dice_asked() == 2);  // two ranks, no charging die any more
  field.dice({1, 1});
  REQUIRE(field.dice_asked() == 5);
  field.dice({1, 1, 1, 1, 1});
  CHECK(field.state.leaders.at({"BH"}).alive);
  CHECK(field.formation("A1").status.no_orders);
  for (const BaseId& base : field.formation("A1").bases) field.state.bases.at(base).card.experience = Experience::Elite;  // two dice more
  field.order(FightOn{{"A1"}}, "A1");
  field.dice(std::vector<int>(static_cast<std::size_t>(field.dice_asked()), 8));
  miss(field);
  CHECK_FALSE(field.state.leaders.at({"BH"}).alive);
  CHECK_FALSE(field.formation("A1").status.no_orders);
  field.permit("A1");
  CHECK(field.judge(ahead("A1", 50_mm)).allowed());
}

TEST_CASE("a hero whom the same formation is ruled to charge again is fought once a compulsory combat", "[paean][PA-SEQ-03][PA-AMB-36]") {
  Field field = hero_met();
  field.permit("A1");
  for (const Event& event : Rules::decide(field.state, Viewer::Both, ChargeAt{{"A1"}, {"BH"}}))
    field.state = Rules::evolve(std::move(field.state), event);
  field.dice({6, 6});
  field.choose("home");
  miss(field);
  CHECK(field.state.fights.lone.size() == 1);
}

TEST_CASE("no formation goes through an enemy leader who stands alone", "[paean][PA-CHG-01][PA-CMD-31][PA-MOV-01]") {
  for (const LeaderKind kind : {LeaderKind::Subordinate, LeaderKind::Hero})
    for (const Weight weight : {Weight::L, Weight::LM, Weight::LH}) {
      CAPTURE(weight);
      Field field;
      field.put("A1", Side::A, weight, {.x = 600, .y = 400, .bases = 2, .files = 2});
      field.leader("BS", Side::B, kind, 9, 600, 440);
      field.permit("A1");
      CHECK(field.rule(ahead("A1", 100_mm)) == "PA-CHG-01");
      field.state.bases.at({"BS.1"}).at.pose.x = 700_mm;  // beside its way
      CHECK(field.judge(ahead("A1", 100_mm)).allowed());
      field.state.bases.at({"BS.1"}).at.pose.x = 600_mm;
      field.state.leaders.at({"BS"}).side = field.state.bases.at({"BS.1"}).side = Side::A;  // a friend
      CHECK(field.judge(ahead("A1", 100_mm)).allowed());
    }
}

TEST_CASE("who follows up onto a lone commander takes him unless he evades", "[paean][PA-CMD-31][PA-REA-17][PA-REA-24][PA-RES-40]") {
  for (const bool good : {true, false}) {
    Fight field;
    field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 4});
    field.put("B1", Side::B, Weight::LH, {.x = 560, .y = 400, .bases = 2, .files = 2, .heading = 270});
    field.contact("A1", Flank::Front, "B1", Flank::Front);
    field.leader("BS", Side::B, LeaderKind::Subordinate, 9, 660, 426);
    field.begin();
    field.fight(1, 0);
    CHECK(field.at("A1.1").y == Approx(410));
    REQUIRE(reaction_open(field) != nullptr);
    CHECK(reaction_open(field)->charge.target == UnitId{"BS"});
    field.dice(good ? std::vector<int>{5, 4} : std::vector<int>{5, 5});
    CHECK(field.state.leaders.at({"BS"}).alive == good);
    if (good) CHECK(field.at("BS.1").y == Approx(626));
    CHECK(field.at("A1.1").y == Approx(410));  // a follow-up pursues nobody
  }
}

TEST_CASE("a hero alone whom a follow-up comes upon is driven back before its front and fought in the next compulsory combat",
          "[paean][PA-AMB-36][PA-RES-40][PA-CCD-10]") {
  Fight field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 4});
  field.put("B1", Side::B, Weight::LH, {.x = 560, .y = 400, .bases = 2, .files = 2, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.leader("BH", Side::B, LeaderKind::Hero, 10, 660, 426);
  field.begin();
  field.fight(1, 0);
  CHECK(field.at("BH.1").y == Approx(435));  // his edge along its front
  REQUIRE(field.state.fights.lone.size() == 1);
  CHECK_FALSE(field.state.fights.lone.front().fought);
  CHECK(engaged(field.state, {"A1"}));
}

TEST_CASE("a charge that touches a lone leader beside its target meets him too", "[paean][PA-CMD-31][PA-AMB-36][PA-REA-24][PA-CHG-14]") {
  for (const LeaderKind kind : {LeaderKind::Subordinate, LeaderKind::Hero}) {
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 4});
    field.put("B1", Side::B, Weight::LH, {.x = 560, .y = 440, .bases = 2, .files = 2, .heading = 270});
    field.leader("BS", Side::B, kind, 9, 660, 455);
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    field.dice({6, 6});
    field.choose("home");
    if (kind == LeaderKind::Hero) {
      CHECK(field.state.fights.lone.size() == 1);
      CHECK(field.dice_asked() == 3);  // the base before him: two ranks and the charge
      miss(field);
      CHECK(field.state.leaders.at({"BS"}).alive);
    } else {
      REQUIRE(reaction_open(field) != nullptr);
      field.dice({5, 5});
      CHECK_FALSE(field.state.leaders.at({"BS"}).alive);
      CHECK(field.dice_asked() > 0);  // then the phase
    }
    CHECK(field.touch("A1", "B1"));
  }
}

TEST_CASE("no formation action puts bases onto an enemy leader who stands alone, or its new front before him",
          "[paean][PA-CHG-01][PA-CMD-31][PA-FAC-17][PA-FAC-13][PA-FAC-05][PA-FAC-02][PA-FAC-10]") {
  const auto rule = [](double x, double y, Command command, LeaderKind kind) {
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 2});
    if (std::holds_alternative<FormUp>(command)) field.put("A2", Side::A, Weight::LH, {.x = 668, .y = 400});
    field.leader("BS", Side::B, kind, 9, x, y);
    field.permit(std::holds_alternative<FormUp>(command) ? "A2" : "A1");
    return field.rule(std::move(command));
  };
  for (const LeaderKind kind : {LeaderKind::Subordinate, LeaderKind::Hero}) {
    CHECK(rule(545, 390, Traverse{{"A1"}, Flank::Left}, kind) == "PA-CHG-01");
    CHECK(rule(545, 390, Traverse{{"A1"}, Flank::Right}, kind) != "PA-CHG-01");
    CHECK(rule(530, 390, ExpandFlank{{"A1"}, Flank::Left}, kind) == "PA-CHG-01");
    CHECK(rule(565, 355, GiveGround{{"A1"}}, kind) == "PA-CHG-01");
    CHECK(rule(545, 390, ChangeFormation{{"A1"}, 3}, kind) == "PA-CHG-01");
    CHECK(rule(545, 380, ChangeFacing{{"A1"}, Flank::Left}, kind) == "PA-CHG-01");  // flush before its new front
    CHECK(rule(655, 415, FormUp{{"A2"}, {"A1"}, {}}, kind) != "PA-CHG-01");
    CHECK(rule(635, 345, FormUp{{"A2"}, {"A1"}, {}}, kind) != "PA-CHG-01");  // it goes behind the other file
    CHECK(rule(600, 345, FormUp{{"A2"}, {"A1"}, {}}, kind) == "PA-CHG-01");
  }
}

}  // namespace lone_leader_tests
