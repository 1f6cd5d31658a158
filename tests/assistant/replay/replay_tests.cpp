// The reel and its screen: steps, jumps, bookmarks, moves on the way, two moments side by side, the text loop, leaving into a new battle.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <tuple>

#include "assistant/paint/paint.hpp"
#include "assistant/play/replay_loop.hpp"
#include "assistant/replay/screen.hpp"
#include "assistant/report/report.hpp"
#include "assistant/story/build.hpp"
#include "assistant/story/chapters.hpp"
#include "assistant/story/words.hpp"
#include "tests/assistant/story/told_battle.hpp"
#include "ui/keys.hpp"
#include "ui/page/page.hpp"
#include "ui/page/scrub.hpp"

namespace replay_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::replay;

namespace {

story::Story told(const std::string& name) {
  auto story = story::story_of(test::old_log(name));
  REQUIRE(story);
  return std::move(*story);
}
story::Story long_turn() { return told("long_turn"); }

}  // namespace

TEST_CASE("replay: where everybody stands is the same by steps, by seeking and by folding the log", "[replay]") {
  const story::Story story = long_turn();
  Reel reel(story);
  for (const std::size_t at : {std::size_t{0}, std::size_t{1}, std::size_t{63}, std::size_t{64}, std::size_t{65}, story.moments.size()}) {
    INFO(at);
    reel.go(at);
    CHECK(reel.places(at) == story.places_after(at));
    CHECK(reel.shown() == story.places_after(at));
    const auto session = Session::open_read_only(test::old_log("long_turn"), static_cast<std::int64_t>(at));
    REQUIRE(session);
    for (const engine::Place& place : (*session)->battle().places())
      for (std::size_t i = 0; i < story.pieces.size(); ++i)
        if (story.pieces[i].base == place.base) {
          CHECK(reel.places(at)[i].on_table == place.on_table);
          if (place.on_table) CHECK(reel.places(at)[i].x == Approx(place.pose.x.mm()));
        }
  }
}

TEST_CASE("replay: jumps go to turns, losses, rulings and bookmarks, and stay where there is none", "[replay]") {
  const story::Story story = long_turn();
  Reel reel(story, {7});
  reel.go(0);
  std::size_t losses = 0;
  for (const story::Moment& moment : story.moments) losses += moment.losses.empty() || moment.undone ? 0 : 1;
  std::size_t jumped = 0;
  while (reel.jump(Jump::Loss, 1)) {
    CHECK_FALSE(reel.moment()->losses.empty());
    ++jumped;
  }
  CHECK(jumped == losses);
  const std::size_t here = reel.at();
  CHECK_FALSE(reel.jump(Jump::Loss, 1));
  CHECK(reel.at() == here);
  reel.go(0);
  CHECK(reel.jump(Jump::Bookmark, 1));
  CHECK(reel.seq() == 7);
  reel.toggle_bookmark();
  CHECK(reel.bookmarks().empty());
  reel.go(0);
  CHECK(reel.jump(Jump::Turn, 1));
  const std::size_t turn = reel.at();
  CHECK(turn > 0);
  CHECK(reel.jump(Jump::Turn, -1));
  CHECK(reel.at() == 0);
}

TEST_CASE("replay: a move is shown on its way, and playing ends at the end", "[replay]") {
  const story::Story story = told("extended_example");
  Reel reel(story);
  std::size_t move = 0;
  for (std::size_t i = 0; i < story.moments.size() && move == 0; ++i)
    for (const story::Shift& shift : story.moments[i].shifts)
      if (shift.from.on_table && shift.to.on_table && shift.from.x != shift.to.x) move = i + 1;
  REQUIRE(move > 0);
  reel.go(move - 1);
  reel.jump(Jump::Command, 1);
  CHECK(reel.shown() == reel.places(move - 1));
  reel.tick(0.2);
  CHECK(reel.shown() != reel.places(move - 1));
  CHECK(reel.shown() != reel.places(move));
  reel.tick(1);
  CHECK(reel.shown() == reel.places(move));
  reel.go(0);
  reel.faster(10);
  CHECK(reel.speed() == 64);
  reel.play(true);
  for (int i = 0; i < 200 && reel.playing(); ++i) reel.tick(0.5);
  CHECK_FALSE(reel.playing());
  CHECK(reel.at() == reel.end());
}

