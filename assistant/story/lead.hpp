#pragma once
/// The paragraph a report begins with: who won and why, made from the log. Pure.

#include <string>

#include "assistant/story/story.hpp"

namespace polemarch::assistant::story {

/// Two to six sentences; each has its condition, and what did not happen is not mentioned.
std::string lead_of(const Story& story);
/// "Sparta has won: Athens gives up", "The battle is drawn: the time is up"; empty while it goes on.
std::string ending_of(const Story& story);
/// "21 November 2026"; empty where the log does not say.
std::string date_of(const Story& story);
/// Turns played.
int turns_of(const Story& story);

}  // namespace polemarch::assistant::story
