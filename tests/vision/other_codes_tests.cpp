// Codes of other kinds and lone oblongs: what a family of little distance may not take for its words.
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <random>

#include "tests/support/catch.hpp"
#include "vision/detect/squares/detector.hpp"
#include "vision/detect/squares/nested_finds.hpp"

namespace other_codes_tests {

using namespace polemarch;
using namespace polemarch::vision;

namespace {

constexpr int kWidth = 480, kHeight = 360;

/// A print of square cells, 1 white, with paper round it.
struct Cells {
  int columns = 0, rows = 0;
  std::vector<int> white;
};

/// Where it lies: its middle, pixels a cell along its rows, how many times as far its columns are squeezed, how it is turned.
struct Laid {
  double x = kWidth / 2.0, y = kHeight / 2.0, px = 4, slant = 1, turn_deg = 0;
};

Image sheet(int paper = 210) {
  Image image(kWidth, kHeight, 1);
  std::fill(image.bytes.begin(), image.bytes.end(), static_cast<std::uint8_t>(paper));
  return image;
}

void lay(Image& image, const Cells& cells, const Laid& at, int ink = 35, int paper = 210) {
  constexpr int kFine = 4;
  const double turn = at.turn_deg * 3.14159265358979323846 / 180, c = std::cos(turn), s = std::sin(turn);
  const double reach = at.px * std::max(cells.columns, cells.rows);
  for (int y = std::max(0, static_cast<int>(at.y - reach)); y < std::min(kHeight, static_cast<int>(at.y + reach)); ++y) {
    for (int x = std::max(0, static_cast<int>(at.x - reach)); x < std::min(kWidth, static_cast<int>(at.x + reach)); ++x) {
      int sum = 0, inside = 0;
      for (int k = 0; k < kFine * kFine; ++k) {
        const double dx = x - at.x + (k % kFine + 0.5) / kFine - 0.5, dy = y - at.y + (k / kFine + 0.5) / kFine - 0.5;
        const int column = static_cast<int>(std::floor((c * dx + s * dy) / at.px + 0.5 * cells.columns));
        const int row = static_cast<int>(std::floor((c * dy - s * dx) * at.slant / at.px + 0.5 * cells.rows));
        if (column < 0 || row < 0 || column >= cells.columns || row >= cells.rows) continue;
        ++inside;
        sum += cells.white[static_cast<std::size_t>(row * cells.columns + column)] != 0 ? paper : ink;
      }
      auto& pixel = image.row(y)[x];
      pixel = static_cast<std::uint8_t>((sum + (kFine * kFine - inside) * pixel) / (kFine * kFine));
    }
  }
}

void seen_through(Image& image, double blur, double noise, unsigned seed) {
  cv::Mat view(image.height, image.width, CV_8U, image.bytes.data());
  cv::GaussianBlur(view, view, {}, blur);
  std::mt19937 random(seed);
  std::normal_distribution<double> jitter(0, noise);
  for (auto& pixel : image.bytes) pixel = static_cast<std::uint8_t>(std::clamp(std::lround(pixel + jitter(random)), 0L, 255L));
}

Cells marker(const Dictionary& d, int number) {
  const int n = d.side + 4;
  Cells cells{n, n, std::vector<int>(static_cast<std::size_t>(n * n), 0)};
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const bool rim = std::min({r, c, n - 1 - r, n - 1 - c}) == 0;
      const bool code = r >= 2 && c >= 2 && r < n - 2 && c < n - 2;
      cells.white[static_cast<std::size_t>(r * n + c)] = rim || (code && d.bit(d.words[static_cast<std::size_t>(number)], r - 2, c - 2));
    }
  return cells;
}

Detections found_in(const Image& image, const std::string& family) { return SquareDetector(*load_dictionary(family)).detect(image.view()); }

}  // namespace

TEST_CASE("codes of another kind hold no marker of a family of little distance", "[vision][detect]") {
  for (const char* family : {"DICT_4X4_50", "DICT_4X4_1000"}) {
    SquareDetector detector(*load_dictionary(family));
    int finds = 0;
    for (unsigned seed = 0; seed < 60; ++seed) {
      std::mt19937 random(seed);
      const auto between = [&](double low, double high) { return low + (high - low) * static_cast<double>(random() % 10000) / 10000.0; };
      Cells code{29, 29, {}};
      for (int i = 0; i < 29 * 29; ++i) code.white.push_back(static_cast<int>(random() % 2));
      Image image = sheet();
      lay(image, code, {.px = between(2, 9), .slant = between(1, 1.5), .turn_deg = between(-25, 25)});
      seen_through(image, between(0.3, 1.0), between(0.5, 4), seed);
      finds += static_cast<int>(detector.detect(image.view()).markers.size());
    }
    INFO(family);
    CHECK(finds == 0);
  }
}

