#include "assistant/play/kept_pictures.hpp"

#include <algorithm>
#include <filesystem>

#include "vision/pixels/picture.hpp"

namespace polemarch::assistant::play {

namespace {

constexpr int kKeptWidth = 960, kKeptQuality = 82;

/// At most so wide, each pixel the mean of those it stands for.
Image made_smaller(const Image& image, int width) {
  const int by = std::max(1, (image.width + width - 1) / width);
  if (by == 1) return image;
  Image out(image.width / by, image.height / by, image.channels);
  for (int y = 0; y < out.height; ++y)
    for (int x = 0; x < out.width * out.channels; ++x) {
      const int column = x / out.channels * by, channel = x % out.channels;
      int sum = 0;
      for (int dy = 0; dy < by; ++dy)
        for (int dx = 0; dx < by; ++dx) sum += image.row(y * by + dy)[(column + dx) * image.channels + channel];
      out.row(y)[x] = static_cast<std::uint8_t>(sum / (by * by));
    }
  return out;
}

}  // namespace

std::string pictures_folder(const std::string& log) { return std::filesystem::path(log).replace_extension(".pictures").string(); }

KeptPictures KeptPictures::beside(const std::string& log) {
  KeptPictures out;
  if (!log.empty()) out.folder_ = pictures_folder(log);
  return out;
}

std::optional<InputError> KeptPictures::see(const Look& look, std::int64_t seq) {
  if (folder_.empty() || seq == last_ || !look.picture.image || look.picture.image->empty()) return std::nullopt;
  last_ = seq;
  std::error_code made;
  std::filesystem::create_directories(folder_, made);
  if (made) return InputError{folder_ + ": cannot be made (" + made.message() + ")"};
  const Image small = made_smaller(*look.picture.image, kKeptWidth);
  return vision::write_picture(folder_ + "/" + std::to_string(seq) + ".jpg", small.view(), kKeptQuality);
}

std::map<std::int64_t, std::string> kept_pictures(const std::string& log) {
  std::map<std::int64_t, std::string> out;
  std::error_code none;
  for (const auto& file : std::filesystem::directory_iterator(pictures_folder(log), none)) {
    const std::string stem = file.path().stem().string();
    if (file.path().extension() != ".jpg" || stem.empty() || stem.size() > 9 || stem.find_first_not_of("0123456789") != std::string::npos)
      continue;
    out[std::stoll(stem)] = file.path().string();
  }
  return out;
}

}  // namespace polemarch::assistant::play
