/// Shots: dice to hit, saves, casualties, tests that become due. Rules HC-SHO-*, HC-SAV-*, HC-HTH-09..11.
#include <algorithm>

#include "engine/rulesets/hail_caesar/play/play.hpp"
#include "engine/rulesets/hail_caesar/topics/melee.hpp"
#include "engine/rulesets/hail_caesar/topics/morale.hpp"
#include "engine/rulesets/hail_caesar/topics/shooting.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

namespace {

void take_casualties(Unfold& u, const Shot& shot, int hits_scored, int sixes, int saved) {
  const State& state = u.state();
  const Unit& target = state.units.at(shot.target);
  Volley volley;
  volley.kind = shot.kind;
  volley.needed = shot.needed;
  volley.hits = hits_scored;
  volley.sixes = sixes;
  volley.unsaved = hits_scored - saved;
  volley.was_shaken = is_shaken(target, state.config);
  volley.target_charged = target.turn.charged;
  volley.six_hits_before = shot.kind == ShotKind::Shooting ? target.turn.six_hits : target.turn.six_hits_by_reaction;
  const int casualties = target.casualties + volley.unsaved;
  Unit after = target;
  after.casualties = casualties;
  volley.is_shaken = is_shaken(after, state.config);
  const bool shattered = static_cast<double>(casualties) >= state.config.fight.shattered_at * target.profile.stamina;
  const std::vector<std::string> rules = triggers_of(volley, state.config);
  const int six_hits = six_hits_of(volley, state.config);
  const bool dropped = state.config.fight.stamina_excess == "dropped";
  const bool by_reaction = shot.kind != ShotKind::Shooting;
  std::vector<UnitId> supports;
  if (shattered && by_reaction && in_combat(target)) supports = supports_of(state, shot.target);
  CasualtiesTaken taken{
      shot.target,      hits_scored, saved, volley.unsaved, dropped ? std::min(casualties, target.profile.stamina) : casualties,
      volley.is_shaken, {}};
  if (by_reaction && !volley.target_charged && hit_by_six(volley, state.config)) taken.by_six = true;  // it may charge yet
  u.emit(std::move(taken));
  if (six_hits > 0) u.emit(SixHitsCounted{shot.target, shot.kind, volley.six_hits_before + six_hits});
  if (shattered) return break_unit(u, shot.target, true, supports);
  if (rules.empty()) return;
  make_due(u, shot.target, {by_reaction ? table_of_reaction_shots(state.config) : BreakTable::Ranged, 0, rules});
}

void shoot(Unfold& u, ShotKind kind, const UnitId& unit, const UnitId& target, const PlayersWord& word = {}) {
  const State& state = u.state();
  const ShotPlan plan = plan_shot(state, unit, target, kind, word);
  if (plan.dice <= 0) return;  // overruled: there is nothing to roll
  const std::string question = unit.text + " shoots at " + target.text + ": hits on " + hits_on(plan.needed, state.config);
  u.ask(Shot{kind, unit, target, plan.needed, plan.weapon}, ask_dice(state.units.at(unit).side, "HC-SHO-T2", question, plan.dice));
}

}  // namespace

void carry_out(Unfold& u, const Shoot& c) { shoot(u, ShotKind::Shooting, c.unit, c.target, word_of(c)); }
void carry_out(Unfold& u, const ClosingShot& c) { shoot(u, ShotKind::Closing, c.unit, c.target); }
void carry_out(Unfold& u, const TraversingShot& c) { shoot(u, ShotKind::Traversing, c.unit, c.target); }

Wait ask_save(const State& state, const UnitId& unit, const SavePlan& plan, int dice) {
  const std::string modifier = plan.modifier == 0 ? "" : (plan.modifier > 0 ? " (die +" : " (die ") + std::to_string(plan.modifier) + ")";
  const std::string question = unit.text + " saves on " + std::to_string(plan.save) + " or more" + modifier;
  return ask_dice(state.units.at(unit).side, "HC-SAV-T1", question, dice, state.config.shoot.save_die_faces);
}

void resume(Unfold& u, const Shot& step, const Answers& answers) {
  const Answer& dice = answers[0];
  const State& state = u.state();
  int scored = 0, sixes = 0;
  for (const int die : dice.values) {
    if (!hits(die, step.needed, state.config)) continue;
    ++scored;
    if (die == 6) ++sixes;
  }
  std::optional<Facing> face;
  const Unit& shooter = state.units.at(step.unit);
  const Unit& target = state.units.at(step.target);
  if (step.kind == ShotKind::Shooting && shoots_by_face(state, shooter)) face = quarter_facing(shooter, target);
  const SavePlan plan = plan_save(state, step.target, step.unit, step.weapon);
  ShotFired fired{step.kind,   step.unit, step.target, static_cast<int>(dice.values.size()), scored, step.needed, sixes,
                  step.weapon, face,      {}};
  if (step.kind == ShotKind::Closing) fired.charged = edge_charged(shooter, step.target);
  u.emit(std::move(fired));
  if (scored == 0) return;
  if (plan.none()) return take_casualties(u, step, scored, sixes, 0);
  u.ask(ShotSaves{step, scored, sixes, plan.save, plan.modifier}, ask_save(u.state(), step.target, plan, scored));
}

void resume(Unfold& u, const ShotSaves& step, const Answers& answers) {
  SavePlan plan;
  plan.save = step.save;
  plan.modifier = step.modifier;
  int saved = 0;
  for (const int die : answers[0].values) saved += saves(die, plan, u.state().config) ? 1 : 0;
  take_casualties(u, step.shot, step.hits, step.sixes, saved);
}

}  // namespace polemarch::hail_caesar
