#include "vision/detect/module_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "vision/detect/cholesky.hpp"

namespace polemarch::vision {

namespace {

/// Normal distribution and density by table: the fit spends its time here.
struct NormalTable {
  static constexpr double kReach = 4.0;
  static constexpr int kPerUnit = 128;
  std::array<float, 2 * 4 * kPerUnit + 2> share{}, density{};
  NormalTable() {
    for (std::size_t i = 0; i < share.size(); ++i) {
      const double x = static_cast<double>(i) / kPerUnit - kReach;
      share[i] = static_cast<float>(0.5 * std::erfc(-x / std::sqrt(2.0)));
      density[i] = static_cast<float>(std::exp(-0.5 * x * x) / std::sqrt(2.0 * 3.14159265358979323846));
    }
  }
  void at(double x, double& s, double& d) const {
    if (x <= -kReach) {
      s = d = 0;
    } else if (x >= kReach) {
      s = 1;
      d = 0;
    } else {
      const double f = (x + kReach) * kPerUnit;
      const auto i = static_cast<std::size_t>(f);
      const double r = f - static_cast<double>(i);
      s = share[i] + r * (share[i + 1] - share[i]);
      d = density[i] + r * (density[i + 1] - density[i]);
    }
  }
};
const NormalTable& normal_table() {
  static const NormalTable table;
  return table;
}

/// How much of each module (index -1 .. modules) along one axis a pixel sees, and how that changes with place and blur.
struct AxisShares {
  int first = 0, count = 0;
  std::array<double, 12> share{}, by_place{}, by_blur{};

  void compute(double u, double blur, int modules) {
    const double reach = 3.2 * blur;
    first = std::max(-1, static_cast<int>(std::floor(u - reach)));
    const int last = std::min(modules, static_cast<int>(std::floor(u + reach)));
    first = std::min(first, modules);
    count = std::min(last - first + 1, 12);
    double s0 = 0, d0 = 0, z0 = 0;
    const auto edge = [&](int i, double& s, double& d, double& z) {
      if (i <= -1) {
        s = 0, d = 0, z = 0;
      } else if (i >= modules + 1) {
        s = 1, d = 0, z = 0;
      } else {
        z = (i - u) / blur;
        normal_table().at(z, s, d);
      }
    };
    edge(first, s0, d0, z0);
    for (int k = 0; k < count; ++k) {
      double s1 = 0, d1 = 0, z1 = 0;
      edge(first + k + 1, s1, d1, z1);
      const auto i = static_cast<std::size_t>(k);
      share[i] = s1 - s0;
      by_place[i] = -(d1 - d0) / blur;
      by_blur[i] = -(z1 * d1 - z0 * d0) / blur;
      s0 = s1, d0 = d1, z0 = z1;
    }
  }
};

/// Columns of the least-squares problem. Geometry: eight corner coordinates and the blur; then the linear part.
struct Layout {
  static constexpr int kBlur = 8;
  static constexpr int kLinear = 9;
  static constexpr int kOutside = kLinear;   // 4 levels
  static constexpr int kRamp = kLinear + 4;  // x, y
  static constexpr int kBlack = kLinear + 6;
  static constexpr int kCode = kLinear + 7;  // blind: side*side values; known: the gain
  int side = 0;
  bool blind = true;
  std::uint64_t word = 0;
  int columns() const { return kCode + (blind ? side * side : 1); }
  bool white(int r, int c) const { return ((word >> (side * side - 1 - (r * side + c))) & 1U) != 0; }
};

/// One row of the problem, sparse. `slot` says where a column stands, so that shares of one module add up without a search.
struct Row {
  static constexpr std::size_t kMostColumns = Layout::kCode + 64;
  std::array<std::uint8_t, kMostColumns> slot{};  // 0 = not there, else index + 1
  std::array<std::uint8_t, 64> at{};
  std::array<double, 64> value{};
  std::size_t count = 0;
  void clear() {
    for (std::size_t i = 0; i < count; ++i) slot[at[i]] = 0;
    count = 0;
  }
  void add(int column, double v) {
    auto& s = slot[static_cast<std::size_t>(column)];
    if (s != 0) {
      value[s - 1U] += v;
      return;
    }
    at[count] = static_cast<std::uint8_t>(column);
    value[count] = v;
    s = static_cast<std::uint8_t>(++count);
  }
};

struct Sample {
  double x, y, grey;
};

class Problem {
 public:
  Problem(const ImageView& gray, const Quad& start, const Layout& layout, const ModuleFitSettings& settings)
      : layout_(layout), settings_(settings), quad_(start), start_(start), n_(layout.columns()), modules_(layout.side + 2) {
    gather(gray);
  }

