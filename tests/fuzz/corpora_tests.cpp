/// Every input of the corpora and every one that once broke something, through the same doors as the fuzzer's.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/fuzz/targets.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace corpora_tests {

using namespace polemarch;
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  if (fs::is_directory(folder))
    for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string bytes_in(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

int run_all(const std::string& folder, const fuzz::Target& target) {
  int ran = 0;
  for (const fs::path& file : files_in(fs::path(test::source_dir()) / "tests/fuzz" / folder / target.name)) {
    INFO(file.string());
    const std::string bytes = bytes_in(file);
    CHECK_NOTHROW((target.run(bytes), target.settle()));  // a broken promise ends the program, with its name on standard error
    ++ran;
  }
  return ran;
}

}  // namespace

TEST_CASE("every input of the fuzzers' corpora keeps the promises of its reader", "[fuzz]") {
  for (const fuzz::Target& target : fuzz::targets()) {
    INFO(target.name);
    CHECK(run_all("corpus", target) > 0);
  }
}

TEST_CASE("every input that once broke a reader keeps its promises", "[fuzz]") {
  int ran = 0;
  for (const fuzz::Target& target : fuzz::targets()) ran += run_all("regressions", target);
  std::set<std::string> known;
  for (const fuzz::Target& target : fuzz::targets()) known.insert(target.name);
  for (const char* folder : {"corpus", "regressions"})
    for (const fs::path& path : files_in(fs::path(test::source_dir()) / "tests/fuzz" / folder)) {
      INFO(path.string());
      CHECK(known.contains(path.filename().string()));  // a folder of no target would never run
    }
  INFO(ran << " inputs");
  SUCCEED();
}

TEST_CASE("every input of the corpora, cut short anywhere and with one byte changed, keeps the promises", "[fuzz]") {
  for (const fuzz::Target& target : fuzz::targets()) {
    if (target.name.starts_with("log_forged")) continue;  // a file each
    const auto files = files_in(fs::path(test::source_dir()) / "tests/fuzz/corpus" / target.name);
    for (const fs::path& file : files) {
      INFO(file.string());
      const std::string bytes = bytes_in(file);
      const std::size_t steps = 24;
      for (std::size_t i = 1; i < steps; ++i) {
        const std::size_t at = bytes.size() * i / steps;
        CHECK_NOTHROW(target.run(std::string_view(bytes).substr(0, at)));
        std::string other = bytes;
        if (at < other.size()) other[at] = static_cast<char>(other[at] ^ static_cast<char>(1 << (i % 7)));
        CHECK_NOTHROW(target.run(other));
      }
      CHECK_NOTHROW(target.settle());
    }
  }
}

}  // namespace corpora_tests
