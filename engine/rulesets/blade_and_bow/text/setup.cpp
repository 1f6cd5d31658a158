/// Reads a setup: table and map, counters, cards, armies, and a battle half-way. Samples stand in where nothing is given.
#include <algorithm>
#include <set>

#include "engine/rulesets/blade_and_bow/play/play.hpp"
#include "engine/rulesets/blade_and_bow/tables.hpp"
#include "engine/rulesets/blade_and_bow/text/json.hpp"
#include "engine/rulesets/blade_and_bow/text/sheets.hpp"
#include "engine/rulesets/blade_and_bow/topics/command.hpp"
#include "models/embedded.hpp"
#include "models/io/json.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::blade_and_bow {

namespace data {
std::span<const EmbeddedFile> embedded_files();
}

namespace {

using engine::FieldError;
using engine::get_field;
using engine::get_field_or_keep;
using engine::read_at;
using Json = nlohmann::json;

Json sample(std::string_view file) { return io::parsed(find_embedded(data::embedded_files(), file)); }

std::map<std::string, UnitType> types_in(const Json& list, const std::string& path) {
  std::map<std::string, UnitType> types;
  for (std::size_t i = 0; i < list.size(); ++i) {
    UnitType type;
    read_at(list[i], path + "/" + std::to_string(i), type);
    types[type.name] = std::move(type);
  }
  return types;
}

std::vector<Card> deck_in(const Json& list) {
  std::vector<Card> deck;
  std::set<int> numbers;
  std::set<std::string> titles;
  int reshuffles = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    Card card;
    read_at(list[i], "deck/" + std::to_string(i), card);
    const std::string at = "/deck/" + std::to_string(i);
    if (!numbers.insert(card.number).second) throw FieldError(at + "/number", "card " + std::to_string(card.number) + " is there twice");
    if (!card.tough_luck && !titles.insert(card.title).second)
      throw FieldError(at + "/title", "all cards but Tough Luck differ; \"" + card.title + "\" is there twice");
    if (card.reshuffle && card.commitment) throw FieldError(at + "/commitment", "the reshuffle card has no commitment number");
    for (const int actions : card.actions)
      if (actions == 0 && !card.reshuffle) throw FieldError(at + "/actions", "expected 1, 2 or 3");
    reshuffles += card.reshuffle ? 1 : 0;
    deck.push_back(std::move(card));
  }
  if (reshuffles != 1) throw FieldError("/deck", "expected exactly one reshuffle card, found " + std::to_string(reshuffles));
  return deck;
}

/// Where row 1 lies: said with the grid or with the map; printed maps have it at the top. BB-AMB-01.
std::string row_one_in(const Json& j) {
  const Json grid = j.value("table", Json::object()).value("grid", Json::object()), map = j.value("map", Json::object());
  for (const auto& [part, path] : {std::pair{grid, "/table/grid/row_one"}, {map, "/map/row_one"}}) {
    if (!part.contains("row_one")) continue;
    if (part["row_one"] != "top" && part["row_one"] != "bottom") throw FieldError(path, "expected \"top\" or \"bottom\"");
    return part["row_one"];
  }
  return "top";
}

