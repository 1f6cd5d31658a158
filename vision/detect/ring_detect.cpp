#include "vision/detect/ring_detect.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace polemarch::vision {
namespace {

constexpr double kTwoPi = 2 * std::numbers::pi;
constexpr int kCell = 32;   // px, over which the scale of the plane is one number
constexpr int kPhases = 8;  // starts tried within a tooth
std::size_t at(int i) { return static_cast<std::size_t>(i); }

float grey_at(const ImageView& picture, double x, double y) {
  const double cx = std::clamp(x, 0.0, picture.width - 1.001), cy = std::clamp(y, 0.0, picture.height - 1.001);
  const int ix = static_cast<int>(cx), iy = static_cast<int>(cy);
  const auto fx = static_cast<float>(cx - ix), fy = static_cast<float>(cy - iy);
  const std::uint8_t* p = picture.row(iy) + ix;
  const std::uint8_t* q = p + picture.stride;
  const float top = static_cast<float>(p[0]) + fx * static_cast<float>(p[1] - p[0]);
  const float low = static_cast<float>(q[0]) + fx * static_cast<float>(q[1] - q[0]);
  return top + fy * (low - top);
}

}  // namespace

RingDetector::RingDetector(const StripLayout& layout, CodeBook book, RingSettings settings)
    : layout_(layout), book_(std::move(book)), settings_(settings), psf_px_(settings.psf_px) {}

void RingDetector::measure_radii(const ImageView& sought, const PixelRect& tile, const StripPlane& plane, double factor, double usual) {
  radii_columns_ = sought.width / kCell + 1;
  radii_.assign(at(radii_columns_) * at(sought.height / kCell + 1), static_cast<float>(usual));
  for (std::size_t i = 0; i < radii_.size(); ++i) {
    const int column = static_cast<int>(i) % radii_columns_, row = static_cast<int>(i) / radii_columns_;
    const LocalMap map = plane.around(tile.x + (column + 0.5) * kCell * factor, tile.y + (row + 0.5) * kCell * factor);
    if (map.valid) radii_[i] = static_cast<float>(layout_.row_range(-1).high * map.px_per_mm() / factor);
  }
}

void RingDetector::vote(const ImageView& picture) {
  width_ = picture.width;
  height_ = picture.height;
  votes_.assign(at(width_) * at(height_), 0);
  const auto least = static_cast<int>(8 * settings_.least_gradient);  // a Sobel sum is eight times the slope
  for (int y = 1; y < height_ - 1; ++y) {
    const std::uint8_t *a = picture.row(y - 1), *b = picture.row(y), *c = picture.row(y + 1);
    const float* radii = radii_.data() + at(y / kCell) * at(radii_columns_);
    for (int x = 1; x < width_ - 1; ++x) {
      const int gx = a[x + 1] - a[x - 1] + 2 * (b[x + 1] - b[x - 1]) + c[x + 1] - c[x - 1];
      const int gy = c[x - 1] - a[x - 1] + 2 * (c[x] - a[x]) + c[x + 1] - a[x + 1];
      if (std::abs(gx) + std::abs(gy) < least) continue;
      const int square = gx * gx + gy * gy;
      if (square < least * least) continue;
      // White lies inside: the centre is uphill.
      const float reach = radii[x / kCell] / std::sqrt(static_cast<float>(square));
      const int vx = static_cast<int>(static_cast<float>(x) + static_cast<float>(gx) * reach + 0.5F);
      const int vy = static_cast<int>(static_cast<float>(y) + static_cast<float>(gy) * reach + 0.5F);
      if (vx < 2 || vy < 2 || vx >= width_ - 2 || vy >= height_ - 2) continue;
      ++votes_[at(vy) * at(width_) + at(vx)];
    }
  }
}

