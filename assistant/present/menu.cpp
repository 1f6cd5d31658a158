/// What belongs to no unit, each with a key of its own; and an offer as an entry, whose eyes it is for, who says it.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "assistant/present/parts.hpp"
#include "engine/core/repair.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant::present {

bool open_amending(const Inputs& inputs, std::vector<ui::OptionView>& menu);  // wishes.cpp

namespace {

/// What ends the battle before its time: kept behind one entry, the last of the menu, beside what puts right by hand.
bool gives_up(const engine::OfferText& offer) {
  return offer.still_needed.size() == 1 && offer.still_needed.front().kind == engine::NeedKind::Yes;
}
constexpr std::string_view kGivingUp = "give up", kAmending = "put right";

void fold_giving_up(const Inputs& inputs, std::vector<ui::OptionView> ways, std::vector<ui::OptionView>& menu) {
  if (inputs.battle->ending()) return;
  if (inputs.menu_group != kGivingUp) {
    if (!menu.empty() && menu.back().text == "back") return;  // a fold that is open stands alone
    menu.push_back({.key = {},
                    .text = (ways.empty() ? "" : std::string(kGivingUp) + ", ") + std::string(kAmending) +
                            (inputs.undoes.empty() ? ", note ..." : ", take back ..."),
                    .allowed = true,
                    .detail = {},
                    .intent = OpenMenu{std::string(kGivingUp)},
                    .gives_up = true});
    return;
  }
  if (!inputs.selection.unit.empty()) {
    const std::string lost =
        engine::take_off_command(inputs.viewer == Viewer::Umpire ? Viewer::Umpire : Viewer::Both, inputs.selection.unit);
    if (const auto may = inputs.battle->judge(lost); may && may->allowed())
      ways.push_back({.key = {},
                      .text = "take " + inputs.selection.unit.text + " off the table, lost",
                      .allowed = true,
                      .detail = {},
                      .intent = GiveCommand{lost}});
  }
  if (!inputs.undoes.empty())  // for hands without a Ctrl key: the keypad, the mouse, a finger
    ways.push_back({.key = {}, .text = "take back: " + inputs.undoes, .allowed = true, .detail = {}, .intent = UndoLast{}});
  ways.push_back({.key = {},
                  .text = "note an agreement ...",
                  .allowed = true,
                  .detail = {},
                  .intent = FillIn{engine::agree_command(inputs.viewer == Viewer::Umpire ? Viewer::Umpire : Viewer::Both), "text",
                                   "note an agreement: what was agreed? Then Enter", FillIn::As::Text}});
  ways.push_back({.key = {}, .text = "put a value right ...", .allowed = true, .detail = {}, .intent = OpenMenu{std::string(kAmending)}});
  ways.push_back({.key = {}, .text = "back", .allowed = true, .detail = {}, .intent = OpenMenu{}});
  menu = std::move(ways);
}

/// Not shown twice: both sides may say the same thing where it is nobody's turn alone.
struct MenuEntry {
  Viewer who;
  engine::OfferText offer;
  std::string card;  ///< of the hand that it uses
};

std::vector<MenuEntry> entries_of(const Inputs& inputs) {
  const Viewer turn = inputs.battle->now().who;
  std::vector<MenuEntry> entries;
  for (const SideOffers& mine : inputs.menu)
    for (std::size_t i = 0; i < mine.offers.size(); ++i) {
      const engine::OfferText& offer = mine.offers[i];
      if (!shown_here(inputs, offer)) continue;
      const bool out_of_turn = (turn == Viewer::A || turn == Viewer::B) && mine.who != turn && inputs.menu.size() > 1;
      if (out_of_turn) {
        const auto same = [&](const MenuEntry& other) { return other.offer.command == offer.command; };
        if (!offer.verdict.allowed() || std::any_of(entries.begin(), entries.end(), same)) continue;
      }
      MenuEntry entry{mine.who, offer, i < mine.cards.size() ? mine.cards[i] : std::string()};
      const auto alike = [&](const MenuEntry& other) {  // two cards of one title in a hand: nobody could tell them apart
        return other.who == entry.who && !other.card.empty() && other.card != entry.card && other.offer.text == offer.text &&
               other.offer.verdict.allowed() == offer.verdict.allowed();
      };
      if (entry.card.empty() || std::none_of(entries.begin(), entries.end(), alike)) entries.push_back(std::move(entry));
    }
  return entries;
}

/// Both sides may say something that begins with the same word, and of one such thing both have to say whose it is: of its kin too.
bool says_the_like(const MenuEntry& entry, const std::vector<MenuEntry>& all) {
  const auto first = [](const std::string& text) { return text.substr(0, text.find(' ')); };
  const auto shared = [&](const MenuEntry& other) {
    return std::any_of(all.begin(), all.end(),
                       [&](const MenuEntry& own) { return own.who == entry.who && own.offer.text == other.offer.text; });
  };
  return std::any_of(all.begin(), all.end(), [&](const MenuEntry& other) {
    return other.who != entry.who && first(other.offer.text) == first(entry.offer.text) && shared(other);
  });
}

/// What several things may be done with a card of the hand is one entry, which opens the card.
std::optional<ui::OptionView> card_entry(const Inputs& inputs, const MenuEntry& entry, const std::vector<MenuEntry>& all) {
  const auto same = [&](const MenuEntry& other) {
    return other.who == entry.who && other.card == entry.card && other.offer.verdict.allowed();
  };
  if (entry.card.empty() || !entry.offer.verdict.allowed() || std::count_if(all.begin(), all.end(), same) < 2) return std::nullopt;
  const Side side = entry.who == Viewer::A ? Side::A : Side::B;
  return ui::OptionView{.key = {},
                        .text = card_name(inputs, side, entry.card) + " ...",
                        .allowed = true,
                        .detail = {},
                        .intent = ChooseOption{"card", std::string(name_of(side)) + ":" + entry.card}};
}

bool has_window(const Inputs& inputs, Viewer who) {
  const std::vector<engine::Window> windows = inputs.battle->windows(inputs.viewer);
  return std::any_of(windows.begin(), windows.end(), [&](const engine::Window& window) { return window.who == who; });
}

}  // namespace

