#include "vision/detect/strip_align.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "vision/track/simd.hpp"

namespace polemarch::vision {
namespace {

constexpr int kPhases = 8;        // lateral kernels per grid row
constexpr int kPieces = 6;        // of the line for its course
constexpr double kLateral = 1.5;  // mm the strip's middle may lie beside the line
constexpr std::size_t kCoveredPlaces = 6;
constexpr float kSureCovered = 0.78F;   // share explained by what shows, under which the course is sought again
constexpr std::size_t kMasksTried = 4;  // of the eight stretches that may be hidden
constexpr double kSoftSpine = 1.2;      // a spine narrower than so many standard deviations of the blur is a soft line
constexpr float kHopeless = 0.42F;      // share of the structure explained at a place, under which its neighbours are not asked
constexpr double kTilt = 2.2;           // mm from end to end that the strip may be turned against the line

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// The strip's profile across, laid along a course over the grid, column by column; then every column with one tooth's width round it.
struct FollowJob {
  const float *grid, *kernel, *tooth;
  int rows, half_rows, tooth_reach, first, last;
  double shift, shift_step;  // rows the course lies over the grid's middle: at column 0, from column to column
  float offset;
  Lanes *inner, *outer, *toothed;
};

POLEMARCH_INLINE void follow_course_body(const FollowJob& job) {
  for (int i = job.first; i < job.last; ++i) {
    const double shift = job.shift + job.shift_step * i;
    const int whole = static_cast<int>(std::floor(shift));
    const int phase = std::min(kPhases - 1, static_cast<int>((shift - whole) * kPhases));
    // Kernel row j looks at grid row j + whole.
    const int from = std::max({0, -whole, job.rows / 2 - job.half_rows}),
              to = std::min({job.rows, job.rows - whole, job.rows / 2 + job.half_rows + 2});
    const float* column = job.grid + static_cast<std::ptrdiff_t>(i) * job.rows + whole;
    const float* kernel = job.kernel + static_cast<std::ptrdiff_t>(phase) * job.rows * 8;
    V8 sum{};
    float energy = 0;
    for (int j = from; j < to; ++j) {
      const float grey = column[j] - job.offset;
      V8 k;
      std::memcpy(&k, kernel + static_cast<std::ptrdiff_t>(j) * 8, sizeof k);
      sum += k * grey;
      energy += k[4] * grey * grey;
    }
    sum[7] = energy;
    std::memcpy(job.inner + i, &sum, sizeof(Lanes));
    std::memcpy(job.outer + i, reinterpret_cast<const char*>(&sum) + sizeof(Lanes), sizeof(Lanes));
  }
  for (int i = job.first; i < job.last; i += 2) {  // two columns at once
    V8 sum{};
    const bool pair = i + 1 < job.last;
    if (pair && i - job.tooth_reach >= job.first && i + 1 + job.tooth_reach < job.last) {
      for (int k = -job.tooth_reach; k <= job.tooth_reach; ++k) {
        V8 two;
        std::memcpy(&two, job.inner + i + k, sizeof two);
        sum += two * job.tooth[k + job.tooth_reach];
      }
      std::memcpy(job.toothed + i, &sum, sizeof sum);
      continue;
    }
    for (int c = i; c < (pair ? i + 2 : i + 1); ++c) {
      Lanes one{0, 0, 0, 0};
      const int from = std::max(-job.tooth_reach, job.first - c), to = std::min(job.tooth_reach, job.last - 1 - c);
      for (int k = from; k <= to; ++k) one += job.inner[c + k] * job.tooth[k + job.tooth_reach];
      job.toothed[c] = one;
    }
  }
}
POLEMARCH_DISPATCH(void, follow_course, (const FollowJob& job), (job))

/// Places in the picture, evenly spaced on a straight line.
struct Ray {
  float x, y, step_x, step_y;
};

float sample_at(const ImageView& picture, float x, float y) {
  const float cx = std::clamp(x, 0.0F, static_cast<float>(picture.width) - 1.001F);
  const float cy = std::clamp(y, 0.0F, static_cast<float>(picture.height) - 1.001F);
  const int ix = static_cast<int>(cx), iy = static_cast<int>(cy);
  const float fx = cx - static_cast<float>(ix), fy = cy - static_cast<float>(iy);
  const std::uint8_t* p = picture.row(iy) + ix;
  const std::uint8_t* q = p + picture.stride;
  const float top = static_cast<float>(p[0]) + fx * static_cast<float>(p[1] - p[0]);
  const float low = static_cast<float>(q[0]) + fx * static_cast<float>(q[1] - q[0]);
  return top + fy * (low - top);
}

#if defined(__x86_64__)
/// Eight at once; all of them must lie inside the picture, four pixels from its right edge.
__attribute__((target("avx2"))) int sample_wide(const ImageView& picture, const Ray& ray, int count, float* out) {
  const __m256 lane = _mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7);
  const __m256i byte = _mm256_set1_epi32(255), stride = _mm256_set1_epi32(static_cast<int>(picture.stride));
  int j = 0;
  for (; j + 8 <= count; j += 8) {
    const __m256 n = _mm256_add_ps(_mm256_set1_ps(static_cast<float>(j)), lane);
    const __m256 x = _mm256_add_ps(_mm256_set1_ps(ray.x), _mm256_mul_ps(n, _mm256_set1_ps(ray.step_x)));
    const __m256 y = _mm256_add_ps(_mm256_set1_ps(ray.y), _mm256_mul_ps(n, _mm256_set1_ps(ray.step_y)));
    const __m256i ix = _mm256_cvttps_epi32(x), iy = _mm256_cvttps_epi32(y);
    const __m256 fx = _mm256_sub_ps(x, _mm256_cvtepi32_ps(ix)), fy = _mm256_sub_ps(y, _mm256_cvtepi32_ps(iy));
    const __m256i at = _mm256_add_epi32(_mm256_mullo_epi32(iy, stride), ix);
    const auto* data = reinterpret_cast<const int*>(picture.data);
    const __m256i top = _mm256_i32gather_epi32(data, at, 1);
    const __m256i low = _mm256_i32gather_epi32(data, _mm256_add_epi32(at, stride), 1);
    const __m256 p0 = _mm256_cvtepi32_ps(_mm256_and_si256(top, byte)),
                 p1 = _mm256_cvtepi32_ps(_mm256_and_si256(_mm256_srli_epi32(top, 8), byte));
    const __m256 q0 = _mm256_cvtepi32_ps(_mm256_and_si256(low, byte)),
                 q1 = _mm256_cvtepi32_ps(_mm256_and_si256(_mm256_srli_epi32(low, 8), byte));
    const __m256 upper = _mm256_add_ps(p0, _mm256_mul_ps(fx, _mm256_sub_ps(p1, p0)));
    const __m256 lower = _mm256_add_ps(q0, _mm256_mul_ps(fx, _mm256_sub_ps(q1, q0)));
    _mm256_storeu_ps(out + j, _mm256_add_ps(upper, _mm256_mul_ps(fy, _mm256_sub_ps(lower, upper))));
  }
  return j;
}
#endif

void sample_ray(const ImageView& picture, const Ray& ray, int count, float* out) {
  int j = 0;
#if defined(__x86_64__)
  static const bool wide = __builtin_cpu_supports("avx2") != 0;
  const float end_x = ray.x + static_cast<float>(count) * ray.step_x, end_y = ray.y + static_cast<float>(count) * ray.step_y;
  const bool inside = std::min(ray.x, end_x) >= 0 && std::min(ray.y, end_y) >= 0 &&
                      std::max(ray.x, end_x) < static_cast<float>(picture.width - 4) &&
                      std::max(ray.y, end_y) < static_cast<float>(picture.height - 2);
  if (wide && inside) j = sample_wide(picture, ray, count, out);
#endif
  for (; j < count; ++j) {
    const auto n = static_cast<float>(j);
    out[j] = sample_at(picture, ray.x + n * ray.step_x, ray.y + n * ray.step_y);
  }
}

}  // namespace

