#include "assistant/play/screen.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "assistant/paint/paint.hpp"
#include "assistant/play/fonts.hpp"
#include "assistant/play/headless.hpp"
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
  (void)write_text_file(path, json.dump() + "\n");  // asked for anew next time where it cannot be kept
}

bool same(const ui::Corners& a, const ui::Corners& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](Vec2 p, Vec2 q) { return p.x == q.x && p.y == q.y; });
}

}  // namespace

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
  std::ofstream diary(beside(settings.battle, ".diary.jsonl"), std::ios::app);
  int shots = 0;
  KeptPictures keep = settings.keep;
  while ((*window)->open() && !desk.wants_to_quit() && !asked_to_stop()) {
    const auto look = feed.next();
    if (look) desk.see(*look);
    if (look)
      if (const auto error = keep.see(*look, desk.battle().seq())) desk.note(error->line);
    broadcast.tell(desk, look);
    const std::vector<std::string> wanted = script.run(desk, desk.seconds());
    ui::ViewState view = desk.view();
    view.source = keep.noticed(view.source);
    if (!script.caption().empty()) view.status.insert(view.status.begin(), script.caption());
    for (const Intent& intent : (*window)->show(view)) desk.wish(intent);
    if (projector) {
      if (!projector->open()) {
        projector.reset();
      } else {
        projector->show(view);
        const auto corners = projector->projector_corners();
        if (corners && !(kept && same(*kept, *corners))) keep_corners(corner_file, *(kept = corners));
      }
    }
    for (const DragBase& move : desk.take_drags()) feed.drag(move);
    if (desk.take_recalibration()) feed.recalibrate();
    if (const auto by_hand = desk.take_by_hand()) feed.by_hand(*by_hand);
    if (auto bases = desk.take_declared()) feed.declare(std::move(*bases));
    if (const Choices now = desk.choices(); !(now == chosen)) keep_choices(chosen_file, ruleset, chosen = now);
    for (const std::string& line : desk.take_diary()) diary << line << std::endl;
    if (desk.take_screenshot() || !wanted.empty()) {
      const paint::Bytes png = paint::png_of_image((*window)->screenshot());
      if (write_text_file(beside(settings.battle, "-" + std::to_string(++shots) + ".png"), std::string(png.begin(), png.end())))
        desk.note(std::filesystem::path(settings.battle).stem().string() + "-" + std::to_string(shots) +
                  ".png: cannot be written (disk full, or no right to write there)");
    }
  }
  return std::nullopt;
}

}  // namespace polemarch::assistant::play
