#include "assistant/paint/canvas.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/seat.hpp"
#include "ui/shapes.hpp"

namespace polemarch::assistant::paint {

namespace {

constexpr const char* kFont = "DejaVu Sans";

/// Table millimetres -> page, y up to y down, turned to the seat.
struct View {
  const Scene& scene;
  const PaintSettings& settings;
  ui::Ground ground;

  double scale() const { return settings.px_per_mm; }
  Vec2 page(Vec2 p) const {
    const Vec2 q = ui::SeatView{scene.width_mm, scene.depth_mm, settings.quarter_turns}.from_table(p);
    const double m = settings.margin_mm;
    return {(q.x + m) * scale(), (q.y + m) * scale()};
  }
  double angle(double table_deg) const { return -(table_deg - 90.0 * ui::normal_turns(settings.quarter_turns)) * std::numbers::pi / 180.0; }
};

void trace(cairo_t* cr, const View& view, const std::vector<Vec2>& points, bool closed) {
  cairo_new_path(cr);
  for (const Vec2 point : points) {
    const Vec2 p = view.page(point);
    cairo_line_to(cr, p.x, p.y);
  }
  if (closed) cairo_close_path(cr);
}

void hatch(cairo_t* cr, const View& view, const std::vector<Vec2>& closed, double angle_deg, ui::Colour colour) {
  for (const auto& [a, b] : ui::hatching(closed, 12.0, angle_deg)) {
    const Vec2 p = view.page(a), q = view.page(b);
    cairo_move_to(cr, p.x, p.y);
    cairo_line_to(cr, q.x, q.y);
  }
  set_colour(cr, colour, 0.75);
  cairo_set_line_width(cr, std::max(1.0 * view.scale(), 0.7));
  cairo_stroke(cr);
}

void paint_text(cairo_t* cr, const View& view, Vec2 p, const std::string& text, double size_mm, double angle_deg, Tone tone) {
  cairo_select_font_face(cr, kFont, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
  const double size = std::max(size_mm * view.settings.type_scale * view.scale(), 7.0);
  cairo_set_font_size(cr, size);
  cairo_text_extents_t box;
  cairo_text_extents(cr, text.c_str(), &box);
  cairo_save(cr);
  cairo_translate(cr, p.x, p.y);
  // Names stay upright for the reader at the lower edge; only an angle asked for turns them.
  if (angle_deg != 0) cairo_rotate(cr, view.angle(angle_deg));
  cairo_move_to(cr, -box.width / 2 - box.x_bearing, -box.height / 2 - box.y_bearing);
  cairo_text_path(cr, text.c_str());
  set_colour(cr, ui::casing_of(tone, view.ground), 0.9);
  cairo_set_line_width(cr, size * 0.22);
  cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke_preserve(cr);
  set_colour(cr, ui::colour_of(tone, view.ground));
  cairo_fill(cr);
  cairo_restore(cr);
}

void paint_outline(cairo_t* cr, const View& view, const SceneItem& item, const ui::Outline& outline) {
  const ui::Colour colour = ui::colour_of(item.tone, view.ground);
  const bool hatched = item.pattern == Pattern::HatchLeft || item.pattern == Pattern::HatchRight || item.pattern == Pattern::CrossHatch;
  if (outline.closed && (outline.filled || hatched)) {
    trace(cr, view, outline.points, true);
    set_colour(cr, colour, ui::fill_strength(item.tone, view.ground) * (hatched ? 0.5 : 1.0));
    cairo_fill(cr);
  }
  if (outline.closed && (item.pattern == Pattern::HatchLeft || item.pattern == Pattern::CrossHatch))
    hatch(cr, view, outline.points, 135, colour);
  if (outline.closed && (item.pattern == Pattern::HatchRight || item.pattern == Pattern::CrossHatch))
    hatch(cr, view, outline.points, 45, colour);
  const double width = std::max(item.width_mm * view.scale(), 0.8);
  if (ui::has_casing(item.tone)) {
    trace(cr, view, outline.points, outline.closed);
    set_colour(cr, ui::casing_of(item.tone, view.ground), 0.7);
    cairo_set_line_width(cr, width + std::max(1.6 * view.scale(), 1.2));
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(cr);
  }
  trace(cr, view, outline.points, outline.closed);
  set_colour(cr, colour);
  cairo_set_line_width(cr, width);
  const double unit = std::max(width, 1.5 * view.scale());
  if (item.pattern == Pattern::Dashed) {
    const double on_off[2] = {5 * unit, 3 * unit};
    cairo_set_dash(cr, on_off, 2, 0);
  } else if (item.pattern == Pattern::Dotted) {
    const double on_off[2] = {unit, 1.8 * unit};
    cairo_set_dash(cr, on_off, 2, 0);
  }
  cairo_stroke(cr);
  cairo_set_dash(cr, nullptr, 0, 0);
}

void paint_picture(cairo_t* cr, const View& view) {
  const ui::TablePicture& picture = view.settings.picture;
  const Surface pixels = surface_of(*picture.image);
  // Three corners give the affine map from picture to page: column 0 at x0, row 0 at y1.
  const Vec2 o = view.page({picture.x0, picture.y1}), u = view.page({picture.x1, picture.y1}), v = view.page({picture.x0, picture.y0});
  const double w = picture.image->width, h = picture.image->height;
  cairo_matrix_t map;
  cairo_matrix_init(&map, (u.x - o.x) / w, (u.y - o.y) / w, (v.x - o.x) / h, (v.y - o.y) / h, o.x, o.y);
  cairo_save(cr);
  cairo_transform(cr, &map);
  cairo_set_source_surface(cr, pixels.get(), 0, 0);
  cairo_pattern_set_extend(cairo_get_source(cr), CAIRO_EXTEND_PAD);
  cairo_rectangle(cr, 0, 0, w, h);
  cairo_fill(cr);
  cairo_restore(cr);
}

void paint_cloth(cairo_t* cr, const View& view) {
  const Vec2 a = view.page({0, 0}), b = view.page({view.scene.width_mm, view.scene.depth_mm});
  cairo_rectangle(cr, std::min(a.x, b.x), std::min(a.y, b.y), std::abs(a.x - b.x), std::abs(a.y - b.y));
  set_colour(cr, ui::cloth(view.ground));
  cairo_fill(cr);
}

}  // namespace

void set_colour(cairo_t* cr, ui::Colour c, double alpha) { cairo_set_source_rgba(cr, c.r / 255.0, c.g / 255.0, c.b / 255.0, alpha); }

Surface surface_of(const Image& image) {
  Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, image.width, image.height));
  std::uint8_t* pixels = cairo_image_surface_get_data(surface.get());
  const std::ptrdiff_t stride = cairo_image_surface_get_stride(surface.get());
  for (int y = 0; y < image.height; ++y) {
    const std::uint8_t* from = image.row(y);
    auto* to = reinterpret_cast<std::uint32_t*>(pixels + y * stride);  // cairo promises 4-byte alignment; native byte order
    for (int x = 0; x < image.width; ++x) {
      const std::uint8_t* p = from + static_cast<std::ptrdiff_t>(x) * image.channels;
      const std::uint32_t b = p[0], g = image.channels == 3 ? p[1] : p[0], r = image.channels == 3 ? p[2] : p[0];
      to[x] = r << 16 | g << 8 | b;
    }
  }
  cairo_surface_mark_dirty(surface.get());
  return surface;
}

