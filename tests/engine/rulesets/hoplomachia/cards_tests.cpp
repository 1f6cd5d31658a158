/// Cards: what they hold, what they lack, how they are printed; bodies read from the places of their stands.
#include "engine/rulesets/hoplomachia/topics/cards.hpp"

#include <set>

#include "engine/geometry/shape.hpp"
#include "engine/rulesets/hoplomachia/topics/recognise.hpp"
#include "tests/engine/rulesets/hoplomachia/support.hpp"

namespace cards_tests {

using namespace polemarch;
using namespace polemarch::hoplomachia;
using test::hoplomachia_room::Json;
using test::hoplomachia_room::small_setup;
using test::hoplomachia_room::Table;
using test::hoplomachia_room::unit_at;

namespace {

Json card_in(Table& table, const std::string& id) { return table.at("/cards/" + id); }

std::vector<geometry::Shape> stands(const std::vector<std::array<double, 3>>& poses) {
  std::vector<geometry::Shape> out;
  for (const auto& [x, y, heading] : poses)
    out.push_back(
        geometry::placed({Outline::Rectangle, 40_mm, 20_mm}, Pose{Length::from_mm(x), Length::from_mm(y), Angle::from_deg(heading)}));
  return out;
}
constexpr Length kSlack = 4_mm;

std::string read_source(const std::string& path) {
  std::ifstream in(test::source_dir() + "/" + path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}
/// What a battle says that this card lacks.
std::vector<std::string> gaps_of(Json card) {
  card["id"] = "typed";
  Json unit = unit_at("A1", "hoplite", 1, 900, 280);
  unit.erase("type");
  unit["card"] = "typed";
  unit["ranks"] = 1;
  Json setup = small_setup(Json::array({unit, unit_at("A2", "hoplite", 2, 300, 280, true)}), unit_at("B1", "hoplite", 2, 400, 940, true));
  setup["cards"] = Json::array({card});
  Table table(setup);
  std::vector<std::string> gaps;
  for (const engine::AdviceLine& line : table.battle().advise({{"A1"}, std::nullopt}, Viewer::Umpire).lines)
    if (line.reason.text.starts_with("its card has no ")) gaps.push_back(line.reason.text);
  return gaps;
}

}  // namespace

TEST_CASE("the sample cards hold the sample values and say that they are samples", "[hoplomachia][HM-SMP-T1][HM-CARD-T1]") {
  Json units = Json::array();
  double x = 200;
  for (const char* card : {"SAMPLE-HOP", "SAMPLE-ATA", "SAMPLE-PEL", "SAMPLE-PSI", "SAMPLE-TOX", "SAMPLE-HIP"}) {
    Json unit = unit_at("A" + std::to_string(units.size() + 1), "hoplite", 2, x, 280, units.empty());
    unit.erase("type");
    unit["card"] = card;
    units.push_back(unit);
    x += 150;
  }
  Table table(small_setup(units, unit_at("B1", "hoplite", 2, 400, 940, true)));
  const Json hop = card_in(table, "SAMPLE-HOP"), ata = card_in(table, "SAMPLE-ATA"), psi = card_in(table, "SAMPLE-PSI"),
             tox = card_in(table, "SAMPLE-TOX"), hip = card_in(table, "SAMPLE-HIP"), pel = card_in(table, "SAMPLE-PEL");
  for (const Json& card : {hop, ata, psi, tox, hip, pel}) CHECK(card["sample"] == true);
  CHECK(hop["mov_cf"] == 4);
  CHECK(hop["mov_of"] == 5);
  CHECK(hop["spear"] == 5);
  CHECK(hop["shield"] == 4);
  CHECK(hop["strength"] == 2);
  CHECK(hop["arete_modifier"] == Json({2, 1, -1, -2}));
  CHECK(hop["epi_charge"] == Json({4, 5, 6, 6, 7, 8}));
  CHECK(hop["epi_drift"] == Json({0, 0, 0.5, 0.5, 1, 1}));
  CHECK(hop["andreia"] == 7);
  CHECK(ata["andreia"] == 5);
  CHECK(ata["epi_drift"] == Json({0, 0.5, 0.5, 1, 1, 1.5}));
  CHECK(pel["belos"] == 3);
  CHECK(psi["range"] == 3);
  CHECK(tox["range"] == 8);
  CHECK_FALSE(tox.contains("epi_charge"));
  CHECK(hip["mov_of"] == 8);
  CHECK_FALSE(hip.contains("range"));
  CHECK(hop["andreia_chart"]["charging"] == Json{{"pass", "C"}, {"fail", {"C", "H", "H", "X"}}});
}

TEST_CASE("the sample andreia and belos charts", "[hoplomachia][HM-SMP-T2][HM-SMP-T3]") {
  Table table(Table::sample());
  const Json hop = card_in(table, "SAMPLE-HOP"), pel = card_in(table, "SAMPLE-PEL"), hip = card_in(table, "SAMPLE-HIP");
  CHECK(hop["andreia_chart"]["melee"]["fail"] == Json({"M", "D", "W", "X"}));
  CHECK(pel["andreia_chart"]["katastrophe"]["fail"] == Json({"M", "E", "X", "X"}));
  CHECK(hip["andreia_chart"]["recovering"]["fail"] == Json({"P", "P", "P", "X"}));
  CHECK(hop["belos_reactions"][2]["fail"] == Json({"C", "K", "D", "E"}));
  CHECK(hop["belos_reactions"][3]["pass"] == Json({"M", "F", "D", "D"}));
}

TEST_CASE("the sample charts", "[hoplomachia][HM-SMP-T4][HM-SMP-01][HM-SMP-02][HM-SMP-03][HM-SMP-04][HM-SMP-05][HM-SMP-06][HM-CHART-T1]") {
  Table table(Table::sample());
  const Json charts = table.at("/charts");
  CHECK(charts["sample"] == true);
  const auto cell = [&](int winner, int loser) { return charts["melee"][static_cast<std::size_t>(winner * 4 + loser)]; };
  CHECK(cell(0, 0) == "no_effect");
  CHECK(cell(1, 1) == "no_effect");
  CHECK(cell(2, 2) == "both_disarrayed");
  CHECK(cell(3, 3) == "both_disarrayed");
  CHECK(cell(1, 0) == "pushed_back");
  CHECK(cell(2, 1) == "pushed_back");
  CHECK(cell(3, 2) == "pushed_back");
  CHECK(cell(2, 0) == "broken_into");
  CHECK(cell(3, 1) == "broken");
  CHECK(cell(3, 0) == "slaughtered");
  CHECK(charts["uphill"] == 1);
  CHECK(charts["wall"] == 2);
  CHECK(charts["gap"] == 2);
  CHECK(charts["ground_given"] == -1);
  std::map<std::string, int> numbers;
  for (const Json& kind : charts["terrain"]) numbers[kind["kind"]] = kind["disarray"];
  CHECK(numbers["open"] == 0);
  CHECK(numbers["gentle_hill"] == 1);
  CHECK(numbers["farmland"] == 2);
  CHECK(numbers["steep_hill"] == 3);
  CHECK(numbers["woods"] == 3);
  CHECK(numbers["surf"] == 4);
  CHECK(numbers["beach"] == 1);
  CHECK(charts["ekdromoi"]["psiloi"] ==
        Json({"tormentor_killed", "tormentor_killed", "no_effect", "no_effect", "no_effect", "ekdromoi_killed"}));
  CHECK(charts["ekdromoi"]["hippeis"][1] == "no_effect");
  CHECK(charts["paean"] == Json({0, 0, 1, 1, 2, 2}));
  CHECK(charts["grim_resolve"] == Json({-1, -1, -1, -2, -2, -2}));
  CHECK(charts["rhetoria"]["demagogue"] == Json({-2, -2, 0, 0, 3, 3}));
  CHECK(charts["hieres"]["even"] == Json{{"target", 5}, {"success", {2, 1, 0}}, {"failure", -1}});
  CHECK(charts["strategos_killed"] == 12);
  CHECK(charts["promachos_killed"] == 11);
}

TEST_CASE("a field that a card lacks altogether is listed, whichever it is", "[hoplomachia][HM-NIS-01][HM-CARD-T1]") {
  // Names, switches and what has a value where nothing is said (belos shield, depth, epochs) apart.
  const std::set<std::string> may_be_missing{
      "id",    "name",     "nation",           "sample",       "class",     "epochs",       "long_spears", "rhomboid",
      "wedge", "ekdromoi", "hamippoi_allowed", "core_allowed", "mercenary", "belos_shield", "max_depth"};
  const Json shipped = Json::parse(read_source("engine/rulesets/hoplomachia/data/hoplomachia_cards.json"));
  for (const auto& [id, card] : shipped.at("cards").items()) {
    INFO((card.contains("id") ? card.at("id").get<std::string>() : id));
    CHECK(gaps_of(card).empty());
    if (card.at("class") == "baggage") continue;  // it neither fights nor is shot at
    for (const auto& [field, value] : card.items()) {
      if (may_be_missing.contains(field)) continue;
      // Other troops than hoplites do not drift, only those in files are disarrayed; with no files left, or none besides, they are
      // called what their card still has.
      const bool idle = (field == "epi_drift" && card.at("class") != "hoplite") || (field == "epi_disarray" && !card.contains("mov_of")) ||
                        (field == "mov_nf" && card.contains("mov_of")) || (field == "mov_cf" && card.contains("mov_nf"));
      Json without = card;
      without.erase(field);
      INFO(field);
      CHECK(gaps_of(without).empty() == idle);
    }
  }
}

TEST_CASE("a belos chart may be typed as two tables, one a side", "[hoplomachia][HM-CARD-T1][HM-BCK-06]") {
  Json unit = unit_at("A1", "hoplite", 2, 900, 280, true);
  unit["belos_pass"] = Json::array({{"M", "M", "F", "D"}, {"F", "F", "D", "D"}});
  unit["belos_fail"] = Json::array({{"M", "F", "K", "E"}, {"C", "D", "E", "X"}});
  const auto setup = [&] { return small_setup(Json::array({unit}), unit_at("B1", "hoplite", 2, 400, 940, true)); };
  Table table(setup());
  const Json rows = table.at("/cards/" + table.at("/units/A1/card").get<std::string>() + "/belos_reactions");
  CHECK(rows == Json::array({{{"pass", {"M", "M", "F", "D"}}, {"fail", {"M", "F", "K", "E"}}},
                             {{"pass", {"F", "F", "D", "D"}}, {"fail", {"C", "D", "E", "X"}}}}));
  unit["belos_fail"].erase(1);
  const auto wrong = hoplomachia::make_battle(setup().dump(), "b.json");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().line.find("/belos_fail: expected as many intensities as \"belos_pass\" has") != std::string::npos);
}

TEST_CASE("a card says what it lacks and what contradicts itself", "[hoplomachia][HM-NIS-01][HM-TROOP-04][HM-TROOP-22]") {
  UnitCard bare{.id = "bare", .troop = TroopClass::Hoplite, .mov_cf = 4_in, .mov_of = 5_in};
  const auto gaps = card_gaps(bare);
  const auto lacks = [&](const std::string& what) {
    return std::any_of(gaps.begin(), gaps.end(), [&](const std::string& gap) { return gap.starts_with(what); });
  };
  CHECK(lacks("spear factor"));
  CHECK(lacks("andreia number"));
  CHECK(lacks("CHARGE row"));
  CHECK(lacks("disarray qualifier"));
  CHECK_FALSE(lacks("movement"));
  CHECK(card_contradictions(bare).empty());
  const std::size_t all = gaps.size();
  CHECK(card_gaps({.id = "bare", .troop = TroopClass::Hoplite, .mov_of = 5_in}).size() == all + 1);  // no close files
  CHECK(card_gaps({.id = "bare", .troop = TroopClass::Hoplite, .mov_cf = 5_in}).size() == all + 1);  // no open files
  UnitCard odd{.troop = TroopClass::Hoplite, .mov_nf = 6_in, .range = 8_in};
  CHECK(card_contradictions(odd).size() == 2);
  UnitCard psiloi{.troop = TroopClass::Psiloi, .mov_cf = 4_in, .mov_of = 5_in};
  CHECK(card_contradictions(psiloi).size() == 1);
}

TEST_CASE("a typed card is printed back as a card", "[hoplomachia][HM-CARD-T1]") {
  UnitCard card{.id = "X", .name = "Epilektoi", .troop = TroopClass::Hoplite, .mov_cf = 4_in, .mov_of = 5_in};
  card.spear = 5;
  card.shield = 4;
  card.arete_modifier = ByCondition{2, 1, -1, -2};
  card.epi_charge = {4_in, 5_in, 6_in, 6_in, 7_in, 8_in};
  card.epi_drift = {0_in, 0_in, 0.5_in, 0.5_in, 1_in, 1_in};
  const auto lines = printed(card);
  const auto shows = [&](const std::string& text) {
    return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) { return line.find(text) != std::string::npos; });
  };
  CHECK(shows("X: Epilektoi"));
  CHECK(shows("CF 4  OF 5  NF -"));
  CHECK(shows("spear 5  shield 4"));
  CHECK(shows("arete +2/+1/-1/-2"));
  CHECK(shows("epidromos 3: charge 6  drift 0.5"));
}

