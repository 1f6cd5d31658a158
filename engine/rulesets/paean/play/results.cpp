/// Results of close combat: push backs base by base, close ranks, dispersals, heroes who stop it. PA-RES, PA-HER-26..30.
#include <algorithm>
#include <map>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/play/fighting.hpp"
#include "engine/rulesets/paean/play/play.hpp"
#include "engine/rulesets/paean/play/rolling.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"
#include "engine/rulesets/paean/topics/pushback.hpp"
#include "engine/rulesets/paean/topics/reactions.hpp"
#include "engine/rulesets/paean/topics/room.hpp"

namespace polemarch::paean {

using namespace engine;
using geometry::operator*;

namespace {

Status pushed_status(const State& state, const UnitId& unit) {
  const Formation& formation = formation_at(state, unit);
  Status status = formation.status;
  status.rallying = state.turn.bound;
  status.rush = Rush::None;
  status.phases = 0;
  status.caught = false;
  status.turned = false;
  if (formation.side == state.turn.active) status.no_orders = true;  // PA-ACT-04
  return status;
}

void end_contacts(Unfold& u, const UnitId& unit) {
  for (const Contact& contact : std::vector<Contact>(formation_at(u.state(), unit).contacts)) u.emit(ContactEnded{unit, contact.foe});
}

/// One base goes to its place and rallies there.
void push_base(Unfold& u, const UnitId& unit, const BaseId& base, const MeasuredPose& to) {
  const UnitId id = break_off(u, unit, {base}, {}, "PA-RES-02");
  if (id == unit) end_contacts(u, unit);
  Formation one = formation_at(u.state(), id);
  if (!one.spread) {
    one.spread = true;
    u.emit(FormationSet{id, one, {}, "PA-UNF-07"});
  }
  move_bases(u, id, {{base, to}}, "is pushed back", "PA-RES-14");
  mark(u, id, pushed_status(u.state(), id), "rallies", "PA-RAL-01");
}

/// The side of a body that faces what comes along `way`.
Flank side_met(const geometry::Body& body, Vec2 way) {
  const double ahead = geometry::dot(body.ahead, way), left = geometry::dot(geometry::left_of(body.ahead), way);
  if (ahead * ahead >= left * left) return ahead < 0 ? Flank::Front : Flank::Rear;
  return left < 0 ? Flank::Left : Flank::Right;
}

std::string bases_word(int n) { return std::to_string(n) + (n == 1 ? " base" : " bases"); }

/// What a friend in the way of a push back does: closes ranks, of itself or after a test, or is unformed (PA-RES-26..32).
void is_met(Unfold& u, const UnitId& friendly, const UnitId& pushed, int bases, Vec2 away, std::vector<Step>& next) {
  const Formation& other = formation_at(u.state(), friendly);
  const Flank side = side_met(body_of(u.state(), friendly), away);
  if (armour_value(other.weight) < armour_value(formation_at(u.state(), pushed).weight)) {
    unform(u, friendly, "PA-RES-32");
  } else if (side == Flank::Front) {
    u.emit(Reacted{friendly, pushed, "closes ranks", "PA-RES-27"});
  } else if (rallying(other)) {
    unform(u, friendly, "PA-RES-31");
  } else {
    next.emplace_back(CloseRanksDice{.unit = friendly, .pushed = pushed, .side = side, .bases = bases});
  }
}

/// Bases go back: over the edge and into formed enemies they are dispersed, friends in the way react, the others are put down after that.
void go_back(Unfold& u, const UnitId& unit, const UnitId& by, const std::vector<BaseId>& pushed, const Fray& fray) {
  const std::vector<UnitId> melee = melee_of(u.state(), unit);
  const std::vector<PlacedBase> places = pushed_places(u.state(), pushed, fray);
  // The line is fixed by how they stand now; what happens to friends in the way comes first.
  PlacePushed place{.unit = unit,
                    .by = by,
                    .bases = {},
                    .away = geometry::direction(fray.away.x, fray.away.y),
                    .line = geometry::rounded(fray.line_mm),
                    .around = false};
  std::vector<BaseId> into_enemy, off_table;
  std::map<UnitId, int> met;
  for (std::size_t i = 0; i < pushed.size(); ++i) {
    const InTheWay way = in_the_way(u.state(), pushed[i], places[i], fray.away, melee);
    const geometry::Shape there = geometry::placed(footprint_of(base_at(u.state(), pushed[i]).card), places[i].at.pose);
    if (!wholly_on_table(u.state(), there)) {
      off_table.push_back(pushed[i]);
    } else if (way.formed_enemy) {
      into_enemy.push_back(pushed[i]);
    } else {
      place.bases.push_back(pushed[i]);
      place.around = place.around || way.around;
      for (const UnitId& friendly : way.friends) ++met[friendly];
    }
  }
  lose_bases(u, unit, off_table, by, "pushed off the table", "PA-RES-25");
  lose_bases(u, unit, into_enemy, by, "pushed into the enemy", "PA-RES-21");
  if (find_formation(u.state(), unit) == nullptr) return;
  std::vector<Step> next;
  for (const auto& [friendly, count] : met) is_met(u, friendly, unit, count, fray.away, next);
  if (!place.bases.empty()) next.emplace_back(place);
  u.later(std::move(next));
}

}  // namespace

void shove(Unfold& u, const std::vector<Shoved>& all, const UnitId& by, const PlacedBase& to, Vec2 away,
           const std::vector<BaseId>& moving_too) {
  constexpr double kRoundingMm = 0.1;  // of poses
  const double gap = on_table(u.state(), kUnformedGapCm).mm();
  std::vector<BaseId> moving = moving_too;
  for (const Shoved& one : all)
    for (const PlacedBase& placed : one.poses) moving.push_back(placed.base);
  const Base& base = base_at(u.state(), to.base);
  std::vector<Stand> settled_now{{to.base, base.unit, base.side, &base.card, geometry::placed(footprint_of(base.card), to.at.pose)}};
  for (const Shoved& one : all) {
    if (find_formation(u.state(), one.unit) == nullptr) continue;
    if (one.over_edge) {
      lose_bases(u, one.unit, std::vector<BaseId>(formation_at(u.state(), one.unit).bases), by, "pushed off the table", "PA-RES-25");
      if (u.state().turn.phase == Phase::Over) return;
      continue;
    }
    Obstacles obstacles = obstacles_but(u.state(), moving);
    obstacles.stands.insert(obstacles.stands.end(), settled_now.begin(), settled_now.end());
    std::optional<std::vector<PlacedBase>> poses = one.poses;
    const std::vector<geometry::Shape> there = shapes_at(u.state(), one.poses);
    if (!one.friendly) poses = dressed_between(u.state(), one.poses, obstacles);
    if (!poses || (one.friendly && !obstacles.free(there, gap - kRoundingMm))) {  // who rallies keeps its gap from everybody (PA-RES-15)
      poses = room_for(u.state(), one.poses, away, gap, obstacles);
      if (!poses && obstacles.free(there)) poses = one.poses;
    }
    if (poses) {
      const bool heavier = formation_at(u.state(), one.unit).heavier();
      move_bases(u, one.unit, *poses, one.friendly ? "is pushed further back" : "gives ground",
                 one.friendly ? "PA-RES-19"
                 : heavier    ? "PA-RES-23"
                              : "PA-RES-22");
      if (one.friendly) mark(u, one.unit, pushed_status(u.state(), one.unit), "rallies anew", "PA-RES-24");
    }
    for (Stand& stand : stands_of(u.state(), one.unit)) settled_now.push_back(std::move(stand));
  }
}

void resume(Unfold& u, const TakeHits& step, const Answers&) {
  const Formation* formation = find_formation(u.state(), step.unit);
  if (formation == nullptr || step.hits <= 0) return;
  const auto fray = fray_of(u.state(), step.unit);
  const UnitId by = step.by.empty() && fray ? fray->foe : step.by;
  if (!formation->heavier()) {  // PA-RES-03, PA-RES-04
    std::vector<BaseId> lost = fray ? nearest_first(u.state(), formation->bases, *fray) : std::vector<BaseId>(formation->bases);
    lost.resize(std::min(lost.size(), static_cast<std::size_t>(step.hits)));
    return lose_bases(u, step.unit, lost, by, "close combat", formation->weight == Weight::L ? "PA-RES-03" : "PA-RES-04");
  }
  if (!fray) return;
  std::vector<BaseId> pushed = push_order(u.state(), step.unit);
  const int dispersed = std::max(0, step.hits - static_cast<int>(pushed.size()));
  pushed.resize(std::min(pushed.size(), static_cast<std::size_t>(step.hits)));
  if (dispersed > 0) {  // PA-RES-05, PA-RES-06
    std::vector<BaseId> lost = nearest_first(u.state(), pushed, *fray);
    lost.resize(std::min(lost.size(), static_cast<std::size_t>(dispersed)));
    std::erase_if(pushed, [&](const BaseId& base) { return std::find(lost.begin(), lost.end(), base) != lost.end(); });
    lose_bases(u, step.unit, lost, by, "close combat", "PA-RES-05");
  }
  if (step.stopped || pushed.empty() || find_formation(u.state(), step.unit) == nullptr) return;
  go_back(u, step.unit, by, pushed, *fray);
}

void resume(Unfold& u, const CloseRanksDice& step, const Answers& answers) {
  const Formation* formation = find_formation(u.state(), step.unit);
  if (formation == nullptr) return;
  const ReactionNeed number = reaction_need(u.state(), step.unit);
  if (answers.empty())
    return u.ask(step, ask_two(formation->side, "PA-RES-28", step.unit.text + " closes ranks against " + step.pushed.text, number.need));
  const bool good = told_two(u, step.kAim, formation->side, step.unit, step.pushed, "close ranks", "PA-RES-28", {number.need, number.rows},
                             answers.front(), "closes ranks", "is unformed");
  if (!good) {
    unform(u, step.unit, "PA-RES-31");
    return;
  }
  Status status = formation->status;
  status.reactions += 1;
  mark(u, step.unit, status);
  const int ranks = std::max(1, body_of(u.state(), step.unit).ranks());
  const int files = step.side == Flank::Rear ? 1 : (step.bases + ranks - 1) / ranks;
  const UnitId turned = turns(u, step.unit, step.side, files, "PA-RES-28");
  u.emit(Reacted{turned, step.pushed, "closes ranks", "PA-RES-29"});
}

namespace {

constexpr double kBroughtUpMm = 0.5;

/// Friends of the combat whom the push will bring up beside a base that is pushed back there. Its own file meets it from before
/// (PA-RES-13): that is left out.
Obstacles brought_up(const State& state, const PlacePushed& step, const PlacedBase& place, Vec2 away) {
  Obstacles out{&state, {}};
  const Base& base = base_at(state, place.base);
  for (const UnitId& id : melee_of(state, step.unit)) {
    const Formation* formation = find_formation(state, id);
    if (formation == nullptr || formation->side != base.side) continue;
    for (Stand& stand : where_pushed(state, id, step.bases)) out.stands.push_back(std::move(stand));
  }
  const auto [least, most] = extent_along(geometry::placed(footprint_of(base.card), base.at.pose), geometry::left_of(away));
  std::erase_if(out.stands, [&, low = least, high = most](const Stand& stand) {
    const auto [right, left] = extent_along(stand.shape, geometry::left_of(away));
    return std::min(high, left) - std::max(low, right) > kBroughtUpMm;
  });
  return out;
}

/// Where a pushed base finds room, a gap from everybody: from those, too, whom the push will bring up beside it (PA-RES-15).
std::optional<std::vector<PlacedBase>> room_behind(const State& state, const PlacePushed& step, const PlacedBase& place,
                                                   const std::vector<BaseId>& yet, Vec2 away) {
  Obstacles obstacles = obstacles_but(state, yet);
  const double gap = on_table(state, kUnformedGapCm).mm();
  const Search search = step.around ? Search::Aside : Search::Back;
  auto room = room_for(state, {place}, away, gap, obstacles, search);
  Obstacles beside = brought_up(state, step, place, away);
  if (!room || beside.free(shapes_at(state, *room), kBroughtUpMm)) return room;
  for (Stand& stand : beside.stands) obstacles.stands.push_back(std::move(stand));
  return room_for(state, {place}, away, gap, obstacles, search);
}

}  // namespace

void resume(Unfold& u, const PlacePushed& step, const Answers&) {
  if (find_formation(u.state(), step.unit) == nullptr) return;
  const Fray fray{step.by, geometry::unit_vector(step.away), step.line.mm()};
  const std::vector<PlacedBase> places = pushed_places(u.state(), step.bases, fray);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (find_formation(u.state(), step.unit) == nullptr) return;
    const std::vector<BaseId> yet(step.bases.begin() + static_cast<std::ptrdiff_t>(i), step.bases.end());
    shove(u, shoved_by(u.state(), places[i].base, places[i], fray.away), step.by, places[i], fray.away, yet);
    if (u.state().turn.phase == Phase::Over) return;
    const auto room = room_behind(u.state(), step, places[i], yet, fray.away);
    if (!room) {
      lose_bases(u, step.unit, {places[i].base}, step.by, "no room behind", "PA-RES-25");
      continue;
    }
    push_base(u, step.unit, places[i].base, room->front().at);
  }
}

