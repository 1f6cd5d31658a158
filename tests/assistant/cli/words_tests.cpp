/// Whatever is wrong with what a player gives is said in one line of ours that names file, place and mend.
#include <fcntl.h>
#include <sys/stat.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "tests/assistant/cli/run_cli.hpp"
#include "tests/assistant/session/log_support.hpp"

namespace words_tests {

using namespace polemarch;
using namespace polemarch::test;
using nlohmann::json;

namespace {

/// One line on stderr, exit 2, none of the library's own words.
std::string one_line(const Run& done) {
  INFO(done.err);
  CHECK(done.code == 2);
  CHECK(done.err.starts_with("polemarch: "));
  CHECK(std::count(done.err.begin(), done.err.end(), '\n') == 1);
  for (const char* raw :
       {"json.exception", "[json", "type_error", "parse_error", "out_of_range", "std::", "basic_string", "stoul", "type must be"}) {
    INFO(raw);
    CHECK(done.err.find(raw) == std::string::npos);
  }
  return done.err;
}

bool says(const std::string& line, std::initializer_list<const char*> words) {
  for (const char* word : words) {
    INFO(line << "  lacks  " << word);
    CHECK(line.find(word) != std::string::npos);
  }
  return true;
}

}  // namespace

TEST_CASE("a verb that is not known is answered with the nearest", "[cli][words]") {
  CHECK(says(one_line(run({"plya", "x"})), {"no verb \"plya\"", "did you mean play?"}));
  CHECK(says(one_line(run({"adjudicat"})), {"did you mean adjudicate?"}));
  CHECK(says(one_line(run({"play\n"})), {"no verb \"play?\"", "did you mean play?"}));
  CHECK(says(one_line(run({"detect", "no\nsuch.png"})), {"no?such.png: no such picture"}));
  CHECK(says(one_line(run({"exprt", "x"})), {"no verb \"exprt\"", "did you mean export?"}));
  CHECK(says(one_line(run({"xyzzyxyzzy"})), {"there are adjudicate, "}));
}

TEST_CASE("an option that is not known is answered with the nearest, a word too many is named", "[cli][words]") {
  CHECK(says(one_line(run({"play", measuring_setup(), "--sprectate", "8080"})),
             {"there is no option --sprectate; did you mean --spectate?", "polemarch play --help"}));
  CHECK(says(one_line(run({"report", measuring_setup(), "--otu=x.html"})), {"there is no option --otu; did you mean --out?"}));
  CHECK(says(one_line(run({"doctor", "--jsn"})), {"did you mean --json?"}));
  CHECK(says(one_line(run({"play", measuring_setup(), "extra"})), {"\"extra\" is one word too many"}));
}

TEST_CASE("a value that an option does not take is answered with what it takes", "[cli][words]") {
  const Folder dir("words_values");
  const std::string out = dir.at("out");
  CHECK(says(one_line(run({"replay", "x", "--to", "abc"})), {"--to abc: expected a whole number (see polemarch replay --help)"}));
  CHECK(says(one_line(run({"play", "x", "--roll=maybe"})), {"--roll: takes no value (see polemarch play --help)"}));
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{{"battles", "x", "--json=2"},
                                                                                     {"battles", "x", "--json=false"},
                                                                                     {"adjudicate", "x", "--json=0"},
                                                                                     {"export", "x", "--out", out, "--light=2"},
                                                                                     {"replay", "x", "--verify=no"}}) {
    const std::string flag = words.back().substr(0, words.back().find('='));
    CHECK(says(one_line(run(words)), {(flag + ": takes no value").c_str()}));
  }
  CHECK(says(one_line(run({"play", "x", "--seconds", "1", "--seconds", "2"})), {"--seconds: is given more than once"}));
  CHECK(says(one_line(run({"play", "x", "--help-level"})), {"--help-level: expected a word behind it"}));
  CHECK(says(one_line(run({"markers", "--mount", "strips", "--out", out})), {"--mount strips: did you mean strip?"}));
  CHECK(says(one_line(run({"markers", "--count", "1000", "--out", out})), {"--count 1000: expected a whole number from 1 to 200"}));
  CHECK(says(one_line(run({"report", "", "--out", out})), {"\"\" (no name): cannot be read"}));
  CHECK(says(one_line(run({"keys", ""})), {"keys: expected a name"}));
  CHECK(
      says(one_line(run({"markers", "--no-units", "--no-border", "--no-board", "--no-jig", "--out", out})), {"nothing is left to print"}));
  CHECK(says(one_line(run({"calibrate", "--source", dir.path.string(), "--board", "charuco:6x7:30:22:DICT_FOO"})),
             {"board \"charuco:6x7:30:22:DICT_FOO\": family \"DICT_FOO\": unknown"}));
  const std::string armies = source_dir() + "/models/data/armies/to_the_strongest_";
  CHECK(says(one_line(run({"new", "--ruleset", "to_the_strongest", "--a", armies + "romans.json", "--b", armies + "britons.json", "--box",
                           "500", "--out", out})),
             {"--size and --box: /table/grid/columns: expected 4 to 40 columns"}));
}

