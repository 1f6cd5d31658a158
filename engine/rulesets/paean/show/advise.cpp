/// Shapes and lines about what is selected: moves, shapes it can take, command.
#include <algorithm>

#include "engine/geometry/gap.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/show/advising.hpp"
#include "engine/rulesets/paean/topics/command.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/mismatches.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"
#include "engine/rulesets/paean/topics/room.hpp"
#include "engine/rulesets/paean/topics/shapes.hpp"
#include "engine/rulesets/paean/topics/terrain.hpp"
#include "models/per_cent.hpp"

namespace polemarch::paean {

using engine::Advice;
using engine::Meaning;
using engine::Reason;
using geometry::operator+;
using geometry::operator-;
using geometry::operator*;

namespace {

/// "10 cm" of the book on this table.
std::string scaled_cm(const State& state, int cm) { return std::to_string(cm * state.k) + " cm"; }

/// An allowance as the book prints it: "5 cm", a half one "2.5 cm".
std::string printed_cm(Length length) {
  std::string text = cm_text(length);
  if (const std::size_t none = text.find(".0 "); none != std::string::npos) text.erase(none, 2);
  return text;
}

/// Centimetres with one decimal and two standard deviations, e.g. "12.3 cm +-0.1".
std::string measured_cm(geometry::Measure gap) {
  std::string text = cm_text(gap.value);
  const std::int64_t sd = (2 * gap.sd.um + 500) / 1000;
  if (gap.sd.um > 0) text += " +-" + std::to_string(sd / 10) + "." + std::to_string(sd % 10);
  return text;
}

std::string chance_text(int need) { return std::to_string(std::clamp(need, 0, 12)) + " or less, " + per_cent(per_mille_at_most(need)); }

Polygon outline(const std::vector<Vec2>& points, bool closed = true) { return {points, closed, false}; }

void draw_bases(Advising& a, const std::vector<engine::PlacedBase>& poses, Meaning meaning, const std::string& label,
                const std::string& rule) {
  for (const geometry::Shape& base : shapes_at(a.state, poses)) a.shape(outline(geometry::outline_of(base)), meaning, label, rule);
}

/// The straight way of the whole front, and where a charge stops (PA-CHG-07, PA-CHG-22).
void draw_lane(Advising& a, const geometry::Body& body) {
  const Length move = move_allowance(a.state, a.unit()), stop = on_table(a.state, kChargeStopCm);
  const Vec2 left = body.front_left(), right = body.front_right();
  const auto lane = [&](double length) { return outline({left, right, right + length * body.ahead, left + length * body.ahead}); };
  a.shape(lane(move.mm()), Meaning::ChargeReach, "charge " + printed_cm(move), "PA-CHG-22");
  const double halt = std::max(0.0, (move - stop).mm());
  a.shape(outline({left + halt * body.ahead, right + halt * body.ahead}, false), Meaning::ChargeReach,
          "halt " + printed_cm(stop) + " short", "PA-CHG-07");
}

/// Echelon cone and wheel arcs of the heavier three (PA-MOV-02, PA-MOV-03).
void draw_ways(Advising& a, const geometry::Body& body, const Formation& formation) {
  const double move = move_allowance(a.state, a.unit()).mm();
  if (!formation.heavier()) {
    a.shape(Circle{body.centre(), move, false}, Meaning::LegalMove, "move " + printed_cm(geometry::rounded(move)), "PA-MOV-01");
    return;
  }
  const double heading = body.heading.deg();
  a.shape(ArcShape{body.front_centre(), move, heading - 45, heading + 45, true}, Meaning::LegalMove,
          "echelon " + printed_cm(geometry::rounded(move)), "PA-MOV-02");
  const double width = std::max(1.0, body.width()), degrees = std::min(90.0, move / (width * geometry::kRadPerDeg));
  const auto wheel = [&](Vec2 pivot, Vec2 outer, double by) {
    const double at = geometry::direction(outer.x - pivot.x, outer.y - pivot.y).deg();
    a.shape(ArcShape{pivot, width, by > 0 ? at : at + by, by > 0 ? at + by : at, false}, Meaning::LegalMove,
            "wheel " + std::to_string(static_cast<int>(degrees)) + " degrees", "PA-MOV-03");
  };
  wheel(body.front_left(), body.front_right(), degrees);
  wheel(body.front_right(), body.front_left(), -degrees);
}

/// Ghosts of the shapes it can take while it acts: traverse, change of facing with its clear space (PA-FAC-17, PA-FAC-03, PA-FAC-04).
void draw_shapes(Advising& a, const Formation& formation) {
  if (!formation.heavier() || in_combat(a.state, a.unit()) || rallying(formation)) return;
  if (!a.state.turn.permit || a.state.turn.permit->unit != a.unit()) return;  // else they only hide it
  for (const Flank flank : {Flank::Left, Flank::Right}) {
    const NewShape slide = traversed(a.state, a.unit(), flank);
    draw_bases(a, slide.poses, slide.verdict.allowed() ? Meaning::Ghost : Meaning::IllegalMove, "traverse " + std::string(word_of(flank)),
               "PA-FAC-17");
    const NewShape facing = facing_changed(a.state, a.unit(), flank);
    draw_bases(a, facing.poses, facing.unforms || !facing.verdict.allowed() ? Meaning::IllegalMove : Meaning::Ghost,
               facing.unforms ? "no room: unformed" : "face " + std::string(word_of(flank)), facing.unforms ? "PA-FAC-04" : "PA-FAC-03");
  }
}

/// The commander who may order it now, and what he needs (PA-ROL-T1).
void say_command(Advising& a, const Formation& formation) {
  for (const UnitId& id : leaders_of(a.state, formation.side)) {
    if (command_value(a.state, id) == 0) continue;
    const engine::Verdict may = may_order(a.state, id, a.unit());
    if (!may.allowed()) {
      a.say(Meaning::CommandRange, may.reasons.front().rule, id.text + ": " + may.reasons.front().text);
      continue;
    }
    const Need need = order_need(a.state, id, a.unit());
    a.say(Meaning::CommandRange, "PA-ROL-01", id.text + " orders it on " + chance_text(need.need), need.need);
    a.say_rows(Meaning::CommandRange, need.rows);
  }
  const engine::Verdict power = may_power(a.state, a.unit());
  Reason call = power.reasons.front();
  call.text = power.allowed() ? "within the call of power" : "no call of power: " + call.text;
  a.say(Meaning::CommandRange, std::move(call));
}

/// Friends in one place with it: who is displaced at the end of the bound, and where to (PA-INT-07, PA-INT-10).
void say_shared_place(Advising& a, const Formation& formation) {
  for (const UnitId& other : stood_on(a.state, poses_of(a.state, a.unit()), a.unit(), formation.side)) {
    const UnitId gone = gives_place(a.state, a.unit(), other), stays = gone == other ? a.unit() : other;
    const std::string text = gone.text + " is displaced at the end of the bound";
    a.say(Meaning::Note, "PA-INT-07", "stands in one place with " + other.text + ": " + text);
    draw_bases(a, behind(a.state, gone, stays), Meaning::Ghost, text, "PA-INT-10");
  }
}

void advise_formation(Advising& a, const Formation& formation) {
  const geometry::Body body = body_of(a.state, a.unit());
  const Card& card = card_of(a.state, a.unit());
  std::string text = std::string(word_of(card.weight)) + " " + std::string(word_of(card.arm)) + ", AV " +
                     std::to_string(armour_value(card.weight)) + ", " + std::string(word_of(experience_of(a.state, a.unit()))) + ", " +
                     shape_text(a.state, a.unit());
  if (formation.unformed()) text += ", unformed";
  a.say(Meaning::Note, "PA-GEO-T1", text);
  for (const Reason& off : mismatches(a.state, a.unit())) a.say(Meaning::Note, off);
  say_shared_place(a, formation);
  if (rallying(formation))
    a.say(Meaning::Note, "PA-RAL-01", "rallying: free again after bound " + std::to_string(rallies_in(a.state, formation)));
  if (formation.status.orders > 0) a.say(Meaning::Note, "PA-ACT-02", "orders received: " + std::to_string(formation.status.orders));
  if (formation.weight == Weight::L) {
    const Need need = skirmish_need(a.state, a.unit());
    a.say(Meaning::Note, "PA-SKI-04", "acts on " + chance_text(need.need), need.need);
    a.say_rows(Meaning::Note, need.rows);
  } else {
    say_command(a, formation);
  }
  const bool held = in_combat(a.state, a.unit()) || rallying(formation);
  if (!held && formation.weight != Weight::L) draw_lane(a, body);  // PA-CHG-06
  if (!held) draw_ways(a, body, formation);
  draw_shapes(a, formation);
}

void advise_leader(Advising& a, const Leader& leader, const geometry::Shape& base) {
  const auto ring = [&](int cm, Meaning meaning, const std::string& label, const std::string& rule) {
    a.shape(Circle{base.centre, base.radius() + on_table(a.state, cm).mm(), false}, meaning, label, rule);
  };
  const auto around = [&](int cm, const std::string& label, const std::string& rule) {
    a.shape(Circle{base.centre, on_table(a.state, cm).mm(), false}, Meaning::LegalMove, label, rule);
  };
  if (leader.hero()) {
    around(kHeroMoveCm, "hero move " + scaled_cm(a.state, kHeroMoveCm), "PA-MOV-09");
    const Need need = heroic_need(a.state, a.unit());
    a.say(Meaning::Note, "PA-HER-03", "acts on " + chance_text(need.need), need.need);
    a.say_rows(Meaning::Note, need.rows);
    const int bases = bases_a_hero_leads(leader.value);
    a.say(Meaning::Note, "PA-HER-14", "leads at most " + std::to_string(bases) + " bases", bases);
    if (leader.ability != Ability::None) a.say(Meaning::Note, "PA-HER-T2", std::string(word_of(leader.ability)));
    if (command_value(a.state, a.unit()) == 0) return;
  }
  if (leader.kind == LeaderKind::Army)
    ring(kCallOfPowerCm, Meaning::CommandRange, "call of power " + scaled_cm(a.state, kCallOfPowerCm), "PA-CMD-07");
  for (const int cm : {10, 20, 30}) ring(cm, Meaning::RangeBand, scaled_cm(a.state, cm), "PA-ROL-T1");
  if (!leader.hero()) around(kRelinquishMoveCm, "move " + scaled_cm(a.state, kRelinquishMoveCm) + " on relinquishing", "PA-CMD-17");
  const std::vector<UnitId> next = next_commanders(a.state, leader.side);
  if (a.state.turn.phase == Phase::Orders && leader.side == a.state.turn.active &&
      std::find(next.begin(), next.end(), a.unit()) == next.end() && !next.empty())
    a.say(Meaning::CommandRange, "PA-SEQ-13", next.front().text + " commands before him");
  for (const UnitId& id : formations_of(a.state, leader.side)) {
    const engine::Verdict may = may_order(a.state, a.unit(), id);
    if (!may.allowed()) continue;
    const Need need = order_need(a.state, a.unit(), id);
    a.say(Meaning::CommandRange, "PA-ROL-01", id.text + " on " + chance_text(need.need), need.need);
    const bool seen = leader.with == id || in_sight(a.state, a.unit(), id);
    a.advice.shapes.push_back({Polygon{{base.centre, body_of(a.state, id).centre()}, false, false},
                               seen ? Meaning::SightClear : Meaning::SightBlocked, std::to_string(need.need),
                               seen ? "PA-ROL-T1" : "PA-ROL-07", id.text});
  }
}

}  // namespace

Advice Rules::advise(const State& state, const engine::Selection& selection, Viewer viewer) {
  Advising a{state, selection, viewer};
  const auto side = side_of(state, selection.unit);
  if (!side) return {};
  const std::vector<geometry::Shape> own = shapes_of(state, selection.unit);
  if (!on_the_table(state, selection.unit)) {
    a.say(Meaning::Note, "", selection.unit.text + " is not on the table");
    return std::move(a.advice);
  }
  if (const Leader* leader = find_leader(state, selection.unit)) {
    advise_leader(a, *leader, own.front());
  } else if (const Formation* formation = find_formation(state, selection.unit)) {
    advise_formation(a, *formation);
  }
  advise_fights(a);
  const Card& card = card_of(state, selection.unit);
  const auto measure = [&](const UnitId& id, Side whose) {
    const bool asked = selection.target ? id == *selection.target : whose != *side;
    if (!asked || id == selection.unit) return;
    const std::vector<geometry::Shape> theirs = shapes_of(state, id);
    if (theirs.empty()) return;
    const geometry::Gap gap = geometry::gap_between(own, theirs);
    Reason line{"PA-GEO-16",
                "to " + id.text + " " + measured_cm(gap.distance()),
                gap.distance().value.mm() / 10.0,
                {},
                "cm",
                gap.distance().sd.mm() / 10.0};
    if (missile_range_cm(card) > 0) line.limit = missile_range_cm(card) * state.k;
    a.say(Meaning::Measure, std::move(line));
  };
  for (const auto& [id, formation] : state.formations) measure(id, formation.side);
  for (const auto& [id, leader] : state.leaders) measure(id, leader.side);
  return std::move(a.advice);
}

}  // namespace polemarch::paean
