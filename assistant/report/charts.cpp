#include "assistant/report/charts.hpp"

#include <algorithm>
#include <cmath>

#include "assistant/report/html.hpp"
#include "assistant/story/balance.hpp"
#include "assistant/story/words.hpp"

namespace polemarch::assistant::report {

using story::SideLuck;
using story::Story;

namespace {

std::string px(double value) { return fixed(value, 1); }
std::string text_at(double x, double y, std::string_view marks, std::string_view text) {
  return "<text x=\"" + px(x) + "\" y=\"" + px(y) + "\" class=\"" + std::string(marks) + "\">" + escaped(text) + "</text>";
}

/// A plot's frame: from values to points.
struct Frame {
  double width = 860, height = 300, left = 34, right = 12, top = 18, bottom = 30;
  double low = 0, high = 1, count = 1;
  double x(double at) const { return left + (width - left - right) * at / std::max(1.0, count); }
  double y(double value) const { return top + (height - top - bottom) * (high - value) / std::max(1e-9, high - low); }
  std::string open(bool wide, const std::string& label) const {
    return "<svg class=\"ch " + std::string(wide ? "wide" : "narrow") + "\" viewBox=\"0 0 " + px(width) + " " + px(height) +
           "\" role=\"img\" aria-label=\"" + escaped(label) + "\">";
  }
};

double step_for(double span, int most) {
  for (const double step : {1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0})
    if (span / step <= most) return step;
  return span;
}

/// Marks of turns under the plot, as many as fit.
std::string turn_marks(const Story& story, const Frame& frame, bool wide) {
  std::string svg;
  int shown = -1;
  double last = -100;
  for (std::size_t c = 0; c < story.chapters.size(); ++c) {
    if (story.chapters[c].turn == shown) continue;
    shown = story.chapters[c].turn;
    if (shown == 0) continue;
    const double x = frame.x(static_cast<double>(c));
    svg += "<path class=\"gr0\" d=\"M" + px(x) + " " + px(frame.height - frame.bottom) + "v5\"/>";
    if (x - last < (wide ? 40 : 26)) continue;
    svg += text_at(x + 4, frame.height - frame.bottom + 18, "ax", last < 0 ? story::turn_text(story, shown) : std::to_string(shown));
    last = x + (last < 0 ? 30 : 0);
  }
  return svg;
}

/// Places letters where they lie on nothing: beside the point, else above or below it, else nowhere.
class Labels {
 public:
  void keep_off(double x0, double y0, double x1, double y1) {
    taken_.push_back({std::min(x0, x1), std::min(y0, y1), std::max(x0, x1), std::max(y0, y1)});
  }
  std::string place(double x, double y, const std::string& text, const Frame& frame) {
    constexpr double kLetter = 6.7, kHigh = 13;
    const double wide = kLetter * static_cast<double>(text.size());
    for (const auto& [dx, dy] : {std::pair{8.0, -8.0},
                                 {8.0, 14.0},
                                 {8.0, 28.0},
                                 {8.0, -22.0},
                                 {-8.0, 14.0},
                                 {-8.0, 28.0},
                                 {-8.0, -8.0},
                                 {8.0, 42.0},
                                 {-8.0, 42.0}}) {
      const double left = dx > 0 ? x + dx : x + dx - wide, base = y + dy;
      const Box box{left - 2, base - kHigh, left + wide + 2, base + 4};
      const bool inside = box.x0 >= frame.left && box.x1 <= frame.width && box.y0 >= 2 && box.y1 <= frame.height - frame.bottom - 2;
      if (!inside || std::any_of(taken_.begin(), taken_.end(),
                                 [&](const Box& one) { return one.x0 < box.x1 && box.x0 < one.x1 && one.y0 < box.y1 && box.y0 < one.y1; }))
        continue;
      taken_.push_back(box);
      return text_at(left, base, "ev", text);
    }
    return {};
  }

