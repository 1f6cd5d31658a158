#include "ui/table_canvas.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "ui/page/theme.hpp"
#include "ui/painter.hpp"
#include "ui/seat.hpp"
#include "ui/shapes.hpp"

namespace polemarch::ui {

namespace {

using page::TableFit;

ImVec2 on_screen(page::Px v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }
page::Px px(ImVec2 v) { return {static_cast<double>(v.x), static_cast<double>(v.y)}; }

std::vector<Vec2> moved_outline(const CanvasMemory::Drag& drag) {
  const double turn = (drag.heading_deg - drag.taken_heading_deg) * std::numbers::pi / 180.0;
  std::vector<Vec2> out;
  for (const Vec2 p : drag.outline)
    out.push_back(
        {drag.centre.x + p.x * std::cos(turn) - p.y * std::sin(turn), drag.centre.y + p.x * std::sin(turn) + p.y * std::cos(turn)});
  return out;
}

void draw_ruler(ImDrawList& list, const ViewState& view, const TableFit& fit, const PageFonts& fonts, Vec2 from, Vec2 to) {
  char label[48];
  const double mm = std::hypot(to.x - from.x, to.y - from.y);
  std::snprintf(label, sizeof label, "%.1f %s", mm / view.ruler_mm, view.ruler_unit.c_str());
  const ImVec2 a = on_screen(fit.to_px(from)), b = on_screen(fit.to_px(to));
  list.AddLine(a, b, IM_COL32(0, 0, 0, 200), 6);
  list.AddLine(a, b, IM_COL32(0xF0, 0xE4, 0x42, 255), 3);
  const ImVec2 at((a.x + b.x) / 2 + 10, (a.y + b.y) / 2 + 10);
  ImFont* font = fonts.at(24.0, page::Face::Bold);
  const ImVec2 box = font->CalcTextSizeA(font->FontSize, 1e9F, 0, label);
  list.AddRectFilled({at.x - 6, at.y - 4}, {at.x + box.x + 6, at.y + box.y + 4}, IM_COL32(0, 0, 0, 210), 4);
  list.AddText(font, font->FontSize, at, IM_COL32(0xF0, 0xE4, 0x42, 255), label);
}

}  // namespace

UnitId unit_under(const ViewState& view, Vec2 at) {
  for (const UnitView& unit : view.units)
    if (unit.on_table && contains(unit.outline, at)) return unit.unit;
  return {};
}

std::optional<CanvasMemory::Drag> base_at(const Scene& scene, Vec2 at) {
  for (auto item = scene.items.rbegin(); item != scene.items.rend(); ++item) {
    if (item->meaning != "base" && item->meaning != "base_hidden") continue;
    const std::vector<Vec2> outline = outline_of(*item, 1.0).points;
    if (!contains(outline, at)) continue;
    CanvasMemory::Drag drag;
    drag.base = {item->about};
    drag.centre = drag.taken = middle_of(outline);
    // Corners of a base start front-left, front-right; a round base is followed by its front mark.
    Vec2 front{(outline[0].x + outline[1].x) / 2, (outline[0].y + outline[1].y) / 2};
    if (std::holds_alternative<Circle>(item->shape) && item != scene.items.rbegin()) front = outline_of(*std::prev(item), 1.0).points[1];
    drag.heading_deg = std::atan2(front.y - drag.centre.y, front.x - drag.centre.x) * 180.0 / std::numbers::pi;
    if (drag.heading_deg < 0) drag.heading_deg += 360.0;
    drag.taken_heading_deg = drag.heading_deg;
    for (const Vec2 p : outline) drag.outline.push_back({p.x - drag.centre.x, p.y - drag.centre.y});
    return drag;
  }
  return std::nullopt;
}

std::optional<CanvasMemory::Drag> unit_at(const ViewState& view, Vec2 at) {
  for (const UnitView& unit : view.units) {
    if (!unit.on_table || !contains(unit.outline, at)) continue;
    CanvasMemory::Drag drag;
    drag.unit = unit.unit;
    drag.centre = drag.taken = unit.at;
    drag.heading_deg = drag.taken_heading_deg = unit.heading_deg;
    for (const Vec2 p : unit.outline) drag.outline.push_back({p.x - drag.centre.x, p.y - drag.centre.y});
    return drag;
  }
  return std::nullopt;
}

std::optional<Intent> put_down(const CanvasMemory::Drag& drag) {
  const bool turned = drag.heading_deg != drag.taken_heading_deg;
  if (!turned && std::hypot(drag.taken.x - drag.centre.x, drag.taken.y - drag.centre.y) < 1.0) return std::nullopt;
  if (drag.unit.empty()) return DragBase{drag.base, drag.centre, drag.heading_deg};
  return DragUnit{drag.unit, drag.centre, turned ? std::optional(drag.heading_deg) : std::nullopt};
}

std::vector<Intent> use_mouse(const ViewState& view, const TableFit& fit, CanvasMemory& memory) {
  std::vector<Intent> wishes;
  const ImGuiIO& io = ImGui::GetIO();
  const Vec2 at = fit.to_table(px(io.MousePos));
  const bool over = ImGui::IsWindowHovered();
  if (over && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    wishes.push_back(SelectAt{at, io.KeyShift});
    if (view.can_drag && !io.KeyShift) memory.drag = io.KeyCtrl ? unit_at(view, at) : base_at(view.scene, at);
    if (memory.drag) memory.drag->grip = {at.x - memory.drag->centre.x, at.y - memory.drag->centre.y};
  }
  if (over && !memory.drag && io.MouseWheel != 0) wishes.push_back(Zoom{io.MouseWheel > 0 ? 1.25 : 0.8, at});
  if (over && ImGui::IsMouseDragging(ImGuiMouseButton_Middle, 0) && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)) {
    const Vec2 before = fit.to_table(px({io.MousePos.x - io.MouseDelta.x, io.MousePos.y - io.MouseDelta.y}));
    wishes.push_back(Pan{{before.x - at.x, before.y - at.y}});
  }
  if (memory.drag) {
    memory.drag->centre = {at.x - memory.drag->grip.x, at.y - memory.drag->grip.y};
    memory.drag->heading_deg += 5.0 * static_cast<double>(io.MouseWheel);
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
      const page::Box shown = fit.box();
      const page::Px mouse = px(io.MousePos);
      const bool inside = mouse.x >= shown.x && mouse.y >= shown.y && mouse.x <= shown.x + shown.w && mouse.y <= shown.y + shown.h;
      if (auto put = put_down(*memory.drag); put && inside) wishes.push_back(std::move(*put));
      memory.drag.reset();
    }
  }
  if (over && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) memory.ruler_from = at;
  if (memory.ruler_from && !ImGui::IsMouseDown(ImGuiMouseButton_Right)) {
    wishes.push_back(MeasureFrom{*memory.ruler_from, at});
    memory.ruler_from.reset();
  }
  const UnitId under = over && !memory.drag && !memory.ruler_from ? unit_under(view, at) : UnitId{};
  if (under != memory.pointed) {
    memory.pointed = under;
    wishes.push_back(PointAt{under});
  }
  return wishes;
}

