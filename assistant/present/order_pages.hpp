#pragma once
/// Orders of a unit by kind, and the pages of them that digits pick from. For the files of this folder. Pure.

#include <string_view>

#include "engine/core/gist.hpp"
#include "ui/view_state.hpp"

namespace polemarch::assistant::present {

inline constexpr int kPage = 9, kShortPage = 6;  ///< orders a page

/// Orders stand together by what they do, in this order.
enum class OrderGroup { Move, Charge, Fight, Shoot, Rally, Order, Other, Place };
/// Of a command that tells somebody to do this; before the first turn a move puts a unit down.
OrderGroup order_group(engine::Deed deed, bool deploying);
/// "Move", "Charge", "Fight", "Shoot", "Rally", "Order", "Other", "Place".
std::string_view group_name(OrderGroup group);
/// Digits for the orders of the shown page; the others by their number behind "#", so that every order can be named. What may not be done
/// stands behind what may.
void page_orders(ui::ViewState& view, int page, int most);

}  // namespace polemarch::assistant::present
