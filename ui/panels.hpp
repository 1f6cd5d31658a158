#pragma once
/// The panels right of the table. A panel draws a value and returns wishes; no engine call, no global. Inside ui only.

#include <vector>

#include "models/intent.hpp"
#include "ui/view_state.hpp"

struct ImFont;

namespace polemarch::ui {

struct Fonts {
  ImFont* text = nullptr;
  ImFont* heading = nullptr;
  ImFont* bold = nullptr;  ///< names on the table
  ImFont* small = nullptr;
};

/// Title, question, why, selection, lists and log, top to bottom in the present ImGui window.
std::vector<Intent> draw_panels(const ViewState& view, const Fonts& fonts);

/// The list of keys over the table.
void draw_key_help(const Fonts& fonts);

}  // namespace polemarch::ui