TEST_CASE("a selected unit shows its card as it was typed, what it lacks and what contradicts itself, beside the table too",
          "[hoplomachia][HM-CARD-T1][HM-NIS-01]") {
  Json typed = unit_at("A1", "hoplite", 2, 400, 280, true), beside = unit_at("A2", "hoplite", 2, 400, 480, true);
  typed["spear"] = 7;
  typed["range"] = 8;
  beside.erase("at");
  beside["name"] = "Reserve";
  Json setup = small_setup(typed, unit_at("B1", "hoplite", 2, 400, 940, true));
  setup["sides"]["A"]["units"].push_back(beside);
  Table table(setup);
  const auto says = [&](const char* unit, const std::string& text) {
    for (const auto& line : table.battle().advise({{unit}, {}}, Viewer::A).lines)
      if (line.reason.text.find(text) != std::string::npos) return true;
    return false;
  };
  CHECK(says("A1", "spear 7"));
  CHECK(says("A1", "contradicts itself: a range without a belos number"));
  CHECK_FALSE(says("A2", "contradicts itself"));
  CHECK(says("A2", "is not on the table"));
  CHECK(says("A2", "CF 4"));
}

TEST_CASE("a bad card is refused with its field", "[hoplomachia][HM-CARD-T1]") {
  for (const auto& [field, value] : {std::pair<const char*, Json>{"spear", 16},
                                     {"phobos", 7},
                                     {"andreia", 1},
                                     {"epi_charge", {1, 2}},
                                     {"mov_cf", 21},
                                     {"strategos", "yes"}}) {
    Json unit = unit_at("A1", "hoplite", 2, 400, 280, true);
    unit[field] = value;
    const auto made = make_battle(small_setup(unit, unit_at("B1", "hoplite", 2, 400, 940, true)).dump(), "b.json");
    INFO(field);
    REQUIRE_FALSE(made);
    CHECK(made.error().line.find(field) != std::string::npos);
  }
}

