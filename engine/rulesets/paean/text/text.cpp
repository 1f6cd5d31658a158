#include "engine/core/battle_of.hpp"
#include "engine/rulesets/paean/bounds.hpp"
#include "engine/rulesets/paean/show/viewing.hpp"
#include "engine/rulesets/paean/text/json.hpp"
#include "engine/rulesets/paean/text/upcast.hpp"

namespace polemarch::paean {

using engine::FieldError;
using engine::Json;

const engine::RulesetInfo& Rules::info() {
  static const engine::RulesetInfo info{
      .key = "paean", .name = "Paean", .owner = "Martin Brierley and Wargame Shop", .catalogue = "2026-11", .state_v = 4, .missing = {}};
  return info;
}

void to_json(Json& j, const Card& v) {
  j = {{"arm", v.arm}, {"type", v.weight}, {"ranks", v.ranks}, {"k", v.k}, {"experience", v.experience}};
  engine::put_field(j, "weapons", v.weapons);
  if (v.army_commander) j["army_commander"] = true;
  if (v.expert) j["expert"] = true;
}
void from_json(const Json& j, Card& v) {
  const Json type = j.value("type", Json());  // whoever types a table writes there what leads
  const bool leads = !j.contains("arm") && (type == "commander" || type == "hero");
  engine::get_field_or_keep(j, leads ? "type" : "arm", v.arm);
  if (!v.leader()) engine::get_field(j, "type", v.weight);
  engine::get_field_or_keep(j, "ranks", v.ranks);
  engine::get_field_or_keep(j, "k", v.k);
  engine::get_field(j, "weapons", v.weapons);
  engine::get_field_or_keep(j, "army_commander", v.army_commander);
  engine::get_field_or_keep(j, "experience", v.experience);
  engine::get_field_or_keep(j, "expert", v.expert);
  if (v.ranks < 1 || v.ranks > 4) throw FieldError("/ranks", "expected 1 to 4 ranks");
  if (v.k < 1 || v.k > 3) throw FieldError("/k", "expected 1, 2 or 3 (6, 15 or 25 mm figures)");
  if (v.cavalry() && v.hoplite()) throw FieldError("/type", "cavalry is L, LM or M (PA-GEO-03)");
}

POLEMARCH_JSON_ENUM(Leg::Kind, {Leg::Kind::Ahead, "ahead"}, {Leg::Kind::Echelon, "echelon"}, {Leg::Kind::WheelLeft, "wheel_left"},
                    {Leg::Kind::WheelRight, "wheel_right"}, {Leg::Kind::Back, "back"})

/// {"wheel_left_deg":30}, {"ahead_cm":5}, {"echelon_cm":5,"deg":-30}, {"back_cm":2}: centimetres of the table.
void to_json(Json& j, const Leg& v) {
  j = Json::object();
  const std::string word = Json(v.kind).get<std::string>();
  if (v.kind == Leg::Kind::WheelLeft || v.kind == Leg::Kind::WheelRight) {
    j[word + "_deg"] = v.angle;
    return;
  }
  j[word + "_cm"] = v.distance.mm() / 10;
  if (v.kind == Leg::Kind::Echelon) j["deg"] = v.angle;
}
void from_json(const Json& j, Leg& v) {
  if (!j.is_object()) throw FieldError("", "expected an object such as {\"ahead_cm\":5} or {\"wheel_left_deg\":30}");
  for (const auto& [kind, word] : json_words(v.kind)) {
    const std::string name(word);
    if (j.contains(name + "_deg")) {
      v.kind = kind;
      engine::get_field(j, (name + "_deg").c_str(), v.angle);
      return;
    }
    if (j.contains(name + "_cm")) {
      v.kind = kind;
      double cm = 0;
      engine::get_field(j, (name + "_cm").c_str(), cm);
      if (!(cm > -1000 && cm < 1000)) throw FieldError("/" + name + "_cm", "expected centimetres");
      v.distance = Length::from_mm(cm * 10);
      engine::get_field_or_keep(j, "deg", v.angle);
      return;
    }
  }
  throw FieldError("", "expected one of ahead_cm, back_cm, echelon_cm (with deg), wheel_left_deg, wheel_right_deg");
}

void to_json(Json& j, const MoveFormation& v) {
  j = {{"unit", v.unit}};
  if (v.ahead) j["ahead_cm"] = v.ahead->mm() / 10;
  engine::put_field(j, "legs", v.legs);
  engine::put_field(j, "to", v.to);
  engine::put_field(j, "poses", v.poses);
}
void from_json(const Json& j, MoveFormation& v) {
  engine::get_field(j, "unit", v.unit);
  if (j.contains("ahead_cm")) {
    double cm = 0;
    engine::get_field(j, "ahead_cm", cm);
    if (!(cm > -1000 && cm < 1000)) throw FieldError("/ahead_cm", "expected centimetres");
    v.ahead = Length::from_mm(cm * 10);
  }
  engine::get_field(j, "legs", v.legs);
  engine::get_field(j, "to", v.to);
  engine::get_field(j, "poses", v.poses);
  if (!v.to && j.contains("x_mm")) {
    MeasuredPose here;
    j.get_to(here);
    v.to = here;
  }
}

static_assert(engine::Ruleset<Rules>);

Result<std::unique_ptr<engine::Battle>> make_battle(std::string_view setup_json, std::string_view name) {
  return engine::make_battle_of<RulesOfAllLogs, engine::NothingHidden, Showing>(setup_json, name);
}

}  // namespace polemarch::paean
