/// Commands in plain English, short: what an order is called on the screen and in the log.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/judge/judge.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"
#include "engine/rulesets/blade_and_bow/topics/grid.hpp"
#include "engine/rulesets/blade_and_bow/topics/planning.hpp"
#include "engine/rulesets/blade_and_bow/topics/shooting.hpp"

namespace polemarch::blade_and_bow {
namespace {

std::string joined(const std::vector<UnitId>& ids) {
  std::string text;
  for (const UnitId& id : ids) text += (text.empty() ? "" : ", ") + id.text;
  return text;
}

/// " together, all 3: A1, A2, A3", " together, both: A1, A2"; nothing of one.
std::string together(const std::vector<UnitId>& units) {
  if (units.size() < 2) return {};
  return " together, " + (units.size() == 2 ? "both" : "all " + std::to_string(units.size())) + ": " + joined(units);
}

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

/// Nobody moves yet.
bool only_disrupt(const MoveUnits& command) {
  return std::all_of(command.moves.begin(), command.moves.end(), [](const UnitMove& move) {
    return move.disrupt && !move.to && !move.facing && !move.heading && !move.x && move.path.empty();
  });
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
  return (turns ? " facing " : " to " + words_of(end.at) + " facing ") + std::string(name_of(end.facing)) + " (" +
         std::to_string(end.spent) + " of " + std::to_string(allowance_of(state, unit->second, end.disrupted)) + " points)";
}

std::string way(const State& state, const UnitMove& move) {
  std::string text = move.unit.text;
  if (move.disrupt) text += move.to || move.facing || !move.path.empty() ? " disrupts itself," : " disrupts itself";
  if (move.to) text += " to " + words_of(*move.to);
  if (move.facing) text += " facing " + std::string(name_of(*move.facing));
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
          [](const Activate& c) {
            return "formation of " + std::to_string(c.units.size()) + " to " + noun_of(c.action) + ": " + joined(c.units);
          },
          [](const FinishAction&) { return std::string("end the action"); },
          [&](const MoveUnits& c) -> std::string {
            const bool anew = !c.moves.empty() && state.units.contains(c.moves.front().unit) &&
                              ends_open_action(state, state.units.at(c.moves.front().unit).side, c);
            if (anew) return say(after_closing(state), c);
            if (alike(c))  // how, before who: a row too short for all names still says it
              return way_of(c.moves.front().path) + together(units_of(c));
            const UnitMove& first = c.moves.front();
            if (only_disrupt(c)) return c.moves.size() == 1 ? way(state, first) : "disrupt" + together(units_of(c));
            std::string text = "move";
            for (const UnitMove& move : c.moves) text += " " + way(state, move) + (c.moves.size() > 1 ? ";" : "");
            return text;
          },
          [](const MoveLeader& c) { return "move " + c.leader.text + " to " + words_of(c.to); },
          [](const FormWall& c) { return "shield wall: " + joined(c.units); },
          [&](const Shoot& c) {
            std::string text = c.units.size() == 1 ? c.units.front().text + " shoots at " : std::string("shoot at ");
            text += c.target.text;
            if (const auto dice = planned_shot(state, c.units, c.target))
              text += ", " + std::to_string(dice->attack) + (dice->attack == 1 ? " die" : " dice") + " against " +
                      std::to_string(dice->defence);
            return text + together(c.units);
          },
          [](const Attack& c) {
            if (c.units.size() == 1) return c.units.front().text + " attacks " + c.target.text;
            return "attack " + c.target.text + together(c.units);
          },
          [](const Rally& c) { return "rally " + joined(c.units); },
          [](const Face& c) { return c.unit.text + " faces " + std::string(name_of(c.facing)); },
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
          [](const Look& c) { return "look under " + c.unit.text; },
          [](const EndBattle& c) {
            if (!c.winner) return std::string(c.gives_up ? "give up" : "stop the battle as a draw");
            return std::string(name_of(other(*c.winner))) + " gives up";
          }},
      command);
}

}  // namespace polemarch::blade_and_bow
