#include "assistant/play/replay_loop.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <ostream>

#include "assistant/paint/paint.hpp"
#include "assistant/play/fonts.hpp"
#include "assistant/play/headless.hpp"
#include "assistant/play/kept_pictures.hpp"
#include "assistant/play/line_reader.hpp"
#include "assistant/play/text_screen.hpp"
#include "assistant/replay/screen.hpp"
#include "assistant/session/branch.hpp"
#include "assistant/session/files.hpp"
#include "models/io/measured.hpp"
#include "ui/window.hpp"
#include "vision/pixels/picture.hpp"

namespace polemarch::assistant::play {

namespace {

/// The reel with whoever steers it: wishes in, a screen out.
class ReplayDesk {
 public:
  ReplayDesk(replay::Reel& reel, std::string log) : reel_(reel), log_(std::move(log)), kept_(kept_pictures(log_)) {}

  void wish(const Intent& intent) {
    if (const auto* typed = std::get_if<TypeKey>(&intent)) return press(typed->key);
    if (std::holds_alternative<Quit>(intent)) quit_ = true;
    if (std::holds_alternative<ToggleLight>(intent)) look_.light = !look_.light;
    if (std::holds_alternative<ToggleKeys>(intent)) look_.show_keys = !look_.show_keys;
    if (const auto* turn = std::get_if<RotateView>(&intent)) look_.quarter_turns += turn->quarter_turns;
    if (const auto* scale = std::get_if<ScaleType>(&intent)) look_.type_scale = std::clamp(look_.type_scale * scale->by, 0.7, 2.0);
    if (std::holds_alternative<SaveScreenshot>(intent)) screenshot_ = true;
  }
  ui::ViewState view() const {
    ui::ViewState view = replay::view_of(reel_, look_);
    if (show_kept_) add_picture(view);
    if (!note_.empty()) view.notices.push_back({note_, Tone::Text, {}});
    return view;
  }
  bool done() const { return quit_ || end_.go_on.has_value(); }
  const ReplayEnd& end() const { return end_; }
  bool take_screenshot() { return std::exchange(screenshot_, false); }
  void note(std::string text) { note_ = std::move(text); }

 private:
  /// The kept picture of this moment, or the last before it.
  void add_picture(ui::ViewState& view) const {
    auto file = kept_.upper_bound(reel_.seq());
    if (file == kept_.begin()) return;
    --file;
    if (file->second != pictured_) {
      pictured_ = file->second;
      const auto read = vision::read_picture(pictured_, true);
      picture_.image = read ? read->colour : nullptr;
      picture_.version = file->first + 1;
    }
    view.picture = picture_;
    view.picture.x1 = reel_.story().table.width.mm();
    view.picture.y1 = reel_.story().table.depth.mm();
  }

  void press(std::string key) {
    const bool shift = key.starts_with("Shift-");
    if (shift) key.erase(0, 6);
    note_.clear();
    if (key == "v") {
      show_kept_ = !show_kept_ && !kept_.empty();
      if (kept_.empty()) note_ = "no pictures of the table were kept";
      return;
    }
    switch (replay::press(reel_, key, shift)) {
      case replay::Wish::Nothing:
        return;
      case replay::Wish::Bookmarks:
        return replay::write_bookmarks(log_, reel_.bookmarks());
      case replay::Wish::Quit:
        quit_ = true;
        return;
      case replay::Wish::LeaveHere: {
        const std::string name = branch_name(log_, reel_.seq());
        if (const auto error = branch_log(log_, reel_.seq(), name))
          note_ = error->line;
        else
          end_.go_on = name;
        return;
      }
    }
  }

  replay::Reel& reel_;
  std::string log_, note_;
  replay::ScreenLook look_;
  ReplayEnd end_;
  std::map<std::int64_t, std::string> kept_;
  mutable std::string pictured_;
  mutable ui::TablePicture picture_;
  bool quit_ = false, screenshot_ = false, show_kept_ = false;
};

}  // namespace

Result<ReplayEnd> replay_in_window(replay::Reel& reel, const ReplaySettings& settings, Broadcast broadcast) {
  const Fonts fonts = find_fonts();
  auto window = ui::Window::make({.title = "Polemarch, replay", .font = fonts.text, .bold_font = fonts.bold});
  if (!window) return window.error();
  ReplayDesk desk(reel, settings.log);
  auto last = std::chrono::steady_clock::now();
  int shots = 0;
  while ((*window)->open() && !desk.done() && !asked_to_stop()) {
    const auto now = std::chrono::steady_clock::now();
    reel.tick(std::chrono::duration<double>(now - last).count());
    last = now;
    const ui::ViewState view = desk.view();
    for (const Intent& intent : (*window)->show(view)) desk.wish(intent);
    broadcast.show(view, reel.seq());
    if (desk.take_screenshot()) {
      const paint::Bytes png = paint::png_of_image((*window)->screenshot());
      const std::string name =
          std::filesystem::path(settings.log).replace_extension().string() + "-replay-" + std::to_string(++shots) + ".png";
      const auto error = write_text_file(name, std::string(png.begin(), png.end()));
      desk.note(error ? error->line : "written: " + name);
    }
  }
  return desk.end();
}

Result<ReplayEnd> replay_as_text(replay::Reel& reel, std::ostream& out, const ReplaySettings& settings, Broadcast broadcast) {
  constexpr std::size_t longest = 1 << 16;
  LineReader lines(settings.in, longest);
  ReplayDesk desk(reel, settings.log);
  std::int64_t screens = 0, taken = 0;
  std::string shown;
  auto last = std::chrono::steady_clock::now();
  const auto show = [&](bool always) {
    const ui::ViewState view = desk.view();
    std::string text = text_of_view(view);
    broadcast.show(view, reel.seq());
    if (!always && text == shown) return;
    shown = std::move(text);
    out << text_screen(view, ++screens, taken) << "\n" << std::flush;
  };
  show(true);
  while (!desk.done() && !asked_to_stop() && out) {
    const auto line = lines.next(50);
    const auto now = std::chrono::steady_clock::now();
    reel.tick(std::chrono::duration<double>(now - last).count());
    last = now;
    if (line) {
      ++taken;
      const auto wish = wish_of_line(*line, desk.view());
      if (!wish)
        desk.note(wish.error().line);
      else if (*wish)
        desk.wish(**wish);
    } else if (lines.ended()) {
      break;
    }
    show(line.has_value());
  }
  return desk.end();
}

}  // namespace polemarch::assistant::play
