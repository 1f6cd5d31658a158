#include "ui/page_painter.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>

#include "ui/page/theme.hpp"

namespace polemarch::ui {

namespace {

ImU32 im(page::Paint p) { return IM_COL32(p.r, p.g, p.b, p.a); }
ImVec2 im(page::Px p) { return {static_cast<float>(p.x), static_cast<float>(p.y)}; }
ImVec2 low(const page::Box& box) { return {static_cast<float>(box.x), static_cast<float>(box.y)}; }
ImVec2 high(const page::Box& box) { return {static_cast<float>(box.x + box.w), static_cast<float>(box.y + box.h)}; }

bool readable(const std::string& path) {
  std::FILE* file = path.empty() ? nullptr : std::fopen(path.c_str(), "rb");
  if (file != nullptr) std::fclose(file);
  return file != nullptr;
}

struct Painter {
  ImDrawList& list;
  const PageFonts& fonts;
  void operator()(const page::RectItem& item) const {
    const auto radius = static_cast<float>(item.radius);
    if (item.fill) list.AddRectFilled(low(item.box), high(item.box), im(*item.fill), radius);
    if (item.edge) list.AddRect(low(item.box), high(item.box), im(*item.edge), radius, 0, static_cast<float>(item.edge_width));
  }
  void operator()(const page::LineItem& item) const {
    list.AddLine(im(item.from), im(item.to), im(item.paint), static_cast<float>(item.width));
  }
  void operator()(const page::TextItem& item) const {
    ImFont* font = fonts.at(item.size, item.face);
    const float scale = static_cast<float>(item.size) / font->FontSize;
    const int from = list.VtxBuffer.Size;
    const double wide = item.turned ? fonts.width_of(item.text, item.size, item.face) : 0;
    list.AddText(font, static_cast<float>(item.size),
                 {static_cast<float>(item.at.x - wide), static_cast<float>(item.at.y) - font->Ascent * scale}, im(item.paint),
                 item.text.c_str());
    if (!item.turned) return;
    for (int i = from; i < list.VtxBuffer.Size; ++i) {  // half a turn round the middle of the baseline
      ImVec2& at = list.VtxBuffer[i].pos;
      at = {static_cast<float>(2 * item.at.x - wide) - at.x, static_cast<float>(2 * item.at.y) - at.y};
    }
  }
  void operator()(const page::PolyItem& item) const {
    std::vector<ImVec2> points;
    for (const page::Px point : item.points) points.push_back(im(point));
    const int count = static_cast<int>(points.size());
    if (item.fill) {  // a veil whose border were smoothed would be twice as thick along the seams of its triangles
      const ImDrawListFlags before = list.Flags;
      if (item.fill->a < 255) list.Flags &= ~ImDrawListFlags_AntiAliasedFill;
      list.AddConvexPolyFilled(points.data(), count, im(*item.fill));
      list.Flags = before;
    }
    if (item.edge) list.AddPolyline(points.data(), count, im(*item.edge), ImDrawFlags_Closed, static_cast<float>(item.edge_width));
  }
  void operator()(const page::ClipItem& item) const {
    if (item.box) {
      list.PushClipRect(low(*item.box), high(*item.box), false);
    } else {
      list.PopClipRect();
    }
  }
  void operator()(const page::DiscItem& item) const {
    if (item.fill) list.AddCircleFilled(im(item.centre), static_cast<float>(item.radius), im(*item.fill));
    if (item.edge) list.AddCircle(im(item.centre), static_cast<float>(item.radius), im(*item.edge), 0, static_cast<float>(item.edge_width));
  }
};

}  // namespace

void PageFonts::load(const std::string& medium, const std::string& bold, double height) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  // Latin and the punctuation that names and rule texts use.
  static constexpr ImWchar kRanges[] = {0x20, 0x17F, 0x2010, 0x2044, 0};
  namespace type = page::type;
  medium_.clear();
  bold_.clear();
  if (readable(medium)) {
    const std::string& heavy = readable(bold) ? bold : medium;
    for (const double role : {type::kSmall, type::kAside, type::kRow, type::kFigure, type::kNow, type::kTyped}) {
      const auto size = static_cast<float>(std::max(13.0, role * height / 1080.0));
      medium_[static_cast<double>(size)] = atlas.AddFontFromFileTTF(medium.c_str(), size, nullptr, kRanges);
      bold_[static_cast<double>(size)] = atlas.AddFontFromFileTTF(heavy.c_str(), size, nullptr, kRanges);
    }
    std::erase_if(medium_, [](const auto& entry) { return entry.second == nullptr; });
    std::erase_if(bold_, [](const auto& entry) { return entry.second == nullptr; });
  }
  if (medium_.empty() || bold_.empty()) medium_[13.0] = bold_[13.0] = atlas.AddFontDefault();
}

ImFont* PageFonts::at(double size, page::Face face) const {
  const auto& fonts = face == page::Face::Bold ? bold_ : medium_;
  const auto next = fonts.lower_bound(size - 0.5);
  return next == fonts.end() ? fonts.rbegin()->second : next->second;
}

double PageFonts::width_of(std::string_view text, double size, page::Face face) const {
  const ImFont* font = at(size, face);
  return static_cast<double>(font->CalcTextSizeA(static_cast<float>(size), 1e9F, 0, text.data(), text.data() + text.size()).x);
}

void draw_page(ImDrawList& list, const page::Page& page, const PageFonts& fonts) {
  for (const page::Item& item : page.items) std::visit(Painter{list, fonts}, item);
}

}  // namespace polemarch::ui
