/// Shapes and lines about a selected unit, in table millimetres; nothing hidden from the viewer stands in them.
#include <algorithm>
#include <cmath>

#include "engine/rulesets/blade_and_bow/judge/judge.hpp"
#include "engine/rulesets/blade_and_bow/topics/melee.hpp"
#include "engine/rulesets/blade_and_bow/topics/movement.hpp"
#include "engine/rulesets/blade_and_bow/topics/recoil.hpp"
#include "engine/rulesets/blade_and_bow/topics/shooting.hpp"
#include "engine/rulesets/blade_and_bow/topics/sight.hpp"

namespace polemarch::blade_and_bow {
namespace {

using engine::Advice;
using engine::Meaning;

struct Draughtsman {
  const State& state;
  Viewer viewer;
  Advice advice;

  Polygon square_shape(Square square, bool filled = true) const {
    Polygon shape;
    shape.points.reserve(4);
    const Pose centre = pose_in(state.map, square, Facing::N);
    const double x = centre.x.mm(), y = centre.y.mm(), half = state.map.box.mm() / 2;
    for (const auto& [right, up] : {std::pair{-half, -half}, {half, -half}, {half, half}, {-half, half}})
      shape.points.push_back({x + right, y + up});
    shape.filled = filled;
    return shape;
  }
  void square(Square s, Meaning meaning, std::string label, std::string rule, const UnitId& about) {
    if (state.map.holds(s)) advice.shapes.push_back({square_shape(s), meaning, std::move(label), std::move(rule), about.text});
  }
  void line(Meaning meaning, engine::Reason reason) { advice.lines.push_back({meaning, std::move(reason)}); }
  void line(Meaning meaning, std::string rule, std::string text) { line(meaning, {std::move(rule), std::move(text), {}, {}, {}, {}}); }
  bool sees_ranks(const Unit& unit) const { return !unit.has_ranks() || unit.ranks.open_to(viewer); }

  void zones(const Unit& unit) {
    const ZoneMap side(state, unit.side);
    for (const ZoneSquare& held : zone_of(state, unit)) {
      const bool bond = held.zone == Zone::Weak && side.is_bond(held.square);  // BB-ZOC-07
      square(held.square,
             bond                        ? Meaning::ZocBond
             : held.zone == Zone::Strong ? Meaning::ZocStrong
                                         : Meaning::ZocWeak,
             bond                        ? "bond"
             : held.zone == Zone::Strong ? "strong"
                                         : "weak",
             bond                        ? "BB-ZOC-07"
             : held.zone == Zone::Strong ? "BB-ZOC-02"
                                         : "BB-ZOC-03",
             unit.id);
    }
    const ZoneMap enemy(state, other(unit.side));
    const Zone here = enemy.at(unit.square);
    if (here == Zone::Strong) line(Meaning::IllegalMove, "BB-EZ-11", unit.id.text + " is held in a strong enemy zone");
    if (here == Zone::Weak) line(Meaning::Note, "BB-EZ-05", unit.id.text + " stands in a weak enemy zone: free to turn and leave");
  }

