/// A phase of close combat: who fights, the dice, who wins, what comes after it. PA-SEQ-03, PA-CCD, PA-FLR, PA-RES-01, PA-RES-08..10,
/// PA-EVA-20.
#include <algorithm>
#include <set>
#include <stdexcept>

#include "engine/rulesets/paean/play/fighting.hpp"
#include "engine/rulesets/paean/play/play.hpp"
#include "engine/rulesets/paean/play/rolling.hpp"
#include "engine/rulesets/paean/topics/challenge.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/pushback.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {

/// Melees with a formation that has fought no compulsory phase this bound; one formation of each, the lowest id.
std::vector<UnitId> combats_to_fight(const State& state) {
  std::vector<UnitId> out;
  std::set<UnitId> seen;
  for (const auto& [id, formation] : state.formations) {
    if (!formation.in_play() || formation.contacts.empty() || formation.status.fought || seen.contains(id)) continue;
    for (const UnitId& member : melee_of(state, id)) seen.insert(member);
    out.push_back(id);
  }
  return out;
}

std::string names_of(const std::vector<UnitId>& ids) {
  std::string text;
  for (const UnitId& id : ids) text += (text.empty() ? "" : ", ") + id.text;
  return text;
}

/// Formations that stood and were caught turn to face before their next compulsory phase, unless an enemy is at their front (PA-FLR-05).
void caught_turn(Unfold& u, const UnitId& unit) {
  const Formation& formation = formation_at(u.state(), unit);
  if (!formation.status.caught || formation.contacts.empty()) return;
  Flank side = formation.contacts.front().on;
  for (const Contact& contact : formation.contacts) {
    if (contact.on == Flank::Front) return;
    side = contact.on;
  }
  std::vector<UnitId> among{unit};
  for (const Contact& contact : formation.contacts) among.push_back(contact.foe);
  turns(u, unit, side, files_to_turn(u.state(), unit, side), "PA-FLR-05");
  refresh_contacts(u, among);
}

void conclude_phase(Unfold& u, const FightDice& dice);

}  // namespace

bool fights_go_on(Unfold& u) {
  // Challenges drawn are fought again, and heroes who stand alone against a formation fight on (PA-SEQ-04, PA-AMB-36).
  CombatsSet combats = combats_now(u.state());
  for (Duel& duel : combats.duels) {
    if (duel.fought || find_leader(u.state(), duel.challenger) == nullptr || find_leader(u.state(), duel.challenged) == nullptr) continue;
    duel.fought = true;
    const Duel now = duel;
    u.emit(combats);
    u.open(DuelDice{now.challenger, now.challenged, {}});
    return true;
  }
  std::erase_if(combats.lone, [&](const LoneFight& lone) { return !still_faces(u.state(), lone); });
  for (LoneFight& lone : combats.lone) {
    if (lone.fought || find_leader(u.state(), lone.hero) == nullptr || find_formation(u.state(), lone.foe) == nullptr) continue;
    lone.fought = true;
    const LoneFight now = lone;
    u.emit(combats);
    u.open(LoneDice{.hero = now.hero, .foe = now.foe, .rolling = {}});
    return true;
  }
  const std::vector<UnitId> open = combats_to_fight(u.state());
  if (open.empty()) {
    for (Duel& duel : combats.duels) duel.fought = false;
    for (LoneFight& lone : combats.lone) lone.fought = false;
    set_combats(u, combats);
    return false;
  }
  if (open.size() == 1) {
    u.open(FightBegins{open.front(), true});
    return true;
  }
  std::vector<Option> options;
  for (const UnitId& id : open) options.push_back({id.text, names_of(melee_of(u.state(), id))});
  u.ask(CombatChoice{}, ask_choice(u.state().turn.active, "PA-AMB-77", "which combat is fought next?", std::move(options)));
  return true;
}

void resume(Unfold& u, const CombatChoice&, const Answers& answers) { u.open(FightBegins{{chosen(answers.front())}, true}); }

void decide_one(Unfold& u, const FightOn& c) {
  action_taken(u, c.unit);
  std::vector<Step> next;
  if (in_contact(formation_at(u.state(), c.unit)))
    next.emplace_back(FightBegins{c.unit, false});
  else if (fights_from_behind(u.state(), c.unit))
    next.emplace_back(FightBegins{backed_by(u.state(), c.unit), false});
  for (const UnitId& hero : heroes_faced(u.state(), c.unit)) next.emplace_back(LoneDice{.hero = hero, .foe = c.unit, .rolling = {}});
  u.later(std::move(next));
}

