#include "engine/rulesets/hoplomachia/topics/bodies.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>

#include "engine/geometry/polygon.hpp"

namespace polemarch::hoplomachia {

const Taxis& taxis_at(const State& state, const UnitId& id) {
  return state.units.at(id);  // one that is not there is caught by whoever tells an event
}
const Lochos& lochos_at(const State& state, const LochosRef& ref) {
  return taxis_at(state, ref.unit).lochoi.at(static_cast<std::size_t>(ref.at));
}
const UnitCard& card_of(const State& state, const Taxis& unit) { return state.cards.at(unit.card); }
const UnitCard& card_of(const State& state, const UnitId& id) { return card_of(state, taxis_at(state, id)); }
const Army& army_of(const State& state, const UnitId& id) { return state.armies[taxis_at(state, id).side]; }

std::string part_text(const State& state, const LochosRef& ref) {
  constexpr std::array<std::string_view, 4> kEndings{"th", "st", "nd", "rd"};
  const auto at = state.units.find(ref.unit);
  if (at == state.units.end() || at->second.lochoi.size() < 2) return {};
  const Taxis& unit = at->second;
  const int n = ref.at + 1;
  const std::size_t ending = n % 10 < 4 && n / 10 % 10 != 1 ? static_cast<std::size_t>(n % 10) : 0;
  const std::string_view what = !card_of(state, unit).disciplined() ? " stand" : is_mounted(unit.troop) ? " ile" : " lochos";
  return std::to_string(n) + std::string(kEndings[ending]) + std::string(what);
}
std::string name_of(const State& state, const LochosRef& ref) {
  const std::string part = part_text(state, ref);
  return part.empty() ? ref.unit.text : "the " + part + " of " + ref.unit.text;
}

std::string name_of(const State& state, const UnitId& id, const std::vector<int>& lochoi) {
  if (lochoi.size() == 1) return name_of(state, {id, lochoi.front()});
  const auto at = state.units.find(id);
  if (at == state.units.end()) return id.text;
  bool others = false;
  for (std::size_t i = 0; i < at->second.lochoi.size(); ++i) {
    const Lochos& lochos = at->second.lochoi[i];
    if (!lochos.on_table() || std::find(lochoi.begin(), lochoi.end(), static_cast<int>(i)) != lochoi.end()) continue;
    if (lochos.sound()) return "part of " + id.text;
    others = true;
  }
  return others ? "the rest of " + id.text : id.text;
}

Length frontage_of(int figure_mm) { return figure_mm >= 25 ? 60_mm : 40_mm; }  // HM-SCALE-03

void add_shapes(const Lochos& lochos, std::vector<geometry::Shape>& shapes) {
  if (!lochos.on_table()) return;
  for (const Stand& stand : lochos.stands)
    if (!stand.lost) shapes.push_back(geometry::placed(stand.footprint, stand.at));
}
std::vector<geometry::Shape> shapes_of(const Lochos& lochos) {
  std::vector<geometry::Shape> shapes;
  shapes.reserve(lochos.stands.size());
  add_shapes(lochos, shapes);
  return shapes;
}
std::vector<geometry::Shape> shapes_of(const Taxis& unit) {
  std::vector<geometry::Shape> shapes;
  for (const Lochos& lochos : unit.lochoi) add_shapes(lochos, shapes);
  return shapes;
}

const Stand* front_of(const Lochos& lochos) {
  for (const Stand& stand : lochos.stands)
    if (!stand.lost) return &stand;
  return nullptr;
}
int rightmost(const Taxis& unit) {
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i)
    if (unit.lochoi[i].on_table()) return static_cast<int>(i);
  return -1;
}
Angle heading_of(const Taxis& unit) {
  const int rightmost_one = rightmost(unit);
  std::size_t first = rightmost_one < 0 ? 0 : static_cast<std::size_t>(rightmost_one);
  const auto sound = [](const Lochos& lochos) { return lochos.sound(); };
  const auto leads = [](const Lochos& lochos) { return lochos.sound() && !lochos.fight.apart_in; };
  auto led = std::find_if(unit.lochoi.begin(), unit.lochoi.end(), leads);
  if (led == unit.lochoi.end()) led = std::find_if(unit.lochoi.begin(), unit.lochoi.end(), sound);
  if (led != unit.lochoi.end()) first = static_cast<std::size_t>(led - unit.lochoi.begin());
  const Stand* front = front_of(unit.lochoi[first]);
  return front == nullptr ? Angle{} : front->at.pose.heading;
}

namespace {

/// The mean of places, added one by one.
struct Mean {
  Point sum{};
  std::int64_t count = 0;
  void add(const Lochos& lochos) {
    for (const Stand& stand : lochos.stands)
      if (!stand.lost) sum = sum + stand.at.pose.centre(), ++count;
  }
  Point value() const { return count == 0 ? sum : Point{sum.x / count, sum.y / count}; }
};

}  // namespace

