/// Events in words, for log and report.
#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "engine/geometry/compare.hpp"
#include "engine/rulesets/hoplomachia/show/show.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"

namespace polemarch::hoplomachia {

namespace {

std::string told(const State&, const StepOpened&) { return {}; }
std::string told(const State&, const WaitAnswered&) { return {}; }
std::string told(const State&, const StepClosed&) { return {}; }
std::string told(const State&, const PlacementOwed&) { return {}; }
std::string told(const State&, const Placed& e) { return e.poses.empty() ? std::string() : e.unit.text + " is in place"; }
/// What came of it first: the end of a long line is cut off.
std::string told(const State&, const Thrown& e) {
  const std::string_view purpose = e.purpose, andreia = "andreia, ";
  std::string values;
  for (const int value : e.values) values += (values.empty() ? "" : " ") + std::to_string(value);
  if (purpose.starts_with(andreia) && !e.outcome.empty())
    return e.thrower.text + ", andreia " + e.outcome + " (" + std::string(purpose.substr(andreia.size())) + ", " +
           std::to_string(std::accumulate(e.values.begin(), e.values.end(), 0)) + " of " + std::to_string(e.need) + " or less)";
  if (const auto result = e.outcome.rfind(": "); purpose.starts_with("belos") && e.need > 0 && result != std::string::npos)
    return e.thrower.text + " at " + e.at.text + ", belos: " + e.outcome.substr(result + 2) + " (" + values + ", needs " +
           std::to_string(e.need) + "+)";
  Thrown shorter = e;
  shorter.at = {};
  return engine::tell(shorter);
}
std::string told(const State&, const Lost& e) { return engine::tell(e); }
std::string_view way_of(DeploymentMethod method) {
  return method == DeploymentMethod::Sketch ? "by sketch" : method == DeploymentMethod::Alternate ? "unit by unit" : "behind a screen";
}
std::string told(const State&, const BattleAgreed& e) {
  std::string line;
  const auto add = [&](const std::string& part) { line += (line.empty() ? "" : ", ") + part; };
  if (e.battle.situation) add(std::string(name_of(*e.battle.situation)));
  if (e.battle.type) add(std::string(name_of(*e.battle.type)));
  if (e.battle.invader) add(std::string(name_of(*e.battle.invader)) + " invades");
  if (e.battle.deployment) add("deployment " + std::string(way_of(*e.battle.deployment)));
  if (e.battle.first_to_deploy) add(std::string(name_of(*e.battle.first_to_deploy)) + " sets up first");
  return line.empty() ? "the battle is agreed" : "agreed: " + line;
}
std::string told(const State&, const ArmySettled& e) {
  const std::string side(name_of(e.side));
  if (e.breakfast) return side + (*e.breakfast ? " takes breakfast" : " goes without breakfast");
  if (e.plan) return side + " plans: " + std::string(name_of(*e.plan));
  if (e.formation) return side + " forms " + std::string(name_of(*e.formation));
  return {};
}
std::string told(const State&, const StrategosSettled& e) {
  std::string text = called(e.strategos);
  if (e.character) text += " is " + std::string(name_of(*e.character));
  if (e.stance) text += " is " + std::string(word_of(*e.stance));
  if (e.in) text += " stands with " + e.in->unit.text;
  return text == called(e.strategos) ? std::string() : text;
}
std::string told(const State&, const StrategosArrived& e) {
  const std::string who = is_new_hegemon(e.key) ? called(e.key) : e.strategos.name;
  return who + " takes command" + (e.strategos.character ? ": " + std::string(name_of(*e.strategos.character)) : "");
}
std::string told(const State&, const StrategosLost& e) { return called(e.strategos) + " is lost: " + e.how; }
std::string told(const State&, const SideReady& e) { return std::string(name_of(e.side)) + " has deployed"; }
std::string told(const State&, const SeniorNamed& e) { return e.unit.text + " is the senior taxis"; }
std::string told(const State&, const TurnBegan& e) { return "turn " + std::to_string(e.turn); }
std::string told(const State&, const PhaseBegan& e) {
  std::string text(name_of(e.phase));
  if (const std::string_view stage = name_of_stage(e.phase, e.stage); !stage.empty()) text += ", " + std::string(stage);
  if (e.phase == Phase::Mantis && !e.why.empty()) return text + ": " + e.why;
  if (!e.why.empty()) text += ": " + std::string(name_of(e.precedence)) + " first, " + e.why;
  return text;
}
std::string told(const State&, const UnitCalled& e) { return e.unit.text + " comes first"; }
/// What else is told of it says how it went.
bool told_by_others(std::string_view what) {
  static constexpr std::array<std::string_view, 7> kKnown{"charges", "shoots", "makes a belos charge", "fights", "routs",
                                                          "evades",  "pursues"};
  return what.starts_with("goes with ") || std::find(kKnown.begin(), kKnown.end(), what) != kKnown.end();
}
std::string told(const State& state, const UnitActed& e) {
  if (e.what.empty() || told_by_others(e.what)) return {};
  const bool holds = e.what == "stands still" && holds_back(state);
  return e.unit.text + " " + (holds ? "holds" : e.what);
}
/// Check, missiles or flight have said what it does; a reason of its own is told here.
std::string told(const State&, const UnitReacted& e) {
  if (e.what.ends_with("(HM-EPI-13)")) return e.unit.text + " may not charge back, so no check is made";
  return e.what.find(": ") == std::string::npos ? std::string() : e.unit.text + " " + e.what;
}
std::string told(const State&, const SalpinxPlaced& e) {
  const std::string side(name_of(e.side));
  if (e.counter.revealed) return side + " gives no signal: no strategos is free to";  // nobody chose: there is none (HM-ORD-03)
  return side + " lays a counter under the salpinx";
}
std::string told(const State&, const SalpinxRevealed& e) {
  const std::string side(name_of(e.side));
  if (!e.order) return side + " signals nothing";
  return side + (e.changed ? " changes its signal to " : " signals ") + std::string(name_of(*e.order));
}
std::string told(const State&, const RunnerSent& e) {
  const std::string to = e.runner.to_strategos.empty() ? e.runner.to.text : called(e.runner.to_strategos);
  std::string text = called(e.runner.from) + " orders " + to + ": " + std::string(name_of(e.runner.order));
  if (e.runner.arrives > e.runner.sent) text += ", arrives in turn " + std::to_string(e.runner.arrives);
  return text;
}
std::string told(const State& state, const RunnerArrived& e) {
  const auto runner = std::find_if(state.runners.begin(), state.runners.end(), [&](const Runner& one) { return one.id == e.id; });
  if (runner == state.runners.end()) return "a runner arrives";
  return "a runner of " + called(runner->from) + " reaches " +
         (runner->to_strategos.empty() ? runner->to.text : called(runner->to_strategos));
}
std::string told(const State&, const CommandsDone& e) { return std::string(name_of(e.side)) + " gives no more verbal orders"; }
/// What a signal to the whole army means to a unit is told with the signal (HM-ORD-06, HM-ORD-13).
std::string told(const State& state, const OrderTaken& e) {
  const Army& army = state.armies[taxis_at(state, e.unit).side];
  const bool signalled = e.order.source == OrderSource::Salpinx && army.signal == e.order.type;
  if (signalled && army.formation == ArmyFormation::BattlePhalanx) return {};
  return e.unit.text + " is under " + std::string(name_of(e.order.type));
}
std::string told(const State&, const ApproachKept&) { return {}; }
/// A lochos that alone of its unit is moved, else the whole unit.
std::string who_moves(const State& state, const StandsMoved& e) {
  const Taxis& unit = taxis_at(state, e.unit);
  const auto moves = [&](const Lochos& lochos) {
    return std::any_of(lochos.stands.begin(), lochos.stands.end(), [&](const Stand& stand) {
      return std::any_of(e.poses.begin(), e.poses.end(), [&](const engine::PlacedBase& placed) { return placed.base == stand.base; });
    });
  };
  const auto stays = [&](const Lochos& lochos) { return lochos.on_table() && !moves(lochos); };
  const auto& lochoi = unit.lochoi;
  const bool names_itself = e.how.find(" its ") != std::string::npos;  // "wheels its 3rd lochos into ..."
  const auto first = std::find_if(lochoi.begin(), lochoi.end(), moves);
  static constexpr std::array<std::string_view, 4> kRuns{"HM-ROUT-04", "HM-ROUT-07", "HM-EVA-04", "HM-PUR-03"};
  if (std::find(kRuns.begin(), kRuns.end(), e.rule) != kRuns.end()) {
    std::vector<int> running;
    for (std::size_t i = 0; i < lochoi.size(); ++i)
      if (moves(lochoi[i])) running.push_back(static_cast<int>(i));
    return name_of(state, e.unit, running);
  }
  if (names_itself || std::count_if(lochoi.begin(), lochoi.end(), moves) != 1 || std::none_of(lochoi.begin(), lochoi.end(), stays))
    return e.unit.text;
  return name_of(state, {e.unit, static_cast<int>(first - lochoi.begin())});
}
/// "wheels 0.5 in left, advances 1.2 in" of the manoeuvre's own name, "wheel 0.5 in left, advance 1.2 in".
std::string in_verbs(const std::string& how) {
  static constexpr std::array<std::array<std::string_view, 2>, 4> kVerbs{
      {{"advance ", "advances "}, {"wheel ", "wheels "}, {"turn ", "turns "}, {"back ", "goes back "}}};
  std::string text;
  for (std::size_t from = 0; from < how.size();) {
    const std::size_t comma = std::min(how.find(", ", from), how.size()), next = std::min(comma + 2, how.size());
    std::string clause = how.substr(from, next - from);
    for (const auto& [bare, verb] : kVerbs)
      if (clause.starts_with(bare)) clause.replace(0, bare.size(), verb);
    text += clause;
    from = next;
  }
  return text;
}
std::string told(const State& state, const StandsMoved& e) {
  // Files closed under missiles and who turns to run are told with what makes them.
  if (e.rule == "HM-BRX-04" || e.rule == "HM-ROUT-03" || e.rule == "HM-EVA-03") return {};
  return e.how.empty() ? std::string() : who_moves(state, e) + " " + in_verbs(e.how);
}
std::string told(const State&, const Rearranged& e) {
  if (e.rule == "HM-ARR-07" || e.rule == "HM-BRX-04") return {};  // the first part of a move, or under missiles: told with those
  return e.unit.text + " takes " + std::string(name_of(e.to));
}
std::string told(const State& state, const Disarrayed& e) {
  if (e.why == "routs") return {};            // who runs is disarrayed (HM-DIS-02)
  if (e.why == "both disarrayed") return {};  // the melee says it (HM-RES-05)
  const std::string who = e.lochoi.empty() ? e.unit.text : name_of(state, e.unit, e.lochoi);
  return who + " is disarrayed" + (e.why.empty() ? "" : ": " + e.why);
}
std::string told(const State& state, const Recovered& e) {
  const std::string who = e.lochoi.size() == 1 ? name_of(state, {e.unit, e.lochoi.front()}) : e.unit.text;
  return who + " recovers in " + std::string(name_of(e.to));
}
std::string told(const State&, const ModeChanged&) { return {}; }
std::string told(const State&, const TurnFlagged&) { return {}; }
std::string told(const State&, const UnitRevealed& e) { return e.unit.text + " shows itself" + (e.why.empty() ? "" : ": " + e.why); }
std::string told(const State&, const CameOn& e) { return e.unit.text + " comes on"; }
std::string told(const State&, const UnitHidden& e) { return e.unit.text + " lies in ambush"; }
std::string told(const State&, const LandingAllowed& e) {
  return std::to_string(e.lochoi) + " lochoi of " + std::string(name_of(e.side)) + " land";
}
std::string told(const State& state, const LotsDrawn& e) {
  std::map<int, std::string> by_turn;
  for (const Lot& lot : e.lots) by_turn[lot.turn] += (by_turn[lot.turn].empty() ? " " : ", ") + name_of(state, lot.lochos);
  std::string text = "lots of the lights of " + std::string(name_of(e.side)) + ":";
  for (const auto& [turn, who] : by_turn) text += " turn " + std::to_string(turn) + who + ";";
  text.pop_back();
  return text;
}
std::string told(const State&, const GateTold& e) { return e.terrain + (e.open ? ": the door is held open" : ": the door is shut"); }
std::string told(const State&, const SurpriseTold& e) { return e.unit.text + " is surprised"; }
std::string told(const State&, const UnitSignalWritten& e) { return std::string(name_of(e.side)) + " writes a signal down"; }
std::string told(const State&, const UnitSignalTold& e) {
  std::string text = "the signal speaks to";
  for (const UnitId& id : e.units) text += " " + id.text;
  return text + " alone";
}
std::string told(const State&, const TerrainLaid& e) {
  std::string kind = e.terrain.kind;
  std::replace(kind.begin(), kind.end(), '_', ' ');
  return kind + " is laid (" + e.terrain.id + ")";
}
std::string told(const State&, const TerrainCleared& e) { return e.id + " is taken away"; }
std::string told(const State&, const UnitMade& e) { return e.unit.text + " is on the table: " + e.taxis.name; }
std::string told(const State&, const LochoiLeft& e) { return e.unit.text + " " + e.how; }
std::string told(const State&, const GateUsed& e) { return std::string(name_of(e.side)) + " uses the gate"; }
std::string told(const State&, const AreteChanged& e) {
  if (e.entry.by == 0) return std::string(name_of(e.side)) + "'s arete stays at " + std::to_string(e.entry.to) + ": " + e.entry.why;
  return std::string(name_of(e.side)) + "'s arete " + (e.entry.by >= 0 ? "+" : "") + std::to_string(e.entry.by) + " to " +
         std::to_string(e.entry.to) + ": " + e.entry.why;
}
std::string told(const State&, const LossScored&) { return {}; }
std::string told(const State&, const Unwilling& e) { return std::string(name_of(e.side)) + " is not willing to fight on"; }
std::string told(const State&, const BattleEnded& e) {
  return (e.winner == "draw" ? std::string("a draw") : "victory to " + e.winner) + ": " + e.text;
}

}  // namespace

std::string Rules::tell(const State& state, const Event& event) {
  return std::visit(
      [&](const auto& e) {
        if constexpr (requires { told(state, e); }) {
          return told(state, e);
        } else {
          return tell_of(state, e);
        }
      },
      event);
}

}  // namespace polemarch::hoplomachia