TEST_CASE("a frame that is open to one side is no marker, however large", "[vision][detect]") {
  const Cells open{3, 2, {0, 1, 0, 0, 0, 0}};  // as in a QR code: looked at as six by six modules it shows word 17 of 4X4_50
  for (const double px : {5.0, 8.0, 14.0, 20.0, 30.0}) {
    for (const double slant : {1.0, 1.15, 1.3}) {
      Image image = sheet();
      lay(image, open, {.px = px, .slant = slant, .turn_deg = 3});
      seen_through(image, 0.8, 2, 5);
      INFO(px << " px, " << slant);
      CHECK(found_in(image, "DICT_4X4_50").markers.empty());
      CHECK(found_in(image, "DICT_4X4_1000").markers.empty());
    }
  }
}

TEST_CASE("a small print of a weak family at a slant is believed in company, a straight or large one alone", "[vision][detect]") {
  const auto weak = load_dictionary("DICT_4X4_50"), strong = load_dictionary("DICT_APRILTAG_36h11");
  REQUIRE(weak);
  REQUIRE(strong);
  const auto count = [&](const Dictionary& d, const std::vector<Laid>& places) {
    Image image = sheet(150);
    int number = 3;
    for (const Laid& at : places) lay(image, marker(d, number++), at);
    seen_through(image, 0.6, 2, 9);
    return SquareDetector(d).detect(image.view()).markers.size();
  };
  const Laid slanted{.x = 100, .y = 100, .px = 3.4, .slant = 1.8, .turn_deg = 20};
  Laid second = slanted, third = slanted;
  second.x = 220, third.x = 340;
  CHECK(count(*weak, {slanted}) == 0);
  CHECK(count(*weak, {slanted, second, third}) == 3);
  CHECK(count(*weak, {slanted, {.x = 300, .px = 3.4, .slant = 1.1}}) == 2);
  CHECK(count(*weak, {{.px = 3.4, .slant = 1.2, .turn_deg = 20}}) == 1);
  CHECK(count(*weak, {{.px = 9, .slant = 1.8, .turn_deg = 20}}) == 1);
  CHECK(count(*strong, {slanted}) == 1);
}

TEST_CASE("of a find and one that lies in it the surer stays, and a frame round several others goes", "[vision][detect]") {
  const auto square = [](int number, double x, double y, double half, double margin) {
    Detection d;
    d.marker = {number};
    d.corners = {{{x - half, y - half}, {x + half, y - half}, {x + half, y + half}, {x - half, y + half}}};
    d.margin = margin;
    return d;
  };
  const auto numbers = [](std::vector<Detection> found) {
    leave_out_nested(found);
    std::vector<int> out;
    for (const Detection& d : found) out.push_back(d.marker.number);
    return out;
  };
  CHECK(numbers({square(17, 110, 95, 12, 60), square(22, 100, 100, 40, 900)}) == std::vector{22});
  CHECK(numbers({square(22, 100, 100, 40, 50), square(17, 110, 95, 12, 60)}) == std::vector{17});
  CHECK(numbers({square(1, 60, 60, 10, 40), square(9, 100, 100, 80, 100), square(2, 140, 60, 10, 40), square(3, 60, 140, 10, 40)}) ==
        std::vector{1, 2, 3});
  CHECK(numbers({square(1, 60, 60, 30, 40), square(2, 125, 60, 30, 10)}) == std::vector{1, 2});  // side by side
}

TEST_CASE("a small pale marker of a weak family inside a white module of a large one is not reported beside it", "[vision][detect]") {
  const auto weak = load_dictionary("DICT_4X4_50");
  REQUIRE(weak);
  for (const double blur : {0.5, 0.9}) {
    Image image = sheet();
    const Laid large{.px = 42};
    lay(image, marker(*weak, 22), large);
    // Number 22's code begins with a square of two by two white modules.
    lay(image, marker(*weak, 17), {.x = kWidth / 2.0 - large.px, .y = kHeight / 2.0 - large.px, .px = 4, .turn_deg = 20}, 150);
    seen_through(image, blur, 2, 3);
    const auto found = SquareDetector(*weak).detect(image.view()).markers;
    REQUIRE(found.size() == 1);
    CHECK(found.front().marker.number == 22);
  }
}

}  // namespace other_codes_tests
