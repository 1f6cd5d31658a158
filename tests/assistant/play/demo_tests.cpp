#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "assistant/play/demo.hpp"
#include "assistant/play/headless.hpp"
#include "assistant/play/screen.hpp"
#include "assistant/play/stage.hpp"
#include "assistant/session/files.hpp"
#include "tests/support/catch.hpp"

namespace demo_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;

TEST_CASE("the demo's files fit together: every base of the battle is in the scene with its marker", "[play][demo]") {
  const auto files = demo_files();
  REQUIRE(files);
  const std::string dir = (std::filesystem::temp_directory_path() / "polemarch_demo_test").string();
  std::filesystem::remove_all(dir);
  std::filesystem::create_directories(dir);
  REQUIRE_FALSE(write_text_file(dir + "/demo.json", files->battle));
  REQUIRE_FALSE(write_text_file(dir + "/scene.json", files->scene));
  const auto stage = set_stage({dir + "/demo.json", "", "", ""});
  REQUIRE(stage);
  std::size_t on_table = 0;
  for (const engine::Place& place : stage->session->battle().places()) on_table += place.on_table ? 1 : 0;
  CHECK(stage->bases.size() == on_table);
  CHECK(stage->table.border.size() == 24);
  CHECK(stage->table.terrain.size() == 7);
  CHECK(Script::from_text(files->script, "script"));
  CHECK(open_eye({"sim:" + dir + "/scene.json", "", 30, false}));
  std::filesystem::remove_all(dir);
}

TEST_CASE("no base of a demo hides a marker of the border, and its captions lead from the first picture to what may be done next",
          "[play][demo]") {
  for (const char* ruleset : {"", "paean", "hoplomachia"}) {
    INFO(ruleset);
    const auto files = demo_files({}, ruleset);
    REQUIRE(files);
    const auto scene = nlohmann::json::parse(files->scene);
    if (std::string(ruleset).empty()) CHECK(scene.at("table").at("terrain").size() == 7);  // it lies on the mat, too
    for (const auto& base : scene.at("bases"))
      for (const auto& border : scene.at("table").at("border")) {
        const auto& place = base.at("path").front();
        CHECK(std::hypot(place.at("x_mm").get<double>() - border.at("x_mm").get<double>(),
                         place.at("y_mm").get<double>() - border.at("y_mm").get<double>()) > 40);
      }
    std::vector<std::pair<double, std::string>> said;
    std::istringstream lines(files->script);
    for (std::string line; std::getline(lines, line);)
      if (const auto step = nlohmann::json::parse(line); step.contains("say"))
        said.emplace_back(step.at("t").get<double>(), step.at("say").get<std::string>());
    REQUIRE(said.size() > 5);
    CHECK(said.front().first == 0);
    CHECK(said.back().second.find("polemarch new") != std::string::npos);
    CHECK(said.back().first < scene.at("frames").get<double>() / scene.at("fps").get<double>());
  }
}

TEST_CASE("the demo of Paean moves single bases to where the rules have them", "[play][demo]") {
  const auto files = demo_files({}, "paean");
  REQUIRE(files);
  CHECK(Script::from_text(files->script, "script"));
  const std::string dir = (std::filesystem::temp_directory_path() / "polemarch_demo_paean_test").string();
  std::filesystem::remove_all(dir);
  std::filesystem::create_directories(dir);
  REQUIRE_FALSE(write_text_file(dir + "/demo.json", files->battle));
  REQUIRE_FALSE(write_text_file(dir + "/scene.json", files->scene));
  CHECK(open_eye({"sim:" + dir + "/scene.json", "", 30, false}));
  const auto stage = set_stage({dir + "/demo.json", "", "", ""});
  REQUIRE(stage);
  engine::Battle& battle = stage->session->battle();
  REQUIRE(battle.submit(R"({"by":"A","do":"answer","dice":[8,5,4,6,2,1]})")->verdict.allowed());
  REQUIRE(battle.submit(R"({"by":"B","do":"answer","dice":[6,1,2,1,1,4]})")->verdict.allowed());
  // Where the hands leave each base is where the rules have it then.
  const auto scene = nlohmann::json::parse(files->scene);
  int pushed = 0;
  for (const auto& base : scene.at("bases")) {
    const auto& last = base.at("path").back();
    for (const engine::Place& place : battle.places()) {
      if (place.base.text != base.at("base")) continue;
      CHECK(last.at("x_mm").get<double>() == Approx(place.pose.x.mm()));
      CHECK(last.at("y_mm").get<double>() == Approx(place.pose.y.mm()));
      pushed += base.at("path").size() > 1 ? 1 : 0;
    }
  }
  CHECK(pushed == 6);  // three of theirs one by one, three of the winner's
  CHECK(demo_files({}, "chess").error().line.find("no demo of chess") != std::string::npos);
  std::filesystem::remove_all(dir);
}

