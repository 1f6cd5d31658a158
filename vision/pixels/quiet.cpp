#include "vision/pixels/quiet.hpp"

#include <cstdlib>
#include <mutex>
#include <opencv2/core/utils/logger.hpp>

namespace polemarch::vision::capture {

void quiet_libraries() {
  static std::once_flag once;
  std::call_once(once, [] {
    if (std::getenv("OPENCV_LOG_LEVEL") == nullptr) cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    setenv("OPENCV_FFMPEG_LOGLEVEL", "-8", 0);  // AV_LOG_QUIET
  });
}

}  // namespace polemarch::vision::capture
