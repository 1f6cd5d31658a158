#pragma once
/// Cold detection of square markers in one grey picture, any perspective: dark pieces -> quads -> modules fitted without thresholds ->
/// maximum-likelihood word -> the whole print compared with the pixels. Image pixels as in OpenCV. Pure but for its buffers.

#include <memory>
#include <vector>

#include "models/detection.hpp"
#include "models/image.hpp"
#include "vision/detect/squares/components.hpp"
#include "vision/detect/squares/decode.hpp"
#include "vision/detect/squares/lone_finds.hpp"
#include "vision/detect/squares/module_fit.hpp"
#include "vision/detect/squares/quad.hpp"

namespace polemarch::vision {

/// When a reading is believed. Strict enough that weak families (16 bits) raise no false alarm on ordinary pictures.
struct IdentitySettings {
  double least_gain = 14.0;         ///< grey levels from ink to paper
  double most_residual = 0.18;      ///< rms of picture minus print over gain, in families of distance 4; sharp true prints stay below 0.1
  double residual_per_bit = 0.012;  ///< added per bit of the family's distance above 4: sure even where a hand or glare spoils pixels
  double most_deviation = 0.24;     ///< rms of the module values from ink or paper, over gain; chance patterns start at 0.3
  double most_single = 0.55;        ///< of the gain, distance 4: how far one module may stand from what the word says
  double single_per_bit = 0.02;     ///< added per bit of distance above 4
  double small_residual = 0.08;     ///< below distance 9 and some 4 px a module blur hides errors: the residual may be at most this
  double small_per_px = 0.027;      ///< and so much more a pixel of the module's side
  double most_border = 0.35;        ///< below distance 9, of the gain: how bright a module of the border may be. Letters and parts of
  double border_per_bit = 0.05;     ///< other codes show words in a frame that is open somewhere. Added per bit of distance above 4
  double ratio_per_lack = 1.5;      ///< families of distance below 4: added to `least_ratio` per bit below,
  double single_per_lack = 0.1;     ///< and taken from `most_single`
  double blurred_residual = 0.08;   ///< strong families (distance 9 and more): with a residual this small and a runner-up
  double blurred_ratio = 5.0;       ///< this much worse, module values may scatter (blur makes them shaky) up to
  double blurred_deviation = 0.55;  ///< this
  double rough_residual = 0.4;      ///< families of distance 5 and more whose modules stand this near to ink and paper
  double plain_deviation = 0.15;    ///< (chance patterns start at 0.26 there), with a runner-up
  double plain_ratio = 8.0;         ///< this much worse, may look this unlike a clean print: sharpened, enlarged, packed
  int covered_errors = 0;           ///< strong families: modules that may say the opposite (a leaf lies over them). 0 = none. Only where
                                    ///< something else vouches for the find, as the tracker's known sizes do
  double covered_ratio = 2.0;       ///< then: chi-square of the runner-up word over that of the best
  double least_ratio = 2.6;         ///< chi-square of the runner-up word over that of the best
  double least_lead = 12.0;         ///< nats by which the best word must lead the runner-up, noise not below `noise_floor`
  double noise_floor = 0.03;        ///< of the gain: pictures are never trusted better than this
  double least_quiet = 0.4;         ///< of the gain: how much brighter than ink every side's outside must be
};

/// What a quad must show before it is worth a fit: lenient, for corners half a pixel off and a guessed blur.
struct FirstLook {
  double least_gain = 8.0;        ///< grey levels from border to outside
  double least_share = 0.6;       ///< of that gain: least and
  double most_share = 1.8;        ///< most contrast of the word
  double most_residual = 0.5;     ///< of that gain
  double most_scatter = 0.9;      ///< of the rise from the ring inside the quad to that outside: how even the inner one must be
  double most_unexplained = 0.5;  ///< share of the modules' chi-square that the best word leaves; chance patterns leave 0.6 in the mean
};

struct DetectSettings {
  std::vector<ThresholdPass> passes{{1, 4, 5}, {1, 25, 7}, {1, 60, 7}, {2, 6, 4}, {2, 14, 8}};  ///< looks for dark pieces
  std::vector<ThresholdPass> rim_passes{{1, 25, 7}, {2, 14, 8}};  ///< the same for the white rims of covered markers
  PieceLimits pieces;
  QuadSettings quads;
  ModuleFitSettings modules;
  IdentitySettings identity;
  FirstLook first_look;
  LoneSettings lone;          ///< families of distance 4 and less where sizes are not known
  int blind_samples = 450;    ///< pixels compared while the word is unknown; the final fit uses modules.most_samples
  double same_quad = 0.12;    ///< modules; a quad with its corners this near those of another is not read again
  double side_module = 4.0;   ///< pixels a module; from here the corners are taken from the marker's own four edges
  double least_module = 1.2;  ///< pixels a module; smaller quads are not read
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