TEST_CASE("replay: a move is gone along the way it was judged by, not straight across", "[replay][ways]") {
  story::Story story = told("clash");
  const std::size_t at = test::bend_a_way(story) + 1;
  const story::Moment& moment = story.moments[at - 1];
  Reel reel(story);
  reel.go(at - 1);
  reel.jump(Jump::Command, 1);
  double off = 0;
  for (int step = 0; step < 8; ++step) {
    reel.tick(kMoveSeconds / 9);
    const auto shown = reel.shown();
    for (const story::Shift& shift : moment.shifts) {
      if (story.pieces[shift.piece].unit != moment.ways.front().unit) continue;
      const double dx = shift.to.x - shift.from.x, dy = shift.to.y - shift.from.y, length = std::hypot(dx, dy);
      const story::Standing& here = shown[shift.piece];
      if (length > 1) off = std::max(off, std::abs((here.x - shift.from.x) * dy - (here.y - shift.from.y) * dx) / length);
    }
  }
  CHECK(off > 100);  // millimetres beside the straight line
  reel.tick(1);
  CHECK(reel.shown() == reel.places(at));
  // Its way is drawn with its bends.
  std::size_t longest = 0;
  for (const SceneItem& item : view_of(reel, {}).scene.items)
    if (item.meaning == "way") longest = std::max(longest, std::get<Polygon>(item.shape).points.size());
  CHECK(longest > 2);
}

TEST_CASE("replay: units carry their state's glyphs, and a camp is drawn, crossed once it is lost", "[replay]") {
  story::Story story = told("long_turn");
  story.camps = {{{"AC1"}, Side::A, 300, 75, 0}, {{"BC1"}, Side::B, 300, 1125, 5}};
  const auto lines = [&](std::size_t at) {
    Reel reel(story);
    reel.go(at);
    std::map<std::string, int> count;
    for (const SceneItem& item : view_of(reel, {}).scene.items)
      if (item.meaning == "camp") ++count[item.about];
    return count;
  };
  CHECK(lines(4) == std::map<std::string, int>{{"AC1", 2}, {"BC1", 2}});
  CHECK(lines(5) == std::map<std::string, int>{{"AC1", 2}, {"BC1", 4}});
  Reel reel(story);
  const ui::ViewState view = view_of(reel, {});
  const auto marks = story.marks_after(story.moments.size());
  std::size_t some = 0;
  for (std::size_t i = 0; i < view.units.size(); ++i) {
    CHECK(view.units[i].marks == marks[i]);
    some += marks[i].size();
  }
  CHECK(some > 0);
}

TEST_CASE("replay: a camp whose base stands on the table is no sign as well", "[replay]") {
  story::Story story = told("long_turn");
  REQUIRE_FALSE(story.pieces.empty());
  const UnitId unit = story.pieces.front().unit;
  REQUIRE(story.stands(unit, story.start));
  story.camps = {{unit, story.pieces.front().side, 300, 75, 0}};
  Reel reel(story);
  reel.go(0);
  for (const SceneItem& item : view_of(reel, {}).scene.items) CHECK(item.meaning != "camp");
}

TEST_CASE("replay: the card of a moment holds all that was thrown for its order so far", "[replay]") {
  const story::Story story = long_turn();
  Reel reel(story);
  std::size_t several = 0;
  for (std::size_t i = 0; i < story.moments.size() && several == 0; ++i) {
    const story::Moment& moment = story.moments[i];
    std::size_t before = 0;
    for (std::size_t j = 0; j < i; ++j)
      if (moment.order > 0 && story.moments[j].order == moment.order && !story.moments[j].undone) before += story.moments[j].throws.size();
    if (before == 0 || moment.throws.empty()) continue;
    reel.go(i + 1);
    const ui::ViewState view = view_of(reel, {});
    REQUIRE(view.card);
    CHECK(view.card->throws.size() == before + moment.throws.size());
    ++several;
  }
  CHECK(several == 1);
}

