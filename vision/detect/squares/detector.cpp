#include "vision/detect/squares/detector.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numbers>

#include "vision/detect/squares/corner_noise.hpp"
#include "vision/detect/squares/lone_finds.hpp"
#include "vision/detect/squares/nested_finds.hpp"
#include "vision/detect/squares/quad_grid.hpp"
#include "vision/detect/squares/reading_gates.hpp"

namespace polemarch::vision {

namespace {
/// The quad inside this one, its sides moved in by `share`.
Quad within(const Quad& outer, double share) {
  const Homography map = unit_square_to(outer);
  return {map.map(share, share), map.map(1 - share, share), map.map(1 - share, 1 - share), map.map(share, 1 - share)};
}

constexpr double kPartly = 0.6;  // of the border's modules are darker than what lies outside where something covers a corner
/// Looks for the white rims of covered markers: as DetectSettings::passes, the two that serve usual sizes and small ones.
constexpr std::array<ThresholdPass, 2> kRimPasses{{{1, 25, 7}, {2, 14, 8}}};
}  // namespace

struct SquareDetector::Inside {
  WordBook book;
  DetectSettings settings;
  PieceFinder finder;
  DetectCounts counts;
  SquareAt square_at;       ///< empty: the size is not known
  int strength;             ///< bits of the family's distance above 4, at most 12
  int lack;                 ///< bits of its distance below 4
  ModuleFitSettings blind;  ///< of fits without a word

  Inside(Dictionary dictionary, DetectSettings given)
      : book(std::move(dictionary)),
        settings(std::move(given)),
        strength(std::clamp(book.dictionary().min_distance - 4, 0, 12)),
        lack(std::max(0, 4 - book.dictionary().min_distance)) {
    const int side = book.dictionary().side;
    blind = settings.modules;
    blind.most_samples = std::max(kBlindSamples, 8 * (side * side + 16));
  }
  bool is_strong() const { return strength >= 5; }

  std::optional<Detection> read(const ImageView& gray, const Quad& start);
  bool promising(const ModuleFit& values, const Reading& reading) const;
  std::optional<Detection> read_plain(const ImageView& gray, const ModuleFit& values, const Reading& first);
  std::optional<Detection> read_blind(const ImageView& gray, const Quad& start);
  std::optional<Detection> covered(const Reading& reading, const ModuleFit& values) const;
  std::optional<Detection> judge(const ImageView& gray, const Reading& reading, const ModuleFit& values, const ModuleFit& known) const;
  static Detection detection(const Reading& reading, const Quad& quad, double margin);
  bool looks_like_border(const ImageView& gray, const Quad& quad, bool partly) const;
  bool may_be_dark(const ImageView& gray, const Quad& rough, bool partly) const;

