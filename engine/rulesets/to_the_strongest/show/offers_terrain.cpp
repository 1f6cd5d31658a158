/// Scenario and terrain, as a menu has them: a few whole pieces of every kind
/// for each zone, where they lie best.
#include <algorithm>
#include <cstdlib>
#include <optional>

#include "engine/rulesets/to_the_strongest/judge/judge.hpp"
#include "engine/rulesets/to_the_strongest/show/offering.hpp"
#include "engine/rulesets/to_the_strongest/topics/terrain_method.hpp"

namespace polemarch::to_the_strongest {
namespace {

bool is_allowed(const State& state, Side side, const PlaceTerrain& piece) {
  return judge_prelude(state, viewer_of(side), Command{piece}).allowed();
}

/// Boxes of a zone, those before the side's own half's middle first.
std::vector<Box> boxes_of(const State& state, Side side, Zone zone) {
  std::vector<Box> boxes;
  for (int col = 1; col <= state.field.columns; ++col)
    for (int row = 1; row <= state.field.rows; ++row)
      if (zone_of(state.field, col) == zone) boxes.push_back({col, row});
  const int wanted = side == Side::A ? state.field.rows / 2 - 1 : state.field.rows / 2 + 2;
  std::stable_sort(boxes.begin(), boxes.end(), [&](Box a, Box b) { return std::abs(a.row - wanted) < std::abs(b.row - wanted); });
  return boxes;
}

/// The first place in each zone where such a piece may lie.
void add_boxes(const State& state, Side side, std::string_view kind, int size, std::vector<PlaceTerrain>& out) {
  for (const Zone zone : {Zone::Left, Zone::Centre, Zone::Right})
    for (const Box box : boxes_of(state, side, zone)) {
      PlaceTerrain piece{.side = std::string(name_of(side)), .kind = std::string(kind), .boxes = {box}};
      if (size == 2) piece.boxes.push_back(box + Step2{1, 0});
      if (!is_allowed(state, side, piece)) continue;
      out.push_back(std::move(piece));
      break;
    }
}

/// Straight from edge to edge: one in each zone, and one across them all.
void add_lines(const State& state, Side side, std::vector<PlaceTerrain>& out) {
  const int columns = state.field.columns, rows = state.field.rows;
  std::vector<PlaceTerrain> lines;
  const auto line = [&](const char* kind) -> PlaceTerrain& {
    lines.push_back({.side = std::string(name_of(side)), .kind = kind});
    return lines.back();
  };
  for (const int col : {columns / 6 + 1, columns / 2, columns - columns / 6}) {
    PlaceTerrain& road = line("road");
    for (int row = 1; row <= rows; ++row) road.boxes.push_back({col, row});
    PlaceTerrain& stream = line("stream");
    for (int row = 1; row <= rows; ++row) stream.edges.push_back(name_of(Box{col, row}) + "/" + name_of(Box{col + 1, row}));
  }
  PlaceTerrain& road = line("road");
  for (int col = 1; col <= columns; ++col) road.boxes.push_back({col, rows / 2});
  PlaceTerrain& stream = line("stream");
  for (int col = 1; col <= columns; ++col) stream.edges.push_back(name_of(Box{col, rows / 2}) + "/" + name_of(Box{col, rows / 2 + 1}));
  for (PlaceTerrain& piece : lines)
    if (is_allowed(state, side, piece)) out.push_back(std::move(piece));
}

std::vector<PlaceTerrain> pieces_open(const State& state, Side side) {
  std::vector<PlaceTerrain> out;
  for (const GroundRow& ground : kGroundRows) {
    if (ground.ground == Ground::Open || ground.ground == Ground::Water || ground.ground == Ground::Bridge) continue;
    add_boxes(state, side, ground.key, 1, out);
    if (!ground.impassable) add_boxes(state, side, ground.key, 2, out);
  }
  add_lines(state, side, out);
  return out;
}

/// Three lists that fit the table and the scenario: even, open and rough.
/// TTS-TCH-02, TTS-TCH-07..09.
std::vector<ChooseTerrain> lists_open(const State& state, Side side) {
  std::vector<ChooseTerrain> out;
  const int quarter = terrain_choices(state.field.columns, state.field.rows) / 4;
  if (quarter < 1) return out;
  const std::string name(name_of(side));
  using Lines = std::vector<TerrainChoice>;
  for (const Lines& lines : {Lines{{"field", 1, quarter}, {"low_hill", 1, quarter}, {"broken", 1, quarter}, {"wood", 1, quarter}},
                             Lines{{"field", 1, quarter}, {"low_hill", 1, 2 * quarter}, {"wood", 1, quarter}},
                             Lines{{"field", 1, quarter}, {"steep_hill", 1, quarter}, {"wood", 1, quarter}, {"marsh", 1, quarter}},
                             Lines{{"steep_hill", 1, quarter}, {"broken", 1, quarter}, {"wood", 1, 2 * quarter}}})
    if (judge_terrain_list(state, lines).allowed()) out.push_back({name, lines});
  return out;
}

/// The first edge between two boxes where a wall or hedge may stand.
std::optional<PlaceTerrain> edge_piece(const State& state, Side side, std::string_view kind) {
  for (int col = 1; col <= state.field.columns; ++col)
    for (int row = 1; row < state.field.rows; ++row) {
      PlaceTerrain piece{.side = std::string(name_of(side)),
                         .kind = std::string(kind),
                         .boxes = {},
                         .edges = {name_of(Box{col, row}) + "/" + name_of(Box{col, row + 1})}};
      if (is_allowed(state, side, piece)) return piece;
    }
  return std::nullopt;
}

}  // namespace

void add_unfinished_terrain(const State& state, Viewer viewer, std::vector<std::pair<Command, engine::Need>>& out) {
  for (const Side side : {Side::A, Side::B}) {
    if (!engine::may_answer(viewer, viewer_of(side))) continue;
    std::vector<std::string> kinds;
    for (const PlaceTerrain& piece : pieces_open(state, side))
      if (!piece.boxes.empty() && std::find(kinds.begin(), kinds.end(), piece.kind) == kinds.end()) kinds.push_back(piece.kind);
    for (const std::string& kind : kinds) {
      PlaceTerrain piece{.side = std::string(name_of(side)), .kind = kind};
      out.emplace_back(std::move(piece), engine::fill_in(engine::NeedKind::Names, "boxes", "Which boxes? Such as c4 c5"));
    }
    for (const char* kind : {"wall", "hedge"})
      if (auto piece = edge_piece(state, side, kind)) {
        piece->edges.clear();
        out.emplace_back(std::move(*piece), engine::fill_in(engine::NeedKind::Names, "edges", "Along which edges? Such as c4/c5 d4/d5"));
      }
  }
}

bool can_place_terrain(const State& state, Side side) { return !pieces_open(state, side).empty(); }

std::vector<Command> terrain_offers(const State& state, Viewer viewer) {
  std::vector<Command> out;
  if (state.pieces.empty() && state.scenario == 0)
    for (int number = 0; number <= 10; ++number) out.push_back(ChooseScenario{.number = number, .flank = {}});
  for (const Side side : {Side::A, Side::B}) {
    if (!engine::may_answer(viewer, viewer_of(side))) continue;
    const bool begun = std::any_of(state.pieces.begin(), state.pieces.end(), [&](const PlacedPiece& piece) { return piece.side == side; });
    if (!begun && state.side(side).terrain_list.empty())
      for (ChooseTerrain& list : lists_open(state, side)) out.push_back(std::move(list));
    for (PlaceTerrain& piece : pieces_open(state, side)) out.push_back(std::move(piece));
  }
  return out;
}

}  // namespace polemarch::to_the_strongest
