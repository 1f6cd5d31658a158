#pragma once
/// JSON of the room's nouns; for text/*.cpp only.

#include "engine/core/telling_json.hpp"
#include "engine/rulesets/paean/rules.hpp"

namespace polemarch::paean {

POLEMARCH_JSON_ENUM(Arm, {Arm::Infantry, "infantry"}, {Arm::Cavalry, "cavalry"}, {Arm::Commander, "commander"}, {Arm::Hero, "hero"})
POLEMARCH_JSON_ENUM(Weight, {Weight::L, "L"}, {Weight::LM, "LM"}, {Weight::M, "M"}, {Weight::LH, "LH"}, {Weight::H, "H"})
POLEMARCH_JSON_ENUM(Weapon, {Weapon::Javelin, "javelin"}, {Weapon::Bow, "bow"}, {Weapon::Sling, "sling"},
                    {Weapon::LightSpear, "light_spear"}, {Weapon::ThrustingSpear, "thrusting_spear"},
                    {Weapon::LongThrustingSpear, "long_thrusting_spear"}, {Weapon::ShortPike, "short_pike"})
POLEMARCH_JSON_ENUM(Experience, {Experience::Irregular, "irregular"}, {Experience::Seasoned, "seasoned"}, {Experience::Veteran, "veteran"},
                    {Experience::Elite, "elite"})
POLEMARCH_JSON_ENUM(Flank, {Flank::Front, "front"}, {Flank::Left, "left"}, {Flank::Right, "right"}, {Flank::Rear, "rear"})
POLEMARCH_JSON_ENUM(LeaderKind, {LeaderKind::Army, "army"}, {LeaderKind::Subordinate, "subordinate"}, {LeaderKind::Hero, "hero"})
POLEMARCH_JSON_ENUM(Ability, {Ability::None, "none"}, {Ability::Hermes, "speed_of_hermes"}, {Ability::Apollo, "light_of_apollo"},
                    {Ability::Artemis, "bow_of_artemis"}, {Ability::Ares, "spear_of_ares"}, {Ability::Athena, "wisdom_of_athena"},
                    {Ability::Zeus, "shield_of_zeus"})
POLEMARCH_JSON_ENUM(Commanding, {Commanding::Waiting, "waiting"}, {Commanding::Active, "active"}, {Commanding::Lost, "lost"},
                    {Commanding::Relinquished, "relinquished"})
POLEMARCH_JSON_ENUM(Phase, {Phase::Deployment, "deployment"}, {Phase::Initiative, "initiative"}, {Phase::Combat, "compulsory_combat"},
                    {Phase::Skirmish, "skirmish_actions"}, {Phase::Power, "call_of_power"}, {Phase::Orders, "command_orders"},
                    {Phase::Might, "call_of_might"}, {Phase::Heroic, "heroic_actions"}, {Phase::Rallying, "rallying"},
                    {Phase::Over, "over"})
POLEMARCH_JSON_ENUM(Source, {Source::Skirmish, "skirmish"}, {Source::Power, "power"}, {Source::Order, "order"}, {Source::Might, "might"},
                    {Source::Heroic, "heroic"})
POLEMARCH_JSON_ENUM(Rush, {Rush::None, "none"}, {Rush::Charging, "charging"}, {Rush::Countering, "countering"})
POLEMARCH_JSON_ENUM(Ground, {Ground::Open, "open"}, {Ground::Wood, "wood"}, {Ground::Hill, "hill"}, {Ground::Stream, "stream"},
                    {Ground::Settlement, "settlement"}, {Ground::Works, "works"}, {Ground::Fortification, "fortification"},
                    {Ground::Difficult, "difficult"})

void to_json(engine::Json& j, const Card& v);
void from_json(const engine::Json& j, Card& v);
POLEMARCH_JSON_DEFAULTS(Base, side, card, at, unit, on_table)
POLEMARCH_JSON_DEFAULTS(Piece, id, ground, outline, height, difficult)
POLEMARCH_JSON_DEFAULTS(Options, power_from_formation_reaches_all, experience_of_all_fighting, hero_reacts_with_own_formation,
                        missile_only_lm_charge, led_move_counts_twice, athena_commands, support_charges_have_charge_dice, feint_after_evade,
                        commander_hop, other_difficult_unforms, bound_limit)
POLEMARCH_JSON_DEFAULTS(Contact, foe, on)
POLEMARCH_JSON_DEFAULTS(Status, orders, reactions, moved, passed, no_orders, rallying, turned, caught, rush, stood, phases, fought, powered,
                        mighty)
POLEMARCH_JSON_DEFAULTS(Formation, side, name, arm, weight, bases, commander, origin, spread, contacts, status)
POLEMARCH_JSON_DEFAULTS(Leader, side, name, kind, value, ability, base, with, leads_from, alive, reactions, command, moves, bows,
                        heavy_orders, medium_orders, rolls_value, rolls_ability, reroll_used, run_over, challenged)
POLEMARCH_JSON_DEFAULTS(Permit, unit, source, by)
POLEMARCH_JSON_DEFAULTS(Run, unit, tests)
POLEMARCH_JSON_DEFAULTS(Turn, bound, phase, active, first, permit, run, done, commanding, orders_given, last_ordered, winner, why, why_rule)

}  // namespace polemarch::paean
