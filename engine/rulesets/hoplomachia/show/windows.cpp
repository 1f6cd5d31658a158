/// Rights to interrupt that are open now.
#include "engine/rulesets/hoplomachia/judge/judge.hpp"
#include "engine/rulesets/hoplomachia/rules.hpp"
#include "engine/rulesets/hoplomachia/topics/epilektoi.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"

namespace polemarch::hoplomachia {

std::vector<engine::Window> Rules::windows(const State& state, Viewer viewer) {
  std::vector<engine::Window> windows;
  if (state.options.epilektoi)
    for (const auto& [id, unit] : state.units)
      for (std::size_t i = 0; i < unit.lochoi.size(); ++i)
        if (unit.lochoi[i].epilektoi && engine::may_answer(viewer, viewer_of(unit.side)) &&
            may_use_epilektoi(state, {id, static_cast<int>(i)}).allowed())
          windows.push_back({"epilektoi-" + id.text + "-" + std::to_string(i), viewer_of(unit.side), "HM-OPT7-01",
                             "change the roll of " + id.text + " by its epilektoi", "the roll"});
  if (state.at.phase != Phase::Automatic) return windows;
  for (const auto& [id, unit] : state.units) {
    if (!unit.on_table() || !engine::may_answer(viewer, viewer_of(unit.side))) continue;
    for (const UnitId& routers : pursuits_to_join(state, id))
      windows.push_back({"join-" + id.text + "-" + routers.text, viewer_of(unit.side), "HM-PUR-08",
                         "join the pursuit of " + routers.text + " with " + id.text, "the next answer"});
  }
  return windows;
}

}  // namespace polemarch::hoplomachia
