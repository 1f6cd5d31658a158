#include "assistant/export/texts.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>

#include "assistant/story/balance.hpp"
#include "assistant/story/close_calls.hpp"
#include "assistant/story/lead.hpp"
#include "assistant/story/leaving.hpp"
#include "assistant/story/stats.hpp"
#include "assistant/story/words.hpp"
#include "models/one_line.hpp"

namespace polemarch::assistant::exporting {

using story::Story;

namespace {

/// A text in which no sign of Markdown means anything.
std::string plain_md(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\`*_{}[]<>#|").find(c) != std::string_view::npos) out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

/// A name of several lines is on one, as it is in Markdown.
std::string unbroken(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string wrapped_at(const std::string& text, std::size_t width, const std::string& indent) {
  std::string out, line = indent;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
    const std::string word = text.substr(at, end - at);
    at = end + 1;
    if (word.empty()) continue;
    if (line.size() > indent.size() && line.size() + 1 + word.size() > width) {
      out += line + "\n";
      line = indent + "  ";
    } else if (line.size() > indent.size()) {
      line += ' ';
    }
    line += word;
  }
  return out + line + "\n";
}

std::string kick_of(const Story& story) {
  std::string kick = story.ruleset;
  if (const std::string date = story::date_of(story); !date.empty()) kick += ", " + date;
  if (const int turns = story::turns_of(story); turns > 0) kick += ", " + story::counted(static_cast<std::size_t>(turns), story.turn_word);
  return kick + ", " + story::counted(story.moments.size(), "command");
}

/// Rulings, refusals, close calls and what was taken back, a line each: "Turn 3, Athens: ...". A value that could not be and was typed
/// again is no ruling.
std::vector<std::string> notes_of(const Story& story) {
  std::vector<std::string> notes;
  for (const story::Moment& moment : story.moments) {
    if (story::is_slip(moment)) continue;
    const bool ruled = story::is_ruling(moment);
    if (!ruled && !story::is_close(moment) && moment.ruling != "refused") continue;
    std::string line = moment.turn == 0 ? "Before the first " + story.turn_word
                                        : story::capital(story::turn_text(story, moment.turn)) + ", " + story.side_name(moment.side);
    line += ": " + moment.sentence;
    if (moment.ruling == "too_close") line += "; " + story::settled_text(story, moment);
    if (!moment.note.empty()) line += ", \"" + moment.note + "\"";
    notes.push_back(line + ".");
  }
  return notes;
}

/// What a club wants to read of a turn: what cost something, attacks and shots that came off, what was thrown for, what was ruled.
bool is_told(const Story& story, const story::Act& act) {
  const story::Moment& first = story.moments[act.moments.front()];
  if (act.cost || first.ruled || story::is_close(first)) return true;
  if (act.failed || first.ruling == "refused") return false;
  const bool attack = first.deed == story::Deed::Charge || first.deed == story::Deed::Fight || first.deed == story::Deed::Shoot ||
                      first.deed == story::Deed::Rally;
  return attack || (!act.outcome.empty() && act.outcome != "Passed" && act.outcome != "Failed" && act.outcome != "Obeyed" &&
                    act.outcome != "Not obeyed" && first.deed != story::Deed::Place);
}

/// "Horsemen come on to the table at d8", "Peltasts 1 are back on the table": who was lost and is there again by an act; empty for nobody.
std::string back_by(const Story& story, const story::Act& act, const std::vector<story::Return>& returns) {
  const story::Moment& first = story.moments[act.moments.front()];
  std::vector<std::string> names;
  for (const story::Return& back : returns) {
    if (std::find(act.moments.begin(), act.moments.end(), back.moment) == act.moments.end()) continue;
    if (first.unit == back.unit && !first.clause.empty()) return act.title;
    names.push_back(story.name(back.unit));
  }
  return names.empty() ? std::string() : engine::with_verb(story::joined(names), "is", "are") + " back on the table";
}

/// Names of units, by their side.
using Units = std::array<std::vector<std::string>, 2>;

/// Units that an act moved or placed, each once.
void note_movers(const Story& story, const story::Act& act, Units& movers) {
  for (const std::uint32_t at : act.moments)
    for (const story::Shift& shift : story.moments[at].shifts) {
      const story::Piece& piece = story.pieces[shift.piece];
      const story::Member* member = story.member(piece.unit);
      if (member == nullptr || !member->fights || !shift.to.on_table) continue;
      std::vector<std::string>& mine = movers[piece.side == Side::A ? 0 : 1];
      const std::string name = story.name(piece.unit);
      if (std::find(mine.begin(), mine.end(), name) == mine.end()) mine.push_back(name);
    }
}

/// What a club reads of a turn, or of several in which nothing but moves was done.
struct ClubTurn {
  std::optional<std::size_t> first;  ///< chapter
  std::size_t last = 0;
  std::string told;  ///< a line an act
  Units moved, placed;

  void join(const ClubTurn& next) {
    if (!first) first = next.first;
    last = next.last;
    for (std::size_t side = 0; side < 2; ++side)
      for (const std::string& name : next.moved[side])
        if (std::find(moved[side].begin(), moved[side].end(), name) == moved[side].end()) moved[side].push_back(name);
  }
};

/// The chapter's turn; `act` is its first act and goes to the next chapter's.
ClubTurn club_turn(const Story& story, const std::vector<story::Return>& returns, std::size_t chapter, std::size_t& act) {
  ClubTurn turn{chapter, chapter, {}, {}, {}};
  for (; act < story.acts.size() && story.acts[act].chapter == chapter; ++act) {
    const story::Act& one = story.acts[act];
    const story::Moment& first = story.moments[one.moments.front()];
    if (first.undone || first.back_to >= 0) continue;
    if (first.ruling == "refused" && !first.ruled) continue;  // told below, with its reason
    const std::string back = back_by(story, one, returns);
    if (!back.empty()) turn.told += wrapped_at("- " + back + ".", 72, "  ");
    if (is_told(story, one) && back != one.title)
      turn.told += wrapped_at("- " + story::act_text(one, story) + ".", 72, "  ");
    else if (back.empty())
      note_movers(story, one, first.turn == 0 ? turn.placed : turn.moved);
  }
  return turn;
}

/// "Turn 3, Athens", "Turns 11 to 17", "Turn 2, Tribes, to turn 4, Republic".
std::string heading_of(const Story& story, const ClubTurn& turn) {
  const story::Chapter &first = story.chapters[*turn.first], &last = story.chapters[turn.last];
  if (*turn.first == turn.last) return story::title_of(story, first);
  const bool halves = std::adjacent_find(story.chapters.begin(), story.chapters.end(),
                                         [](const auto& one, const auto& next) { return one.turn == next.turn; }) != story.chapters.end();
  if (!halves) return story::capital(story.turn_word) + "s " + std::to_string(first.turn) + " to " + std::to_string(last.turn);
  std::string until = story::title_of(story, last);
  until[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(until[0])));
  return story::title_of(story, first) + ", to " + until;
}

std::string club_text(const Story& story, const ClubTurn& turn) {
  const std::string heading = unbroken(heading_of(story, turn)) + "\n";
  std::string text = heading + turn.told;
  const auto list = [&](const Units& units, std::string_view one, std::string_view many) {
    for (std::size_t side = 0; side < 2; ++side)
      if (!units[side].empty())
        text += wrapped_at("- " + engine::with_verb(story.sides[side], one, many) + " " + story::joined(units[side]) + ".", 72, "  ");
  };
  list(turn.placed, "deploys", "deploy");
  list(turn.moved, "moves", "move");
  if (text == heading) text += "  - No unit moves.\n";
  return text;
}

/// A spreadsheet works out what begins like a sum, whosever name it is, and not what begins with an apostrophe.
bool looks_like_a_sum(const std::string& text) {
  if (text.empty() || std::string_view("=+-@").find(text.front()) == std::string_view::npos) return false;
  double number = 0;
  const char* end = text.data() + text.size();
  return std::from_chars(text.data(), end, number).ptr != end;
}

std::string cell_of(const std::string& raw) {
  std::string text = (looks_like_a_sum(raw) ? "'" : "") + spelled_out(raw);
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string tenths_of(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

}  // namespace

std::string markdown_of(const Story& story, const std::function<std::string(std::size_t)>& picture, const std::vector<Photo>& photos) {
  std::string md = "# " + plain_md(story.title) + "\n\n*" + plain_md(kick_of(story)) + "*\n\n" + plain_md(story::lead_of(story)) + "\n\n";
  const auto deeds = story::deeds_of(story);
  for (std::size_t side = 0; side < 2; ++side) {
    md += "## " + plain_md(story.armies[side]) +
          "\n\n| no | unit | charges | shots | hits | saved | fate |\n|---|---|---:|---:|---:|---:|---|\n";
    for (const story::Member& member : story.members) {
      const auto mine = deeds.find(member.unit);
      if (member.side != (side == 0 ? Side::A : Side::B) || !member.fights || mine == deeds.end()) continue;
      const story::UnitDeeds& did = mine->second;
      md += "| " + plain_md(member.unit.text) + " | " + plain_md(story.name(member.unit)) + " | " + std::to_string(did.charges) + " | " +
            std::to_string(did.shots) + " | " + std::to_string(did.hits) + " | " +
            (did.saves_due == 0 ? "" : std::to_string(did.saves) + "/" + std::to_string(did.saves_due)) + " | " + plain_md(did.fate) +
            " |\n";
    }
    md += "\n";
  }
  const auto luck = story::luck_of(story);
  md += "## Luck\n\n";
  for (std::size_t side = 0; side < 2; ++side)
    md += "- " + plain_md(story.sides[side]) + ": " + std::to_string(luck[side].all.good) + " of " + std::to_string(luck[side].all.thrown) +
          " good, expected " + tenths_of(luck[side].all.expected) + " ± " + tenths_of(luck[side].all.sd()) + ", " +
          story::luck_word(luck[side].all) + "\n";
  md += "\n";
  const std::vector<std::string> scores = story::scores_of(story);
  std::size_t act = 0;
  for (std::size_t c = 0; c < story.chapters.size(); ++c) {
    const story::Chapter& chapter = story.chapters[c];
    if (act >= story.acts.size() || story.acts[act].chapter != c) continue;  // nothing was begun in it: what was taken back left it
    const std::string score = c < scores.size() ? scores[c] : std::string();
    std::string orders;
    for (; act < story.acts.size() && story.acts[act].chapter == c; ++act) {
      if (story::only_ends(story, story.acts[act])) continue;
      orders += "- " + plain_md(story::act_text(story.acts[act], story)) + "\n";
      for (const std::uint32_t at : story.acts[act].moments)
        for (const engine::Thrown& thrown : story.moments[at].throws)
          orders += "  - " +
                    plain_md((thrown.thrower.empty() ? story.side_name(thrown.who) : story.name(thrown.thrower)) + ", " + thrown.purpose +
                             ", " + story::throw_text(thrown) + (thrown.outcome.empty() ? "" : ": " + thrown.outcome)) +
                    "\n";
      for (const std::string& decided : story::decisions_of(story, story.acts[act])) orders += "  - " + plain_md(decided) + "\n";
    }
    md += "## " + plain_md(story::title_of(story, chapter)) + (score.empty() ? "" : " (" + plain_md(score) + ")") + "\n\n";
    if (const std::string file = picture && !orders.empty() ? picture(c) : ""; !file.empty())
      md += "![" + plain_md(story::title_of(story, chapter)) + ": the map at its end](" + file + ")\n\n";
    for (const Photo& photo : photos)
      if (photo.chapter == c)
        md += "![The table after command " + std::to_string(photo.seq) + ", as the camera saw it](" + photo.file + ")\n\n";
    if (const auto lost = story::losses_of(story, chapter); !lost.empty()) md += "**Lost: " + plain_md(story::joined(lost)) + ".**\n\n";
    md += (orders.empty() ? "No orders.\n" : orders) + "\n";
  }
  if (const std::vector<std::string> notes = notes_of(story); !notes.empty()) {
    md += "## Rulings and close calls\n\n";
    for (const std::string& note : notes) md += "- " + plain_md(note) + "\n";
    md += "\n";
  }
  return spelled_out(md + "*Made from the log " + plain_md(story.log) + ". Players need their own copy of the rules.*\n");
}

std::string plain_text_of(const Story& story) {
  std::string text = unbroken(story.title) + "\n" + std::string(story.title.size(), '=') + "\n" + unbroken(kick_of(story)) + "\n\n" +
                     wrapped_at(story::lead_of(story), 72, "") + "\n";
  const std::vector<std::string> scores = story::scores_of(story);
  const std::vector<story::Return> returns = story::returns_of(story);
  ClubTurn quiet;  // turns in which nothing but moves was done are told together
  std::string score;
  std::size_t act = 0;
  for (std::size_t c = 0; c < story.chapters.size(); ++c) {
    if (act >= story.acts.size() || story.acts[act].chapter != c) continue;
    ClubTurn turn = club_turn(story, returns, c, act);
    const std::string now = c < scores.size() ? scores[c] : std::string();
    if (turn.told.empty() && now == score && story.chapters[c].turn > 0) {
      quiet.join(turn);
      continue;
    }
    if (quiet.first) text += club_text(story, std::exchange(quiet, {})) + "\n";
    text += club_text(story, turn) + (now == score ? "" : "  " + unbroken(now) + "\n") + "\n";
    score = now;
  }
  if (quiet.first) text += club_text(story, quiet) + "\n";
  if (const std::vector<std::string> notes = notes_of(story); !notes.empty()) {
    text += "Rulings and close calls\n";
    for (const std::string& note : notes) text += wrapped_at("- " + note, 72, "  ");
    text += "\n";
  }
  return spelled_out(text);
}

std::string csv_of(const Story& story) {
  std::string csv =
      "seq,order,t_s,turn,side,phase,by,source,kind,unit,name,target,what,need,values,good,chance_per_mille,x_mm,y_mm,heading_deg,text\r\n";
  const auto row = [&](const story::Moment& moment, std::vector<std::string> cells) {
    char t[32];
    std::snprintf(t, sizeof t, "%.3f", moment.t);
    std::vector<std::string> all{std::to_string(moment.seq),
                                 std::to_string(moment.order),
                                 t,
                                 std::to_string(moment.turn),
                                 std::string(name_of(moment.side)),
                                 moment.phase,
                                 moment.by,
                                 moment.source};
    all.insert(all.end(), cells.begin(), cells.end());
    for (std::size_t i = 0; i < all.size(); ++i) csv += (i == 0 ? "" : ",") + cell_of(all[i]);
    csv += "\r\n";
  };
  for (const story::Moment& moment : story.moments) {
    row(moment, {"command", moment.unit.text, story.name(moment.unit), moment.target.text, moment.action, "", "", "", "", "", "", "",
                 moment.ruling + ": " + moment.sentence});
    for (const engine::Reason& reason : story::close_reasons(moment)) {
      const std::string measure = story::measure_text(reason), how = story::settled_text(story, moment);
      row(moment, {"close_call", moment.unit.text, story.name(moment.unit), moment.target.text, reason.rule,
                   reason.limit ? story::number_text(*reason.limit) : "", measure.substr(0, measure.find(',')), "", "", "", "", "",
                   story::reason_words(reason) + (how.empty() ? "" : "; " + how)});
    }
    for (const engine::Thrown& thrown : moment.throws) {
      std::string values;
      for (const int value : thrown.values) values += (values.empty() ? "" : " ") + std::to_string(value);
      row(moment, {"throw", thrown.thrower.text, story.name(thrown.thrower), thrown.at.text, thrown.purpose,
                   thrown.need > 0 ? std::to_string(thrown.need) : "", values, std::to_string(thrown.good),
                   thrown.per_mille ? std::to_string(*thrown.per_mille) : "", "", "", "", thrown.outcome});
    }
    for (const story::Shift& shift : moment.shifts) {
      const story::Piece& piece = story.pieces[shift.piece];
      row(moment, {shift.to.on_table ? "move" : "off", piece.unit.text, story.name(piece.unit), "", piece.base.text, "", "", "", "",
                   tenths_of(shift.to.x), tenths_of(shift.to.y), tenths_of(shift.to.heading), ""});
    }
    for (const engine::Lost& lost : moment.losses)
      row(moment, {"loss", lost.unit.text, story.name(lost.unit), lost.by.text, lost.how, "", "", "", "", "", "", "",
                   story::loss_text(story, lost)});
  }
  return csv;
}

}  // namespace polemarch::assistant::exporting
