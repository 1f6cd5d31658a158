#pragma once
/// JSON of a measuring room's state and setup; include in the room's text.cpp only, after the JSON of its Card. Pure.

#include "engine/core/battle_of.hpp"
#include "engine/core/measuring_room.hpp"
#include "models/io/json.hpp"

namespace polemarch::engine {

POLEMARCH_JSON_DEFAULTS(StandingBase, base, footprint, at, on_table)
POLEMARCH_JSON_EMPTY(NoStep)
POLEMARCH_JSON(RemoveBases, unit, bases)
POLEMARCH_JSON(BasesRemoved, unit, bases)

template <class Card>
void to_json(Json& j, const MeasuredUnit<Card>& v) {
  j = {{"side", v.side}, {"name", v.name}, {"card", v.card}, {"bases", v.bases}};
}
template <class Card>
void from_json(const Json& j, MeasuredUnit<Card>& v) {
  get_field(j, "side", v.side);
  get_field_or_keep(j, "name", v.name);
  get_field(j, "card", v.card);
  get_field(j, "bases", v.bases);
}
template <class Card>
void to_json(Json& j, const MeasuringState<Card>& v) {
  j = {{"width", v.width}, {"depth", v.depth}, {"units", v.units}, {"agenda", v.agenda}};
}
template <class Card>
void from_json(const Json& j, MeasuringState<Card>& v) {
  get_field(j, "width", v.width);
  get_field(j, "depth", v.depth);
  get_field(j, "units", v.units);
  get_field(j, "agenda", v.agenda);
}

/// One unit of a roster: {"unit","name","type","bases":n, "poses":[...]?} and the card's own fields. `footprint_of(card)` sizes the bases.
template <class Card, class FootprintOf>
MeasuredUnit<Card> unit_from_roster(const Json& j, Side side, UnitId& id, FootprintOf footprint_of) {
  MeasuredUnit<Card> unit;
  unit.side = side;
  get_field(j, "unit", id);
  if (id.empty()) throw FieldError("/unit", "expected an id of 1 to 32 letters, digits, '_', '.' or '-'");
  get_field_or_keep(j, "name", unit.name);
  j.get_to(unit.card);
  int bases = 1;
  get_field_or_keep(j, "bases", bases);
  if (bases < 1 || bases > 60) throw FieldError("/bases", "expected 1 to 60 bases");
  for (int i = 1; i <= bases; ++i) unit.bases.push_back({{id.text + "." + std::to_string(i)}, footprint_of(unit.card), {}, false});
  std::vector<PlacedBase> poses;
  get_field(j, "poses", poses);
  for (const PlacedBase& placed : poses) {
    const auto at = std::find_if(unit.bases.begin(), unit.bases.end(), [&](const StandingBase& base) { return base.base == placed.base; });
    if (at == unit.bases.end()) throw FieldError("/poses", "there is no base " + placed.base.text);
    at->at = placed.at;
    at->on_table = true;
  }
  return unit;
}

/// Reads {"table":{"size_mm":[w,d]},"sides":{"A":{"units":[...]},"B":{...}}}, or {"state":{...}} half-way.
template <class Card, class FootprintOf>
Result<MeasuringState<Card>> measuring_setup(std::string_view setup_json, std::string_view name, FootprintOf footprint_of) {
  const auto parsed = io::parse_json(setup_json, name);
  if (!parsed) return parsed.error();
  return guarded(name, [&] {
    const Json& j = *parsed;
    if (j.contains("state")) return j["state"].get<MeasuringState<Card>>();
    MeasuringState<Card> state;
    std::vector<Length> size;
    if (!j.contains("table")) throw FieldError("", "needs \"table\"");
    get_field(j["table"], "size_mm", size);
    if (size.size() != 2 || size[0] <= Length{} || size[1] <= Length{}) throw FieldError("/table/size_mm", "expected [width, depth] in mm");
    state.width = size[0];
    state.depth = size[1];
    if (!j.contains("sides")) throw FieldError("", "needs \"sides\"");
    for (const Side side : {Side::A, Side::B}) {
      const std::string key(name_of(side));
      if (!j["sides"].contains(key)) throw FieldError("/sides", "needs \"" + key + "\"");
      const Json& units = j["sides"][key].value("units", Json::array());
      for (std::size_t i = 0; i < units.size(); ++i) {
        const std::string path = "/sides/" + key + "/units/" + std::to_string(i);
        UnitId id;
        try {
          MeasuredUnit<Card> unit = unit_from_roster<Card>(units[i], side, id, footprint_of);
          if (!state.units.emplace(id, std::move(unit)).second) throw FieldError("/unit", id.text + " is there twice");
        } catch (const FieldError& error) {
          throw FieldError(path + error.path, error.what());
        }
      }
    }
    return state;
  });
}

}  // namespace polemarch::engine
