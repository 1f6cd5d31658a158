#include "ui/picture_texture.hpp"

#define GLFW_INCLUDE_GLEXT
#include <GLFW/glfw3.h>

namespace polemarch::ui {

// The picture and the fonts keep the order red, green, blue, alpha. Blue first llvmpipe of Mesa 22.3 draws nearly three times as fast,
// but loses what lies in blocks of 64 pixels that rectangles alone cover (its fast way over such tiles): letters, and all of the picture
// there.
void PictureTexture::show(const TablePicture& picture) {
  if (!picture.image || picture.image->empty() || (picture.image.get() == image_ && picture.version == version_)) return;
  image_ = picture.image.get();
  version_ = picture.version;
  if (texture_ == 0) glGenTextures(1, &texture_);
  glBindTexture(GL_TEXTURE_2D, texture_);
  for (const GLenum side : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) glTexParameteri(GL_TEXTURE_2D, side, GL_CLAMP_TO_EDGE);
  for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) glTexParameteri(GL_TEXTURE_2D, filter, GL_LINEAR);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  const Image& image = *picture.image;
  const auto channels = static_cast<std::size_t>(image.channels), pixels = image.bytes.size() / channels;
  four_channels_.resize(4 * pixels);
  const std::uint8_t* from = image.bytes.data();
  std::uint8_t* to = four_channels_.data();
  for (std::size_t i = 0; i < pixels; ++i, from += channels, to += 4)
    to[0] = from[channels == 3 ? 2 : 0], to[1] = from[channels == 3 ? 1 : 0], to[2] = from[0], to[3] = 255;
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, image.width, image.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, four_channels_.data());
}

}  // namespace polemarch::ui
