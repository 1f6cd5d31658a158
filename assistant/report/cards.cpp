#include "assistant/report/cards.hpp"

#include <algorithm>
#include <cstdlib>

#include "assistant/report/html.hpp"
#include "assistant/story/close_calls.hpp"
#include "assistant/story/taken_back.hpp"
#include "assistant/story/words.hpp"
#include "engine/core/faces.hpp"

namespace polemarch::assistant::report {

using story::Act;
using story::Moment;
using story::Story;

namespace {

std::string swatch(Side side) { return side == Side::A ? "<i class=\"sw\"></i>" : "<i class=\"sw b\"></i>"; }

std::string rule_code(const std::string& rule) { return rule.empty() ? "" : " <code>" + escaped(rule) + "</code>"; }

/// A cell a face, the good ones tinted, the thrown one dark.
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
  const int faces = thrown.source == "dice" ? engine::faces_of(thrown) : 10;
  const std::string who = thrown.thrower.empty() ? story.side_name(thrown.who) : story.name(thrown.thrower);
  std::string html = "<li><span class=\"w\">" + swatch(thrown.who) + escaped(who) + ", " + escaped(thrown.purpose) + "</span>";
  if (thrown.need > 0) html += "<span>" + escaped(story::need_text(thrown)) + "</span>";
  html += good_scale(thrown, faces) + dice_shapes(thrown);
  if (!thrown.outcome.empty()) html += "<span>" + escaped(thrown.outcome) + "</span>";
  // The base number as the book prints it, what changes it with its sign: "to hit 4+, closing shots -1".
  const auto rows = [&](const std::vector<engine::ThrowRow>& list, const std::string& base) {
    std::string items;
    for (const engine::ThrowRow& row : list) {
      const int printed = row.printed();
      const bool first = items.empty() && !base.empty();
      const std::string value = first          ? " " + base
                                : printed == 0 ? ""
                                               : " " + std::string(printed > 0 ? "+" : "") + std::to_string(printed);
      items += "<li>" + escaped(story::row_words(row)) + value + rule_code(row.rule) + "</li>";
    }
    return items.empty() ? items : "<ul>" + items + "</ul>";
  };
  html += rows(thrown.dice, thrown.dice.empty() ? std::string() : std::to_string(thrown.dice.front().value));
  if (thrown.rows.size() < 2) return html + "</li>";
  engine::Thrown plain = thrown;  // as if nothing changed what is needed
  plain.need = thrown.rows.front().value;
  const bool on_throw = std::any_of(thrown.rows.begin(), thrown.rows.end(), [](const engine::ThrowRow& row) { return row.to_throw; });
  html += rows(thrown.rows, thrown.need > 0 && on_throw ? story::need_text(plain) : std::to_string(plain.need));
  return html + "</li>";
}

/// What followed, without what the throws say already.
std::string effects(const Story& story, const Act& act, bool& any) {
  const std::vector<std::string> said = story::said_by(story, act);
  std::string items;
  for (const std::uint32_t at : act.moments)
    for (std::size_t i = 0; i < story.moments[at].told.size(); ++i) {
      const std::string& line = story.moments[at].told[i];
      const bool says_throw = story.moments[at].tells_throw(i) && !story.moments[at].throws.empty();
      if (!says_throw && !story::says_again(line, said)) items += "<li>" + escaped(story::capital(story::without_rules(line))) + "</li>";
    }
  any = !items.empty();
  return items.empty() ? "" : "<ul class=\"eff\">" + items + "</ul>";
}

/// A reason with what was measured: "goes 4.9 in (4.9 ± 0.1 in, limit 6 in)".
std::string reason_html(const engine::Reason& reason) {
  const std::string measure = story::measure_text(reason);
  return escaped(story::capital(story::reason_words(reason))) + (measure.empty() ? "" : " (" + escaped(measure) + ")") +
         rule_code(reason.rule);
}

/// A reason of an order that its throw says as well, as what is needed or as a row that is shown.
bool thrown_says(const Story& story, const Act& act, const engine::Reason& reason) {
  if (!reason.value || reason.limit) return false;
  for (const std::uint32_t at : act.moments)
    for (const engine::Thrown& thrown : story.moments[at].throws) {
      if (thrown.need > 0 && *reason.value == thrown.need && reason.text.find("eeds ") != std::string::npos) return true;
      for (const std::vector<engine::ThrowRow>* rows : {&thrown.dice, &thrown.rows})
        if (rows == &thrown.dice || rows->size() > 1)
          for (const engine::ThrowRow& row : *rows)
            if (row.rule == reason.rule && std::abs(row.value) == std::abs(*reason.value)) return true;
    }
  return false;
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
      if (!reason.text.empty() && !thrown_says(story, act, reason)) why += "<li>" + reason_html(reason) + "</li>";
  const std::string head = "<span class=\"t\">" + escaped(act.title) + "</span>" +
                           (story::is_taken_back(story, act) ? " <span class=\"o\">Taken back</span>"
                            : act.outcome.empty()            ? ""
                                                             : " <span class=\"o\">" + escaped(act.outcome) + "</span>") +
                           " <time>" + story::clock_text(first.t) + "</time>";
  if (throws.empty() && !told && notes.empty()) return act_line(story, act);
  return "<details class=\"act" +
         std::string(act.cost     ? " cost"
                     : act.failed ? " fail"
                                  : "") +
         "\"><summary>" + head + "</summary>" + (why.empty() ? "" : "<ul class=\"eff why\">" + why + "</ul>") +
         (throws.empty() ? "" : "<ul class=\"throws\">" + throws + "</ul>") + what +
         (notes.empty() ? "" : "<ul class=\"notes\">" + notes + "</ul>") + "</details>";
}

std::string act_line(const Story& story, const Act& act) {
  const std::string text = escaped(story::act_text(act, story));
  return "<p class=\"line" + std::string(act.failed ? " quiet" : "") + "\">" + (act.cost ? "<strong>" + text + "</strong>" : text) + "</p>";
}

bool is_noted(const Moment& moment) {
  if (story::is_slip(moment)) return false;
  return story::is_ruling(moment) || moment.ruling == "refused" || story::is_close(moment);
}

namespace {

/// Where in the battle, as a link to its turn.
std::string place_of(const Story& story, const Moment& moment) {
  const auto at = static_cast<std::uint32_t>(&moment - story.moments.data());
  std::string place =
      moment.turn == 0 ? "before the first " + story.turn_word : story::turn_text(story, moment.turn) + ", " + story.side_name(moment.side);
  for (std::size_t c = 0; c < story.chapters.size(); ++c)
    if (story.chapters[c].first <= at && at <= story.chapters[c].last)
      place = "<a href=\"#turn" + std::to_string(c) + "\">" + escaped(place) + "</a>";
  return " <span class=\"quiet\">" + place + ", " + story::clock_text(moment.t) + ", command " + std::to_string(moment.seq) + "</span>";
}

std::string sentence(const std::string& text) { return text.empty() || text.ends_with(".") || text.ends_with("?") ? text : text + "."; }

}  // namespace

std::string note_of(const Story& story, const Moment& moment) {
  const std::string what = escaped(moment.clause.empty() ? moment.sentence : story::capital(moment.clause));
  const auto quoted = [&] { return moment.note.empty() ? std::string() : ", &ldquo;" + escaped(moment.note) + "&rdquo;"; };
  const auto note = [&](const char* marks, const std::string& head, const std::string& text) {
    return "<li class=\"note" + std::string(marks) + "\"><strong>" + head + "</strong>" + text + place_of(story, moment) + "</li>";
  };
  std::string reasons;
  for (const engine::Reason& reason : moment.reasons)
    if (!reason.text.empty()) reasons += " " + sentence(reason_html(reason));
  if (moment.back_to >= 0) {
    constexpr std::size_t kNamed = 3;
    const std::vector<std::string> clauses = story::clauses_taken_back(story, moment);
    std::string gone;
    for (std::size_t i = 0; i < clauses.size() && i < kNamed; ++i) gone += (i == 0 ? "" : "; ") + escaped(story::capital(clauses[i]));
    if (clauses.size() > kNamed) gone += "; and " + story::counted(clauses.size() - kNamed, "more", "more");
    return note("", "Taken back", (gone.empty() ? "" : ": ") + gone + quoted() + ".");
  }
  if (moment.action == "take_off") return note("", "Taken for lost", quoted() + "." + reasons);
  if (moment.action == "amend") return note("", "Set by hand", quoted() + "." + reasons);
  if (moment.ruled || moment.action == "rule")
    return note("", escaped(story::capital(moment.clause.empty() ? "the players rule" : moment.clause)), quoted() + "." + reasons);
  if (story::is_close(moment)) {
    std::string measures;
    for (const engine::Reason& reason : story::close_reasons(moment)) measures += " " + sentence(reason_html(reason));
    const std::string how = story::settled_text(story, moment);
    return note("", "Too close to call",
                ": " + sentence(what) + measures + (how.empty() ? "" : " " + escaped(story::capital(how)) + ".") + quoted());
  }
  return note(" ref", "Refused", ": " + sentence(what) + reasons + quoted());
}

}  // namespace polemarch::assistant::report
