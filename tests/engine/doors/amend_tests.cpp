/// What an amendment may not do, in every ruleset: leave a state that does not read back.

#include <algorithm>
#include <functional>
#include <map>

#include "engine/core/json_types.hpp"
#include "tests/support/random_player.hpp"
#include "tests/support/sample_battles.hpp"

namespace amend_tests {

using namespace polemarch;
using engine::Json;
using test::sample;

namespace {

std::string amend(const std::string& path, const Json& value) {
  return Json{{"by", "umpire"}, {"do", "amend"}, {"path", path}, {"value", value}, {"reason", "?"}}.dump();
}

/// True for an object whose members are fields ("box_mm"), not things or lists by their names ("A3", "6", "forest").
bool is_record(const Json& at) {
  if (!at.is_object() || at.empty()) return false;
  if (std::all_of(at.begin(), at.end(), [](const Json& member) { return member.is_object(); })) return false;
  if (std::all_of(at.begin(), at.end(), [](const Json& member) { return member.is_array(); })) return false;
  return std::all_of(at.items().begin(), at.items().end(), [](const auto& field) {
    const std::string& name = field.key();
    return std::all_of(name.begin(), name.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
  });
}

/// Every path of the state down to `depth` names; of long lists and maps the first three members.
void paths_of(const Json& at, const std::string& path, int depth, std::vector<std::string>& out) {
  if (!path.empty()) out.push_back(path);
  if (depth == 0 || !at.is_structured()) return;
  int members = 0;
  for (const auto& [key, value] : at.items()) {
    if (++members > 3 && at.size() > 24) break;
    paths_of(value, path + "/" + key, depth - 1, out);
  }
}

/// The whole numbers of a state, one of a kind ("/units/A1/hits" for all units).
std::vector<std::string> numbers_of(const Json& state) {
  std::vector<std::string> numbers;
  std::map<std::string, int> kinds;
  const std::function<void(const Json&, const std::string&, const std::string&)> look = [&](const Json& at, const std::string& path,
                                                                                            const std::string& kind) {
    if (at.is_number_integer()) {
      if (++kinds[kind] == 1) numbers.push_back(path);
      return;
    }
    if (!at.is_structured()) return;
    for (const auto& [key, value] : at.items()) {
      const bool name = at.is_array() || key.find_first_of("0123456789") != std::string::npos;
      look(value, (Json::json_pointer(path) / key).to_string(), kind + "/" + (name ? "*" : key));
    }
  };
  look(state, "", "");
  return numbers;
}

/// The sample battle some way on.
std::unique_ptr<engine::Battle> under_way(const engine::RegisteredRuleset& room, int commands) {
  auto battle = sample(room);
  test::RandomPlayer player(11);
  for (int i = 0; i < commands; ++i)
    if (const auto command = player.next(*battle)) (void)battle->submit(*command);
  return battle;
}

}  // namespace

TEST_CASE("a number out of its bounds is refused with its pointer and the limit, in every ruleset", "[doors][amend]") {
  for (const auto& room : engine::rulesets()) {
    for (const int commands : {0, 120}) {
      const auto battle = under_way(room, commands);
      const std::vector<std::string> numbers = numbers_of(Json::parse(battle->state_text()));
      CAPTURE(room.info().key, commands);
      CHECK(numbers.size() > 10);
      int with_limit = 0;
      for (const std::string& path : numbers)
        for (const int value : {-1, -1000000000, 100000, 1000000000}) {
          CAPTURE(path, value);
          const auto verdict = battle->judge(amend(path, value));
          REQUIRE(verdict);
          if (value == -1 && verdict->allowed()) {  // a modifier may be
            const auto copy = battle->copy();
            REQUIRE(copy->submit(amend(path, value)));
            CHECK_FALSE(copy->broken_invariant());
            for (const Viewer viewer : {Viewer::A, Viewer::B}) (void)copy->offers(viewer, engine::AboutAll{});
            continue;
          }
          CHECK_FALSE(verdict->allowed());
          if (verdict->allowed()) continue;
          CHECK(verdict->refusal == engine::Refusal::Impossible);
          const std::string& text = verdict->reasons.front().text;
          const bool bound = text.find("it may be") != std::string::npos, open = text.find("/agenda/") != std::string::npos;
          if (bound) CHECK(text.starts_with(path + ": " + std::to_string(value)));
          with_limit += bound || open ? 1 : 0;
        }
      CHECK(with_limit > static_cast<int>(numbers.size()));
    }
  }
}

TEST_CASE("open questions may be taken away by hand and not changed, in every ruleset", "[doors][amend]") {
  for (const auto& room : engine::rulesets()) {
    const auto battle = under_way(room, 0);
    test::RandomPlayer player(3);
    for (int i = 0; i < 200 && battle->waits(Viewer::Umpire).empty(); ++i)
      if (const auto command = player.next(*battle)) (void)battle->submit(*command);
    const Json agenda = Json::parse(battle->state_text()).at("agenda");
    CAPTURE(room.info().key);
    REQUIRE_FALSE(agenda.at("lanes").empty());
    for (const char* count : {"next_lane", "next_wait", "next_owed"}) {
      const auto verdict = battle->judge(amend("/agenda/" + std::string(count), agenda.at(count).get<int>() + 1));
      REQUIRE(verdict);
      CHECK_FALSE(verdict->allowed());
      CHECK(verdict->reasons.front().text.find("/agenda/" + std::string(count)) != std::string::npos);
    }
    const auto id = battle->judge(amend("/agenda/lanes/0/id", 77777));
    REQUIRE(id);
    CHECK_FALSE(id->allowed());
    Json twice = agenda.at("lanes");
    twice.push_back(twice.front());
    const auto lanes = battle->judge(amend("/agenda/lanes", twice));
    REQUIRE(lanes);
    CHECK_FALSE(lanes->allowed());
  }
}

TEST_CASE("an amendment that leaves something out or says what no field holds is impossible, in every ruleset", "[doors][amend]") {
  const std::vector<Json> values{Json::object(), Json::array(), nullptr, "no such word", -7, 1000000, 0.5, true, Json{{"no", "such"}}};
  for (const auto& room : engine::rulesets()) {
    const auto start = sample(room);
    const Json state = Json::parse(start->state_text());
    std::vector<std::string> paths;
    paths_of(state, "", 2, paths);
    int refused = 0, allowed = 0;
    auto battle = sample(room);
    for (const std::string& path : paths) {
      const Json stood = state.at(Json::json_pointer(path));
      for (const Json& value : values) {
        CAPTURE(room.info().key, path, value.dump());
        const auto outcome = battle->submit(amend(path, value));
        REQUIRE(outcome);
        if (!outcome->verdict.allowed()) {
          CHECK(outcome->verdict.refusal == engine::Refusal::Impossible);
          ++refused;
          continue;
        }
        ++allowed;
        CHECK_FALSE((value == Json::object() && is_record(stood)));  // every field left out
        CHECK_FALSE(battle->broken_invariant());
        const Json now = Json::parse(battle->state_text());
        if (!value.empty()) CHECK(now.at(Json::json_pointer(path)) == value);
        if (allowed % 10 != 1) {
          battle = sample(room);
          continue;
        }
        // It still answers at every door.
        CHECK_FALSE(battle->describe(Viewer::Both).empty());
        (void)battle->places();
        for (const Viewer viewer : {Viewer::A, Viewer::B}) {
          (void)battle->offers(viewer, engine::AboutAll{});
          (void)battle->windows(viewer);
          (void)battle->waits(viewer);
        }
        battle = sample(room);
      }
    }
    CAPTURE(room.info().key);
    CHECK(refused > 50);
    CHECK(allowed > 0);
  }
}

TEST_CASE("an emptied map is refused, in every ruleset", "[doors][amend]") {
  for (const auto& room : engine::rulesets()) {
    const auto battle = sample(room);
    const Json state = Json::parse(battle->state_text());
    for (const char* path : {"/map", "/field", "/table"}) {
      if (!state.contains(Json::json_pointer(path))) continue;
      CAPTURE(room.info().key, path);
      const auto outcome = battle->submit(amend(path, Json::object()));
      REQUIRE(outcome);
      CHECK_FALSE(outcome->verdict.allowed());
    }
  }
}

TEST_CASE("an amendment leaves units and bases their names, in every ruleset", "[doors][amend]") {
  for (const auto& room : engine::rulesets()) {
    const auto start = sample(room);
    const Json state = Json::parse(start->state_text());
    const UnitId first = start->places().front().unit;
    const auto impossible = [&](const std::string& path, const Json& value) {
      CAPTURE(room.info().key, path, value.dump());
      const auto verdict = start->judge(amend(path, value));
      REQUIRE(verdict);
      CHECK(verdict->ruling == engine::Ruling::Refused);
      CHECK(verdict->refusal == engine::Refusal::Impossible);
      return verdict->reasons.front().text;
    };
    int fields = 0;
    for (const auto& [field, things] : state.items()) {
      if (!things.is_object() || !things.contains(first.text)) continue;
      ++fields;
      impossible("/" + field, Json::object());
      Json fewer = things;
      fewer.erase(first.text);
      impossible("/" + field, fewer);
      if (things[first.text].contains("id")) impossible("/" + field + "/" + first.text + "/id", "other");
    }
    CHECK(fields > 0);
    for (const char* no_path : {"units", "", "/~x"}) CHECK(impossible(no_path, 1).find("/path: expected a path") != std::string::npos);
  }
}

}  // namespace amend_tests
