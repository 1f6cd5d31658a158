/// Reads a battle's setup: table, options, sides, deployment, and a battle half-way. Format: README.md, hail_caesar_battle.schema.json.
#include <algorithm>
#include <set>

#include "engine/rulesets/hail_caesar/data/data.hpp"
#include "engine/rulesets/hail_caesar/text/json.hpp"
#include "engine/rulesets/hail_caesar/topics/measure.hpp"
#include "models/io/json.hpp"
#include "models/io/json_text.hpp"
#include "models/io/table_io.hpp"

namespace polemarch::hail_caesar {

using engine::FieldError;
using engine::get_field_or_keep;

namespace {

const Json& shipped(std::string_view file, const char* key) {
  static const Json types = io::parsed(find_embedded(data::embedded_files(), "hail_caesar_types.json"));
  static const Json terrain = io::parsed(find_embedded(data::embedded_files(), "hail_caesar_terrain.json"));
  return (file == "types" ? types : terrain).at(key);
}

Footprint base_of(const Json& j, bool general) {
  if (general && !j.contains("base_mm")) return {Outline::Circle, 40_mm, 40_mm};
  Footprint footprint{Outline::Rectangle, 40_mm, 40_mm};
  if (const auto at = j.find("base_mm"); at != j.end()) {
    footprint.frontage = Length::from_mm(at->at(0).get<double>());
    footprint.depth = Length::from_mm(at->at(1).get<double>());
  }
  return footprint;
}

std::vector<Stand> stands_of(const Json& j, const UnitId& id, Side side) {
  const int bases = j.value("bases", 1), ranks = std::min(j.value("ranks", 1), bases);
  const Footprint footprint = base_of(j, false);
  const int files = (bases + ranks - 1) / ranks;
  std::vector<int> markers = j.value("markers", std::vector<int>{});
  if (markers.empty() && j.contains("marker")) markers = {j["marker"].get<int>()};
  std::vector<Stand> stands;
  for (int i = 0; i < bases; ++i) {
    const int file = i % files, rank = i / files;
    const Angle heading = side == Side::A ? 90_deg : 270_deg;
    const std::int64_t sign = side == Side::A ? 1 : -1;
    Stand stand;
    stand.base = {id.text + "." + std::to_string(i + 1)};
    stand.footprint = footprint;
    stand.at.pose = {footprint.frontage * (sign * file), footprint.depth * (-sign * rank), heading};
    if (static_cast<std::size_t>(i) < markers.size()) stand.marker = MarkerId{markers[static_cast<std::size_t>(i)]};
    stands.push_back(std::move(stand));
  }
  return stands;
}

/// Stands the unit where the setup says; false when it says nothing.
bool stand_at(const Json& j, std::vector<Stand>& stands, const Unit* unit) {
  if (const auto poses = j.find("poses"); poses != j.end()) {
    std::set<BaseId> placed;
    for (std::size_t i = 0; i < poses->size(); ++i) {
      const auto base = (*poses)[i].get<engine::PlacedBase>();
      const auto at = std::find_if(stands.begin(), stands.end(), [&](const Stand& s) { return s.base == base.base; });
      if (at == stands.end()) throw FieldError("/poses/" + std::to_string(i) + "/base", "the unit has no base " + base.base.text);
      at->at = base.at;
      placed.insert(base.base);
    }
    return placed.size() == stands.size();
  }
  const auto at = j.contains("at") ? j.find("at") : j.end();
  const Json* where = at != j.end() ? &*at : j.contains("x_mm") ? &j : nullptr;
  if (where == nullptr) return false;
  MeasuredPose pose = unit != nullptr ? MeasuredPose{pose_of(*unit), {}} : stands.front().at;
  where->get_to(pose);
  if (unit == nullptr) {
    stands.front().at = pose;
    return true;
  }
  for (const engine::PlacedBase& placed : carried(*unit, pose))
    for (Stand& stand : stands)
      if (stand.base == placed.base) stand.at = placed.at;
  return true;
}

void read_general(State& state, Side side, const UnitId& id, const Json& j) {
  General general;
  general.side = side;
  get_field_or_keep(j, "name", general.name);
  get_field_or_keep(j, "division", general.division);
  get_field_or_keep(j, "rating", general.rating);
  get_field_or_keep(j, "attack_dice", general.attack_dice);
  get_field_or_keep(j, "army_commander", general.army_commander);
  get_field_or_keep(j, "replacement", general.replacement);
  if (general.name.empty()) general.name = id.text;
  std::vector<Stand> stands = stands_of(j, id, side);
  stands.resize(1);
  stands.front().footprint = base_of(j, true);
  general.on_table = stand_at(j, stands, nullptr);
  general.stand = stands.front();
  state.generals[id] = std::move(general);
}

void read_unit(State& state, Side side, const UnitId& id, const Json& j) {
  Unit unit;
  unit.side = side;
  Json fields = Json::object();
  const std::string type = j.value("type", "");
  const Json& types = shipped("types", "types");
  if (const auto preset = types.find(type); preset != types.end()) {
    fields = *preset;
    fields["base_source"] = "sample:" + type;
  } else if (!j.contains("stamina")) {
    std::string known;
    for (const auto& [key, value] : types.items()) known += (known.empty() ? "" : ", ") + key;
    throw FieldError("/type", "needs the unit's own statistics (clash, stamina ...) or a sample type: " + known);
  }
  fields.update(j);
  fields.get_to(unit.profile);
  if (unit.profile.name.empty()) unit.profile.name = id.text;
  unit.stands = stands_of(j, id, side);
  if (unit.profile.always_open_order) unit.formation = Formation::OpenOrder;
  get_field_or_keep(j, "formation", unit.formation);
  get_field_or_keep(j, "in", unit.in);
  get_field_or_keep(j, "casualties", unit.casualties);
  get_field_or_keep(j, "disordered", unit.disordered);
  const Unit copy = unit;
  unit.on_table = stand_at(j, unit.stands, &copy);
  state.units[id] = std::move(unit);
}

void read_side(State& state, Side side, const Json& units) {
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Json& j = units[i];
    const UnitId id{j.contains("unit") ? j["unit"].get<std::string>() : std::string(name_of(side)) + std::to_string(i + 1)};
    const std::string path = "/sides/" + std::string(name_of(side)) + "/units/" + std::to_string(i);
    if (state.units.contains(id) || state.generals.contains(id)) throw FieldError(path + "/unit", "\"" + id.text + "\" is there twice");
    try {
      if (j.value("general", false) || j.value("type", "") == "general")
        read_general(state, side, id, j);
      else
        read_unit(state, side, id, j);
    } catch (const FieldError& error) {
      throw FieldError(path + error.path, error.what());
    }
  }
}

void make_divisions(State& state) {
  for (const auto& [id, unit] : state.units)
    if (!unit.profile.division.empty())
      state.divisions[division_key(unit.side, unit.profile.division)] = {unit.side, unit.profile.division, {}, false};
  for (const auto& [id, general] : state.generals) {
    if (general.division.empty()) continue;
    const std::string key = division_key(general.side, general.division);
    Division& division = state.divisions[key];
    division.side = general.side;
    division.name = general.division;
    if (division.general.empty()) division.general = id;
  }
}

void read_terrain(State& state, const Table& table, const Json& setup) {
  std::vector<TerrainRule> kinds;
  for (const Json& kind : shipped("terrain", "kinds")) kinds.push_back(kind.get<TerrainRule>());
  if (const auto own = setup.find("terrain_kinds"); own != setup.end())
    for (const Json& kind : *own) kinds.insert(kinds.begin(), kind.get<TerrainRule>());
  for (std::size_t i = 0; i < table.terrain.size(); ++i) {
    const TerrainPiece& piece = table.terrain[i];
    const auto rule = std::find_if(kinds.begin(), kinds.end(), [&](const TerrainRule& k) { return k.kind == piece.kind; });
    if (rule == kinds.end()) {
      std::string known;
      for (const TerrainRule& k : kinds) known += (known.empty() ? "" : ", ") + k.kind;
      throw FieldError("/table/terrain/" + std::to_string(i) + "/kind",
                       "unknown kind; there are " + known + " (add yours in terrain_kinds)");
    }
    const std::string id = piece.id.empty() ? piece.kind + std::to_string(i + 1) : piece.id;
    state.terrain.push_back({id, piece.kind, piece.outline, piece.height, rule->move_factor, rule->cover, rule->blocks_sight});
  }
}

void deploy(State& state, const Json& setup) {
  const auto list = setup.find("deployment");
  if (list == setup.end()) return;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const Json& j = (*list)[i];
    const UnitId id{j.at("unit").get<std::string>()};
    try {
      if (const auto unit = state.units.find(id); unit != state.units.end()) {
        get_field_or_keep(j, "formation", unit->second.formation);
        get_field_or_keep(j, "in", unit->second.in);
        const Unit copy = unit->second;
        unit->second.on_table = stand_at(j, unit->second.stands, &copy) || unit->second.on_table;
      } else if (const auto general = state.generals.find(id); general != state.generals.end()) {
        std::vector<Stand> one{general->second.stand};
        general->second.on_table = stand_at(j, one, nullptr) || general->second.on_table;
        general->second.stand = one.front();
      } else {
        throw FieldError("/unit", "there is no unit " + id.text);
      }
    } catch (const FieldError& error) {
      throw FieldError("/deployment/" + std::to_string(i) + error.path, error.what());
    }
  }
}

