/// Marches, approaches, coming on and what they push before them (HM-MARCH, HM-APPR, HM-MAN, HM-PROX, HM-PEN).
#include <algorithm>

#include "engine/rulesets/hoplomachia/play/fight.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/entering.hpp"
#include "engine/rulesets/hoplomachia/topics/forming.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/proximity.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"

namespace polemarch::hoplomachia {

namespace {

/// Of what moves of it, from enemy core units that do not rout.
std::optional<Length> from_enemy_core(const State& state, const UnitId& id) {
  const Taxis body = body_of(state, id);
  std::optional<Length> least;
  for (const auto& [other, enemy] : state.units) {
    if (enemy.side == body.side || !enemy.core || enemy.hidden || sound_lochoi(enemy).empty() || !body.on_table()) continue;
    const Length gap = gap_between(body, enemy).value;
    if (!least || gap < *least) least = gap;
  }
  return least;
}

/// HM-EVT-10: further from the nearest enemy core unit by its own move.
void note_moved_away(Unfold& u, const UnitId& id, std::optional<Length> before) {
  const auto after = from_enemy_core(u.state(), id);
  if (!before || !after || *after <= *before + 1_mm) return;
  TurnFlags flags = taxis_at(u.state(), id).turn;
  if (flags.moved_away) return;
  flags.moved_away = true;
  u.emit(TurnFlagged{id, std::move(flags)});
}

/// Enemy belos troops fall straight back before hoplites (HM-PROX-04 to 08).
void push_back_belos(Unfold& u, const UnitId& hoplites, const Taxis& before) {
  // One after the other, each clear of those that have fallen back already.
  std::set<UnitId> done;
  for (;;) {
    const std::vector<DrivenBack> driven = falling_back(u.state(), hoplites, before);
    const auto next = std::find_if(driven.begin(), driven.end(), [&](const DrivenBack& one) { return !done.contains(one.unit); });
    if (next == driven.end()) return;
    const DrivenBack& back = *next;
    done.insert(back.unit);
    if (back.blocked) {
      rout_unit(u, back.unit, hoplites, "HM-PROX-08");
      continue;
    }
    move_stands(u, back.unit, back.poses, {}, {}, "falls back before " + hoplites.text, "HM-PROX-04");
    for (const Passage& passage : back.passages) {
      if (passage.disarrays_other) disarray(u, passage.unit, back.unit.text + " passes through", passage.rule);
      if (passage.disarrays_mover) disarray(u, back.unit, "passes through " + passage.unit.text, passage.rule);
    }
  }
}

}  // namespace

namespace {

/// HM-HAM-05.
void outpace_hamippoi(Unfold& u, const UnitId& id) {
  const Taxis& unit = taxis_at(u.state(), id);
  const auto pace = hamippoi_pace(u.state(), unit);
  if (!pace || unit.turn.moved <= *pace + u.state().tolerance) return;
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i) lose_hamippoi(u, {id, static_cast<int>(i)}, "outpaces them", "HM-HAM-05");
}

/// Lochoi all of whose stands are beyond the table's edge have left the board (HM-PLAN-07, HM-OTYP-25).
void leave_board(Unfold& u, const UnitId& id) {
  const State& state = u.state();
  const Taxis& unit = taxis_at(state, id);
  LochoiLeft gone{id, {}, false, "leaves the board"};
  engine::OwedPlacement owed{.unit = id, .removed = true, .who = viewer_of(unit.side), .rule = "HM-PLAN-07"};
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
    if (!unit.lochoi[i].sound()) continue;
    bool off = true;
    for (const Stand& stand : unit.lochoi[i].stands) {
      const Point at = stand.at.pose.centre();
      const bool inside = at.x >= Length{} && at.y >= Length{} && at.x <= state.width && at.y <= state.depth;
      off = off && (stand.lost || !inside);
    }
    if (!off) continue;
    const Length y = front_of(unit.lochoi[i])->at.pose.y;
    gone.by_enemy_edge = unit.side == Side::A ? y > state.depth : y < Length{};
    gone.lochoi.push_back(static_cast<int>(i));
    for (const Stand& stand : unit.lochoi[i].stands)
      if (!stand.lost) owed.bases.push_back(stand.base);
  }
  if (gone.lochoi.empty()) return;
  for (const int at : gone.lochoi) keep_lochos(u, {id, at}, [&](LochosFought& kept) { kept.fight.left_in = u.state().at.turn; });
  u.emit(std::move(gone));
  u.owe(std::move(owed));
}

}  // namespace

namespace {

/// Who had strayed stands in line with its unit again (HM-AMB-28).
void come_back(Unfold& u, const UnitId& id) {
  const Taxis body = body_of(u.state(), id);
  if (!body.on_table() || !in_line(body)) return;
  for (std::size_t i = 0; i < body.lochoi.size(); ++i)
    if (body.lochoi[i].sound())
      keep_lochos(u, {id, static_cast<int>(i)}, [](LochosFought& kept) {
        kept.fight.apart_in.reset();
        kept.fight.chased_in.reset();
      });
}

}  // namespace

