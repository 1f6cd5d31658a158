#pragma once
/// A Scene as a picture: PNG, SVG or PDF bytes by Cairo, with the window's own colours and patterns. Table frame mm in, bytes out; no
/// file is touched.

#include <cstdint>
#include <string>
#include <vector>

#include "models/scene.hpp"
#include "ui/palette.hpp"
#include "ui/view_state.hpp"

namespace polemarch::assistant::paint {

struct PaintSettings {
  double px_per_mm = 0.8;     ///< PNG: pixels a millimetre; SVG and PDF: points a millimetre. Larger is sharper and slower
  double margin_mm = 25.0;    ///< round the table
  int quarter_turns = 0;      ///< as ViewState::quarter_turns
  double type_scale = 1.0;    ///< 1 = as the scene says; larger for far seats
  ui::TablePicture picture;   ///< painted beneath when it has an image
  double picture_dimmed = 0;  ///< 0 to 1: how far the picture steps back behind what is drawn over it
  bool dark = false;          ///< the cloth of the dark screen instead of paper
  bool labels = true;         ///< names of shapes (advice, terrain) beside them
};

using Bytes = std::vector<std::uint8_t>;

Bytes png_of(const Scene& scene, const PaintSettings& settings);
Bytes svg_of(const Scene& scene, const PaintSettings& settings);
Bytes pdf_of(const Scene& scene, const PaintSettings& settings);

/// The whole screen as the window lays it out, without a window: table left, panels right. For headless runs and the report.
Bytes screen_png_of(const ui::ViewState& view, int width_px, int height_px);

/// The same as pixels, BGR: for films.
Image screen_image_of(const ui::ViewState& view, int width_px, int height_px);

/// RGB or BGR pixels as PNG (for screenshots of the window). Image channels: 3 = BGR, 1 = grey.
Bytes png_of_image(const Image& image);

}  // namespace polemarch::assistant::paint
