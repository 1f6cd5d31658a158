#include "assistant/session/log_reader.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "assistant/session/hash.hpp"
#include "assistant/session/line_fields.hpp"
#include "models/io/measured.hpp"

namespace polemarch::assistant {
namespace {

using Ordered = nlohmann::ordered_json;

std::string compact(const Ordered& j) { return j.dump(-1, ' ', false, Ordered::error_handler_t::replace); }

/// A field that is there and is not what it must be.
struct WrongField {
  std::string what;
};

const Ordered& must(const Ordered& j, const char* name, bool right, const char* wanted) {
  if (!right) throw WrongField{"/" + std::string(name) + ": expected " + wanted};
  return j.at(name);
}

const Ordered* find(const Ordered& j, const char* name) {
  const auto at = j.find(name);
  return at == j.end() ? nullptr : &*at;
}

std::string text_at(const Ordered& j, const char* name, bool needed = false) {
  const Ordered* at = find(j, name);
  if (at == nullptr && !needed) return {};
  return must(j, name, at != nullptr && at->is_string(), "a text in quotes").get<std::string>();
}

template <class Number>
Number number_at(const Ordered& j, const char* name, Number otherwise, bool needed = false) {
  const Ordered* at = find(j, name);
  if (at == nullptr && !needed) return otherwise;
  const bool whole = std::is_integral_v<Number>;
  const bool right = at != nullptr && (whole ? at->is_number_integer() : at->is_number());
  return must(j, name, right, whole ? "a whole number" : "a number").get<Number>();
}

std::string object_at(const Ordered& j, const char* name) {
  const Ordered* at = find(j, name);
  return compact(must(j, name, at != nullptr && at->is_object(), "an object {...}"));
}

HexOfOwner hexes_at(const Ordered& j, const char* name) {
  HexOfOwner out;
  const Ordered* at = find(j, name);
  if (at == nullptr) return out;
  must(j, name, at->is_object(), "an object {...}");
  for (const auto& [owner, hex] : at->items()) {
    const bool right = hex.is_string() && hex.get_ref<const std::string&>().size() == 64 && bytes_of_hex(hex.get_ref<const std::string&>());
    if (!right) throw WrongField{"/" + std::string(name) + "/" + owner + ": expected 64 hexadecimal digits"};
    out[owner] = hex.get<std::string>();
  }
  return out;
}

LogHeader header_from(const Ordered& j, const std::string& chain) {
  LogHeader header;
  header.format = number_at<int>(j, "polemarch_battle", 0, true);
  header.ruleset = text_at(j, "ruleset", true);
  header.catalogue = text_at(j, "catalogue");
  header.setup = object_at(j, "setup");
  header.created = text_at(j, "created");
  if (find(j, "names") != nullptr) header.names = object_at(j, "names");
  header.keys = hexes_at(j, "keys");
  header.chain = chain;
  return header;
}

void check_command(const Ordered& command) {
  for (const char* name : {"do", "by", "unit"})
    if (const Ordered* at = find(command, name); at != nullptr && !at->is_string())
      throw WrongField{"/command/" + std::string(name) + ": expected a text in quotes"};
}

/// A verdict as reports and screens read it: a ruling, and reasons that are a list or sealed.
void check_verdict(const Ordered& verdict) {
  const Ordered* ruling = find(verdict, "verdict");
  if (ruling == nullptr || !ruling->is_string()) throw WrongField{"/verdict/verdict: expected a text in quotes"};
  const Ordered* reasons = find(verdict, "reasons");
  if (reasons == nullptr || reasons->is_object()) return;
  if (!reasons->is_array()) throw WrongField{"/verdict/reasons: expected a list [...]"};
  for (const Ordered& reason : *reasons) {
    if (!reason.is_object()) throw WrongField{"/verdict/reasons: expected objects {...}"};
    for (const char* name : {"rule", "text", "unit"})
      if (const Ordered* at = find(reason, name); at != nullptr && !at->is_string())
        throw WrongField{"/verdict/reasons: /" + std::string(name) + ": expected a text in quotes"};
    for (const char* name : {"value", "limit", "sd"})
      if (const Ordered* at = find(reason, name); at != nullptr && !at->is_number())
        throw WrongField{"/verdict/reasons: /" + std::string(name) + ": expected a number"};
  }
}

LogLine line_from(const Ordered& j, const std::string& chain) {
  LogLine line;
  line.seq = number_at<std::int64_t>(j, "seq", 0, true);
  line.t = number_at<double>(j, "t", 0.0);
  line.by = text_at(j, "by");
  line.source = find(j, "source") != nullptr ? text_at(j, "source") : "typed";
  line.command = object_at(j, "command");
  check_command(j.at("command"));
  line.verdict = object_at(j, "verdict");
  check_verdict(j.at("verdict"));
  if (const Ordered* ruled = find(j, "ruled")) line.ruled = must(j, "ruled", ruled->is_boolean(), "true or false").get<bool>();
  const Ordered* events = find(j, "events");
  for (const Ordered& event : must(j, "events", events != nullptr && events->is_array(), "a list [...]")) {
    if (!event.is_object()) throw WrongField{"/events: expected objects {...}"};
    line.events.push_back(compact(event));
  }
  line.state_v = number_at<int>(j, "state_v", 0);
  line.state = text_at(j, "state");
  if (find(j, "turn") != nullptr) line.turn = number_at<int>(j, "turn", 0);
  line.phase = text_at(j, "phase");
  line.side = text_at(j, "side");
  if (find(j, "asked_t") != nullptr) line.asked_t = number_at<double>(j, "asked_t", 0.0);
  if (find(j, "order") != nullptr) line.order = number_at<std::int64_t>(j, "order", 0);
  line.chain = chain;
  return line;
}

KeysLine keys_line_from(const Ordered& j) {
  KeysLine line{hexes_at(j, "keys"), hexes_at(j, "open_keys"), text_at(j, "agrees"), text_at(j, "why"),
                j.contains("shared") && j["shared"] == true};
  for (const HexOfOwner* hexes : {&line.hashes, &line.opened})
    if (!hexes->empty())
      for (const Viewer owner : kKeyOwners)
        if (!hexes->contains(std::string(name_of(owner)))) throw WrongField{"/: expected keys of A, B and umpire"};
  return line;
}

bool is_keys_line(const Ordered& j) { return j.contains("keys") || j.contains("open_keys") || j.contains("agrees"); }

bool is_tie_line(const Ordered& j) { return !j.contains("seq") && (j.contains("tie") || j.contains("untie")); }

TieLine tie_line_from(const Ordered& j) {
  TieLine line{.t = number_at<double>(j, "t", 0.0), .by = text_at(j, "by"), .tied = {}, .untied = {}};
  if (find(j, "untie") != nullptr) {
    line.untied = text_at(j, "untie");
    return line;
  }
  line.tied = object_at(j, "tie");
  text_at(j.at("tie"), "base", true);
  number_at<int>(j.at("tie"), "marker", 0, true);
  return line;
}

/// "game.battle: line 4 (seq 3): ", behind so many commands.
std::string place_in(const std::string& name, std::size_t line, std::size_t commands) {
  return name + ": line " + std::to_string(line) + (line > 1 ? " (seq " + std::to_string(commands + 1) + ")" : "") + ": ";
}
constexpr const char* kBroken = "damaged; restore the file from a copy, or cut it off before this line";
constexpr const char* kMissing = "a field is missing or wrong; restore the file from a copy";

/// `{...,"chain":"hex"}` as what the chain is made over, without its closing brace, and the chain. Nothing when there is none.
struct ChainedText {
  std::string_view open_object, chain;
};
std::optional<ChainedText> split_chain(std::string_view text) {
  constexpr std::string_view kMark = ",\"chain\":\"", kEnd = "\"}";
  constexpr std::size_t kHex = 64, kTail = kMark.size() + kHex + kEnd.size();
  if (text.size() < kTail || !text.ends_with(kEnd) || text.substr(text.size() - kTail, kMark.size()) != kMark) return std::nullopt;
  return ChainedText{text.substr(0, text.size() - kTail), text.substr(text.size() - kHex - kEnd.size(), kHex)};
}

template <class Number>
bool reads_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}
bool reads_text(std::string_view value, std::string& text) {
  if (!value.starts_with('"') || value.find('\\') != std::string_view::npos) return false;
  text = value.substr(1, value.size() - 2);
  return true;
}
bool reads_object(std::string_view value, std::string& text) {
  text = value;
  return value.starts_with('{');
}
bool reads_events(std::string_view value, std::vector<std::string>& events) {
  const auto elements = elements_of(value);
  if (!elements) return false;
  for (const std::string_view event : *elements) events.emplace_back(event);
  return std::all_of(events.begin(), events.end(), [](const std::string& event) { return event.starts_with('{'); });
}

/// As line_from, of a line as this program writes it, without taking its events apart. Nothing where anything is otherwise: line_from says
/// what.
std::optional<LogLine> quick_line(std::string_view raw, std::string_view chain) {
  const auto fields = fields_of(raw);
  if (!fields) return std::nullopt;
  LogLine line;
  bool seq = false, events = false;
  for (const auto& [name, value] : *fields) {
    bool right = true;
    if (name == "seq")
      right = !std::exchange(seq, true) && reads_number(value, line.seq);
    else if (name == "t")
      right = reads_number(value, line.t);
    else if (name == "by")
      right = reads_text(value, line.by);
    else if (name == "source")
      right = reads_text(value, line.source);
    else if (name == "command")
      right = line.command.empty() && reads_object(value, line.command);
    else if (name == "verdict")
      right = line.verdict.empty() && reads_object(value, line.verdict);
    else if (name == "ruled")
      right = value == "true" || value == "false", line.ruled = value == "true";
    else if (name == "events")
      right = !std::exchange(events, true) && reads_events(value, line.events);
    else if (name == "state_v")
      right = reads_number(value, line.state_v);
    else if (name == "state")
      right = reads_text(value, line.state);
    else if (name == "turn")
      right = reads_number(value, line.turn.emplace());
    else if (name == "phase")
      right = reads_text(value, line.phase);
    else if (name == "side")
      right = reads_text(value, line.side);
    else if (name == "asked_t")
      right = reads_number(value, line.asked_t.emplace());
    else if (name == "order")
      right = reads_number(value, line.order.emplace());
    if (!right) return std::nullopt;
  }
  if (!seq || !events || line.command.empty() || line.verdict.empty()) return std::nullopt;
  const Ordered command = Ordered::parse(line.command, nullptr, false), verdict = Ordered::parse(line.verdict, nullptr, false);
  if (!command.is_object() || !verdict.is_object()) return std::nullopt;
  try {
    check_command(command);
    check_verdict(verdict);
  } catch (const WrongField&) {
    return std::nullopt;
  }
  line.chain = chain;
  return line;
}

}  // namespace

