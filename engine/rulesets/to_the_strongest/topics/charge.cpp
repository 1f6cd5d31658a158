#include "engine/rulesets/to_the_strongest/topics/charge.hpp"

#include <algorithm>

#include "engine/rulesets/to_the_strongest/topics/movement.hpp"

namespace polemarch::to_the_strongest {
namespace {

using engine::allow;
using engine::refuse;
using engine::Verdict;

bool scythed_is_exempt(const Board& board, const Unit& unit) {
  return unit.type == Type::ScythedChariots && !board.state().options.scythed_as_lights;  // TTS-AMB-22
}

/// TTS-CHG-20: kinds that never charge.
Verdict kind_may_charge(const Unit& charger) {
  if (charger.type == Type::Artillery) return refuse("TTS-TYPE-02", "artillery never charges");
  if (charger.type == Type::WarWagons) return refuse("TTS-TYPE-121", "war wagons never charge");
  return allow();
}

/// TTS-CHG-04.
bool lights_before_front(const Board& board, const Unit& charger, const Unit& target, Attack side) {
  return side == Attack::Front && is_light(charger) && !scythed_is_exempt(board, charger) && is_formed(target) && !is_elephant(target) &&
         target.type != Type::Artillery;
}

/// TTS-CHG-20, TTS-CHG-21: units that never charge.
Verdict may_charge_at_all(const Board& board, const Unit& charger) {
  if (Verdict able = kind_may_charge(charger); !able.allowed()) return able;
  if (charger.formation == Formation::Orbis) return refuse("TTS-ORB-02", "an orbis never charges");
  if (board.demoralised(charger.command)) return refuse("TTS-DEM-03", "its command is demoralised");
  return allow();
}

/// Zones that hold the charger at its start or on its way. TTS-ZOC-03, TTS-CHG-06, TTS-AMB-32, TTS-AMB-131.
Verdict zones_let_it(const Board& board, const Unit& charger, const ChargeWay& way) {
  const auto stands_there = [&](const Unit* enemy) { return enemy->box == way.at || enemy->second_box == way.at; };
  const std::vector<const Unit*> at_start = board.zones_holding(charger);
  if (!at_start.empty()) {
    const bool one_of_them = way.path.empty() && std::any_of(at_start.begin(), at_start.end(), stands_there);
    if (!one_of_them) return refuse("TTS-CHG-06", "in the zone of " + at_start.front()->id.text);
  }
  for (const Box box : way.path)
    for (const Unit* enemy : board.zones_on(charger, box))
      if (!stands_there(enemy)) return refuse("TTS-ZOC-02", "the zone of " + enemy->id.text + " stops it at " + name_of(box));
  return allow();
}

/// The box before the target of a mounted charge. TTS-CHG-23, TTS-CHG-24.
Verdict may_use_box(const Board& board, const Unit& charger, Box start, Box box) {
  if (!board.holds(box)) return refuse("TTS-CHG-23", "off the table");
  if (!may_stand_on(board, charger, box)) return refuse("TTS-CHG-23", name_of(box) + " is impassable");
  if (const auto full = cannot_end_in(board, charger, nullptr, box, charger.facing))
    return refuse("TTS-CHG-23", "no room in " + name_of(box) + ": " + full->text);
  for (const Unit* other : board.at(box))
    if (other->side == charger.side && !may_pass(charger, charger.facing, *other))
      return refuse("TTS-INT-04", "may not pass through " + other->id.text);
  if (rough_for(board, charger, box) && !crossing(board, start, box).road)
    return refuse("TTS-CHG-24", "must halt in the rough at " + name_of(box));
  return allow();
}

}  // namespace

Attack attack_side(Box from, Box at, Facing facing) {
  const Step2 local = in_frame(facing, from - at);
  if (local.dy > 0) return Attack::Front;
  return local.dy < 0 && local.dx == 0 ? Attack::Rear : Attack::Flank;
}

Attack attack_on(const Unit& target, Box from, Box at) {
  return target.formation == Formation::Orbis ? Attack::Front : attack_side(from, at, target.facing);
}

std::vector<ChargeWay> charge_ways(const Unit& charger, Box at) {
  std::vector<ChargeWay> ways;
  const Facing f = charger.facing;
  if (charger.afloat) {
    if (adjacent(charger.box, at)) ways.push_back({{}, charger.box, at, !orthogonal(at - charger.box)});  // TTS-BOAT-04
    return ways;
  }
  const auto consider = [&](Box start, bool may_go_diagonally) {
    for (const int dx : {0, -1, 1}) {
      if (dx != 0 && !may_go_diagonally) continue;
      const Box one = start + from_frame(f, {dx, 1});
      if (one == at) ways.push_back({{}, start, at, dx != 0});                                     // TTS-CHG-02
      if (is_mounted(charger) && one + ahead(f) == at) ways.push_back({{one}, one, at, dx != 0});  // TTS-CHG-03
    }
  };
  const bool straddles = charger.second_box.somewhere();
  consider(charger.box, !straddles);
  if (straddles) consider(charger.second_box, false);
  return ways;
}

bool has_charge_ways(const Unit& charger, Box at) { return !charge_ways(charger, at).empty(); }

Verdict judge_way(const Board& board, const Unit& charger, const ChargeWay& way, const Unit& target) {
  if (Verdict able = may_charge_at_all(board, charger); !able.allowed()) return able;
  const Box start = way.path.empty() ? way.from
                                     : (charger.second_box.somewhere() && adjacent(charger.second_box, way.path.front()) &&
                                                !adjacent(charger.box, way.path.front())
                                            ? charger.second_box
                                            : charger.box);
  if (const Unit* shield = board.friend_ahead(charger); shield != nullptr && !may_pass(charger, charger.facing, *shield))
    return refuse("TTS-CHG-17", shield->id.text + " stands in front of it");
  const Box first = way.path.empty() ? way.at : way.path.front();
  const Step2 step = first - start;
  if (!orthogonal(step)) {
    const Step2 local = in_frame(charger.facing, step);
    if (charger.type == Type::Hoplites && local.dx < 0) return refuse("TTS-TYPE-64", "hoplites never charge to their left front");
    if (closed_to_charge(board, charger, start + Step2{step.dx, 0}) && closed_to_charge(board, charger, start + Step2{0, step.dy}))
      return refuse("TTS-CHG-07", "the gap at the corner is closed");
    if (charger.formation == Formation::Testudo) return refuse("TTS-TST-04", "a testudo makes no difficult activation");
  }
  if (Verdict held = zones_let_it(board, charger, way); !held.allowed()) return held;
  for (const Box box : way.path)
    if (Verdict open = may_use_box(board, charger, start, box); !open.allowed()) return open;
  const bool wet_target = board.field().ground(way.at) == Ground::Water;
  if (!may_stand_on(board, charger, way.at) && !(charger.afloat && (wet_target || !board.impassable(way.at))))
    return refuse("TTS-TER-12", name_of(way.at) + " is impassable");
  if (charger.formation == Formation::Testudo && rough_for(board, charger, way.at))
    return refuse("TTS-TST-06", "a testudo may not enter rough ground");
  if (lights_before_front(board, charger, target, attack_on(target, way.from, way.at)))
    return refuse("TTS-CHG-04", "light units may not charge " + target.id.text + " frontally");
  return allow();
}

bool never_charges(const Board& board, const Unit& charger, const Unit& target, Box from) {
  return !kind_may_charge(charger).allowed() || lights_before_front(board, charger, target, attack_on(target, from, target.box));
}

std::vector<const Unit*> targets_in(const Board& board, Side attacker, Box from, Box at) {
  std::vector<const Unit*> here;
  for (const Unit* unit : board.at(at))
    if (unit->side != attacker) here.push_back(unit);
  if (here.size() < 2) return here;
  const Unit &a = *here[0], &b = *here[1];
  const Attack side = attack_side(from, at, a.facing);
  if (a.facing == b.facing) {
    const bool a_leads = (a.along - b.along) * sign_of(a.facing) > 0;
    const Unit* leading = a_leads ? &a : &b;
    const Unit* following = a_leads ? &b : &a;
    if (side == Attack::Front) return {leading};   // TTS-CHG-15
    if (side == Attack::Rear) return {following};  // TTS-CHG-14
    return {leading, following};                   // TTS-CHG-13
  }
  const Step2 local = in_frame(a.facing, from - at);  // TTS-AMB-47: the unit nearest the attack is the front one
  if (local.dy == 0) return {&a, &b};
  const bool a_is_nearer = (a.along - b.along) * sign_of(a.facing) * local.dy > 0;
  return {a_is_nearer ? &a : &b};
}

bool could_charge_into(const Board& board, const Unit& enemy, Box box) {
  for (const ChargeWay& way : charge_ways(enemy, box))
    for (const Unit* met : targets_in(board, enemy.side, way.from, box))
      if (judge_way(board, enemy, way, *met).allowed()) return true;
  return false;
}

bool could_charge(const Board& board, const Unit& enemy, const Unit& who) {
  if (reach(enemy.box, who.box) > 3) return false;
  const auto meets = [&](Box box) {
    for (const ChargeWay& way : charge_ways(enemy, box)) {
      const std::vector<const Unit*> met = targets_in(board, enemy.side, way.from, box);
      const bool it = std::find(met.begin(), met.end(), &who) != met.end();
      if (it && judge_way(board, enemy, way, who).allowed()) return true;
    }
    return false;
  };
  return meets(who.box) || (who.second_box.somewhere() && meets(who.second_box));
}

int place_to_strike(const Board& board, const Unit& charger, Box from, const std::string& wish) {
  for (const Unit* mate : board.at(from)) {
    const std::vector<int> open = places_on_entering(charger, charger.box, from, charger.facing, *mate);
    const int front = sign_of(mate->facing);
    const int wanted = wish == "front" ? front : wish == "behind" || wish == "rear" ? -front : sign_of(charger.facing);
    return std::find(open.begin(), open.end(), wanted) != open.end() ? wanted : open.front();
  }
  return 0;
}

Plan charge_plan(const Board& board, const Unit& charger, const Order& order, const ChargeWay& way) {
  Plan plan;
  plan.order = order;
  plan.order.to = way.at;
  plan.side = charger.side;
  plan.command = charger.command;
  plan.from = charger.box;
  plan.manoeuvre = way.diagonal ? Manoeuvre::Diagonal : Manoeuvre::Straight;
  plan.path = way.path;
  plan.facing = charger.facing;
  plan.need = card_needed(board, charger, plan);
  return plan;
}

EvadeRight evade_right(const Board& board, const Unit& target, const Unit& charger) {
  const bool rough = stands_in_rough(board, target);
  if (target.type == Type::ScythedChariots && scythed_is_exempt(board, target)) return EvadeRight::None;
  if (is_light(target)) {
    if (is_light(charger)) return EvadeRight::May;      // TTS-EVD-02
    return rough ? EvadeRight::May : EvadeRight::Must;  // TTS-EVD-03
  }
  if (is_evading_horse(target.type)) return rough ? EvadeRight::None : EvadeRight::May;  // TTS-EVD-04
  return EvadeRight::None;                                                               // TTS-EVD-01, TTS-EVD-17
}

std::vector<EvadeChoice> evade_choices(const Board& board, const Unit& target, const Unit& charger, Box charge_from) {
  if (charger.box == charge_from || charger.second_box == charge_from) return evade_choices(board, target, charge_from);
  Unit striking = charger;
  striking.box = charge_from;
  striking.second_box = {};
  return evade_choices(board.with({&striking}), target, charge_from);
}

std::vector<EvadeChoice> evade_choices(const Board& board, const Unit& target, Box charge_from) {
  std::vector<EvadeChoice> out;
  const Unit* mate = board.mate(target);
  if (is_light(target) && mate != nullptr && is_formed(*mate)) out.push_back({target.box, false, true, "behind"});  // TTS-EVD-06
  const auto passes = [&](const Unit& friendly) { return is_light(target) || is_passable_light(friendly); };        // TTS-EVD-09
  const auto consider = [&](Box start, Step2 way) {
    if (way == Step2{}) return;
    if (mate != nullptr && !passes(*mate)) {  // TTS-AMB-130
      const int lead = (target.along - mate->along) * sign_of(target.facing);
      const Step2 local = in_frame(target.facing, way);
      if (local.dy * lead < 0) return;
    }
    Box box = start + way;
    for (int hop = 0; hop < 2; ++hop, box = box + way) {
      if (!board.holds(box)) {
        if (std::none_of(out.begin(), out.end(), [](const EvadeChoice& c) { return c.off; }))
          out.push_back({box, true, false, "off"});  // TTS-EVD-07
        return;
      }
      if (board.has_enemy_of(target.side, box) || !may_stand_on(board, target, box)) return;
      if (!cannot_end_in(board, target, nullptr, box, target.facing)) {
        const std::string key = name_of(box);
        if (std::none_of(out.begin(), out.end(), [&](const EvadeChoice& c) { return c.key == key; }))
          out.push_back({box, false, false, key});
        return;
      }
      // TTS-EVD-11: one further past two friends it can pass, or friends at right angles.
      const auto& cell = board.at(box);
      const bool crosswise = std::any_of(cell.begin(), cell.end(), [&](const Unit* u) { return !same_axis(u->facing, target.facing); });
      const bool passable = cell.count == 2 && std::all_of(cell.begin(), cell.end(), [&](const Unit* u) { return passes(*u); });
      if (!crosswise && !passable) return;
    }
  };
  const Box at = target.second_box.somewhere() && adjacent(charge_from, target.second_box) && !adjacent(charge_from, target.box)
                     ? target.second_box
                     : target.box;
  consider(at, at - charge_from);
  consider(target.box, ahead(opposite(target.facing)));
  if (target.second_box.somewhere()) consider(target.second_box, ahead(opposite(target.facing)));  // TTS-STD-03
  return out;
}

int evade_card(const Board& board, const Unit& target, const Unit& charger) {
  return evade_need(is_mounted(target), stands_in_rough(board, target), is_mounted(charger));
}

}  // namespace polemarch::to_the_strongest
