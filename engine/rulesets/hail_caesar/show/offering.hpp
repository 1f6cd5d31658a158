#pragma once
/// Internal: the offers by topic. Pure.

#include <vector>

#include "engine/rulesets/hail_caesar/judge/judge.hpp"

namespace polemarch::hail_caesar {

using Offers = std::vector<engine::Offer<Command>>;

/// Judged as it would be said; whole unless a field has to be filled in.
void add_offer(const State& state, Viewer viewer, Offers& offers, Command command, engine::Needs needed = {});

/// Places in line for who has none.
void deployment_offers(const State& state, Viewer viewer, const UnitId& id, Offers& offers);
/// Moves, charges, changes of formation and buildings, of a unit of the active side in a step of moves.
void move_offers(const State& state, Viewer viewer, const UnitId& id, const std::vector<Foe>& foes, Offers& offers);
/// Orders to a unit: its own general's and the army commander's.
void command_offers(const State& state, Viewer viewer, const UnitId& id, Offers& offers);
/// What a general may do.
void general_offers(const State& state, Viewer viewer, const UnitId& id, Offers& offers);
/// Rights to interrupt: evade, countercharge, closing and traversing shots, following up.
void response_offers(const State& state, Viewer viewer, const UnitId& id, Offers& offers);
/// What belongs to no unit: the way on, combats to be fought, rights to interrupt, a whole deployment.
void battle_offers(const State& state, Viewer viewer, Offers& offers);

}  // namespace polemarch::hail_caesar
