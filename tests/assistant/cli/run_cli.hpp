#pragma once
/// The program run as its user runs it, inside the test: words in, exit code and both streams out; and a folder that goes with the test.

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "assistant/cli/run.hpp"

namespace polemarch::test {

struct Run {
  int code = 0;
  std::string out, err;
};

inline Run run(std::vector<std::string> words) {
  words.insert(words.begin(), "polemarch");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  std::ostringstream out, err;
  auto* old_out = std::cout.rdbuf(out.rdbuf());
  auto* old_err = std::cerr.rdbuf(err.rdbuf());
  const int code = assistant::run_cli(static_cast<int>(argv.size()), argv.data());
  std::cout.rdbuf(old_out);
  std::cerr.rdbuf(old_err);
  return {code, out.str(), err.str()};
}

struct Folder {
  std::filesystem::path path;
  explicit Folder(const std::string& name)
      : path(std::filesystem::temp_directory_path() / ("polemarch_" + name + "_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path);
  }
  ~Folder() {
    std::error_code left;
    std::filesystem::remove_all(path, left);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string at(const std::string& name) const { return (path / name).string(); }
  /// Writes a file there; its path.
  std::string with(const std::string& name, const std::string& text) const {
    std::ofstream(path / name, std::ios::binary) << text;
    return at(name);
  }
};

inline std::string text_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace polemarch::test
