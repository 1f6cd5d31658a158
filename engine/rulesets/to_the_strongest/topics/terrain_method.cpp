#include "engine/rulesets/to_the_strongest/topics/terrain_method.hpp"

#include <algorithm>

#include "engine/rulesets/to_the_strongest/topics/movement.hpp"

namespace polemarch::to_the_strongest {
namespace {

using engine::allow;
using engine::refuse;
using engine::Verdict;

bool is_road(std::string_view kind) { return kind == "road" || kind == "track"; }
bool is_stream(std::string_view kind) { return kind == "stream"; }
bool is_linear(std::string_view kind) {
  return is_road(kind) || is_stream(kind) || kind == "wall" || kind == "hedge" || kind == "stakes" || kind == "ditch" ||
         kind == "fortification";
}

struct Kinds {
  bool known = false, open = false, rough = false, impassable = false;
};
Kinds kinds_of(std::string_view kind) {
  if (is_road(kind)) return {true, true, false, false};  // TTS-TCH-07
  if (is_stream(kind)) return {true, false, false, false};
  const auto ground = ground_named(kind);
  if (!ground) return {};
  const GroundRow& row = row_of(*ground);
  return {true, !row.rough && !row.impassable, row.rough, row.impassable};
}

int orthogonal_distance(Box a, Box b) { return std::abs(a.col - b.col) + std::abs(a.row - b.row); }

/// Boxes of different kinds may not touch by a side. TTS-TPL-07, TTS-TPL-08.
const PlacedPiece* unlike_neighbour(const std::vector<PlacedPiece>& pieces, std::string_view kind, const std::vector<Box>& boxes,
                                    const PlacedPiece* self) {
  for (const PlacedPiece& other : pieces) {
    if (&other == self || other.gone || is_linear(other.kind) || other.kind == kind) continue;
    for (const Box a : boxes)
      for (const Box b : other.boxes)
        if (orthogonal_distance(a, b) <= 1) return &other;
  }
  return nullptr;
}

bool occupied(const std::vector<PlacedPiece>& pieces, Box box, const PlacedPiece* self) {
  return std::any_of(pieces.begin(), pieces.end(), [&](const PlacedPiece& other) {
    return &other != self && !other.gone && !is_linear(other.kind) &&
           std::find(other.boxes.begin(), other.boxes.end(), box) != other.boxes.end();
  });
}

/// The edges form one line from table edge to table edge. TTS-TPL-12.
bool runs_across(const Field& field, const std::vector<std::string>& edges) {
  std::vector<std::pair<Box, Box>> lines;  // by their corners; (0,0) is the table's corner at A's left hand
  for (const std::string& text : edges) {
    const auto edge = edge_named(text);
    if (!edge || !field.holds(edge->first) || !field.holds(edge->first + ahead(edge->second))) return false;
    const Box low{edge->first.col - 1, edge->first.row - 1};
    switch (edge->second) {
      case Facing::N:
        lines.push_back({low + Step2{0, 1}, low + Step2{1, 1}});
        break;
      case Facing::E:
        lines.push_back({low + Step2{1, 0}, low + Step2{1, 1}});
        break;
      case Facing::S:
        lines.push_back({low, low + Step2{1, 0}});
        break;
      case Facing::W:
        lines.push_back({low, low + Step2{0, 1}});
        break;
    }
  }
  if (lines.empty()) return false;
  std::vector<Box> reached{lines.front().first};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const auto& [from, to] : lines) {
      if (from != reached[i] && to != reached[i]) continue;
      const Box next = from == reached[i] ? to : from;
      if (std::find(reached.begin(), reached.end(), next) == reached.end()) reached.push_back(next);
    }
  }
  const auto joined = [&](const auto& line) { return std::find(reached.begin(), reached.end(), line.first) != reached.end(); };
  if (!std::all_of(lines.begin(), lines.end(), joined)) return false;
  return std::count_if(reached.begin(), reached.end(), [&](Box corner) {
           return corner.col == 0 || corner.row == 0 || corner.col == field.columns || corner.row == field.rows;
         }) >= 2;
}

