#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>

#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"
#include "tests/support/stock.hpp"
#include "tests/support/truth_report.hpp"
#include "vision/detect/squares/detector.hpp"
#include "vision/pixels/picture.hpp"
#include "vision/pixels/read_image.hpp"

namespace detect_tests {

using namespace polemarch;
using namespace polemarch::vision;

namespace {

/// Paints a marker with a white rim of one module into `image`, eight by eight samples a pixel, then blurs and adds noise outside.
void paint_marker(Image& image, const Dictionary& d, int number, const Quad& corners) {
  const Homography back = unit_square_to(corners).inverse();
  const int modules = d.side + 2;
  const double rim = 1.0 / modules;
  const auto [left, right] = std::minmax({corners[0].x, corners[1].x, corners[2].x, corners[3].x});
  const auto [top, bottom] = std::minmax({corners[0].y, corners[1].y, corners[2].y, corners[3].y});
  const double reach = 0.5 * std::max(right - left, bottom - top);  // the rim lies well inside this
  for (int y = std::max(0, static_cast<int>(top - reach)); y < std::min<int>(image.height, static_cast<int>(bottom + reach)); ++y) {
    for (int x = std::max(0, static_cast<int>(left - reach)); x < std::min<int>(image.width, static_cast<int>(right + reach)); ++x) {
      double sum = 0;
      int inside = 0;
      for (int s = 0; s < 64; ++s) {
        const PixelPoint uv = back.map(x + (s % 8 + 0.5) / 8 - 0.5, y + (s / 8 + 0.5) / 8 - 0.5);
        if (!(uv.x > -rim && uv.x < 1 + rim && uv.y > -rim && uv.y < 1 + rim)) continue;
        ++inside;
        const int c = static_cast<int>(std::floor(uv.x * modules)) - 1, r = static_cast<int>(std::floor(uv.y * modules)) - 1;
        const bool outside = c < -1 || r < -1 || c > d.side || r > d.side;
        const bool code = c >= 0 && r >= 0 && c < d.side && r < d.side;
        const bool white = outside || (code && d.bit(d.words[static_cast<std::size_t>(number)], r, c));
        sum += white ? 220 : 40;
      }
      if (inside == 0) continue;
      auto& pixel = image.row(y)[x];
      pixel = static_cast<std::uint8_t>(std::lround((sum + (64 - inside) * pixel) / 64));
    }
  }
}

void soften(Image& image, double sigma, double noise, unsigned seed) {
  const int reach = static_cast<int>(std::ceil(3 * sigma));
  std::vector<double> kernel;
  double total = 0;
  for (int i = -reach; i <= reach; ++i) total += kernel.emplace_back(std::exp(-0.5 * i * i / (sigma * sigma)));
  std::vector<double> half(image.bytes.size());
  const auto at = [&](int x, int y) {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x);
  };
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      for (int i = -reach; i <= reach; ++i)
        half[at(x, y)] += kernel[static_cast<std::size_t>(i + reach)] / total * image.row(y)[std::clamp(x + i, 0, image.width - 1)];
  std::mt19937 random(seed);
  std::normal_distribution<double> jitter(0.0, noise);
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      double sum = 0;
      for (int i = -reach; i <= reach; ++i)
        sum += kernel[static_cast<std::size_t>(i + reach)] / total * half[at(x, std::clamp(y + i, 0, image.height - 1))];
      image.row(y)[x] = static_cast<std::uint8_t>(std::clamp(std::lround(sum + jitter(random)), 0L, 255L));
    }
  }
}

/// What a cheap webcam does to small pictures: edges sharpened, every pixel doubled, the odd rows from another moment.
Image sharpened_and_combed(const Image& small, double amount, int shift) {
  Image soft = small;
  soften(soft, 1.0, 0.0, 1);
  Image out(2 * small.width, 2 * small.height, 1);
  for (int y = 0; y < out.height; ++y) {
    for (int x = 0; x < out.width; ++x) {
      const int from = std::clamp((x - (y % 2) * shift) / 2, 0, small.width - 1);
      const double was = small.row(y / 2)[from], around = soft.row(y / 2)[from];
      out.row(y)[x] = static_cast<std::uint8_t>(std::clamp(std::lround(was + amount * (was - around)), 0L, 255L));
    }
  }
  return out;
}

