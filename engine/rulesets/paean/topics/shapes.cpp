#include "engine/rulesets/paean/topics/shapes.hpp"
#include "engine/rulesets/paean/topics/refusals.hpp"

#include <algorithm>
#include <set>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/topics/joining.hpp"
#include "engine/rulesets/paean/topics/layout.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"
#include "engine/rulesets/paean/topics/room.hpp"
#include "engine/rulesets/paean/topics/terrain.hpp"

namespace polemarch::paean {

using namespace engine;
using geometry::operator+;
using geometry::operator-;
using geometry::operator*;

namespace {

std::vector<BaseId> flat(const std::vector<std::vector<BaseId>>& rows) {
  std::vector<BaseId> out;
  for (const auto& row : rows) out.insert(out.end(), row.begin(), row.end());
  return out;
}

/// What holds for every action of the heavier three in its place: no combat, no rally (PA-AMB-42, PA-RAL-01).
Verdict may_reshape(const State& state, const UnitId& unit, const std::string& rule, bool heavier_only = true) {
  const Formation& formation = formation_at(state, unit);
  if (formation.weight == Weight::L) return refuse("PA-ACT-05", unit.text + " is light: it only moves and shoots");
  if (heavier_only && !formation.heavier()) return refuse(rule, "LM does this within a normal move (PA-MOV-01)");
  if (in_combat(state, unit)) return refuse("PA-AMB-42", unit.text + " is in close combat");
  if (rallying(formation)) return refuse("PA-RAL-01", unit.text + " is rallying and does not move");
  return allow();
}

/// An enemy formation whom the bases there would meet; empty: none.
UnitId enemy_touched(const State& state, const UnitId& unit, const std::vector<PlacedBase>& poses) {
  const std::vector<geometry::Shape> there = shapes_at(state, poses);
  for (const UnitId& foe : enemies_met(state, unit, poses))
    if (geometry::gap_between(there, shapes_of(state, foe)).signed_gap.value < 1_mm) return foe;
  return {};
}

/// Room for the bases there: the table, friends, enemies. `poses` are dressed past who is only brushed.
Verdict has_room(const State& state, const UnitId& unit, std::vector<PlacedBase>& poses, const std::string& rule) {
  const Side side = *side_of(state, unit);
  if (!on_table(state, poses)) return off_the_table(state, rule, unit.text, poses);
  if (auto there = dressed_as_now(state, poses, obstacles_near(state, unit, poses))) {
    poses = std::move(*there);
    if (const UnitId foe = enemy_touched(state, unit, poses); !foe.empty()) return in_contact_after(state, poses, foe);
    if (const UnitId foe = leader_met(state, other(side), shapes_at(state, poses)); !foe.empty())
      return in_contact_after(state, poses, foe);
    return allow();
  }
  for (const Side whose : {side, other(side)})
    for (const UnitId& blocker : stood_on(state, poses, unit, whose))
      return on_somebody(state, rule, "no room: " + blocker.text + " is in the way", poses, blocker);
  return refuse(rule, "no room between those around it");
}

/// What may be done says by how much: the measure and what one action allows.
Verdict with_measure(Verdict verdict, const std::string& rule, std::string text, double value, double limit, const std::string& unit) {
  if (verdict.allowed()) verdict.reasons.insert(verdict.reasons.begin(), {rule, std::move(text), value, limit, unit, {}});
  return verdict;
}

double in_cm(Length length) { return length.mm() / 10; }

}  // namespace

int files_of(const State& state, const UnitId& unit) { return body_of(state, unit).files(); }
int least_files(int files) { return files - files / 2; }
int most_files(int files, int bases) { return std::min(bases, files + std::max(1, files / 2)); }

NewShape about_faced(const State& state, const UnitId& unit) {
  NewShape shape{may_reshape(state, unit, "PA-FAC-01", false), {}, false, "turns about", "PA-FAC-01"};
  if (const Formation& formation = formation_at(state, unit);
      in_combat(state, unit) && formation.weight != Weight::L && !rallying(formation))
    shape.verdict = allow();  // PA-AMB-42: it may turn
  std::vector<BaseId> order = flat(rows_of(state, unit, body_of(state, unit)));
  std::reverse(order.begin(), order.end());
  for (const BaseId& base : order) {
    PlacedBase placed{base, base_at(state, base).at};
    placed.at.pose.heading = (placed.at.pose.heading + 180_deg).normalised();
    shape.poses.push_back(placed);
  }
  shape.verdict = with_measure(std::move(shape.verdict), "PA-FAC-01", "turns about on the spot", 180, 180, "degrees");
  return shape;
}

NewShape facing_changed(const State& state, const UnitId& unit, Flank to) {
  NewShape shape{may_reshape(state, unit, "PA-FAC-02"), {}, false, to == Flank::Left ? "faces left" : "faces right", "PA-FAC-02"};
  if (to != Flank::Left && to != Flank::Right) {
    shape.verdict = impossible("face left or right");
    return shape;
  }
  const geometry::Body body = body_of(state, unit);
  const auto rows = rows_of(state, unit, body);
  const bool left = to == Flank::Left;
  // The column on that side becomes the front row: its front base stands left after a turn right, right after a turn left.
  std::vector<BaseId> order;
  const auto files = static_cast<std::size_t>(body.files());
  for (std::size_t column = 0; column < files; ++column) {
    std::vector<BaseId> line;
    for (const auto& row : rows) {
      const std::size_t at = left ? column : row.size() - 1 - column;
      if (column < row.size()) line.push_back(row[at]);
    }
    if (left) std::reverse(line.begin(), line.end());
    order.insert(order.end(), line.begin(), line.end());
  }
  const double middle = (body.front + body.rear) / 2;
  const Vec2 front = body.on_table({middle, left ? body.left : body.right});  // PA-FAC-03
  const Angle heading = (body.heading + (left ? 90_deg : 270_deg)).normalised();
  shape.poses = in_rows(state, order, front, heading, body.ranks());
  if (const Verdict room = has_room(state, unit, shape.poses, "PA-FAC-04"); !room.allowed()) {
    const bool upon_leader =
        room.reasons.front().rule == "PA-CHG-01" && !leader_met(state, other(*side_of(state, unit)), shapes_at(state, shape.poses)).empty();
    shape.unforms = order.size() > 1 && !upon_leader;                     // nor does it come apart onto a leader
    if (!shape.unforms && shape.verdict.allowed()) shape.verdict = room;  // one base cannot come apart: it stays as it is
  }
  shape.verdict = with_measure(std::move(shape.verdict), "PA-FAC-02", shape.how, 90, 90, "degrees");
  return shape;
}

NewShape formed_wide(const State& state, const UnitId& unit, int files) {
  NewShape shape{may_reshape(state, unit, "PA-FAC-05"), {}, false, "forms " + std::to_string(files) + " wide", "PA-FAC-05"};
  const geometry::Body body = body_of(state, unit);
  const int now = body.files(), bases = static_cast<int>(body.size());
  if (files < 1 || files > bases) {
    shape.verdict = impossible("say \"files\" from 1 to " + std::to_string(bases) + ", the bases of " + unit.text, "PA-FAC-05");
    return shape;
  }
  shape.poses = in_rows(state, flat(rows_of(state, unit, body)), body.front_centre(), body.heading, files);
  if (!shape.verdict.allowed()) return shape;
  if (files == now)
    shape.verdict = refuse("PA-FAC-05", unit.text + " is " + std::to_string(now) + " wide already", files, now, "bases");
  else if (files < least_files(now))
    shape.verdict = refuse("PA-FAC-05", "one order contracts by at most half", files, least_files(now), "bases");
  else if (files > most_files(now, bases))
    shape.verdict = refuse("PA-FAC-05", "one order expands by at most half", files, most_files(now, bases), "bases");
  else
    shape.verdict =
        with_measure(has_room(state, unit, shape.poses, "PA-FAC-05"), "PA-FAC-05", unit.text + (files < now ? " contracts" : " expands"),
                     files, files < now ? least_files(now) : most_files(now, bases), "bases");
  return shape;
}

namespace {

NewShape flank_moved(const State& state, const UnitId& unit, Flank flank, int by) {
  NewShape shape{may_reshape(state, unit, "PA-FAC-13"), {}, false, {}, "PA-FAC-13"};
  shape.how = std::string(by < 0 ? "draws in its " : "extends its ") + std::string(word_of(flank)) + " flank";
  if (flank != Flank::Left && flank != Flank::Right) {
    shape.verdict = impossible("say left or right");
    return shape;
  }
  const geometry::Body body = body_of(state, unit);
  auto rows = rows_of(state, unit, body);
  const bool left = flank == Flank::Left;
  const int files = body.files() + by;
  std::vector<BaseId> order = flat(rows);
  if (by < 0 && files >= 1) {
    const BaseId gone = left ? rows.front().front() : rows.front().back();
    std::erase(order, gone);
    order.push_back(gone);  // PA-FAC-15
  } else if (by > 0 && rows.size() > 1) {
    const BaseId back = order.back();
    order.pop_back();
    order.insert(left ? order.begin() : order.begin() + static_cast<std::ptrdiff_t>(rows.front().size()), back);
  }
  // The other end stays (PA-FAC-14).
  const Flank stays = left ? Flank::Right : Flank::Left;
  shape.poses = in_rows_from(state, order, left ? body.front_right() : body.front_left(), stays, body.heading, std::max(1, files));
  if (!shape.verdict.allowed()) return shape;
  if (files < 1)
    shape.verdict = refuse("PA-FAC-13", unit.text + " is one base wide", 1, 2, "bases");
  else if (by > 0 && rows.size() < 2)
    shape.verdict = refuse("PA-FAC-13", unit.text + " has no base behind its front row", 0, 1, "bases");
  else
    shape.verdict = with_measure(has_room(state, unit, shape.poses, "PA-FAC-13"), "PA-FAC-13", shape.how, 1, 1, "bases");
  return shape;
}

}  // namespace

NewShape contracted(const State& state, const UnitId& unit, Flank flank) { return flank_moved(state, unit, flank, -1); }
NewShape expanded(const State& state, const UnitId& unit, Flank flank) { return flank_moved(state, unit, flank, 1); }

NewShape ground_given(const State& state, const UnitId& unit) {
  NewShape shape{may_reshape(state, unit, "PA-FAC-16"), {}, false, "gives ground", "PA-FAC-16"};
  const geometry::Body body = body_of(state, unit);
  const auto rows = rows_of(state, unit, body);
  const double depth = footprint_of(card_of(state, unit)).depth.mm();
  for (std::size_t row = 1; row < rows.size(); ++row)
    for (const BaseId& base : rows[row]) shape.poses.push_back({base, base_at(state, base).at});
  for (const BaseId& base : rows.front()) {  // the front row goes behind the last
    PlacedBase placed{base, base_at(state, base).at};
    const Vec2 own = body.own_frame(geometry::vec(placed.at.pose.centre()));
    const Vec2 at = body.on_table({body.rear - depth / 2, own.y});
    placed.at.pose.x = geometry::rounded(at.x);
    placed.at.pose.y = geometry::rounded(at.y);
    shape.poses.push_back(placed);
  }
  const double back = depth / 10;
  if (shape.verdict.allowed())
    shape.verdict =
        with_measure(has_room(state, unit, shape.poses, "PA-FAC-16"), "PA-FAC-16", "goes back one base depth", back, back, "cm");
  return shape;
}

NewShape traversed(const State& state, const UnitId& unit, Flank to) {
  NewShape shape{may_reshape(state, unit, "PA-FAC-17"), {}, false, {}, "PA-FAC-17"};
  shape.how = std::string("slides half a base ") + std::string(word_of(to));
  if (to != Flank::Left && to != Flank::Right) {
    shape.verdict = impossible("slide left or right");
    return shape;
  }
  const geometry::Body body = body_of(state, unit);
  const Vec2 way = (to == Flank::Left ? 1.0 : -1.0) * on_table(state, 2).mm() * geometry::left_of(body.ahead);
  for (const PlacedBase& from : poses_of(state, unit)) {
    PlacedBase placed = from;
    placed.at.pose.x += geometry::rounded(way.x);
    placed.at.pose.y += geometry::rounded(way.y);
    shape.poses.push_back(placed);
  }
  const double aside = in_cm(on_table(state, 2));
  if (shape.verdict.allowed())
    shape.verdict = with_measure(has_room(state, unit, shape.poses, "PA-FAC-17"), "PA-FAC-17", shape.how, aside, aside, "cm");
  return shape;
}

NewShape reordered(const State& state, const UnitId& unit, const std::vector<BaseId>& bases) {
  NewShape shape{may_reshape(state, unit, "PA-FAC-18"), {}, false, "changes its bases about", "PA-FAC-18"};
  const std::vector<BaseId> now = flat(rows_of(state, unit, body_of(state, unit)));
  if (std::multiset<BaseId>(bases.begin(), bases.end()) != std::multiset<BaseId>(now.begin(), now.end())) {
    shape.verdict = impossible("name every base of " + unit.text + " once", "PA-FAC-18");
    return shape;
  }
  for (std::size_t i = 0; i < bases.size(); ++i) shape.poses.push_back({bases[i], base_at(state, now[i]).at});
  shape.verdict = with_measure(std::move(shape.verdict), "PA-FAC-18", "its bases change about in their places", 0, 0, "cm");
  return shape;
}

namespace {

/// May these two be one formation, wherever their bases stand? PA-FAC-08, PA-FAC-10.
Verdict may_unite(const State& state, const UnitId& unit, const UnitId& with) {
  const Formation &smaller = formation_at(state, unit), &larger = formation_at(state, with);
  const Card &a = card_of(state, unit), &b = card_of(state, with);
  if (a.weight != b.weight || a.arm != b.arm || a.ranks != b.ranks || !std::ranges::is_permutation(a.weapons, b.weapons))
    return refuse("PA-FAC-08", unit.text + " and " + with.text + " are not of one troop type");
  if (smaller.bases.size() > larger.bases.size())
    return refuse("PA-FAC-08", "the smaller formation joins the larger one", static_cast<double>(smaller.bases.size()),
                  static_cast<double>(larger.bases.size()), "bases");
  if (rallying(larger)) return refuse("PA-RAL-04", with.text + " is rallying");
  if (in_combat(state, with)) return refuse("PA-AMB-42", with.text + " is in close combat");
  const geometry::Measure gap = gap_between(state, unit, with).distance();
  const Length limit = on_table(state, kFormingCm);
  if (geometry::allowance(gap, limit, state.tolerance) == Ruling::Refused)
    return refuse("PA-FAC-10", unit.text + " is too far from " + with.text, gap.value.mm() / 10, limit.mm() / 10, "cm", gap.sd.mm() / 10);
  return engine::allow();
}

/// Is there room for both at these poses?
Verdict room_to_join(const State& state, const UnitId& unit, const UnitId& with, const std::vector<PlacedBase>& poses) {
  const Side side = formation_at(state, unit).side;
  for (const Side whose : {other(side), side})
    for (const UnitId& blocker : stood_on(state, poses, unit, whose))
      if (blocker != with) return on_somebody(state, "PA-FAC-10", "no room: " + blocker.text + " is in the way", poses, blocker);
  if (!on_table(state, poses)) return off_the_table(state, "PA-FAC-10", unit.text, poses);
  const std::vector<geometry::Shape> there = shapes_at(state, poses);
  if (const UnitId foe = leader_met(state, other(side), there); !foe.empty()) return in_contact_after(state, poses, foe);
  if (in_bad_ground(state, there)) return refuse("PA-MOV-05", "M, LH and H do not form up in ground that unforms them");
  if (stand_on_each_other(there)) return refuse("PA-FAC-10", "its bases would stand on each other");
  return engine::allow();
}

}  // namespace

NewShape joined(const State& state, const UnitId& unit, const UnitId& with, const std::vector<PlacedBase>& wanted) {
  NewShape shape{may_reshape(state, unit, "PA-FAC-08"), {}, false, "joins " + with.text, "PA-FAC-08"};
  if (formation_at(state, unit).weight == Weight::LM) shape.verdict = refuse("PA-FAC-19", "LM formations never merge");
  const Formation* larger = find_formation(state, with);
  if (larger == nullptr || with == unit || larger->side != formation_at(state, unit).side) {
    shape.verdict = impossible("name another formation of your own to join", "PA-FAC-08");
    return shape;
  }
  const std::vector<Joining> ways = wanted.empty() ? ways_to_join(state, unit, with) : std::vector<Joining>{};
  shape.poses = wanted.empty() ? ways.front().poses : poses_of(state, with);  // where a ruling has it
  shape.poses.insert(shape.poses.end(), wanted.begin(), wanted.end());
  if (shape.verdict.allowed()) shape.verdict = may_unite(state, unit, with);
  if (!shape.verdict.allowed()) return shape;
  for (const UnitId& other : parts_with(state, unit))
    if (other == with || formation_at(state, unit).bases.size() > 1) {
      shape.verdict = refuse("PA-INT-05", "it would come apart: " + other.text + " has passed through it this bound");
      return shape;
    }
  const auto near_enough = [&](const std::string& where) {
    return with_measure(allow(), "PA-FAC-10", unit.text + " is near enough to " + with.text + where,
                        in_cm(gap_between(state, unit, with).distance().value), in_cm(on_table(state, kFormingCm)), "cm");
  };
  if (!wanted.empty()) {
    shape.verdict = room_to_join(state, unit, with, shape.poses);
    if (!shape.verdict.allowed()) return shape;
    if (!geometry::hang_together(shapes_at(state, shape.poses), {state.tolerance, 10_deg}))
      shape.verdict = refuse("PA-FAC-10", "its bases would not stand in the ranks and files of " + with.text);
    else if (const UnitId foe = enemy_touched(state, unit, shape.poses); !foe.empty())
      shape.verdict = in_contact_after(state, shape.poses, foe);
    else
      shape.verdict = near_enough("");
    return shape;
  }
  for (const Joining& way : ways) {  // the first that has room; the likeliest says why none has
    Verdict verdict = room_to_join(state, unit, with, way.poses);
    std::vector<BaseId> both;
    for (const PlacedBase& placed : way.poses) both.push_back(placed.base);
    auto there = dressed_as_now(state, way.poses, obstacles_but(state, both));
    if (verdict.allowed() && !there) verdict = refuse("PA-FAC-10", "no room beside " + with.text);
    if (verdict.allowed()) {
      shape.poses = std::move(*there);
      shape.verdict = near_enough(way.beside ? ", and forms up beside it" : ", and forms up behind it");
      return shape;
    }
    if (shape.verdict.allowed()) shape.verdict = std::move(verdict);
  }
  return shape;
}

Verdict may_detach(const State& state, const UnitId& unit, const std::vector<BaseId>& bases) {
  const Formation& formation = formation_at(state, unit);
  std::set<BaseId> leaving;
  for (const BaseId& base : bases) {
    if (std::find(formation.bases.begin(), formation.bases.end(), base) == formation.bases.end())
      return impossible(unit.text + " has no base " + base.text, "PA-FAC-06");
    if (!leaving.insert(base).second) return impossible(base.text + " is named twice", "PA-FAC-06");
  }
  if (bases.empty() || bases.size() == formation.bases.size()) return impossible("name some of its bases, not none or all", "PA-FAC-06");
  if (!formation.heavier()) return refuse(formation.weight == Weight::L ? "PA-SKI-09" : "PA-FAC-19", "L and LM formations cannot be split");
  if (in_combat(state, unit)) return refuse("PA-AMB-42", unit.text + " is in close combat");
  if (rallying(formation)) return refuse("PA-RAL-04", unit.text + " is rallying");
  for (const bool stay : {true, false}) {
    std::vector<geometry::Shape> part;
    for (const BaseId& base : formation.bases)
      if (leaving.contains(base) != stay)
        part.push_back(geometry::placed(footprint_of(base_at(state, base).card), base_at(state, base).at));
    if (geometry::bodies_among(part, {state.tolerance + on_table(state, kUnformedGapCm), 10_deg}).size() != 1)
      return refuse("PA-FAC-06", stay ? "what stays would not stand together" : "the bases named do not stand together");
  }
  return with_measure(allow(), "PA-FAC-06", "bases leave " + unit.text, static_cast<double>(bases.size()),
                      static_cast<double>(formation.bases.size() - 1), "bases");
}

}  // namespace polemarch::paean
