/// Deployment, ambushes, gates, speeches, and how a battle ends by words (HM-DEPL, HM-GEN-18, HM-NIKE).
#include "engine/rulesets/hoplomachia/play/common.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/entering.hpp"
#include "engine/rulesets/hoplomachia/topics/forming.hpp"
#include "engine/rulesets/hoplomachia/topics/nike.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"

namespace polemarch::hoplomachia {

namespace {

Side side_speaking(const Unfold& u) { return u.by() == Viewer::B ? Side::B : Side::A; }

}  // namespace

void carry_out(Unfold& u, const PlaceStrategos& c) {
  u.emit(StrategosSettled{.strategos = c.strategos, .in = LochosRef{c.unit, c.lochos}});
}
void carry_out(Unfold& u, const Ready&) { u.emit(SideReady{side_speaking(u)}); }

void carry_out(Unfold& u, const Hide& c) {
  const Side side = taxis_at(u.state(), c.unit).side;
  u.emit(UnitHidden{c.unit,
                    {.id = c.unit.text + ".hideout", .owner = viewer_of(side), .range = "a place", .revealed = false, .value = c.poses}});
}
void carry_out(Unfold& u, const Reveal& c) { show_hidden(u, c.unit, "its owner shows it"); }

void carry_out(Unfold& u, const Speak& c) {
  const Side side = u.state().strategoi.at(c.strategos).side;
  ask_rhetoria(u, side, c.strategos);
}

void carry_out(Unfold& u, const TryGate& c) {
  const Side side = taxis_at(u.state(), c.unit).side;
  const std::string gate = gate_at(u.state(), c.unit);
  if (const auto door = u.state().gates.find(gate); door != u.state().gates.end() && door->second) {
    // The door is held open: the lochos at it goes in (HM-BATT-D7).
    const int at = lochos_at_gate(u.state(), c.unit);
    engine::OwedPlacement owed{.unit = c.unit, .removed = true, .who = viewer_of(side), .rule = "HM-BATT-D7"};
    for (const Stand& stand : lochos_at(u.state(), {c.unit, at}).stands)
      if (!stand.lost) owed.bases.push_back(stand.base);
    u.emit(LochoiLeft{c.unit, {at}, true, "a lochos is inside the gate"});
    u.owe(std::move(owed));
    return;
  }
  ask_gate(u, side, gate);
}
void ask_gate(Unfold& u, Side side, const std::string& gate) {
  u.ask(GateRoll{side, gate},
        engine::ask_dice(side, "HM-BATT-D6", "is the door of " + (gate.empty() ? "the gate" : gate) + " held open?", 1));
}

bool draw_lots(Unfold& u) {
  const State& state = u.state();
  if (!state.battle.invader) return false;
  const Side side = *state.battle.invader;
  const auto count = static_cast<int>(lights_by_lot(state, side).size());
  if (count == 0) return false;
  const std::vector<int> quarters = reinforcement_quarters(count);
  const std::string question = "a lot for each of " + std::to_string(count) + " stands of the lights: the lowest " +
                               std::to_string(quarters[0] + quarters[1]) + " come on in turn 1, " + std::to_string(quarters[2]) +
                               " in turn 2, the rest in turn 3";
  u.ask(DrawLots{side}, engine::ask_cards(side, "HM-AMB-89", question, kLots, count, 1, count));
  return true;
}
void resume(Unfold& u, const DrawLots& step, const Answers& answers) {
  const std::vector<int>& values = answers.front().values;
  u.emit(Thrown{.who = step.side, .purpose = "lots of the lights", .rule = "HM-AMB-89", .source = kLots, .values = values});
  u.emit(LotsDrawn{step.side, turns_by_lot(lights_by_lot(u.state(), step.side), values)});
}

void carry_out(Unfold& u, const WriteSignal& c) {
  const Side side = side_speaking(u);
  u.emit(UnitSignalWritten{side,
                           {.id = std::string(name_of(side)) + ".unit_signal",
                            .owner = viewer_of(side),
                            .range = "a signal and the units it speaks to",
                            .revealed = false,
                            .value = UnitSignal{c.order, c.units}}});
}
void carry_out(Unfold& u, const LayTerrain& c) { u.emit(TerrainLaid{{c.id, c.kind, c.outline, c.height}}); }
void carry_out(Unfold& u, const ClearTerrain& c) { u.emit(TerrainCleared{c.id}); }

void carry_out(Unfold& u, const Concede&) {
  const Side side = side_speaking(u);
  end_battle(u, std::string(name_of(other(side))), std::string(name_of(side)) + " sends its herald", "HM-NIKE-10");
}
void carry_out(Unfold& u, const EndBattle& c) {
  const Side side = side_speaking(u);
  if (c.why == "time") {
    const Nike end = time_up(u.state());
    end_battle(u, end.winner, end.text, end.rule);
  } else if (c.why == "fulfilled") {
    end_battle(u, std::string(name_of(side)), "it fulfilled the scenario's condition", "HM-NIKE-04");
  } else {
    u.emit(Unwilling{side});
  }
}

}  // namespace polemarch::hoplomachia