Quad turned_square(double cx, double cy, double side, double degrees, double squeeze = 1.0) {
  const double a = degrees * 3.14159265358979 / 180;
  Quad q;
  constexpr std::array<std::array<double, 2>, 4> kCorners{{{-.5, -.5}, {.5, -.5}, {.5, .5}, {-.5, .5}}};
  for (std::size_t k = 0; k < 4; ++k) {
    const double u = kCorners[k][0] * side * (1 + 0.08 * kCorners[k][1]), v = kCorners[k][1] * side * squeeze;
    q[k] = {cx + std::cos(a) * u - std::sin(a) * v, cy + std::sin(a) * u + std::cos(a) * v};
  }
  return q;
}

Image grey(int w, int h, int level) {
  Image image(w, h, 1);
  std::fill(image.bytes.begin(), image.bytes.end(), static_cast<std::uint8_t>(level));
  return image;
}

std::optional<std::filesystem::path> photographs() {
  const auto folder = std::filesystem::path(test::source_dir()) / ".." / "shared" / "real";
  if (std::filesystem::is_regular_file(folder / "truth.json")) return folder;
  WARN("SKIPPED: " << folder.string() << " is not there (real photographs are not part of the repository)");
  return std::nullopt;
}

}  // namespace

TEST_CASE("prints whose modules read plainly are found though the picture is sharpened and combed", "[vision][detect]") {
  const auto d = load_dictionary("DICT_5X5_250");
  REQUIRE(d);
  SquareDetector detector(*d);
  DetectSettings smooth_only;
  smooth_only.identity.rough_residual = 0;
  SquareDetector strict(*d, smooth_only);
  std::size_t found = 0, found_strictly = 0, all = 0;
  for (unsigned seed = 0; seed < 4; ++seed) {
    Image small = grey(200, 150, 110);
    std::vector<int> numbers;
    for (int i = 0; i < 12; ++i) {
      numbers.push_back(static_cast<int>(60 * seed) + 5 * i);
      paint_marker(
          small, *d, numbers.back(),
          turned_square(28 + 48 * (i % 4) + 0.3 * i, 28 + 46 * (i / 4.0 - (i % 4) / 4.0), 13.0 + 0.1 * i, 7.0 * i + 3.0 * seed, 0.95));
    }
    soften(small, 0.45, 2.0, seed);
    const Image picture = sharpened_and_combed(small, 2.5, 1);
    const Detections seen = detector.detect(picture.view());
    found_strictly += strict.detect(picture.view()).markers.size();
    for (const Detection& m : seen.markers) {
      INFO("number " << m.marker.number);
      CHECK(std::ranges::count(numbers, m.marker.number) == 1);
    }
    found += seen.markers.size();
    all += 12;
  }
  WARN(found << " of " << all << " sharpened and combed prints found, " << found_strictly << " where every print must look smooth");
  CHECK(10 * found >= 9 * all);
  CHECK(found > found_strictly);
}

TEST_CASE("every turn of a marker gives the same corners in OpenCV's order", "[vision][detect]") {
  const auto d = load_dictionary("DICT_APRILTAG_36h11");
  REQUIRE(d);
  SquareDetector detector(*d);
  for (const double degrees : {0.0, 90.0, 180.0, 270.0, 33.0, 215.0}) {
    Image image = grey(120, 120, 120);
    const Quad truth = turned_square(60.3, 58.7, 40, degrees);
    paint_marker(image, *d, 17, truth);
    soften(image, 0.7, 2.0, 5);
    const Detections found = detector.detect(image.view());
    INFO("degrees " << degrees);
    REQUIRE(found.markers.size() == 1);
    CHECK(found.markers[0].marker.number == 17);
    for (std::size_t k = 0; k < 4; ++k) CHECK(length(found.markers[0].corners[k] - truth[k]) < 0.15);
  }
}

