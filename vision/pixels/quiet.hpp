#pragma once
/// Keeps OpenCV, FFmpeg and the libraries below them from writing on stderr: what goes wrong is said by us, once, in one line.

namespace polemarch::vision::capture {

/// Process-wide; call before the first picture is opened. Settings the user made in the environment are kept.
void quiet_libraries();

/// While one lives, what this thread writes on stderr is dropped: libpng, libjpeg and OpenCV's decoders ask nobody before they complain.
class Quiet {
 public:
  Quiet();
  ~Quiet();
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;
};

}  // namespace polemarch::vision::capture
