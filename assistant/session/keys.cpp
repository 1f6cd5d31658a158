#include "assistant/session/keys.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "assistant/session/battle_log.hpp"
#include "assistant/session/files.hpp"
#include "assistant/session/hash.hpp"
#include "models/io/measured.hpp"

namespace polemarch::assistant {

namespace {
constexpr std::size_t kKeyBytes = 32;
}

Keys Keys::random() {
  Keys keys;
  for (const Viewer owner : kKeyOwners) keys.hex[std::string(name_of(owner))] = random_hex(kKeyBytes);
  return keys;
}

HexOfOwner Keys::hashes() const {
  HexOfOwner hashes;
  for (const auto& [owner, key] : hex) hashes[owner] = hash_hex(bytes_of_hex(key).value_or(""));
  return hashes;
}

std::string Keys::text() const {
  io::Json json = hex;
  json["polemarch_keys"] = 1;
  return json.dump() + "\n";
}

Result<Keys> keys_from_text(std::string_view text, const std::string& name) {
  const auto json = io::parse_message(text, name);
  if (!json)  // the parser's words would print a key
    return InputError{name + ": damaged: no JSON that can be read; give a copy of the file that was made with the log"};
  if (!json->is_object() || json->value("polemarch_keys", io::Json()) != 1)
    return InputError{name + ": not a file of keys (expected \"polemarch_keys\":1); give the one that was made with the log"};
  Keys keys;
  for (const Viewer owner : kKeyOwners) {
    const std::string who(name_of(owner));
    const io::Json key = json->value(who, io::Json());
    const auto bytes = key.is_string() ? bytes_of_hex(key.get<std::string>()) : std::nullopt;
    if (!bytes || bytes->size() != kKeyBytes) return InputError{name + ": /" + who + ": expected a key of 64 hexadecimal digits"};
    keys.hex[who] = key.get<std::string>();
  }
  return keys;
}

std::string log_behind_link(const std::string& log_path) {
  std::error_code none;
  if (!std::filesystem::is_symlink(log_path, none)) return log_path;
  const std::filesystem::path led = std::filesystem::weakly_canonical(log_path, none);
  return led.empty() ? log_path : led.string();
}

std::string keys_path(const std::string& log_path) {
  return std::filesystem::path(log_behind_link(log_path)).replace_extension(".keys").string();
}

std::vector<std::string> files_of_log(const std::string& log_path) {
  const auto beside = [&](const char* ending) { return std::filesystem::path(log_behind_link(log_path)).replace_extension(ending); };
  std::vector<std::string> files{log_path, beside(".keys").string(), beside(".secrets").string()};
  std::error_code none;
  for (std::filesystem::directory_iterator at(beside(".pictures"), none), end; !none && at != end; at.increment(none))
    files.push_back(at->path().string());
  return files;
}

Result<std::optional<Keys>> read_keys(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::optional<Keys>();
  const auto text = read_text_file(path);
  if (!text) return text.error();
  const auto keys = keys_from_text(*text, path);
  if (!keys) return keys.error();
  return std::optional<Keys>(*keys);
}

std::optional<std::string> close_to_others(const std::string& path) {
  constexpr mode_t kOthers = 077, kOwnersAlone = 0600;
  struct stat status {};
  const auto is_open = [&] { return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && (status.st_mode & kOthers) != 0; };
  if (!is_open()) return std::nullopt;
  if (status.st_uid == ::geteuid()) static_cast<void>(::chmod(path.c_str(), kOwnersAlone));
  if (is_open())  // another's, or on a disk that knows no owners: looked at again, for such a disk may well say that it is done
    return path + ": others may read it, and with it what is hidden in this battle; chmod 600 it, or move the battle to a disk of your own";
  return path + ": others could read it, and with it what is hidden in this battle; from now on only you can";
}

namespace {

/// The log beside these keys that lives by them, of whatever ending; empty where none does.
std::string log_that_lives_by(const std::string& keys_file) {
  namespace fs = std::filesystem;
  const auto keys = read_keys(keys_file);
  if (!keys || !*keys) return {};
  const std::string hash = (*keys)->hashes().begin()->second;
  const fs::path folder = fs::path(keys_file).parent_path(), stem = fs::path(keys_file).stem();
  std::error_code none;
  for (fs::directory_iterator at(folder.empty() ? "." : folder, none), end; !none && at != end; at.increment(none)) {
    if (at->path().stem() != stem || !at->is_regular_file(none)) continue;
    const auto text = read_text_file(at->path().string());
    if (text && looks_like_log(*text) && text->find(hash) != std::string::npos) return at->path().filename().string();
  }
  return {};
}

}  // namespace

bool is_free_for_a_log(const std::string& log_path) {
  std::error_code none;
  return !std::filesystem::exists(std::filesystem::symlink_status(log_path, none)) && log_that_lives_by(keys_path(log_path)).empty();
}

Result<NewKeys> make_keys(const std::string& path) {
  constexpr int kMost = 1000;
  if (const std::string log = log_that_lives_by(path); !log.empty())
    return InputError{path + ": holds the keys of " + log + "; give this battle a name that differs by more than its ending"};
  NewKeys out{Keys::random(), {}};
  const auto is_there = [](const std::string& file) {
    struct stat found {};
    return ::lstat(file.c_str(), &found) == 0;
  };
  for (int number = 1; number < kMost && is_there(path); ++number) {
    const std::string aside = std::filesystem::path(path).replace_extension(".unused-" + std::to_string(number) + ".keys").string();
    if (is_there(aside)) continue;
    out.said = path + ": keys without a log were there; they are kept in " + aside;
    if (::rename(path.c_str(), aside.c_str()) != 0)
      return InputError{path + ": exists already and cannot be moved (" + std::strerror(errno) +
                        "); remove it or give the log another name"};
  }
  const auto made = make_whole_file(path, out.keys.text(), 0600);
  if (!made) return made.error();
  ::close(*made);
  return out;
}

}  // namespace polemarch::assistant
