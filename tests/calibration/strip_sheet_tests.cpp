#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "calibration/sheets/marker_sheet.hpp"
#include "calibration/sheets/strip_items.hpp"
#include "tests/support/catch.hpp"
#include "vision/detect/rings/strip_pictures.hpp"
#include "vision/pixels/read_image.hpp"

namespace strip_sheet_tests {

using namespace polemarch;
using namespace polemarch::calibration;

namespace {

/// Numbers read in a page seen at `seen_dpi`: whole blocks of dots to a pixel, as a camera would average them.
void read_page(const Image& page, double dpi, double seen_dpi, vision::StripReader& reader, std::multiset<int>& numbers) {
  const int block = static_cast<int>(dpi / seen_dpi);
  Image seen(page.width / block, page.height / block, 1);
  for (int y = 0; y < seen.height; ++y) {
    for (int x = 0; x < seen.width; ++x) {
      int sum = 0;
      for (int k = 0; k < block * block; ++k) sum += page.row(y * block + k / block)[x * block + k % block];
      seen.row(y)[x] = static_cast<std::uint8_t>(sum / (block * block));
    }
  }
  vision::PictureScale scale;
  scale.px_per_mm = dpi / block / 25.4;
  for (const Detection& d : reader.read(seen.view(), scale).markers) numbers.insert(d.marker.number);
}

/// Renders a sheet of the first `count` of `family` at `dpi` and reads it back; gives the numbers found.
std::multiset<int> read_back(const std::string& family, int count, double dpi, double seen_dpi) {
  MarkerSheet wanted;
  wanted.units = sample_markers(family, 0, count);
  const auto pages = marker_sheet(wanted);
  REQUIRE(pages);
  std::multiset<int> numbers;
  auto reader = vision::StripReader::open(family);
  REQUIRE(reader);
  for (const SheetPage& page : *pages) {
    auto picture = render_page(page, dpi);
    REQUIRE(picture);
    read_page(*picture, dpi, seen_dpi, *reader, numbers);
  }
  return numbers;
}

/// The same through the PDF itself, as a print shop's own renderer (poppler) sees it.
std::multiset<int> read_back_pdf(const std::string& family, int count, int dpi, double seen_dpi) {
  const std::filesystem::path dir = std::filesystem::temp_directory_path() / ("polemarch_pdf_" + std::to_string(::getpid()));
  std::filesystem::remove_all(dir);
  std::filesystem::create_directories(dir);
  MarkerSheet wanted;
  wanted.units = sample_markers(family, 0, count);
  const auto pages = marker_sheet(wanted);
  REQUIRE(pages);
  const auto pdf = write_pdf(*pages, "strips");
  REQUIRE(pdf);
  std::ofstream((dir / "sheet.pdf"), std::ios::binary) << *pdf;
  const std::string command =
      "pdftoppm -gray -r " + std::to_string(dpi) + " " + (dir / "sheet.pdf").string() + " " + (dir / "page").string() + " 2>/dev/null";
  REQUIRE(std::system(command.c_str()) == 0);
  std::multiset<int> numbers;
  auto reader = vision::StripReader::open(family);
  REQUIRE(reader);
  for (const auto& file : std::filesystem::directory_iterator(dir)) {
    if (file.path().extension() != ".pgm") continue;
    const auto picture = vision::read_gray(file.path().string());
    REQUIRE(picture);
    read_page(*picture, dpi, seen_dpi, *reader, numbers);
  }
  std::filesystem::remove_all(dir);
  return numbers;
}

std::multiset<int> first_numbers(int count) {
  std::multiset<int> out;
  for (int i = 0; i < count; ++i) out.insert(i);
  return out;
}

}  // namespace

TEST_CASE("every strip printed at 300 dpi is read from its page", "[strip][sheet]") {
  CHECK(read_back("STRIP40x6", 60, 300, 50) == first_numbers(60));
  CHECK(read_back("STRIP25x6", 40, 300, 50) == first_numbers(40));
  CHECK(read_back("STRIP20x6", 40, 300, 50) == first_numbers(40));
  CHECK(read_back("STRIP20x4", 40, 300, 75) == first_numbers(40));
}

TEST_CASE("every strip printed at 600 dpi is read from its page", "[strip][sheet]") {
  CHECK(read_back("STRIP40x4", 40, 600, 75) == first_numbers(40));
  CHECK(read_back("STRIP40x6", 30, 600, 50) == first_numbers(30));
}

TEST_CASE("every strip and ring is read from the PDF as poppler renders it at 300 and 600 dpi", "[strip][sheet][ring]") {
  if (std::system("pdftoppm -v > /dev/null 2>&1") != 0) {
    WARN("skipped: pdftoppm (poppler) is not installed");
    return;
  }
  CHECK(read_back_pdf("STRIP40x6", 40, 300, 50) == first_numbers(40));
  CHECK(read_back_pdf("STRIP25x6", 40, 300, 50) == first_numbers(40));
  CHECK(read_back_pdf("STRIP40x6", 20, 600, 50) == first_numbers(20));
  CHECK(read_back_pdf("RING32", 6, 300, 50) == first_numbers(6));
  CHECK(read_back_pdf("RING25", 6, 600, 50) == first_numbers(6));
}

TEST_CASE("every ring printed at 300 and 600 dpi is read from its page", "[strip][sheet][ring]") {
  for (const char* family : {"RING25", "RING28", "RING32", "RING40"}) {
    INFO(family);
    CHECK(read_back(family, 6, 300, 50) == first_numbers(6));
  }
  CHECK(read_back("RING32", 6, 600, 50) == first_numbers(6));
}

TEST_CASE("the strip is chosen by what the camera resolves, with the reason", "[strip][sheet]") {
  const auto base = [](double width) { return Footprint{Outline::Rectangle, Length::from_mm(width), Length::from_mm(20)}; };
  CHECK(choose_strip(base(40), {0.864, 0.6}).family == "STRIP40x6");
  CHECK(choose_strip(base(120), {0.864, 0.6}).family == "STRIP40x6");
  CHECK(choose_strip(base(25), {0.864, 0.6}).family == "STRIP25x6");
  CHECK(choose_strip(base(20), {1.73, 0.6}).family == "STRIP20x4");
  CHECK(choose_strip(base(40), {0.864, 1.1}, 5).family == "STRIP40x5");
  CHECK(choose_strip(base(40), {0.864, 1.1}, 5).reason.find("6 mm are better") != std::string::npos);
  CHECK(choose_strip(base(40), {0.864, 1.3}, 5).family.empty());
  CHECK(choose_strip(base(40), {0.864, 1.3}, 6).family == "STRIP40x6");
  CHECK(choose_strip(base(40), {0.864, 0.6}, 5).family == "STRIP40x5");
  CHECK(choose_strip(base(15), {0.864, 0.6}).family.empty());
  CHECK(choose_strip(base(40), {0.4, 0.6}).family.empty());
  for (const double scale : {0.4, 0.864, 1.73}) CHECK_FALSE(choose_strip(base(40), {scale, 0.7}).reason.empty());
  const Footprint round{Outline::Circle, Length::from_mm(28.5), Length::from_mm(28.5)};
  CHECK(choose_strip(round, {0.864, 0.6}).family == "RING28");
}

TEST_CASE("a strip goes on the rear edge, and not on a base too small for it", "[strip][sheet]") {
  const Footprint base{Outline::Rectangle, Length::from_mm(60), Length::from_mm(30)};
  const auto mount = strip_mount(base, "STRIP40x6", {3});
  REQUIRE(mount);
  CHECK(mount->offset_x_mm == -12);
  CHECK(mount->size_mm == 40);
  const Footprint small{Outline::Rectangle, Length::from_mm(25), Length::from_mm(20)};
  const auto refused = strip_mount(small, "STRIP40x6", {3});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().line.find("40 mm") != std::string::npos);
  CHECK_FALSE(strip_mount(base, "RING32", {3}));
}

