#pragma once
/// The stratagem deck and who may play what when. Rules TTS-STR. Pure.

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/to_the_strongest/topics/board.hpp"

namespace polemarch::to_the_strongest {

/// TTS-STR-T1.
struct StratagemRow {
  std::string_view card, name, when;
};
constexpr std::array kStratagems{
    StratagemRow{"JH", "Take the high ground", "end of deployment"},
    StratagemRow{"JC", "This way, Effendi", "end of deployment"},
    StratagemRow{"JD", "Someone has blundered", "an enemy general's replacement card"},
    StratagemRow{"JS", "Infamy, Infamy", "an enemy general passes a save"},
    StratagemRow{"QH", "Where in Hades did that come from", "an enemy order into a clear box"},
    StratagemRow{"QC", "Cry havoc", "own foot charged by mounted or elephants"},
    StratagemRow{"QD", "Patroclus", "an own general fails a save"},
    StratagemRow{"QS", "Tonight we dine in hell", "the noted unit fails its first save"},
    StratagemRow{"KH", "Ambush", "set-up"},
    StratagemRow{"KC", "Flank march", "set-up"},
    StratagemRow{"KD", "Reserves", "set-up"},
    StratagemRow{"KS", "Lost", "set-up"},
    StratagemRow{"joker", "Player's choice", "at once"},
};
constexpr int kStratagemCards = 26;  ///< TTS-DECK-02: 24 court cards and two jokers
/// Card 1..26 of the deck: the twelve court cards twice, then the jokers.
constexpr std::string_view stratagem_of(int number) {
  return number > 24 ? "joker" : kStratagems.at(static_cast<std::size_t>((number - 1) % 12)).card;
}
const StratagemRow* stratagem_named(std::string_view card);

/// Is the unit off the table as a Lost unit (random zone)? TTS-STR-28, TTS-STR-35.
bool comes_lost(const State& state, const Unit& unit);
/// The note under which a unit was delayed, if told to the engine.
const NoteUnit* note_about(const State& state, const Unit& unit);
/// It waits off the table and no medals were laid aside for it: a scenario keeps it back, not a stratagem.
bool keeps_medals(const State& state, const Unit& unit);
/// It is off the table by a note on the roster; which one nobody else need know (TTS-STR-23).
bool waits_by_note(const State& state, const Unit& unit);
/// The note hides it on the table (TTS-STR-24). To everybody else it is in reserve as any other.
bool in_ambush(const State& state, const Unit& unit);
/// Held stratagem cards of a side as far as known.
bool holds_card(const SideState& side, const std::string& card);
/// May it, as far as its enemy can know?
bool may_hold(const SideState& side, const std::string& card);
/// How many cards the players of the side have drawn: held, played, or spent as a king by a note. TTS-STR-02.
std::size_t drawn_by(const State& state, Side side);
/// Has every player of the side drawn his card?
bool all_have_drawn(const State& state, Side side);
const NoteUnit* note_for(const SideState& side, const std::string& card);
/// May the card be played now, and on whom it is played?
engine::Verdict judge_stratagem(const State& state, Viewer by, const PlayStratagem& command);
engine::Verdict judge_note(const State& state, Viewer by, const NoteUnit& note);
engine::Verdict judge_draw(const State& state, Viewer by, const DrawStratagem& draw);

/// The open step of a kind on top of any lane that `fits`, or null: players of one side have orders side by side (TTS-SEQ-01).
template <class StepType, class Fits>
const StepType* open_step_that(const State& state, const Fits& fits, int* lane_id = nullptr) {
  for (const auto& lane : state.agenda.lanes)
    if (const auto* step = std::get_if<StepType>(&lane.stack.back().step); step != nullptr && fits(*step)) {
      if (lane_id != nullptr) *lane_id = lane.id;
      return step;
    }
  return nullptr;
}
template <class StepType>
const StepType* open_step_of(const State& state, int* lane_id = nullptr) {
  return open_step_that<StepType>(
      state, [](const StepType&) { return true; }, lane_id);
}

/// The enemy general's replacement card that J diamonds of `side` answers, or null. TTS-STR-10.
const CardStep* blundering_card(const State& state, Side side, int* lane_id = nullptr);
/// The enemy order that Q hearts of `side` meets: the one that enters `box`, or the first one, or null. TTS-STR-14.
const CardStep* order_into(const State& state, Side side, Box box, int* lane_id = nullptr);
/// Boxes on the table that an order enters, the target's of a charge last.
std::vector<Box> boxes_of_order(const State& state, const Plan& plan);
/// The charge that Q clubs of `side` calls off, or null. TTS-STR-15.
const ChargeStep* charge_on_foot(const State& state, Side side, int* lane_id = nullptr);

}  // namespace polemarch::to_the_strongest
