#include <algorithm>
#include <array>
#include <cmath>

#include "vision/detect/squares/corner_moves.hpp"
#include "vision/detect/squares/module_fit.hpp"
#include "vision/detect/squares/module_shares.hpp"
#include "vision/pixels/cholesky.hpp"

namespace polemarch::vision {

namespace {

/// Columns of the least-squares problem. Geometry: eight corner coordinates and the blur; then the linear part: four levels outside, the
/// ramp, the border, side * side values.
enum Column : std::size_t { kBlur = 8, kLinear = 9, kOutside = 9, kRamp = 13, kBlack = 15, kCode = 16 };

/// One row of the problem, sparse, columns falling.
struct Row {
  std::array<std::uint8_t, 160> at{};
  std::array<double, 160> value{};
  std::size_t count = 0;
  void add(std::size_t column, double v) {
    at[count] = static_cast<std::uint8_t>(column);
    value[count++] = v;
  }
};

constexpr int kHopelessAfter = 1;            // steps; then fits that are far from a print are given up
constexpr double kHopelessGain = 8.0;        // grey levels from border to outside, below which there is no print
constexpr double kHopelessResidual = 0.6;    // of that gain
constexpr double kHopelessDeviation = 0.42;  // of that gain, rms of the module values from the nearer of ink and paper

/// A print is dark inside and bright outside, and its modules are ink or paper. True when the values say that this is none.
bool is_hopeless(const ModuleFit& fit) {
  double paper = 0;
  for (const double level : fit.outside) paper += 0.25 * level;
  const double gain = paper - fit.black;
  if (gain < kHopelessGain || fit.rms > kHopelessResidual * gain) return true;
  double off = 0;
  for (std::size_t i = 1; i < fit.values.size(); ++i) {
    const double v = (fit.values[i] - fit.black) / gain;
    off += std::min(std::min(v * v, (v - 1) * (v - 1)), 1.0);
  }
  return off > kHopelessDeviation * kHopelessDeviation * static_cast<double>(fit.values.size() - 1);
}

class BlindPrint {
 public:
  BlindPrint(const ImageView& gray, const Quad& start, int side, const ModuleFitSettings& settings)
      : start_(start),
        quad_(start),
        side_(side),
        modules_(side + 2),
        n_(kCode + static_cast<std::size_t>(side * side)),
        pixels_(pixels_of(gray, start, side + 2, kRimCompared, settings.most_samples)) {
    for (int r = -1; r <= modules_; ++r) {
      for (int c = -1; c <= modules_; ++c) {
        std::size_t column = kCode + static_cast<std::size_t>((r - 1) * side_ + c - 1);
        if (r < 0 || c < 0 || r >= modules_ || c >= modules_)
          column = kOutside + static_cast<std::size_t>(outside_of(r, c, modules_));
        else if (r == 0 || c == 0 || r == modules_ - 1 || c == modules_ - 1)
          column = kBlack;
        column_[static_cast<std::size_t>((r + 1) * (modules_ + 2) + c + 1)] = static_cast<std::uint8_t>(column);
      }
    }
  }

  std::optional<ModuleFit> run(double blur) {
    if (pixels_.samples.size() < n_ + 20) return std::nullopt;
    blur_ = blur;
    x_.assign(n_, 0.0);
    if (!build(std::vector<double>(n_, 0.0), false)) return std::nullopt;  // the values first: linear, exact
    struct State {
      Quad quad;
      double blur, rms;
      std::vector<double> x;
    };
    State best{quad_, blur_, 1e300, x_};
    damping_ = 0.2;
    for (int i = 0; i < kFitSteps; ++i) {  // Levenberg-Marquardt over corners, blur and values together
      const std::vector<double> x = x_;
      const Quad quad = quad_;
      const double blur_before = blur_;
      if (!build(x, true)) return std::nullopt;
      if (rms_ < best.rms) {
        best = {quad, blur_before, rms_, x};
        damping_ *= 0.2;
        if (moved_ < kSteadyPx) break;
      } else if (rms_ > 1.02 * best.rms) {  // the last step made it worse: back, and smaller
        quad_ = best.quad, blur_ = best.blur;
        damping_ *= 20;
        if (damping_ > 500 || !build(best.x, true)) return std::nullopt;
      }
      if (i == kHopelessAfter && is_hopeless(result(false))) return std::nullopt;
      for (std::size_t k = 0; k < 4; ++k)
        if (!(length(quad_[k] - start_[k]) < kMostShift * pixels_.module_px + 0.5)) return std::nullopt;
      if (!is_sound(quad_, 4.0)) return std::nullopt;
    }
    if (!build(x_, false) || !build(x_, false)) return std::nullopt;  // values and residual for the corners that were reached
    return result(true);
  }

