#include <cmath>
#include <opencv2/aruco/charuco.hpp>
#include <opencv2/calib3d.hpp>
#include <opencv2/core/version.hpp>
#include <opencv2/imgproc.hpp>

#include "calibration/board/pictures.hpp"
#include "calibration/lens/lens.hpp"
#include "tests/calibration/real_folder.hpp"
#include "tests/support/source_dir.hpp"

namespace real_series_tests {

using namespace polemarch;
using namespace polemarch::calibration;

namespace {

std::vector<Image> images_of(const std::vector<NamedPicture>& pictures) {
  std::vector<Image> images;
  for (const auto& p : pictures) images.push_back(p.gray);
  return images;
}

std::vector<BoardView> views_of(const std::vector<NamedPicture>& pictures, const BoardSpec& board) {
  std::vector<BoardView> views;
  for (const auto& p : pictures) views.push_back(find_board(p.gray.view(), board, p.name));
  return views;
}

cv::Mat mat_of(const Image& image) { return {image.height, image.width, CV_8UC1, const_cast<unsigned char*>(image.bytes.data())}; }

}  // namespace

TEST_CASE("the real chessboard series gives OpenCV's own reprojection error", "[real][lens]") {
  const auto folder = test::real_folder("chess_opencv");
  if (!folder) return;
  const auto pictures = load_pictures(*folder);
  REQUIRE(pictures);
  REQUIRE(pictures->size() == 13);
  const auto board = recognise_board(images_of(*pictures));
  REQUIRE(board);
  CHECK(text_of(*board) == "chessboard:9x6:25");
  const LensReport ours = calibrate_lens(views_of(*pictures, *board), {.model = LensModel::OpenCv});
  REQUIRE(ours.refusals.empty());

  // Same corners, same flags: OpenCV called by hand must give the same lens.
  std::vector<std::vector<cv::Point2f>> same, recipe;
  std::vector<std::vector<cv::Point3f>> places;
  for (std::size_t v = 0; v < pictures->size(); ++v) {
    const Image& picture = (*pictures)[v].gray;
    auto& pixels = same.emplace_back();
    auto& place = places.emplace_back();
    for (const BoardCorner& c : find_board(picture.view(), *board, "").corners) {
      pixels.emplace_back(static_cast<float>(c.pixel.x), static_cast<float>(c.pixel.y));
      place.emplace_back(static_cast<float>(25 * (c.index % 9)), static_cast<float>(25 * (c.index / 9)), 0.0F);
    }
    // And the recipe of OpenCV's sample, whose fixed window of 11 reaches neighbouring corners in small boards.
    REQUIRE(cv::findChessboardCorners(mat_of(picture), {9, 6}, recipe.emplace_back(),
                                      cv::CALIB_CB_ADAPTIVE_THRESH | cv::CALIB_CB_NORMALIZE_IMAGE | cv::CALIB_CB_FAST_CHECK));
    cv::cornerSubPix(mat_of(picture), recipe.back(), {11, 11}, {-1, -1}, {cv::TermCriteria::EPS + cv::TermCriteria::COUNT, 30, 0.0001});
  }
  cv::Mat k, d, k2, d2;
  std::vector<cv::Mat> r, t;
  const double rms = cv::calibrateCamera(places, same, {640, 480}, k, d, r, t);
  const double recipe_rms = cv::calibrateCamera(places, recipe, {640, 480}, k2, d2, r, t);
  WARN("chess_opencv, 13 views: ours " << ours.camera.rms_px << " px; OpenCV on the same corners " << rms << " px; OpenCV's sample recipe "
                                       << recipe_rms << " px");
  CHECK(ours.camera.rms_px == Approx(rms).margin(1e-9));
  CHECK(ours.camera.lens.fx == Approx(k.at<double>(0, 0)).margin(1e-6));
  CHECK(ours.camera.lens.cy == Approx(k.at<double>(1, 2)).margin(1e-6));
  CHECK(ours.camera.lens.k1 == Approx(d.at<double>(0)).margin(1e-9));
  CHECK(ours.camera.rms_px < recipe_rms);
  CHECK(recipe_rms == Approx(0.4088).margin(0.02));

  const LensReport plain = calibrate_lens(views_of(*pictures, *board), {});
  CHECK(plain.refusals.empty());
  CHECK(plain.camera.rms_px < rms * 1.02);
  CHECK(std::abs(plain.camera.lens.fx - 535.92) < 4.0);  // the solution OpenCV ships with the pictures, found with other corners
}

#if CV_VERSION_MAJOR == 4 && CV_VERSION_MINOR < 7
TEST_CASE("the real ChArUco series agree with OpenCV's solution within their stated errors", "[real][lens]") {
  const std::string series = GENERATE("charuco_endoscope", "charuco_std");
  {
    const auto folder = test::real_folder(series);
    if (!folder) return;
    const auto pictures = load_pictures(*folder);
    REQUIRE(pictures);
    const auto seen = recognise_board(images_of(*pictures));
    REQUIRE(seen);
    CHECK(seen->columns == 10);
    CHECK(seen->rows == 7);
    CHECK(seen->marker_mm / seen->square_mm == Approx(11.0 / 15).epsilon(0.07));
    CHECK(seen->dictionary == "DICT_4X4_50");
    const BoardSpec board = *parse_board("charuco:10x7:15:11:DICT_4X4_50");
    // Every view OpenCV takes, and its own model: this compares the solution, not the judgement.
    const LensReport ours =
        calibrate_lens(views_of(*pictures, board), {.model = LensModel::OpenCv, .motion_ratio = 1e9, .outlier_ratio = 1e9});

    const auto dictionary = cv::aruco::getPredefinedDictionary(cv::aruco::DICT_4X4_50);
    const auto charuco = cv::aruco::CharucoBoard::create(10, 7, 15, 11, dictionary);
    std::vector<cv::Mat> all_corners, all_ids, r, t;
    for (const auto& picture : *pictures) {
      const cv::Mat gray = mat_of(picture.gray);
      std::vector<std::vector<cv::Point2f>> corners;
      std::vector<int> ids;
      cv::aruco::detectMarkers(gray, dictionary, corners, ids);
      cv::Mat chess, chess_ids;
      if (cv::aruco::interpolateCornersCharuco(corners, ids, gray, charuco, chess, chess_ids) < 8) continue;
      all_corners.push_back(chess);
      all_ids.push_back(chess_ids);
    }
    cv::Mat k, d, sd, sd_pose, per_view;
    const cv::Size size(pictures->front().gray.width, pictures->front().gray.height);
    const double rms = cv::aruco::calibrateCameraCharuco(all_corners, all_ids, charuco, size, k, d, r, t, sd, sd_pose, per_view, 0);
    WARN(series << ": ours " << ours.camera.rms_px << " px, fx " << ours.camera.lens.fx << " +- " << ours.sd[0] << "; OpenCV " << rms
                << " px, fx " << k.at<double>(0, 0) << " +- " << sd.at<double>(0));
    CHECK(ours.camera.rms_px < 1.1 * rms);
    const std::array<double, 4> mine{ours.camera.lens.fx, ours.camera.lens.fy, ours.camera.lens.cx, ours.camera.lens.cy};
    const std::array<double, 4> theirs{k.at<double>(0, 0), k.at<double>(1, 1), k.at<double>(0, 2), k.at<double>(1, 2)};
    for (std::size_t i = 0; i < 4; ++i)
      CHECK(std::abs(mine[i] - theirs[i]) < 2 * std::hypot(ours.sd[i], sd.at<double>(static_cast<int>(i))));
  }
}
#endif

TEST_CASE("a real series that fits no lens is refused with its figure", "[real][lens]") {
  const auto folder = test::real_folder("charuco_std");
  if (!folder) return;
  const auto pictures = load_pictures(*folder);
  REQUIRE(pictures);
  const LensReport report = calibrate_lens(views_of(*pictures, *parse_board("charuco:10x7:15:11:DICT_4X4_50")), {});
  REQUIRE_FALSE(report.refusals.empty());
  CHECK(report.refusals.front().find("the board does not fit a lens") == 0);
  CHECK(report.camera.rms_px > 1.2);
}

TEST_CASE("bad picture sources get one line", "[lens]") {
  const auto none = load_pictures("/no/such/folder");
  REQUIRE_FALSE(none);
  CHECK(none.error().line == "/no/such/folder: no such folder or picture");
  const auto sources = load_pictures(test::source_dir() + "/calibration");
  REQUIRE_FALSE(sources);
  CHECK(sources.error().line.find("no pictures") != std::string::npos);
}

}  // namespace real_series_tests
