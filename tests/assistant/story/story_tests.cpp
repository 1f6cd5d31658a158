// A log as a story: turns, sides, orders, throws, losses, sentences; from battles of earlier versions and from a robot's.
#include "assistant/story/story.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "assistant/session/files.hpp"
#include "assistant/story/build.hpp"
#include "assistant/story/lead.hpp"
#include "assistant/story/stats.hpp"
#include "assistant/story/words.hpp"
#include "engine/core/shows.hpp"
#include "tests/assistant/story/told_battle.hpp"

namespace story_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::story;

namespace {

const Moment* moment_of(const Story& story, std::int64_t seq) {
  for (const Moment& moment : story.moments)
    if (moment.seq == seq) return &moment;
  return nullptr;
}

/// What every story of a sound log is.
void check_whole(const Story& story) {
  INFO(story.log);
  std::size_t told = 0;
  std::set<std::uint32_t> in_acts;
  for (const Act& act : story.acts) {
    CHECK_FALSE(act.title.empty());
    for (const std::uint32_t at : act.moments) CHECK(in_acts.insert(at).second);
  }
  CHECK(in_acts.size() == story.moments.size());
  for (std::size_t i = 0; i < story.moments.size(); ++i) {
    const Moment& moment = story.moments[i];
    INFO("seq " << moment.seq << ": " << moment.sentence);
    CHECK(moment.seq == static_cast<std::int64_t>(i) + 1);
    CHECK(moment.order >= 1);
    CHECK(moment.order <= moment.seq);
    CHECK(moment.asked_t <= moment.t);
    CHECK_FALSE(moment.sentence.empty());
    told += moment.throws.size();
    for (const engine::Thrown& thrown : moment.throws) {
      CHECK_FALSE(thrown.purpose.empty());
      CHECK_FALSE(thrown.values.empty());
      if (thrown.per_mille) CHECK((*thrown.per_mille >= 0 && *thrown.per_mille <= 1000));
      if (thrown.counted == engine::Counted::Each) CHECK(thrown.good <= static_cast<int>(thrown.values.size()));
      if (!thrown.rows.empty() && thrown.need > 0) CHECK(engine::sum_of(thrown.rows) == thrown.need);
    }
  }
  std::uint32_t next = 0;
  for (const Chapter& chapter : story.chapters) {
    CHECK(chapter.first == next);
    next = chapter.last + 1;
  }
  CHECK(next == story.moments.size());
  CHECK(told > 0);
  CHECK(story.places_after(story.moments.size()).size() == story.pieces.size());
}

}  // namespace

TEST_CASE("story: logs of earlier versions are told with turns, throws and names", "[story]") {
  for (const char* name : {"long_turn", "extended_example", "clash", "marathon", "courage"}) {
    const auto story = story_of(test::old_log(name));
    INFO((story ? "" : story.error().line));
    REQUIRE(story);
    check_whole(*story);
    CHECK(story->ruleset.find('_') == std::string::npos);
    CHECK_FALSE(story->pieces.empty());
  }
}

TEST_CASE("story: an answer belongs to the order it serves, and knows since when it was asked", "[story]") {
  const auto story = story_of(test::old_log("long_turn"));
  REQUIRE(story);
  int answers = 0;
  for (const Moment& moment : story->moments) {
    if (moment.deed != Deed::Answer) continue;
    const Moment* order = moment_of(*story, moment.order);
    REQUIRE(order != nullptr);
    INFO(moment.seq << " serves " << moment.order << ": " << order->action);
    CHECK(order->seq < moment.seq);
    CHECK(order->deed != Deed::Answer);
    CHECK(moment.asked_t >= order->t);
    ++answers;
  }
  CHECK(answers > 20);
}

TEST_CASE("story: a charge is one sentence with its need, its throws and what came of it", "[story]") {
  const auto story = story_of(test::old_log("extended_example"));
  REQUIRE(story);
  bool found = false;
  for (const Act& act : story->acts) {
    const Moment& first = story->moments[act.moments.front()];
    if (first.deed != Deed::Charge || first.ruling != "allowed" || act.moments.size() < 3) continue;
    found = true;
    INFO(act.title << " / " << act.outcome);
    CHECK(act.title.find(" charge") != std::string::npos);
    CHECK(act.title.find('_') == std::string::npos);
    const Moment& card = story->moments[act.moments[1]];
    INFO(card.sentence);
    REQUIRE_FALSE(card.throws.empty());
    CHECK(card.throws.front().purpose == "order card");
    CHECK(card.sentence.find("needs " + std::to_string(card.throws.front().need)) != std::string::npos);
    CHECK(card.sentence.find("turns " + std::to_string(card.throws.front().values.front())) != std::string::npos);
  }
  CHECK(found);
}

