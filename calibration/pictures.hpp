#pragma once
/// Pictures of a calibration series from disk, by name. Errors: one line naming the file or folder.

#include <string>
#include <vector>

#include "models/image.hpp"
#include "models/result.hpp"

namespace polemarch::calibration {

struct NamedPicture {
  std::string name;  ///< file name without its folder
  Image gray;
};

/// Every picture of a folder (jpg, jpeg, png, bmp, tif, tiff, pgm) in the order of names, or the one file. Other files are passed over.
Result<std::vector<NamedPicture>> load_pictures(const std::string& folder_or_file);

/// True for a file whose name says it is a film (mp4, avi, mov, mkv, webm, mjpeg).
bool is_video(const std::string& file);

}  // namespace polemarch::calibration