Result<LogReader> LogReader::open(std::string_view text, const std::string& name) {
  LogReader reader;
  reader.name_ = name;
  ReadLog& log = reader.log_;
  std::size_t at = 0, number = 0;
  if (text.empty()) return InputError{name + ": empty, expected a battle log"};
  while (at < text.size()) {
    const auto end = text.find('\n', at);
    const std::string_view raw = text.substr(at, end == std::string_view::npos ? end : end - at);
    ++number;
    const auto damaged = [&](const std::string& what) { return InputError{place_in(name, number, reader.raws_.size()) + what}; };
    const auto not_a_log = [&] {
      return InputError{name + ": line 1: not a battle log (expected a header with \"polemarch_battle\" and \"chain\")"};
    };
    if (end == std::string_view::npos) {  // the power went while this line was being written
      if (number == 1) return not_a_log();
      log.warning = place_in(name, number, reader.raws_.size()) + "was torn while it was written (no newline) and is left out";
      return reader;
    }
    const bool command = number > 1 && raw.starts_with("{\"seq\":");
    if (!command)
      if (const std::string much = io::beyond(raw, io::kLogLineLimits); !much.empty()) return damaged("damaged: " + much);
    const Ordered j = command ? Ordered::object() : Ordered::parse(raw, nullptr, false);
    if (number == 1 && (!j.is_object() || !j.contains("polemarch_battle"))) return not_a_log();
    const auto split = split_chain(raw);
    if (!j.is_object() || !split) return damaged(kBroken);
    const std::string line_chain(split->chain);
    if (hash_hex({log.chain, split->open_object, "}"}) != line_chain)
      return damaged(
          "was changed after it was written (its chain does not fit); restore the file from a copy, or cut it off before this line");
    try {
      if (number == 1) {
        const int format = number_at<int>(j, "polemarch_battle", 0, true);
        if (format > kLogFormat)
          return damaged("written by a newer version (format " + std::to_string(format) + ", this one reads " + std::to_string(kLogFormat) +
                         "); update Polemarch");
        log.header = header_from(j, line_chain);
        if (format < 1 || (format > 1 && log.header.keys.size() < kKeyOwners.size())) return damaged("/keys: expected the keys' hashes");
      } else if (!command && is_keys_line(j)) {
        log.keys_lines.push_back(keys_line_from(j));
        if (const auto keys = log.opened_keys(); keys && keys->hashes() != log.key_hashes())
          return damaged("/open_keys: are not the keys this battle is sealed with");
      } else if (!command && is_tie_line(j)) {
        log.ties.push_back(tie_line_from(j));
      } else {
        reader.raws_.push_back({raw, number, log.key_hashes().empty()});
      }
    } catch (const WrongField& wrong) {
      return damaged(wrong.what);
    } catch (const Ordered::exception&) {
      return damaged(kMissing);
    }
    log.chain = line_chain;
    at = end + 1;
    log.good_bytes = at;
  }
  return reader;
}