std::vector<RingDetector::Peak> RingDetector::peaks(double radius_px) const {
  const int reach = radius_px > 18 ? 2 : 1;
  const auto w = at(width_);
  const auto box = [&](int x, int y) {
    int sum = 0;
    for (int j = -reach; j <= reach; ++j) {
      for (int i = -reach; i <= reach; ++i) sum += votes_[at(y + j) * w + at(x + i)];
    }
    return sum;
  };
  const int least = std::max(6, static_cast<int>(settings_.least_votes * static_cast<float>(kTwoPi * radius_px)));
  std::vector<Peak> all;
  for (int y = 2; y < height_ - 2; ++y) {
    const std::uint16_t* row = votes_.data() + at(y) * w;
    for (int x = 2; x < width_ - 2; ++x) {
      if (row[x] == 0) continue;
      const int sum = box(x, y);
      if (sum < least) continue;
      double sx = 0, sy = 0;
      for (int j = -reach; j <= reach; ++j) {
        for (int i = -reach; i <= reach; ++i) {
          sx += i * votes_[at(y + j) * w + at(x + i)];
          sy += j * votes_[at(y + j) * w + at(x + i)];
        }
      }
      all.push_back({x + sx / sum, y + sy / sum, sum});
    }
  }
  std::sort(all.begin(), all.end(), [](const Peak& a, const Peak& b) { return a.votes > b.votes; });
  // The strongest of each neighbourhood of 4 px.
  std::vector<Peak> kept;
  std::vector<std::uint8_t> taken(votes_.size(), 0);
  for (const Peak& p : all) {
    const int cx = static_cast<int>(p.x + 0.5), cy = static_cast<int>(p.y + 0.5);
    if (taken[at(cy) * w + at(cx)] != 0) continue;
    kept.push_back(p);
    for (int y = std::max(0, cy - 3); y <= std::min(height_ - 1, cy + 3); ++y) {
      for (int x = std::max(0, cx - 3); x <= std::min(width_ - 1, cx + 3); ++x) taken[at(y) * w + at(x)] = 1;
    }
  }
  return kept;
}

bool RingDetector::refine_centre(const ImageView& picture, const LocalMap& map, RingPose& pose) const {
  constexpr int kRays = 64;
  const double edge = layout_.row_range(-1).high;
  for (int round = 0; round < 3; ++round) {
    const double reach = round == 0 ? 2.4 : 1.3;  // mm the edge may lie off
    const double step = 0.35 / map.px_per_mm();
    // Where along each ray the picture falls fastest outwards; then the shift that explains most rays.
    std::array<double, kRays> off{}, strength{};
    const PixelPoint c = map.to_pixel(pose.x_mm, pose.y_mm);
    for (int k = 0; k < kRays; ++k) {
      const double turn = kTwoPi * k / kRays, ex = std::cos(turn), ey = std::sin(turn);
      const double det = map.xx * map.yy - map.xy * map.yx;
      const double px = (map.yy * ex - map.xy * ey) / det, py = (map.xx * ey - map.yx * ex) / det;
      float most = 0;
      double best = 0;
      const double half = 0.9 * step;
      for (double r = edge - reach; r <= edge + reach; r += step) {
        const float fall =
            grey_at(picture, c.x + px * (r - half), c.y + py * (r - half)) - grey_at(picture, c.x + px * (r + half), c.y + py * (r + half));
        if (fall > most) {
          most = fall;
          best = r - edge;
        }
      }
      off[at(k)] = best;
      strength[at(k)] = static_cast<double>(most) > 8 ? 1 : 0;
    }
    // Robust: three rounds of weights falling with distance.
    double dx = 0, dy = 0;
    for (int pass = 0; pass < 4; ++pass) {
      double xx = 1e-6, xy = 0, yy = 1e-6, bx = 0, by = 0;
      for (int k = 0; k < kRays; ++k) {
        const double ex = std::cos(kTwoPi * k / kRays), ey = std::sin(kTwoPi * k / kRays);
        const double miss = (off[at(k)] - ex * dx - ey * dy) / (pass == 0 ? 1.2 : 0.5);
        const double w = strength[at(k)] / (1 + miss * miss);
        xx += w * ex * ex;
        xy += w * ex * ey;
        yy += w * ey * ey;
        bx += w * ex * off[at(k)];
        by += w * ey * off[at(k)];
      }
      const double det = xx * yy - xy * xy;
      dx = (yy * bx - xy * by) / det;
      dy = (xx * by - xy * bx) / det;
    }
    if (std::hypot(dx, dy) > 3) return false;
    int agree = 0;
    for (int k = 0; k < kRays; ++k) {
      const double miss = off[at(k)] - std::cos(kTwoPi * k / kRays) * dx - std::sin(kTwoPi * k / kRays) * dy;
      agree += strength[at(k)] > 0 && std::abs(miss) < 0.5 ? 1 : 0;
    }
    if (agree < settings_.least_rays * kRays) return false;
    pose.x_mm += dx;
    pose.y_mm += dy;
    if (round > 0 && std::hypot(dx, dy) < 0.05) break;
  }
  return true;
}

