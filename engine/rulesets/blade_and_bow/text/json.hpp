#pragma once
/// JSON of the room's values; for text/ only (heavy header). Squares are "E4", facings "NE", sizes "L" "M" "H". Pure.

#include "engine/core/json_types.hpp"
#include "engine/rulesets/blade_and_bow/rules.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"
#include "engine/rulesets/blade_and_bow/topics/grid.hpp"

namespace polemarch::blade_and_bow {

inline void to_json(nlohmann::json& j, const Square& v) { j = name_of(v); }
inline void from_json(const nlohmann::json& j, Square& v) {
  const auto square = j.is_string() ? square_named(j.get<std::string>()) : std::nullopt;
  if (!square) throw engine::FieldError("", "expected a square such as \"E4\"");
  v = *square;
}
inline void to_json(nlohmann::json& j, const Facing& v) { j = std::string(name_of(v)); }
inline void from_json(const nlohmann::json& j, Facing& v) {
  const auto facing = j.is_string()           ? facing_named(j.get<std::string>())
                      : j.is_number_integer() ? facing_named(std::to_string(j.get<int>()))
                                              : std::nullopt;
  if (!facing) throw engine::FieldError("", "expected a facing N, NE, E, SE, S, SW, W, NW or 1 to 8");
  v = *facing;
}
POLEMARCH_JSON_ENUM(Size, {Size::Light, "light"}, {Size::Medium, "medium"}, {Size::Heavy, "heavy"}, {Size::Light, "L"}, {Size::Medium, "M"},
                    {Size::Heavy, "H"})
POLEMARCH_JSON_ENUM(Density, {Density::Open, "open"}, {Density::Dense, "dense"}, {Density::Flexible, "flexible"})
POLEMARCH_JSON_ENUM(UnitClass, {UnitClass::Infantry, "infantry"}, {UnitClass::Cavalry, "cavalry"}, {UnitClass::Special, "special"})
POLEMARCH_JSON_ENUM(Colour, {Colour::White, "white"}, {Colour::Black, "black"}, {Colour::Red, "red"}, {Colour::Yellow, "yellow"})
POLEMARCH_JSON_ENUM(Where, {Where::Map, "map"}, {Where::Routed, "routed"}, {Where::Rallied, "rallied"}, {Where::Eliminated, "eliminated"},
                    {Where::Removed, "removed"}, {Where::Reserve, "reserve"}, {Where::Track, "track"}, {Where::Undeployed, "undeployed"})
POLEMARCH_JSON_ENUM(Phase, {Phase::Setup, "setup"}, {Phase::Draw, "draw"}, {Phase::Initiative, "initiative"}, {Phase::Impulses, "impulses"},
                    {Phase::Rout, "rout"}, {Phase::Victory, "victory"}, {Phase::TurnEnd, "turn_end"}, {Phase::Over, "over"})
POLEMARCH_JSON_ENUM(ActionKind, {ActionKind::Move, "move"}, {ActionKind::Shoot, "shoot"}, {ActionKind::Melee, "melee"},
                    {ActionKind::Rally, "rally"}, {ActionKind::Leader, "leader"}, {ActionKind::Wall, "shield_wall"})
// The last word of a manoeuvre is how it is written; the others are understood.
POLEMARCH_JSON_ENUM(Manoeuvre, {Manoeuvre::WheelLeft, "wheel_left"}, {Manoeuvre::WheelRight, "wheel_right"},
                    {Manoeuvre::WheelLeft, "turn_left"}, {Manoeuvre::WheelRight, "turn_right"}, {Manoeuvre::Advance, "forward"},
                    {Manoeuvre::Advance, "ahead"}, {Manoeuvre::Reverse, "about_face"}, {Manoeuvre::Reverse, "turn_about"},
                    {Manoeuvre::DropWall, "drop_shield_wall"}, {Manoeuvre::Advance, "advance"}, {Manoeuvre::WheelLeft, "left"},
                    {Manoeuvre::WheelRight, "right"}, {Manoeuvre::Reverse, "reverse"}, {Manoeuvre::DropWall, "drop_wall"})
POLEMARCH_JSON_ENUM(EffectKind, {EffectKind::Text, "text"}, {EffectKind::AttackDice, "attack_dice"},
                    {EffectKind::DefenceDice, "defence_dice"}, {EffectKind::Reroll, "reroll"},
                    {EffectKind::MeleeModifier, "melee_modifier"}, {EffectKind::ShotModifier, "shot_modifier"},
                    {EffectKind::MoraleModifier, "morale_modifier"}, {EffectKind::InitiativeModifier, "initiative_modifier"},
                    {EffectKind::Movement, "movement"}, {EffectKind::Rally, "rally"}, {EffectKind::Cancel, "cancel"})

POLEMARCH_JSON_DEFAULTS(Profile, movement, fire, range, missile_defence, left, front, right, size, density)
POLEMARCH_JSON_DEFAULTS(Card, number, title, commitment, text, effect, amount, timing, lasts, actions, reshuffle, tough_luck)
POLEMARCH_JSON_DEFAULTS(TerrainKind, extra_infantry, extra_cavalry, stop, disrupts, missile_dice, enemy_melee_dice, melee_modifier,
                        range_change, blocks_sight, hill, impassable)
POLEMARCH_JSON_DEFAULTS(Edge, a, b, halts, impassable, guarded)
POLEMARCH_JSON_DEFAULTS(Track, name, squares, side, found)
POLEMARCH_JSON_DEFAULTS(Barrier, side, column, towards_high)
POLEMARCH_JSON_DEFAULTS(SetupSquares, side, type, squares)
/// A path as people say it: "advance", "advance 3", ["left","advance 2"].
inline void read_path(const nlohmann::json& j, std::vector<Manoeuvre>& path) {
  const nlohmann::json list = j.is_array() ? j : nlohmann::json::array({j});
  path.clear();
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string at = "path/" + std::to_string(i);
    if (!list[i].is_string()) throw engine::FieldError("/" + at, "expected a manoeuvre such as \"advance\"");
    std::string word = list[i].get<std::string>();
    int times = 1;
    if (word.size() > 2 && std::isdigit(static_cast<unsigned char>(word.back())) != 0 && word[word.size() - 2] == ' ') {
      times = word.back() - '0';
      word.resize(word.size() - 2);
    }
    Manoeuvre manoeuvre{};
    engine::read_at(nlohmann::json(word), at, manoeuvre);
    path.insert(path.end(), static_cast<std::size_t>(times), manoeuvre);
  }
}
inline void to_json(nlohmann::json& j, const UnitMove& v) {
  j = {{"unit", v.unit}};
  engine::put_field(j, "path", v.path);
  engine::put_field(j, "to", v.to);
  engine::put_field(j, "facing", v.facing);
  if (v.disrupt) j["disrupt"] = true;
  engine::put_field(j, "displace_to", v.displace_to);
  engine::put_field(j, "heading_deg", v.heading);
  engine::put_field(j, "heading_sd_deg", v.heading_sd);
  engine::put_field(j, "x_mm", v.x);
  engine::put_field(j, "y_mm", v.y);
  if (v.by_ruling) j["by_ruling"] = true;
}
template <class Visit>
void each_field(const UnitMove& v, const Visit& visit) {
  visit(v.unit);
}
inline void from_json(const nlohmann::json& j, UnitMove& v) {
  if (!j.is_object()) throw engine::FieldError("", "expected an object");
  engine::get_field_or_keep(j, "unit", v.unit);
  if (j.contains("path")) read_path(j.at("path"), v.path);
  for (const char* name : {"to", "square"}) engine::get_field_or_keep(j, name, v.to);
  for (const char* name : {"facing", "face"}) engine::get_field_or_keep(j, name, v.facing);
  engine::get_field_or_keep(j, "disrupt", v.disrupt);
  engine::get_field_or_keep(j, "displace_to", v.displace_to);
  engine::get_field_or_keep(j, "heading_deg", v.heading);
  engine::get_field_or_keep(j, "heading_sd_deg", v.heading_sd);
  engine::get_field_or_keep(j, "x_mm", v.x);
  engine::get_field_or_keep(j, "y_mm", v.y);
  engine::get_field_or_keep(j, "by_ruling", v.by_ruling);
}
inline void to_json(nlohmann::json& j, const UnitType& v) {
  j = {{"name", v.name}, {"class", v.unit_class}, {"good", v.good}, {"disrupted", v.disrupted}};
  if (v.immortals) j["immortals"] = true;
}
inline void from_json(const nlohmann::json& j, UnitType& v) {
  if (!j.is_object()) throw engine::FieldError("", "expected an object");
  engine::get_field(j, "name", v.name);
  engine::get_field_or_keep(j, "class", v.unit_class);
  engine::get_field_or_keep(j, "immortals", v.immortals);
  engine::get_field_or_keep(j, "good", v.good);
  v.disrupted = v.good;  // the reverse side says only what differs; a disrupted unit has no morale modifiers (BB-DIS-06)
  v.disrupted.left = v.disrupted.front = v.disrupted.right = 0;
  engine::get_field_or_keep(j, "disrupted", v.disrupted);
}
inline void to_json(nlohmann::json& j, const Map& v) {
  j = {{"columns", v.columns}, {"rows", v.rows},         {"row_one_at_top", v.row_one_at_top},
       {"box_mm", v.box},      {"origin_x", v.origin_x}, {"origin_y", v.origin_y}};
  nlohmann::json terrain = nlohmann::json::object();
  for (const auto& [square, kind] : v.terrain) terrain[kind].push_back(square);
  j["terrain"] = std::move(terrain);
  j["kinds"] = v.kinds;
  j["edges"] = v.edges;
  j["tracks"] = v.tracks;
  j["barriers"] = v.barriers;
  engine::put_field(j, "setup_squares", v.setup_squares);
}
inline void from_json(const nlohmann::json& j, Map& v) {
  if (!j.is_object()) throw engine::FieldError("", "expected an object");
  engine::get_field_or_keep(j, "columns", v.columns);
  engine::get_field_or_keep(j, "rows", v.rows);
  engine::get_field_or_keep(j, "row_one_at_top", v.row_one_at_top);
  engine::get_field_or_keep(j, "box_mm", v.box);
  engine::get_field_or_keep(j, "origin_x", v.origin_x);
  engine::get_field_or_keep(j, "origin_y", v.origin_y);
  engine::get_field_or_keep(j, "kinds", v.kinds);
  engine::get_field_or_keep(j, "edges", v.edges);
  engine::get_field_or_keep(j, "tracks", v.tracks);
  engine::get_field_or_keep(j, "barriers", v.barriers);
  engine::get_field_or_keep(j, "setup_squares", v.setup_squares);
  if (const auto terrain = j.find("terrain"); terrain != j.end()) {
    std::map<std::string, std::vector<Square>> by_kind;
    engine::read_at(*terrain, "terrain", by_kind);
    v.terrain.clear();
    for (const auto& [kind, squares] : by_kind)
      for (const Square square : squares) v.terrain[square] = kind;
  }
}
POLEMARCH_JSON_DEFAULTS(Unit, id, side, name, type, box, square, facing, disrupted, ranks, melee_marker, wall)
POLEMARCH_JSON_DEFAULTS(Leader, id, side, name, rank, range, value, colour, box, square, return_turn)
POLEMARCH_JSON_DEFAULTS(Camp, id, side, square, sacked, choices, front)
POLEMARCH_JSON_DEFAULTS(Army, name, losses, rout_level, impulses_base, impulses, hand_size, hand, cards_taken, rank_total, rank_limit,
                        ranks_fixed, walls_allowed, walls_at_start, ready)
