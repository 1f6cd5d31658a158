#include "assistant/report/sections.hpp"

#include <algorithm>

#include "assistant/report/cards.hpp"
#include "assistant/report/charts.hpp"
#include "assistant/report/html.hpp"
#include "assistant/story/balance.hpp"
#include "assistant/story/close_calls.hpp"
#include "assistant/story/lead.hpp"
#include "assistant/story/leaving.hpp"
#include "assistant/story/words.hpp"

namespace polemarch::assistant::report {

using story::Story;

namespace {

std::string side_swatch(std::size_t side) { return side == 0 ? "<i class=\"sw\"></i>" : "<i class=\"sw b\"></i>"; }

/// A disc a medal, or a unit; a number where there are too many or none is counted.
std::string discs(int all, int left, std::size_t side) {
  if (all <= 0 || all > 24) return "<span></span>";
  std::string html;
  for (int i = 0; i < all; ++i) html += i < left ? "<i></i>" : "<i class=\"off\"></i>";
  return "<span class=\"discs" + std::string(side == 0 ? "" : " b") + "\" role=\"img\" aria-label=\"" + std::to_string(left) + " of " +
         std::to_string(all) + " left\">" + html + "</span>";
}

/// What a side has at the end, in discs and as a number.
std::string standing_text(const Story& story, Side side) {
  const engine::Counter* counter = story.main_counter(side);
  if (counter == nullptr) return "<span></span><b></b>";
  const std::size_t at = story.main_index(side), row = side == Side::A ? 0 : 1;
  const auto& now = story.moments.empty() ? story.counted : story.moments.back().counted;
  const int value = at < now.size() ? now[at] : 0;
  const std::string name = story::counter_name(value, counter->name);
  const auto number = [](int n, const std::string& words) {
    return "<b>" + std::to_string(n) + " <small>" + escaped(words) + "</small></b>";
  };
  if (story::counts_units(story)) {
    const std::vector<int> left = story::left_over_time(story, side);
    return discs(left.front(), left.back(), row) +
           number(left.back(), (left.back() == 1 ? "unit, " : "units, ") + std::to_string(value) + " " + name);
  }
  const int all = counter->counts_down ? counter->start.value_or(value) : counter->limit.value_or(0);
  return discs(all, counter->counts_down ? value : std::max(0, all - value), row) + number(value, name);
}

/// "lost, turn 18": the number does not stand alone on a line.
std::string fate_html(const std::string& fate) {
  std::string html = escaped(fate);
  if (const auto number = html.find_first_of("0123456789"); number != std::string::npos && number > 0)
    html.replace(number - 1, 1, "&nbsp;");
  return html;
}

std::string unit_row(const Story& story, const story::Member& member, const story::UnitDeeds& mine) {
  const bool lost = mine.lost_in >= 0;
  const auto cell = [](int at, const char* label, const std::string& value) {
    return "<td class=\"n n" + std::to_string(at) + (value.front() == '&' ? " z" : "") + "\" data-l=\"" + label + "\">" + value + "</td>";
  };
  const auto count = [](int n) { return n == 0 ? std::string("&middot;") : std::to_string(n); };
  return "<tr" + std::string(lost ? " class=\"gone\"" : "") + "><td><span class=\"id" + (member.side == Side::A ? "" : " b") + "\">" +
         escaped(member.unit.text) + "</span></td><th scope=\"row\">" + escaped(story.name(member.unit)) +
         (member.type.empty() ? "" : "<small>" + escaped(member.type) + "</small>") + "</th>" + cell(1, "charges", count(mine.charges)) +
         cell(2, "shots", count(mine.shots)) + cell(3, "hits", count(mine.hits)) +
         cell(4, "saved", mine.saves_due == 0 ? "&middot;" : std::to_string(mine.saves) + "/" + std::to_string(mine.saves_due)) +
         "<td class=\"fate\">" + fate_html(mine.fate) + "</td><td class=\"lf\">" + life_line(story, member, mine) + "</td></tr>";
}

}  // namespace

std::string head_section(const Story& story) {
  std::string kick = story.ruleset;
  const double end = story.moments.empty() ? 0 : story.moments.back().t;
  if (const std::string date = story::date_of(story); !date.empty()) kick += " &middot; " + date;
  if (end >= 60) kick += " &middot; " + story::span_text(end) + " at the table";
  if (const int turns = story::turns_of(story); turns > 0)
    kick += " &middot; " + story::counted(static_cast<std::size_t>(turns), story.turn_word);
  kick += " &middot; " + story::counted(story.moments.size(), "command");
  std::string html = "<header><p class=\"kick\">" + kick + "</p><h1>" + escaped(story.title) + "</h1><p class=\"lead\">" +
                     escaped(story::lead_of(story)) + "</p>";
  for (const std::string& warning : story.warnings) html += "<p class=\"note\">" + escaped(warning) + "</p>";
  html += "<ul class=\"score\">";
  for (std::size_t side = 0; side < 2; ++side) {
    const Side which = side == 0 ? Side::A : Side::B;
    html += "<li><span>" + side_swatch(side) + escaped(story.armies[side]) + "</span>";
    html += standing_text(story, which);
    const bool won = story.ending && story.ending->winner == which;
    html += (won ? "<span class=\"won\">won</span>" : "<span></span>") + std::string("</li>");
  }
  return html + "</ul></header>";
}

std::string losses_section(const Story& story) {
  const std::string chart = losses_chart(story);
  const std::vector<story::Return> returns = story::returns_of(story);
  std::string rows;
  const std::vector<int> left_a = story::left_over_time(story, Side::A), left_b = story::left_over_time(story, Side::B);
  for (std::size_t c = 0; c < story.chapters.size(); ++c) {
    const std::vector<std::string> lost = story::losses_of(story, story.chapters[c]);
    const auto cell = [&](const std::vector<int>& left) {
      return "<td class=\"n\">" + (c + 1 < left.size() ? std::to_string(left[c + 1]) : "") + "</td>";
    };
    const auto same = [&](const std::vector<int>& left) { return c + 1 >= left.size() || left[c] == left[c + 1]; };
    if (lost.empty() && same(left_a) && same(left_b)) continue;
    std::vector<std::string> back;
    for (const story::Return& one : returns)
      if (one.moment >= story.chapters[c].first && one.moment <= story.chapters[c].last) back.push_back(story.name(one.unit));
    rows += "<tr><th scope=\"row\">" + escaped(story::title_of(story, story.chapters[c])) + "</th>" + cell(left_a) + cell(left_b) + "<td>" +
            escaped(story::joined(lost)) + (lost.empty() || back.empty() ? "" : "; ") +
            (back.empty() ? "" : escaped(story::joined(back)) + " back on the table") + "</td></tr>";
  }
  if (chart.empty() && rows.empty()) return {};
  const engine::Counter* counter = story.main_counter(Side::A);
  std::string html = "<section><div class=\"whole\"><h2>How it slipped away</h2>";
  if (!chart.empty())
    html +=
        "<p>" +
        (story::counts_units(story) ? std::string("The units that still stood")
                                    : "What was left until an army breaks" + (counter == nullptr ? "" : ", in " + escaped(counter->name))) +
        ", after each " + story::player_turn(story) + ". A cross is a loss.</p>" + chart;
  html += "</div>";
  if (rows.empty()) return html + "<p>Nothing was lost.</p></section>";
  return html + "<details class=\"fold\"><summary>The losses as a table</summary><table><thead><tr><th scope=\"col\">" +
         story::player_turn(story) + "</th><th scope=\"col\" class=\"n\">" + escaped(story.sides[0]) +
         "</th><th scope=\"col\" class=\"n\">" + escaped(story.sides[1]) + "</th><th scope=\"col\">lost</th></tr></thead><tbody>" + rows +
         "</tbody></table></details></section>";
}

namespace {

/// Disorder as the rules of this battle call it.
std::string word_of_disorder(const Story& story) {
  const auto called = [](const std::vector<story::Marking>& markings) -> std::optional<std::string> {
    for (const story::Marking& marking : markings)
      for (const engine::StateMark& mark : marking.marks)
        if (mark.glyph == engine::Glyph::Disordered) return std::string(engine::words_of(mark));
    return std::nullopt;
  };
  if (const auto word = called(story.markings)) return *word;
  for (const story::Moment& moment : story.moments)
    if (const auto word = called(moment.markings)) return *word;
  return std::string(engine::words_of(engine::Glyph::Disordered));
}

}  // namespace

std::string armies_section(const Story& story) {
  const auto deeds = story::deeds_of(story);
  std::string html = "<section><h2>The armies</h2>";
  for (std::size_t side = 0; side < 2; ++side) {
    std::string rows;
    std::size_t units = 0, lost = 0, left = 0;
    std::vector<std::string> others;
    for (const story::Member& member : story.members) {
      if (member.side != (side == 0 ? Side::A : Side::B)) continue;
      const auto found = deeds.find(member.unit);
      if (found == deeds.end()) continue;
      if (!member.fights) {
        if (found->second.lost_in >= 0) others.push_back(story.name(member.unit) + " (" + found->second.fate + ")");
        continue;
      }
      ++units;
      lost += found->second.lost_in >= 0 ? 1 : 0;
      left += found->second.lost_in < 0 && found->second.fate == "off the table" ? 1 : 0;
      rows += unit_row(story, member, found->second);
    }
    html += "<h3>" + side_swatch(side) + escaped(story.armies[side]) + "</h3><p class=\"quiet\">" + std::to_string(lost) + " of " +
            story::counted(units, "unit") + " lost" + (left == 0 ? "" : ", " + std::to_string(left) + " off the table") +
            (others.empty() ? "" : "; also " + escaped(story::joined(others))) + ".</p>";
    html +=
        "<table class=\"units\"><thead><tr><th scope=\"col\">no</th><th scope=\"col\">unit</th><th scope=\"col\" class=\"n\">charges</th><th "
        "scope=\"col\" class=\"n\">shots</th><th scope=\"col\" class=\"n\">hits</th><th scope=\"col\" class=\"n\">saved</th><th "
        "scope=\"col\">fate</th><th scope=\"col\">" +
        story.turn_word + " by " + story.turn_word + "</th></tr></thead><tbody>" + rows + "</tbody></table>";
  }
  return html + "<p class=\"quiet\">" + story::capital(story.turn_word) + " by " + story.turn_word +
         ": a wedge charges, a ring shoots, a tick moves, an arch rallies, a hook below is " + escaped(word_of_disorder(story)) +
         ", a cross is lost.</p></section>";
}

std::string luck_section(const Story& story) {
  const auto luck = story::luck_of(story);
  if (luck[0].all.thrown + luck[1].all.thrown == 0) return {};
  std::string html = "<section><div class=\"whole\"><h2>Luck</h2><p>";
  for (std::size_t side = 0; side < 2; ++side) {
    const story::Luck& all = luck[side].all;
    html += (side == 0 ? "" : " ") + escaped(story.sides[side]) + ": " + std::to_string(all.good) + " of " + std::to_string(all.thrown) +
            " good where " + fixed(all.expected, 1) + " &plusmn; " + fixed(all.sd(), 1) + " are expected, " + story::luck_word(all) + ".";
  }
  html += "</p>" + luck_chart(story, luck) + "</div>";
  std::map<std::string, std::array<story::Luck, 2>> purposes;
  for (std::size_t side = 0; side < 2; ++side)
    for (const auto& [purpose, mine] : luck[side].by_purpose) purposes[purpose][side] = mine;
  std::string rows;
  const auto cells = [](const story::Luck& mine) {
    if (mine.thrown == 0) return std::string("<td class=\"n\"></td><td class=\"n\"></td><td class=\"n\"></td>");
    return "<td class=\"n\">" + std::to_string(mine.thrown) + "</td><td class=\"n\">" + std::to_string(mine.good) +
           "</td><td class=\"n\">" + fixed(mine.expected, 1) + "<span class=\"sd\"> &plusmn; " + fixed(mine.sd(), 1) + "</span></td>";
  };
  for (const auto& [purpose, both] : purposes)
    rows += "<tr><th scope=\"row\">" + escaped(purpose) + "</th>" + cells(both[0]) + cells(both[1]) + "</tr>";
  rows += "<tr class=\"sum\"><th scope=\"row\">all</th>" + cells(luck[0].all) + cells(luck[1].all) + "</tr>";
  const std::string three =
      "<th scope=\"col\" class=\"n\">thrown</th><th scope=\"col\" class=\"n\">good</th><th scope=\"col\" class=\"n\">expected</th>";
  return html + "<table class=\"luck\"><thead><tr><td></td><th colspan=\"3\" scope=\"colgroup\">" + escaped(story.sides[0]) +
         "</th><th colspan=\"3\" scope=\"colgroup\">" + escaped(story.sides[1]) + "</th></tr><tr><th scope=\"col\">what for</th>" + three +
         three + "</tr></thead><tbody>" + rows +
         "</tbody></table><p class=\"quiet\">The chance of each throw is reckoned from the number needed: every face of a die as likely as "
         "any other, a card by what its pile still holds. The grey bands are one and two standard deviations: two battles of three end "
         "inside the inner one. What a player might have thrown again, and did not, is not in it.</p></section>";
}

std::string time_section(const Story& story) {
  const story::TimeOf time = story::time_of(story);
  if (time.sides[0].all() + time.sides[1].all() < 1) return {};
  const auto minutes = [](double seconds) { return story::clock_text(seconds); };
  std::string html = "<section><div class=\"whole\"><h2>Time</h2><p>" + story::span_text(story.moments.back().t - time.paused) +
                     " at the table. " + time_chart_unit(time) + " a " + story::player_turn(story) +
                     "; the lower, plain part is throwing.</p>" + time_chart(story, time) + "</div>" +
                     "<table><thead><tr><th scope=\"col\">minutes</th><th scope=\"col\" class=\"n\">" + escaped(story.sides[0]) +
                     "</th><th scope=\"col\" class=\"n\">" + escaped(story.sides[1]) + "</th></tr></thead><tbody>";
  const auto row = [&](const std::string& name, double a, double b, bool sum = false) {
    html += "<tr" + std::string(sum ? " class=\"sum\"" : "") + "><th scope=\"row\">" + escaped(name) + "</th><td class=\"n\">" +
            minutes(a) + "</td><td class=\"n\">" + minutes(b) + "</td></tr>";
  };
  row("choosing", time.sides[0].choosing, time.sides[1].choosing);
  row("throwing", time.sides[0].throwing, time.sides[1].throwing);
  if (time.sides[0].putting + time.sides[1].putting > 0) row("putting bases right", time.sides[0].putting, time.sides[1].putting);
  row("in all", time.sides[0].all(), time.sides[1].all(), true);
  for (const auto& [phase, both] : time.phases)  // a phase that took nobody a second is none worth a row
    if (!phase.empty() && time.phases.size() > 1 && std::max(both[0].all(), both[1].all()) >= 1) row(phase, both[0].all(), both[1].all());
  html += "</tbody></table>";
  if (time.paused > 0)
    html += "<p class=\"quiet\">Pauses of more than ten minutes, " + story::span_text(time.paused) + " in all, count for nobody.</p>";
  std::string rows;
  for (std::size_t c = 0; c < story.chapters.size(); ++c)
    rows += "<tr><th scope=\"row\">" + escaped(story::title_of(story, story.chapters[c])) + "</th><td class=\"n\">" +
            minutes(time.chapters[c]) + "</td></tr>";
  return html + "<details class=\"fold\"><summary>Each " + story::player_turn(story) + "</summary><table><tbody>" + rows +
         "</tbody></table></details></section>";
}

std::string notes_section(const Story& story) {
  constexpr std::size_t most = 200;
  std::string rulings, close, refused, back;
  std::array<std::size_t, 4> counts{};
  for (const story::Moment& moment : story.moments) {
    if (!is_noted(moment)) continue;
    const std::size_t kind = moment.back_to >= 0                                  ? 3
                             : story::is_close(moment) && moment.action != "rule" ? 1
                             : moment.ruling == "refused"                         ? 2
                                                                                  : 0;
    std::string& list = kind == 3 ? back : kind == 1 ? close : kind == 2 ? refused : rulings;
    if (++counts[kind] <= most) list += note_of(story, moment);
  }
  const auto part = [&](const char* title, const char* none, std::size_t kind, const std::string& list, bool folded) {
    std::string html = "<h4>" + std::string(title) + "</h4>";
    if (list.empty()) return html + "<p class=\"quiet\">" + none + "</p>";
    if (counts[kind] > most)
      html += "<p class=\"quiet\">The first " + std::to_string(most) + " of " + std::to_string(counts[kind]) + ".</p>";
    const std::string body = "<ol class=\"notes\">" + list + "</ol>";
    return html + (folded && counts[kind] > 6
                       ? "<details class=\"fold\"><summary>" + std::to_string(counts[kind]) + " of them</summary>" + body + "</details>"
                       : body);
  };
  return "<section><h2>Rulings and close calls</h2>" + part("Rulings by the players", "None.", 0, rulings, false) +
         part("Too close to call", "None: every measure was clear.", 1, close, false) +
         (close.empty()
              ? ""
              : "<p class=\"quiet\">&plusmn; is what 95 measures in a hundred stay inside; close is what is not sure at 99 %.</p>") +
         part("Refused by the rules", "None.", 2, refused, true) + part("Taken back", "Nothing.", 3, back, true) + "</section>";
}

}  // namespace polemarch::assistant::report
