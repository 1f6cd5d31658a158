/// What a line of the Melee Resolution chart does to the loser and the winner (HM-RES, HM-DEAD, HM-MULT).
#include <algorithm>

#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hoplomachia/play/fight.hpp"
#include "engine/rulesets/hoplomachia/topics/checks.hpp"
#include "engine/rulesets/hoplomachia/topics/closing.hpp"
#include "engine/rulesets/hoplomachia/topics/melee.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"

namespace polemarch::hoplomachia {

namespace geo = geometry;

namespace {

std::vector<engine::PlacedBase> pushed(const Lochos& lochos, Angle course, Length by) {
  std::vector<engine::PlacedBase> out;
  for (const Stand& stand : lochos.stands)
    if (!stand.lost) out.push_back({stand.base, {shifted(stand.at.pose, course, by), stand.at.error}});
  return out;
}
Shapes shapes_at(const Lochos& lochos, const std::vector<engine::PlacedBase>& poses) {
  Shapes out;
  for (const Stand& stand : lochos.stands)
    for (const engine::PlacedBase& placed : poses)
      if (placed.base == stand.base) out.push_back(geo::placed(stand.footprint, placed.at));
  return out;
}

/// Impassable ground, a cliff or the table's edge (HM-AMB-27).
bool is_lost_there(const State& state, const Shapes& shapes) {
  for (const geo::Shape& shape : shapes) {
    for (const Vec2 corner : shape.corners)
      if (corner.x < -0.5 || corner.y < -0.5 || corner.x > state.width.mm() + 0.5 || corner.y > state.depth.mm() + 0.5) return true;
    for (const Terrain& piece : state.terrain)
      for (const TerrainKind& kind : state.charts.terrain)
        if (kind.kind == piece.kind && (kind.impassable || kind.cliff) &&
            geo::share_inside(shape, geo::outline_in_mm(piece.outline)) > 0.01)
          return true;
  }
  return false;
}

/// An enemy behind it leaves no room either (HM-PEN-01): deeper in him than it stands now.
bool is_on_an_enemy(const State& state, const LochosRef& ref, const LochosRef& winner, const Shapes& there) {
  const Side side = taxis_at(state, ref.unit).side;
  const Shapes now = shapes_of(lochos_at(state, ref));
  for (const auto& [id, unit] : state.units) {
    if (unit.side == side || unit.hidden) continue;
    for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
      if (!unit.lochoi[i].sound() || LochosRef{id, static_cast<int>(i)} == winner) continue;
      const Shapes theirs = shapes_of(unit.lochoi[i]);
      if (theirs.empty()) continue;
      const Length then = geo::gap_between(there, theirs).signed_gap.value;
      if (then < -1_mm && then < geo::gap_between(now, theirs).signed_gap.value) return true;
    }
  }
  return false;
}

/// Where the winner comes to stand: straight on; a stand that would lie on somebody there goes into the file that the loser has left.
std::vector<engine::PlacedBase> following(const State& state, const LochosRef& winner, const LochosRef& loser, Angle course, Length by) {
  const Lochos& lochos = lochos_at(state, winner);
  std::vector<engine::PlacedBase> out = pushed(lochos, course, by);
  const Stand *front = front_of(lochos), *before = front_of(lochos_at(state, loser));
  if (front == nullptr || before == nullptr) return out;
  const geo::Shape ahead = geo::placed(before->footprint, before->at);
  if (geo::dot(ahead.ahead, geo::unit_vector(course)) > -0.9) return out;  // struck elsewhere than in front
  const std::vector<engine::PlacedBase> file = column_at(lochos, squared_up(front->footprint, ahead, Strikes::Front));
  Shapes others;
  for (const auto& [id, unit] : state.units) {
    if (unit.hidden || !unit.on_table()) continue;
    for (std::size_t i = 0; i < unit.lochoi.size(); ++i)
      if (unit.lochoi[i].sound() && LochosRef{id, static_cast<int>(i)} != winner) add_shapes(unit.lochoi[i], others);
  }
  const auto deep = [&](const Stand& stand, const MeasuredPose& at) {
    const Shapes own{geo::placed(stand.footprint, at)};
    return others.empty() ? Length{} : std::min(Length{}, geo::gap_between(own, others).signed_gap.value);
  };
  for (std::size_t i = 0; i < out.size() && i < file.size(); ++i)
    for (const Stand& stand : lochos.stands)
      if (stand.base == out[i].base && deep(stand, out[i].at) < deep(stand, stand.at) - 1_mm &&
          deep(stand, file[i].at) > deep(stand, out[i].at))
        out[i] = file[i];
  return out;
}

/// Friends the pushed lochos would stand on, pushed back too; disciplined ones are disarrayed, and who has no room is slaughtered
/// (HM-AMB-27). At most a few ranks deep.
void push_friends(Unfold& u, const LochosRef& ref, const LochosRef& winner, const Shapes& there, Angle course, int depth) {
  if (depth > 4) return;
  const Side side = taxis_at(u.state(), ref.unit).side;
  std::vector<LochosRef> behind;
  for (const auto& [id, unit] : u.state().units) {
    if (unit.side != side) continue;
    for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
      const LochosRef other{id, static_cast<int>(i)};
      if (other == ref || !unit.lochoi[i].sound()) continue;
      const Shapes theirs = shapes_of(unit.lochoi[i]);
      if (!theirs.empty() && geo::gap_between(there, theirs).signed_gap.value < Length{-1000}) behind.push_back(other);
    }
  }
  for (const LochosRef& friendly : behind) {
    const Lochos& lochos = lochos_at(u.state(), friendly);
    const Stand* front = front_of(lochos);
    if (front == nullptr) continue;
    std::vector<engine::PlacedBase> poses = pushed(lochos, course, front->footprint.depth);
    const Shapes shapes = shapes_at(lochos, poses);
    if (is_lost_there(u.state(), shapes) || is_on_an_enemy(u.state(), friendly, winner, shapes)) {
      slaughter(u, friendly, winner, "HM-AMB-27");
      continue;
    }
    push_friends(u, friendly, winner, shapes, course, depth + 1);
    move_stands(u, friendly.unit, std::move(poses), {}, {}, "is pushed back with the line", "HM-AMB-27");
    disarray(u, friendly.unit, "pushed back with the line", "HM-AMB-27");
  }
}