TEST_CASE("story: Hail Caesar's dice are told with what they needed", "[story]") {
  const auto story = story_of(test::old_log("clash"));
  REQUIRE(story);
  std::set<std::string> purposes;
  for (const Moment& moment : story->moments)
    for (const engine::Thrown& thrown : moment.throws) purposes.insert(thrown.purpose);
  for (const char* purpose : {"order to a unit", "closing shots", "shooting", "to save", "hand-to-hand", "break test, ranged"}) {
    INFO(purpose);
    CHECK(purposes.contains(purpose));
  }
  // GW orders A4 on 7 or less and throws 6 and 5 (command 3 of the log).
  bool order = false;
  for (const Moment& moment : story->moments)
    for (const engine::Thrown& thrown : moment.throws)
      if (thrown.purpose == "order to a unit" && thrown.values == std::vector<int>{6, 5}) {
        order = true;
        CHECK(thrown.need == 7);
        CHECK(thrown.better == engine::Better::Low);
        CHECK(thrown.good == 0);
        CHECK(thrown.per_mille == 583);
      }
  CHECK(order);
}

TEST_CASE("story: what is sealed in a log is not told, though the keys lie beside it", "[story]") {
  const test::LogFolder folder;
  const std::string log = folder / "m.battle";
  test::play_marathon(log);
  const auto story = story_of(log);
  REQUIRE(story);
  std::string all;
  for (const Moment& moment : story->moments) {
    all += moment.sentence + "\n";
    for (const std::string& line : moment.told) all += line + "\n";
    for (const engine::Thrown& thrown : moment.throws) CHECK(thrown.source == "dice");
  }
  for (const char* card : {"48", "51", "54", "17", "23", "+3"}) {
    INFO(card << " in\n" << all);
    CHECK(all.find(card) == std::string::npos);
  }
}

TEST_CASE("story: a robot's battle ends with a winner, a lead and the score that decided it", "[story][robot]") {
  const test::LogFolder folder;
  const std::string log = folder / "ford.battle";
  const test::RobotReport played = test::play_by_robot("to_the_strongest_sample", log, 4);
  REQUIRE(played.ended);
  const auto story = story_of(log);
  REQUIRE(story);
  check_whole(*story);
  REQUIRE(story->ending);
  const std::string lead = lead_of(*story);
  INFO(lead);
  CHECK(lead.find("won the ford of the Dubra in turn " + std::to_string(turns_of(*story))) != std::string::npos);
  CHECK(lead.find("medal") != std::string::npos);
  CHECK(lead.find("side A") == std::string::npos);
  CHECK(lead.find("At the last, ") != std::string::npos);
  REQUIRE(story->main_counter(Side::A) != nullptr);
  CHECK(story->main_counter(Side::A)->name == "medals");
  const Side loser = *story->ending->winner == Side::A ? Side::B : Side::A;
  CHECK(left_of(*story, loser, story->moments.size()) == 0);
  // Every unit the battle lost stands in the losses with a turn.
  const auto deeds = deeds_of(*story);
  std::size_t lost = 0;
  for (const auto& [unit, mine] : deeds) {
    if (!mine.fate.starts_with("lost, ") && !mine.fate.starts_with("left the table, ")) continue;
    ++lost;
    CHECK(mine.fate.find(", turn ") != std::string::npos);
  }
  CHECK(lost > 0);
  // What was thrown lies within five standard deviations of what it should give.
  for (const SideLuck& luck : luck_of(*story)) {
    CHECK(luck.all.thrown > 30);
    CHECK(std::abs(luck.all.off()) < 5);
  }
}