StripAligner::StripAligner(const StripDecoder& decoder, double scale) : decoder_(decoder) {
  const StripLayout& layout = decoder.profiles().layout();
  const double wanted = 0.5 / scale;  // half a pixel
  steps_per_pitch_ = 2 * std::max(1, static_cast<int>(std::ceil(layout.pitch_mm / wanted / 2)));
  du_ = layout.pitch_mm / steps_per_pitch_;
  dv_ = wanted;
  // The line found is the spine; a bar's lies beside the strip's middle.
  const auto white = layout.row_range(-1);
  const double lateral = kLateral + std::abs(white.low + white.high) / 2;
  rows_ = 2 * static_cast<int>(std::ceil((layout.depth_mm / 2 + lateral) / dv_)) + 1;
  v_low_ = -dv_ * (rows_ / 2);
  shifts_ = static_cast<int>(lateral / dv_);
  soft_ = layout.kind == StripKind::SideBar || layout.spine_mm < kSoftSpine * decoder.profiles().blur().across_mm;
  const auto spine = layout.row_range(-1);
  // Course: spine high, edges low, teeth not asked.
  std::vector<float> weights(at(rows_));
  profile_.assign(at((2 * shifts_ + 1) * rows_), 0);
  for (int s = -shifts_; s <= shifts_; ++s) {
    float up = 0, down = 0;
    for (int j = 0; j < rows_; ++j) {
      const double v = v_low_ + dv_ * (j - s);
      const double reach = dv_ / 2;
      const auto overlap = [&](double low, double high) { return std::max(0.0, std::min(high, v + reach) - std::max(low, v - reach)); };
      const double half = layout.depth_mm / 2;
      const double edges = overlap(-half, -half + layout.edge_mm) + overlap(half - layout.edge_mm, half);
      weights[at(j)] = static_cast<float>(overlap(spine.low, spine.high)) - 0;
      up += weights[at(j)];
      down += static_cast<float>(edges);
      profile_[at((s + shifts_) * rows_ + j)] = static_cast<float>(-edges);
    }
    for (int j = 0; j < rows_; ++j) {
      float& w = profile_[at((s + shifts_) * rows_ + j)];
      w = weights[at(j)] / up + (down > 0 ? w / down : 0);
    }
  }
  const StripBlur blur = decoder.profiles().blur();
  kernel_.resize(at(kPhases * rows_ * 8));
  const double margin = layout.depth_mm / 2 + kDecodeMarginMm;
  for (int phase = 0; phase < kPhases; ++phase) {
    for (int j = 0; j < rows_; ++j) {
      const double v = v_low_ + dv_ * (j - static_cast<double>(phase) / kPhases);
      // The share of the row's cell that lies within the margin.
      const auto step = static_cast<float>(std::clamp(margin + dv_ / 2 - std::abs(v), 0.0, dv_));
      const Lanes inner = decoder.profiles().across().read(static_cast<float>(v)).value;
      float* k = kernel_.data() + at(phase * rows_ + j) * 8;
      for (int lane = 0; lane < 4; ++lane) k[lane] = inner[lane] * step;
      k[4] = step;
      (v > 0 ? k[5] : k[6]) = (1 - inner[3]) * step;
    }
  }
  double spine_all = 0, edges_all = 0;
  for (double v = -margin; v < margin; v += 0.05) {
    const Lanes value = decoder.profiles().across().read(static_cast<float>(v)).value;
    spine_all += 0.05 * static_cast<double>(value[0]);
    edges_all += 0.05 * static_cast<double>(value[3] - value[0] - value[1] - value[2]);
  }
  spine_across_ = static_cast<float>(1 / spine_all);
  edges_across_ = static_cast<float>(1 / std::max(0.05, edges_all));
  tooth_reach_ = static_cast<int>((layout.pitch_mm / 2 + 3 * blur.along_mm) / du_);
  for (int k = -tooth_reach_; k <= tooth_reach_; ++k) tooth_.push_back(static_cast<float>(decoder.profiles().tooth(k * du_) * du_));
  const double half_window = layout.length_mm / 2 + kDecodeMarginMm;
  window_ = static_cast<int>(std::ceil((half_window - du_ / 2) / du_));
  for (int k = -window_; k <= window_; ++k) {
    const double u = k * du_;
    cell_.push_back(static_cast<float>(std::clamp(half_window + du_ / 2 - std::abs(u), 0.0, du_)));
    spine_.push_back(
        static_cast<float>(blurred_box(-layout.length_mm / 2 + layout.end_mm, layout.length_mm / 2 - layout.end_mm, blur.along_mm, u)) *
        cell_.back());
    ends_.push_back(static_cast<float>(1 - blurred_box(-layout.length_mm / 2, layout.length_mm / 2, blur.along_mm, u)) * cell_.back());
  }
}

