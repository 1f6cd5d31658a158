#include <chrono>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>
#include <zmq.hpp>

#include "assistant/eye/table_eye.hpp"
#include "assistant/play/broadcast.hpp"
#include "assistant/play/camera_feed.hpp"
#include "assistant/play/headless.hpp"
#include "assistant/play/picture_rate.hpp"
#include "assistant/play/script.hpp"
#include "assistant/play/stage.hpp"
#include "assistant/play/straighten.hpp"
#include "tests/assistant/bus/page_client.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"
#include "ui/keys.hpp"
#include "vision/capture/source.hpp"
#include "vision/pixels/camera_model.hpp"

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;

namespace {

std::string sample() { return test::source_dir() + "/models/data/battles/paean_sample.json"; }

/// A battle without a log, its desk and a table moved by hand.
struct Room {
  Stage stage = std::move(*set_stage({sample(), "", "", ""}));
  double now = 0;
  ManualFeed feed{[this] { return stage.session->battle().places(); }, [this] { return now; }};
  Desk desk{*stage.session, stage.table, stage.bases, {.seed = 5}};

  void pass(double seconds) {
    for (int i = 0; i < static_cast<int>(seconds * 10); ++i) {
      now += 0.1;
      desk.see(*feed.next());
      for (const DragBase& move : desk.take_drags()) feed.drag(move);
    }
  }
  const engine::Place& place(const std::string& base) {
    places = stage.session->battle().places();
    for (const engine::Place& place : places)
      if (place.base.text == base) return place;
    throw std::out_of_range(base);
  }
  std::vector<engine::Place> places;
};

/// Gives what it is told.
struct FakeFeed final : Feed {
  std::vector<std::optional<Look>> looks;
  std::optional<Look> next() override {
    if (looks.empty()) return std::nullopt;
    auto look = looks.front();
    looks.erase(looks.begin());
    return look;
  }
};

/// Gives no picture, only a state.
class SilentSource final : public vision::Source {
 public:
  explicit SilentSource(vision::SourceStatus status) : status_(std::move(status)) {}
  std::optional<Frame> next(double /*wait_s*/) override { return std::nullopt; }
  vision::SourceStatus status() const override { return status_; }
  std::string description() const override { return "silent"; }
  std::vector<std::string> warnings() const override { return {}; }

 private:
  vision::SourceStatus status_;
};

/// Breaks while it decodes its first picture; the others are empty tables.
class BreakingSource final : public vision::Source {
 public:
  std::optional<Frame> next(double /*wait_s*/) override {
    if (++pictures_ == 1) throw std::runtime_error("broken tables\nin the decoder");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    Frame frame;
    frame.index = pictures_;
    frame.t = 0.02 * static_cast<double>(pictures_);
    frame.gray = std::make_shared<Image>(64, 48, 1);
    return frame;
  }
  vision::SourceStatus status() const override { return {.state = vision::SourceState::Live, .text = ""}; }
  std::string description() const override { return "breaking"; }

 private:
  std::int64_t pictures_ = 0;
};

Look camera_look(double t, double x) {
  Look look;
  look.table.t = t;
  look.table.registered = true;
  ObservedBase base;
  base.base = {"A1.1"};
  base.x_mm = x;
  base.state = Seen::Seen;
  base.settled = true;
  look.table.bases = {base};
  return look;
}

}  // namespace

TEST_CASE("a base dragged by hand is taken into the battle as a move is with a camera", "[play]") {
  Room room;
  room.pass(4);
  room.desk.wish(DragBase{{"A5.1"}, {1500, 400}, 90});
  room.pass(2);
  CHECK(room.place("A5.1").pose.y != 400_mm);
  room.pass(4);
  CHECK(room.place("A5.1").pose.x == 1500_mm);
  CHECK(room.place("A5.1").pose.y == 400_mm);
  REQUIRE(room.stage.session->lines().size() == 1);
  CHECK(room.stage.session->lines()[0].source == "camera");
}

