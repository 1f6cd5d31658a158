#pragma once
/// What the picture libraries on this computer can do. For doctor.

#include <string>

namespace polemarch::vision {

std::string picture_library();  ///< "OpenCV 4.6.0"
bool reads_video();             ///< FFmpeg stands behind OpenCV: video files and rtsp:// work
bool reads_cameras();           ///< V4L2 stands behind OpenCV: camera:N works

}  // namespace polemarch::vision
