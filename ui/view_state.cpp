#include "ui/view_state.hpp"

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

}  // namespace polemarch::ui
