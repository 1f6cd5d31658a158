/// Throws before they are thrown, with their exact odds: what each die needs and what can come of it.
#include <algorithm>
#include <array>

#include "engine/core/unfold.hpp"
#include "engine/rulesets/paean/show/viewing.hpp"
#include "engine/rulesets/paean/topics/command.hpp"
#include "engine/rulesets/paean/topics/reactions.hpp"
#include "engine/rulesets/paean/topics/shooting.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {

/// Two dice, `need` or less.
Pending two_dice_under(Side who, const UnitId& thrower, const UnitId& at, std::string purpose, std::string rule, Need need,
                       std::string done = "passed", std::string not_done = "failed") {
  Pending pending;
  Thrown& thrown = pending.thrown;
  thrown.who = who;
  thrown.thrower = thrower;
  thrown.at = at;
  thrown.purpose = pending.of = std::move(purpose);
  thrown.rule = std::move(rule);
  thrown.need = need.need;
  thrown.better = Better::Low;
  thrown.counted = Counted::Sum;
  thrown.per_mille = per_mille_at_most(need.need);
  thrown.rows = std::move(need.rows);
  pending.count = 2;
  pending.done = std::move(done), pending.not_done = std::move(not_done);
  pending.outlooks = sum_outlooks(2, 6, [&](int sum) { return sum <= need.need ? pending.done : pending.not_done; });
  return pending;
}
Pending two_dice_under(Side who, const UnitId& thrower, const UnitId& at, std::string purpose, std::string rule, const ReactionNeed& need,
                       std::string done, std::string not_done) {
  return two_dice_under(who, thrower, at, std::move(purpose), std::move(rule), Need{need.need, need.rows}, std::move(done),
                        std::move(not_done));
}

/// One number on one die or two, before a commander's or hero's value.
Need plain_need(const char* rule, const char* text, int value, Side side) { return {value, {{rule, text, value, side}}}; }

/// Share of 1 for every number of hits, from none on.
using Shares = std::vector<double>;

/// `shares` and `count` dice more, each a hit with that chance.
Shares with_dice(Shares shares, int count, double chance) {
  for (int die = 0; die < count; ++die) {
    shares.push_back(0);
    for (std::size_t hits = shares.size(); hits-- > 0;)
      shares[hits] = shares[hits] * (1 - chance) + (hits > 0 ? shares[hits - 1] * chance : 0);
  }
  return shares;
}
/// Chance of a die that has cleared the first `cleared` hurdles to clear the others.
double chance_from(const Volley& volley, int cleared) {
  double chance = 1;
  for (std::size_t i = static_cast<std::size_t>(cleared); i < volley.hurdles.size(); ++i)
    chance *= static_cast<double>(std::max(0, volley.faces + 1 - volley.hurdles[i].need)) / volley.faces;
  return chance;
}
/// Hits of the volleys a side throws, those thrown already and those to come.
template <class Mine>
Shares hits_to_come(const Rolling& rolling, const Mine& mine) {
  Shares shares{1};
  for (std::size_t i = 0; i < rolling.volleys.size(); ++i) {
    const Volley& volley = rolling.volleys[i];
    if (!mine(volley)) continue;
    if (i < rolling.hits.size()) {
      shares.insert(shares.begin(), static_cast<std::size_t>(rolling.hits[i]), 0.0);
    } else if (static_cast<int>(i) == rolling.volley && rolling.hurdle > 0) {
      shares = with_dice(std::move(shares), rolling.left, chance_from(volley, rolling.hurdle));
    } else {
      shares = with_dice(std::move(shares), volley.count(), chance_from(volley, 0));
    }
  }
  return shares;
}
int thousandths(double share) { return static_cast<int>(share * 1000 + 0.5); }
int hundredths_to_expect(const Shares& shares) {
  double sum = 0;
  for (std::size_t hits = 0; hits < shares.size(); ++hits) sum += static_cast<double>(hits) * shares[hits];
  return static_cast<int>(sum * 100 + 0.5);
}

