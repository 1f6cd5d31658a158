#pragma once
/// Set-ups in pairs that differ only in what side A hides.

#include <array>
#include <set>
#include <string>
#include <vector>

#include "engine/core/json_types.hpp"
#include "tests/assistant/session/log_support.hpp"

namespace polemarch::test {

/// Two set-ups of a battle that differ in what A hides, and A's first commands in each.
struct Pair {
  std::string name;
  std::array<engine::Json, 2> setup;
  std::array<std::vector<std::string>, 2> opening;
  std::set<std::string> reveals;  ///< events by which the rules show something hidden
  std::set<std::string> unsaid;   ///< commands that would show it
};

inline engine::Json sample_setup(const std::string& ruleset) {
  return engine::Json::parse(bytes_of(source_dir() + "/models/data/battles/" + ruleset + "_sample.json"));
}

inline Pair hands_and_ranks() {
  Pair pair{"hands and ranks",
            {sample_setup("blade_and_bow"), sample_setup("blade_and_bow")},
            {},
            {"card_spent", "ranks_shown", "wait_answered"}};
  const std::array<std::array<int, 5>, 2> ranks{{{0, 1, 2, 1, 3}, {2, 1, 0, 0, 2}}};
  const std::array<engine::Json, 2> hands{engine::Json{11, 12, 13}, engine::Json{31, 32, 33}};
  for (std::size_t i = 0; i < 2; ++i) {
    pair.setup[i]["sides"]["A"]["hand"] = hands[i];
    pair.setup[i]["sides"]["B"]["hand"] = engine::Json{21, 22};
    for (std::size_t unit = 0; unit < 5; ++unit) pair.setup[i]["sides"]["A"]["units"][unit]["ranks"] = ranks[i][unit];
  }
  return pair;
}

inline Pair notes() {
  Pair pair{"ambush or lost", {}, {}, {"unit_moved", "command_opened"}};
  engine::Json setup = sample_setup("to_the_strongest");
  setup["phase"] = "deployment";
  for (engine::Json& unit : setup["sides"]["A"]["units"])
    if (unit["unit"] == "A8") unit.erase("box"), setup["hidden"] = unit["unit"];
  const std::string hidden = setup["hidden"];
  setup.erase("hidden");
  pair.setup = {setup, setup};
  pair.setup[0]["sides"]["A"]["stratagem"] = "KH";
  pair.setup[1]["sides"]["A"]["stratagem"] = "KS";
  pair.setup[0]["sides"]["B"]["stratagem"] = pair.setup[1]["sides"]["B"]["stratagem"] = "JD";
  pair.opening[0] = {engine::Json{{"by", "A"}, {"do", "note"}, {"card", "KH"}, {"unit", hidden}, {"box", "c4"}}.dump()};
  pair.opening[1] = {engine::Json{{"by", "A"}, {"do", "note"}, {"card", "KS"}, {"unit", hidden}}.dump()};
  for (auto& opening : pair.opening) opening.emplace_back(R"({"by":"umpire","do":"deployment_done"})");
  return pair;
}

inline Pair held_cards() {
  Pair pair{"stratagems", {sample_setup("to_the_strongest"), sample_setup("to_the_strongest")}, {}, {"stratagem_used"}};
  const std::array<const char*, 2> cards{"QH", "JS"};
  for (std::size_t i = 0; i < 2; ++i) {
    pair.setup[i]["sides"]["A"]["stratagem"] = cards[i];
    pair.setup[i]["sides"]["B"]["stratagem"] = "QD";
  }
  return pair;
}

/// The Defender of an Ambush hides a unit here or there.
inline Pair ambush(const std::string& unit_id) {
  Pair pair{"ambush of " + unit_id, {}, {}, {"unit_revealed"}, {"reveal"}};
  engine::Json setup = sample_setup("hoplomachia");
  setup["battle"]["start"] = "ambush";
  setup["battle"]["type"] = "B";
  setup["battle"]["invader"] = "B";
  engine::Json lies;
  for (engine::Json& unit : setup["sides"]["A"]["units"])
    if (unit["unit"] == unit_id) lies = unit["poses"], unit.erase("poses");
  pair.setup = {setup, setup};
  for (std::size_t i = 0; i < 2; ++i) {
    for (engine::Json& pose : lies) pose["y_mm"] = pose["y_mm"].get<double>() - 60.0 * static_cast<double>(i);
    pair.opening[i] = {engine::Json{{"by", "A"}, {"do", "hide"}, {"unit", unit_id}, {"poses", lies}}.dump()};
  }
  return pair;
}

/// Side A lays another counter under its salpinx (HM-SEQ-02); an empty order lays a blank one.
inline Pair signals(const std::array<const char*, 2>& orders) {
  Pair pair{"signals", {sample_setup("hoplomachia"), sample_setup("hoplomachia")}, {}, {"salpinx_revealed"}};
  for (std::size_t i = 0; i < 2; ++i) {
    engine::Json signal{{"by", "A"}, {"do", "signal"}};
    if (*orders[i] != '\0') signal["order"] = orders[i];
    pair.opening[i] = {signal.dump(), R"({"by":"B","do":"signal","order":"halt"})"};
  }
  return pair;
}

}  // namespace polemarch::test
