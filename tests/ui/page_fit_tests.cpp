/// What is too long or too much for its place: dice in more than a row, titles of throws, orders of a unit, shapes beyond the table.
#include <algorithm>

#include "models/per_cent.hpp"
#include "tests/support/catch.hpp"
#include "tests/ui/page_views.hpp"
#include "ui/page/theme.hpp"

namespace page_fit_tests {

using namespace polemarch;
using namespace polemarch::ui;
using namespace polemarch::ui::page;
using namespace polemarch::ui::page::test_views;

namespace {

/// A throw alone on the last result, and nothing beside it.
ViewState told(ThrowView thrown) {
  ViewState view = busy();
  view.selected.clear(), view.offers.clear(), view.notices.clear(), view.log.clear();
  view.card = ResultView{.title = "Theban hoplites fight", .whose = Side::B, .rows = {}, .follows = {}, .throws = {std::move(thrown)}};
  return view;
}

ViewState ordering(std::string order, const std::string& need) {
  ViewState view = busy();
  view.selected_title = "B1  Taxis of Leontis";
  view.selected = "B1";
  view.offers = {{.key = "1", .text = std::move(order), .allowed = true, .detail = {}, .intent = GiveCommand{"{}"}}};
  view.offers[0].need = need, view.offers[0].chance = "72 %";
  return view;
}

}  // namespace

TEST_CASE("dice that are more than a row takes stand in two, all of them, none over another", "[ui][page]") {
  ThrowView thrown{.text = "Theban hoplites against Tribal hoplites, close combat", .whose = Side::B, .faces = 8, .compared = true};
  thrown.need = "4+";
  for (int die = 0; die < 20; ++die) thrown.values.push_back({die % 8 + 1, die % 8 > 2, false});
  const Page page = page_of(told(thrown), 1920, 1080, test::text_width);
  std::vector<Box> dice;
  for (const Item& item : page.items)
    if (const auto* text = std::get_if<TextItem>(&item); text != nullptr && text->at.x > page.table.x + page.table.w &&
                                                         text->text.size() == 1 && text->text[0] >= '1' && text->text[0] <= '8')
      dice.push_back(box_of(*text));
  CHECK(dice.size() == 20);
  for (std::size_t i = 0; i < dice.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      CHECK((dice[i].x + dice[i].w <= dice[k].x || dice[k].x + dice[k].w <= dice[i].x || dice[i].y + dice[i].h <= dice[k].y ||
             dice[k].y + dice[k].h <= dice[i].y));
  CHECK(text_of(page, "+12") == nullptr);
}

TEST_CASE("a throw's title that is too long says who throws and for what", "[ui][page]") {
  ThrowView thrown{.text = "Thebans against Tribal hoplites of Attica, contact reaction", .whose = Side::B, .compared = true};
  thrown.need = "8 or less", thrown.values = {{3, true, false}, {4, true, false}};
  CHECK(text_of(page_of(told(thrown), 1920, 1080, test::text_width), "Thebans, contact reaction") != nullptr);
  thrown.text = "Leontis against the Second mora of Sparta, andreia, Charging";
  CHECK(text_of(page_of(told(thrown), 1920, 1080, test::text_width), "Leontis, andreia, Charging") != nullptr);
}

TEST_CASE("an order on the card of its unit does not name the unit again, and stands in two lines before it is cut", "[ui][page]") {
  const auto shows = [](const ViewState& view, const char* words) {
    return text_of(page_of(view, 1920, 1080, test::text_width), words) != nullptr;
  };
  CHECK(shows(ordering("charge at Mora with Taxis of Leontis", "4 or less"), "charge at Mora"));
  const ViewState two = ordering("charge at the Second mora and the Perioikoi", "8 or less");
  const Page page = page_of(two, 1920, 1080, test::text_width);
  std::string words;
  for (const Item& item : page.items)
    if (const auto* text = std::get_if<TextItem>(&item); text != nullptr && text->at.x > page.table.x + page.table.w)
      words += text->text + " ";
  CHECK(words.find("charge at the Second mora and the Perioikoi") != std::string::npos);
}

TEST_CASE("of a list of who takes part in an order nobody is left out unseen", "[ui][page]") {
  const ViewState view =
      ordering("formation of 5 to attack: Hoplites 1, Hoplites 2, Hoplites 3, Hoplites 4, Peltasts 1, Psiloi of Aetolia", {});
  const Page page = page_of(view, 1920, 1080, test::text_width);
  std::string words;
  for (const Item& item : page.items)
    if (const auto* text = std::get_if<TextItem>(&item); text != nullptr && text->at.x > page.table.x + page.table.w)
      words += text->text + " ";
  const bool whole = words.find("Psiloi of Aetolia") != std::string::npos;
  CHECK((whole || words.find(" \u2026") != std::string::npos));
  CHECK(words.find("Hoplites 4") != std::string::npos);
}

TEST_CASE("of what an order asks for later the first is said whole, without a sign that more was cut", "[ui][page]") {
  ViewState view = ordering("shoot at Scouts 1, 1 die against 2", {});
  view.offers[0].detail = "then shooting dice, defence dice of the scouts";
  view.offers[0].chance.clear();
  CHECK(text_of(page_of(view, 1920, 1080, test::text_width), "then shooting dice") != nullptr);
}

TEST_CASE("rows of a throw that find no room are not shown in part: what they come to is", "[ui][page]") {
  ViewState view = busy();
  view.selected.clear(), view.offers.clear(), view.notices.clear(), view.log.clear(), view.card.reset();
  view.question = QuestionView{};
  view.question->who = "Rome", view.question->text = "attack dice", view.question->takes_values = true;
  view.question->odds = OddsView{};
  view.question->odds->title = "Hoplites, attack dice", view.question->odds->need = "2 or less";
  for (int i = 0; i < 40; ++i) view.question->odds->rows.push_back({"row " + std::to_string(i), "BB-DICE-01", "+1", Side::A});
  view.question->odds->rows.push_back({"in all", {}, "40 dice", {}});
  const Page page = page_of(view, 1920, 1080, test::text_width);
  CHECK(text_of(page, "row 0") == nullptr);
  CHECK(text_of(page, "40 dice") != nullptr);
}

TEST_CASE("the likeliest outcome is seen on a light card too", "[ui][page]") {
  ViewState view = busy();
  view.light = true;
  view.selected.clear(), view.offers.clear(), view.notices.clear(), view.log.clear(), view.card.reset();
  view.question = QuestionView{};
  view.question->who = "Rome", view.question->text = "shooting dice", view.question->takes_values = true;
  view.question->odds = OddsView{};
  view.question->odds->title = "Horse, shooting dice", view.question->odds->of = "hits";
  view.question->odds->outlooks = {{"none", 667}, {"1", 333}};
  const Page page = page_of(view, 1920, 1080, test::text_width);
  const Theme& light = light_theme();
  const auto likeliest = [&](const Item& item) {
    const auto* bar = std::get_if<RectItem>(&item);
    return bar != nullptr && bar->fill == std::optional(light.paper) && bar->edge && bar->box.w > 60;
  };
  CHECK(std::any_of(page.items.begin(), page.items.end(), likeliest));
}

TEST_CASE("what reaches beyond the table ends at its edge", "[ui][page]") {
  ViewState view = busy();
  view.scene = {1800, 1200, {}};
  const Page page = page_of(view, 1920, 1080, test::text_width);
  const Box table = fit_of(view, page).box();
  int clips = 0;
  for (const Item& item : page.items)
    if (const auto* clip = std::get_if<ClipItem>(&item); clip != nullptr && clip->box) {
      ++clips;
      CHECK(clip->box->x >= table.x);
      CHECK(clip->box->y >= table.y);
      CHECK(clip->box->x + clip->box->w <= table.x + table.w + 0.01);
      CHECK(clip->box->y + clip->box->h <= table.y + table.h + 0.01);
    }
  CHECK(clips > 0);
}

TEST_CASE("a name alone asks nothing: beside a last result of something else the throw itself heads the question", "[ui][page]") {
  ViewState view = asking();
  view.units = {{.unit = {"GA2"}, .name = "Legate"}};
  view.question->text = "Legate: 7 or less";
  view.question->odds = OddsView{};
  view.question->odds->need = "7 or less", view.question->odds->title = "Legate, order for Archers";
  view.card->title = "Taken back: Legate orders Archers: rolled 7";
  std::string now;
  for (const Item& item : page_of(view, 1920, 1080, test::text_width).items)
    if (const auto* text = std::get_if<TextItem>(&item); text != nullptr && text->size > 29) now += text->text + " ";
  CHECK(now.find("Legate, order for Archers") != std::string::npos);
}

TEST_CASE("beside measures that are kept stands how one more is taken", "[ui][page]") {
  ViewState view = busy();
  view.scene = {1800, 1200, {}};
  CHECK(text_of(page_of(view, 1920, 1080, test::text_width), "right drag") == nullptr);
  view.measures.push_back({.title = "A1 to B7", .text = "15.9 in", .from = {100, 100}, .to = {100, 500}});
  CHECK(text_of(page_of(view, 1920, 1080, test::text_width), "right drag") != nullptr);
}

TEST_CASE("a chance has a decimal where whole per cent would say none or all", "[ui]") {
  CHECK(per_cent(583) == "58 %");
  CHECK(per_cent(83) == "8.3 %");
  CHECK(per_cent(1) == "0.1 %");
  CHECK(per_cent(999) == "99.9 %");
  CHECK(per_cent(994) == "99 %");
  CHECK(per_cent(0) == "0 %");
  CHECK(per_cent(1000) == "100 %");
}

TEST_CASE("the likeliest of what can come is seen on the light card, too: its white has an edge", "[ui][page]") {
  for (const bool light : {false, true}) {
    CAPTURE(light);
    ViewState view = asking();
    view.selected.clear(), view.offers.clear(), view.menu.clear(), view.notices.clear();
    view.light = light;
    view.question->odds = OddsView{};
    view.question->odds->title = "Archers, missile reaction";
    view.question->odds->outlooks = {{"stays", 700}, {"is dispersed", 300}};
    const Theme& theme = light ? light_theme() : dark_theme();
    const Page page = page_of(view, 1920, 1080, test::text_width);
    int bars = 0;
    for (const Item& item : page.items)
      if (const auto* bar = std::get_if<RectItem>(&item);
          bar != nullptr && bar->fill == theme.paper && bar->box.h == 44 && bar->box.w > 100) {
        ++bars;
        CHECK(bar->edge.has_value() == light);
      }
    CHECK(bars == 1);
  }
}

TEST_CASE("what can come of a throw is named whole, in two lines where one is too short", "[ui][page]") {
  ViewState view = asking();
  view.selected.clear(), view.offers.clear(), view.notices.clear();
  view.question->odds = OddsView{};
  for (const char* inches : {"4.0 in", "5.0 in", "6.0 in, momentum", "7.0 in, momentum", "8.0 in, momentum"})
    view.question->odds->outlooks.push_back({inches, 200});
  std::size_t whole = 0;
  for (const Item& item : page_of(view, 1920, 1080, test::text_width).items)
    if (const auto* text = std::get_if<TextItem>(&item)) whole += text->text == "momentum";
  CHECK(whole == 3);
}

TEST_CASE("of a list of targets nobody is left out for want of room", "[ui][page]") {
  ViewState view = busy();
  view.offers = {{"1", "charge at Taxis of Aiantis, Taxis of Antiochis and Toxotes with First cohort", true, {}, GiveCommand{"{}"}}};
  view.offers[0].need = "9 or less", view.offers[0].chance = "83 %";
  std::string said;
  for (const Item& item : page_of(view, 1920, 1080, test::text_width).items)
    if (const auto* text = std::get_if<TextItem>(&item)) said += text->text + " ";
  CHECK(said.find("Taxis of Antiochis") != std::string::npos);
}

TEST_CASE("a long name of an army is cut on its plate before the turn is, however large the letters are", "[ui][page]") {
  for (const double scale : {1.0, 1.3, 1.6}) {
    ViewState view = test_views::busy();
    view.side_names[0] = "Au\u00dferordentlich kaiserlich-r\u00f6misches Heer vom Niederrhein";
    view.type_scale = scale;
    const Page page = page_of(view, 1280, 800, test::text_width);
    INFO(scale);
    CHECK(test_views::text_of(page, "Turn 3") != nullptr);
    for (const Item& item : page.items)
      if (const auto* text = std::get_if<TextItem>(&item); text != nullptr && text->text.starts_with("Au"))
        CHECK(text->at.x + test::text_width(text->text, text->size, text->face) <= 1280);
  }
}

}  // namespace page_fit_tests
