/// The offers door: what may be done, and what may not with the reasons.
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/show/offering.hpp"
#include "engine/rulesets/paean/topics/command.hpp"
#include "engine/rulesets/paean/topics/layout.hpp"
#include "engine/rulesets/paean/topics/stands.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {

/// Who stands in one line when the side is deployed, and how wide it is.
struct Rank {
  std::vector<UnitId> units;
  double width = 0;
};

double width_of(const State& state, const UnitId& id) {
  const double base = footprint_of(card_of(state, id)).frontage.mm();
  return state.leaders.contains(id) ? base : base * static_cast<double>((formation_at(state, id).bases.size() + 1) / 2);
}

/// Side by side, as many to a line as the table is wide for; formations before leaders.
std::vector<Rank> ranks_of(const State& state, Side side, double apart) {
  constexpr double kRim = 60;
  std::vector<Rank> ranks(1);
  const auto add = [&](const UnitId& id) {
    const double width = width_of(state, id);
    if (!ranks.back().units.empty() && ranks.back().width + apart + width > state.width.mm() - 2 * kRim) ranks.emplace_back();
    Rank& rank = ranks.back();
    rank.width += (rank.units.empty() ? 0 : apart) + width;
    rank.units.push_back(id);
  };
  for (const auto& [id, formation] : state.formations)
    if (formation.side == side) add(id);
  for (const auto& [id, leader] : state.leaders)
    if (leader.side == side) add(id);
  return ranks;
}

/// Where the unit may stand when it is deployed: in lines along its own edge whose middle is the table's, so that the armies face each
/// other; so far along it and back from there.
std::vector<PlacedBase> suggested_place(const State& state, const UnitId& unit, double along = 0, double back = 0) {
  const Side side = *side_of(state, unit);
  const double edge = state.width.mm(), apart = 30.0 * state.k;
  double line = 150.0 + 120.0 * state.k;
  for (const Rank& rank : ranks_of(state, side, apart)) {
    double taken = (edge - rank.width) / 2;
    for (const UnitId& id : rank.units) {
      const double width = width_of(state, id);
      if (id == unit) {
        const double x = taken + width / 2 + along, y = line - back;
        const Vec2 at{side == Side::A ? x : edge - x, side == Side::A ? y : state.depth.mm() - y};
        const Angle heading = side == Side::A ? 90_deg : 270_deg;
        if (state.leaders.contains(id))
          return {{leader_at(state, id).base, {{geometry::rounded(at.x), geometry::rounded(at.y), heading}, {}}}};
        const std::vector<BaseId>& bases = formation_at(state, id).bases;
        return in_rows(state, bases, at, heading, static_cast<int>((bases.size() + 1) / 2));
      }
      taken += width + apart;
    }
    line -= 60.0 * state.k + 30;
  }
  return {};
}

void offer_deployment(Offering& o, const UnitId& unit) {
  PlaceBases place;
  place.unit = unit;
  const std::vector<Stand> stands = stands_of(o.state, unit);
  for (const Stand& stand : stands) place.poses.push_back({stand.base, base_at(o.state, stand.base).at});
  if (!stands.empty()) return o.pattern(place, {fill_in(NeedKind::Pose, "poses")});
  place.poses = suggested_place(o.state, unit);
  o.add(place);
  if (o.offers.back().verdict.allowed()) return;
  const double step = 40.0 * o.state.k;  // somebody stands there: the nearest place beside it, then a line back, then a line forward
  for (const double back : {0.0, 2 * step, -2 * step, -4 * step})
    for (double far = step; far < o.state.width.mm(); far += step)
      for (const double along : {far, -far}) {
        place.poses = suggested_place(o.state, unit, along, back);
        Verdict verdict = Rules::judge(o.state, o.viewer, place);
        if (!verdict.allowed()) continue;
        o.offers.pop_back();
        return o.add_judged(place, std::move(verdict));
      }
}

