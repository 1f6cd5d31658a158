#include "engine/rulesets/hoplomachia/topics/movement.hpp"

#include <algorithm>
#include <cstdlib>

#include "engine/geometry/contact.hpp"
#include "engine/geometry/path.hpp"
#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hoplomachia/topics/able.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/forming.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"

namespace polemarch::hoplomachia {

using engine::allow;
using engine::refuse;
using geometry::operator-;

namespace {

constexpr Length kHopliteLine = 3_in;  // HM-PROX-01
constexpr Length kBelosKeep = 1_in;    // HM-PROX-03
constexpr Length kMarchLine = 6_in;    // HM-OTYP-05
constexpr Length kLeast = 1_in;        // HM-MARCH-02
constexpr Length kTurnCost = 1_in;     // HM-MAN-04

bool has_hamippoi(const Taxis& unit) {
  return std::any_of(unit.lochoi.begin(), unit.lochoi.end(), [](const Lochos& l) { return l.on_table() && l.hamippoi; });
}

}  // namespace

std::optional<Length> allowance(const State& state, const Taxis& unit, Arrangement arrangement) {
  const UnitCard& card = card_of(state, unit);
  if (unit.disarrayed()) arrangement = card.movement(Arrangement::OF) ? Arrangement::OF : Arrangement::NF;  // HM-DIS-14
  std::optional<Length> most = card.movement(arrangement);
  if (most && has_hamippoi(unit)) most = std::min(*most, state.options.hamippoi_six ? 6_in : 7_in);  // HM-AMB-20
  return most;
}

Length left_of(const State& state, const Taxis& unit, Arrangement arrangement) {
  const Length most = allowance(state, unit, arrangement).value_or(Length{});
  return most > unit.turn.moved ? most - unit.turn.moved : Length{};
}

std::optional<Angle> wheel_limit(const UnitCard& card, Arrangement arrangement) {
  const bool mounted = is_mounted(card.troop);
  switch (arrangement) {
    case Arrangement::CF:
      return mounted ? 90_deg : 45_deg;  // HM-MAN-13, HM-MAN-06
    case Arrangement::OF:
      return mounted ? std::nullopt : std::optional(90_deg);  // HM-MAN-10, HM-MAN-03
    case Arrangement::NF:
      return std::nullopt;
  }
  return std::nullopt;
}

TurnRule turn_rule(const State& state, const Taxis& unit, Angle by) {
  const UnitCard& card = card_of(state, unit);
  const bool mounted = is_mounted(card.troop);
  const std::int64_t turn = std::abs(by.signed_turn().mdeg);
  if (unit.arrangement == Arrangement::NF) return {true, {}, mounted ? "HM-MAN-15" : "HM-MAN-09"};
  const bool right_angle = turn == 90000 || turn == 180000;
  if (mounted) {
    if (card.rhomboid && unit.arrangement == Arrangement::OF) return {right_angle, {}, "HM-MAN-11"};  // HM-AMB-123
    return {false, {}, unit.arrangement == Arrangement::OF ? "HM-MAN-12" : "HM-MAN-14"};
  }
  if (unit.arrangement == Arrangement::OF) return {right_angle, kTurnCost, right_angle ? "HM-MAN-04" : "HM-MAN-05"};
  const bool drilled = unit.nation == "Spartan" || unit.nation == "Spartiate" || unit.nation == "Lakonian" || unit.nation == "Misthophoroi";
  if (state.options.countermarch && drilled && unit.mode == Mode::Approach) return {right_angle, kTurnCost, "HM-OPT3-01"};
  return {false, {}, "HM-MAN-07"};
}

const TerrainKind* kind_named(const State& state, const std::string& kind) {
  for (const TerrainKind& row : state.charts.terrain)
    if (row.kind == kind) return &row;
  return nullptr;
}
int disarray_sum(const State& state, const std::set<std::string>& kinds) {
  int sum = 0;
  for (const std::string& kind : kinds)
    if (const TerrainKind* row = kind_named(state, kind)) sum += row->disarray;
  return sum;
}

namespace {

bool stands_on(const geometry::Shape& base, const geometry::Outline2& outline) {
  return geometry::distance_to(base, outline) <= 0 && geometry::share_inside(base, outline) > 0.001;
}

/// The stands at both ends and every half inch between.
template <class Look>
void along_the_way(const std::vector<engine::PlacedBase>& from, const std::vector<engine::PlacedBase>& to, const Taxis& unit,
                   const Look& look) {
  for (const engine::PlacedBase& end : to) {
    const auto begin = std::find_if(from.begin(), from.end(), [&](const engine::PlacedBase& b) { return b.base == end.base; });
    if (begin == from.end()) continue;
    Footprint footprint;
    for (const Lochos& lochos : unit.lochoi)
      for (const Stand& stand : lochos.stands)
        if (stand.base == end.base) footprint = stand.footprint;
    const Pose a = begin->at.pose, b = end.at.pose;
    const double way = geometry::length_of({(b.x - a.x).mm(), (b.y - a.y).mm()});
    const int steps = std::max(1, static_cast<int>(way / 12.7));
    for (int i = 0; i <= steps; ++i) {
      Pose here = i == steps ? b : a;
      if (i != steps) here.x += (b.x - a.x) * i / steps, here.y += (b.y - a.y) * i / steps;
      look(geometry::placed(footprint, here));
    }
  }
}

}  // namespace

std::set<std::string> crossed_between(const State& state, const std::vector<engine::PlacedBase>& from,
                                      const std::vector<engine::PlacedBase>& to, const Taxis& unit) {
  std::set<std::string> kinds;
  for (const Terrain& piece : state.terrain) {
    if (kinds.contains(piece.kind)) continue;
    const geometry::Outline2 outline = geometry::outline_in_mm(piece.outline);
    bool on = false;
    along_the_way(from, to, unit, [&](const geometry::Shape& base) { on = on || stands_on(base, outline); });
    if (on) kinds.insert(piece.kind);
  }
  return kinds;
}

std::string impassable_between(const State& state, const std::vector<engine::PlacedBase>& from, const std::vector<engine::PlacedBase>& to,
                               const Taxis& unit) {
  for (const Terrain& piece : state.terrain) {
    const TerrainKind* row = kind_named(state, piece.kind);
    if (row == nullptr || !row->impassable) continue;
    const geometry::Outline2 outline = geometry::outline_in_mm(piece.outline);
    bool on = false;
    along_the_way(from, to, unit, [&](const geometry::Shape& base) { on = on || stands_on(base, outline); });
    if (on) return piece.id.empty() ? piece.kind : piece.id;
  }
  return {};
}

Length approach_drift(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  if (unit.mode != Mode::Approach || unit.troop != TroopClass::Hoplite) return {};
  return lochoi_in_phalanx(state, id) >= 9 ? 0.5_in : Length{};
}

namespace {

std::vector<engine::PlacedBase> places_of(const Taxis& unit) {
  std::vector<engine::PlacedBase> out;
  for (const Lochos& lochos : unit.lochoi)
    if (lochos.on_table())
      for (const Stand& stand : lochos.stands)
        if (!stand.lost) out.push_back({stand.base, stand.at});
  return out;
}

/// Each lochos turned in place round its own middle.
std::vector<engine::PlacedBase> turned(const Taxis& unit, Angle by) {
  std::vector<engine::PlacedBase> out;
  for (const Lochos& lochos : unit.lochoi) {
    if (!lochos.on_table()) continue;
    Taxis one;
    one.lochoi = {lochos};
    for (engine::PlacedBase& placed : swung(one, centre_of(lochos), by)) out.push_back(std::move(placed));
  }
  return out;
}

double line_width(const Taxis& unit) {
  const Point r = front_right(unit), l = front_left(unit);
  return geometry::length_of({(r.x - l.x).mm(), (r.y - l.y).mm()});
}

std::string degrees_text(Angle by) { return std::to_string(std::abs(by.mdeg) / 1000) + " degrees " + (by.mdeg < 0 ? "right" : "left"); }

bool swings_free(const State& state, const Taxis& unit) {
  return unit.arrangement == Arrangement::NF || card_of(state, unit).rhomboid;  // HM-AMB-123
}

void against(Course& course, std::string rule, std::string text, std::optional<double> value = {}, std::optional<double> limit = {},
             std::string unit = {}) {
  course.against.push_back({std::move(rule), std::move(text), value, limit, std::move(unit), {}});
}

void disarrayed_by(Course& course, std::string rule, std::string why) {
  if (course.disarrays) return;
  course.disarrays = true;
  course.disarray_rule = std::move(rule);
  course.disarray_why = std::move(why);
}

/// One part of a move on the body as it stands so far.
void walk_leg(const State& state, const Leg& leg, std::map<UnitId, Taxis>& body, const UnitId& leader, Course& course) {
  Taxis& first = body.at(leader);
  const auto told = [&](const std::string& text) { course.how += (course.how.empty() ? "" : ", ") + text; };
  if (leg.ahead) {
    if (leg.ahead->um < 0) against(course, "HM-MAN-01", "nobody moves backwards without turning");
    for (auto& [id, unit] : body) unit = standing(unit, shifted(unit, *leg.ahead, {}));
    course.cost += leg.ahead->um < 0 ? -*leg.ahead : *leg.ahead;
    course.ahead += *leg.ahead;
    told("moves " + geometry::inches_text(*leg.ahead));
  } else if (leg.wheel) {
    // The corner of the whole body on the side it wheels to.
    const bool left = leg.wheel->mdeg > 0;
    Point corner = left ? front_left(first) : front_right(first);
    double width = line_width(first);
    if (body.size() > 1) {
      const Vec2 ahead = geometry::unit_vector(heading_of(first));
      const geometry::Outline2 none;
      double best = -1e18, worst = 1e18;
      for (const auto& [id, unit] : body)
        for (const Point p : {front_left(unit), front_right(unit)}) {
          const double to_left = geometry::cross(ahead, geometry::vec(p)), side = left ? to_left : -to_left;
          if (side > best) best = side, corner = p;
          worst = std::min(worst, side);
        }
      width = best - worst;
    }
    for (auto& [id, unit] : body) unit = standing(unit, swung(unit, corner, *leg.wheel));
    if (!swings_free(state, first))
      course.cost += Length::from_mm(width * static_cast<double>(std::abs(leg.wheel->mdeg)) * geometry::kRadPerMdeg);
    course.wheeled = {course.wheeled.mdeg + std::abs(leg.wheel->mdeg)};
    told("wheels " + degrees_text(*leg.wheel));
  } else if (leg.turn) {
    for (auto& [id, unit] : body) {
      const TurnRule rule = turn_rule(state, unit, *leg.turn);
      if (!rule.allowed) against(course, rule.rule, id.text + " may not turn so in " + std::string(name_of(unit.arrangement)));
      if (id == leader) course.cost += rule.cost;
      unit = standing(unit, turned(unit, *leg.turn));
    }
    told("turns " + degrees_text(*leg.turn));
  } else if (leg.right) {
    const Length most = state.options.inclining && first.mode == Mode::Approach ? 1_in : Length{};
    if (leg.right->um < 0 || *leg.right > most)
      against(course, state.options.inclining ? "HM-OPT2-01" : "HM-MAN-01", "nobody moves sideways", leg.right->inches(), most.inches(),
              "in");
    for (auto& [id, unit] : body) unit = standing(unit, shifted(unit, {}, *leg.right));
    told("inclines " + geometry::inches_text(*leg.right) + " to the right");
  } else if (leg.arrange) {
    if (course.cost.um != 0) against(course, "HM-ARR-06", "the arrangement changes at the start of a move");
    for (auto& [id, unit] : body) {
      if (!card_of(state, unit).movement(*leg.arrange))
        against(course, "HM-ARR-01", "the card of " + id.text + " has no " + std::string(name_of(*leg.arrange)));
      if (unit.disarrayed()) against(course, "HM-AMB-124", id.text + " is disarrayed: it has to recover first");
      if (unit.arrangement == *leg.arrange) against(course, "HM-ARR-06", id.text + " stands so already");
      const std::vector<engine::PlacedBase> poses = formed(unit, *leg.arrange, front_middle(unit), heading_of(unit));
      unit = standing(unit, poses);
      unit.arrangement = *leg.arrange;
    }
    course.arrangement = *leg.arrange;
    course.cost += 1_in;  // HM-ARR-07
    told("takes " + std::string(name_of(*leg.arrange)));
  }
}

/// A move by where the stands are: as one body the cheapest path explains it, else the furthest stand does.
void explain_poses(const State& state, const MoveUnit& move, std::map<UnitId, Taxis>& body, Course& course) {
  Taxis& unit = body.at(move.unit);
  const Taxis before = unit;
  unit = standing(unit, move.poses);
  const geometry::Hull from = geometry::hull_of(shapes_of(before), heading_of(before));
  const geometry::Hull to = geometry::hull_of(shapes_of(unit), heading_of(unit));
  const bool free = swings_free(state, before);
  geometry::PathRules rules;
  rules.pivots = free || before.arrangement == Arrangement::OF;
  rules.pivot_cost = free ? Length{} : kTurnCost;
  const auto path = geometry::cheapest_path(from.footprint, from.pose, to.pose, rules, 5_mm);
  Length furthest;
  for (const engine::PlacedBase& placed : move.poses)
    for (const engine::PlacedBase& was : places_of(before))
      if (was.base == placed.base) {
        const Pose a = was.at.pose, b = placed.at.pose;
        furthest = std::max(furthest, Length::from_mm(geometry::length_of({(b.x - a.x).mm(), (b.y - a.y).mm()})));
      }
  course.cost += path ? path->cost : furthest;
  course.how = path ? geometry::named(*path, from.footprint) : "moves " + geometry::inches_text(furthest);
  if (path)
    for (const geometry::Leg& leg : path->legs) {
      if (const auto* wheel = std::get_if<geometry::Wheel>(&leg)) course.wheeled = {course.wheeled.mdeg + std::abs(wheel->angle.mdeg)};
      if (const auto* advance = std::get_if<geometry::Advance>(&leg)) course.ahead += advance->distance;
    }
}

}  // namespace

Course course_of(const State& state, const MoveUnit& move) {
  Course course;
  std::map<UnitId, Taxis> body{{move.unit, taxis_at(state, move.unit)}};
  for (const UnitId& id : move.with)
    if (state.units.contains(id) && taxis_at(state, id).on_table()) body.emplace(id, taxis_at(state, id));
  const Taxis& before = taxis_at(state, move.unit);
  course.arrangement = before.arrangement;
  for (const Leg& leg : move.legs) walk_leg(state, leg, body, move.unit, course);
  if (move.legs.empty()) explain_poses(state, move, body, course);

  // HM-APPR-05: forward first, then the drift to the right.
  if (!move.legs.empty() && course.ahead.um > 0)
    if (const Length drift = approach_drift(state, move.unit); drift.um > 0) {
      for (auto& [id, unit] : body) unit = standing(unit, shifted(unit, {}, drift));
      course.how += ", drifts " + geometry::inches_text(drift) + " to the right";
    }
  for (const auto& [id, unit] : body) {
    std::vector<engine::PlacedBase> poses = places_of(unit);
    const Taxis& from = taxis_at(state, id);
    for (const std::string& kind : crossed_between(state, places_of(from), poses, unit)) course.crossed.insert(kind);
    if (const std::string blocked = impassable_between(state, places_of(from), poses, unit); !blocked.empty())
      against(course, "HM-TER-02", blocked + " is impassable");
    course.poses.emplace(id, std::move(poses));
  }
  const UnitCard& card = card_of(state, before);
  if (course.arrangement != Arrangement::NF) {
    if (const auto limit = wheel_limit(card, course.arrangement); limit && course.wheeled > *limit)
      disarrayed_by(course,
                    is_mounted(card.troop)                  ? "HM-MAN-13"
                    : course.arrangement == Arrangement::CF ? "HM-MAN-06"
                                                            : "HM-MAN-03",
                    "wheels too far");
    std::set<std::string> kinds = before.turn.crossed;
    kinds.insert(course.crossed.begin(), course.crossed.end());
    if (card.disarray_qualifier && disarray_sum(state, kinds) > *card.disarray_qualifier)
      disarrayed_by(course, "HM-DIS-07",
                    "terrain " + std::to_string(disarray_sum(state, kinds)) + " against " + std::to_string(*card.disarray_qualifier));
  }
  // Friends it passes through or ends on (HM-PEN).
  const Taxis& after = body.at(move.unit);
  const auto mine = shapes_of(after), started = shapes_of(before);
  for (const auto& [id, friendly] : state.units) {
    if (friendly.side != before.side || body.contains(id) || !friendly.on_table() || friendly.hidden) continue;
    const auto theirs = shapes_of(friendly);
    const geometry::Gap gap = geometry::gap_between(mine, theirs);
    if (gap.signed_gap.value < -2_mm) {
      against(course, "HM-PEN-01", "it would end on " + id.text);
      continue;
    }
    if (course.ahead.um <= 0) continue;
    const auto touch = geometry::straight_charge(started, Angle{}, theirs);
    const bool beside = touch && touch->travel.value.um == 0;
    if (!touch || beside || touch->travel.value > course.ahead) continue;
    Passage passage{id};
    const bool mover_free = course.arrangement == Arrangement::NF, other_free = friendly.arrangement == Arrangement::NF;
    const bool psiloi =
        before.troop == TroopClass::Psiloi || before.troop == TroopClass::Toxotes || before.troop == TroopClass::Sphendonetes;
    if (mover_free && other_free) {
      passage.rule = "HM-PEN-02";
    } else if (mover_free && psiloi && friendly.arrangement == Arrangement::OF && !friendly.disarrayed()) {
      passage.rule = "HM-PEN-03";  // HM-AMB-96
    } else {
      passage.rule = "HM-PEN-05";
      passage.disarrays_mover = !mover_free;
      passage.disarrays_other = !other_free;
    }
    if (passage.disarrays_mover) disarrayed_by(course, "HM-PEN-05", "passes through " + id.text);
    course.passages.push_back(std::move(passage));
  }
  return course;
}

namespace {

/// What the enemy's nearness forbids at the end of the move (HM-PROX, HM-OTYP-05). A unit nearer already may not come nearer still.
void keep_off(const State& state, const MoveUnit& move, const Course& course, std::vector<engine::Reason>& reasons,
              std::optional<engine::Verdict>& doubt) {
  const Taxis& before = taxis_at(state, move.unit);
  const Taxis after = standing(before, course.poses.at(move.unit));
  const auto mine = shapes_of(after), started = shapes_of(before);
  const bool march = before.order.type != OrderType::BeginApproach && before.order.type != OrderType::Charge &&
                     before.order.type != OrderType::ForwardPsiloi && before.mode == Mode::March;
  for (const auto& [id, enemy] : state.units) {
    if (enemy.side == before.side || enemy.hidden || !enemy.on_table() || enemy.mode == Mode::Rout) continue;
    const auto theirs = shapes_of(enemy);
    struct Line {
      Length limit;
      const char* rule;
    };
    std::vector<Line> lines;
    const bool hoplites = before.troop == TroopClass::Hoplite;
    if (hoplites && enemy.troop == TroopClass::Hoplite) lines.push_back({kHopliteLine, "HM-PROX-01"});
    if (is_belos_class(before.troop)) lines.push_back({kBelosKeep, "HM-PROX-03"});
    if (march && before.core && enemy.core) lines.push_back({kMarchLine, "HM-OTYP-05"});
    if (lines.empty() && enemy.core) lines.push_back({kBelosKeep, "HM-EPI-01"});
    // Hoplites push enemy belos troops before them (HM-PROX-04): those hinder nobody.
    if (lines.empty() && !(hoplites && is_belos_class(enemy.troop))) lines.push_back({kBelosKeep, "HM-EPI-01"});
    if (lines.empty()) continue;
    const geometry::Gap now = geometry::gap_between(mine, theirs);
    const geometry::Gap was = geometry::gap_between(started, theirs);
    for (const Line& line : lines) {
      if (now.signed_gap.value >= line.limit) continue;
      if (now.signed_gap.value >= was.signed_gap.value) continue;  // HM-AMB-109
      const Measure gap = now.distance();
      const engine::Ruling ruling = geometry::at_least(gap, line.limit);
      const std::string text = "ends too near " + id.text;
      if (ruling == engine::Ruling::TooCloseToCall) {
        doubt = engine::too_close(line.rule, text, gap.value.inches(), line.limit.inches(), "in", gap.sd.inches());
      } else {
        reasons.push_back({line.rule, text, gap.value.inches(), line.limit.inches(), "in", gap.sd.inches()});
      }
    }
    // Straight through an enemy there is no way.
    if (course.ahead.um > 0 && reasons.empty() && !(hoplites && is_belos_class(enemy.troop)))
      if (const auto touch = geometry::straight_charge(started, Angle{}, theirs); touch && move.legs.size() == 1)
        if (touch->travel.value < course.ahead) reasons.push_back({"HM-EPI-01", id.text + " is in the way", {}, {}, {}, {}});
  }
}

Length home_distance(const State& state, Side side, const Taxis& unit) {
  const Point at = centre_of(unit);
  return side == Side::A ? at.y : state.depth - at.y;
}

engine::Verdict refused(engine::Reason reason) { return {engine::Ruling::Refused, engine::Refusal::ByRule, {std::move(reason)}}; }

}  // namespace

Length pace_of_phalanx(const State& state, const UnitId& id) {
  std::optional<Length> slowest;
  for (const UnitId& with : phalanx_of(state, id)) {
    const Taxis& unit = taxis_at(state, with);
    const auto most = allowance(state, unit, Arrangement::CF);
    if (most && (!slowest || *most < *slowest)) slowest = most;
  }
  return slowest.value_or(Length{});
}

engine::Verdict may_move(const State& state, const MoveUnit& move) { return may_move(state, move, course_of(state, move)); }

engine::Verdict may_move(const State& state, const MoveUnit& move, const Course& course) {
  const Taxis& unit = taxis_at(state, move.unit);
  if (at_breakfast(state, unit.side)) return refuse("HM-PAR-05", "the army had its breakfast: it does not move in turn 1");
  if (unit.mode == Mode::Halt || unit.order.source == OrderSource::None)
    return refuse("HM-ORD-16", move.unit.text + " has no order to move");
  if ((unit.troop == TroopClass::Toxotes || unit.troop == TroopClass::Sphendonetes) && unit.fight.shot)
    return refuse("HM-BEL-15", move.unit.text + " shot in this turn");
  if (unit.fight.charging || unit.fight.belos_charged) return refuse("HM-AMB-95", move.unit.text + " has made its move in this turn");
  for (const UnitId& id : move.with) {
    if (!state.units.contains(id) || taxis_at(state, id).side != unit.side || !taxis_at(state, id).on_table())
      return engine::impossible(id.text + " cannot go with it");
    if (state.at.acted.contains(id) || in_melee(taxis_at(state, id))) return refuse("HM-MAN-16", id.text + " cannot go with it any more");
    if (taxis_at(state, id).arrangement != unit.arrangement) return refuse("HM-MAN-16", id.text + " is in another arrangement");
  }
  if (!course.against.empty()) return refused(course.against.front());
  const auto most = allowance(state, unit, course.arrangement);
  if (!most) return refuse("HM-MOVE-01", "its card has no move in " + std::string(name_of(course.arrangement)));
  const Length total = unit.turn.moved + course.cost;
  const Length slack = move.legs.empty() ? state.tolerance : 1_um * 1000;
  if (geometry::allowance({total, {}}, *most, slack) == engine::Ruling::Refused)
    return refuse("HM-MOVE-01", "moves too far", total.inches(), most->inches(), "in");

  const bool leaves = unit.order.type == OrderType::Withdrawal || state.armies[unit.side].plan == Plan::ExitBoard;
  for (const auto& [id, poses] : course.poses)
    for (const engine::PlacedBase& placed : poses) {
      const Point at = placed.at.pose.centre();
      const bool off = at.x < Length{} || at.y < Length{} || at.x > state.width || at.y > state.depth;
      if (off && !leaves) return refuse("HM-MOVE-01", placed.base.text + " would leave the table");
    }
  if (unit.order.type == OrderType::Withdrawal && !unit.baggage) {
    const Taxis after = standing(unit, course.poses.at(move.unit));
    if (!is_lights(unit) && home_distance(state, unit.side, after) > home_distance(state, unit.side, unit) + 1_mm)
      return refuse("HM-OTYP-25", move.unit.text + " withdraws: it moves towards its own edge");
  }
  std::vector<engine::Reason> reasons;
  std::optional<engine::Verdict> doubt;
  keep_off(state, move, course, reasons, doubt);
  if (!reasons.empty()) return refused(reasons.front());
  if (doubt) return *doubt;

  const bool rearranges = course.arrangement != unit.arrangement;
  if (unit.mode == Mode::Approach && unit.order.type == OrderType::BeginApproach && unit.core) {
    if (course.arrangement != Arrangement::CF && !unit.disarrayed())
      return refuse("HM-APPR-02", move.unit.text + " has to take close files for the approach");
    Length due = pace_of_phalanx(state, move.unit);  // HM-APPR-07, 08
    if (rearranges) due = due > 1_in ? due - 1_in : Length{};
    const Length left = left_of(state, unit, course.arrangement);
    due = std::min(due, left > course.cost - course.ahead ? left - (course.cost - course.ahead) : Length{});
    if (course.ahead + 1_mm < due && !move.legs.empty()) {
      MoveUnit full{move.unit, {}, {}, {}};
      if (rearranges) full.legs.push_back({.arrange = course.arrangement});
      full.legs.push_back({.ahead = due});
      std::vector<engine::Reason> stops;
      std::optional<engine::Verdict> unsure;
      const Course whole = course_of(state, full);
      keep_off(state, full, whole, stops, unsure);
      if (whole.against.empty() && stops.empty() && !unsure && course.ahead + 0.25_in <= due)
        return refuse("HM-APPR-07", "an approach is a full move forward", course.ahead.inches(), due.inches(), "in");
    }
    return allow();
  }
  if (unit.mode == Mode::March && unit.order.type == OrderType::March && !rearranges && course.ahead < kLeast && course.wheeled.mdeg == 0 &&
      !move.legs.empty())
    return refuse("HM-MARCH-02", "a march is at least an inch forward", course.ahead.inches(), kLeast.inches(), "in");
  return allow();
}

std::optional<MoveUnit> furthest_ahead(const State& state, const UnitId& id, std::vector<Leg> first) {
  const Taxis& unit = taxis_at(state, id);
  Arrangement arrangement = unit.arrangement;
  Length spent;
  for (const Leg& leg : first)
    if (leg.arrange) arrangement = *leg.arrange, spent += 1_in;
  const Length left = left_of(state, unit, arrangement);
  const std::int64_t quarters = (left.um - spent.um) / 6350;
  const auto move_of = [&](std::int64_t n) {
    MoveUnit move{id, first, {}, {}};
    if (n > 0) move.legs.push_back({.ahead = Length{n * 6350}});
    return move;
  };
  const auto allowed = [&](std::int64_t n) { return may_move(state, move_of(n)).allowed(); };
  if (quarters <= 0) return std::nullopt;
  if (allowed(quarters)) return move_of(quarters);
  std::int64_t low = 0, high = quarters;  // low may be allowed, high is not
  while (high - low > 1) {
    const std::int64_t middle = (low + high) / 2;
    (allowed(middle) ? low : high) = middle;
  }
  if (low > 0 && allowed(low)) return move_of(low);
  if (!first.empty() && allowed(0)) return move_of(0);
  return std::nullopt;
}

engine::Verdict may_stand(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  if (state.at.phase != Phase::Marches || unit.order.source == OrderSource::None || is_lights(unit)) return allow();
  const bool approach = unit.mode == Mode::Approach && unit.order.type == OrderType::BeginApproach;
  const bool march = unit.mode == Mode::March && unit.order.type == OrderType::March;
  if (!approach && !march) return allow();
  std::vector<Leg> first;
  if (approach && unit.arrangement == Arrangement::OF && !unit.disarrayed()) first.push_back({.arrange = Arrangement::CF});
  if (!furthest_ahead(state, id, std::move(first))) return allow();
  return approach ? refuse("HM-APPR-07", id.text + " has to make its approach move")
                  : refuse("HM-MARCH-02", id.text + " has to march an inch at least, or change its arrangement");
}

engine::Verdict may_arrange(const State& state, const UnitId& id, Arrangement to, bool read) {
  const Taxis& unit = taxis_at(state, id);
  if (!card_of(state, unit).movement(to)) return refuse("HM-ARR-01", "its card has no " + std::string(name_of(to)));
  if (read) return allow();
  if (unit.disarrayed()) return refuse("HM-AMB-124", id.text + " is disarrayed: it has to recover first");
  if (in_melee(unit)) return refuse("HM-ARR-06", id.text + " is in melee");
  const bool for_a_charge = state.at.phase == Phase::Epidromos && unit.order.type == OrderType::Charge && state.at.acted.empty();
  if (!for_a_charge) return refuse("HM-ARR-06", "an arrangement changes as the first part of a move, or before the first charge");
  if (unit.turn.rearranged) return refuse("HM-ARR-06", id.text + " has changed it in this turn");
  return allow();
}

bool able_to_march(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  if (unit.baggage && unit.order.source == OrderSource::None) return false;
  if (in_melee(unit) || unit.fight.charging || unit.fight.belos_charged || unit.turn.recovered) return false;
  if (at_breakfast(state, unit.side)) return false;
  if ((unit.troop == TroopClass::Toxotes || unit.troop == TroopClass::Sphendonetes) && unit.fight.shot) return false;  // HM-BEL-15
  if (std::none_of(unit.lochoi.begin(), unit.lochoi.end(), [](const Lochos& l) { return l.sound(); })) return false;
  return unit.mode == Mode::March || unit.mode == Mode::Approach || unit.mode == Mode::Charge;
}

std::vector<DrivenBack> falling_back(const State& state, const UnitId& hoplites) {
  std::vector<DrivenBack> out;
  const Taxis& unit = taxis_at(state, hoplites);
  if (unit.troop != TroopClass::Hoplite || !unit.on_table()) return out;
  const auto mine = shapes_of(unit);
  const Angle course = heading_of(unit);
  const Vec2 ahead = geometry::unit_vector(course);
  for (const auto& [id, enemy] : state.units) {
    if (enemy.side == unit.side || !is_belos_class(enemy.troop) || !enemy.on_table() || enemy.hidden || in_melee(enemy)) continue;
    if (enemy.mode == Mode::Rout || enemy.mode == Mode::Evade) continue;
    const auto theirs = shapes_of(enemy);
    const geometry::Gap gap = geometry::gap_between(mine, theirs);
    if (gap.signed_gap.value >= kHopliteLine) continue;
    if (geometry::dot(geometry::vec(centre_of(enemy)) - geometry::vec(centre_of(unit)), ahead) <= 0) continue;  // not before the front
    // Straight back, along the hoplites' course, until three inches lie between; half inches at most a long way.
    DrivenBack back{.unit = id};
    Taxis moved = enemy;
    const Angle facing = (course + 180_deg).normalised();
    Length way;
    for (int step = 0; step < 60; ++step) {
      way += 0.25_in;
      moved = enemy;
      for (Lochos& lochos : moved.lochoi)
        for (Stand& stand : lochos.stands) {
          stand.at.pose.x += geometry::rounded(ahead.x * way.mm());
          stand.at.pose.y += geometry::rounded(ahead.y * way.mm());
          stand.at.pose.heading = facing;
        }
      if (geometry::gap_between(mine, shapes_of(moved)).signed_gap.value >= kHopliteLine) break;
    }
    back.poses = places_of(moved);
    for (const engine::PlacedBase& placed : back.poses) {
      const Point at = placed.at.pose.centre();
      if (at.x < Length{} || at.y < Length{} || at.x > state.width || at.y > state.depth) back.blocked = true;
    }
    if (!impassable_between(state, places_of(enemy), back.poses, enemy).empty()) back.blocked = true;
    for (const auto& [other_id, third] : state.units)
      if (third.side == unit.side && third.on_table() && other_id != hoplites &&
          geometry::gap_between(shapes_of(moved), shapes_of(third)).signed_gap.value < -1_mm)
        back.blocked = true;
    out.push_back(std::move(back));
  }
  return out;
}

}  // namespace polemarch::hoplomachia