void resume(Unfold& u, const HeroStopChoice& step, const Answers& answers) {
  const Leader* hero = find_leader(u.state(), step.hero);
  if (hero == nullptr || find_formation(u.state(), step.unit) == nullptr) return;
  const int need = hero->value - step.pushes;
  if (answers.empty())
    return u.ask(
        step, ask_yes_no(hero->side, "PA-HER-26",
                         step.hero.text + ": stop the push back of " + bases_word(step.pushes) + " (" + std::to_string(need) + " or less)?",
                         "try to stop it", "let it be"));
  if (!said_yes(answers.front())) return u.open(TakeHits{.unit = step.unit, .by = step.by, .hits = step.hits});
  u.ask(HeroStopDice{step.hero, step.unit, step.by, step.hits, step.pushes},
        ask_two(hero->side, "PA-HER-26", step.hero.text + " stops the push back", need));
}

void resume(Unfold& u, const HeroStopDice& step, const Answers& answers) {
  const Leader& hero = leader_at(u.state(), step.hero);
  Need need{hero.value - step.pushes,
            {{"PA-HER-26", "heroic value", hero.value, hero.side}, {"PA-HER-26", "push backs", -step.pushes, other(hero.side)}}};
  const bool good = told_two(u, step.kAim, hero.side, step.hero, {}, "stop the push back", "PA-HER-26", std::move(need), answers.front(),
                             "they stand: a draw", "is killed");
  if (good) {
    u.emit(Reacted{step.unit, step.by, "stands: its hero stops the push back", "PA-HER-40"});
    Status status = formation_at(u.state(), step.unit).status;
    status.stood = true;  // no push, no fracture (PA-AMB-60)
    mark(u, step.unit, status);
    return u.open(TakeHits{.unit = step.unit, .by = step.by, .hits = step.hits, .stopped = true});
  }
  lose_leader(u, step.hero, step.by, "close combat", "PA-HER-27");
  if (u.state().turn.phase != Phase::Over) u.open(TakeHits{.unit = step.unit, .by = step.by, .hits = step.hits});
}

}  // namespace polemarch::paean
