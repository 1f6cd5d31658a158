/// Where a move leads, what it costs and what it does on its way: parts of a move, terrain, friends it passes through.
#include <algorithm>
#include <cstdlib>
#include <limits>

#include "engine/geometry/contact.hpp"
#include "engine/geometry/path.hpp"
#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/forming.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/recognise.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/striking.hpp"

namespace polemarch::hoplomachia {

using geometry::operator-;

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

/// A box round stands at both ends of a move, and one round a piece of terrain: a quick look at whether they meet.
struct Extent {
  Length low_x{std::numeric_limits<std::int64_t>::max()}, low_y = low_x, high_x{std::numeric_limits<std::int64_t>::min()}, high_y = high_x;
  void take(Length x, Length y) {
    low_x = std::min(low_x, x), low_y = std::min(low_y, y);
    high_x = std::max(high_x, x), high_y = std::max(high_y, y);
  }
  bool meets(const Extent& o, Length round) const {
    return low_x - round <= o.high_x && o.low_x - round <= high_x && low_y - round <= o.high_y && o.low_y - round <= high_y;
  }
};
Extent extent_of(const Terrain& piece) {
  Extent box;
  for (const Point& p : piece.outline) box.take(p.x, p.y);
  return box;
}
Extent extent_of(const std::vector<engine::PlacedBase>& from, const std::vector<engine::PlacedBase>& to) {
  Extent box;
  for (const auto* list : {&from, &to})
    for (const engine::PlacedBase& placed : *list) box.take(placed.at.pose.x, placed.at.pose.y);
  return box;
}
/// A stand's corners are never further from its middle.
Length reach_of_stands(const Taxis& unit) {
  Length most;
  for (const Lochos& lochos : unit.lochoi)
    for (const Stand& stand : lochos.stands) most = std::max(most, (stand.footprint.frontage + stand.footprint.depth) / 2);
  return most;
}

}  // namespace

std::set<std::string> crossed_between(const State& state, const std::vector<engine::PlacedBase>& from,
                                      const std::vector<engine::PlacedBase>& to, const Taxis& unit) {
  std::set<std::string> kinds;
  if (state.terrain.empty()) return kinds;
  const Extent way = extent_of(from, to);
  const Length round = reach_of_stands(unit);
  for (const Terrain& piece : state.terrain) {
    if (kinds.contains(piece.kind) || !way.meets(extent_of(piece), round)) continue;
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
    if (row == nullptr || !row->impassable || !extent_of(from, to).meets(extent_of(piece), reach_of_stands(unit))) continue;
    const geometry::Outline2 outline = geometry::outline_in_mm(piece.outline);
    bool on = false;
    along_the_way(from, to, unit, [&](const geometry::Shape& base) { on = on || stands_on(base, outline); });
    if (on) return piece.id.empty() ? piece.kind : piece.id;
  }
  return {};
}

bool may_incline(const State& state, const Taxis& unit) {
  static constexpr std::array<std::string_view, 5> kNations{"Spartan", "Spartiate", "Lakonian", "Misthophoroi", "Theban"};
  return state.options.inclining && unit.mode == Mode::Approach &&
         std::find(kNations.begin(), kNations.end(), unit.nation) != kNations.end();
}

Length approach_drift(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  if (unit.mode != Mode::Approach || unit.troop != TroopClass::Hoplite) return {};
  return lochoi_in_phalanx(state, id) >= kDrifts ? 0.5_in : Length{};
}

