/// Commands in words, for menus.
#include <algorithm>

#include "engine/geometry/compare.hpp"
#include "engine/rulesets/hoplomachia/show/show.hpp"
#include "models/counted.hpp"

namespace polemarch::hoplomachia {

std::string named(const State& state, const UnitId& id) {
  const auto at = state.units.find(id);
  return called(id, at == state.units.end() ? "" : at->second.name);
}

bool holds_back(const State& state) { return state.at.phase == Phase::OffensiveBelos || state.at.phase == Phase::DefensiveBelos; }

namespace {

std::string said(const State&, const engine::AnswerWait&) { return "answer"; }
std::string said(const State& state, const engine::PlaceBases& c) {
  for (const engine::OwedPlacement& owed : state.agenda.owed)
    if (c.owed == owed.id) return named(state, owed.unit) + (owed.removed ? " is off the table" : " stands in its place");
  if (c.owed) return "what was owed stands in its place";
  return "place " + named(state, c.unit);
}
std::string said(const State& state, const PlaceStrategos& c) { return called(c.strategos) + " stands with " + named(state, c.unit); }
std::string said(const State&, const Ready&) { return "deployment is done"; }
std::string said(const State&, const Signal& c) { return c.order ? "signal " + std::string(name_of(*c.order)) : "no signal"; }
std::string said(const State& state, const VerbalOrder& c) {
  return called(c.strategos) + " orders " + (c.to.empty() ? named(state, c.unit) : called(c.to)) + ": " + std::string(name_of(c.order));
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
    if (leg.turn && std::abs(leg.turn->signed_turn().mdeg) == 180000)
      text += "turn about";
    else if (leg.turn)
      text += "turn " + std::to_string(std::abs(leg.turn->mdeg) / 1000) + " degrees" + (leg.turn->mdeg < 0 ? " right" : " left");
    if (leg.right) text += geometry::inches_text(*leg.right) + " to the right";
    if (leg.arrange) text += "take " + std::string(name_of(*leg.arrange));
    if (leg.line) text += "form a line";
  }
  for (std::size_t i = 0; i < c.with.size(); ++i) text += (i == 0 ? ", with " : " and ") + named(state, c.with[i]);
  return text;
}
const char* idles(const State& state) { return holds_back(state) ? " hold" : " stand"; }
std::string said(const State& state, const StandStill& c) { return "let " + named(state, c.unit) + idles(state); }
std::string said(const State& state, const StandAll&) { return std::string("let all the rest") + idles(state); }
std::string said(const State& state, const CallUnit& c) { return "put first: " + named(state, c.unit); }
std::string said(const State& state, const Arrange& c) {
  return named(state, c.unit) + (c.read ? " stands in " : " takes ") + std::string(name_of(c.to)) + (c.read ? ", as its stands look" : "");
}
std::string said(const State& state, const Reveal& c) { return "show " + named(state, c.unit); }
std::string said(const State& state, const Hide& c) { return "hide " + named(state, c.unit); }
std::string said(const State& state, const Enter& c) {
  return named(state, c.unit) + " comes on at " + geometry::inches_text(c.x) + " along the edge";
}
std::string said(const State& state, const Fulfilled& c) { return named(state, c.unit) + " has fulfilled its order"; }
std::string said(const State&, const Speak& c) { return called(c.strategos) + " speaks to the army"; }
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
/// "gentle hill"
std::string kind_said(std::string kind) {
  std::replace(kind.begin(), kind.end(), '_', ' ');
  return kind;
}
/// Where the middle of an outline lies, as A looks: "on A's left, at B's edge", "in the centre, between the armies".
std::string third_of(const State& state, const std::vector<Point>& outline) {
  double x = 0, y = 0;
  for (const Point& p : outline) x += p.x.mm() / static_cast<double>(outline.size()), y += p.y.mm() / static_cast<double>(outline.size());
  const double column = 3 * x / state.width.mm(), row = 3 * y / state.depth.mm();
  return std::string(column < 1   ? " on A's left"
                     : column > 2 ? " on A's right"
                                  : " in the centre") +
         (row < 1   ? ", at A's edge"
          : row > 2 ? ", at B's edge"
                    : ", between the armies");
}
std::string said(const State& state, const LayTerrain& c) {
  return "lay terrain, " + kind_said(c.kind) + (c.outline.empty() ? "" : third_of(state, c.outline)) + " (" + c.id + ")";
}
std::string said(const State& state, const ClearTerrain& c) {
  for (const Terrain& piece : state.terrain)
    if (piece.id == c.id) return "take away " + kind_said(piece.kind) + third_of(state, piece.outline) + " (" + c.id + ")";
  return "take " + c.id + " away";
}

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
