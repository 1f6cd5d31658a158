#include "assistant/session/log_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>

#include "assistant/session/files.hpp"
#include "assistant/session/keys.hpp"
#include "models/io/measured.hpp"

namespace polemarch::assistant {

namespace fs = std::filesystem;

namespace {

/// When the file or what is said of it last changed: the one time nobody can set back.
std::int64_t change_of(const struct stat& status) {
  return static_cast<std::int64_t>(status.st_ctim.tv_sec) * 1'000'000'000 + status.st_ctim.tv_nsec;
}

std::string now_text() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S UTC", &utc);
  return text.data();
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

/// Who holds the log, as its note says: " (process 4711 on tisch, since 2026-05-01 19:30:00 UTC)".
std::string holder(const std::string& note) {
  const auto text = read_text_file(note);
  const auto json = text ? io::parse_message(*text, note) : Result<io::Json>(InputError{});
  if (!json || !json->is_object() || !json->value("pid", io::Json()).is_number_integer() || !json->value("host", io::Json()).is_string() ||
      !json->value("since", io::Json()).is_string())
    return "";
  return " (process " + std::to_string(json->at("pid").get<std::int64_t>()) + " on " + json->at("host").get<std::string>() + ", since " +
         json->at("since").get<std::string>() + ")";
}

/// The disk has no room for the line: it may be written again later.
bool is_full(int error) { return error == ENOSPC || error == EDQUOT || error == EFBIG; }

/// Where a battle may go on that has lost its file: beside it, else where this program was started, at home, among the temporary files.
std::vector<fs::path> refuges(const fs::path& lost) {
  std::vector<fs::path> out{lost.parent_path()};
  std::error_code ignored;
  out.push_back(fs::current_path(ignored));
  if (const char* home = std::getenv("HOME")) out.emplace_back(home);
  out.push_back(fs::temp_directory_path(ignored));
  return out;
}

/// Why a log with this line behind `before` bytes could not be opened again; such a line is not taken.
std::optional<InputError> unreadable(const std::string& path, std::size_t before, std::string_view line) {
  if (before + line.size() > io::kMostFileBytes)
    return InputError{path + ": has no room for this: more than " + std::to_string(io::kMostFileBytes) + " bytes could not be read again"};
  line.remove_suffix(1);  // its newline
  const std::string why = io::beyond(line, io::kLogLineLimits);
  if (why.empty()) return std::nullopt;
  return InputError{path + ": a line of it " + why + (before == 0 ? "; make the battle smaller" : "")};
}

std::string companion_path(const std::string& log, const std::string& ending) {
  return fs::path(log_behind_link(log)).replace_extension(ending).string();
}

}  // namespace

Result<std::unique_ptr<LogFile>> LogFile::create(const std::string& path, const std::string& first_line) {
  // Room for what may have to be made beside it: ".rescued-99", ".torn-9999", and a part of either.
  constexpr std::size_t kLongest = 255, kBeside = 24;
  if (const std::size_t length = fs::path(path).filename().string().size(); length + kBeside > kLongest)
    return InputError{path + ": a name of " + std::to_string(length) + " bytes is too long for a battle; at most " +
                      std::to_string(kLongest - kBeside) + ", its ending among them"};
  if (auto error = unreadable(path, 0, first_line)) return *error;
  const auto file = make_whole_file(path, first_line, 0644);
  if (!file) {
    if (is_taken(file.error())) return InputError{path + ": exists already; give that file to go on with it, or another name"};
    return file.error();
  }
  std::unique_ptr<LogFile> log(new LogFile(path, *file));
  log->whole_.append(first_line);
  if (auto error = log->lock()) return *error;
  log->remember();
  return log;
}

Result<std::unique_ptr<LogFile>> LogFile::open(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return InputError{path + ": cannot be written: " + std::strerror(errno)};
  std::unique_ptr<LogFile> log(new LogFile(path, file));
  if (auto error = log->lock()) return *error;
  auto text = read_text_file(path);
  if (!text) return text.error();
  log->whole_.append(*text);
  log->remember();
  if (const std::string why = log->estranged(); !why.empty()) return InputError{path + ": " + why + " while it was opened; try again"};
  return log;
}

LogFile::~LogFile() {
  unlock();
  if (file_ >= 0) ::close(file_);
}

std::optional<InputError> LogFile::lock() {
  std::error_code ignored;
  const fs::path led = fs::weakly_canonical(path_, ignored);
  const std::string note = (led.empty() ? path_ : led.string()) + ".lock";
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK)
      return InputError{path_ + ": another program is writing this battle" + holder(note) + "; end it there, or watch with replay"};
    notice_ = path_ + ": this disk knows no locks (" + std::strerror(errno) + "): see that no other program goes on with this battle";
    return std::nullopt;
  }
  const io::Json who{{"pid", ::getpid()}, {"host", host_name()}, {"since", now_text()}};
  if (!holder(note).empty()) ::unlink(note.c_str());  // of a writer that was killed; never written through a link, nor over another file
  if (const auto made = make_whole_file(note, who.dump() + "\n", 0644)) {  // words of a refusal only: the lock is the kernel's
    ::close(*made);
    lock_note_ = note;
  }
  return std::nullopt;
}

