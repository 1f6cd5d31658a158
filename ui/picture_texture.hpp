#pragma once
/// The camera's picture as a texture of the window that draws it; a new one is uploaded when the picture changes. Needs a current OpenGL.

#include <cstdint>
#include <vector>

#include "ui/view_state.hpp"

namespace polemarch::ui {

class PictureTexture {
 public:
  void show(const TablePicture& picture);
  unsigned id() const { return texture_; }

 private:
  unsigned texture_ = 0;
  const Image* image_ = nullptr;
  std::int64_t version_ = -1;
  std::vector<std::uint8_t> four_channels_;
};

}  // namespace polemarch::ui
