/// The page of statistics over many battles.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "assistant/library/library.hpp"
#include "assistant/report/html.hpp"
#include "assistant/report/map.hpp"
#include "assistant/report/style.hpp"
#include "assistant/story/words.hpp"

namespace polemarch::assistant::library {

namespace {

using report::element;
using report::escaped;
using report::fixed;

struct Bar {
  std::string name, value;
  double share = 0;   ///< of the longest, 0 to 1
  double spread = 0;  ///< half a whisker, the same measure
};

constexpr std::size_t kNarrowName = 18;  ///< letters that have room beside a plot on a phone

/// As much of a name as has room beside a plot.
std::string short_name(const std::string& name, bool wide) {
  const std::size_t most = wide ? 38 : kNarrowName;
  return name.size() > most ? name.substr(0, most - 1) + "\u2026" : name;
}

/// Bars with their numbers at the end; letters keep their size on a phone, where long names stand above their bars.
std::string bars(const std::vector<Bar>& rows, const std::string& label) {
  const bool longer = std::any_of(rows.begin(), rows.end(), [](const Bar& row) { return row.name.size() > kNarrowName; });
  const auto draw = [&](bool wide) {
    const bool above = longer && !wide;
    const double width = wide ? 860 : 340, left = wide ? 260 : above ? 4 : 136, room = width - left - 110, step = above ? 48 : 30;
    std::string svg = "<svg class=\"ch " + std::string(wide ? "wide" : "narrow") + "\" viewBox=\"0 0 " + fixed(width, 0) + " " +
                      fixed(step * static_cast<double>(rows.size()) + 8, 0) + "\" role=\"img\" aria-label=\"" + escaped(label) + "\">";
    double y = 4;
    for (const Bar& row : rows) {
      const std::string name = short_name(row.name, wide || above);
      if (above) svg += "<text x=\"4\" y=\"" + fixed(y + 18, 0) + "\">" + escaped(name) + "</text>", y += 18;
      const double end = left + room * std::clamp(row.share, 0.0, 1.0);
      if (!above) svg += "<text class=\"e\" x=\"" + fixed(left - 8, 0) + "\" y=\"" + fixed(y + 18, 0) + "\">" + escaped(name) + "</text>";
      svg += "<rect class=\"bd1\" x=\"" + fixed(left, 0) + "\" y=\"" + fixed(y + 4, 0) + "\" width=\"" +
             fixed(std::max(1.0, end - left), 1) + "\" height=\"18\"/>";
      if (row.spread > 0)
        svg += "<path class=\"gr1\" d=\"M" + fixed(std::max(left, end - room * row.spread), 1) + " " + fixed(y + 13, 0) + "H" +
               fixed(std::min(left + room, end + room * row.spread), 1) + "\"/>";
      svg += "<text x=\"" + fixed(std::min(left + room, end + room * row.spread) + 8, 0) + "\" y=\"" + fixed(y + 18, 0) + "\">" +
             escaped(row.value) + "</text>";
      y += above ? step - 18 : step;
    }
    return svg + "</svg>";
  };
  return draw(true) + draw(false);
}

std::string wins(const std::vector<Entry>& battles) {
  struct Score {
    int won = 0, lost = 0, drawn = 0;
  };
  std::map<std::string, Score> armies;
  for (const Entry& entry : battles) {
    if (entry.result == "open" || !entry.problem.empty()) continue;
    for (std::size_t side = 0; side < 2; ++side) {
      Score& mine = armies[entry.armies[side]];
      if (entry.result == "draw")
        ++mine.drawn;
      else
        ++(entry.result == (side == 0 ? "A" : "B") ? mine.won : mine.lost);
    }
  }
  if (armies.empty()) return "<p>No battle is over yet.</p>";
  std::vector<Bar> rows;
  std::string table;
  for (const auto& [army, score] : armies) {
    const int all = score.won + score.lost + score.drawn;
    const double rate = (score.won + 0.5 * score.drawn) / all;
    // Wilson's interval at one standard deviation, so that one battle does not say 100 %.
    const double spread = std::sqrt(rate * (1 - rate) / all + 0.25 / (all * all)) / (1 + 1.0 / all);
    rows.push_back({army, fixed(100 * rate, 0) + " % of " + std::to_string(all), rate, spread});
    table += "<tr><th scope=\"row\">" + escaped(army) + "</th><td class=\"n\">" + std::to_string(score.won) + "</td><td class=\"n\">" +
             std::to_string(score.drawn) + "</td><td class=\"n\">" + std::to_string(score.lost) + "</td></tr>";
  }
  std::stable_sort(rows.begin(), rows.end(), [](const Bar& a, const Bar& b) { return a.share > b.share; });
  if (rows.size() > 20) rows.resize(20);
  return bars(rows, "Share of battles won, army by army") +
         "<p class=\"quiet\">A draw counts half. The line through a bar's end is how far chance alone may move it (one standard deviation).</p><table><thead><tr><th scope=\"col\">army</th><th scope=\"col\" class=\"n\">won</th><th scope=\"col\" "
         "class=\"n\">drawn</th><th scope=\"col\" class=\"n\">lost</th></tr></thead><tbody>" +
         table + "</tbody></table>";
}

/// Where each stands between unlucky and lucky, in standard deviations; the grey bands are one and two of them.
std::string luck_plot(const std::vector<std::pair<std::string, double>>& rows) {
  const auto draw = [&](bool wide) {
    constexpr double step = 30, most = 3.2;
    const double width = wide ? 860 : 340, left = wide ? 260 : 136, room = width - left - 16;
    const double high = step * static_cast<double>(rows.size()) + 6;
    const auto x = [&](double off) { return left + room * (std::clamp(off, -most, most) + most) / (2 * most); };
    const auto band = [&](double sd, const char* marks) {
      return "<rect class=\"" + std::string(marks) + "\" x=\"" + fixed(x(-sd), 1) + "\" y=\"0\" width=\"" + fixed(x(sd) - x(-sd), 1) +
             "\" height=\"" + fixed(high, 0) + "\"/>";
    };
    std::string svg = "<svg class=\"ch " + std::string(wide ? "wide" : "narrow") + "\" viewBox=\"0 0 " + fixed(width, 0) + " " +
                      fixed(high + 24, 0) + "\" role=\"img\" aria-label=\"Luck of each army in standard deviations\">" + band(2, "bd2") +
                      band(1, "bd1");
    for (const int mark : {-2, -1, 0, 1, 2})
      svg += "<path class=\"" + std::string(mark == 0 ? "gr1" : "gr0") + "\" d=\"M" + fixed(x(mark), 1) + " 0V" + fixed(high, 0) +
             "\"/><text class=\"ax m\" x=\"" + fixed(x(mark), 1) + "\" y=\"" + fixed(high + 18, 0) + "\">" + (mark > 0 ? "+" : "") +
             std::to_string(mark) + "</text>";
    double y = step / 2 + 3;
    for (const auto& [name, off] : rows) {
      svg += "<text class=\"e\" x=\"" + fixed(left - 8, 0) + "\" y=\"" + fixed(y + 4, 0) + "\">" + escaped(short_name(name, wide)) +
             "</text><circle class=\"lc\" r=\"5\" cx=\"" + fixed(x(off), 1) + "\" cy=\"" + fixed(y, 1) + "\"/>";
      y += step;
    }
    return svg + "</svg>";
  };
  return draw(true) + draw(false);
}

std::string luck(const std::vector<Entry>& battles) {
  std::map<std::string, Entry::Side> who;
  for (const Entry& entry : battles)
    for (std::size_t side = 0; side < 2; ++side) {
      const std::string name = entry.players[side].empty() ? entry.armies[side] : entry.players[side];
      Entry::Side& sum = who[name];
      sum.thrown += entry.sides[side].thrown;
      sum.good += entry.sides[side].good;
      sum.expected += entry.sides[side].expected;
      sum.variance += entry.sides[side].variance;
    }
  std::string table;
  std::vector<std::pair<std::string, double>> plotted;
  for (const auto& [name, sum] : who) {
    if (sum.thrown == 0) continue;
    const double sd = std::sqrt(sum.variance);
    if (sd > 0) plotted.emplace_back(name, (sum.good - sum.expected) / sd);
    table += "<tr><th scope=\"row\">" + escaped(name) + "</th><td class=\"n\">" + std::to_string(sum.thrown) + "</td><td class=\"n\">" +
             std::to_string(sum.good) + "</td><td class=\"n\">" + fixed(sum.expected, 1) + "<span class=\"sd\"> &plusmn; " + fixed(sd, 1) +
             "</span></td><td class=\"n\">" + (sd > 0 ? fixed((sum.good - sum.expected) / sd, 1) : "") + "</td></tr>";
  }
  if (table.empty()) return "<p>Nothing was thrown.</p>";
  return luck_plot(plotted) +
         "<table class=\"luck club\"><thead><tr><th scope=\"col\">who</th><th scope=\"col\" class=\"n\">thrown</th><th scope=\"col\" class=\"n\">good</th><th scope=\"col\" class=\"n\">expected</th><th scope=\"col\" class=\"n\">deviations</th></tr></thead><tbody>" +
         table +
         "</tbody></table><p class=\"quiet\">Between -2 and +2 deviations is what chance alone does in nineteen of twenty cases.</p>";
}

std::string losses(const std::vector<Entry>& battles) {
  std::vector<int> lost, played;
  for (const Entry& entry : battles)
    for (std::size_t turn = 0; turn < entry.losses.size(); ++turn) {
      if (lost.size() <= turn) lost.resize(turn + 1, 0), played.resize(turn + 1, 0);
      lost[turn] += entry.losses[turn][0] + entry.losses[turn][1];
      ++played[turn];
    }
  if (lost.empty()) return "<p>No turn was played.</p>";
  std::vector<Bar> rows;
  double most = 0.1;
  for (std::size_t turn = 0; turn < lost.size() && turn < 24; ++turn) most = std::max(most, static_cast<double>(lost[turn]) / played[turn]);
  for (std::size_t turn = 0; turn < lost.size() && turn < 24; ++turn) {
    const double mean = static_cast<double>(lost[turn]) / played[turn];
    rows.push_back({"turn " + std::to_string(turn + 1),
                    fixed(mean, 2) + " (" + story::counted(static_cast<std::size_t>(played[turn]), "battle") + ")", mean / most, 0});
  }
  return bars(rows, "Units lost in each turn, both sides together, mean over the battles that came so far");
}

/// A set of rules after the other, each with its phases in the order they come in.
std::string times(const std::vector<Entry>& battles) {
  struct Phase {
    std::string name;
    double seconds = 0;
    int battles = 0;
    double mean() const { return seconds / battles; }
  };
  std::map<std::string, std::vector<Phase>> rules;
  for (const Entry& entry : battles)
    for (const Entry::PhaseTime& phase : entry.phases) {
      std::vector<Phase>& known = rules[entry.ruleset];
      auto mine = std::find_if(known.begin(), known.end(), [&](const Phase& one) { return one.name == phase.phase; });
      if (mine == known.end()) mine = known.insert(known.end(), Phase{phase.phase});
      mine->seconds += phase.seconds;
      ++mine->battles;
    }
  if (rules.empty()) return "<p>These rules have no phases with names.</p>";
  double most = 1;
  for (const auto& [name, phases] : rules)
    for (const Phase& phase : phases) most = std::max(most, phase.mean());
  std::string all;
  for (const auto& [name, phases] : rules) {
    std::vector<Bar> rows;
    for (const Phase& phase : phases) rows.push_back({phase.name, story::span_text(phase.mean()), phase.mean() / most, 0});
    all += element("h3", "", escaped(name)) + bars(rows, "Time a battle of " + name + " spends in each phase, mean");
  }
  return all;
}

}  // namespace

std::string statistics_page(const std::vector<Entry>& all, const std::string& title) {
  std::string list;
  double seconds = 0;
  std::vector<Entry> battles;  // what counts: a "what if" of a battle is no battle of its own
  std::copy_if(all.begin(), all.end(), std::back_inserter(battles), [](const Entry& e) { return e.of.empty() && e.problem.empty(); });
  for (const Entry& entry : battles) seconds += entry.seconds;
  for (const Entry& entry : all) {
    list += "<tr><td style=\"white-space:nowrap\">" + escaped(entry.created.substr(0, std::min<std::size_t>(10, entry.created.size()))) +
            "</td><th scope=\"row\">" + escaped(entry.title.empty() ? entry.path : entry.title) +
            (entry.of.empty() ? "" : element("span", "quiet", escaped(" (" + entry.origin() + ")"))) + "</th><td>" +
            escaped(entry.ruleset) + "</td><td>" +
            escaped(!entry.problem.empty()   ? entry.problem
                    : entry.result == "draw" ? "drawn"
                    : entry.result == "open" ? "not over"
                                             : entry.winner() + " won") +
            "</td></tr>";
  }
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\"><link rel=\"icon\" href=\"data:,\"><title>" +
      escaped(title) + "</title><style>" + report::colour_style() + report::page_style() +
      "</style></head><body><header><p class=\"kick\">" + story::counted(battles.size(), "battle") + ", " + story::span_text(seconds) +
      " at the table</p><h1>" + escaped(title) + "</h1></header><main>";
  const auto section = [&](const char* head, const std::string& body) { html += element("section", "", element("h2", "", head) + body); };
  section("Won and lost", wins(battles));
  section("Luck", luck(battles));
  section("Losses, turn by turn", losses(battles));
  section("Time", times(battles));
  section(
      "The battles",
      "<table class=\"list\"><thead><tr><th scope=\"col\">day</th><th scope=\"col\">battle</th><th scope=\"col\">rules</th><th scope=\"col\">result</th></tr></thead><tbody>" +
          list + "</tbody></table>");
  return html + "</main></body></html>\n";
}

}  // namespace polemarch::assistant::library
