#pragma once
/// One look at the table, from pictures to a registration that can be written down. Pictures in, values out.

#include <optional>

#include "calibration/grid/grid_picture.hpp"
#include "calibration/table/registration.hpp"

namespace polemarch::calibration {

/// Looks at one marker, summed: corners in pixels, and their covariances as long as every look gave one.
struct SightingSum {
  BorderSighting sum;
  int count = 0;
  void add(const std::array<PixelPoint, 4>& corners, const std::vector<double>& covariance);
  BorderSighting mean() const;  ///< with the covariance of a mean; one look at least
};

/// Border markers averaged over several pictures of a table at rest: corners are averaged, markers seen in fewer than half of the
/// pictures are left out. Pictures of another size than the first are passed over.
class BorderAverage {
 public:
  explicit BorderAverage(const Table& table) : table_(table) {}
  void add(const ImageView& gray);
  std::vector<BorderSighting> sightings() const;
  int pictures() const { return pictures_; }
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  Table table_;
  std::vector<SightingSum> sums_;
  int pictures_ = 0, width_ = 0, height_ = 0;
};

/// The table as found: places of its used markers as fitted, and the grid if one was.
Table table_as_found(const Table& table, const Registration& registration, const std::optional<GridFit>& grid);

}  // namespace polemarch::calibration
