#pragma once
/// How fields of JSON are read and written: by name, with the path in every complaint; structs, enums and variants by macros. For text*.cpp
/// files only (heavy header), which get it through json_types.hpp. Readers throw FieldError, caught where text enters (battle_of.hpp,
/// read_as()). Pure.

#include <array>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "engine/core/checked.hpp"
#include "models/ids.hpp"
#include "models/result.hpp"

namespace polemarch::engine {

using Json = nlohmann::json;

/// Bad JSON input: where (a JSON path) and what was expected. Caught at the door, never seen by users as an exception.
struct FieldError : std::runtime_error {
  FieldError(std::string where, const std::string& expected) : std::runtime_error(expected), path(std::move(where)) {}
  std::string path;
};

/// What the templates below have in common, compiled once (json_fields.cpp): hundreds of types are read and written through them.
namespace detail {
void must_be(bool is, const char* expected);
void must_be_object(const Json& j);
void must_be_list_of(const Json& j, std::size_t length);
[[noreturn]] void is_missing(const char* name);
[[noreturn]] void unknown_name(const std::string& name, const std::vector<std::string>& known);
[[noreturn]] void unknown_word(const std::vector<const char*>& known);
bool is_word(const Json& j, const char* word);
void put_word(Json& j, const char* word);
/// The name under `key` of an object that is one of several kinds.
std::string name_under(const Json& j, const char* key);

void write_truth(Json& j, bool value);
void write_integer(Json& j, std::int64_t value);
void write_number(Json& j, double value);
void write_text(Json& j, const std::string& value);
bool read_truth(const Json& j);
/// What a whole number may be that is counted with: dice, points, places, men. A thousand of them added up still fit an int.
inline constexpr std::int64_t kLeastCount = -1'000'000, kMostCount = 1'000'000;
/// And one that is measured with: square micrometres of an error, the number of a command.
inline constexpr std::int64_t kLeastWhole = -4'000'000'000'000'000'000, kMostWhole = 4'000'000'000'000'000'000;
std::int64_t read_integer(const Json& j, std::int64_t least, std::int64_t most);
double read_number(const Json& j);
const std::string& read_text(const Json& j);

/// One value of a type that the caller knows.
using Write = void (*)(Json& j, const void* value);
using Read = void (*)(const Json& j, void* out);
/// Reads by `read`; the type's own complaint gets a path in front.
void read_at(const Json& j, std::string_view path, void* out, Read read);
/// Says whether the field is there, and reads it.
bool read_field(const Json& j, const char* name, void* out, Read read);
void write_field(Json& j, const char* name, const void* value, Write write);

/// Kinds of types that nlohmann knows as well; asking it costs a compiler seconds a type.
template <class T>
inline constexpr bool kIsList = false;
template <class T>
inline constexpr bool kIsList<std::vector<T>> = !std::is_same_v<T, bool>;
template <class T>
inline constexpr bool kIsList<Checked<T>> = !std::is_same_v<T, bool>;
template <class T>
inline constexpr bool kIsMaybe = false;
template <class T>
inline constexpr bool kIsMaybe<std::optional<T>> = true;
template <class T>
inline constexpr bool kIsMaybe<CheckedMaybe<T>> = true;
template <class T>
inline constexpr std::size_t kLengthOf = 0;  ///< of a list that is always as long
template <class T, std::size_t N>
inline constexpr std::size_t kLengthOf<std::array<T, N>> = N;
template <class T>
inline constexpr bool kIsNamed = false;  ///< a map by names is an object, so that a path such as /units/A3/disorder names a field
template <class Tag, class V>
inline constexpr bool kIsNamed<std::map<Id<Tag>, V>> = true;
}  // namespace detail

/// Writes a value, by the to_json beside its type where it has one.
template <class T>
void write_value(Json& j, const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    detail::write_truth(j, value);
  } else if constexpr (std::is_integral_v<T>) {
    detail::write_integer(j, static_cast<std::int64_t>(value));
  } else if constexpr (std::is_floating_point_v<T>) {
    detail::write_number(j, static_cast<double>(value));
  } else if constexpr (std::is_same_v<T, std::string>) {
    detail::write_text(j, value);
  } else if constexpr (detail::kIsList<T>) {
    j = Json::array();
    for (const auto& item : value) write_value(j.emplace_back(), item);
  } else if constexpr (detail::kIsMaybe<T>) {
    if (value) {
      write_value(j, *value);
    } else {
      j = nullptr;
    }
  } else if constexpr (detail::kIsNamed<T>) {
    j = Json::object();
    for (const auto& [id, item] : value) write_value(j[id.text], item);
  } else if constexpr (requires { to_json(j, value); }) {
    to_json(j, value);
  } else {
    j = value;
  }
}

