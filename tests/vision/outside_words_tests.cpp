// Strips drawn cleanly, without blur or noise: words that no book holds are no ids, and every true strip is found once.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "tests/support/catch.hpp"
#include "vision/detect/strips/strip_detect.hpp"
#include "vision/prints/strip_book.hpp"
#include "vision/prints/strip_layout.hpp"

namespace outside_words_tests {

using namespace polemarch;
using namespace polemarch::vision;

namespace {

constexpr int kAcross = 3, kDown = 3;

bool is_white(const StripLayout& layout, StripWord word, double u, double v) {
  if (std::abs(u) > layout.length_mm / 2 || std::abs(v) > layout.depth_mm / 2) return true;  // paper
  const double along = u + layout.length_mm / 2 - layout.end_mm, beyond = std::abs(v) - layout.spine_mm / 2;
  if (along < 0 || along > layout.length_mm - 2 * layout.end_mm) return false;
  if (beyond < 0) return true;
  if (beyond > (layout.depth_mm * (1 - 2 * 0.15) - layout.spine_mm) / 2) return false;
  const int column = std::min(layout.columns - 1, static_cast<int>(along / layout.pitch_mm));
  return ((word >> ((v > 0 ? 0 : 1) * layout.columns + column)) & 1) != 0;
}

/// Nine strips on paper, each pixel the share of white in it.
Image page(const StripLayout& layout, const std::vector<StripWord>& words, double px_per_mm, double turn) {
  constexpr int kFine = 8;
  Image image(static_cast<int>(160 * px_per_mm), static_cast<int>(160 * px_per_mm), 1);
  std::fill(image.bytes.begin(), image.bytes.end(), std::uint8_t{255});
  for (int k = 0; k < kAcross * kDown; ++k) {
    const double x_mm = 30 + 50 * (k % kAcross) + 0.13 * k, y_mm = 30 + 50 * (k / kAcross) + 0.21 * k;
    const auto low = [&](double mm) { return static_cast<int>((mm - 22) * px_per_mm); };
    const auto high = [&](double mm) { return static_cast<int>((mm + 22) * px_per_mm) + 1; };
    for (int y = low(y_mm); y < high(y_mm); ++y) {
      for (int x = low(x_mm); x < high(x_mm); ++x) {
        int white = 0;
        for (int i = 0; i < kFine * kFine; ++i) {
          const double dx = (x + (i % kFine + 0.5) / kFine) / px_per_mm - x_mm, dy = (y + (i / kFine + 0.5) / kFine) / px_per_mm - y_mm;
          const double u = dx * std::cos(turn) + dy * std::sin(turn), v = dx * std::sin(turn) - dy * std::cos(turn);
          white += is_white(layout, words[static_cast<std::size_t>(k)], u, v) ? 1 : 0;
        }
        image.row(y)[x] = std::min(image.row(y)[x], static_cast<std::uint8_t>(255 * white / (kFine * kFine)));
      }
    }
  }
  return image;
}

int nearest(const CodeBook& book, StripWord word) {
  int least = book.bits;
  for (const StripWord other : book.words)
    least = std::min({least, std::popcount(word ^ other), std::popcount(word ^ half_turned(other, book.bits))});
  return least;
}

}  // namespace

TEST_CASE("a cleanly drawn strip whose word lies beyond what its book corrects is no id", "[vision][strips]") {
  const StripLayout layout = *strip_layout("STRIP40x6");
  const CodeBook book = *load_book("strip38");
  std::mt19937_64 random(291);
  std::vector<StripWord> words;
  while (words.size() < kAcross * kDown) {
    const StripWord word = random() & ((StripWord{1} << book.bits) - 1);
    if (nearest(book, word) >= 7 && std::abs(std::popcount(word) - book.bits / 2) < 6) words.push_back(word);
  }
  for (const double px_per_mm : {2.36, 2.95, 3.94}) {
    for (const double turn : {0.0, 0.4}) {
      StripDetector detector(layout, book);
      StripPlane plane;
      plane.px_per_mm = px_per_mm;
      INFO(px_per_mm << " px per mm, turned by " << turn);
      CHECK(detector.find(page(layout, words, px_per_mm, turn).view(), plane).empty());
    }
  }
}

TEST_CASE("cleanly drawn strips are each found once, with their ids", "[vision][strips]") {
  const StripLayout layout = *strip_layout("STRIP40x6");
  const CodeBook book = *load_book("strip38");
  for (const double px_per_mm : {1.97, 2.36, 2.95}) {
    for (const double turn : {0.0, 0.4}) {
      std::vector<StripWord> words;
      std::vector<int> ids, found;
      for (int k = 0; k < kAcross * kDown; ++k) ids.push_back(57 * k % 512);
      for (const int id : ids) words.push_back(book.words[static_cast<std::size_t>(id)]);
      StripDetector detector(layout, book);
      StripPlane plane;
      plane.px_per_mm = px_per_mm;
      for (const StripFound& strip : detector.find(page(layout, words, px_per_mm, turn).view(), plane)) found.push_back(strip.id);
      std::ranges::sort(ids);
      std::ranges::sort(found);
      INFO(px_per_mm << " px per mm, turned by " << turn);
      CHECK(found == ids);
    }
  }
}

}  // namespace outside_words_tests
