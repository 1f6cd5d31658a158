/// Flips limits, signs and table rows of one ruleset and lists the mutants that no test noticed. All of them are built at once, each behind
/// a switch; the tests then run once for each. Works on a copy of the tree below the build folder; the sources are never touched.
/// usage: mutate ROOM [--most N] [--seed S] [--only PART_OF_A_PATH]

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <regex>
#include <set>
#include <sstream>

#include "tests/tools/mutations.hpp"
#include "tests/tools/schemata.hpp"

namespace fs = std::filesystem;
using polemarch::tools::Mutant;
using polemarch::tools::Mutation;

namespace {

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Writes what differs, so that nothing else is built again.
void write(const fs::path& path, const std::string& text) {
  if (!fs::exists(path) || read(path) != text) std::ofstream(path, std::ios::binary) << text;
}

const fs::path& source() {
  static const fs::path folder = POLEMARCH_SOURCE_DIR;
  return folder;
}
fs::path work() { return source() / "build" / "mutate"; }

/// What the last command said; a failure names it.
fs::path said() { return work() / "last.log"; }

int run(const std::string& command) { return std::system(("( " + command + " ) >'" + said().string() + "' 2>&1").c_str()); }

/// JSON of a room and its text doors hold no rules.
bool holds_rules(const fs::path& file) {
  const std::string name = file.filename().string();
  return file.extension() == ".cpp" && !name.starts_with("text") && !name.starts_with("data") && name != "made_once.cpp";
}

struct Asked {
  std::string room;
  std::string only;  ///< part of the path
  std::size_t most = 60;
  unsigned seed = 1;
};

/// A file as it was when the run began, its mutants and how it is written.
struct Rewritten {
  std::string text;
  std::vector<Mutant> mutants;
  bool loosened = true;
};
using Files = std::map<std::string, Rewritten>;  ///< by path relative to the source folder

/// The sources as they are now; files that are no longer there go.
void copy_tree(const fs::path& copy) {
  fs::create_directories(copy);
  for (const auto& entry : fs::recursive_directory_iterator(copy)) {
    if (entry.is_regular_file() && !fs::exists(source() / fs::relative(entry.path(), copy))) fs::remove(entry.path());
  }
  for (auto entry = fs::recursive_directory_iterator(source()); entry != fs::recursive_directory_iterator(); ++entry) {
    const fs::path relative = fs::relative(entry->path(), source());
    if (relative == "build" || relative == ".git" || relative == "out") entry.disable_recursion_pending();
    if (!entry->is_regular_file()) continue;
    fs::create_directories((copy / relative).parent_path());
    write(copy / relative, read(entry->path()));
  }
}

/// A sample of all mutants of a room, numbered from 1, and how many there are.
Files sample(const Asked& asked, const fs::path& copy, const fs::path& rooms, std::size_t& all, std::size_t& tried) {
  std::vector<std::pair<std::string, Mutant>> found;
  for (const auto& entry : fs::recursive_directory_iterator(copy / rooms)) {
    const std::string relative = fs::relative(entry.path(), copy).string();
    if (!entry.is_regular_file() || !holds_rules(entry.path()) || relative.find(asked.only) == std::string::npos) continue;
    const std::string text = read(entry.path());
    for (const Mutation& mutation : polemarch::tools::mutations_of(text)) {
      Mutant mutant;
      mutant.mutation = mutation;
      if (polemarch::tools::place(text, mutant)) found.emplace_back(relative, mutant);
    }
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first, a.second.mutation.at) < std::pair(b.first, b.second.mutation.at);
  });
  all = found.size();
  std::shuffle(found.begin(), found.end(), std::mt19937(asked.seed));
  if (found.size() > asked.most) found.resize(asked.most);
  tried = found.size();
  Files files;
  int number = 0;
  for (auto& [file, mutant] : found) {
    mutant.number = ++number;
    files[file].mutants.push_back(mutant);
  }
  for (auto& [file, one] : files) one.text = read(copy / file);
  return files;
}

