#include "tests/engine/rulesets/blade_and_bow/book_moves.hpp"

#include <algorithm>
#include <cstdlib>

namespace polemarch::blade_and_bow::book {
namespace {

constexpr int kEast[] = {0, 1, 1, 1, 0, -1, -1, -1};
constexpr int kNorth[] = {1, 1, 0, -1, -1, -1, 0, 1};

Place ahead(Place at, int facing) { return {at.first + kEast[facing], at.second + kNorth[facing]}; }
bool on_field(const Field& field, Place p) { return p.first >= 0 && p.second >= 0 && p.first < field.width && p.second < field.height; }
bool touching(Place a, Place b) { return a != b && std::abs(a.first - b.first) <= 1 && std::abs(a.second - b.second) <= 1; }

/// 3.1.2: straight ahead strong, the squares beside that and the flanks weak; the disrupted have none; none crosses a shut side.
int hold_of(const Field& field, const Piece& piece, Place at) {
  if (piece.disrupted || field.walls.contains({piece.at, at})) return 0;
  for (const int turn : {0, 1, 7, 2, 6})
    if (ahead(piece.at, (piece.facing + turn) % 8) == at) return turn == 0 ? 2 : 1;
  return 0;
}

/// Who stands there, the walker itself left out; -1 nobody.
int who_in(const Field& field, Place at, std::size_t but) {
  for (std::size_t i = 0; i < field.pieces.size(); ++i)
    if (i != but && field.pieces[i].at == at) return static_cast<int>(i);
  return -1;
}

bool shut(const Field& field, int side, Place from, Place to) {
  if (!on_field(field, to) || field.walls.contains({from, to})) return true;
  if (const auto ground = field.ground.find(to); ground != field.ground.end() && ground->second.shut) return true;
  const auto camp = field.camps.find(to);
  return camp != field.camps.end() && camp->second != side;
}

}  // namespace

int zone(const Field& field, int side, Place at) {
  int best = 0;
  for (const Piece& one : field.pieces) {
    if (one.side != side) continue;
    const int hold = hold_of(field, one, at);
    best = std::max(best, hold);
    if (hold != 1) continue;
    for (const Piece& other : field.pieces)  // two neighbours that share a weak square make it strong
      if (other.side == side && touching(one.at, other.at) && hold_of(field, other, at) == 1) best = 2;
  }
  return best;
}

Walk walk(const Field& field, std::size_t who, const std::string& manoeuvres) {
  const Piece& me = field.pieces[who];
  const int enemy = 1 - me.side;
  Walk w{.at = me.at, .facing = me.facing, .disrupted = me.disrupted};
  const auto left = [&] { return (w.disrupted ? me.spoiled_points : me.good_points) - w.spent; };
  bool free_turn = false, halted = false, stuck_in_medium = false;
  if (!manoeuvres.empty() && zone(field, enemy, me.at) == 2) return w;  // held: neither turning nor leaving
  for (const char c : manoeuvres) {
    if (me.wall) return w;
    if (c == 'l' || c == 'r') {
      if (free_turn) {
        free_turn = false;
      } else {
        if (halted || left() < 1) return w;
        w.spent += 1;
      }
      w.facing = (w.facing + (c == 'r' ? 1 : 7)) % 8;
      continue;
    }
    if (halted) return w;
    if (c == 'v') {
      if (w.disrupted || left() < 2) return w;
      w.spent += 2;
      w.facing = (w.facing + 4) % 8;
      continue;
    }
    // Straight ahead.
    if (stuck_in_medium) return w;
    const Place from = w.at, to = ahead(from, w.facing);
    if (shut(field, me.side, from, to)) return w;
    const int met = who_in(field, to, who);
    if (met >= 0 && field.pieces[static_cast<std::size_t>(met)].side != me.side) return w;
    Ground ground;
    if (const auto there = field.ground.find(to); there != field.ground.end()) ground = there->second;
    const int cost = (w.facing % 2 == 0 ? 2 : 3) + (me.cavalry ? ground.extra_horse : ground.extra_foot);
    if (left() < cost) return w;
    if (met >= 0) {
      const int his = field.pieces[static_cast<std::size_t>(met)].size;
      if (me.size > 0 && his == 2) return w;
      if (me.size == 2 && his == 1) stuck_in_medium = true;
      if (me.size == 1 && his == 1) {
        w.disrupted = true;
        if (!field.pieces[static_cast<std::size_t>(met)].disrupted) w.spoiled.insert(static_cast<std::size_t>(met));
      }
    }
    w.spent += cost;
    w.at = to;
    free_turn = me.size == 0;
    if (ground.spoils) w.disrupted = true;
    if (zone(field, enemy, to) > 0 || ground.stops || field.slopes.contains({from, to})) halted = true;
  }
  // Where it ends: alone, or larger than the friend there, who must have somewhere to go.
  if (const int met = who_in(field, w.at, who); met >= 0) {
    if (me.size <= field.pieces[static_cast<std::size_t>(met)].size) return w;
    for (int f = 0; f < 8; ++f) {
      const Place to = ahead(w.at, f);
      if (shut(field, me.side, w.at, to) || zone(field, enemy, to) > 0 || who_in(field, to, who) >= 0) continue;
      w.pushes.insert(to);
    }
    if (w.pushes.empty()) return w;
  }
  w.allowed = true;
  return w;
}

}  // namespace polemarch::blade_and_bow::book
