/// What is written never takes the place of what is read, and appears under its name only when it is whole.
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/assistant/cli/run_cli.hpp"
#include "tests/assistant/session/log_support.hpp"

namespace outputs_tests {

using namespace polemarch;
using namespace polemarch::test;
namespace fs = std::filesystem;

namespace {

const std::string kRoster = "name,type,bases,marker\nFirst,Hoplites,2,10\nSecond,Hoplites,2,20\n";

/// The run is refused with a line that names option and input and says why, and no byte of the input changed.
void refused(const std::vector<std::string>& words, const std::string& option, const std::string& input,
             const std::string& why = "which is read here") {
  const std::string before = bytes_of(input);
  const Run done = run(words);
  INFO(done.err << done.out);
  CHECK(done.code == 2);
  CHECK(done.err.find(option + " ") != std::string::npos);
  CHECK(done.err.find(why) != std::string::npos);
  CHECK(bytes_of(input) == before);
}

/// How many of so many programs, started at once with these words and nothing on their standard input, end well.
int done_at_once(int programs, std::vector<std::string> words) {
  std::vector<pid_t> started;
  for (int i = 0; i < programs; ++i) {
    started.push_back(::fork());
    if (started.back() != 0) continue;
    const int nothing = ::open("/dev/null", O_RDWR);
    for (const int fd : {0, 1, 2}) ::dup2(nothing, fd);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    ::_exit(assistant::run_cli(static_cast<int>(argv.size()), argv.data()));
  }
  int done = 0;
  for (const pid_t program : started) {
    int status = 1;
    ::waitpid(program, &status, 0);
    done += status == 0 ? 1 : 0;
  }
  return done;
}

/// How many files of keys a folder holds that say different things.
int key_files_that_differ(const fs::path& folder) {
  std::set<std::string> texts;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".keys") texts.insert(bytes_of(entry.path().string()));
  return static_cast<int>(texts.size());
}

/// As long as one lives, no window can be opened.
struct NoDisplay {
  std::map<std::string, std::string> before;
  NoDisplay() {
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"}) {
      if (const char* value = std::getenv(name)) before[name] = value;
      ::unsetenv(name);
    }
  }
  ~NoDisplay() {
    for (const auto& [name, value] : before) ::setenv(name.c_str(), value.c_str(), 1);
  }
};

}  // namespace

TEST_CASE("no verb writes over its own input, under whatever name", "[cli][outputs]") {
  const Folder dir("outputs");
  const std::string log = dir.at("game.battle"), battle = dir.with("battle.json", bytes_of(measuring_setup()));
  play_marathon(log);
  const std::string roster = dir.with("a.csv", kRoster), other = dir.with("b.csv", kRoster);
  const std::string table = dir.with("table.json", R"({"v":1,"size_mm":[900,600]})");
  fs::create_hard_link(log, dir.at("hard.html"));
  fs::create_symlink(log, dir.at("soft.html"));
  refused({"report", log, "--out", log}, "--out", log);
  refused({"report", log, "--out", dir.at("hard.html")}, "--out", log);
  refused({"report", log, "--out", dir.at("soft.html")}, "--out", log);
  refused({"report", log, "--out", dir.path.string() + "/./game.battle"}, "--out", log);
  refused({"markers", "--army", battle, "--out", battle}, "--out", battle);
  refused({"markers", "--army", roster, "--bases-out", roster}, "--bases-out", roster);
  refused({"markers", "--table", table, "--table-out", table}, "--table-out", table);
  refused({"calibrate", "--source", dir.path.string(), "--table", table, "--out", table}, "--out", table);
  refused({"calibrate", "--source", dir.path.string(), "--table", table, "--table-out", table}, "--table-out", table);
  refused({"new", "--ruleset", "paean", "--a", roster, "--b", other, "--out", other}, "--out", other);
  const std::string scene = dir.with("camera.json", run({"simulate", "--scene", "still", "--print"}).out);
  refused({"simulate", "--scene", scene, "--out", dir.path.string(), "--frames", "1"}, "--out", scene);
  const std::string script = dir.with("diary.jsonl", R"({"t":0,"say":"hello"})");
  refused({"play", battle, "--source", "manual:", "--headless", dir.path.string(), "--script", script}, "--headless", script);
  const Run twice = run({"markers", "--army", roster, "--out", dir.at("new.json"), "--bases-out", dir.at("new.json")});
  CHECK(twice.code == 2);
  CHECK(twice.err.find("is --out too") != std::string::npos);
}