TEST_CASE("a unit's place is typed where there is no camera", "[play]") {
  Room room;
  room.pass(4);
  room.desk.wish(SelectUnit{{"A5"}});
  for (const char* key : {"t", "1", "5", "2", "0", "Space", "4", "1", "0", "Space", "4", "5", "Enter"}) {
    const auto intent = ui::intent_of({.key = key}, room.desk.view());
    REQUIRE(intent);
    room.desk.wish(*intent);
  }
  room.pass(5);
  CHECK(room.place("A5.1").pose.x == 1520_mm);
  CHECK(room.place("A5.1").pose.heading == 45_deg);
  room.desk.wish(TypeKey{"t"});
  room.desk.wish(TypeKey{"x"});
  room.desk.wish(TypeKey{"Enter"});
  CHECK(room.desk.view().question->hint.starts_with("x and y in mm"));
}

TEST_CASE("a click selects, a second one on an enemy names the target", "[play]") {
  Room room;
  room.pass(1);
  const engine::Place friendly = room.place("A1.1"), enemy = room.place("B1.1");
  room.desk.wish(SelectAt{{friendly.pose.x.mm(), friendly.pose.y.mm()}});
  CHECK(room.desk.view().selected == "A1");
  room.desk.wish(SelectAt{{enemy.pose.x.mm(), enemy.pose.y.mm()}});
  CHECK(room.desk.view().selected == "A1");
  room.desk.wish(SelectAt{{5, 5}});
  CHECK(room.desk.view().selected.empty());
}

TEST_CASE("undo takes the last move back and the ghost shows where the bases were", "[play]") {
  Room room;
  room.pass(4);
  const Pose stood = room.place("A5.1").pose;
  room.desk.wish(DragBase{{"A5.1"}, {1500, 400}, 90});
  room.pass(6);
  REQUIRE(room.place("A5.1").pose.y == 400_mm);
  room.desk.wish(UndoLast{});
  CHECK(room.place("A5.1").pose.y == stood.y);
  CHECK(room.stage.session->lines().size() == 2);
}

TEST_CASE("a ruling closes the desk's question, whoever gives it and however often it is given", "[play]") {
  Stage stage = std::move(*set_stage({test::source_dir() + "/models/data/battles/to_the_strongest_sample.json", "", "", ""}));
  Desk desk{*stage.session, stage.table, stage.bases, {.seed = 5}};
  const engine::Battle& battle = stage.session->battle();
  const auto asks = [&] {
    const auto view = desk.view();
    return view.question && view.question->id == "overrule";
  };
  /// Gives the first order that a rule refuses; the question of it is open then. The seq it was refused at.
  const auto refused = [&] {
    for (const engine::Place& place : battle.places())
      for (const engine::OfferText& offer : battle.offers(viewer_of(place.side), place.unit)) {
        if (!offer.verdict.may_be_overruled() || !offer.whole) continue;
        auto command = nlohmann::json::parse(offer.command);
        command["by"] = name_of(viewer_of(place.side));
        desk.wish(GiveCommand{command.dump()});
        if (asks()) return battle.seq();
      }
    return std::int64_t{0};
  };
  const auto rule = [](std::int64_t seq, bool allow) {
    return GiveCommand{nlohmann::json{{"by", "umpire"}, {"do", "rule"}, {"allow", allow}, {"seq", seq}, {"reason", "?"}}.dump()};
  };
  SECTION("by the question itself") {
    const std::int64_t seq = refused();
    REQUIRE(seq > 0);
    desk.wish(ChooseOption{"overrule", "both"});
    CHECK_FALSE(asks());
    CHECK(battle.seq() == seq + 1);
    desk.wish(ChooseOption{"overrule", "both"});  // a second click finds nothing to rule on
    CHECK(battle.seq() == seq + 1);
  }
  SECTION("by a command typed") {
    const std::int64_t seq = refused();
    REQUIRE(seq > 0);
    desk.wish(rule(seq, true));
    CHECK_FALSE(asks());
  }
  SECTION("when the ruling says it stays refused") {
    const std::int64_t seq = refused();
    REQUIRE(seq > 0);
    desk.wish(rule(seq, false));
    CHECK_FALSE(asks());
  }
}