void StripAligner::lay_out(const ImageView& picture, const LocalMap& map, double along, double half_length) {
  columns_ = 2 * static_cast<int>(std::ceil(half_length / du_)) + 1;
  u_low_ = -du_ * (columns_ / 2);
  grid_.resize(at(columns_ * rows_));
  const double det = map.xx * map.yy - map.xy * map.yx;
  const double c = std::cos(along), s = std::sin(along);
  // Pixels per mm along u and v, first order.
  const double ux = (map.yy * c - map.xy * s) / det, uy = (map.xx * s - map.yx * c) / det;
  const double vx = (-map.yy * s - map.xy * c) / det, vy = (map.xx * c + map.yx * s) / det;
  float* out = grid_.data();
  double sum = 0;
  for (int i = 0; i < columns_; ++i) {
    const double u = u_low_ + du_ * i;
    const Ray ray{static_cast<float>(map.px + ux * u + vx * v_low_), static_cast<float>(map.py + uy * u + vy * v_low_),
                  static_cast<float>(vx * dv_), static_cast<float>(vy * dv_)};
    sample_ray(picture, ray, rows_, out);
    out += rows_;
    sum += static_cast<double>(out[-1 - rows_ / 2]);
  }
  offset_ = static_cast<float>(sum / columns_);  // of the middle row: sums of large numbers would drown the structure
}