bool road_across(const Field& field, const std::vector<Box>& boxes) {
  if (boxes.size() < 2) return false;
  for (std::size_t i = 1; i < boxes.size(); ++i)
    if (orthogonal_distance(boxes[i - 1], boxes[i]) != 1) return false;
  const auto on_border = [&](Box box) { return box.col == 1 || box.row == 1 || box.col == field.columns || box.row == field.rows; };
  return on_border(boxes.front()) && on_border(boxes.back());
}

}  // namespace

std::optional<std::pair<Box, Facing>> edge_named(std::string_view text) {
  const auto slash = text.find('/');
  if (slash == std::string_view::npos) {  // "c3:N"
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const auto box = box_named(text.substr(0, colon));
    const auto side = facing_named(text.substr(colon + 1));
    if (!box || !side) return std::nullopt;
    return std::pair{*box, *side};
  }
  const auto a = box_named(text.substr(0, slash)), b = box_named(text.substr(slash + 1));
  if (!a || !b) return std::nullopt;
  const auto side = facing_of(*b - *a);
  if (!side) return std::nullopt;
  return std::pair{*a, *side};
}

int cost_of(const TerrainChoice& choice) {
  if (is_road(choice.kind)) return choice.count;
  if (is_stream(choice.kind)) return choice.count * ((choice.boxes + 3) / 4);  // `boxes` edges long
  return choice.count * choice.boxes;
}

int pieces_left(const State& state, Side side) {
  int left = 0;
  for (const TerrainChoice& line : state.side(side).terrain_list) left += line.count;
  for (const PlacedPiece& piece : state.pieces) left -= piece.side == side ? 1 : 0;
  return std::max(0, left);
}

Verdict judge_terrain_list(const State& state, const std::vector<TerrainChoice>& list) {
  const int choices = terrain_choices(state.field.columns, state.field.rows);
  int spent = 0, open = 0, rough = 0, impassable = 0;
  for (const TerrainChoice& line : list) {
    const Kinds kinds = kinds_of(line.kind);
    if (line.kind == "stakes" || line.kind == "ditch") return refuse("TTS-TCH-11", "stakes are not a terrain choice");
    if (!kinds.known) return engine::impossible("unknown terrain \"" + line.kind + "\"", "TTS-TER-01");
    if (ground_named(line.kind) == Ground::Water || ground_named(line.kind) == Ground::Bridge)
      return refuse("TTS-TCH-10", "waterways only by agreement or scenario");
    if (line.boxes < 1 || line.count < 1) return engine::impossible("\"boxes\" and \"count\" are 1 or more", "TTS-TCH-02");
    if (!is_linear(line.kind) && line.boxes > 2) return refuse("TTS-GRID-08", "a piece fills one or two boxes", line.boxes, 2, "boxes");
    const int cost = cost_of(line);
    spent += cost;
    open += kinds.open ? cost : 0;
    rough += kinds.rough ? cost : 0;
    impassable += kinds.impassable ? cost : 0;
    if (state.scenario == 2 && kinds.open) return refuse("TTS-SCN-03", "hill country has no clear terrain: " + line.kind);
    if (state.scenario == 6 && kinds.open) return refuse("TTS-SCN-08", "terrain as in hill country: no " + line.kind);
  }
  if (spent > choices) return refuse("TTS-TCH-02", "too many choices", spent, choices, "choices");
  const int quarter_up = (spent + 3) / 4, quarter_down = spent / 4;  // TTS-AMB-126
  const int half_up = (spent + 1) / 2;
  const bool hills = state.scenario == 2 || state.scenario == 6;
  if (open < quarter_up && !hills) return refuse("TTS-TCH-07", "a quarter must be open", open, quarter_up, "choices");
  if (state.scenario == 1 && open * 2 < spent) return refuse("TTS-SCN-02", "on the plain half must be open", open, half_up, "choices");
  if (rough < quarter_up) return refuse("TTS-TCH-08", "a quarter must be rough", rough, quarter_up, "choices");
  if (impassable > quarter_down) return refuse("TTS-TCH-09", "at most a quarter may be impassable", impassable, quarter_down, "choices");
  return allow();
}

