#pragma once
/// Between OpenCV's pictures and ours; for the .cpp files of capture/ that include OpenCV anyway. Pure.

#include <cstdint>
#include <memory>
#include <opencv2/core.hpp>
#include <span>

#include "models/image.hpp"

namespace polemarch::vision::capture {

/// A copy, tightly packed; `mat` is 8-bit with 1 or 3 channels.
std::shared_ptr<const Image> image_of(const cv::Mat& mat);

/// Grey or BGR from JPEG, PNG, BMP, WebP or TIFF bytes; a JPEG is decoded where the image will live, which spares a pass over it.
/// Grey is the luminance itself where the format stores it. Stored pixels: a turn noted in EXIF is not applied, because a lens is
/// calibrated in stored pixels. Null when the bytes are no picture.
std::shared_ptr<const Image> decode_image(std::span<const std::uint8_t> bytes, bool colour);

}  // namespace polemarch::vision::capture