  std::optional<ModuleFit> run(double blur) {
    if (static_cast<int>(samples_.size()) < n_ + 20) return std::nullopt;
    blur_ = blur;
    x_.assign(static_cast<std::size_t>(n_), 0.0);
    if (!build(std::vector<double>(static_cast<std::size_t>(n_), 0.0), false)) return std::nullopt;  // the values first: linear, exact
    struct State {
      Quad quad;
      double blur, rms;
      std::vector<double> x;
    };
    State best{quad_, blur_, 1e300, x_};
    damping_ = 0.2;
    for (int i = 0; i < settings_.iterations; ++i) {  // Levenberg-Marquardt over corners, blur and values together
      const std::vector<double> x = x_;
      const Quad quad = quad_;
      const double blur = blur_;
      if (!build(x, true)) return std::nullopt;
      if (rms_ < best.rms) {
        best = {quad, blur, rms_, x};
        damping_ *= 0.2;
        if (moved_ < settings_.steady) break;
      } else if (rms_ > 1.02 * best.rms) {  // the last step made it worse: back, and smaller
        quad_ = best.quad, blur_ = best.blur;
        damping_ *= 20;
        if (damping_ > 500 || !build(best.x, true)) return std::nullopt;
      }
      if (i == settings_.hopeless_after && hopeless()) return std::nullopt;
      for (std::size_t k = 0; k < 4; ++k)
        if (!(length(quad_[k] - start_[k]) < settings_.most_shift * module_px_ + 0.5)) return std::nullopt;
      if (!is_sound(quad_, 4.0)) return std::nullopt;
    }
    if (!build(x_, false) || !build(x_, false)) return std::nullopt;  // values and residual for the corners that were reached
    return result();
  }

 private:
  void gather(const ImageView& gray) {
    const Homography inverse = unit_square_to(start_).inverse();
    double x0 = 1e9, x1 = -1e9, y0 = 1e9, y1 = -1e9, perimeter = 0;
    const PixelPoint centre = 0.25 * (start_[0] + start_[1] + start_[2] + start_[3]);
    const double grow = 1.0 + 2.4 * settings_.rim / modules_;
    for (std::size_t k = 0; k < 4; ++k) {
      const PixelPoint p = centre + grow * (start_[k] - centre);
      x0 = std::min(x0, p.x), x1 = std::max(x1, p.x), y0 = std::min(y0, p.y), y1 = std::max(y1, p.y);
      perimeter += length(start_[(k + 1) % 4] - start_[k]);
    }
    module_px_ = 0.25 * perimeter / modules_;
    const double area = signed_area(start_) * grow * grow;
    const int stride = std::max(1, static_cast<int>(std::sqrt(area / settings_.most_samples) + 0.5));
    const int top = std::max(0, static_cast<int>(std::ceil(y0))), bottom = std::min(gray.height - 1, static_cast<int>(std::floor(y1)));
    const int left = std::max(0, static_cast<int>(std::ceil(x0))), right = std::min(gray.width - 1, static_cast<int>(std::floor(x1)));
    const double rim = settings_.rim / modules_;
    for (int y = top; y <= bottom; y += stride) {
      const int shift = stride > 1 ? (y / stride * 7) % stride : 0;  // keep the samples off one line of modules
      for (int x = left + shift; x <= right; x += stride) {
        const PixelPoint uv = inverse.map(x, y);
        if (uv.x < -rim || uv.x > 1 + rim || uv.y < -rim || uv.y > 1 + rim) continue;
        samples_.push_back({static_cast<double>(x), static_cast<double>(y), static_cast<double>(gray.row(y)[x])});
      }
    }
  }

  /// The dense column a module stands in.
  void add_module(Row& row, int r, int c, double share) const {
    const int m = modules_;
    const bool outside = r < 0 || c < 0 || r >= m || c >= m;
    if (outside) {
      const int up = -r, down = r - (m - 1), left = -c, right = c - (m - 1);
      int which = 0, most = up;
      if (right > most) which = 1, most = right;
      if (down > most) which = 2, most = down;
      if (left > most) which = 3;
      row.add(Layout::kOutside + which, share);
      return;
    }
    const bool border = r == 0 || c == 0 || r == m - 1 || c == m - 1;
    if (layout_.blind) {
      row.add(border ? Layout::kBlack : Layout::kCode + (r - 1) * layout_.side + (c - 1), share);
    } else {
      row.add(Layout::kBlack, share);
      if (!border && layout_.white(r - 1, c - 1)) row.add(Layout::kCode, share);
    }
  }
  double module_value(const std::vector<double>& x, int r, int c) const {
    Row row;
    add_module(row, r, c, 1.0);
    double v = 0;
    for (std::size_t i = 0; i < row.count; ++i) v += row.value[i] * x[row.at[i]];
    return v;
  }