TEST_CASE("a pipe, a socket, a device or a folder given as a file is named, and nobody waits for it", "[cli][words]") {
  const Folder dir("words_pipe");
  const std::string pipe = dir.at("pipe"), log = dir.at("game.battle");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  play_marathon(log);
  const std::string csv = dir.with("a.csv", "name,type,bases,marker\nFirst,Hoplites,2,10\n");
  const std::string table = dir.with("table.json", R"({"v":1,"size_mm":[900,600],"border":[{"marker":560,"size_mm":30}]})");
  for (const std::string& file : {pipe, dir.path.string(), std::string("/dev/zero")}) {
    const std::string what = file == pipe ? ": is a pipe, expected a file" : ": is a ";
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"adjudicate", file},
                                               {"play", file, "--headless", dir.at("out")},
                                               {"play", measuring_setup(), "--headless", dir.at("out"), "--script", file},
                                               {"play", measuring_setup(), "--headless", dir.at("out"), "--table", file},
                                               {"play", measuring_setup(), "--headless", dir.at("out"), "--bases", file},
                                               {"play", measuring_setup(), "--headless", dir.at("out"), "--camera", file},
                                               {"replay", file},
                                               {"replay", file, "--verify"},
                                               {"report", file, "--out", dir.at("x.html")},
                                               {"export", file, "--out", dir.at("x.md")},
                                               {"new", "--ruleset", "paean", "--a", file, "--b", csv, "--out", dir.at("x.json")},
                                               {"markers", "--army", file, "--out", dir.at("x.pdf")},
                                               {"track", "--source", dir.path.string(), "--table", file},
                                               {"track", "--source", dir.path.string(), "--table", table, "--bases", file}}) {
      INFO(words[0] << " " << file);
      CHECK(says(one_line(run(words)), {(file + what).c_str()}));
    }
  }
  CHECK(says(one_line(run({"adjudicate", measuring_setup(), "--commands", dir.path.string()})), {": is a folder, expected a file"}));
  CHECK(says(one_line(run({"track", "--source", pipe, "--table", table})), {"pipe: is a pipe, a socket or a device"}));
  CHECK(says(one_line(run({"detect", "--family", "FILE:" + pipe, dir.at("x.png")})), {"pipe\": no file "}));
  CHECK(says(one_line(run({"report", log, "--out", pipe})), {"pipe: cannot be written: nobody reads at its other end"}));
  CHECK(says(one_line(run({"export", log, "--format", "mp4", "--out", pipe})), {"pipe: is no file; a film cannot be written into it"}));
  CHECK(std::filesystem::is_fifo(pipe));
}

TEST_CASE("a scene given as a list of bases is named with where its bases can be had", "[cli][words]") {
  const Folder dir("words_bases");
  const std::string scene = source_dir() + "/models/data/scenes/first_look.scene.json";
  CHECK(says(one_line(run({"play", measuring_setup(), "--headless", dir.at("out"), "--bases", scene})),
             {"first_look.scene.json: /", "this is a scene, not a list of bases", "polemarch simulate --scene"}));
  CHECK_FALSE(std::filesystem::exists(dir.at("out/paean_sample.battle")));
}

