#include "engine/rulesets/hoplomachia/topics/movement.hpp"

#include <algorithm>
#include <cstdlib>

#include "engine/geometry/compare.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hoplomachia/topics/able.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/closing.hpp"
#include "engine/rulesets/hoplomachia/topics/forming.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/proximity.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"

namespace polemarch::hoplomachia {

using engine::allow;
using engine::refuse;
using geometry::operator-;

namespace {

constexpr Length kLeast = 1_in;  // HM-MARCH-02

constexpr Length kLevel = 0.25_in;  ///< what lines that are level may differ by

double front_along(const Taxis& unit, Vec2 ahead) {
  double front = -1e18;
  for (const geometry::Shape& shape : shapes_of(unit))
    for (const Vec2 corner : shape.corners) front = std::max(front, geometry::dot(corner, ahead));
  return front;
}

/// The senior taxis that a core taxis may come up to when the army is halted: from where it marched, or on from where it came last turn
/// (HM-OTYP-09); nothing for all others.
std::optional<Taxis> senior_to_join(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  const bool halted =
      unit.core && unit.mode == Mode::Halt && unit.order.type == OrderType::Halt && unit.order.source == OrderSource::Salpinx;
  const auto at = state.units.find(state.armies[unit.side].senior);
  if (!halted || at == state.units.end() || at->first == id) return std::nullopt;
  if (unit.order.turn != state.at.turn && !unit.moved_last_turn) return std::nullopt;
  Taxis senior = body_of(state, at->first);
  const Taxis body = body_of(state, id);
  const Vec2 ahead = geometry::unit_vector(heading_of(senior));
  if (!senior.on_table() || senior.mode != Mode::Halt || geometry::dot(geometry::unit_vector(heading_of(body)), ahead) < 0.7)
    return std::nullopt;
  if (front_along(senior, ahead) - front_along(body, ahead) <= kLevel.mm()) return std::nullopt;
  return senior;
}

bool has_hamippoi(const Taxis& unit) {
  return std::any_of(unit.lochoi.begin(), unit.lochoi.end(), [](const Lochos& l) { return l.on_table() && l.hamippoi; });
}

}  // namespace

std::optional<Length> allowance(const State& state, const Taxis& unit, Arrangement arrangement) {
  const UnitCard& card = card_of(state, unit);
  if (unit.disarrayed()) arrangement = card.movement(Arrangement::OF) ? Arrangement::OF : Arrangement::NF;  // HM-DIS-14
  return card.movement(arrangement);
}

std::optional<Length> hamippoi_pace(const State& state, const Taxis& unit) {
  if (!has_hamippoi(unit)) return std::nullopt;
  return state.options.hamippoi_six ? 6_in : 7_in;
}

Length left_of(const State& state, const Taxis& unit, Arrangement arrangement) {
  Length most = allowance(state, unit, arrangement).value_or(Length{});
  if (const auto pace = hamippoi_pace(state, unit)) most = std::min(most, *pace);  // HM-HAM-04
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
    if (card.rhomboid && unit.arrangement == Arrangement::OF) return {true, {}, "HM-MAN-11"};  // HM-AMB-123
    return {false, {}, unit.arrangement == Arrangement::OF ? "HM-MAN-12" : "HM-MAN-14"};
  }
  if (unit.arrangement == Arrangement::OF) return {true, kTurnCost, right_angle ? "HM-MAN-04" : "HM-MAN-05"};
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

Length home_distance(const State& state, Side side, const Taxis& unit) {
  const Point at = centre_of(unit);
  return side == Side::A ? at.y : state.depth - at.y;
}

/// Who withdraws, means to get off the board, or forces the pass may leave it (HM-OTYP-25, HM-PLAN-07, HM-BATT-B5).
bool may_leave(const State& state, const Taxis& unit) {
  return unit.order.type == OrderType::Withdrawal || state.armies[unit.side].plan == Plan::ExitBoard ||
         (state.battle.type == BattleType::B && state.battle.invader == unit.side);
}

engine::Verdict refused(engine::Reason reason) { return {engine::Ruling::Refused, engine::Refusal::ByRule, {std::move(reason)}}; }

}  // namespace

bool shot_its_move_away(const Taxis& unit) { return unit.fight.shot && unit.troop != TroopClass::Hippotoxotes; }
std::string rule_of_shooters(const Taxis& unit) {
  const bool throwers = unit.troop == TroopClass::Peltaste || unit.troop == TroopClass::Psiloi || is_mounted(unit.troop);
  return throwers ? "HM-BEL-17" : "HM-BEL-15";
}

Length pace_of_phalanx(const State& state, const UnitId& id) {
  std::optional<Length> slowest;
  for (const UnitId& with : phalanx_of(state, id)) {
    const auto most = allowance(state, body_of(state, with), Arrangement::CF);
    if (most && (!slowest || *most < *slowest)) slowest = most;
  }
  return slowest.value_or(Length{});
}

