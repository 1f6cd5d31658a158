#pragma once
/// The table plane seen straight from above, from the camera's picture. Table mm; row 0 lies along the far edge. Pure.

#include <memory>
#include <vector>

#include "models/camera.hpp"
#include "models/image.hpp"
#include "models/table.hpp"
#include "ui/view_state.hpp"

namespace polemarch::assistant::play {

/// Keeps the map from straightened to camera pixels until the camera moves.
class Straightener {
 public:
  Straightener(const Table& table, double mm_per_px);
  /// The straightened picture of `frame` (its colour where it has some).
  ui::TablePicture look(const Frame& frame, const Camera& camera);

 private:
  void map_to(const Camera& camera);
  struct Source {
    float x = -1, y = -1;  ///< camera pixel; negative: out of the picture
  };
  double width_mm_, depth_mm_, mm_per_px_;
  int width_, height_;
  Camera mapped_;
  std::vector<Source> map_;
  std::int64_t version_ = 0;
};

}  // namespace polemarch::assistant::play