  /// What has been looked at in one picture, and found.
  struct Hunt {
    ImageView gray;
    QuadGrid seen, tried, taken;
    std::vector<Detection> found, doubtful;  // doubtful: told from what a cover leaves of them, unless something better lies there
    explicit Hunt(const ImageView& picture)
        : gray(picture), seen(picture.width, picture.height), tried(picture.width, picture.height), taken(picture.width, picture.height) {}
  };
  int modules() const { return book.dictionary().side + 2; }
  double module_of(const Quad& quad) const { return std::sqrt(signed_area(quad)) / modules(); }
  double same_quad(const Quad& quad) const { return kSameQuad * module_of(quad); }
  double same_marker(const Quad& quad) const { return 1.2 * module_of(quad) + 1.0; }
  Quad on_its_edges(const ImageView& gray, const Quad& rough) const;
  bool take(Hunt& hunt, const Quad& start, const Quad& rough);
  bool read_whole(Hunt& hunt, const Piece& piece);
  void read_partly(Hunt& hunt, const Quad& rough);
  void read_rims(Hunt& hunt, const PieceLimits& limits);
};

SquareDetector::SquareDetector(Dictionary dictionary, DetectSettings settings)
    : inside_(new Inside(std::move(dictionary), std::move(settings))) {}
SquareDetector::~SquareDetector() = default;
SquareDetector::SquareDetector(SquareDetector&&) noexcept = default;
SquareDetector& SquareDetector::operator=(SquareDetector&&) noexcept = default;

const Dictionary& SquareDetector::dictionary() const { return inside_->book.dictionary(); }
const DetectCounts& SquareDetector::counts() const { return inside_->counts; }
void SquareDetector::know_size(SquareAt square_at) { inside_->square_at = std::move(square_at); }
std::optional<Detection> SquareDetector::read_quad(const ImageView& gray, const Quad& start) { return inside_->read(gray, start); }

/// Quickest look, on whole pixels: the ring within the quad is darker than the ring without.
bool SquareDetector::Inside::may_be_dark(const ImageView& gray, const Quad& rough, bool partly) const {
  constexpr int kAlong = 6;
  const int modules = book.dictionary().side + 2;
  const PixelPoint centre = 0.25 * (rough[0] + rough[1] + rough[2] + rough[3]);
  const double in = 1 - 1.0 / modules, out = 1 + 1.4 / modules;
  const auto at = [&](PixelPoint p, double scale) {
    const PixelPoint q = centre + scale * (p - centre);
    const int x = std::clamp(static_cast<int>(q.x + 0.5), 0, gray.width - 1),
              y = std::clamp(static_cast<int>(q.y + 0.5), 0, gray.height - 1);
    return static_cast<int>(gray.row(y)[x]);
  };
  int good = 0, sum = 0, inks = 0, squares = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    for (int i = 0; i < kAlong; ++i) {
      const PixelPoint p = rough[k] + ((i + 0.5) / kAlong) * (rough[(k + 1) % 4] - rough[k]);
      const int ink = at(p, in), rise = at(p, out) - ink;
      sum += rise;
      inks += ink;
      squares += ink * ink;
      good += rise > 0 ? 1 : 0;
    }
  }
  const double all = 4.0 * kAlong, mean = inks / all, rise = sum / all;
  if (partly) return good >= kPartly * all && rise > 0.4 * believed::kLeastGain;
  const double most = first_look::kMostScatter * rise;
  return good >= 0.7 * all && rise > 0.4 * believed::kLeastGain && squares / all - mean * mean < most * most;
}

/// Quick look before any fit: the border modules are darker than what lies outside, nearly everywhere.
bool SquareDetector::Inside::looks_like_border(const ImageView& gray, const Quad& quad, bool partly) const {
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
      good += paper > ink + 0.4 * believed::kLeastGain ? 1 : 0;
      ++all;
    }
  }
  const double mean = inside_sum / all;
  const double spread = std::sqrt(std::max(0.0, inside_squares / all - mean * mean));
  const double contrast = outside_sum / all - mean;
  if (partly) return good >= kPartly * all && contrast > 0.6 * believed::kLeastGain;
  return good >= 0.75 * all && contrast > 0.6 * believed::kLeastGain &&
         spread < (length(quad[1] - quad[0]) > 3.5 * modules ? 0.4 : 0.55) * contrast;
}

