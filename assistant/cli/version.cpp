#include <iostream>

#include "assistant/cli/cli.hpp"

namespace polemarch::assistant {

Action add_version(CLI::App& program) {
  program.add_subcommand("version", "print the version");
  return [] {
    std::cout << "polemarch 0.1.0\n";
    return kDone;
  };
}

}  // namespace polemarch::assistant
