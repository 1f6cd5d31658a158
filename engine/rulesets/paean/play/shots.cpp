/// Missile fire: dice, hits at once or at the end of a run, dispersals, reactions, wounded commanders. PA-MIS, PA-MRX, PA-SKI-08,
/// PA-HER-09.
#include <algorithm>

#include "engine/rulesets/paean/play/fighting.hpp"
#include "engine/rulesets/paean/play/play.hpp"
#include "engine/rulesets/paean/play/rolling.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/shooting.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {

/// Applies hits: bases go, the rest may be carried by `by`'s next order, the target tests. PA-MIS-13, PA-MIS-14, PA-MRX-01, PA-CMD-30.
void apply_missiles(Unfold& u, const UnitId& by, const UnitId& target, int hits, bool carry) {
  if (find_formation(u.state(), target) == nullptr) return;
  const int each = hits_per_base(u.state(), target);
  std::vector<BaseId> order = losses_first(u.state(), by, target);
  const int lost = std::min(hits / each, static_cast<int>(order.size()));
  order.resize(static_cast<std::size_t>(lost));
  const int rest = hits - lost * each;
  std::vector<PartHits> parts;
  if (carry && rest > 0 && rest < each) parts.push_back({by, target, rest, u.state().turn.orders_given});
  if (carry && parts != u.state().fights.parts) u.emit(PartHitsSet{parts});
  if (lost == 0) return;
  const std::vector<UnitId> leaders = leaders_with(u.state(), target);
  lose_bases(u, target, order, by, "missile fire", "PA-MIS-13");
  if (u.state().turn.phase == Phase::Over) return;
  won_free(u);
  std::vector<Step> next;
  for (const UnitId& leader : leaders)
    if (const Leader* who = find_leader(u.state(), leader); who != nullptr && !who->hero())
      next.emplace_back(CommanderTest{leader, by, true});
  if (find_formation(u.state(), target) != nullptr) next.emplace_back(MissileReaction{target, by});
  u.later(std::move(next));
}

void keep_hits(Unfold& u, const UnitId& run, const UnitId& by, const UnitId& target, int hits) {
  std::vector<KeptHits> kept = u.state().fights.kept;
  const auto same = std::find_if(kept.begin(), kept.end(), [&](const KeptHits& one) { return one.run == run && one.at == target; });
  if (same == kept.end()) {
    kept.push_back({run, by, target, hits});
  } else {
    same->hits += hits;
  }
  u.emit(KeptHitsSet{kept});
}

/// A run turns to another target: what it hit before is applied (PA-AMB-65).
void apply_kept(Unfold& u, const UnitId& run, const UnitId& but) {
  std::vector<KeptHits> kept = u.state().fights.kept;
  std::vector<Step> next;
  for (const KeptHits& one : kept)
    if (one.run == run && one.at != but && one.hits > 0) next.emplace_back(ApplyHits{one.by, one.at, one.hits});
  std::erase_if(kept, [&](const KeptHits& one) { return one.run == run && one.at != but; });
  if (kept != u.state().fights.kept) u.emit(KeptHitsSet{kept});
  u.later(std::move(next));
}

void shoot(Unfold& u, ShotDice step) {
  if (source_in_hand(u.state()) == Source::Skirmish || source_in_hand(u.state()) == Source::Heroic) {
    step.what = Hits::Kept;
    step.carried = 0;
  }
  const UnitId run = u.state().turn.run ? u.state().turn.run->unit : UnitId{};
  action_taken(u, u.state().formations.contains(step.unit) ? step.unit : UnitId{});
  const Hits what = step.what;
  const UnitId target = step.target;
  u.open(std::move(step));
  if (what == Hits::Kept && !run.empty()) apply_kept(u, run, target);
}

}  // namespace

void decide_one(Unfold& u, const Shoot& c) {
  ShotDice step{.unit = c.unit, .target = c.target, .what = Hits::Now, .carried = part_hits(u.state(), c.unit, c.target), .rolling = {}};
  step.rolling.volleys = missile_volleys(u.state(), c.unit, c.target, aims_at(u.state(), c.unit, c.target));
  shoot(u, std::move(step));
}

