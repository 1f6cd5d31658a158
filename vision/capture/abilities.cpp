#include "vision/capture/abilities.hpp"

#include <algorithm>
#include <opencv2/core/utility.hpp>
#include <opencv2/videoio.hpp>
#include <opencv2/videoio/registry.hpp>

namespace polemarch::vision {
namespace {

bool has(const std::vector<cv::VideoCaptureAPIs>& backends, cv::VideoCaptureAPIs wanted) {
  return std::find(backends.begin(), backends.end(), wanted) != backends.end();
}

}  // namespace

std::string picture_library() { return "OpenCV " + cv::getVersionString(); }
bool reads_video() { return has(cv::videoio_registry::getStreamBackends(), cv::CAP_FFMPEG); }
bool reads_cameras() { return has(cv::videoio_registry::getCameraBackends(), cv::CAP_V4L2); }

}  // namespace polemarch::vision