Point centre_of(const Lochos& lochos) {
  Mean mean;
  mean.add(lochos);
  return mean.value();
}
Point centre_of(const Taxis& unit) {
  Mean mean;
  for (const Lochos& lochos : unit.lochoi)
    if (lochos.on_table()) mean.add(lochos);
  return mean.value();
}

namespace {

void widen(Round& round, const Stand& stand) {
  const std::int64_t dx = std::abs((stand.at.pose.x - round.at.x).um), dy = std::abs((stand.at.pose.y - round.at.y).um);
  // The longer leg and half the shorter one are never less than the hypotenuse.
  const std::int64_t far = std::max(dx, dy) + std::min(dx, dy) / 2 + 1;
  round.radius = std::max(round.radius, Length{far} + (stand.footprint.frontage + stand.footprint.depth) / 2);
}

}  // namespace

Round round_of(const Lochos& lochos) {
  Round round{centre_of(lochos), {}};
  for (const Stand& stand : lochos.stands)
    if (!stand.lost) widen(round, stand);
  return round;
}
Round round_of(const Taxis& unit) {
  Round round{centre_of(unit), {}};
  for (const Lochos& lochos : unit.lochoi)
    if (lochos.on_table())
      for (const Stand& stand : lochos.stands)
        if (!stand.lost) widen(round, stand);
  return round;
}
bool far_apart(const Round& a, const Round& b, Length apart) {
  const Length reach = a.radius + b.radius + apart;
  const std::int64_t dx = (a.at.x - b.at.x).um / 10, dy = (a.at.y - b.at.y).um / 10, r = reach.um / 10 + 2;
  return dx * dx + dy * dy > r * r;
}

std::vector<engine::PlacedBase> places_of(const Taxis& unit) {
  std::vector<engine::PlacedBase> out;
  for (const Lochos& lochos : unit.lochoi)
    if (lochos.on_table())
      for (const Stand& stand : lochos.stands)
        if (!stand.lost) out.push_back({stand.base, stand.at});
  return out;
}

Measure gap_between(const Taxis& a, const Taxis& b) { return geometry::gap_between(shapes_of(a), shapes_of(b)).distance(); }
Measure gap_between(const Lochos& a, const Lochos& b) { return geometry::gap_between(shapes_of(a), shapes_of(b)).distance(); }

std::vector<Foe> enemies_of(const State& state, const UnitId& id, bool routers) {
  std::vector<Foe> foes;
  const Taxis& unit = taxis_at(state, id);
  const std::vector<geometry::Shape> mine = shapes_of(unit);
  if (mine.empty()) return foes;
  for (const auto& [other, enemy] : state.units) {
    if (enemy.side == unit.side || enemy.hidden || !enemy.on_table()) continue;
    if (!routers && std::none_of(enemy.lochoi.begin(), enemy.lochoi.end(), [](const Lochos& l) { return l.sound(); })) continue;
    foes.push_back({other, geometry::gap_between(mine, shapes_of(enemy)).distance()});
  }
  std::stable_sort(foes.begin(), foes.end(), [](const Foe& a, const Foe& b) { return a.gap.value < b.gap.value; });
  return foes;
}

bool clear_line(const State& state, Vec2 from, Vec2 to) {
  for (const Terrain& piece : state.terrain)
    for (const TerrainKind& kind : state.charts.terrain)
      if (kind.kind == piece.kind && kind.blocks_sight && geometry::runs_through(geometry::outline_in_mm(piece.outline), from, to))
        return false;
  return true;
}

std::vector<UnitId> units_on_table(const State& state, Side side) {
  std::vector<UnitId> out;
  for (const auto& [id, unit] : state.units)
    if (unit.side == side && unit.on_table() && !unit.hidden) out.push_back(id);
  return out;
}

bool in_melee(const Lochos& lochos) { return lochos.on_table() && lochos.fight.engaged != Engaged::None; }
bool in_melee(const Taxis& unit) {
  return std::any_of(unit.lochoi.begin(), unit.lochoi.end(), [](const Lochos& lochos) { return in_melee(lochos); });
}

int hoplite_lochoi(const State& state, Side side) {
  int count = 0;
  for (const auto& [id, unit] : state.units)
    if (unit.side == side && unit.troop == TroopClass::Hoplite)
      for (const Lochos& lochos : unit.lochoi) count += lochos.on_table() ? 1 : 0;
  return count;
}
int stands_of(const State& state, Side side) {
  int count = 0;
  for (const auto& [id, unit] : state.units)
    if (unit.side == side && !unit.ekdromoi_of && !unit.scenery)
      for (const Lochos& lochos : unit.lochoi)
        if (lochos.fate != Fate::Gone)
          for (const Stand& stand : lochos.stands) count += stand.lost ? 0 : 1;
  return count;
}

}  // namespace polemarch::hoplomachia
