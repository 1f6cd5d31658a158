#include <algorithm>

#include "engine/rulesets/blade_and_bow/topics/sight.hpp"
#include "engine/rulesets/blade_and_bow/topics/zoc.hpp"
#include "tests/engine/rulesets/blade_and_bow/table.hpp"
#include "tests/support/catch.hpp"

namespace positions_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {
Zone zone(const TestTable& t, Side side, Square s) { return ZoneMap(t.state, side).at(s); }
Aspect aspect(const TestTable& t, Facing f, Square other) { return aspect_of(t.state.map, at(5, 5), f, other); }
/// Reads a picture of the eight squares round (5,5), north on top: F front, L left flank, R right flank, B behind, * the unit.
std::string around(const TestTable& t, Facing f) {
  std::string picture;
  for (int y = 6; y >= 4; --y)
    for (int x = 4; x <= 6; ++x) {
      if (x == 5 && y == 5) {
        picture += '*';
        continue;
      }
      const Aspect a = aspect(t, f, at(x, y));
      picture += a == Aspect::Front ? 'F' : a == Aspect::LeftFlank ? 'L' : a == Aspect::RightFlank ? 'R' : 'B';
    }
  return picture;
}
std::string zones_around(const TestTable& t, Side side) {
  std::string picture;
  for (int y = 6; y >= 4; --y)
    for (int x = 4; x <= 6; ++x)
      picture += x == 5 && y == 5 ? '*' : zone(t, side, at(x, y)) == Zone::Strong ? 'S' : zone(t, side, at(x, y)) == Zone::Weak ? 'w' : '.';
  return picture;
}
}  // namespace

TEST_CASE("a unit facing a side has three squares in front, two on the flanks, left and right, and three behind",
          "[bb][BB-POS-03][BB-POS-04][BB-POS-05][BB-POS-06][BB-POS-T1]") {
  const TestTable t;
  CHECK(around(t, Facing::N) == "FFFL*RBBB");
  CHECK(around(t, Facing::E) == "BLFB*FBRF");
  CHECK(around(t, Facing::S) == "BBBR*LFFF");
  CHECK(around(t, Facing::W) == "FRBF*BFLB");
}

TEST_CASE("a unit facing a corner has them turned by half a right angle", "[bb][BB-POS-07][BB-POS-T2][BB-EX-20]") {
  const TestTable t;
  CHECK(around(t, Facing::NE) == "LFFB*FBBR");
  CHECK(around(t, Facing::SE) == "BBLB*FRFF");
  CHECK(around(t, Facing::SW) == "RBBF*BFFL");
  CHECK(around(t, Facing::NW) == "FFRF*BLBB");
}

TEST_CASE("a unit stands in one square and faces one of eight directions", "[bb][BB-POS-01]") {
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N);
  for (int turns = 1; turns <= 8; ++turns) {
    REQUIRE(t.say(R"({"do":"move","unit":"A1","path":["right"]})"));
    CHECK(t.unit("A1").facing == static_cast<Facing>(turns % 8));
    CHECK(t.unit("A1").square == at(5, 5));
    t.turn_of(Side::A);
  }
  CHECK(t.unit("A1").facing == Facing::N);
}

TEST_CASE("the square directly ahead and all eight neighbours are where the facing says", "[bb][BB-POS-08][BB-POS-09]") {
  const TestTable t;
  CHECK(front_squares(t.state.map, at(5, 5), Facing::NE)[0] == at(6, 6));
  CHECK(neighbour(t.state.map, at(5, 5), turned(Facing::NE, 4)) == at(4, 4));
  CHECK(are_neighbours(at(5, 5), at(6, 6)));
  CHECK(are_neighbours(at(5, 5), at(4, 5)));
  CHECK_FALSE(are_neighbours(at(5, 5), at(7, 5)));
  CHECK_FALSE(are_neighbours(at(5, 5), at(5, 5)));
}