 private:
  struct Box {
    double x0, y0, x1, y1;
  };
  std::vector<Box> taken_;
};

/// What a side lost in a chapter, in a few words.
std::string lost_words(const Story& story, const story::Chapter& chapter, Side side) {
  std::vector<std::string> names;
  for (std::uint32_t i = chapter.first; i <= chapter.last; ++i)
    for (const engine::Lost& lost : story.moments[i].losses) {
      const story::Member* member = story.member(lost.unit);
      const std::string name = story.name(lost.unit);
      if (member != nullptr && member->side == side && !story.moments[i].undone &&
          std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
    }
  if (names.size() > 2) return names[0] + ", " + names[1] + " and " + std::to_string(names.size() - 2) + " more";
  return story::joined(names);
}

std::string losses_plot(const Story& story, bool wide, const std::string& label) {
  Frame frame;
  frame.width = wide ? 860 : 340;
  frame.height = wide ? 300 : 260;
  frame.left = 30;
  frame.count = static_cast<double>(story.chapters.size());
  std::array<std::vector<int>, 2> left;
  for (const Side side : {Side::A, Side::B}) {
    std::vector<int>& mine = left[side == Side::A ? 0 : 1];
    mine = story::left_over_time(story, side);
    for (const int value : mine)
      frame.high = std::max(frame.high, static_cast<double>(value)), frame.low = std::min(frame.low, static_cast<double>(value));
  }
  std::string svg = frame.open(wide, label);
  const double step = step_for(frame.high - frame.low, 6);
  for (double value = std::ceil(frame.low / step) * step; value <= frame.high; value += step) {
    svg += "<path class=\"" + std::string(value == 0 ? "gr1" : "gr0") + "\" d=\"M" + px(frame.left) + " " + px(frame.y(value)) + "H" +
           px(frame.width - frame.right) + "\"/>";
    svg += text_at(frame.left - 7, frame.y(value) + 4, "ax e", std::to_string(static_cast<int>(value)));
  }
  if (!story::counts_units(story))
    svg += "<path class=\"brk\" d=\"M" + px(frame.left) + " " + px(frame.y(0)) + "H" + px(frame.width - frame.right) + "\"/>" +
           text_at(frame.left + 6, frame.y(0) - 6, "ax", "an army breaks at 0");
  svg += turn_marks(story, frame, wide);
  Labels labels;
  labels.keep_off(frame.left, frame.y(0) - 20, frame.left + 140, frame.y(0));
  for (std::size_t side = 0; side < 2; ++side) {
    const std::string other = side == 0 ? "" : " lb";
    // Lines that run together would hide each other: the second a hair lower.
    const double shift = side == 0 ? -1.2 : 1.2;
    std::string path = "M" + px(frame.x(0)) + " " + px(frame.y(left[side][0]) + shift), marks;
    for (std::size_t c = 1; c < left[side].size(); ++c) {
      const double y = frame.y(left[side][c]) + shift, before = frame.y(left[side][c - 1]) + shift;
      labels.keep_off(frame.x(static_cast<double>(c - 1)), before - 2, frame.x(static_cast<double>(c)), before + 2);
      labels.keep_off(frame.x(static_cast<double>(c)) - 3, before, frame.x(static_cast<double>(c)) + 3, y);
      path += "H" + px(frame.x(static_cast<double>(c)));
      if (left[side][c] == left[side][c - 1]) continue;
      path += "V" + px(frame.y(left[side][c]) + shift);
      if (left[side][c] < left[side][c - 1])
        marks += "M" + px(frame.x(static_cast<double>(c)) - 5) + " " + px(frame.y(left[side][c]) + shift - 5) + "l10 10m0-10l-10 10";
    }
    svg += "<path class=\"ln" + other + "\" d=\"" + path + "\"/><path class=\"x" + other + "\" d=\"" + marks + "\"/>";
    const bool above = side == (left[0][0] >= left[1][0] ? 0U : 1U);
    svg += text_at(frame.x(0) + 6, frame.y(left[side][0]) + (above ? -8 : 18), "nm" + other, story.sides[side]);
    labels.keep_off(frame.x(0), frame.y(left[side][0]) - 22, frame.x(0) + 9.0 * static_cast<double>(story.sides[side].size()),
                    frame.y(left[side][0]) + 24);
  }
  if (wide)
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t c = 1; c < left[side].size(); ++c)
        if (left[side][c] < left[side][c - 1])
          if (const std::string lost = lost_words(story, story.chapters[c - 1], side == 0 ? Side::A : Side::B); !lost.empty())
            svg += labels.place(frame.x(static_cast<double>(c)), frame.y(left[side][c]), lost, frame);
  return svg + "</svg>";
}

std::string luck_plot(const Story& story, const std::array<SideLuck, 2>& luck, bool wide, const std::string& label) {
  Frame frame;
  frame.width = wide ? 860 : 340;
  frame.height = wide ? 280 : 250;
  frame.count = 1;
  frame.bottom = 42;
  frame.low = -1;
  double widest = 0;
  for (const SideLuck& mine : luck) {
    frame.count = std::max(frame.count, static_cast<double>(mine.course.size()));
    for (const auto& [off, sd] : mine.course) {
      frame.high = std::max(frame.high, off), frame.low = std::min(frame.low, off);
      widest = std::max(widest, sd);
    }
  }
  frame.high = std::max(frame.high, 2.1 * widest) + 0.3;
  frame.low = std::min(frame.low, -2.1 * widest) - 0.3;
  // The bands of whoever threw more often: both sides' doubts grow much alike.
  const SideLuck& longer = luck[0].course.size() >= luck[1].course.size() ? luck[0] : luck[1];
  std::string svg = frame.open(wide, label);
  const std::size_t points = longer.course.size(), stride = std::max<std::size_t>(1, points / 120);
  for (const double band : {2.0, 1.0}) {
    std::string upper = "M" + px(frame.x(0)) + " " + px(frame.y(0)), lower;
    for (std::size_t i = 0; i < points; i += stride) {
      const double sd = longer.course[i][1] * band;
      upper += "L" + px(frame.x(static_cast<double>(i + 1))) + " " + px(frame.y(sd));
      lower = "L" + px(frame.x(static_cast<double>(i + 1))) + " " + px(frame.y(-sd)) + lower;
    }
    svg += "<path class=\"" + std::string(band > 1.5 ? "bd2" : "bd1") + "\" d=\"" + upper + lower + "Z\"/>";
  }
  const double step = step_for(frame.high - frame.low, 8);
  for (double value = std::ceil(frame.low / step) * step; value <= frame.high; value += step)
    svg += "<path class=\"" + std::string(value == 0 ? "gr1" : "gr0") + "\" d=\"M" + px(frame.left) + " " + px(frame.y(value)) + "H" +
           px(frame.width - frame.right) + "\"/>" +
           text_at(frame.left - 7, frame.y(value) + 4, "ax e", (value > 0 ? "+" : "") + fixed(value, 0));
  for (std::size_t side = 0; side < 2; ++side) {
    const SideLuck& mine = luck[side];
    if (mine.course.empty()) continue;
    const std::string other = side == 0 ? "" : " lb";
    std::string path = "M" + px(frame.x(0)) + " " + px(frame.y(0));
    const std::size_t every = std::max<std::size_t>(1, mine.course.size() / 400);
    for (std::size_t i = 0; i < mine.course.size(); i += every)
      path += "L" + px(frame.x(static_cast<double>(i + 1))) + " " + px(frame.y(mine.course[i][0]));
    svg += "<path class=\"ln" + other + "\" d=\"" + path + "\"/>";
    const double end = mine.course.back()[0], rival = luck[1 - side].course.empty() ? -1e9 : luck[1 - side].course.back()[0];
    const double x = std::min(frame.x(static_cast<double>(mine.course.size())), frame.width - frame.right);
    svg += text_at(x, frame.y(end) + (end >= rival ? -9 : 20), "nm e" + other, story.sides[side]);
  }
  const double each = step_for(frame.count, wide ? 8 : 4);
  for (double at = each; at <= frame.count; at += each)
    svg += text_at(frame.x(at), frame.height - 14, "ax m", std::to_string(std::lround(at)));
  svg += text_at(frame.width - frame.right, frame.height - 1, "ax e", "throws, one after the other");
  return svg + "</svg>";
}

/// Seconds that one of the time chart's numbers stands for.
double time_unit(const story::TimeOf& time) {
  constexpr double kShort = 120;
  double longest = 0;
  for (const auto& both : time.apart)
    for (const story::Spent& spent : both) longest = std::max(longest, spent.all());
  return longest < kShort ? 1 : 60;
}

std::string time_plot(const Story& story, const story::TimeOf& time, bool wide, const std::string& label) {
  const double unit = time_unit(time);
  Frame frame;
  frame.width = wide ? 860 : 340;
  frame.height = wide ? 210 : 190;
  frame.left = 30;
  frame.count = static_cast<double>(story.chapters.size());
  for (const auto& both : time.apart)
    for (const story::Spent& spent : both) frame.high = std::max(frame.high, spent.all() / unit);
  std::string svg = frame.open(wide, label);
  const double step = step_for(frame.high, 6);
  for (double value = 0; value <= frame.high; value += step)
    svg += "<path class=\"" + std::string(value == 0 ? "gr1" : "gr0") + "\" d=\"M" + px(frame.left) + " " + px(frame.y(value)) + "H" +
           px(frame.width - frame.right) + "\"/>" + text_at(frame.left - 7, frame.y(value) + 4, "ax e", std::to_string(std::lround(value)));
  std::array<std::array<std::string, 2>, 2> bars;  // by side: throwing, all else
  const double cell = frame.x(1) - frame.x(0);
  for (std::size_t c = 0; c < time.apart.size(); ++c) {
    const bool both = time.apart[c][0].all() > 0 && time.apart[c][1].all() > 0;
    for (std::size_t side = 0; side < 2; ++side) {
      const story::Spent& spent = time.apart[c][side];
      const double width = cell * (both ? 0.41 : 0.82), x = frame.x(static_cast<double>(c)) + cell * 0.09 + (both && side == 1 ? width : 0);
      const auto bar = [&](double from, double to) {
        return to - from < 0.01
                   ? std::string()
                   : "M" + px(x) + " " + px(frame.y(from)) + "V" + px(frame.y(to)) + "h" + px(width) + "V" + px(frame.y(from)) + "z";
      };
      bars[side][0] += bar(0, spent.throwing / unit);
      bars[side][1] += bar(spent.throwing / unit, spent.all() / unit);
    }
  }
  for (std::size_t side = 0; side < 2; ++side)
    for (std::size_t part = 0; part < 2; ++part)
      svg += "<path class=\"tc" + std::string(side == 0 ? "" : " lb") + (part == 0 ? "" : " th") + "\" d=\"" + bars[side][part] + "\"/>";
  return svg + turn_marks(story, frame, wide) + "</svg>";
}

}  // namespace

std::string time_chart_unit(const story::TimeOf& time) { return time_unit(time) > 1 ? "Minutes" : "Seconds"; }

std::string time_chart(const Story& story, const story::TimeOf& time) {
  if (story.chapters.empty()) return {};
  const std::string label = time_chart_unit(time) + " a " + story::player_turn(story) + ": " + story.sides[0] + " " +
                            story::clock_text(time.sides[0].all()) + ", " + story.sides[1] + " " + story::clock_text(time.sides[1].all()) +
                            " in all. The table below says the same.";
  return time_plot(story, time, true, label) + time_plot(story, time, false, label);
}

std::string losses_chart(const Story& story) {
  if (story.main_counter(Side::A) == nullptr || story.main_counter(Side::B) == nullptr || story.chapters.empty()) return {};
  if (!story::left_of(story, Side::A, 0) || !story::left_of(story, Side::B, 0)) return {};
  const auto from_to = [&](Side side) {
    const std::vector<int> left = story::left_over_time(story, side);
    return "from " + std::to_string(left.front()) + " to " + std::to_string(left.back());
  };
  const std::string label = (story::counts_units(story) ? "Units that still stand: " : "What is left until an army breaks: ") +
                            story.sides[0] + " " + from_to(Side::A) + ", " + story.sides[1] + " " + from_to(Side::B) +
                            ". The table below says the same.";
  return losses_plot(story, true, label) + losses_plot(story, false, label);
}

std::string luck_chart(const Story& story, const std::array<SideLuck, 2>& luck) {
  if (luck[0].course.size() + luck[1].course.size() < 4) return {};
  std::string label = "Luck over the battle: ";
  for (std::size_t side = 0; side < 2; ++side)
    label += (side == 0 ? "" : "; ") + story.sides[side] + " " + fixed(luck[side].all.good - luck[side].all.expected, 1) + " from what " +
             std::to_string(luck[side].all.thrown) + " throws should give";
  return luck_plot(story, luck, true, label) + luck_plot(story, luck, false, label);
}

std::string life_line(const Story& story, const story::Member& member, const story::UnitDeeds& deeds) {
  const double width = 190, cell = std::clamp(width / std::max<double>(1, static_cast<double>(deeds.life.size())), 3.0, 24.0);
  std::string moves, charges, shots, rallies, lost, hurt;
  double end = width - 3;
  int charged = 0, shot = 0;
  for (std::size_t c = 0; c < deeds.life.size(); ++c) {
    const double x = std::min(width - 4, cell * (static_cast<double>(c) + 0.5) + 3);
    if (c < deeds.hurt.size() && deeds.hurt[c] == 'd') hurt += "M" + fixed(x - 4, 0) + " 19l4-4 4 4";
    switch (deeds.life[c]) {
      case 'm':
        moves += "M" + fixed(x, 0) + " 5v10";
        break;
      case 'c':
        charges += "M" + fixed(x - 5, 0) + " 15l5-12 5 12z";
        ++charged;
        break;
      case 's':
        shots += "<circle class=\"ls\" cx=\"" + fixed(x, 0) + "\" cy=\"10\" r=\"4\"/>";
        ++shot;
        break;
      case 'r':
        rallies += "M" + fixed(x - 4, 0) + " 16q4-9 8 0";
        break;
      case 'x':
        lost = "M" + fixed(x - 6, 0) + " 4l12 12m0-12l-12 12";
        if (deeds.lost_in == static_cast<int>(c)) end = x;
        break;
      default:
        break;
    }
  }
  std::string label = story::counted(static_cast<std::size_t>(charged), story.turn_word) + " with a charge, " + std::to_string(shot) +
                      " with shots, " + deeds.fate;
  return "<svg class=\"life\" viewBox=\"0 0 " + fixed(width, 0) + " 20\" role=\"img\" aria-label=\"" + escaped(label) +
         "\"><path class=\"ll" + (member.side == Side::B ? " lb" : "") + "\" d=\"M3 10H" + fixed(end, 0) + "\"/>" +
         (moves.empty() ? "" : "<path class=\"lm\" d=\"" + moves + "\"/>") +
         (rallies.empty() ? "" : "<path class=\"lr\" d=\"" + rallies + "\"/>") + shots +
         (charges.empty() ? "" : "<path class=\"lc\" d=\"" + charges + "\"/>") +
         (hurt.empty() ? "" : "<path class=\"ld\" d=\"" + hurt + "\"/>") + (lost.empty() ? "" : "<path class=\"lx\" d=\"" + lost + "\"/>") +
         "</svg>";
}

}  // namespace polemarch::assistant::report
