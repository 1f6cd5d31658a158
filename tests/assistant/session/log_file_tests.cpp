/// One writer, a file that is still ours: real files, real locks, real disks where root allows.
#include "assistant/session/log_file.hpp"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>

#include "tests/assistant/session/log_support.hpp"

namespace log_file_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::test;
namespace fs = std::filesystem;

namespace {

/// The file the battle moved to, as the notice names it; it holds all of the battle.
std::string rescued(Session& session, const std::string& log, const std::string& why, std::size_t commands) {
  const auto notice = session.take_notice();
  REQUIRE(notice);
  INFO(*notice);
  CHECK(notice->starts_with(log + ": " + why));
  CHECK(notice->find('\n') == std::string::npos);
  CHECK_FALSE(session.take_notice());  // said once
  CHECK(notice->ends_with(session.log_path()));
  const auto read = Session::open_read_only(session.log_path());
  REQUIRE(read);
  CHECK((*read)->lines().size() == commands);
  CHECK((*read)->state_hash() == session.state_hash());
  return session.log_path();
}

}  // namespace

TEST_CASE("a second writer is refused in one line that says who has the log, readers are not", "[session][lock]") {
  const LogFolder folder;
  const std::string log = folder / "game.battle";
  auto session = begun(log);
  const auto second = Session::open(log);
  REQUIRE_FALSE(second);
  INFO(second.error().line);
  CHECK(second.error().line.find("another program is writing this battle (process " + std::to_string(::getpid())) != std::string::npos);
  CHECK(second.error().line.find(", since 20") != std::string::npos);
  fs::create_symlink(log, folder / "link.battle");
  CHECK_FALSE(Session::open(folder / "link.battle"));
  CHECK(Session::open_read_only(log));
  CHECK(Session::verify(log));
  const pid_t child = ::fork();
  if (child == 0) ::_exit(Session::open(log) ? 1 : 0);  // another process
  int status = 1;
  ::waitpid(child, &status, 0);
  CHECK(status == 0);
  REQUIRE((*session).submit(place(330), "typed", 2.0)->verdict.allowed());
  session.reset();
  CHECK(Session::open(log));
  CHECK_FALSE(fs::exists(log + ".lock"));
}

