#include "vision/track/error.hpp"

#include <algorithm>
#include <cmath>

#include "vision/track/fit/fit_sums.hpp"

namespace polemarch::vision {

namespace {
// A variance estimated from 17 patches of residuals is itself unsure: Student's t at 95 %, squared, over the Gaussian's.
constexpr double kFewPatches = 2.11 * 2.11 / (1.96 * 1.96);
// Of an ordinary print's bias: 25 patches show that much more by chance (two and a half standard deviations).
constexpr double kByChance = 0.5;
// A smear pulls both sides of a print against each other. Patch by patch that is up to this part (variance) of its noise, and no bias.
constexpr double kSmearPulls = 0.7;
constexpr double kStandsOut = 1;  // usual spreads: below, what a start may add is less than what the average leaves open
constexpr double kArm = 0.58;     // of a print's reach: its pixels' distance from the middle, rms (a square's; 1 / sqrt 3)
// Bends of the picture: neighbouring corners of a print move partly together, and what lies between them counts too.
constexpr double kApart = 2;      // places of a print that are bent apart
constexpr double kBendArm = 0.8;  // of its reach: how far from the middle they lie
// Part of a lasting residual that moves a print: blur leaves residuals alike on both sides of an edge.
constexpr double kLastingSpread = 0.3;
constexpr double kRasterShare = 0.003;  // of a step of the pattern's raster: what interpolating in it misplaces a print by, for good

/// Adds `of` times `times`. Its parts along the right and the up of a print facing `up_rad`, and of its turn, are scaled by `by`.
void add(std::array<double, 9>& to, const std::array<double, 9>& of, double times, const PrintFactors& by, double up_rad) {
  const double r = std::sqrt(by.right), u = std::sqrt(by.up), c = std::cos(up_rad), s = std::sin(up_rad);
  const double xx = r * s * s + u * c * c, xy = (u - r) * s * c, yy = r * c * c + u * s * s, turn = std::sqrt(by.turn);
  const std::array<double, 9> stretch{xx, xy, 0, xy, yy, 0, 0, 0, turn};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t l = 0; l < 3; ++l) to[3 * i + j] += times * stretch[3 * i + k] * of[3 * k + l] * stretch[3 * l + j];
}

/// Of strips and rings: the noise that averages out, the bias that all share, and the bias of an odd one alone.
std::array<double, 9> own_error(const Track& track, bool average, const Scatter& scatter) {
  const std::array<double, 9>& pulled = average ? track.rest.pulled : track.newest.pulled;
  const std::array<double, 9>& cov = average ? track.rest.cov : track.newest.cov;
  const double n = average ? track.rest.count : 1, left = track.newest.left(), up_rad = track.newest.pose.up_rad;
  const bool asked = pulled[0] > 0 && scatter.plain_left > 0;
  const double usual = asked ? std::min(1.0, scatter.plain_left / (left * left)) : 1;
  const double odd = track.newest.shadowed ? 1 : asked ? std::max(0.0, 1 - Noise::kOddStrip * usual) : 0;
  const double place = std::sqrt(scatter.place * usual), turn = std::sqrt(scatter.turn * usual);
  std::array<double, 9> common = cov;
  for (std::size_t k = 0; k < 9; ++k) common[k] *= (k >= 6 ? turn : place) * (k % 3 == 2 ? turn : place);
  std::array<double, 9> out{};
  add(out, common, 1 / n, {}, up_rad);
  add(out, common, scatter.lasting_share(), track.print.own->lasting_spread(), up_rad);
  add(out, pulled, odd, track.print.own->swallowed(), up_rad);
  return out;
}

/// Of squares: a print that fits badly tells its bias itself; the others take what all have in common.
std::array<double, 9> square_error(const Track& track, bool average, const Scatter& scatter) {
  const std::array<double, 9>& pulled = average ? track.rest.pulled : track.newest.pulled;
  std::array<double, 9> cov = average ? track.rest.cov : track.newest.cov;
  const double n = average ? track.rest.count : 1;

  const double across = pulled[0] + pulled[4], own = cov[0] + cov[4];
  const double left = track.newest.left(), usual = scatter.usual_left();
  const double ordinary = usual > 0 ? std::min(1.0, usual * usual / (left * left)) : 1;
  const bool fields = average && track.rest.under_field;  // these have swallowed part of what pulls: all that is left counts
  const double plain = across > 0 && left > 0 && !fields ? std::min(1.0, ordinary * scatter.place * own / across) : 0;
  const double common = kLastingSpread * scatter.lasting_share();
  const double least = track.motion.moving ? kSmearPulls : common;
  const bool by_itself = (1 - plain) * across > std::max(least * scatter.place * own, kByChance * plain * across);
  const double counted = 1 / n + (by_itself ? 0 : common);
  const double place = scatter.place * counted, turn = scatter.turn * counted;
  for (std::size_t k = 0; k < 9; ++k) {
    const bool row_turn = k >= 6, column_turn = k % 3 == 2;
    cov[k] *= row_turn && column_turn ? turn : row_turn || column_turn ? std::sqrt(place * turn) : place;
    if (by_itself) cov[k] += kFewPatches * PatchPull::swallowed(kFitUnknowns) * (1 - plain) * pulled[k];
  }
  return cov;
}

}  // namespace

bool may_have_started(const Track& track, long number) {
  return !track.print.own && !track.motion.moving && track.change.followed_in != number && track.change.known() &&
         track.change.exceeds(kStandsOut);
}

std::array<double, 9> unseen_move(const Track& track) {
  std::array<double, 9> cov = track.newest.cov;
  const double left = std::max(track.newest.left(), 0.5);
  for (double& value : cov) value *= track.change.excess() / left;
  return cov;
}

std::array<double, 9> stated_error(const Track& track, bool average, const Noise& noise, const Camera& camera) {
  std::array<double, 9> cov = track.print.own ? own_error(track, average, noise.own()) : square_error(track, average, noise.squares());
  const double raster = kRasterShare * track.print.pattern.step_mm;
  const double arm = kArm * track.print.reach_mm();
  cov[0] += raster * raster;
  cov[4] += raster * raster;
  cov[8] += raster * raster / (arm * arm);

  // What bends the picture from print to print is the same in every frame. Border markers are compared with themselves.
  if (camera.unexplained_px > 0 && track.picture.plane && !is_border(track)) {
    const double corner = camera.unexplained_px * track.picture.plane->mm_per_px;
    const double place_left = corner * corner / kApart;
    cov[0] += place_left;
    cov[4] += place_left;
    cov[8] += place_left / std::pow(kBendArm * track.print.reach_mm(), 2);
  }
  return cov;
}

}  // namespace polemarch::vision
