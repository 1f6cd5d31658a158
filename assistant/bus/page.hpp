#pragma once
/// The page that spectators load, in one piece: no font, picture or script from elsewhere. It draws the table itself from what it hears.

#include <string_view>

namespace polemarch::assistant {

std::string_view page_text();
/// Header lines that keep anything but the page's own script and style from running.
std::string_view page_headers();

}  // namespace polemarch::assistant
