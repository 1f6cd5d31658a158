#include <sys/mount.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/assistant/cli/run_cli.hpp"
#include "tests/support/catch.hpp"

namespace simulate_tests {

using namespace polemarch::assistant;
using namespace polemarch::test;

TEST_CASE("simulate writes frames, truth and the files a tracker wants", "[assistant][simulate]") {
  const std::filesystem::path dir = std::filesystem::temp_directory_path() / ("polemarch_simulate_" + std::to_string(::getpid()));
  const Run done = run({"simulate", "--scene", "first_look", "--out", dir.string(), "--frames", "2", "--format", "jpg", "--gray"});
  CHECK(done.code == kDone);
  for (const char* file : {"frame_000000.jpg", "frame_000001.jpg", "truth.jsonl", "table.json", "bases.json", "camera.json"}) {
    INFO(file);
    CHECK(std::filesystem::file_size(dir / file) > 100);
  }
  std::filesystem::remove_all(dir);
}

TEST_CASE("wrong use of simulate is one clear line and exit 2", "[assistant][simulate]") {
  const std::filesystem::path bad = std::filesystem::temp_directory_path() / ("polemarch_bad_" + std::to_string(::getpid()) + ".json");
  std::ofstream(bad) << "{\"table\": {\"size_mm\": \"big\"}}";
  for (const auto& words :
       std::vector<std::vector<std::string>>{{"simulate"},
                                             {"simulate", "--scene", "first_look"},
                                             {"simulate", "--scene", "no_such_scene", "--out", "/tmp/x"},
                                             {"simulate", "--scene", bad.string(), "--out", "/tmp/x"},
                                             {"simulate", "--scene", "first_look", "--out", "/proc/x"},
                                             {"simulate", "--scene", "first_look", "--out", "/tmp/x", "--frames", "-3"}}) {
    const Run refused = run(words);
    INFO(words.back() << ": " << refused.err);
    CHECK(refused.code == kBadInput);
    CHECK(std::count(refused.err.begin(), refused.err.end(), '\n') == 1);
  }
  std::filesystem::remove(bad);
}

TEST_CASE("frames that find no room leave nothing half written behind", "[assistant][simulate][outputs]") {
  const Folder dir("simulate_full");
  const std::string disk = dir.at("disk");
  std::filesystem::create_directories(disk);
  for (const char* size : {"size=4k", "size=64k"}) {  // not even the tables fit; the first picture does not
    if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, size) != 0) {
      WARN("SKIPPED: no right to mount a disk here");
      return;
    }
    const Run refused = run({"simulate", "--scene", "first_look", "--out", disk + "/sim", "--frames", "1", "--gray"});
    INFO(size << ": " << refused.err);
    CHECK(refused.code == kBadInput);
    CHECK(refused.err.find("cannot be written") != std::string::npos);
    for (const auto& left : std::filesystem::recursive_directory_iterator(disk)) {
      INFO(left.path());
      CHECK(left.path().extension() != ".part");
    }
    ::umount2(disk.c_str(), MNT_DETACH);
  }
}

TEST_CASE("simulate prints a scene that it can read again", "[assistant][simulate]") {
  const Run printed = run({"simulate", "--scene", "hills", "--print"});
  REQUIRE(printed.code == kDone);
  const std::filesystem::path file = std::filesystem::temp_directory_path() / ("polemarch_scene_" + std::to_string(::getpid()) + ".json");
  std::ofstream(file) << printed.out;
  const Run again = run({"simulate", "--scene", file.string(), "--print"});
  CHECK((again.out == printed.out));
  std::filesystem::remove(file);
}

}  // namespace simulate_tests
