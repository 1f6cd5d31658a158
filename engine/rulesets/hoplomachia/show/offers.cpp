#include <algorithm>

#include "engine/core/unfold.hpp"
#include "engine/rulesets/hoplomachia/judge/judge.hpp"
#include "engine/rulesets/hoplomachia/show/show.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/entering.hpp"
#include "engine/rulesets/hoplomachia/topics/forming.hpp"
#include "engine/rulesets/hoplomachia/topics/idling.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/recognise.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"

namespace polemarch::hoplomachia {

bool Offers::about(const UnitId& unit) const {
  if (std::holds_alternative<engine::AboutNothing>(about_) || std::holds_alternative<engine::WaitId>(about_)) return false;
  if (const auto* one = std::get_if<UnitId>(&about_); one != nullptr && *one != unit) return false;
  return engine::may_answer(viewer_, viewer_of(taxis_at(state_, unit).side));
}

Viewer audience_of(const State& state, const Command& command) {
  const UnitId unit = std::visit(
      [](const auto& c) -> UnitId {
        if constexpr (requires { UnitId(c.unit); }) return c.unit;
        return {};
      },
      command);
  const auto at = state.units.find(unit);
  return at != state.units.end() && at->second.hidden ? viewer_of(at->second.side) : Viewer::Both;
}

void Offers::add(Command command, Viewer audience) {
  engine::Verdict verdict = judge_with(facts_, viewer_, command);
  if (!verdict.allowed() && !verdict.may_be_overruled()) return;
  if (audience == Viewer::Both) audience = audience_of(state_, command);
  out_.push_back({std::move(command), std::move(verdict), {}, true, audience});
}
void Offers::to_fill_in(Command command, engine::Need needed) {
  engine::Verdict verdict = judge_with(facts_, viewer_, command);
  const Viewer audience = audience_of(state_, command);
  out_.push_back({std::move(command), std::move(verdict), {std::move(needed)}, false, audience});
}
template <class Ending>
void Offers::to_confirm(Ending command) {
  command.confirm = true;
  engine::Verdict verdict = judge_with(facts_, viewer_, command);
  if (!verdict.allowed() && !verdict.may_be_overruled()) return;
  command.confirm = false;
  out_.push_back(
      {std::move(command), std::move(verdict), {engine::fill_in(engine::NeedKind::Yes, "confirm", "Type yes")}, false, Viewer::Both});
}

namespace {
void offer_terrain(Offers& offers);
}

std::vector<engine::Offer<Command>> Rules::offers(const State& state, Viewer viewer, const engine::About& about) {
  Offers offers(state, viewer, about);
  if (state.at.phase == Phase::Ended) return {};
  offer_frame(offers);
  if (state.at.phase == Phase::Deployment && std::holds_alternative<engine::AboutNothing>(about)) offer_terrain(offers);
  offer_fight(offers);
  return offers.take();
}

namespace {

/// Where a unit would be set up: side by side in its zone, in the order of their ids, facing the enemy.
std::vector<engine::PlacedBase> usual_place(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  const bool a = unit.side == Side::A;
  const Angle heading = a ? 90_deg : 270_deg;
  Length along{}, total{};
  for (const auto& [other_id, other_unit] : state.units) {
    if (other_unit.side != unit.side) continue;
    Length width{};
    for (const Lochos& lochos : other_unit.lochoi) width += lochos.stands.front().footprint.frontage * 5 / 4;
    const Length space = width + 10_mm;
    if (other_id < id) along += space;
    if (other_id == id) along += space / 2;
    total += space;
  }
  const Length zone = zone_of(state);
  const Length front_line = zone > 80_mm ? zone - 20_mm : 60_mm;
  const Length start = state.width > total ? (state.width - total) / 2 : Length{};
  const Length x = a ? start + along : state.width - start - along;
  return formed(unit, unit.arrangement, {x, a ? front_line : state.depth - front_line}, heading);
}

/// There, or where somebody stands already the nearest place of its line that is free.
engine::PlaceBases free_place(const Offers& offers, const UnitId& id) {
  const Viewer owner = viewer_of(taxis_at(offers.state(), id).side);
  const engine::PlaceBases usual{std::nullopt, id, usual_place(offers.state(), id)};
  const engine::Verdict there = judge_with(offers.facts(), owner, usual);
  if (there.allowed() || there.reasons.empty() || there.reasons.front().rule != "HM-PEN-01") return usual;
  constexpr Length kStep = 20_mm;
  for (Length aside = kStep; aside < offers.state().width; aside += kStep)
    for (const Length by : {aside, -aside}) {
      engine::PlaceBases moved = usual;
      for (engine::PlacedBase& placed : moved.poses) placed.at.pose.x += by;
      if (judge_with(offers.facts(), owner, moved).allowed()) return moved;
    }
  return usual;
}

/// Its bases where they stand.
std::vector<engine::PlacedBase> standing(const Taxis& unit) {
  std::vector<engine::PlacedBase> poses;
  for (const Lochos& lochos : unit.lochoi)
    for (const Stand& stand : lochos.stands) poses.push_back({stand.base, stand.at});
  return poses;
}

/// A piece of each kind, nine inches by six, in each ninth of the table; pieces that lie may be taken away.
void offer_terrain(Offers& offers) {
  const State& state = offers.state();
  int next = 1;
  const auto lies = [&](const std::string& id) {
    return std::any_of(state.terrain.begin(), state.terrain.end(), [&](const Terrain& piece) { return piece.id == id; });
  };
  while (lies("t" + std::to_string(next))) ++next;
  for (const TerrainKind& kind : state.charts.terrain)
    for (int row = 1; row <= 5; row += 2)
      for (int column = 1; column <= 5; column += 2) {
        const Point at{state.width * column / 6, state.depth * row / 6};
        const Length x = 9_in / 2, y = 3_in;
        offers.add(LayTerrain{"t" + std::to_string(next),
                              kind.kind,
                              {{at.x - x, at.y - y}, {at.x + x, at.y - y}, {at.x + x, at.y + y}, {at.x - x, at.y + y}},
                              {}});
      }
  for (const Terrain& piece : state.terrain) offers.add(ClearTerrain{piece.id});
}

/// Which signal will speak to this unit alone (HM-OPT4-01).
void offer_unit_signal(Offers& offers, const UnitId& id) {
  for (int i = 0; i <= static_cast<int>(OrderType::Withdrawal); ++i)
    offers.add(WriteSignal{static_cast<OrderType>(i), {id}}, viewer_of(taxis_at(offers.state(), id).side));
}

void offer_setting_up(Offers& offers) {
  const State& state = offers.state();
  for (const auto& [id, unit] : state.units) {
    if (!offers.about(id) || unit.hidden || state.armies[unit.side].ready) continue;
    if (state.options.unit_signal) offer_unit_signal(offers, id);
    if (unit.on_table()) {
      offers.to_fill_in(engine::PlaceBases{std::nullopt, id, standing(unit)}, engine::fill_in(engine::NeedKind::Pose, "poses"));
      continue;
    }
    const engine::PlaceBases placed = free_place(offers, id);
    offers.add(placed);
    if (state.battle.start == StartType::Ambush) offers.add(Hide{id, placed.poses}, viewer_of(unit.side));
  }
  for (const auto& [key, who] : state.strategoi) {
    for (const auto& [id, unit] : state.units) {
      if (!offers.about(id) || unit.side != who.side || who.in.unit == id || state.armies[unit.side].ready) continue;
      offers.add(PlaceStrategos{key, id, 0});
    }
  }
  if (offers.about_nothing()) offers.add(Ready{});
}

/// That any counter may be laid is no secret; which one lies there is.
void offer_signals(Offers& offers) {
  offers.add(Signal{});
  const int last = static_cast<int>(ekdromoi_signals(offers.state().options) ? OrderType::RecallEkdromoi : OrderType::Withdrawal);
  for (int i = 0; i <= last; ++i) offers.add(Signal{static_cast<OrderType>(i)});
}

/// What a unit may be told by word: the same as by salpinx, psiloi's signals where they mean it (HM-VERB-01, HM-OTYP-15, HM-OTYP-18).
std::vector<OrderType> words_for(const Taxis& unit) {
  std::vector<OrderType> words{OrderType::March,  OrderType::Halt,       OrderType::BeginApproach,
                               OrderType::Charge, OrderType::Withdrawal, OrderType::Muster};
  if (is_lights(unit)) words.insert(words.end(), {OrderType::ForwardPsiloi, OrderType::RecallPsiloi});
  return words;
}

void offer_verbal_orders(Offers& offers, bool all_units) {
  const State& state = offers.state();
  for (const auto& [key, who] : state.strategoi) {
    if (!who.alive) continue;
    for (const auto& [id, unit] : state.units) {
      if (unit.side != who.side || !unit.on_table() || unit.baggage || !offers.about(id)) continue;
      offers.add(VerbalOrder{key, id, "", OrderType::March, {}});
      if (all_units) continue;  // the rest when the unit is asked about
      for (const OrderType order : words_for(unit))
        if (order != OrderType::March) offers.add(VerbalOrder{key, id, "", order, {}});
    }
    // The hegemon's word to another strategos is for all whom he commands (HM-ORD-07).
    if (key != hegemon_of(state, who.side)) continue;
    for (const auto& [other, to] : state.strategoi) {
      if (to.side != who.side || !to.alive || other == key || !offers.about(to.in.unit)) continue;
      offers.add(VerbalOrder{key, {}, other, OrderType::March, {}});
      if (all_units) continue;
      for (const OrderType order : words_for(taxis_at(state, to.in.unit)))
        if (order != OrderType::March) offers.add(VerbalOrder{key, {}, other, order, {}});
    }
  }
}

/// First parts of a move that may come before the advance.
std::vector<std::vector<Leg>> beginnings(const State& state, const UnitId& id) {
  const Taxis unit = body_of(state, id);
  std::vector<std::vector<Leg>> out{{}};
  const UnitCard& card = card_of(state, unit);
  const bool whole = !unit.disarrayed();
  if (whole && unit.arrangement == Arrangement::OF && card.mov_cf) out.push_back({{.arrange = Arrangement::CF}});
  if (whole && unit.arrangement == Arrangement::CF && card.mov_of) out.push_back({{.arrange = Arrangement::OF}});
  if (!in_line(unit)) {
    out.push_back({{.line = true}});
    if (whole && unit.arrangement == Arrangement::OF && card.mov_cf) out.push_back({{.arrange = Arrangement::CF}, {.line = true}});
  }
  if (unit.mode == Mode::Approach) {
    if (unit.arrangement == Arrangement::CF && turn_rule(state, unit, 180_deg).allowed)  // HM-OPT3-01
      for (const Angle turn : {90_deg, -90_deg, 180_deg}) out.push_back({{.turn = turn}});
    return out;
  }
  if (unit.order.type == OrderType::Withdrawal)
    if (std::vector<Leg> first = turn_home(state, id); first.size() > 1) out.push_back(std::move(first));  // a turn alone follows
  if (turn_rule(state, unit, 180_deg).allowed)
    for (const Angle turn : {90_deg, -90_deg, 180_deg}) out.push_back({{.turn = turn}});
  for (const Angle wheel : {30_deg, -30_deg}) out.push_back({{.wheel = wheel}});
  return out;
}

/// The phalanx as one, straight ahead or wheeling, where it is clear ground for all (HM-MAN-16).
void offer_moves_together(Offers& offers, const UnitId& id, bool wheels) {
  const State& state = offers.state();
  const Taxis& unit = taxis_at(state, id);
  if (!unit.core) return;
  std::vector<UnitId> line;
  for (const UnitId& with : phalanx_of(state, id))
    if (with != id && !state.at.acted.contains(with)) line.push_back(with);
  if (line.empty()) return;
  std::vector<std::vector<Leg>> firsts{{}};
  if (wheels && unit.mode != Mode::Approach)
    for (const Angle wheel : {30_deg, -30_deg}) firsts.push_back({{.wheel = wheel}});
  for (std::vector<Leg>& first : firsts) {
    auto move = furthest_ahead(state, id, std::move(first));
    if (!move) continue;
    move->with = line;
    Leg& last = move->legs.back();
    while (last.ahead && *last.ahead > 1_in && !may_move(state, *move).allowed()) last.ahead = *last.ahead - 0.5_in;
    if (course_of(state, *move).crossed.empty() && may_move(state, *move).allowed()) offers.add(std::move(*move));
  }
}

void offer_moves(Offers& offers, const UnitId& id, bool next) {
  const State& state = offers.state();
  const Taxis unit = body_of(state, id);
  const auto most = allowance(state, unit, unit.arrangement);
  if (!next) {  // one of them, with what is against it
    if (most) offers.add(MoveUnit{id, {{.ahead = *most}}, {}, {}});
    return;
  }
  bool any = false;
  for (std::vector<Leg>& first : beginnings(state, id))
    if (auto move = furthest_ahead(state, id, std::move(first))) {
      if (may_incline(state, unit))
        for (const Length right : {0.5_in, 1_in}) {
          MoveUnit inclined = *move;
          inclined.legs.push_back({.right = right});
          if (may_move(state, inclined).allowed()) offers.add(std::move(inclined));
        }
      offers.add(std::move(*move));
      any = true;
    }
  offer_moves_together(offers, id, true);
  if (unit.mode == Mode::March) offers.add(MoveUnit{id, {{.ahead = 1_in}}, {}, {}});
  if (!any && most) offers.add(MoveUnit{id, {{.ahead = *most}}, {}, {}});
  offers.to_fill_in(MoveUnit{id, {}, {}, {}}, engine::fill_in(engine::NeedKind::Pose, "poses"));
}

void offer_marches(Offers& offers) {
  const State& state = offers.state();
  const auto& next = offers.next();
  if (offers.about_nothing() && next && !offers.about(*next) && taxis_at(state, *next).on_table() &&
      engine::may_answer(offers.viewer(), viewer_of(taxis_at(state, *next).side)))
    offer_moves_together(offers, *next, false);
  for (const auto& [id, unit] : state.units) {
    if (!offers.about(id) || unit.hidden || unit.scenery) continue;
    const bool waits = std::any_of(unit.lochoi.begin(), unit.lochoi.end(), [](const Lochos& l) { return l.fate == Fate::Waiting; });
    if (unit.on_table() && waits)  // the rest of it
      for (const int quarter : {2, 1, 3}) offers.add(Enter{id, state.width * quarter / 4});
    if (!unit.on_table()) {
      for (const int quarter : {2, 1, 3}) offers.add(Enter{id, state.width * quarter / 4});
    } else {
      offer_moves(offers, id, next == id && !in_melee(unit));
    }
  }
}

/// Its stands look otherwise than the rules have them: players put that right (HM-ARR-14).
void offer_reading(Offers& offers) {
  const State& state = offers.state();
  if (offers.about_nothing()) return;
  for (const auto& [id, unit] : state.units) {
    if (!offers.about(id) || !unit.on_table() || unit.hidden) continue;
    const Reading read = read_arrangement(state, id);
    if (!read.fits && read.arrangement && *read.arrangement != unit.arrangement) offers.add(Arrange{id, *read.arrangement, true});
  }
}

}  // namespace

void offer_frame(Offers& offers) {
  const State& state = offers.state();
  const Phase phase = state.at.phase;
  if (offers.about_nothing()) {
    offers.to_confirm(Concede{});
    offers.to_confirm(EndBattle{"unwilling", false});
    if (offers.viewer() == Viewer::A || offers.viewer() == Viewer::B) offers.to_confirm(EndBattle{"fulfilled", false});
    offers.to_confirm(EndBattle{"time", false});
  }
  offer_reading(offers);
  if (phase == Phase::Deployment) return offer_setting_up(offers);
  for (const auto& [id, unit] : state.units) {
    if (!offers.about(id)) continue;
    if (unit.hidden) offers.add(Reveal{id}, viewer_of(unit.side));
    if (unit.order.exempt) offers.add(Fulfilled{id});
  }
  if (phase == Phase::Salpinx && offers.about_nothing()) {
    offer_signals(offers);
    for (const auto& [key, who] : state.strategoi)
      if (may_rhetoria(state, who)) offers.add(Speak{key});
  }
  if (phase == Phase::Commands) {
    if (offers.about_nothing()) offers.add(EndCommands{});
    offer_verbal_orders(offers, offers.about_nothing());
  }
  if (!is_action(phase)) return;
  if (phase == Phase::Marches) offer_marches(offers);
  const auto& next = offers.next();
  for (const auto& [id, unit] : state.units) {
    if (!offers.about(id)) continue;
    if (next == id) offers.add(StandStill{id});
    if (phase == Phase::Epidromos && unit.order.type == OrderType::Charge && unit.on_table())
      for (const Arrangement to : {Arrangement::CF, Arrangement::OF})
        if (to != unit.arrangement && card_of(state, unit).movement(to)) offers.add(Arrange{id, to, false});
    if (state.battle.invader == unit.side && unit.on_table() && !gate_at(state, id).empty()) offers.add(TryGate{id});
  }
  if (offers.about_nothing() && next && engine::may_answer(offers.viewer(), viewer_of(taxis_at(state, *next).side))) {
    offers.add(StandStill{*next});
    // While the first of them may not stand, its own offer says why.
    if (may_do_nothing(offers.facts(), *next).allowed() && may_all_idle(offers.facts(), taxis_at(state, *next).side).size() > 1)
      offers.add(StandAll{});
  }
  if (offers.about_nothing() && engine::may_answer(offers.viewer(), viewer_of(state.at.precedence)))
    for (const UnitId& id : to_come(offers.facts()))
      if (next != id) offers.add(CallUnit{id});
}

}  // namespace polemarch::hoplomachia
