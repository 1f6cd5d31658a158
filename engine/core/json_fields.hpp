#pragma once
/// How fields of JSON are read and written: by name, with the path in every complaint; structs, enums and variants by macros. For text*.cpp
/// files only (heavy header), which get it through json_types.hpp. Readers throw FieldError, caught where text enters (battle_of.hpp,
/// read_as()). Pure.

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
[[noreturn]] void complain_at(std::string_view path, const FieldError& error);
[[noreturn]] void wrong_kind(std::string_view path, const Json& j);
[[noreturn]] void is_missing(const char* name);
[[noreturn]] void unknown_name(const std::string& name, const std::vector<std::string>& known);
[[noreturn]] void unknown_word(const std::vector<const char*>& known);
bool is_word(const Json& j, const char* word);
void put_word(Json& j, const char* word);
/// The name under `key` of an object that is one of several kinds.
std::string name_under(const Json& j, const char* key);
}  // namespace detail

/// Reads T from j; the type's own complaint gets a path in front.
template <class T>
void read_at(const Json& j, std::string_view path, T& out) {
  try {
    if constexpr (std::is_same_v<T, std::string>) {
      detail::must_be(j.is_string(), "expected a string");
    } else if constexpr (std::is_same_v<T, bool>) {
      detail::must_be(j.is_boolean(), "expected true or false");
    } else if constexpr (std::is_integral_v<T>) {
      detail::must_be(j.is_number_integer(), "expected an integer");
    } else if constexpr (std::is_floating_point_v<T>) {
      detail::must_be(j.is_number(), "expected a number");
    }
    j.get_to(out);
  } catch (const FieldError& error) {
    detail::complain_at(path, error);
  } catch (const Json::exception&) {
    detail::wrong_kind(path, j);
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
    detail::is_missing(name);
  }
}
/// A field that keeps its default when it is not there.
template <class T>
void get_field_or_keep(const Json& j, const char* name, T& out) {
  const auto at = j.find(name);
  if (at != j.end()) read_at(*at, name, out);
}
/// Sets the fields of an object over what stands in `out`: a battle that begins half-way. Complaints name /state.
template <class State>
void set_over(const Json& fields, State& out) {
  if (!fields.is_object()) throw FieldError("/state", "expected fields of the state");
  Json j = out;
  j.merge_patch(fields);
  read_at(j, "state", out);
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
#define POLEMARCH_JSON_READ_BY(READ, Type, ...)                           \
  inline void to_json(::nlohmann::json& j, const Type& v) {               \
    j = ::nlohmann::json::object();                                       \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(POLEMARCH_PUT, __VA_ARGS__)) \
  }                                                                       \
  inline void from_json(const ::nlohmann::json& j, Type& v) {             \
    ::polemarch::engine::detail::must_be_object(j);                       \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(READ, __VA_ARGS__))          \
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
  return std::visit(
      [&](const auto& v) {
        Json j = v;
        detail::put_word(j[key], std::decay_t<decltype(v)>::kName);
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
template <class... Ts>
std::vector<std::string> names_of(const std::variant<Ts...>* /*of*/) {
  return {std::string(Ts::kName)...};
}
template <class Variant, std::size_t I = 0>
Variant variant_named(const Json& j, const std::string& name) {
  if constexpr (I == std::variant_size_v<Variant>) {
    unknown_name(name, names_of(static_cast<Variant*>(nullptr)));
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
  return detail::variant_named<Variant>(j, detail::name_under(j, key));
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
