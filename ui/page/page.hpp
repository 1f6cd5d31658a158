#pragma once
/// The whole screen as one page of shapes: NOW, the unit, the last result, the strip, in the same four places at every size from 1280x800
/// to 4K. The table is painted by others into Page::table. Pure.

#include "ui/page/items.hpp"
#include "ui/page/table_fit.hpp"
#include "ui/view_state.hpp"

namespace polemarch::ui::page {

/// Where the table itself lies: coordinates and rulers stand outside it.
TableFit fit_of(const ViewState& view, const Page& page);

/// `width` and `height` in pixels; `measure` tells the width of text in the font it will be painted with; `pointer` is where the mouse
/// rests, if there is one.
Page page_of(const ViewState& view, double width, double height, const Measure& measure, std::optional<Px> pointer = {});

}  // namespace polemarch::ui::page
