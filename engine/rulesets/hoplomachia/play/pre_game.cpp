/// Before the battle: what is settled in which order (HM-GEN-01, HM-PRE-01), deployment, and how a battle ends by words.
#include "engine/rulesets/hoplomachia/play/common.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"

namespace polemarch::hoplomachia {

bool pre_game(Unfold& u) {
  u.emit(PhaseBegan{0, Phase::Deployment, 0, u.state().at.precedence, "", ""});
  return true;
}
void resume(Unfold&, const PreGame&, const Answers&) {}

void carry_out(Unfold& u, const PlaceStrategos& c) {
  u.emit(StrategosSettled{.strategos = c.strategos, .in = LochosRef{c.unit, c.lochos}});
}
void carry_out(Unfold& u, const Ready&) { u.emit(SideReady{u.by() == Viewer::B ? Side::B : Side::A}); }
void carry_out(Unfold& u, const Reveal& c) { u.emit(UnitRevealed{c.unit, "its owner shows it"}); }

void carry_out(Unfold& u, const Concede&) {
  const Side side = u.by() == Viewer::B ? Side::B : Side::A;
  end_battle(u, std::string(name_of(other(side))), std::string(name_of(side)) + " sends its herald", "HM-NIKE-10");
}
void carry_out(Unfold& u, const EndBattle& c) {
  const Side side = u.by() == Viewer::B ? Side::B : Side::A;
  if (c.why == "time") {
    end_battle(u, "draw", "the time is up", "HM-NIKE-08");
  } else if (c.why == "fulfilled") {
    end_battle(u, std::string(name_of(side)), "it fulfilled the scenario's condition", "HM-NIKE-04");
  } else {
    u.emit(Unwilling{side});
  }
}

}  // namespace polemarch::hoplomachia
