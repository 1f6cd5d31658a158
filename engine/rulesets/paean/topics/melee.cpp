#include "engine/rulesets/paean/topics/melee.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/rulesets/paean/tables.hpp"

namespace polemarch::paean {

using engine::ThrowRow;

namespace {

constexpr double kInLineMm = 6;  // ranks and files are dressed by hand

/// How a base lies to another that faces alike, in the other's frame; nothing when they face apart.
std::optional<Vec2> beside(const geometry::Shape& of, const geometry::Shape& other) {
  const double alike = of.ahead.x * other.ahead.x + of.ahead.y * other.ahead.y;
  if (alike < 0.96) return std::nullopt;  // 16 degrees
  return of.own_frame(other.centre);
}
bool directly_behind(const geometry::Shape& front, const geometry::Shape& other) {
  const auto at = beside(front, other);
  if (!at) return false;
  const double apart = -at->x - front.half_depth - other.half_depth;
  return apart < kInLineMm && apart > -kInLineMm && at->y <= front.half_front + 0.5 && at->y >= -front.half_front - 0.5;
}

/// Leftmost and rightmost reach of a formation across a base's front: y of its frame.
std::pair<double, double> across(const geometry::Shape& of, const std::vector<Stand>& theirs) {
  double least = 1e9, most = -1e9;
  for (const Stand& stand : theirs)
    for (const Vec2 corner : stand.shape.corners) {
      least = std::min(least, of.own_frame(corner).y);
      most = std::max(most, of.own_frame(corner).y);
    }
  return {least, most};
}

std::string bases_text(int count) { return std::to_string(count) + (count == 1 ? " base" : " bases"); }

struct Part {
  UnitId against;
  Flank from = Flank::Front;
  int contacting = 0, ranks = 0, supporting = 0, overlapping = 0;
  int turned_off = 0;  // of those in contact, with a flank or rear and no front on either side
  int veteran = 0, elite = 0;
  bool missiles = false;
};

void count_experience(Part& part, const Card& card) {
  if (card.experience == Experience::Veteran) part.veteran += 1;
  if (card.experience == Experience::Elite) part.elite += 1;
}

bool steady(Weight weight) { return weight == Weight::L || weight == Weight::LM; }

}  // namespace

std::string_view name_of(Role role) {
  switch (role) {
    case Role::Contacting:
      return "in contact";
    case Role::Supporting:
      return "supporting";
    case Role::Surplus:
      return "behind, beyond the limit";
    case Role::Overlapping:
      return "overlapping";
    case Role::Redundant:
      return "redundant";
  }
  return "?";
}

int most_supports(Weight weight) {
  switch (weight) {
    case Weight::L:
      return 1;  // PA-AMB-28
    case Weight::LM:
      return 2;  // PA-CCD-20
    case Weight::M:
      return 3;  // PA-CCD-19
    case Weight::LH:
    case Weight::H:
      return 4;  // PA-CCD-14
  }
  return 0;
}

Flank side_of_contact(const State& state, const UnitId& on, const UnitId& foe) {
  for (const Contact& contact : state.formations.at(on).contacts)
    if (contact.foe == foe) return contact.on;
  return Flank::Front;
}

std::vector<BaseTouch> touches_in_contact(const State& state, const UnitId& unit, const Contact& contact) {
  std::vector<BaseTouch> found = touches(stands_of(state, unit), stands_of(state, contact.foe), state.k, Touching::Still);
  const Flank theirs = side_of_contact(state, contact.foe, unit);
  for (BaseTouch& touch : found) {
    const bool ours_front = touch.on_ours == Flank::Front, theirs_front = touch.on_theirs == Flank::Front;
    if (ours_front) touch.on_theirs = theirs;
    if (theirs_front) touch.on_ours = contact.on;
  }
  return found;
}

namespace {

using Foes = std::map<UnitId, std::vector<Stand>>;

/// Who of the formation's bases touches whom; between several enemies the frontal one first (PA-FLR-06), then along more of its edge.
void find_contacts(const State& state, const UnitId& unit, const std::vector<Stand>& ours, const Foes& foes, std::vector<Fighter>& out) {
  std::vector<double> best(ours.size(), -1);
  for (const Contact& contact : state.formations.at(unit).contacts) {
    const std::vector<BaseTouch> edges = touches(ours, foes.at(contact.foe), state.k, Touching::Still);
    const std::vector<BaseTouch> sides = touches_in_contact(state, unit, contact);
    for (std::size_t i = 0; i < sides.size(); ++i) {
      const BaseTouch& touch = sides[i];
      Fighter& fighter = out[touch.ours];
      if (touch.on_ours != Flank::Front && touch.on_theirs == Flank::Front) fighter.caught = true;
      const double worth = touch.share_mm + (touch.on_ours == Flank::Front ? 1000 : 0);
      if (worth <= best[touch.ours]) continue;
      best[touch.ours] = worth;
      fighter.role = Role::Contacting;
      fighter.against = contact.foe;
      fighter.from = touch.on_ours == Flank::Front ? touch.on_theirs : Flank::Front;  // nobody attacks a flank with his own
      fighter.own = touch.on_ours;
      fighter.edge = edges[i].on_ours;
    }
  }
}

/// Down the file behind each contacting base, on into formations that back this one. Returns the bases that fight or support.
std::set<BaseId> find_supports(const State& state, const UnitId& unit, const std::vector<Stand>& ours, std::vector<Fighter>& out) {
  std::vector<Stand> behind = ours;
  for (const Backing& backing : state.fights.backings)
    if (backing.of == unit)
      for (Stand& stand : stands_of(state, backing.by)) behind.push_back(std::move(stand));
  std::set<BaseId> placed;
  for (const Fighter& fighter : out)
    if (fighter.role == Role::Contacting) placed.insert(fighter.base);
  const int most = most_supports(state.formations.at(unit).weight);
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (out[i].role != Role::Contacting || out[i].own != Flank::Front) continue;
    geometry::Shape front = ours[i].shape;
    for (int count = 1;; ++count) {
      const auto next = std::find_if(behind.begin(), behind.end(), [&](const Stand& stand) {
        return !placed.contains(stand.base) && directly_behind(front, stand.shape);
      });
      if (next == behind.end()) break;
      placed.insert(next->base);
      const Fighter fighter{.base = next->base,
                            .role = count <= most ? Role::Supporting : Role::Surplus,
                            .against = out[i].against,
                            .from = out[i].from,
                            .before = ours[i].base};
      const auto mine = static_cast<std::size_t>(next - behind.begin());  // the formation's own come first
      if (mine < ours.size()) {
        out[mine] = fighter;
      } else {
        out.push_back(fighter);
      }
      front = next->shape;
    }
  }
  return placed;
}

/// A front base wholly past an enemy's flank, in line with a base of ours that fights him to its front.
struct Past {
  std::size_t base = 0, beside = 0;
  UnitId foe;
  bool left = false;
  double off = 1e9;  ///< from his flank
};
/// Of all flanks it lies past the nearest: beyond another enemy's flank it does not overlap this one.
std::optional<Past> nearest_past(const std::vector<Stand>& ours, const Foes& foes, const std::vector<Fighter>& fighters, std::size_t base) {
  std::optional<Past> nearest;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const Fighter& fighter = fighters[i];
    if (fighter.role != Role::Contacting || fighter.own != Flank::Front || fighter.edge != Flank::Front) continue;
    if (fighter.from == Flank::Left || fighter.from == Flank::Right) continue;
    const auto at = beside(ours[i].shape, ours[base].shape);
    if (!at) continue;
    const double forward = at->x + ours[base].shape.half_depth - ours[i].shape.half_depth;
    if (forward > kInLineMm || forward < -kInLineMm) continue;  // a front base
    const auto [least, most] = across(ours[i].shape, foes.at(fighter.against));
    for (const bool left : {true, false}) {
      const double off = left ? at->y - ours[base].shape.half_front - most : least - at->y - ours[base].shape.half_front;
      if (off >= -3 && (!nearest || off < nearest->off)) nearest = Past{base, i, fighter.against, left, off};
    }
  }
  return nearest;
}

