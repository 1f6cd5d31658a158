// The report of real logs: small, whole, without the network, and what a real Chromium makes of it at a desk, on a phone and on paper.
#include "assistant/report/report.hpp"

#include <algorithm>
#include <cstdlib>
#include <regex>

#include "assistant/report/charts.hpp"
#include "assistant/report/html.hpp"
#include "assistant/report/map.hpp"
#include "assistant/report/sections.hpp"
#include "assistant/story/build.hpp"
#include "tests/assistant/story/told_battle.hpp"
#include "tests/support/browser.hpp"

namespace report_tests {

using namespace polemarch;
using namespace polemarch::assistant;

namespace {

std::string report_of(const std::string& log) {
  const auto html = report_html(log);
  INFO((html ? "" : html.error().line));
  REQUIRE(html);
  return *html;
}

/// Opens every fold; the page may then be no wider than the screen.
constexpr const char* kOpenAll = "document.querySelectorAll('details').forEach(d=>d.open=true),true";
constexpr const char* kFits = "document.documentElement.scrollWidth<=innerWidth";

}  // namespace

TEST_CASE("report: one page without the network, rulesets by their names, text escaped", "[report]") {
  CHECK(report::escaped(R"(<b a="1">&)") == "&lt;b a=&quot;1&quot;&gt;&amp;");
  for (const char* name : {"long_turn", "extended_example", "clash", "marathon", "rulings", "courage"}) {
    const std::string html = report_of(test::old_log(name));
    INFO(name << ": " << html.size() << " bytes");
    CHECK(html.size() < 400'000);
    CHECK(html.find("http:") == html.find("http://www.w3.org"));  // no link outside
    CHECK(html.find("src=\"//") == std::string::npos);
    for (const char* key : {"to_the_strongest", "blade_and_bow", "hail_caesar"}) CHECK(html.find(key) == std::string::npos);
    CHECK(html.find("<h1>") != std::string::npos);
    CHECK(html.find("<h1>", html.find("<h1>") + 1) == std::string::npos);
    CHECK(html.find("(sealed)") == std::string::npos);
    // Every map has a sentence for those who do not see it.
    std::size_t maps = 0;
    for (std::size_t at = 0; (at = html.find("<svg class=\"map\"", at)) != std::string::npos; ++at, ++maps)
      CHECK(html.substr(at, 400).find("role=\"img\" aria-label=\"Map ") != std::string::npos);
    CHECK(maps > 0);
  }
}

TEST_CASE("report: rulings and too-close calls stand in words with their measure and rule", "[report]") {
  const std::string html = report_of(test::old_log("rulings"));
  CHECK(html.find("<strong>The players rule that it stands: ") != std::string::npos);
  CHECK(html.find("Refused</strong>") != std::string::npos);
}

TEST_CASE("report: every too-close call stands there with its measure, its error, its limit and how it was settled", "[report]") {
  const std::string asked = report_of(test::old_log("close_calls"));
  const std::string part = asked.substr(asked.find("<h4>Too close to call"), 4000);
  for (const char* said :
       {"Range of bows (17.999 ± 0.002 in, limit 18 in) <code>HC-SHO-T1</code>", "The players rule that it stands.",
        "Extreme range: too close to call (18.000 ± 0.001 in, limit 18 in) <code>HC-SHO-10</code>", "The players say how it is."}) {
    INFO(said << "\n" << part);
    CHECK(part.find(said) != std::string::npos);
  }
  CHECK(asked.find("None: every measure was clear") == std::string::npos);
  // What an agreed tie-break settled was close all the same.
  const std::string agreed = report_of(test::old_log("tie_break"));
  const std::string settled = agreed.substr(agreed.find("<h4>Too close to call"), 4000);
  INFO(settled);
  CHECK(settled.find("17.999 ± 0.002 in, limit 18 in") != std::string::npos);
  CHECK(settled.find("The tie-break favours the active side.") != std::string::npos);
  CHECK(settled.find("The tie-break leaves it out.") != std::string::npos);
}

TEST_CASE("report: losses are named at their drops, minutes have their bars, and no sentence holds a catalogue id", "[report]") {
  const std::string html = report_of(test::old_log("long_turn"));
  CHECK(html.find("class=\"tc th\"") != std::string::npos);
  const std::regex id("[A-Z]{2,4}-[A-Z]{2,5}-T?[0-9]+");
  std::string words = std::regex_replace(html, std::regex("<code>[^<]*</code>"), "");
  std::smatch found;
  const bool any = std::regex_search(words, found, id);
  INFO((any ? found.str() + " in " + words.substr(static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, found.position() - 80)), 200) : ""));
  CHECK_FALSE(any);
}

