#include "assistant/session/battle_log.hpp"

#include <algorithm>
#include <cassert>

#include "assistant/session/hash.hpp"
#include "models/io/json_text.hpp"
#include "models/io/measured.hpp"

namespace polemarch::assistant {
namespace {

using Json = nlohmann::json;
using Ordered = nlohmann::ordered_json;

std::string dump(const Ordered& j) { return j.dump(-1, ' ', false, Ordered::error_handler_t::replace); }

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

bool ReadLog::shares_keys() const {
  return std::any_of(keys_lines.begin(), keys_lines.end(), [](const KeysLine& line) { return line.shared; });
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
  if (line.shared) j["shared"] = true;
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

bool looks_like_log(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";  // of an editor that saved it: a log all the same, and a changed one
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  return text.starts_with("{\"polemarch_battle\"");
}

bool may_be_overruled(const LogLine& line) {
  const Json verdict = io::parsed_or_discarded(line.verdict);
  return verdict.is_object() && verdict.value("refusal", Json("by_rule")) != "impossible";
}

}  // namespace polemarch::assistant
