#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/strip_scene.hpp"
#include "vision/detect/strip_places.hpp"
#include "vision/detect/strip_plane.hpp"
#include "vision/detect/strip_word_search.hpp"

using namespace polemarch;
using namespace polemarch::test;
using namespace polemarch::vision;

TEST_CASE("the rough word search keeps every word that is among the best", "[strip]") {
  std::mt19937_64 random(77);
  std::normal_distribution<float> any;
  for (const int bits : {38, 25, 24, 20, 53}) {
    std::vector<StripWord> words;
    std::vector<float> norms;
    for (int i = 0; i < 1000; ++i) {
      words.push_back(random() & ((StripWord{1} << bits) - 1));
      norms.push_back(1 / std::sqrt(8.0F + static_cast<float>(std::popcount(words.back()))));
    }
    const StripWordSearch search(words, norms);
    for (int round = 0; round < 200; ++round) {
      std::vector<float> h(kMaxModules + 1, 0.0F);
      for (std::size_t i = 0; i <= static_cast<std::size_t>(bits); ++i) h[i] = any(random) * (round % 2 == 0 ? 1.0F : 3000.0F);
      std::vector<std::pair<float, std::size_t>> exact;
      for (std::size_t w = 0; w < words.size(); ++w) {
        float sum = h[0];
        for (StripWord rest = words[w]; rest != 0; rest &= rest - 1) sum += h[1 + static_cast<std::size_t>(std::countr_zero(rest))];
        exact.emplace_back(sum * norms[w], w);
      }
      std::sort(exact.begin(), exact.end(), std::greater<>());
      std::vector<std::size_t> found;
      search.candidates(h, 4, found);
      CHECK(std::is_sorted(found.begin(), found.end()));
      CHECK(found.size() < 200);
      for (std::size_t i = 0; i < 4; ++i) CHECK(std::binary_search(found.begin(), found.end(), exact[i].second));
      // The one that looks best roughly is the best or nearly so.
      const std::size_t best = search.best(h);
      const auto at = std::find_if(exact.begin(), exact.end(), [&](const auto& e) { return e.second == best; });
      CHECK(exact.front().first - at->first < 0.2F * (exact.front().first - exact[50].first));
    }
  }
}

TEST_CASE("a map of the plane moved by 60 pixels is the map made there", "[strip]") {
  StripSceneSettings s;
  s.layout = *strip_layout("STRIP40x6");
  s.strips = s.cards = 0;
  s.tilt_x_deg = 25;
  const StripPlane plane{render_strip_scene(s).camera, 5, 0};
  RoughMaps rough(plane, s.width, s.height);
  for (const auto& [x, y] : {std::pair{30.0, 40.0}, std::pair{960.0, 540.0}, std::pair{1890.0, 1050.0}}) {
    const LocalMap there = plane.around(x, y);
    for (const LocalMap& map : {plane.around(x + 50, y - 33).moved(-50, 33), rough.around(x, y)}) {
      const PixelPoint same = there.to_pixel(map.x_mm, map.y_mm);
      CHECK(std::hypot(same.x - x, same.y - y) < 0.05);
      CHECK(std::abs(map.xx - there.xx) < 0.003 * std::abs(there.xx));
      CHECK(std::abs(map.yy - there.yy) < 0.003 * std::abs(there.yy));
    }
  }
}

TEST_CASE("places near one are found whatever cell they fell into", "[strip]") {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> any(-5, 305);
  PlaceCells cells(300, 300, 20);
  std::vector<std::pair<double, double>> places;
  for (std::size_t i = 0; i < 300; ++i) {
    places.emplace_back(any(random), any(random));
    cells.add(places.back().first, places.back().second, i);
  }
  for (int i = 0; i < 300; ++i) {
    const double x = any(random), y = any(random);
    const auto near = [&](std::size_t k) { return std::hypot(places[k].first - x, places[k].second - y) < 20; };
    bool expected = false;
    for (std::size_t k = 0; k < places.size(); ++k) expected = expected || near(k);
    CHECK(cells.any_near(x, y, near) == expected);
  }
}
