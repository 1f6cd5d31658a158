#include "vision/capture/camera_list.hpp"

#include <fcntl.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace polemarch::vision {
namespace {

bool ask(int handle, unsigned long what, void* value) {
  int result = 0;
  do {
    result = ::ioctl(handle, what, value);
  } while (result < 0 && errno == EINTR);
  return result >= 0;
}

std::string four_letters(std::uint32_t code) {
  std::string out;
  for (int i = 0; i < 4; ++i) out += static_cast<char>((code >> (8 * i)) & 0x7F);
  return out;
}

double fastest(int handle, std::uint32_t format, std::uint32_t width, std::uint32_t height) {
  double best = 0;
  v4l2_frmivalenum interval{};
  interval.pixel_format = format;
  interval.width = width;
  interval.height = height;
  for (; ask(handle, VIDIOC_ENUM_FRAMEINTERVALS, &interval); ++interval.index) {
    const v4l2_fract& f = interval.type == V4L2_FRMIVAL_TYPE_DISCRETE ? interval.discrete : interval.stepwise.min;
    if (f.numerator > 0) best = std::max(best, static_cast<double>(f.denominator) / f.numerator);
    if (interval.type != V4L2_FRMIVAL_TYPE_DISCRETE) break;
  }
  return best;
}

void list_modes(int handle, std::vector<CameraMode>& modes) {
  v4l2_fmtdesc format{};
  format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  for (; ask(handle, VIDIOC_ENUM_FMT, &format); ++format.index) {
    v4l2_frmsizeenum size{};
    size.pixel_format = format.pixelformat;
    for (; ask(handle, VIDIOC_ENUM_FRAMESIZES, &size); ++size.index) {
      const bool discrete = size.type == V4L2_FRMSIZE_TYPE_DISCRETE;
      const std::uint32_t w = discrete ? size.discrete.width : size.stepwise.max_width,
                          h = discrete ? size.discrete.height : size.stepwise.max_height;
      modes.push_back(
          {four_letters(format.pixelformat), static_cast<int>(w), static_cast<int>(h), fastest(handle, format.pixelformat, w, h)});
      if (!discrete) break;
    }
  }
  std::stable_sort(modes.begin(), modes.end(),
                   [](const CameraMode& a, const CameraMode& b) { return a.width * a.height > b.width * b.height; });
}

bool has_control(int handle, std::uint32_t id) {
  v4l2_queryctrl control{};
  control.id = id;
  return ask(handle, VIDIOC_QUERYCTRL, &control) && (control.flags & V4L2_CTRL_FLAG_DISABLED) == 0;
}

}  // namespace

std::vector<CameraInfo> list_cameras() {
  std::vector<CameraInfo> cameras;
  for (int number = 0; number < 64; ++number) {
    const std::string device = "/dev/video" + std::to_string(number);
    const int handle = ::open(device.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (handle < 0) {
      if (errno == EACCES) cameras.push_back({number, device, false, {}, false, false});
      continue;
    }
    v4l2_capability capability{};
    if (ask(handle, VIDIOC_QUERYCAP, &capability)) {
      const std::uint32_t can = (capability.capabilities & V4L2_CAP_DEVICE_CAPS) != 0 ? capability.device_caps : capability.capabilities;
      if ((can & V4L2_CAP_VIDEO_CAPTURE) != 0) {
        CameraInfo info;
        info.number = number;
        info.name = reinterpret_cast<const char*>(capability.card);
        list_modes(handle, info.modes);
        info.locks_exposure = has_control(handle, V4L2_CID_EXPOSURE_AUTO);
        info.locks_focus = has_control(handle, V4L2_CID_FOCUS_AUTO);
        cameras.push_back(std::move(info));
      }
    }
    ::close(handle);
  }
  return cameras;
}

}  // namespace polemarch::vision