TEST_CASE("level, mute, seat, pause, keys and why change the view and nothing else", "[play]") {
  Room room;
  room.pass(1);
  for (const Intent& intent : {Intent{SetHelpLevel{"umpire"}}, Intent{ToggleMute{}}, Intent{RotateView{1}}, Intent{RotateView{-2}},
                               Intent{TogglePause{}}, Intent{ToggleKeys{}}, Intent{AskWhy{}}, Intent{TogglePicture{}}})
    room.desk.wish(intent);
  const ui::ViewState view = room.desk.view();
  CHECK(view.help_level == ui::HelpLevel::Umpire);
  CHECK(view.muted);
  CHECK(view.quarter_turns == 3);
  CHECK(view.paused);
  CHECK(view.show_keys);
  CHECK(view.show_why);
  CHECK_FALSE(view.show_picture);
  CHECK(room.stage.session->lines().empty());
}

TEST_CASE("when the camera is lost the hand takes over where it was, and gives back with a fresh look", "[play]") {
  auto camera = std::make_unique<FakeFeed>();
  Look lost = camera_look(10, 700);
  lost.lost = true;
  camera->looks = {camera_look(9, 700), lost, std::nullopt, std::nullopt, camera_look(30, 720)};
  double now = 100;
  engine::Place place;
  place.base = {"A1.1"};
  place.unit = {"A1"};
  auto manual = std::make_unique<ManualFeed>([&] { return std::vector<engine::Place>{place}; }, [&] { return now; });
  const auto feed = make_fallback_feed(std::move(camera), std::move(manual));
  CHECK_FALSE(feed->next()->manual);
  const auto hand = feed->next();
  REQUIRE(hand);
  CHECK(hand->manual);
  CHECK(hand->lost);
  CHECK(hand->epoch == 1);
  CHECK(hand->table.bases[0].x_mm == 700);
  CHECK(hand->table.t == Approx(9));
  now = 103;
  feed->drag({{"A1.1"}, {710, 0}, 0});
  CHECK(feed->next()->table.bases[0].x_mm == 710);
  CHECK(feed->next()->table.t == Approx(12));
  const auto back = feed->next();
  CHECK_FALSE(back->manual);
  CHECK(back->epoch == 2);
  CHECK(back->table.bases[0].x_mm == 720);
}

