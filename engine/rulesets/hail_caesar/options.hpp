#pragma once
/// What the sheet leaves to the players' rulebook, as named parameters with SAMPLE defaults (HC-CFG-T1), the readings of cells the scan
/// garbles (HC-CFG-T2) and the switchable decisions (HC-AMB). Keys in JSON are the field names. Pure.

#include <string>
#include <utility>
#include <vector>

#include "models/units.hpp"

namespace polemarch::hail_caesar {

/// "2d6".
struct Dice {
  int count = 2, faces = 6;
  bool operator==(const Dice&) const = default;
};

/// A result of the blunder table; none are shipped.
struct Blunder {
  int d6 = 1;
  std::string text;
  int moves = 0;
  bool operator==(const Blunder&) const = default;
};

struct CommandOptions {
  Dice order_dice;
  std::vector<std::pair<int, int>> order_margin_moves{{0, 1}, {2, 2}, {3, 3}};  ///< (least margin, moves)
  double order_distance_step_in = 12;                                           ///< -1 a full step from general to unit; 0 = no penalty
  int order_enemy_near_mod = 0;  ///< added to the rating when an enemy is in the unit's proximity
  std::vector<int> blunder_roll{12};
  std::vector<Blunder> blunder_table;
  int follow_me_moves = 3, general_advance_moves = 1, rally_order_heal = 1;
  std::string wiyc_effect = "unbreak";  ///< or "none"
  bool elite_auto = false;
  std::string order_fail = "free_move";  ///< no ordered move, a Free Move if eligible; or "no_move"
  bool disorder_blocks_orders = true;
  bool initiative_then_order = false;       ///< HC-AMB-33
  bool initiative_charge = false;           ///< charges are ordered moves
  bool reroll_enemy = false;                ///< HC-AMB-15
  bool follow_me_blocks_retirement = true;  ///< HC-AMB-12
  double general_join_in = 12, general_move_in = 36, initiative_in = 12;
  bool operator==(const CommandOptions&) const = default;
};

struct MoveOptions {
  double proximity_formed_in = 12, proximity_open_in = 6;
  std::string proximity_state = "own";             ///< or "enemy" (HC-AMB-34)
  std::string proximity_moves = "toward_or_away";  ///< or "face_only" (HC-AMB-14)
  double move_other_artillery_in = 0;              ///< HC-AMB-36
  double give_ground_moves = 0.5, retreat_moves = 1, retirement_moves = 1;
  bool follow_up = true;
  std::string charge_range = "ordered_moves";  ///< as far as the moves it has; or "one_move"
  std::string evade = "enabled";               ///< a unit charged may go out of the way, as an ordered move; or "open_order", "off"
  int evade_moves = 1;
  std::string countercharge = "enabled";  ///< a unit charged to its front may charge too; or "cavalry", "off"
  std::string tie_break = "ask";          ///< or "active": a doubtful condition favours the active side
  bool operator==(const MoveOptions&) const = default;
};

struct ShootOptions {
  int to_hit_base = 4;
  bool six_always_hits = true, one_always_misses = true, save_one_fails = true;
  int save_die_faces = 6;
  double extreme_range_fraction = 0.5;
  std::string extreme_range_for = "artillery";  ///< or "all"
  double ranged_short_limit_in = 6;
  std::string target_priority = "nearest";  ///< or "free" (HC-AMB-35)
  std::string break_on_six = "hits";        ///< or "unsaved" (HC-AMB-37)
  bool square_ranged_per_face = false;      ///< HC-AMB-43
  bool target_mods_add = true;              ///< HC-AMB-49
  std::string artillery_over = "height";    ///< or "always", "never" (HC-AMB-17)
  double sight_depth_in = 2;                ///< HC-AMB-16
  double sight_share = 0.5;                 ///< least share of the target's width that counts as seen
  double shooting_arc_deg = 45;             ///< to each side of the front corners; the sheet gives none
  std::string shot_test_table = "ranged";   ///< or "hand_to_hand" (HC-AMB-38)
  std::string shot_test_time = "before";    ///< or "after"
  bool operator==(const ShootOptions&) const = default;
};

struct FightOptions {
  Dice break_dice;
  int break_mod_hth_per_difference = -1, break_mod_excess = -1, break_mod_disordered = -1, break_mod_artillery = -1;
  int support_bonus = 1, support_max = 3;
  double support_distance_in = 6;
  double shaken_at = 1, shattered_at = 2;                ///< times stamina
  std::string stamina_excess = "counted_then_dropped";   ///< casualties above stamina; or "dropped" at once, "kept"
  std::string combat_score = "casualties_and_supports";  ///< or "casualties"
  std::string general_with_lost_unit = "lost";           ///< or "to_nearest": to the nearest own unit he may join, else lost
  double division_broken_at = 0.5;                       ///< more than this share of units broken or lost
  double army_broken_at = 0.5;                           ///< this share of divisions or more
  std::string disorder_removed = "active";               ///< or "both" (HC-AMB-08)
  int turn_limit = 0;                                    ///< game turns; 0 = none
  bool operator==(const FightOptions&) const = default;
};

/// HC-CFG-T2.
struct ScanOptions {
  std::string scan_ranged3_cavalry = "as_infantry";             ///< any_casualties, break
  std::string scan_ranged2_cavalry = "break";                   ///< as_infantry
  std::string scan_ranged6_skirmishers = "retreat_disordered";  ///< as_row_5
  std::string scan_hth3_cavalry = "break";                      ///< as_infantry
  int scan_hth_flank = -1;                                      ///< 0
  bool operator==(const ScanOptions&) const = default;
};

struct Options {
  CommandOptions command;
  MoveOptions move;
  ShootOptions shoot;
  FightOptions fight;
  ScanOptions scan;
  bool operator==(const Options&) const = default;
};

inline Length inches(double in) { return Length::from_mm(in * 25.4); }

}  // namespace polemarch::hail_caesar
