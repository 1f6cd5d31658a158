/// The screen as a page of shapes: the same four places at every size, nothing cut off, nothing on top of another.
#include <algorithm>
#include <set>

#include "tests/support/catch.hpp"
#include "tests/support/page_text.hpp"
#include "tests/ui/page_views.hpp"
#include "ui/page/page.hpp"
#include "ui/page/pen.hpp"
#include "ui/page/theme.hpp"

namespace page_tests {

using namespace polemarch;
using namespace polemarch::ui;
using namespace polemarch::ui::page;
using namespace polemarch::ui::page::test_views;

TEST_CASE("a page fits every size from 1280x800 to 4K: nothing is cut off and no text is under 13 pixels", "[ui][page]") {
  for (const auto& [width, height] : {std::pair{1280.0, 800.0}, {1920.0, 1080.0}, {3840.0, 2160.0}, {1600.0, 1000.0}})
    for (const ViewState& view : {busy(), asking()}) {
      const Page page = page_of(view, width, height, test::text_width);
      CAPTURE(width);
      CHECK(page.table.w > 0.6 * width);
      for (const Item& item : page.items)
        if (const auto* text = std::get_if<TextItem>(&item)) {
          INFO(text->text);
          CHECK(text->size >= 13.0);
          CHECK(text->at.x >= 0);
          CHECK(text->at.x + test::text_width(text->text, text->size, text->face) <= width + 0.5);
          CHECK(text->at.y <= height);
        }
      for (const Hit& hit : page.hits) CHECK(hit.box.y + hit.box.h <= height);
    }
}

TEST_CASE("no two texts of a page lie on top of each other", "[ui][page]") {
  for (const ViewState& view : {busy(), asking()}) {
    const Page page = page_of(view, 1920, 1080, test::text_width);
    std::vector<const TextItem*> texts;
    for (const Item& item : page.items)
      if (const auto* text = std::get_if<TextItem>(&item); text != nullptr && !text->text.empty()) texts.push_back(text);
    REQUIRE(texts.size() > 30);
    for (std::size_t i = 0; i < texts.size(); ++i)
      for (std::size_t j = i + 1; j < texts.size(); ++j) {
        const Box a = box_of(*texts[i]), b = box_of(*texts[j]);
        const bool apart = a.x + a.w <= b.x + 0.5 || b.x + b.w <= a.x + 0.5 || a.y + a.h <= b.y + 0.5 || b.y + b.h <= a.y + 0.5;
        INFO(texts[i]->text << " / " << texts[j]->text);
        CHECK(apart);
      }
  }
}

TEST_CASE("boxes have their letters and numbers outside the table from every seat", "[ui][page]") {
  ViewState view = busy();
  view.scene.width_mm = 450, view.scene.depth_mm = 300;  // three columns of two boxes
  for (int column = 0; column < 3; ++column)
    for (int row = 0; row < 2; ++row)
      view.scene.items.push_back({.shape = TextShape{{column * 150 + 21.0, row * 150 + 18.0},
                                                     std::string(1, static_cast<char>('a' + column)) + std::to_string(row + 1)},
                                  .meaning = "box_name"});
  for (view.quarter_turns = 0; view.quarter_turns < 4; ++view.quarter_turns) {
    CAPTURE(view.quarter_turns);
    const Page page = page_of(view, 1920, 1080, test::text_width);
    const TableFit fit = fit_of(view, page);
    const Box table = fit.box();
    for (const char* name : {"a", "b", "c", "1", "2"}) {
      INFO(name);
      const bool letter = name[0] >= 'a';
      const Px middle = fit.to_px(letter ? Vec2{(name[0] - 'a') * 150 + 75.0, 75} : Vec2{75, (name[0] - '1') * 150 + 75.0});
      const bool below = letter == (view.quarter_turns % 2 == 0);
      const bool there = std::ranges::any_of(page.items, [&](const Item& item) {
        const auto* text = std::get_if<TextItem>(&item);
        if (text == nullptr || text->text != name) return false;
        const Box box = box_of(*text);
        const double x = box.x + box.w / 2, y = box.y + box.h / 2;
        return below ? std::abs(x - middle.x) < 4 && y > table.y + table.h : std::abs(y - middle.y) < 8 && x < table.x;
      });
      CHECK(there);
    }
  }
}

TEST_CASE("how the battle ended is told to its last word, whatever the size of the letters", "[ui][page]") {
  ViewState view = busy();
  view.selected.clear(), view.question.reset();
  view.ended = EndedView{
      "A", "the Romans of the Rhine win: the Britons of the hills have lost their last victory medal and Caradoc's command broke"};
  view.call = view.ended->text;
  for (const auto& [width, height] : {std::pair{1280.0, 800.0}, {1920.0, 1080.0}})
    for (const double scale : {0.8, 0.9, 1.0, 1.1, 1.2, 1.4, 1.6}) {
      CAPTURE(width, scale);
      view.type_scale = scale;
      const Page page = page_of(view, width, height, test::text_width);
      std::string words;
      for (const Item& item : page.items)
        if (const auto* text = std::get_if<TextItem>(&item); text != nullptr && text->at.x > page.table.x + page.table.w)
          words += text->text + " ";
      CHECK(words.find("command broke") != std::string::npos);
    }
}

TEST_CASE("a number and its unit stay on one line wherever a sentence is broken", "[ui][page]") {
  Page page;
  const Measure measure = test::text_width;
  const Pen pen(page, dark_theme(), measure, 1.0, 1.0);
  for (double width = 60; width < 400; width += 7)
    for (const std::string& line : pen.wrapped("Tribal hoplites cannot advance 5.0 cm, 12 % of 30 s", width, 18, Face::Medium, 12)) {
      INFO(line);
      CHECK_FALSE(line.starts_with("cm"));
      CHECK_FALSE(line.starts_with("%"));
      CHECK(line != "30");
    }
}

TEST_CASE("every way on can be clicked, what may not be done cannot", "[ui][page]") {
  const Page page = page_of(busy(), 1920, 1080, test::text_width);
  std::size_t buttons = 0;
  for (const Hit& hit : page.hits) {
    if (!std::holds_alternative<GiveCommand>(hit.intent)) continue;  // the screen's own: why not, all keys
    ++buttons;
    CHECK(hit.box.h >= 34);
  }
  CHECK(buttons >= 4 + 5);  // four passes, and orders as far as the card reaches; the rest are counted
}

TEST_CASE("an entry too long for a row has two lines, and what the entries of an open fold share is told once above them", "[ui][page]") {
  ViewState view = busy();
  view.selected.clear();
  const std::string list = "Romans of the Rhine: choose terrain: 3 field 3 low hill 3 broken 3 wood";
  view.menu = {{"o", list, true, {}, GiveCommand{"{}"}}, {"b", "back", true, {}, GiveCommand{"{}"}}};
  const Page whole = page_of(view, 1920, 1080, test::text_width);
  std::string words;
  for (const Item& item : whole.items)
    if (const auto* text = std::get_if<TextItem>(&item)) words += text->text + " ";
  CHECK(words.find("3 broken 3 wood") != std::string::npos);
  view.menu = {{"a", "place a wood in a3", true, {}, GiveCommand{"{}"}},
               {"e", "place a wood in e3", true, {}, GiveCommand{"{}"}},
               {"b", "back", true, {}, OpenMenu{}}};
  const Page fold = page_of(view, 1920, 1080, test::text_width);
  std::vector<std::string> texts;
  for (const Item& item : fold.items)
    if (const auto* text = std::get_if<TextItem>(&item)) texts.push_back(text->text);
  for (const char* one : {"place a wood in ", "a3", "e3", "back"}) {
    INFO(one);
    CHECK(std::count(texts.begin(), texts.end(), one) == 1);
  }
}

TEST_CASE("no button reaches out of its card, however long its words", "[ui][page]") {
  for (std::size_t more = 20; more < 90; ++more) {
    ViewState view = busy();
    view.selected.clear();
    view.menu = {{"-", "begin the battle", false, std::string(more, 'n'), GiveCommand{"{}"}, true},
                 {"b", "begin " + std::string(more, 'n'), true, {}, GiveCommand{"{}"}}};
    const Page page = page_of(view, 1920, 1080, test::text_width);
    INFO(more);
    for (const Item& item : page.items)
      if (const auto* rect = std::get_if<RectItem>(&item); rect != nullptr && rect->box.x > 1450 && rect->box.y < 900)
        CHECK(rect->box.x + rect->box.w <= 1908.5);
  }
}

TEST_CASE("every entry of a long menu has its button, in lower rows where they are many", "[ui][page]") {
  ViewState view = busy();
  view.selected.clear();
  view.menu.clear();
  for (int i = 0; i < 15; ++i)
    view.menu.push_back({std::string(1, static_cast<char>('a' + i)),
                         "place a wood in a" + std::to_string(i) + " and b" + std::to_string(i),
                         true,
                         {},
                         GiveCommand{std::to_string(i)}});
  view.menu.push_back({"z", "back", true, {}, OpenMenu{}});
  for (const auto& [width, height] : {std::pair{1280.0, 800.0}, {1920.0, 1080.0}}) {
    const Page page = page_of(view, width, height, test::text_width);
    std::set<std::string> hit;
    for (const Hit& one : page.hits)
      if (const auto* give = std::get_if<GiveCommand>(&one.intent)) hit.insert(give->json);
    for (int i = 0; i < 15; ++i) CHECK(hit.contains(std::to_string(i)));
  }
}

TEST_CASE("whatever stands in NOW, every order of the page has its row, and the digits of no other page are shown", "[ui][page]") {
  for (const auto& [width, height] : {std::pair{1280.0, 800.0}, {1600.0, 900.0}, {1920.0, 1080.0}, {3840.0, 2160.0}}) {
    const Page page = page_of(busy(), width, height, test::text_width);
    for (int i = 1; i <= 9; ++i) {
      INFO(i << " at " << width);
      CHECK(text_of(page, "move to d" + std::to_string(i)) != nullptr);
    }
    CHECK(text_of(page, "move to d10") == nullptr);
    CHECK(text_of(page, "11 more") != nullptr);
  }
}

TEST_CASE("who stands beside the table and may be placed is listed and can be picked", "[ui][page]") {
  ViewState view = busy();
  view.selected.clear();
  view.offers.clear();
  view.units.push_back({.unit = {"A8"}, .name = "Cretan archers", .side = Side::A, .on_table = false, .can = 4});
  view.units.push_back({.unit = {"A9"}, .name = "Ala Longiniana", .side = Side::A, .on_table = false, .can = 0});
  view.units.push_back({.unit = {"A7"}, .name = "Tungrians", .side = Side::A, .on_table = false, .can = 1});
  view.owed.push_back({.unit = {"A7"}, .text = "take it off the table"});  // lost, not to come
  const Page page = page_of(view, 1920, 1080, test::text_width);
  CHECK(text_of(page, "Cretan archers") != nullptr);
  CHECK(text_of(page, "Tungrians") == nullptr);
  CHECK(text_of(page, "Ala Longiniana") == nullptr);
  const auto picks = [](const Hit& hit) {
    const auto* unit = std::get_if<SelectUnit>(&hit.intent);
    return unit != nullptr && unit->unit == UnitId{"A8"};
  };
  CHECK(std::count_if(page.hits.begin(), page.hits.end(), picks) == 1);
}

TEST_CASE("a row under the pointer lights the units it speaks of and what the table shows of its rule", "[ui][page]") {
  ViewState view = busy();
  view.scene.width_mm = 1800, view.scene.depth_mm = 1200;
  view.units.push_back({.unit = {"B6"},
                        .name = "Yew clan",
                        .side = Side::B,
                        .on_table = true,
                        .at = {500, 500},
                        .heading_deg = 270,
                        .outline = {{450, 480}, {550, 480}, {550, 520}, {450, 520}}});
  SceneItem hill;
  hill.shape = Polygon{{{900, 900}, {1000, 900}, {1000, 1000}}, true, false};
  hill.rule = "TTS-TER-03";
  view.scene.items.push_back(hill);
  ThrowView save{
      .text = "B6 saves", .need = "7+", .values = {{5, false, false}}, .rows = {{"charged uphill", "TTS-TER-03", "+1", Side::B}}};
  save.about = {{"B6"}};
  view.card = ResultView{.title = "First cohort charges Yew clan", .whose = Side::A, .rows = {}, .follows = {}, .throws = {save}};
  view.selected.clear();
  const Page plain = page_of(view, 1920, 1080, test::text_width);
  REQUIRE(plain.speaking.size() == 2);  // the throw and its modifier
  const auto yellow = [&](const Page& page) {
    return std::count_if(page.items.begin(), page.items.end(), [](const Item& item) {
      const auto* line = std::get_if<LineItem>(&item);
      return line != nullptr && line->paint == dark_theme().selected;
    });
  };
  const auto over = [&](std::size_t row) {
    const Box box = plain.speaking.at(row).box;
    return page_of(view, 1920, 1080, test::text_width, Px{box.x + box.w / 2, box.y + box.h / 2});
  };
  CHECK(yellow(plain) == 0);
  CHECK(yellow(over(0)) == 4);      // the unit's outline
  CHECK(yellow(over(1)) == 4 + 3);  // and the hill
}

TEST_CASE("the list of keys and signs fits its card, and the card the room over the strip", "[ui][page]") {
  for (const auto& [width, height] : {std::pair{1280.0, 800.0}, {1920.0, 1080.0}, {3840.0, 2160.0}}) {
    ViewState view = busy();
    view.show_keys = true;
    const Page page = page_of(view, width, height, test::text_width);
    const auto card = std::find_if(page.items.rbegin(), page.items.rend(), [](const Item& item) {
      const auto* rect = std::get_if<RectItem>(&item);
      return rect != nullptr && rect->edge && rect->box.h > 300;
    });
    REQUIRE(card != page.items.rend());
    const Box box = std::get<RectItem>(*card).box;
    CHECK(box.y >= 0);
    CHECK(box.y + box.h <= height - 88 * std::min(height / 1080, width / 1280));
    std::string words;
    for (auto item = card.base(); item != page.items.end(); ++item)
      if (const auto* text = std::get_if<TextItem>(&*item)) {
        INFO(text->text);
        CHECK(text->at.x + test::text_width(text->text, text->size, text->face) <= box.x + box.w);
        CHECK(text->at.y <= box.y + box.h);
        words += text->text + "\n";
      }
    if (width > 1500) CHECK(words.find("doubly disordered") != std::string::npos);
    CHECK(words.find("whose it is") != std::string::npos);
  }
}

TEST_CASE("hands beside the table take no room from the list of keys", "[ui][page]") {
  const auto width_of_list = [](const ViewState& view) {
    const Page page = page_of(view, 1280, 800, test::text_width);
    const auto card = std::find_if(page.items.rbegin(), page.items.rend(), [](const Item& item) {
      const auto* rect = std::get_if<RectItem>(&item);
      return rect != nullptr && rect->edge && rect->box.h > 300;
    });
    return card == page.items.rend() ? 0 : std::get<RectItem>(*card).box.w;
  };
  ViewState view = busy();
  view.show_keys = true;
  const double alone = width_of_list(view);
  for (const Side side : {Side::A, Side::B}) {
    HandView hand;
    hand.side = side;
    hand.title = "4 of 4 cards";
    hand.cards.resize(4);
    view.hands.push_back(hand);
  }
  CHECK(alone > 600);
  CHECK(width_of_list(view) == Approx(alone));
}

TEST_CASE("orders are never squeezed onto one another, however much stands above them", "[ui][page]") {
  ViewState view = busy();
  for (int i = 0; i < 2; ++i)
    view.menu.push_back({"j", "replace the card of Legate Cassius " + std::to_string(i), true, {}, GiveCommand{"{}"}});
  view.notices.clear();
  view.windows = {{.text = "Romans may: replace the 4 by a new card of Legate Cassius",
                   .tone = Tone::Text,
                   .rule = "TTS-GEN-08",
                   .until = "the next order or card"}};
  view.question = QuestionView{};
  view.question->aside = true;
  view.question->text = "First cohort moves to c5: rough ground in c4";
  view.question->options = {{"1", "leave it", true, {}, GiveCommand{"{}"}}, {"2", "both agree to allow it", true, {}, GiveCommand{"{}"}}};
  for (const auto& [width, height] : {std::pair{1280.0, 800.0}, {1600.0, 900.0}, {1920.0, 1080.0}, {3840.0, 2160.0}})
    for (const double larger : {1.0, 1.4}) {
      view.type_scale = larger;
      const Page page = page_of(view, width, height, test::text_width);
      std::vector<const TextItem*> orders;
      for (const Item& item : page.items)
        if (const auto* text = std::get_if<TextItem>(&item); text != nullptr && text->text.starts_with("move to d")) orders.push_back(text);
      INFO(width << " larger " << larger);
      if (larger == 1.0) CHECK(orders.size() >= 6);
      for (std::size_t i = 1; i < orders.size(); ++i) {
        const bool beside = orders[i]->at.y == orders[i - 1]->at.y;
        CHECK((beside ? orders[i]->at.x > orders[i - 1]->at.x : orders[i]->at.y >= orders[i - 1]->at.y + 1.5 * orders[i]->size));
      }
      // What has no row is counted.
      CHECK(text_of(page, std::to_string(20 - orders.size()) + " more") != nullptr);
    }
}

}  // namespace page_tests
