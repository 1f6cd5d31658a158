// A folder of battles: indexed from the logs alone, kept while nothing changes, made anew when it is gone or damaged.
#include "assistant/library/library.hpp"

#include <sqlite3.h>
#include <sys/stat.h>

#include <cstdlib>

#include "assistant/session/branch.hpp"
#include "assistant/session/files.hpp"
#include "assistant/story/build.hpp"
#include "assistant/story/stats.hpp"
#include "tests/assistant/story/told_battle.hpp"
#include "tests/support/browser.hpp"

namespace library_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::library;

namespace {

void copy_log(const test::LogFolder& folder, const std::string& name) {
  std::filesystem::create_directories(folder.path / "club");
  std::filesystem::copy_file(test::old_log(name), folder / ("club/" + name + ".battle"), std::filesystem::copy_options::overwrite_existing);
}

}  // namespace

TEST_CASE("library: battles are listed and found by army, ruleset, day and result", "[library]") {
  const test::LogFolder folder;
  for (const char* name : {"clash", "long_turn", "marathon"}) copy_log(folder, name);
  std::ofstream(folder / "broken.battle") << "no log\n";
  auto found = Library::open(folder.path.string());
  REQUIRE(found);
  auto end = found->refresh();
  REQUIRE(end);
  CHECK(end->read == 4);
  CHECK(found->find({})->size() == 4);
  CHECK(found->find({.ruleset = "hail caesar"})->size() == 1);
  CHECK(found->find({.ruleset = "strongest"})->size() == 1);
  const auto entries = *found->find({.ruleset = "strongest"});
  const auto story = story::story_of(test::old_log("long_turn"));
  REQUIRE(story);
  CHECK(entries[0].commands == static_cast<std::int64_t>(story->moments.size()));
  CHECK(entries[0].armies == story->armies);
  CHECK(found->find({.army = entries[0].armies[1].substr(0, 5)})->size() >= 1);
  CHECK(found->find({.until = "1999-01-01"})->empty());  // what cannot be read fits no search
  CHECK(found->find({.until = "2999-01-01"})->size() == 3);
  CHECK(found->find({.result = "won:nobody at all"})->empty());
  CHECK_FALSE(found->find({.since = "yesterday"}));
  CHECK_FALSE(found->find({.result = "glorious"}));
  // Read once only; a log that goes leaves the list.
  end = found->refresh();
  CHECK(end->read == 0);
  CHECK(end->kept == 4);
  std::filesystem::remove(folder / "club/clash.battle");
  end = found->refresh();
  CHECK(end->gone == 1);
  CHECK(found->find({})->size() == 3);
}

TEST_CASE("library: an index that is gone, damaged or of another program is made anew from the logs", "[library]") {
  const test::LogFolder folder;
  copy_log(folder, "clash");
  const auto list = [&] {
    auto found = Library::open(folder.path.string());
    REQUIRE(found);
    REQUIRE(found->refresh());
    return found->find({})->size();
  };
  CHECK(list() == 1);
  std::filesystem::remove(folder / "battles.index");
  CHECK(list() == 1);
  std::ofstream(folder / "battles.index", std::ios::trunc) << std::string(5000, 'x');
  CHECK(list() == 1);
  CHECK_FALSE(Library::open(folder / "nowhere"));
}

TEST_CASE("library: an index overwritten in its middle is made anew, a file that is no log is named so, a day must be one", "[library]") {
  const test::LogFolder folder;
  for (const char* name : {"clash", "long_turn", "ambush"})
    std::filesystem::copy_file(test::old_log(name), folder / (std::string(name) + ".battle"));
  std::ofstream(folder / "foreign.battle") << "shopping list\n";
  const auto read = [&] {
    auto battles = Library::open(folder.path.string());
    REQUIRE(battles);
    const auto end = battles->refresh();
    INFO((end ? "" : end.error().line));
    REQUIRE(end);
    auto list = battles->find({});
    REQUIRE(list);
    for (const char* day : {"2026-13-45", "2026-02-30"}) {
      Search search;
      search.since = day;
      CHECK_FALSE(battles->find(search));
    }
    Search nobody;
    nobody.result = "won:";
    CHECK_FALSE(battles->find(nobody));
    return std::move(*list);
  };
  const auto list = read();
  REQUIRE(list.size() == 4);
  CHECK(list.back().problem.find("not a battle log") != std::string::npos);
  {
    std::fstream index(folder / "battles.index", std::ios::in | std::ios::out | std::ios::binary);
    index.seekp(4096);
    index << std::string(3 * 4096, '\xff');
  }
  std::filesystem::last_write_time(folder / "clash.battle", std::filesystem::file_time_type::clock::now());
  CHECK(read().size() == 4);
}

