#pragma once
/// What a page of the screen is made of: flat shapes and text in pixels, y down. Painted by the window (OpenGL) and by assistant/paint
/// (PNG) alike. Pure.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "models/intent.hpp"

namespace polemarch::ui::page {

struct Px {
  double x = 0, y = 0;
  bool operator==(const Px&) const = default;
};
struct Box {
  double x = 0, y = 0, w = 0, h = 0;
  bool contains(Px at) const { return at.x >= x && at.x < x + w && at.y >= y && at.y < y + h; }
  bool operator==(const Box&) const = default;
};

struct Paint {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  bool operator==(const Paint&) const = default;
};

enum class Face { Medium, Bold };

struct RectItem {
  Box box;
  std::optional<Paint> fill, edge;
  double edge_width = 1, radius = 0;
  bool operator==(const RectItem&) const = default;
};
struct LineItem {
  Px from, to;
  Paint paint;
  double width = 1;
  bool operator==(const LineItem&) const = default;
};
struct TextItem {
  Px at;  ///< left end of the baseline
  std::string text;
  double size = 18;
  Face face = Face::Medium;
  Paint paint;
  bool turned = false;  ///< upside down: `at` is the right end of its baseline, for who sits opposite
  bool operator==(const TextItem&) const = default;
};
struct PolyItem {
  std::vector<Px> points;  ///< convex
  std::optional<Paint> fill, edge;
  double edge_width = 1;
  bool operator==(const PolyItem&) const = default;
};
struct DiscItem {
  Px centre;
  double radius = 4;
  std::optional<Paint> fill, edge;
  double edge_width = 1;
  bool operator==(const DiscItem&) const = default;
};
/// From here on nothing is painted outside `box`; without one everywhere again.
struct ClipItem {
  std::optional<Box> box;
  bool operator==(const ClipItem&) const = default;
};
using Item = std::variant<RectItem, LineItem, TextItem, PolyItem, DiscItem, ClipItem>;

/// A place that can be clicked or touched.
struct Hit {
  Box box;
  Intent intent;
};

/// A row that speaks of units or of a rule: while the pointer rests on it, they are lit on the table.
struct Speaking {
  Box box;
  std::vector<UnitId> units;
  std::string rule;
};

/// Width of a text in pixels at this size.
using Measure = std::function<double(std::string_view text, double size, Face face)>;

struct Page {
  double width = 0, height = 0;
  Paint ground;
  Box table;                ///< the room the table has
  std::vector<Item> items;  ///< in painting order
  std::vector<Hit> hits;
  std::vector<Speaking> speaking;
};

}  // namespace polemarch::ui::page
