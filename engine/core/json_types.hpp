#pragma once
/// JSON of the shared values, for text*.cpp files only (heavy header). Lengths are numbers of mm, angles numbers of degrees; both are
/// exact to 0.001. How fields are read and written: json_fields.hpp. Pure.

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "engine/core/agenda.hpp"
#include "engine/core/battle.hpp"
#include "engine/core/commands.hpp"
#include "engine/core/events.hpp"
#include "engine/core/json_fields.hpp"

namespace polemarch::engine {

/// Leaves out of `j` what `viewer` may not see: values of unrevealed secrets, and array elements with another "audience".
Json hide_secrets(Json j, Viewer viewer);

/// Replaces each unrevealed secret's value by {"seal": seal(id, value text)}.
Json seal_secrets(Json j, const std::function<std::string(const std::string&, const std::string&)>& seal);

/// Canonical bytes: sorted keys, no blanks.
std::string canonical(const Json& j);

Json verdict_json(const Verdict& verdict);
Json reason_json(const Reason& reason);
Json wait_json(const Wait& wait);
Json window_json(const Window& window);
Json owed_json(const OwedPlacement& owed);

}  // namespace polemarch::engine

namespace polemarch {

inline void to_json(nlohmann::json& j, const Length& v) { j = v.mm(); }
inline void from_json(const nlohmann::json& j, Length& v) {
  if (!j.is_number()) throw engine::FieldError("", "expected a length in mm");
  if (!(std::abs(j.get<double>()) <= 1e6)) throw engine::FieldError("", "expected a length in mm, at most a kilometre");
  v = Length::from_mm(j.get<double>());
}
inline void to_json(nlohmann::json& j, const Angle& v) { j = v.deg(); }
inline void from_json(const nlohmann::json& j, Angle& v) {
  if (!j.is_number() || !(std::abs(j.get<double>()) <= 1e6)) throw engine::FieldError("", "expected an angle in degrees");
  v = Angle::from_deg(j.get<double>());
}
template <class Tag>
void to_json(nlohmann::json& j, const Id<Tag>& v) {
  j = v.text;
}
template <class Tag>
void from_json(const nlohmann::json& j, Id<Tag>& v) {
  if (!j.is_string() || (!j.get_ref<const std::string&>().empty() && !is_valid_id(j.get_ref<const std::string&>())))
    throw engine::FieldError("", "expected an id of 1 to 32 letters, digits, '_', '.' or '-'");
  v.text = j.get<std::string>();
}
inline void to_json(nlohmann::json& j, const MarkerId& v) { j = v.number; }
inline void from_json(const nlohmann::json& j, MarkerId& v) { engine::read_at(j, "", v.number); }
inline void to_json(nlohmann::json& j, const Side& v) { j = std::string(name_of(v)); }
inline void from_json(const nlohmann::json& j, Side& v) {
  const auto side = j.is_string() ? side_named(j.get<std::string>()) : std::nullopt;
  if (!side) throw engine::FieldError("", "expected \"A\" or \"B\"");
  v = *side;
}
inline void to_json(nlohmann::json& j, const Viewer& v) { j = std::string(name_of(v)); }
inline void from_json(const nlohmann::json& j, Viewer& v) {
  const auto viewer = j.is_string() ? viewer_named(j.get<std::string>()) : std::nullopt;
  if (!viewer) throw engine::FieldError("", "expected \"A\", \"B\", \"both\" or \"umpire\"");
  v = *viewer;
}
inline void to_json(nlohmann::json& j, const Point& v) { j = nlohmann::json::array({v.x, v.y}); }
inline void from_json(const nlohmann::json& j, Point& v) {
  if (!j.is_array() || j.size() != 2) throw engine::FieldError("", "expected [x_mm, y_mm]");
  engine::read_at(j[0], "0", v.x);
  engine::read_at(j[1], "1", v.y);
}
inline void to_json(nlohmann::json& j, const Pose& v) { j = {{"x_mm", v.x}, {"y_mm", v.y}, {"heading_deg", v.heading}}; }
inline void from_json(const nlohmann::json& j, Pose& v) {
  if (!j.is_object()) throw engine::FieldError("", "expected {x_mm, y_mm, heading_deg}");
  engine::get_field(j, "x_mm", v.x);
  engine::get_field(j, "y_mm", v.y);
  engine::get_field_or_keep(j, "heading_deg", v.heading);
  v.heading = v.heading.normalised();
}
/// A pose with "cov" (six integers) and "shared" (triples) beside it when it was measured.
inline void to_json(nlohmann::json& j, const MeasuredPose& v) {
  j = v.pose;
  if (v.error.own != PoseError{}.own) j["cov"] = v.error.own;
  if (!v.error.shared.empty()) j["shared"] = v.error.shared;
}
inline void from_json(const nlohmann::json& j, MeasuredPose& v) {
  j.get_to(v.pose);
  engine::get_field_or_keep(j, "cov", v.error.own);
  engine::get_field_or_keep(j, "shared", v.error.shared);
}
POLEMARCH_JSON_ENUM(Outline, {Outline::Rectangle, "rectangle"}, {Outline::Circle, "circle"})
POLEMARCH_JSON_DEFAULTS(Footprint, outline, frontage, depth)

namespace engine {

inline void to_json(Json& j, const WaitId& v) { j = "w" + std::to_string(v.number); }
inline void from_json(const Json& j, WaitId& v) {
  const std::string text = j.is_string() ? j.get<std::string>() : "";
  if (j.is_number_integer()) {
    v.number = j.get<int>();
  } else if (text.size() > 1 && text.size() < 10 && text[0] == 'w' && text.find_first_not_of("0123456789", 1) == std::string::npos) {
    v.number = std::stoi(text.substr(1));
  } else {
    throw FieldError("", "expected a wait such as \"w17\"");
  }
}
POLEMARCH_JSON_ENUM(WaitKind, {WaitKind::Chance, "chance"}, {WaitKind::Choice, "choice"}, {WaitKind::Placement, "placement"},
                    {WaitKind::Sealed, "sealed"})
inline void to_json(Json& j, const PlacedBase& v) {
  j = v.at;
  j["base"] = v.base;
}
template <class Visit>
void each_field(const PlacedBase& v, const Visit& visit) {
  visit(v.base);
}
inline void from_json(const Json& j, PlacedBase& v) {
  j.get_to(v.at);
  get_field(j, "base", v.base);
}
POLEMARCH_JSON_DEFAULTS(Option, key, text)
POLEMARCH_JSON_ENUM(Reshuffle, {Reshuffle::AtOnce, "at_once"}, {Reshuffle::OnCard, "on_card"}, {Reshuffle::WhenEmpty, "when_empty"},
                    {Reshuffle::TurnEnd, "turn_end"})
POLEMARCH_JSON_DEFAULTS(ChanceSpec, count, lowest, highest, source)
POLEMARCH_JSON_DEFAULTS(Answer, values, choices, poses)

template <class T>
void to_json(Json& j, const Secret<T>& v) {
  j = {{"secret", v.id}, {"owner", v.owner}, {"revealed", v.revealed}};
  if (!v.range.empty()) j["range"] = v.range;
  if (v.value) j["value"] = *v.value;
}
template <class T, class Visit>
void each_field(const Secret<T>& v, const Visit& visit) {
  visit(v.value);
}
template <class T>
void from_json(const Json& j, Secret<T>& v) {
  get_field(j, "secret", v.id);
  get_field(j, "owner", v.owner);
  get_field_or_keep(j, "range", v.range);
  get_field_or_keep(j, "revealed", v.revealed);
  get_field(j, "value", v.value);
}
inline void to_json(Json& j, const Wait& v) {
  j = {{"id", v.id}, {"who", v.who}, {"audience", v.audience}, {"kind", v.kind}, {"rule", v.rule}, {"question", v.question}};
  put_field(j, "options", v.options);
  if (v.least != 1) j["least"] = v.least;
  if (v.most != 1) j["most"] = v.most;
  put_field(j, "chance", v.chance);
  put_field(j, "region", v.region);
  put_field(j, "bases", v.bases);
  put_field(j, "answer", v.answer);
}
template <class Visit>
void each_field(const Wait& v, const Visit& visit) {
  visit(v.bases);
}
inline void from_json(const Json& j, Wait& v) {
  get_field(j, "id", v.id);
  get_field(j, "who", v.who);
  get_field_or_keep(j, "audience", v.audience);
  get_field(j, "kind", v.kind);
  get_field_or_keep(j, "rule", v.rule);
  get_field_or_keep(j, "question", v.question);
  get_field(j, "options", v.options);
  get_field_or_keep(j, "least", v.least);
  get_field_or_keep(j, "most", v.most);
  get_field(j, "chance", v.chance);
  get_field(j, "region", v.region);
  get_field(j, "bases", v.bases);
  get_field(j, "answer", v.answer);
}
POLEMARCH_JSON_DEFAULTS(OwedPlacement, id, unit, bases, poses, region, removed, who, rule)

template <class Step>
void to_json(Json& j, const OpenStep<Step>& v) {
  j = {{"step", variant_to_json(v.step, "step")}};
  put_field(j, "waits", v.waits);
}
template <class Step, class Visit>
void each_field(const OpenStep<Step>& v, const Visit& visit) {
  visit(v.step);
  visit(v.waits);
}
template <class Step>
void from_json(const Json& j, OpenStep<Step>& v) {
  v.step = variant_from_json<Step>(j.at("step"), "step");
  get_field(j, "waits", v.waits);
}
template <class Step>
void to_json(Json& j, const Lane<Step>& v) {
  j = {{"id", v.id}, {"stack", v.stack}};
}
template <class Step, class Visit>
void each_field(const Lane<Step>& v, const Visit& visit) {
  visit(v.stack);
}
template <class Step>
void from_json(const Json& j, Lane<Step>& v) {
  get_field(j, "id", v.id);
  get_field(j, "stack", v.stack);
  if (v.stack.empty()) throw FieldError("/stack", "a lane needs at least one open step");
}
template <class Step>
void to_json(Json& j, const Agenda<Step>& v) {
  j = {{"next_lane", v.next_lane}, {"next_wait", v.next_wait}, {"next_owed", v.next_owed}};
  put_field(j, "lanes", v.lanes);
  put_field(j, "owed", v.owed);
}
template <class Step, class Visit>
void each_field(const Agenda<Step>& v, const Visit& visit) {
  visit(v.lanes);
}
template <class Step>
void from_json(const Json& j, Agenda<Step>& v) {
  get_field(j, "next_lane", v.next_lane);
  get_field(j, "next_wait", v.next_wait);
  get_field(j, "next_owed", v.next_owed);
  get_field(j, "lanes", v.lanes);
  get_field(j, "owed", v.owed);
}

template <class Step>
void to_json(Json& j, const StepOpened<Step>& v) {
  j = {{"lane", v.lane}, {"step", variant_to_json(v.step, "step")}};
  put_field(j, "waits", v.waits);
}
template <class Step, class Visit>
void each_field(const StepOpened<Step>& v, const Visit& visit) {
  visit(v.step);
  visit(v.waits);
}
template <class Step>
void from_json(const Json& j, StepOpened<Step>& v) {
  get_field(j, "lane", v.lane);
  v.step = variant_from_json<Step>(j.at("step"), "step");
  get_field(j, "waits", v.waits);
}
POLEMARCH_JSON(WaitAnswered, wait, answer)
POLEMARCH_JSON(StepClosed, lane, revealed)
POLEMARCH_JSON(PlacementOwed, owed)
POLEMARCH_JSON(Placed, owed, unit, poses)

/// {"wait":"w17","dice":[4]}: also "cards", "values", "choice" (a key), "choices" (keys), "poses".
void to_json(Json& j, const AnswerWait& v);
void from_json(const Json& j, AnswerWait& v);
/// {"unit":"A3","poses":[...]} or {"owed":"p3"}; a single base may stand directly: {"base":..,"x_mm":..}.
void to_json(Json& j, const PlaceBases& v);
void from_json(const Json& j, PlaceBases& v);

}  // namespace engine
}  // namespace polemarch