 private:
  /// Builds and solves the normal equations at the present corners; with `move`, corners and blur take their step.
  bool build(const std::vector<double>& x, bool move) {
    const std::size_t n = n_;
    normal_.assign(n * n, 0.0);
    std::vector<double> rhs(n, 0.0);
    const Homography to_image = unit_square_to(quad_);
    const Homography from_image = to_image.inverse();
    const CornerMoves corner_moves(quad_);
    std::array<double, 8> by_corners{};
    const int span = modules_ + 2;
    const NormalTable& table = normal_table();
    AxisShares across, down;
    Row row;
    double squares = 0;
    for (const ModuleSample& s : pixels_.samples) {
      const ModulePlace at = place_of(from_image, s.x, s.y, modules_);
      across.compute(table, static_cast<float>(modules_ * at.u), static_cast<float>(std::max(1e-6, blur_ * at.blur_u)), modules_, move);
      down.compute(table, static_cast<float>(modules_ * at.v), static_cast<float>(std::max(1e-6, blur_ * at.blur_v)), modules_, move);
      row.count = 0;
      std::array<double, kCode> common{};  // what several modules share
      double by_u = 0, by_v = 0, by_blur = 0, predicted = 0;
      for (int j = down.count; j-- > 0;) {
        const auto jj = static_cast<std::size_t>(j);
        const std::uint8_t* columns = column_.data() + (down.first + j + 1) * span + across.first + 1;
        double seen = 0, shift = 0, widen = 0;
        for (int i = across.count; i-- > 0;) {
          const auto ii = static_cast<std::size_t>(i);
          const std::size_t column = columns[i];
          const float share = across.share[ii] * down.share[jj];
          if (column < kCode) {
            common[column] += static_cast<double>(share);
          } else if (share > 1e-4F) {
            row.add(column, static_cast<double>(share));
          }
          const double value = x[column];
          seen += value * static_cast<double>(across.share[ii]);
          if (!move) continue;
          shift += value * static_cast<double>(across.by_place[ii]);
          widen += value * static_cast<double>(across.by_blur[ii]);
        }
        predicted += seen * static_cast<double>(down.share[jj]);
        if (!move) continue;
        by_u += shift * static_cast<double>(down.share[jj]);
        by_v += seen * static_cast<double>(down.by_place[jj]);
        by_blur += widen * static_cast<double>(down.share[jj]) * at.blur_u + seen * static_cast<double>(down.by_blur[jj]) * at.blur_v;
      }
      common[kRamp] = at.u - 0.5;
      common[kRamp + 1] = at.v - 0.5;
      predicted += common[kRamp] * x[kRamp] + common[kRamp + 1] * x[kRamp + 1];
      if (move) {
        const double gx = by_u * at.ux + by_v * at.vx, gy = by_u * at.uy + by_v * at.vy;  // grey for a pixel to the right / down
        corner_moves.grey_by_corners(at.u, at.v, {s.x, s.y}, {gx, gy}, by_corners);
        std::copy(by_corners.begin(), by_corners.end(), common.begin());
        common[kBlur] = by_blur;
      }
      for (std::size_t k = kCode; k-- > 0;)
        if (common[k] != 0) row.add(k, common[k]);
      const double residual = s.grey - predicted;
      squares += residual * residual;
      for (std::size_t i = 0; i < row.count; ++i) {
        const double v = row.value[i];
        double* out = normal_.data() + row.at[i] * n;
        rhs[row.at[i]] += v * residual;
        for (std::size_t k = i; k < row.count; ++k) out[row.at[k]] += v * row.value[k];
      }
    }
    rms_ = std::sqrt(squares / std::max(1.0, static_cast<double>(pixels_.samples.size()) - static_cast<double>(n)));
    solved_ = normal_;
    for (std::size_t i = 0; i < n; ++i) {  // weak priors: modules no pixel sees stay put, the ramp stays small, the blur steady
      double prior = kModulePrior;
      if (i < kBlur) prior = 1e-2 + damping_ * normal_[i * n + i];
      if (i == kBlur) prior = 50.0 + damping_ * normal_[i * n + i];
      if (i == kRamp || i == kRamp + 1) {
        prior = kRampPrior * static_cast<double>(pixels_.samples.size());
        rhs[i] -= prior * x[i];
      }
      solved_[i * n + i] += prior;
    }
    if (!cholesky(solved_, n)) return false;
    cholesky_solve(solved_, n, rhs);
    x_ = x;
    for (std::size_t i = kLinear; i < n; ++i) x_[i] += rhs[i];
    moved_ = 0;
    if (!move) return true;
    const auto moved = take_step(quad_, blur_, rhs, pixels_.module_px);
    moved_ = moved.value_or(0);
    return moved.has_value();
  }

  ModuleFit result(bool with_information) const {
    ModuleFit fit;
    fit.quad = quad_;
    fit.blur = blur_;
    fit.black = x_[kBlack];
    std::copy_n(x_.begin() + kOutside, 4, fit.outside);
    fit.rms = rms_;
    fit.samples = static_cast<int>(pixels_.samples.size());
    fit.values.assign(x_.begin() + kBlack, x_.end());
    if (!with_information) return fit;
    const std::size_t n = n_, count = n - kBlack;
    fit.information.resize(count * count);
    for (std::size_t a = 0; a < count; ++a)
      for (std::size_t b = 0; b <= a; ++b)
        fit.information[a * count + b] = fit.information[b * count + a] = normal_[(kBlack + a) * n + kBlack + b];
    return fit;
  }

  Quad start_, quad_;
  int side_, modules_;
  std::size_t n_;
  double blur_ = 1, rms_ = 0, moved_ = 0, damping_ = 0;
  ModulePixels pixels_;
  std::array<std::uint8_t, 144> column_{};  // of every module, one round the print included
  std::vector<double> x_, normal_, solved_;
};

}  // namespace

std::optional<ModuleFit> fit_blind(const ImageView& gray, const Quad& start, int side, const ModuleFitSettings& settings) {
  return BlindPrint(gray, start, side, settings).run(kFirstBlur);
}

}  // namespace polemarch::vision
