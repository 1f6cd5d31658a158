#pragma once
/// JSON of every value of the room; only text/ include it (heavy). README.md documents the fields.

#include "engine/core/json_types.hpp"
#include "engine/rulesets/to_the_strongest/rules.hpp"

namespace polemarch::to_the_strongest {

using engine::Json;

/// A box is "c4", [3,4] where it lies off the table, "" when nowhere.
inline void to_json(Json& j, const Box& v) {
  if (!v.somewhere()) {
    j = "";
  } else if (v.col >= 1 && v.row >= 1) {
    j = name_of(v);
  } else {
    j = Json::array({v.col, v.row});
  }
}
inline void from_json(const Json& j, Box& v) {
  if (j.is_array() && j.size() == 2 && j[0].is_number_integer() && j[1].is_number_integer()) {
    v = {j[0].get<int>(), j[1].get<int>()};
    if (v.col < -2 || v.col > 43 || v.row < -2 || v.row > 43) throw engine::FieldError("", "expected a box near the table");
    return;
  }
  const std::string text = j.is_string() ? j.get<std::string>() : "?";
  if (text.empty() || text == "off" || text == "off table") {
    v = {};
    return;
  }
  const auto box = box_named(text);
  if (!box) throw engine::FieldError("", "expected a box such as c4");
  v = *box;
}
inline void to_json(Json& j, const Facing& v) { j = std::string(name_of(v)); }
inline void from_json(const Json& j, Facing& v) {
  const auto facing = j.is_string() ? facing_named(j.get<std::string>()) : std::nullopt;
  if (!facing) throw engine::FieldError("", "expected N, E, S or W");
  v = *facing;
}

/// Enums written by their table of names.
template <class Enum, std::size_t N>
void read_word(const Json& j, Enum& v, const std::array<std::string_view, N>& names) {
  std::string known;
  for (std::size_t i = 0; i < N; ++i) {
    if (j.is_string() && j.get<std::string>() == names[i]) {
      v = static_cast<Enum>(i);
      return;
    }
    known += (known.empty() ? "" : ", ") + std::string(names[i]);
  }
  throw engine::FieldError("", "expected one of " + known);
}
#define POLEMARCH_TTS_WORDS(Enum, names)                                                               \
  inline void to_json(Json& j, const Enum& v) { j = std::string(names[static_cast<std::size_t>(v)]); } \
  inline void from_json(const Json& j, Enum& v) { read_word(j, v, names); }

constexpr std::array<std::string_view, 7> kWhereNames{"undeployed", "on_table", "hidden", "reserve", "left", "given_up", "lost"};
constexpr std::array<std::string_view, 3> kStakesNames{"none", "carried", "emplaced"};
constexpr std::array<std::string_view, 4> kStatusNames{"in_play", "killed", "wounded", "captured"};
constexpr std::array<std::string_view, 3> kCommandStatusNames{"not_yet", "active", "ended"};
constexpr std::array<std::string_view, 17> kOrderWords{
    "move", "turn",           "exchange", "charge", "shoot", "move_and_shoot", "shoot_and_move", "resupply", "rally",
    "form", "emplace_stakes", "dismount", "board",  "land",  "enter",          "reveal",         "straddle"};
POLEMARCH_TTS_WORDS(Size, kSizeNames)
POLEMARCH_TTS_WORDS(Grade, kGradeNames)
POLEMARCH_TTS_WORDS(Formation, kFormationNames)
POLEMARCH_TTS_WORDS(Weapon, kWeaponNames)
POLEMARCH_TTS_WORDS(Where, kWhereNames)
POLEMARCH_TTS_WORDS(Stakes, kStakesNames)
POLEMARCH_TTS_WORDS(Status, kStatusNames)
POLEMARCH_TTS_WORDS(CommandStatus, kCommandStatusNames)
POLEMARCH_TTS_WORDS(OrderKind, kOrderWords)
POLEMARCH_TTS_WORDS(Manoeuvre, kManoeuvreNames)
POLEMARCH_TTS_WORDS(Attack, kAttackNames)
POLEMARCH_TTS_WORDS(ChargeStage, kChargeStageNames)
POLEMARCH_TTS_WORDS(ShootStage, kShootStageNames)
POLEMARCH_TTS_WORDS(SaveGroup, kSaveGroupNames)
POLEMARCH_TTS_WORDS(Phase, kPhaseNames)

inline void to_json(Json& j, const Type& v) { j = std::string(row_of(v).key); }
inline void from_json(const Json& j, Type& v) {
  const auto type = j.is_string() ? type_and_weapon(j.get<std::string>()) : std::nullopt;
  if (!type) throw engine::FieldError("", "expected a troop type, one of " + type_words());
  v = type->type;
}
inline void to_json(Json& j, const Ground& v) { j = std::string(row_of(v).key); }
inline void from_json(const Json& j, Ground& v) {
  const auto ground = j.is_string() ? ground_named(j.get<std::string>()) : std::nullopt;
  if (!ground) throw engine::FieldError("", "expected a kind of ground such as \"wood\"");
  v = *ground;
}
inline void to_json(Json& j, const Weapons& v) {
  j = Json::array();
  for (std::size_t i = 0; i < kWeaponNames.size(); ++i)
    if (v.has(static_cast<Weapon>(i))) j.push_back(std::string(kWeaponNames[i]));
}
inline void from_json(const Json& j, Weapons& v) {
  v = {};
  const Json list = j.is_array() ? j : Json::array({j});
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto weapon = list[i].is_string() ? weapon_named(list[i].get<std::string>()) : std::nullopt;
    if (!weapon) throw engine::FieldError("/" + std::to_string(i), "expected a weapon such as \"javelin\"");
    v = v.with(*weapon);
  }
}