/// In line with a contacting base that fights to its front, wholly past the enemy's flank, the nearest on each side (PA-CCD-11).
void find_overlaps(const std::vector<Stand>& ours, const Foes& foes, const std::set<BaseId>& placed, std::vector<Fighter>& out) {
  std::vector<Past> past;
  for (std::size_t j = 0; j < ours.size(); ++j)
    if (!placed.contains(ours[j].base))
      if (const auto found = nearest_past(ours, foes, out, j)) past.push_back(*found);
  std::stable_sort(past.begin(), past.end(), [](const Past& a, const Past& b) { return a.off < b.off; });
  for (const Past& one : past) {
    const bool taken = std::any_of(out.begin(), out.end(), [&](const Fighter& other) {
      return other.role == Role::Overlapping && other.against == one.foe && (other.own == Flank::Left) == one.left;
    });
    if (taken) continue;
    out[one.base] = {.base = out[one.base].base,
                     .role = Role::Overlapping,
                     .against = one.foe,
                     .from = out[one.beside].from,
                     .own = one.left ? Flank::Left : Flank::Right,
                     .before = out[one.beside].base};
  }
}

}  // namespace

std::vector<Fighter> fighters_of(const State& state, const UnitId& unit) {
  const std::vector<Stand> ours = stands_of(state, unit);
  Foes foes;
  for (const Contact& contact : state.formations.at(unit).contacts) foes[contact.foe] = stands_of(state, contact.foe);
  std::vector<Fighter> out;
  for (const Stand& stand : ours) out.push_back({.base = stand.base});
  find_contacts(state, unit, ours, foes, out);
  if (caught_in_flank(out)) return out;
  find_overlaps(ours, foes, find_supports(state, unit, ours, out), out);
  return out;
}

