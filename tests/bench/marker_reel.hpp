#pragma once
/// A hundred square markers on a table, rendered before the clock runs, and the rows a bench prints. Table frame, mm.

#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include "models/footprint.hpp"
#include "models/image.hpp"
#include "vision/capture/simulator/simulated_table.hpp"

namespace polemarch::bench {

struct Setup {
  int width = 1920;
  double size_mm = 25, psf = 0.6;
  int moving = 0;  ///< of 100
  int frames = 12;
  unsigned seed = 7;
  bool border = false;  ///< the printed border strip lies on the table, by which it can be registered
};

/// A hundred markers ten by ten, any heading, thirty cards between them; movers go to and fro at 200 mm/s.
vision::SceneSpec scene_of(const Setup& setup);
std::vector<BaseSpec> specs_of(const vision::SceneSpec& scene);

/// Frames with their truth, played to and fro so that motion stays continuous.
struct Reel {
  explicit Reel(const Setup& setup);
  /// Which of the frames is shown as the nth.
  std::size_t at(int n) const;
  vision::SimulatedTable table;
  std::vector<Frame> frames;
  std::vector<vision::Truth> truths;
};

/// One line: what is asked, ours, others'.
void row(const char* goal, const std::string& figure, const std::string& peers);

template <class... A>
std::string text(const char* format, A... a) {
  char buffer[256];
  std::snprintf(buffer, sizeof buffer, format, a...);
  return buffer;
}

}  // namespace polemarch::bench
