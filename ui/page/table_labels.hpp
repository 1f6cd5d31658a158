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
/// The last measure that lies near a limit, on a card of its own: its 95 % band against the limit, and how sure that is.
void draw_measure_card(Pen& pen, const ViewState& view, const TableFit& fit, const std::vector<Box>& taken);
/// Everything between the selected unit and the one pointed at, beside that one; over what is there, but over as little as may be.
void draw_tip(Pen& pen, const ViewState& view, const TableFit& fit, const std::vector<Box>& taken);

/// Coordinates of boxes or rulers, outside the table.
void draw_edges(Pen& pen, const ViewState& view, const TableFit& fit);
/// Of a closer look: the whole table, small, with what is in sight.
void draw_map(Pen& pen, const ViewState& view, const TableFit& fit, LabelBoard& board);
/// The radius of a leader's token, in pixels of the page: his base, but no smaller than an eye and a finger need.
double token_radius(const Pen& pen, double base_radius);
/// Bases and leaders' tokens, who is selected in yellow. Under every label.
void draw_bases(Pen& pen, const ViewState& view, const TableFit& fit);

void table_labels(Pen& pen, const ViewState& view, const TableFit& fit);

/// Whether the selected unit, which may go somewhere, has to know of this zone.
bool zone_matters(const SceneItem& zone, const Scene& scene);
/// What grows and lies on the drawn table, under all else.
void draw_terrain(Pen& pen, const ViewState& view, const TableFit& fit);
/// Border markers that the camera does not see.
void draw_border(Pen& pen, const ViewState& view, const TableFit& fit);
/// Zones of control, under all but terrain.
void draw_zones(Pen& pen, const ViewState& view, const TableFit& fit);
/// What is still to be done by hand and the order that waits for its throw.
void draw_work(Pen& pen, const ViewState& view, const TableFit& fit, LabelBoard& board);
/// The arrows of what is to be moved; what stands where no rule lets it, whom the reason names, and where it was put from. Over the bases,
/// under every label.
void draw_ways(Pen& pen, const ViewState& view, const TableFit& fit);
/// Arcs of fire and limits on open ground, under the bases.
void draw_arcs(Pen& pen, const ViewState& view, const TableFit& fit);
/// What a unit sees of another: the wedge over the seen part filled, over the hidden part hatched; and over the bases the edge itself, seen
/// in white, hidden dotted.
void draw_sights(Pen& pen, const ViewState& view, const TableFit& fit);
void draw_seen_fronts(Pen& pen, const ViewState& view, const TableFit& fit);
/// Whether `draw_arcs` or `draw_sights` draws it. `boxes`: of a grid.
bool drawn_as_arc(const SceneItem& item, bool boxes);
/// Where the name of a limit stands that is drawn inside an arc alone.
std::optional<Px> limit_label(const ViewState& view, const TableFit& fit, const SceneItem& item);
/// The places the selected unit's orders lead to: corners or an outline under the bases, then the digit of the panel and what has to be
/// thrown.
void draw_places(Pen& pen, const ViewState& view, const TableFit& fit);
void draw_orders(Pen& pen, const ViewState& view, const TableFit& fit, LabelBoard& board);

/// Which way a base faces: a triangle on its front edge, pointing ahead. `depth` of the base, pixels.
void front_mark(Pen& pen, Px left, Px right, double depth, Paint paint);

/// The upright box round these points, and points of the table on the page.
Box around(const std::vector<Px>& points);
std::vector<Px> on_page(const TableFit& fit, const std::vector<Vec2>& points);

/// True where the table is a grid of boxes.
bool has_boxes(const Scene& scene);
/// True for scene items that the page draws or writes itself, so that whoever paints the scene leaves them out. `boxes`: of a grid.
bool written_by_page(const SceneItem& item, bool boxes);

}  // namespace polemarch::ui::page