void resume(Unfold& u, const FightBegins& step, const Answers&) {
  const Formation* formation = find_formation(u.state(), step.unit);
  if (formation == nullptr || !in_contact(*formation)) return;  // it came to nothing: nobody touches any more
  if (step.compulsory)
    for (const UnitId& id : melee_of(u.state(), step.unit)) caught_turn(u, id);
  FightDice dice{.formations = melee_of(u.state(), step.unit), .compulsory = step.compulsory, .rolling = {}};
  for (const Side side : {u.state().turn.active, other(u.state().turn.active)}) {
    std::vector<Volley> volleys;
    for (const UnitId& id : dice.formations) {
      if (formation_at(u.state(), id).side != side) continue;
      for (Volley& volley : melee_volleys(u.state(), id)) volleys.push_back(std::move(volley));
    }
    for (Volley& volley : together(std::move(volleys))) dice.rolling.volleys.push_back(std::move(volley));
  }
  u.open(std::move(dice));
}

void resume(Unfold& u, const FightDice& step, const Answers& answers) {
  FightDice dice = step;
  if (thrown_out(u, dice, answers, "close combat")) conclude_phase(u, dice);
}

namespace {

/// Hits of difference that leave nothing of it: a heavier base is pushed back first, then dispersed (PA-RES-05, PA-RES-04).
int most_hits(const Formation& formation) {
  const int bases = static_cast<int>(formation.bases.size());
  return formation.heavier() ? 2 * bases : bases;
}

void conclude_phase(Unfold& u, const FightDice& dice) {
  const int a = hits_of_side(u.state(), dice.rolling, Side::A), b = hits_of_side(u.state(), dice.rolling, Side::B);
  PhaseFought fought{.formations = dice.formations, .hits_a = a, .hits_b = b, .winner = {}, .compulsory = dice.compulsory};
  if (a != b) fought.winner = a > b ? Side::A : Side::B;
  u.emit(fought);
  PhaseOutcome outcome{.formations = dice.formations, .charged = {}};
  for (const UnitId& id : dice.formations) {
    Status status = formation_at(u.state(), id).status;
    if (status.rush == Rush::Charging && status.phases == 0) outcome.charged.push_back(id);
    status.rush = Rush::None;  // PA-CCD-10
    status.phases += 1;
    status.fought = status.fought || dice.compulsory;
    mark(u, id, status);
  }
  std::vector<Step> next;
  if (fought.winner) {
    const Side loser = other(*fought.winner);
    std::vector<UnitId> losers;
    for (const UnitId& id : dice.formations)
      if (formation_at(u.state(), id).side == loser) losers.push_back(id);
    const int left = a > b ? a - b : b - a;
    std::vector<Step> with_a_hero;  // who may yet make the phase a draw (PA-HER-40, PA-AMB-79)
    for (const UnitId& id : losers)
      for (const UnitId& leader : leaders_with(u.state(), id)) {
        if (leader_at(u.state(), leader).hero()) continue;
        const auto fray = fray_of(u.state(), id);
        (hero_with(u.state(), id).empty() ? next : with_a_hero).emplace_back(CommanderTest{leader, fray ? fray->foe : UnitId{}, false});
      }
    ShareLosses shared{.losers = losers, .points = {}, .hits = left};
    for (const UnitId& id : losers) shared.points.push_back(points_of_contact(u.state(), id));
    next.emplace_back(std::move(shared));
    for (Step& test : with_a_hero) next.push_back(std::move(test));
    next.emplace_back(PushOn{losers, *fought.winner});
    // The winner's heroes may challenge leaders of the losing formations (PA-HER-31).
    for (const UnitId& id : dice.formations) {
      if (formation_at(u.state(), id).side == loser) continue;
      const UnitId hero = hero_with(u.state(), id);
      if (hero.empty()) continue;
      for (const UnitId& lost : losers)
        for (const UnitId& target : leaders_with(u.state(), lost)) next.emplace_back(ChallengeChoice{hero, target});
    }
  }
  next.emplace_back(std::move(outcome));
  u.later(std::move(next));
}

}  // namespace