/// The throw of the volley in hand.
Pending volley_in_hand(const State& state, const Rolling& rolling, const std::string& purpose) {
  Pending pending;
  const Volley& volley = rolling.volleys.at(static_cast<std::size_t>(rolling.volley));
  const Hurdle& hurdle = volley.hurdles.at(static_cast<std::size_t>(rolling.hurdle));
  Thrown& thrown = pending.thrown;
  thrown.who = *side_of(state, volley.thrower);
  thrown.thrower = volley.thrower;
  thrown.at = volley.at;
  thrown.purpose = purpose + (hurdle.what == "armour" ? "" : ", " + hurdle.what);
  thrown.rule = hurdle.rule;
  thrown.need = hurdle.need;
  thrown.rows = hurdle.rows;
  if (rolling.hurdle == 0) thrown.dice = volley.dice;
  thrown.per_mille = per_mille_at_least(hurdle.need, volley.faces);
  pending.count = rolling.hurdle == 0 ? volley.count() : rolling.left;
  const bool last = rolling.hurdle + 1 == static_cast<int>(volley.hurdles.size());
  thrown.goes_on = !last;
  pending.one = last ? "hit" : "goes on", pending.many = last ? "hits" : "go on";
  pending.done = last ? "a hit" : "goes on", pending.not_done = "a miss";
  return pending;
}
bool in_hand(const Rolling& rolling) { return rolling.volley < static_cast<int>(rolling.volleys.size()); }

Pending shot(const State& state, const ShotDice& step) {
  Pending pending = volley_in_hand(state, step.rolling, step.what == Hits::Reacts ? "reaction fire" : "missile fire");
  const Shares shares = hits_to_come(step.rolling, [](const Volley&) { return true; });
  pending.expected = hundredths_to_expect(shares);
  if (step.what == Hits::Kept || find_formation(state, step.target) == nullptr) {
    pending.of = "hits at " + step.target.text;
    pending.outlooks = outlooks_of(shares);
    return pending;
  }
  // Bases that are lost, with the part hits carried (PA-MIS-T2, PA-MIS-15).
  const auto each = static_cast<std::size_t>(hits_per_base(state, step.target));
  const std::size_t most = losses_first(state, step.unit, step.target).size();
  Shares lost(1, 0);
  for (std::size_t hits = 0; hits < shares.size(); ++hits) {
    const std::size_t bases = std::min(most, (hits + static_cast<std::size_t>(step.carried)) / each);
    if (lost.size() <= bases) lost.resize(bases + 1, 0);
    lost[bases] += shares[hits];
  }
  pending.of = "bases " + step.target.text + " loses";
  pending.expected = hundredths_to_expect(lost);
  pending.outlooks = outlooks_of(lost);
  return pending;
}

/// Who wins when both sides' hits are compared, and by how much.
Pending against(const State& state, const Rolling& rolling, const std::string& purpose, Side first, const std::string& first_wins,
                const std::string& draw, const std::string& second_wins) {
  Pending pending = volley_in_hand(state, rolling, purpose);
  const auto of_side = [&](Side side) {
    return hits_to_come(rolling, [&](const Volley& volley) { return *side_of(state, volley.thrower) == side; });
  };
  const Shares ours = of_side(first), theirs = of_side(other(first));
  std::array<double, 3> sums{};
  for (std::size_t a = 0; a < ours.size(); ++a)
    for (std::size_t b = 0; b < theirs.size(); ++b) sums[a > b ? 0 : a == b ? 1 : 2] += ours[a] * theirs[b];
  pending.of = purpose;
  pending.outlooks = {{first_wins, thousandths(sums[0])}, {draw, thousandths(sums[1])}, {second_wins, thousandths(sums[2])}};
  const Volley& volley = rolling.volleys.at(static_cast<std::size_t>(rolling.volley));
  Rolling alone;
  alone.volleys = {volley};
  alone.hurdle = rolling.hurdle;
  alone.left = rolling.left;
  pending.expected = hundredths_to_expect(hits_to_come(alone, [](const Volley&) { return true; }));
  return pending;
}