  void moves(const Unit& unit) {
    const MoveGround ground(state, unit.side);
    const Mover start = mover_of(state, unit);
    const Roam roam(ground, unit, start);
    const int good = allowance_of(state, unit, false), spoiled = allowance_of(state, unit, true);
    const std::vector<Roam::End> ends = roam.by_square();
    advice.shapes.reserve(advice.shapes.size() + ends.size() + 8);
    for (const Roam::End& end : ends) {
      const Mover& at = end.mover;
      const std::string points = std::to_string(std::max(0, (at.disrupted ? spoiled : good) - at.spent));
      const bool spoils = at.disrupted && !unit.disrupted;
      std::string label = points + " left";
      if (at.stopped) label += ", stops";
      if (spoils) label += ", disrupted";
      if (const Unit* there = ground.unit_in(at.at); there != nullptr) label += ", displaces " + there->id.text;
      square(at.at, Meaning::LegalMove, std::move(label), at.stopped ? std::string(rule_of(at.stopped_by)) : "BB-MOV-01", unit.id);
      if (state.map.holds(at.at)) advice.shapes.back().left = at.stopped ? "stop" : points + (spoils ? "!" : "");
    }
    const Attempt ahead = attempt(ground, start, Manoeuvre::Advance);
    engine::Reason why = reason_of(ground, start, Manoeuvre::Advance, ahead);
    const auto told = [&](const engine::AdviceLine& other) { return other.reason.rule == why.rule; };
    if (!why.rule.empty() && std::none_of(advice.lines.begin(), advice.lines.end(), told))
      line(ahead.allowed() ? Meaning::Note : Meaning::IllegalMove, std::move(why));
    if (ahead.allowed() && ahead.disrupts_both) line(Meaning::Note, "BB-INT-03", "passing " + ahead.there->id.text + " disrupts both");
  }

  void fire(const Unit& unit) {
    const Profile& figures = unit.profile();
    if (figures.fire == 0 || unit.disrupted) return;
    const ZoneMap enemy(state, other(unit.side));
    if (enemy.covers(unit.square)) {
      line(Meaning::NotATarget, "BB-RNG-02", unit.id.text + " may not shoot from an enemy zone");
      return;
    }
    const int range = figures.range + terrain_at(state.map, unit.square).range_change;
    for (int i = 0; i < state.map.size(); ++i) {
      const Square s = state.map.at(i);
      const int points = points_between(unit.square, s);
      if (s == unit.square || points > range || !in_arc(state.map, unit.square, unit.facing, s)) continue;
      square(s, Meaning::ArcOfFire, std::to_string(points), "BB-RNG-T1", unit.id);
    }
    for (const auto& [id, target] : state.units) {
      if (target.side == unit.side || !target.on_map() || points_between(unit.square, target.square) > range + 4) continue;
      const ShotCheck check = shot_check(state, unit, target, enemy);
      if (check.verdict.allowed()) {
        const ShotDice dice = shot_dice(state, {&unit}, target, check.turn.steps);
        square(target.square, Meaning::ShootTarget, std::to_string(dice.attack) + " dice against " + std::to_string(dice.defence),
               "BB-RNG-13", id);
        if (check.turn.steps > 0)
          line(Meaning::ShootTarget,
               {"BB-RNG-11", "turning to shoot at " + id.text, static_cast<double>(check.turn.steps), {}, "dice", {}});
      } else {
        square(target.square, Meaning::NotATarget, check.verdict.reasons.front().text, check.verdict.reasons.front().rule, id);
      }
    }
  }

  /// The dice of both as the viewer may know them: hidden ranks add what nobody is told (BB-UNIT-23), not even by the limit of dice.
  std::string dice_shown(const Unit& unit, const Unit* target) const {
    const auto count = [&](RanksCounted ranks) { return melee_count(state, {unit.id}, target, target == nullptr, 0, ranks); };
    const MeleeCount known = count(RanksCounted::Known), open = count(RanksCounted::Open);
    const bool own = sees_ranks(unit), his = target == nullptr || sees_ranks(*target);
    const int attack = own ? known.attack : open.attack, defence = his ? known.defence : open.defence;
    return std::to_string(attack) + (attack == 1 && own ? " die" : " dice") + (own ? "" : " and its ranks") + " against " +
           std::to_string(defence) + (his ? "" : " and his ranks");
  }

