#include "assistant/cli/signals.hpp"

#include <csignal>

#include "assistant/play/headless.hpp"

namespace polemarch::assistant {

void outlive_file_limits() { std::signal(SIGXFSZ, SIG_IGN); }

void stop_on_signals() {
  const auto stop = [](int) {
    play::ask_to_stop();
    for (const int again : {SIGINT, SIGTERM, SIGHUP}) std::signal(again, SIG_DFL);  // who waits for a reader that is stuck hears the second
  };
  std::signal(SIGINT, stop);
  std::signal(SIGTERM, stop);
  if (std::signal(SIGHUP, stop) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

void outlive_readers() { std::signal(SIGPIPE, SIG_IGN); }

}  // namespace polemarch::assistant
