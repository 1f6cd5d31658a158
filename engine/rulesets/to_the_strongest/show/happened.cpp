/// Cards and losses in the one shape of every room (engine/core/telling.hpp).
#include <algorithm>

#include "engine/rulesets/to_the_strongest/rules.hpp"
#include "engine/rulesets/to_the_strongest/show/viewing.hpp"
#include "engine/rulesets/to_the_strongest/tables.hpp"
#include "engine/rulesets/to_the_strongest/topics/saves.hpp"

namespace polemarch::to_the_strongest {
namespace {

using engine::Aim;

struct CardPurpose {
  std::string_view key, words, rule;
  Aim aim = Aim::Other;
  bool compared = true;  ///< false: the card is read off, nothing is needed
};
constexpr std::array kCardPurposes{
    CardPurpose{"activation", "order card", "TTS-ACT-02", Aim::Order},
    CardPurpose{"replacement", "replacement card", "TTS-GEN-08", Aim::Order},
    CardPurpose{"evade", "to evade", "TTS-EVD-T1", Aim::Evade},
    CardPurpose{"to_hit", "to hit", "TTS-MEL-02", Aim::Blow},
    CardPurpose{"strike_back", "to strike back", "TTS-MEL-10", Aim::Blow},
    CardPurpose{"save", "to save", "TTS-SAV-01", Aim::Save},
    CardPurpose{"replay", "card replayed", "TTS-RPL-01", Aim::Blow},
    CardPurpose{"rally", "to rally", "TTS-RAL-01", Aim::Rally},
    CardPurpose{"wound", "how badly wounded", "TTS-FAIL-T1", Aim::Casualty, false},
    CardPurpose{"rampage", "rampage", "TTS-TYPE-10", Aim::Other, false},
    CardPurpose{"zone", "which zone", "TTS-STR-28", Aim::Other, false},
    CardPurpose{"scouting", "scouting", "TTS-SCT-01", Aim::Other, false},
    CardPurpose{"entry", "to enter", "TTS-STR-28"},
};

/// The charge or the shot that is going on, with whom it is aimed at.
struct Blow {
  UnitId from, at;
  Aim aim;
  std::string how;
};
std::optional<Blow> blow_of(const State& state) {
  for (const auto& lane : state.agenda.lanes)
    for (const auto& open : lane.stack) {
      if (const auto* charge = std::get_if<ChargeStep>(&open.step))
        return Blow{charge->charger, charge->target, charge->aim(), "close combat"};
      if (const auto* shot = std::get_if<ShootStep>(&open.step)) return Blow{shot->shooter, shot->target, shot->kAim, "missile fire"};
    }
  return std::nullopt;
}

/// Whose blow is being saved from: the first of the queue on top.
UnitId blow_by(const State& state) {
  for (const auto& lane : state.agenda.lanes)
    if (const auto* saves = std::get_if<SavesStep>(&lane.stack.back().step); saves != nullptr && !saves->queue.empty())
      return saves->queue.front().by;
  return {};
}

/// The card by the step that asked for it; one that nobody asked for says itself what it needed.
engine::Thrown thrown_card(const State& state, const CardTurned& card, const std::optional<engine::Pending>& asked) {
  engine::Thrown thrown;
  thrown.who = card.side;
  if (!card.units.empty()) thrown.thrower = card.units.front();
  const auto purpose = std::find_if(kCardPurposes.begin(), kCardPurposes.end(), [&](const auto& p) { return p.key == card.purpose; });
  thrown.purpose = purpose == kCardPurposes.end() ? card.purpose : std::string(purpose->words);
  thrown.rule = purpose == kCardPurposes.end() ? "" : std::string(purpose->rule);
  thrown.aim = purpose == kCardPurposes.end() ? Aim::Other : purpose->aim;
  thrown.source = "deck " + std::string(name_of(card.side));
  thrown.values = {card.card};
  if (const auto blow = blow_of(state)) {
    thrown.at = blow->from == thrown.thrower ? blow->at : blow->from;
    if (thrown.aim == Aim::Blow) thrown.aim = blow->aim;  // a shot hits with the same card
  }
  if (card.purpose == "save") thrown.at = blow_by(state);
  if (thrown.at == thrown.thrower || card.purpose == "activation" || card.purpose == "replacement") thrown.at = {};
  if (purpose != kCardPurposes.end() && !purpose->compared) {
    if (card.purpose == "wound") thrown.outcome = card.success ? "lightly wounded" : "out of the battle";
    if (card.purpose == "scouting") thrown.outcome = scouting_words(state, card);
    return thrown;
  }
  thrown.need = std::clamp(card.need, 1, kHighestCard);
  thrown.good = card.success ? 1 : 0;
  thrown.per_mille = engine::per_mille_at_least(thrown.need, kHighestCard);
  thrown.rows = {{thrown.rule, "card needed", thrown.need, card.side}};
  thrown.outcome = card.success ? "good" : "fails";
  if (!asked || asked->thrown.need != thrown.need) return thrown;
  const engine::Thrown told = engine::settled(*asked, thrown.values);
  thrown.rule = told.rule;
  thrown.per_mille = told.per_mille;
  thrown.rows = told.rows;
  thrown.outcome = told.outcome;
  return thrown;
}

}  // namespace

engine::Happened Rules::happened(const State& state, const std::vector<Event>& events) {
  engine::Happened out;
  const auto at = [&](const Box& box) -> std::optional<Pose> {
    for (const engine::Place& place : places(state))
      if (const Unit* unit = state.unit(place.unit); unit != nullptr && unit->box == box) return place.pose;
    return std::nullopt;
  };
  std::optional<engine::Pending> asked;
  for (const Event& event : events) {
    if (const auto* answered = std::get_if<engine::WaitAnswered>(&event))
      if (const engine::Wait* wait = state.agenda.find(answered->wait); wait != nullptr && wait->chance)
        asked = Showing::pending(state, *wait);
    if (const auto* card = std::get_if<CardTurned>(&event)) out.throws.push_back(thrown_card(state, *card, asked));
    if (const auto* lost = std::get_if<UnitLost>(&event)) {
      const auto blow = blow_of(state);
      const Unit* unit = state.unit(lost->unit);
      engine::Lost loss{
          .unit = lost->unit, .bases = {}, .what = "the unit", .by = blow_by(state), .how = lost->why, .at = {}, .rule = "TTS-FAIL-01"};
      if (blow && loss.by.empty() && blow->at == lost->unit) loss.by = blow->from;
      if (blow) loss.how = blow->how;
      if (unit != nullptr) loss.at = at(unit->box);
      out.losses.push_back(std::move(loss));
    }
    if (const auto* general = std::get_if<GeneralLost>(&event))
      out.losses.push_back({.unit = general->general,
                            .bases = {},
                            .what = "the general",
                            .by = blow_by(state),
                            .how = general->status == Status::Killed     ? "killed"
                                   : general->status == Status::Captured ? "captured"
                                                                         : "badly wounded",
                            .at = {},
                            .rule = "TTS-FAIL-T1"});
    if (const auto* camp = std::get_if<CampTaken>(&event))
      out.losses.push_back(
          {.unit = camp->camp, .bases = {}, .what = "the camp", .by = {}, .how = "taken", .at = {}, .rule = "TTS-CAMP-09"});
  }
  return out;
}

}  // namespace polemarch::to_the_strongest
