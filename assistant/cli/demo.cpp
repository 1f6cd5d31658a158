#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>

#include "assistant/cli/cli.hpp"
#include "assistant/cli/play.hpp"
#include "assistant/play/demo.hpp"
#include "assistant/session/files.hpp"

namespace polemarch::assistant {
namespace {

bool has_display() { return std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr; }

int demonstrate(const std::string& headless, const std::string& ruleset) {
  const auto files = play::demo_files({}, ruleset);
  if (!files) return bad_input(files.error().line);
  const bool window = headless.empty() && has_display();
  const std::string dir = !headless.empty() ? headless : (std::filesystem::current_path() / "polemarch_demo").string();
  std::error_code made;
  std::filesystem::create_directories(dir, made);
  if (made) return bad_input(dir + ": cannot be made (" + made.message() + ")");
  for (const auto& [name, text] :
       {std::pair{"/demo.json", &files->battle}, {"/scene.json", &files->scene}, {"/script.jsonl", &files->script}})
    if (const auto error = write_text_file(dir + name, *text)) return bad_input(error->line);
  PlayArguments arguments;
  arguments.stage.battle = dir + "/demo.json";
  arguments.source = "sim:" + dir + "/scene.json";
  arguments.script = dir + "/script.jsonl";
  if (!window) arguments.headless = dir;
  std::cout << "The demo's files are in " << dir << "; by hand: polemarch play " << arguments.stage.battle << " --source "
            << arguments.source << " --script " << arguments.script << "\n"
            << std::flush;
  return play_battle(arguments);
}

}  // namespace

Action add_demo(CLI::App& program) {
  auto* verb = program.add_subcommand("demo", "a simulated camera over a sample battle: everything once, in under a minute");
  auto headless = std::make_shared<std::string>();
  verb->add_option("--headless", *headless, "no window: pictures, the log and a report into this folder");
  auto ruleset = std::make_shared<std::string>();
  verb->add_option("--ruleset", *ruleset, "a demo of this ruleset where there is one: paean, hoplomachia");
  return [headless, ruleset] { return demonstrate(*headless, *ruleset); };
}

}  // namespace polemarch::assistant