Zone zone_of(const Field& field, int column) {
  const int flank = flank_columns(field.columns);
  return column <= flank ? Zone::Left : column > field.columns - flank ? Zone::Right : Zone::Centre;
}

Verdict judge_piece(const State& state, Side side, const PlaceTerrain& piece) {
  const Field& field = state.field;
  if (is_stream(piece.kind)) {
    if (!runs_across(field, piece.edges)) return refuse("TTS-TPL-12", "a stream runs from one table edge to another");
    return allow();
  }
  if (is_road(piece.kind)) {
    if (!road_across(field, piece.boxes)) return refuse("TTS-TPL-12", "a road runs from one table edge to another");
    for (const Box box : piece.boxes) {
      for (const PlacedPiece& other : state.pieces) {
        const auto ground = ground_named(other.kind);
        const bool bars = ground == Ground::SteepHill || ground == Ground::SmallLake || ground == Ground::Water;
        if (bars && !other.gone && std::find(other.boxes.begin(), other.boxes.end(), box) != other.boxes.end())
          return refuse("TTS-TPL-11", "no road through the " + other.kind + " in " + name_of(box));
      }
    }
    return allow();
  }
  if (is_linear(piece.kind)) {
    if (piece.edges.empty()) return engine::impossible("a " + piece.kind + " lies along edges such as \"c4/c5\"", "TTS-TPL-09");
    for (const std::string& text : piece.edges) {
      const auto edge = edge_named(text);
      if (!edge || !field.holds(edge->first)) return engine::impossible("\"" + text + "\" is no edge such as \"c4/c5\"", "TTS-TPL-09");
    }
    return allow();
  }
  const Kinds kinds = kinds_of(piece.kind);
  if (!kinds.known) return engine::impossible("unknown terrain \"" + piece.kind + "\"");
  if (piece.boxes.empty() || piece.boxes.size() > 2)
    return refuse("TTS-GRID-08", "a piece fills one or two boxes", static_cast<double>(piece.boxes.size()), 2, "boxes");
  if (piece.boxes.size() == 2 && orthogonal_distance(piece.boxes[0], piece.boxes[1]) != 1)
    return refuse("TTS-GRID-08", "its two boxes must be neighbours");
  for (const PlacedPiece& other : state.pieces)
    if (other.side == side && is_linear(other.kind)) return refuse("TTS-TPL-09", "box pieces come before linear ones");
  for (const Box box : piece.boxes) {
    if (!field.holds(box)) return engine::impossible(name_of(box) + " is not on the table");
    if (occupied(state.pieces, box, nullptr)) return refuse("TTS-TPL-07", name_of(box) + " is taken");
    if (kinds.impassable && zone_of(field, box.col) == Zone::Centre)
      return refuse("TTS-TPL-06", "impassable pieces stay out of the centre");
  }
  if (const PlacedPiece* near = unlike_neighbour(state.pieces, piece.kind, piece.boxes, nullptr))
    return refuse("TTS-TPL-07", "touches a " + near->kind);
  return allow();
}

std::vector<Zone> zones_without_piece(const State& state, Side side) {
  std::vector<Zone> missing{Zone::Left, Zone::Centre, Zone::Right};
  for (const PlacedPiece& piece : state.pieces) {
    if (piece.side != side) continue;
    for (const Box box : piece.boxes) std::erase(missing, zone_of(state.field, box.col));
    for (const std::string& text : piece.edges)
      if (const auto edge = edge_named(text)) std::erase(missing, zone_of(state.field, edge->first.col));
  }
  return missing;
}

std::string suit_text(const DealtCard& card) {
  constexpr std::array<const char*, 4> names{"hearts", "clubs", "diamonds", "spades"};
  return std::to_string(card.value) + " of " + names[static_cast<std::size_t>(card.suit)];
}

DealtCard card_from(int number) { return {static_cast<Suit>((number - 1) / 10), (number - 1) % 10 + 1}; }

