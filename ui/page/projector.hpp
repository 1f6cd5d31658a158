#pragma once
/// What falls on the real table: only what is said now, large, on black, and no light on any base. Pure.

#include <functional>

#include "ui/page/items.hpp"
#include "ui/view_state.hpp"

namespace polemarch::ui::page {

/// `place` maps table millimetres to the projector's pixels. Sizes as at a height of 1080.
Page projector_page(const ViewState& view, double width, double height, const std::function<Px(Vec2)>& place, const Measure& measure);

}  // namespace polemarch::ui::page
