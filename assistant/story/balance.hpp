#pragma once
/// How a battle stands between its sides: what the rules count until an army breaks, or units where that falls once or twice a battle.
/// Pure.

#include <array>
#include <string>
#include <vector>

#include "assistant/story/story.hpp"

namespace polemarch::assistant::story {

/// What decides the battle falls once or twice in all (divisions broken): the units that stand tell its course.
bool counts_units(const Story& story);
/// What a side has left at the start and behind every chapter: chapters + 1 values. Empty where nothing is counted.
std::vector<int> left_over_time(const Story& story, Side side);
/// "Romans 7 : 10 Britons" behind every chapter; empty where nothing is counted.
std::vector<std::string> scores_of(const Story& story);

/// What both sides have at the end, `first` told first: "They had six medals left of ten, the Romans none of nine". `who_had` begins it:
/// "They had". Empty where nothing is counted.
std::string balance_text(const Story& story, Side first, const std::string& who_had);

}  // namespace polemarch::assistant::story
