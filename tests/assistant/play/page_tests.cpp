// The spectators' page of real battles: what it weighs, and what a real Chromium makes of it at a desk and on a phone.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "assistant/play/desk.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/page_state.hpp"
#include "assistant/play/stage.hpp"
#include "assistant/play/text_loop.hpp"
#include "tests/assistant/bus/page_client.hpp"
#include "tests/support/browser.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

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