bool RingDetector::read(const ImageView& picture, const LocalMap& map, const RingProfiles& profiles, RingPose& pose,
                        StripFound& found) const {
  RingPixels pixels;
  collect_ring(picture, map, pose, layout_, pixels);
  if (pixels.x.size() < 60) return false;
  const int n = layout_.columns;
  // Black and gain to begin with, teeth half white: from the profile across alone.
  double sww = 0, sw = 0, s1 = 0, swg = 0, sg = 0;
  std::vector<float> left(pixels.x.size()), turn(pixels.x.size()), tooth_weight(pixels.x.size());
  for (std::size_t i = 0; i < pixels.x.size(); ++i) {
    const float r = std::hypot(pixels.x[i], pixels.y[i]);
    const auto p = profiles.radial_at(r);
    const double white = static_cast<double>(p.ring + 0.5F * p.teeth), in = static_cast<double>(p.inside);
    const double grey = static_cast<double>(pixels.grey[i] - (1 - p.inside) * pixels.beside[i]);
    sww += white * white;
    sw += white * in;
    s1 += in * in;
    swg += white * grey;
    sg += in * grey;
  }
  const double det = sww * s1 - sw * sw;
  const double gain = (swg * s1 - sw * sg) / det, black = (sww * sg - sw * swg) / det;
  if (gain < 0.5 * static_cast<double>(settings_.least_gain)) return false;
  // What the teeth must explain, by direction.
  for (std::size_t i = 0; i < pixels.x.size(); ++i) {
    const float r = std::hypot(pixels.x[i], pixels.y[i]);
    const auto p = profiles.radial_at(r);
    left[i] = pixels.grey[i] - (1 - p.inside) * pixels.beside[i] - static_cast<float>(black) * p.inside -
              static_cast<float>(gain) * (p.ring + 0.5F * p.teeth);
    tooth_weight[i] = p.teeth;
    double t =
        (std::numbers::pi / 2 - static_cast<double>(std::atan2(pixels.y[i], pixels.x[i]))) / kTwoPi * n;  // clockwise from the plane's +y
    t -= n * std::floor(t / n);
    turn[i] = static_cast<float>(t);
  }
  const int steps = n * kPhases;
  const double reach = 0.5 + 3 * profiles.blur_mm() / layout_.pitch_mm;
  std::vector<float> filtered(at(steps), 0.0F), weight(at(steps), 0.0F);
  for (std::size_t i = 0; i < pixels.x.size(); ++i) {
    const double t = static_cast<double>(turn[i]);
    const int from = static_cast<int>(std::ceil((t - reach) * kPhases)), to = static_cast<int>(std::floor((t + reach) * kPhases));
    for (int k = from; k <= to; ++k) {
      const float a = profiles.tooth(t - static_cast<double>(k) / kPhases) * tooth_weight[i];
      filtered[at((k % steps + steps) % steps)] += a * left[i];
      weight[at((k % steps + steps) % steps)] += a * a;
    }
  }
  // The phase at which the teeth differ most is the one at which they are centred.
  int phase = 0;
  double most = -1;
  for (int p = 0; p < kPhases; ++p) {
    double energy = 0;
    for (int c = 0; c < n; ++c) energy += std::abs(static_cast<double>(filtered[at(c * kPhases + p)]));
    if (energy > most) {
      most = energy;
      phase = p;
    }
  }
  std::array<float, 1 + kMaxModules> h{};
  struct Match {
    float score = -1e30F;
    std::size_t word = 0;
    int rotation = 0;
  };
  Match best;
  // A word's score, teeth counted +-1/2 about the mean: sum h_c w_c - half the sum of h.
  std::vector<float> z(at(n));
  float half = 0;
  for (int c = 0; c < n; ++c) {
    z[at(c)] = filtered[at(c * kPhases + phase)];
    half += 0.5F * z[at(c)];
  }
  for (int rotation = 0; rotation < n; ++rotation) {
    // Tooth c of the word lies at picture tooth c + rotation.
    h[0] = -half;
    for (int c = 0; c < n; ++c) h[at(1 + c)] = z[at((c + rotation) % n)];
    const std::size_t w = search_.best(h);
    float sum = h[0];
    for (StripWord rest = book_.words[w]; rest != 0; rest &= rest - 1) sum += h[1 + static_cast<std::size_t>(std::countr_zero(rest))];
    const float score = sum * norm_[w];
    if (score > best.score) best = {score, w, rotation};
  }
  const double up = std::numbers::pi / 2 - (best.rotation + static_cast<double>(phase) / kPhases) * kTwoPi / n;
  pose.up_rad = up;
  const auto around = profiles.around(book_.words[best.word]);
  RingFit fit = fit_ring(pixels, profiles, around, pose, 3);
  if (!fit.ok || fit.residual > 0.25F) return false;
  if (std::hypot(fit.pose.x_mm - pose.x_mm, fit.pose.y_mm - pose.y_mm) > 0.15) {
    collect_ring(picture, map, fit.pose, layout_, pixels);
    if (pixels.x.size() < 60) return false;
  }
  fit = fit_ring(pixels, profiles, around, fit.pose, 2);
  if (!fit.ok || fit.residual > settings_.most_residual || fit.gain < settings_.least_gain) return false;
  // The runner-up, at the fitted place: the best other word in any rotation, fitted levels only through one step.
  float margin = 1;
  for (int rotation = -2; rotation <= 2; ++rotation) {
    // Other words at the same tooth grid: the strongest few by score.
    for (int c = 0; c < n; ++c) h[at(1 + c)] = z[at((c + best.rotation + rotation + n) % n)];
    Match second;
    for (std::size_t w = 0; w < book_.words.size(); ++w) {
      if (w == best.word && rotation == 0) continue;
      float sum = -half;
      for (StripWord rest = book_.words[w]; rest != 0; rest &= rest - 1) sum += h[1 + static_cast<std::size_t>(std::countr_zero(rest))];
      if (sum * norm_[w] > second.score) second = {sum * norm_[w], w, rotation};
    }
    RingPose other_pose = fit.pose;
    other_pose.up_rad -= rotation * kTwoPi / n;
    const RingFit other = fit_ring(pixels, profiles, profiles.around(book_.words[second.word]), other_pose, 1);
    if (other.ok) margin = std::min(margin, other.residual - fit.residual);
  }
  found.id = static_cast<int>(best.word);
  found.margin = margin;
  found.residual = fit.residual;
  found.gain = fit.gain;
  found.black = fit.black;
  found.covariance = fit.covariance;
  found.pose = {fit.pose.x_mm, fit.pose.y_mm, fit.pose.up_rad - std::numbers::pi / 2};
  return margin >= settings_.least_margin;
}

