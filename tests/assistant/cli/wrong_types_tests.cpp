/// Values of the wrong kind, empty options, files that cannot be read to their end: each in one line of ours.
#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/assistant/cli/run_cli.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace wrong_types_tests {

using namespace polemarch;
using namespace polemarch::test;
using nlohmann::json;

namespace {

/// Exit 2 and one line that holds all these words and none of the library's.
void refused(const Run& done, std::initializer_list<std::string> words) {
  INFO(done.err);
  CHECK(done.code == 2);
  CHECK(std::count(done.err.begin(), done.err.end(), '\n') == 1);
  for (const std::string& word : words) {
    INFO(word);
    CHECK(done.err.find(word) != std::string::npos);
  }
  for (const char* raw : {"cannot use", "type must be", "out of range", "battle: /"}) {
    INFO(raw);
    CHECK(done.err.find(raw) == std::string::npos);
  }
}

json sample(const std::string& ruleset) {
  return json::parse(text_of_file(source_dir() + "/models/data/battles/" + ruleset + "_sample.json"));
}

}  // namespace

TEST_CASE("a grid of Blade & Bow of the wrong kind is named with its place", "[cli][words][bb]") {
  const Folder dir("grid_types");
  for (const json& grid : {json(1.5), json("x"), json(nullptr)}) {
    json battle = sample("blade_and_bow");
    battle["table"]["grid"] = grid;
    refused(run({"adjudicate", dir.with("grid.json", battle.dump())}), {"grid.json: /table/grid: expected an object"});
  }
  for (const json& origin : {json(1.5), json::array(), json::array({nullptr}), json::array({1, 2, 3}), json::object(), json(true)}) {
    json battle = sample("blade_and_bow");
    battle["table"]["grid"]["origin_mm"] = origin;
    refused(run({"adjudicate", dir.with("grid.json", battle.dump())}), {"grid.json: /table/grid/origin_mm: expected two lengths"});
  }
  json battle = sample("blade_and_bow");
  battle["table"]["grid"]["origin_mm"] = {0, {{"a", 1}}};
  refused(run({"adjudicate", dir.with("grid.json", battle.dump())}), {"grid.json: /table/grid/origin_mm/1: expected"});
}

TEST_CASE("a side of Paean of the wrong kind is named with its place, and a scale where it stands", "[cli][words][paean]") {
  const Folder dir("side_types");
  for (const json& side : {json(3), json("x"), json::array()}) {
    json battle = sample("paean");
    battle["sides"]["A"] = side;
    battle.erase("scale");
    refused(run({"adjudicate", dir.with("side.json", battle.dump())}), {"side.json: /sides/A: expected an object"});
  }
  json battle = sample("paean");
  battle["sides"]["B"]["units"] = {{"unit", "B1"}};
  refused(run({"adjudicate", dir.with("side.json", battle.dump())}), {"side.json: /sides/B/units: expected a list"});

  const std::string armies = source_dir() + "/models/data/armies/";
  for (const json& scale : {json(-1), json(1e300), json::array(), json(1000000000000000000)}) {
    json roster = json::parse(text_of_file(armies + "paean_argos_15mm.json"));
    roster["units"][0]["k"] = scale;
    refused(run({"new", "--ruleset", "paean", "--a", dir.with("argos.json", roster.dump()), "--b", armies + "paean_sparta_15mm.json",
                 "--out", dir.at("new.json")}),
            {"argos.json: unit 1", "/k: expected"});
  }
}

TEST_CASE("an option without a word in it is refused instead of passed over", "[cli][words]") {
  const Folder dir("empty_options");
  const std::string battle = source_dir() + "/models/data/battles/paean_sample.json";
  for (const char* option : {"--script", "--table", "--bases", "--camera"})
    refused(run({"play", battle, "--headless", dir.at("out"), "--seconds", "0.1", option, ""}), {option, "expected a word behind it"});
  refused(run({"markers", "--out", dir.at("sheet.pdf"), "--army", ""}), {"--army", "expected a word behind it"});
  refused(run({"adjudicate", battle, "--log="}), {"--log", "expected a word behind it"});
  CHECK(std::filesystem::is_empty(dir.path));
}

TEST_CASE("commands that cannot be read to their end are no end of the commands", "[cli][words]") {
  refused(run({"adjudicate", source_dir() + "/models/data/battles/paean_sample.json", "--commands", "/proc/self/mem"}),
          {"/proc/self/mem: cannot be read to its end"});
}

TEST_CASE("a file longer than any of ours is no scene and is not read", "[cli][words]") {
  const Folder dir("long_scene");
  const std::string scene = dir.with("long.json", "{");
  std::filesystem::resize_file(scene, 20'000'000'000);  // holes: nothing stands on the disk
  refused(run({"simulate", "--scene", scene, "--print"}), {"long.json: is longer than 64000000 bytes"});
}

TEST_CASE("a log that an editor marked is a log that was changed", "[cli][words][log]") {
  const Folder dir("marked_log");
  const std::string log = text_of_file(source_dir() + "/tests/assistant/session/old_logs/rulings.battle");
  for (const char* verb : {"adjudicate", "replay"})
    refused(run({verb, dir.with("marked.battle", "\xEF\xBB\xBF" + log)}), {"marked.battle: line 1: "});
}

TEST_CASE("the log of a battle given as another file is named as one", "[cli][words]") {
  const std::string log = source_dir() + "/tests/assistant/session/old_logs/rulings.battle";
  const std::string table = source_dir() + "/models/data/battles/paean_sample.json";
  for (const std::vector<std::string>& words : {std::vector<std::string>{"simulate", "--scene", log, "--print"},
                                                {"markers", "--out", "/dev/null", "--table", log},
                                                {"track", "--source", "none", "--table", table, "--bases", log},
                                                {"track", "--source", "none", "--table", log}})
    refused(run(words), {"rulings.battle: is the log of a battle"});
}

TEST_CASE("a key of a script that there is not is named, one held with Shift is one key", "[cli][words]") {
  const Folder dir("script_keys");
  const std::string battle = source_dir() + "/models/data/battles/paean_sample.json";
  const auto with = [&](const std::string& key) {
    const std::string script = dir.with("script.jsonl", R"({"t":0,"key":")" + key + "\"}\n");
    return run({"play", battle, "--headless", dir.at("out"), "--seconds", "0.1", "--script", script});
  };
  refused(with("Hyperspace"), {"script.jsonl: line 1: /key: there is no key \"Hyperspace\"; ", "Space"});
  refused(with("Shift-Hyperspace"), {"/key: there is no key"});
  refused(with("PgUp"), {"did you mean PageUp?"});
  for (const char* key : {"3551", "Shift-n", "Ctrl-z", "Shift-Tab", "Up", "Home", "F6", "?"}) {
    INFO(key);
    CHECK(with(key).code == 0);
  }
}

}  // namespace wrong_types_tests
