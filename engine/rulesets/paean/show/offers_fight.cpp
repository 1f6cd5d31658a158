/// Offers of shooting, charging and fighting, each judged as it stands.
#include "engine/rulesets/paean/show/offering.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/challenge.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"

namespace polemarch::paean {

namespace {

void offer_hero(Offering& o, const UnitId& id, const Leader& hero) {
  const Side foes = other(hero.side);
  if (hero.ability == Ability::Artemis)
    for (const UnitId& foe : formations_of(o.state, foes)) o.add(ShootBow{id, foe}, {engine::dice_after()});
  for (const UnitId& foe : leaders_of(o.state, foes))
    if (leader_at(o.state, foe).with.empty()) o.add(Challenge{id, foe}, {engine::dice_after()});
}

}  // namespace

void offer_fights(Offering& o, const UnitId& unit) {
  const State& state = o.state;
  if (const Leader* leader = find_leader(state, unit)) {
    if (leader->hero() && state.turn.permit && state.turn.permit->unit == unit) {
      offer_hero(o, unit, *leader);
      if (!leader->with.empty()) offer_fights(o, leader->with);
    }
    return;
  }
  const Formation* formation = find_formation(state, unit);
  if (formation == nullptr || formation->side != state.turn.active) return;
  const Side foes = other(formation->side);
  const Card& card = card_of(state, unit);
  if (missile_armed(card))
    for (const UnitId& foe : formations_of(state, foes)) o.add(Shoot{unit, foe}, {engine::dice_after()});
  if (in_combat(state, unit)) {
    o.add(FightOn{unit}, {engine::dice_after()});
    return;
  }
  if (formation->weight == Weight::L) return;
  for (const UnitId& foe : formations_of(state, foes)) {
    if (in_contact(formation_at(state, foe)))
      o.add(SupportCharge{unit, foe}, {engine::dice_after()});
    else
      o.add(ChargeAt{unit, foe}, {engine::dice_after()});
  }
  for (const UnitId& foe : leaders_of(state, foes))
    if (leader_at(state, foe).with.empty()) o.add(ChargeAt{unit, foe}, {engine::dice_after()});
  for (const UnitId& own : formations_of(state, formation->side))
    if (own != unit && (in_contact(formation_at(state, own)) || !backed_by(state, own).empty()))
      o.add(SupportCharge{unit, own}, {engine::dice_after()});
}

}  // namespace polemarch::paean
