/// May this be said now? Changes nothing.
#include <algorithm>

#include "engine/core/giving_up.hpp"
#include "engine/rulesets/blade_and_bow/judge/judge.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"
#include "engine/rulesets/blade_and_bow/topics/grid.hpp"

namespace polemarch::blade_and_bow {

using engine::allow;
using engine::impossible;
using engine::refuse;
using engine::Verdict;

Side side_of_speaker(const State& state, Viewer by) {
  if (by == Viewer::A) return Side::A;
  if (by == Viewer::B) return Side::B;
  return state.turn.active.value_or(state.turn.initiative.value_or(state.scenario.tie_breaker));
}

Verdict may_take_action(const State& state, Viewer by, bool goes_on_with_open) {
  const auto open = state.agenda.open_waits();
  if (!open.empty()) return refuse("BB-SEQ-17", "first answer: " + open.front().question);
  if (state.turn.phase == Phase::Over) return impossible("the battle is over");
  if (state.turn.phase != Phase::Impulses) return refuse("BB-SEQ-01", "not in the impulse phase");
  if ((by == Viewer::A || by == Viewer::B) && state.turn.active != side_of_speaker(state, by))
    return refuse("BB-SEQ-17", "it is the other side's impulse");
  if (!goes_on_with_open && state.turn.actions <= 0)
    return refuse("BB-ACT-01", state.action ? "no actions left in this impulse but the open one: go on with it or end it (end_action)"
                                            : "no actions left in this impulse");
  return allow();
}

namespace {

template <class Judge>
Verdict after(const Verdict& first, Judge&& judge) {
  return first.allowed() ? judge() : first;
}

Verdict judge_answer_to_wait(const State& state, Viewer by, const engine::AnswerWait& spoken) {
  const engine::AnswerWait command = understood(state, by, spoken);
  Verdict problem;
  const std::vector<engine::Wait> open = state.agenda.open_waits();
  const engine::Wait* wait = engine::wait_for(open, by, command, problem);
  if (wait == nullptr) return problem;
  // A draw that may be declined: the option in place of the cards.
  if (wait->chance && !wait->options.empty() && command.answer.values.empty() && !command.answer.choices.empty()) {
    engine::Wait declined = *wait;
    declined.chance.reset();
    return engine::judge_answer(declined, by, command.answer);
  }
  if (wait->chance && !wait->options.empty() && !command.answer.choices.empty())
    return impossible("say the cards or decline, not both", wait->rule);
  const auto& choices = command.answer.choices;
  if (choices.size() > 1 && std::find(choices.begin(), choices.end(), "pass") != choices.end())
    return impossible("name the dice to throw again or keep them all, not both", wait->rule);
  Verdict fits = engine::judge_answer(*wait, by, command.answer);
  if (!fits.allowed() || !wait->chance || wait->chance->source != kDeck) return fits;
  // Whether a card that everybody saw drawn lies in the hand is for the drawer's ears.
  const bool own_hand = wait->chance->lowest == 0 || by == wait->who;
  return judge_draw(state, wait->who == Viewer::B ? Side::B : Side::A, command.answer.values, own_hand);
}

}  // namespace

std::optional<Side> winner_of(Viewer by, const EndBattle& end) {
  if (end.winner || !end.gives_up) return end.winner;
  return by == Viewer::A ? std::optional(Side::B) : by == Viewer::B ? std::optional(Side::A) : std::nullopt;
}

namespace {

Verdict judge_ending(const State& state, Viewer by, const EndBattle& end) {
  if (state.turn.phase == Phase::Over) return impossible("the battle is over");
  if (state.turn.phase == Phase::Setup) return impossible("the battle has not begun");
  const std::optional<Side> winner = winner_of(by, end);
  if (end.gives_up && !winner) return impossible("say which side gives up");
  return engine::judge_giving_up(by, winner);
}

Verdict judge_place_command(const State& state, Viewer by, const engine::PlaceBases& place) {
  for (const engine::OwedPlacement& owed : state.agenda.owed) {
    if (!((place.owed && *place.owed == owed.id) || (!place.owed && place.unit == owed.unit))) continue;
    engine::OwedPlacement anywhere_in_square = owed;
    anywhere_in_square.poses.clear();
    Verdict fits = engine::judge_place(anywhere_in_square, place, 3_mm);
    if (!fits.allowed() || place.poses.empty() || owed.poses.empty() || find_unit(state, owed.unit) == nullptr) return fits;
    const Unit& unit = state.units.at(owed.unit);
    const Angle heading = place.poses.front().at.pose.heading;
    if (const std::optional<Facing> faces = facing_put_down(state, unit, heading)) {
      if (*faces != unit.facing)
        fits.reasons.push_back({"BB-POS-01", unit.id.text + " turns to face " + std::string(name_of(*faces)), {}, {}, {}, {}});
      return fits;
    }
    return refuse("BB-POS-01", owed.unit.text + " must face " + std::string(name_of(unit.facing)) + ", not " +
                                   std::string(name_of(snap_facing(heading, 0).nearest)));
  }
  if (place.owed) return impossible("no placement p" + std::to_string(*place.owed) + " is owed");
  const Unit* unit = find_unit(state, place.unit);
  const Leader* leader = find_leader(state, place.unit);
  if (state.camps.contains(place.unit)) return impossible("a camp stands where it was set up");
  if (unit == nullptr && leader == nullptr) return impossible("unknown unit " + place.unit.text);
  if (place.poses.empty()) return impossible("needs \"poses\"");
  const auto square = square_under(state.map, place.poses.front().at.pose.centre());
  if (!square) return refuse("BB-SET-01", "outside the grid");
  if (state.turn.phase != Phase::Setup) return refuse("BB-MOV-04", "units are put down in the setup only; now they move by orders");
  if (by != Viewer::Umpire && by != Viewer::Both && viewer_of(unit != nullptr ? unit->side : leader->side) != by)
    return impossible("not yours to place");
  if (unit == nullptr) return judge_setup(state, by, PlaceLeader{leader->id, *square});
  if (unit->box == Where::Reserve) return refuse("BB-MYC-10", unit->id.text + " comes later");
  if (unit->on_map() && state.turn.setup_stage > 0) return refuse("BB-SET-27", "the units stand; leaders are placed now");
  if (!may_set_up(state.map, unit->side, unit->type.name, *square))
    return refuse("BB-SET-06", name_of(*square) + " is not a setup square of " + unit->type.name);
  const Unit* there = unit_at(state, *square);
  if (there != nullptr && there->id != place.unit) return refuse("BB-STK-01", name_of(*square) + " holds " + there->id.text);
  return allow();
}

Verdict judged_now(const State& state, Viewer by, const Command& command) {
  const Side side = side_of_speaker(state, by);
  const auto acting = [&](ActionKind kind, const std::vector<UnitId>& units) {
    return may_take_action(state, by, goes_on(state, side, kind, units));
  };
  return std::visit(
      engine::Overloaded{
          [&](const engine::AnswerWait& answer) { return judge_answer_to_wait(state, by, answer); },
          [&](const engine::PlaceBases& place) { return judge_place_command(state, by, place); },
          [&](const AdjustRanks& c) { return judge_setup(state, by, c); },
          [&](const PlaceLeader& c) { return judge_setup(state, by, c); },
          [&](const PlaceCamp& c) { return judge_setup(state, by, c); },
          [&](const Ready& c) { return judge_setup(state, by, c); },
          [&](const Activate& c) {
            return after(may_take_action(state, by, false), [&] {
              if (c.action == ActionKind::Rally) return impossible("a rally names all its units at once", "BB-RAL-03");
              if (c.action == ActionKind::Leader) return impossible("each leader moves by an action of his own", "BB-ACT-13");
              if (goes_on(state, side, c.action, c.units)) return impossible("these units act together already", "BB-ACT-01");
              return formation_of(state, side, c.units, c.leader, c.action).verdict;
            });
          },
          [&](const FinishAction&) {
            if (!state.agenda.open_waits().empty()) return may_take_action(state, by, true);
            if (!state.action) return impossible("no action is open");
            return may_take_action(state, by, true);
          },
          [&](const MoveUnits& c) {
            if (const auto leader = leader_move(state, c))
              return after(may_take_action(state, by, false), [&] { return judge_move_leader(state, side, *leader); });
            return after(acting(ActionKind::Move, units_of(c)), [&] { return judge_move(state, side, c); });
          },
          [&](const MoveLeader& c) { return after(may_take_action(state, by, false), [&] { return judge_move_leader(state, side, c); }); },
          [&](const FormWall& c) {
            if (state.turn.phase == Phase::Setup && state.army(side).walls_at_start) return judge_wall(state, side, c);  // BB-MYC-06
            return after(acting(ActionKind::Wall, c.units), [&] { return judge_wall(state, side, c); });
          },
          [&](const Shoot& c) { return after(acting(ActionKind::Shoot, c.units), [&] { return judge_shoot(state, side, c); }); },
          [&](const Attack& c) { return after(acting(ActionKind::Melee, c.units), [&] { return judge_attack(state, side, c); }); },
          [&](const Rally& c) { return after(may_take_action(state, by, false), [&] { return judge_rally(state, side, c); }); },
          [&](const Face& c) { return judge_face(state, by, c); },
          [&](const DiscardCard& c) {
            return after(may_take_action(state, by, false), [&] {
              if (const auto twice = played_before(state, c.card)) return *twice;
              if (state.army(side).hand.empty()) return refuse("BB-ACT-06", "the hand is empty");
              return holds_card(state, side, c.card) ? allow()
                                                     : refuse("BB-ACT-06", "card " + std::to_string(c.card) + " is not in this hand");
            });
          },
          [&](const PurchaseCard&) {
            return after(may_take_action(state, by, false), [&] {
              const int held = static_cast<int>(state.army(side).hand.size()), size = state.army(side).hand_size;
              return held < size ? allow() : refuse("BB-ACT-07", "the hand is full", held, size, "cards");
            });
          },
          [&](const Pass&) -> Verdict {
            if (const auto no = declining(state, by)) return judge_answer_to_wait(state, by, *no);
            return may_take_action(state, by, false);
          },
          [&](const PlayCard& c) { return judge_play(state, side, c); },
          [&](const Commit& c) { return judge_commit(state, by, c); },
          [&](const Look& c) { return judge_look(state, side, c); },
          [&](const EndBattle& c) { return judge_ending(state, by, c); }},
      command);
}

}  // namespace

Verdict Rules::judge(const State& state, Viewer by, const Command& command) {
  const bool card = std::holds_alternative<PlayCard>(command);
  if ((state.turn.actions <= 0 && !card) || !ends_open_action(state, side_of_speaker(state, by), command))
    return judged_now(state, by, command);
  Verdict verdict = judged_now(after_closing(state), by, command);
  if (card && verdict.allowed() && state.turn.actions <= 0)
    return refuse("BB-CARD-18", "no action is left for it: it has no part in the open one");
  if (card && verdict.allowed()) verdict.reasons.push_back({"BB-CARD-18", "the open action ends before it", {}, {}, {}, {}});
  return verdict;
}

}  // namespace polemarch::blade_and_bow
