#include "assistant/session/answers.hpp"

#include <algorithm>

#include "engine/core/in_unit.hpp"
#include "engine/core/json_types.hpp"
#include "engine/registry/registry.hpp"
#include "models/io/json_text.hpp"
#include "models/io/measured.hpp"

namespace polemarch::assistant {

using engine::Json;

namespace {

/// As the rulebook measures: core counts in millimetres.
engine::Verdict told(const Session& session, engine::Verdict verdict) {
  return engine::in_unit_of(std::move(verdict), engine::measures_of(session.battle().info().key).length);
}

/// Who may be shown the reply: the speaker; a missing "by" is the umpire's question.
Viewer viewer_of_line(const Json& line) {
  const auto viewer = line.contains("by") && line["by"].is_string() ? viewer_named(line["by"].get<std::string>()) : std::nullopt;
  return viewer.value_or(Viewer::Umpire);
}

std::string reason_line(const engine::Reason& reason) { return (reason.rule.empty() ? "" : reason.rule + ": ") + reason.text; }

/// The questions and rights that this viewer may know of.
void add_open_things(Json& out, const engine::Battle& battle, Viewer viewer) {
  out["waits"] = Json::array();
  for (const engine::Wait& wait : battle.waits(viewer)) out["waits"].push_back(engine::wait_json(wait));
  out["windows"] = Json::array();
  for (const engine::Window& window : battle.windows(viewer)) out["windows"].push_back(engine::window_json(window));
  if (const auto owed = battle.owed(); !owed.empty()) {
    out["owed"] = Json::array();
    for (const engine::OwedPlacement& placement : owed) out["owed"].push_back(engine::owed_json(placement));
  }
}

Result<engine::About> about_of(const Json& line) {
  return engine::guarded("command", [&]() -> engine::About {
    if (line.contains("unit")) {
      UnitId unit;
      engine::get_field(line, "unit", unit);
      return unit;
    }
    if (line.contains("wait")) {
      engine::WaitId wait;
      engine::get_field(line, "wait", wait);
      return wait;
    }
    return engine::AboutAll{};
  });
}

Result<Reply> offers_reply(Session& session, const Json& line) {
  const auto about = about_of(line);
  if (!about) return about.error();
  Reply reply;
  Json out{{"seq", session.battle().seq()},
           {"verdict", "allowed"},
           {"reasons", Json::array()},
           {"events", Json::array()},
           {"offers", Json::array()}};
  for (const engine::OfferText& offer : session.battle().offers(viewer_of_line(line), *about)) {
    Json o = engine::verdict_json(told(session, offer.verdict));
    o["command"] = io::parsed(offer.command);
    o["text"] = offer.text;
    for (const engine::Need& need : offer.still_needed) {
      o["still_needed"].push_back(need.word);
      Json typed{{"kind", engine::name_of(need.kind)}};
      if (!need.field.empty()) typed["field"] = need.field;
      o["needs"].push_back(std::move(typed));
    }
    out["offers"].push_back(o);
    std::string plain = (offer.verdict.allowed() ? "  may " : "  may not ") + offer.text;
    for (const engine::Reason& reason : offer.verdict.reasons) plain += "; " + reason_line(reason);
    reply.plain.push_back(plain);
  }
  add_open_things(out, session.battle(), viewer_of_line(line));
  out["state"] = session.state_hash();
  reply.json = engine::canonical(out);
  return reply;
}

Result<Reply> state_reply(Session& session, const Json& line) {
  const Viewer viewer = viewer_of_line(line);
  Json out{{"seq", session.battle().seq()}, {"verdict", "allowed"}, {"reasons", Json::array()}, {"events", Json::array()}};
  out["view"] = io::parsed(session.battle().state_text(viewer));
  out["describe"] = session.battle().describe(viewer);
  add_open_things(out, session.battle(), viewer);
  out["state"] = session.state_hash();
  return Reply{engine::canonical(out), session.battle().describe(viewer), false, false};
}

/// True when an impossible command is bad input rather than out of place: dice that cannot fall, or a unit or base nobody has heard of.
bool is_bad_input(const engine::Battle& battle, const Json& line, Viewer viewer) {
  for (const char* values : {"dice", "die", "cards", "card", "values", "value"})
    if (line.value("do", "") == "answer" && line.contains(values)) return true;
  const std::string state = battle.state_text(viewer);
  const auto unheard = [&](const Json& id) {
    return id.is_string() && state.find("\"" + id.get<std::string>() + "\"") == std::string::npos;
  };
  for (const char* name : {"unit", "target", "base", "general", "leader"})
    if (line.contains(name) && unheard(line[name])) return true;
  for (const char* name : {"units", "targets", "bases"})
    if (line.contains(name) && line[name].is_array() && std::any_of(line[name].begin(), line[name].end(), unheard)) return true;
  return false;
}

}  // namespace

Result<Reply> reply_to(Session& session, const std::string& line, const std::string& source, double t) {
  const auto parsed = io::parse_message(line, "command");
  if (!parsed) return parsed.error();
  if (parsed->is_object() && parsed->value("do", Json()) == "offers") return offers_reply(session, *parsed);
  if (parsed->is_object() && parsed->value("do", Json()) == "state") return state_reply(session, *parsed);
  const auto submitted = session.submit(line, source, t);
  if (!submitted) return submitted.error();
  const Viewer viewer = viewer_of_line(*parsed);
  const Told outcome = seen_by(*submitted, viewer);
  Reply reply;
  Json out = engine::verdict_json(told(session, outcome.verdict));
  out["seq"] = outcome.seq;
  if (outcome.ruled) out["ruled"] = true;
  out["events"] = Json::array();
  for (const std::string& event : outcome.events) out["events"].push_back(io::parsed(event));
  add_open_things(out, session.battle(), viewer);
  out["state"] = session.state_hash();
  if (const auto notice = session.take_notice()) out["notice"] = reply.notice = *notice;
  reply.json = engine::canonical(out);
  reply.refused = !outcome.verdict.allowed();
  reply.impossible = outcome.verdict.ruling == engine::Ruling::Refused && outcome.verdict.refusal == engine::Refusal::Impossible &&
                     is_bad_input(session.battle(), *parsed, viewer);
  std::string head = std::to_string(outcome.seq) + " " + std::string(engine::name_of(outcome.verdict.ruling));
  for (const engine::Reason& reason : outcome.verdict.reasons) head += "; " + reason_line(reason);
  reply.plain.push_back(head);
  for (const std::string& line_told : outcome.lines)
    if (!line_told.empty()) reply.plain.push_back("  " + line_told);
  for (const engine::Wait& wait : session.battle().waits(viewer))
    reply.plain.push_back("  ? w" + std::to_string(wait.id.number) + " " + std::string(name_of(wait.who)) + ": " + wait.question);
  return reply;
}

}  // namespace polemarch::assistant
