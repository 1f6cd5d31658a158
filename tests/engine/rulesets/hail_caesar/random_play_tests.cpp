/// Whole battles between random players who press on, with an umpire who now and then overrules a refusal. POLEMARCH_LONG=1 plays 1,000.
#include <cmath>
#include <cstdlib>
#include <random>

#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace random_play_tests {

using namespace field;
using polemarch::UnitId;
using polemarch::engine::About;
using polemarch::engine::Place;

namespace {

struct Table {
  explicit Table(Battle& b, unsigned seed) : battle(b), rng(seed) {}

  Battle& battle;
  std::mt19937 rng;
  int overruled = 0;
  std::string step = "rally", active = "A";      ///< followed from the events
  std::vector<std::string> commands;             ///< every one submitted
  std::vector<std::vector<std::string>> events;  ///< what each led to

  unsigned upto(unsigned n) { return static_cast<unsigned>(rng()) % n; }

  /// Submits and checks what must hold after every command.
  bool say(const json& command) {
    const std::string text = command.dump();
    const auto verdict = battle.judge(text);
    const auto outcome = battle.submit(text);
    INFO(text);
    REQUIRE(verdict);
    REQUIRE(outcome);
    REQUIRE(outcome->verdict.ruling == verdict->ruling);
    if (!outcome->verdict.allowed()) REQUIRE(outcome->events.empty());
    commands.push_back(text);
    events.push_back(outcome->events);
    for (const std::string& event : outcome->events) {
      if (event.find("\"phase_began\"") != std::string::npos) {
        const json began = json::parse(event);
        step = began.at("phase"), active = began.at("side");
      }
      if (event.find("\"battle_ended\"") != std::string::npos) step = "ended";
    }
    if (const auto broken = battle.broken_invariant()) FAIL(*broken << " after " << text);
    return outcome->verdict.allowed();
  }

  void answer() {
    const auto waits = battle.waits(Viewer::Umpire);
    const auto& wait = waits[upto(static_cast<unsigned>(waits.size()))];
    json command{{"by", "umpire"}, {"do", "answer"}, {"wait", "w" + std::to_string(wait.id.number)}};
    if (wait.chance) {
      std::vector<int> dice;
      for (int i = 0; i < wait.chance->count; ++i) dice.push_back(1 + static_cast<int>(upto(static_cast<unsigned>(wait.chance->highest))));
      command["dice"] = dice;
    } else {
      command["choice"] = wait.options[upto(static_cast<unsigned>(wait.options.size()))].key;
    }
    REQUIRE(say(command));
  }

  /// Towards the nearest enemy, facing it, by one to three moves of six inches; sometimes somewhere else.
  json advance(json command, const std::vector<Place>& places) {
    const Place *mine = nullptr, *foe = nullptr;
    for (const Place& place : places)
      if (place.unit.text == command.at("unit") && mine == nullptr) mine = &place;
    const auto way = [&](const Place& p) { return std::hypot((p.pose.x - mine->pose.x).mm(), (p.pose.y - mine->pose.y).mm()); };
    for (const Place& place : places)
      if (place.side != mine->side && place.on_table && place.unit.text[0] != 'G' && (foe == nullptr || way(place) < way(*foe)))
        foe = &place;
    if (foe == nullptr) return command;
    double heading = std::atan2((foe->pose.y - mine->pose.y).mm(), (foe->pose.x - mine->pose.x).mm());
    if (upto(6) == 0) heading += (upto(100) - 50.0) / 50;
    const double step = std::min((1 + upto(3)) * 150.0, std::max(0.0, way(*foe) - 70.0 - upto(60)));
    command["to"] = {{"x_mm", mine->pose.x.mm() + step * std::cos(heading)},
                     {"y_mm", mine->pose.y.mm() + step * std::sin(heading)},
                     {"heading_deg", std::fmod(heading * 180 / 3.14159265358979 + 360, 360)}};
    return command;
  }

