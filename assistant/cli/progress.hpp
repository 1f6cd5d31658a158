#pragma once
/// Long work said on a terminal, and stopped by Ctrl-C.

#include <functional>
#include <optional>
#include <string>

#include "assistant/story/story.hpp"
#include "models/result.hpp"

namespace polemarch::assistant {

/// How far long work is, on a terminal only; the line is gone when the work is done.
class ProgressLine {
 public:
  explicit ProgressLine(std::string what);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  /// False: somebody asked to stop.
  bool operator()(double share);

 private:
  std::string what_;
  bool shown_, said_ = false;
  int percent_ = -1;
};

/// A log's story, from its cache where that fits (`cached`), else read with its progress said. Nothing where reading was stopped:
/// Ctrl-C and its like (signals.hpp) ask for that from here on.
/// `at_end`: as in story::BuildSettings; not called for a cached story.
Result<std::optional<story::Story>> told_in_sight(const std::string& log, bool cached, std::optional<std::int64_t> to = std::nullopt,
                                                  std::function<void(const engine::Battle&)> at_end = {});

}  // namespace polemarch::assistant
