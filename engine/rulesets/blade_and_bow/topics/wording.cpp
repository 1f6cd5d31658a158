/// The words of movement: why a manoeuvre is not allowed and what stops a unit, with the rule and the figures.
#include <algorithm>
#include <array>

#include "engine/rulesets/blade_and_bow/topics/movement.hpp"
#include "engine/rulesets/blade_and_bow/topics/sight.hpp"

namespace polemarch::blade_and_bow {
namespace {

engine::Reason reason(std::string_view rule, std::string text) { return {std::string(rule), std::move(text), {}, {}, {}, {}}; }

engine::Reason map_reason(const State& state, Side side, MapBar bar, Square from, Square to) {
  const Map& map = state.map;
  const auto track_name = [&] {
    for (const Track& track : map.tracks)
      for (const Square s : track.squares)
        if (s == to || s == from) return track.name;
    return std::string("track");
  };
  switch (bar) {
    case MapBar::None:
      return {};
    case MapBar::Wall:
      return reason("BB-THE-08", "the wall bars the way from " + words_of(from) + " to " + words_of(to));
    case MapBar::ForeignTrack:
      return reason("BB-THE-14", "the " + track_name() + " is not for this side");
    case MapBar::HiddenTrack:
      return reason("BB-THE-10", "the " + track_name() + " is not found yet");
    case MapBar::DiagonalOnTrack:
      return reason("BB-THE-13", "no diagonal step along the " + track_name());
    case MapBar::Impassable:
      return reason("BB-THE-06", map.terrain.at(to) + " in " + words_of(to) + " is not passable");
    case MapBar::Barrier: {
      int column = 0;
      for (const Barrier& barrier : map.barriers)
        if (barrier.side == side) column = barrier.column;
      const std::string square = words_of(Square{column, 0});
      return reason("BB-THE-11", "not past column " + square.substr(0, square.size() - 1) + " before the path is found");
    }
    case MapBar::GuardedWall: {
      std::string held;
      for (const Edge& edge : map.edges)
        if (edge.guarded)
          for (const Square s : {edge.a, edge.b})
            if (held.empty() && unit_at(state, s) != nullptr) held = words_of(s);
      return reason("BB-THE-09", "no diagonal step round the wall while " + held + " is held");
    }
  }
  return {};
}

/// Turned while stopped: the rule is that of the unit's size (BB-EZ-02..04).
std::string_view stopped_rule(const Mover& mover, bool turning) {
  if (mover.stopped_by == Halt::Ground || mover.stopped_by == Halt::Slope || !turning) return rule_of(mover.stopped_by);
  switch (mover.unit->type.good.size) {
    case Size::Heavy:
      return "BB-EZ-02";
    case Size::Medium:
      return "BB-EZ-03";
    case Size::Light:
      return "BB-EZ-04";
  }
  return "BB-EZ-01";
}

std::string_view points_rule(const Mover& mover, Manoeuvre manoeuvre) {
  switch (manoeuvre) {
    case Manoeuvre::Advance:
      return is_diagonal(mover.facing) ? "BB-MOV-06" : "BB-MOV-05";
    case Manoeuvre::Reverse:
      return "BB-MOV-10";
    case Manoeuvre::DropWall:
      return "BB-SW-12";
    case Manoeuvre::WheelLeft:
    case Manoeuvre::WheelRight:
      return "BB-MOV-02";
  }
  return "BB-MOV-02";
}

}  // namespace

std::string_view name_of(Manoeuvre manoeuvre) {
  constexpr std::array<std::string_view, 5> kNames{"advance", "left", "right", "reverse", "drop_wall"};
  return kNames[static_cast<std::size_t>(manoeuvre)];
}

std::string_view rule_of(Halt halt) {
  switch (halt) {
    case Halt::None:
    case Halt::WeakZone:
    case Halt::StrongZone:
      return "BB-EZ-01";
    case Halt::Ground:
      return "BB-TER-03";
    case Halt::Slope:
      return "BB-MOV-17";
  }
  return "BB-EZ-01";
}

engine::Reason reason_of(const MoveGround& ground, const Mover& mover, Manoeuvre manoeuvre, const Attempt& tried) {
  const bool turning = manoeuvre == Manoeuvre::WheelLeft || manoeuvre == Manoeuvre::WheelRight;
  switch (tried.bar) {
    case Bar::None:
      break;
    case Bar::Held:
      return reason(manoeuvre == Manoeuvre::Advance ? "BB-EZ-11" : "BB-EZ-10", "held in a strong enemy zone of control");
    case Bar::InWall:
      return reason("BB-SW-06", "in shield wall: drop the wall first");
    case Bar::NoWall:
      return reason("BB-SW-12", "no shield wall to drop");
    case Bar::Stopped:
      return reason(stopped_rule(mover, turning), turning ? "stopped: no more turning" : "stopped here");
    case Bar::Points:
      return {std::string(points_rule(mover, manoeuvre)),
              "needs " + std::to_string(tried.cost) + " points, " + std::to_string(tried.left) + " left",
              static_cast<double>(tried.cost),
              static_cast<double>(tried.left),
              "points",
              {}};
    case Bar::ReverseDisrupted:
      return reason("BB-MOV-13", "disrupted units may not reverse");
    case Bar::MustEnd:
      return reason("BB-INT-06", "a heavy may not pass a medium, only displace it");
    case Bar::OffMap:
      return reason("BB-MOV-04", "off the map");
    case Bar::ByMap:
      return map_reason(ground.state, mover.unit->side, tried.by_map, mover.at, tried.entered);
    case Bar::Enemy:
      return reason("BB-STK-05", words_of(tried.entered) + " is held by the enemy " + tried.there->id.text);
    case Bar::EnemyCamp:
      return reason("BB-ADV-14", "the enemy camp bars its square");
    case Bar::HeavyThere:
      return reason(mover.unit->type.good.size == Size::Heavy ? "BB-INT-05" : "BB-INT-04",
                    "may not enter a heavy's square (" + tried.there->id.text + ")");
  }
  if (mover.stopped || !tried.to.stopped) return {};
  switch (tried.to.stopped_by) {
    case Halt::None:
      break;
    case Halt::WeakZone:
      return reason("BB-EZ-01", "stops in a weak enemy zone");
    case Halt::StrongZone:
      return reason("BB-EZ-01", "stops in a strong enemy zone");
    case Halt::Ground:
      return reason("BB-TER-03", "the ground stops it");
    case Halt::Slope:
      return reason("BB-MOV-17", "the slope stops it");
  }
  return {};
}

engine::Verdict may_end(const MoveGround& ground, const Mover& mover, Square started_at) {
  if (may_end_here(ground, mover, started_at)) return engine::allow();
  const Unit& there = *ground.unit_in(mover.at);
  if (mover.unit->type.good.size <= there.type.good.size)
    return engine::refuse("BB-INT-07", "may not end in the square of " + there.id.text + ", which is as large");
  return engine::refuse("BB-INT-13", there.id.text + " cannot be displaced: no free square outside enemy zones");
}

engine::Verdict may_start(const MoveGround& ground, const Mover& mover) {
  if (!mover.began && ground.enemy_zones.at(mover.at) == Zone::Strong)
    return engine::refuse("BB-EZ-11", "held in a strong enemy zone of control");
  return engine::allow();
}

std::optional<engine::Reason> barred(const State& state, Side side, Square from, Square to) {
  const MapBar bar = map_bar(state, side, from, to);
  if (bar == MapBar::None) return std::nullopt;
  return map_reason(state, side, bar, from, to);
}

engine::Verdict why_not_there(const MoveGround& ground, const Mover& mover, Square to) {
  const State& state = ground.state;
  if (!state.map.holds(to)) return engine::impossible("no square " + words_of(to));
  const auto refused = [](engine::Reason why) {
    return engine::Verdict{engine::Ruling::Refused, engine::Refusal::ByRule, {std::move(why)}};
  };
  if (engine::Verdict held = may_start(ground, mover); !held.allowed()) return held;
  if (mover.wall) return engine::refuse("BB-SW-06", "in shield wall: drop the wall first");
  const Unit* there = ground.unit_in(to);
  if (there != nullptr && there->side != mover.unit->side)
    return engine::refuse("BB-STK-05", words_of(to) + " is held by the enemy " + there->id.text);
  Mover at_end = mover;
  at_end.at = to;
  if (engine::Verdict end = may_end(ground, at_end, mover.at); to != mover.at && !end.allowed()) return end;
  // The way straight there; what bars its first barred step is why.
  Mover walker = mover;
  for (int i = 0; i < 64 && walker.at != to; ++i) {
    const int turn = steps_between(walker.facing, direction_to(state.map, walker.at, to));
    const Manoeuvre next = turn == 0 ? Manoeuvre::Advance : turn <= 4 ? Manoeuvre::WheelRight : Manoeuvre::WheelLeft;
    const Attempt tried = attempt(ground, walker, next);
    if (!tried.allowed()) {
      if (tried.bar != Bar::Points) return refused(reason_of(ground, walker, next, tried));
      break;
    }
    walker = tried.to;
  }
  const int most = allowance_of(state, *mover.unit, mover.disrupted);
  const int far = points_between(walker.at, to);
  return engine::refuse("BB-MOV-02", "no way there within the points left", walker.spent - mover.spent + far, most - mover.spent, "points");
}

}  // namespace polemarch::blade_and_bow
