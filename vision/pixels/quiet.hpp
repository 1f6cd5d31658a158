#pragma once
/// Keeps OpenCV and FFmpeg from writing on stderr: what goes wrong is said by us, once, in one line.

namespace polemarch::vision::capture {
/// Process-wide; call before the first picture is opened. Settings the user made in the environment are kept.
void quiet_libraries();
}  // namespace polemarch::vision::capture
