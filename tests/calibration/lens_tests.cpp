#include "calibration/lens/lens.hpp"

#include <cmath>
#include <random>

#include "calibration/board/edge_blur.hpp"
#include "calibration/lens/lens_solve.hpp"
#include "calibration/lens/view_collector.hpp"
#include "tests/support/catch.hpp"
#include "vision/pixels/camera_model.hpp"

namespace lens_tests {

using namespace polemarch;
using namespace polemarch::calibration;

namespace {

constexpr Intrinsics kTruth{1280, 720, 1010, 1006, 633, 371, -0.15, 0.04, 0.0006, -0.0004, 0};

/// A 9x6 board of 25 mm held before the camera; `at` is where its middle shows in the picture, turned about x and y.
BoardView board_at(PixelPoint at, double distance_mm, double turn_x_deg, double turn_y_deg, double noise_px, std::mt19937& random) {
  const BoardSpec spec{BoardKind::Chessboard, 9, 6, 25, 0, "", false};
  Camera camera;
  camera.lens = kTruth;
  constexpr double kDeg = 3.14159265358979323846 / 180;
  camera.pose.rotation =
      vision::multiply(vision::rotation_of({turn_x_deg * kDeg, 0, 0}), vision::rotation_of({0, turn_y_deg * kDeg, 0.05}));
  const double mx = 100, my = 62.5;
  const auto& r = camera.pose.rotation;
  camera.pose.translation_mm = {(at.x - kTruth.cx) / kTruth.fx * distance_mm - (r[0] * mx + r[1] * my),
                                (at.y - kTruth.cy) / kTruth.fy * distance_mm - (r[3] * mx + r[4] * my),
                                distance_mm - (r[6] * mx + r[7] * my)};
  BoardView view{"view", kTruth.width, kTruth.height, {}, 60, 0.8, 0.7};
  std::normal_distribution<double> noise(0, noise_px);
  for (int i = 0; i < spec.corner_count(); ++i) {
    const double x = (i % 9) * 25.0, y = (i / 9) * 25.0;
    const PixelPoint p = vision::project(camera, x, y, 0);
    view.corners.push_back({i, x, y, {p.x + noise(random), p.y + noise(random)}});
  }
  return view;
}

/// Ten views that cover the picture and tilt both ways.
std::vector<BoardView> good_series(unsigned seed, double noise_px = 0.1) {
  std::mt19937 random(seed);
  std::vector<BoardView> views;
  const double place[10][5] = {{250, 160, 500, 20, 0},   {1030, 160, 480, -15, 20}, {250, 560, 500, 0, 25},  {1030, 560, 490, 5, -25},
                               {640, 360, 300, 0, 0},    {640, 360, 420, 30, 10},   {640, 300, 450, -30, 5}, {500, 360, 430, 5, 35},
                               {760, 400, 420, -5, -35}, {640, 150, 520, 10, 10}};
  for (const auto& p : place) {
    views.push_back(board_at({p[0], p[1]}, p[2], p[3], p[4], noise_px, random));
    views.back().name = "view" + std::to_string(views.size());
  }
  return views;
}

bool refused_for(const LensReport& report, const std::string& words) {
  for (const auto& line : report.refusals)
    if (line.find(words) != std::string::npos) return true;
  return false;
}

}  // namespace

TEST_CASE("a good series gives the lens, its error and no refusal", "[lens]") {
  const LensReport report = calibrate_lens(good_series(1), {});
  for (const auto& line : report.refusals) UNSCOPED_INFO(line);
  REQUIRE(report.refusals.empty());
  CHECK(report.camera.rms_px == Approx(0.1 * std::sqrt(2.0)).epsilon(0.1));  // OpenCV's RMS is per point, both axes
  CHECK(std::abs(report.camera.lens.fx - kTruth.fx) < 4 * report.sd[0]);
  CHECK(std::abs(report.camera.lens.cx - kTruth.cx) < 4 * report.sd[2]);
  CHECK(report.sd[0] < 2.0);
  CHECK(report.camera.lens.k3 == 0.0);
  CHECK(report.table_rms_mm < 0.5);
  CHECK(report.missing.size() <= 1);
}

TEST_CASE("copies of a picture, and looks from a tripod, do not make the lens look surer", "[lens]") {
  const std::vector<BoardView> once = good_series(3);
  std::vector<BoardView> twice = once;
  std::mt19937 random(9);
  std::normal_distribution<double> noise(0, 0.05);
  for (std::size_t i = 0; i < once.size(); ++i) {
    BoardView again = once[i];
    again.name += i % 2 == 0 ? "_copy" : "_again";
    if (i % 2 == 1)
      for (BoardCorner& c : again.corners) c.pixel = {c.pixel.x + noise(random), c.pixel.y + noise(random)};
    twice.insert(twice.begin() + static_cast<std::ptrdiff_t>(2 * i + 1), again);
  }
  const LensReport single = calibrate_lens(once, {}), doubled = calibrate_lens(twice, {});
  REQUIRE(doubled.refusals.empty());
  CHECK(doubled.sd[0] == single.sd[0]);
  CHECK(doubled.camera.lens.fx == single.camera.lens.fx);
  CHECK(doubled.views[0].used);
  CHECK(doubled.views[1].why_not == "the same view as view1");
  CHECK(doubled.views[3].why_not == "the same view as view2");
  CHECK(refused_for(calibrate_lens({6, once.front()}, {}), "too few views: 1 usable of 6, 5 needed; 5 the same view again"));
}

TEST_CASE("the stated uncertainties of the lens hold the truth", "[lens]") {
  int inside = 0, all = 0;
  for (unsigned seed = 0; seed < 24; ++seed) {
    const LensReport report = calibrate_lens(good_series(100 + seed), {.model = LensModel::Plain});
    const Intrinsics& c = report.camera.lens;
    const std::array<double, 8> off{c.fx - kTruth.fx, c.fy - kTruth.fy, c.cx - kTruth.cx, c.cy - kTruth.cy,
                                    c.k1 - kTruth.k1, c.k2 - kTruth.k2, c.p1 - kTruth.p1, c.p2 - kTruth.p2};
    for (std::size_t i = 0; i < 8; ++i) {
      ++all;
      if (std::abs(off[i]) < 1.96 * report.sd[i]) ++inside;
    }
  }
  // 192 draws, some of them tied together: 0.95 +- three standard deviations of about 0.02
  CHECK(inside >= 0.89 * all);
  CHECK(inside < all);
}

TEST_CASE("too few views are refused and the missing ones named", "[lens]") {
  auto views = good_series(2);
  views.resize(3);
  const LensReport report = calibrate_lens(views, {});
  CHECK(refused_for(report, "too few views: 3 usable of 3, 5 needed"));
  CHECK_FALSE(report.missing.empty());
}

TEST_CASE("parallel views are refused", "[lens]") {
  std::mt19937 random(3);
  std::vector<BoardView> views;
  for (const auto& [x, y, d] : {std::array{250.0, 160.0, 500.0},
                                {1030.0, 160.0, 480.0},
                                {250.0, 560.0, 500.0},
                                {1030.0, 560.0, 490.0},
                                {640.0, 360.0, 300.0},
                                {640.0, 300.0, 420.0}}) {
    views.push_back(board_at({x, y}, d, 3, 3, 0.1, random));
    views.back().name = "view" + std::to_string(views.size());
  }
  const LensReport report = calibrate_lens(views, {});
  CHECK(refused_for(report, "parallel"));
}

TEST_CASE("a corner of the picture that was never covered is named", "[lens]") {
  auto views = good_series(4);
  views.erase(views.begin() + 3);  // the one in the bottom right
  for (auto& view : views) std::erase_if(view.corners, [](const BoardCorner& c) { return c.pixel.x > 1280 * 2.0 / 3 && c.pixel.y > 480; });
  const LensReport report = calibrate_lens(views, {});
  REQUIRE(refused_for(report, "the bottom right of the picture was never covered"));
  CHECK(report.refusals.size() == 1);
  REQUIRE_FALSE(report.missing.empty());
  CHECK(report.missing.front() == "hold the board in the bottom right corner of the picture");
}

TEST_CASE("blurred, moved, empty and differently sized pictures are left out by name", "[lens]") {
  auto views = good_series(5);
  views[0].blur_px = views[0].blur_across_px = 7;
  views[1].blur_px = 2.6;
  views[1].blur_across_px = 0.8;
  views[2].corners.clear();
  views[9].width = 640;
  views.insert(views.begin(), views[9]);  // the odd one comes first: the size most pictures have counts
  views[0].name = "odd";
  const LensReport report = calibrate_lens(views, {});
  CHECK(report.views[0].why_not == "another size (640x720)");
  CHECK(report.views[1].why_not.find("blurred") == 0);
  CHECK(report.views[2].why_not.find("moved") == 0);
  CHECK(report.views[3].why_not == "no board found");
  CHECK(report.views[10].why_not == "another size (640x720)");
  CHECK(report.views[6].used);
}

TEST_CASE("a picture that could not be read is left out with its reason, and its size counts for nothing", "[lens]") {
  auto views = good_series(5);
  for (int i = 0; i < 12; ++i) {
    views.emplace_back();
    views.back().name = "bad" + std::to_string(i);
    views.back().unreadable = "the file is empty";
  }
  const LensReport report = calibrate_lens(views, {});
  CHECK(report.refusals.empty());
  CHECK(report.views[0].used);
  CHECK_FALSE(report.views.back().used);
  CHECK(report.views.back().why_not == "the file is empty");
}

TEST_CASE("too few views: what is missing is told from the usable ones alone", "[lens]") {
  auto views = good_series(5);
  for (std::size_t i = 1; i < views.size(); ++i) views[i].blur_px = views[i].blur_across_px = 7;
  const LensReport report = calibrate_lens(views, {});
  REQUIRE(refused_for(report, "too few views: 1 usable"));
  CHECK(report.missing.back() == "7 more views make the lens surer");
}

TEST_CASE("a view that does not fit the others is left out and said", "[lens]") {
  auto views = good_series(6);
  for (auto& c : views[5].corners) c.pixel.x += 4 * std::sin(c.board_x_mm / 15);  // a bent board
  const LensReport report = calibrate_lens(views, {});
  CHECK_FALSE(report.views[5].used);
  CHECK(report.views[5].why_not.find("does not fit the others") == 0);
  CHECK(report.refusals.empty());
}

TEST_CASE("a board described with the wrong sides is refused", "[lens]") {
  auto views = good_series(7);
  for (auto& view : views)
    for (auto& c : view.corners) c.board_y_mm *= 1.3;
  const LensReport report = calibrate_lens(views, {.max_fx_sd_share = 10});
  CHECK_FALSE(report.refusals.empty());
}

TEST_CASE("edge softness is measured in pixels", "[lens]") {
  for (const double sigma : {0.8, 1.5, 3.0}) {
    Image image(80, 80, 1);
    for (int y = 0; y < 80; ++y) {
      for (int x = 0; x < 80; ++x) {
        const double across = (x - 40.3) * 0.96 + (y - 40) * 0.28;
        image.row(y)[x] = static_cast<std::uint8_t>(std::lround(40 + 160 * 0.5 * std::erfc(-across / (sigma * std::sqrt(2.0)))));
      }
    }
    const double measured = edge_sigma(image.view(), {40.3 + 0.28 * 20, 40 - 0.96 * 20}, {40.3 - 0.28 * 20, 40 + 0.96 * 20}, 12);
    CHECK(measured == Approx(sigma).epsilon(0.15));
  }
  const Image flat(80, 80, 1);
  CHECK(edge_sigma(flat.view(), {40, 20}, {40, 60}, 12) < 0);
}

TEST_CASE("board names are read and written back, wrong ones get an example", "[board]") {
  for (const char* text : {"chessboard:9x6:25", "charuco:6x8:30:22:DICT_4X4_50", "charuco:7x6:12.5:9:DICT_5X5_100:old"}) {
    const auto board = parse_board(text);
    REQUIRE(board);
    CHECK(text_of(*board) == text);
  }
  for (const char* text : {"", "chess", "chessboard:9x:25", "chessboard:9x6:0", "charuco:6x8:30:31:DICT_4X4_50", "chessboard:1x1:25",
                           "chessboard:99999999999x6:25", "chessboard:90x6:25"}) {
    const auto board = parse_board(text);
    REQUIRE_FALSE(board);
    INFO(board.error().line);
    CHECK((board.error().line.find("chessboard:9x6:25") != std::string::npos ||
           board.error().line.find("charuco:6x7:30:22") != std::string::npos));
  }
  CHECK(parse_board("charuco:6x8:30:31:DICT_4X4_50").error().line.find("the marker must be smaller than its square") != std::string::npos);
  CHECK(parse_board("chessboard:90x6:25").error().line.find("3 to 60 columns and rows") != std::string::npos);
}

TEST_CASE("the collector keeps steady new views, passes over repeats and says what to show next", "[lens]") {
  std::mt19937 random(9);
  ViewCollector collector;
  BoardView none{"", kTruth.width, kTruth.height, {}, 0, 0, 0};
  CHECK(collector.look(none).hint == "show the board to the camera, whole and well lit");
  auto series = good_series(9, 0.05);
  CHECK(collector.look(series[0]).hint == "hold the board still");
  CHECK(collector.look(series[0]).kept);
  CHECK_FALSE(collector.look(series[0]).kept);  // nothing new
  CHECK(collector.kept().size() == 1);
  for (std::size_t i = 1; i < series.size(); ++i) {
    CHECK(collector.look(series[i]).hint == "hold the board still");
    collector.look(series[i]);
    CHECK_FALSE(collector.look(none).kept);
  }
  CHECK(collector.kept().size() >= 9);  // two of the ten lie near each other
  CHECK(collector.done());
  const LensReport report = calibrate_lens(collector.kept(), {});
  CHECK(report.refusals.empty());
}

}  // namespace lens_tests
