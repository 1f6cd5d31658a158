#include "assistant/chance/virtual_chance.hpp"

#include <algorithm>
#include <numeric>

namespace polemarch::assistant::chance {

namespace {
std::mt19937_64 seeded_from_system() {
  std::random_device device;
  std::seed_seq seed{device(), device(), device(), device(), device(), device(), device(), device()};
  return std::mt19937_64(seed);
}
}  // namespace

VirtualChance::VirtualChance() : random_(seeded_from_system()) {}

std::uint64_t VirtualChance::below(std::uint64_t bound) {
  // Numbers of an incomplete last lap are thrown away, so that every face is equally likely.
  const std::uint64_t limit = std::mt19937_64::max() - std::mt19937_64::max() % bound;
  std::uint64_t number = random_();
  while (number >= limit) number = random_();
  return number % bound;
}

std::size_t VirtualChance::take(std::vector<int>& counts) {
  auto place = static_cast<int>(below(static_cast<std::uint64_t>(std::accumulate(counts.begin(), counts.end(), 0))));
  std::size_t at = 0;
  while (place >= counts[at]) place -= counts[at++];
  --counts[at];
  return at;
}

std::vector<int> VirtualChance::draw(const engine::ChanceSpec& wanted) {
  std::vector<int> values;
  values.reserve(static_cast<std::size_t>(wanted.count));
  const auto faces = static_cast<std::uint64_t>(wanted.highest - wanted.lowest) + 1;
  const auto empty = [](const std::vector<int>& counts) { return std::all_of(counts.begin(), counts.end(), [](int n) { return n <= 0; }); };
  std::vector<int> left = wanted.pile ? wanted.pile->left : std::vector<int>();
  for (int i = 0; i < wanted.count; ++i) {
    if (wanted.pile && empty(left)) left = wanted.pile->refilled;
    const std::uint64_t face = empty(left) ? below(faces) : take(left);
    values.push_back(wanted.lowest + static_cast<int>(face));
  }
  return values;
}

}  // namespace polemarch::assistant::chance
