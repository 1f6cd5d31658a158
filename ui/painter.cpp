#include "ui/painter.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "ui/page/table_labels.hpp"
#include "ui/shapes.hpp"

namespace polemarch::ui {

namespace {

ImU32 packed(Colour c, double alpha = 1.0) { return IM_COL32(c.r, c.g, c.b, static_cast<int>(std::lround(alpha * 255.0))); }

ImVec2 to_im(Vec2 v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }

struct Brush {
  ImDrawList& list;
  const PaintPlan& plan;

  double px(double mm, double least) const { return std::max(mm * plan.px_per_mm, least); }

  void line(const Segment& s, ImU32 colour, double width) const {
    list.AddLine(to_im(plan.place(s.first)), to_im(plan.place(s.second)), colour, static_cast<float>(width));
  }

  void path(const Outline& outline, ImU32 colour, double width) const {
    for (const Vec2 p : outline.points) list.PathLineTo(to_im(plan.place(p)));
    list.PathStroke(colour, outline.closed ? ImDrawFlags_Closed : ImDrawFlags_None, static_cast<float>(width));
  }

  void fill(const std::vector<Vec2>& closed, ImU32 colour) const {
    // Without anti-aliased edges the triangles meet without a seam.
    const ImDrawListFlags before = list.Flags;
    list.Flags &= ~ImDrawListFlags_AntiAliasedFill;
    for (const auto& t : triangles(closed))
      list.AddTriangleFilled(to_im(plan.place(t[0])), to_im(plan.place(t[1])), to_im(plan.place(t[2])), colour);
    list.Flags = before;
  }

  double width_of(const std::string& text, double size_mm) const {
    ImFont* font = plan.font != nullptr ? plan.font : ImGui::GetFont();
    return static_cast<double>(font->CalcTextSizeA(static_cast<float>(px(size_mm * plan.type_scale, 12.0)), 1e9F, 0.0F, text.c_str()).x);
  }

  void text(Vec2 at, const std::string& text, double size_mm, Tone tone) const { text_at(plan.place(at), text, size_mm, tone); }

  void text_at(Vec2 page, const std::string& text, double size_mm, Tone tone) const {
    ImFont* font = plan.font != nullptr ? plan.font : ImGui::GetFont();
    const auto size = static_cast<float>(px(size_mm * plan.type_scale, 12.0));
    const ImVec2 box = font->CalcTextSizeA(size, 1e9F, 0.0F, text.c_str());
    const ImVec2 middle = to_im(page);
    const ImVec2 corner(middle.x - box.x / 2, middle.y - box.y / 2);
    const ImU32 halo = packed(casing_of(tone, plan.ground), 0.85);
    const float r = std::max(1.0F, size * 0.07F);
    for (const auto& [dx, dy] : {std::pair{-r, -r}, {0.F, -r}, {r, -r}, {-r, 0.F}, {r, 0.F}, {-r, r}, {0.F, r}, {r, r}})
      list.AddText(font, size, {corner.x + dx, corner.y + dy}, halo, text.c_str());
    list.AddText(font, size, corner, packed(colour_of(tone, plan.ground)), text.c_str());
  }

  void outline(const SceneItem& item) const {
    const Outline shape = outline_of(item, 0.4 / plan.px_per_mm);
    if (shape.points.empty()) return;
    const Colour colour = colour_of(item.tone, plan.ground);
    const bool left = item.pattern == Pattern::HatchLeft || item.pattern == Pattern::CrossHatch;
    const bool right = item.pattern == Pattern::HatchRight || item.pattern == Pattern::CrossHatch;
    if (shape.closed && (shape.filled || left || right))
      fill(shape.points, packed(colour, fill_strength(item.tone, plan.ground) * (left || right ? 0.5 : 1.0)));
    if (shape.closed && left)
      for (const Segment& s : hatching(shape.points, 12.0, 135)) line(s, packed(colour, 0.75), px(1.0, 1.0));
    if (shape.closed && right)
      for (const Segment& s : hatching(shape.points, 12.0, 45)) line(s, packed(colour, 0.75), px(1.0, 1.0));
    const double width = px(item.width_mm, 1.2);
    if (has_casing(item.tone)) path(shape, packed(casing_of(item.tone, plan.ground), 0.65), width + px(1.6, 2.0));
    const double unit = std::max(item.width_mm, 1.5);
    if (item.pattern == Pattern::Dashed || item.pattern == Pattern::Dotted) {
      const bool dashed = item.pattern == Pattern::Dashed;
      for (const Segment& s : dashes(shape, (dashed ? 5.0 : 1.4) * unit, (dashed ? 3.0 : 2.0) * unit)) line(s, packed(colour), width);
    } else {
      path(shape, packed(colour), width);
    }
  }
};

}  // namespace

void draw_scene(ImDrawList& list, const Scene& scene, const PaintPlan& plan) {
  const Brush brush{list, plan};
  const bool boxes = page::has_boxes(scene);
  for (const SceneItem& item : scene.items) {
    if (!plan.labels && page::written_by_page(item, boxes)) continue;
    if (const auto* text = std::get_if<TextShape>(&item.shape)) {
      brush.text(text->at, text->text, text->size_mm, item.tone);
    } else {
      brush.outline(item);
    }
  }
  if (!plan.labels) return;
  LabelBoard labels;
  // Names of units keep their place; labels go round them.
  for (const SceneItem& item : scene.items)
    if (const auto* name = std::get_if<TextShape>(&item.shape); name != nullptr && item.meaning == "name")
      labels.place(plan.place(name->at), brush.width_of(name->text, name->size_mm), brush.px(name->size_mm * plan.type_scale, 12), {});
  for (const SceneItem& item : scene.items) {
    if (item.label.empty() || std::holds_alternative<TextShape>(item.shape)) continue;
    Outline on_page = outline_of(item, 1.0);
    for (Vec2& p : on_page.points) p = plan.place(p);
    const double size = 14;
    const double high = brush.px(size * plan.type_scale, 12);
    const double wide = brush.width_of(item.label, size);
    if (const auto at = labels.place(label_place(on_page, high), wide, high, item.label))
      brush.text_at(*at, item.label, size, item.tone == Tone::Faint ? Tone::Faint : Tone::Text);
  }
}

}  // namespace polemarch::ui
