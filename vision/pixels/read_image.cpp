#include "vision/pixels/read_image.hpp"

#include "vision/pixels/picture.hpp"

namespace polemarch::vision {

Result<Image> read_gray(const std::string& path) {
  const auto picture = read_picture(path, false);
  if (!picture) return picture.error();
  return *picture->gray;
}

}  // namespace polemarch::vision
