/// A program killed at any moment: nothing acknowledged is lost, nothing half-written is taken.
#include <fcntl.h>
#include <sys/wait.h>

#include <csignal>
#include <cstdlib>
#include <random>

#include "tests/assistant/session/log_support.hpp"

namespace kill_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::test;
namespace fs = std::filesystem;

namespace {

/// Goes on with the battle, or begins it, and says after each command that it is written; until it is killed.
[[noreturn]] void play_on(const std::string& log, int acknowledged) {
  auto session = fs::exists(log) ? Session::open(log) : Session::open(measuring_setup(), log);
  if (!session) {
    ::dprintf(STDERR_FILENO, "%s\n", session.error().line.c_str());
    ::_exit(3);
  }
  for (int i = 0;; ++i) {
    const auto outcome = (*session)->submit(place(200 + i % 500), "typed", i);
    if (!outcome || !outcome->verdict.allowed()) ::_exit(4);
    const std::int64_t seq = outcome->seq;
    if (::write(acknowledged, &seq, sizeof seq) != sizeof seq) ::_exit(5);
  }
}

/// The last number the child said before it was killed; 0 when it said none.
std::int64_t last_said(int from) {
  std::int64_t seq = 0, last = 0;
  while (::read(from, &seq, sizeof seq) == sizeof seq) last = seq;
  return last;
}

}  // namespace

TEST_CASE("killed at random moments, a battle loses no acknowledged command and takes no half of one", "[session][kill]") {
  // A kill leaves what the kernel has; a disk in memory lets thousands of commands be killed in seconds.
  const LogFolder folder(::access("/dev/shm", W_OK) == 0 ? fs::path("/dev/shm") : fs::temp_directory_path());
  const std::string log = folder / "game.battle";
  const int kills = std::getenv("POLEMARCH_LONG") != nullptr ? 1000 : 70;
  std::mt19937 rng(29);
  std::int64_t known = 0, acknowledged = 0;
  // A busy computer takes fewer commands between two kills: then it is killed more often.
  for (int kill = 0; kill < kills || (acknowledged <= 500 && kill < 1000); ++kill) {
    if (kill % 20 == 19) {  // beginnings are killed too
      for (const auto& entry : fs::directory_iterator(folder.path)) fs::remove(entry);
      known = 0;
    }
    int pipe[2];
    REQUIRE(::pipe2(pipe, O_CLOEXEC) == 0);
    const pid_t child = ::fork();
    if (child == 0) play_on(log, pipe[1]);
    ::close(pipe[1]);
    ::usleep(static_cast<useconds_t>(rng() % (kill % 20 == 19 ? 12'000 : 60'000)));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE(WIFSIGNALED(status));  // it had no trouble of its own
    const std::int64_t said = last_said(pipe[0]);
    ::close(pipe[0]);
    if (said > 0) {
      acknowledged += said - known;
      known = said;
    }
    if (!fs::exists(log)) {  // killed before it began: then it began nothing
      CHECK(known == 0);
      continue;
    }
    const auto session = Session::open_read_only(log);
    INFO("kill " << kill << ": " << (session ? "" : session.error().line));
    REQUIRE(session);
    const auto found = static_cast<std::int64_t>((*session)->lines().size());
    CHECK(found >= known);
    CHECK(found <= known + 1);  // written, and killed before it could say so
    known = found;
  }
  INFO(acknowledged << " commands were acknowledged");
  CHECK(acknowledged > 500);
  REQUIRE(fs::exists(log));
  const auto verified = Session::verify(log);
  REQUIRE(verified);
  CHECK(verified->same);
}

}  // namespace kill_tests