void LogFile::unlock() {
  if (lock_note_.empty()) return;
  ::unlink(lock_note_.c_str());
  lock_note_.clear();
}

void LogFile::remember() {
  struct stat status {};
  if (::fstat(file_, &status) != 0) return;
  device_ = status.st_dev;
  inode_ = status.st_ino;
  changed_ns_ = change_of(status);
}

void LogFile::accompany(std::string ending, std::string text, Readers readers) {
  ending_ = std::move(ending);
  companion_ = std::move(text);
  companion_for_ = readers;
  close_companion();
}

/// Closes the companion to others where it is secret, and takes note of how it stands now.
void LogFile::close_companion() {
  const std::string name = companion_path(path_, ending_);
  if (companion_for_ == Readers::Owner)
    if (const auto said = close_to_others(name)) tell(*said);
  struct stat status {};
  companion_there_ = ::stat(name.c_str(), &status) == 0;
  companion_changed_ns_ = companion_there_ ? change_of(status) : 0;
}

/// Without its companion the battle could not go on another day: it is put back where it is gone, beside where another file has its name.
void LogFile::look_after_companion() {
  if (companion_.empty()) return;
  const std::string name = companion_path(path_, ending_);
  struct stat status {};
  if (::stat(name.c_str(), &status) == 0) {
    if (change_of(status) == companion_changed_ns_) return;
    companion_changed_ns_ = change_of(status);
    if (const auto now = read_text_file(name); now && *now == companion_) return close_companion();
    for (int number = 1; number < 100; ++number) {
      const std::string beside = companion_path(path_, ".rescued-" + std::to_string(number) + ending_);
      const auto made = make_whole_file(beside, companion_, 0600);
      if (!made && is_taken(made.error())) continue;
      if (made) ::close(*made);
      notice_ =
          name + ": was changed by another program while the battle was open; " +
          (made ? "what it held is kept in " + beside + ": give it its name back" : "and it cannot be kept beside: " + made.error().line);
      return;
    }
    return;
  }
  if (errno != ENOENT || !companion_there_) return;  // one that was gone before is not missed: the log holds what it held
  const auto made = make_whole_file(name, companion_, 0600);
  if (made) ::close(*made);
  if (::stat(name.c_str(), &status) == 0) companion_changed_ns_ = change_of(status);
  notice_ = name + ": was deleted while the battle was open; " + (made ? "it is put back" : "it cannot be put back: " + made.error().line);
}

/// Kept apart from the file, so that whatever befalls that one it can be written anew; from the file where the other disk has failed.
std::string LogFile::text() const {
  std::string all = whole_.text();
  if (all.size() == whole_.size()) return all;
  return text_of_open_file(file_, whole_.size());
}

/// Why the file under our path is not the one we hold as we left it; empty when it is.
std::string LogFile::estranged() {
  struct stat status {};
  if (::stat(path_.c_str(), &status) != 0)
    return errno == ENOENT || errno == ENOTDIR ? "was deleted or its disk is gone"
                                               : std::string("cannot be reached: ") + std::strerror(errno);
  if (status.st_dev != device_ || status.st_ino != inode_) return "was replaced by another file";
  if (spilled_ && ::ftruncate(file_, static_cast<off_t>(whole_.size())) == 0) {  // what a failed line left behind
    spilled_ = false;
    remember();
    if (::fstat(file_, &status) != 0) return std::string("cannot be reached: ") + std::strerror(errno);
  }
  if (status.st_size < static_cast<off_t>(whole_.size())) return "was cut short by another program";
  if (status.st_size > static_cast<off_t>(whole_.size()) && !spilled_) return "was written to by another program";
  if (change_of(status) == changed_ns_) return {};
  const auto now = read_text_file(path_);  // touched, or changed in place
  if (!now || !now->starts_with(text())) return "was changed by another program";
  remember();
  return {};
}

