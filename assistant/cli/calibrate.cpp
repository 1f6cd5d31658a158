#include "assistant/cli/calibrate.hpp"

#include <memory>

#include "assistant/cli/cli.hpp"
#include "assistant/cli/looking.hpp"
#include "assistant/session/files.hpp"

namespace polemarch::assistant {

Action add_calibrate(CLI::App& program) {
  auto options = std::make_shared<CalibrateOptions>();
  CLI::App* verb = program.add_subcommand(
      "calibrate", "find the lens from a chessboard or ChArUco board, or with --table the camera's place over the table");
  verb->add_option("--source", options->source,
                   "folder of pictures of the board, one picture, a video, camera:0, http://... or sim:scene.json")
      ->required();
  verb->add_option("--out", options->out, "camera.json to write; nothing is written when the calibration is refused");
  verb->add_flag("--json", options->json, "one JSON object instead of text");
  verb->add_flag("--force", options->force, "write --out although the calibration is refused (the exit code stays 1)");
  verb->add_option(
          "--board", options->board,
          "chessboard:9x6:25 (inner corners, square mm) or charuco:6x7:30:22:DICT_4X4_50 (squares, square mm, marker mm, dictionary; "
          "a last :old for boards drawn by OpenCV before 4.7 with an even number of rows). Default: recognised, squares of 25 mm")
      ->group("Lens");
  verb->add_option("--model", options->model, "auto: k1 k2 p1 p2, k3 only where needed; plain: never k3; opencv: always k3")
      ->check(CLI::IsMember({"auto", "plain", "opencv"}))
      ->capture_default_str()
      ->group("Lens");
  verb->add_flag("--square-pixels", options->lens.square_pixels, "hold fx = fy: steadier with few views")->group("Lens");
  verb->add_option("--min-views", options->lens.min_views, "fewer usable views are refused")
      ->capture_default_str()
      ->check(CLI::Range(3, 1000))
      ->group("Lens");
  verb->add_option("--max-rms", options->lens.max_rms_px, "refuse above this reprojection error, px at 1280 wide")
      ->capture_default_str()
      ->check(between(0.05, 50, "px"))
      ->group("Lens");
  verb->add_option("--views", options->views, "running sources: stop after so many views")
      ->capture_default_str()
      ->check(CLI::Range(5, 200))
      ->group("Lens");
  verb->add_option("--table", options->table, "table.json: register this table from its border markers instead")->group("Table");
  verb->add_option("--camera", options->camera, "camera.json of the lens; without it the lens comes from the border markers too")
      ->group("Table");
  verb->add_option("--table-out", options->table_out, "table.json with the border markers' places (and the grid) as found")->group("Table");
  verb->add_flag("--grid", options->grid, "find the grid of table.json on the mat (lines or dots)")->group("Table");
  verb->add_option("--ruler", options->ruler_mm, "what the 200 mm line measures on your print, mm, where table.json does not know it yet")
      ->capture_default_str()
      ->check(between(150, 250, "mm"))
      ->group("Table");
  verb->add_option("--frames", options->frames, "pictures to average")->capture_default_str()->check(CLI::Range(1, 1000))->group("Table");
  verb->add_option("--corner-inset", options->registration.corner_inset_mm,
                   "border known by size only: from the table's edges to a corner marker's centre, mm")
      ->capture_default_str()
      ->check(between(0, 500, "mm"))
      ->group("Table");
  verb->add_option("--heading-sd", options->registration.heading_sd_deg,
                   "how straight the border markers are laid, degrees (one standard deviation)")
      ->capture_default_str()
      ->check(between(0.01, 45, "degrees"))
      ->group("Table");
  // Half of the options belong to the lens and half to the table: one that would do nothing is said rather than passed over.
  CLI::Option* table = verb->get_option("--table");
  for (CLI::Option* option : verb->get_options()) {
    if (option->get_group() == "Table" && option != table) option->needs(table);
    if (option->get_group() == "Lens") option->excludes(table);
  }
  return [options] {
    std::vector<std::string> inputs = files_of_source(options->source);
    inputs.insert(inputs.end(), {options->table, options->camera});
    for (const auto& [option, out] : {std::pair{"--out", options->out}, {"--table-out", options->table_out}})
      if (const auto wrong = writes_over_input(option, out, inputs)) return bad_input(wrong->line);
    if (!options->out.empty() && options->out == options->table_out)
      return bad_input("--table-out " + options->out + ": is --out too; give each a name of its own");
    return options->table.empty() ? calibrate_lens_from(*options) : calibrate_table_from(*options);
  };
}

}  // namespace polemarch::assistant