TEST_CASE("no output takes the place of the keys, a kept picture or a picture of the source", "[cli][outputs]") {
  const Folder dir("outputs_beside");
  const std::string log = dir.at("game.battle"), keys = dir.at("game.keys");
  play_marathon(log);
  fs::create_directories(dir.at("game.pictures"));
  const std::string photo = dir.with("game.pictures/3.jpg", "a photo");
  fs::create_hard_link(keys, dir.at("hard.png"));
  for (const std::string& input : {log, keys, photo}) {
    INFO(input);
    refused({"report", log, "--out", input}, "--out", input);
    refused({"export", log, "--format", "txt", "--out", input}, "--out", input);
    refused({"replay", log, "--picture", input}, "--picture", input);
    refused({"battles", dir.path.string(), "--html", input}, "--html", input, input == photo ? "which is read here" : "never written over");
  }
  refused({"replay", log, "--picture", dir.at("hard.png")}, "--picture", keys);
  fs::create_directories(dir.at("tale-pictures"));
  fs::create_symlink(log, dir.at("tale-pictures/1.svg"));
  refused({"export", log, "--out", dir.at("tale.md")}, "--out", log);

  const std::string scene = dir.with("scene.json", run({"simulate", "--scene", "still", "--print"}).out), frames = dir.at("frames");
  REQUIRE(run({"simulate", "--scene", scene, "--out", frames, "--frames", "1"}).code == 0);
  const std::string frame = frames + "/frame_000000.png";
  refused({"calibrate", "--source", frames, "--out", frame}, "--out", frame);
  refused({"calibrate", "--source", "sim:" + scene, "--table", frames + "/table.json", "--out", scene}, "--out", scene);
  fs::create_directories(dir.at("again"));
  fs::create_symlink(scene, dir.at("again/frame_000000.png"));
  refused({"simulate", "--scene", scene, "--out", dir.at("again"), "--frames", "1"}, "--out", scene);
  const std::string battle = dir.with("battle.json", bytes_of(measuring_setup()));
  fs::create_directories(dir.at("played"));
  fs::create_symlink(battle, dir.at("played/0001-start.png"));
  refused({"play", battle, "--source", "manual:", "--headless", dir.at("played"), "--seconds", "1"}, "--headless", battle);
}

TEST_CASE("battles begun from one file at the same moment each have a log of their own", "[cli][outputs]") {
  const Folder dir("outputs_at_once");
  const std::string battle = dir.with("battle.json", bytes_of(measuring_setup()));
  constexpr int kAtOnce = 16;
  CHECK(done_at_once(kAtOnce, {"polemarch", "play", battle, "--source", "manual:", "--text"}) == kAtOnce);
  int logs = 0;
  for (const auto& entry : fs::directory_iterator(dir.path)) {
    if (entry.path().extension() != ".battle") continue;
    ++logs;
    const auto going_on = assistant::Session::open(entry.path().string());  // its keys are its own and beside it
    CHECK((going_on ? std::string() : going_on.error().line) == "");
  }
  CHECK(logs == kAtOnce);
  CHECK(key_files_that_differ(dir.path) == kAtOnce);
}

TEST_CASE("play takes the next name where a log of another ending lives by the keys it would have", "[cli][outputs]") {
  const Folder dir("outputs_names");
  const std::string setup = dir.at("evening.json");
  fs::copy_file(measuring_setup(), setup);
  REQUIRE(run({"adjudicate", setup, "--commands", "/dev/null", "--log", dir.at("evening.battle")}).code == 0);
  fs::rename(dir.at("evening.battle"), dir.at("evening.old"));
  CHECK(done_at_once(1, {"polemarch", "play", setup, "--source", "manual:", "--text"}) == 1);
  CHECK(fs::exists(dir.at("evening-2.battle")));
  CHECK_FALSE(fs::exists(dir.at("evening.battle")));
  for (const char* log : {"evening.old", "evening-2.battle"}) CHECK(assistant::Session::open(dir.at(log)));
}

