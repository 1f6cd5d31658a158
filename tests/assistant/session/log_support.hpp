#pragma once
/// Small battles and files for the log's tests.

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "assistant/session/files.hpp"
#include "assistant/session/session.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace polemarch::test {

/// A folder of its own for each test, gone afterwards.
struct LogFolder {
  std::filesystem::path path;
  explicit LogFolder(const std::filesystem::path& parent = std::filesystem::temp_directory_path())
      : path(parent / ("polemarch_log_" + std::to_string(::getpid()) + "_" + std::to_string(next++))) {
    std::filesystem::create_directories(path);
  }
  ~LogFolder() {
    std::error_code left;
    std::filesystem::remove_all(path, left);
  }
  LogFolder(const LogFolder&) = delete;
  LogFolder& operator=(const LogFolder&) = delete;
  std::string operator/(const std::string& name) const { return (path / name).string(); }
  static inline int next = 0;
};

inline std::string measuring_setup() { return source_dir() + "/models/data/battles/paean_sample.json"; }
inline std::string marathon_setup() { return source_dir() + "/tests/playthroughs/blade_and_bow/marathon.battle.json"; }

/// A command of the measuring room: A1 stands there.
inline std::string place(double y) {
  return R"({"by":"A","do":"place","unit":"A1","poses":[{"base":"A1.1","x_mm":250,"heading_deg":90,"y_mm":)" + std::to_string(y) + "}]}";
}

/// A measuring battle begun at `log`, with one command.
inline std::unique_ptr<assistant::Session> begun(const std::string& log) {
  auto session = assistant::Session::open(measuring_setup(), log);
  REQUIRE(session);
  REQUIRE((*session)->submit(place(320), "typed", 1.0)->verdict.allowed());
  return std::move(*session);
}

/// The first commands of Marathon: hidden ranks, one set of them refused, and two hidden hands.
inline const std::vector<std::string>& marathon_commands() {
  static const std::vector<std::string> commands{R"({"by":"A","do":"adjust_ranks","ranks":{"A1":0,"A2":0,"A3":0,"A5":3}})",
                                                 R"({"by":"A","do":"adjust_ranks","ranks":{"A1":0,"A2":0,"A5":3}})",
                                                 R"({"by":"A","do":"ready"})",
                                                 R"({"by":"B","do":"ready"})",
                                                 R"({"by":"B","do":"ready"})",
                                                 R"({"by":"A","do":"ready"})",
                                                 R"({"by":"A","cards":[40,17,48,23],"do":"answer"})",
                                                 R"({"by":"B","cards":[51,45,54,51],"do":"answer"})",
                                                 R"({"by":"B","cards":[51,45,54,42],"do":"answer"})",
                                                 R"({"by":"A","dice":[5],"do":"answer"})"};
  return commands;
}

/// Plays them into `path`; the state's hash.
inline std::string play_marathon(const std::string& path) {
  auto session = assistant::Session::open(marathon_setup(), path);
  INFO((session ? "" : session.error().line));
  REQUIRE(session);
  double t = 0;
  for (const std::string& command : marathon_commands()) {
    const auto outcome = (*session)->submit(command, "typed", t += 1.5);
    INFO(command << ": " << (outcome ? "" : outcome.error().line));
    REQUIRE(outcome);
  }
  return (*session)->state_hash();
}

inline std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}
inline void put_bytes(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

}  // namespace polemarch::test
