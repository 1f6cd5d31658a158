#include <algorithm>
#include <cmath>

#include "vision/detect/squares/corner_moves.hpp"
#include "vision/detect/squares/module_fit.hpp"
#include "vision/detect/squares/module_shares.hpp"
#include "vision/pixels/cholesky.hpp"
#include "vision/pixels/simd.hpp"

namespace polemarch::vision {

namespace {

/// Columns: eight corner coordinates, the blur, four levels outside, the ramp, the ink and what paper adds to it.
/// Where the white rim ends in the picture: four more, what lies beyond it less the paper outside.
enum Column : std::size_t { kBlur = 8, kOutside = 9, kRamp = 13, kBlack = 15, kGain = 16, kBeyond = 17, kMostColumns = 21, kPadded = 24 };
constexpr double kAskew = 0.02;  // cosine between the print's axes as the picture's pixels see them; below, the lean is lost in noise
constexpr double kBeyondPrior = 2.5e-3;  // a mat differs from paper by some twenty times the noise, either way
constexpr float kRimModules = 1;
constexpr double kRimSeen = 0.8;  // of it compared: the end of the rim must show
// Beyond the rim lies no even grey but a mat: scatter of its texture over the picture's noise. A pixel counts less the more it sees of it.
constexpr float kTexture = 5;

struct Row {
  alignas(32) float value[kPadded] = {};
  float residual = 0;
};

/// Sums of products of rows, upper blocks of eight only. The place after a row's columns holds the residual.
struct Sums {
  V8 block[kPadded][3] = {};
};

POLEMARCH_INLINE void add_rows_body(const Row* rows, int count, std::size_t columns, Sums& sums) {
  for (int k = 0; k < count; ++k) {
    const auto* v = reinterpret_cast<const V8*>(rows[k].value);
    for (std::size_t i = 0; i < columns; ++i) {
      const float a = rows[k].value[i];
      for (std::size_t b = i / 8; b < 3; ++b) sums.block[i][b] += a * v[b];
    }
  }
}
POLEMARCH_DISPATCH(void, add_rows, (const Row* rows, int count, std::size_t columns, Sums& sums), (rows, count, columns, sums))

/// A pixel whose noise has something on top, `shine` times as large.
void count_less(Row& row, float shine) {
  const float share = 1 / std::sqrt(1 + shine * shine);
  for (float& value : row.value) value *= share;
}

/// What a pixel sees of what lies beyond the rim, by side (top, right, bottom, left), and how the sum of `level` times that changes.
struct BeyondRim {
  std::array<float, 4> share{};
  float by_u = 0, by_v = 0, by_blur_u = 0, by_blur_v = 0;

  void compute(const NormalTable& table, float u, float v, float blur_u, float blur_v, float modules, const double* level) {
    const auto edge = [&](float inward, float blur, float& part, float& by_place, float& by_blur) {
      const float z = -inward / blur;
      const auto e = table.at(z);
      part = e.share, by_place = e.density / blur, by_blur = -z * e.density / blur;
    };
    float t = 0, r = 0, b = 0, l = 0, tp = 0, rp = 0, bp = 0, lp = 0, ts = 0, rs = 0, bs = 0, ls = 0;
    edge(v + kRimModules, blur_v, t, tp, ts);
    edge(modules + kRimModules - v, blur_v, b, bp, bs);
    edge(u + kRimModules, blur_u, l, lp, ls);
    edge(modules + kRimModules - u, blur_u, r, rp, rs);
    tp = -tp, lp = -lp;  // these shrink as the place grows
    share = {t, r * (1 - t), b * (1 - r), l * (1 - t - b)};
    const auto xt = static_cast<float>(level[0]), xr = static_cast<float>(level[1]), xb = static_cast<float>(level[2]),
               xl = static_cast<float>(level[3]);
    by_u = rp * ((1 - t) * xr - b * xb) + lp * (1 - t - b) * xl;
    by_blur_u = rs * ((1 - t) * xr - b * xb) + ls * (1 - t - b) * xl;
    by_v = tp * (xt - r * xr - l * xl) + bp * ((1 - r) * xb - l * xl);
    by_blur_v = ts * (xt - r * xr - l * xl) + bs * ((1 - r) * xb - l * xl);
  }
};

class KnownPrint {
 public:
  KnownPrint(const ImageView& gray, const Quad& start, int side, std::uint64_t word, double blur, const ModuleFitSettings& settings)
      : settings_(settings),
        start_(start),
        quad_(start),
        modules_(side + 2),
        columns_(settings.rim_ends ? kMostColumns : kBeyond),
        blur_(blur),
        pixels_(pixels_of(gray, start, side + 2, settings.rim_ends ? kRimSeen : kRimCompared, settings.most_samples)) {
    for (int r = 0; r < side; ++r)
      for (int c = 0; c < side; ++c) white_[place(r + 1, c + 1)] = static_cast<float>((word >> (side * side - 1 - (r * side + c))) & 1U);
  }

