#pragma once
/// What the state keeps of fighting: of a lochos, of a unit, of the whole battle. Parts of state.hpp. Pure.

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/checked.hpp"
#include "engine/rulesets/hoplomachia/nouns.hpp"
#include "models/pose.hpp"

namespace polemarch::hoplomachia {

/// One sub-unit: a lochos, an ile or a stand of an undisciplined group. `at` counts from the right of its unit, from 0.
struct LochosRef {
  UnitId unit;
  int at = 0;
  auto operator<=>(const LochosRef&) const = default;
};

/// An enemy lochos in contact: where on this lochos it strikes. A fact: later jitter does not break it.
struct Contact {
  LochosRef foe;
  Strikes on = Strikes::Front;
  bool othismos = false;  ///< fought once already (HM-MEL-01)
  auto operator<=>(const Contact&) const = default;
};

struct LochosFight {
  Engaged engaged = Engaged::None;  ///< of its contacts, the later kind
  engine::Checked<Contact> contacts;
  int ground_given = 0;                ///< stand depths pushed back while in this melee (HM-DEF-06)
  bool ekdromoi_lost = false;          ///< no ekdromoi for the rest of the battle (HM-EVT-19)
  bool ekdromoi_sent = false;          ///< this turn (HM-EKD-03)
  bool ekdromoi_asked = false;         ///< the owner has said no this turn
  bool ekdromoi_forced = false;        ///< a K reaction of this turn (HM-BRX-10)
  engine::Checked<UnitId> tormentors;  ///< whose belos charges struck it this turn (HM-EKD-03)
  bool under_belos = false;            ///< this turn (HM-BEL-20)
  bool fought = false;                 ///< this turn, for the strategos casualty roll
  bool pushed_back = false;            ///< this turn, for the phalanx in retreat (HM-EVT-10)
  bool routed_this_turn = false;       ///< turned to rout, or was lost as a router, for the phalanx in retreat (HM-EVT-10)
  bool assails = false;                ///< it charged into this melee, at an enemy that stood: it defends no works (HM-DEF-03)
  int moved_in = 0;                    ///< the turn in which it wheeled in on its own (HM-FLK-06)
  int epilektoi_in = 0;                ///< the turn in which its epilektoi changed a roll (HM-OPT7-01)
  std::optional<MeleeResult> worst;    ///< of the melees of this turn (HM-MULT-04)
  std::optional<int> apart_in;         ///< the turn in which it stopped running on its own: out of its unit's order since (HM-AMB-28)
  std::optional<int> chased_in;        ///< that turn, when it gave up a pursuit: it waits for a later word (HM-OTYP-01)
  std::optional<int> left_in;          ///< the turn in which it left the board by its own move (HM-EVT-10)
  bool operator==(const LochosFight&) const = default;
};

struct TaxisFight {
  std::optional<int> epidromos_die;   ///< kept once rolled (HM-EPI-16)
  std::optional<AndreiaCode> answer;  ///< what its last check of this phase said
  bool momentum = false;              ///< counter (HM-MOM-01)
  int missed_in = 0;                  ///< the turn in which it charged and touched nobody (HM-DIS-05)
  bool charging = false;              ///< moved by epidromos this turn
  bool balked = false;                ///< failed its own charge check this turn (HM-EPI-34)
  bool shot = false;                  ///< this turn
  bool belos_charged = false;         ///< this turn
  int belos_charges = 0, shots = 0;   ///< of the whole battle (optional 10)
  int at_phalanx = 0;                 ///< stands of it that attacked enemy hoplites with missiles this turn (optional 11)
  bool must_charge = false;           ///< a C belos reaction: charges in this turn's B3 (HM-AMB-42)
  UnitId must_belos;                  ///< a B belos reaction: answers with a belos charge at this enemy (HM-BRX-08)
  bool march_back = false;            ///< hoplites' E: one full move back in the next B5 (HM-BRX-12, HM-AMB-12)
  UnitId march_back_from;             ///< whom it faces then
  std::set<std::string> katastrophe;  ///< why it has to check: rule ids (HM-KAT-01)
  bool checked = false;               ///< in this Katastrophe phase (HM-AMB-24)
  std::optional<int> pursued_in;      ///< the turn in which it halted after a pursuit: it waits for a later order (HM-OTYP-01)
  std::optional<int> halts_in;        ///< the turn in which it stands by a check of the Katastrophe before it (HM-AND-32)
  bool operator==(const TaxisFight&) const = default;
};

/// Sub-units of one unit that rout, evade or pursue together with one die.
struct Flight {
  int id = 0;
  Mode mode = Mode::Rout;
  UnitId unit;
  engine::Checked<int> lochoi;
  UnitId foe;           ///< cause of a rout or evade; quarry of a pursuit
  Angle away;           ///< rout and evade: the course of the first move (HM-ROUT-04)
  int since = 0;        ///< turn
  int moves = 0;        ///< made
  int moved_in = -1;    ///< turn of the last one
  bool caught = false;  ///< a pursuit that caught its quarry (HM-AMB-108)
  bool stops = false;   ///< its next move ends at what it meets instead of being lost there (HM-AMB-97)
  bool early = false;   ///< turned in B2, moved in B3: the next B1 passes it by unless it is pursued (HM-AMB-114)
  bool operator==(const Flight&) const = default;
};

/// A counter for the honoured dead (HM-DEAD-01).
struct DeadCounter {
  Point at;
  Side side = Side::A;  ///< whose dead
  bool operator==(const DeadCounter&) const = default;
};

/// Optional 7: epilektoi change the roll that is asked for, said before it is thrown (HM-OPT7-02).
struct Declared {
  LochosRef lochos;
  int by = 0;  ///< 1 or -1
  bool operator==(const Declared&) const = default;
};

struct BattleFight {
  engine::Checked<DeadCounter> dead;
  engine::Checked<Flight> flights;
  int next_flight = 1;
  engine::Checked<std::pair<LochosRef, LochosRef>> fought;  ///< pairs of this Melee phase, the smaller reference first
  engine::Checked<Declared> declared;                       ///< for the rolls that are asked for
  bool operator==(const BattleFight&) const = default;
};

}  // namespace polemarch::hoplomachia
