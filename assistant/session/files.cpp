#include "assistant/session/files.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <utility>

#include "assistant/session/battle_log.hpp"
#include "models/io/limits.hpp"

namespace polemarch::assistant {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kTaken = ": exists already";  // of make_whole_file and is_taken

std::atomic<int> disk_works{0};

/// A path as an error names it.
std::string named(const std::string& path) { return path.empty() ? "\"\" (no name)" : path; }

InputError cannot_write(const std::string& path, int error) {
  const fs::path folder = fs::path(path).parent_path();
  std::error_code ignored;
  if (error == ENOENT && !folder.empty() && !fs::exists(folder, ignored)) return {folder.string() + ": no such folder; make it first"};
  if (error == ENXIO) return {named(path) + ": cannot be written: nobody reads at its other end"};
  return {named(path) + ": cannot be written: " + std::strerror(error)};
}

/// What a path is that no file can be read from: it would wait for ever, or never end. Empty for a file and for what is not there.
std::string what_else_is(const std::string& path) {
  std::error_code none;
  switch (fs::status(path, none).type()) {
    case fs::file_type::directory:
      return "a folder";
    case fs::file_type::fifo:
      return "a pipe";
    case fs::file_type::socket:
      return "a socket";
    case fs::file_type::block:
    case fs::file_type::character:
      return "a device";
    case fs::file_type::none:
    case fs::file_type::not_found:
    case fs::file_type::regular:
    case fs::file_type::symlink:
    case fs::file_type::unknown:
      return {};
  }
  return {};
}

/// Writes all of it; an errno or 0.
int write_all(int file, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = ::write(file, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return n < 0 ? errno : ENOSPC;
    done += static_cast<std::size_t>(n);
  }
  return 0;
}

/// An errno or 0; a file system that cannot sync has done what it can.
int synced(int file) {
  while (::fsync(file) != 0) {
    if (errno == EINTR) continue;
    return errno == EINVAL || errno == EROFS ? 0 : errno;
  }
  return 0;
}

void sync_folder_of(const std::string& path) {
  const fs::path parent = fs::path(path).parent_path();
  const int folder = ::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  synced(folder);
  ::close(folder);
}

/// A new file beside `path` for its bytes until they are whole; its name stands in `name`.
int part_beside(const std::string& path, std::string& name, unsigned mode) {
  name = path + ".part-XXXXXX";
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file >= 0) ::fchmod(file, static_cast<mode_t>(mode));
  return file;
}

unsigned usual_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666U & ~static_cast<unsigned>(mask);
}

/// Bytes on their way to a name.
struct Unnamed {
  std::string place;  ///< where the path leads, through links
  std::string part;   ///< the file that holds them until it gets its name; empty before and after
  unsigned mode = 0;
  bool goes_into = false;  ///< a device or a pipe is written where it is
};

Unnamed unnamed_at(const std::string& path) {
  std::error_code ignored;
  const fs::path led = fs::weakly_canonical(path, ignored);
  Unnamed out{led.empty() ? path : led.string(), {}, 0, false};
  struct stat old {};
  const bool there = ::stat(out.place.c_str(), &old) == 0;
  out.goes_into = there && !S_ISREG(old.st_mode);
  out.mode = there ? old.st_mode & 07777U : usual_mode();
  return out;
}

/// An errno or 0.
int write_into(const std::string& place, const std::string& text) {
  const int file = ::open(place.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);  // a pipe that nobody reads would wait for ever
  if (file < 0) return errno;
  ::fcntl(file, F_SETFL, ::fcntl(file, F_GETFL) & ~O_NONBLOCK);
  const int wrong = write_all(file, text);
  const int closed = ::close(file) == 0 ? 0 : errno;
  return wrong != 0 ? wrong : closed;
}

/// An errno or 0; the part stays either way.
int write_part(Unnamed& one, const std::string& text) {
  const int file = part_beside(one.place, one.part, one.mode);
  if (file < 0) {
    const int wrong = errno;
    one.part.clear();
    return wrong;
  }
  int wrong = write_all(file, text);
  if (wrong == 0) wrong = synced(file);
  if (::close(file) != 0 && wrong == 0) wrong = errno;
  return wrong;
}

/// An errno or 0.
int take_name(Unnamed& one) {
  if (::rename(one.part.c_str(), one.place.c_str()) != 0) return errno;
  one.part.clear();
  sync_folder_of(one.place);
  return 0;
}

/// Gives the whole file its name where none is; an errno or 0. Disks without links rename instead.
int link_new(const std::string& part, const std::string& path) {
  if (::link(part.c_str(), path.c_str()) == 0) {
    ::unlink(part.c_str());
    return 0;
  }
  if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS && errno != EMLINK) return errno;
  struct stat taken {};
  if (::lstat(path.c_str(), &taken) == 0) return EEXIST;
  return ::rename(part.c_str(), path.c_str()) == 0 ? 0 : errno;
}

}  // namespace

bool disk_at_work() { return disk_works.load(std::memory_order_relaxed) > 0; }
DiskWork::DiskWork() { disk_works.fetch_add(1, std::memory_order_relaxed); }
DiskWork::~DiskWork() { disk_works.fetch_sub(1, std::memory_order_relaxed); }

