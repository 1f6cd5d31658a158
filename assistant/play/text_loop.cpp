#include "assistant/play/text_loop.hpp"

#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "assistant/play/headless.hpp"
#include "assistant/play/line_reader.hpp"
#include "assistant/play/text_screen.hpp"

namespace polemarch::assistant::play {

namespace {

void look(Desk& desk, Feed& feed, Broadcast& broadcast) {
  for (const DragBase& move : desk.take_drags()) feed.drag(move);  // seen, and judged, with this look
  const auto seen = feed.next();
  if (seen) desk.see(*seen);
  broadcast.tell(desk, seen);
  if (desk.take_recalibration()) feed.recalibrate();
  if (const auto by_hand = desk.take_by_hand()) feed.by_hand(*by_hand);
  if (auto bases = desk.take_declared()) feed.declare(std::move(*bases));
  static_cast<void>(desk.take_screenshot());  // there is no picture to save
  static_cast<void>(desk.take_diary());
}

/// The unit of which one base of several is put down so.
std::optional<UnitId> part_moved(const Desk& desk, const Intent& wish) {
  const auto* drag = std::get_if<DragUnit>(&wish);
  if (drag == nullptr) return std::nullopt;
  const std::vector<engine::Place> places = desk.battle().places();
  for (const engine::Place& place : places)
    if (place.base.text == drag->unit.text && place.unit != drag->unit && place.on_table)
      for (const engine::Place& other : places)
        if (other.unit == place.unit && other.base != place.base && other.on_table) return place.unit;
  return std::nullopt;
}

/// Whether it goes on with the battle, so that what is put down has to be judged before.
bool acts(const Intent& wish) {
  return std::holds_alternative<TypeKey>(wish) || std::holds_alternative<ChooseOption>(wish) || std::holds_alternative<GiveCommand>(wish) ||
         std::holds_alternative<FillIn>(wish) || std::holds_alternative<SelectAt>(wish) || std::holds_alternative<DragUnit>(wish) ||
         std::holds_alternative<PlaceAll>(wish) || std::holds_alternative<Hold>(wish) || std::holds_alternative<UndoLast>(wish);
}

/// Whether a line still asks for what it asked for before.
bool same(const std::optional<Intent>& before, const std::optional<Intent>& now) {
  if (!before || !now || before->index() != now->index()) return false;
  if (const auto* command = std::get_if<GiveCommand>(&*before)) return command->json == std::get<GiveCommand>(*now).json;
  if (const auto* wanted = std::get_if<FillIn>(&*before)) return wanted->json == std::get<FillIn>(*now).json;
  if (const auto* choice = std::get_if<ChooseOption>(&*before))
    return choice->wait == std::get<ChooseOption>(*now).wait && choice->option == std::get<ChooseOption>(*now).option;
  return true;
}

std::string asked(const ui::ViewState& view) { return view.question ? view.question->id : std::string(); }

}  // namespace

void run_text(Desk& desk, Feed& feed, std::ostream& out, Broadcast broadcast, const TextLoopSettings& settings) {
  LineReader lines(settings.in, settings.longest_line);
  std::int64_t screens = 0, taken = 0;
  std::string shown;
  std::optional<UnitId> apart;  // some of its bases are put down, others may follow
  // There is no hand to see: what is put down is judged before anything else is done. False where that has changed what was asked for.
  const auto judged_first = [&](const std::string& line, const Intent& wish) {
    if (std::holds_alternative<SettleNow>(wish)) apart.reset();
    if (!apart || !acts(wish) || part_moved(desk, wish) == apart) return true;
    const std::string before = asked(desk.view());
    desk.wish(SettleNow{});
    look(desk, feed, broadcast);
    const UnitId unit = *std::exchange(apart, std::nullopt);
    const ui::ViewState view = desk.view();
    const auto now = wish_of_line(line, view);
    if (asked(view) == before && now && same(wish, *now)) return true;
    desk.note(unit.text + " is judged first, as it stands: this screen may mean something else by that key", Tone::Text);
    return false;
  };
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
      } else if (*wish && judged_first(*line, **wish)) {
        if (auto part = part_moved(desk, **wish)) apart = std::move(part);
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
