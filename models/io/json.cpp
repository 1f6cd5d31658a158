#include "models/io/json.hpp"

#include <cstdint>
#include <functional>
#include <limits>

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "models/data/data.hpp"
#include "models/io/json_text.hpp"
#include "models/io/measured.hpp"
#include "models/nearest_word.hpp"

namespace polemarch::io {
namespace {

/// Line and column (1-based) of a byte offset.
std::string place_of(std::string_view text, std::size_t byte) {
  std::size_t line = 1, column = 1;
  for (std::size_t i = 0; i + 1 < byte && i < text.size(); ++i) {
    if (text[i] == '\n') {
      ++line;
      column = 1;
    } else {
      ++column;
    }
  }
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

/// Letters throughout: what is quoted from a stranger's file may be any bytes.
bool is_utf8(const std::string& text) {
  try {
    static_cast<void>(Json(text).dump());
    return true;
  } catch (const Json::exception&) {
    return false;
  }
}

std::string path_of(const std::vector<std::string>& context) {
  std::string path;
  for (const std::string& part : context) {
    if (part == "<root>") continue;
    // valijson writes ["key"] or [3].
    std::string_view bare = part;
    if (bare.starts_with("[\"") && bare.ends_with("\"]")) {
      bare = bare.substr(2, bare.size() - 4);
    } else if (bare.starts_with("[") && bare.ends_with("]")) {
      bare = bare.substr(1, bare.size() - 2);
    }
    path += "/";
    path += bare;
  }
  return path.empty() ? "/" : path;
}

std::string shown(const Json& value) {
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  constexpr std::size_t kLongest = 60;
  if (text.size() <= kLongest) return text;
  std::size_t cut = kLongest - 3;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;  // not within a letter
  return text.substr(0, cut) + "...";
}

/// The part of the schema that speaks of a path; null where several of its alternatives do.
const Json* part_for(const Json& schema, const std::vector<std::string>& keys) {
  const auto followed = [&](const Json* at) {
    while (at && at->contains("$ref")) {
      const Json::json_pointer to(at->at("$ref").get<std::string>().substr(1));
      at = schema.contains(to) ? &schema.at(to) : nullptr;
    }
    return at;
  };
  const std::function<const Json*(const Json*, const std::string&)> below = [&](const Json* at, const std::string& key) -> const Json* {
    if (at->contains("properties") && at->at("properties").contains(key)) return followed(&at->at("properties").at(key));
    for (const char* any : {"items", "additionalProperties"})
      if (at->contains(any) && at->at(any).is_object()) return followed(&at->at(any));
    if (at->contains("allOf"))
      for (const Json& part : at->at("allOf"))
        if (const Json* found = followed(&part); found && (found = below(found, key))) return found;
    const Json* only = nullptr;
    for (const char* several : {"anyOf", "oneOf"}) {
      if (!at->contains(several)) continue;
      for (const Json& part : at->at(several)) {
        const Json* one = followed(&part);
        const Json* found = one ? below(one, key) : nullptr;
        if (found && only) return nullptr;
        if (found) only = found;
      }
    }
    return only;
  };
  const Json* at = followed(&schema);
  for (const std::string& key : keys)
    if (at) at = below(at, key);
  return at;
}

/// What kind of value the schema wants, in a player's words ("a number"); empty where it does not say one kind.
std::string wanted_kind(const Json* at) {
  if (at && at->contains("anyOf")) {  // "a whole number from 0 to 6, or null"
    std::string kinds;
    for (const Json& one : at->at("anyOf")) {
      const std::string kind = wanted_kind(&one);
      if (kind.empty()) return "";
      kinds = kind == "null" ? kinds + (kinds.empty() ? "" : ", or ") + kind : kind + (kinds.empty() ? "" : ", or ") + kinds;
    }
    return kinds;
  }
  if (!at || !at->contains("type") || !at->at("type").is_string()) return "";
  const std::string type = at->at("type").get<std::string>();
  if (type == "array") return "a list [...]";
  if (type == "object") return "an object {...}";
  if (type == "null") return "null";
  if (type == "integer" && at->contains("minimum") && at->contains("maximum"))
    return "a whole number from " + at->at("minimum").dump() + " to " + at->at("maximum").dump();
  if (type == "integer") return "a whole number";
  if (type == "string") return "a text in quotes";
  if (type == "boolean") return "true or false";
  return "a " + type;
}

/// What a pattern of the schemas asks for, in a player's words.
std::string wanted_form(const Json* at) {
  if (!at || !at->contains("pattern")) return "";
  const std::string pattern = at->at("pattern").get<std::string>();
  if (pattern == "^[A-Za-z0-9_.-]{1,32}$") return "1 to 32 letters without accents, digits, '_', '.' or '-'";
  if (pattern == "^[A-Za-z]{1,2}[0-9]{1,2}$") return "a box such as c4";
  return "text of the form " + pattern;
}

/// valijson writes 0.000000 for 0.
std::string without_idle_zeros(std::string text) {
  for (auto at = text.find(".000000"); at != std::string::npos; at = text.find(".000000", at)) text.erase(at, 7);
  return text;
}

/// The name in quotes at the end of the library's sentence.
std::string quoted_name(const std::string& what) {
  const auto end = what.rfind('\'');
  const auto begin = end == std::string::npos || end == 0 ? end : what.rfind('\'', end - 1);
  return begin == std::string::npos ? "" : what.substr(begin + 1, end - begin - 1);
}

/// A word or a field that the schema does not have, with what was meant; `known` is an object or a list of words.
std::string not_known(const std::string& word, const Json& known) {
  std::vector<std::string> words;
  for (const auto& [key, value] : known.items()) {
    if (known.is_object()) {
      words.push_back(key);
    } else if (value.is_string()) {
      words.push_back(value.get<std::string>());
    }
  }
  return words.empty() ? "is not known here" : "is not known here; " + meant_instead_of(word, words);
}

/// The words the schema knows here, of the first alternative that knows any; null where none does.
const Json* words_at(const Json* at) {
  if (!at) return nullptr;
  if (at->contains("enum")) return &at->at("enum");
  for (const char* several : {"anyOf", "oneOf"})
    if (at->contains(several))
      for (const Json& one : at->at(several))
        if (const Json* words = words_at(&one)) return words;
  return nullptr;
}

/// The library's sentence about `value` in a player's words; as it is where it has them.
std::string in_plain_words(const std::string& what, const Json* at, const Json& value) {
  const auto speaks_of = [&](const char* part) { return what.find(part) != std::string::npos; };
  std::string wanted;
  if (speaks_of("'type' constraint")) wanted = wanted_kind(at);
  if (speaks_of("'pattern' constraint")) wanted = wanted_form(at);
  if (speaks_of("'const' constraint") && at && at->contains("const")) wanted = shown(at->at("const"));
  if (!wanted.empty()) return "Expected " + wanted;
  if (const Json* words = words_at(at); words && speaks_of("enum values"))
    return "This word " + not_known(value.is_string() ? value.get<std::string>() : "", *words);
  if (speaks_of("Missing required property")) return "Needs \"" + quoted_name(what) + "\"";
  if (speaks_of("could not be validated using 'properties'"))
    return "\"" + quoted_name(what) + "\" " +
           not_known(quoted_name(what), at && at->contains("properties") ? at->at("properties") : Json::object());
  return what;
}

/// The deepest error is the one a person can mend: the outer ones only say that something inside is wrong.
std::string first_violation(valijson::ValidationResults& results, const Json& value, const Json& schema) {
  valijson::ValidationResults::Error best, error;
  bool any = false;
  while (results.popError(error)) {
    if (!any || error.context.size() > best.context.size()) best = error;
    any = true;
  }
  const std::string path = path_of(best.context);
  const Json::json_pointer pointer(path == "/" ? "" : path);
  std::string what = without_idle_zeros(best.description);
  std::vector<std::string> keys;
  for (Json::json_pointer part = pointer; !part.empty(); part.pop_back()) keys.insert(keys.begin(), part.back());
  what = in_plain_words(what, part_for(schema, keys), value.contains(pointer) ? value.at(pointer) : Json());
  std::string line = path + ": " + what;
  if (!line.ends_with('.') && !line.ends_with('?')) line += '.';
  if (value.contains(pointer) && !value.at(pointer).is_structured()) line += " Found " + shown(value.at(pointer)) + ".";
  return line;
}

/// valijson reads whole numbers as signed ones: beyond those 18446744073709551615 would pass as -1. Such a number counts as the large one
/// it is.
void tell_large_numbers(Json& value) {
  if (value.is_structured()) {
    for (Json& inner : value) tell_large_numbers(inner);
  } else if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()}) {
    value = value.get<double>();
  }
}

}  // namespace

