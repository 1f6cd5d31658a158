/// A field of a set-up or a roster that nobody reads is named on stderr, and the battle goes on.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/assistant/cli/run_cli.hpp"
#include "tests/assistant/session/log_support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace unread_field_tests {

using namespace polemarch;
using namespace polemarch::test;
using nlohmann::json;

namespace {

json sample() { return json::parse(text_of_file(source_dir() + "/models/data/battles/paean_sample.json")); }

Run adjudicated(const Folder& folder, const json& setup) {
  return run(
      {"adjudicate", folder.with("b.json", setup.dump()), "--commands", folder.with("c.jsonl", "{\"by\":\"A\",\"do\":\"begin\"}\n")});
}

}  // namespace

TEST_CASE("a field that Paean does not read is named with file, place and the nearest name, and the battle is played",
          "[assistant][setup]") {
  const Folder folder("unread");
  json setup = sample();
  CHECK(adjudicated(folder, setup).err.empty());
  setup["sides"]["A"]["units"][0]["weapon"] = {"bow"};
  setup["options"]["bound_limits"] = 6;
  const Run done = adjudicated(folder, setup);
  CHECK(done.code == 0);
  CHECK(done.err == "polemarch: WARNING: " + folder.at("b.json") + ": /options/bound_limits: is not read; did you mean bound_limit?\n" +
                        "polemarch: WARNING: " + folder.at("b.json") + ": /sides/A/units/0/weapon: is not read; did you mean weapons?\n");
}

TEST_CASE("a battle half-way names what its state does not have, and a note is no mistake", "[assistant][setup]") {
  const Folder folder("unread_state");
  json setup = sample();
  setup["note"] = "after lunch";
  setup["state"] = {{"turn", {{"bound", 1}, {"phase", "command_orders"}, {"actve", "A"}, {"note", "who had the initiative"}}}};
  const Run done = adjudicated(folder, setup);
  CHECK(done.err.starts_with("polemarch: WARNING: " + folder.at("b.json") + ": /state/turn/actve: is not read; did you mean active?\n"));
}

TEST_CASE("new names the roster and the unit whose field is not read", "[assistant][setup]") {
  const Folder folder("unread_roster");
  json army = json::parse(text_of_file(source_dir() + "/models/data/armies/paean_athens.json"));
  const std::string a = folder.with("a.json", army.dump());
  army["units"][1]["rank"] = 3;
  const std::string name = army["units"][1]["name"];
  const Run done = run({"new", "--ruleset", "paean", "--size", "120x90cm", "--a", a, "--b", folder.with("b.json", army.dump()), "--out",
                        folder.at("battle.json")});
  CHECK(done.code == 0);
  CHECK(done.err == "polemarch: WARNING: " + folder.at("b.json") + ": unit 2 (" + name + "): /rank: is not read; did you mean ranks?\n");
}

}  // namespace unread_field_tests
