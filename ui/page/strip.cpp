#include <algorithm>

#include "ui/keys.hpp"
#include "ui/page/cards.hpp"

namespace polemarch::ui::page {

namespace {

/// Discs for what counts down, a bar with a notch for losses that grow towards a limit.
double counter(Pen& pen, const CounterView& shown, double x, double middle) {
  const Theme& theme = pen.theme();
  const double from = x;
  if (shown.counts_down && shown.start.value_or(shown.value) <= 12) {
    const int start = std::max(shown.start.value_or(shown.value), shown.value);
    for (int i = 0; i < start; ++i) {
      const Px centre{x + pen.px(8.4), middle};
      if (i < shown.value) {
        pen.disc(centre, 8.4, theme.line(shown.side));
      } else {
        pen.disc(centre, 7.4, {}, theme.third, 2);
        pen.line({centre.x - pen.px(6), middle + pen.px(6)}, {centre.x + pen.px(6), middle - pen.px(6)}, theme.third, 2);
      }
      x += pen.px(22);
    }
    x += pen.text(x + pen.px(4), middle, shown.name, type::kAside, theme.second) + pen.px(4);
  } else if (shown.limit && !shown.counts_down) {
    x += pen.text(x, middle, shown.name, type::kSmall, theme.second) + pen.px(8);
    const double width = pen.px(112),
                 share = *shown.limit > 0 ? std::clamp(static_cast<double>(shown.value) / *shown.limit, 0.0, 1.0) : 0.0;
    pen.rect({x, middle - pen.px(5), width, pen.px(10)}, theme.raised, theme.key_edge);
    pen.rect({x, middle - pen.px(5), width * 0.8 * share, pen.px(10)}, theme.line(shown.side));
    pen.rect({x + width * 0.8 - pen.px(1), middle - pen.px(8), pen.px(3), pen.px(16)}, theme.text);
    x += width + pen.px(8);
    x += pen.text(x, middle, std::to_string(shown.value) + " lost, breaks at " + std::to_string(*shown.limit), type::kSmall, theme.text);
  } else {
    const std::string of = shown.start ? " of " + std::to_string(*shown.start) : "";
    x += pen.text(x, middle, std::to_string(shown.value) + of + " " + shown.name, type::kAside, theme.text);
  }
  return x - from + pen.px(18);
}

double counter_width(const Pen& pen, const CounterView& shown) {
  if (shown.counts_down && shown.start.value_or(shown.value) <= 12)
    return pen.px(22) * std::max(shown.start.value_or(shown.value), shown.value) + pen.width_of(shown.name, type::kAside) + pen.px(26);
  if (shown.limit && !shown.counts_down)
    return pen.width_of(shown.name, type::kSmall) + pen.px(146) +
           pen.width_of(std::to_string(shown.value) + " lost, breaks at " + std::to_string(*shown.limit), type::kSmall);
  return pen.width_of(std::to_string(shown.value) + " of 00 " + shown.name, type::kAside) + pen.px(18);
}

void side_part(Pen& pen, const ViewState& view, Side side, Box box) {
  const Theme& theme = pen.theme();
  const double first = box.y + pen.px(27), second = box.y + pen.px(60);
  double x = box.x;
  x += pen.plate(x, first, name_of(side), side, 30) + pen.px(10);
  x += pen.text(x, first, pen.fitted(view.side_names[side == Side::A ? 0 : 1], box.w * 0.5, 22, Face::Bold), 22, theme.text, Face::Bold) +
       pen.px(16);
  double below = box.x;
  int left_out = 0;
  for (const CounterView& shown : view.counters) {
    if (shown.side != side) continue;
    double& at = shown.counts_down ? x : below;
    if (at + counter_width(pen, shown) > box.x + box.w - pen.px(60)) {
      ++left_out;
      continue;
    }
    at += counter(pen, shown, at, shown.counts_down ? first : second);
  }
  if (left_out > 0) pen.text(below, second, std::to_string(left_out) + " more", type::kSmall, theme.third);
}

}  // namespace

void strip(Pen& pen, const ViewState& view, Box box) {
  const Theme& theme = pen.theme();
  pen.rect(box, theme.card);
  const double table = box.w * 0.745, centre = table / 2;
  side_part(pen, view, Side::A, {pen.px(18), box.y, centre - pen.px(120), box.h});
  side_part(pen, view, Side::B, {centre + pen.px(120), box.y, centre - pen.px(130), box.h});
  const double moment = pen.width_of(view.moment, type::kTitle, Face::Bold);
  pen.text(centre - moment / 2, box.y + pen.px(27), view.moment, type::kTitle, theme.text, Face::Bold);
  const std::string play = view.to_play ? view.side_names[view.to_play == Side::A ? 0 : 1] + " to play" : view.phase;
  const std::string shown = pen.fitted(play, pen.px(230), type::kAside);
  pen.text(centre - pen.width_of(shown, type::kAside) / 2, box.y + pen.px(58), shown, type::kAside, theme.second);
  const double x = table + pen.px(12), right = box.w - pen.px(18);
  if (view.source_lost) {
    pen.poly({{x, box.y + pen.px(36)}, {x + pen.px(8), box.y + pen.px(20)}, {x + pen.px(16), box.y + pen.px(36)}}, theme.doubt);
  } else {
    pen.disc({x + pen.px(8), box.y + pen.px(28)}, 6, theme.allowed);
  }
  pen.text(x + pen.px(24), box.y + pen.px(28), pen.fitted(view.source, right - x - pen.px(24), type::kAside), type::kAside, theme.text);
  std::string help = "help: " + std::string(name_of(view.help_level)) + (view.muted ? ", muted" : "") + (view.paused ? ", paused" : "");
  pen.text(x + pen.px(24), box.y + pen.px(58), help, type::kSmall, theme.second);
  double keys = right - pen.width_of("all keys", type::kSmall);
  pen.text(keys, box.y + pen.px(58), "all keys", type::kSmall, theme.second);
  keys -= pen.key_cap_width("h", 22) + pen.px(8);
  pen.key_cap(keys, box.y + pen.px(58), "h", true, 22);
}

void key_list(Pen& pen, const ViewState&, Box table) {
  const Theme& theme = pen.theme();
  const double step = pen.px(28), width = pen.px(720), height = step * static_cast<double>(kKeyHelp.size()) + pen.px(70);
  const Box box{table.x + (table.w - width) / 2, table.y + std::max(0.0, (table.h - height) / 2), width, height};
  pen.rect(box, theme.card, theme.selected, 2, 6);
  pen.text(box.x + pen.px(24), box.y + pen.px(32), "Keys", type::kTitle, theme.text, Face::Bold);
  double y = box.y + pen.px(64);
  for (const KeyHelp& help : kKeyHelp) {
    pen.text(box.x + pen.px(24), y, help.key, type::kAside, theme.text, Face::Bold);
    pen.text(box.x + pen.px(230), y, help.what, type::kAside, theme.text);
    y += step;
  }
}

}  // namespace polemarch::ui::page