// Orders, as spoken: only what is set is written.
void to_json(Json& j, const Order& v);
void from_json(const Json& j, Order& v);
template <class Visit>
void each_field(const Order& v, const Visit& visit) {
  visit(v.units);
  visit(v.generals);
  visit(v.target);
}
template <OrderKind Kind>
void to_json(Json& j, const OrderOf<Kind>& v) {
  j = v.order;
  j.erase("kind");
}
template <OrderKind Kind>
void from_json(const Json& j, OrderOf<Kind>& v) {
  j.get_to(v.order);
  v.order.kind = Kind;
}
void to_json(Json& j, const CommandMove& v);
void from_json(const Json& j, CommandMove& v);
POLEMARCH_JSON_DEFAULTS(ReplaceCard, general)
/// A command as a player names it: "A-1", or 1 of the speaker's own side (`enemy`: of the other).
void get_command(const Json& j, const char* name, UnitId& out, bool enemy = false);
inline void to_json(Json& j, const Pass& v) { j = {{"command", v.command}}; }
inline void from_json(const Json& j, Pass& v) {
  v = {};
  get_command(j, "command", v.command);
}
POLEMARCH_JSON_EMPTY(EndTurn)
POLEMARCH_JSON_DEFAULTS(EndBattle, winner)
void to_json(Json& j, const Mark& v);
void from_json(const Json& j, Mark& v);
POLEMARCH_JSON_DEFAULTS(Posting, unit, box, facing, place)
void to_json(Json& j, const Deploy& v);
void from_json(const Json& j, Deploy& v);
POLEMARCH_JSON_EMPTY(DeploymentDone)
POLEMARCH_JSON_DEFAULTS(DrawStratagem, side, card, unseen)
void to_json(Json& j, const PlayStratagem& v);
void from_json(const Json& j, PlayStratagem& v);
void to_json(Json& j, const NoteUnit& v);
void from_json(const Json& j, NoteUnit& v);
POLEMARCH_JSON_EMPTY(CutForScouting)
POLEMARCH_JSON_DEFAULTS(ChooseScenario, number, flank)
POLEMARCH_JSON_DEFAULTS(TerrainChoice, kind, boxes, count)
POLEMARCH_JSON_DEFAULTS(ChooseTerrain, side, pieces)
POLEMARCH_JSON_DEFAULTS(PlaceTerrain, side, kind, boxes, edges)
POLEMARCH_JSON_EMPTY(DealTerrain)
POLEMARCH_JSON_EMPTY(Bid)

void to_json(Json& j, const StratagemUsed& v);
void from_json(const Json& j, StratagemUsed& v);
template <class Visit>
void each_field(const StratagemUsed& v, const Visit& visit) {
  NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(POLEMARCH_VISIT, side, card, units, blundered, place));
}