/// The gates: whether this fit of the print and these free module values make the reading a find.
std::optional<Detection> SquareDetector::Inside::judge(const ImageView& gray, const Reading& reading, const ModuleFit& values,
                                                       const ModuleFit& known) const {
  const int side = book.dictionary().side;
  const double gain = std::max(1.0, known.gain);
  const double rms = std::max({known.rms, believed::kNoiseFloor * gain, 1.0});
  const double lead = (reading.runner_up - reading.misfit) / (2 * rms * rms);
  const double residual = known.rms / gain;
  double quiet = 1e9;
  for (const double level : known.outside) quiet = std::min(quiet, (level - known.black) / gain);
  double squares = 0, worst = 0;  // how far the free module values lie from plain ink and paper
  for (int i = 0; i < reading.bits; ++i) {
    const double want = ((reading.seen_word >> (reading.bits - 1 - i)) & 1U) != 0 ? 1.0 : 0.0;
    const double off = (values.values[static_cast<std::size_t>(i) + 1] - known.black) / gain - want;
    squares += off * off;
    worst = std::max(worst, want > 0.5 ? -off : off);
  }
  const double deviation = std::sqrt(squares / reading.bits);
  const double ratio = reading.runner_up / std::max(1e-9, reading.misfit);
  const bool plainly = strength >= 1 && deviation < believed::kPlainDeviation && ratio > believed::kPlainRatio;
  const double module = std::sqrt(signed_area(known.quad)) / (side + 2);
  const double hidden =
      is_strong() ? believed::kMostResidual : std::min(believed::kMostResidual, believed::kSmallResidual + believed::kSmallPerPx * module);
  const double most = hidden + believed::kResidualPerBit * strength;
  if (known.gain < believed::kLeastGain || residual > (plainly ? std::max(most, settings.identity.rough_residual) : most))
    return std::nullopt;
  const bool blurred =
      is_strong() && residual < believed::kBlurredResidual && ratio > believed::kBlurredRatio && deviation < believed::kBlurredDeviation;
  const double most_single = believed::kMostSingle + believed::kSinglePerBit * strength - believed::kSinglePerLack * lack;
  if (!blurred && (deviation > believed::kMostDeviation || worst > most_single)) return std::nullopt;
  if (!is_strong() && known.lit_border > believed::kMostBorder + believed::kBorderPerBit * strength) return std::nullopt;
  if (ratio < believed::kLeastRatio + believed::kRatioPerLack * lack || lead < believed::kLeastLead || quiet < believed::kLeastQuiet)
    return std::nullopt;
  Quad corners = known.quad;
  std::vector<double> noise = known.corner_covariance;
  if (module >= kSideModule) {  // large prints bend with paper and lens: their own edges place the corners better
    if (const auto sides = refine_sides(gray, corners, 0.35 * module)) {
      corners = *sides;
      // What noise moves an edge of this blur and contrast by, a pixel of its length being compared.
      if (settings.modules.corner_noise)
        noise = noise_of_crossings(corners, known.rms / gain * std::sqrt(2 * std::sqrt(std::numbers::pi) * known.blur));
    }
  }
  Detection found = detection(reading, corners, lead);
  found.corner_covariance = turned_covariance(noise, static_cast<std::size_t>(reading.turn));
  return found;
}

Detection SquareDetector::Inside::detection(const Reading& reading, const Quad& quad, double margin) {
  Detection d;
  d.marker = {reading.number};
  d.margin = margin;
  for (std::size_t k = 0; k < 4; ++k) d.corners[k] = quad[(k + static_cast<std::size_t>(reading.turn)) % 4];
  return d;
}

/// Strong families where something else vouches for the find: the word shows although a leaf covers some modules.
std::optional<Detection> SquareDetector::Inside::covered(const Reading& reading, const ModuleFit& values) const {
  if (settings.identity.covered_errors == 0 || !is_strong() || reading.gain < believed::kLeastGain) return std::nullopt;
  int errors = 0;
  for (int i = 0; i < reading.bits; ++i) {
    const bool white = ((reading.seen_word >> (reading.bits - 1 - i)) & 1U) != 0;
    errors += (values.values[static_cast<std::size_t>(i) + 1] > values.black + 0.5 * reading.gain) != white ? 1 : 0;
  }
  const bool plainly = errors <= settings.identity.covered_errors && reading.runner_up > believed::kCoveredRatio * reading.misfit;
  if (plainly) return detection(reading, values.quad, (reading.runner_up - reading.misfit) / (2 * values.rms * values.rms + 2));
  const auto under = book.read_under_cover(values, reading.gain);
  if (!under) return std::nullopt;
  Detection found = detection(*under, values.quad, under->runner_up - under->misfit);
  found.under_cover = true;
  return found;
}