std::string LogReader::place(std::size_t at) const { return place_in(name_, raws_[at].number, at); }

Result<LogLine> LogReader::line(std::size_t at) const {
  const Raw& raw = raws_[at];
  const auto damaged = [&](const std::string& what) { return InputError{place(at) + what}; };
  if (const std::string much = io::beyond(raw.text, io::kLogLineLimits); !much.empty()) return damaged("damaged: " + much);
  try {
    const std::string chain(split_chain(raw.text)->chain);
    auto line = quick_line(raw.text, chain);
    if (!line) {
      const Ordered j = Ordered::parse(raw.text, nullptr, false);
      if (!j.is_object()) return damaged(kBroken);
      line = line_from(j, chain);
    }
    line->old_seals = raw.old_seals;
    if (line->seq != static_cast<std::int64_t>(at) + 1) return damaged("its seq is out of order");
    return std::move(*line);
  } catch (const WrongField& wrong) {
    return damaged(wrong.what);
  } catch (const Ordered::exception&) {
    return damaged(kMissing);
  }
}

Result<ReadLog> read_log(std::string_view text, const std::string& name) {
  const auto reader = LogReader::open(text, name);
  if (!reader) return reader.error();
  ReadLog log = reader->log();
  for (std::size_t at = 0; at < reader->commands(); ++at) {
    auto line = reader->line(at);
    if (!line) return line.error();
    log.lines.push_back(std::move(*line));
  }
  return log;
}

