/// The keys of what may be chosen: digits and letters that mean nothing else on the screen, "#" and the number where none is left.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assistant/present/parts.hpp"

namespace polemarch::assistant::present {

namespace {

/// H is the help wherever no words are typed: where one of the answers would have it, all have digits and keep their letter in words.
void keep_help_free(std::vector<ui::OptionView>& options) {
  const auto is_help = [](const ui::OptionView& option) { return option.key == "h" || option.key == "H"; };
  if (std::none_of(options.begin(), options.end(), is_help)) return;
  for (ui::OptionView& option : options)
    if (!option.key.empty()) option.text += " (" + std::exchange(option.key, std::string()) + ")";
}

}  // namespace

void number_options(std::vector<ui::OptionView>& options, const std::string& taken) {
  keep_help_free(options);
  std::set<std::string> used;
  for (ui::OptionView& option : options) {
    if (!option.allowed) {
      option.key = "-";
    } else if (option.key.empty() || taken.find(option.key) != std::string::npos || !used.insert(option.key).second) {
      option.key.clear();
    }
  }
  std::vector<std::string> free;
  for (const char key : std::string("123456789bcdefijkopqsuyzaglmnrtvwx"))
    if (taken.find(key) == std::string::npos && !used.contains(std::string(1, key))) free.emplace_back(1, key);
  std::size_t next = 0;
  for (std::size_t i = 0; i < options.size(); ++i)
    if (options[i].key.empty()) options[i].key = next < free.size() ? free[next++] : "#" + std::to_string(i + 1);
}

namespace {

/// The letter an entry had before: by the words of its own side, else by its words alone, so that one side's letter never becomes the
/// other's.
std::map<std::string, std::string>::const_iterator letter_of(const ui::OptionView& option, const std::map<std::string, std::string>& known,
                                                             const std::array<std::string, 2>& side_names) {
  const auto* command = std::get_if<GiveCommand>(&option.intent);
  for (std::size_t side = 0; side < 2 && command != nullptr; ++side) {
    if (side_names[side].empty() || command->json.find(side == 0 ? R"("by":"A")" : R"("by":"B")") == std::string::npos) continue;
    const std::string named = side_names[side] + ": ";
    const bool says_whose = option.text.starts_with(named);
    if (const auto own = known.find(says_whose ? option.text : named + option.text); own != known.end()) return own;
    if (says_whose) return known.find(option.text.substr(named.size()));
  }
  return known.find(option.text);
}

}  // namespace

void letter_options(std::vector<ui::OptionView>& options, std::string taken, const std::map<std::string, std::string>& known,
                    const std::array<std::string, 2>& side_names) {
  taken += kViewKeys;
  // What shows a hand has a letter that never means anything else, so that none is shown by mistake.
  constexpr std::string_view kOfA = "jz", kOfB = "ky";
  const auto hand_of = [](const ui::OptionView& option) { return std::get_if<LookAtHand>(&option.intent); };
  const std::string before = taken;
  if (std::any_of(options.begin(), options.end(), [&](const ui::OptionView& option) { return hand_of(option) != nullptr; }))
    taken.append(kOfA).append(kOfB);
  for (ui::OptionView& option : options) {  // the letter it had before, where it is free
    const auto letter = letter_of(option, known, side_names);
    if (letter == known.end() || !option.allowed || hand_of(option) || taken.find(letter->second) != std::string::npos) continue;
    taken += option.key = letter->second;
  }
  std::size_t at = 0;
  for (ui::OptionView& option : options) {
    ++at;
    if (!option.key.empty()) continue;
    if (const auto* hand = hand_of(option)) {
      const std::string_view own = hand->side == Side::A ? kOfA : kOfB;
      const auto free = own.find_first_not_of(before);  // court cards may be typed
      option.key = free == std::string_view::npos ? "#" + std::to_string(at) : std::string(1, own[free]);
      continue;
    }
    if (!option.allowed) {
      option.key = "-";
      continue;
    }
    if (const auto* fold = std::get_if<OpenMenu>(&option.intent); fold != nullptr && fold->group.empty()) {
      option.key = "Escape";  // the way back
      continue;
    }
    std::string wanted;
    for (const char c : option.text)
      if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) wanted += static_cast<char>(c | 0x20);
    wanted += "edpfbciosuyzjkqa";
    const auto free = wanted.find_first_not_of(taken);
    option.key = free == std::string::npos ? "#" + std::to_string(at) : std::string(1, wanted[free]);
    if (option.key.size() == 1) taken += option.key;
  }
}

std::string id_of_answer(const ui::OptionView& option) {
  const auto* choice = std::get_if<ChooseOption>(&option.intent);
  return choice != nullptr ? choice->wait + "\n" + choice->option : option.text;
}

std::vector<const std::vector<ui::OptionView>*> answers_of_cards(const ui::ViewState& view) {
  std::vector<const std::vector<ui::OptionView>*> cards;
  if (view.question && view.question->aside) cards.push_back(&view.question->options);
  if (view.trouble) cards.push_back(&view.trouble->options);
  if (view.unseen_question) cards.push_back(&view.unseen_question->options);
  return cards;
}

void give_card_keys(const Inputs& inputs, const ui::ViewState& view, std::vector<ui::OptionView>& options) {
  std::string taken = kViewKeys;
  const auto take = [&](const std::vector<ui::OptionView>& list) {
    for (const ui::OptionView& option : list)
      if (&list != &options && option.allowed && option.key.size() == 1) taken += option.key;
  };
  take(view.menu);
  take(view.offers);
  for (const auto* card : answers_of_cards(view)) take(*card);
  if (view.question && !view.question->aside) take(view.question->options);
  if (view.question && view.question->takes_values) taken += "0123456789ajqkv";
  const auto own = [&](const std::string& id) {
    return std::any_of(options.begin(), options.end(), [&](const ui::OptionView& option) { return id_of_answer(option) == id; });
  };
  for (const auto& [id, key] : inputs.card_keys)
    if (!own(id)) taken += key.size() == 1 ? key : std::string();
  const bool digits = view.selected.empty();
  for (ui::OptionView& option : options) {  // those they had
    option.key.clear();
    const auto had = inputs.card_keys.find(id_of_answer(option));
    if (had == inputs.card_keys.end() || had->second.size() != 1 || taken.find(had->second) != std::string::npos) continue;
    const bool digit = had->second[0] >= '1' && had->second[0] <= '9';
    if (digit == digits) taken += option.key = had->second;
  }
  std::string free = "cfubdeiopqsaykzj";  // those that show hands come last
  if (digits) {                           // those that count what NOW offers on the keypad go on meaning that, as far as nine reach
    const auto ways = std::count_if(view.menu.begin(), view.menu.end(), [](const ui::OptionView& entry) { return entry.allowed; });
    const std::string nine = "123456789";
    const auto last = nine.size() - std::min(nine.size(), options.size());
    free = nine.substr(std::min(static_cast<std::size_t>(ways), last)) + free;
  }
  for (ui::OptionView& option : options) {
    if (!option.key.empty()) continue;
    const std::size_t at = free.find_first_not_of(taken);
    option.key = at == std::string::npos ? "#c" + std::to_string(&option - options.data() + 1) : std::string(1, free[at]);
    taken += option.key.size() == 1 ? option.key : std::string();
  }
}

}  // namespace polemarch::assistant::present