TEST_CASE("log: a line says where in the battle it came, what it serves and since when it was asked", "[story][session]") {
  const test::LogFolder folder;
  const std::string log = folder / "ford.battle";
  test::play_by_robot("to_the_strongest_sample", log, 5, 300);
  std::ifstream file(log);
  std::string text;
  int answers = 0;
  std::getline(file, text);  // the header
  while (std::getline(file, text)) {
    const auto line = nlohmann::json::parse(text);
    if (!line.contains("seq")) continue;
    INFO(text);
    REQUIRE(line.contains("turn"));
    REQUIRE(line.contains("side"));
    REQUIRE(line.contains("order"));
    CHECK(line.at("asked_t") <= line.at("t"));
    if (line["command"].value("do", "") == "answer" && line["verdict"]["verdict"] == "allowed") {
      CHECK(line.at("order") < line.at("seq"));
      ++answers;
    }
  }
  CHECK(answers > 5);
  CHECK(Session::verify(log)->same);
}

namespace {

/// Every command of a log that is neither an answer nor a repair has its sentence from the room's one place for them.
class ClauseCheck final : public Session::Visitor {
 public:
  void before(const engine::Battle& battle, const LogLine& line, const CoursePlace&) override {
    const auto command = nlohmann::json::parse(line.command);
    const std::string word = command.value("do", "");
    for (const char* other : {"", "answer", "place", "undo", "rule", "amend", "hold", "release"})
      if (word == other) return;
    INFO(line.command);
    const std::string clause = battle.clause(line.command);
    CHECK_FALSE(clause.empty());
    for (const engine::Place& place : battle.places()) CHECK((clause + " ").find(place.unit.text + " ") == std::string::npos);
    ++seen;
  }
  int seen = 0;
};

}  // namespace

TEST_CASE("story: Paean and Hoplomachia tell every command in a player's words, by the units' names", "[story][robot]") {
  int placed = 0;
  for (const char* battle : {"paean_sample", "hoplomachia_sample"}) {
    const test::LogFolder folder;
    const std::string log = folder / "game.battle";
    test::play_by_robot(battle, log, 2, 250);
    ClauseCheck check;
    REQUIRE_FALSE(Session::walk(log, check));
    INFO(battle);
    CHECK(check.seen > 30);
    const auto story = story_of(log);
    REQUIRE(story);
    // Sides that alternate unit by unit share the chapter of a turn.
    std::map<int, int> chapters;
    for (const Chapter& chapter : story->chapters) CHECK(++chapters[chapter.turn] <= 4);
    for (const Moment& moment : story->moments) {
      INFO(moment.sentence);
      CHECK(moment.sentence != "An answer");
      CHECK(moment.sentence.find("where it was put") == std::string::npos);
      if (moment.deed == Deed::Place && moment.ruling == "allowed") {
        const std::string begins = with_verb(*story, moment.unit, "is", "are") + " ";
        REQUIRE(moment.sentence.starts_with(begins));
        const std::string how = moment.sentence.substr(begins.size());
        CHECK((how == "deployed" || how == "placed anew" || how == "put in place" || how == "taken off the table"));
        CHECK((how == "deployed" || how == "placed anew") == (moment.turn == 0));
        ++placed;
      }
      for (const engine::Thrown& thrown : moment.throws) CHECK_FALSE(thrown.outcome.starts_with("intensity "));
      for (const Piece& piece : story->pieces) CHECK((moment.sentence + " ").find(piece.unit.text + " ") == std::string::npos);
    }
  }
  CHECK(placed > 0);
}

TEST_CASE("story: a detachment is called by its name in what was asked of it", "[story]") {
  const test::LogFolder folder;
  const std::string setup = folder / "field.json", log = folder / "game.battle";
  test::put_bytes(setup,
                  R"({"v":1,"ruleset":"paean","first":"A","table":{"size_mm":[1800,1200]},"state":{"turn":{"phase":"command_orders"}},
    "sides":{"A":{"units":[{"unit":"AC","arm":"commander","army_commander":true,"cv":11,"at":{"x_mm":560,"y_mm":300}},
      {"unit":"A1","name":"Argives","type":"LH","bases":2,"at":{"x_mm":600,"y_mm":340}}]},
      "B":{"units":[{"unit":"BC","arm":"commander","army_commander":true,"cv":10,"at":{"x_mm":1700,"y_mm":1100}},
      {"unit":"B1","name":"Thebans","type":"H","bases":2,"at":{"x_mm":600,"y_mm":400}}]}}})");
  {
    auto session = Session::open(setup, log);
    INFO((session ? "" : session.error().line));
    REQUIRE(session);
    for (const char* command :
         {R"({"by":"A","do":"order","commander":"AC","unit":"A1"})", R"({"by":"A","do":"answer","dice":[1,1]})",
          R"({"by":"A","do":"detach","unit":"A1","bases":["A1.1"]})", R"({"by":"A","do":"order","commander":"AC","unit":"A1.1"})",
          R"({"by":"A","do":"answer","dice":[1,1]})", R"({"by":"A","do":"charge","unit":"A1.1","target":"B1"})",
          R"({"by":"B","do":"answer","dice":[6,6]})", R"({"by":"A","do":"answer","choice":"feint"})"}) {
      const auto outcome = (*session)->submit(command, "typed", 1);
      INFO(command << ": " << (outcome ? "" : outcome.error().line));
      REQUIRE((outcome && outcome->verdict.allowed()));
    }
  }
  const auto story = story_of(log);
  REQUIRE(story);
  CHECK(story->moments.back().answer == "Argives (A1.1) stand two centimetres away: charge home? Feint: stop here");
}