POLEMARCH_JSON_DEFAULTS(Turn, number, phase, setup_stage, initiative, active, actions, done)
POLEMARCH_JSON_DEFAULTS(ActiveEffect, card, kind, amount, side, unit, lasts)
POLEMARCH_JSON_DEFAULTS(Progress, spent, stopped, free_turn, began, reverse_failed)
POLEMARCH_JSON_DEFAULTS(Action, kind, side, units, leader, closes_itself, moves, used, targets, fought, barred, walls_lost)
POLEMARCH_JSON_DEFAULTS(Hurt, recoil, rout_dice, hit)
POLEMARCH_JSON_DEFAULTS(Fight, melee, attackers, target, camp, target_square, from, wish_lead, rotation, continuation, disrupt_after,
                        attack_dice, defence_dice, attack_rerolls, defence_rerolls, passes, hurt, disrupted_here, moved, off_map,
                        target_recoiled, leader_spent_a, leader_spent_b, checked_leaders, cards_second)
POLEMARCH_JSON_DEFAULTS(Outcome, winner, degree, rule, why)
POLEMARCH_JSON_DEFAULTS(Options, sight_straight_only, sight_hill_literal, shot_dice_limit)
inline void to_json(nlohmann::json& j, const Scenario& v) {
  j = nlohmann::json::object();
  nlohmann::json icons = nlohmann::json::object();
  for (const auto& [turn, die] : v.end_icons) icons[std::to_string(turn)] = die;
  j = {{"name", v.name},
       {"tie_breaker", v.tie_breaker},
       {"end_icons", icons},
       {"last_turn", v.last_turn},
       {"reserve_state", v.reserve_state},
       {"entry_die", v.entry_die},
       {"entry_delay", v.entry_delay}};
  engine::put_field(j, "goat_path_roller", v.goat_path_roller);
  engine::put_field(j, "king", v.king);
  engine::put_field(j, "doom_camp", v.doom_camp);
  engine::put_field(j, "default_winner", v.default_winner);
  engine::put_field(j, "sudden_camp", v.sudden_camp);
  engine::put_field(j, "reserve_side", v.reserve_side);
}
inline void from_json(const nlohmann::json& j, Scenario& v) {
  if (!j.is_object()) throw engine::FieldError("", "expected an object");
  engine::get_field_or_keep(j, "name", v.name);
  engine::get_field_or_keep(j, "tie_breaker", v.tie_breaker);
  engine::get_field_or_keep(j, "last_turn", v.last_turn);
  engine::get_field_or_keep(j, "goat_path_roller", v.goat_path_roller);
  engine::get_field_or_keep(j, "king", v.king);
  engine::get_field_or_keep(j, "doom_camp", v.doom_camp);
  engine::get_field_or_keep(j, "default_winner", v.default_winner);
  engine::get_field_or_keep(j, "sudden_camp", v.sudden_camp);
  engine::get_field_or_keep(j, "reserve_side", v.reserve_side);
  engine::get_field_or_keep(j, "reserve_state", v.reserve_state);
  engine::get_field_or_keep(j, "entry_die", v.entry_die);
  engine::get_field_or_keep(j, "entry_delay", v.entry_delay);
  if (const auto icons = j.find("end_icons"); icons != j.end()) {
    v.end_icons.clear();
    std::map<std::string, int> read;
    engine::read_at(*icons, "end_icons", read);
    for (const auto& [turn, die] : read) {
      const int number = std::atoi(turn.c_str());
      if (number < 1 || number > 12 || die < 1 || die > 6)
        throw engine::FieldError("/end_icons/" + turn, "expected a turn 1 to 12 with a die 1 to 6");
      v.end_icons[number] = die;
    }
  }
}

