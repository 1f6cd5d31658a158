/// Hands of cards beside the table: face down as a fan, open one below the other with their names.
#include <algorithm>

#include "ui/page/cards.hpp"

namespace polemarch::ui::page {

namespace {

constexpr double kColumn = 124, kBackWide = 46, kBackHigh = 68, kStep = 25, kHandGap = 6, kLeastCard = 44, kMostCard = 84;

/// Backs in the side's colour, the last one whole.
double fan(Pen& pen, const HandView& hand, double x, double y, double width) {
  const Theme& theme = pen.theme();
  const double wide = pen.px(kBackWide), high = pen.px(kBackHigh), count = static_cast<double>(hand.cards.size());
  const double step = count > 1 ? std::min(pen.px(kStep), (width - wide) / (count - 1)) : 0;
  for (std::size_t i = 0; i < hand.cards.size(); ++i) {
    const double at = x + step * static_cast<double>(i);
    pen.rect({at, y, wide, high}, theme.plate(hand.side), theme.ground, 2, 3);
    pen.rect({at + pen.px(4), y + pen.px(4), wide - pen.px(8), high - pen.px(8)}, {}, theme.ink_on(hand.side), 1, 2);
    for (const double row : {0.3, 0.45, 0.6, 0.75})
      pen.line({at + pen.px(8), y + high * row}, {at + wide - pen.px(8), y + high * row}, theme.ink_on(hand.side), 1);
  }
  return high;
}

/// A card with its name: edged where it may be played now.
void face(Pen& pen, const CardView& card, Box box) {
  const Theme& theme = pen.theme();
  pen.rect(box, theme.paper, card.playable ? theme.allowed : theme.key_edge, card.playable ? 3 : 1, 4);
  const double x = box.x + pen.px(8), width = box.w - pen.px(16), line = pen.type_px(type::kSmall) + pen.px(2);
  const auto rows = static_cast<std::size_t>(std::max(1.0, (box.h - pen.px(10)) / line));
  double y = box.y + pen.px(6) + line / 2;
  std::size_t used = 0;
  for (const std::string& words : pen.wrapped(card.name, width, type::kSmall, Face::Bold, std::min<std::size_t>(rows, 3))) {
    pen.text(x, y, words, type::kSmall, theme.ink, Face::Bold);
    y += line, ++used;
  }
  if (used < rows)
    for (const std::string& words : pen.wrapped(card.text, width, 13, Face::Medium, rows - used)) {
      pen.text(x, y, words, 13, theme.ink);
      y += line;
    }
  pen.hit(box, card.intent);
}

/// Title, and the key that shows or hides it.
double heading(Pen& pen, const HandView& hand, double x, double y, double width) {
  const Theme& theme = pen.theme();
  const double from = y;
  for (const std::string& words : pen.wrapped(hand.title, width, type::kSmall, Face::Bold, 3)) {
    pen.text(x, y + pen.px(9), words, type::kSmall, theme.text, Face::Bold);
    y += pen.px(18);
  }
  if (!hand.key.empty()) {
    const double cap = pen.key_cap(x, y + pen.px(14), hand.key, true, 22) + pen.px(6);
    pen.text(x + cap, y + pen.px(14), hand.open ? "hide" : "show", type::kSmall, theme.second);
    y += pen.px(28);
  } else if (!hand.note.empty()) {
    pen.text(x, y + pen.px(9), hand.note, type::kSmall, theme.second);
    y += pen.px(18);
  }
  return y - from;
}

double heading_height(const Pen& pen, const HandView& hand, double width) {
  const double lines = static_cast<double>(pen.wrapped(hand.title, width, type::kSmall, Face::Bold, 3).size());
  return lines * pen.px(18) + (!hand.key.empty() ? pen.px(28) : hand.note.empty() ? 0 : pen.px(18));
}

}  // namespace

double hands_width(const Pen& pen, const ViewState& view) { return view.hands.empty() ? 0 : std::max(pen.px(kColumn), 104.0); }

void draw_hands(Pen& pen, const ViewState& view, Box column) {
  const double half = column.h / 2 - pen.px(8), gap = pen.px(kHandGap);
  for (const bool near : {false, true}) {
    double from = near ? column.y + column.h : column.y;  // the near ones grow upwards
    for (const HandView& hand : view.hands) {
      if ((hand.side == Side::A) != (near == (view.quarter_turns != 2))) continue;
      const double head = heading_height(pen, hand, column.w), room = half - head - gap, count = static_cast<double>(hand.cards.size());
      const double each = std::clamp((room - gap * (count - 1)) / std::max(1.0, count), pen.px(kLeastCard), pen.px(kMostCard));
      const auto fits = static_cast<std::size_t>(std::max(1.0, std::min(count, (room + gap) / (each + gap))));
      const bool whole = fits == hand.cards.size();
      const double cards = hand.open ? static_cast<double>(fits) * (each + gap) + (whole ? 0 : pen.px(18)) : pen.px(kBackHigh) + gap;
      double y = near ? from - head - cards : from;
      const double top = y;
      if (hand.open) {
        for (std::size_t i = 0; i < fits; ++i, y += each + gap) face(pen, hand.cards[i], {column.x, y, column.w, each});
        if (!whole) {
          pen.text(column.x, y + pen.px(9), std::to_string(hand.cards.size() - fits) + " more", type::kSmall, pen.theme().third);
          y += pen.px(18);
        }
      } else {
        y += fan(pen, hand, column.x, y, column.w) + gap;
        if (!hand.key.empty()) pen.hit({column.x, top, column.w, head + cards}, hand.turn);
      }
      const double under = heading(pen, hand, column.x, y, column.w);
      if (hand.open && !hand.key.empty()) pen.hit({column.x, y, column.w, under}, hand.turn);
      from += near ? -(head + cards + pen.px(12)) : head + cards + pen.px(12);
    }
  }
}

}  // namespace polemarch::ui::page