TEST_CASE("library: whatever byte of an index was damaged, every battle of the folder is listed as its log tells it", "[library]") {
  const test::LogFolder folder;
  copy_log(folder, "clash");
  const auto list = [&] {
    auto battles = Library::open(folder.path.string());
    REQUIRE(battles);
    REQUIRE(battles->refresh());
    const auto all = battles->find({});
    REQUIRE(all);
    std::string told;
    for (const Entry& entry : *all)
      told += entry.path + ": " + entry.title + ", " + entry.armies[0] + ", " + entry.result + ", " + entry.why + "\n";
    return told;
  };
  const std::string before = list();
  REQUIRE_FALSE(before.empty());
  const auto good = read_text_file(folder / "battles.index");
  REQUIRE(good);
  for (std::size_t at = 0; at < good->size(); at += 97) {  // 97 meets every part of a page, and few bytes that nobody reads
    std::string damaged = *good;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x15);
    std::ofstream(folder / "battles.index", std::ios::trunc | std::ios::binary) << damaged;
    INFO("byte " << at);
    REQUIRE(list() == before);
  }
}

TEST_CASE("library: an index that somebody else made is not read: it may never end, or be another program's", "[library]") {
  const test::LogFolder folder;
  copy_log(folder, "clash");
  const std::string index = folder / "battles.index", other = folder / "places.sqlite";
  const auto made = [](const std::string& file, const char* sql) {
    sqlite3* db = nullptr;
    REQUIRE(sqlite3_open(file.c_str(), &db) == SQLITE_OK);
    CHECK(sqlite3_exec(db, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(db);
  };
  const auto listed = [&] {
    auto battles = Library::open(folder.path.string());
    REQUIRE(battles);
    REQUIRE(battles->refresh());
    return battles->find({})->size();
  };
  made(index,
       "PRAGMA user_version=8; CREATE VIEW battles AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM n) "
       "SELECT x AS path, x AS stamp, x AS told, x AS mark FROM n WHERE x < 0;");
  CHECK(listed() == 1);
  std::filesystem::remove(index);
  made(other, "CREATE TABLE places(url TEXT); INSERT INTO places VALUES('x');");
  const auto before = read_text_file(other);
  REQUIRE(before);
  std::filesystem::create_symlink(other, index);
  CHECK(listed() == 1);
  const auto after = read_text_file(other);
  REQUIRE(after);
  CHECK(*after == *before);
  std::filesystem::remove(index);
  std::filesystem::create_symlink(folder / "elsewhere", index);
  CHECK(listed() == 1);
  CHECK_FALSE(std::filesystem::exists(folder / "elsewhere"));
  std::filesystem::remove(index);
  REQUIRE(::mkfifo(index.c_str(), 0600) == 0);
  CHECK(listed() == 1);
}

TEST_CASE("library: what branches off a battle, or copies it, is listed with the battle it belongs to and counted once", "[library]") {
  const test::LogFolder folder;
  const std::string log = folder / "ford.battle";
  REQUIRE(test::play_by_robot("to_the_strongest_sample", log, 4).ended);
  std::filesystem::create_directories(folder.path / "kept");
  std::filesystem::copy_file(log, folder / "kept/ford.battle");
  REQUIRE_FALSE(branch_log(log, 10, branch_name(log, 10)));
  copy_log(folder, "clash");
  auto found = Library::open(folder.path.string());
  REQUIRE(found);
  REQUIRE(found->refresh());
  const auto all = *found->find({});
  REQUIRE(all.size() == 4);
  for (const Entry& entry : all) {
    INFO(entry.path);
    CHECK(entry.of == (entry.path == "ford-from-10.battle" || entry.path == "kept/ford.battle" ? "ford.battle" : ""));
  }
  const std::string page = statistics_page(all, "Battles");
  CHECK(page.find("2 battles") != std::string::npos);
  CHECK(page.find("(what if of ford.battle)") != std::string::npos);
  // Found alone, it still is no battle of its own.
  const auto alone = *found->find({.ruleset = "strongest", .result = "open"});
  for (const Entry& entry : alone) CHECK(entry.of == "ford.battle");
}

TEST_CASE("library: a battle that was rescued is the battle, and the log it was rescued from its beginning", "[library]") {
  const test::LogFolder folder;
  const std::string rescued = folder / "g.rescued-1.battle", stump = folder / "stick/g.battle";
  REQUIRE(test::play_by_robot("to_the_strongest_sample", rescued, 4).ended);
  std::filesystem::create_directories(folder.path / "stick");
  REQUIRE_FALSE(branch_log(rescued, 10, stump));
  auto found = Library::open(folder.path.string());
  REQUIRE(found);
  REQUIRE(found->refresh());
  const auto over = *found->find({.result = "over"});
  REQUIRE(over.size() == 1);
  CHECK(over[0].path == "g.rescued-1.battle");
  CHECK(over[0].origin().empty());
  const auto open = *found->find({.result = "open"});
  REQUIRE(open.size() == 1);
  CHECK(open[0].origin() == "beginning of g.rescued-1.battle");
  CHECK(statistics_page(*found->find({}), "Battles").find("1 battle") != std::string::npos);
}

TEST_CASE("library: an index that cannot be written to any more keeps nothing from being listed", "[library]") {
  const test::LogFolder folder;
  copy_log(folder, "clash");
  {
    auto found = Library::open(folder.path.string());
    REQUIRE(found);
    REQUIRE(found->refresh());
  }
  copy_log(folder, "marathon");
  auto found = Library::open(folder.path.string());
  REQUIRE(found);
  // Another program writes to it without end, as a disk that is write-protected or full refuses.
  sqlite3* other = nullptr;
  REQUIRE(sqlite3_open((folder / "battles.index").c_str(), &other) == SQLITE_OK);
  REQUIRE(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr) == SQLITE_OK);
  const auto end = found->refresh();
  REQUIRE(end);
  CHECK(found->find({})->size() == 2);
  sqlite3_close(other);
}

TEST_CASE("library: an index from another computer tells no results", "[library]") {
  const test::LogFolder folder;
  copy_log(folder, "clash");
  const auto listed = [&] {
    auto found = Library::open(folder.path.string());
    REQUIRE(found);
    const auto end = found->refresh();
    REQUIRE(end);
    return end->read;
  };
  for (const char* computer : {"mine", "theirs"}) {
    ::setenv("XDG_CONFIG_HOME", (folder / computer).c_str(), 1);
    CHECK(listed() == 1);
    CHECK(listed() == 0);
  }
  ::unsetenv("XDG_CONFIG_HOME");
}

TEST_CASE("library: the page of statistics counts what the logs say", "[library]") {
  const test::LogFolder folder;
  const std::string log = folder / "ford.battle";
  REQUIRE(test::play_by_robot("to_the_strongest_sample", log, 4).ended);
  copy_log(folder, "clash");
  auto found = Library::open(folder.path.string());
  REQUIRE(found);
  REQUIRE(found->refresh());
  const auto all = *found->find({});
  const std::string page = statistics_page(all, "Battles");
  CHECK(page.find("<h1>Battles</h1>") != std::string::npos);
  CHECK(page.find("2 battles") != std::string::npos);
  CHECK(page.find("http") == std::string::npos);
  for (const Entry& entry : all) {
    if (!entry.phases.empty()) CHECK(page.find("<h3>" + entry.ruleset.substr(0, entry.ruleset.find('&'))) != std::string::npos);
    for (const Entry::PhaseTime& phase : entry.phases) CHECK(page.find(">" + phase.phase + "</text>") != std::string::npos);
  }
  const auto over = *found->find({.result = "over"});
  REQUIRE(over.size() == 1);
  CHECK(page.find(over[0].winner() + " won") != std::string::npos);
  CHECK(over[0].sides[0].lost + over[0].sides[1].lost > 0);
  int by_turn = 0;
  for (const auto& turn : over[0].losses) by_turn += turn[0] + turn[1];
  // A unit that left the table and did not come back is lost: its army has paid for it.
  const auto told = story::story_of(log);
  REQUIRE(told);
  std::size_t gone = 0;
  for (const auto& [unit, did] : story::deeds_of(*told)) {
    const story::Member* member = told->member(unit);
    const bool there = told->stands(unit, told->places_after(told->moments.size()));
    if (member != nullptr && member->fights && !there && told->stands(unit, told->start)) ++gone;
  }
  CHECK(static_cast<std::size_t>(over[0].sides[0].lost + over[0].sides[1].lost) == gone);
  CHECK(by_turn == over[0].sides[0].lost + over[0].sides[1].lost);
  auto browser = test::Browser::start();
  if (!browser) {
    WARN("no Chromium here: the page is not looked at");
    return;
  }
  const std::string file = folder / "battles.html";
  REQUIRE_FALSE(write_text_file(file, page));
  for (const int width : {360, 1280}) {
    INFO(width);
    browser->open("file://" + file, width, 800, width == 360);
    REQUIRE(browser->until("document.readyState=='complete'", 10));
    CHECK(browser->ask("document.documentElement.scrollWidth<=innerWidth") == true);
    CHECK(browser->ask(
              "[...document.querySelectorAll('svg')].filter(e=>e.offsetParent!==null||e.getBoundingClientRect().width>0).length>0") ==
          true);
    if (const char* pictures = std::getenv("POLEMARCH_PICTURES"))
      browser->picture(std::string(pictures) + "/battles-" + std::to_string(width) + ".png");
    CHECK(browser->complaints() == std::vector<std::string>{});
  }
  for (const nlohmann::json& node : browser->accessible()) {
    const std::string role = node["role"], said = node["name"];
    INFO(role);
    if (role == "image" || role == "img" || role == "heading") CHECK_FALSE(said.empty());
  }
}

}  // namespace library_tests