StripAligner::Course StripAligner::find_course(double half_length, int centre) const {
  const int half = std::min({centre, columns_ - 1 - centre, static_cast<int>(half_length / du_)});
  const double u_centre = u_low_ + du_ * centre;
  const int n = 2 * shifts_ + 1;
  std::vector<float> contrast(at(kPieces * n));
  std::vector<float> mean(at(rows_));
  std::array<double, kPieces> middle{};
  for (int k = 0; k < kPieces; ++k) {
    const int from = centre - half + (2 * half + 1) * k / kPieces, to = centre - half + (2 * half + 1) * (k + 1) / kPieces;
    std::fill(mean.begin(), mean.end(), 0.0F);
    for (int i = from; i < to; ++i) {
      for (int j = 0; j < rows_; ++j) mean[at(j)] += grid_[at(i * rows_ + j)];
    }
    middle[at(k)] = du_ * ((from + to - 1) / 2.0 - centre);
    const float inverse = 1.0F / static_cast<float>(std::max(1, to - from));
    for (int s = 0; s < n; ++s) {
      float sum = 0;
      for (int j = 0; j < rows_; ++j) sum += profile_[at(s * rows_ + j)] * mean[at(j)];
      contrast[at(k * n + s)] = sum * inverse;
    }
  }
  // Best straight course over a grid of offsets and tilts, then each piece's own peak near it and a line through the peaks.
  const double reach = std::max(du_, half * du_);
  const auto shift_of = [&](int s, double slope, int k) {
    return std::clamp(s + static_cast<int>(std::lround(slope * middle[at(k)] / dv_)), 0, n - 1);
  };
  float best_sum = -1e9F;
  int best_shift = 0;
  double best_slope = 0;
  constexpr int kTilts = 8;
  for (int i = 0; i <= 2 * kTilts; ++i) {
    const int tilt = i % 2 == 0 ? i / 2 : -(i + 1) / 2;  // straight first: of equals the least tilted is kept
    const double slope = kTilt / 2 * tilt / kTilts / reach;
    for (int s = 0; s < n; ++s) {
      float sum = 0;
      for (int k = 0; k < kPieces; ++k) sum += contrast[at(k * n + shift_of(s, slope, k))];
      if (sum <= best_sum) continue;
      best_sum = sum;
      best_shift = s;
      best_slope = slope;
    }
  }
  Course best;
  best.contrast = best_sum / kPieces;
  double w = 0, wu = 0, wuu = 0, wv = 0, wuv = 0;
  for (int k = 0; k < kPieces; ++k) {
    int s = shift_of(best_shift, best_slope, k);
    const float* of = contrast.data() + k * n;
    for (int step = 0; step < 1; ++step) {
      if (s > 0 && of[s - 1] > of[s])
        --s;
      else if (s + 1 < n && of[s + 1] > of[s])
        ++s;
    }
    double peak = s, weight = 0.1;
    if (s > 0 && s + 1 < n) {
      const double bend = 2 * of[s] - of[s - 1] - of[s + 1];
      if (bend > 1 && of[s] > 0) {
        peak = s + std::clamp(0.5 * (of[s + 1] - of[s - 1]) / bend, -0.5, 0.5);
        weight = 1;
      }
    }
    const double u = middle[at(k)], v = (peak - shifts_) * dv_;
    w += weight;
    wu += weight * u;
    wuu += weight * u * u;
    wv += weight * v;
    wuv += weight * u * v;
  }
  const double det = w * wuu - wu * wu;
  best.slope = det > 1e-6 ? (w * wuv - wu * wv) / det : best_slope;
  best.v0 = (wv - best.slope * wu) / w - best.slope * u_centre;
  return best;
}

