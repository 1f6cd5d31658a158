#include "engine/rulesets/to_the_strongest/topics/movement.hpp"

#include <algorithm>

#include "engine/rulesets/to_the_strongest/topics/charge.hpp"
#include "engine/rulesets/to_the_strongest/topics/shooting.hpp"

namespace polemarch::to_the_strongest {
namespace {

using engine::allow;
using engine::refuse;
using engine::Verdict;

/// Appends a route and, where it may be lengthened, its march.
void add(std::vector<Route>& out, const Board& board, Route route, bool may_march) {
  route.leaves = !route.path.empty() && !board.holds(route.path.back());
  const bool on = route.path.empty() || !route.leaves;
  out.push_back(route);
  if (!may_march || !on) return;
  const Box last = route.path.empty() ? Box{} : route.path.back();
  if (!last.somewhere()) return;
  route.march = true;
  route.path.push_back(last + ahead(route.facing));
  route.leaves = !board.holds(route.path.back());
  out.push_back(route);
}

bool is_gun_in_place(const Unit& unit) { return unit.type == Type::Artillery && !unit.carts; }

/// TTS-ZOC-03..09: what a unit that starts in enemy zones may do.
std::optional<engine::Reason> zone_forbids(const Board& board, const Unit& unit, const Route& route) {
  const std::vector<const Unit*> zones = board.zones_holding(unit);
  if (zones.empty()) return std::nullopt;
  const engine::Reason held{"TTS-ZOC-06", "in the zone of " + zones.front()->id.text, {}, {}, {}, {}};
  if (route.march) return held;
  if (route.manoeuvre == Manoeuvre::Turn && route.path.empty()) {
    const auto faces = [&](const Unit* enemy, Box from) {
      const Box front = from + ahead(route.facing);
      return from.somewhere() && (enemy->box == front || enemy->second_box == front);
    };
    const bool faces_one =
        std::any_of(zones.begin(), zones.end(), [&](const Unit* enemy) { return faces(enemy, unit.box) || faces(enemy, unit.second_box); });
    if (faces_one) return std::nullopt;  // TTS-ZOC-04, TTS-ZOC-07
    return engine::Reason{"TTS-ZOC-04", "may turn only to face an enemy whose zone it is in", {}, {}, {}, {}};
  }
  if (route.manoeuvre == Manoeuvre::Back) return std::nullopt;  // TTS-ZOC-05
  if (route.manoeuvre == Manoeuvre::Sideways) {                 // TTS-ZOC-09
    const Unit* shield = board.friend_ahead(unit);
    const Box front = unit.box + ahead(unit.facing);
    const bool only_ahead =
        std::all_of(zones.begin(), zones.end(), [&](const Unit* enemy) { return enemy->box == front || enemy->second_box == front; });
    if (shield != nullptr && is_formed(*shield) && only_ahead) return std::nullopt;
  }
  return held;
}

/// Friends in the unit's own box that it would have to pass to leave by this step: after a turn or an exchange of places, as it then
/// stands. TTS-INT-04, TTS-AMB-130.
std::optional<engine::Reason> mate_in_the_way(const Board& board, const Unit& unit, const Unit* also, Manoeuvre manoeuvre, Step2 step) {
  const Unit* mate = board.mate(unit);
  if (mate == nullptr || mate == also) return std::nullopt;
  const Step2 local = in_frame(unit.facing, step);
  const int lead = manoeuvre == Manoeuvre::Exchange ? -board.lead(unit) : board.lead(unit);
  const bool through = (local.dy > 0 && lead < 0) || (local.dy < 0 && lead > 0);
  if (!through || may_pass(unit, unit.facing, *mate)) return std::nullopt;
  return engine::Reason{"TTS-INT-04", mate->id.text + " stands in the way in its own box", {}, {}, {}, {}};
}

/// The table with the unit in a box of its route: out of its old box and facing as it goes. TTS-MAR-03, TTS-MAR-04.
struct OnItsWay {
  Unit unit;
  std::optional<Unit> mate;  ///< moves along
  Board board;

  OnItsWay(const Board& before, const Unit& mover, const Unit* also, const Route& route, Box box)
      : unit(stands(before, mover, also, route, box)),
        mate(also == nullptr ? std::nullopt : std::optional(stands(before, *also, &mover, route, box))),
        board(mate ? before.with({&unit, &*mate}) : before.with({&unit})) {}

