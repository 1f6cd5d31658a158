#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/strip_scene.hpp"
#include "vision/detect/strips/find/strip_bits.hpp"
#include "vision/detect/strips/find/strip_places.hpp"
#include "vision/detect/strips/plane/strip_plane.hpp"
#include "vision/detect/strips/words/strip_word_search.hpp"

namespace strip_search_tests {

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

namespace {

/// Pixels set in a picture of bits, 256 a row, with the pieces they are of (corners join) found one by one.
struct BitPicture {
  static constexpr int kWidth = 256, kWords = kWidth / 64;
  int height = 0;
  std::vector<bool> set, large;  // large: of a piece that reaches over more than a crumb in x or y
  bool at(int x, int y) const { return x >= 0 && y >= 0 && x < kWidth && y < height && set[index(x, y)]; }
  static std::size_t index(int x, int y) { return static_cast<std::size_t>(y * kWidth + x); }
  void find_pieces() {
    large.assign(set.size(), false);
    std::vector<bool> seen(set.size(), false);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < kWidth; ++x) {
        if (!at(x, y) || seen[index(x, y)]) continue;
        std::vector<std::pair<int, int>> piece{{x, y}};
        seen[index(x, y)] = true;
        for (std::size_t i = 0; i < piece.size(); ++i) {
          for (int k = 0; k < 9; ++k) {
            const int nx = piece[i].first + k % 3 - 1, ny = piece[i].second + k / 3 - 1;
            if (!at(nx, ny) || seen[index(nx, ny)]) continue;
            seen[index(nx, ny)] = true;
            piece.emplace_back(nx, ny);
          }
        }
        const auto [left, right] = std::minmax_element(piece.begin(), piece.end());
        const auto [top, low] =
            std::minmax_element(piece.begin(), piece.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
        if (right->first - left->first < CrumbFilter::kCrumb && low->second - top->second < CrumbFilter::kCrumb) continue;
        for (const auto& [px, py] : piece) large[index(px, py)] = true;
      }
    }
  }
};

}  // namespace

TEST_CASE("crumbs of noise are dropped bit by bit and no pixel of a larger piece is", "[strip]") {
  std::mt19937_64 random(78);
  for (const int per_cent : {2, 6, 12, 30}) {
    BitPicture picture;
    picture.height = 90;
    picture.set.resize(static_cast<std::size_t>(picture.height) * BitPicture::kWidth);
    for (std::size_t i = 0; i < picture.set.size(); ++i) picture.set[i] = random() % 100 < static_cast<unsigned>(per_cent);
    picture.find_pieces();
    CrumbFilter filter;
    filter.begin(BitPicture::kWords, false);
    int of_pieces = 0, pieces_kept = 0, crumbs = 0, crumbs_kept = 0, made_up = 0;
    for (int y = 0; y < picture.height + CrumbFilter::kDelay; ++y) {
      std::uint64_t* row = filter.next();
      for (int w = 0; w < BitPicture::kWords; ++w) {
        row[w] = 0;
        for (int b = 0; b < 64; ++b) row[w] |= std::uint64_t{picture.at(64 * w + b, y)} << b;
      }
      const std::uint64_t* kept = filter.push();
      const int of = y - CrumbFilter::kDelay;
      if (of < 0) continue;
      for (int x = 0; x < BitPicture::kWidth; ++x) {
        const bool here = (kept[x / 64] >> (x % 64) & 1) != 0, large = picture.large[BitPicture::index(x, of)];
        made_up += here && !picture.at(x, of) ? 1 : 0;
        of_pieces += large ? 1 : 0;
        pieces_kept += large && here ? 1 : 0;
        crumbs += picture.at(x, of) && !large ? 1 : 0;
        crumbs_kept += here && !large ? 1 : 0;
      }
    }
    CAPTURE(per_cent, crumbs, crumbs_kept);
    CHECK(made_up == 0);
    CHECK(pieces_kept == of_pieces);
    if (per_cent <= 12) CHECK(crumbs_kept * 5 < crumbs);  // denser, crumbs lie against what is kept
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

}  // namespace strip_search_tests