  /// Builds and solves the normal equations at the present corners; with `move`, corners and blur take their step.
  bool build(const std::vector<double>& x, bool move) {
    const auto n = static_cast<std::size_t>(n_);
    normal_.assign(n * n, 0.0);
    std::vector<double> rhs(n, 0.0);
    const Homography to_image = unit_square_to(quad_);
    const Homography from_image = to_image.inverse();
    const std::array<double, 4> w{to_image.scale_at(0, 0), to_image.scale_at(1, 0), to_image.scale_at(1, 1), to_image.scale_at(0, 1)};
    // Values of every module once a round.
    const int span = modules_ + 2;
    values_.assign(static_cast<std::size_t>(span * span), 0.0);
    for (int r = -1; r <= modules_; ++r)
      for (int c = -1; c <= modules_; ++c) values_[static_cast<std::size_t>((r + 1) * span + c + 1)] = module_value(x, r, c);
    AxisShares across, down;
    Row row;
    double squares = 0;
    for (const Sample& s : samples_) {
      const double q = from_image.scale_at(s.x, s.y);
      const PixelPoint uv = from_image.map(s.x, s.y);
      const auto& m = from_image.m;
      const double k = modules_;
      const double ux = k * (m[0] - uv.x * m[6]) / q, uy = k * (m[1] - uv.x * m[7]) / q;
      const double vx = k * (m[3] - uv.y * m[6]) / q, vy = k * (m[4] - uv.y * m[7]) / q;
      const double blur_u = std::sqrt(ux * ux + uy * uy), blur_v = std::sqrt(vx * vx + vy * vy);  // modules for one pixel
      across.compute(k * uv.x, std::max(1e-6, blur_ * blur_u), modules_);
      down.compute(k * uv.y, std::max(1e-6, blur_ * blur_v), modules_);
      row.clear();
      double by_u = 0, by_v = 0, by_blur = 0;
      for (int j = 0; j < down.count; ++j) {
        const auto jj = static_cast<std::size_t>(j);
        for (int i = 0; i < across.count; ++i) {
          const auto ii = static_cast<std::size_t>(i);
          const double share = across.share[ii] * down.share[jj];
          const int r = down.first + j, c = across.first + i;
          if (share > 1e-4) add_module(row, r, c, share);
          const double value = values_[static_cast<std::size_t>((r + 1) * span + c + 1)];
          by_u += value * across.by_place[ii] * down.share[jj];
          by_v += value * across.share[ii] * down.by_place[jj];
          by_blur += value * (across.by_blur[ii] * down.share[jj] * blur_u + across.share[ii] * down.by_blur[jj] * blur_v);
        }
      }
      row.add(Layout::kRamp, uv.x - 0.5);
      row.add(Layout::kRamp + 1, uv.y - 0.5);
      double predicted = 0;
      for (std::size_t i = 0; i < row.count; ++i) predicted += row.value[i] * x[row.at[i]];
      if (move) {
        const double gx = by_u * ux + by_v * vx, gy = by_u * uy + by_v * vy;  // grey for a pixel to the right / down
        const double lu = uv.x, lv = uv.y;
        std::array<double, 4> share{(1 - lu) * (1 - lv) * w[0], lu * (1 - lv) * w[1], lu * lv * w[2], (1 - lu) * lv * w[3]};
        const double total = share[0] + share[1] + share[2] + share[3];
        for (int c = 0; c < 4; ++c) {
          const double f = share[static_cast<std::size_t>(c)] / total;
          row.add(2 * c, -gx * f);  // moving a corner right moves the print right: the pixel sees what lay to its left
          row.add(2 * c + 1, -gy * f);
        }
        row.add(Layout::kBlur, by_blur);
      }
      const double residual = s.grey - predicted;
      squares += residual * residual;
      for (std::size_t i = 0; i < row.count; ++i) {
        const std::size_t a = row.at[i];
        const double va = row.value[i];
        rhs[a] += va * residual;
        for (std::size_t k = 0; k <= i; ++k) {
          const std::size_t b = row.at[k];
          normal_[std::max(a, b) * n + std::min(a, b)] += va * row.value[k];
        }
      }
    }
    const double freedom = std::max(1.0, static_cast<double>(samples_.size()) - n_);
    rms_ = std::sqrt(squares / freedom);
    solved_ = normal_;
    for (std::size_t i = 0; i < n; ++i) {  // weak priors: modules no pixel sees stay put, the ramp stays small, the blur steady
      double prior = 1e-3;
      if (i < 8) prior = 1e-2 + damping_ * normal_[i * n + i];
      if (i == Layout::kBlur) prior = 50.0 + damping_ * normal_[i * n + i];
      if (i == Layout::kRamp || i == Layout::kRamp + 1) prior = 0.02 * static_cast<double>(samples_.size());
      if (i == Layout::kRamp || i == Layout::kRamp + 1) rhs[i] -= prior * x[i];
      solved_[i * n + i] += prior;
    }
    if (!cholesky(solved_, n)) return false;
    cholesky_solve(solved_, n, rhs);
    x_ = x;
    for (std::size_t i = Layout::kLinear; i < n; ++i) x_[i] += rhs[i];
    moved_ = 0;
    if (move) {
      const double most = 0.35 * module_px_;
      for (std::size_t c = 0; c < 4; ++c) {
        PixelPoint step{rhs[2 * c], rhs[2 * c + 1]};
        const double size = length(step);
        if (!std::isfinite(size)) return false;
        if (size > most) step = (most / size) * step;
        quad_[c] = quad_[c] + step;
        moved_ = std::max(moved_, length(step));
      }
      blur_ = std::clamp(blur_ + std::clamp(rhs[Layout::kBlur], -0.3, 0.3), settings_.least_blur,
                         std::max(settings_.least_blur, std::min(settings_.most_blur, 0.75 * module_px_)));
    }
    return true;
  }

