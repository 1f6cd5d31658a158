/// What a log line tells beside its events: whoever reads the log tells the battle without its rules, in every ruleset. Luck is recounted
/// here from the lines alone.
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "assistant/session/dealer.hpp"
#include "assistant/story/build.hpp"
#include "assistant/story/stats.hpp"
#include "assistant/story/words.hpp"
#include "engine/registry/registry.hpp"
#include "tests/assistant/session/log_support.hpp"
#include "tests/support/random_player.hpp"

namespace told_line_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using nlohmann::json;

namespace {

/// A battle of random orders that lead to dice, logged.
std::string play(const std::string& setup, const std::string& log, unsigned seed, int commands) {
  auto session = Session::open(setup, log);
  INFO((session ? "" : session.error().line));
  REQUIRE(session);
  test::RandomPlayer player(seed);
  for (int i = 0; i < commands; ++i) {
    std::optional<std::string> best;
    for (int attempt = 0; attempt < 3; ++attempt) {
      const auto one = player.next((*session)->battle());
      if (!one) continue;
      const std::string what = json::parse(*one).value("do", "");
      if (!best || what == "answer" || what.find("shoot") != std::string::npos || what.find("charge") != std::string::npos) best = one;
    }
    if (!best) break;
    REQUIRE((*session)->submit(*best, "virtual", 2.0 * i));
  }
  return log;
}

std::vector<json> lines_of_file(const std::string& log) {
  std::vector<json> lines;
  std::ifstream in(log);
  for (std::string line; std::getline(in, line);)
    if (json j = json::parse(line); j.contains("seq")) lines.push_back(std::move(j));
  return lines;
}

/// Throws or losses of a line: told beside the events, or among them.
std::vector<json> told(const json& line, const char* list, const char* event) {
  std::vector<json> all;
  if (line.contains("told") && line["told"].contains(list)) all = line["told"][list].get<std::vector<json>>();
  for (const json& one : line["events"])
    if (one.value("event", "") == event) all.push_back(one);
  return all;
}

int sum_of(const json& rows) {
  int sum = 0;
  for (const json& row : rows) sum += row.value("value", 0);
  return sum;
}

bool does_it(const json& thrown, int value) {
  return thrown.value("better", "high") == "high" ? value >= thrown.at("need").get<int>() : value <= thrown.at("need").get<int>();
}

/// Chance of a value, or of the sum of them, to do it, by counting every way it can fall.
double chance_of(const json& thrown, int lowest, int highest) {
  std::map<int, double> sums{{0, 1.0}};
  const std::size_t count = thrown.value("counted", "each") == "sum" ? thrown.at("values").size() : 1;
  for (std::size_t i = 0; i < count; ++i) {
    std::map<int, double> next;
    for (const auto& [sum, share] : sums)
      for (int face = lowest; face <= highest; ++face) next[sum + face] += share / (highest - lowest + 1);
    sums = std::move(next);
  }
  double chance = 0;
  for (const auto& [sum, share] : sums) chance += does_it(thrown, sum) ? share : 0;
  return chance;
}

struct Recount {
  int thrown = 0, good = 0;
  double expected = 0;
};

/// Luck as the lines have it: the faces are those of the question that was answered.
std::array<Recount, 2> recounted(const std::vector<json>& lines, const std::set<std::int64_t>& undone) {
  std::array<Recount, 2> luck;
  std::map<std::string, json> asked;
  for (const json& line : lines) {
    const json& command = line.at("command");
    json chance;
    if (command.value("do", "") == "answer") {
      const std::string wait = command.value("wait", asked.empty() ? "" : asked.rbegin()->first);
      if (asked.contains(wait)) chance = asked[wait];
    }
    if (!undone.contains(line.at("seq").get<std::int64_t>()))
      for (const json& thrown : told(line, "throws", "thrown")) {
        if (thrown.value("need", 0) <= 0 || !thrown.contains("per_mille")) continue;
        Recount& mine = luck[thrown.at("who") == "A" ? 0 : 1];
        const bool dice = thrown.value("source", "dice") == "dice";
        // Dice by their faces; a card by what its pile still holds, which the line says.
        const double p = dice ? chance_of(thrown, 1, chance.value("highest", 6)) : thrown.at("per_mille").get<int>() / 1000.0;
        if (!dice) CHECK(std::abs(p - chance_of(thrown, 1, 10)) < 0.15);
        const bool sum = thrown.value("counted", "each") == "sum";
        int all = 0, good = 0;
        for (const int value : thrown.at("values").get<std::vector<int>>()) all += value, good += does_it(thrown, value) ? 1 : 0;
        mine.thrown += sum ? 1 : static_cast<int>(thrown.at("values").size());
        mine.good += sum ? (does_it(thrown, all) ? 1 : 0) : good;
        mine.expected += sum ? p : p * static_cast<double>(thrown.at("values").size());
      }
    for (const json& event : line.at("events"))
      if (event.value("event", "") == "step_opened")
        for (const json& wait : event.value("waits", json::array()))
          if (wait.contains("chance")) asked[wait.at("id").get<std::string>()] = wait.at("chance");
  }
  return luck;
}

/// A ruleset's battle played and read again.
struct Read {
  std::string key;
  std::vector<json> lines;
  story::Story story;
};
std::vector<Read> battles() {
  const test::LogFolder folder;
  std::vector<Read> all;
  for (const auto& room : engine::rulesets()) {
    const std::string key(room.info().key);
    INFO(key);
    const std::string log = play(test::source_dir() + "/models/data/battles/" + key + "_sample.json", folder / (key + ".battle"), 5, 400);
    auto told = story::story_of(log);
    REQUIRE(told);
    all.push_back({key, lines_of_file(log), std::move(*told)});
  }
  return all;
}

/// Dice that were answered for everybody to see.
bool dice_answered(const json& line) {
  for (const json& event : line.at("events")) {
    if (event.value("event", "") != "wait_answered" || !event.contains("answer")) continue;
    const json& answer = event.at("answer");
    if (answer.is_object() && answer.value("revealed", false) && answer.contains("value") &&
        !answer["value"].value("values", json::array()).empty())
      return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a log line tells throws, losses, places before and counters without rules, in every ruleset", "[session][log][told][random]") {
  for (const Read& battle : battles()) {
    INFO(battle.key);
    int throws = 0, needs = 0, from = 0, counted = 0;
    for (const json& line : battle.lines) {
      INFO(line.dump());
      for (const json& thrown : told(line, "throws", "thrown")) {
        ++throws;
        CHECK_FALSE(thrown.at("purpose").get<std::string>().empty());
        CHECK(thrown.contains("who"));
        CHECK_FALSE(thrown.at("values").empty());
        if (thrown.value("need", 0) <= 0) continue;
        ++needs;
        CHECK(sum_of(thrown.at("rows")) == thrown.at("need").get<int>());
        CHECK(thrown.contains("per_mille"));
      }
      for (const json& lost : told(line, "losses", "lost")) {
        CHECK_FALSE(lost.at("unit").get<std::string>().empty());
        CHECK_FALSE(lost.at("how").get<std::string>().empty());
      }
      const json beside = line.value("told", json::object());
      if (beside.contains("from")) ++from;
      if (beside.contains("counters")) ++counted;
      for (const json& pose : beside.value("from", json::object())) CHECK(pose.size() == 3);
      if (beside.contains("throws")) CHECK(dice_answered(line));
    }
    CHECK(throws > 5);
    CHECK(needs > 1);
    CHECK(from > 3);
    CHECK(counted > 0);
    CHECK(battle.lines.front().at("told").contains("counters"));
  }
}

TEST_CASE("where what moved stood before is where the story has it, in every ruleset", "[session][log][told][random]") {
  for (const Read& battle : battles()) {
    INFO(battle.key);
    int compared = 0;
    for (std::size_t i = 0; i < battle.lines.size(); ++i) {
      const json from = battle.lines[i].value("told", json::object()).value("from", json::object());
      for (const story::Shift& shift : battle.story.moments[i].shifts) {
        const std::string& base = battle.story.pieces[shift.piece].base.text;
        if (!shift.from.on_table || !from.contains(base)) continue;
        ++compared;
        CHECK(std::abs(from[base][0].get<double>() - shift.from.x) < 0.0015);
        CHECK(std::abs(from[base][1].get<double>() - shift.from.y) < 0.0015);
      }
      const std::string action = battle.lines[i].at("command").value("do", "");
      if (action == "undo" || action == "rule") continue;
      for (const story::Shift& shift : battle.story.moments[i].shifts)
        if (shift.from.on_table) CHECK(from.contains(battle.story.pieces[shift.piece].base.text));
    }
    CHECK(compared > 3);
  }
}

namespace {

/// Where a block's middle is after these legs, begun at the origin facing along x: what a reader makes of them. `half` of its front, mm.
std::array<double, 3> walked(const json& legs, double half_front, double half_depth) {
  double x = 0, y = 0, facing = 0;
  for (const json& leg : legs) {
    const double deg = leg.value("deg", 0.0), mm = leg.value("mm", 0.0);
    const auto go = [&](double course) { x += mm * std::cos(course), y += mm * std::sin(course); };
    if (leg.at("kind") == "advance") go(facing);
    if (leg.at("kind") == "echelon") go(facing + deg * M_PI / 180);
    if (leg.at("kind") == "pivot") facing += deg * M_PI / 180;
    if (leg.at("kind") != "wheel") continue;
    const double side = deg > 0 ? half_front : -half_front, turn = deg * M_PI / 180;  // the left front corner stays for a wheel to the left
    const double cx = x + half_depth * std::cos(facing) - side * std::sin(facing),
                 cy = y + half_depth * std::sin(facing) + side * std::cos(facing);
    const double dx = x - cx, dy = y - cy;
    x = cx + dx * std::cos(turn) - dy * std::sin(turn), y = cy + dx * std::sin(turn) + dy * std::cos(turn);
    facing += turn;
  }
  return {x, y, facing * 180 / M_PI};
}

}  // namespace

TEST_CASE("the legs of a unit's way lead from where it stood to where it stands, on every table without boxes", "[session][log][told]") {
  for (const Read& battle : battles()) {
    INFO(battle.key);
    int walks = 0, single = 0, formed = 0;
    for (std::size_t i = 0; i < battle.lines.size(); ++i) {
      const json paths = battle.lines[i].value("told", json::object()).value("path", json::object());
      if (battle.story.table.grid) CHECK(paths.empty());
      for (const auto& [unit, legs] : paths.items()) {
        ++walks;
        CHECK_FALSE(legs.empty());
        std::vector<const story::Shift*> mine;
        for (const story::Shift& shift : battle.story.moments[i].shifts)
          if (battle.story.pieces[shift.piece].unit.text == unit) mine.push_back(&shift);
        REQUIRE_FALSE(mine.empty());
        if (legs.front().at("kind") == "form") {  // its bases turned before the first leg: by how much is not said
          ++formed;
          CHECK(legs.size() > 1);
          continue;
        }
        double turned = 0;
        for (const json& leg : legs)
          if (leg.at("kind") == "wheel" || leg.at("kind") == "pivot") turned += leg.at("deg").get<double>();
        CHECK(std::abs(std::remainder(mine.front()->to.heading - mine.front()->from.heading - turned, 360.0)) < 1.1);
        if (mine.size() != 1) continue;
        ++single;
        const Footprint& base = battle.story.pieces[mine.front()->piece].footprint;
        const auto end = walked(legs, base.frontage.mm() / 2, base.depth.mm() / 2);
        const double course = mine.front()->from.heading * M_PI / 180;
        const double x = mine.front()->from.x + end[0] * std::cos(course) - end[1] * std::sin(course);
        const double y = mine.front()->from.y + end[0] * std::sin(course) + end[1] * std::cos(course);
        INFO(battle.lines[i].dump());
        CHECK(std::hypot(x - mine.front()->to.x, y - mine.front()->to.y) < 3.1);
      }
    }
    if (!battle.story.table.grid) CHECK(walks > 3);
    if (battle.key == "hail_caesar") CHECK(single > 0);
    if (battle.key == "hoplomachia") CHECK(formed > 0);
  }
}

TEST_CASE("a line names who broke a unit in its test: whoever hit it in that phase, where it was one", "[session][log][told]") {
  const auto line = [](int seq, const std::string& phase, const std::string& at, int good, const std::string& more = "") {
    return R"({"seq":)" + std::to_string(seq) + R"(,"turn":3,"side":"A","phase":")" + phase +
           R"(","told":{"throws":[{"thrower":"B1","at":")" + at + R"(","purpose":"to save","good":)" + std::to_string(good) +
           R"(,"values":[5,2]}])" + more + "}}\n";
  };
  LogLine now;
  now.turn = 3;
  now.side = "A";
  now.phase = "shooting";
  const std::string moves = line(1, "orders", "A9", 0), shots = line(2, "shooting", "A1", 1), saved = line(3, "shooting", "A2", 2);
  CHECK(dealer_of(moves + shots + saved, now, {"B1"}).text == "A1");
  CHECK(dealer_of(moves + shots + saved, now, {"B2"}).empty());
  CHECK(dealer_of(shots + line(3, "shooting", "A2", 0), now, {"B1"}).empty());  // two did
  CHECK(dealer_of(shots + line(4, "shooting", "A2", 2, R"(,"undone":[{"seq":2}])"), now, {"B1"}).empty());
  CHECK(dealer_of(moves, now, {"B1"}).empty());
}

TEST_CASE("an undo's line names what it takes back, a ruling's line what it rules on, in every ruleset", "[session][log][told][random]") {
  for (const auto& room : engine::rulesets()) {
    const std::string key(room.info().key);
    INFO(key);
    const test::LogFolder folder;
    const std::string log = play(test::source_dir() + "/models/data/battles/" + key + "_sample.json", folder / "back.battle", 7, 120);
    {
      auto session = Session::open(log);
      REQUIRE(session);
      const auto back = (*session)->submit(R"({"by":"umpire","do":"undo","to":3,"agreed":true})", "umpire", 900);
      REQUIRE(back);
      REQUIRE(back->verdict.allowed());
    }
    const std::vector<json> lines = lines_of_file(log);
    const json undone = lines.back().at("told").at("undone"), seqs = lines.back().at("events").front().at("seqs");
    REQUIRE(undone.size() == seqs.size());
    int sentences = 0;
    for (std::size_t i = 0; i < undone.size(); ++i) {
      CHECK(undone[i].at("seq") == seqs[i]);
      sentences += undone[i].value("text", "").empty() ? 0 : 1;
      if (lines.at(seqs[i].get<std::size_t>() - 1).at("command").contains("sealed")) CHECK_FALSE(undone[i].contains("text"));
    }
    CHECK(sentences > 3);
  }
  const test::LogFolder folder;
  const std::string log = folder / "ruled.battle";
  {
    auto session = Session::open(test::source_dir() + "/tests/playthroughs/to_the_strongest/extended_example.battle.json", log);
    REQUIRE(session);
    for (const char* command :
         {R"({"by":"A","do":"command_move","general":"AG","to":"b1"})", R"({"by":"A","do":"move","unit":"A3","to":"b5"})",
          R"({"by":"umpire","do":"rule","reason":"a forced march"})"})
      REQUIRE((*session)->submit(command, "typed", 1));
  }
  const json on = lines_of_file(log).back().at("told").at("ruled_on");
  CHECK(on.at("seq") == 2);
  CHECK(on.at("text").get<std::string>().find("b5") != std::string::npos);
}

TEST_CASE("a move that a camera measured stands in the log with its error beside the limit", "[session][log][told]") {
  const test::LogFolder folder;
  const std::string log = folder / "measured.battle";
  {
    auto session = Session::open(test::source_dir() + "/models/data/battles/hail_caesar_sample.json", log);
    REQUIRE(session);
    REQUIRE((*session)->submit(R"({"by":"both","do":"end_phase"})", "typed", 1));
    json move = json::parse(R"({"by":"A","do":"move","unit":"A4","poses":[{"base":"A4.1","x_mm":800,"y_mm":500,"heading_deg":90},
                                {"base":"A4.2","x_mm":840,"y_mm":500,"heading_deg":90}]})");
    for (json& pose : move["poses"]) pose["cov"] = {160000, 0, 0, 160000, 0, 40000};  // 0.4 mm, 0.2 degrees
    const auto moved = (*session)->submit(move.dump(), "camera", 2);
    REQUIRE(moved);
    REQUIRE(moved->verdict.allowed());
  }
  const json line = lines_of_file(log).back();
  const json reason = line.at("verdict").at("reasons").front();
  INFO(line.dump());
  CHECK(line.at("source") == "camera");
  CHECK(reason.at("limit") == 6.0);
  CHECK(std::abs(reason.at("value").get<double>() - 80 / 25.4) < 0.05);
  CHECK(reason.at("sd").get<double>() > 0.001);
  CHECK(reason.at("sd").get<double>() < 0.1);
  auto story = story::story_of(log);
  REQUIRE(story);
  CHECK(story::measure_text(story->moments.back().reasons.front()).find(" ± ") != std::string::npos);
  CHECK(story::reason_words(story->moments.back().reasons.front()) == "initiative move");
}

TEST_CASE("luck is what the lines of the log add up to, in every ruleset", "[session][log][told][luck]") {
  for (const Read& battle : battles()) {
    INFO(battle.key);
    std::set<std::int64_t> undone;
    for (const story::Moment& moment : battle.story.moments)
      if (moment.undone) undone.insert(moment.seq);
    const auto recount = recounted(battle.lines, undone);
    const auto luck = story::luck_of(battle.story);
    for (std::size_t side = 0; side < 2; ++side) {
      INFO("side " << side);
      CHECK(luck[side].all.thrown == recount[side].thrown);
      CHECK(luck[side].all.good == recount[side].good);
      CHECK(std::abs(luck[side].all.expected - recount[side].expected) < 0.001 * recount[side].thrown + 0.001);
    }
    CHECK(recount[0].thrown + recount[1].thrown > 1);
  }
}

}  // namespace told_line_tests
