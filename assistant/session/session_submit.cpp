/// What a command does to the log: judged, applied, sealed, written; and the keys' own command.
#include <algorithm>

#include "assistant/session/dealer.hpp"
#include "assistant/session/session.hpp"
#include "assistant/session/ties.hpp"
#include "assistant/session/told_line.hpp"
#include "engine/core/json_types.hpp"
#include "engine/registry/registry.hpp"
#include "models/io/json_text.hpp"
#include "models/io/measured.hpp"

namespace polemarch::assistant {

using engine::Json;

LogLine Session::line_for(const Told& told, const std::string& command_json, const std::string& source, double t,
                          const CoursePlace& place) const {
  const Json command = io::parsed(command_json);
  LogLine line;
  line.seq = told.seq;
  line.t = t;
  line.asked_t = std::min(place.asked_t, t);
  line.turn = place.turn;
  line.side = name_of(place.side);
  line.phase = place.phase;
  line.order = place.order;
  line.by = command.value("by", "");
  line.source = source;
  line.ruled = told.ruled;
  line.command = engine::canonical(seals_.sealed(told.audience, command, SealSize::Whole));
  Json verdict = engine::verdict_json(told.verdict);
  verdict["reasons"] = seals_.sealed(told.audience, verdict["reasons"], SealSize::Whole);
  line.verdict = engine::canonical(verdict);
  for (std::size_t i = 0; i < told.events.size(); ++i)
    line.events.push_back(engine::canonical(sealed_event(seals_, told.events[i], told.whose[i])));
  line.state_v = battle_->info().state_v;
  line.state = state_hash();
  return line;
}

namespace {
/// A line with what it tells as its last field.
std::string with_told(std::string line, const std::string& told) {
  if (told.empty()) return line;
  line.pop_back();
  return line + ",\"told\":" + told + "}";
}
}  // namespace

/// Writes one line with its chain; `chain` gets it. Nothing, or why it could not be written.
std::optional<InputError> Session::append(const std::string& object_text, std::string& chain) {
  std::string fresh;
  const std::string text = chained(object_text, chain_, fresh) + "\n";
  if (auto error = log_->append(text)) {
    unwritten_ = true;
    return error;
  }
  chain = chain_ = fresh;
  return std::nullopt;
}

/// Not acknowledged: the battle must not know what the log does not. It is made again from the lines that are safe.
void Session::rebuild() {
  const auto room = engine::find_ruleset(header_.ruleset);
  auto fresh = (*room)->make(whole_setup_, "setup");
  if (!fresh) return;
  battle_ = std::move(*fresh);
  course_ = {};
  undos_ = {};
  for (const LogLine& safe : lines_of(log_->text())) (void)fold_line(safe, "log: ");
}

Result<Told> Session::submit(const std::string& command_json, const std::string& source, double t) {
  unwritten_ = false;
  if (auto keys = keys_command(command_json)) return *keys;
  if (auto tied = tie_command(command_json, t)) return *tied;
  const Audiences audiences = audiences_of(*battle_, command_json);
  const auto command = io::parse_message(command_json, "command");
  const CoursePlace place = course_.before(*battle_, command ? *command : Json::object());
  const Stood before = stood(*battle_);
  const Json what = command && command->is_object() ? command->value("do", Json()) : Json();
  const std::string spoken =
      what == "undo" || what == "rule" ? spoken_of(*battle_, log_ ? log_->text() : said_, command_json) : std::string();
  auto outcome = battle_->submit(command_json);
  if (!outcome) return outcome.error();
  undos_.recount(*battle_, outcome->events, outcome->lines);
  undos_.hear(outcome->seq, outcome->events);
  const Viewer audience = outcome->verdict.allowed() ? audiences.allowed : audiences.refused;
  Told told = told_of(*battle_, std::move(*outcome), audience);
  LogLine line = line_for(told, command_json, source, t, place);
  const auto dealer = [&](const UnitId& lost) { return dealer_of(log_ ? log_->text() : said_, line, lost); };
  const std::string text = with_told(line_text(line), told_text(*battle_, before, told, command_json, spoken, dealer));
  if (!log_) {
    said_ += text + "\n";
  } else if (auto error = append(text, line.chain)) {
    rebuild();
    return *error;
  }
  course_.after(*battle_, place, t);
  last_t_ = t;
  return told;
}

std::optional<InputError> Session::write_keys(const std::string& why) {
  KeysLine line;
  line.opened = seals_.keys()->hex;
  line.why = why;
  if (auto error = append(keys_line_text(line), chain_)) return error;
  keys_opened_ = true;
  log_->accompany(".keys", seals_.keys()->text(), LogFile::Readers::Anybody);
  public_setup_ = whole_setup_;
  return std::nullopt;
}

/// {"by":..,"do":"open_keys"}: nothing when the command is another one.
std::optional<Result<Told>> Session::keys_command(const std::string& command_json) {
  const auto command = io::parse_message(command_json, "command");
  if (!command || !command->is_object() || command->value("do", Json()) != "open_keys") return std::nullopt;
  const auto by = command->value("by", Json()).is_string() ? viewer_named(command->at("by").get<std::string>()) : std::nullopt;
  if (!by) return Result<Told>(InputError{"command: /by: expected \"A\", \"B\", \"both\" or \"umpire\""});
  Told outcome;
  outcome.seq = battle_->seq();
  outcome.verdict = engine::allow();
  const auto answered = [&](engine::Verdict verdict) {
    outcome.verdict = std::move(verdict);
    return Result<Told>(outcome);
  };
  if (!log_) return answered(engine::impossible("nothing is logged, so there are no keys to open"));
  if (keys_opened_) return answered(engine::impossible("the keys are in the log already"));
  if (keys_shared_)
    return answered(
        engine::impossible("this is a what-if: its keys hide what happens in the battle it branched off, and are opened there"));
  const bool a = agreed_a_ || *by == Viewer::A, b = agreed_b_ || *by == Viewer::B;
  if (*by == Viewer::Both || (a && b) || battle_->ending().has_value()) {
    if (auto error = write_keys(battle_->ending().has_value() ? "over" : "agreed")) return Result<Told>(*error);
    outcome.lines.emplace_back("The keys are in the log: everything that was hidden can be read and checked");
    return Result<Told>(outcome);
  }
  if (*by == Viewer::Umpire) return answered(engine::impossible("both sides must agree to it, or the battle be over"));
  if (*by == Viewer::A ? agreed_a_ : agreed_b_) return answered(engine::impossible("has agreed already; the other side has not"));
  KeysLine line;
  line.agrees = name_of(*by);
  if (auto error = append(keys_line_text(line), chain_)) return Result<Told>(*error);
  (*by == Viewer::A ? agreed_a_ : agreed_b_) = true;
  outcome.lines.push_back(line.agrees + " agrees to open the keys; the other side has not yet");
  return Result<Told>(outcome);
}

/// {"do":"tie"} and {"do":"untie"}: nothing when the command is another one.
std::optional<Result<Told>> Session::tie_command(const std::string& command_json, double t) {
  const auto command = io::parse_message(command_json, "command");
  if (!command || !command->is_object()) return std::nullopt;
  const auto read = tie_in_command(*command);
  if (!read) return Result<Told>(read.error());
  if (!*read) return std::nullopt;
  TieLine line = **read;
  line.t = t;
  const Json entry = line.tied.empty() ? Json{{"base", line.untied}} : io::parsed(line.tied);
  const std::string base = entry.at("base").get<std::string>();
  Told outcome;
  outcome.seq = battle_->seq();
  const std::vector<engine::Place> places = battle_->places();
  const auto place = std::find_if(places.begin(), places.end(), [&](const engine::Place& one) { return one.base.text == base; });
  outcome.verdict = place == places.end() ? engine::impossible("there is no base " + base) : engine::allow();
  if (!outcome.verdict.allowed()) return Result<Told>(outcome);
  if (log_)
    if (auto error = append(tie_line_text(line), chain_)) return Result<Told>(*error);
  ties_.push_back(line);
  const auto bases = std::count_if(places.begin(), places.end(), [&](const engine::Place& one) { return one.unit == place->unit; });
  outcome.lines.push_back(line.tied.empty()
                              ? "The marker is taken off " + place->unit.text
                              : "Marker " + entry.at("marker").dump() + " is " + place->unit.text + (bases == 1 ? "" : ", base " + base));
  return Result<Told>(outcome);
}

std::optional<InputError> Session::finish() {
  if (!log_ || keys_opened_ || keys_shared_ || !battle_->ending()) return std::nullopt;
  return write_keys("over");
}

}  // namespace polemarch::assistant
