// Pictures of the table are kept only when asked for, small, cut to the table, one a command.
#include "assistant/play/kept_pictures.hpp"

#include <unistd.h>

#include <fstream>
#include <future>
#include <thread>

#include "assistant/report/report.hpp"
#include "tests/assistant/story/told_battle.hpp"
#include "ui/page/page.hpp"
#include "vision/pixels/picture.hpp"

namespace kept_pictures_tests {

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

KeptPictures beside(const std::string& log) {
  return KeptPictures([log] { return log; });
}

}  // namespace

TEST_CASE("pictures: none is kept unless the players asked", "[play][privacy]") {
  const test::LogFolder folder;
  KeptPictures none;
  CHECK(none.notice().empty());
  CHECK_FALSE(none.see(look_with(1800, 1200), 1));
  CHECK_FALSE(beside("").see(look_with(1800, 1200), 1));  // nothing is logged: there is no beside
  CHECK(std::filesystem::is_empty(folder.path));
}

TEST_CASE("pictures: asked for, one a command is kept beside the log, and the report shows them", "[play][privacy]") {
  const test::LogFolder folder;
  const std::string log = folder / "game.battle";
  std::filesystem::copy_file(test::old_log("long_turn"), log);
  KeptPictures keep = beside(log);
  CHECK(keep.notice() == "pictures are kept");
  CHECK(keep.noticed("sim:a/long/name/of/a/scene.json: 10 border markers").starts_with("pictures are kept"));
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

TEST_CASE("pictures: no link beside a log puts a file of its reader's into the report, nor writes into one", "[play][privacy]") {
  namespace fs = std::filesystem;
  const test::LogFolder folder;
  const std::string log = folder / "game.battle", letter = folder / "letter";
  fs::copy_file(test::old_log("long_turn"), log);
  std::ofstream(letter, std::ios::binary) << "\xFF\xD8\xFFmy letter";
  fs::create_directories(pictures_folder(log));
  fs::create_symlink(letter, pictures_folder(log) + "/3.jpg");
  std::ofstream(pictures_folder(log) + "/5.jpg") << "no photograph";
  CHECK(kept_photos(log).empty());
  CHECK(beside(log).see(look_with(1800, 1200), 3)->line.find("3.jpg: is a link") != std::string::npos);
  fs::remove_all(pictures_folder(log));
  fs::create_directories(folder / "private");
  fs::copy_file(letter, folder / "private/3.jpg");
  fs::create_directory_symlink(folder / "private", pictures_folder(log));
  CHECK(kept_photos(log).empty());
  CHECK(beside(log).see(look_with(1800, 1200), 4)->line.find("game.pictures: is a link") != std::string::npos);
  CHECK(*read_text_file(letter) == "\xFF\xD8\xFFmy letter");
  fs::remove(pictures_folder(log));
  fs::create_directories(pictures_folder(log));  // what a picture is called until it is whole can be guessed too
  fs::create_symlink(letter, pictures_folder(log) + "/6.jpg.part");
  fs::create_symlink(letter, pictures_folder(log) + "/6.jpg.part-" + std::to_string(::getpid()) + "-1");
  CHECK_FALSE(beside(log).see(look_with(1800, 1200), 6));
  CHECK(kept_photos(log).size() == 1);
  CHECK(*read_text_file(letter) == "\xFF\xD8\xFFmy letter");
  fs::remove_all(pictures_folder(log));
  fs::rename(folder / "private", pictures_folder(log));
  REQUIRE(kept_photos(log).size() == 1);
  // A link to the log itself is another thing: what belongs to a log stands beside the file.
  fs::create_directories(folder / "desk");
  fs::create_symlink(log, folder / "desk/today.battle");
  CHECK(kept_photos(folder / "desk/today.battle").size() == 1);
}

TEST_CASE("pictures: they lie beside the log that the battle goes on in after it was rescued", "[play]") {
  const test::LogFolder folder;
  std::string log = folder / "game.battle";
  KeptPictures keep([&log] { return log; });
  REQUIRE_FALSE(keep.see(look_with(1800, 1200), 1));
  log = folder / "game.rescued-1.battle";
  REQUIRE_FALSE(keep.see(look_with(1800, 1200), 2));
  CHECK(std::filesystem::exists(folder / "game.pictures/1.jpg"));
  CHECK(std::filesystem::exists(folder / "game.rescued-1.pictures/2.jpg"));
  CHECK_FALSE(std::filesystem::exists(folder / "game.pictures/2.jpg"));
}

TEST_CASE("pictures: that they are kept is said on the screen, wherever the source lies", "[play][privacy]") {
  const test::LogFolder folder;
  const KeptPictures keep = beside(folder / "game.battle");
  for (const char* source : {"sim:/home/us/scenes/scene.json: 10 pictures a second, 24 border markers",
                             "/media/films/evening.mp4: 24 border markers", "camera:0: 24 border markers"}) {
    ui::ViewState view;
    view.source = keep.noticed(source);
    std::string said;
    const auto wide = [](std::string_view text, double size, ui::page::Face) { return 0.5 * size * static_cast<double>(text.size()); };
    for (const ui::page::Item& item : ui::page::page_of(view, 1920, 1080, wide).items)
      if (const auto* text = std::get_if<ui::page::TextItem>(&item)) said += text->text + "\n";
    INFO(source << "\n" << said);
    CHECK(said.find("pictures are kept") != std::string::npos);
  }
}

TEST_CASE("pictures: kept ones lie under the moments of a replay, and the strip says of which command", "[play][replay]") {
  const test::LogFolder folder;
  const std::string log = folder / "game.battle";
  std::filesystem::copy_file(test::old_log("long_turn"), log);
  ui::ViewState empty;
  PicturesOfReplay none(log);
  CHECK(none.empty());
  none.lay_under(empty, 9, 1800);
  CHECK_FALSE(empty.picture.image);
  CHECK(empty.notices.empty());

  KeptPictures keep = beside(log);
  for (const std::int64_t seq : {3, 5, 8}) REQUIRE_FALSE(keep.see(look_with(1800, 1200), seq));
  std::ofstream(kept_pictures(log).at(8)) << "no picture";
  PicturesOfReplay kept(log);
  REQUIRE_FALSE(kept.empty());
  const auto at = [&](std::int64_t seq, double wide) {
    ui::ViewState view;
    view.source = "replay of game.battle";
    view.scene.width_mm = wide, view.scene.depth_mm = 1200;
    kept.lay_under(view, seq, 1800);
    return view;
  };
  const ui::ViewState early = at(2, 1800);
  CHECK_FALSE(early.picture.image);
  REQUIRE(early.notices.size() == 1);
  CHECK(early.notices[0].text == "no picture of the table was kept before command 3");
  const ui::ViewState here = at(3, 1800), after = at(4, 1800), next = at(5, 1800);
  REQUIRE(here.picture.image);
  CHECK(here.source == "picture kept at command 3, replay of game.battle");
  CHECK(here.notices.empty());
  CHECK((here.picture.x0 == 0 && here.picture.x1 == 1800 && here.picture.y0 == 0 && here.picture.y1 == 1200));
  CHECK(after.picture.version == here.picture.version);  // the last before it
  CHECK(after.source == here.source);
  CHECK(next.picture.version != here.picture.version);
  ui::ViewState two;  // of two moments side by side each has its own
  two.scene.width_mm = 3680, two.scene.depth_mm = 1200;
  two.scene.items.push_back({Polygon{{{0, 0}, {9, 9}}, false, false}, Tone::OnSideA, Pattern::Dotted, 1, "", "troops", "", ""});
  two.replay = ui::ReplayView{};
  two.replay->pinned = 3;
  kept.lay_under(two, 5, 1800);
  REQUIRE(two.picture.image);
  CHECK((two.picture.x0 == 0 && two.picture.x1 == 3680));
  CHECK(two.picture.image->width > 2 * here.picture.image->width);
  CHECK(std::equal(two.picture.image->row(9), two.picture.image->row(9) + here.picture.image->stride(), here.picture.image->row(9)));
  CHECK(two.source.starts_with("picture kept at command 5"));
  CHECK(two.scene.items.empty());  // who stands on the bases is in the picture
  const ui::ViewState damaged = at(9, 1800);
  CHECK_FALSE(damaged.picture.image);
  REQUIRE(damaged.notices.size() == 1);
  CHECK(damaged.notices[0].text.find("8.jpg") != std::string::npos);
  CHECK(at(3, 1800).picture.image);
}

TEST_CASE("pictures: one that a slow disk has not given yet holds up nobody, is told, and lies there once it is read", "[play][replay]") {
  const test::LogFolder folder;
  const std::string log = folder / "game.battle";
  std::filesystem::copy_file(test::old_log("long_turn"), log);
  KeptPictures keep = beside(log);
  for (const std::int64_t seq : {3, 5}) REQUIRE_FALSE(keep.see(look_with(900, 600), seq));
  std::promise<void> disk;
  const std::shared_future<void> gives = disk.get_future().share();
  PicturesOfReplay kept(log, PicturesOfReplay::Reading::Beside, [gives](const std::string& file) {
    gives.wait();
    return read_text_file(file);
  });
  const auto at = [&](std::int64_t seq) {
    ui::ViewState view;
    view.scene.width_mm = 1800, view.scene.depth_mm = 1200;
    kept.lay_under(view, seq, 1800);
    return view;
  };
  for (const std::int64_t seq : {3, 4, 5, 3}) {
    const ui::ViewState view = at(seq);
    CHECK_FALSE(view.picture.image);
    REQUIRE(view.notices.size() == 1);
    CHECK(view.notices[0].text == "reading the picture kept at command " + std::to_string(seq == 5 ? 5 : 3));
  }
  disk.set_value();
  for (const std::int64_t seq : {5, 3}) {
    ui::ViewState view = at(seq);
    for (int i = 0; i < 500 && !view.picture.image; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      view = at(seq);
    }
    REQUIRE(view.picture.image);
    CHECK(view.notices.empty());
  }
}

TEST_CASE("pictures: a replay is closed at once while a slow disk still reads one", "[play][replay]") {
  const test::LogFolder folder;
  const std::string log = folder / "game.battle";
  std::filesystem::copy_file(test::old_log("long_turn"), log);
  KeptPictures keep = beside(log);
  REQUIRE_FALSE(keep.see(look_with(900, 600), 3));
  std::promise<void> disk;
  const std::shared_future<void> gives = disk.get_future().share();
  auto held = std::make_shared<int>(0);  // by whoever reads
  const std::weak_ptr<int> reads = held;
  {
    PicturesOfReplay kept(log, PicturesOfReplay::Reading::Beside, [gives, held = std::move(held)](const std::string& file) {
      gives.wait();
      return read_text_file(file);
    });
    ui::ViewState view;
    kept.lay_under(view, 3, 1800);
    REQUIRE(view.notices.size() == 1);
  }  // closed: the disk has given nothing yet
  CHECK_FALSE(reads.expired());
  disk.set_value();
  for (int i = 0; i < 2000 && !reads.expired(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  CHECK(reads.expired());  // the thread has ended, and held nothing of the program's
}

}  // namespace kept_pictures_tests
