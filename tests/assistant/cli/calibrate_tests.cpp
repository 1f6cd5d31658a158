#include <algorithm>
#include <array>

#include "calibration/sheets/board_sheet.hpp"
#include "calibration/sheets/sheet_page.hpp"
#include "models/border_layout.hpp"
#include "models/io/bases_io.hpp"
#include "models/io/table_io.hpp"
#include "tests/assistant/cli/run_cli.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"
#include "vision/pixels/picture.hpp"

namespace calibrate_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::test;

namespace {

/// The printed board as a picture file.
void write_board(const std::string& path, double dpi, bool mirrored = false) {
  const auto board = calibration::board_item(calibration::default_board());
  REQUIRE(board);
  calibration::SheetPage page{{board->width_mm + 20, board->height_mm + 20}, {}};
  page.drawing.add(board->drawing, 10, 10);
  auto image = calibration::render_page(page, dpi);
  REQUIRE(image);
  for (int y = 0; mirrored && y < image->height; ++y) std::reverse(image->row(y), image->row(y) + image->width);
  std::ofstream file(path, std::ios::binary);
  file << "P5\n" << image->width << " " << image->height << "\n255\n";
  file.write(reinterpret_cast<const char*>(image->bytes.data()), static_cast<std::streamsize>(image->bytes.size()));
}

}  // namespace

TEST_CASE("markers writes the sheet, the table and the bases that go with it", "[assistant][markers]") {
  const Folder folder("calibrate");
  std::ofstream(folder.at("army.csv")) << "name,type,bases,marker\nCompanions,cavalry,2,\n";
  const Run made = run({"markers", "--out", folder.at("s.pdf"), "--army", folder.at("army.csv"), "--size", "6x4ft", "--no-board",
                        "--no-jig", "--table-out", folder.at("t.json"), "--bases-out", folder.at("b.json"), "--ruler", "196"});
  CHECK(made.code == kDone);
  CHECK(text_of_file(folder.at("s.pdf")).starts_with("%PDF"));
  const auto table = io::table_from_text(text_of_file(folder.at("t.json")), "t.json");
  REQUIRE(table);
  CHECK(table->border.size() == 24);
  CHECK(table->border[0].size_mm == Approx(25 * 0.98));
  CHECK(text_of_file(folder.at("b.json")).find("\"print_scale\": 0.98") != std::string::npos);
}

TEST_CASE("markers answers bad wishes with one line and exit 2", "[assistant][markers]") {
  const Folder folder("calibrate");
  std::ofstream(folder.at("army.csv")) << "name,type,bases,marker\na,x,1,5\nb,x,1,5\n";
  const std::string out = folder.at("s.pdf");
  for (const auto& words : std::vector<std::vector<std::string>>{{"markers"},
                                                                 {"markers", "--out", out, "--paper", "a5"},
                                                                 {"markers", "--out", out, "--family", "DICT_9X9"},
                                                                 {"markers", "--out", out, "--army", folder.at("none.json")},
                                                                 {"markers", "--out", out, "--army", folder.at("army.csv")},
                                                                 {"markers", "--out", out, "--base", "big"},
                                                                 {"markers", "--out", out, "--board", "chessboard:90x60:25"},
                                                                 {"markers", "--out", folder.at("no/such/s.pdf")},
                                                                 {"markers", "--out", out, "--table-out", folder.at("t.json")}}) {
    const Run bad = run(words);
    INFO(words.back() << ": " << bad.err);
    CHECK(bad.code == kBadInput);
    CHECK(bad.err.starts_with("polemarch: "));
    CHECK(std::count(bad.err.begin(), bad.err.end(), '\n') == 1);
  }
}

TEST_CASE("a board in mirrored pictures is refused at once, named or not", "[assistant][calibrate]") {
  const Folder folder("mirrored");
  write_board(folder.at("a.pgm"), 60, true);
  const std::vector<std::string> look{"calibrate", "--source", folder.path.string()};
  std::vector<std::string> named = look;
  named.insert(named.end(), {"--board", "charuco:6x7:30:22:DICT_4X4_50"});
  for (const auto& words : {look, named}) {
    const Run refused = run(words);
    CHECK(refused.code == kBadInput);
    CHECK(refused.err == "polemarch: " + folder.path.string() +
                             ": the pictures are mirrored: switch mirroring off in the camera's settings and take them again\n");
  }
}

