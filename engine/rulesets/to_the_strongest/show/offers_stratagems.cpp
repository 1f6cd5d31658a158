/// Stratagem cards and notes on the roster, as a menu has them.
#include <algorithm>

#include "engine/rulesets/to_the_strongest/judge/judge.hpp"
#include "engine/rulesets/to_the_strongest/show/offering.hpp"
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"

namespace polemarch::to_the_strongest {
namespace {

constexpr std::array<const char*, 3> kFlanks{"left", "centre", "right"};

/// Cards the side may hold as far as the engine knows: those told, or every one
/// for a card kept on paper.
std::vector<std::string> may_hold(const State& state, Side side) {
  std::vector<std::string> cards;
  bool on_paper = false;
  for (const auto& held : state.side(side).stratagems) {
    if (held.value) cards.push_back(*held.value);
    on_paper = on_paper || !held.value;
  }
  if (on_paper)
    for (const StratagemRow& row : kStratagems)
      if (row.card != "joker" && std::find(cards.begin(), cards.end(), row.card) == cards.end()) cards.emplace_back(row.card);
  return cards;
}

/// Each unit alone, and the first three of each command, each once more with its detached general. TTS-STR-06.
void add_high_ground(const State& state, Side side, std::vector<PlayStratagem>& out) {
  for (const auto& [id, command] : state.commands) {
    if (command.side != side) continue;
    const auto add = [&, of = id](PlayStratagem play) {
      out.push_back(play);
      for (const auto& [gid, general] : state.generals) {
        if (general.command != of || general.attached) continue;
        play.general = gid;
        out.push_back(play);
      }
    };
    std::vector<UnitId> standing;
    for (const auto& [uid, unit] : state.units)
      if (unit.command == id && on_table(unit)) standing.push_back(uid);
    PlayStratagem play{.card = "JH", .units = standing};
    if (play.units.size() > 3) play.units.resize(3);
    if (play.units.size() > 1) add(play);
    for (const UnitId& uid : standing) add({.card = "JH", .units = {uid}});
  }
}

/// Each box an enemy order enters. TTS-STR-14.
void add_hades(const State& state, std::vector<PlayStratagem>& out) {
  for (const auto& lane : state.agenda.lanes)
    if (const auto* step = std::get_if<CardStep>(&lane.stack.back().step))
      for (const Box box : boxes_of_order(state, step->plan)) out.push_back({.card = "QH", .box = box});
}

template <class Note>
std::vector<NoteUnit> allowed_notes(const State& state, Side side, std::vector<Note> notes) {
  std::erase_if(notes, [&](const NoteUnit& note) { return !judge_note(state, viewer_of(side), note).allowed(); });
  return notes;
}

}  // namespace

std::vector<PlayStratagem> stratagems_open(const State& state, Side side) {
  std::vector<PlayStratagem> out;
  if (state.side(side).stratagems.empty() || (state.phase != Phase::Deployment && state.phase != Phase::Battle)) return out;
  for (const std::string& card : may_hold(state, side)) {
    if (card == "JH") {
      add_high_ground(state, side, out);
    } else if (card == "JC") {
      for (const auto& [id, command] : state.commands)
        if (command.side != side) out.push_back({.card = card, .command = id});
    } else if (card == "QH") {
      add_hades(state, out);
    } else {
      out.push_back({.card = card});
    }
  }
  std::erase_if(out, [&](const PlayStratagem& play) { return !judge_stratagem(state, viewer_of(side), play).allowed(); });
  return out;
}

std::vector<NoteUnit> notes_open(const State& state, const Unit& unit) {
  if (state.phase == Phase::Terrain || state.phase == Phase::Battle || state.phase == Phase::Over) return {};
  std::vector<NoteUnit> notes;
  if (state.scenario == 6) notes.push_back({.card = "give_up", .unit = unit.id});
  for (const auto& held : state.side(unit.side).stratagems) {
    if (!held.value) continue;
    const std::string& card = *held.value;
    if (card == "KH") {
      for (int col = 1; col <= state.field.columns; ++col)
        for (int row = 1; row <= state.field.rows; ++row)
          if (state.field.ground({col, row}) != Ground::Open) notes.push_back({.card = card, .unit = unit.id, .box = {col, row}});
    } else if (card == "KC" || card == "KD") {
      for (const char* flank : kFlanks) notes.push_back({.card = card, .unit = unit.id, .flank = flank});
    } else if (card == "KS" || card == "QS") {
      notes.push_back({.card = card, .unit = unit.id});
    }
  }
  return allowed_notes(state, unit.side, std::move(notes));
}

std::vector<NoteUnit> notes_open(const State& state, const ArmyCommand& command) {
  if (state.scenario != 7 && state.scenario != 9) return {};
  std::vector<NoteUnit> notes;
  for (const char* flank : kFlanks) notes.push_back({.card = "reserve", .unit = command.id, .flank = flank});
  for (int zone = 1; zone <= 3; ++zone) notes.push_back({.card = "reserve", .unit = command.id, .zone = zone});
  return allowed_notes(state, command.side, std::move(notes));
}

std::vector<Order> blunder_orders(const State& state) {
  std::vector<Order> orders;
  const auto* blunder = open_step_of<BlunderStep>(state);
  if (blunder == nullptr) return orders;
  for (const UnitId& id : blunder->units)
    for (const auto& offer : Rules::offers(state, viewer_of(blunder->by), id))
      if (const Order* order = order_in(offer.command); order != nullptr && offer.verdict.allowed()) orders.push_back(*order);
  return orders;
}

Viewer eyes_for(const State& state, Viewer viewer, const Command& command) {
  const auto own = [&](Side side) { return viewer == Viewer::A || viewer == Viewer::B ? viewer : viewer_of(side); };
  if (const auto* play = std::get_if<PlayStratagem>(&command)) return own(holds_card(state.side(Side::B), play->card) ? Side::B : Side::A);
  if (const auto* note = std::get_if<NoteUnit>(&command)) {
    if (note->card == "give_up") return Viewer::Both;
    const Unit* unit = state.unit(note->unit);
    const ArmyCommand* whole = state.command(note->unit);
    return own(unit != nullptr ? unit->side : whole != nullptr ? whole->side : Side::A);
  }
  if (const auto* draw = std::get_if<DrawStratagem>(&command); draw != nullptr && !draw->card.empty())
    return own(side_named(draw->side).value_or(Side::A));
  return Viewer::Both;
}

}  // namespace polemarch::to_the_strongest
