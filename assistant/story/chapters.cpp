#include "assistant/story/chapters.hpp"

#include <cstdint>
#include <map>

namespace polemarch::assistant::story {

namespace {

/// A side has its part of a turn, the other has its own, and then the first again, though nothing was taken back: they alternate.
bool comes_again(const Story& story, std::size_t first, std::size_t end) {
  for (std::size_t i = first + 1; i < end; ++i) {
    const Chapter& chapter = story.chapters[i];
    const bool taken_back = chapter.first > 0 && story.moments[chapter.first - 1].back_to >= 0;
    for (std::size_t before = first; before + 1 < i && !taken_back; ++before)
      if (story.chapters[before].side == chapter.side) return true;
  }
  return false;
}

}  // namespace

void join_alternating(Story& story) {
  constexpr std::size_t most = 4;
  std::vector<Chapter>& chapters = story.chapters;
  const auto end_of_turn = [&](std::size_t i) {
    std::size_t end = i + 1;
    while (end < chapters.size() && chapters[end].turn == chapters[i].turn) ++end;
    return end;
  };
  std::size_t turns = 0;
  for (std::size_t i = 0; i < chapters.size(); i = end_of_turn(i)) turns += comes_again(story, i, end_of_turn(i)) ? 1 : 0;
  const bool alternates = turns > 1;  // one may be the players' own doing
  std::vector<Chapter> joined;
  for (std::size_t i = 0; i < chapters.size();) {
    const std::size_t end = end_of_turn(i);
    if (end - i > most || (alternates && chapters[i].turn > 0))
      joined.push_back({chapters[i].turn, Viewer::Both, chapters[i].first, chapters[end - 1].last});
    else
      joined.insert(joined.end(), chapters.begin() + static_cast<std::ptrdiff_t>(i), chapters.begin() + static_cast<std::ptrdiff_t>(end));
    i = end;
  }
  chapters = std::move(joined);
}

void gather_acts(Story& story) {
  std::map<std::int64_t, std::size_t> by_order;
  std::uint32_t chapter = 0;
  for (std::uint32_t i = 0; i < story.moments.size(); ++i) {
    while (chapter + 1 < story.chapters.size() && story.chapters[chapter].last < i) ++chapter;
    const Moment& moment = story.moments[i];
    const auto known = moment.order == moment.seq ? by_order.end() : by_order.find(moment.order);
    if (known != by_order.end()) {
      story.acts[known->second].moments.push_back(i);
      continue;
    }
    by_order[moment.seq] = story.acts.size();
    story.acts.push_back({chapter, {i}, {}, {}, false, false});
  }
}

}  // namespace polemarch::assistant::story
