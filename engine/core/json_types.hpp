#pragma once
/// JSON of the shared values, for text*.cpp files only (heavy header). Lengths are numbers of mm, angles numbers of degrees; both are
/// exact to 0.001. Readers name the JSON path and what was expected by throwing FieldError, caught where text enters (battle_of.hpp,
/// read_as()). Pure.

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "engine/core/agenda.hpp"
#include "engine/core/battle.hpp"
#include "engine/core/commands.hpp"
#include "engine/core/events.hpp"
#include "models/result.hpp"

namespace polemarch::engine {

using Json = nlohmann::json;

/// Bad JSON input: where (a JSON path) and what was expected. Caught at the door, never seen by users as an exception.
struct FieldError : std::runtime_error {
  FieldError(std::string where, const std::string& expected) : std::runtime_error(expected), path(std::move(where)) {}
  std::string path;
};

/// Reads T from j; the type's own complaint gets a path in front.
template <class T>
void read_at(const Json& j, const std::string& path, T& out) {
  try {
    if constexpr (std::is_same_v<T, std::string>) {
      if (!j.is_string()) throw FieldError("", "expected a string");
    } else if constexpr (std::is_same_v<T, bool>) {
      if (!j.is_boolean()) throw FieldError("", "expected true or false");
    } else if constexpr (std::is_integral_v<T>) {
      if (!j.is_number_integer()) throw FieldError("", "expected an integer");
    } else if constexpr (std::is_floating_point_v<T>) {
      if (!j.is_number()) throw FieldError("", "expected a number");
    }
    j.get_to(out);
  } catch (const FieldError& error) {
    throw FieldError("/" + path + error.path, error.what());
  } catch (const Json::exception&) {
    std::string found = j.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (found.size() > 40) found = found.substr(0, 37) + "...";
    throw FieldError("/" + path, "wrong kind of value: " + found);
  }
}

template <class T>
struct IsOptionalField : std::false_type {};
template <class T>
struct IsOptionalField<std::optional<T>> : std::true_type {};
template <class T>
struct IsOptionalField<std::vector<T>> : std::true_type {};
template <class K, class V>
struct IsOptionalField<std::map<K, V>> : std::true_type {};
template <class T>
struct IsOptionalField<std::set<T>> : std::true_type {};

/// A field that must be there, unless it is an optional or a container.
template <class T>
void get_field(const Json& j, const char* name, T& out) {
  const auto at = j.find(name);
  if (at != j.end()) {
    read_at(*at, name, out);
  } else if constexpr (IsOptionalField<T>::value) {
    out = T{};
  } else {
    throw FieldError("", "needs \"" + std::string(name) + "\"");
  }
}
/// A field that keeps its default when it is not there.
template <class T>
void get_field_or_keep(const Json& j, const char* name, T& out) {
  const auto at = j.find(name);
  if (at != j.end()) read_at(*at, name, out);
}
/// Empty optionals and containers are left out, so that texts stay short and old texts stay equal when a field is added.
template <class T>
void put_field(Json& j, const char* name, const T& value) {
  if constexpr (IsOptionalField<T>::value) {
    if (value == T{}) return;
  }
  j[name] = value;
}

#define POLEMARCH_PUT(field) ::polemarch::engine::put_field(j, #field, v.field);
#define POLEMARCH_GET(field) ::polemarch::engine::get_field(j, #field, v.field);
#define POLEMARCH_KEEP(field) ::polemarch::engine::get_field_or_keep(j, #field, v.field);
/// JSON of a struct by its members' names; scalars must be present. Use in the struct's own namespace.
#define POLEMARCH_JSON(Type, ...)                                                        \
  inline void to_json(::nlohmann::json& j, const Type& v) {                              \
    j = ::nlohmann::json::object();                                                      \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(POLEMARCH_PUT, __VA_ARGS__))                \
  }                                                                                      \
  inline void from_json(const ::nlohmann::json& j, Type& v) {                            \
    if (!j.is_object()) throw ::polemarch::engine::FieldError("", "expected an object"); \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(POLEMARCH_GET, __VA_ARGS__))                \
  }
/// As POLEMARCH_JSON, but absent members keep their defaults.
#define POLEMARCH_JSON_DEFAULTS(Type, ...)                                               \
  inline void to_json(::nlohmann::json& j, const Type& v) {                              \
    j = ::nlohmann::json::object();                                                      \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(POLEMARCH_PUT, __VA_ARGS__))                \
  }                                                                                      \
  inline void from_json(const ::nlohmann::json& j, Type& v) {                            \
    if (!j.is_object()) throw ::polemarch::engine::FieldError("", "expected an object"); \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(POLEMARCH_KEEP, __VA_ARGS__))               \
  }
/// A struct without members.
#define POLEMARCH_JSON_EMPTY(Type)                                                          \
  inline void to_json(::nlohmann::json& j, const Type&) { j = ::nlohmann::json::object(); } \
  inline void from_json(const ::nlohmann::json&, Type&) {}
/// An enum as snake_case words: pairs {Enum::Value, "word"}; unknown words are named in the error.
#define POLEMARCH_JSON_ENUM(Enum, ...)                                         \
  inline const auto& json_words(Enum) {                                        \
    static const std::vector<std::pair<Enum, const char*>> words{__VA_ARGS__}; \
    return words;                                                              \
  }                                                                            \
  inline void to_json(::nlohmann::json& j, const Enum& v) {                    \
    for (const auto& [value, word] : json_words(v))                            \
      if (value == v) j = word;                                                \
  }                                                                            \
  inline void from_json(const ::nlohmann::json& j, Enum& v) {                  \
    std::string known;                                                         \
    for (const auto& [value, word] : json_words(v)) {                          \
      if (j == word) {                                                         \
        v = value;                                                             \
        return;                                                                \
      }                                                                        \
      known += (known.empty() ? "" : ", ") + std::string(word);                \
    }                                                                          \
    throw ::polemarch::engine::FieldError("", "expected one of " + known);     \
  }

