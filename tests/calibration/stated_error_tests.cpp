#include <cmath>
#include <cstdlib>
#include <numbers>

#include "calibration/table/laying.hpp"
#include "models/border_layout.hpp"
#include "tests/calibration/simulated_border.hpp"
#include "tests/support/catch.hpp"

namespace stated_error_tests {

using namespace polemarch;
using namespace polemarch::calibration;

namespace {

struct Held {
  double share = 0, sd = 0;  ///< in the mean of the tables, and how much that scatters: a table's points hang together
  double rms = 0, stated = 0;
};

/// Tables each seen through a lens of its own: how much of the table lies inside the stated 95 % ellipse.
Held held_by_ellipse(int tables, unsigned seed, double tangential, double k3, double place_mm) {
  Held out;
  double squares = 0;
  const Table table = polemarch::table_with_border(Length::from_mm(1800), Length::from_mm(1200));
  for (int i = 0; i < tables; ++i) {
    std::mt19937 random(seed + static_cast<unsigned>(i));
    std::normal_distribution<double> unit(0, 1);
    Camera truth = test::true_camera();
    truth.lens.fx = truth.lens.fy = 1500 * std::exp(0.15 * unit(random));
    truth.lens.cx = 959.5 + 15 * unit(random);
    truth.lens.cy = 539.5 + 15 * unit(random);
    truth.lens.k1 += 0.05 * unit(random);
    truth.lens.k2 += 0.02 * unit(random);
    truth.lens.p1 = tangential * unit(random);
    truth.lens.p2 = tangential * unit(random);
    truth.lens.k3 = k3 * unit(random);
    const double height = 1.3 * truth.lens.fx;
    truth.pose = vision::looking_at({900 + 0.15 * height * unit(random), 605 + 0.15 * height * unit(random), height}, {900, 605, 0});
    const auto seen = test::see_border(truth, table, {.place_mm = place_mm, .corner_px = 0.03}, random);
    const auto fitted = register_table(table, seen, 1920, 1080, std::nullopt, {});
    if (!fitted) FAIL(fitted.error().line);
    const test::TableErrors e = test::errors_over_table(truth, fitted->camera, table);
    const double share = static_cast<double>(e.inside) / e.all;
    out.share += share / tables;
    squares += share * share / tables;
    out.rms += e.rms * e.rms / tables;
    out.stated += fitted->table_rms_mm * fitted->table_rms_mm / tables;
  }
  out.sd = std::sqrt((squares - out.share * out.share) / tables);
  out.rms = std::sqrt(out.rms);
  out.stated = std::sqrt(out.stated);
  return out;
}

/// Whether a lens goes on outward up to `radius` (tangent of the angle off its axis), by no less than a fifth of what a plain one would.
bool unfolded(const Intrinsics& lens, double radius) {
  for (int i = 0; i <= 50; ++i) {
    const double r2 = std::pow(radius * i / 50, 2);
    if (1 + r2 * (3 * lens.k1 + r2 * (5 * lens.k2 + r2 * 7 * lens.k3)) < 0.2) return false;
  }
  return true;
}

/// A lens and a camera place, drawn: numbers of one kind of camera, the table wholly in the picture.
struct Drawn {
  std::pair<double, double> across_deg, k1, k2, k3;
  double tangential = 0;
};
bool draw_camera(const Drawn& kind, const Table& table, std::mt19937& random, Camera& out) {
  const auto between = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
  const auto of = [&](const std::pair<double, double>& range) { return between(range.first, range.second); };
  const double f = 960 / std::tan(of(kind.across_deg) * std::numbers::pi / 360);
  out.lens = {1920, 1080, f, f, 959.5 + between(-20, 20), 539.5 + between(-12, 12), of(kind.k1), of(kind.k2), 0, 0, of(kind.k3)};
  out.lens.p1 = between(-kind.tangential, kind.tangential);
  out.lens.p2 = between(-kind.tangential, kind.tangential);
  const double lean_x = between(-0.15, 0.15), lean_y = between(-0.12, 0.12), w = table.width.mm(), d = table.depth.mm();
  for (int step = 0; step < 130; ++step) {  // up until the table fits
    const double height = 500 * std::pow(1.02, step);
    out.pose = vision::looking_at({w / 2 + height * lean_x, d / 2 + height * lean_y, height}, {w / 2, d / 2, 0});
    bool fits = true;
    double radius = 0;
    for (int i = 0; i <= 24 && fits; ++i) {
      for (const auto& [x, y] : {std::pair{w * i / 24, 0.0}, {w * i / 24, d}, {0.0, d * i / 24}, {w, d * i / 24}}) {
        const PixelPoint p = vision::project(out, x, y, 0);
        fits = fits && p.x > 8 && p.x < 1911 && p.y > 8 && p.y < 1071;
        const auto& pose = out.pose;
        std::array<double, 3> at{};
        for (std::size_t a = 0; a < 3; ++a) at[a] = pose.rotation[3 * a] * x + pose.rotation[3 * a + 1] * y + pose.translation_mm[a];
        radius = std::max(radius, std::hypot(at[0], at[1]) / at[2]);
      }
    }
    if (fits && unfolded(out.lens, 1.1 * radius)) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("the stated ellipse holds through wide phones, action cameras and long lenses", "[registration][stated]") {
  const bool full = std::getenv("POLEMARCH_LONG") != nullptr;
  const Table table = polemarch::table_with_border(Length::from_mm(1800), Length::from_mm(1200));
  const Drawn phone{{78, 92}, {0.02, 0.1}, {-0.15, -0.03}, {0, 0.05}, 0.001};
  const Drawn action{{80, 100}, {-0.36, -0.25}, {0.08, 0.14}, {-0.02, 0}, 0.0005};
  const Drawn tele{{22, 32}, {-0.3, 0.3}, {-0.5, 0.5}, {0, 0}, 0.0005};
  unsigned seed = 300000;
  for (const auto& [name, kind] : {std::pair{"phone", phone}, {"action camera", action}, {"long lens", tele}}) {
    const int tables = full ? 400 : 30;
    double share = 0, squares = 0, rms = 0;
    int over = 0, count = 0;
    seed += 1000;
    for (int i = 0; i < tables; ++i) {
      std::mt19937 random(seed + static_cast<unsigned>(i));
      Camera truth;
      if (!draw_camera(kind, table, random, truth)) continue;  // bends too much to hold the table at any height
      const auto seen = test::see_border(truth, table, {.place_mm = 0.1, .corner_px = 0.03}, random);
      const auto fitted = register_table(table, seen, 1920, 1080, std::nullopt, {});
      if (!fitted) FAIL(fitted.error().line);
      const test::TableErrors e = test::errors_over_table(truth, fitted->camera, table);
      const double inside = static_cast<double>(e.inside) / e.all;
      share += inside;
      squares += inside * inside;
      rms += e.rms * e.rms;
      over += e.max > 0.3 ? 1 : 0;
      ++count;
    }
    REQUIRE(count > tables / 2);
    share /= count;
    const double sd = std::sqrt((squares / count - share * share) / count);
    WARN(name << ", " << count << " tables: " << 100 * share << " +- " << 100 * sd << " % inside, " << std::sqrt(rms / count)
              << " mm RMS, over .3 mm somewhere: " << over);
    CHECK(share > 0.94 - 2 * sd);
    CHECK(std::sqrt(rms / count) < 0.12);
  }
}

TEST_CASE("the stated ellipse of the table holds with lenses that have tangential and sixth-order terms and with those that have none",
          "[registration][stated]") {
  const bool full = std::getenv("POLEMARCH_LONG") != nullptr;
  const int tables = full ? 400 : 24;
  unsigned seed = 81000;
  for (const auto& [tangential, k3] : {std::pair{0.0, 0.0}, std::pair{0.0005, 0.01}, std::pair{0.001, 0.03}}) {
    const Held held = held_by_ellipse(tables, seed += 1000, tangential, k3, 0.1);
    WARN("p1, p2 " << tangential << ", k3 " << k3 << ": " << 100 * held.share << " +- " << 100 * held.sd << " % inside, " << held.rms
                   << " mm RMS, stated " << held.stated);
    CHECK(held.share > 0.94 - 2 * held.sd);
    if (full) CHECK(held.share < 0.96 + 2 * held.sd);  // few tables: most hold all their points, the share's scatter is one-sided
    CHECK(held.stated == Approx(held.rms).epsilon(full ? 0.08 : 0.25));
    CHECK(held.rms < 0.12);
  }
}

TEST_CASE("a border laid half or twice as well as it says is stated as it lies", "[registration][stated]") {
  for (const double place_mm : {0.05, 0.2}) {
    const Held held = held_by_ellipse(24, 85000, 0.0005, 0.01, place_mm);
    WARN("laid to " << place_mm << " for .1 mm: " << 100 * held.share << " % inside, " << held.rms << " mm RMS, stated " << held.stated);
    CHECK(held.share > 0.94 - 2 * held.sd);
    CHECK(held.stated == Approx(held.rms).epsilon(0.25));
  }
}

TEST_CASE("two dozen markers overrule what was stated of their laying, three do not", "[stated]") {
  const auto laid = [](double ratio, double freedom) { return laying_of(ratio * ratio * freedom, freedom, 1.0); };
  CHECK(laid(1, 40).ratio == Approx(1).margin(0.05));
  CHECK(laid(2, 40).ratio == Approx(2).epsilon(0.1));
  CHECK(laid(0.3, 40).ratio == Approx(0.3).epsilon(0.1));
  CHECK(laid(3, 1).ratio < 2);
  CHECK(laid(1, 4).wide_ratio > 1.15 * laid(1, 4).ratio);
  CHECK(laid(1, 40).wide_ratio < 1.08 * laid(1, 40).ratio);
  const Laying none = laying_of(0, 0, 1.0);  // nothing to judge by: what was stated, with doubt
  CHECK(none.ratio == Approx(1).margin(0.05));
  CHECK(none.wide_ratio > 1.2);
  // The same squares counted in units twice as small mean the same.
  CHECK(laying_of(160, 40, 1.0).ratio == Approx(laying_of(40, 40, 2.0).ratio));
}

TEST_CASE("a camera whose pixels are not square is registered as it is", "[registration][stated]") {
  // 0.2 % apart, as pictures scaled from another format are: taken for square, the focal length is off by a quarter to make up for it.
  const bool full = std::getenv("POLEMARCH_LONG") != nullptr;
  const int tables = full ? 200 : 24;
  const Table table = polemarch::table_with_border(Length::from_mm(1800), Length::from_mm(1200));
  const Drawn usual{{60, 75}, {-0.12, 0.05}, {-0.05, 0.03}, {0, 0}, 0};
  double squares = 0, share = 0, shares = 0, focal = 0;
  int count = 0;
  for (int i = 0; i < tables; ++i) {
    std::mt19937 random(310000 + static_cast<unsigned>(i));
    Camera truth;
    if (!draw_camera(usual, table, random, truth)) continue;
    truth.lens.fy *= i % 2 == 0 ? 1.002 : 0.998;
    const auto seen = test::see_border(truth, table, {.place_mm = 0.1, .corner_px = 0.03}, random);
    const auto fitted = register_table(table, seen, 1920, 1080, std::nullopt, {});
    if (!fitted) FAIL(fitted.error().line);
    const test::TableErrors e = test::errors_over_table(truth, fitted->camera, table, 3);
    squares += e.rms * e.rms;
    const double inside = static_cast<double>(e.inside) / e.all;
    share += inside;
    shares += inside * inside;
    focal += std::pow(std::log(fitted->camera.lens.fx / truth.lens.fx), 2);
    ++count;
  }
  REQUIRE(count > tables / 2);
  const double rms = std::sqrt(squares / count);
  share /= count;
  const double sd = std::sqrt((shares / count - share * share) / count);
  WARN(count << " tables, 3 mm up: " << rms << " mm RMS, " << 100 * share << " +- " << 100 * sd << " % inside, focal length off by "
             << 100 * std::sqrt(focal / count) << " %");
  CHECK(rms < 0.2);
  CHECK(share > 0.94 - 2 * sd);
  CHECK(std::sqrt(focal / count) < 0.15);
}

}  // namespace stated_error_tests
