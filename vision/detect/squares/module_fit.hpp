#pragma once
/// Least-squares picture of a square marker: grey = ramp + sum over modules of (module value x module blurred by the lens), fitted to
/// the pixels over the four corners and the blur together with the values. The values need no threshold and no whole pixel inside a
/// module, so markers of 1.5 px a module can be read. Pure.

#include <cstdint>
#include <optional>
#include <vector>

#include "models/image.hpp"
#include "vision/pixels/homography.hpp"

namespace polemarch::vision {

/// What a value and the ramp are held to where the pixels do not say, as shares of a pixel.
constexpr double kModulePrior = 1e-3, kRampPrior = 0.02;
constexpr double kFirstBlur = 0.8;  ///< pixels, standard deviation before anything is known of the lens

struct ModuleFitSettings {
  int most_samples = 900;     ///< pixels compared; larger markers are sampled evenly
  bool rim_ends = false;      ///< known word only: the white rim is one module wide and what lies beyond shines in; else paper all round
  bool corner_noise = false;  ///< known word only: also the covariance of the corners
};

struct ModuleFit {
  Quad quad;               ///< fitted corners, unit-square order
  double blur = 0;         ///< pixels, standard deviation
  double black = 0;        ///< grey of the border at the centre of the square
  double outside[4] = {};  ///< grey beyond the top, right, bottom, left side
  double rms = 0;          ///< residual, grey levels
  double gain = 0;         ///< known word only: white minus black
  double lit_border = 0;   ///< known word only: of the gain, by how much the brightest module of the border is brighter than ink
  std::vector<double>
      corner_covariance;  ///< where asked for: of (x0 y0 .. x3 y3), px^2, 8x8, from the residual as if pixels were independent
  int samples = 0;
  /// Blind fit only: black border first, then the code modules row by row: values, and their information matrix (times rms^2).
  std::vector<double> values;
  std::vector<double> information;
};

/// The module values where corners and blur are taken as given: one linear solve, a tenth of the cost of a fit. Filled in as by fit_blind.
std::optional<ModuleFit> fit_values(const ImageView& gray, const Quad& quad, int side, double blur, const ModuleFitSettings& settings);

/// All code modules free. `side` code modules a row inside one module of border.
std::optional<ModuleFit> fit_blind(const ImageView& gray, const Quad& start, int side, const ModuleFitSettings& settings);

/// Code modules as in `word` (row by row, most significant first, 1 = white), one black and one white level and a linear ramp.
std::optional<ModuleFit> fit_known(const ImageView& gray, const Quad& start, int side, std::uint64_t word, double blur,
                                   const ModuleFitSettings& settings);

}  // namespace polemarch::vision
