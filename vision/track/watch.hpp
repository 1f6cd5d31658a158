#pragma once
/// New pieces: what changed, is no base's doing and came to rest is read cold, tile by tile.

#include <cstdint>
#include <vector>

#include "vision/track/explained.hpp"
#include "vision/track/newcomers.hpp"
#include "vision/track/tiles.hpp"

namespace polemarch::vision {

class Watch {
 public:
  void restart(const Tiles& tiles);
  /// Reads what the frame's budget allows.
  void read(const Moment& now, const Known& known, const Tracks& tracks, Reference& reference, Explained& explained, Newcomers& newcomers,
            const Budget& budget);
  std::size_t memory_bytes() const { return state_.size() * sizeof(State); }

 private:
  /// Of a tile.
  struct State {
    std::uint8_t dirty = 0, quiet_frames = 0, looks = 0, seen_in_look = 0;
    int most = 0;            // strongest change of a block, of the last frame in which it was dirty
    std::uint8_t limit = 0;  // in 16 grey levels: this tile's own block limit, learnt where texture makes the noise restless
    void forget() { *this = {.limit = limit}; }
  };
  struct Window {
    int c0, r0, c1, r1;
  };
  /// What changed in a tile and is no base's doing.
  struct Stirred {
    int blocks = 0, restless = 0, most = 0;
  };
  State& at(int column, int row) { return state_[static_cast<std::size_t>(row * tiles_.columns + column)]; }
  Stirred changed_in(int column, int row, int limit, const Reference& reference, const Explained& explained) const;
  void judge(const ImageView& gray, int limit, Reference& reference, const Explained& explained);
  Window window_round(std::size_t tile);

  Tiles tiles_;
  std::vector<State> state_;
  std::vector<std::size_t> wanted_;    // tiles to be read in this frame
  std::vector<std::uint8_t> changed_;  // scratch
};

}  // namespace polemarch::vision
