/// Units, generals and camps of a setup; README.md documents the fields.
#include <algorithm>

#include "engine/rulesets/to_the_strongest/text/setup.hpp"

namespace polemarch::to_the_strongest {

using engine::FieldError;
using engine::get_field;
using engine::get_field_or_keep;
using engine::read_at;

void only(const Json& j, const std::string& path, const std::set<std::string>& known) {
  if (!j.is_object()) throw FieldError(path, "expected an object");
  for (const auto& [key, value] : j.items())
    if (!known.contains(key)) throw FieldError(path + "/" + key, "is not a field of this ruleset");
}

UnitId command_id(Side side, const Json& value) {
  std::string text = value.is_number_integer() ? std::to_string(value.get<int>()) : value.is_string() ? value.get<std::string>() : "?";
  const std::string prefix(name_of(side));
  if (!text.starts_with(prefix)) text = prefix + "-" + text;
  if (!is_valid_id(text)) throw FieldError("", "expected a command such as 1 or \"A-1\"");
  return {text};
}

namespace {

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

/// Grade, and the size its type allows.
void read_size(const Json& j, Unit& unit) {
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
}

/// Arms, training and hero.
void read_kit(const Json& j, Unit& unit, bool heroes_for_beasts) {
  if (const auto named = type_and_weapon(j.at("type").get<std::string>())) unit.weapons = named->weapons;
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
  get_field_or_keep(j, "ally", unit.ally);
  if (j.contains("save")) read_at(j.at("save"), "save", unit.save_as_listed);
  get_field(j, "formations", unit.formations);
  get_field_or_keep(j, "formation", unit.formation);
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
  if (unit.hero && (is_elephant(unit) || unit.type == Type::ScythedChariots) && !heroes_for_beasts)
    throw FieldError("/hero", "elephants and scythed chariots have no heroes (TTS-AMB-115)");
}

/// How a battle half-way has left it.
void read_wear(const Json& j, Unit& unit) {
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
}

void read_stand(const Json& j, Unit& unit) {
  unit.facing = outward(unit.side);
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
}

}  // namespace

void read_unit(const Json& j, Side side, State& state) {
  only(j, "", {"unit",         "name",       "type",       "grade",         "size",      "deep",     "small",
               "weapons",      "weapon",     "extra",      "extra_missile", "escorted",  "pavises",  "two_handed",
               "swimmer",      "swimmers",   "fanatic",    "fanatics",      "carts",     "triarii",  "mounted_infantry",
               "testudo",      "save",       "formations", "formation",     "shock",     "stakes",   "hero",
               "command",      "box",        "second_box", "facing",        "place",     "disorder", "ammo",
               "ammo_max",     "activation", "boat",       "afloat",        "bases",     "markers",  "marker",
               "footprint_mm", "lance_used", "bonus_used", "where",         "edge_zone", "points",   "note",
               "veteran",      "raw",        "ally",       "entry"});
  Unit unit;
  get_field(j, "unit", unit.id);
  if (unit.id.empty()) throw FieldError("/unit", "needs a name");
  unit.side = side;
  unit.name = unit.id.text;
  get_field_or_keep(j, "name", unit.name);
  get_field(j, "type", unit.type);
  unit.size = row_of(unit.type).size;
  unit.command = j.contains("command") ? command_id(side, j.at("command")) : command_id(side, 1);
  read_size(j, unit);
  read_kit(j, unit, state.options.heroes_for_beasts);
  read_wear(j, unit);
  read_stand(j, unit);
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
  for (const auto& [id, officer] : state.generals)
    if (general.senior && officer.senior && officer.side == side)
      throw FieldError("/senior", "an army has one senior general, and that is " + id.text + " (TTS-GEN-21)");
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

}  // namespace polemarch::to_the_strongest