  static Unit stands(const Board& before, const Unit& mover, const Unit* also, const Route& route, Box box) {
    Unit there = mover;
    there.box = box;
    there.second_box = {};
    there.facing = route.facing;
    there.along = also == nullptr ? 0 : along_together(mover, route.facing);
    for (const Unit* other : before.at(box))
      if (other->side == mover.side && other->id != mover.id && other != also)
        there.along = places_on_entering(mover, box + ahead(opposite(route.facing)), box, route.facing, *other).front();
    return there;
  }
};

}  // namespace

std::vector<Route> routes(const Board& board, const Unit& unit) {
  std::vector<Route> out;
  out.reserve(40);
  const Facing f = unit.facing;
  const bool mounted = is_mounted(unit);
  const bool straddles = unit.second_box.somewhere();
  const auto straight_on = [](Box box, Facing facing) { return box + ahead(facing); };
  if (!is_gun_in_place(unit)) {
    for (const Box start : straddles ? std::vector<Box>{unit.box, unit.second_box} : std::vector<Box>{unit.box}) {
      const Box one = straight_on(start, f), two = straight_on(one, f);
      add(out, board, {Manoeuvre::Straight, {one}, f}, !mounted);
      if (mounted && board.holds(one)) add(out, board, {Manoeuvre::Straight, {one, two}, f}, true);
      const Box rear = start + ahead(opposite(f)), rear2 = rear + ahead(opposite(f));
      for (const Facing end : {f, opposite(f)}) {
        add(out, board, {Manoeuvre::Back, {rear}, end}, end != f && !mounted);
        if (mounted && board.holds(rear)) add(out, board, {Manoeuvre::Back, {rear, rear2}, end}, end != f);
      }
      if (straddles) continue;  // TTS-STD-02
      for (const int dx : {-1, 1}) {
        const Box diagonal = start + from_frame(f, {dx, 1}), beside = start + from_frame(f, {dx, 0});
        add(out, board, {Manoeuvre::Diagonal, {diagonal}, f}, !mounted);
        if (mounted && board.holds(diagonal)) add(out, board, {Manoeuvre::Diagonal, {diagonal, straight_on(diagonal, f)}, f}, true);
        add(out, board, {Manoeuvre::Sideways, {beside}, f}, true);
      }
    }
  }
  for (const int quarter : {1, 3, 2}) {
    const Facing end = turned(f, quarter);
    out.push_back({Manoeuvre::Turn, {}, end});
    if (is_gun_in_place(unit) || straddles) continue;
    const Box one = straight_on(unit.box, end);
    if (mounted) {
      add(out, board, {Manoeuvre::Turn, {one}, end}, true);  // TTS-MOV-07
    } else {
      out.push_back({Manoeuvre::Turn, {one}, end, true, !board.holds(one)});  // TTS-MAR-06
    }
  }
  if (board.mate(unit) != nullptr) {
    out.push_back({Manoeuvre::Exchange, {}, f});
    if (mounted && !is_gun_in_place(unit)) add(out, board, {Manoeuvre::Exchange, {straight_on(unit.box, f)}, f}, true);
  }
  return out;
}

std::optional<engine::Reason> march_forbidden(const Board& board, const Unit& unit, const Unit* also, const Route& route) {
  const auto reason = [](const char* rule, std::string text) { return engine::Reason{rule, std::move(text), {}, {}, {}, {}}; };
  if (unit.formation == Formation::Testudo) return reason("TTS-TST-05", "a testudo may not march");
  std::vector<Box> boxes{unit.box};
  boxes.insert(boxes.end(), route.path.begin(), route.path.end());
  std::erase_if(boxes, [&](Box box) { return !board.holds(box); });  // it may leave the table
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (!rough_for(board, unit, boxes[i])) continue;
    const bool by_road =
        (i == 0 || crossing(board, boxes[i - 1], boxes[i]).road) && (i + 1 == boxes.size() || crossing(board, boxes[i], boxes[i + 1]).road);
    if (!by_road) return reason("TTS-MAR-05", "rough ground in " + name_of(boxes[i]));  // TTS-TER-34 allows the road
  }
  if (unit.second_box.somewhere()) {
    if (rough_for(board, unit, unit.second_box)) return reason("TTS-MAR-05", "rough ground in " + name_of(unit.second_box));
    boxes.insert(boxes.begin(), unit.second_box);
  }
  std::vector<const Unit*> near;  // adjacent, able to charge two boxes or to shoot three
  for (const Unit* enemy : board.enemies_of(unit)) {
    const int distance = reach_of(*enemy, unit.box) - static_cast<int>(route.path.size());
    if (distance > 3) continue;
    near.push_back(enemy);
    if (distance > 1) continue;
    for (const Box box : boxes)
      if (reach_of(*enemy, box) <= 1) return reason("TTS-MAR-02", "next to " + enemy->id.text);
  }
  for (const Box box : boxes) {
    const bool starts_here = box == unit.box || box == unit.second_box;
    std::optional<OnItsWay> there;  // made only where an enemy is near enough to ask
    const auto then = [&]() -> const Board& {
      if (starts_here) return board;
      if (!there) there.emplace(board, unit, also, route, box);
      return there->board;
    };
    for (const Unit* enemy : near) {
      const int distance = reach_of(*enemy, box);
      const bool archers = enemy->type == Type::Bowmen || enemy->type == Type::Crossbowmen || enemy->type == Type::Longbowmen;
      if (distance <= 2 && has_charge_ways(*enemy, box) && could_charge_into(then(), *enemy, box))
        return reason("TTS-MAR-03", enemy->id.text + " could charge " + name_of(box));
      if (archers && distance <= 3 && could_shoot_into(then(), *enemy, box))
        return reason("TTS-MAR-04", enemy->id.text + " could shoot into " + name_of(box));
    }
  }
  return std::nullopt;
}