TEST_CASE("a writer that was killed holds nothing", "[session][lock]") {
  const LogFolder folder;
  const std::string log = folder / "game.battle";
  begun(log);
  const pid_t child = ::fork();
  if (child == 0) {
    auto session = Session::open(log);
    ::raise(SIGKILL);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  REQUIRE(WIFSIGNALED(status));
  CHECK(fs::exists(log + ".lock"));  // its note is left, its lock is not
  CHECK(Session::open(log));
}

TEST_CASE("a log that is replaced, deleted, cut short or written to while it is open is noticed at the next command", "[session][rescue]") {
  const LogFolder folder;
  const std::string log = folder / "game.battle";
  auto session = begun(log);
  std::string other_bytes = "somebody else's";
  std::string why;
  SECTION("replaced") {
    put_bytes(folder / "other", other_bytes);
    fs::rename(folder / "other", log);
    why = "was replaced by another file";
  }
  SECTION("deleted") {
    fs::remove(log);
    other_bytes.clear();
    why = "was deleted";
  }
  SECTION("cut short") {
    fs::resize_file(log, 100);
    other_bytes = bytes_of(log);
    why = "was cut short";
  }
  SECTION("written to") {
    std::ofstream(log, std::ios::app) << "more\n";
    other_bytes = bytes_of(log);
    why = "was written to";
  }
  SECTION("changed in place") {
    std::string text = bytes_of(log);
    text[text.find("320")] = '9';
    ::usleep(20'000);
    std::fstream(log, std::ios::in | std::ios::out | std::ios::binary) << text;
    other_bytes = text;
    why = "was changed by another program";
  }
  REQUIRE(session->submit(place(330), "typed", 2.0)->verdict.allowed());
  const std::string fresh = rescued(*session, log, why, 2);
  CHECK(fresh == folder / "game.rescued-1.battle");
  CHECK(bytes_of(log) == other_bytes);  // what is there now is left alone
  REQUIRE(session->submit(place(340), "typed", 3.0)->verdict.allowed());
  CHECK_FALSE(session->take_notice());
  CHECK_FALSE(Session::open(fresh));  // locked as the old one was
  session.reset();
  CHECK((*Session::open(fresh))->lines().size() == 3);  // its keys went with it
}

TEST_CASE("a log changed in place is noticed although its old time was given back to it", "[session][rescue]") {
  const LogFolder folder;
  const std::string log = folder / "game.battle";
  auto session = begun(log);
  struct stat before {};
  REQUIRE(::stat(log.c_str(), &before) == 0);
  std::string text = bytes_of(log);
  text[text.find("320")] = '9';
  ::usleep(20'000);
  std::fstream(log, std::ios::in | std::ios::out | std::ios::binary) << text;
  const timespec times[2] = {before.st_atim, before.st_mtim};
  REQUIRE(::utimensat(AT_FDCWD, log.c_str(), times, 0) == 0);
  REQUIRE(session->submit(place(330), "typed", 2.0)->verdict.allowed());
  rescued(*session, log, "was changed by another program", 2);
}

TEST_CASE("keys that are deleted while the battle is open are put back, and that is said", "[session][rescue]") {
  const LogFolder folder;
  const std::string log = folder / "game.battle", keys = folder / "game.keys", text = (begun(log), bytes_of(keys));
  auto session = std::move(*Session::open(log));
  fs::remove(keys);
  REQUIRE(session->submit(place(330), "typed", 2.0)->verdict.allowed());
  const auto notice = session->take_notice();
  REQUIRE(notice);
  CHECK(*notice == keys + ": was deleted while the battle was open; it is put back");
  CHECK(bytes_of(keys) == text);
  CHECK((fs::status(keys).permissions() & fs::perms::all) == (fs::perms::owner_read | fs::perms::owner_write));
  put_bytes(keys, "other keys");
  REQUIRE(session->submit(place(340), "typed", 3.0)->verdict.allowed());
  const auto again = session->take_notice();
  REQUIRE(again);
  CHECK(again->find("game.rescued-1.keys: give it its name back") != std::string::npos);
  CHECK(bytes_of(folder / "game.rescued-1.keys") == text);
  CHECK(bytes_of(keys) == "other keys");
  REQUIRE(session->submit(place(350), "typed", 4.0)->verdict.allowed());
  CHECK_FALSE(session->take_notice());
  session.reset();
  fs::rename(folder / "game.rescued-1.keys", keys);
  CHECK(Session::open(log));
}

TEST_CASE("keys that cannot be read keep nobody from what is public, going on says what is wrong with them", "[session][secret]") {
  const LogFolder folder;
  const std::string log = folder / "game.battle", keys = folder / "game.keys";
  play_marathon(log);
  fs::remove(keys);
  SECTION("damaged") { put_bytes(keys, "{\"A\":1}"); }
  SECTION("not even letters") { put_bytes(keys, "\xff\xfe"); }
  SECTION("a folder") { fs::create_directories(keys); }
  CHECK(Session::open_read_only(log));
  const auto verified = Session::verify(log);
  REQUIRE(verified);
  REQUIRE_FALSE(verified->left_out.empty());
  CHECK(verified->left_out.front().find("game.keys: ") != std::string::npos);
  const auto on = Session::open(log);
  REQUIRE_FALSE(on);
  CHECK(on.error().line.starts_with(keys + ": "));
  CHECK(std::all_of(on.error().line.begin(), on.error().line.end(), [](unsigned char c) { return c >= 0x20 && c < 0x7F; }));
}

TEST_CASE("a link to a log from another folder finds its keys, goes on with it and keeps them", "[session][lock]") {
  const LogFolder folder;
  const std::string log = folder / "game.battle";
  play_marathon(log);
  fs::create_directories(folder / "desk");
  fs::create_symlink(log, folder / "desk/link.battle");
  CHECK(Session::verify(folder / "desk/link.battle")->left_out.empty());
  auto session = Session::open(folder / "desk/link.battle");
  INFO((session ? "" : session.error().line));
  REQUIRE(session);
  fs::remove(folder / "game.keys");
  REQUIRE((*session)->submit(R"({"by":"umpire","do":"hold"})", "typed", 99.0)->verdict.allowed());
  CHECK(fs::exists(folder / "game.keys"));
  CHECK(std::distance(fs::directory_iterator(folder / "desk"), fs::directory_iterator()) == 1);
}

TEST_CASE("the note beside a log is never written through a link", "[session][lock]") {
  const LogFolder folder;
  const std::string log = folder / "game.battle";
  begun(log);
  put_bytes(folder / "precious", "gold");
  fs::create_symlink(folder / "precious", log + ".lock");
  CHECK(Session::open(log));
  CHECK(bytes_of(folder / "precious") == "gold");
}

TEST_CASE("somebody's file under the name of the note beside a log stays as it is", "[session][lock]") {
  const LogFolder folder;
  const std::string log = folder / "game.battle";
  put_bytes(log + ".lock", "my notes");
  begun(log);
  CHECK(Session::open(log));
  CHECK(bytes_of(log + ".lock") == "my notes");
  put_bytes(log + ".lock", R"({"pid":1,"host":"gone","since":"2026-05-01 19:30:00 UTC"})");  // of a writer that was killed
  CHECK(Session::open(log));
  CHECK_FALSE(fs::exists(log + ".lock"));
}

TEST_CASE("keys that were gone before a log was opened are not called deleted while it was open", "[session][rescue]") {
  const LogFolder folder;
  const std::string log = folder / "game.battle";
  {
    auto session = begun(log);
    REQUIRE(session->submit(R"({"by":"both","do":"open_keys"})", "typed", 2.0));
  }
  fs::remove(folder / "game.keys");
  auto session = Session::open(log);
  REQUIRE(session);
  REQUIRE((*session)->submit(place(330), "typed", 3.0)->verdict.allowed());
  CHECK_FALSE((*session)->take_notice());
}

TEST_CASE("a log that was only touched stays where it is", "[session][rescue]") {
  const LogFolder folder;
  auto session = begun(folder / "game.battle");
  fs::last_write_time(folder / "game.battle", fs::file_time_type::clock::now() + std::chrono::hours(1));
  REQUIRE(session->submit(place(330), "typed", 2.0)->verdict.allowed());
  CHECK_FALSE(session->take_notice());
  CHECK(session->log_path() == folder / "game.battle");
}

TEST_CASE("a battle whose disk vanishes goes on somewhere else", "[session][rescue]") {
  const LogFolder folder;
  fs::create_directories(folder / "stick");
  if (::mount("tmpfs", (folder / "stick").c_str(), "tmpfs", 0, "size=1m") != 0) {
    WARN("SKIPPED: no right to mount a disk here");
    return;
  }
  auto session = begun(folder / "stick/game.battle");
  REQUIRE(::umount2((folder / "stick").c_str(), MNT_DETACH) == 0);
  fs::remove_all(folder / "stick");  // not even the folder is left
  const fs::path before = fs::current_path();
  fs::create_directories(folder / "here");
  fs::current_path(folder / "here");
  REQUIRE(session->submit(place(330), "typed", 2.0)->verdict.allowed());
  fs::current_path(before);
  CHECK(rescued(*session, folder / "stick/game.battle", "was deleted or its disk is gone", 2).starts_with(folder / "here"));
}

TEST_CASE("on a full disk the command ends, the battle does not, and the same line is written when there is room", "[session][disk]") {
  const LogFolder folder;
  const std::string disk = folder / "disk";
  fs::create_directories(disk);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=64k") != 0) {
    WARN("SKIPPED: no right to mount a disk here");
    return;
  }
  const std::string log = disk + "/game.battle";
  {
    auto session = begun(log);
    std::ofstream filler(disk + "/filler", std::ios::binary);
    const std::string block(512, 'x');
    while (filler.write(block.data(), static_cast<std::streamsize>(block.size())).flush()) {
    }
    filler.close();
    const std::string hash = session->state_hash();
    std::string refused;
    double y = 330;
    for (int i = 0; i < 200 && refused.empty(); ++i) {  // what is left of the last page
      const std::string command = place(y += 0.5);
      const auto outcome = session->submit(command, "typed", 2.0);
      if (!outcome) {
        CHECK(outcome.error().line.find("cannot be written: No space left on device") != std::string::npos);
        CHECK(session->may_be_given_again());
        refused = command;
      }
    }
    REQUIRE_FALSE(refused.empty());
    const std::string before = bytes_of(log);
    CHECK(before.ends_with("\n"));
    for (int i = 0; i < 3; ++i) CHECK_FALSE(session->submit(refused, "typed", 3.0));
    CHECK(bytes_of(log) == before);
    CHECK_FALSE(session->take_notice());  // no new file: this one is sound
    fs::remove(disk + "/filler");
    REQUIRE(session->submit(refused, "typed", 4.0)->verdict.allowed());
    CHECK_FALSE(session->may_be_given_again());
    CHECK(bytes_of(log).starts_with(before));
    const auto read = Session::open_read_only(log);
    REQUIRE(read);
    CHECK((*read)->state_hash() == session->state_hash());
    CHECK((*read)->lines().back().command.find("\"y_mm\":" + std::to_string(static_cast<int>(y))) != std::string::npos);
  }
  ::umount2(disk.c_str(), MNT_DETACH);
}

TEST_CASE("a full disk at the start leaves no log behind", "[session][disk]") {
  const LogFolder folder;
  const std::string disk = folder / "disk";
  fs::create_directories(disk);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=4k") != 0) {
    WARN("SKIPPED: no right to mount a disk here");
    return;
  }
  const auto session = Session::open(measuring_setup(), disk + "/game.battle");
  REQUIRE_FALSE(session);
  CHECK(session.error().line.find("cannot be written: No space left on device") != std::string::npos);
  CHECK_FALSE(fs::exists(disk + "/game.battle"));
  ::umount2(disk.c_str(), MNT_DETACH);
}

TEST_CASE("a battle that could not be opened again is not begun, and no line is taken that could not be read", "[session][limits]") {
  const LogFolder folder;
  const std::string log = folder / "game.battle", setup = folder / "deep.json";
  const auto nested = [](std::size_t deep) { return std::string(deep, '[') + std::string(deep, ']'); };
  io::Json battle = io::Json::parse(bytes_of(measuring_setup()));
  battle["note"] = io::Json::parse(nested(63));  // as deep as a file may be; a log holds it one deeper
  put_bytes(setup, battle.dump());
  REQUIRE(Session::open(setup));  // without a log it may be played
  const auto refused = Session::open(setup, log);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().line.find("game.battle: a line of it is nested more than 64 levels deep") != std::string::npos);
  CHECK_FALSE(fs::exists(log));
  CHECK_FALSE(fs::exists(folder / "game.keys"));
  battle["note"] = io::Json::parse(nested(62));
  put_bytes(setup, battle.dump());
  REQUIRE(Session::open(setup, log));
  REQUIRE(Session::open(log));

  auto file = LogFile::create(folder / "lines.battle", "{}\n");
  REQUIRE(file);
  const auto wrong = (*file)->append("{\"a\":" + nested(64) + "}\n");
  REQUIRE(wrong);
  CHECK(wrong->line.find("lines.battle: a line of it is nested") != std::string::npos);
  CHECK(bytes_of(folder / "lines.battle") == "{}\n");
  CHECK_FALSE((*file)->append("{\"a\":1}\n"));
  CHECK(bytes_of(folder / "lines.battle") == "{}\n{\"a\":1}\n");
}

