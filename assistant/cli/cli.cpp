#include "assistant/cli/cli.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <exception>
#include <iostream>
#include <map>
#include <new>
#include <numeric>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "assistant/cli/verbs.hpp"

namespace polemarch::assistant {

int bad_input(const std::string& line) {
  std::cerr << "polemarch: " << line << "\n";
  return kBadInput;
}

CLI::Validator between(double low, double high, const std::string& unit) {
  std::ostringstream range;
  range << low << " to " << high << (unit.empty() ? "" : " ") << unit;
  const std::string said = range.str();
  return CLI::Validator(
      [=](std::string& text) -> std::string {
        double value = 0;
        const char* end = text.data() + text.size();
        const auto [read, error] = std::from_chars(text.data(), end, value);
        if (error == std::errc() && read == end && value >= low && value <= high) return "";
        return text + ": expected " + said + (text.find(',') == std::string::npos ? "" : ", with a decimal point");
      },
      said);
}

namespace {

/// Letters to change, add or leave out between two words.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t corner = std::exchange(row[0], i);
    for (std::size_t k = 1; k <= b.size(); ++k) {
      const std::size_t changed = corner + (a[i - 1] == b[k - 1] ? 0 : 1);
      corner = row[k];
      row[k] = std::min({changed, row[k] + 1, row[k - 1] + 1});
    }
  }
  return row.back();
}

/// What is said of a first word that is no verb: the nearest one, or all of them; empty for a verb or an option.
std::string unknown_verb(const CLI::App& program, const std::string& word) {
  if (word.empty() || word.front() == '-') return {};
  std::string nearest, all;
  std::size_t best = std::string::npos;
  for (const CLI::App* verb : program.get_subcommands(nullptr)) {
    if (verb->get_name() == word) return {};
    all += (all.empty() ? "" : ", ") + verb->get_name();
    if (const std::size_t far = distance(word, verb->get_name()); far < best) {
      best = far;
      nearest = verb->get_name();
    }
  }
  const bool near = best <= std::max<std::size_t>(2, word.size() / 3);
  return "there is no verb \"" + word.substr(0, 40) + "\"; " + (near ? "did you mean " + nearest + "?" : "there are " + all) +
         " (see polemarch --help)";
}

}  // namespace

int run_cli(int argc, char** argv) {
  CLI::App program{"Polemarch, an assistant for the miniature wargames table", "polemarch"};
  program.require_subcommand(1);
  program.set_version_flag("--version", "polemarch 0.1.0");
  program.failure_message([](const CLI::App* app, const CLI::Error& error) {
    const auto verbs = app->get_subcommands();  // those on this command line
    const std::string verb = verbs.empty() ? "" : " " + verbs.front()->get_name();
    return "polemarch: " + std::string(error.what()) + " (see " + app->get_name() + verb + " --help)\n";
  });
  std::map<const CLI::App*, Action> actions;
  for (const AddVerb add : kVerbs) {
    const Action action = add(program);
    actions[program.get_subcommands({}).back()] = action;
  }
  if (argc > 1)
    if (const std::string wrong = unknown_verb(program, argv[1]); !wrong.empty()) return bad_input(wrong);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? kDone : kBadInput;
  }
  try {
    const int code = actions.at(program.get_subcommands().front())();
    std::cout.flush();
    if (std::fflush(stdout) != 0 || !std::cout || std::ferror(stdout) != 0)
      return bad_input("standard output: cannot be written to its end (disk full?)");
    return code;
  } catch (const std::bad_alloc&) {
    return bad_input("out of memory");
  } catch (const std::exception& error) {  // a broken environment: unreadable device, full disk ... one line, never a stack trace
    return bad_input(error.what());
  }
}

}  // namespace polemarch::assistant
