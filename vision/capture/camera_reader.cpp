// A camera on this computer by way of V4L2. Asks for MJPEG so that 1080p fits through USB 2, decodes grey only, lets the automatic
// exposure settle, then locks exposure, white balance and focus where the camera lets us.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>

#include "vision/capture/reader.hpp"
#include "vision/pixels/image_mat.hpp"

namespace polemarch::vision::capture {
namespace {

constexpr int kAskedWidth = 1920, kAskedHeight = 1080;  // pixels; a camera may give less
constexpr int kSettleFrames = 30;                       // about a second of automatic exposure before it is locked

class CameraReader : public Reader {
 public:
  CameraReader(int number, const SourceSettings& settings) : number_(number), settings_(settings) {}

  bool reopen() override {
    video_.release();
    if (!video_.open(number_, cv::CAP_V4L2)) {
      trouble_ = name() + ": the camera does not answer (unplugged, or used by another program).";
      return false;
    }
    video_.set(cv::CAP_PROP_FOURCC, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'));
    video_.set(cv::CAP_PROP_FRAME_WIDTH, kAskedWidth);
    video_.set(cv::CAP_PROP_FRAME_HEIGHT, kAskedHeight);
    video_.set(cv::CAP_PROP_BUFFERSIZE, 1);
    raw_ = video_.set(cv::CAP_PROP_CONVERT_RGB, 0);
    cv::Mat picture;
    for (int i = 0; i < kSettleFrames; ++i)
      if (!video_.read(picture) || picture.empty()) {
        trouble_ = name() + ": the camera opens but gives no picture.";
        return false;
      }
    lock();
    return true;
  }

  Got read(Frame& frame, double) override {
    cv::Mat picture;
    if (!video_.read(picture) || picture.empty()) {
      trouble_ = name() + ": the camera gives no more pictures.";
      return Got::Lost;
    }
    frame.index = ++index_;
    frame.gray = frame.colour = nullptr;
    cv::Mat gray, bgr;
    try {
      if (raw_ && picture.rows == 1 && picture.channels() == 1) {  // MJPEG bytes
        const std::span<const std::uint8_t> bytes(picture.ptr<std::uint8_t>(0), static_cast<std::size_t>(picture.cols));
        frame.gray = decode_image(bytes, false);
        if (settings_.colour) frame.colour = decode_image(bytes, true);
      } else if (picture.channels() == 2) {  // YUYV
        cv::extractChannel(picture, gray, 0);
        if (settings_.colour) cv::cvtColor(picture, bgr, cv::COLOR_YUV2BGR_YUYV);
      } else if (picture.channels() == 3) {
        cv::cvtColor(picture, gray, cv::COLOR_BGR2GRAY);
        bgr = picture;
      } else {
        gray = picture;
      }
    } catch (const cv::Exception&) {
      gray.release();
    }
    if (!gray.empty()) frame.gray = image_of(gray);
    if (settings_.colour && !bgr.empty()) frame.colour = image_of(bgr);
    if (!frame.gray) {
      trouble_ = name() + ": the camera sends damaged pictures.";
      return Got::Lost;
    }
    return Got::Frame;
  }

  std::string description() const override {
    return name() + ", " + std::to_string(static_cast<int>(video_.get(cv::CAP_PROP_FRAME_WIDTH))) + "x" +
           std::to_string(static_cast<int>(video_.get(cv::CAP_PROP_FRAME_HEIGHT)));
  }
  std::vector<std::string> warnings() const override { return warnings_; }

 private:
  std::string name() const { return "camera:" + std::to_string(number_); }

  /// Sets a control and looks whether it holds.
  bool holds(int property, double value) { return video_.set(property, value) && std::abs(video_.get(property) - value) < 0.5; }

  void lock() {
    warnings_.clear();
    const double exposure = video_.get(cv::CAP_PROP_EXPOSURE);
    constexpr double kManual = 1;  // V4L2_EXPOSURE_MANUAL
    const bool exposure_locked =
        holds(cv::CAP_PROP_AUTO_EXPOSURE, kManual) && (exposure <= 0 || video_.set(cv::CAP_PROP_EXPOSURE, exposure));
    if (!exposure_locked) warnings_.push_back(name() + ": exposure could not be locked; brightness may drift.");
    if (!holds(cv::CAP_PROP_AUTOFOCUS, 0))
      warnings_.push_back(name() + ": focus could not be locked (or is fixed); if it hunts, switch autofocus off on the camera.");
    if (!holds(cv::CAP_PROP_AUTO_WB, 0)) warnings_.push_back(name() + ": white balance could not be locked.");
  }

  int number_;
  SourceSettings settings_;
  cv::VideoCapture video_;
  bool raw_ = false;
  std::int64_t index_ = -1;
  std::vector<std::string> warnings_;
};

}  // namespace

ReaderResult open_camera(int number, const SourceSettings& settings) {
  const std::string name = "camera:" + std::to_string(number), device = "/dev/video" + std::to_string(number);
  const int handle = ::open(device.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (handle < 0) {
    if (errno == EACCES) return InputError{name + ": no right to use " + device + " (add your user to the group video and log in again)"};
    return InputError{name + ": no such camera (`polemarch doctor` lists what there is)"};
  }
  ::close(handle);
  auto reader = std::make_unique<CameraReader>(number, settings);
  if (!reader->reopen()) return InputError{reader->trouble()};
  return std::unique_ptr<Reader>(std::move(reader));
}

}  // namespace polemarch::vision::capture
