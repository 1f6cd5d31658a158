/// What an amendment may not do, in every ruleset: leave a state that does not read back.

#include <algorithm>

#include "engine/core/json_types.hpp"
#include "tests/support/sample_battles.hpp"

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

}  // namespace

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