bool caught_in_flank(const std::vector<Fighter>& fighters) {
  return std::any_of(fighters.begin(), fighters.end(), [](const Fighter& fighter) { return fighter.caught; });
}

namespace {

/// The fighters sorted by whom they attack, and on which side.
std::vector<Part> parts_of(const State& state, const std::vector<Fighter>& fighters) {
  std::vector<Part> parts;
  const auto part_of = [&](const UnitId& against, Flank from) -> Part& {
    for (Part& part : parts)
      if (part.against == against && part.from == from) return part;
    return parts.emplace_back(Part{.against = against, .from = from});
  };
  for (const Fighter& fighter : fighters) {
    if (fighter.role == Role::Redundant || fighter.role == Role::Surplus) continue;
    const Card& card = state.bases.at(fighter.base).card;
    Part& part = part_of(fighter.against, fighter.from);
    if (fighter.role == Role::Contacting) {
      part.contacting += 1;
      const bool fronts = fighter.own == Flank::Front;
      part.ranks += fronts ? card.ranks : 0;
      part.turned_off += fronts ? 0 : 1;
      part.missiles = missile_only(card);
      count_experience(part, card);
    } else {
      // An overlap goes with the contacting base beside it, whichever part that fights in.
      (fighter.role == Role::Supporting ? part.supporting : part.overlapping) += 1;
      if (state.options.experience_of_all_fighting) count_experience(part, card);
    }
  }
  return parts;
}

bool rushing(const Formation& formation) { return formation.status.rush != Rush::None && formation.status.phases == 0; }

/// What a part throws, row by row, before the die that a single base lacks.
std::vector<ThrowRow> dice_of(const UnitId& unit, const Formation& formation, const Part& part, bool caught) {
  std::vector<ThrowRow> dice;
  const auto row = [&](const char* rule, std::string text, int value) {
    if (value != 0) dice.push_back({rule, unit.text + ": " + text, value, formation.side});
  };
  if (caught) {
    row("PA-FLR-03", bases_text(part.contacting) + " caught in the flank, one die each, no ranks", part.contacting);
  } else {
    const Rush rush = rushing(formation) ? formation.status.rush : Rush::None;
    const int fronts = part.contacting - part.turned_off;
    row("PA-CCD-16", "ranks of " + bases_text(fronts) + " in contact", part.ranks);
    row("PA-FLR-03", bases_text(part.turned_off) + " in contact without a front, one die each", part.turned_off);
    if (rush == Rush::Charging) row("PA-CHG-14", "charging", fronts);
    if (rush == Rush::Countering) row("PA-EVA-11", "counter charging", fronts);
    row("PA-CCD-13", bases_text(part.supporting) + " in support", part.supporting);
    row("PA-CCD-11", part.overlapping == 1 ? "an overlap" : "overlaps on both flanks", part.overlapping);
  }
  row("PA-CCD-T1", "veterans", part.veteran);
  row("PA-CCD-T1", "elite", 2 * part.elite);
  return dice;
}

}  // namespace

