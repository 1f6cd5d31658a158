#pragma once
/// Leaders, who commands the army, who may form a formation. Rules BB-FORM, BB-LDR, BB-UNIT-03, BB-CARD-05. Directional points. Pure.

#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/blade_and_bow/topics/zoc.hpp"

namespace polemarch::blade_and_bow {

/// The army commander in force: the most senior leader on the map; with living leaders only off it, the most senior of those
/// (BB-AMB-16); null when all are killed.
const Leader* commander(const State& state, Side side);
/// True while some leader stands on the map.
bool has_leader_on_map(const State& state, Side side);
/// Morale value of the army: the commander's value, 1 without leaders (BB-MOR-03, BB-AMB-16).
int army_value(const State& state, Side side);
/// Hand size the commander gives (BB-CARD-05, BB-CARD-08).
int hand_size(const State& state, Side side);
/// +1 on each morale die once a camp is lost (BB-MOR-08).
int camp_penalty(const State& state, Side side);
/// Rout level less sacked camps (BB-VIC-10).
int rout_level(const State& state, Side side);
/// Scenario impulses less leaders killed and camps lost, never below 0 (BB-SEQ-03, BB-AMB-19).
int impulses_due(const State& state, Side side);

/// The leaders who may activate: on the map, senior in their square (BB-FORM-13).
std::vector<const Leader*> active_leaders(const State& state, Side side);
/// Two units link: at most one square between, not shut off by enemies (BB-FORM-03, BB-AMB-11).
bool linked(const State& state, const Unit& a, const Unit& b);
/// One chain, each unit linked (BB-AMB-114); `touching` for shield walls: neighbours only (BB-SW-03).
bool one_chain(const State& state, const std::vector<const Unit*>& units, bool touching);
/// May these act together? Finds the leader; `wanted` empty = any.
struct Formation {
  engine::Verdict verdict;
  UnitId leader;
};
Formation formation_of(const State& state, Side side, const std::vector<UnitId>& units, const UnitId& wanted, ActionKind kind);

/// Friendly leaders by distance of squares from a square: stacked, neighbours, two squares away.
struct LeadersNear {
  int stacked = 0, adjacent = 0, two_away = 0;
};
LeadersNear leaders_near(const State& state, Square square, Side side);

/// May this leader go there (BB-LDR-06..09, BB-LDR-32, BB-AMB-26)?
engine::Verdict leader_may_stand(const State& state, const Leader& leader, Square to, const ZoneMap& enemy_zones);

}  // namespace polemarch::blade_and_bow
