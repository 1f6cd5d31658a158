/// Contact: the last two centimetres, who touches whom, standing in the flank, cover, follow-on charges. PA-CHG-08, PA-CHG-20, PA-FLR-01.
#include <algorithm>
#include <cmath>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/play/fighting.hpp"
#include "engine/rulesets/paean/play/play.hpp"
#include "engine/rulesets/paean/play/rolling.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/charging.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"
#include "engine/rulesets/paean/topics/room.hpp"

namespace polemarch::paean {

using namespace engine;
using geometry::operator*;

namespace {

/// A combat in cover begins.
void take_cover(Unfold& u, const UnitId& defender, const UnitId& attacker) {
  const auto covered = cover_at_first(u.state(), defender, attacker);
  if (!covered) return;
  CombatsSet combats = combats_now(u.state());
  combats.covers.push_back(*covered);
  u.emit(combats);
}

/// The enemy a distended front may reach: straight ahead of front bases that touch nobody, within one base depth; LM reach no front of M,
/// LH or H (PA-CHG-03). PA-CHG-20.
struct Further {
  UnitId foe;
  std::vector<BaseId> files;
  Length by;
};
/// The front of `foe` is what bases of the formation would touch at these poses.
bool meets_front(const State& state, const UnitId& unit, const std::vector<PlacedBase>& poses, const UnitId& foe) {
  std::vector<Stand> there;
  for (const PlacedBase& placed : poses) {
    const Base& base = base_at(state, placed.base);
    there.push_back({placed.base, unit, base.side, &base.card, geometry::placed(footprint_of(base.card), placed.at)});
  }
  const std::vector<BaseTouch> found = touches(there, stands_of(state, foe), state.k, Touching::Now);
  if (found.empty()) return side_faced(state, foe, unit) == Flank::Front;
  return sides_that_touch(state, unit, foe, found).second == Flank::Front;
}
/// The lanes in which the bases at these poses come `along`: who is only brushed beside them is not between.
std::vector<geometry::Shape> lanes_at(const State& state, const std::vector<PlacedBase>& poses, Vec2 along) {
  std::vector<geometry::Shape> lanes = shapes_at(state, poses);
  for (geometry::Shape& shape : lanes) shape = lane_of(shape, along);
  return lanes;
}
std::optional<Further> further_enemy(const State& state, const UnitId& unit, const std::vector<UnitId>& leave_out = {}) {
  const geometry::Body body = body_of(state, unit);
  const Formation& formation = formation_at(state, unit);
  const std::vector<Fighter> fighters = fighters_of(state, unit);
  if (body.rows.empty()) return std::nullopt;
  const Length depth = footprint_of(card_of(state, unit)).depth;
  std::optional<Further> best;
  for (std::size_t file = 0; file < body.rows.front().size(); ++file) {
    const std::size_t index = body.rows.front()[file];
    if (fighters[index].role == Role::Contacting) continue;
    const geometry::Shape& shape = body.bases[index];
    for (const UnitId& foe : formations_of(state, other(formation.side))) {
      if (std::find(leave_out.begin(), leave_out.end(), foe) != leave_out.end()) continue;
      if (std::any_of(formation.contacts.begin(), formation.contacts.end(), [&](const Contact& contact) { return contact.foe == foe; }))
        continue;
      for (const geometry::Shape& enemy : shapes_of(state, foe)) {
        const auto charge = geometry::straight_charge(shape, Angle{0}, enemy);
        if (!charge || charge->travel.value > depth || shape.own_frame(enemy.centre).x < 0) continue;
        if (!best) best = Further{foe, {}, charge->travel.value};
        if (best->foe != foe) continue;
        best->by = std::min(best->by, charge->travel.value);
        for (const auto& row : body.rows)
          if (file < row.size()) {
            const BaseId& base = formation.bases[row[file]];
            if (std::find(best->files.begin(), best->files.end(), base) == best->files.end()) best->files.push_back(base);
          }
      }
    }
  }
  if (!best) return best;
  std::vector<PlacedBase> poses;
  for (const PlacedBase& placed : moved_along(state, unit, body.ahead, best->by))
    if (std::find(best->files.begin(), best->files.end(), placed.base) != best->files.end()) poses.push_back(placed);
  if (formation.weight == Weight::LM && formation_at(state, best->foe).heavier() && meets_front(state, unit, poses, best->foe)) {
    std::vector<UnitId> others = leave_out;
    others.push_back(best->foe);
    return further_enemy(state, unit, others);
  }
  if (!obstacles_but(state, best->files).free(lanes_at(state, poses, body.ahead))) return std::nullopt;  // somebody is between
  return best;
}

/// The last stretch into contact: what is only brushed is dressed past, somebody in the way ends it early. Returns how far it went.
Length comes_on(Unfold& u, const UnitId& unit, Vec2 along, Length travel, const char* how, const char* rule) {
  if (travel <= Length{0}) return Length{0};
  const WayOn on = way_on(u.state(), unit, along, travel);
  if (on.way > Length{0}) move_bases(u, unit, on.poses, how, rule, on.way);
  return on.way;
}

/// A flank or rear that is contacted unforms M, LH and H (PA-FLR-01); what the foe is then.
std::vector<UnitId> unformed_by_contact(Unfold& u, const UnitId& foe_id, const UnitId& unit, Flank side) {
  const Formation foe = formation_at(u.state(), foe_id);
  if (!foe.heavier() || foe.bases.size() < 2) return {foe_id};
  const std::vector<UnitId> pieces = unform(u, foe_id, "PA-FLR-01");
  std::vector<UnitId> all = pieces;
  for (const Contact& before : foe.contacts) all.push_back(before.foe);
  refresh_contacts(u, all);
  for (const UnitId& piece : pieces) set_side(u, piece, unit, side);
  return pieces;
}

/// Whoever the formation has come upon in flank or rear is caught (PA-FLR-01, PA-FLR-05); `foe`: only this one.
void catch_in_flank(Unfold& u, const UnitId& unit, const UnitId& foe = {}) {
  for (const Contact& contact : std::vector<Contact>(formation_at(u.state(), unit).contacts)) {
    if (!foe.empty() && contact.foe != foe) continue;
    const Flank side = side_of_contact(u.state(), contact.foe, unit);
    if (side == Flank::Front) continue;
    for (const UnitId& piece : unformed_by_contact(u, contact.foe, unit, side)) {
      const Formation& one = formation_at(u.state(), piece);
      for (const Contact& theirs : one.contacts)
        if (theirs.foe == unit && theirs.on != Flank::Front) {
          Status status = one.status;
          status.caught = true;
          mark(u, piece, status, "is caught in the " + std::string(word_of(theirs.on)), "PA-FLR-05");
          break;
        }
    }
  }
}

/// A hero alone and the formation are in contact from now on.
void faces_hero(Unfold& u, const UnitId& unit, const UnitId& hero) {
  CombatsSet combats = combats_now(u.state());
  if (std::any_of(combats.lone.begin(), combats.lone.end(), [&](const LoneFight& one) { return one.hero == hero && one.foe == unit; }))
    return;
  combats.lone.push_back({hero, unit, false});
  u.emit(combats);
}

/// A hero under the formation's front goes back before it, straight on.
void set_before_front(Unfold& u, const UnitId& unit, const UnitId& hero) {
  const Vec2 ahead = body_of(u.state(), unit).ahead;
  const geometry::Shape his = shapes_of(u.state(), hero).front();
  double back = 0;
  for (const geometry::Shape& base : shapes_of(u.state(), unit)) {
    const Vec2 at = base.own_frame(his.centre);
    if (geometry::gap_between(base, his).signed_gap.value < Length{0} && std::abs(at.y) < base.half_front)
      back = std::max(back, base.half_depth + his.radius() - at.x);
  }
  if (back <= 0 || !wholly_on_table(u.state(), shifted_shape(his, back * ahead))) return;
  const Length by = geometry::rounded(back);
  MeasuredPose to = base_at(u.state(), leader_at(u.state(), hero).base).at;
  to.pose.x += geometry::rounded(back * ahead.x);
  to.pose.y += geometry::rounded(back * ahead.y);
  move_leader(u, hero, {to.pose, {}}, "is driven back", "PA-AMB-36", by);
}

/// Who has its initial phase now (PA-CCD-10). `fresh`: the target fought nobody before.
void begin_initial_phase(Unfold& u, const Charge& charge, bool fresh) {
  if (!charge.support || u.state().options.support_charges_have_charge_dice || fresh) rushes(u, charge.charger, Rush::Charging);
  if (charge.countered) rushes(u, charge.target, Rush::Countering);
}

/// The charge has come up to a leader who stands alone: he is taken, or fought before the phase with whoever is touched beside him
/// (PA-CMD-31, PA-AMB-36, PA-GEO-16).
void meets_leader_charged(Unfold& u, const Charge& charge) {
  const UnitId unit = charge.charger, target = charge.target;
  const bool hero = leader_at(u.state(), target).hero();
  if (!hero) lose_leader(u, target, unit, "killed or captured", "PA-CMD-31");
  if (u.state().turn.phase == Phase::Over) return;
  if (hero) faces_hero(u, unit, target);
  const bool meets = touch_all(u, unit);
  for (const Contact& beside : std::vector<Contact>(formation_at(u.state(), unit).contacts)) take_cover(u, beside.foe, unit);
  if (meets) {
    catch_in_flank(u, unit);
    rushes(u, unit, Rush::Charging);
  }
  const UnitId now = unformed_by_ground(u, unit, charge.rough);
  if (meets) u.open(FightBegins{now, false});
  UnitId before = unit;  // who of it stands before him
  for (const UnitId& piece : formations_of(u.state(), formation_at(u.state(), now).side))
    if (find_formation(u.state(), before) == nullptr && formation_at(u.state(), piece).origin == formation_at(u.state(), now).origin &&
        would_touch(u.state(), target, base_at(u.state(), leader_at(u.state(), target).base).at, piece))
      before = piece;
  meets_leaders(u, now, true, target);
  if (!hero) return;
  if (before != unit) faces_hero(u, before, target);
  u.open(LoneDice{.hero = target, .foe = before, .countered = charge.countered, .charged = true, .rolling = {}});
}

}  // namespace

void meets_leaders(Unfold& u, const UnitId& unit, bool charges, const UnitId& but) {
  if (find_formation(u.state(), unit) == nullptr) return;
  std::vector<Step> next;
  for (const UnitId& id : leaders_alone(u.state(), other(*side_of(u.state(), unit)))) {
    if (id == but || !comes_upon(u.state(), unit, id)) continue;
    if (!leader_at(u.state(), id).hero()) {
      next.emplace_back(Facing{{.charger = unit, .target = id, .left = {}, .second = true}});
      continue;
    }
    set_before_front(u, unit, id);
    faces_hero(u, unit, id);
    if (charges) next.emplace_back(LoneDice{.hero = id, .foe = unit, .charged = true, .rolling = {}});
  }
  u.later(std::move(next));
}

void front_meets(Unfold& u, const UnitId& unit) {
  if (find_formation(u.state(), unit) == nullptr) return;
  for (const UnitId& foe : formations_of(u.state(), other(formation_at(u.state(), unit).side))) {
    const Formation &own = formation_at(u.state(), unit), &theirs = formation_at(u.state(), foe);
    if (std::any_of(own.contacts.begin(), own.contacts.end(), [&](const Contact& contact) { return contact.foe == foe; })) continue;
    const std::vector<BaseTouch> found =
        with_a_front(touches(stands_of(u.state(), unit), stands_of(u.state(), foe), u.state().k, Touching::Now));
    if (found.empty()) continue;
    const auto [on_unit, on_foe] = sides_that_touch(u.state(), unit, foe, found);
    if (on_unit != Flank::Front) continue;
    if (own.weight == Weight::LM && theirs.heavier() && on_foe == Flank::Front) continue;  // PA-CCD-03
    if (u.state().turn.phase == Phase::Combat && !in_contact(theirs)) {  // it was not in contact when the bound began (PA-SEQ-03)
      Status status = theirs.status;
      status.fought = true;
      mark(u, foe, status);
    }
    make_contact(u, unit, foe, on_unit, on_foe);
    take_cover(u, foe, unit);
    catch_in_flank(u, unit, foe);
  }
}

void resume(Unfold& u, const CloseIn& step, const Answers&) {
  const Charge& charge = step.charge;
  const UnitId unit = charge.charger, target = charge.target;
  if (find_formation(u.state(), unit) == nullptr) return;
  const Vec2 ahead = body_of(u.state(), unit).ahead;
  const auto reached = reached_by(u.state(), unit, Angle{0}, target);
  if (!reached || reached->foe != target) {  // it has turned, or was put where no straight way leads
    u.emit(ChargeStopped{unit, target, "stops", "PA-CHG-08"});
    return;
  }
  const Length travel = reached->travel.value;
  const Leader* leader = find_leader(u.state(), target);
  const Flank judged = leader == nullptr ? side_faced(u.state(), target, unit) : Flank::Front;  // where it stopped (PA-AMB-58)
  Length met{0};  // by a counter charge that comes as far as it can
  if (charge.countered && leader != nullptr) {
    MeasuredPose to = base_at(u.state(), leader->base).at;
    to.pose.x -= geometry::rounded(travel.mm() * ahead.x);
    to.pose.y -= geometry::rounded(travel.mm() * ahead.y);
    move_leader(u, target, {to.pose, {}}, "counter charges", "PA-EVA-10", travel);
    met = travel;
  }
  if (charge.countered && leader == nullptr) met = comes_on(u, target, Vec2{-ahead.x, -ahead.y}, travel, "counter charges", "PA-EVA-10");
  comes_on(u, unit, ahead, travel - met, "closes in", "PA-CHG-08");
  if (leader != nullptr) return meets_leader_charged(u, charge);
  const bool fresh = formation_at(u.state(), target).contacts.empty();
  take_cover(u, target, unit);
  if (!touch_all(u, unit, target)) {
    u.emit(ChargeStopped{unit, target, "is held up", "PA-INT-07"});
    return;
  }
  for (const Contact& beside : std::vector<Contact>(formation_at(u.state(), unit).contacts))
    if (beside.foe != target) take_cover(u, beside.foe, unit);
  set_side(u, target, unit, judged);
  catch_in_flank(u, unit);
  begin_initial_phase(u, charge, fresh);
  UnitId counters = target;
  if (charge.countered && met > Length{0}) {
    front_meets(u, target);
    counters = unformed_by_ground(u, target);
  }
  const UnitId now = unformed_by_ground(u, unit, charge.rough);
  const auto further = now == unit ? further_enemy(u.state(), unit) : std::nullopt;
  if (further)
    u.ask(FollowOnChoice{unit, further->foe},
          ask_yes_no(formation_at(u.state(), unit).side, "PA-CHG-20",
                     "does " + unit.text + " distend its front to reach " + further->foe.text + "?", "follow on", "no"));
  else
    u.open(FightBegins{now, false});
  meets_leaders(u, now, true);  // before the phase
  if (charge.countered) meets_leaders(u, counters, true);
}

void resume(Unfold& u, const FollowOnChoice& step, const Answers& answers) {
  if (said_yes(answers.front()))
    if (const auto further = further_enemy(u.state(), step.unit); further && further->foe == step.foe) {
      const Vec2 ahead = body_of(u.state(), step.unit).ahead;
      std::vector<PlacedBase> poses;
      for (const PlacedBase& placed : moved_along(u.state(), step.unit, ahead, further->by))
        if (std::find(further->files.begin(), further->files.end(), placed.base) != further->files.end()) poses.push_back(placed);
      const Obstacles others = obstacles_but(u.state(), further->files);
      move_bases(u, step.unit, dressed_between(u.state(), poses, others).value_or(poses), "distends its front", "PA-CHG-20", further->by);
      touch_all(u, step.unit);
      take_cover(u, step.foe, step.unit);
      catch_in_flank(u, step.unit, step.foe);
      if (const UnitId broken = unformed_by_ground(u, step.unit); broken != step.unit) {
        u.open(FightBegins{broken, false});
        return meets_leaders(u, broken, true);
      }
      CombatsSet combats = combats_now(u.state());
      combats.distended.push_back({step.unit, further->files, further->by});
      u.emit(combats);
    }
  u.open(FightBegins{step.unit, false});
  meets_leaders(u, step.unit, true);
}

namespace {
/// The bases that move when a distended front dresses on its forward line, or on the one behind.
std::vector<PlacedBase> dressed_line(const State& state, const Distended& one, bool forward) {
  const Vec2 ahead = body_of(state, one.unit).ahead;
  std::vector<PlacedBase> poses;
  for (const PlacedBase& placed : moved_along(state, one.unit, forward ? ahead : Vec2{-ahead.x, -ahead.y}, one.by)) {
    const bool went = std::find(one.bases.begin(), one.bases.end(), placed.base) != one.bases.end();
    if (went != forward) poses.push_back(placed);
  }
  return poses;
}
}  // namespace

void resume(Unfold& u, const DressChoice& step, const Answers& answers) {
  CombatsSet combats = combats_now(u.state());
  const auto at =
      std::find_if(combats.distended.begin(), combats.distended.end(), [&](const Distended& one) { return one.unit == step.unit; });
  if (at == combats.distended.end() || find_formation(u.state(), step.unit) == nullptr) return;
  if (answers.empty()) {
    std::vector<Option> lines;
    for (const bool forward : {true, false})
      if (const auto poses = dressed_line(u.state(), *at, forward);
          obstacles_to(u.state(), step.unit).free(lanes_at(u.state(), poses, body_of(u.state(), step.unit).ahead)))
        lines.push_back(forward ? Option{"forward", "the forward line"} : Option{"back", "the line behind"});
    if (lines.empty()) {  // no room on either: it stays as it is
      combats.distended.erase(at);
      u.emit(combats);
      return;
    }
    return u.ask(step, ask_choice(formation_at(u.state(), step.unit).side, "PA-CHG-21",
                                  step.unit.text + " dresses its front: on which line?", std::move(lines)));
  }
  const std::vector<PlacedBase> poses = dressed_line(u.state(), *at, chosen(answers.front()) == "forward");
  combats.distended.erase(at);
  u.emit(combats);
  if (poses.empty()) return;
  move_bases(u, step.unit, poses, "dresses its front", "PA-CHG-21");
  unformed_by_ground(u, step.unit);
}

}  // namespace polemarch::paean
