#pragma once
/// Where the sources of this checkout lie, for tests that read samples, logs and real photographs.

#include <string>

namespace polemarch::test {

/// The checkout's top folder, absolute, as CMake saw it. Compiled into one file, so that no other object depends on the place of the clone.
std::string source_dir();

}  // namespace polemarch::test
