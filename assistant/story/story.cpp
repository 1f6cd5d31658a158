#include "assistant/story/story.hpp"

#include <algorithm>

#include "assistant/story/words.hpp"

namespace polemarch::assistant::story {

const Member* Story::member(const UnitId& unit) const {
  for (const Member& member : members)
    if (member.unit == unit) return &member;
  return nullptr;
}

std::string Story::name(const UnitId& unit) const {
  const Member* found = member(unit);
  if (found == nullptr)  // a part that never stood by itself is called by what it was part of
    if (const auto end = unit.text.find_first_of(".-"); end != std::string::npos) found = member({unit.text.substr(0, end)});
  return found == nullptr || found->name.empty() ? unit.text : found->name;
}

std::string Story::side_name(Viewer side) const {
  switch (side) {
    case Viewer::A:
      return sides[0];
    case Viewer::B:
      return sides[1];
    case Viewer::Umpire:
      return "umpire";
    case Viewer::Both:
      break;
  }
  return "both sides";
}

std::size_t Story::main_index(Side side) const {
  const auto found = std::find_if(counters.begin(), counters.end(), [&](const auto& counter) { return counter.side == side; });
  return static_cast<std::size_t>(found - counters.begin());
}

const engine::Counter* Story::main_counter(Side side) const {
  const std::size_t at = main_index(side);
  return at < counters.size() ? &counters[at] : nullptr;
}

std::vector<Standing> Story::places_after(std::size_t count) const {
  std::vector<Standing> places = start;
  for (std::size_t i = 0; i < count && i < moments.size(); ++i)
    for (const Shift& shift : moments[i].shifts) places[shift.piece] = shift.to;
  return places;
}

bool Story::stands(const UnitId& unit, const std::vector<Standing>& places) const {
  for (std::size_t i = 0; i < places.size() && i < pieces.size(); ++i)
    if (places[i].on_table && pieces[i].unit == unit) return true;
  return false;
}

std::vector<std::vector<engine::StateMark>> Story::marks_after(std::size_t count) const {
  std::vector<std::vector<engine::StateMark>> marks(members.size());
  for (const Marking& marking : markings) marks[marking.member] = marking.marks;
  for (std::size_t i = 0; i < count && i < moments.size(); ++i)
    for (const Marking& marking : moments[i].markings) marks[marking.member] = marking.marks;
  return marks;
}

std::string turn_text(const Story& story, int turn) { return story.turn_word + " " + std::to_string(turn); }

std::string player_turn(const Story& story) {
  const auto sided = [](const Chapter& chapter) { return chapter.side == Viewer::A || chapter.side == Viewer::B; };
  const bool of_both = !story.chapters.empty() && std::none_of(story.chapters.begin(), story.chapters.end(), sided);
  return story.turn_word == "turn" && !of_both ? "player turn" : story.turn_word;
}

std::string title_of(const Story& story, const Chapter& chapter) {
  if (chapter.turn == 0) return "Before the first " + story.turn_word;
  const std::string turn = capital(turn_text(story, chapter.turn));
  return chapter.side == Viewer::A || chapter.side == Viewer::B ? turn + ", " + story.side_name(chapter.side) : turn;
}

}  // namespace polemarch::assistant::story
