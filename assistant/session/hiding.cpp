#include "assistant/session/hiding.hpp"

#include <sstream>

#include "engine/core/hidden.hpp"
#include "engine/core/json_types.hpp"
#include "engine/core/repair.hpp"
#include "models/io/json_text.hpp"

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
    if (!engine::is_sealed(at)) at = seals.sealed(owner, at, SealSize::Value);
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

Json written_out(const engine::Battle& battle, Json setup) {
  const engine::Hides* hides = engine::hides(battle);
  return hides == nullptr ? setup : hides->written_out(std::move(setup));
}

Audiences audiences_of(const engine::Battle& battle, const std::string& command) {
  const engine::Hides* hides = engine::hides(battle);
  return hides == nullptr ? Audiences{} : Audiences{hides->audience(command), hides->refused_audience(command)};
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

Told told_of(const engine::Battle& battle, engine::Outcome outcome, Viewer audience) {
  Told told{std::move(outcome), audience, {}, {}};
  for (const std::string& event : told.events) told.gists.push_back(battle.gist(event));
  for (const std::string& event : told.events) {
    if (event.find("\"secret\":") == std::string::npos) continue;
    const Viewer owner = engine::owner_at(io::parsed(event), "");
    if (owner == Viewer::Both) continue;
    told.audience = told.audience == Viewer::Both || told.audience == owner ? owner : Viewer::Umpire;
  }
  const engine::Hides* hides = engine::hides(battle);
  for (const std::string& event : told.events) {
    Viewer whose = hides == nullptr ? Viewer::Both : hides->event_audience(event);
    // An overruled or amending command is told again in its event.
    if (whose == Viewer::Both && told.audience != Viewer::Both && engine::repair_event_from_json(io::parsed(event))) whose = told.audience;
    told.whose.push_back(whose);
  }
  return told;
}

Told seen_by(Told told, Viewer viewer) {
  if (!engine::may_know(viewer, told.audience)) told.verdict.reasons.clear();
  Told seen = told;
  seen.events.clear();
  seen.whose.clear();
  const bool a_line_each = told.lines.size() == told.events.size();
  for (std::size_t i = 0; i < told.events.size(); ++i) {
    const Json event = io::parsed(told.events[i]);
    if (engine::may_know(viewer, told.whose[i])) {
      seen.events.push_back(engine::canonical(engine::hide_secrets(event, viewer)));
      seen.whose.push_back(told.whose[i]);
    } else if (a_line_each && engine::repair_event_from_json(event)) {
      seen.lines[i] = kSealedLine;  // a room's own line tells nothing hidden; this one would repeat what was said
    }
  }
  return seen;
}

Json sealed_event(const Seals& seals, const std::string& event, Viewer audience) {
  const Json json = io::parsed(event);
  return audience == Viewer::Both ? seals.secrets_sealed(json) : seals.sealed(audience, json, SealSize::Whole);
}

}  // namespace polemarch::assistant