  void melee(const Unit& unit) {
    for (const auto& [id, target] : state.units) {
      if (target.side == unit.side || !target.on_map() || !are_neighbours(unit.square, target.square)) continue;
      const engine::Verdict may = melee_check(state, unit, target.square);
      if (!may.allowed()) {
        square(target.square, Meaning::NotATarget, may.reasons.front().text, may.reasons.front().rule, id);
        continue;
      }
      const std::string dice = dice_shown(unit, &target);
      square(target.square, Meaning::ChargeTarget, dice, "BB-DICE-01", id);
      line(Meaning::ChargeTarget, "BB-DICE-01", "against " + id.text + ": " + dice);
      const Commitment due = commitment_of(state, unit, &target);
      if (!due.needs_dice) {
        line(Meaning::ChargeTarget, due.rule, id.text + ": no commitment check");
        continue;
      }
      const Check check = commitment_check(state, unit, &target);
      const double percent = std::round(100 * chance_to_pass(check));
      line(Meaning::ChargeTarget, {"BB-COM-03",
                                   "commitment against " + id.text + ", " + std::to_string(check.dice) +
                                       (check.dice == 1 ? " die" : " dice") + ", morale value " + std::to_string(check.value) + ": chance",
                                   percent,
                                   {},
                                   "%",
                                   {}});
      for (const engine::Reason& modifier : check.modifiers) line(Meaning::ChargeTarget, modifier);
    }
  }

  void camps(const Unit& unit) {
    for (const auto& [id, camp] : state.camps) {
      if (camp.side == unit.side || camp.sacked || !are_neighbours(unit.square, camp.square)) continue;
      if (unit_at(state, camp.square) != nullptr) continue;  // its guard is the target
      const engine::Verdict may = melee_check(state, unit, camp.square);
      if (!may.allowed()) {
        square(camp.square, Meaning::NotATarget, may.reasons.front().text, may.reasons.front().rule, id);
        continue;
      }
      square(camp.square, Meaning::ChargeTarget, dice_shown(unit, nullptr), "BB-CAMP-06", id);
    }
  }

  void support(const Unit& unit) {
    for (const Leader* leader : active_leaders(state, unit.side)) {
      const int points = points_between(leader->square, unit.square);
      line(Meaning::CommandRange, {"BB-FORM-04",
                                   leader->id.text + (points <= leader->range ? " commands " : " does not reach ") + unit.id.text,
                                   static_cast<double>(points),
                                   static_cast<double>(leader->range),
                                   "points",
                                   {}});
    }
    // The formation it can act in: all in one chain and within one leader's range.
    for (const Leader* leader : active_leaders(state, unit.side)) {
      if (points_between(leader->square, unit.square) > leader->range) continue;
      std::vector<const Unit*> chain{&unit};
      for (std::size_t i = 0; i < chain.size(); ++i)
        for (const auto& [id, mate] : state.units)
          if (mate.side == unit.side && mate.on_map() && points_between(leader->square, mate.square) <= leader->range &&
              std::find(chain.begin(), chain.end(), &mate) == chain.end() && linked(state, *chain[i], mate))
            chain.push_back(&mate);
      for (const Unit* mate : chain)
        if (mate != &unit)
          advice.shapes.push_back(
              {square_shape(mate->square, false), Meaning::Support, "with " + leader->id.text, "BB-FORM-03", mate->id.text});
      break;
    }
  }

  void retreat(const Unit& unit) {
    if (unit.disrupted) {
      const Check check = rally_check(state, unit);
      line(Meaning::Note, {"BB-RAL-01",
                           "alone it rallies without a roll; in a formation the chance is",
                           std::round(100 * chance_to_pass(check)),
                           {},
                           "%",
                           {}});
      for (const engine::Reason& modifier : check.modifiers) line(Meaning::Note, modifier);
    }
    for (const auto& [id, enemy] : state.units) {
      if (enemy.side == unit.side || !enemy.on_map() || enemy.disrupted) continue;
      if (neighbour(state.map, enemy.square, enemy.facing) != unit.square) continue;
      const FallBackChoice choice = recoil_ways(state, unit, enemy.square);  // where a melee with the one before it would drive it
      for (const FallBack& way : choice.ways)
        for (const Square s : way.path) square(s, Meaning::RoutPath, "recoil from " + id.text, "BB-REC-08", unit.id);
      if (choice.ways.empty()) line(Meaning::RoutPath, choice.rule, unit.id.text + " has nowhere to recoil to from " + id.text);
    }
  }

