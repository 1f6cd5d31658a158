#include "vision/detect/strips/align/strip_align.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "vision/detect/strips/align/strip_sampling.hpp"
#include "vision/pixels/index.hpp"

namespace polemarch::vision {
namespace {

constexpr double kLeastFraction = 0.5;                      // of the structure that the best word must explain; more is faster, less finds
                                                            // more of what something touches
constexpr float kSureFraction = 0.6F;                       // a place that explains less is looked at again with a course of its own
constexpr float kLeastAgain = 0.55F;                        // what it must explain then; more is faster
constexpr int kMostStarts = 3;                              // places kept per line
constexpr LeastLead kCourseLead{1.85F, 2.2F, 0.6F, 1.35F};  // of the strip's course once the line is laid out: more is faster
constexpr double kLateral = 1.5;                            // mm the strip's middle may lie beside the line
constexpr double kSoftSpine = 1.2;                          // a spine narrower than so many standard deviations of the blur is a soft line
constexpr float kWorthNeighbours = 0.8F;                    // of the least fraction: a place that explains less has its neighbours left out
constexpr double kShort = 0.75;                        // of the spine's length: a shorter line is looked at beyond its ends for its course
constexpr double kSlideMm = 0.75, kSlideSoftMm = 1.5;  // looked at beyond the likely places to each side
constexpr float kLikely = 0.9F, kLikelyCovered = 0.82F;  // of the most spine anywhere: places that have less are not looked at
constexpr float kStillThere = 0.7F;                      // of the line's contrast that is left when what goes on is taken in
constexpr float kHopeless = 0.42F;  // share of the structure explained at a place, under which its neighbours are not asked

/// Where between three neighbouring places a parabola through their shares has its peak, in steps from the middle one. Shares of places
/// that were not looked at are negative.
double peak_between(float before, float here, float after) {
  const float bend = 2 * here - before - after;
  if (before < 0 || after < 0 || bend <= 0) return 0;
  return std::clamp(0.5 * static_cast<double>((after - before) / bend), -0.5, 0.5);
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
  rows_ = 2 * static_cast<int>((layout.depth_mm / 2 + lateral) / dv_) + 1;
  const int middle_row = rows_ / 2;
  v_low_ = -dv_ * middle_row;
  shifts_ = static_cast<int>(lateral / dv_);
  soft_ = layout.spine_mm < kSoftSpine * decoder.profiles().blur().across_mm;
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
  kernel_from_ = rows_;
  kernel_to_ = 0;
  const double margin = layout.depth_mm / 2 + kDecodeMarginMm;
  for (int phase = 0; phase < kPhases; ++phase) {
    for (int j = 0; j < rows_; ++j) {
      const double v = v_low_ + dv_ * (j - static_cast<double>(phase) / kPhases);
      // The share of the row's cell that lies within the margin.
      const Lanes inner = decoder.profiles().across().read(static_cast<float>(v)).value;
      const auto step = static_cast<float>(std::clamp(margin + dv_ / 2 - std::abs(v), 0.0, dv_)) * print_weight(inner[3]);
      float* k = kernel_.data() + at(phase * rows_ + j) * 8;
      for (int lane = 0; lane < 4; ++lane) k[lane] = inner[lane] * step;
      k[4] = k[7] = step;
      if (step > 0) {
        kernel_from_ = std::min(kernel_from_, j);
        kernel_to_ = std::max(kernel_to_, j + 1);
      }
      (v > 0 ? k[5] : k[6]) = (1 - inner[3]) * step;
    }
  }
  double spine_all = 0, edges_all = 0;
  constexpr double kSlice = 0.05;  // mm
  for (int slice = 0; slice * kSlice < 2 * margin; ++slice) {
    const double v = slice * kSlice - margin;
    const Lanes value = decoder.profiles().across().read(static_cast<float>(v)).value;
    const float weight = print_weight(value[3]);
    spine_all += kSlice * static_cast<double>(weight * value[0]);
    edges_all += kSlice * static_cast<double>(weight * (value[3] - value[0] - value[1] - value[2]));
  }
  spine_across_ = static_cast<float>(1 / spine_all);
  edges_across_ = static_cast<float>(1 / std::max(0.05, edges_all));
  tooth_reach_ = static_cast<int>((layout.pitch_mm / 2 + 3 * blur.along_mm) / du_);
  for (int k = -tooth_reach_; k <= tooth_reach_; ++k) tooth_.push_back(static_cast<float>(decoder.profiles().tooth(k * du_) * du_));
  const double half_window = layout.length_mm / 2 + kDecodeMarginMm;
  window_ = static_cast<int>(std::ceil((half_window - du_ / 2) / du_));
  for (int k = -window_; k <= window_; ++k) {
    const double u = k * du_;
    const double inside = blurred_box(-layout.length_mm / 2, layout.length_mm / 2, blur.along_mm, u);
    share_.push_back(static_cast<float>(std::clamp(half_window + du_ / 2 - std::abs(u), 0.0, du_) / du_) *
                     print_weight(static_cast<float>(inside)));
    const float cell = share_.back() * static_cast<float>(du_);
    const auto spine_there =
        static_cast<float>(blurred_box(-layout.length_mm / 2 + layout.end_mm, layout.length_mm / 2 - layout.end_mm, blur.along_mm, u));
    counts_.insert(counts_.end(), {spine_there * cell, 0, 0, static_cast<float>(1 - inside) * cell, cell, cell, cell, cell});
  }
}

void StripAligner::lay_out(const ImageView& picture, const LocalMap& map, double along, double half_length) {
  columns_ = 2 * static_cast<int>(std::ceil(half_length / du_)) + 1;
  const int middle_column = columns_ / 2;
  u_low_ = -du_ * middle_column;
  grid_.resize(at(columns_ * rows_));
  const double det = map.xx * map.yy - map.xy * map.yx;
  const double c = std::cos(along), s = std::sin(along);
  // Pixels per mm along u and v, first order.
  const double ux = (map.yy * c - map.xy * s) / det, uy = (map.xx * s - map.yx * c) / det;
  const double vx = (-map.yy * s - map.xy * c) / det, vy = (map.xx * c + map.yx * s) / det;
  const auto f = [](double value) { return static_cast<float>(value); };
  // Less the level along the middle: sums of large numbers would drown the structure.
  float* out = grid_.data();
  sample_ray(picture, {f(map.px + ux * u_low_), f(map.py + uy * u_low_), f(ux * du_), f(uy * du_)}, columns_, 0, out);
  const float offset = std::accumulate(out, out + columns_, 0.0F) / static_cast<float>(columns_);
  const Ray first{f(map.px + ux * u_low_ + vx * v_low_), f(map.py + uy * u_low_ + vy * v_low_), f(vx * dv_), f(vy * dv_)};
  sample_rays(picture, first, f(ux * du_), f(uy * du_), columns_, rows_, offset, out);
}

void StripAligner::likely_places(int reach) {
  // How much whiter the spine is than the edges, column by column, and summed.
  const StripLayout& layout = decoder_.profiles().layout();
  contrast_sum_.assign(at(columns_ + 1), 0.0F);
  for (int i = 0; i < columns_; ++i) {
    const Lanes s = of_line_.inner[at(i)];
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
  for (std::size_t i = 0; i < score.size(); ++i) likely_[i] = score[i] >= (covered_wanted_ ? kLikelyCovered : kLikely) * most ? 1 : 0;
}

StripStart StripAligner::start_at(double step, const Course& course) const {
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
  follow(course, std::max(0, centre - reach), std::min(columns_, centre + reach + 1), of_place_);
  followed_ = &of_place_;
  StripStart best;
  std::array<float, 5> of;
  of.fill(-1);
  for (const int slide : {0, 1, -1, 2, -2}) {
    if (slide == 1 && !soft_ && best.fraction < kHopeless) break;
    const int t = start.step + slide, c = columns_ / 2 + t;
    if (c - window_ < 0 || c + window_ >= columns_) continue;
    const MatchedSums sums = sums_at(c, {});
    const StripReading reading = decoder_.best(sums);
    const float f = reading.score > 0 ? reading.score * reading.score / decoder_.structure(sums) : 0.0F;
    of[at(slide + 2)] = f;
    if (f <= best.fraction) continue;
    best = start_at(t, course);
    best.step = t;
    best.fraction = f;
    best.readings = {reading};
  }
  followed_ = &of_line_;
  if (const int slide = best.step - start.step; best.fraction > 0 && std::abs(slide) < 2) {
    const StripStart between = start_at(best.step + peak_between(of[at(slide + 1)], of[at(slide + 2)], of[at(slide + 3)]), course);
    best.x_mm = between.x_mm;
    best.y_mm = between.y_mm;
  }
  if (best.fraction > start.fraction) start = std::move(best);
}

std::vector<StripStart> StripAligner::align(const ImageView& picture, const LocalMap& map, const BrightLine& line, float least_contrast) {
  const StripLayout& layout = decoder_.profiles().layout();
  // The line's direction and length on the plane.
  const double cx = std::cos(line.angle), cy = std::sin(line.angle);
  const double mx = map.xx * cx + map.xy * cy, my = map.yx * cx + map.yy * cy;
  const double along = std::atan2(my, mx);
  const double length = line.length_px * std::sqrt(mx * mx + my * my);
  const double spine = layout.length_mm - 2 * layout.end_mm;
  const double mm_per_px = length / line.length_px;
  // Laid out round the middle of the places where most of a strip would show.
  const double ahead_px = (likely_low_px_ + likely_high_px_) / 2;
  const double slide = (likely_high_px_ - likely_low_px_) / 2 * mm_per_px + (soft_ ? kSlideSoftMm : kSlideMm);
  const LocalMap centred = map.moved(cx * ahead_px, cy * ahead_px);
  lay_out(picture, centred, along, layout.length_mm / 2 + kDecodeMarginMm + slide + 2 * du_);
  const auto column = [&](double px) { return columns_ / 2 + static_cast<int>(std::lround(px * mm_per_px / du_)); };
  course_ = find_course(std::min(length, spine) / 2, std::clamp(column(-ahead_px), 0, columns_ - 1));
  if (length < kShort * spine) {  // a short line tells its direction badly: all that goes on from it tells more
    const Course longer = find_course(spine / 2, column(likely_middle_px_ - ahead_px));
    if (longer.contrast > kStillThere * course_.contrast) course_ = longer;
  }
  along_ = along;
  x_mm_ = centred.x_mm;
  y_mm_ = centred.y_mm;
  reach_ = -1;
  std::vector<StripStart> starts;
  if (course_.contrast < std::max(least_contrast, edge_scatter_ * least_lead(kCourseLead))) return starts;
  follow(course_, 0, columns_, of_line_);
  followed_ = &of_line_;
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
    const float f = fraction[at(t + reach)];
    if (f < kWorthNeighbours * static_cast<float>(kLeastFraction)) continue;
    if ((t - 2 >= -reach && fraction[at(t - 2 + reach)] > f) || (t + 2 <= reach && fraction[at(t + 2 + reach)] > f)) continue;
    look(t - 1);
    look(t + 1);
  }
  for (int t = -reach; t <= reach; ++t) {
    const float f = fraction[at(t + reach)];
    if (f < kLeastFraction) continue;
    if (t > -reach && fraction[at(t + reach - 1)] > f) continue;
    if (t < reach && fraction[at(t + reach + 1)] >= f) continue;
    const auto beside = [&](int k) { return std::abs(k) <= reach ? fraction[at(k + reach)] : -1.0F; };
    StripStart start = start_at(t + peak_between(beside(t - 1), f, beside(t + 1)), course_);
    start.fraction = f;
    start.step = t;
    start.readings = {readings[at(t + reach)]};
    starts.push_back(start);
  }
  std::sort(starts.begin(), starts.end(), [](const StripStart& a, const StripStart& b) { return a.fraction > b.fraction; });
  if (static_cast<int>(starts.size()) > kMostStarts) starts.resize(at(kMostStarts));
  for (StripStart& start : starts)
    if (start.fraction < kSureFraction) look_again(start);
  std::erase_if(starts, [&](const StripStart& s) { return s.fraction < kLeastAgain; });
  return starts;
}

}  // namespace polemarch::vision
