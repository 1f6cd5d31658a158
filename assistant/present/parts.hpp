#pragma once
/// What the files of this folder share: words, and the parts a ViewState is filled in by. Nobody outside includes it. Pure.

#include <string>

#include "assistant/present/present.hpp"

namespace polemarch::assistant::present {

/// "3", "7.3".
std::string say_number(double value);
/// "Hastati", or the id where there is no other name; "Hastati (A3)" where two are called so.
std::string name_or_id(const Inputs& inputs, const UnitId& unit);
/// "Rome", "both sides", "umpire".
std::string say_who(const Inputs& inputs, Viewer who);

/// The one open question, and the rest as lines.
void fill_questions(const Inputs& inputs, ui::ViewState& view);
/// The selected unit: advice, and its orders with their keys (none while a question is open).
void fill_selection(const Inputs& inputs, ui::ViewState& view);
/// What belongs to no unit, with letter keys. After fill_questions and fill_selection: it takes the keys they leave.
void fill_menu(const Inputs& inputs, ui::ViewState& view);
/// Entries that begin alike fold into one while the menu is long.
void fold_menu(const Inputs& inputs, std::vector<ui::OptionView>& menu);
/// The sentence of NOW, and how the battle ended.
void fill_now(const Inputs& inputs, ui::ViewState& view);
/// Every unit, on the table or not.
void fill_units(const Inputs& inputs, ui::ViewState& view);

/// The wish behind an offer: the command itself, or words first.
Intent wish_of(const engine::OfferText& offer, std::string command);
/// An offer as an entry, and as an entry of the menu, said by that side.
ui::OptionView option_of(const engine::OfferText& offer);
ui::OptionView entry_of(Viewer who, const engine::OfferText& offer);
/// The command as this side gives it: a command may name an enemy, so its unit does not say who speaks.
std::string spoken_by(Viewer who, const engine::OfferText& offer);
/// What may be done now, what needs more words, what could be overruled, what is impossible: 0 to 3.
int rank_of(const engine::OfferText& offer);
/// Whether the eyes it is for see this screen.
bool shown_here(const Inputs& inputs, const engine::OfferText& offer);
/// What a card of that hand is called on this screen.
std::string card_name(const Inputs& inputs, Side side, const std::string& card);
/// Hands of cards beside the table. After fill_menu.
void fill_hands(const Inputs& inputs, ui::ViewState& view);
/// What may be done with the card of a hand that was touched; nothing where none was.
std::optional<ui::QuestionView> card_question(const Inputs& inputs);
/// Who places when, before the battle. After fill_now.
void fill_placing(const Inputs& inputs, ui::ViewState& view);

/// What is wrong with the camera and what may be done, and what it does not see. After fill_menu: its keys are those left over.
void fill_trouble(const Inputs& inputs, ui::ViewState& view);

/// Markers that no unit carries, and whose they may be: the list for the screen, an entry of the menu, an order of the selected unit.
void fill_loose(const Inputs& inputs, ui::ViewState& view);
void add_marker_entry(const Inputs& inputs, std::vector<ui::OptionView>& menu);
void add_marker_order(const Inputs& inputs, std::vector<ui::OptionView>& offers);

/// Everything between the selected unit and the one pointed at. After fill_units and fill_selection.
void fill_tip(const Inputs& inputs, ui::ViewState& view);
/// Measures kept on the table, and text for the clipboard.
void fill_measures(const Inputs& inputs, ui::ViewState& view);

/// The last of all: unit ids in every sentence give way to names.
void name_units(const Inputs& inputs, ui::ViewState& view);

/// Gives every option that may be picked a key of its own: its own letter where it has one, else digits, else free letters. `taken` holds
/// keys that mean something else.
void number_options(std::vector<ui::OptionView>& options, const std::string& taken);
/// A letter for each entry that may be picked: the one it had before (`known`, by its words), else one of its own words, where it is free.
/// What shows a side's hand has J or K, or Z or Y where court cards are typed. An entry that named its side before ("Rome: ready") is the
/// same entry without it.
void letter_options(std::vector<ui::OptionView>& options, std::string taken, const std::map<std::string, std::string>& known,
                    const std::array<std::string, 2>& side_names = {});

/// Keys for the answers of a card under NOW: those it had, else such as nothing else on this screen has; digits first where no orders have
/// them. What comes up while a card is open takes no key of it.
void give_card_keys(const Inputs& inputs, const ui::ViewState& view, std::vector<ui::OptionView>& options);

/// Keys that mean something on the screen itself whatever is shown (ui/keys.hpp), so no entry may take them.
inline constexpr const char* kViewKeys = "ghlmnrtvwx?/.";

}  // namespace polemarch::assistant::present