void offer_leader(Offering& o, const UnitId& id) {
  const State& state = o.state;
  if (state.turn.phase == Phase::Deployment) return offer_deployment(o, id);
  const Leader* leader = find_leader(state, id);
  if (leader == nullptr || leader->side != state.turn.active) return;
  if (state.turn.phase == Phase::Orders && command_value(state, id) > 0) {
    o.add(Relinquish{id, {}, {}});
    Relinquish move{id, base_at(state, leader->base).at, {}};
    o.pattern(move, {fill_in(NeedKind::Pose, "to")});
    for (const UnitId& formation : formations_of(state, leader->side)) {
      o.add(GiveOrder{id, formation}, {dice_after()});
      if (!leader->hero() && gap_between(state, id, formation).distance().value <= on_table(state, kRelinquishMoveCm))
        o.add(Relinquish{id, {}, formation});
    }
  }
  if (!leader->hero()) return;
  if (state.turn.phase == Phase::Might) o.add(CallOfMight{id});
  if (state.turn.phase == Phase::Heroic) {
    o.add(TestHero{id}, {dice_after()});
    o.add(StopRun{id});
    if (state.turn.permit && state.turn.permit->unit == id) {
      o.pattern(MoveHero{id, base_at(state, leader->base).at, {}}, {fill_in(NeedKind::Pose, "to")});
      for (const UnitId& formation : formations_of(state, leader->side))
        if (gap_between(state, id, formation).distance().value <= on_table(state, kHeroMoveCm)) o.add(MoveHero{id, {}, formation});
      if (!leader->with.empty()) offer_moves(o, leader->with);
    }
  }
}

void offer_unit(Offering& o, const UnitId& id) {
  const State& state = o.state;
  if (state.leaders.contains(id)) {
    offer_leader(o, id);
    return offer_fights(o, id);
  }
  if (state.turn.phase == Phase::Deployment) return offer_deployment(o, id);
  const Formation* formation = find_formation(state, id);
  if (formation == nullptr) return;
  if (formation->side == state.turn.active) {
    // In other phases these say why not.
    if (formation->weight == Weight::L) {
      o.add(TestSkirmishers{id}, {dice_after()});
      if (state.turn.phase == Phase::Skirmish) o.add(StopRun{id});
    } else {
      o.add(CallOfPower{id});
      for (const UnitId& leader : leaders_of(state, formation->side))
        if (command_value(state, leader) > 0) o.add(GiveOrder{leader, id}, {dice_after()});
    }
    if (const UnitId hero = hero_with(state, id); state.turn.phase == Phase::Might && !hero.empty()) o.add(CallOfMight{hero});
    offer_moves(o, id);
  }
  offer_fights(o, id);
}

void offer_wait(Offering& o, const Wait& wait) {
  for (const Option& option : wait.options) {
    AnswerWait answer;
    answer.wait = wait.id;
    answer.answer.choices = {option.key};
    o.add(answer);
  }
  if (wait.chance) {
    AnswerWait answer;
    answer.wait = wait.id;
    answer.answer.values.assign(static_cast<std::size_t>(wait.chance->count), wait.chance->lowest);
    o.add(answer, {dice_after()});
  }
}

void offer_general(Offering& o) {
  const Turn& turn = o.state.turn;
  if (turn.phase == Phase::Over || !o.state.agenda.idle()) return;
  if (turn.phase == Phase::Deployment) return o.add(BeginBattle{});
  if (turn.permit) o.add(Forgo{});
  o.add(EndPhase{});
  EndBattle end;  // one side concedes; both agree that nobody has won
  if (o.viewer == Viewer::A || o.viewer == Viewer::B) end.winner = o.viewer == Viewer::A ? Side::B : Side::A;
  o.pattern(end, {engine::say_yes()});
}

}  // namespace

std::vector<Offer<Command>> Rules::offers(const State& state, Viewer viewer, const About& about) {
  Offering o{state, viewer};
  std::visit(Overloaded{[&](const AboutNothing&) { offer_general(o); },
                        [&](const AboutAll&) {
                          for (const Wait& wait : state.agenda.open_waits()) offer_wait(o, wait);
                          for (const OwedPlacement& owed : state.agenda.owed) o.add(PlaceBases{owed.id, owed.unit, {}});
                          offer_general(o);
                          if (!state.agenda.idle()) return;
                          for (const auto& [id, formation] : state.formations)
                            if (engine::may_answer(viewer, viewer_of(formation.side))) offer_unit(o, id);
                          for (const auto& [id, leader] : state.leaders)
                            if (engine::may_answer(viewer, viewer_of(leader.side))) offer_unit(o, id);
                        },
                        [&](const UnitId& id) {
                          if (state.agenda.idle() && side_of(state, id)) offer_unit(o, id);
                        },
                        [&](const WaitId& id) {
                          for (const Wait& wait : state.agenda.open_waits())
                            if (wait.id == id) offer_wait(o, wait);
                        }},
             about);
  return std::move(o.offers);
}

}  // namespace polemarch::paean