void resume(Unfold& u, const ShareLosses& step, const Answers& answers) {
  ShareLosses shared = step;
  if (shared.points.size() != shared.losers.size()) throw std::length_error("losers without their points of contact");
  // Who takes no more: gone, or never there.
  for (std::size_t i = shared.losers.size(); i-- > 0;)
    if (find_formation(u.state(), shared.losers[i]) == nullptr) {
      shared.losers.erase(shared.losers.begin() + static_cast<std::ptrdiff_t>(i));
      shared.points.erase(shared.points.begin() + static_cast<std::ptrdiff_t>(i));
    }
  if (shared.hits <= 0 || shared.losers.empty()) return;
  const int most = *std::max_element(shared.points.begin(), shared.points.end());
  std::vector<Option> equals;
  int take_all = 0;  // what all of them together can take
  UnitId id;
  for (std::size_t i = 0; i < shared.losers.size(); ++i) {
    if (shared.points[i] != most) continue;
    if (id.empty()) id = shared.losers[i];
    equals.push_back({shared.losers[i].text, shared.losers[i].text});
    take_all += most_hits(formation_at(u.state(), shared.losers[i]));
  }
  if (equals.size() > 1 && shared.hits < take_all && answers.empty())
    return u.ask(shared, ask_choice(other(*side_of(u.state(), id)), "PA-AMB-78",
                                    "which of them takes the " + std::to_string(shared.hits) + " hits first?", std::move(equals)));
  if (!answers.empty()) id = UnitId{chosen(answers.front())};
  const auto at = std::find(shared.losers.begin(), shared.losers.end(), id);
  if (at == shared.losers.end()) throw std::out_of_range("hits for nobody who lost");
  shared.points.erase(shared.points.begin() + (at - shared.losers.begin()));
  shared.losers.erase(at);
  const Formation& formation = formation_at(u.state(), id);
  const int bases = static_cast<int>(formation.bases.size()), all = most_hits(formation), takes = std::min(shared.hits, all);
  shared.hits -= takes;
  const auto fray = fray_of(u.state(), id);
  const UnitId by = fray ? fray->foe : UnitId{}, hero = hero_with(u.state(), id);
  const int pushes = std::min(takes, bases), dispersed = std::max(0, takes - bases);
  std::vector<Step> next;
  if (!hero.empty() && shared.hits >= kHitsToKillAHero && takes == all) {
    lose_leader(u, hero, by, "close combat", "PA-HER-30");  // all his men are dispersed, and there are hits enough left for him
    shared.hits -= kHitsToKillAHero;
    next.emplace_back(TakeHits{.unit = id, .by = by, .hits = takes});
  } else if (!hero.empty() && formation.heavier() && pushes > dispersed) {  // dispersals he cannot stop (PA-HER-28)
    next.emplace_back(HeroStopChoice{hero, id, by, takes, pushes});
  } else {
    next.emplace_back(TakeHits{.unit = id, .by = by, .hits = takes});
  }
  next.emplace_back(std::move(shared));
  u.later(std::move(next));
}

namespace {

bool fights(const State& state, const UnitId& id) {
  const Formation* formation = find_formation(state, id);
  return formation != nullptr && in_contact(*formation);
}

/// Those who fought, and what has come of them.
std::vector<UnitId> kin_of(const State& state, const std::vector<UnitId>& fought) {
  std::vector<UnitId> out = fought;
  for (const auto& [id, formation] : state.formations)
    for (const UnitId& member : fought)
      if (fights(state, id) && formation.origin == formation_at(state, member).origin && std::find(out.begin(), out.end(), id) == out.end())
        out.push_back(id);
  return out;
}

void takes_no_orders(Unfold& u, const UnitId& id, Status status) {
  const bool before = formation_at(u.state(), id).status.no_orders;
  mark(u, id, status, status.no_orders && !before ? "stands off: no more orders this bound" : "", "PA-RES-09");
}

}  // namespace

void stand_off(Unfold& u, const std::vector<UnitId>& among) {
  for (const UnitId& id : among) {
    const Formation* formation = find_formation(u.state(), id);
    if (formation == nullptr) continue;
    Status status = formation->status;
    status.stood = false;
    if (!in_contact(*formation)) {
      status.phases = 0;
      status.caught = false;
    }
    if (!in_combat(u.state(), id))
      status.no_orders = status.no_orders && rallying(*formation);
    else if (formation->side == u.state().turn.active)
      status.no_orders = true;
    takes_no_orders(u, id, status);
  }
}

