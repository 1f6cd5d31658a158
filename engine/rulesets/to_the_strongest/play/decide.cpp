#include "engine/rulesets/to_the_strongest/play/play.hpp"

#include <algorithm>

#include "engine/rulesets/to_the_strongest/show/offering.hpp"

namespace polemarch::to_the_strongest {

using engine::Answer;
using engine::Option;
using engine::Wait;
using engine::WaitKind;

void Play::decide(const CommandText& command) {
  if (const Order* given = order_in(command)) return order(*given, false);
  std::visit(engine::Overloaded{
                 [&](const engine::AnswerWait& answer) {
                   engine::Verdict problem;
                   const std::vector<Wait> open_now = state().agenda.open_waits();
                   const Wait* wait = engine::wait_for(open_now, by_, answer, problem);
                   if (wait == nullptr) return;
                   lane_ = state().agenda.lane_of(wait->id)->id;
                   if (const auto chosen = blunder_chosen(*wait, answer.answer)) return order(*chosen, false);
                   emit(engine::WaitAnswered{wait->id, engine::sealed_answer(*wait, plain_answer(*wait, answer.answer))});
                   run();
                 },
                 [&](const engine::PlaceBases& place) { place_bases(place); },
                 [&](const CommandMove& move) {
                   command_move(move);
                   run();
                 },
                 [&](const ReplaceCard& card) { replace(card); },
                 [&](const Pass& pass) { end_command(pass.command, "passed"); },
                 [&](const EndTurn&) { end_turn(); },
                 [&](const Agree& agree) { emit(Agreed{agree.text}); },
                 [&](const Mark& told) {
                   mark(told);
                   run();
                 },
                 [&](const Deploy& posting) { deploy(posting); },
                 [&](const DeploymentDone&) { deployment_done(); },
                 [&](const DrawStratagem& drawing) { draw(drawing); },
                 [&](const PlayStratagem& card) {
                   play(card);
                   run();
                 },
                 [&](const NoteUnit& noted) { note(noted); },
                 [&](const CutForScouting&) { scout(); },
                 [&](const ChooseScenario& choice) { scenario(choice); },
                 [&](const ChooseTerrain& choice) { list_terrain(choice); },
                 [&](const PlaceTerrain& piece) { place_terrain(piece); },
                 [&](const DealTerrain&) { deal_terrain(); },
                 [&](const Bid&) { bid(); },
                 [&](const auto&) {},
             },
             command);
}

/// J diamonds: the order an option of its question stands for. TTS-STR-10.
std::optional<Order> Play::blunder_chosen(const Wait& wait, const Answer& answer) const {
  if (wait.rule != "TTS-STR-10" || answer.choices.size() != 1) return std::nullopt;
  for (std::size_t i = 1; i < wait.options.size(); ++i) {
    if (wait.options[i].key != answer.choices.front()) continue;
    const std::vector<Order> orders = blunder_orders(state());
    if (i <= orders.size()) return orders[i - 1];
  }
  return std::nullopt;
}

void Play::open(Step step, std::vector<Wait> waits) {
  auto opened = engine::open_step(state().agenda, lane_, std::move(step), std::move(waits));
  lane_ = opened.lane;
  emit(std::move(opened));
}

void Play::run() {
  while (true) {
    if (state().phase == Phase::Over) {
      while (!state().agenda.idle()) emit(engine::StepClosed{state().agenda.lanes.back().id, {}});
      return;
    }
    if (settle()) continue;
    const auto* lane = state().agenda.lane(lane_);
    if (lane == nullptr) break;
    const engine::OpenStep<Step> top = lane->stack.back();
    Answers answers;
    bool sealed = false;
    for (const Wait& wait : top.waits) {
      if (!wait.answer) return;
      answers.push_back(wait.answer->value.value_or(Answer{}));
      // A stratagem drawn stays unseen; bids and scouting cards show once both are in.
      sealed = sealed || (wait.kind == WaitKind::Sealed && !std::holds_alternative<StratagemStep>(top.step));
    }
    emit(engine::StepClosed{lane_, sealed ? answers : Answers{}});
    std::visit([&](const auto& step) { resume(step, answers); }, top.step);
  }
  end_turn_if_done();
}

bool Play::settle() {
  if (state().phase != Phase::Battle) return false;
  const auto* lane = state().agenda.lane(lane_);
  if (lane != nullptr) {
    // Saves of one blow, and a whole rampage, count as one event (TTS-AMB-117).
    for (const auto& opened : lane->stack) {
      if (std::holds_alternative<RampageStep>(opened.step)) return false;
      if (&opened == &lane->stack.back() && std::holds_alternative<SavesStep>(opened.step)) return false;
      if (&opened == &lane->stack.back() && std::holds_alternative<WoundStep>(opened.step)) return false;
    }
  }
  for (const auto& [id, command] : state().commands) {
    const bool now = is_demoralised(state(), id);
    const bool told = std::find(state().demoralised.begin(), state().demoralised.end(), id) != state().demoralised.end();
    if (now != told) {
      emit(CommandDemoralised{id, now});
      return true;
    }
  }
  const int a = state().side(Side::A).medals, b = state().side(Side::B).medals;
  if (a <= 0 || b <= 0) {
    emit(BattleEnded{a <= 0 && b <= 0 ? "draw" : a <= 0 ? "B" : "A"});
    return true;
  }
  for (const auto& [id, general] : state().generals) {
    if (general.status != Status::InPlay || !general.attached || general.unit.empty()) continue;
    const Unit* with = state().unit(general.unit);
    const bool asked = lane != nullptr && std::holds_alternative<JoinStep>(lane->stack.back().step);
    if (with != nullptr && with->where == Where::Lost && !asked) {
      join(id, "TTS-GEN-11");
      return true;
    }
  }
  return false;
}

Wait Play::card_wait(Side side, std::string rule, std::string question, int count) const {
  return {.who = viewer_of(side),
          .kind = WaitKind::Chance,
          .rule = std::move(rule),
          .question = std::move(question),
          .chance = engine::ChanceSpec{.count = count, .lowest = kLowestCard, .highest = kHighestCard, .source = activation_deck(side)}};
}

Wait Play::choice_wait(Side side, std::string rule, std::string question, std::vector<Option> options) const {
  return {.who = viewer_of(side),
          .kind = WaitKind::Choice,
          .rule = std::move(rule),
          .question = std::move(question),
          .options = std::move(options)};
}

void Play::owe(const UnitId& id, std::string rule, bool removed) {
  const Unit& it = unit(id);
  if (it.bases.empty()) return;
  engine::OwedPlacement owed{.unit = id, .bases = it.bases, .removed = removed, .who = viewer_of(it.side), .rule = std::move(rule)};
  if (!removed && it.box.somewhere()) owed.region = region_of(state(), it.box);
  emit(engine::owe(state().agenda, std::move(owed)));
}

void Play::play_card(Side side, const char* purpose, std::vector<UnitId> units, int card, int need, bool success, bool on_units,
                     const std::vector<engine::Reason>& reasons, UnitId by_general) {
  const bool reshuffled = pile_is_out(state().side(side).deck);
  CardTurned event{side, purpose, std::move(units), card, need, success, on_units, std::move(by_general), {}, reshuffled};
  for (const engine::Reason& reason : reasons) {
    const int value = static_cast<int>(reason.value.value_or(0));
    event.reasons.push_back(reason.rule + " " + reason.text + (value > 0 ? " +" : " ") + std::to_string(value));
  }
  emit(std::move(event));
}

std::vector<Event> Rules::decide(const State& state, Viewer by, const Command& command) {
  Play play(state, by);
  play.decide(command);
  return play.take();
}

}  // namespace polemarch::to_the_strongest
