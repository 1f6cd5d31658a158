#pragma once
/// Pieces of the report's HTML. Pure.

#include <string>
#include <string_view>
#include <vector>

#include "assistant/session/battle_log.hpp"

namespace polemarch::assistant::report {

std::string escaped(std::string_view text);
/// "a, b, c", escaped.
std::string listed(const std::vector<std::string>& items);
/// One row of the table of rulings.
std::string ruling_row(const LogLine& line, const std::vector<std::string>& told);
/// The page up to <body>.
std::string page_head(const std::string& title);

}  // namespace polemarch::assistant::report