Pending initiative(const State& state, const Wait& wait) {
  Pending pending;
  const Side side = wait.who == Viewer::B ? Side::B : Side::A;
  const auto cv = [&](Side of) {
    const UnitId commander = army_commander(state, of);
    return commander.empty() ? 0 : leader_at(state, commander).value;
  };
  const int ahead = cv(side) - cv(other(side));
  pending.thrown.who = side;
  pending.thrown.thrower = army_commander(state, side);
  pending.thrown.purpose = pending.of = "initiative";
  pending.thrown.rule = "PA-INI-02";
  pending.thrown.counted = Counted::Sum;
  std::array<int, 3> ways{};
  int lowest = 1, highest = 6;  // of the other side, or what it has thrown already
  if (const auto* lane = state.agenda.lane_of(wait.id))
    for (const Wait& theirs : lane->stack.back().waits)
      if (theirs.id != wait.id && theirs.answer && theirs.answer->value && !theirs.answer->value->values.empty())
        lowest = highest = theirs.answer->value->values.front();
  for (int mine = 1; mine <= 6; ++mine)
    for (int theirs = lowest; theirs <= highest; ++theirs) ++ways[mine + ahead > theirs ? 0 : mine + ahead == theirs ? 1 : 2];
  const int all = 6 * (highest - lowest + 1);
  pending.outlooks = {{"has the initiative", per_mille_of(ways[0], all)},
                      {"both throw again", per_mille_of(ways[1], all)},
                      {std::string(name_of(other(side))) + " has it", per_mille_of(ways[2], all)}};
  return pending;
}

Pending grade(const State& state, const GradeRoll& step) {
  Pending pending;
  const Leader& leader = leader_at(state, step.leader);
  const bool army = leader.kind == LeaderKind::Army;
  const UnitId above = army_commander(state, leader.side);
  const int top = above.empty() || army ? 11 : leader_at(state, above).value;
  pending.thrown.who = leader.side;
  pending.thrown.thrower = step.leader;
  pending.thrown.purpose = pending.of = "grade";
  pending.thrown.rule = "PA-CMD-05";
  pending.thrown.counted = Counted::Sum;
  pending.outlooks = sum_outlooks(1, 6, [&](int die) {
    const int value = std::min(rolled_value(die, army, !army && top == 9), top);
    return std::string(grade_of(value, army)) + ", CV " + std::to_string(value);
  });
  return pending;
}

Pending ability(const State& state, const AbilityRoll& step) {
  Pending pending;
  pending.thrown.who = leader_at(state, step.leader).side;
  pending.thrown.thrower = step.leader;
  pending.thrown.purpose = pending.of = "ability";
  pending.thrown.rule = "PA-HER-T2";
  pending.thrown.counted = Counted::Sum;
  pending.outlooks = sum_outlooks(1, 6, [](int die) { return std::string(word_of(static_cast<Ability>(die))); });
  return pending;
}

Pending missile_reaction(const State& state, const MissileReaction& step) {
  Pending pending;
  const Formation& formation = formation_at(state, step.unit);
  const Experience experience = experience_of(state, step.unit);
  const int left = static_cast<int>(formation.bases.size()), modifier = missile_reaction_modifier(experience);
  Thrown& thrown = pending.thrown;
  thrown.who = formation.side;
  thrown.thrower = step.unit;
  thrown.purpose = pending.of = "missile reaction";
  thrown.rule = "PA-MRX-02";
  thrown.need = left - modifier;
  thrown.better = Better::Low;
  thrown.counted = Counted::Sum;
  thrown.rows = {{"PA-MRX-02", "bases left", left, formation.side}};
  if (modifier != 0)
    thrown.rows.push_back({modifier > 0     ? "PA-MRX-03"
                           : modifier == -1 ? "PA-MRX-10"
                                            : "PA-MRX-11",
                           std::string(word_of(experience)), -modifier, formation.side});
  thrown.per_mille = 250 * std::clamp(thrown.need, 0, 4);
  pending.done = "stays", pending.not_done = "is dispersed";
  pending.outlooks = sum_outlooks(1, 4, [&](int die) { return die <= thrown.need ? pending.done : pending.not_done; });
  return pending;
}

using MaybePending = std::optional<Pending>;

}  // namespace

