#pragma once
/// Who fights, read from a battle's set-up, whatever the ruleset: the names of armies, units, leaders and camps. Pure.

#include <nlohmann/json.hpp>
#include <string>

#include "assistant/story/story.hpp"

namespace polemarch::assistant::story {

/// A field's text; empty where there is none.
std::string text_of(const nlohmann::json& j, const char* name);
/// An army's or battle's name without the words that mark a sample.
std::string without_sample(std::string text);
/// "Romans of the Rhine" is "Romans".
std::string short_name(const std::string& army);
/// Adds every unit, leader and camp that stands anywhere inside `at`.
void add_members(Story& story, const nlohmann::json& at, Side side);

}  // namespace polemarch::assistant::story