void StripAligner::follow(const Course& course, int first, int last) {
  inner_.resize(at(columns_));
  outer_.resize(at(columns_));
  toothed_.resize(at(columns_));
  const double margin = decoder_.profiles().layout().depth_mm / 2 + kDecodeMarginMm;
  const int half_rows = std::min(rows_ / 2, static_cast<int>(margin / dv_) + 1);
  follow_course({grid_.data(), kernel_.data(), tooth_.data(), rows_, half_rows, tooth_reach_, first, last,
                 (course.v0 + course.slope * u_low_) / dv_, course.slope * du_ / dv_, offset_, inner_.data(), outer_.data(),
                 toothed_.data()});
}

MatchedSums StripAligner::sums_at(int centre, StripHidden hidden) const {
  const StripLayout& layout = decoder_.profiles().layout();
  MatchedSums sums;
  float spine = 0, left = 0, right = 0;
  Lanes outer{0, 0, 0, 0};
  const auto shown = [&](int k) { return hidden.from >= hidden.to || k * du_ < hidden.from || k * du_ > hidden.to; };
  for (int k = -window_; k <= window_; ++k) {
    if (!shown(k)) continue;
    const auto i = at(centre + k);
    spine += spine_[at(k + window_)] * inner_[i][0];
    outer += outer_[i] * cell_[at(k + window_)];
    const float beyond = ends_[at(k + window_)] * inner_[i][3];
    (k < 0 ? left : right) += beyond;
  }
  sums.inner[0] = spine;
  const int first = -steps_per_pitch_ * (layout.columns - 1) / 2;
  for (int c = 0; c < layout.columns; ++c) {
    const int middle = first + c * steps_per_pitch_;
    Lanes tooth = toothed_[at(centre + middle)];
    if (hidden.from < hidden.to && (middle - tooth_reach_) * du_ < hidden.to && (middle + tooth_reach_) * du_ > hidden.from) {
      tooth = Lanes{0, 0, 0, 0};
      for (int k = -tooth_reach_; k <= tooth_reach_; ++k) {
        const int i = centre + middle + k;
        if (shown(middle + k) && i >= 0 && i < columns_) tooth += inner_[at(i)] * tooth_[at(k + tooth_reach_)];
      }
    }
    for (int r = 0; r < layout.rows; ++r) sums.inner[at(1 + r * layout.columns + c)] = tooth[r + 1];
  }
  sums.outer = {outer[0], outer[1], outer[2], left, right};
  sums.energy = outer[3];
  return sums;
}

