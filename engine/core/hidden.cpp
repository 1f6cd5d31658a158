#include "engine/core/hidden.hpp"

#include <algorithm>
#include <set>

#include "models/io/json_text.hpp"
#include "models/io/measured.hpp"

namespace polemarch::engine {

namespace {

bool is_unrevealed(const Json& j) {
  return j.is_object() && j.contains("secret") && j.contains("owner") && !(j.contains("revealed") && j["revealed"] == true);
}

/// Adds the owners of what is secret in `j`.
void gather_owners(const Json& j, std::set<Viewer>& owners) {
  if (is_unrevealed(j)) {
    Viewer owner = Viewer::Both;
    j.at("owner").get_to(owner);
    if (owner != Viewer::Both) owners.insert(owner);
  }
  if (j.is_structured())
    for (const Json& inner : j) gather_owners(inner, owners);
}

}  // namespace

Viewer owner_at(const Json& j, const std::string& path) {
  std::set<Viewer> owners;
  const Json* at = &j;
  for (std::size_t from = 0; from < path.size() && path[from] == '/';) {
    const auto end = std::min(path.find('/', from + 1), path.size());
    const Json::json_pointer step(path.substr(from, end - from));
    if (!at->is_structured() || !at->contains(step)) break;
    at = &at->at(step);
    from = end;
    if (is_unrevealed(*at)) gather_owners(Json{{"secret", ""}, {"owner", at->at("owner")}}, owners);
  }
  gather_owners(*at, owners);
  return owners.empty() ? Viewer::Both : owners.size() > 1 ? Viewer::Umpire : *owners.begin();
}

bool hides_something(const Json& j, Viewer side) {
  std::set<Viewer> owners;
  gather_owners(j, owners);
  return owners.contains(side);
}

Json parsed_message(std::string_view text) {
  if (const std::string much = io::beyond(text, io::kMessageLimits); !much.empty()) throw FieldError("", much);
  Json j = io::parsed(text);
  if (const auto twice = io::key_twice(text)) throw FieldError("/" + *twice, "is there twice");
  return j;
}

}  // namespace polemarch::engine
