#include "assistant/story/chapters.hpp"

#include <cstdint>
#include <map>

namespace polemarch::assistant::story {

void join_alternating(std::vector<Chapter>& chapters) {
  constexpr std::size_t most = 4;
  std::vector<Chapter> joined;
  for (std::size_t i = 0; i < chapters.size();) {
    std::size_t end = i + 1;
    while (end < chapters.size() && chapters[end].turn == chapters[i].turn) ++end;
    if (end - i > most)
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
