/// Strips in pictures that a phone has sharpened, bent by its tone curve and exposed until paper is clipped.
#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "tests/support/catch.hpp"
#include "tests/support/strip_scene.hpp"
#include "vision/detect/rings/ring_detect.hpp"
#include "vision/detect/strips/strip_detect.hpp"
#include "vision/pixels/picture_tone.hpp"

namespace strip_tone_tests {

using namespace polemarch;
using namespace polemarch::test;
using namespace polemarch::vision;

namespace {

/// A picture of light, with paper and ink that a camera's curve makes 205 and 55.
StripSceneSettings phone_scene(const char* family, std::uint64_t seed) {
  StripSceneSettings s = quiet_strips(family, seed);
  s.gamma = 2.2;
  s.black = 9;
  s.white = 190;
  s.mat_level = 30;
  return s;
}

struct Found {
  int shown = 0, right = 0, other = 0;
  double square_mm = 0;
  double recall() const { return static_cast<double>(right) / std::max(1, shown); }
  double rms_mm() const { return std::sqrt(square_mm / std::max(1, right)); }
};

/// One picture.
template <class Detector>
Found read_cold(const StripSceneSettings& scene, Detector& detector) {
  const StripScene rendered = render_strip_scene(scene);
  Found out;
  out.shown = static_cast<int>(rendered.strips.size());
  for (const StripFound& s : detector.find(rendered.picture.view(), {rendered.camera, 0, 0})) {
    const auto at = std::find_if(rendered.strips.begin(), rendered.strips.end(), [&](const StripTruth& t) {
      return s.id == t.id && std::hypot(s.pose.x_mm - t.x_mm, s.pose.y_mm - t.y_mm) < 1;
    });
    if (at == rendered.strips.end()) {
      ++out.other;
      continue;
    }
    ++out.right;
    out.square_mm += std::pow(s.pose.x_mm - at->x_mm, 2) + std::pow(s.pose.y_mm - at->y_mm, 2);
  }
  return out;
}

Found read_cold(const StripSceneSettings& scene) {
  StripSettings settings;
  settings.covered = false;
  StripDetector detector(scene.layout, *load_book(scene.layout.book), settings);
  return read_cold(scene, detector);
}

}  // namespace

TEST_CASE("an unsharp mask and a tone curve are taken back", "[strip][tone]") {
  // Discs and bars as a lens blurs them, grey 20 to 200.
  const int width = 310, height = 170;
  cv::Mat drawn(height, width, CV_32F, cv::Scalar(90));
  for (int i = 0; i < 12; ++i) cv::circle(drawn, {20 + 25 * i, 40 + 7 * (i % 5)}, 4 + i, cv::Scalar(i % 2 == 0 ? 20 : 200), -1);
  for (int i = 0; i < 30; ++i) cv::rectangle(drawn, cv::Rect(10 + 9 * i, 110, 3 + i % 4, 40), cv::Scalar(i % 3 == 0 ? 20 : 200), -1);
  cv::GaussianBlur(drawn, drawn, {}, 0.7);
  for (const float halo : {0.0F, 0.5F, 1.0F}) {
    for (const float curve : {0.0F, 0.6F}) {
      Image shown(width, height, 1);
      cv::Mat bent = drawn / 255;
      // The grey whose light is t: g - curve g (1 - g) = t.
      if (curve > 0) {
        for (int y = 0; y < height; ++y) {
          for (int x = 0; x < width; ++x) {
            const float t = bent.at<float>(y, x), c = curve;
            bent.at<float>(y, x) = (std::sqrt((1 - c) * (1 - c) + 4 * c * t) - (1 - c)) / (2 * c);
          }
        }
      }
      bent *= 255;
      cv::Mat soft;
      cv::GaussianBlur(bent, soft, {}, kHaloPx);
      bent += halo * (bent - soft);
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) shown.row(y)[x] = cv::saturate_cast<std::uint8_t>(bent.at<float>(y, x));
      Image back;
      take_back(shown.view(), {0, 0, width, height}, {halo, curve}, back);
      double before = 0, after = 0;
      int inside = 0;
      for (int y = 8; y < height - 8; ++y) {
        for (int x = 8; x < width - 8; ++x) {
          if (shown.row(y)[x] == 0 || shown.row(y)[x] == 255) continue;  // clipped
          before += std::pow(static_cast<double>(shown.row(y)[x]) - static_cast<double>(drawn.at<float>(y, x)), 2);
          after += std::pow(static_cast<double>(back.row(y)[x]) - static_cast<double>(drawn.at<float>(y, x)), 2);
          ++inside;
        }
      }
      INFO("halo " << halo << " curve " << curve << ": " << std::sqrt(before / inside) << " to " << std::sqrt(after / inside));
      CHECK(std::sqrt(after / inside) < 3);
      if (halo + curve > 0) CHECK(after < before / 4);
    }
  }
}

