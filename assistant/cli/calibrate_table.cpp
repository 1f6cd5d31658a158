#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "assistant/cli/calibrate.hpp"
#include "assistant/cli/looking.hpp"
#include "assistant/cli/run.hpp"
#include "assistant/session/files.hpp"
#include "calibration/table/marker_check.hpp"
#include "calibration/table/table_look.hpp"
#include "models/io/camera_io.hpp"
#include "models/io/table_io.hpp"
#include "vision/capture/source.hpp"

namespace polemarch::assistant {
namespace {

constexpr double kTableFrameWait = 10.0;

nlohmann::json as_json(const calibration::Registration& r, const std::optional<calibration::GridPicture>& grid) {
  nlohmann::json json{{"v", 1},
                      {"accepted", true},
                      {"noise_px", r.noise_px},
                      {"unexplained_px", r.camera.unexplained_px},
                      {"rms_px", r.camera.rms_px},
                      {"rms_mm", r.camera.rms_mm},
                      {"table_rms_mm", r.table_rms_mm},
                      {"table_max_mm", r.table_max_mm},
                      {"laying_ratio", r.laying_ratio},
                      {"print_scale", {{"value", r.print_scale}, {"sd", r.print_scale_sd}}}};
  for (const auto& m : r.markers) {
    json["markers"].push_back({{"marker", m.place.marker.number},
                               {"used", m.used},
                               {"why_not", m.why_not},
                               {"x_mm", m.place.x_mm},
                               {"y_mm", m.place.y_mm},
                               {"heading_deg", m.place.heading_deg},
                               {"sd_mm", m.place.sd_mm},
                               {"moved_mm", m.moved_mm},
                               {"residual_px", m.residual_px}});
  }
  for (const auto& notice : r.notices) json["notices"].push_back({{"key", notice.key}, {"text", notice.text}});
  if (grid) {
    const GridSpec& g = grid->fit.grid;
    json["grid"] = {{"marks", grid->marks == calibration::GridMarks::Dots ? "dots" : "lines"},
                    {"origin_mm", {g.origin.x.mm(), g.origin.y.mm()}},
                    {"rotation_deg", g.rotation.signed_turn().deg()},
                    {"box_mm", g.box.mm()},
                    {"sd_offset_mm", g.sd_offset_mm},
                    {"sd_rotation_deg", g.sd_rotation_deg},
                    {"seen_share", grid->seen_share}};
  }
  return json;
}

void print(const calibration::Registration& r, const std::optional<calibration::GridPicture>& grid) {
  int used = 0;
  for (const auto& m : r.markers) {
    used += m.used ? 1 : 0;
    if (m.used)
      std::printf("  marker %4d  at %8.2f %8.2f mm  +- %.2f  residual %.3f px  from its place %.2f mm\n", m.place.marker.number,
                  m.place.x_mm, m.place.y_mm, m.place.sd_mm, m.residual_px, m.moved_mm);
  }
  const auto eye = r.camera.lens;
  std::printf("%d border markers used; corner noise %.3f px; focal length %.1f px, k1 %.4f, k2 %.4f\n", used, r.noise_px, eye.fx, eye.k1,
              eye.k2);
  std::printf("over the table: %.2f mm RMS, %.2f mm at worst; print scale %.4f +- %.4f\n", r.table_rms_mm, r.table_max_mm, r.print_scale,
              r.print_scale_sd);
  if (grid) {
    const GridSpec& g = grid->fit.grid;
    std::printf("grid (%s): origin %.1f %.1f mm +- %.2f, turned %.3f +- %.3f degrees, box %.2f mm, %.0f %% seen\n",
                grid->marks == calibration::GridMarks::Dots ? "dots" : "lines", g.origin.x.mm(), g.origin.y.mm(), g.sd_offset_mm,
                g.rotation.signed_turn().deg(), g.sd_rotation_deg, g.box.mm(), 100 * grid->seen_share);
  }
  for (const auto& notice : r.notices) std::printf("note: %s\n", notice.text.c_str());
}

}  // namespace

int calibrate_table_from(const CalibrateOptions& options) {
  const auto text = read_text_file(options.table);
  if (!text) return bad_input(text.error().line);
  const auto table = io::table_from_text(*text, options.table);
  if (!table) return bad_input(table.error().line);
  if (table->border.empty())
    return bad_input(options.table + ": no border markers, so the table cannot be found (print them with polemarch markers)");
  if (const auto wrong = calibration::border_problem(*table, options.table)) return bad_input(wrong->line);
  if (const auto note = calibration::border_note(*table, options.table)) std::cerr << "note: " << *note << "\n";
  std::optional<Camera> lens;
  if (!options.camera.empty()) {
    const auto camera_text = read_text_file(options.camera);
    if (!camera_text) return bad_input(camera_text.error().line);
    const auto camera = io::read_camera(*camera_text, options.camera);
    if (!camera) return bad_input(camera.error().line);
    lens = camera->camera;
  }
  auto source = vision::open_source(options.source);
  if (!source) return bad_input(source.error().line);
  calibration::BorderAverage average(*table);
  std::optional<Frame> last;
  int other_size = 0;
  while (average.pictures() + average.elsewhere() < options.frames && other_size < options.frames) {
    auto frame = (*source)->next(kTableFrameWait);
    if (!frame) break;
    const bool counts = average.add(frame->gray->view());
    if (frame->gray->width != average.width() || frame->gray->height != average.height()) ++other_size;
    if (counts) last = std::move(frame);
  }
  if (other_size > 0)
    std::cerr << "note: passed over for another size than " << average.width() << "x" << average.height() << ": " << other_size
              << (other_size == 1 ? " picture\n" : " pictures\n");
  if (average.elsewhere() > 0)
    std::cerr << "note: left out, taken from elsewhere than the other " << average.pictures() << ": " << average.elsewhere()
              << (average.elsewhere() == 1 ? " picture" : " pictures") << "; let the camera stand still\n";
  if (!last) {
    const vision::SourceStatus status = (*source)->status();
    return bad_input(status.state == vision::SourceState::Lost ? said_by(options.source, status.text)
                                                               : options.source + ": no picture came");
  }
  calibration::RegistrationSettings settings = options.registration;
  settings.print_scale = options.ruler_mm / 200.0;
  const auto result = calibration::register_table(*table, average.sightings(), average.width(), average.height(), lens, settings);
  if (!result) return bad_input(options.source + ": " + result.error().line);
  std::optional<calibration::GridPicture> grid;
  if (options.grid) {
    if (!table->grid) return bad_input(options.table + ": /grid: --grid needs columns, rows and box_mm there");
    auto found = calibration::find_grid(last->gray->view(), result->camera, *table->grid, table->width.mm(), table->depth.mm());
    if (!found) return bad_input(options.source + ": " + found.error().line);
    grid = *found;
  }
  if (options.json) {
    std::cout << as_json(*result, grid).dump() << "\n";
  } else {
    print(*result, grid);
  }
  if (!options.out.empty()) {
    if (const auto failed = write_text_file(options.out, io::write_camera({result->camera, true, "border of " + options.table, 1})))
      return bad_input(failed->line);
  }
  if (!options.table_out.empty()) {
    const Table found = calibration::table_as_found(*table, *result, grid ? std::optional(grid->fit) : std::nullopt);
    if (const auto failed = write_text_file(options.table_out, io::json_of(found).dump(1) + "\n")) return bad_input(failed->line);
  }
  return kDone;
}

}  // namespace polemarch::assistant