TEST_CASE("our corner order is the order of cv::aruco for every kind of family", "[vision][detect]") {
  for (const char* family : {"DICT_4X4_50", "DICT_ARUCO_ORIGINAL", "DICT_APRILTAG_16h5", "DICT_APRILTAG_36h11"}) {
    const auto d = load_dictionary(family);
    REQUIRE(d);
    Image image = grey(200, 200, 150);
    paint_marker(image, *d, 7, turned_square(100, 100, 110, 20));
    soften(image, 0.7, 1.0, 5);
    SquareDetector ours(*d);
    auto stock = StockDetector::make(Stock::ArucoTuned, family);
    REQUIRE(stock);
    const Detections a = ours.detect(image.view());
    const Detections b = stock->detect(image.view());
    INFO(family);
    REQUIRE(a.markers.size() == 1);
    REQUIRE(b.markers.size() == 1);
    CHECK(a.markers[0].marker == b.markers[0].marker);
    for (std::size_t k = 0; k < 4; ++k) CHECK(length(a.markers[0].corners[k] - b.markers[0].corners[k]) < 1.0);
    if (std::string(family).starts_with("DICT_APRILTAG")) {
      auto tags = StockDetector::make(Stock::AprilTag1, family);
      REQUIRE(tags);
      const Detections c = tags->detect(image.view());
      REQUIRE(c.markers.size() == 1);
      for (std::size_t k = 0; k < 4; ++k) CHECK(length(a.markers[0].corners[k] - c.markers[0].corners[k]) < 0.3);
    }
  }
}

TEST_CASE("markers of 1.7 px a module are read, ArUco's default finds none", "[vision][detect]") {
  const auto d = load_dictionary("DICT_APRILTAG_36h11");
  REQUIRE(d);
  SquareDetector detector(*d);
  Image image = grey(300, 300, 110);
  for (int i = 0; i < 36; ++i) paint_marker(image, *d, i, turned_square(25.3 + 50.1 * (i % 6), 25.9 + 49.7 * (i / 6), 13.6, 17.0 * i));
  soften(image, 0.6, 4.0, 9);
  const Detections found = detector.detect(image.view());
  int right = 0;
  for (const Detection& m : found.markers) {
    const int i = m.marker.number;
    REQUIRE(i < 36);
    right += std::abs(m.corners[0].x - (25.3 + 50.1 * (i % 6))) < 12 ? 1 : 0;
  }
  CHECK(right == static_cast<int>(found.markers.size()));
  CHECK(right >= 35);
  auto stock = StockDetector::make(Stock::ArucoDefault, "DICT_APRILTAG_36h11");
  REQUIRE(stock);
  CHECK(stock->detect(image.view()).markers.size() < 10);
}

TEST_CASE("the same number twice is reported twice, an inverted print not at all", "[vision][detect]") {
  const auto d = load_dictionary("DICT_4X4_250");
  REQUIRE(d);
  SquareDetector detector(*d);
  Image image = grey(200, 100, 150);
  paint_marker(image, *d, 3, turned_square(50, 50, 40, 10));
  paint_marker(image, *d, 3, turned_square(150, 50, 40, 100));
  soften(image, 0.7, 2.0, 1);
  CHECK(detector.detect(image.view()).markers.size() == 2);
  for (auto& byte : image.bytes) byte = static_cast<std::uint8_t>(255 - byte);
  CHECK(detector.detect(image.view()).markers.empty());
}

TEST_CASE("a steep view is read", "[vision][detect]") {
  const auto d = load_dictionary("DICT_4X4_50");
  REQUIRE(d);
  SquareDetector detector(*d);
  Image image = grey(160, 120, 150);
  const Quad truth = turned_square(80, 60, 60, 25, 0.4);
  paint_marker(image, *d, 11, truth);
  soften(image, 0.7, 2.0, 1);
  const Detections found = detector.detect(image.view());
  REQUIRE(found.markers.size() == 1);
  for (std::size_t k = 0; k < 4; ++k) CHECK(length(found.markers[0].corners[k] - truth[k]) < 0.3);
}

