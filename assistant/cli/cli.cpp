#include "assistant/cli/cli.hpp"

#include <exception>
#include <iostream>
#include <map>
#include <new>

#include "assistant/cli/verbs.hpp"

namespace polemarch::assistant {

int bad_input(const std::string& line) {
  std::cerr << "polemarch: " << line << "\n";
  return kBadInput;
}

int run_cli(int argc, char** argv) {
  CLI::App program{"Polemarch, an assistant for the miniature wargames table", "polemarch"};
  program.require_subcommand(1);
  program.set_version_flag("--version", "polemarch 0.1.0");
  program.failure_message([](const CLI::App* app, const CLI::Error& error) {
    return "polemarch: " + std::string(error.what()) + " (see " + app->get_name() + " --help)\n";
  });
  std::map<const CLI::App*, Action> actions;
  for (const AddVerb add : kVerbs) {
    const Action action = add(program);
    actions[program.get_subcommands({}).back()] = action;
  }
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? kDone : kBadInput;
  }
  try {
    return actions.at(program.get_subcommands().front())();
  } catch (const std::bad_alloc&) {
    return bad_input("out of memory");
  } catch (const std::exception& error) {  // a broken environment: unreadable device, full disk ... one line, never a stack trace
    return bad_input(error.what());
  }
}

}  // namespace polemarch::assistant
