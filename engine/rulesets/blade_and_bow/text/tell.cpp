/// Commands and events in plain English, short; the one place of this room's player-visible sentences beside reasons and questions.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/rules.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"
#include "engine/rulesets/blade_and_bow/topics/grid.hpp"
#include "engine/rulesets/blade_and_bow/topics/planning.hpp"
#include "engine/rulesets/blade_and_bow/topics/shooting.hpp"

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
std::string with(const std::vector<UnitId>& leaders) { return leaders.empty() ? "" : " with " + list(leaders); }

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
  std::string operator()(const RanksAdjusted& e) const { return text_of(e.side) + " has set its rank markers"; }
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
  std::string operator()(const InitiativeWon& e) const { return text_of(e.side) + " has the initiative (" + list(e.dice) + ")"; }
  std::string operator()(const ImpulseBegan& e) const {
    return text_of(e.side) + " begins an impulse, " + std::to_string(e.impulses_left) + " left after it";
  }
  std::string operator()(const ActionsGained& e) const {
    return text_of(e.side) + " has " + std::to_string(e.actions) + (e.actions == 1 ? " action" : " actions");
  }
  std::string operator()(const TrackFound& e) const { return "the " + e.name + " is found"; }
  std::string operator()(const ReserveNoted& e) const {
    if (e.state == 1)
      return "reinforcements are coming, entry die " + std::to_string(e.die) + (e.delay > 0 ? ", delayed " + std::to_string(e.delay) : "");
    return e.state == 2 ? "reinforcements enter" : "all reinforcements are on the map";
  }
  std::string operator()(const BattleEnded& e) const {
    return e.outcome.winner ? text_of(*e.outcome.winner) + " wins a " + e.outcome.degree + " victory" : "the battle is a draw";
  }
  /// What one unit does by itself its own line says.
  std::string operator()(const ActionOpened& e) const {
    if (e.units.size() == 1 && e.leader.empty()) return "";
    return text_of(e.side) + " " + text_of(e.kind) + (e.units.empty() ? "" : ": " + list(e.units)) +
           (e.leader.empty() ? "" : " under " + e.leader.text);
  }
  std::string operator()(const ActionSpent& e) const { return text_of(e.side) + " spends an action: " + e.what; }
  std::string operator()(const ActionClosed& e) const { return e.markers_lost.empty() ? "" : "melee marker off: " + list(e.markers_lost); }
  std::string operator()(const MayFace&) const { return ""; }
  std::string operator()(const EffectBegan& e) const { return e.text.empty() ? "a card takes effect" : e.text; }
  std::string operator()(const EffectsEnded&) const { return ""; }
  std::string operator()(const EffectCancelled& e) const { return "card " + std::to_string(e.card) + " does nothing more"; }
  std::string operator()(const RanksShown& e) const {
    return e.unit.text + " shows +" + std::to_string(e.ranks) + (e.ranks == 1 ? " rank" : " ranks");
  }
  std::string operator()(const UnitMoved& e) const {
    return e.unit.text + " moves to " + words_of(e.to) + ", facing " + text_of(e.facing) + with(e.leaders) +
           (e.stopped_by.empty() ? "" : ", held there");
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
           (e.box == Box::Rallied  ? " goes to the rallied units"
            : e.box == Box::Routed ? " goes to the routed units"
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
    return (e.passed.empty() ? "nobody goes in" : list(e.passed) + (e.passed.size() == 1 ? " goes in" : " go in")) +
           (e.failed.empty() ? "" : "; " + list(e.failed) + " will not");
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

std::string_view words_of(Manoeuvre manoeuvre) {
  switch (manoeuvre) {
    case Manoeuvre::WheelLeft:
      return "wheel left";
    case Manoeuvre::WheelRight:
      return "wheel right";
    case Manoeuvre::DropWall:
      return "drop the shield wall";
    default:
      return name_of(manoeuvre);
  }
}

/// "advance 3 times" for three of them.
std::string way_of(const std::vector<Manoeuvre>& path) {
  std::string text;
  for (std::size_t i = 0; i < path.size();) {
    std::size_t same = i;
    while (same < path.size() && path[same] == path[i]) ++same;
    text += (i == 0 ? "" : ", ") + std::string(words_of(path[i]));
    if (same - i > 1) text += same - i == 2 ? " twice" : " " + std::to_string(same - i) + " times";
    i = same;
  }
  return text;
}

std::vector<UnitId> units_in(const MoveUnits& command) {
  std::vector<UnitId> units;
  for (const UnitMove& move : command.moves) units.push_back(move.unit);
  return units;
}

/// Several units going the same way.
bool alike(const MoveUnits& command) {
  return command.moves.size() > 1 && std::all_of(command.moves.begin(), command.moves.end(), [&](const UnitMove& move) {
           return !move.path.empty() && move.path == command.moves.front().path && !move.to && !move.facing && !move.disrupt;
         });
}

/// " to j6 facing NE (3 of 8 points)": where a way leads, as the unit stands now; empty where it may not go there.
std::string end_of(const State& state, const UnitMove& move) {
  const auto unit = state.units.find(move.unit);
  if (unit == state.units.end() || !unit->second.on_map()) return {};
  const MovePlan plan = plan_move(state, move);
  if (!plan.verdict.allowed() || plan.path.empty()) return {};
  const Mover& end = plan.end;
  const bool turns = end.at == unit->second.square;
  if (turns && end.facing == unit->second.facing) return {};
  return (turns ? " facing " : " to " + words_of(end.at) + " facing ") + text_of(end.facing) + " (" + std::to_string(end.spent) + " of " +
         std::to_string(allowance_of(state, unit->second, end.disrupted)) + " points)";
}

std::string way(const State& state, const UnitMove& move) {
  std::string text = move.unit.text;
  if (move.disrupt) text += move.to || move.facing || !move.path.empty() ? " disrupts itself," : " disrupts itself";
  if (move.to) text += " to " + words_of(*move.to);
  if (move.facing) text += " facing " + text_of(*move.facing);
  if (!move.path.empty()) text += ": " + way_of(move.path) + (move.to ? "" : end_of(state, move));
  return text;
}

/// Where a unit put down by hand would stand.
std::string place_words(const State& state, const engine::PlaceBases& place) {
  std::string text = "place " + place.unit.text;
  if (place.poses.empty()) return text;
  if (const auto square = square_under(state.map, place.poses.front().at.pose.centre())) text += " in " + words_of(*square);
  return text;
}

std::string card_words(const State& state, int number) {
  const Card* card = card_numbered(state, number);
  return card != nullptr ? card->title : "a card";
}

/// What an action is called when a formation is to take it.
std::string noun_of(ActionKind kind) {
  switch (kind) {
    case ActionKind::Move:
      return "move";
    case ActionKind::Shoot:
      return "shoot";
    case ActionKind::Melee:
      return "attack";
    case ActionKind::Rally:
      return "rally";
    case ActionKind::Leader:
      return "move a leader";
    case ActionKind::Wall:
      return "form a shield wall";
  }
  return "act";
}

std::string rank_words(const AdjustRanks& command) {
  std::string text = "ranks:";
  for (const auto& [id, ranks] : command.ranks) text += " " + id.text + " +" + std::to_string(ranks);
  return text;
}

}  // namespace

std::string Rules::say(const State& state, const Command& command) {
  return std::visit(
      engine::Overloaded{
          [](const engine::AnswerWait& c) {
            std::string text = "answer";
            for (const int value : c.answer.values) text += " " + std::to_string(value);
            for (const std::string& choice : c.answer.choices) text += " " + choice;
            return text;
          },
          [&](const engine::PlaceBases& c) { return place_words(state, c); },
          [](const AdjustRanks& c) { return rank_words(c); },
          [](const PlaceLeader& c) { return "place " + c.leader.text + " in " + words_of(c.to); },
          [](const PlaceCamp& c) { return "place " + c.camp.text + " in " + words_of(c.to); },
          [](const Ready&) { return std::string("ready"); },
          [](const Activate& c) { return "formation to " + noun_of(c.action) + ": " + list(c.units); },
          [](const FinishAction&) { return std::string("end the action"); },
          [&](const MoveUnits& c) {
            if (alike(c)) return "move " + list(units_in(c)) + " together: " + way_of(c.moves.front().path);
            const UnitMove& first = c.moves.front();
            if (c.moves.size() == 1 && first.disrupt && !first.to && !first.facing && first.path.empty())
              return way(state, first);  // nobody moves
            std::string text = "move";
            for (const UnitMove& move : c.moves) text += " " + way(state, move) + (c.moves.size() > 1 ? ";" : "");
            return text;
          },
          [](const MoveLeader& c) { return "move " + c.leader.text + " to " + words_of(c.to); },
          [](const FormWall& c) { return "shield wall: " + list(c.units); },
          [&](const Shoot& c) {
            const std::string text = list(c.units) + (c.units.size() == 1 ? " shoots at " : " shoot at ") + c.target.text;
            const auto dice = planned_shot(state, c.units, c.target);
            if (!dice) return text;
            return text + ", " + std::to_string(dice->attack) + (dice->attack == 1 ? " die" : " dice") + " against " +
                   std::to_string(dice->defence);
          },
          [](const Attack& c) { return list(c.units) + (c.units.size() == 1 ? " attacks " : " attack ") + c.target.text; },
          [](const Rally& c) { return "rally " + list(c.units); },
          [](const Face& c) { return c.unit.text + " faces " + text_of(c.facing); },
          [&](const DiscardCard& c) { return "discard " + card_words(state, c.card); },
          [](const PurchaseCard&) { return std::string("buy a card"); },
          [](const Pass&) { return std::string("pass"); },
          [&](const PlayCard& c) { return "play " + card_words(state, c.card) + (c.unit.empty() ? "" : " for " + c.unit.text); },
          [&](const Commit& c) {
            std::string text = "commit ";
            for (const int card : c.cards) text += (card == c.cards.front() ? "" : ", ") + card_words(state, card);
            const int points = c.points && state.deck.empty() ? *c.points : commitment_points(state, c.cards);
            return text + ", " + std::to_string(points) + (points == 1 ? " point" : " points");
          },
          [](const Look& c) { return "look under " + c.unit.text; }},
      command);
}

std::string Rules::tell(const State& state, const Event& event) { return std::visit(Teller{state}, event); }

}  // namespace polemarch::blade_and_bow
