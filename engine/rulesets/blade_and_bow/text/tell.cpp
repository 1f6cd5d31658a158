/// Events in plain English, short: what a battle tells. Beside it stand say.cpp and clause.cpp for commands, topics/wording for reasons.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "engine/rulesets/blade_and_bow/rules.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"
#include "engine/rulesets/blade_and_bow/topics/command.hpp"
#include "engine/rulesets/blade_and_bow/topics/grid.hpp"

namespace polemarch::blade_and_bow {
namespace {

std::string list(const std::vector<UnitId>& ids) {
  std::string text;
  for (const UnitId& id : ids) text += (text.empty() ? "" : ", ") + id.text;
  return text;
}
std::string list(const std::vector<int>& values) {
  std::string text;
  for (const int value : values) text += (text.empty() ? "" : " ") + std::to_string(value);
  return text.empty() ? "-" : text;
}
std::string text_of(Side side) { return std::string(name_of(side)); }
std::string text_of(Facing facing) { return std::string(name_of(facing)); }
std::string text_of(ActionKind kind) {
  switch (kind) {
    case ActionKind::Move:
      return "moves";
    case ActionKind::Shoot:
      return "shoots";
    case ActionKind::Melee:
      return "attacks";
    case ActionKind::Rally:
      return "rallies";
    case ActionKind::Leader:
      return "moves a leader";
    case ActionKind::Wall:
      return "forms a shield wall";
  }
  return "?";
}
std::string text_of(Phase phase) {
  switch (phase) {
    case Phase::Setup:
      return "setup";
    case Phase::Draw:
      return "draw cards";
    case Phase::Initiative:
      return "initiative";
    case Phase::Impulses:
      return "impulses";
    case Phase::Rout:
      return "rout management";
    case Phase::Victory:
      return "victory check";
    case Phase::TurnEnd:
      return "turn end";
    case Phase::Over:
      return "over";
  }
  return "?";
}
/// "3 hits on B1, 1 cancelled: 2 go through"; "no hit on B1".
std::string hits_words(int hits, int net, const std::string& whom) {
  const std::string text = (hits == 0 ? "no" : std::to_string(hits)) + (hits <= 1 ? " hit" : " hits") + whom;
  if (hits == net) return text;
  if (net == 0) return text + (hits == 1 ? ", cancelled" : ", all cancelled");
  return text + ", " + std::to_string(hits - net) + " cancelled: " + std::to_string(net) + (net == 1 ? " goes through" : " go through");
}
std::string with(const std::vector<UnitId>& leaders) { return leaders.empty() ? "" : ", with " + list(leaders); }
std::string_view name_of_colour(Colour colour) {
  constexpr std::array<std::string_view, 4> kNames{"white", "black", "red", "yellow"};
  return kNames[static_cast<std::size_t>(colour)];
}
/// "A 4 - 2 = 2": a die for initiative and what cards do to it.
std::string initiative_die(const State& state, Side side, int die) {
  int changed = 0;
  for (const ActiveEffect& effect : state.effects)
    if (effect.kind == EffectKind::InitiativeModifier && effect.side == side) changed += effect.amount;
  std::string text = text_of(side) + " " + std::to_string(die);
  if (changed != 0) text += (changed < 0 ? " - " : " + ") + std::to_string(std::abs(changed)) + " = " + std::to_string(die + changed);
  return text;
}
/// "A rolls", "the Immortals count": whose "your" is, in the words of a card. The text stays as printed where it says nothing of that kind.
std::string card_text(const ActiveEffect& effect, std::string text) {
  if (text.empty()) return "a card takes effect";
  return (effect.unit.empty() ? text_of(effect.side) : effect.unit.text) + ": " + text;
}

struct Teller {
  const State& state;

