#pragma once
/// Paints a page into an ImGui draw list. Inside ui only.

#include <map>
#include <string>

#include "ui/page/items.hpp"

struct ImDrawList;
struct ImFont;

namespace polemarch::ui {

/// Fonts baked at a few sizes; text of another size is scaled from the next larger one.
class PageFonts {
 public:
  /// Loads the two faces into ImGui's atlas for a screen this high. An unreadable path gives ImGui's own small font.
  void load(const std::string& medium, const std::string& bold, double height);
  ImFont* at(double size, page::Face face) const;
  double width_of(std::string_view text, double size, page::Face face) const;

 private:
  std::map<double, ImFont*> medium_, bold_;
};

void draw_page(ImDrawList& list, const page::Page& page, const PageFonts& fonts);

}  // namespace polemarch::ui
