#include "assistant/session/branch.hpp"

#include <unistd.h>

#include <filesystem>

#include "assistant/session/battle_log.hpp"
#include "assistant/session/files.hpp"
#include "assistant/session/folder_lock.hpp"
#include "assistant/session/keys.hpp"

namespace polemarch::assistant {

namespace {

/// Copies a file that goes with a log, where it is there; `copies` gets its name.
std::optional<InputError> copy_beside(const std::string& from, const std::string& to, std::vector<std::string>& copies) {
  std::error_code missing;
  if (!std::filesystem::exists(from, missing)) return std::nullopt;
  const auto text = read_text_file(from);
  if (!text) return text.error();
  const auto made = make_whole_file(to, *text, 0600);
  if (!made) return made.error();
  ::close(*made);
  copies.push_back(to);
  return std::nullopt;
}

/// The keys of a log as `to`: those it opened, else its file of them where that holds its own; else nobody could play on.
std::optional<InputError> keys_of_log(const ReadLog& log, const std::string& from, const std::string& to,
                                      std::vector<std::string>& copies) {
  if (log.key_hashes().empty()) return copy_beside(from, to, copies);
  std::optional<Keys> keys = log.opened_keys();
  if (!keys) {
    const auto there = read_keys(from);
    if (!there) return there.error();
    keys = *there;
    if (!keys) return InputError{from + ": is not there; without the keys of what is hidden a new battle could not go on: put it back"};
    if (keys->hashes() != log.key_hashes())
      return InputError{from + ": holds the keys of another battle; put the file back that was made with this one"};
  }
  const auto made = make_whole_file(to, keys->text(), 0600);
  if (!made) return made.error();
  ::close(*made);
  copies.push_back(to);
  return std::nullopt;
}

/// The beginning of a log as one of its own. Keys that are still closed hide what happens in the battle it comes from: they are not opened
/// here. Those that are open stand in it from the start.
std::string with_keys_said(std::string beginning, const ReadLog& whole, const std::string& name) {
  const auto begun = read_log(beginning, name);
  if (!begun || begun->key_hashes().empty() || begun->opened_keys() || begun->shares_keys()) return beginning;
  KeysLine line;
  if (const auto opened = whole.opened_keys())
    line.opened = opened->hex, line.why = "agreed";
  else
    line.hashes = begun->key_hashes(), line.shared = true;
  std::string chain;
  return beginning + chained(keys_line_text(line), begun->chain, chain) + "\n";
}

std::string with_ending(const std::string& log, const char* ending) {
  return std::filesystem::path(log).replace_extension(ending).string();
}

}  // namespace

std::optional<InputError> branch_log(const std::string& log, std::int64_t seq, const std::string& out) {
  const auto text = read_text_file(log);
  if (!text) return text.error();
  const auto read = read_log(*text, log);
  if (!read) return read.error();
  const auto last = static_cast<std::int64_t>(read->lines.size());
  if (seq < 0 || seq > last) return InputError{log + ": has no seq " + std::to_string(seq) + "; its last is " + std::to_string(last)};
  // The header, then every line up to that command; lines about keys stand where they stood.
  std::size_t at = text->find('\n') + 1;
  for (std::int64_t done = 0; done < seq;) {
    const std::size_t end = text->find('\n', at);
    if (text->compare(at, 7, "{\"seq\":") == 0) ++done;
    at = end + 1;
  }
  if (keys_path(out) == out) return InputError{out + ": is the name of its own keys; give the log the ending .battle"};
  const FolderLock one_at_a_time(out);
  std::error_code missing;
  if (std::filesystem::exists(out, missing)) return InputError{out + ": exists already; give it another name"};
  std::vector<std::string> copies;
  const auto failed = [&](const InputError& error) {  // with room it may be asked for again
    for (const std::string& copy : copies) ::unlink(copy.c_str());
    return error;
  };
  if (auto error = keys_of_log(*read, keys_path(log), keys_path(out), copies)) return failed(*error);
  if (auto error = copy_beside(with_ending(log, ".secrets"), with_ending(out, ".secrets"), copies)) return failed(*error);
  const auto made = make_whole_file(out, with_keys_said(text->substr(0, at), *read, log), 0644);
  if (!made) return failed(made.error());
  ::close(*made);
  return std::nullopt;
}

std::string branch_name(const std::string& log, std::int64_t seq) {
  const std::filesystem::path path(log);
  const std::string stem = (path.parent_path() / path.stem()).string() + "-from-" + std::to_string(seq);
  std::string name = stem + ".battle";
  const auto has_keys = [&] { return std::filesystem::exists(std::filesystem::symlink_status(keys_path(name))); };
  for (int number = 2; !is_free_for_a_log(name) || has_keys(); ++number) name = stem + "-" + std::to_string(number) + ".battle";
  return name;
}

}  // namespace polemarch::assistant
