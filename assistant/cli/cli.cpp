#include "assistant/cli/cli.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <new>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "assistant/cli/argument_words.hpp"
#include "assistant/cli/plain_output.hpp"
#include "assistant/cli/signals.hpp"
#include "assistant/cli/standard_streams.hpp"
#include "assistant/cli/verbs.hpp"
#include "models/nearest_word.hpp"

namespace polemarch::assistant {

int bad_input(const std::string& line) {
  std::cerr << "polemarch: " << on_a_line(line) << "\n";  // whatever letters a file's name has
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

std::optional<InputError> other_ending(const std::string& option, const std::string& path, const std::vector<std::string>& endings) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending.empty() || std::find(endings.begin(), endings.end(), ending) != endings.end()) return std::nullopt;
  std::string known;
  for (const std::string& one : endings) known += (known.empty() ? "" : " or ") + one;
  return InputError{option + " " + path + ": expected a name ending in " + known};
}

namespace {

/// What is said of a first word that is no verb: the nearest one, or all of them; empty for a verb or an option.
std::string unknown_verb(const CLI::App& program, const std::string& word) {
  if (word.empty() || word.front() == '-') return {};
  std::vector<std::string> verbs;
  for (const CLI::App* verb : program.get_subcommands(nullptr)) {
    if (verb->get_name() == word) return {};
    verbs.push_back(verb->get_name());
  }
  return "there is no verb " + in_quotes(word) + "; " + meant_instead_of(word, verbs) + " (see polemarch --help)";
}

/// What is said of an option without a word in it: an empty variable of a shell, which would pass for an option not given.
std::string empty_option(const CLI::App& verb) {
  for (const CLI::Option* option : verb.get_options()) {
    const auto& words = option->results();
    if (option->get_positional() || std::find(words.begin(), words.end(), "") == words.end()) continue;
    return option->get_name() + ": expected a word behind it, found \"\" (see polemarch " + verb.get_name() + " --help)";
  }
  return {};
}

}  // namespace

int run_cli(int argc, char** argv) {
  hold_standard_streams();
  outlive_file_limits();
  const PlainOutput plain(std::cout);
  CLI::App program{"Polemarch, an assistant for the miniature wargames table", "polemarch"};
  program.require_subcommand(1);
  program.option_defaults()->disable_flag_override();  // "--json=2" means nothing
  program.set_version_flag("--version", "polemarch 0.1.0");
  program.failure_message([](const CLI::App* app, const CLI::Error& error) {
    const auto verbs = app->get_subcommands();  // those on this command line
    const CLI::App& verb = verbs.empty() ? *app : *verbs.front();
    return "polemarch: " + on_a_line(words_about(*app, verb, error)) + " (see polemarch" + (verbs.empty() ? "" : " " + verb.get_name()) +
           " --help)\n";
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
  const CLI::App* verb = program.get_subcommands().front();
  if (const std::string wrong = empty_option(*verb); !wrong.empty()) return bad_input(wrong);
  try {
    const int code = actions.at(verb)();
    std::cout.flush();
    if (std::fflush(stdout) != 0 || !std::cout || std::ferror(stdout) != 0)
      return bad_input("standard output: cannot be written to its end (disk full, or nobody reads it?)");
    return code;
  } catch (const std::bad_alloc&) {
    return bad_input("out of memory");
  } catch (const std::filesystem::filesystem_error& error) {  // a broken environment ... one line, never a stack trace
    return bad_input(error.path1().string() + ": " + error.code().message());
  } catch (const std::system_error& error) {
    return bad_input(argv[1] + std::string(": ") + error.code().message());
  } catch (const std::exception&) {
    return bad_input(argv[1] + std::string(": what it was given cannot be worked with (") + (argc > 2 ? argv[2] : "nothing") +
                     "); please tell us what it was");
  }
}

}  // namespace polemarch::assistant
