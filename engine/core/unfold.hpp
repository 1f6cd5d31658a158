#pragma once
/// The course of play: what one command leads to, event by event, up to the next question. A room names it once,
/// `using Unfold = engine::Unfold<Rules>;`, and says what each of its steps does when its turn comes:
///
///     void resume(Unfold& u, const SomeStep& step, const engine::Answers& answers);
///     bool go_on(Unfold& u);   // nothing is open: one step of the turn sequence; false when players have to act
///
/// A step without waits comes up as soon as it is at the top, with no answers: it may emit, ask (open a step with waits, often itself),
/// or open others. A step with waits comes up when all of them are answered, with the answers in their order. It is closed before it
/// comes up, so it opens itself anew when it has more to ask. Pure.
///
/// Three things a room may say where it is not as usual:
///     static constexpr engine::Course kCourse{...};            // in Rules: lanes side by side, what the end of a battle leaves open
///     static bool interject(engine::Unfold<Rules>& u);         // in Rules: comes before every step; true when it told or opened something
///     static constexpr bool kStaysSealed = true;               // in a step: its sealed answers are not revealed when it closes

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <utility>
#include <vector>

#include "engine/core/commands.hpp"
#include "engine/core/events.hpp"
#include "engine/core/room.hpp"

namespace polemarch::engine {

using Answers = Checked<Answer>;

/// What becomes of open steps when the battle ends.
enum class AtEnd {
  Close,  ///< they are closed
  Leave,  ///< they stay as they are
  GoOn,   ///< they go on
};

struct Course {
  /// Commands run side by side, each on a lane of its own: what a step opens stays on its lane, even when that was empty. Otherwise
  /// there is one lane at a time, and what is opened goes on top of it.
  bool side_by_side = false;
  AtEnd at_end = AtEnd::Close;
};

template <class R>
constexpr Course course_of() {
  if constexpr (requires { R::kCourse; })
    return R::kCourse;
  else
    return {};
}

/// How an answer is kept in the log: sealed_answer(), unless a room keeps more from the other side.
using Keeping = Secret<Answer> (*)(const Wait& wait, Answer answer);

template <class R>
class Unfold {
 public:
  using State = typename R::State;
  using Step = typename R::Step;
  using Event = typename R::Event;

  Unfold(const State& state, Viewer by) : unfolding_(state), by_(by) {}

  const State& state() const { return unfolding_.state(); }
  Viewer by() const { return by_; }  ///< who gave the command
  void emit(Event event) {
    if (++told_ > kMostEvents) throw std::length_error("a command without end");
    unfolding_.emit(std::move(event));
  }
  std::vector<Event> take() { return unfolding_.take(); }

  /// Opens a step above what is open on the lane in hand; the first one opens a lane.
  void open(Step step, std::vector<Wait> waits = {}) {
    auto opened = opening(std::move(step), std::move(waits));
    lane_ = opened.lane;
    emit(std::move(opened));
  }
  /// What open() would write.
  StepOpened<Step> opening(Step step, std::vector<Wait> waits = {}) const {
    return open_step(agenda(), lane(), std::move(step), std::move(waits));
  }
  void ask(Step step, Wait wait) { open(std::move(step), {std::move(wait)}); }
  /// Opens a step on a lane of its own, beside what is open.
  void open_beside(Step step, std::vector<Wait> waits = {}) {
    auto opened = open_step(agenda(), 0, std::move(step), std::move(waits));
    lane_ = opened.lane;
    emit(std::move(opened));
  }
  /// Steps to come, in this order, before anything that waits below.
  void later(std::vector<Step> steps) {
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) open(std::move(*step));
  }

  /// The lane in hand; null when it is not there, or not any more.
  const Lane<Step>* in_hand() const { return agenda().lane(lane_); }
  /// This lane is in hand from now on.
  void take_up(int lane) { lane_ = lane; }
  /// Breaks off the top step of a lane, which is in hand from now on: the step does not come up.
  void break_off(int lane) {
    lane_ = lane;
    emit(StepClosed{lane, {}});
  }

  /// Takes an answer that judge_answering() allowed, and runs on.
  void answer(const AnswerWait& command, Keeping keep = sealed_answer) {
    Verdict problem;
    const std::vector<Wait> open_now = agenda().open_waits();
    const Wait* wait = wait_for(open_now, by_, command, problem);
    if (wait == nullptr) return;
    lane_ = agenda().lane_of(wait->id)->id;
    emit(WaitAnswered{wait->id, keep(*wait, command.answer)});
    run();
  }

