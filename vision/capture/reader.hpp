#pragma once
/// One way of getting pictures, blocking and single-threaded; source_live.cpp and source_every_frame.cpp make a Source of it.

#include <memory>
#include <string>
#include <vector>

#include "models/image.hpp"
#include "vision/capture/source.hpp"

namespace polemarch::vision::capture {

enum class Got {
  Frame,
  End,     ///< through; no more frames
  Lost,    ///< gone for now; reopen may bring it back (trouble() says what)
  Failed,  ///< gone for good (trouble() says what)
};

class Reader {
 public:
  virtual ~Reader() = default;
  /// Blocks for one frame, never longer than its own time-out. A recorded reader may skip frames that are over before `skip_to_t`.
  /// `frame.index` counts skipped frames too.
  virtual Got read(Frame& frame, double skip_to_t) = 0;
  /// Tries to come back after Lost.
  virtual bool reopen() { return false; }
  /// True when frames carry a time line of their own (folder, video, simulated table).
  virtual bool recorded() const { return false; }
  virtual std::string description() const = 0;
  virtual std::vector<std::string> warnings() const { return {}; }
  /// One line about the last Lost or Failed.
  std::string trouble() const { return trouble_; }
  /// Called from another thread: makes a blocking read return soon.
  virtual void interrupt() {}

 protected:
  std::string trouble_;
};

using ReaderResult = Result<std::unique_ptr<Reader>>;
ReaderResult open_folder(const std::string& path, const SourceSettings& settings);
ReaderResult open_one_picture(const std::string& path, const SourceSettings& settings);
ReaderResult open_video(const std::string& path, const SourceSettings& settings);
ReaderResult open_camera(int number, const SourceSettings& settings);
ReaderResult open_mjpeg(const std::string& url, const SourceSettings& settings);
ReaderResult open_rtsp(const std::string& url, const SourceSettings& settings);
ReaderResult open_simulated(const std::string& scene_path, const SourceSettings& settings);

std::unique_ptr<Source> every_frame_source(std::unique_ptr<Reader> reader);
std::unique_ptr<Source> live_source(std::unique_ptr<Reader> reader, const SourceSettings& settings);
std::unique_ptr<Source> manual_source();

}  // namespace polemarch::vision::capture
