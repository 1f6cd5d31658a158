#pragma once
/// Which edges and corners of two bases touch, how much of each edge, and how far a base goes straight on until it touches. Table frame.
/// Pure.

#include <optional>
#include <span>
#include <vector>

#include "engine/geometry/gap.hpp"

namespace polemarch::geometry {

/// An edge of one lying along an edge of the other, facing it.
struct EdgeContact {
  Edge edge_a = Edge::Front, edge_b = Edge::Front;
  Measure overlap;  ///< length the two edges share
  Length apart;     ///< largest space between them along that length
};

struct Contacts {
  std::vector<EdgeContact> edges;  ///< longest first
  std::optional<Gap> corner;       ///< touching, but by no edge
  bool any() const { return !edges.empty() || corner; }
};

/// Edges count as lying along each other within `tolerance` over their shared length and `askew` in direction.
Contacts contacts_between(const Shape& a, const Shape& b, Length tolerance = 3_mm, Angle askew = 10_deg);

/// A straight move along `course` (relative to the base's heading; 0 = ahead) until it first touches the other.
struct Charge {
  Measure travel;  ///< 0 when they touch already
  Feature feature_a = Feature::Rim, feature_b = Feature::Rim;
  Point touch;  ///< on the other base
};
/// Nothing when the course misses.
std::optional<Charge> straight_charge(const Shape& a, Angle course, const Shape& b);
/// A formation that moves as one body, along `course` relative to its first base's heading: the first touch of any base of the one
/// with any of the other.
std::optional<Charge> straight_charge(std::span<const Shape> a, Angle course, std::span<const Shape> b);

}  // namespace polemarch::geometry
