/// Cards and losses in the one shape of every room (engine/core/telling.hpp).
#include <algorithm>
#include <charconv>

#include "engine/rulesets/to_the_strongest/rules.hpp"
#include "engine/rulesets/to_the_strongest/tables.hpp"
#include "engine/rulesets/to_the_strongest/topics/saves.hpp"

namespace polemarch::to_the_strongest {
namespace {

struct CardPurpose {
  std::string_view key, words, rule;
  bool compared = true;  ///< false: the card is read off, nothing is needed
};
constexpr std::array kCardPurposes{
    CardPurpose{"activation", "order card", "TTS-ACT-02"},
    CardPurpose{"replacement", "replacement card", "TTS-GEN-08"},
    CardPurpose{"evade", "to evade", "TTS-EVD-T1"},
    CardPurpose{"to_hit", "to hit", "TTS-MEL-02"},
    CardPurpose{"strike_back", "to strike back", "TTS-MEL-10"},
    CardPurpose{"save", "to save", "TTS-SAV-01"},
    CardPurpose{"replay", "card replayed", "TTS-RPL-01"},
    CardPurpose{"rally", "to rally", "TTS-RAL-01"},
    CardPurpose{"wound", "how badly wounded", "TTS-FAIL-T1", false},
    CardPurpose{"rampage", "rampage", "TTS-TYPE-10", false},
    CardPurpose{"zone", "which zone", "TTS-STR-28", false},
    CardPurpose{"entry", "to enter", "TTS-STR-28"},
};

/// "TTS-MOD-T1 S6 shot from behind a flank -1": rule, words, and how much it helps. A row without a number adds nothing.
engine::ThrowRow card_row(const std::string& reason, Side whose) {
  engine::ThrowRow row;
  row.whose = whose;
  const auto blank = reason.find(' ');
  row.rule = reason.substr(0, blank);
  row.text = blank == std::string::npos ? "" : reason.substr(blank + 1);
  const auto last = row.text.rfind(' ');
  if (last == std::string::npos) return row;
  const std::string number = row.text.substr(last + 1);
  if (number.empty() || (number.front() != '+' && number.front() != '-')) return row;
  int value = 0;
  const auto [end, error] = std::from_chars(number.data() + (number.front() == '+' ? 1 : 0), number.data() + number.size(), value);
  if (error != std::errc() || end != number.data() + number.size()) return row;
  row.value = -value;  // what helps makes the card needed smaller
  row.text.resize(last);
  return row;
}

/// The charge or the shot that is going on, with whom it is aimed at.
struct Blow {
  UnitId from, at;
  std::string how;
};
std::optional<Blow> blow_of(const State& state) {
  for (const auto& lane : state.agenda.lanes)
    for (const auto& open : lane.stack) {
      if (const auto* charge = std::get_if<ChargeStep>(&open.step)) return Blow{charge->charger, charge->target, "close combat"};
      if (const auto* shot = std::get_if<ShootStep>(&open.step)) return Blow{shot->shooter, shot->target, "missile fire"};
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

engine::Thrown thrown_card(const State& state, const CardTurned& card) {
  engine::Thrown thrown;
  thrown.who = card.side;
  if (!card.units.empty()) thrown.thrower = card.units.front();
  const auto purpose = std::find_if(kCardPurposes.begin(), kCardPurposes.end(), [&](const auto& p) { return p.key == card.purpose; });
  thrown.purpose = purpose == kCardPurposes.end() ? card.purpose : std::string(purpose->words);
  thrown.rule = purpose == kCardPurposes.end() ? "" : std::string(purpose->rule);
  thrown.source = "deck " + std::string(name_of(card.side));
  thrown.values = {card.card};
  if (const auto blow = blow_of(state)) thrown.at = blow->from == thrown.thrower ? blow->at : blow->from;
  if (card.purpose == "save") thrown.at = blow_by(state);
  if (thrown.at == thrown.thrower || card.purpose == "activation" || card.purpose == "replacement") thrown.at = {};
  if (purpose != kCardPurposes.end() && !purpose->compared) {
    thrown.outcome = card.purpose == "wound" ? (card.success ? "lightly wounded" : "out of the battle") : "";
    return thrown;
  }
  thrown.need = std::clamp(card.need, 1, kHighestCard);
  thrown.good = card.success ? 1 : 0;
  thrown.per_mille = engine::per_mille_at_least(thrown.need, kHighestCard);
  int shares = 0;
  for (const std::string& reason : card.reasons) {
    thrown.rows.push_back(card_row(reason, card.side));
    shares += thrown.rows.back().value;
  }
  if (!thrown.rows.empty()) thrown.rows.insert(thrown.rows.begin(), {thrown.rule, "base number", thrown.need - shares, {}});
  thrown.outcome = card.success ? "good" : "fails";
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
  for (const Event& event : events) {
    if (const auto* card = std::get_if<CardTurned>(&event)) out.throws.push_back(thrown_card(state, *card));
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
