#pragma once
/// Which stand shoots at which: shooters spread over the targets (HM-BEL-13, HM-BEL-14, HM-AMB-98). Table frame. Pure.

#include <set>
#include <span>
#include <vector>

#include "engine/rulesets/hoplomachia/topics/shooting.hpp"

namespace polemarch::hoplomachia {

/// A front stand that shoots, and what at, nearest first.
struct Shooter {
  LochosRef lochos;
  geometry::Shape shape;
  std::vector<Aim> aims;
  bool second_rank = false;
};

/// The closest stand that nobody has yet for the first of the shooters; of equally near ones the one that lets the others have a target
/// each, the one straight ahead before others (HM-BEL-13, HM-AMB-98). Null: all are taken.
const Aim* pick_target(std::span<const Shooter> shooters, const std::set<BaseId>& taken);

}  // namespace polemarch::hoplomachia
