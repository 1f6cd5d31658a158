#include "engine/rulesets/to_the_strongest/topics/command_names.hpp"

#include <algorithm>

namespace polemarch::to_the_strongest {

std::string general_of_command(const State& state, const UnitId& command) {
  const auto found = state.commands.find(command);
  const General* general = found == state.commands.end() ? nullptr : state.general(found->second.general);
  if (general == nullptr || general->name == general->id.text) return {};
  const auto last = [](const std::string& name) { return name.substr(name.find_last_of(' ') + 1); };
  const auto alike = std::count_if(state.generals.begin(), state.generals.end(),
                                   [&](const auto& other) { return last(other.second.name) == last(general->name); });
  return alike > 1 ? general->name : last(general->name);
}

std::string command_name(const State& state, const UnitId& command) {
  const std::string general = general_of_command(state, command);
  return general.empty() ? "command " + command.text : general + "'s command";
}

}  // namespace polemarch::to_the_strongest
