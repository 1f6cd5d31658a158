#include "assistant/session/told_line.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <variant>

#include "assistant/session/unit_way.hpp"
#include "engine/core/json_types.hpp"
#include "engine/core/recounts.hpp"
#include "engine/core/telling_json.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant {

using engine::Json;

namespace {

Json pose_json(const Pose& pose) { return Json::array({pose.x.mm(), pose.y.mm(), pose.heading.deg()}); }

/// Without what says nothing: as the same stands among events.
Json brief(Json list) {
  for (Json& one : list)
    for (auto field = one.begin(); field != one.end();)
      field = field->is_null() || (field->is_string() && field->get<std::string>().empty()) || (field->is_array() && field->empty())
                  ? one.erase(field)
                  : std::next(field);
  return list;
}

bool has_event(const Told& told, const std::string& name) {
  const std::string wanted = R"("event":")" + name + "\"";
  return std::any_of(told.events.begin(), told.events.end(),
                     [&](const std::string& event) { return event.find(wanted) != std::string::npos; });
}

/// Where bases stood that stand elsewhere now, or nowhere any more.
Json moved_from(const std::vector<engine::Place>& before, const std::vector<engine::Place>& after) {
  std::map<BaseId, const engine::Place*> now;
  for (const engine::Place& place : after) now[place.base] = &place;
  Json from = Json::object();
  for (const engine::Place& was : before) {
    if (!was.on_table) continue;
    const auto is = now.find(was.base);
    if (is == now.end() || !is->second->on_table || is->second->pose != was.pose) from[was.base.text] = pose_json(was.pose);
  }
  return from;
}

Json leg_json(const geometry::Leg& leg) {
  if (const auto* ahead = std::get_if<geometry::Advance>(&leg)) return {{"kind", "advance"}, {"mm", ahead->distance.mm()}};
  if (const auto* wheel = std::get_if<geometry::Wheel>(&leg)) return {{"kind", "wheel"}, {"deg", wheel->angle.deg()}};
  if (const auto* pivot = std::get_if<geometry::Pivot>(&leg)) return {{"kind", "pivot"}, {"deg", pivot->angle.deg()}};
  const auto& aside = std::get<geometry::Echelon>(leg);
  return {{"kind", "echelon"}, {"deg", aside.course.deg()}, {"mm", aside.distance.mm()}};
}

/// The ways of whole units on a table without boxes, leg by leg: unit -> how it went. A unit that changed its shape and went nowhere has
/// none.
Json paths_of(const std::vector<engine::Place>& before, const std::vector<engine::Place>& after, const SaidWay& said) {
  std::map<BaseId, const engine::Place*> now;
  for (const engine::Place& place : after) now[place.base] = &place;
  std::map<UnitId, std::vector<UnitStep>> steps;
  for (const engine::Place& was : before) {
    const auto is = now.find(was.base);
    if (!was.region.empty() || !was.on_table || is == now.end() || !is->second->on_table || is->second->pose == was.pose) continue;
    steps[was.unit].push_back({was.base, was.footprint, was.pose, is->second->pose});
  }
  Json paths = Json::object();
  for (const auto& [unit, mine] : steps) {
    const auto way = unit_way(unit, mine, said);
    if (!way || way->legs.empty()) continue;
    Json legs = Json::array();
    if (way->forms) legs.push_back({{"kind", "form"}});
    for (const geometry::Leg& leg : way->legs) legs.push_back(leg_json(leg));
    paths[unit.text] = std::move(legs);
  }
  return paths;
}

Json counter_json(const engine::Counter& counter) {
  Json j{{"side", name_of(counter.side)}, {"name", counter.name}, {"value", counter.value}};
  if (counter.start) j["start"] = *counter.start;
  if (counter.limit) j["limit"] = *counter.limit;
  if (counter.counts_down) j["counts_down"] = true;
  return j;
}

/// Those whose value is another, or that are new; all of them in the first line.
Json counters_json(const std::vector<engine::Counter>& before, const std::vector<engine::Counter>& after, bool first) {
  Json changed = Json::array();
  for (const engine::Counter& counter : after) {
    const bool as_before = std::any_of(before.begin(), before.end(), [&](const engine::Counter& one) {
      return one.side == counter.side && one.name == counter.name && one.value == counter.value;
    });
    if (first || !as_before) changed.push_back(counter_json(counter));
  }
  return changed;
}

Json ending_json(const engine::Ending& ending) {
  Json j{{"winner", ending.winner ? name_of(*ending.winner) : "draw"}, {"text", ending.text}};
  if (!ending.rule.empty()) j["rule"] = ending.rule;
  return j;
}

/// What the command did that everybody saw.
void add_deed(Json& j, const engine::Battle& after, const Stood& before, const Told& told, const std::string& command_json,
              const std::function<UnitId(const UnitId&)>& dealer_of) {
  if (const engine::Recounts* battle = engine::recounts(after)) {
    const engine::Happened& happened = battle->last_happened();
    if (!happened.throws.empty() && !has_event(told, engine::Thrown::kName)) j["throws"] = brief(happened.throws);
    std::vector<engine::Lost> losses = happened.losses;
    for (engine::Lost& lost : losses)
      if (lost.by.empty() && lost.how == "broken") lost.by = dealer_of(lost.unit);
    if (!losses.empty() && !has_event(told, engine::Lost::kName)) j["losses"] = brief(losses);
  }
  const Json command = io::parsed(command_json);
  const std::string what = command.value("do", "");
  if (what == "undo" || what == "rule") return;
  const std::vector<engine::Place> places = after.places();
  if (const Json from = moved_from(before.places, places); !from.empty()) j["from"] = from;
  if (const Json paths = paths_of(before.places, places, said_way(after.route(command_json), told.events)); !paths.empty())
    j["path"] = paths;
  const auto target = command.find("target");
  if (target == command.end() || !target->is_string()) return;
  const auto there = std::find_if(before.places.begin(), before.places.end(), [&](const engine::Place& place) {
    return place.on_table && place.unit.text == target->get<std::string>();
  });
  if (there != before.places.end()) j["target_at"] = pose_json(there->pose);
}