TEST_CASE("a log is begun under the ending that lists find it by", "[cli][outputs]") {
  const Folder dir("outputs_other_ending");
  const std::string setup = dir.at("evening.json");
  fs::copy_file(measuring_setup(), setup);
  for (const char* name : {"game.json", "game.html"}) {
    refused({"adjudicate", setup, "--commands", "/dev/null", "--log", dir.at(name)}, "--log", setup, "expected a name ending in .battle");
    CHECK_FALSE(fs::exists(dir.at(name)));
  }
  REQUIRE(run({"adjudicate", setup, "--commands", "/dev/null", "--log", dir.at("game.battle")}).code == 0);
  refused({"replay", dir.at("game.battle"), "--to", "0", "--what-if", dir.at("other.txt")}, "--what-if", dir.at("game.battle"),
          "expected a name ending in .battle");
  CHECK_FALSE(fs::exists(dir.at("other.txt")));
}

TEST_CASE("a set-up that is named as a log is logged all the same, and new makes none of that name", "[cli][outputs]") {
  const Folder dir("outputs_named_as_log");
  fs::copy_file(measuring_setup(), dir.at("friday.battle"));
  CHECK(done_at_once(1, {"polemarch", "play", dir.at("friday.battle"), "--source", "manual:", "--text"}) == 1);
  CHECK(assistant::Session::open(dir.at("friday-2.battle")));
  for (const char* name : {"evening.battle", "evening.keys"})
    refused({"new", "--ruleset", "paean", "--a", "a.csv", "--b", "b.csv", "--out", dir.at(name)}, "--out", dir.at("friday.battle"),
            "is the ending of a battle that is logged");
}

TEST_CASE("where pictures find no room the battle goes on in its log", "[cli][outputs]") {
  const Folder dir("outputs_pictures");
  const std::string disk = dir.at("disk");
  fs::create_directories(disk);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=128k") != 0) {
    WARN("SKIPPED: no right to mount a disk here");
    return;
  }
  std::string said;
  for (int i = 0; i < 8; ++i)
    said += R"({"t":)" + std::to_string(i + 1) + R"(,"command":{"by":"A","do":")" + (i % 2 == 0 ? "hold" : "release") + "\"}}\n";
  const Run done = run({"play", measuring_setup(), "--source", "manual:", "--headless", disk, "--script", dir.with("script.jsonl", said)});
  INFO(done.err);
  CHECK(done.code == 2);
  CHECK(done.err.find(".png: cannot be written: No space left on device; the battle goes on in its log") != std::string::npos);
  CHECK(std::count(done.err.begin(), done.err.end(), '\n') == 1);
  {
    const auto read = assistant::Session::open_read_only(disk + "/paean_sample.battle");
    REQUIRE(read);
    CHECK((*read)->battle().seq() == 8);
  }
  ::umount2(disk.c_str(), MNT_DETACH);
}

TEST_CASE("a battle whose log finds no room goes on being shown, and nothing before it is lost", "[cli][outputs]") {
  const Folder dir("outputs_log");
  const std::string disk = dir.at("disk"), log = disk + "/paean_sample.battle";
  fs::create_directories(disk);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=40k") != 0) {
    WARN("SKIPPED: no right to mount a disk here");
    return;
  }
  std::string said;
  for (int i = 0; i < 300; ++i)
    said += R"({"t":)" + std::to_string(1 + i * 0.2) + R"(,"command":{"by":"A","do":")" + (i % 2 == 0 ? "hold" : "release") + "\"}}\n";
  const Run done = run({"play", measuring_setup(), "--source", "manual:", "--headless", disk, "--script", dir.with("script.jsonl", said)});
  INFO(done.err);
  CHECK(done.code == 2);
  CHECK(done.err.find("paean_sample.battle: cannot be written: No space left on device; free some space, nothing before it is lost") !=
        std::string::npos);
  CHECK(run({"replay", log, "--verify"}).code == 0);
  const auto read = assistant::Session::open_read_only(log);
  REQUIRE(read);
  CHECK((*read)->battle().seq() > 20);
  CHECK((*read)->battle().seq() < 300);
  ::umount2(disk.c_str(), MNT_DETACH);
}

