#pragma once
/// Drawing a Scene onto a cairo context. Inside paint only.

#include <cairo.h>

#include <memory>

#include "assistant/paint/paint.hpp"

namespace polemarch::assistant::paint {

struct CairoFree {
  void operator()(cairo_t* p) const { cairo_destroy(p); }
  void operator()(cairo_surface_t* p) const { cairo_surface_destroy(p); }
};
using Context = std::unique_ptr<cairo_t, CairoFree>;
using Surface = std::unique_ptr<cairo_surface_t, CairoFree>;

/// Where the table lies on the page: page units a millimetre and the size of the page it needs.
struct PageSize {
  double width = 0, height = 0;
};
PageSize page_size(const Scene& scene, const PaintSettings& settings);

/// Paints the scene so that the table with its margin fills a box of page_size() at the context's origin.
void paint_scene(cairo_t* cr, const Scene& scene, const PaintSettings& settings);

void set_colour(cairo_t* cr, ui::Colour colour, double alpha = 1.0);

/// A surface with the pixels of `image`.
Surface surface_of(const Image& image);

/// Cairo's write function: `closure` is a Bytes.
cairo_status_t append_bytes(void* closure, const unsigned char* data, unsigned int length);

}  // namespace polemarch::assistant::paint
