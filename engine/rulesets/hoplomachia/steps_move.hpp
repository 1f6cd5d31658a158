#pragma once
/// Steps of the frame: before the battle, orders, arete. A step without waits is a frame that goes on when the steps above it are done.
/// Pure.

#include <set>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/aim.hpp"
#include "engine/core/checked.hpp"
#include "engine/rulesets/hoplomachia/nouns.hpp"

namespace polemarch::hoplomachia {

/// What is asked before the battle, in the order of HM-GEN-01 and HM-PRE-01.
enum class PreGameAsk {
  Situation,
  TypeByDice,
  Type,
  Start,
  Invader,
  Character,
  StanceOf,
  BaseArete,
  Breakfast,
  Hieres,
  HieresRoll,
  Rhetoria,
  RhetoriaRoll,
  Plan,
  Formation,
  Deployment,
  FirstToDeploy,
};
struct PreGame {
  static constexpr const char* kName = "pre_game";
  PreGameAsk ask = PreGameAsk::Situation;
  Side side = Side::A;
  std::string strategos;  ///< Character, StanceOf, Rhetoria
  int rolls = 0;          ///< HieresRoll: made so far
  bool operator==(const PreGame&) const = default;
};
/// Both salpinx counters are revealed, the side with precedence first (HM-ORD-09).
struct RevealSignals {
  static constexpr const char* kName = "reveal_signals";
  bool operator==(const RevealSignals&) const = default;
};
/// May the other side change its signal to Charge (HM-ORD-10)?
struct AnswerCharge {
  static constexpr const char* kName = "answer_charge";
  Side side = Side::A;
  bool operator==(const AnswerCharge&) const = default;
};
/// A revealed signal takes force: stance tests, then the units (HM-STANCE-04).
struct SignalHeard {
  static constexpr const char* kName = "signal_heard";
  static constexpr engine::Aim kAim = engine::Aim::Order;
  Side side = Side::A;
  OrderType order = OrderType::Halt;
  std::set<std::string> tested, withdraw;  ///< strategoi who tested, and who did not obey
  std::string testing;                     ///< whose dice are asked for
  bool operator==(const SignalHeard&) const = default;
};
/// A strategos tests whether he obeys a verbal order (HM-STANCE-05, 06).
struct StanceTest {
  static constexpr const char* kName = "stance_test";
  static constexpr engine::Aim kAim = engine::Aim::Order;
  std::string strategos;
  OrderType order = OrderType::Halt;
  OrderSource source = OrderSource::Salpinx;
  int need = 0;
  engine::Checked<UnitId> units;  ///< to whom the verbal order goes
  bool operator==(const StanceTest&) const = default;
};
/// Runners that arrive this turn give their orders (HM-VERB-06).
struct RunnersArrive {
  static constexpr const char* kName = "runners_arrive";
  bool operator==(const RunnersArrive&) const = default;
};
/// Precedence is rolled off (HM-ASEQ-05), or by optional rule 1; then the phase begins.
struct RollOff {
  static constexpr const char* kName = "roll_off";
  Phase phase = Phase::Automatic;
  bool operator==(const RollOff&) const = default;
};
/// A die that changes arete by a chart.
enum class AreteDie { Paean, GrimResolve, Sphagia, OneStepMore, UnderBelos, Surprised };
struct AreteRoll {
  static constexpr const char* kName = "arete_roll";
  AreteDie die = AreteDie::Paean;
  Side side = Side::A;  ///< whose roll
  UnitId unit;          ///< Surprised: the taxis
  engine::Aim aim() const { return die == AreteDie::GrimResolve ? engine::Aim::FoesSpirit : engine::Aim::Spirit; }
  bool operator==(const AreteRoll&) const = default;
};
/// Strategos casualty (HM-STRAT-18).
struct StrategosRoll {
  static constexpr const char* kName = "strategos_roll";
  static constexpr engine::Aim kAim = engine::Aim::Casualty;
  std::string strategos;
  bool operator==(const StrategosRoll&) const = default;
};
/// Who takes command, and where a new hegemon stands (HM-STRAT-15, 16).
struct NewHegemon {
  static constexpr const char* kName = "new_hegemon";
  Side side = Side::A;
  bool operator==(const NewHegemon&) const = default;
};
/// Battle D's gate (HM-BATT-D6).
struct GateRoll {
  static constexpr const char* kName = "gate_roll";
  Side side = Side::A;
  std::string terrain;
  bool operator==(const GateRoll&) const = default;
};
/// How many lochoi land in this turn (HM-BATT-G4, HM-AMB-92).
struct LandingRoll {
  static constexpr const char* kName = "landing_roll";
  Side side = Side::A;
  bool operator==(const LandingRoll&) const = default;
};
/// Battle A: a lot for each sub-unit of the invader's lights; the lowest come on first (HM-BATT-A3, HM-AMB-46, 89).
struct DrawLots {
  static constexpr const char* kName = "draw_lots";
  Side side = Side::A;
  bool operator==(const DrawLots&) const = default;
};

using MoveSteps = std::variant<PreGame, RevealSignals, AnswerCharge, SignalHeard, StanceTest, RunnersArrive, RollOff, AreteRoll,
                               StrategosRoll, NewHegemon, GateRoll, LandingRoll, DrawLots>;

}  // namespace polemarch::hoplomachia
