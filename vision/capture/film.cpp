#include "vision/capture/film.hpp"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <opencv2/videoio.hpp>

#include "vision/pixels/quiet.hpp"

namespace polemarch::vision {

struct Film::Inside {
  std::string path, part;
  cv::VideoWriter writer;
  int width = 0, height = 0;
};

Film::Film() : inside_(std::make_unique<Inside>()) {}

Film::~Film() {
  if (inside_->part.empty()) return;
  inside_->writer.release();
  std::error_code left;
  std::filesystem::remove(inside_->part, left);
}

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
  in.part = in.path + ".part-" + std::to_string(::getpid()) + ".mp4";  // the ending tells OpenCV what to write
  // H.264 plays in every browser and phone and is a tenth as large; MPEG-4 where this OpenCV writes no other.
  for (const int kind : {cv::VideoWriter::fourcc('a', 'v', 'c', '1'), cv::VideoWriter::fourcc('m', 'p', '4', 'v')})
    if (in.writer.open(in.part, kind, pictures_a_second, cv::Size(width, height))) break;
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
  std::error_code wrong;
  const auto size = std::filesystem::file_size(in.part, wrong);
  if (!wrong && size > 0) std::filesystem::rename(in.part, in.path, wrong);
  if (wrong || size == 0) return InputError{in.path + ": the film could not be written to its end (disk full?)"};
  in.part.clear();
  return std::nullopt;
}

}  // namespace polemarch::vision
