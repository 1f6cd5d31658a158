#pragma once
/// Pictures of a calibration series from disk, by name, as the sensor gave them: what a phone notes about how it was held (EXIF) is
/// passed over, since the lens belongs to the sensor. Errors: one line naming the file or folder.

#include <string>
#include <vector>

#include "models/image.hpp"
#include "models/result.hpp"

namespace polemarch::calibration {

struct NamedPicture {
  std::string name;     ///< file name without its folder
  Image gray;           ///< empty where it could not be read
  std::string why_not;  ///< ... and why, in plain words
};

/// Every picture of a folder (jpg, png, bmp, tif, webp, pgm) in the order of names, or the one file. Other files are passed over. Those
/// that cannot be read come with their reason; when none can, that is an error.
Result<std::vector<NamedPicture>> load_pictures(const std::string& folder_or_file);

/// True for a file whose name says it is a film (mp4, avi, mov, mkv, webm, mjpeg).
bool is_video(const std::string& file);

}  // namespace polemarch::calibration
