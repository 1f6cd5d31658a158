#include "vision/track/open_size.hpp"

#include <algorithm>
#include <cmath>

#include "vision/track/apparent_size.hpp"

namespace polemarch::vision {

namespace {

constexpr double kOddSds = 4;         // of a size from which a print's place is in doubt
constexpr double kStripOddSds = 3;    // the same of a strip: one tells little
constexpr double kEvenSds = 2;        // and below which such a doubt, or one that it came with through the air, is dropped
constexpr double kPrintersSds = 2.5;  // beyond what printers do
constexpr double kBendSds = 3;        // of what the picture's bends do to the size of one print
constexpr double kFitToPage = -0.01;  // share; smaller ones were printed so and say nothing of the others
constexpr double kTableMm = 1;        // a print cannot lie lower than the table: by how much one may seem to

/// By the others of its kind.
double by_others(const CommonSize& common, const DeclaredSize& declared, const Track& track, double sds) {
  const SizeSeen& size = track.standing.size;
  if (!common.known || (common.two_sheets && !common.split())) return 0;
  const double larger = size.mean - common.mean;
  if (common.split() && declared.larger(common.mean) < kFitToPage) return 0;
  if (common.split() && larger > 0.5 * (common.upper - common.mean)) return std::max(larger, common.upper - common.mean);
  return larger > sds * std::sqrt(size.variance() + common.finest * common.finest) ? larger : 0;
}

/// By what is declared, less what printers do: where there are too few others, or as many stand higher as do not.
double by_declared(const Known& known, const DeclaredSize& declared, const Track& track, double sds) {
  if (track.undeclared) return 0;  // its size was measured in the picture
  const double larger = declared.larger(track.standing.size.mean);
  const double odd = std::hypot(sds * std::sqrt(track.standing.size.variance()), kPrintersSds * kPrintersSpread, kBendSds * declared.bends);
  if (std::abs(larger) < odd) return 0;
  const bool may_be = rise_of(known.camera, track, larger) > -track.spec.mount.height_mm - kTableMm;  // smaller yet: a sheet
  return may_be ? larger : 0;
}

}  // namespace

double open_size(const Known& known, const CommonSizes& sizes, const Track& track) {
  const CommonSize& common = sizes.of(track);
  const DeclaredSize& declared = sizes.declared(track);
  const double sds = track.standing.is_doubted() || track.standing.open_size != 0 ? kEvenSds : track.print.own ? kStripOddSds : kOddSds;
  const double others = by_others(common, declared, track, sds), alone = by_declared(known, declared, track, sds);
  const double larger = std::abs(alone) > others ? alone : others;
  if (larger == 0) return 0;
  // The camera's error makes prints look larger on one side of the table than on the other; its shared factors are stated anyway.
  const double camera = larger == others && common.known ? size_sd_by_camera(known.camera, track, common.x_mm, common.y_mm)
                                                         : size_sd_by_camera(known.camera, track);
  return std::abs(larger) < sds * camera ? 0 : larger;
}

}  // namespace polemarch::vision