/// Reads T from j; the type's own complaint gets a path in front.
template <class T>
void read_at(const Json& j, std::string_view path, T& out);

/// Reads T from j, by the from_json beside the type where it has one.
template <class T>
void read_value(const Json& j, T& out) {
  if constexpr (std::is_same_v<T, bool>) {
    out = detail::read_truth(j);
  } else if constexpr (std::is_integral_v<T>) {
    using Range = std::numeric_limits<T>;
    if constexpr (sizeof(T) == sizeof(int) && std::is_signed_v<T>) {
      out = static_cast<T>(detail::read_integer(j, detail::kLeastCount, detail::kMostCount));
    } else if constexpr (sizeof(T) < sizeof(int)) {
      out = static_cast<T>(detail::read_integer(j, Range::min(), Range::max()));
    } else {
      out = static_cast<T>(detail::read_integer(j, std::is_signed_v<T> ? detail::kLeastWhole : 0, detail::kMostWhole));
    }
  } else if constexpr (std::is_floating_point_v<T>) {
    out = static_cast<T>(detail::read_number(j));
  } else if constexpr (std::is_same_v<T, std::string>) {
    out = detail::read_text(j);
  } else if constexpr (detail::kIsList<T>) {
    detail::must_be(j.is_array(), "expected a list");
    out.clear();
    out.reserve(j.size());
    for (std::size_t i = 0; i < j.size(); ++i) read_at(j[i], std::to_string(i), out.emplace_back());
  } else if constexpr (detail::kLengthOf<T> != 0 && !requires { from_json(j, out); }) {
    detail::must_be_list_of(j, detail::kLengthOf<T>);
    for (std::size_t i = 0; i < j.size(); ++i) read_at(j[i], std::to_string(i), out[i]);
  } else if constexpr (detail::kIsMaybe<T>) {
    if (j.is_null()) {
      out.reset();
    } else {
      typename T::value_type inner{};
      read_value(j, inner);
      out = std::move(inner);
    }
  } else if constexpr (detail::kIsNamed<T>) {
    detail::must_be_object(j);
    out.clear();
    for (const auto& [key, value] : j.items()) {
      if (!is_valid_id(key)) throw FieldError("/" + key, "not a valid id");
      read_at(value, key, out[{key}]);
    }
  } else if constexpr (requires { from_json(j, out); }) {
    from_json(j, out);
  } else {
    j.get_to(out);
  }
}

namespace detail {
template <class T>
void write_any(Json& j, const void* value) {
  write_value(j, *static_cast<const T*>(value));
}
template <class T>
void read_any(const Json& j, void* out) {
  read_value(j, *static_cast<T*>(out));
}
}  // namespace detail

template <class T>
void read_at(const Json& j, std::string_view path, T& out) {
  detail::read_at(j, path, &out, detail::read_any<T>);
}

template <class T>
struct IsOptionalField : std::false_type {};
template <class T>
struct IsOptionalField<std::optional<T>> : std::true_type {};
template <class T>
struct IsOptionalField<CheckedMaybe<T>> : std::true_type {};
template <class T>
struct IsOptionalField<std::vector<T>> : std::true_type {};
template <class T>
struct IsOptionalField<Checked<T>> : std::true_type {};
template <class K, class V>
struct IsOptionalField<std::map<K, V>> : std::true_type {};
template <class T>
struct IsOptionalField<std::set<T>> : std::true_type {};

/// A field that must be there, unless it is an optional or a container.
template <class T>
void get_field(const Json& j, const char* name, T& out) {
  if (detail::read_field(j, name, &out, detail::read_any<T>)) return;
  if constexpr (IsOptionalField<T>::value) {
    out = T{};
  } else {
    detail::is_missing(name);
  }
}
/// A field that keeps its default when it is not there.
template <class T>
void get_field_or_keep(const Json& j, const char* name, T& out) {
  detail::read_field(j, name, &out, detail::read_any<T>);
}
namespace detail {
/// The pointer of a field of `said` that is not in `kept`, the same written out again; empty for none. What says nothing may be left out.
std::string lost_field(const Json& said, const Json& kept, const std::string& path);
}  // namespace detail
enum class Strange { Passed, Refused };
/// Sets the fields of an object over what stands in `out`: a battle that begins half-way. Complaints name /state. `strange`: fields that
/// the state does not have.
template <class State>
void set_over(const Json& fields, State& out, Strange strange = Strange::Passed) {
  if (!fields.is_object()) throw FieldError("/state", "expected fields of the state");
  Json j = out;
  j.merge_patch(fields);
  read_at(j, "state", out);
  if (strange == Strange::Passed) return;
  if (const std::string lost = detail::lost_field(fields, Json(out), "/state"); !lost.empty())
    throw FieldError(lost, "there is no such field");
}
/// Empty optionals and containers are left out, so that texts stay short and old texts stay equal when a field is added.
template <class T>
void put_field(Json& j, const char* name, const T& value) {
  if constexpr (detail::kIsMaybe<T>) {
    if (!value) return;
  } else if constexpr (IsOptionalField<T>::value) {
    if (value.empty()) return;
  }
  detail::write_field(j, name, &value, detail::write_any<T>);
}