TEST_CASE("printed names count columns by letter, and row 1 lies at the top unless the map says otherwise", "[bb][BB-SET-01][BB-SET-03]") {
  CHECK(name_of(Square{0, 0}) == "A1");
  CHECK(name_of(Square{18, 15}) == "S16");
  CHECK(square_named("H5") == Square{7, 4});
  CHECK_FALSE(square_named("5H").has_value());
  CHECK_FALSE(square_named("A0").has_value());
  Map map;
  CHECK(map.holds(*square_named("S16")));  // a map holds at least the squares the rules name
  CHECK(neighbour(map, *square_named("C4"), Facing::N) == *square_named("C3"));
  map.row_one_at_top = false;
  CHECK(neighbour(map, *square_named("C4"), Facing::N) == *square_named("C5"));
  CHECK(facing_named("1") == Facing::N);
  CHECK(facing_named("8") == Facing::NW);
  CHECK(pose_in(map, Square{0, 0}, Facing::N).heading.deg() == 90.0);
  CHECK(pose_in(map, Square{0, 0}, Facing::SE).heading.deg() == 315.0);
}

TEST_CASE("a map big enough for every printed square is the default", "[bb][BB-SET-02]") {
  const Map map;
  for (const char* name : {"A10", "A13", "D13", "O15", "P16", "R15", "S6", "S11", "S12", "S16"}) CHECK(map.holds(*square_named(name)));
}

TEST_CASE("a heading snaps to the nearest facing, and one near a boundary is unclear", "[bb][BB-POS-02][BB-AMB-01b]") {
  CHECK(snap_facing(Angle::from_deg(90), 1).nearest == Facing::N);
  CHECK(snap_facing(Angle::from_deg(50), 1).nearest == Facing::NE);
  CHECK(snap_facing(Angle::from_deg(359), 1).nearest == Facing::E);
  CHECK_FALSE(snap_facing(Angle::from_deg(80), 1).unclear);
  const SnappedFacing near_edge = snap_facing(Angle::from_deg(68), 2);
  CHECK(near_edge.unclear);
  CHECK(near_edge.nearest == Facing::N);
  CHECK(near_edge.second == Facing::NE);
  CHECK(near_edge.probability == Approx(0.5987).epsilon(0.01));  // half a degree from the boundary, 2 degrees of error
}

TEST_CASE("the zone of a unit facing a side is strong ahead, weak beside that and on the flanks, none behind",
          "[bb][BB-ZOC-01][BB-ZOC-02][BB-ZOC-03][BB-ZOC-04][BB-ZOC-05][BB-ZOC-T1][BB-AMB-02]") {
  TestTable t;
  t.add("A1", "hoplite", at(5, 5), Facing::N);
  CHECK(zones_around(t, Side::A) == "wSww*w...");
  t.state.units.at({"A1"}).facing = Facing::E;
  CHECK(zones_around(t, Side::A) == ".ww.*S.ww");
}

TEST_CASE("the zone of a unit facing a corner is the same, turned", "[bb][BB-ZOC-06][BB-ZOC-T2][BB-EX-21]") {
  TestTable t;
  t.add("A1", "hoplite", at(5, 5), Facing::NE);
  CHECK(zones_around(t, Side::A) == "wwS.*w..w");
  t.state.units.at({"A1"}).facing = Facing::SW;
  CHECK(zones_around(t, Side::A) == "w..w*.Sww");
}

TEST_CASE("an enemy zone is strong where any unit or bond makes it so, else weak, and nothing where none reaches", "[bb][BB-ZOC-11]") {
  TestTable t;
  t.add("B1", "spears", at(5, 5), Facing::N);
  t.add("B2", "spears", at(5, 7), Facing::SE);
  // (5,6): strong of B1, and behind... beside B2; (6,6): weak of B1 and strong of B2; (4,6): weak of B1 alone; (7,8): out of reach.
  CHECK(zone(t, Side::B, at(5, 6)) == Zone::Strong);
  CHECK(zone(t, Side::B, at(6, 6)) == Zone::Strong);
  CHECK(zone(t, Side::B, at(4, 6)) == Zone::Weak);
  CHECK(zone(t, Side::B, at(7, 8)) == Zone::None);
  t.state.units.at({"B2"}).disrupted = true;
  CHECK(zone(t, Side::B, at(6, 6)) == Zone::Weak);
  t.add("B3", "spears", at(6, 5), Facing::NW);  // a neighbour of B1: they share (6,6) and (5,5)'s... weakly
  CHECK(zone(t, Side::B, at(6, 6)) == Zone::Strong);
  CHECK(ZoneMap(t.state, Side::B).is_bond(at(6, 6)));
  t.add("A1", "hoplite", at(6, 4), Facing::N);  // its own zone there changes nothing, and A's zones are not B's
  CHECK(zone(t, Side::A, at(6, 6)) == Zone::None);
  CHECK(zone(t, Side::B, at(6, 6)) == Zone::Strong);
}