void carry_out(Unfold& u, const MoveUnit& c) {
  const Course course = course_of(u.state(), c);
  const bool measured = c.legs.empty();
  const Taxis before = taxis_at(u.state(), c.unit);
  const bool approach = before.mode == Mode::Approach && before.order.type == OrderType::BeginApproach && course.ahead.um > 0;
  std::vector<UnitId> moving;
  std::vector<Taxis> started;
  for (const auto& [id, poses] : course.poses) {
    moving.push_back(id);
    started.push_back(taxis_at(u.state(), id));
  }
  for (const UnitId& id : moving) {
    const auto distance = from_enemy_core(u.state(), id);
    if (course.arrangement != taxis_at(u.state(), id).arrangement) u.emit(Rearranged{id, course.arrangement, "HM-ARR-07"});
    const char* rule = approach ? "HM-APPR-01" : "HM-MARCH-01";
    const auto crossed = course.crossed.find(id);
    move_stands(u, id, course.poses.at(id), course.cost, crossed == course.crossed.end() ? std::set<std::string>{} : crossed->second,
                course.how, rule, measured && id == c.unit);
    note_moved_away(u, id, distance);
    if (approach) u.emit(ModeChanged{id, Mode::Approach, taxis_at(u.state(), id).approach_moves + 1});
  }
  if (course.disarrays)
    for (const UnitId& id : moving) disarray(u, id, course.disarray_why, course.disarray_rule);
  for (const auto& [id, why] : course.upset) disarray(u, id, why, "HM-DIS-07");
  for (const Passage& passage : course.passages) {
    if (passage.disarrays_mover) disarray(u, passage.by, "passes through " + passage.unit.text, passage.rule);
    if (passage.disarrays_other) disarray(u, passage.unit, passage.by.text + " passes through", passage.rule);
  }
  for (const UnitId& id : moving) {
    outpace_hamippoi(u, id);
    leave_board(u, id);
    come_back(u, id);
  }
  for (std::size_t i = 0; i < moving.size(); ++i) push_back_belos(u, moving[i], started[i]);
  for (const UnitId& id : moving)
    if (id != c.unit) acted(u, id, "goes with " + c.unit.text);
  acted(u, c.unit, course.how.empty() ? "moves" : "");  // where it went is told with its stands
}

void move_over_ground(Unfold& u, const UnitId& id, std::vector<engine::PlacedBase> poses, Length moved, std::string how, std::string rule) {
  const Taxis& unit = taxis_at(u.state(), id);
  const UnitCard& card = card_of(u.state(), unit);
  std::set<std::string> crossed = unit.turn.crossed;
  crossed.merge(crossed_between(u.state(), places_of(unit), poses, unit));
  const int points = disarray_sum(u.state(), crossed);
  move_stands(u, id, std::move(poses), moved, std::move(crossed), std::move(how), std::move(rule));
  if (card.disarray_qualifier && points > *card.disarray_qualifier)
    disarray(u, id, "terrain " + std::to_string(points) + " against " + std::to_string(*card.disarray_qualifier), "HM-DIS-07");
}

void carry_out(Unfold& u, const Arrange& c) {
  if (c.read) {  // how it stands was misread
    u.emit(Rearranged{c.unit, c.to, "HM-ARR-14", true});
    return;
  }
  const auto poses = in_files(u.state(), c.unit, body_of(u.state(), c.unit), c.to);
  u.emit(Rearranged{c.unit, c.to, "HM-AMB-115"});
  move_over_ground(u, c.unit, poses, 1_in, {}, "HM-ARR-07");  // HM-ARR-08
}

void carry_out(Unfold& u, const Enter& c) {
  const Entry entry = entry_of(u.state(), c);
  const bool lands = entry.lands;
  std::vector<int> lochoi;
  for (const int at : entry.lochoi) lochoi.push_back(at);
  if (entry.arrangement != taxis_at(u.state(), c.unit).arrangement) u.emit(Rearranged{c.unit, entry.arrangement, "HM-GEN-16"});
  u.emit(CameOn{c.unit, lochoi});
  move_stands(u, c.unit, entry.poses, entry.cost, {}, lands ? "lands" : "", lands ? "HM-BATT-G4" : "HM-GEN-16");
  if (const auto& invader = u.state().battle.invader;
      u.state().battle.type == BattleType::D && invader && *invader != taxis_at(u.state(), c.unit).side)
    u.emit(GateUsed{other(*invader)});
  if (lands) disarray(u, c.unit, "lands on the beach", "HM-BATT-G4", lochoi);
  if (taxis_at(u.state(), c.unit).order.source == OrderSource::None)
    u.emit(OrderTaken{c.unit, {OrderType::March, OrderSource::Salpinx, u.state().at.turn, false}, Mode::March});
  acted(u, c.unit, "");
}

}  // namespace polemarch::hoplomachia
