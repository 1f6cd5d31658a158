#include "engine/rulesets/hoplomachia/topics/arete.hpp"

#include <algorithm>

#include "engine/rulesets/hoplomachia/topics/bodies.hpp"

namespace polemarch::hoplomachia {

Condition condition_of(const AreteTrack& track, int points) {
  if (points <= track.shaken) return Condition::Shaken;
  if (points <= track.unsteady) return Condition::Unsteady;
  return points <= track.firm ? Condition::Firm : Condition::Eager;
}
Condition condition_of(const State& state, Side side) {
  const Army& army = state.armies[side];
  return condition_of(army.track, army.arete);
}
int arete_modifier(const State& state, const Taxis& unit) {
  const UnitCard& card = card_of(state, unit);
  return card.arete_modifier ? (*card.arete_modifier)[at(condition_of(state, unit.side))] : 0;
}

namespace {

bool crafty_hegemon(const State& state, Side side) {
  return std::any_of(state.strategoi.begin(), state.strategoi.end(), [&](const auto& entry) {
    const Strategos& who = entry.second;
    return who.side == side && who.alive && who.hegemon && who.character == Character::Crafty;
  });
}

std::string pair_text(std::string_view a, std::string_view b) { return std::string(a) + " against " + std::string(b); }

}  // namespace

Precedence precedence(const State& state) {
  int points_a = state.armies.a.arete, points_b = state.armies.b.arete;
  const bool crafty_a = crafty_hegemon(state, Side::A), crafty_b = crafty_hegemon(state, Side::B);
  if (state.options.crafty_adds_one) points_a += crafty_a ? 1 : 0, points_b += crafty_b ? 1 : 0;  // HM-AMB-09
  const Condition a = condition_of(state.armies.a.track, points_a), b = condition_of(state.armies.b.track, points_b);
  if (a != b) {
    const Side first = a < b ? Side::A : Side::B;
    return {first, first == Side::A ? pair_text(word_of(a), word_of(b)) : pair_text(word_of(b), word_of(a)), "HM-ASEQ-02"};
  }
  if (points_a != points_b) {
    const Side first = points_a > points_b ? Side::A : Side::B;
    return {first, pair_text(std::to_string(std::max(points_a, points_b)), std::to_string(std::min(points_a, points_b))), "HM-ASEQ-03"};
  }
  if (crafty_a != crafty_b) return {crafty_a ? Side::A : Side::B, "a Crafty hegemon", "HM-ASEQ-04"};
  return {std::nullopt, "equal", "HM-ASEQ-05"};
}

int sequence_bonus(const State& state, Side side) {
  const int mine = static_cast<int>(condition_of(state, side)), theirs = static_cast<int>(condition_of(state, other(side)));
  if (mine >= theirs) return 0;
  return state.options.competitive_by_step ? theirs - mine : 1;
}

int under_belos_points(int die) { return die <= 3 ? 0 : die <= 5 ? -1 : -2; }
int surprise_points(int die) { return die <= 2 ? -1 : die <= 4 ? -2 : -4; }

}  // namespace polemarch::hoplomachia
