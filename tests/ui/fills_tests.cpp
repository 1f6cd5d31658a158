/// What is filled without a look into a texture, and what hides what lies under it.
#include "ui/fills.hpp"

#include "tests/support/catch.hpp"

namespace fills_tests {

using namespace polemarch::ui;

namespace {

/// A list to draw into, without a window.
struct Drawing {
  Drawing() {
    ImGui::SetCurrentContext(context);
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    list = std::make_unique<ImDrawList>(ImGui::GetDrawListSharedData());
    begin();
    rect(1, 255);
    white = list->VtxBuffer[0].uv;
    begin();
  }
  void begin() const {
    list->_ResetForNewFrame();
    list->PushTextureID(ImGui::GetIO().Fonts->TexID);
    list->PushClipRect({0, 0}, {1920, 1080});
  }
  ~Drawing() {
    list.reset();
    ImGui::DestroyContext(context);
  }
  void rect(float side, int alpha) const { list->AddRectFilled({10, 10}, {10 + side, 10 + side}, IM_COL32(20, 30, 40, alpha)); }
  void words() const {
    ImFont* font = ImGui::GetIO().Fonts->Fonts[0];
    list->AddText(font, 13, {20, 20}, IM_COL32_WHITE, "words");
  }
  std::vector<Stretch> split() const { return stretches_of(*list, list->CmdBuffer[0], white); }
  ImGuiContext* context = ImGui::CreateContext();
  std::unique_ptr<ImDrawList> list;
  ImVec2 white;  ///< where fills look into the texture
};

std::vector<Fill> fills_of(const std::vector<Stretch>& stretches) {
  std::vector<Fill> fills;
  for (const Stretch& one : stretches) fills.push_back(one.fill);
  return fills;
}

}  // namespace

TEST_CASE("a large ground is filled without texture and blending, a large veil without texture, words with it", "[ui][fills]") {
  const Drawing drawing;
  drawing.rect(400, 255);
  drawing.words();
  drawing.rect(400, 90);
  const auto found = drawing.split();
  CHECK(fills_of(found) == std::vector{Fill::Opaque, Fill::Textured, Fill::Flat});
  unsigned next = 0;  // every triangle once, in its order
  for (const Stretch& one : found) {
    CHECK(one.first == next);
    next += one.count;
  }
  CHECK(next == drawing.list->CmdBuffer[0].ElemCount);
}

TEST_CASE("what is not worth a change of program is drawn with what stands beside it", "[ui][fills]") {
  const Drawing drawing;
  drawing.words();
  for (int i = 0; i < 3; ++i) drawing.rect(20, 255);
  drawing.words();
  CHECK(fills_of(drawing.split()) == std::vector{Fill::Textured});
  for (int i = 0; i < 20; ++i) drawing.rect(60, i % 2 == 0 ? 255 : 200);  // small ones in a row are
  CHECK(fills_of(drawing.split()) == std::vector{Fill::Textured, Fill::Flat});
}

}  // namespace fills_tests
