#include "assistant/play/replay_loop.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <ostream>

#include "assistant/paint/paint.hpp"
#include "assistant/play/fonts.hpp"
#include "assistant/play/headless.hpp"
#include "assistant/play/kept_pictures.hpp"
#include "assistant/play/line_reader.hpp"
#include "assistant/play/text_screen.hpp"
#include "assistant/play/written.hpp"
#include "assistant/replay/screen.hpp"
#include "assistant/session/branch.hpp"
#include "assistant/session/files.hpp"
#include "assistant/story/cache.hpp"
#include "models/io/measured.hpp"
#include "ui/window.hpp"

namespace polemarch::assistant::play {

namespace {

constexpr std::size_t kReadAtOnce = 32;  ///< commands between two looks at the clock
constexpr double kReadSeconds = 0.010;   ///< of a window's frame; larger: sooner whole, the picture less smooth
constexpr std::size_t kTextFirst = 200;  ///< as text a battle of so many commands is whole on its first screen; more would be waited for

/// The reel with whoever steers it: wishes in, a screen out. While the log is being read, a wish for what is not read yet waits.
class ReplayDesk {
 public:
  ReplayDesk(replay::Reel& reel, const ReplaySettings& settings, PicturesOfReplay::Reading reading)
      : reel_(reel), log_(settings.log), write_report_(settings.write_report), telling_(settings.telling), kept_(log_, reading) {
    if (telling_ != nullptr) reel_.grow(telling_->commands());
  }
  /// What was told to its end is kept for the next time.
  ~ReplayDesk() {
    if (has_read_ && !broken_ && whole() && story::worth_keeping(reel_.story())) story::keep_story(log_, reel_.story());
  }
  ReplayDesk(const ReplayDesk&) = delete;
  ReplayDesk& operator=(const ReplayDesk&) = delete;

  bool whole() const { return telling_ == nullptr || telling_->whole(); }
  /// A key waits for what is not read yet.
  bool waits() const { return !waiting_.empty(); }
  /// Reads so many commands more, and does what waited for them.
  void read_on(std::size_t commands) {
    if (whole()) return;
    has_read_ = true;
    if (const auto wrong = telling_->go_on(commands)) note_ = wrong->line, broken_ = true;
    reel_.grow(whole() ? reel_.end() : telling_->commands());
    if (waits()) press(std::exchange(waiting_, {}));
  }
  /// Reads on for a while.
  void read_for(double seconds) {
    const auto begun = std::chrono::steady_clock::now();
    while (!whole() && std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count() < seconds) read_on(kReadAtOnce);
  }

  void wish(const Intent& intent) {
    if (const auto* typed = std::get_if<TypeKey>(&intent)) return press(typed->key);
    if (std::holds_alternative<Quit>(intent)) quit_ = true;
    if (std::holds_alternative<ToggleLight>(intent)) look_.light = !look_.light;
    if (std::holds_alternative<ToggleKeys>(intent)) look_.show_keys = !look_.show_keys;
    if (const auto* turn = std::get_if<RotateView>(&intent)) look_.quarter_turns += turn->quarter_turns;
    if (const auto* scale = std::get_if<ScaleType>(&intent)) look_.type_scale = std::clamp(look_.type_scale * scale->by, 0.7, 2.0);
    if (std::holds_alternative<SaveScreenshot>(intent)) screenshot_ = true;
    if (std::holds_alternative<WriteReport>(intent) && write_report_) {
      const auto written = write_report_();
      note_ = written ? said_of_report(*written) : written.error().line;
    }
  }
  ui::ViewState view() const {
    ui::ViewState view = replay::view_of(reel_, look_);
    if (show_kept_) kept_.lay_under(view, reel_.seq(), reel_.story().table.width.mm());
    if (!note_.empty()) view.notices.push_back({note_, Tone::Text, {}});
    return view;
  }
  bool done() const { return quit_ || end_.go_on.has_value(); }
  const ReplayEnd& end() const { return end_; }
  bool take_screenshot() { return std::exchange(screenshot_, false); }
  void note(std::string text) { note_ = std::move(text); }

