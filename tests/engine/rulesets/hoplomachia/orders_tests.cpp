/// Signals, verbal orders, runners, stances, the paean.
#include "engine/rulesets/hoplomachia/topics/orders.hpp"

#include "tests/engine/rulesets/hoplomachia/support.hpp"

namespace orders_tests {

using namespace polemarch;
using test::hoplomachia_room::Json;
using test::hoplomachia_room::of_kind;
using test::hoplomachia_room::small_setup;
using test::hoplomachia_room::Table;
using test::hoplomachia_room::unit_at;

namespace {

Json signal(const std::string& order) { return {{"do", "signal"}, {"order", order}}; }
const Json kNoSignal{{"do", "signal"}};

/// A strategos in A1, a taxis A2 whose front middle is `x_mm` away, the enemy far off.
Json two_taxeis(double x_mm) {
  return small_setup(Json::array({unit_at("A1", "hoplite", 2, 300, 280, true), unit_at("A2", "hoplite", 2, 300 + x_mm, 280)}),
                     Json::array({unit_at("B1", "hoplite", 2, 1700, 1190, true)}));
}
/// Edge to edge so many inches between bases of 40 mm.
double apart(double in) { return 40 + in * 25.4; }

Json verbal(const std::string& order, const std::string& unit = "A2") {
  return {{"do", "verbal"}, {"strategos", "A1-strategos"}, {"unit", unit}, {"order", order}};
}
void to_commands(Table& table) {
  table.allowed("A", kNoSignal);
  table.allowed("B", kNoSignal);
  REQUIRE(table.phase() == "commands");
}
/// Ends the turn with nobody doing anything.
void next_turn(Table& table, const std::string& a = "", const std::string& b = "") {
  const int turn = table.at("/at/turn");
  table.signals(a, b);
  for (int i = 0; i < 100 && table.at("/at/turn") == turn && table.phase() != "ended"; ++i) {
    if (table.asked()) {
      if (table.wait().chance)
        table.dice(std::vector<int>(static_cast<std::size_t>(table.wait().chance->count), 3));
      else
        table.choose(table.wait().options.front().key);
      continue;
    }
    bool said = false;
    for (const Viewer side : {Viewer::A, Viewer::B}) {
      std::string fallback;
      for (const auto& offer : table.battle().offers(side, engine::AboutAll{})) {
        const Json command = Json::parse(offer.command);
        if (!offer.verdict.allowed() || said) continue;
        if (command["do"] == "stand") {
          table.allowed(side == Viewer::A ? "A" : "B", command);
          said = true;
        } else if (command["do"] == "move" && fallback.empty()) {
          fallback = offer.command;
        }
      }
      if (!said && !fallback.empty()) table.allowed(side == Viewer::A ? "A" : "B", Json::parse(fallback)), said = true;
      if (said) break;
    }
    if (!said) break;
  }
  REQUIRE(table.at("/at/turn") == turn + 1);
}
std::string order_of(const Table& table, const std::string& unit) { return table.at("/units/" + unit + "/order/type"); }

}  // namespace

TEST_CASE("a verbal order within eight inches is in force at once", "[hoplomachia][HM-EX-01][HM-VERB-03][HM-TROOP-11]") {
  Table table(two_taxeis(apart(8)));
  to_commands(table);
  table.allowed("A", verbal("march"));
  CHECK(order_of(table, "A2") == "march");
  CHECK(table.at("/units/A2/order/source") == "verbal");
  CHECK(table.at("/units/A2/order/turn") == 1);
}

TEST_CASE("a verbal order over ten inches is obeyed a turn later, over seventeen two turns later",
          "[hoplomachia][HM-EX-02][HM-EX-03][HM-VERB-04][HM-VERB-06][HM-TROOP-13][HM-AMB-122]") {
  for (const auto& [in, turns] : {std::pair{10.0, 1}, {17.0, 2}, {16.0, 1}}) {
    CAPTURE(in);
    Table table(two_taxeis(apart(in)));
    to_commands(table);
    const auto events = table.allowed("A", verbal("march"));
    REQUIRE(of_kind(events, "runner_sent").size() == 1);
    CHECK(of_kind(events, "runner_sent")[0]["runner"]["arrives"] == 1 + turns);
    for (int turn = 0; turn < turns; ++turn) {
      CHECK(table.at("/units/A2/order/source") == "none");
      next_turn(table);
    }
    table.allowed("A", kNoSignal);
    table.allowed("B", kNoSignal);
    CHECK(order_of(table, "A2") == "march");
    CHECK(table.at("/units/A2/order/turn") == 1 + turns);
  }
}

TEST_CASE("a runner keeps three inches from every enemy: the way round counts, and no way is no order",
          "[hoplomachia][HM-DX-11][HM-VERB-05][HM-VERB-07][HM-AMB-07]") {
  Json setup = two_taxeis(apart(10));
  setup["sides"]["B"]["units"].push_back(unit_at("B2", "psiloi", 1, 300 + apart(10) / 2, 310));
  {
    Table table(setup);
    to_commands(table);
    const auto sent = of_kind(table.allowed("A", verbal("march")), "runner_sent");
    REQUIRE(sent.size() == 1);
    CHECK(sent[0]["length"].get<double>() > 10 * 25.4);
    CHECK(sent[0]["runner"]["path"].size() > 2);
  }
  setup["sides"]["B"]["units"][1]["at"] = {{"x_mm", 300 + apart(10) - 20}, {"y_mm", 310}};  // beside the taxiarch
  Table table(setup);
  to_commands(table);
  CHECK(table.refused("A", verbal("march")) == "HM-VERB-07");
}

TEST_CASE("a strategos gives one order a turn, by signal or by word", "[hoplomachia][HM-ORD-02][HM-ORD-08][HM-ORD-18][HM-AMB-06]") {
  {
    Table table(two_taxeis(apart(4)));
    to_commands(table);
    table.allowed("A", verbal("march"));
    CHECK(table.refused("A", verbal("halt")) == "HM-ORD-02");
  }
  {
    Table table(two_taxeis(apart(4)));
    table.allowed("A", signal("march"));
    CHECK_FALSE(table.say("A", signal("halt")).verdict.allowed());  // one counter
    table.allowed("B", kNoSignal);
    CHECK(table.refused("A", verbal("march")) == "HM-ORD-02");
  }
  Json setup = two_taxeis(apart(4));
  setup["options"] = {{"hegemon_signal_and_verbal", true}};
  Table table(setup);
  table.allowed("A", signal("march"));
  table.allowed("B", kNoSignal);
  table.allowed("A", verbal("march"));
}

TEST_CASE("a unit under a verbal order heeds no signal until it is fulfilled",
          "[hoplomachia][HM-EX-04][HM-VERB-02][HM-SALP-02][HM-ORD-06]") {
  Table table(two_taxeis(apart(4)));
  to_commands(table);
  table.allowed("A", verbal("march"));
  next_turn(table);
  table.signals("halt", "");
  CHECK(order_of(table, "A1") == "halt");
  CHECK(order_of(table, "A2") == "march");
  CHECK(table.at("/units/A2/mode") == "march");
  table.allowed("A", {{"do", "fulfilled"}, {"unit", "A2"}});
  CHECK(table.at("/units/A2/order/exempt") == false);
}

TEST_CASE("who is told to halt heeds no signal of that turn, and the next one again", "[hoplomachia][HM-VERB-02][HM-ORD-16]") {
  Json setup = two_taxeis(apart(4));
  setup["options"] = {{"hegemon_signal_and_verbal", true}};
  Table table(setup);
  table.allowed("A", signal("march"));
  table.allowed("B", kNoSignal);
  table.allowed("A", verbal("halt"));
  table.signals("", "");
  CHECK(order_of(table, "A1") == "march");
  CHECK(order_of(table, "A2") == "halt");
  next_turn(table);
  table.signals("march", "");
  CHECK(order_of(table, "A2") == "march");  // it has halted: that order is fulfilled
}

TEST_CASE("a verbal order to an allied strategos exempts all his taxeis", "[hoplomachia][HM-EX-05][HM-ORD-07][HM-VERB-08][HM-TROOP-17]") {
  Json units = Json::array({unit_at("A1", "hoplite", 2, 300, 280, false)});
  for (int i = 2; i <= 4; ++i) {
    Json unit = unit_at("A" + std::to_string(i), "hoplite", 2, 300.0 + 45 * (i - 1), 280);
    unit["nation"] = "Argive";
    units.push_back(unit);
  }
  Json setup = small_setup(units, Json::array({unit_at("B1", "hoplite", 2, 1700, 1190, true)}));
  setup["sides"]["A"]["strategoi"] = {
      {{"strategos", "Nikias"}, {"hegemon", true}, {"character", "crafty"}, {"stance", "philos"}, {"unit", "A1"}},
      {{"strategos", "Argos"}, {"nation", "Argive"}, {"character", "promachos"}, {"stance", "symmachos"}, {"unit", "A2"}}};
  Table table(setup);
  to_commands(table);
  int to_argos = 0;  // every order but those of psiloi, and none of Argos to Nikias
  for (const auto& offer : table.battle().offers(Viewer::A, UnitId{"A2"})) {
    const Json command = Json::parse(offer.command);
    to_argos += command.value("to", "") == "Argos" && offer.verdict.allowed() ? 1 : 0;
    CHECK(command.value("to", "") != "Nikias");
  }
  CHECK(to_argos == 6);
  table.allowed("A", {{"do", "verbal"}, {"strategos", "Nikias"}, {"to", "Argos"}, {"order", "march"}});
  for (const char* unit : {"A2", "A3", "A4"}) CHECK(order_of(table, unit) == "march");
  next_turn(table);
  table.signals("halt", "");
  CHECK(order_of(table, "A1") == "halt");
  for (const char* unit : {"A2", "A3", "A4"}) CHECK(table.at(std::string("/units/") + unit + "/mode") == "march");
}

TEST_CASE("Begin Approach is no signal while lights stand before the core", "[hoplomachia][HM-OTYP-19][HM-AMB-82]") {
  Json setup = small_setup(Json::array({unit_at("A1", "hoplite", 4, 600, 280, true), unit_at("A2", "psiloi", 2, 600, 330)}),
                           Json::array({unit_at("B1", "hoplite", 2, 600, 940, true)}));
  {
    Table table(setup);
    CHECK(table.refused("A", signal("begin_approach")) == "HM-OTYP-19");
  }
  setup["sides"]["A"]["units"][1]["at"]["y_mm"] = 230;  // behind
  Table(setup).allowed("A", signal("begin_approach"));
}

TEST_CASE("of a divided phalanx only the part without lights before it begins the approach",
          "[hoplomachia][HM-EX-06][HM-ORD-13][HM-AMB-82]") {
  Json setup = small_setup(Json::array({unit_at("A1", "hoplite", 4, 300, 280, true), unit_at("A2", "hoplite", 4, 1000, 280),
                                        unit_at("A3", "psiloi", 2, 300, 330)}),
                           Json::array({unit_at("B1", "hoplite", 2, 600, 940, true)}));
  setup["sides"]["A"]["formation"] = "divided_phalanx";
  {
    Table table(setup);
    table.signals("begin_approach", "");
    CHECK(table.at("/units/A1/order/source") == "none");
    CHECK(order_of(table, "A2") == "begin_approach");
  }
  setup["sides"]["A"]["units"][2]["at"]["x_mm"] = 1500;
  Table table(setup);
  table.signals("begin_approach", "");
  CHECK(order_of(table, "A1") == "begin_approach");
  CHECK(order_of(table, "A2") == "begin_approach");
}

TEST_CASE("a revealed Charge may be answered by changing a placed signal to Charge",
          "[hoplomachia][HM-ORD-10][HM-ORD-11][HM-AMB-84][HM-ORD-09]") {
  Table table(Table::sample());
  table.allowed("A", signal("charge"));
  table.allowed("B", signal("halt"));
  table.allowed("A", {{"do", "end_commands"}});
  table.allowed("B", {{"do", "end_commands"}});
  REQUIRE(table.asked());
  CHECK(table.wait().rule == "HM-ORD-10");
  CHECK(table.wait().who == Viewer::B);
  table.choose("y");
  CHECK(table.at("/armies/b/signal") == "charge");
  CHECK(order_of(table, "B1") == "charge");
  Table silent(Table::sample());
  silent.allowed("A", signal("charge"));
  silent.allowed("B", kNoSignal);
  silent.allowed("A", {{"do", "end_commands"}});
  silent.allowed("B", {{"do", "end_commands"}});
  CHECK((!silent.asked() || silent.wait().rule != "HM-ORD-10"));
}

TEST_CASE("the counter under the salpinx is seen by its own side alone until it is revealed",
          "[hoplomachia][HM-SEQ-02][HM-SALP-01][HM-ORD-12]") {
  Table table(Table::sample());
  const auto outcome = table.say("A", signal("charge"));
  REQUIRE(outcome.verdict.allowed());
  for (const std::string& line : outcome.lines) CHECK(line.find("harge") == std::string::npos);
  CHECK(table.battle().state_text(Viewer::B).find("\"charge\"") == std::string::npos);
  CHECK(table.battle().state_text(Viewer::A).find("\"charge\"") != std::string::npos);
  table.allowed("B", kNoSignal);
  table.allowed("A", {{"do", "end_commands"}});
  table.allowed("B", {{"do", "end_commands"}});
  CHECK(table.at("/armies/a/signal") == "charge");
}

TEST_CASE("signals go to core or lights as their order says",
          "[hoplomachia][HM-OTYP-11][HM-OTYP-14][HM-OTYP-15][HM-OTYP-18][HM-OTYP-08][HM-OTYP-10]") {
  Table table(Table::sample());
  table.signals("forward_psiloi", "");
  CHECK(table.at("/units/A1/order/source") == "none");
  CHECK(order_of(table, "A4") == "forward_psiloi");
  CHECK(order_of(table, "A5") == "forward_psiloi");
  CHECK(order_of(table, "A6") == "forward_psiloi");
  next_turn(table, "", "");
  table.signals("march", "");
  CHECK(order_of(table, "A1") == "march");
  CHECK(order_of(table, "A4") == "forward_psiloi");  // until it is recalled
  next_turn(table, "", "");
  table.signals("recall_psiloi", "");
  CHECK(order_of(table, "A4") == "recall_psiloi");
  CHECK(order_of(table, "A1") == "march");
}

TEST_CASE("an engaged hegemon gives no army signal", "[hoplomachia][HM-STRAT-02][HM-ORD-03][HM-AMB-55]") {
  Json setup = Json::parse(test::hoplomachia_room::sample_setup());
  setup["state"] = {{"units", {{"A1", {{"mode", "pursue"}}}}}};
  Table table(setup);
  CHECK(table.at("/armies/a/counter/value") == "none");
  CHECK_FALSE(table.has("/armies/b/counter"));
}

TEST_CASE("stances: an automolos who fails goes home with all he commands",
          "[hoplomachia][HM-STANCE-04][HM-STANCE-05][HM-STANCE-06][HM-STANCE-08][HM-STANCE-01]") {
  Json second = unit_at("A2", "hoplite", 2, 400, 280);
  second["nation"] = "Argive";
  Json setup = small_setup(Json::array({unit_at("A1", "hoplite", 2, 300, 280, false), second}),
                           Json::array({unit_at("B1", "hoplite", 2, 1700, 1190, true)}));
  setup["sides"]["A"]["strategoi"] = {
      {{"strategos", "Nikias"}, {"hegemon", true}, {"character", "crafty"}, {"stance", "philos"}, {"unit", "A1"}},
      {{"strategos", "Argos"}, {"nation", "Argive"}, {"character", "promachos"}, {"stance", "automolos"}, {"unit", "A2"}}};
  const auto signalled = [&](const std::vector<int>& dice) {
    Table table(setup);
    table.allowed("A", signal("march"));
    table.allowed("B", kNoSignal);
    table.allowed("A", {{"do", "end_commands"}});
    if (table.phase() == "commands" && !table.asked()) table.allowed("B", {{"do", "end_commands"}});
    REQUIRE(table.asked());
    CHECK(table.wait().rule == "HM-STANCE-04");
    table.dice(dice);
    CHECK(order_of(table, "A1") == "march");
    return order_of(table, "A2");
  };
  CHECK(signalled({5, 5}) == "march");  // Firm: 10 or less
  CHECK(signalled({5, 6}) == "withdrawal");
  Table table(setup);
  to_commands(table);
  table.allowed("A", {{"do", "verbal"}, {"strategos", "Nikias"}, {"to", "Argos"}, {"order", "charge"}});
  REQUIRE(table.asked());
  CHECK(table.wait().rule == "HM-STANCE-05");
  table.dice({6, 6});
  CHECK(order_of(table, "A2") == "withdrawal");
  setup["sides"]["A"]["strategoi"][1]["stance"] = "symmachos";
  Table ally(setup);
  to_commands(ally);
  ally.allowed("A", {{"do", "verbal"}, {"strategos", "Nikias"}, {"to", "Argos"}, {"order", "charge"}});
  CHECK_FALSE(ally.asked());
}

TEST_CASE("the paean is sung by the strategos's own approach and raises arete, a halted approach costs one and is not sung again",
          "[hoplomachia][HM-INSP-01][HM-INSP-02][HM-INSP-03][HM-INSP-05][HM-OTYP-20][HM-EVT-17][HM-EVT-18][HM-AMB-67]") {
  Table table(two_taxeis(apart(0.5)));
  table.signals("begin_approach", "");
  REQUIRE(table.asked());
  CHECK(table.wait().rule == "HM-INSP-01");
  table.dice({5});
  CHECK(table.at("/armies/a/arete") == 14);
  next_turn(table, "", "");
  CHECK(table.refused("A", signal("begin_approach")) == "HM-INSP-03");
  table.signals("halt", "");
  CHECK(table.at("/armies/a/arete") == 13);
  next_turn(table, "", "");
  table.signals("begin_approach", "");
  CHECK_FALSE((table.asked() && table.wait().rule == "HM-INSP-01"));
  CHECK(order_of(table, "A1") == "begin_approach");
}

TEST_CASE("an army of Spartans takes arete from the enemy instead", "[hoplomachia][HM-INSP-06][HM-AMB-65]") {
  Json setup = two_taxeis(apart(0.5));
  setup["sides"]["A"]["units"][0]["nation"] = "Spartan";
  {
    Table table(setup);  // half of the stands
    table.signals("begin_approach", "");
    CHECK(table.wait().rule == "HM-INSP-01");
  }
  setup["sides"]["A"]["units"][1]["nation"] = "Spartan";
  Table table(setup);
  table.signals("begin_approach", "");
  CHECK(table.wait().rule == "HM-INSP-06");
  table.dice({4});
  CHECK(table.at("/armies/a/arete") == 12);
  CHECK(table.at("/armies/b/arete") == 9);
}

TEST_CASE("Begin Approach by word sings no paean", "[hoplomachia][HM-AMB-83][HM-INSP-01]") {
  Table table(two_taxeis(apart(4)));
  to_commands(table);
  table.allowed("A", verbal("begin_approach"));
  CHECK_FALSE((table.asked() && table.wait().rule == "HM-INSP-01"));
  CHECK(table.at("/units/A2/mode") == "approach");
}

TEST_CASE("lights go home with the core they belong to", "[hoplomachia][HM-ORD-14][HM-ORD-15][HM-AMB-54]") {
  Json lights = unit_at("A3", "psiloi", 2, 700, 280);
  lights["allied_to"] = "A2";
  Json setup = two_taxeis(apart(4));
  setup["sides"]["A"]["units"].push_back(lights);
  Table table(setup);
  to_commands(table);
  table.allowed("A", verbal("withdrawal"));
  CHECK(order_of(table, "A2") == "withdrawal");
  CHECK(order_of(table, "A3") == "withdrawal");
}

TEST_CASE("who falls as hegemon is followed by a strategos of his nation, else by a new one who gives no order yet",
          "[hoplomachia][HM-STRAT-15][HM-STRAT-16][HM-STRAT-17][HM-AMB-106]") {
  Json setup = two_taxeis(apart(4));
  setup["state"] = {{"strategoi", {{"A1-strategos", {{"alive", false}}}}}};
  Table table(setup);
  REQUIRE(table.asked());
  CHECK(table.wait().rule == "HM-AMB-106");
  table.choose(table.wait().options.back().key);
  const std::vector<Json> thrown = of_kind(table.dice({4}), "thrown");
  REQUIRE(thrown.size() == 1);
  CHECK(thrown[0].at("rule") == "HM-STRAT-16");
  CHECK(thrown[0].at("outcome") == "Crafty as Odysseus");
  const Json made = table.at("/strategoi/A-hegemon-1");
  CHECK(made["hegemon"] == true);
  CHECK(made["character"] == "crafty");
  CHECK(table.at("/armies/a/counter/value") == "none");  // no order in the turn in which he takes over
}

}  // namespace orders_tests
