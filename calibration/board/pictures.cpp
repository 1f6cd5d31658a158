#include "calibration/board/pictures.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

#include "vision/pixels/picture.hpp"

namespace polemarch::calibration {
namespace {

namespace fs = std::filesystem;

std::string ending_of(const fs::path& path) {
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

/// Pictures of kinds that cameras write and we cannot read: worth a word where nothing else is found.
bool is_foreign_picture(const fs::path& path) {
  constexpr std::array kEndings{".heic", ".heif", ".avif", ".dng", ".cr2", ".cr3", ".nef", ".arw", ".gif"};
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
      if (entry.is_regular_file(error)) files.push_back(entry.path());
    if (error) return InputError{folder_or_file + ": " + error.message()};
    std::ranges::sort(files);
    const auto foreign = std::ranges::find_if(files, is_foreign_picture);
    const std::string hint = foreign == files.end() ? "" : "; " + foreign->filename().string() + ": save such pictures as JPEG";
    std::erase_if(files, [](const fs::path& file) { return !vision::is_picture_name(file.string()); });
    if (files.empty()) return InputError{folder_or_file + ": no pictures (jpg, png, bmp, tif, webp) in this folder" + hint};
  } else if (fs::is_regular_file(folder_or_file, error)) {
    files.emplace_back(folder_or_file);
  } else {
    return InputError{folder_or_file + ": no such folder or picture"};
  }
  std::vector<NamedPicture> pictures;
  std::optional<InputError> unreadable;
  std::size_t read = 0;
  for (const fs::path& file : files) {
    NamedPicture& picture = pictures.emplace_back();
    picture.name = file.filename().string();
    const auto found = vision::read_picture(file.string(), false);
    if (found) {
      picture.gray = *found->gray;
      ++read;
      continue;
    }
    if (!unreadable) unreadable = found.error();
    picture.why_not = found.error().line.substr(file.string().size() + 2);  // the list names the file already
  }
  if (read == 0) return *unreadable;
  return pictures;
}

}  // namespace polemarch::calibration