/// True when it was slaughtered against what lies behind it.
bool push_back(Unfold& u, const LochosRef& winner, const LochosRef& loser) {
  const Lochos& pushed_one = lochos_at(u.state(), loser);
  const Lochos& follower = lochos_at(u.state(), winner);
  const Stand* front = front_of(pushed_one);
  const Stand* behind = front_of(follower);
  if (front == nullptr || behind == nullptr) return false;
  const Length by = front->footprint.depth;  // one stand depth (HM-RES-06)
  const Angle course = behind->at.pose.heading;
  std::vector<engine::PlacedBase> back = pushed(pushed_one, course, by);
  const Shapes there = shapes_at(pushed_one, back);
  if (is_lost_there(u.state(), there) || is_on_an_enemy(u.state(), loser, winner, there)) {
    slaughter(u, loser, winner, "HM-AMB-27");
    return true;
  }
  push_friends(u, loser, winner, there, course, 0);
  move_stands(u, loser.unit, std::move(back), {}, {}, "is pushed back", "HM-RES-06");
  move_stands(u, winner.unit, following(u.state(), winner, loser, course, by), {}, {}, "follows up", "HM-RES-06");
  keep_lochos(u, loser, [](LochosFought& kept) {
    kept.fight.ground_given += 1;
    kept.fight.pushed_back = true;
  });
  for (const LochosRef& moved : {loser, winner}) drop_lost_contacts(u, moved);
  return false;
}

/// The winner of a slaughter goes on into the next enemy its taxis fights (HM-RES-15, HM-AMB-81).
void advance_after(Unfold& u, const LochosRef& winner) {
  const State& state = u.state();
  const Lochos& lochos = lochos_at(state, winner);
  if (!lochos.sound() || !lochos.fight.contacts.empty()) return;
  std::vector<std::pair<Length, LochosRef>> foes;
  const Taxis& unit = taxis_at(state, winner.unit);
  for (const Lochos& comrade : unit.lochoi)
    for (const Contact& contact : comrade.fight.contacts) {
      if (!lochos_at(state, contact.foe).sound()) continue;
      foes.emplace_back(geo::gap_between(shapes_of(lochos), shapes_of(lochos_at(state, contact.foe))).distance().value, contact.foe);
    }
  std::sort(foes.begin(), foes.end());
  for (const auto& [gap, foe] : foes) {
    if (gap > 6_in) break;
    const auto side = free_side(state, winner, foe);
    if (!side) continue;
    const Length moved = geo::rounded(geo::length_of(geo::vec(side->first.centre()) - geo::vec(front_of(lochos)->at.pose.centre())));
    move_stands(u, winner.unit, column_at(lochos, side->first), moved, {}, "goes on into " + foe.unit.text, "HM-RES-15");
    make_contact(u, winner, foe, side->second, true, true);
    return;
  }
  if (!in_melee(taxis_at(u.state(), winner.unit))) u.open(GoOnAsked{winner});
}

}  // namespace

