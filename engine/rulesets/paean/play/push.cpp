/// The push of two centimetres, and the fracture of what it leaves behind. PA-RES-11, PA-RES-13, PA-RES-17, PA-RES-40.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

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
using geometry::operator*;

namespace {

/// File by file away from the others on either side, each from the front: who stands ahead keeps his place (PA-RES-18).
std::vector<BaseId> file_by_file(const State& state, std::vector<BaseId> bases, const std::vector<BaseId>& others, Vec2 away) {
  struct Off {
    std::int64_t files = 0;
    double back = 0;
  };
  const Vec2 across = geometry::left_of(away);
  const auto centre = [&](const BaseId& base) { return geometry::vec(base_at(state, base).at.pose.centre()); };
  std::map<BaseId, Off> off;
  for (const BaseId& base : bases) {
    double aside = 1e12;
    for (const BaseId& other : others)
      aside = std::min(aside, std::abs(geometry::dot(centre(base), across) - geometry::dot(centre(other), across)));
    off[base] = {std::llround(aside / footprint_of(base_at(state, base).card).frontage.mm()), geometry::dot(centre(base), away)};
  }
  std::stable_sort(bases.begin(), bases.end(), [&](const BaseId& a, const BaseId& b) {
    return std::pair(off[a].files, off[a].back) < std::pair(off[b].files, off[b].back);
  });
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
  push.bases = loser->heavier() ? pushed_along(state, id) : std::vector<BaseId>(loser->bases);  // L and LM stay together (PA-FAC-19)
  for (const BaseId& base : loser->bases)
    if (std::find(push.bases.begin(), push.bases.end(), base) == push.bases.end()) push.left.push_back(base);
  return push;
}

/// Least and most of a base as it stands, along the way it is pushed. mm.
std::pair<double, double> reach_of(const State& state, const BaseId& base, Vec2 away) {
  const Base& one = base_at(state, base);
  return extent_along(geometry::placed(footprint_of(one.card), one.at.pose), away);
}

/// Friends behind the pushed bases that they come to touch when they go so far (PA-RES-13). Who stands beside them is not met.
std::vector<UnitId> friends_met(const State& state, const Push& push, Length distance, const std::vector<UnitId>& going) {
  constexpr double kTouchMm = 0.5;
  std::vector<UnitId> met;
  for (const auto& [id, formation] : state.formations) {
    if (formation.side != formation_at(state, push.unit).side || !formation.in_play() || id == push.unit) continue;
    if (std::find(going.begin(), going.end(), id) != going.end()) continue;
    bool meets = false;
    for (const Stand& stand : stands_of(state, id))
      for (const BaseId& base : push.bases) {
        const Base& pushed = base_at(state, base);
        const geometry::Shape now = geometry::placed(footprint_of(pushed.card), pushed.at.pose);
        const geometry::Shape then = shifted_shape(now, distance.mm() * push.away);
        const Vec2 across = geometry::left_of(push.away);
        const auto [left, right] = extent_along(now, across);
        const auto [least, most] = extent_along(stand.shape, across);
        if (std::min(right, most) - std::max(left, least) <= kBrushMm) continue;
        if (extent_along(stand.shape, push.away).first < extent_along(now, push.away).second - 1) continue;
        if (far_apart(then, stand.shape, kTouchMm)) continue;
        meets = meets || geometry::gap_between(then, stand.shape).signed_gap.value.mm() <= kTouchMm;
      }
    if (meets) met.push_back(id);
  }
  return met;
}

/// Friends who rally where the pushed bases go give way before them (PA-RES-19); nobody else does. Whom each push has met so.
std::vector<std::vector<UnitId>> rallying_friends_make_room(Unfold& u, const std::vector<Push>& pushes, const std::vector<Goers>& goers,
                                                            const std::vector<UnitId>& going, const std::vector<BaseId>& left) {
  std::vector<BaseId> giving = left, moving;
  const Side side = formation_at(u.state(), pushes.front().unit).side;
  const auto gives = [&](const Formation& one) { return one.side == side && one.unformed() && rallying(one) && one.contacts.empty(); };
  for (const auto& [id, formation] : u.state().formations)
    if (formation.in_play() && gives(formation)) giving.insert(giving.end(), formation.bases.begin(), formation.bases.end());
  for (const Goers& group : goers) moving.insert(moving.end(), group.bases.begin(), group.bases.end());
  const Length distance = common_way(u.state(), goers, giving, on_table(u.state(), kPushCm));
  std::vector<std::vector<UnitId>> all;
  for (const Push& push : pushes) {
    std::vector<UnitId> met = friends_met(u.state(), push, distance, going);
    std::erase_if(met, [&](const UnitId& id) { return !gives(formation_at(u.state(), id)); });
    double nearest = 1e12;
    for (const BaseId& base : push.bases) nearest = std::min(nearest, reach_of(u.state(), base, push.away).first);
    for (const BaseId& base : push.bases) {
      // Where it will stand when it has come apart: a gap further back a row.
      const auto [near, far] = reach_of(u.state(), base, push.away);
      const int row = formation_at(u.state(), push.unit).heavier() ? static_cast<int>((near - nearest) / (far - near) + 0.5) : 0;
      const double way = distance.mm() + row * on_table(u.state(), kUnformedGapCm).mm();
      const PlacedBase to = shifted_poses({{base, base_at(u.state(), base).at}}, way * push.away).front();
      std::vector<Shoved> shoved = shoved_by(u.state(), base, to, push.away);
      const auto driven = [&](const Shoved& one) { return std::find(met.begin(), met.end(), one.unit) != met.end(); };
      if (std::none_of(shoved.begin(), shoved.end(), driven)) continue;
      std::erase_if(shoved, [](const Shoved& one) { return !one.friendly; });
      shove(u, shoved, push.by, to, push.away, moving);
    }
    all.push_back(std::move(met));
  }
  return all;
}

/// A centimetre is kept between those who have come apart and friends who rally beside them: these go on (PA-RES-19, PA-UNF-01).
void rallying_friends_keep_off(Unfold& u, const std::vector<UnitId>& apart, const Push& push) {
  for (const UnitId& id : apart) {
    const Formation* formation = find_formation(u.state(), id);
    if (formation == nullptr) continue;
    for (const BaseId& base : std::vector<BaseId>(formation->bases)) {
      const PlacedBase now{base, base_at(u.state(), base).at};
      std::vector<Shoved> shoved = shoved_by(u.state(), base, now, push.away);
      std::erase_if(shoved, [](const Shoved& one) { return !one.friendly; });
      shove(u, shoved, push.by, now, push.away, {});
      if (u.state().turn.phase == Phase::Over) return;
    }
  }
}

/// What was not in contact is unformed where it stands, the files next to the fight first (PA-RES-17, PA-RES-18).
void fracture(Unfold& u, const Push& push) {
  const double gap = on_table(u.state(), kUnformedGapCm).mm();
  const std::vector<BaseId> left = file_by_file(u.state(), push.left, push.bases, push.away);
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

std::vector<Stand> where_pushed(const State& state, const UnitId& unit, const std::vector<BaseId>& gone) {
  const auto push = push_of(state, unit);
  if (!push) return {};
  const auto is_gone = [&](const BaseId& base) { return std::find(gone.begin(), gone.end(), base) != gone.end(); };
  const std::vector<Fighter> fighters = fighters_of(state, unit);
  if (std::none_of(fighters.begin(), fighters.end(),
                   [&](const Fighter& one) { return one.role == Role::Contacting && !is_gone(one.base); }))
    return {};  // PA-AMB-30
  std::vector<Stand> out = stands_of(state, unit);
  std::erase_if(out, [&](const Stand& stand) {
    return is_gone(stand.base) || std::find(push->bases.begin(), push->bases.end(), stand.base) == push->bases.end();
  });
  for (Stand& stand : out) stand.shape = shifted_shape(stand.shape, on_table(state, kPushCm).mm() * push->away);
  return out;
}

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
  const std::vector<std::vector<UnitId>> driven = rallying_friends_make_room(u, pushes, goers, going, left);
  if (u.state().turn.phase == Phase::Over) return;
  const Length distance = common_way(u.state(), goers, left, on_table(u.state(), kPushCm));
  std::vector<bool> meets;
  for (std::size_t i = 0; i < pushes.size(); ++i)
    meets.push_back(!driven[i].empty() || !friends_met(u.state(), pushes[i], distance, going).empty());
  std::vector<BaseId> yet = left;  // who has yet to go is no obstacle
  for (const Goers& group : goers) yet.insert(yet.end(), group.bases.begin(), group.bases.end());
  if (distance > Length{0})
    for (const Goers& group : goers) {
      const UnitId id = base_at(u.state(), group.bases.front()).unit;
      const Obstacles others = obstacles_but(u.state(), yet);
      std::erase_if(yet, [&](const BaseId& base) { return std::find(group.bases.begin(), group.bases.end(), base) != group.bases.end(); });
      std::vector<PlacedBase> poses;
      for (const PlacedBase& placed : moved_along(u.state(), id, group.along, distance))
        if (std::find(group.bases.begin(), group.bases.end(), placed.base) != group.bases.end()) poses.push_back(placed);
      const bool wins = *side_of(u.state(), id) == step.winner;
      move_bases(u, id, dressed_between(u.state(), poses, others).value_or(poses), wins ? "follows up" : "is pushed",
                 wins ? "PA-RES-40" : "PA-RES-11", distance);
    }
  if (distance <= Length{0})
    for (const UnitId& id : winners) u.emit(Marked{id, formation_at(u.state(), id).status, "has no room to push on", "PA-RES-11"});
  CombatsSet combats = combats_now(u.state());
  for (Covered& covered : combats.covers)
    for (const Push& push : pushes)
      if (covered.defender == push.unit || covered.defender == formation_at(u.state(), push.unit).origin) covered.pushed = true;
  set_combats(u, combats);
  for (std::size_t i = 0; i < pushes.size(); ++i) {
    const Push& push = pushes[i];
    if (!formation_at(u.state(), push.unit).heavier()) continue;
    fracture(u, push);
    if (formation_at(u.state(), push.unit).bases.size() < 2 || !meets[i]) continue;
    std::vector<UnitId> among = unform(u, push.unit, "PA-RES-13");
    rallying_friends_keep_off(u, among, push);
    if (u.state().turn.phase == Phase::Over) return;
    among.insert(among.end(), going.begin(), going.end());
    refresh_contacts(u, among);
  }
  if (distance > Length{0})
    for (const UnitId& id : going) {
      const bool wins = *side_of(u.state(), id) == step.winner;
      if (wins) front_meets(u, id);
      const UnitId now = unformed_by_ground(u, id);  // who is driven into it, and who follows
      if (wins) meets_leaders(u, now, false);
    }
}

}  // namespace polemarch::paean
