#include "assistant/session/news.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "assistant/session/hiding.hpp"

namespace polemarch::assistant {

namespace {

/// Core's events of the agenda.
bool keeps_the_agenda(std::string_view event) {
  constexpr std::array<std::string_view, 4> kNames{R"("event":"step_opened")", R"("event":"step_closed")", R"("event":"wait_answered")",
                                                   R"("event":"placement_owed")"};
  return std::any_of(kNames.begin(), kNames.end(), [&](std::string_view name) { return event.find(name) != std::string_view::npos; });
}

}  // namespace

std::vector<std::string> news_of(const std::vector<std::string>& events, const std::vector<std::string>& lines) {
  std::vector<std::string> news;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].empty() || lines[i] == kSealedLine || (i < events.size() && keeps_the_agenda(events[i]))) continue;
    if (news.empty() || news.back() != lines[i]) news.push_back(lines[i]);
  }
  return news;
}

std::vector<std::string> news_of(const Told& told, Viewer viewer) { return news_of(told.events, seen_by(told, viewer).lines); }

}  // namespace polemarch::assistant
