#include "assistant/report/cards.hpp"

#include <algorithm>

#include "assistant/report/html.hpp"
#include "assistant/story/words.hpp"

namespace polemarch::assistant::report {

using story::Act;
using story::Moment;
using story::Story;

namespace {

std::string swatch(Side side) { return side == Side::A ? "<i class=\"sw\"></i>" : "<i class=\"sw b\"></i>"; }

std::string rule_code(const std::string& rule) { return rule.empty() ? "" : " <code>" + escaped(rule) + "</code>"; }

/// Six or ten cells, the good ones tinted, the thrown ones dark.
std::string good_scale(const engine::Thrown& thrown, int faces) {
  if (thrown.need <= 0 || thrown.counted == engine::Counted::Sum || thrown.values.size() != 1) return {};
  std::string cells;
  for (int face = 1; face <= faces; ++face) {
    const bool good = thrown.better == engine::Better::High ? face >= thrown.need : face <= thrown.need;
    cells += thrown.values.front() == face ? "<i class=\"v\"></i>" : good ? "<i class=\"g\"></i>" : "<i></i>";
  }
  return "<span class=\"scale\" aria-hidden=\"true\">" + cells + "</span>";
}

std::string dice_shapes(const engine::Thrown& thrown) {
  std::string html;
  for (const int value : thrown.rerolled) html += "<span class=\"die re\" title=\"thrown again\">" + std::to_string(value) + "</span>";
  for (const int value : thrown.values) {
    bool good = thrown.better == engine::Better::High ? value >= thrown.need : value <= thrown.need;
    if (thrown.counted == engine::Counted::Sum) good = thrown.good > 0;
    const char* marks = thrown.need <= 0 ? "die" : good ? "die ok" : "die no";
    html += "<span class=\"" + std::string(marks) + "\">" + std::to_string(value) + "</span>";
  }
  return "<span class=\"dice\">" + html + "</span>";
}

std::string throw_row(const Story& story, const engine::Thrown& thrown) {
  const int faces = thrown.source == "dice" ? 6 : 10;
  const std::string who = thrown.thrower.empty() ? story.side_name(thrown.who) : story.name(thrown.thrower);
  std::string html = "<li><span class=\"w\">" + swatch(thrown.who) + escaped(who) + ", " + escaped(thrown.purpose) + "</span>";
  if (thrown.need > 0) html += "<span>" + escaped(story::need_text(thrown)) + "</span>";
  html += good_scale(thrown, faces) + dice_shapes(thrown);
  if (!thrown.outcome.empty()) html += "<span>" + escaped(thrown.outcome) + "</span>";
  const auto rows = [&](const std::vector<engine::ThrowRow>& list) {
    std::string items;
    for (const engine::ThrowRow& row : list) {
      const std::string value = row.value == 0 ? "" : " " + std::string(row.value > 0 ? "+" : "") + std::to_string(row.value);
      items += "<li>" + escaped(row.text) + value + rule_code(row.rule) + "</li>";
    }
    return items.empty() ? items : "<ul>" + items + "</ul>";
  };
  html += rows(thrown.dice);
  if (thrown.rows.size() > 1) html += rows(thrown.rows);
  return html + "</li>";
}

/// What followed, without what the throws say already.
std::string effects(const Story& story, const Act& act, bool& any) {
  std::string items;
  for (const std::uint32_t at : act.moments)
    for (const std::string& line : story.moments[at].told) {
      const bool says_throw = line.find(", good") != std::string::npos || line.find(", failed") != std::string::npos;
      if (!says_throw || story.moments[at].throws.empty()) items += "<li>" + escaped(story::capital(line)) + "</li>";
    }
  any = !items.empty();
  return items.empty() ? "" : "<ul class=\"eff\">" + items + "</ul>";
}

/// A reason with what was measured: "goes 4.9 in (4.9 ± 0.1 in, limit 6 in)".
std::string reason_html(const engine::Reason& reason) {
  const std::string measure = story::measure_text(reason);
  return escaped(story::capital(reason.text)) + (measure.empty() ? "" : " (" + escaped(measure) + ")") + rule_code(reason.rule);
}

}  // namespace

std::string act_card(const Story& story, const Act& act) {
  const Moment& first = story.moments[act.moments.front()];
  bool told = false;
  const std::string what = effects(story, act, told);
  std::string throws, why, notes;
  for (const std::uint32_t at : act.moments) {
    for (const engine::Thrown& thrown : story.moments[at].throws) throws += throw_row(story, thrown);
    if (is_noted(story.moments[at])) notes += note_of(story, story.moments[at]);
  }
  if (!throws.empty())
    for (const engine::Reason& reason : first.reasons)
      if (!reason.text.empty()) why += "<li>" + reason_html(reason) + "</li>";
  const std::string head = "<span class=\"t\">" + escaped(act.title) + "</span>" +
                           (act.outcome.empty() ? "" : " <span class=\"o\">" + escaped(act.outcome) + "</span>") + " <time>" +
                           story::clock_text(first.t) + "</time>";
  if (throws.empty() && !told && notes.empty())
    return "<p class=\"line" + std::string(act.failed ? " quiet" : "") + "\">" + escaped(act.title) +
           (act.outcome.empty() ? "" : ": " + escaped(act.outcome)) + "</p>";
  return "<details class=\"act" +
         std::string(act.cost     ? " cost"
                     : act.failed ? " fail"
                                  : "") +
         "\"><summary>" + head + "</summary>" + (why.empty() ? "" : "<ul class=\"eff why\">" + why + "</ul>") +
         (throws.empty() ? "" : "<ul class=\"throws\">" + throws + "</ul>") + what +
         (notes.empty() ? "" : "<ul class=\"notes\">" + notes + "</ul>") + "</details>";
}

std::string act_line(const Story&, const Act& act) {
  return "<p class=\"line" + std::string(act.failed ? " quiet" : "") + "\">" + escaped(act.title) +
         (act.outcome.empty() ? "" : ": " + (act.cost ? "<strong>" + escaped(act.outcome) + "</strong>" : escaped(act.outcome))) + "</p>";
}

bool is_noted(const Moment& moment) {
  return moment.ruled || moment.ruling == "refused" || moment.ruling == "too_close" || moment.back_to >= 0 || moment.action == "amend" ||
         moment.action == "rule";
}

std::string note_of(const Story& story, const Moment& moment) {
  std::string html = "<li class=\"note" + std::string(moment.ruling == "refused" ? " ref" : "") + "\"><strong>";
  if (moment.back_to >= 0)
    html += "Taken back</strong> to command " + std::to_string(moment.back_to);
  else if (moment.action == "amend")
    html += "Set by hand</strong>";
  else if (moment.ruled || moment.action == "rule")
    html += "Ruled</strong> by the players: " + std::string(moment.ruled ? "it stands" : "it stays refused");
  else if (moment.ruling == "too_close")
    html += "Too close to call</strong>: " + escaped(moment.clause.empty() ? moment.sentence : story::capital(moment.clause));
  else
    html += "Refused</strong>: " + escaped(moment.clause.empty() ? moment.sentence : story::capital(moment.clause));
  if (!moment.note.empty()) html += ", &ldquo;" + escaped(moment.note) + "&rdquo;";
  for (const engine::Reason& reason : moment.reasons) html += ". " + reason_html(reason);
  html += " <span class=\"quiet\">" +
          escaped(moment.turn == 0 ? "before the first " + story.turn_word
                                   : story::turn_text(story, moment.turn) + ", " + story.side_name(moment.side)) +
          ", command " + std::to_string(moment.seq) + "</span></li>";
  return html;
}

}  // namespace polemarch::assistant::report
