#include "calibration/table/table_keeper_fit.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::calibration {

namespace {
constexpr double kStrayShare = 0.3;  // of kStrayMm that a marker may be off and still be fitted
constexpr double kLeastNoise = 0.01;
}  // namespace

std::optional<TableKeeper::Fit> TableKeeper::fit(const std::vector<BorderSighting>& seen, const Camera& start, BorderUnknowns what) const {
  std::vector<BorderPair> pairs;
  for (const BorderSighting& s : seen)
    if (const auto it = markers_.find(s.marker.number); it != markers_.end()) pairs.push_back({&it->second, &s});
  BorderFit border(pairs, start, rested_, std::max(kLeastNoise, registration_.noise_px), what);
  if (!border.run(kStrayMm * kStrayShare)) return std::nullopt;
  Fit fit;
  fit.camera = border.camera();
  fit.used = border.used().size();
  fit.residual_ratio = border.residual_ratio();
  fit.factors = border.factors();
  Camera probe = fit.camera;
  probe.factors = fit.factors;
  for (const auto& [x, y] : {std::pair{0.0, 0.0}, {width_mm_, 0.0}, {0.0, depth_mm_}, {width_mm_, depth_mm_}}) {
    const auto cov = point_covariance(probe, x, y, 0);
    fit.sd_mm = std::max(fit.sd_mm, std::sqrt(cov[0] + cov[2]));
  }
  for (const BorderPair& pair : pairs)
    if (std::ranges::none_of(border.used(), [&](const BorderPair& p) { return p.sighting == pair.sighting; }))
      fit.strays_mm[pair.marker->place.marker.number] = offset_mm(fit.camera, *pair.marker, *pair.sighting);
  return fit;
}

}  // namespace polemarch::calibration
