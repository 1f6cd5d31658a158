#pragma once
/// Reads a picture file as grey. Reads the file system; keeps stored pixels (EXIF orientation is not applied, so that corners are in
/// the pixels of the file).

#include <string>

#include "models/image.hpp"
#include "models/result.hpp"

namespace polemarch::vision {

/// Error: one line naming the file: missing, not a picture, or cut short. A phone's film behind a whole JPEG is passed over.
Result<Image> read_gray(const std::string& path);

}  // namespace polemarch::vision
