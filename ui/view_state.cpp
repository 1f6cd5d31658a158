#include "ui/view_state.hpp"

#include <algorithm>

namespace polemarch::ui {

std::string_view name_of(HelpLevel level) {
  switch (level) {
    case HelpLevel::Measure:
      return "measure";
    case HelpLevel::Advise:
      return "advise";
    case HelpLevel::Umpire:
      return "umpire";
  }
  return "?";
}

std::optional<HelpLevel> help_level_named(std::string_view text) {
  for (const HelpLevel level : {HelpLevel::Measure, HelpLevel::Advise, HelpLevel::Umpire})
    if (name_of(level) == text) return level;
  return std::nullopt;
}

std::string say_duration(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::clamp(seconds, 0.0, 1e9));
  const auto two = [](std::int64_t large, const char* unit, std::int64_t small, const char* part) {
    return std::to_string(large) + unit + (small > 0 ? " " + std::to_string(small) + part : "");
  };
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) return two(whole / 60, " min", whole % 60, " s");
  return two(whole / 3600, " h", whole / 60 % 60, " min");
}

std::string_view word_of(engine::Ruling ruling) {
  switch (ruling) {
    case engine::Ruling::Allowed:
      return "";
    case engine::Ruling::Refused:
      return "refused: ";
    case engine::Ruling::TooCloseToCall:
      return "too close to call: ";
  }
  return "";
}

std::string ResultView::heading() const {
  std::string text = std::string(word_of(ruling)) + title;
  if (ruling != engine::Ruling::Allowed) text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

}  // namespace polemarch::ui
