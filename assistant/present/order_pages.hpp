#pragma once
/// Orders of a unit by kind, and the pages of them that digits pick from. For the files of this folder. Pure.

#include <cstddef>
#include <string_view>

#include "engine/core/gist.hpp"
#include "ui/view_state.hpp"

namespace polemarch::assistant::present {

inline constexpr int kPage = 9, kShortPage = 6;  ///< orders a page

/// What an order of this kind stands with: before the first turn a move puts a unit down.
engine::Deed group_of(engine::Deed deed, bool deploying);
/// Where its group stands among the others, from 0.
std::size_t place_of_group(engine::Deed group);
/// "Move", "Charge", "Fight", "Shoot", "Rally", "Order", "Other", "Place": in this order.
std::string_view name_of_group(engine::Deed group);
/// Digits for the orders of the shown page; the others by their number behind "#", so that every order can be named. What may not be done
/// stands behind what may.
void page_orders(ui::ViewState& view, int page, int most);

}  // namespace polemarch::assistant::present