TEST_CASE("the demo of Hoplomachia sends a runner, drifts its phalanx and charges, hands bring every base to where the rules have it",
          "[play][demo][HM-VERB-05][HM-APPR-04]") {
  const auto files = demo_files({}, "hoplomachia");
  REQUIRE(files);
  const std::string dir = (std::filesystem::temp_directory_path() / "polemarch_demo_hoplomachia_test").string();
  std::filesystem::remove_all(dir);
  std::filesystem::create_directories(dir);
  REQUIRE_FALSE(write_text_file(dir + "/demo.json", files->battle));
  REQUIRE_FALSE(write_text_file(dir + "/scene.json", files->scene));
  CHECK(open_eye({"sim:" + dir + "/scene.json", "", 30, false}));
  const auto script = Script::from_text(files->script, "script");
  REQUIRE(script);
  const auto stage = set_stage({dir + "/demo.json", "", "", ""});
  REQUIRE(stage);
  Desk desk(*stage->session, stage->table, stage->bases, {.seed = 3});
  Script played = *script;
  for (double t = 0; t < 50; t += 0.1) played.run(desk, t);
  CHECK(played.done());
  std::set<std::string> happened;
  for (const LogLine& line : stage->session->lines()) {
    CHECK(line.verdict.find("refused") == std::string::npos);
    for (const std::string& event : line.events) happened.insert(nlohmann::json::parse(event).at("event"));
  }
  for (const char* kind : {"runner_sent", "runner_arrived", "salpinx_revealed", "contact_made", "melee_fought", "flight_kept"}) {
    INFO(kind);
    CHECK(happened.contains(kind));
  }
  // Where the hands leave each base is where the rules have it then.
  const auto scene = nlohmann::json::parse(files->scene);
  int moved = 0;
  for (const auto& base : scene.at("bases")) {
    const auto& last = base.at("path").back();
    for (const engine::Place& place : stage->session->battle().places()) {
      if (place.base.text != base.at("base")) continue;
      INFO(place.base.text);
      CHECK(last.at("x_mm").get<double>() == Approx(place.pose.x.mm()).margin(0.5));
      CHECK(last.at("y_mm").get<double>() == Approx(place.pose.y.mm()).margin(0.5));
      moved += base.at("path").size() > 1 ? 1 : 0;
    }
  }
  CHECK(moved == 10);  // nine lochoi that drift, three of them charge; one that breaks turns about
  std::filesystem::remove_all(dir);
}

TEST_CASE("a demo file that does not fit says where", "[play][demo]") {
  CHECK(demo_files("{}").error().line == "demo.json: expected \"battle\"");
  CHECK(demo_files("nonsense").error().line.starts_with("demo.json:"));
}

TEST_CASE("the demo plays itself before the simulated camera to its end", "[play][demo]") {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // 510 pictures of the simulator: half a minute without them
  if (std::getenv("POLEMARCH_LONG") == nullptr) {
    WARN("skipped: long (POLEMARCH_LONG=1)");
    return;
  }
#endif
  const auto files = demo_files();
  REQUIRE(files);
  const std::string dir = (std::filesystem::temp_directory_path() / "polemarch_demo_run").string();
  std::filesystem::remove_all(dir);
  std::filesystem::create_directories(dir);
  REQUIRE_FALSE(write_text_file(dir + "/demo.json", files->battle));
  REQUIRE_FALSE(write_text_file(dir + "/scene.json", files->scene));
  auto stage = set_stage({dir + "/demo.json", dir + "/demo.battle", "", ""});
  REQUIRE(stage);
  DeskSettings settings;
  settings.seed = 3;
  Desk desk(*stage->session, stage->table, stage->bases, settings);
  auto source = open_eye({"sim:" + dir + "/scene.json", "", 30, false});
  REQUIRE(source);
  auto feed = make_feed(std::move(*source), *stage);
  REQUIRE(feed);
  HeadlessRun run({.dir = dir, .width = 640, .height = 360}, desk, **feed, *Script::from_text(files->script, "script"));
  REQUIRE_FALSE(run.run());
  CHECK(run.script().done());
  std::vector<std::string> by_camera;
  for (const LogLine& line : stage->session->lines()) {
    CHECK(line.verdict.find("refused") == std::string::npos);
    if (line.source == "camera") by_camera.push_back(line.command);
  }
  // Two moves seen, the victor's advance, the beaten unit taken off; resting hand, bump and a move put back gave no command.
  REQUIRE(by_camera.size() == 4);
  CHECK(by_camera[0].find("\"move\"") != std::string::npos);
  CHECK(by_camera[1].find("\"charge\"") != std::string::npos);
  CHECK(std::filesystem::exists(dir + "/diary.jsonl"));
  std::filesystem::remove_all(dir);
}

}  // namespace demo_tests
