#include <algorithm>
#include <iostream>
#include <memory>

#include "assistant/cli/cli.hpp"
#include "assistant/cli/signals.hpp"
#include "assistant/library/library.hpp"
#include "assistant/play/headless.hpp"
#include "assistant/session/files.hpp"
#include "assistant/session/keys.hpp"
#include "assistant/story/words.hpp"
#include "engine/core/json_types.hpp"
#include "models/one_line.hpp"

namespace polemarch::assistant {
namespace {

struct BattlesArguments {
  std::string folder, html;
  library::Search search;
  bool json = false;
};

engine::Json json_of(const library::Entry& entry) {
  engine::Json j{{"file", entry.path}};
  if (!entry.problem.empty()) {
    j["problem"] = entry.problem;
    return j;
  }
  j.update({{"title", entry.title},
            {"ruleset", entry.ruleset},
            {"created", entry.created},
            {"armies", entry.armies},
            {"players", entry.players},
            {"result", entry.result},
            {"turns", entry.turns},
            {"commands", entry.commands},
            {"seconds", entry.seconds},
            {"lost", {entry.sides[0].lost, entry.sides[1].lost}}});
  if (!entry.of.empty()) j["of"] = entry.of;
  return j;
}

/// What is wrong with a log that cannot be read; its path stands before it already.
std::string problem_of(const BattlesArguments& arguments, const library::Entry& entry) {
  const std::string path = on_a_line(arguments.folder + "/" + entry.path + ": ");
  return entry.problem.starts_with(path) ? entry.problem.substr(path.size()) : entry.problem;
}

std::string line_about(const BattlesArguments& arguments, const library::Entry& entry) {
  if (!entry.problem.empty()) return entry.path + "  cannot be read: " + problem_of(arguments, entry);
  const std::string result = entry.result == "open" ? "not over" : entry.result == "draw" ? "drawn" : entry.winner() + " won";
  const std::string both = entry.armies[0] + " against " + entry.armies[1];
  return entry.created.substr(0, 10) + "  " + entry.path + "  " + entry.title + " (" + entry.ruleset + ")" +
         (entry.title == both ? "" : ": " + both) + ", " + result + ", " +
         story::counted(static_cast<std::size_t>(entry.turns), entry.turn_word) + ", " + story::span_text(entry.seconds) +
         (entry.of.empty() ? "" : "; " + entry.origin());
}

int battles(const BattlesArguments& arguments) {
  auto found = library::Library::open(arguments.folder);
  if (!found) return bad_input(found.error().line);
  if (!arguments.html.empty())
    if (const auto wrong = writes_over_input("--html", arguments.html, {arguments.folder + "/battles.index"}))
      return bad_input(wrong->line);
  stop_on_signals();
  const auto end = found->refresh([](const std::string&) { return !play::asked_to_stop(); });
  if (!end) return bad_input(end.error().line);
  if (play::asked_to_stop()) return bad_input("stopped; what is indexed stays");
  for (const std::string& folder : end->shut)
    std::cerr << "polemarch: " << on_a_line(folder) << ": may not be read; its battles are left out\n";
  const auto list = found->find(arguments.search);
  if (!list) return bad_input(list.error().line);
  for (const library::Entry& entry : *list) {
    if (arguments.json) {
      std::cout << json_of(entry).dump(-1, ' ', false, engine::Json::error_handler_t::replace) << "\n";
    } else {
      std::string line = line_about(arguments, entry);
      for (char& c : line)
        if (c == '\n' || c == '\r') c = ' ';  // of a name
      std::cout << line << "\n";
    }
  }
  if (!arguments.html.empty()) {
    std::vector<std::string> read;
    for (const library::Entry& entry : *list)
      for (const std::string& file : files_of_log(arguments.folder + "/" + entry.path)) read.push_back(file);
    if (const auto wrong = writes_over_input("--html", arguments.html, read)) return bad_input(wrong->line);
    if (const auto wrong = other_ending("--html", arguments.html, {".html", ".htm"})) return bad_input(wrong->line);
    if (const auto error = write_text_file(arguments.html, library::statistics_page(*list, "Battles"))) return bad_input(error->line);
    (arguments.json ? std::cerr : std::cout) << arguments.html << "\n";
  }
  if (!arguments.json && arguments.html.empty()) {
    const auto unread =
        static_cast<std::size_t>(std::count_if(list->begin(), list->end(), [](const auto& one) { return !one.problem.empty(); }));
    const auto count = [&](bool beginning) {
      return static_cast<std::size_t>(
          std::count_if(list->begin(), list->end(), [&](const auto& one) { return !one.of.empty() && one.is_beginning == beginning; }));
    };
    const std::size_t branches = count(false), beginnings = count(true);
    std::cout << story::counted(list->size() - unread - branches - beginnings, "battle")
              << (branches == 0 ? "" : ", " + std::to_string(branches) + " what if")
              << (beginnings == 0 ? "" : ", " + story::counted(beginnings, "beginning") + " of a rescued one")
              << (unread == 0 ? "" : ", " + story::counted(unread, "file") + " that cannot be read") << "\n";
  }
  return kDone;
}

}  // namespace

Action add_battles(CLI::App& program) {
  auto* verb = program.add_subcommand("battles", "the battles of a folder: list, search, statistics");
  auto arguments = std::make_shared<BattlesArguments>();
  verb->add_option("folder", arguments->folder, "where the logs lie, folders inside it too")->required();
  verb->add_option("--army", arguments->search.army, "part of an army's name");
  verb->add_option("--ruleset", arguments->search.ruleset, "part of the rules' name");
  verb->add_option("--player", arguments->search.player, "part of a player's name");
  verb->add_option("--since", arguments->search.since, "first day, as 2026-11-21");
  verb->add_option("--until", arguments->search.until, "last day");
  verb->add_option("--result", arguments->search.result, "won:ARMY, lost:ARMY, drawn, open or over");
  verb->add_option("--html", arguments->html, "statistics with plots as one page: win rates, luck, losses a turn, time a phase");
  verb->add_flag("--json", arguments->json, "a line of JSON a battle");
  return [arguments] { return battles(*arguments); };
}

}  // namespace polemarch::assistant