TEST_CASE("a log nested a hundred thousand deep, or with fields of other kinds, ends in one line", "[session][limits]") {
  const LogFolder folder;
  const std::string log = folder / "game.battle";
  begun(log);
  std::istringstream in(bytes_of(log));
  std::string header, line;
  std::getline(in, header);
  std::getline(in, line);
  const auto object = [](const std::string& text) { return text.substr(0, text.rfind(",\"chain\"")) + "}"; };
  const auto refusal = [&](std::string first, std::string second) {
    std::string chain;
    first = chained(object(first), "", chain);
    put_bytes(folder / "bad.battle", first + "\n" + chained(object(second), chain, chain) + "\n");
    const auto session = Session::open_read_only(folder / "bad.battle");
    REQUIRE_FALSE(session);
    CHECK(session.error().line.find('\n') == std::string::npos);
    CHECK(session.error().line.find("json.exception") == std::string::npos);
    return session.error().line;
  };
  const auto with = [&](const std::string& text, const std::string& from, const std::string& to) {
    std::string out = text;
    REQUIRE(out.find(from) != std::string::npos);
    return out.replace(out.find(from), from.size(), to);
  };
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  CHECK(refusal(with(header, "\"setup\":{", "\"setup\":{\"x\":" + deep + ","), line).find("line 1: damaged: is nested more than") !=
        std::string::npos);
  CHECK(refusal(header, with(line, "\"command\":{", "\"command\":{\"x\":" + deep + ","))
            .find("line 2 (seq 1): damaged: is nested more than") != std::string::npos);
  CHECK(refusal(header, with(line, "\"seq\":1", "\"seq\":\"one\"")).find("line 2 (seq 1): /seq: expected a whole number") !=
        std::string::npos);
  CHECK(refusal(header, with(line, "\"t\":1.0", "\"t\":{}")).find("/t: expected a number") != std::string::npos);
  CHECK(refusal(header, with(line, "\"events\":[", "\"events\":[7,")).find("/events: expected objects") != std::string::npos);
  CHECK(refusal(header, with(line, "\"do\":\"place\"", "\"do\":[]")).find("/command/do: expected a text") != std::string::npos);
  CHECK(refusal(header, with(line, "\"verdict\":\"allowed\"", "\"verdict\":3")).find("/verdict/verdict: expected a text") !=
        std::string::npos);
  CHECK(refusal(with(header, "\"ruleset\":\"paean\"", "\"ruleset\":7"), line).find("line 1: /ruleset: expected a text") !=
        std::string::npos);
  CHECK(refusal(with(header, "\"keys\":{\"A\":\"", "\"keys\":{\"A\":\"zz"), line).find("/keys/A: expected 64 hexadecimal digits") !=
        std::string::npos);
}

}  // namespace log_file_tests