ui::OptionView option_of(const engine::OfferText& offer) {
  ui::OptionView option;
  option.text = offer.text;
  option.intent = wish_of(offer, offer.command);
  option.allowed = offer.verdict.allowed() && (offer.whole || std::holds_alternative<FillIn>(option.intent));
  option.ends = offer.ends;
  if (!offer.verdict.allowed()) {
    option.detail = offer.verdict.reasons.empty() ? "not now" : say_reason(offer.verdict.reasons.front());
    if (!offer.verdict.reasons.empty()) option.rule = offer.verdict.reasons.front().rule;
  } else {
    for (const engine::Need& need : offer.still_needed)
      option.detail += (option.detail.empty() ? (offer.whole ? "then " : "needs ") : ", ") + need.word;
    const bool by_hand = !offer.whole && std::any_of(offer.still_needed.begin(), offer.still_needed.end(),
                                                     [](const engine::Need& need) { return need.kind == engine::NeedKind::Pose; });
    if (by_hand && !option.allowed) option.detail = "put it where it is to stand";
  }
  return option;
}

std::string spoken_by(Viewer who, const engine::OfferText& offer) {
  nlohmann::json command = io::parsed(offer.command);
  command["by"] = name_of(who);
  return command.dump();
}

int rank_of(const engine::OfferText& offer) {
  if (offer.verdict.allowed()) return offer.whole ? 0 : 1;
  return offer.verdict.may_be_overruled() ? 2 : 3;
}

bool shown_here(const Inputs& inputs, const engine::OfferText& offer) {
  if (offer.audience == Viewer::Both || inputs.viewer == Viewer::Umpire || inputs.viewer == offer.audience) return true;
  return inputs.viewer == Viewer::Both && inputs.hand_shown == offer.audience;
}

