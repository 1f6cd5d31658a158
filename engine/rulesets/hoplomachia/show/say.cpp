/// Commands in words, for menus.
#include "engine/geometry/compare.hpp"
#include "engine/rulesets/hoplomachia/show/show.hpp"

namespace polemarch::hoplomachia {

namespace {

std::string said(const State&, const engine::AnswerWait&) { return "answer"; }
std::string said(const State& state, const engine::PlaceBases& c) {
  if (c.owed) return "p" + std::to_string(*c.owed) + " stands where it belongs";
  return "place " + named(state, c.unit);
}
std::string said(const State& state, const PlaceStrategos& c) { return c.strategos + " stands with " + named(state, c.unit); }
std::string said(const State&, const Ready&) { return "deployment is done"; }
std::string said(const State&, const Signal& c) { return c.order ? "signal " + std::string(name_of(*c.order)) : "no signal"; }
std::string said(const State& state, const VerbalOrder& c) {
  return c.strategos + " orders " + (c.to.empty() ? named(state, c.unit) : c.to) + ": " + std::string(name_of(c.order));
}
std::string said(const State&, const EndCommands&) { return "no more verbal orders"; }
std::string said(const State& state, const MoveUnit& c) {
  std::string text = "move " + named(state, c.unit);
  const char* comma = ": ";
  for (const Leg& leg : c.legs) {
    text += comma;
    comma = ", ";
    if (leg.ahead) text += geometry::inches_text(leg.ahead->um < 0 ? -*leg.ahead : *leg.ahead) + (leg.ahead->um < 0 ? " back" : " ahead");
    if (leg.wheel)
      text += "wheel " + std::to_string(std::abs(leg.wheel->mdeg) / 1000) + " degrees" + (leg.wheel->mdeg < 0 ? " right" : " left");
    if (leg.turn)
      text += "turn " + std::to_string(std::abs(leg.turn->mdeg) / 1000) + " degrees" + (leg.turn->mdeg < 0 ? " right" : " left");
    if (leg.right) text += geometry::inches_text(*leg.right) + " to the right";
    if (leg.arrange) text += "take " + std::string(name_of(*leg.arrange));
  }
  return text;
}
std::string said(const State& state, const StandStill& c) { return "let " + named(state, c.unit) + " stand"; }
std::string said(const State& state, const CallUnit& c) { return named(state, c.unit) + " comes first"; }
std::string said(const State& state, const Arrange& c) {
  return named(state, c.unit) + (c.read ? " stands in " : " takes ") + std::string(name_of(c.to)) + (c.read ? ", as its stands look" : "");
}
std::string said(const State& state, const Reveal& c) { return "show " + named(state, c.unit); }
std::string said(const State& state, const Hide& c) { return "hide " + named(state, c.unit); }
std::string said(const State& state, const Enter& c) {
  return named(state, c.unit) + " comes on at " + geometry::inches_text(c.x) + " along the edge";
}
std::string said(const State& state, const Fulfilled& c) { return named(state, c.unit) + " has fulfilled its order"; }
std::string said(const State&, const Speak& c) { return c.strategos + " speaks to the army"; }
std::string said(const State& state, const TryGate& c) { return named(state, c.unit) + " tries the gate"; }
std::string said(const State&, const Concede&) { return "send the herald and concede"; }
std::string said(const State&, const EndBattle& c) {
  return c.why == "time" ? "the time is up" : c.why == "fulfilled" ? "the scenario is fulfilled" : "fight on no longer";
}

std::string said(const State&, const WriteSignal& c) {
  std::string text = "write down: " + std::string(name_of(c.order)) + " speaks to";
  for (const UnitId& id : c.units) text += " " + id.text;
  return text;
}
std::string said(const State&, const LayTerrain& c) { return "lay " + c.id + ", " + c.kind; }
std::string said(const State&, const ClearTerrain& c) { return "take " + c.id + " away"; }

}  // namespace

std::string Rules::say(const State& state, const Command& command) {
  return std::visit(
      [&](const auto& c) {
        if constexpr (requires { said(state, c); }) {
          return said(state, c);
        } else {
          return say_of(state, c);
        }
      },
      command);
}

}  // namespace polemarch::hoplomachia
