/// Random positions and ways, judged by the room and by a second reading of the book (book_moves).
#include "tests/engine/rulesets/blade_and_bow/book_moves.hpp"

#include <algorithm>

#include "engine/rulesets/blade_and_bow/topics/planning.hpp"
#include "tests/engine/rulesets/blade_and_bow/player.hpp"
#include "tests/engine/rulesets/blade_and_bow/table.hpp"
#include "tests/support/catch.hpp"

namespace book_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {

constexpr int kSide = 7;  ///< a small field, so that pieces meet

/// The same position told twice.
struct Position {
  TestTable room;
  book::Field field;
  std::vector<std::string> names;
};

Position random_position(Chance& chance) {
  Position p;
  State& state = p.room.state;
  state.map.columns = state.map.rows = p.field.width = p.field.height = kSide;
  const char* const kinds[] = {"brush", "bog", "cliff", "road"};
  for (int i = 0; i < 4; ++i) {
    TerrainKind kind;
    kind.extra_infantry = i == 0 ? chance.below(2) : i == 3 ? -1 : 0;
    kind.extra_cavalry = i == 0 ? chance.below(3) : 0;
    kind.stop = i < 2 && chance.below(2) == 0;
    kind.disrupts = i == 1 || (i == 0 && chance.below(3) == 0);
    kind.impassable = i == 2;
    state.map.kinds[kinds[i]] = kind;
  }
  const auto place = [&] { return at(chance.below(kSide), chance.below(kSide)); };
  for (int i = 0; i < 6; ++i) {
    const Square s = place();
    const char* const kind = kinds[chance.below(4)];
    state.map.terrain[s] = kind;
    const TerrainKind& k = state.map.kinds[kind];
    p.field.ground[{s.column, s.row}] = {k.extra_infantry, k.extra_cavalry, k.stop, k.disrupts, k.impassable};
  }
  const int edges = chance.below(2) == 0 ? 0 : 5;
  for (int i = 0; i < edges; ++i) {
    const Square a = place(), b = neighbour(state.map, a, static_cast<Facing>(chance.below(8)));
    const book::Place from{a.column, a.row}, to{b.column, b.row};
    if (!state.map.holds(b) || p.field.walls.contains({from, to}) || p.field.slopes.contains({from, to})) continue;
    const bool wall = chance.below(3) == 0;
    state.map.edges.push_back({.a = a, .b = b, .halts = !wall, .impassable = wall});
    for (const auto& way : {std::pair{from, to}, {to, from}}) (wall ? p.field.walls : p.field.slopes).insert(way);
  }
  int named[2] = {0, 0};
  const int pieces = 5 + chance.below(8);
  for (int i = 0; i < pieces; ++i) {
    const Square s = place();
    if (unit_at(state, s) != nullptr) continue;
    book::Piece piece;
    piece.side = chance.below(2);
    piece.at = {s.column, s.row};
    piece.facing = chance.below(8);
    piece.size = chance.below(3);
    piece.dense = chance.below(3) == 0;
    piece.cavalry = chance.below(4) == 0;
    piece.disrupted = chance.below(4) == 0;
    piece.wall = chance.below(25) == 0;
    piece.good_points = 2 + chance.below(10);
    piece.spoiled_points = 1 + chance.below(8);
    const std::string name = (piece.side == 0 ? "A" : "B") + std::to_string(++named[piece.side]);
    Unit& unit = p.room.add(name, "spears", s, static_cast<Facing>(piece.facing));
    unit.type.unit_class = piece.cavalry ? UnitClass::Cavalry : UnitClass::Infantry;
    unit.type.good.size = unit.type.disrupted.size = static_cast<Size>(piece.size);
    unit.type.good.density = unit.type.disrupted.density = piece.dense ? Density::Dense : Density::Open;
    unit.type.good.movement = piece.good_points;
    unit.type.disrupted.movement = piece.spoiled_points;
    unit.disrupted = piece.disrupted;
    unit.wall = piece.wall;
    p.field.pieces.push_back(piece);
    p.names.push_back(name);
  }
  for (int i = 0; i < 2; ++i) {
    const Square s = place();
    const int side = chance.below(2);
    if (unit_at(state, s) != nullptr || p.field.camps.contains({s.column, s.row})) continue;
    p.room.camp((side == 0 ? "AC" : "BC") + std::to_string(i), s);
    p.field.camps[{s.column, s.row}] = side;
  }
  return p;
}

std::string random_way(Chance& chance) {
  std::string way;
  for (int n = 1 + chance.below(6); n > 0; --n) way += "aaaallrrv"[chance.below(9)];
  return way;
}

std::vector<Manoeuvre> manoeuvres(const std::string& way) {
  std::vector<Manoeuvre> path;
  for (const char c : way)
    path.push_back(c == 'a' ? Manoeuvre::Advance : c == 'l' ? Manoeuvre::WheelLeft : c == 'r' ? Manoeuvre::WheelRight : Manoeuvre::Reverse);
  return path;
}

std::string spelled(const Position& p, std::size_t who, const std::string& way) {
  return p.names[who] + " at " + name_of(p.room.unit(p.names[who]).square) + " facing " +
         std::string(name_of(p.room.unit(p.names[who]).facing)) + ", " + way;
}

}  // namespace

