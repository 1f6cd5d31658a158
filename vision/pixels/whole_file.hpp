#pragma once
/// A file while it is written: it gets its name when it is whole, and is gone where it finds no room.

#include <string>
#include <string_view>

namespace polemarch::vision {

class WholeFile {
 public:
  /// Begins a file of its own beside `path`, never one that is there already nor what a link leads to. `ending`: of its name until then
  /// (".mp4"), for writers that go by it.
  explicit WholeFile(std::string path, std::string_view ending = {});
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  /// False: it could not be begun.
  bool begun() const { return file_ >= 0; }
  /// Where its bytes are until it has its name.
  const std::string& part() const { return part_; }

  /// False: the disk has no room.
  bool write(std::string_view bytes);
  /// False: it could not be written to its end; then nothing of it is left, and what had the name still has it.
  bool take_name();

 private:
  std::string path_, part_;
  int file_ = -1;
};

}  // namespace polemarch::vision
