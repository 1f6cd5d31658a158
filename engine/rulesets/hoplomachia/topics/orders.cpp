#include "engine/rulesets/hoplomachia/topics/orders.hpp"

#include <algorithm>

#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/forming.hpp"
#include "engine/rulesets/hoplomachia/topics/runners_way.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/sallying.hpp"

namespace polemarch::hoplomachia {

using engine::allow;
using engine::refuse;
using geometry::operator-;

std::string hegemon_of(const State& state, Side side) {
  std::string only;
  int count = 0;
  std::optional<std::string> of_dead;  // a dead hegemon is followed by one of his nationality, not by whoever is left (HM-STRAT-15, 16)
  for (const auto& [key, who] : state.strategoi) {
    if (who.side != side) continue;
    if (who.hegemon) of_dead = who.nation;
    if (!who.alive) continue;
    if (who.hegemon) return key;
    only = key;
    ++count;
  }
  return count == 1 && (!of_dead || *of_dead == state.strategoi.at(only).nation) ? only : std::string();
}

bool engaged(const State& state, const Strategos& who) {
  const auto unit = state.units.find(who.in.unit);
  if (unit == state.units.end() || static_cast<std::size_t>(who.in.at) >= unit->second.lochoi.size()) return false;
  const Lochos& lochos = unit->second.lochoi.at(static_cast<std::size_t>(who.in.at));
  const Flight* flight = flight_of(state, who.in);
  const bool runs = flight != nullptr && flight->mode != Mode::Evade;
  return in_melee(lochos) || lochos.fate == Fate::Routing || runs || unit->second.mode == Mode::Pursue || unit->second.mode == Mode::Rout;
}

bool has_left(const State& state, const Strategos& who) {
  const auto unit = state.units.find(who.in.unit);
  return unit != state.units.end() && static_cast<std::size_t>(who.in.at) < unit->second.lochoi.size() && lochos_at(state, who.in).left;
}

std::vector<UnitId> commanded_by(const State& state, const std::string& key) {
  std::vector<UnitId> out;
  const auto at = state.strategoi.find(key);
  if (at == state.strategoi.end()) return out;
  const Strategos& who = at->second;
  const std::string hegemon = hegemon_of(state, who.side);
  const std::string hegemons = hegemon.empty() ? std::string() : state.strategoi.at(hegemon).nation;
  for (const auto& [id, unit] : state.units) {
    if (unit.side != who.side) continue;
    const bool given = unit.commander == key;
    const bool his_own = unit.commander.empty() && who.in.unit == id;
    const bool of_his_nation = unit.commander.empty() && key != hegemon && who.nation != hegemons && unit.nation == who.nation;
    if (given || his_own || of_his_nation) out.push_back(id);
  }
  return out;
}

bool is_lights(const Taxis& unit) { return !unit.core && !unit.baggage && !unit.scenery && unit.troop != TroopClass::Chariot; }

namespace {

/// A taxis where it stood before its approach or charge of this turn. The taxeis of a line go one after the other: who has gone ahead
/// and drifted already still belongs to it (HM-APPR-04, 08, HM-DRIFT-01). Who has not gone is not copied.
class BeforeItsMove {
 public:
  BeforeItsMove(const State& state, const UnitId& id) : unit_(&taxis_at(state, id)) {
    if (!state.fight.flights.empty()) stood_ = without_runners(state, id);  // who runs is no part of it
    if (unit_->mode == Mode::Approach || unit_->fight.charging)
      if (!unit_->stood.empty()) stood_ = standing(stood_ ? *stood_ : *unit_, unit_->stood);
  }

  const Taxis& operator*() const { return stood_ ? *stood_ : *unit_; }

 private:
  const Taxis* unit_;
  std::optional<Taxis> stood_;
};

}  // namespace

std::vector<std::vector<UnitId>> phalanxes(const State& state, Side side) {
  std::vector<std::vector<UnitId>> parts;
  for (const auto& [id, unit] : state.units) {
    if (unit.side != side || !unit.core || !unit.on_table() || unit.hidden) continue;
    const Length base = unit.lochoi.front().stands.front().footprint.frontage;
    const BeforeItsMove was(state, id);
    const Taxis& stood = *was;
    const Round round = round_of(stood);
    std::vector<UnitId> joined{id};
    for (std::size_t i = 0; i < parts.size();) {
      const bool near = std::any_of(parts[i].begin(), parts[i].end(), [&](const UnitId& with) {
        const BeforeItsMove with_was(state, with);
        const Taxis& friendly = *with_was;
        return !far_apart(round, round_of(friendly), base) && gap_between(stood, friendly).value < base;
      });
      if (!near) {
        ++i;
        continue;
      }
      joined.insert(joined.end(), parts[i].begin(), parts[i].end());
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i));
    }
    std::sort(joined.begin(), joined.end());
    parts.push_back(std::move(joined));
  }
  return parts;
}