/// Writes behind what is whole; an errno or 0.
int LogFile::write_behind(const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = ::pwrite(file_, text.data() + done, text.size() - done, static_cast<off_t>(whole_.size() + done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return n < 0 ? errno : ENOSPC;
    done += static_cast<std::size_t>(n);
  }
  while (::fdatasync(file_) != 0) {
    if (errno == EINTR) continue;
    return errno == EINVAL ? 0 : errno;  // odd file systems cannot sync; a full disk says so here
  }
  return 0;
}

std::optional<InputError> LogFile::append(const std::string& line) {
  if (auto error = unreadable(path_, whole_.size(), line)) return error;
  const DiskWork at_work;
  if (const std::string why = estranged(); !why.empty()) return move_house(why, line);
  look_after_companion();
  if (const int wrong = write_behind(line); wrong != 0) {
    std::optional<InputError> homeless;
    if (!is_full(wrong)) {
      homeless = move_house(std::string("can no longer be written (") + std::strerror(wrong) + ")", line);
      if (!homeless) return std::nullopt;
    }
    // The line may stand in the file all the same: it is ours, and was never acknowledged.
    spilled_ = ::ftruncate(file_, static_cast<off_t>(whole_.size())) != 0;
    remember();
    if (homeless) return homeless;
    return InputError{path_ + ": cannot be written: " + std::strerror(wrong) + "; free some space, nothing before it is lost"};
  }
  whole_.append(line);
  if (spilled_ && ::ftruncate(file_, static_cast<off_t>(whole_.size())) == 0) spilled_ = false;
  remember();
  return std::nullopt;
}

std::optional<InputError> LogFile::move_house(const std::string& why, const std::string& line) {
  const fs::path lost(path_);
  const std::string all = text() + line;
  std::string last_error = "what was written before cannot be read again";
  if (all.size() != whole_.size() + line.size()) return InputError{path_ + ": " + why + " while the battle was open, and " + last_error};
  for (const fs::path& folder : refuges(lost)) {
    for (int number = 1; number < 100; ++number) {
      fs::path fresh = folder / lost.stem();
      fresh += ".rescued-" + std::to_string(number);
      const std::string name = fresh.string() + lost.extension().string();
      if (!companion_.empty()) {
        const auto beside = make_whole_file(fresh.string() + ending_, companion_, 0600);
        if (!beside && is_taken(beside.error())) continue;
        if (!beside) {
          last_error = beside.error().line;
          break;
        }
        ::close(*beside);
      }
      const auto file = make_whole_file(name, all, 0644);
      if (!file) {
        last_error = file.error().line;
        if (!companion_.empty()) ::unlink((fresh.string() + ending_).c_str());
        if (is_taken(file.error())) continue;
        break;
      }
      unlock();
      ::close(file_);
      notice_ = path_ + ": " + why + " while the battle was open; all of it goes on in " + name;
      const std::string told = *notice_;
      file_ = *file;
      path_ = name;
      close_companion();
      whole_.append(line);
      spilled_ = false;
      (void)lock();
      notice_ = told;
      remember();
      return std::nullopt;
    }
  }
  return InputError{path_ + ": " + why + " while the battle was open, and no new file can be begun (" + last_error +
                    "); make room somewhere, nothing before it is lost"};
}

Result<std::string> LogFile::cut_off(std::size_t good) {
  if (good >= whole_.size()) return std::string();
  const std::string torn = text().substr(good);
  for (int number = 1; number < 10'000; ++number) {
    const std::string name = path_ + ".torn-" + std::to_string(number);
    const auto kept = make_whole_file(name, torn, 0600);
    if (!kept && is_taken(kept.error())) continue;
    if (!kept) return kept.error();
    ::close(*kept);
    if (::ftruncate(file_, static_cast<off_t>(good)) != 0 || (::fsync(file_) != 0 && errno != EINVAL && errno != EROFS))
      return InputError{path_ + ": cannot be mended: " + std::strerror(errno)};
    whole_.cut(good);
    remember();
    return name;
  }
  return InputError{path_ + ": cannot be mended: too many torn ends are kept beside it"};
}

}  // namespace polemarch::assistant
