/// What is written on the table: plates and names beside their units, numbers over them, limits where they are looked for.
#include <algorithm>

#include "tests/support/catch.hpp"
#include "tests/support/page_text.hpp"
#include "tests/ui/page_views.hpp"
#include "ui/page/page.hpp"
#include "ui/page/scrub.hpp"

namespace table_labels_tests {

using namespace polemarch;
using namespace polemarch::ui;
using namespace polemarch::ui::page;
using namespace polemarch::ui::page::test_views;

TEST_CASE("the plates of units that stand back to back, or one behind the other, lie apart", "[ui][page]") {
  ViewState view = busy();
  view.scene.width_mm = 1800, view.scene.depth_mm = 1200;
  const auto stand = [&](const char* id, Side side, double x, double y, Vec2 ahead) {
    UnitView unit{.unit = {id}, .name = {}, .side = side, .on_table = true, .at = {x, y}};
    const Vec2 left{-ahead.y, ahead.x};
    for (const auto& [along, across] : {std::pair{22.5, 60.0}, {22.5, -60.0}, {-22.5, -60.0}, {-22.5, 60.0}})
      unit.outline.push_back({x + along * ahead.x + across * left.x, y + along * ahead.y + across * left.y});
    unit.marks = {{engine::Glyph::Ammunition, 3}, {engine::Glyph::Hero, 0}};
    view.units.push_back(unit);
  };
  stand("A10", Side::A, 825, 1125, {-1, 0});  // rear to rear over 105 mm
  stand("B2", Side::B, 975, 1125, {1, 0});
  stand("A1", Side::A, 225, 100, {0, 1});  // two in a box at the edge
  stand("A2", Side::A, 225, 40, {0, 1});
  const Page page = page_of(view, 1920, 1080, test::text_width);
  std::vector<Box> names;
  for (const Item& item : page.items)
    if (const auto* text = std::get_if<TextItem>(&item); text != nullptr && text->at.x < 1400)
      for (const char* id : {"A10", "B2", "A1", "A2"})
        if (text->text == id) names.push_back(box_of(*text));
  REQUIRE(names.size() == 4);
  for (std::size_t i = 0; i < names.size(); ++i)
    for (std::size_t j = i + 1; j < names.size(); ++j) {
      const Box &a = names[i], &b = names[j];
      CHECK((a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y));
    }
}

TEST_CASE("a number that the rules put on a unit is written over its base, and its name stays beside it", "[ui][page][HM-ASEQ-09]") {
  ViewState view = busy();
  view.scene.width_mm = 1200, view.scene.depth_mm = 900;
  UnitView unit;
  unit.unit = {"A1"}, unit.name = "First mora", unit.side = Side::A, unit.on_table = true;
  unit.outline = {{500, 460}, {700, 460}, {700, 400}, {500, 400}};
  view.units = {unit};
  Polygon base{unit.outline, true, true};
  view.scene.items.push_back({.shape = base, .tone = Tone::SideA, .meaning = "base", .about = "A1"});
  view.scene.items.push_back({.shape = TextShape{{600, 430}, "37"}, .label = "37", .meaning = "note", .about = "A1"});
  const Page page = page_of(view, 1920, 1080, test::text_width);
  const TextItem* number = nullptr;
  const TextItem* name = nullptr;
  for (const Item& item : page.items)
    if (const auto* text = std::get_if<TextItem>(&item)) {
      if (text->text == "37") {
        CHECK(number == nullptr);  // once
        number = text;
      }
      if (text->text == "A1" && text->at.x < page.table.x + page.table.w) name = text;
    }
  REQUIRE(number != nullptr);
  REQUIRE(name != nullptr);
  const Box one = box_of(*number), other = box_of(*name);
  CHECK((one.x + one.w <= other.x || other.x + other.w <= one.x || one.y + one.h <= other.y || other.y + other.h <= one.y));
}

TEST_CASE("a limit is written where the selected unit looks, from either seat", "[ui][page]") {
  for (const bool up : {true, false}) {
    CAPTURE(up);
    ViewState view = busy();
    view.scene = {};
    view.scene.width_mm = 1800, view.scene.depth_mm = 1200;
    const double front = up ? 620 : 580, rear = up ? 580 : 620, far = up ? 1000 : 200;
    UnitView unit;
    unit.unit = {"A1"}, unit.on_table = true, unit.at = {900, 600};
    unit.outline = {{850, front}, {950, front}, {950, rear}, {850, rear}};
    view.units = {unit};
    view.selected = "A1";
    view.scene.items.push_back({Polygon{{{850, front}, {950, front}, {950, far}, {850, far}}}, Tone::Ink, Pattern::Dashed, 1,
                                "at most 8.0 in", "charge_reach", "", ""});
    const Page page = page_of(view, 1920, 1080, test::text_width);
    const TextItem* words = text_of(page, "at most 8.0 in");
    REQUIRE(words != nullptr);
    CHECK(std::abs(fit_of(view, page).to_table(words->at).y - far) < 100);
  }
}

TEST_CASE("a leader's plate bears his name, written once, that of a unit its number", "[ui][page]") {
  ViewState view = busy();
  view.offers.clear();
  view.scene = {};
  view.scene.width_mm = 1800, view.scene.depth_mm = 1200;
  UnitView consul{.unit = {"GA2"}, .name = "Consul Valens", .side = Side::A, .on_table = true, .at = {900, 600}};
  consul.round = true;
  consul.outline = {{880, 620}, {920, 620}, {920, 580}, {880, 580}};
  consul.marks = {{engine::Glyph::SeniorGeneral, 0}};
  UnitView cohort{.unit = {"A5"}, .name = "Cohort", .side = Side::A, .on_table = true, .at = {300, 300}};
  cohort.outline = {{240, 320}, {360, 320}, {360, 280}, {240, 280}};
  view.units = {consul, cohort};
  for (const char* selected : {"", "GA2"}) {
    CAPTURE(selected);
    view.selected = selected;
    view.selected_title.clear();
    const Page page = page_of(view, 1920, 1080, test::text_width);
    const auto on_table = [&](const char* words) {
      return std::count_if(page.items.begin(), page.items.end(), [&](const Item& item) {
        const auto* text = std::get_if<TextItem>(&item);
        return text != nullptr && text->text == words && text->at.x < page.table.x + page.table.w;
      });
    };
    CHECK(on_table("GA2") == 0);
    CHECK(on_table("Consul Valens") == 1);
    CHECK(on_table("A5") == 1);
    CHECK(on_table("Cohort") == 1);
  }
}

TEST_CASE("words that all places share are not written into each of them, what is left is", "[ui][page]") {
  const auto written = [](const std::string& label, const std::string& left) {
    ViewState view = busy();
    view.offers.clear(), view.units.clear(), view.selected.clear();
    view.scene = {};
    view.scene.width_mm = 1800, view.scene.depth_mm = 1200;
    view.scene.items.push_back({.shape = TextShape{{10, 10}, "a1"}, .label = "a1", .meaning = "box_name"});
    for (int col = 0; col < 6; ++col)
      for (int row = 0; row < 4; ++row) {
        const double x = 150.0 * col, y = 150.0 * row;
        view.scene.items.push_back({.shape = Polygon{{{x, y}, {x + 150, y}, {x + 150, y + 150}, {x, y + 150}}, true, false},
                                    .label = label,
                                    .meaning = "legal_move",
                                    .left = left});
      }
    const Page page = page_of(view, 1920, 1080, test::text_width);
    return std::count_if(page.items.begin(), page.items.end(), [&](const Item& item) {
      const auto* text = std::get_if<TextItem>(&item);
      return text != nullptr && text->at.x < page.table.x + page.table.w && (text->text == label || text->text == "3");
    });
  };
  CHECK(written("command move", "") == 0);
  CHECK(written("3 points more", "3") == 24);
}

TEST_CASE("the name of a unit stands right behind it, and never under a token", "[ui][page]") {
  ViewState view = busy();
  view.offers.clear();
  view.scene.width_mm = 1800, view.scene.depth_mm = 1200;
  view.units.push_back({.unit = {"B8"}, .name = "Horse 1", .side = Side::B, .on_table = true});
  view.units.back().outline = {{860, 560}, {940, 560}, {940, 640}, {860, 640}};
  const auto bottom = [&] {
    const Page page = page_of(view, 1920, 1080, test::text_width);
    const TextItem* name = text_of(page, "Horse 1");
    REQUIRE(name != nullptr);
    return std::pair{name->at.y, fit_of(view, page).to_px({900, 640}).y};
  };
  const auto [plain, rear] = bottom();
  CHECK(rear - plain < 16);
  SceneItem token;
  token.shape = Circle{{942, 645}, 5, true};
  token.meaning = "base";
  view.scene.items = {token};
  CHECK(bottom().first < plain - 10);  // farther away
}

TEST_CASE("the marks of a unit never cover the token that stands beside it", "[ui][page]") {
  ViewState view = busy();
  view.offers.clear(), view.units.clear();
  view.scene = {1800, 1200, {}};
  view.units.push_back({.unit = {"A1"}, .name = "Hoplites", .side = Side::A, .on_table = true, .at = {900, 600}});
  view.units.back().outline = {{860, 640}, {940, 640}, {940, 560}, {860, 560}};
  view.units.back().marks = {{engine::Glyph::Disordered, 0, "disrupted"}, {engine::Glyph::TwoRanks, 0, "two ranks"}};
  const auto marks_of = [&] {
    const Page page = page_of(view, 1920, 1080, test::text_width);
    for (const Item& item : page.items)
      if (const auto* box = std::get_if<RectItem>(&item);
          box != nullptr && box->fill && box->fill->a == 225 && page.table.contains({box->box.x, box->box.y}))
        return box->box;
    return Box{};
  };
  const Box alone = marks_of();
  REQUIRE(alone.w > 0);
  const Page page = page_of(view, 1920, 1080, test::text_width);
  const Px middle{alone.x + alone.w / 2, alone.y + alone.h / 2};
  view.scene.items.push_back(
      {Circle{fit_of(view, page).to_table(middle), 5, true}, Tone::SideA, Pattern::Solid, 2, "", "base", "", "AL.1"});
  const Box aside = marks_of();
  CHECK_FALSE(aside.contains(middle));
}

TEST_CASE("an attack on a neighbour leaves the target's name to be read", "[ui][page]") {
  ViewState view = busy();
  view.offers.clear(), view.units.clear();
  view.selected.clear();
  view.scene = {1800, 1200, {}};
  for (const auto& [id, side, y] : {std::tuple{"A1", Side::A, 560.0}, {"B1", Side::B, 650.0}}) {
    view.units.push_back({.unit = {id}, .name = id, .side = side, .on_table = true, .at = {900, y}});
    view.units.back().outline = {{860, y + 40}, {940, y + 40}, {940, y - 40}, {860, y - 40}};
  }
  const Vec2 from{900, 560}, to{900, 650};
  view.scene.items.push_back({Polygon{{from, {900, 632}}, false, false}, Tone::Text, Pattern::Solid, 4, "", "ordered", "", "A1"});
  view.scene.items.push_back({Polygon{{to, {891, 632}, {909, 632}}, true, true}, Tone::Text, Pattern::Solid, 4, "", "ordered", "", "A1"});
  const Page page = page_of(view, 1920, 1080, test::text_width);
  const TableFit fit = fit_of(view, page);
  const TextItem* name = text_of(page, "B1");
  REQUIRE(name != nullptr);
  const Box words = box_of(*name);
  int arrows = 0;
  for (const Item& item : page.items)
    if (const auto* head = std::get_if<PolyItem>(&item);
        head != nullptr && head->points.size() == 3 && page.table.contains(head->points[0])) {
      const double tip = head->points[0].y;
      if (std::abs(head->points[0].x - fit.to_px(to).x) > 1) continue;
      if (tip < fit.to_px({900, 690}).y || tip > fit.to_px({900, 520}).y) continue;
      ++arrows;
      CHECK(tip > words.y + words.h);
    }
  CHECK(arrows > 0);
}

TEST_CASE("a leader whose base is smaller than his token has his name behind his plate", "[ui][page]") {
  ViewState view = busy();
  view.offers.clear(), view.units.clear();
  view.scene = {1800, 1200, {}};
  UnitView leader{.unit = {"A5"}, .name = "Polemarch", .side = Side::A, .on_table = true, .at = {460, 250}};
  leader.round = true, leader.heading_deg = 90;
  leader.outline = {{445, 265}, {475, 265}, {475, 235}, {445, 235}};
  view.units.push_back(leader);
  view.scene.items.push_back({Circle{{460, 250}, 15, true}, Tone::SideA, Pattern::Solid, 2, "", "base", "", "A5.1"});
  CHECK(text_of(page_of(view, 1920, 1080, test::text_width), "Polemarch") != nullptr);
}

TEST_CASE("a click on a plate or a name is one on the table that says whose it is", "[ui][page]") {
  ViewState view = busy();
  view.scene = {};
  view.scene.width_mm = 1800, view.scene.depth_mm = 1200;
  UnitView unit{.unit = {"A1"}, .name = "Archers", .side = Side::A, .on_table = true, .at = {900, 600}};
  unit.outline = {{860, 607}, {940, 607}, {940, 593}, {860, 593}};  // 14 mm deep: a dozen pixels
  view.units = {unit};
  view.selected.clear();
  const Page page = page_of(view, 1920, 1080, test::text_width);
  for (const char* words : {"A1", "Archers"}) {
    CAPTURE(words);
    const TextItem* written = nullptr;
    for (const Item& item : page.items)
      if (const auto* text = std::get_if<TextItem>(&item); text != nullptr && text->text == words && page.table.contains(text->at))
        written = text;
    REQUIRE(written != nullptr);
    std::vector<Intent> wishes{SelectAt{{900, 570}, true}};
    const Box there = box_of(*written);
    CHECK_FALSE(take_hit(page, {there.x + there.w / 2, there.y + there.h / 2}, wishes));
    REQUIRE(wishes.size() == 1);
    const auto& click = std::get<SelectAt>(wishes.front());
    CHECK(click.on.text == "A1");
    CHECK(click.add);
    CHECK(click.at.y == 570);
  }
}

}  // namespace table_labels_tests
