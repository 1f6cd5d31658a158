#include "tests/engine/core/toy_room.hpp"

namespace polemarch::toy {

POLEMARCH_JSON_DEFAULTS(Duellist, side, pose, hits)
POLEMARCH_JSON(Strike, unit, target, parried)
POLEMARCH_JSON(Parry, unit, feinted)
POLEMARCH_JSON_EMPTY(Feint)
POLEMARCH_JSON_EMPTY(Bidding)
POLEMARCH_JSON(Taunt, unit)
POLEMARCH_JSON(State, units, initiative, agenda)
POLEMARCH_JSON(StrikeAt, unit, target)
POLEMARCH_JSON(ParryWith, unit)
POLEMARCH_JSON_EMPTY(FeintNow)
POLEMARCH_JSON_EMPTY(Bid)
POLEMARCH_JSON(TauntUnit, unit)
POLEMARCH_JSON_EMPTY(StrikeParried)
POLEMARCH_JSON_EMPTY(ParryFeinted)
POLEMARCH_JSON(Hit, unit, to)
POLEMARCH_JSON(Stepped, unit, to)
POLEMARCH_JSON(InitiativeWon, sign)

static_assert(Ruleset<Toy>);

namespace {

const Step* top(const State& state) { return state.agenda.idle() ? nullptr : &state.agenda.lanes.back().stack.back().step; }
int top_lane(const State& state) { return state.agenda.lanes.back().id; }

Wait die(Viewer who, std::string question) {
  return {.who = who, .kind = WaitKind::Chance, .rule = "TOY-1", .question = std::move(question), .chance = ChanceSpec{}};
}

Viewer side_of(const State& state, const UnitId& unit) { return viewer_of(state.units.at(unit).side); }

/// The step at the top has all its answers: close it and say what follows. Runs until something waits again.
void conclude(Unfolding<Toy>& unfolding) {
  while (!unfolding.state().agenda.idle()) {
    const OpenStep<Step> open = unfolding.state().agenda.lanes.back().stack.back();
    for (const Wait& wait : open.waits)
      if (!wait.answer) return;
    std::vector<Answer> answers;
    bool sealed = false;
    for (const Wait& wait : open.waits) {
      answers.push_back(wait.answer->value.value_or(Answer{}));
      sealed = sealed || wait.kind == WaitKind::Sealed;
    }
    unfolding.emit(StepClosed{top_lane(unfolding.state()), sealed ? answers : std::vector<Answer>{}});
    std::visit(
        Overloaded{
            [&](const Strike& strike) {
              if (strike.parried || answers[0].values[0] < 4) return;
              Pose to = unfolding.state().units.at(strike.target).pose;
              to.y += 50_mm;
              unfolding.emit(Hit{strike.target, to});
              unfolding.emit(owe(
                  unfolding.state().agenda,
                  {.unit = strike.target, .bases = {{strike.target.text + ".1"}}, .poses = {to}, .who = Viewer::Both, .rule = "TOY-2"}));
            },
            [&](const Parry& parry) {
              if (!parry.feinted && answers[0].values[0] >= 4) unfolding.emit(StrikeParried{});
            },
            [&](const Feint&) {
              if (answers[0].values[0] >= 4) unfolding.emit(ParryFeinted{});
            },
            [&](const Bidding&) {
              const int a = answers[0].values[0], b = answers[1].values[0];
              unfolding.emit(InitiativeWon{a > b ? 1 : a < b ? -1 : 0});
            },
            [&](const Taunt& taunt) {
              Pose to = unfolding.state().units.at(taunt.unit).pose;
              to.x += answers[0].choices[0] == "left" ? -20_mm : 20_mm;
              unfolding.emit(Stepped{taunt.unit, to});
            }},
        open.step);
  }
}

}  // namespace

const RulesetInfo& Toy::info() {
  static const RulesetInfo info{"toy", "Toy duel", "nobody", "1", 1, ""};
  return info;
}

Json Toy::upcast(Json event) {
  if (event.value("event", "") == "touched") {
    event["event"] = Hit::kName;
    event["unit"] = event.at("who");
    event.erase("who");
  }
  return event;
}

Result<State> Toy::initial(std::string_view setup_json, std::string_view name) {
  return guarded(name, [&] { return State{.units = Json::parse(setup_json).at("units").get<std::map<UnitId, Duellist>>()}; });
}

Verdict Toy::judge(const State& state, Viewer by, const Command& command) {
  const auto known = [&](const UnitId& unit) { return state.units.contains(unit); };
  return std::visit(Overloaded{[&](const AnswerWait& answer) {
                                 Verdict problem;
                                 const std::vector<Wait> open = state.agenda.open_waits();
                                 const Wait* wait = wait_for(open, by, answer, problem);
                                 return wait == nullptr ? problem : judge_answer(*wait, by, answer.answer);
                               },
                               [&](const PlaceBases& place) {
                                 for (const OwedPlacement& owed : state.agenda.owed)
                                   if ((place.owed && *place.owed == owed.id) || place.unit == owed.unit)
                                     return judge_place(owed, place, 3_mm);
                                 return impossible("nothing is owed there");
                               },
                               [&](const StrikeAt& strike) {
                                 if (!known(strike.unit) || !known(strike.target)) return impossible("unknown unit");
                                 if (!state.agenda.idle()) return refuse("TOY-1", "something is going on");
                                 const Length gap = state.units.at(strike.target).pose.y - state.units.at(strike.unit).pose.y;
                                 if (gap > 100_mm) return refuse("TOY-1", "too far to strike", gap.mm(), 100, "mm");
                                 return allow();
                               },
                               [&](const ParryWith& parry) {
                                 const auto* strike = top(state) ? std::get_if<Strike>(top(state)) : nullptr;
                                 if (strike == nullptr) return refuse("TOY-3", "there is no strike to parry");
                                 if (parry.unit != strike->target || by != side_of(state, parry.unit))
                                   return impossible("not yours to parry");
                                 return allow();
                               },
                               [&](const FeintNow&) {
                                 const auto* parry = top(state) ? std::get_if<Parry>(top(state)) : nullptr;
                                 if (parry == nullptr) return refuse("TOY-4", "there is no parry to feint");
                                 return by == side_of(state, parry->unit) ? impossible("the other side feints") : allow();
                               },
                               [&](const Bid&) { return state.agenda.idle() ? allow() : refuse("TOY-5", "something is going on"); },
                               [&](const TauntUnit& taunt) {
                                 if (!known(taunt.unit)) return impossible("unknown unit");
                                 if (by == side_of(state, taunt.unit)) return refuse("TOY-6", "taunt the enemy's unit");
                                 return allow();
                               }},
                    command);
}

std::vector<Event> Toy::decide(const State& state, Viewer by, const Command& command) {
  Unfolding<Toy> unfolding(state);
  const auto open = [&](int lane, Step step, std::vector<Wait> waits) {
    unfolding.emit(open_step(unfolding.state().agenda, lane, std::move(step), std::move(waits)));
  };
  std::visit(
      Overloaded{
          [&](const AnswerWait& answer) {
            Verdict problem;
            const std::vector<Wait> waits = state.agenda.open_waits();
            const Wait* wait = wait_for(waits, by, answer, problem);
            unfolding.emit(WaitAnswered{wait->id, sealed_answer(*wait, answer.answer)});
            conclude(unfolding);
          },
          [&](const PlaceBases& place) {
            for (const OwedPlacement& owed : state.agenda.owed)
              if ((place.owed && *place.owed == owed.id) || place.unit == owed.unit) return unfolding.emit(placed_event(owed, place));
          },
          [&](const StrikeAt& strike) {
            open(0, Strike{strike.unit, strike.target}, {die(by, "strike: 4 or more hits")});
          },
          [&](const ParryWith& parry) { open(top_lane(state), Parry{parry.unit}, {die(by, "parry: 4 or more")}); },
          [&](const FeintNow&) { open(top_lane(state), Feint{}, {die(by, "feint: 4 or more")}); },
          [&](const Bid&) {
            Wait a = die(Viewer::A, "how much?"), b = die(Viewer::B, "how much?");
            a.kind = b.kind = WaitKind::Sealed;
            a.audience = Viewer::A;
            b.audience = Viewer::B;
            open(0, Bidding{}, {a, b});
          },
          [&](const TauntUnit& taunt) {
            open(0, Taunt{taunt.unit},
                 {{.who = by, .rule = "TOY-6", .question = "which way does it step?", .options = {{"left", "left"}, {"right", "right"}}}});
          }},
      command);
  return unfolding.take();
}

State Toy::evolve(State&& state, const Event& event) {
  const auto top_step = [&]() -> Step& { return state.agenda.lanes.back().stack.back().step; };
  std::visit(
      Overloaded{[&](const StepOpened<Step>& e) { apply(state.agenda, e); }, [&](const WaitAnswered& e) { apply(state.agenda, e); },
                 [&](const StepClosed& e) { apply(state.agenda, e); }, [&](const PlacementOwed& e) { apply(state.agenda, e); },
                 [&](const Placed& e) {
                   apply(state.agenda, e);
                   for (const PlacedBase& placed : e.poses) state.units.at(e.unit).pose = placed.at.pose;
                 },
                 [&](const StrikeParried&) { std::get<Strike>(top_step()).parried = true; },
                 [&](const ParryFeinted&) { std::get<Parry>(top_step()).feinted = true; },
                 [&](const Hit& e) {
                   state.units.at(e.unit).hits += 1;
                   state.units.at(e.unit).pose = e.to;
                 },
                 [&](const Stepped& e) { state.units.at(e.unit).pose = e.to; }, [&](const InitiativeWon& e) { state.initiative = e.sign; }},
      event);
  return std::move(state);
}

std::vector<Offer<Command>> Toy::offers(const State& state, Viewer viewer, const About& about) {
  std::vector<Offer<Command>> out;
  if (std::holds_alternative<AboutNothing>(about)) return out;
  for (const auto& [id, unit] : state.units)
    for (const auto& [target, enemy] : state.units)
      if (viewer_of(unit.side) == viewer && enemy.side != unit.side) {
        const Command command = StrikeAt{id, target};
        out.push_back({command, judge(state, viewer, command), {"die"}});
      }
  return out;
}

std::vector<Window> Toy::windows(const State& state, Viewer) {
  const Step* step = top(state);
  if (step == nullptr) return {};
  if (const auto* strike = std::get_if<Strike>(step))
    return {{"parry", side_of(state, strike->target), "TOY-3", "parry with " + strike->target.text, "the strike's die"}};
  if (const auto* parry = std::get_if<Parry>(step))
    return {{"feint", viewer_of(other(state.units.at(parry->unit).side)), "TOY-4", "feint", "the parry's die"}};
  return {};
}

Advice Toy::advise(const State& state, const Selection& selection, Viewer) {
  Advice advice;
  const auto at = state.units.find(selection.unit);
  if (at == state.units.end()) return advice;
  const Pose pose = at->second.pose;
  advice.shapes.push_back({Circle{{pose.x.mm(), pose.y.mm()}, 100}, Meaning::ChargeReach, "100 mm", "TOY-1", selection.unit.text});
  return advice;
}

std::vector<Place> Toy::places(const State& state) {
  std::vector<Place> out;
  for (const auto& [id, unit] : state.units)
    out.push_back({id, {id.text + ".1"}, unit.side, {Outline::Rectangle, 40_mm, 20_mm}, unit.pose, {}, true});
  return out;
}

std::optional<std::string> Toy::broken_invariant(const State& state) {
  for (const auto& [id, unit] : state.units)
    if (unit.hits < 0 || unit.hits > 9) return id.text + " has " + std::to_string(unit.hits) + " hits";
  return std::nullopt;
}

std::vector<std::string> Toy::describe(const State& state, Viewer) { return {"initiative " + std::to_string(state.initiative)}; }

std::string Toy::say(const State&, const Command& command) { return variant_to_json(command, "do").at("do"); }
std::string Toy::tell(const State&, const Event& event) { return variant_to_json(event, "event").at("event"); }

}  // namespace polemarch::toy

namespace polemarch::toy {
std::unique_ptr<Battle> duel() {
  auto battle = make_battle_of<Toy>(
      R"({"units":{"A1":{"side":"A","pose":{"x_mm":100,"y_mm":100}},"B1":{"side":"B","pose":{"x_mm":100,"y_mm":180}}}})", "duel");
  assert(battle);
  return std::move(*battle);
}
}  // namespace polemarch::toy
