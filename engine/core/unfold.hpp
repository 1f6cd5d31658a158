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

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "engine/core/commands.hpp"
#include "engine/core/events.hpp"
#include "engine/core/room.hpp"

namespace polemarch::engine {

using Answers = std::vector<Answer>;

template <class R>
class Unfold {
 public:
  using State = typename R::State;
  using Step = typename R::Step;
  using Event = typename R::Event;

  Unfold(const State& state, Viewer by) : unfolding_(state), by_(by) {}

  const State& state() const { return unfolding_.state(); }
  Viewer by() const { return by_; }  ///< who gave the command
  void emit(Event event) { unfolding_.emit(std::move(event)); }
  std::vector<Event> take() { return unfolding_.take(); }

  /// Opens a step above what is open on the lane in hand; the first one opens a lane.
  void open(Step step, std::vector<Wait> waits = {}) {
    auto opened = open_step(agenda(), lane(), std::move(step), std::move(waits));
    lane_ = opened.lane;
    emit(std::move(opened));
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

  /// Takes an answer that judge_answering() allowed, and runs on.
  void answer(const AnswerWait& command) {
    Verdict problem;
    const std::vector<Wait> open_now = agenda().open_waits();
    const Wait* wait = wait_for(open_now, by_, command, problem);
    if (wait == nullptr) return;
    lane_ = agenda().lane_of(wait->id)->id;
    emit(WaitAnswered{wait->id, sealed_answer(*wait, command.answer)});
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
    std::vector<Placed> overtaken;
    for (const OwedPlacement& old : agenda().owed)
      if (old.unit == owed.unit && std::any_of(old.bases.begin(), old.bases.end(), [&](const BaseId& base) {
            return std::find(owed.bases.begin(), owed.bases.end(), base) != owed.bases.end();
          }))
        overtaken.push_back({old.id, old.unit, {}});
    for (Placed& old : overtaken) emit(std::move(old));
    emit(engine::owe(agenda(), std::move(owed)));
  }

  /// Runs what comes to the top until somebody has to answer or act, or the battle has ended.
  void run() {
    while (!R::ending(state())) {
      const Lane<Step>* in_hand = agenda().lane(lane_);
      if (in_hand == nullptr) {
        if (agenda().idle()) {
          if (!go_on(*this)) return;
          continue;
        }
        in_hand = &agenda().lanes.back();
        lane_ = in_hand->id;
      }
      const OpenStep<Step> top = in_hand->stack.back();
      Answers answers;
      bool sealed = false;
      for (const Wait& wait : top.waits) {
        if (!wait.answer) return;
        answers.push_back(wait.answer->value.value_or(Answer{}));
        sealed = sealed || wait.kind == WaitKind::Sealed;
      }
      emit(StepClosed{lane_, sealed ? answers : Answers{}});
      std::visit([&](const auto& step) { resume(*this, step, answers); }, top.step);
    }
    while (!agenda().idle()) emit(StepClosed{agenda().lanes.back().id, {}});
  }

 private:
  const Agenda<Step>& agenda() const { return R::agenda(state()); }
  int lane() const {
    if (agenda().lane(lane_) != nullptr) return lane_;
    return agenda().idle() ? 0 : agenda().lanes.back().id;
  }

  Unfolding<R> unfolding_;
  Viewer by_;
  int lane_ = 0;  ///< the lane in hand; one that is not there any more is nobody's
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
