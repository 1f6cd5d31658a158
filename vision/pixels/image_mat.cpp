#include "vision/pixels/image_mat.hpp"

#include <algorithm>
#include <opencv2/imgcodecs.hpp>

#include "vision/pixels/picture_size.hpp"

namespace polemarch::vision::capture {
namespace {

/// Of a JPEG, which is decoded where it is to stay; empty for anything else.
cv::Size jpeg_size(std::span<const std::uint8_t> b) {
  if (b.size() < 4 || b[0] != 0xFF || b[1] != 0xD8) return {};
  const auto size = picture_size(b);
  return size ? cv::Size(static_cast<int>(size->width), static_cast<int>(size->height)) : cv::Size();
}

/// OpenCV leaves a picture that it is to decode into as it was, where it gives up at the header: so much of it is given a pattern before.
constexpr int kMarked = 64;
std::uint8_t marking(int i) { return i % 2 == 0 ? 0xA5 : 0x5A; }
void mark(Image& image) {
  for (int i = 0; i < kMarked; ++i) image.bytes[static_cast<std::size_t>(i)] = marking(i);
}
bool is_marked(const Image& image) {
  for (int i = 0; i < kMarked; ++i)
    if (image.bytes[static_cast<std::size_t>(i)] != marking(i)) return false;
  return true;
}

}  // namespace

std::shared_ptr<const Image> image_of(const cv::Mat& mat) {
  auto image = std::make_shared<Image>(mat.cols, mat.rows, mat.channels());
  for (int y = 0; y < mat.rows; ++y) std::copy_n(mat.ptr<std::uint8_t>(y), image->stride(), image->row(y));
  return image;
}

std::shared_ptr<const Image> decode_image(std::span<const std::uint8_t> bytes, bool colour) {
  const cv::Mat raw(1, static_cast<int>(bytes.size()), CV_8U, const_cast<std::uint8_t*>(bytes.data()));
  const int flags = (colour ? cv::IMREAD_COLOR : cv::IMREAD_GRAYSCALE) | cv::IMREAD_IGNORE_ORIENTATION;
  const cv::Size size = jpeg_size(bytes);
  if (size.width <= 0 || size.height <= 0 || size.area() < kMarked) {
    const cv::Mat decoded = cv::imdecode(raw, flags);
    return decoded.empty() ? nullptr : image_of(decoded);
  }
  auto image = std::make_shared<Image>(size.width, size.height, colour ? 3 : 1);
  cv::Mat here(size, colour ? CV_8UC3 : CV_8UC1, image->bytes.data());
  mark(*image);
  cv::imdecode(raw, flags, &here);
  if (here.empty()) return nullptr;
  if (here.data != image->bytes.data()) return image_of(here);
  return is_marked(*image) ? nullptr : image;
}

}  // namespace polemarch::vision::capture
