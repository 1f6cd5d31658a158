#include "engine/rulesets/hoplomachia/topics/sequence.hpp"

#include <algorithm>
#include <limits>

#include "engine/rulesets/hoplomachia/topics/able.hpp"
#include "engine/rulesets/hoplomachia/topics/ambush.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/entering.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"

namespace polemarch::hoplomachia {

int stages_of(Phase phase) {
  switch (phase) {
    case Phase::Automatic:
    case Phase::OffensiveBelos:
      return 3;
    case Phase::Melee:
      return 2;
    case Phase::Katastrophe:
      return 6;
    case Phase::PreGame:
    case Phase::Deployment:
    case Phase::Salpinx:
    case Phase::Commands:
    case Phase::Mantis:
    case Phase::Epidromos:
    case Phase::DefensiveBelos:
    case Phase::Marches:
    case Phase::Ended:
      return 1;
  }
  return 1;
}

std::string_view name_of_stage(Phase phase, int stage) {
  static constexpr std::array<std::string_view, 3> kAutomatic{"routs", "pursuits", "evaders"};
  static constexpr std::array<std::string_view, 3> kBelos{"shooting", "belos charges", "ekdromoi"};
  static constexpr std::array<std::string_view, 2> kMelee{"epidromos melees", "othismos melees"};
  static constexpr std::array<std::string_view, 6> kEnd{"flank enveloped",      "phalanx in retreat", "under belos",
                                                        "strategos casualties", "andreia checks",     "Nike"};
  const auto i = static_cast<std::size_t>(stage);
  if (stage < 0 || stage >= stages_of(phase)) return {};
  if (phase == Phase::Automatic) return kAutomatic[i];
  if (phase == Phase::OffensiveBelos) return kBelos[i];
  if (phase == Phase::Melee) return kMelee[i];
  return phase == Phase::Katastrophe ? kEnd[i] : std::string_view{};
}

bool able_to_act(const Facts& facts, const UnitId& id) { return facts.able(id); }

bool is_able_to_act(const Facts& facts, const Facts::Body& body) {
  const State& state = facts.state();
  const UnitId& id = *body.id;
  const Taxis& unit = *body.unit;
  if (unit.turn.spent || state.at.acted.contains(id)) return false;
  if (unit.hidden) return may_break_cover(state, id);
  if (!unit.on_table()) return state.at.phase == Phase::Marches && may_come_on(state, id);
  // Ekdromoi are themselves a reaction (HM-BCH-15).
  if (state.at.reacted.contains(id) && !in_stage(state, Phase::OffensiveBelos, BelosStage::Ekdromoi)) return false;
  return state.at.phase == Phase::Marches ? able_to_march(state, id) : able_in_fight(facts, body);
}

namespace {

/// The line along which units come: from the flank of the side that began. Armies that stand in one place: table's width.
struct Line {
  std::int64_t x = 1, y = 0;
};
Line line_of(const Facts& facts) {
  std::array<Point, 2> middle{};
  for (const Side side : {Side::A, Side::B}) {
    Point sum{};
    std::int64_t count = 0;
    for (const Facts::Body& body : facts.bodies())
      if (body.unit->side == side && body.unit->on_table()) sum = sum + body.round.at, ++count;
    if (count == 0) return {};
    middle[side == Side::A ? 0 : 1] = {sum.x / count, sum.y / count};
  }
  const Point ahead = middle[1] - middle[0];  // from A to B
  Line right{ahead.y.um / 1000, -ahead.x.um / 1000};
  if (right.x * right.x + right.y * right.y < 100 * 100) right = {1, 0};
  return right;
}

/// The bodies of a side in the order in which they come; of equals the one with the smaller id.
std::vector<const Facts::Body*> bodies_in_sequence(const Facts& facts, Side side) {
  const State& state = facts.state();
  const Line line = line_of(facts);
  const std::int64_t sign = state.at.precedence == Side::A ? 1 : -1;  // A's right end comes first, or B's
  std::vector<std::pair<std::int64_t, const Facts::Body*>> order;
  for (const Facts::Body& body : facts.bodies()) {
    const Taxis& unit = *body.unit;
    if (unit.side != side) continue;
    if (!unit.on_table()) {  // those who come on, or lie in ambush, do so after the others
      if (unit.hidden ? may_break_cover(state, *body.id) : state.at.phase == Phase::Marches)
        order.emplace_back(std::numeric_limits<std::int64_t>::max(), &body);
      continue;
    }
    const Point at = body.round.at;
    order.emplace_back(-sign * (line.x * (at.x.um / 10) + line.y * (at.y.um / 10)), &body);
  }
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });  // bodies go by id
  std::vector<const Facts::Body*> out;
  out.reserve(order.size());
  for (const auto& [key, body] : order) out.push_back(body);
  return out;
}

}  // namespace

std::vector<UnitId> in_sequence(const Facts& facts, Side side) {
  std::vector<UnitId> out;
  for (const Facts::Body* body : bodies_in_sequence(facts, side)) out.push_back(*body->id);
  return out;
}

namespace {

/// HM-AMB-79: forced ekdromoi before voluntary ones, in each the side with precedence first.
std::optional<UnitId> next_with_ekdromoi(const Facts& facts) {
  const State& state = facts.state();
  for (const bool forced : {true, false})
    for (const Side side : {state.at.precedence, other(state.at.precedence)})
      for (const UnitId& id : in_sequence(facts, side)) {
        const std::vector<LochosRef> due = ekdromoi_due(state, id);
        if (!due.empty() && lochos_at(state, due.front()).fight.ekdromoi_forced == forced) return id;
      }
  return std::nullopt;
}

}  // namespace

std::vector<UnitId> to_come(const Facts& facts) {
  const State& state = facts.state();
  std::array<std::vector<const Facts::Body*>, 2> able;
  for (const Side side : {Side::A, Side::B})
    for (const Facts::Body* body : bodies_in_sequence(facts, side))
      if (facts.able(*body)) able[side == Side::A ? 0 : 1].push_back(body);
  std::vector<UnitId> out;
  Side next = state.at.next;
  if (!state.at.called.empty())
    for (auto& list : able) {
      const auto at = std::find_if(list.begin(), list.end(), [&](const Facts::Body* body) { return *body->id == state.at.called; });
      if (at == list.end()) continue;
      next = (*at)->unit->side;
      std::rotate(list.begin(), at, at + 1);
      break;
    }
  std::array<std::size_t, 2> at{};
  while (at[0] < able[0].size() || at[1] < able[1].size()) {
    std::size_t side = next == Side::A ? 0 : 1;
    if (at[side] >= able[side].size()) side = 1 - side;
    out.push_back(*able[side][at[side]++]->id);
    next = side == 0 ? Side::B : Side::A;
  }
  return out;
}

std::optional<UnitId> next_to_act(const Facts& facts) { return facts.next(); }

std::optional<UnitId> find_next_to_act(const Facts& facts) {
  const State& state = facts.state();
  const auto first_of = [&](Side side) -> std::optional<UnitId> {
    for (const Facts::Body* body : bodies_in_sequence(facts, side))
      if (facts.able(*body)) return *body->id;
    return std::nullopt;
  };
  if (!state.at.called.empty() && state.units.contains(state.at.called) && facts.able(state.at.called)) return state.at.called;
  if (in_stage(state, Phase::OffensiveBelos, BelosStage::Ekdromoi)) return next_with_ekdromoi(facts);
  if (const auto first = first_of(state.at.next)) return first;
  return first_of(other(state.at.next));
}

}  // namespace polemarch::hoplomachia
