// Before the battle: who is put where, leaders with their formations, and a whole army in line at once.
#include <algorithm>

#include "tests/engine/rulesets/paean/field.hpp"
#include "tests/engine/rulesets/paean/places.hpp"

namespace deployment_tests {

using namespace phalanx;
using polemarch::paean::test::deepest_overlap;

namespace {

json waiting(json unit) {
  unit.erase("at");
  return unit;
}
/// A1 with its commander A8 and a hero alone, A2 beside; B1 and its commander. Nobody has a place.
json undeployed() {
  json out = setup({waiting(troops("A1", "H", 4, 0, 0)), waiting(troops("A2", "LH", 8, 0, 0)), waiting(hero("A7", 0, 0)),
                    waiting(commander("A8", 0, 0, 10, true, {{"with", "A1"}}))},
                   {waiting(troops("B1", "H", 6, 0, 0)), waiting(commander("B8", 0, 0))}, {{"first", nullptr}});
  for (json& unit : out["sides"]["B"]["units"]) unit.erase("at");
  return out;
}
json place(const std::string& unit, std::vector<std::array<double, 2>> at) {
  json poses = json::array();
  for (std::size_t i = 0; i < at.size(); ++i)
    poses.push_back({{"base", unit + "." + std::to_string(i + 1)}, {"x_mm", at[i][0]}, {"y_mm", at[i][1]}, {"heading_deg", 90}});
  return {{"do", "place"}, {"unit", unit}, {"poses", poses}};
}
json a1_at(double x, double y) { return place("A1", {{x, y}, {x + 40, y}, {x, y - 25}, {x + 40, y - 25}}); }
std::vector<std::string> offered(const Field& field, const std::string& verb, Viewer viewer = Viewer::Both) {
  std::vector<std::string> found;
  for (const engine::OfferText& offer : field.battle->offers(viewer, engine::AboutNothing{}))
    if (json::parse(offer.command).at("do") == verb) found.push_back(offer.text);
  return found;
}

}  // namespace

TEST_CASE("a leader who is with a formation is put down with it, goes with it, and stands nowhere else", "[paean][PA-HER-13][PA-CMD-20]") {
  Field field(undeployed());
  CHECK(field.why_not(place("A8", {{100, 100}})).empty());  // A1 has no place yet
  const Outcome put = field.does(a1_at(600, 300));
  CHECK(event_of(put, "bases_moved").at("how") == "goes with A1");
  CHECK(field.at("/bases/A8.1/on_table") == true);
  CHECK(field.spot("A8.1").x == Approx(620));
  CHECK(field.spot("A8.1").y == Approx(250));
  CHECK(field.why_not(place("A8", {{100, 100}})) == "PA-CMD-20");
  CHECK(field.why_not(place("A8", {{565, 300}})).empty());  // at its flank
  field.does(place("A8", {{565, 300}}));
  field.does(a1_at(601, 300));  // nudged: he touches it still
  CHECK(field.spot("A8.1").x == Approx(565));
  field.does(a1_at(900, 400));
  CHECK(field.spot("A8.1").x == Approx(920));
  field.say(place("A8", {{100, 100}}));
  field.does({{"do", "rule"}, {"allow", true}, {"reason", "agreed"}}, "umpire");
  CHECK(field.spot("A8.1").x == Approx(100));
  CHECK(field.at("/leaders/A8").value("with", std::string()).empty());
}

TEST_CASE("a leader is offered the place behind his formation, whether it stands yet or not", "[paean][PA-HER-13]") {
  Field field(undeployed());
  for (const bool stands : {false, true}) {
    if (stands) field.does(a1_at(600, 300));
    const auto offers = field.battle->offers(Viewer::A, UnitId{"A8"});
    const auto whole = std::find_if(offers.begin(), offers.end(), [](const engine::OfferText& offer) { return offer.whole; });
    CHECK((whole != offers.end()) != stands);  // he has come with it
    if (whole == offers.end()) continue;
    json command = json::parse(whole->command);
    Field then(undeployed());
    for (const engine::OfferText& offer : then.battle->offers(Viewer::A, UnitId{"A1"}))
      if (offer.whole) then.does(json::parse(offer.command));
    CHECK(then.spot("A8.1").x == Approx(command.at("poses").front().at("x_mm").get<double>()));
    CHECK(then.spot("A8.1").y == Approx(command.at("poses").front().at("y_mm").get<double>()));
  }
}

TEST_CASE("a whole army is deployed in line at once, nobody on another, each side its own, and then the battle may begin",
          "[paean][PA-HER-13][PA-INI-01]") {
  Field field(undeployed());
  const json a{{"do", "deploy_army"}, {"side", "A"}}, b{{"do", "deploy_army"}, {"side", "B"}};
  CHECK(field.why_not(a, "B") == "impossible");
  CHECK(offered(field, "deploy_army").size() == 2);
  CHECK(offered(field, "deploy_army", Viewer::A) == std::vector<std::string>{"deploy all of A who have no place, in line"});
  CHECK(field.why_not({{"do", "begin"}}) == "PA-INI-01");
  const auto unready = field.battle->judge(R"({"by":"both","do":"begin"})");
  REQUIRE(unready);
  CHECK(unready->reasons.front().text == "A1 is not on the table yet");
  field.does(a1_at(900, 300));  // in the middle of the line
  field.does(a);
  field.does(b, "B");
  CHECK(field.spot("A1.1").x == Approx(900));  // who has a place keeps it
  const json bases = field.at("/bases");
  for (const auto& [id, base] : bases.items()) {
    CAPTURE(id);
    CHECK(base.at("on_table") == true);
    CHECK(base.at("at").value("heading_deg", 0.0) == (id.front() == 'A' ? 90 : 270));
  }
  CHECK(deepest_overlap(field.battle->places()).mm <= polemarch::paean::test::kMostOverlapMm);
  CHECK(field.why_not(a) == "impossible");
  CHECK(offered(field, "deploy_army").empty());
  field.does({{"do", "begin"}});
  CHECK(field.why_not(a) == "impossible");
}

}  // namespace deployment_tests
