#include "engine/rulesets/to_the_strongest/text/json.hpp"

namespace polemarch::to_the_strongest {

using engine::get_field;
using engine::get_field_or_keep;
using engine::put_field;
using engine::read_at;

namespace {

/// Only what is named is written.
void put_id(Json& j, const char* name, const UnitId& id) {
  if (!id.empty()) j[name] = id;
}
void put_box(Json& j, const char* name, Box box) {
  if (box.somewhere()) j[name] = box;
}

}  // namespace

void to_json(Json& j, const Order& v) {
  j = {{"kind", v.kind}};
  if (v.units.size() == 1) {
    j["unit"] = v.units.front();
  } else {
    j["units"] = v.units;
  }
  put_field(j, "generals", v.generals);
  if (v.to.somewhere()) j[v.kind == OrderKind::Straddle ? "beside" : "to"] = v.to;  // it does not lead there
  put_box(j, "via", v.via);
  if (v.facing) j["facing"] = *v.facing;
  if (!v.place.empty()) j["place"] = v.place;
  put_id(j, "target", v.target);
  if (v.shots != 0) j["shots"] = v.shots;
  if (v.card != 0) j["card"] = v.card;
  if (v.bonus) j["bonus"] = *v.bonus;
  if (v.shock) j["shock"] = *v.shock;
  if (v.kind == OrderKind::Form) j["formation"] = v.formation;
  if (v.off_table) j["off_table"] = true;
}

void from_json(const Json& j, Order& v) {
  v = {};
  if (!j.is_object()) throw engine::FieldError("", "expected an object");
  get_field_or_keep(j, "kind", v.kind);
  if (j.contains("unit")) {
    UnitId unit;
    read_at(j.at("unit"), "unit", unit);
    v.units = {unit};
  }
  if (j.contains("units")) read_at(j.at("units"), "units", v.units);
  if (j.contains("general") && j.at("general").is_string()) {
    UnitId general;
    read_at(j.at("general"), "general", general);
    v.generals = {general};
  }
  if (j.contains("generals")) read_at(j.at("generals"), "generals", v.generals);
  for (const char* key : {"beside", "box", "to"}) {
    const auto at = j.find(key);
    if (at == j.end()) continue;
    if (at->is_string() && (*at == "off" || *at == "off_table")) {
      v.off_table = true;
    } else {
      read_at(*at, key, v.to);
    }
  }
  get_field_or_keep(j, "via", v.via);
  if (j.contains("path")) {
    std::vector<Box> path;
    read_at(j.at("path"), "path", path);
    if (!path.empty()) v.to = path.back();
    if (path.size() > 1) v.via = path.front();
  }
  get_field_or_keep(j, "facing", v.facing);
  get_field_or_keep(j, "place", v.place);
  get_field_or_keep(j, "target", v.target);
  for (const char* key : {"chits", "cards", "shots"}) get_field_or_keep(j, key, v.shots);
  if (v.shots < 0 || v.shots > 2) throw engine::FieldError("/shots", "expected 1 or 2 to-hit cards");
  get_field_or_keep(j, "card", v.card);
  if (v.card < 0 || v.card > kHighestCard) throw engine::FieldError("/card", "expected a card from 1 to 10");
  for (const char* key : {"lance", "bonus"}) get_field_or_keep(j, key, v.bonus);
  for (const char* key : {"pila", "shock"}) get_field_or_keep(j, key, v.shock);
  get_field_or_keep(j, "formation", v.formation);
  get_field_or_keep(j, "off_table", v.off_table);
  if (j.contains("do") && j.at("do") == "leave") v.off_table = true;
}

void to_json(Json& j, const CommandMove& v) { j = {{"general", v.general}, {"to", v.to}}; }
void from_json(const Json& j, CommandMove& v) {
  v = {};
  get_field_or_keep(j, "unit", v.general);
  get_field_or_keep(j, "general", v.general);
  for (const char* key : {"box", "to"}) get_field_or_keep(j, key, v.to);
}

void to_json(Json& j, const Mark& v) {
  j = Json::object();
  put_id(j, "unit", v.unit);
  put_id(j, "general", v.general);
  const auto put = [&](const char* name, const auto& value) {
    if (value) j[name] = *value;
  };
  put("side", v.side);
  put("disorder", v.disorder);
  put("ammo", v.ammo);
  put("activation", v.activation);
  put("shock", v.shock);
  put("medals", v.medals);
  put("reserve", v.reserve);
  put("hero", v.hero);
  put("lost", v.lost);
  put("light_wound", v.light_wound);
  put("ability_used", v.ability_used);
  put_box(j, "box", v.box);
  put("facing", v.facing);
}
void from_json(const Json& j, Mark& v) {
  v = {};
  get_field_or_keep(j, "unit", v.unit);
  get_field_or_keep(j, "general", v.general);
  get_field_or_keep(j, "side", v.side);
  get_field_or_keep(j, "disorder", v.disorder);
  for (const char* key : {"chits", "ammo"}) get_field_or_keep(j, key, v.ammo);
  for (const char* key : {"card", "activation"}) get_field_or_keep(j, key, v.activation);
  get_field_or_keep(j, "shock", v.shock);
  get_field_or_keep(j, "medals", v.medals);
  get_field_or_keep(j, "reserve", v.reserve);
  get_field_or_keep(j, "hero", v.hero);
  get_field_or_keep(j, "lost", v.lost);
  get_field_or_keep(j, "light_wound", v.light_wound);
  get_field_or_keep(j, "ability_used", v.ability_used);
  for (const char* key : {"to", "box"}) get_field_or_keep(j, key, v.box);
  get_field_or_keep(j, "facing", v.facing);
}

void get_command(const Json& j, const char* name, UnitId& out, bool enemy) {
  const auto at = j.find(name);
  if (at == j.end()) return;
  std::string text;
  if (at->is_number_integer()) {
    text = std::to_string(at->get<int>());
  } else if (at->is_string()) {
    text = at->get<std::string>();
  }
  const bool bare = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  const auto by = j.find("by");
  if (bare && by != j.end() && (*by == "A" || *by == "B")) text = ((*by == "A") != enemy ? "A-" : "B-") + text;
  if (text.empty() && at->is_string()) {
    out = {};
    return;
  }
  if (!is_valid_id(text)) throw engine::FieldError(std::string("/") + name, "expected a command such as 1 or \"A-1\"");
  out = {text};
}

void to_json(Json& j, const Deploy& v) {
  j = {{"command", v.command}, {"postings", v.postings}};
  put_field(j, "fortifications", v.fortifications);
  put_field(j, "stakes", v.stakes);
}
void from_json(const Json& j, Deploy& v) {
  v = {};
  get_command(j, "command", v.command);
  get_field_or_keep(j, "units", v.postings);
  get_field_or_keep(j, "postings", v.postings);
  get_field_or_keep(j, "fortifications", v.fortifications);
  get_field_or_keep(j, "stakes", v.stakes);
}

/// The place is written where it is not the first one.
void to_json(Json& j, const StratagemUsed& v) {
  j = Json::object();
  NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(POLEMARCH_PUT, side, card, units, blundered))
  if (v.place != 0) POLEMARCH_PUT(place)
}
void from_json(const Json& j, StratagemUsed& v) {
  engine::detail::must_be_object(j);
  NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(POLEMARCH_KEEP, side, card, units, blundered, place))
}