TEST_CASE("report: short turns are drawn in seconds, long ones in minutes", "[report]") {
  story::Story story;
  story.sides = {"Greeks", "Persians"};
  story.chapters = {{1, Viewer::A, 0, 0}};
  story::TimeOf time;
  time.apart.resize(1);
  time.apart[0][0].choosing = 21;
  CHECK(report::time_chart_unit(time) == "Seconds");
  CHECK(report::time_chart(story, time).find(">20</text>") != std::string::npos);  // the axis reaches the bar
  time.apart[0][1].throwing = 600;
  CHECK(report::time_chart_unit(time) == "Minutes");
  CHECK(report::time_chart(story, time).find(">10</text>") != std::string::npos);
}

TEST_CASE("report: the row of a throw says its number once", "[report]") {
  for (const char* name : {"clash", "long_turn", "marathon"}) {
    const std::string html = report_of(test::old_log(name));
    std::smatch found;
    const bool twice = std::regex_search(html, found, std::regex("<li>[^<]*[ +-]([0-9]+) [+-]\\1 <code>"));
    INFO(name << ": " << (twice ? found.str() : ""));
    CHECK_FALSE(twice);
  }
}

TEST_CASE("report: the base of a throw stands as the book prints it, only what changes it has a sign", "[report]") {
  const std::string html = report_of(test::old_log("clash"));
  CHECK(html.find("to hit +") == std::string::npos);
  CHECK(html.find("to hit 4+ <code>") != std::string::npos);
}

TEST_CASE("report: maps show camps, crossed once they are lost, disorder, and ways with their bends", "[report]") {
  auto story = story::story_of(test::old_log("long_turn"));
  REQUIRE(story);
  story->camps = {{{"BC1"}, Side::B, 300, 1125, 5}};
  story->moments[2].markings = {{0, {{engine::Glyph::DoublyDisordered, 0}}}};
  const report::MapMaker maps(*story);
  const auto svg = [&](std::size_t done) { return maps.whole_svg(story->places_after(done), {0, done, "Map", {}, true}); };
  CHECK(svg(4).find("class=\"camp b\"") != std::string::npos);
  CHECK(svg(5).find("class=\"camp b taken\"") != std::string::npos);
  CHECK(svg(2).find("<use href=\"#dis2\"") == std::string::npos);
  CHECK(svg(3).find("<use href=\"#dis2\"") != std::string::npos);
  auto clash = story::story_of(test::old_log("clash"));
  REQUIRE(clash);
  test::bend_a_way(*clash);
  const std::string page = report_page(*clash);
  CHECK(page.find(",\"v\":[[") != std::string::npos);
  CHECK(std::regex_search(page, std::regex("class=\"ar[^\"]*\" d=\"M[-0-9 ]+L[-0-9 ]+L[-0-9 ]+")));
}

TEST_CASE("report: disorder is called as the rules of the battle call it", "[report]") {
  story::Story story;
  CHECK(report::armies_section(story).find("a hook below is disordered,") != std::string::npos);
  story.moments.emplace_back().markings = {{0, {{engine::Glyph::Disordered, 0, "disarrayed"}}}};
  CHECK(report::armies_section(story).find("a hook below is disarrayed,") != std::string::npos);
}

