#include "assistant/play/grounds.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/core/shows.hpp"
#include "engine/registry/registry.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant::play {

using Json = nlohmann::json;

namespace {

/// "bound 3, Athens, command orders", as far as there is something to say.
std::string moment_of(const engine::Battle& battle, const std::array<std::string, 2>& side_names) {
  const engine::Now now = battle.now();
  std::string moment;
  const auto add = [&](const std::string& words) { moment += (moment.empty() || words.empty() ? "" : ", ") + words; };
  if (now.turn > 0) add(std::string(engine::measures_of(battle.info().key).turn_word) + " " + std::to_string(now.turn));
  if (now.who == Viewer::A || now.who == Viewer::B) add(side_names[now.who == Viewer::A ? 0 : 1]);
  add(now.phase);
  return moment.empty() ? "the battle as it stands" : moment;
}

/// The rule behind a question that is answered, or behind bases that are put where they belong.
std::optional<engine::Reason> asked_by(const engine::Battle& battle, const Json& spoken) {
  const std::string what = spoken.value("do", std::string());
  if (what == "answer")
    for (const engine::Wait& wait : battle.waits(Viewer::Umpire))
      if (spoken.value("wait", std::string()) == "w" + std::to_string(wait.id.number))
        return engine::Reason{wait.rule, wait.chance ? "the rules ask for a throw" : "the rules ask", {}, {}, {}, {}};
  if (what != "place") return std::nullopt;
  for (const engine::OwedPlacement& owed : battle.owed())
    if (spoken.value("owed", std::string()) == "p" + std::to_string(owed.id) || spoken.value("unit", std::string()) == owed.unit.text)
      return engine::Reason{owed.rule, owed.removed ? "it leaves the table" : "where the rules have it", {}, {}, {}, {}};
  return std::nullopt;
}

/// What each value of the throw needs that this command gives, where they differ.
std::vector<int> needs_of(const engine::Battle& battle, const Json& spoken) {
  const engine::Shows* shown = engine::shows(battle);
  if (shown == nullptr) return {};
  for (const engine::Wait& wait : battle.waits(Viewer::Umpire))
    if (spoken.value("wait", std::string()) == "w" + std::to_string(wait.id.number))
      if (const auto odds = shown->pending(wait.id)) return odds->needs;
  return {};
}

/// What a throw needed and why, then how it fell.
void add_throw(std::vector<engine::Reason>& reasons, const engine::Thrown& thrown) {
  for (const auto* rows : {&thrown.rows, &thrown.dice})
    for (const engine::ThrowRow& row : *rows) reasons.push_back({row.rule, row.text, static_cast<double>(row.printed()), {}, {}, {}});
  reasons.push_back({thrown.rule, engine::tell(thrown), {}, {}, {}, {}});
}

/// Rules that the events of a command name, each with what happened by it.
std::vector<engine::Reason> named_in(const Told& told) {
  std::vector<engine::Reason> reasons;
  for (std::size_t i = 0; i < told.events.size() && i < told.lines.size(); ++i) {
    const Json event = io::parsed_or_discarded(told.events[i]);
    if (!event.is_object() || told.lines[i].empty() || told.lines[i] == "(sealed)" || event.value("event", std::string()) == "thrown")
      continue;
    const auto rule = event.find("rule");
    if (rule == event.end() || !rule->is_string() || rule->get<std::string>().empty()) continue;
    engine::Reason reason{rule->get<std::string>(), told.lines[i], {}, {}, {}, {}};
    const bool known = std::any_of(reasons.begin(), reasons.end(), [&](const engine::Reason& one) { return one.text == reason.text; });
    if (!known) reasons.push_back(std::move(reason));
  }
  return reasons;
}

}  // namespace

Grounds::Grounds(const engine::Battle& battle, const std::string& command, const std::array<std::string, 2>& side_names)
    : moment_(moment_of(battle, side_names)) {
  const Json spoken = io::parsed_or_discarded(command);
  if (!spoken.is_object()) return;
  asked_ = asked_by(battle, spoken);
  needs_ = needs_of(battle, spoken);
}

std::vector<engine::Reason> Grounds::of(const Told& seen, const std::vector<engine::Thrown>& throws, bool said) const {
  std::vector<engine::Reason> reasons;
  if (said) {
    if (asked_) reasons.push_back(*asked_);
    for (const engine::Thrown& thrown : throws) add_throw(reasons, thrown);
    for (engine::Reason& reason : named_in(seen)) reasons.push_back(std::move(reason));
  }
  reasons.push_back({{}, "may be done in " + moment_, {}, {}, {}, {}});
  return reasons;
}

}  // namespace polemarch::assistant::play