namespace {

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

/// Its lochoi come up into a line, as far as the allowance of a stand takes them (HM-MOVE-02).
void form_line(const State& state, std::map<UnitId, Taxis>& body, const UnitId& leader, Course& course) {
  Taxis& unit = body.at(leader);
  if (body.size() > 1) against(course, "HM-MAN-16", "taxeis form their lines each by itself");
  const Length most = left_of(state, unit, course.arrangement), left = std::max(Length{}, most - course.cost);
  const Lining lining = lined_up(state, leader, unit, left);
  if (lining.furthest <= 1_mm)
    against(course, "HM-MOVE-02", leader.text + " stands in line already");
  else if (lining.moved <= 1_mm)
    against(course, "HM-MOVE-02", "no stand moves further than its allowance", lining.furthest.inches(), left.inches(), "in");
  unit = standing(unit, lining.poses);
  course.cost += lining.moved;
  course.lines_up = true;
  const std::string text =
      lining.short_of <= state.tolerance ? "forms a line" : "forms a line, still " + geometry::inches_text(lining.short_of) + " short";
  course.how += (course.how.empty() ? "" : ", ") + text;
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
      // A quarter turn or about turn keeps order, any other one does not (HM-MAN-05, HM-MAN-11).
      const std::int64_t by = std::abs(leg.turn->signed_turn().mdeg);
      if (rule.allowed && unit.arrangement != Arrangement::NF && by != 90000 && by != 180000)
        disarrayed_by(course, rule.rule, "turns " + degrees_text(*leg.turn));
      unit = standing(unit, turned_in_place(unit, *leg.turn));
    }
    told("turns " + degrees_text(*leg.turn));
  } else if (leg.right) {
    const Length most = may_incline(state, first) ? 1_in : Length{};
    if (leg.right->um < 0 || *leg.right > most)
      against(course, state.options.inclining ? "HM-OPT2-01" : "HM-MAN-01", "nobody moves sideways", leg.right->inches(), most.inches(),
              "in");
    course.inclined += *leg.right;
    for (auto& [id, unit] : body) unit = standing(unit, shifted(unit, {}, *leg.right));
    told("inclines " + geometry::inches_text(*leg.right) + " to the right");
  } else if (leg.arrange) {
    if (course.cost.um != 0) against(course, "HM-ARR-06", "the arrangement changes at the start of a move");
    for (auto& [id, unit] : body) {
      if (!card_of(state, unit).movement(*leg.arrange))
        against(course, "HM-ARR-01", "the card of " + id.text + " has no " + std::string(name_of(*leg.arrange)));
      if (unit.disarrayed()) against(course, "HM-AMB-124", id.text + " is disarrayed: first recover");
      if (unit.arrangement == *leg.arrange) against(course, "HM-ARR-06", id.text + " stands so already");
      const std::vector<engine::PlacedBase> poses = in_files(state, id, unit, *leg.arrange);
      unit = standing(unit, poses);
      unit.arrangement = *leg.arrange;
    }
    course.arrangement = *leg.arrange;
    course.cost += 1_in;  // HM-ARR-07
    told("takes " + std::string(name_of(*leg.arrange)));
  } else if (leg.line) {
    form_line(state, body, leader, course);
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
  const std::vector<geometry::Shape> stood = shapes_of(before), stand = shapes_of(unit);
  for (std::size_t i = 0; i < stood.size() && i < stand.size(); ++i) {
    const Vec2 way = stand[i].centre - stood[i].centre;
    const double length = geometry::length_of(way);
    if (length <= furthest.mm()) continue;
    furthest = Length::from_mm(length);
    const Vec2 u = (1.0 / length) * way;
    course.cost_sd = geometry::rounded(geometry::standard_deviation(stand[i], {u.x, u.y, 0}, stood[i], {-u.x, -u.y, 0}));
  }
  // HM-MOVE-02: a stand that went further than the body did counts, unless the body turned round on the spot.
  const bool turned = path && std::any_of(path->legs.begin(), path->legs.end(),
                                          [](const geometry::Leg& leg) { return std::holds_alternative<geometry::Pivot>(leg); });
  const bool as_a_body = path && (turned || path->cost + 5_mm >= furthest);
  course.cost += as_a_body ? path->cost : furthest;
  course.how = as_a_body ? geometry::named(*path, from.footprint) : "moves " + geometry::inches_text(furthest);
  if (const auto torn = torn_apart(state, before, unit))
    against(course, torn->rule, torn->text, torn->gap.inches(), torn->most.inches(), "in");
  if (path)
    for (const geometry::Leg& leg : path->legs) {
      if (const auto* wheel = std::get_if<geometry::Wheel>(&leg)) course.wheeled = {course.wheeled.mdeg + std::abs(wheel->angle.mdeg)};
      if (const auto* advance = std::get_if<geometry::Advance>(&leg)) course.ahead += advance->distance;
    }
}

