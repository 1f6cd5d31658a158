#pragma once
/// What the state keeps of fighting: of a lochos, of a unit, of the whole battle. Parts of state.hpp. Pure.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/rulesets/hoplomachia/nouns.hpp"
#include "models/pose.hpp"

namespace polemarch::hoplomachia {

/// One sub-unit: a lochos, an ile or a stand of an undisciplined group. `at` counts from the right of its unit, from 0.
struct LochosRef {
  UnitId unit;
  int at = 0;
  auto operator<=>(const LochosRef&) const = default;
};

/// An enemy lochos in contact: where on this lochos it strikes.
struct Contact {
  LochosRef foe;
  Strikes on = Strikes::Front;
  bool operator==(const Contact&) const = default;
};

struct LochosFight {
  Engaged engaged = Engaged::None;
  std::vector<Contact> contacts;
  int ground_given = 0;           ///< stand depths pushed back while in this melee (HM-DEF-06)
  bool ekdromoi_lost = false;     ///< no ekdromoi for the rest of the battle (HM-EVT-19)
  bool ekdromoi_sent = false;     ///< this turn (HM-EKD-03)
  bool under_belos = false;       ///< this turn (HM-BEL-20)
  bool fought = false;            ///< this turn, for the strategos casualty roll
  bool pushed_back = false;       ///< this turn, for the phalanx in retreat (HM-EVT-10)
  bool routed_this_turn = false;  ///< in melee or by belos, for katastrophe checks
  bool operator==(const LochosFight&) const = default;
};

struct TaxisFight {
  std::optional<int> epidromos_die;   ///< kept once rolled (HM-EPI-16)
  bool momentum = false;              ///< counter (HM-MOM-01)
  bool charge_missed = false;         ///< charged last turn and touched nobody (HM-DIS-05)
  bool charging = false;              ///< moved by epidromos this turn
  UnitId fleeing_from;                ///< cause of a rout or evade
  UnitId pursuing;                    ///< quarry
  int rout_moves = 0;                 ///< made; the first goes away from the cause (HM-ROUT-04)
  bool shot = false;                  ///< this turn
  bool belos_charged = false;         ///< this turn
  int belos_charges = 0, shots = 0;   ///< of the whole battle (optional 10)
  bool must_charge = false;           ///< a C belos reaction: charges in this turn's B3 (HM-AMB-42)
  bool march_back = false;            ///< hoplites' E: one full move back in the next B5 (HM-BRX-12)
  std::set<std::string> katastrophe;  ///< why it has to check: rule ids (HM-KAT-01)
  bool checked = false;               ///< in this Katastrophe phase (HM-AMB-24)
  bool operator==(const TaxisFight&) const = default;
};

/// A counter for the honoured dead (HM-DEAD-01).
struct DeadCounter {
  Point at;
  Side side = Side::A;  ///< whose dead
  bool operator==(const DeadCounter&) const = default;
};

struct BattleFight {
  std::vector<DeadCounter> dead;
  bool operator==(const BattleFight&) const = default;
};

}  // namespace polemarch::hoplomachia
