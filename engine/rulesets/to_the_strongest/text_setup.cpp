#include <algorithm>
#include <set>

#include "engine/rulesets/to_the_strongest/army_lists.hpp"
#include "engine/rulesets/to_the_strongest/text_setup.hpp"
#include "engine/rulesets/to_the_strongest/topics/terrain_method.hpp"

namespace polemarch::to_the_strongest {
namespace {

using engine::FieldError;
using engine::get_field;
using engine::get_field_or_keep;
using engine::read_at;

/// A key nobody reads is a typing mistake worth a line.
void only(const Json& j, const std::string& path, const std::set<std::string>& known) {
  if (!j.is_object()) throw FieldError(path, "expected an object");
  for (const auto& [key, value] : j.items())
    if (!known.contains(key)) throw FieldError(path + "/" + key, "is not a field of this ruleset");
}

/// Runs a reader with a path in front of what it complains about.
template <class F>
void at_path(const std::string& path, F&& read) {
  try {
    read();
  } catch (const FieldError& error) {
    throw FieldError(path + error.path, error.what());
  }
}

UnitId command_id(Side side, const Json& value) {
  std::string text = value.is_number_integer() ? std::to_string(value.get<int>()) : value.is_string() ? value.get<std::string>() : "?";
  const std::string prefix(name_of(side));
  if (!text.starts_with(prefix)) text = prefix + "-" + text;
  if (!is_valid_id(text)) throw FieldError("", "expected a command such as 1 or \"A-1\"");
  return {text};
}

std::vector<BaseId> bases_of(const UnitId& unit, int count) {
  std::vector<BaseId> bases;
  for (int i = 1; i <= count; ++i) bases.push_back({unit.text + "." + std::to_string(i)});
  return bases;
}

/// Most units fit their box with a little room (TTS-GRID-04); a general's stand is round (TTS-GRID-11).
Footprint footprint_of(Length box, int bases) { return {Outline::Rectangle, box * 8 / (10 * bases), box * 3 / 10}; }

void read_footprint(const Json& j, Footprint& footprint) {
  if (!j.contains("footprint_mm")) return;
  std::array<Length, 2> size{};
  read_at(j.at("footprint_mm"), "footprint_mm", size);
  footprint.frontage = size[0];
  footprint.depth = size[1];
}

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

void read_unit(const Json& j, Side side, State& state, std::map<UnitId, std::vector<Formation>>& may_start) {
  only(j, "", {"unit",         "name",       "type",       "grade",         "size",      "deep",     "small",
               "weapons",      "weapon",     "extra",      "extra_missile", "escorted",  "pavises",  "two_handed",
               "swimmer",      "swimmers",   "fanatic",    "fanatics",      "carts",     "triarii",  "mounted_infantry",
               "testudo",      "save",       "formations", "formation",     "shock",     "stakes",   "hero",
               "command",      "box",        "second_box", "facing",        "place",     "disorder", "ammo",
               "ammo_max",     "activation", "boat",       "afloat",        "bases",     "markers",  "marker",
               "footprint_mm", "lance_used", "bonus_used", "where",         "edge_zone", "points",   "note",
               "veteran",      "raw"});
  Unit unit;
  get_field(j, "unit", unit.id);
  if (unit.id.empty()) throw FieldError("/unit", "needs a name");
  unit.side = side;
  unit.name = unit.id.text;
  get_field_or_keep(j, "name", unit.name);
  get_field(j, "type", unit.type);
  unit.size = row_of(unit.type).size;
  unit.command = j.contains("command") ? command_id(side, j.at("command")) : command_id(side, 1);
  get_field_or_keep(j, "grade", unit.grade);
  if (j.value("veteran", false)) unit.grade = Grade::Veteran;
  if (j.value("raw", false)) unit.grade = Grade::Raw;
  get_field_or_keep(j, "size", unit.size);
  if (j.value("deep", false)) unit.size = Size::Deep;
  if (j.value("small", false)) unit.size = Size::Small;
  if (is_deep(unit) && !row_of(unit.type).may_be_deep && row_of(unit.type).size != Size::Deep)
    throw FieldError("/size", "this type is never deep (TTS-UNIT-21)");
  if (row_of(unit.type).size == Size::Deep && !is_deep(unit)) throw FieldError("/size", "this type is always deep (TTS-UNIT-21)");
  if (row_of(unit.type).size == Size::Light) unit.size = Size::Light;
  if (unit.size == Size::Light && row_of(unit.type).size != Size::Light) throw FieldError("/size", "this type is not light");
  for (const char* key : {"weapon", "weapons"}) get_field_or_keep(j, key, unit.weapons);
  for (const char* key : {"extra_missile", "extra"}) get_field_or_keep(j, key, unit.extra);
  get_field_or_keep(j, "escorted", unit.escorted);
  get_field_or_keep(j, "pavises", unit.pavises);
  get_field_or_keep(j, "two_handed", unit.two_handed);
  for (const char* key : {"swimmers", "swimmer"}) get_field_or_keep(j, key, unit.swimmer);
  for (const char* key : {"fanatics", "fanatic"}) get_field_or_keep(j, key, unit.fanatic);
  get_field_or_keep(j, "carts", unit.carts);
  get_field_or_keep(j, "triarii", unit.triarii);
  get_field_or_keep(j, "mounted_infantry", unit.mounted_infantry);
  if (j.contains("save")) read_at(j.at("save"), "save", unit.save_as_listed);
  get_field(j, "formations", unit.formations);
  get_field_or_keep(j, "formation", unit.formation);
  if (unit.formation != Formation::Line) may_start[unit.id].push_back(unit.formation);
  muster(unit);
  if (j.contains("testudo")) read_at(j.at("testudo"), "testudo", unit.testudo_trained);
  if (j.contains("shock")) {
    if (j.at("shock").is_boolean()) {
      unit.shock = j.at("shock").get<bool>() ? 1 : 0;
    } else {
      read_at(j.at("shock"), "shock", unit.shock);
    }
    // Javelinmen may have changed all their javelins for one (TTS-SHK-07).
    if (unit.shock > 0 && unit.type == Type::Javelinmen) unit.ammo = unit.ammo_max = 0;
  }
  if (j.contains("stakes")) {
    if (j.at("stakes").is_boolean()) {
      unit.stakes = j.at("stakes").get<bool>() ? Stakes::Carried : Stakes::None;
    } else {
      read_at(j.at("stakes"), "stakes", unit.stakes);
    }
  }
  get_field_or_keep(j, "hero", unit.hero);
  if (unit.hero && (is_elephant(unit) || unit.type == Type::ScythedChariots) && !state.options.heroes_for_beasts)
    throw FieldError("/hero", "elephants and scythed chariots have no heroes (TTS-AMB-115)");
  if (j.contains("ammo_max")) {
    read_at(j.at("ammo_max"), "ammo_max", unit.ammo_max);
    unit.ammo = unit.ammo_max;
  }
  if (j.contains("ammo")) {
    read_at(j.at("ammo"), "ammo", unit.ammo);
    unit.ammo_max = std::max(unit.ammo_max, unit.ammo);
  }
  get_field_or_keep(j, "disorder", unit.disorder);
  if (unit.disorder < 0 || unit.disorder >= unit.hits) throw FieldError("/disorder", "expected 0 to " + std::to_string(unit.hits - 1));
  get_field_or_keep(j, "activation", unit.activation);
  if (unit.activation < 0 || unit.activation > kHighestCard) throw FieldError("/activation", "expected 0 to 10");
  get_field_or_keep(j, "lance_used", unit.lance_used);
  get_field_or_keep(j, "bonus_used", unit.charge_bonus_used);
  get_field_or_keep(j, "edge_zone", unit.edge_zone);
  if (j.contains("boat")) unit.boat = {unit.id.text + "_boat"};
  get_field_or_keep(j, "afloat", unit.afloat);
  unit.facing = outward(side);
  get_field_or_keep(j, "facing", unit.facing);
  get_field_or_keep(j, "box", unit.box);
  get_field_or_keep(j, "second_box", unit.second_box);
  if (unit.box.somewhere()) unit.where = Where::OnTable;
  if (unit.formation == Formation::Testudo && !unit.box.somewhere())
    throw FieldError("/formation", "no unit starts in testudo (TTS-TST-02)");
  get_field_or_keep(j, "where", unit.where);
  std::string place;
  get_field_or_keep(j, "place", place);
  if (!place.empty() && place != "front" && place != "rear" && place != "behind")
    throw FieldError("/place", "expected \"front\" or \"rear\"");
  if (!place.empty()) unit.along = place == "front" ? sign_of(unit.facing) : -sign_of(unit.facing);
  int bases = 1;
  get_field_or_keep(j, "bases", bases);
  if (bases < 1 || bases > 60) throw FieldError("/bases", "expected 1 to 60 bases");
  unit.bases = bases_of(unit.id, bases);
  unit.footprint = footprint_of(state.box_size, bases);
  read_footprint(j, unit.footprint);
  if (state.units.contains(unit.id)) throw FieldError("/unit", "unit " + unit.id.text + " is there twice");
  state.units[unit.id] = unit;
}

void read_general(const Json& j, Side side, State& state) {
  only(j, "", {"general", "unit_id",   "unit", "name",        "command", "attached", "detached", "with", "mounted",      "senior",
               "heroic",  "brilliant", "box",  "light_wound", "bases",   "markers",  "marker",   "type", "ability_used", "no_command"});
  General general;
  const bool listed_as_unit = j.contains("type");
  get_field(j, listed_as_unit ? "unit" : "general", general.id);
  if (general.id.empty()) throw FieldError("/general", "needs a name");
  general.side = side;
  general.name = general.id.text;
  get_field_or_keep(j, "name", general.name);
  general.command = j.contains("command") ? command_id(side, j.at("command")) : command_id(side, 1);
  if (j.value("no_command", false)) general.command = {};
  if (j.value("detached", false) || (listed_as_unit && j.at("type") == "detached_general")) general.attached = false;
  get_field_or_keep(j, "attached", general.attached);
  get_field_or_keep(j, "mounted", general.mounted);
  get_field_or_keep(j, "senior", general.senior);
  get_field_or_keep(j, "heroic", general.heroic);
  get_field_or_keep(j, "brilliant", general.brilliant);
  get_field_or_keep(j, "light_wound", general.light_wound);
  get_field_or_keep(j, "ability_used", general.ability_used);
  if (general.brilliant && (general.attached || !general.senior))
    throw FieldError("/brilliant", "a brilliant general is detached and senior (TTS-GEN-30)");
  if (!listed_as_unit) get_field_or_keep(j, "unit", general.unit);
  get_field_or_keep(j, "with", general.unit);
  get_field_or_keep(j, "box", general.box);
  int bases = 1;
  get_field_or_keep(j, "bases", bases);
  if (!general.attached) {
    general.bases = bases_of(general.id, bases);
    general.footprint = {Outline::Circle, state.box_size * 3 / 10, state.box_size * 3 / 10};
    if (general.box.somewhere()) general.where = Where::OnTable;
  }
  if (state.generals.contains(general.id) || state.units.contains(general.id))
    throw FieldError("/general", general.id.text + " is there twice");
  state.generals[general.id] = general;
}

void read_camp(const Json& j, Side side, State& state) {
  only(j, "", {"camp", "unit", "name", "type", "command", "box", "controller", "bases", "markers", "marker"});
  Camp camp;
  get_field_or_keep(j, "unit", camp.id);
  get_field_or_keep(j, "camp", camp.id);
  if (camp.id.empty())
    camp.id = {std::string(name_of(side)) + "_camp" + (state.camps.empty() ? "" : std::to_string(state.camps.size() + 1))};
  camp.owner = camp.controller = side;
  get_field_or_keep(j, "controller", camp.controller);
  camp.command = j.contains("command") ? command_id(side, j.at("command")) : command_id(side, 1);
  get_field_or_keep(j, "box", camp.box);
  if (state.camps.contains(camp.id)) throw FieldError("/camp", camp.id.text + " is there twice");
  state.camps[camp.id] = camp;
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
       {"army", "units", "commands", "generals", "camps", "familiar", "extra_ammo", "reserve_ammo", "medals", "sample", "list", "year",
        "region", "note", "stratagem", "fortifications", "v", "ruleset", "points"});
  SideState& mine = state.side(side);
  at_path(path, [&] { get_field_or_keep(j, "army", mine.army); });
  std::map<UnitId, std::vector<Formation>> may_start;
  const Json units = j.value("units", Json::array());
  if (!units.is_array()) throw FieldError(path + "/units", "expected a list");
  for (std::size_t i = 0; i < units.size(); ++i) {
    at_path(path + "/units/" + std::to_string(i), [&] {
      const std::string type =
          units[i].is_object() && units[i].contains("type") && units[i]["type"].is_string() ? units[i]["type"].get<std::string>() : "";
      if (type == "general" || type == "attached_general" || type == "detached_general") return read_general(units[i], side, state);
      if (type == "camp") return read_camp(units[i], side, state);
      read_unit(units[i], side, state, may_start);
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
      Command command;
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
    std::string card;
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
    Command& command = state.commands.at(general.command);
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

}  // namespace

/// Victory points of commands and medals of sides at the start. TTS-VP-07, TTS-VP-08.
void count_up(State& state) {
  for (auto& [id, command] : state.commands) command.victory_points = 0;
  std::array<int, 2> total{};
  for (const auto& [id, unit] : state.units) {
    state.commands.at(unit.command).victory_points += unit.victory_points;
    total[static_cast<std::size_t>(unit.side)] += unit.victory_points;
  }
  for (const auto& [id, general] : state.generals) {
    if (!general.command.empty()) state.commands.at(general.command).victory_points += kGeneralMedals;
    total[static_cast<std::size_t>(general.side)] += kGeneralMedals;
  }
  for (const auto& [id, camp] : state.camps) {
    if (const auto at = state.commands.find(camp.command); at != state.commands.end()) at->second.victory_points += kCampMedals;
    total[static_cast<std::size_t>(camp.owner)] += kCampMedals;
  }
  for (const Side side : {Side::A, Side::B}) {
    SideState& mine = state.side(side);
    mine.starting_medals = mine.medals = medals_for(total[static_cast<std::size_t>(side)]);
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
  if (j.contains("state")) {  // half-way: the whole state as a log wrote it
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
      int year = 0;
      get_field_or_keep(mine, "list", list);
      get_field_or_keep(mine, "year", year);
      if (!list.empty()) check_army(state, side, list, year);
      int extra = 0;
      get_field_or_keep(mine, "extra_ammo", extra);
      state.side(side).reserve_ammo += 2 * extra;  // TTS-AMMO-08
      get_field_or_keep(mine, "reserve_ammo", state.side(side).reserve_ammo);
      get_field_or_keep(mine, "medals", state.side(side).medals);
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
  return state;
}

Result<State> Rules::initial(std::string_view setup_json, std::string_view name) {
  return engine::guarded(name, [&] { return setup_state(Json::parse(setup_json)); });
}

}  // namespace polemarch::to_the_strongest