State read_setup(const Json& setup, const Table& table) {
  State state;
  state.table_width = table.width;
  state.table_depth = table.depth;
  state.tolerance = table.tolerance;
  if (const auto options = setup.find("options"); options != setup.end()) engine::read_at(*options, "options", state.config);
  read_terrain(state, table, setup);
  for (const Side side : {Side::A, Side::B}) read_side(state, side, setup.at("sides").at(std::string(name_of(side))).at("units"));
  make_divisions(state);
  deploy(state, setup);
  for (const auto& [id, unit] : state.units)
    if (!unit.in.empty() && terrain_named(state, unit.in) == nullptr)
      throw FieldError("/sides", id.text + " is in \"" + unit.in + "\", which the table has not");
  get_field_or_keep(setup, "first", state.first);
  state.active = state.first;
  const bool all_placed = std::all_of(state.units.begin(), state.units.end(), [](const auto& pair) { return pair.second.on_table; });
  state.phase = all_placed ? Phase::Rally : Phase::Deployment;
  if (const auto half_way = setup.find("state"); half_way != setup.end()) engine::set_over(*half_way, state, engine::Strange::Refused);
  return state;
}

}  // namespace

Result<State> Rules::initial(std::string_view setup_json, std::string_view name) {
  auto setup = io::read_json(setup_json, "hail_caesar_battle.schema.json", name);
  if (!setup) return setup.error();
  auto table = io::table_from_json(setup->at("table"), std::string(name) + ": /table");
  if (!table) return table.error();
  auto state = engine::guarded(name, [&] { return read_setup(*setup, *table); });
  if (!state) return state.error();
  if (const auto broken = broken_invariant(*state)) return InputError{std::string(name) + ": /state: " + *broken};
  return state;
}

std::optional<std::string> Rules::odd_by_hand(const State& before, const State& after) {
  if (after.config == before.config) return std::nullopt;
  const auto taken = [](const Options& config) {
    return io::validate_json(Json(config), "hail_caesar_battle.schema.json", "config", "/definitions/options");
  };
  const auto read = taken(after.config);
  return read || !taken(before.config) ? std::nullopt : std::optional(read.error().line);
}

}  // namespace polemarch::hail_caesar
