#pragma once
/// Movement read from the book a second time, for comparison: plain walks over squares, nothing of the engine's topics. Squares are
/// (x east, y north), facings 0 to 7 clockwise from north.

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace polemarch::blade_and_bow::book {

using Place = std::pair<int, int>;

struct Piece {
  int side = 0;  ///< 0 and 1
  Place at;
  int facing = 0;
  int size = 0;  ///< 0 light, 1 medium, 2 heavy
  bool dense = false, disrupted = false, cavalry = false, wall = false;
  int good_points = 0, spoiled_points = 0;
};
struct Ground {
  int extra_foot = 0, extra_horse = 0;
  bool stops = false, spoils = false, shut = false;
};
struct Field {
  int width = 0, height = 0;
  std::vector<Piece> pieces;
  std::map<Place, Ground> ground;
  std::map<Place, int> camps;                       ///< standing camps and whose they are
  std::set<std::pair<Place, Place>> slopes, walls;  ///< both ways round
};

/// What a walk comes to. `manoeuvres`: 'a' advance, 'l' and 'r' an eighth, 'v' about. Checks of dense units are taken as passed.
struct Walk {
  bool allowed = false;
  Place at;
  int facing = 0, spent = 0;
  bool disrupted = false;
  std::set<std::size_t> spoiled;  ///< friends disrupted by being passed
  std::set<Place> pushes;         ///< where a friend in the last square may go; empty when there is none
};
Walk walk(const Field& field, std::size_t who, const std::string& manoeuvres);

/// 0 none, 1 weak, 2 strong: the zone of this side over a place.
int zone(const Field& field, int side, Place at);

}  // namespace polemarch::blade_and_bow::book