/// Takes out of each file what the compiler did not like; false when nothing could be taken out.
bool take_out_refused(Files& files, const fs::path& copy, std::size_t& refused) {
  std::map<std::string, std::set<int>> lines;
  std::istringstream log(read(said()));
  static const std::regex place("^(.+?):([0-9]+):([0-9]+): +(error|required from|recursively required)");
  for (std::string line; std::getline(log, line);) {
    std::smatch found;
    if (!std::regex_search(line, found, place)) continue;
    const std::string file = fs::path(found[1].str()).lexically_relative(copy).string();
    if (files.contains(file)) lines[file].insert(std::stoi(found[2].str()));
  }
  bool changed = false;
  for (const auto& [file, at] : lines) {
    Rewritten& one = files[file];
    const std::size_t gone = std::erase_if(one.mutants, [&at = at](const Mutant& mutant) {
      const auto first = at.lower_bound(mutant.first_line);
      return first != at.end() && *first <= mutant.last_line;
    });
    refused += gone;
    changed = changed || gone > 0 || one.loosened;
    if (gone == 0) one.loosened = false;  // a constant is needed while it is compiled
  }
  return changed;
}

int mutate(const Asked& asked) {
  const bool below = asked.room == "geometry" || asked.room == "core";
  const fs::path rooms = fs::path(below ? "engine" : "engine/rulesets") / asked.room;
  const std::string target = (below ? "test_engine_" : "test_") + asked.room;
  if (!fs::exists(source() / rooms)) {
    std::cerr << "mutate: there is no " << rooms.string() << "\n";
    return 2;
  }
  const fs::path copy = work() / "src", build = work() / "build";
  copy_tree(copy);
  write(work() / "mutant.hpp", polemarch::tools::switch_header());
  std::size_t all = 0, tried = 0, refused = 0;
  Files files = sample(asked, copy, rooms, all, tried);
  const auto write_files = [&] {
    for (const auto& [file, one] : files) write(copy / file, polemarch::tools::schemata_of(one.text, one.mutants, one.loosened));
  };
  write_files();
  const std::string configure =
      "cmake -S '" + copy.string() + "' -B '" + build.string() +
      "' -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O1 -DPOLEMARCH_UNITY=ON -DPOLEMARCH_PRECOMPILE=ON"
      " -DCMAKE_CXX_FLAGS=\"-include '" +
      (work() / "mutant.hpp").string() + "' -w -Wno-narrowing\"";
  if (run(configure) != 0) {
    std::cerr << "mutate: the copy is not configured, see " << said().string() << "\n";
    return 1;
  }
  while (run("cmake --build '" + build.string() + "' --target " + target + " -- -k 0") != 0) {
    if (!take_out_refused(files, copy, refused)) {
      std::cerr << "mutate: the tests of " << asked.room << " do not build, see " << said().string() << "\n";
      return 1;
    }
    write_files();
  }
  const std::string binary = "'" + (build / "tests" / target).string() + "' --abort";
  const auto began = std::chrono::steady_clock::now();
  if (run("cd '" + source().string() + "' && timeout 900 " + binary) != 0) {
    std::cerr << "mutate: the tests of " << asked.room << " fail unmutated, see " << said().string() << "\n";
    return 1;
  }
  const auto took = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - began).count();
  const std::string limit = std::to_string(60 + 5 * took);  // a mutant that runs for ever is noticed too
  std::size_t noticed = 0, survived = 0;
  for (const auto& [file, one] : files) {
    for (const Mutant& mutant : one.mutants) {
      const std::string thrown = "POLEMARCH_MUTANT=" + std::to_string(mutant.number);
      if (run("cd '" + source().string() + "' && " + thrown + " timeout " + limit + " " + binary) != 0) {
        ++noticed;
        continue;
      }
      ++survived;
      const Mutation& m = mutant.mutation;
      std::cout << "survived " << file << ":" << m.line << ": " << m.was << " -> " << m.replacement << "  ("
                << one.text.substr(mutant.begin, mutant.end - mutant.begin) << ")" << std::endl;
    }
  }
  std::cout << asked.room << ": " << all << " mutations, " << tried << " tried, " << noticed << " noticed, " << survived << " survived, "
            << refused << " did not compile\n";
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: mutate ROOM [--most N] [--seed S] [--only PART_OF_A_PATH]\n";
    return 2;
  }
  Asked asked;
  asked.room = argv[1];
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string flag = argv[i];
    if (flag == "--most") asked.most = static_cast<std::size_t>(std::atol(argv[i + 1]));
    if (flag == "--seed") asked.seed = static_cast<unsigned>(std::atol(argv[i + 1]));
    if (flag == "--only") asked.only = argv[i + 1];
  }
  return mutate(asked);
}
