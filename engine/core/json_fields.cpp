#include "engine/core/json_fields.hpp"

#include "models/nearest_word.hpp"

namespace polemarch::engine::detail {

void must_be(bool is, const char* expected) {
  if (!is) throw FieldError("", expected);
}

void must_be_object(const Json& j) { must_be(j.is_object(), "expected an object"); }

void must_be_list_of(const Json& j, std::size_t length) {
  if (!j.is_array() || j.size() != length) throw FieldError("", "expected a list of " + std::to_string(length));
}

void write_truth(Json& j, bool value) { j = value; }
void write_integer(Json& j, std::int64_t value) { j = value; }
void write_number(Json& j, double value) { j = value; }
void write_text(Json& j, const std::string& value) { j = value; }

bool read_truth(const Json& j) {
  must_be(j.is_boolean(), "expected true or false");
  return j.get<bool>();
}
std::int64_t read_integer(const Json& j, std::int64_t least, std::int64_t most) {
  must_be(j.is_number_integer(), "expected an integer");
  const bool huge = j.is_number_unsigned() && j.get<std::uint64_t>() > static_cast<std::uint64_t>(most);
  if (huge || j.get<std::int64_t>() < least || j.get<std::int64_t>() > most)
    throw FieldError("", "expected an integer from " + std::to_string(least) + " to " + std::to_string(most));
  return j.get<std::int64_t>();
}
double read_number(const Json& j) {
  must_be(j.is_number(), "expected a number");
  return j.get<double>();
}
const std::string& read_text(const Json& j) {
  must_be(j.is_string(), "expected a string");
  return j.get_ref<const std::string&>();
}

void read_at(const Json& j, std::string_view path, void* out, Read read) {
  const auto complain = [&](const FieldError& error) {
    throw FieldError(on_a_line((path.empty() ? "" : "/" + std::string(path)) + error.path), error.what());
  };
  try {
    read(j, out);
  } catch (const FieldError& error) {
    complain(error);
  } catch (const Json::exception&) {
    std::string found = j.dump(-1, ' ', true, Json::error_handler_t::replace);  // letters of one byte, so that it may be cut anywhere
    if (found.size() > 40) found = found.substr(0, 37) + "...";
    complain(FieldError("", "wrong kind of value: " + found));
  }
}

bool read_field(const Json& j, const char* name, void* out, Read read) {
  const auto at = j.find(name);
  if (at == j.end()) return false;
  read_at(*at, name, out, read);
  return true;
}

void write_field(Json& j, const char* name, const void* value, Write write) { write(j[name], value); }

void is_missing(const char* name) { throw FieldError("", "needs \"" + std::string(name) + "\""); }

void unknown_name(const std::string& name, const std::vector<std::string>& known) {
  throw FieldError("", "there is no " + in_quotes(name) + " here; " + meant_instead_of(name, known));
}

void unknown_word(const std::vector<const char*>& known) {
  std::string all;
  for (const char* word : known) all += (all.empty() ? "" : ", ") + std::string(word);
  throw FieldError("", "expected one of " + all);
}

bool is_word(const Json& j, const char* word) { return j.is_string() && j.get_ref<const std::string&>() == word; }

void put_word(Json& j, const char* word) { j = word; }

std::string name_under(const Json& j, const char* key) {
  must_be_object(j);
  const auto at = j.find(key);
  if (at == j.end() || !at->is_string()) throw FieldError("", "needs \"" + std::string(key) + "\" with a name");
  return at->get<std::string>();
}

void read_named(const Json& j, const char* key, const Alternative* begin, const Alternative* end, void* out) {
  const std::string name = name_under(j, key);
  for (const Alternative* kind = begin; kind != end; ++kind)
    if (kind->answers_to(name)) return kind->read(j, out);
  std::vector<std::string> known;
  for (const Alternative* kind = begin; kind != end; ++kind) known.emplace_back(kind->name);
  // Nobody types an event: a list of all that a room has would help nobody.
  if (std::string_view(key) == "event" && !meant_instead_of(name, known).starts_with("did you mean"))
    throw FieldError("", "there is no event " + in_quotes(name) + " among the " + std::to_string(known.size()) + " known here");
  unknown_name(name, known);
}

std::string lost_field(const Json& said, const Json& kept, const std::string& path) {
  if (!said.is_object() || !kept.is_object()) return {};
  for (const auto& [key, value] : said.items()) {
    const bool says_something = !value.is_null() && !(value.is_structured() && value.empty());
    if (!kept.contains(key) && says_something) return path + "/" + key;
    if (!kept.contains(key)) continue;
    if (std::string inner = lost_field(value, kept.at(key), path + "/" + key); !inner.empty()) return inner;
  }
  return {};
}

}  // namespace polemarch::engine::detail