// Steps.
void to_json(Json& j, const Plan& v);
void from_json(const Json& j, Plan& v);
template <class Visit>
void each_field(const Plan& v, const Visit& visit) {
  NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(POLEMARCH_VISIT, order, side, command, from, manoeuvre, path, facing, march, leaves_table, along,
                                           need, free, charge_declared, boxes_declared));
}
POLEMARCH_JSON_DEFAULTS(CardStep, plan, replacement, general, remote, first_card, blundered)
POLEMARCH_JSON_DEFAULTS(ReplaceStep, plan, card)
POLEMARCH_JSON_DEFAULTS(BlunderStep, units, by)
POLEMARCH_JSON_DEFAULTS(ChargeStep, plan, charger, from, at, stage, target, attack, caught, evade_to, evade_off, evade_behind, evaded,
                        goes_on, lance, beast, cards, played, replayed, replay_by, hits, silenced, fought)
POLEMARCH_JSON_DEFAULTS(ShootStep, plan, shooter, target, weapon, thrown, stage, hits, missed, replay_by)
POLEMARCH_JSON_DEFAULTS(SaveDue, who, general, group, by, from, at, attack, charged, rampage, burst, weapon)
POLEMARCH_JSON_DEFAULTS(SavesStep, queue)
POLEMARCH_JSON_DEFAULTS(WoundStep, general)
POLEMARCH_JSON_DEFAULTS(JoinStep, general, rule)
POLEMARCH_JSON_DEFAULTS(RampageStep, unit, start, facing)
POLEMARCH_JSON_DEFAULTS(RallyStep, unit)
POLEMARCH_JSON_DEFAULTS(BurstStep, plan, gun, card, failed)
POLEMARCH_JSON_DEFAULTS(ZoneStep, plan, zone)
POLEMARCH_JSON_EMPTY(ScoutStep)
POLEMARCH_JSON_EMPTY(BidStep)
POLEMARCH_JSON_EMPTY(ArmyCutStep)
POLEMARCH_JSON_EMPTY(CoastStep)
POLEMARCH_JSON_DEFAULTS(StratagemStep, side)
POLEMARCH_JSON_EMPTY(ScenarioStep)
POLEMARCH_JSON_DEFAULTS(TerrainStep, pieces, dealer)
POLEMARCH_JSON_DEFAULTS(WhichBoxStep, unit, boxes, facing)

// Events.
POLEMARCH_JSON_DEFAULTS(CommandBegun, command)
POLEMARCH_JSON_DEFAULTS(CommandEnded, command, why)
POLEMARCH_JSON_DEFAULTS(OrderGiven, plan, reasons)
POLEMARCH_JSON_DEFAULTS(CardTurned, side, purpose, units, card, need, success, on_units, general, reasons, reshuffled, player)
POLEMARCH_JSON_DEFAULTS(ActivationSet, units, value)
POLEMARCH_JSON_DEFAULTS(AbilityUsed, general, what)
POLEMARCH_JSON_DEFAULTS(HeroUsed, unit)
POLEMARCH_JSON_DEFAULTS(HeroGained, unit)
POLEMARCH_JSON_DEFAULTS(UnitMoved, unit, from, to, facing, along, how, second)
POLEMARCH_JSON_DEFAULTS(UnitLeft, unit, zone, how)
POLEMARCH_JSON_DEFAULTS(UnitLost, unit, why)
POLEMARCH_JSON_DEFAULTS(DisorderSet, unit, level, why)
POLEMARCH_JSON_DEFAULTS(AmmoSet, unit, chits)
POLEMARCH_JSON_DEFAULTS(ReserveAmmoSet, side, chits, why)
POLEMARCH_JSON_DEFAULTS(Spent, unit, what)
POLEMARCH_JSON_DEFAULTS(FormationSet, unit, formation)
POLEMARCH_JSON_DEFAULTS(UnitDismounted, unit, type, size, weapons, hits, medals, chits, chits_most)
POLEMARCH_JSON_DEFAULTS(StakesPlaced, box, facing)
POLEMARCH_JSON_DEFAULTS(FortificationPlaced, box, facing)
POLEMARCH_JSON_DEFAULTS(GroundSet, box, ground, why)
POLEMARCH_JSON_DEFAULTS(BoatSet, unit, afloat)
POLEMARCH_JSON_DEFAULTS(GeneralMoved, general, to, unit, how)
POLEMARCH_JSON_DEFAULTS(GeneralWounded, general)
POLEMARCH_JSON_DEFAULTS(GeneralLost, general, status)
POLEMARCH_JSON_DEFAULTS(CampTaken, camp, by)
POLEMARCH_JSON_DEFAULTS(MedalsSet, side, medals, change, why, extra)
POLEMARCH_JSON_DEFAULTS(CommandDemoralised, command, demoralised)
POLEMARCH_JSON_DEFAULTS(TurnEnded, side)
POLEMARCH_JSON_DEFAULTS(BattleEnded, winner, why)
POLEMARCH_JSON_DEFAULTS(ReplaceOpen, plan, card, before, generals, able, camps, reserves, ammo, formations, heroes)
POLEMARCH_JSON_EMPTY(ReplaceClosed)
POLEMARCH_JSON_DEFAULTS(SaveRemembered, general)
POLEMARCH_JSON_DEFAULTS(PhaseSet, phase)
POLEMARCH_JSON_DEFAULTS(ScenarioSet, number)
POLEMARCH_JSON_DEFAULTS(TerrainListed, side, pieces)
POLEMARCH_JSON_DEFAULTS(TerrainPut, side, kind, boxes, edges)
POLEMARCH_JSON_DEFAULTS(TerrainMoved, piece, boxes, gone, why)
POLEMARCH_JSON_DEFAULTS(GroundLaid, field)
POLEMARCH_JSON_DEFAULTS(StratagemDrawn, side, card)
POLEMARCH_JSON_DEFAULTS(HeroLost, unit)
POLEMARCH_JSON_DEFAULTS(UnitNoted, side, note)
POLEMARCH_JSON_DEFAULTS(RallyForbidden, unit)
POLEMARCH_JSON_DEFAULTS(SidesReady, active, total_a, total_b)
POLEMARCH_JSON_DEFAULTS(CommandDeployed, command, stood)
POLEMARCH_JSON_DEFAULTS(CampPlaced, camp, box)
POLEMARCH_JSON_DEFAULTS(ArmyChosen, by, bid, tie)

