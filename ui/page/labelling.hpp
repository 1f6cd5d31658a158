#pragma once
/// What everything that writes on the table shares: where it writes, which units are in sight, what is free. Inside ui/page only.

#include <set>

#include "ui/page/table_labels.hpp"

namespace polemarch::ui::page {

inline constexpr double kPlate = 22, kLabel = 14;  ///< a plate's height, a label's type

struct Labelling {
  Labelling(Pen& on, const ViewState& shown, const TableFit& at);

  Pen& pen;
  const ViewState& view;
  const TableFit& fit;
  LabelBoard board;
  std::vector<const UnitView*> units;  ///< on the table and in sight, the selected one first
  bool boxes;                          ///< the table is a grid
  bool pictured;                       ///< the camera's picture lies under the labels
  std::set<UnitId> on_plates;          ///< leaders whose plates bear their names

  bool in_sight(const Box& box) const;
  bool selected(const UnitView& unit) const { return unit.unit.text == view.selected; }
};

/// The plates of units: on the base, behind it, or where there is room.
void write_plates(Labelling& on);
/// How long a unit has been out of the camera's sight.
void write_unseen(Labelling& on);
/// Names of units, behind their plates, as far as there is room for them.
void write_names(Labelling& on);

/// The dark ground of a label.
void casing(Pen& pen, Box box);
/// A drawn base about as deep as it is wide has room for its name on it, where the name of a unit beside it covers nothing.
bool in_square(const Labelling& on, const UnitView& unit);

}  // namespace polemarch::ui::page
