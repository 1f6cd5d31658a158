#include "assistant/paint/paint.hpp"

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include <algorithm>
#include <cmath>

#include "assistant/paint/canvas.hpp"

namespace polemarch::assistant::paint {

Bytes png_of(const Scene& scene, const PaintSettings& settings) {
  const PageSize page = page_size(scene, settings);
  const Surface surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::ceil(page.width)), static_cast<int>(std::ceil(page.height))));
  const Context cr(cairo_create(surface.get()));
  cairo_set_source_rgb(cr.get(), 1, 1, 1);
  cairo_paint(cr.get());
  paint_scene(cr.get(), scene, settings);
  Bytes bytes;
  cairo_surface_write_to_png_stream(surface.get(), append_bytes, &bytes);
  return bytes;
}

Bytes svg_of(const Scene& scene, const PaintSettings& settings) {
  Bytes bytes;
  const PageSize page = page_size(scene, settings);
  {
    const Surface surface(cairo_svg_surface_create_for_stream(append_bytes, &bytes, page.width, page.height));
    const Context cr(cairo_create(surface.get()));
    paint_scene(cr.get(), scene, settings);
    cairo_surface_finish(surface.get());
  }
  return bytes;
}

Bytes pdf_of(const Scene& scene, const PaintSettings& settings) {
  Bytes bytes;
  const PageSize page = page_size(scene, settings);
  {
    const Surface surface(cairo_pdf_surface_create_for_stream(append_bytes, &bytes, page.width, page.height));
    const Context cr(cairo_create(surface.get()));
    paint_scene(cr.get(), scene, settings);
    cairo_surface_finish(surface.get());
  }
  return bytes;
}

Bytes png_of_image(const Image& image) {
  Bytes bytes;
  cairo_surface_write_to_png_stream(surface_of(image).get(), append_bytes, &bytes);
  return bytes;
}

}  // namespace polemarch::assistant::paint