TEST_CASE("neighbours make the weak squares they share strong, others do not",
          "[bb][BB-ZOC-07][BB-ZOC-08][BB-ZOC-09][BB-ZOC-15][BB-DX-03][BB-AMB-03]") {
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(6, 5), Facing::N);
  CHECK(zone(t, Side::A, at(5, 6)) == Zone::Strong);
  CHECK(zone(t, Side::A, at(6, 6)) == Zone::Strong);  // ahead of one, weak of the other
  for (const Square weak : {at(4, 6), at(7, 6), at(4, 5), at(7, 5)}) CHECK(zone(t, Side::A, weak) == Zone::Weak);
  t.state.units.at({"A2"}).square = at(7, 5);
  CHECK(zone(t, Side::A, at(6, 6)) == Zone::Weak);
  CHECK(zone(t, Side::A, at(6, 5)) == Zone::Weak);
  // A bond: peltast facing S and cavalry facing SE beside it share (6,4).
  TestTable bond;
  bond.add("B1", "peltast", at(5, 5), Facing::S);
  bond.add("B2", "light_cavalry", at(6, 5), Facing::SE);
  CHECK(zone(bond, Side::B, at(6, 4)) == Zone::Strong);
  CHECK(ZoneMap(bond.state, Side::B).is_bond(at(6, 4)));
  bond.state.units.at({"B2"}).disrupted = true;
  CHECK(zone(bond, Side::B, at(6, 4)) == Zone::Weak);
  // Neighbours by a corner bond too.
  TestTable corner;
  corner.add("B1", "spears", at(5, 5), Facing::S);
  corner.add("B2", "spears", at(6, 6), Facing::S);
  CHECK(zone(corner, Side::B, at(6, 5)) == Zone::Strong);
  corner.state.units.at({"B2"}).facing = Facing::E;
  corner.state.units.at({"B1"}).facing = Facing::E;
  CHECK(zone(corner, Side::B, at(5, 6)) == Zone::Weak);  // weak of B1 alone: it lies behind B2
}

TEST_CASE("disrupted units have no zone of control", "[bb][BB-ZOC-10][BB-DIS-03][BB-DIS-09]") {
  TestTable t;
  t.disrupted("A1", "hoplite", at(5, 5), Facing::N);
  CHECK(zones_around(t, Side::A) == "....*....");
}

TEST_CASE("the enemy's zones count whatever friends stand or reach there", "[bb][BB-ZOC-12][BB-ZOC-14]") {
  TestTable t;
  t.add("A1", "hoplite", at(5, 4), Facing::N);
  t.add("B1", "hoplite", at(5, 6), Facing::S);
  CHECK(zone(t, Side::B, at(5, 5)) == Zone::Strong);
  CHECK(zone(t, Side::A, at(5, 5)) == Zone::Strong);
  t.add("A2", "hoplite", at(5, 5), Facing::N);
  CHECK(zone(t, Side::B, at(5, 5)) == Zone::Strong);
}

TEST_CASE("leaders and camps exert no zone, and none crosses a wall", "[bb][BB-ZOC-13][BB-AMB-04]") {
  TestTable t;
  t.leader("AL", at(5, 5));
  t.camp("AC", at(7, 7));
  for (int i = 0; i < t.state.map.size(); ++i) CHECK(zone(t, Side::A, t.state.map.at(i)) == Zone::None);
  t.add("A1", "hoplite", at(5, 5), Facing::N);
  t.state.map.edges.push_back({.a = at(5, 5), .b = at(5, 6), .impassable = true});
  CHECK(zone(t, Side::A, at(5, 6)) == Zone::None);
  CHECK(zone(t, Side::A, at(4, 6)) == Zone::Weak);
}