Verdict judge_route(const Board& board, const Unit& unit, const Unit* also, const Route& route) {
  if (is_gun_in_place(unit) && !(route.manoeuvre == Manoeuvre::Turn || route.manoeuvre == Manoeuvre::Exchange))
    return refuse("TTS-TYPE-01", "artillery only turns or exchanges places");
  if (route.manoeuvre == Manoeuvre::Exchange && board.mate(unit) == nullptr) return refuse("TTS-MOV-07", "nobody to exchange places with");
  for (const Box box : route.path)
    for (const Unit* other : board.at(box))
      if (other->side != unit.side) return refuse("TTS-MOV-11", "enemy " + other->id.text + " in " + name_of(box));
  if (const auto held = zone_forbids(board, unit, route)) return {engine::Ruling::Refused, engine::Refusal::ByRule, {*held}};
  const auto no = [](engine::Reason reason) { return Verdict{engine::Ruling::Refused, engine::Refusal::ByRule, {std::move(reason)}}; };

  if (route.manoeuvre == Manoeuvre::Turn) {
    const Unit* mate = board.mate(unit);
    if (mate != nullptr && mate != also && !same_axis(mate->facing, route.facing) && route.path.empty())
      return refuse("TTS-BOX-04", "would stand at right angles to " + mate->id.text);
    if (mate != nullptr && !same_axis(mate->facing, route.facing) && !route.path.empty() && mate != also)
      return refuse("TTS-AMB-137", "may not turn out of a shared box in one activation");
    if (unit.second_box.somewhere() && !same_axis(unit.facing, route.facing))
      return refuse("TTS-STD-02", "a straddling unit moves forward or back");
  }
  if (unit.formation == Formation::Testudo) {
    for (const Box box : route.path)
      if (board.holds(box) && rough_for(board, unit, box)) return refuse("TTS-TST-06", "a testudo may not enter rough ground");
  }

  Box at = unit.box;
  if (unit.second_box.somewhere() && !route.path.empty() && !adjacent(at, route.path.front())) at = unit.second_box;
  if (unit.second_box.somewhere() && !route.path.empty() && !orthogonal(route.path.front() - at)) at = unit.second_box;
  for (std::size_t i = 0; i < route.path.size(); ++i) {
    const Box box = route.path[i];
    const bool last = i + 1 == route.path.size();
    const Step2 step = box - at;
    if (i == 0)
      if (const auto blocked = mate_in_the_way(board, unit, also, route.manoeuvre, step)) return no(*blocked);
    if (!board.holds(box) && (!last || !route.leaves)) return refuse("TTS-OFF-01", "off the table");
    if (!orthogonal(step)) {
      const Step2 local = in_frame(unit.facing, step);
      if (unit.type == Type::Hoplites && local.dx < 0) return refuse("TTS-TYPE-64", "hoplites never go to their left front");
      if (closed_to(board, unit, unit.facing, at + Step2{step.dx, 0}) && closed_to(board, unit, unit.facing, at + Step2{0, step.dy}))
        return refuse("TTS-MOV-14", "the gap at the corner is closed");
    }
    if (!board.holds(box)) break;  // TTS-OFF-01
    if (!may_stand_on(board, unit, box)) {
      const bool water = board.field().ground(box) == Ground::Water;
      return refuse(unit.afloat ? "TTS-BOAT-01" : water ? "TTS-TER-12" : "TTS-TER-10", name_of(box) + " is impassable");
    }
    for (const Unit* other : board.at(box)) {
      if (other == also || other->id == unit.id) continue;
      if (!same_axis(other->facing, route.facing))
        return refuse("TTS-MOV-13", other->id.text + " stands at right angles in " + name_of(box));
      if (!last && !may_pass(unit, route.facing, *other)) return refuse("TTS-INT-04", "may not pass through " + other->id.text);
    }
    if (last) {
      if (const auto full = cannot_end_in(board, unit, also, box, route.facing)) return no(*full);
    } else {
      if (board.in_zone(unit, box)) return refuse("TTS-ZOC-02", "must halt in the zone at " + name_of(box));
      if (is_mounted(unit) && rough_for(board, unit, box) && !crossing(board, at, box).road)
        return refuse("TTS-MOV-02", "mounted halt in the rough at " + name_of(box));
    }
    at = box;
  }
  if (route.march)
    if (const auto why = march_forbidden(board, unit, also, route)) return no(*why);
  return allow();
}

