#include "engine/core/json_types.hpp"

#include <numeric>

namespace polemarch::engine {
namespace {

/// Who may see a thing meant for `audience`.
bool in_audience(Viewer viewer, Viewer audience) { return viewer == Viewer::Umpire || audience == Viewer::Both || audience == viewer; }

bool is_secret(const Json& j) { return j.is_object() && j.contains("secret") && j.contains("owner"); }

std::vector<int> int_list(const Json& j, const char* name) {
  std::vector<int> values;
  const Json& list = j.at(name);
  if (list.is_number_integer()) return {list.get<int>()};
  read_at(list, name, values);
  return values;
}

/// Options are typed as words, numbers or yes/no.
std::string option_key(const Json& j, const char* name) {
  if (j.is_string()) return j.get<std::string>();
  if (j.is_number_integer()) return std::to_string(j.get<std::int64_t>());
  if (j.is_boolean()) return j.get<bool>() ? "yes" : "no";
  throw FieldError("/" + std::string(name), "expected an option's key");
}

}  // namespace

namespace {
/// Hidden things of a list are numbered as they lie: which of them has been there longest is for their owner to know.
void number_anew(Json& hidden, std::size_t at) {
  if (!is_secret(hidden) || hidden.contains("value") || !hidden["secret"].is_string()) return;
  std::string id = hidden["secret"].get<std::string>();
  while (!id.empty() && id.back() >= '0' && id.back() <= '9') id.pop_back();
  hidden["secret"] = id + std::to_string(at + 1);
}
}  // namespace

Json hide_secrets(Json j, Viewer viewer) {
  if (viewer == Viewer::Umpire) return j;
  if (is_secret(j)) {
    Viewer owner = Viewer::Both;
    j.at("owner").get_to(owner);
    if (!j.value("revealed", false) && !in_audience(viewer, owner)) j.erase("value");
  }
  if (j.is_object()) {
    for (auto& [key, value] : j.items()) value = hide_secrets(std::move(value), viewer);
  } else if (j.is_array()) {
    Json kept = Json::array();
    for (Json& value : j) {
      if (value.is_object() && value.contains("audience")) {
        const auto audience = viewer_named(value["audience"].is_string() ? value["audience"].get<std::string>() : "");
        if (audience && !in_audience(viewer, *audience)) continue;
      }
      kept.push_back(hide_secrets(std::move(value), viewer));
      number_anew(kept.back(), kept.size() - 1);
    }
    j = std::move(kept);
  }
  return j;
}

Json seal_secrets(Json j, const std::function<std::string(const std::string&, const std::string&)>& seal) {
  if (is_secret(j) && !j.value("revealed", false) && j.contains("value")) {
    const std::string id = j.at("secret").get<std::string>();
    j["value"] = Json{{"seal", seal(id, canonical(j.at("value")))}};
    return j;
  }
  if (j.is_structured())
    for (auto& value : j) value = seal_secrets(std::move(value), seal);
  return j;
}

std::string canonical(const Json& j) { return j.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json reason_json(const Reason& reason) {
  Json j{{"rule", reason.rule}, {"text", reason.text}};
  if (reason.value) j["value"] = *reason.value;
  if (reason.limit) j["limit"] = *reason.limit;
  if (!reason.unit.empty()) j["unit"] = reason.unit;
  if (reason.sd) j["sd"] = *reason.sd;
  return j;
}

Json verdict_json(const Verdict& verdict) {
  Json j{{"verdict", std::string(name_of(verdict.ruling))}, {"reasons", Json::array()}};
  if (verdict.ruling == Ruling::Refused) j["refusal"] = verdict.refusal == Refusal::ByRule ? "by_rule" : "impossible";
  for (const Reason& reason : verdict.reasons) j["reasons"].push_back(reason_json(reason));
  return j;
}

Json wait_json(const Wait& wait) {
  Json j = wait;
  if (!wait.chance || !wait.chance->pile) return j;
  const Pile& pile = *wait.chance->pile;
  const auto sum = [](const std::vector<int>& counts) { return std::accumulate(counts.begin(), counts.end(), 0); };
  j["chance"]["pile"] = Json{{"cards", sum(pile.all)}, {"shuffled", pile.shuffled}};
  if (!pile.left.empty()) j["chance"]["pile"]["left"] = sum(pile.left);
  return j;
}

Json window_json(const Window& window) {
  return {{"id", window.id}, {"who", window.who}, {"rule", window.rule}, {"text", window.text}, {"until", window.until}};
}

Json owed_json(const OwedPlacement& owed) {
  Json j = owed;
  j["id"] = "p" + std::to_string(owed.id);
  return j;
}

void to_json(Json& j, const AnswerWait& v) {
  j = Json::object();
  put_field(j, "wait", v.wait);
  put_field(j, "values", v.answer.values);
  if (v.answer.choices.size() == 1) {
    j["choice"] = v.answer.choices.front();
  } else {
    put_field(j, "choices", v.answer.choices);
  }
  put_field(j, "poses", v.answer.poses);
}

void from_json(const Json& j, AnswerWait& v) {
  get_field(j, "wait", v.wait);
  for (const char* name : {"dice", "cards", "values"})
    if (j.contains(name)) v.answer.values = int_list(j, name);
  for (const char* name : {"die", "card", "value"})
    if (j.contains(name)) v.answer.values = int_list(j, name);
  if (j.contains("choice")) v.answer.choices = {option_key(j["choice"], "choice")};
  if (j.contains("choices")) {
    if (!j["choices"].is_array()) throw FieldError("/choices", "expected a list of option keys");
    v.answer.choices.clear();
    for (const Json& choice : j["choices"]) v.answer.choices.push_back(option_key(choice, "choices"));
  }
  get_field(j, "poses", v.answer.poses);
}

void to_json(Json& j, const PlaceBases& v) {
  j = Json::object();
  if (v.owed) j["owed"] = "p" + std::to_string(*v.owed);
  if (!v.unit.empty()) j["unit"] = v.unit;
  put_field(j, "poses", v.poses);
}

void from_json(const Json& j, PlaceBases& v) {
  if (j.contains("owed")) {
    const Json& owed = j["owed"];
    const std::string text = owed.is_string() ? owed.get<std::string>() : "";
    if (owed.is_number_integer()) {
      v.owed = owed.get<int>();
    } else if (text.size() > 1 && text.size() < 10 && text[0] == 'p' && text.find_first_not_of("0123456789", 1) == std::string::npos) {
      v.owed = std::stoi(text.substr(1));
    } else {
      throw FieldError("/owed", "expected an owed placement such as \"p3\"");
    }
  }
  get_field_or_keep(j, "unit", v.unit);
  get_field(j, "poses", v.poses);
  if (j.contains("base")) v.poses.push_back(j.get<PlacedBase>());
  if (!v.owed && v.unit.empty() && v.poses.empty()) throw FieldError("", "needs \"owed\", or \"unit\" or \"base\" with a pose");
}

}  // namespace polemarch::engine
