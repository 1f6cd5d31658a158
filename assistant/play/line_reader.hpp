#pragma once
/// Lines as they come from a file descriptor, without blocking longer than asked.

#include <poll.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <utility>

namespace polemarch::assistant::play {

/// Lines as they come from a file descriptor, without blocking longer than asked.
class LineReader {
 public:
  LineReader(int fd, std::size_t longest) : fd_(fd), longest_(longest) {}

  /// The next whole line, or nothing when none came in time. `ended` once the other side has closed.
  std::optional<std::string> next(int wait_ms) {
    if (auto line = take()) return line;
    if (ended_) return std::nullopt;
    pollfd waiting{fd_, POLLIN, 0};
    if (poll(&waiting, 1, wait_ms) <= 0) return std::nullopt;
    char bytes[4096];
    const ssize_t count = read(fd_, bytes, sizeof bytes);
    if (count <= 0) {
      ended_ = true;
      if (buffer_.empty()) return std::nullopt;
      buffer_ += '\n';
    } else {
      buffer_.append(bytes, static_cast<std::size_t>(count));
    }
    return take();
  }
  bool ended() const { return ended_ && buffer_.empty(); }

 private:
  std::optional<std::string> take() {
    const auto end = buffer_.find('\n');
    if (end == std::string::npos) {
      if (buffer_.size() > longest_) too_long_ = true, buffer_.clear();  // the rest of it is thrown away as it comes
      return std::nullopt;
    }
    std::string line = std::exchange(too_long_, false) ? std::string("(too long)") : buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    return line;
  }

  int fd_;
  std::size_t longest_;
  std::string buffer_;
  bool ended_ = false, too_long_ = false;
};

}  // namespace polemarch::assistant::play
