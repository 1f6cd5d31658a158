#pragma once
/// Cold detection of square markers in one grey picture, any perspective: dark pieces -> quads -> modules fitted without thresholds ->
/// maximum-likelihood word -> the whole print compared with the pixels. Image pixels as in OpenCV. Pure but for its buffers.

#include <memory>
#include <vector>

#include "models/detection.hpp"
#include "models/image.hpp"
#include "vision/detect/squares/components.hpp"
#include "vision/detect/squares/decode.hpp"
#include "vision/detect/squares/module_fit.hpp"
#include "vision/detect/squares/quad.hpp"

namespace polemarch::vision {

/// When a reading is believed.
struct IdentitySettings {
  double rough_residual = 0.4;  ///< families of distance 5 and more whose modules stand near to ink and paper, with a runner-up much
                                ///< worse, may look this unlike a clean print: sharpened, enlarged, packed. Of the gain; 0 = none may
  int covered_errors = 0;       ///< strong families: modules that may say the opposite (a leaf lies over them). 0 = none. Only where
                                ///< something else vouches for the find, as the tracker's known sizes do
};

struct DetectSettings {
  std::vector<ThresholdPass> passes{{1, 4, 5}, {1, 25, 7}, {1, 60, 7}, {2, 6, 4}, {2, 14, 8}};  ///< looks for dark pieces
  PieceLimits pieces;
  ModuleFitSettings modules;
  IdentitySettings identity;
};

/// What became of the candidates of one picture, for tuning and reports.
struct DetectCounts {
  int pieces = 0, quads = 0, dark = 0, fits = 0, blind = 0, readings = 0;
};

/// For calibration, where the last hundredth of a pixel counts: corners with their covariance, the end of the white rim modelled.
inline DetectSettings exact_corners() {
  DetectSettings settings;
  settings.modules.corner_noise = settings.modules.rim_ends = true;
  return settings;
}

class SquareDetector {
 public:
  SquareDetector(Dictionary dictionary, DetectSettings settings = {});
  ~SquareDetector();
  SquareDetector(SquareDetector&&) noexcept;
  SquareDetector& operator=(SquareDetector&&) noexcept;

  const Dictionary& dictionary() const;

  /// Every marker of the family in the picture, in the order of their numbers; the same number may occur several times.
  Detections detect(const ImageView& gray);

  /// Reads one quad (any corner first). None when it is no marker of the family.
  std::optional<Detection> read_quad(const ImageView& gray, const Quad& start);

  /// For covered markers (IdentitySettings::covered_errors): what a marker of the known size would look like. Without it two good sides
  /// must span the quad.
  void know_size(SquareAt square_at);

  const DetectCounts& counts() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace polemarch::vision