Map map_in(const Json& j) {
  Map map;
  map.kinds = sample("blade_and_bow_terrain_sample.json").at("kinds").get<std::map<std::string, TerrainKind>>();
  if (const auto table = j.find("table"); table != j.end() && table->contains("grid")) {
    const Json& grid = table->at("grid");
    if (!grid.is_object()) throw FieldError("/table/grid", "expected an object with columns, rows and box_mm");
    get_field(grid, "columns", map.columns);
    get_field(grid, "rows", map.rows);
    get_field(grid, "box_mm", map.box);
    if (map.columns < 3 || map.columns > 60 || map.rows < 3 || map.rows > 60)
      throw FieldError("/table/grid", "expected 3 to 60 columns and rows");
    if (map.box.um < 1000) throw FieldError("/table/grid/box_mm", "expected at least 1 mm");
    if (const auto origin = grid.find("origin_mm"); origin != grid.end()) {
      if (!origin->is_array() || origin->size() != 2) throw FieldError("/table/grid/origin_mm", "expected two lengths");
      read_at((*origin)[0], "table/grid/origin_mm/0", map.origin_x);
      read_at((*origin)[1], "table/grid/origin_mm/1", map.origin_y);
    }
  }
  map.row_one_at_top = row_one_in(j) == "top";
  const auto drawn = j.find("map");
  if (drawn == j.end()) return map;
  if (drawn->contains("kinds"))
    for (const auto& [name, kind] : drawn->at("kinds").items()) read_at(kind, "map/kinds/" + name, map.kinds[name]);
  if (drawn->contains("terrain")) {
    for (const auto& [kind, squares] : drawn->at("terrain").items()) {
      if (kind != "clear" && !map.kinds.contains(kind))
        throw FieldError("/map/terrain/" + kind, "unknown terrain kind; give it under /map/kinds");
      for (std::size_t i = 0; i < squares.size(); ++i) {
        Square square;
        read_at(squares[i], "map/terrain/" + kind + "/" + std::to_string(i), square);
        if (!map.holds(square)) throw FieldError("/map/terrain/" + kind + "/" + std::to_string(i), name_of(square) + " is not on the grid");
        map.terrain[square] = kind;
      }
    }
  }
  for (const Json& e : drawn->value("edges", Json::array())) {
    Edge edge;
    read_at(e.at("between").at(0), "map/edges/between/0", edge.a);
    read_at(e.at("between").at(1), "map/edges/between/1", edge.b);
    edge.halts = e.value("halts", false);
    edge.impassable = e.value("impassable", false);
    edge.guarded = e.value("guarded", false);
    if (!are_neighbours(edge.a, edge.b))
      throw FieldError("/map/edges", name_of(edge.a) + " and " + name_of(edge.b) + " are not neighbours");
    map.edges.push_back(edge);
  }
  get_field_or_keep(*drawn, "tracks", map.tracks);
  get_field_or_keep(*drawn, "setup_squares", map.setup_squares);
  for (const Json& b : drawn->value("barriers", Json::array())) {
    Barrier barrier;
    get_field(b, "side", barrier.side);
    barrier.column = square_named(b.at("column").get<std::string>() + "1").value_or(Square{}).column;
    barrier.towards_high = b.value("from", "west") == "west";
    map.barriers.push_back(barrier);
  }
  return map;
}

void read_place(const Json& j, const std::string& path, const Map& map, Where& box, Square& square) {
  box = Where::Undeployed;
  if (j.contains("square")) {
    read_at(j.at("square"), path.substr(1) + "/square", square);
    if (!map.holds(square)) throw FieldError(path + "/square", name_of(square) + " is not on the grid");
    box = Where::Map;
  }
  if (j.contains("box")) read_at(j.at("box"), path.substr(1) + "/box", box);
  if (box == Where::Map && !j.contains("square")) throw FieldError(path, "needs \"square\"");
}

void claim(std::set<std::string>& names, const std::string& name, const std::string& path) {
  if (!names.insert(name).second) throw FieldError(path, name + " is there twice");
}

/// What the units of a side share.
struct SideTypes {
  std::map<std::string, UnitType> types;
  int ranks = 0;  ///< of a unit that says none
};

