/// While a side holds the game, and what one side alone may not let stand, in every ruleset.

#include "engine/core/json_types.hpp"
#include "tests/support/sample_battles.hpp"

namespace held_tests {

using namespace polemarch;
using test::sample;

TEST_CASE("while one side holds the game nothing is offered to the other as allowed, in every ruleset", "[doors]") {
  for (const auto& room : engine::rulesets()) {
    const auto battle = sample(room);
    const auto allowed = [&](Viewer viewer) {
      int count = 0;
      for (const auto& offer : battle->offers(viewer, engine::AboutAll{})) {
        count += offer.verdict.allowed() ? 1 : 0;
        if (!offer.verdict.allowed() || !offer.whole) continue;
        engine::Json said = engine::Json::parse(offer.command);
        said["by"] = name_of(viewer);
        const auto verdict = battle->judge(said.dump());
        REQUIRE(verdict);
        INFO(said.dump());
        CHECK(verdict->allowed());
      }
      return count;
    };
    CAPTURE(room.info().key);
    const int before = allowed(Viewer::A);
    CHECK(before + allowed(Viewer::B) > 0);
    REQUIRE(battle->submit(R"({"by":"B","do":"hold"})")->verdict.allowed());
    CHECK(allowed(Viewer::A) == 0);
    REQUIRE(battle->submit(R"({"by":"B","do":"release"})")->verdict.allowed());
    CHECK(allowed(Viewer::A) == before);
  }
}

TEST_CASE("what takes both sides or the umpire is not let stand by one side alone, in every ruleset", "[doors][amend]") {
  for (const auto& room : engine::rulesets()) {
    const auto battle = sample(room);
    CAPTURE(room.info().key);
    REQUIRE(battle->submit(R"({"by":"B","do":"hold"})")->verdict.allowed());
    const auto released = battle->submit(R"({"by":"A","do":"release"})");
    REQUIRE(released);
    CHECK_FALSE(released->verdict.allowed());
    const auto alone = battle->submit(R"({"by":"A","do":"rule","allow":true})");
    REQUIRE(alone);
    CHECK_FALSE(alone->verdict.allowed());
    CHECK(battle->held_by() == Viewer::B);
    const auto agreed = battle->submit(R"({"by":"both","do":"rule","allow":true})");
    REQUIRE(agreed);
    CHECK(agreed->verdict.allowed());
    CHECK_FALSE(battle->held_by());
  }
}

}  // namespace held_tests
