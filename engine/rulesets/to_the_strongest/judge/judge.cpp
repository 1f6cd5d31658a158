#include <algorithm>

#include "engine/core/giving_up.hpp"
#include "engine/rulesets/to_the_strongest/judge/judge.hpp"
#include "engine/rulesets/to_the_strongest/show/viewing.hpp"
#include "engine/rulesets/to_the_strongest/topics/ambush.hpp"
#include "engine/rulesets/to_the_strongest/topics/decks.hpp"
#include "engine/rulesets/to_the_strongest/topics/putting_down.hpp"

namespace polemarch::to_the_strongest {
namespace {

using engine::allow;
using engine::impossible;
using engine::refuse;
using engine::Verdict;

Verdict judge_cards(const State& state, const engine::Wait& wait, const engine::Answer& answer) {
  if (!wait.chance || state.options.chits) return allow();
  const auto used = deck_named(state, wait.chance->source);
  if (!used) return allow();
  const int decks = used->decks, most = kCardsOfAValue * decks;  // TTS-DECK-03
  Deck deck = used->deck;
  for (const int value : answer.values) {  // TTS-DECK-01
    if (pile_is_out(deck, decks)) deck.out = deck.on_units;
    int& out = deck.out.at(static_cast<std::size_t>(value));
    if (out >= most)
      return refuse("TTS-DECK-01",
                    "all " + (decks > 1 ? std::to_string(most) : "eight") + " cards of value " + std::to_string(value) + " are out",
                    out + 1, most, "cards");
    ++out;
  }
  return allow();
}

Verdict judge_answering(const State& state, Viewer by, const engine::AnswerWait& command) {
  Verdict problem;
  const std::vector<engine::Wait> open = state.agenda.open_waits();
  const engine::Wait* wait = engine::wait_for(open, by, command, problem);
  if (wait == nullptr) return problem;
  const engine::Answer answer = plain_answer(*wait, command.answer);
  if (Verdict fits = engine::judge_answer(*wait, by, answer); !fits.allowed()) return fits;
  return judge_cards(state, *wait, answer);
}

Verdict judge_command_move(const State& state, Viewer by, const CommandMove& command) {
  const General* general = state.general(command.general);
  if (general == nullptr) return impossible("unknown general " + command.general.text);
  if (!engine::may_answer(by, viewer_of(general->side))) return impossible(general->id.text + " is not yours to move");
  if (state.phase != Phase::Battle) return impossible("the battle has not begun");
  if (general->status != Status::InPlay) return impossible(general->id.text + " is out of the battle");
  if (general->attached) return refuse("TTS-GEN-10", general->id.text + " is attached and stays with his unit");
  if (general->side != state.active) return refuse("TTS-SEQ-01", "side " + std::string(name_of(state.active)) + " is active");
  const ArmyCommand* own = is_without_command(state, *general) ? nullptr : state.command(general->command);
  if (own != nullptr && own->status == CommandStatus::Ended) return refuse("TTS-GEN-24", "the turn of his command is over");
  if (!state.agenda.idle()) return unsettled(state);
  if (general->moved) return refuse("TTS-GEN-14", "he has made his command move");
  if (!state.field.holds(command.to)) return impossible("a command move needs \"to\", a box");
  const Board board(state);
  const Box from = state.box_of(*general);
  if (!from.somewhere()) return refuse("TTS-OFF-04", "he is not on the table");
  if (board.impassable(command.to)) return refuse("TTS-GEN-16", name_of(command.to) + " is impassable");
  if (board.has_enemy_of(general->side, command.to)) return refuse("TTS-GEN-17", "enemy in " + name_of(command.to));
  const int length = command_move_length(*general);
  if (!command_move_reaches(board, *general, command.to, length))
    return refuse(general->brilliant ? "TTS-GEN-31" : "TTS-GEN-15", "too far", reach(from, command.to), length, "boxes");
  return allow();
}

Verdict judge_replace(const State& state, Viewer by, const ReplaceCard& command) {
  const General* general = state.general(command.general);
  if (general == nullptr) return impossible("unknown general " + command.general.text);
  if (!engine::may_answer(by, viewer_of(general->side))) return impossible(general->id.text + " is not yours");
  if (!state.replace_open || state.phase != Phase::Battle) return refuse("TTS-GEN-08", "there is no card to replace now");
  if (general->ability_used) return refuse("TTS-GEN-05", general->id.text + " has used his ability this turn");
  const std::vector<UnitId>& able = state.replace_open->able;
  if (std::find(able.begin(), able.end(), general->id) != able.end()) return allow();
  const ArmyCommand *swaps = state.command(state.replace_open->plan.command), *his = state.command(general->command);
  const bool of_another = swaps != nullptr && his != nullptr && swaps != his && his->status != CommandStatus::NotYet;
  if (of_another)  // the window of his command has been taken by a later card
    return refuse("TTS-GEN-08", "the swap is closed: the card of " + state.replace_open->plan.order.units.front().text + " came after");
  return refuse("TTS-GEN-05", general->id.text + " is not with them");
}

Verdict judge_turn(const State& state, Viewer by) {
  if (state.phase == Phase::Over) return impossible("the battle is over");
  if (state.phase != Phase::Battle) return impossible("the battle has not begun");
  if (!engine::may_answer(by, viewer_of(state.active)))
    return impossible("side " + std::string(name_of(state.active)) + " is active", "TTS-SEQ-01");
  if (!state.agenda.idle()) return unsettled(state);
  return allow();
}

Verdict judge_ending(const State& state, Viewer by, const EndBattle& end) {
  if (state.phase == Phase::Over) return impossible("the battle is over");
  if (state.phase != Phase::Battle) return impossible("the battle has not begun");
  return engine::judge_giving_up(by, end.winner);
}

}  // namespace

UnitId pass_meant(const State& state) {
  std::vector<UnitId> all, active;
  for (const auto& [id, command] : state.commands) {
    if (command.side != state.active || !has_units(state, id)) continue;
    all.push_back(id);
    if (command.status == CommandStatus::Active) active.push_back(id);
  }
  if (active.empty() && all.size() == 1) return all.front();
  return active.size() == 1 ? active.front() : UnitId{};
}

namespace {

Verdict judge_pass(const State& state, Viewer by, const Pass& pass) {
  if (Verdict turn = judge_turn(state, by); !turn.allowed()) return turn;
  if (pass.command.empty())
    return pass_meant(state).empty() ? impossible("name the command that passes, or end the turn", "TTS-ACT-17") : allow();
  const ArmyCommand* command = state.command(pass.command);
  if (command == nullptr) return impossible("unknown command " + pass.command.text);
  if (command->side != state.active) return refuse("TTS-SEQ-01", "side " + std::string(name_of(state.active)) + " is active");
  if (command->status == CommandStatus::Ended) return refuse("TTS-SEQ-04", "its turn is over already");
  return allow();
}

Verdict judge_place(const State& state, Viewer by, const engine::PlaceBases& place) {
  for (const engine::OwedPlacement& owed : state.agenda.owed)
    if ((place.owed && *place.owed == owed.id) || (!place.owed && place.unit == owed.unit)) return engine::judge_place(owed, place, 3_mm);
  if (state.phase == Phase::Deployment && !state.agenda.idle()) return unsettled(state);
  return judge_putting_down(state, by, place);
}

}  // namespace

Verdict unsettled(const State& state) {
  for (engine::Wait asked : state.agenda.open_waits()) {
    if (asked.audience != Viewer::Both) continue;
    Showing::word(state, asked);
    return refuse("TTS-SEQ-08", "answer first: " + asked.question);
  }
  return refuse("TTS-SEQ-08", "something is still being settled");
}

std::optional<Verdict> crowds_own_ambush(const Board& board, Viewer by, const Worked& worked) {
  const auto& units = worked.plan.order.units;
  const Unit* first = units.empty() ? nullptr : board.state().unit(units.front());
  if (first == nullptr || !worked.verdict.allowed() || (by != Viewer::Umpire && by != viewer_of(first->side))) return std::nullopt;
  if (blunder_of(board.state(), units) != nullptr) return std::nullopt;  // the enemy orders them, and he knows of none
  const auto crowded = crowds_ambush(board, worked.plan);
  if (!crowded) return std::nullopt;
  return Verdict{engine::Ruling::Refused, engine::Refusal::ByRule, {*crowded}};
}

Verdict Rules::judge(const State& state, Viewer by, const Command& command) {
  if (const Order* order = order_in(command)) {
    const Board board(state);
    Worked worked = work_out(board, by, *order);
    return crowds_own_ambush(board, by, worked).value_or(std::move(worked.verdict));
  }
  return std::visit(engine::Overloaded{
                        [&](const engine::AnswerWait& answer) { return judge_answering(state, by, answer); },
                        [&](const engine::PlaceBases& place) { return judge_place(state, by, place); },
                        [&](const CommandMove& move) { return judge_command_move(state, by, move); },
                        [&](const ReplaceCard& card) { return judge_replace(state, by, card); },
                        [&](const Pass& pass) { return judge_pass(state, by, pass); },
                        [&](const EndTurn&) { return judge_turn(state, by); },
                        [&](const EndBattle& end) { return judge_ending(state, by, end); },
                        [&](const Mark& told) { return judge_mark(state, by, told); },
                        [&](const PlayStratagem& card) { return judge_stratagem(state, by, card); },
                        [&](const auto&) { return judge_prelude(state, by, command); },
                    },
                    command);
}

}  // namespace polemarch::to_the_strongest