int place_at_end(const Board& board, const Unit& unit, const Unit* also, const Route& route, const std::string& wish) {
  if (route.path.empty() || route.leaves) {
    if (route.manoeuvre == Manoeuvre::Exchange) return -unit.along;
    return unit.along;
  }
  const Box to = route.path.back();
  const Box before = route.path.size() > 1 ? route.path[route.path.size() - 2] : unit.box;
  for (const Unit* other : board.at(to)) {
    if (other->side != unit.side || other == also || other->id == unit.id) continue;
    const std::vector<int> open = places_on_entering(unit, before, to, route.facing, *other);
    const int front = sign_of(other->facing);
    const int wanted = wish == "front" ? front : wish == "behind" || wish == "rear" ? -front : open.front();
    return std::find(open.begin(), open.end(), wanted) != open.end() ? wanted : open.front();
  }
  return also == nullptr ? 0 : along_together(unit, route.facing);
}

Plan plan_of(const Board& board, const std::vector<const Unit*>& units, const Order& order, const Route& route, bool with_need) {
  const Unit& unit = *units.front();
  Plan plan;
  plan.order = order;
  plan.side = unit.side;
  plan.command = unit.command;
  plan.from = unit.box;
  plan.manoeuvre = route.manoeuvre;
  plan.path = route.path.list();
  plan.facing = route.facing;
  plan.march = route.march;
  plan.leaves_table = route.leaves;
  plan.along = place_at_end(board, unit, units.size() > 1 ? units[1] : nullptr, route, order.place);
  plan.need = 2;
  if (!with_need) return plan;
  for (const Unit* mover : units) plan.need = std::max(plan.need, card_needed(board, *mover, plan));  // TTS-ACT-08, TTS-AMB-31
  return plan;
}

int edge_zone_of(const Field& field, Side owner, Box box, Facing out) {
  // In the owner's frame: his base edge is row 1, his right is the larger column.
  const Box mine = owner == Side::A ? box : Box{field.columns + 1 - box.col, field.rows + 1 - box.row};
  const Facing way = owner == Side::A ? out : opposite(out);
  const int flank = flank_columns(field.columns);
  const int third = mine.col <= flank ? 0 : mine.col > field.columns - flank ? 2 : 1;  // left, centre, right
  const bool own_half = mine.row * 2 <= field.rows;
  switch (way) {
    case Facing::S:
      return third == 2 ? 1 : third == 1 ? 2 : 3;
    case Facing::W:
      return own_half ? 4 : 5;
    case Facing::N:
      return third == 0 ? 6 : third == 1 ? 7 : 8;
    case Facing::E:
      return own_half ? 10 : 9;
  }
  return 0;
}

std::vector<std::pair<Box, Facing>> boxes_of_zone(const Field& field, Side owner, int zone) {
  std::vector<std::pair<Box, Facing>> out;
  const auto consider = [&](Box box, Facing edge) {
    if (edge_zone_of(field, owner, box, edge) == zone) out.emplace_back(box, opposite(edge));
  };
  for (int col = 1; col <= field.columns; ++col) {
    consider({col, 1}, Facing::S);
    consider({col, field.rows}, Facing::N);
  }
  for (int row = 1; row <= field.rows; ++row) {
    consider({1, row}, Facing::W);
    consider({field.columns, row}, Facing::E);
  }
  return out;
}

Facing facing_onto(const Field& field, Side owner, Box box, int zone) {
  for (const auto& [edge_box, facing] : boxes_of_zone(field, owner, zone))
    if (edge_box == box) return facing;
  return outward(owner);
}

}  // namespace polemarch::to_the_strongest