std::string beyond(std::string_view text, const Limits& limits) {
  if (text.size() > limits.bytes)
    return "is " + std::to_string(text.size()) + " bytes long, at most " + std::to_string(limits.bytes) + " are read";
  int depth = 0;
  std::size_t values = 0;
  bool in_string = false, escaped = false;
  for (const char c : text) {
    if (in_string) {
      if (escaped) {
        escaped = false;
      } else if (c == '\\') {
        escaped = true;
      } else if (c == '"') {
        in_string = false;
      }
      continue;
    }
    if (c == '"') in_string = true;
    if (c == '[' || c == '{' || c == ',') ++values;
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (depth > limits.depth) return "is nested more than " + std::to_string(limits.depth) + " levels deep; nothing of ours is";
    if (values > limits.values) return "holds more than " + std::to_string(limits.values) + " values; nothing of ours does";
  }
  return {};
}

Result<Json> parse_json(std::string_view text, std::string_view name) { return parse_message(text, name, kFileLimits); }

Result<Json> parse_message(std::string_view text, std::string_view name, const Limits& limits) {
  if (const std::string much = beyond(text, limits); !much.empty()) return InputError{std::string(name) + ": " + much};
  try {
    Json value = Json::parse(text);
    if (const auto twice = key_twice(text)) return InputError{std::string(name) + ": \"" + *twice + "\" is there twice in one {...}"};
    return value;
  } catch (const Json::parse_error& error) {
    if (text.starts_with("{\"polemarch_battle\""))  // a line is a value, and there are many
      return InputError{std::string(name) + ": is the log of a battle; another kind of file is expected here"};
    std::string what = error.what();
    const auto colon = what.find(": ", what.find("parse error"));
    if (colon != std::string::npos) what = what.substr(colon + 2);
    const bool letters = is_utf8(what);  // it repeats the bytes that were read last
    for (char& c : what)
      if (c == '\n' || (!letters && static_cast<unsigned char>(c) >= 0x80)) c = c == '\n' ? ' ' : '?';
    return InputError{std::string(name) + ": " + place_of(text, error.byte) + ": not valid JSON: " + what};
  } catch (const Json::exception& error) {  // a number no double can hold: "[json.exception...] number overflow parsing '1e999'"
    const std::string what = error.what();
    const auto bracket = what.find("] "), quote = what.find('\''), end = what.rfind('\'');
    const std::string number = quote < end ? what.substr(quote + 1, end - quote - 1) : std::string();
    const std::size_t at = number.empty() ? std::string_view::npos : text.find(number);
    return InputError{std::string(name) + ": " + (at == std::string_view::npos ? "" : place_of(text, at + 1) + ": ") +
                      "not valid JSON: " + (bracket == std::string::npos ? what : what.substr(bracket + 2))};
  }
}

