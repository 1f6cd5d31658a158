#pragma once
/// The photographs beside the repository; tests that read them say so and pass when they are not there.

#include <filesystem>
#include <optional>
#include <string>

#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace polemarch::test {

/// Folder of a real series, or nothing after a visible warning.
inline std::optional<std::string> real_folder(const std::string& name) {
  const std::filesystem::path folder = std::filesystem::path(test::source_dir()) / ".." / "shared" / "real" / name;
  if (std::filesystem::is_directory(folder)) return folder.string();
  WARN("SKIPPED: " << folder.string() << " is not there (real photographs are not part of the repository)");
  return std::nullopt;
}

}  // namespace polemarch::test