/// Cheap evidence for a print of the family: the best word explains most of what the modules show, with the contrast that the border has
/// to what lies outside. Whitened values, so that it holds where blur leaves single modules uncertain.
bool SquareDetector::Inside::promising(const ModuleFit& values, const Reading& reading) const {
  double paper = 0;
  for (const double level : values.outside) paper += 0.25 * level;
  const double gain = paper - values.black;
  return gain >= first_look::kLeastGain && reading.gain >= first_look::kLeastShare * gain &&
         reading.gain <= first_look::kMostShare * gain && values.rms <= first_look::kMostResidual * gain &&
         reading.misfit <= first_look::kMostUnexplained * reading.plain;
}

/// The plain case, without a blind fit: the word is read where the edges lie, its print fitted, and the values read again there.
std::optional<Detection> SquareDetector::Inside::read_plain(const ImageView& gray, const ModuleFit& values, const Reading& first) {
  const int side = book.dictionary().side;
  const auto known = fit_known(gray, values.quad, side, first.seen_word, values.blur, settings.modules);
  if (!known || known->gain < believed::kLeastGain) return std::nullopt;
  const bool plainly = strength >= 1 && first.runner_up > 0.5 * believed::kPlainRatio * first.misfit;
  const double most = believed::kMostResidual + believed::kResidualPerBit * strength;
  if (known->rms > (plainly ? std::max(most, settings.identity.rough_residual) : most) * known->gain) return std::nullopt;
  const auto there = fit_values(gray, known->quad, side, known->blur, blind);
  if (!there) return std::nullopt;
  const auto reading = book.read(*there);
  if (!reading || reading->seen_word != first.seen_word) return std::nullopt;
  ++counts.readings;
  return judge(gray, *reading, *there, *known);
}

/// Corners, blur and modules fitted together before any word is thought of.
std::optional<Detection> SquareDetector::Inside::read_blind(const ImageView& gray, const Quad& start) {
  const int side = book.dictionary().side;
  ++counts.blind;
  const auto values = fit_blind(gray, start, side, blind);
  if (!values) return std::nullopt;
  const auto reading = book.read(*values);
  if (!reading || reading->gain < 0.7 * believed::kLeastGain) return std::nullopt;
  ++counts.readings;
  if (auto found = covered(*reading, *values)) return found;
  const auto known = fit_known(gray, values->quad, side, reading->seen_word, values->blur, settings.modules);
  if (!known) return std::nullopt;
  return judge(gray, *reading, *values, *known);
}

std::optional<Detection> SquareDetector::Inside::read(const ImageView& gray, const Quad& start) {
  ++counts.fits;
  const auto values = fit_values(gray, start, book.dictionary().side, kFirstBlur, blind);
  if (!values) return std::nullopt;
  const auto first = book.read(*values);
  if (!first || !promising(*values, *first)) return std::nullopt;
  auto plain = read_plain(gray, *values, *first);
  // A fit that was told the word is drawn to it. In families of little distance the fit that was not must come to the same.
  if (is_strong() ? plain.has_value() : !plain) return plain;
  return read_blind(gray, start);
}

Quad SquareDetector::Inside::on_its_edges(const ImageView& gray, const Quad& rough) const {
  return refine_sides(gray, rough, std::max(1.5, 0.45 * module_of(rough))).value_or(rough);
}

/// Reads the quad; false when it is no marker. One that is found already is not found again.
bool SquareDetector::Inside::take(Hunt& hunt, const Quad& start, const Quad& rough) {
  const auto marker = read(hunt.gray, start);
  if (!marker) return false;
  if (marker->under_cover) {
    hunt.doubtful.push_back(*marker);
    return false;
  }
  if (hunt.taken.has_near(marker->corners, same_marker(rough))) return true;
  hunt.taken.add(marker->corners);
  hunt.found.push_back(*marker);
  return true;
}