std::vector<Leg> turn_home(const State& state, const UnitId& id) {
  const Taxis body = body_of(state, id);
  if (body.side == Side::A ? heading_of(body).mdeg > 180000 : heading_of(body).mdeg < 180000) return {};
  std::vector<Leg> first;
  if (body.arrangement == Arrangement::CF && !body.disarrayed() && card_of(state, body).mov_of && !is_mounted(body.troop))
    first.push_back({.arrange = Arrangement::OF});
  first.push_back({.turn = 180_deg});
  return first;
}

engine::Verdict may_move(const State& state, const MoveUnit& move) { return may_move(state, move, course_of(state, move)); }

namespace {

engine::Verdict may_go(const State& state, const MoveUnit& move, const Course& course);

/// The longest straight advance after these parts that is allowed, whether it hurries enough or not.
std::optional<MoveUnit> longest_ahead(const State& state, MoveUnit move) {
  const Taxis unit = body_of(state, move.unit);
  const std::vector<Leg> first = std::move(move.legs);
  Arrangement arrangement = unit.arrangement;
  Length spent;
  for (const Leg& leg : first)
    if (leg.arrange)
      arrangement = *leg.arrange, spent += 1_in;
    else if (leg.turn)
      spent += turn_rule(state, unit, *leg.turn).cost;
  const Length left = left_of(state, unit, arrangement);
  const std::int64_t quarters = (left.um - spent.um) / 6350;
  const auto move_of = [&](std::int64_t n) {
    MoveUnit longer{move.unit, first, {}, move.with};
    if (n > 0) longer.legs.push_back({.ahead = Length{n * 6350}});
    return longer;
  };
  const auto allowed = [&](std::int64_t n) {
    const MoveUnit longer = move_of(n);
    return may_go(state, longer, course_of(state, longer)).allowed();
  };
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

bool withdraws(const Taxis& unit) { return unit.order.type == OrderType::Withdrawal && unit.core && unit.mode == Mode::March; }

/// How much nearer to its own edge a unit that withdraws can get, as it stands or turned about (HM-OTYP-25).
Length furthest_home(const State& state, const UnitId& id, const std::vector<UnitId>& with) {
  const Taxis body = body_of(state, id);
  const auto move = longest_ahead(state, {id, turn_home(state, id), {}, with});
  if (!move) return {};
  const Taxis there = standing(body, course_of(state, *move).poses.at(id));
  return std::max(Length{}, home_distance(state, body.side, body) - home_distance(state, body.side, there));
}

}  // namespace

engine::Verdict may_move(const State& state, const MoveUnit& move, const Course& course) {
  engine::Verdict verdict = may_go(state, move, course);
  const Taxis& unit = taxis_at(state, move.unit);
  if (!verdict.allowed() || !withdraws(unit)) return verdict;
  const Length most = furthest_home(state, move.unit, move.with);
  const Taxis body = body_of(state, move.unit);
  const Length left = home_distance(state, unit.side, standing(body, course.poses.at(move.unit)));
  const Length gained = home_distance(state, unit.side, body) - left;
  if (left.um > 0 && gained + 0.25_in + state.tolerance < most)
    return refuse("HM-OTYP-25", move.unit.text + " withdraws as fast as it can", gained.inches(), most.inches(), "in");
  return verdict;
}

namespace {

engine::Verdict may_go(const State& state, const MoveUnit& move, const Course& course) {
  const Taxis unit = body_of(state, move.unit);
  if (at_breakfast(state, unit.side)) return refuse("HM-PAR-05", "the army had its breakfast: it does not move in turn 1");
  const std::optional<Taxis> senior = senior_to_join(state, move.unit);
  if ((unit.mode == Mode::Halt && !senior) || unit.order.source == OrderSource::None)
    return refuse("HM-ORD-16", move.unit.text + " has no order to move");
  if (in_melee(taxis_at(state, move.unit)))
    return refuse("HM-ORD-05", move.unit.text + " is in melee: only a free lochos of it may wheel in");
  if (shot_its_move_away(unit)) return refuse(rule_of_shooters(unit), move.unit.text + " shot in this turn");
  if (unit.fight.charging || unit.fight.belos_charged) return refuse("HM-AMB-95", move.unit.text + " has made its move in this turn");
  for (const UnitId& id : move.with) {
    if (!state.units.contains(id) || taxis_at(state, id).side != unit.side || !taxis_at(state, id).on_table())
      return engine::impossible(id.text + " cannot go with it");
    if (state.at.acted.contains(id) || in_melee(taxis_at(state, id))) return refuse("HM-MAN-16", id.text + " cannot go with it any more");
    const Taxis& other = taxis_at(state, id);
    if (other.arrangement != unit.arrangement) return refuse("HM-MAN-16", id.text + " is in another arrangement");
    if (!able_to_march(state, id) || other.mode != unit.mode || other.order.type != unit.order.type)
      return refuse("HM-MAN-16", id.text + " is under another order, or does not move any more");
  }
  if (!course.against.empty()) return refused(course.against.front());
  const auto most = allowance(state, unit, course.arrangement);
  if (!most) return refuse("HM-MOVE-01", "its card has no move in " + std::string(name_of(course.arrangement)));
  const Length total = unit.turn.moved + course.cost;
  const Length slack = move.legs.empty() ? state.tolerance : 1_um * 1000;
  if (geometry::allowance({total, course.cost_sd}, *most, slack) == engine::Ruling::Refused)
    return refuse("HM-MOVE-01", "moves too far", total.inches(), most->inches(), "in", sd_in_inches(course));
  for (const UnitId& id : move.with) {
    const Taxis other = body_of(state, id);
    const Length theirs = allowance(state, other, course.arrangement).value_or(Length{}), moved = other.turn.moved + course.cost;
    if (geometry::allowance({moved, course.cost_sd}, theirs, slack) == engine::Ruling::Refused)
      return refuse("HM-MOVE-01", id.text + " moves too far", moved.inches(), theirs.inches(), "in", sd_in_inches(course));
  }

  const bool leaves = may_leave(state, unit);
  for (const auto& [id, poses] : course.poses)
    for (const engine::PlacedBase& placed : poses) {
      const Point at = placed.at.pose.centre();
      const bool off = at.x < Length{} || at.y < Length{} || at.x > state.width || at.y > state.depth;
      if (off && !leaves) return refuse("HM-MOVE-01", placed.base.text + " would leave the table");
    }
  if (unit.order.type == OrderType::Withdrawal && !unit.baggage) {
    const Taxis after = standing(unit, course.poses.at(move.unit));
    if (!is_lights(unit) && home_distance(state, unit.side, after) > home_distance(state, unit.side, unit) + 1_mm)
      return refuse("HM-OTYP-25", move.unit.text + " withdraws, only towards its own edge");
  }
  if (senior) {
    if (!move.with.empty()) return refuse("HM-OTYP-09", "halted taxeis come level each by itself");
    const Vec2 ahead = geometry::unit_vector(heading_of(*senior));
    const Length room = Length::from_mm(front_along(*senior, ahead) - front_along(unit, ahead));
    const Length gone = Length::from_mm(front_along(standing(unit, course.poses.at(move.unit)), ahead) - front_along(unit, ahead));
    if (gone > room + state.tolerance)
      return refuse("HM-OTYP-09", move.unit.text + " comes level with the senior taxis and no further", gone.inches(), room.inches(), "in");
  }
  std::vector<engine::Reason> reasons;
  std::optional<engine::Verdict> doubt;
  keep_off(state, move, course, reasons, doubt);
  for (const UnitId& id : move.with) keep_off(state, {id, move.legs, {}, {}}, course, reasons, doubt);
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
      !course.lines_up && !move.legs.empty())
    return refuse("HM-MARCH-02", "a march is at least an inch forward", course.ahead.inches(), kLeast.inches(), "in");
  return allow();
}

}  // namespace

