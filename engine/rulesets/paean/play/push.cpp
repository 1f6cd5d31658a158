/// The push of two centimetres, and the fracture of what it leaves behind. PA-RES-11, PA-RES-13, PA-RES-17, PA-RES-40.
#include <algorithm>
#include <map>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/play/fighting.hpp"
#include "engine/rulesets/paean/play/play.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/charging.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/pushback.hpp"
#include "engine/rulesets/paean/topics/room.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {

/// Those nearest to the others first.
std::vector<BaseId> nearest_to(const State& state, std::vector<BaseId> bases, const std::vector<BaseId>& others) {
  std::map<BaseId, Length> off;
  for (const BaseId& base : bases) {
    Length least{1000000000};
    for (const BaseId& other : others) {
      const Pose a = base_at(state, base).at.pose, b = base_at(state, other).at.pose;
      least = std::min(least, geometry::rounded(geometry::length_of({a.x.mm() - b.x.mm(), a.y.mm() - b.y.mm()})));
    }
    off[base] = least;
  }
  std::stable_sort(bases.begin(), bases.end(), [&](const BaseId& a, const BaseId& b) { return off[a] < off[b]; });
  return bases;
}

/// A losing formation that is pushed, and who goes with it.
struct Push {
  UnitId unit, by;             ///< `by`: the winner whose front drives it
  std::vector<UnitId> follow;  ///< winners who go the same way
  std::vector<BaseId> bases, left;
  Vec2 away;
};

/// Fronts of LH and H that drive a losing formation; nothing when none does (PA-RES-12, PA-AMB-30).
std::optional<Push> push_of(const State& state, const UnitId& id) {
  const Formation* loser = find_formation(state, id);
  const auto fray = loser == nullptr || loser->status.stood ? std::nullopt : fray_of(state, id);
  if (!fray) return std::nullopt;
  std::vector<UnitId> fronts;
  for (const Contact& contact : loser->contacts) {
    const Formation* winner = find_formation(state, contact.foe);
    if (winner == nullptr || !winner->hoplite()) continue;
    for (const Contact& theirs : winner->contacts)
      if (theirs.foe == id && theirs.on == Flank::Front) fronts.push_back(contact.foe);
  }
  if (fronts.empty()) return std::nullopt;
  Push push{.unit = id, .by = fronts.front(), .follow = {}, .bases = {}, .left = {}, .away = {}};
  if (std::find(fronts.begin(), fronts.end(), fray->foe) != fronts.end()) push.by = fray->foe;
  push.away = body_of(state, push.by).ahead;
  constexpr double kSameWay = 0.96;  // cosine: 16 degrees; who comes from another side holds his place
  for (const UnitId& winner : fronts)
    if (geometry::dot(body_of(state, winner).ahead, push.away) > kSameWay) push.follow.push_back(winner);
  push.bases = loser->heavier() ? pushed_along(state, id) : loser->bases;  // L and LM stay together (PA-FAC-19)
  for (const BaseId& base : loser->bases)
    if (std::find(push.bases.begin(), push.bases.end(), base) == push.bases.end()) push.left.push_back(base);
  return push;
}

/// A friend the pushed bases have come to touch behind them; empty: none (PA-RES-13).
UnitId friend_met(const State& state, const Push& push, const std::vector<UnitId>& going) {
  constexpr double kTouchMm = 0.5;
  for (const auto& [id, formation] : state.formations) {
    if (formation.side != formation_at(state, push.unit).side || !formation.in_play() || id == push.unit) continue;
    if (std::find(going.begin(), going.end(), id) != going.end()) continue;
    for (const Stand& stand : stands_of(state, id))
      for (const BaseId& base : push.bases) {
        const Base& pushed = base_at(state, base);
        const geometry::Shape shape = geometry::placed(footprint_of(pushed.card), pushed.at.pose);
        if (far_apart(shape, stand.shape, kTouchMm) || geometry::gap_between(shape, stand.shape).signed_gap.value.mm() > kTouchMm) continue;
        // Beside it is no meeting: its middle lies further back than the pushed base's rear edge.
        const geometry::Gap gap = geometry::gap_between(shape, stand.shape);
        const double rear = geometry::dot(shape.centre, push.away) + shape.half_depth - 1;
        if (geometry::dot(geometry::vec(gap.on_b), push.away) >= rear && geometry::dot(stand.shape.centre, push.away) > rear) return id;
      }
  }
  return {};
}

