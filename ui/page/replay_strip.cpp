/// The reel below the table: whose turn when, what fell, what is left of both sides, and where it stands.
#include <algorithm>
#include <cstdio>

#include "ui/page/cards.hpp"

namespace polemarch::ui::page {

namespace {

/// From commands done to pixels.
struct ReelScale {
  double x = 0, width = 1;
  std::int64_t count = 1;
  double at(std::int64_t done) const {
    return x + width * static_cast<double>(done) / static_cast<double>(std::max<std::int64_t>(1, count));
  }
};

void cross(Pen& pen, Px middle, double reach, Paint paint) {
  pen.line({middle.x - reach, middle.y - reach}, {middle.x + reach, middle.y + reach}, paint, 2.5);
  pen.line({middle.x - reach, middle.y + reach}, {middle.x + reach, middle.y - reach}, paint, 2.5);
}

/// Turns as a band: a side's stretches in its colour, B's striped; what is still to come stands back.
void turns_band(Pen& pen, const ReplayView& reel, const ReelScale& scale, double top, double height) {
  const Theme& theme = pen.theme();
  int named = -1;
  double free = -1e9;  ///< from where on the next turn's number may stand
  for (const ReplayView::Stretch& stretch : reel.stretches) {
    const double from = scale.at(stretch.from), to = scale.at(stretch.to);
    const Paint paint = stretch.side ? theme.line(*stretch.side) : theme.key_edge;
    pen.rect({from, top, std::max(1.0, to - from - 1), height}, paint);
    if (stretch.side == Side::B)
      for (double x = from + pen.px(5); x < to - pen.px(3); x += pen.px(9)) pen.line({x, top}, {x, top + height}, theme.card, 2);
    if (stretch.turn != named && stretch.turn > 0 && from > free) {
      const std::string number = (free < 0 ? reel.turn_word + " " : "") + std::to_string(stretch.turn);
      free = from + pen.text(from, top - pen.px(21), number, type::kAside, theme.second) + pen.px(16);
      named = stretch.turn;
    }
  }
  const double here = scale.at(reel.at), end = scale.at(reel.read);
  Paint veil = theme.card;
  veil.a = 150;
  if (end > here) pen.rect({here, top, end - here, height}, veil);
}

/// The parts of a side that its first counter counts (divisions), where it knows few steps and they more.
std::vector<const CounterView*> parts_of(const ViewState& view, Side side) {
  constexpr int kFewSteps = 3;
  const CounterView* first = nullptr;
  std::vector<const CounterView*> parts;
  for (const CounterView& counter : view.counters) {
    if (counter.side != side) continue;
    if (first == nullptr)
      first = &counter;
    else if (counter.limit && !counter.counts_down)
      parts.push_back(&counter);
  }
  if (first == nullptr || first->counts_down || first->limit.value_or(0) > kFewSteps) parts.clear();
  return parts;
}

/// What the lines count: "medals left", "losses left before divisions break".
std::string what_is_left(const ViewState& view) {
  if (view.counters.empty()) return {};
  std::string name = view.counters.front().name;
  constexpr std::string_view kBroken = " broken";
  if (name.ends_with(kBroken)) name.resize(name.size() - kBroken.size());
  return parts_of(view, view.counters.front().side).empty() ? name + " left" : "losses left before " + name + " break";
}

void left_lines(Pen& pen, const ViewState& view, const ReelScale& scale, Box box) {
  const ReplayView& reel = *view.replay;
  const Theme& theme = pen.theme();
  int most = 1;
  for (const auto& side : reel.left)
    for (const ReplayView::Left& left : side) most = std::max(most, left.value);
  const auto y = [&](int value) { return box.y + box.h * (1 - std::clamp(static_cast<double>(value) / most, 0.0, 1.0)); };
  pen.line({box.x, y(0)}, {box.x + box.w, y(0)}, theme.key_edge);
  if (reel.left[0].empty() && reel.left[1].empty()) return;
  pen.text_right(box.x - pen.px(6), y(most), std::to_string(most), type::kSmall, theme.third);
  pen.text_right(box.x - pen.px(6), y(0), "0", type::kSmall, theme.third);
  const std::string what = pen.fitted(what_is_left(view), box.w, type::kSmall);
  const double wide = pen.width_of(what, type::kSmall) + pen.px(8);  // at the other end where the reel stands on it
  const bool stands_on_it = scale.at(reel.at) < box.x + wide && reel.at < reel.count;
  pen.text(stands_on_it ? box.x + box.w - wide : box.x + pen.px(4), y(0) - pen.px(11), what, type::kSmall, theme.third);
  for (std::size_t side = 0; side < 2; ++side) {
    const auto& lefts = reel.left[side];
    const Paint paint = theme.line(side == 0 ? Side::A : Side::B);
    const double shift = side == 0 ? -1.0 : 1.5;
    for (std::size_t i = 0; i < lefts.size(); ++i) {
      const double from = scale.at(lefts[i].from), to = i + 1 < lefts.size() ? scale.at(lefts[i + 1].from) : scale.at(reel.read),
                   at = y(lefts[i].value) + shift;
      if (side == 0) {
        pen.line({from, at}, {to, at}, paint, 3);
      } else {
        for (double x = from; x < to; x += pen.px(12)) pen.line({x, at}, {std::min(to, x + pen.px(8)), at}, paint, 3);
      }
      if (i + 1 < lefts.size()) pen.line({to, at}, {to, y(lefts[i + 1].value) + shift}, paint, 3);
    }
  }
}

}  // namespace

void reel_keys(Pen& pen, const ViewState& view, Box box) {
  const double middle = box.y + box.h / 2;
  const auto width_of = [&](const OptionView& entry) {
    return pen.key_cap_width(entry.key, 22) + pen.px(6) + pen.width_of(entry.text, type::kAside) + pen.px(16);
  };
  double all = 0;
  for (std::size_t i = kReelButtons; i < view.menu.size(); ++i) all += width_of(view.menu[i]);
  double x = std::max(std::min(box.x, pen.px(18)), std::min(box.x, box.x + box.w - all));  // further left under a narrow table
  for (std::size_t i = kReelButtons; i < view.menu.size(); ++i) {
    const OptionView& entry = view.menu[i];
    const double width = width_of(entry);
    if (x + width > box.x + box.w) return;
    const double from = x;
    x += pen.key_cap(x, middle, entry.key, true, 22) + pen.px(6);
    pen.text(x, middle, entry.text, type::kAside, pen.theme().second);
    x = from + width;
    pen.hit({from, box.y, width, box.h}, entry.intent);
  }
}

void replay_strip(Pen& pen, const ViewState& view, Box box) {
  const Theme& theme = pen.theme();
  const ReplayView& reel = *view.replay;
  pen.rect(box, theme.card);
  const double table = box.w * 0.73;
  const ReelScale scale{pen.px(40), table - pen.px(60), reel.count};
  const double band = box.y + pen.px(34), high = pen.px(22);
  turns_band(pen, reel, scale, band, high);
  left_lines(pen, view, scale, {scale.x, band + high + pen.px(18), scale.width, box.h - (band - box.y) - high - pen.px(36)});
  double last = -1e9;
  for (const ReplayView::Loss& loss : reel.losses) {
    const double x = scale.at(loss.at);
    if (x - last < pen.px(7)) continue;
    last = x;
    pen.rect({x - pen.px(8), band, pen.px(16), high}, theme.ground);
    cross(pen, {x, band + high / 2}, pen.px(5), theme.line(loss.side));
  }
  for (const std::int64_t ruling : reel.rulings) pen.rect({scale.at(ruling) - pen.px(1), band + high, pen.px(3), pen.px(6)}, theme.doubt);
  for (const std::int64_t mark : reel.bookmarks) {
    const double x = scale.at(mark);
    pen.line({x, band - pen.px(20)}, {x, band}, theme.selected, 2);
    pen.poly({{x, band - pen.px(20)}, {x + pen.px(14), band - pen.px(14)}, {x, band - pen.px(8)}}, theme.selected);
  }
  if (reel.pinned)
    pen.line({scale.at(*reel.pinned), band - pen.px(6)}, {scale.at(*reel.pinned), box.y + box.h - pen.px(12)}, theme.second, 2);
  const double here = scale.at(reel.at);
  pen.line({here, band - pen.px(4)}, {here, box.y + box.h - pen.px(10)}, theme.text, 3);
  pen.poly({{here - pen.px(7), band - pen.px(14)},
            {here + pen.px(7), band - pen.px(14)},
            {here + pen.px(7), band - pen.px(4)},
            {here, band + pen.px(4)},
            {here - pen.px(7), band - pen.px(4)}},
           theme.text);
  // A click anywhere on the reel goes there; a place to touch every few pixels.
  const std::int64_t places =
      std::clamp<std::int64_t>(static_cast<std::int64_t>(scale.width / 4), 1, std::max<std::int64_t>(1, reel.count));
  for (std::int64_t i = 0; i <= places; ++i) {
    const std::int64_t to = reel.count * i / places;
    pen.hit({scale.at(to) - scale.width / static_cast<double>(places) / 2, band - pen.px(20), scale.width / static_cast<double>(places) + 1,
             box.h - pen.px(20)},
            TypeKey{"@" + std::to_string(to)});
  }
  if (reel.read < reel.count) {  // what is not read yet
    const double from = scale.at(reel.read), to = scale.at(reel.count);
    pen.rect({from, band, to - from, high}, {}, theme.key_edge, 1);
    const std::string reading = "reading, " + std::to_string(100 * reel.read / std::max<std::int64_t>(1, reel.count)) + " %";
    if (pen.width_of(reading, type::kAside) + pen.px(16) < to - from)
      pen.text(from + pen.px(8), band + high / 2, reading, type::kAside, theme.second);
  }
  char speed[24];
  std::snprintf(speed, sizeof speed, "%g", reel.speed);
  const double x = table + pen.px(12);
  pen.text(x, box.y + pen.px(24),
           std::string(reel.playing ? "playing" : "paused") + ", speed " + speed + ", " + std::to_string(reel.at) + " of " +
               std::to_string(reel.count),
           type::kAside, theme.second);
  double y = box.y + pen.px(56);
  for (const Side side : {Side::A, Side::B}) {
    double at = x + pen.plate(x, y, name_of(side), side, 28) + pen.px(10);
    at += pen.text(at, y, pen.fitted(view.side_names[side == Side::A ? 0 : 1], pen.px(180), 20, Face::Bold), 20, theme.text, Face::Bold) +
          pen.px(14);
    for (const CounterView& shown : view.counters) {
      if (shown.side != side) continue;
      const int all = shown.counts_down ? shown.start.value_or(0) : shown.limit.value_or(0);
      const int left = shown.counts_down ? shown.value : all - shown.value;
      if (all > 0 && all <= 12 && at + pen.px(22) * all < box.w - pen.px(10)) {
        for (int i = 0; i < all; ++i) {
          if (i < left)
            pen.disc({at + pen.px(8), y}, 8, theme.line(side));
          else
            pen.disc({at + pen.px(8), y}, 7, {}, theme.third, 2),
                pen.line({at + pen.px(3), y + pen.px(5)}, {at + pen.px(13), y - pen.px(5)}, theme.third, 2);
          at += pen.px(22);
        }
      } else {
        pen.text(at, y, pen.fitted(std::to_string(shown.value) + " " + shown.name, box.w - at - pen.px(10), type::kAside), type::kAside,
                 theme.text);
      }
      break;  // the first decides the battle
    }
    std::string parts;
    for (const CounterView* part : parts_of(view, side))
      parts +=
          (parts.empty() ? "" : ", ") + part->name + " " + std::to_string(part->value) + " of " + std::to_string(*part->limit) + " lost";
    if (!parts.empty()) pen.text(x, y + pen.px(25), pen.fitted(parts, box.w - x - pen.px(12), type::kSmall), type::kSmall, theme.second);
    y += pen.px(parts.empty() ? 44 : 50);
  }
  pen.text(x, box.y + box.h - pen.px(24), pen.fitted(view.source, box.w - x - pen.px(12), type::kSmall), type::kSmall, theme.third);
}

}  // namespace polemarch::ui::page
