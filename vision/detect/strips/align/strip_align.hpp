#pragma once
/// From a bright straight line to a few places where a strip may lie, without knowing its word: the picture is laid out along the line
/// on a grid in mm, the black-spine-black profile gives place across and angle, the word that fits best anywhere the place along.
/// Plane frame of strip_plane.hpp. Pure.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/image.hpp"
#include "vision/detect/strips/find/bright_line.hpp"
#include "vision/detect/strips/plane/strip_plane.hpp"
#include "vision/detect/strips/words/strip_decode.hpp"

namespace polemarch::vision {

/// Where a strip may lie.
struct StripStart {
  double x_mm = 0, y_mm = 0;           ///< centre
  double along_rad = 0;                ///< direction of the strip's u axis on the plane
  float fraction = 0;                  ///< share of the structure there that the best word explains
  StripHidden hidden;                  ///< what was not looked at
  int step = 0;                        ///< place on the line's grid
  std::vector<StripReading> readings;  ///< the best words there, best first
};

/// How far a spine must lead its edges, in standard deviations of the edges. The narrower it is against the blur the less it leads, and the
/// more the teeth beside it show in the edges: `per_width` less for each standard deviation of the blur that it is narrower than two.
struct LeastLead {
  float at_two = 0;   ///< where the spine is two standard deviations of the blur wide
  float most = 0;     ///< of sharper ones
  float covered = 1;  ///< times that where covered strips are wanted
  float per_width = 1;
  float at(double width) const { return std::min(most, at_two + per_width * static_cast<float>(width - 2)); }
};

/// What three pixels a place along a line promise (spine and the two black edges, over a strip's length where most of it looks so).
struct LinePromise {
  float share = 0;  ///< of the places look like a spine between edges, by a quarter of the line's own contrast
  float lead = 0;   ///< of the spine over the brighter edge on average, in standard deviations of the edges
  float teeth = 0;  ///< scatter of the grey levels where the teeth must be, in standard deviations of the edges
};

/// Grey levels place by place along a line: the spine over the brighter edge (0 and more), both edges together, their squares together; the
/// same of the two rows of teeth.
struct AheadOfLine {
  std::vector<std::int32_t> lead, edges, edges_squared, teeth, teeth_squared;
  void resize(std::size_t n) {
    for (auto* of : {&lead, &edges, &edges_squared, &teeth, &teeth_squared}) of->resize(n);
  }
};

/// Lays lines out and tries them. Built once per decoder; `scale` is px per mm for the grid step.
class StripAligner {
 public:
  StripAligner(const StripDecoder& decoder, double scale);
  StripAligner(const StripAligner&) = delete;
  StripAligner& operator=(const StripAligner&) = delete;
  /// Places along `line`, best first. `map` must be expanded near the line's centre. Empty when nothing strip-like is there.
  std::vector<StripStart> align(const ImageView& picture, const LocalMap& map, const BrightLine& line, float least_contrast);
  /// Spines that the blur is as wide as are judged mildly.
  bool soft() const { return soft_; }
  /// Cheap; align() of the same line begins where most of the promise is.
  LinePromise promise(const ImageView& picture, const LocalMap& map, const BrightLine& line, bool covered);
  /// Whether such a line is worth laying out.
  bool worth(const LinePromise& promise) const;
  /// The same for strips of which up to a fifth is hidden, on the line laid out last: words are compared on what is left when one
  /// stretch is not looked at.
  std::vector<StripStart> align_covered(const CodeBook& book);

  static constexpr int kPhases = 8;  ///< lateral kernels per grid row

 private:
  struct Course {
    double v0 = 0, slope = 0;  // v of the strip's middle line over u, mm and mm per mm
    float contrast = 0;
  };
  void lay_out(const ImageView& picture, const LocalMap& map, double along, double half_length);
  Course find_course(double half_length, int centre);
  /// Sums across the grid along a course.
  struct Followed {
    std::vector<Lanes> inner;    // per column: spine, row 0, row 1, inside sums
    std::vector<float> both;     // per column: inner, then 1, front, rear sums; energy
    std::vector<Lanes> toothed;  // inner filtered along with one tooth
  };
  void follow(const Course& course, int first, int last, Followed& into) const;
  void look_again(StripStart& start);
  MatchedSums sums_at(int centre, StripHidden hidden) const;
  float least_lead(const LeastLead& of) const;
  StripStart start_at(double step, const Course& course) const;
  /// Marks the steps at which the spine is about as white over the whole length as anywhere, and dark beyond its ends.
  void likely_places(int reach);
  struct Masked {
    StripHidden hidden;
    std::shared_ptr<const StripDecoder> decoder;
  };
  std::vector<Masked> masked_;
  /// The stretches of a strip at `place` that show least of its spine.
  std::vector<const Masked*> least_spine(int place) const;
  std::vector<float> contrast_sum_, contrast_, mean_;  // the last two of find_course()
  float edge_scatter_ = 1;       // of promise(): standard deviation of the edges' grey levels, and 1 for an even picture
  bool covered_wanted_ = false;  // at the last promise()
  AheadOfLine ahead_;            // of promise()
  std::vector<int> held_;        // of promise(): places that look like a strip's in the window that ends here
  // Of promise(): where along the line a strip's middle would have most of it, and where nearly as much; from the line's middle.
  double likely_middle_px_ = 0, likely_low_px_ = 0, likely_high_px_ = 0;
  std::vector<std::uint8_t> likely_;
  float spine_across_ = 1, edges_across_ = 1;  // one over the widths they are summed with
  std::vector<float> fraction_;                // of the line laid out last, by step

  Course course_;
  double along_ = 0, x_mm_ = 0, y_mm_ = 0;  // of the line laid out last
  int reach_ = 0;

  const StripDecoder& decoder_;
  double du_ = 0.5, dv_ = 0.5;
  int steps_per_pitch_ = 4;
  int rows_ = 0, columns_ = 0;
  double v_low_ = 0, u_low_ = 0;
  std::vector<float> grid_;               // column by column: columns_ x rows_
  std::vector<float> profile_;            // across weights of spine minus edges at each lateral shift: shifts x rows
  int shifts_ = 0;                        // -shifts_ .. shifts_
  std::vector<float> kernel_;             // across weights (spine, row 0, row 1, inside; 1, front, rear, 1 for the energy) by phase and row
  int kernel_from_ = 0, kernel_to_ = 0;   // rows beyond which it is nothing at any phase
  Followed of_line_, of_place_;           // along the line's course and along that of one place
  const Followed* followed_ = &of_line_;  // what sums_at() adds up
  std::vector<float> tooth_;              // one tooth along on the grid, from -tooth_reach_
  std::vector<float> share_;              // by column of the window: what counts of it
  std::vector<float> counts_;             // the same for Followed::both, in mm: spine, 0, 0, beyond the ends; 1 four times
  int tooth_reach_ = 0, window_ = 0;
  bool soft_ = false;
};

}  // namespace polemarch::vision
