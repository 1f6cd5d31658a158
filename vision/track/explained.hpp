#pragma once
/// Which blocks of the picture show bases that are seen. Changes there are the fits' business; the rest is read for new pieces.

#include <cstdint>
#include <vector>

#include "vision/track/change/change_map.hpp"
#include "vision/track/tracks.hpp"

namespace polemarch::vision {

class Explained {
 public:
  void restart(const ChangeMap& change);
  /// Blocks under bases that are seen need no explanation. Of those at rest no more than their footprints and a print beside them: another
  /// base may stand in contact. Of those on the move whatever may show of them and their figures; owed.hpp looks there again later.
  void mark(const Tracks& tracks, const ChangeMap& change);
  bool at(int column, int row) const {
    return blocks_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column)] != 0;
  }
  /// Of the blocks in the box that nothing explains and that changed by `least_change`: the grey levels they span.
  int unexplained_span(const ImageView& gray, const ChangeMap& change, const PixelBox& box, int least_change) const;
  std::size_t memory_bytes() const { return blocks_.size(); }

 private:
  int columns_ = 0;
  std::vector<std::uint8_t> blocks_;
};

}  // namespace polemarch::vision
