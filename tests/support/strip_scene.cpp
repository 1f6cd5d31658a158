#include "tests/support/strip_scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <random>

#include "vision/detect/strips/plane/strip_plane.hpp"
#include "vision/pixels/camera_model.hpp"
#include "vision/prints/strip_artwork.hpp"

namespace polemarch::test {
namespace {

using vision::StripKind;
using vision::StripLayout;
constexpr double kRad = std::numbers::pi / 180;

using Random = std::mt19937_64;
double uniform(Random& random, double low, double high) { return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53; }

/// Smooth random texture: value noise of one period.
struct Texture {
  std::uint64_t seed = 0;
  static double hash(std::uint64_t seed, std::int64_t x, std::int64_t y) {
    std::uint64_t h =
        seed ^ (static_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15ULL) ^ (static_cast<std::uint64_t>(y) * 0xC2B2AE3D27D4EB4FULL);
    h = (h ^ (h >> 31)) * 0xBF58476D1CE4E5B9ULL;
    h = (h ^ (h >> 29)) * 0x94D049BB133111EBULL;
    return static_cast<double>(h >> 11) * 0x1p-52 - 1;
  }
  double at(double x, double y, double period) const {
    x /= period;
    y /= period;
    const double fx = std::floor(x), fy = std::floor(y);
    const auto ix = static_cast<std::int64_t>(fx), iy = static_cast<std::int64_t>(fy);
    const double a = x - fx, b = y - fy;
    const double top = hash(seed, ix, iy) * (1 - a) + hash(seed, ix + 1, iy) * a;
    const double low = hash(seed, ix, iy + 1) * (1 - a) + hash(seed, ix + 1, iy + 1) * a;
    return top * (1 - b) + low * b;
  }
};

Camera scene_camera(const StripSceneSettings& s) {
  Camera camera;
  const double px_per_mm = 0.864 * s.width / 1920.0;
  const double distance = 2000;
  camera.lens = {s.width, s.height, px_per_mm * distance, px_per_mm * distance, (s.width - 1) / 2.0, (s.height - 1) / 2.0, -0.12, 0.02, 0,
                 0,       0};
  const std::array<double, 3> target{900, 600, 0};
  camera.pose = vision::looking_at(
      {900 + distance * std::tan(s.tilt_y_deg * kRad), 600 - distance * std::tan(s.tilt_x_deg * kRad), distance}, target);
  return camera;
}

/// A playing card with title, picture, rows of text and a frame: clutter of the sharpest kind. (a, b) in mm from its centre.
double card_level(const Texture& t, double a, double b, int kind) {
  const bool frame = std::abs(a) > 29 || std::abs(b) > 41.5;
  if (frame) return kind % 2 == 0 ? 225 : 25;
  if (b > 30) return std::fmod(a + 100, 4.1) < 2 && std::abs(b - 36) < 2.2 ? 30 : 215;
  if (b > -8) return 120 + 100 * t.at(a, b, 3.5) + 35 * t.at(a, b, 0.9);
  const double row = std::fmod(b + 100, 3.6);
  const bool word = t.at(a, std::floor((b + 100) / 3.6) * 7, 2.3) > -0.5;
  if (kind % 3 == 0 && b < -30) return std::fmod(a + 100, 5) < 2.5 ? 235 : 20;
  return word && row < 1.9 && t.at(a, b, 0.55) > -0.25 ? 35 : 220;
}

struct Piece {
  StripTruth truth;
  vision::StripWord word = 0;
  double base_depth = 40, base_width = 40, base_level = 100;
  Texture texture;
  double cover_from = 0, cover_to = -1, cover_level = 0;
  double lean_from = 0, lean_to = -1;
};

struct Level {
  double value = 0;
  bool there = false;
};

/// Grey level at (u, v) of a piece's marker frame.
Level piece_level(const StripSceneSettings& s, const Piece& p, double u, double v) {
  const StripLayout& layout = s.layout;
  const bool ring = layout.kind == StripKind::Ring;
  if (u > p.cover_from && u < p.cover_to && std::abs(v) < layout.depth_mm * 0.5 + 6 && !ring) {
    return {p.cover_level + 35 * p.texture.at(u, v, 4.0), true};
  }
  if (ring && p.cover_to > p.cover_from && v > p.cover_from) return {p.cover_level + 35 * p.texture.at(u, v, 4.0), true};
  const double su = u / s.print_scale, sv = v / s.print_scale;
  if (vision::on_strip(layout, su, sv)) {
    const bool leaned =
        !ring && u > p.lean_from && u < p.lean_to && v > layout.depth_mm / 2 - s.lean_mm * (0.6 + 0.4 * p.texture.at(u, 3, 5.0));
    if (!leaned)
      return {(s.other_print ? s.other_print(p.truth.id, su, sv) : vision::is_white(layout, p.word, su, sv)) ? s.white : s.black, true};
    return {125 + 110 * p.texture.at(u, v, 1.5), true};
  }
  if (ring) {
    const double r = std::hypot(u, v);
    if (r > layout.length_mm / 2 * s.print_scale) return {};
    if (r < 9) return {125 + 110 * p.texture.at(u, v, 1.7), true};
    return {p.base_level + 14 * p.texture.at(u, v, 1.1), true};
  }
  const double forward = s.behind_the_base ? v - layout.depth_mm / 2 : v + layout.depth_mm / 2;
  if (std::abs(u) > p.base_width / 2 || forward < -0.2 || forward > p.base_depth) return {};
  // The figures: high contrast, from the strip's front edge to near the front of the base.
  if (forward < p.base_depth - 2 && std::abs(u) < p.base_width / 2 - 2 && p.texture.at(u, v, 6.0) > -0.25)
    return {125 + 110 * p.texture.at(u + 50, v, 1.5), true};
  return {p.base_level + 14 * p.texture.at(u, v, 1.1), true};
}

std::vector<Piece> lay_out(const StripSceneSettings& s, Random& random, const vision::CodeBook& book) {
  std::vector<Piece> pieces;
  constexpr std::array<double, 5> kBaseLevels{40, 75, 110, 150, 190};
  const int columns = 14;
  const int rows = 9;
  std::vector<int> cells(static_cast<std::size_t>(columns * rows));
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<int>(i);
  std::shuffle(cells.begin(), cells.end(), random);
  std::vector<int> ids(s.other_print ? static_cast<std::size_t>(s.other_prints) : book.words.size());
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<int>(i);
  std::shuffle(ids.begin(), ids.end(), random);
  const double line_heading = uniform(random, 0, 360);
  for (int i = 0; i < std::min(s.strips, columns * rows); ++i) {
    Piece p;
    const int cell = cells[static_cast<std::size_t>(i)];
    p.truth.id = ids[static_cast<std::size_t>(i) % ids.size()];
    p.word = s.other_print ? 0 : book.words[static_cast<std::size_t>(p.truth.id)];
    if (s.outside_book) p.word = random() & ((vision::StripWord{1} << book.bits) - 1);
    p.truth.heading_deg = uniform(random, 0, 360);
    const double room = 22;
    p.truth.x_mm = 60 + 120.0 * (cell % columns + 0.5) + uniform(random, -room, room);
    p.truth.y_mm = 60 + 120.0 * (cell / columns + 0.5) + uniform(random, -room, room);
    p.base_width = s.other_print ? 40 : s.layout.length_mm;
    p.base_depth = random() % 2 == 0 ? 20 : 40;
    p.base_level = kBaseLevels[random() % 5];
    p.texture.seed = random();
    if (s.touching) {
      // Lines of twelve, side to side with up to half a millimetre between.
      const int in_line = i % 12, line = i / 12;
      const double h = (line_heading + 0) * kRad;
      const double right_x = std::sin(h), right_y = -std::cos(h);
      const double along = (in_line - 5.5) * (p.base_width + uniform(random, 0.1, 0.5));
      const double across = (line - 4.0) * 75;
      p.truth.x_mm = 900 + right_x * along + std::cos(h) * across;
      p.truth.y_mm = 600 + right_y * along + std::sin(h) * across;
      p.truth.heading_deg = line_heading;
    }
    if (s.cover > 0) {
      const double width = s.cover * s.layout.length_mm;
      p.cover_from = s.layout.kind == StripKind::Ring ? s.layout.length_mm * (0.5 - s.cover)
                                                      : uniform(random, -s.layout.length_mm / 2, s.layout.length_mm / 2 - width);
      p.cover_to = s.layout.kind == StripKind::Ring ? s.layout.length_mm : p.cover_from + width;
      p.cover_level = uniform(random, 50, 190);
    }
    if (s.lean_mm > 0) {
      const double width = uniform(random, 0.3, 0.7) * s.layout.length_mm;
      p.lean_from = uniform(random, -s.layout.length_mm / 2, s.layout.length_mm / 2 - width);
      p.lean_to = p.lean_from + width;
    }
    pieces.push_back(p);
  }
  return pieces;
}

void paint_mat_and_cards(const StripSceneSettings& s, Random& random, double px_per_mm, cv::Mat& picture) {
  // Grass: noise of three grains.
  picture.setTo(s.mat_level);
  cv::RNG rng(static_cast<std::uint64_t>(random()));
  for (const auto& [grain_mm, level] : {std::pair{40.0, 10.0}, std::pair{4.0, 8.0}, std::pair{1.3, 9.0}}) {
    const double cell = grain_mm * px_per_mm;
    cv::Mat grain(static_cast<int>(s.height / cell) + 2, static_cast<int>(s.width / cell) + 2, CV_32F);
    rng.fill(grain, cv::RNG::NORMAL, 0.0, level);
    cv::Mat large;
    cv::resize(grain, large, picture.size(), 0, 0, cv::INTER_LINEAR);
    picture += large;
  }
  for (int k = 0; k < s.cards; ++k) {
    const double cx = uniform(random, 40, s.width / px_per_mm - 40), cy = uniform(random, 40, s.height / px_per_mm - 40);
    const double turn = uniform(random, 0, 2 * std::numbers::pi), c = std::cos(turn), si = std::sin(turn);
    const Texture texture{random()};
    const int reach = static_cast<int>(56 * px_per_mm);
    const int px = static_cast<int>(cx * px_per_mm), py = static_cast<int>(cy * px_per_mm);
    for (int y = std::max(0, py - reach); y < std::min(s.height, py + reach); ++y) {
      for (int x = std::max(0, px - reach); x < std::min(s.width, px + reach); ++x) {
        double sum = 0;
        int inside = 0;
        for (int i = 0; i < 9; ++i) {
          const double mx = (x + (i % 3 - 1) / 3.0) / px_per_mm - cx, my = (y + (i / 3 - 1) / 3.0) / px_per_mm - cy;
          const double a = c * mx + si * my, b = -si * mx + c * my;
          if (std::abs(a) > 31.5 || std::abs(b) > 44) continue;
          sum += card_level(texture, a, b, k);
          ++inside;
        }
        if (inside > 0)
          picture.at<float>(y, x) = static_cast<float>((sum + (9 - inside) * static_cast<double>(picture.at<float>(y, x))) / 9);
      }
    }
  }
}

/// A pixel as a lens and then the pixel's own area blur it: samples over a disc of four standard deviations, weighted.
template <class Frame>
float through_lens(const StripSceneSettings& s, const Piece& p, bool fine, const Frame& frame, float behind) {
  const int n = fine ? 36 : 14;
  const double reach = 0.5 + 3.5 * s.psf_px;
  const auto weight_of = [&](double x) {
    return std::erf((x + 0.5) / (s.psf_px * std::numbers::sqrt2)) - std::erf((x - 0.5) / (s.psf_px * std::numbers::sqrt2));
  };
  double sum = 0, inside = 0, all = 0;
  for (int i = 0; i < n * n; ++i) {
    const double ox = ((i % n + 0.5) / n - 0.5) * 2 * reach, oy = ((i / n + 0.5) / n - 0.5) * 2 * reach;
    const double weight = weight_of(ox) * weight_of(oy);
    all += weight;
    double u = 0, v = 0;
    frame(ox, oy, u, v);
    const Level level = piece_level(s, p, u, v);
    if (!level.there) continue;
    sum += weight * level.value;
    inside += weight;
  }
  return static_cast<float>((sum + (all - inside) * static_cast<double>(behind)) / all);
}

void paint_piece(const StripSceneSettings& s, const Camera& camera, const Piece& p, cv::Mat& picture) {
  const PixelPoint centre = vision::project(camera, p.truth.x_mm, p.truth.y_mm, s.height_mm);
  const vision::StripPlane plane{camera, s.height_mm, 0};
  const vision::LocalMap map = plane.around(centre.x, centre.y);
  const double up = p.truth.heading_deg * kRad;
  const double reach_mm = std::hypot(p.base_width / 2 + 2, p.base_depth + 4);
  const int reach = static_cast<int>(reach_mm * map.px_per_mm() * 1.2) + 2;
  const int px = static_cast<int>(std::lround(centre.x)), py = static_cast<int>(std::lround(centre.y));
  for (int y = std::max(0, py - reach); y < std::min(s.height, py + reach); ++y) {
    for (int x = std::max(0, px - reach); x < std::min(s.width, px + reach); ++x) {
      const auto frame = [&](double ox, double oy, double& u, double& v) {
        double mx = 0, my = 0;
        map.to_plane(x + ox - map.px, y + oy - map.py, mx, my);
        mx -= p.truth.x_mm;
        my -= p.truth.y_mm;
        v = mx * std::cos(up) + my * std::sin(up);
        u = mx * std::sin(up) - my * std::cos(up);
      };
      double u = 0, v = 0;
      frame(0, 0, u, v);
      const double limit_u = std::max(p.base_width, s.layout.length_mm) / 2 + 3;
      if (std::abs(u) > limit_u || v < -limit_u || v > p.base_depth + 3) continue;
      const bool fine = s.layout.kind == StripKind::Ring || std::abs(v) < s.layout.depth_mm / 2 + 1.6;
      if (s.lens_first) {
        picture.at<float>(y, x) = through_lens(s, p, fine, frame, picture.at<float>(y, x));
        continue;
      }
      const int n = fine ? 8 : 3;
      double sum = 0;
      int inside = 0;
      for (int i = 0; i < n * n; ++i) {
        frame((i % n + 0.5) / n - 0.5, (i / n + 0.5) / n - 0.5, u, v);
        const Level level = piece_level(s, p, u, v);
        if (!level.there) continue;
        sum += level.value;
        ++inside;
      }
      if (inside > 0)
        picture.at<float>(y, x) = static_cast<float>((sum + (n * n - inside) * static_cast<double>(picture.at<float>(y, x))) / (n * n));
    }
  }
}

}  // namespace

StripScene render_strip_scene(const StripSceneSettings& s) {
  Random random(s.seed * 7919 + 13);
  StripScene scene;
  scene.camera = scene_camera(s);
  cv::Mat picture(s.height, s.width, CV_32F);
  paint_mat_and_cards(s, random, 0.864 * s.width / 1920.0, picture);
  const auto book = vision::load_book(s.layout.book);
  const double reach = s.layout.length_mm / 2 + 3;
  const auto blur = [&] {
    if (s.psf_px > 0) cv::GaussianBlur(picture, picture, {}, s.psf_px, s.psf_px, cv::BORDER_REPLICATE);
  };
  if (s.lens_first) blur();
  for (const Piece& p : lay_out(s, random, *book)) {
    // Wholly in the picture, or not there.
    bool inside = true;
    for (int k = 0; k < 4; ++k) {
      const PixelPoint at =
          vision::project(scene.camera, p.truth.x_mm + (k % 2 == 0 ? reach : -reach), p.truth.y_mm + (k < 2 ? reach : -reach), s.height_mm);
      inside = inside && at.x > 2 && at.y > 2 && at.x < s.width - 3 && at.y < s.height - 3;
    }
    if (!inside) continue;
    paint_piece(s, scene.camera, p, picture);
    scene.strips.push_back(p.truth);
  }
  if (!s.lens_first) blur();
  if (s.contrast != 1) picture = (picture - 128) * s.contrast + 128;
  picture *= s.exposure;
  if (s.gamma != 1) {
    picture = cv::max(picture, 0) / 255;
    cv::pow(picture, 1 / s.gamma, picture);
    picture *= 255;
  }
  cv::Mat noise(s.height, s.width, CV_32F);
  cv::RNG rng(static_cast<std::uint64_t>(random()));
  rng.fill(noise, cv::RNG::NORMAL, 0.0, s.noise);
  picture += noise;
  if (s.sharpen > 0) {
    picture = cv::min(picture, 255);  // the sensor's own end
    cv::Mat soft;
    cv::GaussianBlur(picture, soft, {}, s.sharpen_px, s.sharpen_px, cv::BORDER_REPLICATE);
    picture += s.sharpen * (picture - soft);
  }
  cv::Mat grey;
  picture.convertTo(grey, CV_8U);
  if (s.jpeg > 0) {
    std::vector<unsigned char> bytes;
    cv::imencode(".jpg", grey, bytes, {cv::IMWRITE_JPEG_QUALITY, s.jpeg});
    grey = cv::imdecode(bytes, cv::IMREAD_GRAYSCALE);
  }
  scene.picture = Image(s.width, s.height, 1);
  for (int y = 0; y < s.height; ++y) std::copy_n(grey.ptr<unsigned char>(y), s.width, scene.picture.row(y));
  return scene;
}

}  // namespace polemarch::test
