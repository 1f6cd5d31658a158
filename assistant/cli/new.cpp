#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <memory>

#include "assistant/cli/cli.hpp"
#include "assistant/cli/marking.hpp"
#include "assistant/cli/new_battle.hpp"
#include "assistant/session/files.hpp"
#include "engine/registry/registry.hpp"

namespace polemarch::assistant {
namespace {

struct NewArguments {
  std::string ruleset, size = "6x4ft", a, b, out, from;
  double box_mm = 0;
  MarkingOptions marking;
};

int make_new(const NewArguments& arguments) {
  const auto size = table_size_from(arguments.size);
  if (!size) return bad_input(size.error().line);
  if (const auto wrong = writes_over_input("--out", arguments.out, {arguments.a, arguments.b, arguments.marking.camera}))
    return bad_input(wrong->line);
  for (const char* taken : {".battle", ".keys"})
    if (std::filesystem::path(arguments.out).extension() == taken)
      return bad_input("--out " + arguments.out + ": " + taken + " is the ending of a battle that is logged; give it the ending .json");
  const auto a = read_text_file(arguments.a);
  if (!a) return bad_input(a.error().line);
  const auto b = read_text_file(arguments.b);
  if (!b) return bad_input(b.error().line);
  NewBattle wanted{arguments.ruleset, *size, *a, arguments.a, *b, arguments.b, {}};
  if (arguments.box_mm > 0) wanted.box = Length::from_mm(arguments.box_mm);
  const auto camera = camera_sharpness(arguments.marking, size->width, size->depth);
  if (!camera) return bad_input(camera.error().line);
  const std::string& mount = arguments.marking.mount;
  wanted.marking = {mount.empty() || mount == "strip", *camera, arguments.marking.depth_mm, mount == "tail20" ? 20.0 : 25.0,
                    arguments.marking.base_height_mm};
  wanted.from = arguments.from;
  const auto made = new_battle(wanted);
  if (!made) return bad_input(made.error().line);
  const auto file = make_whole_file(arguments.out, made->text, 0644);  // never over one that somebody made meanwhile
  if (!file) return bad_input(file.error().line + (is_taken(file.error()) ? "; give another name" : ""));
  ::close(*file);
  for (const std::string& line : made->unread) std::cerr << "polemarch: WARNING: " << line << "\n";
  for (const std::string& line : made->renamed) std::cout << line << "\n";
  for (const std::string& line : made->marking) std::cout << line << "\n";
  std::cout << arguments.out << " is ready. Print its markers: polemarch markers --army " << arguments.out << " --out sheet.pdf\n";
  return kDone;
}

}  // namespace

Action add_new(CLI::App& program) {
  auto* verb = program.add_subcommand("new", "make a battle from two rosters and a table size");
  auto arguments = std::make_shared<NewArguments>();
  std::string keys;
  for (const engine::RegisteredRuleset& room : engine::rulesets()) keys += (keys.empty() ? "" : ", ") + std::string(room.info().key);
  verb->add_option("--ruleset", arguments->ruleset, keys)->required();
  verb->add_option("--size", arguments->size, "of the table: 6x4ft, 180x120cm ...")->capture_default_str();
  verb->add_option("--a", arguments->a, "roster of side A, JSON or CSV (name, type, bases, marker)")->required();
  verb->add_option("--b", arguments->b, "roster of side B")->required();
  verb->add_option("--box", arguments->box_mm, "side of a grid box in mm (rulesets on a grid; default: the usual one)")
      ->check(between(20, 500, "mm"));
  verb->add_option("--from", arguments->from,
                   "phase to begin in, where the ruleset has some before deployment: terrain, stratagems, scouting");
  verb->add_option("--mount", arguments->marking.mount,
                   "strip: strips on the rear edge and rings, where the camera can read them; tail25, tail20: squares on tabs")
      ->check(CLI::IsMember({"strip", "tail25", "tail20"}))
      ->default_str("strip");
  add_marking_options(*verb, arguments->marking);
  verb->add_option("--out", arguments->out, "battle.json to write")->required();
  return [arguments] { return make_new(*arguments); };
}

}  // namespace polemarch::assistant