ui::OptionView entry_of(Viewer who, const engine::OfferText& offer) {
  ui::OptionView option = option_of(offer);
  option.intent = wish_of(offer, spoken_by(who, offer));
  return option;
}

void fill_menu(const Inputs& inputs, ui::ViewState& view) {
  if (inputs.help_level == ui::HelpLevel::Measure) return;
  const bool asked = view.question && !view.question->aside;
  std::vector<MenuEntry> entries = entries_of(inputs);
  const Viewer turn = inputs.battle->now().who;  // who has to do something now comes first
  const auto rank = [&](const MenuEntry& entry) { return std::pair{rank_of(entry.offer), entry.who != turn}; };
  std::stable_sort(entries.begin(), entries.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  std::vector<ui::OptionView> giving_up;
  for (const MenuEntry& entry : entries) {
    if (gives_up(entry.offer)) {
      if (asked || !entry.offer.verdict.allowed()) continue;
      giving_up.push_back(entry_of(entry.who, entry.offer));
      std::string& text = giving_up.back().text;
      if (!text.starts_with("A ") && !text.starts_with("B ")) text = say_who(inputs, entry.who) + ": " + text;
      continue;
    }
    if (auto card = card_entry(inputs, entry, entries)) {
      const auto told = std::any_of(view.menu.begin(), view.menu.end(), [&](const auto& other) { return other.text == card->text; });
      if (!told) view.menu.push_back(std::move(*card));
      continue;
    }
    ui::OptionView option = entry_of(entry.who, entry.offer);
    const auto same =
        std::count_if(entries.begin(), entries.end(), [&](const auto& other) { return other.offer.text == entry.offer.text; });
    const auto one_side = [](Viewer who) { return who == Viewer::A || who == Viewer::B; };
    const bool of_others = one_side(turn) && one_side(entry.who) && entry.who != turn;  // though it is not their turn
    const bool kin = !entry.offer.ends && says_the_like(entry, entries);
    if (same > 1 || of_others || kin) option.text = say_who(inputs, entry.who) + ": " + option.text;
    // A card of the hand may be played into a question, and who has a right to interrupt may use it.
    const bool interrupts = entry.offer.audience != Viewer::Both || has_window(inputs, entry.who);
    if (asked && option.allowed && !interrupts) option.allowed = false, option.detail = "first answer the question";
    view.menu.push_back(std::move(option));
  }
  if (inputs.viewer == Viewer::Both && inputs.hand_shown != Viewer::Both) view.looks = inputs.hand_shown == Viewer::A ? Side::A : Side::B;
  if (inputs.viewer == Viewer::Both)
    for (const bool to_play : {true, false})
      for (const SideOffers& mine : inputs.menu)
        if (mine.hides && (mine.who == turn) == to_play)  // whether there is anything to do with it is for its owner to see
          view.menu.push_back({.key = {},
                               .text = say_who(inputs, mine.who) +
                                       (inputs.hand_shown == mine.who ? ": cover it again" : ": show what is secret (others look away)"),
                               .allowed = true,
                               .detail = {},
                               .intent = LookAtHand{mine.who == Viewer::A ? Side::A : Side::B}});
  if (!asked) fold_menu(inputs, view.menu);
  if (!asked) add_marker_entry(inputs, view.menu);
  if (!asked && !open_amending(inputs, view.menu)) fold_giving_up(inputs, std::move(giving_up), view.menu);
  std::string taken;
  if (view.question)
    for (const ui::OptionView& option : view.question->options)
      if (option.key.size() == 1) taken += option.key;
  const int highest = view.question ? view.question->highest : 0;
  if (asked && view.question->takes_values) taken += highest == 13 || highest == 14 ? "ajqkv" : "av";  // an ace, a court card, or roll
  for (const auto& [id, key] : inputs.card_keys) taken += key.size() == 1 ? key : std::string();
  letter_options(view.menu, taken, inputs.letters, inputs.side_names);
}

}  // namespace polemarch::assistant::present
