/// Reads a battle's setup: table, scale, options, armies, where bases stand, and a battle half-way. Format: README.md.
#include <algorithm>
#include <set>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/bounds.hpp"
#include "engine/rulesets/paean/play/play.hpp"
#include "engine/rulesets/paean/text/json.hpp"
#include "engine/rulesets/paean/topics/layout.hpp"
#include "engine/rulesets/paean/topics/stands.hpp"
#include "models/io/json.hpp"
#include "models/io/table_io.hpp"

namespace polemarch::paean {

using engine::FieldError;
using engine::get_field;
using engine::get_field_or_keep;
using engine::Json;

namespace {

/// Ranks a base of this kind usually has (PA-GEO-T1, PA-PTS-03, 10, 11).
int usual_ranks(const Card& card) {
  if (card.weight == Weight::L) return 1;
  if (card.cavalry()) return card.weight == Weight::M ? 2 : 1;
  if (!card.hoplite()) return 2;
  for (const Weapon weapon : card.weapons) {
    if (weapon == Weapon::LongThrustingSpear) return 3;
    if (weapon == Weapon::ShortPike) return 4;
  }
  return 2;
}

std::vector<Weapon> usual_weapons(const Card& card) {
  if (card.weight == Weight::L) return {Weapon::Javelin};
  if (card.weight == Weight::LM) return {Weapon::Javelin, Weapon::LightSpear};
  if (card.ranks == 3) return {Weapon::LongThrustingSpear};
  if (card.ranks == 4) return {Weapon::ShortPike};
  return {Weapon::ThrustingSpear};
}

/// The lists have such a base.
void check_training(const Card& card, const char* where) {
  if (card.hoplite() && card.experience == Experience::Irregular)
    throw FieldError(where, "LH and H are seasoned, veteran or elite (PA-PTS-09)");
  if (!card.hoplite() && card.experience == Experience::Elite)
    throw FieldError(where, "L, LM and M are irregular, seasoned or veteran (PA-PTS-02)");
  if (card.expert && (card.weight != Weight::L || card.experience == Experience::Irregular || missile_range_cm(card) < 20))
    throw FieldError("/expert", "expert shots are seasoned or veteran L with bows or slings (PA-PTS-12)");
}

Card card_from(const Json& j, int k) {
  Card card = j.get<Card>();
  if (!j.contains("k")) card.k = k;
  if (card.k != k) throw FieldError("/k", "all figures of a battle have one scale: " + std::to_string(k));
  if (card.leader()) {
    card.ranks = 1;
    return card;
  }
  if (!j.contains("ranks")) card.ranks = usual_ranks(card);
  if (card.weapons.empty()) card.weapons = usual_weapons(card);
  const bool right = card.hoplite() ? card.ranks >= 2 : card.ranks == usual_ranks(card);
  if (!right)
    throw FieldError("/ranks", "a base of this type has " + std::string(card.hoplite() ? "2 to 4" : std::to_string(usual_ranks(card))) +
                                   " ranks (PA-GEO-T1)");
  check_training(card, "/experience");
  return card;
}

void place_bases(State& state, const Json& j, const std::vector<BaseId>& bases, Side side) {
  std::vector<engine::PlacedBase> poses;
  get_field(j, "poses", poses);
  if (const auto at = j.find("at"); at != j.end()) {
    Pose front;
    front.heading = side == Side::A ? 90_deg : 270_deg;
    engine::read_at(*at, "at", front);
    if (!at->contains("heading_deg")) front.heading = side == Side::A ? 90_deg : 270_deg;
    int files = static_cast<int>(bases.size());
    get_field_or_keep(j, "files", files);
    if (state.bases.at(bases.front()).card.leader()) {
      poses = {{bases.front(), {front, {}}}};
    } else {
      poses = in_rows(state, bases, geometry::vec(front.centre()), front.heading, files);
    }
  }
  for (const engine::PlacedBase& placed : poses) {
    if (std::find(bases.begin(), bases.end(), placed.base) == bases.end())
      throw FieldError("/poses", "there is no base " + placed.base.text);
    Base& base = state.bases.at(placed.base);
    base.at = placed.at;
    base.on_table = true;
  }
}

void read_leader(State& state, Side side, const UnitId& id, const Json& j, const Card& card) {
  Leader leader;
  leader.side = side;
  leader.kind = card.arm == Arm::Hero ? LeaderKind::Hero : card.army_commander ? LeaderKind::Army : LeaderKind::Subordinate;
  get_field_or_keep(j, "name", leader.name);
  leader.value = leader.hero() ? 10 : card.army_commander ? 10 : 9;
  const char* value = leader.hero() ? "hv" : "cv";
  if (!leader.hero() && j.contains(value) && j[value] == "roll") {
    leader.rolls_value = true;
  } else {
    get_field_or_keep(j, value, leader.value);
    get_field_or_keep(j, "value", leader.value);
  }
  if (leader.hero() && j.contains("ability") && j["ability"] == "roll") {
    leader.rolls_ability = true;
  } else {
    get_field_or_keep(j, "ability", leader.ability);
  }
  get_field_or_keep(j, "with", leader.with);
  if (leader.hero() && (leader.value < 9 || leader.value > 12)) throw FieldError("/hv", "a hero's value is 9 to 12 (PA-HER-02)");
  if (leader.kind == LeaderKind::Army && (leader.value < 9 || leader.value > 11))
    throw FieldError("/cv", "an army commander's value is 9 to 11 (PA-CMD-T1)");
  if (leader.kind == LeaderKind::Subordinate && (leader.value < 8 || leader.value > 10))
    throw FieldError("/cv", "a subordinate's value is 8 to 10 (PA-CMD-T1)");
  if (leader.ability != Ability::None && !leader.hero()) throw FieldError("/ability", "only heroes have abilities (PA-HER-T2)");
  leader.base = {id.text + ".1"};
  Base base;
  base.side = side;
  base.card = card;
  base.unit = id;
  base.at.pose.heading = side == Side::A ? 90_deg : 270_deg;
  state.bases[leader.base] = base;
  state.leaders[id] = leader;
  place_bases(state, j, {leader.base}, side);
}

void read_formation(State& state, Side side, const UnitId& id, const Json& j, const Card& card) {
  Formation formation;
  formation.side = side;
  formation.arm = card.arm;
  formation.weight = card.weight;
  formation.origin = id;
  get_field_or_keep(j, "name", formation.name);
  get_field_or_keep(j, "commander", formation.commander);
  int count = 1;
  get_field_or_keep(j, "bases", count);
  if (count < 1 || count > 60) throw FieldError("/bases", "expected 1 to 60 bases");
  std::vector<Experience> mixed;
  get_field(j, "experiences", mixed);
  for (int i = 0; i < count; ++i) {
    const BaseId base{id.text + "." + std::to_string(i + 1)};
    Base one;
    one.side = side;
    one.card = card;
    if (static_cast<std::size_t>(i) < mixed.size()) one.card.experience = mixed[static_cast<std::size_t>(i)];
    check_training(one.card, "/experiences");
    one.unit = id;
    one.at.pose.heading = side == Side::A ? 90_deg : 270_deg;
    state.bases[base] = one;
    formation.bases.push_back(base);
  }
  place_bases(state, j, formation.bases, side);
  state.formations[id] = std::move(formation);
}

void read_side(State& state, Side side, const Json& j) {
  const std::string path = "/sides/" + std::string(name_of(side));
  if (!j.is_object()) throw FieldError(path, "expected an object with the side's units");
  const Json units = j.value("units", Json::array());
  if (!units.is_array()) throw FieldError(path + "/units", "expected a list");
  for (std::size_t i = 0; i < units.size(); ++i) {
    try {
      UnitId id;
      get_field(units[i], "unit", id);
      if (id.empty()) throw FieldError("/unit", "expected an id of 1 to 32 letters, digits, '_', '.' or '-'");
      if (state.formations.contains(id) || state.leaders.contains(id)) throw FieldError("/unit", id.text + " is there twice");
      const Card card = card_from(units[i], state.k);
      if (card.leader()) {
        read_leader(state, side, id, units[i], card);
      } else {
        read_formation(state, side, id, units[i], card);
      }
    } catch (const FieldError& error) {
      throw FieldError(path + "/units/" + std::to_string(i) + error.path, error.what());
    }
  }
  int army = 0, top = 0;
  for (const auto& [id, leader] : state.leaders)
    if (leader.side == side && leader.kind == LeaderKind::Army) ++army, top = leader.value;
  if (army != 1)
    throw FieldError(path, "an army has one army commander (\"arm\":\"commander\",\"army_commander\":true), not " + std::to_string(army) +
                               " (PA-CMD-01)");
  for (const auto& [id, leader] : state.leaders)
    if (leader.side == side && leader.kind == LeaderKind::Subordinate && leader.value > top && !leader.rolls_value)
      throw FieldError(path, id.text + " has a higher CV than the army commander (PA-CMD-02)");
  for (const auto& [id, formation] : state.formations)
    if (formation.side == side && !formation.commander.empty() && !state.leaders.contains(formation.commander))
      throw FieldError(path, "the commander of " + id.text + ", " + formation.commander.text + ", is not there");
  for (const auto& [id, leader] : state.leaders)
    if (leader.side == side && !leader.with.empty() && !state.formations.contains(leader.with))
      throw FieldError(path, id.text + " is with " + leader.with.text + ", which is not there");
  for (const auto& [id, leader] : state.leaders)
    if (leader.side == side && leader.hero() && !leader.with.empty() && state.formations.at(leader.with).weight == Weight::L)
      throw FieldError(path, id.text + " is with " + leader.with.text + ", and a hero leads no light formation (PA-AMB-35)");
}

void read_terrain(State& state, const Table& table) {
  for (std::size_t i = 0; i < table.terrain.size(); ++i) {
    const TerrainPiece& from = table.terrain[i];
    Piece piece;
    piece.id = from.id.empty() ? from.kind + std::to_string(i + 1) : from.id;
    piece.outline = from.outline;
    piece.height = from.height;
    const std::vector<std::pair<std::string, Ground>> words{{"open", Ground::Open},
                                                            {"wood", Ground::Wood},
                                                            {"woods", Ground::Wood},
                                                            {"woodland", Ground::Wood},
                                                            {"forest", Ground::Wood},
                                                            {"hill", Ground::Hill},
                                                            {"stream", Ground::Stream},
                                                            {"river", Ground::Stream},
                                                            {"settlement", Ground::Settlement},
                                                            {"village", Ground::Settlement},
                                                            {"town", Ground::Settlement},
                                                            {"works", Ground::Works},
                                                            {"defence_works", Ground::Works},
                                                            {"palisade", Ground::Works},
                                                            {"fortification", Ground::Fortification},
                                                            {"wall", Ground::Fortification},
                                                            {"city_wall", Ground::Fortification},
                                                            {"difficult", Ground::Difficult},
                                                            {"other_difficult", Ground::Difficult},
                                                            {"rough", Ground::Difficult},
                                                            {"marsh", Ground::Difficult},
                                                            {"steep_hill", Ground::Hill}};
    const auto known = std::find_if(words.begin(), words.end(), [&](const auto& word) { return word.first == from.kind; });
    if (known == words.end()) {
      std::string list;
      for (const auto& [word, ground] : words) list += (list.empty() ? "" : ", ") + word;
      throw FieldError("/table/terrain/" + std::to_string(i) + "/kind", "unknown kind; there are " + list);
    }
    piece.ground = known->second;
    piece.difficult = from.kind == "steep_hill";
    state.terrain.push_back(std::move(piece));
  }
}

/// Formations that touch when the battle is set up are in contact.
void find_contacts(State& state) {
  for (auto& [id, formation] : state.formations)
    for (auto& [foe, enemy] : state.formations) {
      if (!(id < foe) || formation.side == enemy.side || shapes_of(state, id).empty() || shapes_of(state, foe).empty()) continue;
      const std::vector<BaseTouch> bases = touches(stands_of(state, id), stands_of(state, foe), state.k, Touching::Now);
      if (bases.empty()) continue;
      const auto [mine, theirs] = sides_that_touch(state, id, foe, bases);
      formation.contacts.push_back({foe, mine});
      enemy.contacts.push_back({id, theirs});
    }
}

/// The scale of the battle, or of the first unit that names its own.
void read_scale(const Json& setup, State& state) {
  const auto read = [&](const Json& j, const std::string& path) {
    engine::read_at(j, path, state.k);
    if (state.k < 1 || state.k > 3) throw FieldError("/" + path, "expected 1, 2 or 3 (6, 15 or 25 mm figures)");
  };
  if (const auto scale = setup.find("scale"); scale != setup.end()) return read(*scale, "scale");
  for (const std::string side : {"A", "B"}) {
    const Json one = setup.at("sides").value(side, Json());
    const auto units = one.find("units");
    if (!one.is_object() || units == one.end() || !units->is_array()) continue;  // said where it is read
    for (std::size_t i = 0; i < units->size() && state.k == 1; ++i)
      if ((*units)[i].is_object() && (*units)[i].contains("k"))
        read((*units)[i]["k"], "sides/" + side + "/units/" + std::to_string(i) + "/k");
  }
}

State read_setup(const Json& setup, const Table& table) {
  State state;
  state.width = table.width;
  state.depth = table.depth;
  state.tolerance = table.tolerance;
  read_scale(setup, state);
  if (const auto options = setup.find("options"); options != setup.end()) engine::read_at(*options, "options", state.options);
  read_terrain(state, table);
  for (const Side side : {Side::A, Side::B}) {
    const std::string key(name_of(side));
    if (!setup["sides"].contains(key)) throw FieldError("/sides", "needs \"" + key + "\"");
    read_side(state, side, setup["sides"][key]);
  }
  find_contacts(state);
  if (setup.contains("first")) {  // initiative is thrown already
    get_field(setup, "first", state.turn.first);
    state.turn.active = state.turn.first;
    state.turn.bound = 1;
    state.turn.phase = Phase::Combat;
  }
  if (const auto half_way = setup.find("state"); half_way != setup.end()) engine::set_over(*half_way, state);
  return state;
}

}  // namespace

Result<State> Rules::initial(std::string_view setup_json, std::string_view name) {
  auto setup = io::parse_json(setup_json, name);
  if (!setup) return setup.error();
  if (!setup->is_object() || !setup->contains("table")) return InputError{std::string(name) + ": /: needs \"table\""};
  if (!setup->contains("sides") || !(*setup)["sides"].is_object()) return InputError{std::string(name) + ": /: needs \"sides\""};
  auto table = io::table_from_json(setup->at("table"), std::string(name) + ": /table");
  if (!table) return table.error();
  auto state = engine::guarded(name, [&] { return read_setup(*setup, *table); });
  if (!state) return state.error();
  if (const auto broken = broken_invariant(*state)) return InputError{std::string(name) + ": /state: " + *broken};
  if (const auto wrong = engine::out_of_bounds(engine::Json::object(), engine::Json(*state), bounds_of(*state)))
    return InputError{std::string(name) + ": /state" + *wrong};
  if (state->turn.phase == Phase::Deployment) return state;
  Unfold u(*state, Viewer::Umpire);  // a battle half-way stands at its next question
  u.run();
  return u.state();
}

}  // namespace polemarch::paean
