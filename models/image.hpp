#pragma once
/// Pictures without OpenCV: 8-bit grey and BGR, shared cheaply between threads (immutable once published). Pixels as in OpenCV:
/// (0,0) is the centre of the first pixel. Pure.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace polemarch {

/// Rows of `channels` bytes per pixel, tightly packed unless stride says otherwise.
struct ImageView {
  const std::uint8_t* data = nullptr;
  int width = 0, height = 0;
  std::ptrdiff_t stride = 0;  ///< bytes from one row to the next
  int channels = 1;
  const std::uint8_t* row(int y) const { return data + y * stride; }
};

struct Image {
  int width = 0, height = 0;
  int channels = 1;  ///< 1 grey, 3 BGR
  std::vector<std::uint8_t> bytes;

  Image() = default;
  Image(int w, int h, int c)
      : width(w), height(h), channels(c), bytes(static_cast<std::size_t>(w) * static_cast<std::size_t>(h) * static_cast<std::size_t>(c)) {}
  bool empty() const { return bytes.empty(); }
  std::ptrdiff_t stride() const { return static_cast<std::ptrdiff_t>(width) * channels; }
  std::uint8_t* row(int y) { return bytes.data() + y * stride(); }
  const std::uint8_t* row(int y) const { return bytes.data() + y * stride(); }
  ImageView view() const { return {bytes.data(), width, height, stride(), channels}; }
};

/// One picture from a source. `gray` is always there; `colour` only where the source decodes colour (for the window).
struct Frame {
  std::int64_t index = 0;  ///< counts the source's frames, dropped ones included
  double t = 0.0;          ///< seconds since the source's first frame
  std::shared_ptr<const Image> gray;
  std::shared_ptr<const Image> colour;  ///< BGR, may be null
};

}  // namespace polemarch
