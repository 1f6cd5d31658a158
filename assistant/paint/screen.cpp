/// The window's own page as a picture, without a window.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "assistant/paint/canvas.hpp"
#include "assistant/paint/paint.hpp"
#include "ui/page/page.hpp"
#include "ui/page/table_labels.hpp"
#include "ui/page/theme.hpp"

namespace polemarch::assistant::paint {

namespace {

using namespace ui::page;

void use_font(cairo_t* cr, double size, Face face) {
  const bool bold = face == Face::Bold;
  cairo_select_font_face(cr, bold ? "Inter" : "Inter Medium", CAIRO_FONT_SLANT_NORMAL,
                         bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cr, size);
}

void set_paint(cairo_t* cr, Paint paint) { set_colour(cr, {paint.r, paint.g, paint.b}, paint.a / 255.0); }

void fill_and_stroke(cairo_t* cr, const std::optional<Paint>& fill, const std::optional<Paint>& edge, double width) {
  if (fill) {
    set_paint(cr, *fill);
    edge ? cairo_fill_preserve(cr) : cairo_fill(cr);
  }
  if (edge) {
    set_paint(cr, *edge);
    cairo_set_line_width(cr, width);
    cairo_stroke(cr);
  }
  cairo_new_path(cr);
}

void rounded(cairo_t* cr, Box box, double radius) {
  const double r = std::min({radius, box.w / 2, box.h / 2}), right = std::numbers::pi / 2;
  cairo_new_sub_path(cr);
  cairo_arc(cr, box.x + box.w - r, box.y + r, r, -right, 0);
  cairo_arc(cr, box.x + box.w - r, box.y + box.h - r, r, 0, right);
  cairo_arc(cr, box.x + r, box.y + box.h - r, r, right, 2 * right);
  cairo_arc(cr, box.x + r, box.y + r, r, 2 * right, 3 * right);
  cairo_close_path(cr);
}

struct Painter {
  cairo_t* cr;
  void operator()(const RectItem& item) const {
    if (item.radius > 0) {
      rounded(cr, item.box, item.radius);
    } else {
      cairo_rectangle(cr, item.box.x, item.box.y, item.box.w, item.box.h);
    }
    fill_and_stroke(cr, item.fill, item.edge, item.edge_width);
  }
  void operator()(const LineItem& item) const {
    cairo_move_to(cr, item.from.x, item.from.y);
    cairo_line_to(cr, item.to.x, item.to.y);
    fill_and_stroke(cr, {}, item.paint, item.width);
  }
  void operator()(const TextItem& item) const {
    use_font(cr, item.size, item.face);
    set_paint(cr, item.paint);
    cairo_save(cr);
    cairo_translate(cr, item.at.x, item.at.y);
    if (item.turned) cairo_rotate(cr, std::numbers::pi);
    cairo_move_to(cr, 0, 0);
    cairo_show_text(cr, item.text.c_str());
    cairo_new_path(cr);
    cairo_restore(cr);
  }
  void operator()(const PolyItem& item) const {
    for (const Px point : item.points) cairo_line_to(cr, point.x, point.y);
    cairo_close_path(cr);
    fill_and_stroke(cr, item.fill, item.edge, item.edge_width);
  }
  void operator()(const ClipItem& item) const {
    cairo_reset_clip(cr);
    if (!item.box) return;
    cairo_rectangle(cr, item.box->x, item.box->y, item.box->w, item.box->h);
    cairo_clip(cr);
  }
  void operator()(const DiscItem& item) const {
    cairo_arc(cr, item.centre.x, item.centre.y, item.radius, 0, 2 * std::numbers::pi);
    fill_and_stroke(cr, item.fill, item.edge, item.edge_width);
  }
};

void paint_table(cairo_t* cr, const ui::ViewState& view, const TableFit& fit) {
  if (view.scene.width_mm <= 0) return;
  Scene scene{view.scene.width_mm, view.scene.depth_mm, {}};
  const bool boxes = has_boxes(view.scene);
  for (const SceneItem& item : view.scene.items)
    if (!written_by_page(item, boxes)) scene.items.push_back(item);
  PaintSettings settings;
  settings.quarter_turns = view.quarter_turns;
  settings.margin_mm = 4;
  settings.labels = false;
  settings.dark = !view.light;
  settings.picture_dimmed = picture_dimming(view);
  if (view.show_picture) settings.picture = view.picture;
  settings.px_per_mm = fit.scale;
  cairo_save(cr);
  const Box shown = fit.box();
  cairo_rectangle(cr, shown.x, shown.y, shown.w, shown.h);
  cairo_clip(cr);
  cairo_translate(cr, fit.corner.x - settings.margin_mm * fit.scale, fit.corner.y - settings.margin_mm * fit.scale);
  paint_scene(cr, scene, settings);
  cairo_restore(cr);
}

}  // namespace

namespace {

/// The screen of the smallest window that its letters are made for: a smaller picture is that screen, made smaller.
constexpr double kLeastWidth = 1280, kLeastHeight = 720;

Surface screen_surface(const ui::ViewState& view, int width_px, int height_px) {
  Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width_px, height_px));
  const Context context(cairo_create(surface.get()));
  cairo_t* cr = context.get();
  const Measure measure = [cr](std::string_view text, double size, Face face) {
    use_font(cr, size, face);
    cairo_text_extents_t box;
    cairo_text_extents(cr, std::string(text).c_str(), &box);
    return box.x_advance;
  };
  const double scale = std::min({1.0, width_px / kLeastWidth, height_px / kLeastHeight});
  cairo_scale(cr, scale, scale);
  const Page page = page_of(view, width_px / scale, height_px / scale, measure);
  set_paint(cr, page.ground);
  cairo_paint(cr);
  paint_table(cr, view, fit_of(view, page));
  for (const Item& item : page.items) std::visit(Painter{cr}, item);
  return surface;
}

}  // namespace

Bytes screen_png_of(const ui::ViewState& view, int width_px, int height_px) {
  const Surface surface = screen_surface(view, width_px, height_px);
  Bytes bytes;
  cairo_surface_write_to_png_stream(surface.get(), append_bytes, &bytes);
  return bytes;
}

Image screen_image_of(const ui::ViewState& view, int width_px, int height_px) {
  const Surface surface = screen_surface(view, width_px, height_px);
  cairo_surface_flush(surface.get());
  Image image(width_px, height_px, 3);
  const std::uint8_t* pixels = cairo_image_surface_get_data(surface.get());
  const std::ptrdiff_t stride = cairo_image_surface_get_stride(surface.get());
  for (int y = 0; y < height_px; ++y) {
    const auto* from = reinterpret_cast<const std::uint32_t*>(pixels + y * stride);  // cairo promises 4-byte alignment
    std::uint8_t* to = image.row(y);
    for (int x = 0; x < width_px; ++x) {
      to[3 * x] = static_cast<std::uint8_t>(from[x]);
      to[3 * x + 1] = static_cast<std::uint8_t>(from[x] >> 8);
      to[3 * x + 2] = static_cast<std::uint8_t>(from[x] >> 16);
    }
  }
  return image;
}

}  // namespace polemarch::assistant::paint
