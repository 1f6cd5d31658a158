#pragma once
/// Battles that begin in the middle of a fight, and a hand that plays on.

#include <functional>

#include "tests/engine/rulesets/hoplomachia/support.hpp"

namespace polemarch::test::hoplomachia_room {

constexpr double kInch = 25.4;

/// A battle that stands at the beginning of a phase of turn 3; both armies are Firm, A has a point more and with it the precedence.
inline Json fight_setup(const Json& a, const Json& b, const std::string& phase, const std::string& precedence = "A") {
  Json setup = small_setup(a, b);
  setup["sides"]["A"]["arete"] = 13;  // so that nobody rolls off
  setup["sides"]["B"]["arete"] = 12;
  // Lights far off that march: the turn waits for them before its melees.
  setup["sides"]["A"]["units"].push_back(unit_at("A9", "psiloi", 1, 60, 60));
  setup["state"]["units"]["A9"]["order"] = {{"type", "march"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
  setup["state"]["units"]["A9"]["mode"] = "march";
  setup["state"]["at"] = {{"turn", 3}, {"phase", phase}, {"stage", 0}, {"precedence", precedence}, {"next", precedence}};
  return setup;
}
inline void charge_order(Json& setup, const std::string& unit) {
  setup["state"]["units"][unit]["order"] = {{"type", "charge"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
}
inline void approached(Json& setup, const std::string& unit) { setup["state"]["units"][unit]["approach_moves"] = 1; }

/// The state such a battle begins with.
inline hoplomachia::State in_state(const Json& setup) {
  auto state = hoplomachia::Rules::initial(setup.dump(), "test.json");
  if (!state) FAIL(state.error().line);
  return *state;
}

/// What to throw for a question: by its rule.
using Dice = std::map<std::string, std::vector<int>>;

/// One thing that has to be done: an answer, or standing still; false when nothing is left to do.
inline bool one_on(Table& table, std::vector<Json>& events, const Dice& dice, const std::map<std::string, std::string>& choices = {}) {
  const auto add = [&](const std::vector<Json>& more) { events.insert(events.end(), more.begin(), more.end()); };
  if (table.asked()) {
    const engine::Wait wait = table.wait();
    if (wait.chance) {
      std::vector<int> values(static_cast<std::size_t>(wait.chance->count), 3);
      if (wait.rule == "HM-ASEQ-05" || wait.rule == "HM-AMB-112") values.assign(values.size(), wait.who == Viewer::A ? 6 : 1);
      if (const auto at = dice.find(wait.rule); at != dice.end())
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = at->second[i % at->second.size()];
      add(table.dice(values));
    } else {
      const auto at = choices.find(wait.rule);
      add(table.choose(at != choices.end() ? at->second : wait.options.back().key));
    }
    return true;
  }
  for (const char* side : {"A", "B"})
    for (const auto& offer : table.battle().offers(side == std::string("A") ? Viewer::A : Viewer::B, engine::AboutAll{})) {
      const Json command = Json::parse(offer.command);
      const bool passes =
          command.at("do") == "stand" || command.at("do") == "end_commands" || (command.at("do") == "signal" && !command.contains("order"));
      const bool nothing = command.at("do") == "signal" && command.contains("order") && command.at("order").is_null();
      if (!offer.verdict.allowed() || (!passes && !nothing)) continue;
      add(table.allowed(side, command));
      return true;
    }
  return false;
}
/// Plays on until that phase has begun; gives all events. What needs nobody in it may be over by then.
inline std::vector<Json> until(Table& table, const std::string& phase, const Dice& dice = {},
                               const std::map<std::string, std::string>& choices = {}, int most = 200) {
  std::vector<Json> events;
  const auto begun = [&] {
    for (const Json& event : events)
      if ((event.at("event") == "phase_began" && event.at("phase") == phase) || event.at("event") == "battle_ended") return true;
    return false;
  };
  for (int i = 0; i < most && !begun(); ++i)
    if (!one_on(table, events, dice, choices)) break;
  return events;
}

/// The pose of a stand by the rules, mm and degrees.
struct At {
  double x = 0, y = 0, heading = 0;
};
inline At stand_of(Table& table, const std::string& unit, std::size_t lochos = 0, std::size_t stand = 0) {
  const Json state = table.state();
  const Json& at = state.at("units").at(unit).at("lochoi").at(lochos).at("stands").at(stand).at("at");
  const Json& pose = at.contains("pose") ? at.at("pose") : at;
  return {pose.at("x_mm").get<double>(), pose.at("y_mm").get<double>(), pose.at("heading_deg").get<double>()};
}
/// Fields of the state that stand at their default are left out of it: these give them back.
inline Json with_defaults(Json defaults, const Json& given) {
  defaults.update(given);
  return defaults;
}
inline Json lochos_of(Table& table, const std::string& unit, std::size_t lochos = 0) {
  return with_defaults({{"disarrayed", false}, {"hamippoi", false}, {"fight", Json::object()}},
                       table.state().at("units").at(unit).at("lochoi").at(lochos));
}
inline Json fight_of(Table& table, const std::string& unit, std::size_t lochos = 0) {
  const Json defaults{{"engaged", "none"},    {"contacts", Json::array()}, {"ground_given", 0},     {"pushed_back", false},
                      {"under_belos", false}, {"ekdromoi_sent", false},    {"ekdromoi_lost", false}};
  return with_defaults(defaults, lochos_of(table, unit, lochos).at("fight"));
}
inline Json taxis_fight_of(Table& table, const std::string& unit) {
  const Json defaults{{"momentum", false}, {"missed_in", 0}, {"charging", false}, {"belos_charged", false}, {"katastrophe", Json::array()}};
  return with_defaults(defaults, table.state().at("units").at(unit).value("fight", Json::object()));
}
inline Json flights_of(Table& table) { return table.state().value("fight", Json::object()).value("flights", Json::array()); }
inline Json dead_of(Table& table) { return table.state().value("fight", Json::object()).value("dead", Json::array()); }
inline int arete_of(Table& table, const char* side) { return table.state().at("armies").at(side).value("arete", 0); }
/// The last throw of that rule.
inline Json throw_of(const std::vector<Json>& events, const std::string& rule) {
  Json found;
  for (const Json& event : of_kind(events, "thrown"))
    if (event.at("rule") == rule) found = event;
  return found;
}
/// The rows of a throw sum to what it needs, and it states its chance beforehand.
inline void check_rows(const Json& thrown) {
  int sum = 0;
  for (const Json& row : thrown.at("rows")) sum += row.at("value").get<int>();
  CHECK(sum == thrown.at("need").get<int>());
  CHECK(thrown.contains("per_mille"));
}

/// Two phalanxes of two taxeis face each other over the table, in their marches.
inline Json two_armies() {
  return fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true), unit_at("A2", "hoplite", 4, 1100, 300)}),
                     Json::array({unit_at("B1", "hoplite", 4, 900, 900, true), unit_at("B2", "hoplite", 4, 1100, 900)}), "marches");
}

}  // namespace polemarch::test::hoplomachia_room