namespace {

/// Whoever backed a friend that fights no more is free again (PA-RES-10); who backs one that does stands off with it.
void settle_backings(Unfold& u) {
  CombatsSet combats = combats_now(u.state());
  for (const Backing& backing : combats.backings)
    if (const Formation* by = find_formation(u.state(), backing.by);
        by != nullptr && !fights(u.state(), backing.of) && !in_contact(*by) && !rallying(*by)) {
      Status status = by->status;
      status.no_orders = false;
      mark(u, backing.by, status);
    }
  std::erase_if(combats.backings, [&](const Backing& one) {  // who is pushed off the friend backs him no more
    const Formation* by = find_formation(u.state(), one.by);
    return !fights(u.state(), one.of) || by == nullptr || rallying(*by);
  });
  for (const Backing& backing : combats.backings) {
    Status status = formation_at(u.state(), backing.by).status;
    if (formation_at(u.state(), backing.by).side != u.state().turn.active) continue;
    status.no_orders = true;
    takes_no_orders(u, backing.by, status);
  }
  set_combats(u, std::move(combats));
}

/// Covers, lone fights and distended fronts of those who fight no more are forgotten.
void forget_what_is_over(Unfold& u) {
  const State& state = u.state();
  CombatsSet combats = combats_now(state);
  const auto origin_of = [&](const UnitId& id) {
    const auto found = state.formations.find(id);
    return found == state.formations.end() || found->second.origin.empty() ? id : found->second.origin;
  };
  const auto anybody_fights = [&](const UnitId& origin) {
    return std::any_of(state.formations.begin(), state.formations.end(), [&](const auto& one) {
      return (one.first == origin || one.second.origin == origin) && one.second.in_play() && in_contact(one.second);
    });
  };
  std::erase_if(combats.covers,
                [&](const Covered& one) { return !anybody_fights(origin_of(one.defender)) || !anybody_fights(origin_of(one.attacker)); });
  std::erase_if(combats.lone, [&](const LoneFight& one) { return !still_faces(state, one); });
  std::erase_if(combats.distended, [&](const Distended& one) { return find_formation(state, one.unit) == nullptr; });
  set_combats(u, std::move(combats));
}

}  // namespace

namespace {

/// True when somebody is left whom that side has just fought, in contact or pushed off it: a light formation gets away from him all the
/// same (PA-SKI-17).
bool foes_left(const State& state, Side side, const std::vector<UnitId>& fought) {
  return std::any_of(state.formations.begin(), state.formations.end(), [&](const auto& one) {
    return one.second.side != side && one.second.in_play() && std::any_of(fought.begin(), fought.end(), [&](const UnitId& member) {
             return member == one.first || formation_at(state, member).origin == one.second.origin;
           });
  });
}

}  // namespace

void resume(Unfold& u, const PhaseOutcome& step, const Answers&) {
  const std::vector<UnitId> among = kin_of(u.state(), step.formations);
  refresh_contacts(u, among);
  stand_off(u, among);
  settle_backings(u);
  forget_what_is_over(u);
  std::vector<Step> next;
  for (const Distended& one : u.state().fights.distended)
    if (!fights(u.state(), one.unit)) next.emplace_back(DressChoice{one.unit});
  for (const UnitId& id : among) {
    if (find_formation(u.state(), id) == nullptr) continue;
    const Formation& formation = formation_at(u.state(), id);
    const bool charged = std::find(step.charged.begin(), step.charged.end(), id) != step.charged.end();
    if (formation.weight == Weight::L && foes_left(u.state(), formation.side, step.formations)) next.emplace_back(LightEvades{id});
    if (!fights(u.state(), id)) continue;
    if (formation.weight == Weight::LM && !charged && hero_with(u.state(), id).empty()) next.emplace_back(BreakOffChoice{id});
  }
  u.later(std::move(next));
}

void won_free(Unfold& u) {
  if (u.state().turn.phase == Phase::Over) return;
  for (const Side side : {Side::A, Side::B})
    for (const UnitId& id : formations_of(u.state(), side))
      if (const Formation& formation = formation_at(u.state(), id); !in_combat(u.state(), id) && formation.status.phases > 0) {
        Status status = formation.status;
        status.phases = 0;
        status.no_orders = status.no_orders && rallying(formation);
        mark(u, id, status);
      }
  settle_backings(u);
  std::vector<Step> next;
  for (const Distended& one : u.state().fights.distended)
    if (find_formation(u.state(), one.unit) != nullptr && !fights(u.state(), one.unit)) next.emplace_back(DressChoice{one.unit});
  u.later(std::move(next));
}

}  // namespace polemarch::paean