TEST_CASE("noise, chessboards and stripes hold no marker of any family", "[vision][detect]") {
  Image image = grey(320, 240, 128);
  std::mt19937 random(3);
  for (int y = 0; y < 240; ++y) {
    for (int x = 0; x < 320; ++x) {
      if (x < 100)
        image.row(y)[x] = static_cast<std::uint8_t>(random() % 256);  // noise
      else if (x < 210)
        image.row(y)[x] = ((x / 9 + y / 9) % 2) != 0 ? 220 : 30;  // chessboard
      else
        image.row(y)[x] = ((x / 5) % 2) != 0 && ((y / 23) % 3) != 0 ? 20 : 200;  // bars
    }
  }
  soften(image, 0.8, 3.0, 2);
  for (const std::string& family : dictionary_names()) {
    auto d = load_dictionary(family);
    REQUIRE(d);
    INFO(family);
    CHECK(SquareDetector(std::move(*d)).detect(image.view()).markers.empty());
  }
}

TEST_CASE("unknown families and broken dictionary files are one line", "[vision][detect]") {
  CHECK(load_dictionary("DICT_9X9_1").error().line.find("DICT_9X9_1") != std::string::npos);
  CHECK(load_dictionary("FILE:/nowhere/none.yml").error().line.find("no file") != std::string::npos);
  const auto here = std::filesystem::path(test::source_dir()) / "CMakeLists.txt";
  CHECK_FALSE(load_dictionary("FILE:" + here.string()));
  CHECK_FALSE(read_gray(here.string()));
  CHECK_FALSE(read_gray("/nowhere.png"));
  CHECK(read_gray("/nowhere.png").error().line == "/nowhere.png: no such picture, or no right to read it");
}

TEST_CASE("a dictionary file may be YAML, XML or JSON as OpenCV writes them, and damaged text is no dictionary", "[vision][detect]") {
  const std::string yaml =
      "%YAML:1.0\n---\nnmarkers: 2 # words\nmarkersize: 2\nmaxCorrectionBits: 1\nmarker_0: \"0111\"\nmarker_1: \"0001\"\n";
  const std::string xml =
      "<?xml version=\"1.0\"?>\n<opencv_storage>\n<nmarkers>2</nmarkers>\n<markersize>2</markersize>\n"
      "<maxCorrectionBits>1</maxCorrectionBits>\n<marker_0>\"0111\"</marker_0>\n<marker_1>\"0001\"</marker_1>\n</opencv_storage>\n";
  const std::string json = R"({"nmarkers": 2, "markersize": 2, "maxCorrectionBits": 1, "marker_0": "0111", "marker_1": "0001"})";
  for (const std::string& text : {yaml, xml, json, "\r\n# ours\n" + yaml}) {
    INFO(text);
    const auto read = dictionary_from_text(text, "FILE:d.yml", "d.yml");
    REQUIRE(read);
    CHECK(read->side == 2);
    CHECK(read->max_correction == 1);
    CHECK(read->words == std::vector<CodeWord>{7, 1});
    for (std::size_t cut = 0; cut + 3 < text.size(); ++cut) CHECK_FALSE(dictionary_from_text(text.substr(0, cut), "FILE:d.yml", "d.yml"));
  }
  const std::string ended = "<?xml version=",
                    hung = "%YAML:1.0\n---\xCCnmarkers: 2\n<!--Farkersize: 2\nmarker_0: \"0111e\nmarker_1: \"0001\"\n";
  for (const std::string& text :
       {ended, hung, std::string("<opencv_storage><a>"), std::string("<opencv_storage><>"), std::string("{"), std::string("[]")})
    CHECK_FALSE(dictionary_from_text(text, "FILE:d.yml", "d.yml"));
}

TEST_CASE("a dictionary of more words than can be told apart at once is refused before they are compared", "[vision][detect]") {
  const auto family_of = [](int count) {
    std::string text = "%YAML:1.0\n---\nnmarkers: " + std::to_string(count) + "\nmarkersize: 4\n";
    for (int i = 0; i < count; ++i) {
      text += "marker_" + std::to_string(i) + ": \"";
      for (int bit = 15; bit >= 0; --bit) text += (i >> bit & 1) != 0 ? '1' : '0';
      text += "\"\n";
    }
    return dictionary_from_text(text, "FILE:d.yml", "d.yml");
  };
  const auto few = family_of(300);
  REQUIRE(few);
  CHECK(few->words.size() == 300);
  CHECK(few->words[5] == 5);
  CHECK(few->min_distance == 0);  // 1 turned is 8
  const auto many = family_of(5001);
  REQUIRE_FALSE(many);
  CHECK(many.error().line.find("d.yml: nmarkers must be 1 to 5000") != std::string::npos);
}