/// A variant of structs with kName as an object with that name under `key` ("do", "event", "step").
template <class... Ts>
Json variant_to_json(const std::variant<Ts...>& value, const char* key) {
  return std::visit(
      [&](const auto& v) {
        Json j = v;
        j[key] = std::decay_t<decltype(v)>::kName;
        return j;
      },
      value);
}

namespace detail {
template <class T>
bool answers_to(const std::string& name) {
  if (name == T::kName) return true;
  if constexpr (requires { T::kAlso; }) {  // synonyms a person may type
    for (const char* also : T::kAlso)
      if (name == also) return true;
  }
  return false;
}
template <class Variant, std::size_t I = 0>
Variant variant_named(const Json& j, const std::string& name) {
  if constexpr (I == std::variant_size_v<Variant>) {
    throw FieldError("", "unknown \"" + name + "\"");
  } else {
    using T = std::variant_alternative_t<I, Variant>;
    if (answers_to<T>(name)) {
      T value{};
      j.get_to(value);
      return value;
    }
    return variant_named<Variant, I + 1>(j, name);
  }
}
}  // namespace detail

/// The reverse. Throws FieldError for an unknown name.
template <class Variant>
Variant variant_from_json(const Json& j, const char* key) {
  if (!j.is_object()) throw FieldError("", "expected an object");
  const auto at = j.find(key);
  if (at == j.end() || !at->is_string()) throw FieldError("", "needs \"" + std::string(key) + "\" with a name");
  return detail::variant_named<Variant>(j, at->get<std::string>());
}

/// Runs a reader that may throw FieldError or a nlohmann error and turns that into one line: "name: /path: what".
template <class F>
auto guarded(std::string_view name, F&& read) -> Result<decltype(read())> {
  try {
    return read();
  } catch (const FieldError& error) {
    return InputError{std::string(name) + ": " + (error.path.empty() ? "/" : error.path) + ": " + error.what()};
  } catch (const Json::exception& error) {
    std::string what = error.what();
    const auto bracket = what.find("] ");
    return InputError{std::string(name) + ": " + (bracket == std::string::npos ? what : what.substr(bracket + 2))};
  }
}

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

template <class T>
struct nlohmann::adl_serializer<std::optional<T>> {
  static void to_json(json& j, const std::optional<T>& value) { value ? void(j = *value) : void(j = nullptr); }
  static void from_json(const json& j, std::optional<T>& value) {
    if (j.is_null()) {
      value.reset();
    } else {
      T inner{};
      polemarch::engine::read_at(j, "", inner);
      value = std::move(inner);
    }
  }
};

/// Maps by base or unit are objects, so that a path such as /units/A3/disorder names a field.
template <class Tag, class V>
struct nlohmann::adl_serializer<std::map<polemarch::Id<Tag>, V>> {
  static void to_json(json& j, const std::map<polemarch::Id<Tag>, V>& map) {
    j = json::object();
    for (const auto& [id, value] : map) j[id.text] = value;
  }
  static void from_json(const json& j, std::map<polemarch::Id<Tag>, V>& map) {
    if (!j.is_object()) throw polemarch::engine::FieldError("", "expected an object");
    map.clear();
    for (const auto& [key, value] : j.items()) {
      if (!polemarch::is_valid_id(key)) throw polemarch::engine::FieldError("/" + key, "not a valid id");
      polemarch::engine::read_at(value, key, map[{key}]);
    }
  }
};

namespace polemarch {

inline void to_json(nlohmann::json& j, const Length& v) { j = v.mm(); }
inline void from_json(const nlohmann::json& j, Length& v) {
  if (!j.is_number() || std::abs(j.get<double>()) > 1e9) throw engine::FieldError("", "expected a length in mm");
  v = Length::from_mm(j.get<double>());
}
inline void to_json(nlohmann::json& j, const Angle& v) { j = v.deg(); }
inline void from_json(const nlohmann::json& j, Angle& v) {
  if (!j.is_number() || std::abs(j.get<double>()) > 1e9) throw engine::FieldError("", "expected an angle in degrees");
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
inline void from_json(const Json& j, PlacedBase& v) {
  j.get_to(v.at);
  get_field(j, "base", v.base);
}
POLEMARCH_JSON_DEFAULTS(Option, key, text)
POLEMARCH_JSON_DEFAULTS(ChanceSpec, count, lowest, highest, source)
POLEMARCH_JSON_DEFAULTS(Answer, values, choices, poses)

template <class T>
void to_json(Json& j, const Secret<T>& v) {
  j = {{"secret", v.id}, {"owner", v.owner}, {"revealed", v.revealed}};
  if (!v.range.empty()) j["range"] = v.range;
  if (v.value) j["value"] = *v.value;
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
template <class Step>
void from_json(const Json& j, OpenStep<Step>& v) {
  v.step = variant_from_json<Step>(j.at("step"), "step");
  get_field(j, "waits", v.waits);
}
template <class Step>
void to_json(Json& j, const Lane<Step>& v) {
  j = {{"id", v.id}, {"stack", v.stack}};
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