 private:
  /// What a key looks for; null where it steps.
  static const char* sought_by(const std::string& key) {
    return key == "Tab" ? "loss" : key == "u" ? "ruling, close call or take-back" : key == "n" ? "bookmark" : nullptr;
  }
  std::string speed_text() const {
    char text[48];
    std::snprintf(text, sizeof text, "speed: %g commands a second", reel_.speed());
    return text;
  }
  /// A key that leads on, and found nothing in what is read so far: it is pressed again when more is.
  bool leads_beyond(const std::string& key, std::size_t before) const {
    if (whole()) return false;
    if (key == "End") return true;
    if (key.starts_with("@")) return reel_.at() == reel_.end();
    const bool leads_on = key == "Right" || key == "+" || key == "Tab" || key == "u" || key == "n" || key == "PageDown" || key == "p";
    return leads_on && (reel_.at() == before || reel_.at() == reel_.end());
  }

  void press(const std::string& pressed) {
    const std::size_t before = reel_.at();
    const bool shift = pressed.starts_with("Shift-");
    const std::string key = shift ? pressed.substr(6) : pressed;
    waiting_.clear();
    if (!broken_) note_.clear();
    press(key, shift);
    if (key == "Up" || key == "Down") note_ = speed_text();
    if (const char* what = sought_by(key); what != nullptr && reel_.at() == before && (shift || whole()))
      note_ = std::string("no ") + (shift ? "earlier " : "further ") + what;
    if (shift || !leads_beyond(key, before)) return;
    waiting_ = pressed;
    if (key == "PageDown" || key == "p") reel_.go(before);
  }

  void press(const std::string& key, bool shift) {
    if (key == "v") {
      show_kept_ = !show_kept_ && !kept_.empty();
      if (kept_.empty()) note_ = "no pictures of the table were kept";
      return;
    }
    switch (replay::press(reel_, key, shift)) {
      case replay::Wish::Nothing:
        return;
      case replay::Wish::Bookmarks:
        if (const auto wrong = replay::write_bookmarks(log_, reel_.bookmarks())) note_ = "bookmarks are not kept: " + wrong->line;
        return;
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
  std::string log_, note_, waiting_;
  std::function<Result<std::string>()> write_report_;
  story::Telling* telling_;
  replay::ScreenLook look_;
  ReplayEnd end_;
  mutable PicturesOfReplay kept_;  ///< reads a picture when it is first looked at
  bool quit_ = false, screenshot_ = false, show_kept_ = false, has_read_ = false, broken_ = false;
};

}  // namespace

Result<ReplayEnd> replay_in_window(replay::Reel& reel, const ReplaySettings& settings, Broadcast broadcast) {
  const Fonts fonts = find_fonts();
  auto window = ui::Window::make(
      {.width = settings.width, .height = settings.height, .title = "Polemarch, replay", .font = fonts.text, .bold_font = fonts.bold});
  if (!window) return window.error();
  ReplayDesk desk(reel, settings, PicturesOfReplay::Reading::Beside);
  auto last = std::chrono::steady_clock::now();
  while ((*window)->open() && !desk.done() && !asked_to_stop()) {
    const auto now = std::chrono::steady_clock::now();
    reel.tick(std::chrono::duration<double>(now - last).count());
    last = now;
    const ui::ViewState view = desk.view();
    for (const Intent& intent : (*window)->show(view)) desk.wish(intent);
    desk.read_for(kReadSeconds);
    broadcast.show(view, reel.seq());
    if (desk.take_screenshot()) {
      const paint::Bytes png = paint::png_of_image((*window)->screenshot());
      const std::string name = next_picture(std::filesystem::path(settings.log).replace_extension().string() + "-replay-");
      const auto error = write_text_file(name, std::string(png.begin(), png.end()));
      desk.note(error ? error->line : said_of_picture(std::filesystem::path(name).filename().string()));
    }
  }
  return desk.end();
}

Result<ReplayEnd> replay_as_text(replay::Reel& reel, std::ostream& out, const ReplaySettings& settings, Broadcast broadcast) {
  constexpr std::size_t longest = 1 << 16;
  LineReader lines(settings.in, longest);
  ReplayDesk desk(reel, settings, PicturesOfReplay::Reading::AtOnce);
  desk.read_on(kTextFirst);
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
    const bool reading = !desk.whole();
    const auto line = lines.next(reading ? 0 : 50);
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
      while (desk.waits() && !asked_to_stop()) desk.read_on(kReadAtOnce);  // the screen that answers shows what was asked for
    } else if (lines.ended()) {
      break;
    } else if (reading) {
      desk.read_for(kReadSeconds);
      if (!desk.whole() && !reel.playing()) continue;  // how far it is read is no news
    }
    show(line.has_value());
  }
  return desk.end();
}

}  // namespace polemarch::assistant::play
