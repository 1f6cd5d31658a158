#include "vision/track/noise.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::vision {

namespace {

constexpr double kInner = 0.66;  // of half the outline: inside the print at every turn
constexpr int kLeastPixels = 60;
constexpr std::size_t kMostProbes = 16;  // a frame, while the noise is unknown
constexpr double kLongMemory = 100;      // pairs the running share rests on
constexpr double kPlainStrips = 0.25;    // of the strips at rest, which figures stand before: no shadow falls on so many, or a light one

/// Variance of a pixel's difference to the frame before beyond what light does: offset and gain, each changing evenly from the first row to
/// the last. A lamp flickers, an exposure changes, a rolling shutter sees it row by row; none of it moves a fit, nor averages its
/// residual out.
double new_variance(const ImageView& gray, const PixelBox& box, const std::vector<std::uint8_t>& pixels) {
  constexpr std::size_t kLight = 4;
  const int wide = box.x1 - box.x0, high = box.y1 - box.y0;
  double pair[kLight][kLight] = {}, with[kLight] = {}, squares = 0;
  for (int y = 0; y < high; ++y) {
    const std::uint8_t* now = gray.row(box.y0 + y) + box.x0;
    const std::uint8_t* before = pixels.data() + static_cast<std::ptrdiff_t>(y) * wide;
    const double down = (y + 0.5) / high - 0.5;
    long grey = 0, grey_squares = 0, difference = 0, product = 0, row_squares = 0;  // of the sum of both: noise is even between them
    for (int x = 0; x < wide; ++x) {
      const int d = now[x] - before[x], g = now[x] + before[x];
      grey += g;
      grey_squares += g * g;
      difference += d;
      product += d * g;
      row_squares += d * d;
    }
    const double one[3] = {static_cast<double>(wide), static_cast<double>(grey), static_cast<double>(grey_squares)};
    const double right[2] = {static_cast<double>(difference), static_cast<double>(product)};
    for (std::size_t a = 0; a < kLight; ++a) {
      const double times = a >= 2 ? down : 1;
      with[a] += times * right[a % 2];
      for (std::size_t b = 0; b < kLight; ++b) pair[a][b] += times * (b >= 2 ? down : 1) * one[a % 2 + b % 2];
    }
    squares += static_cast<double>(row_squares);
  }
  for (std::size_t a = 0; a < kLight; ++a) {  // Gauss; a column that says nothing is passed over
    if (!(pair[a][a] > 1e-9 * pair[0][0])) continue;
    squares -= with[a] * with[a] / pair[a][a];
    for (std::size_t b = a + 1; b < kLight; ++b) {
      const double f = pair[b][a] / pair[a][a];
      with[b] -= f * with[a];
      for (std::size_t c = a; c < kLight; ++c) pair[b][c] -= f * pair[a][c];
    }
  }
  return std::max(0.0, squares) / std::max(1.0, static_cast<double>(wide) * high - kLight);
}

}  // namespace

void Noise::take_probe(const ImageView& gray, const Tracks& tracks, std::size_t index) {
  const Track& track = tracks[index];
  Probe probe;
  if (!track.presence.seen() || track.motion.moving || !track.picture.plane) return;
  const PixelPoint at = track.picture.at(track.newest.pose);
  // What lies beside a strip is as still and as noisy as the strip, which has too few pixels.
  const double across = track.print.own ? std::max(track.print.pattern.width_mm, track.print.pattern.height_mm)
                                        : std::min(track.print.pattern.width_mm, track.print.pattern.height_mm);
  const double reach_x = kInner * 0.5 * across / track.picture.plane->mm_per_px;
  probe.box = clipped({static_cast<int>(std::ceil(at.x - reach_x)), static_cast<int>(std::ceil(at.y - reach_x)),
                       static_cast<int>(at.x + reach_x) + 1, static_cast<int>(at.y + reach_x) + 1},
                      gray.width, gray.height);
  const int wide = probe.box.x1 - probe.box.x0, high = probe.box.y1 - probe.box.y0;
  if (wide * high < kLeastPixels) return;
  probe.pixels.resize(static_cast<std::size_t>(wide) * static_cast<std::size_t>(high));
  for (int y = 0; y < high; ++y)
    std::copy_n(gray.row(probe.box.y0 + y) + probe.box.x0, wide, probe.pixels.data() + static_cast<std::ptrdiff_t>(y) * wide);
  const double left_over = track.newest.left();
  probe.residual_variance = left_over * left_over;
  probe.family = track.spec.mount.family;
  probe.marker = track.spec.mount.marker;
  probes_.push_back(std::move(probe));
}

void Noise::take_probes(const ImageView& gray, const Tracks& tracks) {
  const auto unknown = [&](const Track& track) { return of(track).noise() <= 0; };
  for (std::size_t i = 0; i < tracks.size() && probes_.size() < kMostProbes; ++i)
    if (unknown(tracks[i]) && tracks[i].motion.still_frames > 0) take_probe(gray, tracks, i);
}

void Noise::read_probes(const ImageView& gray, Tracks& tracks, bool light_changed) {
  const bool known = squares_.noise() > 0, own_known = own_.noise() > 0;
  if (!light_changed)
    for (const Probe& probe : probes_) read_probe(gray, tracks, probe);
  probes_.clear();
  for (Track& track : tracks)  // what was said of their errors before knew nothing of it
    if (track.print.own ? !own_known && own_.noise() > 0 : !known && squares_.noise() > 0) track.reported.say_at_once(track.rest.count);
}

void Noise::learn_plain_left(const Tracks& tracks) {
  strips_left_.clear();
  for (const Track& track : tracks)
    if (track.print.is_strip() && track.presence.in_sight() && !track.motion.moving && !track.newest.shadowed)
      strips_left_.push_back(std::pow(track.newest.left(), 2));
  if (strips_left_.empty()) return;
  const auto at = strips_left_.begin() + static_cast<std::ptrdiff_t>(kPlainStrips * static_cast<double>(strips_left_.size() - 1));
  std::nth_element(strips_left_.begin(), at, strips_left_.end());
  own_.plain_left = *at;
}

void Noise::read_probe(const ImageView& gray, const Tracks& tracks, const Probe& probe) {
  const auto index = tracks.with(probe.family, probe.marker);
  if (!index) return;
  const Track& track = tracks[*index];
  if (!track.presence.seen() || !track.motion.rests()) return;
  const double fresh = 0.5 * new_variance(gray, probe.box, probe.pixels);
  Scatter& seen = of(track);
  // The mean of the ratio's two parts, not the mean of ratios.
  seen.pairs = std::min(seen.pairs + 1, kLongMemory);
  seen.fresh += (fresh - seen.fresh) / seen.pairs;
  seen.left_over += (probe.residual_variance - seen.left_over) / seen.pairs;
}

}  // namespace polemarch::vision
