#include "engine/rulesets/hoplomachia/topics/facts.hpp"

#include <algorithm>
#include <stdexcept>

#include "engine/rulesets/hoplomachia/commands.hpp"

#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/runners_way.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"

namespace polemarch::hoplomachia {

namespace {

/// What is known under the key, else what `work` finds; other entries stay where they are.
template <class Key, class Value, class Work>
const Value& known(std::map<Key, Value>& all, const Key& key, const Work& work) {
  const auto at = all.find(key);
  return at != all.end() ? at->second : all.emplace(key, work()).first->second;
}

}  // namespace

Facts::Facts(const State& state) : state_(state) {}

const std::vector<Facts::Body>& Facts::bodies() const {
  if (bodies_.empty()) {
    bodies_.reserve(state_.units.size());
    for (const auto& [id, unit] : state_.units) bodies_.push_back({&id, &unit, round_of(unit)});
  }
  return bodies_;
}
const std::vector<Facts::Body>& Facts::foes(Side of) const {
  return known(foes_, of, [&] {
    std::vector<Body> out;
    for (const Body& body : bodies())
      if (body.unit->side != of && !body.unit->hidden && !body.unit->scenery && body.unit->on_table()) out.push_back(body);
    return out;
  });
}
std::size_t Facts::index_of(const UnitId& unit) const {
  const auto& all = bodies();
  const auto at = std::lower_bound(all.begin(), all.end(), unit, [](const Body& body, const UnitId& id) { return *body.id < id; });
  if (at == all.end() || *at->id != unit) throw std::out_of_range("a unit that is not there");
  return static_cast<std::size_t>(at - all.begin());
}
const Round& Facts::round(const UnitId& unit) const { return bodies()[index_of(unit)].round; }
const Shapes& Facts::shapes(const LochosRef& lochos) const {
  const std::size_t at = index_of(lochos.unit);
  const Taxis& unit = *bodies_[at].unit;
  shapes_.resize(bodies_.size());
  shapes_[at].resize(unit.lochoi.size());
  Shapes& shapes = shapes_[at].at(static_cast<std::size_t>(lochos.at));
  if (shapes.empty()) shapes = shapes_of(unit.lochoi.at(static_cast<std::size_t>(lochos.at)));
  return shapes;
}
const Shapes& Facts::in_hand(const UnitId& unit) const {
  const std::size_t at = index_of(unit);
  in_hand_.resize(bodies_.size());
  if (!in_hand_[at]) in_hand_[at] = shapes_in_hand(state_, unit);
  return *in_hand_[at];
}
const Shapes& Facts::whole(const UnitId& unit) const {
  const std::size_t at = index_of(unit);
  whole_.resize(bodies_.size());
  if (!whole_[at]) whole_[at] = shapes_of(*bodies_[at].unit);
  return *whole_[at];
}
const std::vector<Stood>& Facts::stood(const UnitId& id) const {
  const std::size_t body = index_of(id);
  stood_.resize(bodies_.size());
  if (stood_[body]) return *stood_[body];
  std::vector<Stood>& out = stood_[body].emplace();
  const Shapes& shapes = whole(id);
  out.reserve(shapes.size());
  const Taxis& unit = *bodies_[body].unit;
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
    if (!unit.lochoi[i].on_table()) continue;
    for (const Stand& stand : unit.lochoi[i].stands)
      if (!stand.lost) out.push_back({{id, static_cast<int>(i)}, stand.base, shapes[out.size()]});
  }
  return out;
}
int Facts::lochoi_in_phalanx(const UnitId& unit) const {
  return known(in_phalanx_, unit, [&] { return hoplomachia::lochoi_in_phalanx(state_, unit); });
}
const std::vector<std::vector<Vec2>>& Facts::kept_off(Side runners) const {
  return known(kept_off_, runners, [&] { return kept_off_by(state_, runners); });
}
const std::optional<RunnersWay>& Facts::shortest(const VerbalOrder& order) const {
  return known(ways_, std::array{order.strategos, order.unit.text, order.to}, [&] {
    return look_for_way(*this, {order.strategos, order.unit, order.to, order.order, {}});
  });
}
bool Facts::measured() const {
  if (!measured_) {
    measured_ = false;
    for (const auto& [id, unit] : state_.units)
      for (const Lochos& lochos : unit.lochoi)
        for (const Stand& stand : lochos.stands) measured_ = *measured_ || stand.at.error != PoseError{};
  }
  return *measured_;
}
const engine::Verdict& Facts::belos_charger(const UnitId& unit) const {
  return known(belos_chargers_, unit, [&] { return look_at_belos_charger(*this, unit); });
}
bool Facts::works() const {
  if (!works_)
    works_ = std::any_of(state_.terrain.begin(), state_.terrain.end(), [&](const Terrain& piece) {
      return std::any_of(state_.charts.terrain.begin(), state_.charts.terrain.end(),
                         [&](const TerrainKind& kind) { return kind.kind == piece.kind && is_works(kind); });
    });
  return *works_;
}
const OpenSides& Facts::open(const LochosRef& lochos) const {
  return known(open_, lochos, [&] { return open_sides(state_, lochos); });
}
const std::vector<InLane>& Facts::lane(const UnitId& charger) const {
  return known(lanes_, charger, [&] { return look_down_lane(*this, charger); });
}
const std::vector<LochosRef>& Facts::wheel(const UnitId& charger) const {
  return known(wheels_, charger, [&] { return look_for_wheels(*this, charger); });
}
bool Facts::able(const UnitId& unit) const { return able(bodies()[index_of(unit)]); }
bool Facts::able(const Body& body) const {
  able_.resize(bodies_.size());
  std::optional<bool>& able = able_[static_cast<std::size_t>(&body - bodies_.data())];
  if (!able) able = is_able_to_act(*this, body);
  return *able;
}
const std::optional<UnitId>& Facts::next() const {
  if (!next_) next_ = find_next_to_act(*this);
  return *next_;
}

}  // namespace polemarch::hoplomachia
