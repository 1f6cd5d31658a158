// Natural texture round strips and rings, and pictures as phones make them: tone curve, sharpening. What is learnt from prints of full
// contrast must not let texture of low contrast pass as a covered strip, nor fine texture as a ring.
#include <algorithm>
#include <cmath>
#include <random>

#include "tests/support/catch.hpp"
#include "tests/support/strip_scene.hpp"
#include "vision/detect/rings/ring_detect.hpp"
#include "vision/detect/strips/strip_detect.hpp"
#include "vision/pixels/camera_model.hpp"
#include "vision/track/kinds/marker_kind.hpp"

namespace strip_texture_tests {

using namespace polemarch;
using namespace polemarch::test;
using namespace polemarch::vision;

namespace {

/// Smooth noise: random levels `cell` pixels apart, standard deviation `spread`, bilinear between them.
void add_noise(std::vector<float>& to, int width, int height, double cell, double spread, std::mt19937_64& rng) {
  const int columns = static_cast<int>(width / cell) + 2, rows = static_cast<int>(height / cell) + 2;
  std::vector<float> levels(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
  for (float& l : levels) {  // a sum of twelve is near enough to Gaussian and alike on every computer
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(rng() >> 11) * 0x1p-53;
    l = static_cast<float>(spread * sum);
  }
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const double u = x / cell, v = y / cell;
      const auto c = static_cast<std::size_t>(u), r = static_cast<std::size_t>(v), n = static_cast<std::size_t>(columns);
      const auto f = static_cast<float>(u - std::floor(u)), g = static_cast<float>(v - std::floor(v));
      const float top = levels[r * n + c] * (1 - f) + levels[r * n + c + 1] * f;
      const float low = levels[(r + 1) * n + c] * (1 - f) + levels[(r + 1) * n + c + 1] * f;
      to[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)] += top * (1 - g) + low * g;
    }
  }
}

Image from_levels(const std::vector<float>& levels, int width, int height) {
  Image out(width, height, 1);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      out.row(y)[x] = static_cast<std::uint8_t>(
          std::clamp(levels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)], 0.0F, 255.0F));
  return out;
}

/// As a phone shows it: g + amount (g - mean of 3 x 3).
Image sharpened(const ImageView& picture, float amount) {
  Image out(picture.width, picture.height, 1);
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      float sum = 0;
      for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i)
          sum += static_cast<float>(picture.row(std::clamp(y + j, 0, picture.height - 1))[std::clamp(x + i, 0, picture.width - 1)]);
      const auto g = static_cast<float>(picture.row(y)[x]);
      out.row(y)[x] = static_cast<std::uint8_t>(std::clamp(g + amount * (g - sum / 9) + 0.5F, 0.0F, 255.0F));
    }
  }
  return out;
}

/// Sticks of 3 to 60 px, 1 to 3 px wide, of any grey: straw, tufts, twigs.
void add_sticks(std::vector<float>& to, int width, int height, int count, std::mt19937_64& rng) {
  const auto draw = [&](double low, double high) { return low + (high - low) * static_cast<double>(rng() >> 11) * 0x1p-53; };
  for (int i = 0; i < count; ++i) {
    const double x0 = draw(0, width), y0 = draw(0, height), way = draw(0, 6.283185), length = draw(3, 60), half = draw(0.5, 1.5);
    const auto level = static_cast<float>(draw(40, 255));
    const double c = std::cos(way), s = std::sin(way), reach = length + 2;
    for (int y = std::max(0, static_cast<int>(y0 - reach)); y < std::min(height, static_cast<int>(y0 + reach)); ++y) {
      for (int x = std::max(0, static_cast<int>(x0 - reach)); x < std::min(width, static_cast<int>(x0 + reach)); ++x) {
        const double along = (x - x0) * c + (y - y0) * s, across = std::abs((y - y0) * c - (x - x0) * s);
        if (along < 0 || along > length || across > half + 0.5) continue;
        float& p = to[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
        p += (level - p) * static_cast<float>(std::min(1.0, half + 0.5 - across));
      }
    }
  }
}

/// Twelve strips of full contrast on rough grass, as a sharpening phone shows them.
std::pair<Image, StripScene> strips_on_grass(std::uint64_t seed) {
  StripSceneSettings settings;
  settings.layout = *strip_layout("STRIP40x6");
  settings.seed = 5000 + seed;
  settings.strips = 12;
  settings.cards = 0;
  StripScene scene = render_strip_scene(settings);
  const int w = scene.picture.width, h = scene.picture.height;
  std::mt19937_64 rng(seed);
  std::vector<float> grass(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), 0);
  for (const auto& [cell, spread] : {std::pair{6.0, 8.0}, {2.5, 10.0}, {1.3, 8.0}}) add_noise(grass, w, h, cell, spread, rng);
  for (int y = 0; y < h; ++y) {
    for (int x = 0; x < w; ++x) {
      std::uint8_t& p = scene.picture.row(y)[x];
      const float rough = grass[static_cast<std::size_t>(y) * static_cast<std::size_t>(w) + static_cast<std::size_t>(x)];
      if (p < 150) p = static_cast<std::uint8_t>(std::clamp(static_cast<float>(p) + rough, 0.0F, 255.0F));
    }
  }
  return {sharpened(scene.picture.view(), 1.0F), std::move(scene)};
}

}  // namespace

