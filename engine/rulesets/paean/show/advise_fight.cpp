/// Advice on shooting, charges, contact reactions and close combat: arcs and ranges, whom it reaches and on which side, the dice both sides
/// would throw with each source, and the places of push backs.
#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/show/advising.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/charging.hpp"
#include "engine/rulesets/paean/topics/command.hpp"
#include "engine/rulesets/paean/topics/escapes.hpp"
#include "engine/rulesets/paean/topics/layout.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"
#include "engine/rulesets/paean/topics/pushback.hpp"
#include "engine/rulesets/paean/topics/reactions.hpp"
#include "engine/rulesets/paean/topics/room.hpp"
#include "engine/rulesets/paean/topics/shooting.hpp"
#include "models/per_cent.hpp"

namespace polemarch::paean {

using engine::Meaning;
using geometry::operator+;
using geometry::operator-;
using geometry::operator*;

namespace {

std::string tenths(int per_mille) { return std::to_string(per_mille / 10) + "." + std::to_string(per_mille % 10); }

Polygon outline_polygon(const geometry::Shape& shape) { return {geometry::outline_of(shape), true, false}; }
Polygon outline_at(const State& state, const engine::PlacedBase& placed) {
  return outline_polygon(geometry::placed(footprint_of(base_at(state, placed.base).card), placed.at.pose));
}

/// One volley: how many dice of what, each source, what each die needs and the hits to expect.
void say_volley(Advising& a, const Volley& volley, Meaning meaning) {
  std::string needs;
  for (const Hurdle& hurdle : volley.hurdles) needs += (needs.empty() ? "" : ", then ") + std::to_string(hurdle.need) + "+";
  const int expected = expected_per_mille(volley);
  a.say(meaning, {volley.hurdles.empty() ? "PA-CCD-04" : volley.hurdles.back().rule,
                  volley.thrower.text + " at " + volley.at.text + ": " + std::to_string(volley.count()) + " D" +
                      std::to_string(volley.faces) + ", " + needs + ", " + tenths(expected / 100) + " hits to expect",
                  static_cast<double>(volley.count()),
                  {},
                  "dice",
                  {}});
  for (const engine::ThrowRow& row : volley.dice) a.say(meaning, row.rule, row.text, row.value, "dice");
  for (const Hurdle& hurdle : volley.hurdles)
    if (hurdle.rows.size() > 1)
      for (const engine::ThrowRow& row : hurdle.rows) a.say(meaning, row.rule, row.text, row.value);
}

/// What lies within `range` mm of a front edge and within the arc of its bases: one outline, round the two ends.
std::vector<Vec2> fire_reach(Vec2 left, Vec2 right, Vec2 ahead, double range, int half_deg) {
  const Angle facing = geometry::direction(ahead.x, ahead.y);
  constexpr int kSteps = 24;  // chords within half a millimetre of an arc of 60 cm
  std::vector<Vec2> points{right, left};
  for (int i = 0; i <= kSteps; ++i)
    points.push_back(left +
                     range * geometry::unit_vector(facing + Angle{static_cast<std::int64_t>(half_deg) * 1000 * (kSteps - i) / kSteps}));
  for (int i = 0; i <= kSteps; ++i)
    points.push_back(right + range * geometry::unit_vector(facing - Angle{static_cast<std::int64_t>(half_deg) * 1000 * i / kSteps}));
  return points;
}

void advise_missiles(Advising& a, const Card& card) {
  const double range = on_table(a.state, missile_range_cm(card)).mm();
  const int half = fire_half_arc_deg(card);
  const std::string label = std::to_string(missile_range_cm(card) * a.state.k) + " cm";
  const auto reach = [&](Vec2 left, Vec2 right, Vec2 ahead, const std::string& words) {
    a.shape(Polygon{fire_reach(left, right, ahead, range, half), true, false}, Meaning::ArcOfFire, words,
            half == 90 ? "PA-MIS-03" : "PA-MIS-04");
  };
  if (const Formation* formation = find_formation(a.state, a.unit()); formation != nullptr && !formation->unformed()) {
    // Each row shoots from its own front: a row behind reaches less far ahead, but a little more to the sides.
    const geometry::Body body = body_of(a.state, a.unit());
    for (const auto& row : body.rows)
      reach(body.bases[row.front()].corner(geometry::Corner::FrontLeft), body.bases[row.back()].corner(geometry::Corner::FrontRight),
            body.ahead, &row == &body.rows.front() ? label : std::string());
  } else {
    for (const geometry::Shape& base : shapes_of(a.state, a.unit()))
      reach(base.corner(geometry::Corner::FrontLeft), base.corner(geometry::Corner::FrontRight), base.ahead, label);
  }
  if (!a.selection.target || find_formation(a.state, *a.selection.target) == nullptr || !on_the_table(a.state, *a.selection.target)) return;
  const UnitId target = *a.selection.target;
  const Aims aims = aims_at(a.state, a.unit(), target);
  // What keeps all of them from shooting is said once.
  const auto kept_back = [](const Aim& aim) { return aim.ruling == engine::Ruling::Refused; };
  const bool none_shoots = std::all_of(aims.bases.begin(), aims.bases.end(), kept_back);
  const auto alike = [&](const Aim& aim) { return aim.reason.rule == aims.bases.front().reason.rule; };
  const bool once = none_shoots && std::all_of(aims.bases.begin(), aims.bases.end(), alike);
  if (once && !aims.bases.empty()) a.say(Meaning::NotATarget, aims.verdict().reasons.front());
  for (const Aim& aim : aims.bases) {
    if (once) break;
    engine::Reason reason = aim.reason;
    reason.text = aim.base.text + ": " + reason.text;
    a.say(aim.ruling == engine::Ruling::Refused ? Meaning::NotATarget : Meaning::ShootTarget, std::move(reason));
  }
  for (const Volley& volley : missile_volleys(a.state, a.unit(), target, aims)) say_volley(a, volley, Meaning::ShootTarget);
  if (const int parts = part_hits(a.state, a.unit(), target); parts > 0)
    a.say(Meaning::Note, "PA-MIS-15", "part hits carried to the next order", parts, "hits");
  a.say(Meaning::Note, "PA-MIS-T2", "hits that disperse a base of " + target.text, hits_per_base(a.state, target), "hits");
}

/// The state as it would be after a charge home: in contact and charging, the target in the cover it stands in, and apart when it is hit in
/// flank or rear (PA-FLR-01).
State after_charge(const State& state, const UnitId& unit, const UnitId& target, const Reached& reached, Angle turn) {
  State then = state;
  for (const engine::PlacedBase& placed : turned_by(state, unit, turn)) then.bases.at(placed.base).at = placed.at;
  const Vec2 ahead = body_of(then, unit).ahead;
  for (const engine::PlacedBase& placed : moved_along(then, unit, ahead, reached.travel.value)) then.bases.at(placed.base).at = placed.at;
  Formation& own = then.formations.at(unit);
  own.contacts = {{target, Flank::Front}};
  own.status.rush = Rush::Charging;
  own.status.phases = 0;
  Formation& theirs = then.formations.at(target);
  theirs.contacts.push_back({unit, reached.side});
  if (const auto covered = cover_at_first(then, target, unit)) then.fights.covers.push_back(*covered);
  if (reached.side != Flank::Front && theirs.heavier() && theirs.bases.size() > 1) {
    const Spread spread = spread_out(then, target);
    for (const engine::PlacedBase& placed : set_apart(then, target, spread.poses, spread.stay)) then.bases.at(placed.base).at = placed.at;
  }
  return then;
}

/// Is the charge forbidden by what the two are? PA-CHG-03, PA-AMB-11.
bool forbidden_to_its_kind(const engine::Verdict& verdict) {
  if (verdict.allowed() || verdict.reasons.empty()) return false;
  const std::string& rule = verdict.reasons.front().rule;
  return rule == "PA-CHG-03" || rule == "PA-AMB-11";
}

/// Where the target would go from a charger who stands two centimetres away, and whether that is open ground. PA-EVA-01, PA-EVA-09.
void draw_evade(Advising& a, const UnitId& target, const std::vector<engine::PlacedBase>& stopped, Vec2 ahead) {
  State then = a.state;
  for (const engine::PlacedBase& placed : stopped) then.bases.at(placed.base).at = placed.at;
  const Escape way = escape_of(then, target, ahead);
  if (way.no_ground) return a.say(Meaning::Note, "PA-EVA-09", target.text + " has no open ground to evade to: it would be dispersed");
  for (const engine::PlacedBase& placed : way.poses) a.shape(outline_at(a.state, placed), Meaning::EvadeTo, "evades", "PA-EVA-01");
}

void advise_charge(Advising& a, const UnitId& target, bool asked) {
  const engine::Verdict verdict = may_charge(a.state, a.unit(), target);
  const bool forbidden = forbidden_to_its_kind(verdict);
  if (!verdict.reasons.empty() && (asked || verdict.allowed() || forbidden))
    a.say(verdict.allowed() ? Meaning::ChargeTarget : Meaning::NotATarget, verdict.reasons.front());
  for (std::size_t i = 1; verdict.allowed() && i < verdict.reasons.size(); ++i)
    a.say(Meaning::Note, verdict.reasons[i]);  // who comes apart
  if (forbidden)
    for (const geometry::Shape& shape : shapes_of(a.state, target))
      a.shape(outline_polygon(shape), Meaning::NotATarget, "no charge", verdict.reasons.front().rule);
  if (!verdict.allowed()) return;
  for (const geometry::Shape& shape : shapes_of(a.state, target))
    a.shape(outline_polygon(shape), Meaning::ChargeTarget, "charge", "PA-CHG-01");
  if (!asked || find_formation(a.state, target) == nullptr) return;
  const Angle turn = turn_to_charge(a.state, a.unit(), target);
  const auto reached = reached_by(a.state, a.unit(), turn, target);
  if (!reached) return;
  // The line two centimetres short of contact.
  std::vector<engine::PlacedBase> stopped = turned_by(a.state, a.unit(), turn);
  const geometry::Body body = geometry::body_of(shapes_at(a.state, stopped));
  const double stop = std::max(0.0, (reached->travel.value - on_table(a.state, kChargeStopCm)).mm());
  a.shape(Polygon{{body.front_left() + stop * body.ahead, body.front_right() + stop * body.ahead}, false, false}, Meaning::ChargeReach,
          "stop " + std::to_string(kChargeStopCm * a.state.k) + " cm away", "PA-CHG-07");
  const auto reactions = reactions_of(a.state, target, a.unit(), reached->side, false);
  if (reactions.empty()) {
    a.say(Meaning::Note, "PA-EVA-19", target.text + " can only stand");
  } else {
    const ReactionNeed need = reaction_need(a.state, target);
    std::string words;
    for (const Reaction reaction : reactions) words += (words.empty() ? "" : ", ") + std::string(key_of(reaction));
    a.say(Meaning::Note,
          {"PA-REA-02",
           target.text + " reacts (" + words + ") at " + std::to_string(need.need) + " or less: " + per_cent(per_mille_at_most(need.need)),
           static_cast<double>(per_mille_at_most(need.need)) / 10,
           {},
           "%",
           {}});
    a.say_rows(Meaning::Note, need.rows);
    for (engine::PlacedBase& placed : stopped) {
      placed.at.pose.x += geometry::rounded(stop * body.ahead.x);
      placed.at.pose.y += geometry::rounded(stop * body.ahead.y);
    }
    if (std::find(reactions.begin(), reactions.end(), Reaction::Evade) != reactions.end()) draw_evade(a, target, stopped, body.ahead);
  }
  const State then = after_charge(a.state, a.unit(), target, *reached, turn);
  for (const UnitId& unit : {a.unit(), target})
    for (const Volley& volley : melee_volleys(then, unit)) say_volley(a, volley, Meaning::Note);
}

void say_melee(Advising& a) {
  for (const UnitId& unit : melee_of(a.state, a.unit()))
    for (const Volley& volley : melee_volleys(a.state, unit)) say_volley(a, volley, Meaning::Note);
}

void advise_combat(Advising& a) {
  say_melee(a);
  for (const Fighter& fighter : fighters_of(a.state, a.unit())) {
    const geometry::Shape shape = geometry::placed(footprint_of(base_at(a.state, fighter.base).card), base_at(a.state, fighter.base).at);
    const char* rule = fighter.role == Role::Contacting    ? "PA-CCD-02"
                       : fighter.role == Role::Supporting  ? "PA-CCD-13"
                       : fighter.role == Role::Surplus     ? "PA-CCD-21"
                       : fighter.role == Role::Overlapping ? "PA-CCD-11"
                                                           : "PA-CCD-15";
    a.shape(outline_polygon(shape), fighter.role == Role::Redundant ? Meaning::NotATarget : Meaning::Support,
            std::string(name_of(fighter.role)), rule);
  }
  // Where its bases would go, were all of them pushed back; not beside ghosts of bases that are still to be put in their places.
  if (!formation_at(a.state, a.unit()).heavier() || !a.state.agenda.owed.empty()) return;
  const auto fray = fray_of(a.state, a.unit());
  if (!fray) return;
  const std::vector<BaseId> order = push_order(a.state, a.unit());
  int n = 0;
  for (const engine::PlacedBase& placed : pushed_places(a.state, order, *fray)) {
    const geometry::Shape shape = geometry::placed(footprint_of(base_at(a.state, placed.base).card), placed.at.pose);
    const bool safe = wholly_on_table(a.state, shape);
    a.shape(outline_at(a.state, placed), safe ? Meaning::Ghost : Meaning::RoutPath,
            (safe ? "push back " : "off the table: ") + std::to_string(++n), safe ? "PA-RES-14" : "PA-RES-25");
  }
}

}  // namespace

void advise_fights(Advising& a) {
  const Formation* formation = find_formation(a.state, a.unit());
  if (formation == nullptr || shapes_of(a.state, a.unit()).empty()) return;
  const Card& card = card_of(a.state, a.unit());
  if (missile_armed(card)) advise_missiles(a, card);
  if (in_contact(*formation)) return advise_combat(a);
  if (engaged(a.state, a.unit())) return;  // with a hero alone
  if (fights_from_behind(a.state, a.unit())) {
    a.say(Meaning::Note, "PA-CHG-16", "fights from behind " + backed_by(a.state, a.unit()).text);
    return say_melee(a);
  }
  if (formation->weight == Weight::L) return;  // it charges nobody (PA-CHG-06)
  const auto near = [&](const UnitId& id) {
    const auto theirs = shapes_of(a.state, id);
    return !theirs.empty() &&
           geometry::gap_between(shapes_of(a.state, a.unit()), theirs).distance().value <= move_of(a.state, a.unit()) + 3_mm;
  };
  for (const UnitId& foe : formations_of(a.state, other(formation->side))) {
    const bool asked = a.selection.target == foe;
    if (asked || (!a.selection.target && near(foe))) advise_charge(a, foe, asked);
  }
}

}  // namespace polemarch::paean