void draw_table_canvas(const ViewState& view, const PageFonts& fonts, unsigned texture, const TableFit& fit, const CanvasMemory& memory) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool pictured = texture != 0 && view.show_picture;
  PaintPlan plan;
  plan.place = [&](Vec2 p) {
    const page::Px at = fit.to_px(p);
    return Vec2{at.x, at.y};
  };
  plan.labels = false;
  plan.px_per_mm = fit.scale;
  plan.ground = pictured ? Ground::Picture : view.light ? Ground::Drawn : Ground::Dark;
  plan.font = fonts.at(32.0, page::Face::Bold);
  // What reaches beyond the table (ranges, arcs) ends at its edge.
  const page::Box shown = fit.box();
  list.PushClipRect(on_screen(page::Px{shown.x, shown.y}), on_screen(page::Px{shown.x + shown.w, shown.y + shown.h}), false);
  if (pictured) {
    const TablePicture& p = view.picture;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): ImGui names GL textures by pointers
    list.AddImageQuad(reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(texture)), on_screen(fit.to_px({p.x0, p.y1})),
                      on_screen(fit.to_px({p.x1, p.y1})), on_screen(fit.to_px({p.x1, p.y0})), on_screen(fit.to_px({p.x0, p.y0})));
    const page::Box table = fit.box();
    list.AddRectFilled(on_screen(page::Px{table.x, table.y}), on_screen(page::Px{table.x + table.w, table.y + table.h}),
                       IM_COL32(0x0A, 0x0E, 0x12, static_cast<int>(255 * page::picture_dimming(view))));
  } else {
    const ImVec2 a = on_screen(fit.to_px({0, 0})), b = on_screen(fit.to_px({view.scene.width_mm, view.scene.depth_mm}));
    const Colour c = cloth(plan.ground);
    list.AddRectFilled({std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}, IM_COL32(c.r, c.g, c.b, 255));
  }
  draw_scene(list, view.scene, plan);
  list.PopClipRect();
  if (memory.drag) {
    const std::vector<Vec2> outline = moved_outline(*memory.drag);
    for (const Vec2 p : outline) list.PathLineTo(on_screen(fit.to_px(p)));
    list.PathStroke(IM_COL32(0xF0, 0xE4, 0x42, 255), ImDrawFlags_Closed, 4);
  }
  if (memory.ruler_from) draw_ruler(list, view, fit, fonts, *memory.ruler_from, fit.to_table(px(ImGui::GetIO().MousePos)));
}

}  // namespace polemarch::ui
