#include "assistant/play/told_then.hpp"

#include <nlohmann/json.hpp>

#include "assistant/play/command_words.hpp"
#include "assistant/present/present.hpp"
#include "assistant/session/hiding.hpp"
#include "engine/core/hidden.hpp"
#include "engine/core/shows.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant::play {

using Json = nlohmann::json;

namespace {

bool all_know(const Json& read) { return read.is_object() && !engine::is_sealed(read) && with_nulls(read) == read; }

}  // namespace

void ToldThen::before(const engine::Battle& battle, const LogLine& line, const CoursePlace& /*place*/) {
  CommandThen then;
  then.moment = moment_of(battle);
  then.answers = io::parsed_or_discarded(line.command).value("do", Json()) == "answer";
  then.open = all_know(io::parsed_or_discarded(line.command)) && audiences_of(battle, line.command).allowed == Viewer::Both;
  if (then.open) {
    then.words = words_of(battle, line.command);
    then.plain = battle.say(line.command);
    then.chosen = chosen_by(battle, line.command);
    then.throws_in_battle = throws_in_battle(battle, line.command);
    then.throws = battle.happened(line.events).throws;
    then.places = battle.deed(line.command) == engine::Deed::Place;
    then.acts = acts_in(line.command);
    then.leads = engine::mark_of(battle, line.command);
    if (!then.acts.empty() && then.leads.target.empty() && (then.leads.pose || !then.leads.region.empty()))
      then.route = {
          then.acts, stands_at(battle, then.acts), {}, present::with_capital(came_to_nothing(battle, namer_, then.words, then.plain))};
  }
  commands_[line.seq] = std::move(then);
}

void ToldThen::after(const engine::Battle& battle, const LogLine& line, const std::vector<std::string>& told) {
  CommandThen& then = commands_[line.seq];
  if (!then.route.unit.empty() && !line.events.empty()) under_way_ = then.route;
  then.settled = battle.waits(Viewer::Umpire).empty();
  if (under_way_ && then.answers && then.settled)
    then.in_vain = stands_at(battle, under_way_->unit) == under_way_->from, under_way_.reset();
  for (std::size_t i = 0; i < line.events.size() && i < told.size(); ++i) {
    const Json read = io::parsed_or_discarded(line.events[i]);
    const bool undo = read.is_object() && read.value("event", Json()) == "undone";  // what it took back is told by what was done
    then.told.push_back(all_know(read) && !undo ? std::optional(told[i]) : std::nullopt);
  }
}

CommandThen ToldThen::of(std::int64_t seq) const {
  const auto found = commands_.find(seq);
  return found == commands_.end() ? CommandThen() : found->second;
}

}  // namespace polemarch::assistant::play