#define POLEMARCH_PUT(field) ::polemarch::engine::put_field(j, #field, v.field);
#define POLEMARCH_GET(field) ::polemarch::engine::get_field(j, #field, v.field);
#define POLEMARCH_VISIT(field) visit(v.field);
#define POLEMARCH_KEEP(field) ::polemarch::engine::get_field_or_keep(j, #field, v.field);
#define POLEMARCH_JSON_READ_BY(READ, Type, ...)                             \
  inline void to_json(::nlohmann::json& j, const Type& v) {                 \
    j = ::nlohmann::json::object();                                         \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(POLEMARCH_PUT, __VA_ARGS__))   \
  }                                                                         \
  inline void from_json(const ::nlohmann::json& j, Type& v) {               \
    ::polemarch::engine::detail::must_be_object(j);                         \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(READ, __VA_ARGS__))            \
  }                                                                         \
  template <class Visit>                                                    \
  void each_field(const Type& v, const Visit& visit) {                      \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(POLEMARCH_VISIT, __VA_ARGS__)) \
  }
/// JSON of a struct by its members' names; scalars must be present. Use in the struct's own namespace.
#define POLEMARCH_JSON(Type, ...) POLEMARCH_JSON_READ_BY(POLEMARCH_GET, Type, __VA_ARGS__)
/// As POLEMARCH_JSON, but absent members keep their defaults.
#define POLEMARCH_JSON_DEFAULTS(Type, ...) POLEMARCH_JSON_READ_BY(POLEMARCH_KEEP, Type, __VA_ARGS__)
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
      if (value == v) ::polemarch::engine::detail::put_word(j, word);          \
  }                                                                            \
  inline void from_json(const ::nlohmann::json& j, Enum& v) {                  \
    std::vector<const char*> known;                                            \
    for (const auto& [value, word] : json_words(v)) {                          \
      if (::polemarch::engine::detail::is_word(j, word)) {                     \
        v = value;                                                             \
        return;                                                                \
      }                                                                        \
      known.push_back(word);                                                   \
    }                                                                          \
    ::polemarch::engine::detail::unknown_word(known);                          \
  }

/// A variant of structs with kName as an object with that name under `key` ("do", "event", "step").
template <class... Ts>
Json variant_to_json(const std::variant<Ts...>& value, const char* key) {
  Json j;
  std::visit(
      [&](const auto& v) {
        write_value(j, v);
        detail::put_word(j[key], std::decay_t<decltype(v)>::kName);
      },
      value);
  return j;
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
template <class T, class Variant>
void read_alternative(const Json& j, void* out) {
  read_value(j, static_cast<Variant*>(out)->template emplace<T>());
}
/// One alternative of a variant: does it go by that name, and how is it read into the variant?
struct Alternative {
  const char* name;
  bool (*answers_to)(const std::string& name);
  Read read;
};
void read_named(const Json& j, const char* key, const Alternative* begin, const Alternative* end, void* out);
}  // namespace detail

/// The reverse. Throws FieldError for an unknown name.
template <class Variant>
Variant variant_from_json(const Json& j, const char* key) {
  return [&]<class... Ts>(std::variant<Ts...>* /*of*/) {
    static constexpr detail::Alternative kinds[] = {{Ts::kName, detail::answers_to<Ts>, detail::read_alternative<Ts, Variant>}...};
    Variant value;
    detail::read_named(j, key, std::begin(kinds), std::end(kinds), &value);
    return value;
  }(static_cast<Variant*>(nullptr));
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

}  // namespace polemarch::engine

template <class T>
struct nlohmann::adl_serializer<std::optional<T>> {
  static void to_json(json& j, const std::optional<T>& value) { polemarch::engine::write_value(j, value); }
  static void from_json(const json& j, std::optional<T>& value) { polemarch::engine::read_value(j, value); }
};
template <class Tag, class V>
struct nlohmann::adl_serializer<std::map<polemarch::Id<Tag>, V>> {
  static void to_json(json& j, const std::map<polemarch::Id<Tag>, V>& map) { polemarch::engine::write_value(j, map); }
  static void from_json(const json& j, std::map<polemarch::Id<Tag>, V>& map) { polemarch::engine::read_value(j, map); }
};
