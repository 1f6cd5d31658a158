#include "assistant/play/text_loop.hpp"

#include <poll.h>
#include <unistd.h>

#include <ostream>
#include <string>

#include "assistant/play/headless.hpp"
#include "assistant/play/text_screen.hpp"

namespace polemarch::assistant::play {

namespace {

/// Lines as they come from a file descriptor, without blocking longer than asked.
class LineReader {
 public:
  LineReader(int fd, std::size_t longest) : fd_(fd), longest_(longest) {}

  /// The next whole line, or nothing when none came in time. `ended` once the other side has closed.
  std::optional<std::string> next(int wait_ms) {
    if (auto line = take()) return line;
    if (ended_) return std::nullopt;
    pollfd waiting{fd_, POLLIN, 0};
    if (poll(&waiting, 1, wait_ms) <= 0) return std::nullopt;
    char bytes[4096];
    const ssize_t count = read(fd_, bytes, sizeof bytes);
    if (count <= 0) {
      ended_ = true;
      if (buffer_.empty()) return std::nullopt;
      buffer_ += '\n';
    } else {
      buffer_.append(bytes, static_cast<std::size_t>(count));
    }
    return take();
  }
  bool ended() const { return ended_ && buffer_.empty(); }

 private:
  std::optional<std::string> take() {
    const auto end = buffer_.find('\n');
    if (end == std::string::npos) {
      if (buffer_.size() > longest_) too_long_ = true, buffer_.clear();  // the rest of it is thrown away as it comes
      return std::nullopt;
    }
    std::string line = std::exchange(too_long_, false) ? std::string("(too long)") : buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    return line;
  }

  int fd_;
  std::size_t longest_;
  std::string buffer_;
  bool ended_ = false, too_long_ = false;
};

void look(Desk& desk, Feed& feed, Broadcast& broadcast) {
  const auto seen = feed.next();
  if (seen) desk.see(*seen);
  broadcast.tell(desk, seen);
  for (const DragBase& move : desk.take_drags()) feed.drag(move);
  if (desk.take_recalibration()) feed.recalibrate();
  static_cast<void>(desk.take_screenshot());  // there is no picture to save
  static_cast<void>(desk.take_diary());
}

}  // namespace

void run_text(Desk& desk, Feed& feed, std::ostream& out, Broadcast broadcast, const TextLoopSettings& settings) {
  LineReader lines(settings.in, settings.longest_line);
  std::int64_t screens = 0, taken = 0;
  std::string shown;
  const auto show = [&](const ui::ViewState& view, std::string text) {
    shown = std::move(text);
    out << text_screen(view, ++screens, taken) << "\n" << std::flush;
  };
  look(desk, feed, broadcast);
  {
    const ui::ViewState view = desk.view();
    show(view, text_of_view(view));
  }
  while (!asked_to_stop() && !desk.wants_to_quit() && out) {
    const auto line = lines.next(settings.idle_ms);
    if (line) {
      ++taken;
      const auto wish = wish_of_line(*line, desk.view());
      if (!wish) {
        desk.note(wish.error().line);
      } else if (*wish) {
        desk.wish(**wish);
      }
    } else if (lines.ended()) {
      return;
    }
    look(desk, feed, broadcast);
    if (line) look(desk, feed, broadcast);  // what the wish moved on the table is seen on the screen that answers it
    const ui::ViewState view = desk.view();
    std::string text = text_of_view(view);
    if (line || text != shown) show(view, std::move(text));
  }
}

}  // namespace polemarch::assistant::play
