#pragma once
/// Dice and cards for those who have none at hand. What falls is logged like typed dice, so replay needs no seed. Holds randomness: the
/// only room of the assistant that does. It remembers no cards: what lies in a pile is the battle's to say (engine::Pile).

#include <cstdint>
#include <random>
#include <vector>

#include "engine/core/agenda.hpp"

namespace polemarch::assistant::chance {

class VirtualChance {
 public:
  /// Seeded from the operating system.
  VirtualChance();
  /// A fixed seed, for demos and tests.
  explicit VirtualChance(std::uint64_t seed) : random_(seed) {}

  /// Fair and independent dice; with a pile, cards that are left in it, none put back. When it runs out the draw goes on from the pile as
  /// it is once shuffled.
  std::vector<int> draw(const engine::ChanceSpec& wanted);

 private:
  std::uint64_t below(std::uint64_t bound);
  /// Takes one card out of these counts; its index.
  std::size_t take(std::vector<int>& counts);

  std::mt19937_64 random_;
};

}  // namespace polemarch::assistant::chance