TEST_CASE("a film's end and a stream that is tried again are said once by name, and the hand takes over", "[play]") {
  using vision::SourceState;
  const auto [state, text, shown] = GENERATE(table<SourceState, std::string, std::string>(
      {{SourceState::Ended, "The pictures have come to their end.", "film: The pictures have come to their end. Drag the bases by hand."},
       {SourceState::Retrying, "film: the stream broke off. Trying again.",
        "film: the stream broke off. Trying again. Drag the bases by hand until it is back."},
       {SourceState::Lost, "the file is gone", "film: the file is gone. Drag the bases by hand until it is back."}}));
  const Room room;
  auto eye = std::make_unique<TableEye>(room.stage.table, room.stage.bases, std::nullopt);
  auto camera = make_camera_feed(std::make_unique<SilentSource>(vision::SourceStatus{.state = state, .text = text}), std::move(eye),
                                 room.stage.table, "film", {});
  auto manual = std::make_unique<ManualFeed>([] { return std::vector<engine::Place>{}; }, [] { return 0.0; });
  const auto feed = make_fallback_feed(std::move(camera), std::move(manual));
  std::optional<Look> look;
  for (int i = 0; i < 500 && !(look && look->lost); ++i) {
    look = feed->next();
    if (!look) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  REQUIRE(look);
  CHECK(look->lost);
  CHECK(look->manual);
  CHECK(look->source == shown);
}

TEST_CASE("until the first picture the camera is said to be waited for, from the first moment", "[play]") {
  const Room room;
  auto eye = std::make_unique<TableEye>(room.stage.table, room.stage.bases, std::nullopt);
  auto camera = make_camera_feed(std::make_unique<SilentSource>(vision::SourceStatus{.state = vision::SourceState::Starting, .text = ""}),
                                 std::move(eye), room.stage.table, "phone", {});
  auto manual = std::make_unique<ManualFeed>([] { return std::vector<engine::Place>{}; }, [] { return 0.0; });
  const auto feed = make_fallback_feed(std::move(camera), std::move(manual));
  const auto look = feed->next();
  REQUIRE(look);
  CHECK(look->source == "phone: waiting for the camera");
  CHECK_FALSE(look->lost);
  CHECK_FALSE(look->manual);
  CHECK_FALSE(look->table.registered);
  CHECK_FALSE(feed->next());
}

TEST_CASE("how many pictures come a second is counted over a second or two, not from two that had piled up", "[play]") {
  PictureRate rate;
  rate.took(0);
  CHECK(in_words(rate).empty());
  rate.took(0.000004);  // the next lay in the socket already
  CHECK(in_words(rate).empty());
  for (int i = 1; i < 30; ++i) {
    rate.took(i / 30.0);
    CHECK(in_words(rate).empty());
  }
  for (int i = 30; i < 200; ++i) rate.took(i / 30.0);
  CHECK(in_words(rate) == "30 pictures a second");
  for (int i = 0; i < 4; ++i) rate.took(10 + 2.5 * i);
  CHECK(in_words(rate) == "0.4 pictures a second");
  rate.forget();
  rate.took(100);
  CHECK(in_words(rate).empty());
}

TEST_CASE("a picture that breaks its decoder is said in one line, and the camera is lost only until the next one", "[play]") {
  const Room room;
  auto eye = std::make_unique<TableEye>(room.stage.table, room.stage.bases, std::nullopt);
  const auto feed = make_camera_feed(std::make_unique<BreakingSource>(), std::move(eye), room.stage.table, "phone", {});
  std::vector<Look> looks;
  for (int i = 0; i < 500 && (looks.empty() || looks.back().lost); ++i) {
    auto look = feed->next();
    if (look && !look->source.ends_with(": waiting for the camera")) looks.push_back(std::move(*look));
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  REQUIRE(looks.size() >= 2);
  CHECK(looks.front().lost);
  CHECK(looks.front().source == "phone: a picture could not be worked on (broken tables)");
  CHECK_FALSE(looks.back().lost);
}

TEST_CASE("scripts are read with their line named when wrong", "[play]") {
  CHECK(Script::from_text("{\"t\":1,\"key\":\"7\"}\n\n# note\n{\"say\":\"x\"}\n", "s")->pending() == "s: line 1 was not reached");
  CHECK(Script::from_text("{\"t\":1,\"key\":\"7\"}\nnonsense\n", "s.jsonl").error().line.starts_with("s.jsonl: line 2: "));
  CHECK(Script::from_text(R"({"t":"soon","key":"7"})", "s").error().line == "s: line 1: /t: expected seconds");
  CHECK(Script::from_text(R"({"t":1})", "s").error().line.starts_with("s: line 1: expected one of"));
  CHECK(Script::from_text(R"({"answer":"x"})", "s").error().line.find("/answer") != std::string::npos);
  for (const char* answer : {"[]", "-1", "1000", "99999999999", "[3,\"x\"]"})
    CHECK(Script::from_text(R"({"answer":)" + std::string(answer) + "}", "s").error().line.find("/answer: expected a whole number") !=
          std::string::npos);
  CHECK(Script::from_text(R"({"drag":{"base":"A1"}})", "s").error().line.find("/drag") != std::string::npos);
}

TEST_CASE("a headless run writes pictures and follows its script", "[play]") {
  Room room;
  const std::string dir = (std::filesystem::temp_directory_path() / "polemarch_headless_test").string();
  std::filesystem::remove_all(dir);
  auto script = Script::from_text(R"({"t":4,"drag":{"base":"A5.1","x_mm":1500,"y_mm":400,"heading_deg":90}}
{"t":9,"select":"A5","shot":"moved"})",
                                  "s");
  struct Ticking final : Feed {
    Room& room;
    explicit Ticking(Room& r) : room(r) {}
    std::optional<Look> next() override {
      room.now += 0.1;
      return room.feed.next();
    }
    void drag(const DragBase& move) override { room.feed.drag(move); }
  } feed(room);
  HeadlessRun run({.dir = dir, .width = 640, .height = 360, .idle_stop_s = 1}, room.desk, feed, std::move(*script));
  REQUIRE_FALSE(run.run());
  CHECK(run.script().done());
  CHECK(std::filesystem::exists(dir + "/0001-start.png"));
  CHECK(std::filesystem::exists(dir + "/0002-seq1.png"));
  CHECK(std::filesystem::exists(dir + "/0003-moved.png"));
  CHECK(room.place("A5.1").pose.x == 1500_mm);
  std::filesystem::remove_all(dir);
}

TEST_CASE("the straightened picture has the table's corners in its corners", "[play]") {
  Camera camera;
  camera.lens = {640, 480, 500, 500, 320, 240, -0.1, 0.01, 0, 0, 0};
  camera.pose = vision::looking_at({620, 380, 1500}, {600, 400, 0});
  Table table;
  table.width = 1200_mm;
  table.depth = 800_mm;
  auto gray = std::make_shared<Image>(640, 480, 1);
  // A bright spot where the camera sees the table point (900, 200).
  const PixelPoint spot = vision::project(camera, 900, 200, 0);
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx) gray->row(static_cast<int>(spot.y) + dy)[static_cast<int>(spot.x) + dx] = 255;
  Frame frame;
  frame.gray = gray;
  Straightener straightener(table, 4);
  const ui::TablePicture picture = straightener.look(frame, camera);
  REQUIRE(picture.image);
  CHECK(picture.image->width == 300);
  CHECK(picture.image->height == 200);
  CHECK(static_cast<int>(picture.image->row((800 - 200) / 4)[900 / 4]) > 150);
  CHECK(static_cast<int>(picture.image->row(50)[225]) == 0);
  CHECK(picture.x1 == 1200);
}