TEST_CASE("replay: a card says nothing twice, and dice that stand alone have a title of their own", "[replay]") {
  story::Story story = long_turn();  // for its table
  story.members = {{{"A1"}, Side::A, "Hoplites", "", true, ""}, {{"B1"}, Side::B, "Archers", "", true, ""}};
  story.sides = {"Greeks", "Persians"};
  story.markings.clear();
  story.acts.clear();
  story::Moment order;
  order.seq = order.order = 1;
  order.turn = 7;
  order.phase = "impulses";
  order.action = "move";
  order.deed = story::Deed::Move;
  order.clause = "Hoplites move to m7";
  order.unit = {"A1"};
  story::Moment shot = order, ends = order;
  shot.seq = 2, shot.deed = story::Deed::Answer, shot.clause.clear(), shot.order = 1;
  shot.throws = {{.who = Side::B, .thrower = {"B1"}, .at = {"A1"}, .purpose = "shooting dice", .values = {1, 2}, .need = 2}};
  shot.losses = {{.unit = {"A1"}, .bases = {{"A1.1"}}}, {.unit = {"A1"}, .bases = {{"A1.2"}}}};
  shot.told = {"Archers at Hoplites, shooting dice: 1 2", "Hoplites lose 2 bases to Archers, shooting", "Hoplites turn about"};
  ends.seq = 3, ends.deed = story::Deed::Answer, ends.clause.clear(), ends.order = 1, ends.phase = "turn end";
  ends.throws = {{.who = Side::B, .purpose = "end of the battle", .values = {1}, .need = 1}};
  story.moments = {order, shot, ends};
  story.chapters = {{7, Viewer::A, 0, 2}};
  story::gather_acts(story);
  story::write_sentences(story);
  Reel reel(story);
  reel.go(2);
  const ui::ViewState at_shot = view_of(reel, {});
  REQUIRE(at_shot.card);
  CHECK(at_shot.card->title == "Hoplites move to m7");
  REQUIRE(at_shot.card->follows.size() == 2);
  CHECK(at_shot.card->follows[0].text == "Hoplites lose 2 bases to Archers, shooting");
  CHECK(at_shot.card->follows[0].gist.glyph == engine::Glyph::Gone);
  CHECK(at_shot.card->follows[1].text == "Hoplites turn about");
  CHECK(at_shot.phase == "2 of 3, impulses");  // the count first: a long phase is cut behind it
  reel.go(3);
  const ui::ViewState at_end = view_of(reel, {});
  REQUIRE(at_end.card);
  CHECK(at_end.card->title.find("move") == std::string::npos);
  CHECK(at_end.card->throws.size() == 1);
}

TEST_CASE("replay: a too-close call is a stop of its own, with its measure and how it was settled", "[replay]") {
  for (const auto& [name, seq, how] : {std::tuple{"close_calls", 6, "Too close to call: the players rule that it stands"},
                                       {"tie_break", 6, "Too close to call: the tie-break favours the active side"}}) {
    const auto story = story::story_of(test::old_log(name));
    REQUIRE(story);
    Reel reel(*story);
    reel.go(0);
    INFO(name);
    REQUIRE(reel.jump(Jump::Ruling, 1));
    CHECK(reel.seq() == seq);
    const ui::ViewState view = view_of(reel, {});
    REQUIRE(view.card);
    bool measured = false;
    for (const ui::RowView& row : view.card->rows) measured = measured || row.value == "17.999 ± 0.002 in, limit 18 in";
    CHECK(measured);
    CHECK(std::any_of(view.card->follows.begin(), view.card->follows.end(), [&](const auto& follow) { return follow.text == how; }));
    CHECK(view.now.find("17.999 ± 0.002 in, limit 18 in") != std::string::npos);
    REQUIRE(view.replay);
    CHECK(std::find(view.replay->rulings.begin(), view.replay->rulings.end(), seq) != view.replay->rulings.end());
  }
}

