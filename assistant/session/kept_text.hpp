#pragma once
/// A growing text kept where it costs no memory: a nameless file among the temporary ones, which nobody else can touch and which is gone
/// with the program. Where there is no room for it, memory takes what comes.

#include <string>
#include <string_view>

namespace polemarch::assistant {

/// The first `size` bytes of an open file; fewer where it does not give them.
std::string text_of_open_file(int file, std::size_t size);

class KeptText {
 public:
  KeptText() = default;
  explicit KeptText(std::string_view text) { append(text); }
  ~KeptText();
  KeptText(const KeptText&) = delete;
  KeptText& operator=(const KeptText&) = delete;

  void append(std::string_view more);
  /// Cuts off what stands behind the first `size` bytes.
  void cut(std::size_t size);
  std::size_t size() const { return in_file_ + in_memory_.size(); }
  /// All of it. Shorter than size() where the disk under it has failed: whoever needs every byte compares.
  std::string text() const;
  /// Bytes of it that are in memory.
  std::size_t in_memory() const { return in_memory_.size(); }

 private:
  bool write_behind(std::string_view more);

  int file_ = -1;
  bool tried_ = false;
  std::size_t in_file_ = 0;  ///< bytes of the file that count
  std::string in_memory_;    ///< what comes behind them
};

}  // namespace polemarch::assistant
