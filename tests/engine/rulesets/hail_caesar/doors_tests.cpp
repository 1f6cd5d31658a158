/// Setup, offers, advice, overruling, undo, and random battles to the end.
#include <algorithm>
#include <random>
#include <set>

#include "models/data/data.hpp"
#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace doors_tests {

using namespace field;
using polemarch::engine::About;
using polemarch::engine::Meaning;

namespace {

std::string sample() { return std::string(polemarch::find_embedded(polemarch::data::embedded_files(), "hail_caesar_sample.json")); }
std::string bad_setup(const json& change) {
  json setup = json::parse(sample());
  setup.merge_patch(change);
  const auto made = polemarch::hail_caesar::make_battle(setup.dump(), "battle.json");
  return made ? "" : made.error().line;
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const polemarch::engine::AdviceShape* shape(const polemarch::engine::Advice& advice, Meaning meaning, const std::string& rule) {
  for (const auto& s : advice.shapes)
    if (s.meaning == meaning && s.rule == rule) return &s;
  return nullptr;
}
bool line(const polemarch::engine::Advice& advice, const std::string& rule, const std::string& part) {
  for (const auto& l : advice.lines)
    if (l.reason.rule == rule && has(l.reason.text, part)) return true;
  return false;
}

}  // namespace

TEST_CASE("an option set by hand is held to what the set-up takes", "[hc]") {
  const auto b = polemarch::hail_caesar::make_battle(sample(), "sample");
  REQUIRE(b);
  const auto amended = [&](const std::string& option, const json& value) {
    const json command{{"by", "umpire"}, {"do", "amend"}, {"path", "/config/" + option}, {"value", value}, {"reason", "agreed"}};
    const auto verdict = (*b)->judge(command.dump());
    REQUIRE(verdict);
    return verdict->allowed() ? "" : verdict->reasons.front().text;
  };
  CHECK(amended("tie_break", "active").empty());
  CHECK(amended("tie_break", "Active") == "config: /tie_break: This word is not known here; did you mean active? Found \"Active\".");
  CHECK(has(amended("evade", "of"), "config: /evade: "));
  CHECK(has(amended("sight_share", 1e300), "config: /sight_share: "));
  CHECK(amended("sight_share", 0.25).empty());
}

TEST_CASE("the sample battle reads, and bad setups are named by their path", "[hc]") {
  auto b = polemarch::hail_caesar::make_battle(sample(), "sample");
  REQUIRE(b);
  CHECK((*b)->places().size() > 40);
  CHECK(has(bad_setup({{"options", {{"order_dicee", "2d6"}}}}), "order_dicee"));
  CHECK(has(bad_setup({{"sides", {{"A", {{"units", {{{"unit", "A1"}, {"type", "heavy_block"}, {"stamna", 3}}}}}}}}}), "stamna"));
  CHECK(has(bad_setup({{"sides", {{"A", {{"units", {{{"unit", "A1"}, {"type", "heavy_block"}, {"stamina", 30}}}}}}}}}),
            "/sides/A/units/0/stamina"));
  CHECK(has(bad_setup({{"sides", {{"A", {{"units", {{{"unit", "A1"}, {"type", "legion"}}}}}}}}}), "/sides/A/units/0/type"));
  CHECK(has(bad_setup({{"deployment", {{{"unit", "X9"}, {"x_mm", 1}, {"y_mm", 1}}}}}), "/deployment/0/unit"));
  CHECK(has(bad_setup({{"sides", {{"A", {{"units", {{{"unit", "B1"}, {"type", "heavy_block"}}}}}}}}}), "there twice"));
  CHECK(bad_setup(json::object()).empty());
}

TEST_CASE("sample statistics are marked and stand in the state", "[hc][HC-CFG-03]") {
  auto b = polemarch::hail_caesar::make_battle(sample(), "sample");
  REQUIRE(b);
  const json profile = unit_state(**b, "A1").at("profile");
  CHECK(profile.at("base_source") == "sample:heavy_block");
  CHECK(profile.at("clash") == 7);
  CHECK(profile.at("sustained") == 5);
  CHECK(profile.at("morale_save") == 4);
  CHECK(profile.at("stamina") == 5);
}

TEST_CASE("a battle without places begins with deployment", "[hc][HC-CFG-04]") {
  json a = unit("A1", 20, 10), b1 = unit("B1", 20, 60, 270);
  a.erase("at");
  auto b = battle({a}, {b1});
  CHECK(phase(*b) == "deployment");
  CHECK(refusal(*b, end_phase()) == "HC-CFG-04");
  json pose = at(20, 12);
  pose["base"] = "A1.1";
  go(*b, act("place", {{"unit", "A1"}, {"poses", {pose}}}));
  go(*b, act("begin"));
  CHECK(phase(*b) == "rally");
}

TEST_CASE("offers say what may not be done and why, and are judged alike", "[hc]") {
  auto b = in_phase("shooting", {unit("A1", 20, 20), unit("A2", 20, 25)}, {unit("B1", 20, 31, 270)});
  bool refused = false;
  for (const auto& offer : b->offers(Viewer::A, About{polemarch::UnitId{"A1"}})) {
    json j = json::parse(offer.command);
    j["by"] = "A";
    CHECK(judged(*b, j).ruling == offer.verdict.ruling);
    if (j.at("do") == "shoot" && !offer.verdict.allowed()) refused = names(offer.verdict, "HC-VIS-06");
  }
  CHECK(refused);
}

TEST_CASE("players overrule a refusal, and undo takes it back", "[hc]") {
  auto b = in_phase("orders", {unit("A1", 20, 10), general("GA", 2, 2)}, {unit("B1", 20, 60, 270)});
  const std::string before = b->state_text();
  const auto outcome = b->submit(move("A1", 20, 30).dump());
  REQUIRE(outcome);
  CHECK_FALSE(outcome->verdict.allowed());
  go(*b, act("rule", {{"allow", true}, {"reason", "house rule"}}, "both"));
  CHECK(unit_state(*b, "A1").at("stands")[0].at("at").at("y_mm") == Approx(30 * 25.4));
  go(*b, act("undo", {{"agreed", true}}, "both"));
  CHECK(unit_state(*b, "A1").at("stands")[0].at("at").at("y_mm") == Approx(10 * 25.4));
  CHECK(b->owed().size() == 1);  // the table has to follow
  CHECK(b->state_text() != before);
}

TEST_CASE("advice shows reach, rings, range and arc, targets and why others are none", "[hc]") {
  auto b =
      in_phase("orders", {unit("A1", 20, 20, 90, {{"weapons", {"light_artillery"}}}), general("GA", 20, 16, {{"army_commander", true}})},
               {unit("B1", 20, 28, 270), unit("B2", 20, 33, 270)});
  const auto advice = b->advise({{"A1"}, std::nullopt}, Viewer::A);
  CHECK(shape(advice, Meaning::LegalMove, "HC-MOV-01"));
  CHECK(shape(advice, Meaning::Proximity, "HC-PRX-01"));
  CHECK(shape(advice, Meaning::Proximity, "HC-PRX-04"));
  CHECK(shape(advice, Meaning::ChargeTarget, "HC-ORD-24"));
  CHECK(shape(advice, Meaning::RangeBand, "HC-SHO-T1"));
  CHECK(shape(advice, Meaning::RangeBand, "HC-SHO-10"));
  CHECK(shape(advice, Meaning::ArcOfFire, "HC-CFG-04"));
  CHECK(shape(advice, Meaning::ShootTarget, "HC-SHO-T2"));
  CHECK(shape(advice, Meaning::NotATarget, "HC-VIS-03"));
  const auto by_name = [](const polemarch::engine::AdviceShape& one) { return one.label == "Consul: -1 from 12 in"; };  // as on his plate
  auto named = in_phase("orders", {unit("A1", 20, 20), general("GA", 20, 16, {{"army_commander", true}, {"name", "Consul"}})},
                        {unit("B1", 20, 60, 270)});
  const auto by_general = named->advise({{"A1"}, std::nullopt}, Viewer::A);
  CHECK(std::any_of(by_general.shapes.begin(), by_general.shapes.end(), by_name));
  CHECK(shape(advice, Meaning::SightBlocked, "HC-VIS-03"));
  CHECK(shape(advice, Meaning::Measure, "HC-VIS-14"));
  CHECK(line(advice, "HC-CFG-01", "chance of 2 moves"));
  CHECK(line(advice, "HC-BRK-T2", "break test 6"));
  const auto general_advice = b->advise({{"GA"}, std::nullopt}, Viewer::A);
  CHECK(shape(general_advice, Meaning::CommandRange, "HC-ORD-07"));
  CHECK(shape(general_advice, Meaning::CommandRange, "HC-ORD-21"));
  CHECK(shape(general_advice, Meaning::CommandRange, "HC-CFG-01"));
}

TEST_CASE("the break test overlay names the reading of the scan in use", "[hc][HC-CFG-05]") {
  auto b = in_phase("shooting", {unit("A1", 20, 20)}, {unit("B1", 20, 60, 270, {{"break_category", "cavalry"}})},
                    {{"options", {{"scan_ranged3_cavalry", "any_casualties"}}}});
  CHECK(line(b->advise({{"B1"}, std::nullopt}, Viewer::A), "HC-CFG-05", "any_casualties"));
}

TEST_CASE("a battle folded from its events alone stands where it was played", "[hc]") {
  json a{unit("A1", 28, 20), general("GA", 28, 16)}, foes{unit("B1", 28, 30, 270), general("GB", 30, 33)};
  auto b = battle(a, foes), folded = battle(a, foes);
  std::mt19937 rng(9);
  for (int i = 0; i < 60 && phase(*b) != "ended"; ++i) {
    json command = end_phase(state(*b).at("active"));
    const auto waits = b->waits(Viewer::Umpire);
    if (!waits.empty() && waits.front().chance) {
      std::vector<int> dice;
      for (int k = 0; k < waits.front().chance->count; ++k) dice.push_back(1 + static_cast<int>(rng() % 6));
      command = {{"by", "umpire"}, {"do", "answer"}, {"dice", dice}};
    } else if (phase(*b) == "orders" && i % 3 == 0) {
      const bool a_turn = state(*b).at("active") == "A";
      command = act("order", {{"unit", a_turn ? "A1" : "B1"}}, a_turn ? "A" : "B");
    } else if (phase(*b) == "shooting" && i % 2 == 0) {
      const bool a_turn = state(*b).at("active") == "A";
      command = act("shoot", {{"unit", a_turn ? "A1" : "B1"}, {"target", a_turn ? "B1" : "A1"}}, a_turn ? "A" : "B");
    }
    const auto outcome = b->submit(command.dump());
    REQUIRE(outcome);
    REQUIRE(folded->fold(command.dump(), outcome->events));
    REQUIRE(folded->state_text() == b->state_text());
  }
}

TEST_CASE("a logged step about somebody the battle has not is refused, whoever it names", "[hc]") {
  json a{unit("A1", 28, 20), general("GA", 28, 16)}, foes{unit("B1", 28, 30, 270), general("GB", 30, 33)};
  int refused = 0;
  for (const auto& [at, command] :
       {std::pair{"orders", act("order", {{"unit", "A1"}})}, {"shooting", act("shoot", {{"unit", "A1"}, {"target", "B1"}})}}) {
    auto b = in_phase(at, a, foes), folded = in_phase(at, a, foes);
    const std::string before = folded->state_text();
    const auto outcome = b->submit(command.dump());
    REQUIRE(outcome);
    for (std::size_t i = 0; i < outcome->events.size(); ++i) {
      const json event = json::parse(outcome->events[i]);
      if (event.value("event", "") != "step_opened") continue;
      const json flat = event.at("step").flatten();
      for (const auto& [path, value] : flat.items()) {
        if (!value.is_string() || !std::set<std::string>{"A1", "B1", "GA"}.contains(value)) continue;
        INFO(at << " " << path << " " << value);
        auto events = outcome->events;
        json changed = event;
        changed["step"][json::json_pointer(path)] = "Z9";
        events[i] = changed.dump();
        const auto folds = folded->fold(command.dump(), events);
        REQUIRE_FALSE(folds);
        CHECK(folds.error().line.find("does not fit the battle as it stands") != std::string::npos);
        CHECK(folded->state_text() == before);
        ++refused;
      }
    }
    CHECK(folded->fold(command.dump(), outcome->events));
  }
  CHECK(refused >= 4);  // unit and general of the order, unit and target of the shot
}

TEST_CASE("units and generals are told by id and name, and by id alone where that is the name", "[hc][doors]") {
  auto b = in_phase("orders",
                    {unit("A1", 20, 20, 90, {{"name", "Tenth"}}), unit("A2", 30, 20), general("GA", 20, 16, {{"name", "Marcus"}}),
                     general("GB", 30, 16, {{"division", "Wing"}})},
                    {unit("B1", 20, 65, 270)});
  const auto told = [&](const std::string& general, const std::string& unit) {
    return b->tell(R"({"event":"general_joined","general":")" + general + R"(","unit":")" + unit +
                   R"(","at":{"x_mm":500,"y_mm":160,"heading_deg":90},"fight":false})");
  };
  CHECK(has(told("GA", "A1"), "GA Marcus"));
  CHECK(has(told("GA", "A1"), "A1 Tenth"));
  CHECK_FALSE(has(told("GB", "A2"), "GB GB"));
  CHECK_FALSE(has(told("GB", "A2"), "A2 A2"));
}

}  // namespace doors_tests