TEST_CASE("a phase to begin in that the ruleset has not is answered with those it has", "[cli][words]") {
  const Folder dir("words_phase");
  const auto from = [&](const std::string& ruleset, const std::string& a, const std::string& b, const std::string& phase) {
    const std::string armies = source_dir() + "/models/data/armies/" + ruleset + "_";
    return run({"new", "--ruleset", ruleset, "--a", armies + a, "--b", armies + b, "--from", phase, "--out", dir.at(ruleset + phase)});
  };
  CHECK(says(one_line(from("to_the_strongest", "romans.json", "britons.json", "scoutin")), {"--from scoutin: ", "did you mean scouting?"}));
  CHECK(says(one_line(from("to_the_strongest", "romans.json", "britons.json", "battle")),
             {"--from battle: ", "there are terrain, stratagems, scouting, deployment"}));
  CHECK(says(one_line(from("paean", "athens.json", "thebes.json", "scouting")), {"--from scouting: Paean has no such phase to begin in"}));
  CHECK(from("hail_caesar", "republic.json", "tribes.json", "deployment").code == 0);
}

TEST_CASE("a line of a script with a word nobody knows is named with its place", "[cli][words]") {
  const Folder dir("words_script");
  const auto with = [&](const std::string& line) {
    const std::string script = dir.with("script.jsonl", "# first\n" + line + "\n");
    return one_line(run({"play", measuring_setup(), "--source", "manual:", "--headless", dir.at("out"), "--script", script}));
  };
  CHECK(says(with(R"({"t":1,"selct":"A1"})"), {"script.jsonl: line 2: /selct: is not known here", "select"}));
  CHECK(says(with(R"({"t":1,"select":5})"), {"line 2: /select: expected a text in quotes"}));
  CHECK(says(with(R"({"t":1,"level":"loud"})"), {"line 2: /level: expected measure, advise or umpire", "loud"}));
  CHECK(says(with(R"({"t":1,"drag":{"base":"A1.1","x_mm":1,"y_mm":1,"heading_deg":"north"}})"), {"line 2: /drag: expected"}));
  CHECK(says(with(R"({"t":1,"select":"A 1!"})"), {"line 2: /select: expected a unit's id"}));
  CHECK(says(with(R"({"t":1,"shot":"../../x"})"), {"line 2: /shot: expected a name"}));
  CHECK(says(with(R"({"t":1,)"), {"line 2", "not valid JSON"}));
  CHECK(says(with(R"({"t":1,"command":)" + std::string(100'000, '[') + std::string(100'000, ']') + "}"), {"line 2: is nested more than"}));
}

TEST_CASE("a line without an end is read no further than a command may be long", "[cli][words]") {
  const Folder dir("words_endless");
  const std::string pipe = dir.at("commands");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::signal(SIGPIPE, SIG_IGN);
  std::size_t written = 0;
  std::thread writer([&] {
    const int to = ::open(pipe.c_str(), O_WRONLY);
    const std::string block(1 << 16, 'x');
    for (ssize_t n = 0; written < 50'000'000 && n >= 0; n = ::write(to, block.data(), block.size())) written += static_cast<std::size_t>(n);
    ::close(to);
  });
  const Run done = run({"adjudicate", measuring_setup(), "--commands", pipe});
  writer.join();
  CHECK(says(one_line(done), {"commands: line 1: command: is 1000001 bytes long"}));
  CHECK(written < 3'000'000);
}

TEST_CASE("a family's file nested a hundred thousand deep is no dictionary", "[cli][words]") {
  const Folder dir("words_family");
  std::string tags, indents;
  for (int i = 0; i < 100'000; ++i) tags += "<a>";
  for (int i = 0; i < 2'000; ++i) indents += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  const std::string lists(100'000, '[');
  for (const std::string& text :
       {"{\"nmarkers\":" + lists, "%YAML:1.0\n---\na: " + lists, "<?xml version=\"1.0\"?>\n<opencv_storage>" + tags,
        "%YAML:1.0\n---\n" + indents, "%YAML:1.0\n---\na:\n" + std::string(100'000, '-'), std::string()}) {
    const std::string file = dir.with("family.yml", text);
    CHECK(says(one_line(run({"markers", "--family", "FILE:" + file, "--out", dir.at("m.pdf")})), {"family.yml is not a dictionary file"}));
  }
}

TEST_CASE("a number that no computer holds is told in plain words", "[cli][words]") {
  const Folder dir("words_number");
  const std::string file = dir.with("battle.json", R"({"ruleset":"paean","v":1e999})");
  CHECK(says(one_line(run({"adjudicate", file})), {"battle.json: line 1, column 24: not valid JSON: number overflow"}));
}

TEST_CASE("a damaged picture in a folder ends a run without a window and is named", "[cli][words]") {
  const Folder dir("words_picture");
  std::filesystem::create_directories(dir.at("pictures"));
  dir.with("pictures/1.png", "no picture");
  REQUIRE(run({"simulate", "--scene", "still", "--out", dir.at("sim"), "--frames", "1"}).code == 0);
  const Run done = run({"play", measuring_setup(), "--source", dir.at("pictures"), "--table", dir.at("sim/table.json"), "--headless",
                        dir.at("out"), "--seconds", "1"});
  CHECK(says(one_line(done), {"pictures", "1.png: not a picture we can read"}));
}

TEST_CASE("pictures of the table are asked for only where they would be kept", "[cli][words][privacy]") {
  CHECK(
      says(one_line(run({"play", measuring_setup(), "--source", "manual:", "--text", "--keep-pictures"})), {"--keep-pictures", "--text"}));
}

TEST_CASE("replay and report of a battle that has not begun say so", "[cli][words]") {
  for (const std::string verb : {"replay", "report"}) {
    std::vector<std::string> words{verb, measuring_setup()};
    if (verb == "report") words.insert(words.end(), {"--out", "/dev/null"});
    CHECK(says(one_line(run(words)), {"paean_sample.json: is a battle that has not begun", "play"}));
  }
  CHECK(says(one_line(run({"replay", measuring_setup(), "--verify"})), {"is a battle that has not begun"}));
  const Folder dir("words_replay");
  CHECK(says(one_line(run({"replay", dir.with("x.battle", "hello\n")})), {"x.battle: line 1: not a battle log"}));
}

TEST_CASE("an option that means nothing for what is asked is refused, and so are two things at once", "[cli][words]") {
  const Folder dir("words_idle");
  const std::string log = dir.at("game.battle");
  play_marathon(log);
  for (const auto& [out, option, value] : {std::tuple{"x.csv", "--width", "800"},
                                           {"x.md", "--at", "1"},
                                           {"x.txt", "--seconds", "2"},
                                           {"x.svg", "--light", ""},
                                           {"x.mcap", "--light", ""}}) {
    std::vector<std::string> words{"export", log, "--out", dir.at(out), option};
    if (*value != '\0') words.emplace_back(value);
    INFO(out);
    CHECK(says(one_line(run(words)), {(std::string(option) + ": means nothing for").c_str()}));
    CHECK_FALSE(std::filesystem::exists(dir.at(out)));
  }
  for (const std::vector<std::string>& ways : {std::vector<std::string>{"--verify", "--window"},
                                               {"--text", "--picture", dir.at("x.png")},
                                               {"--verify", "--to", "1"},
                                               {"--text", "--json"},
                                               {"--spectate", "8080"},
                                               {"--token", "abcdefghijklmnop"}}) {
    std::vector<std::string> words{"replay", log};
    words.insert(words.end(), ways.begin(), ways.end());
    INFO(ways.front());
    CHECK(says(one_line(run(words)), {"--"}));
  }
  CHECK(says(one_line(run({"battles", dir.path.string(), "--html", dir.at("battles.index")})), {"which is read here"}));
  const std::string shown = dir.at("shown"), script = dir.with("script.jsonl", "");
  for (const std::vector<std::string>& ways : {std::vector<std::string>{"--projector", "--headless", shown},
                                               {"--projector", "--text"},
                                               {"--seconds", "1", "--text"},
                                               {"--script", script, "--text"},
                                               {"--size", "1280x800", "--text"},
                                               {"--text", "--headless", shown}}) {
    std::vector<std::string> words{"play", measuring_setup()};
    words.insert(words.end(), ways.begin(), ways.end());
    CHECK(says(one_line(run(words)), {ways.front().c_str()}));
  }
  CHECK_FALSE(std::filesystem::exists(shown));
  CHECK(says(one_line(run({"battles", dir.path.string(), "--since", "2026-12-01", "--until", "2026-01-01"})),
             {"--since 2026-12-01: is after --until 2026-01-01"}));
}

TEST_CASE("what is written has the ending of its kind, or none", "[cli][words]") {
  const Folder dir("words_endings");
  const std::string log = dir.at("game.battle"), other = dir.at("x.foo");
  play_marathon(log);
  for (const auto& [words, ending] :
       std::vector<std::pair<std::vector<std::string>, const char*>>{{{"replay", log, "--picture", other}, ".png"},
                                                                     {{"replay", log, "--picture", dir.at("x.jpg")}, ".png"},
                                                                     {{"report", log, "--out", other}, ".html or .htm"},
                                                                     {{"battles", dir.path.string(), "--html", other}, ".html or .htm"},
                                                                     {{"markers", "--out", other}, ".pdf"}}) {
    CHECK(says(one_line(run(words)), {(words.back() + ": expected a name ending in " + ending).c_str()}));
    CHECK_FALSE(std::filesystem::exists(words.back()));
  }
  CHECK(run({"replay", log, "--picture", dir.at("X.PNG"), "--size", "640x400"}).code == 0);
  CHECK(run({"report", log, "--out", dir.at("report")}).code == 0);
}

TEST_CASE("a log that goes on in itself takes no other name for its log", "[cli][words]") {
  const Folder dir("words_log");
  play_marathon(dir.at("game.battle"));
  CHECK(says(one_line(run({"adjudicate", dir.at("game.battle"), "--log", dir.at("other.battle"), "--commands", dir.with("none", "")})),
             {"--log ", "other.battle: ", "game.battle is a log already and goes on in itself"}));
  CHECK_FALSE(std::filesystem::exists(dir.at("other.battle")));
}

TEST_CASE("what is quoted from a file that is no text is quoted as letters", "[cli][words]") {
  const Folder dir("words_bytes");
  const std::string line = one_line(run({"adjudicate", dir.with("battle.json", "{\"a\":\xff\xfe}")}));
  CHECK(std::all_of(line.begin(), line.end(), [](unsigned char c) { return c == '\n' || (c >= 0x20 && c < 0x7F); }));
}

TEST_CASE("a scene of another kind of file, or with a size as text, is named with its place", "[cli][words]") {
  const Folder dir("words_scene");
  CHECK(says(one_line(run({"simulate", "--scene", measuring_setup(), "--out", dir.at("out")})), {"paean_sample.json", "/"}));
  const std::string table = dir.with("table.json", R"({"v":1,"size_mm":[900,600]})");
  CHECK(says(one_line(run({"simulate", "--scene", table, "--out", dir.at("out")})), {"table.json"}));
  json scene = json::parse(run({"simulate", "--scene", "still", "--print"}).out);
  scene["bases"] = json::array({{{"base", "A1"}, {"marker", 1}, {"footprint", {{"frontage_mm", 40}, {"depth_mm", "20"}}}}});
  const std::string wrong = dir.with("scene.json", scene.dump());
  CHECK(says(one_line(run({"simulate", "--scene", wrong, "--out", dir.at("out")})),
             {"scene.json: /bases/0/footprint/depth_mm: Expected a number"}));
}

TEST_CASE("a table of Latin-1 is not taken without a word", "[cli][words]") {
  const Folder dir("words_latin");
  const std::string good = dir.with("b.csv", "name,type,bases,marker\nFirst,Hoplites,2,10\n");
  const std::string latin = dir.with("a.csv", "name,type,bases,marker\nG\xE9n\xE9ral,Hoplites,2,20\n");
  const std::string line = one_line(run({"new", "--ruleset", "paean", "--a", latin, "--b", good, "--out", dir.at("battle.json")}));
  CHECK(says(line, {"a.csv: line 2, column 2: a letter is not written in UTF-8", "save the file as"}));
  const std::string zero = dir.with("z.csv", std::string("name,type\nX\0,Y\n", 15));
  CHECK(says(one_line(run({"new", "--ruleset", "paean", "--a", zero, "--b", good, "--out", dir.at("battle.json")})), {"z.csv: line 2"}));
}

TEST_CASE("every file and message nested a hundred thousand deep ends in one line", "[cli][words][limits]") {
  const Folder dir("words_deep");
  for (const std::string open : {"[", "{\"a\":"}) {
    std::string deep;
    for (int i = 0; i < 100'000; ++i) deep += open;
    const std::string file = dir.with("deep.json", deep);
    const std::string good = dir.with("b.csv", "name,type,bases,marker\nFirst,Hoplites,2,10\n");
    const std::string table = dir.with("table.json", R"({"v":1,"size_mm":[900,600]})");
    const std::vector<std::vector<std::string>> runs{
        {"adjudicate", file},
        {"adjudicate", measuring_setup(), "--commands", file},
        {"replay", dir.with("deep.battle", "{\"polemarch_battle\":2,\"x\":" + deep + "\n")},
        {"report", dir.at("deep.battle"), "--out", "/dev/null"},
        {"new", "--ruleset", "paean", "--a", file, "--b", good, "--out", dir.at("x.json")},
        {"markers", "--army", file, "--out", dir.at("x.pdf")},
        {"markers", "--table", file, "--table-out", dir.at("x.json")},
        {"simulate", "--scene", file, "--out", dir.at("out")},
        {"track", "--source", dir.path.string(), "--table", file},
        {"track", "--source", dir.path.string(), "--table", table, "--bases", file},
        {"track", "--source", dir.path.string(), "--table", table, "--camera", file},
        {"play", file, "--source", "manual:", "--headless", dir.at("out")},
        {"play", measuring_setup(), "--source", "manual:", "--headless", dir.at("out"), "--bases", file}};
    for (const auto& words : runs) {
      INFO(words[0] << " " << words[1]);
      CHECK_FALSE(one_line(run(words)).empty());
    }
  }
  // A cell of a roster is text, however deep it looks.
  const std::string cell = dir.with("c.csv", "name,type,bases,marker,points\nFirst,Hoplites,2,10," + std::string(100'000, '[') + "\n");
  const Run made = run({"markers", "--army", cell, "--out", dir.at("x.pdf")});
  CHECK(made.code != 139);
}

TEST_CASE("any value of a file changed for one of another kind ends in a line of ours, or in none", "[cli][words]") {
  const Folder dir("words_kinds");
  const auto sweep = [&](const json& whole, const std::function<Run(const std::string& file)>& use) {
    const json flat = whole.flatten();
    std::size_t tried = 0;
    for (const auto& [path, value] : flat.items()) {
      if (tried++ > 60) break;
      for (const json& wrong : {json("text"), json(-7), json(nullptr), json::array({1, "x"}), json{{"x", 1}}, json(1e300)}) {
        json changed = whole;
        changed[json::json_pointer(path)] = wrong;
        const Run done = use(dir.with("changed.json", changed.dump()));
        INFO(path << " = " << wrong.dump() << ": " << done.err);
        for (const char* raw : {"json.exception", "type must be", "std::", "stoul", "basic_string"})
          CHECK(done.err.find(raw) == std::string::npos);
        CHECK((done.code == 0 || done.code == 2));
        CHECK(std::count(done.err.begin(), done.err.end(), '\n') <= 1);
      }
    }
  };
  const auto small = [](json battle) {  // one unit a side is enough
    for (const char* side : {"A", "B"})
      if (battle["sides"][side].contains("units"))
        battle["sides"][side]["units"].erase(battle["sides"][side]["units"].begin() + 1, battle["sides"][side]["units"].end());
    if (battle.contains("bases")) battle["bases"] = json::array();
    return battle;
  };
  const std::string none = dir.with("none.jsonl", "");
  const std::string room = GENERATE("paean", "hoplomachia", "hail_caesar", "to_the_strongest", "blade_and_bow");
  INFO(room);
  const json battle = small(json::parse(bytes_of(source_dir() + "/models/data/battles/" + room + "_sample.json")));
  sweep(battle, [&](const std::string& file) { return run({"adjudicate", file, "--commands", none}); });
  if (room == "paean")
    sweep(json::parse(run({"simulate", "--scene", "still", "--print"}).out), [&](const std::string& file) {
      return run({"simulate", "--scene", file, "--print"});
    });
}

}  // namespace words_tests