std::vector<UnitId> phalanx_of(const State& state, const UnitId& id) {
  for (std::vector<UnitId>& part : phalanxes(state, taxis_at(state, id).side))
    if (std::find(part.begin(), part.end(), id) != part.end()) return part;
  return {id};
}

namespace {

/// Side to side: less than a base width apart and neither behind the other (HM-AMB-31).
bool side_to_side(const Taxis& a, const Taxis& b, Length base) {
  const auto mine = shapes_of(a), theirs = shapes_of(b);
  if (mine.empty() || theirs.empty() || geometry::gap_between(mine, theirs).signed_gap.value >= base) return false;
  const Vec2 ahead = mine.front().ahead, across = geometry::left_of(ahead);
  const auto span = [](const std::vector<geometry::Shape>& shapes, Vec2 along) {
    double low = 1e18, high = -1e18;
    for (const geometry::Shape& shape : shapes)
      for (const Vec2 corner : shape.corners) {
        low = std::min(low, geometry::dot(corner, along));
        high = std::max(high, geometry::dot(corner, along));
      }
    return std::pair{low, high};
  };
  const auto shared = [&](Vec2 along) {
    const auto [low_a, high_a] = span(mine, along);
    const auto [low_b, high_b] = span(theirs, along);
    return std::min(high_a, high_b) - std::max(low_a, low_b);
  };
  return shared(across) <= base.mm() / 2 && shared(ahead) > 0;
}

}  // namespace

int lochoi_in_phalanx(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  if (unit.troop != TroopClass::Hoplite) return 0;
  std::vector<UnitId> line{id};  // of hoplites, under one order
  const Length base = unit.lochoi.front().stands.front().footprint.frontage;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const BeforeItsMove member(state, line[i]);
    const Round round = round_of(*member);
    for (const auto& [other, friendly] : state.units) {
      if (friendly.side != unit.side || friendly.troop != TroopClass::Hoplite || !friendly.on_table() || friendly.hidden) continue;
      if (friendly.order.type != unit.order.type || std::find(line.begin(), line.end(), other) != line.end()) continue;
      const BeforeItsMove beside(state, other);
      if (!far_apart(round, round_of(*beside), base) && side_to_side(*member, *beside, base)) line.push_back(other);
    }
  }
  int lochoi = 0;
  for (const UnitId& member : line) lochoi += static_cast<int>(standing_lochoi(state, member).size());
  return lochoi;
}

std::vector<UnitId> lights_before(const State& state, const UnitId& core) {
  std::vector<UnitId> out;
  const Taxis unit = without_runners(state, core);
  const Vec2 left = geometry::vec(front_left(unit)), right = geometry::vec(front_right(unit));
  const std::vector<geometry::Shape> mine = shapes_of(unit);
  if (mine.empty()) return out;
  const Vec2 ahead = mine.front().ahead;
  const double width = geometry::length_of(left - right);
  double enemy = 1e9;
  for (const auto& [id, foe] : state.units)
    if (foe.side != unit.side && foe.core && foe.on_table() && !foe.hidden)
      for (const geometry::Shape& shape : shapes_of(foe)) {
        const double depth = geometry::dot(shape.centre - right, ahead);
        if (depth > 0 && depth < enemy) enemy = depth;
      }
  for (const auto& [id, light] : state.units) {
    if (light.side != unit.side || !is_lights(light) || !light.on_table() || light.hidden || light.mode == Mode::Rout) continue;
    for (const geometry::Shape& shape : shapes_of(without_runners(state, id))) {
      const Vec2 d = shape.centre - right;
      const double depth = geometry::dot(d, ahead), along = geometry::cross(ahead, d);
      const double beside = shape.half_front - state.tolerance.mm();  // who stands flush beside the line is not before it
      if (depth <= 0 || depth >= enemy || along < -beside || along > width + beside) continue;
      out.push_back(id);
      break;
    }
  }
  return out;
}

