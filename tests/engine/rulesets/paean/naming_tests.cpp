/// Whom a command may name, what a part is called, and whose run or lone fight goes on.
#include "tests/engine/rulesets/paean/field.hpp"

namespace naming_tests {

using namespace phalanx;

TEST_CASE("a formation joins another one of its own side, and neither itself nor a stranger", "[paean][PA-FAC-08]") {
  Field field(setup({troops("A1", "LH", 2, 600, 300, 90, 2), troops("A2", "LH", 4, 735, 300, 90, 4)},
                    {troops("B1", "LH", 4, 600, 420, 270, 4), troops("BH", "H", 2, 1600, 1100, 270)}));
  field.order("A1");
  for (const char* with : {"A1", "B1", "ZZ", "AC"}) {
    INFO(with);
    const auto verdict = field.battle->judge(json{{"by", "A"}, {"do", "form"}, {"unit", "A1"}, {"with", with}}.dump());
    REQUIRE(verdict);
    CHECK_FALSE(verdict->allowed());
    CHECK_FALSE(verdict->may_be_overruled());
  }
  CHECK(field.why_not({{"do", "form"}, {"unit", "A1"}, {"with", "A2"}}).empty());
}

TEST_CASE("a detachment is some of the bases: not none, not all, none twice, no stranger", "[paean][PA-FAC-06]") {
  Field field(setup({troops("A1", "LH", 3, 600, 300, 90, 3)}));
  field.order("A1");
  for (const std::vector<const char*>& bases :
       std::vector<std::vector<const char*>>{{}, {"A1.1", "A1.2", "A1.3"}, {"A1.1", "A1.1"}, {"A1.4"}, {"BH.1"}}) {
    json named = json::array();
    for (const char* base : bases) named.push_back(base);
    INFO(named.dump());
    const auto verdict = field.battle->judge(json{{"by", "A"}, {"do", "detach"}, {"unit", "A1"}, {"bases", named}}.dump());
    REQUIRE(verdict);
    CHECK_FALSE(verdict->allowed());
    CHECK_FALSE(verdict->may_be_overruled());
  }
  CHECK(field.why_not({{"do", "detach"}, {"unit", "A1"}, {"bases", {"A1.3"}}}).empty());
}

TEST_CASE("a base that left, came back and leaves again has its old name", "[paean][PA-FAC-06]") {
  Field field(setup({troops("A1", "LH", 3, 600, 300, 90, 3)}));
  field.acts("A1", {{"do", "detach"}, {"bases", {"A1.3"}}});
  REQUIRE(field.in_play("A1.3"));
  field.acts("A1.3", {{"do", "form"}, {"with", "A1"}});
  REQUIRE_FALSE(field.in_play("A1.3"));
  REQUIRE(field.bases("A1").size() == 3);
  field.acts("A1", {{"do", "detach"}, {"bases", {"A1.3"}}});
  CHECK(field.in_play("A1.3"));
  CHECK_FALSE(field.has("A1-2"));
}

TEST_CASE("stopping one light formation leaves the run of another as it is", "[paean][PA-AMB-44][PA-SKI-03]") {
  Field field(setup({troops("A1", "L", 2, 300, 400, 90, 2), troops("A2", "L", 2, 700, 400, 90, 2), troops("A4", "H", 2, 1200, 400)}));
  field.does({{"do", "skirmish"}, {"unit", "A1"}});
  field.dice({1, 1});
  field.does({{"do", "move"}, {"unit", "A1"}, {"ahead_cm", 2}});
  field.does({{"do", "stop"}, {"unit", "A2"}});
  CHECK(field.at("/turn/run/unit") == "A1");
  CHECK(field.at("/turn/run/tests") == 1);
  CHECK(field.why_not({{"do", "skirmish"}, {"unit", "A2"}}) == "PA-SKI-03");
  CHECK(field.why_not({{"do", "skirmish"}, {"unit", "A1"}}).empty());
}

TEST_CASE("a hero alone whom a formation touches fights on in the next compulsory combat", "[paean][PA-AMB-36][PA-SEQ-03]") {
  Field field(setup({troops("A1", "H", 2, 600, 400, 90, 2)}, {hero("BK", 600, 435), troops("BH", "H", 2, 1600, 1100, 270)}));
  field.acts("A1", {{"do", "charge"}, {"target", "BK"}});
  field.dice({6, 6});
  while (field.asks() && field.battle->waits(Viewer::Umpire).front().kind != engine::WaitKind::Chance) field.choose("home");
  const auto miss = [&] {
    int throws = 0;
    for (; field.asks(); ++throws)
      field.dice(std::vector<int>(static_cast<std::size_t>(field.battle->waits(Viewer::Umpire).front().chance->count), 1));
    return throws;
  };
  CHECK(miss() == 2);
  REQUIRE(field.at("/fights/lone").size() == 1);
  for (int i = 0; i < 12 && field.at("/turn/bound") == 1; ++i) field.does({{"do", "end_phase"}}, field.at("/turn/active"));
  CHECK(field.at("/turn/bound") == 2);
  CHECK(field.phase() == "compulsory_combat");
  CHECK(miss() == 2);
  CHECK(field.at("/fights/lone").size() == 1);
  CHECK(field.phase() != "compulsory_combat");
}

}  // namespace naming_tests
