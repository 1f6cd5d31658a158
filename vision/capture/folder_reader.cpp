// A folder of pictures, in natural order of their names (frame_2 before frame_10).
#include <algorithm>
#include <cctype>
#include <filesystem>

#include "vision/capture/reader.hpp"
#include "vision/pixels/picture.hpp"

namespace polemarch::vision::capture {
namespace {

bool natural_less(const std::string& a, const std::string& b) {
  std::size_t i = 0, j = 0;
  const auto digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  while (i < a.size() && j < b.size()) {
    if (digit(a[i]) && digit(b[j])) {
      const auto number = [&](const std::string& s, std::size_t& k) {
        while (k < s.size() && s[k] == '0') ++k;
        const std::size_t start = k;
        while (k < s.size() && digit(s[k])) ++k;
        return s.substr(start, k - start);
      };
      const std::string x = number(a, i), y = number(b, j);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
    } else {
      if (a[i] != b[j]) return a[i] < b[j];
      ++i;
      ++j;
    }
  }
  if ((i < a.size()) != (j < b.size())) return j < b.size();
  return a < b;
}

class FolderReader : public Reader {
 public:
  FolderReader(std::string folder, std::vector<std::string> files, const SourceSettings& settings)
      : folder_(std::move(folder)), files_(std::move(files)), fps_(settings.folder_fps), colour_(settings.colour) {
    if (files_.size() == 1) files_.resize(static_cast<std::size_t>(std::max(1, settings.photo_frames)), files_.front());
  }

  Got read(Frame& frame, double skip_to_t) override {
    while (at_ + 1 < files_.size() && static_cast<double>(at_ + 1) / fps_ <= skip_to_t) ++at_;
    if (at_ >= files_.size()) return Got::End;
    auto picture = read_picture(files_[at_], colour_);
    if (!picture) {
      trouble_ = picture.error().line;
      return Got::Failed;
    }
    frame.index = static_cast<std::int64_t>(at_);
    frame.t = static_cast<double>(at_) / fps_;
    frame.gray = picture->gray;
    frame.colour = picture->colour;
    ++at_;
    return Got::Frame;
  }
  bool recorded() const override { return true; }
  std::string description() const override {
    return files_.front() == files_.back() ? "picture " + files_.front()
                                           : "folder " + folder_ + ", " + std::to_string(files_.size()) + " pictures";
  }

 private:
  std::string folder_;
  std::vector<std::string> files_;
  double fps_;
  bool colour_;
  std::size_t at_ = 0;
};

}  // namespace

ReaderResult open_folder(const std::string& path, const SourceSettings& settings) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(path, error))
    if (entry.is_regular_file(error) && is_picture_name(entry.path().string()) && entry.path().filename().string()[0] != '.')
      files.push_back(entry.path().string());
  if (error) return InputError{path + ": the folder cannot be read (" + error.message() + ")"};
  if (files.empty()) return InputError{path + ": no pictures in this folder (png, jpg, bmp, webp, tif)"};
  std::sort(files.begin(), files.end(), natural_less);
  return std::unique_ptr<Reader>(std::make_unique<FolderReader>(path, std::move(files), settings));
}

ReaderResult open_one_picture(const std::string& path, const SourceSettings& settings) {
  const auto readable = read_picture(path, false);  // say so now, not at the first frame
  if (!readable) return readable.error();
  return std::unique_ptr<Reader>(std::make_unique<FolderReader>(path, std::vector<std::string>{path}, settings));
}

}  // namespace polemarch::vision::capture
