#include "models/io/camera_io.hpp"

#include <algorithm>
#include <cmath>

#include "models/io/json.hpp"

namespace polemarch::io {
namespace {

InputError wrong(std::string_view name, const std::string& what) { return {std::string(name) + ": " + what}; }

double off_orthonormal(const std::array<double, 9>& r) {
  double worst = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      double dot = 0;
      for (std::size_t k = 0; k < 3; ++k) dot += r[3 * i + k] * r[3 * j + k];
      worst = std::max(worst, std::abs(dot - (i == j ? 1.0 : 0.0)));
    }
  }
  const double det = r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) + r[2] * (r[3] * r[7] - r[4] * r[6]);
  return std::max(worst, std::abs(det - 1.0));
}

}  // namespace

Result<CameraFile> read_camera(std::string_view text, std::string_view name) {
  auto parsed = read_json(text, "camera.schema.json", name);
  if (!parsed) return parsed.error();
  const Json& json = *parsed;
  CameraFile file;
  const Json& lens = json.at("lens");
  Intrinsics& c = file.camera.lens;
  c.width = lens.at("width").get<int>();
  c.height = lens.at("height").get<int>();
  c.fx = lens.at("fx").get<double>();
  c.fy = lens.at("fy").get<double>();
  c.cx = lens.at("cx").get<double>();
  c.cy = lens.at("cy").get<double>();
  c.k1 = lens.value("k1", 0.0);
  c.k2 = lens.value("k2", 0.0);
  c.p1 = lens.value("p1", 0.0);
  c.p2 = lens.value("p2", 0.0);
  c.k3 = lens.value("k3", 0.0);
  if (c.cx < -c.width || c.cx > 2.0 * c.width) return wrong(name, "/lens/cx: expected a pixel near the picture's middle");
  if (c.cy < -c.height || c.cy > 2.0 * c.height) return wrong(name, "/lens/cy: expected a pixel near the picture's middle");
  if (folds_inside(c)) return wrong(name, "/lens: the distortion turns back inside the picture; calibrate again");
  if (const auto pose = json.find("pose"); pose != json.end()) {
    file.camera.pose.rotation = pose->at("rotation").get<std::array<double, 9>>();
    file.camera.pose.translation_mm = pose->at("translation_mm").get<std::array<double, 3>>();
    if (off_orthonormal(file.camera.pose.rotation) > 1e-6)
      return wrong(name, "/pose/rotation: expected a rotation matrix (nine numbers, row by row)");
    file.has_pose = true;
  }
  if (const auto factors = json.find("factors"); factors != json.end()) {
    for (const Json& factor : *factors) file.camera.factors.push_back(factor.get<std::array<double, 15>>());
  }
  file.camera.rms_px = json.value("rms_px", 0.0);
  file.camera.unexplained_px = json.value("unexplained_px", 0.0);
  file.camera.rms_mm = json.value("rms_mm", 0.0);
  file.board = json.value("board", std::string());
  file.views = json.value("views", 0);
  return file;
}

std::string write_camera(const CameraFile& file) {
  const Intrinsics& c = file.camera.lens;
  Json json;
  json["v"] = 1;
  json["lens"] = {{"width", c.width}, {"height", c.height}, {"fx", c.fx}, {"fy", c.fy}, {"cx", c.cx}, {"cy", c.cy},
                  {"k1", c.k1},       {"k2", c.k2},         {"p1", c.p1}, {"p2", c.p2}, {"k3", c.k3}};
  if (file.has_pose) json["pose"] = {{"rotation", file.camera.pose.rotation}, {"translation_mm", file.camera.pose.translation_mm}};
  json["factors"] = file.camera.factors;
  json["rms_px"] = file.camera.rms_px;
  if (file.camera.unexplained_px > 0) json["unexplained_px"] = file.camera.unexplained_px;
  json["rms_mm"] = file.camera.rms_mm;
  if (!file.board.empty()) json["board"] = file.board;
  if (file.views > 0) json["views"] = file.views;
  return json.dump(1) + "\n";
}

}  // namespace polemarch::io