TEST_CASE("there is a rear-edge template for every usual base", "[strip][sheet]") { CHECK(rear_edge_templates().size() == 7); }

TEST_CASE("a strip cut along its marks keeps number, name and the arrow to the front, no line stands in or beside its code",
          "[strip][sheet]") {
  const Footprint base{Outline::Rectangle, 40_mm, 20_mm};
  UnitMarker marker{"A3.1", "A3", "Rhaetian archers of the long name", base, {}};
  const auto mount = strip_mount(base, "STRIP40x6", {3});
  REQUIRE(mount);
  marker.mount = *mount;
  marker.only_base = true;
  const auto item = strip_item(marker);
  REQUIRE(item);
  // Code 6, wall 3, tongue 9 mm, in the middle of the item.
  const double left = (item->width_mm - 40) / 2, top = (item->height_mm - 18) / 2;
  std::string words;
  bool arrow = false;
  for (const SheetShape& shape : item->drawing.shapes) {
    if (const auto* text = std::get_if<SheetText>(&shape)) {
      CHECK(text->at.y - text->size_mm > top + 6 - 0.3);
      CHECK(text->at.y < top + 18);
      CHECK(text->at.x > left);
      CHECK(text->at.x + (text->align == TextAlign::Left ? text->max_width_mm : 0) <= left + 40);
      words += text->text + "|";
    }
    if (const auto* stroke = std::get_if<StrokeShape>(&shape)) {
      for (const SheetPoint& p : stroke->points) {
        const bool beside_code = p.y > top - 0.5 && p.y < top + 6 - 0.1 && p.x > left - 0.5 && p.x < left + 40.5;
        CHECK_FALSE(beside_code);
      }
    }
    if (const auto* fill = std::get_if<FillShape>(&shape); fill != nullptr && fill->outlines.size() == 1 && fill->outlines[0].size() == 3) {
      arrow = true;  // points down the paper: under the base that is towards the front
      CHECK(fill->outlines[0][2].y > fill->outlines[0][0].y);
      CHECK(fill->outlines[0][2].y < top + 18);
      CHECK(fill->outlines[0][0].y > top + 9);
    }
  }
  CHECK(arrow);
  CHECK(words.find("A3 Rhaetian archers of the long name|") != std::string::npos);
  CHECK(words.find("|3|") != std::string::npos);
  CHECK(words.find("front|") != std::string::npos);
}

}  // namespace strip_sheet_tests
