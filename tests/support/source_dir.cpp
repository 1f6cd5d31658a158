#include "tests/support/source_dir.hpp"

namespace polemarch::test {

std::string source_dir() { return POLEMARCH_SOURCE_DIR; }

}  // namespace polemarch::test
