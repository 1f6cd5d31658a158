#include "vision/pixels/whole_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

namespace polemarch::vision {

WholeFile::WholeFile(std::string path, std::string_view ending) : path_(std::move(path)) {
  for (int number = 1; file_ < 0 && number < 1000; ++number) {
    part_ = path_ + ".part-" + std::to_string(::getpid()) + "-" + std::to_string(number) + std::string(ending);
    file_ = ::open(part_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file_ < 0 && errno != EEXIST) return;
  }
}

WholeFile::~WholeFile() {
  if (file_ < 0) return;
  ::close(file_);
  if (!part_.empty()) ::unlink(part_.c_str());
}

bool WholeFile::write(std::string_view bytes) {
  while (file_ >= 0 && !bytes.empty()) {
    const ssize_t n = ::write(file_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return file_ >= 0;
}

bool WholeFile::take_name() {
  if (file_ < 0) return false;
  const bool synced = ::fsync(file_) == 0 || errno == EINVAL || errno == EROFS;  // odd file systems cannot
  if (!synced || std::rename(part_.c_str(), path_.c_str()) != 0) return false;
  part_.clear();
  return true;
}

}  // namespace polemarch::vision