TEST_CASE("close and open files, no files and disarray are read from where stands stand",
          "[hoplomachia][HM-ARR-10][HM-ARR-11][HM-ARR-12][HM-ARR-13][HM-ARR-14]") {
  CHECK(read_stands(stands({{0, 0, 90}, {40, 0, 90}, {0, -20, 90}, {40, -20, 90}}), kSlack).arrangement == Arrangement::CF);
  CHECK(read_stands(stands({{0, 0, 90}, {41, 1, 90}, {1, -21, 91}, {40, -19, 89}}), kSlack).arrangement ==
        Arrangement::CF);  // a hand's error
  CHECK(read_stands(stands({{0, 0, 90}, {50, 0, 90}, {0, -40, 90}, {50, -40, 90}}), kSlack).arrangement == Arrangement::OF);
  CHECK(read_stands(stands({{0, 0, 90}, {55, 0, 90}, {0, -30, 90}}), kSlack).arrangement == Arrangement::NF);
  const Reading askew = read_stands(stands({{0, 0, 90}, {40, 0, 60}, {0, -20, 120}}), kSlack);
  CHECK(askew.disarrayed);
  CHECK_FALSE(read_stands(stands({{0, 0, 90}, {200, 0, 90}}), kSlack).arrangement);
}

TEST_CASE("lochoi are read from the right, with the gaps a base wide on their unshielded side", "[hoplomachia][HM-GAP-02][HM-TROOP-12]") {
  const ReadBody body = read_body(stands({{0, 0, 90}, {40, 0, 90}, {0, -20, 90}, {40, -20, 90}, {130, 0, 90}}), kSlack);
  REQUIRE(body.lochoi.size() == 3);
  CHECK(body.lochoi[0] == std::vector<std::size_t>{4});
  CHECK(body.lochoi[1] == std::vector<std::size_t>{1, 3});
  CHECK(body.lochoi[2] == std::vector<std::size_t>{0, 2});
  CHECK(body.gaps == std::vector<std::size_t>{0, 1});
}

TEST_CASE("advice says where the stands look otherwise, and a player puts it right", "[hoplomachia][HM-ARR-14]") {
  Table table(small_setup(unit_at("A1", "hoplite", 4, 400, 280, true), unit_at("B1", "hoplite", 4, 400, 940, true)));
  const auto says = [&] {
    for (const auto& line : table.battle().advise({{"A1"}, {}}, Viewer::A).lines)
      if (line.reason.rule == "HM-ARR-14") return true;
    return false;
  };
  CHECK_FALSE(says());
  table.allowed("A", {{"do", "arrange"}, {"unit", "A1"}, {"to", "OF"}, {"read", true}});
  CHECK(table.at("/units/A1/arrangement") == "OF");
  CHECK(says());
  const auto offered = table.battle().offers(Viewer::A, UnitId{"A1"});
  const auto put_right = std::find_if(offered.begin(), offered.end(), [](const engine::OfferText& offer) {
    const Json command = Json::parse(offer.command);
    return command.value("do", "") == "arrange" && command.value("to", "") == "CF" && command.value("read", false);
  });
  REQUIRE(put_right != offered.end());
  CHECK(put_right->verdict.allowed());
}

}  // namespace cards_tests
