/// Optional rules 6 and 9: Lakonian ekdromoi and scythed chariots; psiloi on a city wall (HM-OPT6, HM-OPT9, HM-AMB-91).
#include "engine/rulesets/hoplomachia/topics/sallying.hpp"

#include "engine/rulesets/hoplomachia/play/fight.hpp"
#include "engine/rulesets/hoplomachia/topics/arete.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"

namespace polemarch::hoplomachia {

namespace {

void owe_where_they_stand(Unfold& u, const UnitId& id, const char* rule) {
  const Taxis& unit = taxis_at(u.state(), id);
  engine::OwedPlacement owed{.unit = id, .who = viewer_of(unit.side), .rule = rule};
  for (const engine::PlacedBase& placed : places_of(unit)) owed.bases.push_back(placed.base), owed.poses.push_back(placed.at.pose);
  if (!owed.bases.empty()) u.owe(std::move(owed));
}

/// The chart's line for a class it has no row for is read from the players' own (HM-NIS-02).
engine::Wait chart_question(Side side, const std::string& who, const UnitId& at) {
  return engine::ask_choice(side, "HM-NIS-02", who + " against " + at.text + ": your Ekdromoi chart says?",
                            {{"n", "no effect"}, {"t", "tormentor killed"}, {"k", "ekdromoi killed"}, {"b", "both killed"}});
}
EkdromoiResult chosen_result(const engine::Answer& answer) {
  const std::string key = engine::chosen(answer);
  return key == "t"   ? EkdromoiResult::TormentorKilled
         : key == "k" ? EkdromoiResult::EkdromoiKilled
         : key == "b" ? EkdromoiResult::Both
                      : EkdromoiResult::NoEffect;
}

bool kills_tormentor(EkdromoiResult result) { return result == EkdromoiResult::TormentorKilled || result == EkdromoiResult::Both; }
bool kills_ekdromoi(EkdromoiResult result) { return result == EkdromoiResult::EkdromoiKilled || result == EkdromoiResult::Both; }

/// The result on the Ekdromoi chart, asked and told; nothing yet when it is asked.
template <class AskingStep>
std::optional<EkdromoiResult> read_chart(Unfold& u, const AskingStep& step, const Answers& answers, const std::string& purpose,
                                         const char* rule, bool lakonian) {
  const Taxis& target = taxis_at(u.state(), step.at.unit);
  const Side side = taxis_at(u.state(), step.unit).side;
  const bool on_chart = u.state().charts.ekdromoi.contains(std::string(word_of(target.troop)));
  const std::string who = step.unit.text;
  if (answers.empty()) {
    u.ask(step, on_chart ? engine::ask_dice(side, rule, who + ": " + purpose + " against " + step.at.unit.text, 1)
                         : chart_question(side, who, step.at.unit));
    return std::nullopt;
  }
  if (!on_chart) return chosen_result(answers[0]);
  const int die = answers[0].values[0];
  const EkdromoiResult result = ekdromoi_result(u.state().charts, target.troop, die, lakonian).value_or(EkdromoiResult::NoEffect);
  Thrown thrown{.who = side,
                .thrower = step.unit,
                .at = step.at.unit,
                .purpose = purpose,
                .aim = engine::aim_in(step),
                .rule = rule,
                .values = {die}};
  if (lakonian && (target.troop == TroopClass::Peltaste || target.troop == TroopClass::Hippeis))
    thrown.dice.push_back({"HM-OPT6-04", "Lakonian ekdromoi", -1, side});
  thrown.outcome = text_of(result);
  u.emit(std::move(thrown));
  return result;
}

}  // namespace

void hear_ekdromoi_signal(Unfold& u, Side side, OrderType order) {
  if (order == OrderType::ReleaseEkdromoi) {
    for (Made& made : sent_out(u.state(), side)) {
      const UnitId id = made.id;
      u.emit(UnitMade{id, std::move(made.unit), "HM-OPT6-02"});
      owe_where_they_stand(u, id, "HM-OPT6-02");
    }
  } else if (order == OrderType::RecallEkdromoi) {
    for (const UnitId& id : to_recall(u.state(), side)) {
      engine::OwedPlacement owed{.unit = id, .removed = true, .who = viewer_of(side), .rule = "HM-OPT6-02"};
      for (const engine::PlacedBase& placed : places_of(taxis_at(u.state(), id))) owed.bases.push_back(placed.base);
      u.emit(LochoiLeft{id, {0}, false, "goes back into its lochos"});
      u.owe(std::move(owed));
    }
  }
}

bool man_the_walls(Unfold& u) {
  std::vector<Made> garrison = wall_garrison(u.state());
  std::erase_if(garrison, [&](const Made& made) { return u.state().units.contains(made.id); });
  for (Made& made : garrison) u.emit(UnitMade{made.id, std::move(made.unit), "HM-AMB-91"});
  return !garrison.empty();
}

void resume(Unfold& u, const SallyFight& step, const Answers& answers) {
  const auto result = read_chart(u, step, answers, "ekdromoi", "HM-OPT6-04", true);
  if (!result) return;
  turn_away(u, step.at.unit, {step.unit, 0});
  if (kills_tormentor(*result))
    if (const auto near = nearest_stand(u.state(), {step.unit, 0}, step.at.unit)) kill_stand(u, near->lochos, near->base, step.unit);
  if (kills_ekdromoi(*result)) destroy(u, {step.unit, 0}, step.at.unit, "enemy lights", "HM-OPT6-05");
  acted(u, step.unit, "attacks " + step.at.unit.text);
}

void resume(Unfold& u, const ChariotDrives& step, const Answers&) {
  if (!taxis_at(u.state(), step.unit).on_table()) return acted(u, step.unit, "");
  const Drive drive = drive_of(u.state(), step.unit, step.left);
  std::vector<engine::PlacedBase> poses = places_of(taxis_at(u.state(), step.unit));
  for (engine::PlacedBase& placed : poses) {
    placed.at = {shifted(placed.at.pose, drive.course, drive.way), {}};
    placed.at.pose.heading = drive.course;
  }
  move_stands(u, step.unit, std::move(poses), drive.way, {}, "drives " + geometry::inches_text(drive.way), "HM-OPT9-04");
  if (!drive.meets) return acted(u, step.unit, "drives on");
  if (drive.phalanx) {
    // It has done its work with the first lochos it hits.
    AndreiaCheck check{.unit = drive.meets->unit,
                       .lochos = drive.meets->at,
                       .line = AndreiaLine::Katastrophe,
                       .why = CheckFor::ScythedChariot,
                       .winner = {step.unit, 0}};
    destroy(u, {step.unit, 0}, drive.meets->unit, "spent on the phalanx", "HM-OPT9-03");
    acted(u, step.unit, "hits " + drive.meets->unit.text);
    return u.open(std::move(check));
  }
  u.open(ChariotMeets{step.unit, *drive.meets, std::max(Length{}, step.left - drive.way)});
}

void resume(Unfold& u, const ChariotMeets& step, const Answers& answers) {
  const auto result = read_chart(u, step, answers, "scythed chariot", "HM-OPT9-02", false);
  if (!result) return;
  if (!kills_tormentor(*result)) {
    destroy(u, {step.unit, 0}, step.at.unit, "stopped by lights", "HM-OPT9-02");
    return acted(u, step.unit, "is stopped");
  }
  if (const auto near = nearest_stand(u.state(), {step.unit, 0}, step.at.unit)) kill_stand(u, near->lochos, near->base, step.unit);
  u.open(ChariotDrives{step.unit, step.left});
}

}  // namespace polemarch::hoplomachia
