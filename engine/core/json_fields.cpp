#include "engine/core/json_fields.hpp"

#include "models/nearest_word.hpp"

namespace polemarch::engine::detail {

void must_be(bool is, const char* expected) {
  if (!is) throw FieldError("", expected);
}

void must_be_object(const Json& j) { must_be(j.is_object(), "expected an object"); }

void complain_at(std::string_view path, const FieldError& error) { throw FieldError("/" + std::string(path) + error.path, error.what()); }

void wrong_kind(std::string_view path, const Json& j) {
  std::string found = j.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (found.size() > 40) found = found.substr(0, 37) + "...";
  throw FieldError("/" + std::string(path), "wrong kind of value: " + found);
}

void is_missing(const char* name) { throw FieldError("", "needs \"" + std::string(name) + "\""); }

void unknown_name(const std::string& name, const std::vector<std::string>& known) {
  throw FieldError("", "there is no \"" + name.substr(0, 40) + "\" here; " + meant_instead_of(name, known));
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

}  // namespace polemarch::engine::detail