TEST_CASE("report: two in a box stand one behind the other, a leader is named where no unit is with him", "[report]") {
  auto story = story::story_of(test::old_log("long_turn"));
  REQUIRE(story);
  REQUIRE(story->table.grid);
  const auto map = [&](const story::Story& now) { return report::MapMaker(now).whole_svg(now.start, {0, 0, "Map", {}, false}); };
  const auto places = [](const std::string& svg) {
    std::vector<std::string> all;
    const std::regex use("<use href=\"#b[0-9]+\" transform=\"(translate\\([^)]*\\))");
    for (auto at = std::sregex_iterator(svg.begin(), svg.end(), use); at != std::sregex_iterator(); ++at) all.push_back((*at)[1]);
    return all;
  };
  // Two units of one base each, put into one box; then a leader with the first, then alone.
  story->start.assign(story->start.size(), {});
  story->start[0] = story->start[1] = {true, 225, 225, 90};
  REQUIRE(story->pieces[0].unit != story->pieces[1].unit);
  const std::vector<std::string> both = places(map(*story));
  REQUIRE(both.size() == 2);
  CHECK(both[0] != both[1]);
  story->members.push_back({{"GX"}, Side::A, "Legate", "", false, ""});
  story->pieces.push_back({{"GX"}, {"GX"}, Side::A, story->pieces[0].footprint, engine::Troops::None});
  story->start.push_back({true, 225, 225, 90});
  CHECK(map(*story).find(">GX</text>") == std::string::npos);
  CHECK(places(map(*story))[0] == both[0]);  // he takes no place in the box
  story->start.back().x = 825;
  CHECK(map(*story).find(">GX</text>") != std::string::npos);
  // Lost beside a unit that stays, he is named: his number stands nowhere else.
  story->start.back().x = 225;
  const auto leader = static_cast<std::uint32_t>(story->start.size() - 1);
  story->moments[0].shifts = {{leader, story->start.back(), {}}};
  engine::Lost lost;
  lost.unit = {"GX"};
  story->moments[0].losses = {lost};
  const std::string after = report::MapMaker(*story).whole_svg(story->places_after(1), {0, 1, "Map", {}, true});
  CHECK(after.find(">Legate</text>") != std::string::npos);
  CHECK(after.find(">GX</text>") == std::string::npos);
}

TEST_CASE("report: numbers of units in a press stand apart, and the slider's do", "[report]") {
  auto story = story::story_of(test::old_log("clash"));
  REQUIRE(story);
  REQUIRE_FALSE(story->table.grid);
  for (story::Standing& here : story->start) here = {true, 600, 600, 90};
  const std::string svg = report::MapMaker(*story).whole_svg(story->start, {0, 0, "Map", {}, false});
  std::vector<std::pair<int, int>> labels;
  const std::regex text("<text class=\"[ab][^\"]*\" x=\"(-?[0-9]+)\" y=\"(-?[0-9]+)\">[AB][0-9]</text>");
  for (auto at = std::sregex_iterator(svg.begin(), svg.end(), text); at != std::sregex_iterator(); ++at)
    labels.emplace_back(std::stoi((*at)[1]), std::stoi((*at)[2]));
  REQUIRE(labels.size() >= 2);
  for (std::size_t i = 0; i < labels.size() && i < 5; ++i)
    for (std::size_t j = 0; j < i; ++j)
      CHECK((std::abs(labels[i].first - labels[j].first) >= 76 || std::abs(labels[i].second - labels[j].second) >= 48));

  auto long_turn = story::story_of(test::old_log("long_turn"));
  REQUIRE(long_turn);
  for (int turn = 100; turn < 160; ++turn) {  // sixty turns of a step each
    story::Moment moment = long_turn->moments.back();
    moment.seq = moment.order = moment.seq + 1;
    moment.turn = turn;
    moment.shifts = {{0, {true, 10, 10, 90}, {true, 20, 10, 90}}};
    const auto at = static_cast<std::uint32_t>(long_turn->moments.size());
    long_turn->chapters.push_back({turn, Viewer::A, at, at});
    long_turn->acts.push_back({static_cast<std::uint32_t>(long_turn->chapters.size() - 1), {at}, "moves", "", false, false});
    long_turn->moments.push_back(std::move(moment));
  }
  const std::string page = report_page(*long_turn);
  const std::regex tick("<span style=\"left:([0-9.]+)%\">([0-9]+)</span>");
  double end = -100;
  int ticks = 0;
  for (auto at = std::sregex_iterator(page.begin(), page.end(), tick); at != std::sregex_iterator(); ++at, ++ticks) {
    const double middle = std::stod((*at)[1]), half = 1.2 * static_cast<double>((*at)[2].length());  // of a phone's 300 px
    CHECK(middle - half >= end + 2);
    end = middle + half;
  }
  CHECK(ticks > 5);
}

