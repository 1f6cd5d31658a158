#pragma once
/// How large a picture is, read off its header without decoding anything. Pure.

#include <cstdint>
#include <optional>
#include <span>

namespace polemarch::vision::capture {

struct PictureSize {
  std::int64_t width = 0, height = 0;  ///< px
};

/// Width and height out of a JPEG, PNG, BMP, WebP, TIFF or PNM header; nothing for any other kind or a header that does not say.
std::optional<PictureSize> picture_size(std::span<const std::uint8_t> bytes);

}  // namespace polemarch::vision::capture
