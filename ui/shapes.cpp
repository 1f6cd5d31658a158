#include "ui/shapes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace polemarch::ui {

namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

/// Points on an arc from start to end (degrees, counter-clockwise), both ends included.
std::vector<Vec2> arc_points(Vec2 centre, double radius, double start_deg, double end_deg, double error) {
  while (end_deg < start_deg) end_deg += 360.0;
  const double sweep = (end_deg - start_deg) * kDegree;
  const double step = radius > error ? 2.0 * std::acos(1.0 - std::min(error / radius, 1.0)) : 1.0;
  const int pieces = std::clamp(static_cast<int>(std::ceil(sweep / step)), 1, 720);
  std::vector<Vec2> points;
  for (int i = 0; i <= pieces; ++i) {
    const double angle = start_deg * kDegree + sweep * i / pieces;
    points.push_back({centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)});
  }
  return points;
}

double cross(Vec2 o, Vec2 a, Vec2 b) { return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x); }

bool in_triangle(Vec2 a, Vec2 b, Vec2 c, Vec2 p) {
  const double u = cross(a, b, p), v = cross(b, c, p), w = cross(c, a, p);
  return u >= 0 && v >= 0 && w >= 0;
}

}  // namespace

Outline outline_of(const SceneItem& item, double error) {
  Outline out;
  if (const auto* polygon = std::get_if<Polygon>(&item.shape)) {
    out = {polygon->points, polygon->closed, polygon->filled && polygon->closed};
  } else if (const auto* circle = std::get_if<Circle>(&item.shape)) {
    out = {arc_points(circle->centre, circle->radius_mm, 0, 360, error), true, circle->filled};
    out.points.pop_back();
  } else if (const auto* arc = std::get_if<ArcShape>(&item.shape)) {
    out = {arc_points(arc->centre, arc->radius_mm, arc->start_deg, arc->end_deg, error), arc->sector, arc->sector};
    if (arc->sector) out.points.push_back(arc->centre);
  }
  return out;
}

std::vector<Segment> dashes(const Outline& outline, double on, double off) {
  std::vector<Segment> out;
  const std::size_t count = outline.points.size();
  if (count < 2 || on <= 0 || off <= 0) return out;
  bool pen_down = true;
  double left = on;  // of the present dash or gap
  for (std::size_t i = 0; i + (outline.closed ? 0 : 1) < count; ++i) {
    Vec2 from = outline.points[i];
    const Vec2 to = outline.points[(i + 1) % count];
    double length = std::hypot(to.x - from.x, to.y - from.y);
    while (length > 0) {
      const double run = std::min(left, length);
      const Vec2 at{from.x + (to.x - from.x) * run / length, from.y + (to.y - from.y) * run / length};
      if (pen_down) out.emplace_back(from, at);
      from = at;
      length -= run;
      left -= run;
      if (left <= 0) {
        pen_down = !pen_down;
        left = pen_down ? on : off;
      }
    }
  }
  return out;
}

std::vector<Segment> hatching(const std::vector<Vec2>& closed, double spacing, double angle_deg) {
  std::vector<Segment> out;
  if (closed.size() < 3 || spacing <= 0) return out;
  // Turn the outline so that the hatch lines are horizontal, cut it by scan lines, and turn the pieces back.
  const double c = std::cos(angle_deg * kDegree), s = std::sin(angle_deg * kDegree);
  std::vector<Vec2> turned;
  turned.reserve(closed.size());
  for (const Vec2 p : closed) turned.push_back({p.x * c + p.y * s, -p.x * s + p.y * c});
  double low = turned[0].y, high = turned[0].y;
  for (const Vec2 p : turned) low = std::min(low, p.y), high = std::max(high, p.y);
  const auto first = static_cast<long>(std::ceil(low / spacing)), last = static_cast<long>(std::floor(high / spacing));
  for (long row = first; row <= last; ++row) {
    const double y = static_cast<double>(row) * spacing;
    std::vector<double> cuts;
    for (std::size_t i = 0; i < turned.size(); ++i) {
      const Vec2 a = turned[i], b = turned[(i + 1) % turned.size()];
      if ((a.y <= y) != (b.y <= y)) cuts.push_back(a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y));
    }
    std::sort(cuts.begin(), cuts.end());
    for (std::size_t i = 0; i + 1 < cuts.size(); i += 2) {
      const auto back = [&](double x) { return Vec2{x * c - y * s, x * s + y * c}; };
      out.emplace_back(back(cuts[i]), back(cuts[i + 1]));
    }
  }
  return out;
}

