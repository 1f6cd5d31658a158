#pragma once
/// Scene shapes broken into what any painter can draw: point lists, dashes, hatching, triangles. Works in whatever plane the points are in
/// (table millimetres or pixels). Pure.

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/scene.hpp"

namespace polemarch::ui {

using Segment = std::pair<Vec2, Vec2>;

/// A shape's outline as points; `closed` says whether the last joins the first. Circles and arcs are cut so that the chord error stays
/// under `error`. Empty for text.
struct Outline {
  std::vector<Vec2> points;
  bool closed = false;
  bool filled = false;
};
Outline outline_of(const SceneItem& item, double error);

/// Cuts a line into dashes `on` long with gaps `off`. Nothing for an outline under two points.
std::vector<Segment> dashes(const Outline& outline, double on, double off);

/// Parallel lines inside a closed outline, `spacing` apart, at `angle_deg` from +x. Even-odd.
std::vector<Segment> hatching(const std::vector<Vec2>& closed, double spacing, double angle_deg);

/// A closed simple outline as triangles (ear clipping). Empty when it is degenerate.
std::vector<std::array<Vec2, 3>> triangles(const std::vector<Vec2>& closed);

/// Where the name of a shape fits: the middle of its points.
Vec2 middle_of(const std::vector<Vec2>& points);

/// Where a shape's label goes on the page (x right, y down): the middle of a line, the upper edge of an area, so that what stands in the
/// middle of the area keeps its own name readable.
Vec2 label_place(const Outline& on_page, double text_height);

/// Keeps labels from lying on one another: asked for each label in turn, in page units.
class LabelBoard {
 public:
  /// Where a label of this size may stand near `middle`, moved down a little if it must; nothing where it would only repeat or bury
  /// another.
  std::optional<Vec2> place(Vec2 middle, double width, double height, const std::string& text);

 private:
  struct Taken {
    Vec2 middle;
    double width = 0, height = 0;
    std::string text;
  };
  std::vector<Taken> taken_;
};

/// True when `at` lies inside the closed outline (even-odd).
bool contains(const std::vector<Vec2>& closed, Vec2 at);

}  // namespace polemarch::ui
