/// The large map with its slider: what every order changed, for the script that plays it.
#include <algorithm>
#include <cmath>

#include "assistant/report/cards.hpp"
#include "assistant/report/html.hpp"
#include "assistant/report/sections.hpp"
#include "assistant/story/stats.hpp"
#include "assistant/story/words.hpp"

namespace polemarch::assistant::report {

using story::Story;

namespace {

/// A JSON text between quotes, safe inside <script>.
std::string script_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else if (c == '<')
      out += "\\u003c";
    else if (static_cast<unsigned char>(c) < 0x20)
      out += ' ';
    else
      out += c;
  }
  return out + "\"";
}

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ",") + part;
  return out;
}

template <typename Number>
std::string joined(const std::vector<Number>& numbers) {
  std::string out;
  for (const Number number : numbers) out += (out.empty() ? "" : ",") + std::to_string(number);
  return out;
}

/// What the script plays: where everything stands at the start, and a step for every act that changed something. JSON as text, since a
/// page with an evening in it counts its bytes:
/// p pieces at the start [x, y, turn, on table], l leaders, f a grid, g unit of a piece, u where a unit's number stands, c titles of the
/// chapters, s steps, d disorder at the start, q the step that took a camp. A step: k chapter, t text, m pieces moved, v ways round, d
/// disorder that changed, w arrows.
class Course {
 public:
  Course(const Story& story, const MapMaker& maps, bool arrows) : story_(story), maps_(maps), arrows_(arrows) {
    at_first_ = joined(maps_.disorder(marks_));
    for (const story::Act& act : story.acts)
      if (&act == &story.acts.back() || is_worth(act)) step(act);
  }

  std::string data() const {
    std::vector<std::string> pieces, units, below, leads, titles;
    for (std::size_t i = 0; i < story_.start.size(); ++i) {
      pieces.push_back("[" + placed(i, story_.start[i]) + "]");
      units.push_back(std::to_string(maps_.unit_index(i)));
    }
    for (std::size_t u = 0; u < maps_.units(); ++u) {
      below.push_back(std::to_string(maps_.label_below(u)));
      leads.push_back(maps_.leads(u) ? "1" : "0");
    }
    for (const story::Chapter& chapter : story_.chapters) titles.push_back(script_text(story::title_of(story_, chapter)));
    return "{\"p\":[" + joined(pieces) + "],\"l\":[" + joined(leads) + "],\"f\":" + (story_.table.grid ? "1" : "0") + ",\"g\":[" +
           joined(units) + "],\"u\":[" + joined(below) + "],\"c\":[" + joined(titles) + "],\"s\":[" + joined(steps_) + "],\"d\":[" +
           at_first_ + "],\"q\":[" + joined(taken_) + "]}";
  }

  std::size_t steps() const { return steps_.size(); }
  /// What is written over the map at first: the title and the text of the last step; empty where there is none.
  const std::string& last_title() const { return last_title_; }
  const std::string& last_text() const { return last_text_; }

  /// Losses as marks under the slider, and the turns where their numbers have room.
  std::string ticks() const {
    std::string out;
    for (const std::size_t step : losses_) out += "<i style=\"left:" + percent(step) + "%\"></i>";
    int shown = 0;
    double from = -10;  // where the number before ends, per cent of a phone's slider
    for (const auto& [step, chapter] : turns_) {
      const int turn = story_.chapters[chapter].turn;
      const double here = 100.0 * part(step), half = 1.3 * static_cast<double>(std::to_string(turn).size());
      if (turn == shown || turn == 0 || here - half < from) continue;
      shown = turn, from = here + half + 2.5;
      out += "<span style=\"left:" + percent(step) + "%\">" + std::to_string(turn) + "</span>";
    }
    return out;
  }

 private:
  bool is_worth(const story::Act& act) const {
    const auto shows = [&](std::size_t m) { return !story_.moments[m].shifts.empty() || !story_.moments[m].throws.empty(); };
    return act.cost || is_noted(story_.moments[act.moments.front()]) || std::any_of(act.moments.begin(), act.moments.end(), shows);
  }

  /// What lies between two acts that are shown belongs to the later one.
  void step(const story::Act& act) {
    const std::size_t until = &act == &story_.acts.back() ? story_.moments.size() : std::max<std::size_t>(done_, act.moments.back() + 1);
    last_title_ = story::title_of(story_, story_.chapters[act.chapter]);
    last_text_ = story::act_text(act, story_);
    std::string data = "{\"k\":" + std::to_string(act.chapter) + ",\"t\":" + script_text(last_text_);
    if (const std::string moved = moves(until); !moved.empty()) data += ",\"m\":[" + moved + "]";
    if (const std::string went = maps_.ways_of(done_, until); !went.empty()) data += ",\"v\":[" + went + "]";
    if (const std::string grades = disorder(until); !grades.empty()) data += ",\"d\":[" + grades + "]";
    if (arrows_)
      if (const std::string ways = maps_.ways(known_, {done_, until - done_, {}, {}, false}); !ways.empty())
        data += ",\"w\":" + script_text(ways);
    steps_.push_back(data + "}");
    for (std::size_t i = 0; i < story_.camps.size(); ++i)
      if (story_.camps[i].lost > (done_ == 0 ? 0 : story_.moments[done_ - 1].seq) && story_.camps[i].lost <= story_.moments[until - 1].seq)
        taken_[i] = steps_.size();
    if (turns_.empty() || turns_.back().second != act.chapter) turns_.push_back({steps_.size(), act.chapter});
    if (act.cost) losses_.push_back(steps_.size());
    done_ = until;
  }

