#include "tests/bench/marker_reel.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "models/border_layout.hpp"

namespace polemarch::bench {

using namespace vision;

SceneSpec scene_of(const Setup& setup) {
  SceneSpec s;
  s.seed = setup.seed;
  if (setup.border) s.table = table_with_border(s.table.width, s.table.depth);
  s.frames = setup.frames;
  s.camera.width = setup.width;
  s.camera.height = setup.width * 9 / 16;
  s.sensor.psf_sigma_px = setup.psf;
  std::mt19937 random(setup.seed);
  std::uniform_real_distribution<double> u(0, 1);
  for (int i = 0; i < 100; ++i) {
    SceneBase base;
    char name[8];
    std::snprintf(name, sizeof name, "b%02d", i);
    base.spec.base = {name};
    base.spec.footprint = {Outline::Rectangle, Length::from_mm(40), Length::from_mm(40)};
    base.spec.mount.marker = {i};
    base.spec.mount.size_mm = setup.size_mm;
    Keyframe key;
    key.x_mm = 120 + 173 * (i % 10) + 3 * u(random);
    key.y_mm = 70 + 117 * (i / 10) + 3 * u(random);
    key.heading_deg = 360 * u(random);
    base.path = {key};
    if (i < setup.moving) {  // straight across the gap to the neighbour and on, turning
      Keyframe end = key;
      end.t = setup.frames / 30.0;
      const double way = std::min(60.0, 200 * end.t);
      end.t = way / 200;
      end.y_mm += i < 50 ? way * 0.8 : -way * 0.8;
      end.x_mm += way * 0.6;
      end.heading_deg += 15;
      base.path.push_back(end);
    }
    s.bases.push_back(base);
  }
  for (int i = 0; i < 30; ++i) {
    Thing card;
    card.kind = ThingKind::Card;
    Keyframe key;
    key.x_mm = 1800 * u(random);
    key.y_mm = 1200 * u(random);
    key.heading_deg = 360 * u(random);
    card.path = {key};
    card.seed = static_cast<std::uint64_t>(i + 1);
    const bool free = std::none_of(s.bases.begin(), s.bases.end(), [&](const SceneBase& b) {
      return std::hypot(b.path[0].x_mm - key.x_mm, b.path[0].y_mm - key.y_mm) < 75;
    });
    const bool covers_border = std::any_of(s.table.border.begin(), s.table.border.end(),
                                           [&](const BorderMarker& b) { return std::hypot(b.x_mm - key.x_mm, b.y_mm - key.y_mm) < 85; });
    if (free && !covers_border) s.things.push_back(card);
  }
  return s;
}

std::vector<BaseSpec> specs_of(const SceneSpec& scene) {
  std::vector<BaseSpec> specs;
  for (const SceneBase& base : scene.bases) specs.push_back(base.spec);
  return specs;
}

Reel::Reel(const Setup& setup) : table(scene_of(setup)) {
  for (int f = 0; f < setup.frames; ++f) {
    frames.push_back(table.render(f));
    truths.push_back(table.truth(f));
  }
}

std::size_t Reel::at(int n) const {
  const int period = 2 * static_cast<int>(frames.size()) - 2, k = n % period;
  return static_cast<std::size_t>(k < static_cast<int>(frames.size()) ? k : period - k);
}

void row(const char* goal, const std::string& figure, const std::string& peers) {
  std::printf("%-64s %-44s %s\n", goal, figure.c_str(), peers.c_str());
}

}  // namespace polemarch::bench