TEST_CASE("a what-if that found no room leaves nothing behind and may be asked for again", "[cli][outputs]") {
  const Folder dir("outputs_what_if");
  const std::string log = dir.at("game.battle"), disk = dir.at("disk");
  play_marathon(log);
  fs::create_directories(disk);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=8k") != 0) {
    WARN("SKIPPED: no right to mount a disk here");
    return;
  }
  const Run done = run({"replay", log, "--to", "3", "--what-if", disk + "/other.battle"});
  CHECK(done.code == 2);
  CHECK(done.err.find("No space left on device") != std::string::npos);
  CHECK(fs::is_empty(disk));
  ::umount2(disk.c_str(), MNT_DETACH);
}

TEST_CASE("a report that finds no room leaves the old one whole", "[cli][outputs]") {
  const Folder dir("outputs_full");
  const std::string log = dir.at("game.battle"), disk = dir.at("disk");
  play_marathon(log);
  fs::create_directories(disk);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=8k") != 0) {
    WARN("SKIPPED: no right to mount a disk here");
    return;
  }
  put_bytes(disk + "/report.html", "the old one");
  const Run done = run({"report", log, "--out", disk + "/report.html"});
  CHECK(done.code == 2);
  CHECK(done.err.find("No space left on device") != std::string::npos);
  CHECK(bytes_of(disk + "/report.html") == "the old one");
  CHECK(std::distance(fs::directory_iterator(disk), fs::directory_iterator()) == 1);  // and nothing half beside it
  ::umount2(disk.c_str(), MNT_DETACH);
}

TEST_CASE("a tale in Markdown that finds no room leaves no picture and no folder behind", "[cli][outputs]") {
  const Folder dir("outputs_tale");
  const std::string log = dir.at("game.battle"), disk = dir.at("disk");
  play_marathon(log);
  fs::create_directories(disk);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=24k") != 0) {
    WARN("SKIPPED: no right to mount a disk here");
    return;
  }
  const Run done = run({"export", log, "--out", disk + "/tale.md"});
  INFO(done.err);
  CHECK(done.code == 2);
  CHECK(done.err.find("No space left on device") != std::string::npos);
  CHECK(fs::is_empty(disk));
  ::umount2(disk.c_str(), MNT_DETACH);
}

TEST_CASE("a tale in Markdown that finds no room leaves the old one as it was, pictures and text", "[cli][outputs]") {
  const Folder dir("outputs_tale_again");
  const std::string log = dir.at("game.battle"), disk = dir.at("disk");
  play_marathon(log);
  fs::create_directories(disk);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=400k") != 0) {
    WARN("SKIPPED: no right to mount a disk here");
    return;
  }
  REQUIRE(run({"export", log, "--out", disk + "/tale.md"}).code == 0);
  std::vector<std::string> old;
  for (const auto& entry : fs::recursive_directory_iterator(disk))
    if (entry.is_regular_file()) old.push_back(entry.path().string());
  REQUIRE(old.size() > 2);
  for (const std::string& file : old) put_bytes(file, "old " + file);
  const std::size_t left = fs::space(disk).available, some = 24'000;  // room for a picture, not for all
  REQUIRE(left > some);
  put_bytes(disk + "/filler", std::string(left - some, 'x'));
  const Run done = run({"export", log, "--out", disk + "/tale.md"});
  INFO(done.err);
  CHECK(done.code == 2);
  CHECK(done.err.find("No space left on device") != std::string::npos);
  for (const std::string& file : old) CHECK(bytes_of(file) == "old " + file);
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(disk)) files += entry.is_regular_file() ? 1 : 0;
  CHECK(files == old.size() + 1);
  ::umount2(disk.c_str(), MNT_DETACH);
}

TEST_CASE("two battles made under one name at the same moment are one battle and one refusal", "[cli][outputs]") {
  const Folder dir("outputs_new_at_once");
  const std::string armies = source_dir() + "/models/data/armies/paean_", out = dir.at("battle.json");
  CHECK(done_at_once(12, {"polemarch", "new", "--ruleset", "paean", "--a", armies + "athens.json", "--b", armies + "thebes.json", "--out",
                          out}) == 1);
  CHECK(std::distance(fs::directory_iterator(dir.path), fs::directory_iterator()) == 1);
}

