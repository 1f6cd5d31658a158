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

bool takes_card(std::string_view event) { return event.find(R"("event":"card_taken")") != std::string_view::npos; }

/// "A takes 4 cards" of "A takes a card", told so often.
std::string of_cards(std::string line, std::size_t count) {
  constexpr std::string_view kOne = " a card";
  if (const std::size_t at = line.rfind(kOne); at != std::string::npos)
    line.replace(at, kOne.size(), " " + std::to_string(count) + " cards");
  return line;
}

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
  std::string last;
  std::size_t drawn = 1;  // cards of the last line
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (silent(i) || empty_phase(i)) continue;
    const bool again = !news.empty() && lines[i] == last;
    drawn = again ? drawn + 1 : 1;
    last = lines[i];
    if (!again)
      news.push_back(lines[i]);
    else if (i < events.size() && takes_card(events[i]))
      news.back() = of_cards(lines[i], drawn);
  }
  return news;
}

std::vector<std::string> news_of(const Told& told, Viewer viewer) { return news_of(told.events, seen_by(told, viewer).lines); }

}  // namespace polemarch::assistant