std::vector<PlacedPiece> after_deal(const State& state, const std::vector<PlacedPiece>& pieces, const std::vector<DealtCard>& cards,
                                    Side dealer) {
  std::vector<PlacedPiece> now = pieces;
  const Field& field = state.field;
  for (std::size_t i = 0; i < now.size() && i < cards.size(); ++i) {
    if (cards[i].suit == Suit::Diamonds) now[i].gone = true;  // TTS-TPL-18
    if (cards[i].suit == Suit::Clubs && !is_road(now[i].kind)) {
      bool centre = std::any_of(now[i].boxes.begin(), now[i].boxes.end(), [&](Box box) { return zone_of(field, box.col) == Zone::Centre; });
      for (const std::string& text : now[i].edges)
        if (const auto edge = edge_named(text)) centre = centre || zone_of(field, edge->first.col) == Zone::Centre;
      if (centre) now[i].gone = true;  // TTS-TPL-17
    }
  }
  std::vector<std::size_t> spades;
  for (std::size_t i = 0; i < now.size() && i < cards.size(); ++i)
    if (cards[i].suit == Suit::Spades && !now[i].gone && !is_linear(now[i].kind)) spades.push_back(i);
  const auto left_column = [&](std::size_t i) {
    int left = 1000;
    for (const Box box : now[i].boxes) left = std::min(left, dealer == Side::A ? box.col : field.columns + 1 - box.col);
    return left;
  };
  std::stable_sort(spades.begin(), spades.end(),
                   [&](std::size_t a, std::size_t b) { return left_column(a) < left_column(b); });  // TTS-TPL-20
  for (const std::size_t i : spades) {
    const int value = cards[i].value;
    const Step2 local = value <= 2 ? Step2{0, 1} : value <= 5 ? Step2{1, 0} : value <= 8 ? Step2{0, -1} : Step2{-1, 0};
    const Step2 step = from_frame(outward(dealer), local);
    std::vector<Box> moved;
    for (const Box box : now[i].boxes) moved.push_back(box + step);
    const bool fits = std::all_of(moved.begin(), moved.end(), [&](Box box) { return field.holds(box) && !occupied(now, box, &now[i]); });
    if (fits) {
      now[i].boxes = moved;
    } else {
      now[i].gone = true;  // TTS-TPL-21
    }
  }
  return now;
}

bool lay_piece(Field& field, const std::string& kind, const std::vector<Box>& boxes, const std::vector<std::string>& edges) {
  if (is_road(kind)) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      if (!field.holds(boxes[i])) return false;
      if (i > 0) {
        const auto way = facing_of(boxes[i] - boxes[i - 1]);
        if (!way) return false;
        field.lay_road(boxes[i - 1], *way);
        field.lay_road(boxes[i], opposite(*way));
      }
      // A road that ends at the border runs off the table there.
      for (const Facing edge : kFacings)
        if ((i == 0 || i + 1 == boxes.size()) && !field.holds(boxes[i] + ahead(edge))) field.lay_road(boxes[i], edge);
    }
    return true;
  }
  if (is_linear(kind) || kind == "shoreline") {
    for (const std::string& text : edges) {
      const auto named = edge_named(text);
      if (!named || !field.holds(named->first)) return false;
      Edge& edge = field.edge(named->first, named->second);
      if (is_stream(kind)) edge.stream = true;
      if (kind == "wall" || kind == "hedge") edge.wall = true;
      if (kind == "shoreline") edge.shoreline = true;
      if (kind == "stakes" || kind == "ditch") edge.stakes = named->second;  // TTS-TER-20
      if (kind == "fortification") edge.fortification = named->second;
    }
    return true;
  }
  const auto ground = ground_named(kind);
  if (!ground) return false;
  for (const Box box : boxes) {
    if (!field.holds(box)) return false;
    field.set_ground(box, *ground);
  }
  return true;
}

void lay_pieces(Field& field, const std::vector<PlacedPiece>& pieces) {
  for (const PlacedPiece& piece : pieces)
    if (!piece.gone) lay_piece(field, piece.kind, piece.boxes, piece.edges);
}

}  // namespace polemarch::to_the_strongest
