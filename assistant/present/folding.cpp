/// A long menu: entries that begin alike stand behind one.
#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "assistant/present/parts.hpp"
#include "engine/core/beside.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant::present {

namespace {

/// Where an entry's own words begin, behind whose it is: "Rome: place a wood in c3", "Birch clan (B11): stand in b7".
std::size_t own_words(const Inputs& inputs, const std::string& text) {
  for (const std::string& side : inputs.side_names)
    if (!side.empty() && text.starts_with(side + ": ")) return side.size() + 2;
  const std::size_t unit = text.find("): ");
  return unit == std::string::npos ? 0 : unit + 3;
}

/// The first words of an entry, without whose it is: "Rome: place a wood in c3" begins with "place a wood".
std::string first_words(const Inputs& inputs, const ui::OptionView& option, int words) {
  const std::size_t from = own_words(inputs, option.text);
  std::size_t to = from;
  for (int word = 0; word < words && to != std::string::npos; ++word) to = option.text.find(' ', to + 1);
  return option.text.substr(from, to == std::string::npos ? to : to - from);
}

/// How far two texts go together, in whole words with the blank behind.
std::size_t alike_so_far(std::string_view a, std::string_view b) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < a.size() && i < b.size() && a[i] == b[i]; ++i)
    if (a[i] == ' ') end = i + 1;
  return end;
}

/// What a fold is called: all that its entries have in common, up to a colon or bracket and without a last word that only leads on.
std::string fold_words(std::string words) {
  words = words.substr(0, words.find(": "));
  words = words.substr(0, words.find(" ("));
  while (words.ends_with(' ') || words.ends_with(',')) words.pop_back();
  for (const std::string_view leads : {" in", " to", " at", " with", " around", " by", " behind", " of", " an", " a", " the"})
    if (words.ends_with(leads)) words.resize(words.size() - leads.size());
  return words;
}

/// A command for one unit of several: which of them comes next.
bool names_unit(const ui::OptionView& option) {
  const auto* command = std::get_if<GiveCommand>(&option.intent);
  return command != nullptr && io::parsed_or_discarded(command->json).contains("unit");
}

}  // namespace

/// Entries that begin alike fold into one while the menu is long: by their first word, and those of an open fold, where they are many, by
/// their first three. What is the same of several units folds in a short menu too; what ends a phase or a turn never does. An open fold
/// stands alone, with a way back; where even so its entries are many, the rest of them stands behind "more".
void fold_menu(const Inputs& inputs, std::vector<ui::OptionView>& menu) {
  const engine::Beside* room = engine::beside(*inputs.battle);
  const bool setting_up = room != nullptr && !room->placing().turns.empty();  // who is still to be placed needs the room
  const std::ptrdiff_t kLong = setting_up ? 3 : 12, kAlike = setting_up ? 2 : 3;
  constexpr std::size_t kMost = 15;     // entries of an open fold shown at once
  constexpr std::ptrdiff_t kUnits = 4;  // units of one entry each: more are a list
  std::vector<ui::OptionView> here;
  const std::size_t turned = std::min(inputs.menu_group.find('\f'), inputs.menu_group.size());
  const std::string group_open = inputs.menu_group.substr(0, turned);
  const std::size_t from = kMost * (inputs.menu_group.size() - turned);
  const int opened = static_cast<int>(std::count(group_open.begin(), group_open.end(), ' ')) + 1;
  const auto within = [&](const ui::OptionView& option) {
    return group_open.empty() || (option.allowed && first_words(inputs, option, opened) == group_open);
  };
  std::copy_if(menu.begin(), menu.end(), std::back_inserter(here), within);
  const bool open = !group_open.empty() && !here.empty();
  if (!open) here = menu;  // or the fold that was open is gone
  const auto may = [](const ui::OptionView& option) { return option.allowed; };
  const bool is_long = std::count_if(menu.begin(), menu.end(), may) > kLong;
  if (!is_long && std::count_if(menu.begin(), menu.end(), names_unit) < kUnits) return;
  const int depth = open ? opened + 2 : 1;
  std::vector<ui::OptionView> folded;
  const bool many = std::count_if(here.begin(), here.end(), may) > (open ? static_cast<std::ptrdiff_t>(kMost) : kLong);
  for (const ui::OptionView& option : here) {
    const std::string group = first_words(inputs, option, depth);
    std::ptrdiff_t alike = 0;
    std::string common;  // words of all its entries
    for (const ui::OptionView& other : here) {
      if (!other.allowed || first_words(inputs, other, depth) != group) continue;
      const std::string words = other.text.substr(own_words(inputs, other.text));
      common = alike++ == 0 ? words : words.substr(0, alike_so_far(common, words));
    }
    const bool folds = many ? alike >= kAlike : !open && names_unit(option) && alike >= kUnits;
    if (!folds || !option.allowed || option.ends || std::holds_alternative<LookAtHand>(option.intent)) {
      folded.push_back(option);
      continue;
    }
    const bool told = std::any_of(folded.begin(), folded.end(), [&](const auto& other) {
      const auto* fold = std::get_if<OpenMenu>(&other.intent);
      return fold != nullptr && fold->group == group;
    });
    if (!told)
      folded.push_back({.key = {},
                        .text = std::max(group, fold_words(common), [](const auto& a, const auto& b) { return a.size() < b.size(); }) +
                                " ... (" + std::to_string(alike) + ")",
                        .allowed = true,
                        .detail = {},
                        .intent = OpenMenu{group}});
  }
  menu = std::move(folded);
  if (!open) return;
  const std::size_t all = menu.size(), first = from < all ? from : 0;
  if (all > kMost)
    menu = std::vector<ui::OptionView>(menu.begin() + static_cast<std::ptrdiff_t>(first),
                                       menu.begin() + static_cast<std::ptrdiff_t>(std::min(all, first + kMost)));
  if (first + kMost < all)
    menu.push_back({.key = {},
                    .text = "more ... (" + std::to_string(all - first - kMost) + ")",
                    .allowed = true,
                    .detail = {},
                    .intent = OpenMenu{group_open + std::string(first / kMost + 1, '\f')}});
  menu.push_back({.key = {}, .text = "back", .allowed = true, .detail = {}, .intent = OpenMenu{}});
}

}  // namespace polemarch::assistant::present
