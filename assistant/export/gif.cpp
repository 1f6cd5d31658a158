#include "assistant/export/gif.hpp"

#include <algorithm>
#include <utility>

namespace polemarch::assistant::exporting {

namespace {

constexpr int kReds = 5, kGreens = 6, kBlues = 5;  // 150 colours; the others are the first picture's own
constexpr int kAsBefore = 255;                     // the last number means: as before

void put16(std::string& out, int value) {
  out += static_cast<char>(value & 0xFF);
  out += static_cast<char>((value >> 8) & 0xFF);
}

std::uint32_t packed(const std::uint8_t* bgr) {
  return static_cast<std::uint32_t>(bgr[2]) << 16 | static_cast<std::uint32_t>(bgr[1]) << 8 | bgr[0];
}

/// Codes of growing width, lowest bit first, in blocks of 255 bytes.
class CodeBlocks {
 public:
  explicit CodeBlocks(std::string& out) : out_(out) {}
  void add(int code, int width) {
    held_ |= static_cast<std::uint32_t>(code) << bits_;
    bits_ += width;
    while (bits_ >= 8) byte();
  }
  void finish() {
    if (bits_ > 0) byte();
    flush();
    out_ += '\0';
  }

 private:
  void byte() {
    block_ += static_cast<char>(held_ & 0xFF);
    held_ >>= 8;
    bits_ = std::max(0, bits_ - 8);
    if (block_.size() == 255) flush();
  }
  void flush() {
    if (block_.empty()) return;
    out_ += static_cast<char>(block_.size());
    out_ += block_;
    block_.clear();
  }
  std::string& out_;
  std::string block_;
  std::uint32_t held_ = 0;
  int bits_ = 0;
};

/// LZW as GIF wants it: eight bits a pixel.
void compress(std::string& out, const std::string& pixels) {
  constexpr int clear = 256, end = 257, most = 4096;
  out += '\x08';
  CodeBlocks blocks(out);
  std::unordered_map<std::uint32_t, int> known;  // prefix code and pixel -> code
  int next = end + 1, width = 9;
  const auto restart = [&] {
    blocks.add(clear, width);
    known.clear();
    next = end + 1;
    width = 9;
  };
  restart();
  int prefix = -1;
  for (const char c : pixels) {
    const int pixel = static_cast<std::uint8_t>(c);
    if (prefix < 0) {
      prefix = pixel;
      continue;
    }
    const std::uint32_t key = static_cast<std::uint32_t>(prefix) << 8 | static_cast<std::uint32_t>(pixel);
    if (const auto at = known.find(key); at != known.end()) {
      prefix = at->second;
      continue;
    }
    blocks.add(prefix, width);
    if (next < most) {
      known[key] = next++;
      if (next - 1 == 1 << width && width < 12) ++width;
    } else {
      restart();
    }
    prefix = pixel;
  }
  if (prefix >= 0) blocks.add(prefix, width);
  if (next == 1 << width && width < 12) ++width;  // as the reader does
  blocks.add(end, width);
  blocks.finish();
}

}  // namespace

Gif::Gif(int width, int height) : width_(width), height_(height) {
  bytes_ = "GIF89a";
  put16(bytes_, width);
  put16(bytes_, height);
  bytes_ += '\xF7';  // 256 colours of eight bits for all pictures
  bytes_ += std::string(2, '\0');
}

void Gif::choose_colours(const Image& picture) {
  std::unordered_map<std::uint32_t, int> counts;
  for (int y = 0; y < height_; ++y)
    for (int x = 0; x < width_; ++x) ++counts[packed(picture.row(y) + 3 * x)];
  std::vector<std::pair<int, std::uint32_t>> most;
  for (const auto& [colour, count] : counts) most.emplace_back(-count, colour);
  std::sort(most.begin(), most.end());  // colours as often as each other in the order of their numbers
  for (int i = 0; i < kReds * kGreens * kBlues; ++i)
    colours_.push_back({static_cast<std::uint8_t>(i / (kGreens * kBlues) * 255 / (kReds - 1)),
                        static_cast<std::uint8_t>(i / kBlues % kGreens * 255 / (kGreens - 1)),
                        static_cast<std::uint8_t>(i % kBlues * 255 / (kBlues - 1))});
  for (std::size_t i = 0; i < most.size() && colours_.size() < kAsBefore; ++i) {
    const std::uint32_t colour = most[i].second;
    known_[colour] = static_cast<std::uint8_t>(colours_.size());
    colours_.push_back(
        {static_cast<std::uint8_t>(colour >> 16), static_cast<std::uint8_t>(colour >> 8), static_cast<std::uint8_t>(colour)});
  }
  for (std::size_t i = 0; i < 256; ++i)
    for (const std::uint8_t part : i < colours_.size() ? colours_[i] : Colour{}) bytes_ += static_cast<char>(part);
  bytes_ += std::string("\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00", 19);  // over and over
}

std::uint8_t Gif::nearest(const std::uint8_t* bgr) {
  const auto [at, fresh] = known_.try_emplace(packed(bgr), 0);
  if (!fresh) return at->second;
  int best = 1 << 30;
  for (std::size_t i = 0; i < colours_.size(); ++i) {
    const int red = colours_[i][0] - bgr[2], green = colours_[i][1] - bgr[1], blue = colours_[i][2] - bgr[0];
    const int off = red * red + green * green + blue * blue;
    if (off < best) best = off, at->second = static_cast<std::uint8_t>(i);
  }
  return at->second;
}

void Gif::add(const Image& picture, int hundredths) {
  if (picture.width != width_ || picture.height != height_ || picture.channels != 3) return;
  if (colours_.empty()) choose_colours(picture);
  std::string pixels(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), '\0');
  for (int y = 0; y < height_; ++y)
    for (int x = 0; x < width_; ++x)
      pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)] =
          static_cast<char>(nearest(picture.row(y) + 3 * x));
  int x0 = 0, y0 = 0, x1 = width_, y1 = height_;
  std::string shown = pixels;
  if (!last_.empty()) {
    x0 = width_, y0 = height_, x1 = 0, y1 = 0;
    for (int y = 0; y < height_; ++y)
      for (int x = 0; x < width_; ++x) {
        const auto at = static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
        if (pixels[at] == last_[at]) {
          shown[at] = static_cast<char>(kAsBefore);
          continue;
        }
        x0 = std::min(x0, x), y0 = std::min(y0, y), x1 = std::max(x1, x + 1), y1 = std::max(y1, y + 1);
      }
    if (x1 <= x0) x0 = 0, y0 = 0, x1 = 1, y1 = 1;  // nothing changed: a pixel that stays keeps the time
  }
  bytes_ += std::string("\x21\xF9\x04\x05", 4);  // kept when the next comes; one colour is clear
  put16(bytes_, hundredths);
  bytes_ += static_cast<char>(kAsBefore);
  bytes_ += '\0';
  bytes_ += '\x2C';
  put16(bytes_, x0);
  put16(bytes_, y0);
  put16(bytes_, x1 - x0);
  put16(bytes_, y1 - y0);
  bytes_ += '\0';
  std::string part;
  for (int y = y0; y < y1; ++y)
    part += shown.substr(static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x0),
                         static_cast<std::size_t>(x1 - x0));
  compress(bytes_, part);
  last_ = std::move(pixels);
}

std::string Gif::finish() { return bytes_ + '\x3B'; }

}  // namespace polemarch::assistant::exporting
