/// What stands beside the battle's own question: refusals, what is to be done by hand, keys for those who point, rows for fingers, a closer
/// look at the table.
#include <algorithm>

#include "tests/support/catch.hpp"
#include "tests/support/page_text.hpp"
#include "ui/keys.hpp"
#include "ui/page/page.hpp"
#include "ui/page/projector.hpp"
#include "ui/page/scrub.hpp"
#include "ui/page/theme.hpp"

namespace page_aside_tests {

using namespace polemarch;
using namespace polemarch::ui;
using namespace polemarch::ui::page;

namespace {

ViewState battle() {
  ViewState view;
  view.moment = "Turn 1";
  view.call = "Order a unit";
  view.menu = {{"e", "end the turn", true, {}, GiveCommand{"{\"do\":\"end\"}"}}};
  return view;
}

bool says(const Page& page, const std::string& words) {
  return std::any_of(page.items.begin(), page.items.end(), [&](const Item& item) {
    const auto* text = std::get_if<TextItem>(&item);
    return text != nullptr && text->text.find(words) != std::string::npos;
  });
}

template <class Wish>
std::vector<Hit> hits_of(const Page& page) {
  std::vector<Hit> found;
  for (const Hit& hit : page.hits)
    if (std::holds_alternative<Wish>(hit.intent)) found.push_back(hit);
  return found;
}

/// A row of units in inches, three bases each.
ViewState on_open_table() {
  ViewState view = battle();
  view.scene = {1800, 1200, {}};
  for (int i = 0; i < 6; ++i) {
    const double x = 100 + 300.0 * i;
    UnitView unit{.unit = {"A" + std::to_string(i + 1)}, .name = "Hoplites", .side = Side::A, .on_table = true, .at = {x, 300}};
    unit.outline = {{x - 30, 310}, {x + 30, 310}, {x + 30, 290}, {x - 30, 290}};
    view.scene.items.push_back({Polygon{unit.outline, true, true}, Tone::SideA, Pattern::Solid, 2, "", "base", "", unit.unit.text + ".1"});
    view.scene.items.push_back({Polygon{{{x - 9, 310}, {x, 320}, {x + 9, 310}}, true, true}, Tone::SideA, Pattern::Solid, 2, "",
                                "base_front", "", unit.unit.text});
    view.units.push_back(unit);
  }
  return view;
}

}  // namespace

TEST_CASE("a refusal stands in a card of its own: NOW and its buttons go on", "[ui][page]") {
  ViewState view = battle();
  view.question = QuestionView{};
  view.question->aside = true;
  view.question->text = "Third cohort: march to f5: next to an enemy";
  view.question->tried = "Third cohort: march to f5", view.question->why = "next to an enemy";
  view.question->rule = "TTS-MAR-02";
  view.question->options = {{"1", "put it back", true, {}, ChooseOption{"move", "2"}}};
  const Page page = page_of(view, 1920, 1080, test::text_width);
  CHECK(says(page, "Order a unit"));
  CHECK(says(page, "march to f5"));
  CHECK(says(page, "Next to an enemy"));
  CHECK(hits_of<GiveCommand>(page).size() == 1);
  CHECK(hits_of<ChooseOption>(page).size() == 1);
  view.question->aside = false;
  CHECK_FALSE(says(page_of(view, 1920, 1080, test::text_width), "Order a unit"));
}

TEST_CASE("what is to be done by hand stands in NOW, each can be ticked off, Enter ticks off all", "[ui][page]") {
  ViewState view = battle();
  view.owed = {{{"B6"}, Side::B, "take it off the table", {}, true, GiveCommand{"{\"owed\":\"p1\"}"}},
               {{"A1"}, Side::A, "put it on its ghost", "7.2 cm to go", false, GiveCommand{"{\"owed\":\"p2\"}"}}};
  const Page page = page_of(view, 1920, 1080, test::text_width);
  CHECK(says(page, "7.2 cm to go"));
  CHECK(hits_of<GiveCommand>(page).size() == 3);
  CHECK(hits_of<PlaceAll>(page).size() == 1);
  const auto enter = intent_of({.key = "Enter"}, view);
  REQUIRE(enter);
  CHECK(std::holds_alternative<PlaceAll>(*enter));
}

TEST_CASE("dice and cards can be typed by pointing: every value, done, back and the program's own throw", "[ui][page]") {
  ViewState view = battle();
  view.question = QuestionView{};
  view.question->text = "Throw to hit";
  view.question->takes_values = true;
  view.question->count = 3;
  view.question->lowest = 1, view.question->highest = 6;
  std::vector<Hit> keys = hits_of<TypeKey>(page_of(view, 1920, 1080, test::text_width));
  REQUIRE(keys.size() == 7);
  for (const Hit& key : keys) CHECK(key.box.h >= 44);
  CHECK(std::get<TypeKey>(keys.back().intent).key == "v");
  view.question->typed = "3 5";
  keys = hits_of<TypeKey>(page_of(view, 1920, 1080, test::text_width));
  REQUIRE(keys.size() == 8);
  CHECK(std::get<TypeKey>(keys[6].intent).key == "Enter");
  CHECK(std::get<TypeKey>(keys[7].intent).key == "Backspace");
  view.question->count = 1, view.question->highest = 10, view.question->typed.clear();
  keys = hits_of<TypeKey>(page_of(view, 1280, 800, test::text_width));
  REQUIRE(keys.size() == 11);
  CHECK(std::get<TypeKey>(keys[9].intent).key == "0");  // ten
}

TEST_CASE("rows for fingers are 44 pixels high at scale 1", "[ui][page]") {
  ViewState view = battle();
  view.selected = "A1";
  view.selected_side = Side::A;
  view.touch = true;
  for (int i = 1; i <= 6; ++i)
    view.offers.push_back({.key = std::to_string(i), .text = "move", .allowed = true, .detail = {}, .intent = SelectUnit{{"x"}}});
  view.question = QuestionView{};
  view.question->aside = true;
  view.question->text = "A refusal";
  view.question->options = {{"a", "put it back", true, {}, ChooseOption{"move", "2"}}};
  const Page page = page_of(view, 1920, 1080, test::text_width);
  REQUIRE(hits_of<SelectUnit>(page).size() == 6);
  for (const Hit& hit : page.hits)
    if (std::holds_alternative<SelectUnit>(hit.intent) || std::holds_alternative<ChooseOption>(hit.intent)) CHECK(hit.box.h >= 44 - 1e-9);
}

TEST_CASE("a closer look keeps the point in the middle, shows what is in sight alone, and a map of the whole", "[ui][page]") {
  ViewState view = on_open_table();
  const Page whole = page_of(view, 1920, 1080, test::text_width);
  const TableFit before = fit_of(view, whole);
  for (int i = 1; i <= 6; ++i) CHECK(says(whole, "A" + std::to_string(i)));
  view.zoom = 3, view.zoom_at = {700, 300};
  const Page close = page_of(view, 1920, 1080, test::text_width);
  const TableFit fit = fit_of(view, close);
  CHECK(fit.scale == Approx(3 * before.scale));
  const Px at = fit.to_px({700, 300});
  CHECK(at.x == Approx(fit.box().x + fit.box().w / 2));
  CHECK(says(close, "A3"));
  CHECK_FALSE(says(close, "A6"));  // out of sight
  for (const Item& item : close.items)
    if (const auto* text = std::get_if<TextItem>(&item); text != nullptr && text->text == "A3")
      CHECK(fit.box().contains({text->at.x, text->at.y}));
  // Near an edge the table fills the room all the same.
  view.zoom_at = {0, 0};
  const Page corner = page_of(view, 1920, 1080, test::text_width);
  const TableFit edge = fit_of(view, corner);
  CHECK(edge.to_px({0, 0}).x == Approx(edge.box().x));
  CHECK(edge.to_px({0, 0}).y == Approx(edge.box().y + edge.box().h));
}

TEST_CASE("the projector throws no light on a base, says what is to be done to both seats and names nothing else", "[ui][page]") {
  ViewState view = on_open_table();
  view.side_names = {"Rome", "Britons"};
  view.to_play = Side::A;
  view.selected = "A1";
  view.scene.items.push_back({Circle{{700, 300}, 200, false}, Tone::Range, Pattern::Dashed, 2, "bow", "range_band", "", "A1"});
  const Page page = projector_page(
      view, 1800, 1200,
      [](Vec2 p) {
        return Px{p.x, 1200 - p.y};
      },
      test::text_width);
  int upright = 0, turned = 0;
  for (const Item& item : page.items)
    if (const auto* text = std::get_if<TextItem>(&item)) {
      CHECK(text->text == "Rome, turn 1. Order a unit");
      ++(text->turned ? turned : upright);
    }
  CHECK(upright == 1);
  CHECK(turned == 1);
  // After the black over a base nothing is drawn into it.
  const Box inside{700 - 30, 1200 - 310, 60, 20};
  bool black = false;
  for (const Item& item : page.items) {
    if (const auto* poly = std::get_if<PolyItem>(&item); poly != nullptr && poly->fill == Paint{0, 0, 0, 255})
      black = black || (poly->points.front().x < 700 && poly->points[1].x > 700);
    if (const auto* line = std::get_if<LineItem>(&item); line != nullptr && black) CHECK_FALSE(inside.contains(line->from));
  }
  CHECK(black);
}

TEST_CASE("the strip names a file, not where it lies, and an address as it is", "[ui][page]") {
  ViewState view = battle();
  for (const auto& [source, said] :
       {std::pair<std::string, std::string>{"sim:/home/us/demo/scene.json: 24 pictures a second", "sim:scene.json: 24 pictures a second"},
        {"/films/evening.mp4: 24 pictures a second", "evening.mp4: 24 pictures a second"},
        {"http://phone:8080/video: 24 pictures", "http://phone:8080/video: 24 pictures"},
        {"camera:0: 24 pictures a second", "camera:0: 24 pictures a second"}}) {
    view.source = source;
    const Page page = page_of(view, 3840, 2160, test::text_width);
    CHECK(std::any_of(page.items.begin(), page.items.end(), [&, wanted = said](const Item& item) {
      const auto* text = std::get_if<TextItem>(&item);
      return text != nullptr && text->text == wanted;
    }));
  }
}

TEST_CASE("a long address leaves the pictures a second their place on the strip", "[ui][page]") {
  ViewState view = battle();
  for (const auto& [source, said] :
       {std::pair<std::string, std::string>{"http://192.168.178.115:8080/video?quality=best: 3.2 pictures a second",
                                            "3.2 pictures a second"},
        {"pictures are kept, http://192.168.178.115:8080/video: 10 pictures a second", "pictures are kept, 10 "}}) {
    view.source = source;
    const Page page = page_of(view, 1920, 1080, test::text_width);
    CHECK(std::any_of(page.items.begin(), page.items.end(), [&, wanted = said](const Item& item) {
      const auto* text = std::get_if<TextItem>(&item);
      return text != nullptr && text->text.starts_with(wanted);
    }));
  }
}

TEST_CASE("dice other than D6 are drawn by their own outline, hits filled and misses as a line", "[page][dice]") {
  const auto outlines = [](int faces) {
    ViewState view;
    view.card = ResultView{.title = "Slingers shoot", .whose = Side::A};
    ThrowView thrown;
    thrown.text = "Slingers";
    thrown.faces = faces;
    thrown.need = "5+";
    thrown.values = {{7, true, false}, {2, false, false}};
    view.card->throws = {thrown};
    const Page page = page_of(view, 1920, 1080, test::text_width);
    std::size_t filled = 0;
    for (const Item& item : page.items)
      if (const auto* poly = std::get_if<PolyItem>(&item); poly != nullptr && poly->fill == dark_theme().paper)
        filled = poly->points.size();
    return filled;
  };
  CHECK(outlines(6) == 0);  // squares are rectangles
  CHECK(outlines(8) == 4);
  CHECK(outlines(10) == 4);
  CHECK(outlines(12) == 5);
  CHECK(outlines(20) == 3);
}

TEST_CASE("what is seen of a front is a filled wedge with a whole edge, what is hidden is hatched with a dotted one", "[page][sight]") {
  ViewState view;
  view.scene.width_mm = 1800, view.scene.depth_mm = 1200;
  const auto wedge = [&](double left, double right, bool seen) {
    SceneItem item;
    item.shape = Polygon{{{900, 200}, {left, 800}, {right, 800}}, true, false};
    item.meaning = seen ? "sight_clear" : "sight_blocked";
    view.scene.items.push_back(item);
  };
  const auto count = [&] {
    const Page page = page_of(view, 1920, 1080, test::text_width);
    std::pair<std::size_t, std::size_t> found;  // veils, lines in the colour of what is not allowed
    for (const Item& item : page.items) {
      if (const auto* poly = std::get_if<PolyItem>(&item); poly != nullptr && poly->points.size() == 3 && poly->fill) ++found.first;
      if (const auto* line = std::get_if<LineItem>(&item); line != nullptr && line->paint.r == dark_theme().refused.r &&
                                                           line->paint.g == dark_theme().refused.g &&
                                                           line->paint.b == dark_theme().refused.b)
        ++found.second;
    }
    return found;
  };
  const auto empty = count();
  wedge(700, 900, true);
  const auto seen = count();
  CHECK(seen.first == empty.first + 1);
  CHECK(seen.second == empty.second);
  wedge(900, 1100, false);
  const auto both = count();
  CHECK(both.first == seen.first);
  CHECK(both.second > seen.second + 20);  // hatching and dots
}

TEST_CASE("a tip is as wide as its longest row", "[ui][page]") {
  ViewState view = on_open_table();
  const std::string long_row = "A4.1: Theban hoplites are out of range";
  view.tip = TipView{{"A1"}, {"A1"}, "Slingers to Theban hoplites", {{long_row, {}, "76.6 of 30 cm", {}}}};
  const Page page = page_of(view, 1920, 1080, test::text_width);
  CHECK(std::any_of(page.items.begin(), page.items.end(), [&](const Item& item) {
    const auto* text = std::get_if<TextItem>(&item);
    return text != nullptr && text->text == long_row;
  }));
}

TEST_CASE("the projector speaks to whoever is asked, though it be the other side's turn", "[ui][page]") {
  ViewState view = on_open_table();
  view.side_names = {"Rome", "Britons"};
  view.to_play = Side::A;
  view.question = QuestionView{};
  view.question->who = "Britons";
  view.question->text = "does Oak clan evade?";
  const Page page = projector_page(
      view, 1800, 1200,
      [](Vec2 p) {
        return Px{p.x, 1200 - p.y};
      },
      test::text_width);
  int seats = 0;
  for (const Item& item : page.items)
    if (const auto* text = std::get_if<TextItem>(&item)) {
      CHECK(text->text == "Britons, turn 1. Does Oak clan evade?");
      CHECK((text->paint == Paint{255, 255, 255, 255}) == text->turned);
      ++seats;
    }
  CHECK(seats == 2);
}

TEST_CASE("the projector draws round the enemy whose zone it throws on the table", "[ui][page]") {
  ViewState view = on_open_table();
  view.selected = "A1";
  const auto lines_of_b = [&] {
    const Page page = projector_page(
        view, 1800, 1200,
        [](Vec2 p) {
          return Px{p.x, 1200 - p.y};
        },
        test::text_width);
    int near_it = 0;
    for (const Item& item : page.items)
      if (const auto* line = std::get_if<LineItem>(&item); line != nullptr && line->paint == Paint{0xFF, 0x9A, 0x4C, 255})
        near_it += std::abs(line->from.x - 900) < 50 && std::abs(line->from.y - 300) < 40;
    return near_it;
  };
  UnitView enemy{.unit = {"B2"}, .name = "Oak clan", .side = Side::B, .on_table = true, .at = {900, 900}};
  enemy.outline = {{930, 890}, {870, 890}, {870, 910}, {930, 910}};
  view.units.push_back(enemy);
  CHECK(lines_of_b() == 0);
  view.scene.items.push_back({Polygon{{{830, 700}, {970, 700}, {970, 840}, {830, 840}}, true, true}, Tone::WeakZone, Pattern::HatchLeft, 2,
                              "weak", "zoc_weak", "", "B2"});
  CHECK(lines_of_b() >= 4);
}

TEST_CASE("a click on a key on the table is that order once, and no click on the table below it", "[ui][page]") {
  Page page;
  page.hits = {{{0, 0, 900, 900}, SelectUnit{{"A1"}}}, {{100, 100, 24, 24}, GiveCommand{"{\"do\":\"move\"}"}}};
  std::vector<Intent> wishes{PointAt{{"A2"}}, SelectAt{{300, 300}, false}};
  CHECK(take_hit(page, {110, 110}, wishes));
  REQUIRE(wishes.size() == 2);
  CHECK(std::holds_alternative<PointAt>(wishes[0]));
  CHECK(std::holds_alternative<GiveCommand>(wishes[1]));
  wishes = {SelectAt{{300, 300}, false}};
  CHECK_FALSE(take_hit(page, {950, 950}, wishes));
  CHECK(wishes.size() == 1);
}

}  // namespace page_aside_tests
