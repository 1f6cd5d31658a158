#include "vision/detect/strips/align/strip_align.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace polemarch::vision {
namespace {

constexpr double kLeastFraction = 0.5;                      // of the structure that the best word must explain; more is faster, less finds
                                                            // more of what something touches
constexpr float kSureFraction = 0.6F;                       // a place that explains less is looked at again with a course of its own
constexpr float kLeastAgain = 0.55F;                        // what it must explain then; more is faster
constexpr int kMostStarts = 3;                              // places kept per line
constexpr LeastLead kCourseLead{1.85F, 2.2F, 0.6F, 1.35F};  // of the strip's course once the line is laid out: more is faster
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

StripAligner::StripAligner(const StripDecoder& decoder, double scale)
    : decoder_(decoder),
      scout_(decoder.profiles()),
      grid_(decoder.profiles().layout(), scale),
      courses_(decoder.profiles().layout(), grid_),
      sums_(decoder.profiles(), grid_),
      covered_(decoder, grid_, courses_, sums_) {}

/// Lays the picture out along a line and finds the strip's course there. How far along a strip's middle may lie, mm to each side.
double StripAligner::lay_out(const ImageView& picture, const LocalMap& map, const BrightLine& line) {
  const StripLayout& layout = decoder_.profiles().layout();
  // The line's direction and length on the plane.
  const double cx = std::cos(line.angle), cy = std::sin(line.angle);
  const double mx = map.xx * cx + map.xy * cy, my = map.yx * cx + map.yy * cy;
  const double length = line.length_px * std::sqrt(mx * mx + my * my);
  const double spine = layout.length_mm - 2 * layout.end_mm;
  const double mm_per_px = length / line.length_px;
  // Laid out round the middle of the places where most of a strip would show.
  const LikelyStretch& likely = scout_.likely();
  const double ahead_px = (likely.low_px + likely.high_px) / 2;
  const double slide = (likely.high_px - likely.low_px) / 2 * mm_per_px + (scout_.soft() ? kSlideSoftMm : kSlideMm);
  grid_.lay_out(picture, map.moved(cx * ahead_px, cy * ahead_px), std::atan2(my, mx),
                layout.length_mm / 2 + kDecodeMarginMm + slide + 2 * grid_.du);
  const auto column = [&](double px) { return grid_.middle() + static_cast<int>(std::lround(px * mm_per_px / grid_.du)); };
  line_.course = courses_.find(std::min(length, spine) / 2, std::clamp(column(-ahead_px), 0, grid_.columns - 1));
  if (length < kShort * spine) {  // a short line tells its direction badly: all that goes on from it tells more
    const Course longer = courses_.find(spine / 2, column(likely.middle_px - ahead_px));
    if (longer.contrast > kStillThere * line_.course.contrast) line_.course = longer;
  }
  return slide;
}

void StripAligner::find_likely_places() {
  // How much whiter the spine is than the edges, column by column, and summed.
  const StripLayout& layout = decoder_.profiles().layout();
  const int columns = grid_.columns, reach = line_.reach;
  std::vector<float>& sum = line_.contrast_sum;
  sum.assign(at(columns + 1), 0.0F);
  for (int i = 0; i < columns; ++i) {
    const GridSums::Levels levels = sums_.levels(line_.followed.inner[at(i)]);
    sum[at(i + 1)] = sum[at(i)] + levels.spine - levels.edges;
  }
  const int half = static_cast<int>((layout.length_mm / 2 - layout.end_mm) / grid_.du),
            cap = std::max(1, static_cast<int>(layout.end_mm / grid_.du));
  const auto mean = [&](int from, int to) {
    from = std::clamp(from, 0, columns);
    to = std::clamp(to, 0, columns);
    return to > from ? (sum[at(to)] - sum[at(from)]) / static_cast<float>(to - from) : 0.0F;
  };
  std::vector<float> score(at(2 * reach + 1));
  float most = 0;
  for (int t = -reach; t <= reach; ++t) {
    const int c = grid_.middle() + t;
    const float white = mean(c - half, c + half + 1);
    const float caps =
        std::clamp(mean(c - half - cap, c - half), 0.0F, white) + std::clamp(mean(c + half + 1, c + half + 1 + cap), 0.0F, white);
    score[at(t + reach)] = white - 0.2F * caps;
    most = std::max(most, score[at(t + reach)]);
  }
  line_.likely.assign(score.size(), 0);
  const float least = scout_.covered_wanted() ? kLikelyCovered : kLikely;
  for (std::size_t i = 0; i < score.size(); ++i) line_.likely[i] = score[i] >= least * most ? 1 : 0;
}

/// The best word at every likely place, and what it explains. Every second place first; a word shows from half a tooth away. The neighbours
/// of a promising one follow.
std::vector<StripReading> StripAligner::read_places() {
  const int reach = line_.reach;
  std::vector<float>& fraction = line_.fraction;
  fraction.assign(at(2 * reach + 1), -1.0F);
  std::vector<StripReading> readings(fraction.size());
  const auto look = [&](int t) {
    const int centre = grid_.middle() + t;
    if (std::abs(t) > reach || !line_.likely[at(t + reach)] || fraction[at(t + reach)] >= 0 || !sums_.holds(centre)) return;
    const MatchedSums sums = sums_.sums_at(line_.followed, centre, {});
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
  return readings;
}

/// Places that explain enough, and more than those beside them.
std::vector<StripStart> StripAligner::peaks(const std::vector<StripReading>& readings) const {
  std::vector<StripStart> starts;
  for (int t = -line_.reach; t <= line_.reach; ++t) {
    const float before = line_.fraction_at(t - 1), f = line_.fraction_at(t), after = line_.fraction_at(t + 1);
    if (f < kLeastFraction || before > f || after >= f) continue;
    StripStart start = start_at(grid_, t + peak_between(before, f, after), line_.course);
    start.fraction = f;
    start.step = t;
    start.readings = {readings[at(t + line_.reach)]};
    starts.push_back(start);
  }
  return starts;
}

/// The course once more, from the whole strip where it seems to lie instead of from the line that was seen; then the words there.
void StripAligner::look_again(StripStart& start) {
  const StripLayout& layout = decoder_.profiles().layout();
  const int centre = grid_.middle() + start.step;
  const Course course = courses_.find(layout.length_mm / 2 - layout.end_mm, centre);
  constexpr int kSlide = 2;
  sums_.follow_near(course, centre, kSlide, of_place_);
  StripStart best;
  std::array<float, 5> of;
  of.fill(-1);
  for (const int slide : {0, 1, -1, 2, -2}) {
    if (slide == 1 && !scout_.soft() && best.fraction < kHopeless) break;
    const int t = start.step + slide, c = grid_.middle() + t;
    if (!sums_.holds(c)) continue;
    const MatchedSums sums = sums_.sums_at(of_place_, c, {});
    const StripReading reading = decoder_.best(sums);
    const float f = reading.score > 0 ? reading.score * reading.score / decoder_.structure(sums) : 0.0F;
    of[at(slide + 2)] = f;
    if (f <= best.fraction) continue;
    best = start_at(grid_, t, course);
    best.step = t;
    best.fraction = f;
    best.readings = {reading};
  }
  if (const int slide = best.step - start.step; best.fraction > 0 && std::abs(slide) < 2) {
    const StripStart between = start_at(grid_, best.step + peak_between(of[at(slide + 1)], of[at(slide + 2)], of[at(slide + 3)]), course);
    best.x_mm = between.x_mm;
    best.y_mm = between.y_mm;
  }
  if (best.fraction > start.fraction) start = std::move(best);
}

std::vector<StripStart> StripAligner::align(const ImageView& picture, const LocalMap& map, const BrightLine& line, float least_contrast) {
  line_.reach = -1;
  const double slide = lay_out(picture, map, line);
  if (line_.course.contrast < std::max(least_contrast, scout_.edge_scatter() * scout_.least_lead(kCourseLead))) return {};
  line_.reach = static_cast<int>(std::ceil(slide / grid_.du));
  sums_.follow(line_.course, 0, grid_.columns, line_.followed);
  find_likely_places();
  const std::vector<StripReading> readings = read_places();
  std::vector<StripStart> starts = peaks(readings);
  keep_best(starts, kMostStarts);
  for (StripStart& start : starts)
    if (start.fraction < kSureFraction) look_again(start);
  std::erase_if(starts, [&](const StripStart& s) { return s.fraction < kLeastAgain; });
  return starts;
}

}  // namespace polemarch::vision
