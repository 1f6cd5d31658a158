/// StripAligner: places of strips that something partly covers.
#include <algorithm>
#include <cmath>

#include "vision/detect/strips/align/strip_align.hpp"
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

}  // namespace

std::vector<StripStart> StripAligner::align_covered(const CodeBook& book) {
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
  // Where the whole strip was likeliest it is likeliest covered too.
  const auto fraction = [&](int t) { return std::abs(t) <= reach_ ? fraction_[at(t + reach_)] : -1.0F; };
  std::vector<int> places;
  for (int t = -reach_; t <= reach_; ++t) {
    if (fraction(t) >= static_cast<float>(kLeastCoveredFraction) && fraction(t - 1) <= fraction(t) && fraction(t + 1) < fraction(t))
      places.push_back(t);
  }
  std::sort(places.begin(), places.end(), [&](int a, int b) { return fraction(a) > fraction(b); });
  if (places.size() > kCoveredPlaces) places.resize(kCoveredPlaces);
  for (const int place : places) {
    StripStart best;
    const Masked* chosen = nullptr;
    Course course = course_;
    followed_ = &of_line_;
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
    for (std::size_t i = 0; i < likeliest.size() && (i < kFirstMasks || best.fraction >= kWorthMoreMasks); ++i) look(place, *likeliest[i]);
    if (best.fraction < kLeastShown - kWorthACourse) continue;
    if (best.fraction < kSureCovered) {  // a short piece of the spine tells its direction badly: the course of all that shows
      const int centre = columns_ / 2 + place, reach = window_ + 2 + tooth_reach_;
      course = find_course(layout.length_mm / 2 - layout.end_mm, centre);
      follow(course, std::max(0, centre - reach), std::min(columns_, centre + reach + 1), of_place_);
      followed_ = &of_place_;
      const StripStart before = best;
      const Masked* before_chosen = chosen;
      for (const Masked* m : likeliest) look(place, *m);
      if (best.fraction <= before.fraction) {
        best = before;
        chosen = before_chosen;
        course = course_;
        followed_ = &of_line_;
      }
    }
    for (const int slide : {1, -1, 2, -2}) look(place + slide, *chosen);
    if (best.fraction < kLeastShown) continue;
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

}  // namespace polemarch::vision
