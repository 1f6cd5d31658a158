/// Commands as a player writes them down: "First cohort charges Yew clan".
#include "engine/rulesets/to_the_strongest/judge/judge.hpp"
#include "engine/rulesets/to_the_strongest/rules.hpp"
#include "engine/rulesets/to_the_strongest/topics/command_names.hpp"

namespace polemarch::to_the_strongest {
namespace {

std::string plain_name(const State& state, const UnitId& id) {
  if (const Unit* unit = state.unit(id)) return unit->name.empty() ? id.text : unit->name;
  if (const General* general = state.general(id)) return general->name.empty() ? id.text : general->name;
  return id.text;
}
std::string plain_names(const State& state, const std::vector<UnitId>& ids) {
  std::string text;
  for (std::size_t i = 0; i < ids.size(); ++i) text += (i == 0 ? "" : i + 1 == ids.size() ? " and " : ", ") + plain_name(state, ids[i]);
  return text;
}

struct OrderVerb {
  std::string_view one, many, rest;
};
OrderVerb verb_of(OrderKind kind, bool march) {
  switch (kind) {
    case OrderKind::Move:
      return march ? OrderVerb{"marches", "march", ""} : OrderVerb{"moves", "move", ""};
    case OrderKind::Turn:
      return march ? OrderVerb{"turns and marches", "turn and march", ""} : OrderVerb{"turns", "turn", ""};
    case OrderKind::Exchange:
      return {"changes", "change", " places"};
    case OrderKind::Charge:
      return {"charges", "charge", ""};
    case OrderKind::Shoot:
      return {"shoots at", "shoot at", ""};
    case OrderKind::MoveAndShoot:
      return {"moves and shoots at", "move and shoot at", ""};
    case OrderKind::ShootAndMove:
      return {"shoots and moves away from", "shoot and move away from", ""};
    case OrderKind::Resupply:
      return {"fetches", "fetch", " more ammunition"};
    case OrderKind::Rally:
      return {"rallies", "rally", ""};
    case OrderKind::Form:
      return {"changes", "change", " formation"};
    case OrderKind::EmplaceStakes:
      return {"plants", "plant", " stakes"};
    case OrderKind::Dismount:
      return {"dismounts", "dismount", ""};
    case OrderKind::Board:
      return {"goes", "go", " aboard"};
    case OrderKind::Land:
      return {"lands", "land", ""};
    case OrderKind::Enter:
      return {"comes", "come", " on to the table"};
    case OrderKind::Reveal:
      return {"tries", "try", " to come out of ambush"};
    case OrderKind::Straddle:
      return {"stands", "stand", " astride the line"};
  }
  return {"acts", "act", ""};
}

std::string clause_of(const State& state, const Order& order) {
  const OrderVerb verb = verb_of(order.kind, is_march(state, order));
  std::string text = engine::with_verb(plain_names(state, order.units), verb.one, verb.many) + std::string(verb.rest);
  if (!order.target.empty()) text += " " + plain_name(state, order.target);
  if (order.kind == OrderKind::Form) text += ": " + std::string(kFormationNames[static_cast<std::size_t>(order.formation)]);
  const bool turns = order.kind == OrderKind::Turn;
  if (order.off_table && turns)
    text += engine::is_plural(plain_names(state, order.units)) ? " and leave the table" : " and leaves the table";
  if (order.off_table && !turns) text += " off the table";
  const bool there = order.off_table || order.kind == OrderKind::Straddle || order.kind == OrderKind::Enter;
  if (order.to.somewhere() && order.target.empty()) text += (there ? " at " : " to ") + name_of(order.to);
  if (order.facing && turns && !order.off_table) text += " to face " + std::string(name_of(*order.facing));
  if (order.facing && !turns && !order.off_table && order.target.empty()) text += " facing " + std::string(name_of(*order.facing));
  if (!order.generals.empty()) text += ", with " + plain_names(state, order.generals);
  return text;
}

}  // namespace

std::string Rules::clause(const State& state, const Command& command) {
  if (const Order* order = order_in(command)) return clause_of(state, *order);
  return std::visit(
      engine::Overloaded{
          [&](const CommandMove& c) { return plain_name(state, c.general) + " rides to " + name_of(c.to); },  // a person is one
          [&](const ReplaceCard& c) { return plain_name(state, c.general) + " has the card replaced"; },
          [&](const Pass& c) {
            return (c.command.empty() ? std::string("the command") : command_name(state, c.command)) + " stops for this turn";
          },
          [](const EndTurn&) { return std::string("the turn ends"); },
          [](const EndBattle& c) { return std::string(c.winner ? "the battle is given up" : "the battle is stopped as a draw"); },
          [](const auto&) { return std::string(); },
      },
      command);
}

}  // namespace polemarch::to_the_strongest