cairo_status_t append_bytes(void* closure, const unsigned char* data, unsigned int length) {
  auto& bytes = *static_cast<Bytes*>(closure);
  bytes.insert(bytes.end(), data, data + length);
  return CAIRO_STATUS_SUCCESS;
}

PageSize page_size(const Scene& scene, const PaintSettings& settings) {
  const double w = (scene.width_mm + 2 * settings.margin_mm) * settings.px_per_mm;
  const double d = (scene.depth_mm + 2 * settings.margin_mm) * settings.px_per_mm;
  return ui::normal_turns(settings.quarter_turns) % 2 == 0 ? PageSize{w, d} : PageSize{d, w};
}

void paint_scene(cairo_t* cr, const Scene& scene, const PaintSettings& settings) {
  const View view{scene, settings, settings.picture.image ? ui::Ground::Picture : settings.dark ? ui::Ground::Dark : ui::Ground::Drawn};
  if (settings.picture.image) {
    paint_picture(cr, view);
    if (settings.picture_dimmed > 0) {
      const Vec2 low = view.page({0, 0}), high = view.page({scene.width_mm, scene.depth_mm});
      set_colour(cr, {0x0A, 0x0E, 0x12}, settings.picture_dimmed);
      cairo_rectangle(cr, std::min(low.x, high.x), std::min(low.y, high.y), std::abs(low.x - high.x), std::abs(low.y - high.y));
      cairo_fill(cr);
    }
  } else {
    paint_cloth(cr, view);
  }
  // What reaches beyond the table (ranges, arcs) ends a little outside its edge.
  const Vec2 a = view.page({-8, -8}), b = view.page({scene.width_mm + 8, scene.depth_mm + 8});
  cairo_save(cr);
  cairo_rectangle(cr, std::min(a.x, b.x), std::min(a.y, b.y), std::abs(a.x - b.x), std::abs(a.y - b.y));
  cairo_clip(cr);
  for (const SceneItem& item : scene.items) {
    if (const auto* text = std::get_if<TextShape>(&item.shape)) {
      paint_text(cr, view, view.page(text->at), text->text, text->size_mm, text->angle_deg, item.tone);
      continue;
    }
    const ui::Outline outline = ui::outline_of(item, 0.3 / settings.px_per_mm);
    if (outline.points.empty()) continue;
    paint_outline(cr, view, item, outline);
  }
  cairo_restore(cr);
  if (!settings.labels) return;
  ui::LabelBoard labels;
  // Names of units keep their place; labels go round them.
  cairo_select_font_face(cr, kFont, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
  for (const SceneItem& item : scene.items)
    if (const auto* name = std::get_if<TextShape>(&item.shape); name != nullptr && item.meaning == "name") {
      const double size = std::max(name->size_mm * settings.type_scale * view.scale(), 7.0);
      cairo_set_font_size(cr, size);
      cairo_text_extents_t box;
      cairo_text_extents(cr, name->text.c_str(), &box);
      labels.place(view.page(name->at), box.width, size, {});
    }
  for (const SceneItem& item : scene.items) {
    if (item.label.empty() || std::holds_alternative<TextShape>(item.shape)) continue;
    ui::Outline on_page = ui::outline_of(item, 1.0);
    for (Vec2& p : on_page.points) p = view.page(p);
    const double size = 14, high = std::max(size * settings.type_scale * view.scale(), 7.0);
    cairo_select_font_face(cr, kFont, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    cairo_set_font_size(cr, high);
    cairo_text_extents_t box;
    cairo_text_extents(cr, item.label.c_str(), &box);
    if (const auto at = labels.place(ui::label_place(on_page, high), box.width, high, item.label))
      paint_text(cr, view, *at, item.label, size, 0, item.tone == Tone::Faint ? Tone::Faint : Tone::Text);
  }
}

}  // namespace polemarch::assistant::paint
