#pragma once
/// Keys to wishes. Everything on the screen has a key, and the numeric keypad suffices for typing dice, cards and choices. Pure.

#include <array>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "models/intent.hpp"
#include "ui/view_state.hpp"

namespace polemarch::ui {

/// One key as the window names it: "0".."9", "a".."z", "Enter", "Backspace", "Space", "Tab", "Escape", "PageUp", "PageDown", "Left",
/// "Right", "Up", "Down", "Home", "End", "F1", "?",
/// "+", "-", "*", "/", ".". A key of an option that is no single key ("#12") is taken as it stands. Keypad keys carry the same names with
/// `keypad` set. A letter is the same key with Shift and with Caps Lock: `text` says which was typed, for words of the players' own.
struct KeyPress {
  std::string key;
  bool control = false, shift = false, keypad = false;
  std::string text = {};  ///< the character it types, UTF-8; empty: as `key` says
};

/// The letters that type cards of a pack: an ace where the lowest is 1 and the highest a ten or a court card, court cards where there are
/// any. Of a pack of another size its numbers alone are typed, and letters mean what they always mean.
constexpr std::string_view letters_of_cards(int lowest, int highest) {
  if (highest == 13 || highest == 14) return lowest <= 1 ? "ajqk" : "jqk";
  return lowest <= 1 && highest == 10 ? "a" : "";
}

/// What a key means with this on the screen; nothing when it means nothing. Full screen is the window's own affair.
std::optional<Intent> intent_of(const KeyPress& press, const ViewState& view);

/// Keys in the order pressed. One is taken a view: what it brings about may give the next one another meaning.
class KeyQueue {
 public:
  void press(KeyPress key) { keys_.push_back(std::move(key)); }
  std::size_t waiting() const { return keys_.size(); }
  /// What the first key that means something with this on the screen means; keys before it that mean nothing are gone. `now_s`: a clock's
  /// seconds. An Enter that was meant for the question before lifts no veil, and a card under NOW that has just come up takes no key.
  std::optional<Intent> next(const ViewState& view, double now_s);

 private:
  static constexpr double kUnread = 0.7;  ///< s before what has just come up takes a key: nobody has read it
  /// What is on the screen, and since when.
  struct Shown {
    std::string what;
    double since_s = 0;
    bool unread(const std::string& now, double now_s) {
      if (now != what) what = now, since_s = now_s;
      return !what.empty() && now_s - since_s < kUnread;
    }
  };
  Shown veil_, doubt_, trouble_, unseen_;
  std::deque<KeyPress> keys_;
};

/// The list shown by H.
struct KeyHelp {
  std::string_view key, what;
};
inline constexpr std::array kKeyHelp{
    KeyHelp{"1 2 3 ...", "pick from the list, or type dice and cards (0 = ten)"},
    KeyHelp{"E P D ...", "what the letter stands before: end, pass, draw, ready"},
    KeyHelp{"Enter", "done typing, the first choice, or all stands where it should"},
    KeyHelp{"Backspace   keypad -", "take the last key back"},
    KeyHelp{"Space   keypad +", "next number while typing"},
    KeyHelp{".", "while typing: how many of each face instead"},
    KeyHelp{"V   keypad *", "let the program roll or draw"},
    KeyHelp{"Space   keypad 0", "my hand is off, the move is done"},
    KeyHelp{"Tab   keypad +", "next unit, those who may act first (Shift-Tab, keypad -: back)"},
    KeyHelp{"Esc   Shift-Esc", "one step back: measure, target, selection; all measures away"},
    KeyHelp{"click on a loose marker", "whose it is; its unit's orders change it or take it off"},
    KeyHelp{"click on a card", "what may be done with it; on a hand face down: show it to its owner"},
    KeyHelp{"Shift click", "another unit beside the selected one, for what they do together"},
    KeyHelp{"Shift-N V Z R S C T", "layers: names, moves, zones, ranges, sight, command, terrain"},
    KeyHelp{"right drag   Ctrl-C", "measure what lies under its ends; copy the measures"},
    KeyHelp{"keypad alone", "1-9: answers; with nothing selected what NOW offers, then the cards below; Enter: more; .: back"},
    KeyHelp{"N   keypad .", "next question"},
    KeyHelp{"W   keypad /", "why? the last ruling, reason by reason"},
    KeyHelp{"X", "hold: I may want to interrupt"},
    KeyHelp{"Ctrl-Z", "take back"},
    KeyHelp{"L", "help level: measure, advise, umpire"},
    KeyHelp{"M", "mute: no hints, no warnings"},
    KeyHelp{"+   -   wheel", "closer, further; Home: the whole table; middle drag: elsewhere"},
    KeyHelp{"R", "turn the view to the next seat"},
    KeyHelp{"G", "camera picture or drawn table"},
    KeyHelp{"drag   Ctrl drag", "without a camera: a base, its whole unit; the wheel turns what is held"},
    KeyHelp{"T", "without a camera: type where the selected unit stands"},
    KeyHelp{"PgDn   PgUp", "more orders of the selected unit"},
    KeyHelp{"Up   Down", "the last results one by one; also a click on a line of the history"},
    KeyHelp{"F2", "light or dark"},
    KeyHelp{"F3   F4", "smaller, larger letters"},
    KeyHelp{"F5", "register the table anew"},
    KeyHelp{"F6", "larger rows for fingers"},
    KeyHelp{"F8", "write the report of the battle so far"},
    KeyHelp{"F9", "pause"},
    KeyHelp{"F1   F11", "full screen"},
    KeyHelp{"F12", "save a picture of the screen"},
    KeyHelp{"H   ?", "these keys"},
    KeyHelp{"Ctrl-Q", "end (nothing is lost)"},
};

}  // namespace polemarch::ui
