/// Shooting, belos charges and what they do to their targets (HM-BEL, HM-BCH, HM-BCK, HM-BRX).
#include <algorithm>
#include <map>

#include "engine/rulesets/hoplomachia/play/fight.hpp"
#include "engine/rulesets/hoplomachia/topics/ambush.hpp"
#include "engine/rulesets/hoplomachia/topics/arete.hpp"
#include "engine/rulesets/hoplomachia/topics/belos_check.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/forming.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"

namespace polemarch::hoplomachia {

namespace {

/// The enemies a unit shot at, each with the reactions of its stands.
using Reactions = std::map<UnitId, std::vector<std::pair<LochosRef, BelosCode>>>;

void begin_volley(Unfold& u, const UnitId& id, bool belos_charge, const UnitId& only) {
  Shooting step{.unit = id, .belos_charge = belos_charge, .shots = shots_of(u.state(), id, belos_charge, only)};
  int at_phalanx = 0;
  for (const Shot& shot : step.shots)
    if (taxis_at(u.state(), shot.target.unit).troop == TroopClass::Hoplite)
      at_phalanx += shot.stands + static_cast<int>(shot.second_ranks.size());
  keep_unit(u, id, [&](TaxisFight& fight) {
    (belos_charge ? fight.belos_charged : fight.shot) = true;
    (belos_charge ? fight.belos_charges : fight.shots) += 1;
    fight.at_phalanx += at_phalanx;
  });
  const bool torments = belos_charge || u.state().options.ekdromoi_at_shooters;  // HM-AMB-23
  for (const Shot& shot : step.shots)
    keep_lochos(u, shot.target, [&](LochosFought& kept) {
      kept.fight.under_belos = true;  // HM-BEL-20, HM-BCK-07: with or without effect
      if (torments && std::find(kept.fight.tormentors.begin(), kept.fight.tormentors.end(), id) == kept.fight.tormentors.end())
        kept.fight.tormentors.push_back(id);
    });
  u.open(std::move(step));
}

bool can_belos_charge_back(const State& state, const UnitId& id, const UnitId& tormentor) {
  return able_to_belos_charge(state, id).allowed() && state.at.phase == Phase::OffensiveBelos && taxis_at(state, tormentor).on_table();
}

bool could_charge(const State& state, const UnitId& id) {
  if (state.at.phase != Phase::OffensiveBelos || in_hand(state, id).empty() || card_of(state, id).epi_charge.size() != 6) return false;
  const Targets targets = targets_of(state, id);
  return std::any_of(targets.units.begin(), targets.units.end(), [](const InLane& lane) { return lane.may.allowed(); });
}

/// D for the disciplined, nothing for the others (HM-BRX-07, HM-BRX-09).
BelosCode instead(const State& state, const UnitId& id) {
  return card_of(state, id).disciplined() ? BelosCode::Disarrayed : BelosCode::Maintain;
}

/// A reaction of the whole unit, what cannot be done replaced by what the codes say.
void react_as_unit(Unfold& u, const UnitId& id, const UnitId& by, BelosCode code) {
  const State& state = u.state();
  const Taxis& unit = taxis_at(state, id);
  const bool hoplites = unit.troop == TroopClass::Hoplite;
  if (code == BelosCode::Charge && !could_charge(state, id)) code = BelosCode::BelosCharge;                // HM-BRX-06
  if (code == BelosCode::BelosCharge && !can_belos_charge_back(state, id, by)) code = instead(state, id);  // HM-BRX-07, 09
  if (code == BelosCode::Evade && (in_melee(unit) || unit.troop == TroopClass::Baggage)) code = BelosCode::Maintain;
  u.emit(BelosReacted{id, by, -1, code, "HM-BCK-08"});
  switch (code) {
    case BelosCode::Formation:
      if (const Taxis body = without_runners(u.state(), id);
          card_of(u.state(), id).mov_cf && unit.arrangement != Arrangement::CF && !in_melee(unit) && !body.disarrayed()) {  // HM-BRX-04
        const auto poses = in_files(u.state(), id, body, Arrangement::CF);
        u.emit(Rearranged{id, Arrangement::CF, "HM-BRX-04"});
        move_over_ground(u, id, poses, 1_in, "takes close files", "HM-BRX-04");  // HM-ARR-09
      }
      break;
    case BelosCode::Charge:
      keep_unit(u, id, [](TaxisFight& fight) { fight.must_charge = true; });  // HM-AMB-42
      break;
    case BelosCode::BelosCharge:
      keep_unit(u, id, [&](TaxisFight& fight) { fight.must_belos = by; });
      break;
    case BelosCode::Evade:
      if (hoplites) {  // HM-BRX-12
        keep_unit(u, id, [&](TaxisFight& fight) {
          fight.march_back = true;
          fight.march_back_from = by;
        });
      } else {  // HM-AMB-41: turned round now, it runs in the next B1
        evade_unit(u, id, by);
        TurnFlags flags = taxis_at(u.state(), id).turn;
        flags.spent = true;
        u.emit(TurnFlagged{id, flags});
      }
      break;
    case BelosCode::Disarrayed:
      disarray(u, id, "belos", "HM-BRX-13");
      break;
    case BelosCode::Maintain:
    case BelosCode::ReleaseEkdromoi:
    case BelosCode::Routed:
      break;
  }
  if (code != BelosCode::Maintain) reacted(u, id, text_of(code));
}

void apply_reactions(Unfold& u, const UnitId& by, bool belos_charge, const Reactions& reactions) {
  for (const auto& [id, codes] : reactions) {
    // X of a lochos comes before everything: it is the worst, and the one result of the unit (HM-BCK-08, HM-BRX-01, 14).
    bool routs = false;
    for (const auto& [ref, code] : codes) {
      if (code != BelosCode::Routed) continue;
      routs = true;
      u.emit(BelosReacted{id, by, ref.at, code, "HM-BRX-14"});
      rout_lochos(u, ref, by, "HM-KAT-09");
      reacted(u, id, text_of(code));
    }
    if (routs) continue;
    BelosCode worst = BelosCode::Maintain;  // HM-BRX-02
    for (const auto& [ref, code] : codes)
      if (falls_on_taxis(code)) worst = std::max(worst, code);
    if (worst != BelosCode::Maintain) {
      react_as_unit(u, id, by, worst);
      continue;
    }
    for (const auto& [ref, code] : codes) {
      if (code != BelosCode::ReleaseEkdromoi || !lochos_at(u.state(), ref).sound()) continue;
      const LochosFight& fight = lochos_at(u.state(), ref).fight;
      const bool target = belos_charge || u.state().options.ekdromoi_at_shooters;
      if (!target || fight.ekdromoi_lost || fight.ekdromoi_sent || !card_of(u.state(), id).ekdromoi) continue;  // HM-AMB-23
      u.emit(BelosReacted{id, by, ref.at, code, "HM-BRX-10"});
      keep_lochos(u, ref, [&](LochosFought& kept) {
        kept.fight.ekdromoi_forced = true;
        if (std::find(kept.fight.tormentors.begin(), kept.fight.tormentors.end(), by) == kept.fight.tormentors.end())
          kept.fight.tormentors.push_back(by);
      });
      reacted(u, id, text_of(code));
    }
  }
}

}  // namespace

void carry_out(Unfold& u, const Shoot& c) {
  if (taxis_at(u.state(), c.unit).hidden) {
    const auto shown = out_of_hiding(u.state(), c.unit);
    std::set<UnitId> attacked;
    if (shown)
      for (const Shot& shot : shots_of(*shown, c.unit, false)) attacked.insert(shot.target.unit);
    const std::set<UnitId> surprised = break_cover(u, c.unit, attacked, "shoots out of its ambush");
    begin_volley(u, c.unit, false, {});
    return surprise(u, surprised);
  }
  begin_volley(u, c.unit, false, {});
}

void carry_out(Unfold& u, const BelosCharge& c) {
  const State& state = u.state();
  std::set<UnitId> surprised;
  if (taxis_at(state, c.unit).hidden) surprised = break_cover(u, c.unit, {c.target}, "makes a belos charge out of its ambush");
  const Length most = belos_charge_move(state, c.unit);
  Length way{};
  if (c.poses.empty()) {
    way = belos_charge_way(state, c.unit, c.target).value_or(Length{});
    std::vector<engine::PlacedBase> poses;
    for (const int at : in_hand(state, c.unit))
      for (const Stand& stand : lochos_at(state, {c.unit, at}).stands)
        if (!stand.lost) poses.push_back({stand.base, {ahead_of(stand.at.pose, way), stand.at.error}});
    move_stands(u, c.unit, std::move(poses), way, {}, "makes a belos charge at " + c.target.text, "HM-BCH-05");
  } else {
    const Taxis& unit = taxis_at(state, c.unit);
    for (const engine::PlacedBase& placed : c.poses)
      for (const Lochos& lochos : unit.lochoi)
        for (const Stand& stand : lochos.stands)
          if (stand.base == placed.base) {
            const Vec2 d = geometry::vec(placed.at.pose.centre()) - geometry::vec(stand.at.pose.centre());
            way = std::max(way, Length::from_mm(geometry::length_of(d)));
          }
    move_stands(u, c.unit, c.poses, way, {}, "makes a belos charge at " + c.target.text, "HM-BCH-05", true);
  }
  u.open(BelosAnswer{c.unit});  // those it provokes, when all of this is done
  const Length left = std::max(Length{}, most - way);
  if (u.state().options.interactive_ekdromoi)  // HM-OPT12-03: before it falls back
    u.open(EkdromoiDeclared{c.unit, c.target, left, {}, {}});
  else
    u.open(FallBack{c.unit, c.target, left});
  begin_volley(u, c.unit, true, c.target);
  surprise(u, surprised);
}

void resume(Unfold& u, const Shooting& step, const Answers& answers) {
  const State& state = u.state();
  const Taxis& unit = taxis_at(state, step.unit);
  std::vector<Shot> thrown_shots;
  for (const Shot& shot : step.shots)
    if (shot.intensity > 0) thrown_shots.push_back(shot);  // HM-BCK-07
  if (answers.empty() && !thrown_shots.empty()) {
    std::string question = step.unit.text + (step.belos_charge ? " makes a belos charge" : " shoots") + ", a die each in this order:";
    for (std::size_t i = 0; i < thrown_shots.size(); ++i) {  // those alike together: "the 3rd and 2nd stand of B4 (5+)"
      const Shot& shot = thrown_shots[i];
      const auto alike = [&](std::size_t other) {
        return other < thrown_shots.size() && thrown_shots[other].target.unit == shot.target.unit &&
               thrown_shots[other].need == shot.need && !part_text(state, shot.target).empty();
      };
      const bool goes_on = i > 0 && alike(i - 1);
      const std::string part = part_text(state, shot.target), number = part.substr(0, part.find(' '));
      question += goes_on ? (alike(i + 1) ? ", " : " and ") : question.ends_with(':') ? " " : ", ";
      if (alike(i + 1)) {
        question += goes_on ? number : "the " + number;
        continue;
      }
      question += goes_on ? part + " of " + shot.target.unit.text : name_of(state, shot.target);
      question += " (" + std::to_string(std::max(1, shot.need + 1)) + "+)";
    }
    return u.ask(step, engine::ask_dice(unit.side, "HM-BCK-04", std::move(question), static_cast<int>(thrown_shots.size())));
  }
  Reactions reactions;
  const int by = answers.empty() ? 0 : take_epilektoi(u, step.unit);  // of the volley, its first die
  for (std::size_t i = 0; i < thrown_shots.size(); ++i) {
    const Shot& shot = thrown_shots[i];
    const int natural = answers[0].values[i], changed = i == 0 ? by : 0, die = natural + changed;
    const Taxis& target = taxis_at(state, shot.target.unit);
    const UnitCard& card = card_of(state, target);
    const bool passed = die <= shot.need;
    const auto code = reaction_of(card, passed, shot.intensity, condition_of(state, target.side));
    const Arithmetic intensity = intensity_of_shot(state, shot, step.belos_charge);
    Thrown thrown{
        .who = unit.side, .thrower = step.unit, .at = shot.target.unit, .purpose = step.belos_charge ? "belos charge" : "belos shooting"};
    thrown.aim = step.kAim;
    thrown.rule = "HM-BCK-04";
    thrown.values = {natural};
    if (changed != 0) thrown.dice.push_back({"HM-OPT7-01", "epilektoi", changed, unit.side});
    thrown.need = shot.need + 1;  // the shooter wants more than what the target passes on
    thrown.good = passed ? 0 : 1;
    thrown.rows = belos_rows(card.belos_check.value_or(0), intensity);
    thrown.rows.push_back({"HM-BCK-05", "higher than that", 1, {}});
    thrown.per_mille = 1000 - per_mille_pass(shot.need);
    thrown.outcome = "intensity " + std::to_string(shot.intensity) + (passed ? ", check passed" : ", check failed") +
                     (code ? ": " + text_of(*code) : "");
    u.emit(std::move(thrown));
    if (code) reactions[shot.target.unit].emplace_back(shot.target, *code);
  }
  apply_reactions(u, step.unit, step.belos_charge, reactions);
  if (!step.belos_charge) acted(u, step.unit, "shoots");
}

namespace {

/// With optional rule 12 straight back alone, disciplined peltastes apart (HM-OPT12-04); to the sides only where nothing is in the way.
bool falls_back_anywhere(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  return !state.options.interactive_ekdromoi || (unit.troop == TroopClass::Peltaste && card_of(state, unit).disciplined());
}
/// Is the way back at an angle free of everybody, and on the table?
bool free_aside(const State& state, const UnitId& id, Angle course, Length by) {
  for (const int at : in_hand(state, id))
    for (const Stand& stand : lochos_at(state, {id, at}).stands) {
      if (stand.lost) continue;
      const Pose there = shifted(stand.at.pose, (stand.at.pose.heading + course).normalised(), by);
      if (there.x < Length{} || there.y < Length{} || there.x > state.width || there.y > state.depth) return false;
      const geometry::Shape shape = geometry::placed(stand.footprint, MeasuredPose{there, {}});
      for (const auto& [other, unit] : state.units)
        if (other != id && unit.on_table() && !shapes_of(unit).empty() &&
            geometry::gap_between({&shape, 1}, shapes_of(unit)).signed_gap.value < 1_in)
          return false;
    }
  return true;
}

}  // namespace

void resume(Unfold& u, const FallBack& step, const Answers& answers) {
  const State& state = u.state();
  const Taxis& unit = taxis_at(state, step.unit);
  const Length room = in_hand(state, step.unit).empty() ? Length{} : room_behind(state, step.unit, step.left);
  if (room.um <= 0) return;
  if (answers.empty()) {
    std::vector<engine::Option> options{
        {"back", "all the way, " + geometry::inches_text(room)}, {"half", "half of it"}, {"stay", "not at all"}};
    if (falls_back_anywhere(state, step.unit)) {  // in any direction away from the target (HM-BCH-14)
      options.push_back({"left", "back to the left"});
      options.push_back({"right", "back to the right"});
    }
    return u.ask(
        step, engine::ask_choice(unit.side, "HM-BCH-14", step.unit.text + " falls back, facing its target: how far?", std::move(options)));
  }
  const std::string key = engine::chosen(answers[0]);
  Angle course = key == "left" ? 225_deg - 90_deg : key == "right" ? 225_deg : 180_deg;  // of its own heading
  Length by = key == "half" ? room / 2 : key == "stay" ? Length{} : room;
  // An inch away again, if its move allows (HM-AMB-107).
  const Length gap = gap_between(unit, taxis_at(state, step.from)).value;
  if (course != 180_deg && !free_aside(state, step.unit, course, by)) course = 180_deg;
  if (course == 180_deg && gap + by < kBelosChargeReach) by = std::min(room, kBelosChargeReach - gap);
  if (by.um <= 0) return;
  std::vector<engine::PlacedBase> poses;
  for (const int at : in_hand(state, step.unit))
    for (const Stand& stand : lochos_at(state, {step.unit, at}).stands)
      if (!stand.lost)
        poses.push_back({stand.base, {shifted(stand.at.pose, (stand.at.pose.heading + course).normalised(), by), stand.at.error}});
  move_stands(u, step.unit, std::move(poses), by, {}, "falls back " + geometry::inches_text(by), "HM-BCH-14");
}

void resume(Unfold& u, const BelosAnswer& step, const Answers&) {
  // The charge of the unit is over; whoever has to answer it does (HM-BRX-08). Without a unit: those whom shooting provoked.
  const bool to_shooting = step.unit.empty();
  if (!to_shooting && !u.state().at.acted.contains(step.unit) && !u.state().at.reacted.contains(step.unit))
    acted(u, step.unit, "makes a belos charge");
  for (const auto& [id, unit] : u.state().units) {
    if (unit.fight.must_belos.empty() || (!to_shooting && unit.fight.must_belos != step.unit)) continue;
    const UnitId answering = id, tormentor = unit.fight.must_belos;
    const bool cannot = may_belos_charge(u.state(), answering, tormentor).ruling == engine::Ruling::Refused;
    keep_unit(u, answering, [](TaxisFight& fight) { fight.must_belos = {}; });
    if (cannot) {
      if (instead(u.state(), answering) == BelosCode::Disarrayed)
        disarray(u, answering, "could not answer with a belos charge", "HM-BRX-09");
      return u.open(step);
    }
    u.open(step);
    return carry_out(u, BelosCharge{answering, tormentor, {}});
  }
}

}  // namespace polemarch::hoplomachia
