#include "engine/rulesets/paean/topics/shooting.hpp"

#include <algorithm>

#include "engine/geometry/arc.hpp"
#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/shot_line.hpp"
#include "engine/rulesets/paean/topics/terrain.hpp"

namespace polemarch::paean {

using engine::Reason;
using engine::Ruling;
using engine::ThrowRow;
using geometry::Measure;
using geometry::operator+;
using geometry::operator-;
using geometry::operator*;

namespace {

constexpr int kSightInsideCm = 5;   // PA-TER-05
constexpr int kHigherGroundCm = 5;  // PA-MIS-20
constexpr int kBowCm = 20;          // PA-AMB-39
constexpr double kEdgeMm = 3;       // on the edge of terrain: within the table's tolerance

/// What blocks the line, surely or perhaps.
struct Blocked {
  Ruling ruling = Ruling::Refused;
  Reason reason;
};
/// What blocks the line, or nothing; `sd`: of its length. PA-TER-02, PA-TER-03, PA-TER-05, PA-AMB-75, PA-AMB-76.
std::optional<Blocked> shot_blocked(const State& state, Vec2 from, Vec2 to, Length sd) {
  std::optional<Blocked> doubt;
  const double length = geometry::length_of(to - from);
  for (const Piece& piece : state.terrain) {
    const bool closed = piece.ground == Ground::Wood || piece.ground == Ground::Settlement;
    if (!closed && piece.ground != Ground::Hill) continue;
    const geometry::Outline2 outline = geometry::outline_in_mm(piece.outline);
    if (piece.ground == Ground::Hill) {
      if (geometry::contains(outline, from) || geometry::contains(outline, to)) continue;
      if (!geometry::runs_through(outline, from, to)) continue;
      if (piece.height.mm() <= std::max(height_at(state, from), height_at(state, to)).mm() && piece.height > Length{0}) continue;
      return Blocked{Ruling::Refused, {"PA-TER-02", piece.id + " is in the line of sight", {}, {}, {}, {}}};
    }
    double inside = 0;
    for (const auto& [begin, end] : geometry::stretches_inside(outline, from, to)) inside += (end - begin) * length;
    if (inside < kEdgeMm) continue;
    const bool ends_in = geometry::depth_in(outline, from) > -kEdgeMm || geometry::depth_in(outline, to) > -kEdgeMm;
    if (!ends_in) return Blocked{Ruling::Refused, {"PA-TER-02", piece.id + " is in the line of sight", {}, {}, {}, {}}};
    const Length most = on_table(state, kSightInsideCm);
    const Ruling seen = geometry::within({geometry::rounded(inside), sd}, most);
    if (seen == Ruling::Allowed || (seen == Ruling::TooCloseToCall && doubt)) continue;
    doubt = Blocked{seen,
                    {"PA-TER-05", "sight inside " + piece.id + " reaches " + std::to_string(kSightInsideCm * state.k) + " cm", inside / 10,
                     most.mm() / 10, "cm", sd.mm() / 10}};
    if (seen == Ruling::Refused) return doubt;
  }
  return doubt;
}

/// Ranks of other formations, and of the target before the base that is shot at, under the line, and how near the target the nearest of
/// them stands.
struct ShotBetween {
  int ranks = 0;
  double nearest_mm = 1e12;
};
ShotBetween shot_along(const State& state, const UnitId& unit, const UnitId& target, const geometry::Shape& at, Vec2 from, Vec2 to) {
  ShotBetween out;
  Area area;
  area.low = {std::min(from.x, to.x), std::min(from.y, to.y)};
  area.high = {std::max(from.x, to.x), std::max(from.y, to.y)};
  // Of the target's own bases those wholly before the one that is shot at (PA-MIS-22).
  const auto reach_of = [&](const geometry::Shape& shape) {
    double least = 1e12, most = -1e12;
    for (const Vec2 corner : geometry::outline_of(shape)) {
      least = std::min(least, geometry::dot(corner - from, to - from));
      most = std::max(most, geometry::dot(corner - from, to - from));
    }
    return std::pair{least, most};
  };
  constexpr double kHairMm = 1;
  const double first = reach_of(at).first + kHairMm * geometry::length_of(to - from);
  const auto nearer_by_all = [&](const geometry::Shape& shape) { return reach_of(shape).second <= first; };
  for (const UnitId& id : formations_in(state, area)) {
    if (id == unit) continue;
    const std::vector<Stand> stands = stands_of(state, id);
    const auto crossed = [&](std::size_t i) {
      return (id != target || nearer_by_all(stands[i].shape)) && geometry::runs_through(geometry::outline_of(stands[i].shape), from, to);
    };
    int ranks = 0;
    for (const auto& row : body_of(state, id).rows) {  // a line aslant crosses two bases of one row: its ranks are passed over once
      int most = 0;
      for (const std::size_t i : row)
        if (crossed(i)) most = std::max(most, stands[i].card->ranks);
      ranks += most;
    }
    out.ranks += ranks;
    if (ranks > 0 && id != target)
      for (const Stand& stand : stands)
        out.nearest_mm = std::min(out.nearest_mm, geometry::gap_between(stand.shape, at).distance().value.mm());
  }
  return out;
}
/// Seen a hair to either side, so that a line along the joint of two bases passes over them and one along a flank does not.
ShotBetween shot_between(const State& state, const UnitId& unit, const UnitId& target, const geometry::Shape& at, Vec2 from, Vec2 to) {
  constexpr double kHair = 0.05;
  const double length = geometry::length_of(to - from);
  if (length < kHair) return {};
  const Vec2 aside = (kHair / length) * geometry::left_of(to - from);
  const ShotBetween left = shot_along(state, unit, target, at, from + aside, to + aside);
  if (left.ranks == 0) return left;
  const ShotBetween right = shot_along(state, unit, target, at, from - aside, to - aside);
  return right.ranks < left.ranks ? right : left;
}

Flank flank_shot(const State& state, const UnitId& target, const geometry::Shape& shooter) {
  const geometry::Body body = body_of(state, target);
  constexpr double kHair = 0.1;
  double most = -1e12;
  for (const Vec2 corner : geometry::outline_of(shooter)) most = std::max(most, body.own_frame(corner).x);
  if (most <= body.rear + kHair) return Flank::Rear;
  if (most > body.front + kHair) return Flank::Front;
  return body.own_frame(shooter.centre).y > (body.left + body.right) / 2 ? Flank::Left : Flank::Right;
}

/// The cover the target has from this shooter: its own (PA-MRX-05), or that of a formation that stands inside some, none of its bases on
/// the edge of it (PA-MRX-07, PA-MRX-08).
std::pair<Cover, std::string> cover_from(const State& state, const UnitId& target, const std::vector<Stand>& shooters, Vec2 from, Vec2 to) {
  std::pair<Cover, std::string> best{cover_of(state, target, from), "PA-MRX-05"};
  for (const Piece& piece : state.terrain) {
    const Cover cover = cover_of(piece.ground);
    if (cover <= best.first) continue;
    const geometry::Outline2 outline = geometry::outline_in_mm(piece.outline);
    const bool inside = std::all_of(shooters.begin(), shooters.end(), [&](const Stand& shooter) {
      return geometry::depth_in(outline, shooter.shape.front_centre()) > kEdgeMm;
    });
    if (inside && !geometry::contains(outline, to)) best = {cover, "PA-MRX-07"};
  }
  return best;
}

int sureness(Ruling ruling) { return ruling == Ruling::Allowed ? 2 : ruling == Ruling::TooCloseToCall ? 1 : 0; }

}  // namespace

std::vector<Aim> Aims::shooting() const {
  std::vector<Aim> out;
  for (const Aim& aim : bases)
    if (aim.ruling == Ruling::Allowed || (aim.ruling == Ruling::TooCloseToCall)) out.push_back(aim);
  return out;
}

engine::Verdict Aims::verdict() const {
  const Aim* best = nullptr;
  for (const Aim& aim : bases)
    if (best == nullptr || sureness(aim.ruling) > sureness(best->ruling) ||
        (sureness(aim.ruling) == sureness(best->ruling) && aim.distance.value < best->distance.value))
      best = &aim;
  if (best == nullptr) return engine::impossible("it has no base on the table");
  engine::Verdict verdict;
  verdict.ruling = best->ruling;
  verdict.reasons.push_back(best->reason);
  return verdict;
}

std::vector<BaseId> eligible_targets(const State& state, const UnitId& target) {
  const Formation& formation = formation_at(state, target);
  if (formation.contacts.empty()) return formation.bases;
  std::vector<BaseId> out;
  for (const Fighter& fighter : fighters_of(state, target))
    if (fighter.role != Role::Contacting && fighter.role != Role::Overlapping)
      if (std::find(formation.bases.begin(), formation.bases.end(), fighter.base) != formation.bases.end()) out.push_back(fighter.base);
  return out;
}

namespace {

constexpr Length kFar{1'000'000'000};  // further than any table: no shot

const char* arc_rule(int half_deg) { return half_deg == 90 ? "PA-MIS-03" : "PA-MIS-04"; }

/// The shot of one base at one of the target: its line and what is said of it.
struct Shot {
  Vec2 from, to;
  Measure distance;
  Ruling ruling = Ruling::Refused;
  Reason reason;
  bool in_arc() const { return distance.value < kFar; }
};
/// Out of the arc its distance is beyond `kFar` by as much as it lies outside.
Shot shot_at(const State& state, const Stand& shooter, const UnitId& target, const geometry::Shape& at) {
  const int half = fire_half_arc_deg(*shooter.card), range_cm = missile_range_cm(*shooter.card);
  const Length range = on_table(state, range_cm);
  const auto arc =
      geometry::footprint_in_arc(shooter.shape, {geometry::Edge::Front, Angle{1000 * std::int64_t{half}}, geometry::Apex::EdgeEnds}, at);
  const int in_arc = sureness(arc.touched());
  Shot shot;
  if (arc.touched() == Ruling::Refused) {
    shot.distance.value = kFar - arc.any.value;
    shot.reason = {arc_rule(half), target.text + " is not in the arc of fire", -arc.any.value.mm() / 10, 0, "cm", {}};
    return shot;
  }
  const std::optional<ShotLine> line = line_in_arc(shooter.shape, at, half);
  const geometry::Gap gap = geometry::gap_between(shooter.shape, at);
  shot.distance = line ? Measure{geometry::rounded(line->mm), gap.distance().sd} : gap.distance();
  shot.from = line ? line->middle : geometry::vec(gap.on_a);
  shot.to = line ? line->seen : geometry::vec(gap.on_b);
  const Ruling in_range = geometry::within(shot.distance, range);
  const int sure = std::min(in_arc, sureness(in_range));
  shot.ruling = sure == 2 ? Ruling::Allowed : sure == 1 ? Ruling::TooCloseToCall : Ruling::Refused;
  shot.reason = {range_cm == 30   ? "PA-MIS-25"
                 : range_cm == 20 ? "PA-MIS-24"
                                  : "PA-MIS-05",
                 target.text + " is " + (in_range == Ruling::Refused ? "out of range" : "in range"),
                 shot.distance.value.mm() / 10,
                 range.mm() / 10,
                 "cm",
                 shot.distance.sd.mm() / 10};
  if (shot.ruling == Ruling::TooCloseToCall && in_arc == 1)
    shot.reason = {arc_rule(half), target.text + " is on the edge of the arc", arc.any.value.mm() / 10, 0, "cm", arc.any.sd.mm() / 10};
  if (shot.ruling == Ruling::Refused) return shot;
  if (const auto in_way = shot_blocked(state, shot.from, shot.to, shot.distance.sd)) {
    shot.ruling = in_way->ruling;
    shot.reason = in_way->reason;
  }
  return shot;
}

}  // namespace

Aims aims_at(const State& state, const UnitId& unit, const UnitId& target) {
  Aims aims;
  const std::vector<Stand> ours = stands_of(state, unit);
  const std::vector<BaseId> eligible = eligible_targets(state, target);
  const geometry::Body body = body_of(state, unit);
  std::vector<int> row_of(ours.size(), 0);
  for (std::size_t row = 0; row < body.rows.size(); ++row)
    for (const std::size_t index : body.rows[row])
      if (index < row_of.size()) row_of[index] = static_cast<int>(row);
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const Stand& shooter = ours[i];
    Aim aim{.base = shooter.base,
            .at = {},
            .distance = {kFar + kFar, Length{0}},
            .reason = {"PA-MIS-04", target.text + " is not in the arc of fire", {}, {}, {}, {}}};
    aim.reason.rule = arc_rule(fire_half_arc_deg(*shooter.card));
    if (eligible.empty()) aim.reason = {"PA-MIS-21", "every base of " + target.text + " is in contact or overlapping", {}, {}, {}, {}};
    for (const BaseId& base : eligible) {
      const geometry::Shape at = geometry::placed(footprint_of(base_at(state, base).card), base_at(state, base).at);
      const Shot shot = shot_at(state, shooter, target, at);
      const bool better = sureness(shot.ruling) > sureness(aim.ruling) ||
                          (sureness(shot.ruling) == sureness(aim.ruling) && shot.distance.value < aim.distance.value);
      if (!better) continue;
      aim.distance = shot.distance;
      aim.reason = shot.reason;
      if (!shot.in_arc()) continue;
      const ShotBetween others = shot_between(state, unit, target, at, shot.from, shot.to);
      const Length shooter_high = height_at(state, shooter.shape.centre), target_high = height_at(state, at.centre);
      aim.at = base;
      aim.ruling = shot.ruling;
      aim.high = others.ranks > 0 && shooter_high != target_high && others.nearest_mm >= on_table(state, kHigherGroundCm).mm();
      aim.over_ranks = aim.high ? 0 : others.ranks;
      aim.from = flank_shot(state, target, shooter.shape);
      const int ahead = row_of[i] * shooter.card->ranks;  // PA-AMB-16
      aim.own_ranks = ahead + shooter.card->ranks <= 2 ? 0 : ahead;
      const auto [cover, rule] = cover_from(state, target, ours, shooter.shape.front_centre(), shot.to);
      if (cover > aims.cover || aims.cover_rule.empty()) {
        aims.cover = cover;
        aims.cover_rule = rule;
      }
    }
    aims.bases.push_back(std::move(aim));
  }
  return aims;
}

std::vector<Volley> missile_volleys(const State& state, const UnitId& unit, const UnitId& target, const Aims& aims) {
  std::vector<Volley> out;
  const Weight weight = formation_at(state, target).weight;
  const Side side = *side_of(state, unit);
  for (const Aim& aim : aims.shooting()) {
    const Card& card = base_at(state, aim.base).card;
    const int faces = die_faces(card.weight);
    Volley volley{unit, target, faces, {}, {}};
    const std::vector<ThrowRow> need = missile_need(weight, aim.from, card.expert);
    volley.hurdles = hurdles_of("armour", "PA-MIS-T1", faces, need);
    behind_cover(volley.hurdles, faces, missile_cover(aims.cover), aims.cover, aims.cover_rule);
    shot_over(volley.hurdles, faces, need, aim.own_ranks + aim.over_ranks);
    const std::vector<BaseId>& bases = formation_at(state, unit).bases;
    const auto place = std::find(bases.begin(), bases.end(), aim.base) - bases.begin() + 1;  // as its player counts them
    std::string text = (bases.size() > 1 ? "base " + std::to_string(place) + ": " : std::string()) + std::to_string(card.ranks) +
                       (card.ranks == 1 ? " rank" : " ranks");
    if (aim.own_ranks > 0) text += ", over " + std::to_string(aim.own_ranks) + " of its own";
    if (aim.over_ranks > 0) text += ", over " + std::to_string(aim.over_ranks) + " of others";
    if (aim.high) text += ", higher ground";
    if (aim.ruling == Ruling::TooCloseToCall) text += ", too close to call";
    volley.dice.push_back({aim.own_ranks > 0 ? "PA-MIS-12" : "PA-MIS-11", std::move(text), card.ranks, side});
    out.push_back(std::move(volley));
  }
  return together(std::move(out));
}

namespace {

struct Nearest {
  geometry::Shape at;
  geometry::Gap gap;
};

/// The base of the target that stands nearest, of those that may be shot at (PA-MIS-21).
std::optional<Nearest> nearest_target(const State& state, const UnitId& target, const geometry::Shape& from) {
  std::optional<Nearest> nearest;
  for (const BaseId& base : eligible_targets(state, target)) {
    const geometry::Shape at = geometry::placed(footprint_of(base_at(state, base).card), base_at(state, base).at);
    const geometry::Gap gap = geometry::gap_between(from, at);
    if (!nearest || gap.signed_gap.value < nearest->gap.signed_gap.value) nearest = Nearest{at, gap};
  }
  return nearest;
}

}  // namespace

engine::Verdict may_bow(const State& state, const UnitId& hero, const UnitId& target) {
  const std::vector<geometry::Shape> from = shapes_of(state, hero);
  const auto nearest = nearest_target(state, target, from.front());
  if (!nearest) return engine::refuse("PA-MIS-21", "every base of " + target.text + " is in contact or overlapping");
  const geometry::Gap& gap = nearest->gap;
  const Measure distance = gap.distance();
  if (const auto in_way = shot_blocked(state, geometry::vec(gap.on_a), geometry::vec(gap.on_b), distance.sd)) {
    engine::Verdict verdict = engine::refuse("", "");
    verdict.ruling = in_way->ruling;
    verdict.reasons = {in_way->reason};
    return verdict;
  }
  const Length range = on_table(state, kBowCm);
  engine::Verdict verdict;
  verdict.ruling = geometry::within(distance, range);
  verdict.reasons.push_back({"PA-AMB-39", "the Bow of Artemis reaches " + std::to_string(kBowCm * state.k) + " cm",
                             distance.value.mm() / 10, range.mm() / 10, "cm", distance.sd.mm() / 10});
  return verdict;
}

std::vector<Volley> bow_volleys(const State& state, const UnitId& hero, const UnitId& target) {
  constexpr int kFaces = 8;
  Volley volley{hero, target, kFaces, {{"PA-AMB-39", "Bow of Artemis", 1, *side_of(state, hero)}}, {}};
  const std::vector<geometry::Shape> from = shapes_of(state, hero);
  const std::vector<ThrowRow> need = missile_need(formation_at(state, target).weight, flank_shot(state, target, from.front()), false);
  volley.hurdles = hurdles_of("armour", "PA-MIS-T1", kFaces, need);
  const Cover cover = cover_of(state, target, from.front().centre);
  behind_cover(volley.hurdles, kFaces, missile_cover(cover), cover, "PA-MRX-05");
  const auto nearest = nearest_target(state, target, from.front());
  if (nearest) {  // over heads like any other (PA-MIS-18, PA-MIS-20); who leads stands behind his own men
    const ShotBetween over =
        shot_between(state, leader_at(state, hero).with, target, nearest->at, from.front().centre, geometry::vec(nearest->gap.on_b));
    const bool high = height_at(state, from.front().centre) != height_at(state, nearest->at.centre) &&
                      over.nearest_mm >= on_table(state, kHigherGroundCm).mm();
    if (over.ranks > 0 && !high) {
      shot_over(volley.hurdles, kFaces, need, over.ranks);
      volley.dice.front().text += ", over " + std::to_string(over.ranks) + " of others";
    }
  }
  return {volley};
}

}  // namespace polemarch::paean