TEST_CASE("calibrate refuses too few views with exit 1, writes nothing, and names bad sources with exit 2", "[assistant][calibrate]") {
  const Folder folder("calibrate");
  std::filesystem::create_directories(folder.path / "views");
  write_board(folder.at("views/a.pgm"), 60);
  write_board(folder.at("views/b.pgm"), 70);
  const Run refused = run(
      {"calibrate", "--source", folder.at("views"), "--board", "charuco:6x7:30:22:DICT_4X4_50", "--out", folder.at("c.json"), "--json"});
  CHECK(refused.code == kRefused);
  CHECK(refused.out.find("too few views") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder.at("c.json")));
  std::ofstream(folder.at("views/c.png")) << "not a picture";
  const Run with_one_bad = run({"calibrate", "--source", folder.at("views"), "--board", "charuco:6x7:30:22:DICT_4X4_50", "--json"});
  CHECK(with_one_bad.code == kRefused);  // left out by name; the others still count
  CHECK(with_one_bad.out.find("usable of 3, 5 needed") != std::string::npos);
  CHECK(with_one_bad.out.find("not a picture we can read") != std::string::npos);
  for (const auto& words :
       std::vector<std::vector<std::string>>{{"calibrate", "--source", folder.at("nowhere")},
                                             {"calibrate", "--source", folder.at("views/c.png")},
                                             {"calibrate", "--source", folder.at("views"), "--grid"},
                                             {"calibrate", "--source", folder.at("views"), "--ruler", "196"},
                                             {"calibrate", "--source", folder.at("views"), "--max-rms", "nan"},
                                             {"calibrate", "--source", folder.at("views"), "--table", "t.json", "--model", "plain"},
                                             {"calibrate", "--source", folder.at("views"), "--board", "chess"},
                                             {"calibrate", "--source", folder.at("views/a.pgm"), "--table", folder.at("none.json")}}) {
    const Run bad = run(words);
    INFO(words.back() << ": " << bad.err);
    CHECK(bad.code == kBadInput);
    CHECK(bad.err.starts_with("polemarch: "));
    CHECK(std::count(bad.err.begin(), bad.err.end(), '\n') == 1);
  }
}

TEST_CASE("numbers out of range, nan and decimal commas are named with what was expected", "[assistant][cli]") {
  const Folder folder("numbers");
  const std::string out = folder.at("s.pdf");
  for (const char* value : {"nan", "inf", "-nan", "300", "-5", "196,4", "196mm", "1e999", ""}) {
    const Run bad = run({"markers", "--out", out, "--size", "6x4ft", "--ruler", value});
    INFO(value << ": " << bad.err);
    CHECK(bad.code == kBadInput);
    CHECK(bad.err.starts_with("polemarch: --ruler"));
    CHECK(bad.err.ends_with("(see polemarch markers --help)\n"));
    CHECK_FALSE(std::filesystem::exists(out));
  }
  CHECK(run({"markers", "--out", out, "--ruler", "196,4"}).err.find("with a decimal point") != std::string::npos);
  for (const char* option : {"--blur", "--px-per-mm", "--strip-depth", "--base-height", "--laid-sd"})
    CHECK(run({"markers", "--out", out, option, "nan"}).code == kBadInput);
  for (const char* option : {"--marker-mm", "--print-scale"})
    CHECK(run({"track", "--source", "x", "--table", "x", option, "nan"}).err.find("expected") != std::string::npos);
}

TEST_CASE("a border that nobody can read as described is named before a picture is looked at", "[assistant][cli]") {
  const Folder folder("border");
  const Table table = table_with_border(Length::from_mm(900), Length::from_mm(600));
  for (const char* verb : {"track", "calibrate"}) {
    io::Json json = io::json_of(table);
    json["border_family"] = "DICT_9X9";
    Run bad = run({verb, "--source", "nowhere", "--table", folder.with("t.json", json.dump())});
    INFO(bad.err);
    CHECK(bad.code == kBadInput);
    CHECK(bad.err.find("t.json: /border_family: family \"DICT_9X9\": unknown") != std::string::npos);
    json["border_family"] = table.border_family;
    json["border"][3]["marker"] = 99999;
    bad = run({verb, "--source", "nowhere", "--table", folder.with("t.json", json.dump())});
    CHECK(bad.err.find("t.json: /border: marker 99999: DICT_APRILTAG_36h11 has the numbers 0 to 586") != std::string::npos);
    io::Json centred = io::json_of(table);  // places counted from the table's middle
    for (auto& m : centred["border"]) {
      m["x_mm"] = m["x_mm"].get<double>() - 450;
      m["y_mm"] = m["y_mm"].get<double>() - 300;
    }
    bad = run({verb, "--source", "nowhere", "--table", folder.with("t.json", centred.dump())});
    CHECK(
        bad.err.find("t.json: /border: 17 of 24 markers lie outside the table of 900x600 mm, marker 560 by 513 mm; places count from side "
                     "A's left corner\n") != std::string::npos);
    CHECK(run({verb, "--source", "nowhere", "--table", folder.with("t.json", io::json_of(table).dump())}).err.find("outside") ==
          std::string::npos);
  }
}

