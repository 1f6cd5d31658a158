#pragma once
/// One manoeuvre at a time: what it costs, what stops the unit, through whom it may pass. Rules BB-MOV, BB-EZ, BB-INT, BB-TER.
/// Directional points. Plain numbers here, so that a search may try thousands; the words are in wording.cpp. Pure.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/blade_and_bow/topics/zoc.hpp"

namespace polemarch::blade_and_bow {

/// What stops a unit where it has come to.
enum class Halt : std::uint8_t { None, WeakZone, StrongZone, Ground, Slope };

/// A unit in the middle of its Move action.
struct Mover {
  const Unit* unit = nullptr;  ///< as the state has it; never null once made by mover_of
  Square at;
  Facing facing = Facing::N;
  int spent = 0;
  bool disrupted = false;
  bool wall = false;
  bool stopped = false;    ///< may only end, but for a light's free turn
  bool free_turn = false;  ///< a light's 45 degrees not used yet in this square
  bool began = false;
  bool must_end = false;  ///< a heavy in a medium's square: it displaces, it does not pass (BB-AMB-38)
  Halt stopped_by = Halt::None;
  bool operator==(const Mover&) const = default;
};

/// Why the map itself bars a step between neighbours.
enum class MapBar : std::uint8_t { None, Wall, ForeignTrack, HiddenTrack, DiagonalOnTrack, Impassable, Barrier, GuardedWall };

/// What one side's movement is judged against, computed once a move.
struct MoveGround {
  MoveGround(const State& state, Side side);
  const State& state;
  Side side;
  ZoneMap enemy_zones;
  std::vector<const Unit*> units;          ///< by square index
  std::vector<const TerrainKind*> ground;  ///< by square index, null = clear
  std::vector<std::uint8_t> enemy_camp;    ///< by square index
  bool plain = true;                       ///< no edges, tracks or barriers: only impassable ground bars
  const Unit* unit_in(Square s) const { return units[static_cast<std::size_t>(state.map.index(s))]; }
  const TerrainKind* kind_of(Square s) const { return ground[static_cast<std::size_t>(state.map.index(s))]; }
  MapBar bar(Square from, Square to) const;
};

/// Why a manoeuvre is not allowed.
enum class Bar : std::uint8_t {
  None,
  Held,
  InWall,
  NoWall,
  Stopped,
  Points,
  ReverseDisrupted,
  MustEnd,
  OffMap,
  ByMap,
  Enemy,
  EnemyCamp,
  HeavyThere
};

/// One manoeuvre tried.
struct Attempt {
  Mover to;  ///< only when allowed
  Bar bar = Bar::None;
  MapBar by_map = MapBar::None;
  int cost = 0, left = 0;
  Square entered;               ///< an advance: the square ahead
  const Unit* there = nullptr;  ///< a friend whose square is entered, or whoever is in the way
  bool disrupts_both = false;   ///< medium through medium (BB-INT-03)
  bool terrain_disrupts = false;
  bool needs_check = false;  ///< reverse by a dense unit (BB-MOV-11)
  bool allowed() const { return bar == Bar::None; }
};

/// Points the mover may spend in all, with cards and its present order counted.
int allowance_of(const State& state, const Unit& unit, bool disrupted);
Mover mover_of(const State& state, const Unit& unit);
Attempt attempt(const MoveGround& ground, const Mover& mover, Manoeuvre manoeuvre);
/// May the move end here? A friend's square only by displacement (BB-INT-07..13).
bool may_end_here(const MoveGround& ground, const Mover& mover, Square started_at);
/// Where the friend in `square` can be pushed to by a mover that started at `left` (BB-INT-09..12, BB-AMB-39).
std::vector<Square> displacement_squares(const MoveGround& ground, Square square, Square left);

/// A way to reach a square and facing: the best (Roam::End), ties by fewest manoeuvres.
struct Reach {
  Mover end;
  std::vector<Manoeuvre> path;
  bool passes_friends = false, checks = false;
};

/// The movement search: everything a unit can reach from where it stands, by square and facing. The state must outlive it.
class Roam {
 public:
  Roam(const MoveGround& ground, const Unit& unit, const Mover& start);
  /// An end of a way: good order before a way without a check, that before cheapness.
  struct End {
    Mover mover;
    int node = -1;
    bool passes_friends = false, checks = false;
  };
  /// Best: one way to each end. All: besides, a cheaper one that has to pass a check (BB-MOV-11).
  enum class Ways { Best, All };
  /// Every square and facing it may end in, its own square and facing left out; with `to` only that square.
  std::vector<End> ends(std::optional<Square> to = {}, Ways ways = Ways::Best) const;
  /// The best end of each square, its own left out.
  std::vector<End> by_square(Ways ways = Ways::Best) const;
  std::vector<Manoeuvre> path_to(const End& end) const;

 private:
  struct Node {
    Mover mover;
    int from = -1;
    int next = -1;  ///< after it in the queue of its points
    Manoeuvre by = Manoeuvre::Advance;
    bool passes = false, checks = false, done = false;
  };
  /// The squares that can come into question: a rectangle of the map.
  struct Window {
    int column = 0, row = 0, columns = 0, rows = 0;
    std::size_t slots() const { return static_cast<std::size_t>(columns * rows * 8); }
    std::size_t slot(Square s, Facing f) const {
      return static_cast<std::size_t>(((s.row - row) * columns + s.column - column) * 8 + static_cast<int>(f));
    }
  };
  static Window window_round(const Map& map, Square centre, int steps);
  std::vector<End> ends_of(const std::vector<int>& chosen) const;
  bool better(int at, int than) const;
  /// One node a slot; `slot_of` says which, or none.
  template <class Slot>
  std::vector<End> chosen_by(std::size_t slots, Ways ways, Slot&& slot_of) const;
  const MoveGround& ground_;
  Window window_;
  Square from_;        ///< where the search starts
  Square started_at_;  ///< where the unit stood when its move began: free for a friend it displaces
  std::vector<Node> nodes_;
  std::vector<int> order_;  ///< settled nodes, cheapest first
};

/// Everything the unit can reach, with the ways. With `to`, only ways that end there.
std::vector<Reach> reachable(const MoveGround& ground, const Unit& unit, const Mover& start, std::optional<Square> to = {});

// Words (wording.cpp).
std::string_view name_of(Manoeuvre manoeuvre);
std::string_view rule_of(Halt halt);
/// Why the attempt is not allowed, or, when it is, what stops the unit; an empty rule when nothing does.
engine::Reason reason_of(const MoveGround& ground, const Mover& mover, Manoeuvre manoeuvre, const Attempt& tried);
/// As may_end_here, with the reason.
engine::Verdict may_end(const MoveGround& ground, const Mover& mover, Square started_at);
/// Why this square or facing bars or binds the unit before it starts: strong zone. Allowed when it may move.
engine::Verdict may_start(const MoveGround& ground, const Mover& mover);
/// The reason a rule of the map bars the step between neighbours for this side (walls, hills, tracks, barriers), if one does.
std::optional<engine::Reason> barred(const State& state, Side side, Square from, Square to);
/// Why `to` cannot be reached, as nearly as can be told: what bars the start, the square, the first step on the way, or the points.
engine::Verdict why_not_there(const MoveGround& ground, const Mover& mover, Square to);

/// What of the map keeps a unit of this side off the square itself, however it might come there.
MapBar square_bar(const State& state, Side side, Square square);
/// What of the map bars the step, in numbers.
MapBar map_bar(const State& state, Side side, Square from, Square to);

}  // namespace polemarch::blade_and_bow
