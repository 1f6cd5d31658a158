// Recorded sources frame by frame, without a thread; and the source that has no pictures at all.
#include <chrono>
#include <thread>

#include "vision/capture/reader.hpp"

namespace polemarch::vision::capture {
namespace {

class EveryFrameSource : public Source {
 public:
  explicit EveryFrameSource(std::unique_ptr<Reader> reader) : reader_(std::move(reader)) {}

  std::optional<Frame> next(double) override {
    if (status_.state == SourceState::Ended || status_.state == SourceState::Lost) return std::nullopt;
    Frame frame;
    switch (reader_->read(frame, -1.0)) {
      case Got::Frame:
        status_.state = SourceState::Live;
        ++status_.delivered;
        return frame;
      case Got::End:
        status_.state = SourceState::Ended;
        status_.text = "The pictures have come to their end.";
        return std::nullopt;
      case Got::Lost:
      case Got::Failed:
        status_.state = SourceState::Lost;
        status_.text = reader_->trouble();
        return std::nullopt;
    }
    return std::nullopt;
  }
  SourceStatus status() const override { return status_; }
  std::string description() const override { return reader_->description(); }
  std::vector<std::string> warnings() const override { return reader_->warnings(); }

 private:
  std::unique_ptr<Reader> reader_;
  SourceStatus status_;
};

class ManualSource : public Source {
 public:
  std::optional<Frame> next(double wait_s) override {
    std::this_thread::sleep_for(std::chrono::duration<double>(std::max(0.0, wait_s)));
    return std::nullopt;
  }
  SourceStatus status() const override { return {SourceState::Manual, "", 0, 0}; }
  std::string description() const override { return "no camera: bases are dragged on screen or typed"; }
};

}  // namespace

std::unique_ptr<Source> every_frame_source(std::unique_ptr<Reader> reader) { return std::make_unique<EveryFrameSource>(std::move(reader)); }
std::unique_ptr<Source> manual_source() { return std::make_unique<ManualSource>(); }

}  // namespace polemarch::vision::capture
