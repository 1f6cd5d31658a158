#include <unistd.h>

#include <filesystem>
#include <iomanip>
#include <iostream>
#include <memory>

#include "assistant/cli/cli.hpp"
#include "assistant/session/files.hpp"
#include "vision/capture/simulator/export.hpp"
#include "vision/capture/simulator/scene_io.hpp"
#include "vision/capture/simulator/scenes.hpp"

namespace polemarch::assistant {
namespace {

struct SimulateOptions {
  std::string scene, out, format = "png";
  bool list = false, print = false, gray = false;
  int frames = 0, from = 0;
};

int list_scenes() {
  for (const vision::CatalogueEntry& entry : vision::catalogue())
    std::cout << std::left << std::setw(20) << entry.name << entry.text << "\n";
  return kDone;
}

int simulate(const SimulateOptions& options) {
  if (options.list) return list_scenes();
  if (options.scene.empty()) return bad_input("simulate: --scene FILE or NAME is needed (--list names the scenes there are)");
  auto scene = vision::load_scene(options.scene);
  if (!scene) return bad_input(scene.error().line);
  if (options.print) {
    std::cout << vision::scene_to_text(*scene);
    return kDone;
  }
  if (options.out.empty()) return bad_input("simulate: --out DIR is needed");
  std::vector<std::string> outs;
  for (const char* name : {"table.json", "bases.json", "camera.json", "truth.jsonl"}) outs.push_back(options.out + "/" + name);
  std::error_code none;
  for (std::filesystem::directory_iterator at(options.out, none), end; !none && at != end; at.increment(none))
    if (at->path().filename().string().starts_with("frame_")) outs.push_back(at->path().string());
  if (const auto wrong = any_writes_over_input("--out", outs, {options.scene})) return bad_input(wrong->line);
  scene->sensor.colour = !options.gray;
  const bool terminal = ::isatty(STDERR_FILENO) != 0;
  const auto written = vision::export_scene(*scene, options.out, {options.format == "jpg", options.from, options.frames}, [&](int done) {
    if (terminal) std::cerr << "\rframe " << done << std::flush;
  });
  if (terminal) std::cerr << "\r          \r";
  if (!written) return bad_input(written.error().line);
  std::cout << *written << " frames of " << scene->name << " in " << options.out
            << ", with truth.jsonl, table.json, bases.json, camera.json\n";
  return kDone;
}

}  // namespace

Action add_simulate(CLI::App& program) {
  auto* verb = program.add_subcommand("simulate", "frames and exact truth from the simulated camera");
  auto options = std::make_shared<SimulateOptions>();
  verb->add_option("--scene", options->scene, "scene.json, or the name of a scene (see --list)");
  auto* out = verb->add_option("--out", options->out, "folder for frames, truth.jsonl, table.json, bases.json, camera.json");
  verb->add_option("--frames", options->frames, "how many frames (default: as many as the scene has)")->check(CLI::Range(1, 10000000));
  verb->add_option("--from", options->from, "first frame (default: 0)")->check(CLI::Range(0, 10000000));
  verb->add_option("--format", options->format, "png or jpg")->check(CLI::IsMember({"png", "jpg"}));
  verb->add_flag("--gray", options->gray, "grey frames (default: colour)");
  verb->add_flag("--list", options->list, "name the scenes there are");
  verb->add_flag("--print", options->print, "print the scene as scene.json instead of rendering it")->excludes(out);
  return [options] { return simulate(*options); };
}

}  // namespace polemarch::assistant
