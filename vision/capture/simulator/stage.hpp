#pragma once
/// Turns the scene's nouns into layers as one camera sees them at one instant. Pure.

#include <functional>
#include <vector>

#include "vision/capture/simulator/layer.hpp"
#include "vision/prints/artwork.hpp"

namespace polemarch::vision::sim {

/// How the scene is looked at.
struct View {
  Camera camera;
  double exposure_s = 0;
  double rolling_shutter_s = 0;
};

/// One thing that moves as a whole: everything of it is painted from its path.
struct Subject {
  Path path;
  double smear_mm = 0, smear_heading_deg = 0;
  double detail_per_px = 3;  ///< sub-frames a pixel of motion blur; hands and heads need fewer than prints
  double reach_mm = 0;       ///< furthest point from its place
  /// Adds its layers; `at` maps a point of the subject's own frame (x forward, y left, z up from the ground it stands on) to a pixel.
  using Map = std::function<PixelPoint(double x_mm, double y_mm, double z_mm)>;
  std::function<void(const Keyframe& now, double ground_mm, const Map& map, std::vector<Layer>& out)> paint;
};

/// Height of the ground (hills of the table) at a place.
double ground_height(const Table& table, double x_mm, double y_mm);

/// The layers of a subject at time t, `u` of the exposure (-0.5 .. 0.5) away from its middle.
void paint_subject(const Subject& subject, const View& view, const Table& table, double t, double u, std::vector<Layer>& out);

/// Where the subject is at the instant its own part of the picture is exposed (rolling shutter), without smear.
Keyframe seen_at(const Subject& subject, const View& view, const Table& table, double t);

Subject base_subject(const SceneSpec& scene, int index, const MarkerArtwork& artwork);
Subject border_subject(const SceneSpec& scene, int index, const MarkerArtwork& artwork);
Subject terrain_subject(const SceneSpec& scene, int index);
Subject thing_subject(const SceneSpec& scene, int index);

/// Flat terrain as a mat shows it: a wood, a hill, a field, a marsh, broken ground. False, and nothing painted, where a piece stands up or
/// is of another kind. `z_mm`: of the table.
bool paint_ground_cover(const TerrainPiece& piece, const Subject::Map& map, double z_mm, std::vector<Layer>& out);

/// Helpers shared by the subjects' files.
/// A closed outline through points of one height, edges cut so short that the lens bends none of them visibly.
std::vector<PixelPoint> outline_of(const Subject::Map& map, const std::vector<Vec2>& points, double z_mm);
std::vector<Vec2> disc(double x_mm, double y_mm, double radius_mm, int corners = 20);
/// The convex hull; what an upright solid between two outlines covers.
std::vector<PixelPoint> hull(std::vector<PixelPoint> points);
Colour shaded(const Colour& colour, double factor);
/// A soft elliptical field round a place: half axes in mm along and across the x axis of the subject's frame.
SoftField field_of(const Subject::Map& map, double z_mm, double half_x_mm, double half_y_mm, double softness_mm);

}  // namespace polemarch::vision::sim
