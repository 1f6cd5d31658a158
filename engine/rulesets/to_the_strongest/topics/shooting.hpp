#pragma once
/// Shooting: arcs, sight lines, distances, who must be shot first, ammunition. Rules TTS-SHT, TTS-LOS, TTS-PRI, TTS-AMMO. Pure.

#include <optional>
#include <string>
#include <vector>

#include "engine/rulesets/to_the_strongest/topics/crossing.hpp"

namespace polemarch::to_the_strongest {

/// What stops the sight from one box to another; empty when it is free. TTS-LOS-01..11.
struct SightBlock {
  Box box;  ///< the box, or one of the two at a corner, that blocks
  const char* rule;
  std::string text;
};
std::optional<SightBlock> sight_blocked(const Board& board, Box from, Box to);

/// Boxes with each diagonal counted one and a half, in halves. TTS-PRI-02.
int half_distance(Box from, Box to);

/// The weapon that reaches `at`, the one that hurts most (handguns first); empty when none does. Arcs, overhead fire, boats,
/// fortifications.
std::optional<Weapon> weapon_reaching(const Board& board, const Unit& shooter, Box at);
/// Range, arc, sight and at least one chit: "able to shoot" (TTS-AMB-100).
bool could_shoot_into(const Board& board, const Unit& shooter, Box box);

/// Who is hit in the box when shot at from `from`. TTS-SHT-15, TTS-AMB-03.
const Unit* target_in(const Board& board, Side shooter, Box from, Box at);
/// Behind its flank: the shooter's row in the target's frame is 0 or behind. TTS-AMB-03.
bool from_behind_flank(const Unit& target, Box from);

struct ShotCheck {
  const Unit* target = nullptr;
  Box from;  ///< of a straddling shooter the better of its boxes
  Box at;
  std::optional<Weapon> weapon;
  engine::Verdict verdict;  ///< range, arc and sight only
  int half_distance = 0;
};
/// Every enemy box, with what allows or forbids it, nearest first.
std::vector<ShotCheck> shots(const Board& board, const Unit& shooter);
/// The same for its shock missile: foot in the three boxes before it. None where it has none, or they are not played. TTS-SHK-02.
std::vector<ShotCheck> throws(const Board& board, const Unit& shooter);
/// Has a shock missile, and they are played. TTS-SHK-01, TTS-SEQ-10.
bool may_throw(const Board& board, const Unit& unit);
/// From where to where it shoots at `target`: boxes of units that straddle are chosen so that the shot is allowed, then near.
struct ShotLine {
  Box from, at;
};
ShotLine shot_line(const Board& board, const Unit& shooter, const Unit& target);
/// Range, arc, sight, priority (TTS-PRI-01): may it shoot at `target` now? Ammunition too.
engine::Verdict judge_shot(const Board& board, const Unit& shooter, const Unit& target, bool throws_shock,
                           const std::vector<ShotCheck>* known = nullptr);
/// One or two to-hit cards. TTS-SHT-05..09, TTS-SHT-17.
int most_cards(const Board& board, const Unit& shooter);
/// Foot that defends a fortification throws what lies about, without end. TTS-FORT-08.
bool throws_from_wall(const Board& board, const Unit& unit);
/// Has something to shoot with at all: chits, or a fortification to shoot from.
bool has_shots(const Board& board, const Unit& unit);

}  // namespace polemarch::to_the_strongest