std::vector<StripStart> StripAligner::align_covered(const CodeBook& book, const AlignSettings& settings) {
  const StripLayout& layout = decoder_.profiles().layout();
  if (masked_.empty()) {
    // Every stretch of 30 % in steps of 10 %: whatever lies over a fifth of the strip is inside one of them.
    for (int i = 0; i <= 7; ++i) {
      const double from = layout.length_mm * (-0.5 + 0.1 * i), to = from + 0.3 * layout.length_mm;
      const StripHidden hidden{i == 0 ? -layout.length_mm : from, i == 7 ? layout.length_mm : to};
      masked_.push_back({hidden, std::make_shared<StripDecoder>(layout, book, decoder_.profiles().blur(), hidden)});
    }
  }
  std::vector<StripStart> starts;
  if (reach_ < 0) return starts;
  follow(course_, 0, columns_);  // a second look may have left another course's sums
  // Where the whole strip was likeliest it is likeliest covered too.
  const auto fraction = [&](int t) { return std::abs(t) <= reach_ ? fraction_[at(t + reach_)] : -1.0F; };
  std::vector<int> places;
  for (int t = -reach_; t <= reach_; ++t) {
    if (fraction(t) >= 0.75F * static_cast<float>(settings.least_fraction) && fraction(t - 1) <= fraction(t) &&
        fraction(t + 1) < fraction(t))
      places.push_back(t);
  }
  std::sort(places.begin(), places.end(), [&](int a, int b) { return fraction(a) > fraction(b); });
  if (places.size() > kCoveredPlaces) places.resize(kCoveredPlaces);
  bool own_course = false;
  for (const int place : places) {
    StripStart best;
    const Masked* chosen = nullptr;
    Course course = course_;
    if (own_course) follow(course_, 0, columns_);
    own_course = false;
    const auto look = [&](int t, const Masked& m) {
      if (columns_ / 2 + t - window_ < 0 || columns_ / 2 + t + window_ >= columns_) return;
      const MatchedSums sums = sums_at(columns_ / 2 + t, m.hidden);
      const StripReading reading = m.decoder->best(sums);
      const float f = reading.score > 0 ? reading.score * reading.score / m.decoder->structure(sums) : 0.0F;
      if (f <= best.fraction) return;
      best = start_at(t, course);
      best.step = t;
      best.fraction = f;
      best.hidden = m.hidden;
      chosen = &m;
    };
    // What covers the strip hides the spine: the stretches with least of it first.
    const std::vector<const Masked*> likeliest = least_spine(place);
    for (const Masked* m : likeliest) look(place, *m);
    if (best.fraction < settings.least_shown - 0.15) continue;
    if (best.fraction < kSureCovered) {  // a short piece of the spine tells its direction badly: the course of all that shows
      const int centre = columns_ / 2 + place, reach = window_ + 2 + tooth_reach_;
      course = find_course(layout.length_mm / 2 - layout.end_mm, centre);
      follow(course, std::max(0, centre - reach), std::min(columns_, centre + reach + 1));
      own_course = true;
      const StripStart before = best;
      const Masked* before_chosen = chosen;
      for (const Masked* m : likeliest) look(place, *m);
      if (best.fraction <= before.fraction) {
        best = before;
        chosen = before_chosen;
        course = course_;
        follow(course, 0, columns_);
        own_course = false;
      }
    }
    for (const int slide : {1, -1, 2, -2}) look(place + slide, *chosen);
    if (best.fraction < settings.least_shown) continue;
    best.readings = chosen->decoder->decode(sums_at(columns_ / 2 + best.step, best.hidden), 4);
    starts.push_back(std::move(best));
  }
  std::sort(starts.begin(), starts.end(), [](const StripStart& a, const StripStart& b) { return a.fraction > b.fraction; });
  if (starts.size() > 2) starts.resize(2);
  return starts;
}

std::vector<const StripAligner::Masked*> StripAligner::least_spine(int place) const {
  const double half = decoder_.profiles().layout().length_mm / 2;
  std::vector<std::pair<float, const Masked*>> order;
  for (const Masked& m : masked_) {
    const auto column = [&](double u) {
      return std::clamp(columns_ / 2 + place + static_cast<int>(std::lround(std::clamp(u, -half, half) / du_)), 0, columns_);
    };
    const int from = column(m.hidden.from), to = std::max(from + 1, column(m.hidden.to));
    order.emplace_back((contrast_sum_[at(std::min(to, columns_))] - contrast_sum_[at(from)]) / static_cast<float>(to - from), &m);
  }
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<const Masked*> out;
  for (std::size_t i = 0; i < std::min(kMasksTried, order.size()); ++i) out.push_back(order[i].second);
  return out;
}

void StripAligner::likely_places(int reach) {
  // How much whiter the spine is than the edges, column by column, and summed.
  const StripLayout& layout = decoder_.profiles().layout();
  contrast_sum_.assign(at(columns_ + 1), 0.0F);
  for (int i = 0; i < columns_; ++i) {
    const Lanes s = inner_[at(i)];
    const float spine = s[0] * spine_across_, edges = (s[3] - s[0] - s[1] - s[2]) * edges_across_;
    contrast_sum_[at(i + 1)] = contrast_sum_[at(i)] + spine - edges;
  }
  const int half = static_cast<int>((layout.length_mm / 2 - layout.end_mm) / du_), cap = std::max(1, static_cast<int>(layout.end_mm / du_));
  const auto mean = [&](int from, int to) {
    from = std::clamp(from, 0, columns_);
    to = std::clamp(to, 0, columns_);
    return to > from ? (contrast_sum_[at(to)] - contrast_sum_[at(from)]) / static_cast<float>(to - from) : 0.0F;
  };
  std::vector<float> score(at(2 * reach + 1));
  float most = 0;
  for (int t = -reach; t <= reach; ++t) {
    const int c = columns_ / 2 + t;
    const float white = mean(c - half, c + half + 1);
    const float caps =
        std::clamp(mean(c - half - cap, c - half), 0.0F, white) + std::clamp(mean(c + half + 1, c + half + 1 + cap), 0.0F, white);
    score[at(t + reach)] = white - 0.2F * caps;
    most = std::max(most, score[at(t + reach)]);
  }
  likely_.assign(score.size(), 0);
  for (std::size_t i = 0; i < score.size(); ++i) likely_[i] = score[i] >= 0.82F * most ? 1 : 0;
}