/// HM-AMB-96.
bool passes_open_files(const Taxis& unit) {
  return unit.troop == TroopClass::Psiloi || unit.troop == TroopClass::Toxotes || unit.troop == TroopClass::Sphendonetes;
}
bool lets_through(const Taxis& friendly) { return friendly.arrangement == Arrangement::OF && !friendly.disarrayed(); }

/// Psiloi who lack the move to clear friends in open files are put just clear beyond them; those are disarrayed (HM-PEN-04, HM-AMB-96).
void clear_open_friends(const State& state, const MoveUnit& move, std::map<UnitId, Taxis>& body, Course& course) {
  Taxis& mover = body.at(move.unit);
  if (body.size() > 1 || move.legs.empty() || course.ahead.um <= 0 || course.arrangement != Arrangement::NF || !passes_open_files(mover))
    return;
  for (const auto& [id, friendly] : state.units) {
    if (friendly.side != mover.side || id == move.unit || !friendly.on_table() || friendly.hidden || !lets_through(friendly)) continue;
    const auto theirs = shapes_of(friendly);
    if (geometry::gap_between(shapes_of(mover), theirs).signed_gap.value >= -2_mm) continue;
    for (int step = 0; step < 150 && geometry::gap_between(shapes_of(mover), theirs).signed_gap.value < Length{}; ++step)
      mover = standing(mover, shifted(mover, 2_mm, {}));
    course.passages.push_back({move.unit, id, false, true, "HM-PEN-04"});
    course.how += ", put clear beyond " + id.text;
  }
}

/// Narrower by the tolerance on both sides: who stands beside its way is not passed through.
std::vector<geometry::Shape> narrow_shapes(const State& state, const Taxis& unit) {
  std::vector<geometry::Shape> out;
  for (const Lochos& lochos : unit.lochoi)
    for (const Stand& stand : lochos.stands)
      if (lochos.on_table() && !stand.lost)
        out.push_back(
            geometry::placed({Outline::Rectangle, stand.footprint.frontage - state.tolerance * 2, stand.footprint.depth}, stand.at));
  return out;
}

/// Friends that one of those who go passes through or ends on (HM-PEN).
void note_passages(const State& state, const UnitId& mover, const std::map<UnitId, Taxis>& body, Course& course) {
  const Taxis& before = taxis_at(state, mover);
  const auto mine = shapes_of(body.at(mover));
  const std::vector<geometry::Shape> started = narrow_shapes(state, before);
  const Round reached = round_of(before);
  for (const auto& entry : state.units) {
    const UnitId& id = entry.first;
    const Taxis& friendly = entry.second;
    if (friendly.side != before.side || body.contains(id) || !friendly.on_table() || friendly.hidden) continue;
    if (far_apart(reached, round_of(friendly), course.cost + course.ahead + 2_in)) continue;
    const auto theirs = shapes_of(friendly);
    const geometry::Gap gap = geometry::gap_between(mine, theirs);
    const bool mover_free = course.arrangement == Arrangement::NF, other_free = friendly.arrangement == Arrangement::NF;
    if (gap.signed_gap.value < -2_mm) {
      const std::string who = body.size() > 1 ? mover.text : "it";
      against(course, mover_free && other_free ? "HM-PEN-06" : "HM-PEN-01", who + " would end on " + id.text);
      continue;
    }
    const bool told = std::any_of(course.passages.begin(), course.passages.end(),
                                  [&](const Passage& p) { return p.unit == id && (p.by == mover || p.disarrays_other); });
    if (course.ahead.um <= 0 || told) continue;
    // Who touches it at the start is passed through when he stands across the way, and not when it comes no further than up to him.
    const auto touch = geometry::straight_charge(started, Angle{}, theirs);
    const bool beside = touch && touch->travel.value.um == 0 && !runs_into(started, theirs);
    if (!touch || beside || touch->travel.value > course.ahead || runs_into(narrow_shapes(state, body.at(mover)), theirs)) continue;
    Passage passage{mover, id, false, false, {}};
    if (mover_free && other_free) {
      passage.rule = "HM-PEN-02";
    } else if (mover_free && passes_open_files(before) && lets_through(friendly)) {
      passage.rule = "HM-PEN-03";
    } else {
      passage.rule = "HM-PEN-05";
      passage.disarrays_mover = !mover_free;
      passage.disarrays_other = !other_free;
    }
    course.passages.push_back(std::move(passage));
  }
}

}  // namespace

