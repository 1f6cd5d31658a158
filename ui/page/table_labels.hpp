#pragma once
/// What is written on the table: plates and names of units behind their bases, coordinates outside, labels of advice and terrain. Placed so
/// that nothing overlaps; what finds no room becomes a dot. Inside ui/page only.

#include "ui/page/label_board.hpp"
#include "ui/page/pen.hpp"
#include "ui/page/table_fit.hpp"
#include "ui/view_state.hpp"

namespace polemarch::ui::page {

/// Measures that are kept, each with its line and its words.
void draw_measures(Pen& pen, const ViewState& view, const TableFit& fit, LabelBoard& board);
/// Everything between the selected unit and the one pointed at, beside that one; over what is there, but over as little as may be.
void draw_tip(Pen& pen, const ViewState& view, const TableFit& fit, const std::vector<Box>& taken);

void table_labels(Pen& pen, const ViewState& view, const TableFit& fit);

/// True for scene items that the page writes itself, so that whoever paints the scene leaves them out.
bool written_by_page(const SceneItem& item);

}  // namespace polemarch::ui::page
