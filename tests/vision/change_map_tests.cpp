#include <random>

#include "tests/support/catch.hpp"
#include "vision/track/change/change_map.hpp"

namespace change_map_tests {

using namespace polemarch;
using namespace polemarch::vision;

TEST_CASE("every block's change and stir are twice the sums of its first and third row, whatever the width", "[vision][track]") {
  std::mt19937 random(1);
  for (const int width : {8, 24, 130, 264, 640}) {
    const int height = 18;
    Image a(width, height, 1), b(width, height, 1);
    for (auto* image : {&a, &b})
      for (auto& byte : image->bytes) byte = static_cast<std::uint8_t>(random());
    ChangeMap map;
    map.restart(a.view());
    CHECK_FALSE(map.any_above(0));
    map.update(b.view());
    REQUIRE(map.columns() == width / 8);
    REQUIRE(map.rows() == height / 4);
    int all = 0;
    for (int r = 0; r < map.rows(); ++r) {
      for (int c = 0; c < map.columns(); ++c) {
        int change = 0, sum_a = 0, sum_b = 0;
        for (int y = 0; y < 4; y += 2) {
          for (int x = 0; x < 8; ++x) {
            const int va = a.row(4 * r + y)[8 * c + x], vb = b.row(4 * r + y)[8 * c + x];
            change += 2 * std::abs(va - vb);
            sum_a += 2 * va;
            sum_b += 2 * vb;
          }
        }
        INFO("width " << width << " block " << c << "," << r);
        REQUIRE(map.change(c, r) == change);
        REQUIRE(map.stir(c, r) == std::abs(sum_a - sum_b));
        all += change;
      }
    }
    CHECK(map.change_in({0, 0, width, height}) == all);
    CHECK(map.any_above(100));
    map.accept(b.view(), {0, 0, width, height});
    map.update(b.view());
    CHECK(map.change_in({0, 0, width, 16}) == 0);
  }
}

}  // namespace change_map_tests
