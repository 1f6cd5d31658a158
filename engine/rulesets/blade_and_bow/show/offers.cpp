/// What may be done, and what may not with the reasons: the door.
#include "engine/rulesets/blade_and_bow/show/offering.hpp"

namespace polemarch::blade_and_bow {

using engine::Verdict;

void Maker::judged(Command command, engine::Needs needed, Viewer audience) {
  Verdict verdict = Rules::judge(state, viewer, command);
  list.push_back({std::move(command), std::move(verdict), std::move(needed), true, audience});
}

bool Maker::if_allowed(Command command, engine::Needs needed, Viewer audience) {
  Verdict verdict = Rules::judge(state, viewer, command);
  if (!verdict.allowed()) return false;
  list.push_back({std::move(command), std::move(verdict), std::move(needed), true, audience});
  return true;
}

void Maker::to_fill_in(Command command, engine::Needs needed, Viewer audience) {
  Verdict verdict = Rules::judge(state, viewer, command);
  if (verdict.refusal == engine::Refusal::Impossible) verdict = engine::allow();  // what it lacks is what is typed in
  list.push_back({std::move(command), std::move(verdict), std::move(needed), false, audience});
}

Verdict Maker::action_of(const Unit& unit, ActionKind kind) const {
  const Side side = side_of_speaker(state, viewer);
  Verdict may = may_take_action(state, viewer, goes_on(state, side, kind, {unit.id}));
  if (may.allowed() && unit.side != side) return formation_of(state, side, {unit.id}, {}, kind).verdict;
  return may;
}

namespace {

Verdict may_speak(Viewer viewer, const engine::Wait& wait) {
  return engine::may_answer(viewer, wait.who) ? engine::allow()
                                              : engine::impossible("for " + std::string(name_of(wait.who)) + " to answer", wait.rule);
}

/// What falls, to be filled in.
engine::Need values_of(const engine::ChanceSpec& chance) {
  const auto kind = chance.source == "dice" ? engine::NeedKind::Dice : engine::NeedKind::Card;
  return {kind, std::to_string(chance.count) + " from " + chance.source, "values", {}};
}

void about_wait(Maker& maker, const engine::Wait& wait) {
  engine::AnswerWait answer;
  answer.wait = wait.id;
  if (wait.chance) {
    for (int i = 0; i < wait.chance->count; ++i) answer.answer.values.push_back(wait.chance->lowest);
    maker.list.push_back({answer, may_speak(maker.viewer, wait), {values_of(*wait.chance)}, false});
    answer.answer.values.clear();
  }
  for (const engine::Option& option : wait.options) {
    answer.answer.choices = {option.key};
    maker.judged(answer);
  }
}

/// What belongs to no unit.
void general(Maker& maker) {
  const State& state = maker.state;
  const Side side = side_of_speaker(state, maker.viewer);
  if (state.turn.phase == Phase::Setup) maker.set_up(side);
  if (state.turn.phase == Phase::Setup || state.turn.phase == Phase::Over) return;
  if (state.turn.phase == Phase::Impulses) {
    if (state.action) maker.judged(FinishAction{});
    if (state.agenda.open_waits().empty()) maker.judged(Pass{});  // of a question, leaving it is one of its own answers
    maker.judged(PurchaseCard{}, {engine::card_after("a card")});
  }
  maker.hand_of(side);
  EndBattle end;  // one side gives up; both agree that nobody has won
  if (maker.viewer == Viewer::A || maker.viewer == Viewer::B) end.winner = maker.viewer == Viewer::A ? Side::B : Side::A;
  Verdict verdict = Rules::judge(state, maker.viewer, end);
  maker.list.push_back({end, std::move(verdict), {engine::say_yes()}, false});
}

/// One maker's state with the ground each side moves over, computed when it is asked for.
struct Scene {
  Maker maker;
  std::array<std::optional<MoveGround>, 2> grounds{};
  const MoveGround& ground(Side side) {
    std::optional<MoveGround>& own = grounds[static_cast<std::size_t>(side)];
    if (!own) own.emplace(maker.state, side);
    return *own;
  }
  void about(const UnitId& id) {
    if (const Unit* unit = find_unit(maker.state, id)) maker.about_unit(*unit, ground(unit->side));
    if (const Leader* leader = find_leader(maker.state, id)) maker.about_leader(*leader);
  }
};

/// While an action is open, what goes on with it is offered as things stand, and what ends it as they stand then.
void about_pieces(Maker& maker, const std::vector<UnitId>& pieces) {
  const State& state = maker.state;
  Scene now{Maker{state, maker.viewer, {}}};
  const bool may_end = state.action && state.agenda.idle() && state.turn.actions > 0;
  const std::optional<State> closed = may_end ? std::optional(after_closing(state)) : std::nullopt;
  std::optional<Scene> then;
  if (closed) then.emplace(Scene{Maker{*closed, maker.viewer, {}}});
  const auto take_over = [&](Maker& from, bool ending) {
    const Side side = side_of_speaker(state, maker.viewer);
    for (engine::Offer<Command>& offer : from.list)
      if (!closed || ends_open_action(state, side, offer.command) == ending) maker.list.push_back(std::move(offer));
    from.list.clear();
  };
  for (const UnitId& id : pieces) {
    now.about(id);
    take_over(now.maker, false);
    if (!then) continue;
    then->about(id);
    take_over(then->maker, true);
  }
}

}  // namespace

std::vector<engine::Offer<Command>> Rules::offers(const State& state, Viewer viewer, const engine::About& about) {
  Maker maker{state, viewer, {}};
  if (const auto* wait_id = std::get_if<engine::WaitId>(&about)) {
    for (const engine::Wait& wait : state.agenda.open_waits())
      if (wait.id == *wait_id) about_wait(maker, wait);
    return maker.list;
  }
  if (const auto* id = std::get_if<UnitId>(&about)) {
    about_pieces(maker, {*id});
    return maker.list;
  }
  if (std::holds_alternative<engine::AboutNothing>(about)) {
    general(maker);
    return maker.list;
  }
  for (const engine::Wait& wait : state.agenda.open_waits())
    if (wait.audience == Viewer::Both || viewer == Viewer::Umpire || wait.audience == viewer) about_wait(maker, wait);
  general(maker);
  std::vector<UnitId> pieces;
  for (const auto& [id, unit] : state.units)
    if (!maker.plays_other(unit.side)) pieces.push_back(id);
  about_pieces(maker, pieces);
  return maker.list;
}

}  // namespace polemarch::blade_and_bow
