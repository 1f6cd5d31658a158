#pragma once
/// What the files of this folder share: words, and the parts a ViewState is filled in by. Nobody outside includes it. Pure.

#include <string>

#include "assistant/present/present.hpp"

namespace polemarch::assistant::present {

/// "3", "7.3".
std::string say_number(double value);
/// "Rome", "both sides", "umpire".
std::string say_who(const Inputs& inputs, Viewer who);

/// The one open question, and the rest as lines.
void fill_questions(const Inputs& inputs, ui::ViewState& view);
/// The selected unit: advice, and its orders with their keys (none while a question is open).
void fill_selection(const Inputs& inputs, ui::ViewState& view);
/// What belongs to no unit, with letter keys. After fill_questions and fill_selection: it takes the keys they leave.
void fill_menu(const Inputs& inputs, ui::ViewState& view);
/// The sentence of NOW, and how the battle ended.
void fill_now(const Inputs& inputs, ui::ViewState& view);
/// Every unit, on the table or not.
void fill_units(const Inputs& inputs, ui::ViewState& view);

/// Everything between the selected unit and the one pointed at. After fill_units and fill_selection.
void fill_tip(const Inputs& inputs, ui::ViewState& view);
/// Measures kept on the table, and text for the clipboard.
void fill_measures(const Inputs& inputs, ui::ViewState& view);

/// The last of all: unit ids in every sentence give way to names.
void name_units(const Inputs& inputs, ui::ViewState& view);

/// Gives every option that may be picked a key of its own: its own letter where it has one, else digits, else free letters. `taken` holds
/// keys that mean something else.
void number_options(std::vector<ui::OptionView>& options, const std::string& taken);
/// A letter for each entry that may be picked: from its own words where one is free, so that an entry keeps its letter from turn to turn.
void letter_options(std::vector<ui::OptionView>& options, std::string taken);

/// Keys that mean something on the screen itself whatever is shown (ui/keys.hpp), so no entry may take them.
inline constexpr const char* kViewKeys = "ghlmnrtvwx?/.";

}  // namespace polemarch::assistant::present
