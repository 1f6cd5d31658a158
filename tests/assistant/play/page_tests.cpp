// The spectators' page of real battles: what it weighs, and what a real Chromium makes of it at a desk and on a phone.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "assistant/bus/page.hpp"
#include "assistant/play/desk.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/page_state.hpp"
#include "assistant/play/stage.hpp"
#include "assistant/play/text_loop.hpp"
#include "tests/assistant/bus/page_client.hpp"
#include "tests/assistant/play/robot.hpp"
#include "tests/support/browser.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace page_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;

namespace {

/// A sample battle with its bases moved by hand, shown on a page.
struct Shown {
  Stage stage;
  double now = 0;
  ManualFeed feed{[this] { return stage.session->battle().places(); }, [this] { return now; }};
  Desk desk{*stage.session, stage.table, stage.bases, {.seed = 5}};
  std::unique_ptr<Spectator> spectator = std::move(*Spectator::open({"0", {}}));

  explicit Shown(const std::string& ruleset)
      : stage(std::move(*set_stage({test::source_dir() + "/models/data/battles/" + ruleset + "_sample.json", "", "", ""}))) {
    pass(2);
  }
  void pass(double seconds) {
    for (int i = 0; i < static_cast<int>(seconds * 10); ++i) {
      now += 0.1;
      desk.see(*feed.next());
      for (const DragBase& move : desk.take_drags()) feed.drag(move);
    }
    spectator->show(page_state(desk.public_view()));
  }
  /// Drags the first base that stands on the table a little.
  void nudge() {
    for (const engine::Place& place : stage.session->battle().places()) {
      desk.wish(DragBase{place.base, {place.pose.x.mm() + 60, place.pose.y.mm() + 40}, place.pose.heading.deg()});
      break;
    }
    pass(1);
  }
};

constexpr const char* kDrawn =
    "document.querySelectorAll('#table svg path').length>4&&document.getElementById('now').textContent!='waiting for the table'";

}  // namespace

