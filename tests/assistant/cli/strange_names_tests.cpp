/// A name that a stranger wrote into a battle, and that a terminal would obey, is printed and exported as letters.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "assistant/session/files.hpp"
#include "tests/assistant/cli/run_cli.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace strange_names_tests {

using namespace polemarch;
using namespace polemarch::test;
using nlohmann::json;

namespace {

const std::string kRed = "\x1B[31m";
const std::string kTurned = "\xE2\x80\xAE";

/// Nothing but letters, tabs and ends of lines, and no turn of direction.
bool plain(const std::string& text) {
  for (const char c : text)
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t') return false;
  return text.find(kTurned) == std::string::npos && text.find("\xC2\x9B") == std::string::npos;
}

}  // namespace

TEST_CASE("a name that a terminal would obey is printed as letters, and means the same as JSON", "[cli]") {
  const Folder dir("strange");
  json battle = json::parse(text_of_file(source_dir() + "/models/data/battles/hail_caesar_sample.json"));
  const std::string army = "Tribes" + kRed + kTurned + "X\xC2\x9B";
  battle["sides"]["A"]["army"] = army;
  battle["sides"]["A"]["units"][0]["name"] = "Oak" + kRed;
  const std::string setup = dir.with("battle.json", battle.dump()), log = dir.at("game.battle");
  const std::string commands = dir.with("commands.jsonl", "{\"by\":\"A\",\"do\":\"pass\"}\n");
  CHECK(plain(run({"adjudicate", setup, "--commands", commands, "--log", log}).out));
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"battles", dir.path.string()}, {"replay", log}, {"battles", dir.path.string(), "--json"}}) {
    INFO(words.front() << " " << words.back());
    const Run done = run(words);
    CHECK(done.code == 0);
    CHECK(done.out.find("\\u001b[31m") != std::string::npos);
    CHECK(plain(done.out));
    if (words.back() == "--json") CHECK(json::parse(done.out)["armies"][0] == army);
  }
  CHECK(run({"battles", dir.path.string()}).out.find("Tribes\\u001b[31m\\u202eX\\u009b against") != std::string::npos);
  for (const char* file : {"tale.txt", "tale.md", "tale.csv", "tale.html"}) {
    INFO(file);
    REQUIRE(run({"export", log, "--out", dir.at(file)}).code == 0);
    const std::string text = text_of_file(dir.at(file));
    if (std::string(file) != "tale.html") CHECK(plain(text));  // a page shows them as it shows any letter
    CHECK(text.find(kRed) == std::string::npos);
  }
}

TEST_CASE("a battle takes one line of the list whatever its names hold", "[cli][library]") {
  const Folder dir("strange");
  json battle = json::parse(text_of_file(source_dir() + "/models/data/battles/hail_caesar_sample.json"));
  battle["sides"]["A"]["army"] = "Tribes\r\nof the\nwood";
  const std::string setup = dir.with("battle.json", battle.dump()), log = dir.at("game.battle");
  const std::string commands = dir.with("commands.jsonl", "{\"by\":\"A\",\"do\":\"pass\"}\n");
  run({"adjudicate", setup, "--commands", commands, "--log", log});
  const std::string out = run({"battles", dir.path.string()}).out;
  CHECK(std::count(out.begin(), out.end(), '\n') == 2);  // the battle, and how many there are
  dir.with("of\nold.battle", "rubbish\n");
  CHECK(run({"battles", dir.path.string()}).out.find("of old.battle  cannot be read: line 1: ") != std::string::npos);
  CHECK(out.find("Tribes  of the wood against") != std::string::npos);
}

TEST_CASE("a name of several lines is on one in the text of a battle", "[cli]") {
  const Folder dir("strange");
  json battle = json::parse(text_of_file(source_dir() + "/models/data/battles/hail_caesar_sample.json"));
  battle.erase("name");
  battle["sides"]["A"]["army"] = "Tribes\nof the wood";
  const std::string setup = dir.with("battle.json", battle.dump()), log = dir.at("game.battle");
  const std::string commands = dir.with("commands.jsonl", "{\"by\":\"A\",\"do\":\"pass\"}\n");
  run({"adjudicate", setup, "--commands", commands, "--log", log});
  REQUIRE(run({"export", log, "--out", dir.at("tale.txt")}).code == 0);
  const std::string text = text_of_file(dir.at("tale.txt"));
  CHECK(text.starts_with("Tribes of the wood against "));
  CHECK(text.find("Tribes\nof") == std::string::npos);
}

}  // namespace strange_names_tests