TEST_CASE("on random positions the room and a second reading of the book agree on zones",
          "[bb][BB-ZOC-07][BB-ZOC-10][BB-ZOC-11][BB-ZOC-15][BB-AMB-03][BB-AMB-04]") {
  Chance chance{20261};
  int strong = 0, weak = 0;
  for (int n = 0; n < 1500; ++n) {
    const Position p = random_position(chance);
    for (const Side side : {Side::A, Side::B}) {
      const ZoneMap zones(p.room.state, side);
      for (int x = 0; x < kSide; ++x)
        for (int y = 0; y < kSide; ++y) {
          const int by_book = book::zone(p.field, static_cast<int>(side), {x, y});
          strong += by_book == 2 ? 1 : 0;
          weak += by_book == 1 ? 1 : 0;
          if (static_cast<int>(zones.at(at(x, y))) != by_book) {
            INFO(n << ": " << name_of(at(x, y)));
            REQUIRE(static_cast<int>(zones.at(at(x, y))) == by_book);
          }
        }
    }
  }
  CHECK(strong > 5000);
  CHECK(weak > 5000);
}

TEST_CASE("on random positions the room and a second reading of the book agree on what a way costs and where it ends",
          "[bb][BB-MOV-02][BB-MOV-08][BB-MOV-20][BB-EZ-01][BB-INT-T1][BB-TER-03][BB-AMB-36][BB-AMB-111]") {
  Chance chance{4711};
  int allowed = 0, spoiled = 0, pushed = 0, turned_free = 0;
  for (int n = 0; n < 3000; ++n) {
    const Position p = random_position(chance);
    if (p.names.empty()) continue;
    for (int tries = 0; tries < 12; ++tries) {
      const std::size_t who = static_cast<std::size_t>(chance.below(static_cast<int>(p.names.size())));
      const std::string way = random_way(chance);
      const book::Walk by_book = book::walk(p.field, who, way);
      const MovePlan plan = plan_move(p.room.state, {.unit = {p.names[who]}, .path = manoeuvres(way)});
      INFO(n << ": " << spelled(p, who, way) << (plan.verdict.allowed() ? "" : ": " + plan.verdict.reasons.front().text));
      if (plan.verdict.allowed() != by_book.allowed) REQUIRE(plan.verdict.allowed() == by_book.allowed);
      if (!by_book.allowed) continue;
      ++allowed;
      spoiled += by_book.disrupted && !p.field.pieces[who].disrupted ? 1 : 0;
      pushed += by_book.pushes.empty() ? 0 : 1;
      turned_free += p.field.pieces[who].size == 0 && (way.find("al") != std::string::npos || way.find("ar") != std::string::npos) ? 1 : 0;
      std::set<UnitId> friends;
      for (const std::size_t f : by_book.spoiled) friends.insert({p.names[f]});
      std::set<UnitId> room_friends(plan.disrupted_friends.begin(), plan.disrupted_friends.end());
      std::erase_if(room_friends, [&](const UnitId& id) { return p.room.state.units.at(id).disrupted; });
      const bool same = plan.end.at == at(by_book.at.first, by_book.at.second) && static_cast<int>(plan.end.facing) == by_book.facing &&
                        plan.end.spent == by_book.spent && plan.end.disrupted == by_book.disrupted && friends == room_friends;
      if (!same) REQUIRE(same);
      const MoveGround ground(p.room.state, plan.end.unit->side);
      std::set<book::Place> pushes;
      if (const Unit* there = ground.unit_in(plan.end.at); there != nullptr && there != plan.end.unit)
        for (const Square s : displacement_squares(ground, plan.end.at, plan.end.unit->square)) pushes.insert({s.column, s.row});
      if (pushes != by_book.pushes) REQUIRE(pushes == by_book.pushes);
    }
  }
  CHECK(allowed > 4000);
  CHECK(spoiled > 100);
  CHECK(pushed > 30);
  CHECK(turned_free > 100);
}

