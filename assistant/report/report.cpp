#include "assistant/report/report.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "assistant/report/cards.hpp"
#include "assistant/report/html.hpp"
#include "assistant/report/map.hpp"
#include "assistant/report/sections.hpp"
#include "assistant/report/style.hpp"
#include "assistant/session/files.hpp"
#include "assistant/session/session.hpp"
#include "assistant/story/balance.hpp"
#include "assistant/story/build.hpp"
#include "assistant/story/words.hpp"

namespace polemarch::assistant {

using report::escaped;
using report::MapMaker;
using report::MapNotes;

namespace {

/// Whose throws are told, each in a card.
enum class Cards {
  All,
  Big,     ///< of acts that threw more than twice or cost something
  Costly,  ///< of those that cost something
  None     ///< what cost something is a line
};
/// How much is told: each step shorter than the one before.
struct Detail {
  bool arrows = true;  ///< on the large map, step by step
  Cards cards = Cards::All;
  bool lines = true;     ///< acts without a card are a line; else counted only
  std::size_t maps = 0;  ///< 0: a map a chapter; else one at the end of each turn that so many divide
  bool player = true;    ///< the slider's steps
};
constexpr std::array<Detail, 9> kDetails{Detail{},
                                         Detail{.arrows = false},
                                         Detail{.arrows = false, .cards = Cards::Big},
                                         Detail{.arrows = false, .cards = Cards::Big, .lines = false, .maps = 1},
                                         Detail{.arrows = false, .cards = Cards::Big, .lines = false, .maps = 1, .player = false},
                                         Detail{.arrows = false, .cards = Cards::Big, .lines = false, .maps = 4, .player = false},
                                         Detail{.arrows = false, .cards = Cards::Big, .lines = false, .maps = 16, .player = false},
                                         Detail{.arrows = false, .cards = Cards::Costly, .lines = false, .maps = 16, .player = false},
                                         Detail{.arrows = false, .cards = Cards::None, .lines = false, .maps = 16, .player = false}};

bool big_act(const story::Story& story, const story::Act& act) {
  std::size_t throws = 0;
  for (const std::uint32_t at : act.moments) throws += story.moments[at].throws.size();
  return act.cost || throws > 2;
}

/// What nobody looks for among a turn's orders: generals who join, phases that end, bases that are put in place.
bool is_quiet(const story::Moment& first, const story::Act& act) {
  return !act.cost && !act.failed && (first.deed == story::Deed::Other || first.deed == story::Deed::Place) && !report::is_noted(first);
}

/// Lines of such orders one after the other; more than two are folded.
class QuietLines {
 public:
  void add(const std::string& line) {
    ++lines_;
    html_ += line;
  }
  std::string taken() {
    std::string html =
        lines_ < 3 ? html_
                   : "<details class=\"fold\"><summary>" + std::to_string(lines_) + " smaller orders</summary>" + html_ + "</details>";
    *this = {};
    return html;
  }

