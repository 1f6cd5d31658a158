/// Ekdromoi: sent, moved, fought (HM-EKD, HM-BCH-13, 15, 16).
#include <algorithm>

#include "engine/rulesets/hoplomachia/play/fight.hpp"
#include "engine/rulesets/hoplomachia/topics/arete.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"

namespace polemarch::hoplomachia {

namespace {

std::string named_lochos(const LochosRef& ref) { return ref.unit.text + "." + std::to_string(ref.at + 1); }

bool lakonian(const State& state, const UnitId& id) {
  const std::string& nation = taxis_at(state, id).nation;
  return state.options.lakonian_ekdromoi && (nation == "Spartan" || nation == "Lakonian" || nation == "Misthophoroi");
}

/// A stand is killed; its lochos is lost with its last one (HM-EKD-07).
void kill_stand(Unfold& u, const NearStand& stand, const UnitId& by) {
  const Lochos& lochos = lochos_at(u.state(), stand.lochos);
  const auto left = std::count_if(lochos.stands.begin(), lochos.stands.end(), [](const Stand& s) { return !s.lost; });
  keep_unit(u, stand.lochos.unit, [](TaxisFight& fight) { fight.katastrophe.insert("HM-KAT-10"); });
  if (left <= 1) return destroy(u, stand.lochos, by, "ekdromoi", "HM-EKD-07");
  Lost lost{.unit = stand.lochos.unit, .bases = {stand.base}, .what = "a stand", .by = by, .how = "ekdromoi"};
  for (const Stand& at : lochos.stands)
    if (at.base == stand.base) lost.at = at.at.pose;
  lost.rule = "HM-EKD-07";
  const Viewer who = viewer_of(taxis_at(u.state(), stand.lochos.unit).side);
  u.emit(std::move(lost));
  u.owe({.unit = stand.lochos.unit, .bases = {stand.base}, .removed = true, .who = who, .rule = "HM-EKD-07"});
}

void turn_away(Unfold& u, const UnitId& id) {
  const Taxis& unit = taxis_at(u.state(), id);
  std::vector<engine::PlacedBase> poses;
  for (const Lochos& lochos : unit.lochoi)
    if (lochos.sound())
      for (const Stand& stand : lochos.stands)
        if (!stand.lost) poses.push_back({stand.base, {turned_about(stand.at.pose), stand.at.error}});
  move_stands(u, id, std::move(poses), {}, {}, "turns away from ekdromoi", "HM-BCH-16");
}

}  // namespace

void resume(Unfold& u, const EkdromoiOf& step, const Answers&) {
  const std::vector<LochosRef> due = ekdromoi_due(u.state(), step.unit);
  if (due.empty()) return acted(u, step.unit, "");
  u.open(step);
  if (lochos_at(u.state(), due.front()).fight.ekdromoi_forced)
    u.open(EkdromoiMove{due.front(), *tormentor_in_reach(u.state(), due.front())});
  else
    u.open(EkdromoiAsked{due.front()});
}

void resume(Unfold& u, const EkdromoiAsked& step, const Answers& answers) {
  const auto at = tormentor_in_reach(u.state(), step.lochos);
  if (!at) return;
  const Side side = taxis_at(u.state(), step.lochos.unit).side;
  if (answers.empty())
    return u.ask(step, engine::ask_yes_no(side, "HM-EKD-02", named_lochos(step.lochos) + ": send ekdromoi at " + at->text + "?",
                                          "send them", "keep them"));
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
        step,
        engine::ask_dice(side, "HM-EKD-04",
                         named_lochos(step.lochos) + ": ekdromoi go for " + step.at.text + ", " + geometry::inches_text(gap) + " away", 1));
  const int die = answers[0].values[0];
  const bool reach = die * 1_in >= gap;
  Thrown thrown{.who = side, .thrower = step.lochos.unit, .at = step.at, .purpose = "ekdromoi move", .rule = "HM-EKD-04", .values = {die}};
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
  turn_away(u, step.at);
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
      return u.ask(step, engine::ask_dice(side, "HM-EKD-05", named_lochos(step.lochos) + ": ekdromoi fight " + step.at.unit.text, 1));
    const int die = answers[0].values[0];
    const bool better = lakonian(state, step.lochos.unit) && (target.troop == TroopClass::Peltaste || target.troop == TroopClass::Hippeis);
    const int read = std::clamp(die - (better ? 1 : 0), 1, 6);  // HM-OPT6-04, HM-AMB-40
    result = chart->second[static_cast<std::size_t>(read - 1)];
    if (lakonian(state, step.lochos.unit) && target.troop == TroopClass::Psiloi && die == 6)
      result = EkdromoiResult::EkdromoiKilled;  // HM-OPT6-06
    Thrown thrown{
        .who = side, .thrower = step.lochos.unit, .at = step.at.unit, .purpose = "ekdromoi", .rule = "HM-EKD-05", .values = {die}};
    if (better) thrown.rows = {{"HM-OPT6-04", "read one lower", 0, side}};
    thrown.outcome = result == EkdromoiResult::NoEffect          ? "no effect"
                     : result == EkdromoiResult::TormentorKilled ? "the tormentor is killed"
                     : result == EkdromoiResult::EkdromoiKilled  ? "the ekdromoi are killed"
                                                                 : "both are killed";
    u.emit(std::move(thrown));
  }
  if (result == EkdromoiResult::TormentorKilled || result == EkdromoiResult::Both)
    if (const auto near = nearest_stand(u.state(), step.lochos, step.at.unit)) kill_stand(u, *near, step.lochos.unit);
  if (result == EkdromoiResult::EkdromoiKilled || result == EkdromoiResult::Both) {
    keep_lochos(u, step.lochos, [](LochosFought& kept) { kept.fight.ekdromoi_lost = true; });
    const bool dear = lakonian(u.state(), step.lochos.unit);
    change_arete(u, side, (dear ? kLakonianEkdromoiKilled : kEkdromoiKilled).own, dear ? "HM-OPT6-05" : "HM-EVT-20",
                 "ekdromoi of " + named_lochos(step.lochos) + " are killed");
  }
}

}  // namespace polemarch::hoplomachia
