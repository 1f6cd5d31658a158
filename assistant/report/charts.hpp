#pragma once
/// Charts of a story as SVG, each drawn wide and narrow so that letters keep their size on a phone. Pure text.

#include <string>

#include "assistant/story/stats.hpp"

namespace polemarch::assistant::report {

/// What is left of both armies over the chapters; empty where the ruleset counts nothing.
std::string losses_chart(const story::Story& story);
/// Good minus expected over the throws of both sides, with bands of one and two standard deviations.
std::string luck_chart(const story::Story& story, const std::array<story::SideLuck, 2>& luck);
/// Minutes a chapter, or seconds where none took two minutes; throwing apart from choosing, a bar a side.
std::string time_chart(const story::Story& story, const story::TimeOf& time);
/// "Minutes" or "Seconds": what the bars of that chart count.
std::string time_chart_unit(const story::TimeOf& time);
/// A unit's life: a cell a chapter.
std::string life_line(const story::Story& story, const story::Member& member, const story::UnitDeeds& deeds);

}  // namespace polemarch::assistant::report
