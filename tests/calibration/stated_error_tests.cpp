#include <cmath>
#include <cstdlib>

#include "calibration/laying.hpp"
#include "models/border_layout.hpp"
#include "tests/calibration/simulated_border.hpp"
#include "tests/support/catch.hpp"

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

}  // namespace

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
