#include "assistant/session/battle_log.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "assistant/session/hash.hpp"

namespace polemarch::assistant {
namespace {

using Ordered = nlohmann::ordered_json;

std::string dump(const Ordered& j) { return j.dump(-1, ' ', false, Ordered::error_handler_t::replace); }

/// Splits `{...,"chain":"hex"}` into the object without chain and the chain. False when there is none.
bool split_chain(std::string_view text, std::string& object, std::string& chain) {
  constexpr std::string_view kMark = ",\"chain\":\"";
  const auto at = text.rfind(kMark);
  if (at == std::string_view::npos || !text.ends_with("\"}")) return false;
  chain = std::string(text.substr(at + kMark.size(), text.size() - at - kMark.size() - 2));
  object = std::string(text.substr(0, at)) + "}";
  return chain.size() == 64;
}

InputError damaged(const std::string& name, std::size_t line, const std::string& what) {
  return {name + ": line " + std::to_string(line) + ": " + what};
}

LogHeader header_from(const Ordered& j, const std::string& chain) {
  LogHeader header;
  header.format = j.at("polemarch_battle").get<int>();
  header.ruleset = j.at("ruleset").get<std::string>();
  header.catalogue = j.value("catalogue", "");
  header.setup = dump(j.at("setup"));
  header.created = j.value("created", "");
  header.chain = chain;
  return header;
}

LogLine line_from(const Ordered& j, const std::string& chain) {
  LogLine line;
  line.seq = j.at("seq").get<std::int64_t>();
  line.t = j.value("t", 0.0);
  line.by = j.value("by", "");
  line.source = j.value("source", "typed");
  line.command = dump(j.at("command"));
  line.verdict = dump(j.at("verdict"));
  line.ruled = j.value("ruled", false);
  for (const Ordered& event : j.at("events")) line.events.push_back(dump(event));
  line.state_v = j.value("state_v", 0);
  line.state = j.value("state", "");
  line.chain = chain;
  return line;
}

}  // namespace

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
  j["setup"] = Ordered::parse(header.setup);
  return dump(j);
}

std::string line_text(const LogLine& line) {
  Ordered j;
  j["seq"] = line.seq;
  j["t"] = line.t;
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

Result<ReadLog> read_log(std::string_view text, const std::string& name) {
  ReadLog log;
  std::string chain;
  std::size_t at = 0, number = 0;
  while (at < text.size()) {
    const auto end = text.find('\n', at);
    const bool last = end == std::string_view::npos;
    const std::string_view raw = text.substr(at, last ? std::string_view::npos : end - at);
    ++number;
    std::string object, line_chain;
    Ordered j = Ordered::parse(raw, nullptr, false);
    const bool sound = !j.is_discarded() && split_chain(raw, object, line_chain) && !last;
    if (!sound) {
      const bool at_end = last || end + 1 == text.size();
      if (number > 1 && at_end && (last || j.is_discarded())) {  // the power went while this line was being written
        log.warning = name + ": the last line was torn and is left out (line " + std::to_string(number) + ")";
        return log;
      }
      if (number == 1) return damaged(name, 1, "not a battle log (expected a header with \"polemarch_battle\" and \"chain\")");
      return damaged(name, number, "damaged; restore the file from a copy, or cut it off before this line");
    }
    if (hash_hex(chain + object) != line_chain) return damaged(name, number, "was changed after it was written (its chain does not fit)");
    try {
      if (number == 1) {
        log.header = header_from(j, line_chain);
        if (log.header.format > kLogFormat)
          return damaged(name, 1,
                         "written by a newer version (format " + std::to_string(log.header.format) + ", this one reads " +
                             std::to_string(kLogFormat) + "); update Polemarch");
      } else {
        log.lines.push_back(line_from(j, line_chain));
        if (log.lines.back().seq != static_cast<std::int64_t>(log.lines.size())) return damaged(name, number, "its seq is out of order");
      }
    } catch (const Ordered::exception& error) {
      return damaged(name, number, std::string("a field is missing or wrong: ") + error.what());
    }
    chain = line_chain;
    at = end + 1;
    log.good_bytes = static_cast<std::int64_t>(at);
  }
  if (number == 0) return InputError{name + ": empty, expected a battle log"};
  return log;
}

Result<std::unique_ptr<LogWriter>> LogWriter::create(const std::string& path, const LogHeader& header) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0) {
    if (errno == EEXIST) return InputError{path + ": exists already; give that file to go on with it, or another name"};
    return InputError{path + ": cannot be written: " + std::strerror(errno)};
  }
  std::unique_ptr<LogWriter> writer(new LogWriter(path, file, "", 0));
  std::string chain;
  const std::string text = chained(header_text(header), "", chain);
  if (auto error = writer->write_synced(text + "\n")) {
    ::unlink(path.c_str());
    return *error;
  }
  writer->chain_ = chain;
  return writer;
}

Result<std::unique_ptr<LogWriter>> LogWriter::resume(const std::string& path, const ReadLog& log) {
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file < 0) return InputError{path + ": cannot be written: " + std::strerror(errno)};
  std::unique_ptr<LogWriter> writer(
      new LogWriter(path, file, log.lines.empty() ? log.header.chain : log.lines.back().chain, log.good_bytes));
  if (::ftruncate(file, log.good_bytes) != 0) return InputError{path + ": cannot be mended: " + std::strerror(errno)};
  return writer;
}

LogWriter::~LogWriter() {
  if (file_ >= 0) ::close(file_);
}

std::optional<InputError> LogWriter::append(LogLine& line) {
  const std::string text = chained(line_text(line), chain_, line.chain);
  if (auto error = write_synced(text + "\n")) return error;
  chain_ = line.chain;
  return std::nullopt;
}

std::optional<InputError> LogWriter::write_synced(const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = ::write(file_, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      const InputError error{path_ + ": cannot be written: " + std::strerror(errno) + "; free some space, nothing before it is lost"};
      [[maybe_unused]] const int cut = ::ftruncate(file_, size_);  // leave no half line; a reader would cut it off anyway
      return error;
    }
    done += static_cast<std::size_t>(n);
  }
  if (::fdatasync(file_) != 0 && errno != EINVAL && errno != EROFS) {  // pipes and odd file systems cannot sync; a full disk says so here
    const InputError error{path_ + ": cannot be synced: " + std::strerror(errno) + "; free some space, nothing before it is lost"};
    [[maybe_unused]] const int cut = ::ftruncate(file_, size_);
    return error;
  }
  size_ += static_cast<std::int64_t>(text.size());
  return std::nullopt;
}

}  // namespace polemarch::assistant