Result<std::string> read_text_file(const std::string& path) {
  if (const std::string other = what_else_is(path); !other.empty()) return InputError{path + ": is " + other + ", expected a file"};
  std::error_code error;
  std::ifstream in(path, std::ios::binary);
  if (!in) return InputError{named(path) + ": cannot be read: " + std::strerror(errno)};
  std::string text;
  if (const auto size = fs::file_size(path, error); !error && size <= io::kFileLimits.bytes) text.reserve(size);
  std::string block(1 << 16, '\0');
  while (in) {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    text.append(block, 0, static_cast<std::size_t>(in.gcount()));
    const std::size_t most = looks_like_log(text) ? io::kMostFileBytes : io::kFileLimits.bytes;
    if (text.size() > most) return InputError{path + ": is longer than " + std::to_string(most) + " bytes; this is not one of our files"};
  }
  if (in.bad()) return InputError{path + ": cannot be read: " + std::strerror(errno)};
  return text;
}

std::optional<InputError> write_text_file(const std::string& path, const std::string& text) { return write_text_files({{path, text}}); }

std::optional<InputError> write_text_files(const std::vector<NamedText>& files) {
  const DiskWork at_work;
  std::vector<Unnamed> written;
  const auto failed = [&](const std::string& path, int wrong) {
    for (const Unnamed& one : written)
      if (!one.part.empty()) ::unlink(one.part.c_str());
    return cannot_write(path, wrong);
  };
  for (const NamedText& file : files) {
    written.push_back(unnamed_at(file.path));
    if (std::error_code none; fs::is_directory(written.back().place, none)) return failed(file.path, EISDIR);
    if (written.back().goes_into) continue;
    if (const int wrong = write_part(written.back(), file.text); wrong != 0) return failed(file.path, wrong);
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    Unnamed& one = written[i];
    if (const int wrong = one.goes_into ? write_into(one.place, files[i].text) : take_name(one); wrong != 0)
      return failed(files[i].path, wrong);
  }
  return std::nullopt;
}

std::optional<InputError> leads_elsewhere(const std::string& path) {
  struct stat there {};
  if (::lstat(path.c_str(), &there) != 0 || S_ISREG(there.st_mode)) return std::nullopt;
  if (S_ISLNK(there.st_mode)) return InputError{path + ": is a link to another file, which would be written over; take it away first"};
  return InputError{path + ": is " + what_else_is(path) + ", expected a file"};
}

std::optional<InputError> write_unasked(const std::string& path, const std::string& text) {
  if (auto wrong = leads_elsewhere(path)) return wrong;
  return write_text_file(path, text);
}

std::optional<InputError> append_text_file(const std::string& path, const std::string& text) {
  const DiskWork at_work;
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  if (file < 0) return cannot_write(path, errno);
  int wrong = write_all(file, text);
  if (::close(file) != 0 && wrong == 0) wrong = errno;
  return wrong == 0 ? std::nullopt : std::optional(cannot_write(path, wrong));
}

bool is_taken(const InputError& error) { return error.line.find(kTaken) != std::string::npos; }

Result<int> make_whole_file(const std::string& path, const std::string& text, unsigned mode) {
  const DiskWork at_work;
  struct stat taken {};
  if (::lstat(path.c_str(), &taken) == 0) return InputError{path + std::string(kTaken)};
  std::string part;
  const int file = part_beside(path, part, mode & usual_mode());
  if (file < 0) return cannot_write(path, errno);
  int wrong = write_all(file, text);
  if (wrong == 0) wrong = synced(file);
  ::flock(file, LOCK_EX | LOCK_NB);  // ours before anybody can open it by its name
  if (wrong == 0) wrong = link_new(part, path);
  if (wrong == 0) {
    sync_folder_of(path);
    return file;
  }
  ::unlink(part.c_str());
  ::close(file);
  if (wrong == EEXIST) return InputError{path + std::string(kTaken)};
  return cannot_write(path, wrong);
}

namespace {

/// What of a battle stands in a file that is there: it cannot be made again. Empty for any other.
std::string of_a_battle(const std::string& path) {
  std::string begins(64, '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(begins.data(), static_cast<std::streamsize>(begins.size()));
  begins.resize(static_cast<std::size_t>(in.gcount()));
  if (looks_like_log(begins)) return "the log of a battle";
  const std::string ending = fs::path(path).extension().string();
  return begins.empty() || (ending != ".keys" && ending != ".secrets") ? "" : "the keys of a battle";
}

}  // namespace

std::optional<InputError> any_writes_over_input(const std::string& option, const std::vector<std::string>& outs,
                                                const std::vector<std::string>& inputs) {
  std::map<std::pair<dev_t, ino_t>, std::string> read;
  for (const std::string& input : inputs) {
    struct stat status {};
    if (!input.empty() && ::stat(input.c_str(), &status) == 0 && S_ISREG(status.st_mode))
      read.try_emplace({status.st_dev, status.st_ino}, input);
  }
  for (const std::string& out : outs) {
    struct stat written {};
    if (out.empty() || ::stat(out.c_str(), &written) != 0 || !S_ISREG(written.st_mode)) continue;
    const auto input = read.find({written.st_dev, written.st_ino});
    if (input != read.end())
      return InputError{option + " " + out + ": is " + (input->second == out ? "" : "the same file as ") + input->second +
                        ", which is read here; give another name"};
    if (const std::string battle = of_a_battle(out); !battle.empty())
      return InputError{option + " " + out + ": holds " + battle + ", which is never written over; give another name"};
  }
  return std::nullopt;
}

std::optional<InputError> writes_over_input(const std::string& option, const std::string& out, const std::vector<std::string>& inputs) {
  return any_writes_over_input(option, {out}, inputs);
}

}  // namespace polemarch::assistant
