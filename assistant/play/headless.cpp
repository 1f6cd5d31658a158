#include "assistant/play/headless.hpp"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <thread>

#include "assistant/paint/paint.hpp"
#include "assistant/session/files.hpp"

namespace polemarch::assistant::play {

namespace {
std::atomic<bool> g_stop{false};
}

void ask_to_stop() { g_stop = true; }
bool asked_to_stop() { return g_stop; }

HeadlessRun::HeadlessRun(HeadlessSettings settings, Desk& desk, Feed& feed, Script script, Broadcast broadcast)
    : settings_(std::move(settings)), desk_(desk), feed_(feed), script_(std::move(script)), broadcast_(std::move(broadcast)) {}

std::optional<InputError> HeadlessRun::write(const std::string& name, const std::string& bytes, bool append) {
  const std::string path = settings_.dir + "/" + name;
  if (!append) return write_text_file(path, bytes);
  std::ofstream file(path, std::ios::binary | std::ios::app);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.flush();
  if (!file) return InputError{path + ": cannot be written (disk full, or no right to write there)"};
  return std::nullopt;
}

std::optional<InputError> HeadlessRun::picture(const std::string& name) {
  ui::ViewState view = desk_.view();
  if (!settings_.keep.notice().empty()) view.source += ", " + settings_.keep.notice();
  if (!script_.caption().empty()) view.status.insert(view.status.begin(), script_.caption());
  const paint::Bytes png = paint::screen_png_of(view, settings_.width, settings_.height);
  char number[16];
  std::snprintf(number, sizeof number, "%04d-", ++count_);
  shown_t_ = desk_.seconds();
  return write(number + name + ".png", std::string(png.begin(), png.end()));
}

std::optional<InputError> HeadlessRun::run() {
  std::error_code made;
  std::filesystem::create_directories(settings_.dir, made);
  if (made) return InputError{settings_.dir + ": cannot be made (" + made.message() + ")"};
  double script_ended = -1;
  bool first = true;
  while (!asked_to_stop() && !desk_.wants_to_quit() && !feed_.ended()) {
    const auto look = feed_.next();
    if (!look) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      continue;
    }
    desk_.see(*look);
    if (auto error = settings_.keep.see(*look, desk_.battle().seq())) return error;
    const double t = look->table.t;
    const std::int64_t before = desk_.battle().seq();
    const std::vector<std::string> shots = script_.run(desk_, t);
    for (const DragBase& move : desk_.take_drags()) feed_.drag(move);
    if (desk_.take_recalibration()) feed_.recalibrate();
    if (const auto by_hand = desk_.take_by_hand()) feed_.by_hand(*by_hand);
    if (auto bases = desk_.take_declared()) feed_.declare(std::move(*bases));
    broadcast_.tell(desk_, look);
    std::string diary;
    for (const std::string& line : desk_.take_diary()) diary += line + "\n";
    if (!diary.empty())
      if (auto error = write("diary.jsonl", diary, true)) return error;
    std::optional<InputError> error;
    if (first) error = picture("start");
    first = false;
    for (const std::string& shot : shots)
      if (!error) error = picture(shot);
    if (!error && (desk_.battle().seq() != shown_seq_ && shown_seq_ >= 0) && shots.empty())
      error = picture("seq" + std::to_string(desk_.battle().seq()));
    if (!error && desk_.seconds() - shown_t_ >= settings_.every_s) error = picture("t" + std::to_string(static_cast<int>(t)));
    if (!error && desk_.take_screenshot()) error = picture("key");
    shown_seq_ = std::max(before, desk_.battle().seq());
    if (error) return error;
    if (!desk_.trouble().empty() && desk_.trouble() != told_) std::fprintf(stderr, "polemarch: %s\n", desk_.trouble().c_str());
    told_ = desk_.trouble();
    if (settings_.stop_after_s > 0 && t >= settings_.stop_after_s) break;
    if (script_.done() && script_ended < 0) script_ended = t;
    if (look->manual && script_ended >= 0 && t - script_ended >= settings_.idle_stop_s) break;
  }
  if (auto error = picture("end")) return error;
  if (!desk_.trouble().empty()) return InputError{desk_.trouble()};
  return std::nullopt;
}

}  // namespace polemarch::assistant::play
