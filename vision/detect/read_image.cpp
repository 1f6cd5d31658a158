#include "vision/detect/read_image.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <opencv2/imgcodecs.hpp>

namespace polemarch::vision {

namespace {

using Bytes = std::vector<std::uint8_t>;

/// Decoders fill the missing part of a truncated picture with grey and return it as if it were whole.
bool cut_short(const Bytes& bytes) {
  if (bytes.size() > 3 && bytes[0] == 0xFF && bytes[1] == 0xD8) {
    constexpr std::array<std::uint8_t, 2> kEnd{0xFF, 0xD9};  // cameras append data after it, so look for it anywhere near the end
    const auto tail = bytes.size() > 65536 ? bytes.end() - 65536 : bytes.begin();
    return std::search(tail, bytes.end(), kEnd.begin(), kEnd.end()) == bytes.end();
  }
  constexpr std::array<std::uint8_t, 4> kPng{0x89, 'P', 'N', 'G'};
  if (bytes.size() > 8 && std::equal(kPng.begin(), kPng.end(), bytes.begin())) {
    constexpr std::array<std::uint8_t, 4> kEnd{'I', 'E', 'N', 'D'};
    return std::find_end(bytes.begin(), bytes.end(), kEnd.begin(), kEnd.end()) == bytes.end();
  }
  return false;
}

}  // namespace

Result<Image> read_gray(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return InputError{path + ": no such file"};
  if (!std::filesystem::is_regular_file(path, ignored)) return InputError{path + ": not a file (expected a picture)"};
  std::ifstream file(path, std::ios::binary);
  const Bytes bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (bytes.empty()) return InputError{path + ": empty or unreadable (expected a picture)"};
  if (cut_short(bytes)) return InputError{path + ": the picture is cut short (copy it again)"};
  cv::Mat gray;
  try {
    gray = cv::imdecode(bytes, cv::IMREAD_GRAYSCALE | cv::IMREAD_IGNORE_ORIENTATION);
  } catch (const cv::Exception&) {
    gray.release();  // handled as any other picture that cannot be decoded
  }
  if (gray.empty()) return InputError{path + ": not a picture that can be read (expected JPEG, PNG, BMP, TIFF, WebP or PGM)"};
  Image image(gray.cols, gray.rows, 1);
  for (int y = 0; y < gray.rows; ++y) std::memcpy(image.row(y), gray.ptr(y), static_cast<std::size_t>(gray.cols));
  return image;
}

}  // namespace polemarch::vision