engine::Verdict may_signal(const State& state, Side side, OrderType order) {
  const std::string hegemon = hegemon_of(state, side);
  if (hegemon.empty()) return refuse("HM-ORD-01", "no strategos is there to signal");
  const Strategos& who = state.strategoi.at(hegemon);
  if (who.arrived == state.at.turn && state.at.turn > 0)
    return refuse("HM-STRAT-17", called(hegemon) + " took over this turn and gives no orders");
  if (engaged(state, who)) return refuse("HM-STRAT-02", called(hegemon) + " is engaged: no army signal this turn");
  if ((order == OrderType::ReleaseEkdromoi || order == OrderType::RecallEkdromoi) && !ekdromoi_signals(state.options))
    return refuse("HM-OPT5-01", "that signal is optional rule 5, which is not in use");
  if (order != OrderType::BeginApproach) return allow();
  const Army& army = state.armies[side];
  if (army.approach_barred && !army.approach_halted) return refuse("HM-INSP-03", "those who approached have not won a melee yet");
  const auto parts = phalanxes(state, side);
  std::string screened;
  int free_parts = 0;
  for (const std::vector<UnitId>& part : parts) {
    bool free = true;
    for (const UnitId& id : part)
      if (const auto lights = lights_before(state, id); !lights.empty()) {
        free = false;
        screened = lights.front().text + " stands before " + id.text;
      }
    free_parts += free ? 1 : 0;
  }
  const bool whole = army.formation.value_or(ArmyFormation::BattlePhalanx) == ArmyFormation::BattlePhalanx;
  if (!screened.empty() && (whole || free_parts == 0)) return refuse("HM-OTYP-19", screened + ": recall the lights first");  // HM-AMB-82
  return allow();
}

bool may_signal_at_all(const State& state, Side side) { return may_signal(state, side, OrderType::Halt).allowed(); }

namespace {

/// Has he given his order: a verbal one, or the counter under the salpinx (HM-ORD-02, HM-AMB-06)?
bool has_ordered(const State& state, const std::string& key, const Strategos& who, Viewer by) {
  if (who.orders_given > 0) return true;
  if (state.options.hegemon_signal_and_verbal || key != hegemon_of(state, who.side)) return false;
  const auto& counter = state.armies[who.side].counter;
  if (!counter || !(counter->open_to(by))) return false;
  return counter->value && *counter->value != "none";
}

/// Does a counter lie that may be his order, for all that these eyes know?
bool may_have_ordered(const State& state, const std::string& key, const Strategos& who, Viewer by) {
  const auto& counter = state.armies[who.side].counter;
  return counter && !counter->open_to(by) && !state.options.hegemon_signal_and_verbal && key == hegemon_of(state, who.side);
}

}  // namespace

bool may_order_at_all(const State& state, Side side) {
  return std::any_of(state.strategoi.begin(), state.strategoi.end(), [&](const auto& entry) {
    const Strategos& who = entry.second;
    return who.side == side && who.alive && who.orders_given == 0 && !engaged(state, who) && !has_left(state, who) &&
           who.arrived != state.at.turn;
  });
}

engine::Verdict may_order(const Facts& facts, const VerbalOrder& order, Viewer by) {
  const State& state = facts.state();
  const Strategos& from = state.strategoi.at(order.strategos);
  if (!from.alive) return engine::impossible(called(order.strategos) + " is dead");
  if (has_ordered(state, order.strategos, from, by)) return refuse("HM-ORD-02", called(order.strategos) + " has given his order this turn");
  if (may_have_ordered(state, order.strategos, from, by))
    return refuse("HM-ORD-02", "the counter under the salpinx may be the order of " + called(order.strategos) + ": its own side knows");
  if (has_left(state, from))
    return refuse("HM-TROOP-13", called(order.strategos) + " has left the field: no word goes out from his lochos");
  if (engaged(state, from)) return refuse("HM-ORD-03", called(order.strategos) + " is engaged and gives no orders");
  if (from.arrived == state.at.turn && state.at.turn > 0) return refuse("HM-STRAT-17", called(order.strategos) + " took over this turn");
  const bool hegemon = order.strategos == hegemon_of(state, from.side);
  if (!order.to.empty()) {
    const Strategos& to = state.strategoi.at(order.to);
    if (!to.alive) return engine::impossible(order.to + " is dead");
    if (!hegemon) return refuse("HM-ORD-07", "only the hegemon orders a strategos");
    if (to.side != from.side || order.to == order.strategos)
      return engine::impossible(called(order.to) + " takes no order of " + called(order.strategos));
  } else {
    const Taxis& unit = taxis_at(state, order.unit);
    if (unit.side != from.side) return engine::impossible(order.unit.text + " is of the other side");
    if (!unit.on_table()) return engine::impossible(order.unit.text + " is not on the table");
    if (!hegemon) {
      const auto his = commanded_by(state, order.strategos);
      if (std::find(his.begin(), his.end(), order.unit) == his.end())
        return refuse("HM-AMB-06", called(order.strategos) + " does not command " + order.unit.text);
    }
    if (in_melee(unit)) return refuse("HM-ORD-05", order.unit.text + " is in melee: orders do not affect it");
    if (order.order == OrderType::BeginApproach && unit.core)
      if (const auto lights = lights_before(state, order.unit); !lights.empty())
        return refuse("HM-AMB-83", lights.front().text + " stands before " + order.unit.text);
  }
  if ((order.order == OrderType::ReleaseEkdromoi || order.order == OrderType::RecallEkdromoi) && !ekdromoi_signals(state.options))
    return refuse("HM-OPT5-01", "that order is optional rule 5, which is not in use");
  if (!runners_way(facts, order)) return refuse("HM-VERB-07", "no way for the runner keeps 3 in from every enemy");
  return allow();
}