Result<Json> validate_json(Json value, std::string_view schema_name, std::string_view name, std::string_view part) {
  const std::string_view schema_text = find_embedded(data::embedded_files(), schema_name);
  assert(!schema_text.empty() && "unknown schema");
  Json schema_json = Json::parse(schema_text);
  if (!part.empty()) {
    Json alone = schema_json.at(Json::json_pointer(std::string(part)));
    alone["definitions"] = schema_json.at("definitions");
    schema_json = std::move(alone);
  }
  valijson::Schema schema;
  valijson::SchemaParser parser;
  const valijson::adapters::NlohmannJsonAdapter schema_adapter(schema_json);
  parser.populateSchema(schema_adapter, schema);
  valijson::Validator validator;
  valijson::ValidationResults results;
  tell_large_numbers(value);
  const valijson::adapters::NlohmannJsonAdapter target(value);
  if (!validator.validate(schema, target, &results))
    return InputError{std::string(name) + ": " + first_violation(results, value, schema_json)};
  return value;
}

Result<Json> read_json(std::string_view text, std::string_view schema, std::string_view name) {
  auto parsed = parse_json(text, name);
  if (!parsed) return parsed.error();
  return validate_json(std::move(*parsed), schema, name);
}

std::string canonical_text(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace polemarch::io