/// Where an undo's line goes back to; nothing of any other line.
std::optional<std::int64_t> undone_to(const Json& line) {
  for (const Json& event : line.value("events", Json::array()))
    if (event.is_object() && event.value("event", Json()) == "undone" && event.contains("to_seq") && event["to_seq"].is_number_integer())
      return event["to_seq"].get<std::int64_t>();
  return std::nullopt;
}

/// The commands that lead to a place in the battle, read from the last line on: what an undo led past is none of them.
class Way {
 public:
  explicit Way(std::int64_t to) : next_(to) {}
  bool takes(const Json& line) {
    const auto seq = line["seq"].get<std::int64_t>();
    if (seq > next_ || line.value("events", Json::array()).empty()) return false;
    next_ = undone_to(line).value_or(seq - 1);
    return true;
  }

 private:
  std::int64_t next_;
};

/// Gives the lines of commands, from the last one on, until `more` says that it has seen enough.
template <class More>
void read_backwards(const std::string& log_text, const More& more) {
  for (std::size_t end = log_text.size(); end > 1;) {
    const std::size_t newline = log_text.rfind('\n', end - 2), begin = newline == std::string::npos ? 0 : newline + 1;
    const Json line = io::parsed_or_discarded(log_text.substr(begin, end - begin));
    end = begin;
    if (line.is_object() && line.contains("seq") && !more(line)) return;
  }
}

/// {"seq","text"} of an earlier command.
Json spoken_line(const engine::Battle& before, const Json& line) {
  const Json said = line.value("command", Json::object());
  Json one{{"seq", line["seq"]}};
  if (const std::string text = said.contains("do") ? before.clause(said.dump()) : std::string(); !text.empty()) one["text"] = text;
  return one;
}

/// The commands an undo takes back, in order; `to`: what it names, else the last command that is no undo. An undo before it is none.
std::string undone_by(const engine::Battle& before, const std::string& log_text, std::optional<std::int64_t> to) {
  Way leads_here(before.seq()), stays(to.value_or(0));
  Json undone = Json::array();
  read_backwards(log_text, [&](const Json& line) {
    const bool was = leads_here.takes(line), is = stays.takes(line);
    if (was && is) return false;  // from here on down both are one
    if (!was || undone_to(line)) return true;
    undone.insert(undone.begin(), spoken_line(before, line));
    return to.has_value();
  });
  return undone.empty() ? std::string() : Json{{"undone", undone}}.dump();
}

/// The refused command that the players rule on; `wanted`: what they name, else the last that may be ruled on.
std::string ruled_on(const engine::Battle& before, const std::string& log_text, std::optional<std::int64_t> wanted) {
  std::string found;
  read_backwards(log_text, [&](const Json& line) {
    const Json verdict = line.value("verdict", Json::object());
    const bool open = verdict.value("verdict", "") != "allowed" && verdict.value("refusal", "") != "impossible";
    if (wanted ? line["seq"] != *wanted : !open) return true;
    found = Json{{"ruled_on", spoken_line(before, line)}}.dump();
    return false;
  });
  return found;
}

}  // namespace

Stood stood(const engine::Battle& battle) { return {battle.places(), battle.counters(), battle.ending().has_value()}; }

std::string spoken_of(const engine::Battle& before, const std::string& log_text, const std::string& command_json) {
  const Json command = io::parsed_or_discarded(command_json);
  if (!command.is_object()) return {};
  const auto number = [&](const char* name) {
    const auto at = command.find(name);
    return at != command.end() && at->is_number_integer() ? std::optional(at->get<std::int64_t>()) : std::nullopt;
  };
  if (command.value("do", Json()) != "undo") return ruled_on(before, log_text, number("seq"));
  const auto to = number("to");
  return undone_by(before, log_text, to ? to : number("to_seq"));
}

std::string told_text(const engine::Battle& after, const Stood& before, const Told& told, const std::string& command_json,
                      const std::string& spoken_of, const std::function<UnitId(const UnitId&)>& dealer_of) {
  Json j = Json::object();
  if (told.verdict.allowed() && told.audience == Viewer::Both && !spoken_of.empty()) j = io::parsed(spoken_of);
  if (told.verdict.allowed() && told.audience == Viewer::Both) add_deed(j, after, before, told, command_json, dealer_of);
  if (told.verdict.allowed() || told.seq == 1) {
    if (const Json counters = counters_json(before.counters, after.counters(), told.seq == 1); !counters.empty()) j["counters"] = counters;
    if (const auto ending = after.ending(); ending && !before.over) j["ended"] = ending_json(*ending);
  }
  return j.empty() ? std::string() : engine::canonical(j);
}

}  // namespace polemarch::assistant