  /// One thing a unit or general of the side may do, most eager first; false when it found none.
  bool act(const std::string& id) {
    std::vector<json> open, refused;
    const auto places = battle.places();
    for (const auto& offer : battle.offers(Viewer::Umpire, About{UnitId{id}})) {
      json j = json::parse(offer.command);
      j["by"] = "umpire";
      const std::string what = j.at("do");
      if (what == "move" && !j.contains("in")) j = advance(j, places);
      if (what == "move_general") continue;
      const auto verdict = battle.judge(j.dump());
      REQUIRE(verdict);
      if (what != "move") REQUIRE(verdict->ruling == offer.verdict.ruling);
      if (verdict->allowed()) {
        const bool eager =
            what == "charge" || what == "shoot" || what == "closing_shot" || what == "traversing_shot" || what == "follow_up";
        for (int k = 0; k < (eager ? 5 : what == "join" || what == "rally" ? 1 : 3); ++k) open.push_back(j);
      } else if (verdict->may_be_overruled()) {
        refused.push_back(j);
      }
    }
    if (!refused.empty() && upto(100) < 2) {
      say(refused[upto(static_cast<unsigned>(refused.size()))]);
      if (upto(2) == 0) {
        REQUIRE(say({{"by", "both"}, {"do", "rule"}, {"allow", true}, {"reason", "agreed"}}));
        ++overruled;
      }
      return true;
    }
    if (open.empty()) return false;
    return say(open[upto(static_cast<unsigned>(open.size()))]);
  }

  void end_phase() {
    const json command = field::end_phase(active);
    if (battle.judge(command.dump())->allowed()) {
      REQUIRE(say(command));
      return;
    }
    for (const Place& place : battle.places()) {
      const json fight = field::act("fight", {{"unit", place.unit.text}}, "umpire");
      if (place.on_table && battle.judge(fight.dump())->allowed()) {
        REQUIRE(say(fight));
        return;
      }
    }
    FAIL("the step can neither be ended nor fought out: " << why(*battle.judge(command.dump())));
  }

