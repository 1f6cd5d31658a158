#include "calibration/pictures.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <opencv2/imgcodecs.hpp>

namespace polemarch::calibration {
namespace {

namespace fs = std::filesystem;

std::string ending_of(const fs::path& path) {
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

bool is_picture(const fs::path& path) {
  constexpr std::array kEndings{".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".pgm"};
  return std::ranges::find(kEndings, ending_of(path)) != kEndings.end();
}

}  // namespace

bool is_video(const std::string& file) {
  constexpr std::array kEndings{".mp4", ".avi", ".mov", ".mkv", ".webm", ".mjpeg", ".mjpg", ".m4v"};
  return std::ranges::find(kEndings, ending_of(file)) != kEndings.end();
}

Result<std::vector<NamedPicture>> load_pictures(const std::string& folder_or_file) {
  std::error_code error;
  std::vector<fs::path> files;
  if (fs::is_directory(folder_or_file, error)) {
    for (const auto& entry : fs::directory_iterator(folder_or_file, error))
      if (entry.is_regular_file() && is_picture(entry.path())) files.push_back(entry.path());
    if (error) return InputError{folder_or_file + ": " + error.message()};
    std::ranges::sort(files);
    if (files.empty()) return InputError{folder_or_file + ": no pictures (jpg, png, bmp, tif) in this folder"};
  } else if (fs::is_regular_file(folder_or_file, error)) {
    files.emplace_back(folder_or_file);
  } else {
    return InputError{folder_or_file + ": no such folder or picture"};
  }
  std::vector<NamedPicture> pictures;
  for (const fs::path& file : files) {
    const cv::Mat gray = cv::imread(file.string(), cv::IMREAD_GRAYSCALE);
    if (gray.empty()) return InputError{file.string() + ": not a readable picture"};
    NamedPicture& picture = pictures.emplace_back(NamedPicture{file.filename().string(), Image(gray.cols, gray.rows, 1)});
    for (int y = 0; y < gray.rows; ++y) std::memcpy(picture.gray.row(y), gray.ptr(y), static_cast<std::size_t>(gray.cols));
  }
  return pictures;
}

}  // namespace polemarch::calibration