TEST_CASE("directional points: 2 a side, 3 a corner, the shortest way counts",
          "[bb][BB-DIST-01][BB-DIST-02][BB-DIST-04][BB-DIST-05][BB-DIST-06][BB-DIST-07][BB-DIST-T1][BB-DX-01]") {
  CHECK(step_points(Facing::E) == 2);
  CHECK(step_points(Facing::NW) == 3);
  const int table[6][6] = {{0, 2, 4, 6, 8, 10},  {2, 3, 5, 7, 9, 11},    {4, 5, 6, 8, 10, 12},
                           {6, 7, 8, 9, 11, 13}, {8, 9, 10, 11, 12, 14}, {10, 11, 12, 13, 14, 15}};
  for (int dx = 0; dx < 6; ++dx)
    for (int dy = 0; dy < 6; ++dy) {
      CHECK(points_between(at(0, 0), at(dx, dy)) == table[dy][dx]);
      CHECK(points_between(at(dx, dy), at(0, 0)) == table[dy][dx]);
    }
}

TEST_CASE("a unit never shares its square with another", "[bb][BB-STK-01]") {
  TestTable t;
  t.add("A1", "hoplite", at(1, 1), Facing::N);
  t.add("A2", "hoplite", at(1, 1), Facing::N);
  CHECK(Rules::broken_invariant(t.state).has_value());
  t.state.units.at({"A2"}).square = at(1, 2);
  CHECK_FALSE(Rules::broken_invariant(t.state).has_value());
}

TEST_CASE("leaders and camps do not count for stacking", "[bb][BB-STK-02][BB-STK-03][BB-STK-04][BB-LDR-01][BB-LDR-03][BB-CAMP-01]") {
  TestTable t;
  t.add("A1", "hoplite", at(1, 1), Facing::N);
  t.leader("AL", at(1, 1));
  t.leader("AM", at(1, 1), 2, 4, 2);
  t.leader("AN", at(8, 8), 2, 4, 3);
  t.camp("AC", at(1, 1));
  CHECK_FALSE(Rules::broken_invariant(t.state).has_value());
  CHECK(leaders_at(t.state, at(1, 1), Side::A).size() == 2);
}

TEST_CASE("sight takes every shortest path, and the target's owner picks a blocked one",
          "[bb][BB-LOS-01][BB-LOS-02][BB-LOS-03][BB-LOS-04][BB-LOS-12][BB-LOS-13][BB-DX-05]") {
  TestTable t;
  CHECK(shortest_paths(t.state.map, at(0, 0), at(1, 3)).size() == 3);
  CHECK(shortest_paths(t.state.map, at(0, 0), at(4, 6)).size() == 15);  // C(6, 4)
  CHECK(sight_between(t.state, at(0, 0), at(1, 3)).points == 7);
  CHECK(sight_between(t.state, at(0, 0), at(1, 3)).clear);
  t.state.map.terrain[at(0, 2)] = "woods";
  const Sight blocked = sight_between(t.state, at(0, 0), at(1, 3));
  CHECK_FALSE(blocked.clear);
  CHECK(blocked.path == std::vector<Square>{at(0, 1), at(0, 2)});
  CHECK(blocked.blocking == std::vector<Square>{at(0, 2)});
  t.state.map.terrain.clear();
  t.state.map.terrain[at(1, 0)] = "woods";
  CHECK(sight_between(t.state, at(0, 0), at(1, 3)).clear);
  CHECK(shortest_paths(t.state.map, at(0, 0), at(2, 2)) == std::vector<std::vector<Square>>{{at(1, 1)}});
  CHECK(shortest_paths(t.state.map, at(0, 0), at(3, 0)) == std::vector<std::vector<Square>>{{at(1, 0), at(2, 0)}});
  // The ends themselves do not hinder.
  t.state.map.terrain[at(0, 0)] = "woods";
  t.state.map.terrain[at(1, 3)] = "town";
  CHECK(sight_between(t.state, at(0, 0), at(1, 3)).clear);
}

