#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "assistant/cli/cli.hpp"
#include "calibration/lens.hpp"
#include "calibration/pictures.hpp"
#include "models/io/camera_io.hpp"

namespace polemarch::assistant {
namespace {

using calibration::LensModel;
using calibration::LensReport;

struct Options {
  std::string source, out, board, model = "auto";
  bool json = false, force = false;
  calibration::LensSettings lens;
};

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

void print(const LensReport& report, const calibration::BoardSpec& board) {
  std::printf("board %s\n", calibration::text_of(board).c_str());
  for (const auto& view : report.views) {
    if (view.used) {
      std::printf("  %-24s %3d corners  %.3f px  %.3f mm  tilt %2.0f deg\n", view.name.c_str(), view.corners, view.rms_px, view.rms_mm,
                  view.tilt_deg);
    } else {
      std::printf("  %-24s left out: %s\n", view.name.c_str(), view.why_not.c_str());
    }
  }
  const Intrinsics& c = report.camera.lens;
  if (report.camera.rms_px > 0) {
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

int run(const Options& options) {
  calibration::LensSettings settings = options.lens;
  if (options.model == "plain") settings.model = LensModel::Plain;
  if (options.model == "opencv") settings.model = LensModel::OpenCv;
  auto pictures = calibration::load_pictures(options.source);
  if (!pictures) return bad_input(pictures.error().line);
  calibration::BoardSpec board;
  if (options.board.empty()) {
    std::vector<Image> images;
    for (const auto& picture : *pictures) images.push_back(picture.gray);
    const auto seen = calibration::recognise_board(images);
    if (!seen) return bad_input(options.source + ": no board recognised; name it with --board (see calibrate --help)");
    board = *seen;
  } else {
    const auto named = calibration::parse_board(options.board);
    if (!named) return bad_input(named.error().line);
    board = *named;
  }
  std::vector<calibration::BoardView> views;
  for (const auto& picture : *pictures) views.push_back(calibration::find_board(picture.gray.view(), board, picture.name));
  const LensReport report = calibration::calibrate_lens(views, settings);
  if (options.json) {
    std::cout << as_json(report, board).dump() << "\n";
  } else {
    print(report, board);
  }
  const bool good = report.refusals.empty();
  if (!good && !(options.force && report.camera.rms_px > 0)) return kRefused;
  if (!options.out.empty()) {
    int used = 0;
    for (const auto& view : report.views) used += view.used ? 1 : 0;
    std::ofstream file(options.out);
    file << io::write_camera({report.camera, false, calibration::text_of(board), used});
    file.close();
    if (!file) return bad_input(options.out + ": cannot be written (does the folder exist, is the disk full?)");
  }
  return good ? kDone : kRefused;
}

}  // namespace

Action add_calibrate(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = program.add_subcommand("calibrate", "find the lens from pictures of a chessboard or ChArUco board");
  verb->add_option("--source", options->source, "folder of pictures of the board, or one picture")->required();
  verb->add_option("--out", options->out, "camera.json to write; nothing is written when the calibration is refused");
  verb->add_option(
      "--board", options->board,
      "chessboard:9x6:25 (inner corners, square mm) or charuco:6x7:30:22:DICT_4X4_50 (squares, square mm, marker mm, dictionary; "
      "a last :old for boards drawn by OpenCV before 4.7 with an even number of rows). Default: recognised from the pictures, squares of "
      "25 mm");
  verb->add_option("--model", options->model, "auto: k1 k2 p1 p2, k3 only where needed; plain: never k3; opencv: always k3")
      ->check(CLI::IsMember({"auto", "plain", "opencv"}))
      ->capture_default_str();
  verb->add_flag("--square-pixels", options->lens.square_pixels, "hold fx = fy: steadier with few views");
  verb->add_option("--min-views", options->lens.min_views, "fewer usable views are refused")
      ->capture_default_str()
      ->check(CLI::Range(3, 1000));
  verb->add_option("--max-rms", options->lens.max_rms_px, "refuse above this reprojection error, px at 1280 wide")->capture_default_str();
  verb->add_flag("--force", options->force, "write --out although the calibration is refused (exit code stays 1)");
  verb->add_flag("--json", options->json, "one JSON object instead of text");
  return [options] { return run(*options); };
}

}  // namespace polemarch::assistant
