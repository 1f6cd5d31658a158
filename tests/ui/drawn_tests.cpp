/// An idle window draws nothing: what counts as a change.
#include "tests/support/catch.hpp"
#include "ui/drawn.hpp"

namespace drawn_tests {

using namespace polemarch;
using namespace polemarch::ui;

TEST_CASE("the same page, table and picture are drawn until both buffers hold them, then no more", "[ui]") {
  page::Page page{100, 80, {1, 2, 3, 255}, {}, {}, {}};
  page.items.push_back(page::TextItem{{5, 5}, "Turn 3", 18, page::Face::Bold, {255, 255, 255, 255}});
  Scene scene{10, 10, {}};
  scene.items.push_back({Circle{{3, 4}, 2, true}, Tone::SideA, Pattern::Solid, 1.5, "", "base", "", "A1"});
  Drawn drawn;
  CHECK_FALSE(drawn.shows(page, scene, nullptr, 1));
  CHECK_FALSE(drawn.shows(page, scene, nullptr, 1));
  CHECK_FALSE(drawn.shows(page, scene, nullptr, 1));
  CHECK(drawn.shows(page, scene, nullptr, 1));
  SECTION("another word") { std::get<page::TextItem>(page.items[0]).text = "Turn 4"; }
  SECTION("a base that moved by a tenth of a millimetre") { std::get<Circle>(scene.items[0].shape).centre.x += 0.1; }
  SECTION("another shape in the same place") { scene.items[0].shape = Polygon{{{1, 1}, {2, 1}, {2, 2}}, true, true}; }
  SECTION("another colour") { scene.items[0].tone = Tone::SideB; }
  SECTION("another size of the window") { page.width = 120; }
  CHECK_FALSE(drawn.shows(page, scene, nullptr, 1));
}

TEST_CASE("a new picture of the camera is always drawn", "[ui]") {
  const page::Page page{100, 80, {}, {}, {}, {}};
  const Scene scene{10, 10, {}};
  Drawn drawn;
  for (int i = 0; i < 4; ++i) drawn.shows(page, scene, &page, 7);
  CHECK(drawn.shows(page, scene, &page, 7));
  CHECK_FALSE(drawn.shows(page, scene, &page, 8));
}

}  // namespace drawn_tests
