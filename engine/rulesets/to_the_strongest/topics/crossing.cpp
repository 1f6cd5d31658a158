#include "engine/rulesets/to_the_strongest/topics/crossing.hpp"

#include <algorithm>

namespace polemarch::to_the_strongest {
namespace {

/// Adds what stands on the edge of `box` towards `side`, crossed by someone going that way (`outward`) or coming in.
void add_edge(Crossing& crossing, const Edge& edge, Facing going) {
  crossing.stream = crossing.stream || edge.stream;
  crossing.wall = crossing.wall || edge.wall;
  crossing.shoreline = crossing.shoreline || edge.shoreline;
  if (edge.stakes && *edge.stakes == opposite(going)) crossing.against_stakes = true;
  if (edge.fortification) {
    if (*edge.fortification == opposite(going)) crossing.into_fortification = true;
    if (*edge.fortification == going) crossing.out_of_fortification = true;
  }
}

}  // namespace

Crossing crossing(const Board& board, Box from, Box to) {
  Crossing result;
  const Field& field = board.field();
  const Step2 step = to - from;
  if (const auto going = facing_of(step)) {
    if (!field.holds(from) || !field.holds(to)) return result;
    add_edge(result, field.edge(from, *going), *going);
    result.road = field.road(from, *going) && field.road(to, opposite(*going));
  } else if (std::abs(step.dx) == 1 && std::abs(step.dy) == 1 && field.holds(from) && field.holds(to)) {
    const Facing sideways = step.dx > 0 ? Facing::E : Facing::W, along = step.dy > 0 ? Facing::N : Facing::S;
    add_edge(result, field.edge(from, sideways), sideways);
    add_edge(result, field.edge(from, along), along);
    add_edge(result, field.edge(to, opposite(sideways)), sideways);
    add_edge(result, field.edge(to, opposite(along)), along);
  }
  const bool wet_from = field.ground(from) == Ground::Water, wet_to = field.ground(to) == Ground::Water;
  if (field.holds(from) && field.holds(to) && wet_from != wet_to && field.ground(from) != Ground::Bridge &&
      field.ground(to) != Ground::Bridge)
    result.shoreline = true;
  return result;
}

bool fortified_against(const Board& board, Box inside, Box outside) {
  const Step2 step = outside - inside;
  const Field& field = board.field();
  for (const Facing side : kFacings) {
    const Step2 out = ahead(side);
    const bool towards = (out.dx != 0 && step.dx * out.dx > 0) || (out.dy != 0 && step.dy * out.dy > 0);
    if (!towards) continue;
    const Edge& edge = field.edge(inside, side);
    if (edge.fortification && *edge.fortification == side) return true;
  }
  return false;
}

bool defends_fortification(const Board& board, Box box) {
  if (!board.holds(box)) return false;
  for (const Facing side : kFacings) {
    const Edge& edge = board.field().edge(box, side);
    if (edge.fortification && *edge.fortification == side) return true;
  }
  return false;
}

bool may_stand_on(const Board& board, const Unit& unit, Box box) {
  const Ground ground = board.field().ground(box);
  if (unit.afloat) return ground == Ground::Water;  // TTS-BOAT-01, TTS-TER-32
  if (ground == Ground::Water) return unit.swimmer && board.state().options.plays("swimmers");
  return !row_of(ground).impassable;
}

bool rough_for(const Board& board, const Unit& unit, Box box) {
  if (unit.afloat) return false;
  return board.rough(box) || (unit.swimmer && board.field().ground(box) == Ground::Water);
}

bool stands_in_rough(const Board& board, const Unit& unit) {
  return rough_for(board, unit, unit.box) || (unit.second_box.somewhere() && rough_for(board, unit, unit.second_box));
}

bool may_pass(const Unit& mover, Facing facing, const Unit& friendly) {
  if (!same_axis(facing, friendly.facing)) return false;
  if (is_passable_light(friendly)) return true;  // TTS-INT-01
  return is_light(mover);                        // TTS-INT-02; lights pass scythed chariots, formed units do not (TTS-AMB-134)
}

bool may_share(const Unit& a, const Unit& b) {
  const auto slips_in = [](const Unit& unit) { return unit.size == Size::Small || is_passable_light(unit); };
  if (is_deep(a)) return slips_in(b);
  if (is_deep(b)) return slips_in(a);
  return true;
}

std::optional<engine::Reason> cannot_end_in(const Board& board, const Unit& mover, const Unit* also, Box box, Facing facing) {
  const auto reason = [](const char* rule, std::string text) { return engine::Reason{rule, std::move(text), {}, {}, {}, {}}; };
  int units = also == nullptr ? 1 : 2;
  for (const Unit* other : board.at(box)) {
    if (other->id == mover.id || (also != nullptr && other->id == also->id)) continue;
    if (other->side != mover.side) return reason("TTS-MOV-11", "enemy in " + name_of(box));
    if (!same_axis(other->facing, facing)) return reason("TTS-MOV-13", other->id.text + " stands at right angles in " + name_of(box));
    if (!may_share(mover, *other) || (also != nullptr && !may_share(*also, *other)))
      return reason("TTS-BOX-03", "a deep unit shares only with small or light units in " + name_of(box));
    ++units;
  }
  const int limit = board.field().ground(box) == Ground::Bridge ? 1 : 2;  // TTS-TER-24
  if (units > limit) {
    engine::Reason full = reason(limit == 1 ? "TTS-TER-24" : "TTS-BOX-02", name_of(box) + " would hold too many units");
    full.value = units;
    full.limit = limit;
    return full;
  }
  return std::nullopt;
}

bool closed_to(const Board& board, const Unit& mover, Facing facing, Box box) {
  if (!board.holds(box)) return false;
  if (!may_stand_on(board, mover, box)) return true;
  for (const Unit* other : board.at(box))
    if (other->side != mover.side || !may_pass(mover, facing, *other)) return true;
  return false;
}

bool closed_to_charge(const Board& board, const Unit& charger, Box box) {
  if (!board.holds(box)) return false;
  const Ground ground = board.field().ground(box);
  const bool open_from_a_boat = charger.afloat && (ground == Ground::Water || !row_of(ground).impassable);  // TTS-BOAT-04: ashore too
  if (!open_from_a_boat && !may_stand_on(board, charger, box)) return true;
  for (const Unit* other : board.at(box)) {
    const bool own = other->side == charger.side;
    const bool closes = is_formed(*other) || (own && other->type == Type::ScythedChariots);  // TTS-AMB-129, TTS-AMB-144
    if (closes && !(own && may_pass(charger, charger.facing, *other))) return true;
  }
  return false;
}

std::vector<int> places_on_entering(const Unit& mover, Box from, Box to, Facing facing, const Unit& friendly) {
  const int front = sign_of(friendly.facing), behind = -front;
  if (is_light(mover)) return {front, behind};              // TTS-ENT-05
  if (is_passable_light(friendly)) return {behind, front};  // TTS-ENT-06; scythed chariots are passed by no formed unit: TTS-AMB-143
  const Step2 local = in_frame(friendly.facing, from - to);
  if (local.dy < 0) return {behind};                                                                               // TTS-ENT-01
  if (local.dy > 0 && local.dx == 0) return {front};                                                               // TTS-ENT-02
  if (local.dy > 0) return facing == friendly.facing ? std::vector<int>{behind, front} : std::vector<int>{front};  // TTS-ENT-07
  return {behind, front};                                                                                          // TTS-ENT-03
}

}  // namespace polemarch::to_the_strongest
