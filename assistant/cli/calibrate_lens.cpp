#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assistant/cli/calibrate.hpp"
#include "assistant/cli/progress.hpp"
#include "assistant/cli/run.hpp"
#include "assistant/session/files.hpp"
#include "calibration/board/pictures.hpp"
#include "calibration/lens/view_collector.hpp"
#include "models/io/camera_io.hpp"
#include "vision/capture/source.hpp"
#include "vision/prints/dictionary.hpp"

namespace polemarch::assistant {
namespace {

using calibration::LensModel;
using calibration::LensReport;

constexpr double kLensFrameWait = 10.0;  // seconds without a picture before a running source is given up
constexpr double kBetweenViews = 0.5;    // seconds of rest after a view was kept
constexpr double kBetweenLooks = 0.1;
constexpr double kBetweenTries = 1.0;  // while the board is not yet recognised

nlohmann::json as_json(const LensReport& report, const calibration::BoardSpec& board) {
  nlohmann::json json;
  json["v"] = 1;
  json["board"] = calibration::text_of(board);
  json["accepted"] = report.refusals.empty();
  json["refusals"] = report.refusals;
  json["missing"] = report.missing;
  json["rms_px"] = report.camera.rms_px;
  json["rms_mm"] = report.camera.rms_mm;
  json["opencv_rms_px"] = report.opencv_rms_px;
  json["table_rms_mm"] = report.table_rms_mm;
  json["table_max_mm"] = report.table_max_mm;
  const Intrinsics& c = report.camera.lens;
  const std::array<double, 9> values{c.fx, c.fy, c.cx, c.cy, c.k1, c.k2, c.p1, c.p2, c.k3};
  constexpr std::array kNames{"fx", "fy", "cx", "cy", "k1", "k2", "p1", "p2", "k3"};
  for (std::size_t i = 0; i < 9; ++i) json["lens"][kNames[i]] = {{"value", values[i]}, {"sd", report.sd[i]}};
  for (const auto& view : report.views) {
    json["views"].push_back({{"name", view.name},
                             {"used", view.used},
                             {"why_not", view.why_not},
                             {"corners", view.corners},
                             {"rms_px", view.rms_px},
                             {"rms_mm", view.rms_mm},
                             {"tilt_deg", view.tilt_deg}});
  }
  return json;
}

/// A name filled up to a column; a letter outside ASCII counts as one.
std::string filled(std::string name, std::ptrdiff_t columns) {
  const auto letters = std::ranges::count_if(name, [](unsigned char c) { return (c & 0xC0) != 0x80; });
  if (letters < columns) name.append(static_cast<std::size_t>(columns - letters), ' ');
  return name;
}

void print(const LensReport& report, const calibration::BoardSpec& board) {
  std::printf("board %s\n", calibration::text_of(board).c_str());
  const bool solved = report.camera.rms_px > 0;
  for (const auto& view : report.views) {
    const std::string name = filled(view.name, 24);
    if (!view.used) {
      std::printf("  %s left out: %s\n", name.c_str(), view.why_not.c_str());
    } else if (solved) {
      std::printf("  %s %3d corners  %.3f px  %.3f mm  tilt %2.0f deg\n", name.c_str(), view.corners, view.rms_px, view.rms_mm,
                  view.tilt_deg);
    } else {
      std::printf("  %s %3d corners\n", name.c_str(), view.corners);
    }
  }
  const Intrinsics& c = report.camera.lens;
  if (solved) {
    std::printf("focal length %.2f +- %.2f, %.2f +- %.2f px; centre %.2f +- %.2f, %.2f +- %.2f px\n", c.fx, report.sd[0], c.fy,
                report.sd[1], c.cx, report.sd[2], c.cy, report.sd[3]);
    std::printf("k1 %.5f +- %.5f  k2 %.5f +- %.5f  p1 %.6f +- %.6f  p2 %.6f +- %.6f  k3 %.5f +- %.5f\n", c.k1, report.sd[4], c.k2,
                report.sd[5], c.p1, report.sd[6], c.p2, report.sd[7], c.k3, report.sd[8]);
    std::printf("reprojection %.4f px (%.3f mm on the boards); OpenCV's five-coefficient solution on the same corners %.4f px\n",
                report.camera.rms_px, report.camera.rms_mm, report.opencv_rms_px);
    std::printf("over the table: %.2f mm RMS, %.2f mm at worst from the lens alone, before the border markers refine it\n",
                report.table_rms_mm, report.table_max_mm);
  }
  for (const auto& line : report.refusals) std::printf("REFUSED: %s\n", line.c_str());
  for (const auto& line : report.missing) std::printf("%s: %s\n", report.refusals.empty() ? "would help" : "show next", line.c_str());
}

/// The board and its views, from pictures on disk or from a running source.
struct Views {
  calibration::BoardSpec board;
  std::vector<calibration::BoardView> views;
};

Result<std::optional<calibration::BoardSpec>> board_named(const CalibrateOptions& options) {
  if (options.board.empty()) return std::optional<calibration::BoardSpec>();
  const auto named = calibration::parse_board(options.board);
  if (!named) return named.error();
  if (named->kind == calibration::BoardKind::Charuco)
    if (const auto family = vision::load_dictionary(named->dictionary); !family)
      return InputError{"board \"" + options.board + "\": " + family.error().line};
  return std::optional<calibration::BoardSpec>(*named);
}

constexpr const char* kMirrored = "the pictures are mirrored: switch mirroring off in the camera's settings and take them again";

InputError no_board(const CalibrateOptions& options, bool mirrored) {
  return {options.source + ": " + (mirrored ? kMirrored : "no board recognised; name it with --board (see calibrate --help)")};
}

Result<Views> views_on_disk(const CalibrateOptions& options, std::optional<calibration::BoardSpec> board) {
  auto pictures = calibration::load_pictures(options.source);
  if (!pictures) return pictures.error();
  const auto images = [&] {
    std::vector<Image> readable;
    for (const auto& picture : *pictures)
      if (picture.why_not.empty()) readable.push_back(picture.gray);
    return readable;
  };
  if (!board) {
    ProgressLine progress("looking which board it is (--board names it)");
    progress(0);
    board = calibration::recognise_board(images());
    if (!board) return no_board(options, calibration::shows_mirrored_board(images()));
  }
  Views out{*board, {}};
  for (const auto& picture : *pictures) {
    calibration::BoardView view;
    if (picture.why_not.empty()) view = calibration::find_board(picture.gray.view(), *board, picture.name);
    view.name = picture.name;
    view.unreadable = picture.why_not;
    out.views.push_back(std::move(view));
  }
  const bool seen = std::ranges::any_of(out.views, [](const calibration::BoardView& view) { return !view.corners.empty(); });
  if (!seen && board->kind == calibration::BoardKind::Charuco && calibration::shows_mirrored_board(images()))
    return no_board(options, true);
  return out;
}

/// Watches a running source, keeps new and steady views and says on stderr what to show next.
Result<Views> views_live(const CalibrateOptions& options, std::optional<calibration::BoardSpec> board) {
  auto source = vision::open_source(options.source);
  if (!source) return source.error();
  calibration::ViewCollector collector(options.views);
  std::string said;
  bool mirrored = false;
  double next_look = 0;
  while (!collector.done()) {
    const auto frame = (*source)->next(kLensFrameWait);
    if (!frame) break;
    if (frame->t < next_look) continue;
    if (!board) board = calibration::recognise_board({*frame->gray});
    mirrored = !board && calibration::shows_mirrored_board({*frame->gray});
    calibration::CollectorStep step{
        false, mirrored ? "the picture is mirrored: switch mirroring off in the camera's settings" : "show the board to the camera"};
    if (board)
      step = collector.look(calibration::find_board(frame->gray->view(), *board, "view " + std::to_string(collector.kept().size() + 1)));
    next_look = frame->t + (!board ? kBetweenTries : step.kept ? kBetweenViews : kBetweenLooks);
    const std::string line = std::to_string(collector.kept().size()) + " views; " + step.hint;
    if (line != said) std::cerr << line << "\n";
    said = line;
  }
  if (!board) return no_board(options, mirrored);
  return Views{*board, collector.kept()};
}

}  // namespace

int calibrate_lens_from(const CalibrateOptions& options) {
  calibration::LensSettings settings = options.lens;
  if (options.model == "plain") settings.model = LensModel::Plain;
  if (options.model == "opencv") settings.model = LensModel::OpenCv;
  const auto board = board_named(options);
  if (!board) return bad_input(board.error().line);
  std::error_code error;
  const bool folder = std::filesystem::is_directory(options.source, error);
  const bool running = options.source.find(':') != std::string::npos || (!folder && calibration::is_video(options.source));
  const auto views = running ? views_live(options, *board) : views_on_disk(options, *board);
  if (!views) return bad_input(views.error().line);
  if (views->views.empty()) return bad_input(options.source + ": no view of the board was kept; hold it still for a moment in each place");
  const LensReport report = calibration::calibrate_lens(views->views, settings);
  if (options.json) {
    std::cout << as_json(report, views->board).dump() << "\n";
  } else {
    print(report, views->board);
  }
  const bool good = report.refusals.empty();
  if (!good && !(options.force && report.camera.rms_px > 0)) return kRefused;
  if (!options.out.empty()) {
    const auto used = static_cast<int>(std::ranges::count_if(report.views, [](const calibration::ViewReport& v) { return v.used; }));
    const std::string text = io::write_camera({report.camera, false, calibration::text_of(views->board), used});
    if (const auto failed = write_text_file(options.out, text)) return bad_input(failed->line);
  }
  return good ? kDone : kRefused;
}

}  // namespace polemarch::assistant
