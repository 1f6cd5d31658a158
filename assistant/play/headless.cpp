#include "assistant/play/headless.hpp"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
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

bool HeadlessRun::writes(const std::string& name) {
  const bool numbered =
      name.size() > 8 && name.find_first_not_of("0123456789") >= 4 && name.find('-') == name.find_first_not_of("0123456789");
  return name == "report.html" || name == "diary.jsonl" || (numbered && name.ends_with(".png"));
}

/// Said once: pictures and diary tell of the battle, the log holds it.
void HeadlessRun::lack(const InputError& error) {
  if (unwritten_) return;
  unwritten_ = error;
  std::cerr << "polemarch: " << error.line << "; the battle goes on in its log\n";
}

bool HeadlessRun::write(const std::string& name, const std::string& bytes, bool append) {
  const auto error = (append ? append_text_file : write_text_file)(settings_.dir + "/" + name, bytes);
  if (error) lack(*error);
  return !error;
}

void HeadlessRun::picture(const std::string& name) {
  ui::ViewState view = desk_.view();
  view.source = settings_.keep.noticed(view.source);
  view.caption = script_.caption();
  const paint::Bytes png = paint::screen_png_of(view, settings_.width, settings_.height);
  char number[16];
  std::snprintf(number, sizeof number, "%04d-", ++count_);
  shown_t_ = desk_.seconds();
  written_ += write(number + name + ".png", std::string(png.begin(), png.end())) ? 1 : 0;
}

std::optional<InputError> HeadlessRun::run() {
  std::error_code made;
  std::filesystem::create_directories(settings_.dir, made);
  if (made) return InputError{settings_.dir + ": cannot be made (" + made.message() + ")"};
  double script_ended = -1;
  bool first = true;
  std::string lost;  // what the source says of itself where it gave no more pictures
  while (!asked_to_stop() && !desk_.wants_to_quit() && !feed_.ended()) {
    const auto look = feed_.next();
    if (!look) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      continue;
    }
    desk_.see(*look);
    lost = look->lost ? look->source : "";
    if (const auto error = settings_.keep.see(*look, desk_.battle().seq())) lack(*error);
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
    if (!diary.empty()) write("diary.jsonl", diary, true);
    if (first) picture("start");
    first = false;
    for (const std::string& shot : shots) picture(shot);
    if (desk_.battle().seq() != shown_seq_ && shown_seq_ >= 0 && shots.empty()) picture("seq" + std::to_string(desk_.battle().seq()));
    if (desk_.seconds() - shown_t_ >= settings_.every_s) picture("t" + std::to_string(static_cast<int>(t)));
    if (desk_.take_screenshot()) picture("key");
    shown_seq_ = std::max(before, desk_.battle().seq());
    if (!desk_.trouble().empty() && desk_.trouble() != told_) std::fprintf(stderr, "polemarch: %s\n", desk_.trouble().c_str());
    told_ = desk_.trouble();
    if (settings_.stop_after_s > 0 && t >= settings_.stop_after_s) break;
    if (script_.done() && script_ended < 0) script_ended = t;
    if (look->manual && script_ended >= 0 && t - script_ended >= settings_.idle_stop_s) break;
  }
  picture("end");
  if (feed_.ended() && !lost.empty()) return InputError{lost};
  if (!desk_.trouble().empty()) return InputError{desk_.trouble()};
  return std::nullopt;
}

}  // namespace polemarch::assistant::play
