#pragma once
/// Plain fills drawn without looking into a texture, and those that cover what lies under them without blending: a software renderer fills
/// a screen five to ten times as fast so. Inside ui only.

#include <imgui.h>

#include <memory>
#include <vector>

namespace polemarch::ui {

/// How a stretch of triangles is drawn.
enum class Fill {
  Textured,  ///< glyphs, pictures, anti-aliased lines
  Flat,      ///< one colour a corner, blended
  Opaque     ///< the same, hiding what lies under it
};
/// Indices that are drawn one way, as ImDrawCmd counts them.
struct Stretch {
  unsigned first = 0, count = 0;
  Fill fill = Fill::Textured;
};

/// What one command of a list draws, in its order. A fill smaller than a change of program is worth stays with its neighbours.
/// `white`: where the fonts' texture is white.
std::vector<Stretch> stretches_of(const ImDrawList& list, const ImDrawCmd& command, ImVec2 white);

/// Draws stretches with the right program. Needs the window's context as long as it lives.
class FillPrograms {
 public:
  FillPrograms();
  ~FillPrograms();
  FillPrograms(const FillPrograms&) = delete;
  FillPrograms& operator=(const FillPrograms&) = delete;

  /// Splits the commands of everything drawn, with the change of program between them. Once a picture, after ImGui::Render().
  void split(ImDrawData& data);

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace polemarch::ui
