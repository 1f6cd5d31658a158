#pragma once
/// Facts of the fighting. Past tense and complete; evolve() writes them and works nothing out. Pure.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/checked.hpp"
#include "engine/core/gist.hpp"
#include "engine/core/telling.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

/// What fighting keeps of a lochos and what became of it, written anew.
struct LochosFought {
  static constexpr const char* kName = "lochos_fought";
  LochosRef lochos;
  Fate fate = Fate::Sound;
  LochosFight fight;
  bool operator==(const LochosFought&) const = default;
};
/// What fighting keeps of a unit, written anew.
struct TaxisFought {
  static constexpr const char* kName = "taxis_fought";
  UnitId unit;
  TaxisFight fight;
  bool operator==(const TaxisFought&) const = default;
};

/// The epidromos die as the card reads it (HM-EPI-16).
struct ChargeRolled {
  static constexpr const char* kName = "charge_rolled";
  UnitId unit;
  int die = 0;
  Length distance;
  bool momentum = false;
  bool operator==(const ChargeRolled&) const = default;
};
/// A charge is declared: at whom (HM-EPI-18).
struct ChargeDeclared {
  static constexpr const char* kName = "charge_declared";
  UnitId unit;
  engine::Checked<UnitId> targets;
  bool operator==(const ChargeDeclared&) const = default;
};
/// Two lochoi are in contact: `foe` strikes `lochos` there.
struct ContactMade {
  static constexpr const char* kName = "contact_made";
  LochosRef lochos;
  Contact contact;
  bool next_turn = false;  ///< made too late to be fought in this Melee phase (HM-AMB-81)
  bool operator==(const ContactMade&) const = default;
};
/// Two lochoi are in contact no more.
struct ContactEnded {
  static constexpr const char* kName = "contact_ended";
  LochosRef one, other;
  bool operator==(const ContactEnded&) const = default;
};

/// One side of a melee: what it threw in, what that met and how far it got.
struct MeleeShare {
  LochosRef lochos;
  engine::Checked<engine::ThrowRow> attack;   ///< sum: the total attack number
  engine::Checked<engine::ThrowRow> defence;  ///< of the other lochos; sum: its basic defence number; empty where it has none
  engine::Checked<std::string> stages;        ///< "strength: not exceeded (2 of 2)"
  int level = 0;                              ///< 0 to 4, HM-PENL-T1
  bool operator==(const MeleeShare&) const = default;
};
/// A pair of lochoi has fought. `second` is struck on `on` by `first`.
struct MeleeFought {
  static constexpr const char* kName = "melee_fought";
  static constexpr engine::News kNews = engine::News::Decision;
  MeleeShare first, second;
  Strikes on = Strikes::Front;
  bool othismos = false;
  MeleeResult result = MeleeResult::NoEffect;
  engine::Checked<LochosRef> losers;
  std::string rule;
  bool operator==(const MeleeFought&) const = default;
};
/// Contacts that were epidromos melees are othismos from here on; momentum is spent (HM-MEL-01).
struct MeleesClosed {
  static constexpr const char* kName = "melees_closed";
  bool operator==(const MeleesClosed&) const = default;
};

/// Sub-units run, chase, or go on doing it: written anew by id.
struct FlightKept {
  static constexpr const char* kName = "flight_kept";
  static constexpr engine::News kNews = engine::News::Result;
  Flight flight;
  std::string what;  ///< "routs", "evades", "pursues"
  std::optional<engine::Glyph> glyph() const { return flight.mode == Mode::Rout ? std::optional(engine::Glyph::Routed) : std::nullopt; }
  bool operator==(const FlightKept&) const = default;
};
struct FlightOver {
  static constexpr const char* kName = "flight_over";
  static constexpr engine::News kNews = engine::News::Result;
  int id = 0;
  UnitId unit;
  std::string how;  ///< "halts and recovers", "gone"
  std::string rule;
  bool operator==(const FlightOver&) const = default;
};
struct DeadLaid {
  static constexpr const char* kName = "dead_laid";
  DeadCounter counter;
  LochosRef lochos;
  bool operator==(const DeadLaid&) const = default;
};
/// Attached hamippoi are gone for the battle; they are no casualties (HM-HAM-09).
struct HamippoiLost {
  static constexpr const char* kName = "hamippoi_lost";
  static constexpr engine::News kNews = engine::News::Loss;
  LochosRef lochos;
  std::string why, rule;
  bool operator==(const HamippoiLost&) const = default;
};
/// The first rout of the home city's taxeis has been seen by its allies (HM-AND-13).
struct HomeRouted {
  static constexpr const char* kName = "home_routed";
  Side side = Side::A;
  bool operator==(const HomeRouted&) const = default;
};
/// What belos did to a unit: the worst of its stands' reactions (HM-BCK-08).
struct BelosReacted {
  static constexpr const char* kName = "belos_reacted";
  static constexpr engine::News kNews = engine::News::Result;
  UnitId unit, by;
  int lochos = -1;  ///< M, K and X fall on one
  BelosCode code = BelosCode::Maintain;
  std::string rule;
  bool operator==(const BelosReacted&) const = default;
};

/// Optional 7: before the roll (HM-OPT7-02).
struct EpilektoiDeclared {
  static constexpr const char* kName = "epilektoi_declared";
  LochosRef lochos;
  int by = 0;
  bool operator==(const EpilektoiDeclared&) const = default;
};
/// The roll was thrown.
struct EpilektoiSpent {
  static constexpr const char* kName = "epilektoi_spent";
  UnitId unit;
  bool operator==(const EpilektoiSpent&) const = default;
};

using FightEvents =
    std::variant<LochosFought, TaxisFought, ChargeRolled, ChargeDeclared, ContactMade, ContactEnded, MeleeFought, MeleesClosed, FlightKept,
                 FlightOver, DeadLaid, HamippoiLost, HomeRouted, BelosReacted, EpilektoiDeclared, EpilektoiSpent>;

}  // namespace polemarch::hoplomachia