// State.
POLEMARCH_JSON_DEFAULTS(Edge, stream, wall, shoreline, stakes, fortification)
POLEMARCH_JSON_DEFAULTS(GroundBox, ground, north, east, roads)
void to_json(Json& j, const Field& v);
void from_json(const Json& j, Field& v);
POLEMARCH_JSON_DEFAULTS(Options, three_column_arc, one_wagon_bonus, scythed_as_lights, scythed_hit_6, replay_shooting, charge_on_after_loss,
                        rough_all_activations, heroes_for_beasts, chits, resupply, stratagems, table_markers, rules_off)
POLEMARCH_JSON_DEFAULTS(Deck, out, on_units)
POLEMARCH_JSON_DEFAULTS(SideState, army, elephants, camels, medals, starting_medals, extra_medals, reserve_ammo, general_never_listed, deck,
                        decks, stratagems, played_stratagems, notes, scouting, terrain_list, list, list_notes)
POLEMARCH_JSON_DEFAULTS(PlacedPiece, side, kind, boxes, edges, gone)
POLEMARCH_JSON_DEFAULTS(Unit, id, name, side, command, type, size, grade, weapons, extra, escorted, pavises, two_handed, swimmer, fanatic,
                        carts, triarii, mounted_infantry, dismounted, testudo_trained, ally, save_as_listed, points_as_listed, formations,
                        shock, stakes, hits, victory_points, medals, ammo, ammo_max, hero, where, box, second_box, along, facing, formation,
                        disorder, activation, edge_zone, lost_way, tried_to_enter, lance_used, charge_bonus_used, rally_forbidden, boat,
                        afloat, bases, footprint)
POLEMARCH_JSON_DEFAULTS(General, id, name, side, command, attached, mounted, senior, heroic, brilliant, unit, box, where, status,
                        ability_used, moved, light_wound, edge_zone, bases, footprint)
POLEMARCH_JSON_DEFAULTS(ArmyCommand, id, side, player, general, victory_points, status, deployed, stood)
POLEMARCH_JSON_DEFAULTS(Camp, id, owner, controller, command, box, off_table)
POLEMARCH_JSON_DEFAULTS(State, field, box_size, origin, options, phase, scenario, active, turn, sides, commands, units, generals, camps,
                        pieces, demoralised, replace_open, save_remembered, winner, ended_by, agenda)

}  // namespace polemarch::to_the_strongest