std::optional<MoveUnit> furthest_ahead(const State& state, const UnitId& id, std::vector<Leg> first) {
  auto move = longest_ahead(state, {id, std::move(first), {}, {}});
  if (move && withdraws(taxis_at(state, id)) && !may_move(state, *move).allowed()) return std::nullopt;
  return move;
}

engine::Verdict may_stand(const State& state, const UnitId& id) {
  const Taxis unit = body_of(state, id);
  if (state.at.phase != Phase::Marches || unit.order.source == OrderSource::None || is_lights(unit)) return allow();
  if (in_melee(taxis_at(state, id))) return allow();  // orders do not touch it (HM-ORD-05)
  if (withdraws(unit))                                // whatever of it is possible has to be done
    return furthest_home(state, id, {}).um > 0 ? refuse("HM-OTYP-25", id.text + " withdraws at once and as fast as it can") : allow();
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
  const Taxis unit = body_of(state, id);
  if (!card_of(state, unit).movement(to)) return refuse("HM-ARR-01", "its card has no move in " + std::string(name_of(to)));
  if (read) return allow();
  if (acting_lochoi(state, id).empty()) return refuse("HM-MOVE-03", "nothing of " + id.text + " is free to");
  if (unit.disarrayed()) return refuse("HM-AMB-124", id.text + " is disarrayed: first recover");
  if (in_melee(unit)) return refuse("HM-ARR-06", id.text + " is in melee");
  const bool for_a_charge = state.at.phase == Phase::Epidromos && unit.order.type == OrderType::Charge && state.at.acted.empty();
  if (!for_a_charge) return refuse("HM-ARR-06", "an arrangement changes as the first part of a move, or before the first charge");
  if (unit.turn.rearranged) return refuse("HM-ARR-06", id.text + " has changed it in this turn");
  return allow();
}

bool able_to_march(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  if (unit.baggage && unit.order.source == OrderSource::None) return false;
  if (unit.fight.charging || unit.fight.belos_charged || unit.turn.recovered) return false;
  if (at_breakfast(state, unit.side)) return false;
  if (shot_its_move_away(unit)) return false;
  if (acting_lochoi(state, id).empty()) return false;
  if (in_melee(unit)) return may_wheel_in_anywhere(state, id);  // HM-FLK-06
  return unit.mode == Mode::March || unit.mode == Mode::Approach || unit.mode == Mode::Charge || senior_to_join(state, id).has_value();
}

}  // namespace polemarch::hoplomachia
