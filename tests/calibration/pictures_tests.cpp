#include "calibration/board/pictures.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/support/catch.hpp"
#include "vision/pixels/picture.hpp"

namespace pictures_tests {

using namespace polemarch;
using namespace polemarch::calibration;

namespace {

struct Folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("polemarch_pictures_" + std::to_string(::getpid()));
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() {
    std::error_code left;
    std::filesystem::remove_all(path, left);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
};

/// A picture whose top left corner is dark.
Image dark_corner(int width, int height) {
  Image image(width, height, 1);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) image.row(y)[x] = x < width / 4 && y < height / 4 ? 20 : 220;
  return image;
}

/// The JPEG with a note of how the camera was held (EXIF tag 0x112), as phones write it.
void note_orientation(const std::filesystem::path& file, char orientation) {
  std::ifstream in(file, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  const std::string exif(
      "\xFF\xE1\x00\x22"
      "Exif\0\0"
      "II*\0\x08\0\0\0"
      "\x01\0"
      "\x12\x01\x03\0\x01\0\0\0",
      28);
  bytes.insert(2, exif + orientation + std::string(7, '\0'));
  std::ofstream(file, std::ios::binary) << bytes;
}

}  // namespace

TEST_CASE("a phone's note of how it was held does not turn its pictures: the lens belongs to the sensor", "[lens]") {
  const Folder folder;
  const Image image = dark_corner(80, 60);
  for (const char orientation : {char{1}, char{3}, char{6}, char{8}}) {
    const auto file = folder.path / (std::to_string(orientation) + ".jpg");
    REQUIRE_FALSE(vision::write_picture(file.string(), image.view()));
    note_orientation(file, orientation);
  }
  const auto pictures = load_pictures(folder.path.string());
  REQUIRE(pictures);
  REQUIRE(pictures->size() == 4);
  for (const NamedPicture& picture : *pictures) {
    INFO(picture.name << ": " << picture.why_not);
    REQUIRE(picture.gray.width == 80);
    REQUIRE(picture.gray.height == 60);
    CHECK(picture.gray.row(5)[5] < 60);
    CHECK(picture.gray.row(55)[75] > 180);
  }
}

TEST_CASE("pictures that cannot be read come with their reason, a folder of nothing else is an error", "[lens]") {
  const Folder folder;
  REQUIRE_FALSE(vision::write_picture((folder.path / "a.jpg").string(), dark_corner(200, 150).view()));
  std::filesystem::copy_file(folder.path / "a.jpg", folder.path / "b.jpg");
  std::filesystem::resize_file(folder.path / "b.jpg", std::filesystem::file_size(folder.path / "a.jpg") / 2);
  std::ofstream(folder.path / "c.png") << "not a picture";
  std::ofstream(folder.path / "d.txt") << "passed over";
  auto pictures = load_pictures(folder.path.string());
  REQUIRE(pictures);
  REQUIRE(pictures->size() == 3);
  CHECK((*pictures)[0].why_not.empty());
  CHECK((*pictures)[1].why_not == "the picture breaks off before its end (truncated file)");
  CHECK((*pictures)[2].why_not.starts_with("not a picture we can read"));

  std::filesystem::remove(folder.path / "a.jpg");
  pictures = load_pictures(folder.path.string());
  REQUIRE_FALSE(pictures);
  CHECK(pictures.error().line == (folder.path / "b.jpg").string() + ": the picture breaks off before its end (truncated file)");
}

TEST_CASE("a folder of a phone's own pictures says what to do", "[lens]") {
  const Folder folder;
  std::ofstream(folder.path / "IMG_1.HEIC") << "heic";
  const auto pictures = load_pictures(folder.path.string());
  REQUIRE_FALSE(pictures);
  CHECK(pictures.error().line.ends_with("IMG_1.HEIC: save such pictures as JPEG"));
}

}  // namespace pictures_tests