StripStart StripAligner::start_at(int step, const Course& course) const {
  StripStart start;
  const double u = step * du_, v = course.v0 + course.slope * u;
  start.x_mm = x_mm_ + std::cos(along_) * u - std::sin(along_) * v;
  start.y_mm = y_mm_ + std::sin(along_) * u + std::cos(along_) * v;
  start.along_rad = along_ + std::atan(course.slope);
  return start;
}

/// The course once more, from the whole strip where it seems to lie instead of from the line that was seen; then the words there.
void StripAligner::look_again(StripStart& start) {
  const StripLayout& layout = decoder_.profiles().layout();
  const int centre = columns_ / 2 + start.step;
  const Course course = find_course(layout.length_mm / 2 - layout.end_mm, centre);
  constexpr int kSlide = 2;
  const int reach = window_ + kSlide + tooth_reach_;
  follow(course, std::max(0, centre - reach), std::min(columns_, centre + reach + 1));
  StripStart best;
  for (const int slide : {0, 1, -1, 2, -2}) {
    if (slide == 1 && !soft_ && best.fraction < kHopeless) break;
    const int t = start.step + slide, c = columns_ / 2 + t;
    if (c - window_ < 0 || c + window_ >= columns_) continue;
    const MatchedSums sums = sums_at(c, {});
    const StripReading reading = decoder_.best(sums);
    const float f = reading.score > 0 ? reading.score * reading.score / decoder_.structure(sums) : 0.0F;
    if (f <= best.fraction) continue;
    best = start_at(t, course);
    best.step = t;
    best.fraction = f;
    best.readings = {reading};
  }
  if (best.fraction > start.fraction) start = std::move(best);
}

float StripAligner::promise(const ImageView& picture, const LocalMap& map, const BrightLine& line) {
  const StripLayout& layout = decoder_.profiles().layout();
  const double cx = std::cos(line.angle), cy = std::sin(line.angle);
  const double ax = map.xx * cx + map.xy * cy, ay = map.yx * cx + map.yy * cy, scale = 1 / std::hypot(ax, ay);  // px per mm along
  const double spine = (layout.length_mm - 2 * layout.end_mm) * scale;
  const int window = std::max(4, static_cast<int>(spine));
  const int half = static_cast<int>(std::abs(line.length_px - spine) / 2 + spine / 2 + 1.5 * scale);
  // As the lines were found: a bar where it meets its teeth.
  const auto across = layout.row_range(-1);
  const double middle = layout.kind == StripKind::SideBar ? 0.0 : (across.low + across.high) / 2;
  const double edge = layout.depth_mm / 2 - layout.edge_mm / 2;
  // Pixels of a millimetre across, to the left of the line's direction on the plane.
  const double det = map.xx * map.yy - map.xy * map.yx, c = ax * scale, s = ay * scale;
  const double vx = (-map.yy * s - map.xy * c) / det, vy = (map.xx * c + map.yx * s) / det, one = 1 / std::hypot(vx, vy);
  const std::ptrdiff_t stride = picture.stride;
  const auto offset = [&](double mm) {
    return static_cast<std::ptrdiff_t>(std::lround(vy * mm)) * stride + static_cast<std::ptrdiff_t>(std::lround(vx * mm));
  };
  const std::array<std::ptrdiff_t, 3> lateral{0, offset(one), offset(-one)};
  const std::ptrdiff_t up = offset(edge - middle), down = offset(-edge - middle);
  const int margin = static_cast<int>((edge + std::abs(middle)) / one) + 3;
  ahead_.clear();
  int own = 0, owned = 0;
  for (int at_px = -half; at_px <= half; ++at_px) {
    const int x = static_cast<int>(line.px + cx * at_px + 0.5), y = static_cast<int>(line.py + cy * at_px + 0.5);
    int best = 0;
    if (x >= margin && y >= margin && x < picture.width - margin && y < picture.height - margin) {
      const std::uint8_t* p = picture.row(y) + x;
      for (const std::ptrdiff_t l : lateral) {
        const std::uint8_t* q = p + l;
        best = std::max(best, q[0] - std::max(q[up], q[down]));
      }
    }
    if (2 * std::abs(at_px) < static_cast<int>(line.length_px)) own += best, ++owned;
    ahead_.push_back(best);
  }
  if (own <= 0) return 0;
  int inside = 0, most = 0;
  for (std::size_t i = 0; i < ahead_.size(); ++i) {
    inside += 4 * ahead_[i] * owned > own ? 1 : 0;
    if (i >= at(window)) inside -= 4 * ahead_[i - at(window)] * owned > own ? 1 : 0;
    most = std::max(most, inside);
  }
  return static_cast<float>(most) / static_cast<float>(window);
}