TEST_CASE("rough grass is no covered strip, however badly the strips beside it fit", "[strip]") {
  StripSettings settings;
  settings.tone = GENERATE(PictureTone{}, PictureTone{0.75F, 0.75F});
  for (const std::uint64_t seed : {9U, 58U, 71U}) {
    const auto [picture, scene] = strips_on_grass(seed);
    StripDetector detector(*strip_layout("STRIP40x6"), *load_book("strip38"), settings);
    const auto found = detector.find(picture.view(), {scene.camera, 0, 0});
    CHECK(found.size() == scene.strips.size());
    for (const StripFound& f : found)
      CHECK(std::any_of(scene.strips.begin(), scene.strips.end(),
                        [&](const StripTruth& t) { return t.id == f.id && std::hypot(t.x_mm - f.pose.x_mm, t.y_mm - f.pose.y_mm) < 1; }));
  }
}

TEST_CASE("straw is no ring, and nothing is learnt from it", "[ring]") {
  for (const std::uint64_t seed : {7U, 9U}) {
    std::mt19937_64 rng(seed + 100);
    const int w = 1920, h = 1080;
    std::vector<float> straw(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), 100);
    for (const auto& [cell, spread] : {std::pair{28.0, 30.0}, {5.5, 28.0}, {1.6, 25.0}}) add_noise(straw, w, h, cell, spread, rng);
    add_sticks(straw, w, h, 200 + 90 * static_cast<int>(seed), rng);
    StripPlane plane;
    plane.px_per_mm = 0.9;
    const Image picture = sharpened(from_levels(straw, w, h).view(), 1.0F);
    for (const bool phone : {false, true}) {
      RingSettings settings;
      settings.psf_px = phone ? 0.5 : 1.1;
      if (phone) settings.tone = {0.75F, 0.75F};
      RingDetector detector(*strip_layout("RING25"), *load_book("ring31"), settings);
      CHECK(detector.find(picture.view(), plane).empty());
    }
  }
}

TEST_CASE("the tracker's reader finds strips in a sharpened 4K picture, whole and in parts", "[strip][track]") {
  StripSceneSettings settings;
  settings.layout = *strip_layout("STRIP40x6");
  settings.seed = 77;
  settings.strips = 12;
  settings.width = 3840;
  settings.height = 2160;
  settings.psf_px = 0.45;
  settings.noise = 1.5;
  settings.jpeg = 92;
  const StripScene scene = render_strip_scene(settings);
  const float amount = GENERATE(0.6F, 1.0F);
  const Image picture = sharpened(scene.picture.view(), amount);
  const PixelBox all{0, 0, settings.width, settings.height};
  CHECK(make_marker_kind("STRIP40x6")->find(picture.view(), all, scene.camera, 0, 40, 0).size() == 12);
  // Put down one by one on a table that was empty: three looks at each place.
  const auto parts = make_marker_kind("STRIP40x6");
  int found = 0;
  for (const StripTruth& t : scene.strips) {
    const PixelPoint at = project(scene.camera, t.x_mm, t.y_mm, 0);
    const int x = static_cast<int>(at.x), y = static_cast<int>(at.y);
    const PixelBox part{std::max(0, x - 90), std::max(0, y - 90), std::min(settings.width, x + 90), std::min(settings.height, y + 90)};
    bool seen = false;
    for (int look = 0; look < 3 && !seen; ++look)
      for (const Detection& d : parts->find(picture.view(), part, scene.camera, 0, 40, look)) seen = seen || d.marker.number == t.id;
    found += seen ? 1 : 0;
  }
  CHECK(found == 12);
}

TEST_CASE("a ring that something leans over is read by the rest of it, and never as another", "[ring]") {
  StripSceneSettings settings;
  settings.layout = *strip_layout("RING32");
  settings.seed = 9100;
  settings.strips = 60;
  settings.cover = 0.1;  // of the diameter, across: at both ends of it, most often too much to be read
  RingDetector detector(settings.layout, *load_book(settings.layout.book), {});
  int shown = 0, found = 0, covered = 0;
  for (int frame = 0; frame < 2; ++frame, ++settings.seed) {
    const StripScene scene = render_strip_scene(settings);
    StripPlane plane;
    plane.camera = scene.camera;
    shown += static_cast<int>(scene.strips.size());
    for (const StripFound& f : detector.find(scene.picture.view(), plane)) {
      const auto own = std::find_if(scene.strips.begin(), scene.strips.end(), [&](const StripTruth& t) {
        return t.id == f.id && std::hypot(t.x_mm - f.pose.x_mm, t.y_mm - f.pose.y_mm) < 0.5;
      });
      CHECK(own != scene.strips.end());
      found += own != scene.strips.end() ? 1 : 0;
      covered += f.kept < 1 ? 1 : 0;
    }
  }
  INFO(found << " of " << shown << ", " << covered << " by what shows");
  CHECK(covered >= 10);
  CHECK(found >= 0.42 * shown);
}

}  // namespace strip_texture_tests
