#include "calibration/sheets/sheet_page.hpp"

#include "tests/support/catch.hpp"

namespace sheet_page_tests {

using namespace polemarch;
using namespace polemarch::calibration;

namespace {

/// Longest run of dark pixels along a row (or column) of a grey picture.
struct Run {
  int first = 0, length = 0;
};
Run longest_dark(const Image& image, int x0, int y0, int dx, int dy) {
  Run best, run;
  for (int i = 0, x = x0, y = y0; x < image.width && y < image.height; ++i, x += dx, y += dy) {
    if (image.row(y)[x] > 200) {
      run = {};
      continue;
    }
    if (run.length == 0) run.first = i;
    ++run.length;
    if (run.length > best.length) best = run;
  }
  return best;
}

}  // namespace

TEST_CASE("the check lines measure 200 mm in both directions on both papers", "[sheet]") {
  const auto paper = GENERATE(Paper::A4, Paper::Letter);
  SheetBuilder sheet({.paper = paper});
  const auto pages = sheet.finish();
  REQUIRE(pages.size() == 1);
  const double dpi = 300, px_per_mm = dpi / 25.4;
  const auto image = render_page(pages[0], dpi);
  REQUIRE(image);
  const PaperSize size = size_of(paper);
  CHECK(image->width == std::lround(size.width_mm * px_per_mm));
  CHECK(image->height == std::lround(size.height_mm * px_per_mm));
  const Run lying = longest_dark(*image, 0, static_cast<int>(15.0 * px_per_mm), 1, 0);
  CHECK(lying.length / px_per_mm == Approx(200.0).margin(0.25));
  CHECK(lying.first / px_per_mm >= 4.5);  // printers keep about 4 mm white
  const Run upright = longest_dark(*image, static_cast<int>(8.0 * px_per_mm), 0, 0, 1);
  CHECK(upright.length / px_per_mm == Approx(200.0).margin(0.25));
}

TEST_CASE("items flow over pages, none lies outside the free area, and sections keep their heading", "[sheet]") {
  SheetBuilder sheet({});
  sheet.section("Black squares", {"Cut along the dashed lines."});
  SheetItem item{"square", 40, 40, {}};
  item.drawing.fill_rect(5, 5, 30, 30);
  for (int i = 0; i < 30; ++i) sheet.add(item);
  const auto pages = sheet.finish();
  REQUIRE(pages.size() == 2);
  int squares = 0;
  for (const auto& page : pages) {
    for (const auto& shape : page.drawing.shapes) {
      const auto* fill = std::get_if<FillShape>(&shape);
      if (fill == nullptr) continue;
      ++squares;
      for (const auto& p : fill->outlines.at(0)) {
        CHECK(p.x > 14);
        CHECK(p.x < page.size.width_mm - 7);
        CHECK(p.y > 20);
        CHECK(p.y < page.size.height_mm - 8);
      }
    }
  }
  CHECK(squares == 30);
}

TEST_CASE("a code of cells has no seams between black modules at any resolution", "[sheet]") {
  SheetBuilder sheet({});
  SheetItem item{"", 30, 30, {}};
  item.drawing.fill_cells({3.3, 3.3}, 2.37, 2.37, 10, std::vector<bool>(100, true));
  sheet.add(item);
  const auto pages = sheet.finish();
  for (const double dpi : {97.0, 300.0, 600.0}) {
    const auto image = render_page(pages[0], dpi);
    REQUIRE(image);
    const double k = dpi / 25.4;
    int brightest = 0;  // inside the block of cells; the builder puts the item at (15, 22)
    for (int y = static_cast<int>(26 * k); y < static_cast<int>(47 * k); ++y)
      for (int x = static_cast<int>(19 * k); x < static_cast<int>(40 * k); ++x) brightest = std::max<int>(brightest, image->row(y)[x]);
    CHECK(brightest <= 3);
  }
}

TEST_CASE("a PDF of two pages is written, with names that are not UTF-8", "[sheet]") {
  SheetBuilder sheet({});
  sheet.section("Names");
  sheet.add({"h\xf6plites \xe2\x82\xac", 20, 20, {}});
  sheet.page_break();
  sheet.add({"two", 20, 20, {}});
  const auto pdf = write_pdf(sheet.finish(), "t\xff");
  REQUIRE(pdf);
  CHECK(pdf->starts_with("%PDF-"));
  CHECK(pdf->find("/Count 2") != std::string::npos);
}

TEST_CASE("an unknown paper is named in one line", "[sheet]") {
  CHECK(paper_named("A4"));
  CHECK(paper_named("Letter"));
  const auto paper = paper_named("a5");
  REQUIRE_FALSE(paper);
  CHECK(paper.error().line == "paper \"a5\": expected a4 or letter");
}

}  // namespace sheet_page_tests