 private:
  std::size_t lines_ = 0;
  std::string html_;
};

std::string chapter_section(const story::Story& story, const MapMaker& maps, std::size_t chapter_at, const std::vector<std::uint32_t>& acts,
                            const Detail& detail, double seconds, const std::string& score) {
  const story::Chapter& chapter = story.chapters[chapter_at];
  const std::vector<std::string> lost = story::losses_of(story, chapter);
  const std::string title = story::title_of(story, chapter);
  std::size_t charges = 0, shots = 0;
  std::string cards;
  QuietLines quiet;
  std::size_t passed = 0, orders = 0;
  for (const std::uint32_t at : acts) {
    const story::Act& act = story.acts[at];
    const story::Moment& first = story.moments[act.moments.front()];
    if (story::only_ends(story, act)) continue;
    ++orders;
    charges += story::charged_in(story, act).size();
    shots += story::shot_in(story, act).empty() ? 0 : 1;
    const bool worth = act.cost || report::is_noted(first);
    const bool card =
        detail.cards == Cards::All || (detail.cards == Cards::Big && big_act(story, act)) || (detail.cards != Cards::None && worth);
    if (!card && !worth && !detail.lines) {
      ++passed;
      continue;
    }
    const std::string said = card ? report::act_card(story, act) : report::act_line(story, act);
    if (is_quiet(first, act) && said.starts_with("<p"))
      quiet.add(said);
    else
      cards += quiet.taken() + said;
  }
  cards += quiet.taken();
  if (passed > 0) cards += "<p class=\"line quiet\">" + story::counted(passed, "more order") + " without a loss</p>";
  std::string counts = orders == 0 ? std::string("No orders") : story::counted(orders, "order");
  if (charges > 0) counts += ", " + story::counted(charges, "charge");
  if (shots > 0) counts += ", " + story::counted(shots, "volley", "volleys");
  counts += ", " + story::span_text(seconds);
  const char* sided = chapter.side == Viewer::A ? "<i class=\"sw\"></i>" : chapter.side == Viewer::B ? "<i class=\"sw b\"></i>" : "";
  std::string html = "<div class=\"turn\" id=\"turn" + std::to_string(chapter_at) + "\"><h3><span>" + sided + escaped(title) + "</span>" +
                     (score.empty() ? "" : "<small>" + escaped(score) + "</small>") + "</h3><p class=\"quiet\">" + escaped(counts) + "</p>";
  if (!lost.empty()) html += "<p class=\"lossline\">Lost: " + escaped(story::joined(lost)) + ".</p>";
  const bool last_of_turn = chapter_at + 1 < story.chapters.size() && story.chapters[chapter_at + 1].turn != chapter.turn;
  const bool last = chapter_at + 1 == story.chapters.size();
  const bool mapped = detail.maps == 0 || last || (last_of_turn && static_cast<std::size_t>(chapter.turn) % detail.maps == 0);
  if (!mapped || cards.empty()) return html + cards + "</div>";
  const std::vector<story::Standing> standing = story.places_after(chapter.last + 1);
  const MapNotes notes{chapter.first, chapter.last - chapter.first + 1, maps.label(standing, "after " + title, lost), {}, false};
  return html + "<div class=\"two\"><div class=\"stay\">" + maps.map(standing, notes) + "</div><div>" + cards + "</div></div></div>";
}

std::string whole_page(const story::Story& story, const Detail& detail) {
  const MapMaker maps(story);
  const story::TimeOf time = story::time_of(story);
  std::vector<std::vector<std::uint32_t>> acts(story.chapters.size());
  for (std::uint32_t i = 0; i < story.acts.size(); ++i) acts[story.acts[i].chapter].push_back(i);
  std::string winner;
  if (story.ending && story.ending->winner) winner = ": " + story.armies[*story.ending->winner == Side::A ? 0 : 1] + " won";
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
      "<meta name=\"color-scheme\" content=\"light dark\"><link rel=\"icon\" href=\"data:,\"><title>" +
      escaped(story.title + winner) + "</title><style>" + report::colour_style() + report::map_style() + report::page_style() +
      "</style></head><body><a class=\"skip\" href=\"#turns\">to the " + story.turn_word +
      "s</a><svg width=\"0\" height=\"0\" style=\"position:absolute\" "
      "aria-hidden=\"true\"><defs>" +
      maps.definitions() + "</defs></svg>\n" + report::head_section(story) + "<main>";
  if (!story.pieces.empty() && detail.player && !story.moments.empty()) html += report::play_section(story, maps, detail.arrows);
  html += report::losses_section(story) + report::armies_section(story) + report::luck_section(story) + report::time_section(story) +
          report::notes_section(story);
  if (!story.chapters.empty()) {
    html += "<section id=\"turns\"><h2>" + story::capital(story.turn_word) + " by " + story.turn_word + "</h2>";
    const std::vector<std::string> scores = story::scores_of(story);
    for (std::size_t c = 0; c < story.chapters.size(); ++c)
      html += chapter_section(story, maps, c, acts[c], detail, time.chapters[c], c < scores.size() ? scores[c] : std::string());
    html += "</section>";
  }
  html += "</main><footer><p>Made from the log " + escaped(story.log) + ": " + story::counted(story.moments.size(), "command") +
          (story.catalogue.empty() ? "" : ", rules as catalogued in " + escaped(story.catalogue)) +
          (story.chain.empty() ? "" : ", chain " + story.chain.substr(0, 12)) +
          ". Players need their own copy of the rules; this page does not replace the book.</p></footer>";
  if (!story.pieces.empty() && detail.player && !story.moments.empty())
    html += "<script>" + std::string(report::page_script()) + "</script>";
  return html + "</body></html>\n";
}

/// As many as fit, spread over the battle.
std::string photo_section(const story::Story& story, const std::vector<KeptPhoto>& photos, std::size_t room) {
  for (std::size_t count = photos.size(); count > 0; --count) {
    std::string html;
    for (std::size_t i = 0; i < count; ++i) {
      const KeptPhoto& photo = photos[count == 1 ? photos.size() - 1 : i * (photos.size() - 1) / (count - 1)];
      const auto at = static_cast<std::size_t>(photo.seq);
      const std::string what = at >= 1 && at <= story.moments.size() ? story.moments[at - 1].sentence : "the start";
      html += "<figure><img alt=\"The table after command " + std::to_string(photo.seq) + "\" src=\"data:image/jpeg;base64," +
              base64_of(photo.jpeg) + "\"><p class=\"quiet\">" + escaped(what) + "</p></figure>";
      if (html.size() > room) break;
    }
    if (html.size() <= room) return "<section><h2>Photographs</h2><div class=\"shots\">" + html + "</div></section>";
  }
  return {};
}

}  // namespace

std::string report_page(const story::Story& story, const ReportSettings& settings) {
  std::string html;
  for (const Detail& detail : kDetails) {
    html = whole_page(story, detail);
    if (html.size() <= settings.most_bytes) break;
  }
  if (settings.photos.empty() || html.size() + 2000 > settings.most_bytes) return html;
  const auto turns = html.find("<section id=\"turns\">");
  if (turns != std::string::npos) html.insert(turns, photo_section(story, settings.photos, settings.most_bytes - html.size() - 1000));
  return html;
}

Result<std::string> report_html(const std::string& path, const ReportSettings& settings) {
  if (const auto wrong = not_a_log(path)) return *wrong;
  const auto story = story::story_of(path);
  if (!story) return story.error();
  ReportSettings with_photos = settings;
  with_photos.photos = kept_photos(path);
  return report_page(*story, with_photos);
}

Result<std::string> report_beside(const std::string& path) {
  if (path.empty()) return InputError{"there is no report without a log"};
  const auto html = report_html(path);
  if (!html) return html.error();
  std::filesystem::path page = std::filesystem::path(path).replace_extension();
  page += "-report.html";
  if (const auto error = write_unasked(page.string(), *html)) return *error;
  return page.filename().string();
}

}  // namespace polemarch::assistant
