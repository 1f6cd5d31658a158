#include "vision/pixels/picture_size.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace polemarch::vision::capture {
namespace {

/// Bytes with bounds: what lies beyond the end reads as 0.
struct Bytes {
  std::span<const std::uint8_t> b;
  std::int64_t at(std::size_t i) const { return i < b.size() ? b[i] : 0; }
  std::int64_t big(std::size_t i, int bytes) const {
    std::int64_t out = 0;
    for (int k = 0; k < bytes; ++k) out = (out << 8) | at(i + static_cast<std::size_t>(k));
    return out;
  }
  std::int64_t little(std::size_t i, int bytes) const {
    std::int64_t out = 0;
    for (int k = bytes; k-- > 0;) out = (out << 8) | at(i + static_cast<std::size_t>(k));
    return out;
  }
  bool has(std::size_t i, std::string_view text) const {
    for (std::size_t k = 0; k < text.size(); ++k)
      if (i + k >= b.size() || b[i + k] != static_cast<std::uint8_t>(text[k])) return false;
    return true;
  }
};

using Size = std::optional<PictureSize>;

Size jpeg(const Bytes& in) {
  for (std::size_t at = 2; at + 9 <= in.b.size() && in.at(at) == 0xFF;) {
    const std::int64_t marker = in.at(at + 1);
    if (marker == 0xFF) {
      ++at;
      continue;
    }
    const bool frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    if (frame) return PictureSize{in.big(at + 7, 2), in.big(at + 5, 2)};
    if (marker == 0xDA) break;
    const bool alone = marker == 0xD8 || marker == 0x01 || (marker >= 0xD0 && marker <= 0xD7);
    at += 2 + (alone ? 0 : static_cast<std::size_t>(in.big(at + 2, 2)));
  }
  return std::nullopt;
}

Size bmp(const Bytes& in) {
  if (in.little(14, 4) == 12) return PictureSize{in.little(18, 2), in.little(20, 2)};
  const auto width = static_cast<std::int32_t>(in.little(18, 4)), height = static_cast<std::int32_t>(in.little(22, 4));
  return PictureSize{width, std::llabs(height)};  // a negative height stands for rows from above
}

Size webp(const Bytes& in) {
  if (in.has(12, "VP8X")) return PictureSize{in.little(24, 3) + 1, in.little(27, 3) + 1};
  if (in.has(12, "VP8L")) {
    const std::int64_t bits = in.little(21, 4);
    return PictureSize{(bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1};
  }
  if (in.has(12, "VP8 ")) return PictureSize{in.little(26, 2) & 0x3FFF, in.little(28, 2) & 0x3FFF};
  return std::nullopt;
}

Size tiff(const Bytes& in, bool big) {
  const auto number = [&](std::size_t at, int bytes) { return big ? in.big(at, bytes) : in.little(at, bytes); };
  const auto directory = static_cast<std::size_t>(number(4, 4));
  constexpr std::size_t kEntry = 12;
  constexpr std::int64_t kWidth = 256, kHeight = 257, kStripRows = 278, kTileWidth = 322, kTileHeight = 323, kShort = 3;
  constexpr std::int64_t kAllRows = 0xFFFFFFFF;
  const auto entries = static_cast<std::size_t>(number(directory, 2));
  PictureSize out;
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t at = directory + 2 + i * kEntry;
    if (at + kEntry > in.b.size()) break;
    const std::int64_t tag = number(at, 2), value = number(at + 8, number(at + 2, 2) == kShort ? 2 : 4);
    // A tile or a strip is decoded whole, however little of it the picture shows.
    if (tag == kWidth || tag == kTileWidth) out.width = std::max(out.width, value);
    if (tag == kHeight || tag == kTileHeight || (tag == kStripRows && value != kAllRows)) out.height = std::max(out.height, value);
  }
  return out;
}

/// "P5 640 480": numbers between blanks and comments.
Size pnm(const Bytes& in) {
  std::size_t at = 2;
  const auto number = [&]() -> std::int64_t {
    while (at < in.b.size() && (in.at(at) <= ' ' || in.at(at) == '#')) {
      if (in.at(at) == '#')
        while (at < in.b.size() && in.at(at) != '\n') ++at;
      else
        ++at;
    }
    std::int64_t out = 0;
    constexpr std::int64_t kBeyondAll = 1'000'000'000;
    for (; in.at(at) >= '0' && in.at(at) <= '9'; ++at) out = std::min(kBeyondAll, out * 10 + in.at(at) - '0');
    return out;
  };
  const std::int64_t width = number();
  return PictureSize{width, number()};
}

}  // namespace

std::optional<PictureSize> picture_size(std::span<const std::uint8_t> bytes) {
  const Bytes in{bytes};
  Size out;
  using namespace std::string_view_literals;
  if (in.has(0, "\xFF\xD8"sv)) {
    out = jpeg(in);
  } else if (in.has(0, "\x89PNG\r\n\x1A\n"sv)) {
    if (in.has(12, "IHDR"sv)) out = PictureSize{in.big(16, 4), in.big(20, 4)};
  } else if (in.has(0, "BM"sv)) {
    out = bmp(in);
  } else if (in.has(0, "RIFF"sv) && in.has(8, "WEBP"sv)) {
    out = webp(in);
  } else if (in.has(0, "II*\0"sv)) {
    out = tiff(in, false);
  } else if (in.has(0, "MM\0*"sv)) {
    out = tiff(in, true);
  } else if (in.at(0) == 'P' && in.at(1) >= '1' && in.at(1) <= '6') {
    out = pnm(in);
  }
  if (out && (out->width <= 0 || out->height <= 0)) out.reset();
  return out;
}

}  // namespace polemarch::vision::capture
