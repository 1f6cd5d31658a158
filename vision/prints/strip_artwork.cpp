#include "vision/prints/strip_artwork.hpp"

#include <cmath>
#include <numbers>

namespace polemarch::vision {
namespace {

constexpr double kTwoPi = 2 * std::numbers::pi;

bool module_is_white(StripWord word, int index) { return ((word >> index) & 1) != 0; }

std::vector<Vec2> rectangle(StripLayout::Range u, StripLayout::Range v) {
  return {{u.low, v.low}, {u.high, v.low}, {u.high, v.high}, {u.low, v.high}};
}

/// Point at `radius`, `turn` clockwise from up (radians).
Vec2 on_circle(double radius, double turn) { return {radius * std::sin(turn), radius * std::cos(turn)}; }

std::vector<Vec2> circle(double radius) {
  std::vector<Vec2> out;
  out.reserve(180);
  for (int i = 0; i < 180; ++i) out.push_back(on_circle(radius, -kTwoPi * i / 180));
  return out;
}

/// A sector of an annulus from turn `from` to `to`, clockwise from up.
std::vector<Vec2> sector(StripLayout::Range radii, double from, double to) {
  const int pieces = std::max(2, static_cast<int>(std::ceil((to - from) / kTwoPi * 180)));
  std::vector<Vec2> out;
  for (int i = 0; i <= pieces; ++i) out.push_back(on_circle(radii.low, from + (to - from) * i / pieces));
  for (int i = pieces; i >= 0; --i) out.push_back(on_circle(radii.high, from + (to - from) * i / pieces));
  return out;
}

StripArtwork ring_artwork(const StripLayout& layout, StripWord word) {
  StripArtwork art;
  art.ground = circle(layout.length_mm / 2);
  art.hole = circle(layout.row_range(0).low);
  // The white ring as half rings: a polygon with a hole in it would need a seam.
  for (int half = 0; half < 2; ++half) art.white.push_back(sector(layout.row_range(-1), kTwoPi * half / 2, kTwoPi * (half + 1) / 2));
  for (int c = 0; c < layout.columns; ++c) {
    if (!module_is_white(word, c)) continue;
    art.white.push_back(sector(layout.row_range(0), kTwoPi * (c - 0.5) / layout.columns, kTwoPi * (c + 0.5) / layout.columns));
  }
  return art;
}

}  // namespace

StripArtwork strip_artwork(const StripLayout& layout, StripWord word) {
  if (layout.kind == StripKind::Ring) return ring_artwork(layout, word);
  StripArtwork art;
  const double half_length = layout.length_mm / 2;
  const double half_depth = layout.depth_mm / 2;
  art.ground = rectangle({-half_length, half_length}, {-half_depth, half_depth});
  art.white.push_back(rectangle({-half_length + layout.end_mm, half_length - layout.end_mm}, layout.row_range(-1)));
  for (int row = 0; row < layout.rows; ++row) {
    for (int c = 0; c < layout.columns; ++c) {
      if (module_is_white(word, row * layout.columns + c)) art.white.push_back(rectangle(layout.column_range(c), layout.row_range(row)));
    }
  }
  return art;
}

bool on_strip(const StripLayout& layout, double u, double v) {
  if (layout.kind == StripKind::Ring) {
    const double r = std::hypot(u, v);
    return r <= layout.length_mm / 2 && r >= layout.row_range(0).low;
  }
  return std::abs(u) <= layout.length_mm / 2 && std::abs(v) <= layout.depth_mm / 2;
}

bool is_white(const StripLayout& layout, StripWord word, double u, double v) {
  const auto within = [](StripLayout::Range range, double at) { return at >= range.low && at < range.high; };
  if (layout.kind == StripKind::Ring) {
    const double r = std::hypot(u, v);
    if (within(layout.row_range(-1), r)) return true;
    if (!within(layout.row_range(0), r)) return false;
    const double turn = std::atan2(u, v) / kTwoPi * layout.columns + 0.5;
    const int tooth = static_cast<int>(std::floor(turn)) % layout.columns;
    return module_is_white(word, tooth < 0 ? tooth + layout.columns : tooth);
  }
  if (std::abs(u) >= layout.length_mm / 2 - layout.end_mm) return false;
  if (within(layout.row_range(-1), v)) return true;
  const int column = static_cast<int>(std::floor((u + layout.pitch_mm * layout.columns / 2) / layout.pitch_mm));
  if (column < 0 || column >= layout.columns) return false;
  for (int row = 0; row < layout.rows; ++row) {
    if (within(layout.row_range(row), v)) return module_is_white(word, row * layout.columns + column);
  }
  return false;
}

std::optional<Artwork> strip_marker_artwork(const std::string& family, int id, double size_mm) {
  const auto layout = is_strip_family(family) ? strip_layout(family) : Result<StripLayout>(InputError{});
  if (!layout) return std::nullopt;
  const auto book = load_book(layout->book);
  if (!book || id < 0 || id >= static_cast<int>(book->words.size())) return std::nullopt;
  const StripArtwork art = strip_artwork(*layout, book->words[static_cast<std::size_t>(id)]);
  const double scale = size_mm / layout->length_mm;
  const auto scaled = [scale](std::vector<Vec2> outline) {
    for (Vec2& p : outline) p = {p.x * scale, p.y * scale};
    return outline;
  };
  Artwork out;
  out.ground = {scaled(art.ground), 0.0};
  if (!art.hole.empty()) {
    // Keyhole seam: out to the hole, round it the other way, and back.
    std::vector<Vec2> hole = scaled(art.hole);
    out.ground.outline.push_back(out.ground.outline.front());
    out.ground.outline.push_back(hole.front());
    for (std::size_t i = hole.size(); i-- > 0;) out.ground.outline.push_back(hole[i]);
  }
  for (const auto& area : art.white) out.patches.push_back({scaled(area), 1.0});
  return out;
}

Pattern strip_pattern(const StripLayout& layout, MarkerId marker, StripWord word) {
  const double across = layout.kind == StripKind::Ring ? layout.length_mm : layout.depth_mm;
  const auto paint = [&](double x, double y) { return on_strip(layout, x, y) ? (is_white(layout, word, x, y) ? 1.0 : 0.0) : -1.0; };
  return paint_pattern(std::string(layout.name), marker, layout.length_mm, across, std::min(layout.pitch_mm, layout.tooth_mm), 0.0, paint);
}

}  // namespace polemarch::vision
