#pragma once
/// Fits a strip of known word to pixels: place and direction on the plane by Gauss-Newton, with black, gain and four outside levels
/// solved in every step. Used cold, after decoding, and for tracked strips. Plane frame of strip_plane.hpp. Pure.

#include <array>
#include <vector>

#include "models/image.hpp"
#include "vision/detect/strips/plane/strip_plane.hpp"
#include "vision/detect/strips/words/strip_decode.hpp"

namespace polemarch::vision {

inline constexpr std::size_t kWide = 8;  ///< pixels a register takes: columns are padded to it

struct StripPose {
  double x_mm = 0, y_mm = 0;  ///< centre on the plane
  double along_rad = 0;       ///< direction of the u axis
};

/// The pixels in and just around a strip, with their places on the plane relative to `origin`.
struct StripPixels {
  StripPose origin;
  std::vector<float> x, y, grey;  ///< mm, mm, grey level less `offset`
  std::vector<float> trust;       ///< 0 .. 1, set by trimming
  float offset = 0;
  float area_mm2 = 0;  ///< of one pixel
  struct Row {
    int y, x, count;    ///< of the picture: where it begins
    std::size_t first;  ///< index of its first pixel
  };
  std::vector<Row> rows;  ///< empty where rows and columns were left out
  std::size_t count = 0;  ///< the arrays are longer: room, filled with places of no trust
  std::size_t size() const { return count; }
  void reserve(std::size_t n) {
    if (x.size() >= n) return;
    for (auto* column : {&x, &y, &grey}) column->resize(n + n / 2 + 512);
  }
};

/// Collects them; empty when the strip is not wholly in the picture. `every`: 2 takes every second row and column.
void collect_pixels(const ImageView& picture, const LocalMap& map, const StripPose& pose, const StripLayout& layout, StripPixels& pixels,
                    int every = 1);

struct StripFit {
  StripPose pose;
  float black = 0, gain = 0;           ///< grey levels; white = black + gain
  float residual = 0;                  ///< rms over the strip, as a share of the gain
  float kept = 1;                      ///< share of the pixels that count (trimming)
  std::array<double, 9> covariance{};  ///< of (x mm, y mm, direction rad), row-major, from the residual
  bool ok = false;
  bool shadowed = false;  ///< of refit_strip: a shadow was taken off first
};

/// Noise of 4 and JPEG 85 leave so much on a print, grey levels. JPEG hides noise from light_of: where a second check of the word
/// follows, less is not assumed.
inline constexpr float kUsualNoise = 5.8F;

/// A residual (share of the gain) as it would be in a print of 160 grey levels under the usual noise, for which gates are given: what
/// `noise` (grey levels) explains of a paler print's residual is taken off.
float at_usual_noise(float residual, float gain, float noise);

/// Residual, share of the gain, at which clutter begins: over it nothing is believed, whatever the noise.
inline constexpr float kWorstGate = 0.14F;

/// Whether a residual passes a gate given for the usual print; never over kWorstGate.
bool passes(float residual, float gate, float gain, float noise);

/// Plain fits decide what is there: gates are given for their residuals. A fine one then places it: what lies beside a strip may change
/// along it, and what is partly print counts more. Last says the same, and its covariance comes from how each pixel's residual pulls,
/// instead of from the mean residual (which what lies beside the strip has a share in). Rough: Plain without a covariance.
enum class StripFitKind { Rough, Plain, Fine, Last };

/// Gauss-Newton from `start`. `steps` passes over the pixels; the last one's correction is applied too. Gives up (not ok) as soon as a
/// pass leaves more than `hopeless` of the gain; a first step shorter than `good_enough_mm` (and a twentieth of it in radians) ends it too.
StripFit fit_strip(const StripPixels& pixels, const StripProfiles& profiles, const LaneTable& along, const StripPose& start, int steps,
                   float hopeless = 1e9F, double good_enough_mm = 0, StripFitKind kind = StripFitKind::Plain);

/// The levels only, pose held: residual of a word at a place.
StripFit levels_at(const StripPixels& pixels, const StripProfiles& profiles, const LaneTable& along, const StripPose& pose);

/// Sets trust to 0 where the picture differs from the fit by more than `limit` (share of the gain); returns the share kept.
float trim_pixels(StripPixels& pixels, const StripProfiles& profiles, const LaneTable& along, const StripFit& fit, float limit);

/// A strip whose word is known, again: from a predicted pose at most about 1 mm off. Trims what hides it when the plain fit is worse than
/// `usual_residual` by half and no shadow across it explains that; where too little is left then, starts again without one stretch after
/// another. `kept` under about 0.7 or a residual over 0.085 say that it is not there. `noise`: of the picture, grey levels
/// (picture_light.hpp). Room in `pixels` is reused. The fit is a fine one, its residual too where nothing is trimmed.
StripFit refit_strip(const ImageView& picture, const LocalMap& map, const StripProfiles& profiles, const LaneTable& along,
                     const StripPose& predicted, float usual_residual, StripPixels& pixels, float noise = 0);

/// How much longer than its layout a strip looks on its plane, as a share, and the standard deviation of that (0: it cannot be told). Only
/// what it shows along its length counts: across, a blur that is a little off looks alike.
struct StripLength {
  double longer = 0, sd = 0;
};
/// Of a fitted strip, from the residuals of all its pixels to first order; the error by what patches of them pull.
StripLength length_seen(const StripPixels& pixels, const StripProfiles& profiles, const LaneTable& along, const StripFit& fit);

/// What decoding needs, at a pose, from the pixels themselves (trust is ignored).
MatchedSums match_pixels(const StripPixels& pixels, const StripProfiles& profiles, const LaneTable& along, const StripPose& pose);

}  // namespace polemarch::vision
