#pragma once
/// JSON of this room's values, for its text/ only (heavy header).

#include "engine/core/json_types.hpp"
#include "engine/rulesets/hail_caesar/rules.hpp"

namespace polemarch::hail_caesar {

using engine::Json;

POLEMARCH_JSON_ENUM(BreakCategory, {BreakCategory::Infantry, "infantry"}, {BreakCategory::Cavalry, "cavalry"},
                    {BreakCategory::Skirmishers, "skirmishers"})
POLEMARCH_JSON_ENUM(MoveClass, {MoveClass::Infantry, "infantry"}, {MoveClass::Elephants, "elephants"}, {MoveClass::Wagons, "wagons"},
                    {MoveClass::Baggage, "baggage"}, {MoveClass::PortableArtillery, "portable_artillery"},
                    {MoveClass::OtherArtillery, "artillery"}, {MoveClass::Cataphracts, "cataphracts"},
                    {MoveClass::HeavyChariots, "heavy_chariots"}, {MoveClass::LightChariots, "light_chariots"},
                    {MoveClass::Cavalry, "cavalry"}, {MoveClass::LightCavalry, "light_cavalry"}, {MoveClass::HorseArchers, "horse_archers"})
POLEMARCH_JSON_ENUM(Size, {Size::Tiny, "tiny"}, {Size::Small, "small"}, {Size::Standard, "standard"}, {Size::Large, "large"})
POLEMARCH_JSON_ENUM(Formation, {Formation::Line, "line"}, {Formation::Column, "column"}, {Formation::Square, "square"},
                    {Formation::Wedge, "wedge"}, {Formation::Testudo, "testudo"}, {Formation::OpenOrder, "open_order"})
POLEMARCH_JSON_ENUM(Weapon, {Weapon::Thrown, "thrown"}, {Weapon::Sling, "sling"}, {Weapon::Bow, "bow"},
                    {Weapon::LightArtillery, "light_artillery"}, {Weapon::MediumArtillery, "medium_artillery"},
                    {Weapon::HeavyArtillery, "heavy_artillery"})
POLEMARCH_JSON_ENUM(Cover, {Cover::None, "none"}, {Cover::Cover, "cover"}, {Cover::Buildings, "buildings"},
                    {Cover::Fortifications, "fortifications"})
POLEMARCH_JSON_ENUM(Phase, {Phase::Deployment, "deployment"}, {Phase::Rally, "rally"}, {Phase::Initiative, "initiative"},
                    {Phase::Orders, "orders"}, {Phase::Shooting, "shooting"}, {Phase::HandToHand, "hand_to_hand"}, {Phase::Ended, "ended"})
POLEMARCH_JSON_ENUM(MoveKind, {MoveKind::Initiative, "initiative"}, {MoveKind::Ordered, "ordered"}, {MoveKind::Free, "free"},
                    {MoveKind::Retirement, "retirement"})
POLEMARCH_JSON_ENUM(Facing, {Facing::Front, "front"}, {Facing::Left, "left"}, {Facing::Rear, "rear"}, {Facing::Right, "right"})
POLEMARCH_JSON_ENUM(BreakTable, {BreakTable::HandToHand, "hand_to_hand"}, {BreakTable::Ranged, "ranged"})
POLEMARCH_JSON_ENUM(ShotKind, {ShotKind::Shooting, "shooting"}, {ShotKind::Closing, "closing"}, {ShotKind::Traversing, "traversing"})
POLEMARCH_JSON_ENUM(OrderKind, {OrderKind::Unit, "unit"}, {OrderKind::Division, "division"}, {OrderKind::GeneralAdvance, "general_advance"},
                    {OrderKind::FollowMe, "follow_me"}, {OrderKind::Rally, "rally"}, {OrderKind::Courage, "where_is_your_courage"})
POLEMARCH_JSON_ENUM(CombatStage, {CombatStage::ShotTests, "shot_tests"}, {CombatStage::Dice, "dice"}, {CombatStage::Saves, "saves"},
                    {CombatStage::Result, "result"}, {CombatStage::Tests, "tests"})

/// "2d6".
inline void to_json(Json& j, const Dice& v) { j = std::to_string(v.count) + "d" + std::to_string(v.faces); }
inline void from_json(const Json& j, Dice& v) {
  const std::string text = j.is_string() ? j.get<std::string>() : "";
  const auto d = text.find('d');
  const bool digits = d != std::string::npos && d > 0 && d + 1 < text.size() && text.size() < 8 &&
                      text.find_first_not_of("0123456789d") == std::string::npos && text.rfind('d') == d;
  if (!digits) throw engine::FieldError("", "expected dice such as \"2d6\"");
  v.count = std::stoi(text.substr(0, d));
  v.faces = std::stoi(text.substr(d + 1));
  if (v.count < 1 || v.count > 20 || v.faces < 2 || v.faces > 100) throw engine::FieldError("", "expected 1 to 20 dice of 2 to 100 faces");
}
POLEMARCH_JSON(Blunder, d6, text, moves)
POLEMARCH_JSON_DEFAULTS(CommandOptions, order_dice, order_margin_moves, order_distance_step_in, order_enemy_near_mod, blunder_roll,
                        blunder_table, follow_me_moves, general_advance_moves, rally_order_heal, wiyc_effect, elite_auto, order_fail,
                        disorder_blocks_orders, initiative_then_order, initiative_charge, reroll_enemy, follow_me_blocks_retirement,
                        general_join_in, general_move_in, initiative_in)
POLEMARCH_JSON_DEFAULTS(MoveOptions, proximity_formed_in, proximity_open_in, proximity_state, proximity_moves, move_other_artillery_in,
                        give_ground_moves, retreat_moves, retirement_moves, follow_up, charge_range, evade, evade_moves, countercharge,
                        tie_break)
POLEMARCH_JSON_DEFAULTS(ShootOptions, to_hit_base, six_always_hits, one_always_misses, save_one_fails, save_die_faces,
                        extreme_range_fraction, extreme_range_for, ranged_short_limit_in, target_priority, break_on_six,
                        square_ranged_per_face, target_mods_add, artillery_over, sight_depth_in, sight_share, shooting_arc_deg,
                        shot_test_table, shot_test_time)
POLEMARCH_JSON_DEFAULTS(FightOptions, break_dice, break_mod_hth_per_difference, break_mod_excess, break_mod_disordered, break_mod_artillery,
                        support_bonus, support_max, support_distance_in, shaken_at, shattered_at, stamina_excess, combat_score,
                        general_with_lost_unit, division_broken_at, army_broken_at, disorder_removed, turn_limit)
POLEMARCH_JSON_DEFAULTS(ScanOptions, scan_ranged3_cavalry, scan_ranged2_cavalry, scan_ranged6_skirmishers, scan_hth3_cavalry,
                        scan_hth_flank)

/// All parameters side by side in one object.
inline void to_json(Json& j, const Options& v) {
  j = v.command;
  for (const Json& part : {Json(v.move), Json(v.shoot), Json(v.fight), Json(v.scan)}) j.update(part);
}
inline void from_json(const Json& j, Options& v) {
  if (!j.is_object()) throw engine::FieldError("", "expected an object of options");
  from_json(j, v.command);
  from_json(j, v.move);
  from_json(j, v.shoot);
  from_json(j, v.fight);
  from_json(j, v.scan);
}

POLEMARCH_JSON_DEFAULTS(Profile, name, type, division, size, move_class, break_category, clash, sustained, short_ranged, long_ranged,
                        morale_save, stamina, weapons, can_closing_shot, can_traversing_shot, elite, elite_number, shielded, heavy_infantry,
                        cataphract, baggage, always_open_order, allowed_formations, special, points, base_source)
POLEMARCH_JSON_DEFAULTS(Stand, base, footprint, at, marker)
POLEMARCH_JSON_DEFAULTS(Contact, foe, on, fresh)
POLEMARCH_JSON_DEFAULTS(TurnFlags, initiative_used, ordered, order_failed, follow_me_failed, moves_left, moves_made, free_move_used,
                        retirement_used, charged, rally_tried, steadied, shot, faces_shot, fought, reaction_shots, closing_shots, crossed,
                        maybe_crossed, six_hits, six_hits_by_reaction, hit_by_six, evaded, taken_along, casualties)
POLEMARCH_JSON(TestDue, table, modifier, rules)
POLEMARCH_JSON_DEFAULTS(Unit, side, profile, stands, on_table, formation, in, casualties, disordered, broken, shattered, won_last_round,
                        hit_by_artillery, contacts, due, turn)
POLEMARCH_JSON_DEFAULTS(General, side, name, division, rating, attack_dice, army_commander, replacement, stand, on_table, joined,
                        joined_this_turn, joined_order_used, rallied, gave_order, failed_order, moved)
POLEMARCH_JSON_DEFAULTS(Division, side, name, general, broken)
POLEMARCH_JSON_DEFAULTS(TerrainRule, kind, move_factor, cover, blocks_sight)
POLEMARCH_JSON_DEFAULTS(Terrain, id, kind, outline, height, move_factor, cover, blocks_sight)

POLEMARCH_JSON(OrderTest, kind, general, units, needed)
POLEMARCH_JSON(BlunderRoll, test, roll)
POLEMARCH_JSON(EliteRally, unit)
POLEMARCH_JSON(Shot, kind, unit, target, needed, weapon)
POLEMARCH_JSON(ShotSaves, shot, hits, sixes, save, modifier)
POLEMARCH_JSON_EMPTY(TestsDue)
POLEMARCH_JSON(BreakTest, unit, table, modifier, rules)
POLEMARCH_JSON(BreakChoice, unit, score)
POLEMARCH_JSON(Attack, unit, foe, dice, needed)
POLEMARCH_JSON(Combat, units, stage, at, attacks, saving, hits, struck_by, casualties, shaken_before, supports)
POLEMARCH_JSON(LastTest, test, roll, healed)
POLEMARCH_JSON(State, config, table_width, table_depth, tolerance, terrain, units, generals, divisions, phase, turn, active, first,
               reroll_used, last_test, may_follow, gave_ground, lost_in_play, winner, ended_by, agenda)

POLEMARCH_JSON(EndPhase, first)
POLEMARCH_JSON(DeployArmy, side)
POLEMARCH_JSON_DEFAULTS(RallyUnit, unit, general)
POLEMARCH_JSON_DEFAULTS(GiveOrder, general, unit, division)
POLEMARCH_JSON_DEFAULTS(GeneralAdvance, general)
POLEMARCH_JSON_DEFAULTS(JoinUnit, general, unit)
POLEMARCH_JSON_DEFAULTS(FollowMe, general, unit)
POLEMARCH_JSON_DEFAULTS(WhereIsYourCourage, general, unit)
POLEMARCH_JSON_DEFAULTS(Reroll, general)
POLEMARCH_JSON(MoveGeneral, general, to)
POLEMARCH_JSON_DEFAULTS(Shoot, unit, target, obscured, seen, short_range, extreme)
POLEMARCH_JSON(CounterCharge, unit)
POLEMARCH_JSON(ClosingShot, unit, target)
POLEMARCH_JSON(TraversingShot, unit, target)
POLEMARCH_JSON(FightCombat, unit)
/// The foe is said where there are several.
inline void to_json(Json& j, const FollowUp& v) {
  j = {{"unit", v.unit}};
  if (!v.target.empty()) j["target"] = v.target;
}
inline void from_json(const Json& j, FollowUp& v) {
  engine::get_field(j, "unit", v.unit);
  engine::get_field_or_keep(j, "target", v.target);
}
POLEMARCH_JSON(EndBattle, winner)

/// "to" may be written out in the command itself: {"unit":"A1","x_mm":..,"y_mm":..,"heading_deg":..}.
inline void read_where(const Json& j, std::optional<MeasuredPose>& to, std::vector<engine::PlacedBase>& poses) {
  engine::get_field(j, "to", to);
  engine::get_field(j, "poses", poses);
  if (!to && j.contains("x_mm")) {
    MeasuredPose here;
    j.get_to(here);
    to = here;
  }
}
inline void to_json(Json& j, const MoveUnit& v) {
  j = {{"unit", v.unit}};
  engine::put_field(j, "to", v.to);
  engine::put_field(j, "poses", v.poses);
  if (v.ahead) j["ahead_in"] = v.ahead->inches();
  if (v.turn) j["turn_deg"] = *v.turn;
  engine::put_field(j, "as", v.as);
  engine::put_field(j, "formation", v.formation);
  if (!v.in.empty()) j["in"] = v.in;
}
inline void from_json(const Json& j, MoveUnit& v) {
  engine::get_field(j, "unit", v.unit);
  read_where(j, v.to, v.poses);
  if (j.contains("ahead_in")) {
    double in = 0;
    engine::get_field(j, "ahead_in", in);
    if (!(std::abs(in) < 1000)) throw engine::FieldError("/ahead_in", "expected inches");
    v.ahead = inches(in);
  }
  engine::get_field(j, "turn_deg", v.turn);
  engine::get_field(j, "as", v.as);
  engine::get_field(j, "formation", v.formation);
  engine::get_field_or_keep(j, "in", v.in);
  const std::string spoken = j.value("do", "");
  if (!v.as && spoken == "initiative_move") v.as = MoveKind::Initiative;
  if (!v.as && spoken == "free_move") v.as = MoveKind::Free;
  if (!v.as && (spoken == "retire" || spoken == "retirement_move")) v.as = MoveKind::Retirement;
}
inline void to_json(Json& j, const ChargeUnit& v) {
  j = {{"unit", v.unit}, {"target", v.target}};
  engine::put_field(j, "to", v.to);
  engine::put_field(j, "poses", v.poses);
}
inline void from_json(const Json& j, ChargeUnit& v) {
  engine::get_field(j, "unit", v.unit);
  engine::get_field(j, "target", v.target);
  read_where(j, v.to, v.poses);
}

inline void to_json(Json& j, const EvadeCharge& v) {
  j = {{"unit", v.unit}};
  engine::put_field(j, "to", v.to);
  engine::put_field(j, "poses", v.poses);
}
inline void from_json(const Json& j, EvadeCharge& v) {
  engine::get_field(j, "unit", v.unit);
  read_where(j, v.to, v.poses);
}

POLEMARCH_JSON(PhaseBegan, turn, side, phase, first)
POLEMARCH_JSON(UnitPlaced, unit, stands)
POLEMARCH_JSON_DEFAULTS(UnitMoved, unit, kind, moves, distance, stands, formation, in, crossed, maybe_crossed)
POLEMARCH_JSON_DEFAULTS(UnitCharged, unit, target, kind, moves, distance, stands, on, crossed, maybe_crossed)
POLEMARCH_JSON(OrderResolved, test, roll, moves, success, blunder, beside, ordered, rally_tried, steadied, rallied, healed)
POLEMARCH_JSON(OrderReopened, by, test, restored, ordered, steadied)
POLEMARCH_JSON(GeneralJoined, general, unit, at, fight)
POLEMARCH_JSON(GeneralMoved, general, at, carried)
POLEMARCH_JSON(DisorderSet, unit, disordered, rule)
POLEMARCH_JSON(RallyFailed, unit)
POLEMARCH_JSON(CasualtiesRemoved, unit, count)
POLEMARCH_JSON(ShotFired, kind, unit, target, dice, hits, needed, sixes, weapon, face, charged)
POLEMARCH_JSON(CasualtiesTaken, unit, hits, saved, lost, casualties, shaken, by_six)
POLEMARCH_JSON(TestBecameDue, unit, due)
POLEMARCH_JSON(BreakTested, unit, table, roll, modifier, score, result, casualties)
POLEMARCH_JSON(UnitDrivenBack, unit, how, stands, contacts_end, with)
POLEMARCH_JSON(UnitBroke, unit, shattered)
POLEMARCH_JSON(CombatResolved, units, score_a, score_b, winner)
POLEMARCH_JSON(ContactEnded, unit, foe, stood)
POLEMARCH_JSON(FollowUpOpened, unit, foe)
POLEMARCH_JSON(UnitFollowedUp, unit, foe, on, stands, left)
POLEMARCH_JSON(DivisionBroke, division)
POLEMARCH_JSON(BattleEnded, winner, why, ended_by)
POLEMARCH_JSON(SixHitsCounted, unit, kind, total)
POLEMARCH_JSON(UnitEvaded, unit, distance, stands)
POLEMARCH_JSON(UnitCountercharged, unit)
POLEMARCH_JSON(GeneralLost, general, unit)
POLEMARCH_JSON(CommanderReplaced, general)

}  // namespace polemarch::hail_caesar
