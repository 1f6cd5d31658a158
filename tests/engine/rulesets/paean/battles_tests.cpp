/// Whole battles between random players: whatever is offered keeps the state sound, bases are conserved, no two stand on each other, and
/// what was said folds to the same state. POLEMARCH_LONG=1 plays 500.
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/engine/rulesets/paean/field.hpp"
#include "tests/engine/rulesets/paean/places.hpp"
#include "tests/support/random_player.hpp"
#include "tests/support/source_dir.hpp"

namespace battles_tests {

using namespace phalanx;

namespace {

std::string shipped(const std::string& name) {
  std::ifstream in(test::source_dir() + "/models/data/" + name);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}
std::string sample_setup() { return shipped("battles/paean_sample.json"); }

/// Everything that is asked of every unit, alone and beside every other.
void ask_everything(Battle& battle, const std::vector<std::string>& units) {
  for (const std::string& one : units) {
    INFO(one);
    for (const Viewer viewer : {Viewer::A, Viewer::B, Viewer::Both}) CHECK_NOTHROW(battle.offers(viewer, UnitId{one}));
    CHECK_FALSE(battle.advise({UnitId{one}, std::nullopt}, Viewer::Both).lines.empty());
    for (const std::string& two : units) CHECK_NOTHROW(battle.advise({UnitId{one}, UnitId{two}}, Viewer::Both));
    for (const std::string action : {"move", "about_face", "shoot", "charge", "support", "form", "fight"}) {
      const json said{{"by", "both"}, {"do", action}, {"unit", one}, {"target", units.front()}, {"with", units.front()}, {"ahead_cm", 2}};
      const auto verdict = battle.judge(said.dump());
      if (verdict) CHECK_FALSE(verdict->may_be_overruled());
    }
  }
}

/// Bases of formations on the table stand in one formation each; nobody is made or lost but by `lost`.
void check_bases(const json& state, std::size_t all) {
  std::set<std::string> in_formations;
  for (const auto& [id, formation] : state.at("formations").items())
    for (const json& base : formation.value("bases", json::array())) REQUIRE(in_formations.insert(base.get<std::string>()).second);
  std::size_t known = 0;
  for (const auto& [id, base] : state.at("bases").items()) {
    ++known;
    const bool leader = base.at("card").at("arm") == "commander" || base.at("card").at("arm") == "hero";
    if (!leader) REQUIRE(base.at("on_table").get<bool>() == in_formations.contains(id));
  }
  REQUIRE(known == all);
}

}  // namespace

TEST_CASE("random battles keep their bases, no two stand on each other, and the log folds to the same state", "[paean][random]") {
  const std::string text = sample_setup();
  const unsigned battles = std::getenv("POLEMARCH_LONG") != nullptr ? 500 : 6;
  int ended = 0, commands = 0;
  std::set<std::string> kinds;
  for (unsigned seed = 1; seed <= battles; ++seed) {
    auto played = paean::make_battle(text, "sample"), folded = paean::make_battle(text, "sample");
    REQUIRE(played);
    Battle& battle = **played;
    const std::size_t all = json::parse(battle.state_text()).at("bases").size();
    test::RandomPlayer player(seed, 3);
    for (int i = 0; i < 400 && !battle.ending(); ++i) {
      std::optional<std::string> command = player.next(battle);
      if (!command) break;
      const auto outcome = battle.submit(*command);
      INFO("seed " << seed << ", seq " << battle.seq() << ": " << *command);
      REQUIRE(outcome);
      if (const auto broken = battle.broken_invariant()) FAIL(*broken);
      ++commands;
      if (outcome->verdict.allowed()) kinds.insert(json::parse(*command).at("do").get<std::string>());
      REQUIRE((*folded)->fold(*command, outcome->events));
      if (outcome->verdict.allowed()) {
        const auto deepest = polemarch::paean::test::deepest_overlap(battle.places());
        INFO(deepest.who << ": " << deepest.mm << " mm");
        REQUIRE(deepest.mm <= polemarch::paean::test::kMostOverlapMm);
      }
      if (i % 20 != 0) continue;
      check_bases(json::parse(battle.state_text()), all);
      const bool same = (*folded)->state_text() == battle.state_text();
      REQUIRE(same);
    }
    ended += battle.ending().has_value();
  }
  std::string said;
  for (const std::string& kind : kinds) said += " " + kind;
  INFO(commands << " commands, " << ended << " of " << battles << " ended; said:" << said);
  CHECK(kinds.size() >= 10);
}

TEST_CASE("while armies are put on the table every unit may be asked about, whoever stands there already", "[paean][deployment]") {
  const std::vector<std::tuple<std::string, std::string, int>> armies{
      {"paean_athens", "paean_thebes", 1}, {"paean_argos_15mm", "paean_sparta_15mm", 2}, {"paean_argos_25mm", "paean_sparta_25mm", 3}};
  for (const auto& [a, b, scale] : armies) {
    CAPTURE(a);
    const json one = json::parse(shipped("armies/" + a + ".json"));
    json two = json::parse(shipped("armies/" + b + ".json"));
    for (json& unit : two["units"])  // both rosters may call theirs A1
      for (const char* name : {"unit", "commander", "with"})
        if (unit.contains(name)) unit[name] = "B" + unit[name].get<std::string>().substr(1);
    const json text{{"v", 1},
                    {"ruleset", "paean"},
                    {"scale", scale},
                    {"table", {{"size_mm", {1800 * scale, 1200 * scale}}}},
                    {"sides", {{"A", {{"units", one["units"]}}}, {"B", {{"units", two["units"]}}}}}};
    auto made = paean::make_battle(text.dump(), a);
    if (!made) FAIL(made.error().line);
    Battle& battle = **made;
    std::vector<std::string> units;
    for (const json& roster : {one, two})
      for (const json& unit : roster["units"]) units.push_back(unit.at("unit"));
    ask_everything(battle, units);
    std::size_t placed = 0;
    for (const std::string& unit : units) {
      for (const engine::OfferText& offer : battle.offers(Viewer::Both, UnitId{unit})) {
        json command = json::parse(offer.command);
        command["by"] = "both";
        if (command.at("do") == "place" && offer.verdict.allowed() && offer.whole) {
          REQUIRE(battle.submit(command.dump())->verdict.allowed());
          break;
        }
      }
      if (++placed == 1 || placed == units.size() / 2) ask_everything(battle, units);
    }
    ask_everything(battle, units);
    CHECK(polemarch::paean::test::deepest_overlap(battle.places()).mm <= polemarch::paean::test::kMostOverlapMm);
    REQUIRE(battle.submit(R"({"by":"both","do":"begin"})")->verdict.allowed());
    CHECK(battle.submit(R"({"by":"A","do":"answer","dice":[6]})"));
  }
}

}  // namespace battles_tests
