/// Words of a page: what is too long goes on in a second line or is counted, nothing is said twice.
#include <cmath>
#include <string>
#include <tuple>

#include "tests/support/catch.hpp"
#include "tests/support/page_text.hpp"
#include "tests/ui/page_views.hpp"
#include "ui/page/page.hpp"
#include "ui/shapes.hpp"

namespace page_words_tests {

using namespace polemarch;
using namespace polemarch::ui;
using namespace polemarch::ui::page;
using namespace polemarch::ui::page::test_views;

namespace {
std::string all_of(const ViewState& view) {
  std::string all;
  for (const Item& item : page_of(view, 1920, 1080, test::text_width).items)
    if (const auto* text = std::get_if<TextItem>(&item)) all += text->text + " | ";
  return all;
}
std::string all_texts(const Page& page) {
  std::string all;
  for (const Item& item : page.items)
    if (const auto* text = std::get_if<TextItem>(&item)) all += text->text + " ";
  return all;
}
bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
}  // namespace

TEST_CASE("Enter is lit once all dice are typed", "[ui][page]") {
  const auto colour_of_done = [](const std::string& typed) {
    ViewState view = asking();
    view.question->takes_values = true, view.question->count = 2, view.question->lowest = 1, view.question->highest = 6;
    view.question->typed = typed;
    for (const Item& item : page_of(view, 1920, 1080, test::text_width).items)
      if (const auto* text = std::get_if<TextItem>(&item); text != nullptr && text->text == "done") return text->paint;
    FAIL("no key says done");
    return Paint{};
  };
  CHECK_FALSE(colour_of_done("3") == colour_of_done("3 5"));
  CHECK(colour_of_done("3 5") == colour_of_done("6 6"));
}

TEST_CASE("an answer too long for its line goes on in a second one", "[ui][page]") {
  ViewState view = asking();
  view.question->takes_values = false;
  const std::string end = "once a turn";
  view.question->options = {{"1", "replacement card by Legate Cassius of the Rhine (9+, 21 %), " + end, true, {}, GiveCommand{"{}"}},
                            {"2", "accept the failure", true, {}, GiveCommand{"{}"}}};
  const Page page = page_of(view, 1920, 1080, test::text_width);
  const auto at = [&](const std::string& part) -> const TextItem* {
    for (const Item& item : page.items)
      if (const auto* text = std::get_if<TextItem>(&item); text != nullptr && holds(text->text, part)) return text;
    return nullptr;
  };
  REQUIRE(at("replacement card") != nullptr);
  REQUIRE(at(end) != nullptr);
  CHECK(at(end)->at.y > at("replacement card")->at.y);
  CHECK(at("accept the failure")->at.y > at(end)->at.y);
}

TEST_CASE("a need on its card is no end of the sentence, however the room words it", "[ui][page]") {
  for (const auto& [asked, need, said, left_out] : {std::tuple{"Slingers save on 7+", "7+", "Slingers save", "save on"},
                                                    {"Archers shoot: hits on 5+", "5+", "Archers shoot", "hits on"},
                                                    {"armour: 6 D8, 3+", "3+", "Armour: 6 D8", "D8,"},
                                                    {"move: only a 10", "10+", "Move", "only a"}}) {
    ViewState view = asking();
    view.question->text = asked;
    view.question->odds = OddsView{};
    view.question->odds->need = need;
    INFO(asked);
    CHECK(text_of(page_of(view, 1920, 1080, test::text_width), said) != nullptr);
    CHECK_FALSE(holds(all_of(view), left_out));
  }
}

TEST_CASE("orders barred for one reason are told with it once", "[ui][page]") {
  ViewState view = busy();
  view.offers.clear();
  for (int i = 0; i < 12; ++i)
    view.offers.push_back({"-", "move to e" + std::to_string(i), false, "Cassius's command is done", GiveCommand{"{}"}});
  view.offers.push_back({"-", "charge Oak clan", false, "out of reach", GiveCommand{"{}"}});
  view.show_why = true;
  const std::string shown = all_of(view);
  CHECK(holds(shown, "move to e0, and 11 more"));
  CHECK(shown.find("Cassius's command is done") == shown.rfind("Cassius's command is done"));
  CHECK(holds(shown, "out of reach"));
}

TEST_CASE("what a room says of a unit that may do nothing is told to its end", "[ui][page]") {
  ViewState view = busy();
  view.offers.clear();
  view.advice = {{"8+ when charged from the front by light chariots, light cavalry, warriors and all the others", Tone::Text, {}}};
  CHECK(holds(all_of(view), "all the others"));
}

TEST_CASE("turns at placing that find no row are counted", "[ui][page]") {
  ViewState view = busy();
  view.selected = "A1";
  view.placing.emplace();
  for (int i = 0; i < 9; ++i) view.placing->rows.push_back({Side::A, "Command number " + std::to_string(i), "3 to place", false, i == 0});
  std::size_t rows = 0;
  const std::string shown = all_of(view);
  for (int i = 0; i < 9; ++i) rows += holds(shown, "Command number " + std::to_string(i));
  if (rows > 0) CHECK(holds(shown, std::to_string(9 - rows) + " more"));
  CHECK(rows > 0);
  CHECK(rows < 9);
}

TEST_CASE("the four buttons of a replay stand in one row and its phase is whole or left out", "[ui][page]") {
  ViewState view = busy();
  view.replay.emplace();
  view.replay->count = 120, view.replay->at = 60;
  view.menu = {{"Space", "play", true, {}, TypeKey{"Space"}},
               {"Left", "back", true, {}, TypeKey{"Left"}},
               {"Right", "on", true, {}, TypeKey{"Right"}},
               {"Tab", "next loss", true, {}, TypeKey{"Tab"}}};
  view.side_names = {"Republic", "Tribes"};
  view.moment = "Turn 13";
  view.phase = "60 of 120, initiative moves";
  const Page page = page_of(view, 1920, 1080, test::text_width);
  REQUIRE(text_of(page, "play") != nullptr);
  REQUIRE(text_of(page, "next loss") != nullptr);
  CHECK(text_of(page, "play")->at.y == Approx(text_of(page, "next loss")->at.y));
  const bool whole = text_of(page, view.phase) != nullptr, count = text_of(page, "60 of 120") != nullptr;
  CHECK((whole || count));
}

TEST_CASE("a sentence that the battle itself calls a loss goes before what else followed", "[ui][page]") {
  ViewState view = busy();
  view.selected.clear();
  view.card = ResultView{.title = "Close combat", .whose = Side::A, .rows = {}, .follows = {}, .throws = {}};
  for (const char* line : {"The Thousand give up a base", "one", "two", "three", "four", "five"}) view.card->follows.push_back({line, {}});
  CHECK_FALSE(holds(all_of(view), "The Thousand give up a base"));
  view.card->follows.front().gist.news = engine::News::Loss;
  CHECK(holds(all_of(view), "The Thousand give up a base"));
}

TEST_CASE("why something may not be done stands beside the number of its rule, on the unit's card and in NOW", "[ui][page]") {
  ViewState view = busy();
  view.offers = {{"-", "charge B2", false, "out of reach", GiveCommand{"{}"}}};
  view.offers.front().rule = "TTS-CHG-01";
  view.menu.back().rule = "TTS-DEP-09";
  view.show_why = true;
  const Page page = page_of(view, 1920, 1080, test::text_width);
  CHECK(text_of(page, "TTS-CHG-01") != nullptr);
  CHECK(text_of(page, "TTS-DEP-09") != nullptr);
}

TEST_CASE("a line of the history is told to its end, for what came of it stands there", "[ui][page]") {
  ViewState view = busy();
  view.selected.clear(), view.offers.clear(), view.menu.clear();
  view.log = {{1, "The 3rd lochos of Taxis of Leontis and the 3rd lochos of Perioikoi in othismos: pushed back", Tone::Text},
              {2, "Mora of the king, andreia fails: halts (Charging, 10 of 9 or less)", Tone::Text}};
  for (const auto& [width, height] : {std::pair{1280.0, 800.0}, {1920.0, 1080.0}, {3840.0, 2160.0}}) {
    INFO(width << " x " << height);
    std::string told;
    for (const Item& item : page_of(view, width, height, test::text_width).items)
      if (const auto* text = std::get_if<TextItem>(&item)) told += text->text + " ";
    for (const LogLine& line : view.log) CHECK(told.find(line.text) != std::string::npos);
  }
  view.opened = ViewState::Told{1, 2};
  view.card = ResultView{.title = "Melee", .whose = {}, .rows = {}, .follows = {}, .throws = {}};
  CHECK(text_of(page_of(view, 1280, 800, test::text_width), "From the history") != nullptr);
}

TEST_CASE("many fights settled at once are counted with the key that opens them, and opened each is told", "[ui][page]") {
  ViewState view = asking();
  view.selected.clear(), view.offers.clear(), view.menu.clear(), view.notices.clear();
  view.question->odds = OddsView{.title = "Agis, casualty", .need = "11+", .chance = "8 %", .of = "he"};
  view.question->odds->outlooks = {{"lives", 917}, {"killed", 83}};
  view.question->of_card = true;
  view.card = ResultView{.title = "The side goes on", .whose = {}, .rows = {}, .follows = {}, .throws = {}};
  for (int i = 1; i <= 11; ++i)
    view.card->follows.push_back({"Fight " + std::to_string(i) +
                                      ": no effect in othismos, the 2nd lochos of Mora of the king and the 2nd lochos of " +
                                      "Taxis of Antiochis: 3 (spear 5 - arete 1 + shoving 1 - disarrayed: half) against 3, shield hit",
                                  {}});
  const std::string closed = all_texts(page_of(view, 1920, 1080, test::text_width));
  CHECK(holds(closed, " more "));
  CHECK(holds(closed, " all "));
  view.opened = ViewState::Told{1, 2};
  const std::string opened = all_texts(page_of(view, 1920, 1080, test::text_width));
  for (int i = 1; i <= 11; ++i) CHECK(holds(opened, "Fight " + std::to_string(i) + ": no effect in othismos"));
}

TEST_CASE("where the history has one row it is the newest line's, as far as it goes", "[ui][page]") {
  ViewState view = busy();
  view.selected.clear(), view.offers.clear(), view.notices.clear();
  view.log = {{2, "Mora of the king, andreia fails: halts where it stands (Charging, 10 of 9 or less)", Tone::Text}};
  std::size_t cut = 0, headings = 0;
  for (int i = 0; i < 100; ++i) {  // each consequence takes a row more
    view.card->follows.assign(static_cast<std::size_t>(i % 4), FollowView{"Oak clan is disordered", {}});
    view.card->rows.assign(static_cast<std::size_t>(i / 4), RowView{"uphill", "TTS-MOD-T1", "+1", Side::A});
    const std::string all = all_texts(page_of(view, 1280, 800, test::text_width));
    if (!holds(all, "History ")) continue;
    ++headings;
    CHECK(holds(all, "Mora of the king, andreia fails"));
    cut += !holds(all, "10 of 9 or less)");
  }
  CHECK(headings > 0);
  CHECK(cut > 0);  // the sizes have such a row
}

TEST_CASE("what came of a throw stays on the screen while the next one is asked for", "[ui][page]") {
  ViewState view = asking();
  view.offers.clear(), view.menu.clear(), view.notices.clear();  // as while something is thrown
  view.question->odds = OddsView{.title = "Agis, casualty", .need = "11+", .chance = "8 %", .of = "he"};
  for (const char* part : {"two dice", "of the king", "promachos", "in all"}) view.question->odds->rows.push_back({part, "HM-1", "1", {}});
  view.question->odds->outlooks = {{"lives", 917}, {"killed", 83}};
  const std::string became = "Oak clan is broken";
  ThrowView thrown{.text = "Oak clan checks", .need = "8 or less", .values = {{5, false, false}, {6, false, false}}, .outcome = "fails"};
  for (int i = 0; i < 6; ++i) thrown.rows.push_back({"part " + std::to_string(i), "HM-2", "+1", {}});
  view.card = ResultView{.title = "First cohort fights", .whose = Side::A, .rows = {}, .follows = {{became, {}}}, .throws = {thrown}};
  for (const bool selected : {true, false}) {
    if (!selected) view.selected.clear();
    for (const bool of_card : {true, false})
      for (const auto& [width, height] : {std::pair{1280.0, 800.0}, {1920.0, 1080.0}, {3840.0, 2160.0}}) {
        INFO(width << " x " << height << ", of the card: " << of_card << ", a unit: " << selected);
        view.question->of_card = of_card;
        const Page page = page_of(view, width, height, test::text_width);
        CHECK(text_of(page, became) != nullptr);
        CHECK(text_of(page, "Agis, casualty") != nullptr);
      }
  }
  CHECK(text_of(page_of(view, 1920, 1080, test::text_width), "killed") != nullptr);  // where there is room, all of the odds as well
}

TEST_CASE("no corner of a filled arc of fire lies on another", "[ui][page]") {
  ViewState view = busy();
  view.scene.width_mm = 1800, view.scene.depth_mm = 1200;
  view.units = {{.unit = {"A1"}, .name = "Archers", .side = Side::A, .on_table = true, .at = {900, 300}, .heading_deg = 90}};
  view.units.front().outline = {{850, 320}, {950, 320}, {950, 280}, {850, 280}};
  SceneItem arc;
  arc.meaning = "arc_of_fire", arc.about = "A1";
  arc.shape = Polygon{{{450, 720}, {850, 320}, {950, 320}, {1350, 720}}, false, false};
  SceneItem range;
  range.meaning = "range_band", range.about = "A1";
  Polygon ring;
  for (int i = 0; i < 90; ++i) {
    const double angle = i * 4 * 3.14159265358979 / 180;
    ring.points.push_back({(std::cos(angle) > 0 ? 950 : 850) + 300 * std::cos(angle), 320 + 300 * std::sin(angle)});
  }
  ring.points.insert(ring.points.begin() + 11, {950 + 300 * std::cos(0.7853981), 320 + 300 * std::sin(0.7853981)});  // on the right ray
  ring.closed = true;
  range.shape = ring;
  view.scene.items = {arc, range};
  std::size_t filled = 0;
  for (const Item& item : page_of(view, 1920, 1080, test::text_width).items) {
    const auto* poly = std::get_if<PolyItem>(&item);
    if (poly == nullptr || poly->points.size() < 20) continue;
    ++filled;
    for (std::size_t i = 0; i < poly->points.size(); ++i) {
      const Px a = poly->points[i], b = poly->points[(i + 1) % poly->points.size()];
      CHECK(std::hypot(a.x - b.x, a.y - b.y) > 0.2);
    }
  }
  CHECK(filled > 0);
}

}  // namespace page_words_tests
