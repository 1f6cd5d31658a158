#pragma once
/// Dice and decks for those who have none at hand. What falls is logged like typed dice, so replay needs no seed. Holds randomness: the
/// only room of the assistant that does.

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "engine/core/agenda.hpp"

namespace polemarch::assistant::chance {

class VirtualChance {
 public:
  /// Seeded from the operating system.
  VirtualChance();
  /// A fixed seed, for demos and tests.
  explicit VirtualChance(std::uint64_t seed) : random_(seed) {}

  /// Fair and independent dice, or cards from the named deck without putting back. A deck holds `kCopies` of each value and is shuffled
  /// anew when it runs out.
  std::vector<int> draw(const engine::ChanceSpec& wanted);
  /// Gathers and shuffles every deck (at the end of a turn).
  void shuffle() { decks_.clear(); }

  static constexpr int kCopies = 8;  ///< two packs of cards

 private:
  std::uint64_t below(std::uint64_t bound);
  int card(const engine::ChanceSpec& wanted);

  std::mt19937_64 random_;
  std::map<std::string, std::vector<int>> decks_;  ///< what is left, by source
};

}  // namespace polemarch::assistant::chance
