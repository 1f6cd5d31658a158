// Pictures of the table are kept only when asked for, small, cut to the table, one a command.
#include "assistant/play/kept_pictures.hpp"

#include "assistant/report/report.hpp"
#include "tests/assistant/story/told_battle.hpp"
#include "vision/pixels/picture.hpp"

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;

namespace {

Look look_with(int width, int height) {
  Look look;
  auto image = std::make_shared<Image>(width, height, 3);
  for (std::size_t i = 0; i < image->bytes.size(); ++i) image->bytes[i] = static_cast<std::uint8_t>(i % 251);
  look.picture = {image, 1, 0, 0, 1800, 1200};
  return look;
}

}  // namespace

TEST_CASE("pictures: none is kept unless the players asked", "[play][privacy]") {
  const test::LogFolder folder;
  KeptPictures none;
  CHECK(none.notice().empty());
  CHECK_FALSE(none.see(look_with(1800, 1200), 1));
  CHECK_FALSE(KeptPictures::beside("").see(look_with(1800, 1200), 1));  // nothing is logged: there is no beside
  CHECK(std::filesystem::is_empty(folder.path));
}

TEST_CASE("pictures: asked for, one a command is kept beside the log, and the report shows them", "[play][privacy]") {
  const test::LogFolder folder;
  const std::string log = folder / "game.battle";
  std::filesystem::copy_file(test::old_log("long_turn"), log);
  KeptPictures keep = KeptPictures::beside(log);
  CHECK(keep.notice() == "pictures of the table are kept");
  CHECK(keep.noticed("sim:a/long/name/of/a/scene.json: 10 border markers").starts_with("pictures of the table are kept"));
  CHECK(KeptPictures().noticed("camera:0") == "camera:0");
  for (const std::int64_t seq : {0, 0, 3, 3, 5}) REQUIRE_FALSE(keep.see(look_with(1800, 1200), seq));
  REQUIRE_FALSE(keep.see(Look{}, 6));  // no picture, nothing kept
  const auto kept = kept_pictures(log);
  REQUIRE(kept.size() == 3);
  const auto picture = vision::read_picture(kept.at(3), true);
  REQUIRE(picture);
  CHECK(picture->colour->width <= 960);
  CHECK(picture->colour->width * 2 == picture->colour->height * 3);  // the table's own shape
  const auto html = report_html(log, {.photos = {}, .most_bytes = 5'000'000});
  REQUIRE(html);
  CHECK(html->find("data:image/jpeg;base64,/9j/") != std::string::npos);
  CHECK(html->find("The table after command 3") != std::string::npos);
  const auto small = report_html(log);
  REQUIRE(small);
  CHECK(small->size() <= 1'000'000);
}
