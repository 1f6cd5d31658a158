#pragma once
/// The sections of the page beside the turns. Pure text.

#include <string>

#include "assistant/report/map.hpp"
#include "assistant/story/stats.hpp"

namespace polemarch::assistant::report {

std::string head_section(const story::Story& story);
/// The large map with its slider; `arrows`: what each step moved is drawn, too.
std::string play_section(const story::Story& story, const MapMaker& maps, bool arrows);
std::string losses_section(const story::Story& story);
std::string armies_section(const story::Story& story);
std::string luck_section(const story::Story& story);
std::string time_section(const story::Story& story);
std::string notes_section(const story::Story& story);

}  // namespace polemarch::assistant::report
