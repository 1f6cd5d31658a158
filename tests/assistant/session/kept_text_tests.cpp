/// What a battle holds beside its log: out of memory where there is room, in memory where there is none.
#include "assistant/session/kept_text.hpp"

#include <sys/mount.h>

#include <cstdlib>

#include "tests/assistant/session/log_support.hpp"

namespace kept_text_tests {

using namespace polemarch::assistant;
using namespace polemarch::test;
namespace fs = std::filesystem;

namespace {

/// Temporary files go elsewhere meanwhile.
struct TemporaryFolder {
  std::string before = std::getenv("TMPDIR") == nullptr ? "" : std::getenv("TMPDIR");
  explicit TemporaryFolder(const std::string& folder) { ::setenv("TMPDIR", folder.c_str(), 1); }
  ~TemporaryFolder() { before.empty() ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", before.c_str(), 1); }
};

}  // namespace

TEST_CASE("a kept text grows, is cut and read, costs no memory and leaves no file", "[session][memory]") {
  const LogFolder folder;
  const TemporaryFolder there(folder.path.string());
  KeptText kept("one\n");
  kept.append("two\n");
  CHECK(kept.text() == "one\ntwo\n");
  kept.cut(4);
  kept.append("three\n");
  CHECK(kept.text() == "one\nthree\n");
  CHECK(kept.size() == 10);
  CHECK(kept.in_memory() == 0);
  CHECK(fs::is_empty(folder.path));
}

TEST_CASE("a kept text goes on in memory where the disk of temporary files is full or is not there", "[session][memory][disk]") {
  const LogFolder folder;
  const std::string disk = folder / "disk";
  fs::create_directories(disk);
  const bool full = GENERATE(true, false);
  if (full && ::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=8k") != 0) {
    WARN("SKIPPED: no right to mount a disk here");
    return;
  }
  {
    const TemporaryFolder there(full ? disk : folder / "nowhere");
    KeptText kept;
    std::string all;
    for (int i = 0; i < 100; ++i) {
      const std::string line(1000, static_cast<char>('a' + i % 26));
      all += line;
      kept.append(line);
    }
    CHECK(kept.text() == all);
    CHECK(kept.in_memory() >= 90'000);
    kept.cut(95'500);
    kept.append("end");
    CHECK(kept.text() == all.substr(0, 95'500) + "end");
    kept.cut(500);
    kept.append("end");
    CHECK(kept.text() == all.substr(0, 500) + "end");
  }
  if (full) ::umount2(disk.c_str(), MNT_DETACH);
}

TEST_CASE("a long battle holds its lines in its log alone", "[session][memory]") {
  const LogFolder folder;
  auto session = std::move(*Session::open(measuring_setup(), folder / "game.battle"));
  for (int i = 0; i < 300; ++i) REQUIRE(session->submit(place(200 + i % 100), "typed", i)->verdict.allowed());
  CHECK(session->lines().size() == 300);
  fs::resize_file(folder / "game.battle", 100);  // what is lost here is written anew from what was kept
  REQUIRE(session->submit(place(320), "typed", 300)->verdict.allowed());
  CHECK(session->lines().size() == 301);
  CHECK(Session::verify(session->log_path())->same);
}

}  // namespace kept_text_tests
