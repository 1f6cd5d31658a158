#include "calibration/sheets/marker_sheet.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "calibration/board/pictures.hpp"
#include "calibration/sheets/army_markers.hpp"
#include "calibration/sheets/board_sheet.hpp"
#include "calibration/sheets/border_strip.hpp"
#include "models/border_layout.hpp"
#include "models/io/bases_io.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/stock.hpp"

namespace marker_sheet_tests {

using namespace polemarch;
using namespace polemarch::calibration;

namespace {

constexpr const char* kFamily = "DICT_APRILTAG_36h11";

/// The picture as a camera or scanner softens it (1-2-1 in both directions): edges drawn by a computer are sharper than any lens.
Image softened(const Image& sharp) {
  Image soft = sharp;
  for (int y = 1; y + 1 < sharp.height; ++y) {
    const auto *above = sharp.row(y - 1), *here = sharp.row(y), *below = sharp.row(y + 1);
    for (int x = 1; x + 1 < sharp.width; ++x) {
      const int left = above[x - 1] + 2 * here[x - 1] + below[x - 1], middle = above[x] + 2 * here[x] + below[x];
      const int right = above[x + 1] + 2 * here[x + 1] + below[x + 1];
      soft.row(y)[x] = static_cast<std::uint8_t>((left + 2 * middle + right + 8) / 16);
    }
  }
  return soft;
}

/// Every marker that OpenCV's own detector (no code of ours) finds on the pages, with its side in mm.
std::map<int, double> found_on(const std::vector<SheetPage>& pages, double dpi, const std::string& family) {
  std::map<int, double> sides;
  auto detector = vision::StockDetector::make(vision::Stock::ArucoDefault, family);
  REQUIRE(detector);
  for (const SheetPage& page : pages) {
    const auto image = render_page(page, dpi);
    REQUIRE(image);
    for (const Detection& d : detector->detect(image->view()).markers) {
      CHECK_FALSE(sides.contains(d.marker.number));
      sides[d.marker.number] = std::hypot(d.corners[1].x - d.corners[0].x, d.corners[1].y - d.corners[0].y) * 25.4 / dpi;
    }
  }
  return sides;
}

/// One item on a small page of its own: quick to render at any resolution.
SheetPage alone(const SheetItem& item) {
  SheetPage page{{item.width_mm + 10, item.height_mm + 10}, {}};
  page.drawing.add(item.drawing, 5, 5);
  return page;
}

}  // namespace

TEST_CASE("every unit marker of a sheet is read back at 300 and 600 dpi in its true size", "[sheet]") {
  MarkerSheet wanted;
  wanted.units = sample_markers(kFamily, 10, 3);
  wanted.page.paper = GENERATE(Paper::A4, Paper::Letter);
  const auto pages = marker_sheet(wanted);
  REQUIRE(pages);
  const auto sides = found_on(*pages, 300, kFamily);
  REQUIRE(sides.size() == wanted.units.size());
  for (const UnitMarker& unit : wanted.units) {
    REQUIRE(sides.contains(unit.mount.marker.number));
    CHECK(sides.at(unit.mount.marker.number) == Approx(unit.mount.size_mm).margin(1.5 * 25.4 / 300));  // ArUco cuts on whole pixels
    const auto item = marker_item(unit);
    REQUIRE(item);
    const auto fine = found_on({alone(*item)}, 600, kFamily);
    REQUIRE(fine.size() == 1);
    CHECK(fine.at(unit.mount.marker.number) == Approx(unit.mount.size_mm).margin(1.5 * 25.4 / 600));
  }
}

TEST_CASE("the PDF itself, drawn by another program, shows every marker and true check lines", "[sheet]") {
  if (std::system("pdftoppm -v >/dev/null 2>&1") != 0) {
    WARN("SKIPPED: pdftoppm (Debian package poppler-utils) is not installed; the same pages are checked through Cairo");
    return;
  }
  MarkerSheet wanted;
  wanted.units = sample_markers(kFamily, 40, 2);
  const auto pages = marker_sheet(wanted);
  REQUIRE(pages);
  const auto pdf = write_pdf(*pages, "test");
  REQUIRE(pdf);
  const auto folder = std::filesystem::temp_directory_path() / ("polemarch_sheet_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "sheet.pdf", std::ios::binary) << *pdf;
  const std::string command = "pdftoppm -r 300 -gray \"" + (folder / "sheet.pdf").string() + "\" \"" + (folder / "page").string() + "\"";
  REQUIRE(std::system(command.c_str()) == 0);
  const auto pictures = load_pictures(folder.string());
  std::filesystem::remove_all(folder);
  REQUIRE(pictures);
  REQUIRE(pictures->size() == pages->size());
  auto detector = vision::StockDetector::make(vision::Stock::ArucoDefault, kFamily);
  REQUIRE(detector);
  std::set<int> read;
  for (const auto& picture : *pictures) {
    for (const Detection& d : detector->detect(picture.gray.view()).markers) read.insert(d.marker.number);
    const double px_per_mm = 300 / 25.4;
    int run = 0, longest = 0;
    const auto* row = picture.gray.row(static_cast<int>(15.0 * px_per_mm));
    for (int x = 0; x < picture.gray.width; ++x) {
      run = row[x] < 200 ? run + 1 : 0;
      longest = std::max(longest, run);
    }
    CHECK(longest / px_per_mm == Approx(200).margin(0.25));
  }
  CHECK(read.size() == wanted.units.size());
}

TEST_CASE("families of few and of many modules are printed alike", "[sheet]") {
  for (const char* family : {"DICT_4X4_50", "DICT_5X5_250", "DICT_APRILTAG_25h9"}) {
    MarkerSheet wanted;
    wanted.units = sample_markers(family, 0, 1);
    for (const UnitMarker& unit : wanted.units) {
      const auto item = marker_item(unit);
      REQUIRE(item);
      CHECK(found_on({alone(*item)}, 300, family).size() == 1);
    }
  }
}

TEST_CASE("the border strip of a 6x4 ft table puts every marker in its place when laid end to end", "[sheet]") {
  const Table table = table_with_border(Length::from_mm(1828.8), Length::from_mm(1219.2));
  const auto pieces = border_strip(table, 230);
  REQUIRE(pieces);
  // Lengths add up to the edges.
  std::map<std::string, double> lengths;
  for (const SheetItem& piece : *pieces) {
    CHECK(piece.height_mm <= 230);
    lengths[piece.name.substr(0, piece.name.rfind(' '))] += piece.height_mm;
  }
  CHECK(lengths.at("A's edge") == Approx(1828.8));
  CHECK(lengths.at("B's edge") == Approx(1828.8));
  CHECK(lengths.at("left edge") == Approx(1219.2 - 80));
  CHECK(lengths.at("right edge") == Approx(1219.2 - 80));
  // Each piece is rendered, read, and its markers' places worked out from where the piece lies.
  std::set<int> read;
  std::map<std::string, double> start{{"A's edge", 0}, {"B's edge", 0}, {"left edge", 40}, {"right edge", 40}};
  for (const SheetItem& piece : *pieces) {
    const std::string edge = piece.name.substr(0, piece.name.rfind(' '));
    SheetPage page{{piece.width_mm + 20, piece.height_mm + 20}, {}};
    page.drawing.add(piece.drawing, 10, 10);
    const double dpi = 200, k = 25.4 / dpi;
    const auto image = render_page(page, dpi);
    REQUIRE(image);
    const bool lying = edge[1] == '\'';
    for (const Detection& d : find_square_markers(softened(*image).view(), kFamily)) {
      double px = 0, py = 0;
      for (const PixelPoint& p : d.corners) px += (p.x + 0.5) * k / 4, py += (p.y + 0.5) * k / 4;
      px -= 10;
      py -= 10;
      const double along = lying ? start[edge] + py : start[edge] + piece.height_mm - py;
      const double across = px + (edge == "A's edge" || edge == "left edge" ? 0 : lying ? 1219.2 - 40 : 1828.8 - 40);
      const auto truth =
          std::find_if(table.border.begin(), table.border.end(), [&](const BorderMarker& m) { return m.marker == d.marker; });
      REQUIRE(truth != table.border.end());
      CHECK((lying ? along : across) == Approx(truth->x_mm).margin(0.1));  // a pixel at 200 dpi is 0.13 mm
      CHECK((lying ? across : along) == Approx(truth->y_mm).margin(0.1));
      // The marker's up edge points to +y: right on a lying piece, up on an upright one.
      const double ux = d.corners[0].x - d.corners[3].x, uy = d.corners[0].y - d.corners[3].y;
      CHECK((lying ? ux : -uy) > 0.99 * std::hypot(ux, uy));
      CHECK(read.insert(d.marker.number).second);
    }
    start[edge] += piece.height_mm;
  }
  CHECK(read.size() == table.border.size());
}

TEST_CASE("a strip printed too small is written down where it lies when it is laid from A's left corner", "[sheet]") {
  const Table table = table_with_border(Length::from_mm(1800), Length::from_mm(1200));
  const Table printed = border_as_printed(table, 0.98, 0.4);
  REQUIRE(printed.border.size() == table.border.size());
  for (std::size_t i = 0; i < table.border.size(); ++i) {
    const BorderMarker &was = table.border[i], &is = printed.border[i];
    CHECK(is.size_mm == Approx(0.98 * was.size_mm));
    CHECK(is.sd_mm == 0.4);
    if (was.y_mm == 20) CHECK((is.x_mm == Approx(0.98 * was.x_mm) && is.y_mm == Approx(19.6)));
    if (was.y_mm == 1180) CHECK((is.x_mm == Approx(0.98 * was.x_mm) && is.y_mm == Approx(1200 - 19.6)));
    if (was.y_mm > 20 && was.y_mm < 1180) CHECK(is.y_mm == Approx(0.98 * was.y_mm));
    if (was.y_mm > 20 && was.y_mm < 1180 && was.x_mm > 900) CHECK(is.x_mm == Approx(1800 - 19.6));
  }
}

TEST_CASE("the printed board is recognised and every inner corner found", "[sheet]") {
  MarkerSheet wanted;
  wanted.board = default_board();
  wanted.page.paper = GENERATE(Paper::A4, Paper::Letter);
  const auto pages = marker_sheet(wanted);
  REQUIRE(pages);
  REQUIRE(pages->size() == 1);
  const auto sharp = render_page((*pages)[0], 150);
  REQUIRE(sharp);
  const Image image = softened(*sharp);
  const auto seen = recognise_board({image});
  REQUIRE(seen);
  CHECK(seen->columns == 6);
  CHECK(seen->rows == 7);
  CHECK(seen->dictionary == "DICT_4X4_50");
  CHECK(seen->marker_mm / seen->square_mm == Approx(22.0 / 30).margin(0.01));
  const BoardView view = find_board(image.view(), default_board(), "print");
  REQUIRE(view.corners.size() == 30);
  const double px_per_mm = 150 / 25.4;
  for (const BoardCorner& c : view.corners) {
    CHECK(c.pixel.x - view.corners[0].pixel.x == Approx(c.board_x_mm * px_per_mm).margin(0.1));
    CHECK(c.pixel.y - view.corners[0].pixel.y == Approx(c.board_y_mm * px_per_mm).margin(0.1));
  }
}

TEST_CASE("the printed board in a mirrored picture is no board, and known to be mirrored", "[sheet]") {
  MarkerSheet wanted;
  wanted.board = default_board();
  const auto pages = marker_sheet(wanted);
  REQUIRE(pages);
  const auto sharp = render_page((*pages)[0], 150);
  REQUIRE(sharp);
  Image image = softened(*sharp);
  CHECK_FALSE(shows_mirrored_board({image}));
  for (int y = 0; y < image.height; ++y) std::reverse(image.row(y), image.row(y) + image.width);
  CHECK(shows_mirrored_board({image}));
  CHECK_FALSE(recognise_board({image}));
}

TEST_CASE("the jig tells where a marker sits on its base", "[sheet]") {
  SheetPage page{{220, 200}, {}};
  const auto jig = jig_item();
  REQUIRE(jig);
  page.drawing.add(jig->drawing, 20, 20);
  // A 60 x 30 base in the stop (its inner corner is at 40, 40 of the item), a 20 mm marker 8 mm left of and 3 mm behind the middle,
  // turned by 5 degrees.
  const auto pattern = marker_pattern(kFamily, 17);
  REQUIRE(pattern);
  const Drawing square = marker_drawing(*pattern, 20).turned(-5, {10, 10});
  page.drawing.fill_rect(60 + 30 - 8 - 14, 60 + 15 + 3 - 14, 28, 28, Ink::White);
  page.drawing.add(square, 60 + 30 - 8 - 10, 60 + 15 + 3 - 10);
  const auto image = render_page(page, 200);
  REQUIRE(image);
  const Footprint base{Outline::Rectangle, Length::from_mm(60), Length::from_mm(30)};
  const auto found = find_square_markers(softened(*image).view(), kFamily);
  const auto mount = measure_mount(found, base, {17}, 3);
  REQUIRE(mount);
  CHECK(mount->offset_x_mm == Approx(-3).margin(0.05));
  CHECK(mount->offset_y_mm == Approx(8).margin(0.05));
  CHECK(mount->rotation_deg == Approx(5).margin(0.2));
  CHECK(mount->size_mm == Approx(20).margin(0.05));
  const auto missing = measure_mount(found, base, {18}, 3);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().line == "marker 18 is not in sight on the jig");
}

TEST_CASE("an army's markers come from a battle, a bases file or a roster, with names", "[sheet]") {
  const auto roster = army_markers("name,type,bases,marker\nCompanions,cavalry,2,\nPhalanx,hoplite,2,5-6\n", "army.csv", {});
  if (!roster) FAIL(roster.error().line);
  REQUIRE(roster->size() == 4);
  CHECK((*roster)[0].name == "Companions");
  CHECK((*roster)[2].mount.marker.number == 5);
  std::set<int> numbers;
  for (const UnitMarker& m : *roster) numbers.insert(m.mount.marker.number);
  CHECK(numbers.size() == 4);
  CHECK(mounting_of((*roster)[0]) == Mounting::TailTab);

  const auto battle = army_markers(
      R"({"v":1,"sides":{"A":{"units":[{"unit":"A1","name":"Old Guard"}]}},"bases":[{"base":"A1.1","unit":"A1","marker":11,"footprint":{"diameter_mm":25},"mount":{"size_mm":14}}]})",
      "battle.json", {});
  if (!battle) FAIL(battle.error().line);
  REQUIRE(battle->size() == 1);
  CHECK(name_line(battle->front()) == "A1.1 Old Guard  #11");
  CHECK(mounting_of(battle->front()) == Mounting::Disc);
  const auto back = io::bases_from_text(bases_text(*roster), "bases.json");
  REQUIRE(back);
  CHECK(back->size() == 4);

  CHECK(name_line((*roster)[0]).starts_with("Companions 1  #"));  // a battle gives the ids
  const auto bare = army_markers(R"({"v":1,"ruleset":"paean","sides":{"A":{"units":[]}}})", "sample.json", {});
  REQUIRE_FALSE(bare);
  CHECK(bare.error().line.find("sample.json: a battle without \"bases\"") == 0);

  const auto twice = army_markers("name,type,bases,marker\na,x,1,5\nb,x,1,5\n", "army.csv", {});
  REQUIRE_FALSE(twice);
  CHECK(twice.error().line.find("marker 5") != std::string::npos);
  MarkerSheet wanted;
  wanted.units = *battle;
  wanted.units[0].mount.marker = {9999};
  const auto pages = marker_sheet(wanted);
  REQUIRE_FALSE(pages);
  CHECK(pages.error().line.find("0 to 586") != std::string::npos);
}

TEST_CASE("each way of mounting fits its base", "[sheet]") {
  ArmyDefaults d;
  d.footprint = {Outline::Rectangle, Length::from_mm(60), Length::from_mm(30)};
  const auto tail = default_mount(d, {1});
  CHECK(tail.size_mm == Approx(20));
  CHECK(tail.offset_x_mm == Approx(-27.5));
  d.tab_mm = 20;
  CHECK(default_mount(d, {1}).size_mm == Approx(16));
  d.mounting = Mounting::Tile;
  const auto corner = default_mount(d, {1});
  CHECK(corner.offset_x_mm == Approx(-5));
  CHECK(corner.offset_y_mm == Approx(20));
  d.mounting = Mounting::Disc;
  d.footprint = {Outline::Circle, Length::from_mm(25), Length::from_mm(25)};
  CHECK(default_mount(d, {1}).size_mm == Approx(14.1));
}

}  // namespace marker_sheet_tests
