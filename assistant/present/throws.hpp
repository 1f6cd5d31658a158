#pragma once
/// Throws as the screen shows them: before they are thrown, and as they fell. Pure.

#include "assistant/present/present.hpp"
#include "engine/core/pending.hpp"

namespace polemarch::assistant::present {

/// "7+", "8 or less".
std::string say_need(int need, engine::Better better);
/// "58 %", "6.5 %" under ten.
std::string say_chance(int per_mille);

/// `needs`: of each value, where they differ.
ui::ThrowView throw_view(const engine::Thrown& thrown, const std::vector<int>& needs = {});
ui::OddsView odds_view(const engine::Pending& pending);

}  // namespace polemarch::assistant::present
