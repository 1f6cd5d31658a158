#pragma once
/// What is printed, without anything that a terminal would obey: names and texts of a log are somebody else's.

#include <iosfwd>
#include <memory>

namespace polemarch::assistant {

/// While it lives, what is written to `out` arrives there as `spelled_out` says it, a line at a time, or whatever there is at a flush.
class PlainOutput {
 public:
  explicit PlainOutput(std::ostream& out);
  PlainOutput(const PlainOutput&) = delete;
  PlainOutput& operator=(const PlainOutput&) = delete;
  ~PlainOutput();

 private:
  class Buffer;
  std::ostream& out_;
  std::unique_ptr<Buffer> buffer_;
};

}  // namespace polemarch::assistant