/// What was declared is written where it is another thing than what is done.
void to_json(Json& j, const Plan& v) {
  j = Json::object();
  NLOHMANN_JSON_EXPAND(
      NLOHMANN_JSON_PASTE(POLEMARCH_PUT, order, side, command, from, manoeuvre, path, facing, march, leaves_table, along, need, free))
  if (v.charge_declared) POLEMARCH_PUT(charge_declared)
  if (v.boxes_declared != 0) POLEMARCH_PUT(boxes_declared)
}
void from_json(const Json& j, Plan& v) {
  engine::detail::must_be_object(j);
  NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(POLEMARCH_KEEP, order, side, command, from, manoeuvre, path, facing, march, leaves_table, along,
                                           need, free, charge_declared, boxes_declared))
}

void to_json(Json& j, const PlayStratagem& v) {
  j = {{"card", v.card}};
  put_field(j, "units", v.units);
  put_id(j, "general", v.general);
  put_id(j, "command", v.command);
  put_box(j, "box", v.box);
}
void from_json(const Json& j, PlayStratagem& v) {
  v = {};
  get_field_or_keep(j, "card", v.card);
  get_field_or_keep(j, "units", v.units);
  get_field_or_keep(j, "general", v.general);
  get_command(j, "command", v.command, true);
  get_field_or_keep(j, "box", v.box);
}