std::optional<std::string> whole_chain(std::string_view text) {
  std::string chain;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = text.find('\n', at);
    if (end == std::string_view::npos) return std::nullopt;
    const auto split = split_chain(text.substr(at, end - at));
    if (!split || hash_hex({chain, split->open_object, "}"}) != split->chain) return std::nullopt;
    chain = split->chain;
    at = end + 1;
  }
  return chain.empty() ? std::nullopt : std::optional(chain);
}

std::vector<LogLine> lines_of(std::string_view text) {
  std::vector<LogLine> lines;
  bool keyed = false;
  for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string_view::npos; at = end + 1) {
    const std::string_view raw = text.substr(at, end - at);
    const auto split = split_chain(raw);
    const std::string chain = split ? std::string(split->chain) : std::string();
    auto line = raw.starts_with("{\"seq\":") ? quick_line(raw, chain) : std::nullopt;
    if (!line) {
      const Ordered j = Ordered::parse(raw, nullptr, false);
      if (!j.is_object()) continue;
      keyed = keyed || j.contains("keys");
      if (!j.contains("seq") || is_keys_line(j) || is_tie_line(j)) continue;
      line = line_from(j, chain);
    }
    lines.push_back(std::move(*line));
    lines.back().old_seals = !keyed;
  }
  return lines;
}

}  // namespace polemarch::assistant
