#include "engine/core/repair.hpp"

#include <algorithm>
#include <map>

#include "engine/core/hidden.hpp"
#include "engine/core/json_types.hpp"
#include "models/nearest_word.hpp"

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
  if (name == "take_off") {
    TakeOffCommand off;
    get_field(j, "unit", off.unit);
    get_field_or_keep(j, "reason", off.reason);
    return off;
  }
  if (name == "agree") {
    AgreeCommand agree;
    get_field_or_keep(j, "text", agree.text);
    return agree;
  }
  if (name == "hold") return HoldCommand{};
  if (name == "release") return ReleaseCommand{};
  return std::nullopt;
}

std::string take_off_command(Viewer by, const UnitId& unit) {
  return Json{{"by", by}, {"do", "take_off"}, {"unit", unit}, {"reason", "agreed at the table"}}.dump();
}

std::string agree_command(Viewer by) { return Json{{"by", by}, {"do", "agree"}, {"text", ""}}.dump(); }

Json repair_event_json(const RepairEvent& event) {
  return std::visit(Overloaded{[](const CommandRuled& e) {
                                 return Json{{"event", "command_ruled"}, {"allow", e.allow},         {"by", e.by},
                                             {"reason", e.reason},       {"overrules", e.overrules}, {"command", e.command}};
                               },
                               [](const Amended& e) {
                                 Json j{{"event", "amended"}, {"path", e.path}, {"value", e.value}, {"reason", e.reason}, {"by", e.by}};
                                 if (!e.before.is_discarded()) j["before"] = e.before;
                                 return j;
                               },
                               [](const TakenOff& e) {
                                 return Json{{"event", "taken_off"}, {"unit", e.unit}, {"reason", e.reason}, {"by", e.by}};
                               },
                               [](const Undone& e) {
                                 Json j{{"event", "undone"}, {"to_seq", e.to_seq}, {"reason", e.reason}};
                                 if (e.seqs) j["seqs"] = *e.seqs;
                                 return j;
                               },
                               [](const Agreed& e) {
                                 return Json{{"event", "agreed"}, {"text", e.text}};
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
  if (name == "command_ruled" || name == "players_ruled") {
    CommandRuled e;
    get_field(j, "allow", e.allow);
    get_field(j, "by", e.by);
    get_field(j, "reason", e.reason);
    get_field_or_keep(j, "overrules", e.overrules);
    e.command = j.at("command");
    if (e.command.is_string()) e.command = parsed_message(e.command.get<std::string>());
    return e;
  }
  if (name == "amended") {
    Amended e;
    get_field(j, "path", e.path);
    if (!e.path.empty()) static_cast<void>(pointer_of(e.path));  // the whole state has none
    e.value = j.at("value");
    if (j.contains("before")) e.before = j["before"];
    get_field(j, "reason", e.reason);
    get_field(j, "by", e.by);
    return e;
  }
  if (name == "taken_off") {
    TakenOff e;
    get_field(j, "unit", e.unit);
    get_field(j, "reason", e.reason);
    get_field(j, "by", e.by);
    return e;
  }
  if (name == "undone") {
    Undone e;
    get_field(j, "to_seq", e.to_seq);
    get_field_or_keep(j, "reason", e.reason);
    if (j.contains("seqs")) read_at(j["seqs"], "seqs", e.seqs.emplace());
    return e;
  }
  if (name == "agreed") {
    Agreed e;
    get_field_or_keep(j, "text", e.text);
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

namespace {

/// "/units/A1/disorder" in words: "disorder of A1"; what a map of them is called is left out.
std::string words_of_path(const std::string& path) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at + 1), path.size());
    parts.push_back(path.substr(at + 1, end - at - 1));
    at = end;
  }
  if (parts.size() > 2) parts.erase(parts.begin());
  std::string text;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) text += (text.empty() ? "" : " of ") + *part;
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

/// A value as a player reads it: words without quotes, yes and no.
std::string words_of_value(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  return value.is_null() ? "nothing" : canonical(value);
}

/// What is taken back: "the last command", "the last 3 commands".
std::string words_of_undone(const Undone& e) {
  if (!e.seqs || e.seqs->empty()) return "Taken back to where the battle stood after command " + std::to_string(e.to_seq);
  return e.seqs->size() == 1 ? "The last command is taken back" : "The last " + std::to_string(e.seqs->size()) + " commands are taken back";
}

std::string words_of_holder(Viewer by, const char* one, const char* many) {
  if (by == Viewer::Both) return "Both sides " + std::string(many);
  return (by == Viewer::Umpire ? "The umpire" : std::string(name_of(by))) + " " + one;
}

}  // namespace

std::string say_repair(const Repair& repair) {
  return std::visit(
      Overloaded{[](const UndoCommand& undo) {
                   return undo.to ? "take back all after command " + std::to_string(*undo.to) : std::string("take back");
                 },
                 [](const RuleCommand& rule) { return std::string(rule.allow ? "rule that it is allowed" : "rule that it is refused"); },
                 [](const AmendCommand& amend) { return "set " + words_of_path(amend.path) + " to " + words_of_value(amend.value); },
                 [](const TakeOffCommand& off) { return "take " + off.unit.text + " off the table, lost"; },
                 [](const AgreeCommand& agree) { return agree.text.empty() ? std::string("note an agreement") : "agree: " + agree.text; },
                 [](const HoldCommand&) { return std::string("hold"); },
                 [](const ReleaseCommand&) { return std::string("release the hold"); }},
      repair);
}

std::string clause_of_repair(const Repair& repair) {
  const auto* agree = std::get_if<AgreeCommand>(&repair);
  return agree == nullptr ? std::string() : "agreed: " + agree->text;
}

RepairEvent completed(RepairEvent event, const RepairEvent& known) {
  std::visit(Overloaded{[&](CommandRuled& e) {
                          const auto* today = std::get_if<CommandRuled>(&known);
                          if (e.overrules == 0 && today != nullptr && today->command == e.command) e.overrules = today->overrules;
                        },
                        [&](Amended& e) {
                          const auto* today = std::get_if<Amended>(&known);
                          if (e.before.is_discarded() && today != nullptr && today->path == e.path) e.before = today->before;
                        },
                        [&](Undone& e) {
                          const auto* today = std::get_if<Undone>(&known);
                          if (!e.seqs && today != nullptr && today->to_seq == e.to_seq) e.seqs = today->seqs;
                        },
                        [](auto&) {}},
             event);
  return event;
}

Json::json_pointer pointer_of(const std::string& path) {
  try {
    if (path.starts_with('/') && on_a_line(path) == path) return Json::json_pointer(path);
  } catch (const Json::exception&) {  // a ~ that is neither ~0 nor ~1
  }
  throw FieldError("/path", "expected a path into the state such as /units/A1");
}

std::optional<std::string> renamed_in(const Json& before, const Json& after, const std::map<std::string, std::set<std::string>>& was,
                                      const std::map<std::string, std::set<std::string>>& is) {
  std::set<std::string> known;
  for (const auto& [field, things] : before.items()) {  // units, leaders, bases: each by its name
    if (!things.is_object()) continue;
    const auto named = [&](const std::string& name) { return was.contains(name); };
    bool by_name = false;
    for (const auto& [name, thing] : things.items()) by_name = by_name || named(name);
    if (!by_name) continue;
    const Json& now = after.contains(field) ? after[field] : Json();
    for (const auto& [name, thing] : things.items()) {
      known.insert(name);
      if (!now.is_object() || !now.contains(name)) return name + " would be gone; what is lost stays, off the table";
      if (thing.is_object() && thing.value("id", Json()) != now[name].value("id", Json())) return name + " would have another name";
    }
    for (const auto& [name, thing] : now.items())
      if (!things.contains(name)) return name + " is not in this battle";
  }
  for (const auto& [unit, bases] : is) {
    const auto had = was.find(unit);
    if (had == was.end() && !known.contains(unit)) return unit + " is not in this battle";
    if (had != was.end() && had->second != bases) return "the bases of " + unit + " would be others";
  }
  return std::nullopt;
}

std::optional<std::string> misread(const Json& said, const Json& back, const std::string& path) {
  const auto is_empty = [](const Json& j) { return j.is_null() || (j.is_structured() && j.empty()); };
  if (said.is_object() && back.is_object()) {
    for (const auto& [key, value] : back.items()) {
      if (said.contains(key)) {
        if (auto inner = misread(said[key], value, path + "/" + key)) return inner;
      } else if (!is_empty(value)) {
        return path + "/" + key + ": is left out";
      }
    }
    for (const auto& [key, value] : said.items())
      if (!back.contains(key) && !is_empty(value)) return path + "/" + key + ": there is no such field, or its value says nothing";
    return std::nullopt;
  }
  if (said.is_array() && back.is_array() && said.size() == back.size()) {
    for (std::size_t i = 0; i < said.size(); ++i)
      if (auto inner = misread(said[i], back[i], path + "/" + std::to_string(i))) return inner;
    return std::nullopt;
  }
  if (said == back || (is_empty(said) && is_empty(back))) return std::nullopt;
  const bool fraction = said.is_number() && back.is_number() && (said.is_number_float() || back.is_number_float());
  const double off = fraction ? said.get<double>() - back.get<double>() : 1.0;
  if (off > -0.0011 && off < 0.0011) return std::nullopt;  // lengths and angles are kept to 0.001
  return path + ": " + canonical(said).substr(0, 60) + " would be read as " + canonical(back).substr(0, 60);
}

std::string tell_repair(const RepairEvent& event) {
  const auto because = [](const std::string& reason) { return reason.empty() ? std::string() : " (" + reason + ")"; };
  return std::visit(
      Overloaded{
          [&](const CommandRuled& e) {
            return std::string(e.by == Viewer::Umpire ? "The umpire" : "The players") +
                   (e.allow ? " ruled that it stands" : " ruled that it does not stand") + because(e.reason);
          },
          [&](const Amended& e) {
            return "Set by hand: " + words_of_path(e.path) + " is now " + words_of_value(e.value) + because(e.reason);
          },
          [&](const TakenOff& e) { return words_of_holder(e.by, "takes", "take") + " " + e.unit.text + " for lost" + because(e.reason); },
          [&](const Undone& e) { return words_of_undone(e) + because(e.reason); }, [](const Agreed& e) { return "Agreed: " + e.text; },
          [&](const Held& e) { return words_of_holder(e.by, "calls Hold", "call Hold"); },
          [&](const Released& e) { return words_of_holder(e.by, "lets the game go on", "let the game go on"); }},
      event);
}

namespace {

bool stays_there(const Place& before, const Place& after) {
  return before.on_table == after.on_table && (!after.on_table || (before.pose == after.pose && before.region == after.region));
}

}  // namespace

bool stand_elsewhere(const std::vector<Place>& before, const std::vector<Place>& after, const std::vector<BaseId>& bases) {
  const auto place_in = [](const std::vector<Place>& places, const BaseId& base) {
    return std::find_if(places.begin(), places.end(), [&](const Place& place) { return place.base == base; });
  };
  return std::any_of(bases.begin(), bases.end(), [&](const BaseId& base) {
    const auto was = place_in(before, base), is = place_in(after, base);
    return was != before.end() && (is == after.end() || !stays_there(*was, *is));
  });
}

std::vector<OwedPlacement> placements_between(const std::vector<Place>& before, const std::vector<Place>& after,
                                              const std::vector<OwedPlacement>& already_owed) {
  std::map<BaseId, const Place*> was;
  for (const Place& place : before) was[place.base] = &place;
  std::map<UnitId, OwedPlacement> by_unit;
  for (const Place& place : after) {
    const auto at = was.find(place.base);
    const bool stays = at != was.end() && stays_there(*at->second, place);
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