TEST_CASE("towns, woods and hills between block sight", "[bb][BB-LOS-05][BB-LOS-06][BB-LOS-07][BB-AMB-06]") {
  TestTable t;
  for (const char* kind : {"town", "woods", "hill"}) {
    t.state.map.terrain = {{at(5, 5), kind}};
    CHECK_FALSE(sight_between(t.state, at(5, 3), at(5, 7)).clear);
    CHECK(sight_between(t.state, at(4, 3), at(4, 7)).clear);
  }
  // From one end of a hill to the other along it: clear; with a gap in the hill: blocked (BB-AMB-06).
  t.state.map.terrain = {{at(5, 3), "hill"}, {at(5, 4), "hill"}, {at(5, 5), "hill"}, {at(5, 6), "hill"}};
  CHECK(sight_between(t.state, at(5, 3), at(5, 6)).clear);
  t.state.options.sight_hill_literal = true;
  CHECK_FALSE(sight_between(t.state, at(5, 3), at(5, 6)).clear);
  t.state.options.sight_hill_literal = false;
  t.state.map.terrain = {{at(5, 3), "hill"}, {at(5, 4), "hill"}, {at(6, 4), "hill"}, {at(6, 6), "hill"},
                         {at(6, 5), "hill"}, {at(5, 7), "hill"}, {at(5, 6), "hill"}};
  CHECK_FALSE(sight_between(t.state, at(5, 3), at(5, 7)).clear);  // the path leaves the hill at (5,5) and meets it again
}

TEST_CASE("units between block sight on one level, not from a hill to the plain", "[bb][BB-LOS-08][BB-LOS-09][BB-LOS-10]") {
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N);
  CHECK_FALSE(sight_between(t.state, at(5, 3), at(5, 7)).clear);
  t.state.units.at({"A1"}).side = Side::B;
  CHECK_FALSE(sight_between(t.state, at(5, 3), at(5, 7)).clear);
  t.state.map.terrain = {{at(5, 3), "hill"}};
  CHECK(sight_between(t.state, at(5, 3), at(5, 7)).clear);
  CHECK(sight_between(t.state, at(5, 7), at(5, 3)).clear);
  t.state.map.terrain = {{at(5, 3), "hill"}, {at(5, 4), "hill"}, {at(5, 5), "hill"}, {at(5, 6), "hill"}, {at(5, 7), "hill"}};
  CHECK_FALSE(sight_between(t.state, at(5, 3), at(5, 7)).clear);
  CHECK(sight_between(t.state, at(5, 3), at(5, 7)).why == "A1");
}

TEST_CASE("neighbours always see each other, and leaders never hide anyone", "[bb][BB-LOS-11][BB-LOS-14][BB-AMB-08]") {
  TestTable t;
  t.state.map.terrain = {{at(5, 3), "woods"}, {at(6, 4), "woods"}};
  CHECK(sight_between(t.state, at(5, 3), at(6, 4)).clear);
  t.leader("AL", at(5, 5));
  t.camp("BC", at(5, 6));
  CHECK(sight_between(t.state, at(5, 4), at(5, 7)).clear);
}

TEST_CASE("tables that trace only the straight line may say so", "[bb][BB-AMB-05]") {
  TestTable t;
  t.state.map.terrain = {{at(0, 1), "woods"}};
  CHECK_FALSE(sight_between(t.state, at(0, 0), at(2, 5)).clear);
  t.state.options.sight_straight_only = true;
  t.state.map.terrain = {{at(2, 3), "woods"}};
  CHECK(sight_between(t.state, at(0, 0), at(2, 5)).clear);
  t.state.map.terrain = {{at(1, 2), "woods"}};
  CHECK_FALSE(sight_between(t.state, at(0, 0), at(2, 5)).clear);
}

}  // namespace positions_tests
