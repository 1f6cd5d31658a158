#include "vision/capture/simulator/export.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "models/io/bases_io.hpp"
#include "models/io/camera_io.hpp"
#include "models/io/json.hpp"
#include "models/io/table_io.hpp"
#include "vision/pixels/picture.hpp"
#include "vision/pixels/whole_file.hpp"

namespace polemarch::vision {
namespace {

using io::Json;

/// Enough digits for a ten-thousandth of a millimetre or pixel; more would be noise in the file.
double rounded(double v) { return std::round(v * 1e4) / 1e4; }

Json corners_json(const std::array<PixelPoint, 4>& corners) {
  Json list = Json::array();
  for (const PixelPoint& p : corners) list.push_back({rounded(p.x), rounded(p.y)});
  return list;
}

bool write_text(const std::filesystem::path& path, const std::string& text) {
  WholeFile file(path.string());
  return file.write(text) && file.take_name();
}

}  // namespace

std::string truth_line(const Truth& truth) {
  const CameraPose& pose = truth.camera.pose;
  Json j{
      {"v", 1},
      {"frame", truth.frame},
      {"t", truth.t},
      {"camera",
       {{"fx", truth.camera.lens.fx}, {"fy", truth.camera.lens.fy}, {"rotation", pose.rotation}, {"translation_mm", pose.translation_mm}}},
      {"bases", Json::array()},
      {"border", Json::array()}};
  for (const BaseTruth& b : truth.bases) {
    Json entry{{"base", b.base.text},
               {"marker", b.marker.number},
               {"x_mm", rounded(b.x_mm)},
               {"y_mm", rounded(b.y_mm)},
               {"heading_deg", rounded(b.heading_deg)},
               {"height_mm", rounded(b.height_mm)},
               {"lift_mm", rounded(b.lift_mm)},
               {"present", b.present},
               {"moving", b.moving},
               {"visible", rounded(b.visible)},
               {"corners", corners_json(b.corners)}};
    if (!b.unit.empty()) entry["unit"] = b.unit.text;
    j["bases"].push_back(std::move(entry));
  }
  for (const BorderTruth& b : truth.border)
    j["border"].push_back({{"marker", b.marker.number}, {"visible", rounded(b.visible)}, {"corners", corners_json(b.corners)}});
  return j.dump();
}

Result<int> export_scene(const SceneSpec& scene, const std::string& folder, const ExportSettings& settings,
                         const std::function<void(int)>& progress) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder, error)) return InputError{folder + ": cannot be made a folder"};
  const fs::path dir(folder);
  SimulatedTable table(scene);
  std::vector<BaseSpec> bases;
  for (const SceneBase& base : scene.bases) bases.push_back(base.spec);
  const int first = settings.first_frame, count = settings.frames > 0 ? settings.frames : std::max(1, scene.frames);
  if (!write_text(dir / "table.json", io::json_of(scene.table).dump(1) + "\n") ||
      !write_text(dir / "bases.json", io::json_of(bases).dump(1) + "\n") ||
      !write_text(dir / "camera.json", io::write_camera({table.camera(first), true, "simulated", 0})))
    return InputError{folder + ": cannot be written (disk full, or no right to write here)"};
  WholeFile truth((dir / "truth.jsonl").string());
  for (int i = 0; i < count; ++i) {
    const Frame frame = table.render(first + i);
    char name[32];
    std::snprintf(name, sizeof name, "frame_%06d.%s", first + i, settings.jpeg ? "jpg" : "png");
    const std::string path = (dir / name).string();
    const int quality = scene.sensor.jpeg_quality > 0 ? scene.sensor.jpeg_quality : 90;
    if (const auto wrong = write_picture(path, (frame.colour ? *frame.colour : *frame.gray).view(), quality)) return *wrong;
    if (!truth.write(truth_line(table.truth(first + i)) + "\n"))
      return InputError{(dir / "truth.jsonl").string() + ": cannot be written (disk full?)"};
    if (progress) progress(i + 1);
  }
  if (!truth.take_name()) return InputError{(dir / "truth.jsonl").string() + ": cannot be written (disk full?)"};
  return count;
}

}  // namespace polemarch::vision