  /// Closes the placement this command settles; false when none is owed there.
  bool place(const PlaceBases& command) {
    const OwedPlacement* owed = owed_by(agenda(), command);
    if (owed == nullptr) return false;
    emit(placed_event(*owed, command));
    return true;
  }
  /// Owes a placement. What the unit owed before for the same bases is overtaken.
  void owe(OwedPlacement owed) {
    overtake([&](const OwedPlacement& old) {
      return old.unit == owed.unit && std::any_of(old.bases.begin(), old.bases.end(), [&](const BaseId& base) {
               return std::find(owed.bases.begin(), owed.bases.end(), base) != owed.bases.end();
             });
    });
    emit(engine::owe(agenda(), std::move(owed)));
  }
  /// A place the unit still owes is overtaken by where it stands now; leaving the table is not.
  void settle(const UnitId& unit) {
    overtake([&](const OwedPlacement& old) { return old.unit == unit && !old.removed; });
  }

  /// Runs what comes to the top until somebody has to answer or act, or the battle has ended.
  void run() {
    constexpr AtEnd at_end = course_of<R>().at_end;
    while (at_end == AtEnd::GoOn || !R::ending(state())) {
      if constexpr (requires { R::interject(*this); })
        if (R::interject(*this)) continue;
      const Lane<Step>* hand = in_hand();
      if (hand == nullptr) {
        if (agenda().idle()) {
          if (!go_on(*this)) return;
          continue;
        }
        hand = &agenda().lanes.back();
        lane_ = hand->id;
      }
      const OpenStep<Step> top = hand->stack.back();
      Answers answers;
      bool sealed = false;
      for (const Wait& wait : top.waits) {
        if (!wait.answer) return;
        answers.push_back(wait.answer->value.value_or(Answer{}));
        sealed = sealed || wait.kind == WaitKind::Sealed;
      }
      const bool unseen = std::visit(
          [](const auto& step) {
            return requires { step.kStaysSealed; };
          },
          top.step);
      emit(StepClosed{lane_, sealed && !unseen ? answers : Answers{}});
      std::visit([&](const auto& step) { resume(*this, step, answers); }, top.step);
    }
    if (at_end == AtEnd::Close) close_all();
  }
  /// Breaks off all that is open, last opened first.
  void close_all() {
    while (!agenda().idle()) break_off(agenda().lanes.back().id);
  }

 private:
  const Agenda<Step>& agenda() const { return R::agenda(state()); }
  int lane() const {
    if (course_of<R>().side_by_side || in_hand() != nullptr) return lane_;
    return agenda().idle() ? 0 : agenda().lanes.back().id;
  }
  /// Placements that are owed no more.
  template <class Which>
  void overtake(Which which) {
    std::vector<Placed> overtaken;
    for (const OwedPlacement& old : agenda().owed)
      if (which(old)) overtaken.push_back({old.id, old.unit, {}});
    for (Placed& old : overtaken) emit(std::move(old));
  }

  /// Of one command: far more than any course of steps takes. A battle from a log that was meddled with may go round in a circle.
  static constexpr int kMostEvents = 20'000;

  Unfolding<R> unfolding_;
  Viewer by_;
  int told_ = 0;  ///< events so far
  int lane_ = 0;  ///< the lane in hand; 0: none
};

/// Is the answer one that an open question takes?
template <class Step>
Verdict judge_answering(const Agenda<Step>& agenda, Viewer by, const AnswerWait& command) {
  Verdict problem;
  const std::vector<Wait> open = agenda.open_waits();
  const Wait* wait = wait_for(open, by, command, problem);
  return wait == nullptr ? problem : judge_answer(*wait, by, command.answer);
}

/// The placement a `place` would settle: the named one, else the unit's, else the one that owes the named bases; null when none is owed.
template <class Step>
const OwedPlacement* owed_by(const Agenda<Step>& agenda, const PlaceBases& command) {
  for (const OwedPlacement& owed : agenda.owed) {
    if (command.owed) {
      if (*command.owed == owed.id) return &owed;
      continue;
    }
    const bool names_base = !command.poses.empty() && std::all_of(command.poses.begin(), command.poses.end(), [&](const PlacedBase& base) {
      return std::find(owed.bases.begin(), owed.bases.end(), base.base) != owed.bases.end();
    });
    if (command.unit.empty() ? names_base : command.unit == owed.unit && (command.poses.empty() || names_base)) return &owed;
  }
  return nullptr;
}

/// Writes an event of core into an agenda; true when it was one. A room's evolve() begins with it.
template <class Step, class Event>
bool evolve_agenda(Agenda<Step>& agenda, const Event& event) {
  return std::visit(
      [&](const auto& e) {
        if constexpr (requires { engine::apply(agenda, e); }) {
          engine::apply(agenda, e);
          return true;
        } else {
          return false;
        }
      },
      event);
}

}  // namespace polemarch::engine