TEST_CASE("a pipe that has the name of the diary is not waited for", "[cli][outputs]") {
  const Folder dir("outputs_diary");
  fs::create_directories(dir.at("out"));
  const std::string diary = dir.at("out/diary.jsonl"), battle = dir.with("battle.json", bytes_of(measuring_setup()));
  REQUIRE(::mkfifo(diary.c_str(), 0600) == 0);
  const std::string script = dir.with("script.jsonl", R"({"t":2,"drag":{"base":"A1.1","x_mm":250,"y_mm":302,"heading_deg":90}})"
                                                      "\n"
                                                      R"({"t":8,"say":"on"})");
  ::alarm(120);  // one that waits ends the test
  const Run done = run({"play", battle, "--headless", dir.at("out"), "--script", script});
  ::alarm(0);
  INFO(done.err);
  CHECK(done.code == 2);
  CHECK(done.err.find("diary.jsonl: cannot be written: nobody reads at its other end; the battle goes on in its log") != std::string::npos);
  CHECK(fs::is_fifo(diary));
  CHECK(fs::exists(dir.at("out/battle.battle")));
}

TEST_CASE("a battle that cannot begin leaves neither keys nor log", "[cli][outputs]") {
  const Folder dir("outputs_start");
  const std::string battle = dir.with("battle.json", bytes_of(measuring_setup())), disk = dir.at("disk");
  REQUIRE(run({"simulate", "--scene", "still", "--out", dir.at("sim"), "--frames", "1"}).code == 0);
  const Run borderless = run({"play", battle, "--source", dir.at("sim"), "--headless", dir.at("out"), "--seconds", "1"});
  CHECK(borderless.code == 2);
  CHECK(borderless.err.find("battle.json: the table declares 0 border markers") != std::string::npos);
  CHECK(fs::is_empty(dir.at("out")));
  const NoDisplay none;
  const Run blind = run({"play", battle});
  INFO(blind.err);
  CHECK(blind.code == 2);
  CHECK(blind.err.find("no display to open a window on") != std::string::npos);
  CHECK_FALSE(fs::exists(dir.at("battle.battle")));
  CHECK_FALSE(fs::exists(dir.at("battle.keys")));
  fs::create_directories(disk);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=8k") != 0) {
    WARN("SKIPPED: no right to mount a disk here");
    return;
  }
  const Run full = run({"adjudicate", battle, "--log", disk + "/g.battle", "--commands", dir.with("none", "")});
  INFO(full.err);
  CHECK(full.code == 2);
  CHECK(full.err.find("No space left on device") != std::string::npos);
  CHECK(fs::is_empty(disk));
  ::umount2(disk.c_str(), MNT_DETACH);
}

TEST_CASE("a report goes through a pipe and a link, and keeps the mode of the file it replaces", "[cli][outputs]") {
  const Folder dir("outputs_kinds");
  const std::string log = dir.at("game.battle");
  play_marathon(log);
  CHECK(run({"report", log, "--out", "/dev/null"}).code == 0);
  CHECK(fs::is_character_file("/dev/null"));
  const std::string real = dir.with("real.html", "old");
  fs::permissions(real, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink(real, dir.at("link.html"));
  CHECK(run({"report", log, "--out", dir.at("link.html")}).code == 0);
  CHECK(fs::is_symlink(dir.at("link.html")));
  CHECK(bytes_of(real).starts_with("<!DOCTYPE html>"));
  struct stat status {};
  REQUIRE(::stat(real.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
}

TEST_CASE("no verb writes over the log or the keys of another battle", "[cli][outputs]") {
  const Folder dir("outputs_other");
  const std::string log = dir.at("game.battle");
  play_marathon(log);
  for (const char* ending : {".battle", ".keys"}) fs::copy_file(dir.at("game") + ending, dir.at("other") + ending);
  fs::copy_file(source_dir() + "/tests/assistant/session/old_logs/marathon.secrets", dir.at("other.secrets"));
  fs::copy_file(dir.at("other.battle"), dir.at("other.png"));
  const std::string army = dir.with("army.csv", kRoster);
  for (const char* name : {"other.battle", "other.keys", "other.secrets", "other.png"})
    for (const std::vector<std::string>& words : {std::vector<std::string>{"export", log, "--format", "csv", "--out", dir.at(name)},
                                                  {"markers", "--army", army, "--out", dir.at("m.pdf"), "--bases-out", dir.at(name)}}) {
      INFO(name);
      refused(words, *(words.end() - 2), dir.at(name), "which is never written over; give another name");
    }
}

}  // namespace outputs_tests