std::vector<ThrowRow> hero_rows(const UnitId& id, const Leader& hero, bool rushing) {
  std::vector<ThrowRow> rows{{"PA-HER-23", id.text + ": half of " + std::to_string(hero.value), hero.value / 2, hero.side}};
  if (hero.ability == Ability::Ares) rows.push_back({"PA-HER-T2", "Spear of Ares", 2, hero.side});
  if (rushing) rows.push_back({"PA-HER-25", "leads the charge", 1, hero.side});
  return rows;
}

namespace {

/// The heroes who lead the formation and those that fight from behind it (PA-HER-23).
std::vector<UnitId> heroes_in(const State& state, const UnitId& unit) {
  std::vector<UnitId> out;
  const auto add = [&](const UnitId& led) {
    if (const UnitId hero = hero_with(state, led); !hero.empty()) out.push_back(hero);
  };
  add(unit);
  for (const Backing& backing : state.fights.backings)
    if (backing.of == unit) add(backing.by);
  return out;
}

}  // namespace

std::vector<Volley> melee_volleys(const State& state, const UnitId& unit) {
  const Formation& formation = state.formations.at(unit);
  const std::vector<Fighter> fighters = fighters_of(state, unit);
  const bool caught = caught_in_flank(fighters);
  std::vector<UnitId> heroes = heroes_in(state, unit);
  bool single = formation.heavier() && formation.bases.size() == 1 && !caught;
  std::vector<Volley> out;
  for (const Part& part : parts_of(state, fighters)) {
    if (part.contacting == 0) continue;
    std::vector<ThrowRow> dice = dice_of(unit, formation, part, caught);
    if (single && engine::sum_of(dice) > 1) {
      dice.push_back({"PA-UNF-17", unit.text + ": a single base", -1, formation.side});
      single = false;
    }
    const auto foe = state.formations.find(part.against);
    if (foe == state.formations.end()) continue;
    const Weight weight = foe->second.weight;
    const auto volley = [&](int faces, std::vector<ThrowRow> rows, bool missiles) {
      Volley one{unit, part.against, faces, std::move(rows), {}};
      one.hurdles =
          hurdles_of("armour", "PA-CCD-04", faces, melee_need(armour_value(weight), word_of(weight), part.from, steady(weight), missiles));
      const MeleeCover cover = melee_cover_of(state, part.against, unit);
      behind_cover(one.hurdles, faces, cover.need, cover.cover, cover.rule);
      return one;
    };
    out.push_back(volley(die_faces(formation.weight), std::move(dice), part.missiles));
    for (const UnitId& hero : heroes) out.push_back(volley(8, hero_rows(hero, leader_at(state, hero), rushing(formation)), false));
    heroes.clear();  // they fight once, where the formation fights first
  }
  return out;
}

std::vector<UnitId> melee_of(const State& state, const UnitId& unit) {
  std::set<UnitId> seen{unit};
  std::vector<UnitId> open{unit};
  const auto reach = [&](const UnitId& other) {
    if (state.formations.contains(other) && seen.insert(other).second) open.push_back(other);
  };
  while (!open.empty()) {
    const UnitId next = open.back();
    open.pop_back();
    for (const Contact& contact : state.formations.at(next).contacts) reach(contact.foe);
    for (const Backing& backing : state.fights.backings) {
      if (backing.of == next) reach(backing.by);
      if (backing.by == next) reach(backing.of);
    }
  }
  return {seen.begin(), seen.end()};
}

UnitId backed_by(const State& state, const UnitId& unit) {
  for (const Backing& backing : state.fights.backings)
    if (backing.by == unit) return backing.of;
  return {};
}

bool fights_from_behind(const State& state, const UnitId& unit) {
  const auto front = state.formations.find(backed_by(state, unit));
  return front != state.formations.end() && front->second.in_play() && in_contact(front->second);
}

bool in_combat(const State& state, const UnitId& unit) { return engaged(state, unit) || fights_from_behind(state, unit); }

int points_of_contact(const State& state, const UnitId& unit) {
  int points = 0;
  for (const Contact& contact : state.formations.at(unit).contacts)
    for (const BaseTouch& touch : with_a_front(touches_in_contact(state, unit, contact)))
      points += touch.on_ours == Flank::Front && touch.on_theirs == Flank::Front ? 1000 : 1;
  return points;
}

}  // namespace polemarch::paean
