#include "vision/pixels/quiet.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <opencv2/core/utils/logger.hpp>
#include <streambuf>

namespace polemarch::vision::capture {
namespace {

thread_local int g_quiet = 0;  // how many Quiet live in this thread

/// In front of std::cerr's own buffer.
class UnlessQuiet final : public std::streambuf {
 public:
  explicit UnlessQuiet(std::ostream& stream) : behind_(stream.rdbuf()) { stream.rdbuf(this); }

 private:
  int_type overflow(int_type c) override {
    if (g_quiet > 0 || traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    return behind_->sputc(traits_type::to_char_type(c));
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override { return g_quiet > 0 ? size : behind_->sputn(text, size); }
  int sync() override { return g_quiet > 0 ? 0 : behind_->pubsync(); }

  std::streambuf* const behind_;
};

#ifdef __GLIBC__
ssize_t write_unless_quiet(void*, const char* text, std::size_t size) {
  return g_quiet > 0 ? static_cast<ssize_t>(size) : ::write(STDERR_FILENO, text, size);
}

/// C's stderr, which glibc lets a program put another stream in the place of.
void filter_c() {
  std::FILE* filtered = ::fopencookie(nullptr, "w", {.read = nullptr, .write = write_unless_quiet, .seek = nullptr, .close = nullptr});
  if (filtered == nullptr) return;
  static_cast<void>(std::setvbuf(filtered, nullptr, _IONBF, 0));
  stderr = filtered;
}
#else
void filter_c() {}
#endif

void filter_cpp() {
  static UnlessQuiet* const filter = new UnlessQuiet(std::cerr);  // std::cerr outlives every static object
  static_cast<void>(filter);
}

}  // namespace

void quiet_libraries() {
  static std::once_flag once;
  std::call_once(once, [] {
    if (std::getenv("OPENCV_LOG_LEVEL") == nullptr) cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    setenv("OPENCV_FFMPEG_LOGLEVEL", "-8", 0);  // AV_LOG_QUIET
    filter_c();
    filter_cpp();
  });
}

Quiet::Quiet() {
  quiet_libraries();
  ++g_quiet;
}
Quiet::~Quiet() { --g_quiet; }

}  // namespace polemarch::vision::capture