  std::optional<ModuleFit> run() {
    if (pixels_.samples.size() < columns_ + 20) return std::nullopt;
    sum_up(false);
    if (!step(false)) return std::nullopt;  // the levels first: linear, exact
    struct State {
      Quad quad;
      double blur, rms;
      std::array<double, kMostColumns> x;
    };
    State best{quad_, blur_, 1e300, x_};
    for (int i = 0; i < kFitSteps; ++i) {  // Levenberg-Marquardt over corners, blur and levels together
      sum_up(true);
      if (rms_ < best.rms) {
        best = {quad_, blur_, rms_, x_};
        damping_ *= 0.2;
      } else if (rms_ > 1.02 * best.rms) {  // the last step made it worse: back, and smaller
        quad_ = best.quad, blur_ = best.blur, x_ = best.x;
        damping_ *= 20;
        if (damping_ > 500) return std::nullopt;
        sum_up(true);
      }
      if (!step(true)) return std::nullopt;
      for (std::size_t k = 0; k < 4; ++k)
        if (!(length(quad_[k] - start_[k]) < kMostShift * pixels_.module_px + 0.5)) return std::nullopt;
      if (!is_sound(quad_, 4.0)) return std::nullopt;
      if (moved_ < kSteadyPx) break;
    }
    sum_up(settings_.corner_noise);  // levels and residual for the corners that were reached
    if (!step(false)) return std::nullopt;
    ModuleFit fit;
    fit.quad = quad_;
    fit.blur = blur_;
    fit.black = x_[kBlack];
    fit.gain = x_[kGain];
    std::copy_n(x_.begin() + kOutside, 4, fit.outside);
    fit.samples = static_cast<int>(pixels_.samples.size());
    fit.rms = std::sqrt(std::max(0.0, squares_ - explained_) / freedom());
    for (const auto& [sum, count] : border_)
      if (count > 0) fit.lit_border = std::max(fit.lit_border, sum / count / std::max(1.0, fit.gain));
    if (settings_.corner_noise) fit.corner_covariance = corner_covariance(fit.rms);
    return fit;
  }

 private:
  std::size_t place(int r, int c) const { return static_cast<std::size_t>((r + 1) * (modules_ + 2) + c + 1); }
  double freedom() const { return std::max(1.0, static_cast<double>(pixels_.samples.size()) - static_cast<double>(columns_)); }

