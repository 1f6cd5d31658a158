/// What the fighting does when a stage begins, when a unit's turn comes, and when the stage is over.
#include <algorithm>

#include "engine/rulesets/hoplomachia/play/fight.hpp"
#include "engine/rulesets/hoplomachia/topics/arete.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/nike.hpp"
#include "engine/rulesets/hoplomachia/topics/sallying.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"

namespace polemarch::hoplomachia {

void begin_fight_stage(Unfold& u) {
  const State& state = u.state();
  if (in_stage(state, Phase::Melee, MeleeStage::Epidromos)) settle_flanks(u);
  if (state.at.phase == Phase::Marches) march_back(u);
  if (in_stage(state, Phase::OffensiveBelos, BelosStage::BelosCharges) &&
      std::any_of(state.units.begin(), state.units.end(), [](const auto& entry) { return !entry.second.fight.must_belos.empty(); }))
    u.open(BelosAnswer{});
  if (in_stage(state, Phase::Katastrophe, KatastropheStage::Enveloped)) {  // HM-SEQ-14
    const std::array<std::optional<std::pair<UnitId, UnitId>>, 2> flanks{enveloped(state, Side::A), enveloped(state, Side::B)};
    for (const Side side : {state.at.precedence, other(state.at.precedence)}) {
      const auto& flank = flanks[side == Side::A ? 0 : 1];
      if (!flank) continue;
      const std::string why = flank->first.text + " is past the flank of " + flank->second.text;
      change_arete(u, side, kEnveloped.own, "HM-EVT-06", why);
      change_arete(u, other(side), kEnveloped.enemy, "HM-EVT-07", why);
    }
  }
  if (in_stage(state, Phase::Katastrophe, KatastropheStage::Nike))
    if (const auto end = nike(state)) end_battle(u, end->winner, end->text, end->rule);
}

bool act_alone(Unfold& u, const UnitId& id) {
  const State& state = u.state();
  switch (state.at.phase) {
    case Phase::Automatic: {
      static constexpr std::array kModes{Mode::Rout, Mode::Pursue, Mode::Evade};
      u.open(RunsOf{id, kModes[static_cast<std::size_t>(state.at.stage)]});
      return true;
    }
    case Phase::OffensiveBelos:
      if (!in_stage(state, Phase::OffensiveBelos, BelosStage::Ekdromoi)) return false;
      u.open(EkdromoiOf{id});
      return true;
    case Phase::Melee:
      u.open(FightMelees{id});
      return true;
    case Phase::Katastrophe: {
      AndreiaCheck check{.unit = id, .line = AndreiaLine::Katastrophe, .why = CheckFor::Katastrophe};
      u.open(std::move(check));
      return true;
    }
    case Phase::Epidromos:
      if (!drives(state, id)) return false;
      u.open(ChariotDrives{id, allowance(state, taxis_at(state, id), taxis_at(state, id).arrangement).value_or(Length{})});
      return true;
    case Phase::DefensiveBelos:
    case Phase::Marches:
    case Phase::PreGame:
    case Phase::Deployment:
    case Phase::Salpinx:
    case Phase::Commands:
    case Phase::Mantis:
    case Phase::Ended:
      return false;
  }
  return false;
}

void end_fight_stage(Unfold& u) {
  const State& state = u.state();
  if (in_stage(state, Phase::Melee, MeleeStage::Othismos)) u.emit(MeleesClosed{});
}

}  // namespace polemarch::hoplomachia