/// What was not in contact is unformed where it stands, those next to the fight first (PA-RES-17, PA-RES-18).
void fracture(Unfold& u, const Push& push) {
  const double gap = on_table(u.state(), kUnformedGapCm).mm();
  const std::vector<BaseId> left = nearest_to(u.state(), push.left, push.bases);
  for (std::size_t i = 0; i < left.size(); ++i) {
    const BaseId& base = left[i];
    const UnitId id = break_off(u, push.unit, {base}, i == 0 ? "fractures" : "", "PA-RES-17");
    const PlacedBase now{base, base_at(u.state(), base).at};
    const Obstacles others = obstacles_but(u.state(), std::vector<BaseId>(left.begin() + static_cast<std::ptrdiff_t>(i), left.end()));
    auto room = room_for(u.state(), {now}, push.away, gap, others);
    if (!room) room = room_for(u.state(), {now}, push.away, gap, others, Search::AllRound);
    if (!room) room = room_for(u.state(), {now}, push.away, 0, others, Search::AllRound);
    if (room && room->front().at.pose != now.at.pose) move_bases(u, id, *room, "is unformed", "PA-RES-17");
  }
}

}  // namespace

void resume(Unfold& u, const PushOn& step, const Answers&) {
  std::vector<Push> pushes;
  std::vector<UnitId> winners, going;  // each once; all that move
  std::vector<Goers> goers;
  std::vector<BaseId> left;
  const auto goes_too = [&](const UnitId& of, Vec2 along) {  // who fights from behind keeps behind
    for (const Backing& backing : u.state().fights.backings)
      if (backing.of == of && find_formation(u.state(), backing.by) != nullptr &&
          std::find(going.begin(), going.end(), backing.by) == going.end()) {
        going.push_back(backing.by);
        goers.push_back({formation_at(u.state(), backing.by).bases, along});
      }
  };
  for (const UnitId& id : step.formations)
    if (auto push = push_of(u.state(), id)) {
      going.push_back(id);
      goers.push_back({push->bases, push->away});
      left.insert(left.end(), push->left.begin(), push->left.end());
      pushes.push_back(std::move(*push));
    }
  if (pushes.empty()) return;
  for (const Push& push : pushes) {
    goes_too(push.unit, push.away);
    for (const UnitId& winner : push.follow) {
      if (std::find(winners.begin(), winners.end(), winner) != winners.end()) continue;
      winners.push_back(winner);
      going.push_back(winner);
      goers.push_back({formation_at(u.state(), winner).bases, push.away});
      goes_too(winner, push.away);
    }
  }
  const Length distance = common_way(u.state(), goers, left, on_table(u.state(), kPushCm));
  if (distance > Length{0})
    for (const Goers& group : goers) {
      const UnitId id = base_at(u.state(), group.bases.front()).unit;
      std::vector<PlacedBase> poses;
      for (const PlacedBase& placed : moved_along(u.state(), id, group.along, distance))
        if (std::find(group.bases.begin(), group.bases.end(), placed.base) != group.bases.end()) poses.push_back(placed);
      const bool wins = *side_of(u.state(), id) == step.winner;
      move_bases(u, id, poses, wins ? "follows up" : "is pushed", wins ? "PA-RES-40" : "PA-RES-11", distance);
    }
  CombatsSet combats = combats_now(u.state());
  for (Covered& covered : combats.covers)
    for (const Push& push : pushes)
      if (covered.defender == push.unit || covered.defender == formation_at(u.state(), push.unit).origin) covered.pushed = true;
  set_combats(u, combats);
  for (const Push& push : pushes) {
    const Formation whole = formation_at(u.state(), push.unit);
    if (!whole.heavier()) continue;
    fracture(u, push);
    if (formation_at(u.state(), push.unit).bases.size() < 2 || friend_met(u.state(), push, going).empty()) continue;
    std::vector<UnitId> among = unform(u, push.unit, "PA-RES-13", push.bases.front());
    among.insert(among.end(), going.begin(), going.end());
    refresh_contacts(u, among);
  }
  if (distance > Length{0})
    for (const UnitId& id : going) unformed_by_ground(u, id);  // who is driven into it, and who follows
}

}  // namespace polemarch::paean
