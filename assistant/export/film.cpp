#include "assistant/export/film.hpp"

#include <algorithm>

#include "assistant/export/gif.hpp"
#include "assistant/paint/paint.hpp"
#include "assistant/replay/screen.hpp"
#include "assistant/session/files.hpp"
#include "vision/capture/film.hpp"

namespace polemarch::assistant::exporting {

namespace {

constexpr int kGifSteps = 5;            ///< pictures of a move that bends
constexpr int kGifStepHundredths = 12;  ///< of a second

/// Where a film stops: behind each command at which something is to be seen.
std::vector<std::size_t> stops_of(const story::Story& story) {
  std::vector<std::size_t> stops{0};
  for (std::size_t i = 0; i < story.moments.size(); ++i) {
    const story::Moment& moment = story.moments[i];
    if (!moment.shifts.empty() || !moment.throws.empty() || !moment.losses.empty() || moment.ruled) stops.push_back(i + 1);
  }
  if (stops.back() != story.moments.size()) stops.push_back(story.moments.size());
  return stops;
}

Image picture_of(const replay::Reel& reel, const FilmSettings& settings) {
  ui::ViewState view = replay::view_of(reel, {.light = settings.light});
  view.menu.clear();  // a film has no keys
  return paint::screen_image_of(view, settings.width, settings.height);
}

}  // namespace

FilmEnd write_gif(const story::Story& story, const std::string& path, const FilmSettings& settings, const Progress& progress) {
  replay::Reel reel(story);
  Gif gif(settings.width, settings.height);
  const std::vector<std::size_t> stops = stops_of(story);
  for (std::size_t i = 0; i < stops.size(); ++i) {
    if (progress && !progress(static_cast<double>(i) / static_cast<double>(stops.size()))) return {};
    const bool moves = stops[i] > 0 && !story.moments[stops[i] - 1].ways.empty();
    if (moves) {  // what went straight is told by its arrow; a way that bends is gone along
      reel.go(stops[i] - 1);
      reel.jump(replay::Jump::Command, 1);
      for (int step = 1; step < kGifSteps; ++step) {
        reel.tick(replay::kMoveSeconds / kGifSteps);
        gif.add(picture_of(reel, settings), kGifStepHundredths);
      }
    }
    reel.go(stops[i]);
    const bool loss = stops[i] > 0 && !story.moments[stops[i] - 1].losses.empty();
    const double seconds = i + 1 == stops.size() ? 4 : settings.seconds_an_order * (loss ? 2 : 1);
    gif.add(picture_of(reel, settings), std::max(2, static_cast<int>(100 * seconds)));
  }
  if (auto error = write_text_file(path, gif.finish())) return {false, error};
  return {true, {}};
}

FilmEnd write_mp4(const story::Story& story, const std::string& path, const FilmSettings& settings, const Progress& progress) {
  auto film = vision::Film::begin(path, settings.width, settings.height, settings.pictures_a_second);
  if (!film) return {false, film.error()};
  replay::Reel reel(story);
  const std::vector<std::size_t> stops = stops_of(story);
  const double step = 1 / settings.pictures_a_second;
  for (std::size_t i = 0; i < stops.size(); ++i) {
    const bool moves = stops[i] > 0 && !story.moments[stops[i] - 1].shifts.empty();
    if (moves) {
      reel.go(stops[i] - 1);
      reel.jump(replay::Jump::Command, 1);
    } else {
      reel.go(stops[i]);
    }
    Image still;
    for (double t = 0; t < (i + 1 == stops.size() ? 3.0 : settings.seconds_an_order); t += step) {
      if (progress && !progress(static_cast<double>(i) / static_cast<double>(stops.size()))) return {};
      if (still.empty() || reel.way_done() < 1) still = picture_of(reel, settings);
      (*film)->add(still);
      if (reel.way_done() < 1) {
        reel.tick(step);
        still = {};
      }
    }
  }
  if (auto error = (*film)->finish()) return {false, error};
  return {true, {}};
}

}  // namespace polemarch::assistant::exporting
