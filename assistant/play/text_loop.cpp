#include "assistant/play/text_loop.hpp"

#include <optional>
#include <ostream>
#include <string>

#include "assistant/play/headless.hpp"
#include "assistant/play/line_reader.hpp"
#include "assistant/play/text_screen.hpp"

namespace polemarch::assistant::play {

namespace {

void look(Desk& desk, Feed& feed, Broadcast& broadcast) {
  const auto seen = feed.next();
  if (seen) desk.see(*seen);
  broadcast.tell(desk, seen);
  for (const DragBase& move : desk.take_drags()) feed.drag(move);
  if (desk.take_recalibration()) feed.recalibrate();
  if (const auto by_hand = desk.take_by_hand()) feed.by_hand(*by_hand);
  if (auto bases = desk.take_declared()) feed.declare(std::move(*bases));
  static_cast<void>(desk.take_screenshot());  // there is no picture to save
  static_cast<void>(desk.take_diary());
}

}  // namespace

void run_text(Desk& desk, Feed& feed, std::ostream& out, Broadcast broadcast, const TextLoopSettings& settings) {
  LineReader lines(settings.in, settings.longest_line);
  std::int64_t screens = 0, taken = 0;
  std::string shown;
  const auto show = [&](const ui::ViewState& view, std::string text, const engine::Advice* advice = nullptr) {
    shown = std::move(text);
    out << text_screen(view, ++screens, taken, advice) << "\n" << std::flush;
  };
  look(desk, feed, broadcast);
  {
    const ui::ViewState view = desk.view();
    show(view, text_of_view(view));
  }
  while (!asked_to_stop() && !desk.wants_to_quit() && out) {
    const auto line = lines.next(settings.idle_ms);
    std::optional<UnitId> measured;  // advice is asked for, against this one
    if (line) {
      ++taken;
      const auto wish = wish_of_line(*line, desk.view());
      if (!wish) {
        desk.note(wish.error().line);
      } else if (*wish) {
        desk.wish(**wish);
        measured = advice_wanted(*line);
      }
    } else if (lines.ended()) {
      return;
    }
    look(desk, feed, broadcast);
    if (line) look(desk, feed, broadcast);  // what the wish moved on the table is seen on the screen that answers it
    if (measured) desk.wish(PointAt{*measured});
    const ui::ViewState view = desk.view();
    std::string text = text_of_view(view);
    if (line || text != shown) show(view, std::move(text), measured ? &desk.advice() : nullptr);
    if (measured) desk.wish(PointAt{});
  }
}

}  // namespace polemarch::assistant::play