  /// Plays to the end; the number of commands, or 0 when it did not end within `most`.
  int play(int most) {
    int tries = 0;
    std::string phase_before;
    for (int n = 0; n < most; ++n) {
      if (!battle.waits(Viewer::Umpire).empty()) {
        answer();
        continue;
      }
      if (step == "ended") return n;
      const std::string key = step + active;
      if (key != phase_before) tries = step == "rally" ? 2 : step == "hand_to_hand" ? 3 : 10, phase_before = key;
      if (--tries < 0) {
        end_phase();
        continue;
      }
      std::vector<std::string> ids;
      for (const Place& place : battle.places()) {
        const bool mine = name_of(place.side) == active, general = place.unit.text[0] == 'G';
        if (!place.on_table || (!ids.empty() && ids.back() == place.unit.text)) continue;
        if (general ? mine && step == "orders" : mine || upto(5) == 0) ids.push_back(place.unit.text);
      }
      if (!ids.empty()) act(ids[upto(static_cast<unsigned>(ids.size()))]);
    }
    return 0;
  }
};

json any_unit(std::mt19937& rng, const std::string& id, double x, double y, double heading) {
  const auto one_of = [&](std::vector<std::string> words) { return words[rng() % words.size()]; };
  json more{{"stamina", 1 + static_cast<int>(rng() % 3)},
            {"morale_save", 4 + static_cast<int>(rng() % 4)},
            {"size", one_of({"tiny", "small", "standard", "standard", "large"})},
            {"formation", one_of({"line", "line", "line", "column", "square", "wedge", "testudo", "open_order"})},
            {"break_category", one_of({"infantry", "cavalry", "skirmishers"})},
            {"move_class", one_of({"infantry", "cavalry", "light_cavalry", "elephants", "portable_artillery", "baggage"})},
            {"can_closing_shot", rng() % 2 == 0},
            {"can_traversing_shot", rng() % 2 == 0},
            {"elite", rng() % 3 == 0},
            {"shielded", rng() % 2 == 0},
            {"heavy_infantry", rng() % 2 == 0},
            {"weapons", json::array({one_of({"thrown", "sling", "bow", "light_artillery"})})},
            {"division", x < 34 ? "Left" : "Right"}};
  if (rng() % 3 == 0) more["bases"] = 2;
  return unit(id, x, y, heading, more);
}

/// A quarter of the thousand battles, by seed; five of them in the short run.
void play_battles(int first) {
  const int battles = std::getenv("POLEMARCH_LONG") != nullptr ? 250 : 5;
  int ended = 0, broken = 0, longest = 0, overruled = 0;
  for (int n = first; n < first + battles; ++n) {
    std::mt19937 rng(static_cast<unsigned>(n + 1));
    json a, foes;
    for (int k = 0; k < 4; ++k) {
      a.push_back(any_unit(rng, "A" + std::to_string(k + 1), 24 + 6 * k, 20 + static_cast<double>(rng() % 4), 90));
      foes.push_back(any_unit(rng, "B" + std::to_string(k + 1), 24 + 6 * k, 34 + static_cast<double>(rng() % 6), 270));
    }
    a.push_back(general("GA", 28, 16, {{"army_commander", true}, {"attack_dice", 1}, {"division", "Left"}}));
    a.push_back(general("GC", 40, 16, {{"division", "Right"}}));
    foes.push_back(general("GB", 28, 44, {{"army_commander", true}, {"division", "Left"}}));
    foes.push_back(general("GD", 40, 44, {{"division", "Right"}, {"attack_dice", 2}}));
    const json terrain = json::array({{{"id", "W1"}, {"kind", "wood"}, {"box", {30, 26, 34, 30}}},
                                      {{"id", "H1"}, {"kind", "hill"}, {"box", {38, 22, 46, 28}}, {"height_mm", 40}},
                                      {{"id", "V1"}, {"kind", "building"}, {"box", {20, 26, 24, 30}}, {"height_mm", 30}}});
    const json more{{"terrain", terrain}, {"options", {{"turn_limit", 25}}}};
    auto b = battle(a, foes, more);
    Table table(*b, static_cast<unsigned>(1000 + n));
    INFO("battle " << n);
    const int took = table.play(6000);
    REQUIRE((table.step == "ended") == (phase(*b) == "ended"));
    ended += took > 0 ? 1 : 0;
    longest = std::max(longest, took);
    overruled += table.overruled;
    const json end = state(*b);
    if (took > 0 && end.at("winner") != "draw") ++broken;
    // Folded from its events, and said again from the start, it stands at the same bytes.
    auto folded = battle(a, foes, more);
    for (std::size_t i = 0; i < table.commands.size(); ++i) REQUIRE(folded->fold(table.commands[i], table.events[i]));
    REQUIRE(folded->state_text() == b->state_text());
    if (n % 10 == 0) {
      auto twin = battle(a, foes, more);
      for (const std::string& command : table.commands) REQUIRE(twin->submit(command));
      REQUIRE(twin->state_text() == b->state_text());
    }
  }
  INFO(broken << " won, longest " << longest << " commands, " << overruled << " refusals overruled");
  CHECK(ended == battles);
  if (battles > 5) CHECK(broken > battles / 2);
  if (battles > 5) CHECK(overruled > 0);
}

}  // namespace

TEST_CASE("random battles run to their end, keep their invariants, and replay to the same state: the first quarter", "[hc][random]") {
  play_battles(0);
}

TEST_CASE("random battles run to their end, keep their invariants, and replay to the same state: the second quarter", "[hc][random]") {
  play_battles(250);
}

TEST_CASE("random battles run to their end, keep their invariants, and replay to the same state: the third quarter", "[hc][random]") {
  play_battles(500);
}

TEST_CASE("random battles run to their end, keep their invariants, and replay to the same state: the fourth quarter", "[hc][random]") {
  play_battles(750);
}

}  // namespace random_play_tests
