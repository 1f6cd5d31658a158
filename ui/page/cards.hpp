#pragma once
/// The cards of the panel and the strip below. Each draws into the box it is given and says how much of it was used. Inside ui/page only.

#include "ui/page/pen.hpp"
#include "ui/view_state.hpp"

namespace polemarch::ui::page {

/// Margins of a card, in pixels at the usual size of letters.
inline constexpr double kLeft = 20, kRight = 18, kTop = 14;

/// NOW: whose turn, what is waited for, the question with what is typed, and the ways on. Returns its height; `most` is the room there is.
double now_card(Pen& pen, const ViewState& view, Box box);
/// The side that is asked something now; nothing where nobody is, or both are.
std::optional<Side> side_asked(const ViewState& view);
/// What was not allowed or is too close to call, why, and what may be done about it. Returns its height, 0 without such a question.
double refusal_card(Pen& pen, const ViewState& view, Box box);
/// True while what was just tried and not allowed has a card of its own.
bool refused_now(const ViewState& view);
/// What was just tried and is not allowed, and why. Returns its height, 0 while nothing was.
double refused_card(Pen& pen, const ViewState& view, Box box);
/// What is wrong with the camera, since when, what may be done; then what it does not see, asked about. Returns its height, 0 while all is
/// well and in sight.
double camera_card(Pen& pen, const ViewState& view, Box box);
/// Notices, interrupts and placements owed: a card of their own under NOW, which covers nothing. Returns its height, 0 without any.
double notice_card(Pen& pen, const ViewState& view, Box box);
/// The selected unit: figures, orders by number, why not. Returns its height, 0 where nothing is selected. Every order of the page has its
/// row; what is above that leaves `kept` pixels of the box to others.
double unit_card(Pen& pen, const ViewState& view, Box box, double kept);
/// Who stands beside the table and may be placed now. Returns its height, 0 where nobody does.
double muster_card(Pen& pen, const ViewState& view, Box box);
/// Who places when, before the battle: those who are placed now, then the turns. Returns its height, 0 outside deployment.
double placing_card(Pen& pen, const ViewState& view, Box box);
/// Hands of cards beside the table: B's at the far end, A's at the near one; turned round with the seat.
void draw_hands(Pen& pen, const ViewState& view, Box column);
/// How wide their column is, 0 without any.
double hands_width(const Pen& pen, const ViewState& view);
/// The last result, itemised, and the history below it; fills the box.
void result_card(Pen& pen, const ViewState& view, Box box);
/// What a demo or script says of what is shown, over the table. Returns its height, 0 where it says nothing.
double caption(Pen& pen, const ViewState& view, Box box);
/// Losses and breaking points, the turn, the camera.
void strip(Pen& pen, const ViewState& view, Box box);
/// The layers of the overlay with their keys, under the table.
void legend(Pen& pen, const ViewState& view, Box box);
constexpr std::size_t kReelButtons = 4;  ///< keys of a replay that stand in its now_card
/// The others, under the table.
void reel_keys(Pen& pen, const ViewState& view, Box box);
/// The reel of a replay: turns, losses, bookmarks, what is left of both sides, and where it stands; a click goes there.
void replay_strip(Pen& pen, const ViewState& view, Box box);
/// The list of keys, over the table.
void key_list(Pen& pen, const ViewState& view, Box table);

}  // namespace polemarch::ui::page