TEST_CASE("report: a battle too long for its room is told shorter, and still whole", "[report]") {
  const auto story = story::story_of(test::old_log("long_turn"));
  REQUIRE(story);
  const std::string full = report_page(*story), small = report_page(*story, {.most_bytes = 60'000});
  INFO(full.size() << " and " << small.size());
  CHECK(small.size() < full.size());
  CHECK(small.find("Turn by turn") != std::string::npos);
  CHECK(small.ends_with("</html>\n"));
  const auto maps = [](const std::string& html) {
    std::size_t n = 0;
    for (auto at = html.find("<svg class=\"map\""); at != std::string::npos; at = html.find("<svg class=\"map\"", at + 1)) ++n;
    return n;
  };
  const std::string least = report_page(*story, {.most_bytes = 1});  // the longest battles: the map of their end
  CHECK(least.size() <= small.size());
  CHECK(maps(least) == 1);
  CHECK(full.find("<details class=\"act") != std::string::npos);
  CHECK(least.find("<details class=\"act") == std::string::npos);  // what cost something is a line
  CHECK(least.find("<p class=\"line\"><strong>") != std::string::npos);
  CHECK(least.ends_with("</html>\n"));
}

TEST_CASE("report: a whole battle stays under 1 MB, and Chromium opens, plays and folds it without a complaint",
          "[report][browser][robot]") {
  const test::LogFolder folder;
  const std::string log = folder / "ford.battle";
  REQUIRE(test::play_by_robot("to_the_strongest_sample", log, 3).ended);
  std::vector<std::pair<std::string, std::string>> pages{{"ford", report_of(log)}};
  CHECK(pages[0].second.size() < 1'000'000);
  pages.emplace_back("clash", report_of(test::old_log("clash")));
  pages.emplace_back("marathon", report_of(test::old_log("marathon")));
  auto browser = test::Browser::start();
  if (!browser) {
    WARN("no Chromium here: the page is not looked at");
    return;
  }
  const char* pictures = std::getenv("POLEMARCH_PICTURES");  // a folder to look at what was seen
  for (const auto& [name, html] : pages) {
    const std::string file = folder / (name + ".html");
    REQUIRE_FALSE(write_text_file(file, html));
    if (pictures != nullptr) REQUIRE_FALSE(write_text_file(std::string(pictures) + "/" + name + ".html", html));
    for (const int width : {360, 390, 1280}) {
      INFO(name << " at " << width);
      browser->open("file://" + file, width, 800, width == 390);
      REQUIRE(browser->until("document.readyState=='complete'&&!document.getElementById('bar').hidden", 10));
      CHECK(browser->ask(kFits) == true);
      CHECK(browser->ask(kOpenAll) == true);
      CHECK(browser->ask(kFits) == true);
      CHECK(browser->ask("[...document.querySelectorAll('p,li,td,th,span,summary')].filter(e=>e.offsetParent&&e.textContent.trim()&&"
                         "!e.closest('svg')&&parseFloat(getComputedStyle(e).fontSize)<12).length") == 0);
      CHECK(browser->ask("[...document.querySelectorAll('button,summary')].every(e=>e.getBoundingClientRect().height>=44)") == true);
      const nlohmann::json ground = browser->ask("getComputedStyle(document.body).backgroundColor");
      CHECK(ground == (width == 390 ? "rgb(21, 23, 26)" : "rgb(251, 250, 245)"));
      // Played: to the start, one on, to the end by the slider, and by itself.
      const std::string told = "document.getElementById('ct').textContent";
      const nlohmann::json last = browser->ask(told);
      browser->ask("document.getElementById('first').click()");
      CHECK(browser->ask("document.getElementById('r').value") == "0");
      CHECK(browser->ask(told) != last);
      const std::string places =
          "[...document.querySelectorAll('#m .u use')].map(e=>e.getAttribute('transform')+e.getAttribute('class')).join()";
      const nlohmann::json start = browser->ask(places);
      browser->ask("r=document.getElementById('r'),r.value=r.max,r.dispatchEvent(new Event('input'))");
      CHECK(browser->ask(told) == last);
      CHECK(browser->ask(places) != start);
      browser->ask("document.getElementById('first').click()");
      CHECK(browser->ask(places) == start);
      // A step whose move bends is gone along its way, for readers who do not mind motion.
      const nlohmann::json bends = browser->ask("JSON.parse(document.getElementById('data').textContent).s.findIndex(s=>s.v)");
      if (bends.get<int>() >= 0) {
        browser->ask("r=document.getElementById('r'),r.value=" + bends.dump() + ",r.dispatchEvent(new Event('input'))");
        browser->ask("document.getElementById('next').click()");
        CHECK(browser->ask("document.getAnimations().filter(a=>a.effect.getKeyframes().length>2).length").get<int>() > 0);
        browser->ask("document.getElementById('first').click()");
      }
      browser->ask("document.getElementById('run').click()");
      CHECK(browser->until("+document.getElementById('r').value>1", 6));
      browser->ask("document.getElementById('run').click()");
      CHECK(browser->ask("document.getElementById('run').getAttribute('aria-pressed')") == "false");
      CHECK(browser->complaints() == std::vector<std::string>{});
      if (pictures != nullptr) browser->picture(std::string(pictures) + "/" + name + "-" + std::to_string(width) + ".png");
    }
    // What is read aloud: one title, every picture with a sentence, every button with a name.
    const nlohmann::json tree = browser->accessible();
    std::map<std::string, int> roles;
    for (const nlohmann::json& node : tree) {
      const std::string role = node["role"], said = node["name"];
      ++roles[role];
      INFO(role << " '" << said << "'");
      if (role == "button" || role == "image" || role == "img" || role == "slider" || role == "heading") CHECK_FALSE(said.empty());
    }
    CHECK(roles["slider"] == 1);
    CHECK(roles["button"] >= 4);
    CHECK(roles["heading"] > 5);
    CHECK(browser->ask("document.querySelectorAll('h1').length") == 1);
  }
}

TEST_CASE("report: without scripts it is the final map, and the buttons are not there, on paper it keeps to A4", "[report][browser]") {
  const test::LogFolder folder;
  const std::string file = folder / "page.html";
  REQUIRE_FALSE(write_text_file(file, report_of(test::old_log("long_turn"))));
  auto browser = test::Browser::start();
  if (!browser) {
    WARN("no Chromium here: the page is not looked at");
    return;
  }
  const std::string buttons = "[...document.querySelectorAll('button')].filter(e=>e.offsetParent).length";
  browser->open("file://" + file, 360, 800, false, false);
  REQUIRE(browser->until("document.readyState=='complete'&&document.querySelector('#m .u')!=null", 10));
  CHECK(browser->ask(buttons) == 0);
  CHECK(browser->ask(kFits) == true);
  CHECK(browser->ask("document.querySelectorAll('#m .u use[id^=p]:not(.out)').length>3") == true);
  // What was thrown for stands in a line of its own, not a letter a line.
  CHECK(browser->ask("document.querySelectorAll('.luck tbody th').length>2") == true);
  CHECK(browser->ask("[...document.querySelectorAll('.luck tbody th')].every(e=>e.getBoundingClientRect().height<48)") == true);
  // Folded by the browser itself.
  CHECK(browser->ask("d=document.querySelector('details.act'),d.querySelector('summary').click(),d.open") == true);
  browser->open("file://" + file, 1280, 800);
  REQUIRE(browser->until("document.readyState=='complete'&&!document.getElementById('bar').hidden", 10));
  CHECK(browser->ask(buttons).get<int>() >= 4);
  browser->show_as_paper();
  CHECK(browser->ask(buttons) == 0);
  CHECK(browser->ask("getComputedStyle(document.body).color") == "rgb(0, 0, 0)");
  CHECK(browser->ask("getComputedStyle(document.querySelector('.felt')).fill") == "rgb(239, 234, 219)");  // no dark map on paper
  CHECK(browser->ask("getComputedStyle(document.querySelector('.map')).breakInside") == "avoid");
  CHECK(browser->ask("getComputedStyle(document.querySelector('.whole')).breakInside") == "avoid");
  const std::string pdf = browser->printed();
  CHECK(pdf.starts_with("%PDF-"));
  std::size_t pages = 0;
  const std::regex page(R"(/Type /Page\b(?!s))");
  for (auto at = std::sregex_iterator(pdf.begin(), pdf.end(), page); at != std::sregex_iterator(); ++at) ++pages;
  INFO(pages << " pages");
  CHECK(pages >= 2);
  CHECK(pages <= 20);
  CHECK(std::regex_search(pdf, std::regex(R"(MediaBox \[0 0 59[45](\.\d+)? 84[12](\.\d+)?\])")));
  CHECK(browser->complaints() == std::vector<std::string>{});
  if (const char* pictures = std::getenv("POLEMARCH_PICTURES")) REQUIRE_FALSE(write_text_file(std::string(pictures) + "/page.pdf", pdf));
  // On a table without squares a number lies over its own bases: the table's colour around it keeps it legible.
  const std::string open_table = folder / "open.html";
  REQUIRE_FALSE(write_text_file(open_table, report_of(test::old_log("clash"))));
  browser->open("file://" + open_table, 1280, 800);
  REQUIRE(browser->until("document.readyState=='complete'&&document.querySelector('.u.free text')!=null", 10));
  CHECK(browser->ask("[...document.querySelectorAll('.u.free text')].every(e=>parseFloat(getComputedStyle(e).strokeWidth)>=9)") == true);
}

TEST_CASE("report: an evening of each ruleset stays under 1 MB and says how lucky it was and what time it took", "[report][robot]") {
  for (const char* battle : {"blade_and_bow_sample", "hail_caesar_sample", "paean_sample", "hoplomachia_sample"}) {
    const test::LogFolder folder;
    const std::string log = folder / "evening.battle";
    const test::RobotReport played = test::play_by_robot(battle, log, 4, 700);
    const std::string html = report_of(log);
    INFO(battle << ": " << played.commands << " commands, " << html.size() << " bytes");
    CHECK(html.size() < 1'000'000);
    CHECK(html.find("<h2>Luck</h2>") != std::string::npos);
    CHECK(html.find("<h2>Time</h2>") != std::string::npos);
    CHECK(html.find("<h2>The armies</h2>") != std::string::npos);
  }
}

}  // namespace report_tests
