// MJPEG over HTTP, as phone apps serve it; also an address that gives one JPEG at a time, which is asked for again and again.
#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "models/io/picture_limits.hpp"
#include "vision/capture/http_stream.hpp"
#include "vision/capture/multipart.hpp"
#include "vision/capture/reader.hpp"
#include "vision/pixels/picture.hpp"

namespace polemarch::vision::capture {
namespace {

using Clock = std::chrono::steady_clock;

class MjpegReader : public Reader {
 public:
  MjpegReader(std::string url, HttpUrl parsed, const SourceSettings& settings)
      : url_(said_source(url)), parsed_(std::move(parsed)), settings_(settings) {}

  /// The first time. Where it may begin later a phone that does not answer is no mistake: the first read says so.
  bool begin() {
    constexpr double kFirstLookS = 0.5;  // the window is waiting
    if (!settings_.may_begin_later) return reopen();
    const bool there = answers(kFirstLookS);
    waited_for_ = !there && stream_.status() == 0;
    return there || waited_for_;
  }

  bool reopen() override {
    constexpr double kAnswerS = 2.5;  // a phone in the house answers at once or not at all
    return answers(kAnswerS);
  }

  Got read(Frame& frame, double) override {
    if (std::exchange(waited_for_, false)) return Got::Lost;
    for (int damaged = 0; damaged < 30;) {
      std::vector<std::uint8_t> bytes;
      if (!(still_ ? read_still(bytes) : read_part(bytes))) return Got::Lost;
      auto picture = decode_picture(bytes, settings_.colour, url_);
      if (!picture) {  // a picture torn on the way; the next one will do
        ++damaged;
        continue;
      }
      frame.index = ++index_;
      frame.gray = picture->gray;
      frame.colour = picture->colour;
      return Got::Frame;
    }
    trouble_ = url_ + ": sends no pictures that can be decoded.";
    return Got::Lost;
  }

  std::string description() const override { return "MJPEG " + url_; }
  void interrupt() override { stream_.interrupt(); }

 private:
  bool answers(double within_s) {
    const std::string wrong = stream_.open(parsed_, std::min(settings_.timeout_s, within_s));
    if (!wrong.empty()) {
      trouble_ = url_ + ": " + wrong + ".";
      return false;
    }
    const std::string type = stream_.header("content-type");
    still_ = type.starts_with("image/");
    if (still_) {
      still_body_.clear();
      return true;
    }
    const std::string boundary = boundary_of(type);
    if (!type.starts_with("multipart/") || boundary.empty()) {
      trouble_ = url_ + ": answers with " + (type.empty() ? "no content type" : type) +
                 ", not with an MJPEG stream (phone apps often serve it at /video).";
      return false;
    }
    cutter_ = MultipartCutter(boundary);
    return true;
  }

  bool lost(HttpStream::More why) {
    return lost(why == HttpStream::More::Timeout ? "no picture for " + std::to_string(static_cast<int>(settings_.timeout_s)) + " s"
                                                 : "the stream broke off");
  }
  bool lost(const std::string& why) {
    trouble_ = url_ + ": " + why + ".";
    return false;
  }
  /// Seconds that are left until a picture must be whole, however it drips.
  static double left(Clock::time_point until) { return std::chrono::duration<double>(until - Clock::now()).count(); }
  Clock::time_point due() const {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(settings_.timeout_s));
  }

  /// The newest whole part: whatever has already arrived behind it is older than nothing, so all but the last are dropped undecoded.
  bool read_part(std::vector<std::uint8_t>& bytes) {
    constexpr int kMostReads = 64;  // behind a whole part: a sender faster than we are must not keep us here for ever
    bool any = false;
    const auto until = due();
    for (int reads = 0;;) {
      while (auto part = cutter_.next()) {
        if (any) ++index_;
        bytes = std::move(*part);
        any = true;
      }
      if (any && (cutter_.runaway() || ++reads > kMostReads)) return true;
      if (cutter_.runaway()) return lost("sends no pictures, but data without end");
      if (!any && left(until) <= 0) return lost(HttpStream::More::Timeout);
      const HttpStream::More more = stream_.read(cutter_.body(), any ? 0.0 : left(until));
      if (more == HttpStream::More::Data) continue;
      return any || lost(more);
    }
  }

  bool read_still(std::vector<std::uint8_t>& bytes) {
    if (asked_) {
      constexpr auto kPause = std::chrono::milliseconds(30);  // no faster than a camera would
      std::this_thread::sleep_for(kPause);
      if (!reopen()) return false;
    }
    asked_ = true;
    for (const auto until = due();;) {
      if (left(until) <= 0) return lost(HttpStream::More::Timeout);
      const HttpStream::More more = stream_.read(still_body_, left(until));
      if (more == HttpStream::More::End) break;
      if (still_body_.size() > io::kMostStreamedPictureBytes) return lost("sends no picture, but data without end");
      if (more != HttpStream::More::Data) return lost(more);
    }
    bytes = std::move(still_body_);
    still_body_.clear();
    return true;
  }

  std::string url_;  ///< as it may be told
  HttpUrl parsed_;
  SourceSettings settings_;
  HttpStream stream_;
  MultipartCutter cutter_;
  bool still_ = false, asked_ = false;
  bool waited_for_ = false;  ///< nobody answered yet
  std::vector<std::uint8_t> still_body_;
  std::int64_t index_ = -1;
};

}  // namespace

ReaderResult open_mjpeg(const std::string& url, const SourceSettings& settings) {
  auto parsed = parse_http_url(url);
  if (!parsed) return parsed.error();
  auto reader = std::make_unique<MjpegReader>(url, *parsed, settings);
  if (!reader->begin()) return InputError{reader->trouble()};
  return std::unique_ptr<Reader>(std::move(reader));
}

}  // namespace polemarch::vision::capture
