#include "vision/capture/film.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <opencv2/videoio.hpp>
#include <optional>

#include "vision/pixels/quiet.hpp"
#include "vision/pixels/whole_file.hpp"

namespace polemarch::vision {

struct Film::Inside {
  std::string path;
  std::optional<WholeFile> file;
  cv::VideoWriter writer;  // gone before its file is
  int width = 0, height = 0;
};

namespace {

/// OpenCV does not say when a disk was full. A whole MP4 file is one box behind the other up to its last byte, the index among them.
bool is_whole(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::error_code none;
  const std::uintmax_t size = std::filesystem::file_size(path, none);
  bool has_index = false;
  std::uintmax_t at = 0;
  while (!none && at < size) {
    std::array<unsigned char, 16> head{};
    in.seekg(static_cast<std::streamoff>(at));
    if (!in.read(reinterpret_cast<char*>(head.data()), 8)) return false;
    const auto number = [&](std::size_t from, std::size_t bytes) {
      std::uintmax_t value = 0;
      for (std::size_t i = from; i < from + bytes; ++i) value = value << 8U | head[i];
      return value;
    };
    std::uintmax_t box = number(0, 4);
    if (box == 1) {  // the long form
      if (!in.read(reinterpret_cast<char*>(head.data()) + 8, 8)) return false;
      box = number(8, 8);
    }
    if (box < 8 || box > size - at) return false;
    has_index |= number(4, 4) == 0x6D6F6F76;  // "moov"
    at += box;
  }
  return !none && has_index;
}

}  // namespace

Film::Film() : inside_(std::make_unique<Inside>()) {}

Film::~Film() = default;

Result<std::unique_ptr<Film>> Film::begin(const std::string& path, int width, int height, double pictures_a_second) {
  capture::quiet_libraries();
  std::unique_ptr<Film> film(new Film);
  Inside& in = *film->inside_;
  std::error_code none;
  const std::filesystem::path led = std::filesystem::weakly_canonical(path, none);  // a link is kept, and what it leads to written
  in.path = led.empty() ? path : led.string();
  if (std::filesystem::exists(in.path, none) && !std::filesystem::is_regular_file(in.path, none))
    return InputError{path + ": is no file; a film cannot be written into it"};
  in.width = width;
  in.height = height;
  in.file.emplace(in.path, ".mp4");  // the ending tells OpenCV what to write
  // H.264 plays in every browser and phone and is a tenth as large; MPEG-4 where this OpenCV writes no other.
  for (const int kind : {cv::VideoWriter::fourcc('a', 'v', 'c', '1'), cv::VideoWriter::fourcc('m', 'p', '4', 'v')})
    if (in.file->begun() && in.writer.open(in.file->part(), kind, pictures_a_second, cv::Size(width, height))) break;
  if (!in.writer.isOpened())
    return InputError{path + ": no film can be written there (no right to write, disk full, or this OpenCV has no MP4 writer)"};
  return film;
}

void Film::add(const Image& picture) {
  if (picture.width != inside_->width || picture.height != inside_->height || picture.channels != 3) return;
  const cv::Mat mat(picture.height, picture.width, CV_8UC3, const_cast<std::uint8_t*>(picture.bytes.data()));  // NOLINT: only read
  inside_->writer.write(mat);
}

std::optional<InputError> Film::finish() {
  Inside& in = *inside_;
  in.writer.release();
  if (!is_whole(in.file->part()) || !in.file->take_name())
    return InputError{in.path + ": the film could not be written to its end (disk full?)"};
  return std::nullopt;
}

}  // namespace polemarch::vision
