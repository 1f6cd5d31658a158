#include "engine/core/advice.hpp"

namespace polemarch::engine {

std::string_view name_of(Meaning meaning) {
  switch (meaning) {
    case Meaning::ZocStrong:
      return "zoc_strong";
    case Meaning::ZocWeak:
      return "zoc_weak";
    case Meaning::ZocBond:
      return "zoc_bond";
    case Meaning::ArcOfFire:
      return "arc_of_fire";
    case Meaning::RangeBand:
      return "range_band";
    case Meaning::LegalMove:
      return "legal_move";
    case Meaning::IllegalMove:
      return "illegal_move";
    case Meaning::ChargeReach:
      return "charge_reach";
    case Meaning::ChargeTarget:
      return "charge_target";
    case Meaning::ShootTarget:
      return "shoot_target";
    case Meaning::NotATarget:
      return "not_a_target";
    case Meaning::EvadeTo:
      return "evade_to";
    case Meaning::RoutPath:
      return "rout_path";
    case Meaning::CommandRange:
      return "command_range";
    case Meaning::SightClear:
      return "sight_clear";
    case Meaning::SightBlocked:
      return "sight_blocked";
    case Meaning::Proximity:
      return "proximity";
    case Meaning::Support:
      return "support";
    case Meaning::Ghost:
      return "ghost";
    case Meaning::Measure:
      return "measure";
    case Meaning::Note:
      return "note";
  }
  return "?";
}

}  // namespace polemarch::engine