  std::string operator()(const engine::StepOpened<Step>& e) const {
    return e.waits.empty() ? "" : std::string(name_of(e.waits.front().who)) + ": " + e.waits.front().question;
  }
  std::string operator()(const engine::WaitAnswered& e) const {
    if (!e.answer.revealed || !e.answer.value) return "answered unseen";
    return "answer: " + typed(*e.answer.value);
  }
  std::string operator()(const engine::StepClosed&) const { return ""; }
  std::string operator()(const engine::PlacementOwed& e) const {
    return e.owed.unit.text + (e.owed.removed ? " is to be taken off the table" : " is to be moved on the table");
  }
  std::string operator()(const engine::Placed& e) const { return e.poses.empty() ? "" : e.unit.text + " is placed"; }
  std::string operator()(const RanksAdjusted& e) const {
    if (state.turn.phase == Phase::Setup || e.ranks.size() != 1) return text_of(e.side) + " has set its rank markers";
    return "the rank marker of " + e.ranks.begin()->first.text + " is told, unseen";
  }
  std::string operator()(const CampPlaced& e) const { return e.camp.text + " stands in " + words_of(e.at); }
  std::string operator()(const SideReady& e) const { return text_of(e.side) + " is ready"; }
  std::string operator()(const PhaseBegan& e) const { return "turn " + std::to_string(e.turn) + ": " + text_of(e.phase); }
  std::string operator()(const PhaseWent&) const { return ""; }
  std::string operator()(const HandSizeSet& e) const { return text_of(e.side) + " now holds up to " + std::to_string(e.size) + " cards"; }
  std::string operator()(const CardTaken& e) const { return text_of(e.side) + " takes a card"; }
  std::string operator()(const CardSpent& e) const {
    const Card* card = card_numbered(state, e.card);
    return text_of(e.side) +
           (e.use == "actions"  ? " draws "
            : e.use == "commit" ? " commits "
            : e.use == "effect" ? " plays "
                                : " discards ") +
           (card != nullptr ? card->title : "a card");
  }
  std::string operator()(const DeckReshuffled&) const { return "the deck is reshuffled"; }
  std::string operator()(const ImpulsesSet& e) const { return "impulses: A " + std::to_string(e.a) + ", B " + std::to_string(e.b); }
  std::string operator()(const InitiativeWon& e) const {
    const std::string won = text_of(e.side) + " has the initiative";
    if (e.dice.size() != 2) return won + " (" + list(e.dice) + ")";
    const std::string dice = initiative_die(state, Side::A, e.dice[0]) + ", " + initiative_die(state, Side::B, e.dice[1]);
    if (e.rule == "BB-SEQ-05") return won + ": " + dice + "; a tie leaves it where it was";
    if (e.rule == "BB-SEQ-06") return won + ": " + dice + "; a tie goes as the scenario says";
    return won + ": " + dice;
  }
  std::string operator()(const ImpulseBegan& e) const {
    return text_of(e.side) + (e.impulses_left == 0 ? " begins its last impulse of the turn"
                                                   : " begins an impulse, " + std::to_string(e.impulses_left) + " left after it");
  }
  /// On a card: by which of its four numbers.
  std::string operator()(const ActionsGained& e) const {
    std::string text = text_of(e.side) + " has " + std::to_string(e.actions) + (e.actions == 1 ? " action" : " actions");
    const Leader* leader = commander(state, e.side);
    if (leader != nullptr) text += ", " + std::string(name_of_colour(leader->colour)) + " on the card: " + leader->id.text + " commands";
    return text;
  }
  std::string operator()(const TrackFound& e) const { return "the " + e.name + " is found"; }
  std::string operator()(const ReserveNoted& e) const {
    if (e.state == 1)
      return "reinforcements are coming, entry die " + std::to_string(e.die) + (e.delay > 0 ? ", delayed " + std::to_string(e.delay) : "");
    return e.state == 2 ? "reinforcements enter" : "all reinforcements are on the map";
  }
  std::string operator()(const BattleEnded& e) const {
    if (e.outcome.why)
      return (e.outcome.winner ? text_of(*e.outcome.winner) + " wins: " : std::string("the battle is a draw: ")) + *e.outcome.why;
    return e.outcome.winner ? text_of(*e.outcome.winner) + " wins a " + e.outcome.degree + " victory" : "the battle is a draw";
  }
  /// What one unit does by itself its own line says.
  std::string operator()(const ActionOpened& e) const {
    if (e.units.size() == 1 && e.leader.empty()) return "";
    return text_of(e.side) + " " + text_of(e.kind) + (e.units.empty() ? "" : ": " + list(e.units)) +
           (e.leader.empty() ? "" : " under " + e.leader.text);
  }
  /// The card discarded has a line of its own.
  std::string operator()(const ActionSpent& e) const {
    if (e.what == "pass") return text_of(e.side) + " passes";
    if (e.what == "purchase") return text_of(e.side) + " buys a card";
    return e.what == "discard" ? "" : text_of(e.side) + " spends an action: " + e.what;
  }
  std::string operator()(const ActionClosed& e) const { return e.markers_lost.empty() ? "" : "melee marker off: " + list(e.markers_lost); }
  std::string operator()(const MayFace&) const { return ""; }
  std::string operator()(const EffectBegan& e) const { return card_text(e.effect, e.text); }
  std::string operator()(const EffectsEnded&) const { return ""; }
  std::string operator()(const EffectSpent&) const { return ""; }
  std::string operator()(const EffectCancelled& e) const { return "card " + std::to_string(e.card) + " does nothing more"; }
  std::string operator()(const RanksShown& e) const {
    return e.unit.text + " shows +" + std::to_string(e.ranks) + (e.ranks == 1 ? " rank" : " ranks");
  }
  std::string operator()(const UnitMoved& e) const {
    return e.unit.text + " moves to " + words_of(e.to) + ", facing " + text_of(e.facing) + with(e.leaders) +
           (e.stopped_by.empty() ? "" : ", held there");
  }
  std::string operator()(const WayBarred& e) const {
    return e.unit.text + (e.stays ? " stays where it is: " : " goes only part of its way: ") + e.why;
  }
  std::string operator()(const UnitDisplaced& e) const { return e.unit.text + " is pushed to " + words_of(e.to) + with(e.leaders); }
  std::string operator()(const UnitFaced& e) const { return e.unit.text + " faces " + text_of(e.facing); }
  std::string operator()(const UnitDisrupted& e) const { return e.unit.text + " is disrupted"; }
  std::string operator()(const UnitRallied& e) const { return e.unit.text + " is in good order"; }
  std::string operator()(const RallyFailed& e) const { return e.unit.text + " does not rally (" + std::to_string(e.die) + ")"; }
  std::string operator()(const RanksLost& e) const {
    return e.unit.text + " loses " + std::to_string(e.ranks) + (e.ranks == 1 ? " rank" : " ranks");
  }
  std::string operator()(const UnitFellBack& e) const {
    return e.unit.text + (e.how == "retreat" ? " retreats to " : " recoils to ") + words_of(e.path.at(e.path.size() - 1)) + ", facing " +
           text_of(e.facing) + with(e.leaders);
  }
  std::string operator()(const UnitAdvanced& e) const { return e.unit.text + " advances to " + words_of(e.to) + with(e.leaders); }
  std::string operator()(const UnitRouted& e) const { return e.unit.text + " routs" + with(e.leaders); }
  std::string operator()(const UnitEliminated& e) const { return e.unit.text + " is eliminated, losses +" + std::to_string(e.losses); }
  std::string operator()(const UnitBoxed& e) const {
    return e.unit.text +
           (e.box == Where::Rallied  ? " goes to the rallied units"
            : e.box == Where::Routed ? " goes to the routed units"
                                     : " leaves the game without loss") +
           with(e.leaders);
  }
  std::string operator()(const UnitReturned& e) const {
    return e.unit.text + " stands in " + words_of(e.at) + ", facing " + text_of(e.facing) + (e.disrupted ? ", disrupted" : "");
  }
  std::string operator()(const WallFormed& e) const { return list(e.units) + " in shield wall"; }
  std::string operator()(const WallLost& e) const {
    return e.unit.text + (e.later ? " loses its shield wall at the end of the action" : " is out of its shield wall");
  }
  std::string operator()(const CampSacked& e) const { return e.camp.text + " is sacked by " + e.by.text; }
  std::string operator()(const LeaderMoved& e) const { return e.leader.text + " goes to " + words_of(e.to); }
  std::string operator()(const LeaderChecked& e) const { return e.unhurt ? e.leader.text + " is unhurt" : ""; }
  std::string operator()(const LeaderKilled& e) const { return e.leader.text + " is killed"; }
  std::string operator()(const LeaderCaptured& e) const {
    return e.leader.text + " is taken, back in turn " + std::to_string(e.return_turn);
  }
  std::string operator()(const LeaderHeld& e) const { return "a leader spares " + e.unit.text + " one rout die"; }
  std::string operator()(const FightBegan& e) const {
    return list(e.fight.attackers) +
           (e.fight.attackers.size() == 1 ? (e.fight.melee ? " attacks " : " shoots at ") : (e.fight.melee ? " attack " : " shoot at ")) +
           e.fight.target.text;
  }
  std::string operator()(const CommitmentDecided& e) const {
    const auto go = [](const std::vector<UnitId>& units) { return list(units) + (units.size() == 1 ? " goes in" : " go in"); };
    const auto stay = [](const std::vector<UnitId>& units) { return list(units) + (units.size() == 1 ? " does" : " do") + " not go in"; };
    if (e.failed.empty()) return e.passed.empty() ? "nobody goes in" : go(e.passed);
    return (e.passed.empty() ? "" : go(e.passed) + "; ") + stay(e.failed);
  }
  std::string operator()(const LeadChosen& e) const { return e.attackers.size() > 1 ? e.attackers.front().text + " leads" : ""; }
  std::string operator()(const DiceThrown& e) const { return std::string(e.attack ? "attack" : "defence") + " dice: " + list(e.dice); }
  std::string operator()(const RerollUsed& e) const { return text_of(e.side) + " throws again: " + list(e.values); }
  std::string operator()(const RerollPassed&) const { return ""; }
  std::string operator()(const HitsCounted& e) const {
    const Fight* fight = state.fight ? &*state.fight : nullptr;
    const std::string text = hits_words(e.hits, e.net, fight == nullptr ? "" : " on " + fight->target.text);
    if (e.back_hits == 0) return text;
    return text + "; " + hits_words(e.back_hits, e.back_net, " back" + (fight == nullptr ? "" : " on " + list(fight->attackers)));
  }
  std::string operator()(const UnitHit& e) const {
    return e.ignored > 0 ? e.unit.text + " takes " + std::to_string(e.hits) + (e.hits == 1 ? " hit" : " hits") + ", ignores " +
                               std::to_string(e.ignored)
                         : "";
  }
  std::string operator()(const RecoilSpared& e) const { return e.unit.text + " stays, spared its recoil"; }
  std::string operator()(const RoutChecked& e) const {
    return e.dice.empty() ? e.unit.text + " holds, no rout dice"
                          : e.unit.text + (e.passed ? " holds" : " fails") + " (rout check " + list(e.dice) + ")";
  }
  std::string operator()(const AttackGoesOn& e) const {
    return e.unit.text + " attacks again" + (e.disrupt_after ? ", and will be disrupted" : "");
  }
  std::string operator()(const FightEnded&) const { return ""; }
};

}  // namespace

std::string Rules::tell(const State& state, const Event& event) { return std::visit(Teller{state}, event); }

}  // namespace polemarch::blade_and_bow