TEST_CASE("on random positions the search finds every end that ways by the book reach, and no other",
          "[bb][BB-MOV-01][BB-MOV-08][BB-MOV-26][BB-AMB-112]") {
  Chance chance{99};
  int ends = 0;
  for (int n = 0; n < 60; ++n) {
    Position p = random_position(chance);
    if (p.names.empty()) continue;
    const std::size_t who = static_cast<std::size_t>(chance.below(static_cast<int>(p.names.size())));
    const Unit& unit = p.room.unit(p.names[who]);
    if (std::max(unit.type.good.movement, unit.type.disrupted.movement) > 5) continue;  // every way of it can be walked
    std::set<std::pair<book::Place, int>> by_book;
    std::vector<std::string> open{""};
    while (!open.empty()) {
      const std::string so_far = open.back();
      open.pop_back();
      for (const char c : {'a', 'l', 'r', 'v'}) {
        const std::string way = so_far + c;
        const book::Walk here = book::walk(p.field, who, way);
        // A way that may not end here may go on; one that cannot be walked at all ends where the one before it did.
        const book::Walk before = book::walk(p.field, who, so_far);
        const bool walked = here.spent != before.spent || here.facing != before.facing || here.at != before.at;
        if (!walked) continue;
        if (here.allowed) by_book.insert({here.at, here.facing});
        if (way.size() < 7) open.push_back(way);
      }
    }
    by_book.erase({p.field.pieces[who].at, p.field.pieces[who].facing});
    std::set<std::pair<book::Place, int>> by_room;
    const MoveGround ground(p.room.state, unit.side);
    for (const Reach& reach : reachable(ground, unit, mover_of(p.room.state, unit))) {
      if (reach.path.size() > 7) continue;
      by_room.insert({{reach.end.at.column, reach.end.at.row}, static_cast<int>(reach.end.facing)});
    }
    INFO(n << ": " << spelled(p, who, ""));
    for (const auto& end : by_book) {
      INFO(name_of(at(end.first.first, end.first.second)) << " " << name_of(static_cast<Facing>(end.second)));
      const auto ways = reachable(ground, unit, mover_of(p.room.state, unit), at(end.first.first, end.first.second));
      CHECK(std::any_of(ways.begin(), ways.end(), [&](const Reach& r) { return static_cast<int>(r.end.facing) == end.second; }));
      ++ends;
    }
    for (const auto& end : by_room) CHECK(by_book.contains(end));
  }
  CHECK(ends > 60);
}

}  // namespace book_tests