TEST_CASE("a source without one readable picture and a file of another kind are named with what is wrong", "[assistant][cli]") {
  const Folder folder("unreadable");
  const std::string table = folder.with("t.json", io::json_of(table_with_border(Length::from_mm(900), Length::from_mm(600))).dump());
  const std::string picture = folder.with("a.jpg", "no picture");
  for (const char* verb : {"track", "calibrate"}) {
    const Run bad = run({verb, "--source", picture, "--table", table});
    CHECK(bad.code == kBadInput);
    CHECK(bad.err.find(picture + ": not a picture we can read") != std::string::npos);
  }
  std::filesystem::create_directories(folder.at("all"));
  std::filesystem::copy_file(picture, folder.at("all/a.jpg"));
  CHECK(run({"calibrate", "--source", folder.at("all"), "--table", table}).err.find("a.jpg: not a picture we can read") !=
        std::string::npos);
}

TEST_CASE("output that cannot be written to its end is no success", "[assistant][cli]") {
  if (!std::filesystem::exists("/dev/full")) return;
  std::ofstream full("/dev/full");
  auto* old = std::cout.rdbuf(full.rdbuf());
  std::ostringstream err;
  auto* old_err = std::cerr.rdbuf(err.rdbuf());
  std::string program = "polemarch", verb = "version";
  std::array<char*, 2> words{program.data(), verb.data()};
  const int code = run_cli(2, words.data());
  std::cout.rdbuf(old);
  std::cout.clear();
  std::cerr.rdbuf(old_err);
  CHECK(code == kBadInput);
  CHECK(err.str() == "polemarch: standard output: cannot be written to its end (disk full, or nobody reads it?)\n");
}

TEST_CASE("a base whose marker could never be seen is named before a picture is looked at", "[assistant][cli]") {
  const Folder folder("bases");
  const Table table = table_with_border(Length::from_mm(900), Length::from_mm(600));
  const std::string table_file = folder.with("t.json", io::json_of(table).dump());
  const auto said = [&](int marker, const std::string& family) {
    BaseSpec base;
    base.base = {"A1.1"};
    base.footprint = {Outline::Rectangle, Length::from_mm(60), Length::from_mm(30)};
    base.mount.marker = {marker};
    base.mount.family = family;
    const std::string file = folder.with("b.json", io::json_of(std::vector<BaseSpec>{base}).dump());
    return run({"track", "--source", "nowhere", "--table", table_file, "--bases", file}).err;
  };
  CHECK(said(5000, table.border_family).find("b.json: base A1.1: marker 5000: DICT_APRILTAG_36h11 has the numbers 0 to 586") !=
        std::string::npos);
  CHECK(said(560, table.border_family).find("b.json: base A1.1: marker 560 is one of the table's border") != std::string::npos);
  CHECK(said(560, "STRIP40x6").find("marker 560: STRIP40x6 has the numbers 0 to 511") != std::string::npos);
  CHECK(said(7, "DICT_9X9").find("b.json: base A1.1: family \"DICT_9X9\": unknown") != std::string::npos);
  CHECK(said(7, table.border_family).find("nowhere") != std::string::npos);  // nothing wrong with the base
}

TEST_CASE("one look at the table takes pictures of one size and says what it passed over", "[assistant][calibrate]") {
  const Folder folder("look");
  const std::string look = folder.at("look");
  REQUIRE(run({"simulate", "--scene", test::source_dir() + "/models/data/scenes/first_look.scene.json", "--out", look, "--frames", "2",
               "--gray"})
              .code == kDone);
  const Image other(640, 360, 1);
  REQUIRE_FALSE(vision::write_picture(look + "/frame_000009.png", other.view()));
  const Run seen = run({"calibrate", "--source", look, "--table", look + "/table.json", "--json"});
  INFO(seen.err);
  CHECK(seen.code == kDone);
  CHECK(seen.err == "note: passed over for another size than 1280x720: 1 picture\n");
  CHECK(seen.out.find("\"accepted\":true") != std::string::npos);
}

}  // namespace calibrate_tests
