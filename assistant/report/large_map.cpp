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

}  // namespace

std::string play_section(const Story& story, const MapMaker& maps, bool arrows) {
  const std::vector<story::Standing> end = story.places_after(story.moments.size());
  std::string last = "The battle as it stands", when = "at the end";
  std::vector<std::string> lost;
  std::size_t first = 0;
  if (!story.chapters.empty()) {
    const story::Chapter& chapter = story.chapters.back();
    when = "after " + story::title_of(story, chapter);
    lost = story::losses_of(story, chapter);
    first = chapter.first;
  }
  MapNotes notes{first, story.moments.size() - first, maps.label(end, when, lost), "m", true};
  std::string data = "{\"p\":[", groups, units;
  for (std::size_t i = 0; i < story.start.size(); ++i) {
    const story::Standing& here = story.start[i];
    const long turn = maps.turn_of(i, here);
    data += (i == 0 ? "[" : ",[") + std::to_string(std::lround(maps.x_of(here.x))) + "," + std::to_string(std::lround(maps.y_of(here.y))) +
            "," + std::to_string(turn) + "," + (here.on_table ? "1]" : "0]");
    groups += (i == 0 ? "" : ",") + std::to_string(maps.unit_index(i));
  }
  for (std::size_t u = 0; u < maps.units(); ++u) units += (u == 0 ? "" : ",") + std::to_string(maps.label_below(u));
  std::string leaders;
  for (std::size_t u = 0; u < maps.units(); ++u) leaders += std::string(u == 0 ? "" : ",") + (maps.leads(u) ? "1" : "0");
  data += "],\"l\":[" + leaders;
  data += std::string("],\"f\":") + (story.table.grid ? "1" : "0") + ",\"g\":[" + groups + "],\"u\":[" + units + "],\"c\":[";
  for (std::size_t c = 0; c < story.chapters.size(); ++c)
    data += (c == 0 ? "" : ",") + script_text(story::title_of(story, story.chapters[c]));
  data += "],\"s\":[";
  // A step for every act that changed something; what lies between two belongs to the later one.
  std::vector<story::Standing> known = story.start;
  auto marks = story.marks_after(0);
  std::vector<int> graded = maps.disorder(marks);
  std::vector<std::size_t> taken(story.camps.size(), 0);  // step that lost a camp
  std::string at_first;
  for (const int grade : graded) at_first += (at_first.empty() ? "" : ",") + std::to_string(grade);
  std::size_t done = 0, steps = 0;
  std::vector<std::pair<std::size_t, std::uint32_t>> turns;
  std::vector<std::size_t> losses;
  std::string last_title, last_text;
  for (const story::Act& act : story.acts) {
    const bool worth = act.cost || is_noted(story.moments[act.moments.front()]) ||
                       std::any_of(act.moments.begin(), act.moments.end(),
                                   [&](auto m) { return !story.moments[m].shifts.empty() || !story.moments[m].throws.empty(); });
    if (!worth && &act != &story.acts.back()) continue;
    std::size_t until = std::max<std::size_t>(done, act.moments.back() + 1);
    if (&act == &story.acts.back()) until = story.moments.size();
    std::vector<story::Standing> now = known;
    for (std::size_t m = done; m < until; ++m)
      for (const story::Shift& shift : story.moments[m].shifts) now[shift.piece] = shift.to;
    std::string moved;
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (now[i] == known[i]) continue;
      const long turn = maps.turn_of(i, now[i]);
      moved += (moved.empty() ? "[" : ",[") + std::to_string(i) + "," + std::to_string(std::lround(maps.x_of(now[i].x))) + "," +
               std::to_string(std::lround(maps.y_of(now[i].y))) + "," + std::to_string(turn) + "," + (now[i].on_table ? "1]" : "0]");
    }
    const std::string text = story::act_text(act, story);
    data += (steps == 0 ? "{\"k\":" : ",{\"k\":") + std::to_string(act.chapter) + ",\"t\":" + script_text(text);
    if (!moved.empty()) data += ",\"m\":[" + moved + "]";
    if (const std::string went = maps.ways_of(done, until); !went.empty()) data += ",\"v\":[" + went + "]";
    std::string grades;
    for (std::size_t m = done; m < until; ++m)
      for (const story::Marking& marking : story.moments[m].markings) marks[marking.member] = marking.marks;
    const std::vector<int> disordered = maps.disorder(marks);
    for (std::size_t u = 0; u < disordered.size(); ++u)
      if (disordered[u] != graded[u])
        grades += (grades.empty() ? "[" : ",[") + std::to_string(u) + "," + std::to_string(disordered[u]) + "]";
    if (!grades.empty()) data += ",\"d\":[" + grades + "]";
    graded = disordered;
    for (std::size_t i = 0; i < story.camps.size(); ++i)
      if (story.camps[i].lost > (done == 0 ? 0 : story.moments[done - 1].seq) && story.camps[i].lost <= story.moments[until - 1].seq)
        taken[i] = steps + 1;
    if (arrows) {
      MapNotes here{done, until - done, {}, {}, false};
      if (const std::string ways = maps.ways(now, here); !ways.empty()) data += ",\"w\":" + script_text(ways);
    }
    data += "}";
    ++steps;
    if (turns.empty() || turns.back().second != act.chapter) turns.push_back({steps, act.chapter});
    if (act.cost) losses.push_back(steps);
    last_title = story::title_of(story, story.chapters[act.chapter]);
    last_text = text;
    known = std::move(now);
    done = until;
  }
  std::string camps;
  for (const std::size_t step : taken) camps += (camps.empty() ? "" : ",") + std::to_string(step);
  data += "],\"d\":[" + at_first + "],\"q\":[" + camps + "]}";
  std::string ticks;
  const double all = std::max<double>(1, static_cast<double>(steps));
  const auto percent = [&](std::size_t step) { return fixed(1.2 + 97.6 * static_cast<double>(step) / all, 1); };
  for (const std::size_t step : losses) ticks += "<i style=\"left:" + percent(step) + "%\"></i>";
  int shown = 0;
  double from = -10;  // where the number before ends, per cent of a phone's slider
  for (const auto& [step, chapter] : turns) {
    const int turn = story.chapters[chapter].turn;
    const double here = 100.0 * static_cast<double>(step) / all, half = 1.3 * static_cast<double>(std::to_string(turn).size());
    if (turn == shown || turn == 0 || here - half < from) continue;
    shown = turn, from = here + half + 2.5;
    ticks += "<span style=\"left:" + percent(step) + "%\">" + std::to_string(turn) + "</span>";
  }
  const std::string key =
      "<ul class=\"key quiet\"><li><svg aria-hidden=\"true\" viewBox=\"0 0 70 30\"><path class=\"ar\" d=\"M2 15H52\"/></svg> move</li>"
      "<li><svg aria-hidden=\"true\" viewBox=\"0 0 70 30\"><path class=\"ar charge\" d=\"M2 15H46\"/></svg> charge</li>"
      "<li><svg aria-hidden=\"true\" viewBox=\"0 0 70 30\"><path class=\"ar shot\" d=\"M2 15H54\"/></svg> volley</li>"
      "<li><svg aria-hidden=\"true\" viewBox=\"0 0 70 30\"><path class=\"ar back\" d=\"M2 15H52\"/></svg> driven or drawn back</li>"
      "<li><svg aria-hidden=\"true\" viewBox=\"-60 -60 120 120\" style=\"width:16px\"><g class=\"lost\"><path d=\"M-44-44L44 44M44-44L-44 44\"/></g></svg> lost</li><li>" +
      escaped(story.sides[0]) + " dark, " + escaped(story.sides[1]) + " light with a bar along the front; the tip is the front</li></ul>";
  return "<section aria-labelledby=\"play\"><h2 id=\"play\">The battle, order by order</h2><figure>" + maps.map(end, notes) +
         "<figcaption aria-live=\"polite\"><b id=\"cc\">" + escaped(last_title.empty() ? when : last_title) + "</b><span id=\"ct\">" +
         escaped(last_text.empty() ? last : last_text) +
         "</span></figcaption></figure><div class=\"bar\" id=\"bar\" hidden><button id=\"first\" aria-label=\"to the start\">|&#9664;</button>"
         "<button id=\"back\" aria-label=\"one order back\">&#9664;</button><button id=\"run\" class=\"main\" aria-pressed=\"false\">Play</button>"
         "<button id=\"next\" aria-label=\"one order on\">&#9654;</button><div class=\"slide\"><input id=\"r\" type=\"range\" min=\"0\" max=\"" +
         std::to_string(steps) + "\" value=\"" + std::to_string(steps) +
         "\" aria-label=\"order\"><div class=\"ticks\" aria-hidden=\"true\">" + ticks + "</div></div></div>" + key +
         "<script type=\"application/json\" id=\"data\">" + data + "</script></section>";
}

}  // namespace polemarch::assistant::report
