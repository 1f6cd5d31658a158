/// How the bases of a unit are drawn: one body with one front, or each for itself.
#include <algorithm>

#include "tests/support/catch.hpp"
#include "tests/support/page_text.hpp"
#include "tests/ui/page_views.hpp"
#include "ui/page/page.hpp"

namespace table_bases_tests {

using namespace polemarch;
using namespace polemarch::ui;
using namespace polemarch::ui::page;
using namespace polemarch::ui::page::test_views;

namespace {

/// Triangles on the table, of which a front has a fixed number: of a unit of two bases 40 mm wide whose middles are so far apart.
std::ptrdiff_t fronts(double apart) {
  ViewState view = busy();
  view.scene = {};
  view.scene.width_mm = 1200, view.scene.depth_mm = 900;
  UnitView unit;
  unit.unit = {"A1"}, unit.name = "First mora", unit.side = Side::A, unit.on_table = true;
  unit.outline = {{400, 460}, {440 + apart, 460}, {440 + apart, 440}, {400, 440}};
  view.units = {unit};
  view.offers.clear(), view.selected.clear();
  for (const double x : {400.0, 400.0 + apart}) {
    view.scene.items.push_back({.shape = Polygon{{{x, 460}, {x + 40, 460}, {x + 40, 440}, {x, 440}}, true, true},
                                .tone = Tone::SideA,
                                .meaning = "base",
                                .about = "A1.1"});
    view.scene.items.push_back({.shape = Polygon{{{x, 460}, {x + 40, 460}}, false, false}, .meaning = "front", .about = "A1"});
  }
  const Page page = page_of(view, 1920, 1080, test::text_width);
  return std::count_if(page.items.begin(), page.items.end(), [&](const Item& item) {
    const auto* poly = std::get_if<PolyItem>(&item);
    return poly != nullptr && poly->points.size() == 3 && page.table.contains(poly->points[0]);
  });
}

}  // namespace

TEST_CASE("bases that stand together have one front, bases that lie apart each their own", "[ui][page]") {
  const std::ptrdiff_t one = fronts(40);
  CHECK(one > 0);
  CHECK(fronts(80) == one);  // open order
  CHECK(fronts(400) == 2 * one);
}

}  // namespace table_bases_tests
