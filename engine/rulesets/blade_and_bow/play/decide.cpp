/// What follows from a command: events, up to the next question. Total for what a rule refused and the table overruled.
#include <algorithm>
#include <cmath>

#include "engine/rulesets/blade_and_bow/judge/judge.hpp"
#include "engine/rulesets/blade_and_bow/play/play.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"
#include "engine/rulesets/blade_and_bow/topics/planning.hpp"
#include "engine/rulesets/blade_and_bow/topics/shooting.hpp"

namespace polemarch::blade_and_bow {
namespace {

/// Opens the action, unless the command goes on with the open one; an unfinished other action ends first.
void begin_action(Course& c, ActionKind kind, Side side, std::vector<UnitId> units, const UnitId& leader, bool closes_itself) {
  if (goes_on(c.state(), side, kind, units)) return;
  if (c.state().action) c.emit(closed_action(c.state()));
  const UnitId commands = formation_of(c.state(), side, units, leader, kind).leader;
  c.emit(ActionOpened{kind, side, std::move(units), commands, closes_itself});
}

/// An action without a formation: its melee markers go all the same (BB-AMB-79).
void plain_action(Course& c, Side side, const std::string& what) {
  if (c.state().action) c.emit(closed_action(c.state()));
  std::vector<UnitId> markers;
  for (const auto& [id, unit] : c.state().units)
    if (unit.side == side && unit.melee_marker) markers.push_back(id);
  c.emit(ActionSpent{side, what});
  c.emit(ActionClosed{markers, {}});
}

void answer(Course& c, Viewer by, const engine::AnswerWait& spoken) {
  const engine::AnswerWait command = understood(c.state(), by, spoken);
  engine::Verdict problem;
  const std::vector<engine::Wait> open = c.state().agenda.open_waits();
  const engine::Wait* wait = engine::wait_for(open, by, command, problem);
  if (wait == nullptr) return;
  Secret<engine::Answer> told = engine::open_value(command.answer);
  if (wait->chance && wait->chance->source == kDeck && wait->chance->lowest == 0 &&
      !command.answer.values.empty())  // cards drawn to a hand stay hidden
    told = {.id = "answer.w" + std::to_string(wait->id.number),
            .owner = wait->who,
            .range = "cards",
            .revealed = false,
            .value = command.answer};
  c.emit(engine::WaitAnswered{wait->id, std::move(told)});
}

void place(Course& c, const engine::PlaceBases& command) {
  for (const engine::OwedPlacement& owed : c.state().agenda.owed) {
    if (!((command.owed && *command.owed == owed.id) || (!command.owed && command.unit == owed.unit))) continue;
    c.emit(engine::placed_event(owed, command));
    return;
  }
  if (command.poses.empty()) return;
  const engine::PlacedBase& base = command.poses.front();
  const auto square = square_under(c.state().map, base.at.pose.centre());
  if (!square) return;
  if (find_leader(c.state(), command.unit) != nullptr) {
    c.emit(LeaderMoved{command.unit, *square});
    return;
  }
  const double sd = std::sqrt(static_cast<double>(base.at.error.own[5])) / 1000.0;
  const SeenFacing seen = facing_seen(base.at.pose.heading, sd > 0 ? std::optional(Angle::from_deg(sd)) : std::nullopt);
  c.emit(UnitReturned{command.unit, *square, seen.between.front(), c.state().units.at(command.unit).disrupted, "BB-SET-04"});
  if (seen.between.size() > 1) c.later({AskFacing{command.unit, seen.between, seen.percent, {}}});  // BB-POS-02
}

void ready(Course& c, Side side) {
  const State& state = c.state();
  const int stage = state.turn.setup_stage;
  if (stage == 0) {
    c.emit(SideReady{side, state.army(other(side)).ready ? 1 : 0});
  } else {
    c.emit(SideReady{side, stage + 1});
  }
  if (c.state().turn.setup_stage == 3) c.emit(PhaseBegan{Phase::Draw, 1});
}

void shoot(Course& c, Side side, const Shoot& command) {
  begin_action(c, ActionKind::Shoot, side, command.units, command.leader, true);
  if (find_unit(c.state(), command.target) == nullptr) return c.later({EndAction{}});  // overruled: a camp or leader has nothing to lose
  Fight fight;
  fight.target = command.target;
  fight.target_square = c.state().units.at(command.target).square;
  fight.attackers = command.units;
  for (const UnitId& id : command.units) {
    const Unit& shooter = c.state().units.at(id);
    fight.from[id] = shooter.square;
    const ArcTurn turn = turn_to_bring_into_arc(c.state().map, shooter.square, shooter.facing, fight.target_square);
    fight.rotation += turn.steps;                            // BB-AMB-44
    if (turn.steps > 0) c.emit(UnitFaced{id, turn.facing});  // BB-RNG-12
  }
  c.emit(FightBegan{fight});
  c.later({ShotAttack{}, EndAction{}});
}

void attack(Course& c, Side side, const Attack& command) {
  begin_action(c, ActionKind::Melee, side, command.units, command.leader, true);
  if (find_unit(c.state(), command.target) == nullptr && find_camp(c.state(), command.target) == nullptr) return c.later({EndAction{}});
  Fight fight;
  fight.melee = true;
  fight.target = command.target;
  fight.camp = find_unit(c.state(), command.target) == nullptr;
  fight.target_square = fight.camp ? c.state().camps.at(command.target).square : c.state().units.at(command.target).square;
  fight.attackers = command.units;
  fight.wish_lead = command.lead;
  for (const UnitId& id : command.units) fight.from[id] = c.state().units.at(id).square;
  c.emit(FightBegan{fight});
  c.later({MeleeRetreat{}, EndAction{}});
}

void rally(Course& c, Side side, const Rally& command) {
  begin_action(c, ActionKind::Rally, side, command.units, command.leader, true);
  RollRally roll{.units = {}, .facings = command.facings};
  for (const UnitId& id : command.units) {
    const Unit& unit = c.state().units.at(id);
    if (!unit.disrupted) continue;
    const bool alone = command.units.size() == 1;
    if (!alone && leaders_at(c.state(), unit.square, side).empty()) {
      roll.units.push_back(id);
      continue;
    }
    c.emit(UnitRallied{id, alone ? "BB-RAL-01" : "BB-RAL-02"});
    if (const auto facing = command.facings.find(id); facing != command.facings.end()) c.emit(UnitFaced{id, facing->second});
    c.emit(MayFace{id, 4});
  }
  if (roll.units.empty())
    c.later({EndAction{}});
  else
    c.later({roll, EndAction{}});
}

void move_leader(Course& c, Side side, const MoveLeader& command) {
  begin_action(c, ActionKind::Leader, side, {}, {}, true);
  const Leader& leader = c.state().leaders.at(command.leader);
  const Unit* with = unit_at(c.state(), leader.square);
  const bool pressed = ZoneMap(c.state(), other(side)).covers(leader.square);
  std::vector<Step> steps;
  if (pressed && with != nullptr && with->side == side) steps.emplace_back(LeaderLeaves{command.leader, with->id});  // BB-LDR-10
  c.emit(LeaderMoved{command.leader, command.to});
  steps.emplace_back(EndAction{});
  c.later(std::move(steps));
}

void play_card(Course& c, Side side, const PlayCard& command) {
  const ActiveEffect effect = effect_of(c.state(), side, command);
  const Card* card = card_numbered(c.state(), command.card);
  c.emit(CardSpent{side, command.card, "effect", true});
  const std::string text = !command.text.empty() || card == nullptr ? command.text : card->text;
  if (effect.kind == EffectKind::Cancel) {
    for (auto last = c.state().effects.rbegin(); last != c.state().effects.rend(); ++last) {
      if (last->side == side) continue;
      c.emit(EffectCancelled{last->card});
      break;
    }
  } else {
    c.emit(EffectBegan{effect, text});
    if (effect.kind == EffectKind::Rally && find_unit(c.state(), effect.unit) != nullptr) {
      c.emit(UnitRallied{effect.unit, "BB-CARD-03"});
      c.emit(MayFace{effect.unit, 4});
    }
  }
  if (c.state().agenda.idle()) return;
  // The question on the table may have changed: more dice, another re-roll.
  const Step top = c.state().agenda.lanes.back().stack.back().step;
  const int lane = c.state().agenda.lanes.back().id;
  if (std::holds_alternative<MeleeAttack>(top) || std::holds_alternative<ShotAttack>(top)) {
    c.emit(engine::StepClosed{lane, {}});
    c.later({top});
  } else if (const auto* ask = std::get_if<AskReroll>(&top); ask != nullptr && effect.kind == EffectKind::Reroll) {
    const Fight& fight = *c.state().fight;
    const bool attacker = c.state().units.at(fight.attackers.front()).side == side;
    c.emit(engine::StepClosed{lane, {}});
    c.emit(DiceThrown{attacker, attacker ? fight.attack_dice : fight.defence_dice,
                      (attacker ? fight.attack_rerolls : fight.defence_rerolls) + effect.amount});
    c.later({AskReroll{*ask}});
  }
}

void commit(Course& c, const Commit& command) {
  const CommitSpend spend = std::get<CommitSpend>(c.state().agenda.lanes.back().stack.back().step);
  const Side side = c.state().units.at(spend.rolled.front().unit).side;
  const int points = command.points && c.state().deck.empty() ? *command.points : commitment_points(c.state(), command.cards);
  for (const int card : command.cards) c.emit(CardSpent{side, card, "commit", true});
  c.emit(engine::StepClosed{c.state().agenda.lanes.back().id, {}});
  c.later({CommitSpend{after_points(c.state(), spend.rolled, points, command.spend), spend.continuation}});
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
  Course c(state);
  const bool asked = !state.agenda.open_waits().empty();
  const auto no = asked && std::holds_alternative<Pass>(command) ? declining(state, by) : std::nullopt;
  if (asked && !no && is_action(command)) return {};
  const Side side = side_of_speaker(state, by);
  std::visit(engine::Overloaded{[&](const engine::AnswerWait& a) { answer(c, by, a); },
                                [&](const engine::PlaceBases& a) { place(c, a); },
                                [&](const AdjustRanks& a) {
                                  RanksAdjusted adjusted{.side = state.units.at(a.ranks.begin()->first).side, .ranks = {}};
                                  for (const auto& [id, ranks] : a.ranks) {
                                    Secret<int> marker = state.units.at(id).ranks;
                                    marker.value = ranks;
                                    adjusted.ranks[id] = std::move(marker);
                                  }
                                  c.emit(std::move(adjusted));
                                },
                                [&](const PlaceLeader& a) {
                                  c.emit(LeaderMoved{a.leader, a.to});
                                },
                                [&](const PlaceCamp& a) {
                                  c.emit(CampPlaced{a.camp, a.to});
                                },
                                [&](const Ready&) { ready(c, side); },
                                [&](const Activate& a) { begin_action(c, a.action, side, a.units, a.leader, false); },
                                [&](const FinishAction&) { c.emit(closed_action(c.state())); },
                                [&](const MoveUnits& a) {
                                  if (const auto leader = leader_move(state, a)) return move_leader(c, side, *leader);
                                  begin_action(c, ActionKind::Move, side, units_of(a), a.leader, true);
                                  std::vector<Step> steps;
                                  for (const UnitMove& move : a.moves) steps.emplace_back(CarryMove{move});
                                  steps.emplace_back(EndAction{});
                                  c.later(std::move(steps));
                                },
                                [&](const MoveLeader& a) { move_leader(c, side, a); },
                                [&](const FormWall& a) {
                                  if (state.turn.phase == Phase::Setup) return c.emit(WallFormed{a.units});  // BB-MYC-06
                                  begin_action(c, ActionKind::Wall, side, a.units, a.leader, true);
                                  c.emit(WallFormed{a.units});
                                  c.later({EndAction{}});
                                },
                                [&](const Shoot& a) { shoot(c, side, a); },
                                [&](const Attack& a) { attack(c, side, a); },
                                [&](const Rally& a) { rally(c, side, a); },
                                [&](const Face& a) {
                                  const int left = state.may_face.contains(a.unit) ? state.may_face.at(a.unit) : 0;
                                  const SeenFacing seen = faces_seen(state, a);
                                  if (seen.between.size() > 1)
                                    c.later({AskFacing{a.unit, seen.between, seen.percent, {}}});  // BB-POS-02
                                  else
                                    c.emit(UnitFaced{a.unit, seen.between.front()});
                                  if (left == 1) c.emit(MayFace{a.unit, 0});
                                },
                                [&](const DiscardCard& a) {
                                  c.emit(CardSpent{side, a.card, "discard", true});
                                  plain_action(c, side, "discard");
                                },
                                [&](const PurchaseCard&) {
                                  plain_action(c, side, "purchase");
                                  c.later({TakeCards{side, 1}});
                                },
                                [&](const Pass&) {
                                  if (no)
                                    answer(c, by, *no);
                                  else
                                    plain_action(c, side, "pass");
                                },
                                [&](const PlayCard& a) { play_card(c, side, a); },
                                [&](const Commit& a) { commit(c, a); },
                                [&](const Look& a) {
                                  c.emit(RanksShown{a.unit, state.units.at(a.unit).ranks.value.value_or(0), "BB-UNIT-19"});
                                }},
             command);
  c.run();
  return c.take();
}

}  // namespace polemarch::blade_and_bow
