/// Commands as a player writes them down: "Second mora wheels 30 left, marches 4.0 in".
#include <algorithm>

#include "engine/core/telling.hpp"
#include "engine/geometry/compare.hpp"
#include "engine/rulesets/hoplomachia/show/show.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"

namespace polemarch::hoplomachia {

namespace {

/// The name alone; the id where there is none.
std::string clause_name(const State& state, const UnitId& id) {
  const auto at = state.units.find(id);
  return at == state.units.end() || at->second.name.empty() ? id.text : at->second.name;
}
std::string clause_with(const State& state, const UnitId& id, std::string_view one, std::string_view many) {
  return engine::with_verb(clause_name(state, id), one, many);
}
/// "the 2nd lochos of Taxis of Leontis".
std::string lochos_of(const State& state, const UnitId& id, int at) {
  const std::string part = part_text(state, {id, at});
  return part.empty() ? clause_name(state, id) : "the " + part + " of " + clause_name(state, id);
}

std::string degrees_of(Angle angle) {
  const std::int64_t whole = ((angle.mdeg < 0 ? -angle.mdeg : angle.mdeg) + 500) / 1000;
  return std::to_string(whole) + " degrees" + (whole == 180 ? "" : angle.mdeg < 0 ? " right" : " left");
}
std::string inches_of(Length length) { return geometry::inches_text(length.um < 0 ? -length : length); }

/// One part of a move, for one unit and for a plural name: "wheels 30 degrees left", "wheel 30 degrees left".
std::string leg_clause(const Leg& leg, bool many) {
  const auto verb = [&](const char* one, const char* more) { return std::string(many ? more : one); };
  if (leg.ahead) return verb("moves ", "move ") + inches_of(*leg.ahead) + (leg.ahead->um < 0 ? " back" : "");
  if (leg.wheel) return verb("wheels ", "wheel ") + degrees_of(*leg.wheel);
  if (leg.turn) return verb("turns ", "turn ") + degrees_of(*leg.turn);
  if (leg.right) return verb("goes ", "go ") + inches_of(*leg.right) + (leg.right->um < 0 ? " to the left" : " to the right");
  if (leg.arrange) return verb("takes ", "take ") + std::string(name_of(*leg.arrange));
  if (leg.line) return verb("forms a line", "form a line");
  return {};
}

std::string clause_of(const State&, const engine::AnswerWait&) { return {}; }
std::string clause_of(const State&, const engine::PlaceBases&) { return {}; }
std::string clause_of(const State& state, const PlaceStrategos& c) {
  return called(c.strategos) + " takes his place with " + clause_name(state, c.unit);
}
std::string clause_of(const State&, const Ready&) { return "the side has deployed"; }
std::string clause_of(const State&, const Signal& c) {
  return c.order ? "the side has the salpinx signal " + std::string(name_of(*c.order)) : "the side has the salpinx stay silent";
}
std::string clause_of(const State& state, const VerbalOrder& c) {
  return called(c.strategos) + " sends " + (c.to.empty() ? clause_name(state, c.unit) : called(c.to)) + " the order " +
         std::string(name_of(c.order));
}
std::string clause_of(const State&, const EndCommands&) { return "the side gives no more verbal orders"; }
std::string clause_of(const State& state, const MoveUnit& c) {
  const std::string name = clause_name(state, c.unit);
  if (c.legs.empty()) return engine::with_verb(name, "moves", "move");
  const bool many = engine::with_verb(name, "1", "2").ends_with("2");
  std::string text = name;
  for (std::size_t i = 0; i < c.legs.size(); ++i) text += (i == 0 ? " " : ", ") + leg_clause(c.legs[i], many);
  for (std::size_t i = 0; i < c.with.size(); ++i) text += (i == 0 ? ", with " : " and ") + clause_name(state, c.with[i]);
  return text;
}
std::string clause_of(const State& state, const StandStill& c) {
  if (state.at.phase == Phase::Epidromos) return clause_with(state, c.unit, "does not charge", "do not charge");
  return holds_back(state) ? clause_with(state, c.unit, "holds", "hold") : clause_with(state, c.unit, "stands still", "stand still");
}
std::string clause_of(const State& state, const StandAll&) {
  return std::string("the side lets all the rest ") + (holds_back(state) ? "hold" : "stand");
}
std::string clause_of(const State& state, const CallUnit& c) { return clause_with(state, c.unit, "is to act next", "are to act next"); }
std::string clause_of(const State& state, const Arrange& c) {
  return clause_with(state, c.unit, c.read ? "stands in" : "takes", c.read ? "stand in" : "take") + " " + std::string(name_of(c.to));
}
std::string clause_of(const State& state, const Reveal& c) { return clause_with(state, c.unit, "shows itself", "show themselves"); }
std::string clause_of(const State& state, const Hide& c) { return clause_with(state, c.unit, "lies in ambush", "lie in ambush"); }
std::string clause_of(const State& state, const Enter& c) { return clause_with(state, c.unit, "comes on", "come on"); }
std::string clause_of(const State& state, const Fulfilled& c) {
  return clause_with(state, c.unit, "has fulfilled its order", "have fulfilled their order");
}
std::string clause_of(const State&, const Speak& c) { return called(c.strategos) + " speaks to his army"; }
std::string clause_of(const State& state, const TryGate& c) { return clause_with(state, c.unit, "tries the gate", "try the gate"); }
std::string clause_of(const State&, const Concede&) { return "the herald is sent to concede"; }
std::string clause_of(const State&, const EndBattle& c) {
  return c.why == "time" ? "the time is up" : c.why == "fulfilled" ? "the scenario is fulfilled" : "a side will not fight on";
}
std::string clause_of(const State&, const WriteSignal& c) {
  return "a note says whom the signal " + std::string(name_of(c.order)) + " speaks to";
}
std::string clause_of(const State&, const LayTerrain& c) {
  std::string kind = c.kind;
  std::replace(kind.begin(), kind.end(), '_', ' ');
  return kind + " is laid: " + c.id;
}
std::string clause_of(const State&, const ClearTerrain& c) { return c.id + " is taken off the table"; }
std::string clause_of(const State& state, const UseEpilektoi& c) {
  return "the epilektoi of " + lochos_of(state, c.unit, c.lochos) + (c.by > 0 ? " add 1 to the roll" : " take 1 off the roll");
}
std::string clause_of(const State& state, const ChargeAhead& c) {
  if (c.onto.empty()) return clause_with(state, c.unit, "charges", "charge") + (c.limited ? " at the pace of the hamippoi" : "");
  return clause_with(state, c.unit, "wheels onto", "wheel onto") + " " + lochos_of(state, c.onto, c.onto_lochos);
}
std::string clause_of(const State& state, const Shoot& c) { return clause_with(state, c.unit, "shoots", "shoot"); }
std::string clause_of(const State& state, const BelosCharge& c) {
  return clause_with(state, c.unit, "makes", "make") + " a belos charge at " + clause_name(state, c.target);
}
std::string clause_of(const State& state, const JoinPursuit& c) {
  return clause_with(state, c.unit, "joins", "join") + " the pursuit of " + clause_name(state, c.routers);
}
std::string clause_of(const State& state, const WheelIn& c) {
  return lochos_of(state, c.unit, c.lochos) + " wheels into " + lochos_of(state, c.target, c.target_lochos);
}

}  // namespace

std::string Rules::clause(const State& state, const Command& command) {
  return std::visit([&](const auto& c) { return clause_of(state, c); }, command);
}

}  // namespace polemarch::hoplomachia