TEST_CASE("taking back touches nothing but its part", "[strip][tone]") {
  Image grey(64, 48, 1), out(64, 48, 1);
  std::fill(grey.bytes.begin(), grey.bytes.end(), std::uint8_t{128});
  std::fill(out.bytes.begin(), out.bytes.end(), std::uint8_t{7});
  take_back(grey.view(), {-5, 40, 20, 20}, {0, 1}, out);
  for (int y = 0; y < 48; ++y)
    for (int x = 0; x < 64; ++x) CHECK(static_cast<int>(out.row(y)[x]) == (y >= 40 && x < 15 ? 64 : 7));
}

TEST_CASE("strips of a strongly sharpened 4K picture are read", "[strip][tone]") {
  StripSceneSettings scene = quiet_strips("STRIP40x6", 8100);
  scene.width = 3840;
  scene.height = 2160;
  scene.sharpen = 2;
  scene.sharpen_px = 1.5;
  const Found found = read_cold(scene);  // none without
  CHECK(found.recall() >= 0.98);
  CHECK(found.other == 0);
  CHECK(found.rms_mm() < 0.01);
}

TEST_CASE("strips are read under a phone's tone curve, sharpening and exposure", "[strip][tone]") {
  for (const char* family : {"STRIP40x6", "STRIP25x6"}) {
    StripSceneSettings scene = phone_scene(family, 8200);
    scene.sharpen = 1.5;
    scene.sharpen_px = 1.5;
    const Found sharpened = read_cold(scene);
    INFO(family << " sharpened " << sharpened.right << " of " << sharpened.shown << ", " << sharpened.rms_mm() << " mm");
    CHECK(sharpened.recall() >= 0.98);  // 0.80 without
    CHECK(sharpened.other == 0);
    scene.sharpen = 0.8;
    scene.sharpen_px = 1.2;
    scene.exposure = 1.5;  // paper beyond white
    const Found clipped = read_cold(scene);
    INFO("clipped " << clipped.right << " of " << clipped.shown << ", " << clipped.rms_mm() << " mm");
    CHECK(clipped.recall() >= 0.85);  // 0.01 without
    CHECK(clipped.other == 0);
  }
}

TEST_CASE("rings are read under a phone's tone curve, sharpening and exposure", "[ring][tone]") {
  StripSceneSettings scene = phone_scene("RING32", 8400);
  scene.sharpen = 0.8;
  scene.sharpen_px = 1.2;
  scene.exposure = 1.5;
  RingDetector detector(scene.layout, *load_book(scene.layout.book));
  const Found clipped = read_cold(scene, detector);
  INFO(clipped.right << " of " << clipped.shown << ", " << clipped.rms_mm() << " mm");
  CHECK(clipped.recall() >= 0.9);  // 0.48 without
  CHECK(clipped.other == 0);
}

TEST_CASE("a picture that nothing was done to is taken as it is", "[strip][tone]") {
  StripSettings settings;
  settings.covered = false;
  StripSceneSettings scene = quiet_strips("STRIP40x6", 8300);
  scene.noise = 4;
  StripDetector detector(scene.layout, *load_book(scene.layout.book), settings);
  CHECK(read_cold(scene, detector).recall() >= 0.98);
  CHECK(detector.tone().plain());
  scene.strips = 0;
  scene.cards = 60;
  CHECK(read_cold(scene, detector).other == 0);
  CHECK(detector.tone().plain());
}

}  // namespace strip_tone_tests
