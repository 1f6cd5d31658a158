#include "assistant/session/hiding.hpp"

#include <sstream>

#include "engine/core/hidden.hpp"
#include "engine/core/repair.hpp"

namespace polemarch::assistant {

using engine::Json;

namespace {

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts;
  std::istringstream in{std::string(text)};
  for (std::string part; std::getline(in, part, at);)
    if (!part.empty()) parts.push_back(part);
  return parts;
}

/// Seals what lies at steps[from..] of `at`. The side is the name behind "sides".
void seal_place(const Seals& seals, Json& at, const std::vector<std::string>& steps, std::size_t from, Viewer owner) {
  if (from == steps.size()) {
    if (!at.is_null() && !engine::is_sealed(at)) at = seals.sealed(owner, at, SealSize::Value);
    return;
  }
  const auto into = [&](Json& inner, const std::string& name) {
    const bool side = from > 0 && steps[from - 1] == "sides";
    seal_place(seals, inner, steps, from + 1, side ? viewer_named(name).value_or(Viewer::Umpire) : owner);
  };
  if (at.is_array() && steps[from] == "*") {
    for (Json& inner : at) into(inner, "");
  } else if (at.is_object()) {
    for (auto& [name, inner] : at.items())
      if (steps[from] == "*" || steps[from] == name) into(inner, name);
  }
}

}  // namespace

std::string_view hidden_places(const engine::Battle& battle) {
  const engine::Hides* hides = engine::hides(battle);
  return hides == nullptr ? std::string_view() : hides->hidden_setup();
}

Viewer audience_of(const engine::Battle& battle, const std::string& command) {
  const engine::Hides* hides = engine::hides(battle);
  return hides == nullptr ? Viewer::Both : hides->audience(command);
}

Json sealed_setup(const Seals& seals, const Json& setup, std::string_view hidden_places) {
  Json sealed = seals.secrets_sealed(setup);
  for (const std::string& place : split(hidden_places, ' ')) seal_place(seals, sealed, split(place, '/'), 0, Viewer::Umpire);
  return sealed;
}

Json with_nulls(Json setup) {
  if (engine::is_sealed(setup)) return nullptr;
  if (setup.is_structured())
    for (auto& inner : setup) inner = with_nulls(std::move(inner));
  return setup;
}

Viewer whole_audience(Viewer audience, const std::vector<std::string>& events) {
  for (const std::string& event : events) {
    if (event.find("\"secret\":") == std::string::npos) continue;
    const Viewer owner = engine::owner_at(Json::parse(event), "");
    if (owner == Viewer::Both) continue;
    audience = audience == Viewer::Both || audience == owner ? owner : Viewer::Umpire;
  }
  return audience;
}

Json sealed_event(const Seals& seals, const engine::Battle& battle, const std::string& event, Viewer whole) {
  const Json json = Json::parse(event);
  const engine::Hides* hides = engine::hides(battle);
  Viewer audience = hides == nullptr ? Viewer::Both : hides->event_audience(event);
  if (audience == Viewer::Both && whole != Viewer::Both && engine::repair_event_from_json(json))
    audience = whole;  // an overruled or amending command is told again in its event
  return audience == Viewer::Both ? seals.secrets_sealed(json) : seals.sealed(audience, json, SealSize::Whole);
}

}  // namespace polemarch::assistant
