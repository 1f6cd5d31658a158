/// What follows from a command: events, up to the next question. Total for what a rule refused and the table overruled.
#include <algorithm>
#include <cmath>

#include "engine/rulesets/blade_and_bow/judge/judge.hpp"
#include "engine/rulesets/blade_and_bow/play/play.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"
#include "engine/rulesets/blade_and_bow/topics/melee.hpp"
#include "engine/rulesets/blade_and_bow/topics/planning.hpp"
#include "engine/rulesets/blade_and_bow/topics/shooting.hpp"

namespace polemarch::blade_and_bow {
namespace {

/// Opens the action, unless the command goes on with the open one.
void begin_action(Unfold& u, ActionKind kind, Side side, std::vector<UnitId> units, const UnitId& leader, bool closes_itself) {
  if (goes_on(u.state(), side, kind, units)) return;
  const UnitId commands = formation_of(u.state(), side, units, leader, kind).leader;
  u.emit(ActionOpened{kind, side, std::move(units), commands, closes_itself});
}

/// An action without a formation: its melee markers go all the same (BB-AMB-79).
void plain_action(Unfold& u, Side side, const std::string& what) {
  std::vector<UnitId> markers;
  for (const auto& [id, unit] : u.state().units)
    if (unit.side == side && unit.melee_marker) markers.push_back(id);
  u.emit(ActionSpent{side, what});
  u.emit(ActionClosed{markers, {}});
}

/// Cards drawn to a hand stay hidden from the other side, and so does what is asked unseen.
Secret<engine::Answer> kept(const engine::Wait& wait, engine::Answer answer) {
  const bool to_hand = wait.chance && wait.chance->source == kDeck && wait.chance->lowest == 0;
  if (!to_hand || answer.values.empty()) return engine::sealed_answer(wait, std::move(answer));
  return {.id = "answer.w" + std::to_string(wait.id.number), .owner = wait.who, .range = "cards", .revealed = false, .value = answer};
}

void answer(Unfold& u, const engine::AnswerWait& spoken) { u.answer(understood(u.state(), u.by(), spoken), kept); }

/// A turn that costs nothing; the one step after an advance is then used up (BB-ADV-06).
void turn_freely(Unfold& u, const UnitId& id, Facing facing) {
  face(u, id, facing);
  if (const auto may = u.state().may_face.find(id); may != u.state().may_face.end() && may->second == 1) u.emit(MayFace{id, 0});
}

void place(Unfold& u, const engine::PlaceBases& command) {
  const engine::OwedPlacement* owed = engine::owed_by(u.state().agenda, command);
  const Unit* put_down = owed == nullptr || owed->poses.empty() || command.poses.empty() ? nullptr : find_unit(u.state(), owed->unit);
  const std::optional<Facing> faces =
      put_down == nullptr ? std::nullopt : facing_put_down(u.state(), *put_down, command.poses.front().at.pose.heading);
  const UnitId id = put_down == nullptr ? UnitId{} : put_down->id;
  if (u.place(command)) {
    if (faces && *faces != u.state().units.at(id).facing) turn_freely(u, id, *faces);
    return;
  }
  if (command.poses.empty()) return;
  const engine::PlacedBase& base = command.poses.front();
  const auto square = square_under(u.state().map, base.at.pose.centre());
  if (!square) return;
  if (find_leader(u.state(), command.unit) != nullptr) {
    u.emit(LeaderMoved{command.unit, *square});
    return;
  }
  const double sd = std::sqrt(static_cast<double>(base.at.error.own[5])) / 1000.0;
  const SeenFacing seen = facing_seen(base.at.pose.heading, sd > 0 ? std::optional(Angle::from_deg(sd)) : std::nullopt);
  u.emit(UnitReturned{command.unit, *square, seen.between.front(), u.state().units.at(command.unit).disrupted, "BB-SET-04"});
  if (seen.between.size() > 1) u.later({AskFacing{command.unit, seen.between, seen.percent, {}}});  // BB-POS-02
}

void ready(Unfold& u, Side side) {
  const State& state = u.state();
  const int stage = state.turn.setup_stage;
  if (stage == 0) {
    u.emit(SideReady{side, state.army(other(side)).ready ? 1 : 0});
  } else {
    u.emit(SideReady{side, stage + 1});
  }
  if (u.state().turn.setup_stage == 3) u.emit(PhaseBegan{Phase::Draw, 1});
}

/// Who has no part in it may still turn freely, if it may: until the next action (BB-ADV-06).
void begin_fight(Unfold& u, Fight fight) {
  std::map<UnitId, int> may_face = u.state().may_face;
  may_face.erase(fight.target);
  for (const UnitId& id : fight.attackers) may_face.erase(id);
  u.emit(FightBegan{std::move(fight)});
  for (const auto& [id, steps] : may_face) u.emit(MayFace{id, steps});
}

void shoot(Unfold& u, Side side, const Shoot& command) {
  begin_action(u, ActionKind::Shoot, side, command.units, command.leader, true);
  if (find_unit(u.state(), command.target) == nullptr) return u.later({EndAction{}});  // overruled: a camp or leader has nothing to lose
  Fight fight;
  fight.target = command.target;
  fight.target_square = u.state().units.at(command.target).square;
  fight.attackers = command.units;
  for (const UnitId& id : command.units) {
    const Unit& shooter = u.state().units.at(id);
    fight.from[id] = shooter.square;
    const ArcTurn turn = turn_to_bring_into_arc(u.state().map, shooter.square, shooter.facing, fight.target_square);
    fight.rotation += turn.steps;                  // BB-AMB-44
    if (turn.steps > 0) face(u, id, turn.facing);  // BB-RNG-12
  }
  begin_fight(u, std::move(fight));
  u.later({ShotAttack{}, EndAction{}});
}

void attack(Unfold& u, Side side, const Attack& command) {
  begin_action(u, ActionKind::Melee, side, command.units, command.leader, true);
  if (find_unit(u.state(), command.target) == nullptr && find_camp(u.state(), command.target) == nullptr) return u.later({EndAction{}});
  Fight fight;
  fight.melee = true;
  fight.target = command.target;
  fight.camp = find_unit(u.state(), command.target) == nullptr;
  fight.target_square = fight.camp ? u.state().camps.at(command.target).square : u.state().units.at(command.target).square;
  fight.attackers = command.units;
  fight.wish_lead = command.lead;
  for (const UnitId& id : command.units) fight.from[id] = u.state().units.at(id).square;
  begin_fight(u, std::move(fight));
  u.later({MeleeRetreat{}, EndAction{}});
}

void rally(Unfold& u, Side side, const Rally& command) {
  begin_action(u, ActionKind::Rally, side, command.units, command.leader, true);
  const bool alone = u.state().action->units.size() == 1;  // BB-RAL-01: activated alone
  RollRally roll{.units = {}, .facings = command.facings};
  for (const UnitId& id : command.units) {
    const Unit& unit = u.state().units.at(id);
    if (!unit.disrupted) continue;
    if (!alone && leaders_at(u.state(), unit.square, side).empty()) {
      roll.units.push_back(id);
      continue;
    }
    u.emit(UnitRallied{id, alone ? "BB-RAL-01" : "BB-RAL-02"});
    if (const auto facing = command.facings.find(id); facing != command.facings.end()) face(u, id, facing->second);
    u.emit(MayFace{id, 4});
  }
  if (roll.units.empty())
    u.later({EndAction{}});
  else
    u.later({roll, EndAction{}});
}

void move_leader(Unfold& u, Side side, const MoveLeader& command) {
  begin_action(u, ActionKind::Leader, side, {}, {}, true);
  const Leader& leader = u.state().leaders.at(command.leader);
  const Unit* with = unit_at(u.state(), leader.square);
  const bool pressed = ZoneMap(u.state(), other(side)).covers(leader.square);
  std::vector<Step> steps;
  if (pressed && with != nullptr && with->side == side) steps.emplace_back(LeaderLeaves{command.leader, with->id});  // BB-LDR-10
  u.emit(LeaderMoved{command.leader, command.to});
  u.settle(command.leader);
  steps.emplace_back(EndAction{});
  u.later(std::move(steps));
}

void play_card(Unfold& u, Side side, const PlayCard& command) {
  const ActiveEffect effect = effect_of(u.state(), side, command);
  const Card* card = card_numbered(u.state(), command.card);
  const Step* const asked = u.state().agenda.idle() ? nullptr : &u.state().agenda.lanes.back().stack.back().step;
  const bool aside = u.state().fight && (asked == nullptr || !std::holds_alternative<MeleeAttack>(*asked));
  std::optional<ActiveEffect> cancelled;
  u.emit(CardSpent{side, command.card, "effect", true});
  const std::string text = !command.text.empty() || card == nullptr ? command.text : card->text;
  if (effect.kind == EffectKind::Cancel) {
    for (auto last = u.state().effects.rbegin(); last != u.state().effects.rend(); ++last) {
      if (last->side == side || !works_on(last->kind)) continue;
      cancelled = *last;
      u.emit(EffectCancelled{cancelled->card});
      break;
    }
  } else {
    u.emit(EffectBegan{effect, text, aside});
    if (effect.kind == EffectKind::Rally && find_unit(u.state(), effect.unit) != nullptr) {
      u.emit(UnitRallied{effect.unit, "BB-CARD-03"});
      u.emit(MayFace{effect.unit, 4});
    }
  }
  if (u.state().agenda.idle()) return;
  // The question on the table may have changed: dice or re-rolls more or less.
  const Step top = u.state().agenda.lanes.back().stack.back().step;
  const int lane = u.state().agenda.lanes.back().id;
  if (std::holds_alternative<MeleeAttack>(top) || std::holds_alternative<ShotAttack>(top) || std::holds_alternative<MeleeDefence>(top) ||
      std::holds_alternative<ShotDefence>(top)) {
    u.break_off(lane);
    u.later({top});
    return;
  }
  const auto* ask = std::get_if<AskReroll>(&top);
  const ActiveEffect& changed = cancelled ? *cancelled : effect;
  if (ask == nullptr || !gives_reroll(u.state(), changed)) return;
  const Fight& fight = *u.state().fight;
  const bool attacker = u.state().units.at(fight.attackers.front()).side == changed.side;
  const int left = (attacker ? fight.attack_rerolls : fight.defence_rerolls) + (cancelled ? -changed.amount : changed.amount);
  u.break_off(lane);
  u.emit(DiceThrown{attacker, attacker ? fight.attack_dice : fight.defence_dice, std::max(0, left)});
  u.later({AskReroll{*ask}});
}

void commit(Unfold& u, const Commit& command) {
  const CommitSpend spend = std::get<CommitSpend>(u.state().agenda.lanes.back().stack.back().step);
  const Side side = u.state().units.at(spend.rolled.front().unit).side;
  const int points = command.points && u.state().deck.empty() ? *command.points : commitment_points(u.state(), command.cards);
  for (const int card : command.cards) u.emit(CardSpent{side, card, "commit", true});
  u.break_off(u.state().agenda.lanes.back().id);
  u.later({CommitSpend{after_points(u.state(), spend.rolled, points, command.spend), spend.continuation}});
}

/// Nothing stays open: what was asked is asked no more.
void end_battle(Unfold& u, const EndBattle& command) {
  const std::optional<Side> winner = winner_of(u.by(), command);
  u.emit(BattleEnded{Outcome{winner, winner ? "conceded" : "draw", "", engine::why_given_up(u.by(), winner)}});
  u.close_all();
}

/// Actions cannot begin while a question is open, whoever rules it: what was begun must end first.
bool is_action(const Command& command) {
  return std::holds_alternative<MoveUnits>(command) || std::holds_alternative<MoveLeader>(command) ||
         std::holds_alternative<FormWall>(command) || std::holds_alternative<Shoot>(command) || std::holds_alternative<Attack>(command) ||
         std::holds_alternative<Rally>(command) || std::holds_alternative<DiscardCard>(command) ||
         std::holds_alternative<PurchaseCard>(command) || std::holds_alternative<Pass>(command) ||
         std::holds_alternative<Activate>(command) || std::holds_alternative<FinishAction>(command);
}

}  // namespace

std::vector<Event> Rules::decide(const State& state, Viewer by, const Command& command) {
  Unfold u(state, by);
  const bool asked = !state.agenda.open_waits().empty();
  const auto no = asked && std::holds_alternative<Pass>(command) ? declining(state, by) : std::nullopt;
  if (asked && !no && is_action(command)) return {};
  const Side side = side_of_speaker(state, by);
  if (ends_open_action(state, side, command)) u.emit(closed_action(u.state()));
  std::visit(engine::Overloaded{[&](const engine::AnswerWait& a) { answer(u, a); },
                                [&](const engine::PlaceBases& a) { place(u, a); },
                                [&](const AdjustRanks& a) {
                                  RanksAdjusted adjusted{.side = state.units.at(a.ranks.begin()->first).side, .ranks = {}};
                                  for (const auto& [id, ranks] : a.ranks) {
                                    Secret<int> marker = state.units.at(id).ranks;
                                    marker.value = ranks;
                                    adjusted.ranks[id] = std::move(marker);
                                  }
                                  u.emit(std::move(adjusted));
                                },
                                [&](const PlaceLeader& a) {
                                  u.emit(LeaderMoved{a.leader, a.to});
                                },
                                [&](const PlaceCamp& a) {
                                  u.emit(CampPlaced{a.camp, a.to});
                                },
                                [&](const Ready&) { ready(u, side); },
                                [&](const Activate& a) { begin_action(u, a.action, side, a.units, a.leader, false); },
                                [&](const FinishAction&) { u.emit(closed_action(u.state())); },
                                [&](const MoveUnits& a) {
                                  if (const auto leader = leader_move(state, a)) return move_leader(u, side, *leader);
                                  begin_action(u, ActionKind::Move, side, units_of(a), a.leader, true);
                                  std::vector<Step> steps;
                                  for (UnitMove& move : as_ruled(u.state(), in_order(u.state(), a)))
                                    steps.emplace_back(CarryMove{std::move(move), {}});
                                  steps.emplace_back(EndAction{});
                                  u.later(std::move(steps));
                                },
                                [&](const MoveLeader& a) { move_leader(u, side, a); },
                                [&](const FormWall& a) {
                                  if (state.turn.phase == Phase::Setup) return u.emit(WallFormed{a.units});  // BB-MYC-06
                                  begin_action(u, ActionKind::Wall, side, a.units, a.leader, true);
                                  u.emit(WallFormed{a.units});
                                  u.later({EndAction{}});
                                },
                                [&](const Shoot& a) { shoot(u, side, a); },
                                [&](const Attack& a) { attack(u, side, a); },
                                [&](const Rally& a) { rally(u, side, a); },
                                [&](const Face& a) {
                                  const SeenFacing seen = faces_seen(state, a);
                                  if (seen.between.size() == 1) return turn_freely(u, a.unit, seen.between.front());
                                  u.later({AskFacing{a.unit, seen.between, seen.percent, {}}});  // BB-POS-02
                                  if (state.may_face.contains(a.unit) && state.may_face.at(a.unit) == 1) u.emit(MayFace{a.unit, 0});
                                },
                                [&](const DiscardCard& a) {
                                  u.emit(CardSpent{side, a.card, "discard", true});
                                  plain_action(u, side, "discard");
                                },
                                [&](const PurchaseCard&) {
                                  plain_action(u, side, "purchase");
                                  u.later({TakeCards{side, 1}});
                                },
                                [&](const Pass&) {
                                  if (no)
                                    answer(u, *no);
                                  else
                                    plain_action(u, side, "pass");
                                },
                                [&](const PlayCard& a) { play_card(u, side, a); },
                                [&](const Commit& a) { commit(u, a); },
                                [&](const Look& a) {
                                  u.emit(RanksShown{a.unit, state.units.at(a.unit).ranks.value.value_or(0), "BB-UNIT-19"});
                                },
                                [&](const EndBattle& a) { end_battle(u, a); }},
             command);
  u.run();
  return u.take();
}

std::vector<Event> Rules::taken_off(const State& state, Viewer by, const UnitId& unit) {
  if (!state.units.contains(unit)) return {};
  Unfold u(state, by);
  eliminate(u, unit, "");
  u.run();
  return u.take();
}

}  // namespace polemarch::blade_and_bow