MaybePending Showing::pending(const State& state, const Wait& wait) {
  const Step* step = asking_step(state.agenda, wait.id);
  if (step == nullptr || !wait.chance) return std::nullopt;
  const auto side = [&](const UnitId& id) { return *side_of(state, id); };
  MaybePending out = std::visit(
      Overloaded{[&](const InitiativeDice&) -> MaybePending { return initiative(state, wait); },
                 [&](const GradeRoll& s) -> MaybePending { return grade(state, s); },
                 [&](const AbilityRoll& s) -> MaybePending { return ability(state, s); },
                 [&](const OrderRoll& s) -> MaybePending {
                   return two_dice_under(side(s.unit), s.commander, s.unit, "command roll", "PA-ROL-01",
                                         order_need(state, s.commander, s.unit));
                 },
                 [&](const SkirmishTest& s) -> MaybePending {
                   return two_dice_under(side(s.unit), s.unit, {}, "initiative test", "PA-SKI-04", skirmish_need(state, s.unit));
                 },
                 [&](const HeroicTest& s) -> MaybePending {
                   return two_dice_under(side(s.hero), s.hero, {}, "heroic action", "PA-HER-03", heroic_need(state, s.hero));
                 },
                 [&](const ReactionDice& s) -> MaybePending {
                   return two_dice_under(side(s.charge.target), s.charge.target, s.charge.charger, "contact reaction", "PA-REA-02",
                                         reaction_need(state, s.charge.target), "may react", "stands");
                 },
                 [&](const CloseRanksDice& s) -> MaybePending {
                   return two_dice_under(side(s.unit), s.unit, s.pushed, "close ranks", "PA-RES-28", reaction_need(state, s.unit),
                                         "closes ranks", "is unformed");
                 },
                 [&](const BreakOffDice& s) -> MaybePending {
                   return two_dice_under(side(s.unit), s.unit, {}, "contact reaction", "PA-EVA-21", reaction_need(state, s.unit), "evades",
                                         "fights on");
                 },
                 [&](const CommanderTest& s) -> MaybePending {
                   const char* rule = s.missiles ? "PA-CMD-30" : "PA-CMD-26";
                   return two_dice_under(side(s.leader), s.leader, {}, s.missiles ? "mortal wound" : "survival in a lost combat", rule,
                                         plain_need(rule, "command value", leader_at(state, s.leader).value, side(s.leader)), "survives",
                                         "is killed");
                 },
                 [&](const ChallengeTest& s) -> MaybePending {
                   return two_dice_under(side(s.challenged), s.challenged, s.challenger, "challenge", "PA-CHL-03",
                                         plain_need("PA-CHL-03", "command value", leader_at(state, s.challenged).value, side(s.challenged)),
                                         "may decline", "has to accept");
                 },
                 [&](const HeroStopDice& s) -> MaybePending {
                   Need need = plain_need("PA-HER-26", "heroic value", leader_at(state, s.hero).value, side(s.hero));
                   need.rows.push_back({"PA-HER-26", "push backs", -s.pushes, other(side(s.hero))});
                   need.need = sum_of(need.rows);
                   return two_dice_under(side(s.hero), s.hero, {}, "stop the push back", "PA-HER-26", std::move(need), "they stand: a draw",
                                         "is killed");
                 },
                 [&](const MissileReaction& s) -> MaybePending { return missile_reaction(state, s); },
                 [&](const ShotDice& s) -> MaybePending {
                   if (!in_hand(s.rolling)) return std::nullopt;
                   return shot(state, s);
                 },
                 [&](const FightDice& s) -> MaybePending {
                   if (!in_hand(s.rolling)) return std::nullopt;
                   const Side active = state.turn.active;
                   return against(state, s.rolling, "close combat", active, std::string(name_of(active)) + " wins", "a draw",
                                  std::string(name_of(other(active))) + " wins");
                 },
                 [&](const DuelDice& s) -> MaybePending {
                   if (!in_hand(s.rolling)) return std::nullopt;
                   return against(state, s.rolling, "single combat", side(s.challenger), s.challenged.text + " is killed", "a draw",
                                  s.challenger.text + " is killed");
                 },
                 [&](const LoneDice& s) -> MaybePending {
                   if (!in_hand(s.rolling)) return std::nullopt;
                   return against(state, s.rolling, "close combat", side(s.foe), s.foe.text + " has more hits", "as many",
                                  s.hero.text + " has more hits");
                 },
                 [](const auto&) -> MaybePending { return std::nullopt; }},
      *step);
  if (out) out->count = wait.chance->count, out->thrown.aim = aim_of(*step);
  return out;
}

}  // namespace polemarch::paean
