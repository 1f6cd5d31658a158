#pragma once
/// Where there is room: no base stands on another. Free places for bases that are put somewhere, the small shift that clears what is only
/// brushed, how far many bases go together. Leaders' bases stand anywhere. Table mm. Pure.

#include <optional>
#include <vector>

#include "engine/rulesets/paean/topics/stands.hpp"

namespace polemarch::paean {

/// Less than this is edge along edge, not standing on somebody: poses are rounded, and bases are dressed flush. mm.
constexpr double kStandsOnMm = 0.3;
/// What a hand moves aside without a thought, and what counts as brushing past: the table's tolerance. mm.
constexpr double kBrushMm = 3;

/// Surely further apart than `gap` mm, by the circles round them; quick.
bool far_apart(const geometry::Shape& a, const geometry::Shape& b, double gap);
/// The same of many: no base of the one is within `gap` mm of one of the other.
bool far_apart(const std::vector<geometry::Shape>& a, const std::vector<geometry::Shape>& b, double gap);
/// What of a base is in the way of others, or comes upon them, where it goes `along`: drawn in on both sides by what is only brushed. Edge
/// to edge, and a little into each other by a reading's error, bodies go past each other.
geometry::Shape lane_of(const geometry::Shape& base, Vec2 along, double brush_mm = kBrushMm);
/// The base as it would stand elsewhere by that much.
geometry::Shape shifted_shape(geometry::Shape shape, Vec2 by);
/// The same of bases to be put down: their places are exact then.
std::vector<engine::PlacedBase> shifted_poses(std::vector<engine::PlacedBase> poses, Vec2 by);
/// Wholly on the table.
bool wholly_on_table(const State& state, const geometry::Shape& shape);

/// Troop bases on the table that others may not stand on.
struct Obstacles {
  const State* state = nullptr;
  std::vector<Stand> stands;
  /// Nobody nearer than `gap` mm (negative: so deep in each other), and on the table.
  bool free(const geometry::Shape& shape, double gap = -kStandsOnMm) const;
  bool free(const std::vector<geometry::Shape>& shapes, double gap = -kStandsOnMm) const;
};
/// Everybody but these bases; leaders are no obstacle.
Obstacles obstacles_but(const State& state, const std::vector<BaseId>& bases);
/// Everybody but this formation.
Obstacles obstacles_to(const State& state, const UnitId& unit);
/// Those of them that the formation at these poses, dressed past who is only brushed, could meet.
Obstacles obstacles_near(const State& state, const UnitId& unit, const std::vector<engine::PlacedBase>& poses);

/// Any two of them deeper in each other than what is only brushed.
bool stand_on_each_other(const std::vector<geometry::Shape>& shapes);

/// The same poses where they stand on nobody; shifted together by at most what a hand moves aside (or `most` mm) when they only brush
/// somebody; nothing when somebody is really in the way.
std::optional<std::vector<engine::PlacedBase>> dressed(const State& state, std::vector<engine::PlacedBase> poses,
                                                       const Obstacles& obstacles, double most = kBrushMm);
/// The same; between two who leave a little too narrow a place they stand in its middle, in either by no more than what is only brushed.
std::optional<std::vector<engine::PlacedBase>> dressed_between(const State& state, std::vector<engine::PlacedBase> poses,
                                                               const Obstacles& obstacles, double most = kBrushMm);

/// The same, for what changes its shape or moves on among friends: it stands between two only as deep as its bases stand in others now.
std::optional<std::vector<engine::PlacedBase>> dressed_as_now(const State& state, const std::vector<engine::PlacedBase>& poses,
                                                              const Obstacles& obstacles);
/// How far the rear corner of a body that wheels swings out to its outer side, past who stands there: its diagonal less its width, but no
/// more than a centimetre. mm.
double swing_of(const State& state, const Footprint& hull);
/// The poses clear of friends whom a wheel has brushed so.
std::vector<engine::PlacedBase> clear_of_friends(const State& state, const UnitId& unit, const std::vector<engine::PlacedBase>& poses,
                                                 double swing);

/// Which way to look for room: aside before further back; aside round a friend, further back only where that is much shorter; also forward.
enum class Search { Back, Aside, AllRound };
/// The nearest place to `ideal` that these bases take together, aside or further along `away` (or towards it, all round), where they keep
/// `gap` from everybody; nothing when there is none within 40 cm of the book. The table's edge is kept too.
std::optional<std::vector<engine::PlacedBase>> room_for(const State& state, const std::vector<engine::PlacedBase>& ideal, Vec2 away,
                                                        double gap, const Obstacles& obstacles, Search search = Search::Back);

/// A straight way, and where the bases stand at its end.
struct WayOn {
  Length way;
  std::vector<engine::PlacedBase> poses;
};
/// How far the formation goes straight on, at most `most`, and ends on nobody but `leave_out`: friends may be passed, not stood on. Who is
/// only brushed is dressed past, or stood between.
WayOn way_on(const State& state, const UnitId& unit, Vec2 ahead, Length most, const std::vector<UnitId>& leave_out = {});

/// How far straight ahead (or along `course` off ahead) until it would come closer than `apart` to anybody it may not pass, at most
/// `limit`; 0 when it cannot go.
Length clear_way(const State& state, const UnitId& unit, Angle course, Length limit, Length apart);

/// Of two friends in one place, who is displaced: who does not fight (PA-AMB-42), else the lighter, of equals the smaller. PA-INT-08.
UnitId gives_place(const State& state, const UnitId& one, const UnitId& two);
/// Where the formation stands straight behind `other` with a slight gap (PA-INT-10, PA-INT-11), or as near behind as there is room; empty
/// when there is none.
std::vector<engine::PlacedBase> behind(const State& state, const UnitId& unit, const UnitId& other);

/// Bases that go together, each group its way.
struct Goers {
  std::vector<BaseId> bases;
  Vec2 along;
};
/// How far all of them go at once, at most `most`, before any comes onto somebody: each other, or anybody but `leave_out`, or the edge. Who
/// is only brushed on the way is not come onto; they are dressed past him.
Length common_way(const State& state, const std::vector<Goers>& goers, const std::vector<BaseId>& leave_out, Length most);

}  // namespace polemarch::paean
