#include "assistant/session/told_line.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "engine/core/recounts.hpp"
#include "engine/core/telling_json.hpp"

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
void add_deed(Json& j, const engine::Battle& after, const Stood& before, const Told& told, const Json& command) {
  if (const engine::Recounts* battle = engine::recounts(after)) {
    const engine::Happened& happened = battle->last_happened();
    if (!happened.throws.empty() && !has_event(told, engine::Thrown::kName)) j["throws"] = brief(happened.throws);
    if (!happened.losses.empty() && !has_event(told, engine::Lost::kName)) j["losses"] = brief(happened.losses);
  }
  const std::string what = command.value("do", "");
  if (what == "undo" || what == "rule") return;
  if (const Json from = moved_from(before.places, after.places()); !from.empty()) j["from"] = from;
  const auto target = command.find("target");
  if (target == command.end() || !target->is_string()) return;
  const auto there = std::find_if(before.places.begin(), before.places.end(), [&](const engine::Place& place) {
    return place.on_table && place.unit.text == target->get<std::string>();
  });
  if (there != before.places.end()) j["target_at"] = pose_json(there->pose);
}

}  // namespace

Stood stood(const engine::Battle& battle) { return {battle.places(), battle.counters(), battle.ending().has_value()}; }

std::string told_text(const engine::Battle& after, const Stood& before, const Told& told, const std::string& command_json) {
  Json j = Json::object();
  if (told.verdict.allowed() && told.audience == Viewer::Both) add_deed(j, after, before, told, Json::parse(command_json));
  if (told.verdict.allowed() || told.seq == 1) {
    if (const Json counters = counters_json(before.counters, after.counters(), told.seq == 1); !counters.empty()) j["counters"] = counters;
    if (const auto ending = after.ending(); ending && !before.over) j["ended"] = ending_json(*ending);
  }
  return j.empty() ? std::string() : engine::canonical(j);
}

}  // namespace polemarch::assistant