TEST_CASE("replay: a held button drags the reel along, wherever the mouse has gone meanwhile", "[replay]") {
  const story::Story story = long_turn();
  Reel reel(story);
  reel.go(0);
  const auto letters = [](std::string_view text, double size, ui::page::Face) { return 0.5 * size * static_cast<double>(text.size()); };
  const ui::page::Page page = ui::page::page_of(view_of(reel, {}), 1600, 900, letters);
  const double y = 790;  // the band of turns
  const auto first = ui::page::reel_place(page, {40, y}, ui::page::Grip::Touched);
  REQUIRE(first);
  CHECK_FALSE(ui::page::reel_place(page, {800, 400}, ui::page::Grip::Touched));  // on the table
  const auto far = ui::page::reel_place(page, {800, 400}, ui::page::Grip::Held);
  REQUIRE(far);
  press(reel, *first, false);
  const auto from = reel.at();
  press(reel, *far, false);
  CHECK(reel.at() > from + 20);
  press(reel, *ui::page::reel_place(page, {4000, 0}, ui::page::Grip::Held), false);
  CHECK(reel.at() == reel.end());
}

TEST_CASE("replay: the screen says the moment, its card and the reel, its keys mean the reel", "[replay]") {
  const story::Story story = long_turn();
  Reel reel(story);
  std::size_t thrown = 0;
  while (thrown < story.moments.size() && story.moments[thrown].throws.empty()) ++thrown;
  reel.go(thrown + 1);
  const ui::ViewState view = view_of(reel, {});
  CHECK(view.now.find(story.moments[thrown].sentence) != std::string::npos);
  REQUIRE(view.card);
  REQUIRE_FALSE(view.card->throws.empty());
  CHECK_FALSE(view.card->throws.front().values.empty());
  REQUIRE(view.replay);
  CHECK(view.replay->at == static_cast<std::int64_t>(thrown) + 1);
  CHECK(view.replay->stretches.back().to == view.replay->count);
  CHECK(view.scene.width_mm == story.table.width.mm());
  const auto intent = ui::intent_of({.key = "Tab", .shift = true}, view);
  REQUIRE(intent);
  CHECK(std::get<TypeKey>(*intent).key == "Shift-Tab");
  press(reel, "c");
  CHECK(view_of(reel, {}).scene.width_mm > 2 * story.table.width.mm());
  press(reel, "c");
  press(reel, "@3");
  CHECK(reel.at() == 3);
  press(reel, "Home");
  CHECK(reel.at() == 0);
  CHECK(paint::screen_png_of(view_of(reel, {}), 1280, 800).size() > 10'000);
}

TEST_CASE("replay as text: a screen a key, bookmarks beside the log, and a new battle from a moment", "[replay]") {
  const test::LogFolder folder;
  const std::string log = folder / "game.battle", keys = folder / "keys.jsonl";
  std::filesystem::copy_file(test::old_log("long_turn"), log);
  const auto story = story::story_of(log);
  REQUIRE(story);
  std::ofstream(keys)
      << "{\"key\":\"Right\"}\n{\"key\":\"Right\"}\n{\"key\":\"b\"}\n{\"key\":\"PageDown\"}\nnonsense\n{\"key\":\"Home\"}\n{\"key\":\"n\"}\n{\"key\":\"F8\"}\n{\"key\":\"g\"}\n";
  const int in = ::open(keys.c_str(), O_RDONLY);
  REQUIRE(in >= 0);
  Reel reel(*story);
  reel.go(0);
  std::ostringstream out;
  const auto end = play::replay_as_text(reel, out, {.log = log, .in = in, .write_report = [&] { return report_beside(log); }});
  ::close(in);
  REQUIRE(end);
  std::vector<nlohmann::json> screens;
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);) screens.push_back(nlohmann::json::parse(line));
  REQUIRE(screens.size() >= 8);
  CHECK(screens[0]["now"].get<std::string>().find("the start") != std::string::npos);
  CHECK(screens[2]["now"].get<std::string>().find("2 of ") != std::string::npos);
  CHECK(read_bookmarks(log) == std::vector<std::int64_t>{2});
  CHECK(std::ranges::any_of(
      screens, [](const nlohmann::json& screen) { return screen["notices"].dump().find("game-report.html") != std::string::npos; }));
  CHECK(read_text_file(folder / "game-report.html")->ends_with("</html>\n"));
  REQUIRE(end->go_on);
  CHECK(Session::open_read_only(*end->go_on));
  CHECK((*Session::open_read_only(*end->go_on))->battle().seq() == 2);
}