std::vector<StripStart> StripAligner::align(const ImageView& picture, const LocalMap& map, const BrightLine& line,
                                            const AlignSettings& settings) {
  const StripLayout& layout = decoder_.profiles().layout();
  // The line's direction and length on the plane.
  const double cx = std::cos(line.angle), cy = std::sin(line.angle);
  const double mx = map.xx * cx + map.xy * cy, my = map.yx * cx + map.yy * cy;
  const double along = std::atan2(my, mx);
  const double length = line.length_px * std::hypot(mx, my);
  const double spine = layout.length_mm - 2 * layout.end_mm;
  const double slide = std::abs(length - spine) / 2 + 1.5;
  LocalMap centred = map;
  lay_out(picture, centred, along, layout.length_mm / 2 + kDecodeMarginMm + slide + 2 * du_);
  course_ = find_course(std::min(length, spine) / 2, columns_ / 2);
  along_ = along;
  x_mm_ = map.x_mm;
  y_mm_ = map.y_mm;
  reach_ = -1;
  std::vector<StripStart> starts;
  if (course_.contrast < settings.least_contrast) return starts;
  follow(course_, 0, columns_);
  const int reach = static_cast<int>(std::ceil(slide / du_));
  reach_ = reach;
  // Every second place first; a word shows from half a tooth away. The neighbours of a promising one follow.
  std::vector<float>& fraction = fraction_;
  fraction.assign(at(2 * reach + 1), -1.0F);
  std::vector<StripReading> readings(fraction.size());
  likely_places(reach);
  const auto look = [&](int t) {
    const int centre = columns_ / 2 + t;
    if (std::abs(t) > reach || !likely_[at(t + reach)] || fraction[at(t + reach)] >= 0 || centre - window_ < 0 ||
        centre + window_ >= columns_)
      return;
    const MatchedSums sums = sums_at(centre, {});
    readings[at(t + reach)] = decoder_.best(sums);
    const float score = readings[at(t + reach)].score;
    fraction[at(t + reach)] = score > 0 ? score * score / decoder_.structure(sums) : 0.0F;
  };
  for (int t = -(reach / 2) * 2; t <= reach; t += 2) look(t);
  for (int t = -(reach / 2) * 2; t <= reach; t += 2) {
    if (fraction[at(t + reach)] < 0.8F * static_cast<float>(settings.least_fraction)) continue;
    look(t - 1);
    look(t + 1);
  }
  for (int t = -reach; t <= reach; ++t) {
    const float f = fraction[at(t + reach)];
    if (f < settings.least_fraction) continue;
    if (t > -reach && fraction[at(t + reach - 1)] > f) continue;
    if (t < reach && fraction[at(t + reach + 1)] >= f) continue;
    StripStart start = start_at(t, course_);
    start.fraction = f;
    start.step = t;
    start.readings = {readings[at(t + reach)]};
    starts.push_back(start);
  }
  std::sort(starts.begin(), starts.end(), [](const StripStart& a, const StripStart& b) { return a.fraction > b.fraction; });
  if (static_cast<int>(starts.size()) > settings.most_starts) starts.resize(at(settings.most_starts));
  for (StripStart& start : starts)
    if (start.fraction < settings.sure_fraction) look_again(start);
  std::erase_if(starts, [&](const StripStart& s) { return s.fraction < (soft_ ? settings.least_again_soft : settings.least_again); });
  return starts;
}

}  // namespace polemarch::vision
