#pragma once
/// Plain polygons (terrain, zones): inside tests, depth, where a line runs through them, convex pieces. Table frame, mm. Pure.

#include <utility>
#include <vector>

#include "engine/geometry/shape.hpp"
#include "models/table.hpp"

namespace polemarch::geometry {

using Outline2 = std::vector<Vec2>;

Outline2 outline_in_mm(const std::vector<Point>& outline);
/// Inside or on the boundary.
bool contains(const Outline2& polygon, Vec2 p);
/// Distance from p to the nearest boundary point: positive inside, negative outside.
double depth_in(const Outline2& polygon, Vec2 p);
/// Nearer to the boundary than that counts as on it.
constexpr double kTouchMm = 1e-7;
/// Inside, and no nearer to the boundary than that (above 0): depth_in(polygon, p) >= mm, in less time.
bool deep_in(const Outline2& polygon, Vec2 p, double mm);
/// The stretches of the segment p-q inside the polygon as fractions of its length, in order; touching lengths below 1e-9 are left out.
std::vector<std::pair<double, double>> stretches_inside(const Outline2& polygon, Vec2 p, Vec2 q);
/// True when the segment runs through the polygon's inside for more than a touch.
bool runs_through(const Outline2& polygon, Vec2 p, Vec2 q);
bool is_convex(const Outline2& polygon);
/// Convex pieces that cover the polygon: itself when convex, else triangles (ear clipping).
std::vector<Outline2> convex_pieces(const Outline2& polygon);
/// Share of a base's area inside the polygon, 0 to 1.
double share_inside(const Shape& base, const Outline2& polygon);
/// Least distance from a base to the polygon; 0 when they touch or overlap.
double distance_to(const Shape& base, const Outline2& polygon);

}  // namespace polemarch::geometry
