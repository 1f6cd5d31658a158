#pragma once
/// The cards of the panel and the strip below. Each draws into the box it is given and says how much of it was used. Inside ui/page only.

#include "ui/page/pen.hpp"
#include "ui/view_state.hpp"

namespace polemarch::ui::page {

/// NOW: whose turn, what is waited for, the question with what is typed, and the ways on. Returns its height; `most` is the room there is.
double now_card(Pen& pen, const ViewState& view, Box box);
/// What was not allowed or is too close to call, why, and what may be done about it. Returns its height, 0 without such a question.
double refusal_card(Pen& pen, const ViewState& view, Box box);
/// Notices, interrupts and placements owed: a card of their own under NOW, which covers nothing. Returns its height, 0 without any.
double notice_card(Pen& pen, const ViewState& view, Box box);
/// The selected unit: figures, orders by number, why not. Returns its height, 0 where nothing is selected. Every order of the page has its
/// row; what is above that leaves `kept` pixels of the box to others.
double unit_card(Pen& pen, const ViewState& view, Box box, double kept);
/// Who stands beside the table and may be placed now. Returns its height, 0 where nobody does.
double muster_card(Pen& pen, const ViewState& view, Box box);
/// The last result, itemised, and the history below it; fills the box.
void result_card(Pen& pen, const ViewState& view, Box box);
/// Losses and breaking points, the turn, the camera.
void strip(Pen& pen, const ViewState& view, Box box);
/// The layers of the overlay with their keys, under the table.
void legend(Pen& pen, const ViewState& view, Box box);
/// The keys of a replay that do not stand in its now_card.
void reel_keys(Pen& pen, const ViewState& view, Box box);
/// The reel of a replay: turns, losses, bookmarks, what is left of both sides, and where it stands; a click goes there.
void replay_strip(Pen& pen, const ViewState& view, Box box);
/// The list of keys, over the table.
void key_list(Pen& pen, const ViewState& view, Box table);

}  // namespace polemarch::ui::page