TEST_CASE("spectators' page: a first load stays under 150 kB and an update under 10 kB in every ruleset", "[play][page]") {
  for (const std::string ruleset : {"blade_and_bow", "hail_caesar", "hoplomachia", "paean", "to_the_strongest"}) {
    INFO(ruleset);
    Shown table(ruleset);
    test::PageClient browser(table.spectator->link());
    const std::string page = browser.get("/");
    REQUIRE(browser.listen());
    const auto whole = browser.event(3000);
    REQUIRE(whole);
    REQUIRE(whole->kind == "whole");
    INFO(page.size() << " bytes of page, " << whole->data.size() << " of the table");
    CHECK(page.size() + whole->data.size() < 150'000);
    CHECK(nlohmann::json::parse(whole->data)["l"]["scene"].size() > 4);
    table.nudge();
    const auto update = browser.event(3000);
    REQUIRE(update);
    INFO(update->data.size() << " bytes of update");
    CHECK(update->kind == "change");
    CHECK(update->data.size() < 10'000);
  }
}

TEST_CASE("spectators' page: no update of a whole battle is longer than 10 kB", "[play][page][robot]") {
  const std::string ruleset = GENERATE("blade_and_bow", "hail_caesar", "hoplomachia", "paean", "to_the_strongest");
  INFO(ruleset);
  Stage stage = std::move(*set_stage({test::source_dir() + "/models/data/battles/" + ruleset + "_sample.json", "", "", ""}));
  double now = 0;
  ManualFeed feed{[&] { return stage.session->battle().places(); }, [&] { return now; }};
  Desk desk{*stage.session, stage.table, stage.bases, {.seed = 1}};
  test::Robot robot(desk, feed, 1, now);
  SpectatorView before = page_state(desk.public_view());
  std::size_t longest = 0, updates = 0, bytes = 0, whole = 0;
  std::string worst, what;
  test::RobotReport report;
  while (!report.ended && report.stuck.empty() && updates < 20000) {
    report = robot.play(1);
    SpectatorView after = page_state(desk.public_view());
    const std::string change = change_between(before, after);
    before = std::move(after);
    if (change.empty()) continue;
    ++updates;
    bytes += change.size();
    whole = std::max(whole, change_between({}, before).size());
    if (change.size() > longest) longest = change.size(), worst = desk.view().now, what = change.substr(0, 3000);
  }
  INFO(report.stuck);
  CHECK(report.ended);
  INFO(what);
  INFO("at: " << worst);
  WARN(ruleset << ": " << updates << " updates, " << bytes / std::max<std::size_t>(updates, 1) << " bytes each, the longest " << longest
               << ", everything at most " << whole);
  CHECK(longest < 10'000);
  CHECK(whole + page_text().size() < 150'000);
}

TEST_CASE("spectators' page: of a long chain of consequences the losses are told and the rest is counted", "[play][page]") {
  ui::ViewState view;
  view.card = ui::ResultView{.title = "The melees are fought", .whose = {}, .rows = {}, .follows = {}, .throws = {}};
  for (int i = 1; i <= 40; ++i) view.card->follows.push_back({"Lochos " + std::to_string(i) + " turns about", {}});
  view.card->follows[1] = {"Second mora is lost", {engine::News::Loss, engine::Glyph::Gone}};
  const nlohmann::json card = nlohmann::json::parse(play::page_state(view).fields.at("card"));
  const auto follows = card.at("follows").get<std::vector<std::string>>();
  REQUIRE(follows.size() == 11);
  CHECK(follows.front() == "Second mora is lost");
  CHECK(follows[9] == "Lochos 40 turns about");
  CHECK(follows.back() == "30 more");
}

TEST_CASE("spectators' page: an outline of hundreds of points goes out as what is seen of it", "[play][page]") {
  ui::ViewState view;
  view.scene.width_mm = view.scene.depth_mm = 1800;
  Polygon ring{{}, true, false};
  for (int i = 0; i < 720; ++i) ring.points.push_back({900 + 450 * std::cos(i * M_PI / 360), 900 + 450 * std::sin(i * M_PI / 360)});
  SceneItem item;
  item.shape = ring, item.meaning = "legal_move";
  view.scene.items.push_back(item);
  const std::vector<std::string> scene = play::page_state(view).lists.at("scene");
  REQUIRE(scene.size() == 1);
  const std::vector<int> points = nlohmann::json::parse(scene[0])[5].get<std::vector<int>>();
  CHECK(points.size() < 160);
  REQUIRE(points.size() >= 40);
  for (std::size_t i = 0; i < points.size(); i += 2) {  // no side of it lies further inside than an eye sees
    const std::size_t next = (i + 2) % points.size();
    const double x = (points[i] + points[next]) / 2.0 - 900, y = (points[i + 1] + points[next + 1]) / 2.0 - 900;
    CHECK(std::hypot(x, y) == Approx(450).margin(3.2));  // 2.4 mm, and whole millimetres
  }
}

TEST_CASE("spectators' page: play --text serves it with the battle, and what is played there shows", "[play][page][text]") {
  Stage stage = std::move(*set_stage({test::source_dir() + "/models/data/battles/to_the_strongest_sample.json", "", "", ""}));
  const auto started = std::chrono::steady_clock::now();
  ManualFeed feed{[&] { return stage.session->battle().places(); },
                  [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count(); }};
  Desk desk{*stage.session, stage.table, stage.bases, {.seed = 5}};
  auto broadcast = Broadcast::open({.publish = {}, .spectate = "0", .keys = {}, .token = {}});
  REQUIRE(broadcast);
  const std::string said = broadcast->links();
  const auto at = said.find("http://");
  REQUIRE(at != std::string::npos);
  test::PageClient browser(said.substr(at, said.find('\n', at) - at));
  int wishes[2];
  REQUIRE(::pipe(wishes) == 0);
  std::ostringstream screens;
  std::thread table([&] { run_text(desk, feed, screens, std::move(*broadcast), {.in = wishes[0], .idle_ms = 20}); });
  CHECK(browser.listen());
  const auto whole = browser.event(5000);
  const std::string hold = "{\"key\":\"x\"}\n";
  CHECK(::write(wishes[1], hold.data(), hold.size()) == static_cast<ssize_t>(hold.size()));
  std::optional<test::Event> update;
  for (int i = 0; i < 5 && !(update && update->kind == "change"); ++i) update = browser.event(5000);  // beats come between
  ::close(wishes[1]);
  table.join();
  ::close(wishes[0]);
  REQUIRE(whole);
  CHECK(whole->kind == "whole");
  CHECK(nlohmann::json::parse(whole->data)["l"]["scene"].size() > 4);
  CHECK_FALSE(nlohmann::json::parse(whole->data)["f"]["now"].get<std::string>().empty());
  REQUIRE(update);
  CHECK(update->kind == "change");
  CHECK(update->data.find("call Hold") != std::string::npos);
}

TEST_CASE("spectators' page: Chromium paints it within a second, with text as text, at a desk and on a phone", "[play][page][browser]") {
  auto browser = test::Browser::start();
  if (!browser) {
    WARN("no Chromium here: the page is not looked at");
    return;
  }
  const char* pictures = std::getenv("POLEMARCH_PICTURES");  // a folder to look at what was seen
  for (const std::string ruleset : {"to_the_strongest", "hail_caesar"}) {
    Shown table(ruleset);
    for (const int width : {1280, 360}) {
      for (const bool dark : {false, true}) {
        INFO(ruleset << " at " << width << (dark ? ", dark" : ", light"));
        browser->open(table.spectator->link(), width, width == 360 ? 740 : 800, dark);
        REQUIRE(browser->until(kDrawn, 10));
        REQUIRE(browser->until("performance.getEntriesByName('first-contentful-paint').length>0", 5));
        if (pictures != nullptr)
          browser->picture(std::string(pictures) + "/" + ruleset + "-" + std::to_string(width) + (dark ? "-dark.png" : "-light.png"));
        CHECK(browser->ask("document.documentElement.scrollWidth<=innerWidth") == true);
        CHECK(browser->ask("[...document.querySelectorAll('#table svg text')].length>3") == true);
        CHECK(browser->ask("document.getElementById('now').textContent") == table.desk.public_view().now);
        CHECK(browser->ask("[...document.querySelectorAll('p,li,h2,span')].every(e=>parseFloat(getComputedStyle(e).fontSize)>=12)") ==
              true);
        const double painted = browser->ask("performance.getEntriesByName('first-contentful-paint')[0].startTime").get<double>();
        INFO(painted << " ms until something is painted");
        CHECK(painted < 1000);
        const nlohmann::json ground = browser->ask("getComputedStyle(document.body).backgroundColor");
        CHECK(ground == (dark ? "rgb(21, 23, 26)" : "rgb(251, 250, 245)"));
        CHECK(browser->complaints() == std::vector<std::string>{});
      }
    }
    // What changes on the table changes on the page, without loading it again.
    const std::string shapes = "[...document.querySelectorAll('#table svg path')].map(e=>e.getAttribute('d')).join()";
    const std::string before = browser->ask(shapes).get<std::string>();
    table.nudge();
    CHECK(browser->until(shapes + "!=" + nlohmann::json(before).dump(), 3));
    CHECK(browser->complaints() == std::vector<std::string>{});
  }
}

TEST_CASE("spectators' page: what was before is cut for the screen, and beside a tall table it is as long as that",
          "[play][page][browser]") {
  auto browser = test::Browser::start();
  if (!browser) {
    WARN("no Chromium here: the page is not looked at");
    return;
  }
  const auto lines_beside = [&](double depth_mm) {
    auto spectator = std::move(*Spectator::open({"0", {}}));
    ui::ViewState view;
    view.title = "A battle", view.now = "Turn 2. Rome: order a unit", view.side_names = {"Rome", "Tribes"};
    view.scene = {1200, depth_mm, {}};
    for (int i = 1; i <= 12; ++i)
      view.log.push_back({i, std::to_string(i) + "  Cohort " + std::to_string(i) + " moves", Tone::Text, Side::A});
    spectator->show(page_state(view));
    browser->open(spectator->link(), 1280, 320);
    REQUIRE(browser->until("document.getElementById('log').children.length>0", 10));
    return browser->ask("document.getElementById('log').children.length").get<int>();
  };
  const int beside_wide = lines_beside(200);
  CHECK(browser->ask("document.documentElement.scrollHeight<=innerHeight") == true);
  CHECK(beside_wide < 12);
  CHECK(lines_beside(2400) < 12);
  const char* const room =  // lines that would still find room beside the table
      "(()=>{const e=document.getElementById('log').lastChild.getBoundingClientRect();"
      "return (document.querySelector('#table svg').getBoundingClientRect().bottom-e.bottom)/e.height})()";
  const auto left = browser->ask(room).get<double>();
  CHECK(left >= 0);
  CHECK(left < 1.5);
}

TEST_CASE("spectators' page: names, state, ground by pattern and word, and the turns stand on it in every ruleset",
          "[play][page][browser]") {
  auto browser = test::Browser::start();
  if (!browser) {
    WARN("no Chromium here: the page is not looked at");
    return;
  }
  for (const std::string ruleset : {"blade_and_bow", "hail_caesar", "hoplomachia", "paean", "to_the_strongest"}) {
    Shown table(ruleset);
    const ui::ViewState view = table.desk.public_view();
    for (const int width : {390, 1400}) {
      INFO(ruleset << " at " << width);
      browser->open(table.spectator->link(), width, 900, width == 390);
      REQUIRE(browser->until(kDrawn, 10));
      const auto count = [&](const std::string& selector) {
        return browser->ask("document.querySelectorAll(" + nlohmann::json(selector).dump() + ").length").get<int>();
      };
      // Every unit has its plate with its id, its name and what its glyphs mean for whoever hears it; glyphs and names at a desk.
      int glyphs = 0, names = 0, units = 0;
      for (const ui::UnitView& unit : view.units) {
        if (!unit.on_table || unit.round) continue;
        ++units;
        INFO(unit.unit.text);
        const std::string plate = "#table [data-unit='" + unit.unit.text + "']";
        REQUIRE(count(plate) == 1);
        const std::string quoted = nlohmann::json(plate).dump();
        CHECK(browser->ask("document.querySelector(" + quoted + ").querySelector('text').textContent") == unit.unit.text);
        const std::string heard = browser->ask("document.querySelector(" + quoted + ").querySelector('title').textContent");
        CHECK(heard.starts_with(unit.name));
        for (const engine::StateMark& mark : unit.marks) CHECK(heard.find(std::string(engine::words_of(mark))) != std::string::npos);
        if (!unit.marks.empty()) ++glyphs;
        const std::string named =
            "[...document.querySelectorAll('#table text.name')].some(e=>" + nlohmann::json(unit.name).dump() + ".includes(e.textContent))";
        if (browser->ask(named) == true) ++names;
      }
      REQUIRE(units > 0);
      if (width == 1400) {
        CHECK((glyphs == 0 || count("#table [data-glyph] path") > 0));
        CHECK(names * (ruleset == "blade_and_bow" ? 8 : 2) > units);  // its boxes are narrower than its names
      }
      CHECK(browser->ask("[...document.querySelectorAll('#table .name')].some(e=>/^(the|and|with|from)$/.test(e.textContent))") == false);
      // No two plates lie on each other.
      CHECK(browser->ask("(()=>{const b=[...document.querySelectorAll('#table .plate')].map(e=>e.querySelector('.back').getBBox());"
                         "return b.every((p,i)=>b.every((q,k)=>k<=i||Math.min(p.x+p.width,q.x+q.width)-Math.max(p.x,q.x)<2||"
                         "Math.min(p.y+p.height,q.y+q.height)-Math.max(p.y,q.y)<2))})()") == true);
      // Ground is told by a pattern of its kind and by its word, on it or below the table.
      int pieces = 0;
      for (const SceneItem& item : view.scene.items) {
        if (item.meaning != "terrain") continue;
        ++pieces;
        INFO(item.label);
        CHECK(browser->ask("[...document.querySelectorAll('#table text.kind,#ground span')].some(e=>e.textContent==" +
                           nlohmann::json(item.label).dump() + ")") == true);
      }
      CHECK(count("#table path.ground") == pieces);
      CHECK(browser->ask("[...document.querySelectorAll('#table path.ground')].every(e=>{const id=/#([^\")]*)/.exec(e.style.fill);"
                         "return id&&document.getElementById(id[1]).querySelector('path')})") == true);
      // The turns so far and the present one, all of them where it is known how many there are.
      const std::size_t digits = view.moment.find_last_not_of("0123456789") + 1;
      if (digits < view.moment.size()) {
        CHECK(count("#track i") == std::min(24, std::max(view.last_turn, std::stoi(view.moment.substr(digits)))));
        CHECK(count("#track i.now") == 1);
      }
      CHECK(browser->ask("[...document.querySelectorAll('#table text')].every(e=>parseFloat(getComputedStyle(e).fontSize)>=12)") == true);
      CHECK(browser->ask("document.documentElement.scrollWidth<=innerWidth") == true);
      CHECK(browser->complaints() == std::vector<std::string>{});
    }
  }
}

TEST_CASE("spectators' page: what a command moved has an arrow, who it cost a cross, and over a stream only the score and the card stand",
          "[play][page][browser]") {
  auto browser = test::Browser::start();
  if (!browser) {
    WARN("no Chromium here: the page is not looked at");
    return;
  }
  auto spectator = std::move(*Spectator::open({"0", {}}));
  const auto told = [&](std::int64_t seq, double x, bool second) {
    ui::ViewState view;
    view.title = "A battle", view.now = "Turn 2. Rome: order a unit", view.moment = "Turn 2", view.side_names = {"Rome", "Tribes"};
    view.scene = {1200, 800, {}};
    for (int i = 0; i < 6; ++i)
      view.scene.items.push_back(
          {Polygon{{{100.0 * i, 0}, {100.0 * i, 800}}, false, false}, Tone::Faint, Pattern::Solid, 1, "", "grid", "", ""});
    const auto unit = [&](const char* id, Side side, Vec2 at) {
      ui::UnitView out{.unit = {id}, .name = std::string("Cohort ") + id, .side = side, .on_table = true, .at = at, .heading_deg = 90};
      out.outline = {{at.x - 40, at.y + 20}, {at.x + 40, at.y + 20}, {at.x + 40, at.y - 20}, {at.x - 40, at.y - 20}};
      view.units.push_back(out);
    };
    unit("A1", Side::A, {x, 200});
    if (second) unit("B1", Side::B, {800, 600});
    view.log.push_back({0, "0  Rome rallies", Tone::Text, Side::A});
    view.log.push_back({seq, std::to_string(seq) + "  Cohort A1 moves", Tone::Text, Side::A});
    view.card = ui::ResultView{.title = "Cohort A1 moves", .whose = Side::A, .rows = {}, .follows = {}, .throws = {}};
    spectator->show(page_state(view));
  };
  told(1, 200, true);
  browser->open(spectator->link(), 1280, 800);
  REQUIRE(browser->until(kDrawn, 10));
  CHECK(browser->ask("document.querySelectorAll('#table .went,#table .lost').length") == 0);
  told(2, 700, false);
  CHECK(browser->until("document.querySelectorAll('#table .went').length==1", 3));
  CHECK(browser->ask("document.querySelectorAll(\"#table [data-lost='B1']\").length") == 1);
  CHECK(browser->ask("document.getElementById('log').firstChild.textContent") == "Rome rallies");  // the card tells the last
  CHECK(browser->ask("document.getElementById('log').firstChild.className") == "A");
  told(1, 200, true);  // taken back
  CHECK(browser->until("document.querySelectorAll('#table .went,#table .lost').length==0", 3));
  browser->open(spectator->link() + "?overlay", 1280, 800);
  REQUIRE(browser->until("document.getElementById('title').textContent=='Cohort A1 moves'", 10));
  const auto shown = [&](const char* id) {
    return browser->ask(std::string("getComputedStyle(document.getElementById('") + id + "')).display!='none'") == true;
  };
  CHECK((shown("score") && shown("now") && shown("last")));
  CHECK_FALSE((shown("table") || shown("before")));
  CHECK(browser->ask("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)");
  CHECK(browser->until("getComputedStyle(document.getElementById('last')).display=='none'", 15));  // nothing new for 12 s
  CHECK(browser->complaints() == std::vector<std::string>{});
}

}  // namespace page_tests