  /// The pieces that stand elsewhere behind the moments up to `until`; from here on they are known to.
  std::string moves(std::size_t until) {
    std::vector<story::Standing> now = known_;
    for (std::size_t m = done_; m < until; ++m)
      for (const story::Shift& shift : story_.moments[m].shifts) now[shift.piece] = shift.to;
    std::vector<std::string> out;
    for (std::size_t i = 0; i < now.size(); ++i)
      if (now[i] != known_[i]) out.push_back("[" + std::to_string(i) + "," + placed(i, now[i]) + "]");
    known_ = std::move(now);
    return joined(out);
  }

  std::string disorder(std::size_t until) {
    const std::vector<int> before = maps_.disorder(marks_);
    for (std::size_t m = done_; m < until; ++m)
      for (const story::Marking& marking : story_.moments[m].markings) marks_[marking.member] = marking.marks;
    const std::vector<int> now = maps_.disorder(marks_);
    std::vector<std::string> out;
    for (std::size_t u = 0; u < now.size(); ++u)
      if (now[u] != before[u]) out.push_back("[" + std::to_string(u) + "," + std::to_string(now[u]) + "]");
    return joined(out);
  }

  /// "x,y,turn,on table" of a piece in a map's units.
  std::string placed(std::size_t piece, const story::Standing& at) const {
    return std::to_string(std::lround(maps_.x_of(at.x))) + "," + std::to_string(std::lround(maps_.y_of(at.y))) + "," +
           std::to_string(maps_.turn_of(piece, at)) + (at.on_table ? ",1" : ",0");
  }

  double part(std::size_t step) const { return static_cast<double>(step) / std::max<double>(1, static_cast<double>(steps_.size())); }
  std::string percent(std::size_t step) const { return fixed(1.2 + 97.6 * part(step), 1); }

  const Story& story_;
  const MapMaker& maps_;
  bool arrows_;
  std::size_t done_ = 0;                               ///< moments told
  std::vector<story::Standing> known_ = story_.start;  ///< where the pieces stand behind them
  std::vector<std::vector<engine::StateMark>> marks_ = story_.marks_after(0);
  std::string at_first_;  ///< disorder at the start
  std::vector<std::string> steps_;
  std::vector<std::size_t> taken_ = std::vector<std::size_t>(story_.camps.size(), 0);  ///< step that lost a camp; 0 for none
  std::vector<std::pair<std::size_t, std::uint32_t>> turns_;                           ///< first step of a chapter, and the chapter
  std::vector<std::size_t> losses_;
  std::string last_title_, last_text_;
};

const char* const kKey =
    "<ul class=\"key quiet\"><li><svg aria-hidden=\"true\" viewBox=\"0 0 70 30\"><path class=\"ar\" d=\"M2 15H52\"/></svg> move</li>"
    "<li><svg aria-hidden=\"true\" viewBox=\"0 0 70 30\"><path class=\"ar charge\" d=\"M2 15H46\"/></svg> charge</li>"
    "<li><svg aria-hidden=\"true\" viewBox=\"0 0 70 30\"><path class=\"ar shot\" d=\"M2 15H54\"/></svg> volley</li>"
    "<li><svg aria-hidden=\"true\" viewBox=\"0 0 70 30\"><path class=\"ar back\" d=\"M2 15H52\"/></svg> driven or drawn back</li>"
    "<li><svg aria-hidden=\"true\" viewBox=\"-60 -60 120 120\" style=\"width:16px\"><g class=\"lost\"><path d=\"M-44-44L44 44M44-44L-44 "
    "44\"/></g></svg> lost</li><li>";

/// The last chapter's moves on the map as it stands at the end.
MapNotes notes_at_end(const Story& story, const MapMaker& maps, const std::vector<story::Standing>& end, std::string& when) {
  std::vector<std::string> lost;
  std::size_t first = 0;
  when = "at the end";
  if (!story.chapters.empty()) {
    const story::Chapter& chapter = story.chapters.back();
    when = "after " + story::title_of(story, chapter);
    lost = story::losses_of(story, chapter);
    first = chapter.first;
  }
  return {first, story.moments.size() - first, maps.label(end, when, lost), "m", true};
}

}  // namespace

std::string play_section(const Story& story, const MapMaker& maps, bool arrows) {
  const std::vector<story::Standing> end = story.places_after(story.moments.size());
  std::string when;
  const MapNotes notes = notes_at_end(story, maps, end, when);
  const Course course(story, maps, arrows);
  const std::string steps = std::to_string(course.steps());
  return "<section aria-labelledby=\"play\"><h2 id=\"play\">The battle, order by order</h2><figure>" + maps.map(end, notes) +
         "<figcaption aria-live=\"polite\"><b id=\"cc\">" + escaped(course.last_title().empty() ? when : course.last_title()) +
         "</b><span id=\"ct\">" + escaped(course.last_text().empty() ? "The battle as it stands" : course.last_text()) +
         "</span></figcaption></figure><div class=\"bar\" id=\"bar\" hidden><button id=\"first\" aria-label=\"to the start\">|&#9664;</button>"
         "<button id=\"back\" aria-label=\"one order back\">&#9664;</button><button id=\"run\" class=\"main\" aria-pressed=\"false\">Play</button>"
         "<button id=\"next\" aria-label=\"one order on\">&#9654;</button><div class=\"slide\"><input id=\"r\" type=\"range\" min=\"0\" max=\"" +
         steps + "\" value=\"" + steps + "\" aria-label=\"order\"><div class=\"ticks\" aria-hidden=\"true\">" + course.ticks() +
         "</div></div></div>" + kKey + escaped(story.sides[0]) + " dark, " + escaped(story.sides[1]) +
         " light with a bar along the front; the tip is the front</li></ul><script type=\"application/json\" id=\"data\">" + course.data() +
         "</script></section>";
}

}  // namespace polemarch::assistant::report
