#include "vision/pixels/camera_model.hpp"

#include <cmath>
#include <opencv2/calib3d.hpp>
#include <vector>

#include "tests/support/catch.hpp"

namespace camera_model_tests {

using namespace polemarch;

namespace {

Camera test_camera() {
  Camera camera;
  camera.lens = {1920, 1080, 1650, 1643, 955.2, 541.7, -0.12, 0.02, 0.0007, -0.0011, 0.004};
  camera.pose = vision::looking_at({850, 420, 2100}, {900, 600, 0});
  camera.pose.rotation = vision::multiply(vision::rotation_of({0.01, -0.02, 0.3}), camera.pose.rotation);
  return camera;
}

cv::Point2d by_opencv(const Camera& camera, double x, double y, double z) {
  const Intrinsics& c = camera.lens;
  const cv::Matx33d k(c.fx, 0, c.cx, 0, c.fy, c.cy, 0, 0, 1);
  const std::vector<double> distortion{c.k1, c.k2, c.p1, c.p2, c.k3};
  cv::Mat rvec;
  cv::Rodrigues(cv::Mat(3, 3, CV_64F, const_cast<double*>(camera.pose.rotation.data())), rvec);
  const auto& t = camera.pose.translation_mm;
  std::vector<cv::Point2d> out;
  cv::projectPoints(std::vector<cv::Point3d>{{x, y, z}}, rvec, cv::Vec3d(t[0], t[1], t[2]), k, distortion, out);
  return out.front();
}

}  // namespace

TEST_CASE("project agrees with OpenCV's projectPoints", "[vision][camera]") {
  const Camera camera = test_camera();
  for (double x = 0; x <= 1800; x += 300)
    for (double y = 0; y <= 1200; y += 200)
      for (const double z : {0.0, 12.5, 80.0}) {
        const PixelPoint ours = vision::project(camera, x, y, z);
        const cv::Point2d theirs = by_opencv(camera, x, y, z);
        CHECK(std::abs(ours.x - theirs.x) < 1e-6);
        CHECK(std::abs(ours.y - theirs.y) < 1e-6);
      }
}

TEST_CASE("unproject undoes project on its plane", "[vision][camera]") {
  const Camera camera = test_camera();
  for (double x = -100; x <= 1900; x += 250)
    for (double y = -100; y <= 1300; y += 200) {
      double bx = 0, by = 0;
      REQUIRE(vision::unproject(camera, vision::project(camera, x, y, 17), 17, bx, by));
      CHECK(std::abs(bx - x) < 1e-6);
      CHECK(std::abs(by - y) < 1e-6);
    }
}

TEST_CASE("a pixel beyond the fold of the lens is refused, not guessed", "[vision][camera]") {
  Camera camera = test_camera();
  camera.lens.k1 = -0.5;
  camera.lens.k2 = camera.lens.k3 = 0;
  double x = 0, y = 0;
  CHECK_FALSE(vision::unproject(camera, {6000, 4000}, 0, x, y));
}

TEST_CASE("the Jacobians agree with finite differences", "[vision][camera]") {
  const Camera camera = test_camera();
  const std::array<double, 15> h{1e-2, 1e-2, 1e-2, 1e-2, 1e-5, 1e-5, 1e-5, 1e-5, 1e-5, 1e-6, 1e-6, 1e-6, 1e-2, 1e-2, 1e-2};
  for (const auto& at : {std::array<double, 3>{60, 40, 0}, {1700, 1100, 30}, {900, 100, 5}}) {
    vision::TableJacobian by_point{};
    vision::CameraJacobian by_camera{};
    vision::project(camera, at[0], at[1], at[2], by_point, by_camera);
    for (std::size_t k = 0; k < 15; ++k) {
      std::array<double, 15> up{}, down{};
      up[k] = h[k];
      down[k] = -h[k];
      const PixelPoint a = vision::project(vision::stepped(camera, up), at[0], at[1], at[2]);
      const PixelPoint b = vision::project(vision::stepped(camera, down), at[0], at[1], at[2]);
      INFO("parameter " << k);
      CHECK(by_camera[0][k] == Approx((a.x - b.x) / (2 * h[k])).epsilon(1e-5).margin(1e-6));
      CHECK(by_camera[1][k] == Approx((a.y - b.y) / (2 * h[k])).epsilon(1e-5).margin(1e-6));
    }
    for (std::size_t k = 0; k < 3; ++k) {
      auto up = at, down = at;
      up[k] += 1e-3;
      down[k] -= 1e-3;
      const PixelPoint a = vision::project(camera, up[0], up[1], up[2]);
      const PixelPoint b = vision::project(camera, down[0], down[1], down[2]);
      CHECK(by_point[0][k] == Approx((a.x - b.x) / 2e-3).epsilon(1e-5).margin(1e-8));
      CHECK(by_point[1][k] == Approx((a.y - b.y) / 2e-3).epsilon(1e-5).margin(1e-8));
    }
  }
}

TEST_CASE("a rotation vector survives the way to a matrix and back", "[vision][camera]") {
  for (const auto& v : {std::array<double, 3>{0, 0, 0}, {1e-9, 0, 2e-9}, {0.3, -0.2, 1.1}, {3.1, 0.1, 0}, {0, 0, -3.1}}) {
    const auto back = vision::vector_of(vision::rotation_of(v));
    for (std::size_t k = 0; k < 3; ++k) CHECK(back[k] == Approx(v[k]).margin(1e-12));
  }
}

TEST_CASE("a camera stands where it was put and sees its target in the middle", "[vision][camera]") {
  Camera camera;
  camera.lens = {1920, 1080, 1600, 1600, 959.5, 539.5, 0, 0, 0, 0, 0};
  camera.pose = vision::looking_at({700, -300, 1900}, {900, 600, 0});
  const auto eye = vision::centre_of(camera.pose);
  CHECK(eye[0] == Approx(700));
  CHECK(eye[1] == Approx(-300));
  CHECK(eye[2] == Approx(1900));
  const PixelPoint middle = vision::project(camera, 900, 600, 0);
  CHECK(middle.x == Approx(959.5));
  CHECK(middle.y == Approx(539.5));
  CHECK(vision::project(camera, 900, 700, 0).y < middle.y);  // further from A is up in the picture
  CHECK(vision::project(camera, 1000, 600, 0).x > middle.x);
}

}  // namespace camera_model_tests
