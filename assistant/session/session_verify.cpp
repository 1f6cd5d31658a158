/// replay --verify: every logged command judged again with today's rules.
#include "assistant/session/files.hpp"
#include "assistant/session/hash.hpp"
#include "assistant/session/old_seals.hpp"
#include "assistant/session/session.hpp"
#include "engine/core/json_types.hpp"
#include "engine/registry/registry.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant {

using engine::Json;

namespace {

constexpr const char* kOtherEvents = "the same command now leads to other events";

std::string name_of_event(const std::vector<std::string>& events, std::size_t at) {
  return at < events.size() ? io::parsed(events[at]).value("event", "?") : "nothing";
}

/// Where the events part: "event 3 is card_turned, where card_played stands" or "event 3 (medals_set): /change was -1, is -2".
std::string where_they_part(const std::vector<std::string>& logged, const std::vector<std::string>& today) {
  std::size_t at = 0;
  while (at < logged.size() && at < today.size() && logged[at] == today[at]) ++at;
  const std::string number = "event " + std::to_string(at + 1), was = name_of_event(logged, at), is = name_of_event(today, at);
  if (was != is) return number + " was " + was + ", is " + is;
  const Json before = io::parsed(logged[at]), after = io::parsed(today[at]);
  const Json change = Json::diff(before, after).front();
  const Json::json_pointer path(change["path"].get<std::string>());
  const auto at_path = [&](const Json& event) {
    return event.contains(path) ? engine::canonical(event.at(path)).substr(0, 120) : "nothing";
  };
  return number + " (" + was + "): " + change["path"].get<std::string>() + " was " + at_path(before) + ", is " + at_path(after);
}

}  // namespace

Result<Verification> Session::verify(const std::string& path) {
  auto session = open_read_only(path);
  if (!session) return session.error();
  Session& s = **session;
  const auto room = engine::find_ruleset(s.header_.ruleset);
  auto battle = (*room)->make(s.whole_setup_, path);
  if (!battle) return battle.error();
  Verification found;
  // Where today's rules judge otherwise, the battle goes on from what the log has.
  auto recorded = (*battle)->copy();
  const auto differs = [&](std::int64_t seq, std::string what) {
    ++found.differences;
    *battle = recorded->copy();
    if (!found.same) return;
    found.same = false;
    found.first_difference = seq;
    found.what = std::move(what);
  };
  if (s.warning_) found.left_out.push_back(*s.warning_);
  if (s.header_.chain.empty()) return InputError{path + ": is a battle.json, not a log; --verify judges a game.battle"};
  const auto from_here = [&](std::int64_t seq) {
    found.left_out.push_back("from seq " + std::to_string(seq) +
                             " on nothing is judged: " + (s.keys_missing_ ? *s.keys_missing_ : "hidden values cannot be opened"));
    return found;
  };
  bool missing = false, unkeyed = false;
  (void)s.seals_.opened(io::parsed(s.header_.setup), missing);
  if (missing) return from_here(0);
  for (const LogLine& line : s.lines()) {
    Json command = s.seals_.opened(io::parsed(line.command), missing);
    std::vector<Json> logged;
    for (const std::string& event : line.events) logged.push_back(s.seals_.opened(io::parsed(event), missing));
    if (missing) return from_here(line.seq);
    if (command.contains("secret")) command = command.value("value", Json::object());  // format 1
    const auto outcome = (*battle)->submit(engine::canonical(command));
    std::vector<std::string> events;
    events.reserve(logged.size());
    for (const Json& event : logged) events.push_back(engine::canonical(event));
    if (const auto folded = recorded->fold(engine::canonical(command), events, may_be_overruled(line)); !folded)
      return InputError{path + ": seq " + std::to_string(line.seq) + ": " + folded.error().line};
    if (!outcome) {
      differs(line.seq, outcome.error().line);
      continue;
    }
    const std::string then = io::parsed(line.verdict).value("verdict", "");
    const std::string now(engine::name_of(outcome->verdict.ruling));
    const bool hidden = engine::is_sealed(io::parsed(line.command));  // whoever looks on reads along
    if (now != then) {
      const std::string why = hidden || outcome->verdict.reasons.empty()
                                  ? ""
                                  : " (" + outcome->verdict.reasons[0].rule + ": " + outcome->verdict.reasons[0].text + ")";
      differs(line.seq, "was " + then + ", today's rules say " + now + why);
      continue;
    }
    std::vector<std::string> texts;
    for (const Json& event : logged) {  // an event that has changed since is compared as today's room writes it
      const auto today = (*battle)->todays(engine::canonical(event));
      texts.push_back(today ? *today : engine::canonical(event));
    }
    if (outcome->events != texts) {
      differs(line.seq, hidden ? kOtherEvents : kOtherEvents + (": " + where_they_part(texts, outcome->events)));
      continue;
    }
    if (line.state_v != (*battle)->info().state_v) {
      found.states_compared = false;
      continue;
    }
    if (!line.old_seals && !s.seals_.has_keys()) {
      unkeyed = true;
      continue;
    }
    const auto state_with = [&](std::int64_t seq) {
      return hash_hex((*battle)->sealed_state_text([&](const std::string& id, const std::string& value) {
        return line.old_seals ? s.old_seals_->seal_of(id, value).value_or("") : s.seals_.commitment(id, value, seq);
      }));
    };
    // In logs of earlier versions a secret has one commitment throughout the battle.
    if (state_with(line.seq) != line.state && (line.old_seals || state_with(Seals::kThroughout) != line.state))
      differs(line.seq, "leads to another state");
  }
  if (unkeyed) found.left_out.push_back("states are not compared: " + s.keys_missing_.value_or("no keys"));
  return found;
}

}  // namespace polemarch::assistant
