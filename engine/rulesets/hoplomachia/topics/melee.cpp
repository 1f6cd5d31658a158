#include "engine/rulesets/hoplomachia/topics/melee.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hoplomachia/topics/arete.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/striking.hpp"

namespace polemarch::hoplomachia {

namespace geo = geometry;

const Contact* contact_with(const Lochos& lochos, const LochosRef& foe) {
  for (const Contact& contact : lochos.fight.contacts)
    if (contact.foe == foe) return &contact;
  return nullptr;
}
const Contact* front_contact(const Lochos& lochos) {
  for (const Contact& contact : lochos.fight.contacts)
    if (contact.on == Strikes::Front) return &contact;
  return nullptr;
}
int directions_of(const Lochos& lochos) {
  std::set<Strikes> sides;
  for (const Contact& contact : lochos.fight.contacts) sides.insert(contact.on);
  return static_cast<int>(sides.size());
}

bool has_fought(const State& state, const LochosRef& a, const LochosRef& b) {
  const auto pair = std::minmax(a, b);
  return std::find(state.fight.fought.begin(), state.fight.fought.end(), std::pair<LochosRef, LochosRef>(pair.first, pair.second)) !=
         state.fight.fought.end();
}

namespace {

/// Along the line between the armies from the flank that comes first: from the right of the side with precedence, so from the other
/// side's left (HM-ASEQ-10, HM-MEL-04).
bool from_the_right(const State& state, const UnitId& id) { return taxis_at(state, id).side == state.at.precedence; }

/// The contacts of a lochos in that order, by where the enemies stand beside each other.
std::vector<Contact> in_line(const State& state, const Lochos& lochos, bool from_right) {
  std::vector<Contact> out = lochos.fight.contacts;
  const Stand* front = front_of(lochos);
  if (out.size() < 2 || front == nullptr) return out;
  const Vec2 left = geo::left_of(geo::unit_vector(front->at.pose.heading));
  const auto aside = [&](const Contact& contact) {
    const Vec2 d = geo::vec(centre_of(lochos_at(state, contact.foe))) - geo::vec(front->at.pose.centre());
    return std::llround((from_right ? 10 : -10) * geo::dot(d, left));
  };
  std::stable_sort(out.begin(), out.end(), [&](const Contact& a, const Contact& b) { return aside(a) < aside(b); });
  return out;
}

}  // namespace

std::vector<MeleePair> pairs_to_fight(const State& state, const UnitId& id, bool othismos) {
  std::vector<MeleePair> out;
  const Taxis& unit = taxis_at(state, id);
  const bool from_right = from_the_right(state, id);
  for (std::size_t n = 0; n < unit.lochoi.size(); ++n) {
    const std::size_t i = from_right ? n : unit.lochoi.size() - 1 - n;
    const Lochos& lochos = unit.lochoi[i];
    if (!lochos.sound()) continue;
    const LochosRef self{id, static_cast<int>(i)};
    for (const Contact& contact : in_line(state, lochos, from_right)) {
      if (contact.othismos != othismos || has_fought(state, self, contact.foe)) continue;
      const Lochos& foe = lochos_at(state, contact.foe);
      const Contact* theirs = contact_with(foe, self);
      if (!foe.sound() || theirs == nullptr) continue;
      // Who is struck on a flank or rear is second; two fronts: the unit's own lochos is first.
      if (contact.on != Strikes::Front)
        out.push_back({contact.foe, self, contact.on, othismos});
      else
        out.push_back({self, contact.foe, theirs->on, othismos});
    }
  }
  return out;
}

std::optional<std::string> gap_of(const State& state, const LochosRef& ref) {
  const Lochos& lochos = lochos_at(state, ref);
  const Taxis& unit = taxis_at(state, ref.unit);
  if (front_contact(lochos) == nullptr || unit.troop != TroopClass::Hoplite) return std::nullopt;  // HM-GAP-07, HM-AMB-25
  const Shapes own = shapes_of(lochos);
  Shapes friends, enemies;
  const Round round = round_of(lochos);
  const Length near = own.empty() ? Length{} : Length::from_mm(3 * own.front().half_front);
  for (const auto& [id, other] : state.units)
    for (std::size_t i = 0; i < other.lochoi.size(); ++i) {
      const Lochos& at = other.lochoi[i];
      if (!at.on_table() || far_apart(round, round_of(at), near)) continue;
      if (!at.on_table() || LochosRef{id, static_cast<int>(i)} == ref) continue;
      for (geo::Shape& shape : shapes_of(at)) {
        if (other.side != unit.side && at.sound())
          enemies.push_back(std::move(shape));
        else if (other.side == unit.side && at.sound())
          friends.push_back(std::move(shape));
      }
    }
  // Within what the camera may be off (design: limits name their doubt); nothing where the rules set stands down themselves.
  const Length error = Length::from_mm(3 * geo::standard_deviation(own.front(), {1, 0, 0}));
  if (covered_on_the_right(own.front(), friends, error)) return std::nullopt;
  for (const geo::Shape& enemy : enemies)
    for (const geo::Shape& stand : own)
      if (right_sides_meet(stand, enemy, state.tolerance)) return "HM-GAP-04";
  // A friend one depth back still stands beside the rear rank: no space of a base width (HM-GAP-02).
  for (const geo::Shape& stand : own)
    if (covered_on_the_right(stand, friends, error)) return std::nullopt;
  for (const geo::Shape& enemy : enemies)
    if (overlaps_on_the_right(own.front(), enemy, state.tolerance)) return "HM-GAP-02";
  return std::nullopt;
}

namespace {

const TerrainKind* kind_of_terrain(const State& state, const std::string& kind) {
  for (const TerrainKind& known : state.charts.terrain)
    if (known.kind == kind) return &known;
  return nullptr;
}

std::int64_t ground_under(const State& state, const LochosRef& ref) {
  const Stand* front = front_of(lochos_at(state, ref));
  std::int64_t height = 0;
  if (front == nullptr) return height;
  for (const Terrain& piece : state.terrain) {
    const TerrainKind* kind = kind_of_terrain(state, piece.kind);
    if (kind == nullptr || !(kind->uphill || kind->hill)) continue;
    if (!geo::contains(geo::outline_in_mm(piece.outline), geo::vec(front->at.pose.centre()))) continue;
    height = std::max(height, std::max<std::int64_t>(piece.height.um, 1));
  }
  return height;
}

}  // namespace

bool uphill_of(const State& state, const LochosRef& a, const LochosRef& b) { return ground_under(state, a) > ground_under(state, b); }

std::optional<std::string> works_between(const State& state, const LochosRef& defender, const LochosRef& attacker) {
  const Stand* behind = front_of(lochos_at(state, defender));
  const Stand* before = front_of(lochos_at(state, attacker));
  if (behind == nullptr || before == nullptr) return std::nullopt;
  const geo::Shape own = geo::placed(behind->footprint, behind->at), foe = geo::placed(before->footprint, before->at);
  for (const Terrain& piece : state.terrain) {
    const TerrainKind* kind = kind_of_terrain(state, piece.kind);
    if (kind == nullptr || !kind->wall) continue;
    const geo::Outline2 outline = geo::outline_in_mm(piece.outline);
    // The works lie before the defender's front, within half a base, and the attacker is beyond or on them.
    const Vec2 front = own.front_centre();
    if (geo::distance_to(own, outline) > own.half_front) continue;
    const Vec2 to = foe.centre;
    if (!geo::runs_through(outline, own.centre, to) && !geo::contains(outline, front)) continue;
    return piece.kind == "stockade" || piece.kind == "palisade" ? "stockade" : "wall";
  }
  return std::nullopt;
}

bool can_fight(const UnitCard& card) { return card.spear && card.shield && card.strength && card.arete_threshold && card.arete_modifier; }

Arithmetic attack_of(const State& state, const LochosRef& ref, bool othismos) {
  const Taxis& unit = taxis_at(state, ref.unit);
  const Lochos& lochos = lochos_at(state, ref);
  const UnitCard& card = card_of(state, unit);
  AttackFacts facts;
  facts.spear = card.spear.value_or(0);
  facts.arete = arete_modifier(state, unit);
  facts.othismos = othismos;
  facts.momentum = unit.fight.momentum;
  facts.mome = card.mome.value_or(0);
  facts.othism = card.othism.value_or(0);
  int ranks = 0;
  for (const Stand& stand : lochos.stands) ranks += stand.lost ? 0 : 1;
  ranks = std::min(ranks, card.max_depth);
  if (unit.troop == TroopClass::Hoplite) {
    if (ranks >= 3) facts.depth += state.charts.third_rank;
    if (ranks >= 4) facts.depth += state.charts.fourth_rank;
  }
  facts.hamippoi = lochos.hamippoi ? state.charts.hamippoi : 0;
  facts.disarrayed = lochos.disarrayed;
  return total_attack(facts);
}

Arithmetic defence_of(const State& state, const LochosRef& ref, const LochosRef& attacker, Strikes on, bool othismos) {
  const Taxis& unit = taxis_at(state, ref.unit);
  const Lochos& lochos = lochos_at(state, ref);
  const UnitCard& card = card_of(state, unit);
  DefenceFacts facts;
  facts.shield = card.shield.value_or(0);
  facts.positive_count = on == Strikes::Front;
  if (uphill_of(state, ref, attacker)) facts.uphill = state.charts.uphill;
  if (const auto works = works_between(state, ref, attacker); works && !lochos.fight.assails)
    (*works == "stockade" ? facts.stockade : facts.wall) = *works == "stockade" ? state.charts.stockade : state.charts.wall;
  if (gap_of(state, ref)) facts.gap = state.charts.gap;
  facts.othismos = othismos;
  facts.momentum = unit.fight.momentum;
  facts.mome = card.mome.value_or(0);
  facts.ground_given = state.charts.ground_given * lochos.fight.ground_given;
  if (state.charts.ground_given_cap) facts.ground_given = std::max(facts.ground_given, *state.charts.ground_given_cap);
  return basic_defence(facts);
}

Penetration penetration_of(const State& state, const LochosRef& first, const LochosRef& second, Strikes on, bool othismos) {
  const UnitCard& card = card_of(state, second.unit);
  const Condition condition = condition_of(state, taxis_at(state, second.unit).side);
  const int threshold = card.arete_threshold ? (*card.arete_threshold)[at(condition)] : 0;
  Arithmetic attack = attack_of(state, first, othismos);
  if (unshielded(on)) return penetration_unshielded(std::move(attack), threshold);
  return penetration(std::move(attack), defence_of(state, second, first, on, othismos), card.strength.value_or(0), threshold);
}

Penetration answer_of(const State& state, const MeleePair& pair) {
  if (pair.on == Strikes::Front) return penetration_of(state, pair.second, pair.first, Strikes::Front, pair.othismos);
  return no_penetration(unshielded(pair.on) ? "HM-FLK-14" : "HM-FLK-11");
}

}  // namespace polemarch::hoplomachia
