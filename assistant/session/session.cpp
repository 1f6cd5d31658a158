#include "assistant/session/session.hpp"

#include <ctime>
#include <filesystem>

#include "assistant/session/enclosed.hpp"
#include "assistant/session/files.hpp"
#include "assistant/session/hash.hpp"
#include "engine/core/json_types.hpp"
#include "engine/registry/registry.hpp"
#include "models/io/json.hpp"

namespace polemarch::assistant {

using engine::Json;

namespace {

std::string now_iso() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

std::string secrets_path(const std::string& log_path) {
  std::filesystem::path path(log_path);
  return path.replace_extension(".secrets").string();
}

/// A log's first byte run names it; anything else is taken for a battle.json.
bool looks_like_log(std::string_view text) { return text.starts_with("{\"polemarch_battle\""); }

bool holds_secret(const std::string& json_text) {
  return json_text.find("\"secret\":") != std::string::npos && json_text.find("\"revealed\":false") != std::string::npos;
}

Result<std::unique_ptr<engine::Battle>> battle_of_ruleset(const std::string& key, const std::string& setup, const std::string& name) {
  const auto room = engine::find_ruleset(key);
  if (!room) return InputError{name + ": /ruleset: " + room.error().line};
  return (*room)->make(setup, name);
}

}  // namespace

Result<std::unique_ptr<engine::Battle>> battle_from_setup(std::string_view setup_json, const std::string& name) {
  const auto parsed = io::parse_json(setup_json, name);
  if (!parsed) return parsed.error();
  if (!parsed->is_object() || !parsed->contains("ruleset") || !(*parsed)["ruleset"].is_string())
    return InputError{name + ": /ruleset: expected the name of a ruleset, e.g. \"to_the_strongest\""};
  return battle_of_ruleset((*parsed)["ruleset"].get<std::string>(), std::string(setup_json), name);
}

/// Reads a file and sets the battle up; `lines` gets what is still to be folded.
Result<std::unique_ptr<Session>> Session::at_start(const std::string& path, std::vector<LogLine>& lines) {
  auto text = read_text_file(path);
  if (!text) return text.error();
  std::unique_ptr<Session> session(new Session);
  if (!looks_like_log(*text)) {
    text = with_enclosed_files(*text, path);
    if (!text) return text.error();
    auto battle = battle_from_setup(*text, path);
    if (!battle) return battle.error();
    session->battle_ = std::move(*battle);
    session->header_ = {.ruleset = std::string(session->battle_->info().key),
                        .catalogue = std::string(session->battle_->info().catalogue),
                        .setup = engine::canonical(Json::parse(*text)),
                        .created = now_iso()};
    return session;
  }
  auto log = read_log(*text, path);
  if (!log) return log.error();
  auto seals = Seals::open(secrets_path(path));
  if (!seals) return seals.error();
  session->seals_ = std::move(*seals);
  session->header_ = log->header;
  session->warning_ = log->warning;
  auto battle = battle_of_ruleset(log->header.ruleset, log->header.setup, path);
  if (!battle) return battle.error();
  session->battle_ = std::move(*battle);
  lines = std::move(log->lines);
  return session;
}

Result<std::unique_ptr<Session>> Session::open_read_only(const std::string& path, std::optional<std::int64_t> to) {
  std::vector<LogLine> lines;
  auto session = at_start(path, lines);
  if (!session) return session;
  if (to && (*to < 0 || *to > static_cast<std::int64_t>(lines.size())))
    return InputError{path + ": has no seq " + std::to_string(*to) + "; its last is " + std::to_string(lines.size())};
  for (LogLine& line : lines) {
    if (to && line.seq > *to) break;
    if (const auto folded = (*session)->fold_line(line, path); !folded) return folded.error();
    (*session)->lines_.push_back(std::move(line));
  }
  return session;
}

Result<LogHeader> Session::walk(const std::string& path, const Visit& visit) {
  std::vector<LogLine> lines;
  auto session = at_start(path, lines);
  if (!session) return session.error();
  visit((*session)->battle(), nullptr, {});
  for (const LogLine& line : lines) {
    const auto told = (*session)->fold_line(line, path);
    if (!told) return told.error();
    visit((*session)->battle(), &line, *told);
  }
  return (*session)->header_;
}

Result<std::unique_ptr<Session>> Session::open(const std::string& path, const std::string& log_path) {
  auto session = open_read_only(path);
  if (!session) return session;
  const bool resumed = !(*session)->header_.chain.empty();
  if (resumed) {
    const auto text = read_text_file(path);
    if (!text) return text.error();
    const auto log = read_log(*text, path);
    if (!log) return log.error();
    auto writer = LogWriter::resume(path, *log);
    if (!writer) return writer.error();
    (*session)->writer_ = std::move(*writer);
    return session;
  }
  if (log_path.empty()) return session;
  auto writer = LogWriter::create(log_path, (*session)->header_);
  if (!writer) return writer.error();
  (*session)->writer_ = std::move(*writer);
  auto seals = Seals::open(secrets_path(log_path));
  if (!seals) return seals.error();
  (*session)->seals_ = std::move(*seals);
  return session;
}

Result<std::vector<std::string>> Session::fold_line(const LogLine& line, const std::string& name) {
  bool missing = false;
  std::vector<std::string> events;
  for (const std::string& event : line.events) events.push_back(seals_.unsealed(event, missing));
  std::string command = seals_.unsealed(line.command, missing);
  const Json wrapped = Json::parse(command);
  if (wrapped.contains("secret")) command = wrapped.contains("value") ? engine::canonical(wrapped["value"]) : "{}";
  auto folded = battle_->fold(command, events);
  if (!folded) return InputError{name + ": seq " + std::to_string(line.seq) + ": " + folded.error().line};
  return folded;
}

std::string Session::state_hash() {
  return hash_hex(battle_->sealed_state_text([this](const std::string& id, const std::string& value) { return seals_.seal(id, value); }));
}

Result<engine::Outcome> Session::submit(const std::string& command_json, const std::string& source, double t) {
  auto outcome = battle_->submit(command_json);
  if (!outcome) return outcome;
  const Json command = Json::parse(command_json);
  LogLine line;
  line.seq = outcome->seq;
  line.t = t;
  line.by = command.value("by", "");
  line.source = source;
  line.ruled = outcome->ruled;
  line.verdict = engine::canonical(engine::verdict_json(outcome->verdict));
  bool secret = false;
  for (const std::string& event : outcome->events) {
    secret = secret || holds_secret(event);
    line.events.push_back(seals_.sealed(event));
  }
  Json logged = command;
  if (secret) {  // the command says what its events hide
    logged = Json{{"secret", "command." + std::to_string(line.seq)}, {"owner", line.by}, {"revealed", false}, {"value", command}};
  }
  line.command = seals_.sealed(engine::canonical(logged));
  line.state_v = battle_->info().state_v;
  line.state = state_hash();
  if (writer_) {
    if (const auto error = writer_->append(line)) {
      // Not acknowledged: the battle must not know what the log does not. Rebuild it from the lines that are safe.
      auto fresh = battle_of_ruleset(header_.ruleset, header_.setup, "setup");
      if (fresh) {
        battle_ = std::move(*fresh);
        for (const LogLine& safe : lines_) (void)fold_line(safe, "log");
      }
      return *error;
    }
  }
  lines_.push_back(std::move(line));
  return outcome;
}

Result<Verification> Session::verify(const std::string& path) {
  auto session = open_read_only(path);
  if (!session) return session.error();
  auto battle = battle_of_ruleset((*session)->header_.ruleset, (*session)->header_.setup, path);
  if (!battle) return battle.error();
  Verification found;
  Seals& seals = (*session)->seals_;
  const auto differs = [&](std::int64_t seq, std::string what) {
    found.same = false;
    found.first_difference = seq;
    found.what = std::move(what);
    return found;
  };
  for (const LogLine& line : (*session)->lines_) {
    bool missing = false;
    const Json wrapped = Json::parse(seals.unsealed(line.command, missing));
    if (missing)
      return InputError{path + ": seq " + std::to_string(line.seq) + " is sealed and " + secrets_path(path) + " does not hold it"};
    const std::string command = engine::canonical(wrapped.contains("secret") ? wrapped["value"] : wrapped);
    const auto outcome = (*battle)->submit(command);
    if (!outcome) return differs(line.seq, outcome.error().line);
    const std::string then = Json::parse(line.verdict).value("verdict", "");
    const std::string now(engine::name_of(outcome->verdict.ruling));
    if (now != then) {
      const std::string why =
          outcome->verdict.reasons.empty() ? "" : " (" + outcome->verdict.reasons[0].rule + ": " + outcome->verdict.reasons[0].text + ")";
      return differs(line.seq, "was " + then + ", today's rules say " + now + why);
    }
    std::vector<std::string> events;
    for (const std::string& event : outcome->events) events.push_back(seals.sealed(event));
    std::vector<std::string> logged;
    for (const std::string& event : line.events) {  // an event that has changed since is compared as today's room writes it
      bool sealed = false;
      const auto today = (*battle)->todays(seals.unsealed(event, sealed));
      logged.push_back(today && !sealed ? seals.sealed(*today) : engine::canonical(Json::parse(event)));
    }
    if (events != logged) return differs(line.seq, "the same command now leads to other events");
    if (line.state_v != (*battle)->info().state_v) {
      found.states_compared = false;
      continue;
    }
    const std::string state =
        hash_hex((*battle)->sealed_state_text([&](const std::string& id, const std::string& value) { return seals.seal(id, value); }));
    if (state != line.state) return differs(line.seq, "leads to another state");
  }
  return found;
}

}  // namespace polemarch::assistant
