/// The offers door: what may be done, and what may not with the reasons. Every offer is judged by judge() itself.
#include <algorithm>
#include <cmath>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/judge.hpp"
#include "engine/rulesets/hail_caesar/topics/command.hpp"
#include "engine/rulesets/hail_caesar/topics/melee.hpp"
#include "engine/rulesets/hail_caesar/topics/movement.hpp"
#include "engine/rulesets/hail_caesar/topics/reach.hpp"
#include "engine/rulesets/hail_caesar/topics/shooting.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

namespace {

using Offers = std::vector<Offer<Command>>;

void add(const State& state, Viewer viewer, Offers& offers, Command command, std::vector<std::string> needed = {}) {
  Verdict verdict = Rules::judge(state, viewer, command);
  offers.push_back({std::move(command), std::move(verdict), std::move(needed)});
}

/// Foes worth naming: nearest first, at most this many.
constexpr std::size_t kFoes = 8;

/// A turn on the spot of less is not worth a name.
constexpr std::int64_t kTurnMdeg = 2000;

/// The longest way along `u` not above `length` at whose end the unit, facing `heading`, stands on nobody and touches no enemy; negative
/// when there is none.
double clear_way(const State& state, const Unit& unit, Angle heading, Vec2 u, double length) {
  constexpr double kApart = 6;  // mm: further than what a camera takes for contact
  const Pose from = pose_of(unit);
  const Vec2 start = geometry::vec(from.centre());
  for (int tries = 0; tries < 8 && length > 0; ++tries) {
    const Vec2 at = start + length * u;
    const MeasuredPose end{{geometry::rounded(at.x), geometry::rounded(at.y), heading}, {}};
    const Unit there = standing(unit, carried(unit, end));
    const std::vector<geometry::Shape> mine = shapes_of(there);
    const Box here = box_of(there);
    const geometry::Shape body = body_of(there);
    const Vec2 left = geometry::left_of(body.ahead);
    const double own = body.half_depth * std::fabs(geometry::dot(body.ahead, u)) + body.half_front * std::fabs(geometry::dot(left, u));
    double next = length;
    for (const auto& [other, blocker] : state.units) {
      if (&blocker == &unit || !blocker.in_play() || least_gap(here, box_of(blocker)) > kApart) continue;
      const std::vector<geometry::Shape> shapes = shapes_of(blocker);
      if (geometry::gap_between(mine, shapes).signed_gap.value.mm() >= kApart - 1) continue;
      double nearest = length;
      for (const geometry::Shape& shape : shapes)
        for (const Vec2 corner : geometry::outline_of(shape)) nearest = std::min(nearest, geometry::dot(corner - start, u));
      next = std::min({next, nearest - own - kApart, length - 1});
    }
    if (next >= length) return length;
    length = next;
  }
  return -1;
}

/// One whole move along `u`, as far as may be by at most so many moves; refused only when no length of it is allowed.
void add_whole_move(const State& state, Viewer viewer, const UnitId& id, Angle heading, Vec2 u, int moves, const Ground& ground,
                    Offers& offers) {
  const Unit& unit = unit_at(state, id);
  const Pose from = pose_of(unit);
  const Vec2 start = geometry::vec(from.centre());
  const double one = move_row(unit.profile, unit.formation, state.config).distance.mm();
  const bool turns = heading != from.heading.normalised();
  const auto to_edge = [](double at, double step, double size) {
    if (step > 1e-9) return (size - at) / step;
    return step < -1e-9 ? -at / step : 1e9;
  };
  const double edge = std::min(to_edge(start.x, u.x, state.table_width.mm()), to_edge(start.y, u.y, state.table_depth.mm()));
  std::optional<Offer<Command>> refused;
  for (int n = moves; n >= 1; --n) {
    double length = clear_way(state, unit, heading, u, std::min(far_along(ground, start, u, one * n), edge));
    if (length < 1) {
      if (!turns) continue;
      length = 0;  // a turn on the spot
    }
    const Vec2 at = start + length * u;
    MoveUnit move;
    move.unit = id;
    move.to = MeasuredPose{{geometry::rounded(at.x), geometry::rounded(at.y), heading}, unit.stands.front().at.error};
    Verdict verdict = Rules::judge(state, viewer, move);
    if (verdict.allowed()) return offers.push_back({std::move(move), std::move(verdict), {}});
    if (!refused) refused = Offer<Command>{std::move(move), std::move(verdict), {}};
  }
  if (refused) offers.push_back(std::move(*refused));
}

/// Advance, turn and advance at the nearest enemy, fall back: so that a battle can be played by keys alone.
void add_whole_moves(const State& state, Viewer viewer, const UnitId& id, const std::vector<Foe>& foes, Offers& offers) {
  const Unit& unit = unit_at(state, id);
  if (in_combat(unit) || !speaks_for(viewer, unit.side)) return;
  const KindOf right = move_kind(state, id, {});
  if (!right.kind) return;
  const int moves = available_moves(state, id, *right.kind);
  const Angle heading = pose_of(unit).heading.normalised();
  const Vec2 ahead = geometry::unit_vector(heading);
  const geometry::Shape body = body_of(unit);
  const Ground ground = ground_of(state, 2 * std::min(body.half_depth, body.half_front), {&body.centre, 1});
  add_whole_move(state, viewer, id, heading, ahead, moves, ground, offers);
  if (!foes.empty()) {
    const Vec2 at = geometry::vec(pose_of(unit_at(state, foes.front().unit)).centre()) - geometry::vec(pose_of(unit).centre());
    const Angle facing = geometry::direction(at.x, at.y).normalised();
    const std::int64_t turn = (facing - heading).normalised().mdeg;
    if (geometry::length_of(at) > 1 && turn >= kTurnMdeg && turn <= 360'000 - kTurnMdeg)
      add_whole_move(state, viewer, id, facing, geometry::unit_vector(facing), moves, ground, offers);
  }
  add_whole_move(state, viewer, id, heading, -1.0 * ahead, moves, ground, offers);
}

void command_offers(const State& state, Viewer viewer, const UnitId& id, const Unit& unit, Offers& offers) {
  const UnitId own = general_of(state, unit), commander = army_commander(state, unit.side);
  for (const UnitId& general : {own, own == commander ? UnitId{} : commander}) {
    if (general.empty()) continue;
    add(state, viewer, offers, GiveOrder{general, id, {}}, {"dice"});
    add(state, viewer, offers, FollowMe{general, id}, {"dice"});
    add(state, viewer, offers, RallyUnit{id, general}, {"dice"});
    add(state, viewer, offers, JoinUnit{general, id});
  }
  if (!commander.empty() && of_broken_division(state, unit)) add(state, viewer, offers, WhereIsYourCourage{commander, id}, {"dice"});
}

void unit_offers(const State& state, Viewer viewer, const UnitId& id, Offers& offers) {
  const Unit& unit = unit_at(state, id);
  if (state.phase == Phase::Deployment) {
    PlaceBases place;
    place.unit = id;
    for (const Stand& stand : unit.stands) place.poses.push_back({stand.base, stand.at});
    add(state, viewer, offers, place, {"poses"});
    return;
  }
  if (!unit.in_play()) return;
  const bool mine = unit.side == state.active;
  const std::vector<Foe> foes = nearest_enemies(state, unit, kFoes);
  if (state.phase == Phase::Rally && mine) add(state, viewer, offers, RallyUnit{id, {}}, {"dice"});
  if ((state.phase == Phase::Initiative || state.phase == Phase::Orders) && mine) {
    add_whole_moves(state, viewer, id, foes, offers);
    MoveUnit measured;
    measured.unit = id;
    add(state, viewer, offers, measured, {"poses"});
    for (const Foe& foe : foes) {
      add(state, viewer, offers, ChargeUnit{id, foe.unit, {}, {}}, {"poses"});
      if (!offers.back().verdict.allowed()) continue;
      // It reaches: the whole charge, too, with the place where it ends.
      const Pose end = *charge_pose(unit, unit_at(state, foe.unit), quarter_facing(unit_at(state, foe.unit), unit));
      Verdict same = offers.back().verdict;
      offers.push_back({ChargeUnit{id, foe.unit, MeasuredPose{end, unit.stands.front().at.error}, {}}, std::move(same), {}});
    }
    for (const Terrain& terrain : state.terrain) {
      if (terrain.cover < Cover::Buildings) continue;
      MoveUnit enter;
      enter.unit = id;
      enter.in = terrain.id;
      add(state, viewer, offers, enter);
    }
  }
  if (state.phase == Phase::Orders && mine) command_offers(state, viewer, id, unit, offers);
  if (state.phase == Phase::Shooting && mine) {
    Looks looks;
    for (const Foe& foe : foes) {
      const Shoot shot{id, foe.unit, {}, {}, {}, {}};
      offers.push_back({shot, judge_shoot(state, viewer, shot, &looks), {"dice"}});
    }
  }
  if (!chargers_of(state, id).empty() && (state.phase == Phase::Initiative || state.phase == Phase::Orders)) {
    const MovePlan away = wanted_evade(state, {id, {}, {}});
    add(state, viewer, offers, EvadeCharge{id, {}, away.stands});
    add(state, viewer, offers, EvadeCharge{id, {}, {}}, {"poses"});
    add(state, viewer, offers, CounterCharge{id});
  }
  for (const Contact& contact : unit.contacts)
    if (unit.profile.can_closing_shot && state.units.at(contact.foe).turn.charged)
      add(state, viewer, offers, ClosingShot{id, contact.foe}, {"dice"});
  const auto among = [&](const std::vector<UnitId>& units) { return std::find(units.begin(), units.end(), id) != units.end(); };
  for (const auto& [other, mover] : state.units)
    if (mover.in_play() && (among(mover.turn.crossed) || among(mover.turn.maybe_crossed)))
      add(state, viewer, offers, TraversingShot{id, other}, {"dice"});
  if (state.phase == Phase::HandToHand && in_combat(unit)) add(state, viewer, offers, FightCombat{id}, {"dice"});
  if (state.phase == Phase::HandToHand)
    for (const auto& [general, who] : state.generals)
      if (who.side == unit.side && who.on_table) add(state, viewer, offers, JoinUnit{general, id});
  if (state.may_follow.contains(id)) add(state, viewer, offers, FollowUp{id});
}

void general_offers(const State& state, Viewer viewer, const UnitId& id, const General& general, Offers& offers) {
  if (state.phase == Phase::Deployment) {
    PlaceBases place;
    place.unit = id;
    place.poses = {{general.stand.base, general.stand.at}};
    add(state, viewer, offers, place, {"poses"});
    return;
  }
  if (!general.on_table || state.phase != Phase::Orders) return;
  if (!general.division.empty()) add(state, viewer, offers, GiveOrder{id, {}, general.division}, {"dice"});
  if (general.army_commander) {
    add(state, viewer, offers, hail_caesar::GeneralAdvance{id}, {"dice"});
    if (state.last_test) add(state, viewer, offers, Reroll{id}, {"dice"});
  }
  add(state, viewer, offers, MoveGeneral{id, general.stand.at}, {"poses"});
}

void wait_offers(const State& state, Viewer viewer, const Wait& wait, Offers& offers) {
  for (const Option& option : wait.options) {
    AnswerWait answer;
    answer.wait = wait.id;
    answer.answer.choices = {option.key};
    add(state, viewer, offers, answer);
  }
  if (wait.chance) {
    // Dice are brought from outside: the offer shows how many; it is whole once they are typed.
    AnswerWait answer;
    answer.wait = wait.id;
    answer.answer.values.assign(static_cast<std::size_t>(wait.chance->count), wait.chance->lowest);
    add(state, viewer, offers, answer, {"dice"});
  }
}

}  // namespace

Offers Rules::offers(const State& state, Viewer viewer, const About& about) {
  Offers offers;
  std::visit(Overloaded{[&](const AboutNothing&) {
                          if (state.phase != Phase::Ended) add(state, viewer, offers, EndPhase{});
                        },
                        [&](const AboutAll&) {
                          for (const Wait& wait : state.agenda.open_waits()) wait_offers(state, viewer, wait, offers);
                          for (const OwedPlacement& owed : state.agenda.owed)
                            add(state, viewer, offers, PlaceBases{owed.id, owed.unit, {}});
                          if (state.phase != Phase::Ended) add(state, viewer, offers, EndPhase{});
                          for (const auto& [id, unit] : state.units)
                            if (viewer == Viewer::Umpire || viewer == Viewer::Both || viewer == viewer_of(unit.side))
                              unit_offers(state, viewer, id, offers);
                          for (const auto& [id, general] : state.generals)
                            if (viewer == Viewer::Umpire || viewer == Viewer::Both || viewer == viewer_of(general.side))
                              general_offers(state, viewer, id, general, offers);
                        },
                        [&](const UnitId& id) {
                          if (state.units.contains(id)) unit_offers(state, viewer, id, offers);
                          if (const auto general = state.generals.find(id); general != state.generals.end())
                            general_offers(state, viewer, id, general->second, offers);
                        },
                        [&](const WaitId& id) {
                          for (const Wait& wait : state.agenda.open_waits())
                            if (wait.id == id) wait_offers(state, viewer, wait, offers);
                        }},
             about);
  return offers;
}

}  // namespace polemarch::hail_caesar