namespace {

/// Lights whose core routs, or withdraws or musters by an order of its own, follow it and no other signal (HM-ORD-15, HM-AMB-54).
bool follows_core_alone(const State& state, const Taxis& unit, OrderType order) {
  if (unit.allied_to.empty() || !is_lights(unit) || order == OrderType::Withdrawal) return false;
  const auto at = state.units.find(unit.allied_to);
  if (at == state.units.end()) return false;
  const Taxis& core = at->second;
  if (core.mode == Mode::Rout) return true;
  const bool leads = core.order.type == OrderType::Withdrawal || core.order.type == OrderType::Muster;
  return leads && core.order.exempt && core.order.source == OrderSource::Verbal;
}

}  // namespace

bool heeds(const State& state, const UnitId& id, OrderType order) {
  const Taxis& unit = taxis_at(state, id);
  if (!unit.on_table() || unit.hidden || unit.baggage || unit.scenery || unit.ekdromoi_of) return false;
  if (follows_core_alone(state, unit, order)) return false;
  if (in_melee(unit)) return false;  // HM-ORD-05
  if (unit.mode == Mode::Rout || unit.mode == Mode::Evade) return false;
  if (unit.mode == Mode::Pursue && order != OrderType::Muster) return false;  // who pursues is called back by Muster alone (HM-OTYP-01)
  if (unit.order.exempt && unit.order.source == OrderSource::Verbal) return false;  // HM-VERB-02
  const bool lights = is_lights(unit);
  switch (order) {
    case OrderType::ForwardPsiloi:
    case OrderType::RecallPsiloi:
      return lights;  // HM-OTYP-15, 18
    case OrderType::BeginApproach:
    case OrderType::March:
    case OrderType::Halt:
      if (lights && unit.order.type == OrderType::ForwardPsiloi) return false;  // HM-OTYP-08, 10, 14
      if (order == OrderType::BeginApproach && unit.core) {                     // HM-AMB-82
        for (const UnitId& with : phalanx_of(state, id))
          if (!lights_before(state, with).empty()) return false;
      }
      return true;
    case OrderType::Charge:
      return !(lights && unit.order.type == OrderType::ForwardPsiloi);
    case OrderType::Muster:  // lights sent forward come back at a Recall or Withdrawal alone, or with the core they belong to (HM-OTYP-14)
      return !(lights && unit.order.type == OrderType::ForwardPsiloi && unit.allied_to.empty());
    case OrderType::Withdrawal:
      return true;
    case OrderType::ReleaseEkdromoi:
      return takes_release(state, unit);  // HM-OPT9-01; ekdromoi themselves are lochoi's
    case OrderType::RecallEkdromoi:
      return false;
  }
  return false;
}

Mode mode_under(OrderType order, const Taxis& unit) {
  switch (order) {
    case OrderType::Halt:
      return Mode::Halt;
    case OrderType::BeginApproach:
      return unit.core ? Mode::Approach : Mode::March;
    case OrderType::Charge:
      return Mode::Charge;
    case OrderType::Muster:
    case OrderType::March:
    case OrderType::ForwardPsiloi:
    case OrderType::RecallPsiloi:
    case OrderType::Withdrawal:
    case OrderType::ReleaseEkdromoi:
    case OrderType::RecallEkdromoi:
      return Mode::March;
  }
  return Mode::Halt;
}

bool sings_paean(const State& state, Side side) {
  const std::string hegemon = hegemon_of(state, side);
  if (hegemon.empty()) return false;
  const auto unit = state.units.find(state.strategoi.at(hegemon).in.unit);
  if (unit == state.units.end() || !unit->second.on_table()) return false;
  if (!unit->second.core) return false;  // HM-INSP-04
  return unit->second.mode == Mode::Approach && unit->second.order.type == OrderType::BeginApproach;
}

bool grim_resolve(const State& state, Side side) {
  int spartan = 0, all = 0;
  for (const auto& [id, unit] : state.units) {
    if (unit.side != side || unit.ekdromoi_of || unit.scenery) continue;
    for (const Lochos& lochos : unit.lochoi) {
      if (lochos.fate == Fate::Gone) continue;
      for (const Stand& stand : lochos.stands) {
        if (stand.lost) continue;
        ++all;
        spartan += unit.nation == "Spartan" || unit.nation == "Spartiate" ? 1 : 0;
      }
    }
  }
  return all > 0 && 10 * spartan >= 6 * all;
}

}  // namespace polemarch::hoplomachia
