#pragma once
/// Offers in the making: what one viewer may do now, and what not and why. Each command is judged; show/offers.cpp puts them together.
/// Pure.

#include <string>
#include <utility>
#include <vector>

#include "engine/rulesets/blade_and_bow/judge/judge.hpp"
#include "engine/rulesets/blade_and_bow/topics/movement.hpp"

namespace polemarch::blade_and_bow {

/// Offers of one viewer.
struct Maker {
  const State& state;
  Viewer viewer;
  std::vector<engine::Offer<Command>> list;

  void judged(Command command, engine::Needs needed = {}, Viewer audience = Viewer::Both);
  /// Only when it is allowed: suggestions need no refusal.
  bool if_allowed(Command command, engine::Needs needed = {}, Viewer audience = Viewer::Both);
  /// Allowed once something the viewer knows is typed in.
  void to_fill_in(Command command, engine::Needs needed, Viewer audience);
  /// The viewer plays the other side.
  bool plays_other(Side side) const { return (viewer == Viewer::A || viewer == Viewer::B) && viewer != viewer_of(side); }
  /// May the unit take an action of this kind at all, as the judge says it?
  engine::Verdict action_of(const Unit& unit, ActionKind kind) const;

  // show/offers_unit.cpp
  void about_unit(const Unit& unit, const MoveGround& ground);
  void about_leader(const Leader& leader);
  // show/offers_formation.cpp
  void formations_of(const Unit& unit, const MoveGround& ground);
  /// What `unit` may do together with `chain`, whom this leader reaches.
  void formation_with(const Unit& unit, const Leader& leader, const std::vector<const Unit*>& chain, const MoveGround& ground);
  void formation_under(const Leader& leader);
  // show/offers_setup.cpp
  void places_of(const Unit& unit);
  void places_of(const Leader& leader);
  void set_up(Side side);
  // show/offers_cards.cpp
  void hand_of(Side side);
};

/// The dice an attack asks for: commitment dice where one of the attackers has to throw them (BB-COM-02, 09, 16, 19). `target` null: a
/// camp.
engine::Needs melee_dice(const State& state, const std::vector<const Unit*>& attackers, const Unit* target);

/// Rank markers of a side as two players would set them: as even as may be, or as deep as may be in front (BB-SCN-03). Empty when the
/// side's markers are fixed or not told.
std::vector<AdjustRanks> rank_suggestions(const State& state, Side side);

}  // namespace polemarch::blade_and_bow