TEST_CASE("story: every die of Blade & Bow says what it was for, boxes are named as on the screen", "[story][robot]") {
  const test::LogFolder folder;
  const std::string log = folder / "game.battle";
  test::play_by_robot("blade_and_bow_sample", log, 3, 500);
  const auto story = story_of(log);
  REQUIRE(story);
  std::set<std::string> purposes;
  for (const Moment& moment : story->moments) {
    INFO(moment.seq << " " << moment.clause);
    for (const engine::Thrown& thrown : moment.throws) purposes.insert(thrown.purpose);
    const auto at = moment.clause.find(" to ");
    if (at != std::string::npos && at + 5 < moment.clause.size() && std::isdigit(static_cast<unsigned char>(moment.clause[at + 5])))
      CHECK(std::islower(static_cast<unsigned char>(moment.clause[at + 4])));
  }
  CHECK(purposes.contains("initiative"));
  CHECK_FALSE(purposes.contains("dice"));
}

TEST_CASE("story: an answer that chose is told with its question", "[story]") {
  int chosen = 0;
  for (const char* name : {"long_turn", "extended_example", "clash", "marathon", "courage"}) {
    const auto story = story_of(test::old_log(name));
    REQUIRE(story);
    for (const Moment& moment : story->moments) {
      INFO(name << ": " << moment.sentence);
      if (moment.answer.empty()) continue;
      ++chosen;
      CHECK(moment.answer.find_first_of("?:") != std::string::npos);
      if (moment.throws.empty() && moment.losses.empty()) CHECK(moment.sentence == moment.answer);
    }
  }
  CHECK(chosen > 3);
}

TEST_CASE("story: camps stand where the roster has them, and disorder is known command by command", "[story][robot]") {
  const test::LogFolder folder;
  const std::string log = folder / "ford.battle";
  test::play_by_robot("to_the_strongest_sample", log, 3, 200);
  const auto story = story_of(log);
  REQUIRE(story);
  REQUIRE(story->camps.size() == 2);
  CHECK(story->camps[0].camp.text == "AC1");
  CHECK(story->camps[0].x == 675);   // e1
  CHECK(story->camps[1].y == 1125);  // e8
  // The glyphs are the battle's own, at any command.
  for (const std::size_t at : {story->moments.size() / 3, story->moments.size()}) {
    const auto session = Session::open_read_only(log, static_cast<std::int64_t>(at));
    REQUIRE(session);
    const engine::Shows* room = engine::shows((*session)->battle());
    REQUIRE(room != nullptr);
    const auto marks = story->marks_after(at);
    std::size_t some = 0;
    for (std::size_t i = 0; i < marks.size(); ++i) {
      CHECK(marks[i] == room->marks(story->members[i].unit, Viewer::Both));
      some += marks[i].size();
    }
    CHECK(some > 0);
  }
}

TEST_CASE("chapters are called as the ruleset calls its turns", "[story]") {
  Story story;
  story.sides = {"Athens", "Sparta"};
  const Chapter third{.turn = 3, .side = Viewer::B};
  CHECK(title_of(story, third) == "Turn 3, Sparta");
  CHECK(title_of(story, {}) == "Before the first turn");
  CHECK(player_turn(story) == "player turn");
  story.turn_word = "bound";
  CHECK(title_of(story, third) == "Bound 3, Sparta");
  CHECK(title_of(story, {}) == "Before the first bound");
  CHECK(turn_text(story, 3) == "bound 3");
  CHECK(player_turn(story) == "bound");
}

}  // namespace story_tests