  /// Modules of a print are ink or paper: after a few steps values all over the scale mean that this is none.
  bool hopeless() const {
    if (!layout_.blind) return false;
    const double ink = x_[Layout::kBlack];
    double paper = 0;
    for (std::size_t k = 0; k < 4; ++k) paper += 0.25 * x_[static_cast<std::size_t>(Layout::kOutside) + k];
    const double gain = paper - ink;
    if (gain < settings_.hopeless_gain || rms_ > settings_.hopeless_residual * gain) return true;
    double off = 0;
    for (std::size_t i = Layout::kCode; i < x_.size(); ++i) {
      const double v = (x_[i] - ink) / gain;
      off += std::min(std::min(v * v, (v - 1) * (v - 1)), 1.0);
    }
    return off > settings_.hopeless_deviation * settings_.hopeless_deviation * static_cast<double>(x_.size() - Layout::kCode);
  }

  ModuleFit result() const {
    ModuleFit fit;
    fit.quad = quad_;
    fit.blur = blur_;
    fit.black = x_[Layout::kBlack];
    for (int k = 0; k < 4; ++k) fit.outside[k] = x_[static_cast<std::size_t>(Layout::kOutside + k)];
    fit.rms = rms_;
    fit.samples = static_cast<int>(samples_.size());
    if (layout_.blind) {
      const auto first = static_cast<std::size_t>(Layout::kBlack);
      const auto n = static_cast<std::size_t>(n_);
      const std::size_t count = n - first;
      fit.values.assign(x_.begin() + static_cast<std::ptrdiff_t>(first), x_.end());
      fit.information.resize(count * count);
      for (std::size_t a = 0; a < count; ++a)
        for (std::size_t b = 0; b <= a; ++b)
          fit.information[a * count + b] = fit.information[b * count + a] = normal_[(first + a) * n + first + b];
    } else {
      fit.gain = x_[Layout::kCode];
    }
    return fit;
  }

  Layout layout_;
  ModuleFitSettings settings_;
  Quad quad_, start_;
  int n_, modules_;
  double module_px_ = 1, blur_ = 1, rms_ = 0, moved_ = 0, damping_ = 0;
  std::vector<Sample> samples_;
  std::vector<double> x_, normal_, solved_, values_;
};

}  // namespace

std::optional<ModuleFit> fit_blind(const ImageView& gray, const Quad& start, int side, const ModuleFitSettings& settings) {
  Layout layout;
  layout.side = side;
  return Problem(gray, start, layout, settings).run(settings.first_blur);
}

std::optional<ModuleFit> fit_known(const ImageView& gray, const Quad& start, int side, std::uint64_t word, double blur,
                                   const ModuleFitSettings& settings) {
  Layout layout;
  layout.side = side;
  layout.blind = false;
  layout.word = word;
  return Problem(gray, start, layout, settings).run(blur);
}

}  // namespace polemarch::vision
