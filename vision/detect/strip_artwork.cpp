#include "vision/detect/strip_artwork.hpp"

#include <cmath>
#include <numbers>

namespace polemarch::vision {
namespace {

constexpr double kTwoPi = 2 * std::numbers::pi;

bool module_is_white(CodeWord word, int index) { return ((word >> index) & 1) != 0; }

std::vector<Vec2> rectangle(StripLayout::Range u, StripLayout::Range v) {
  return {{u.low, v.low}, {u.high, v.low}, {u.high, v.high}, {u.low, v.high}};
}

/// Point at `radius`, `turn` clockwise from up (radians).
Vec2 on_circle(double radius, double turn) { return {radius * std::sin(turn), radius * std::cos(turn)}; }

std::vector<Vec2> circle(double radius) {
  std::vector<Vec2> out;
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

StripArtwork ring_artwork(const StripLayout& layout, CodeWord word) {
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

StripArtwork strip_artwork(const StripLayout& layout, CodeWord word) {
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

bool is_white(const StripLayout& layout, CodeWord word, double u, double v) {
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

}  // namespace polemarch::vision
