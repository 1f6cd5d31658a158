#pragma once
/// Picture files and picture bytes to Image. A truncated file is an error, not a half-grey picture.

#include <optional>
#include <span>
#include <string>

#include "models/image.hpp"
#include "models/result.hpp"

namespace polemarch::vision {

/// Grey always, colour where asked for.
struct Picture {
  std::shared_ptr<const Image> gray;
  std::shared_ptr<const Image> colour;  ///< BGR, null unless asked for
};

/// Decodes JPEG, PNG, BMP, WebP or TIFF bytes. `name` is for the error line.
Result<Picture> decode_picture(std::span<const std::uint8_t> bytes, bool colour, const std::string& name);
/// Reads and decodes a file.
Result<Picture> read_picture(const std::string& path, bool colour);
/// Writes grey or BGR by the file name's ending (png, jpg). Nothing on success, else one line.
std::optional<InputError> write_picture(const std::string& path, ImageView picture, int jpeg_quality = 90);
/// True when the file's name says it is a picture.
bool is_picture_name(const std::string& path);
/// True when JPEG or PNG bytes break off before their end; false for other formats.
bool is_truncated(std::span<const std::uint8_t> bytes);

}  // namespace polemarch::vision