void to_json(Json& j, const NoteUnit& v) {
  j = {{"card", v.card}, {"unit", v.unit}};
  put_id(j, "general", v.general);
  put_box(j, "box", v.box);
  if (v.zone != 0) j["zone"] = v.zone;
  if (!v.flank.empty()) j["flank"] = v.flank;
  if (v.keeps_medals) j["keeps_medals"] = true;
}
void from_json(const Json& j, NoteUnit& v) {
  v = {};
  get_field_or_keep(j, "card", v.card);
  get_field_or_keep(j, "unit", v.unit);
  get_command(j, "command", v.unit);
  get_field_or_keep(j, "general", v.general);
  get_field_or_keep(j, "box", v.box);
  get_field_or_keep(j, "zone", v.zone);
  get_field_or_keep(j, "flank", v.flank);
  get_field_or_keep(j, "keeps_medals", v.keeps_medals);
  if (v.flank == "center" || v.flank == "central") v.flank = "centre";
}

/// Only boxes that are not plain open ground are written.
void to_json(Json& j, const Field& v) {
  j = {{"columns", v.columns}, {"rows", v.rows}};
  Json boxes = Json::object();
  for (int row = 0; row <= v.rows; ++row) {
    for (int col = 0; col <= v.columns; ++col) {
      const auto at = static_cast<std::size_t>(row * (v.columns + 1) + col);
      if (at >= v.boxes.size() || v.boxes[at] == GroundBox{}) continue;  // a grid of nothing has no box
      const GroundBox& box = v.boxes[at];
      Json b = Json::object();
      if (box.ground != Ground::Open) b["ground"] = box.ground;
      if (!box.north.plain()) b["north"] = box.north;
      if (!box.east.plain()) b["east"] = box.east;
      if (box.roads != 0) b["roads"] = box.roads;
      boxes[std::to_string(col) + "," + std::to_string(row)] = b;
    }
  }
  if (!boxes.empty()) j["boxes"] = boxes;
}
void from_json(const Json& j, Field& v) {
  int columns = 0, rows = 0;
  get_field(j, "columns", columns);
  get_field(j, "rows", rows);
  if (columns < 1 || columns > 60 || rows < 1 || rows > 60) throw engine::FieldError("", "expected a grid of 1 to 60 boxes a side");
  v = Field::open_ground(columns, rows);
  const auto boxes = j.find("boxes");
  if (boxes == j.end()) return;
  for (const auto& [key, value] : boxes->items()) {
    const auto comma = key.find(',');
    int col = -1, row = -1;
    if (comma != std::string::npos && key.size() < 8 && key.find_first_not_of("0123456789,") == std::string::npos && comma > 0 &&
        comma + 1 < key.size()) {
      col = std::stoi(key.substr(0, comma));
      row = std::stoi(key.substr(comma + 1));
    }
    if (col < 0 || row < 0 || col > columns || row > rows) throw engine::FieldError("/boxes/" + key, "is not a box of the grid");
    read_at(value, "boxes/" + key, v.boxes[static_cast<std::size_t>(row * (columns + 1) + col)]);
  }
}

}  // namespace polemarch::to_the_strongest