std::vector<StripFound> RingDetector::find(const ImageView& picture, const StripPlane& plane) {
  std::vector<StripFound> found;
  const double scale = plane.scale(picture.width, picture.height);
  if (scale <= 0 || layout_.kind != StripKind::Ring || picture.width < 32 || picture.height < 32) return found;
  for (int round = 0; round < 3; ++round) {
    found = find_once(picture, {0, 0, picture.width, picture.height}, plane, scale);
    if (!learn(picture, plane, found, scale)) break;
  }
  return found;
}

std::vector<StripFound> RingDetector::find_in(const ImageView& picture, const StripPlane& plane, const PixelRect& tile) {
  const int x = std::clamp(tile.x, 0, picture.width), y = std::clamp(tile.y, 0, picture.height);
  const PixelRect inside{x, y, std::clamp(tile.width, 0, picture.width - x), std::clamp(tile.height, 0, picture.height - y)};
  const LocalMap map = plane.around(inside.x + inside.width / 2.0, inside.y + inside.height / 2.0);
  if (!map.valid || layout_.kind != StripKind::Ring || inside.width < 32 || inside.height < 32) return {};
  return find_once(picture, inside, plane, map.px_per_mm());
}

bool RingDetector::learn(const ImageView& picture, const StripPlane& plane, const std::vector<StripFound>& found, double scale) {
  if (found.size() < 3) return false;
  const auto cost = [&](double psf) {
    const RingProfiles profiles(layout_, std::sqrt(psf * psf + 1.0 / 12) / scale);
    double sum = 0;
    RingPixels pixels;
    for (std::size_t i = 0; i < found.size(); i += std::max<std::size_t>(1, found.size() / 12)) {
      const PixelPoint a = found[i].corners[0], b = found[i].corners[2];
      const LocalMap map = plane.around((a.x + b.x) / 2, (a.y + b.y) / 2);
      const RingPose pose{found[i].pose.x_mm, found[i].pose.y_mm, found[i].pose.along_rad + std::numbers::pi / 2};
      collect_ring(picture, map, pose, layout_, pixels);
      const RingFit fit = fit_ring(pixels, profiles, profiles.around(book_.words[at(found[i].id)]), pose, 2);
      if (fit.ok) sum += std::pow(static_cast<double>(fit.residual) * static_cast<double>(fit.gain), 2);
    }
    return sum;
  };
  const double low = cost(psf_px_ - 0.15), middle = cost(psf_px_), high = cost(psf_px_ + 0.15);
  const double bend = low + high - 2 * middle;
  const double step = bend > 0 ? std::clamp(0.5 * (low - high) / bend, -1.0, 1.0) : low < high ? -1.0 : 1.0;
  const double wanted = std::clamp(psf_px_ + 0.15 * step, 0.25, 2.0);
  const bool changed = std::abs(wanted - psf_px_) > 0.05;
  if (changed) psf_px_ = wanted;
  return changed;
}

