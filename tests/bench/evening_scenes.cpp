#include "tests/bench/evening_scenes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "assistant/eye/table_eye.hpp"
#include "vision/capture/simulator/scenes.hpp"
#include "vision/capture/simulator/simulated_table.hpp"

using namespace polemarch;
using namespace polemarch::vision;

namespace {

constexpr double kShows = 0.8;        // share of a print in view from which it ought to be seen
constexpr double kShowsPartly = 0.4;  // and from which it is counted apart
constexpr double kWrongMm = 15;       // farther off than this a name stands where its base is not
constexpr double kSettling = 1.0;     // seconds in which nothing is judged

struct Evening {
  const char* scene;
  double seconds, seconds_at_length;
  int every;  // frames; the others are dropped, as a busy machine drops them
};
constexpr Evening kEvenings[] = {
    {"hills", 1.6, 5, 3},      {"trees", 1.6, 5, 3},      {"dice_and_tapes", 1.6, 5, 3}, {"sleeves_and_heads", 6, 24, 3},
    {"oblique_25", 1.6, 5, 3}, {"oblique_40", 1.6, 5, 3}, {"sagging_boom", 6, 120, 6},   {"varnish", 1.6, 5, 3},
    {"spears", 1.6, 5, 3},     {"phone_hdr", 3, 10, 3},   {"auto_zoom", 5, 8, 1},        {"swaying_boom", 5, 8, 1}};

struct Tally {
  long plain = 0, plain_seen = 0, partly = 0, partly_seen = 0, wrong = 0, seen = 0, within = 0, unsure = 0, frames = 0;
  double squares = 0, worst = 0;

  void add(const TableState& state, const Truth& truth) {
    ++frames;
    unsure += state.registered ? 0 : 1;
    for (const BaseTruth& t : truth.bases) {
      if (!t.present) continue;
      const auto at = std::ranges::find_if(state.bases, [&](const ObservedBase& b) { return b.base == t.base; });
      const bool found = at != state.bases.end() && at->state == Seen::Seen;
      if (state.registered && t.visible >= kShows) {
        ++plain;
        plain_seen += found ? 1 : 0;
      } else if (state.registered && t.visible >= kShowsPartly) {
        ++partly;
        partly_seen += found ? 1 : 0;
      }
      if (!found) continue;
      const double dx = at->x_mm - t.x_mm, dy = at->y_mm - t.y_mm, off = std::hypot(dx, dy);
      if (off > kWrongMm) {
        ++wrong;
        continue;
      }
      ++seen;
      squares += off * off;
      worst = std::max(worst, off);
      double xx = at->own_cov[0], xy = at->own_cov[1], yy = at->own_cov[4];
      for (const auto& factor : at->shared) xx += factor[0] * factor[0], xy += factor[0] * factor[1], yy += factor[1] * factor[1];
      const double det = xx * yy - xy * xy;  // inside the 95 % ellipse: chi-square of two below 5.991
      within += det > 0 && (yy * dx * dx - 2 * xy * dx * dy + xx * dy * dy) / det < 5.991 ? 1 : 0;
    }
  }
};

void play(const Evening& evening, bool full) {
  SceneRequest request;
  request.seed = 5;
  const double seconds = full ? evening.seconds_at_length : evening.seconds;
  request.frames = static_cast<int>(30 * seconds);
  const auto scene = catalogue_scene(evening.scene, request);
  if (!scene) {
    std::printf("%s: %s\n", evening.scene, scene.error().line.c_str());
    return;
  }
  SimulatedTable table(*scene);
  std::vector<BaseSpec> specs;
  for (const SceneBase& base : scene->bases) specs.push_back(base.spec);
  assistant::TableEye eye(scene->table, specs);
  Tally tally;
  for (int f = 0; f < request.frames; f += evening.every) {
    const TableState& state = eye.see(table.render(f));
    if (f >= kSettling * 30) tally.add(state, table.truth(f));
  }
  const auto share = [](long part, long of) { return of > 0 ? static_cast<double>(part) / static_cast<double>(of) : 1.0; };
  char figure[200], beside[200];
  std::snprintf(figure, sizeof figure, "recall %.4f, partly covered %.3f; %ld in a wrong place", share(tally.plain_seen, tally.plain),
                share(tally.partly_seen, tally.partly), tally.wrong);
  std::snprintf(beside, sizeof beside, "%.3f mm RMS, %.2f worst, 95 %% ellipse holds %.3f; %ld of %ld frames not registered",
                std::sqrt(tally.squares / static_cast<double>(std::max(1L, tally.seen))), tally.worst, share(tally.within, tally.seen),
                tally.unsure, tally.frames);
  std::printf("%-20s %-60s %s\n", evening.scene, figure, beside);
}

}  // namespace

void evening_rows(bool full) {
  std::printf("scenes of an evening, 96 bases, nothing given but table and print (recall: prints of which %.0f %% show)\n", 100 * kShows);
  for (const Evening& evening : kEvenings) play(evening, full);
}
