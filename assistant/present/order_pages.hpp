#pragma once
/// Orders of a unit by kind, and the pages of them that digits pick from. For the files of this folder. Pure.

#include <string_view>

#include "ui/view_state.hpp"

namespace polemarch::assistant::present {

inline constexpr int kPage = 9, kShortPage = 6;  ///< orders a page
inline constexpr std::size_t kPlaceOrder = 5;    ///< the kind that puts a unit down

/// The kind of an order by the first word that says it.
std::size_t order_group(std::string_view text);
/// "Move", "Charge", "Shoot", "Rally", "Other", "Place".
std::string_view group_name(std::size_t group);
/// Digits for the orders of the shown page; the others by their number behind "#", so that every order can be named. What may not be done
/// stands behind what may.
void page_orders(ui::ViewState& view, int page, int most);

}  // namespace polemarch::assistant::present