  /// What the map is made of, for the table under everything.
  void ground() {
    for (const auto& [at, kind] : state.map.terrain) {
      std::string words = kind;
      std::replace(words.begin(), words.end(), '_', ' ');
      advice.shapes.push_back({square_shape(at), Meaning::Note, std::move(words), "BB-TER-01", "terrain"});
    }
  }

  void leader_reach(const Leader& leader) {
    if (!leader.on_map()) return;
    for (int i = 0; i < state.map.size(); ++i) {
      const Square s = state.map.at(i);
      const int points = points_between(leader.square, s);
      if (points <= leader.range) square(s, Meaning::CommandRange, std::to_string(points), "BB-UNIT-04", leader.id);
    }
    for (const auto& [id, unit] : state.units)
      if (unit.side == leader.side && unit.on_map())
        line(Meaning::CommandRange,
             {"BB-FORM-04",
              leader.id.text + (points_between(leader.square, unit.square) <= leader.range ? " reaches " : " does not reach ") + id.text,
              static_cast<double>(points_between(leader.square, unit.square)),
              static_cast<double>(leader.range),
              "points",
              {}});
  }

  void between(const Unit& unit, const Unit& target) {
    if (!unit.on_map() || !target.on_map()) return;
    const Sight sight = sight_between(state, unit.square, target.square);
    const Pose a = pose_in(state.map, unit.square, unit.facing), b = pose_in(state.map, target.square, target.facing);
    Polygon ray;
    ray.closed = false;
    ray.points.push_back({a.x.mm(), a.y.mm()});
    for (const Square s : sight.path) {
      const Pose p = pose_in(state.map, s, Facing::N);
      ray.points.push_back({p.x.mm(), p.y.mm()});
    }
    ray.points.push_back({b.x.mm(), b.y.mm()});
    advice.shapes.push_back({ray, sight.clear ? Meaning::SightClear : Meaning::SightBlocked,
                             sight.clear ? std::to_string(sight.points) + " points" : sight.why, "BB-LOS-02", unit.id.text});
    for (const Square s : sight.blocking) square(s, Meaning::SightBlocked, sight.why, "BB-LOS-04", unit.id);
    line(Meaning::Measure,
         {"BB-DIST-06", "from " + unit.id.text + " to " + target.id.text, static_cast<double>(sight.points), {}, "points", {}});
    line(Meaning::Measure, {"BB-DIST-06", "apart", static_cast<double>(squares_apart(unit.square, target.square)), {}, "squares", {}});
    if (are_neighbours(unit.square, target.square))
      line(Meaning::Measure, "BB-POS-03",
           unit.id.text + " stands at the " + std::string(name_of(aspect_of(state.map, target.square, target.facing, unit.square))) +
               " of " + target.id.text);
  }
};

}  // namespace

engine::Advice Rules::advise(const State& state, const engine::Selection& selection, Viewer viewer) {
  const Unit* unit = find_unit(state, selection.unit);
  if (unit != nullptr && acts_anew(state, *unit)) return advise(after_closing(state), selection, viewer);
  Draughtsman draw{state, viewer, {}};
  if (selection.unit.empty()) draw.ground();
  if (const Leader* leader = find_leader(state, selection.unit)) draw.leader_reach(*leader);
  if (unit == nullptr || !unit->on_map()) return draw.advice;
  draw.zones(*unit);
  if (state.turn.phase != Phase::Setup) draw.moves(*unit);
  draw.fire(*unit);
  draw.melee(*unit);
  draw.camps(*unit);
  draw.support(*unit);
  draw.retreat(*unit);
  if (selection.target)
    if (const Unit* target = find_unit(state, *selection.target)) draw.between(*unit, *target);
  return draw.advice;
}

}  // namespace polemarch::blade_and_bow
