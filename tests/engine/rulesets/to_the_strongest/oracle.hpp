#pragma once
/// A second opinion on moves, marches, charges and evades, written from the book's words and the catalogue alone: it calls nothing of the
/// room. Open ground, no generals, whole units in one box. Random small positions are laid out and both opinions are compared.

#include <optional>
#include <random>
#include <string>
#include <vector>

namespace polemarch::to_the_strongest::test::oracle {

/// What the rules ask of a troop type.
struct Kind {
  std::string word;
  bool mounted = false, light = false, deep = false;
  bool evading_horse = false, scythed = false, hoplite = false, elephant = false, gun = false, wagon = false;
  int range = 0;  ///< of formed archers, who forbid marches
};
const std::vector<Kind>& kinds();

struct Spot {
  int col = 0, row = 0;
  bool operator==(const Spot&) const = default;
  std::string name() const { return std::string(1, static_cast<char>('a' + col - 1)) + std::to_string(row); }
};

/// A unit; `facing` 0 North, 1 East, 2 South, 3 West; `front` +1 before its mate, -1 behind, 0 alone (in its own facing).
struct Piece {
  std::string id;
  char side = 'A';
  const Kind* kind = nullptr;
  Spot at;
  int facing = 0;
  int front = 0;
};

struct Position {
  int columns = 9, rows = 9;
  std::vector<Piece> pieces;
  bool holds(Spot spot) const { return spot.col >= 1 && spot.row >= 1 && spot.col <= columns && spot.row <= rows; }
  std::vector<const Piece*> in(Spot spot) const;
  const Piece* mate(const Piece& piece) const;
  /// As the test's Game reads it.
  std::string words() const;
};
/// A small random position.
Position random_position(std::mt19937& dice);

/// A move of Figure VI as it is ordered: `via` is its first box where it has two or more.
struct Way {
  std::vector<Spot> path;
  int facing = 0;
  bool march = false;
  char how = 's';  ///< s straight, d diagonal, a aside, b back, t turn, x exchange
};
std::vector<Way> ways(const Position& position, const Piece& piece);
bool may_go(const Position& position, const Piece& piece, const Way& way);

/// Whom a charge of `piece` into `spot` by `first` (its own box: at once) may strike; empty when the charge is not allowed.
std::vector<const Piece*> may_strike(const Position& position, const Piece& piece, Spot first, Spot spot);
/// Boxes before the target it may strike from (its own among them).
std::vector<Spot> strikes_from(const Piece& piece, Spot spot);

enum class Right { None, May, Must };
Right may_evade(const Piece& target, const Piece& charger);
/// Where it may evade to when struck from `from`: box names, "off", "behind".
std::vector<std::string> evades(const Position& position, const Piece& target, const Piece& charger, Spot from);

}  // namespace polemarch::to_the_strongest::test::oracle
