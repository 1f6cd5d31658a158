#pragma once
/// Building offers: every one is judged by judge() itself. Pure.

#include <string>
#include <utility>
#include <vector>

#include "engine/rulesets/paean/topics/lookup.hpp"

namespace polemarch::paean {

struct Offering {
  const State& state;
  Viewer viewer = Viewer::Both;
  std::vector<engine::Offer<Command>> offers = {};

  /// A whole command, with what is asked afterwards ("dice").
  void add(Command command, engine::Needs needed = {}) {
    engine::Verdict verdict = Rules::judge(state, viewer, command);
    offers.push_back({std::move(command), std::move(verdict), std::move(needed)});
  }
  /// A whole command that was judged already.
  void add_judged(Command command, engine::Verdict verdict) { offers.push_back({std::move(command), std::move(verdict), {}}); }
  /// A pattern to be filled in: what it needs is a pose or a name.
  void pattern(Command command, engine::Needs needed) {
    engine::Verdict verdict = Rules::judge(state, viewer, command);
    offers.push_back({std::move(command), std::move(verdict), std::move(needed), false});
  }
};

/// What a formation may do of movement and command (show/offers.cpp).
void offer_moves(Offering& o, const UnitId& unit);
/// What a formation or leader may do of shooting, charging and fighting (show/offers_fight.cpp).
void offer_fights(Offering& o, const UnitId& unit);

}  // namespace polemarch::paean