/// A piece as the quad of its hull. False when it may still be a marker that something covers.
bool SquareDetector::Inside::read_whole(Hunt& hunt, const Piece& piece) {
  const auto rough = quad_of(piece);
  if (!rough) return false;
  if (module_of(*rough) < kLeastModule) return true;
  ++counts.quads;
  if (hunt.seen.has_near(*rough, same_quad(*rough)) || hunt.taken.has_near(*rough, same_marker(*rough))) return true;
  if (!may_be_dark(hunt.gray, *rough, false)) return false;
  hunt.seen.add(*rough);
  ++counts.dark;
  const Quad start = on_its_edges(hunt.gray, *rough);
  if (hunt.tried.has_near(start, same_quad(*rough))) return true;
  hunt.tried.add(start);
  return looks_like_border(hunt.gray, start, false) && take(hunt, start, *rough);
}

/// Where a covered marker may lie.
void SquareDetector::Inside::read_partly(Hunt& hunt, const Quad& rough) {
  if (module_of(rough) < kLeastModule || hunt.seen.has_near(rough, same_quad(rough)) || hunt.taken.has_near(rough, same_marker(rough)))
    return;
  if (!may_be_dark(hunt.gray, rough, true)) return;
  hunt.seen.add(rough);
  const Quad start = on_its_edges(hunt.gray, rough);
  if (hunt.tried.has_near(start, same_quad(rough)) || !looks_like_border(hunt.gray, start, true)) return;
  hunt.tried.add(start);
  take(hunt, start, rough);
}

/// What covers a side may join the ink to a dark base: then the white rim is what stands alone.
void SquareDetector::Inside::read_rims(Hunt& hunt, const PieceLimits& limits) {
  const ImageView& gray = hunt.gray;
  Image bright(gray.width, gray.height, 1);
  for (int y = 0; y < gray.height; ++y)
    std::transform(gray.row(y), gray.row(y) + gray.width, bright.row(y), [](std::uint8_t g) { return static_cast<std::uint8_t>(255 - g); });
  const double with_rim = modules() + 2.0;
  for (const ThresholdPass& pass : kRimPasses)
    for (const Piece& piece : finder.find(bright.view(), pass, limits))
      for (const Quad& outer : squares_of_sides(piece, square_at, with_rim / modules())) read_partly(hunt, within(outer, 1 / with_rim));
}

Detections SquareDetector::detect(const ImageView& gray) {
  assert(gray.channels == 1);
  Inside& in = *inside_;
  in.counts = {};
  PieceLimits limits = in.settings.pieces;  // a quad that can be read has room for the modules, and its hull fills most of it
  const double least_side = kLeastModule * in.modules();
  limits.least_area = std::max(limits.least_area, kLeastHullShare * least_side * least_side);
  Inside::Hunt hunt(gray);
  std::vector<Piece> left;  // pieces that were no print as they are
  const bool partly = in.settings.identity.covered_errors > 0 && in.is_strong();
  for (const ThresholdPass& pass : in.settings.passes) {
    for (Piece& piece : in.finder.find(gray, pass, limits)) {
      ++in.counts.pieces;
      if (!in.read_whole(hunt, piece) && partly) left.push_back(std::move(piece));
    }
  }
  for (const Piece& piece : left)
    for (const Quad& rough : in.square_at ? squares_of_sides(piece, in.square_at, 1) : quads_of_corners(piece)) in.read_partly(hunt, rough);
  if (partly && in.square_at) in.read_rims(hunt, limits);
  for (const Detection& marker : hunt.doubtful) {
    const double near = in.same_marker(marker.corners);
    if (hunt.taken.has_near(marker.corners, near)) continue;
    hunt.taken.add(marker.corners);
    hunt.found.push_back(marker);
  }
  if (!in.is_strong()) leave_out_nested(hunt.found);
  if (in.strength == 0 && !in.square_at) leave_out_lone(hunt.found, in.modules());
  if (gray.width * gray.height > 512 * 512) in.finder = PieceFinder{};  // whole pictures are rare: give their buffers back
  Detections found{.family = dictionary().name, .markers = std::move(hunt.found)};
  std::stable_sort(found.markers.begin(), found.markers.end(), [](const Detection& a, const Detection& b) { return a.marker < b.marker; });
  return found;
}

}  // namespace polemarch::vision
