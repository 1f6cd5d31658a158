#pragma once
/// The nouns of Paean: what a formation is made of, who leads, what lies on the table. PA-GEO, PA-CMD, PA-HER, PA-TER. Pure.

#include <string>
#include <vector>

#include "engine/core/checked.hpp"
#include "models/footprint.hpp"
#include "models/ids.hpp"
#include "models/pose.hpp"

namespace polemarch::paean {

enum class Arm { Infantry, Cavalry, Commander, Hero };
enum class Weight { L, LM, M, LH, H };
enum class Weapon { Javelin, Bow, Sling, LightSpear, ThrustingSpear, LongThrustingSpear, ShortPike };
enum class Experience { Irregular, Seasoned, Veteran, Elite };

/// What a base is. Distances in centimetres at 6 mm figures, times `k` on the table (PA-GEO-12, 13).
struct Card {
  Arm arm = Arm::Infantry;
  Weight weight = Weight::H;
  int ranks = 2;
  int k = 1;                        ///< 1, 2 or 3: 6, 15 or 25 mm figures
  engine::Checked<Weapon> weapons;  ///< PA-MIS: what decides the range
  bool army_commander = false;
  Experience experience = Experience::Seasoned;
  bool expert = false;  ///< expert shots (PA-PTS-04)
  bool operator==(const Card&) const = default;

  bool cavalry() const { return arm == Arm::Cavalry; }
  bool leader() const { return arm == Arm::Commander || arm == Arm::Hero; }
  /// M, LH and H: "heavier three".
  bool heavier() const { return weight == Weight::M || weight == Weight::LH || weight == Weight::H; }
  /// LH and H.
  bool hoplite() const { return weight == Weight::LH || weight == Weight::H; }
};

/// One base and where the rules have it.
struct Base {
  Side side = Side::A;
  Card card;
  MeasuredPose at;
  UnitId unit;  ///< formation it belongs to, or the leader whose base it is; the last one when it is gone
  bool on_table = false;
  bool operator==(const Base&) const = default;
};

/// A side of a formation, as seen from it.
enum class Flank { Front, Left, Right, Rear };

enum class LeaderKind { Army, Subordinate, Hero };
/// PA-HER-T2, in the order of the die.
enum class Ability { None, Hermes, Apollo, Artemis, Ares, Athena, Zeus };
/// Of a commander in the command orders phase.
enum class Commanding { Waiting, Active, Lost, Relinquished };

/// PA-SEQ-01, with what comes before and after.
enum class Phase { Deployment, Initiative, Combat, Skirmish, Power, Orders, Might, Heroic, Rallying, Over };

/// What gives a formation or hero an action.
enum class Source { Skirmish, Power, Order, Might, Heroic };

/// What the formation is doing in the initial phase of a combat (PA-CCD-10).
enum class Rush { None, Charging, Countering };

/// PA-TER.
enum class Ground { Open, Wood, Hill, Stream, Settlement, Works, Fortification, Difficult };
struct Piece {
  std::string id;
  Ground ground = Ground::Open;
  engine::Checked<Point> outline;
  Length height;           ///< of its top: higher ground (PA-MIS-20)
  bool difficult = false;  ///< tagged so by the players (PA-AMB-09, PA-AMB-89)
  bool operator==(const Piece&) const = default;
};

}  // namespace polemarch::paean
