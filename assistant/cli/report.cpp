#include <iostream>
#include <memory>

#include "assistant/cli/cli.hpp"
#include "assistant/report/report.hpp"
#include "assistant/session/files.hpp"
#include "assistant/session/keys.hpp"

namespace polemarch::assistant {

Action add_report(CLI::App& program) {
  struct Arguments {
    std::string battle, out;
  };
  auto* verb = program.add_subcommand("report", "tell a battle as one HTML file: a map a turn, losses, every ruling");
  auto arguments = std::make_shared<Arguments>();
  verb->add_option("battle", arguments->battle, "a game.battle")->required();
  verb->add_option("--out", arguments->out, "HTML file to write")->required();
  return [arguments] {
    if (const auto wrong = writes_over_input("--out", arguments->out, files_of_log(arguments->battle))) return bad_input(wrong->line);
    if (const auto wrong = other_ending("--out", arguments->out, {".html", ".htm"})) return bad_input(wrong->line);
    const auto html = report_html(arguments->battle);
    if (!html) return bad_input(html.error().line);
    if (const auto error = write_text_file(arguments->out, *html)) return bad_input(error->line);
    std::cout << arguments->out << "\n";
    return kDone;
  };
}

}  // namespace polemarch::assistant
