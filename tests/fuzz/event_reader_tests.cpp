/// The reader of events notices when what it refuses changes the battle after all.
#include "tests/fuzz/event_reader.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "tests/support/catch.hpp"
#include "tests/support/fake_battle.hpp"

namespace event_reader_tests {

using namespace polemarch;

namespace {

/// Refuses every event; the one that `spoils` it changes it all the same.
class Refusing final : public test::FakeBattle {
 public:
  Result<std::vector<std::string>> fold(std::string_view, std::span<const std::string> events, bool) override {
    spoilt_ = spoilt_ || events.front() == "spoils";
    return InputError{"event: no such event"};
  }
  std::string state_text(Viewer) const override { return spoilt_ ? "spoilt" : "whole"; }
  std::string tell(std::string_view) const override { return {}; }
  std::unique_ptr<engine::Battle> copy() const override { return std::make_unique<Refusing>(*this); }

 private:
  bool spoilt_ = false;
};

/// How the reading of these inputs ends: 0, or the signal it ends by.
int end_of(const std::vector<std::string>& inputs) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);
    ::dup2(::open("/dev/null", O_WRONLY), 2);
    const Refusing start;
    fuzz::EventReader reader([&]() -> const engine::Battle& { return start; });
    for (const std::string& input : inputs) reader.read(input);
    reader.settle();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

TEST_CASE("an event that is refused and changes the battle is noticed, also among many that change nothing", "[fuzz]") {
  CHECK(end_of({"a", "b"}) == 0);
  CHECK(end_of({"spoils"}) == SIGABRT);
  CHECK(end_of({"a", "spoils", "b"}) == SIGABRT);
  std::vector<std::string> many(200, "a");
  CHECK(end_of(many) == 0);
  many[150] = "spoils";
  CHECK(end_of(many) == SIGABRT);
}

}  // namespace event_reader_tests
