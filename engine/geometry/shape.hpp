#pragma once
/// A footprint put on the table, ready for measuring: corners and error in millimetres and radians. Build it once per base and measure
/// many times. Table frame (models/pose.hpp). Pure.

#include <array>
#include <span>
#include <vector>

#include "models/footprint.hpp"
#include "models/pose.hpp"
#include "models/scene.hpp"

namespace polemarch::geometry {

inline Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
inline Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
inline Vec2 operator*(double k, Vec2 a) { return {k * a.x, k * a.y}; }
inline double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
inline double cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
/// a turned 90 degrees counter-clockwise.
inline Vec2 left_of(Vec2 a) { return {-a.y, a.x}; }
double length_of(Vec2 a);

inline Vec2 vec(Point p) { return {p.x.mm(), p.y.mm()}; }
Point point(Vec2 v);

/// Order of corners: front left, front right, rear right, rear left (clockwise seen from above).
enum class Corner { FrontLeft, FrontRight, RearRight, RearLeft };
/// Order of edges: front, right, rear, left; edge i runs from corner i to corner i+1.
enum class Edge { Front, Right, Rear, Left };

/// The error of a pose in mm and radians: order (x, y, heading).
struct ShapeError {
  std::array<double, 6> own{};                ///< upper triangle: xx xy xh yy yh hh
  std::vector<std::array<double, 3>> shared;  ///< loadings per calibration factor
  bool none = true;                           ///< all zero: typed or exact
};

struct Shape {
  Outline outline = Outline::Rectangle;
  Vec2 centre;
  Vec2 ahead{1, 0};       ///< unit vector of the heading
  double half_depth = 0;  ///< along `ahead`; the radius of a circle
  double half_front = 0;  ///< across; the radius of a circle
  std::array<Vec2, 4> corners{};
  ShapeError error;

  double radius() const { return half_front; }
  bool circle() const { return outline == Outline::Circle; }
  /// A table point in the base's own frame (x ahead, y left).
  Vec2 own_frame(Vec2 table) const {
    const Vec2 d = table - centre;
    return {dot(d, ahead), cross(ahead, d)};
  }
  Vec2 on_table(Vec2 own) const { return centre + own.x * ahead + own.y * left_of(ahead); }
  Vec2 corner(Corner c) const { return corners[static_cast<std::size_t>(c)]; }
  Vec2 front_centre() const { return centre + half_depth * ahead; }
};

/// A base with its error.
Shape placed(const Footprint& footprint, const MeasuredPose& at);
/// A base exactly there.
Shape placed(const Footprint& footprint, const Pose& at);
/// The four corners rounded to the engine's integers (for a circle: of its bounding square along the heading).
std::array<Point, 4> corners_of(const Footprint& footprint, const Pose& at);
/// The outline as a polygon, clockwise from the front left; a circle becomes `segments` chords outside it by less than 0.5 %.
std::vector<Vec2> outline_of(const Shape& shape, int segments = 32);
/// The rectangle around all bases of a formation along `heading`, as one footprint and pose (for units that move as one body).
struct Hull {
  Footprint footprint;
  Pose pose;
};
Hull hull_of(const std::vector<Shape>& bases, Angle heading);

/// Derivatives of a measured value by (x, y, heading) of one base: per mm, per mm, per radian.
using Gradient = std::array<double, 3>;
/// First-order standard deviation of a value that depends on two bases; what the calibration moves alike cancels:
/// var = ga Oa ga' + gb Ob gb' + sum_k (ga sa_k + gb sb_k)^2.
double standard_deviation(const Shape& a, const Gradient& by_a, const Shape& b, const Gradient& by_b);
double standard_deviation(const Shape& a, const Gradient& by_a);
/// The same for a value that depends on many bases.
struct Influence {
  const Shape* base = nullptr;
  Gradient by{};
};
double standard_deviation(std::span<const Influence> bases);
/// The base shifted along x (axis 0), y (1) or turned (2) by a little: mm, mm, radians. For derivatives by differences.
Shape nudged(const Shape& shape, std::size_t axis, double by);

}  // namespace polemarch::geometry
