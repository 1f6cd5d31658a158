#pragma once
/// What the simulated camera looks at: the whole scene as a value. scene_io.hpp reads and writes it as scene.json.
/// Table frame in mm and degrees (models/pose.hpp), times in seconds from the first frame, grey levels 0..255 (BT.601 of BGR). Pure.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/camera.hpp"
#include "models/footprint.hpp"
#include "models/scene.hpp"
#include "models/table.hpp"

namespace polemarch::vision {

/// Blue, green, red, 0..255.
using Colour = std::array<float, 3>;

/// Where something is at an instant; between keys values run evenly, headings the short way round. Before the first and after the last
/// key it stands still. `present` holds from its key to the next.
struct Keyframe {
  double t = 0;
  double x_mm = 0, y_mm = 0, heading_deg = 90;
  double lift_mm = 0;  ///< above the ground it would stand on
  bool present = true;
};
using Path = std::vector<Keyframe>;

/// A miniature: an upright blob that hides what is behind it in perspective. Base frame (x forward, y left).
struct Figure {
  double x_mm = 0, y_mm = 0;
  double radius_mm = 8, height_mm = 28;
  Colour colour{40, 40, 150};
};

/// A spear, a bow, a banner pole: a thin bar between two points of the base frame.
struct Spear {
  std::array<double, 3> from_mm{}, to_mm{};
  double width_mm = 1.2;
  Colour colour{60, 90, 120};
};

struct SceneBase {
  BaseSpec spec;
  Path path;
  Colour colour{50, 90, 80};
  std::vector<Figure> figures;
  std::vector<Spear> spears;
  double covered = 0;   ///< share of the marker hidden under something laid on it (flock, a leaf), 0..1
  double gloss = 0;     ///< strength of a highlight across the marker, 0..1 (varnish)
  double fade = 0;      ///< 0 full ink, 1 no contrast left
  double smear_mm = 0;  ///< blur of a steady hand's push: length of the move within one exposure
  double smear_heading_deg = 0;
};

/// Everything else in the picture.
enum class ThingKind {
  Card,    ///< flat card with a printed pattern (clutter that looks a little like markers)
  Die,     ///< cube with pips
  Tape,    ///< tape measure: long strip with ticks
  Dowel,   ///< plain rod lying about
  Tree,    ///< canopy over the table
  Hand,    ///< hand and sleeve reaching in from `from_mm` to the path's place, with its shadow
  Head,    ///< a head leaning over, far above the table
  Shadow,  ///< soft dark patch
  Glare,   ///< soft bright patch
};
struct Thing {
  ThingKind kind = ThingKind::Card;
  Path path;
  double width_mm = 63, depth_mm = 88;  ///< along and across the heading; diameter for trees and heads; sleeve width for hands
  double height_mm = 0;                 ///< of its top above the table
  Colour colour{200, 210, 210};
  double strength = 0.5;    ///< of shadow or glare, 0..1
  double softness_mm = 60;  ///< of the edge of shadow or glare
  Vec2 from_mm{900, -400};  ///< where an arm comes from
  std::uint64_t seed = 1;
};

struct MatSpec {
  std::string kind = "grass";  ///< grass, desert, plain, snow, board
  double contrast = 1.0;       ///< of its texture; 0 is even
  std::uint64_t seed = 1;
};

/// Change of the camera over time, on top of its first pose: shift of its centre (table mm), turn (camera x, y, z, degrees), zoom factor.
struct CameraKey {
  double t = 0;
  std::array<double, 3> shift_mm{}, turn_deg{};
  double zoom = 1.0;
};

struct CameraSpec {
  std::optional<Camera> given;  ///< exact lens and pose; otherwise the table is fitted into the picture:
  int width = 1920, height = 1080;
  double field_of_view_deg = 65.0;  ///< across the picture's width
  double tilt_x_deg = 4.0;          ///< leaning towards side A
  double tilt_y_deg = 2.0;          ///< leaning to the right
  double margin = 0.02;             ///< of the picture left free round the table
  double k1 = -0.12, k2 = 0.02, p1 = 0.0, p2 = 0.0, k3 = 0.0;
  std::vector<CameraKey> keys;  ///< bumps, boom movements, auto-zoom
  double sag_mm_per_min = 0;    ///< boom sinking
  double sag_step_s = 1.0;      ///< the sinking is shown in steps of this length (truth follows the same steps)
};

struct LevelKey {
  double t = 0, value = 1;
};

struct SensorSpec {
  double psf_sigma_px = 0.6;  ///< optics; the pixel's own area comes on top
  int cells = 0;              ///< painted cells per pixel and axis; 0 chooses by the optics (edges within 0.003 px); 2 is faster, 0.01 px
  double noise_sigma = 4.0;   ///< grey levels
  int jpeg_quality = 85;      ///< 0: no JPEG
  bool colour = false;        ///< also deliver BGR
  double exposure_s = 0.0;    ///< motion blur
  double rolling_shutter_s = 0.0;  ///< from the first to the last row
  std::vector<LevelKey> gain;      ///< exposure changes, factor on all levels
  double flicker = 0;              ///< depth of mains flicker as bands, 0..1
  double flicker_hz = 100;
  double vignette = 0;  ///< fall-off at the corners, 0..1
  double hdr = 0;       ///< strength of a phone's tone curve, 0..1
  double sharpen = 0;   ///< unsharp mask a phone adds, 0..2
};

struct SceneSpec {
  std::string name = "scene";
  std::uint64_t seed = 1;
  double fps = 30.0;
  int frames = 1;
  Table table{Length{1800000}, Length{1200000}, "DICT_APRILTAG_36h11", {}, {}, {}, Length{3000}};
  MatSpec mat;
  CameraSpec camera;
  SensorSpec sensor;
  double ink_level = 40, paper_level = 200;  ///< grey of printed black and of paper in even light
  std::vector<SceneBase> bases;
  std::vector<Thing> things;
};

/// Where a path is at time t; a standing pose for an empty path.
Keyframe at_time(const Path& path, double t);

}  // namespace polemarch::vision
