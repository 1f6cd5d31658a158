#include "engine/core/repair.hpp"

#include <algorithm>
#include <map>

#include "engine/core/json_types.hpp"

namespace polemarch::engine {

std::optional<Repair> repair_from_json(const Json& j) {
  const auto at = j.find("do");
  if (at == j.end() || !at->is_string()) return std::nullopt;
  const std::string name = at->get<std::string>();
  if (name == "undo") {
    UndoCommand undo;
    get_field(j, "to", undo.to);
    if (j.contains("to_seq")) get_field(j, "to_seq", undo.to);
    get_field_or_keep(j, "agreed", undo.agreed);
    get_field_or_keep(j, "reason", undo.reason);
    return undo;
  }
  if (name == "rule") {
    RuleCommand rule;
    get_field_or_keep(j, "allow", rule.allow);
    get_field(j, "seq", rule.seq);
    get_field_or_keep(j, "reason", rule.reason);
    return rule;
  }
  if (name == "amend") {
    AmendCommand amend;
    get_field(j, "path", amend.path);
    if (!j.contains("value")) throw FieldError("", "needs \"value\"");
    amend.value = j["value"];
    get_field_or_keep(j, "reason", amend.reason);
    return amend;
  }
  if (name == "hold") return HoldCommand{};
  if (name == "release") return ReleaseCommand{};
  return std::nullopt;
}

Json repair_event_json(const RepairEvent& event) {
  return std::visit(
      Overloaded{[](const PlayersRuled& e) {
                   return Json{{"event", "players_ruled"}, {"allow", e.allow}, {"by", e.by}, {"reason", e.reason}, {"command", e.command}};
                 },
                 [](const Amended& e) {
                   return Json{{"event", "amended"}, {"path", e.path}, {"value", e.value}, {"reason", e.reason}, {"by", e.by}};
                 },
                 [](const Undone& e) {
                   return Json{{"event", "undone"}, {"to_seq", e.to_seq}, {"reason", e.reason}};
                 },
                 [](const Held& e) {
                   return Json{{"event", "held"}, {"by", e.by}};
                 },
                 [](const Released& e) {
                   return Json{{"event", "released"}, {"by", e.by}};
                 }},
      event);
}

std::optional<RepairEvent> repair_event_from_json(const Json& j) {
  if (!j.is_object() || !j.contains("event") || !j["event"].is_string()) throw FieldError("/event", "expected an event's name");
  const std::string name = j["event"].get<std::string>();
  if (name == "players_ruled") {
    PlayersRuled e;
    get_field(j, "allow", e.allow);
    get_field(j, "by", e.by);
    get_field(j, "reason", e.reason);
    get_field(j, "command", e.command);
    return e;
  }
  if (name == "amended") {
    Amended e;
    get_field(j, "path", e.path);
    e.value = j.at("value");
    get_field(j, "reason", e.reason);
    get_field(j, "by", e.by);
    return e;
  }
  if (name == "undone") {
    Undone e;
    get_field(j, "to_seq", e.to_seq);
    get_field_or_keep(j, "reason", e.reason);
    return e;
  }
  if (name == "held" || name == "released") {
    Viewer by = Viewer::Both;
    get_field(j, "by", by);
    if (name == "held") return Held{by};
    return Released{by};
  }
  return std::nullopt;
}

std::string say_repair(const Repair& repair) {
  return std::visit(
      Overloaded{[](const UndoCommand& undo) { return undo.to ? "back to seq " + std::to_string(*undo.to) : std::string("take back"); },
                 [](const RuleCommand& rule) { return std::string(rule.allow ? "rule that it is allowed" : "rule that it is refused"); },
                 [](const AmendCommand& amend) { return "amend " + amend.path; }, [](const HoldCommand&) { return std::string("hold"); },
                 [](const ReleaseCommand&) { return std::string("release the hold"); }},
      repair);
}

std::string tell_repair(const RepairEvent& event) {
  const auto because = [](const std::string& reason) { return reason.empty() ? std::string() : " (" + reason + ")"; };
  return std::visit(Overloaded{[&](const PlayersRuled& e) {
                                 return std::string(e.by == Viewer::Umpire ? "The umpire" : "The players") +
                                        (e.allow ? " ruled that it stands" : " ruled that it does not stand") + because(e.reason);
                               },
                               [&](const Amended& e) { return "Set " + e.path + " to " + canonical(e.value) + because(e.reason); },
                               [&](const Undone& e) { return "Taken back to " + std::to_string(e.to_seq) + because(e.reason); },
                               [&](const Held& e) { return std::string(name_of(e.by)) + " calls Hold"; },
                               [&](const Released& e) { return std::string(name_of(e.by)) + " releases the game"; }},
                    event);
}

std::vector<OwedPlacement> placements_between(const std::vector<Place>& before, const std::vector<Place>& after,
                                              const std::vector<OwedPlacement>& already_owed) {
  std::map<BaseId, const Place*> was;
  for (const Place& place : before) was[place.base] = &place;
  std::map<UnitId, OwedPlacement> by_unit;
  for (const Place& place : after) {
    const auto at = was.find(place.base);
    const bool stays = at != was.end() && at->second->on_table == place.on_table &&
                       (!place.on_table || (at->second->pose == place.pose && at->second->region == place.region));
    if (stays || (!place.on_table && at == was.end())) continue;
    const bool owed = std::any_of(already_owed.begin(), already_owed.end(), [&](const OwedPlacement& o) {
      return std::find(o.bases.begin(), o.bases.end(), place.base) != o.bases.end();
    });
    if (owed) continue;
    OwedPlacement& unit = by_unit[place.unit];
    unit.unit = place.unit;
    unit.bases.push_back(place.base);
    unit.removed = !place.on_table;
    if (place.on_table) {
      unit.poses.push_back(place.pose);
      unit.region = place.region;
    }
  }
  std::vector<OwedPlacement> out;
  for (auto& [unit, owed] : by_unit) {
    if (!owed.region.empty()) owed.poses.clear();  // anywhere in the box will do
    out.push_back(std::move(owed));
  }
  return out;
}

}  // namespace polemarch::engine
