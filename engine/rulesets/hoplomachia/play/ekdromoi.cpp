/// Ekdromoi: sent, moved, fought (HM-EKD, HM-BCH-13, 15, 16).
#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hoplomachia/play/fight.hpp"
#include "engine/rulesets/hoplomachia/topics/arete.hpp"
#include "engine/rulesets/hoplomachia/topics/sallying.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"

namespace polemarch::hoplomachia {

void kill_stand(Unfold& u, const LochosRef& ref, const BaseId& base, const UnitId& by) {
  const Lochos& lochos = lochos_at(u.state(), ref);
  const auto left = std::count_if(lochos.stands.begin(), lochos.stands.end(), [](const Stand& s) { return !s.lost; });
  keep_unit(u, ref.unit, [](TaxisFight& fight) { fight.katastrophe.insert("HM-KAT-10"); });
  if (left <= 1) return destroy(u, ref, by, "ekdromoi", "HM-EKD-07");
  Lost lost{.unit = ref.unit, .bases = {base}, .what = "a stand", .by = by, .how = "ekdromoi"};
  for (const Stand& at : lochos.stands)
    if (at.base == base) lost.at = at.at.pose;
  lost.rule = "HM-EKD-07";
  const Viewer who = viewer_of(taxis_at(u.state(), ref.unit).side);
  u.emit(std::move(lost));
  u.owe({.unit = ref.unit, .bases = {base}, .removed = true, .who = who, .rule = "HM-EKD-07"});
}

void turn_away(Unfold& u, const UnitId& id, const LochosRef& pursuers) {
  const Taxis& unit = taxis_at(u.state(), id);
  const Vec2 from_them = geometry::vec(centre_of(unit)) - geometry::vec(centre_of(lochos_at(u.state(), pursuers)));
  if (!unit.on_table() || geometry::dot(from_them, geometry::unit_vector(heading_of(unit))) > 0) return;
  std::vector<engine::PlacedBase> poses;
  for (const Lochos& lochos : unit.lochoi)
    if (lochos.sound())
      for (const Stand& stand : lochos.stands)
        if (!stand.lost) poses.push_back({stand.base, {turned_about(stand.at.pose), stand.at.error}});
  move_stands(u, id, std::move(poses), {}, {}, "turns away from ekdromoi", "HM-BCH-16");
}

void resume(Unfold& u, const EkdromoiOf& step, const Answers&) {
  // One lochos at a time: forced ones of anybody come before voluntary ones (HM-AMB-79).
  const std::vector<LochosRef> due = ekdromoi_due(u.state(), step.unit);
  if (due.empty()) return acted(u, step.unit, "");
  if (lochos_at(u.state(), due.front()).fight.ekdromoi_forced)
    u.open(EkdromoiMove{due.front(), *tormentor_in_reach(u.state(), due.front())});
  else
    u.open(EkdromoiAsked{due.front()});
}

void resume(Unfold& u, const EkdromoiAsked& step, const Answers& answers) {
  const auto at = tormentor_in_reach(u.state(), step.lochos);
  if (!at) return;
  const Side side = taxis_at(u.state(), step.lochos.unit).side;
  if (answers.empty()) {
    const auto near = nearest_stand(u.state(), step.lochos, *at);
    const std::string away = near ? ", " + geometry::inches_text(near->gap.value) + " away" : std::string();
    return u.ask(step,
                 engine::ask_yes_no(side, "HM-EKD-02", name_of(u.state(), step.lochos) + ": send ekdromoi at " + at->text + away + "?",
                                    "send them", "keep them"));
  }
  if (!engine::said_yes(answers[0])) return keep_lochos(u, step.lochos, [](LochosFought& kept) { kept.fight.ekdromoi_asked = true; });
  u.open(EkdromoiMove{step.lochos, *at});
}

void resume(Unfold& u, const EkdromoiMove& step, const Answers& answers) {
  const State& state = u.state();
  const Side side = taxis_at(state, step.lochos.unit).side;
  const auto near = nearest_stand(state, step.lochos, step.at);
  if (!near) return keep_lochos(u, step.lochos, [](LochosFought& kept) { kept.fight.ekdromoi_sent = true; });
  const Length gap = near->gap.value;
  const int need = static_cast<int>((gap.um + 25399) / 25400);  // whole inches that reach it
  if (answers.empty())
    return u.ask(
        step, engine::ask_dice(
                  side, "HM-EKD-04",
                  name_of(u.state(), step.lochos) + ": ekdromoi go for " + step.at.text + ", " + geometry::inches_text(gap) + " away", 1));
  const int by = take_epilektoi(u, step.lochos.unit), die = answers[0].values[0] + by;
  const bool reach = die * 1_in >= gap;
  Thrown thrown{.who = side,
                .thrower = step.lochos.unit,
                .at = step.at,
                .purpose = "ekdromoi move",
                .rule = "HM-EKD-04",
                .values = answers[0].values};
  if (by != 0) thrown.dice.push_back({"HM-OPT7-01", "epilektoi", by, side});
  thrown.need = std::max(1, need);
  thrown.good = reach ? 1 : 0;
  thrown.rows = {{"HM-EKD-06", "inches to it, rounded up", thrown.need, {}}};
  thrown.per_mille = engine::per_mille_at_least(thrown.need);
  thrown.outcome = reach ? "they reach it" : "they fall short";
  u.emit(std::move(thrown));
  keep_lochos(u, step.lochos, [](LochosFought& kept) {
    kept.fight.ekdromoi_sent = true;
    kept.fight.ekdromoi_forced = false;
  });
  turn_away(u, step.at, step.lochos);
  if (reach) u.open(EkdromoiFight{step.lochos, near->lochos});
}

void resume(Unfold& u, const EkdromoiFight& step, const Answers& answers) {
  const State& state = u.state();
  const Taxis& target = taxis_at(state, step.at.unit);
  const Side side = taxis_at(state, step.lochos.unit).side;
  const auto chart = state.charts.ekdromoi.find(std::string(word_of(target.troop)));
  EkdromoiResult result = EkdromoiResult::NoEffect;
  if (chart == state.charts.ekdromoi.end()) {  // HM-NIS-02
    if (answers.empty())
      return u.ask(step,
                   engine::ask_choice(side, "HM-NIS-02", "ekdromoi against " + step.at.unit.text + ": your Ekdromoi chart says?",
                                      {{"n", "no effect"}, {"t", "tormentor killed"}, {"k", "ekdromoi killed"}, {"b", "both killed"}}));
    const char key = engine::chosen(answers[0]).front();
    result = key == 't'   ? EkdromoiResult::TormentorKilled
             : key == 'k' ? EkdromoiResult::EkdromoiKilled
             : key == 'b' ? EkdromoiResult::Both
                          : result;
  } else {
    if (answers.empty())
      return u.ask(step, engine::ask_dice(side, "HM-EKD-05", name_of(u.state(), step.lochos) + ": ekdromoi fight " + step.at.unit.text, 1));
    const int by = take_epilektoi(u, step.lochos.unit), die = std::clamp(answers[0].values[0] + by, 1, 6);
    const bool dear = lakonian_ekdromoi(state, step.lochos.unit);
    result = ekdromoi_result(state.charts, target.troop, die, dear).value_or(EkdromoiResult::NoEffect);
    Thrown thrown{.who = side,
                  .thrower = step.lochos.unit,
                  .at = step.at.unit,
                  .purpose = "ekdromoi",
                  .aim = step.kAim,
                  .rule = "HM-EKD-05",
                  .values = answers[0].values};
    if (by != 0) thrown.dice.push_back({"HM-OPT7-01", "epilektoi", by, side});
    if (dear && (target.troop == TroopClass::Peltaste || target.troop == TroopClass::Hippeis))
      thrown.dice.push_back({"HM-OPT6-04", "Lakonian ekdromoi", -1, side});
    thrown.outcome = text_of(result);
    u.emit(std::move(thrown));
  }
  if (result == EkdromoiResult::TormentorKilled || result == EkdromoiResult::Both)
    if (const auto near = nearest_stand(u.state(), step.lochos, step.at.unit)) kill_stand(u, near->lochos, near->base, step.lochos.unit);
  if (result == EkdromoiResult::EkdromoiKilled || result == EkdromoiResult::Both) {
    keep_lochos(u, step.lochos, [](LochosFought& kept) { kept.fight.ekdromoi_lost = true; });
    const bool dear = lakonian_ekdromoi(u.state(), step.lochos.unit);
    change_arete(u, side, (dear ? kLakonianEkdromoiKilled : kEkdromoiKilled).own, dear ? "HM-OPT6-05" : "HM-EVT-20",
                 "ekdromoi of " + name_of(u.state(), step.lochos) + " are killed");
  }
}

// Optional rule 12. ---------------------------------------------------------------------------------

void resume(Unfold& u, const EkdromoiDeclared& step, const Answers& answers) {
  EkdromoiDeclared now = step;
  if (!answers.empty() && !now.struck.empty()) {
    if (engine::said_yes(answers[0])) now.released.push_back(now.struck.front());
    now.struck.erase(now.struck.begin());
  } else {
    for (const auto& [id, unit] : u.state().units) {
      if (unit.troop != TroopClass::Hoplite || !card_of(u.state(), unit).ekdromoi) continue;
      for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
        const LochosFight& fight = unit.lochoi[i].fight;
        const bool struck = std::find(fight.tormentors.begin(), fight.tormentors.end(), step.charger) != fight.tormentors.end();
        if (struck && unit.lochoi[i].sound() && !fight.ekdromoi_lost && !fight.ekdromoi_sent)
          now.struck.push_back({id, static_cast<int>(i)});
      }
    }
  }
  while (!now.struck.empty()) {  // a K reaction releases them of itself (HM-BRX-10)
    const LochosRef ref = now.struck.front();
    if (!lochos_at(u.state(), ref).sound()) {
      now.struck.erase(now.struck.begin());
    } else if (lochos_at(u.state(), ref).fight.ekdromoi_forced) {
      now.released.push_back(ref);
      now.struck.erase(now.struck.begin());
    } else {
      const Side side = taxis_at(u.state(), ref.unit).side;
      return u.ask(now,
                   engine::ask_yes_no(side, "HM-OPT12-03", name_of(u.state(), ref) + ": release ekdromoi at " + step.charger.text + "?",
                                      "release them", "keep them"));
    }
  }
  u.open(EkdromoiLoosed{step.charger, now.released});
  u.open(FallBack{step.charger, step.from, step.left});
}

void resume(Unfold& u, const EkdromoiLoosed& step, const Answers&) {
  EkdromoiLoosed left = step;
  while (!left.released.empty()) {
    const LochosRef ref = left.released.front();
    left.released.erase(left.released.begin());
    const auto near = nearest_stand(u.state(), ref, step.charger);
    if (near && near->gap.value <= kEkdromoiReach) {
      u.open(left);
      return u.open(EkdromoiMove{ref, step.charger});
    }
    keep_lochos(u, ref, [](LochosFought& kept) {  // all its stands ended further off: no effect (HM-OPT12-06)
      kept.fight.ekdromoi_sent = true;
      kept.fight.ekdromoi_forced = false;
    });
  }
}

}  // namespace polemarch::hoplomachia