// Steps.
POLEMARCH_JSON_DEFAULTS(CommitDice, unit, dice)
POLEMARCH_JSON_DEFAULTS(TakeCards, side, count)
POLEMARCH_JSON_DEFAULTS(OfferCard, side)
POLEMARCH_JSON_DEFAULTS(RollInitiative, side, first)
POLEMARCH_JSON_EMPTY(RollGoatPath)
POLEMARCH_JSON_EMPTY(RollReserve)
POLEMARCH_JSON_EMPTY(RollEntry)
POLEMARCH_JSON_EMPTY(ChooseEntry)
POLEMARCH_JSON_DEFAULTS(PlaceReserve, unit)
POLEMARCH_JSON_DEFAULTS(DrawActions, side)
POLEMARCH_JSON_DEFAULTS(ReturnUnit, unit)
POLEMARCH_JSON_DEFAULTS(ReturnLeader, leader)
POLEMARCH_JSON_DEFAULTS(RollManagement, side, units)
POLEMARCH_JSON_EMPTY(RollEnd)
POLEMARCH_JSON_DEFAULTS(AskFacing, unit, between, percent, move)
POLEMARCH_JSON_DEFAULTS(ReverseDice, passed, failed)
/// Those are steps of a move, whose JSON is by hand.
template <class MoveStep, class Visit>
requires requires(const MoveStep& v) {
  v.move.path;
  v.rolled;
}
void each_field(const MoveStep& v, const Visit& visit) { visit(v.move); }
/// A step of a move: the move, and the dice of its reverses where some are rolled.
template <class MoveStep>
void move_step_to_json(nlohmann::json& j, const MoveStep& v) {
  j = {{"move", v.move}};
  if (v.rolled != ReverseDice{}) j["rolled"] = v.rolled;
}
template <class MoveStep>
void move_step_from_json(const nlohmann::json& j, MoveStep& v) {
  if (!j.is_object()) throw engine::FieldError("", "expected an object");
  engine::get_field_or_keep(j, "move", v.move);
  engine::get_field_or_keep(j, "rolled", v.rolled);
}
inline void to_json(nlohmann::json& j, const CarryMove& v) { move_step_to_json(j, v); }
inline void from_json(const nlohmann::json& j, CarryMove& v) { move_step_from_json(j, v); }
inline void to_json(nlohmann::json& j, const ReverseCheck& v) { move_step_to_json(j, v); }
inline void from_json(const nlohmann::json& j, ReverseCheck& v) { move_step_from_json(j, v); }
inline void to_json(nlohmann::json& j, const ChooseWayOut& v) { move_step_to_json(j, v); }
inline void from_json(const nlohmann::json& j, ChooseWayOut& v) { move_step_from_json(j, v); }
inline void to_json(nlohmann::json& j, const ChooseDisplacement& v) { move_step_to_json(j, v); }
inline void from_json(const nlohmann::json& j, ChooseDisplacement& v) { move_step_from_json(j, v); }
inline void to_json(nlohmann::json& j, const LeaderLeaves& v) {
  j = {{"leader", v.leader}, {"unit", v.unit}};
  if (v.failed) j["failed"] = true;
}
inline void from_json(const nlohmann::json& j, LeaderLeaves& v) {
  if (!j.is_object()) throw engine::FieldError("", "expected an object");
  engine::get_field_or_keep(j, "leader", v.leader);
  engine::get_field_or_keep(j, "unit", v.unit);
  engine::get_field_or_keep(j, "failed", v.failed);
}
template <class Visit>
void each_field(const LeaderLeaves& v, const Visit& visit) {
  visit(v.leader), visit(v.unit);
}
POLEMARCH_JSON_DEFAULTS(RollRally, units, facings)
POLEMARCH_JSON_EMPTY(EndAction)
POLEMARCH_JSON_DEFAULTS(CasualtyFirst, leader, capture)
POLEMARCH_JSON_DEFAULTS(CasualtySecond, leader, capture)
POLEMARCH_JSON_EMPTY(ShotAttack)
POLEMARCH_JSON_EMPTY(ShotDefence)
POLEMARCH_JSON_EMPTY(ShotEffect)
POLEMARCH_JSON_DEFAULTS(ShotRecoil, unit, to)
POLEMARCH_JSON_DEFAULTS(AskRanks, unit)
POLEMARCH_JSON_EMPTY(MeleeRetreat)
POLEMARCH_JSON_EMPTY(MeleeCommit)
POLEMARCH_JSON_DEFAULTS(CommitRoll, due, continuation)
POLEMARCH_JSON_DEFAULTS(CommitSpend, rolled, continuation)
POLEMARCH_JSON_DEFAULTS(ChooseLead, among)
POLEMARCH_JSON_EMPTY(MeleeDice)
POLEMARCH_JSON_EMPTY(MeleeAttack)
POLEMARCH_JSON_EMPTY(MeleeDefence)
inline void to_json(nlohmann::json& j, const AskReroll& v) {
  j = {{"side", v.side}};
  if (v.thrown_anew) j["thrown_anew"] = true;
}
inline void from_json(const nlohmann::json& j, AskReroll& v) {
  if (!j.is_object()) throw engine::FieldError("", "expected an object");
  engine::get_field_or_keep(j, "side", v.side);
  engine::get_field_or_keep(j, "thrown_anew", v.thrown_anew);
}
template <class Visit>
void each_field(const AskReroll& v, const Visit& visit) {
  visit(v.side);
}
POLEMARCH_JSON_DEFAULTS(RollReroll, side, dice)
POLEMARCH_JSON_EMPTY(MeleeEffect)
POLEMARCH_JSON_DEFAULTS(Recoil, unit)
POLEMARCH_JSON_DEFAULTS(RecoilCheck, unit)
POLEMARCH_JSON_DEFAULTS(RoutDice, unit, dice)
POLEMARCH_JSON_EMPTY(Advance)
POLEMARCH_JSON_EMPTY(Continue)
POLEMARCH_JSON_EMPTY(EndFight)