std::optional<double> sd_in_inches(const Course& course) {
  return course.cost_sd.um > 0 ? std::optional(course.cost_sd.inches()) : std::nullopt;
}

Course course_of(const State& state, const MoveUnit& move) {
  Course course;
  std::map<UnitId, Taxis> body{{move.unit, body_of(state, move.unit)}};
  for (const UnitId& id : move.with)
    if (state.units.contains(id) && taxis_at(state, id).on_table()) body.emplace(id, body_of(state, id));
  const Taxis& before = taxis_at(state, move.unit);
  course.arrangement = before.arrangement;
  for (const Leg& leg : move.legs) walk_leg(state, leg, body, move.unit, course);
  if (move.legs.empty()) explain_poses(state, move, body, course);

  // HM-APPR-05: forward first, then the drift to the right.
  if (!move.legs.empty() && course.ahead.um > 0)
    if (const Length drift = approach_drift(state, move.unit) - course.inclined; drift.um > 0) {  // an incline holds the drift (HM-OPT2-01)
      for (auto& [id, unit] : body) unit = standing(unit, shifted(unit, {}, drift));
      course.how += ", drifts " + geometry::inches_text(drift) + " to the right";
    }
  clear_open_friends(state, move, body, course);
  for (const auto& [id, unit] : body) {
    std::vector<engine::PlacedBase> poses = places_of(unit);
    const Taxis& from = taxis_at(state, id);
    std::set<std::string> crossed = crossed_between(state, places_of(from), poses, unit);
    if (const auto& qualifier = card_of(state, from).disarray_qualifier; qualifier && course.arrangement != Arrangement::NF) {
      std::set<std::string> kinds = from.turn.crossed;
      kinds.insert(crossed.begin(), crossed.end());
      if (const int points = disarray_sum(state, kinds); points > *qualifier)
        course.upset.emplace(id, "terrain " + std::to_string(points) + " against " + std::to_string(*qualifier));
    }
    if (!crossed.empty()) course.crossed.emplace(id, std::move(crossed));
    if (const std::string blocked = impassable_between(state, places_of(from), poses, unit); !blocked.empty())
      against(course, "HM-TER-02", blocked + " is impassable");
    course.poses.emplace(id, std::move(poses));
  }
  const UnitCard& card = card_of(state, before);
  if (course.arrangement != Arrangement::NF)
    if (const auto limit = wheel_limit(card, course.arrangement); limit && course.wheeled > *limit)
      disarrayed_by(course,
                    is_mounted(card.troop)                  ? "HM-MAN-13"
                    : course.arrangement == Arrangement::CF ? "HM-MAN-06"
                                                            : "HM-MAN-03",
                    "wheels too far");
  for (const auto& [id, unit] : body) note_passages(state, id, body, course);
  return course;
}

}  // namespace polemarch::hoplomachia