void read_unit(State& state, const Json& u, Side side, const SideTypes& shared, const std::string& at, std::set<std::string>& names) {
  Army& army = state.army(side);
  Unit unit;
  read_at(u.at("unit"), at.substr(1) + "/unit", unit.id);
  claim(names, unit.id.text, at + "/unit");
  unit.side = side;
  const std::string wanted = u.at("type").get<std::string>();
  const auto type = shared.types.find(wanted);
  if (type == shared.types.end()) {
    std::string known;
    for (const auto& [name, t] : shared.types) known += (known.empty() ? "" : ", ") + name;
    throw FieldError(at + "/type", "unknown counter type \"" + wanted + "\"; there are " + known);
  }
  unit.type = type->second;
  unit.name = u.value("name", wanted);
  read_place(u, at, state.map, unit.box, unit.square);
  unit.facing = side == Side::A ? Facing::N : Facing::S;
  get_field_or_keep(u, "facing", unit.facing);
  unit.disrupted = u.value("disrupted", false);
  unit.melee_marker = u.value("melee_marker", false);
  unit.wall = u.value("wall", false);
  unit.ranks = {
      .id = unit.id.text + ".ranks", .owner = viewer_of(side), .range = "+0 to +6", .revealed = u.value("shown", false), .value = 0};
  if (unit.has_ranks()) {
    unit.ranks.value = shared.ranks;
    if (u.contains("ranks")) unit.ranks.value = u.at("ranks").is_null() ? std::nullopt : std::optional<int>(u.at("ranks").get<int>());
    if (unit.box != Where::Reserve) army.rank_total += unit.ranks.value.value_or(0);
  } else if (u.contains("ranks") && !u.at("ranks").is_null() && u.at("ranks") != 0) {
    throw FieldError(at + "/ranks", "open units have no rank marker");
  }
  if (unit.on_map()) {
    const Unit* there = unit_at(state, unit.square);
    if (!may_set_up(state.map, side, unit.type.name, unit.square))
      throw FieldError(at + "/square", name_of(unit.square) + " is not a setup square of " + wanted);
    if (there != nullptr)
      throw FieldError(at + "/square", name_of(unit.square) + " holds " + there->id.text + " already; one unit a square");
  }
  state.units[unit.id] = std::move(unit);
}

void read_leader(State& state, const Json& l, Side side, const std::string& at, std::set<std::string>& names) {
  Leader leader;
  read_at(l.at("leader"), at.substr(1) + "/leader", leader.id);
  claim(names, leader.id.text, at + "/leader");
  leader.side = side;
  leader.name = l.value("name", leader.id.text);
  leader.rank = l.at("rank");
  leader.range = l.at("range");
  leader.value = l.at("value");
  read_at(l.at("colour"), at.substr(1) + "/colour", leader.colour);
  read_place(l, at, state.map, leader.box, leader.square);
  leader.return_turn = l.value("return_turn", 0);
  state.leaders[leader.id] = std::move(leader);
}

void read_camp(State& state, const Json& c, Side side, const std::string& at, std::set<std::string>& names) {
  Camp camp;
  read_at(c.at("camp"), at.substr(1) + "/camp", camp.id);
  claim(names, camp.id.text, at + "/camp");
  camp.side = side;
  if (c.contains("choices")) read_at(c.at("choices"), at.substr(1) + "/choices", camp.choices);
  if (c.contains("square"))
    read_at(c.at("square"), at.substr(1) + "/square", camp.square);
  else if (!camp.choices.empty())
    camp.square = camp.choices.front();
  else
    throw FieldError(at, "needs \"square\"");
  if (!state.map.holds(camp.square)) throw FieldError(at + "/square", name_of(camp.square) + " is not on the grid");
  camp.sacked = c.value("sacked", false);
  camp.front = c.value("front", 0);
  state.camps[camp.id] = std::move(camp);
}

