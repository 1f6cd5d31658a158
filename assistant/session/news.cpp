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

bool begins_phase(std::string_view event) { return event.find(R"("event":"phase_began")") != std::string_view::npos; }

}  // namespace

std::vector<std::string> news_of(const std::vector<std::string>& events, const std::vector<std::string>& lines) {
  std::vector<std::string> news;
  const auto silent = [&](std::size_t i) {
    return lines[i].empty() || lines[i] == kSealedLine || (i < events.size() && keeps_the_agenda(events[i]));
  };
  const auto empty_phase = [&](std::size_t i) {  // the next began before anything happened in it
    if (i >= events.size() || !begins_phase(events[i])) return false;
    for (std::size_t next = i + 1; next < std::min(events.size(), lines.size()); ++next)
      if (!silent(next)) return begins_phase(events[next]);
    return false;
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (silent(i) || empty_phase(i)) continue;
    if (news.empty() || news.back() != lines[i]) news.push_back(lines[i]);
  }
  return news;
}

std::vector<std::string> news_of(const Told& told, Viewer viewer) { return news_of(told.events, seen_by(told, viewer).lines); }

}  // namespace polemarch::assistant
