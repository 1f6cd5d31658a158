#include "assistant/session/kept_text.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <utility>

namespace polemarch::assistant {

namespace {

/// A file without a name, ours alone; -1 where there can be none.
int nameless_file() {
  std::error_code none;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(none);
  if (none) return -1;
  if (const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); file >= 0) return file;
  std::string name = (folder / "polemarch-XXXXXX").string();  // a disk that knows no nameless files
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file >= 0) ::unlink(name.c_str());
  return file;
}

}  // namespace

std::string text_of_open_file(int file, std::size_t size) {
  std::string out(size, '\0');
  for (std::size_t done = 0; done < size;) {
    const ssize_t n = ::pread(file, out.data() + done, size - done, static_cast<off_t>(done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      out.resize(done);
      break;
    }
    done += static_cast<std::size_t>(n);
  }
  return out;
}

KeptText::~KeptText() {
  if (file_ >= 0) ::close(file_);
}

bool KeptText::write_behind(std::string_view more) {
  if (!in_memory_.empty()) return false;  // in order: what is in memory stands behind the file
  if (!std::exchange(tried_, true)) file_ = nameless_file();
  if (file_ < 0) return false;
  for (std::size_t done = 0; done < more.size();) {
    const ssize_t n = ::pwrite(file_, more.data() + done, more.size() - done, static_cast<off_t>(in_file_ + done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    done += static_cast<std::size_t>(n);
  }
  in_file_ += more.size();
  return true;
}

void KeptText::append(std::string_view more) {
  if (!write_behind(more)) in_memory_ += more;
}

void KeptText::cut(std::size_t size) {
  in_memory_.resize(std::min(in_memory_.size(), size > in_file_ ? size - in_file_ : 0));
  in_file_ = std::min(in_file_, size);
}

std::string KeptText::text() const {
  std::string out = text_of_open_file(file_, in_file_);
  if (out.size() == in_file_) out += in_memory_;
  return out;
}

}  // namespace polemarch::assistant
