#pragma once
/// Which rows of TTS-MOD-T1 a save has, in words: "M1+2 M4+1", sorted by number; "" for none.

#include <algorithm>
#include <string>
#include <vector>

#include "engine/rulesets/to_the_strongest/topics/charge.hpp"
#include "engine/rulesets/to_the_strongest/topics/saves.hpp"
#include "tests/engine/rulesets/to_the_strongest/game.hpp"

namespace polemarch::to_the_strongest::test {

/// Both sides have more in the field, far off, so that nobody is demoralised or out of command by accident.
inline const std::string kFarOff =
    "; A8 spearmen a1 N; A9 spearmen b1 N; AG general a1 detached; B8 spearmen l8 S; B9 spearmen k8 S; BG general l8 detached";

inline std::string rows_of(const SaveNeed& save) {
  std::vector<std::pair<int, std::string>> rows;
  for (const engine::Reason& reason : save.modifiers) {
    const std::string name = reason.text.substr(0, reason.text.find(' '));
    const int value = static_cast<int>(reason.value.value_or(0));
    rows.emplace_back(std::stoi(name.substr(1)), name + (value < 0 ? "" : "+") + std::to_string(value));
  }
  std::sort(rows.begin(), rows.end());
  std::string text;
  for (const auto& [number, row] : rows) text += (text.empty() ? "" : " ") + row;
  return text;
}

/// Rows of B1, charged by A1. Units as Game reads them.
inline SaveNeed charged_save(const Game& g, bool charged = true) {
  const Unit &saver = g.unit("B1"), &striker = g.unit("A1");
  return save_need(g.board(), {.who = saver.id,
                               .by = striker.id,
                               .from = striker.box,
                               .at = saver.box,
                               .attack = attack_on(saver, striker.box, saver.box),
                               .charged = charged});
}
inline std::string charged(const std::string& charger, const std::string& target, const std::string& more = "",
                           const std::string& options = "") {
  return rows_of(charged_save(Game("A1 " + charger + "; B1 " + target + (more.empty() ? "" : "; " + more) + kFarOff, 12, 8, options)));
}
/// Rows of A1 when B1, which it charged, strikes back.
inline std::string struck_back(const std::string& charger, const std::string& target, const std::string& more = "") {
  const Game g("A1 " + charger + "; B1 " + target + (more.empty() ? "" : "; " + more) + kFarOff);
  return rows_of(save_need(g.board(), {.who = {"A1"}, .by = {"B1"}, .from = g.unit("B1").box, .at = g.unit("A1").box}));
}

/// Rows of B1, shot at by A1.
inline SaveNeed shot_save(const Game& g, Weapon weapon) {
  return save_need(
      g.board(),
      {.who = {"B1"}, .group = SaveGroup::Shooting, .by = {"A1"}, .from = g.unit("A1").box, .at = g.unit("B1").box, .weapon = weapon});
}
inline std::string shot(const std::string& target, Weapon weapon = Weapon::Bow, const std::string& more = "",
                        const std::string& shooter = "bowmen e2 N") {
  return rows_of(shot_save(Game("A1 " + shooter + "; B1 " + target + (more.empty() ? "" : "; " + more) + kFarOff), weapon));
}

}  // namespace polemarch::to_the_strongest::test
