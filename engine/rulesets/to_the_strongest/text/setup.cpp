#include <algorithm>
#include <set>

#include "engine/rulesets/to_the_strongest/text/setup.hpp"
#include "engine/rulesets/to_the_strongest/topics/army_lists.hpp"
#include "engine/rulesets/to_the_strongest/topics/board.hpp"
#include "engine/rulesets/to_the_strongest/topics/terrain_method.hpp"
#include "models/io/json.hpp"

namespace polemarch::to_the_strongest {
namespace {

using engine::FieldError;
using engine::get_field;
using engine::get_field_or_keep;
using engine::read_at;

void read_table(const Json& j, State& state) {
  only(j, "/table", {"v", "size_mm", "grid", "terrain", "border", "tolerance_mm", "border_family", "family", "rotation_deg", "note"});
  int columns = 12, rows = 8;
  if (j.contains("grid")) {
    const Json& grid = j.at("grid");
    at_path("/table/grid", [&] {
      get_field_or_keep(grid, "columns", columns);
      get_field_or_keep(grid, "rows", rows);
      get_field_or_keep(grid, "box_mm", state.box_size);
      get_field_or_keep(grid, "origin_mm", state.origin);
    });
    if (columns < 4 || columns > 40) throw FieldError("/table/grid/columns", "expected 4 to 40 columns");
    if (rows < 4 || rows > 40) throw FieldError("/table/grid/rows", "expected 4 to 40 rows");
    if (state.box_size < 20_mm || state.box_size > 1000_mm) throw FieldError("/table/grid/box_mm", "expected a box of 20 to 1000 mm");
  }
  state.field = Field::open_ground(columns, rows);
  if (!j.contains("terrain")) return;
  const Json& terrain = j.at("terrain");
  if (!terrain.is_array()) throw FieldError("/table/terrain", "expected a list");
  for (std::size_t i = 0; i < terrain.size(); ++i) {
    const std::string path = "/table/terrain/" + std::to_string(i);
    const Json& piece = terrain[i];
    only(piece, path, {"id", "kind", "boxes", "box", "edges", "edge", "outline_mm", "height_mm", "side", "name"});
    std::string kind;
    std::vector<Box> boxes;
    std::vector<std::string> edges;
    at_path(path, [&] {
      get_field(piece, "kind", kind);
      get_field(piece, "boxes", boxes);
      get_field(piece, "edges", edges);
      if (piece.contains("box")) {
        Box box;
        read_at(piece.at("box"), "box", box);
        boxes.push_back(box);
      }
      if (piece.contains("edge")) {
        std::string edge;
        read_at(piece.at("edge"), "edge", edge);
        edges.push_back(edge);
      }
      if (piece.contains("outline_mm")) {
        std::vector<Point> outline;
        read_at(piece.at("outline_mm"), "outline_mm", outline);
        for (const Box box : boxes_inside(state, outline)) boxes.push_back(box);
      }
    });
    if (kind == "camp") throw FieldError(path + "/kind", "camps belong to a side: sides/A/camps");
    if (!lay_piece(state.field, kind, boxes, edges))
      throw FieldError(path, "expected a kind of terrain with \"boxes\" on the table (or \"edges\" such as \"c3/c4\")");
  }
}

/// Two units set up in one box without places: the first listed leads.
void share_boxes(State& state) {
  for (auto& [id, unit] : state.units) {
    if (!on_table(unit)) continue;
    for (auto& [other_id, other] : state.units) {
      if (other_id <= id || !on_table(other) || other.box != unit.box || other.side != unit.side) continue;
      if (unit.along == 0 && other.along == 0) {
        unit.along = sign_of(unit.facing);
        other.along = -unit.along;
      } else if (unit.along == 0) {
        unit.along = -other.along;
      } else if (other.along == 0) {
        other.along = -unit.along;
      }
    }
  }
}

void read_side(const Json& j, Side side, State& state, int& units_read) {
  const std::string path = "/sides/" + std::string(name_of(side));
  only(j, path,
       {"army",   "player", "units", "commands", "generals", "camps",     "familiar",       "extra_ammo", "reserve_ammo", "medals",
        "sample", "list",   "year",  "region",   "note",     "stratagem", "fortifications", "v",          "ruleset",      "points"});
  SideState& mine = state.side(side);
  at_path(path, [&] { get_field_or_keep(j, "army", mine.army); });
  const Json units = j.value("units", Json::array());
  if (!units.is_array()) throw FieldError(path + "/units", "expected a list");
  for (std::size_t i = 0; i < units.size(); ++i) {
    at_path(path + "/units/" + std::to_string(i), [&] {
      const std::string type =
          units[i].is_object() && units[i].contains("type") && units[i]["type"].is_string() ? units[i]["type"].get<std::string>() : "";
      if (type == "general" || type == "attached_general" || type == "detached_general") return read_general(units[i], side, state);
      if (type == "camp") return read_camp(units[i], side, state);
      read_unit(units[i], side, state);
      ++units_read;
    });
  }
  const Json generals = j.value("generals", Json::array());
  for (std::size_t i = 0; i < generals.size(); ++i)
    at_path(path + "/generals/" + std::to_string(i), [&] { read_general(generals[i], side, state); });
  const Json camps = j.value("camps", Json::array());
  for (std::size_t i = 0; i < camps.size(); ++i) at_path(path + "/camps/" + std::to_string(i), [&] { read_camp(camps[i], side, state); });
  const Json commands = j.value("commands", Json::array());
  for (std::size_t i = 0; i < commands.size(); ++i) {
    at_path(path + "/commands/" + std::to_string(i), [&] {
      only(commands[i], "", {"id", "command", "general", "player", "units", "name"});
      ArmyCommand command;
      command.side = side;
      command.id = command_id(side, commands[i].contains("id") ? commands[i].at("id") : commands[i].value("command", Json(1)));
      get_field_or_keep(commands[i], "general", command.general);
      get_field_or_keep(commands[i], "player", command.player);
      std::vector<UnitId> members;
      get_field(commands[i], "units", members);
      for (const UnitId& id : members) {
        if (!state.units.contains(id)) throw FieldError("/units", "no unit " + id.text);
        state.units.at(id).command = command.id;
      }
      if (!command.general.empty()) {
        if (!state.generals.contains(command.general)) throw FieldError("/general", "no general " + command.general.text);
        state.generals.at(command.general).command = command.id;
      }
      state.commands[command.id] = command;
    });
  }
  std::vector<std::string> familiar;
  at_path(path, [&] { get_field(j, "familiar", familiar); });
  for (const auto& [id, unit] : state.units) {
    if (unit.side != side) continue;
    mine.elephants = mine.elephants || is_elephant(unit);
    mine.camels = mine.camels || is_camel(unit.type);
  }
  for (const std::string& word : familiar) {
    if (word == "elephants") {
      mine.elephants = true;
    } else if (word == "camels") {
      mine.camels = true;
    } else {
      throw FieldError(path + "/familiar", "expected \"elephants\" or \"camels\"");
    }
  }
  if (j.contains("fortifications")) {
    std::vector<std::string> edges;
    read_at(j.at("fortifications"), path.substr(1) + "/fortifications", edges);
    if (!lay_piece(state.field, "fortification", {}, edges))
      throw FieldError(path + "/fortifications", "expected edges such as \"c1/c2\", the protected box first");
  }
  if (j.contains("stratagem")) {
    std::optional<std::string> card;  // null: drawn, and not known here
    read_at(j.at("stratagem"), path.substr(1) + "/stratagem", card);
    mine.stratagems.push_back({std::string(name_of(side)) + ".stratagem", viewer_of(side), "one of 13 stratagems", false, card});
  }
}

void settle_commands(State& state) {
  for (auto& [id, unit] : state.units)
    if (!state.commands.contains(unit.command)) state.commands[unit.command] = {.id = unit.command, .side = unit.side};
  for (auto& [id, general] : state.generals) {
    if (general.command.empty()) continue;
    if (!state.commands.contains(general.command)) state.commands[general.command] = {.id = general.command, .side = general.side};
    ArmyCommand& command = state.commands.at(general.command);
    if (command.general.empty()) command.general = id;
    if (command.general != id)
      throw FieldError("/sides/" + std::string(name_of(general.side)) + "/generals",
                       "command " + command.id.text + " has two generals (TTS-GEN-01)");
    if (general.attached && general.unit.empty())
      for (const auto& [uid, unit] : state.units)
        if (general.unit.empty() && unit.command == general.command) general.unit = uid;
    if (general.attached && !state.units.contains(general.unit))
      throw FieldError("/sides/" + std::string(name_of(general.side)) + "/generals", id.text + " is attached to no unit");
  }
}

/// What is said of an army beyond its units, for its list. TTS-LST-01.
Muster read_muster(const Json& side) {
  Muster muster;
  get_field_or_keep(side, "year", muster.year);
  get_field_or_keep(side, "region", muster.region);
  if (!muster.region.empty() && muster.region != "eastern" && muster.region != "western")
    throw FieldError("/region", "expected \"eastern\" or \"western\"");
  if (side.contains("fortifications")) muster.fortifications = static_cast<int>(side.at("fortifications").size());
  for (const Json& unit : side.value("units", Json::array()))
    if (unit.contains("entry")) read_at(unit.at("entry"), "entry", muster.entry[{unit.value("unit", "")}]);
  return muster;
}

/// Victory points of all a side has. TTS-VP-01..07.
int worth_of(const State& state, Side side) {
  int points = 0;
  for (const auto& [id, unit] : state.units) points += unit.side == side ? unit.victory_points : 0;
  for (const auto& [id, general] : state.generals) points += general.side == side ? kGeneralMedals : 0;
  for (const auto& [id, camp] : state.camps) points += camp.owner == side ? kCampMedals : 0;
  return points;
}

/// Why a side may not begin. TTS-AMB-149.
std::string no_medals(const State& state, Side side) {
  const int points = worth_of(state, side), gone = medals_gone(state, side);
  std::string sum = std::to_string(points) + (points == 1 ? " victory point" : " victory points") + " make " +
                    std::to_string(medals_for(points)) + (medals_for(points) == 1 ? " medal" : " medals");
  if (gone > 0) sum += ", " + std::to_string(gone) + " of them laid aside or lost";
  return "side " + std::string(name_of(side)) + " would begin without a victory medal: " + sum + " (TTS-AMB-149)";
}

}  // namespace

/// Victory points of commands and medals of sides at the start. TTS-VP-07, TTS-VP-08.
void count_up(State& state) {
  for (auto& [id, command] : state.commands) command.victory_points = 0;
  for (const auto& [id, unit] : state.units) {
    state.commands.at(unit.command).victory_points += unit.victory_points;
  }
  for (const auto& [id, general] : state.generals) {
    if (!general.command.empty()) state.commands.at(general.command).victory_points += kGeneralMedals;
  }
  for (const auto& [id, camp] : state.camps) {
    if (const auto at = state.commands.find(camp.command); at != state.commands.end()) at->second.victory_points += kCampMedals;
  }
  for (const Side side : {Side::A, Side::B}) {
    SideState& mine = state.side(side);
    mine.starting_medals = mine.medals = medals_for(worth_of(state, side));
    mine.reserve_ammo = 0;
    mine.general_never_listed = true;
    for (const auto& [id, unit] : state.units)
      if (unit.side == side && unit.ammo_max > 0) ++mine.reserve_ammo;  // TTS-AMMO-07
    for (const auto& [id, general] : state.generals)
      if (general.side == side) mine.general_never_listed = false;
  }
}

State setup_state(const Json& j) {
  only(j, "",
       {"v", "ruleset", "name", "table", "options", "sides", "deployment", "state", "bases", "sample", "phase", "active", "turn",
        "scenario", "note", "camera", "border", "default"});
  State state;
  if (j.contains("options")) at_path("/options", [&] { read_options(j.at("options"), state); });
  const bool whole = j.contains("state") && j.at("state").contains("field") && j.at("state").contains("units");
  if (whole) {  // half-way: the whole state as a log wrote it
    read_at(j.at("state"), "state", state);
    return state;
  }
  read_table(j.value("table", Json::object()), state);
  if (!j.contains("sides")) throw FieldError("", "needs \"sides\" with \"A\" and \"B\"");
  for (const Side side : {Side::A, Side::B}) {
    const std::string name(name_of(side));
    if (!j.at("sides").contains(name)) throw FieldError("/sides", "needs \"" + name + "\"");
    int units = 0;
    read_side(j.at("sides").at(name), side, state, units);
    if (units == 0) throw FieldError("/sides/" + name + "/units", "needs at least one unit");
  }
  settle_commands(state);
  const Json deployment = j.value("deployment", Json::array());
  for (std::size_t i = 0; i < deployment.size(); ++i) {
    at_path("/deployment/" + std::to_string(i), [&] {
      Posting posting;
      deployment[i].get_to(posting);
      if (const auto at = state.units.find(posting.unit); at != state.units.end()) {
        at->second.box = posting.box;
        at->second.facing = posting.facing.value_or(at->second.facing);
        at->second.where = Where::OnTable;
        if (!posting.place.empty()) at->second.along = posting.place == "front" ? sign_of(at->second.facing) : -sign_of(at->second.facing);
      } else if (const auto general = state.generals.find(posting.unit); general != state.generals.end()) {
        general->second.box = posting.box;
        general->second.where = Where::OnTable;
      } else if (const auto camp = state.camps.find(posting.unit); camp != state.camps.end()) {
        camp->second.box = posting.box;
      } else {
        throw FieldError("/unit", "no unit " + posting.unit.text);
      }
    });
  }
  share_boxes(state);
  for (auto& [id, unit] : state.units)
    if (unit.stakes == Stakes::Emplaced && on_table(unit)) state.field.edge(unit.box, unit.facing).stakes = unit.facing;
  count_up(state);
  for (const Side side : {Side::A, Side::B}) {
    const std::string name(name_of(side));
    const Json& mine = j.at("sides").at(name);
    at_path("/sides/" + name, [&] {
      std::string list;
      get_field_or_keep(mine, "list", list);
      if (!list.empty()) check_army(state, side, list, read_muster(mine));
      int extra = 0;
      get_field_or_keep(mine, "extra_ammo", extra);
      state.side(side).reserve_ammo += 2 * extra;  // TTS-AMMO-08
      get_field_or_keep(mine, "reserve_ammo", state.side(side).reserve_ammo);
      SideState& counted = state.side(side);
      counted.medals = counted.starting_medals - medals_gone(state, side);
      get_field_or_keep(mine, "medals", counted.medals);
      counted.extra_medals = counted.medals - counted.starting_medals + medals_gone(state, side);
      if (counted.medals <= 0 && j.value("phase", "") != "over") throw FieldError("/units", no_medals(state, side));
    });
  }
  at_path("", [&] {
    get_field_or_keep(j, "scenario", state.scenario);
    get_field_or_keep(j, "active", state.active);
    get_field_or_keep(j, "turn", state.turn);
    const bool all_placed =
        std::none_of(state.units.begin(), state.units.end(), [](const auto& entry) { return entry.second.where == Where::Undeployed; });
    state.phase = all_placed ? Phase::Battle : Phase::Deployment;
    get_field_or_keep(j, "phase", state.phase);
  });
  for (auto& [id, command] : state.commands) command.deployed = state.phase == Phase::Battle;
  for (auto& [id, general] : state.generals)
    if (general.attached) general.where = Where::OnTable;
  if (const auto broken = Rules::broken_invariant(state)) throw FieldError("/sides", *broken);
  if (j.contains("state")) {  // some of its fields
    engine::set_over(j.at("state"), state, engine::Strange::Refused);
    if (const auto broken = Rules::broken_invariant(state)) throw FieldError("/state", *broken);
  }
  return state;
}

Result<State> Rules::initial(std::string_view setup_json, std::string_view name) {
  auto setup = io::read_json(setup_json, "to_the_strongest_battle.schema.json", name);
  if (!setup) return setup.error();
  return engine::guarded(name, [&] { return setup_state(*setup); });
}

}  // namespace polemarch::to_the_strongest