TEST_CASE("what a playing desk tells arrives at a subscriber and on the spectators' page", "[play][bus]") {
  Room room;
  auto broadcast = Broadcast::open({.publish = "0", .spectate = "0"});
  REQUIRE(broadcast);
  const std::string links = broadcast->links();
  const auto after = [&](const std::string& label) {
    const auto at = links.find(label) + label.size();
    return links.substr(at, links.find('\n', at) - at);
  };
  zmq::context_t context(1);
  zmq::socket_t subscriber(context, zmq::socket_type::sub);
  subscriber.set(zmq::sockopt::subscribe, "");
  subscriber.set(zmq::sockopt::rcvtimeo, 50);
  subscriber.connect(after("publishing on "));
  std::map<std::string, nlohmann::json> last;
  const auto told = [&](const char* topic) { return last.contains(topic); };
  for (int i = 0; i < 200 && !(told("table") && told("view") && told("event")); ++i) {
    if (i == 20) room.desk.wish(DragBase{{"A5.1"}, {1500, 400}, 90});
    room.pass(0.5);
    broadcast->tell(room.desk, room.feed.next());
    zmq::message_t topic, body;
    while (subscriber.recv(topic).has_value() && subscriber.recv(body).has_value())
      last[topic.to_string()] = nlohmann::json::parse(body.to_string());
  }
  REQUIRE(told("table"));
  REQUIRE(told("view"));
  REQUIRE(told("event"));
  CHECK(last["table"]["bases"].size() == room.stage.session->battle().places().size());
  CHECK(last["event"]["seq"] == 1);
  const std::string page = after("spectators: ");
  test::PageClient browser(page);
  REQUIRE(browser.listen());
  const auto event = browser.event(3000);
  REQUIRE(event);
  REQUIRE(event->kind == "whole");
  const auto shown = nlohmann::json::parse(event->data);
  CHECK(shown["f"]["now"] == room.desk.public_view().now);
  CHECK(shown["l"]["scene"].size() >= room.stage.session->battle().places().size());
  CHECK(!shown["l"]["log"].empty());
}
