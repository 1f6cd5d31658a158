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

/// How far apart two pictures show the border: the median distance of the corners of the markers that both show, in pixels. Infinite where
/// they share fewer than three, 0 where one of them shows fewer than three and tells nothing. Pure.
double apart_px(const std::vector<BorderSighting>& one, const std::vector<BorderSighting>& other);

/// Border markers averaged over several pictures of a table at rest: corners are averaged, markers seen in fewer than half of the
/// pictures are left out. Pictures of another size than the first are passed over. Where the camera stood elsewhere for some, as one held
/// in a hand does, the pictures of the place that most were taken from count.
class BorderAverage {
 public:
  explicit BorderAverage(const Table& table) : table_(table) {}
  bool add(const ImageView& gray);  ///< true where it counts so far
  std::vector<BorderSighting> sightings() const;
  int pictures() const;   ///< that count
  int elsewhere() const;  ///< of the same size, taken from elsewhere
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  struct Standpoint {
    std::vector<BorderSighting> first;  ///< what its first picture shows
    std::vector<SightingSum> sums;
    int pictures = 0;
  };
  const Standpoint* most() const;  ///< the first of those with the most pictures; nullptr before any
  Table table_;
  std::vector<Standpoint> from_;
  int width_ = 0, height_ = 0;
};

/// Whether the pictures of a folder are taken by hand, each from elsewhere than the one before: no table can be followed through them. A
/// film in which the camera is pushed now and then is none.
class TakenByHand {
 public:
  explicit TakenByHand(const Table& table) : table_(table) {}
  void add(const ImageView& gray);  ///< looks at the first ten alone
  bool sure() const { return moves_ > 0 && 3 * moves_ >= pictures_; }

 private:
  Table table_;
  std::vector<BorderSighting> before_;
  int pictures_ = 0, moves_ = 0;
};

/// The table as found: places of its used markers as fitted, and the grid if one was.
Table table_as_found(const Table& table, const Registration& registration, const std::optional<GridFit>& grid);

}  // namespace polemarch::calibration