TEST_CASE("replay: of two moments side by side each shows where its units face", "[replay]") {
  story::Story story = long_turn();  // for its table
  story.table.terrain.clear();
  story.moments.clear();
  story.chapters.clear();
  story.acts.clear();
  story.markings.clear();
  story.camps.clear();
  story.members = {{{"A1"}, Side::A, "Hoplites", "", true, ""}, {{"B1"}, Side::B, "Archers", "", true, ""}};
  story.pieces = {{{"A1.1"}, {"A1"}, Side::A, {Outline::Rectangle, 60_mm, 30_mm}},
                  {{"B1.1"}, {"B1"}, Side::B, {Outline::Rectangle, 60_mm, 30_mm}}};
  story.start = {{true, 300, 300, 90}, {true, 300, 600, 270}};
  Reel reel(story);
  const auto letters = [](std::string_view text, double size, ui::page::Face) { return 0.5 * size * static_cast<double>(text.size()); };
  const auto triangles = [&] {
    const ui::page::Page page = ui::page::page_of(view_of(reel, {}), 1920, 1080, letters);
    return std::count_if(page.items.begin(), page.items.end(), [](const auto& item) {
      const auto* poly = std::get_if<ui::page::PolyItem>(&item);
      return poly != nullptr && poly->points.size() == 3;
    });
  };
  const auto alone = triangles();
  CHECK(alone == 4);  // two units, each with a casing
  press(reel, "c");
  CHECK(triangles() == 2 * alone);
}

TEST_CASE("replay: where few divisions decide, the lines count what all of them can still lose, and say so", "[replay]") {
  const story::Story story = told("clash");
  const std::size_t first = story.main_index(Side::A);
  REQUIRE(first < story.counters.size());
  REQUIRE(story.counters[first].limit.value_or(99) <= 3);
  Reel reel(story);
  reel.go(story.moments.size());
  const ui::ViewState view = view_of(reel, {});
  REQUIRE(view.replay);
  for (const Side side : {Side::A, Side::B}) {
    int left = 0, parts = 0;
    for (const ui::CounterView& counter : view.counters) {
      if (counter.side != side || counter.counts_down || !counter.limit || counter.name == story.counters[first].name) continue;
      left += std::max(0, *counter.limit - counter.value);
      ++parts;
    }
    INFO(name_of(side));
    REQUIRE(parts > 0);
    const auto& line = view.replay->left[side == Side::A ? 0 : 1];
    REQUIRE_FALSE(line.empty());
    CHECK(line.back().value == left);
  }
  const ui::page::Page page = ui::page::page_of(
      view, 1920, 1080, [](std::string_view text, double size, ui::page::Face) { return 0.5 * size * static_cast<double>(text.size()); });
  std::string words;
  for (const auto& item : page.items)
    if (const auto* text = std::get_if<ui::page::TextItem>(&item)) words += text->text + "|";
  CHECK(words.find("losses left before divisions break|") != std::string::npos);
  CHECK(words.find(" lost") != std::string::npos);
}

}  // namespace replay_tests
