#include "vision/capture/image_mat.hpp"

#include <algorithm>
#include <opencv2/imgcodecs.hpp>

namespace polemarch::vision::capture {
namespace {

constexpr int kLargestSide = 16384;  // px; a damaged header may claim any size: beyond this the decoder asks for the memory

/// Width and height out of a JPEG's frame header; empty for anything else.
cv::Size jpeg_size(std::span<const std::uint8_t> b) {
  if (b.size() < 4 || b[0] != 0xFF || b[1] != 0xD8) return {};
  const auto two = [&](std::size_t at) { return (b[at] << 8) | b[at + 1]; };
  for (std::size_t at = 2; at + 9 <= b.size() && b[at] == 0xFF;) {
    const std::uint8_t marker = b[at + 1];
    if (marker == 0xFF) {
      ++at;
      continue;
    }
    const bool frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    if (frame) return {two(at + 7), two(at + 5)};
    if (marker == 0xDA) break;
    at += 2 + static_cast<std::size_t>(two(at + 2));
  }
  return {};
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
  if (size.width <= 0 || size.height <= 0 || std::max(size.width, size.height) > kLargestSide) {
    const cv::Mat decoded = cv::imdecode(raw, flags);
    return decoded.empty() ? nullptr : image_of(decoded);
  }
  auto image = std::make_shared<Image>(size.width, size.height, colour ? 3 : 1);
  cv::Mat here(size, colour ? CV_8UC3 : CV_8UC1, image->bytes.data());
  cv::imdecode(raw, flags, &here);
  if (here.empty()) return nullptr;
  return here.data == image->bytes.data() ? image : image_of(here);
}

}  // namespace polemarch::vision::capture
