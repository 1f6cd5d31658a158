/// Run by every build: prints each include that breaks the house and fails.

#include <iostream>

#include "tests/architecture/layers.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: check_layers SOURCE_DIR\n";
    return 2;
  }
  const auto found = polemarch::architecture::check_tree(argv[1]);
  for (const auto& violation : found) std::cerr << violation.file << ":" << violation.line << ": " << violation.what << "\n";
  return found.empty() ? 0 : 1;
}
