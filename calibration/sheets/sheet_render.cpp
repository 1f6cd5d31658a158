// Cairo lives in this file alone.
#include <cairo-pdf.h>
#include <cairo.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <numbers>
#include <sstream>

#include "calibration/sheets/sheet_page.hpp"

namespace polemarch::calibration {
namespace {

struct FreeSurface {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
struct FreeContext {
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};
using Surface = std::unique_ptr<cairo_surface_t, FreeSurface>;
using Context = std::unique_ptr<cairo_t, FreeContext>;

constexpr double kPointsPerMm = 72.0 / 25.4;

void set_ink(cairo_t* cr, Ink ink) {
  const double level = ink == Ink::Black ? 0.0 : ink == Ink::White ? 1.0 : 0.62;
  cairo_set_source_rgb(cr, level, level, level);
}

/// Cairo refuses text that is not UTF-8; names may come from anywhere.
std::string as_utf8(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    const std::size_t length = c < 0x80 ? 1 : (c >> 5) == 6 ? 2 : (c >> 4) == 14 ? 3 : (c >> 3) == 30 ? 4 : 0;
    bool good = length > 0 && i + length <= text.size() && (length > 1 || c >= 0x20);
    for (std::size_t k = 1; good && k < length; ++k) good = (static_cast<unsigned char>(text[i + k]) >> 6) == 2;
    out += good ? text.substr(i, length) : std::string("?");
    i += good ? length : 1;
  }
  return out;
}

void paint(cairo_t* cr, const FillShape& fill) {
  set_ink(cr, fill.ink);
  cairo_new_path(cr);
  for (const auto& outline : fill.outlines) {
    cairo_new_sub_path(cr);
    for (const SheetPoint& p : outline) cairo_line_to(cr, p.x, p.y);
    cairo_close_path(cr);
  }
  cairo_fill(cr);
}

void paint(cairo_t* cr, const StrokeShape& stroke) {
  set_ink(cr, stroke.ink);
  cairo_set_line_width(cr, stroke.width_mm);
  const double dashes[2] = {1.5, 1.0};
  cairo_set_dash(cr, dashes, stroke.dashed ? 2 : 0, 0);
  cairo_new_path(cr);
  for (const SheetPoint& p : stroke.points) cairo_line_to(cr, p.x, p.y);
  if (stroke.closed) cairo_close_path(cr);
  cairo_stroke(cr);
}

void paint(cairo_t* cr, const SheetText& text) {
  if (text.text.empty()) return;
  set_ink(cr, text.ink);
  const std::string shown = as_utf8(text.text);
  cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cr, text.size_mm);
  cairo_text_extents_t extents;
  cairo_text_extents(cr, shown.c_str(), &extents);
  double squeeze = 1.0;
  if (text.max_width_mm > 0 && extents.x_advance > text.max_width_mm) squeeze = text.max_width_mm / extents.x_advance;
  const double width = extents.x_advance * squeeze;
  cairo_save(cr);
  cairo_translate(cr, text.at.x, text.at.y);
  cairo_rotate(cr, text.angle_deg * std::numbers::pi / 180.0);
  cairo_translate(cr, text.align == TextAlign::Left ? 0.0 : text.align == TextAlign::Centre ? -width / 2 : -width, 0);
  cairo_scale(cr, squeeze, squeeze);
  cairo_move_to(cr, 0, 0);
  cairo_show_text(cr, shown.c_str());
  cairo_restore(cr);
}

void paint(cairo_t* cr, const Drawing& drawing) {
  for (const SheetShape& shape : drawing.shapes) std::visit([&](const auto& s) { paint(cr, s); }, shape);
}

cairo_status_t append(void* sink, const unsigned char* bytes, unsigned int length) {
  static_cast<std::string*>(sink)->append(reinterpret_cast<const char*>(bytes), length);
  return CAIRO_STATUS_SUCCESS;
}

InputError failed(const char* what, cairo_status_t status) { return {std::string(what) + ": " + cairo_status_to_string(status)}; }

}  // namespace

std::vector<std::string> lines_of(const std::string& text, double size_mm, double width_mm) {
  const Surface surface(cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nullptr));
  const Context cr(cairo_create(surface.get()));
  cairo_select_font_face(cr.get(), "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cr.get(), size_mm);
  const auto fits = [&](const std::string& line) {
    cairo_text_extents_t extents;
    cairo_text_extents(cr.get(), as_utf8(line).c_str(), &extents);
    return extents.x_advance <= width_mm;
  };
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.empty() && fits(lines.back() + " " + word))
      lines.back() += " " + word;
    else
      lines.push_back(word);
  }
  return lines;
}

Result<std::string> write_pdf(const std::vector<SheetPage>& pages, const std::string& title) {
  std::string bytes;
  const Surface surface(cairo_pdf_surface_create_for_stream(append, &bytes, 210 * kPointsPerMm, 297 * kPointsPerMm));
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, as_utf8(title).c_str());
  const Context cr(cairo_create(surface.get()));
  for (const SheetPage& page : pages) {
    cairo_pdf_surface_set_size(surface.get(), page.size.width_mm * kPointsPerMm, page.size.height_mm * kPointsPerMm);
    cairo_save(cr.get());
    cairo_scale(cr.get(), kPointsPerMm, kPointsPerMm);
    paint(cr.get(), page.drawing);
    cairo_restore(cr.get());
    cairo_show_page(cr.get());
  }
  if (cairo_status(cr.get()) != CAIRO_STATUS_SUCCESS) return failed("drawing the PDF", cairo_status(cr.get()));
  cairo_surface_finish(surface.get());
  if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS) return failed("writing the PDF", cairo_surface_status(surface.get()));
  return bytes;
}

Result<Image> render_page(const SheetPage& page, double dpi) {
  const double scale = dpi / 25.4;
  const int width = static_cast<int>(std::lround(page.size.width_mm * scale)),
            height = static_cast<int>(std::lround(page.size.height_mm * scale));
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  const Context cr(cairo_create(surface.get()));
  cairo_set_source_rgb(cr.get(), 1, 1, 1);
  cairo_paint(cr.get());
  cairo_scale(cr.get(), scale, scale);
  paint(cr.get(), page.drawing);
  if (cairo_status(cr.get()) != CAIRO_STATUS_SUCCESS) return failed("drawing the page", cairo_status(cr.get()));
  cairo_surface_flush(surface.get());
  Image image(width, height, 1);
  const unsigned char* data = cairo_image_surface_get_data(surface.get());
  const int stride = cairo_image_surface_get_stride(surface.get());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) image.row(y)[x] = data[static_cast<std::ptrdiff_t>(y) * stride + 4 * x + 1];  // all three are equal
  }
  return image;
}

}  // namespace polemarch::calibration