std::vector<std::array<Vec2, 3>> triangles(const std::vector<Vec2>& closed) {
  std::vector<std::array<Vec2, 3>> out;
  if (closed.size() < 3) return out;
  std::vector<Vec2> left = closed;
  double area = 0;
  for (std::size_t i = 0; i < left.size(); ++i) area += cross({0, 0}, left[i], left[(i + 1) % left.size()]);
  if (area < 0) std::reverse(left.begin(), left.end());
  std::size_t misses = 0, at = 0;
  while (left.size() > 3 && misses < left.size()) {
    const std::size_t n = left.size();
    const Vec2 a = left[(at + n - 1) % n], b = left[at % n], c = left[(at + 1) % n];
    bool ear = cross(a, b, c) > 0;
    for (std::size_t i = 0; ear && i < n; ++i) {
      if (i == (at + n - 1) % n || i == at % n || i == (at + 1) % n) continue;
      ear = !in_triangle(a, b, c, left[i]);
    }
    if (ear) {
      out.push_back({a, b, c});
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(at % n));
      misses = 0;
      at = at % left.size();
    } else if (std::abs(cross(a, b, c)) < 1e-9) {  // a point on a straight side adds nothing
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(at % n));
      misses = 0;
      at = at % left.size();
    } else {
      at = (at + 1) % n;
      ++misses;
    }
  }
  if (left.size() == 3 && cross(left[0], left[1], left[2]) > 0) out.push_back({left[0], left[1], left[2]});
  return out;
}

Vec2 middle_of(const std::vector<Vec2>& points) {
  Vec2 sum;
  for (const Vec2 p : points) sum.x += p.x, sum.y += p.y;
  const double n = points.empty() ? 1.0 : static_cast<double>(points.size());
  return {sum.x / n, sum.y / n};
}

Vec2 label_place(const Outline& on_page, double text_height) {
  if (!on_page.closed || on_page.points.empty()) return middle_of(on_page.points);
  Vec2 low = on_page.points[0], high = low;
  for (const Vec2 p : on_page.points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  return {(low.x + high.x) / 2, std::min(low.y + text_height * 0.9, (low.y + high.y) / 2)};
}

std::optional<Vec2> LabelBoard::place(Vec2 middle, double width, double height, const std::string& text) {
  for (int attempt = 0; attempt < 3; ++attempt) {
    const Vec2 at{middle.x, middle.y + attempt * height * 1.1};
    const Taken* under = nullptr;
    for (const Taken& other : taken_)
      if (std::abs(other.middle.x - at.x) < (other.width + width) / 2 && std::abs(other.middle.y - at.y) < (other.height + height) / 2)
        under = &other;
    if (under == nullptr) {
      taken_.push_back({at, width, height, text});
      return at;
    }
    if (under->text == text) return std::nullopt;
  }
  return std::nullopt;
}

bool contains(const std::vector<Vec2>& closed, Vec2 at) {
  bool inside = false;
  for (std::size_t i = 0; i < closed.size(); ++i) {
    const Vec2 a = closed[i], b = closed[(i + 1) % closed.size()];
    if ((a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) * (b.x - a.x) / (b.y - a.y)) inside = !inside;
  }
  return inside;
}

}  // namespace polemarch::ui