TEST_CASE("a phone's photograph with a film behind it is whole, what phones write and we cannot read is named", "[vision][detect]") {
  const auto dir = std::filesystem::temp_directory_path() / ("polemarch_read_" + std::to_string(::getpid()));
  std::filesystem::create_directories(dir);
  const std::string jpeg = (dir / "motion.jpg").string(), heic = (dir / "IMG_1.jpg").string(), gif = (dir / "b.png").string();
  REQUIRE_FALSE(write_picture(jpeg, Image(64, 48, 1).view()));
  std::ofstream(jpeg, std::ios::binary | std::ios::app) << std::string(200000, 'f');
  const auto image = read_gray(jpeg);
  REQUIRE(image);
  CHECK(image->width == 64);
  std::ofstream(heic, std::ios::binary) << std::string(
      "\0\0\0\x18"
      "ftypheic\0\0\0\0mif1heic",
      24);
  CHECK(read_gray(heic).error().line == heic + ": a HEIC picture, which we cannot read here; save it as JPEG or PNG");
  std::ofstream(gif, std::ios::binary) << "GIF89a";
  CHECK(read_gray(gif).error().line == gif + ": a GIF picture, which we cannot read here; save it as JPEG or PNG");
  CHECK(read_gray("/dev/null").error().line == "/dev/null: is a device, not a picture (a camera is named camera:0)");
  std::filesystem::remove_all(dir);
}

TEST_CASE("photographs: more markers than either stock detector and no false one", "[vision][detect][real]") {
  const auto folder = photographs();
  if (!folder) return;
  const auto truth = read_truth((*folder / "truth.json").string());
  REQUIRE(truth);
  Score ours, stock;
  for (const TruthPicture& picture : *truth) {
    const bool small = picture.file.starts_with("swatbotics_clipboard") || picture.file.starts_with("duckietown") ||
                       picture.file.starts_with("eurobot2025") || picture.file.starts_with("opencv_tutorial");
    if (!small || picture.family.empty()) continue;
    const auto image = read_gray((*folder / picture.file).string());
    REQUIRE(image);
    auto d = load_dictionary(picture.family, folder->string());
    REQUIRE(d);
    ours.add(score_picture(picture, SquareDetector(std::move(*d)).detect(image->view())));
    auto peer = StockDetector::make(Stock::ArucoDefault, picture.family, folder->string());
    REQUIRE(peer);
    stock.add(score_picture(picture, peer->detect(image->view())));
  }
  CHECK(ours.false_finds == 0);
  CHECK(ours.turned == 0);
  CHECK(ours.found >= stock.found);
  CHECK(ours.found >= 0.98 * ours.listed);
}

TEST_CASE("photographs without markers give none in the weakest families", "[vision][detect][real]") {
  const auto folder = photographs();
  if (!folder) return;
  const auto truth = read_truth((*folder / "truth.json").string());
  REQUIRE(truth);
  const bool all = std::getenv("POLEMARCH_LONG") != nullptr;
  int looked = 0;
  for (const char* family : {"DICT_4X4_1000", "DICT_APRILTAG_16h5"}) {
    auto d = load_dictionary(family);
    REQUIRE(d);
    SquareDetector detector(std::move(*d));
    for (const TruthPicture& picture : *truth) {
      if (!picture.family.empty()) continue;
      const bool quick = picture.file.find("opencv_") != std::string::npos || picture.file.find("left0") != std::string::npos;
      if (!all && !quick) continue;
      const auto image = read_gray((*folder / picture.file).string());
      REQUIRE(image);
      ++looked;
      INFO(family << " " << picture.file);
      CHECK(detector.detect(image->view()).markers.empty());
    }
  }
  CHECK(looked > 10);
}

}  // namespace detect_tests