void read_side(State& state, const Json& j, Side side, const std::map<std::string, UnitType>& shared_types, std::set<std::string>& names) {
  const std::string root = "/sides/" + std::string(name_of(side));
  Army& army = state.army(side);
  army.name = j.value("army", "");
  army.rout_level = j.value("rout_level", 7);
  army.impulses_base = j.value("impulses", 3);
  army.losses = j.value("losses", 0);
  const std::string walls = j.value("shield_walls", "no");
  army.walls_allowed = walls != "no";
  army.walls_at_start = walls == "start";
  SideTypes shared{shared_types};
  if (j.contains("types"))
    for (auto& [name, type] : types_in(j.at("types"), root.substr(1) + "/types")) shared.types[name] = type;
  if (const auto ranks = j.find("ranks"); ranks != j.end()) {
    shared.ranks = ranks->value("start", 0);
    army.rank_limit = ranks->value("max", shared.ranks);
    army.ranks_fixed = !ranks->value("adjustable", false);
  }
  const auto each = [&](const char* key, const auto& read) {
    const Json list = j.value(key, Json::array());
    for (std::size_t i = 0; i < list.size(); ++i) read(list[i], root + "/" + key + "/" + std::to_string(i));
  };
  each("units", [&](const Json& one, const std::string& at) { read_unit(state, one, side, shared, at, names); });
  each("leaders", [&](const Json& one, const std::string& at) { read_leader(state, one, side, at, names); });
  each("camps", [&](const Json& one, const std::string& at) { read_camp(state, one, side, at, names); });
  const Json hand = j.value("hand", Json::array());
  for (const Json& card : hand) {
    Secret<int> held = unknown_card(state, side);
    if (!card.is_null() && card != 0) held.value = card.get<int>();
    army.hand.push_back(std::move(held));
    ++army.cards_taken;
  }
}

State state_in(const Json& j) {
  State state;
  state.map = map_in(j);
  get_field_or_keep(j, "options", state.options);
  get_field_or_keep(j, "scenario", state.scenario);
  const Json deck = j.value("deck", Json("sample"));
  if (deck.is_array())
    state.deck = deck_in(deck);
  else if (deck == "sample")
    state.deck = deck_in(sample("blade_and_bow_deck_sample.json").at("cards"));
  std::map<std::string, UnitType> types = types_in(sample("blade_and_bow_counters_sample.json").at("types"), "types");
  if (j.contains("types"))
    for (auto& [name, type] : types_in(j.at("types"), "types")) types[name] = type;
  std::set<std::string> names;
  for (const Side side : {Side::A, Side::B}) read_side(state, j.at("sides").at(std::string(name_of(side))), side, types, names);
  for (const Side side : {Side::A, Side::B}) state.army(side).hand_size = hand_size(state, side);
  const bool undeployed =
      std::any_of(state.units.begin(), state.units.end(), [](const auto& unit) { return unit.second.box == Where::Undeployed; }) ||
      std::any_of(state.leaders.begin(), state.leaders.end(), [](const auto& leader) { return leader.second.box == Where::Undeployed; });
  state.turn.phase = j.value("setup", undeployed ? "open" : "done") == "open" ? Phase::Setup : Phase::Draw;
  // Once they are placed nobody shifts ranks, and what they add up to is as hidden as they are.
  if (state.turn.phase != Phase::Setup)
    for (const Side side : {Side::A, Side::B}) state.army(side).rank_total = 0;
  if (j.contains("state")) engine::set_over(j.at("state"), state, engine::Strange::Refused);
  if (state.turn.phase == Phase::Draw || state.turn.phase == Phase::Initiative) {  // nobody acts before the first impulse
    state.turn.active.reset();
    state.turn.actions = 0;
  }
  return state;
}

}  // namespace

Result<State> Rules::initial(std::string_view setup_json, std::string_view name) {
  auto read = io::parse_json(setup_json, name);
  if (!read) return read.error();
  auto unfolded = engine::guarded(name, [&] {
    unfold_sheets(*read);
    return std::move(*read);
  });
  if (!unfolded) return unfolded.error();
  auto parsed = io::validate_json(std::move(*unfolded), "blade_and_bow_battle.schema.json", name);
  if (!parsed) return parsed.error();
  auto state = engine::guarded(name, [&] { return state_in(*parsed); });
  if (!state) return state.error();
  if (const auto broken = broken_invariant(*state)) return InputError{std::string(name) + ": /: " + *broken};
  Unfold u(*state, Viewer::Umpire);
  u.run();
  return u.state();
}

}  // namespace polemarch::blade_and_bow
