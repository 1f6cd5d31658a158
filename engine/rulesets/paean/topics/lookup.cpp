#include "engine/rulesets/paean/topics/lookup.hpp"

#include <algorithm>
#include <array>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/topics/stands.hpp"

namespace polemarch::paean {

const Formation* find_formation(const State& state, const UnitId& id) {
  const auto at = state.formations.find(id);
  return at == state.formations.end() || !at->second.in_play() ? nullptr : &at->second;
}
const Leader* find_leader(const State& state, const UnitId& id) {
  const auto at = state.leaders.find(id);
  return at == state.leaders.end() || !at->second.alive ? nullptr : &at->second;
}
const Formation& formation_at(const State& state, const UnitId& id) { return state.formations.at(id); }
const Leader& leader_at(const State& state, const UnitId& id) { return state.leaders.at(id); }
const Base& base_at(const State& state, const BaseId& id) { return state.bases.at(id); }
const Card& card_of(const State& state, const UnitId& id) {
  if (const auto leader = state.leaders.find(id); leader != state.leaders.end()) return base_at(state, leader->second.base).card;
  const Formation& formation = formation_at(state, id);
  if (!formation.bases.empty()) return base_at(state, formation.bases.front()).card;
  for (const auto& [base, one] : state.bases)
    if (one.unit == id || one.unit == formation.origin) return one.card;
  return state.bases.begin()->second.card;
}
std::optional<Side> side_of(const State& state, const UnitId& id) {
  if (const auto leader = state.leaders.find(id); leader != state.leaders.end()) return leader->second.side;
  if (const auto formation = state.formations.find(id); formation != state.formations.end()) return formation->second.side;
  return std::nullopt;
}

Length on_table(const State& state, double cm) { return geometry::rounded(cm * 10 * state.k); }

std::string cm_text(Length length) {
  const std::int64_t tenths = (length.um + (length.um < 0 ? -500 : 500)) / 1000;
  const std::int64_t size = tenths < 0 ? -tenths : tenths;
  return std::string(tenths < 0 ? "-" : "") + std::to_string(size / 10) + "." + std::to_string(size % 10) + " cm";
}

std::string stop_in_words(const State& state) { return std::string(state.k == 1 ? "two" : state.k == 2 ? "four" : "six") + " centimetres"; }

std::vector<geometry::Shape> shapes_of(const State& state, const UnitId& id) {
  std::vector<geometry::Shape> shapes;
  const auto add = [&](const BaseId& base) {
    const Base& one = base_at(state, base);
    if (one.on_table) shapes.push_back(geometry::placed(footprint_of(one.card), one.at));
  };
  if (const auto leader = state.leaders.find(id); leader != state.leaders.end()) {
    add(leader->second.base);
  } else if (const auto formation = state.formations.find(id); formation != state.formations.end()) {
    for (const BaseId& base : formation->second.bases) add(base);
  }
  return shapes;
}
geometry::Body body_of(const State& state, const UnitId& id) {
  std::vector<geometry::Shape> shapes = shapes_of(state, id);
  if (shapes.empty()) return {};
  return geometry::body_of(std::move(shapes), {state.tolerance + on_table(state, kUnformedGapCm), 10_deg});
}
geometry::Gap gap_between(const State& state, const UnitId& a, const UnitId& b) {
  const std::vector<geometry::Shape> one = shapes_of(state, a), two = shapes_of(state, b);
  if (!one.empty() && !two.empty()) return geometry::gap_between(one, two);
  geometry::Gap far;  // who is not on the table is out of every reach
  far.signed_gap.value = Length{1'000'000'000};
  return far;
}
std::vector<engine::PlacedBase> poses_of(const State& state, const UnitId& id) {
  std::vector<engine::PlacedBase> poses;
  if (const auto leader = state.leaders.find(id); leader != state.leaders.end()) {
    poses.push_back({leader->second.base, base_at(state, leader->second.base).at});
  } else {
    for (const BaseId& base : formation_at(state, id).bases) poses.push_back({base, base_at(state, base).at});
  }
  return poses;
}

Experience experience_of(const State& state, const UnitId& id) {
  std::array<int, 4> counts{};
  for (const BaseId& base : formation_at(state, id).bases) ++counts[static_cast<std::size_t>(base_at(state, base).card.experience)];
  std::size_t best = 0;
  for (std::size_t i = 1; i < counts.size(); ++i)
    if (counts[i] > counts[best]) best = i;
  return static_cast<Experience>(best);
}

int rallies_in(const State& state, const Formation& formation) {
  const int next = formation.status.rallying.value_or(state.turn.bound) + 1;
  const bool own = (next - state.turn.bound) % 2 == 0 ? formation.side == state.turn.active : formation.side != state.turn.active;
  return own ? next : next + 1;
}

bool on_the_table(const State& state, const UnitId& id) {
  const auto stands = [&](const BaseId& base) { return base_at(state, base).on_table; };
  if (const Leader* leader = find_leader(state, id)) return stands(leader->base);
  const Formation* formation = find_formation(state, id);
  return formation != nullptr && std::all_of(formation->bases.begin(), formation->bases.end(), stands);
}

bool touching(const State& state, const UnitId& a, const UnitId& b) {
  return !touches(stands_of(state, a), stands_of(state, b), state.k, Touching::Now).empty();
}

UnitId army_commander(const State& state, Side side) {
  for (const auto& [id, leader] : state.leaders)
    if (leader.side == side && leader.alive && leader.kind == LeaderKind::Army) return id;
  return {};
}
UnitId commander_with(const State& state, const UnitId& formation) {
  for (const auto& [id, leader] : state.leaders)
    if (leader.alive && !leader.hero() && leader.with == formation) return id;
  return {};
}
UnitId hero_with(const State& state, const UnitId& formation) {
  for (const auto& [id, leader] : state.leaders)
    if (leader.alive && leader.hero() && leader.with == formation) return id;
  return {};
}
std::vector<UnitId> leaders_with(const State& state, const UnitId& formation) {
  std::vector<UnitId> found;
  for (const auto& [id, leader] : state.leaders)
    if (leader.alive && leader.with == formation) found.push_back(id);
  return found;
}

std::vector<UnitId> formations_of(const State& state, Side side) {
  std::vector<UnitId> found;
  for (const auto& [id, formation] : state.formations)
    if (formation.side == side && formation.in_play() && on_the_table(state, id)) found.push_back(id);
  return found;
}
std::vector<UnitId> leaders_of(const State& state, Side side) {
  std::vector<UnitId> found;
  for (const auto& [id, leader] : state.leaders)
    if (leader.side == side && leader.alive && on_the_table(state, id)) found.push_back(id);
  return found;
}

std::vector<UnitId> leaders_alone(const State& state, Side side) {
  std::vector<UnitId> found = leaders_of(state, side);
  std::erase_if(found, [&](const UnitId& id) { return !leader_at(state, id).with.empty(); });
  return found;
}

Flank side_faced(const State& state, const UnitId& on, const UnitId& from) {
  constexpr double kHairMm = 0.1;  // poses are rounded: edge along edge is in front of it
  const geometry::Body body = body_of(state, on), other = body_of(state, from);
  const Vec2 at = body.own_frame(other.bases.front().circle() ? other.centre() : other.front_centre());
  if (at.x >= body.front - kHairMm) return Flank::Front;
  if (at.x <= body.rear + kHairMm) return Flank::Rear;
  return at.y > (body.left + body.right) / 2 ? Flank::Left : Flank::Right;
}

}  // namespace polemarch::paean
