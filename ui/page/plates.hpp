#pragma once
/// Plates with a unit's state in glyphs, cards and dice with what they need or show. Inside ui/page only.

#include "ui/page/pen.hpp"
#include "ui/view_state.hpp"

namespace polemarch::ui::page {

/// A unit's plate: its name, then its state. Returns its width.
double state_plate_width(const Pen& pen, const UnitView& unit, double height);
double state_plate(Pen& pen, double x, double middle, const UnitView& unit, double height);

/// The state alone, on a dark ground: where the name stands elsewhere. Returns its width.
double state_marks_width(const Pen& pen, const UnitView& unit, double height);
double state_marks(Pen& pen, double x, double middle, const UnitView& unit, double height);

/// What is needed, on a paper card or a die. Returns its width.
double need_width(const Pen& pen, std::string_view need);
double draw_need(Pen& pen, double x, double middle, std::string_view need, bool card);
/// A card or a die of `faces` as it fell, with its tick or cross. A die has the outline it shows lying on the table: D6 square, D8 diamond,
/// D10 kite, D4 and D20 triangle, D12 five-sided. Returns its width.
double value_width(const Pen& pen, const ValueView& value, bool card, int faces);
double draw_value(Pen& pen, double x, double middle, const ValueView& value, bool card, int faces, bool compared);

}  // namespace polemarch::ui::page
