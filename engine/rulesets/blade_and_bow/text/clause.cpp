/// Commands as a player writes them down: "Hoplites of Plataea attack Immortals".
#include "engine/rulesets/blade_and_bow/rules.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"
#include "engine/rulesets/blade_and_bow/topics/grid.hpp"

namespace polemarch::blade_and_bow {
namespace {

std::string written(const State& state, const UnitId& id) {
  if (const auto unit = state.units.find(id); unit != state.units.end() && !unit->second.name.empty()) return unit->second.name;
  if (const auto leader = state.leaders.find(id); leader != state.leaders.end() && !leader->second.name.empty()) return leader->second.name;
  return id.text;
}
/// Of more than four the first speaks for the rest: a title has room for no more.
std::string written(const State& state, const std::vector<UnitId>& ids) {
  if (ids.size() > 4) return written(state, ids.front()) + " and " + std::to_string(ids.size() - 1) + " others";
  std::string text;
  for (std::size_t i = 0; i < ids.size(); ++i) text += (i == 0 ? "" : i + 1 == ids.size() ? " and " : ", ") + written(state, ids[i]);
  return text;
}

}  // namespace

std::string Rules::clause(const State& state, const Command& command) {
  const auto with = [&](const std::string& name, std::string_view one, std::string_view many) {
    return engine::with_verb(name, one, many);
  };
  return std::visit(
      engine::Overloaded{
          [&](const PlaceLeader& c) { return written(state, c.leader) + " takes his place in " + words_of(c.to); },
          [](const PlaceCamp& c) { return "the side pitches its camp in " + words_of(c.to); },
          [](const AdjustRanks&) { return std::string("the side shifts ranks"); },
          [](const Ready&) { return std::string("the side is ready"); },
          [&](const Activate& c) { return with(written(state, c.units), "acts", "act") + " together"; },
          [](const FinishAction&) { return std::string("the action ends"); },
          [&](const MoveUnits& c) {
            std::vector<UnitId> units;
            for (const UnitMove& move : c.moves) units.push_back(move.unit);
            const std::string to = c.moves.size() == 1 && c.moves.front().to ? " to " + words_of(*c.moves.front().to) : "";
            return with(written(state, units), "moves", "move") + to;
          },
          [&](const MoveLeader& c) { return written(state, c.leader) + " goes to " + words_of(c.to); },
          [&](const FormWall& c) { return with(written(state, c.units), "forms", "form") + " a shield wall"; },
          [&](const Shoot& c) { return with(written(state, c.units), "shoots at", "shoot at") + " " + written(state, c.target); },
          [&](const Attack& c) { return with(written(state, c.units), "attacks", "attack") + " " + written(state, c.target); },
          [&](const Rally& c) { return with(written(state, c.units), "rallies", "rally"); },
          [&](const Face& c) { return with(written(state, c.unit), "turns", "turn") + " to face " + std::string(name_of(c.facing)); },
          [](const DiscardCard&) { return std::string("the side discards a card"); },
          [](const PurchaseCard&) { return std::string("the side buys a card"); },
          [](const Pass&) { return std::string("the side passes"); },
          [&](const PlayCard& c) {
            const Card* card = card_numbered(state, c.card);
            return std::string("the side plays ") + (card == nullptr ? "a card" : card->title) +
                   (c.unit.empty() ? "" : " for " + written(state, c.unit));
          },
          [](const Commit& c) { return std::string(c.cards.size() == 1 ? "the side commits a card" : "the side commits cards"); },
          [&](const Look& c) { return "the side looks under " + written(state, c.unit); },
          [](const EndBattle& c) {
            return std::string(c.winner || c.gives_up ? "the battle is given up" : "the battle is stopped as a draw");
          },
          [](const auto&) { return std::string(); },
      },
      command);
}

}  // namespace polemarch::blade_and_bow
