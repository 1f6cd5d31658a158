#pragma once
/// A draw list for printed sheets, in true millimetres. Frame: origin at the top left of the page (or of an item), x right, y down.
/// Markers are drawn as one compound fill, so that no renderer shows seams between modules. No Cairo here. Pure.

#include <string>
#include <variant>
#include <vector>

namespace polemarch::calibration {

struct SheetPoint {
  double x = 0, y = 0;  ///< mm, right and down
};

enum class Ink {
  Black,
  White,
  Grey,  ///< light, for cut lines and hints; stays under what a detector takes for black
};

/// Closed outlines filled as one shape (non-zero winding): what two outlines share is filled once, without a seam.
struct FillShape {
  std::vector<std::vector<SheetPoint>> outlines;
  Ink ink = Ink::Black;
};

/// An open or closed line.
struct StrokeShape {
  std::vector<SheetPoint> points;
  double width_mm = 0.2;
  bool closed = false;
  bool dashed = false;
  Ink ink = Ink::Black;
};

enum class TextAlign { Left, Centre, Right };

/// One line of text; `at` is on the base line. It is made narrower when it would be wider than `max_width_mm` (0: as it comes).
struct SheetText {
  SheetPoint at;
  std::string text;
  double size_mm = 3.0;  ///< height of the type (em)
  TextAlign align = TextAlign::Left;
  double angle_deg = 0;  ///< clockwise on paper
  double max_width_mm = 0;
  Ink ink = Ink::Black;
};

using SheetShape = std::variant<FillShape, StrokeShape, SheetText>;

/// Shapes in painting order.
struct Drawing {
  std::vector<SheetShape> shapes;

  void fill_rect(double x, double y, double width, double height, Ink ink = Ink::Black);
  void fill_polygon(std::vector<SheetPoint> outline, Ink ink = Ink::Black);
  void fill_disc(SheetPoint centre, double radius, Ink ink = Ink::Black);
  /// Ring sector from start to end, degrees clockwise on paper from +x (right).
  void fill_ring_sector(SheetPoint centre, double inner, double outer, double start_deg, double end_deg, Ink ink = Ink::Black);
  /// Equal cells of a code: `rows` x `columns` true/false values row by row from the top left; true cells are filled with `ink`.
  void fill_cells(SheetPoint top_left, double cell_width, double cell_height, int columns, const std::vector<bool>& cells,
                  Ink ink = Ink::Black);
  void line(SheetPoint from, SheetPoint to, double width_mm = 0.2, Ink ink = Ink::Black, bool dashed = false);
  void rect(double x, double y, double width, double height, double line_width_mm = 0.2, Ink ink = Ink::Black, bool dashed = false);
  void circle(SheetPoint centre, double radius, double line_width_mm = 0.2, Ink ink = Ink::Black, bool dashed = false);
  void text(SheetPoint at, std::string text, double size_mm = 3.0, TextAlign align = TextAlign::Left, double max_width_mm = 0);
  /// Where to cut: thin, grey, dashed.
  void cut_rect(double x, double y, double width, double height);
  void cut_circle(SheetPoint centre, double radius);
  /// Adds another drawing moved by (dx, dy).
  void add(const Drawing& other, double dx, double dy);
  /// The same drawing turned clockwise on paper about `centre`.
  Drawing turned(double angle_deg, SheetPoint centre) const;
};

}  // namespace polemarch::calibration
