#include "assistant/chance/virtual_chance.hpp"

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

int VirtualChance::card(const engine::ChanceSpec& wanted) {
  std::vector<int>& deck = decks_[wanted.source];
  if (deck.empty())
    for (int value = wanted.lowest; value <= wanted.highest; ++value) deck.insert(deck.end(), kCopies, value);
  const auto at = static_cast<std::ptrdiff_t>(below(deck.size()));
  const int value = deck[static_cast<std::size_t>(at)];
  deck.erase(deck.begin() + at);
  return value;
}

std::vector<int> VirtualChance::draw(const engine::ChanceSpec& wanted) {
  std::vector<int> values;
  values.reserve(static_cast<std::size_t>(wanted.count));
  const auto faces = static_cast<std::uint64_t>(wanted.highest - wanted.lowest) + 1;
  for (int i = 0; i < wanted.count; ++i)
    values.push_back(wanted.source.starts_with("deck") ? card(wanted) : wanted.lowest + static_cast<int>(below(faces)));
  return values;
}

}  // namespace polemarch::assistant::chance