void resume(Unfold& u, const GoOnAsked& step, const Answers& answers) {
  const Taxis& unit = taxis_at(u.state(), step.lochos.unit);
  if (!unit.on_table() || in_melee(unit) || unit.mode == Mode::Rout) return;
  if (answers.empty())
    return u.ask(step, engine::ask_yes_no(unit.side, "HM-RES-16", step.lochos.unit.text + " has no enemy in front: charge on next turn?",
                                          "charge on", "halt the charge"));
  // It charges by the usual procedure in the next B3 (HM-AMB-81).
  const bool on = engine::said_yes(answers[0]);
  const OrderSource source = unit.order.source == OrderSource::None ? OrderSource::Salpinx : unit.order.source;
  const Order order{on ? OrderType::Charge : OrderType::Halt, source, u.state().at.turn, false};
  u.emit(OrderTaken{step.lochos.unit, order, on ? Mode::Charge : Mode::Halt});
}

void lay_dead(Unfold& u, const LochosRef& ref) {
  const Taxis& unit = taxis_at(u.state(), ref.unit);
  const Lochos& lochos = lochos_at(u.state(), ref);
  const UnitCard& card = card_of(u.state(), unit);
  // Lochoi and ilai; the card says which horse stand in ilai (HM-AMB-03).
  const bool mounted_or_peltast = unit.troop == TroopClass::Hippeis || unit.troop == TroopClass::Peltaste;
  const bool counts = unit.troop == TroopClass::Hoplite || (mounted_or_peltast && card.disciplined());
  if (counts) u.emit(DeadLaid{{centre_of(lochos), unit.side}, ref});
}

void slaughter(Unfold& u, const LochosRef& loser, const LochosRef& winner, std::string rule, bool goes_on) {
  if (!lochos_at(u.state(), loser).on_table()) return;
  lay_dead(u, loser);
  destroy(u, loser, winner.unit, "close combat", std::move(rule));
  if (goes_on) advance_after(u, winner);
}

void break_lochos(Unfold& u, const LochosRef& loser, const LochosRef& winner, bool pursue) {
  const Lochos& lochos = lochos_at(u.state(), loser);
  if (!lochos.sound()) return;
  if (directions_of(lochos) > 1) return slaughter(u, loser, winner, "HM-MULT-05");  // HM-AMB-47
  const Taxis& unit = taxis_at(u.state(), loser.unit);
  rout_lochos(u, loser, winner.unit, unit.core || unit.troop == TroopClass::Hoplite ? "HM-KAT-02" : "HM-KAT-03");
  if (!pursue || !lochos_at(u.state(), winner).sound()) return;
  disarray(u, winner.unit, "routed its enemy", "HM-DIS-03", {winner.at});
  // It chases in the next B1, alone (HM-RES-12, HM-AMB-28); who is still struck by another stays.
  if (lochos_at(u.state(), winner).fight.contacts.empty() && flight_of(u.state(), winner) == nullptr)
    begin_flight(u, Mode::Pursue, winner.unit, {winner.at}, loser.unit, {});
}

void apply_result(Unfold& u, const LochosRef& winner, const LochosRef& loser, MeleeResult line, bool both) {
  const Lochos& lochos = lochos_at(u.state(), loser);
  if (!lochos.sound()) return;
  if (lochos.fight.worst && *lochos.fight.worst >= line) return;  // HM-MULT-04
  const bool has_given_way = lochos.fight.worst && *lochos.fight.worst >= MeleeResult::PushedBack;
  keep_lochos(u, loser, [&](LochosFought& kept) { kept.fight.worst = line; });
  switch (line) {
    case MeleeResult::NoEffect:
    case MeleeResult::BothDisarrayed:
      return;
    case MeleeResult::PushedBack:
    case MeleeResult::BrokenInto: {
      if (has_given_way) return;  // one result in all: it has stepped back and checked for this turn (HM-MULT-04)
      if (push_back(u, winner, loser)) return;
      AndreiaCheck check{.unit = loser.unit, .lochos = loser.at, .line = AndreiaLine::Melee, .why = CheckFor::Melee};
      check.foes = foes_of_check(u.state(), loser.unit, loser.at, winner.unit);
      check.winner = winner;
      check.result = line;
      return u.open(std::move(check));
    }
    case MeleeResult::Broken:
      return break_lochos(u, loser, winner, !both);  // HM-AMB-37: both broken, no pursuit
    case MeleeResult::Slaughtered:
      return slaughter(u, loser, winner, "HM-RES-14", !both);
  }
}

}  // namespace polemarch::hoplomachia
