#include "vision/detect/strips/align/strip_align_covered.hpp"

#include <algorithm>
#include <cmath>

#include "vision/pixels/index.hpp"

namespace polemarch::vision {
namespace {

constexpr std::size_t kCoveredPlaces = 6;
constexpr double kWorthACourse = 0.14;  // under the least share that must be explained: less, and no course of its own is tried
constexpr float kSureCovered = 0.78F;   // share explained by what shows, under which the course is sought again
constexpr std::size_t kMasksTried = 4;  // of the eight stretches that may be hidden
constexpr std::size_t kFirstMasks = 2;  // tried anyway
constexpr double kLeastCoveredFraction =
    0.3;                              // of the structure that the best word must explain where a covered strip may lie, all of it looked at
constexpr double kLeastShown = 0.62;  // the same over the part that shows
constexpr float kWorthMoreMasks = 0.45F;  // share explained without one of those, under which the others are not tried

/// Where the whole strip was likeliest it is likeliest covered too.
std::vector<int> likely_places(const LineLaidOut& line) {
  const auto fraction = [&](int t) { return line.fraction_at(t); };
  std::vector<int> places;
  for (int t = -line.reach; t <= line.reach; ++t) {
    if (fraction(t) >= static_cast<float>(kLeastCoveredFraction) && fraction(t - 1) <= fraction(t) && fraction(t + 1) < fraction(t))
      places.push_back(t);
  }
  std::sort(places.begin(), places.end(), [&](int a, int b) { return fraction(a) > fraction(b); });
  if (places.size() > kCoveredPlaces) places.resize(kCoveredPlaces);
  return places;
}

}  // namespace

void CoveredAligner::make_masks(const CodeBook& book) {
  if (!masked_.empty()) return;
  const StripLayout& layout = decoder_.profiles().layout();
  // Every stretch of 30 % in steps of 10 %: whatever lies over a fifth of the strip is inside one of them.
  for (int i = 0; i <= 7; ++i) {
    const double from = layout.length_mm * (-0.5 + 0.1 * i), to = from + 0.3 * layout.length_mm;
    const StripHidden hidden{i == 0 ? -layout.length_mm : from, i == 7 ? layout.length_mm : to};
    masked_.push_back({hidden, std::make_shared<StripDecoder>(layout, book, decoder_.profiles().blur(), hidden)});
  }
}

/// The stretches of a strip at `place` that show least of its spine: what covers the strip hides the spine.
std::vector<const CoveredAligner::Masked*> CoveredAligner::least_spine(const LineLaidOut& line, int place) const {
  const double half = decoder_.profiles().layout().length_mm / 2;
  std::vector<std::pair<float, const Masked*>> order;
  for (const Masked& m : masked_) {
    const auto column = [&](double u) {
      return std::clamp(grid_.middle() + place + static_cast<int>(std::lround(std::clamp(u, -half, half) / grid_.du)), 0, grid_.columns);
    };
    const int from = column(m.hidden.from), to = std::max(from + 1, column(m.hidden.to));
    order.emplace_back((line.contrast_sum[at(std::min(to, grid_.columns))] - line.contrast_sum[at(from)]) / static_cast<float>(to - from),
                       &m);
  }
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<const Masked*> out;
  for (std::size_t i = 0; i < std::min(kMasksTried, order.size()); ++i) out.push_back(order[i].second);
  return out;
}

/// The likeliest start near `place`; one without readings where too little is explained.
StripStart CoveredAligner::start_at_place(const LineLaidOut& line, int place) {
  StripStart best;
  const Masked* chosen = nullptr;
  Course course = line.course;
  const Followed* followed = &line.followed;
  const auto look = [&](int t, const Masked& m) {
    const int centre = grid_.middle() + t;
    if (!sums_.holds(centre)) return;
    const MatchedSums sums = sums_.sums_at(*followed, centre, m.hidden);
    const StripReading reading = m.decoder->best(sums);
    const float f = reading.score > 0 ? reading.score * reading.score / m.decoder->structure(sums) : 0.0F;
    if (f <= best.fraction) return;
    best = start_at(grid_, t, course);
    best.step = t;
    best.fraction = f;
    best.hidden = m.hidden;
    chosen = &m;
  };
  const std::vector<const Masked*> likeliest = least_spine(line, place);
  for (std::size_t i = 0; i < likeliest.size() && (i < kFirstMasks || best.fraction >= kWorthMoreMasks); ++i) look(place, *likeliest[i]);
  if (best.fraction < kLeastShown - kWorthACourse) return {};
  if (best.fraction < kSureCovered) {  // a short piece of the spine tells its direction badly: the course of all that shows
    const StripLayout& layout = decoder_.profiles().layout();
    const int centre = grid_.middle() + place;
    course = courses_.find(layout.length_mm / 2 - layout.end_mm, centre);
    sums_.follow_near(course, centre, 2, of_place_);
    followed = &of_place_;
    const StripStart before = best;
    const Masked* before_chosen = chosen;
    for (const Masked* m : likeliest) look(place, *m);
    if (best.fraction <= before.fraction) {
      best = before;
      chosen = before_chosen;
      course = line.course;
      followed = &line.followed;
    }
  }
  for (const int slide : {1, -1, 2, -2}) look(place + slide, *chosen);
  if (best.fraction < kLeastShown) return {};
  best.readings = chosen->decoder->decode(sums_.sums_at(*followed, grid_.middle() + best.step, best.hidden), 4);
  return best;
}

std::vector<StripStart> CoveredAligner::places(const LineLaidOut& line, const CodeBook& book) {
  make_masks(book);
  std::vector<StripStart> starts;
  for (const int place : likely_places(line)) {
    StripStart start = start_at_place(line, place);
    if (!start.readings.empty()) starts.push_back(std::move(start));
  }
  keep_best(starts, 2);
  return starts;
}

}  // namespace polemarch::vision
