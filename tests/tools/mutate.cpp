/// Flips limits, signs and table rows of one ruleset, builds its tests on each and lists the mutants that no test noticed. Works on a copy
/// of the tree below the build folder; the sources are never touched. usage: mutate ROOM [--most N] [--seed S]

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>

#include "tests/tools/mutations.hpp"

namespace fs = std::filesystem;
using polemarch::tools::Mutation;

namespace {

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void write(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

/// What the last command said; a failure names it.
fs::path said() { return fs::path(POLEMARCH_SOURCE_DIR) / "build" / "mutate" / "last.log"; }

int run(const std::string& command) { return std::system(("( " + command + " ) >'" + said().string() + "' 2>&1").c_str()); }

struct Candidate {
  fs::path file;  ///< relative to the source folder
  Mutation mutation;
};

/// JSON of a room and its text doors hold no rules.
bool holds_rules(const fs::path& file) {
  const std::string name = file.filename().string();
  return (file.extension() == ".cpp" || name.starts_with("tables")) && !name.starts_with("text") && !name.starts_with("data");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: mutate ROOM [--most N] [--seed S]\n";
    return 2;
  }
  const std::string room = argv[1];
  std::size_t most = 60;
  unsigned seed = 1;
  for (int i = 2; i + 1 < argc; i += 2) {
    if (std::string(argv[i]) == "--most") most = static_cast<std::size_t>(std::atol(argv[i + 1]));
    if (std::string(argv[i]) == "--seed") seed = static_cast<unsigned>(std::atol(argv[i + 1]));
  }
  const fs::path source = POLEMARCH_SOURCE_DIR;
  const fs::path rooms = room == "geometry" || room == "core" ? fs::path("engine") / room : fs::path("engine/rulesets") / room;
  const std::string target = room == "geometry" || room == "core" ? "test_engine_" + room : "test_" + room;
  if (!fs::exists(source / rooms)) {
    std::cerr << "mutate: there is no " << rooms.string() << "\n";
    return 2;
  }
  const fs::path copy = source / "build" / "mutate" / "src", build = source / "build" / "mutate" / "build";
  fs::create_directories(copy);
  for (const auto& entry : fs::directory_iterator(source)) {
    const std::string name = entry.path().filename().string();
    if (name == "build" || name == ".git" || name == "out") continue;
    fs::copy(entry.path(), copy / name, fs::copy_options::recursive | fs::copy_options::update_existing);
  }
  const std::string level = room == "geometry" ? "-O1" : "-O0";  // a hundred thousand random cases want some speed
  const std::string build_tests = "cmake --build '" + build.string() + "' --target " + target;
  if (run("cmake -S '" + copy.string() + "' -B '" + build.string() +
          "' -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=" + level) != 0 ||
      run(build_tests) != 0) {
    std::cerr << "mutate: the tests of " << room << " do not build, see " << said().string() << "\n";
    return 1;
  }
  const std::string binary = "'" + (build / "tests" / target).string() + "' --abort";
  const auto began = std::chrono::steady_clock::now();
  if (run("cd '" + source.string() + "' && timeout 900 " + binary) != 0) {
    std::cerr << "mutate: the tests of " << room << " fail unmutated, see " << said().string() << "\n";
    return 1;
  }
  const auto took = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - began).count();
  const std::string limit = std::to_string(120 + 5 * took);  // a mutant that runs for ever is noticed too
  const std::string tests = "cd '" + source.string() + "' && timeout " + limit + " " + binary;
  std::vector<Candidate> candidates;
  for (const auto& entry : fs::recursive_directory_iterator(copy / rooms)) {
    const fs::path relative = fs::relative(entry.path(), copy);
    if (!entry.is_regular_file() || !holds_rules(relative)) continue;
    for (Mutation& mutation : polemarch::tools::mutations_of(read(entry.path()))) candidates.push_back({relative, std::move(mutation)});
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return std::pair(a.file, a.mutation.at) < std::pair(b.file, b.mutation.at); });
  const std::size_t all = candidates.size();
  std::shuffle(candidates.begin(), candidates.end(), std::mt19937(seed));
  if (candidates.size() > most) candidates.resize(most);
  std::size_t killed = 0, broken = 0;
  std::vector<std::string> survivors;
  for (const Candidate& candidate : candidates) {
    const std::string original = read(source / candidate.file);
    write(copy / candidate.file, polemarch::tools::mutated(original, candidate.mutation));
    if (run(build_tests) != 0) {
      ++broken;
    } else if (run(tests) != 0) {
      ++killed;
    } else {
      survivors.push_back(candidate.file.string() + ":" + std::to_string(candidate.mutation.line) + ": " + candidate.mutation.was + " -> " +
                          candidate.mutation.replacement);
      std::cout << "survived " << survivors.back() << std::endl;
    }
    write(copy / candidate.file, original);
  }
  run(build_tests);
  std::cout << room << ": " << all << " mutations, " << candidates.size() << " tried, " << killed << " noticed, " << survivors.size()
            << " survived, " << broken << " did not compile\n";
  return 0;
}
