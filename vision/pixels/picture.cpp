#include "vision/pixels/picture.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string_view>

#include "models/io/picture_limits.hpp"
#include "vision/pixels/image_mat.hpp"
#include "vision/pixels/picture_size.hpp"
#include "vision/pixels/quiet.hpp"
#include "vision/pixels/whole_file.hpp"

namespace polemarch::vision {
namespace {

constexpr std::array<std::uint8_t, 8> kPng{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

/// A whole JPEG has its end marker after the first scan; previews inside the header have ends of their own, so walk the segments first.
bool jpeg_truncated(std::span<const std::uint8_t> b) {
  std::size_t at = 2;
  while (at + 4 <= b.size()) {
    if (b[at] != 0xFF) return true;
    const std::uint8_t marker = b[at + 1];
    if (marker == 0xFF) {
      ++at;
      continue;
    }
    if (marker == 0xDA) {
      constexpr std::array<std::uint8_t, 2> kEnd{0xFF, 0xD9};
      const std::string_view rest(reinterpret_cast<const char*>(b.data()) + at + 2, b.size() - at - 2);
      return rest.find({reinterpret_cast<const char*>(kEnd.data()), kEnd.size()}) == std::string_view::npos;
    }
    if (marker == 0xD8 || marker == 0x01 || (marker >= 0xD0 && marker <= 0xD7)) {
      at += 2;
      continue;
    }
    at += 2 + (static_cast<std::size_t>(b[at + 2]) << 8) + b[at + 3];
  }
  return true;
}

/// Whether a JPEG is sent in far more passes than any camera or editor makes: each is decoded over the whole picture.
bool has_endless_scans(std::span<const std::uint8_t> b) {
  constexpr int kMostScans = 100;  // ten or so are usual
  if (b.size() < 2 || b[0] != 0xFF || b[1] != 0xD8) return false;
  int scans = 0;
  for (std::size_t i = 2; i + 1 < b.size(); ++i) scans += b[i] == 0xFF && b[i + 1] == 0xDA ? 1 : 0;
  return scans > kMostScans;
}

bool png_truncated(std::span<const std::uint8_t> b) {
  std::size_t at = 8;
  while (at + 12 <= b.size()) {
    const std::size_t length = (static_cast<std::size_t>(b[at]) << 24) | (static_cast<std::size_t>(b[at + 1]) << 16) |
                               (static_cast<std::size_t>(b[at + 2]) << 8) | b[at + 3];
    if (at + 12 + length > b.size()) return true;
    if (b[at + 4] == 'I' && b[at + 5] == 'E' && b[at + 6] == 'N' && b[at + 7] == 'D') return false;
    at += 12 + length;
  }
  return true;
}

/// What cameras and phones write and we cannot read, told by its first bytes whatever its name; empty for anything else.
std::string foreign_kind(std::span<const std::uint8_t> b) {
  const std::string_view text(reinterpret_cast<const char*>(b.data()), std::min<std::size_t>(b.size(), 12));
  if (text.size() == 12 && text.substr(4, 4) == "ftyp") {
    const std::string_view brand = text.substr(8, 3);
    if (brand == "hei" || brand == "hev" || brand == "mif" || brand == "msf") return "a HEIC picture";
    if (brand == "avi") return "an AVIF picture";
    return "a film";
  }
  if (text.starts_with("GIF8")) return "a GIF picture";
  return {};
}

}  // namespace

bool is_truncated(std::span<const std::uint8_t> bytes) {
  if (bytes.size() >= 4 && bytes[0] == 0xFF && bytes[1] == 0xD8) return jpeg_truncated(bytes);
  if (bytes.size() >= 8 && std::equal(kPng.begin(), kPng.end(), bytes.begin())) return png_truncated(bytes);
  return false;
}

Result<Picture> decode_picture(std::span<const std::uint8_t> bytes, bool colour, const std::string& name) {
  if (bytes.empty()) return InputError{name + ": the file is empty"};
  if (const std::string kind = foreign_kind(bytes); !kind.empty())
    return InputError{name + ": " + kind + ", which we cannot read here; save it as JPEG or PNG"};
  if (is_truncated(bytes)) return InputError{name + ": the picture breaks off before its end (truncated file)"};
  if (bytes.size() > io::kMostPictureBytes) return InputError{name + ": too large for a picture"};
  const auto size = capture::picture_size(bytes);
  if (!size) return InputError{name + ": not a picture we can read (JPEG, PNG, BMP, WebP, TIFF or PGM)"};
  if (std::max(size->width, size->height) > io::kMostPictureSide || size->width * size->height > io::kMostPicturePixels)
    return InputError{name + ": " + std::to_string(size->width) + " x " + std::to_string(size->height) + " pixels are more than the " +
                      std::to_string(io::kMostPicturePixels / 1'000'000) + " million we read; make it smaller"};
  if (has_endless_scans(bytes)) return InputError{name + ": a JPEG of more than 100 passes, which no camera makes; save it anew"};
  Picture picture;
  const capture::Quiet quiet;
  try {
    picture.gray = capture::decode_image(bytes, false);
    if (colour) picture.colour = capture::decode_image(bytes, true);
    if (!picture.gray || (colour && !picture.colour))
      return InputError{name + ": not a picture we can read (JPEG, PNG, BMP, WebP, TIFF or PGM)"};
  } catch (const std::exception&) {  // the decoder's own, or no memory for the size that its header claims
    return InputError{name + ": not a picture we can read (damaged, or too large)"};
  }
  return picture;
}

Result<Picture> read_picture(const std::string& path, bool colour) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return InputError{path + ": is a folder, not a picture"};
  if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
    return InputError{path + ": is a device, not a picture (a camera is named camera:0)"};
  std::ifstream in(path, std::ios::binary);
  if (!in) return InputError{path + ": no such picture, or no right to read it"};
  in.seekg(0, std::ios::end);
  const auto size = in.tellg();
  if (size < 0 || static_cast<std::size_t>(size) > io::kMostPictureBytes) return InputError{path + ": too large for a picture"};
  in.seekg(0);
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
  in.read(reinterpret_cast<char*>(bytes.data()), size);
  if (!in) return InputError{path + ": cannot be read to its end"};
  return decode_picture(bytes, colour, path);
}

std::optional<InputError> write_picture(const std::string& path, ImageView picture, int jpeg_quality) {
  const cv::Mat mat(picture.height, picture.width, CV_8UC(picture.channels), const_cast<std::uint8_t*>(picture.data),
                    static_cast<std::size_t>(picture.stride));
  std::vector<std::uint8_t> bytes;
  try {
    const std::vector<int> options{cv::IMWRITE_JPEG_QUALITY, jpeg_quality, cv::IMWRITE_PNG_COMPRESSION, 3};
    if (!cv::imencode(std::filesystem::path(path).extension().string(), mat, bytes, options))
      return InputError{path + ": cannot be encoded"};
  } catch (const cv::Exception&) {
    return InputError{path + ": not a kind of picture we write (png, jpg)"};
  }
  WholeFile file(path);
  if (file.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()}) && file.take_name()) return std::nullopt;
  return InputError{path + ": cannot be written (disk full, or no right to write here)"};
}

bool is_picture_name(const std::string& path) {
  std::string ext = std::filesystem::path(path).extension().string();
  std::transform(ext.begin(), ext.end(), ext.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  static const std::array<std::string, 9> kKnown{".png", ".jpg", ".jpeg", ".bmp", ".webp", ".tif", ".tiff", ".pgm", ".ppm"};
  return std::find(kKnown.begin(), kKnown.end(), ext) != kKnown.end();
}

}  // namespace polemarch::vision
