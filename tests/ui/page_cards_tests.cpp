/// The cards of a page: what stands in NOW, the last result, the throws and the strip of the sides.
#include <algorithm>
#include <set>

#include "tests/support/catch.hpp"
#include "tests/support/page_text.hpp"
#include "tests/ui/page_views.hpp"
#include "ui/page/page.hpp"
#include "ui/page/theme.hpp"

namespace page_cards_tests {

using namespace polemarch;
using namespace polemarch::ui;
using namespace polemarch::ui::page;
using namespace polemarch::ui::page::test_views;

TEST_CASE("NOW bears the plate of the side that is asked, whoever's turn it is", "[ui][page]") {
  ViewState view = asking();
  view.question->who = "Britons of the hills";
  const auto plates = [&](const std::string& name) {
    int found = 0;
    for (const Item& item : page_of(view, 1920, 1080, test::text_width).items)
      if (const auto* text = std::get_if<TextItem>(&item)) found += text->text == name && text->at.y < 70;
    return found;
  };
  CHECK(plates("Britons of the hills") == 1);
  CHECK(plates("Romans of the Rhine") == 0);
  view.question->who = "both sides";
  CHECK(plates("Romans of the Rhine") == 1);
}

TEST_CASE("how long something lasts has its units", "[ui]") {
  CHECK(say_duration(8.9) == "8 s");
  CHECK(say_duration(69) == "1 min 9 s");
  CHECK(say_duration(120) == "2 min");
  CHECK(say_duration(7500) == "2 h 5 min");
  CHECK(say_duration(-1) == "0 s");
}

TEST_CASE("a caption stands over the table, which makes room for it", "[ui][page]") {
  ViewState view = busy();
  view.scene.width_mm = 1800, view.scene.depth_mm = 1200;
  const Page without = page_of(view, 1920, 1080, test::text_width);
  view.caption = "A camera looks straight down.";
  const Page with = page_of(view, 1920, 1080, test::text_width);
  const TextItem* said = text_of(with, view.caption);
  REQUIRE(said != nullptr);
  CHECK(said->at.y < with.table.y);
  CHECK(with.table.y > without.table.y);
  CHECK(with.table.y + with.table.h == Approx(without.table.y + without.table.h));
}

TEST_CASE("a need that stands on a card beside the sentence is not written into it once more", "[ui][page]") {
  ViewState view = asking();
  view.question->text = "Archers react to Horse: two dice, 8 or less";
  const auto written = [&](const std::string& words) {
    std::string all;
    for (const Item& item : page_of(view, 1920, 1080, test::text_width).items)
      if (const auto* text = std::get_if<TextItem>(&item)) all += text->text + " ";
    return all.find(words) != std::string::npos;
  };
  CHECK(written("two dice"));
  view.question->odds = OddsView{};
  view.question->odds->need = "8 or less";
  CHECK_FALSE(written("two dice"));
  CHECK(written("react to Horse"));
}

TEST_CASE("the plate of NOW names who is asked, though it is the other side's turn", "[ui][page]") {
  ViewState view = asking();
  view.side_names = {"Romans", "Britons"};
  view.question->who = view.side_names[1];
  const Page page = page_of(view, 1920, 1080, test::text_width);
  std::size_t asked = 0, turn = 0, strip = 0, other = 0;
  for (const Item& item : page.items) {
    const auto* text = std::get_if<TextItem>(&item);
    if (text == nullptr) continue;
    const bool now = text->at.y < 80 && text->at.x > 1400;
    asked += now && text->text == view.side_names[1];
    turn += now && text->text.find("to answer in turn 3") != std::string::npos;
    strip += text->text == view.side_names[1] + " to answer";
    other += text->text.find("to play") != std::string::npos;
  }
  CHECK(asked == 1);
  CHECK(turn == 1);
  CHECK(strip == 1);
  CHECK(other == 0);
}

TEST_CASE("letters of type twice as large still fit their cards", "[ui][page]") {
  ViewState view = busy();
  view.type_scale = 1.4;
  const Page page = page_of(view, 1920, 1080, test::text_width);
  for (const Item& item : page.items)
    if (const auto* text = std::get_if<TextItem>(&item)) {
      INFO(text->text);
      CHECK(text->at.x + test::text_width(text->text, text->size, text->face) <= 1920.5);
    }
}

namespace {

std::size_t discs_of(const Page& page, Paint paint) {
  std::size_t count = 0;
  for (const Item& item : page.items)
    if (const auto* disc = std::get_if<DiscItem>(&item)) count += disc->fill == paint ? 1U : 0U;
  return count;
}

}  // namespace

TEST_CASE("the strip shows medals and every command's breaking point of both sides, B mirrored to the right", "[ui][page]") {
  ViewState view = busy();
  view.side_names = {"Romans of the Rhine (sample)", "Britons of the hills (sample)"};
  view.counters = {{Side::A, "medals", 9, {}, 9, true},    {Side::B, "medals", 10, {}, 10, true}, {Side::A, "Cassius", 0, 6, 0, false},
                   {Side::A, "Valens", 2, 5, 0, false},    {Side::A, "Drusus", 0, 3, 0, false},   {Side::B, "Caradoc", 0, 9, 0, false},
                   {Side::B, "Togodumnus", 0, 7, 0, false}};
  const Page page = page_of(view, 1920, 1080, test::text_width);
  CHECK(discs_of(page, dark_theme().line_a) == 9);
  CHECK(discs_of(page, dark_theme().line_b) == 10);
  for (const char* name : {"Cassius", "Valens", "Drusus", "Caradoc", "Togodumnus"}) {
    INFO(name);
    CHECK(text_of(page, name) != nullptr);
  }
  const double middle = 1920 * 0.745 / 2;
  REQUIRE(text_of(page, "B") != nullptr);
  CHECK(text_of(page, "B")->at.x > 1.8 * middle);  // at its outer edge
  CHECK(text_of(page, "Caradoc")->at.x > middle);
}

TEST_CASE("dice the program throws roll one after the other and count for nothing until they lie", "[ui][page]") {
  ViewState view = busy();
  view.selected.clear();
  view.offers.clear();
  ThrowView thrown{.text = "A1 shoots", .need = "4+", .values = {{5, true, false}, {1, false, false}}, .outcome = "1 hit"};
  view.card = ResultView{.title = "Shoot", .whose = Side::A, .rows = {}, .follows = {{"Oak clan loses one", {}}}, .throws = {thrown}};
  const auto outcome = [&](std::optional<double> rolled_s) {
    view.rolled_s = rolled_s;
    const Page page = page_of(view, 1920, 1080, test::text_width);
    return std::pair{text_of(page, "1 hit") != nullptr, text_of(page, "Oak clan loses one") != nullptr};
  };
  CHECK(outcome(0.1) == std::pair{false, false});
  CHECK(outcome(0.25) == std::pair{false, false});
  CHECK(outcome(0.5).first);
  CHECK(outcome(std::nullopt) == std::pair{true, true});
}

TEST_CASE("what was just tried and is not allowed has a card of its own under NOW, and the last result does not say it again",
          "[ui][page]") {
  ViewState view = busy();
  view.card = ResultView{.title = "First cohort marches to f5",
                         .ruling = engine::Ruling::Refused,
                         .whose = Side::A,
                         .rows = {{"next to an enemy", "TTS-MAR-02", "", {}}}};
  view.notices = {{.text = "refused: next to an enemy", .tone = Tone::Warn, .refusal = true}};
  const auto count = [&](const std::string& words) {
    std::string all;
    for (const Item& item : page_of(view, 1920, 1080, test::text_width).items)
      if (const auto* text = std::get_if<TextItem>(&item)) all += text->text + "\n";
    std::size_t found = 0;
    for (std::size_t at = all.find(words); at != std::string::npos; at = all.find(words, at + 1)) ++found;
    return found;
  };
  CHECK(count("First cohort marches to f5") == 1);
  CHECK(count("Next to an enemy") == 1);
  CHECK(count("TTS-MAR-02") == 1);
  view.notices.clear();  // later it is the last result as any other
  CHECK(count("Refused: First cohort marches to f5") == 1);
}

TEST_CASE("where not all throws find room the last ones are shown, however many dice the first have", "[ui][page]") {
  ViewState view = busy();
  view.notices.clear();
  view.offers.clear();
  view.card = ResultView{.title = "Immortals attack Hoplites", .whose = Side::B, .follows = {{"Second is unhurt", {}}}};
  for (const char* who :
       {"Immortals at Hoplites of the long front", "Hoplites at Immortals of the long front", "Satrap, in danger?", "Second, in danger?"}) {
    ThrowView thrown;
    thrown.text = who;
    thrown.need = "2 or less";
    for (int i = 0; i < (std::string(who).find("danger") == std::string::npos ? 6 : 1); ++i) thrown.values.push_back({4, true, false});
    view.card->throws.push_back(thrown);
  }
  for (const auto& [width, height] : {std::pair{1280.0, 800.0}, {1600.0, 900.0}, {1920.0, 1080.0}})
    CHECK(text_of(page_of(view, width, height, test::text_width), "Second, in danger?") != nullptr);
}

TEST_CASE("who is lost is told on the last result before what else followed", "[ui][page]") {
  ViewState view = busy();
  view.card = ResultView{.title = "First cohort charges Oak clan", .whose = Side::A, .rows = {}, .follows = {}, .throws = {}};
  view.card->follows = {{"Oak clan is lost", {engine::News::Loss, engine::Glyph::Gone}},
                        {"Britons: 5 medals left", {}},
                        {"First cohort advances", {}},
                        {"Caradoc's command: 2 lost", {}},
                        {"the zone is empty", {}}};
  view.selected.clear(), view.offers.clear(), view.notices.clear();
  const Page page = page_of(view, 1920, 1080, test::text_width);
  const TextItem *lost = text_of(page, "Oak clan is lost"), *last = text_of(page, "the zone is empty");
  REQUIRE(lost != nullptr);
  REQUIRE(last != nullptr);
  CHECK(lost->at.y < last->at.y);  // in the order they came
}

TEST_CASE("where the last turn is known the strip says it and shows every turn, the present one larger", "[ui][page]") {
  ViewState view = busy();
  const auto cells = [&](int width) {
    std::vector<Box> found;
    for (const Item& item : page_of(view, width, width * 9.0 / 16, test::text_width).items)
      if (const auto* rect = std::get_if<RectItem>(&item);
          rect != nullptr && rect->box.h < 14 && rect->box.w < 100 && rect->box.y > width * 9.0 / 16 * 0.98 - 2)
        found.push_back(rect->box);
    return found;
  };
  view.turn = 3;
  CHECK(cells(1920).empty());
  CHECK(text_of(page_of(view, 1920, 1080, test::text_width), " of 12") == nullptr);
  view.last_turn = 12;
  CHECK(text_of(page_of(view, 1920, 1080, test::text_width), " of 12") != nullptr);
  const std::vector<Box> all = cells(1920);
  REQUIRE(all.size() == 12);
  for (std::size_t i = 0; i < all.size(); ++i) CHECK((all[i].h > all[0].h) == (i == 2));
  view.last_turn = 40;
  CHECK(cells(1280).size() == 40);
}

TEST_CASE("answers that find no room stand on a page of their own, which a key and a touch turn to", "[ui][page]") {
  ViewState view = asking();
  view.offers.clear(), view.selected.clear();
  view.question->takes_values = false;
  view.question->typed.clear();
  view.question->hint.clear();
  for (int i = 0; i < 16; ++i)
    view.question->options.push_back({std::string(1, static_cast<char>('a' + i)),
                                      "retreat to d" + std::to_string(i + 1),
                                      true,
                                      {},
                                      ChooseOption{"w1", std::to_string(i)}});
  std::set<std::string> seen;
  for (const int page : {0, 1, 2, -1}) {
    view.answer_page = page;
    const Page shown = page_of(view, 1280, 800, test::text_width);
    std::size_t here = 0;
    bool turns = false;
    for (const Hit& hit : shown.hits) {
      turns = turns || std::holds_alternative<TurnPage>(hit.intent);
      if (const auto* choice = std::get_if<ChooseOption>(&hit.intent)) seen.insert(choice->option), ++here;
    }
    CHECK(turns);
    CHECK(here > 0);
    CHECK(text_of(shown, std::to_string(16 - here) + " more") != nullptr);
    CHECK(text_of(shown, "PgDn") != nullptr);
  }
  CHECK(seen.size() == 16);  // every answer is on one of them
  view.question->options.resize(3);
  CHECK(text_of(page_of(view, 1920, 1080, test::text_width), "PgDn") == nullptr);
}

TEST_CASE("a throw that is asked for by a name alone is headed by its order", "[ui][page]") {
  ViewState view = asking();
  view.units = {{.unit = {"GA1"}, .name = "Consul"}};
  view.question->text = "Consul: 8 or less";
  view.question->odds = OddsView{};
  view.question->odds->need = "8 or less";
  view.card->title = "Consul orders First legion";
  const Page page = page_of(view, 1920, 1080, test::text_width);
  CHECK(text_of(page, "Consul") == nullptr);
  std::string said;
  for (const Item& item : page.items)
    if (const auto* text = std::get_if<TextItem>(&item); text != nullptr && text->at.y < 150) said += text->text + " ";
  CHECK(said.find("Consul orders") != std::string::npos);
}

TEST_CASE("what became of a unit bears its glyph, whatever the words of the sentence", "[ui][page]") {
  ViewState view = busy();
  view.selected.clear(), view.offers.clear(), view.notices.clear(), view.log.clear();
  const auto shapes = [&](const FollowView& follow) {
    view.card->follows = {follow};
    return page_of(view, 1920, 1080, test::text_width).items.size();
  };
  CHECK(shapes({"Automatic moves, routs: Romans first", {}}) == shapes({"Automatic moves, drift: Romans first", {}}));
  CHECK(shapes({"Oak clan leaves", {engine::News::Result, engine::Glyph::Routed}}) > shapes({"Oak clan leaves", {}}));
}

TEST_CASE("who won a fight keeps its line however many throws and consequences there are", "[ui][page]") {
  ViewState view = busy();
  view.card = ResultView{.title = "Spartiates charge Hoplites", .whose = Side::B, .rows = {}, .follows = {}, .throws = {}};
  view.card->follows = {{"Sparta wins by five", {engine::News::Decision, {}}},
                        {"Hoplites are pushed", {}},
                        {"Spartiates follow up", {}},
                        {"Spartiates stand off", {}}};
  for (int i = 0; i < 3; ++i) {
    ThrowView thrown{.text = "Hoplites, close combat", .whose = Side::A, .compared = true, .need = "4+"};
    for (int die = 0; die < 9; ++die) thrown.values.push_back({4, true, false});
    for (int row = 0; row < 3; ++row) thrown.rows.push_back({"ranks", "PA-CCD-16", "6", Side::A});
    view.card->throws.push_back(thrown);
  }
  view.selected.clear(), view.offers.clear(), view.notices.clear();
  for (const auto& [width, height] : {std::pair{1600.0, 900.0}, {1920.0, 1080.0}}) {
    const Page page = page_of(view, width, height, test::text_width);
    CHECK(text_of(page, "Sparta wins by five") != nullptr);
    CHECK(text_of(page, "Spartiates stand off") != nullptr);
  }
}

TEST_CASE("a die is thrown for an order, and for no question that was answered before", "[ui][page]") {
  ViewState view = asking();
  REQUIRE(view.question->takes_values);
  const auto headed = [&](const std::string& title) {
    view.card->title = title;
    const Page page = page_of(view, 1920, 1080, test::text_width);
    return std::any_of(page.items.begin(), page.items.end(), [&](const Item& item) {
      const auto* text = std::get_if<TextItem>(&item);
      return text != nullptr && text->text == title && text->at.y < 250;
    });
  };
  CHECK(headed("Consul orders"));
  view.question->of_card = false;  // the card's question was answered before
  CHECK_FALSE(headed("Which invades"));
}

TEST_CASE("what follows beyond the rows of the last result is counted", "[ui][page]") {
  ViewState view = busy();
  view.card = ResultView{.title = "Deploy all in line", .whose = Side::A, .rows = {}, .follows = {}, .throws = {}};
  for (int i = 1; i <= 7; ++i) view.card->follows.push_back({"Cohort " + std::to_string(i) + " stands", {}});
  view.selected.clear(), view.offers.clear(), view.notices.clear();
  CHECK(text_of(page_of(view, 1920, 1080, test::text_width), "4 more") != nullptr);
  view.card->follows.resize(3);
  CHECK(text_of(page_of(view, 1920, 1080, test::text_width), "4 more") == nullptr);
}

TEST_CASE("an open fold keeps a list whole: each entry has all of its list", "[ui][page]") {
  ViewState view = busy();
  view.selected.clear(), view.offers.clear();
  view.menu.clear();
  for (const char* list : {"3 field, 6 low hill", "3 field, 3 wood", "3 field, 3 marsh"})
    view.menu.push_back({"a", std::string("choose terrain: ") + list, true, {}, GiveCommand{"{}"}});
  view.menu.push_back({"k", "back", true, {}, OpenMenu{}});
  const Page page = page_of(view, 1920, 1080, test::text_width);
  CHECK(text_of(page, "3 field, 6 low hill") != nullptr);
  CHECK(text_of(page, "3 field, 3 marsh") != nullptr);
}

TEST_CASE("figures with long names share the width so that the short ones leave them theirs", "[ui][page]") {
  ViewState view = busy();
  view.figures = {{"1", "dice"}, {"2", "saves"}, {"3", "dice, clash and sustained"}, {"4", "stamina"}};
  const Page page = page_of(view, 1920, 1080, test::text_width);
  CHECK(text_of(page, "dice, clash and sustained") != nullptr);
  CHECK(text_of(page, "stamina") != nullptr);
}

TEST_CASE("an order too long for its row loses its last clauses, not its end", "[ui][page]") {
  ViewState view = busy();
  view.offers = {{.key = "1",
                  .text = "Consul orders Third legion, 7.1 in away: 8 or less",
                  .allowed = true,
                  .detail = {},
                  .intent = GiveCommand{"{}"}}};
  view.offers[0].need = "8 or less";
  CHECK(text_of(page_of(view, 1920, 1080, test::text_width), "Consul orders Third legion") != nullptr);
}

TEST_CASE("of a throw and what follows the throw has the last row of a small card", "[ui][page]") {
  ViewState view = busy();
  view.notices.clear(), view.log.clear();
  view.card =
      ResultView{.title = "First cohort moves to d3", .whose = Side::A, .rows = {}, .follows = {{"First cohort goes", {}}}, .throws = {}};
  ThrowView thrown;
  thrown.text = "First cohort, order", thrown.need = "2+", thrown.values = {{4, true, false}}, thrown.cards = true;
  view.card->throws.push_back(thrown);
  CHECK(text_of(page_of(view, 1920, 1080, test::text_width), "First cohort, order") != nullptr);
}

TEST_CASE("the word of a piece of terrain stays on its ground, whoever stands on it", "[ui][page]") {
  ViewState view = busy();
  view.scene.width_mm = 1800, view.scene.depth_mm = 1200;
  view.scene.items.push_back(
      {Polygon{{{300, 300}, {450, 300}, {450, 450}, {300, 450}}}, Tone::Ink, Pattern::Solid, 1, "low hill", "terrain", "", ""});
  UnitView archers;
  archers.unit = {"A4"}, archers.name = "Rhaetian archers", archers.on_table = true, archers.at = {375, 390};
  archers.outline = {{310, 420}, {440, 420}, {440, 360}, {310, 360}};
  view.units = {archers};
  const Page page = page_of(view, 1920, 1080, test::text_width);
  REQUIRE(text_of(page, "Rhaetian") != nullptr);  // where the word would lie
  const TextItem* word = text_of(page, "low hill");
  REQUIRE(word != nullptr);
  const TableFit fit = fit_of(view, page);
  const Vec2 at = fit.to_table({word->at.x, word->at.y - 6});
  CHECK(at.x > 300);
  CHECK(at.y > 300);
  CHECK(at.y < 450);
}

}  // namespace page_cards_tests
