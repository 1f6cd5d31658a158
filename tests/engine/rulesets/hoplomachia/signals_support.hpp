#pragma once
/// Signals laid down and heard in a small battle.

#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace polemarch::test::hoplomachia_room {

inline const Json kNone{{"do", "signal"}};
inline Json signals_order(const std::string& order) { return {{"do", "signal"}, {"order", order}}; }
/// Side A signals this, or nothing, side B nothing; on beyond the verbal orders.
inline void heard(Table& table, const std::string& a) {
  table.allowed("A", a.empty() ? kNone : signals_order(a));
  table.allowed("B", kNone);
  for (const char* side : {"A", "B"})
    if (table.phase() == "commands") table.allowed(side, {{"do", "end_commands"}});
}

}  // namespace polemarch::test::hoplomachia_room
