#pragma once
/// Sine, cosine and arc tangent that give the same bits on every compiler and level of optimisation: additions, multiplications,
/// divisions and IEEE square roots only. Within 1e-15 (sine, cosine) and 1e-12 degrees (arc tangent) of the library's; tested. Pure.

#include "models/scene.hpp"
#include "models/units.hpp"

namespace polemarch::geometry {

constexpr double kRadPerDeg = 0.017453292519943295;
constexpr double kRadPerMdeg = kRadPerDeg / 1000.0;

double sin_of(Angle angle);
double cos_of(Angle angle);
/// Direction of (x, y) from +x, counter-clockwise, degrees in (-180, 180]; 0 for (0, 0).
double atan2_deg(double y, double x);
/// The direction as an engine angle in [0, 360) degrees, rounded to 0.001 degree.
Angle direction(double x, double y);
/// Unit vector of a heading.
Vec2 unit_vector(Angle heading);
/// Rounds millimetres to the engine's micrometres, halves away from zero.
Length rounded(double mm);

}  // namespace polemarch::geometry
