/// The course of play (engine/core/unfold.hpp): lanes, what interjects, what the end of a battle leaves open, answers that stay sealed,
/// debts.

#include <string>
#include <variant>
#include <vector>

#include "engine/core/asks.hpp"
#include "engine/core/unfold.hpp"
#include "tests/support/catch.hpp"

namespace polemarch::course {

using namespace polemarch::engine;

/// Asks for a die, `times` times in all.
struct Throw {
  static constexpr const char* kName = "throw";
  int times = 1;
  bool operator==(const Throw&) const = default;
};
/// Ends the battle when its turn comes.
struct LastBlow {
  static constexpr const char* kName = "last_blow";
  bool operator==(const LastBlow&) const = default;
};
/// Counts one when its turn comes.
struct Count {
  static constexpr const char* kName = "count";
  bool operator==(const Count&) const = default;
};
/// A secret that both know once it is answered.
struct Bid {
  static constexpr const char* kName = "bid";
  bool operator==(const Bid&) const = default;
};
/// A secret that stays one.
struct Draw {
  static constexpr const char* kName = "draw";
  static constexpr bool kStaysSealed = true;
  bool operator==(const Draw&) const = default;
};
using Step = std::variant<Throw, LastBlow, Count, Bid, Draw>;

struct Counted {
  bool operator==(const Counted&) const = default;
};
struct Over {
  bool operator==(const Over&) const = default;
};
struct Interjected {
  bool operator==(const Interjected&) const = default;
};
using Event = std::variant<StepOpened<Step>, WaitAnswered, StepClosed, PlacementOwed, Placed, Counted, Over, Interjected>;

struct State {
  Agenda<Step> agenda;
  int counted = 0, told = 0;
  bool over = false;
};

/// A room of nothing but steps.
struct Plain {
  using State = course::State;
  using Step = course::Step;
  using Event = course::Event;
  static State evolve(State&& state, const Event& event) {
    evolve_agenda(state.agenda, event);
    if (std::holds_alternative<Counted>(event)) ++state.counted;
    if (std::holds_alternative<Interjected>(event)) state.told = state.counted;
    if (std::holds_alternative<Over>(event)) state.over = true;
    return std::move(state);
  }
  static const Agenda<Step>& agenda(const State& state) { return state.agenda; }
  static std::optional<Ending> ending(const State& state) { return state.over ? std::optional(Ending{Side::A, "over", ""}) : std::nullopt; }
};
struct SideBySide : Plain {
  static constexpr Course kCourse{.side_by_side = true};
};
struct Leaves : Plain {
  static constexpr Course kCourse{.at_end = AtEnd::Leave};
};
struct GoesOn : Plain {
  static constexpr Course kCourse{.at_end = AtEnd::GoOn};
};
/// Tells of each count before the next step.
struct Interrupting : Plain {
  static bool interject(Unfold<Interrupting>& u) {
    if (u.state().told == u.state().counted) return false;
    u.emit(Interjected{});
    return true;
  }
};

template <class R>
bool go_on(Unfold<R>&) {
  return false;
}
template <class R>
void resume(Unfold<R>& u, const Throw& step, const Answers&) {
  if (step.times > 1) u.ask(Throw{step.times - 1}, ask_dice(Side::A, "R", "once more", 1));
}
template <class R>
void resume(Unfold<R>& u, const LastBlow&, const Answers&) {
  u.emit(Over{});
}
template <class R>
void resume(Unfold<R>& u, const Count&, const Answers&) {
  u.emit(Counted{});
}
template <class R>
void resume(Unfold<R>&, const Bid&, const Answers&) {}
template <class R>
void resume(Unfold<R>&, const Draw&, const Answers&) {}

Wait die() { return ask_dice(Side::A, "R", "throw", 1); }
AnswerWait three(int wait) { return {.wait = WaitId{wait}, .answer = {.values = {3}, .choices = {}, .poses = {}}}; }

std::vector<int> lanes_of(const std::vector<Event>& events) {
  std::vector<int> lanes;
  for (const Event& event : events)
    if (const auto* opened = std::get_if<StepOpened<Step>>(&event)) lanes.push_back(opened->lane);
  return lanes;
}

template <class Kind>
int count(const std::vector<Event>& events) {
  int found = 0;
  for (const Event& event : events) found += std::holds_alternative<Kind>(event) ? 1 : 0;
  return found;
}

TEST_CASE("what a step opens stays on its lane where commands run side by side, and opens the next lane elsewhere", "[unfold]") {
  Unfold<SideBySide> beside(course::State{}, Viewer::A);
  beside.open_beside(Throw{2}, {die()});
  beside.open_beside(Throw{2}, {die()});
  beside.answer(three(1));
  CHECK(lanes_of(beside.take()) == std::vector<int>{1, 2, 1});

  Unfold<Plain> one(course::State{}, Viewer::A);
  one.ask(Throw{2}, die());
  one.answer(three(1));
  CHECK(lanes_of(one.take()) == std::vector<int>{1, 2});
}

TEST_CASE("a command begins on a lane of its own where commands run side by side, and above what is open elsewhere", "[unfold]") {
  Unfold<SideBySide> first(course::State{}, Viewer::A);
  first.ask(Throw{}, die());
  Unfold<SideBySide> beside(first.state(), Viewer::A);
  beside.ask(Throw{}, die());
  CHECK(lanes_of(beside.take()) == std::vector<int>{2});
  Unfold<Plain> above(first.state(), Viewer::A);
  above.ask(Throw{}, die());
  CHECK(lanes_of(above.take()) == std::vector<int>{1});
}

TEST_CASE("what is under way when the battle ends is closed, stays or goes on, as the room says", "[unfold]") {
  const auto end = [](auto& u) {
    u.later({LastBlow{}, Count{}, Count{}});
    u.run();
    return u.state();
  };
  Unfold<Plain> closes(course::State{}, Viewer::A);
  CHECK(end(closes).agenda.idle());
  CHECK(closes.state().counted == 0);
  Unfold<Leaves> leaves(course::State{}, Viewer::A);
  CHECK(end(leaves).agenda.lanes.front().stack.size() == 2);
  CHECK(leaves.state().counted == 0);
  Unfold<GoesOn> goes_on(course::State{}, Viewer::A);
  CHECK(end(goes_on).agenda.idle());
  CHECK(goes_on.state().counted == 2);
}

TEST_CASE("what interjects comes before every step", "[unfold]") {
  Unfold<Interrupting> u(course::State{}, Viewer::A);
  u.later({Count{}, Count{}});
  u.run();
  std::string order;
  for (const course::Event& event : u.take())
    order += std::holds_alternative<Counted>(event) ? "c" : std::holds_alternative<Interjected>(event) ? "i" : "";
  CHECK(order == "cici");
}

TEST_CASE("sealed answers are revealed when their step closes, unless it stays sealed", "[unfold]") {
  const auto revealed = [](course::Step step) {
    Unfold<Plain> u(course::State{}, Viewer::A);
    u.ask(std::move(step), sealed(die()));
    u.answer(three(1));
    for (const course::Event& event : u.take())
      if (const auto* closed = std::get_if<StepClosed>(&event)) return closed->revealed.size();
    return std::size_t{99};
  };
  CHECK(revealed(course::Bid{}) == 1);
  CHECK(revealed(course::Draw{}) == 0);
}

TEST_CASE("a step that is broken off does not come up, and what follows goes on in its lane", "[unfold]") {
  Unfold<SideBySide> u(course::State{}, Viewer::A);
  u.ask(Throw{}, die());
  u.break_off(1);
  u.open(Count{});
  u.run();
  const auto events = u.take();
  CHECK(lanes_of(events) == std::vector<int>{1, 1});
  CHECK(count<Counted>(events) == 1);
  CHECK(u.state().agenda.idle());
}

TEST_CASE("a new debt overtakes what the unit owed for the same bases, a unit that is settled still leaves the table", "[unfold]") {
  Unfold<Plain> u(course::State{}, Viewer::A);
  u.owe({.unit = {"A1"}, .bases = {{"A1.1"}}, .rule = "R"});
  u.owe({.unit = {"A1"}, .bases = {{"A1.2"}}, .rule = "R"});
  CHECK(u.state().agenda.owed.size() == 2);
  u.owe({.unit = {"A1"}, .bases = {{"A1.1"}}, .removed = true, .rule = "R"});
  CHECK(u.state().agenda.owed.size() == 2);
  u.settle({"A1"});
  REQUIRE(u.state().agenda.owed.size() == 1);
  CHECK(u.state().agenda.owed.front().removed);
}

}  // namespace polemarch::course