// Events.
POLEMARCH_JSON_DEFAULTS(RanksAdjusted, side, ranks)
POLEMARCH_JSON(CampPlaced, camp, at)
POLEMARCH_JSON(SideReady, side, stage)
POLEMARCH_JSON(PhaseBegan, phase, turn)
POLEMARCH_JSON(PhaseWent, done)
POLEMARCH_JSON(HandSizeSet, side, size)
POLEMARCH_JSON(CardTaken, side, card)
POLEMARCH_JSON(CardSpent, side, card, use, from_hand)
POLEMARCH_JSON(DeckReshuffled, card)
POLEMARCH_JSON(ImpulsesSet, a, b)
POLEMARCH_JSON(InitiativeWon, side, dice, rule)
POLEMARCH_JSON(ImpulseBegan, side, impulses_left)
POLEMARCH_JSON(ActionsGained, side, actions)
POLEMARCH_JSON(TrackFound, name)
POLEMARCH_JSON(ReserveNoted, state, die, delay)
POLEMARCH_JSON(BattleEnded, outcome)
POLEMARCH_JSON_DEFAULTS(ActionOpened, kind, side, units, leader, closes_itself)
POLEMARCH_JSON(ActionSpent, side, what)
POLEMARCH_JSON(ActionClosed, markers_lost, walls_lost)
POLEMARCH_JSON(MayFace, unit, steps)
inline void to_json(nlohmann::json& j, const EffectBegan& v) {
  j = {{"effect", v.effect}, {"text", v.text}};
  if (v.aside) j["aside"] = true;
}
template <class Visit>
void each_field(const EffectBegan& v, const Visit& visit) {
  visit(v.effect);
  visit(v.text);
}
inline void from_json(const nlohmann::json& j, EffectBegan& v) {
  if (!j.is_object()) throw engine::FieldError("", "expected an object");
  engine::get_field(j, "effect", v.effect);
  engine::get_field(j, "text", v.text);
  engine::get_field_or_keep(j, "aside", v.aside);
}
POLEMARCH_JSON(EffectsEnded, lasts)
POLEMARCH_JSON(EffectSpent, side, kind, unit)
POLEMARCH_JSON(EffectCancelled, card)
POLEMARCH_JSON(RanksShown, unit, ranks, rule)
POLEMARCH_JSON_DEFAULTS(UnitMoved, unit, path, to, facing, progress, leaders, stopped_by)
POLEMARCH_JSON(WayBarred, unit, stays, rule, why)
POLEMARCH_JSON(UnitDisplaced, unit, to, leaders)
POLEMARCH_JSON(UnitFaced, unit, facing)
POLEMARCH_JSON(UnitDisrupted, unit, rule)
POLEMARCH_JSON(UnitRallied, unit, rule)
POLEMARCH_JSON(RallyFailed, unit, die)
POLEMARCH_JSON(RanksLost, unit, ranks)
POLEMARCH_JSON(UnitFellBack, unit, path, facing, how, leaders)
POLEMARCH_JSON(UnitAdvanced, unit, to, facing, leaders)
POLEMARCH_JSON(UnitRouted, unit, leaders, rule)
POLEMARCH_JSON(UnitEliminated, unit, losses, rule)
POLEMARCH_JSON(UnitBoxed, unit, box, leaders, rule)
POLEMARCH_JSON(UnitReturned, unit, at, facing, disrupted, rule)
POLEMARCH_JSON(WallFormed, units)
POLEMARCH_JSON(WallLost, unit, later)
POLEMARCH_JSON(CampSacked, camp, by)
POLEMARCH_JSON(LeaderMoved, leader, to)
POLEMARCH_JSON(LeaderChecked, leader, unhurt)
POLEMARCH_JSON(LeaderKilled, leader, rule)
POLEMARCH_JSON(LeaderCaptured, leader, return_turn)
POLEMARCH_JSON(LeaderHeld, side, unit)
POLEMARCH_JSON(FightBegan, fight)
POLEMARCH_JSON_DEFAULTS(CommitmentDecided, passed, failed, markers, spared)
POLEMARCH_JSON(LeadChosen, attackers)
POLEMARCH_JSON(DiceThrown, attack, dice, rerolls)
POLEMARCH_JSON(RerollUsed, side, dice, values)
POLEMARCH_JSON(RerollPassed, side)
POLEMARCH_JSON(HitsCounted, hits, cancels, back_hits, back_cancels, net, back_net)
POLEMARCH_JSON(UnitHit, unit, hits, ignored, hurt)
POLEMARCH_JSON(RecoilSpared, unit)
POLEMARCH_JSON(RoutChecked, unit, dice, passed)
POLEMARCH_JSON_DEFAULTS(AttackGoesOn, unit, disrupt_after)
POLEMARCH_JSON_EMPTY(FightEnded)

POLEMARCH_JSON_DEFAULTS(State, map, units, leaders, camps, armies, deck, discards, turn, scenario, options, action, fight, effects,
                        may_face, outcome, agenda)

}  // namespace polemarch::blade_and_bow
