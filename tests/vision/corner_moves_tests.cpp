#include "vision/detect/squares/corner_moves.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "models/border_layout.hpp"
#include "tests/support/catch.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/detect/squares/detector.hpp"

namespace corner_moves_tests {

using namespace polemarch;
using namespace polemarch::vision;

TEST_CASE("what a corner's move does to the grey inside a print is the derivative of its map", "[detect]") {
  const Quad quad{{{3, 2}, {31, 5}, {27, 29}, {1, 22}}};  // strong perspective
  const CornerMoves moves(quad);
  const PixelPoint by{0.7, -1.3};  // a picture that is a plane: grey = by . place on the print's own paper
  for (const auto& [u, v] : {std::pair{0.5, 0.5}, {0.1, 0.8}, {1.1, -0.1}, {0.0, 0.0}, {0.9, 0.4}}) {
    const PixelPoint at = unit_square_to(quad).map(u, v);
    std::array<double, 8> grey{};
    moves.grey_by_corners(u, v, at, by, grey);
    for (std::size_t k = 0; k < 8; ++k) {
      constexpr double kStep = 1e-5;
      Quad more = quad, less = quad;
      (k % 2 == 0 ? more[k / 2].x : more[k / 2].y) += kStep;
      (k % 2 == 0 ? less[k / 2].x : less[k / 2].y) -= kStep;
      const PixelPoint went = (0.5 / kStep) * (unit_square_to(more).map(u, v) - unit_square_to(less).map(u, v));
      INFO("place " << u << ", " << v << ", coordinate " << k);
      CHECK(grey[k] == Approx(-dot(by, went)).margin(1e-7));
    }
  }
}

TEST_CASE("corners are off as their covariance says, and so is a print's middle", "[detect]") {
  const Table table = table_with_border(Length::from_mm(1800), Length::from_mm(1200));
  std::array<double, 10> squares{}, stated{};  // eight coordinates, the middle's two
  for (const unsigned seed : {661U, 662U}) {
    SceneSpec scene;
    scene.seed = scene.mat.seed = seed;
    scene.frames = 10;
    scene.table = table;
    scene.sensor.psf_sigma_px = 0.9;
    scene.sensor.jpeg_quality = 0;  // noise of pixels that know nothing of each other
    SimulatedTable camera(scene);
    SquareDetector reader(*load_dictionary(table.border_family), exact_corners());
    const auto truth = camera.truth(0).border;
    REQUIRE(truth.size() == table.border.size());
    for (int look = 0; look < scene.frames; ++look) {
      const Frame frame = camera.render(look);
      for (const auto& real : truth) {
        const auto found = reader.read_quad(frame.gray->view(), real.corners);
        REQUIRE(found);
        REQUIRE(found->marker == real.marker);
        REQUIRE(found->corner_covariance.size() == 64);
        std::array<double, 2> middle{};
        for (std::size_t a = 0; a < 8; ++a) {
          const PixelPoint d = found->corners[a / 2] - real.corners[a / 2];
          const double off = a % 2 == 0 ? d.x : d.y;
          squares[a] += off * off;
          stated[a] += found->corner_covariance[9 * a];
          middle[a % 2] += off / 4;
          for (std::size_t b = a % 2; b < 8; b += 2) stated[8 + a % 2] += found->corner_covariance[8 * a + b] / 16;
        }
        for (std::size_t axis = 0; axis < 2; ++axis) squares[8 + axis] += middle[axis] * middle[axis];
      }
    }
  }
  for (std::size_t a = 0; a < 10; ++a) {
    const double ratio = std::sqrt(squares[a] / stated[a]);
    INFO((a < 8 ? "coordinate " : "middle ") << a << ": off over stated " << ratio);
    CHECK(ratio > 0.85);  // 480 looks; a ratio of one scatters by 0.03, and what stays from look to look adds to that
    CHECK(ratio < 1.15);
  }
}

}  // namespace corner_moves_tests
