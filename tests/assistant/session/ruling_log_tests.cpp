/// Logs with rulings, undos and amendments, typed with odd blanks and keys in any order: judged again they are the same.

#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "assistant/session/session.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/random_player.hpp"
#include "tests/support/source_dir.hpp"

namespace ruling_log_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using nlohmann::json;

namespace {

/// The same object as somebody may type it: blanks anywhere, fields in another order.
std::string typed_oddly(const std::string& command, test::RandomPlayer& player) {
  const json object = json::parse(command);
  std::vector<std::string> fields;
  for (const auto& [key, value] : object.items()) fields.push_back(json(key).dump() + (player.chance(50) ? "  :" : ": ") + value.dump());
  for (std::size_t i = fields.size(); i > 1; --i) std::swap(fields[i - 1], fields[player.below(i)]);
  std::string text = player.chance(50) ? "{ " : "  {";
  for (std::size_t i = 0; i < fields.size(); ++i) text += (i == 0 ? "" : player.chance(50) ? " ,   " : ",") + fields[i];
  return text + (player.chance(50) ? " }" : "}  ");
}

}  // namespace

TEST_CASE("a log with rulings, undos and amendments typed in any way is judged again the same, in every ruleset",
          "[session][replay][random]") {
  const std::string room = GENERATE("blade_and_bow", "hail_caesar", "hoplomachia", "paean", "to_the_strongest");
  const unsigned seed = GENERATE(7U, 8U);
  CAPTURE(room, seed);
  const std::string log =
      (std::filesystem::temp_directory_path() / ("polemarch_rulings_" + std::to_string(::getpid()) + "_" + room + ".battle")).string();
  std::filesystem::remove(log);
  int ruled = 0, undone = 0, amended = 0;
  {
    auto session = Session::open(test::source_dir() + "/models/data/battles/" + room + "_sample.json", log);
    REQUIRE(session);
    const engine::Battle& battle = (*session)->battle();
    test::RandomPlayer player(seed, 30);
    std::int64_t refused = 0;
    const auto undo = [] { return std::string(R"({"by":"umpire","do":"undo"})"); };
    const auto amend_a_unit = [&] {
      const json state = json::parse(battle.state_text());
      const std::string kind = state.contains("units") ? "units" : "formations";
      const json& units = state.at(kind);
      auto unit = units.begin();
      std::advance(unit, static_cast<std::ptrdiff_t>(player.below(units.size())));
      return json{
          {"by", "umpire"}, {"do", "amend"}, {"path", "/" + kind + "/" + unit.key()}, {"value", unit.value()}, {"reason", "as it was"}}
          .dump();
    };
    const bool rules = room != "paean";  // the measuring room refuses nothing that is offered
    for (int i = 0; i < 90 || (rules && ruled <= 3 && i < 400); ++i) {
      std::optional<std::string> command;
      if (refused != 0 && player.chance(70)) {
        command = json{{"by", "both"}, {"do", "rule"}, {"allow", player.chance(80)}, {"reason", "so be it"}}.dump();
      } else if (player.chance(8)) {
        command = undo();
      } else if (player.chance(8)) {
        command = amend_a_unit();
      } else {
        command = player.next(battle);
      }
      if (!command) command = player.chance(50) ? undo() : amend_a_unit();  // nothing else to say: back into it
      refused = 0;
      const auto outcome = (*session)->submit(typed_oddly(*command, player), "typed", 0.5 * i);
      INFO(*command);
      REQUIRE(outcome);
      const std::string what = json::parse(*command).at("do");
      if (outcome->verdict.may_be_overruled()) refused = outcome->seq;
      if (!outcome->verdict.allowed()) continue;
      ruled += what == "rule" ? 1 : 0;
      undone += what == "undo" ? 1 : 0;
      amended += what == "amend" ? 1 : 0;
    }
  }
  const bool measures = room == "paean";
  CHECK((ruled > 3 || measures));
  CHECK(undone > 0);
  CHECK(amended > 0);
  const auto verified = Session::verify(log);
  REQUIRE(verified);
  INFO("seq " << verified->first_difference << ": " << verified->what);
  CHECK(verified->same);
  CHECK(verified->states_compared);
  std::filesystem::remove(log);
  for (const char* ending : {".secrets", ".keys"}) std::filesystem::remove(log.substr(0, log.size() - 7) + ending);
}

TEST_CASE("a ruling names the command it overrules, an amendment what was there, an undo what it takes back", "[session][replay]") {
  auto session = Session::open(test::source_dir() + "/tests/playthroughs/to_the_strongest/extended_example.battle.json");
  REQUIRE(session);
  const auto say = [&](const std::string& command) {
    const auto outcome = (*session)->submit(command, "typed", 0);
    REQUIRE(outcome);
    return *outcome;
  };
  say(R"({"by":"A","do":"command_move","general":"AG","to":"b1"})");
  CHECK(say(R"({ "do" : "move",  "unit":"A3" , "to":"b5", "by":"A" })").verdict.may_be_overruled());
  const json ruled = json::parse(say(R"({"by":"umpire","do":"rule","reason":"a forced march"})").events.at(0));
  CHECK(ruled == json::parse(R"({"event":"command_ruled","allow":true,"by":"umpire","reason":"a forced march","overrules":2,
                                 "command":{"by":"A","do":"move","to":"b5","unit":"A3"}})"));
  const json amended =
      json::parse(say(R"({"by":"umpire","do":"amend","path":"/units/A4/disorder","value":1,"reason":"forgotten"})").events.at(0));
  CHECK(amended.at("before") == 0);
  CHECK(amended.at("value") == 1);
  const json undone = json::parse(say(R"({"by":"umpire","do":"undo","to":1})").events.at(0));
  CHECK(undone.at("seqs") == json{3, 4});
}

TEST_CASE("an earlier log's rulings, undos and amendments read as today's", "[session][replay]") {
  const std::string path = test::source_dir() + "/tests/assistant/session/old_logs/rulings.battle";
  const auto verified = Session::verify(path);
  REQUIRE(verified);
  INFO("seq " << verified->first_difference << ": " << verified->what);
  CHECK(verified->same);
}

}  // namespace ruling_log_tests
