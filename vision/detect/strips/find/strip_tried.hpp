#pragma once
/// What the cold detector need not look at: lines on strips already found, and lines that lead where others led in vain. Pixels. Pure.

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "models/detection.hpp"
#include "vision/detect/strips/find/bright_line.hpp"
#include "vision/detect/strips/find/strip_places.hpp"

namespace polemarch::vision {

/// A strip already found, in the picture.
struct Lying {
  double x = 0, y = 0;    // centre
  double ux, uy, vx, vy;  // a pixel's steps in half lengths along and across
  explicit Lying(const std::array<PixelPoint, 4>& corners) {
    for (const PixelPoint& c : corners) x += c.x / 4, y += c.y / 4;
    const double ax = (corners[1].x + corners[2].x) / 2 - x, ay = (corners[1].y + corners[2].y) / 2 - y;
    const double bx = (corners[0].x + corners[1].x) / 2 - x, by = (corners[0].y + corners[1].y) / 2 - y, det = ax * by - ay * bx;
    ux = by / det;
    uy = -bx / det;
    vx = -ay / det;
    vy = ax / det;
  }
  bool holds(double px, double py) const {
    const double dx = px - x, dy = py - y;
    return std::abs(ux * dx + uy * dy) < 1 && std::abs(vx * dx + vy * dy) < 1;
  }
  /// More than a corner of the strip with these corners lies on this one.
  bool overlaps(const std::array<PixelPoint, 4>& corners) const {
    const PixelPoint from{(corners[0].x + corners[3].x) / 2, (corners[0].y + corners[3].y) / 2},
        to{(corners[1].x + corners[2].x) / 2, (corners[1].y + corners[2].y) / 2};
    int on = 0;
    for (const double along : {0.1, 0.3, 0.5, 0.7, 0.9})
      on += holds(from.x + along * (to.x - from.x), from.y + along * (to.y - from.y)) ? (along == 0.5 ? 2 : 1) : 0;
    return on >= 2;
  }
};

/// Lines tried in vain: another that leads to the same places need not be tried.
class TriedLines {
 public:
  TriedLines(int width, int height, double spine_px, double scale) : cells_(width, height, spine_px), spine_px_(spine_px), scale_(scale) {}
  void add(const BrightLine& line) {
    cells_.add(line.px, line.py, lines_.size());
    lines_.push_back({line, std::cos(line.angle), std::sin(line.angle)});
  }
  bool in_vain(const BrightLine& line) const {
    return cells_.any_near(line.px, line.py, [&](std::size_t i) { return same(lines_[i], line); });
  }

 private:
  struct Tried {
    BrightLine line;
    double c, s;  // of its direction
  };
  bool same(const Tried& other, const BrightLine& line) const {
    const double dx = line.px - other.line.px, dy = line.py - other.line.py;
    if (std::abs(dx) + std::abs(dy) > spine_px_) return false;
    // A longer one tells its course better.
    if (line.length_px > kLonger * other.line.length_px && other.line.length_px < spine_px_) return false;
    const double turn = std::abs(std::remainder(other.line.angle - line.angle, std::numbers::pi)),
                 off = std::abs(other.c * dy - other.s * dx);
    const double slide = std::abs(line.length_px - spine_px_) / 2, slid = std::abs(other.line.length_px - spine_px_) / 2;
    return off + turn * spine_px_ / 2 < kSameMm * scale_ && std::abs(other.c * dx + other.s * dy) + slide < slid + scale_;
  }
  static constexpr double kSameMm = 0.2;   // lines that differ by less at a strip's ends are one
  static constexpr double kLonger = 1.25;  // a line so many times as long as one tried in vain is tried too
  PlaceCells cells_;
  double spine_px_, scale_;
  std::vector<Tried> lines_;
};

}  // namespace polemarch::vision
