/// Fields of a set-up that nobody reads are told with their place and what may be meant.
#include "engine/core/unread_fields.hpp"
#include "tests/support/catch.hpp"

namespace unread_tests {

using namespace polemarch;
using namespace polemarch::engine;

namespace {

using Lines = std::vector<std::string>;

std::vector<KnownFields> known() {
  std::vector<KnownFields> fields = common_fields();
  fields.push_back({"", {"scale"}});
  fields.push_back({"/sides/*", {"army", "units"}});
  fields.push_back({"/sides/*/units/*", {"unit", "ranks", "weapons"}});
  return fields;
}

Lines told(const char* text) { return unread_fields(Json::parse(text), "b.json", known()); }

}  // namespace

TEST_CASE("a set-up of known fields alone has nothing to tell", "[core][setup]") {
  CHECK(told(R"({"v":1,"ruleset":"x","scale":2,"table":{"size_mm":[900,600],"terrain":[{"id":"T1","kind":"wood","outline_mm":[]}]},
                 "sides":{"A":{"army":"a","units":[{"unit":"A1","ranks":2}]},"B":{"units":[]}}})")
            .empty());
}

TEST_CASE("an unread field is told with its file, its place and the nearest known name", "[core][setup]") {
  CHECK(told(R"({"scal":2})") == Lines{"b.json: /scal: is not read; did you mean scale?"});
  CHECK(told(R"({"table":{"tolerance":3}})") == Lines{"b.json: /table/tolerance: is not read; did you mean tolerance_mm?"});
  CHECK(told(R"({"sides":{"B":{"units":[{},{"unit":"B2","weapon":["bow"]}]}}})") ==
        Lines{"b.json: /sides/B/units/1/weapon: is not read; did you mean weapons?"});
  CHECK(told(R"({"sides":{"A":{"general":1}}})") == Lines{"b.json: /sides/A/general: is not read; there are army, units"});
}

TEST_CASE("the same unread name in many units is told once and counted", "[core][setup]") {
  CHECK(told(R"({"sides":{"A":{"units":[{"rank":2},{"rank":3},{"ranks":3}]},"B":{"units":[{"rank":2}],"rank":1}}})") ==
        Lines{"b.json: /sides/A/units/0/rank: is not read; did you mean ranks? (3 such)",
              "b.json: /sides/B/rank: is not read; there are army, units"});
}

TEST_CASE("notes are nobody's mistake, and what no list names is not looked into", "[core][setup]") {
  CHECK(told(R"({"note":"sample","_made_by":"hand","$schema":"s","comment":1,"options":{"any":1},
                 "sides":{"A":{"units":[{"note":"tired","unit":"A1"}]}}})")
            .empty());
}

TEST_CASE("what a battle half-way sets and the state does not have is told, but nothing empty", "[core][setup]") {
  const Json kept = Json::parse(R"({"turn":{"bound":3,"phase":"orders"},"units":{"A1":{"orders":1,"contacts":[{"foe":"B1"}]}}})");
  const auto lost = [&](const char* given) { return unread_state(Json::parse(given), kept, "b.json"); };
  CHECK(lost(R"({"turn":{"bound":3},"units":{"A1":{"orders":1,"permit":null,"challenged":[],"name":""}}})").empty());
  CHECK(lost(R"({"turn":{"bond":3}})") == Lines{"b.json: /state/turn/bond: is not read; did you mean bound?"});
  CHECK(lost(R"({"units":{"A1":{"contacts":[{"fo":"B1"}]}}})") ==
        Lines{"b.json: /state/units/A1/contacts/0/fo: is not read; did you mean foe?"});
  CHECK(lost(R"({"units":{"A1":{"order":1}}})") == Lines{"b.json: /state/units/A1/order: is not read; did you mean orders?"});
}

}  // namespace unread_tests
