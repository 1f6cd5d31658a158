#include "engine/rulesets/to_the_strongest/topics/shooting.hpp"

#include <algorithm>
#include <tuple>

#include "engine/rulesets/to_the_strongest/topics/charge.hpp"

namespace polemarch::to_the_strongest {
namespace {

using engine::allow;
using engine::refuse;
using engine::Verdict;

/// Does the box stop a sight that starts in `viewer` and would go on beyond `box`? Ground and troops. TTS-LOS-02..03, 06..10.
bool box_blocks(const Board& board, Box viewer, Box box) {
  const GroundRow& ground = row_of(board.field().ground(box));
  const GroundRow& mine = row_of(board.field().ground(viewer));
  const auto& cell = board.at(box);
  const bool troops = cell.count > 0;
  if (mine.level > 0) {
    if (adjacent(viewer, box) && ground.level == 0) return false;                // TTS-LOS-07
    return ground.level >= mine.level || ground.ground == Ground::RockyOutcrop;  // TTS-AMB-140
  }
  if (ground.blocks_sight) return true;
  if (!troops) return false;
  const bool open_ground = !ground.rough && ground.level == 0;
  return !(mine.ground == Ground::Building && open_ground);  // TTS-LOS-10
}

/// A fortified edge between two neighbours on the line; free to and from those who defend it. TTS-LOS-11.
bool edge_blocks(const Board& board, Box a, Box b, Box viewer, Box target) {
  const auto going = facing_of(b - a);
  if (!going || !board.holds(a) || !board.holds(b)) return false;
  const Edge& edge = board.field().edge(a, *going);
  if (!edge.fortification) return false;
  const Box inside = *edge.fortification == *going ? a : b;
  return inside != viewer && inside != target;
}

/// The boxes between two centres, in order; at an exact corner the pair of boxes beside it. Empty boxes pairs have `second` unset.
struct Passed {
  Box box;
  std::optional<Box> other;  ///< corner: either may be free
};
std::vector<Passed> line_of(Box from, Box to) {
  std::vector<Passed> out;
  const int dx = std::abs(to.col - from.col), dy = std::abs(to.row - from.row);
  const int sx = to.col > from.col ? 1 : -1, sy = to.row > from.row ? 1 : -1;
  Box at = from;
  // Compare where the line meets the next column edge, (2i+1)/(2dx), with the next row edge, (2j+1)/(2dy).
  int i = 0, j = 0;
  while (at != to) {
    const int column_edge = dx == 0 ? 1 << 20 : (2 * i + 1) * dy, row_edge = dy == 0 ? 1 << 20 : (2 * j + 1) * dx;
    if (dy == 0 || (dx != 0 && column_edge < row_edge)) {
      at.col += sx;
      ++i;
      out.push_back({at, {}});
    } else if (dx == 0 || row_edge < column_edge) {
      at.row += sy;
      ++j;
      out.push_back({at, {}});
    } else {
      out.push_back({{at.col + sx, at.row}, Box{at.col, at.row + sy}});
      at = {at.col + sx, at.row + sy};
      ++i;
      ++j;
      out.push_back({at, {}});
    }
  }
  if (!out.empty()) out.pop_back();  // the target's own box
  return out;
}

std::optional<SightBlock> blocked(const Board& board, Box from, Box to) {
  Box before = from;
  const std::vector<Passed> line = line_of(from, to);
  for (std::size_t i = 0; i < line.size(); ++i) {
    const Passed& passed = line[i];
    if (passed.other) {
      const Box beyond = i + 1 < line.size() ? line[i + 1].box : to;
      const auto way_shut = [&](Box via) {
        return box_blocks(board, from, via) || edge_blocks(board, before, via, from, to) || edge_blocks(board, via, beyond, from, to);
      };
      if (way_shut(passed.box) && way_shut(*passed.other))  // TTS-LOS-04, TTS-AMB-62
        return SightBlock{passed.box, "TTS-LOS-04", "no sight between " + name_of(passed.box) + " and " + name_of(*passed.other)};
      continue;
    }
    if (!(i > 0 && line[i - 1].other) && edge_blocks(board, before, passed.box, from, to))
      return SightBlock{passed.box, "TTS-LOS-11", "a fortification at " + name_of(passed.box) + " blocks the sight"};
    if (box_blocks(board, from, passed.box)) {
      const bool troops = !row_of(board.field().ground(passed.box)).blocks_sight;
      return SightBlock{
          passed.box, troops ? "TTS-LOS-03" : "TTS-LOS-02",
          (troops ? "units in " + name_of(passed.box) + " block" : "the ground in " + name_of(passed.box) + " blocks") + " the sight"};
    }
    before = passed.box;
  }
  const bool corner_last = !line.empty() && line.back().other.has_value();
  if (!corner_last && edge_blocks(board, before, to, from, to)) return SightBlock{to, "TTS-LOS-11", "a fortification blocks the sight"};
  return std::nullopt;
}

/// Weapons it may use, own and extra. Defenders of a fortification throw what lies about (TTS-FORT-08).
Weapons missiles_of(const Board& board, const Unit& unit) {
  Weapons weapons = unit.weapons.missiles();
  if (board.state().options.plays("extra_missiles")) weapons = weapons | unit.extra;
  if (is_elephant(unit)) weapons = unit.escorted ? (weapons.none() ? only(Weapon::Bow) : weapons) : Weapons{};  // TTS-TYPE-47, TTS-TYPE-50
  return weapons;
}

constexpr std::array kOrder{Weapon::Handgun,  Weapon::Cannon, Weapon::Catapult, Weapon::OrganGun, Weapon::Longbow,
                            Weapon::Crossbow, Weapon::Bow,    Weapon::Sling,    Weapon::Javelin};

/// The weapon that reaches `at` from `from`, one of the boxes the shooter stands in.
std::optional<Weapon> weapon_from(const Board& board, const Unit& shooter, Box from, Box at) {
  const ArcShapeOption shape = board.state().options.three_column_arc ? ArcShapeOption::ThreeColumns : ArcShapeOption::Cone;
  const bool overhead = board.friend_ahead(shooter) != nullptr;
  const Weapons weapons = shooter.ammo > 0 ? missiles_of(board, shooter) : Weapons{};
  const auto covers = [&](Weapon weapon) {
    if (shooter.afloat) return reach(from, at) <= range_of(weapon);  // TTS-BOAT-05
    return arc_covers(weapon, overhead, shape, in_frame(shooter.facing, at - from));
  };
  for (const Weapon weapon : kOrder)
    if (weapons.has(weapon) && covers(weapon)) return weapon;
  if (throws_from_wall(board, shooter) && from == shooter.box && covers(Weapon::Javelin)) return Weapon::Javelin;
  return std::nullopt;
}

/// The shot into `at` from one of the boxes the shooter stands in.
ShotCheck shot_from(const Board& board, const Unit& shooter, Box from, Box at) {
  ShotCheck check;
  check.from = from;
  check.at = at;
  check.target = target_in(board, shooter.side, from, at);
  check.weapon = weapon_from(board, shooter, from, at);
  check.half_distance = half_distance(from, at);
  if (!check.weapon) {
    check.verdict = refuse("TTS-SHT-14", name_of(at) + " is out of range or arc");
  } else if (const auto stop = sight_blocked(board, from, at)) {
    check.verdict = refuse(stop->rule, stop->text);
  } else {
    check.verdict = allow();
  }
  return check;
}

/// The throw of a shock missile, as a javelin. TTS-SHK-02, TTS-SHK-05.
ShotCheck throw_from(const Board& board, const Unit& shooter, Box from, Box at) {
  ShotCheck check;
  check.from = from;
  check.at = at;
  check.target = target_in(board, shooter.side, from, at);
  check.half_distance = half_distance(from, at);
  const Step2 local = in_frame(shooter.facing, at - from);
  if (board.friend_ahead(shooter) == nullptr && local.dy == 1 && std::abs(local.dx) <= 1) check.weapon = Weapon::Javelin;
  if (check.target != nullptr && is_mounted(*check.target)) {
    check.verdict = refuse("TTS-SHK-05", "shock missiles are not thrown at mounted");
  } else if (!check.weapon) {
    check.verdict = refuse("TTS-SHT-14", "out of range or arc");
  } else if (const auto stop = sight_blocked(board, from, at)) {
    check.verdict = refuse(stop->rule, stop->text);
  } else {
    check.verdict = allow();
  }
  return check;
}

/// A straddling unit is in both boxes and shoots from the better one: TTS-STD-01.
template <class From>
ShotCheck best_shot(const Board& board, const Unit& shooter, Box at, const From& look) {
  ShotCheck first = look(board, shooter, shooter.box, at);
  if (!shooter.second_box.somewhere()) return first;
  ShotCheck second = look(board, shooter, shooter.second_box, at);
  const auto rank = [](const ShotCheck& check) {
    return std::tuple(!check.verdict.allowed(), !check.weapon.has_value(), check.half_distance);
  };
  return rank(second) < rank(first) ? second : first;
}

}  // namespace

bool throws_from_wall(const Board& board, const Unit& unit) {
  return !is_mounted(unit) && !is_elephant(unit) && defends_fortification(board, unit.box);
}

std::optional<SightBlock> sight_blocked(const Board& board, Box from, Box to) {
  if (adjacent(from, to) && orthogonal(to - from)) {
    // TTS-LOS-05: the box directly ahead is always seen; a wall between is its defender's, who is one of the two.
    return std::nullopt;
  }
  return blocked(board, from, to);
}

int half_distance(Box from, Box to) {
  const int dx = std::abs(to.col - from.col), dy = std::abs(to.row - from.row);
  return 3 * std::min(dx, dy) + 2 * (std::max(dx, dy) - std::min(dx, dy));
}

std::optional<Weapon> weapon_reaching(const Board& board, const Unit& shooter, Box at) {
  std::optional<Weapon> best = weapon_from(board, shooter, shooter.box, at);
  if (!shooter.second_box.somewhere()) return best;
  const auto rank = [](std::optional<Weapon> weapon) { return weapon ? std::find(kOrder.begin(), kOrder.end(), *weapon) : kOrder.end(); };
  const std::optional<Weapon> second = weapon_from(board, shooter, shooter.second_box, at);
  return rank(second) < rank(best) ? second : best;
}

bool has_shots(const Board& board, const Unit& unit) {
  if (throws_from_wall(board, unit)) return true;
  return unit.ammo > 0 && !missiles_of(board, unit).none();
}

bool could_shoot_into(const Board& board, const Unit& shooter, Box box) {
  if (!has_shots(board, shooter)) return false;
  const auto sees = [&](Box from) {
    if (!from.somewhere() || !weapon_from(board, shooter, from, box)) return false;
    return (adjacent(from, box) && orthogonal(box - from)) || !blocked(board, from, box);
  };
  return sees(shooter.box) || sees(shooter.second_box);
}

bool from_behind_flank(const Unit& target, Box from) {
  if (target.formation == Formation::Orbis) return false;  // TTS-ORB-04
  return in_frame(target.facing, from - target.box).dy <= 0;
}

const Unit* target_in(const Board& board, Side shooter, Box from, Box at) {
  const Unit* chosen = nullptr;
  for (const Unit* unit : board.at(at)) {
    if (unit->side == shooter) continue;
    if (chosen == nullptr) {
      chosen = unit;
      continue;
    }
    const Step2 local = in_frame(chosen->facing, from - at);
    const int lead = (unit->along - chosen->along) * sign_of(chosen->facing);  // >0: `unit` stands further forward than `chosen`
    const bool from_front = local.dy > 0;
    if (chosen->facing == unit->facing ? (from_front ? lead > 0 : lead < 0) : lead * local.dy > 0) chosen = unit;  // TTS-SHT-15, TTS-AMB-47
  }
  return chosen;
}

/// Every box with an enemy within `furthest`, the nearest first.
template <class From>
static std::vector<ShotCheck> checked(const Board& board, const Unit& shooter, int furthest, const From& look) {
  std::vector<ShotCheck> out;
  std::vector<Box> seen;
  for (const Unit* enemy : board.enemies_of(shooter)) {
    for (const Box box : {enemy->box, enemy->second_box}) {
      if (!box.somewhere() || reach_of(shooter, box) > furthest) continue;
      if (std::find(seen.begin(), seen.end(), box) != seen.end()) continue;
      seen.push_back(box);
      out.push_back(best_shot(board, shooter, box, look));
    }
  }
  std::stable_sort(out.begin(), out.end(), [](const ShotCheck& a, const ShotCheck& b) { return a.half_distance < b.half_distance; });
  return out;
}

std::vector<ShotCheck> shots(const Board& board, const Unit& shooter) {
  int furthest = 1;  // two boxes past the longest range: beyond that nobody asks
  const Weapons weapons = missiles_of(board, shooter);
  for (std::size_t i = 0; i < kWeaponNames.size(); ++i)
    if (weapons.has(static_cast<Weapon>(i))) furthest = std::max(furthest, range_of(static_cast<Weapon>(i)));
  return checked(board, shooter, furthest + 2, shot_from);
}

bool may_throw(const Board& board, const Unit& unit) { return unit.shock > 0 && board.state().options.plays("shock"); }

std::vector<ShotCheck> throws(const Board& board, const Unit& shooter) {
  return may_throw(board, shooter) ? checked(board, shooter, 2, throw_from) : std::vector<ShotCheck>{};
}

ShotLine shot_line(const Board& board, const Unit& shooter, const Unit& target) {
  ShotLine line{shooter.box, target.box};
  if (!shooter.second_box.somewhere() && !target.second_box.somewhere()) return line;
  for (const ShotCheck& check : shots(board, shooter))
    if (check.verdict.allowed() && check.target == &target) return {check.from, check.at};
  for (const Box from : {shooter.box, shooter.second_box})
    for (const Box at : {target.box, target.second_box})
      if (from.somewhere() && at.somewhere() && half_distance(from, at) < half_distance(line.from, line.at)) line = {from, at};
  return line;
}

/// Of `checks` the one at the target, who must be the nearest that may be hit. TTS-PRI-01.
static Verdict judge_nearest(const std::vector<ShotCheck>& checks, const Unit& target) {
  std::optional<int> nearest;
  const ShotCheck* mine = nullptr;
  for (const ShotCheck& check : checks) {
    const bool here = check.at == target.box || check.at == target.second_box;
    if (here && (mine == nullptr || !mine->verdict.allowed())) mine = &check;
    if (check.verdict.allowed() && (!nearest || check.half_distance < *nearest)) nearest = check.half_distance;
  }
  if (mine == nullptr) return refuse("TTS-SHT-14", "out of range or arc");
  if (!mine->verdict.allowed()) return mine->verdict;
  if (mine->target != &target) return refuse("TTS-SHT-15", mine->target->id.text + " is hit first in that box");
  if (nearest && mine->half_distance > *nearest)
    return refuse("TTS-PRI-01", "a nearer enemy must be shot at", mine->half_distance / 2.0, *nearest / 2.0, "boxes");
  return allow();
}

Verdict judge_shot(const Board& board, const Unit& shooter, const Unit& target, bool throws_shock, const std::vector<ShotCheck>* known) {
  if (throws_shock) {
    if (!board.state().options.plays("shock")) return refuse("TTS-SEQ-10", "shock missiles are not played");
    if (shooter.shock == 0) return refuse("TTS-SHK-01", "no shock missile left");
    if (is_mounted(target)) return refuse("TTS-SHK-05", "shock missiles are not thrown at mounted");
    return judge_nearest(throws(board, shooter), target);
  }
  if (!has_shots(board, shooter)) {
    if (missiles_of(board, shooter).none()) return refuse("TTS-SHT-01", shooter.id.text + " has nothing to shoot with");
    return refuse("TTS-AMMO-04", "no ammunition left", shooter.ammo, 1, "chits");
  }
  return judge_nearest(known == nullptr ? shots(board, shooter) : *known, target);
}

int most_cards(const Board& board, const Unit& shooter) {
  if (!is_double_shooter(shooter)) return 1;
  if (shooter.disorder > 0 || stands_in_rough(board, shooter)) return 1;  // TTS-SHT-07
  return std::min(2, shooter.ammo);                                       // TTS-AMMO-03, TTS-SHT-17
}

}  // namespace polemarch::to_the_strongest
