#include "tests/fuzz/event_reader.hpp"

#include <cstdio>
#include <sstream>

#include "tests/fuzz/targets.hpp"
#include "tests/support/random_player.hpp"

namespace polemarch::fuzz {

namespace {

using engine::Battle;

constexpr char kBroken[] = "an event that is no event changes nothing";

bool alike(const Battle& one, const Battle& other) {
  return one.held_by() == other.held_by() && one.seq() == other.seq() && one.state_text() == other.state_text();
}

/// Reads line by line until one is refused. Whether any was accepted before, and whether all were.
struct Reading {
  bool any = false, all = true;
};
Reading read_into(Battle& battle, std::string_view bytes) {
  Reading reading;
  std::istringstream lines{std::string(bytes)};
  for (std::string line; std::getline(lines, line);) {
    static_cast<void>(battle.tell(line));
    const auto before = reading.any ? battle.copy() : nullptr;
    const auto folded = battle.fold("{}", std::vector<std::string>{line});
    if (folded) {
      reading.any = true;
      continue;
    }
    promise_one_line(folded.error());
    promise(before == nullptr || alike(*before, battle), kBroken);
    reading.all = false;
    break;
  }
  return reading;
}

/// Whatever was accepted can be played on with: a command is carried out, or what does not hold together is said in a line.
void play_on(Battle& battle) {
  static_cast<void>(battle.offers(Viewer::Both, engine::AboutAll{}));
  test::RandomPlayer player(1);
  for (int more = 0; more < 2; ++more) {
    const auto command = player.next(battle);
    if (!command) return;
    if (const auto outcome = battle.submit(*command); !outcome) return promise_one_line(outcome.error());
  }
}

}  // namespace

void EventReader::read(std::string_view bytes) {
  if (refusing_ == nullptr) {
    start_text_ = start_().state_text();
    refusing_ = start_().copy();
  }
  auto battle = refusing_->copy();
  const Reading reading = read_into(*battle, bytes);
  if (!reading.any && !reading.all) {
    refusing_ = std::move(battle);
    refused_.emplace_back(bytes);
    constexpr std::size_t kAtOnce = 256;
    if (refused_.size() >= kAtOnce) settle();
    return;
  }
  if (!reading.all) return;
  static_cast<void>(battle->describe(Viewer::Both));
  static_cast<void>(battle->broken_invariant());
  if (!is_shown(bytes)) return;
  static_cast<void>(battle->state_text(Viewer::Both));
  play_on(*battle);
}

void EventReader::settle() {
  if (refused_.empty()) return;
  const auto as_at_the_start = [this](const Battle& battle) {
    return battle.held_by() == start_().held_by() && battle.seq() == start_().seq() && battle.state_text() == start_text_;
  };
  const bool holds = as_at_the_start(*refusing_);
  for (const std::string& bytes : refused_) {
    if (holds) break;
    const auto battle = start_().copy();
    static_cast<void>(read_into(*battle, bytes));
    if (as_at_the_start(*battle)) continue;
    std::fprintf(stderr, "the input that broke it:\n%s\n", bytes.c_str());
    promise(false, kBroken);
  }
  promise(holds, kBroken);
  refused_.clear();
}

}  // namespace polemarch::fuzz
