#include "vision/detect/detector.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#ifdef POLEMARCH_TRACE_READINGS
#include <cstdio>
#endif

namespace polemarch::vision {

struct SquareDetector::Inside {
  WordBook book;
  DetectSettings settings;
  PieceFinder finder;
  DetectCounts counts;

  std::optional<Detection> read(const ImageView& gray, const Quad& start);
  bool looks_like_border(const ImageView& gray, const Quad& quad) const;
};

SquareDetector::SquareDetector(Dictionary dictionary, DetectSettings settings)
    : inside_(new Inside{WordBook(std::move(dictionary)), std::move(settings), {}, {}}) {}
SquareDetector::~SquareDetector() = default;
SquareDetector::SquareDetector(SquareDetector&&) noexcept = default;
SquareDetector& SquareDetector::operator=(SquareDetector&&) noexcept = default;

const Dictionary& SquareDetector::dictionary() const { return inside_->book.dictionary(); }
const DetectCounts& SquareDetector::counts() const { return inside_->counts; }
std::optional<Detection> SquareDetector::read_quad(const ImageView& gray, const Quad& start) { return inside_->read(gray, start); }

/// Quick look before any fit: the border modules are darker than what lies outside, nearly everywhere.
bool SquareDetector::Inside::looks_like_border(const ImageView& gray, const Quad& quad) const {
  const int modules = book.dictionary().side + 2;
  const Homography map = unit_square_to(quad);
  const double in = 0.5 / modules, out = -0.6 / modules;
  int good = 0, all = 0;
  double inside_sum = 0, inside_squares = 0, outside_sum = 0;
  for (int side = 0; side < 4; ++side) {
    for (int i = 0; i < modules; ++i) {
      const double along = (i + 0.5) / modules;
      const auto at = [&](double depth) {
        const double u = side == 0 ? along : side == 1 ? 1 - depth : side == 2 ? 1 - along : depth;
        const double v = side == 0 ? depth : side == 1 ? along : side == 2 ? 1 - depth : 1 - along;
        const PixelPoint p = map.map(u, v);
        return sample(gray, p.x, p.y);
      };
      const double ink = at(in), paper = at(out);
      inside_sum += ink;
      inside_squares += ink * ink;
      outside_sum += paper;
      good += paper > ink + 0.4 * settings.identity.least_gain ? 1 : 0;
      ++all;
    }
  }
  const double mean = inside_sum / all;
  const double spread = std::sqrt(std::max(0.0, inside_squares / all - mean * mean));
  const double contrast = outside_sum / all - mean;
  return good >= 0.75 * all && contrast > 0.6 * settings.identity.least_gain &&
         spread < (length(quad[1] - quad[0]) > 3.5 * modules ? 0.4 : 0.55) * contrast;
}

std::optional<Detection> SquareDetector::Inside::read(const ImageView& gray, const Quad& start) {
  const int side = book.dictionary().side;
  const IdentitySettings& must = settings.identity;
  ++counts.fits;
  ModuleFitSettings first = settings.modules;
  first.most_samples = std::max(settings.blind_samples, 8 * (side * side + 16));
  const auto blind = fit_blind(gray, start, side, first);
  if (!blind) return std::nullopt;
  const auto reading = book.read(*blind);
  if (!reading || reading->gain < 0.7 * must.least_gain) return std::nullopt;
  ++counts.readings;
  const int strong = std::clamp(book.dictionary().min_distance - 4, 0, 12);
  if (must.covered_errors > 0 && strong >= 5 && reading->gain >= must.least_gain) {
    int errors = 0;
    for (int i = 0; i < reading->bits; ++i) {
      const bool white = ((reading->seen_word >> (reading->bits - 1 - i)) & 1U) != 0;
      errors += (blind->values[static_cast<std::size_t>(i) + 1] > blind->black + 0.5 * reading->gain) != white ? 1 : 0;
    }
    if (errors > 0 && errors <= must.covered_errors && reading->runner_up > 1.5 * reading->misfit) {
      Detection d;
      d.marker = {reading->number};
      d.margin = (reading->runner_up - reading->misfit) / (2 * blind->rms * blind->rms + 2);
      for (std::size_t k = 0; k < 4; ++k) d.corners[k] = blind->quad[(k + static_cast<std::size_t>(reading->turn)) % 4];
      return d;
    }
  }
  const auto known = fit_known(gray, blind->quad, side, reading->seen_word, blind->blur, settings.modules);
  if (!known) return std::nullopt;
  const double gain = std::max(1.0, known->gain);
  const double noise = std::max({known->rms, must.noise_floor * gain, 1.0});
  const double lead = (reading->runner_up - reading->misfit) / (2 * noise * noise);
  const double residual = known->rms / gain;
  double quiet = 1e9;
  for (const double level : known->outside) quiet = std::min(quiet, (level - known->black) / gain);
  double squares = 0, worst = 0;  // how far the free module values lie from plain ink and paper
  for (int i = 0; i < reading->bits; ++i) {
    const double want = ((reading->seen_word >> (reading->bits - 1 - i)) & 1U) != 0 ? 1.0 : 0.0;
    const double off = (blind->values[static_cast<std::size_t>(i) + 1] - known->black) / gain - want;
    squares += off * off;
    worst = std::max(worst, want > 0.5 ? -off : off);
  }
  const double deviation = std::sqrt(squares / reading->bits);
  const double ratio = reading->runner_up / std::max(1e-9, reading->misfit);
#ifdef POLEMARCH_TRACE_READINGS
  const PixelPoint at = 0.25 * (known->quad[0] + known->quad[1] + known->quad[2] + known->quad[3]);
  std::fprintf(stderr,
               "READ id %d x %.0f y %.0f module %.2f gain %.1f residual %.4f lead %.1f quiet %.2f blur %.2f dev %.3f worst %.3f ru %.3f\n",
               reading->number, at.x, at.y, std::sqrt(signed_area(known->quad)) / (side + 2), known->gain, residual, lead, quiet,
               known->blur, deviation, worst, ratio);
#endif
  if (known->gain < must.least_gain || residual > must.most_residual + must.residual_per_bit * strong) return std::nullopt;
  const bool blurred = strong >= 5 && residual < must.blurred_residual && ratio > must.blurred_ratio && deviation < must.blurred_deviation;
  if (!blurred && (deviation > must.most_deviation || worst > must.most_single + must.single_per_bit * strong)) return std::nullopt;
  if (ratio < must.least_ratio || lead < must.least_lead || quiet < must.least_quiet) return std::nullopt;
  Quad corners = known->quad;
  const double module = std::sqrt(signed_area(corners)) / (side + 2);
  if (module >= settings.side_module) {  // large prints bend with paper and lens: their own edges place the corners better
    if (const auto sides = refine_sides(gray, corners, 0.35 * module, settings.quads)) corners = *sides;
  }
  Detection d;
  d.marker = {reading->number};
  d.margin = lead;
  for (std::size_t k = 0; k < 4; ++k) d.corners[k] = corners[(k + static_cast<std::size_t>(reading->turn)) % 4];
  return d;
}

Detections SquareDetector::detect(const ImageView& gray) {
  assert(gray.channels == 1);
  Inside& in = *inside_;
  in.counts = {};
  Detections found{.family = dictionary().name, .markers = {}};
  const int modules = dictionary().side + 2;
  std::vector<Quad> tried;
  // Asked for every pair of quads of a busy picture: squares, no roots, and most pairs part at their first corner.
  const auto apart = [](const PixelPoint& a, const PixelPoint& b) { return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y); };
  const auto near = [&](const Quad& a, const Quad& b, double within) {
    const double limit = within * within;
    for (const PixelPoint& p : a)
      if (std::none_of(b.begin(), b.end(), [&](const PixelPoint& q) { return apart(p, q) <= limit; })) return false;
    return true;
  };
  for (const ThresholdPass& pass : in.settings.passes) {
    for (const Piece& piece : in.finder.find(gray, pass, in.settings.pieces)) {
      ++in.counts.pieces;
      const auto rough = quad_of(piece, in.settings.quads);
      if (!rough) continue;
      const double module = std::sqrt(signed_area(*rough)) / modules;
      if (module < in.settings.least_module) continue;
      ++in.counts.quads;
      const auto taken = [&](const Quad& q) {
        return std::any_of(found.markers.begin(), found.markers.end(),
                           [&](const Detection& d) { return near(q, d.corners, 1.2 * module + 1.0); });
      };
      if (taken(*rough)) continue;
      Quad start = *rough;
      if (const auto fine = refine_sides(gray, *rough, std::max(1.5, 0.45 * module), in.settings.quads)) start = *fine;
      if (std::any_of(tried.begin(), tried.end(), [&](const Quad& q) { return near(start, q, 0.12 * module); })) continue;
      tried.push_back(start);
      if (!in.looks_like_border(gray, start)) continue;
      const auto marker = in.read(gray, start);
      if (!marker || taken(marker->corners)) continue;
      found.markers.push_back(*marker);
    }
  }
  if (gray.width * gray.height > 512 * 512) in.finder = PieceFinder{};  // whole pictures are rare: give their buffers back
  std::stable_sort(found.markers.begin(), found.markers.end(), [](const Detection& a, const Detection& b) { return a.marker < b.marker; });
  return found;
}

}  // namespace polemarch::vision