  /// The normal equations at the present corners, blur and levels.
  void sum_up(bool moves) {
    const int m = modules_;
    const Homography to_image = unit_square_to(quad_);
    const Homography from_image = to_image.inverse();
    const CornerMoves corner_moves(quad_);
    std::array<double, 8> by_corners{};
    std::array<float, 144> level{};
    for (int r = -1; r <= m; ++r) {
      for (int c = -1; c <= m; ++c) {
        const bool outside = r < 0 || c < 0 || r >= m || c >= m;
        const double v = outside ? x_[kOutside + static_cast<std::size_t>(outside_of(r, c, m))]
                                 : x_[kBlack] + static_cast<double>(white_[place(r, c)]) * x_[kGain];
        level[place(r, c)] = static_cast<float>(v);
      }
    }
    const NormalTable& table = normal_table();
    // Perspective shears a print seen askew; a blur that is round in the picture then leans in the print.
    const ModulePlace middle = place_of(from_image, to_image.map(0.5, 0.5).x, to_image.map(0.5, 0.5).y, m);
    const bool askew = std::abs(middle.ux * middle.vx + middle.uy * middle.vy) > kAskew * middle.blur_u * middle.blur_v;
    AxisShares across, down;
    BeyondRim beyond;
    sums_ = {};
    squares_ = 0;
    border_ = {};
    constexpr int kBatch = 32;
    std::array<Row, kBatch> rows;
    int filled = 0;
    for (const ModuleSample& s : pixels_.samples) {
      const ModulePlace at = place_of(from_image, s.x, s.y, m);
      // First order: covariance times mixed derivative.
      const float lean = askew ? static_cast<float>(blur_ * blur_ * (at.ux * at.vx + at.uy * at.vy)) : 0.0F;
      across.compute(table, static_cast<float>(m * at.u), static_cast<float>(std::max(1e-6, blur_ * at.blur_u)), m, moves || askew);
      down.compute(table, static_cast<float>(m * at.v), static_cast<float>(std::max(1e-6, blur_ * at.blur_v)), m, moves || askew);
      float twist = 0, paper_twist = 0;
      float grey = 0, paper = 0, by_u = 0, by_v = 0, by_blur_u = 0, by_blur_v = 0;
      for (int j = 0; j < down.count; ++j) {
        const std::size_t first = place(down.first + j, across.first);
        const float *values = level.data() + first, *whites = white_.data() + first;
        float seen = 0, white = 0, shift = 0, white_shift = 0, widen = 0;
        for (int i = 0; i < across.count; ++i) {
          const auto k = static_cast<std::size_t>(i);
          seen += values[i] * across.share[k];
          white += whites[i] * across.share[k];
          if (!moves && !askew) continue;
          shift += values[i] * across.by_place[k];
          white_shift += whites[i] * across.by_place[k];
          if (!moves) continue;
          widen += values[i] * across.by_blur[k];
        }
        const auto k = static_cast<std::size_t>(j);
        grey += seen * down.share[k];
        paper += white * down.share[k];
        if (askew) {
          twist += shift * down.by_place[k];
          paper_twist += white_shift * down.by_place[k];
        }
        if (!moves) continue;
        by_u += shift * down.share[k];
        by_v += seen * down.by_place[k];
        by_blur_u += widen * down.share[k];
        by_blur_v += seen * down.by_blur[k];
      }
      grey += lean * twist;
      paper += lean * paper_twist;
      if (settings_.rim_ends) {
        beyond.compute(table, static_cast<float>(m * at.u), static_cast<float>(m * at.v),
                       static_cast<float>(std::max(1e-6, blur_ * at.blur_u)), static_cast<float>(std::max(1e-6, blur_ * at.blur_v)),
                       static_cast<float>(m), x_.data() + kBeyond);
        for (std::size_t k = 0; k < 4; ++k) grey += beyond.share[k] * static_cast<float>(x_[kBeyond + k]);
        by_u += beyond.by_u, by_v += beyond.by_v, by_blur_u += beyond.by_blur_u, by_blur_v += beyond.by_blur_v;
      }
      Row& row = rows[static_cast<std::size_t>(filled)];
      float* out = row.value;
      const float left = across.first < 0 ? across.share[0] : 0.0F, top = down.first < 0 ? down.share[0] : 0.0F;
      const float right = across.first + across.count > m ? across.share[static_cast<std::size_t>(across.count - 1)] : 0.0F;
      const float bottom = down.first + down.count > m ? down.share[static_cast<std::size_t>(down.count - 1)] : 0.0F;
      const float inside_u = 1 - left - right, inside_v = 1 - top - bottom;
      out[kOutside] = top;  // corners belong to a side as outside_of() says
      out[kOutside + 1] = right * (1 - top);
      out[kOutside + 2] = bottom * (1 - right);
      out[kOutside + 3] = left * inside_v;
      const auto ru = static_cast<float>(at.u - 0.5), rv = static_cast<float>(at.v - 0.5);
      out[kRamp] = ru;
      out[kRamp + 1] = rv;
      out[kBlack] = inside_u * inside_v;
      out[kGain] = paper;
      const float residual =
          static_cast<float>(s.grey) - grey - ru * static_cast<float>(x_[kRamp]) - rv * static_cast<float>(x_[kRamp + 1]);
      const int r = static_cast<int>(std::floor(m * at.v)), c = static_cast<int>(std::floor(m * at.u));
      if (std::min({r, c, m - 1 - r, m - 1 - c}) == 0) {
        auto& [sum, count] = border_[place(r, c)];
        sum += static_cast<double>(residual);
        ++count;
      }
      if (settings_.rim_ends) std::copy(beyond.share.begin(), beyond.share.end(), out + kBeyond);
      out[columns_] = residual;
      if (moves) {
        const double gx = static_cast<double>(by_u) * at.ux + static_cast<double>(by_v) * at.vx;
        const double gy = static_cast<double>(by_u) * at.uy + static_cast<double>(by_v) * at.vy;
        corner_moves.grey_by_corners(at.u, at.v, {s.x, s.y}, {gx, gy}, by_corners);
        for (std::size_t c = 0; c < 8; ++c) out[c] = static_cast<float>(by_corners[c]);
        out[kBlur] = static_cast<float>(static_cast<double>(by_blur_u) * at.blur_u + static_cast<double>(by_blur_v) * at.blur_v);
      }
      if (settings_.rim_ends) count_less(row, kTexture * (beyond.share[0] + beyond.share[1] + beyond.share[2] + beyond.share[3]));
      squares_ += static_cast<double>(row.value[columns_] * row.value[columns_]);
      if (++filled == kBatch) {
        add_rows(rows.data(), filled, columns_, sums_);
        filled = 0;
      }
    }
    add_rows(rows.data(), filled, columns_, sums_);
    rms_ = std::sqrt(squares_ / freedom());
  }

