/// Sends each command to what it does.
#include "engine/rulesets/hoplomachia/play/fight.hpp"
#include "engine/rulesets/hoplomachia/play/play.hpp"

namespace polemarch::hoplomachia {

std::vector<Event> Rules::decide(const State& state, Viewer by, const Command& command) {
  Unfold u(state, by);
  std::visit(engine::Overloaded{[&](const engine::AnswerWait& c) { u.answer(c); },
                                [&](const engine::PlaceBases& c) {
                                  if (!u.place(c)) {
                                    UnitId id = c.unit;
                                    for (const auto& [key, unit] : state.units)
                                      for (const Lochos& lochos : unit.lochoi)
                                        for (const Stand& stand : lochos.stands)
                                          if (id.empty() && !c.poses.empty() && stand.base == c.poses.front().base) id = key;
                                    u.emit(Placed{0, id, c.poses});
                                  }
                                },
                                [&](const auto& c) {
                                  carry_out(u, c);
                                  u.run();
                                }},
             command);
  return u.take();
}

std::vector<Event> Rules::taken_off(const State& state, Viewer by, const UnitId& unit) {
  const auto taxis = state.units.find(unit);
  if (taxis == state.units.end()) return {};
  Unfold u(state, by);
  for (std::size_t i = 0; i < taxis->second.lochoi.size(); ++i) destroy(u, {unit, static_cast<int>(i)}, {}, "agreed at the table", "");
  u.run();
  return u.take();
}

}  // namespace polemarch::hoplomachia
