#include "tests/engine/core/toy_room.hpp"

#include "engine/core/made_once.hpp"
#include "engine/core/telling_json.hpp"

POLEMARCH_MADE_ONCE(polemarch::toy)

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

Wait die(Viewer who, std::string question) {
  return {.who = who, .kind = WaitKind::Chance, .rule = "TOY-1", .question = std::move(question), .chance = ChanceSpec{}};
}

constexpr int kToHit = 4;

Viewer side_of(const State& state, const UnitId& unit) { return viewer_of(state.units.at(unit).side); }

}  // namespace

void resume(Unfold& u, const Strike& strike, const Answers& answers) {
  if (strike.parried) return;
  const Duellist &striker = u.state().units.at(strike.unit), &target = u.state().units.at(strike.target);
  const bool hits = answers[0].values[0] >= kToHit;
  u.emit(Thrown{.who = striker.side,
                .thrower = strike.unit,
                .at = strike.target,
                .purpose = "strike",
                .aim = strike.kAim,
                .rule = "TOY-1",
                .values = answers[0].values,
                .need = kToHit,
                .good = hits ? 1 : 0,
                .rows = {{"TOY-1", "to hit", kToHit, striker.side}},
                .per_mille = per_mille_at_least(kToHit),
                .outcome = hits ? "1 hit" : "no hit"});
  if (!hits) return;
  if (target.hits + 1 == kLastHit)
    u.emit(Lost{.unit = strike.target, .what = "the unit", .by = strike.unit, .how = "struck", .rule = "TOY-7"});
  Pose to = target.pose;
  to.y += 50_mm;
  u.emit(Hit{strike.target, to});
  u.owe({.unit = strike.target, .bases = {{strike.target.text + ".1"}}, .poses = {to}, .who = Viewer::Both, .rule = "TOY-2"});
}
void resume(Unfold& u, const Parry& parry, const Answers& answers) {
  if (!parry.feinted && answers[0].values[0] >= 4) u.emit(StrikeParried{});
}
void resume(Unfold& u, const Feint&, const Answers& answers) {
  if (answers[0].values[0] >= 4) u.emit(ParryFeinted{});
}
void resume(Unfold& u, const Bidding&, const Answers& answers) {
  const int a = answers[0].values[0], b = answers[1].values[0];
  u.emit(InitiativeWon{a > b ? 1 : a < b ? -1 : 0});
}
void resume(Unfold& u, const Taunt& taunt, const Answers& answers) {
  Pose to = u.state().units.at(taunt.unit).pose;
  to.x += chosen(answers[0]) == "left" ? -20_mm : 20_mm;
  u.emit(Stepped{taunt.unit, to});
}
bool go_on(Unfold&) { return false; }

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
  return guarded(name, [&] {
    State state;
    state.units = Json::parse(setup_json).at("units").get<std::map<UnitId, Duellist>>();
    return state;
  });
}

Verdict Toy::judge(const State& state, Viewer by, const Command& command) {
  const auto known = [&](const UnitId& unit) { return state.units.contains(unit); };
  return std::visit(Overloaded{[&](const AnswerWait& answer) { return judge_answering(state.agenda, by, answer); },
                               [&](const PlaceBases& place) {
                                 if (const OwedPlacement* owed = owed_by(state.agenda, place)) return judge_place(*owed, place, 3_mm);
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
  Unfold u(state, by);
  std::visit(
      Overloaded{
          [&](const AnswerWait& answer) { u.answer(answer); }, [&](const PlaceBases& place) { u.place(place); },
          [&](const StrikeAt& strike) {
            u.open_beside(Strike{strike.unit, strike.target}, {die(by, "strike: 4 or more hits")});
          },
          [&](const ParryWith& parry) { u.ask(Parry{parry.unit}, die(by, "parry: 4 or more")); },
          [&](const FeintNow&) { u.ask(Feint{}, die(by, "feint: 4 or more")); },
          [&](const Bid&) {
            Wait a = sealed(die(Viewer::A, "how much?")), b = sealed(die(Viewer::B, "how much?"));
            a.audience = Viewer::A;
            b.audience = Viewer::B;
            u.open_beside(Bidding{}, {a, b});
          },
          [&](const TauntUnit& taunt) {
            u.open_beside(
                Taunt{taunt.unit},
                {{.who = by, .rule = "TOY-6", .question = "which way does it step?", .options = {{"left", "left"}, {"right", "right"}}}});
          }},
      command);
  return u.take();
}

State Toy::evolve(State&& state, const Event& event) {
  evolve_agenda(state.agenda, event);
  const auto top_step = [&]() -> Step& { return state.agenda.lanes.back().stack.back().step; };
  std::visit(Overloaded{[&](const Placed& e) {
                          for (const PlacedBase& placed : e.poses) state.units.at(e.unit).pose = placed.at.pose;
                        },
                        [&](const StrikeParried&) { std::get<Strike>(top_step()).parried = true; },
                        [&](const ParryFeinted&) { std::get<Parry>(top_step()).feinted = true; },
                        [&](const Hit& e) {
                          state.units.at(e.unit).hits += 1;
                          state.units.at(e.unit).pose = e.to;
                        },
                        [&](const Stepped& e) { state.units.at(e.unit).pose = e.to; },
                        [&](const InitiativeWon& e) { state.initiative = e.sign; }, [](const auto&) {}},
             event);
  return std::move(state);
}

std::vector<Offer<Command>> Toy::offers(const State& state, Viewer viewer, const About& about) {
  std::vector<Offer<Command>> out;
  if (std::holds_alternative<AboutNothing>(about)) return out;
  for (const auto& [id, unit] : state.units)
    for (const auto& [target, enemy] : state.units)
      if (viewer_of(unit.side) == viewer && enemy.side != unit.side && unit.on_table() && enemy.on_table()) {
        const Command command = StrikeAt{id, target};
        out.push_back({command, judge(state, viewer, command), {dice_after("die")}});
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
    out.push_back({id, {id.text + ".1"}, unit.side, {Outline::Rectangle, 40_mm, 20_mm}, unit.pose, {}, unit.on_table()});
  return out;
}

std::optional<std::string> Toy::broken_invariant(const State& state) {
  for (const auto& [id, unit] : state.units)
    if (unit.hits < 0 || unit.hits > 9) return id.text + " has " + std::to_string(unit.hits) + " hits";
  return std::nullopt;
}

std::vector<std::string> Toy::describe(const State& state, Viewer) { return {"initiative " + std::to_string(state.initiative)}; }

std::string Toy::say(const State&, const Command& command) { return variant_to_json(command, "do").at("do"); }
std::string Toy::tell(const State&, const Event& event) {
  return std::visit(
      Overloaded{[](const Thrown& thrown) { return engine::tell(thrown); }, [](const Lost& lost) { return engine::tell(lost); },
                 [&](const auto&) { return variant_to_json(event, "event").at("event").template get<std::string>(); }},
      event);
}

}  // namespace polemarch::toy

namespace polemarch::toy {
std::unique_ptr<Battle> duel() {
  auto battle = make_battle_of<Toy>(
      R"({"units":{"A1":{"side":"A","pose":{"x_mm":100,"y_mm":100}},"B1":{"side":"B","pose":{"x_mm":100,"y_mm":180}}}})", "duel");
  assert(battle);
  return std::move(*battle);
}
}  // namespace polemarch::toy
