/// The advise door: rings, reaches, arcs, targets, modifiers. What the overlay must show (catalogue), in inches. Pure.
#include <algorithm>
#include <cmath>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/judge/judge.hpp"
#include "engine/rulesets/hail_caesar/topics/command.hpp"
#include "engine/rulesets/hail_caesar/topics/melee.hpp"
#include "engine/rulesets/hail_caesar/topics/morale.hpp"
#include "engine/rulesets/hail_caesar/topics/reach.hpp"
#include "engine/rulesets/hail_caesar/topics/shooting.hpp"

namespace polemarch::hail_caesar {

using namespace engine;
namespace geo = geometry;

namespace {

std::string in_text(double in) {
  const double tenths = std::floor(in * 10 + 0.5) / 10;
  std::string text = std::to_string(static_cast<int>(std::floor(tenths + 1e-9)));
  const int rest = static_cast<int>(std::floor((tenths - std::floor(tenths + 1e-9)) * 10 + 0.5));
  if (rest > 0) text += "." + std::to_string(rest);
  return text + " in";
}

/// The line at a distance from a body's edge: straight sides, round corners.
Polygon ring_round(const geo::Shape& body, double mm) {
  Polygon ring;
  constexpr std::array<int, 4> kStart{0, -90, -180, -270};
  constexpr int kSteps = 36;  ///< chords a corner: 0.004 in inside the true line at 18 in
  for (std::size_t i = 0; i < 4; ++i) {
    // Clockwise corners: from the left edge's normal through the front's and so on.
    for (int step = 0; step <= kSteps; ++step) {
      const Angle off{(kStart[i] + 90) * 1000 - 90'000 / kSteps * step};
      const double c = geo::cos_of(off), s = geo::sin_of(off);
      const Vec2 out{body.ahead.x * c - body.ahead.y * s, body.ahead.x * s + body.ahead.y * c};
      ring.points.push_back(body.corners[i] + mm * out);
    }
  }
  return ring;
}

struct Sketch {
  const State& state;
  const UnitId& id;
  Advice& advice;

  void ring(double in, Meaning meaning, const std::string& label, const std::string& rule) {
    advice.shapes.push_back({ring_round(body_of(unit_at(state, id)), in * 25.4), meaning, label, rule, id.text});
  }
  void mark(const UnitId& other, Meaning meaning, const std::string& label, const std::string& rule) {
    Polygon outline;
    for (const Vec2 p : geo::outline_of(body_of(unit_at(state, other)))) outline.points.push_back(p);
    advice.shapes.push_back({outline, meaning, label, rule, other.text});
  }
  void line(Vec2 from, Vec2 to, Meaning meaning, const std::string& label, const std::string& rule) {
    advice.shapes.push_back({Polygon{{from, to}, false, false}, meaning, label, rule, id.text});
  }
  void say(Meaning meaning, Reason reason) { advice.lines.push_back({meaning, std::move(reason)}); }
  void say(Meaning meaning, const std::string& rule, const std::string& text, std::optional<double> value = {},
           const std::string& unit = {}) {
    say(meaning, {rule, text, value, {}, unit, {}});
  }
};

void show_state(Sketch& s, const Unit& unit) {
  std::string text = std::string(word_of(unit.formation)) + ", " + std::to_string(unit.casualties) + " of " +
                     std::to_string(unit.profile.stamina) + " casualties";
  if (is_shaken(unit, s.state.config)) text += ", Shaken";
  if (unit.disordered) text += ", Disordered";
  s.say(Meaning::Note, "HC-CFG-T1", text);
}

/// Moves it may make this turn in this phase: those left, three before an order, one by its initiative (HC-INI-03).
int moves_to_show(const State& state, const UnitId& id, const Unit& unit) {
  if (state.phase != Phase::Initiative) return unit.turn.moves_left > 0 ? unit.turn.moves_left : 3;
  return !unit.turn.initiative_used && initiative_verdict(state, id).allowed() ? 1 : 0;
}

/// Move and charge reach of the unit's centre: turning is free, slow ground counts longer, impassable ground is gone round.
void show_moves(Sketch& s, const Unit& unit) {
  if (in_combat(unit) || (unit.turn.ordered && unit.turn.moves_left == 0)) return;  // it moves no more this turn
  const MoveRow row = move_row(unit.profile, unit.formation, s.state.config);
  const int left = moves_to_show(s.state, s.id, unit);
  const geo::Shape body = body_of(unit);
  const Ground ground = ground_of(s.state, 2 * std::min(body.half_depth, body.half_front), {&body.centre, 1});
  for (int n = 1; n <= left && row.distance.um > 0; ++n) {
    const std::string label = std::to_string(n) + (n == 1 ? " move, " : " moves, ") + in_text(row.distance.inches() * n);
    for (geo::Outline2& piece : reach_of(ground, body.centre, row.distance.mm() * n))
      s.advice.shapes.push_back({Polygon{std::move(piece)}, Meaning::LegalMove, label, std::string(row.rule), s.id.text});
  }
  if (row.distance.um > 0 && left > 0)
    for (geo::Outline2& piece : reach_of(ground, body.centre, row.distance.mm() * left, body.half_depth))
      s.advice.shapes.push_back({Polygon{std::move(piece)}, Meaning::ChargeReach, "front reaches", "HC-ORD-24", s.id.text});
  for (const Foe& foe : enemies_by_distance(s.state, s.id)) {
    if (geo::allowance(foe.gap, row.distance * left, s.state.tolerance) == Ruling::Refused) continue;
    const ChargeUnit charge{s.id, foe.unit, {}, {}};
    const auto plan = wanted_charge(s.state, charge);
    if (!plan || plan->moves > left) continue;
    const Facing on = contact_edge(unit_at(s.state, foe.unit), standing(unit, plan->stands));
    s.mark(foe.unit, Meaning::ChargeTarget,
           "charge " + std::string(word_of(on)) + ", " + std::to_string(plan->moves) + (plan->moves == 1 ? " move" : " moves"),
           "HC-ORD-24");
  }
}

void show_proximity(Sketch& s) {
  const Proximity near = proximity_of(s.state, s.id);
  s.ring(near.limit.inches(), Meaning::Proximity, "proximity " + in_text(near.limit.inches()), near.rule);
  if (near.near.empty()) return;
  const Foe& foe = near.near.front();
  s.mark(foe.unit, Meaning::Proximity, "must be faced", "HC-PRX-04");
  s.say(Meaning::Proximity, {near.rule, "near " + foe.unit.text + ": turn to face it", foe.gap.value.inches(), near.limit.inches(), "in",
                             foe.gap.sd.um > 0 ? std::optional(foe.gap.sd.inches()) : std::nullopt});
}

void show_nearest(Sketch& s, const Unit& unit) {
  const std::vector<Foe> foes = enemies_by_distance(s.state, s.id);
  if (foes.empty()) return;
  const Foe& nearest = foes.front();
  const geo::Gap gap = geo::gap_between(shapes_of(unit), shapes_of(unit_at(s.state, nearest.unit)));
  if (!in_combat(unit))  // whom it touches needs no measure
    s.line(geo::vec(gap.on_a), geo::vec(gap.on_b), Meaning::Measure, nearest.unit.text + " " + geo::inches_text(nearest.gap), "HC-VIS-14");
  s.say(Meaning::Measure, "HC-AMB-50", "measured to 0.1 in; exactly at a limit is within it");
  for (std::size_t i = 1; i < foes.size(); ++i) {
    const Measure further{foes[i].gap.value - nearest.gap.value, {foes[i].gap.sd.um + nearest.gap.sd.um}};
    if (geo::within(further, Length{0}) == Ruling::Refused) break;
    s.say(Meaning::Measure, "HC-VIS-14", "as near for all we can tell: " + foes[i].unit.text + ", " + geo::inches_text(foes[i].gap));
  }
}

void show_initiative(Sketch& s, const Unit& unit) {
  const Verdict right = initiative_verdict(s.state, s.id);
  s.ring(s.state.config.command.initiative_in, Meaning::Proximity, "initiative " + in_text(s.state.config.command.initiative_in),
         "HC-INI-04");
  Reason reason = right.reasons.empty() ? Reason{"HC-INI-04", "initiative", {}, {}, {}, {}} : right.reasons.back();
  reason.text = std::string(unit.turn.initiative_used ? "initiative used; "
                            : right.allowed()         ? "may use its initiative: "
                                                      : "no initiative: ") +
                reason.text;
  s.say(Meaning::LegalMove, std::move(reason));
}

void show_command(Sketch& s, const Unit& unit) {
  const UnitId general = general_of(s.state, unit).empty() ? army_commander(s.state, unit.side) : general_of(s.state, unit);
  if (general.empty() || !general_at(s.state, general).on_table) return;
  const double step = s.state.config.command.order_distance_step_in;
  const geo::Shape commander = shape_of(general_at(s.state, general));
  const auto leads = s.state.generals.find(general);  // his plate on the table bears his name
  const std::string commander_name = leads == s.state.generals.end() || leads->second.name.empty() ? general.text : leads->second.name;
  for (int n = 1; n <= 3 && step > 0; ++n)
    s.advice.shapes.push_back({Circle{commander.centre, commander.radius() + step * n * 25.4, false}, Meaning::CommandRange,
                               commander_name + ": -" + std::to_string(n) + " from " + in_text(step * n), "HC-CFG-01", general.text});
  const OrderPlan plan = plan_order(s.state, general, {s.id}, OrderKind::Unit);
  for (const Reason& line : plan.lines) s.say(Meaning::CommandRange, line);
  const std::vector<double> chance = chances(s.state, OrderKind::Unit, plan.needed);
  for (std::size_t n = 0; n < 3; ++n)
    s.say(Meaning::CommandRange, "HC-CFG-01",
          "chance of " + std::to_string(n + 1) +
              (n == 0   ? " move or more"
               : n == 1 ? " moves or more"
                        : " moves"),
          chance[n] * 100, "%");
}

/// What of the target's front the shooters see, and what something hides.
void show_seen_and_hidden(Sketch& s, const UnitId& target, const std::string& hidden_by) {
  const geo::SightView lines = view_lines(s.state, s.id, target);
  for (const geo::SightPart& part : lines.parts)
    s.advice.shapes.push_back({Polygon{{lines.eye, part.right, part.left}, true, false},
                               part.seen ? Meaning::SightClear : Meaning::SightBlocked,
                               {},
                               part.seen ? "HC-VIS-02" : hidden_by,
                               target.text});
}

void show_shooting(Sketch& s, const Unit& unit, const std::optional<UnitId>& chosen) {
  const auto weapon = weapon_of(unit.profile);
  if (!weapon) return;
  const geo::Shape body = body_of(unit);
  const Length range = range_of(*weapon);
  s.ring(range.inches(), Meaning::RangeBand, std::string(word_of(*weapon)) + " " + in_text(range.inches()), "HC-SHO-T1");
  const double limit = s.state.config.shoot.ranged_short_limit_in;
  if (limit < range.inches()) s.ring(limit, Meaning::RangeBand, "short " + in_text(limit), "HC-CFG-T1");
  if (is_artillery(*weapon) || s.state.config.shoot.extreme_range_for == "all") {
    const double in = range.inches() * s.state.config.shoot.extreme_range_fraction;
    s.ring(in, Meaning::RangeBand, "extreme beyond " + in_text(in), "HC-SHO-10");
  }
  const double side = s.state.config.shoot.shooting_arc_deg;
  const Vec2 left = body.corner(geo::Corner::FrontLeft), right = body.corner(geo::Corner::FrontRight);
  const Angle heading = pose_of(unit).heading;
  const Vec2 left_ray = geo::unit_vector(heading + Angle::from_deg(side)), right_ray = geo::unit_vector(heading - Angle::from_deg(side));
  Polygon arc{{left + range.mm() * left_ray, left, right, right + range.mm() * right_ray}, false, false};
  s.advice.shapes.push_back({arc, Meaning::ArcOfFire, "arc of fire", "HC-CFG-04", s.id.text});
  for (const Foe& foe : enemies_by_distance(s.state, s.id)) {
    if (geo::within(foe.gap, range) == Ruling::Refused && chosen != foe.unit) continue;
    const Verdict verdict = judge_shot(s.state, s.id, foe.unit, ShotKind::Shooting);
    const ShotPlan plan = plan_shot(s.state, s.id, foe.unit, ShotKind::Shooting);
    const std::string label =
        verdict.allowed()
            ? std::to_string(plan.dice) + (plan.dice == 1 ? " die, " : " dice, ") +
                  (plan.needed > 6 && !s.state.config.shoot.six_always_hits ? "no hit" : std::to_string(std::min(plan.needed, 6)) + "+")
        : verdict.reasons.empty() ? "no target"
                                  : verdict.reasons.front().text;
    s.mark(foe.unit, verdict.allowed() ? Meaning::ShootTarget : Meaning::NotATarget, label,
           verdict.reasons.empty() ? "HC-SHO-01" : verdict.reasons.front().rule);
    // Sight is the players' judgement: the share is a proposal, "seen" or a ruling decides.
    const bool seen = plan.view.ruling == Ruling::Allowed, unclear = plan.view.ruling == Ruling::TooCloseToCall;
    s.line(plan.view.eye, plan.view.aim, seen ? Meaning::SightClear : Meaning::SightBlocked,
           std::to_string(static_cast<int>(plan.view.share * 100 + 0.5)) + " % seen" + (unclear ? ", you judge" : ""),
           seen      ? "HC-VIS-02"
           : unclear ? "HC-VIS-10"
                     : "HC-VIS-03");
    for (const Reason& blocker : plan.view.blockers) s.say(Meaning::SightBlocked, blocker);
    if (chosen == foe.unit && !plan.view.blockers.empty()) show_seen_and_hidden(s, foe.unit, plan.view.blockers.front().rule);
    if (chosen && *chosen != foe.unit) continue;
    const bool told = chosen && !verdict.allowed() && !verdict.reasons.empty() && verdict.reasons.front().rule != "HC-SHO-T1";
    if (told) s.say(Meaning::NotATarget, verdict.reasons.front());  // the range and the arc are told below
    if (chosen) {
      const auto lies = [&](Length reach, const char* inside, const char* outside) {
        const Ruling within = geo::within(foe.gap, reach);
        return std::string(within == Ruling::Allowed ? inside : within == Ruling::Refused ? outside : "too close to call");
      };
      const bool two = limit < range.inches() && geo::within(foe.gap, range) == Ruling::Allowed;
      s.say(Meaning::ShootTarget, "HC-SHO-T1",
            std::string(word_of(*weapon)) + " " + in_text(range.inches()) + ": " + lies(range, "within", "beyond") +
                (two ? ", " + lies(Length::from_mm(limit * 25.4), "short", "long") : ""));
      const Ruling in = in_arc(s.state, unit, unit_at(s.state, foe.unit));
      s.say(Meaning::ShootTarget, "HC-CFG-04",
            std::string("arc of fire: ") + (in == Ruling::Allowed   ? "inside"
                                            : in == Ruling::Refused ? "outside"
                                                                    : "too close to call"));
      s.say(seen ? Meaning::SightClear : Meaning::SightBlocked, "HC-VIS-02", "front seen", plan.view.share * 100, "%");
      if (verdict.allowed()) s.say(Meaning::ShootTarget, "HC-SHO-T2", std::to_string(plan.dice) + (plan.dice == 1 ? " die" : " dice"));
    }
    for (const Reason& r : plan.dice_lines) s.say(Meaning::ShootTarget, r);
    for (const Reason& r : plan.hit_lines) s.say(Meaning::ShootTarget, r);
    s.say(Meaning::ShootTarget, "HC-SHO-11", "needs", plan.needed);
    s.say(Meaning::ShootTarget, plan.only_sixes() ? "HC-SHO-14" : "HC-SHO-15",
          plan.only_sixes() ? "two hits make it test" : "a hit with a 6 makes it test");
    const SavePlan save = plan_save(s.state, foe.unit, s.id, plan.weapon);
    if (save.save <= s.state.config.shoot.save_die_faces)
      s.say(Meaning::ShootTarget, "HC-SAV-01", foe.unit.text + " saves on", save.save);
    else
      s.say(Meaning::ShootTarget, {"HC-SAV-01", foe.unit.text + " saves nothing", {}, {}, {}, {}});
    for (const Reason& r : save.lines) s.say(Meaning::ShootTarget, r);
  }
}

void show_fight(Sketch& s, const Unit& unit) {
  for (const UnitId& supporter : supports_of(s.state, s.id)) s.mark(supporter, Meaning::Support, "supports", "HC-CFG-T1");
  if (!in_combat(unit)) return;
  for (const UnitId& id : combat_of(s.state, s.id)) {
    for (const AttackPlan& plan : attacks_of(s.state, id)) {
      s.say(Meaning::ChargeTarget, "HC-HTH-T1",
            id.text + " against " + plan.attack.foe.text + ": " + std::to_string(plan.attack.dice) +
                (plan.attack.dice == 1 ? " die" : " dice"));
      for (const Reason& r : plan.dice_lines) s.say(Meaning::ChargeTarget, r);
      for (const Reason& r : plan.hit_lines) s.say(Meaning::ChargeTarget, r);
      const SavePlan save = plan_save(s.state, plan.attack.foe, id, {});
      for (const Reason& r : save.lines) s.say(Meaning::ChargeTarget, r);
    }
  }
}

/// The row of each table for the unit's troop type, the branch resolved as it stands.
void show_break(Sketch& s, const Unit& unit) {
  const bool fighting = in_combat(unit);
  if (!unit.due && !fighting && s.state.phase == Phase::Shooting && unit.side == s.state.active) return;  // nobody shoots at it
  const BreakTable table = unit.due ? unit.due->table : fighting ? BreakTable::HandToHand : BreakTable::Ranged;
  const int modifier = sum_of(break_lines(s.state, unit, table, unit.due ? unit.due->modifier : 0));
  if (unit.due)
    for (const std::string& rule : unit.due->rules) s.say(Meaning::Note, rule, "a break test is due");
  for (const Reason& r : break_lines(s.state, unit, table, unit.due ? unit.due->modifier : 0)) s.say(Meaning::Note, r);
  for (int score = 10; score >= 2; --score) {
    const Cell cell = break_cell(table, score, unit.profile.break_category, s.state.config.scan);
    const Outcome outcome = outcome_of(cell, is_shaken(unit, s.state.config), unit.casualties > 0);
    std::string text = "break test " + std::to_string(score) +
                       (score == 10  ? " or more"
                        : score == 2 ? " or less"
                                     : "") +
                       " (roll " + std::to_string(score - modifier) + "): " + std::string(text_of(cell));
    if (outcome == Outcome::Break && cell != Cell::Break) text += " - it would break";
    s.say(Meaning::Note, table == BreakTable::Ranged ? "HC-BRK-T2" : "HC-BRK-T1", text, score);
  }
  const ScanOptions& scan = s.state.config.scan;
  if (unit.profile.break_category == BreakCategory::Cavalry)
    s.say(Meaning::Note, "HC-CFG-05",
          "readings of the scan: ranged 3 " + scan.scan_ranged3_cavalry + ", ranged 2 " + scan.scan_ranged2_cavalry + ", hand-to-hand 3 " +
              scan.scan_hth3_cavalry);
}

Advice advise_general(const State& state, const UnitId& id, const General& general) {
  Advice advice;
  if (!general.on_table) return advice;
  const geo::Shape shape = shape_of(general);
  const double join = state.config.command.general_join_in, step = state.config.command.order_distance_step_in;
  const auto circle = [&](double in, Meaning meaning, const std::string& label, const std::string& rule) {
    advice.shapes.push_back({Circle{shape.centre, shape.radius() + in * 25.4, false}, meaning, label, rule, id.text});
  };
  circle(join, Meaning::CommandRange, "join " + in_text(join), "HC-ORD-07");
  for (int n = 1; n <= 4 && step > 0; ++n)
    circle(step * n, Meaning::CommandRange, "-" + std::to_string(n) + " from " + in_text(step * n), "HC-CFG-01");
  if (general.army_commander && !general.replacement) circle(12, Meaning::CommandRange, "re-roll 12 in", "HC-ORD-21");
  advice.lines.push_back({Meaning::CommandRange, {"HC-CFG-01", "rating", static_cast<double>(general.rating), {}, {}, {}}});
  return advice;
}

}  // namespace

Advice Rules::advise(const State& state, const Selection& selection, Viewer) {
  Advice advice;
  if (const auto general = state.generals.find(selection.unit); general != state.generals.end())
    return advise_general(state, selection.unit, general->second);
  const auto at = state.units.find(selection.unit);
  if (at == state.units.end() || !at->second.in_play()) return advice;
  const Unit& unit = at->second;
  Sketch s{state, selection.unit, advice};
  show_state(s, unit);
  show_nearest(s, unit);
  const bool command = state.phase == Phase::Rally || state.phase == Phase::Initiative || state.phase == Phase::Orders;
  if (command) {
    if (state.phase != Phase::Orders) show_initiative(s, unit);
    show_moves(s, unit);
    show_proximity(s);
    show_command(s, unit);
  }
  if (state.phase != Phase::HandToHand) show_shooting(s, unit, selection.target);
  show_fight(s, unit);
  show_break(s, unit);
  return advice;
}

}  // namespace polemarch::hail_caesar
