// Pictures and films made to hurt: refused by their header, bounded in memory and time.
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <opencv2/imgcodecs.hpp>
#include <string>

#include "models/io/picture_limits.hpp"
#include "tests/support/catch.hpp"
#include "vision/capture/source.hpp"
#include "vision/pixels/picture.hpp"
#include "vision/pixels/picture_size.hpp"

namespace hostile_pictures_tests {

using namespace polemarch;
using namespace std::string_literals;
using Clock = std::chrono::steady_clock;

namespace {

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// The most memory this process ever held, MB.
double peak_mb() {
  rusage use{};
  ::getrusage(RUSAGE_SELF, &use);
  return static_cast<double>(use.ru_maxrss) / 1024;
}

std::string big(std::uint32_t n) {
  return {static_cast<char>(n >> 24), static_cast<char>(n >> 16), static_cast<char>(n >> 8), static_cast<char>(n)};
}

std::string png_chunk(const std::string& kind, const std::string& data) {
  const std::string body = kind + data;
  std::uint32_t crc = ~0U;
  for (const char c : body) {
    crc ^= static_cast<std::uint8_t>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return big(static_cast<std::uint32_t>(data.size())) + body + big(~crc);
}

/// `count` zeros in zlib's form with the fixed codes: one zero, then runs of 258 of it.
std::string packed_zeros(std::uint64_t count) {
  std::string out = "\x78\x01";
  unsigned bits = 0;
  int held = 0;
  const auto put = [&](const char* code) {  // as the standard writes it, first bit first
    for (; *code != '\0'; ++code) {
      bits |= static_cast<unsigned>(*code - '0') << held;
      if (++held < 8) continue;
      out += static_cast<char>(bits);
      bits = 0;
      held = 0;
    }
  };
  put("110");  // the last block, fixed codes
  std::uint64_t left = count;
  for (const std::uint64_t alone = 1 + (count - 1) % 258; left > count - alone; --left) put("00110000");
  for (; left > 0; left -= 258) put("1100010100000");
  put("0000000");
  while (held != 0) put("0");
  return out + big(static_cast<std::uint32_t>(count % 65521) << 16 | 1U);
}

/// A whole and valid grey PNG: black, so that it is small whatever its size.
std::string black_png(std::uint32_t width, std::uint32_t height) {
  return "\x89PNG\r\n\x1A\n"s + png_chunk("IHDR", big(width) + big(height) + "\x08\0\0\0\0"s) +
         png_chunk("IDAT", packed_zeros(std::uint64_t{height} * (width + 1))) + png_chunk("IEND", "");
}

std::vector<std::uint8_t> encoded(const std::string& kind, int width, int height, int level = 90) {
  std::vector<std::uint8_t> bytes;
  cv::imencode(kind, cv::Mat(height, width, kind == ".pgm" ? CV_8UC1 : CV_8UC3, cv::Scalar::all(level)), bytes);
  return bytes;
}

}  // namespace

TEST_CASE("picture: a PNG of 30,000 x 30,000 pixels is refused by its header, at once", "[vision][capture][hostile]") {
  const std::string bytes = black_png(30'000, 30'000);
  CHECK(bytes.size() < 8'000'000);
  const std::string small = black_png(640, 480);  // the same, of a size that is read
  CHECK(vision::decode_picture({reinterpret_cast<const std::uint8_t*>(small.data()), small.size()}, true, "small.png"));
  const double before = peak_mb();
  const auto start = Clock::now();
  const auto picture = vision::decode_picture({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, true, "huge.png");
  CHECK(since(start) < 0.5);
  CHECK(peak_mb() - before < 20);
  REQUIRE_FALSE(picture);
  CHECK(picture.error().line.find("huge.png: 30000 x 30000 pixels") != std::string::npos);
}

TEST_CASE("picture: the header of every kind we read tells its size, and a claim beyond the limit is refused",
          "[vision][capture][hostile]") {
  for (const std::string kind : {".jpg", ".png", ".bmp", ".webp", ".tif", ".pgm", ".ppm"}) {
    INFO(kind);
    const auto bytes = encoded(kind, 321, 123);
    const auto size = vision::capture::picture_size(bytes);
    REQUIRE(size);
    CHECK(size->width == 321);
    CHECK(size->height == 123);
    CHECK(vision::decode_picture(bytes, true, "some" + kind));
    for (std::size_t n = 0; n < std::min<std::size_t>(bytes.size(), 64); ++n)
      static_cast<void>(vision::capture::picture_size(std::span(bytes).first(n)));  // cut anywhere: no reading beyond
  }
  const auto refused = [](std::string bytes) {
    bytes.resize(std::max<std::size_t>(bytes.size(), 200));
    const auto picture = vision::decode_picture({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, false, "claim");
    return !picture && picture.error().line.find("million we read") != std::string::npos;
  };
  CHECK(refused("P5 30000 30000 255\n"s));
  CHECK(refused("P6\n# a comment 1 1\n99999999999999999999 2 255\n"s));
  CHECK(refused("BM"s + std::string(12, '\0') + "\x28\0\0\0\x30\x75\0\0\x30\x75\0\0"s));
  CHECK(refused("BM"s + std::string(12, '\0') + "\x28\0\0\0\x30\x75\0\0\xD0\x8A\xFF\xFF"s));  // from above
  CHECK(refused("RIFF\0\0\0\0WEBPVP8X\x0A\0\0\0\0\0\0\0\x2F\x75\0\x2F\x75\0"s));
  CHECK(refused("II*\0\x08\0\0\0\x02\0\0\x01\x04\0\x01\0\0\0\x30\x75\0\0\x01\x01\x04\0\x01\0\0\0\x30\x75\0\0"s));
  CHECK(refused("MM\0*\0\0\0\x08\0\x02\x01\0\0\x04\0\0\0\x01\0\0\x75\x30\x01\x01\0\x04\0\0\0\x01\0\0\x75\x30"s));
  CHECK(refused("\xFF\xD8\xFF\xC0\0\x0B\x08\x75\x30\x75\x30\x01\x01\x11\0\xFF\xDA\0\x02\xFF\xD9"s));
}

TEST_CASE("picture: a TIFF whose tile or strip is larger than we read is refused by its header, however small the picture",
          "[vision][capture][hostile]") {
  const auto tiff = [](const std::string& kind, std::uint32_t size) {
    const auto little = [](std::uint32_t n, int bytes) {
      std::string out;
      for (int i = 0; i < bytes; ++i) out += static_cast<char>(n >> (8 * i));
      return out;
    };
    const auto entry = [&](std::uint32_t tag, std::uint32_t value) {
      return little(tag, 2) + little(4, 2) + little(1, 4) + little(value, 4);
    };
    std::string entries = entry(256, 16) + entry(257, 16) + entry(258, 8) + entry(259, 1) + entry(262, 1) + entry(277, 1);
    entries += kind == "tile" ? entry(322, size) + entry(323, size) + entry(324, 200) + entry(325, 1000)
                              : entry(273, 200) + entry(278, size) + entry(279, 1000);
    return "II*\0\x08\0\0\0"s + little(kind == "tile" ? 10 : 9, 2) + entries + std::string(2000, '\0');
  };
  for (const std::string kind : {"tile", "strip"}) {
    INFO(kind);
    const std::string bytes = tiff(kind, 30'000);
    const double before = peak_mb();
    const auto picture = vision::decode_picture({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, false, "bomb.tif");
    CHECK(peak_mb() - before < 20);
    REQUIRE_FALSE(picture);
    CHECK(picture.error().line.find("million we read") != std::string::npos);
  }
  const std::string all_rows = tiff("strip", 0xFFFFFFFF);
  CHECK(vision::decode_picture({reinterpret_cast<const std::uint8_t*>(all_rows.data()), all_rows.size()}, false, "whole.tif"));
}

TEST_CASE("picture: what is wrong with a damaged one is said by us alone", "[vision][capture][hostile]") {
  std::string png = black_png(64, 64);
  png[png.find("IDAT") + 6] ^= '\x7F';  // libpng has words for this, OpenCV for the others
  const std::string bmp = "BM"s + std::string(12, '\0') + "\x28\0\0\0\x0A\0\0\0\x0A\0\0\0\x01\0\x08\0"s + std::string(16, '\0') +
                          "\xFF\xFF\xFF\x7F"s + std::string(2000, '\0');
  int pipe_ends[2];
  REQUIRE(::pipe(pipe_ends) == 0);
  const int kept = ::dup(STDERR_FILENO);
  std::cerr.flush();
  ::dup2(pipe_ends[1], STDERR_FILENO);
  int refused = 0;
  for (const std::string& bytes : {png, bmp, "P5 800 800 65535\n"s, "P3 80 80 255\n1 2"s})
    refused += vision::decode_picture({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, false, "damaged") ? 0 : 1;
  std::cerr << "ours" << std::flush;
  std::fputs(" and C's", stderr);
  ::dup2(kept, STDERR_FILENO);
  ::close(kept);
  ::close(pipe_ends[1]);
  char said[4096] = {};
  CHECK(::read(pipe_ends[0], said, sizeof said - 1) > 0);
  ::close(pipe_ends[0]);
  CHECK(std::string(said) == "ours and C's");
  CHECK(refused == 4);
}

TEST_CASE("picture: a JPEG that the decoder refuses at its header is refused, not black", "[vision][capture][hostile]") {
  const std::vector<std::uint8_t> good = encoded(".jpg", 64, 48);
  const std::string text(good.begin(), good.end());
  const std::size_t frame = text.find("\xFF\xC0");
  REQUIRE(frame != std::string::npos);
  std::string twelve = text, lossless = text;
  twelve[frame + 4] = 12;  // bits a sample
  lossless[frame + 1] = '\xC3';
  for (const std::string& bytes : {twelve, lossless}) {
    const auto picture = vision::decode_picture({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, true, "odd.jpg");
    REQUIRE_FALSE(picture);
    CHECK(picture.error().line.find("odd.jpg: not a picture we can read") == 0);
  }
  CHECK(vision::decode_picture(good, true, "good.jpg"));
}

TEST_CASE("picture: a JPEG of endless passes is refused before it is decoded", "[vision][capture][hostile]") {
  std::vector<std::uint8_t> bytes;
  cv::imencode(".jpg", cv::Mat(480, 640, CV_8UC3, cv::Scalar::all(90)), bytes, {cv::IMWRITE_JPEG_PROGRESSIVE, 1});
  CHECK(vision::decode_picture(bytes, true, "progressive.jpg"));
  const std::string text(bytes.begin(), bytes.end());
  const std::size_t last = text.rfind("\xFF\xDA"), end = text.rfind("\xFF\xD9");
  std::string endless = text.substr(0, end);
  for (int i = 0; i < 200; ++i) endless += text.substr(last, end - last);
  endless += text.substr(end);
  const auto picture = vision::decode_picture({reinterpret_cast<const std::uint8_t*>(endless.data()), endless.size()}, true, "endless.jpg");
  REQUIRE_FALSE(picture);
  CHECK(picture.error().line.find("endless.jpg: a JPEG of more than 100 passes") == 0);
}

namespace {

std::string little(std::uint32_t n) {
  const std::string b = big(n);
  return {b[3], b[2], b[1], b[0]};
}
std::string riff(const std::string& kind, const std::string& data) {
  return kind + little(static_cast<std::uint32_t>(data.size())) + data + (data.size() % 2 == 1 ? "\0"s : "");
}

/// A film of one picture, a PNG of the size that its header tells.
std::string film_of(std::uint32_t width, std::uint32_t height) {
  const std::string picture = black_png(width, height), none = little(0);
  const std::string size = little(static_cast<std::uint32_t>(picture.size()));
  const std::string main = little(100'000) + none + none + little(16) + little(1) + none + little(1) + size + little(width) +
                           little(height) + none + none + none + none;
  const std::string stream =
      "vidsMPNG" + none + none + none + little(1) + little(10) + none + little(1) + size + little(~0U) + none + none + none;
  const std::string format = little(40) + little(width) + little(height) + "\1\0\x18\0MPNG"s + none + none + none + none + none;
  const std::string head = riff("LIST", "hdrl" + riff("avih", main) + riff("LIST", "strl" + riff("strh", stream) + riff("strf", format)));
  return riff("RIFF", "AVI " + head + riff("LIST", "movi" + riff("00dc", picture)));
}

}  // namespace

TEST_CASE("source: a film larger than we read is refused before it is decoded", "[vision][capture][hostile]") {
  const auto path = std::filesystem::temp_directory_path() / ("polemarch_film_" + std::to_string(::getpid()) + ".avi");
  const auto opened = [&](std::uint32_t side) {
    const std::string film = film_of(side, side);
    std::ofstream(path, std::ios::binary) << film;
    return vision::open_source(path.string());
  };
  {
    auto small = opened(320);
    INFO((small ? std::string() : small.error().line));
    REQUIRE(small);
    CHECK((*small)->next(5));
  }
  const auto large = opened(9'000);
  REQUIRE_FALSE(large);
  CHECK(large.error().line.find("9000 x 9000 pixels are more than the 64 million we read") != std::string::npos);
  std::filesystem::remove(path);
}

TEST_CASE("picture: kinds whose header we do not read are not decoded", "[vision][capture][hostile]") {
  for (const std::string& bytes :
       {"\0\0\0\x0CjP  \r\n\x87\n"s, "\x59\xA6\x6A\x95"s + std::string(60, '\1'), "#?RADIANCE\n\n-Y 30000 +X 30000\n"s,
        "v/1\1"s + std::string(60, '\0'), "Pf\n30000 30000\n-1\n"s, "P7\nWIDTH 30000\nHEIGHT 30000\n"s}) {
    const auto picture = vision::decode_picture({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, false, "odd");
    REQUIRE_FALSE(picture);
    CHECK(picture.error().line.find("not a picture we can read") != std::string::npos);
  }
}

}  // namespace hostile_pictures_tests
