#include "assistant/session/session.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <ctime>

#include "assistant/names/muster.hpp"
#include "assistant/session/enclosed.hpp"
#include "assistant/session/files.hpp"
#include "assistant/session/folder_lock.hpp"
#include "assistant/session/hash.hpp"
#include "assistant/session/hiding.hpp"
#include "assistant/session/old_seals.hpp"
#include "engine/core/hidden.hpp"
#include "engine/core/repair.hpp"
#include "engine/registry/registry.hpp"
#include "models/io/json.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant {

using engine::Json;

namespace {

/// The table's own day and time, with what they are from Greenwich's: a battle of an evening is dated by that evening.
std::string now_iso() {
  const std::time_t now = std::time(nullptr);
  std::tm here{};
  localtime_r(&now, &here);
  char text[32], zone[8];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &here);
  std::strftime(zone, sizeof zone, "%z", &here);  // +0530
  const std::string off = zone;
  return text + (off == "+0000" || off.size() != 5 ? "Z" : off.substr(0, 3) + ":" + off.substr(3));
}

/// Something may be sealed in an event, now or in logs of format 1.
bool may_hide(const std::string& event) {
  return event.find("\"sea") != std::string::npos || event.find("\"secret\"") != std::string::npos;
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

std::optional<InputError> not_a_log(const std::string& path) {
  const auto text = read_text_file(path);
  if (!text) return text.error();
  if (looks_like_log(*text)) return std::nullopt;
  const auto json = io::parse_json(*text, path);
  if (json && json->is_object() && json->contains("ruleset") && json->contains("sides"))
    return InputError{path + ": is a battle that has not begun; play it first, or give the game.battle that play wrote"};
  return InputError{path + ": line 1: not a battle log (expected a header with \"polemarch_battle\" and \"chain\")"};
}

/// A new battle from its battle.json.
Result<std::unique_ptr<Session>> Session::started(const std::string& text, const std::string& path) {
  const auto whole = with_enclosed_files(text, path);
  if (!whole) return whole.error();
  auto battle = battle_from_setup(*whole, path);
  if (!battle) return battle.error();
  std::unique_ptr<Session> session(new Session);
  session->battle_ = std::move(*battle);
  const Json setup = io::parsed(*whole);
  session->whole_setup_ = engine::canonical(setup);
  const Json sealed = sealed_setup(session->seals_, setup, hidden_places(*session->battle_));
  session->public_setup_ = engine::canonical(with_nulls(sealed));
  session->header_ = {.ruleset = std::string(session->battle_->info().key),
                      .catalogue = std::string(session->battle_->info().catalogue),
                      .setup = engine::canonical(sealed),
                      .created = now_iso()};
  return session;
}

/// The keys the log is sealed with, where they can be had. Errors: a file of keys that is damaged.
std::optional<InputError> Session::find_keys(const ReadLog& log, const std::string& path) {
  const auto old = OldSeals::beside(path);
  if (old) old_seals_ = *old;
  if (!old && log.header.format == 1) keys_missing_ = old.error().line;
  agreed_a_ = log.agreed("A");
  agreed_b_ = log.agreed("B");
  std::optional<Keys> keys = log.opened_keys();
  keys_opened_ = keys.has_value();
  keys_shared_ = log.shares_keys() && !keys_opened_;
  const HexOfOwner hashes = log.key_hashes();
  const std::string file = keys_path(path);
  if (!keys && !hashes.empty()) {
    const auto there = read_keys(file);
    if (there) keys = *there;
    if (!there) {  // another reader's, or damaged: what is public needs no keys
      keys_missing_ = there.error().line;
    } else if (!keys) {
      keys_missing_ = file + ": is not there; it holds the keys of what is hidden in " + path + ": put it back beside it";
    } else if (keys->hashes() != hashes) {
      keys_missing_ = file + ": holds the keys of another battle; put the file back that was made with " + path;
      keys.reset();
    }
  }
  seals_ = keys ? Seals(*keys) : Seals::without_keys();
  seals_.add_old(old_seals_);
  return std::nullopt;
}

/// A log's battle before its first line; `reader` gets what is still to be folded.
Result<std::unique_ptr<Session>> Session::at_start(const std::string& text, const std::string& path, std::optional<LogReader>& reader) {
  if (!looks_like_log(text)) return started(text, path);
  auto opened = LogReader::open(text, path);
  if (!opened) return opened.error();
  reader = std::move(*opened);
  const ReadLog* const log = &reader->log();
  std::unique_ptr<Session> session(new Session);
  if (const auto error = session->find_keys(*log, path)) return *error;
  session->header_ = log->header;
  session->warning_ = log->warning;
  session->chain_ = log->chain;
  session->ties_ = log->ties;
  const Json setup = with_nulls(session->seals_.opened(io::parsed(log->header.setup), session->values_missing_));
  session->find_damaged_seal(path + ": line 1: ");
  session->whole_setup_ = engine::canonical(setup);
  session->public_setup_ = session->keys_opened_ ? session->whole_setup_ : engine::canonical(with_nulls(io::parsed(log->header.setup)));
  auto battle = battle_of_ruleset(log->header.ruleset, session->whole_setup_, path);
  if (!battle) return battle.error();
  session->battle_ = std::move(*battle);
  return session;
}

/// The line of seq `at` + 1; its seals are opened where everybody may know what they hide.
Result<LogLine> Session::line_of(const LogReader& reader, std::size_t at) const {
  auto line = reader.line(at);
  if (line && keys_opened_) open_up(*line);
  return line;
}

/// A line with its seals opened, for everybody.
void Session::open_up(LogLine& line) const {
  bool missing = false;
  for (std::string* text : {&line.command, &line.verdict}) *text = engine::canonical(seals_.opened(io::parsed(*text), missing));
  for (std::string& event : line.events) event = engine::canonical(seals_.opened(io::parsed(event), missing));
}

Result<std::unique_ptr<Session>> Session::open_read_only(const std::string& path, std::optional<std::int64_t> to) {
  const auto text = read_text_file(path);
  if (!text) return text.error();
  std::optional<LogReader> reader;
  auto session = at_start(*text, path, reader);
  if (!session) return session;
  const std::size_t commands = reader ? reader->commands() : 0;
  if (to && (*to < 0 || *to > static_cast<std::int64_t>(commands)))
    return InputError{path + ": has no seq " + std::to_string(*to) + "; its last is " + std::to_string(commands)};
  for (std::size_t at = 0; at < (to ? static_cast<std::size_t>(*to) : commands); ++at) {
    const auto line = (*session)->line_of(*reader, at);
    if (!line) return line.error();
    if (const auto folded = (*session)->fold_line(*line, reader->place(at)); !folded) return folded.error();
  }
  std::int64_t said = 0;
  for (std::size_t at = 0, end = 0; looks_like_log(*text) && (end = text->find('\n', at)) != std::string::npos; at = end + 1) {
    if (text->compare(at, 7, "{\"seq\":") == 0 && ++said > (*session)->battle_->seq()) break;
    (*session)->said_.append(*text, at, end + 1 - at);
  }
  return session;
}

CoursePlace Session::place_of(const LogLine& line) const {
  const Json command = io::parsed(line.command);
  return course_.before(*battle_, engine::is_sealed(command) ? Json::object() : command);
}

Result<std::unique_ptr<Session>> Session::open(const std::string& path, const std::string& log_path) {
  const auto text = read_text_file(path);
  if (!text) return text.error();
  if (looks_like_log(*text)) return resumed(path);
  auto session = started(*text, path);
  if (!session || log_path.empty()) return session;
  if (auto error = (*session)->begin_log(log_path)) return *error;
  return session;
}

/// Goes on with a log: locked before it is read, so that nothing is written between.
Result<std::unique_ptr<Session>> Session::resumed(const std::string& path) {
  auto file = LogFile::open(path);
  if (!file) return file.error();
  const std::string text = (*file)->text();
  std::optional<LogReader> reader;
  auto session = at_start(text, path, reader);
  if (!session) return session;
  Session& s = **session;
  if (s.keys_missing_) return InputError{*s.keys_missing_ + " (replay and report do without)"};
  const ReadLog* const log = &reader->log();
  for (std::size_t at = 0; at < reader->commands(); ++at) {
    const auto line = s.line_of(*reader, at);
    if (!line) return line.error();
    if (const auto folded = s.fold_line(*line, reader->place(at)); !folded) return folded.error();
  }
  if (!s.damaged_seal_.empty())
    return InputError{s.damaged_seal_ +
                      "; the battle cannot go on without it: restore the file from a copy (replay and report do without)"};
  if (s.values_missing_)
    return InputError{
        path +
        ": hidden values cannot be opened, so that the battle cannot go on; put the file of that name ending in .secrets back "
        "beside it (replay and report do without)"};
  if (log->good_bytes < text.size()) {
    const auto kept = (*file)->cut_off(log->good_bytes);
    if (!kept) return kept.error();
    s.warning_ = log->warning.value_or(path) + "; it is kept in " + *kept;
  }
  s.log_ = std::move(*file);
  if (log->key_hashes().empty()) {  // format 1: sealed with keys from here on
    const auto made = make_keys(keys_path(path));
    if (!made) return made.error();
    if (!made->said.empty()) s.log_->tell(made->said);
    if (auto error = s.append(keys_line_text({.hashes = made->keys.hashes()}), s.chain_)) return *error;
    s.seals_ = Seals(made->keys);
    s.seals_.add_old(s.old_seals_);
  }
  if (s.keys_opened_ && !s.battle_->ending() && !hidden_places(*s.battle_).empty())
    s.log_->tell("the keys of this battle stand open in its log: whatever is hidden from here on can be read in it");
  s.log_->accompany(".keys", s.seals_.keys()->text(), s.keys_opened_ ? LogFile::Readers::Anybody : LogFile::Readers::Owner);
  return session;
}

/// The keys first, then the log with its header, both whole before they have their names. Without a log the keys are nobody's.
std::optional<InputError> Session::begin_log(const std::string& log_path) {
  const FolderLock one_at_a_time(log_path);
  struct stat taken {};
  if (::lstat(log_path.c_str(), &taken) == 0)
    return InputError{log_path + ": exists already; give that file to go on with it, or another name"};
  const std::string keys_file = keys_path(log_path);
  if (keys_file == log_path) return InputError{log_path + ": is the name of its own keys; give the log the ending .battle"};
  const auto made = make_keys(keys_file);
  if (!made) return made.error();
  seals_ = Seals(made->keys);
  header_.keys = made->keys.hashes();
  const Json whole = written_out(*battle_, io::parsed(whole_setup_));
  whole_setup_ = engine::canonical(whole);
  const Json sealed = sealed_setup(seals_, whole, hidden_places(*battle_));
  header_.setup = engine::canonical(sealed);
  header_.names = engine::canonical(names::names_json(names::muster_of(with_nulls(sealed))));
  const std::string line = chained(header_text(header_), "", header_.chain) + "\n";
  auto file = LogFile::create(log_path, line);
  if (!file) {
    if (::lstat(log_path.c_str(), &taken) != 0) ::unlink(keys_file.c_str());  // a log of that name may live by them
    return file.error();
  }
  begun_ = {log_path, keys_file};
  chain_ = header_.chain;
  log_ = std::move(*file);
  log_->accompany(".keys", made->keys.text(), LogFile::Readers::Owner);
  if (!made->said.empty()) log_->tell(made->said);
  return std::nullopt;
}

void Session::forget_beginning() {
  if (!log_ || battle_->seq() > 0 || chain_ != header_.chain || begun_.empty() || log_->path() != begun_.front()) return;
  log_.reset();
  for (const std::string& file : begun_) ::unlink(file.c_str());
}

/// Something did not open though its key is there: the first place is kept, and whoever reads on is told.
void Session::find_damaged_seal(const std::string& place) {
  if (!values_missing_ || !seals_.has_keys() || header_.format == 1 || !damaged_seal_.empty()) return;
  damaged_seal_ = place + "a seal is damaged, so that what is hidden there stays closed";
  warning_ = warning_ ? *warning_ + "; " + damaged_seal_ : damaged_seal_;
}

Result<std::vector<std::string>> Session::fold_line(const LogLine& line, const std::string& place) {
  std::vector<std::string> events;
  for (const std::string& event : line.events) {
    if (!may_hide(event)) {
      events.push_back(event);
      continue;
    }
    Json sealed = io::parsed_or_discarded(event);
    if (sealed.is_discarded()) return InputError{place + "an event is no JSON"};
    events.push_back(engine::canonical(seals_.opened(std::move(sealed), values_missing_)));
  }
  Json command = seals_.opened(io::parsed(line.command), values_missing_);
  if (engine::is_sealed(command)) command = Json::object();
  if (command.contains("secret")) command = command.value("value", Json::object());  // format 1
  find_damaged_seal(place);
  const CoursePlace stood = place_of(line);
  auto folded = battle_->fold(engine::canonical(command), events, may_be_overruled(line));
  if (!folded) {
    std::string line_said = place + folded.error().line;
    if (line.seq > 1) line_said += "; replay --what-if NEW.battle --to " + std::to_string(line.seq - 1) + " goes on from before it";
    return InputError{line_said};
  }
  undos_.recount(*battle_, events, *folded);
  undos_.hear(line.seq, events);
  // A room's own line tells nothing hidden; that of a ruling or an amendment would repeat what stands sealed in the file.
  for (std::size_t i = 0; i < line.events.size() && i < folded->size(); ++i)
    if (may_hide(line.events[i]) && engine::is_sealed(io::parsed(line.events[i])) && !engine::is_sealed(io::parsed(events[i])) &&
        engine::repair_event_from_json(io::parsed(events[i])))
      (*folded)[i] = kSealedLine;
  course_.after(*battle_, stood, line.t);
  last_t_ = line.t;
  return folded;
}

std::vector<LogLine> Session::lines() const {
  std::vector<LogLine> lines = lines_of(log_ ? log_->text() : said_);
  if (keys_opened_)
    for (LogLine& line : lines) open_up(line);
  return lines;
}

std::string Session::state_hash() const {
  return hash_hex(battle_->sealed_state_text([this](const std::string& id, const std::string& value) {
    if (seals_.has_keys()) return seals_.commitment(id, value, battle_->seq());
    return old_seals_ ? old_seals_->seal_of(id, value).value_or("") : std::string();
  }));
}

}  // namespace polemarch::assistant
