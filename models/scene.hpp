#pragma once
/// The draw list: one Scene serves window, projector, PNG, SVG, PDF and page. Table frame, millimetres. Pure.
/// Colours are named by role and resolved to the Okabe-Ito set by whoever paints; every role also has a pattern, never colour alone.

#include <string>
#include <variant>
#include <vector>

namespace polemarch {

struct Vec2 {
  double x = 0, y = 0;  ///< mm, table frame
};

enum class Tone {
  Ink,
  Faint,
  SideA,
  SideB,
  Zone,
  WeakZone,
  Range,
  Arc,
  Move,
  Charge,
  Target,
  Clear,
  Blocked,
  Ghost,
  Warn,
  Selected,
  Terrain,
  Water,
  Text,
  OnSideA,  ///< drawn on a filled base of side A
  OnSideB
};
enum class Pattern { Solid, Dashed, Dotted, HatchLeft, HatchRight, CrossHatch };

struct Polygon {
  std::vector<Vec2> points;
  bool closed = true;
  bool filled = false;
};
struct Circle {
  Vec2 centre;
  double radius_mm = 0;
  bool filled = false;
};
/// Arc or sector from start counter-clockwise to end, degrees from +x.
struct ArcShape {
  Vec2 centre;
  double radius_mm = 0;
  double start_deg = 0, end_deg = 0;
  bool sector = false;
};
struct TextShape {
  Vec2 at;  ///< centre of the text
  std::string text;
  double size_mm = 12;
  double angle_deg = 0;
};

struct SceneItem {
  std::variant<Polygon, Circle, ArcShape, TextShape> shape;
  Tone tone = Tone::Ink;
  Pattern pattern = Pattern::Solid;
  double width_mm = 1.5;
  std::string label;    ///< short, e.g. "weak ZOC"; drawn near the shape where there is room
  std::string meaning;  ///< advice meaning or what it is ("base", "grid", "terrain"); stable words for tests and readers
  std::string rule;     ///< rule id or empty
  std::string about;    ///< unit or base id it belongs to, or empty
  std::string left;     ///< where a move costs points: what is left of them there, for the middle of a cell
};

struct Scene {
  double width_mm = 0, depth_mm = 0;
  std::vector<SceneItem> items;  ///< painted in order
};

}  // namespace polemarch
