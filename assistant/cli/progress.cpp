#include "assistant/cli/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>

#include "assistant/cli/signals.hpp"
#include "assistant/play/headless.hpp"
#include "assistant/story/cache.hpp"

namespace polemarch::assistant {

ProgressLine::ProgressLine(std::string what) : what_(std::move(what)), shown_(::isatty(2) != 0) {}

ProgressLine::~ProgressLine() {
  if (said_) std::cerr << "\r\x1B[K" << std::flush;
}

bool ProgressLine::operator()(double share) {
  const int percent = static_cast<int>(100 * share);
  if (shown_ && percent != percent_) std::cerr << "\r" << what_ << " " << percent << " %, Ctrl-C stops it" << std::flush, said_ = true;
  percent_ = percent;
  return !play::asked_to_stop();
}

Result<std::optional<story::Story>> told_in_sight(const std::string& log, bool cached, std::optional<std::int64_t> to,
                                                  std::function<void(const engine::Battle&)> at_end) {
  stop_on_signals();
  ProgressLine line(log);
  std::size_t lines = 0;
  const auto progress = [&](std::size_t done) {
    if (lines == 0) {
      std::ifstream file(log, std::ios::binary);
      lines = static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(file), {}, '\n'));
    }
    return line(std::min(1.0, static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(lines, 1))));
  };
  auto told = (cached ? story::quick_story_of : story::story_of)(log, {.to = to, .progress = progress, .at_end = std::move(at_end)});
  if (!told) return told.error();
  if (play::asked_to_stop()) return std::optional<story::Story>();
  return std::optional<story::Story>(std::move(*told));
}

}  // namespace polemarch::assistant
