/// Border markers that the camera does not see: where each lies, black within a dashed line of doubt.
#include <algorithm>

#include "ui/page/table_labels.hpp"
#include "ui/shapes.hpp"

namespace polemarch::ui::page {

void draw_border(Pen& pen, const ViewState& view, const TableFit& fit) {
  for (const BorderUnseenView& one : view.border_unseen) {
    const Px at = fit.to_px(one.at);
    const double half = std::max(one.size_mm * fit.scale / 2 + pen.px(2), pen.px(11));
    const Box box{at.x - half, at.y - half, 2 * half, 2 * half};
    pen.rect(box, Paint{0x0A, 0x0E, 0x12, 255}, Paint{0x0A, 0x0E, 0x12, 235}, 5);
    const Outline round{{{box.x, box.y}, {box.x + box.w, box.y}, {box.x + box.w, box.y + box.h}, {box.x, box.y + box.h}}, true, false};
    for (const Segment& dash : dashes(round, pen.px(5), pen.px(3)))
      pen.line({dash.first.x, dash.first.y}, {dash.second.x, dash.second.y}, dark_theme().doubt, 3);
  }
}

}  // namespace polemarch::ui::page
