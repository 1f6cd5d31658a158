// Video files and RTSP streams by way of OpenCV and FFmpeg.
#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>

#include "models/io/picture_limits.hpp"
#include "vision/capture/reader.hpp"
#include "vision/capture/source.hpp"
#include "vision/pixels/image_mat.hpp"

namespace polemarch::vision::capture {
namespace {

void fill(Frame& frame, const cv::Mat& bgr, bool colour) {
  cv::Mat gray;
  if (bgr.channels() == 3) {
    cv::cvtColor(bgr, gray, cv::COLOR_BGR2GRAY);
  } else {
    gray = bgr;
  }
  frame.gray = image_of(gray);
  frame.colour = colour && bgr.channels() == 3 ? image_of(bgr) : nullptr;
}

constexpr const char* kNoVideo = "not a video we can read (truncated, or a format FFmpeg does not know)";

/// Empty where the pictures are small enough to be decoded; asked before the first and before each that is taken out of the decoder.
std::string too_large(const cv::VideoCapture& video) {
  const auto width = static_cast<std::int64_t>(video.get(cv::CAP_PROP_FRAME_WIDTH));
  const auto height = static_cast<std::int64_t>(video.get(cv::CAP_PROP_FRAME_HEIGHT));
  if (std::max(width, height) <= io::kMostPictureSide && width * height <= io::kMostPicturePixels) return {};
  return std::to_string(width) + " x " + std::to_string(height) + " pixels are more than the " +
         std::to_string(io::kMostPicturePixels / 1'000'000) + " million we read; make it smaller";
}

class VideoReader : public Reader {
 public:
  VideoReader(std::string path, const SourceSettings& settings) : path_(std::move(path)), colour_(settings.colour) {
    video_.open(path_, cv::CAP_FFMPEG);
    if (!video_.isOpened()) {
      wrong_ = kNoVideo;
      return;
    }
    fps_ = video_.get(cv::CAP_PROP_FPS);
    if (!(fps_ > 0.1 && fps_ < 1000)) fps_ = 30;
    // A file whose first picture cannot be read is no video to us, whatever its header says.
    wrong_ = too_large(video_);
    if (wrong_.empty() && video_.grab() && video_.retrieve(first_) && !first_.empty()) return;
    if (wrong_.empty()) wrong_ = kNoVideo;
  }
  /// Why it cannot be read; empty where it can.
  const std::string& wrong() const { return wrong_; }

  Got read(Frame& frame, double skip_to_t) override {
    cv::Mat bgr;
    if (!first_.empty()) {
      bgr = first_;
      first_.release();
      index_ = 0;
    } else {
      do {
        if (!video_.grab()) return Got::End;
        ++index_;
      } while (static_cast<double>(index_ + 1) / fps_ <= skip_to_t);
      if (const std::string wrong = too_large(video_); !wrong.empty()) {
        trouble_ = path_ + ": " + wrong;
        return Got::Failed;
      }
      if (!video_.retrieve(bgr) || bgr.empty()) return Got::End;
    }
    frame.index = index_;
    frame.t = static_cast<double>(index_) / fps_;
    fill(frame, bgr, colour_);
    return Got::Frame;
  }
  bool recorded() const override { return true; }
  std::string description() const override {
    return "video " + path_ + ", " + std::to_string(static_cast<int>(video_.get(cv::CAP_PROP_FRAME_WIDTH))) + "x" +
           std::to_string(static_cast<int>(video_.get(cv::CAP_PROP_FRAME_HEIGHT))) + ", " + std::to_string(static_cast<int>(fps_ + 0.5)) +
           " frames a second";
  }

 private:
  std::string path_;
  bool colour_;
  cv::VideoCapture video_;
  double fps_ = 30;
  std::string wrong_;
  cv::Mat first_;
  std::int64_t index_ = -1;
};

class RtspReader : public Reader {
 public:
  RtspReader(std::string url, const SourceSettings& settings) : url_(std::move(url)), said_(said_source(url_)), settings_(settings) {}

  bool reopen() override {
    const int ms = static_cast<int>(settings_.timeout_s * 1000);
    video_.release();
    video_.open(url_, cv::CAP_FFMPEG, {cv::CAP_PROP_OPEN_TIMEOUT_MSEC, ms, cv::CAP_PROP_READ_TIMEOUT_MSEC, ms});
    if (!video_.isOpened()) trouble_ = said_ + ": no stream answers.";
    if (const std::string wrong = video_.isOpened() ? too_large(video_) : ""; !wrong.empty()) {
      trouble_ = said_ + ": " + wrong + ".";
      video_.release();
    }
    return video_.isOpened();
  }
  Got read(Frame& frame, double) override {
    cv::Mat bgr;
    if (!video_.grab()) {
      trouble_ = said_ + ": the stream broke off.";
      return Got::Lost;
    }
    if (const std::string wrong = too_large(video_); !wrong.empty()) {
      trouble_ = said_ + ": " + wrong + ".";
      return Got::Lost;
    }
    if (!video_.retrieve(bgr) || bgr.empty()) {
      trouble_ = said_ + ": the stream broke off.";
      return Got::Lost;
    }
    frame.index = ++index_;
    fill(frame, bgr, settings_.colour);
    return Got::Frame;
  }
  std::string description() const override { return "stream " + said_; }

 private:
  std::string url_, said_;
  SourceSettings settings_;
  cv::VideoCapture video_;
  std::int64_t index_ = -1;
};

}  // namespace

ReaderResult open_video(const std::string& path, const SourceSettings& settings) {
  auto reader = std::make_unique<VideoReader>(path, settings);
  if (!reader->wrong().empty()) return InputError{path + ": " + reader->wrong()};
  return std::unique_ptr<Reader>(std::move(reader));
}

ReaderResult open_rtsp(const std::string& url, const SourceSettings& settings) {
  auto reader = std::make_unique<RtspReader>(url, settings);
  if (!reader->reopen())
    return InputError{said_source(url) + ": no stream answers within " + std::to_string(static_cast<int>(settings.timeout_s)) +
                      " s (address, port, same network?)"};
  return std::unique_ptr<Reader>(std::move(reader));
}

}  // namespace polemarch::vision::capture
