#pragma once
/// Several looks at the border of a table at rest, a few markers a frame: their average scatters less than the one look that the table
/// was registered from. Pixels. Keeps its own state; no clock.

#include <array>
#include <vector>

#include "calibration/table/table_look.hpp"
#include "models/image.hpp"

namespace polemarch::vision {
class SquareDetector;
}

namespace polemarch::assistant {

class BorderLooks {
 public:
  /// `first`: what the registration was made from, counted as the first look (without covariance: only where to look); `looks` are wanted
  /// of each marker.
  BorderLooks(const std::vector<calibration::BorderSighting>& first, int looks);

  /// Reads the next `markers` of them. True once every marker had its turns; those that were covered then have fewer looks.
  bool read(vision::SquareDetector& reader, const ImageView& gray, int markers);

  /// Means, with the covariance of a mean.
  std::vector<calibration::BorderSighting> sightings() const;

 private:
  struct Border {
    std::array<PixelPoint, 4> corners;  ///< where it is looked for
    calibration::SightingSum seen;
  };
  std::vector<Border> border_;
  std::size_t next_ = 0;
  int turns_left_;
};

}  // namespace polemarch::assistant
