#include "assistant/play/screen.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <future>
#include <nlohmann/json.hpp>
#include <utility>

#include "assistant/paint/paint.hpp"
#include "assistant/play/fonts.hpp"
#include "assistant/play/headless.hpp"
#include "assistant/play/written.hpp"
#include "assistant/session/files.hpp"
#include "models/io/measured.hpp"
#include "ui/window.hpp"

namespace polemarch::assistant::play {

namespace {

std::string beside(const std::string& battle, const std::string& ending) {
  std::filesystem::path path(battle);
  path.replace_extension();
  return path.string() + ending;
}

std::optional<ui::Corners> corners_from(const std::string& path) {
  const auto text = read_text_file(path);
  const auto read = text ? io::parse_message(*text, path) : Result<io::Json>(text.error());
  if (!read || !read->is_array() || read->size() != 4) return std::nullopt;
  const io::Json& json = *read;
  ui::Corners corners;
  for (std::size_t i = 0; i < 4; ++i) {
    if (!json[i].is_array() || json[i].size() != 2 || !json[i][0].is_number() || !json[i][1].is_number()) return std::nullopt;
    corners[i] = {json[i][0].get<double>(), json[i][1].get<double>()};
  }
  return corners;
}

void keep_corners(const std::string& path, const ui::Corners& corners) {
  nlohmann::json json = nlohmann::json::array();
  for (const Vec2 corner : corners) json.push_back({corner.x, corner.y});
  (void)write_unasked(path, json.dump() + "\n");  // asked for anew next time where it cannot be kept
}

bool same(const ui::Corners& a, const ui::Corners& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](Vec2 p, Vec2 q) { return p.x == q.x && p.y == q.y; });
}

}  // namespace

void run_beside(const std::function<void()>& work, const std::function<void(double seconds)>& meanwhile) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kLook = std::chrono::milliseconds(16);
  const Clock::time_point begun = Clock::now();
  std::future<void> done = std::async(std::launch::async, work);
  while (done.wait_for(kLook) != std::future_status::ready) meanwhile(std::chrono::duration<double>(Clock::now() - begun).count());
  done.get();
}

ui::ViewState waiting_view(const ui::ViewState& view, double seconds, bool disk) {
  constexpr double kPatient = 0.3;  // s: nobody notices less
  ui::ViewState out = view;
  if (seconds < kPatient) return out;
  out.notices.push_back({disk ? "The battle is being written. The disk is slow: nothing is lost, the screen goes on in a moment."
                              : "One moment: the screen goes on when it is worked out.",
                         Tone::Warn,
                         {}});
  return out;
}

std::optional<InputError> run_window(Desk& desk, Feed& feed, const ScreenSettings& settings, Script script, Broadcast broadcast) {
  const Fonts fonts = find_fonts();
  auto window = ui::Window::make(
      {.width = settings.width, .height = settings.height, .title = "Polemarch", .font = fonts.text, .bold_font = fonts.bold});
  if (!window) return window.error();
  std::unique_ptr<ui::Window> projector;
  std::optional<ui::Corners> kept;  // as the file beside the battle has them
  const std::string corner_file = beside(settings.battle, ".projector.json");
  if (settings.projector) {
    auto second = ui::Window::make(
        {.width = 1280, .height = 800, .title = "Polemarch on the table", .font = fonts.text, .bold_font = fonts.bold, .projector = true});
    if (!second) return second.error();
    projector = std::move(*second);
    if ((kept = corners_from(corner_file))) projector->set_projector_corners(*kept);
  }
  const std::string chosen_file = choices_file(), ruleset(desk.battle().info().key);
  Choices chosen = read_choices(chosen_file, ruleset);
  desk.take_up(chosen);
  const std::string diary_file = beside(settings.battle, ".diary.jsonl");
  bool no_diary = false;  // it was said already
  KeptPictures keep = settings.keep;
  ui::ViewState view, fresh;  // what is shown; what the desk has made of the wishes
  std::vector<Intent> wishes;
  std::optional<Image> shot;
  std::optional<ui::Corners> dragged;
  bool shot_wanted = false, beam_closed = false;
  // All that may wait for a disk or think long. The desk, the feed and the files belong to whoever runs it.
  const auto step = [&] {
    for (const Intent& wish : std::exchange(wishes, {})) desk.wish(wish);
    if (dragged) keep_corners(corner_file, *std::exchange(dragged, std::nullopt));
    if (std::exchange(beam_closed, false)) desk.note(said_of_closed_beam());
    if (shot) {
      const paint::Bytes png = paint::png_of_image(*std::exchange(shot, std::nullopt));
      const std::string name = next_picture(beside(settings.battle, "-"));
      const std::string file = std::filesystem::path(name).filename().string();
      if (write_text_file(name, std::string(png.begin(), png.end())))
        desk.note(file + ": cannot be written (disk full, or no right to write there)");
      else
        desk.note(said_of_picture(file), Tone::Ink);
    }
    for (const DragBase& move : desk.take_drags()) feed.drag(move);
    if (desk.take_recalibration()) feed.recalibrate();
    if (const auto by_hand = desk.take_by_hand()) feed.by_hand(*by_hand);
    if (auto bases = desk.take_declared()) feed.declare(std::move(*bases));
    if (const Choices now = desk.choices(); !(now == chosen)) keep_choices(chosen_file, ruleset, chosen = now);
    for (const std::string& line : desk.take_diary())
      if (const auto wrong = append_text_file(diary_file, line + "\n"); wrong && !std::exchange(no_diary, true)) desk.note(wrong->line);
    if (desk.wants_to_quit()) return;
    const auto look = feed.next();
    if (look) desk.see(*look);
    if (look)
      if (const auto error = keep.see(*look, desk.battle().seq())) desk.note(error->line);
    broadcast.tell(desk, look);
    const std::vector<std::string> wanted = script.run(desk, desk.seconds());
    shot_wanted = desk.take_screenshot() || !wanted.empty();
    fresh = desk.view();
    fresh.source = keep.noticed(fresh.source);
    fresh.caption = script.caption();
  };
  std::optional<ui::TablePicture> live;  // seen while the work goes on
  const auto meanwhile = [&](double seconds) {
    if (view.now.empty()) return;
    if (auto picture = feed.newest_picture()) live = std::move(picture);
    ui::ViewState shown = waiting_view(view, seconds, disk_at_work());
    if (live && shown.picture.image) shown.picture = *live;
    (*window)->show_meanwhile(shown);
  };
  while ((*window)->open() && !asked_to_stop()) {
    run_beside(step, meanwhile);
    if (desk.wants_to_quit()) break;
    view = std::exchange(fresh, {});
    live.reset();
    wishes = (*window)->show(view);
    if (projector) {
      if (!projector->open()) {
        projector.reset();
        beam_closed = true;
      } else {
        for (Intent& wish : projector->show(view)) wishes.push_back(std::move(wish));  // keys typed while it has the focus
        const auto corners = projector->projector_corners();
        if (corners && !(kept && same(*kept, *corners))) dragged = kept = corners;
      }
    }
    if (shot_wanted) shot = (*window)->screenshot();
  }
  if (!desk.wants_to_quit()) step();  // the last wishes
  return std::nullopt;
}

}  // namespace polemarch::assistant::play