void decide_one(Unfold& u, const ShootBow& c) {
  ShotDice step{.unit = c.hero, .target = c.target, .what = Hits::Kept, .carried = 0, .rolling = {}};
  step.rolling.volleys = bow_volleys(u.state(), c.hero, c.target);
  Leader hero = leader_at(u.state(), c.hero);
  hero.bows += 1;
  set_leader(u, c.hero, hero);
  shoot(u, std::move(step));
}

void resume(Unfold& u, const ShotDice& step, const Answers& answers) {
  ShotDice shot = step;
  if (!thrown_out(u, shot, answers, shot.what == Hits::Reacts ? "reaction fire" : "missile fire")) return;
  const int hits = all_hits(shot.rolling) + shot.carried;
  if (shot.what == Hits::Kept) {
    if (u.state().turn.run && all_hits(shot.rolling) > 0) keep_hits(u, u.state().turn.run->unit, shot.unit, shot.target, hits);
    return;
  }
  apply_missiles(u, shot.unit, shot.target, hits, shot.what == Hits::Now);
}

void resume(Unfold& u, const ApplyHits& step, const Answers&) { apply_missiles(u, step.by, step.target, step.hits, false); }

void run_is_over(Unfold& u, const UnitId& unit) { apply_kept(u, unit, {}); }

void resume(Unfold& u, const MissileReaction& step, const Answers& answers) {
  const Formation* formation = find_formation(u.state(), step.unit);
  if (formation == nullptr) return;
  const int left = static_cast<int>(formation->bases.size());
  const Experience experience = experience_of(u.state(), step.unit);
  const int modifier = missile_reaction_modifier(experience);
  const int need = left - modifier;
  if (answers.empty())
    return u.ask(step, ask_dice(formation->side, "PA-MRX-02",
                                step.unit.text + " tests its missile reaction: one D4, " + std::to_string(need) + " or less", 1, 4));
  const int die = answers.front().values.front();
  const bool good = die <= need;
  std::vector<ThrowRow> rows{{"PA-MRX-02", "bases left", left, formation->side}};
  if (modifier != 0)
    rows.push_back({modifier > 0     ? "PA-MRX-03"
                    : modifier == -1 ? "PA-MRX-10"
                                     : "PA-MRX-11",
                    std::string(word_of(experience)), -modifier, formation->side});
  u.emit(Thrown{.who = formation->side,
                .thrower = step.unit,
                .at = {},
                .purpose = "missile reaction",
                .aim = step.kAim,
                .rule = "PA-MRX-02",
                .values = {die},
                .rerolled = {},
                .need = need,
                .better = Better::Low,
                .counted = Counted::Sum,
                .good = good ? 1 : 0,
                .rows = std::move(rows),
                .dice = {},
                .per_mille = 250 * std::clamp(need, 0, 4),
                .outcome = good ? "stays" : "is dispersed"});
  if (good) return;
  lose_bases(u, step.unit, std::vector<BaseId>(formation_at(u.state(), step.unit).bases), step.by, "missile reaction", "PA-MRX-12");
  won_free(u);
}

void resume(Unfold& u, const CommanderTest& step, const Answers& answers) {
  const Leader* leader = find_leader(u.state(), step.leader);
  if (leader == nullptr) return;
  if (const Formation* with = find_formation(u.state(), leader->with); !step.missiles && with != nullptr && with->status.stood) return;
  const char* rule = step.missiles ? "PA-CMD-30" : "PA-CMD-26";
  const Need need{leader->value, {{rule, "command value", leader->value, leader->side}}};
  if (answers.empty()) return u.ask(step, ask_two(leader->side, rule, step.leader.text + ", for his life", need.need));
  if (told_two(u, step.kAim, leader->side, step.leader, {}, step.missiles ? "mortal wound" : "survival in a lost combat", rule, need,
               answers.front(), "survives", "is killed"))
    return;
  lose_leader(u, step.leader, step.by, step.missiles ? "missile fire" : "close combat", rule);
}

}  // namespace polemarch::paean
