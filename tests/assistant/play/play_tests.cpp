#include <chrono>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>
#include <zmq.hpp>

#include "assistant/play/broadcast.hpp"
#include "assistant/play/desk.hpp"
#include "assistant/play/headless.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/screen.hpp"
#include "assistant/play/script.hpp"
#include "assistant/play/stage.hpp"
#include "assistant/session/files.hpp"
#include "tests/assistant/bus/page_client.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"
#include "ui/keys.hpp"

namespace play_tests {

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

TEST_CASE("a long evening's screen keeps its newest lines and numbers them from the first", "[play][memory]") {
  Room room;
  room.pass(1);
  for (int i = 0; i < 700; ++i) room.desk.wish(GiveCommand{i % 2 == 0 ? R"({"by":"A","do":"hold"})" : R"({"by":"A","do":"release"})"});
  for (const ui::ViewState& view : {room.desk.view(), room.desk.public_view()}) {
    REQUIRE_FALSE(view.log.empty());
    CHECK(view.log.size() <= 100);
    CHECK(view.log_before + view.log.size() == 700);
    CHECK(view.log.back().seq == 700);
  }
}

TEST_CASE("a unit's place is typed where there is no camera", "[play]") {
  Room room;
  room.pass(4);
  room.desk.wish(SelectUnit{{"A5"}});
  for (const char* key : {"t", "1", "5", "2", ".", "5", "Space", "4", "1", "Space", "4", "5", "Enter"}) {
    const auto intent = ui::intent_of({.key = key}, room.desk.view());
    REQUIRE(intent);
    room.desk.wish(*intent);
  }
  room.pass(5);
  CHECK(room.place("A5.1").pose.x == 1525_mm);  // cm, as the rulebook measures
  CHECK(room.place("A5.1").pose.heading == 45_deg);
  room.desk.wish(TypeKey{"t"});
  room.desk.wish(TypeKey{"x"});
  room.desk.wish(TypeKey{"Enter"});
  CHECK(room.desk.view().question->hint.starts_with("x and y in cm"));
}

TEST_CASE("whose place is typed stays who it was when nobody else is picked", "[play]") {
  Room room;
  room.pass(4);
  room.desk.wish(SelectUnit{{"A5"}});
  room.desk.wish(TypeKey{"t"});
  const std::string who = room.desk.view().question->who;
  room.desk.wish(SelectAt{{5, 5}});
  CHECK(room.desk.view().question->who == who);
  for (const char* key : {"1", "5", "2", "Space", "4", "1", "Enter"}) room.desk.wish(TypeKey{key});
  room.pass(5);
  CHECK(room.place("A5.1").pose.x == 1520_mm);
}

TEST_CASE("a base that is let go of beside the table stays where it was, and that is said", "[play]") {
  Room room;
  room.pass(4);
  const Pose before = room.place("A5.1").pose;
  room.desk.wish(DragBase{{"A5.1"}, {5000, 400}, 90});
  room.desk.wish(DragUnit{{"A5"}, {-200, 400}, {}});
  room.pass(6);
  CHECK(room.place("A5.1").pose == before);
  CHECK(room.stage.session->lines().empty());
  CHECK(std::ranges::any_of(room.desk.view().notices,
                            [](const auto& line) { return line.text.find("stays where it was") != std::string::npos; }));
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
  SECTION("when the unit does what it may do instead") {
    REQUIRE(refused() > 0);
    const UnitId unit{nlohmann::json::parse(stage.session->lines().back().command).value("unit", std::string())};
    bool done = false;
    for (const engine::Place& place : battle.places())
      for (const engine::OfferText& offer : battle.offers(viewer_of(place.side), unit)) {
        if (done || place.unit != unit || !offer.verdict.allowed() || !offer.whole) continue;
        auto command = nlohmann::json::parse(offer.command);
        command["by"] = name_of(place.side);
        desk.wish(GiveCommand{command.dump()});
        done = true;
      }
    CHECK(done);
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

TEST_CASE("a script that names a unit that is not there is refused before anything is played", "[play]") {
  Room room;
  const std::vector<ui::UnitView> units = room.desk.view().units;
  CHECK_FALSE(Script::from_text(R"({"select":"A1"}
{"select":"","target":"B1"})",
                                "s")
                  ->wrong_for(units));
  const auto wrong = Script::from_text("{\"key\":\"7\"}\n{\"select\":\"A99\"}\n", "s.jsonl")->wrong_for(units);
  REQUIRE(wrong);
  CHECK(wrong->line.starts_with("s.jsonl: line 2: /select: there is no unit A99; "));
  CHECK(Script::from_text(R"({"target":"Nobody"})", "s")->wrong_for(units)->line.find("/target: there is no unit Nobody; ") !=
        std::string::npos);
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

TEST_CASE("the window is drawn while the desk waits for a slow disk, and says so", "[play][screen]") {
  using namespace std::chrono_literals;
  ui::ViewState view;
  view.now = "Turn 1";
  int drawn = 0, told = 0;
  std::thread::id worker;
  const auto began = std::chrono::steady_clock::now();
  run_beside(
      [&] {
        worker = std::this_thread::get_id();
        const DiskWork disk;
        std::this_thread::sleep_for(700ms);
      },
      [&](double seconds) {
        ++drawn;
        const ui::ViewState shown = waiting_view(view, seconds, disk_at_work());
        CHECK(shown.now == "Turn 1");
        if (!shown.notices.empty()) {
          ++told;
          CHECK(shown.notices.back().text.find("disk is slow") != std::string::npos);
          CHECK(seconds >= 0.3);
        }
      });
  CHECK(std::chrono::steady_clock::now() - began >= 700ms);
  CHECK(worker != std::this_thread::get_id());
  CHECK(drawn >= 5);
  CHECK(told >= 1);
  CHECK(told < drawn);  // what nobody notices is not told
  CHECK_FALSE(disk_at_work());
  run_beside([] {}, [&](double) { ++drawn; });
  CHECK(waiting_view(view, 0.1, true).notices.empty());
  CHECK(waiting_view(view, 2, false).notices.back().text.find("One moment") == 0);
  CHECK_THROWS_AS(run_beside([] { throw std::runtime_error("no camera"); }, [](double) {}), std::runtime_error);
}

}  // namespace play_tests