std::vector<StripFound> RingDetector::find_once(const ImageView& picture, const PixelRect& tile, const StripPlane& plane, double scale) {
  std::vector<StripFound> found;
  candidates_ = 0;
  const double blur = std::sqrt(psf_px_ * psf_px_ + 1.0 / 12) / scale;
  const RingProfiles profiles(layout_, blur);
  if (norm_.empty() || std::abs(norm_blur_ - blur) > 1e-6) {
    // Energy of a word round the ring, teeth counted +-1/2.
    norm_.clear();
    for (const StripWord word : book_.words) {
      const auto around = profiles.around(word);
      double energy = 0;
      for (const float v : around.value) energy += static_cast<double>((v - 0.5F) * (v - 0.5F));
      norm_.push_back(static_cast<float>(1 / std::sqrt(energy)));
    }
    search_ = StripWordSearch(book_.words, norm_);
    norm_blur_ = blur;
  }
  ImageView sought = picture;
  sought.data = picture.row(tile.y) + tile.x;
  sought.width = tile.width;
  sought.height = tile.height;
  double factor = 1;
  if (scale > 1.4) {
    halve(sought, reduced_);
    sought = reduced_.view();
    factor = 2;
  }
  const double radius = layout_.row_range(-1).high * scale / factor;
  measure_radii(sought, tile, plane, factor, radius);
  vote(sought);
  for (const Peak& peak : peaks(radius)) {
    const double px = peak.x * factor + (factor - 1) / 2 + tile.x, py = peak.y * factor + (factor - 1) / 2 + tile.y;
    const LocalMap map = plane.around(px, py);
    if (!map.valid) continue;
    const bool taken = std::any_of(found.begin(), found.end(), [&](const StripFound& f) {
      return std::hypot(f.pose.x_mm - map.x_mm, f.pose.y_mm - map.y_mm) < 0.6 * layout_.length_mm;
    });
    if (taken) continue;
    ++candidates_;
    RingPose pose{map.x_mm, map.y_mm, 0};
    StripFound ring;
    if (!refine_centre(picture, map, pose) || !read(picture, map, profiles, pose, ring)) continue;
    ring.heading_deg = ring.pose.along_rad * 180 / std::numbers::pi + 90;
    ring.heading_deg -= 360 * std::floor(ring.heading_deg / 360);
    const double half = layout_.length_mm / 2, c = std::cos(ring.pose.along_rad), s = std::sin(ring.pose.along_rad);
    for (int k = 0; k < 4; ++k) {
      const double u = k == 0 || k == 3 ? -half : half, v = k < 2 ? half : -half;
      ring.corners[at(k)] = map.to_pixel(ring.pose.x_mm + c * u - s * v, ring.pose.y_mm + s * u + c * v);
    }
    found.push_back(ring);
  }
  return found;
}

}  // namespace polemarch::vision
