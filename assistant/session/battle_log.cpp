#include "assistant/session/battle_log.hpp"

#include <algorithm>
#include <cassert>

#include "assistant/session/hash.hpp"
#include "models/io/measured.hpp"

namespace polemarch::assistant {
namespace {

using Ordered = nlohmann::ordered_json;

std::string dump(const Ordered& j) { return j.dump(-1, ' ', false, Ordered::error_handler_t::replace); }

/// A field that is there and is not what it must be.
struct WrongField {
  std::string what;
};

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
  return dump(must(j, name, at != nullptr && at->is_object(), "an object {...}"));
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
  for (const char* name : {"do", "by", "unit"})
    if (const Ordered* at = find(j.at("command"), name); at != nullptr && !at->is_string())
      throw WrongField{"/command/" + std::string(name) + ": expected a text in quotes"};
  line.verdict = object_at(j, "verdict");
  check_verdict(j.at("verdict"));
  if (const Ordered* ruled = find(j, "ruled")) line.ruled = must(j, "ruled", ruled->is_boolean(), "true or false").get<bool>();
  const Ordered* events = find(j, "events");
  for (const Ordered& event : must(j, "events", events != nullptr && events->is_array(), "a list [...]")) {
    if (!event.is_object()) throw WrongField{"/events: expected objects {...}"};
    line.events.push_back(dump(event));
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
  KeysLine line{hexes_at(j, "keys"), hexes_at(j, "open_keys"), text_at(j, "agrees"), text_at(j, "why")};
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

/// "game.battle: line 4 (seq 3)".
std::string place_in(const std::string& name, std::size_t line, const ReadLog& log) {
  return name + ": line " + std::to_string(line) + (line > 1 ? " (seq " + std::to_string(log.lines.size() + 1) + ")" : "") + ": ";
}

}  // namespace

HexOfOwner ReadLog::key_hashes() const {
  HexOfOwner hashes = header.keys;
  for (const KeysLine& line : keys_lines)
    if (!line.hashes.empty()) hashes = line.hashes;
  return hashes;
}

std::optional<Keys> ReadLog::opened_keys() const {
  for (const KeysLine& line : keys_lines)
    if (!line.opened.empty()) return Keys{line.opened};
  return std::nullopt;
}

bool ReadLog::agreed(std::string_view side) const {
  return std::any_of(keys_lines.begin(), keys_lines.end(), [&](const KeysLine& line) { return line.agrees == side; });
}

std::string chained(const std::string& object_text, const std::string& previous_chain, std::string& chain_out) {
  assert(object_text.ends_with("}"));
  chain_out = hash_hex(previous_chain + object_text);
  return object_text.substr(0, object_text.size() - 1) + ",\"chain\":\"" + chain_out + "\"}";
}

std::string header_text(const LogHeader& header) {
  Ordered j;
  j["polemarch_battle"] = header.format;
  j["ruleset"] = header.ruleset;
  j["catalogue"] = header.catalogue;
  j["created"] = header.created;
  if (!header.keys.empty()) j["keys"] = header.keys;
  if (!header.names.empty()) j["names"] = Ordered::parse(header.names);
  j["setup"] = Ordered::parse(header.setup);
  return dump(j);
}

std::string line_text(const LogLine& line) {
  Ordered j;
  j["seq"] = line.seq;
  j["t"] = line.t;
  if (line.asked_t) j["asked_t"] = *line.asked_t;
  if (line.turn) j["turn"] = *line.turn;
  if (!line.side.empty()) j["side"] = line.side;
  if (!line.phase.empty()) j["phase"] = line.phase;
  if (line.order) j["order"] = *line.order;
  j["by"] = line.by;
  j["source"] = line.source;
  j["command"] = Ordered::parse(line.command);
  j["verdict"] = Ordered::parse(line.verdict);
  if (line.ruled) j["ruled"] = true;
  j["events"] = Ordered::array();
  for (const std::string& event : line.events) j["events"].push_back(Ordered::parse(event));
  j["state_v"] = line.state_v;
  j["state"] = line.state;
  return dump(j);
}

std::string keys_line_text(const KeysLine& line) {
  Ordered j;
  if (!line.hashes.empty()) j["keys"] = line.hashes;
  if (!line.agrees.empty()) j["agrees"] = line.agrees;
  if (!line.opened.empty()) {
    j["open_keys"] = line.opened;
    j["why"] = line.why;
  }
  return dump(j);
}

std::string tie_line_text(const TieLine& line) {
  Ordered j;
  if (line.tied.empty()) {
    j["untie"] = line.untied;
  } else {
    j["tie"] = Ordered::parse(line.tied);
  }
  j["t"] = line.t;
  j["by"] = line.by;
  return dump(j);
}

bool looks_like_log(std::string_view text) { return text.starts_with("{\"polemarch_battle\""); }

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
    const Ordered j = Ordered::parse(raw, nullptr, false);
    if (!j.is_object()) continue;
    keyed = keyed || j.contains("keys");
    if (!j.contains("seq") || is_keys_line(j) || is_tie_line(j)) continue;
    const auto split = split_chain(raw);
    lines.push_back(line_from(j, split ? std::string(split->chain) : std::string()));
    lines.back().old_seals = !keyed;
  }
  return lines;
}

Result<ReadLog> read_log(std::string_view text, const std::string& name) {
  ReadLog log;
  std::size_t at = 0, number = 0;
  if (text.empty()) return InputError{name + ": empty, expected a battle log"};
  while (at < text.size()) {
    const auto end = text.find('\n', at);
    const std::string_view raw = text.substr(at, end == std::string_view::npos ? end : end - at);
    ++number;
    const auto damaged = [&](const std::string& what) { return InputError{place_in(name, number, log) + what}; };
    const auto not_a_log = [&] {
      return InputError{name + ": line 1: not a battle log (expected a header with \"polemarch_battle\" and \"chain\")"};
    };
    if (end == std::string_view::npos) {  // the power went while this line was being written
      if (number == 1) return not_a_log();
      log.warning = place_in(name, number, log) + "was torn while it was written (no newline) and is left out";
      return log;
    }
    if (const std::string much = io::beyond(raw, io::kLogLineLimits); !much.empty()) return damaged("damaged: " + much);
    const Ordered j = Ordered::parse(raw, nullptr, false);
    if (number == 1 && (!j.is_object() || !j.contains("polemarch_battle"))) return not_a_log();
    const auto split = split_chain(raw);
    if (!j.is_object() || !split) return damaged("damaged; restore the file from a copy, or cut it off before this line");
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
      } else if (is_keys_line(j)) {
        log.keys_lines.push_back(keys_line_from(j));
        if (const auto keys = log.opened_keys(); keys && keys->hashes() != log.key_hashes())
          return damaged("/open_keys: are not the keys this battle is sealed with");
      } else if (is_tie_line(j)) {
        log.ties.push_back(tie_line_from(j));
      } else {
        LogLine line = line_from(j, line_chain);
        line.old_seals = log.key_hashes().empty();
        if (line.seq != static_cast<std::int64_t>(log.lines.size()) + 1) return damaged("its seq is out of order");
        log.lines.push_back(std::move(line));
      }
    } catch (const WrongField& wrong) {
      return damaged(wrong.what);
    } catch (const Ordered::exception&) {
      return damaged("a field is missing or wrong; restore the file from a copy");
    }
    log.chain = line_chain;
    at = end + 1;
    log.good_bytes = at;
  }
  return log;
}

}  // namespace polemarch::assistant