  double level_prior(std::size_t i) const {
    if (i == kRamp || i == kRamp + 1) return kRampPrior * static_cast<double>(pixels_.samples.size());
    return i >= kBeyond ? kBeyondPrior : kModulePrior;
  }

  /// Of the corners, blur and levels being unknown as well, from the equations summed up last.
  std::vector<double> corner_covariance(double noise) const {
    std::vector<double> normal(columns_ * columns_);
    for (std::size_t i = 0; i < columns_; ++i) {
      for (std::size_t j = 0; j <= i; ++j) normal[i * columns_ + j] = static_cast<double>(sums_.block[j][i / 8][i % 8]);
      normal[i * columns_ + i] += level_prior(i);
    }
    if (!cholesky(normal, columns_)) return {};
    std::vector<double> covariance(64);
    for (std::size_t column = 0; column < 8; ++column) {
      std::vector<double> unit(columns_, 0.0);
      unit[column] = noise * noise;
      cholesky_solve(normal, columns_, unit);
      for (std::size_t row = 0; row < 8; ++row) covariance[8 * row + column] = unit[row];
    }
    return covariance;
  }

  /// Solves them and goes there. Without `moves` only the levels change.
  bool step(bool moves) {
    std::vector<double> normal(columns_ * columns_);
    std::vector<double> delta(columns_);
    const auto entry = [&](std::size_t i, std::size_t j) { return static_cast<double>(sums_.block[i][j / 8][j % 8]); };
    for (std::size_t i = 0; i < columns_; ++i) {
      double rhs = entry(i, columns_);
      double prior = level_prior(i);
      for (std::size_t j = 0; j <= i; ++j) normal[i * columns_ + j] = moves || (i > kBlur && j > kBlur) ? entry(j, i) : 0.0;
      if (i < kBlur) prior = moves ? 1e-2 + damping_ * entry(i, i) : 1.0;
      if (i == kBlur) prior = moves ? 50.0 + damping_ * entry(i, i) : 1.0;
      if (i <= kBlur && !moves) rhs = 0;
      if (i == kRamp || i == kRamp + 1 || i >= kBeyond) {
        rhs -= prior * x_[i];
      }
      delta[i] = rhs;
      normal[i * columns_ + i] += prior;
    }
    if (!cholesky(normal, columns_)) return false;
    cholesky_solve(normal, columns_, delta);
    explained_ = 0;
    for (std::size_t i = kBlur + 1; i < columns_; ++i) {
      double sum = 0;
      for (std::size_t j = kBlur + 1; j < columns_; ++j) sum += entry(std::min(i, j), std::max(i, j)) * delta[j];
      explained_ += delta[i] * (2 * entry(i, columns_) - sum);
      x_[i] += delta[i];
    }
    moved_ = 0;
    if (!moves) return true;
    const auto moved = take_step(quad_, blur_, delta, pixels_.module_px);
    moved_ = moved.value_or(0);
    return moved.has_value();
  }

  const ModuleFitSettings& settings_;
  Quad start_, quad_;
  int modules_;
  std::size_t columns_;
  double blur_, rms_ = 0, squares_ = 0, explained_ = 0, moved_ = 0, damping_ = 0.2;
  ModulePixels pixels_;
  std::array<float, 144> white_{};                    // 1 where the word is white, a module round the print included
  std::array<std::pair<double, int>, 144> border_{};  // by module of the border: what is brighter there than fitted, and pixels
  std::array<double, kMostColumns> x_{};
  Sums sums_;
};

}  // namespace

std::optional<ModuleFit> fit_known(const ImageView& gray, const Quad& start, int side, std::uint64_t word, double blur,
                                   const ModuleFitSettings& settings) {
  return KnownPrint(gray, start, side, word, blur, settings).run();
}

}  // namespace polemarch::vision
