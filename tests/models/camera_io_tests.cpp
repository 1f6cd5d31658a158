#include "models/io/camera_io.hpp"

#include "tests/support/catch.hpp"

namespace camera_io_tests {

using namespace polemarch;

namespace {

io::CameraFile sample() {
  io::CameraFile file;
  file.camera.lens = {1920, 1080, 1451.123456789, 1450.9, 958.1, 541.7, -0.12, 0.02, 1e-4, -2e-4, 0.001};
  file.camera.pose.rotation = {1, 0, 0, 0, -1, 0, 0, 0, -1};
  file.camera.pose.translation_mm = {-900.1, 600.2, 2000.3};
  file.has_pose = true;
  file.camera.factors.push_back({1, 0, 0, 0, .01, 0, 0, 0, 0, 1e-4, 0, 0, 0, 0, 1.0 / 3});
  file.camera.rms_px = 0.05;
  file.camera.rms_mm = 0.04;
  file.camera.unexplained_px = 0.21;
  file.board = "chessboard:9x6:25";
  file.views = 13;
  return file;
}

std::string error_of(const std::string& text) {
  const auto read = io::read_camera(text, "camera.json");
  return read ? std::string("(no error)") : read.error().line;
}

}  // namespace

TEST_CASE("a camera file comes back as it was written, to the last bit", "[camera_io]") {
  const auto file = sample();
  const auto back = io::read_camera(io::write_camera(file), "camera.json");
  REQUIRE(back);
  CHECK(back->camera.lens.fx == file.camera.lens.fx);
  CHECK(back->camera.lens.k3 == file.camera.lens.k3);
  CHECK(back->camera.pose.rotation == file.camera.pose.rotation);
  CHECK(back->camera.pose.translation_mm == file.camera.pose.translation_mm);
  CHECK(back->camera.factors == file.camera.factors);
  CHECK(back->camera.unexplained_px == file.camera.unexplained_px);
  CHECK(back->has_pose);
  CHECK(back->board == file.board);
  CHECK(back->views == 13);
  auto lens_only = file;
  lens_only.has_pose = false;
  const auto without = io::read_camera(io::write_camera(lens_only), "camera.json");
  REQUIRE(without);
  CHECK_FALSE(without->has_pose);
}

TEST_CASE("a whole number beyond those a machine counts with is refused as the large number it is", "[camera_io]") {
  const std::string lens = R"("width":640,"height":480,"fx":500,"fy":500,"cx":320,"cy":240)";
  for (const std::string number : {"18446744073709551615", "9223372036854775808"}) {
    CHECK(error_of(R"({"v":1,"lens":{)" + lens + R"(,"k1":)" + number + "}}").find("/lens/k1") != std::string::npos);
    CHECK(error_of(R"({"v":1,"lens":{)" + lens + R"(},"views":)" + number + "}").find("/views") != std::string::npos);
  }
}

TEST_CASE("a wrong camera file is answered with file, place and mend", "[camera_io]") {
  CHECK(error_of("{").find("camera.json: line 1") == 0);
  CHECK(error_of(R"({"v":1})").find("lens") != std::string::npos);
  CHECK(error_of(R"({"v":2,"lens":{"width":640,"height":480,"fx":500,"fy":500,"cx":320,"cy":240}})").find("/v") != std::string::npos);
  CHECK(error_of(R"({"v":1,"lens":{"width":640,"height":480,"fx":-5,"fy":500,"cx":320,"cy":240}})").find("/lens/fx") != std::string::npos);
  CHECK(error_of(R"({"v":1,"lens":{"width":640,"height":480,"fx":500,"fy":500,"cx":9000,"cy":240}})").find("/lens/cx") !=
        std::string::npos);
  CHECK(error_of(R"({"v":1,"lens":{"width":640,"height":480,"fx":300,"fy":300,"cx":320,"cy":240,"k1":-0.5}})").find("turns back") !=
        std::string::npos);
  CHECK(
      error_of(
          R"({"v":1,"lens":{"width":640,"height":480,"fx":500,"fy":500,"cx":320,"cy":240},"pose":{"rotation":[1,0,0,0,1,0,0,1,0],"translation_mm":[0,0,0]}})")
          .find("/pose/rotation") != std::string::npos);
}

}  // namespace camera_io_tests
