/// The state of units in glyphs, and where offers point.
#include <algorithm>

#include "engine/geometry/body.hpp"
#include "engine/rulesets/paean/show/viewing.hpp"
#include "engine/rulesets/paean/topics/command.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"
#include "engine/rulesets/paean/topics/shapes.hpp"
#include "engine/rulesets/paean/topics/shooting.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {

StateMark mark_of_leader(const Leader& leader) {
  if (leader.hero()) return {Glyph::Hero, 0};
  return leader.kind == LeaderKind::Army ? StateMark{Glyph::SeniorGeneral, 0, "army commander"}
                                         : StateMark{Glyph::General, 0, "subordinate commander"};
}

/// Hits that count against it: part hits, and those of a run that is not over.
int hits_against(const State& state, const UnitId& unit) {
  int hits = 0;
  for (const PartHits& part : state.fights.parts)
    if (part.at == unit && part.order == state.turn.orders_given) hits += part.hits;
  for (const KeptHits& kept : state.fights.kept)
    if (kept.at == unit) hits += kept.hits;
  return hits;
}

/// The middle of a formation that would stand there.
std::optional<Pose> middle_of(const State& state, const std::vector<PlacedBase>& poses) {
  if (poses.empty()) return std::nullopt;
  return geometry::hull_of(geometry::body_of(shapes_at(state, poses))).pose;
}

struct Marking {
  const State& state;
  OfferMark mark = {};

  void test(const UnitId& at, int need) {
    mark.target = at;
    mark.need = need;
    mark.or_less = true;
    mark.per_mille = per_mille_at_most(need);
  }
  void goes(const std::optional<MeasuredPose>& to, const UnitId& join) {
    mark.target = join;
    if (to) mark.pose = to->pose;
  }
  void shape(const UnitId& unit, const NewShape& shape) {
    if (find_formation(state, unit) != nullptr && shape.verdict.allowed()) mark.pose = middle_of(state, shape.poses);
  }
  bool there(const UnitId& unit) const { return find_formation(state, unit) != nullptr && on_the_table(state, unit); }
};

}  // namespace

std::vector<StateMark> Showing::marks(const State& state, const UnitId& id, Viewer) {
  std::vector<StateMark> marks;
  if (const Leader* leader = find_leader(state, id)) return {mark_of_leader(*leader)};
  const Formation* formation = find_formation(state, id);
  if (formation == nullptr) return marks;
  if (rallying(*formation)) marks.push_back({Glyph::Rallying, rallies_in(state, *formation)});
  if (formation->unformed()) marks.push_back({Glyph::Unformed, 0});
  if (const int hits = hits_against(state, id); hits > 0) marks.push_back({Glyph::Hits, hits});
  if (!formation->unformed() && formation->bases.size() > 1 && on_the_table(state, id)) {  // it has a shape
    const int files = std::max(1, files_of(state, id)), rows = (static_cast<int>(formation->bases.size()) + files - 1) / files;
    if (rows == 1) marks.push_back({Glyph::Line, 0});
    if (files == 1) marks.push_back({Glyph::Column, 0});
  }
  if (formation->weight == Weight::L) marks.push_back({Glyph::OpenOrder, 0});
  if (missile_armed(card_of(state, id))) marks.push_back({Glyph::Ammunition, 0});
  if (formation->hoplite()) {
    const int ranks = card_of(state, id).ranks;
    marks.push_back({ranks >= 4 ? Glyph::FourRanks : ranks == 3 ? Glyph::ThreeRanks : Glyph::TwoRanks, 0});
  }
  for (const UnitId& leader : leaders_with(state, id)) marks.push_back(mark_of_leader(leader_at(state, leader)));
  return marks;
}

OfferMark Showing::mark_of(const State& state, const Command& command) {
  Marking m{state};
  std::visit(Overloaded{[&](const TestSkirmishers& c) {
                          if (m.there(c.unit)) m.test(c.unit, skirmish_need(state, c.unit).need);
                        },
                        [&](const CallOfPower& c) { m.mark.target = c.unit; },
                        [&](const GiveOrder& c) {
                          if (m.there(c.unit) && find_leader(state, c.commander) != nullptr)
                            m.test(c.unit, order_need(state, c.commander, c.unit).need);
                        },
                        [&](const Relinquish& c) { m.goes(c.to, c.join); },
                        [&](const MoveHero& c) { m.goes(c.to, c.join); },
                        [&](const CallOfMight& c) {
                          if (const Leader* hero = find_leader(state, c.hero)) m.mark.target = hero->with;
                        },
                        [&](const TestHero& c) {
                          if (find_leader(state, c.hero) != nullptr) m.test(c.hero, heroic_need(state, c.hero).need);
                        },
                        [&](const MoveFormation& c) {
                          if (m.there(c.unit)) m.mark.pose = middle_of(state, plan_move(state, c).poses);
                        },
                        [&](const ChangeFacing& c) {
                          if (m.there(c.unit)) m.shape(c.unit, facing_changed(state, c.unit, c.to));
                        },
                        [&](const ChangeFormation& c) {
                          if (m.there(c.unit)) m.shape(c.unit, formed_wide(state, c.unit, c.files));
                        },
                        [&](const ContractFlank& c) {
                          if (m.there(c.unit)) m.shape(c.unit, contracted(state, c.unit, c.flank));
                        },
                        [&](const ExpandFlank& c) {
                          if (m.there(c.unit)) m.shape(c.unit, expanded(state, c.unit, c.flank));
                        },
                        [&](const GiveGround& c) {
                          if (m.there(c.unit)) m.shape(c.unit, ground_given(state, c.unit));
                        },
                        [&](const Traverse& c) {
                          if (m.there(c.unit)) m.shape(c.unit, traversed(state, c.unit, c.to));
                        },
                        [&](const FormUp& c) { m.mark.target = c.with; },
                        [&](const ChargeAt& c) { m.mark.target = c.target; },
                        [&](const SupportCharge& c) { m.mark.target = c.target; },
                        [&](const Challenge& c) { m.mark.target = c.target; },
                        [&](const ShootBow& c) { m.mark.target = c.target; },
                        [&](const Shoot& c) {
                          m.mark.target = c.target;
                          if (!m.there(c.unit) || !m.there(c.target)) return;
                          const std::vector<Volley> volleys = missile_volleys(state, c.unit, c.target, aims_at(state, c.unit, c.target));
                          if (volleys.empty()) return;
                          m.mark.need = volleys.front().hurdles.front().need;
                          m.mark.per_mille = per_mille(volleys.front().hurdles, volleys.front().faces);
                        },
                        [](const auto&) {}},
             command);
  return m.mark;
}

}  // namespace polemarch::paean
